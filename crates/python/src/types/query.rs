//! `Query`: pairs of names and values.

use std::ffi::CStr;

use iriform_core::query;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use super::plain::{name_or_value, text_of_pairs};
use super::quoting::QUOTE;
use crate::answer::Answer;
use crate::strtype::{Face, Kind, Method, Optional, Required, instance, method};
use crate::take;
use crate::text::valid_utf8;

pub(crate) const FACE: Face = Face { methods: &[&[QUOTE], METHODS], ..Face::new(Kind::Query, DOC) };

const DOC: &CStr = c"Query(text='', /)
--

A query (RFC 3987 \xC2\xA72.2, `iquery`) without its `?`, a validated `str`. Raises `ParseError`.

>>> from iriform import Query
>>> Query.quote('100 %')
Query('100%20%25')
";

const METHODS: &[Method] = &[
    method!(
        pairs,
        c"pairs($self, /, separator='&', plus=True, errors='strict')
--

The pairs of names and values, as a list of tuples of decoded `str`.

Pieces between separators are split first and decoded then; empty ones are left out, and one
without `=` has the value ''. With `plus`, a `+` is a space, as HTML forms write it. `errors`
says, as for `bytes.decode`, what to do with octets that are not UTF-8.

>>> from iriform import Query
>>> Query('name=J%C3%B6+Q&x=1%262').pairs()
[('name', 'J\xC3\xB6 Q'), ('x', '1&2')]
"
    ),
    method!(
        class from_pairs,
        c"from_pairs(pairs, /, separator='&')
--

A query of these pairs, or of the items of a mapping; names and values are plain `str`.

All but unreserved characters is percent-encoded, a space as `%20`, so that every reader finds
the same pairs, whatever it takes a `+` for.

>>> from iriform import Query
>>> Query.from_pairs({'name': 'J\xC3\xB6 Q', 'x': '1&2'})
Query('name=J\xC3\xB6%20Q&x=1%262')
"
    ),
    method!(
        |slf, [name, value], [separator, plus]| {
            let name = name_or_value(&name)?;
            let value = name_or_value(&value)?;
            let (separator, plus) = options(separator, plus)?;
            let text = valid_utf8(slf.cast()?);
            instance(
                slf.py(),
                Kind::Query,
                &query::with_pair(&text, &name, &value, separator, plus),
            )
        },
        c"with_pair($self, name, value, /, separator='&', plus=True)
--

A query in which this pair takes the place of the first of that name, and others of it are gone.

Without one, the pair goes to the end. All other pieces stay as they are written.

>>> from iriform import Query
>>> Query('a=1&b=%7e').with_pair('a', '2 3')
Query('a=2%203&b=%7e')
"
    ),
    method!(
        |slf, [name], [separator, plus]| {
            let name = name_or_value(&name)?;
            let (separator, plus) = options(separator, plus)?;
            instance(
                slf.py(),
                Kind::Query,
                &query::without(&valid_utf8(slf.cast()?), &name, separator, plus),
            )
        },
        c"without($self, name, /, separator='&', plus=True)
--

A query without the pairs of that name. All other pieces stay as they are written.

>>> from iriform import Query
>>> Query('a=1&utm=x&b=2').without('utm')
Query('a=1&b=2')
"
    ),
];

fn pairs<'py>(
    slf: &Bound<'py, PyAny>,
    []: Required<'py, 0>,
    [separator, plus, errors]: Optional<'py, 3>,
) -> Answer<'py> {
    let py = slf.py();
    let errors = errors.unwrap_or_else(|| PyString::intern(py, "strict").into_any());
    let (separator, plus) = options(separator, plus)?;
    let decode =
        |octets: Vec<u8>| PyBytes::new(py, &octets).call_method1("decode", ("utf-8", &errors));
    let pairs = PyList::empty(py);
    for (name, value) in query::pairs(&valid_utf8(slf.cast()?), separator, plus) {
        pairs.append((decode(name)?, decode(value)?))?;
    }
    Ok(pairs.into_any())
}

fn from_pairs<'py>(
    slf: &Bound<'py, PyAny>,
    [pairs]: Required<'py, 1>,
    [separator]: Optional<'py, 1>,
) -> Answer<'py> {
    let (separator, _) = options(separator, None)?;
    instance(slf.py(), Kind::Query, &text_of_pairs(&pairs, separator, true)?)
}

fn options(
    separator: Option<Bound<'_, PyAny>>,
    plus: Option<Bound<'_, PyAny>>,
) -> PyResult<(char, bool)> {
    let separator = separator.map_or(Ok('&'), |s| s.extract::<char>())?;
    if !matches!(separator, '&' | ';' | ',' | '!' | '$' | '/') {
        return Err(PyValueError::new_err("separator must be one of & ; , ! $ /"));
    }
    Ok((separator, take::flag(plus, true)?))
}
