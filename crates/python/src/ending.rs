//! Threads that the interpreter ends while they are inside one of our calls.
//!
//! Before CPython 3.14, a daemon thread that wants the GIL while the interpreter is exiting is ended by
//! `pthread_exit`. With glibc this unwinds the stack, and the unwinding must not reach Rust frames. So the
//! functions of the C API that may run Python code are called through the functions below, in which such a
//! thread sleeps until the process ends. CPython 3.14 itself makes it sleep, and PyO3 does the same when it
//! takes the GIL. `tests/test_ending.py` lists the functions that do not need this, and fails if the module
//! calls another one.
//!
//! The linker replaces the calls, including those of PyO3: `build.rs` passes it `--wrap` for each name. On
//! CPython 3.10, PyO3 also calls functions by pointers that it reads itself, and these are not covered.
//!
//! **Soundness.** Each function calls the one that it replaces, with the same arguments. A thread that sleeps
//! here is no longer attached, drops none of its frames, and never returns. The guard is in the body of an
//! `extern "C"` function, which stops unwinding in no other way.

#![allow(unsafe_code)]
#![allow(non_snake_case, reason = "the names are those of the C API")]

use std::ffi::{c_char, c_int, c_long};
#[cfg(not(Py_3_12))]
use std::ffi::{c_ulonglong, c_void};
use std::mem::{forget, transmute};
use std::thread;
use std::time::Duration;

#[cfg(Py_3_11)]
use pyo3::ffi::vectorcallfunc;
use pyo3::ffi::{
    Py_hash_t, Py_ssize_t, PyGILState_STATE, PyObject, PyThreadState, PyTypeObject, PyUnicode_Type,
    newfunc,
};
#[cfg(not(Py_3_12))]
use pyo3::ffi::{PyMethodDef, PyType_Spec};

/// Its drop never ends. It is only dropped while the stack unwinds.
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

// `build.rs` reads the names here, and the first version that exports each.
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
    fn PyObject_IsSubclass(derived: Object, class: Object) -> c_int;
    fn PyObject_IsTrue(object: Object) -> c_int;
    fn PyObject_LengthHint(object: Object, default: Py_ssize_t) -> Py_ssize_t;
    fn PyObject_Repr(object: Object) -> Object;
    fn PyObject_RichCompare(left: Object, right: Object, operator: c_int) -> Object;
    fn PyObject_SetAttr(object: Object, name: Object, value: Object) -> c_int;
    fn PyObject_SetAttrString(object: Object, name: *const c_char, value: Object) -> c_int;
    fn PyObject_SetItem(object: Object, key: Object, value: Object) -> c_int;
    fn PyObject_Size(object: Object) -> Py_ssize_t;
    fn PyObject_Str(object: Object) -> Object;
    fn PyObject_VectorcallMethod(name: Object, arguments: *const Object, count: usize, names: Object) -> Object;
    fn _PyObject_MakeTpCall(state: *mut PyThreadState, callable: Object, arguments: *const Object, count: Py_ssize_t, names: Object) -> Object;
    fn PyObject_VectorcallDict(callable: Object, arguments: *const Object, count: usize, keywords: Object) -> Object;
    fn PySequence_Contains(sequence: Object, value: Object) -> c_int;
    fn PyMapping_Items(mapping: Object) -> Object;
    fn PyDict_Copy(dict: Object) -> Object;
    fn PyDict_Contains(dict: Object, key: Object) -> c_int;
    fn PyDict_GetItemWithError(dict: Object, key: Object) -> Object;
    fn PyDict_SetItem(dict: Object, key: Object, value: Object) -> c_int;
    fn PyDict_Update(dict: Object, other: Object) -> c_int;
    fn PyFrozenSet_New(values: Object) -> Object;
    fn PySet_Add(set: Object, value: Object) -> c_int;
    fn PyUnicode_FromEncodedObject(object: Object, encoding: *const c_char, errors: *const c_char) -> Object;
    fn PyUnicode_AsEncodedString(text: Object, encoding: *const c_char, errors: *const c_char) -> Object;
    fn PyErr_Clear();
    fn PyErr_NewExceptionWithDoc(name: *const c_char, text: *const c_char, base: Object, attributes: Object) -> Object;
    fn PyErr_NoMemory() -> Object;
    fn PyErr_NormalizeException(class: *mut Object, value: *mut Object, traceback: *mut Object);
    fn PyErr_PrintEx(set: c_int);
    fn PyErr_Restore(class: Object, value: Object, traceback: Object);
    fn PyErr_SetObject(class: Object, value: Object);
    fn PyErr_SetString(class: Object, message: *const c_char);
    fn PyErr_WriteUnraisable(object: Object);
    fn PyException_SetCause(exception: Object, cause: Object);
    fn PyException_SetTraceback(exception: Object, traceback: Object) -> c_int;
    fn PyTraceBack_Print(traceback: Object, file: Object) -> c_int;
    fn PyGILState_Release(state: PyGILState_STATE);
    fn _Py_Dealloc(object: Object);
}

