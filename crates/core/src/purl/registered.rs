//! The registered types by their names: those of a build, or newer ones that a process was given.

use std::sync::{LazyLock, OnceLock};

use super::table::TYPES;
use super::types::PurlType;
use crate::syntax::bits::ODD;

/// Definitions of types, with an index by their names.
#[derive(Debug)]
pub struct Registry {
    rows: Vec<PurlType>,
    /// A hash table: the number of a row and one, or 0. Its length is a power of two, and twice that of the rows at
    /// least.
    slots: Vec<u16>,
    /// The first sixteen characters of the name of each row: most have no more, and are compared at once.
    words: Vec<u128>,
}

static BUILT_IN: LazyLock<Registry> = LazyLock::new(|| Registry::of(TYPES.to_vec()));

/// Types that a process was given first, and later. They are kept, because other threads may be reading
/// them; a process is given few.
struct GivenTypes {
    types: Registry,
    next: OnceLock<Box<GivenTypes>>,
}

static FIRST: OnceLock<Box<GivenTypes>> = OnceLock::new();

impl Registry {
    /// These definitions. Of two with one name the later one counts.
    ///
    /// Rows beyond the first 65 534 are dropped: no registry has as many.
    pub fn of(mut rows: Vec<PurlType>) -> Self {
        rows.truncate(usize::from(u16::MAX) - 1);
        let mut types = Self {
            slots: vec![0; (rows.len() * 2).next_power_of_two().max(64)],
            words: Vec::with_capacity(rows.len()),
            rows: Vec::with_capacity(rows.len()),
        };
        for row in rows {
            let slot = types.slot(row.name.as_bytes(), row.name.len());
            match types.slots[slot] {
                0 => {
                    types.rows.push(row);
                    types.words.push(word(row.name.as_bytes(), row.name.len()));
                    // OK because there are fewer rows than that.
                    types.slots[slot] = u16::try_from(types.rows.len()).unwrap_or_default();
                }
                taken => types.rows[usize::from(taken) - 1] = row,
            }
        }
        types
    }

    /// Those that all package URLs of this process go by.
    #[inline]
    pub fn current() -> &'static Self {
        let mut types = &*BUILT_IN;
        let mut place = &FIRST;
        while let Some(given) = place.get() {
            (types, place) = (&given.types, &given.next);
        }
        types
    }

    /// Makes this process go by these, beside those that it goes by already.
    pub fn install(rows: &[PurlType]) {
        let types = Self::of([&*Self::current().rows, rows].concat());
        let mut given = Box::new(GivenTypes { types, next: OnceLock::new() });
        let mut place = &FIRST;
        // Another thread may take the place first.
        while let Err(refused) = place.set(given) {
            given = refused;
            while let Some(taken) = place.get() {
                place = &taken.next;
            }
        }
    }

    /// The definition of a type, in any letter case, if it is registered.
    pub fn get(&self, name: &str) -> Option<&PurlType> {
        let row = self.row(name.as_bytes(), name.len());
        if row.is_some() || !name.bytes().any(|b| b.is_ascii_uppercase()) {
            return row;
        }
        let lower = name.to_ascii_lowercase();
        self.row(lower.as_bytes(), lower.len())
    }

    /// The definition of the type of that length, in lower case, that a text begins with.
    #[inline]
    pub(super) fn row(&self, text: &[u8], length: usize) -> Option<&PurlType> {
        let slot = self.slot(text, length);
        self.rows.get(usize::from(self.slots[slot]).checked_sub(1)?)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The slot of the row with the name of that length that a text begins with, or the empty one where it would be.
    #[inline]
    fn slot(&self, text: &[u8], length: usize) -> usize {
        let word = word(text, length);
        let mask = self.slots.len() - 1;
        // OK because any bits will do.
        #[allow(clippy::cast_possible_truncation)]
        let mut slot = (((word ^ word >> 64) as u64).wrapping_mul(ODD) >> 40) as usize & mask;
        while let Some(row) = usize::from(self.slots[slot]).checked_sub(1) {
            let name = self.rows[row].name.as_bytes();
            let is_alike = self.words[row] == word && name.len() == length;
            if is_alike && (length <= WORD || text.starts_with(name)) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// How many characters a word has.
const WORD: usize = 16;

/// The first characters of the name of that length that a text begins with.
#[inline]
fn word(text: &[u8], length: usize) -> u128 {
    match text.first_chunk::<WORD>() {
        Some(first) if length >= WORD => u128::from_le_bytes(*first),
        Some(first) => u128::from_le_bytes(*first) & ((1 << (8 * length)) - 1),
        None => text.iter().take(length).rev().fold(0, |word, &b| word << 8 | u128::from(b)),
    }
}

/// The definition of a type, in any letter case, if it is registered.
#[inline]
pub fn known(name: &str) -> Option<&'static PurlType> {
    Registry::current().get(name)
}

#[cfg(test)]
mod tests {
    use super::super::types::Requirement;
    use super::*;

    #[test]
    fn the_rows_are_found_in_any_letter_case() {
        for row in &TYPES {
            let found = known(&row.name.to_ascii_uppercase()).expect("it is there");
            assert_eq!(found.name, row.name);
        }
        assert!(known("sid").is_none());
        assert_eq!(Registry::current().len(), TYPES.len());
    }

    #[test]
    fn of_two_with_one_name_the_later_one_counts() {
        let rows = [Requirement::Required, Requirement::Prohibited]
            .map(|namespace| PurlType { namespace, ..PurlType::plain("sid") });
        let types = Registry::of(rows.to_vec());
        assert_eq!(types.len(), 1);
        assert_eq!(types.get("SID").map(|row| row.namespace), Some(Requirement::Prohibited));
        assert!(Registry::of(Vec::new()).get("").is_none());
    }

    #[test]
    fn names_that_begin_alike_are_different() {
        let names = ["a-long-type-of-packages", "a-long-type-of-p", "a-long-type-of-people", "a"];
        let types = Registry::of(names.map(PurlType::plain).to_vec());
        for name in names {
            assert_eq!(types.get(name).map(|row| row.name), Some(name));
        }
        assert!(types.get("a-long-type-of-persons").is_none());
        assert!(types.get("a-long-type-of-").is_none());
    }
}
