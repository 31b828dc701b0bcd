//! The errors of prefix maps, each with its prefix or name.

use iriform::engine::{
    prefixes::{NotAMap, NotCompact, Syntax},
    registered::is_registered,
    text::Utf8,
    words::{is_safe_curie_elsewhere, not_compact as in_words, quoted_name},
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::Answer;
use crate::errors::{self, refused};

/// An attribute of a Python module of the package.
pub(crate) fn helper<'py>(py: Python<'py>, module: &str, name: &str) -> Answer<'py> {
    PyModule::import(py, format!("iriform.{module}"))?.getattr(name)
}

/// Returns true if an error says that a prefix is not valid.
pub(crate) fn is_about_value(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py)
}

/// The message of an error in one line, without secrets.
pub(crate) fn reason<'py>(error: &PyErr, py: Python<'py>) -> Answer<'py> {
    let error = error.value(py);
    match error.getattr_opt(intern!(py, "message"))? {
        Some(message) => Ok(message),
        None => Ok(error.str()?.into_any()),
    }
}

/// A name as a message shows it.
pub(crate) fn quoted(name: &str) -> String {
    quoted_name(Utf8(name.as_bytes()))
}

/// The error for a text without prefixes, such as a file name.
#[cold]
pub(crate) fn no_map(given: &Bound<'_, PyAny>) -> PyErr {
    let wanted = "a mapping of names to IRIs, or pairs of them";
    let error = errors::wrong_type(given, "prefixes", wanted);
    let hint = "PrefixMap.read(file) reads a file, from_turtle(text) and from_json_ld(context) read text in memory";
    PyTypeError::new_err(format!("{}: {hint}", error.value(given.py())))
}

/// The error for names that a map cannot have.
#[cold]
pub(crate) fn not_a_map(namespaces: &Bound<'_, PyDict>, why: NotAMap) -> PyErr {
    let NotAMap::Name(place) = why else { return refused(why) };
    let name = namespaces.iter().nth(place).map(|(name, _)| name.extract::<String>());
    match name.transpose() {
        Ok(name) => {
            let name = quoted(&name.unwrap_or_default());
            PyValueError::new_err(format!("{name} is not a name: {why}"))
        }
        Err(failure) => failure,
    }
}

/// The error for a namespace, with a note that names its prefix. Python 3.10 has no notes.
#[cold]
pub(crate) fn of_prefix(error: PyErr, name: &str, py: Python<'_>) -> PyErr {
    let note = format!("in the namespace of the prefix {}", quoted(name));
    let _ = error.value(py).call_method1("add_note", (note,));
    error
}

/// The error for a text that is not a compact IRI.
#[cold]
pub(crate) fn not_compact(
    map: &Bound<'_, PyAny>,
    text: &str,
    syntax: Syntax,
    why: NotCompact,
) -> PyErr {
    if let NotCompact::Unknown(colon) = why
        && !is_safe_curie_elsewhere(text, syntax)
    {
        let prefix = text[..colon].trim_start_matches('['); // no name has one
        let arguments = (prefix, map, is_registered(prefix));
        let error =
            helper(map.py(), "_types", "UnknownPrefix").and_then(|class| class.call1(arguments));
        return error.map_or_else(|failure| failure, PyErr::from_value);
    }
    PyValueError::new_err(in_words(text, syntax, why))
}
