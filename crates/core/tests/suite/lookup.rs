//! Hosts as name look-up reads them: addresses in every notation, names in one form.

use std::net::Ipv4Addr;

use iriform_core::lookup::{Ipv4, Looked, ipv4, look_up};

/// Name, the address that it is.
#[rustfmt::skip]
const ADDRESSES: &[(&str, &str)] = &[
    ("127.0.0.1", "127.0.0.1"),
    ("127.0.0.1.", "127.0.0.1"),         // the dot of the root
    ("127.1", "127.0.0.1"),              // the last number fills the rest
    ("127.0.1", "127.0.0.1"),
    ("2130706433", "127.0.0.1"),
    ("0x7f.1", "127.0.0.1"),
    ("0X7F000001", "127.0.0.1"),
    ("0177.0.0.1", "127.0.0.1"),
    ("017700000001", "127.0.0.1"),
    ("0000000000000000000177.1", "127.0.0.1"),
    ("0x", "0.0.0.0"),                   // no digit is zero
    ("1.0x", "1.0.0.0"),
    ("0", "0.0.0.0"),
    ("1.65535", "1.0.255.255"),
    ("1.16777215", "1.255.255.255"),
    ("4294967295", "255.255.255.255"),
];

#[test]
fn addresses_in_every_notation() {
    for &(name, address) in ADDRESSES {
        let address: Ipv4Addr = address.parse().expect("an address");
        assert_eq!(ipv4(name), Ipv4::Address(address), "{name}");
        assert_eq!(look_up(name), Some(Looked::Address(address.into())), "{name}");
    }
}

#[test]
fn what_ends_in_a_number_and_is_no_address_is_refused() {
    for name in [
        "256.1.1.1",
        "1.2.3.256",
        "1.2.3.4.5",
        "1.2.65536",
        "1.16777216",
        "4294967296",
        "08",
        "1.2.3.09",
        "example.0x1",
        "example.1",
        "1..2",
        ".1",
        &"9".repeat(100_000),
        &format!("{}1", "1.".repeat(100_000)),
    ] {
        assert_eq!(ipv4(name), Ipv4::Malformed, "{name}");
        assert_eq!(look_up(name), None, "{name}");
    }
}

/// Host, the name that is looked up.
#[rustfmt::skip]
const NAMES: &[(&str, &str)] = &[
    ("EXAMPLE.org", "example.org"),
    ("example.org.", "example.org"),
    ("ex%61mple.org", "example.org"),
    ("\u{FF45}xample.org", "example.org"),        // full-width
    ("example\u{3002}org", "example.org"),         // an ideographic full stop
    ("example%E3%80%82org", "example.org"),
    ("b\u{FC}cher.example", "xn--bcher-kva.example"),
    ("B%C3%9CCHER.example", "xn--bcher-kva.example"),
    ("a_b.example", "a_b.example"),
    ("1.example", "1.example"),
    ("1.2.3.4x", "1.2.3.4x"),
    ("0xg", "0xg"),
    ("1..", "1."),                                // the last part is empty, and no number
];

#[test]
fn names_in_one_form() {
    for &(host, name) in NAMES {
        assert_eq!(look_up(host), Some(Looked::Name(name.to_owned())), "{host}");
    }
}

#[test]
fn addresses_may_hide_behind_the_mapping() {
    let loopback = Some(Looked::Address(Ipv4Addr::LOCALHOST.into()));
    for host in
        ["%31%32%37.1", "\u{FF11}27.0.0.1", "127\u{3002}0\u{FF0E}0\u{FF61}1", "\u{2460}27.1"]
    {
        assert_eq!(look_up(host), loopback, "{host}");
    }
    let ipv6 = look_up("[0:0::1]");
    assert_eq!(ipv6, Some(Looked::Address("::1".parse().expect("an address"))));
}

#[test]
fn what_no_reader_takes() {
    for host in ["", "[v1.a]", "%FF.example", "%2Fa", "%00", "a%20b", "xn--a.example", "%C2%AD"] {
        assert_eq!(look_up(host), None, "{host}");
    }
}
