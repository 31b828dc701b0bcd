//! Mapping IRIs to URIs and URIs to IRIs (RFC 3987 §3.1, §3.2).

use std::borrow::Cow;

use crate::operations::repair::{Cause, Change};
#[cfg(feature = "idna")]
use crate::parts::idna::{self, NotADomainName};
use crate::parts::percent::{Encoded, encode_non_ascii, encoded_at, push_char, push_octet};
use crate::syntax::chars::{
    Class, IFRAGMENT, IQUERY, IRI_CHARACTERS, LITERALS, UNRESERVED, URI_CHARACTERS,
    is_bidi_formatting, is_newer_bidi_control,
};
use crate::syntax::reference::{AsReference, Reference};

/// Converts a valid IRI reference to a URI reference by [`encode_non_ascii`] (§3.1, step 2). A host with
/// non-ASCII characters, raw or encoded, becomes a domain name in ASCII (UTS #46). The error says why the host
/// is not a domain name.
#[cfg(feature = "idna")]
pub fn to_uri_with_idna<'a>(
    reference: impl AsReference<'a>,
) -> Result<Cow<'a, str>, NotADomainName> {
    let r = reference.reference();
    let Some(host) = r.host().filter(|host| !idna::is_ascii_name(host)) else {
        return Ok(encode_non_ascii(r.text));
    };
    let name = idna::host_to_ascii(host)?;
    let named = r.with_host(|_| Some(name)).unwrap_or_default();
    Ok(encode_non_ascii(&named).into_owned().into())
}

/// Converts a LEIRI to an IRI reference, or without `is_iri` to a URI reference. Each character that only
/// LEIRIs allow is percent-encoded (§3.1; W3C note of 2008). Other faults stay, so the result may be invalid.
pub fn from_leiri(text: &str, is_iri: bool) -> (String, Vec<Change>) {
    let mut out = String::with_capacity(text.len());
    let mut changes = Vec::new();
    let mut is_query = false;
    for (i, c) in text.char_indices() {
        let code = u32::from(c);
        is_query = c != '#' && (is_query || c == '?');
        let class = match (is_iri, is_query) {
            (false, _) => URI_CHARACTERS,
            (true, false) => IRI_CHARACTERS,
            (true, true) => LITERALS,
        };
        let is_kept = class.contains(code) && !is_bidi_formatting(code) || "%#[]".contains(c);
        // A LEIRI may have all other ASCII characters, and every character beyond ASCII except two.
        if is_kept || matches!(code, 0xFFFE | 0xFFFF) {
            out.push(c);
            continue;
        }
        let mut replacement = String::new();
        push_char(&mut replacement, c);
        out.push_str(&replacement);
        changes.push(Change { span: i..i + c.len_utf8(), replacement, cause: Cause::NotAllowed });
    }
    (out, changes)
}

/// Converts a valid URI reference to an IRI reference (§3.2). An IRI reference is converted to a URI first, so
/// formatting characters are always encoded in the result.
///
/// With `by_idna`, a host that is a domain name is converted to Unicode (UTS #46).
#[cfg(feature = "idna")]
pub fn to_iri<'a>(reference: impl AsReference<'a>, by_idna: bool) -> Cow<'a, str> {
    let iri = decoded(reference);
    if !by_idna {
        return iri;
    }
    let r = Reference::of(&iri);
    let named = r.parts.has_authority().then(|| r.with_host(idna::to_unicode)).flatten();
    named.map_or(iri, Cow::Owned)
}

/// [`to_iri`] without a conversion of the host.
pub(crate) fn decoded<'a>(reference: impl AsReference<'a>) -> Cow<'a, str> {
    let text = reference.text();
    if text.is_ascii() && !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let query = reference.reference().parts.query().unwrap_or(0..0);
    let mut out = String::with_capacity(text.len());
    decode(&text[..query.start], IFRAGMENT, &mut out);
    decode(&text[query.clone()], IQUERY, &mut out);
    decode(&text[query.end..], IFRAGMENT, &mut out);
    out.into()
}

/// Appends `text` with triplets decoded where §3.2 allows it: for an unreserved character, and for
/// a strictly legal UTF-8 sequence of a non-ASCII character of `class` that an IRI should have.
fn decode(text: &str, class: Class, out: &mut String) {
    let bytes = text.as_bytes();
    let mut copied = 0;
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i].is_ascii() && bytes[i] != b'%' {
            i += 1;
            continue;
        }
        out.push_str(&text[copied..i]);
        if bytes[i] == b'%' {
            i += decode_triplets(&text[i..], class, out);
        } else if let Some(c) = text[i..].chars().next() {
            if is_encoded_in_iris(c) {
                push_char(out, c);
            } else {
                out.push(c);
            }
            i += c.len_utf8();
        }
        copied = i;
    }
    out.push_str(&text[copied..]);
}

/// Decodes the character whose triplets begin `text`, if that is allowed. Returns the number of bytes read.
fn decode_triplets(text: &str, class: Class, out: &mut String) -> usize {
    let (encoded, length) = encoded_at(text, 0).unwrap_or((Encoded::Octet(b'%'), text.len()));
    match encoded {
        // Step 2: "%25", reserved characters and characters that URIs do not allow stay encoded, as
        // written.
        Encoded::Character(c) if c.is_ascii() && !UNRESERVED.contains(c.into()) => {
            out.push_str(&text[..length]);
        }
        Encoded::Character(c) if is_decoded_in_iris(c, class) => out.push(c),
        // Steps 3 and 4: re-encode an octet that is not UTF-8, or a character.
        Encoded::Character(c) => push_char(out, c),
        Encoded::Octet(octet) => push_octet(out, octet),
    }
    length
}

/// Returns true if a percent-encoded character is to be decoded in a component whose characters are `class`.
pub(crate) fn is_decoded_in_iris(c: char, class: Class) -> bool {
    (UNRESERVED.contains(c.into()) || !c.is_ascii() && class.contains(c.into()))
        && !is_encoded_in_iris(c)
}

/// Characters that stay percent-encoded in an IRI although the grammar allows them.
fn is_encoded_in_iris(c: char) -> bool {
    is_bidi_formatting(c.into()) || is_newer_bidi_control(c)
}
