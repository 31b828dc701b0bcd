//! Skeletons: valid literal text, the values that each placeholder accepts, and that no value leaves its
//! component.

use iriform::engine::{
    Components, Rule, path, recognize,
    skeleton::{
        Datum, Denial, Denied, Flaw, FlawKind, Newtype, NoHost, PairDatum, Placeholder, Single,
        Skeleton, Spot, fields,
    },
    split_authority,
    suffix::Suffixes,
    text::Utf8,
    words,
};

/// A skeleton with that text; `{name:*}` repeats.
fn read(production: Rule, text: &str) -> Result<Skeleton, Flaw> {
    read_on(production, text, false)
}

fn read_on(production: Rule, text: &str, on_base: bool) -> Result<Skeleton, Flaw> {
    let (strings, found) = fields(text)?;
    let strings: Vec<&str> = strings.iter().map(String::as_str).collect();
    let placeholders: Vec<Placeholder<'_>> = found
        .iter()
        .map(|field| Placeholder { name: &field.name, repeats: field.spec == "*" })
        .collect();
    Skeleton::read(production, on_base, &strings, &placeholders, Suffixes::built_in())
}

fn filled(skeleton: &Skeleton, values: &[Datum<'_>]) -> Result<String, Denial> {
    skeleton.fill(|i, slot| slot.put(values[i].clone())).map_err(|Denied { why, .. }| why)
}

fn uri(text: &str, values: &[Datum<'_>]) -> Result<String, Denial> {
    filled(&read(Rule::Uri, text).expect("a skeleton"), values)
}

fn iri(text: &str, values: &[Datum<'_>]) -> Result<String, Denial> {
    filled(&read(Rule::Iri, text).expect("a skeleton"), values)
}

fn text(text: &str) -> Datum<'_> {
    Datum::Text(text.into())
}

fn typed(component: Newtype, text: &str) -> Datum<'_> {
    Datum::Newtype(component, text.into())
}

fn list(members: &[&str]) -> Datum<'static> {
    Datum::List(members.iter().map(|member| Some((*member).to_owned())).collect())
}

fn pairs(pairs: &[(&str, Option<&str>)]) -> Datum<'static> {
    let one = |(name, value): &(&str, Option<&str>)| {
        ((*name).to_owned(), PairDatum::One(value.map(str::to_owned)))
    };
    Datum::Pairs(pairs.iter().map(one).collect())
}

fn ok(text: &str) -> Result<String, Denial> {
    Ok(text.to_owned())
}

const SEGMENT: &str = "https://h.example/users/{x}/files";
const PART: &str = "https://h.example/v{x}.json";

#[test]
fn a_whole_segment() {
    let all = ": @;=,&+!/?#[]%\u{E9}";
    let encoded = "%3A%20%40%3B%3D%2C%26%2B%21%2F%3F%23%5B%5D%25%C3%A9";
    assert_eq!(uri(SEGMENT, &[text(all)]), ok(&SEGMENT.replace("{x}", encoded)));
    let encoded = encoded.replace("%C3%A9", "\u{E9}");
    assert_eq!(iri(SEGMENT, &[text(all)]), ok(&SEGMENT.replace("{x}", &encoded)));
    for (dots, hidden) in [("..", ".."), (".", "."), ("../admin", ".."), ("a\\..\\b", "..")] {
        assert_eq!(uri(SEGMENT, &[text(dots)]), Err(Denial::DotSegment(hidden)), "{dots}");
    }
    // As text it is encoded once, so a reader that decodes once restores it.
    assert_eq!(uri(SEGMENT, &[text("%2e%2e")]), ok(&SEGMENT.replace("{x}", "%252e%252e")));
    assert_eq!(uri(SEGMENT, &[text("...")]), ok(&SEGMENT.replace("{x}", "...")));
    assert_eq!(uri(SEGMENT, &[text("")]), Err(Denial::Empty));
    assert_eq!(uri(SEGMENT, &[Datum::Nothing]), Err(Denial::Missing));
    assert_eq!(uri(SEGMENT, &[list(&["a"])]), Err(Denial::List));
    assert_eq!(uri(SEGMENT, &[pairs(&[])]), Err(Denial::Pairs));
    assert_eq!(uri(SEGMENT, &[Datum::Integer("7".into())]), ok(&SEGMENT.replace("{x}", "7")));
}

