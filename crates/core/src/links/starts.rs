//! The places where links are found: a dot, a colon or an at sign, and nowhere else.

use crate::syntax::text::{Latin1, Text, Ucs2, Ucs4, Utf8};

/// The dots of UTS #46 beyond ASCII.
pub(crate) const WIDE_DOTS: [u32; 3] = [0x3002, 0xFF0E, 0xFF61];

/// Returns true if a character separates labels of a name.
#[inline(always)]
pub(crate) fn is_dot(c: u32) -> bool {
    c == u32::from(b'.') || WIDE_DOTS.contains(&c)
}

/// Text that is searched for links.
pub trait Searched: Text {
    /// The index of the first dot, colon or at sign at or after `i`, or the end.
    fn next_start(self, i: usize) -> usize;
}

/// The bytes of a block, which the compiler compares at once.
const BLOCK: usize = 64;

/// The units of a block whose units are wider.
const WIDE_BLOCK: usize = 32;

/// The first position at or after `i` with one of these units.
#[inline(always)]
fn first<U: Copy + PartialEq, const N: usize, const UNITS: usize>(
    units: &[U],
    mut i: usize,
    starts: [U; N],
) -> usize {
    while let Some(block) = units.get(i..).and_then(<[U]>::first_chunk::<UNITS>) {
        if let Some(place) = first_of(&has_any(block, starts)) {
            return i + place;
        }
        i += UNITS;
    }
    let rest = units.get(i..).unwrap_or_default();
    rest.iter().position(|unit| starts.contains(unit)).map_or(units.len(), |place| i + place)
}

/// Marks the units of a block that are one of these. It uses numbers and no early exit, so the compiler
/// vectorizes it.
#[inline(always)]
fn has_any<U: Copy + PartialEq, const N: usize, const UNITS: usize>(
    block: &[U; UNITS],
    starts: [U; N],
) -> [u8; UNITS] {
    let mut found = [0_u8; UNITS];
    for (found, &unit) in found.iter_mut().zip(block) {
        *found = starts.iter().fold(0, |any, &start| any | u8::from(unit == start));
    }
    found
}

/// The first position of a block that is not zero. Most blocks have none, which one test of all words shows.
#[inline(always)]
fn first_of<const UNITS: usize>(found: &[u8; UNITS]) -> Option<usize> {
    let words = found.as_chunks().0.iter().map(|&word| u128::from_le_bytes(word));
    if words.clone().fold(0, |all, word| all | word) == 0 {
        return None;
    }
    words
        .enumerate()
        .find(|&(_, word)| word != 0)
        .map(|(i, word)| i * 16 + word.trailing_zeros() as usize / 8)
}

impl Searched for Latin1<'_> {
    fn next_start(self, i: usize) -> usize {
        first::<_, _, BLOCK>(self.0, i, *b".:@")
    }
}

impl Searched for Ucs2<'_> {
    fn next_start(self, i: usize) -> usize {
        first::<_, _, WIDE_BLOCK>(self.0, i, [0x2E, 0x3A, 0x40, 0x3002, 0xFF0E, 0xFF61])
    }
}

impl Searched for Ucs4<'_> {
    fn next_start(self, i: usize) -> usize {
        first::<_, _, WIDE_BLOCK>(self.0, i, [0x2E, 0x3A, 0x40, 0x3002, 0xFF0E, 0xFF61])
    }
}

/// The two last bytes of a wide dot in UTF-8.
const WIDE_ENDS: [[u8; 2]; 3] = [[0x80, 0x82], [0xBC, 0x8E], [0xBD, 0xA1]];

impl Searched for Utf8<'_> {
    fn next_start(self, from: usize) -> usize {
        let bytes = self.0;
        let is_start = |&i: &usize| {
            matches!(
                bytes[i..],
                [b'.' | b':' | b'@', ..]
                    | [0xE3, 0x80, 0x82, ..]
                    | [0xEF, 0xBC, 0x8E, ..]
                    | [0xEF, 0xBD, 0xA1, ..]
            )
        };
        let mut i = from;
        while let Some(block) = bytes.get(i..).and_then(<[u8]>::first_chunk::<BLOCK>)
            && let Some(behind) = bytes.get(i + 1..).and_then(<[u8]>::first_chunk::<BLOCK>)
        {
            let Some(place) = first_of(&possible_starts(block, behind)) else {
                i += BLOCK;
                continue;
            };
            i += place;
            if bytes[i].is_ascii() {
                return i;
            }
            // A wide dot begins before this position, perhaps before the block.
            if let Some(start) = (i.saturating_sub(1).max(from)..=i).find(is_start) {
                return start;
            }
            i += 1;
        }
        let first = i.saturating_sub(1).max(from);
        (first..bytes.len()).find(is_start).unwrap_or(bytes.len())
    }
}

/// Marks the possible starts in a block of UTF-8: an ASCII delimiter, or the last two bytes of a wide dot. The
/// last byte of a wide dot is at least the second of the block.
#[inline(always)]
fn possible_starts(block: &[u8; BLOCK], behind: &[u8; BLOCK]) -> [u8; BLOCK] {
    let mut found = has_any(block, *b".:@");
    if block.is_ascii() {
        return found;
    }
    for [middle, last] in WIDE_ENDS {
        for ((found, &byte), &next) in found.iter_mut().zip(block).zip(behind) {
            *found |= u8::from(byte == middle) & u8::from(next == last);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_found_wherever_they_stand() {
        let starts = ['.', ':', '@', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
        // Adjacent code points, and characters that share bytes with the wide dots.
        let fill =
            ['a', '\u{3042}', '\u{3001}', '\u{FF0D}', '\u{FF21}', '\u{302}', '\u{E2}', '\u{1F600}'];
        for length in 0..160 {
            for (place, start) in (0..=length).zip(starts.iter().cycle()) {
                let mut text: Vec<char> = fill.iter().copied().cycle().take(length).collect();
                if let Some(c) = text.get_mut(place) {
                    *c = *start;
                }
                let ucs4: Vec<u32> = text.iter().map(|&c| c.into()).collect();
                assert_eq!(Ucs4(&ucs4).next_start(0), place);
                if place < length {
                    assert_eq!(Ucs4(&ucs4).next_start(place + 1), length);
                }
                let utf8: String = text.iter().collect();
                let octets: usize = text[..place].iter().map(|c| c.len_utf8()).sum();
                assert_eq!(Utf8(utf8.as_bytes()).next_start(0), octets);
                let narrow: Vec<u16> =
                    ucs4.iter().map(|&c| u16::try_from(c).unwrap_or(0x61)).collect();
                assert_eq!(Ucs2(&narrow).next_start(0), place);
                if start.is_ascii() {
                    let latin1: Vec<u8> =
                        ucs4.iter().map(|&c| u8::try_from(c).unwrap_or(0xAE)).collect();
                    assert_eq!(Latin1(&latin1).next_start(0), place);
                }
            }
        }
    }
}
