//! Bit planes: one bit for every byte of a stretch of rows, set where the byte is in some set.

/// The most bytes of a stretch. Its planes and bytes then stay in the first-level cache.
pub(super) const STRETCH: usize = 64 * (WORDS - 2);

/// Words of a plane; the last ones are spare, so that a row may be looked at past its end.
pub(super) const WORDS: usize = 128;

/// A set of positions in a stretch that says which is the next one, however far away it is.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    words: [u64; WORDS],
    /// For each word the first position in a later one.
    beyond: [u32; WORDS],
}

impl Plane {
    pub(super) const fn new() -> Self {
        Self { words: [0; WORDS], beyond: [u32::MAX; WORDS] }
    }

    /// Sets word `w`, which is of the 64 bytes from `64 * w` on.
    #[inline(always)]
    pub(super) fn set(&mut self, w: usize, word: u64) {
        self.words[w % WORDS] = word;
    }

    /// Call this once the words of a stretch of `length` bytes are set, before anything is asked.
    #[inline(always)]
    pub(super) fn finish(&mut self, length: u32) {
        let words = length.div_ceil(64) as usize;
        let mut start = length.next_multiple_of(64);
        let mut first = u32::MAX;
        for w in (words..WORDS.min(words + 2)).rev() {
            self.words[w] = 0;
            self.beyond[w] = first;
        }
        for (word, beyond) in self.words.iter().zip(&mut self.beyond).take(words).rev() {
            *beyond = first;
            start -= 64;
            first = select(*word != 0, start + word.trailing_zeros(), first);
        }
    }

    /// The first position at or after `position`; very large if there is none.
    #[inline(always)]
    pub(super) fn next(&self, position: u32) -> u32 {
        let w = position as usize / 64 % WORDS;
        let rest = self.words[w] >> (position % 64);
        select(rest != 0, position + rest.trailing_zeros(), self.beyond[w])
    }

    /// How many positions are below `end`, which is in the last word that was set or at its end.
    #[inline(always)]
    pub(super) fn count(&self, end: u32) -> u32 {
        let whole = end as usize / 64;
        let rest = self.words[whole % WORDS] & !(u64::MAX << (end % 64));
        let words = self.words.iter().take(whole);
        words.map(|word| word.count_ones()).sum::<u32>() + rest.count_ones()
    }
}

/// One or the other without a jump: what decides is data, and no jump on it can be foreseen.
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
        for (w, start) in (0..448).step_by(64).enumerate() {
            let here = positions.iter().filter(|&&p| p / 64 == start / 64);
            plane.set(w, here.map(|p| 1 << (p % 64)).sum());
        }
        plane.finish(448);
        for from in 0..448 + 64 {
            let expected = positions.iter().copied().find(|&p| p >= from);
            assert_eq!(plane.next(from), expected.unwrap_or(u32::MAX), "{from}");
        }
        for end in 384..=448 {
            assert_eq!(plane.count(end), if end > 447 { 6 } else { 5 });
        }
    }
}
