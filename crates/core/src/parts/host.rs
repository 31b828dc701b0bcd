//! Hosts (RFC 3986 §3.2.2): the kind of a host, its address, its normal form.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::parts::percent::{push_normal_escapes, quote};
use crate::syntax::chars::{Class, IREG_NAME, REG_NAME};
use crate::syntax::choice::choices;
use crate::syntax::ip;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::{Text, Utf8};

/// The characters that UTS #46 reads as a dot between labels.
pub(crate) const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];

choices! {
    /// The alternatives of the production `host`.
    pub enum HostKind;
    /// The name of the production.
    pub fn name;
    /// `IPv4address`
    Ipv4address = "IPv4address";
    /// `"[" IPv6address "]"`
    Ipv6address = "IPv6address";
    /// `"[" IPvFuture "]"`
    IpvFuture = "IPvFuture";
    /// `reg-name`, which may be empty.
    RegName = "reg-name";
}

impl HostKind {
    /// The kind of a valid host: "if host matches the rule for `IPv4address`, then it should be
    /// considered an IPv4 address literal and not a reg-name" (§3.2.2).
    pub fn of(host: impl Text) -> Self {
        if host.is(0, b'[') {
            let future = host.is(1, b'v') || host.is(1, b'V');
            if future { Self::IpvFuture } else { Self::Ipv6address }
        } else if matches!(ip::ipv4address(host, 0), Ok(end) if end == host.len()) {
            Self::Ipv4address
        } else {
            Self::RegName
        }
    }
}

/// The address of a valid host, if it is an IPv4address or an IPv6address.
pub fn address(host: &str) -> Option<IpAddr> {
    match HostKind::of(Utf8(host.as_bytes())) {
        HostKind::Ipv4address => host.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
        HostKind::Ipv6address => unbracketed(host).parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        HostKind::IpvFuture | HostKind::RegName => None,
    }
}

/// A host without the brackets of an IP-literal.
pub fn unbracketed(host: &str) -> &str {
    host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host)
}

/// A character that a host must not contain, raw or encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotInAHost(pub char);

error_words!(NotInAHost, |&Self(c), f| match c {
    '\0'..='\x7F' => write!(f, "a host must not contain {c:?}"),
    _ => write!(f, "a host must not contain U+{:04X}", u32::from(c)),
});

/// A host from plain data: a name, or an address with or without its brackets. For a URI, non-ASCII
/// characters are percent-encoded; ASCII characters never are, because "URI producers must not use
/// percent-encoding in host unless it is used to represent a UTF-8 character sequence" (§3.2.2).
pub fn from_plain(data: &str, is_iri: bool) -> Result<String, NotInAHost> {
    // Most hosts are names that need no encoding. An address with brackets, or that needs them, is not such a
    // name.
    if Utf8(data.as_bytes()).run(0, REG_NAME) >= data.len() {
        return Ok(data.to_owned());
    }
    let matches = |rule| recognize(Utf8(data.as_bytes()), rule).is_ok();
    if matches(Rule::IpLiteral) {
        return Ok(data.to_owned());
    }
    if matches(Rule::Ipv6address) {
        return Ok(format!("[{data}]"));
    }
    let is_refused = |class: Class, c: char| !class.contains(c.into());
    let ascii = data.chars().find(|&c| c.is_ascii() && is_refused(REG_NAME, c));
    match ascii.or_else(|| data.chars().find(|&c| is_refused(IREG_NAME, c))) {
        Some(c) => Err(NotInAHost(c)),
        None => Ok(quote(data, if is_iri { IREG_NAME } else { REG_NAME })),
    }
}

/// The normal form of a valid host (§6.2.2): encoded unreserved characters decoded, other
/// triplets in upper case, ASCII letters in lower case (RFC 3987 §5.3.2.1), an IPv6 address as
/// RFC 5952 writes it.
///
/// Decoding comes first because it may produce upper-case letters. It may also turn a reg-name into an
/// IPv4address, so callers must determine the kind again (H10).
pub fn normalize(host: &str) -> String {
    let mut out = String::with_capacity(host.len());
    push_normal(host, &mut out);
    out
}

/// Appends the result of [`normalize`].
pub(crate) fn push_normal(host: &str, out: &mut String) {
    if host.starts_with('[')
        && let Some(address) = address(host)
    {
        out.push('[');
        out.push_str(&address.to_string());
        out.push(']');
        return;
    }
    let start = out.len();
    let is_encoded = push_normal_escapes(host, out);
    out[start..].make_ascii_lowercase();
    if is_encoded {
        // The digits of triplets become upper case again; nothing is left to decode.
        let lowered = out.split_off(start);
        push_normal_escapes(&lowered, out);
    }
}
