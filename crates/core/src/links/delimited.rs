//! Links between delimiters (RFC 3986 Appendix C): `<…>`, `"…"`, and white space.

use crate::links::found::{LinkKind, TextLink};
use crate::links::options::Options;
use crate::syntax::parse::{Requirements, parse};
use crate::syntax::split::scheme;
use crate::syntax::text::{Text, Utf8};

/// The largest number of characters between brackets. Longer links are not broken like this.
const LONGEST: usize = 8192;

/// The next link between delimiters at or after `at`, which is moved past it.
pub(crate) fn next_delimited(
    text: impl Text,
    options: &Options,
    at: &mut usize,
) -> Option<TextLink> {
    while *at < text.len() {
        let start = *at;
        let (c, _) = text.code_point(start);
        if let Some(closing) = closing(c)
            && let Some(end) = closing_place(text, start + 1, closing)
            && let Some(found) = link(text, start + 1, end, options, closing == b'>')
        {
            *at = end + 1;
            return Some(found);
        }
        if is_delimiter(c) {
            *at += 1;
            continue;
        }
        let mut end = start;
        while end < text.len() && !is_delimiter(text.code_point(end).0) {
            end += text.code_point(end).1.max(1);
        }
        *at = end;
        if let Some(found) = link(text, start, end, options, false) {
            return Some(found);
        }
    }
    None
}

fn closing(c: u32) -> Option<u8> {
    match u8::try_from(c) {
        Ok(b'<') => Some(b'>'),
        Ok(b'"') => Some(b'"'),
        _ => None,
    }
}

fn is_delimiter(c: u32) -> bool {
    u8::try_from(c).is_ok_and(|c| b" \t\n\x0B\x0C\r\"<>".contains(&c))
}

/// The position of the delimiter that closes the text which begins at `start`.
fn closing_place(text: impl Text, start: usize, closing: u8) -> Option<usize> {
    let most = text.len().min(start + LONGEST);
    let end =
        (start..most).find(|&i| text.is(i, closing) || text.is(i, b'<') || text.is(i, b'"'))?;
    text.is(end, closing).then_some(end)
}

/// The link in a range, if it is one and has a scheme of the options.
fn link(
    text: impl Text,
    start: usize,
    end: usize,
    options: &Options,
    may_break: bool,
) -> Option<TextLink> {
    let found =
        TextLink { span: start..end, kind: LinkKind::Iri, has_userinfo: false, is_delimited: true };
    let (mut i, mut is_broken) = (start, false);
    while i < end {
        let (c, length) = text.code_point(i);
        char::from_u32(c)?;
        is_broken |= is_delimiter(c);
        i += length.max(1);
    }
    if is_broken && !may_break {
        return None;
    }
    let iri = found.meant(text).iri;
    let name = scheme(Utf8(iri.as_bytes()))?;
    if !options.schemes.has(&iri[name].to_ascii_lowercase()) {
        return None;
    }
    let parsed = parse::<true>(Utf8(iri.as_bytes()), Requirements::FULL);
    let has_userinfo = crate::syntax::split::split(Utf8(iri.as_bytes()))
        .authority()
        .is_some_and(|authority| iri[authority].contains('@'));
    (parsed.is_ok() && (options.userinfo || !has_userinfo))
        .then_some(TextLink { has_userinfo, ..found })
}
