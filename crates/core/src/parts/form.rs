//! The forms that a reference can have (RFC 3986 §4.1, §4.2).

use crate::syntax::choice::choices;
use crate::syntax::split::{Parts, split};
use crate::syntax::text::Text;

choices! {
    /// The form of a reference.
    pub enum ReferenceForm;
    /// The name, in the RFC's words.
    pub fn name;
    /// With a scheme: a URI or IRI.
    Full = "full";
    /// A relative reference that begins with two slashes.
    NetworkPath = "network-path";
    /// A relative reference that begins with one slash.
    AbsolutePath = "absolute-path";
    /// A relative reference whose path does not begin with a slash.
    RelativePath = "relative-path";
    /// A relative reference without authority and with an empty path.
    Empty = "empty";
}

impl ReferenceForm {
    /// The form of a valid reference.
    pub fn of(text: impl Text) -> Self {
        Self::at(text, &split(text))
    }

    /// The form of a valid reference with these components.
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
}
