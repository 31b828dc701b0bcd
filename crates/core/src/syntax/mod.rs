//! The lowest layer: text, the grammar's terminals and productions, and the parser.

pub(crate) mod at_once;
pub mod bits;
pub mod chars;
pub(crate) mod choice;
pub mod error;
pub(crate) mod ip;
pub mod parse;
pub(crate) mod purl;
pub mod reference;
pub mod rule;
mod scan;
pub mod split;
pub(crate) mod template;
pub mod text;
