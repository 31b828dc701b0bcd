//! The messages about a fault.

use iriform::engine::{
    Reason, Rule, recognize,
    text::{Ucs4, Utf8},
    words::{self, Explained, Picture, described, escape, meaning},
};

/// A production, a text, the message, and the suggestion.
const SAID: &[(Rule, &str, &str, Option<&str>)] = &[
    (
        Rule::Iri,
        "http://example.com/a b",
        "not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)",
        Some("percent-encode it as %20"),
    ),
    (
        Rule::Uri,
        "http://h/道",
        "not a URI: U+9053 is not ASCII (segment, RFC 3986 §3.3)",
        Some("IRIs may have it; in a URI it is %E9%81%93"),
    ),
    (
        Rule::Uri,
        "https://u@a.b\u{FC}cher.example:80/",
        "not a URI: U+00FC is not ASCII (reg-name, RFC 3986 §3.2.2)",
        Some("IRIs may have it; in a URI the host is a.xn--bcher-kva.example"),
    ),
    (
        Rule::Iri,
        "",
        "not an IRI: the text is empty (scheme, RFC 3986 §3.1)",
        Some("begin with a scheme, as in https:"),
    ),
    (
        Rule::Iri,
        "http://u:secret@h:80a/",
        "not an IRI: “80a” is not a port (port, RFC 3986 §3.2.3)",
        Some("a port has digits only"),
    ),
    (
        Rule::Iri,
        "http://h/{id}",
        "not an IRI: U+007B LEFT CURLY BRACKET is not allowed in a path segment (isegment, RFC 3987 §2.2)",
        Some("“{id}” looks like a URI template (RFC 6570): expand it first"),
    ),
    (
        Rule::Iri,
        "http://a@b@c/",
        "not an IRI: there is a second “@” in the authority (ireg-name, RFC 3987 §2.2)",
        Some("only the last “@” is a delimiter: write the others as %40"),
    ),
    (
        Rule::Iri,
        "http:\\\\h\\a",
        "not an IRI: U+005C REVERSE SOLIDUS is not allowed in a path segment (isegment, RFC 3987 §2.2)",
        Some("write “/” in place of “\\”"),
    ),
    (
        Rule::UriTemplate,
        "/{id:int}",
        "not a URI template: “int” is not a number from 1 to 9999 (max-length, RFC 6570 §2.4.1)",
        Some("RFC 6570 has no types of values: leave out “:int”, and give match its types"),
    ),
];

#[test]
fn messages_and_hints() {
    for &(rule, text, message, hint) in SAID {
        let codes: Vec<u32> = text.chars().map(u32::from).collect();
        let fault = recognize(Utf8(text.as_bytes()), rule).expect_err(text);
        let explained = Explained::new(Utf8(text.as_bytes()), rule, &fault, &|_| None);
        assert_eq!(explained.message(), message, "{text}");
        assert_eq!(explained.hint().as_deref(), hint, "{text}");
        // The same for another storage.
        let fault = recognize(Ucs4(&codes), rule).expect_err(text);
        let explained = Explained::new(Ucs4(&codes), rule, &fault, &|_| None);
        assert_eq!((explained.message(), explained.hint().as_deref()), (message.to_owned(), hint));
    }
}

#[test]
fn a_picture_is_cut_escaped_and_masked() {
    let text = format!("http://u:secret@h/\u{202E}{} {}", "a".repeat(60), "b".repeat(60));
    let fault = recognize(Utf8(text.as_bytes()), Rule::Uri).expect_err("it has a space");
    let explained = Explained::new(Utf8(text.as_bytes()), Rule::Uri, &fault, &|_| None);
    assert_eq!(
        explained.picture(),
        Picture {
            before: "http://u:***@h/".to_owned(),
            blamed: "\\u202e".to_owned(),
            after: format!("{}…", "a".repeat(32)),
        }
    );
    assert!(!explained.drawing().contains("secret"));
    // Without its password, the place of the port would be quoted.
    assert_eq!(explained.what(), "U+202E RIGHT-TO-LEFT OVERRIDE is not ASCII");
    assert_eq!(explained.plainly(), explained.what());
}

#[test]
fn a_name_comes_from_the_caller() {
    let text = Utf8("道".as_bytes());
    let fault = recognize(text, Rule::Scheme).expect_err("it is not ASCII");
    let name = |c: char| Some(format!("NAME OF {c}"));
    let explained = Explained::new(text, Rule::Scheme, &fault, &name);
    assert!(explained.message().contains("U+9053 NAME OF 道"), "{}", explained.message());
}

#[test]
fn every_rule_and_reason_has_words() {
    for &rule in Rule::ALL {
        let described = described(rule);
        assert_ne!(described.noun, "", "{}", rule.name());
        let standards = ["RFC ", "ECMA-427 "];
        let is_one = |start: &&str| described.clause().starts_with(*start);
        assert!(standards.iter().any(is_one), "{}", rule.name());
    }
    assert_eq!(described(Rule::AbsoluteIri).noun, "an absolute IRI");
    assert_eq!(described(Rule::IriReference).noun, "an IRI reference");
    for &reason in Reason::ALL {
        assert!(meaning(reason).len() > 10, "{}", reason.code());
    }
}

#[test]
fn what_cannot_be_seen_is_escaped() {
    assert_eq!(escape("a\nb\u{202E}c é\u{A0}"), "a\\nb\\u202ec é\\xa0");
}

#[test]
fn a_name_from_outside_is_quoted() {
    let quoted = |name: &str| words::quoted_name(Utf8(name.as_bytes()));
    assert_eq!(quoted("ex"), "'ex'");
    assert_eq!(quoted("a\n\u{202E}é"), "'a\\n\\u202eé'");
    assert_eq!(quoted(&"é".repeat(60)), format!("'{}'", "é".repeat(60)));
    assert_eq!(quoted(&"é".repeat(61)), format!("'{}…'", "é".repeat(60)));
    assert_eq!(quoted("/go?code=s3cret"), "'/go?code=***'");
    assert_eq!(
        quoted(&format!("{}?code=s3cret", "é".repeat(52))),
        format!("'{}?code=**…'", "é".repeat(52))
    );
}
