//! The explorer's module: what core knows of a text, for a web page, in units of UTF-16.
//!
//! A page writes text into the module's memory and reads JSON ([`exports`]). The JSON is an
//! [`Explanation`], or [`FoundLinks`]; core makes everything in it. Here, answers are collected, and places in bytes
//! become places in UTF-16, which a page counts in.

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
