//! Package URLs (ECMA-427, second edition): the rules of the scheme `pkg` beyond the generic syntax.
//!
//! [`Purl`] is a text that follows the grammar of Annex C, the rules that the grammar cannot state, and the
//! rules of its type ([`types`]). [`mend`] makes the canonical text of a text that is equivalent to one.

mod canonical;
mod read;
mod registered;
mod table;
mod types;

pub(crate) use canonical::{Mended, Why};
pub use canonical::{canonical, compose, mend};
pub use read::{Package, Purl};
pub use registered::{Registry, known};
pub use types::{Form, Lower, PurlType, Requirement, Rewrite};
