//! The native types: subclasses of `str` whose text has matched a production.
//!
//! All `unsafe` code of the types is here; their properties and methods are in [`crate::types`].
//!
//! PyO3 cannot subclass `str`, so the types are made from `PyType_Spec`s. What makes them sound:
//!
//! * Instances are only made by [`build`], from text that [`check`] has accepted, that is a component of such
//!   text, or that a core operation has made. `CPython` itself refuses all other constructors, because of the
//!   memory layout of instances: see [`layout`].
//! * The types are immutable, so neither a method nor the `__class__` of an instance can be replaced. A user's
//!   class can be changed by its author, so the text of its instances is checked again before we rely on the
//!   class: see [`Kind::of`].
//! * A `str` subclass may lie through `__str__`. So its text is copied to an exact `str` first, without calling
//!   into it, and the copy is both checked and kept.
//! * Instances have no storage beyond that of `str`: text is read where `str` stores it, in code points of one,
//!   two or four bytes, and no UTF-8 copy is cached on the caller's object.
//!
//! A new object is made by `str`'s own `tp_new` after `tp_vectorcall`, so no knowledge of the layout of a `str`
//! is needed, and the argument tuple is reused.
//!
//! The modules, each of which uses those before it: [`storage`]: the text of a `str`; [`check`]: text against a
//! rule; [`kind`]: the types; [`layout`]: the memory layout of instances; [`tuple`] and [`build`]: from text to
//! instance; `recent`: cached instances; [`derived`]: users' classes; [`arguments`], [`signature`] and
//! [`call`]: from C to a method and back; [`make`]: the types themselves, and `immortal`: types without the
//! GIL.

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
