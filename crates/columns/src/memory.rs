//! Memory whose size a column says: where there is not enough, an error, never an abort.

use std::hint::black_box;

use crate::error::Error;

/// An empty vector with room for `count` values.
pub fn room<T>(count: usize) -> Result<Vec<T>, Error> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| Error::Memory)?;
    Ok(values)
}

/// So many zeros, which the system has at no cost until they are written over.
pub fn zeros<T: Copy + Default>(count: usize) -> Result<Vec<T>, Error> {
    ask::<T>(count)?;
    Ok(vec![T::default(); count])
}

/// Fails if there is no room for `count` values. The standard library cannot ask for zeros, and
/// Arrow not for a bitmap, in a way that may fail: so ask first.
pub fn ask<T>(count: usize) -> Result<(), Error> {
    // A compiler may leave out an allocation that nobody uses, and take it for a success.
    black_box(room::<T>(count)?);
    Ok(())
}

/// The same values again.
pub fn copied<T: Copy>(values: &[T]) -> Result<Vec<T>, Error> {
    let mut copy = room(values.len())?;
    copy.extend_from_slice(values);
    Ok(copy)
}

/// What an iterator of known length gives.
pub fn collected<T>(
    values: impl ExactSizeIterator<Item = Result<T, Error>>,
) -> Result<Vec<T>, Error> {
    let mut all = room(values.len())?;
    for value in values {
        all.push(value?);
    }
    Ok(all)
}

/// Asks the system to give large memory that is not written yet in large pages.
///
/// It finds and clears a page when that is written first, and page by page of 4 KiB this takes
/// longer than all that is done to the rows whose answer is in it.
pub fn in_large_pages<T>(memory: &Vec<T>) {
    /// Two pages of the large size: less is not worth the call.
    const LARGE: usize = 4 << 20;
    let size = memory.capacity() * size_of::<T>();
    if size >= LARGE {
        crate::interface::advise_large_pages(memory.as_ptr().cast(), size);
    }
}
