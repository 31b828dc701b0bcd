//! Calls into the Python part of the package.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer::Answer;
use crate::strtype::{Optional, Required, Signature};

/// Calls `iriform.<module>.<function>` with `self` or the class, followed by the arguments of a method with
/// that signature.
pub(crate) fn call<'py, const R: usize, const O: usize>(
    slf: &Bound<'py, PyAny>,
    module: &str,
    function: &str,
    signature: &Signature,
    required: Required<'py, R>,
    optional: Optional<'py, O>,
) -> Answer<'py> {
    let module = PyModule::import(slf.py(), format!("iriform.{module}"))?;
    let (mut positional, named) = (vec![slf.clone()], PyDict::new(slf.py()));
    let given = required.into_iter().map(Some).chain(optional);
    for (keyword, value) in signature.keywords().zip(given) {
        match (keyword, value) {
            (None, Some(value)) => positional.push(value),
            (Some(keyword), Some(value)) => named.set_item(keyword, value)?,
            (_, None) => {}
        }
    }
    module.getattr(function)?.call(PyTuple::new(slf.py(), positional)?, Some(&named))
}
