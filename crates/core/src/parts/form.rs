//! The forms that a reference can have (RFC 3986 §4.1, §4.2).

use crate::syntax::split::{Parts, split};
use crate::syntax::text::Text;

/// The form of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceForm {
    /// With a scheme: a URI or IRI.
    Full,
    /// A relative reference that begins with two slashes.
    NetworkPath,
    /// A relative reference that begins with one slash.
    AbsolutePath,
    /// A relative reference whose path does not begin with a slash.
    RelativePath,
    /// A relative reference without authority and with an empty path.
    Empty,
}

impl ReferenceForm {
    /// The form of a valid reference.
    pub fn of(text: impl Text) -> Self {
        Self::at(text, &split(text))
    }

    /// The form of a valid reference whose components are at these places.
    pub(crate) fn at(text: impl Text, parts: &Parts) -> Self {
        if parts.has_scheme() {
            Self::Full
        } else if parts.has_authority() {
            Self::NetworkPath
        } else if parts.path().is_empty() {
            Self::Empty
        } else if text.is(0, b'/') {
            Self::AbsolutePath
        } else {
            Self::RelativePath
        }
    }

    /// The name, in the RFC's words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::NetworkPath => "network-path",
            Self::AbsolutePath => "absolute-path",
            Self::RelativePath => "relative-path",
            Self::Empty => "empty",
        }
    }
}
