//! Hosts: their kinds, addresses and normal forms.

use std::net::IpAddr;

use iriform::engine::{
    host::{HostKind, NotInAHost, address, from_plain, normalize, unbracketed},
    text::Utf8,
};

use HostKind::{Ipv4address, Ipv6address, IpvFuture, RegName};

/// Host, kind, address, without brackets, normal form.
type Row<'a> = (&'a str, HostKind, Option<&'a str>, &'a str, &'a str);

#[rustfmt::skip]
const HOSTS: &[Row<'_>] = &[
    ("", RegName, None, "", ""),
    ("Example.ORG.", RegName, None, "Example.ORG.", "example.org."),
    ("1.2.3.4", Ipv4address, Some("1.2.3.4"), "1.2.3.4", "1.2.3.4"),
    ("255.255.255.255", Ipv4address, Some("255.255.255.255"), "255.255.255.255", "255.255.255.255"),
    ("1.2.3.256", RegName, None, "1.2.3.256", "1.2.3.256"),
    ("1.2.3.4.", RegName, None, "1.2.3.4.", "1.2.3.4."),
    ("1.2.3.4x", RegName, None, "1.2.3.4x", "1.2.3.4x"),
    ("01.2.3.4", RegName, None, "01.2.3.4", "01.2.3.4"),
    ("1.2.3", RegName, None, "1.2.3", "1.2.3"),
    ("%31.2.3.4", RegName, None, "%31.2.3.4", "1.2.3.4"),
    ("[::1]", Ipv6address, Some("::1"), "::1", "[::1]"),
    ("[2001:DB8::0:1]", Ipv6address, Some("2001:db8::1"), "2001:DB8::0:1", "[2001:db8::1]"),
    ("[::ffff:1.2.3.4]", Ipv6address, Some("::ffff:1.2.3.4"), "::ffff:1.2.3.4", "[::ffff:1.2.3.4]"),
    ("[64:ff9b::1.2.3.4]", Ipv6address, Some("64:ff9b::102:304"), "64:ff9b::1.2.3.4", "[64:ff9b::102:304]"),
    // RFC 5952 §4.2: the longest run, the first of equal ones, and never a single group.
    ("[1:0:0:2:0:0:0:3]", Ipv6address, Some("1:0:0:2::3"), "1:0:0:2:0:0:0:3", "[1:0:0:2::3]"),
    ("[1:0:0:2:3:0:0:4]", Ipv6address, Some("1::2:3:0:0:4"), "1:0:0:2:3:0:0:4", "[1::2:3:0:0:4]"),
    ("[1:2:3:4:5:6:7::]", Ipv6address, Some("1:2:3:4:5:6:7:0"), "1:2:3:4:5:6:7::", "[1:2:3:4:5:6:7:0]"),
    ("[v1.A:B]", IpvFuture, None, "v1.A:B", "[v1.a:b]"),
    ("[VF.~]", IpvFuture, None, "VF.~", "[vf.~]"),
    ("A%41%c3%a9%5F", RegName, None, "A%41%c3%a9%5F", "aa%C3%A9_"),
    ("%4a%2F\u{C9}", RegName, None, "%4a%2F\u{C9}", "j%2F\u{C9}"),
];

#[test]
fn hosts() {
    for &(host, kind, held, bare, normal) in HOSTS {
        assert_eq!(HostKind::of(Utf8(host.as_bytes())), kind, "{host}");
        assert_eq!(address(host), held.map(|text| text.parse::<IpAddr>().expect("an address")));
        assert_eq!(unbracketed(host), bare);
        assert_eq!(normalize(host), normal);
        assert_eq!(normalize(normal), normal);
    }
}

#[test]
fn kinds_have_the_names_of_their_productions() {
    let names = [Ipv4address, Ipv6address, IpvFuture, RegName].map(HostKind::name);
    assert_eq!(names, ["IPv4address", "IPv6address", "IPvFuture", "reg-name"]);
}

#[test]
fn a_bracket_alone_is_left() {
    for host in ["[", "]", "[::1", "::1]", "a]"] {
        assert_eq!(unbracketed(host), host);
    }
}

/// Data, host of an IRI, host of a URI.
#[test]
fn hosts_of_plain_data() {
    for (data, iri, uri) in [
        ("example.org", Ok("example.org"), "example.org"),
        ("::1", Ok("[::1]"), "[::1]"),
        ("[::1]", Ok("[::1]"), "[::1]"),
        ("[v1.a]", Ok("[v1.a]"), "[v1.a]"),
        ("1.2.3.4", Ok("1.2.3.4"), "1.2.3.4"),
        ("r\u{E9}s", Ok("r\u{E9}s"), "r%C3%A9s"),
        ("", Ok(""), ""),
        // ASCII is never percent-encoded (§3.2.2), so "%41" is not the data of a host.
        ("a b", Err(' '), ""),
        ("a%41", Err('%'), ""),
        ("h:80", Err(':'), ""),
        ("u@h", Err('@'), ""),
        ("[::1", Err('['), ""),
        ("\u{FFFE}a/", Err('/'), ""),
        ("\u{FFFE}", Err('\u{FFFE}'), ""),
    ] {
        let error = |c: char| NotInAHost(c);
        assert_eq!(from_plain(data, true), iri.map(str::to_owned).map_err(error), "{data}");
        assert_eq!(from_plain(data, false), iri.map(|_| uri.to_owned()).map_err(error), "{data}");
    }
    assert_eq!(NotInAHost('/').to_string(), "a host must not contain '/'");
    assert_eq!(NotInAHost('\u{E000}').to_string(), "a host must not contain U+E000");
}
