//! The results of properties and methods.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

/// The result of a property or a method.
pub(crate) type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// None.
pub(crate) fn none<'py>(object: &Bound<'py, PyAny>) -> Answer<'py> {
    Ok(object.py().None().into_bound(object.py()))
}

/// True or False.
pub(crate) fn boolean<'py>(object: &Bound<'py, PyAny>, value: bool) -> Answer<'py> {
    Ok(PyBool::new(object.py(), value).to_owned().into_any())
}

/// A number or None.
pub(crate) fn number<'py>(object: &Bound<'py, PyAny>, value: Option<u16>) -> Answer<'py> {
    or_none(object, value, |value| Ok(PyInt::new(object.py(), value).into_any()))
}

/// A plain text.
pub(crate) fn plain_text<'py>(object: &Bound<'py, PyAny>, text: &str) -> Answer<'py> {
    Ok(PyString::new(object.py(), text).into_any())
}

/// The answer for a value, or None without one.
pub(crate) fn or_none<'py, T>(
    object: &Bound<'py, PyAny>,
    value: Option<T>,
    answer: impl FnOnce(T) -> Answer<'py>,
) -> Answer<'py> {
    value.map_or_else(|| none(object), answer)
}
