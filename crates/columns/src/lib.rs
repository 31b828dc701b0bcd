//! The operations of iriform on columns of Arrow data. The crate does not depend on Python, and one
//! table lists the operations.
//!
//! A column comes in through the Arrow C interface ([`interface`]) as chunks of memory that its
//! producer owns ([`chunk`]). An operation of the table ([`operations`]), with its [`arguments`], is
//! evaluated on every row ([`evaluate()`]): the kernel validates blocks of rows, and a function of
//! core computes the answer for each valid row ([`rows`]). The answers keep the layout of the rows
//! ([`source`]) and are exported as Arrow again.
//!
//! The folders are layers, from the lowest: `arrow`, `answers`, `templates`, `table`, `evaluate`.
//!
//! A new operation is a new row of the table. Every interface is generated from the table: the Python
//! functions, the Polars plugin, the SQL functions, the stubs and the documentation.

#![deny(unsafe_code)]

mod answers;
mod arrow;
pub mod error;
mod evaluate;
pub mod parallel;
mod table;
mod templates;

pub use answers::{builder, gather, json, source};
pub use arrow::{bitmap, chunk, dictionary, interface, large, memory};
pub use error::Error;
pub use evaluate::evaluate;
pub use evaluate::expansion::expand;
pub use table::call::Call;
pub use table::operation::Operation;
pub use table::{
    arguments, cells, component, last, operation, operations, policies, production, rows, sql,
    value,
};
pub use templates::template::Template;
pub use templates::values;
