//! The properties and methods of the types, one file for each type.

mod authority;
mod common;
pub(crate) mod domain;
mod fragment;
mod host;
mod kept;
mod path;
pub(crate) mod plain;
mod query;
pub(crate) mod quoting;
pub(crate) mod reference;
mod scheme;
mod segment;
pub(crate) mod skeleton;
mod template;
mod userinfo;

use pyo3::prelude::*;

use crate::strtype::{Decider, Face, make};

const COMPONENTS: &[Face] = &[
    scheme::FACE,
    authority::FACE,
    userinfo::FACE,
    host::FACE,
    path::FACE,
    segment::FACE,
    query::FACE,
    fragment::FACE,
];

/// Makes the types and adds them to `module`.
pub(crate) fn add_to(module: &Bound<'_, PyModule>, decider: &Decider) -> PyResult<()> {
    for faces in [reference::FACES, COMPONENTS, &[template::FACE]] {
        make(module, faces, common::METHODS, common::repr, *decider)?;
    }
    template::add_to(module)
}
