//! Percent-encoding of text that is not yet a component: `iriform.quote` and `iriform.unquote`.

use iriform::engine::{
    Rule,
    percent::{self, bare_percent, safe_set},
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::answer::Answer;
use crate::errors::refused;
use crate::text::plain_utf8;
use crate::types::quoting::quoted;

/// Percent-encode plain data as UTF-8, except for the characters of a set (RFC 3986 §2.5).
///
/// `data` is a `str` or `bytes`. `safe` names the set: 'unreserved' (letters, digits, `-._~`: safe
/// in every component), 'encodeURIComponent' (ECMAScript: the unreserved characters and `!*'()`),
/// 'fn:encode-for-uri' (`XPath`: the unreserved characters), or a component of an IRI ('userinfo',
/// 'host', 'path', 'segment', 'query', 'fragment'), as by `Path.quote`. A `%` becomes `%25`. Raises
/// `ParseError` for a lone surrogate, and `ValueError` for another name of a set.
///
/// >>> from iriform import quote
/// >>> quote("50% (a/b)"), quote("50% (a/b)", safe="encodeURIComponent")
/// ('50%25%20%28a%2Fb%29', '50%25%20(a%2Fb)')
#[pyfunction(signature = (data, /, *, safe="unreserved"))]
pub(crate) fn quote(data: &Bound<'_, PyAny>, safe: &str) -> PyResult<String> {
    let class = safe_set(safe).map_err(refused)?;
    quoted(data, class, Rule::Isegment)
}

/// The decoded text of percent-encoded UTF-8 (RFC 3986 §2.4).
///
/// `errors` chooses what happens to octets that are not UTF-8, as in `bytes.decode`. By default,
/// they raise `UnicodeDecodeError`. A `+` stays. Split text before you decode it: a decoded `/` or
/// `&` looks like a separator. Raises `ValueError` for a `%` without two hexadecimal digits after
/// it.
///
/// >>> from iriform import unquote
/// >>> unquote("50%25%20a%2Fb")
/// '50% a/b'
#[pyfunction(signature = (text, /, errors="strict"))]
pub(crate) fn unquote<'py>(text: &Bound<'py, PyString>, errors: &str) -> Answer<'py> {
    let plain = plain_utf8(text, Rule::Isegment)?;
    if let Some(octet) = bare_percent(&plain) {
        let position = plain[..octet].chars().count();
        return Err(PyValueError::new_err(format!(
            "“%” at position {position} needs two hexadecimal digits after it; “%25” stands for “%”"
        )));
    }
    PyBytes::new(text.py(), &percent::unquote(&plain)).call_method1("decode", ("utf-8", errors))
}

/// The text of octets, with those that are not UTF-8 percent-encoded, and all beyond ASCII unless it is for an
/// IRI.
#[pyfunction(signature = (data, is_iri, /))]
pub(crate) fn text_of_octets(data: &[u8], is_iri: bool) -> String {
    percent::text_of_octets(data, is_iri)
}
