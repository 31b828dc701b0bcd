//! Finds a second reference in a text that should be one.

use super::scan::{Introduction, WITHOUT_SLASHES};
use crate::parts::scheme::is_named;
use crate::syntax::chars::ALPHA;
use crate::syntax::text::Text;

/// Schemes with a user that people write without slashes.
const WITH_USER: &[&str] = &["sip", "sips", "xmpp"];

/// The beginnings of two references in a text, separated by white space, a bracket or a quote (RFC 3986
/// Appendix C); none if there are not two.
pub(crate) fn second(text: impl Text) -> Option<(usize, usize)> {
    let mut first = None;
    let hash = text.find(0, b"#");
    let mut i = text.find(0, b":wW");
    while i < text.len() {
        let start = if text.is(i, b':') { Introduction::at(text, i, 0).scheme.start } else { i };
        if start > 0 && is_between(text, start, hash) && begins(text, start, i) {
            let first = *first.get_or_insert_with(|| beginning(text));
            // The data of a data URL is its own.
            if first < start && !is_named(text, first..first + 5, &["data:"]) {
                return Some((first, start));
            }
        }
        i = text.find(i + 1, b":wW");
    }
    None
}

/// Returns true if the text before `start` separates two references: white space and the like, a `|`, or a `#`
/// after the first one, at `hash`. No reference has these.
fn is_between(text: impl Text, start: usize, hash: usize) -> bool {
    let (c, before) = text.code_point_before(start);
    is_separator(c) || c == u32::from(b'|') || c == u32::from(b'#') && hash < before
}

/// Returns true if a reference begins with the first word of a text.
pub(crate) fn begins_with_reference(text: impl Text, first: usize) -> bool {
    let colon = text.find(first, b":");
    let scheme = Introduction::at(text, colon, first).scheme;
    text.is(colon, b':') && scheme.start == first && begins(text, first, colon)
        || begins(text, first, first)
}

/// The beginning of the first word, after a `URL:`.
fn beginning(text: impl Text) -> usize {
    let mut i = 0;
    let mut is_separated = true;
    while i < text.len() {
        let (c, width) = text.code_point(i);
        if is_separator(c) {
            is_separated = true;
        } else if std::mem::replace(&mut is_separated, false) && !is_label(text, i) {
            return i;
        }
        i += width.max(1);
    }
    text.len()
}

/// Returns true if a reference begins at `start`: with a scheme that ends at `i` and two slashes, with a scheme
/// that needs none, or with `www.`.
fn begins(text: impl Text, start: usize, i: usize) -> bool {
    if !text.is(i, b':') {
        return is_named(text, i..i + 4, &["www."]) && !is_separator(text.code_point(i + 4).0);
    }
    let intro = Introduction::at(text, i, start);
    let is_known = intro.is_named(text, WITHOUT_SLASHES) || intro.is_named(text, WITH_USER);
    ALPHA.contains(text.peek(start))
        && (intro.slashes(text) >= 2
            || is_known && i + 1 < text.len() && !is_separator(text.code_point(i + 1).0))
}

/// Returns true if the prefix `URL:` of RFC 3986 Appendix C is at `start`.
fn is_label(text: impl Text, start: usize) -> bool {
    is_named(text, start..start + 4, &["url:"]) && is_separator(text.code_point(start + 4).0)
}

/// White space, brackets and quotes. `(` and `'` are characters of references, but a reference that begins
/// after one of them is not part of another.
fn is_separator(code_point: u32) -> bool {
    char::from_u32(code_point).is_some_and(|c| {
        c.is_whitespace() || "<>()[]{}\"'`\u{AB}\u{BB}\u{2018}\u{2019}\u{201A}\u{201C}\u{201D}\u{201E}\u{2039}\u{203A}\u{300A}\u{300B}\u{300C}\u{300D}\u{300E}\u{300F}\u{FEFF}".contains(c)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::text::Utf8;

    #[test]
    fn two_references_are_told_from_one() {
        for (text, expected) in [
            ("https://a.example/x https://b.example/y", Some((0, 20))),
            ("<mailto:a@b.example>, <https://c.example/>", Some((1, 23))),
            (" \"http://a/\"http://b/\" ", Some((2, 12))),
            ("http://a/, http://b/", Some((0, 11))),
            ("http://a/ and HTTP:\\\\b/", Some((0, 14))),
            ("http://a/\u{3000}urn:x:y", Some((0, 12))),
            ("www.a.example\nwww.b.example", Some((0, 14))),
            ("see https://a/", Some((0, 4))),
            ("http://a/b|https://c/", Some((0, 11))),
            ("http://a/#b#https://c/", Some((0, 12))),
            ("http://a/#https://c/", None),
            ("http://a/?b=c,https://c/", None),
            ("data:image/svg+xml,<svg xmlns='http://a/'>", None),
            ("http://a/ b", None),
            (" <http://a/> ", None),
            ("\u{201C}http://a/b c\u{201D}", None),
            ("URL: <http://a/b c>", None),
            ("http://a/b?u=http://c d", None),
            ("http://a/note: b", None),
            ("http://a/ b:c urn: x", None),
            ("", None),
        ] {
            assert_eq!(second(Utf8(text.as_bytes())), expected, "{text}");
        }
    }
}
