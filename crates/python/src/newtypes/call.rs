//! From C to a property or a method, and back with its answer or its error.

use std::ffi::{CStr, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// Runs what an entry from C is for. An error is left for the interpreter to raise, and so is a
/// panic, which is a fault of ours and must not reach C.
///
/// The entries do not tell PyO3 that the thread is attached, which would cost as much as the
/// shortest of them. A `Bound` does not care, but a `Py` that is dropped, as in an error, would be
/// put by for the next time that PyO3 is told, and so for ever. Errors therefore tell it.
#[inline(always)]
pub(super) fn enter(body: impl FnOnce() -> PyResult<*mut ffi::PyObject>) -> *mut ffi::PyObject {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(object)) => object,
        Ok(Err(error)) => raise(error),
        Err(_) => raise(PyRuntimeError::new_err("iriform failed: please report this")),
    }
}

#[cold]
fn raise(error: PyErr) -> *mut ffi::PyObject {
    Python::attach(|py| error.restore(py));
    ptr::null_mut()
}

/// What a property does with the instance.
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
    // SAFETY: the interpreter calls this attached, with an instance of the type that has the
    // property, which is a str, and with the closure that `make` put there: a `Property`.
    unsafe {
        let py = Python::assume_attached();
        let property = &*closure.cast::<Property>();
        enter(|| {
            let slf = Bound::from_borrowed_ptr(py, slf);
            (property.get)(slf.cast_unchecked()).map(Bound::into_ptr)
        })
    }
}

/// The arguments of a method call: positional ones first, then those named in `keywords`.
pub(crate) struct Arguments<'a, 'py> {
    values: &'a [*mut ffi::PyObject],
    positional: usize,
    keywords: Option<Bound<'py, PyTuple>>,
    py: Python<'py>,
}

impl<'py> Arguments<'_, 'py> {
    /// The positional arguments, where there may be any number and no keyword.
    pub(crate) fn all(&self, method: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if self.keywords.is_some() {
            return Err(PyTypeError::new_err(format!("{method}() takes no keyword arguments")));
        }
        Ok((0..self.positional).map(|i| self.value(i)).collect())
    }

    /// One value a parameter. The first `positional` parameters may be given by position, the
    /// first `required` must be given; a name that begins with `/` cannot be used as a keyword.
    pub(crate) fn bind<const N: usize>(
        &self,
        method: &str,
        parameters: [&str; N],
        positional: usize,
        required: usize,
    ) -> PyResult<[Option<Bound<'py, PyAny>>; N]> {
        let mut bound = [const { None }; N];
        if self.positional > positional {
            return Err(PyTypeError::new_err(format!(
                "{method}() takes at most {positional} positional arguments ({} given)",
                self.positional
            )));
        }
        for (i, slot) in bound.iter_mut().enumerate().take(self.positional) {
            *slot = Some(self.value(i));
        }
        for (i, keyword) in self.keywords.iter().flatten().enumerate() {
            let keyword = keyword.cast_into::<PyString>()?;
            let keyword = keyword.to_cow()?;
            let named = |p: &&str| !p.starts_with('/') && **p == keyword;
            match parameters.iter().position(named) {
                Some(k) if bound[k].is_none() => bound[k] = Some(self.value(self.positional + i)),
                Some(_) => {
                    return Err(PyTypeError::new_err(format!(
                        "{method}() got multiple values for argument '{keyword}'"
                    )));
                }
                None => {
                    return Err(PyTypeError::new_err(format!(
                        "{method}() got an unexpected keyword argument '{keyword}'"
                    )));
                }
            }
        }
        if let Some(missing) = bound.iter().take(required).position(Option::is_none) {
            return Err(PyTypeError::new_err(format!(
                "{method}() missing required argument '{}'",
                parameters[missing].trim_start_matches('/')
            )));
        }
        Ok(bound)
    }

    /// Calls `function` with these arguments behind `first`.
    pub(crate) fn pass_on(
        &self,
        function: &Bound<'py, PyAny>,
        first: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut positional = vec![first.clone()];
        positional.extend((0..self.positional).map(|i| self.value(i)));
        let keywords = PyDict::new(self.py);
        for (i, name) in self.keywords.iter().flatten().enumerate() {
            keywords.set_item(name, self.value(self.positional + i))?;
        }
        function.call(PyTuple::new(self.py, positional)?, Some(&keywords))
    }

    fn value(&self, i: usize) -> Bound<'py, PyAny> {
        // SAFETY: `values` holds live objects for as long as the call lasts.
        unsafe { Bound::from_borrowed_ptr(self.py, self.values[i]) }
    }
}

/// What a method does with `self`, or the class, and the arguments.
pub(crate) type Call =
    for<'a, 'py> fn(&Bound<'py, PyAny>, &Arguments<'a, 'py>) -> PyResult<Bound<'py, PyAny>>;

/// The entry from C to a method.
pub(crate) type Entry = unsafe extern "C" fn(
    *mut ffi::PyObject,
    *const *mut ffi::PyObject,
    ffi::Py_ssize_t,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// A method. Use [`method!`] to make one.
pub(crate) struct Method {
    pub(crate) name: &'static CStr,
    pub(crate) doc: &'static CStr,
    pub(crate) flags: c_int,
    pub(crate) entry: Entry,
}

/// A method or, with `class`, a class method: its name, what it calls, its signature and doc.
macro_rules! method {
    (class $name:literal, $call:expr, $doc:expr) => {
        $crate::newtypes::method!($name, $call, $doc, pyo3::ffi::METH_CLASS)
    };
    ($name:literal, $call:expr, $doc:expr) => {
        $crate::newtypes::method!($name, $call, $doc, 0)
    };
    ($name:literal, $call:expr, $doc:expr, $flags:expr) => {{
        #[allow(unsafe_code)]
        unsafe extern "C" fn entry(
            slf: *mut pyo3::ffi::PyObject,
            arguments: *const *mut pyo3::ffi::PyObject,
            count: pyo3::ffi::Py_ssize_t,
            keywords: *mut pyo3::ffi::PyObject,
        ) -> *mut pyo3::ffi::PyObject {
            // SAFETY: the interpreter calls this as METH_FASTCALL | METH_KEYWORDS asks.
            unsafe { $crate::newtypes::call(slf, arguments, count, keywords, $call) }
        }
        $crate::newtypes::Method { name: $name, doc: $doc, flags: $flags, entry }
    }};
}
pub(crate) use method;

/// Calls a method's function with what the interpreter passed.
///
/// # Safety
/// The arguments must be those of a `METH_FASTCALL | METH_KEYWORDS` call, the thread attached.
pub(crate) unsafe fn call(
    slf: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    keywords: *mut ffi::PyObject,
    function: Call,
) -> *mut ffi::PyObject {
    // SAFETY: by the contract above there are `count` values and one more for each keyword.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let keywords = Bound::from_borrowed_ptr_or_opt(py, keywords)
                .map(|keywords| keywords.cast_into_unchecked::<PyTuple>())
                .filter(|keywords| !keywords.is_empty());
            let positional = count.unsigned_abs();
            let length = positional + keywords.as_ref().map_or(0, PyTupleMethods::len);
            let values =
                if length == 0 { &[] } else { std::slice::from_raw_parts(arguments, length) };
            let slf = Bound::from_borrowed_ptr(py, slf);
            let arguments = Arguments { values, positional, keywords, py };
            function(&slf, &arguments).map(Bound::into_ptr)
        })
    }
}
