//! Work on several cores, by threads that end with the call.
//!
//! There is no thread pool: a process may then fork between calls, as the workers of Spark and Dask
//! do.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

/// The least number of rows that is worth a thread.
pub const LEAST: usize = 1 << 14;

/// The number of tasks for each thread. With several, a thread on a busy core does not delay the
/// others.
const TASKS: usize = 4;

/// The number of cores that this process may use.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Splits the rows into ranges. Each range is within one chunk and begins at a multiple of 64.
pub fn ranges(lengths: &[usize], threads: usize) -> Vec<(usize, Range<usize>)> {
    let total: usize = lengths.iter().sum();
    let step = if threads <= 1 {
        usize::MAX
    } else {
        (total / threads.saturating_mul(TASKS)).max(LEAST).next_multiple_of(64)
    };
    let mut ranges = Vec::with_capacity(lengths.len());
    for (chunk, &length) in lengths.iter().enumerate() {
        let mut start = 0_usize;
        // An empty chunk gets an empty range, because every chunk has an answer.
        loop {
            let end = length.min(start.saturating_add(step));
            ranges.push((chunk, start..end));
            start = end;
            if start == length {
                break;
            }
        }
    }
    ranges
}

/// Applies `work` to each task on up to `threads` threads; the results are in the order of the
/// tasks.
pub fn map<T: Send, R: Send>(
    tasks: Vec<T>,
    threads: usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let threads = threads.min(tasks.len());
    if threads <= 1 {
        return tasks.into_iter().map(work).collect();
    }
    let count = tasks.len();
    let queue = Mutex::new(tasks.into_iter().enumerate());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let run = || {
        let mut done = Vec::new();
        while let Some((number, task)) = next() {
            done.push((number, work(task)));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        // If the system refuses another thread, the running ones do the rest.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, run).ok();
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        let mut done = run();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    debug_assert_eq!(done.len(), count, "every task is done");
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}