#[test]
fn typed_segments_and_paths() {
    let segment = |text| typed(Newtype::Segment, text);
    let path = |text| typed(Newtype::Path, text);
    assert_eq!(uri(SEGMENT, &[segment("a@b;c")]), ok(&SEGMENT.replace("{x}", "a@b;c")));
    for text in ["..", "%2e%2E", "a%2F..%2Fb", "%5C..", "."] {
        assert!(matches!(uri(SEGMENT, &[segment(text)]), Err(Denial::DotSegment(_))), "{text}");
    }
    assert_eq!(uri(SEGMENT, &[segment("")]), Err(Denial::Empty));
    assert_eq!(uri(SEGMENT, &[segment("\u{E9}")]), Err(Denial::NotAscii(Newtype::Segment)));
    assert_eq!(uri(SEGMENT, &[path("a/b:c")]), ok(&SEGMENT.replace("{x}", "a/b:c")));
    assert_eq!(uri(SEGMENT, &[path("/a/b")]), ok(&SEGMENT.replace("{x}", "a/b")));
    assert_eq!(uri(SEGMENT, &[path("a/../b")]), Err(Denial::DotSegment("..")));
    for text in ["", "/", "a//b", "a/"] {
        assert_eq!(uri(SEGMENT, &[path(text)]), Err(Denial::Empty), "{text}");
    }
    let elsewhere = Err(Denial::Elsewhere(Newtype::Query));
    assert_eq!(uri(SEGMENT, &[typed(Newtype::Query, "a=b")]), elsewhere);
    // A reference counts as text, except as a base.
    let reference = Datum::Reference("https://a.example/".into());
    let expected = SEGMENT.replace("{x}", "https%3A%2F%2Fa.example%2F");
    assert_eq!(uri(SEGMENT, &[reference]), Ok(expected));
}

#[test]
fn part_of_a_segment() {
    assert_eq!(uri(PART, &[text("1/2")]), ok("https://h.example/v1%2F2.json"));
    assert_eq!(uri(PART, &[text("")]), ok("https://h.example/v.json"));
    for (skeleton, value, dots) in [
        ("s:/.{x}", ".", ".."),
        ("s:/.{x}", "", "."),
        ("s:/{x}.", ".", ".."),
        ("s:/a{x}", "/..", ".."),
        ("s:/a{x}", "\\..\\b", ".."),
        ("s:/%2e{x}", ".", ".."),
        ("s:/..%2f{x}", "a", ".."),
    ] {
        assert_eq!(
            uri(skeleton, &[text(value)]),
            Err(Denial::DotSegment(dots)),
            "{skeleton} {value}"
        );
    }
    for component in [Newtype::Segment, Newtype::Path, Newtype::Host] {
        assert_eq!(uri(PART, &[typed(component, "a")]), Err(Denial::Elsewhere(component)));
    }
    assert_eq!(uri(PART, &[Datum::Nothing]), Err(Denial::Missing));
    assert_eq!(uri("urn:isbn:{x}", &[text("a:b")]), ok("urn:isbn:a%3Ab"));
}

