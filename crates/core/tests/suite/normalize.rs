//! Normal forms: RFC 3986 §6.2, RFC 3987 §5.3.

use iriform::engine::Level;

use crate::normalize;

use Level::{Scheme, Syntax};

/// Text, normal form by syntax, normal form by scheme.
#[rustfmt::skip]
const FORMS: &[(&str, &str, &str)] = &[
    // §6.2.2, §6.2.2.1, §6.2.3
    ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D", "example://a/b/c/%7Bfoo%7D"),
    ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", "http://www.example.com/"),
    ("http://example.com", "http://example.com", "http://example.com/"),
    ("http://example.com:/", "http://example.com/", "http://example.com/"),
    ("http://example.com:80/", "http://example.com:80/", "http://example.com/"),
    ("http://example.com/?", "http://example.com/?", "http://example.com/?"),
    ("http://example.com/#", "http://example.com/#", "http://example.com/#"),
    // Letter case: only scheme and host.
    ("S://U@H/P?Q#F", "s://U@h/P?Q#F", "s://U@h/P?Q#F"),
    ("S:A", "s:A", "s:A"),
    ("//HOST/A", "//host/A", "//host/A"),
    ("s://\u{C9}H", "s://\u{C9}h", "s://\u{C9}h"),
    // Percent-encoding in each component.
    ("s://%41%2f@%41%2f/%41%2f?%41%2f#%41%2f", "s://A%2F@a%2F/A%2F?A%2F#A%2F", "s://A%2F@a%2F/A%2F?A%2F#A%2F"),
    // Dot segments, after decoding, if there is a scheme.
    ("s:/a/%2e%2E/b", "s:/b", "s:/b"),
    ("s:a/./b", "s:a/b", "s:a/b"),
    ("a/./b", "a/./b", "a/./b"),
    ("//h/a/./b", "//h/a/./b", "//h/a/./b"),
    ("s:?a/../b#c/./d", "s:?a/../b#c/./d", "s:?a/../b#c/./d"),
    // The guard is added, kept or removed as needed.
    ("s:/a/..//b", "s:/.//b", "s:/.//b"),
    ("s:/.//b", "s:/.//b", "s:/.//b"),
    ("s:/./b", "s:/b", "s:/b"),
    ("s://h/..//b", "s://h//b", "s://h//b"),
    ("/.//b", "/.//b", "/.//b"),
    ("./a:b", "./a:b", "./a:b"),
    ("a%3Ab", "a%3Ab", "a%3Ab"),
    // The host: RFC 5952, IPvFuture, and text that decoding makes an address.
    ("s://[2001:DB8:0:0:1:0:0:1]/", "s://[2001:db8::1:0:0:1]/", "s://[2001:db8::1:0:0:1]/"),
    ("s://[VF.A]:1", "s://[vf.a]:1", "s://[vf.a]:1"),
    ("s://1.2.3.%34", "s://1.2.3.4", "s://1.2.3.4"),
    ("s://%c3%89%4D", "s://%C3%89m", "s://%C3%89m"),
    // An empty port is removed, and an empty userinfo is kept.
    ("s://@h:", "s://@h", "s://@h"),
    ("s://:@h:0", "s://:@h:0", "s://:@h:0"),
    ("s://[::1]:", "s://[::1]", "s://[::1]"),
    ("//:", "//", "//"),
    // Default ports, with any number of leading zeros, of the schemes that have one.
    ("http://h:0080/", "http://h:0080/", "http://h/"),
    ("http://h:8080/", "http://h:8080/", "http://h:8080/"),
    // A port is a decimal number, in every scheme and of any size.
    ("http://h:08080/", "http://h:08080/", "http://h:8080/"),
    ("foo://h:008", "foo://h:008", "foo://h:8"),
    ("foo://h:000", "foo://h:000", "foo://h:0"),
    ("foo://u:0@h:0", "foo://u:0@h:0", "foo://u:0@h:0"),
    ("foo://[::01]:01", "foo://[::1]:01", "foo://[::1]:1"),
    ("http://h:00099999", "http://h:00099999", "http://h:99999/"),
    ("//h:01", "//h:01", "//h:1"),
    ("http://u@h:80", "http://u@h:80", "http://u@h/"),
    ("HTTPS://h:443", "https://h:443", "https://h/"),
    ("https://h:80/", "https://h:80/", "https://h:80/"),
    ("ftp://h:21", "ftp://h:21", "ftp://h"),
    ("ws://h:80", "ws://h:80", "ws://h/"),
    ("foo://h:80", "foo://h:80", "foo://h:80"),
    ("http://[::1]:80", "http://[::1]:80", "http://[::1]/"),
    ("http://h:65616/", "http://h:65616/", "http://h:65616/"),
    ("file://h:", "file://h", "file://h"),
    ("file://:65536", "file://:65536", "file://:65536"),
    ("file://h:1/", "file://h:1/", "file://h:1/"),
    // An empty path is the root if the scheme defines it so.
    ("http://h?q", "http://h?q", "http://h/?q"),
    ("http:", "http:", "http:"),
    ("http:?q", "http:?q", "http:?q"),
    ("http:a", "http:a", "http:a"),
    ("ftp://h", "ftp://h", "ftp://h"),
    // The host that an empty one stands for.
    ("file://localhost/a", "file://localhost/a", "file:///a"),
    ("file://LOCAL%48OST/a", "file://localhost/a", "file:///a"),
    ("file:///a", "file:///a", "file:///a"),
    ("file:/a", "file:/a", "file:///a"),
    ("file:/a/..", "file:/", "file:///"),
    ("file:a/../b", "file:/b", "file:///b"),
    ("file:/.//a", "file:/.//a", "file:////a"),
    ("file:////a", "file:////a", "file:////a"),
    ("file:a", "file:a", "file:a"),
    ("file:", "file:", "file:"),
    ("file:?/", "file:?/", "file:?/"),
    ("FILE:/C:/%7E?q#f", "file:/C:/~?q#f", "file:///C:/~?q#f"),
    ("file://u@localhost/a", "file://u@localhost/a", "file://u@localhost/a"),
    ("file://localhost:1/a", "file://localhost:1/a", "file://localhost:1/a"),
    ("http://localhost/a", "http://localhost/a", "http://localhost/a"),
    // Domain names: UTS #46 maps those that are not ASCII.
    ("http://B\u{DC}CHER.example/", "http://b\u{DC}cher.example/", "http://b\u{FC}cher.example/"),
    ("http://xn--bcher-kva.EXAMPLE/", "http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
    ("http://\u{DC}%2e/", "http://\u{DC}./", "http://\u{FC}./"),
    ("http://\u{DC}_/", "http://\u{DC}_/", "http://\u{DC}_/"),
    ("http://.\u{C9}/", "http://.\u{C9}/", "http://.\u{C9}/"),
    ("http://\u{FF11}.2.3.4/", "http://\u{FF11}.2.3.4/", "http://1.2.3.4/"),
    ("foo://\u{DC}/", "foo://\u{DC}/", "foo://\u{DC}/"),
    // The domains of mail addresses.
    ("mailto:J@EX.org", "mailto:J@EX.org", "mailto:J@ex.org"),
    ("MAILTO:J@A,K@B?to=L@C", "mailto:J@A,K@B?to=L@C", "mailto:J@a,K@b?to=L@C"),
    ("mailto:Joe", "mailto:Joe", "mailto:Joe"),
    ("mailto:a@b@C", "mailto:a@b@C", "mailto:a@b@c"),
    ("mailto:,@A,", "mailto:,@A,", "mailto:,@a,"),
    ("foo:J@EX.org", "foo:J@EX.org", "foo:J@EX.org"),
    // Visual separators of telephone numbers, of their contexts and extensions.
    ("tel:+1(201)555.0123;ext=1-2;a=b-c", "tel:+1(201)555.0123;ext=1-2;a=b-c", "tel:+12015550123;ext=12;a=b-c"),
    ("tel:7042;phone-context=+1-914", "tel:7042;phone-context=+1-914", "tel:7042;phone-context=+1914"),
    ("tel:7-0%2342;phone-context=a-b.example", "tel:7-0%2342;phone-context=a-b.example", "tel:70%2342;phone-context=a-b.example"),
    ("tel:a-x", "tel:a-x", "tel:a-x"),
    ("tel:--", "tel:--", "tel:--"),
    ("tel:+A-1", "tel:+A-1", "tel:+A-1"),
    ("tel://h/1-2", "tel://h/1-2", "tel://h/1-2"),
    // Nothing to do.
    ("", "", ""),
    ("?#", "?#", "?#"),
    ("urn:example:A", "urn:example:A", "urn:example:A"),
];

#[test]
fn normal_forms() {
    for &(text, syntax, scheme) in FORMS {
        assert_eq!(normalize(text, Syntax), syntax, "{text}");
        assert_eq!(normalize(text, Scheme), scheme, "{text}");
        // They are their own normal form.
        assert_eq!(normalize(syntax, Syntax), syntax);
        assert_eq!(normalize(scheme, Scheme), scheme);
    }
}

/// A text in normal form is not copied.
#[test]
fn most_texts_are_borrowed() {
    for text in ["http://example.com/a?b#c", "urn:a:b", "a/../b", "//h", "", "s://h:8/", "ftp://h/"]
    {
        for level in [Syntax, Scheme] {
            let is_port = text == "s://h:8/";
            let borrowed = matches!(normalize(text, level), std::borrow::Cow::Borrowed(_));
            assert!(borrowed || is_port, "{text}");
        }
    }
}

#[test]
fn levels_by_name() {
    let names: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
    assert_eq!(names, ["string", "syntax", "scheme"]);
    for &level in Level::ALL {
        assert_eq!(Level::by_name(level.name()), Ok(level));
    }
    let expected = "level must be 'string', 'syntax' or 'scheme'";
    assert_eq!(Level::by_name("Syntax").expect_err("in lower case").to_string(), expected);
}

#[test]
fn as_a_string_everything_is_normal() {
    for text in ["HTTP://H:80/%7e/../", "", "//H:"] {
        assert_eq!(normalize(text, Level::String), text);
    }
}
