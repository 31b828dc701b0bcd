//! A DuckDB extension: the operations on columns as SQL functions, without Python.
//!
//! DuckDB loads the library and calls `iriform_init_c_api` ([`entry`]). Each operation of the
//! [table](iriform_columns::operations) becomes a function ([`function`]) whose name is prefixed with `iri_`. A
//! call copies the texts of a chunk into an Arrow column, reads the other arguments ([`call`]), lets
//! `iriform_columns` evaluate the operation, and writes the answer into DuckDB's vector ([`answer`]). Only for
//! `iri_is_valid` does the kernel read texts in DuckDB's own memory.
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