#[test]
fn pairs_of_a_query() {
    let skeleton = "https://h.example/s?q={q}&n={n}&fixed=1#f";
    let both = [text("a&b=c+d"), text("")];
    assert_eq!(uri(skeleton, &both), ok("https://h.example/s?q=a%26b%3Dc%2Bd&n=&fixed=1#f"));
    assert_eq!(
        uri(skeleton, &[Datum::Nothing, text("2")]),
        ok("https://h.example/s?n=2&fixed=1#f")
    );
    assert_eq!(uri("https://h.example/s?q={q}#f", &[Datum::Nothing]), ok("https://h.example/s#f"));
    assert_eq!(uri("s:?{k}={v}", &[text("a=b"), text("=")]), ok("s:?a%3Db=%3D"));
    assert_eq!(uri("s:?a=1&{k}={v}", &[Datum::Nothing, text("x")]), ok("s:?a=1"));
    assert_eq!(uri("s:?{k}={v}&a=1", &[text("x"), Datum::Nothing]), ok("s:?a=1"));
    assert_eq!(uri("s:?a=x-{v}", &[Datum::Nothing]), ok("s:"));
    assert_eq!(uri("s:?flag{k}", &[text("&")]), ok("s:?flag%26"));
    assert_eq!(uri("s:?&a={v}", &[Datum::Nothing]), ok("s:?"));
    for (value, why) in [
        (list(&["a", "b"]), Denial::List),
        (pairs(&[("a", Some("b"))]), Denial::Pairs),
        (typed(Newtype::Segment, "a"), Denial::Elsewhere(Newtype::Segment)),
        (typed(Newtype::Query, "a"), Denial::Elsewhere(Newtype::Query)),
    ] {
        assert_eq!(uri("s:?a={v}", std::slice::from_ref(&value)), Err(why.clone()));
        assert_eq!(uri("s:?{v}=a", &[value]), Err(why));
    }
}

#[test]
fn a_pair_is_repeated_where_the_skeleton_says_so() {
    let skeleton = "s:?a=1&tag={x:*}&b=2";
    assert_eq!(uri(skeleton, &[list(&["x", "y&z"])]), ok("s:?a=1&tag=x&tag=y%26z&b=2"));
    assert_eq!(uri(skeleton, &[list(&[])]), ok("s:?a=1&b=2"));
    assert_eq!(uri(skeleton, &[text("x")]), ok("s:?a=1&tag=x&b=2"));
    assert_eq!(uri(skeleton, &[Datum::Nothing]), ok("s:?a=1&b=2"));
    assert_eq!(uri(skeleton, &[pairs(&[])]), Err(Denial::Pairs));
    assert_eq!(uri("s:?k=a{x:*}b", &[list(&["1", "2"])]), ok("s:?k=a1b&k=a2b"));
    assert_eq!(uri("s:?{k}={x:*}", &[text("&"), list(&["1", "2"])]), ok("s:?%26=1&%26=2"));
    for text in ["s:/{x:*}", "s:/a{x:*}", "s:#{x:*}", "s:?{x:*}=1", "s://{x:*}/", "s://h:{x:*}"] {
        let repeats = FlawKind::Repeats("x".to_owned());
        assert_eq!(read(Rule::Uri, text).map_err(|flaw| flaw.kind).err(), Some(repeats), "{text}");
    }
}

#[test]
fn pairs_in_the_place_of_a_pair() {
    let given = pairs(&[("a b", Some("1&2")), ("none", None), ("c", Some(""))]);
    assert_eq!(uri("s:?{x}", std::slice::from_ref(&given)), ok("s:?a%20b=1%262&c="));
    assert_eq!(uri("s:?p=1&{x}&q=2#f", &[given]), ok("s:?p=1&a%20b=1%262&c=&q=2#f"));
    assert_eq!(uri("s:?{x}", &[pairs(&[])]), ok("s:"));
    assert_eq!(uri("s:?a=1&{x}", &[pairs(&[("b", None)])]), ok("s:?a=1"));
    assert_eq!(uri("s:?{x}", &[typed(Newtype::Query, "a=1&b+c")]), ok("s:?a=1&b+c"));
    assert_eq!(uri("s:?{x}", &[typed(Newtype::Query, "")]), ok("s:"));
    assert_eq!(uri("s:?{x}", &[Datum::Nothing]), ok("s:"));
    assert_eq!(uri("s:?{x}", &[text("a=1")]), Err(Denial::Text));
    assert_eq!(uri("s:?{x}", &[Datum::Reference("s:".into())]), Err(Denial::Text));
    let listed =
        Datum::Pairs(vec![("a".to_owned(), PairDatum::List(vec![Some("1".to_owned()), None]))]);
    assert_eq!(uri("s:?{x}", std::slice::from_ref(&listed)), Err(Denial::List));
    assert_eq!(uri("s:?{x:*}", &[listed]), ok("s:?a=1"));
    assert_eq!(uri("s:?{x:*}", &[list(&["a"])]), Err(Denial::List));
}

