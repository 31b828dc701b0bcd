//! Queries as pairs of names and values: a convention of HTML forms, not of RFC 3986, which
//! says only that they are "often used to carry identifying information in the form of
//! "key=value" pairs" (§3.4).

use std::borrow::Cow;
use std::mem;
use std::ops::Range;

use crate::parts::percent::{normalize_escapes, push_quoted, quote, unquote};
use crate::syntax::chars::unreserved;
use crate::syntax::text::{Text, Utf8};

/// How pairs are read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Style {
    /// The separator between pairs, an ASCII character.
    pub separator: char,
    /// True if a `+` is read as a space.
    pub plus: bool,
    /// True if a space is written as `+`, as in HTML forms, and not as `%20`.
    pub form: bool,
    /// True if non-ASCII characters are written raw, as IRIs allow.
    pub is_iri: bool,
    /// True if names are compared without their letter case.
    pub ignores_case: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { separator: '&', plus: true, form: false, is_iri: true, ignores_case: false }
    }
}

impl Style {
    /// How the query of a reference is read, by its scheme: in `mailto`, a `+` is literal (RFC 6068 §5), and
    /// the names of headers ignore letter case (§2, RFC 5322 §1.2.2).
    pub fn of_reference(text: &str) -> Self {
        let scheme = text.get(.."mailto:".len()).unwrap_or_default();
        let is_mail = scheme.eq_ignore_ascii_case("mailto:");
        Self { plus: !is_mail, ignores_case: is_mail, ..Self::default() }
    }

    fn is_same(self, name: &[u8], other: &[u8]) -> bool {
        name == other || self.ignores_case && name.eq_ignore_ascii_case(other)
    }

    /// A key that is equal for equal names.
    fn key(self, name: &[u8]) -> Cow<'_, [u8]> {
        if self.ignores_case { name.to_ascii_lowercase().into() } else { name.into() }
    }
}

/// A name and its values, one for each pair to write. None writes the name alone, without `=`.
pub type NamedValues<T = String> = (T, Vec<Option<T>>);

/// The octets of a name and of its value; the value is absent if there is no `=`.
pub type Octets<'a> = (Cow<'a, [u8]>, Option<Cow<'a, [u8]>>);

/// The decoded octets of each name and value. The query is split at separators first, and then decoded (C7).
/// Empty pieces are skipped.
pub fn pairs(query: &str, style: Style) -> impl Iterator<Item = Octets<'_>> {
    pieces(query, style).map(move |piece| pair(piece, style))
}

/// The octets of the first value of a name; a name without `=` has an empty value.
pub fn value<'a>(query: &'a str, name: &str, style: Style) -> Option<Cow<'a, [u8]>> {
    values(query, name, style).next()
}

/// The octets of each value of a name, in order.
pub fn values<'a>(query: &'a str, name: &str, style: Style) -> impl Iterator<Item = Cow<'a, [u8]>> {
    pieces(query, style).filter_map(move |piece| {
        let (written, value) = halves(piece);
        let is_same = style.is_same(&decode(written, style), name.as_bytes());
        is_same.then(|| decode(value.unwrap_or_default(), style))
    })
}

/// A query from pairs of plain text. All characters except unreserved ones are percent-encoded, so
/// none acts as a delimiter in any convention, and every reader understands `%20`.
pub fn from_pairs<T: AsRef<str>>(pairs: &[NamedValues<T>], style: Style) -> String {
    let mut all = String::with_capacity(16 * pairs.len());
    let mut writer = PieceWriter::onto(&mut all, style);
    for pair in pairs {
        writer.push_pairs(pair);
    }
    all
}

/// Appends the query with these pairs in place of all pairs that have the same names. The new pairs replace the
/// first pair of their name, or are appended. All other pieces stay unchanged.
pub fn with_pairs<T: AsRef<str>>(
    query: &str,
    pairs: &[NamedValues<T>],
    style: Style,
    out: &mut String,
) {
    let mut new = NewPairs::of(pairs, style);
    let mut writer = PieceWriter::onto(out, style);
    for piece in pieces(query, style) {
        if !new.take_place(&decode(halves(piece).0, style), &mut writer) {
            writer.push(piece);
        }
    }
    for (name, _) in pairs {
        new.take_place(name.as_ref().as_bytes(), &mut writer);
    }
}

/// The new pairs, found by their names.
struct NewPairs<'a, T> {
    pairs: &'a [NamedValues<T>],
    style: Style,
    /// The key of each pair, its index, and whether it has been written; sorted by key.
    by_key: Vec<(Cow<'a, [u8]>, usize, bool)>,
}

impl<'a, T: AsRef<str>> NewPairs<'a, T> {
    fn of(pairs: &'a [NamedValues<T>], style: Style) -> Self {
        let key = |pair: &'a NamedValues<T>| style.key(pair.0.as_ref().as_bytes());
        let mut by_key: Vec<_> =
            pairs.iter().enumerate().map(|(i, pair)| (key(pair), i, false)).collect();
        by_key.sort();
        Self { pairs, style, by_key }
    }

