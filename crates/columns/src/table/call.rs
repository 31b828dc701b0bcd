//! A call of an operation on a column: the operation, its arguments, the production.

use iriform_kernel::ReferenceKind;

use crate::table::arguments::Arguments;
use crate::table::operation::Operation;

/// An operation with its arguments, ready to be evaluated on every row.
pub struct Call<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// Its arguments.
    pub arguments: &'a Arguments,
    /// The production that rows must match.
    pub production: ReferenceKind,
}
