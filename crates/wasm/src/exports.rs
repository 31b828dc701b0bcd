//! The functions of the module, and its memory.
//!
//! The page allocates the input buffer with `reserve`, writes the units of a text, a base and names to it, calls
//! `explain`, and reads the JSON at `answer`; or it writes a text and calls `find`. A page has a single thread. No
//! function here dereferences a pointer: Rust sees the buffer as a vector filled with zeros or with what the page
//! wrote.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use crate::explanation::Explanation;
use crate::found::FoundLinks;

static TEXTS: Mutex<Vec<u16>> = Mutex::new(Vec::new());
static ANSWER: Mutex<String> = Mutex::new(String::new());

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the input buffer `units` units of UTF-16 long, and returns its address.
// SAFETY: No other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reserve(units: usize) -> *mut u16 {
    let mut texts = locked(&TEXTS);
    texts.clear();
    texts.resize(units, 0);
    texts.as_mut_ptr()
}

/// Explains the text of `units` units at the beginning of the input buffer, and returns the length of the
/// answer in bytes. If `has_base`, a base of `base_units` units follows it; then come the protected names.
// SAFETY: No other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn explain(units: usize, base_units: usize, has_base: bool) -> usize {
    let texts = locked(&TEXTS);
    let (text, rest) = texts.split_at(units.min(texts.len()));
    let (base, names) = rest.split_at(base_units.min(rest.len()));
    answered(&Explanation::of(text, has_base.then_some(base), names))
}

/// Finds the links of the text in the input buffer, and returns the length of the answer in bytes.
// SAFETY: No other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn find() -> usize {
    answered(&FoundLinks::of(&locked(&TEXTS)))
}

/// Writes an answer, and returns its length in bytes.
fn answered(said: &impl Serialize) -> usize {
    let mut answer = locked(&ANSWER);
    // Writing structs of strings and numbers cannot fail.
    *answer = serde_json::to_string(said).unwrap_or_default();
    answer.len()
}

/// The position of the answer, as UTF-8.
// SAFETY: No other function of the module has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> *const u8 {
    locked(&ANSWER).as_ptr()
}
