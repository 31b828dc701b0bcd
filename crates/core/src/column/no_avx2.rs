//! For processors other than x86-64: there is no classifier, so the parser decides.

use super::Row;
use super::rows::Stretch;
use super::stretch::{Planes, Schemes, Verdict};

/// There is no value of this type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Avx2 {}

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        None
    }

    pub(super) fn decide<const IRI: bool, const GENERAL: bool, const DEPTH: u8>(
        self,
        _: &Stretch<'_>,
        _: &mut Planes,
        _: &Schemes,
        _: &mut [Row],
    ) -> Verdict {
        match self {}
    }
}
