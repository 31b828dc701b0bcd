//! Data URLs (RFC 2397): the rules of the scheme `data` beyond the generic syntax.

use std::collections::HashSet;
use std::ops::Range;

use crate::compose::Components;
use crate::parts::percent::{quote_octets, unquote};
use crate::syntax::chars::UNRESERVED;

/// Attributes and values of a media type.
pub(crate) type Parameters = Vec<(String, String)>;

/// The pieces of a data URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// `type "/" subtype` as written; `text/plain` if it is absent.
    pub media_type: String,
    /// Decoded attributes and values of the media type; `charset` is `US-ASCII` if the whole media type is
    /// absent.
    pub parameters: Parameters,
    /// True if the octets are in base64.
    pub is_base64: bool,
    /// The text after the comma, percent-decoded: the data, or their base64 with its padding and no white space.
    pub octets: Vec<u8>,
}

/// A fault of a reference with the scheme `data`, by RFC 2397 §3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misread {
    /// There is no comma, it is not in the path, or there is an authority.
    Form,
    /// The text before the comma is not a media type.
    MediaType,
    /// The text after the comma is not base64.
    Base64,
}

impl Data {
    /// The pieces of a valid reference, if it is a data URL. Its fragment is not part of the data.
    pub fn of(c: &Components<'_>) -> Option<Self> {
        let is_data = c.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("data"));
        if is_data { Self::read(c).ok() } else { None }
    }

    /// The pieces of a valid reference whose scheme is `data`.
    ///
    /// ```text
    /// dataurl   = "data:" [ mediatype ] [ ";base64" ] "," data
    /// mediatype = [ type "/" subtype ] *( ";" parameter )
    /// parameter = attribute "=" value
    /// ```
    pub(crate) fn read(c: &Components<'_>) -> Result<Self, Misread> {
        let (head, data) =
            c.path.split_once(',').filter(|_| c.authority.is_none()).ok_or(Misread::Form)?;
        let (media_type, parameters, is_base64) = read_head(head).ok_or(Misread::MediaType)?;
        let mut octets = unquote(data);
        // A question mark is ordinary data.
        if let Some(query) = c.query {
            octets.push(b'?');
            octets.extend(unquote(query));
        }
        if is_base64 {
            octets = padded_base64(octets).ok_or(Misread::Base64)?;
        }
        Ok(Self { media_type, parameters, is_base64, octets })
    }

    /// The data URL of these pieces; none if the media type or a parameter
    /// is not valid.
    pub fn compose(&self) -> Option<String> {
        let (kind, subtype) = self.media_type.split_once('/')?;
        if !is_token(kind) || !is_token(subtype) {
            return None;
        }
        let quoted = |text: &str| quote_octets(text.as_bytes(), UNRESERVED);
        let mut out = String::from("data:");
        // "+" is frequent in subtypes and need not be encoded.
        out.extend([&quoted(kind), "/", &quoted(subtype).replace("%2B", "+")]);
        for (attribute, value) in &self.parameters {
            if !is_token(attribute) || !is_value(value) {
                return None;
            }
            let ascii: String = value.chars().filter(char::is_ascii).collect();
            let is_plain = !value.is_empty() && (ascii.is_empty() || is_token(&ascii));
            let value = if is_plain { value.clone() } else { quoted_string(value) };
            out.extend([";", &quoted(attribute), "=", &quoted(&value)]);
        }
        out.push_str(if self.is_base64 { ";base64," } else { "," });
        let text = quote_octets(&self.octets, UNRESERVED);
        // A path may contain the characters of base64 as they are.
        let plain = |text: String| text.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
        out.push_str(&if self.is_base64 { plain(text) } else { text });
        Some(out)
    }
}

