//! The table of operations: their rows, their arguments, and the function for one row of a column.

pub(crate) mod argument_type;
pub mod arguments;
pub(crate) mod call;
pub mod cells;
pub mod component;
pub(crate) mod given;
pub(crate) mod hosts;
pub mod last;
pub(crate) mod links;
pub mod operation;
pub mod operations;
pub(crate) mod paths;
pub mod policies;
pub mod production;
pub mod rows;
pub mod sql;
pub(crate) mod storage;
pub(crate) mod unchanged;
pub mod value;
