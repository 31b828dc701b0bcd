//! The memory layout of instances, which excludes other constructors.
//!
//! A class may derive from `Host` and from another subclass of `str` with a `__new__` of its own. `CPython`
//! decides by the base with the most specific layout which constructors may make its instances. If `Host` had
//! the layout of `str`, that could be the other base, and `str.__new__` would put any text into a `Host`. A
//! class statement offers no hook that its author cannot shadow. So `IRIReference` and each type of components
//! have a layout of their own: that of `str` and one field. Then, by the rules of `CPython` and before our code
//! runs,
//!
//! * `str.__new__` refuses every class that derives from one of ours ("is not safe"),
//! * `__class__` and `__bases__` cannot turn a `str`, or an instance of another of our types, into
//!   an instance of this one, nor can a metaclass whose `mro()` names it ("layout"),
//! * no class derives from two of `IRIReference` and the types of components ("lay-out conflict").
//!
//! `IRI`, `URIReference` and `URI` share the layout of `IRIReference`: `URI` could not have two
//! bases otherwise. Which of the four an instance belongs to is checked when it is made
//! ([`super::make`]) and when one of a user's class is used ([`super::kind::Kind::of`]).

use pyo3::ffi;

use super::kind::Kind;

/// The size of an instance by its layout: that of a `str`, and one field that distinguishes it.
pub(super) fn size() -> ffi::Py_ssize_t {
    // OK because a pointer has 4 or 8 bytes.
    #[allow(clippy::cast_possible_wrap)]
    let field = size_of::<*mut ffi::PyObject>() as ffi::Py_ssize_t;
    size_of_str() + field
}

fn size_of_str() -> ffi::Py_ssize_t {
    // SAFETY: `str` is a static type, which nobody changes.
    unsafe { ffi::PyUnicode_Type.tp_basicsize }
}

/// `tp_alloc` of the type numbered `K`. Nothing reads or writes the field, so an instance of exactly this type
/// does not get memory for it, and is as large as a `str`.
pub(super) unsafe extern "C" fn allocate<const K: usize>(
    ty: *mut ffi::PyTypeObject,
    items: ffi::Py_ssize_t,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with this type, or with one made in C that
    // derives from it and may put fields of its own after ours: such a one gets all of its size.
    // Otherwise the memory is zeroed and large enough for a `str`, which is all that is used of an
    // instance; PyObject_Free, the `tp_free` that our types inherit from `str`, takes it back.
    unsafe {
        if ty != Kind::ALL[K].type_ptr() {
            return ffi::PyType_GenericAlloc(ty, items);
        }
        let object = ffi::PyObject_Calloc(1, size_of_str().unsigned_abs());
        if object.is_null() {
            return ffi::PyErr_NoMemory();
        }
        ffi::PyObject_Init(object.cast(), ty)
    }
}
