//! Hosts as an allow-list writes them: a name, an address, `*.example.org`, or `*`.

use std::fmt;
use std::net::IpAddr;

use crate::parts::host::from_plain;
use crate::parts::lookup::{Looked, look_up};

/// Which hosts are meant. Hosts are compared as name look-up reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostPattern {
    /// `*`: every host that name look-up takes.
    Any,
    /// This host.
    Is(Looked),
    /// `*.example.org`: every name below this one, and not itself.
    Below(String),
}

/// Why a text is no [`HostPattern`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAPattern {
    /// A star anywhere but as the first label.
    Star,
    /// A `%`: a list has names as they are.
    Encoded,
    /// A character that no host has, such as the colon before a port.
    Character(char),
    /// Nothing is below an address.
    BelowAddress,
    /// Name look-up refuses it.
    NoHost,
}

impl fmt::Display for NotAPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Star => {
                f.write_str("\"*\" must be the whole first label, as in \"*.example.org\"")
            }
            Self::Encoded => f.write_str("a name must not be percent-encoded"),
            Self::Character(c) => write!(f, "a host must not contain {c:?}"),
            Self::BelowAddress => f.write_str("nothing is below an address"),
            Self::NoHost => f.write_str("no such host can be looked up"),
        }
    }
}

impl std::error::Error for NotAPattern {}

impl HostPattern {
    /// Reads a pattern. An IPv6 address may have its brackets.
    pub fn of(text: &str) -> Result<Self, NotAPattern> {
        if text == "*" {
            return Ok(Self::Any);
        }
        let below = text.strip_prefix("*.");
        let name = below.unwrap_or(text);
        if name.contains('*') {
            return Err(NotAPattern::Star);
        }
        if name.contains('%') {
            return Err(NotAPattern::Encoded);
        }
        let host = from_plain(name, true).map_err(|refused| NotAPattern::Character(refused.0))?;
        match (look_up(&host).map(canonical), below) {
            (Some(Looked::Name(name)), _) if !has_labels(&name) => Err(NotAPattern::NoHost),
            (Some(Looked::Name(name)), Some(_)) => Ok(Self::Below(name)),
            (Some(Looked::Address(_)), Some(_)) => Err(NotAPattern::BelowAddress),
            (Some(looked), None) => Ok(Self::Is(looked)),
            (None, _) => Err(NotAPattern::NoHost),
        }
    }

    /// Whether a host is meant. An IPv6 address that maps an IPv4 address is that address.
    pub fn matches(&self, host: &Looked) -> bool {
        match (self, host) {
            (Self::Any, _) => true,
            (Self::Is(Looked::Address(one)), Looked::Address(other)) => {
                *one == other.to_canonical()
            }
            (Self::Is(Looked::Name(one)), Looked::Name(other)) => one == other,
            (Self::Below(above), Looked::Name(name)) => name
                .strip_suffix(above.as_str())
                .and_then(|below| below.strip_suffix('.'))
                .is_some_and(has_labels),
            _ => false,
        }
    }

    /// Whether it means one address.
    pub fn is_address(&self, address: IpAddr) -> bool {
        *self == Self::Is(Looked::Address(address.to_canonical()))
    }
}

fn canonical(looked: Looked) -> Looked {
    match looked {
        Looked::Address(address) => Looked::Address(address.to_canonical()),
        name @ Looked::Name(_) => name,
    }
}

fn has_labels(name: &str) -> bool {
    name.split('.').all(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_meant(pattern: &str, host: &str) -> bool {
        let pattern = HostPattern::of(pattern).expect("a pattern");
        look_up(host).is_some_and(|host| pattern.matches(&host))
    }

    #[test]
    fn hosts_that_are_meant() {
        for (pattern, host) in [
            ("example.org", "example.org"),
            ("Example.ORG.", "example.org"),
            ("example.org", "EXAMPLE.org."),
            ("example.org", "%65xample.org"),
            ("b\u{FC}cher.example", "xn--bcher-kva.example"),
            ("*.example.org", "a.example.org"),
            ("*.example.org", "a_b.c.example.org."),
            ("*.example.org", "r3---sn-4g5e6nz7.example.org"),
            ("127.0.0.1", "0x7f.1"),
            ("127.0.0.1", "[::ffff:127.0.0.1]"),
            ("::1", "[::1]"),
            ("[::1]", "[0:0::1]"),
            ("*", "localhost"),
            ("*", "[::1]"),
        ] {
            assert!(is_meant(pattern, host), "{host} of {pattern}");
        }
    }

    #[test]
    fn hosts_that_are_not_meant() {
        for (pattern, host) in [
            ("example.org", "a.example.org"),
            ("example.org", "example.org.evil.example"),
            ("*.example.org", "example.org"),
            ("*.example.org", ".example.org"),
            ("*.example.org", "a..example.org"),
            ("*.example.org", "evilexample.org"),
            ("*.example.org", "evil.example%2F.example.org"),
            ("*.example.org", "evil.example%00.example.org"),
            ("*.0.0.1.example", "127.0.0.1"),
            ("127.0.0.1", "127.0.0.2"),
            ("*", ""),
            ("*", "[v1.a]"),
            ("*", "1.2.3.4.5"),
            ("*", "%FF"),
        ] {
            assert!(!is_meant(pattern, host), "{host} of {pattern}");
        }
    }

    #[test]
    fn texts_that_are_no_patterns() {
        for (text, why) in [
            ("*.e*.org", NotAPattern::Star),
            ("**", NotAPattern::Star),
            ("a.*", NotAPattern::Star),
            ("*a.example", NotAPattern::Star),
            ("", NotAPattern::NoHost),
            (".", NotAPattern::NoHost),
            ("*.", NotAPattern::NoHost),
            ("a..b", NotAPattern::NoHost),
            (".example.org", NotAPattern::NoHost),
            ("xn--a", NotAPattern::NoHost),
            ("1.2.3.4.5", NotAPattern::NoHost),
            ("[v1.a]", NotAPattern::NoHost),
            ("*.127.0.0.1", NotAPattern::BelowAddress),
            ("*.[::1]", NotAPattern::BelowAddress),
            ("example.org:443", NotAPattern::Character(':')),
            ("https://example.org", NotAPattern::Character(':')),
            ("example.org/a", NotAPattern::Character('/')),
            ("a b", NotAPattern::Character(' ')),
            ("%65xample.org", NotAPattern::Encoded),
        ] {
            assert_eq!(HostPattern::of(text), Err(why), "{text}");
        }
    }
}
