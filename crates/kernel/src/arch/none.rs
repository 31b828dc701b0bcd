//! Processors other than x86-64 and AArch64 have no classifier: the parser decides every row.

use crate::block::RowParts;
use crate::rows::Stretch;
use crate::stretch::{Planes, Schemes, Verdict};

/// A type without values: nothing can be classified.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Nothing {}

impl Nothing {
    pub(crate) fn detect() -> Option<Self> {
        None
    }

    pub(crate) fn decide<const IRI: bool, const GENERAL: bool, const WANTED: u8>(
        self,
        _: &Stretch<'_>,
        _: &mut Planes,
        _: &Schemes,
        _: &mut [RowParts],
    ) -> Verdict {
        match self {}
    }
}
