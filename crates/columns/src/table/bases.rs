//! The base of each row.

use iriform::engine::Reference;
use iriform::engine::parse::Completeness;
use iriform_kernel::Production;

use crate::arrow::chunk::Column;
use crate::error::Error;

/// The base or bases that rows are resolved against or made relative to.
pub enum Base {
    /// One valid base for all rows.
    One(String),
    /// One base for each row; it may be null or invalid.
    Column(Column),
}

/// Whether text can be a base: a valid reference that has a scheme.
pub fn is_base(text: &[u8], production: Production) -> bool {
    iriform_kernel::fault(text, Production { form: Completeness::FULL, ..production }).is_none()
}

/// Gives rows their bases. Call it for rows in ascending order.
pub struct Bases<'a> {
    production: Production,
    source: BaseSource<'a>,
}

enum BaseSource<'a> {
    One(Reference<'a>),
    Column {
        column: &'a Column,
        /// The number in the column of the caller's row 0.
        first: usize,
        /// The chunk that the last row was in, and the row at which it begins.
        chunk: usize,
        start: usize,
        /// The last valid base. The next one is often the same and then is not parsed again.
        last: Option<Reference<'a>>,
    },
}

impl<'a> Bases<'a> {
    /// Bases for the rows of the column from `first` on.
    pub fn new(base: &'a Base, production: Production, first: usize) -> Self {
        let source = match base {
            Base::One(base) => BaseSource::One(Reference::of(base)),
            Base::Column(column) => {
                BaseSource::Column { column, first, chunk: 0, start: 0, last: None }
            }
        };
        Self { production, source }
    }

    /// The base of row `i`; none if it is null or invalid.
    #[inline]
    pub fn get(&mut self, i: usize) -> Result<Option<&Reference<'a>>, Error> {
        match &mut self.source {
            BaseSource::One(base) => Ok(Some(base)),
            BaseSource::Column { column, first, chunk, start, last } => {
                let row = *first + i;
                while row - *start >= column.chunks[*chunk].len() {
                    *start += column.chunks[*chunk].len();
                    *chunk += 1;
                }
                // A column of dictionaries was decoded before: rows that share a text may have
                // different bases.
                let texts = column.chunks[*chunk].texts();
                let Some(bytes) = texts.get(row - *start)? else { return Ok(None) };
                if last.as_ref().is_none_or(|last| last.text.as_bytes() != bytes) {
                    // A valid base is UTF-8.
                    let text = std::str::from_utf8(bytes).ok();
                    *last = text.filter(|_| is_base(bytes, self.production)).map(Reference::of);
                }
                Ok(last.as_ref())
            }
        }
    }
}
