//! The origin of a reference (RFC 6454 §4).

use std::borrow::Cow;

use crate::parts::lookup::PlainName;
use crate::parts::percent::encode_non_ascii;
use crate::parts::{host, idna, scheme};
use crate::syntax::reference::AsReference;

/// Scheme, host and port of a valid reference as a URI. Two references have the same origin exactly if these
/// texts are equal. Scheme and host are in lower case, the labels of a domain name are in ASCII, and the
/// default port is omitted. None without a scheme, with an empty host, or with a port above 65535, which no
/// connection can have. Only the text before the path matters.
pub fn origin<'a>(reference: impl AsReference<'a>) -> Option<Cow<'a, str>> {
    let r = reference.reference();
    let (scheme, host) = (r.scheme()?, r.host()?);
    if host.is_empty() {
        return None;
    }
    let digits = r.port().filter(|digits| !digits.is_empty());
    let port = match digits {
        Some(digits) => Some(scheme::port_number(digits)?),
        None => None,
    };
    if r.parts.host_start == scheme.len() + "://".len()
        && !scheme.bytes().any(|byte| byte.is_ascii_uppercase())
        && digits
            .is_none_or(|digits| !digits.starts_with('0') && port != scheme::default_port(scheme))
        && PlainName::of(host).is_some()
    {
        // Most references begin with their origin.
        let end = if digits.is_some() { r.parts.path_start } else { r.parts.host_end };
        return Some(Cow::Borrowed(&r.text[..end]));
    }
    let scheme = scheme.to_ascii_lowercase();
    // A host that is not a domain name has no A-labels, so its syntax-based normal form is used.
    let host = idna::to_ascii(host).unwrap_or_else(|| encode_non_ascii(host).into_owned());
    let port = port.filter(|_| port != scheme::default_port(&scheme));
    let port = port.map_or_else(String::new, |port| format!(":{port}"));
    Some(Cow::Owned(format!("{scheme}://{}{port}", host::normalize(&host))))
}
