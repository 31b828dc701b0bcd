//! Gathers the results of threads into one piece of memory.

use crate::arrow::large::in_large_pages;
use crate::arrow::memory::zeros;
use crate::error::Error;
use crate::parallel;

/// Texts in memory: an entry for each row, such as its end or its view, and the bytes of texts.
pub(crate) struct Memory<E> {
    pub(crate) entries: Vec<E>,
    pub(crate) bytes: Vec<u8>,
}

/// The size of an answer's memory: its rows, and its largest number of bytes.
#[derive(Clone, Copy, Default)]
pub struct Extent {
    pub(crate) rows: usize,
    pub(crate) bytes: usize,
}

/// Makes texts from each task, on up to `threads` threads, and joins them in the order of the tasks. `before`
/// other entries precede those of the rows. `place` receives the other results of a task, and the range of its
/// bytes among all bytes. `adjust` uses its result to turn the task's entries into entries of the whole.
pub(crate) fn gather<T: Send, E: Copy + Default + Send, R: Send, S>(
    mut tasks: Vec<T>,
    threads: usize,
    extent: Extent,
    before: usize,
    make: impl Fn(T) -> Result<(Memory<E>, R), Error> + Sync,
    mut place: impl FnMut(R, usize, usize) -> Result<S, Error> + Send,
    adjust: impl Fn(&mut [E], S) + Sync,
) -> Result<Memory<E>, Error> {
    if tasks.len() == 1 {
        let (mut memory, rest) = make(tasks.remove(0))?;
        let end = memory.bytes.len();
        adjust(&mut memory.entries[before..], place(rest, 0, end)?);
        return Ok(memory);
    }
    // Zeroed pages cost nothing until a thread writes to them.
    let mut entries = zeros(before + extent.rows)?;
    let mut bytes = zeros(extent.bytes)?;
    in_large_pages(&entries);
    in_large_pages(&bytes);
    let (mut free_entries, mut free_bytes) = (&mut entries[before..], &mut bytes[..]);
    let mut end = 0;
    let place = |made: Result<(Memory<E>, R), Error>| -> Result<_, Error> {
        let (part, rest) = made?;
        let start = end;
        end += part.bytes.len();
        let entries = free_entries.split_off_mut(..part.entries.len() - before);
        let bytes = free_bytes.split_off_mut(..part.bytes.len());
        let changed = || Error::Value("the column is corrupt: it changed while it was read".into());
        let (entries, bytes) = entries.zip(bytes).ok_or_else(changed)?;
        Ok((part, entries, bytes, place(rest, start, end)?))
    };
    parallel::in_order(tasks, threads, make, place, |(part, entries, bytes, by)| {
        bytes.copy_from_slice(&part.bytes);
        entries.copy_from_slice(&part.entries[before..]);
        adjust(entries, by);
    })?;
    bytes.truncate(end);
    Ok(Memory { entries, bytes })
}
