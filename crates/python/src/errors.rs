//! `Fault`s as `iriform.ParseError`.

use iriform_core::{Fault, Rule};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyType};

static PARSE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// The `ParseError` that says how `text` fails to match `production`.
///
/// The class has no `__init__`: what it knows are its `args`, so it is cheap to raise and
/// pickles as it is.
#[cold]
pub(crate) fn parse_error(text: &Bound<'_, PyAny>, production: Rule, fault: &Fault) -> PyErr {
    let py = text.py();
    let class = match PARSE_ERROR.import(py, "iriform._errors", "ParseError") {
        Ok(class) => class,
        Err(error) => return error,
    };
    let arguments = (
        text.clone().unbind(),
        fault.position,
        fault.span.start,
        fault.span.end,
        production.name(),
        fault.rule.name(),
        fault.reason.code(),
    );
    PyErr::from_type(class.clone(), arguments)
}