#[test]
fn a_fragment() {
    assert_eq!(uri("s:#{x}", &[text("a#/?&b")]), ok("s:#a%23%2F%3F%26b"));
    assert_eq!(uri("s:#a-{x}/{y}", &[text("/"), text("..")]), ok("s:#a-%2F/.."));
    assert_eq!(uri("s:#{x}", &[typed(Newtype::Fragment, "a/?b")]), ok("s:#a/?b"));
    let elsewhere = Err(Denial::Elsewhere(Newtype::Fragment));
    assert_eq!(uri("s:#a{x}", &[typed(Newtype::Fragment, "a")]), elsewhere);
    assert_eq!(uri("s:#{x}", &[Datum::Nothing]), Err(Denial::Missing));
    assert_eq!(uri("s:#{x}", &[list(&["a"])]), Err(Denial::List));
}

#[test]
fn the_whole_host() {
    let skeleton = "https://{x}:80/a";
    for (host, expected) in [
        ("example.org", "example.org"),
        ("::1", "[::1]"),
        ("[::1]", "[::1]"),
        ("b\u{FC}cher.example", "xn--bcher-kva.example"),
    ] {
        assert_eq!(uri(skeleton, &[text(host)]), ok(&skeleton.replace("{x}", expected)));
    }
    assert_eq!(
        iri(skeleton, &[text("b\u{FC}cher.example")]),
        ok("https://b\u{FC}cher.example:80/a")
    );
    for host in [
        "evil.example/", "u@h", "h:1", "", "0x7f.1", "\u{FF11}27.0.0.1", "a%2Eb", "h\\", "a b",
        "h?", "h#", "127.1", "2130706433", "1.2.3.4.", "h\u{FF0F}", "[::1", "::1]", "fe80::1%eth0",
        "a..b", ".", "-", "\0", "\u{202E}",
    ] {
        assert!(matches!(uri(skeleton, &[text(host)]), Err(Denial::Host(_))), "{host}");
        assert!(matches!(iri(skeleton, &[text(host)]), Err(Denial::Host(_))), "{host}");
    }
    assert_eq!(
        uri(skeleton, &[typed(Newtype::Host, "a_b.example")]),
        ok("https://a_b.example:80/a")
    );
    assert_eq!(
        uri(skeleton, &[typed(Newtype::Host, "%31.1.1.1")]),
        Err(Denial::Host(NoHost::HiddenAddress))
    );
    assert_eq!(uri(skeleton, &[Datum::Nothing]), Err(Denial::Missing));
    let elsewhere = Err(Denial::Elsewhere(Newtype::Authority));
    assert_eq!(uri(skeleton, &[typed(Newtype::Authority, "h")]), elsewhere);
}

#[test]
fn a_label_of_a_host() {
    let skeleton = "https://{x}.example.com/";
    for label in ["a", "a-1", "A"] {
        assert_eq!(uri(skeleton, &[text(label)]), ok(&skeleton.replace("{x}", label)));
    }
    let long = "a".repeat(64);
    for text_ in
        ["", "a.b", "-a", "a-", "xn--a", "XN--a", "\u{E9}", "a/", "a@b", "a_b", "a%2e", &long]
    {
        assert_eq!(uri(skeleton, &[text(text_)]), Err(Denial::Label), "{text_}");
    }
    assert_eq!(uri(skeleton, &[typed(Newtype::Host, "a")]), Err(Denial::Elsewhere(Newtype::Host)));
    assert_eq!(uri(skeleton, &[Datum::Nothing]), Err(Denial::Missing));
    let two = "https://{x}.eu.{y}.example.com/";
    assert_eq!(uri(two, &[text("a"), text("b")]), ok("https://a.eu.b.example.com/"));
    for (skeleton, rest) in [
        ("https://{x}.com/", "com"),
        ("https://{x}.co.uk/", "co.uk"),
        ("https://{x}.github.io/", "github.io"),
        ("https://www.{x}/", ""),
        ("https://a.{x}.com/", "com"),
        ("https://{x}.0.0.1/", "0.0.1"),
        ("https://{x}.1/", "1"),
    ] {
        let why = FlawKind::NoDomain { name: "x".to_owned(), rest: rest.to_owned() };
        assert_eq!(
            read(Rule::Uri, skeleton).map_err(|flaw| flaw.kind).err(),
            Some(why),
            "{skeleton}"
        );
    }
    for skeleton in ["https://api-{x}.example.com", "https://{x}a.b", "https://{x}%2e.a.com"] {
        let why = FlawKind::PartOfLabel("x".to_owned());
        assert_eq!(
            read(Rule::Uri, skeleton).map_err(|flaw| flaw.kind).err(),
            Some(why),
            "{skeleton}"
        );
    }
    let why = FlawKind::InBrackets("x".to_owned());
    assert_eq!(read(Rule::Uri, "s://[{x}]/").map_err(|flaw| flaw.kind).err(), Some(why));
}

