//! Text of any storage as code points, with a fault whose positions are in code points.

use std::borrow::Cow;
use std::ops::Range;

use crate::syntax::error::Fault;
use crate::syntax::text::{ILL_FORMED, Text, Utf8};
use crate::words::characters::{push_escape, push_escaped};
use crate::words::mask::masked;

/// Marks a byte that is not part of UTF-8; the lowest bits have the byte. No character or surrogate has such a
/// number, so the parser refuses it.
const BYTE: u32 = 0x8000_0000;

/// The code points of a range of units.
pub(super) fn decoded(text: impl Text, units: Range<usize>) -> Vec<u32> {
    let mut out = Vec::with_capacity(units.len());
    let mut i = units.start;
    while i < units.end.min(text.len()) {
        let (code, length) = text.code_point(i);
        out.push(if code == ILL_FORMED { BYTE | text.peek(i) } else { code });
        i += length.max(1);
    }
    out
}

/// Shows code points on one line.
pub(super) fn escaped(codes: &[u32]) -> String {
    let mut out = String::with_capacity(codes.len());
    for &code in codes {
        match code & BYTE {
            0 => push_escaped(&mut out, code),
            _ => push_escape(&mut out, code ^ BYTE),
        }
    }
    out
}

/// Shows text on one line: controls, formatting characters, lone surrogates and unassigned code points become
/// escapes, as in Python.
pub fn escape(text: &str) -> String {
    escape_text(Utf8(text.as_bytes()))
}

/// [`escape`] for text in any storage; a byte that is not UTF-8 also becomes an escape.
pub fn escape_text(text: impl Text) -> String {
    escaped(&decoded(text, 0..text.len()))
}

/// The longest name that a message shows whole, in characters.
const LONGEST_NAME: usize = 60;

/// A name from outside for a message: masked, escaped, quoted, and cut if it is long.
pub fn quoted_name(name: impl Text) -> String {
    let mut codes = decoded(name, 0..name.len());
    // The text that should have been a name may be a whole reference.
    if let Some(text) = text_of(&codes)
        && let Cow::Owned(masked) = masked(&text)
    {
        codes = masked.chars().map(u32::from).collect();
    }
    let cut = codes.get(..LONGEST_NAME).filter(|_| codes.len() > LONGEST_NAME);
    match cut {
        Some(cut) => format!("'{}…'", escaped(cut)),
        None => format!("'{}'", escaped(&codes)),
    }
}

/// The text of code points, if all are characters.
pub(super) fn text_of(codes: &[u32]) -> Option<String> {
    codes.iter().map(|&code| char::from_u32(code)).collect()
}

/// Returns true if a code point is one of these characters.
pub(super) fn is_one_of(code: u32, any: &[u8]) -> bool {
    any.iter().any(|&c| u32::from(c) == code)
}

/// A whole text, and its fault in code points.
pub(super) struct Decoded {
    /// The text.
    pub(super) codes: Vec<u32>,
    /// The place.
    pub(super) position: usize,
    /// The range at fault.
    pub(super) span: Range<usize>,
    /// The ranges that must not be shown.
    pub(super) secrets: Vec<Range<usize>>,
}

impl Decoded {
    /// Decodes the whole text.
    pub(super) fn of(text: impl Text, fault: &Fault, secrets: &[Range<usize>]) -> Self {
        let count = |units: Range<usize>| decoded(text, units).len();
        let codes = decoded(text, 0..text.len());
        if codes.len() == text.len() {
            let (position, span) = (fault.position, fault.span.clone());
            return Self { codes, position, span, secrets: secrets.to_vec() };
        }
        let range = |range: &Range<usize>| count(0..range.start)..count(0..range.end);
        // The secrets are in order, so each is counted from the previous one.
        let (mut units, mut codes_before) = (0, 0);
        let mut place = |to: usize| {
            codes_before += count(units..to);
            units = to;
            codes_before
        };
        let secrets = secrets.iter().map(|secret| place(secret.start)..place(secret.end)).collect();
        let position = count(0..fault.position);
        Self { codes, position, span: range(&fault.span), secrets }
    }

    /// The code point at `i`.
    pub(super) fn at(&self, i: usize) -> Option<u32> {
        self.codes.get(i).copied()
    }

    /// The first of these characters at or after `i`, or the end.
    pub(super) fn find(&self, i: usize, any: &[u8]) -> usize {
        let is_any = |&code: &u32| any.iter().any(|&c| u32::from(c) == code);
        let rest = self.codes.get(i..).unwrap_or_default();
        rest.iter().position(is_any).map_or(self.codes.len(), |n| i + n)
    }
}
