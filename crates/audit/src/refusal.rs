//! Why a document is not read any further.

use std::io;

/// What a stream answers that keeps from a parser what would exhaust it.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

impl Refusal {
    /// Why a stream has refused to read on, if the error says so.
    pub(crate) fn of(error: &io::Error) -> Option<String> {
        Some(error.get_ref()?.downcast_ref::<Self>()?.to_string())
    }
}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> Self {
        Self::other(refusal)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: what follows is not read", self.0)
    }
}

impl std::error::Error for Refusal {}
