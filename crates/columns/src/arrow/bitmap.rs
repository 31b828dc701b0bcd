//! Bitmaps, built from words of 64 rows.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};

use crate::arrow::memory::{ask, room};
use crate::error::Error;

/// Joins the words of several pieces. Only the last piece may end within a word.
pub fn bits<'a>(
    pieces: impl Iterator<Item = &'a [u64]>,
    len: usize,
) -> Result<BooleanBuffer, Error> {
    let mut words = room(len.div_ceil(64))?;
    for piece in pieces {
        words.extend(piece.iter().map(|word| word.to_le()));
    }
    Ok(BooleanBuffer::new(Buffer::from_vec(words), 0, len))
}

/// A bit for each row.
pub fn of(len: usize, is_set: impl Fn(usize) -> bool) -> Result<BooleanBuffer, Error> {
    ask::<u64>(len.div_ceil(64))?;
    Ok(BooleanBuffer::collect_bool(len, is_set))
}

/// The bitmap as the validity of rows; none if no row is null.
pub fn validity<'a>(
    pieces: impl Iterator<Item = &'a [u64]>,
    len: usize,
) -> Result<Option<NullBuffer>, Error> {
    Ok(crate::arrow::chunk::validity(bits(pieces, len)?))
}
