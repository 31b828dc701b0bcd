//! Checks text against a production, and raises Python's exception if it does not match.

use iriform::engine::{Fault, Rule, recognize, template, text::Text};
use pyo3::prelude::*;

use super::storage::{Units, for_text};
use crate::errors;

/// Returns true if text can be an instance whose production is `rule`. A template must not only match its
/// production: it must not have an operator that RFC 6570 reserves.
#[inline]
pub(super) fn recognized(text: impl Text, rule: Rule) -> Result<(), Fault> {
    match rule {
        Rule::UriTemplate => template::recognize_template(text),
        _ => recognize(text, rule),
    }
}

/// Fails with the `ParseError` for `argument`, whose text is `units`, unless it matches `rule`.
#[inline]
pub(crate) fn check(rule: Rule, units: Units<'_>, argument: &Bound<'_, PyAny>) -> PyResult<()> {
    for_text!(units, text => recognized(text, rule))
        .map_err(|fault| errors::parse_error(argument, rule, &fault))
}
