//! Queries as pairs of names and values: a convention of HTML forms, not of RFC 3986, which
//! says only that they are "often used to carry identifying information in the form of
//! "key=value" pairs" (§3.4).

use crate::parts::percent::{quote, unquote};
use crate::syntax::chars::{IUNRESERVED, UNRESERVED};

/// The octets that each name and value stand for. Pieces between separators are split first and
/// decoded afterwards (C7); empty pieces are no pairs, and a piece without `=` has an empty value.
/// With `plus`, a `+` stands for a space.
pub fn pairs(query: &str, separator: char, plus: bool) -> Vec<(Vec<u8>, Vec<u8>)> {
    let decode = |text: &str| {
        if plus { unquote(&text.replace('+', " ")) } else { unquote(text) }
    };
    pieces(query, separator)
        .map(|piece| {
            let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
            (decode(name), decode(value))
        })
        .collect()
}

/// The octets of the first value of that name, as [`pairs`] decodes it.
pub fn value(query: &str, name: &str, separator: char, plus: bool) -> Option<Vec<u8>> {
    // Only a piece that is written as the name, or that has escapes, can be decoded to it.
    let may_be = |piece: &&str| {
        let written = piece.split('=').next().unwrap_or_default();
        written == name || written.contains(['%', '+'])
    };
    pieces(query, separator)
        .filter(may_be)
        .flat_map(|piece| pairs(piece, separator, plus))
        .find_map(|(decoded, value)| (decoded == name.as_bytes()).then_some(value))
}

/// A query of these pairs of plain text. A space becomes `%20` and a plus sign `%2B`, which all
/// readers take for what they are.
pub fn from_pairs<'a>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    separator: char,
    is_iri: bool,
) -> String {
    // Unreserved characters only, so that none is a delimiter of any convention.
    let class = if is_iri { IUNRESERVED } else { UNRESERVED };
    let mut out = String::new();
    for (name, value) in pairs {
        if !out.is_empty() {
            out.push(separator);
        }
        out.push_str(&quote(name, class));
        out.push('=');
        out.push_str(&quote(value, class));
    }
    out
}

/// The query with the first pair of that name given a new value, and its other pairs of that
/// name gone; or with the pair at its end. All other pieces stay as they are written.
pub fn with_pair(query: &str, name: &str, value: &str, separator: char, plus: bool) -> String {
    let pair = from_pairs([(name, value)], separator, true);
    let mut found = false;
    let mut kept: Vec<&str> = Vec::new();
    for piece in pieces(query, separator) {
        if !is_named(piece, name, plus) {
            kept.push(piece);
        } else if !found {
            found = true;
            kept.push(&pair);
        }
    }
    if !found {
        kept.push(&pair);
    }
    kept.join(separator.encode_utf8(&mut [0; 4]))
}

/// The query without the pairs of that name.
pub fn without(query: &str, name: &str, separator: char, plus: bool) -> String {
    let kept: Vec<&str> =
        pieces(query, separator).filter(|piece| !is_named(piece, name, plus)).collect();
    kept.join(separator.encode_utf8(&mut [0; 4]))
}

fn pieces(query: &str, separator: char) -> impl Iterator<Item = &str> {
    query.split(separator).filter(|piece| !piece.is_empty())
}

fn is_named(piece: &str, name: &str, plus: bool) -> bool {
    pairs(piece, '\0', plus).first().is_some_and(|(n, _)| n == name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pairs: Vec<(Vec<u8>, Vec<u8>)>) -> Vec<(String, String)> {
        let text = |octets| String::from_utf8(octets).expect("UTF-8");
        pairs.into_iter().map(|(n, v)| (text(n), text(v))).collect()
    }

    #[test]
    fn pairs_there_and_back() {
        let query = from_pairs([("a b", "1&2=3"), ("é", "+%"), ("", "")], '&', true);
        assert_eq!(query, "a%20b=1%262%3D3&é=%2B%25&=");
        let expected = [("a b", "1&2=3"), ("é", "+%"), ("", "")].map(|(n, v)| (n.into(), v.into()));
        assert_eq!(text(pairs(&query, '&', true)), expected);
        assert_eq!(
            text(pairs("&a&&b=c+d&", '&', true)),
            [("a", ""), ("b", "c d")].map(|(n, v)| (n.into(), v.into()))
        );
    }

    #[test]
    fn edits_leave_the_rest_as_written() {
        assert_eq!(with_pair("x=%7e&a=1&a=2&y", "a", "3 4", '&', true), "x=%7e&a=3%204&y");
        assert_eq!(with_pair("", "a", "", '&', true), "a=");
        assert_eq!(without("x=1&%61=1&a&y", "a", '&', true), "x=1&y");
    }
}
