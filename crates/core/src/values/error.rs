//! Why a value cannot be made.

use std::fmt;
use std::ops::Range;

use crate::compose::Misfit;
use crate::operations::repair::{Change, original};
use crate::parts::host::NotInAHost;
use crate::syntax::error::{Fault, Reason};
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;
use crate::words::Explained;

/// Where a text does not match a production, and why.
///
/// `Display` shows it in one line, [`drawing`](Self::drawing) in three, with the position. Both are safe to
/// show to anybody: a password is masked, invisible characters are escaped, and long text is cut.
///
/// ```
/// use iriform::Iri;
///
/// let error = Iri::parse("http://example.org/a b").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)"
/// );
/// assert_eq!(error.position(), 20);
/// assert_eq!(error.hint().as_deref(), Some("percent-encode it as %20"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ParseError(Box<Refused>);

/// The refused text and its fault, in one allocation.
#[derive(Clone, PartialEq, Eq)]
struct Refused {
    text: Box<str>,
    production: Rule,
    fault: Fault,
}

impl ParseError {
    /// Makes the error for `text`, which does not match `production`.
    pub(super) fn new(text: &str, production: Rule, fault: Fault) -> Self {
        Self(Box::new(Refused { text: text.into(), production, fault }))
    }

    /// The error of `text` that remains after these changes to it. Text that was trimmed to nothing has no
    /// position in it.
    pub(super) fn before_repair(self, text: &str, changes: &[Change]) -> Self {
        if self.0.text.is_empty() {
            return self;
        }
        let original = |place| original(place, text, changes);
        let Fault { position, span, rule, reason } = self.0.fault;
        let span = original(span.start)..original(span.end);
        let fault = Fault { position: original(position), span, rule, reason };
        Self::new(text, self.0.production, fault)
    }

    /// The whole text, including any password.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The production that the text does not match.
    pub fn production(&self) -> Rule {
        self.0.production
    }

    /// The innermost rule that was being matched.
    pub fn rule(&self) -> Rule {
        self.0.fault.rule
    }

    /// Why the text does not match.
    pub fn reason(&self) -> Reason {
        self.0.fault.reason
    }

    /// Where the text stops matching, in bytes: the end of the longest viable prefix. It is the length of the
    /// text if the text ended too early.
    pub fn position(&self) -> usize {
        self.0.fault.position
    }

    /// The range of the text at fault, in bytes. It may begin before the position.
    pub fn span(&self) -> Range<usize> {
        self.0.fault.span.clone()
    }

    /// [`position`](Self::position) in characters, as editors and other languages count.
    pub fn char_position(&self) -> usize {
        self.characters(self.position())
    }

    /// [`span`](Self::span) in characters.
    pub fn char_span(&self) -> Range<usize> {
        let Range { start, end } = self.span();
        self.characters(start)..self.characters(end)
    }

    /// A hint, if there is a change that makes the text valid or moves the fault further.
    pub fn hint(&self) -> Option<String> {
        self.explained().hint().map(Into::into)
    }

    /// The message, the text around the position, and the position with the hint, on one line each.
    pub fn drawing(&self) -> String {
        self.explained().drawing()
    }

    fn characters(&self, bytes: usize) -> usize {
        self.0.text[..bytes].chars().count()
    }

    fn explained(&self) -> Explained<'_, Utf8<'_>> {
        let Refused { text, production, fault } = &*self.0;
        Explained::new(Utf8(text.as_bytes()), *production, fault, &|_| None)
    }
}

error_words!(ParseError, |error, f| f.write_str(&error.explained().message()));

/// Like `Display`, it shows no password.
impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ParseError");
        shown.field("message", &self.to_string()).field("span", &self.span());
        shown.finish_non_exhaustive()
    }
}

/// Why an edit of a reference is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The new component does not match its production.
    Component(ParseError),
    /// The components do not go together.
    Misfit(Misfit),
    /// The host has a character that no host has.
    Host(NotInAHost),
    /// Data for a segment of a path is or has a segment `.` or `..`, which programs remove (RFC 3986 §5.2.4).
    DotSegment,
}

error_words!(EditError, |error, f| match error {
    Self::Component(error) => error.fmt(f),
    Self::Misfit(misfit) => misfit.fmt(f),
    Self::Host(error) => error.fmt(f),
    Self::DotSegment => {
        f.write_str(
            "a segment must not be \".\" or \"..\", nor have one between slashes (RFC 3986 §5.2.4)",
        )
    }
});

impl From<ParseError> for EditError {
    fn from(error: ParseError) -> Self {
        Self::Component(error)
    }
}

impl From<Misfit> for EditError {
    fn from(misfit: Misfit) -> Self {
        Self::Misfit(misfit)
    }
}
