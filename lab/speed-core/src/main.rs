//! `iriform` compared with the Rust crates that parse URIs and IRIs, on real data.
//!
//! ```text
//! cargo run --profile speed --manifest-path lab/speed-core/Cargo.toml [-- [--rounds N] [--json FILE] [CORPUS …]]
//! ```

mod corpora;
mod measure;
mod operations;

use std::fmt::Write as _;
use std::hint::black_box;
use std::{env, fs};

use iriform::engine::{
    Requirements, Rule, parse, recognize, split,
    text::{Latin1, Ucs2, Ucs4, Utf8},
};

use corpora::Corpus;
use measure::{Subject, Times};

/// The peers that do what `IRI` does; we are compared with the fastest.
const RIVALS: [&str; 2] = ["oxiri", "fluent-uri"];

fn subjects(corpus: &Corpus) -> Vec<Subject<'_>> {
    /// Runs a function over every text of a corpus, as a subject.
    macro_rules! subject {
        ($name:literal, $texts:expr, $text:ident => $body:expr) => {
            Subject::new($name, move || {
                for $text in $texts {
                    let $text = black_box($text);
                    let _ = black_box($body);
                }
            })
        };
    }
    let texts = &corpus.texts;
    let mut subjects = vec![
        subject!("parse", texts, t => parse::<true>(Utf8(t.as_bytes()), Requirements::FULL)),
        subject!("oxiri", texts, t => oxiri::Iri::parse(t.as_str())),
        subject!("fluent-uri", texts, t => fluent_uri::Iri::parse(t.as_str())),
        subject!("iri-string", texts, t => iri_string::types::IriStr::new(t)),
        subject!("iref", texts, t => iref::Iri::new(t)),
        subject!("url", texts, t => url::Url::parse(t)),
        subject!("recognize", texts, t => recognize(Utf8(t.as_bytes()), Rule::Iri)),
        subject!("split", texts, t => split(Utf8(t.as_bytes()))),
        subject!("UCS-4", &corpus.ucs4, t => recognize(Ucs4(t), Rule::Iri)),
    ];
    if let Some(ucs2) = &corpus.ucs2 {
        subjects.push(subject!("UCS-2", ucs2, t => recognize(Ucs2(t), Rule::Iri)));
    }
    if let Some(latin1) = &corpus.latin1 {
        subjects.push(subject!("Latin-1", latin1, t => recognize(Latin1(t), Rule::Iri)));
    }
    subjects
}

/// `url` repairs text and writes a normal form, unlike the others.
const COLUMNS: [&str; 11] = [
    "parse", "oxiri", "fluent-uri", "iri-string", "iref", "url", "recognize", "split", "Latin-1",
    "UCS-2", "UCS-4",
];

/// Returns true if every library accepts a text as an IRI, so all do the same work on it.
fn valid_for_all(text: &str) -> bool {
    recognize(Utf8(text.as_bytes()), Rule::Iri).is_ok()
        && oxiri::Iri::parse(text).is_ok()
        && fluent_uri::Iri::parse(text).is_ok()
        && iri_string::types::IriStr::new(text).is_ok()
        && iref::Iri::new(text).is_ok()
        && url::Url::parse(text).is_ok()
}

fn main() {
    let mut rounds = 101;
    let mut json = None;
    let mut names = Vec::new();
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => rounds = arguments.next().and_then(|n| n.parse().ok()).expect("a number"),
            "--json" => json = Some(arguments.next().expect("a file")),
            _ => names.push(argument),
        }
    }

    println!("Nanoseconds a text; the last two columns say how many times as long `parse` took.\n");
    let ratios: Vec<String> = RIVALS.iter().map(|rival| format!("× {rival}")).collect();
    println!("| corpus | texts | bytes | {} | {} |", COLUMNS.join(" | "), ratios.join(" | "));
    println!("|---|{}", "---:|".repeat(2 + COLUMNS.len() + RIVALS.len()));
    let mut record = String::new();
    for corpus in corpora::read(valid_for_all) {
        if !names.is_empty() && !names.contains(&corpus.name) {
            continue;
        }
        let subjects = subjects(&corpus);
        let times = Times::take(&subjects, corpus.texts.len(), rounds);
        let place = |name: &str| subjects.iter().position(|subject| subject.name == name);

        let (count, bytes) = (corpus.texts.len(), corpus.mean_bytes());
        print!("| {} | {count} | {bytes} |", corpus.name);
        write!(record, r#"{{"corpus": "{}", "texts": {count}, "bytes": {bytes}"#, corpus.name)
            .expect("a String takes all");
        for column in COLUMNS {
            match place(column) {
                Some(subject) => {
                    let time = times.median(subject);
                    print!(" {time:.1} |");
                    write!(record, r#", "{column}": {time:.2}"#).expect("a String takes all");
                }
                None => print!(" – |"),
            }
        }
        for rival in RIVALS {
            let (parse, rival) = (place("parse"), place(rival));
            print!(" {:.2} |", times.ratio(parse.expect("there"), rival.expect("there")));
        }
        println!();
        record.push_str("}\n");
    }
    if names.is_empty() || names.iter().any(|name| name == "operations") {
        println!("\nIn brackets, how many times as long we took.\n");
        operations::run(rounds, &mut record);
    }
    if let Some(file) = json {
        fs::write(file, record).expect("a writable file");
    }
}
