//! Allocations whose size depends on a column. Without enough memory they return an error; they
//! never abort the process.

use std::hint::black_box;

use crate::error::Error;

/// An empty vector with room for `count` values.
pub fn room<T>(count: usize) -> Result<Vec<T>, Error> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| Error::Memory)?;
    Ok(values)
}

/// A vector of `count` zeros. The system provides zeroed pages on the first write, so they cost
/// nothing before.
pub fn zeros<T: Copy + Default>(count: usize) -> Result<Vec<T>, Error> {
    ask::<T>(count)?;
    Ok(vec![T::default(); count])
}

/// Fails if there is not enough memory for `count` values. Neither the standard library's allocation of zeros
/// nor Arrow's bitmaps can report a failure, so this allocates the memory first.
pub fn ask<T>(count: usize) -> Result<(), Error> {
    // Without `black_box` the compiler may remove the unused allocation and assume that it
    // succeeds.
    black_box(room::<T>(count)?);
    Ok(())
}

/// A copy of the values.
pub fn copied<T: Copy>(values: &[T]) -> Result<Vec<T>, Error> {
    let mut copy = room(values.len())?;
    copy.extend_from_slice(values);
    Ok(copy)
}

/// The items of an iterator of known length, or its first error.
pub fn collected<T>(
    values: impl ExactSizeIterator<Item = Result<T, Error>>,
) -> Result<Vec<T>, Error> {
    let mut all = room(values.len())?;
    for value in values {
        all.push(value?);
    }
    Ok(all)
}
