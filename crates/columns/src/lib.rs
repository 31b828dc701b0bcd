//! The operations of iriform on columns of Arrow data: no Python, and one table of what there is.
//!
//! A column comes in through the Arrow C interface ([`interface`]) as chunks of memory that its
//! producer owns ([`chunk`]). An operation of the [`table`], with its [`arguments`], is asked of
//! every row ([`evaluate`]): the kernel decides blocks of rows, and a function of core answers for
//! each row that is valid ([`rows`]). What is made of the rows is of their layout ([`source`]),
//! and goes out as Arrow again.
//!
//! A new operation is a row of the table. Every face walks the table: the functions of Python, the
//! plugin of Polars, the functions of SQL, the stubs and the documentation.

#![deny(unsafe_code)]

pub mod arguments;
pub mod bases;
pub mod bitmap;
pub mod chunk;
pub mod component;
pub mod dictionary;
pub mod error;
pub mod evaluate;
pub mod interface;
pub mod kind;
pub mod memory;
pub mod operation;
pub mod parallel;
pub mod rows;
pub mod source;
pub mod table;

pub use error::Error;
pub use evaluate::{Question, evaluate};
pub use operation::Operation;
pub use table::{KINDS, OPERATIONS};
