//! The errors of column operations.

use std::fmt;

use iriform_kernel::Unreadable;

/// Why there is no answer for a column.
#[derive(Debug)]
pub enum Error {
    /// Its type does not hold text.
    Type(String),
    /// Its memory is inconsistent, or an argument does not fit it.
    Value(String),
    /// A row is too long.
    Long(String),
    /// The texts of the answer need wider offsets than the column has.
    Overflow,
    /// There is not enough memory for the answer or for an intermediate result.
    Memory,
}

impl Error {
    /// The error for an argument that core refuses, with core's message.
    pub(crate) fn value(wrong: impl fmt::Display) -> Self {
        Self::Value(wrong.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(message) | Self::Value(message) | Self::Long(message) => {
                f.write_str(message)
            }
            Self::Overflow => f.write_str(
                "the result has more than 2 GiB of text, which 32-bit offsets cannot reach: \
                 cast the column to large_string or string_view, or give it in chunks",
            ),
            Self::Memory => f.write_str(
                "there is not enough memory for the answers to all rows: give the column in parts",
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<Unreadable> for Error {
    fn from(unreadable: Unreadable) -> Self {
        let message = unreadable.to_string();
        if unreadable.is_long { Self::Long(message) } else { Self::Value(message) }
    }
}
