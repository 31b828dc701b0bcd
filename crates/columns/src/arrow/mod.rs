//! Columns in Arrow's memory: how they come in, how their rows are read, and how arrays go out.

pub mod bitmap;
pub mod chunk;
pub mod dictionary;
mod format;
pub mod interface;
pub mod large;
pub mod memory;
pub(crate) mod types;
