//! Policies: a policy says once what is allowed, and decides any text.
//!
//! A policy is a choice of [`findings`](crate::findings) with parameters. What it refuses is a
//! finding, of a rule that only a policy asks or of its profile.

mod allows;
mod ready;
mod terms;

pub use allows::{OfPlain, Policy};
pub use ready::{READY, Ready, ready};
pub use terms::{NotATerm, PlainTerm, PolicyTerms, TERMS, Term, WrongTerm, addresses};
