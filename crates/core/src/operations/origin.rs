//! The origin of a reference (RFC 6454 §4).

use std::borrow::Cow;
use std::ops::Range;

use crate::operations::convert::to_uri;
use crate::parts::lookup::PlainName;
use crate::parts::{host, idna, scheme};
use crate::syntax::reference::Reference;
use crate::syntax::split::{self, AuthorityParts, split_authority};
use crate::syntax::text::Utf8;

/// Scheme, host and port of a valid reference as a URI, so that two references have the same origin
/// if these texts are equal. Scheme and host are in lower case, the labels of a domain name in
/// ASCII form, and the default port is left out. None without a scheme, with an empty host, or with
/// a port above 65535, which no connection can have.
pub fn origin(text: &str) -> Option<Cow<'_, str>> {
    let t = Utf8(text.as_bytes());
    origin_at(text, split::scheme(t)?, &split::authority_parts(t)?)
}

/// [`origin`] of a reference that has been split already.
pub fn origin_of<'a>(r: &Reference<'a>) -> Option<Cow<'a, str>> {
    let authority = split_authority(Utf8(r.text.as_bytes()), r.parts.authority()?);
    origin_at(r.text, r.parts.scheme()?, &authority)
}

/// The origin of a reference whose scheme and authority stand at these places.
pub fn origin_at<'a>(
    text: &'a str,
    scheme: Range<usize>,
    authority: &AuthorityParts,
) -> Option<Cow<'a, str>> {
    if authority.host.is_empty() {
        return None;
    }
    let end = scheme.end + "://".len();
    let digits =
        authority.port.clone().map(|range| &text[range]).filter(|digits| !digits.is_empty());
    let scheme = &text[scheme];
    let host = &text[authority.host.clone()];
    if authority.host.start == end
        && digits.is_none()
        && PlainName::of(host).is_some()
        && !scheme.bytes().any(|byte| byte.is_ascii_uppercase())
    {
        // Most references begin with their origin.
        return Some(Cow::Borrowed(&text[..authority.host.end]));
    }
    let scheme = scheme.to_ascii_lowercase();
    // A host that is not a domain name has no A-labels, so its syntax-based normal form is used.
    let host = idna::host_to_ascii(host).unwrap_or_else(|_| to_uri(host).into_owned());
    let port = match digits {
        Some(digits) => {
            let port = Some(scheme::port_number(digits)?);
            port.filter(|_| port != scheme::default_port(&scheme))
        }
        None => None,
    };
    let port = port.map_or_else(String::new, |port| format!(":{port}"));
    Some(Cow::Owned(format!("{scheme}://{}{port}", host::normalize(&host))))
}
