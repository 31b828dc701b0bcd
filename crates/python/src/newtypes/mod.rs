//! The native `str` newtypes: every line of `unsafe` that the binding has.
//!
//! PyO3 cannot subclass `str`, so the types are made from `PyType_Spec`s. What makes them sound:
//!
//! * The only way to an instance is [`build`], on text that [`check`] has passed or that is
//!   a component of such text. Each type has its own `tp_new`, so `str.__new__(IRI, …)` is
//!   refused by `CPython` itself; the types are immutable, so neither a method nor `__class__`
//!   can be swapped under an instance.
//! * A `str` subclass may lie through `__str__`. Its text is therefore copied to an exact `str`
//!   first, without calling into it, and the copy is both checked and kept.
//! * Instances have no storage beyond `str`'s own: text is read where `str` keeps it, in code
//!   points of one, two or four bytes, and no UTF-8 copy is left on the caller's object.
//!
//! A new object is made by `str`'s own `tp_new` behind `tp_vectorcall`, so that no knowledge of
//! how a `str` is laid out is needed, and the argument tuple that it wants is used again.
//!
//! By topic: [`kind`] which newtypes there are; [`storage`] the text of a `str`; [`build`] from
//! text to instance; [`call`] from C to a method and back; [`make`] the types themselves.

#![allow(unsafe_code)]

mod build;
mod call;
mod kind;
mod make;
mod storage;

pub(crate) use build::{component, parse, wrap};
pub(crate) use call::{Arguments, Method, Property, call, method};
pub(crate) use kind::Kind;
pub(crate) use make::{Face, make};
pub(crate) use storage::{Units, exact, for_text, substring, units};
