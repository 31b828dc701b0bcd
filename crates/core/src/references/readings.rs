//! The readings of a text: as it is, and with the escaping of its writers undone.
//!
//! A reference in a JSON string, an HTML page, a threat report or the query of another reference is escaped.
//! Each reading undoes one escaping and knows the positions of its pieces, so no other code deals with escapes.

use std::borrow::Cow;
use std::ops::Range;

use super::harmless::{ENTITIES, is_harmless};
use super::rewritten::{RewrittenPlaces, replacements, rewritten};
use super::scan::SEPARATOR;
use crate::syntax::text::{AsciiSet, Text, Utf8};

/// The number of escape levels that are undone: JSON in JSON in a string of a program.
const LEVELS: u8 = 3;

/// A reading of a text.
struct UnescapedText<'a> {
    text: Cow<'a, [u8]>,
    /// Its positions in the reading that it was made from, and the index of that reading.
    places: RewrittenPlaces,
    of: usize,
    /// The number of escape levels that may still be undone, and whether percent-encoding was.
    levels: u8,
    is_decoded: bool,
}

/// The readings of a text that may have a secret; the first is the text itself.
pub(super) struct TextReadings<'a>(Vec<UnescapedText<'a>>);

impl<'a> TextReadings<'a> {
    pub(super) fn of(text: &'a [u8]) -> Self {
        let text = Cow::Borrowed(text);
        let first = UnescapedText {
            text,
            places: RewrittenPlaces::default(),
            of: 0,
            levels: LEVELS,
            is_decoded: false,
        };
        let mut all = Self(vec![first]);
        let mut i = 0;
        while let Some(UnescapedText { text, levels, is_decoded, .. }) = all.0.get(i) {
            let (levels, is_decoded) = (*levels, *is_decoded);
            let decoded = if is_decoded { None } else { percent_decoded(text) };
            let unescaped = if levels > 0 { unescaped(text) } else { None };
            all.add(unescaped, i, levels.saturating_sub(1), is_decoded);
            all.add(decoded, i, levels, true);
            i += 1;
        }
        all
    }

    fn add(
        &mut self,
        made: Option<(Vec<u8>, RewrittenPlaces)>,
        of: usize,
        levels: u8,
        is_decoded: bool,
    ) {
        // A text that certainly has no secret has none in a further reading.
        let Some((text, places)) = made.filter(|(text, _)| !is_harmless(Utf8(text))) else {
            return;
        };
        self.0.push(UnescapedText { text: text.into(), places, of, levels, is_decoded });
    }

    /// The readings.
    pub(super) fn texts(&self) -> impl Iterator<Item = Utf8<'_>> {
        self.0.iter().map(|reading| Utf8(&reading.text))
    }

    /// The range of the original text that a range of a reading was made from.
    pub(super) fn range(&self, mut reading: usize, mut range: Range<usize>) -> Range<usize> {
        while reading > 0 {
            range = self.0[reading].places.range(range);
            reading = self.0[reading].of;
        }
        range
    }
}

/// A character in UTF-8, or an octet.
struct EscapedOctets([u8; 4], usize);

impl EscapedOctets {
    fn of(code: u32) -> Self {
        let mut octets = [0; 4];
        let length = char::from_u32(code).unwrap_or_default().encode_utf8(&mut octets).len();
        Self(octets, length)
    }
}

impl AsRef<[u8]> for EscapedOctets {
    fn as_ref(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

/// The value of hexadecimal digits in a range.
fn hex(text: Utf8<'_>, range: Range<usize>) -> Option<u32> {
    if range.is_empty() || range.len() > 8 {
        return None;
    }
    range.into_iter().try_fold(0_u32, |value, i| {
        let digit = char::from_u32(text.peek(i))?.to_digit(16)?;
        Some(value << 4 | digit)
    })
}

/// A text with its percent-encoded octets decoded, if one of them is ASCII.
fn percent_decoded(text: &[u8]) -> Option<(Vec<u8>, RewrittenPlaces)> {
    static MARKS: AsciiSet = AsciiSet::of(b"%&");
    let text = Utf8(text);
    let octet = |i: usize| hex(text, i + 1..i + 3).and_then(|octet| u8::try_from(octet).ok());
    let mut triplets = text.0.iter().enumerate().filter(|&(_, &c)| c == b'%');
    if !triplets.any(|(i, _)| octet(i).is_some_and(|octet| octet.is_ascii())) {
        return None;
    }
    Some(rewritten(
        text.0,
        replacements(text, &MARKS, |i| match text.peek(i) {
            0x25 => octet(i).map(|octet| (EscapedOctets([octet, 0, 0, 0], 1), 3)),
            _ => Some((EscapedOctets::of(SEPARATOR.into()), 1)),
        }),
    ))
}

/// A text without its escapes, if it has any.
fn unescaped(text: &[u8]) -> Option<(Vec<u8>, RewrittenPlaces)> {
    static MARKS: AsciiSet = AsciiSet::of(b"\\&[({.");
    let text = Utf8(text);
    let mut escapes = replacements(text, &MARKS, |i| escape_at(text, i)).peekable();
    escapes.peek()?;
    Some(rewritten(text.0, escapes))
}

/// The escape at `i`: what it stands for, and its length.
fn escape_at(text: Utf8<'_>, i: usize) -> Option<(EscapedOctets, usize)> {
    let next = u8::try_from(text.peek(i + 1)).ok()?;
    let (code, length) = match (text.0[i], next) {
        // JSON, YAML, strings of programs.
        (b'\\', b'/' | b'\\' | b'"' | b'\'') => (next.into(), 2),
        (b'\\', b'n' | b'r' | b't' | b'f' | b'v') => (b'\n'.into(), 2),
        (b'\\', b'x') => (hex(text, i + 2..i + 4)?, 4),
        (b'\\', b'u') => (hex(text, i + 2..i + 6)?, 6),
        (b'\\', b'U') => (hex(text, i + 2..i + 10)?, 10),
        // HTML.
        (b'&', b'#') => {
            let is_hex = matches!(text.peek(i + 2), 0x58 | 0x78);
            let start = i + 2 + usize::from(is_hex);
            let end = text.find_any(start, &ENTITY_ENDS).min(start + 8);
            let digits = std::str::from_utf8(text.0.get(start..end)?).ok()?;
            let code = u32::from_str_radix(digits, if is_hex { 16 } else { 10 }).ok()?;
            (code, end + usize::from(text.is(end, b';')) - i)
        }
        (b'&', _) => {
            let rest = &text.0[i..];
            let named = |(name, _): &&(&str, u8)| rest.starts_with(name.as_bytes());
            let (name, c) = ENTITIES.iter().find(named)?;
            (u32::from(*c), name.len())
        }
        // Defanged links.
        _ => {
            let (length, replacement) = super::fanged::form_at(text.0, i)?;
            let mut octets = [0; 4];
            octets[..replacement.len()].copy_from_slice(replacement.as_bytes());
            return Some((EscapedOctets(octets, replacement.len()), length));
        }
    };
    Some((EscapedOctets::of(code), length))
}

static ENTITY_ENDS: AsciiSet = AsciiSet::of(b"; \t\n&<>\"");
