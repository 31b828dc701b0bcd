//! Fills the variables of a URI template from a row in any representation.

use iriform::engine::template::{Misuse, Slot};
use iriform_kernel::Unreadable;

use crate::error::Error;

/// The values of the variables of a template, by row.
pub(crate) trait ByRow: Sync {
    /// The values of a row.
    type Row<'a>
    where
        Self: 'a;

    /// The numbers of rows of the chunks.
    fn lengths(&self) -> Vec<usize>;

    /// The values of a row of a chunk; none if it is null.
    fn row(&self, chunk: usize, row: usize) -> Result<Option<Self::Row<'_>>, Error>;

    /// Puts the value of a variable into its slot. A variable without a value is undefined.
    fn fill(&self, row: &Self::Row<'_>, name: &str, slot: &mut Slot<'_>) -> Result<(), Failed>;
}

/// Why a row has no expansion.
pub(crate) enum Failed {
    /// The values do not fit the template.
    Misuse(Misuse),
    /// A value is not UTF-8.
    NotUtf8,
    /// The column never has one.
    Column(Error),
}

impl From<Misuse> for Failed {
    fn from(misuse: Misuse) -> Self {
        Self::Misuse(misuse)
    }
}

impl From<std::str::Utf8Error> for Failed {
    fn from(_: std::str::Utf8Error) -> Self {
        Self::NotUtf8
    }
}

impl From<Unreadable> for Failed {
    fn from(unreadable: Unreadable) -> Self {
        Self::Column(unreadable.into())
    }
}