/// Reads the text before the comma: the media type, its parameters, and whether `;base64` ends it.
fn read_head(head: &str) -> Option<(String, Parameters, bool)> {
    let mut pieces = head.split(';').peekable();
    let mut media_type = pieces.next().unwrap_or_default().to_owned();
    if !media_type.is_empty() {
        // The slash is a delimiter; an encoded slash is not.
        let (kind, subtype) = media_type.split_once('/')?;
        let (kind, subtype) = (text(kind)?, text(subtype)?);
        if !is_token(&kind) || !is_token(&subtype) {
            return None;
        }
        media_type = format!("{kind}/{subtype}");
    }
    let mut parameters = Parameters::new();
    let mut is_base64 = false;
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() && piece.eq_ignore_ascii_case("base64") {
            is_base64 = true;
            break;
        }
        let (attribute, value) = piece.split_once('=')?;
        let (attribute, value) = (text(attribute)?, text(value)?);
        let value = unquoted(value)?;
        if !is_token(&attribute) || !is_value(&value) {
            return None;
        }
        // Names ignore letter case (RFC 2045 §5.1); the first of a repeated name counts.
        let attribute = attribute.to_ascii_lowercase();
        if parameters.iter().all(|(known, _)| *known != attribute) {
            parameters.push((attribute, value));
        }
    }
    if media_type.is_empty() {
        // "If <mediatype> is omitted, it defaults to text/plain;charset=US-ASCII. As a
        // shorthand, "text/plain" can be omitted but the charset parameter supplied" (§2).
        if parameters.is_empty() {
            parameters.push(("charset".to_owned(), "US-ASCII".to_owned()));
        }
        return Some(("text/plain".to_owned(), parameters, is_base64));
    }
    Some((media_type, parameters, is_base64))
}

/// The position in the path of a data URL of a parameter whose name is repeated, if there is one.
pub(crate) fn repeated_parameter(path: &str) -> Option<Range<usize>> {
    let head = path.split(',').next().unwrap_or_default();
    let mut names = HashSet::new();
    let mut start = 0;
    for piece in head.split(';') {
        let place = start..start + piece.len();
        start = place.end + 1;
        let name = piece.split_once('=').and_then(|(name, _)| text(name));
        if name.is_some_and(|name| !names.insert(name.to_ascii_lowercase())) {
            return Some(place);
        }
    }
    None
}

/// A value as a quoted string, for values that are not tokens.
fn quoted_string(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The value of a parameter, without the quotes and escapes of a quoted string (RFC 2045 §5.1, RFC 5322
/// §3.2.4). None for a quoted string that does not end at the end of the text.
fn unquoted(value: String) -> Option<String> {
    let Some(rest) = value.strip_prefix('"') else { return Some(value) };
    let mut out = String::with_capacity(rest.len());
    let mut chars = rest.chars();
    loop {
        match chars.next()? {
            '"' => return chars.next().is_none().then_some(out),
            '\\' => out.push(chars.next()?),
            c => out.push(c),
        }
    }
}

/// `token` (RFC 2045 §5.1), of decoded text.
fn is_token(text: &str) -> bool {
    let is_special = |b: u8| b"()<>@,;:\\\"/[]?=".contains(&b);
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_graphic() && !is_special(b))
}

/// Returns true if decoded text may be the value of a parameter: characters of a token or a quoted string, and
/// text beyond ASCII. A line break would end a header that a program writes it into.
fn is_value(text: &str) -> bool {
    text.chars().all(|c| c == '\t' || !c.is_control())
}

/// Base64 with padding (RFC 4648 §4) and without white space, which is insignificant (RFC 2045 §6.8). None for
/// other octets.
fn padded_base64(mut octets: Vec<u8>) -> Option<Vec<u8>> {
    octets.retain(|b| !matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b'\x0C'));
    let padding = octets.iter().rev().take_while(|&&b| b == b'=').count();
    let is_digit = |&b: &u8| b.is_ascii_alphanumeric() || b == b'+' || b == b'/';
    let is_padded = octets.len().is_multiple_of(4)
        && padding <= 2
        && octets[..octets.len() - padding].iter().all(is_digit);
    is_padded.then_some(octets)
}

