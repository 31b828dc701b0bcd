//! Work on several cores, by threads that end with the call.
//!
//! There is no thread pool, so a process may fork between calls, as the workers of Spark and Dask do.

use std::collections::BTreeMap;
use std::mem::replace;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

/// The smallest number of rows that is worth a thread.
pub const LEAST: usize = 1 << 14;

/// The number of tasks for each thread. With several, a thread on a busy core does not delay the
/// others.
const TASKS: usize = 4;

/// The largest number of rows of a task whose answer is put in its place directly, so that it is still in the
/// cache.
pub const MAX_ROWS: usize = 1 << 16;

/// The number of cores that this process may use.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The number of rows of a task, for `rows` rows in total.
pub fn step(rows: usize, threads: usize) -> usize {
    if threads <= 1 {
        return usize::MAX;
    }
    (rows / threads.saturating_mul(TASKS)).max(LEAST).next_multiple_of(64)
}

/// Splits the rows into ranges of `step` rows or fewer. Each range is within one chunk and begins at a
/// multiple of 64.
pub fn ranges(lengths: &[usize], step: usize) -> Vec<(usize, Range<usize>)> {
    let mut ranges = Vec::with_capacity(lengths.len());
    for (chunk, &length) in lengths.iter().enumerate() {
        ranges.extend(steps(length, step).into_iter().map(|range| (chunk, range)));
    }
    ranges
}

/// Splits `length` rows into ranges of `step` rows; the last may be shorter. There is always at least one
/// range, because every chunk has an answer.
pub fn steps(length: usize, step: usize) -> Vec<Range<usize>> {
    let starts = (0..length.max(1)).step_by(step);
    starts.map(|start| start..length.min(start.saturating_add(step))).collect()
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
    let mut results: Vec<Option<R>> = tasks.iter().map(|_| None).collect();
    let queue = Mutex::new(tasks.into_iter().zip(&mut results));
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    on_threads(threads, &|| {
        while let Some((task, result)) = next() {
            *result = Some(work(task));
        }
    });
    drop(queue);
    debug_assert!(results.iter().all(Option::is_some), "every task is done");
    results.into_iter().flatten().collect()
}

/// Calls `run` on this thread and on up to `threads - 1` others at once. One function for all tasks, because the
/// code of a thread is long.
fn on_threads(threads: usize, run: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        // If the system refuses another thread, the running ones do the rest.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, run).ok();
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        run();
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Applies `work` to each task like [`map`], and joins the results in the order of the tasks: `place`
/// determines the place of each result in order, as soon as the earlier ones have theirs, and `fill` writes it,
/// on the same thread. So a result is written while it is still in the cache.
pub fn in_order<T: Send, R: Send, P, E: Send>(
    tasks: Vec<T>,
    threads: usize,
    work: impl Fn(T) -> R + Sync,
    place: impl FnMut(R) -> Result<P, E> + Send,
    fill: impl Fn(P) + Sync,
) -> Result<(), E> {
    let line = Mutex::new((0, BTreeMap::new(), place));
    let place_all = |number, result| {
        let Ok(mut line) = line.lock() else { return Ok(Vec::new()) };
        let (next, waiting, place) = &mut *line;
        waiting.insert(number, result);
        let mut places = Vec::new();
        while let Some(result) = waiting.remove(next) {
            // After a failure, no result gets a place.
            let after = replace(next, usize::MAX) + 1;
            places.push(place(result)?);
            *next = after;
        }
        Ok(places)
    };
    let tasks = tasks.into_iter().enumerate().collect();
    let done = map(tasks, threads, |(number, task)| {
        place_all(number, work(task)).map(|places| places.into_iter().for_each(&fill))
    });
    done.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_first_waits_for_its_turn() {
        let (done, is_done) = std::sync::mpsc::channel();
        let is_done = Mutex::new(is_done);
        let mut order = Vec::new();
        let filled = Mutex::new(Vec::new());
        let work = |task| {
            if task == 0 {
                // Without a second thread, it is not reported.
                let is_done = is_done.lock().expect("nothing panics");
                let _ = is_done.recv_timeout(std::time::Duration::from_secs(10));
            } else if task == 2 {
                done.send(()).expect("the other end is there");
            }
            task
        };
        let place = |task| {
            order.push(task);
            if task < 3 { Ok(task) } else { Err(task) }
        };
        let fill = |task| filled.lock().expect("nothing panics").push(task);

        assert_eq!(in_order((0..6).collect(), 2, work, place, fill), Err(3));

        assert_eq!(order, [0, 1, 2, 3]);
        let filled = filled.into_inner().expect("nothing panics");
        assert!(filled.iter().all(|&task| task < 3), "{filled:?}");
    }
}
