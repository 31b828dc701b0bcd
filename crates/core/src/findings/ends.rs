//! Pieces of a text, each compared by two words: its first eight bytes and its last eight. They are
//! read in constant time; longer pieces may share them.

use std::iter::once;
use std::ops::Range;

/// The two ends of a piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    /// The first eight bytes, the first one in the lowest byte.
    pub(super) head: u64,
    /// The last eight bytes, the last one in the highest byte.
    pub(super) tail: u64,
    pub(super) length: usize,
}

impl Ends {
    #[inline]
    pub(super) fn of(text: &[u8], piece: Range<usize>) -> Self {
        let length = piece.len();
        let word = |range: Range<usize>| match text.get(range).and_then(<[u8]>::first_chunk) {
            Some(chunk) => u64::from_le_bytes(*chunk),
            // Fewer than eight bytes.
            None => text[piece.clone()].iter().rev().fold(0, |word, &b| word << 8 | u64::from(b)),
        };
        let head = word(piece.start..piece.start + 8);
        let tail = match piece.end.checked_sub(8) {
            Some(start) => word(start..piece.end),
            None => word(0..0) << (64 - 8 * length.clamp(1, 8)),
        };
        Self { head: head & lowest(length), tail: tail & highest(length), length }
    }

    /// All of a text.
    pub(super) fn all(text: &[u8]) -> Self {
        Self::of(text, 0..text.len())
    }
}

/// So many bytes at the beginning of a word, eight at most, with all bits set. Without a jump, which
/// would often be mistaken.
#[inline]
pub(super) const fn lowest(bytes: usize) -> u64 {
    !u64::MAX.unbounded_shl(bits(bytes))
}

/// The same at its end.
#[inline]
pub(super) const fn highest(bytes: usize) -> u64 {
    !u64::MAX.unbounded_shr(bits(bytes))
}

#[allow(clippy::cast_possible_truncation, reason = "a host is short, and more than 64 are as many")]
const fn bits(bytes: usize) -> u32 {
    8 * bytes as u32
}

/// So many pieces between hyphens are compared in a row: names have few hyphens.
const ROW: usize = 3;

/// The pieces between hyphens, which lie there in a label, and several such pieces in a row.
pub(super) fn runs(
    hyphens: impl Iterator<Item = usize> + Clone,
    label: Range<usize>,
) -> impl Iterator<Item = Range<usize>> {
    let behind = hyphens.clone().map(|i| i + 1);
    once(label.start).chain(behind).flat_map(move |start| {
        let ends = hyphens.clone().filter(move |&i| i >= start).chain(once(label.end));
        ends.take(ROW).map(move |end| start..end)
    })
}

/// The places of hyphens in a text.
pub(super) fn hyphens(text: &[u8]) -> impl Iterator<Item = usize> + Clone {
    text.iter().enumerate().filter(|&(_, &byte)| byte == b'-').map(|(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces() {
        let text = b"abcdefghijkl";
        let word = |text: &[u8; 8]| u64::from_le_bytes(*text);
        for (range, first, last) in [
            (0..12, b"abcdefgh", b"efghijkl"),
            (1..9, b"bcdefghi", b"bcdefghi"),
            (0..8, b"abcdefgh", b"abcdefgh"),
            (9..12, b"jkl\0\0\0\0\0", b"\0\0\0\0\0jkl"),
            (0..3, b"abc\0\0\0\0\0", b"\0\0\0\0\0abc"),
            (5..7, b"fg\0\0\0\0\0\0", b"\0\0\0\0\0\0fg"),
            (4..4, b"\0\0\0\0\0\0\0\0", b"\0\0\0\0\0\0\0\0"),
            (0..0, b"\0\0\0\0\0\0\0\0", b"\0\0\0\0\0\0\0\0"),
            (12..12, b"\0\0\0\0\0\0\0\0", b"\0\0\0\0\0\0\0\0"),
        ] {
            let piece = Ends::of(text, range.clone());
            let expected = Ends { head: word(first), tail: word(last), length: range.len() };
            assert_eq!(piece, expected, "{range:?}");
            // Where a piece lies makes no difference.
            assert_eq!(Ends::all(&text[range]), expected);
        }
    }

    #[test]
    fn what_stands_between_hyphens() {
        let text = b"//a-bc--d/";
        let hyphens = hyphens(text);
        let runs: Vec<&[u8]> = runs(hyphens, 2..9).map(|run| &text[run]).collect();
        let expected = ["a", "a-bc", "a-bc-", "bc", "bc-", "bc--d", "", "-d", "d"];
        assert_eq!(runs, expected.map(str::as_bytes));
    }
}
