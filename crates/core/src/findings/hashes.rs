//! Hashes of a label, and of it without one character: each in constant time, once the label was read.

use std::iter::once;
use std::ops::Range;

use super::looks::MAX_LABEL;
use crate::parts::mix::{ODD, folded};

const POWERS: [u64; MAX_LABEL + 1] = {
    let mut powers = [1_u64; MAX_LABEL + 1];
    let mut i = 1;
    while i <= MAX_LABEL {
        powers[i] = powers[i - 1].wrapping_mul(ODD);
        i += 1;
    }
    powers
};

/// The hash of a text in ASCII with at most [`MAX_LABEL`] characters.
#[inline]
pub(super) fn hash_of_bytes(text: &[u8]) -> u64 {
    text.iter().take(MAX_LABEL).fold(0, |hash, &byte| followed(hash, u64::from(byte)))
}

/// The hash of a text with at most [`MAX_LABEL`] characters; of a longer one, that of its beginning.
pub(super) fn hash_of(text: &str) -> u64 {
    if text.is_ascii() {
        return hash_of_bytes(text.as_bytes());
    }
    text.chars().take(MAX_LABEL).fold(0, |hash, c| followed(hash, u64::from(c)))
}

/// The hash of what begins with that hash and has one character more.
#[inline]
const fn followed(hash: u64, character: u64) -> u64 {
    hash.wrapping_mul(ODD).wrapping_add(character)
}

/// The hashes of what a label begins with, as polynomials over its characters. Another label may have the
/// same, so that who finds one compares the texts.
pub(super) struct Hashes {
    first: [u64; MAX_LABEL + 1],
    length: usize,
}

impl Hashes {
    /// Hashes a text with at most [`MAX_LABEL`] characters; of a longer one, its beginning.
    pub(super) fn of_text(text: &str) -> Self {
        Self::of(text.chars().map(u64::from))
    }

    /// The same of a text in ASCII.
    #[inline(always)]
    pub(super) fn of_bytes(text: &[u8]) -> Self {
        Self::of(text.iter().copied().map(u64::from))
    }

    // Into the caller: half a kilobyte is not copied.
    #[inline(always)]
    fn of(characters: impl Iterator<Item = u64>) -> Self {
        let (mut first, mut hash, mut length) = ([0; MAX_LABEL + 1], 0_u64, 0);
        for (character, place) in characters.zip(&mut first[1..]) {
            hash = followed(hash, character);
            *place = hash;
            length += 1;
        }
        Self { first, length }
    }

    /// How many characters there are.
    #[inline]
    pub(super) fn length(&self) -> usize {
        self.length
    }

    #[inline]
    pub(super) fn all(&self) -> u64 {
        self.first[self.length]
    }

    /// The hash of a piece of the text.
    #[inline]
    pub(super) fn piece(&self, piece: &Range<usize>) -> u64 {
        let before = self.first[piece.start].wrapping_mul(POWERS[piece.len()]);
        self.first[piece.end].wrapping_sub(before)
    }

    /// Hashes a piece of the text without one character, for each of them.
    #[inline]
    pub(super) fn without_one(&self, piece: Range<usize>) -> impl Iterator<Item = u64> {
        let length = piece.len();
        let pairs = self.first[piece.start..=piece.end].windows(2);
        // The text before the piece is in each pair, with the same weight at every place.
        let shorter = POWERS[length].wrapping_sub(if length > 0 { POWERS[length - 1] } else { 0 });
        let all = self.piece(&piece).wrapping_add(self.first[piece.start].wrapping_mul(shorter));
        pairs.zip(POWERS[..length].iter().rev()).map(move |(pair, &power)| {
            all.wrapping_add(pair[0].wrapping_sub(pair[1]).wrapping_mul(power))
        })
    }
}

