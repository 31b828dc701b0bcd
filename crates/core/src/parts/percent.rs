//! Percent-encoding (RFC 3986 §2.1, §2.4): from data to the text of a component, and back.
//!
//! Encoding takes data, and decoding gives data. A component's text is never encoded twice (C8).
//! Decoding takes one component or a part of one, after the split (C7).

use std::borrow::Cow;
use std::ops::Range;

use crate::syntax::chars::{self, Class, ENCODE_URI_COMPONENT, UNRESERVED, is_bidi_formatting};
use crate::syntax::choice::{self, UnknownName};
use crate::syntax::text::{Text, Utf8};

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Appends `octet` as `%HH`, upper case (§2.1).
pub(crate) fn push_octet(out: &mut String, octet: u8) {
    out.push('%');
    out.push(HEX[usize::from(octet >> 4)].into());
    out.push(HEX[usize::from(octet & 0xF)].into());
}

/// Appends each octet of the UTF-8 of `c` as `%HH`.
pub(crate) fn push_char(out: &mut String, c: char) {
    for &octet in c.encode_utf8(&mut [0; 4]).as_bytes() {
        push_octet(out, octet);
    }
}

/// Encodes plain text for a component whose characters are `class`: "the data is first encoded as octets
/// according to the UTF-8 character encoding; then only those octets that do not correspond to characters in
/// the unreserved set should be percent-encoded" (§2.5), extended to all characters that the component's rule
/// allows. The formatting characters that an IRI must not contain (RFC 3987 §4.1) are encoded as well.
pub fn quote(data: &str, class: Class) -> String {
    let mut out = String::with_capacity(data.len() + data.len() / 2);
    push_quoted(data, class, &mut out);
    out
}

/// A set of characters that [`quote`] leaves unchanged: a set of a standard by its name, or that of an IRI's
/// component by its name.
pub const SAFE_SETS: [(&str, Class); 9] = [
    ("unreserved", UNRESERVED),
    ("encodeURIComponent", ENCODE_URI_COMPONENT),
    ("fn:encode-for-uri", UNRESERVED),
    ("userinfo", chars::IUSERINFO),
    ("host", chars::IREG_NAME),
    ("path", chars::IPATH),
    ("segment", chars::IPCHAR),
    ("query", chars::IQUERY),
    ("fragment", chars::IFRAGMENT),
];

/// The set of that name. The error lists the names.
pub fn safe_set(name: &str) -> Result<Class, UnknownName> {
    choice::named("safe", &SAFE_SETS, |(set, _)| set, name).map(|(_, class)| class)
}

/// Decodes percent-encoded text, as [`unquote`] does. None if a `%` is not followed by two digits, or if the
/// octets are not UTF-8.
pub fn decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.as_bytes().contains(&b'%') {
        return Some(Cow::Borrowed(text));
    }
    if bare_percent(text).is_some() {
        return None;
    }
    String::from_utf8(unquote(text)).ok().map(Cow::Owned)
}

/// The position of a `%` that is not followed by two hexadecimal digits, in octets.
pub fn bare_percent(text: &str) -> Option<usize> {
    text.match_indices('%').map(|(i, _)| i).find(|&i| triplet(text.as_bytes(), i).is_none())
}

/// Appends the result of [`quote`].
pub fn push_quoted(mut data: &str, class: Class, out: &mut String) {
    loop {
        // Most data is ASCII that needs no encoding.
        let is_kept = |byte: u8| byte.is_ascii() && class.contains(byte.into());
        let ascii = data.bytes().position(|byte| !is_kept(byte)).unwrap_or(data.len());
        out.push_str(&data[..ascii]);
        data = &data[ascii..];
        let Some(c) = data.chars().next() else { return };
        if class.contains(c.into()) && !is_bidi_formatting(c.into()) {
            out.push(c);
        } else {
            push_char(out, c);
        }
        data = &data[c.len_utf8()..];
    }
}

/// Appends the result of [`quote`], but leaves `pct-encoded` triplets unchanged (RFC 6570 §3.2.3).
pub(crate) fn push_quoted_but_triplets(mut data: &str, class: Class, out: &mut String) {
    while let Some(i) = data.find('%') {
        push_quoted(&data[..i], class, out);
        let end = if triplet(data.as_bytes(), i).is_some() {
            out.push_str(&data[i..i + 3]);
            i + 3
        } else {
            push_octet(out, b'%');
            i + 1
        };
        data = &data[end..];
    }
    push_quoted(data, class, out);
}

