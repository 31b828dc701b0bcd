//! What is known of particular schemes.

use iriform_core::scheme::{default_port, known, port_number};

/// Scheme, default port, whether an empty path is the root, whether hosts are DNS names, the host
/// that an empty one stands for.
type Row<'a> = (&'a str, Option<u16>, bool, bool, Option<&'a str>);

#[rustfmt::skip]
const SCHEMES: &[Row<'_>] = &[
    ("http", Some(80), true, true, None),
    ("https", Some(443), true, true, None),
    ("ws", Some(80), true, true, None),
    ("wss", Some(443), true, true, None),
    ("coap", Some(5683), true, true, None),
    ("coaps", Some(5684), true, true, None),
    ("ftp", Some(21), false, true, None),
    ("ldap", Some(389), false, true, None),
    ("telnet", Some(23), false, true, None),
    ("gopher", Some(70), false, true, None),
    ("imap", Some(143), false, true, None),
    ("nntp", Some(119), false, true, None),
    ("rtsp", Some(554), false, true, None),
    ("rtsps", Some(322), false, true, None),
    ("dict", Some(2628), false, true, None),
    ("ipp", Some(631), false, true, None),
    ("ipps", Some(631), false, true, None),
    ("file", None, false, true, Some("localhost")),
    ("mailto", None, false, false, None),
];

#[test]
fn schemes() {
    for &(name, port, root_path, dns_host, default_host) in SCHEMES {
        for spelled in [name.to_owned(), name.to_uppercase()] {
            let known = known(&spelled).expect("a known scheme");
            assert_eq!(known.name, name);
            assert_eq!(known.default_port, port, "{name}");
            assert_eq!(known.root_path, root_path, "{name}");
            assert_eq!(known.dns_host, dns_host, "{name}");
            assert_eq!(known.default_host, default_host, "{name}");
            assert_eq!(default_port(&spelled), port);
        }
    }
}

#[test]
fn of_others_nothing_is_known() {
    for name in ["", "htt", "httpx", "urn", "foo"] {
        assert_eq!(known(name), None);
        assert_eq!(default_port(name), None);
    }
}

#[test]
fn ports_are_numbers_of_any_length() {
    for (digits, number) in [
        ("", None),
        ("0", Some(0)),
        ("00", Some(0)),
        ("80", Some(80)),
        ("0080", Some(80)),
        ("65535", Some(65535)),
        ("65536", None),
        ("000065535", Some(65535)),
        ("99999999999999999999999999", None),
    ] {
        assert_eq!(port_number(digits), number, "{digits}");
    }
}