/// The decoded text of a component, if it is UTF-8.
fn text(quoted: &str) -> Option<String> {
    String::from_utf8(unquote(quoted)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Data> {
        Data::of(&Components::of(text))
    }

    #[test]
    fn pieces() {
        for (text, media_type, parameters, is_base64, octets) in [
            ("data:,", "text/plain", &[("charset", "US-ASCII")][..], false, &b""[..]),
            (
                "data:,A%20brief%20note",
                "text/plain",
                &[("charset", "US-ASCII")],
                false,
                b"A brief note",
            ),
            ("data:;base64,AA==", "text/plain", &[("charset", "US-ASCII")], true, b"AA=="),
            (
                "data:;charset=utf-8,%C3%A9",
                "text/plain",
                &[("charset", "utf-8")],
                false,
                b"\xC3\xA9",
            ),
            ("DATA:image/svg+xml,a?b?c#d", "image/svg+xml", &[], false, b"a?b?c"),
            ("data:Text/HTML;A=%22b%3bc%22,a,b", "Text/HTML", &[("a", "b;c")], false, b"a,b"),
            ("data:a/b;a=%22b%5C%22%22;A=c,", "a/b", &[("a", "b\"")], false, b""),
            ("data:a/b;BASE64,YQ%3D%3D", "a/b", &[], true, b"YQ=="),
            ("data:a%2Bb/c;%61=b%09c,", "a+b/c", &[("a", "b\tc")], false, b""),
            ("data:a/b;base64=1,", "a/b", &[("base64", "1")], false, b""),
            ("data:,\u{E9}", "text/plain", &[("charset", "US-ASCII")], false, b"\xC3\xA9"),
        ] {
            let parameters: Vec<_> =
                parameters.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
            let (media_type, octets) = (media_type.to_owned(), octets.to_vec());
            let expected = Data { media_type, parameters, is_base64, octets };
            assert_eq!(of(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn others_are_none() {
        assert_eq!(of("http:,a"), None);
        for (text, misread) in [
            ("data:", Misread::Form),
            ("data:text/plain", Misread::Form),
            ("data:a/b?,", Misread::Form),
            ("data://h/,a", Misread::Form),
            ("data:text,a", Misread::MediaType),
            ("data:/plain,a", Misread::MediaType),
            ("data:a/b/c,", Misread::MediaType),
            ("data:a%2Fb,", Misread::MediaType),
            ("data:a/b%2Fc,", Misread::MediaType),
            ("data:a/b%20,", Misread::MediaType),
            ("data:a/b%0D%0Ac%3A1,", Misread::MediaType),
            ("data:a/\u{E9},", Misread::MediaType),
            ("data:a/b;c,", Misread::MediaType),
            ("data:a/b;=c,", Misread::MediaType),
            ("data:a/b;c%3A=d,", Misread::MediaType),
            ("data:a/b;c=d%0D%0Ae%3A1,", Misread::MediaType),
            ("data:a/b;base64;c=d,", Misread::MediaType),
            ("data:a/b;c=%FF,", Misread::MediaType),
            ("data:;base64,YQ", Misread::Base64),
            ("data:;base64,YQ=", Misread::Base64),
            ("data:;base64,abcd=", Misread::Base64),
            ("data:;base64,abcd====", Misread::Base64),
            ("data:;base64,a===", Misread::Base64),
            ("data:;base64,YQ==YQ==", Misread::Base64),
            ("data:;base64,YWI%0B", Misread::Base64),
            ("data:;base64,YWI%C2%A0", Misread::Base64),
            ("data:;base64,Y===", Misread::Base64),
            ("data:;base64,YW?I", Misread::Base64),
        ] {
            assert_eq!(of(text), None, "{text}");
            assert_eq!(Data::read(&Components::of(text)), Err(misread), "{text}");
        }
    }

    #[test]
    fn white_space_says_nothing_in_base64() {
        for (text, octets) in [
            ("", ""),
            ("%20", ""),
            ("YWI=", "YWI="),
            ("YWJj%20ZGVm", "YWJjZGVm"),
            ("YWJj%0D%0AZGVm%0D%0A", "YWJjZGVm"),
            ("%20Y%09Q=%0C=", "YQ=="),
            ("YQ=%20=", "YQ=="),
            ("YQ%3D%3D%20", "YQ=="),
            ("AA+/", "AA+/"),
        ] {
            let read = of(&format!("data:;base64,{text}")).map(|data| data.octets);
            assert_eq!(read.as_deref(), Some(octets.as_bytes()), "{text}");
        }
    }

    #[test]
    fn composed() {
        let data = Data {
            media_type: "image/svg+xml".to_owned(),
            parameters: vec![("charset".to_owned(), "utf-8; a".to_owned())],
            is_base64: false,
            octets: b"<a b='c+d'/>".to_vec(),
        };
        let text = "data:image/svg+xml;charset=%22utf-8%3B%20a%22,%3Ca%20b%3D%27c%2Bd%27%2F%3E";
        assert_eq!(data.compose().as_deref(), Some(text));
        assert_eq!(Data::of(&Components::of(text)), Some(data.clone()));
        let base64 = Data { is_base64: true, octets: b"a+/=".to_vec(), parameters: vec![], ..data };
        assert_eq!(base64.compose().as_deref(), Some("data:image/svg+xml;base64,a+/="));
        let with_line_break = vec![("a".to_owned(), "b\r\nc: 1".to_owned())];
        assert_eq!(Data { parameters: with_line_break, ..base64.clone() }.compose(), None);
        assert_eq!(Data { media_type: "text".to_owned(), ..base64 }.compose(), None);
    }
}
