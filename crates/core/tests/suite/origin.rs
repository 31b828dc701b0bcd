//! Origins: RFC 6454 §4.

use iriform::engine::origin;

/// Reference, origin.
#[test]
fn origins() {
    for (text, expected) in [
        ("http://example.com/a?b#c", Some("http://example.com")),
        ("HTTP://u:p@EXAMPLE.com:80", Some("http://example.com")),
        ("https://example.com:80", Some("https://example.com:80")),
        ("https://example.com:", Some("https://example.com")),
        ("https://example.com:00443", Some("https://example.com")),
        ("foo://H", Some("foo://h")),
        // §4, step 5: "the result of applying ToASCII"
        ("http://R\u{E9}sum\u{E9}.org", Some("http://xn--rsum-bpad.org")),
        ("http://r%C3%A9sum%C3%A9.org", Some("http://xn--rsum-bpad.org")),
        // Hosts that are not domain names are compared by syntax.
        ("http://a_%7e\u{E9}", Some("http://a_~%C3%A9")),
        ("http://[0:0::1]:8080", Some("http://[::1]:8080")),
        ("http://\u{FF11}.2.3.4", Some("http://1.2.3.4")),
        // A port that no connection can have.
        ("http://h:65535", Some("http://h:65535")),
        ("http://h:65536", None),
        // No scheme, no authority, no host.
        ("//h/", None),
        ("urn:a", None),
        ("file:///a", None),
        ("http://u@:80", None),
    ] {
        assert_eq!(origin(text).as_deref(), expected, "{text}");
    }
}
