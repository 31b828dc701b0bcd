//! Runs one operation of the core over a few texts, repeatedly: `iriform-instructions NAME ROUNDS`.
//!
//! Without arguments it prints the names and the number of texts of each. `python -m benchmarks.count_instructions`
//! runs each name under valgrind, subtracts the cost of `nothing`, and divides.

use std::borrow::Cow;
use std::env;
use std::hint::black_box;

use iriform::engine::{
    Components, Level, Reference, Requirements, Rule,
    canonical::{Steps, canonical},
    comparison_key,
    convert::to_iri,
    edit::{Changes, with_parts, with_query_changed},
    equivalent,
    findings::{Profile, RuleSet, check},
    lookup::{compared, key},
    normalize, origin, parse,
    percent::encode_non_ascii,
    query::{self, Style},
    recognize, relativize,
    repair::repair,
    resolve, split,
    surt::surt,
    template::Matcher,
    text::{Latin1, Ucs2, Utf8},
    within::Within,
    words::masked,
};
use iriform::policy::ready;
use iriform::{Iri, PrefixMap, Syntax};
use iriform_audit::{Judge, Tally, json, lines};
use iriform_kernel::{COMPONENTS, Consecutive, ReferenceKind, Rows, scan, validate};

/// The target of a reference.
fn target<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    let base = Reference::of(base);
    Reference::of(reference).after(|r, out| resolve(&base, r, true, out).is_some())
}

/// The normal form of a reference.
fn normal(text: &str, level: Level) -> Cow<'_, str> {
    Reference::of(text).after(|r, out| normalize(r, level, out))
}

/// Links like those in web pages.
const LINKS: [&str; 8] = [
    "http://www.example.org/over/there/and/back/again/index.html",
    "https://en.wikipedia.org/wiki/Uniform_Resource_Identifier",
    "http://news.example.com/2026/11/22/science/article-1234567.html",
    "https://www.example.net/search?q=identifier&lang=en&page=3",
    "http://sub.domain.example.co.uk:8080/path/to/a/resource#section",
    "https://example.org/~anna/photos/2026/summer/img_0042.jpg",
    "http://192.0.2.17/cgi-bin/query.pl?name=ferret&colour=purple",
    "https://anna@example.org/shop/item/99812-blue-suede-shoes",
];

/// Articles of a Japanese encyclopedia.
const JAPANESE: [&str; 4] = [
    "http://ja.dbpedia.org/resource/東京都",
    "http://ja.dbpedia.org/resource/新幹線0系電車",
    "http://ja.dbpedia.org/resource/アンナ・カレーニナ",
    "http://ja.dbpedia.org/resource/世界遺産の一覧_(ヨーロッパ)",
];

/// Non-ASCII hosts: one that look-up accepts unchanged, one with capitals, a right-to-left one, and one of two
/// scripts.
const NON_ASCII_HOSTS: [&str; 4] = [
    "https://www.münchen.example/a/b", "https://ΑΘΗΝΑ.example/", "http://موقع.example/index.html",
    "http://раураl.example/login",
];

/// Links that are not in normal form.
const NOT_NORMAL: [&str; 4] = [
    "HTTP://WWW.Example.ORG:80/a/./b/../%7eanna/index.html",
    "https://Example.com/%41%42c?q=%e2%82%ac",
    "HTTP://[2001:DB8:0:0::1]/x/../y",
    "ftp://example.org/a/b/../../c/./d",
];

/// Text that is not an IRI.
const INVALID: [&str; 4] = [
    "http://www.example.org/over there/index.html",
    "http://example.org/100%",
    "http://example.org:80a/",
    "//www.example.org/without/a/scheme",
];

/// Valid identifiers with more properties to report than most.
const OTHERS: [&str; 4] = [
    "file:///usr/share/doc/python3/README.Debian",
    "http://de.wikipedia.org/wiki/Universit%C3%A4t",
    "urn:isbn:0-395-36341-1",
    "mailto:anna@example.org",
];

/// Bases, and references from their documents.
const PAIRS: [(&str, &str); 8] = [
    ("http://www.example.org/over/there/doc.html?x=1", "../back/index.html"),
    ("http://www.example.org/over/there/", "picture.jpg"),
    ("https://example.com/shop/list?page=2", "/about/us"),
    ("https://example.com/shop/list?page=2", "?page=3"),
    ("https://example.com/a/b/c/d", "./../../e/./f?g#h"),
    ("https://example.com/a/b/c/d", "#top"),
    ("https://example.com", "index.html"),
    ("https://example.com/a/b", "//cdn.example.net/lib.js"),
];

