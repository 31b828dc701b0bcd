//! Columns: the operations of [`iriform_columns`] for Python.
//!
//! A column comes in through [`capsules`], is evaluated by [`functions`] or in SQL ([`sql`], or [`row`] for one
//! row), and goes out as an `Array` ([`answer`]), which has capsules again.

mod answer;
mod capsules;
mod functions;
mod given;
mod row;
mod sql;

pub(crate) use capsules::import;
use pyo3::prelude::*;

/// Adds what `iriform.columns` imports.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<answer::Array>()?;
    module.add_class::<answer::ChunkedArray>()?;
    module.add_class::<row::RowFunction>()?;
    functions::add_to(module)?;
    sql::add_to(module)
}
