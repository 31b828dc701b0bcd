//! The patterns of an allow-list of hosts: a name, an address, `*.example.org`, or `*`.

use std::net::IpAddr;

use crate::parts::host::from_plain;
use crate::parts::lookup::{Looked, is_of_label, is_resolvable, look_up};
use crate::parts::within::HostSet;

/// A set of hosts. Hosts are compared as name look-up reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostPattern {
    /// `*`: every host that name look-up accepts.
    Any,
    /// This host.
    Is(Looked<'static>),
    /// `*.example.org`: every name below this one, but not itself.
    Below(String),
}

/// Why a text is not a [`HostPattern`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAPattern {
    /// A star anywhere but as the first label.
    Star,
    /// A `%`: a list has names without encoding.
    Encoded,
    /// A character that no name for look-up has, such as the colon before a port, or a hyphen before the name.
    Character(char),
    /// Nothing is below an address.
    BelowAddress,
    /// A dot before the name, as in lists of proxies and cookies.
    Dot,
    /// Name look-up refuses it.
    NoHost,
}

error_words!(NotAPattern, |error, f| match error {
    Self::Star => {
        f.write_str("\"*\" must be the whole first label, as in \"*.example.org\"")
    }
    Self::Encoded => f.write_str("a name must not be percent-encoded"),
    Self::Character(c @ (':' | '/' | '@')) => write!(
        f,
        "a host must not contain {c:?}: write the name alone, as in \"example.org\", and a port as a term"
    ),
    Self::Character(c) => {
        let place = if *c == '-' { "begin with" } else { "contain" };
        write!(f, "a host must not {place} {c:?}")
    }
    Self::BelowAddress => f.write_str("an address has no names below it"),
    Self::Dot => f.write_str(
        "a name does not begin with a dot: write \"*.example.org\" for all names below it",
    ),
    Self::NoHost => f.write_str("no such host can be looked up"),
});

/// A wrong name as messages show it. They never show a whole reference, which may have a password or a token.
pub(crate) fn quoted(text: &str) -> String {
    // A port or the rest of an address follows a colon.
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let is_name = name.chars().all(|c| c.is_alphanumeric() || "*.-_[]/%!$,;~".contains(c));
    let is_rest = rest.chars().all(|c| c.is_ascii_hexdigit() || ":.[]/".contains(c));
    let is_short = text.chars().count() <= 60 && !text.contains("//");
    if is_name && is_rest && is_short { format!("{text:?}") } else { "this".to_owned() }
}

impl HostPattern {
    /// Reads a pattern. An IPv6 address may have its brackets.
    pub(crate) fn of(text: &str) -> Result<Self, NotAPattern> {
        if text == "*" {
            return Ok(Self::Any);
        }
        // Characters that exclude a name, or separate names, in other lists.
        let mark = text.chars().find(|&c| "!^~$&'()+,;=".contains(c));
        if let Some(mark) = mark.or_else(|| text.chars().next().filter(|&c| c == '-')) {
            return Err(NotAPattern::Character(mark));
        }
        let below = text.strip_prefix("*.");
        let name = below.unwrap_or(text);
        if name.contains('*') {
            return Err(NotAPattern::Star);
        }
        if name.contains('%') {
            return Err(NotAPattern::Encoded);
        }
        if name.len() > 1 && name.starts_with('.') {
            return Err(NotAPattern::Dot);
        }
        let host = from_plain(name, true).map_err(|refused| NotAPattern::Character(refused.0))?;
        let is_other = |c: &char| !(*c == '.' || u8::try_from(*c).is_ok_and(is_of_label));
        match (look_up(&host).map(canonical), below) {
            (Some(Looked::Name(name)), _) if name.starts_with('-') => {
                Err(NotAPattern::Character('-'))
            }
            (Some(Looked::Name(name)), _) if !is_resolvable(name.as_bytes()) => {
                let other = name.chars().find(is_other);
                Err(other.map_or(NotAPattern::NoHost, NotAPattern::Character))
            }
            (Some(Looked::Name(name)), Some(_)) => Ok(Self::Below(name.into_owned())),
            (Some(Looked::Address(_)), Some(_)) => Err(NotAPattern::BelowAddress),
            (Some(looked), None) => Ok(Self::Is(looked)),
            (None, _) => Err(NotAPattern::NoHost),
        }
    }
}

