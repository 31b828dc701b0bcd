//! Evaluates an operation that makes a text of each row.

use iriform_kernel::{BLOCK, Rows};

use crate::answers::builder::{TextBuilder, UNKNOWN, push_block};
use crate::answers::draft::Draft;
use crate::answers::piece::Piece;
use crate::answers::source::{Format, UncheckedRows};
use crate::arrow::memory::zeros;
use crate::error::Error;
use crate::evaluate::task_rows::{RowView, TaskRows, ValidatedTexts, Wanted, block_texts};
use crate::table::call::Call;
use crate::table::operation::{TextOfInvalid, TextOfText};
use crate::table::rows::{Row, TextAnswer};

impl<F: Format> TaskRows<'_, F> {
    /// The text that `of` makes of each valid row, and `of_invalid` of each other row. Rows that are unchanged
    /// are their own answers.
    pub(crate) fn texts(
        &self,
        held: &UncheckedRows<'_>,
        source: &F::Source<'_>,
        call: &Call<'_>,
        wanted: Wanted,
        of: impl Fn(&Row<'_>, &mut String) -> TextAnswer,
        of_invalid: Option<TextOfInvalid>,
    ) -> Result<Piece<F::Builder>, Error> {
        let mut draft = Draft::<F>::new(held, self.range.clone())?;
        // One buffer for all rows, so that its memory is reused.
        let mut out = String::new();
        let there = self.each_text(held, source, call, wanted, |i, seen| {
            if let (RowView::Plain(parts), Wanted::Plain(part_of)) = (&seen, wanted) {
                draft.part(i, source.row(i), Some(&part_of(parts)))?;
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
                    of_invalid(text, call.production, call.arguments, &mut out)
                }
                _ => TextAnswer::Absent,
            };
            let is_there = made != TextAnswer::Absent;
            put(&mut draft, i, source.row(i), made, &out)?;
            Ok(is_there)
        })?;
        Ok(draft.finish(there))
    }

    /// The text that `of` makes of each row that it judges to be valid.
    pub(crate) fn judged_texts(
        &self,
        held: &UncheckedRows<'_>,
        source: &F::Source<'_>,
        call: &Call<'_>,
        of: TextOfInvalid,
    ) -> Result<Piece<F::Builder>, Error> {
        let mut draft = Draft::<F>::new(held, self.range.clone())?;
        let mut out = String::new();
        let there = self.each_of_any(held, source, |i, text| {
            out.clear();
            let (production, arguments) = (call.production, call.arguments);
            let of = |text| of(text, production, arguments, &mut out);
            let made = text.map_or(TextAnswer::Absent, of);
            let is_there = made != TextAnswer::Absent;
            put(&mut draft, i, source.row(i), made, &out)?;
            Ok(is_there)
        })?;
        Ok(draft.finish(there))
    }

    /// Evaluates an operation that makes a text of a text, a block of rows at once.
    pub(crate) fn made_of_text(
        &self,
        held: &UncheckedRows<'_>,
        source: &F::Source<'_>,
        call: &Call<'_>,
        of: TextOfText,
        checked: ValidatedTexts,
    ) -> Result<Piece<F::Builder>, Error> {
        let mut texts = F::Builder::with_capacity(self.len(), UNKNOWN)?;
        let mut there = zeros(self.len().div_ceil(BLOCK))?;
        if checked == ValidatedTexts::Rows {
            iriform_kernel::validate(source, 0..self.len(), call.production, &mut there);
        }
        let mut out = String::new();
        for (number, word) in there.iter_mut().enumerate() {
            let first = number * BLOCK;
            let count = (self.len() - first).min(BLOCK);
            let wanted = self.present(first)
                & if checked == ValidatedTexts::Rows { *word } else { u64::MAX };
            let mut text_of = block_texts::<F>(held, source, first..first + count);
            let mut ends = [0_i64; BLOCK + 1];
            *word = 0;
            out.clear();
            for i in 0..count {
                let text = text_of(first + i);
                let before = out.len();
                match text.filter(|_| wanted >> i & 1 == 1) {
                    Some(text) if of(text, call.arguments, &mut out) => *word |= 1 << i,
                    _ => out.truncate(before),
                }
                ends[i + 1] = i64::try_from(out.len()).map_err(|_| Error::Memory)?;
            }
            let production = (checked == ValidatedTexts::Results).then_some(call.production);
            *word = push_block(&mut texts, out.as_bytes(), &ends[..=count], *word, production)?;
        }
        Ok(Piece::Texts(texts, there))
    }
}

/// Appends what an operation has made of row `i`, which it may have written to `out`.
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
