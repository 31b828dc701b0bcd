//! A cache of one value. An engine evaluates a query batch by batch with the same arguments, and comparing an
//! argument is far cheaper than preparing it again.

use std::sync::{Arc, Mutex};

/// The last value that was made, kept until another one is made.
pub struct Last<T>(Mutex<Option<Arc<T>>>);

impl<T> Last<T> {
    /// An empty cache.
    pub const fn empty() -> Self {
        Self(Mutex::new(None))
    }

    /// The last value, if it is the wanted one. None if another thread has the lock; no thread holds it while
    /// it compares. The lock is only tried: a process may have been forked while another thread had it.
    pub fn find(&self, is_wanted: impl FnOnce(&T) -> bool) -> Option<Arc<T>> {
        let last = self.0.try_lock().ok()?.clone()?;
        is_wanted(&last).then_some(last)
    }

    /// Stores a value, unless another thread has the lock.
    pub fn keep(&self, made: T) -> Arc<T> {
        let made = Arc::new(made);
        let before = self.0.try_lock().map(|mut last| last.replace(Arc::clone(&made)));
        // The old value is dropped after the lock is released, because its drop may run code.
        drop(before);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_one_is_kept() {
        let last = Last::empty();
        let has = |of: &'static str| last.find(|kept: &&str| *kept == of).is_some();
        assert!(!has("one"));
        last.keep("one");
        assert!(has("one") && !has("three"));
        last.keep("three");
        assert!(has("three") && !has("one"));
    }

    #[test]
    fn a_thread_never_waits_for_another() {
        let last = Last::empty();
        last.keep(1);
        let lock = last.0.try_lock();
        assert_eq!(last.find(|_| true), None);
        assert_eq!(*last.keep(2), 2);
        drop(lock);
        // While one thread compares, others can use the cache.
        let one = last.find(|_| last.find(|_| true).as_deref() == Some(&1));
        assert_eq!(one.as_deref(), Some(&1));
    }
}
