//! Tables that a process may be given anew while other threads read the one before.

use std::sync::OnceLock;

/// The value that was set last. All values are kept, since other threads may be reading them; a process is given few.
#[derive(Debug)]
pub(crate) struct Latest<T>(OnceLock<Box<Given<T>>>);

#[derive(Debug)]
struct Given<T> {
    value: T,
    next: Latest<T>,
}

impl<T> Latest<T> {
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The value that was set last, if any was.
    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        let mut last = self.0.get()?;
        while let Some(given) = last.next.0.get() {
            last = given;
        }
        Some(&last.value)
    }

    pub(crate) fn set(&self, value: T) {
        let mut given = Box::new(Given { value, next: Self::new() });
        let mut place = self;
        // Another thread may take the place first.
        while let Err(refused) = place.0.set(given) {
            given = refused;
            while let Some(taken) = place.0.get() {
                place = &taken.next;
            }
        }
    }
}
