//! Where links may begin: at a dot, a colon or an at sign, and nowhere else.

use crate::syntax::text::{Latin1, Text, Ucs2, Ucs4, Utf8};

/// The dots of UTS #46 beyond ASCII.
pub(crate) const WIDE_DOTS: [u32; 3] = [0x3002, 0xFF0E, 0xFF61];

/// Whether a character separates labels of a name.
#[inline(always)]
pub(crate) fn is_dot(c: u32) -> bool {
    c == u32::from(b'.') || WIDE_DOTS.contains(&c)
}

/// Text in which links are sought.
pub trait Searched: Text {
    /// The index of the first dot, colon or at sign at or after `i`, or the end.
    fn next_start(self, i: usize) -> usize;
}

/// The units of a block, which the compiler compares at once.
const BLOCK: usize = 32;

/// The first place at or after `i` with a unit for which `is_start`.
#[inline(always)]
fn first<U: Copy>(units: &[U], mut i: usize, is_start: impl Fn(U) -> bool) -> usize {
    while let Some(block) = units.get(i..).and_then(<[U]>::first_chunk::<BLOCK>) {
        // Without an early exit, so that it is one comparison of vectors.
        if block.iter().fold(false, |found, &unit| found | is_start(unit)) {
            break;
        }
        i += BLOCK;
    }
    let rest = units.get(i..).unwrap_or_default();
    rest.iter().position(|&unit| is_start(unit)).map_or(units.len(), |place| i + place)
}

#[inline(always)]
const fn is_ascii_start(c: u32) -> bool {
    c == b'.' as u32 || c == b':' as u32 || c == b'@' as u32
}

impl Searched for Latin1<'_> {
    fn next_start(self, i: usize) -> usize {
        first(self.0, i, |unit| is_ascii_start(unit.into()))
    }
}

impl Searched for Ucs2<'_> {
    fn next_start(self, i: usize) -> usize {
        first(self.0, i, |unit| {
            is_ascii_start(unit.into()) || matches!(unit, 0x3002 | 0xFF0E | 0xFF61)
        })
    }
}

impl Searched for Ucs4<'_> {
    fn next_start(self, i: usize) -> usize {
        first(self.0, i, |unit| is_ascii_start(unit) || matches!(unit, 0x3002 | 0xFF0E | 0xFF61))
    }
}

impl Searched for Utf8<'_> {
    fn next_start(self, mut i: usize) -> usize {
        let bytes = self.0;
        // The last bytes of the wide dots, which fewer characters have than their first ones.
        let is_start = |b: u8| is_ascii_start(b.into()) || matches!(b, 0x82 | 0x8E | 0xA1);
        loop {
            i = first(bytes, i, is_start);
            match bytes.get(i) {
                None => return bytes.len(),
                Some(b) if b.is_ascii() => return i,
                Some(_) => {
                    if let Some(start) = i.checked_sub(2)
                        && matches!(
                            bytes[start..=i],
                            [0xE3, 0x80, 0x82] | [0xEF, 0xBC, 0x8E] | [0xEF, 0xBD, 0xA1]
                        )
                    {
                        return start;
                    }
                    i += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_found_wherever_they_stand() {
        let starts = ['.', ':', '@', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
        // Neighbours in the code, and characters that share bytes with the wide dots.
        let fill =
            ['a', '\u{3042}', '\u{3001}', '\u{FF0D}', '\u{FF21}', '\u{302}', '\u{E2}', '\u{1F600}'];
        for length in 0..80 {
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
