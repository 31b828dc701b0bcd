//! URIs and IRIs by the grammar of RFC 3986 and RFC 3987: the algorithms of iriform.
//!
//! Text goes one way: [`text`] → [`parse`](mod@parse) → [`split`](mod@split) → an operation. Every
//! module is a topic of the RFCs and no module knows of Python.

// One module is allowed it: `column::avx2`, since vectors are loaded through pointers and functions
// compiled for a processor may be called only on such a processor.
#![deny(unsafe_code)]

pub mod chars;
pub mod column;
pub mod compose;
pub mod convert;
pub mod edit;
pub mod error;
pub mod host;
pub mod idna;
mod ip;
pub mod normalize;
pub mod parse;
pub mod path;
pub mod percent;
pub mod query;
pub mod relativize;
pub mod repair;
pub mod resolve;
pub mod rule;
pub mod scheme;
pub mod split;
pub mod text;

pub use compose::{Components, Misfit};
pub use error::{Fault, Reason};
pub use normalize::{Level, comparison_key, normalize};
pub use parse::{Form, parse, recognize};
pub use relativize::relativize;
pub use resolve::resolve;
pub use rule::Rule;
pub use split::{AuthorityParts, Parts, split, split_authority};
