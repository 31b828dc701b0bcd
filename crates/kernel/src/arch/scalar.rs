//! Decides row by row with the parser.

use std::ops::Range;

use crate::block::{BLOCK, Block, ReferenceKind, RowParts};
use crate::marks::Marks;
use crate::rows::Rows;
use iriform::engine::{self, Fault, Parts, parse, text::Utf8};

pub(crate) fn validate(
    rows: &impl Rows,
    range: Range<usize>,
    production: ReferenceKind,
    out: &mut [u64],
) {
    for (word, start) in out.iter_mut().zip(range.clone().step_by(BLOCK)) {
        *word = 0;
        for i in 0..BLOCK.min(range.end - start) {
            *word |= u64::from(is_valid(rows.row(start + i), production)) << i;
        }
    }
}

pub(crate) fn split(
    rows: &impl Rows,
    range: Range<usize>,
    production: ReferenceKind,
    marks: Marks,
    visit: &mut dyn FnMut(usize, &Block),
) {
    let mut block = Block::new();
    for start in range.clone().step_by(BLOCK) {
        (block.valid, block.marked) = (0, 0);
        for i in 0..BLOCK.min(range.end - start) {
            if let Some(row) = row(rows.row(start + i), production) {
                block.valid |= 1 << i;
                block.marked |= u64::from(marks.meets(rows.row(start + i), &row)) << i;
                block.rows[i] = row;
            }
        }
        visit(start, &block);
    }
}

/// Parses a row.
#[inline(always)]
pub(crate) fn parts(text: &[u8], production: ReferenceKind) -> Result<Parts, Fault> {
    if production.is_iri {
        parse::<true>(Utf8(text), production.form)
    } else {
        parse::<false>(Utf8(text), production.form)
    }
}

pub(crate) fn is_valid(text: &[u8], production: ReferenceKind) -> bool {
    parts(text, production).is_ok()
}

/// The positions of a row's components, if it is valid.
///
/// It is compiled once. Inlined into its 61 callers, the parser was a fifteenth of the native module.
#[inline(never)]
pub(crate) fn row(text: &[u8], production: ReferenceKind) -> Option<RowParts> {
    positions(&parts(text, production).ok()?)
}

/// The positions of a valid row's components, without a check that it is valid.
pub(crate) fn row_of_valid(text: &[u8]) -> Option<RowParts> {
    positions(&engine::split(Utf8(text)))
}

/// None if the row has 4 GiB or more.
#[inline(always)]
fn positions(parts: &Parts) -> Option<RowParts> {
    let end = u32::try_from(parts.end).ok()?;
    let Parts { scheme_end, host_start, host_end, path_start, path_end, query_end, .. } = *parts;
    // No index is beyond the end.
    #[allow(clippy::cast_possible_truncation)]
    let [scheme_end, host_start, host_end, path_start, path_end, query_end] =
        [scheme_end, host_start, host_end, path_start, path_end, query_end]
            .map(|index| index as u32);
    Some(RowParts { scheme_end, host_start, host_end, path_start, path_end, query_end, end })
}
