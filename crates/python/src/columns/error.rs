//! Errors and panics of column operations as Python exceptions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use iriform_columns::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The exception of an error.
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

/// What a call answers; a panic is raised as an `Exception` like any other.
pub(super) fn caught<T>(call: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // OK to look at what a panic left behind: the arguments are dropped, and nothing else is shared.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| {
        Err(PyRuntimeError::new_err(
            "iriform failed: please report this, unless the memory of the column was written to \
             during the call",
        ))
    })
}
