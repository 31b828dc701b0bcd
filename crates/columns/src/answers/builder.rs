//! Building the texts of an answer.

use std::ops::Range;

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use iriform_kernel::{Consecutive, Offset, ReferenceKind, Rows as _};

use crate::answers::gather::Extent;
use crate::error::Error;

/// Texts that are being built, row by row.
pub trait TextBuilder: Send + Sized {
    /// The type of the offsets of lists of such texts.
    type Index: ArrowNativeType;

    /// Room for `rows` texts. `bytes` is the size of the source's rows; parts of them need no more.
    fn with_capacity(rows: usize, bytes: usize) -> Result<Self, Error>;

    /// Makes room for `bytes` bytes of text, most of which will be needed.
    fn expect(&mut self, bytes: usize);

    /// Makes room for one more text than was announced. Returns false if there is not enough memory.
    fn one_more(&mut self) -> bool;

    /// Appends a text.
    fn text(&mut self, text: &[u8]);

    /// Appends a row without text.
    fn absent(&mut self);

    /// Appends texts that are adjacent in `bytes`, each up to one of `ends`.
    #[inline]
    fn block(&mut self, bytes: &[u8], ends: &[i64]) {
        let mut start = 0;
        for end in ends.iter().map(|end| end.index()) {
            self.text(&bytes[start..end]);
            start = end;
        }
    }

    /// The number of rows, and of bytes of new text.
    fn extent(&self) -> Extent;

    /// Joins pieces and their bitmaps into one array.
    fn join(
        pieces: Vec<(Self, Vec<u64>)>,
        is_binary: bool,
        shared: &[Buffer],
        threads: usize,
    ) -> Result<ArrayData, Error> {
        let extents = pieces.iter().map(|(piece, _)| piece.extent());
        let extent = extents.fold(Extent::default(), |all, one| Extent {
            rows: all.rows + one.rows,
            bytes: all.bytes + one.bytes,
        });
        Self::gather(pieces, Ok, extent, is_binary, shared, threads)
    }

    /// Makes a piece and its bitmap from each task, on up to `threads` threads, and joins them into one array
    /// of that extent, which may have fewer bytes. `shared` has the source's buffers that views of the answer
    /// may point into.
    fn gather<T: Send>(
        tasks: Vec<T>,
        make: impl Fn(T) -> Result<(Self, Vec<u64>), Error> + Sync,
        extent: Extent,
        is_binary: bool,
        shared: &[Buffer],
        threads: usize,
    ) -> Result<ArrayData, Error>;
}

/// Appends a block of new texts, which are adjacent in `bytes` between `ends`. Of the `made` ones, only those
/// that match the production stay, if one is given. Returns the bitmap of these.
pub(crate) fn push_block(
    texts: &mut impl TextBuilder,
    bytes: &[u8],
    ends: &[i64],
    made: u64,
    production: Option<ReferenceKind>,
) -> Result<u64, Error> {
    let rows = Consecutive::new(bytes, ends)?;
    let count = ends.len() - 1;
    let mut valid = [u64::MAX];
    if let Some(production) = production {
        iriform_kernel::validate(&rows, 0..count, production, &mut valid);
    }
    let there = made & valid[0];
    if there == made {
        texts.block(bytes, &ends[1..]);
        return Ok(there);
    }
    for i in 0..count {
        if there >> i & 1 == 1 {
            texts.text(rows.row(i));
        } else {
            texts.absent();
        }
    }
    Ok(there)
}

/// The range of a part in its row. An absent part is the empty range at 0.
#[derive(Clone, Copy, Default)]
pub struct PartSpan {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl PartSpan {
    /// The span of a range in a row of less than 4 GiB.
    #[inline(always)]
    pub fn of(range: &Range<usize>) -> Self {
        // OK because valid rows are shorter.
        #[allow(clippy::cast_possible_truncation)]
        let [start, end] = [range.start as u32, range.end as u32];
        Self { start, length: end.wrapping_sub(start) }
    }
}

/// The size of the source's rows, if it does not limit that of the answer. Additions to it do not overflow.
pub const UNKNOWN: usize = usize::MAX / 2;
