//! Facts about particular schemes.

use iriform::engine::scheme::{
    NO_DNS_NAMES, default_port, has_dns_names, known, may_have_dns_names, port_number,
    port_or_default,
};

/// Scheme, default port, whether an empty path is the root, whether hosts are DNS names, and the host that an
/// empty one stands for.
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
    ("coap+tcp", Some(5683), true, true, None),
    ("coaps+tcp", Some(5684), true, true, None),
    ("coap+ws", Some(80), true, true, None),
    ("coaps+ws", Some(443), true, true, None),
    ("acap", Some(674), false, true, None),
    ("finger", Some(79), false, true, None),
    ("ftps", Some(990), false, true, None),
    ("git", Some(9418), false, true, None),
    ("icap", Some(1344), false, true, None),
    ("irc", Some(194), false, true, None),
    ("ircs", Some(6697), false, true, None),
    ("ldaps", Some(636), false, true, None),
    ("mupdate", Some(3905), false, true, None),
    ("nfs", Some(2049), false, true, None),
    ("pop", Some(110), false, true, None),
    ("prospero", Some(1525), false, true, None),
    ("redis", Some(6379), false, true, None),
    ("rsync", Some(873), false, true, None),
    ("rtspu", Some(554), false, true, None),
    ("sftp", Some(22), false, true, None),
    ("sieve", Some(4190), false, true, None),
    ("snews", Some(563), false, true, None),
    ("snmp", Some(161), false, true, None),
    ("ssh", Some(22), false, true, None),
    ("svn", Some(3690), false, true, None),
    ("tftp", Some(69), false, true, None),
    ("tn3270", Some(23), false, true, None),
    ("vnc", Some(5900), false, true, None),
    ("wais", Some(210), false, true, None),
    ("z39.50r", Some(210), false, true, None),
    ("z39.50s", Some(210), false, true, None),
    ("file", None, false, true, Some("localhost")),
    ("mailto", None, false, false, None),
    ("urn", None, false, false, None),
];

#[test]
fn schemes() {
    for &(name, port, root_path, dns_host, default_host) in SCHEMES {
        for spelled in [name.to_owned(), name.to_uppercase()] {
            let known = known(&spelled).expect("a known scheme");
            assert_eq!(known.name, name);
            assert_eq!(known.default_port, port, "{name}");
            assert_eq!(known.root_path, root_path, "{name}");
            assert_eq!(has_dns_names(&spelled), dns_host, "{name}");
            assert_eq!(known.default_host, default_host, "{name}");
            assert_eq!(default_port(&spelled), port);
        }
    }
}

#[test]
fn authorities_that_are_no_names_of_the_dns() {
    let mut seen = Vec::new();
    for &(authority, names) in NO_DNS_NAMES {
        assert!(names.is_sorted() && !authority.is_empty(), "{authority}");
        for &name in names {
            assert!(!seen.contains(&name) && default_port(name).is_none(), "{name}");
            assert!(!may_have_dns_names(Some(&name.to_uppercase())), "{name}");
            seen.push(name);
        }
    }
    let of_hosts = ["http", "HTTPS", "svn+ssh", "abfs", "s3x", "postgresql", "foo", ""];
    assert!(of_hosts.iter().all(|&scheme| may_have_dns_names(Some(scheme))));
    assert!(may_have_dns_names(None));
}

/// The page has the table, row for row.
#[test]
fn the_page_has_the_authorities() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page =
        std::fs::read_to_string(format!("{root}/docs/reference/schemes.md")).expect("the page");
    let (_, table) = page.split_once("<!-- authorities: begin -->").expect("a mark");
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    let expected = NO_DNS_NAMES.iter().map(|(authority, names)| {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("| {authority} | {} |", names.join(", "))
    });
    assert_eq!(rows.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[test]
fn of_others_nothing_is_known() {
    for name in ["", "htt", "httpx", "urns", "foo"] {
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

#[test]
fn ports_or_the_default_ones() {
    for (scheme, digits, port) in [
        (Some("http"), Some("8080"), Some(8080)),
        (Some("HTTP"), Some(""), Some(80)),
        (Some("http"), None, Some(80)),
        // Not the default port, but a port that no connection can have.
        (Some("http"), Some("65536"), None),
        (Some("foo"), None, None),
        (None, None, None),
        (None, Some("1"), Some(1)),
    ] {
        assert_eq!(port_or_default(scheme, digits), port, "{scheme:?} {digits:?}");
    }
}
