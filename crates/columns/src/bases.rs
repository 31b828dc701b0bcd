//! The base of each row.

use iriform_core::Components;
use iriform_core::parse::Form;
use iriform_kernel::Kind;

use crate::chunk::Column;
use crate::error::Error;

/// What rows are resolved against, or made relative to.
pub enum Base {
    /// The same for all rows, and valid.
    One(String),
    /// One for each row, perhaps null, perhaps not valid.
    Column(Column),
}

/// Whether text can be a base: it has a scheme.
pub fn is_base(text: &[u8], kind: Kind) -> bool {
    iriform_kernel::fault(text, Kind { form: Form::FULL, ..kind }).is_none()
}

/// Bases for rows that are asked for in their order.
pub struct Bases<'a> {
    kind: Kind,
    source: From<'a>,
}

/// A base and its components.
pub struct BaseText<'a> {
    /// The base.
    pub text: &'a str,
    /// Where its components lie.
    pub components: Components<'a>,
}

impl<'a> BaseText<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, components: Components::of(text) }
    }
}

enum From<'a> {
    One(BaseText<'a>),
    Column {
        column: &'a Column,
        /// The row of the column at which the maker's rows begin.
        first: usize,
        /// The chunk that the last row was in, and the row at which it begins.
        chunk: usize,
        start: usize,
        /// The last base that was found valid, since the next is often the same.
        last: Option<BaseText<'a>>,
    },
}

impl<'a> Bases<'a> {
    /// For rows from number `first` of the column on.
    pub fn new(base: &'a Base, kind: Kind, first: usize) -> Self {
        let source = match base {
            Base::One(base) => From::One(BaseText::of(base)),
            Base::Column(column) => From::Column { column, first, chunk: 0, start: 0, last: None },
        };
        Self { kind, source }
    }

    /// The base of row `i`, if it is one.
    #[inline]
    pub fn get(&mut self, i: usize) -> Result<Option<&BaseText<'a>>, Error> {
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
                let Some(bytes) = texts.get(row - *start)? else { return Ok(None) };
                if last.as_ref().is_none_or(|last| last.text.as_bytes() != bytes) {
                    // What is a base is valid, and so it is UTF-8.
                    let text = std::str::from_utf8(bytes).ok();
                    *last = text.filter(|_| is_base(bytes, self.kind)).map(BaseText::of);
                }
                Ok(last.as_ref())
            }
        }
    }
}
