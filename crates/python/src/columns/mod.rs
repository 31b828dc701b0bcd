//! Columns: the operations of core on Arrow data, in parallel and without Python.
//!
//! A column comes in through [`capsule`] as chunks of memory that its producer owns ([`chunk`]).
//! A question ([`operation`]) is put to every row of it ([`evaluate`]), which reads the rows where
//! they lie and makes texts in the same layout ([`source`]). The answer goes out as Arrow again.

mod answer;
mod bases;
mod bitmap;
#[allow(unsafe_code)]
pub(crate) mod capsule;
pub(crate) mod chunk;
pub(crate) mod dictionary;
pub(crate) mod error;
pub(crate) mod evaluate;
mod findings;
pub(crate) mod functions;
pub(crate) mod making;
pub(crate) mod memory;
pub(crate) mod operation;
mod parallel;
mod source;

use pyo3::prelude::*;

/// Adds what `iriform.columns` imports.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<answer::Array>()?;
    module.add_class::<answer::ChunkedArray>()?;
    functions::add_to(module)
}
