//! A reference as its text and the places of its components.

use crate::syntax::split::{Parts, split};
use crate::syntax::text::Utf8;

/// A valid reference that has been split: operations take what they keep of it as one piece, with the
/// delimiters in between.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// The text.
    pub text: &'a str,
    /// The places of its components.
    pub parts: Parts,
}

impl<'a> Reference<'a> {
    /// Splits a valid reference.
    pub fn of(text: &'a str) -> Self {
        Self { text, parts: split(Utf8(text.as_bytes())) }
    }

    /// The scheme.
    pub fn scheme(&self) -> Option<&'a str> {
        self.parts.scheme().map(|range| &self.text[range])
    }

    /// The path.
    pub fn path(&self) -> &'a str {
        &self.text[self.parts.path()]
    }

    /// The query, without its `?`.
    pub fn query(&self) -> Option<&'a str> {
        self.parts.query().map(|range| &self.text[range])
    }

    /// Scheme and authority, with their delimiters.
    pub(crate) fn before_path(&self) -> &'a str {
        &self.text[..self.parts.path_start]
    }

    /// Query and fragment, with their delimiters.
    pub(crate) fn after_path(&self) -> &'a str {
        &self.text[self.parts.path_end..]
    }
}
