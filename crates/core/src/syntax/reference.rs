//! A valid reference as its text and the places of its components, borrowed or owned.

use std::borrow::Cow;

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

    /// The reference without its fragment.
    #[must_use]
    pub(crate) fn without_fragment(&self) -> Self {
        let end = self.parts.query_end;
        Self { text: &self.text[..end], parts: Parts { end, ..self.parts } }
    }

    /// A copy that is owned.
    pub(crate) fn owned(&self) -> OwnedReference {
        OwnedReference { text: self.text.to_owned(), parts: self.parts }
    }

    /// A copy without what stands before `start`, where a component begins, or its delimiters.
    pub(crate) fn owned_from(&self, start: usize) -> OwnedReference {
        let Parts { scheme_end, path_start, path_end, query_end, end } = self.parts;
        let parts = Parts {
            scheme_end: if start == 0 { scheme_end } else { 0 },
            path_start: path_start.saturating_sub(start),
            path_end: path_end.saturating_sub(start),
            query_end: query_end.saturating_sub(start),
            end: end - start,
        };
        OwnedReference { text: self.text[start..].to_owned(), parts }
    }
}

/// A valid reference that an operation made.
#[derive(Clone, Debug)]
pub struct OwnedReference {
    /// The text.
    pub text: String,
    /// The places of its components.
    pub parts: Parts,
}

impl OwnedReference {
    /// Splits a valid reference.
    pub fn of(text: String) -> Self {
        let parts = split(Utf8(text.as_bytes()));
        Self { text, parts }
    }

    /// The same, borrowed.
    pub fn borrowed(&self) -> Reference<'_> {
        Reference { text: &self.text, parts: self.parts }
    }

    /// What an operation made of a reference: text that is borrowed is the reference itself.
    pub(crate) fn made(text: Cow<'_, str>, of: &Reference<'_>) -> Self {
        match text {
            Cow::Borrowed(text) => {
                debug_assert_eq!(text, of.text);
                of.owned()
            }
            Cow::Owned(text) => Self::of(text),
        }
    }
}
