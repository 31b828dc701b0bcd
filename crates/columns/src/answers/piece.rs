//! The answer of a task, before the pieces of a chunk are joined.

use std::ops::Range;

use crate::answers::builder::TextBuilder;

/// One field of the answer for a part of a chunk. Bitmaps consist of words of 64 rows.
pub(crate) enum Piece<M: TextBuilder> {
    Bits(Vec<u64>),
    Texts(M, Vec<u64>),
    /// The texts of these rows of the chunk, unchanged or null.
    Same(Range<usize>, Vec<u64>),
    Ports(Vec<u16>, Vec<u64>),
    /// The numbers of the rows whose bit is set.
    Numbers(Vec<i64>, Vec<u64>),
    Truths(Vec<u64>, Vec<u64>),
    /// The items of the lists, field by field with their bitmaps; the end of each list; and the
    /// bitmap of the lists.
    Lists(Vec<(M, Vec<u64>)>, Vec<M::Index>, Vec<u64>),
    /// The same, with two numbers before the texts of each item: the beginning and the end of a piece.
    Places([Vec<i64>; 2], Vec<(M, Vec<u64>)>, Vec<M::Index>, Vec<u64>),
}