// Before CPython 3.12, the garbage collector, and so any finalizer, may run when a container or an exception is
// made; since then it only runs between Python instructions.
#[cfg(not(Py_3_12))]
sleeping! {
    fn PyCMethod_New(method: *mut PyMethodDef, object: Object, module: Object, class: *mut PyTypeObject) -> Object;
    fn PyCapsule_GetPointer(capsule: Object, name: *const c_char) -> *mut c_void;
    fn PyDict_Items(dict: Object) -> Object;
    fn PyDict_Keys(dict: Object) -> Object;
    fn PyDict_New() -> Object;
    fn PyList_New(count: Py_ssize_t) -> Object;
    fn PyLong_AsUnsignedLongLong(object: Object) -> c_ulonglong;
    fn PyTuple_GetSlice(tuple: Object, start: Py_ssize_t, end: Py_ssize_t) -> Object;
    fn PyTuple_New(count: Py_ssize_t) -> Object;
    fn PyType_FromModuleAndSpec(module: Object, spec: *mut PyType_Spec, bases: Object) -> Object;
    fn PyType_FromSpec(spec: *mut PyType_Spec) -> Object;
    fn PyType_GenericAlloc(class: *mut PyTypeObject, count: Py_ssize_t) -> Object;
    fn PyUnicode_AsUTF8AndSize(text: Object, size: *mut Py_ssize_t) -> *const c_char;
    fn PyWeakref_NewRef(object: Object, callback: Object) -> Object;
}

// Before CPython 3.11, these are inline.
#[cfg(Py_3_11)]
sleeping! {
    fn PyObject_CallOneArg(callable: Object, argument: Object) -> Object;
    fn PyObject_Vectorcall(callable: Object, arguments: *const Object, count: usize, names: Object) -> Object;
}

// PyO3 calls these if they exist.
#[cfg(Py_3_12)]
sleeping! {
    fn PyErr_SetRaisedException(exception: Object);
}

#[cfg(Py_3_13)]
sleeping! {
    fn PyObject_GetOptionalAttr(object: Object, name: Object, value: *mut Object) -> c_int;
    fn PyObject_HasAttrWithError(object: Object, name: Object) -> c_int;
    fn PyDict_GetItemRef(dict: Object, key: Object, value: *mut Object) -> c_int;
}

/// On CPython 3.11, PyO3 asks for the pointer by which a function can be called. There is none, so it calls
/// `_PyObject_MakeTpCall`.
#[cfg(Py_3_11)]
#[unsafe(export_name = "__wrap_PyVectorcall_Function")]
unsafe extern "C" fn PyVectorcall_Function(_: Object) -> Option<vectorcallfunc> {
    None
}

/// The `tp_new` of `str`, which has no name. It makes an instance of a user's class, for which the
/// garbage collector may run.
pub(crate) unsafe extern "C" fn str_new(
    class: *mut PyTypeObject,
    arguments: Object,
    keywords: Object,
) -> Object {
    type New = unsafe extern "C-unwind" fn(*mut PyTypeObject, Object, Object) -> Object;
    // SAFETY: `str` is a static type, whose slots nobody changes. The function is the same, declared
    // as one that may unwind; its arguments are the caller's.
    unsafe {
        let new = PyUnicode_Type.tp_new.expect("str has tp_new");
        let new = transmute::<newfunc, New>(new);
        let sleep = Sleep;
        let answer = new(class, arguments, keywords);
        forget(sleep);
        answer
    }
}
