//! The rules for values, stated once for literal skeletons and for the values that fill them.

use crate::parts::host;
use crate::parts::idna::to_ascii;
use crate::parts::lookup::{Looked, ends_early, look_up};
use crate::parts::percent::unquote;
use crate::syntax::chars::IREG_NAME;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

/// Decodes a component for its characters. Octets that are not UTF-8 are not characters.
pub(crate) fn decoded(component: &str) -> String {
    String::from_utf8_lossy(&unquote(component)).into_owned()
}

/// Why a text is not a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoHost {
    /// Nothing is there.
    Empty,
    /// It is neither a domain name nor an address.
    NotAName,
    /// Name look-up reads an address, or nothing, in a text that is not written as an address.
    HiddenAddress,
    /// It has a character beyond ASCII, which a URI cannot have and IDNA cannot map.
    NotAscii,
}

/// The host in plain text: a domain name, or an address with or without brackets.
pub(crate) fn host_of_text(text: &str, is_iri: bool) -> Result<String, NoHost> {
    let matches = |rule| recognize(Utf8(text.as_bytes()), rule).is_ok();
    if text.is_empty() {
        return Err(NoHost::Empty);
    }
    if matches(Rule::Ipv6address) {
        return Ok(format!("[{text}]"));
    }
    if host::address(text).is_some() && matches(Rule::Host) {
        return Ok(text.to_owned());
    }
    // The text is not encoded: a triplet in it is three characters, and a name cannot have them.
    if text.contains('%') || text.starts_with('[') {
        return Err(NoHost::NotAName);
    }
    let ascii = to_ascii(text).ok_or(NoHost::NotAName)?;
    is_looked_up_as_name(&ascii)?;
    let is_written = is_iri && text.chars().all(|c| IREG_NAME.contains(c.into()));
    let is_written = is_written && matches(Rule::Ihost);
    Ok(if text.is_ascii() || is_written { text.to_owned() } else { ascii })
}

/// The host in a text that is already a valid host. It may have characters that no domain name has, but must
/// not be an address in disguise.
pub(crate) fn host_of_host(text: &str, is_iri: bool) -> Result<String, NoHost> {
    if text.is_empty() {
        return Err(NoHost::Empty);
    }
    if text.starts_with('[') || host::address(text).is_some() {
        return Ok(text.to_owned());
    }
    is_looked_up_as_name(text)?;
    if is_iri || text.is_ascii() {
        return Ok(text.to_owned());
    }
    let ascii = to_ascii(text).ok_or(NoHost::NotAscii)?;
    is_looked_up_as_name(&ascii)?;
    Ok(ascii)
}

fn is_looked_up_as_name(host: &str) -> Result<(), NoHost> {
    if ends_early(host) {
        return Err(NoHost::NotAName);
    }
    match look_up(host) {
        Some(Looked::Name(name)) if !name.split('.').any(str::is_empty) => Ok(()),
        _ => Err(NoHost::HiddenAddress),
    }
}

/// Returns true if text is one label of a domain name that name look-up reads as it stands: ASCII letters, digits and
/// inner hyphens, 1 to 63, no A-label (RFC 5890 §2.3.1).
pub(crate) fn is_label(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_inner = |&b: &u8| b.is_ascii_alphanumeric() || b == b'-';
    let is_alabel = bytes.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"xn--"));
    (1..=63).contains(&bytes.len())
        && bytes.iter().all(is_inner)
        && !text.starts_with('-')
        && !text.ends_with('-')
        && !is_alabel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_text() {
        for (text, uri, iri) in [
            ("example.org", Ok("example.org"), Ok("example.org")),
            ("EXAMPLE.org.", Ok("EXAMPLE.org."), Ok("EXAMPLE.org.")),
            ("::1", Ok("[::1]"), Ok("[::1]")),
            ("[::1]", Ok("[::1]"), Ok("[::1]")),
            ("127.0.0.1", Ok("127.0.0.1"), Ok("127.0.0.1")),
            ("b\u{FC}cher.example", Ok("xn--bcher-kva.example"), Ok("b\u{FC}cher.example")),
            ("", Err(NoHost::Empty), Err(NoHost::Empty)),
            ("evil.example/", Err(NoHost::NotAName), Err(NoHost::NotAName)),
            ("u@evil.example", Err(NoHost::NotAName), Err(NoHost::NotAName)),
            ("evil.example:80", Err(NoHost::NotAName), Err(NoHost::NotAName)),
            ("evil.example\u{FF0F}", Err(NoHost::NotAName), Err(NoHost::NotAName)),
            ("a%2Fb", Err(NoHost::NotAName), Err(NoHost::NotAName)),
            ("[v1.a]", Err(NoHost::NotAName), Err(NoHost::NotAName)),
            ("fe80::1%25eth0", Err(NoHost::NotAName), Err(NoHost::NotAName)),
            ("0x7f.1", Err(NoHost::HiddenAddress), Err(NoHost::HiddenAddress)),
            ("127.1", Err(NoHost::HiddenAddress), Err(NoHost::HiddenAddress)),
            ("1.2.3.4.", Err(NoHost::HiddenAddress), Err(NoHost::HiddenAddress)),
            (
                "\u{FF11}\u{FF12}\u{FF17}.0.0.1",
                Err(NoHost::HiddenAddress),
                Err(NoHost::HiddenAddress),
            ),
        ] {
            assert_eq!(host_of_text(text, false).as_deref(), uri.as_ref().map(|t| *t), "{text}");
            assert_eq!(host_of_text(text, true).as_deref(), iri.as_ref().map(|t| *t), "{text}");
        }
    }

    #[test]
    fn hosts_of_hosts() {
        assert_eq!(host_of_host("a_b.example", false).as_deref(), Ok("a_b.example"));
        assert_eq!(host_of_host("[v1.a]", false).as_deref(), Ok("[v1.a]"));
        assert_eq!(host_of_host("%31.2.3.4", false), Err(NoHost::HiddenAddress));
        assert_eq!(host_of_host("a%2Fb", false), Err(NoHost::NotAName));
        assert_eq!(host_of_host("b\u{FC}.example", false).as_deref(), Ok("xn--b-eha.example"));
    }

    #[test]
    fn labels() {
        for label in ["a", "a-b", "A1", "1", &"a".repeat(63)] {
            assert!(is_label(label), "{label}");
        }
        for text in ["", "-a", "a-", "a.b", "a_b", "xn--a", "XN--a", "\u{E9}", &"a".repeat(64)] {
            assert!(!is_label(text), "{text}");
        }
    }
}