    /// Writes the pairs of a name, unless they have been written. Returns false if there are none.
    fn take_place(&mut self, name: &[u8], writer: &mut PieceWriter<'_>) -> bool {
        let key = self.style.key(name);
        let start = self.by_key.partition_point(|(one, ..)| *one < key);
        let Some((_, _, is_written)) = self.by_key.get_mut(start).filter(|one| one.0 == key) else {
            return false;
        };
        if !mem::replace(is_written, true) {
            for (_, i, _) in self.by_key[start..].iter().take_while(|one| one.0 == key) {
                writer.push_pairs(&self.pairs[*i]);
            }
        }
        true
    }
}

/// The query with these pairs appended.
pub fn added<T: AsRef<str>>(query: &str, pairs: &[NamedValues<T>], style: Style) -> String {
    let mut all = String::with_capacity(query.len() + 16 * pairs.len());
    let mut writer = PieceWriter::onto(&mut all, style);
    pieces(query, style).for_each(|piece| writer.push(piece));
    for pair in pairs {
        writer.push_pairs(pair);
    }
    all
}

/// The query without the pairs whose names match one of the patterns. In a pattern `*` stands for any
/// characters and `?` for one; brackets are literal, because names contain them (`a[0]`). Empty pieces are
/// removed as well, so queries that differ only by removed pairs become equal. Without a pattern the query
/// stays unchanged.
pub fn without<P: AsRef<str>>(query: &str, patterns: &[P], style: Style) -> String {
    let is_kept = |piece: &&str| {
        let name = decode(halves(piece).0, style);
        let name = String::from_utf8_lossy(&name);
        !patterns.iter().any(|pattern| {
            let pattern = pattern.as_ref();
            matches(pattern, &name)
                || style.ignores_case
                    && matches(&pattern.to_ascii_lowercase(), &name.to_ascii_lowercase())
        })
    };
    if patterns.is_empty() {
        return query.to_owned();
    }
    joined(pieces(query, style).filter(is_kept), style)
}

/// The query with its pairs sorted by decoded names and values. The sort is stable. Empty pieces are removed,
/// and percent-encoding is in normal form (§6.2.2).
pub fn sorted(query: &str, style: Style) -> Cow<'_, str> {
    if is_as_decoded(query) {
        return sorted_plain(query, style);
    }
    let with_keys =
        pieces(query, style).map(|piece| (pair(piece, style), normalize_escapes(piece)));
    let mut pieces: Vec<(Octets<'_>, Cow<'_, str>)> = with_keys.collect();
    pieces.sort_by(|(a, _), (b, _)| a.cmp(b));
    Cow::Owned(joined(pieces.iter().map(|(_, piece)| &**piece), style))
}

/// [`sorted`] for a query without escapes.
fn sorted_plain(query: &str, style: Style) -> Cow<'_, str> {
    let is_in_order = {
        let mut pieces =
            split(query, style.separator).map(|piece| (piece.is_empty(), halves(piece)));
        query.is_empty() || {
            let mut before = ("", None);
            pieces.all(|(is_empty, next)| {
                let is_after = !is_empty && before <= next;
                before = next;
                is_after
            })
        }
    };
    if is_in_order {
        return Cow::Borrowed(query);
    }
    let mut pieces: Vec<&str> = pieces(query, style).collect();
    pieces.sort_by(|a, b| halves(a).cmp(&halves(b)));
    Cow::Owned(joined(pieces.into_iter(), style))
}

/// Returns true if the whole of `text` matches the pattern.
fn matches(pattern: &str, text: &str) -> bool {
    let (mut pattern, mut text) = (pattern.chars(), text.chars());
    // Where to resume if the text after the last `*` does not match at the first try.
    let mut again = None;
    loop {
        let (p, t) = (pattern.clone().next(), text.clone().next());
        match (p, t) {
            (Some('*'), _) => {
                pattern.next();
                again = Some((pattern.clone(), text.clone()));
            }
            (Some(p), Some(t)) if p == '?' || p == t => {
                pattern.next();
                text.next();
            }
            (None, None) => return true,
            _ => {
                let Some((behind, mut from)) = again.take() else { return false };
                if from.next().is_none() {
                    return false;
                }
                again = Some((behind.clone(), from.clone()));
                (pattern, text) = (behind, from);
            }
        }
    }
}

fn pieces(query: &str, style: Style) -> impl Iterator<Item = &str> {
    split(query, style.separator).filter(|piece| !piece.is_empty())
}

/// The pieces, including empty ones.
pub(crate) fn split(query: &str, separator: char) -> impl Iterator<Item = &str> {
    all_spans(query, separator).map(|span| &query[span])
}

