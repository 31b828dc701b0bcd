//! Reachability: which addresses and names can be reached through the Internet, and which IPv4 address an IPv6
//! address contains.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::parts::endings::Endings;

/// Returns true if an address can be reached through the Internet, and so can an IPv4 address in it.
pub(crate) fn is_global(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_global_v4(address),
        IpAddr::V6(address) => {
            is_global_v6(address) && embedded_ipv4(address).is_none_or(is_global_v4)
        }
    }
}

/// The names of special uses: RFC 6761 (localhost, test, invalid), RFC 6762 (local), RFC 7686 (onion), RFC 9476
/// (alt), RFC 8375 (home.arpa), ICANN (internal); the suffix that resolvers add to `localhost` (localdomain).
pub(crate) const SPECIAL_USE: &[&str] = &[
    "localhost", "local", "internal", "test", "invalid", "onion", "alt", "home.arpa", "localdomain",
];

/// Returns true if a host ends with the letters of a name of a special use, in any letter case.
#[inline]
pub(crate) fn ends_as_special_use(host: &[u8]) -> bool {
    static NAMES: Endings = Endings::new(SPECIAL_USE);
    NAMES.of(host).is_some()
}

/// Blocks that are not globally reachable, with the length of their prefix: IANA's registry of
/// special-purpose IPv4 addresses.
#[rustfmt::skip]
const LOCAL_V4: &[(Ipv4Addr, u32)] = &[
    (Ipv4Addr::UNSPECIFIED, 8),            // this network (RFC 791 §3.2)
    (Ipv4Addr::new(10, 0, 0, 0), 8),       // private use (RFC 1918)
    (Ipv4Addr::new(100, 64, 0, 0), 10),    // shared address space (RFC 6598)
    (Ipv4Addr::LOCALHOST, 8),      // loopback (RFC 1122 §3.2.1.3)
    (Ipv4Addr::new(169, 254, 0, 0), 16),   // link-local (RFC 3927); what clouds tell their machines
    (Ipv4Addr::new(172, 16, 0, 0), 12),    // private use (RFC 1918)
    (Ipv4Addr::new(192, 0, 0, 0), 24),     // protocol assignments (RFC 6890 §2.1)
    (Ipv4Addr::new(192, 0, 2, 0), 24),     // documentation (RFC 5737)
    (Ipv4Addr::new(192, 88, 99, 0), 24),   // relays of 6to4, deprecated (RFC 7526 §6)
    (Ipv4Addr::new(192, 168, 0, 0), 16),   // private use (RFC 1918)
    (Ipv4Addr::new(198, 18, 0, 0), 15),    // benchmarking (RFC 2544)
    (Ipv4Addr::new(198, 51, 100, 0), 24),  // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24),   // documentation
    (Ipv4Addr::new(240, 0, 0, 0), 4),      // reserved (RFC 1112 §4), broadcast (RFC 8190)
    // Not in the registry: Azure's address for the platform, which each machine reaches for itself.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
    // Likewise: multicast groups, none of which is a server (RFC 5771 §3).
    (Ipv4Addr::new(224, 0, 0, 0), 4),
];

/// The same for IPv6: the registry of special-purpose addresses.
#[rustfmt::skip]
const LOCAL_V6: &[(Ipv6Addr, u32)] = &[
    (Ipv6Addr::UNSPECIFIED, 128),                        // (RFC 4291 §2.5.2)
    (Ipv6Addr::LOCALHOST, 128),                          // (RFC 4291 §2.5.3)
    (Ipv6Addr::new(0x64, 0xff9b, 1, 0, 0, 0, 0, 0), 48), // local-use translation (RFC 8215)
    (Ipv6Addr::new(0x100, 0, 0, 0, 0, 0, 0, 0), 64),     // discard only (RFC 6666)
    (Ipv6Addr::new(0x100, 0, 0, 1, 0, 0, 0, 0), 64),     // dummy prefix (RFC 9780)
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),    // protocol assignments (RFC 2928)
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation (RFC 3849)
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),    // documentation (RFC 9637)
    (Ipv6Addr::new(0x5f00, 0, 0, 0, 0, 0, 0, 0), 16),    // segment routing (RFC 9602)
    (Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7),     // unique local (RFC 4193)
    (Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0), 10),    // link-local (RFC 4291 §2.5.6)
    // Not in the registry: site-local addresses, which some networks still use (RFC 3879).
    (Ipv6Addr::new(0xfec0, 0, 0, 0, 0, 0, 0, 0), 10),
    (Ipv6Addr::new(0xff00, 0, 0, 0, 0, 0, 0, 0), 8), // groups (RFC 4291 §2.7)
];

