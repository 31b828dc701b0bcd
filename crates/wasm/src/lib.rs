//! The explorer's module: what core knows about a text, for a web page, in units of UTF-16.
//!
//! A page writes text into the module's memory and reads JSON ([`exports`]). The JSON is an [`Explanation`] or
//! [`FoundLinks`]; core computes everything in it. This crate collects answers and converts positions in bytes
//! to positions in UTF-16, the unit of a page.

mod explanation;
mod exports;
mod found;
mod places;
mod tree;

pub use explanation::{
    Change, Component, Explanation, Fault, Finding, KindVerdict, Normal, OtherForm, Reference,
    Repair, Resolution, Step, WrongName,
};
pub use found::{FoundLink, FoundLinks};
pub use places::Span;
pub use tree::Node;
