//! Addresses compared with those of the standard library, which parses the syntax of RFC 3986 §3.2.2.

use std::net::{Ipv4Addr, Ipv6Addr};

use iriform::engine::Rule;

use crate::{is, texts};

#[test]
fn every_octet_in_every_place() {
    for number in 0..1100 {
        for octet in [number.to_string(), format!("0{number}"), format!("{number:03}")] {
            assert_eq!(
                is(Rule::DecOctet, &octet),
                octet.parse::<u8>().is_ok() && octet == number.to_string(),
                "{octet}"
            );
            for place in 0..4 {
                let mut octets = ["1", "22", "255", "0"];
                octets[place] = &octet;
                let text = octets.join(".");
                assert_eq!(
                    is(Rule::Ipv4address, &text),
                    text.parse::<Ipv4Addr>().is_ok(),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn any_number_of_octets() {
    for text in texts::all("1.", 9) {
        let expected = text.parse::<Ipv4Addr>().is_ok();
        assert_eq!(is(Rule::Ipv4address, &text), expected, "{text}");
    }
}

/// Up to ten groups, with `::` at one or two positions, and an IPv4address at either end.
#[test]
fn every_arrangement_of_groups() {
    let mut accepted = 0;
    for count in 0..=10_usize {
        // The positions of doubled colons: a bit for each position around the groups.
        for doubled in 0..1_u32 << (count + 1) {
            if doubled.count_ones() > 2 {
                continue;
            }
            for tail in ["", "1.2.3.4", "1.2.3", "256.1.1.1"] {
                if count == 0 && !tail.is_empty() {
                    continue;
                }
                let mut text = String::new();
                for place in 0..=count {
                    if doubled >> place & 1 == 1 {
                        text.push_str("::");
                    } else if place > 0 && place < count {
                        text.push(':');
                    }
                    if place < count {
                        text.push_str(if place + 1 == count && !tail.is_empty() {
                            tail
                        } else {
                            "aF0"
                        });
                    }
                }
                let expected = text.parse::<Ipv6Addr>().is_ok();
                assert_eq!(is(Rule::Ipv6address, &text), expected, "{text}");
                assert_eq!(is(Rule::IpLiteral, &format!("[{text}]")), expected, "[{text}]");
                accepted += usize::from(expected);
            }
        }
    }
    // Eight groups, or up to seven with "::" at one position: 37; with an IPv4address, 22.
    assert_eq!(accepted, 59);
}

#[test]
fn short_texts_of_their_characters() {
    for text in texts::all("f1:.", 7) {
        let expected = text.parse::<Ipv6Addr>().is_ok();
        assert_eq!(is(Rule::Ipv6address, &text), expected, "{text}");
    }
}

#[test]
fn groups_have_one_to_four_digits() {
    for group in texts::all("0Fg", 5) {
        let text = format!("{group}::");
        let expected = text.parse::<Ipv6Addr>().is_ok();
        assert_eq!(is(Rule::Ipv6address, &text), expected, "{text}");
        let expected = expected && !group.is_empty();
        assert_eq!(is(Rule::H16, &group), expected, "{group}");
        assert_eq!(is(Rule::Ls32, &format!("{group}:{group}")), expected, "{group}");
    }
}
