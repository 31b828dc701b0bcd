//! From text to an instance: checked, or a part of what has been checked.

use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use iriform_core::Rule;
use iriform_core::recognize;
use iriform_core::text::{Latin1, Utf8};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::kind::Kind;
use super::storage::{Units, exact, for_text, substring, units};
use crate::errors;

#[inline]
fn check(rule: Rule, units: Units<'_>, argument: &Bound<'_, PyAny>) -> PyResult<()> {
    for_text!(units, text => recognize(text, rule))
        .map_err(|fault| errors::parse_error(argument, rule, &fault))
}

/// A component of `text`, which is valid and of which `range` matches `kind`'s rule.
pub(crate) fn component<'py>(
    kind: Kind,
    text: &Bound<'py, PyString>,
    range: std::ops::Range<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    wrap(kind, &substring(text, range)?)
}

/// An instance of `kind` with a text that an operation has made, and that matches its rule.
pub(crate) fn wrap<'py>(kind: Kind, text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    debug_assert!(for_text!(units(text), t => recognize(t, kind.rule())).is_ok());
    // SAFETY: the type is one of ours and `text` is an exact str that matches its rule.
    unsafe { build(kind.type_ptr(), text) }
}

/// Parses `argument` as an instance of `kind`.
pub(crate) fn parse<'py>(kind: Kind, argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the type is one of ours.
    unsafe { construct(kind, kind.type_ptr(), argument) }
}

/// `str`'s own `tp_new`.
pub(super) static STR_NEW: OnceLock<ffi::newfunc> = OnceLock::new();

/// An argument tuple of one item, `None` while nobody uses it. Whoever takes it leaves null.
static ARGUMENTS: AtomicPtr<ffi::PyObject> = AtomicPtr::new(ptr::null_mut());

/// Takes the tuple out of [`ARGUMENTS`]: null if it is in use.
fn take_arguments() -> *mut ffi::PyObject {
    if cfg!(Py_GIL_DISABLED) {
        return ARGUMENTS.swap(ptr::null_mut(), Ordering::Acquire);
    }
    // Under the GIL nobody comes between, and two plain moves take a tenth of the time.
    let arguments = ARGUMENTS.load(Ordering::Relaxed);
    ARGUMENTS.store(ptr::null_mut(), Ordering::Relaxed);
    arguments
}

/// Puts the tuple back, unless another one has been put there meanwhile.
fn park_arguments(arguments: *mut ffi::PyObject) -> bool {
    let (free, order) = (ptr::null_mut(), (Ordering::Release, Ordering::Relaxed));
    if cfg!(Py_GIL_DISABLED) {
        return ARGUMENTS.compare_exchange(free, arguments, order.0, order.1).is_ok();
    }
    let is_free = ARGUMENTS.load(Ordering::Relaxed) == free;
    if is_free {
        ARGUMENTS.store(arguments, Ordering::Relaxed);
    }
    is_free
}

/// Makes an instance of `ty` with the text `text`.
///
/// # Safety
/// `ty` must be one of our types or derive from one, `text` an exact `str` that matches the
/// type's rule.
#[inline]
unsafe fn build<'py>(
    ty: *mut ffi::PyTypeObject,
    text: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let str_new = *STR_NEW.get().expect("set when the module was made");
    // SAFETY: a tuple that was swapped out of ARGUMENTS, or is new, is ours alone, so that its
    // item may be set. Its one item is always a real object, whoever may see it through gc. A
    // reference count of one says that no callee kept it, and only then is it parked again.
    unsafe {
        let mut arguments = take_arguments();
        if arguments.is_null() {
            arguments = ffi::PyTuple_New(1);
            if arguments.is_null() {
                return Err(PyErr::fetch(py));
            }
            ffi::PyObject_GC_UnTrack(arguments.cast());
        } else {
            ffi::Py_DECREF(ffi::PyTuple_GET_ITEM(arguments, 0));
        }
        ffi::Py_INCREF(text.as_ptr());
        ffi::PyTuple_SET_ITEM(arguments, 0, text.as_ptr());
        let object = str_new(ty, arguments, ptr::null_mut());
        if ffi::Py_REFCNT(arguments) == 1 {
            ffi::Py_INCREF(ffi::Py_None());
            ffi::PyTuple_SET_ITEM(arguments, 0, ffi::Py_None());
            ffi::Py_DECREF(text.as_ptr());
            if !park_arguments(arguments) {
                ffi::Py_DECREF(arguments);
            }
        } else {
            ffi::Py_DECREF(arguments);
        }
        Bound::from_owned_ptr_or_err(py, object)
    }
}

/// What a call of `kind`, or of the subclass `ty`, with one argument makes.
///
/// # Safety
/// `ty` must be the type of `kind` or derive from it.
#[inline]
pub(super) unsafe fn construct<'py>(
    kind: Kind,
    ty: *mut ffi::PyTypeObject,
    argument: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let rule = kind.rule();
    if let Ok(text) = argument.cast_exact::<PyString>() {
        check(rule, units(text), argument)?;
        // SAFETY: the text has just been checked; the caller answers for the type.
        return unsafe { build(ty, text) };
    }
    if argument.get_type_ptr() == ty && ty == kind.type_ptr() {
        return Ok(argument.clone());
    }
    let text = if let Ok(text) = argument.cast::<PyString>() {
        let text = exact(text)?;
        check(rule, units(&text), &text)?;
        text
    } else if let Ok(bytes) = argument.cast::<PyBytes>() {
        check(rule, Units::Utf8(Utf8(bytes.as_bytes())), argument)?;
        PyString::from_encoded_object(bytes, Some(c"utf-8"), None)?
    } else {
        return Err(not_text(kind, argument));
    };
    // SAFETY: as above; `text` is an exact str in each case.
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
) -> PyResult<*mut ffi::PyObject> {
    let text = PyString::new(py, "");
    if recognize(Latin1(&[]), kind.rule()).is_err() {
        return Err(wrong_arguments(kind));
    }
    // SAFETY: the empty text has just been found valid; the caller answers for the type.
    unsafe { build(ty, &text).map(Bound::into_ptr) }
}

/// Whether `argument` is valid text for `kind`.
pub(super) fn is_valid(kind: Kind, argument: &Bound<'_, PyAny>) -> PyResult<bool> {
    let units = if let Ok(text) = argument.cast::<PyString>() {
        units(text)
    } else if let Ok(bytes) = argument.cast::<PyBytes>() {
        Units::Utf8(Utf8(bytes.as_bytes()))
    } else {
        return Err(not_text(kind, argument));
    };
    Ok(for_text!(units, text => recognize(text, kind.rule()).is_ok()))
}

#[cold]
fn not_text(kind: Kind, argument: &Bound<'_, PyAny>) -> PyErr {
    match argument.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("{} takes str or bytes, not {name}", kind.name())),
        Err(error) => error,
    }
}

#[cold]
pub(super) fn wrong_arguments(kind: Kind) -> PyErr {
    PyTypeError::new_err(format!("{} takes exactly one positional argument", kind.name()))
}