/// The positions of the pieces that are not empty.
pub(crate) fn spans(query: &str, separator: char) -> impl Iterator<Item = Range<usize>> {
    all_spans(query, separator).filter(|span| !span.is_empty())
}

fn all_spans(query: &str, separator: char) -> impl Iterator<Item = Range<usize>> {
    debug_assert!(separator.is_ascii());
    let separator = [u8::try_from(separator).unwrap_or_default()];
    let mut next = 0;
    std::iter::from_fn(move || {
        let start = next;
        let end = Utf8(query.as_bytes()).find(start, &separator);
        next = end + 1;
        (start <= query.len()).then_some(start..end)
    })
}

/// The positions of all pieces of a part of a text.
pub(crate) fn spans_in(
    text: &str,
    part: Range<usize>,
    separator: char,
) -> impl Iterator<Item = Range<usize>> {
    let start = part.start;
    all_spans(&text[part], separator).map(move |span| span.start + start..span.end + start)
}

fn joined<'a>(pieces: impl Iterator<Item = &'a str>, style: Style) -> String {
    let mut all = String::new();
    let mut writer = PieceWriter::onto(&mut all, style);
    pieces.for_each(|piece| writer.push(piece));
    all
}

/// Appends pieces with separators between them.
struct PieceWriter<'a> {
    out: &'a mut String,
    start: usize,
    style: Style,
}

impl<'a> PieceWriter<'a> {
    fn onto(out: &'a mut String, style: Style) -> Self {
        let start = out.len();
        Self { out, start, style }
    }

    /// Adds a piece, which is not empty.
    fn push(&mut self, piece: &str) {
        self.separate();
        self.out.push_str(piece);
    }

    /// Adds a piece for each value.
    fn push_pairs<T: AsRef<str>>(&mut self, (name, values): &NamedValues<T>) {
        let name = name.as_ref();
        for value in values {
            self.separate();
            self.quote(name);
            // A piece must not be empty: a reader would skip it.
            if value.is_some() || name.is_empty() {
                self.out.push('=');
            }
            if let Some(value) = value {
                self.quote(value.as_ref());
            }
        }
    }

    fn separate(&mut self) {
        if self.out.len() > self.start {
            self.out.push(self.style.separator);
        }
    }

    fn quote(&mut self, text: &str) {
        let class = unreserved(self.style.is_iri);
        if self.style.form {
            self.out.push_str(&quote(text, class).replace("%20", "+"));
        } else {
            push_quoted(text, class, self.out);
        }
    }
}

/// Name and value of a piece, still encoded; the value is absent if there is no `=`.
pub(crate) fn halves(piece: &str) -> (&str, Option<&str>) {
    let equals = Utf8(piece.as_bytes()).find(0, b"=");
    (&piece[..equals], piece.get(equals + 1..))
}

fn pair(piece: &str, style: Style) -> Octets<'_> {
    let (name, value) = halves(piece);
    (decode(name, style), value.map(|value| decode(value, style)))
}

/// The octets that a name or value stands for: its own if nothing in it is encoded.
fn decode(text: &str, style: Style) -> Cow<'_, [u8]> {
    if is_as_decoded(text) {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(if style.plus { unquote(&text.replace('+', " ")) } else { unquote(text) })
}

/// Returns true if a text decodes to itself, whether or not a `+` is a space.
pub(crate) fn is_as_decoded(text: &str) -> bool {
    Utf8(text.as_bytes()).find(0, b"%+") >= text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_without_escapes_is_sorted_as_one_with_them() {
        let words = ["", "a", "a=", "a=1", "a=10", "a-b=1", "=x", "\u{E9}", "z=&", "a=="];
        for (a, b) in words.iter().flat_map(|a| words.map(|b| (a, b))) {
            for c in words {
                let query = format!("{a}&{b}&{c}");
                // A query with an escape takes the other path; this one sorts after all others and is cut off
                // again.
                let other = sorted(&format!("{query}&~~=%25"), Style::default()).into_owned();
                let other = other.strip_suffix("~~=%25").map(|rest| rest.trim_end_matches('&'));
                let expected = other.filter(|_| !query.contains('\u{E9}'));
                if let Some(expected) = expected {
                    assert_eq!(sorted(&query, Style::default()), expected, "{query}");
                }
            }
        }
        assert_eq!(sorted("\u{E9}&a", Style::default()), "a&\u{E9}");
        assert!(matches!(sorted("a=1&a=2&b", Style::default()), Cow::Borrowed(_)));
    }

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("utm_*", "utm_source", true),
            ("utm_*", "utm", false),
            ("*_id", "a_id_id", true),
            ("*a*b", "xaybzb", true),
            ("*a*b", "xaybz", false),
            ("a?c", "a\u{E9}c", true),
            ("a?", "a", false),
            ("a[0]", "a[0]", true),
            ("a[0]", "a0", false),
            ("**a", "ba", true),
            ("a*", "a*", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
