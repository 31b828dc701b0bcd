//! A valid reference: its text and the positions of its components, borrowed or owned.

use std::borrow::Cow;

use crate::syntax::split::{Parts, Position, split};
use crate::syntax::text::Utf8;

/// A valid reference that has been split. Operations copy the parts that stay as one piece, with the delimiters
/// between them.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// The text.
    pub text: &'a str,
    /// The positions of its components.
    pub parts: Parts,
}

impl<'a> Reference<'a> {
    /// Splits a valid reference.
    pub fn of(text: &'a str) -> Self {
        Self { text, parts: split(Utf8(text.as_bytes())) }
    }

    /// A valid reference with these components.
    pub fn at(text: &'a str, parts: &Parts<impl Position>) -> Self {
        Self { text, parts: parts.indices() }
    }

    /// The scheme.
    pub fn scheme(&self) -> Option<&'a str> {
        self.parts.scheme().map(|range| &self.text[range])
    }

    /// The authority, without its `//`.
    pub fn authority(&self) -> Option<&'a str> {
        self.parts.authority().map(|range| &self.text[range])
    }

    /// The userinfo, without its `@`.
    pub fn userinfo(&self) -> Option<&'a str> {
        self.parts.userinfo().map(|range| &self.text[range])
    }

    /// The host; an IPv6 address has its brackets.
    pub fn host(&self) -> Option<&'a str> {
        self.parts.host().map(|range| &self.text[range])
    }

    /// The digits of the port, without its colon; may be empty.
    pub fn port(&self) -> Option<&'a str> {
        self.parts.port().map(|range| &self.text[range])
    }

    /// The path.
    pub fn path(&self) -> &'a str {
        &self.text[self.parts.path()]
    }

    /// The query, without its `?`.
    pub fn query(&self) -> Option<&'a str> {
        self.parts.query().map(|range| &self.text[range])
    }

    /// The fragment, without its `#`.
    pub fn fragment(&self) -> Option<&'a str> {
        self.parts.fragment().map(|range| &self.text[range])
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

    /// The text with the host changed by `convert`, or the text itself if it has no host. None if `convert`
    /// returns none.
    #[cfg(feature = "idna")]
    pub(crate) fn with_host(&self, convert: impl FnOnce(&str) -> Option<String>) -> Option<String> {
        let Some(range) = self.parts.host() else { return Some(self.text.to_owned()) };
        let host = convert(&self.text[range.clone()])?;
        Some([&self.text[..range.start], &host, &self.text[range.end..]].concat())
    }

    /// The text with another query, or without one.
    pub(crate) fn with_query(&self, query: Option<&str>) -> String {
        let (before, after) =
            (&self.text[..self.parts.path_end], &self.text[self.parts.query_end..]);
        match query {
            Some(query) => [before, "?", query, after].concat(),
            None => [before, after].concat(),
        }
    }

    /// The text that an operation appends, or the text itself if the operation returns false and appends
    /// nothing.
    pub fn after(&self, operation: impl FnOnce(&Self, &mut String) -> bool) -> Cow<'a, str> {
        let mut out = String::new();
        if operation(self, &mut out) { Cow::Owned(out) } else { Cow::Borrowed(self.text) }
    }

    /// An owned copy.
    pub(crate) fn owned(&self) -> OwnedReference {
        OwnedReference { text: self.text.to_owned(), parts: self.parts }
    }

    /// A copy without the text before `start`, the beginning of a component or of its delimiters.
    pub(crate) fn owned_from(&self, start: usize) -> OwnedReference {
        let scheme_end = if start == 0 { self.parts.scheme_end } else { 0 };
        let parts =
            Parts { scheme_end, ..self.parts.moved(|position| position.saturating_sub(start)) };
        OwnedReference { text: self.text[start..].to_owned(), parts }
    }
}

/// The argument of an operation: a reference that has been split, or a valid text, which it splits if it needs
/// the components.
pub trait AsReference<'a>: Copy {
    /// The text.
    fn text(self) -> &'a str;

    /// The reference, split.
    fn reference(self) -> Reference<'a>;
}

impl<'a, T: AsRef<str> + ?Sized> AsReference<'a> for &'a T {
    fn text(self) -> &'a str {
        self.as_ref()
    }

    fn reference(self) -> Reference<'a> {
        Reference::of(self.as_ref())
    }
}

impl<'a> AsReference<'a> for Reference<'a> {
    fn text(self) -> &'a str {
        self.text
    }

    fn reference(self) -> Self {
        self
    }
}

impl<'a> AsReference<'a> for &Reference<'a> {
    fn text(self) -> &'a str {
        self.text
    }

    fn reference(self) -> Reference<'a> {
        *self
    }
}

/// A valid reference that an operation produced.
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

    /// The text that an operation produced; if it is borrowed, it is the reference itself.
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
