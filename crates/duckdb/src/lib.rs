//! An extension of DuckDB: the operations on columns as functions of SQL, without Python.
//!
//! DuckDB loads the library and calls `iriform_init_c_api` ([`entry`]). Each operation of the
//! [table](iriform_columns::operations) becomes a function ([`function`]) that has `iri_` before its
//! name. A call copies the texts of a chunk into an Arrow column, reads the other arguments
//! ([`call`]), lets `iriform_columns` evaluate the operation, and writes the answer into DuckDB's
//! vector ([`answer`]). Only `iri_is_valid` has the kernel read the texts in DuckDB's own memory.
//!
//! The functions have the names, the arguments, the types, the answers and the messages of the
//! Python functions that `iriform.duckdb.register` adds; the same tests run on both.

#![deny(unsafe_code)]

mod answer;
mod api;
mod call;
mod entry;
mod function;
mod types;
mod vectors;
