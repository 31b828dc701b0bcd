//! Compact IRIs: prefixes for namespaces, as in Turtle, SPARQL, JSON-LD, XML and CURIEs.

mod map;
mod syntax;
mod trie;
mod turtle;
mod well_known;

pub use map::{NotAMap, NotCompact, Prefix, PrefixMap, is_name};
#[cfg(feature = "findings")]
pub(crate) use syntax::has_qname;
pub use syntax::{Syntax, is_qname};
pub use turtle::{from_turtle, to_turtle};
pub use well_known::well_known;
