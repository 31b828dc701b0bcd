//! Data URLs (RFC 2397): the rules of the scheme `data` beyond the generic syntax.

use crate::compose::Components;
use crate::parts::percent::{quote_octets, unquote};
use crate::syntax::chars::UNRESERVED;

/// The pieces of a data URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// `type "/" subtype` as written; `text/plain` if it is absent.
    pub media_type: String,
    /// Attributes and values of the media type, decoded; `charset` is `US-ASCII` if the whole media
    /// type is absent.
    pub parameters: Vec<(String, String)>,
    /// Whether the octets are in base64.
    pub is_base64: bool,
    /// The text after the comma, percent-decoded: the data, or their base64.
    pub octets: Vec<u8>,
}

impl Data {
    /// The pieces of a valid reference, if it is a data URL. Its fragment is not part of the data.
    ///
    /// ```text
    /// dataurl   = "data:" [ mediatype ] [ ";base64" ] "," data
    /// mediatype = [ type "/" subtype ] *( ";" parameter )
    /// parameter = attribute "=" value
    /// ```
    pub fn of(c: &Components<'_>) -> Option<Self> {
        let is_data = c.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("data"));
        if !is_data || c.authority.is_some() {
            return None;
        }
        let (head, data) = c.path.split_once(',')?;
        let mut pieces = head.split(';').peekable();
        let media_type = pieces.next().unwrap_or_default();
        if !(media_type.is_empty() || is_media_type(media_type)) {
            return None;
        }
        let mut parameters = Vec::new();
        let mut is_base64 = false;
        while let Some(piece) = pieces.next() {
            if pieces.peek().is_none() && piece.eq_ignore_ascii_case("base64") {
                is_base64 = true;
                break;
            }
            let (attribute, value) = piece.split_once('=')?;
            parameters.push((text(attribute)?, text(value)?));
        }
        let media_type = if media_type.is_empty() {
            // "If <mediatype> is omitted, it defaults to text/plain;charset=US-ASCII. As a
            // shorthand, "text/plain" can be omitted but the charset parameter supplied" (§2).
            if parameters.is_empty() {
                parameters.push(("charset".to_owned(), "US-ASCII".to_owned()));
            }
            "text/plain".to_owned()
        } else {
            text(media_type)?
        };
        let mut octets = unquote(data);
        // A question mark is ordinary data.
        if let Some(query) = c.query {
            octets.push(b'?');
            octets.extend(unquote(query));
        }
        Some(Self { media_type, parameters, is_base64, octets })
    }

    /// The data URL of these pieces; none if the media type is not valid.
    pub fn compose(&self) -> Option<String> {
        if !is_media_type(&self.media_type) {
            return None;
        }
        let quoted = |text: &str| quote_octets(text.as_bytes(), UNRESERVED);
        let mut out = String::from("data:");
        // "+" is frequent in subtypes and need not be encoded.
        let (kind, subtype) = self.media_type.split_once('/')?;
        out.extend([&quoted(kind), "/", &quoted(subtype).replace("%2B", "+")]);
        for (attribute, value) in &self.parameters {
            if !is_token(attribute) {
                return None;
            }
            out.extend([";", &quoted(attribute), "=", &quoted(value)]);
        }
        out.push_str(if self.is_base64 { ";base64," } else { "," });
        let text = quote_octets(&self.octets, UNRESERVED);
        // A path may contain the characters of base64 as they are.
        let plain = |text: String| text.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
        out.push_str(&if self.is_base64 { plain(text) } else { text });
        Some(out)
    }
}

/// Whether text is `type "/" subtype`, each a token; percent-encoded octets are allowed.
fn is_media_type(text: &str) -> bool {
    text.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

/// `token` (RFC 2045 §5.1), with percent-encoded octets.
fn is_token(text: &str) -> bool {
    let is_special = |b: u8| b"()<>@,;:\\\"/[]?=".contains(&b);
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_graphic() && !is_special(b))
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
            (
                "data:Text/HTML;a=%22b%3bc%22;BASE64,a,b",
                "Text/HTML",
                &[("a", "\"b;c\"")],
                true,
                b"a,b",
            ),
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
        for text in [
            "data:",
            "data:text/plain",
            "http:,a",
            "data://h/,a",
            "data:text,a",
            "data:/plain,a",
            "data:a/b/c,",
            "data:a/b;c,",
            "data:a/b;base64;c=d,",
            "data:a/b;c=%FF,",
        ] {
            assert_eq!(of(text), None, "{text}");
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
        let text = "data:image/svg+xml;charset=utf-8%3B%20a,%3Ca%20b%3D%27c%2Bd%27%2F%3E";
        assert_eq!(data.compose().as_deref(), Some(text));
        assert_eq!(Data::of(&Components::of(text)), Some(data.clone()));
        let base64 =
            Data { is_base64: true, octets: b"a+/==".to_vec(), parameters: vec![], ..data };
        assert_eq!(base64.compose().as_deref(), Some("data:image/svg+xml;base64,a+/=="));
        assert_eq!(Data { media_type: "text".to_owned(), ..base64 }.compose(), None);
    }
}
