//! Values that somebody else has read.

use std::ops::Range;

use iriform_kernel::Rows;

use crate::block::{self, Values};
use crate::examples::Found;
use crate::judge::Judge;
use crate::tally::{NO_POSITION, Tally};

/// Values one after the other, and their places.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The text of all values.
    pub text: &'a [u8],
    /// Where each value ends and the next one begins.
    pub ends: &'a [u64],
    /// The row or statement of each value.
    pub places: &'a [u64],
    /// The number of the position of each value in RDF; empty if there are no positions.
    pub positions: &'a [u8],
}

/// Why a batch was not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistent;

/// Counts the values of a batch.
pub fn count(batch: Batch<'_>, judge: &Judge, tally: &mut Tally) -> Result<Found, Inconsistent> {
    let Batch { text, ends, places, positions } = batch;
    let is_in_order = ends.is_sorted() && ends.last().is_none_or(|&end| end <= text.len() as u64);
    let has_places = places.len() == ends.len();
    let has_positions = positions.is_empty()
        || positions.len() == ends.len() && positions.iter().all(|&p| usize::from(p) < NO_POSITION);
    if !(is_in_order && has_places && has_positions) {
        return Err(Inconsistent);
    }
    let mut found = Found::default();
    block::count(&batch, judge, tally, &mut found);
    Ok(found)
}

impl Rows for Batch<'_> {
    fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "no end is beyond the text")]
    fn row(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.text[start..self.ends[i] as usize]
    }
}

impl Values for Batch<'_> {
    #[allow(clippy::cast_possible_truncation, reason = "no end is beyond the text")]
    fn together(&self, range: Range<usize>) -> Option<&[u8]> {
        let start = range.start.checked_sub(1).map_or(0, |i| self.ends[i] as usize);
        self.text.get(start..*self.ends.get(range.end.checked_sub(1)?)? as usize)
    }

    fn place(&self, i: usize) -> u64 {
        self.places[i]
    }

    fn part(&self, i: usize) -> usize {
        self.positions.get(i).map_or(NO_POSITION, |&position| position.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_places_that_are_given() {
        let judge = Judge::new("IRI", None).expect("a production");
        let mut tally = Tally::new();
        let (ends, places, positions) = ([3, 3, 6], [7, 8, 9], [0, 1, 2]);
        let batch = Batch { text: b"x:aa b", ends: &ends, places: &places, positions: &positions };
        let found = count(batch, &judge, &mut tally).expect("consistent");
        let examples: Vec<_> = found.examples.iter().map(|e| (e.place, e.position)).collect();
        assert_eq!(examples, [(9, Some("object"))]);
        let counts: Vec<_> = tally.parts().map(|(_, counts)| counts.by_status).take(3).collect();
        assert_eq!(counts, [[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0]]);
    }

    #[test]
    fn what_does_not_hold_together_is_refused() {
        let judge = Judge::new("IRI", None).expect("a production");
        let mut tally = Tally::new();
        let good = Batch { text: b"x:a", ends: &[3], places: &[1], positions: &[] };
        for bad in [
            Batch { ends: &[4], ..good },
            Batch { ends: &[2, 1], places: &[1, 2], ..good },
            Batch { places: &[], ..good },
            Batch { positions: &[5], ..good },
            Batch { positions: &[1, 1], ..good },
        ] {
            assert_eq!(count(bad, &judge, &mut tally).err(), Some(Inconsistent), "{bad:?}");
        }
        assert!(count(good, &judge, &mut tally).is_ok());
    }
}
