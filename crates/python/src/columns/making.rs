//! Texts that are made of a row: the operations of core, one row at a time.

use std::borrow::Cow;
use std::ops::Range;

use iriform_core::column::{self, Kind, Row};
use iriform_core::parse::{Form, parse};
use iriform_core::repair::repair;
use iriform_core::text::Utf8;
use iriform_core::{comparison_key, normalize, query, relativize, resolve};

use super::bases::Bases;
use super::error::Error;
use super::operation::Making;
use crate::operations::{as_iri, as_uri};

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
        row: &[u8],
        parts: Option<&Row>,
    ) -> Result<Option<Text<'_>>, Error> {
        let Some(parts) = parts else { return Ok(self.repaired(row)) };
        let base = match &mut self.bases {
            None => "",
            Some(bases) => match bases.get(i)? {
                Some(base) => base,
                None => return Ok(None),
            },
        };
        Ok(self.made(row, parts, base))
    }

    #[inline]
    fn made(&mut self, row: &[u8], parts: &Row, base: &str) -> Option<Text<'_>> {
        let whole = 0..row.len();
        match self.making {
            Making::Repair | Making::Normalize(None) | Making::ComparisonKey(None) => {
                return Some(Text::Part(whole));
            }
            Making::WithoutFragment => {
                let end = parts.fragment().map_or(row.len(), |fragment| fragment.start - 1);
                return Some(Text::Part(0..end));
            }
            Making::WithoutQuery if parts.query().is_none() => return Some(Text::Part(whole)),
            Making::WithoutQuery if parts.fragment().is_none() => {
                return Some(Text::Part(0..parts.path().end));
            }
            _ => {}
        }
        // It is valid, and so it is UTF-8.
        let text = std::str::from_utf8(row).ok()?;
        let made = match self.making {
            Making::Resolve { strict, .. } => Cow::Owned(resolve(base, text, *strict)),
            Making::RelativeTo { .. } => Cow::Owned(relativize(text, base)?),
            Making::Normalize(Some(level)) => normalize(text, *level),
            Making::ComparisonKey(Some(level)) => Cow::Owned(comparison_key(text, *level)),
            Making::ToUri { idna } => as_uri(text, *idna)?,
            Making::ToIri { idna } => as_iri(text, *idna),
            Making::QueryValue(name) => {
                let pairs = query::pairs(text.get(parts.query()?)?, '&', true);
                let (_, value) = pairs.into_iter().find(|(n, _)| n == name.as_bytes())?;
                Cow::Owned(String::from_utf8(value).ok()?)
            }
            Making::WithoutQuery => {
                let (path, query_end) = (parts.path(), parts.query()?.end);
                Cow::Owned([text.get(..path.end)?, text.get(query_end..)?].concat())
            }
            Making::Repair
            | Making::WithoutFragment
            | Making::Normalize(None)
            | Making::ComparisonKey(None) => return None,
        };
        match made {
            Cow::Borrowed(_) => Some(Text::Part(whole)),
            Cow::Owned(made) => {
                self.text = made;
                Some(Text::New(&self.text))
            }
        }
    }

    /// What a row that is not valid becomes.
    #[cold]
    fn repaired(&mut self, row: &[u8]) -> Option<Text<'_>> {
        if !matches!(self.making, Making::Repair) {
            return None;
        }
        let (repaired, _) = repair(std::str::from_utf8(row).ok()?, self.kind.is_iri);
        self.text = repaired;
        column::fault(self.text.as_bytes(), self.kind).is_none().then_some(Text::New(&self.text))
    }
}

/// Whether text can be a base: it has a scheme.
pub(super) fn is_base(text: &[u8], kind: Kind) -> bool {
    if kind.is_iri {
        parse::<true>(Utf8(text), Form::FULL).is_ok()
    } else {
        parse::<false>(Utf8(text), Form::FULL).is_ok()
    }
}
