//! Hosts as name look-up and browsers read them: percent-encoding decoded, mapped by UTS #46,
//! without the dot of the root, an IPv4 address in any of its notations.
//!
//! The grammar tells an address from a name by its syntax alone (RFC 3986 §3.2.2); "some
//! implementations" take other notations (§7.4), and those are what this module knows.

use std::net::{IpAddr, Ipv4Addr};

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use crate::parts::host;
use crate::parts::percent::unquote;

/// What a host is when it is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Looked {
    /// An address, whatever the notation.
    Address(IpAddr),
    /// A domain name in ASCII and in lower case, without the dot of the root.
    Name(String),
}

/// What a valid host is when it is looked up, by the host parser of the URL Standard; none where
/// that parser refuses it: the empty host, an `IPvFuture`, octets that are not UTF-8, what UTS #46
/// does not allow, a name that ends in a number and is no address.
pub fn look_up(host: &str) -> Option<Looked> {
    if host.starts_with('[') {
        return host::address(host).map(Looked::Address);
    }
    let decoded = unquote(host);
    let name = Uts46::new()
        .to_ascii(&decoded, AsciiDenyList::URL, Hyphens::Allow, DnsLength::Ignore)
        .ok()
        .filter(|name| !name.is_empty())?;
    match ipv4(&name) {
        Ipv4::Address(address) => Some(Looked::Address(address.into())),
        Ipv4::Malformed => None,
        Ipv4::Name => Some(Looked::Name(name.strip_suffix('.').unwrap_or(&name).to_owned())),
    }
}

/// What a name in ASCII is to a reader that takes IPv4 addresses in every notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ipv4 {
    /// It does not end in a number.
    Name,
    /// It ends in a number and is no address.
    Malformed,
    /// An address: one to four numbers, each decimal, octal (`0…`) or hexadecimal (`0x…`), the
    /// last of which fills the octets that are left.
    Address(Ipv4Addr),
}

/// Reads a name as the IPv4 parser of the URL Standard does, which follows `inet_aton`.
pub fn ipv4(name: &str) -> Ipv4 {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_decimal = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    if !is_decimal && number(last).is_none() {
        return Ipv4::Name;
    }
    // Five parts are one too many; the rest of a long name need not be read.
    let parts: Vec<&str> = name.splitn(5, '.').collect();
    let Some((last, first)) = parts.split_last() else { return Ipv4::Malformed };
    let Some(mut value) =
        number(last).filter(|&value| parts.len() < 5 && value >> (8 * (4 - first.len())) == 0)
    else {
        return Ipv4::Malformed;
    };
    for (i, part) in first.iter().enumerate() {
        match number(part) {
            Some(octet @ 0..=255) => value |= octet << (8 * (3 - i)),
            _ => return Ipv4::Malformed,
        }
    }
    u32::try_from(value).map_or(Ipv4::Malformed, |value| Ipv4::Address(value.into()))
}

/// The value of a number in C's notation, as large as it may be; `0x` alone is zero.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    digits.chars().try_fold(0_u64, |value, digit| {
        let digit = digit.to_digit(radix)?;
        // Beyond 32 bits the value does not matter any more.
        Some((value * u64::from(radix) + u64::from(digit)).min(1 << 40))
    })
}
