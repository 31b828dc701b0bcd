//! For processors other than x86-64: there is no classifier, so the parser decides.

use crate::Row;
use crate::rows::Stretch;
use crate::stretch::{Planes, Schemes, Verdict};

/// There is no value of this type.
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
        _: &mut [Row],
    ) -> Verdict {
        match self {}
    }
}
