//! The results of properties and methods.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};

/// The result of a property or a method.
pub(crate) type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// None.
pub(crate) fn none<'py>(asked: &Bound<'py, PyAny>) -> Answer<'py> {
    Ok(asked.py().None().into_bound(asked.py()))
}

/// True or False.
pub(crate) fn boolean<'py>(asked: &Bound<'py, PyAny>, value: bool) -> Answer<'py> {
    Ok(PyBool::new(asked.py(), value).to_owned().into_any())
}

/// A number or None.
pub(crate) fn number<'py>(asked: &Bound<'py, PyAny>, value: Option<u16>) -> Answer<'py> {
    match value {
        Some(value) => Ok(PyInt::new(asked.py(), value).into_any()),
        None => none(asked),
    }
}
