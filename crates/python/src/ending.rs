//! Threads that the interpreter ends while they are inside a call of ours.
//!
//! Before CPython 3.14, a daemon thread that wants the GIL while the interpreter is exiting is ended
//! by `pthread_exit`. With glibc this unwinds the stack, and frames of Rust do not let it pass: the
//! process would abort with "FATAL: exception not rethrown". So the functions of the C API that may
//! run Python code are called through the functions below, in which such a thread sleeps for as long
//! as the process lives. CPython 3.14 makes it sleep itself, and PyO3 does the same where it takes
//! the GIL.
//!
//! The linker replaces the calls, those of PyO3 too: `build.rs` passes it `--wrap` for each name. On
//! CPython 3.10, PyO3 also calls functions by pointers that it reads itself, and these are not covered.
//!
//! **Soundness.** Each function calls the one that it replaces, with the same arguments. A thread
//! that sleeps here is no longer attached, has none of its frames dropped, and never returns.

#![allow(unsafe_code)]
#![allow(non_snake_case, reason = "the names are those of the C API")]

use std::ffi::{c_char, c_int, c_long};
use std::mem::forget;
use std::thread;
use std::time::Duration;

#[cfg(Py_3_11)]
use pyo3::ffi::vectorcallfunc;
use pyo3::ffi::{Py_hash_t, Py_ssize_t, PyObject, PyThreadState};

/// Never ends being dropped. It is dropped only where the stack is unwound.
struct Sleep;

impl Drop for Sleep {
    fn drop(&mut self) {
        loop {
            thread::sleep(Duration::MAX);
        }
    }
}

type Object = *mut PyObject;

macro_rules! sleeping {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $answer:ty)?;)*) => {$(
        #[unsafe(export_name = concat!("__wrap_", stringify!($name)))]
        unsafe extern "C" fn $name($($argument: $type),*) $(-> $answer)? {
            unsafe extern "C-unwind" {
                #[link_name = concat!("__real_", stringify!($name))]
                fn real($($argument: $type),*) $(-> $answer)?;
            }
            let sleep = Sleep;
            // SAFETY: the caller's contract is that of the function itself.
            let answer = unsafe { real($($argument),*) };
            forget(sleep);
            answer
        }
    )*};
}

// `build.rs` reads the names here, and from which version on they are exported.
sleeping! {
    fn PyImport_Import(name: Object) -> Object;
    fn PyIter_Next(iterator: Object) -> Object;
    fn PyNumber_Add(left: Object, right: Object) -> Object;
    fn PyNumber_Index(object: Object) -> Object;
    fn PyLong_AsLong(object: Object) -> c_long;
    fn PyObject_Call(callable: Object, arguments: Object, keywords: Object) -> Object;
    fn PyObject_CallNoArgs(callable: Object) -> Object;
    fn PyObject_DelItem(object: Object, key: Object) -> c_int;
    fn PyObject_GetAttr(object: Object, name: Object) -> Object;
    fn PyObject_GetItem(object: Object, key: Object) -> Object;
    fn PyObject_GetIter(object: Object) -> Object;
    fn PyObject_Hash(object: Object) -> Py_hash_t;
    fn PyObject_IsInstance(object: Object, class: Object) -> c_int;
    fn PyObject_IsTrue(object: Object) -> c_int;
    fn PyObject_LengthHint(object: Object, default: Py_ssize_t) -> Py_ssize_t;
    fn PyObject_Repr(object: Object) -> Object;
    fn PyObject_RichCompare(left: Object, right: Object, operator: c_int) -> Object;
    fn PyObject_SetAttr(object: Object, name: Object, value: Object) -> c_int;
    fn PyObject_SetItem(object: Object, key: Object, value: Object) -> c_int;
    fn PyObject_Size(object: Object) -> Py_ssize_t;
    fn PyObject_Str(object: Object) -> Object;
    fn PyObject_VectorcallMethod(name: Object, arguments: *const Object, count: usize, names: Object) -> Object;
    fn _PyObject_MakeTpCall(state: *mut PyThreadState, callable: Object, arguments: *const Object, count: Py_ssize_t, names: Object) -> Object;
    fn PyObject_VectorcallDict(callable: Object, arguments: *const Object, count: usize, keywords: Object) -> Object;
    fn PySequence_Contains(sequence: Object, value: Object) -> c_int;
    fn PyMapping_Items(mapping: Object) -> Object;
    fn PyDict_Contains(dict: Object, key: Object) -> c_int;
    fn PyDict_GetItemWithError(dict: Object, key: Object) -> Object;
    fn PyDict_SetItem(dict: Object, key: Object, value: Object) -> c_int;
    fn PyDict_Update(dict: Object, other: Object) -> c_int;
    fn PyFrozenSet_New(values: Object) -> Object;
    fn PySet_Add(set: Object, value: Object) -> c_int;
    fn PyUnicode_FromEncodedObject(object: Object, encoding: *const c_char, errors: *const c_char) -> Object;
    fn PyUnicode_AsEncodedString(text: Object, encoding: *const c_char, errors: *const c_char) -> Object;
    fn PyErr_NormalizeException(class: *mut Object, value: *mut Object, traceback: *mut Object);
    fn PyErr_SetObject(class: Object, value: Object);
    fn PyErr_WriteUnraisable(object: Object);
    fn PyErr_PrintEx(set: c_int);
    fn _Py_Dealloc(object: Object);
}

// Before CPython 3.11 these are inline.
#[cfg(Py_3_11)]
sleeping! {
    fn PyObject_CallOneArg(callable: Object, argument: Object) -> Object;
    fn PyObject_Vectorcall(callable: Object, arguments: *const Object, count: usize, names: Object) -> Object;
}

// PyO3 calls these where there are any.
#[cfg(Py_3_13)]
sleeping! {
    fn PyObject_GetOptionalAttr(object: Object, name: Object, value: *mut Object) -> c_int;
    fn PyObject_HasAttrWithError(object: Object, name: Object) -> c_int;
    fn PyDict_GetItemRef(dict: Object, key: Object, value: *mut Object) -> c_int;
}

/// On CPython 3.11, PyO3 asks for the pointer by which a function can be called. There is none, so
/// that it calls `_PyObject_MakeTpCall`.
#[cfg(Py_3_11)]
#[unsafe(export_name = "__wrap_PyVectorcall_Function")]
unsafe extern "C" fn PyVectorcall_Function(_: Object) -> Option<vectorcallfunc> {
    None
}
