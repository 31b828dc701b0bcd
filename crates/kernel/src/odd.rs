//! The odd bytes of a stretch, which need a further check, and the rows that they belong to.
//!
//! The classifier does not know where rows end. It accepts a triplet or a UTF-8 sequence that begins
//! in one row and ends in the next, so this module checks the ends of rows.

use super::planes::{Plane, WORDS};
use super::rows::Stretch;

/// The odd bytes of a stretch. Most stretches have none.
#[derive(Debug)]
pub(super) struct Odd {
    /// The plane of odd bytes, and the numbers of the words that have any, in descending order.
    words: [u64; WORDS],
    numbers: [u8; WORDS],
    count: usize,
    /// Bytes that no reference may have, among them a `%` without two hexadecimal digits after it.
    never: Subset,
    /// Bytes that only the parser can judge.
    doubt: Subset,
}

/// The result of the further check of the odd bytes of a word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Closer {
    /// Bytes that no reference may have.
    pub(super) never: u64,
    /// Bytes that only the parser can judge.
    pub(super) doubt: u64,
    /// Bytes that may concern a rule of findings, if these are wanted.
    pub(super) telling: u64,
    /// Bytes that mark their row, if marks are wanted.
    pub(super) marked: u64,
}

/// A subset of the odd bytes.
#[derive(Debug)]
struct Subset {
    plane: Plane,
    any: bool,
}

impl Subset {
    const fn new() -> Self {
        Self { plane: Plane::new(), any: false }
    }

    #[inline(always)]
    fn clear(&mut self, words: usize) {
        self.plane.clear(words);
        self.any = false;
    }

    #[inline(always)]
    fn set(&mut self, w: usize, word: u64) {
        self.plane.put(w, word);
        self.any |= word != 0;
    }

    #[inline(always)]
    fn finish(&mut self, words: usize) {
        if self.any {
            self.plane.end(words);
            self.plane.link_all(words);
        }
    }
}

impl Odd {
    pub(super) const fn new() -> Self {
        Self {
            words: [0; WORDS],
            numbers: [0; WORDS],
            count: 0,
            never: Subset::new(),
            doubt: Subset::new(),
        }
    }

    /// Begins anew.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Records which bytes of word `w` are odd, if any.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer words")]
    pub(super) fn note(&mut self, w: usize, odd: u64) {
        self.words[w % WORDS] = odd;
        self.numbers[self.count % WORDS] = w as u8;
        self.count += usize::from(odd != 0);
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The positions of bytes that no reference may have, and of those that only the parser can judge.
    #[cfg(test)]
    pub(super) fn found(&self) -> (Option<&Plane>, Option<&Plane>) {
        (self.never.any.then_some(&self.never.plane), self.doubt.any.then_some(&self.doubt.plane))
    }

    /// Sorts the odd bytes of each word: `look` returns the result for the word's number and its odd bytes;
    /// `tell` receives the number and the result.
    #[inline(always)]
    pub(super) fn each(
        &mut self,
        words: usize,
        look: impl Fn(usize, u64) -> Closer,
        mut tell: impl FnMut(usize, Closer),
    ) {
        self.never.clear(words);
        self.doubt.clear(words);
        for i in 0..self.count.min(WORDS) {
            let w = usize::from(self.numbers[i]) % WORDS;
            let closer = look(w, self.words[w]);
            self.never.set(w, closer.never);
            self.doubt.set(w, closer.doubt);
            tell(w, closer);
        }
        self.never.finish(words);
        self.doubt.finish(words);
    }

    /// The rows with a byte that no reference may have, and among them the rows that have it within
    /// the first [`SOON`] bytes.
    ///
    /// The parser would refuse every text with such a byte: none of its classes has the byte, and
    /// it accepts a `%` only with two hexadecimal digits. So it need not be called.
    pub(super) fn refused(&self, stretch: &Stretch<'_>) -> (u64, u64) {
        if !self.never.any {
            return (0, 0);
        }
        let (mut rows, mut soon) = (0, 0);
        for i in 0..stretch.rows {
            let (start, end) = stretch.row(i);
            let first = self.never.plane.next(start);
            rows |= u64::from(first < end) << i;
            soon |= u64::from(first < end.min(start + SOON)) << i;
        }
        (rows, soon)
    }

    /// The rows that the parser must decide. A row is one of them if it has a doubtful byte, or if
    /// the byte after its end is doubtful: the row's last UTF-8 sequence may be incomplete there.
    /// Doubtful bytes in rows of `settled` are ignored.
    pub(super) fn asked(&self, stretch: &Stretch<'_>, settled: u64) -> u64 {
        let mut rows = 0;
        if self.doubt.any {
            for i in 0..stretch.rows {
                let (start, end) = stretch.row(i);
                rows |= u64::from(self.doubt.plane.next(start) <= end) << i;
            }
        }
        rows & !settled | across_ends(stretch)
    }

    /// The end of the brackets that open at position `open` of a row, if the row has no other
    /// doubtful bytes.
    pub(super) fn bracketed(&self, stretch: &Stretch<'_>, i: usize, open: u32) -> Option<u32> {
        let (start, end) = stretch.row(i);
        let next = |position| self.doubt.plane.next(position);
        let close = if self.doubt.any && next(start) == open { next(open + 1) } else { end };
        let is_all = close < end && stretch.byte(close) == b']' && next(close + 1) > end;
        is_all.then(|| close + 1)
    }
}

/// The number of bytes that the parser reads in the time that the classifier takes for a row. If
/// the fault comes earlier, the parser alone is faster.
const SOON: u32 = 24;

/// The rows that the parser must decide because of their ends: a `%` in the last two bytes, or a
/// UTF-8 sequence that begins in one row and ends in another.
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operator is a jump")]
fn across_ends(stretch: &Stretch<'_>) -> u64 {
    let is_continuation = |byte: u8| byte & 0xC0 == 0x80;
    let (mut percent, mut sequence) = (0, 0);
    // The order is descending: each shift moves the bits of the later rows up by one position.
    for i in (0..stretch.rows).rev() {
        let [last_but_one, last, next, _] = stretch.around_end(i);
        percent = percent << 1 | u64::from((last_but_one == b'%') | (last == b'%'));
        sequence = sequence << 1 | u64::from(is_continuation(next));
    }
    let sequence = sequence | sequence << 1 | u64::from(is_continuation(stretch.byte(0)));
    (percent | sequence) & stretch.all()
}
