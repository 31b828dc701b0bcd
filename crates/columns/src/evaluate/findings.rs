//! Findings of the rows of one task. The kernel recognizes most rows without findings: they are plain.

use std::borrow::Cow;

use arrow_buffer::ArrowNativeType;
use iriform::engine::findings::{Asked, codes, is_found};
use iriform_kernel::{BLOCK, Block, Production, Rows, split_hosts_with_verdicts, verdicts};

use crate::answers::builder::TextBuilder;
use crate::answers::piece::Piece;
use crate::answers::source::Format;
use crate::arrow::memory::room;
use crate::error::Error;
use crate::evaluate::near::Near;
use crate::evaluate::part::{Part, push_item};
use crate::table::call::Call;

/// The rules that a call asks for.
fn asked<'q>(call: &Call<'q>) -> Result<&'q Asked, Error> {
    let asked = call.arguments.state::<Cow<'static, Asked>>();
    asked.map(|asked| &**asked).ok_or_else(|| Error::Value("no rules are named".to_owned()))
}

impl<F: Format> Part<'_, F> {
    /// Whether the rules of a call find anything in each row.
    pub(crate) fn found(
        &self,
        source: &F::Source<'_>,
        call: &Call<'_>,
    ) -> Result<Piece<F::Builder>, Error> {
        let asked = asked(call)?;
        let words = self.len().div_ceil(BLOCK);
        let (mut truths, mut there) = (room(words)?, room(words)?);
        self.each_block(source, call.production, asked, |_, valid, left| {
            let mut found = 0;
            left.each(|i, text| found |= u64::from(is_found(text, asked)) << i);
            truths.push(found);
            there.push(valid);
            Ok(())
        })?;
        Ok(Piece::Truths(truths, there))
    }

    /// The codes of what the rules of a call find in each row.
    pub(crate) fn codes(
        &self,
        source: &F::Source<'_>,
        call: &Call<'_>,
    ) -> Result<Piece<F::Builder>, Error> {
        let asked = asked(call)?;
        let mut there = room(self.len().div_ceil(BLOCK))?;
        let mut ends = room(self.len())?;
        let mut items = [(F::Builder::with_capacity(0, 0)?, Vec::new())];
        let mut count = 0;
        let mut is_full = false;
        self.each_block(source, call.production, asked, |len, valid, left| {
            there.push(valid);
            let before = ends.len();
            let end = |count| ArrowNativeType::from_usize(count).ok_or(Error::Overflow);
            let mut last = end(count)?;
            left.each(|i, text| {
                ends.resize(before + i, last);
                codes(text, asked, |code| {
                    is_full |= !push_item(&mut items, count, &[Some(code)]);
                    count += 1;
                });
                last = end(count).unwrap_or(last);
            });
            ends.resize(before + len, last);
            if is_full { Err(Error::Memory) } else { end(count).map(drop) }
        })?;
        Ok(Piece::Lists(items.into(), ends, there))
    }

    /// Calls `visit` for each block with its length, a bitmap of the valid rows, and the rows that
    /// rules must look at.
    fn each_block<S: Rows>(
        &self,
        source: &S,
        production: Production,
        asked: &Asked,
        mut visit: impl FnMut(usize, u64, Left<S>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let silent = if asked.is_silent_on_plain() { u64::MAX } else { 0 };
        let mut outcome = Ok(());
        let mut block = |first, valid: u64, plain: u64, near: &mut dyn FnMut(u64) -> u64| {
            if outcome.is_ok() {
                let valid = valid & self.present(first);
                let plain = plain & silent & valid;
                let rows = valid & !plain | near(plain);
                let left = Left { source: *source, first, rows };
                outcome = visit(BLOCK.min(self.len() - first), valid, left);
            }
        };
        if asked.has_names() {
            let mut near = Near::new(source, asked, self.len())?;
            split_hosts_with_verdicts(source, 0..self.len(), production, &mut |first, found| {
                let Block { valid, plain, rows, .. } = found;
                block(first, *valid, *plain, &mut |plain| near.of(first, plain, rows));
            });
        } else {
            verdicts(source, 0..self.len(), production, &mut |first, found| {
                block(first, found.valid, found.plain, &mut |_| 0);
            });
        }
        outcome
    }
}

/// The rows of a block that rules must look at, as a bitmap.
struct Left<S> {
    source: S,
    first: usize,
    rows: u64,
}

impl<S: Rows> Left<S> {
    fn each(mut self, mut visit: impl FnMut(usize, &str)) {
        while self.rows != 0 {
            let i = self.rows.trailing_zeros() as usize;
            self.rows &= self.rows - 1;
            // A valid row is UTF-8, so nothing is lost by asking again.
            if let Ok(text) = std::str::from_utf8(self.source.row(self.first + i)) {
                visit(i, text);
            }
        }
    }
}
