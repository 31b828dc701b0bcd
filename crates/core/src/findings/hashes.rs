//! Hashes of a label, of its parts, and of it without one character: each in constant time, once the
//! label was read.

use std::ops::Range;

use super::looks::MOST;

/// 2⁶⁴ by the golden ratio, which is odd and spreads what it multiplies.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

const POWERS: [u64; MOST + 1] = {
    let mut powers = [1_u64; MOST + 1];
    let mut i = 1;
    while i <= MOST {
        powers[i] = powers[i - 1].wrapping_mul(BASE);
        i += 1;
    }
    powers
};

/// The hashes of what a label begins with, as polynomials over its characters. Another label may have the
/// same, so that who finds one compares the texts.
pub(super) struct Hashes {
    first: [u64; MOST + 1],
    length: usize,
}

impl Hashes {
    pub(super) const fn new() -> Self {
        Self { first: [0; MOST + 1], length: 0 }
    }

    /// Of a text with at most [`MOST`] characters; of a longer one, that of its beginning.
    pub(super) fn of_text(text: &str) -> Self {
        Self::of_chars(text.chars().map(u32::from))
    }

    pub(super) fn of_chars(characters: impl Iterator<Item = u32>) -> Self {
        let mut hashes = Self::new();
        hashes.fill(characters);
        hashes
    }

    #[inline]
    pub(super) fn fill(&mut self, characters: impl Iterator<Item = u32>) {
        let (mut hash, mut length) = (0_u64, 0);
        for (character, first) in characters.zip(&mut self.first[1..]) {
            hash = hash.wrapping_mul(BASE).wrapping_add(u64::from(character));
            *first = hash;
            length += 1;
        }
        self.length = length;
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

    /// Of a part.
    #[inline]
    pub(super) fn of(&self, part: Range<usize>) -> u64 {
        let before = self.first[part.start].wrapping_mul(POWERS[part.len()]);
        self.first[part.end].wrapping_sub(before)
    }

    /// Of a text with that hash, and this one behind it.
    #[inline]
    pub(super) fn behind(&self, hash: u64) -> u64 {
        hash.wrapping_mul(POWERS[self.length]).wrapping_add(self.all())
    }

    /// Of the text without one character, for each of them.
    #[inline]
    pub(super) fn without_one(&self) -> impl Iterator<Item = u64> {
        let all = self.all();
        let pairs = self.first[..=self.length].windows(2);
        pairs.zip(POWERS[..self.length].iter().rev()).map(move |(pair, &power)| {
            all.wrapping_add(pair[0].wrapping_sub(pair[1]).wrapping_mul(power))
        })
    }

    /// Without characters.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.length = 0;
    }

    /// Adds a character; a text with more than [`MOST`] stays as it is.
    #[inline]
    pub(super) fn push(&mut self, character: u8) {
        let hash = self.all().wrapping_mul(BASE).wrapping_add(u64::from(character));
        if let Some(place) = self.first.get_mut(self.length + 1) {
            *place = hash;
            self.length += 1;
        }
    }
}

/// A set of hashes as bits: tells what is not in it, and takes three in a thousand others for its own.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    /// As many as a power of two says.
    words: Vec<u64>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { words: vec![0] }
    }
}

impl Filter {
    pub(super) fn of(hashes: impl ExactSizeIterator<Item = u64>) -> Self {
        // Sixteen bits for each hash.
        let mut words = vec![0; (hashes.len() / 4).next_power_of_two()];
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
        // The high bits depend on all characters. OK because the remainder is that of a power of two.
        let word = (hash >> 40) as usize & (words - 1);
        let bit = |from: u32| 1_u64 << (hash >> from & 63);
        (word, bit(34) | bit(28) | bit(22))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_hash_of_their_text() {
        let of = |text: &str| Hashes::of_text(text).all();
        let hashes = Hashes::of_text("example");
        assert_eq!(hashes.of(2..5), of("amp"));
        assert_eq!(hashes.of(0..7), of("example"));
        let without: Vec<u64> = hashes.without_one().collect();
        assert_eq!(without[0], of("xample"));
        assert_eq!(without[3], of("exaple"));
        assert_eq!(without[6], of("exampl"));
        assert_eq!(hashes.behind(of("an")), of("anexample"));
        assert_eq!(of(&"a".repeat(64)), of(&"a".repeat(63)));
    }

    #[test]
    fn a_filter_has_what_was_put_in() {
        let hashes: Vec<u64> = (0..1000).map(|i| Hashes::of_text(&i.to_string()).all()).collect();
        let filter = Filter::of(hashes.iter().copied());
        assert!(hashes.iter().all(|&hash| filter.may_have(hash)));
        let others = (1000..11_000).map(|i| Hashes::of_text(&i.to_string()).all());
        assert!(others.filter(|&hash| filter.may_have(hash)).count() < 200);
    }
}
