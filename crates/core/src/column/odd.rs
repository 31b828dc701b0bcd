//! The odd bytes of a stretch, and to which rows they belong.
//!
//! The classifier knows nothing of rows. A triplet or a sequence of UTF-8 that begins in one row
//! and ends in the next looks right to it, so the ends of rows are looked at here.

use super::planes::WORDS;
use super::rows::Stretch;

/// What was found in the words of a stretch that have odd bytes. In most there are none.
#[derive(Debug)]
pub(super) struct Odd {
    found: [Found; WORDS],
    count: usize,
    any_percent: bool,
    any_non_ascii: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Found {
    word: u32,
    never: u64,
    doubt: u64,
}

impl Odd {
    pub(super) const fn new() -> Self {
        let found = [Found { word: 0, never: 0, doubt: 0 }; WORDS];
        Self { found, count: 0, any_percent: false, any_non_ascii: false }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.any_percent = false;
        self.any_non_ascii = false;
    }

    /// Notes which bytes of a word are `%` and which are not ASCII.
    #[inline(always)]
    pub(super) fn see(&mut self, percent: u64, non_ascii: u64) {
        self.any_percent |= percent != 0;
        self.any_non_ascii |= non_ascii != 0;
    }

    /// Notes the bytes of word `w` that are in no reference, a `%` before anything but two
    /// hexadecimal digits among them, and those about which the parser must be asked.
    #[inline(always)]
    pub(super) fn add(&mut self, w: usize, never: u64, doubt: u64) {
        if never | doubt != 0 {
            #[allow(clippy::cast_possible_truncation, reason = "a stretch is short")]
            let found = Found { word: 64 * w as u32, never, doubt };
            self.found[self.count % WORDS] = found;
            self.count += 1;
        }
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0 && !self.any_percent && !self.any_non_ascii
    }

    /// The rows to refuse, and those to ask the parser about.
    #[inline(never)]
    pub(super) fn rows(&self, stretch: &Stretch<'_>) -> (u64, u64) {
        let mut asked = 0;
        if self.any_percent {
            asked |= percent_at_end(stretch);
        }
        if self.any_non_ascii {
            asked |= sequence_across_end(stretch);
        }
        (self.with_never(stretch), asked | self.with_doubt(stretch))
    }

    /// The rows with a byte that is in no reference.
    ///
    /// To refuse them without the parser is right because it refuses every text with such a byte:
    /// none of its classes has it, and it passes a `%` only with the two digits that follow.
    fn with_never(&self, stretch: &Stretch<'_>) -> u64 {
        let mut rows = 0;
        let mut i = 0;
        for found in &self.found[..self.count] {
            let mut left = found.never;
            while left != 0 {
                let position = found.word + left.trailing_zeros();
                while i < stretch.rows && stretch.row(i).1 <= position {
                    i += 1;
                }
                if i == stretch.rows {
                    return rows;
                }
                rows |= 1 << i;
                // The others of this row tell nothing new.
                let next = stretch.row(i).1 - found.word;
                left &= u64::MAX.checked_shl(next).unwrap_or(0);
            }
        }
        rows
    }

    /// The rows with a doubtful byte, or right before one: it may be where their last sequence
    /// breaks off.
    fn with_doubt(&self, stretch: &Stretch<'_>) -> u64 {
        let mut rows = 0;
        let mut first = 0;
        for found in &self.found[..self.count] {
            let mut left = found.doubt;
            while left != 0 {
                let position = found.word + left.trailing_zeros();
                left &= left - 1;
                while first < stretch.rows && stretch.row(first).1 < position {
                    first += 1;
                }
                let mut i = first;
                while i < stretch.rows && stretch.row(i).0 <= position {
                    rows |= 1 << i;
                    i += 1;
                }
            }
        }
        rows
    }
}

/// The rows that have a `%` in their last two bytes.
fn percent_at_end(stretch: &Stretch<'_>) -> u64 {
    (0..stretch.rows)
        .map(|i| {
            let [last_but_one, last, _, _] = stretch.around_end(i);
            u64::from([last_but_one, last].contains(&b'%')) << i
        })
        .fold(0, |rows, row| rows | row)
}

/// The rows that begin or end within a sequence of UTF-8.
fn sequence_across_end(stretch: &Stretch<'_>) -> u64 {
    let is_continuation = |byte: u8| byte & 0xC0 == 0x80;
    let ends = (0..stretch.rows)
        .map(|i| u64::from(is_continuation(stretch.around_end(i)[2])) << i)
        .fold(0, |rows, row| rows | row);
    let rows = ends | ends << 1 | u64::from(is_continuation(stretch.byte(0)));
    rows & stretch.all()
}
