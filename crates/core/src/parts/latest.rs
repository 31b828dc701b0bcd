//! Tables that a process can replace while other threads read the previous one.

use std::sync::OnceLock;

/// The value that was set last. All values are kept, because other threads may be reading them. A process sets
/// few.
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

    /// The value that was set last, if there is one.
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
        // Another thread may set its value first.
        while let Err(refused) = place.0.set(given) {
            given = refused;
            while let Some(taken) = place.0.get() {
                place = &taken.next;
            }
        }
    }
}
