//! Comparison: RFC 3986 §6.1, §6.2, §4.4, RFC 3987 §5.3.

use std::borrow::Cow;

use iriform::engine::{Level, Reference, compare::is_same_document, comparison_key, equivalent};

use Level::{Scheme, String, Syntax};

/// Two texts, and whether they are equivalent by syntax and by scheme.
#[rustfmt::skip]
const PAIRS: &[(&str, &str, bool, bool)] = &[
    // RFC 3987 §5.3.2
    ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/ros\u{E9}", true, true),
    ("http://example.org/~user", "http://example.org/%7euser", true, true),
    ("http://example.org/%7euser", "http://example.org/%7Euser", true, true),
    // §5.3.2.2: no character normalization; §5.3.2.3: not of reserved characters
    ("http://h/r\u{E9}s", "http://h/re\u{301}s", false, false),
    ("http://h/a%2Fb", "http://h/a/b", false, false),
    // RFC 3986 §6.2.3
    ("http://example.com", "http://example.com:80/", false, true),
    ("http://example.com/?", "http://example.com/", false, false),
    ("http://example.com/#", "http://example.com/", false, false),
    // RFC 3987 §5.3.3
    ("http://r\u{E9}sum\u{E9}.example.org", "http://xn--rsum-bpad.example.org", false, true),
    ("http://r\u{E9}sum\u{E9}.example.org", "http://r%C3%A9sum%C3%A9.example.org/", false, true),
    ("http://u@R\u{C9}SUM\u{C9}.org:8/", "http://u@xn--rsum-bpad.org:8/", false, true),
    ("foo://r\u{E9}sum\u{E9}.org", "foo://xn--rsum-bpad.org", false, false),
    ("http://h:/", "http://h/", true, true),
    ("http://U@h/", "http://u@h/", false, false),
    ("http://h:8/", "http://h:9/", false, false),
    ("http://h:08080/", "http://h:8080/", false, true),
    ("foo://h:080", "foo://h:80", false, true),
    ("foo://h:80", "foo://h", false, false),
    // RFC 8089 §2
    ("file:/p", "file:///p", false, true),
    ("file:/p", "file://localhost/p", false, true),
    ("file:///p", "FILE://LOCALHOST/p", false, true),
    ("file:///p", "file://h/p", false, false),
    ("file:p", "file:///p", false, false),
    ("http://h/?", "http://h/??", false, false),
    ("http://h/%E9", "http://h/\u{E9}", false, false),
    // A relative reference is equivalent to itself only.
    ("%41", "A", false, false),
    ("//H", "//h", false, false),
    ("A", "A", true, true),
];

#[test]
fn keys_are_equal_where_references_are_equivalent() {
    for &(a, b, syntax, scheme) in PAIRS {
        assert_eq!(comparison_key(a, Syntax) == comparison_key(b, Syntax), syntax, "{a} {b}");
        assert_eq!(comparison_key(a, Scheme) == comparison_key(b, Scheme), scheme, "{a} {b}");
    }
}

#[test]
fn keys_are_uris_in_normal_form() {
    for (text, key) in [
        ("HTTP://\u{E9}/\u{E9}?\u{E000}", "http://%C3%A9/%C3%A9?%EE%80%80"),
        ("s:%e4", "s:%E4"),
        ("\u{E9}", "\u{E9}"),
    ] {
        assert_eq!(comparison_key(text, Syntax), key);
    }
}

#[test]
fn a_key_that_is_the_text_is_not_copied() {
    for (text, level) in [("http://h/a", Syntax), ("HTTP://H", String), ("\u{E9}", Scheme)] {
        assert!(matches!(comparison_key(text, level), Cow::Borrowed(_)), "{text}");
    }
}

#[test]
fn equivalence_is_equality_of_keys() {
    for &(a, b, syntax, scheme) in PAIRS {
        assert_eq!(equivalent(a, b, String, false), a == b);
        assert_eq!(equivalent(a, b, Syntax, false), syntax, "{a} {b}");
        assert_eq!(equivalent(a, b, Scheme, false), scheme, "{a} {b}");
        assert_eq!(equivalent(b, a, Scheme, false), scheme, "{b} {a}");
    }
}

#[test]
fn fragments_are_left_out_if_asked() {
    for (a, b, level, same) in [
        ("http://h/#a", "http://h/#b", String, true),
        ("http://h/#a", "http://h/", String, true),
        ("http://h/#a", "HTTP://h/", String, false),
        ("http://h/#a", "HTTP://h/", Syntax, true),
        ("#a", "", Syntax, true),
        ("http://h/?a#", "http://h/?b#", Syntax, false),
    ] {
        assert_eq!(equivalent(a, b, level, true), same, "{a} {b}");
        assert!(!equivalent(a, b, level, false), "{a} {b}");
    }
}

/// §4.4: reference, base, level, and whether it is the same document.
#[test]
fn same_documents() {
    for (reference, base, level, same) in [
        ("", "http://h/a?b#c", String, true),
        ("#f", "http://h/a?b#c", String, true),
        ("?b", "http://h/a?b", String, true),
        ("?", "http://h/a", String, false),
        ("a", "http://h/a", String, true),
        ("./%61", "http://h/a", String, false),
        ("./%61", "http://h/a", Syntax, true),
        ("http://h:80", "http://h/", Syntax, false),
        ("http://h:80", "http://h/", Scheme, true),
        (".", "http://h/a", Scheme, false),
    ] {
        let (r, b) = (Reference::of(reference), Reference::of(base));
        assert_eq!(is_same_document(&r, &b, level), same, "{reference} {base}");
    }
}

#[test]
fn a_key_that_is_borrowed_is_the_whole_text() {
    for text in ["urn:ab:c?=d#e", "urn:ab:c", "http://a/?b#c", "urn:ab:c#", "a#b"] {
        for &level in Level::ALL {
            if let std::borrow::Cow::Borrowed(key) = comparison_key(text, level) {
                assert_eq!(key, text);
            }
        }
    }
}
