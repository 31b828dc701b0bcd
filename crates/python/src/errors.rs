//! Faults as `iriform.ParseError`; errors and panics of column operations as Python's exceptions.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use iriform::NotADomainName;
use iriform::engine::{Fault, Reason, Rule};
use iriform_columns::Error;
use pyo3::exceptions::{
    PyMemoryError, PyOverflowError, PyRuntimeError, PyTypeError, PyUnicodeDecodeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyBytes, PyString, PyType};

use crate::answer::Answer;

static PARSE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// The names of all rules and the codes of all reasons, in the order of the enums.
static NAMES: PyOnceLock<(Names, Names)> = PyOnceLock::new();

type Names = Vec<Py<PyString>>;

/// The `ParseError` that says how `text` fails to match `production`.
///
/// The class has no `__init__` and stores everything in `args`, so it is cheap to raise and can be pickled.
#[cold]
pub(crate) fn parse_error(text: &Bound<'_, PyAny>, production: Rule, fault: &Fault) -> PyErr {
    let py = text.py();
    let class = match PARSE_ERROR.import(py, "iriform._types", "ParseError") {
        Ok(class) => class,
        Err(error) => return error,
    };
    let (rules, reasons) = NAMES.get_or_init(py, || {
        let strings = |names: Vec<&'static str>| {
            names.into_iter().map(|name| PyString::intern(py, name).unbind()).collect()
        };
        (
            strings(Rule::ALL.iter().map(|rule| rule.name()).collect()),
            strings(Reason::ALL.iter().map(|reason| reason.code()).collect()),
        )
    });
    // Make the exception immediately: PyO3's lazy errors take twice as long.
    let error = class.call1((
        text,
        fault.position,
        fault.span.start,
        fault.span.end,
        rules[production as usize].bind(py),
        rules[fault.rule as usize].bind(py),
        reasons[fault.reason as usize].bind(py),
    ));
    error.map_or_else(|failure| failure, PyErr::from_value)
}

/// Moves a `ParseError` to `text`, with its positions shifted. Any other error stays unchanged.
pub(crate) fn moved(
    error: PyErr,
    text: &Bound<'_, PyString>,
    place: impl Fn(usize) -> usize,
) -> PyErr {
    let py = text.py();
    let remade = || {
        let class = PARSE_ERROR.import(py, "iriform._types", "ParseError")?;
        let value = error.value(py);
        if !value.is_instance(class)? {
            return Ok(None);
        }
        let (start, end): (usize, usize) = value.getattr("span")?.extract()?;
        let position = value.getattr("position")?.extract()?;
        let said = |name: &str| value.getattr(name);
        let (production, rule, reason) = (said("production")?, said("rule")?, said("reason")?);
        let places = (text, place(position), place(start), place(end), production, rule, reason);
        Ok(Some(PyErr::from_value(class.call1(places)?)))
    };
    match remade() {
        Ok(Some(moved)) => moved,
        Ok(None) => error,
        Err(failure) => failure,
    }
}

/// A copy of a `UnicodeDecodeError` that has only the wrong octets, because those around them may be a
/// password.
#[pyfunction(signature = (error, /))]
pub(crate) fn undecodable<'py>(error: &Bound<'py, PyAny>) -> Answer<'py> {
    let (start, end): (usize, usize) =
        (error.getattr("start")?.extract()?, error.getattr("end")?.extract()?);
    let object = error.getattr("object")?;
    let mut octets: Vec<u8> = object.extract()?;
    let end = end.min(octets.len());
    let start = start.min(end);
    octets[..start].fill(b'*');
    octets[end..].fill(b'*');
    let octets = PyBytes::new(error.py(), &octets);
    let (encoding, reason) = (error.getattr("encoding")?, error.getattr("reason")?);
    let class = error.py().get_type::<PyUnicodeDecodeError>();
    class.call1((encoding, octets, start, end, reason))
}

/// The `ValueError` with core's message.
#[cold]
#[allow(clippy::needless_pass_by_value, reason = "as `map_err` wants it")]
pub(crate) fn refused(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The error for an object of the wrong class, whose name the message has.
#[cold]
pub(crate) fn wrong_class(given: &Bound<'_, PyAny>, message: impl FnOnce(&str) -> String) -> PyErr {
    match given.get_type().name() {
        Ok(class) => PyTypeError::new_err(message(&class.to_string_lossy())),
        Err(error) => error,
    }
}

/// The error for an argument, `name`, of the wrong type.
#[cold]
pub(crate) fn wrong_type(argument: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyErr {
    wrong_class(argument, |class| format!("{name} must be {wanted}, not {class}"))
}

/// The error for a host that UTS #46 refuses.
pub(crate) fn not_a_domain_name(host: &Bound<'_, PyString>, why: &NotADomainName) -> PyErr {
    match host.repr() {
        Ok(repr) => PyValueError::new_err(format!("{repr} is not a domain name (UTS #46): {why}")),
        Err(error) => error,
    }
}

/// The exception for an error of a column.
#[allow(clippy::needless_pass_by_value, reason = "as `map_err` wants it")]
pub(crate) fn raised(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Type(_) => PyTypeError::new_err(message),
        Error::Value(_) => PyValueError::new_err(message),
        Error::Long(_) | Error::Overflow => PyOverflowError::new_err(message),
        Error::Memory => PyMemoryError::new_err(message),
    }
}

/// Returns the answer of a call. A panic is raised as an `Exception`.
pub(crate) fn caught<T>(call: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // OK after a panic, because the arguments are dropped and nothing else is shared.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| {
        Err(PyRuntimeError::new_err(
            "iriform failed: please report this, unless the column's memory was written to during \
             the call",
        ))
    })
}
