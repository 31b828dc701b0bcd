//! Arguments that may differ from row to row: each row has a text or none. A base is such an argument.

use iriform::engine::{Reference, Requirements, Rule, recognize, text::Utf8};
use iriform_kernel::ReferenceKind;

use crate::arrow::chunk::Column;
use crate::error::Error;
use crate::table::component::Component;

/// The values of an argument for all rows.
pub enum Cell {
    /// The same valid text, or none, for all rows.
    One(Option<String>),
    /// One text for each row, which may be null or invalid.
    Column(Column),
}

impl Cell {
    /// The cell of a text that all rows share; none if it is invalid.
    pub fn of_text(text: String, rule: Option<Rule>) -> Option<Self> {
        is_valid(text.as_bytes(), rule).then_some(Self::One(Some(text)))
    }

    /// The column, if the rows may differ.
    pub(crate) fn column(&self) -> Option<&Column> {
        match self {
            Self::One(_) => None,
            Self::Column(column) => Some(column),
        }
    }
}

fn is_valid(text: &[u8], rule: Option<Rule>) -> bool {
    rule.is_none_or(|rule| recognize(Utf8(text), rule).is_ok())
}

/// The rule that a component must match to be a part of a row.
pub fn rule(part: Component, production: ReferenceKind) -> Rule {
    let either = |uri, iri| if production.is_iri { iri } else { uri };
    match part {
        Component::Scheme => Rule::Scheme,
        Component::Authority => either(Rule::Authority, Rule::Iauthority),
        Component::Userinfo => either(Rule::Userinfo, Rule::Iuserinfo),
        Component::Host => either(Rule::Host, Rule::Ihost),
        Component::Port | Component::PortText => Rule::Port,
        Component::Path => either(Rule::Path, Rule::Ipath),
        Component::Query => either(Rule::Query, Rule::Iquery),
        Component::Fragment => either(Rule::Fragment, Rule::Ifragment),
    }
}

/// A column of cells, and the position of the last read. Rows are read in ascending order.
struct Cursor<'a> {
    column: &'a Column,
    /// The chunk of the last row, and the number of its first row.
    chunk: usize,
    start: usize,
}

impl<'a> Cursor<'a> {
    fn of(column: &'a Column) -> Self {
        Self { column, chunk: 0, start: 0 }
    }

    /// The bytes of a row of the column; none if it is null.
    #[inline]
    fn get(&mut self, row: usize) -> Result<Option<&'a [u8]>, Error> {
        while row - self.start >= self.column.chunks[self.chunk].len() {
            self.start += self.column.chunks[self.chunk].len();
            self.chunk += 1;
        }
        // Dictionary columns have been decoded, because rows that share a text may have different cells.
        Ok(self.column.chunks[self.chunk].texts().get(row - self.start)?)
    }
}

/// Reads the cells of rows, in the order of the arguments. Call it for rows in ascending order.
pub(crate) struct Cells<'a> {
    texts: Vec<Option<&'a str>>,
    columns: Vec<CellColumn<'a>>,
}

/// A column among the cells.
struct CellColumn<'a> {
    cursor: Cursor<'a>,
    rule: Option<Rule>,
    /// The index of its texts among the cells.
    place: usize,
}

impl<'a> Cells<'a> {
    /// The cells of a call, each with its production; none if it has no such arguments.
    pub(crate) fn new(of: impl Iterator<Item = (&'a Cell, Option<Rule>)>) -> Option<Self> {
        let mut cells = Self { texts: Vec::new(), columns: Vec::new() };
        for (cell, rule) in of {
            cells.add(cell, rule);
        }
        (!cells.texts.is_empty()).then_some(cells)
    }

    fn add(&mut self, cell: &'a Cell, rule: Option<Rule>) {
        let text = match cell {
            Cell::One(text) => text.as_deref(),
            Cell::Column(column) => {
                let place = self.texts.len();
                self.columns.push(CellColumn { cursor: Cursor::of(column), rule, place });
                None
            }
        };
        self.texts.push(text);
    }

    /// The cells of a row of the column; none if one of them is invalid.
    #[inline]
    pub(crate) fn get(&mut self, row: usize) -> Result<Option<&[Option<&'a str>]>, Error> {
        for CellColumn { cursor, rule, place } in &mut self.columns {
            let text = cursor.get(row)?.map(std::str::from_utf8).transpose();
            self.texts[*place] = match text {
                Ok(text) if text.is_none_or(|text| is_valid(text.as_bytes(), *rule)) => text,
                _ => return Ok(None),
            };
        }
        Ok(Some(&self.texts))
    }
}

/// Reads the bases of rows. Call it for rows in ascending order.
pub(crate) struct Bases<'a> {
    production: ReferenceKind,
    /// The base of all rows, or the last valid base of the column. The next one is often the same, and then it
    /// is not parsed again.
    last: Option<Reference<'a>>,
    cursor: Option<Cursor<'a>>,
}

impl<'a> Bases<'a> {
    /// The bases of a call whose rows must match a production.
    pub(crate) fn new(base: &'a Cell, production: ReferenceKind) -> Self {
        let production = ReferenceKind { form: Requirements::FULL, ..production };
        match base {
            Cell::One(base) => {
                Self { production, last: base.as_deref().map(Reference::of), cursor: None }
            }
            Cell::Column(column) => {
                Self { production, last: None, cursor: Some(Cursor::of(column)) }
            }
        }
    }

    /// The base of a row of the column; none if it is null or invalid.
    #[inline]
    pub(crate) fn get(&mut self, row: usize) -> Result<Option<&Reference<'a>>, Error> {
        if let Some(cursor) = &mut self.cursor {
            let Some(bytes) = cursor.get(row)? else { return Ok(None) };
            if self.last.as_ref().is_none_or(|last| last.text.as_bytes() != bytes) {
                let is_base = |_: &&str| iriform_kernel::fault(bytes, self.production).is_none();
                // A valid base is UTF-8.
                let text = std::str::from_utf8(bytes).ok();
                self.last = text.filter(is_base).map(Reference::of);
            }
        }
        Ok(self.last.as_ref())
    }
}
