//! The display of characters: escaped if they are invisible, and measured in cells.
//!
//! `characters.txt` has the classes of characters beyond ASCII as ranges, so errors read the same in every
//! build of the crate.

use std::fmt::Write;
use std::sync::LazyLock;

/// The look of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CharacterLook {
    /// It is invisible: a control, a format character, white space beyond ASCII, an unassigned code point.
    Hidden,
    /// It is drawn into the character before it.
    Combining,
    /// It takes one cell of a terminal.
    Narrow,
    /// It takes two cells.
    Wide,
}

/// The ranges of characters that are not [`CharacterLook::Narrow`], in order.
static RANGES: LazyLock<Vec<(u32, u32, CharacterLook)>> = LazyLock::new(|| {
    let mut ranges = Vec::new();
    let mut look = CharacterLook::Narrow;
    for line in include_str!("characters.txt").lines().filter(|line| !line.starts_with('#')) {
        match line {
            "Hidden:" => look = CharacterLook::Hidden,
            "Combining:" => look = CharacterLook::Combining,
            "Wide:" => look = CharacterLook::Wide,
            _ => ranges.extend(line.split(' ').filter_map(|range| {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                let code = |digits| u32::from_str_radix(digits, 16).ok();
                Some((code(first)?, code(last)?, look))
            })),
        }
    }
    ranges.sort_unstable_by_key(|&(first, ..)| first);
    ranges
});

/// The look of a character beyond ASCII.
fn look_of(c: char) -> CharacterLook {
    let code = u32::from(c);
    let behind = RANGES.partition_point(|&(first, ..)| first <= code);
    match behind.checked_sub(1).and_then(|at| RANGES.get(at)) {
        Some(&(_, last, look)) if code <= last => look,
        _ => CharacterLook::Narrow,
    }
}

/// Appends a code point, which may be a surrogate, for display.
pub(super) fn push_escaped(out: &mut String, code: u32) {
    match char::from_u32(code).filter(|&c| is_printable(c)) {
        Some(c) => out.push(c),
        None => push_escape(out, code),
    }
}

/// Appends the escape of a code point.
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

/// Returns true if a character is visible; a space counts as visible.
fn is_printable(c: char) -> bool {
    if c.is_ascii() { !c.is_ascii_control() } else { look_of(c) != CharacterLook::Hidden }
}

/// The width of escaped text in terminal cells.
pub fn cells(text: &str) -> usize {
    text.chars().map(cells_of).sum()
}

fn cells_of(c: char) -> usize {
    match look_of(c) {
        _ if c.is_ascii() => 1,
        CharacterLook::Combining => 0,
        CharacterLook::Hidden | CharacterLook::Narrow => 1,
        CharacterLook::Wide => 2,
    }
}

#[cfg(test)]
#[cfg(feature = "idna")]
mod tests {
    use icu_properties::CodePointMapData;
    use icu_properties::props::{EastAsianWidth, GeneralCategory};

    use super::*;

    /// The look of a character by the data of Unicode.
    fn by_unicode(c: char) -> CharacterLook {
        use GeneralCategory as G;
        let category = CodePointMapData::<GeneralCategory>::new().get(c);
        let width = CodePointMapData::<EastAsianWidth>::new().get(c);
        // The vowels and final consonants of Hangul are drawn into the consonant before them.
        let is_jamo = matches!(c, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}');
        match category {
            G::Control
            | G::Format
            | G::Surrogate
            | G::PrivateUse
            | G::Unassigned
            | G::LineSeparator
            | G::ParagraphSeparator
            | G::SpaceSeparator => CharacterLook::Hidden,
            G::NonspacingMark | G::EnclosingMark => CharacterLook::Combining,
            _ if is_jamo => CharacterLook::Combining,
            _ if matches!(width, EastAsianWidth::Wide | EastAsianWidth::Fullwidth) => {
                CharacterLook::Wide
            }
            _ => CharacterLook::Narrow,
        }
    }

    #[test]
    fn the_table_is_that_of_unicode() {
        for c in '\u{80}'..=char::MAX {
            assert_eq!(look_of(c), by_unicode(c), "U+{:04X}", u32::from(c));
        }
    }

    /// `cargo test -p iriform the_table_is_written -- --ignored --nocapture` prints the ranges of
    /// `characters.txt` for the version of Unicode that is in use.
    #[test]
    #[ignore = "prints the table"]
    fn the_table_is_written() {
        for look in [CharacterLook::Hidden, CharacterLook::Combining, CharacterLook::Wide] {
            let mut ranges: Vec<(u32, u32)> = Vec::new();
            for c in ('\u{80}'..=char::MAX).filter(|&c| by_unicode(c) == look) {
                match ranges.last_mut() {
                    Some((_, last)) if *last + 1 == u32::from(c) => *last += 1,
                    _ => ranges.push((u32::from(c), u32::from(c))),
                }
            }
            println!("{look:?}:");
            for line in ranges.chunks(8) {
                let shown = line.iter().map(|&(first, last)| {
                    let dash = if first == last { String::new() } else { format!("-{last:X}") };
                    format!("{first:X}{dash}")
                });
                println!("{}", shown.collect::<Vec<_>>().join(" "));
            }
        }
    }
}
