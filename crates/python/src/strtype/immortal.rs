//! Immortal types, for interpreters without the GIL.
//!
//! Without it, threads that count references to one object at the same time block each other: two that
//! construct an `IRI`, or read its `host`, would be slower than one. A type of ours, its descriptors and its
//! static method live as long as the process, so references to them need not be counted.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

unsafe extern "C" {
    // `Py_SET_REFCNT` of the stable interface.
    fn _Py_SetRefcnt(object: *mut ffi::PyObject, count: ffi::Py_ssize_t);
}

/// Makes a type and its attributes immortal.
///
/// # Safety
/// This thread has just made the type, and no other thread has seen it; `attributes` is its `tp_dict`.
pub(super) unsafe fn immortalize(
    ty: &Bound<'_, PyType>,
    attributes: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let is_valid = ty.getattr("is_valid")?;
    for object in attributes.values().iter().chain([is_valid, ty.clone().into_any()]) {
        // SAFETY: nobody else counts its references now. A count of more than 32 bits makes an object
        // immortal, as Python's documentation of the function says.
        unsafe { _Py_SetRefcnt(object.as_ptr(), ffi::Py_ssize_t::MAX) };
    }
    Ok(())
}
