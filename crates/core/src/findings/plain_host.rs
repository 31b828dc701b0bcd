//! A plain host where it lies in a text, so that any piece of it is read by whole words: labels of small
//! letters, digits and single hyphens.

use std::ops::Range;

use super::ends::{Ends, highest, lowest};
use super::looks::single;

/// So many bytes a plain host has at most: with eight before it, there is a bit of a word for each.
pub(super) const MAX_PLAIN_HOST: usize = 64 - 8;

/// So many bytes are before a host: a word can be read that ends behind its first character.
pub(super) const BEFORE: usize = 7;

/// A host with bytes before it.
pub(super) struct PlainHost<'t> {
    pub(super) text: &'t [u8],
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The characters of a host. Those at a place are bits, counted from where the host begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Characters {
    pub(super) dots: u64,
    pub(super) hyphens: u64,
    /// Whether it may look like another host in some fonts.
    pub(super) is_melted: bool,
    pub(super) has_capitals: bool,
}

/// Whether a host is plain.
pub(super) fn is_plain(host: &[u8]) -> bool {
    let mut was_mark = true;
    let mut is_plain = |&byte: &u8| {
        let is_mark = matches!(byte, b'.' | b'-');
        let is_one = byte.is_ascii_lowercase() || byte.is_ascii_digit() || is_mark && !was_mark;
        was_mark = is_mark;
        is_one
    };
    host.iter().all(&mut is_plain) && !was_mark
}

impl<'t> PlainHost<'t> {
    /// The host that lies there in a text, if it is not too long and has bytes before it.
    #[inline]
    pub(super) fn of(text: &'t [u8], host: Range<usize>) -> Option<Self> {
        let Range { start, end } = host;
        let is_one =
            start >= BEFORE && start < end && end - start <= MAX_PLAIN_HOST && end <= text.len();
        is_one.then_some(Self { text, start, end })
    }

    #[inline]
    fn word(&self, at: usize) -> u64 {
        u64::from_le_bytes(*self.text[at..].first_chunk().expect("eight bytes follow"))
    }

    #[inline]
    pub(super) fn starts_with(&self, text: [u8; 4]) -> bool {
        self.text[self.start..self.end].first_chunk() == Some(&text)
    }

    /// The ends of a piece of the host, which is not empty.
    #[inline]
    pub(super) fn ends(&self, piece: Range<usize>) -> Ends {
        let Range { start, end } = piece;
        let length = end - start;
        let at = start.min(end - 8);
        let (head, tail) = (self.word(at) >> (8 * (start - at)), self.word(end - 8));
        Ends { head: head & lowest(length), tail: tail & highest(length), length }
    }

    /// Those of the places that are in a piece of the host.
    #[inline]
    pub(super) fn within(&self, places: u64, piece: &Range<usize>) -> u64 {
        let behind = u64::MAX << (piece.end - self.start);
        places & !behind & u64::MAX << (piece.start - self.start)
    }

    /// The characters of the host, if they are letters, digits, dots and hyphens.
    #[inline]
    pub(super) fn characters(&self) -> Characters {
        let (mut dots, mut hyphens, mut digits, mut doubles, mut all) = (0, 0, 0, 0, u64::MAX);
        let mut from = self.start;
        loop {
            // The last word may begin before the one before it ends, or before the host.
            let at = from.min(self.end - 8);
            let word = self.word(at);
            let others = !(word >> 6) & ONES;
            let digit = others & word >> 4;
            let marks = others ^ digit;
            let gathered = |bits: u64| bits.wrapping_mul(GATHER) >> 56 << (at + 8 - self.start);
            dots |= gathered(marks & !word);
            hyphens |= gathered(marks & word);
            digits |= digit;
            doubles |= double_in(word);
            all &= word;
            // One character again: with the next one it may look like another.
            from += 7;
            if from + 1 >= self.end {
                break;
            }
        }
        Characters {
            dots: dots >> 8,
            hyphens: hyphens >> 8,
            is_melted: doubles != 0 || digits != 0 && self.has_single(),
            // Of letters, digits and marks only capitals lack this bit.
            has_capitals: !all & each(b'a' ^ b'A') != 0,
        }
    }

