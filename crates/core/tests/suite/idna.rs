//! Internationalized domain names, to ASCII and to Unicode, with the parameters of RFC 3987 §3.1.

use iriform_core::idna::{host_to_ascii, host_to_unicode, is_ascii_name};

/// Host, in ASCII, in Unicode.
type Row<'a> = (&'a str, Option<&'a str>, Option<&'a str>);

#[rustfmt::skip]
const HOSTS: &[Row<'_>] = &[
    ("", Some(""), Some("")),
    ("example.org", Some("example.org"), Some("example.org")),
    ("EXAMPLE.org.", Some("example.org."), Some("example.org.")),
    // RFC 3987 §3.1, §3.2.1
    ("r\u{E9}sum\u{E9}.example.org", Some("xn--rsum-bpad.example.org"), Some("r\u{E9}sum\u{E9}.example.org")),
    ("r%C3%A9sum%c3%a9.example.org", Some("xn--rsum-bpad.example.org"), Some("r\u{E9}sum\u{E9}.example.org")),
    ("xn--99zt52a.example.org", Some("xn--99zt52a.example.org"), Some("\u{7D0D}\u{8C46}.example.org")),
    // Non-transitional: the sharp s is a letter of its own.
    ("fa\u{DF}.de", Some("xn--fa-hia.de"), Some("fa\u{DF}.de")),
    ("\u{FF21}\u{3002}B", Some("a.b"), Some("a.b")),
    // UseSTD3ASCIIRules, CheckHyphens, VerifyDnsLength.
    ("a_b.example", None, None),
    ("-a.example", None, None),
    ("a-.example", None, None),
    ("ab--c.example", None, None),
    ("a..b", None, Some("a..b")),
    ("xn--a.example", None, None),
    // CheckBidi (RFC 5893 §2), CheckJoiners (RFC 5892 A.1, A.2).
    ("\u{5D0}1\u{5D1}", Some("xn--1-zhce"), Some("\u{5D0}1\u{5D1}")),
    ("\u{5D0}a", None, None),
    ("1\u{5D0}", None, None),
    ("a\u{200D}b", None, None),
    // Mapped into ASCII: what was no address has become one.
    ("\u{FF11}.2.3.4", Some("1.2.3.4"), Some("1.2.3.4")),
    ("%31.2.3.4", Some("1.2.3.4"), Some("1.2.3.4")),
    // Octets that are no UTF-8.
    ("%FF.example", None, None),
    // No names.
    ("[::1]", Some("[::1]"), Some("[::1]")),
    ("[V1.a]", Some("[V1.a]"), Some("[V1.a]")),
];

#[test]
fn both_directions() {
    for &(host, ascii, unicode) in HOSTS {
        assert_eq!(host_to_ascii(host).ok().as_deref(), ascii, "{host}");
        assert_eq!(host_to_unicode(host).ok().as_deref(), unicode, "{host}");
    }
}

#[test]
fn labels_have_at_most_63_octets() {
    assert!(host_to_ascii(&"a".repeat(63)).is_ok());
    assert!(host_to_ascii(&"a".repeat(64)).is_err());
}

#[test]
fn ascii_names_need_no_conversion() {
    for (host, is_ascii) in [
        ("example.org", true),
        ("", true),
        ("%41.org", true),
        ("%7F", true),
        ("\u{E9}.org", false),
        ("%C3%A9.org", false),
        ("%80", false),
    ] {
        assert_eq!(is_ascii_name(host), is_ascii, "{host}");
    }
}
