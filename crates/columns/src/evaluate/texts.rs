//! Evaluates an operation that makes a text from each row.

use iriform_kernel::{BLOCK, Rows};

use crate::answers::builder::{TextBuilder, UNKNOWN, push_block};
use crate::answers::draft::Draft;
use crate::answers::piece::Piece;
use crate::answers::source::Format;
use crate::arrow::memory::zeros;
use crate::error::Error;
use crate::evaluate::task_rows::{RowView, TaskRows, Wanted};
use crate::table::operation::{TextOf, TextView};
use crate::table::rows::TextAnswer;

impl<F: Format> TaskRows<'_, F> {
    /// The text that `of` makes from the view of each row.
    pub(crate) fn text(&self, view: TextView, of: TextOf) -> Result<Piece<F::Builder>, Error> {
        let unless_unchanged = || Wanted::unless_unchanged(self.call);
        match view {
            TextView::Parsed => self.parsed(unless_unchanged(), of, None),
            TextView::Authority => self.parsed(Wanted::Authority, of, None),
            TextView::Plain(part_of) => self.parsed(Wanted::Plain(part_of), of, None),
            TextView::OrInvalid(other) => self.parsed(unless_unchanged(), of, Some(other)),
            TextView::Whole => self.appended(of, false),
            TextView::Checked => self.appended(of, true),
            TextView::Any => self.any(of),
        }
    }

    /// The text that `of` makes from each valid row, and `of_invalid` from each other row. Rows that are
    /// unchanged are their own answers.
    fn parsed(
        &self,
        wanted: Wanted,
        of: TextOf,
        of_invalid: Option<TextOf>,
    ) -> Result<Piece<F::Builder>, Error> {
        let mut draft = Draft::<F>::new(self.held, self.range.clone())?;
        // All rows share one buffer, so its memory is reused.
        let mut out = String::new();
        let there = self.each_text(wanted, |i, seen| {
            if let (RowView::Plain(parts), Wanted::Plain(part_of)) = (&seen, wanted) {
                draft.part(i, self.source.row(i), Some(&part_of(parts)))?;
                return Ok(true);
            }
            out.clear();
            let made = match (seen, of_invalid) {
                (RowView::Unchanged(rows), _) => {
                    draft.same(i..i + rows);
                    return Ok(true);
                }
                (RowView::Valid(row), _) => of(row, &mut out),
                (RowView::Other(Some(text)), Some(of_invalid)) => {
                    of_invalid(&self.row_of(text), &mut out)
                }
                _ => TextAnswer::Absent,
            };
            let is_there = made != TextAnswer::Absent;
            put(&mut draft, i, self.source.row(i), made, &out)?;
            Ok(is_there)
        })?;
        Ok(draft.finish(there))
    }

    /// The text that `of` makes from each row that is UTF-8.
    fn any(&self, of: TextOf) -> Result<Piece<F::Builder>, Error> {
        let mut draft = Draft::<F>::new(self.held, self.range.clone())?;
        let mut out = String::new();
        let there = self.each_of_any(|i, row| {
            out.clear();
            let made = row.map_or(TextAnswer::Absent, |row| of(row, &mut out));
            let is_there = made != TextAnswer::Absent;
            put(&mut draft, i, self.source.row(i), made, &out)?;
            Ok(is_there)
        })?;
        Ok(draft.finish(there))
    }

    /// Evaluates an operation that appends a text for each row, a block of rows at once. Either the results or the
    /// rows must be valid.
    fn appended(&self, of: TextOf, checks_results: bool) -> Result<Piece<F::Builder>, Error> {
        let mut texts = F::Builder::with_capacity(self.len(), UNKNOWN)?;
        let mut there = zeros(self.len().div_ceil(BLOCK))?;
        if !checks_results {
            self.validate(&mut there);
        }
        let mut out = String::new();
        for (number, word) in there.iter_mut().enumerate() {
            let first = number * BLOCK;
            let count = (self.len() - first).min(BLOCK);
            let wanted = self.present(first) & if checks_results { u64::MAX } else { *word };
            let mut text_of = self.block_texts(first..first + count);
            let mut ends = [0_i64; BLOCK + 1];
            *word = 0;
            out.clear();
            for i in 0..count {
                let text = text_of(first + i);
                let before = out.len();
                let row = text.filter(|_| wanted >> i & 1 == 1);
                let row = row.map(|text| self.row_of(text));
                if row.is_some_and(|row| of(&row, &mut out) == TextAnswer::New) {
                    *word |= 1 << i;
                } else {
                    out.truncate(before);
                }
                ends[i + 1] = i64::try_from(out.len()).map_err(|_| Error::Memory)?;
            }
            let production = checks_results.then_some(self.call.production);
            *word = push_block(&mut texts, out.as_bytes(), &ends[..=count], *word, production)?;
        }
        Ok(Piece::Texts(texts, there))
    }
}

/// Appends the answer of an operation for row `i`, which it may have written to `out`.
#[inline]
fn put<F: Format>(
    draft: &mut Draft<'_, F>,
    i: usize,
    row: &[u8],
    made: TextAnswer,
    out: &str,
) -> Result<(), Error> {
    match made {
        TextAnswer::New => draft.text(i, row, out.as_bytes()),
        TextAnswer::Part(range) => draft.part(i, row, Some(&range)),
        TextAnswer::Absent => draft.part(i, row, None),
    }
}
