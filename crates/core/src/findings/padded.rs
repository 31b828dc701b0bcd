//! A plain host, laid out so that any piece of it is read by whole words: labels of letters, digits and
//! single hyphens.

use std::ops::Range;

use super::ends::{Ends, highest, lowest};

/// So many bytes a plain host has at most.
pub(super) const MOST: usize = 62;

/// So many zeros are before a host: a word can be read up to any of its characters.
pub(super) const BEFORE: usize = 8;

/// A host between zeros.
pub(super) struct Padded {
    pub(super) bytes: [u8; BEFORE + 64 + 8],
    /// Where the host ends.
    pub(super) end: usize,
}

/// What characters a host has. Those at a place are bits, counted from where the host begins.
#[derive(Clone, Copy)]
pub(super) struct Characters {
    pub(super) dots: u64,
    pub(super) hyphens: u64,
    /// Whether it may look like another host in some fonts.
    pub(super) is_melted: bool,
    /// Whether it is not plain.
    pub(super) is_strange: bool,
}

impl Characters {
    #[inline]
    pub(super) fn hyphen_in(&self, label: &Range<usize>) -> bool {
        self.hyphens >> (label.start - BEFORE) & !(u64::MAX << (label.end - label.start)) != 0
    }
}

impl Padded {
    /// Of a host of at most [`MOST`] bytes.
    #[inline]
    pub(super) fn of(host: &[u8]) -> Self {
        let mut bytes = [0; BEFORE + 64 + 8];
        let length = host.len();
        if (8..=32).contains(&length) {
            // Of nearly all hosts the same number of pieces, which overlap: no jump depends on it.
            for start in [0, 8, 16, 24] {
                let start = start.min(length - 8);
                let place = BEFORE + start..BEFORE + start + 8;
                bytes[place].copy_from_slice(&host[start..start + 8]);
            }
        } else {
            bytes[BEFORE..BEFORE + length].copy_from_slice(host);
        }
        Self { bytes, end: BEFORE + length }
    }

    #[inline]
    fn word(&self, at: usize) -> u64 {
        let bytes = self.bytes[at % (BEFORE + 64)..].first_chunk();
        u64::from_le_bytes(*bytes.expect("eight bytes follow"))
    }

    #[inline]
    pub(super) fn starts_with(&self, text: [u8; 4]) -> bool {
        self.bytes[BEFORE..].first_chunk() == Some(&text)
    }

    /// The ends of a piece of the host.
    #[inline]
    pub(super) fn ends(&self, piece: Range<usize>) -> Ends {
        let length = piece.end - piece.start;
        let (head, tail) = (self.word(piece.start), self.word(piece.end - 8));
        Ends { head: head & lowest(length), tail: tail & highest(length), length }
    }

    /// What characters the host has.
    #[inline]
    pub(super) fn characters(&self) -> Characters {
        const ONES: u64 = 0x0101_0101_0101_0101;
        /// Gathers the lowest bits of eight bytes in the highest byte.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let (mut dots, mut hyphens, mut digits, mut strange) = (0, 0, 0, 0);
        for (i, place) in (BEFORE..self.end).step_by(8).enumerate() {
            let word = self.word(place);
            let bit = |n: u32| word >> n & ONES;
            // The bytes from this character of ASCII on: no sum reaches the next byte.
            let from = |c: u8| ((word & (0x7F * ONES)) + u64::from(0x80 - c) * ONES) >> 7 & ONES;
            let within = |first: u8, last: u8| from(first) & !from(last + 1);
            let gathered = |bits: u64| (bits.wrapping_mul(GATHER) >> 56) << (8 * i);
            let (point, digit) = (within(b'-', b'.'), within(b'0', b'9'));
            dots |= gathered(point & !bit(0));
            hyphens |= gathered(point & bit(0));
            // `0`, `1`, `5`
            digits |= digit & !bit(3) & !bit(1) & (!bit(2) | bit(0));
            // What is behind the host is no character.
            let plain = point | digit | within(b'a', b'z') | ONES & !from(1);
            strange |= bit(7) | ONES & !plain;
        }
        Characters {
            dots,
            hyphens,
            is_melted: digits != 0 || self.has_double(),
            is_strange: strange != 0 || hyphens & hyphens << 1 != 0,
        }
    }

