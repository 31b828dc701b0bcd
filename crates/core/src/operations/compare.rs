//! Comparison (RFC 3986 §6.1, §6.2, §4.4; RFC 3987 §5).

use std::borrow::Cow;

#[cfg(feature = "idna")]
use crate::compose::Components;
use crate::operations::normalize::{Level, normalize};
use crate::operations::resolve::resolve;
#[cfg(feature = "idna")]
use crate::operations::urn::Urn;
use crate::parts::percent::encode_non_ascii;
#[cfg(feature = "idna")]
use crate::parts::{idna, scheme};
use crate::syntax::reference::{AsReference, Reference};

/// The comparison key of a reference. Two references have the same key exactly if they are equivalent at
/// `level`.
///
/// They are compared as URIs (RFC 3987 §5.3.2.3, E5), so `é` and `%C3%A9` are equivalent. A relative reference
/// is only equivalent to itself, because its target depends on the base (E3).
pub fn comparison_key<'a>(reference: impl AsReference<'a>, level: Level) -> Cow<'a, str> {
    if level == Level::String {
        return Cow::Borrowed(reference.text());
    }
    let r = reference.reference();
    match level {
        _ if !r.parts.has_scheme() => Cow::Borrowed(r.text),
        #[cfg(feature = "idna")]
        Level::Scheme => key_by_scheme(&r),
        _ => normal_uri(&r, encode_non_ascii(r.text), level),
    }
}

/// The key at the scheme level, at which host names are compared in ASCII.
#[cfg(feature = "idna")]
fn key_by_scheme<'a>(r: &Reference<'a>) -> Cow<'a, str> {
    let name = r.scheme().unwrap_or_default();
    let is_name = scheme::has_dns_names(name);
    let named = is_name.then(|| r.with_host(idna::to_ascii)).flatten();
    let uri = match named {
        Some(named) => Cow::Owned(encode_non_ascii(&named).into_owned()),
        None => encode_non_ascii(r.text),
    };
    let key = normal_uri(r, uri, Level::Scheme);
    if name.eq_ignore_ascii_case("urn") { without_rqf(key) } else { key }
}

/// The normal form of a reference written as a URI. It is borrowed if nothing had to be encoded.
fn normal_uri<'a>(r: &Reference<'a>, uri: Cow<'_, str>, level: Level) -> Cow<'a, str> {
    match uri {
        Cow::Borrowed(_) => r.after(|r, out| normalize(r, level, out)),
        Cow::Owned(uri) => {
            let uri = Reference::of(&uri);
            Cow::Owned(uri.after(|uri, out| normalize(uri, level, out)).into_owned())
        }
    }
}

#[cfg(feature = "idna")]
/// The assigned name of a URN: "r-component, q-component, and f-component … MUST NOT be taken into
/// account" (RFC 8141 §3.1).
fn without_rqf(key: Cow<'_, str>) -> Cow<'_, str> {
    let c = Components::of(&key);
    if Urn::of(&c).is_none() {
        return key;
    }
    let end = key.len()
        - [c.query, c.fragment].into_iter().flatten().map(|part| part.len() + 1).sum::<usize>();
    // A borrowed result is the whole text; callers rely on that.
    if end < key.len() { Cow::Owned(key[..end].to_owned()) } else { key }
}

/// Returns true if two references are equivalent at `level`. Fragments can be ignored, as §6.1 demands "for
/// network actions".
pub fn equivalent<'a>(
    a: impl AsReference<'a>,
    b: impl AsReference<'a>,
    level: Level,
    ignore_fragment: bool,
) -> bool {
    if ignore_fragment {
        let [a, b] = [a.reference(), b.reference()].map(|r| r.without_fragment());
        return equivalent(a, b, level, false);
    }
    a.text() == b.text()
        || level != Level::String && comparison_key(a, level) == comparison_key(b, level)
}

/// Returns true if a reference leads from `base` to the same document: "when a URI reference refers to a
/// URI that is, aside from its fragment component (if any), identical to the base URI" (§4.4).
pub fn is_same_document(r: &Reference<'_>, base: &Reference<'_>, level: Level) -> bool {
    let target = r.after(|r, out| resolve(base, r, true, out).is_some());
    equivalent(&*target, base, level, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::convert::decoded;
    use crate::syntax::text::READS;

    /// Nothing is split if the text alone decides.
    #[test]
    fn equal_texts_are_not_read() {
        let text = "http://example.org/a?b#c";
        READS.set(0);
        assert!(equivalent(text, text, Level::Syntax, false));
        assert!(!equivalent(text, "http://example.org/", Level::String, false));
        assert_eq!(decoded(text), text);
        assert_eq!(READS.get(), 0);
        assert!(equivalent(text, "HTTP://example.org/a?b#c", Level::Syntax, false));
        assert!(READS.get() > 0);
    }
}
