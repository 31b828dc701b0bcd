//! A cache of recurring objects: components, and names in the source of a program.
//!
//! A recurring scheme, authority or host is one object.
//!
//! Nearly all IRIs of a data set have one of a few hosts. Finding the object takes half the time of making it,
//! which needs two allocations. A table has the objects, each in the slot of its text's hash, with a mark: the
//! last text that was met there, and how many times in a row. Only a text that has been met [`OFTEN`] is kept,
//! until another one is. So texts that are all different take no memory, evict no object, and only cost a look
//! at a mark.
//!
//! The table is small, because one of 4 096 slots costs more than 3 % if all hosts differ. It takes 1 KiB, and
//! keeps at most [`PLACES`] objects of at most [`LONGEST`] characters, 10 KiB together. It only exists under
//! the GIL: without it, threads that count references to one object block each other.
//!
//! A name in a program's source is the same object in every call. What is known of it is cached: a second table
//! has such objects, each in the slot of its address.

use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

use iriform::engine::{
    bits::ODD,
    text::{Latin1, Ucs2},
};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::build::component;
use super::kind::{KINDS, Kind};
use super::storage::{Units, units};

/// The length of the longest text that is kept, in characters.
const LONGEST: usize = 64;

/// The number of times in a row that a text must be met before it is kept. The lowest bits of a mark count
/// them.
const OFTEN: u64 = 3;

/// The number of objects that can be kept.
const PLACES: usize = 1 << BITS;
const BITS: u32 = 6;

/// Loads and stores need not be atomic together, because the GIL excludes other threads.
const ORDER: Ordering = Ordering::Relaxed;

struct RecentPlace {
    mark: AtomicU64,
    /// A `str` or an instance of one of our types, which the table owns, or null.
    object: AtomicPtr<ffi::PyObject>,
}

type RecentPlaces = [RecentPlace; PLACES];

const fn empty() -> RecentPlaces {
    [const { RecentPlace { mark: AtomicU64::new(0), object: AtomicPtr::new(ptr::null_mut()) } };
        PLACES]
}

static COMPONENTS: RecentPlaces = empty();

/// The marks of these are kinds: the facts known of them.
static NAMES: RecentPlaces = empty();

/// Returns the answer of `find_out` for a name in a call, an exact `str`. A positive answer is cached for the
/// object, whose text never changes: `find_out` must always give the same answer for a text and a kind.
#[inline]
pub(crate) fn is_found_of(
    kind: Kind,
    name: &Bound<'_, PyString>,
    find_out: impl FnOnce() -> PyResult<bool>,
) -> PyResult<bool> {
    debug_assert!(name.is_exact_instance_of::<PyString>());
    let place = &NAMES[place_of((name.as_ptr().addr() as u64).wrapping_mul(ODD))];
    if place.object.load(ORDER) == name.as_ptr() && place.mark.load(ORDER) == kind as u64 {
        return Ok(true);
    }
    let is_so = find_out()?;
    if is_so && name.len()? <= LONGEST {
        place.mark.store(kind as u64, ORDER);
        place.keep(name.as_any());
    }
    Ok(is_so)
}

/// The slot that the highest bits of a word select.
#[inline(always)]
fn place_of(word: u64) -> usize {
    // OK because few bits remain.
    #[allow(clippy::cast_possible_truncation)]
    let place = (word >> (u64::BITS - BITS)) as usize;
    place
}

/// A component of `text` that may be cached; see [`component`].
#[inline]
pub(crate) fn recurring<'py>(
    kind: Kind,
    text: &Bound<'py, PyString>,
    range: Range<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    if range.len() <= LONGEST {
        let ends = match units(text)? {
            Units::Latin1(Latin1(text)) => ends_of_octets(&text[range.clone()]),
            Units::Ucs2(Ucs2(text)) => ends_of_wide(&text[range.clone()]),
            _ => None,
        };
        if let Some(ends) = ends {
            let met = met(kind, range.len(), ends);
            let place = &COMPONENTS[place_of(met)];
            let mark = place.mark.load(ORDER);
            if mark == met | OFTEN {
                return place.kept(kind, text, range);
            }
            place.mark.store(if mark & !OFTEN == met { mark + 1 } else { met }, ORDER);
        }
    }
    component(kind, text, range)
}

/// The first and the last characters of a text, as words: most texts differ in one of them.
#[inline(always)]
fn ends_of_octets(text: &[u8]) -> Option<(u64, u64)> {
    if let (Some(&first), Some(&last)) = (text.first_chunk(), text.last_chunk()) {
        return Some((u64::from_le_bytes(first), u64::from_le_bytes(last)));
    }
    let (&first, &last) = (text.first_chunk()?, text.last_chunk()?);
    Some((u32::from_le_bytes(first).into(), u32::from_le_bytes(last).into()))
}

/// [`ends_of_octets`] for wider units.
#[inline(always)]
fn ends_of_wide(text: &[u16]) -> Option<(u64, u64)> {
    let word = |four: &[u16; 4]| four.iter().fold(0, |word, &unit| word << 16 | u64::from(unit));
    Some((word(text.first_chunk()?), word(text.last_chunk()?)))
}

/// The mark of a text when it is met for the first time. Its highest bits select the slot.
#[inline(always)]
fn met(kind: Kind, length: usize, (first, last): (u64, u64)) -> u64 {
    let which = (length * KINDS + kind as usize) as u64;
    (first.wrapping_mul(ODD).rotate_left(32) ^ last).wrapping_add(which).wrapping_mul(ODD) & !OFTEN
}

impl RecentPlace {
    /// The object in this slot if it is the right one; else it is made and stored.
    #[inline(never)]
    fn kept<'py>(
        &self,
        kind: Kind,
        text: &Bound<'py, PyString>,
        range: Range<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: the table owns what it has.
        let kept = unsafe { Bound::from_borrowed_ptr_or_opt(text.py(), self.object.load(ORDER)) };
        if let Some(kept) = kept
            && kept.get_type_ptr() == kind.type_ptr()
            && is_part(&kept, text, &range)?
        {
            return Ok(kept);
        }
        let made = component(kind, text, range)?;
        self.keep(&made);
        Ok(made)
    }

    /// Replaces the object in a slot.
    fn keep(&self, object: &Bound<'_, PyAny>) {
        let before = self.object.load(ORDER);
        self.object.store(object.clone().into_ptr(), ORDER);
        // SAFETY: the table owned it.
        drop(unsafe { Bound::from_owned_ptr_or_opt(object.py(), before) });
    }
}

/// Returns true if an instance of ours has the text at `range`, whatever the storage of the two.
fn is_part(
    instance: &Bound<'_, PyAny>,
    text: &Bound<'_, PyString>,
    range: &Range<usize>,
) -> PyResult<bool> {
    // SAFETY: an instance of one of our types is a str.
    let part = unsafe { instance.cast_unchecked() };
    if let (Units::Latin1(Latin1(part)), Units::Latin1(Latin1(text))) = (units(part)?, units(text)?)
    {
        return Ok(text.get(range.clone()) == Some(part));
    }
    // OK because both are indices into an object in memory, so they are below isize::MAX.
    #[allow(clippy::cast_possible_wrap)]
    let (start, end) = (range.start as ffi::Py_ssize_t, range.end as ffi::Py_ssize_t);
    // SAFETY: both are strs, as an instance of one of our types is. The function compares their characters,
    // and calls nothing.
    unsafe {
        Ok(ffi::PyUnicode_GET_LENGTH(part.as_ptr()) == end - start
            && ffi::PyUnicode_Tailmatch(text.as_ptr(), part.as_ptr(), start, end, -1) == 1)
    }
}
