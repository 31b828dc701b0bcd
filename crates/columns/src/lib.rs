//! The operations of iriform on columns of Arrow data. The crate does not depend on Python, and one
//! table lists the operations.
//!
//! A column comes in through the Arrow C interface ([`interface`]) as chunks of memory that its
//! producer owns ([`chunk`]). An operation of the [`table`], with its [`arguments`], is evaluated
//! on every row ([`evaluate`]): the kernel validates blocks of rows, and a function of core
//! computes the answer for each valid row ([`rows`]). The answers keep the layout of the rows
//! ([`source`]) and are exported as Arrow again.
//!
//! A new operation is a new row of the table. All faces are made from the table: the Python
//! functions, the Polars plugin, the SQL functions, the stubs and the documentation.

#![deny(unsafe_code)]

pub mod arguments;
pub mod bases;
pub mod bitmap;
pub mod builder;
pub mod chunk;
pub mod component;
pub mod concatenated;
pub mod dictionary;
mod documents;
mod draft;
pub mod error;
pub mod evaluate;
mod expansion;
mod filling;
mod findings;
pub mod gather;
pub mod interface;
mod join;
mod json;
pub mod large;
pub mod memory;
pub mod operation;
pub mod parallel;
mod part;
mod piece;
pub mod pointed;
pub mod production;
pub mod question;
pub mod rows;
pub mod source;
pub mod sql;
pub mod table;
mod template;
mod texts;
mod types;
mod unchanged;
pub mod values;
mod variables;

pub use error::Error;
pub use evaluate::evaluate;
pub use expansion::expand;
pub use operation::Operation;
pub use question::Question;
pub use table::{OPERATIONS, PRODUCTIONS};
pub use template::Template;
