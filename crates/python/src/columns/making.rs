//! Texts that are made of a row: the operations of core, one row at a time.

use std::borrow::Cow;
use std::ops::Range;

use iriform_core::comparison_key;
use iriform_core::convert::{to_iri, to_iri_with_idna, to_uri, to_uri_with_idna};
use iriform_core::normalize::normalize_onto;
use iriform_core::parse::Form;
use iriform_core::query;
use iriform_core::relativize::relativize_between;
use iriform_core::repair::repair;
use iriform_core::resolve::resolve_onto;
use iriform_kernel::{Kind, Row};

use super::bases::{BaseText, Bases};
use super::error::Error;
use super::operation::Making;

/// The text that a row becomes.
pub(crate) enum Text<'a> {
    /// A piece of the row itself.
    Part(Range<usize>),
    /// Another one.
    New(&'a str),
}

/// Makes texts of rows, in their order.
pub(crate) struct Maker<'a> {
    making: &'a Making,
    kind: Kind,
    bases: Option<Bases<'a>>,
    /// What is made, kept so that its memory serves the next row.
    text: String,
}

impl<'a> Maker<'a> {
    /// For rows from number `first` of the column on.
    pub(crate) fn new(making: &'a Making, kind: Kind, first: usize) -> Self {
        let bases = match making {
            Making::Resolve { base, .. } | Making::RelativeTo { base } => {
                Some(Bases::new(base, kind, first))
            }
            _ => None,
        };
        Self { making, kind, bases, text: String::new() }
    }

    /// The text of row `i`, of which `parts` are known if it is valid.
    #[inline]
    pub(crate) fn make(
        &mut self,
        i: usize,
        row: &str,
        parts: Option<&Row>,
    ) -> Result<Option<Text<'_>>, Error> {
        let Some(parts) = parts else { return Ok(self.repaired(row)) };
        let whole = Ok(Some(Text::Part(0..row.len())));
        self.text.clear();
        match self.making {
            Making::Resolve { strict, .. } => {
                let Some(base) = base(&mut self.bases, i)? else { return Ok(None) };
                let reference = parts.components(row);
                if !resolve_onto(&base.components, &reference, *strict, &mut self.text) {
                    return whole;
                }
            }
            Making::RelativeTo { .. } => {
                let Some(base) = base(&mut self.bases, i)? else { return Ok(None) };
                match relativize_between(row, &parts.components(row), &base.components) {
                    Some(reference) => self.text = reference,
                    None => return Ok(None),
                }
            }
            Making::Normalize(level) => {
                let changes = normalize_onto(row, &parts.components(row), *level, &mut self.text);
                if !changes || self.text == row {
                    return whole;
                }
            }
            Making::ComparisonKey(level) => {
                return Ok(Some(self.keep(comparison_key(row, *level))));
            }
            Making::ToUri { idna: false } => return Ok(Some(self.keep(to_uri(row)))),
            Making::ToUri { idna: true } => {
                return Ok(to_uri_with_idna(row).map(|uri| self.keep(uri)));
            }
            Making::ToIri { idna: false } => return Ok(Some(self.keep(to_iri(row)))),
            Making::ToIri { idna: true } => return Ok(Some(self.keep(to_iri_with_idna(row)))),
            Making::QueryValue(name) => {
                let query = parts.query().and_then(|range| row.get(range));
                let value = query.and_then(|query| query::value(query, name, '&', true));
                match value.map(String::from_utf8) {
                    Some(Ok(value)) => self.text = value,
                    Some(Err(_)) | None => return Ok(None),
                }
            }
            Making::WithoutQuery => {
                let rest = parts.fragment().map_or(row.len(), |fragment| fragment.start - 1);
                let path = parts.path().end;
                if rest == row.len() {
                    return Ok(Some(Text::Part(0..path)));
                }
                self.text.push_str(&row[..path]);
                self.text.push_str(&row[rest..]);
            }
            Making::WithoutFragment => {
                let end = parts.fragment().map_or(row.len(), |fragment| fragment.start - 1);
                return Ok(Some(Text::Part(0..end)));
            }
            Making::Repair => return whole,
        }
        Ok(Some(Text::New(&self.text)))
    }

    /// The text that an operation of core gave, the row itself where it changed nothing.
    fn keep(&mut self, text: Cow<'_, str>) -> Text<'_> {
        match text {
            Cow::Borrowed(row) => Text::Part(0..row.len()),
            Cow::Owned(text) => {
                self.text = text;
                Text::New(&self.text)
            }
        }
    }

    /// What a row that is not valid becomes.
    #[cold]
    fn repaired(&mut self, row: &str) -> Option<Text<'_>> {
        if !matches!(self.making, Making::Repair) {
            return None;
        }
        let (repaired, _) = repair(row, self.kind.is_iri);
        self.text = repaired;
        iriform_kernel::fault(self.text.as_bytes(), self.kind)
            .is_none()
            .then_some(Text::New(&self.text))
    }
}

/// The base of row `i`, if it has one.
#[inline]
fn base<'a, 'b>(
    bases: &'b mut Option<Bases<'a>>,
    i: usize,
) -> Result<Option<&'b BaseText<'a>>, Error> {
    bases.as_mut().map_or(Ok(None), |bases| bases.get(i))
}

/// Whether text can be a base: it has a scheme.
pub(crate) fn is_base(text: &[u8], kind: Kind) -> bool {
    iriform_kernel::fault(text, Kind { form: Form::FULL, ..kind }).is_none()
}
