//! A cache of compiled texts, because the same ones recur.

use std::cell::RefCell;
use std::thread::LocalKey;

use iriform::engine::bits::ODD;

/// The number of slots.
const PLACES: usize = 64;
/// The largest total size, in the units of [`keep`](Kept::keep).
const MOST: usize = 1 << 18;

/// The things that were compiled last, each in its own slot. It keeps many small things or a few large ones:
/// their total size is bounded.
pub(super) struct Kept<T> {
    places: [Option<(usize, T)>; PLACES],
    size: usize,
    /// The slot that is emptied next if there is not enough room.
    next: usize,
}

impl<T> Kept<T> {
    pub(super) const fn new() -> Self {
        Self { places: [const { None }; PLACES], size: 0, next: 0 }
    }

    /// The cached object for a text.
    pub(super) fn get(&self, text: &str) -> Option<&T> {
        self.places[place(text)].as_ref().map(|(_, kept)| kept)
    }

    /// Stores something of that size in the slot of a text, unless it alone is too large. Returns the evicted
    /// things, which the caller drops once nothing is borrowed.
    #[must_use]
    pub(super) fn keep(&mut self, text: &str, size: usize, new: T) -> Vec<T> {
        if size > MOST {
            return vec![new];
        }
        let place = place(text);
        let mut dropped = Vec::from_iter(self.empty(place));
        while self.size + size > MOST {
            dropped.extend(self.empty(self.next));
            self.next = (self.next + 1) % PLACES;
        }
        self.size += size;
        self.places[place] = Some((size, new));
        dropped
    }

    fn empty(&mut self, place: usize) -> Option<T> {
        let (size, old) = self.places[place].take()?;
        self.size -= size;
        Some(old)
    }
}

/// The cached object for a text if `is_it` accepts it; otherwise the result of `make`, with its size in the
/// units of [`keep`](Kept::keep).
pub(super) fn kept_or_made<T: Clone, E>(
    all: &'static LocalKey<RefCell<Kept<T>>>,
    text: &str,
    is_it: impl FnOnce(&T) -> bool,
    make: impl FnOnce() -> Result<(usize, T), E>,
) -> Result<T, E> {
    let known = all.with_borrow(|all| all.get(text).filter(|known| is_it(known)).cloned());
    if let Some(known) = known {
        return Ok(known);
    }
    let (size, new) = make()?;
    // The old one is dropped after the borrow.
    let _old = all.with_borrow_mut(|all| all.keep(text, size, new.clone()));
    Ok(new)
}

/// The slot of a text, by its length and its last characters.
fn place(text: &str) -> usize {
    let last = text.as_bytes().last_chunk::<8>().map_or(0, |last| u64::from_le_bytes(*last));
    let mixed = (last ^ text.len() as u64).wrapping_mul(ODD);
    // OK because these have six bits.
    #[allow(clippy::cast_possible_truncation)]
    let place = (mixed >> 58) as usize;
    place
}
