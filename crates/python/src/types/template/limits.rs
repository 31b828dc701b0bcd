//! The keyword `limits` of `URITemplate`.

use iriform::engine::template::Limits;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

use crate::errors::{self, refused};
use crate::text::valid_utf8;

/// Fails if a template exceeds `limits`, a `TemplateLimits` or None.
pub(super) fn check(template: &Bound<'_, PyString>, limits: &Bound<'_, PyAny>) -> PyResult<()> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if limits.is_none() {
        return Ok(());
    }
    let class = CLASS.import(limits.py(), "iriform._types", "TemplateLimits")?;
    if !limits.is_instance(class)? {
        return Err(errors::wrong_type(limits, "limits", "a TemplateLimits or None"));
    }
    let limit = |name: &str| limits.getattr(name)?.extract();
    let limits = Limits {
        max_length: limit("max_length")?,
        max_variables: limit("max_variables")?,
        max_cost: limit("max_cost")?,
    };
    let checked = limits.check(&valid_utf8(template));
    checked.map_err(refused)
}
