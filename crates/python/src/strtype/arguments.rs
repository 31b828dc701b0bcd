//! The arguments of a call, as the interpreter passes them.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// The positional arguments of a call that accepts any number of them, without a list.
#[derive(Clone, Copy)]
pub(crate) struct Several<'a, 'py>(&'a Arguments<'a, 'py>);

impl<'a, 'py> Several<'a, 'py> {
    /// Each of them.
    pub(crate) fn iter(self) -> impl ExactSizeIterator<Item = Bound<'py, PyAny>> + use<'a, 'py> {
        self.0.positional()
    }
}

/// The arguments of a call: positional ones first, then those named by `keywords`.
pub(crate) struct Arguments<'a, 'py> {
    values: &'a [*mut ffi::PyObject],
    positional: usize,
    keywords: Option<Bound<'py, PyTuple>>,
    py: Python<'py>,
}

impl<'py> Arguments<'_, 'py> {
    /// # Safety The arguments must be those of a `METH_FASTCALL | METH_KEYWORDS` call, and the result must not
    /// outlive it.
    pub(super) unsafe fn new(
        py: Python<'py>,
        values: *const *mut ffi::PyObject,
        positional: ffi::Py_ssize_t,
        keywords: *mut ffi::PyObject,
    ) -> Self {
        // SAFETY: by the contract above, `keywords` is a tuple or null, and there are `positional`
        // values and one more for each keyword. Without any, `values` may be null.
        unsafe {
            let keywords = Bound::from_borrowed_ptr_or_opt(py, keywords)
                .map(|keywords| keywords.cast_into_unchecked::<PyTuple>());
            let positional = positional.unsigned_abs();
            let length = positional + keywords.as_ref().map_or(0, PyTupleMethods::len);
            let values = if length == 0 { &[] } else { std::slice::from_raw_parts(values, length) };
            Self { values, positional, keywords, py }
        }
    }

    /// The arguments without a name.
    pub(crate) fn positional(&self) -> impl ExactSizeIterator<Item = Bound<'py, PyAny>> {
        (0..self.positional).map(|i| self.value(i))
    }

    /// The arguments without a name, for a method that accepts any number of them.
    pub(super) fn several(&self) -> Several<'_, 'py> {
        Several(self)
    }

    /// The arguments with a name.
    pub(crate) fn keywords(&self) -> impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let keywords = self.keywords.as_ref().map_or(&[][..], |keywords| keywords.as_slice());
        let place = |i| self.positional + i;
        keywords.iter().enumerate().map(move |(i, name)| (name.clone(), self.value(place(i))))
    }

    /// The number of arguments that have a name.
    pub(crate) fn keyword_count(&self) -> usize {
        self.values.len() - self.positional
    }

    /// The argument of a name, which is usually at that index among the named ones.
    #[inline]
    pub(crate) fn named(
        &self,
        name: &Bound<'py, PyString>,
        place: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(keywords) = &self.keywords else { return Ok(None) };
        let count = keywords.len();
        // Names in source code are interned, so equal ones are identical.
        let is_same =
            |&i: &usize| keywords.get_borrowed_item(i).is_ok_and(|keyword| keyword.is(name));
        let mut found = Some(place).filter(|place| *place < count).filter(is_same);
        found = found.or_else(|| (0..count).find(is_same));
        if found.is_none() {
            for i in 0..count {
                if keywords.get_borrowed_item(i)?.eq(name)? {
                    found = Some(i);
                }
            }
        }
        Ok(found.map(|i| self.value(self.positional + i)))
    }

    fn value(&self, i: usize) -> Bound<'py, PyAny> {
        // SAFETY: `values` holds live objects for as long as the call lasts.
        unsafe { Bound::from_borrowed_ptr(self.py, self.values[i]) }
    }
}
