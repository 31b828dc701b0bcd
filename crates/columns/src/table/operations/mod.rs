//! The table of the operations on columns, with one file for each topic. Every interface is generated from it.
//!
//! A row has the name, the arguments, the default production, the function of `rows` for one row, a sentence
//! for every page, and the rest of the docstring in Python. CONTRIBUTING.md has the recipe for a new one.

use crate::error::Error;
use crate::table::operation::Operation;

/// Makes the rows of a topic, and a macro that passes their names on, because the exported functions of a
/// plugin must be named in its source.
macro_rules! operations {
    (($dollar:tt) $with:ident $($name:ident { $($row:tt)* })*) => {
        /// The rows are in the order of the documentation.
        pub(super) static OPERATIONS: &[$crate::table::operation::Operation] =
            &[$(row!($name { $($row)* })),*];

        /// Calls a macro with the names of this topic.
        #[macro_export]
        #[doc(hidden)]
        macro_rules! $with {
            ($dollar macro_:ident) => { $dollar macro_! { $($name)* } };
        }
    };
}

/// A row. The usual values are omitted: no arguments, IRIs, no lists, and nothing to prepare. The row of a
/// component has its clause in RFC 3986, and the answer for the text of the example.
macro_rules! row {
    ($name:ident {
        component: $component:expr,
        clause: $clause:literal,
        summary: $summary:expr,
        example: $example:literal,
    }) => {
        row!($name {
            work: $crate::table::operation::Work::Components(Some($component)),
            summary: $summary,
            doc: concat!(
                "\nRFC 3986 ",
                $clause,
                ".\n\n>>> column = pa.array([\"https://me@example.org:8042/over/there?name=ferret#nose\", \"urn:\"])\n\
                 >>> columns.",
                stringify!($name),
                "(column).to_pylist()\n",
                $example,
                "\n"
            ),
        })
    };
    ($name:ident {
        $(arguments: $arguments:expr,)?
        $(production: $production:expr,)?
        work: $work:expr,
        $(reads_lists: $reads_lists:expr,)?
        $(unchanged: $unchanged:expr,)?
        $(prepare: $prepare:expr,)?
        summary: $summary:expr,
        doc: $doc:expr,
    }) => {
        $crate::table::operation::Operation {
            name: stringify!($name),
            own: row!(@or &[]; $($arguments)?),
            production: row!(@or ::iriform_kernel::ReferenceKind::IRI; $($production)?),
            work: $work,
            reads_lists: row!(@or false; $($reads_lists)?),
            unchanged: row!(@optional $($unchanged)?),
            prepare: row!(@optional $($prepare)?),
            summary: $summary,
            doc: $doc,
        }
    };
    (@or $usual:expr; $value:expr) => { $value };
    (@or $usual:expr;) => { $usual };
    (@optional $value:expr) => { Some($value) };
    (@optional) => { None };
}

mod checking;
mod components;
mod edits;
mod hosts;
mod links;
mod packages;
mod paths;
mod percent;
mod prefixes;
mod queries;
mod references;
mod storage;
mod templates;

/// The topics, in the order of the documentation.
static TOPICS: &[&[Operation]] = &[
    checking::OPERATIONS,
    components::OPERATIONS,
    hosts::OPERATIONS,
    references::OPERATIONS,
    queries::OPERATIONS,
    paths::OPERATIONS,
    edits::OPERATIONS,
    percent::OPERATIONS,
    links::OPERATIONS,
    packages::OPERATIONS,
    storage::OPERATIONS,
    prefixes::OPERATIONS,
    templates::OPERATIONS,
];

/// Calls a macro with the names of all operations, once for each topic.
#[macro_export]
macro_rules! with_operations {
    ($macro_:ident) => {
        $crate::with_checking! { $macro_ }
        $crate::with_components! { $macro_ }
        $crate::with_hosts! { $macro_ }
        $crate::with_references! { $macro_ }
        $crate::with_queries! { $macro_ }
        $crate::with_paths! { $macro_ }
        $crate::with_edits! { $macro_ }
        $crate::with_percent! { $macro_ }
        $crate::with_links! { $macro_ }
        $crate::with_packages! { $macro_ }
        $crate::with_storage! { $macro_ }
        $crate::with_prefixes! { $macro_ }
        $crate::with_templates! { $macro_ }
    };
}

/// All operations, in the order of the documentation.
pub fn all() -> impl Iterator<Item = &'static Operation> {
    TOPICS.iter().copied().flatten()
}

impl Operation {
    /// The operation of that name.
    pub fn named(name: &str) -> Result<&'static Self, Error> {
        let missing = || Error::Value(format!("columns have no operation {name:?}"));
        all().find(|operation| operation.name == name).ok_or_else(missing)
    }
}