/// A template for requests; the last request does not match.
const TEMPLATE: &str = "https://example.org/repos/{owner}/{repo}/issues{?page,per_page}";
const REQUESTS: [&str; 4] = [
    "https://example.org/repos/anna/iriform/issues",
    "https://example.org/repos/anna/iriform/issues?page=3&per_page=50",
    "https://example.org/repos/anna/caf%C3%A9/issues?page=2",
    "https://example.org/repos/anna/iriform/pulls",
];

/// References as a service reads them in a request.
const SERVED: [&str; 2] = [
    "http://www.example.org:8080/a/b/c?x=1&y=2#f",
    "https://www.example.org/search?q=a%20b&page=3&lang=en&sort=date",
];

/// Names of well-known vocabularies, and one of an unknown vocabulary.
const NAMES: [&str; 4] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://dbpedia.org/resource/Paris_(Texas)",
    "http://www.example.org/vocabulary/term",
];

/// The number of rows of a column: enough to make the fixed cost of a call negligible.
const ROWS: usize = 8192;

/// The repeated work: its name, its number of texts, and the operation on each.
type Work = (&'static str, usize, Box<dyn Fn()>);

/// An operation on each text of a list.
macro_rules! each {
    ($name:literal, $texts:expr, $text:ident => $body:expr) => {{
        let texts = $texts;
        let count = texts.len();
        let work: Work = (
            $name,
            count,
            Box::new(move || {
                for $text in &texts {
                    let $text = black_box($text);
                    let _ = black_box($body);
                }
            }),
        );
        work
    }};
}

#[allow(clippy::too_many_lines, reason = "a row for each operation")]
fn works() -> Vec<Work> {
    let octets = |text: &&str| text.as_bytes().to_vec();
    let code_units = |text: &&str| text.encode_utf16().collect::<Vec<u16>>();
    let targets = PAIRS.map(|(base, r)| (base, target(base, r).into_owned()));
    let template = Matcher::new(TEMPLATE);
    let web = ready("web").and_then(|terms| terms.policy().ok()).expect("a policy that is ready");
    let names = NAMES.map(|name| Iri::parse(name).expect("an IRI"));
    let prefixes = PrefixMap::well_known();
    let query_of = |text: &'static str| Reference::of(text).query().unwrap_or_default();
    let changed = [("page".to_owned(), vec![Some("4".to_owned())])];
    let steps = Steps::of([]).expect("the usual ones");
    let whole = PAIRS.map(|(base, _)| (base, LINKS[0]));
    let mut works: Vec<Work> = vec![
        ("nothing", 1, Box::new(|| ())),
        each!("parse", LINKS, t => parse::<true>(Utf8(t.as_bytes()), Requirements::FULL)),
        each!("parse, as URI", LINKS, t => parse::<false>(Utf8(t.as_bytes()), Requirements::FULL)),
        each!("parse, Japanese", JAPANESE, t => parse::<true>(Utf8(t.as_bytes()), Requirements::FULL)),
        each!("parse, invalid", INVALID, t => parse::<true>(Utf8(t.as_bytes()), Requirements::FULL)),
        each!("recognize", LINKS.map(|t| octets(&t)), t => recognize(Latin1(t), Rule::Iri)),
        each!("recognize, Japanese", JAPANESE.map(|t| code_units(&t)), t => {
            recognize(Ucs2(t), Rule::Iri)
        }),
        each!("split", LINKS, t => split(Utf8(t.as_bytes()))),
        each!("resolve", PAIRS, pair => target(pair.0, pair.1)),
        each!("resolve, a whole reference", whole, pair => target(pair.0, pair.1)),
        each!("relativize", targets, pair => relativize(&Reference::of(&pair.1), &Reference::of(pair.0), None, None)),
        each!("normalize, normal", LINKS, t => normal(t, Level::Syntax)),
        each!("normalize, not normal", NOT_NORMAL, t => normal(t, Level::Syntax)),
        each!("normalize by scheme", NOT_NORMAL, t => normal(t, Level::Scheme)),
        each!("comparison_key", LINKS, t => comparison_key(t, Level::Syntax)),
        each!("equivalent", PAIRS, pair => equivalent(pair.0, pair.1, Level::Syntax, false)),
        each!("to_uri, Japanese", JAPANESE, t => encode_non_ascii(t)),
        each!("to_iri", JAPANESE.map(|t| encode_non_ascii(t).into_owned()), t => to_iri(t, false)),
        each!("origin", LINKS, t => origin(t)),
        each!("with_parts", LINKS, t => {
            with_parts(t, &Changes { path: Some("/a/b"), ..Changes::default() })
        }),
        each!("query_value", SERVED, t => query::value(query_of(t), "page", Style::default())),
        each!("pairs", SERVED, t => query::pairs(query_of(t), Style::default()).count()),
        each!("update_query", SERVED, t => {
            with_query_changed(t, |query, out| {
                query::with_pairs(query, &changed, Style::default(), out);
            })
        }),
        each!("masked", SERVED, t => masked(t)),
        each!("canonical", SERVED, t => Reference::of(t).after(|r, out| canonical(r, steps, out))),
        each!("surt", SERVED, t => surt(&Reference::of(t), &mut String::new())),
        each!("host_key", LINKS, t => Reference::of(t).host().map(key)),
        each!("host_is_within", LINKS, t => {
            let mut within = Within::of(Reference::of(t).host().map(compared));
            within.ask("example.com");
            within.ask("example.org");
            within.answer()
        }),
        each!("compose", LINKS, t => Components::of(t).compose()),
        each!("repair", INVALID, t => repair(t, true, None)),
        each!("check", LINKS, t => check(t, RuleSet::shared(Profile::Default))),
        each!("check, a non-ASCII host", NON_ASCII_HOSTS, t => {
            check(t, RuleSet::shared(Profile::Default))
        }),
        each!("allow by a policy", LINKS, t => web.allows(t)),
        each!("match a template", REQUESTS, t => template.read(t, false)),
        each!("compress", names, t => prefixes.compress(*t, Syntax::Turtle)),
    ];
    let (text, offsets) = column();
    works.push((
        "validate a column",
        ROWS,
        Box::new(move || {
            let rows = Consecutive::new(&text, &offsets).expect("they ascend");
            let mut bits = vec![0; ROWS / 64];
            validate(&rows, 0..rows.len(), ReferenceKind::IRI, &mut bits);
            black_box(bits);
        }),
    ));
    let (text, offsets) = column();
    works.push((
        "split a column",
        ROWS,
        Box::new(move || {
            let rows = Consecutive::new(&text, &offsets).expect("they ascend");
            scan::<COMPONENTS>(&rows, 0..rows.len(), ReferenceKind::IRI, &mut |_, block| {
                black_box(block);
            });
        }),
    ));
    for (name, texts) in [
        ("audit a line", &LINKS[..]),
        ("audit a line, Japanese", &JAPANESE),
        ("audit a line, not plain", &OTHERS),
        ("audit a line, invalid", &INVALID),
    ] {
        let text = lines_of(texts, str::to_owned);
        let judge = Judge::new("IRI", None).expect("a production");
        works.push((
            name,
            ROWS,
            Box::new(move || {
                black_box(lines::count(text.as_bytes(), &judge, &mut Tally::default()));
            }),
        ));
    }
    let text = lines_of(&LINKS, |link| format!(r#"{{"n": 1, "url": "{link}"}}"#));
    let judge = Judge::new("IRI", None).expect("a production");
    works.push((
        "audit a line of JSON",
        ROWS,
        Box::new(move || {
            let values = json::read(text.as_bytes(), &[b"url".to_vec()], false);
            black_box(values.count(&judge, &mut Tally::default()));
        }),
    ));
    works
}

/// Lines, each made from one of the texts.
fn lines_of(texts: &[&str], line: impl Fn(&str) -> String) -> String {
    texts.iter().cycle().take(ROWS).map(|text| line(text) + "\n").collect()
}

/// The concatenated rows of a column of links, and the start of each; the end comes last.
fn column() -> (Vec<u8>, Vec<i32>) {
    let mut text = Vec::new();
    let mut offsets = vec![0];
    for row in LINKS.iter().cycle().take(ROWS) {
        text.extend_from_slice(row.as_bytes());
        offsets.push(i32::try_from(text.len()).expect("they are short"));
    }
    (text, offsets)
}

fn main() {
    let mut arguments = env::args().skip(1);
    let Some(name) = arguments.next() else {
        for (name, texts, _) in works() {
            println!("{texts} {name}");
        }
        return;
    };
    let rounds: usize = arguments.next().and_then(|n| n.parse().ok()).expect("a number of rounds");
    let works = works();
    let (_, _, work) = works.iter().find(|work| work.0 == name).expect("a name that is listed");
    for _ in 0..rounds {
        work();
    }
}
