//! The forms of references: RFC 3986 §4.1, §4.2.

use iriform::engine::{ReferenceForm, text::Utf8};

#[test]
fn forms() {
    for (text, name) in [
        ("http://h/a", "full"),
        ("urn:", "full"),
        ("//h/a", "network-path"),
        ("//", "network-path"),
        ("/a", "absolute-path"),
        ("/.//a", "absolute-path"),
        ("a/b", "relative-path"),
        ("./a:b", "relative-path"),
        ("", "empty"),
        ("?q", "empty"),
        ("#f:/", "empty"),
    ] {
        assert_eq!(ReferenceForm::of(Utf8(text.as_bytes())).name(), name, "{text}");
    }
}
