//! Evaluates an operation that finds pieces in each row, which may be any text.

use crate::answers::piece::Piece;
use crate::answers::source::Format;
use crate::error::Error;
use crate::evaluate::task_rows::{ListBuilder, TaskRows};
use crate::table::operation::PlacesOf;

impl<F: Format> TaskRows<'_, F> {
    /// The ranges of the pieces of each row, in code points or, for binary columns, in octets, and the texts of
    /// each.
    pub(crate) fn places(&self, fields: usize, of: PlacesOf) -> Result<Piece<F::Builder>, Error> {
        let mut lists = ListBuilder::new(fields, self.len())?;
        let mut numbers = [Vec::new(), Vec::new()];
        let there = self.each_of_any(|_, row| {
            if let Some(row) = row {
                let mut place = PlaceCounter::new(row.text, self.layout.is_binary);
                of(row, &mut |span, record| {
                    for (numbers, octets) in numbers.iter_mut().zip([span.start, span.end]) {
                        lists.is_full |= numbers.try_reserve(1).is_err();
                        if !lists.is_full {
                            numbers.push(place.of(octets));
                        }
                    }
                    lists.push(record);
                });
            }
            lists.end()?;
            Ok(row.is_some())
        })?;
        Ok(Piece::Places(numbers, lists.items, lists.ends, there))
    }
}

/// Counts code points. Positions are in order, so one pass over the text is enough.
struct PlaceCounter<'t> {
    text: &'t str,
    is_binary: bool,
    octets: usize,
    characters: usize,
}

impl<'t> PlaceCounter<'t> {
    fn new(text: &'t str, is_binary: bool) -> Self {
        Self { text, is_binary, octets: 0, characters: 0 }
    }

    fn of(&mut self, octets: usize) -> i64 {
        self.characters += self.text[self.octets..octets].chars().count();
        self.octets = octets;
        // OK because rows are shorter.
        i64::try_from(if self.is_binary { octets } else { self.characters }).unwrap_or(i64::MAX)
    }
}
