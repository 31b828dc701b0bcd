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
    add_functions! { module,
        functions { column, column_arguments, column_table }
        sql { sql_column, sql_type }
    }
    Ok(())
}
