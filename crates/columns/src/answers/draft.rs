//! The texts of an answer in which most rows are unchanged.

use std::ops::Range;

use iriform_kernel::BLOCK;

use crate::answers::builder::{PartSpan, TextBuilder};
use crate::answers::piece::Piece;
use crate::answers::source::{Format, UncheckedRows};
use crate::error::Error;

/// Texts that are being built, row by row. While each row is its own answer or null, there is nothing to copy,
/// because the answer can share the column's memory. The first other row begins a copy.
pub(crate) struct Draft<'a, F: Format> {
    held: &'a UncheckedRows<'a>,
    rows: Range<usize>,
    /// The texts so far; none while they are the column's.
    made: Option<F::Builder>,
    /// Parts of rows are appended together: those of the last rows, up to a block of them.
    parts: [PartSpan; BLOCK],
    count: usize,
}

impl<'a, F: Format> Draft<'a, F> {
    /// Starts a draft for the held rows, which have these numbers in their chunk.
    pub(crate) fn new(held: &'a UncheckedRows<'a>, rows: Range<usize>) -> Result<Self, Error> {
        let mut draft =
            Self { held, rows, made: None, parts: [PartSpan::default(); BLOCK], count: 0 };
        if !F::may_share(held) {
            draft.begin(0)?;
        }
        Ok(draft)
    }

    /// The texts. If they were the column's until now, the rows before row `i` are copied.
    fn begin(&mut self, i: usize) -> Result<&mut F::Builder, Error> {
        let made = match self.made.take() {
            Some(made) => made,
            None => copy::<F>(self.held, self.rows.len(), i)?,
        };
        Ok(self.made.insert(made))
    }

    /// Appends rows unchanged.
    #[inline]
    pub(crate) fn same(&mut self, rows: Range<usize>) {
        if self.made.is_some() {
            self.flush(rows.start);
        }
        if let Some(made) = &mut self.made {
            F::copy(made, self.held, rows);
        }
    }

    /// Appends a part of row `i`, or no text. `row` is the whole row.
    #[inline]
    pub(crate) fn part(
        &mut self,
        i: usize,
        row: &[u8],
        part: Option<&Range<usize>>,
    ) -> Result<(), Error> {
        if self.made.is_none() {
            // The text under a null in an answer must also be UTF-8.
            let is_same = match part {
                Some(part) => *part == (0..row.len()),
                None => std::str::from_utf8(row).is_ok(),
            };
            if is_same {
                return Ok(());
            }
            self.begin(i)?;
        }
        self.parts[self.count] = part.map_or_else(PartSpan::default, PartSpan::of);
        self.count += 1;
        if self.count == BLOCK {
            self.flush(i + 1);
        }
        Ok(())
    }

    /// Appends a new text for row `i`, which may equal the row.
    #[inline]
    pub(crate) fn text(&mut self, i: usize, row: &[u8], text: &[u8]) -> Result<(), Error> {
        if self.made.is_none() && row == text {
            return Ok(());
        }
        self.flush(i);
        self.begin(i)?.text(text);
        Ok(())
    }

    /// Appends the pending parts of the rows before row `i`.
    #[inline]
    fn flush(&mut self, i: usize) {
        if let Some(made) = &mut self.made {
            F::push(made, self.held, i - self.count, &self.parts[..self.count]);
            self.count = 0;
        }
    }

    /// The texts of all rows, with a bitmap of those that are not null.
    pub(crate) fn finish(mut self, there: Vec<u64>) -> Piece<F::Builder> {
        self.flush(self.rows.len());
        match self.made {
            Some(made) => Piece::Texts(made, there),
            None => Piece::Same(self.rows, there),
        }
    }
}

/// A copy of the first `count` of `rows` held rows, with room for all of them.
pub(crate) fn copy<F: Format>(
    held: &UncheckedRows<'_>,
    rows: usize,
    count: usize,
) -> Result<F::Builder, Error> {
    let mut made = F::builder(held, rows)?;
    made.expect(F::size(held));
    F::copy(&mut made, held, 0..count);
    Ok(made)
}
