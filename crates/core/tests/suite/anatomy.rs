//! The anatomy of a reference: its components, the notes on them, and its pieces.

use iriform::engine::{
    Rule,
    words::anatomy::{Anatomy, kind, pieces},
};

/// Name, rule, text, note.
fn listed(text: &str, most_segments: usize) -> Vec<(&str, Rule, &str, Option<String>)> {
    let components = Anatomy::of(text, most_segments).components.into_iter();
    components.map(|c| (c.name, c.rule, &text[c.span], c.remark)).collect()
}

#[test]
fn components_and_their_parts() {
    let said = |remark: &str| Some(remark.to_owned());
    assert_eq!(
        listed("http://me@例え.jp:80/a%20b/道?q#%C3%A9", 9),
        [
            ("scheme", Rule::Scheme, "http", None),
            ("authority", Rule::Authority, "me@例え.jp:80", None),
            ("userinfo", Rule::Userinfo, "me", None),
            ("host", Rule::Host, "例え.jp", said("reg-name = xn--r8jz45g.jp")),
            ("port", Rule::Port, "80", None),
            ("path", Rule::PathAbempty, "/a%20b/道", None),
            ("segment", Rule::Segment, "a%20b", said("= a b")),
            ("segment", Rule::Segment, "道", None),
            ("query", Rule::Query, "q", None),
            ("fragment", Rule::Fragment, "%C3%A9", said("= é")),
        ]
    );
}

#[test]
fn what_is_said_of_hosts() {
    for (text, remark) in [
        ("http://[::1]/", "IPv6address"),
        ("http://127.0.0.1/", "IPv4address"),
        ("http://0x7f.1/", "reg-name; browsers read 127.0.0.1 here"),
        ("//0x7f.1/", "reg-name; browsers read 127.0.0.1 here"),
        ("urn://0x7f.1/", "reg-name"),
        ("http://XN--r8jz45g.jp/", "reg-name = 例え.jp"),
        ("http://%65/", "reg-name = e"),
        ("http:///", "reg-name"),
    ] {
        let components = listed(text, 0);
        let host = components.iter().find(|component| component.0 == "host");
        assert_eq!(host.and_then(|host| host.3.as_deref()), Some(remark), "{text}");
    }
}

#[test]
fn the_rules_of_paths_and_first_segments() {
    for (text, path, segment) in [
        ("s:a/b", Rule::PathRootless, Some(Rule::SegmentNz)),
        ("s:/a/b", Rule::PathAbsolute, Some(Rule::SegmentNz)),
        ("a/b", Rule::PathNoscheme, Some(Rule::SegmentNzNc)),
        ("//h/a", Rule::PathAbempty, Some(Rule::Segment)),
        ("?q", Rule::PathEmpty, None),
    ] {
        let rules: Vec<_> = listed(text, 1).into_iter().map(|component| component.1).collect();
        assert!(rules.contains(&path), "{text}: {rules:?}");
        assert!(segment.is_none_or(|segment| rules.contains(&segment)), "{text}: {rules:?}");
    }
}

#[test]
fn segments_that_are_not_listed_are_counted() {
    let anatomy = Anatomy::of(&format!("s:{}", "/a".repeat(12_345)), 5);
    assert_eq!(anatomy.components.len(), 2 + 5);
    assert_eq!(anatomy.more().as_deref(), Some("and 12,340 more segments"));
    assert_eq!(Anatomy::of("s:/a", 1).more(), None);
}

#[test]
fn pieces_are_the_whole_text() {
    for text in ["http://u@h:80/a?b#c", "//h", "s:", "", "?", "#", "file:///a", "s://@:?#", "a/b"] {
        let pieces = pieces(text);
        let joined: String = pieces.iter().map(|piece| &text[piece.span.clone()]).collect();
        assert_eq!(joined, text);
    }
    let delimiters: Vec<_> = pieces("s://u@h:1/?q")
        .into_iter()
        .filter(|piece| piece.name.is_none())
        .map(|piece| (piece.span, piece.is_in_authority))
        .collect();
    assert_eq!(delimiters, [(1..4, false), (5..6, true), (7..8, true), (10..11, false)]);
}

#[test]
fn the_narrowest_kind() {
    for (text, said) in [
        ("s:a", Some((Rule::Uri, "a URI (RFC 3986)"))),
        ("s:é", Some((Rule::Iri, "an IRI (RFC 3987)"))),
        ("a", Some((Rule::UriReference, "a relative reference (RFC 3986)"))),
        ("é", Some((Rule::IriReference, "a relative reference (RFC 3987)"))),
        ("a b", None),
    ] {
        assert_eq!(kind(text), said);
    }
}
