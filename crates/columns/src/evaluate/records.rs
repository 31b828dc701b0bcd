//! Evaluates an operation that makes a struct from each row. Its fields are mostly parts of the row, which are
//! appended a block at a time.

use std::mem::take;

use iriform::engine::text::place_in;
use iriform_kernel::BLOCK;

use crate::answers::builder::{PartSpan, TextBuilder};
use crate::answers::piece::Piece;
use crate::answers::source::{Format, UncheckedRows};
use crate::arrow::memory::{collected, room};
use crate::error::Error;
use crate::evaluate::task_rows::TaskRows;
use crate::table::operation::RecordsOf;

impl<F: Format> TaskRows<'_, F> {
    /// A piece for each field of the structs, and a bitmap of the rows that have one.
    pub(crate) fn records(
        &self,
        fields: usize,
        of: RecordsOf,
    ) -> Result<Vec<Piece<F::Builder>>, Error> {
        let words = self.len().div_ceil(BLOCK);
        let field = || Ok(FieldBuilder::new(F::builder(self.held, self.len())?, room(words)?));
        let mut fields = collected((0..fields).map(|_| field()))?;
        let there = self.each_of_any(|i, row| {
            let is_there = row.is_some_and(|row| {
                of(row, &mut |record| {
                    for (field, of_record) in fields.iter_mut().zip(record) {
                        field.set(i % BLOCK, row.text, *of_record);
                    }
                })
            });
            if i % BLOCK == BLOCK - 1 || i + 1 == self.len() {
                for field in &mut fields {
                    field.flush::<F>(self.held, i - i % BLOCK, i % BLOCK + 1);
                }
            }
            Ok(is_there)
        })?;
        let texts = fields.into_iter().map(|field| Piece::Texts(field.made, field.words));
        Ok(texts.chain([Piece::Bits(there)]).collect())
    }
}

/// A field that is being built.
struct FieldBuilder<B> {
    made: B,
    words: Vec<u64>,
    /// The field of the block's rows: the parts of the rows, and which rows have it.
    parts: [PartSpan; BLOCK],
    there: u64,
    /// Texts that are not part of their row: their rows, their lengths, and their concatenation.
    others: Vec<(usize, usize)>,
    texts: Vec<u8>,
}

impl<B: TextBuilder> FieldBuilder<B> {
    fn new(made: B, words: Vec<u64>) -> Self {
        let parts = [PartSpan::default(); BLOCK];
        Self { made, words, parts, there: 0, others: Vec::new(), texts: Vec::new() }
    }

    /// The field of row `i` of the block.
    #[inline]
    fn set(&mut self, i: usize, row: &str, text: Option<&str>) {
        let Some(text) = text else { return };
        self.there |= 1 << i;
        if let Some(part) = place_in(row.as_bytes(), text.as_bytes()) {
            self.parts[i] = PartSpan::of(&part);
        } else {
            self.others.push((i, text.len()));
            self.texts.extend_from_slice(text.as_bytes());
        }
    }

    /// Appends the block, whose first row has that number.
    fn flush<F: Format<Builder = B>>(
        &mut self,
        held: &UncheckedRows<'_>,
        first: usize,
        count: usize,
    ) {
        let (mut next, mut start) = (0, 0);
        for (i, length) in self.others.drain(..) {
            F::push(&mut self.made, held, first + next, &self.parts[next..i]);
            self.made.text(&self.texts[start..start + length]);
            (next, start) = (i + 1, start + length);
        }
        F::push(&mut self.made, held, first + next, &self.parts[next..count]);
        self.texts.clear();
        self.parts = [PartSpan::default(); BLOCK];
        self.words.push(take(&mut self.there));
    }
}
