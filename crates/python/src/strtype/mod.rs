//! The native types: subclasses of `str` whose text has matched a production.
//!
//! All `unsafe` code of the types is here; what they have, from Python's side, is in
//! [`crate::types`].
//!
//! PyO3 cannot subclass `str`, so the types are made from `PyType_Spec`s. What makes them sound:
//!
//! * The only way to an instance is [`build`], on text that [`check`] has passed, that is a
//!   component of such text, or that an operation of core has made. `CPython` itself refuses all
//!   other constructors, because of how instances lie in memory: see [`layout`].
//! * The types are immutable, so that neither a method nor `__class__` of an instance can be
//!   replaced. A user's class can be changed by its author; so the text of its instances is checked
//!   again before we rely on what the class says: see [`Kind::of`].
//! * A `str` subclass may lie through `__str__`. Its text is therefore copied to an exact `str`
//!   first, without calling into it, and the copy is both checked and kept.
//! * Instances have no storage beyond `str`'s own: text is read where `str` keeps it, in code
//!   points of one, two or four bytes, and no UTF-8 copy is left on the caller's object.
//!
//! A new object is made by `str`'s own `tp_new` after `tp_vectorcall`, so that no knowledge of
//! how a `str` is laid out is needed, and the argument tuple that it wants is used again.
//!
//! By topic, each using those before it: [`storage`] the text of a `str`; [`check`] that text
//! against a rule; [`kind`] which types there are; [`layout`] how instances lie in memory;
//! [`tuple`] and [`build`] from text to instance; `recent` instances that are found again; [`derived`] what
//! users' classes add; [`arguments`], [`signature`] and [`call`] from C to a method and back; [`make`] the types themselves, and
//! `immortal` what they need without the GIL.

#![allow(unsafe_code)]

mod arguments;
mod build;
mod call;
mod check;
mod derived;
#[cfg(Py_GIL_DISABLED)]
mod immortal;
mod kind;
mod layout;
mod make;
#[cfg(not(Py_GIL_DISABLED))]
mod recent;
mod signature;
mod storage;
mod tuple;

pub(crate) use arguments::{Arguments, Several};
pub(crate) use build::{component, instance, parse, wrap};
#[cfg(Py_GIL_DISABLED)]
pub(crate) use build::{component as recurring, is_found_of};
pub(crate) use call::{Function, Method, Property, Variadic, WithKeywords, call, method};
pub(crate) use check::check;
pub(crate) use derived::{Decider, is_constructor_ours, policies, seal, with_policy};
pub(crate) use kind::Kind;
pub(crate) use make::{Face, Keyword, make};
#[cfg(not(Py_GIL_DISABLED))]
pub(crate) use recent::{is_found_of, recurring};
pub(crate) use signature::{Optional, Required, Signature};
pub(crate) use storage::{Units, ascii, exact, for_text, substring, units};
pub(crate) use tuple::named_tuple;