/// The hash of a text with this hash and then another of that hash and length.
#[inline]
pub(super) const fn joined(first: u64, second: u64, length: usize) -> u64 {
    first
        .wrapping_mul(POWERS[if length < MAX_LABEL { length } else { MAX_LABEL }])
        .wrapping_add(second)
}

/// Hashes of a label before a public suffix with that hash: two labels that are one edit apart have one in common.
#[inline]
pub(super) fn one_edit(
    text: &Hashes,
    label: Range<usize>,
    suffix: u64,
) -> impl Iterator<Item = u64> {
    let hashes = once(text.piece(&label)).chain(text.without_one(label));
    hashes.map(move |hash| folded(hash, suffix))
}

/// A set of hashes as bits: tells what is not in it, and takes three in a thousand others for its own.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    words: Vec<u64>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { words: vec![0] }
    }
}

impl Filter {
    pub(super) fn of(mut hashes: Vec<u64>) -> Self {
        hashes.sort_unstable();
        hashes.dedup();
        // Sixteen bits for each hash.
        let mut words = vec![0; hashes.len().div_ceil(4).max(1)];
        for hash in hashes {
            let (word, bits) = Self::place(hash, words.len());
            words[word] |= bits;
        }
        Self { words }
    }

    #[inline]
    pub(super) fn may_have(&self, hash: u64) -> bool {
        let (word, bits) = Self::place(hash, self.words.len());
        self.words[word] & bits == bits
    }

    /// Three bits of one word.
    #[inline]
    fn place(hash: u64, words: usize) -> (usize, u64) {
        // The high bits depend on all characters. OK because the place is less than the number of words.
        #[allow(clippy::cast_possible_truncation)]
        let word = ((hash >> 32).wrapping_mul(words as u64) >> 32) as usize;
        let bit = |from: u32| 1_u64 << (hash >> from & 63);
        (word, bit(34) | bit(28) | bit(22))
    }
}

/// The places of names by hashes of their keys.
#[derive(Clone, Debug, Default)]
pub(super) struct NamesByHash {
    /// In order.
    rows: Vec<(u64, u32)>,
    filter: Filter,
}

impl NamesByHash {
    pub(super) fn of(mut rows: Vec<(u64, u32)>) -> Self {
        rows.sort_unstable();
        rows.dedup();
        let filter = Filter::of(rows.iter().map(|&(hash, _)| hash).collect());
        Self { rows, filter }
    }

    /// The places of the names with this hash.
    pub(super) fn places(&self, hash: u64) -> impl Iterator<Item = usize> {
        let rows = if self.filter.may_have(hash) { &*self.rows } else { &[] };
        let start = rows.partition_point(|&(other, _)| other < hash);
        let found = rows[start..].iter().take_while(move |&&(other, _)| other == hash);
        found.map(|&(_, place)| place as usize)
    }

    /// Whether a name has this hash.
    #[inline]
    pub(super) fn has(&self, hash: u64) -> bool {
        self.filter.may_have(hash) && self.places(hash).next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_without_a_character_has_the_hash_of_its_text() {
        let of = |text: &str| Hashes::of_text(text).all();
        let hashes = Hashes::of_text("example");
        assert_eq!(Hashes::of_bytes(b"example").all(), of("example"));
        let without: Vec<u64> = hashes.without_one(0..7).collect();
        assert_eq!(without[0], of("xample"));
        assert_eq!(without[3], of("exaple"));
        assert_eq!(without[6], of("exampl"));
        assert_eq!(of(&"a".repeat(64)), of(&"a".repeat(63)));
    }

    #[test]
    fn a_filter_has_what_was_put_in() {
        let hashes: Vec<u64> = (0..1000).map(|i| Hashes::of_text(&i.to_string()).all()).collect();
        let filter = Filter::of(hashes.clone());
        assert!(hashes.iter().all(|&hash| filter.may_have(hash)));
        let others = (1000..11_000).map(|i| Hashes::of_text(&i.to_string()).all());
        assert!(others.filter(|&hash| filter.may_have(hash)).count() < 200);
    }
}