fn is_global_v4(address: Ipv4Addr) -> bool {
    let is_in = |&(block, length): &(Ipv4Addr, u32)| {
        (u32::from(address) ^ u32::from(block)) >> (32 - length) == 0
    };
    // Two addresses of 192.0.0.0/24 are reachable: anycast (RFC 7723, RFC 8155).
    matches!(address.octets(), [192, 0, 0, 9 | 10]) || !LOCAL_V4.iter().any(is_in)
}

fn is_global_v6(address: Ipv6Addr) -> bool {
    let is_in = |&(block, length): &(Ipv6Addr, u32)| {
        (u128::from(address) ^ u128::from(block)) >> (128 - length) == 0
    };
    // Parts of 2001::/23 are reachable: anycast, AMT, AS112, ORCHIDv2, drones.
    let is_excepted = matches!(
        address.segments(),
        [0x2001, 1, 0, 0, 0, 0, 0, 1..=3] | [0x2001, 3 | 0x20..=0x3f, ..] | [0x2001, 4, 0x112, ..]
    );
    // All of the Internet is in 2000::/3 (RFC 4291 §2.4, RFC 3587 §3), except IPv4 addresses in others.
    let is_unicast = address.segments()[0] >> 13 == 1 || embedded_ipv4(address).is_some();
    is_excepted || is_unicast && !LOCAL_V6.iter().any(is_in)
}

/// The IPv4 address in an IPv6 address: mapped, compatible, translated (RFC 6052, and RFC 2765 §2.1
/// before it), of ISATAP (RFC 5214 §6.1), of 6to4 (RFC 3056), or of a client of Teredo, which is written
/// inverted (RFC 4380 §4).
pub(crate) fn embedded_ipv4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let last = || {
        let [.., a, b, c, d] = address.octets();
        Ipv4Addr::new(a, b, c, d)
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => None,
        [0, 0, 0, 0, 0, 0 | 0xffff, ..]
        | [0, 0, 0, 0, 0xffff, 0, ..]
        | [0x64, 0xff9b, 0, 0, 0, 0, ..]
        | [_, _, _, _, 0 | 0x200, 0x5efe, ..] => Some(last()),
        [0x2001, 0, ..] => Some(Ipv4Addr::from(!u32::from(last()))),
        [0x2002, ..] => {
            let [_, _, a, b, c, d, ..] = address.octets();
            Some(Ipv4Addr::new(a, b, c, d))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn addresses_of_the_internet() {
        for text in [
            "8.8.8.8", "192.0.0.9", "2606:4700::1111", "2001:4860:4860::8888", "2001:3::1",
            "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
        ] {
            assert!(is_global(address(text)), "{text}");
        }
        for text in [
            "0.0.0.0", "192.88.99.1", "192.88.99.2", "2002:c058:6301::1", "168.63.129.16",
            "255.255.255.255", "::", "::1", "100::1", "4000::1", "8000::1", "fec0::1", "ff0e::1",
            "2001::1", "3fff::1",
        ] {
            assert!(!is_global(address(text)), "{text}");
        }
    }

    #[test]
    fn every_form_of_ipv4_in_ipv6() {
        for form in [
            "::ffff:127.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1",
            "2002:7f00:1::", "2001:0:808:808::80ff:fffe", "2606:4700::5efe:127.0.0.1",
            "2606:4700::200:5efe:127.0.0.1",
        ] {
            let IpAddr::V6(address) = address(form) else { panic!("{form}") };
            assert_eq!(embedded_ipv4(address), Some(Ipv4Addr::LOCALHOST), "{form}");
            assert!(!is_global(address.into()), "{form}");
        }
        for none in ["::", "::1", "2606:4700::1", "64:ff9b:1::1"] {
            let IpAddr::V6(address) = address(none) else { panic!("{none}") };
            assert_eq!(embedded_ipv4(address), None, "{none}");
        }
    }
}