#[test]
fn a_port() {
    let port = |text: &'static str| uri("s://h:{x}/", &[Datum::Integer(text.into())]);
    assert_eq!(port("8080"), ok("s://h:8080/"));
    assert_eq!(port("65535"), ok("s://h:65535/"));
    for text in ["0", "-1", "65536", "99999999999999999999"] {
        assert_eq!(port(text), Err(Denial::Port), "{text}");
    }
    assert_eq!(uri("s://h:{x}/", &[Datum::Nothing]), ok("s://h/"));
    assert_eq!(uri("s://{h}:{x}", &[text("a"), Datum::Nothing]), ok("s://a"));
    assert_eq!(uri("s://h:{x}/", &[text("80")]), Err(Denial::Port));
    let why = FlawKind::PartOfPort("x".to_owned());
    assert_eq!(read(Rule::Uri, "s://h:80{x}/").map_err(|flaw| flaw.kind).err(), Some(why));
}

#[test]
fn a_userinfo() {
    let both = [text("a:b@c"), text("d:e")];
    assert_eq!(uri("s://{u}:{p}@h", &both), ok("s://a%3Ab%40c:d%3Ae@h"));
    assert_eq!(uri("s://{u}@h", &[text("a:b")]), ok("s://a%3Ab@h"));
    assert_eq!(uri("s://{u}@h", &[typed(Newtype::Userinfo, "a:b")]), ok("s://a:b@h"));
    let elsewhere = Err(Denial::Elsewhere(Newtype::Userinfo));
    assert_eq!(uri("s://{u}:p@h", &[typed(Newtype::Userinfo, "a:b")]), elsewhere);
    assert_eq!(uri("s://{u}@h", &[Datum::Nothing]), Err(Denial::Missing));
}

#[test]
fn a_base() {
    let on = |text: &str, base: &'static str, value: &'static str| {
        let skeleton = read_on(Rule::Uri, text, true).expect("a skeleton");
        filled(&skeleton, &[Datum::Reference(base.into()), self::text(value)])
    };
    for (base, expected) in [
        ("https://h.example/v1", "https://h.example/v1/users/7"),
        ("https://h.example/v1/", "https://h.example/v1/users/7"),
        ("https://h.example", "https://h.example/users/7"),
        ("https://u:p@h.example:80/", "https://u:p@h.example:80/users/7"),
        ("file:///", "file:///users/7"),
        ("urn:a:b", "urn:a:b/users/7"),
        ("x:", "x:/users/7"),
    ] {
        assert_eq!(on("{b}/users/{x}", base, "7"), ok(expected), "{base}");
    }
    assert_eq!(on("{b}?q={x}", "https://h", "7"), ok("https://h?q=7"));
    assert_eq!(on("{b}#{x}", "https://h/a/", "7"), ok("https://h/a/#7"));
    for (base, why) in [
        ("https://h/?a", Denial::BaseQuery),
        ("https://h/#a", Denial::BaseFragment),
        ("https://h/a/../b", Denial::BaseDots),
        ("https://h/a/%2e%2e/b", Denial::BaseDots),
        ("https://h/\u{E9}", Denial::BaseNotAscii),
        ("/relative", Denial::NotABase),
    ] {
        assert_eq!(on("{b}/users/{x}", base, "7"), Err(why), "{base}");
    }
    assert_eq!(on("{b}//a/{x}", "x:", "7"), Err(Denial::BaseAuthority));
    assert_eq!(on("{b}//a/{x}", "x:/", "7"), Err(Denial::BaseAuthority));
    assert_eq!(on("{b}//a/{x}", "x://h/", "7"), ok("x://h//a/7"));
    let skeleton = read_on(Rule::Uri, "{b}/a", true).expect("a skeleton");
    assert_eq!(filled(&skeleton, &[text("https://h")]), Err(Denial::NotABase));
    for text in ["{b}.evil", "{b}@x", "{b}:80", "{b}a"] {
        let why = FlawKind::AfterBase("b".to_owned());
        assert_eq!(
            read_on(Rule::Uri, text, true).map_err(|flaw| flaw.kind).err(),
            Some(why),
            "{text}"
        );
    }
}

