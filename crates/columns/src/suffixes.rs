//! The public suffix list of this process, which all columns and types share.

use std::sync::OnceLock;

use iriform::engine::suffix::Suffixes;

/// A list that was given, and the one that was given after it. Lists are kept, because calls in other
/// threads may be reading them; a process is given few.
struct GivenList {
    list: Suffixes,
    next: OnceLock<Box<GivenList>>,
}

static FIRST: OnceLock<Box<GivenList>> = OnceLock::new();

/// Gives this process a list, in place of the one that is compiled in and of those given before.
pub fn install(list: Suffixes) {
    let mut given = Box::new(GivenList { list, next: OnceLock::new() });
    let mut place = &FIRST;
    // Another thread may take the place first.
    while let Err(refused) = place.set(given) {
        given = refused;
        while let Some(taken) = place.get() {
            place = &taken.next;
        }
    }
}

/// The list that was given last, or the one that is compiled in.
pub fn list() -> &'static Suffixes {
    let mut list = Suffixes::built_in();
    let mut place = &FIRST;
    while let Some(given) = place.get() {
        (list, place) = (&given.list, &given.next);
    }
    list
}
