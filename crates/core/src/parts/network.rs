//! Networks: blocks of addresses, such as `10.0.0.0/8` (RFC 4632 §3.1, RFC 4291 §2.3).

use std::net::IpAddr;

use crate::parts::reach::{embedded_ipv4, is_global};

/// A block of addresses with the same first bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    /// The number of bits that are the same.
    length: u32,
}

/// Why a text is not a [`Network`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANetwork {
    /// It is not an address, with or without a slash and the number of bits.
    Form,
    /// It has bits set after those that the addresses share.
    Bits,
}

error_words!(NotANetwork, |error, f| f.write_str(match error {
    Self::Form => "a network is an address and a number of bits, as in \"10.0.0.0/8\"",
    Self::Bits => "the address has bits set outside the prefix of the network",
}));

impl Network {
    /// Reads a network, or a single address.
    pub(crate) fn of(text: &str) -> Result<Self, NotANetwork> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let first: IpAddr = address.parse().map_err(|_| NotANetwork::Form)?;
        let whole = width(first);
        let is_number = |bits: &str| !bits.is_empty() && bits.bytes().all(|b| b.is_ascii_digit());
        let length = match bits {
            None => whole,
            Some(bits) if is_number(bits) => bits.parse().map_err(|_| NotANetwork::Form)?,
            Some(_) => return Err(NotANetwork::Form),
        };
        if length > whole {
            return Err(NotANetwork::Form);
        }
        let rest = value(first).checked_shl(128 - whole + length).unwrap_or(0);
        if rest == 0 { Ok(Self { first, length }) } else { Err(NotANetwork::Bits) }
    }

    /// Returns true if an address is in the network. No IPv6 address is in a network of IPv4.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let differing = value(self.first) ^ value(address);
        let shift = width(address) - self.length.min(width(address));
        self.first.is_ipv4() == address.is_ipv4() && differing.checked_shr(shift).unwrap_or(0) == 0
    }
}

/// The addresses that are allowed.
#[derive(Clone, Debug)]
pub enum Addresses {
    /// Every one.
    Any,
    /// Addresses that can be reached through the Internet.
    Global,
    /// Addresses of these networks; none if the list is empty.
    Of(Vec<Network>),
}

impl Addresses {
    /// Returns true if an address is one of them. An IPv6 address that contains an IPv4 address is allowed if
    /// both are. An IPv4-mapped address counts as the IPv4 address (RFC 4291 §2.5.5.2).
    pub fn has(&self, address: IpAddr) -> bool {
        match self {
            Self::Any => true,
            Self::Global => is_global(address),
            Self::Of(networks) => {
                let is_in = |one: IpAddr| networks.iter().any(|network| network.contains(one));
                let address = address.to_canonical();
                is_in(address) && carried(address).is_none_or(is_in)
            }
        }
    }
}

fn carried(address: IpAddr) -> Option<IpAddr> {
    match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => embedded_ipv4(address).map(IpAddr::V4),
    }
}

fn width(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

fn value(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u32::from(address).into(),
        IpAddr::V6(address) => address.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(network: &str, address: &str) -> bool {
        let network = Network::of(network).expect("a network");
        network.contains(address.parse().expect("an address"))
    }

    #[test]
    fn addresses_in_networks() {
        for (network, address) in [
            ("10.0.0.0/8", "10.255.0.1"),
            ("10.0.0.1", "10.0.0.1"),
            ("0.0.0.0/0", "255.255.255.255"),
            ("128.0.0.0/1", "192.0.2.1"),
            ("::/0", "ffff::"),
            ("2001:db8::/32", "2001:db8:ffff::1"),
            ("::1", "::1"),
        ] {
            assert!(contains(network, address), "{address} in {network}");
        }
        for (network, address) in [
            ("10.0.0.0/8", "11.0.0.0"),
            ("10.0.0.1/32", "10.0.0.2"),
            ("0.0.0.0/0", "::1"),
            ("::/0", "10.0.0.1"),
            ("2001:db8::/32", "2001:db9::"),
        ] {
            assert!(!contains(network, address), "{address} in {network}");
        }
    }

    #[test]
    fn an_address_in_another_is_judged_as_well() {
        let of = |networks: &[&str]| {
            Addresses::Of(networks.iter().map(|n| Network::of(n).expect("a network")).collect())
        };
        let address = |text: &str| text.parse().expect("an address");
        assert!(of(&["10.0.0.0/8"]).has(address("::ffff:10.0.0.1")));
        assert!(of(&["64:ff9b::/96", "10.0.0.0/8"]).has(address("64:ff9b::10.0.0.1")));
        assert!(!of(&["::/0"]).has(address("64:ff9b::127.0.0.1")));
        assert!(!of(&["10.0.0.0/8"]).has(address("64:ff9b::10.0.0.1")));
        assert!(of(&["::/0"]).has(address("2606:4700::1")));
        assert!(!of(&[]).has(address("2606:4700::1")));
    }

    #[test]
    fn texts_that_are_no_networks() {
        for text in ["", "a", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/+8", "::/129", "10/8", "[::1]"]
        {
            assert_eq!(Network::of(text), Err(NotANetwork::Form), "{text}");
        }
        for text in ["10.0.0.1/8", "::1/127", "1.0.0.0/0"] {
            assert_eq!(Network::of(text), Err(NotANetwork::Bits), "{text}");
        }
    }
}
