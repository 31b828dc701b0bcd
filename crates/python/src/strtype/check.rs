//! Text against a production, with Python's exception where it does not match.

use iriform_core::{Rule, recognize};
use pyo3::prelude::*;

use super::storage::{Units, for_text};
use crate::errors;

/// Fails with the `ParseError` for `argument`, whose text `units` are, unless it matches `rule`.
#[inline]
pub(super) fn check(rule: Rule, units: Units<'_>, argument: &Bound<'_, PyAny>) -> PyResult<()> {
    for_text!(units, text => recognize(text, rule))
        .map_err(|fault| errors::parse_error(argument, rule, &fault))
}
