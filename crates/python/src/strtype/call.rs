//! Entry points from C to properties and methods, which return their answers or errors.

use std::ffi::{CStr, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::arguments::{Arguments, Several};
use super::signature::{Optional, Required};

/// Runs the body of an entry point from C. The interpreter raises an error, and also a panic, which is a fault
/// of ours and must not reach C.
///
/// The entry points do not tell PyO3 that the thread is attached, which would cost as much as the shortest of
/// them. A `Bound` does not need that, but PyO3 would defer the drop of a `Py`, as in an error, until it is
/// told, so forever. Errors therefore tell it.
#[inline(always)]
pub(super) fn enter(body: impl FnOnce() -> PyResult<*mut ffi::PyObject>) -> *mut ffi::PyObject {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(object)) => object,
        Ok(Err(error)) => raise(error),
        Err(_) => failed(),
    }
}

#[cold]
fn failed() -> *mut ffi::PyObject {
    raise(PyRuntimeError::new_err("iriform failed: please report this"))
}

#[cold]
fn raise(error: PyErr) -> *mut ffi::PyObject {
    Python::attach(|py| error.restore(py));
    ptr::null_mut()
}

/// The function of a property.
pub(crate) type Getter = for<'py> fn(&Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>>;

/// A read-only property.
pub(crate) struct Property {
    pub(crate) name: &'static CStr,
    pub(crate) doc: &'static CStr,
    pub(crate) get: Getter,
}

pub(super) unsafe extern "C" fn get(
    slf: *mut ffi::PyObject,
    closure: *mut c_void,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with an instance of the type that has the property, which is
    // a str, and with the closure that `make` set: a `Property`.
    unsafe {
        let py = Python::assume_attached();
        let property = &*closure.cast::<Property>();
        enter(|| {
            let slf = Bound::from_borrowed_ptr(py, slf);
            (property.get)(slf.cast_unchecked()).map(Bound::into_ptr)
        })
    }
}

/// The function of a method: it takes `self`, or the class, and the arguments.
pub(crate) type Function<const R: usize, const O: usize> =
    for<'py> fn(
        &Bound<'py, PyAny>,
        Required<'py, R>,
        Optional<'py, O>,
    ) -> PyResult<Bound<'py, PyAny>>;

/// The function of a method with any number of positional arguments, and others by keyword.
pub(crate) type Variadic<const O: usize> = for<'a, 'py> fn(
    &Bound<'py, PyAny>,
    Several<'a, 'py>,
    Optional<'py, O>,
) -> PyResult<Bound<'py, PyAny>>;

/// The function of a method with at most one positional argument, and any keywords.
pub(crate) type WithKeywords = for<'py> fn(
    &Bound<'py, PyAny>,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>>;

/// The entry point from C to a method.
pub(crate) type Entry = unsafe extern "C" fn(
    *mut ffi::PyObject,
    *const *mut ffi::PyObject,
    ffi::Py_ssize_t,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// A method. Use [`method!`] to make one.
pub(crate) struct Method {
    pub(crate) name: &'static str,
    /// Name, parameters and documentation.
    pub(crate) doc: &'static CStr,
    pub(crate) flags: c_int,
    pub(crate) entry: Entry,
}

/// A method or, with `class`, a class method: the function it calls, and its docstring, which begins with its
/// name and parameters. With `variadic` it accepts any number of positional arguments; with `keywords` one and
/// any keywords; with `arguments` it reads them itself; with `python` it calls `iriform.<module>.<function>`.
macro_rules! method {
    (class $($method:tt)+) => {
        $crate::strtype::Method {
            flags: pyo3::ffi::METH_CLASS,
            ..$crate::strtype::method!($($method)+)
        }
    };
    (arguments $function:expr, $doc:expr) => {
        $crate::strtype::method!(@ $doc, |slf, arguments| $function(slf, arguments))
    };
    (variadic $function:expr, $doc:expr) => {
        $crate::strtype::method!(@ $doc, |slf, arguments| {
            const OPTIONAL: usize = SIGNATURE.optional();
            let function: $crate::strtype::Variadic<OPTIONAL> = $function;
            let (several, optional) = SIGNATURE.all(arguments)?;
            function(slf, several, optional)
        })
    };
    (keywords $function:expr, $doc:expr) => {
        $crate::strtype::method!(@ $doc, |slf, arguments| {
            let function: $crate::strtype::WithKeywords = $function;
            let (one, keywords) = SIGNATURE.one_and_keywords(arguments)?;
            function(slf, one, keywords)
        })
    };
    (python $module:literal $function:literal, $doc:expr) => {
        $crate::strtype::method!(
            |slf, required, optional| {
                $crate::python::call(slf, $module, $function, SIGNATURE, required, optional)
            },
            $doc
        )
    };
    ($function:expr, $doc:expr) => {
        $crate::strtype::method!(@ $doc, |slf, arguments| {
            const REQUIRED: usize = SIGNATURE.required;
            const OPTIONAL: usize = SIGNATURE.optional();
            let function: $crate::strtype::Function<REQUIRED, OPTIONAL> = $function;
            let (required, optional) = SIGNATURE.bind(arguments)?;
            function(slf, required, optional)
        })
    };
    (@ $doc:expr, $call:expr) => {{
        const SIGNATURE: &$crate::strtype::Signature = &$crate::strtype::Signature::of($doc);
        #[allow(unsafe_code)]
        unsafe extern "C" fn entry(
            slf: *mut pyo3::ffi::PyObject,
            arguments: *const *mut pyo3::ffi::PyObject,
            count: pyo3::ffi::Py_ssize_t,
            keywords: *mut pyo3::ffi::PyObject,
        ) -> *mut pyo3::ffi::PyObject {
            // SAFETY: the interpreter calls this as METH_FASTCALL | METH_KEYWORDS asks.
            unsafe { $crate::strtype::call(slf, arguments, count, keywords, $call) }
        }
        $crate::strtype::Method { name: SIGNATURE.method, doc: $doc, flags: 0, entry }
    }};
}
pub(crate) use method;

/// Calls the body of a method with the arguments that the interpreter passed.
///
/// # Safety
/// The arguments must be those of a `METH_FASTCALL | METH_KEYWORDS` call, the thread attached.
#[inline]
pub(crate) unsafe fn call(
    slf: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    keywords: *mut ffi::PyObject,
    function: impl for<'a, 'py> FnOnce(
        &Bound<'py, PyAny>,
        &Arguments<'a, 'py>,
    ) -> PyResult<Bound<'py, PyAny>>,
) -> *mut ffi::PyObject {
    // SAFETY: the caller's contract is that of `Arguments::new`; `slf` is an object.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let slf = Bound::from_borrowed_ptr(py, slf);
            let arguments = Arguments::new(py, arguments, count, keywords);
            function(&slf, &arguments).map(Bound::into_ptr)
        })
    }
}
