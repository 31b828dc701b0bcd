//! Answers of text, built row by row in the layout of the column.

pub mod builder;
pub(crate) mod draft;
pub mod gather;
pub mod json;
pub(crate) mod offsets;
pub(crate) mod piece;
pub mod source;
pub(crate) mod views;
