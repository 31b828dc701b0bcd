//! Bit planes: one bit for every byte of a stretch of rows, set where the byte is in some set.

/// The largest size of a stretch in bytes, with which its bytes and planes stay in the first-level cache.
pub(super) const STRETCH: usize = 64 * (WORDS - 2);

/// The number of words of a plane. The last ones are spare, so look-ups may go past the end of a row.
pub(super) const WORDS: usize = 128;

/// A set of positions in a stretch that finds the next position in constant time, at any distance.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    words: [u64; WORDS],
    /// For each word, the first position in a later word.
    beyond: [u32; WORDS],
}

impl Plane {
    pub(super) const fn new() -> Self {
        Self { words: [0; WORDS], beyond: [NONE; WORDS] }
    }

    /// Sets word `w`, for the 64 bytes from `64 * w`. Words must be set in descending order; `first` begins as
    /// [`NONE`] and is the lowest position so far.
    #[inline(always)]
    pub(super) fn set(&mut self, w: usize, word: u64, first: &mut u32) {
        self.put(w, word);
        self.link(w, first);
    }

    /// Sets word `w` without linking it: the plane must not be queried before
    /// [`link_all`](Self::link_all).
    #[inline(always)]
    pub(super) fn put(&mut self, w: usize, word: u64) {
        self.words[w % WORDS] = word;
    }

    /// Adds positions to word `w`, without linking it either.
    #[inline(always)]
    pub(super) fn add(&mut self, w: usize, word: u64) {
        self.words[w % WORDS] |= word;
    }

    /// Stores for word `w` the first position in a later word.
    #[inline(always)]
    fn link(&mut self, w: usize, first: &mut u32) {
        let word = self.words[w % WORDS];
        self.beyond[w % WORDS] = *first;
        #[allow(clippy::cast_possible_truncation, reason = "a plane is short")]
        let start = 64 * w as u32;
        *first = select(word != 0, start + word.trailing_zeros(), *first);
    }

    /// Links the first `words` words.
    #[inline(always)]
    pub(super) fn link_all(&mut self, words: usize) {
        let mut first = NONE;
        for w in (0..words).rev() {
            self.link(w, &mut first);
        }
    }

    /// Empties the first `words` words.
    #[inline(always)]
    pub(super) fn clear(&mut self, words: usize) {
        self.words[..words].fill(0);
    }

    /// The number of positions in word `w` that are also in `mask`.
    #[inline(always)]
    pub(super) fn count(&self, w: usize, mask: u64) -> u32 {
        (self.words[w % WORDS] & mask).count_ones()
    }

    /// The positions in word `w`.
    #[cfg(test)]
    pub(super) fn word(&self, w: usize) -> u64 {
        self.words[w]
    }

    /// Empties words `w` and `w + 1`, so the plane ends before word `w`. Call this before setting words.
    #[inline(always)]
    pub(super) fn end(&mut self, w: usize) {
        for w in [w, w + 1] {
            self.words[w % WORDS] = 0;
            self.beyond[w % WORDS] = NONE;
        }
    }

    /// The first position at or after `position`; a value beyond the end, such as [`NONE`], if
    /// there is none.
    #[inline(always)]
    pub(super) fn next(&self, position: u32) -> u32 {
        let w = position as usize / 64 % WORDS;
        let rest = self.words[w] >> (position % 64);
        // If the rest is zero, the sum is not used and may overflow.
        select(rest != 0, position.wrapping_add(rest.trailing_zeros()), self.beyond[w])
    }
}

/// No position.
pub(super) const NONE: u32 = u32::MAX;

/// The lesser of two positions, without a branch: the compiler would make one of `min`.
#[inline(always)]
#[allow(
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "modulo 2³² it is right"
)]
pub(super) fn least(a: u32, b: u32) -> u32 {
    let difference = i64::from(a) - i64::from(b);
    let below = difference & (difference >> 63);
    b.wrapping_add(below as u32)
}

/// Selects one of two values without a branch, which would often be mispredicted because the condition depends
/// on the data.
#[inline(always)]
pub(super) fn select(condition: bool, yes: u32, no: u32) -> u32 {
    std::hint::select_unpredictable(condition, yes, no)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_position_is_found_across_words() {
        let positions = [0, 1, 63, 64, 200, 447];
        let mut plane = Plane::new();
        plane.words = [u64::MAX; WORDS];
        plane.end(7);
        let mut first = NONE;
        for (w, start) in (0..448).step_by(64).enumerate().rev() {
            let here = positions.iter().filter(|&&p| p / 64 == start / 64);
            plane.set(w, here.map(|p| 1 << (p % 64)).sum(), &mut first);
        }
        assert_eq!(first, 0);
        for from in 0..448 + 64 {
            let expected = positions.iter().copied().find(|&p| p >= from);
            assert_eq!(plane.next(from), expected.unwrap_or(NONE), "{from}");
        }
    }
}
