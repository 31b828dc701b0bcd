//! Hosts as name lookup reads them: addresses in every notation, names in one form.

use std::net::Ipv4Addr;

use iriform::engine::{
    lookup::{Ipv4, Looked, compared, ipv4, look_up, matches},
    within::{HostSet, IsPattern, Within},
};

/// Name, its address.
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
        assert_eq!(look_up(host), Some(Looked::Name(name.into())), "{host}");
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

/// Two equal hosts, and the reason.
#[rustfmt::skip]
const SAME: &[(&str, &str)] = &[
    ("evil.example", "EVIL.example"),
    ("evil.example", "evil.example."),            // the root
    ("evil.example", "\u{FF45}vil.example"),      // full-width letters
    ("evil.example", "evil\u{3002}example"),      // the other dots of UTS #46
    ("evil.example", "evil\u{FF61}example\u{FF0E}"),
    ("evil.example", "ev%69l.example"),           // percent-encoding
    ("evil.example", "evil%E3%80%82example%2E"),
    ("evil.example", "ev\u{AD}il.example"),       // what is mapped to nothing
    ("b\u{FC}cher.example", "B%C3%9CCHER.example"),
    ("b\u{FC}cher.example", "xn--bcher-kva.example"),
    ("127.0.0.1", "127.1"),                       // every notation of inet_aton
    ("127.0.0.1", "0x7f.0.0.1"),
    ("127.0.0.1", "017700000001"),
    ("127.0.0.1", "2130706433."),
    ("127.0.0.1", "\u{FF11}27\u{3002}0.0.1"),
    ("127.0.0.1", "[::ffff:127.0.0.1]"),          // the same node (RFC 4291 \u{A7}2.5.5.2)
    ("[::1]", "[0:0::1]"),
    ("[::FFFF:102:304]", "1.2.3.4"),
    ("[v1.AB]", "[V1.ab]"),
    ("", ""),
    // A name that a strict reader refuses is compared label by label.
    ("256.1.1.1", "256.1.1.%31"),
    ("xn--a.example", "XN--A\u{3002}EXAMPLE."),
    ("%FF.example", "%ff.EXAMPLE"),
    ("a%20b.example", "A%20B.example"),
];

/// Two different hosts.
const DIFFERENT: &[(&str, &str)] = &[
    ("evil.example", "notevil.example"),
    ("evil.example", "evil.example.."),
    ("evil.example", "evil.example.org"),
    ("evil.example", "\u{435}vil.example"), // a Cyrillic letter
    ("fa\u{DF}.de", "fass.de"),
    ("a%2Eb.c%2F", "a.b.c"),
    ("127.0.0.1", "[::1]"),
    ("127.0.0.1", "[::127.0.0.1]"),
    ("1.2.3.4", "1.2.3.5"),
    ("256.1.1.1", "0.1.1.1"),
    ("%FF", "%FE"),
    ("%FF", ""),
    ("[v1.a]", "[v2.a]"),
];

#[test]
fn same_hosts() {
    for &(a, b) in SAME {
        assert!(matches(a, b) && matches(b, a), "{a} {b}");
        assert!(is_in([b], a) && is_in([a], b), "{a} {b}");
        assert!(matches(b, b), "{b}");
    }
    for &(a, b) in DIFFERENT {
        assert!(!matches(a, b) && !matches(b, a), "{a} {b}");
    }
}

