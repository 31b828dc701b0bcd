//! The lowest layer: text, the grammar's terminals and productions, and the parser.

pub(crate) mod at_once;
pub(crate) mod bits;
pub(crate) mod chars;
pub(crate) mod choice;
pub(crate) mod error;
pub(crate) mod ip;
pub(crate) mod parse;
pub(crate) mod purl;
pub(crate) mod reference;
pub(crate) mod rule;
mod scan;
pub(crate) mod split;
pub(crate) mod template;
pub(crate) mod text;