fn canonical(looked: Looked<'_>) -> Looked<'static> {
    match looked {
        Looked::Address(address) => Looked::Address(address.to_canonical()),
        Looked::Name(name) => Looked::Name(name.into_owned().into()),
    }
}

/// Several patterns. The time to look a host up hardly grows with the number of patterns.
#[derive(Clone, Debug, Default)]
pub struct HostPatterns {
    has_any: bool,
    themselves: HostSet,
    /// The names whose subdomains all match.
    below: HostSet,
}

impl FromIterator<HostPattern> for HostPatterns {
    fn from_iter<I: IntoIterator<Item = HostPattern>>(patterns: I) -> Self {
        let mut all = Self::default();
        for pattern in patterns {
            match pattern {
                HostPattern::Any => all.has_any = true,
                HostPattern::Is(host) => all.themselves.add(host),
                HostPattern::Below(name) => all.below.add(Looked::Name(name.into())),
            }
        }
        all
    }
}

impl HostPatterns {
    /// Returns true if every host that name look-up accepts matches.
    pub(crate) fn has_any(&self) -> bool {
        self.has_any
    }

    /// Returns true if an address is in the list. An IPv6 address that maps an IPv4 address is that address.
    pub(crate) fn has_address(&self, address: IpAddr) -> bool {
        self.themselves.has(&Looked::Address(address.to_canonical()))
    }

    /// Returns true if a name, in any letter case, matches a pattern of the list other than `*`.
    #[inline]
    pub(crate) fn has_name(&self, name: &[u8]) -> bool {
        let lower = name.iter().any(u8::is_ascii_uppercase).then(|| name.to_ascii_lowercase());
        let name = lower.as_deref().unwrap_or(name);
        self.themselves.has_name(name) || self.below.has_name_above(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_one_of(patterns: &HostPatterns, host: &str) -> bool {
        look_up(host).is_some_and(|host| match host {
            Looked::Address(address) => patterns.has_address(address),
            Looked::Name(name) => patterns.has_name(name.as_bytes()),
        })
    }

    fn is_meant(pattern: &str, host: &str) -> bool {
        let patterns = HostPatterns::from_iter([HostPattern::of(pattern).expect("a pattern")]);
        is_one_of(&patterns, host)
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
        ] {
            assert!(is_meant(pattern, host), "{host} of {pattern}");
        }
    }

    #[test]
    fn hosts_of_a_long_list() {
        let list =
            ["b.example", "*.a.example", "127.0.0.1", "c.example", "*.d.example", "a.example"];
        let patterns = list.map(|text| HostPattern::of(text).expect("a pattern"));
        let patterns = HostPatterns::from_iter(patterns);
        let is_meant = |host| is_one_of(&patterns, host);
        for host in ["a.example", "b.example", "c.example", "x.a.example", "x.y.d.example", "127.1"]
        {
            assert!(is_meant(host), "{host}");
        }
        for host in ["d.example", "x.b.example", "example", "127.0.0.2", "x..d.example"] {
            assert!(!is_meant(host), "{host}");
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
            ("*.example.org", "127.0.0.1,one.example.org"),
            ("*.example.org", "a%2Cb.example.org"),
            ("*.example.org", "a\u{FF0C}b.example.org"),
            ("*.example.org", "a;b.example.org"),
            ("*.example.org", "a(b).example.org"),
            ("*.example.org", "a&b=c+d.example.org"),
            ("*.example.org", "!a.example.org"),
            ("*.example.org", "a$'b.example.org"),
            ("*.example.org", "*.example.org"),
            ("*.example.org", "evil.example%00.example.org"),
            ("*.0.0.1.example", "127.0.0.1"),
            ("127.0.0.1", "127.0.0.2"),
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
            (".example.org", NotAPattern::Dot),
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
            // Characters that exclude or separate names in other lists, and characters that name look-up
            // refuses.
            ("!corp.example", NotAPattern::Character('!')),
            ("!*.corp.example", NotAPattern::Character('!')),
            ("-corp.example", NotAPattern::Character('-')),
            ("*.-corp.example", NotAPattern::Character('-')),
            ("-*.corp.example", NotAPattern::Character('-')),
            ("~corp.example", NotAPattern::Character('~')),
            ("^corp.example", NotAPattern::Character('^')),
            ("+corp.example", NotAPattern::Character('+')),
            ("corp$.example", NotAPattern::Character('$')),
            ("a.example,b.example", NotAPattern::Character(',')),
            ("*.a.example,*.b.example", NotAPattern::Character(',')),
            ("a.example;b.example", NotAPattern::Character(';')),
            ("a.example\u{FF0C}b.example", NotAPattern::Character(',')),
            ("(corp.example)", NotAPattern::Character('(')),
            ("corp'.example", NotAPattern::Character('\'')),
            ("a&b.example", NotAPattern::Character('&')),
            ("a=b.example", NotAPattern::Character('=')),
            ("\u{AD}.example", NotAPattern::NoHost),
            (&format!("{}.example", "a".repeat(64)), NotAPattern::NoHost),
        ] {
            assert_eq!(HostPattern::of(text), Err(why), "{text}");
        }
    }
}
