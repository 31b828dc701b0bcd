//! The native recognizer of each production by the production's name.

use iriform::engine::{Fault, Reason, Rule, recognize, redact, references::Masking, text::Utf8};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors;
use crate::strtype::{Units, for_text, units};
use crate::take;
use crate::text;

pub(crate) fn named(rule: &str) -> PyResult<Rule> {
    Rule::by_name(rule).ok_or_else(|| PyKeyError::new_err(rule.to_owned()))
}

pub(crate) fn units_of<'a>(text: &'a Bound<'_, PyAny>) -> PyResult<Units<'a>> {
    if let Ok(text) = text.cast::<PyString>() {
        units(text)
    } else if let Ok(bytes) = text.cast::<PyBytes>() {
        Ok(Units::Utf8(Utf8(bytes.as_bytes())))
    } else {
        Err(errors::wrong_type(text, "text", "str or bytes"))
    }
}

fn run(rule: &str, text: &Bound<'_, PyAny>) -> PyResult<Result<(), Fault>> {
    let rule = named(rule)?;
    Ok(for_text!(units_of(text)?, t => recognize(t, rule)))
}

/// Returns true if the whole of `text`, a `str` or UTF-8 `bytes`, matches the production named `rule`.
#[pyfunction(signature = (rule, text, /))]
pub(crate) fn matches(rule: &str, text: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(run(rule, text)?.is_ok())
}

/// None if `text` matches; else `(position, start, stop, rule, reason)`, as in `ParseError`.
#[pyfunction(signature = (rule, text, /))]
#[allow(clippy::type_complexity, reason = "what Python unpacks")]
pub(crate) fn diagnose(
    rule: &str,
    text: &Bound<'_, PyAny>,
) -> PyResult<Option<(usize, usize, usize, &'static str, &'static str)>> {
    Ok(run(rule, text)?.err().map(|fault| {
        let Fault { position, span, rule, reason } = fault;
        (position, span.start, span.end, rule.name(), reason.code())
    }))
}

/// The ranges that must not be shown of a text that stops matching `rule` at `position`, or matches it if that
/// is None.
#[pyfunction(signature = (rule, text, position=None, /))]
pub(crate) fn secrets(
    rule: &str,
    text: &Bound<'_, PyAny>,
    position: Option<usize>,
) -> PyResult<Vec<(usize, usize)>> {
    let rule = named(rule)?;
    let found = for_text!(units_of(text)?, t => match position {
        Some(position) => redact::in_invalid(t, rule, position),
        None => redact::in_valid(t, rule, Masking::Everything),
    });
    Ok(found.into_iter().map(|range| (range.start, range.end)).collect())
}

/// Any text, with a mask in place of each of its secrets.
#[pyfunction(signature = (text, /, what = None), text_signature = "(text, /, what='secrets')")]
pub(crate) fn masked<'py>(
    text: &Bound<'py, PyString>,
    what: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyString>> {
    text::masked(text, take::masking(what)?)
}

/// The names of all productions, RFC 3986 first.
#[pyfunction]
pub(crate) fn rules() -> Vec<&'static str> {
    Rule::ALL.iter().map(|rule| rule.name()).collect()
}

/// The codes of all reasons.
#[pyfunction]
pub(crate) fn reasons() -> Vec<&'static str> {
    Reason::ALL.iter().map(|reason| reason.code()).collect()
}
