//! Reads the text of a `str` in place.

use iriform::engine::text::{Latin1, Ucs2, Ucs4, Utf8};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Text in its own storage.
#[derive(Clone, Copy)]
pub(crate) enum Units<'a> {
    Latin1(Latin1<'a>),
    Ucs2(Ucs2<'a>),
    Ucs4(Ucs4<'a>),
    Utf8(Utf8<'a>),
}

/// Evaluates an expression that is generic over `Text` for the actual storage.
macro_rules! for_text {
    ($units:expr, $text:ident => $body:expr) => {
        match $units {
            $crate::strtype::Units::Latin1($text) => $body,
            $crate::strtype::Units::Ucs2($text) => $body,
            $crate::strtype::Units::Ucs4($text) => $body,
            $crate::strtype::Units::Utf8($text) => $body,
        }
    };
}
pub(crate) use for_text;

/// The code points of a `str`, in place. It only fails up to `CPython` 3.11, if there is no memory to make a
/// `str` of the legacy kind canonical; our values are always canonical.
#[inline]
pub(crate) fn units<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Units<'a>> {
    make_canonical(text)?;
    let object = text.as_ptr();
    // SAFETY: `object` is a str, and canonical. Its code points are `PyUnicode_GET_LENGTH` units of
    // the size that `PyUnicode_KIND` names at `PyUnicode_DATA`, aligned for it, and they do not
    // change while the reference that `text` borrows is held.
    unsafe {
        #[allow(clippy::cast_sign_loss, reason = "a length is never negative")]
        let length = ffi::PyUnicode_GET_LENGTH(object) as usize;
        let data = ffi::PyUnicode_DATA(object);
        Ok(match ffi::PyUnicode_KIND(object) {
            ffi::PyUnicode_1BYTE_KIND => {
                Units::Latin1(Latin1(std::slice::from_raw_parts(data.cast(), length)))
            }
            ffi::PyUnicode_2BYTE_KIND => {
                Units::Ucs2(Ucs2(std::slice::from_raw_parts(data.cast(), length)))
            }
            _ => Units::Ucs4(Ucs4(std::slice::from_raw_parts(data.cast(), length))),
        })
    }
}

/// The text of a `str` if it is ASCII, in place; none for other text. Fails like [`units`].
#[inline]
pub(crate) fn ascii<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Option<&'a str>> {
    let Units::Latin1(Latin1(octets)) = units(text)? else { return Ok(None) };
    // CPython stores this as a flag. The flag is private since 3.14. SAFETY: `text` is a str, and canonical
    // since `units` has read it.
    #[cfg(not(Py_3_14))]
    let is_ascii = unsafe { ffi::PyUnicode_IS_ASCII(text.as_ptr()) != 0 };
    #[cfg(Py_3_14)]
    let is_ascii = octets.is_ascii();
    // SAFETY: ASCII is UTF-8.
    Ok(is_ascii.then(|| unsafe { str::from_utf8_unchecked(octets) }))
}

/// Makes a `str` canonical: up to `CPython` 3.11, old C code can make one with another layout.
#[inline]
#[allow(clippy::unnecessary_wraps, reason = "it can fail up to 3.11")]
fn make_canonical(text: &Bound<'_, PyString>) -> PyResult<()> {
    #[cfg(not(Py_3_12))]
    {
        #[cold]
        fn failed(text: &Bound<'_, PyString>) -> PyErr {
            PyErr::fetch(text.py())
        }
        // SAFETY: it is a str.
        if unsafe { ffi::PyUnicode_READY(text.as_ptr()) } != 0 {
            return Err(failed(text));
        }
    }
    #[cfg(Py_3_12)]
    let _ = text;
    Ok(())
}

/// The text of a `str` or of an instance of a subclass as an exact `str`. No method of the
/// subclass is called.
pub(crate) fn exact<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    // SAFETY: `text` is a str. PyUnicode_FromObject returns it, or a copy of its text.
    unsafe {
        let copy = ffi::PyUnicode_FromObject(text.as_ptr());
        Bound::from_owned_ptr_or_err(text.py(), copy).map(|copy| copy.cast_into_unchecked())
    }
}

/// The part of a `str` between two indices of its code points.
pub(crate) fn substring<'py>(
    text: &Bound<'py, PyString>,
    range: std::ops::Range<usize>,
) -> PyResult<Bound<'py, PyString>> {
    // OK because both are indices into an object in memory, so they are below isize::MAX.
    #[allow(clippy::cast_possible_wrap)]
    let (start, end) = (range.start as ffi::Py_ssize_t, range.end as ffi::Py_ssize_t);
    // SAFETY: `text` is a str; PyUnicode_Substring checks the indices and returns an exact str.
    unsafe {
        let part = ffi::PyUnicode_Substring(text.as_ptr(), start, end);
        Bound::from_owned_ptr_or_err(text.py(), part).map(|part| part.cast_into_unchecked())
    }
}
