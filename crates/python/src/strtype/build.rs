//! Makes instances from text that has been checked or is part of checked text.

use std::ptr;

use iriform::engine::text::{Latin1, Utf8};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::check::{check, recognized};
use super::kind::Kind;
use super::storage::{Units, exact, for_text, substring, units};
use super::tuple::with_tuple_of;
use crate::errors;

/// A component of the valid `text`, whose `range` matches `kind`'s rule.
pub(crate) fn component<'py>(
    kind: Kind,
    text: &Bound<'py, PyString>,
    range: std::ops::Range<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    wrap(kind, &substring(text, range)?)
}

/// Returns the answer of `find_out` for a name in a call; it is called each time.
#[cfg(Py_GIL_DISABLED)]
pub(crate) fn is_found_of(
    _: Kind,
    _: &Bound<'_, PyString>,
    find_out: impl FnOnce() -> PyResult<bool>,
) -> PyResult<bool> {
    find_out()
}

/// An instance of `kind` with the text of an operation, which matches its rule.
pub(crate) fn wrap<'py>(kind: Kind, text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    debug_assert!(check(kind.rule(), units(text)?, text).is_ok());
    debug_assert!(text.is_exact_instance_of::<PyString>());
    // SAFETY: the type is one of ours. `text` is an exact str: all callers have just made it.
    unsafe { build(kind.type_ptr(), text) }
}

/// An instance of `kind` with the text of a core operation, which matches its rule.
pub(crate) fn instance<'py>(
    py: Python<'py>,
    kind: Kind,
    text: &str,
) -> PyResult<Bound<'py, PyAny>> {
    wrap(kind, &PyString::new(py, text))
}

/// Parses `argument` as an instance of `kind`.
pub(crate) fn parse<'py>(kind: Kind, argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the type is one of ours.
    unsafe { construct(kind, kind.type_ptr(), argument) }
}

/// The `tp_new` of `str`.
#[inline]
fn str_new() -> ffi::newfunc {
    #[cfg(is_unwound_at_exit)]
    return crate::ending::str_new;
    // SAFETY: `str` is a static type, whose slots nobody changes.
    #[cfg(not(is_unwound_at_exit))]
    unsafe {
        ffi::PyUnicode_Type.tp_new.expect("str has tp_new")
    }
}

/// Makes an instance of `ty` with `text`. The caller has checked that it matches the rule of every type of ours
/// that `ty` derives from.
///
/// # Safety
/// `ty` must be one of our types or derive from one, `text` an exact `str`.
#[inline]
pub(super) unsafe fn build<'py>(
    ty: *mut ffi::PyTypeObject,
    text: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let str_new = str_new();
    // SAFETY: `ty` derives from str, whose `tp_new` takes a tuple and no keywords, and copies the
    // text of an exact str without calling any code of others.
    unsafe {
        let object = with_tuple_of(text, |arguments| str_new(ty, arguments, ptr::null_mut()))?;
        Bound::from_owned_ptr_or_err(text.py(), object)
    }
}

/// Calls `ty` with one argument. `kind` is the narrowest type of ours that `ty` is or derives from.
///
/// # Safety
/// `ty` must be one of our types or derive from one.
#[inline]
pub(super) unsafe fn construct<'py>(
    kind: Kind,
    ty: *mut ffi::PyTypeObject,
    argument: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let rule = kind.rule();
    if let Ok(text) = argument.cast_exact::<PyString>() {
        check(rule, units(text)?, argument)?;
        // SAFETY: the text is an exact str; the caller answers for the type.
        return unsafe { build(ty, text) };
    }
    if argument.get_type_ptr() == ty && ty == kind.type_ptr() {
        return Ok(argument.clone());
    }
    let text = if let Ok(text) = argument.cast::<PyString>() {
        let text = exact(text)?;
        check(rule, units(&text)?, &text)?;
        text
    } else if let Ok(bytes) = argument.cast::<PyBytes>() {
        check(rule, Units::Utf8(Utf8(bytes.as_bytes())), argument)?;
        PyString::from_encoded_object(bytes, Some(c"utf-8"), None)?
    } else {
        return Err(not_text(kind, argument));
    };
    // SAFETY: `exact` and the decoder make an exact str; the caller answers for the type.
    unsafe { build(ty, &text) }
}

/// Without an argument: the empty text, for the types that have it.
///
/// # Safety
/// As for [`construct`].
pub(super) unsafe fn empty(
    py: Python<'_>,
    kind: Kind,
    ty: *mut ffi::PyTypeObject,
) -> PyResult<Bound<'_, PyAny>> {
    if recognized(Latin1(&[]), kind.rule()).is_err() {
        return Err(wrong_arguments(kind));
    }
    // SAFETY: the text is an exact str; the caller answers for the type.
    unsafe { build(ty, &PyString::new(py, "")) }
}

/// Returns true if `argument` is valid text for `kind`.
pub(super) fn is_valid(kind: Kind, argument: &Bound<'_, PyAny>) -> PyResult<bool> {
    let units = if let Ok(text) = argument.cast::<PyString>() {
        units(text)?
    } else if let Ok(bytes) = argument.cast::<PyBytes>() {
        Units::Utf8(Utf8(bytes.as_bytes()))
    } else {
        return Err(not_text(kind, argument));
    };
    Ok(for_text!(units, text => recognized(text, kind.rule()).is_ok()))
}

#[cold]
fn not_text(kind: Kind, argument: &Bound<'_, PyAny>) -> PyErr {
    // The hint for paths, and for objects of other libraries such as a `yarl.URL`.
    let here = match argument.get_type().module() {
        _ if !kind.is_reference() => "",
        _ if argument.hasattr("__fspath__").unwrap_or(false) => "; from_file_path takes a path",
        Ok(module) if module != "builtins" => {
            "; iriform.interop.from_object takes what other libraries have"
        }
        _ => "",
    };
    errors::wrong_class(argument, |class| {
        format!("{} takes str or bytes, not {class}{here}", kind.name())
    })
}

#[cold]
pub(super) fn wrong_arguments(kind: Kind) -> PyErr {
    // The counterpart of `URIRef(text, base)` of rdflib and `new URL(text, base)` of JavaScript.
    let of_two = if kind.is_reference() { "; use resolve(base, text) for a base" } else { "" };
    PyTypeError::new_err(format!("{} takes exactly one positional argument{of_two}", kind.name()))
}
