//! The native recognizer of each production by the production's name.

use iriform_core::text::Utf8;
use iriform_core::{Fault, Reason, Rule, recognize};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::newtypes::{Units, for_text, units};

fn run(rule: &str, text: &Bound<'_, PyAny>) -> PyResult<Result<(), Fault>> {
    let rule = Rule::by_name(rule).ok_or_else(|| PyKeyError::new_err(rule.to_owned()))?;
    let units = if let Ok(text) = text.cast::<PyString>() {
        units(text)
    } else if let Ok(bytes) = text.cast::<PyBytes>() {
        Units::Utf8(Utf8(bytes.as_bytes()))
    } else {
        let name = text.get_type().name()?;
        return Err(PyTypeError::new_err(format!("text must be str or bytes, not {name}")));
    };
    Ok(for_text!(units, t => recognize(t, rule)))
}

/// Whether the whole of `text`, a `str` or UTF-8 `bytes`, matches the production named `rule`.
#[pyfunction]
#[pyo3(signature = (rule, text, /))]
pub(crate) fn matches(rule: &str, text: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(run(rule, text)?.is_ok())
}

/// None if `text` matches; else `(position, start, stop, rule, reason)`, as `ParseError` has them.
#[pyfunction]
#[pyo3(signature = (rule, text, /))]
#[allow(clippy::type_complexity)]
pub(crate) fn diagnose(
    rule: &str,
    text: &Bound<'_, PyAny>,
) -> PyResult<Option<(usize, usize, usize, &'static str, &'static str)>> {
    Ok(run(rule, text)?.err().map(|fault| {
        let Fault { position, span, rule, reason } = fault;
        (position, span.start, span.end, rule.name(), reason.code())
    }))
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
