//! Characters as they are shown: escaped where they cannot be seen, named, and counted in cells.

use std::fmt::Write;

use icu_properties::CodePointMapData;
use icu_properties::props::{EastAsianWidth, GeneralCategory};

/// Adds a code point, which may be a surrogate, to text that is shown.
pub(super) fn push_escaped(out: &mut String, code: u32) {
    match char::from_u32(code).filter(|&c| is_printable(c)) {
        Some(c) => out.push(c),
        None => push_escape(out, code),
    }
}

/// Adds the escape of a code point.
pub(super) fn push_escape(out: &mut String, code: u32) {
    // OK because writing to a `String` cannot fail.
    let _ = match code {
        0x09 => write!(out, "\\t"),
        0x0A => write!(out, "\\n"),
        0x0D => write!(out, "\\r"),
        0..0x100 => write!(out, "\\x{code:02x}"),
        0x100..0x1_0000 => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}

/// Whether a character can be seen, as a space can.
fn is_printable(c: char) -> bool {
    use GeneralCategory as G;
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    !matches!(
        CodePointMapData::<GeneralCategory>::new().get(c),
        G::Control
            | G::Format
            | G::Surrogate
            | G::PrivateUse
            | G::Unassigned
            | G::LineSeparator
            | G::ParagraphSeparator
            | G::SpaceSeparator
    )
}

/// The width of escaped text in the cells of a terminal.
pub fn cells(text: &str) -> usize {
    text.chars().map(cells_of).sum()
}

fn cells_of(c: char) -> usize {
    use GeneralCategory as G;
    if c.is_ascii() {
        return 1;
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    // The vowels and final consonants of Hangul are drawn into the consonant before them.
    let is_jamo = matches!(c, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}');
    if is_jamo || matches!(category, G::NonspacingMark | G::EnclosingMark) {
        return 0;
    }
    let width = CodePointMapData::<EastAsianWidth>::new().get(c);
    if matches!(width, EastAsianWidth::Wide | EastAsianWidth::Fullwidth) { 2 } else { 1 }
}
