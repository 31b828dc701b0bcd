//! The argument tuple with one argument, for the `tp_new` of `str` and of `tuple`.
//!
//! Making and freeing a tuple takes a tenth of the time of a constructor. So one tuple is kept and reused under
//! the GIL. Without the GIL each call makes its own: the reference count of a shared object does not show
//! whether another thread uses it, and all threads would contend for one tuple.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// Calls `function` with a tuple of `argument`, which it may keep.
#[cfg(Py_GIL_DISABLED)]
pub(super) fn with_tuple_of(
    argument: &Bound<'_, PyAny>,
    function: impl FnOnce(*mut ffi::PyObject) -> *mut ffi::PyObject,
) -> PyResult<*mut ffi::PyObject> {
    let arguments = PyTuple::new(argument.py(), [argument])?;
    Ok(function(arguments.as_ptr()))
}

/// Calls `function` with a tuple of `argument`, which it may keep.
#[cfg(not(Py_GIL_DISABLED))]
#[inline]
pub(super) fn with_tuple_of(
    argument: &Bound<'_, PyAny>,
    function: impl FnOnce(*mut ffi::PyObject) -> *mut ffi::PyObject,
) -> PyResult<*mut ffi::PyObject> {
    use std::ptr;
    use std::sync::atomic::{AtomicPtr, Ordering};

    /// The kept tuple, whose item is None; null while a call uses it, and before the first call. Loads and
    /// stores may be relaxed and separate, because the GIL excludes other threads.
    static KEPT: AtomicPtr<ffi::PyObject> = AtomicPtr::new(ptr::null_mut());

    // SAFETY: `argument` proves that this thread is attached. The tuple is new, or was taken out of KEPT, so
    // that no other call has it: a finalizer that runs meanwhile and constructs something finds null there and
    // makes its own. Whenever other code runs, its item is a real object. Only `function` could pass it on,
    // because the garbage collector does not list it; then its reference count is above one, and its item is
    // not changed.
    unsafe {
        let mut arguments = KEPT.load(Ordering::Relaxed);
        KEPT.store(ptr::null_mut(), Ordering::Relaxed);
        if arguments.is_null() {
            arguments = ffi::PyTuple_New(1);
            if arguments.is_null() {
                return Err(PyErr::fetch(argument.py()));
            }
            ffi::PyObject_GC_UnTrack(arguments.cast());
        } else {
            ffi::Py_DECREF(ffi::PyTuple_GET_ITEM(arguments, 0));
        }
        ffi::PyTuple_SET_ITEM(arguments, 0, argument.clone().into_ptr().cast());
        let made = function(arguments);
        if ffi::Py_REFCNT(arguments) > 1 || !KEPT.load(Ordering::Relaxed).is_null() {
            ffi::Py_DECREF(arguments);
            return Ok(made);
        }
        ffi::PyTuple_SET_ITEM(arguments, 0, argument.py().None().into_ptr());
        ffi::Py_DECREF(argument.as_ptr());
        KEPT.store(arguments, Ordering::Relaxed);
        Ok(made)
    }
}

/// An instance of a named tuple with these fields, like its `_make` but without running Python code.
pub(crate) fn named_tuple<'py>(
    class: &Bound<'py, PyType>,
    fields: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    assert!(class.is_subclass_of::<PyTuple>()?);
    // SAFETY: `tuple` is a static type, whose slots nobody changes. Its `tp_new` takes a class that derives
    // from it and a tuple of one iterable, and returns a new reference or leaves an error.
    unsafe {
        let new = ffi::PyTuple_Type.tp_new.expect("tuple has tp_new");
        let made = with_tuple_of(fields, |arguments| {
            new(class.as_type_ptr(), arguments, std::ptr::null_mut())
        })?;
        Bound::from_owned_ptr_or_err(class.py(), made)
    }
}
