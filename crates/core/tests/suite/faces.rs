//! Templates and prefixes as users of the crate see them. Their behavior is tested in Python.

use iriform::{
    CompactError, Iri, NotAMap, PrefixMap, Reason, Syntax, Template, TemplateError, TemplateMisuse,
    TemplateValue,
};

fn list(members: &[&str]) -> TemplateValue {
    TemplateValue::List(members.iter().map(|&member| member.to_owned()).collect())
}

#[test]
fn a_template_is_expanded_and_matched() {
    let template = Template::parse("http://h{/path*}{?q*,n}").expect("valid");
    let pairs = TemplateValue::Pairs(vec![("a".to_owned(), "é".to_owned())]);
    let values = [("path", list(&["x", "y/z"])), ("q", pairs)];

    assert_eq!(template.names().collect::<Vec<_>>(), ["path", "q", "n"]);
    assert_eq!(template.expand(&values).expect("valid"), "http://h/x/y%2Fz?a=%C3%A9");
    assert_eq!(template.expand_to_iri(&values).expect("valid"), "http://h/x/y%2Fz?a=é");
    assert_eq!(template.expand(&[]).expect("valid"), "http://h");
    assert_eq!(template.find("http://h/x"), Some(vec![("path", list(&["x"]))]));
    assert_eq!(template.find("http://h/x/y%2Fz"), None, "a value within a segment has no slash");
    assert_eq!(template.find("http://g/"), None);
}

#[test]
fn what_is_no_expansion_has_a_reason() {
    assert_eq!(Template::parse("{a").expect_err("refused").reason(), Reason::UnclosedExpression);
    let expanded =
        |text: &str, value| Template::parse(text).expect("valid").expand(&[("a", value)]);

    let composite = TemplateMisuse::PrefixOfComposite { name: "a".to_owned() };
    assert_eq!(
        expanded("{a:3}", list(&["x"])).expect_err("refused"),
        TemplateError::Misuse(composite)
    );
    let error = expanded("{+a}", "1:b".into()).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "not a URI reference: the first segment of a relative path must not contain a colon \
         (segment-nz-nc, RFC 3986 §3.3)"
    );
}

#[test]
fn a_map_makes_compact_and_whole() {
    let namespace = |text| Iri::parse(text).expect("valid");
    let (short, long) = (namespace("http://h/"), namespace("http://h/a#"));
    let map = PrefixMap::new([("s", short), ("l", long)]).expect("valid");

    assert_eq!(map.iter().collect::<Vec<_>>(), [("s", "http://h/"), ("l", "http://h/a#")]);
    let iri = namespace("http://h/a#b");
    for &syntax in Syntax::ALL {
        let compact = map.compress(iri, syntax).expect("valid");
        let expected = if syntax == Syntax::SafeCurie { "[l:b]" } else { "l:b" };
        assert_eq!(compact, expected, "{}", syntax.name());
        assert_eq!(map.expand(&compact, syntax).expect("valid"), iri, "{}", syntax.name());
    }
    assert_eq!(map.compress(namespace("urn:x"), Syntax::Plain), None);
    assert_eq!(
        PrefixMap::new([("s", short), ("s", long)]).expect_err("refused").to_string(),
        "two prefixes have the same name"
    );
    assert_eq!(PrefixMap::new([("a b", short)]).expect_err("refused"), NotAMap::Name(0));
}

#[test]
fn what_is_not_compact_has_a_reason() {
    let map = PrefixMap::new([("s", Iri::parse("http://h/").expect("valid"))]).expect("valid");
    let said = |text: &str| map.expand(text, Syntax::Turtle).expect_err("refused").to_string();

    assert_eq!(said("a"), "not a compact IRI: it must have a prefix and a colon");
    assert_eq!(said("t:a"), "unknown prefix 't'");
    assert_eq!(
        said("s:é b"),
        "not a compact IRI in turtle, whose syntax does not allow the character at position 3"
    );
    let error = map.expand("s:a b", Syntax::Plain).expect_err("refused");
    assert!(
        matches!(error, CompactError::NotAnIri(ref error) if error.position() == 10),
        "{error}"
    );
}
