//! What was made last. An engine evaluates a query batch by batch, all with the same arguments: to compare
//! an argument takes far less than to prepare it again.

use std::sync::Mutex;

/// The last of some values that were made, kept until another is made.
pub(crate) struct Last<T>(Mutex<Option<T>>);

impl<T> Last<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// What `choose` takes of the last one. None where another thread has the lock. The lock is only tried:
    /// a thread that waits could prepare its value meanwhile, and a process may have been forked while
    /// another thread had the lock.
    pub(crate) fn find<R>(&self, choose: impl FnOnce(&T) -> Option<R>) -> Option<R> {
        choose(self.0.try_lock().ok()?.as_ref()?)
    }

    /// Keeps this one, unless another thread has the lock.
    pub(crate) fn keep(&self, made: T) {
        if let Ok(mut last) = self.0.try_lock() {
            *last = Some(made);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_one_is_kept() {
        let last = Last::new();
        let length =
            |of: &'static str| last.find(|kept: &&str| (*kept == of).then_some(kept.len()));
        assert_eq!(length("one"), None);
        last.keep("one");
        assert_eq!(length("one"), Some(3));
        assert_eq!(length("three"), None);
        last.keep("three");
        assert_eq!((length("one"), length("three")), (None, Some(5)));
    }

    #[test]
    fn a_thread_never_waits_for_another() {
        let last = Last::new();
        last.keep(1);
        last.find(|_| {
            assert_eq!(last.find(|one| Some(*one)), None);
            last.keep(2);
            Some(())
        });
        assert_eq!(last.find(|one| Some(*one)), Some(1));
    }
}
