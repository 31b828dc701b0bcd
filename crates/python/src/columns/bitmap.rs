//! Bitmaps, made in words of 64 rows.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};

/// The words of pieces one after the other; all but the last piece have whole words.
pub(crate) fn bits<'a>(pieces: impl Iterator<Item = &'a [u64]>, len: usize) -> BooleanBuffer {
    let mut words = Vec::with_capacity(len.div_ceil(64));
    for piece in pieces {
        words.extend(piece.iter().map(|word| word.to_le()));
    }
    BooleanBuffer::new(Buffer::from_vec(words), 0, len)
}

/// The same as nulls, if there are any.
pub(crate) fn nulls<'a>(pieces: impl Iterator<Item = &'a [u64]>, len: usize) -> Option<NullBuffer> {
    super::chunk::nulls(bits(pieces, len))
}