    /// Whether a character looks like another one in some fonts.
    #[cold]
    #[inline(never)]
    fn has_single(&self) -> bool {
        self.text[self.start..self.end].iter().any(|&byte| single(byte) != byte)
    }
}

/// Not zero exactly if two characters that stand side by side in a word look like another one in some
/// fonts.
#[inline]
fn double_in(word: u64) -> u64 {
    let zero = |bytes: u64| bytes.wrapping_sub(ONES) & !bytes;
    let has = |[a, b]: [u8; 2]| zero((word ^ each(a)) | (word >> 8 ^ each(b)));
    (has(*b"rn") | has(*b"vv") | has(*b"cl")) & each(0x80)
}

/// A word of which each byte is this one.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

const ONES: u64 = each(1);

/// Gathers the lowest bits of eight bytes in the highest byte.
const GATHER: u64 = 0x0102_0408_1020_4080;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::looks::{self, melt};

    fn characters(host: &[u8]) -> Characters {
        let text = [b"http://", host].concat();
        PlainHost::of(&text, BEFORE..text.len()).expect("a host").characters()
    }

    #[test]
    fn characters_of_hosts() {
        for (host, dots, is_melted, has_capitals) in [
            ("example.com", 1 << 7, false, false),
            ("a.b-c.co.uk", 1 << 1 | 1 << 5 | 1 << 8, false, false),
            ("modern.com", 1 << 6, true, false),
            ("r.nc.l", 1 << 1 | 1 << 4, false, false),
            ("savvy.com", 1 << 5, true, false),
            ("clock.com", 1 << 5, true, false),
            ("a1.com", 1 << 2, true, false),
            ("a23467.com89", 1 << 6, false, false),
            ("A.com", 1 << 1, false, true),
            ("localhost", 0, false, false),
            ("a", 0, false, false),
            ("a.b", 1 << 1, false, false),
            (&format!("{}cl", "a".repeat(54)), 0, true, false),
        ] {
            let has = characters(host.as_bytes());
            let of = (has.dots, has.is_melted, has.has_capitals);
            assert_eq!(of, (dots, is_melted, has_capitals), "{host}");
        }
    }

    /// Each character, at places of all kinds, with each one behind it.
    #[test]
    fn characters_at_each_place() {
        let places = [(0, 2), (0, 8), (5, 7), (6, 8), (6, 9), (7, 15), (7, 9), (9, 11), (54, 56)];
        let places = places.into_iter().chain((0..32).map(|at| (at, 33)));
        let all = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9').chain(*b".-");
        for (a, b) in all.clone().flat_map(|a| all.clone().map(move |b| (a, b))) {
            for (at, length) in places.clone() {
                let mut host = vec![b'x'; length];
                (host[at], host[at + 1]) = (a, b);
                let has = characters(&host);
                let bits = |byte: u8| u64::from(a == byte) << at | u64::from(b == byte) << (at + 1);
                let marks = (bits(b'.'), bits(b'-'));
                assert_eq!((has.dots, has.hyphens), marks, "{a} {b} {at} {length}");
                let is_melted = melt(&host, &mut [0; looks::MAX_LABEL]) != host;
                assert_eq!(has.is_melted, is_melted, "{a} {b} {at} {length}");
                let has_capitals = a.is_ascii_uppercase() || b.is_ascii_uppercase();
                assert_eq!(has.has_capitals, has_capitals, "{a} {b} {at} {length}");
            }
        }
    }

    #[test]
    fn plain_hosts() {
        for host in ["a", "a.b", "1-2.a-b", "localhost"] {
            assert!(is_plain(host.as_bytes()), "{host}");
        }
        for host in
            ["", ".", "a.", "-a", "a-", "a--b", "a..b", "a.-b", "A", "a_b", "\u{e9}", "a%62"]
        {
            assert!(!is_plain(host.as_bytes()), "{host}");
        }
    }

    #[test]
    fn pieces_of_a_host() {
        let text = b"http://www.example-of-a-long-name.co.uk";
        let host = PlainHost::of(text, BEFORE..text.len()).expect("a host");
        for start in BEFORE..text.len() {
            for end in start + 1..=text.len() {
                let piece = host.ends(start..end);
                assert_eq!(piece, Ends::all(&text[start..end]), "{start} {end}");
            }
        }
    }
}