/// Host, name, and whether the host equals the name or is below it.
#[test]
fn names_below_names() {
    for (host, name, within) in [
        ("www.example.org", "example.org", true),
        ("a.b.EXAMPLE.org.", "example.org", true),
        ("a\u{3002}\u{FF45}xample.org", "Example.org.", true),
        ("a%2Eexample.org", "example.org", true),
        ("a_b.example.org", "example.org", true),
        // Refused by strict readers, looked up by others.
        ("xn--a.example.org", "example.org", true),
        ("-a.example.org", "example.org", true),
        ("r3---sn-a.example.org", "example.org", true),
        // Names that no lookup accepts: labels consist of letters, digits, hyphens and underscores.
        ("a%20b.example.org", "example.org", false),
        (".example.org", "example.org", false),
        ("a..example.org", "example.org", false),
        ("%FF.example.org", "example.org", false),
        ("%C2%AD.example.org", "example.org", false),
        ("127.0.0.1,one.example.org", "example.org", false),
        ("a%2Cb.example.org", "example.org", false),
        ("a\u{FF0C}b.example.org", "example.org", false),
        ("a%EF%BC%8Cb.example.org", "example.org", false),
        ("a;b.example.org", "example.org", false),
        ("a(b.example.org", "example.org", false),
        ("a)b.example.org", "example.org", false),
        ("a&b.example.org", "example.org", false),
        ("a=b.example.org", "example.org", false),
        ("a+b.example.org", "example.org", false),
        ("!a.example.org", "example.org", false),
        ("a$b.example.org", "example.org", false),
        ("a'b.example.org", "example.org", false),
        ("*.example.org", "example.org", false),
        ("~a.example.org", "example.org", false),
        // A host is not below itself.
        ("a,b.example.org", "A%2Cb.example.org", true),
        // Decoded or mapped, a delimiter or a control character ends the host before the name.
        ("evil.example%2f.example.org", "example.org", false),
        ("evil.example%3A80.example.org", "example.org", false),
        ("evil.example%5C.example.org", "example.org", false),
        ("evil.example%3f%FF.example.org", "example.org", false),
        ("evil.example%23.xn--a.example.org", "example.org", false),
        ("u%40evil.example.org", "example.org", false),
        ("evil.example%00.example.org", "example.org", false),
        ("evil.example%0D%0A.example.org", "example.org", false),
        ("evil.example\u{FF0F}.example.org", "example.org", false),
        ("evil.example\u{FF0F}\u{FFFC}.example.org", "example.org", false),
        ("evil.example%EF%BC%8F.example.org", "example.org", false),
        ("a%2F.example.org", "A%2f.example.org", true),
        ("notexample.org", "example.org", false),
        ("example.org", "www.example.org", false),
        ("example.org.evil", "example.org", false),
        ("1.2.3.4", "3.4", false),
        ("x.1.2.3.4", "1.2.3.4", false),
        ("1.2.3.4", "0x1020304", true),
        ("a.[::1]", "[::1]", false),
        ("[::1]", "1]", false),
        ("a.", "", false),
        ("a", "", false),
        ("", "", true),
        ("", "a", false),
    ] {
        assert_eq!(is_in([name], host), within, "{host} {name}");
        assert_eq!(is_within(Some(host), [name].into_iter()), Ok(within), "{host} {name}");
    }
}

fn is_in<const N: usize>(names: [&str; N], host: &str) -> bool {
    HostSet::of(names).has_above(&compared(host))
}

fn is_within<'a>(
    host: Option<&str>,
    names: impl Iterator<Item = &'a str>,
) -> Result<bool, IsPattern> {
    let mut within = Within::of(host.map(compared));
    names.for_each(|name| within.ask(name));
    within.answer()
}

/// A set gives the answer of one of its names, and so do the names without a set.
#[test]
fn names_below_one_of_a_set() {
    let hosts = [
        "", ".", "org", "www.Example.org.", "notexample.org", "evil.example%2F.example.org",
        "0x7f.1", "[::ffff:127.0.0.1]", "[v1.a]", "a..example.org", "a%FF.org",
        "a.xn--bcher-kva.example", "256.1.1.1",
    ];
    let sets: [&[&str]; 6] = [
        &[],
        &["127.0.0.1", "example.org", "[v1.a]"],
        &["", "org"],
        &["b\u{FC}cher.example", "[::1]"],
        &["a%FF.org", "256.1.1.1"],
        &["."],
    ];
    for set in sets {
        let names = HostSet::of(set.iter().copied());
        for host in hosts {
            let any = set.iter().any(|&name| is_in([name], host));
            assert_eq!(names.has_above(&compared(host)), any, "{host} {set:?}");
            let names = set.iter().copied();
            let of_set =
                HostSet::above(names.clone()).map(|names| names.has_above(&compared(host)));
            assert_eq!(is_within(Some(host), names), of_set, "{host} {set:?}");
        }
    }
}

#[test]
fn no_name_is_a_pattern() {
    let names = ["a", "*.b"].into_iter();
    let wrong = HostSet::above(names.clone()).expect_err("a pattern");
    let said = "\"*.b\" must be a host, not a pattern: every name below it is within it";
    assert_eq!(wrong.to_string(), said);
    // Whatever the answer would be.
    for host in [None, Some("a"), Some("b")] {
        assert_eq!(is_within(host, names.clone()), Err(wrong.clone()));
    }
    assert_eq!(is_within(None, ["a"].into_iter()), Ok(false));
}
