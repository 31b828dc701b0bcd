//! Text against a production, with Python's exception where it does not match.

use iriform_core::text::Text;
use iriform_core::{Fault, Rule, recognize, template};
use pyo3::prelude::*;

use super::storage::{Units, for_text};
use crate::errors;

/// Whether text is what an instance whose production is `rule` can be. A template is more than its
/// production says: no operator of it is one that RFC 6570 keeps for later.
#[inline]
pub(super) fn recognized(text: impl Text, rule: Rule) -> Result<(), Fault> {
    match rule {
        Rule::UriTemplate => template::recognize_template(text),
        _ => recognize(text, rule),
    }
}

/// Fails with the `ParseError` for `argument`, whose text `units` are, unless it matches `rule`.
#[inline]
pub(crate) fn check(rule: Rule, units: Units<'_>, argument: &Bound<'_, PyAny>) -> PyResult<()> {
    for_text!(units, text => recognized(text, rule))
        .map_err(|fault| errors::parse_error(argument, rule, &fault))
}