#[test]
fn a_relative_reference_begins_with_no_scheme() {
    let read = |text| read(Rule::UriReference, text).expect("a skeleton");
    let filled = |text, value| filled(&read(text), &[value]);
    assert_eq!(filled("{x}", text("javascript:alert(1)")), ok("javascript%3Aalert%281%29"));
    assert_eq!(filled("{x}/b", typed(Newtype::Segment, "a:b")), ok("a%3Ab/b"));
    assert_eq!(filled("{x}", typed(Newtype::Path, "a:b/c:d")), ok("a%3Ab/c:d"));
    assert_eq!(filled("a/{x}", typed(Newtype::Segment, "a:b")), ok("a/a:b"));
    assert_eq!(filled("/{x}", text("/evil.example")), ok("/%2Fevil.example"));
    assert_eq!(filled("/{x}", text("\\evil.example")), ok("/%5Cevil.example"));
    assert_eq!(filled("/{x}", text("")), Err(Denial::Empty));
}

#[test]
fn literal_text_is_judged_once() {
    let why = |text: &str| read(Rule::Uri, text).map_err(|flaw| flaw.kind).err();
    let (x, y) = (|| "x".to_owned(), || "y".to_owned());
    for text in ["{x}:a", "ht{x}://h", "{x}s://h"] {
        assert_eq!(why(text), Some(FlawKind::InScheme(x())), "{text}");
    }
    assert_eq!(why("{x}/a"), Some(FlawKind::NoScheme(Some(x()))));
    assert_eq!(why("//h/{x}"), Some(FlawKind::NoScheme(None)));
    assert_eq!(why("s:{x}{y}"), Some(FlawKind::Adjacent { first: x(), second: y() }));
    for text in ["s:%{x}", "s:%4{x}", "s:a?b=%E{x}"] {
        assert_eq!(why(text), Some(FlawKind::AfterPercent(x())), "{text}");
    }
    for (text, unit) in [
        ("s:/{x}-{y}", Single::Segment),
        ("s:?{x}-{y}", Single::Name),
        ("s:?{x}-{y}=a", Single::Name),
        ("s:?a={x}-{y}", Single::Value),
        ("s://{x}-{y}@h", Single::User),
        ("s://u:{x}:{y}@h", Single::Password),
    ] {
        let two = FlawKind::TwoInOne { first: x(), second: y(), unit };
        assert_eq!(why(text), Some(two), "{text}");
    }
    let flaw = read(Rule::Uri, "s:/\u{E9} {x}/b c").expect_err("not ASCII");
    assert_eq!(flaw.position, 3);
    let flaw = read(Rule::Iri, "s:/\u{E9}{x}/b c").expect_err("a space");
    assert_eq!(
        words::skeleton::flaw(&flaw),
        "the literal text is not an IRI: U+0020 SPACE is not allowed in a path segment, at position \
         9 of the skeleton"
    );
    // The path of a text without placeholders is also checked.
    assert_eq!(uri("s:/a/../b", &[]), ok("s:/a/../b"));
}

