//! The origin of a reference (RFC 6454 §4).

use std::ops::Range;

use crate::operations::convert::to_uri;
use crate::parts::{host, idna, scheme};
use crate::syntax::reference::Reference;
use crate::syntax::split::{self, AuthorityParts, split_authority};
use crate::syntax::text::Utf8;

/// Scheme, host and port of a valid reference as a URI, so that two references have the same origin
/// if these texts are equal. Scheme and host are in lower case, the labels of a domain name in
/// ASCII form, and the default port is left out. None without a scheme, with an empty host, or with
/// a port above 65535, which no connection can have.
pub fn origin(text: &str) -> Option<String> {
    let t = Utf8(text.as_bytes());
    at(text, split::scheme(t)?, &split::authority_parts(t)?)
}

/// [`origin`] of a reference that has been split already.
pub fn origin_of(r: &Reference<'_>) -> Option<String> {
    let authority = split_authority(Utf8(r.text.as_bytes()), r.parts.authority()?);
    at(r.text, r.parts.scheme()?, &authority)
}

/// The origin of a reference whose scheme and authority stand at these places.
fn at(text: &str, scheme: Range<usize>, authority: &AuthorityParts) -> Option<String> {
    if authority.host.is_empty() {
        return None;
    }
    let scheme = text[scheme].to_ascii_lowercase();
    let host = &text[authority.host.clone()];
    // A host that is not a domain name has no A-labels, so its syntax-based normal form is used.
    let host = idna::host_to_ascii(host).unwrap_or_else(|_| to_uri(host).into_owned());
    let digits =
        authority.port.clone().map(|range| &text[range]).filter(|digits| !digits.is_empty());
    let port = match digits {
        Some(digits) => {
            let port = Some(scheme::port_number(digits)?);
            port.filter(|_| port != scheme::default_port(&scheme))
        }
        None => None,
    };
    let port = port.map_or_else(String::new, |port| format!(":{port}"));
    Some(format!("{scheme}://{}{port}", host::normalize(&host)))
}
