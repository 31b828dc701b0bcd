//! Allocations in large pages.

use crate::arrow::interface::advise_large_pages;
use crate::error::Error;

/// A large page. A vector of half a page may share one with its neighbours in memory.
const LARGE: usize = 2 << 20;

/// Like [`room`](crate::arrow::memory::room), but in large pages.
pub fn large_room<T>(count: usize) -> Result<Vec<T>, Error> {
    let mut values = Vec::new();
    reserve(&mut values, count)?;
    Ok(values)
}

/// Makes room for `count` more values. A vector that becomes large requests large pages, and fills the last
/// one.
///
/// Pages that are not written to take address space, but no memory.
pub fn reserve<T>(values: &mut Vec<T>, count: usize) -> Result<(), Error> {
    /// The data that the allocator may put into the first page of a large allocation, in bytes.
    const HEAD: usize = 4096;
    let size = values.len().saturating_add(count).saturating_mul(size_of::<T>());
    // The system aligns a mapping to large pages if it consists of them.
    let whole = size.checked_add(HEAD).and_then(|size| size.checked_next_multiple_of(LARGE));
    let whole = whole.filter(|_| size >= 2 * LARGE && size_of::<T>() > 0);
    let most = whole.map_or(0, |whole| (whole - HEAD) / size_of::<T>() - values.len());
    values.try_reserve_exact(count.max(most)).map_err(|_| Error::Memory)?;
    in_large_pages(values);
    Ok(())
}

/// Asks the system to back a large, still unwritten allocation with large pages.
///
/// The system finds and clears a page on the first write to it. With pages of 4 KiB that takes
/// longer than computing the answers that the page holds.
pub fn in_large_pages<T>(memory: &Vec<T>) {
    let size = memory.capacity() * size_of::<T>();
    if size >= LARGE / 2 {
        advise_large_pages(memory.as_ptr().cast(), size);
    }
}
