//! Arguments that may differ from row to row: texts of which a row has one, or none.

use iriform::engine::text::Utf8;
use iriform::engine::{Rule, recognize};
use iriform_kernel::Production;

use crate::arrow::chunk::Column;
use crate::error::Error;
use crate::table::component::Component;

/// The values of an argument for the rows.
pub enum Cell {
    /// All rows this text, which is valid, or none.
    One(Option<String>),
    /// Each row its text; it may be null or invalid.
    Column(Column),
}

impl Cell {
    /// The cell of a text that all rows have; none of them where it is not valid.
    pub fn of_text(text: String, rule: Option<Rule>) -> Option<Self> {
        is_valid(text.as_bytes(), rule).then_some(Self::One(Some(text)))
    }

    /// The column, if rows may differ.
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
pub fn rule(part: Component, production: Production) -> Rule {
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

/// Gives rows their cells, in the order of the arguments. Call it for rows in ascending order.
pub(crate) struct Cells<'a> {
    texts: Vec<Option<&'a str>>,
    columns: Vec<Cursor<'a>>,
}

/// A column of cells, and where it has been read last.
struct Cursor<'a> {
    column: &'a Column,
    rule: Option<Rule>,
    /// The place of its texts among the cells.
    place: usize,
    /// The chunk that the last row was in, and the row at which it begins.
    chunk: usize,
    start: usize,
}

impl<'a> Cells<'a> {
    /// The cells of a call, each with what its texts must match; none if it has no such arguments.
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
                self.columns.push(Cursor { column, rule, place, chunk: 0, start: 0 });
                None
            }
        };
        self.texts.push(text);
    }

    /// The cells of that row of the column; none if one of them is not valid.
    #[inline]
    pub(crate) fn get(&mut self, row: usize) -> Result<Option<&[Option<&'a str>]>, Error> {
        for Cursor { column, rule, place, chunk, start } in &mut self.columns {
            while row - *start >= column.chunks[*chunk].len() {
                *start += column.chunks[*chunk].len();
                *chunk += 1;
            }
            // A column of dictionaries was decoded before, as one of bases is.
            let bytes = column.chunks[*chunk].texts().get(row - *start)?;
            let text = bytes.map(std::str::from_utf8).transpose();
            self.texts[*place] = match text {
                Ok(text) if text.is_none_or(|text| is_valid(text.as_bytes(), *rule)) => text,
                _ => return Ok(None),
            };
        }
        Ok(Some(&self.texts))
    }
}
