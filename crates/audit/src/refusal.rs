//! Why a document is not read any further.

use std::io;

/// The error of a stream that withholds text from a parser which would exhaust it, or which it would misread.
#[derive(Debug)]
pub(crate) struct Refusal {
    why: String,
    /// True if the document ends there, so that nothing follows.
    is_end: bool,
}

impl Refusal {
    /// Refuses to read on.
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), is_end: false }
    }

    /// The document ends too early.
    pub(crate) fn at_end(why: impl Into<String>) -> Self {
        Self { why: why.into(), is_end: true }
    }

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
        f.write_str(&self.why)?;
        if self.is_end { Ok(()) } else { f.write_str(": the rest is not read") }
    }
}

impl std::error::Error for Refusal {}