#[test]
fn messages_name_the_placeholder_its_place_the_rule_and_what_to_do() {
    let skeleton = read(Rule::Uri, "https://anna:secret@h/users/{user_id}?q={q}").expect("one");
    let refusal = Denied { hole: 0, why: Denial::DotSegment("..") };
    assert_eq!(
        words::skeleton::refused(&skeleton, &refusal),
        "'user_id', segment 2 of the path (position 28): the value would make the dot segment “..”, \
         by itself or after a decoded slash or a backslash, and lead elsewhere (RFC 3986 §5.2.4); \
         refuse such data, or write dots as literal text"
    );
    let refusal = Denied { hole: 1, why: Denial::List };
    assert_eq!(
        words::skeleton::refused(&skeleton, &refusal),
        "'q', the value of 'q' in the query (position 40): a list would change how many pairs there \
         are; write {name:*} where the pair is to be repeated"
    );
    let flaw = read(Rule::Uri, "https://anna:secret@h/ /{x}").expect_err("a space");
    assert!(!words::skeleton::flaw(&flaw).contains("secret"));
}

/// Data that changed the target elsewhere.
const NASTY: &[&str] = &[
    "", ".", "..", "...", "../admin", "..\\admin", "/", "//", "//evil.example", "\\", "a/b", "?",
    "#", "1?x=", "a#b", "evil.example/", "@evil.example", ":80", "javascript:alert(1)", "&admin=1",
    "a=b", "%", "%2e%2e", "%2F", "%00", "\0", "\r\nHost: evil", " ", "+", "a b", ";", "..;",
    "\u{E9}", "\u{202E}", "\u{FF0F}", "\u{FF0E}\u{FF0E}", "\u{E000}", "\u{1F600}", "[::1]", "{x}",
    "<>\"'`|^", "xn--a", "~",
];

/// The shape of a result: its components and its numbers of segments and pairs.
fn shape(text: &str) -> (bool, Option<String>, Option<String>, usize, Option<usize>, bool) {
    let c = Components::of(text);
    let authority = c.authority.map(|a| split_authority(Utf8(a.as_bytes()), 0..a.len()));
    let port = authority
        .and_then(|parts| parts.port)
        .map(|port| c.authority.unwrap_or("")[port].to_owned());
    let host =
        c.authority.map(|a| a[split_authority(Utf8(a.as_bytes()), 0..a.len()).host].to_owned());
    let segments = path::segments(Utf8(c.path.as_bytes())).count();
    let pairs = c.query.map(|query| query.split('&').count());
    (c.scheme.is_some(), host, port, segments, pairs, c.fragment.is_some())
}

#[test]
fn no_value_leaves_its_place() {
    let skeletons = [
        "https://u:{a}@h.example:80/{b}/x?k={c}&l=1#{d}",
        "https://{a}@h.example/v{b}.j?{c}=1#s-{d}",
        "s:{b}/{c}?a&b={a}#/{d}",
        "s:/a/{b}/../{c}x?{a}&k={d}",
    ];
    for skeleton in skeletons {
        for production in [Rule::Uri, Rule::Iri] {
            let Ok(read) = read(production, skeleton) else { panic!("{skeleton}") };
            let plain = |i: usize| match read.place(i) {
                Spot::Pairs => pairs(&[("p", Some("q"))]),
                _ => text("plain"),
            };
            let base: Vec<Datum<'_>> = (0..read.holes()).map(plain).collect();
            let expected = shape(&filled(&read, &base).expect("plain values"));
            for hole in 0..read.holes() {
                let mut seen = std::collections::HashMap::new();
                for nasty in NASTY {
                    let mut values = base.clone();
                    values[hole] = match read.place(hole) {
                        Spot::Pairs => pairs(&[(*nasty, Some(*nasty))]),
                        _ => text(nasty),
                    };
                    let Ok(result) = filled(&read, &values) else { continue };
                    assert_eq!(recognize(Utf8(result.as_bytes()), production), Ok(()), "{result}");
                    assert_eq!(shape(&result), expected, "{skeleton} {nasty:?}");
                    let other = seen.insert(result.clone(), *nasty);
                    assert_eq!(other, None, "{result} of {nasty:?}");
                }
            }
        }
    }
}
