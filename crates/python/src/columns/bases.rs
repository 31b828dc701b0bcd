//! The base of each row.

use iriform_core::column::Kind;

use super::chunk::Column;
use super::error::Error;
use super::making::is_base;
use super::operation::Base;

/// Bases for rows that are asked for in their order.
pub(crate) struct Bases<'a> {
    kind: Kind,
    source: From<'a>,
}

enum From<'a> {
    One(&'a str),
    Column {
        column: &'a Column,
        /// The row of the column at which the maker's rows begin.
        first: usize,
        /// The chunk that the last row was in, and the row at which it begins.
        chunk: usize,
        start: usize,
        /// The last base that was found valid, since the next is often the same.
        last: Option<&'a str>,
    },
}

impl<'a> Bases<'a> {
    /// For rows from number `first` of the column on.
    pub(crate) fn new(base: &'a Base, kind: Kind, first: usize) -> Self {
        let source = match base {
            Base::One(base) => From::One(base),
            Base::Column(column) => From::Column { column, first, chunk: 0, start: 0, last: None },
        };
        Self { kind, source }
    }

    /// The base of row `i`, if it is one.
    #[inline]
    pub(crate) fn get(&mut self, i: usize) -> Result<Option<&'a str>, Error> {
        match &mut self.source {
            From::One(base) => Ok(Some(base)),
            From::Column { column, first, chunk, start, last } => {
                let row = *first + i;
                while row - *start >= column.chunks[*chunk].len() {
                    *start += column.chunks[*chunk].len();
                    *chunk += 1;
                }
                // A dictionary has been decoded, since every row of it may meet another text.
                let texts = column.chunks[*chunk].texts();
                let Some(text) = texts.get(row - *start)? else { return Ok(None) };
                if last.is_none_or(|last| last.as_bytes() != text) {
                    *last =
                        is_base(text, self.kind).then(|| std::str::from_utf8(text).ok()).flatten();
                }
                Ok(*last)
            }
        }
    }
}