    /// Whether two characters side by side look like another one in some fonts.
    #[inline]
    fn has_double(&self) -> bool {
        let length = self.end - BEFORE;
        if length <= 32 { self.has_double_in::<32>() } else { self.has_double_in::<64>() }
    }

    #[inline]
    fn has_double_in<const N: usize>(&self) -> bool {
        let chunk =
            |from: usize| self.bytes[from..].first_chunk::<N>().expect("72 bytes are there");
        let pairs = chunk(BEFORE).iter().zip(chunk(BEFORE + 1));
        // Of all places at once, by the instructions for many bytes.
        let is_double = |(&a, &b): (&u8, &u8)| {
            let is = |x: u8, y: u8| u8::from(a == x) & u8::from(b == y);
            is(b'r', b'n') | is(b'v', b'v') | is(b'c', b'l')
        };
        pairs.map(is_double).fold(0, |all, one| all | one) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::looks::{self, melt};

    #[test]
    fn characters_of_hosts() {
        for (host, dots, hyphens, is_melted, is_strange) in [
            ("example.com", 1 << 7, 0, false, false),
            ("a.b-c.co.uk", 1 << 1 | 1 << 5 | 1 << 8, 1 << 3, false, false),
            ("modern.com", 1 << 6, 0, true, false),
            ("r.nc.l", 1 << 1 | 1 << 4, 0, false, false),
            ("savvy.com", 1 << 5, 0, true, false),
            ("clock.com", 1 << 5, 0, true, false),
            ("a1.com", 1 << 2, 0, true, false),
            ("a23467.com89", 1 << 6, 0, false, false),
            ("xn--a.com", 1 << 5, 0b1100, false, true),
            ("A.com", 1 << 1, 0, false, true),
            ("\u{e9}.com", 1 << 2, 0, false, true),
            ("a%62.com", 1 << 4, 0, false, true),
            ("a_b.com", 1 << 3, 0, false, true),
            ("a~b.com", 1 << 3, 0, false, true),
            ("localhost", 0, 0, false, false),
            (&"a-".repeat(31), 0, 0x2AAA_AAAA_AAAA_AAAA, false, false),
            (&format!("{}cl", "a".repeat(60)), 0, 0, true, false),
        ] {
            let has = Padded::of(host.as_bytes()).characters();
            assert_eq!((has.dots, has.hyphens), (dots, hyphens), "{host}");
            assert_eq!((has.is_melted, has.is_strange), (is_melted, is_strange), "{host}");
        }
    }

    /// Each character of ASCII, at each place of a word, with each one behind it.
    #[test]
    fn what_is_plain_and_what_melts() {
        for (a, b) in (1..0x80_u8).flat_map(|a| (1..0x80).map(move |b| (a, b))) {
            let is_plain = |c: u8| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.');
            for at in [0, 6, 7, 8, 30, 31] {
                let mut host = vec![b'x'; 33];
                host[at] = a;
                host[at + 1] = b;
                let has = Padded::of(&host).characters();
                let is_plain = is_plain(a) && is_plain(b) && (a, b) != (b'-', b'-');
                assert_eq!(has.is_strange, !is_plain, "{a} {b} {at}");
                let melts = melt(&host, &mut [0; looks::MOST]) != host;
                assert_eq!(has.is_melted, melts, "{a} {b} {at}");
            }
        }
    }

    #[test]
    fn pieces_of_a_host() {
        let host = b"www.example-of-a-long-name.co.uk";
        let padded = Padded::of(host);
        for start in 0..host.len() {
            for end in start..=host.len() {
                let piece = padded.ends(BEFORE + start..BEFORE + end);
                assert_eq!(piece, Ends::all(&host[start..end]), "{start} {end}");
            }
        }
    }
}
