//! Where a second reference begins in a text that was given as one.

use crate::parts::scheme::run_before;
use crate::syntax::chars::{ALPHA, SCHEME};
use crate::syntax::text::Text;

/// Schemes that people write without slashes.
pub(super) const WITHOUT_SLASHES: &[&str] = &[
    "mailto",
    "tel",
    "sms",
    "sip",
    "sips",
    "urn",
    "doi",
    "data",
    "magnet",
    "geo",
    "news",
    "xmpp",
    "pkg",
    "javascript",
    "info",
    "hdl",
    "ark",
    "did",
];

/// The longest of [`WITHOUT_SLASHES`].
const LONGEST: usize = 10;

/// Where two references begin in a text that white space, a bracket or a quote separates (RFC 3986
/// Appendix C); none if it is not two.
pub fn second(text: impl Text) -> Option<(usize, usize)> {
    let mut first = None;
    let mut i = 0;
    loop {
        i = text.find(i, b":wW");
        if i >= text.len() {
            return None;
        }
        let start = if text.is(i, b':') { run_before(text, i, 0) } else { i };
        if start > 0 && is_separator(text.code_point_before(start).0) && begins(text, start) {
            let first = *first.get_or_insert_with(|| beginning(text));
            if first < start {
                return Some((first, start));
            }
        }
        i += 1;
    }
}

/// Where the first word begins, behind `URL:` if that is one.
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

/// Whether text that begins a reference stands at `start`: a scheme and two slashes, a scheme that has none,
/// or `www.`.
fn begins(text: impl Text, start: usize) -> bool {
    if !ALPHA.contains(text.peek(start)) {
        return false;
    }
    let colon = text.run(start, SCHEME);
    if !text.is(colon, b':') {
        return is_name(text, start, b"www.") && !is_separator(text.code_point(start + 4).0);
    }
    let is_slash = |i| text.is(i, b'/') || text.is(i, b'\\');
    let has_slashes = is_slash(colon + 1) && is_slash(colon + 2);
    let is_known = colon - start <= LONGEST
        && WITHOUT_SLASHES
            .iter()
            .any(|name| name.len() == colon - start && is_name(text, start, name.as_bytes()));
    has_slashes || is_known && colon + 1 < text.len() && !is_separator(text.code_point(colon + 1).0)
}

/// Whether the prefix `URL:` of RFC 3986 Appendix C stands at `start`.
fn is_label(text: impl Text, start: usize) -> bool {
    is_name(text, start, b"url:") && is_separator(text.code_point(start + 4).0)
}

/// Whether a name in lower case stands at `start`, in any letter case.
fn is_name(text: impl Text, start: usize, name: &[u8]) -> bool {
    (start..).zip(name).all(|(i, &c)| text.is(i, c) || text.is(i, c.to_ascii_uppercase()))
}

/// White space, brackets and quotes. `(` and `'` are characters of references, but a reference that begins
/// behind one is not part of another.
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
