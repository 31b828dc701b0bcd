//! Columns in Arrow's memory: import, reading of rows, and export of arrays.

pub mod bitmap;
pub mod chunk;
pub mod dictionary;
mod format;
pub mod interface;
pub mod large;
pub mod memory;
pub(crate) mod types;