/// Valid text with every non-ASCII character percent-encoded (RFC 3987 §3.1, step 2), and nothing else changed.
pub fn encode_non_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    let mut copied = 0;
    for (i, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
        out.push_str(&text[copied..i]);
        push_char(&mut out, c);
        copied = i + c.len_utf8();
    }
    out.push_str(&text[copied..]);
    out.into()
}

/// Encodes octets for a component. All octets beyond ASCII are percent-encoded.
pub fn quote_octets(data: &[u8], class: Class) -> String {
    let mut out = String::with_capacity(data.len() * 2);
    for &octet in data {
        if octet < 0x80 && class.contains(octet.into()) {
            out.push(octet.into());
        } else {
            push_octet(&mut out, octet);
        }
    }
    out
}

/// Octets as text. Octets that are not UTF-8 are percent-encoded, and without `is_iri` all that are not ASCII.
pub fn text_of_octets(data: &[u8], is_iri: bool) -> String {
    let mut out = String::with_capacity(data.len());
    for chunk in data.utf8_chunks() {
        out.push_str(&if is_iri { chunk.valid().into() } else { encode_non_ascii(chunk.valid()) });
        chunk.invalid().iter().for_each(|&octet| push_octet(&mut out, octet));
    }
    out
}

/// The decoded octets of valid component text.
pub fn unquote(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        if let Some(octet) = triplet(bytes, i) {
            out.push(octet);
            i += 3;
        } else {
            out.push(bytes[i]);
            i += 1;
        }
    }
    out
}

/// The octet of the `pct-encoded` at `i`, if there is one.
pub(crate) fn triplet(bytes: &[u8], i: usize) -> Option<u8> {
    match bytes.get(i..i + 3)? {
        [b'%', high, low] => Some((hex_digit(*high)? << 4) | hex_digit(*low)?),
        _ => None,
    }
}

/// A decoded piece of percent-encoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoded {
    /// A character, whose UTF-8 encoding the octets are.
    Character(char),
    /// An octet that is not part of a character's UTF-8.
    Octet(u8),
}

/// Decodes one piece from the `pct-encoded` at `i` and those after it. Also returns the length of their text.
pub(crate) fn encoded_at(text: &str, i: usize) -> Option<(Encoded, usize)> {
    let first = triplet(text.as_bytes(), i)?;
    if first.is_ascii() {
        return Some((Encoded::Character(first.into()), 3));
    }
    let mut octets = [first, 0, 0, 0];
    let mut count = 1;
    while count < octets.len()
        && let Some(octet) = triplet(text.as_bytes(), i + 3 * count)
    {
        octets[count] = octet;
        count += 1;
    }
    let (code_point, length) = Utf8(&octets[..count]).code_point(0);
    Some(match char::from_u32(code_point) {
        Some(c) => (Encoded::Character(c), 3 * length),
        None => (Encoded::Octet(first), 3),
    })
}

/// The decoded pieces of all percent-encoded text in valid text, from left to right, each with its
/// index.
pub(crate) fn encoded(text: &str) -> impl Iterator<Item = (Range<usize>, Encoded)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find('%')?;
        let (encoded, length) = encoded_at(text, start)?;
        from = start + length;
        Some((start..from, encoded))
    })
}

/// Component text with encoded unreserved characters decoded (§6.2.2.2) and the digits of all
/// other triplets in upper case (§6.2.2.1).
pub fn normalize_escapes(text: &str) -> Cow<'_, str> {
    if !has_percent(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    push_normal_escapes(text, &mut out);
    Cow::Owned(out)
}

/// Appends the result of [`normalize_escapes`]. Returns true if the text has percent-encoded octets.
pub(crate) fn push_normal_escapes(text: &str, out: &mut String) -> bool {
    let bytes = text.as_bytes();
    let first = Utf8(bytes).find_far(0, b"%");
    let (mut copied, mut i) = (0, first);
    while let Some(octet) = triplet(bytes, i) {
        let is_decoded = UNRESERVED.contains(octet.into());
        if is_decoded || bytes[i..i + 3].iter().any(u8::is_ascii_lowercase) {
            out.push_str(&text[copied..i]);
            if is_decoded {
                out.push(octet.into());
            } else {
                push_octet(out, octet);
            }
            copied = i + 3;
        }
        i = Utf8(bytes).find_far(i + 3, b"%");
    }
    out.push_str(&text[copied..]);
    i > first
}

/// Returns true if there is a `%`.
pub(crate) fn has_percent(text: &str) -> bool {
    Utf8(text.as_bytes()).find_far(0, b"%") < text.len()
}

fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}
