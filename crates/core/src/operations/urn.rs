//! Uniform Resource Names (RFC 8141): the rules of the scheme `urn` beyond the generic syntax.

use crate::compose::Components;

/// The pieces of a URN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Urn<'a> {
    /// The namespace identifier (NID), which is case-insensitive.
    pub nid: &'a str,
    /// The namespace-specific string.
    pub nss: &'a str,
    /// The r-component: parameters for the service that resolves the name.
    pub r_component: Option<&'a str>,
    /// The q-component: parameters for the resource.
    pub q_component: Option<&'a str>,
    /// The f-component: the fragment.
    pub f_component: Option<&'a str>,
}

impl<'a> Urn<'a> {
    /// The pieces of a valid reference, if it is a URN. Non-ASCII characters are accepted where an
    /// IRI allows them.
    ///
    /// ```text
    /// namestring    = assigned-name [ rq-components ] [ "#" f-component ]
    /// assigned-name = "urn" ":" NID ":" NSS
    /// NID           = (alphanum) 0*30(ldh) (alphanum)
    /// NSS           = pchar *(pchar / "/")
    /// rq-components = [ "?+" r-component ] [ "?=" q-component ]
    /// r-component   = pchar *( pchar / "/" / "?" )
    /// q-component   = pchar *( pchar / "/" / "?" )
    /// ```
    pub fn of(c: &Components<'a>) -> Option<Self> {
        let is_urn = c.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("urn"));
        if !is_urn || c.authority.is_some() {
            return None;
        }
        let (nid, nss) = split_name(c.path)?;
        let (r_component, q_component) = c.query.map_or(Some((None, None)), split_query)?;
        Some(Self { nid, nss, r_component, q_component, f_component: c.fragment })
    }
}

/// NID and NSS of the path of a URN.
fn split_name(path: &str) -> Option<(&str, &str)> {
    let (nid, nss) = path.split_once(':')?;
    (is_nid(nid) && begins_with_pchar(nss)).then_some((nid, nss))
}

pub(crate) fn is_nid(nid: &str) -> bool {
    (2..=32).contains(&nid.len())
        && nid.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && !(nid.starts_with('-') || nid.ends_with('-'))
}

/// r-component and q-component of a query: the r-component ends before "?=" (§2.3.1). Any other
/// query is reserved for the future, and an error (§2).
fn split_query(query: &str) -> Option<(Option<&str>, Option<&str>)> {
    let (r, q) = if let Some(rest) = query.strip_prefix('+') {
        rest.split_once("?=").map_or((Some(rest), None), |(r, q)| (Some(r), Some(q)))
    } else {
        (None, Some(query.strip_prefix('=')?))
    };
    [r, q].into_iter().flatten().all(begins_with_pchar).then_some((r, q))
}

/// Returns true if valid text of a path or a query begins with a `pchar`.
fn begins_with_pchar(text: &str) -> bool {
    !(text.is_empty() || text.starts_with(['/', '?']))
}

/// Lower-cases the case-insensitive parts of a URN's path: the NID (RFC 8141 §3.1), and a UUID (RFC
/// 9562 §4: "lowercase on output and case insensitive on input").
pub(crate) fn lower_name(path: &mut str) {
    let Some((nid, nss)) = split_name(path) else { return };
    let is_uuid = nid.eq_ignore_ascii_case("uuid")
        && nss.len() == 36
        && nss.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    let end = if is_uuid { path.len() } else { nid.len() };
    path[..end].make_ascii_lowercase();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces() {
        for (text, nid, nss, r, q, f) in [
            ("urn:example:a", "example", "a", None, None, None),
            ("URN:X-1:a/b:c", "X-1", "a/b:c", None, None, None),
            ("urn:ab:a?+b?=c#d", "ab", "a", Some("b"), Some("c"), Some("d")),
            ("urn:ab:a?+b/?c", "ab", "a", Some("b/?c"), None, None),
            ("urn:ab:a?=b?=c?+d", "ab", "a", None, Some("b?=c?+d"), None),
            ("urn:ab:a#", "ab", "a", None, None, Some("")),
            ("urn:ab:\u{E9}", "ab", "\u{E9}", None, None, None),
        ] {
            let urn = Urn { nid, nss, r_component: r, q_component: q, f_component: f };
            assert_eq!(Urn::of(&Components::of(text)), Some(urn), "{text}");
        }
    }

    #[test]
    fn others_are_none() {
        let long = format!("urn:{}:b", "a".repeat(33));
        for text in [
            "http:example:a", "ur:example:a", "urn:", "urn:example", "urn:example:", "urn:a:b",
            "urn:-a:b", "urn:a-:b", "urn:a_b:c", "urn:%61b:c", "urn:ab:/c", "urn:/ab:c",
            "urn://ab:1", "urn:ab:c?d", "urn:ab:c?", "urn:ab:c?+", "urn:ab:c?=", "urn:ab:c?+/d",
            "urn:ab:c?+d?=", "urn:ab:c?+?=d", &long,
        ] {
            assert_eq!(Urn::of(&Components::of(text)), None, "{text}");
        }
    }
}
