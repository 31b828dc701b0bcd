//! `Query`: pairs of names and values.

use iriform_core::query;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::answer::Answer;
use crate::composition::{several, text_argument};
use crate::newtypes::{Arguments, Kind, Method, method, wrap};
use crate::text::{plain_utf8, valid_utf8};

pub(crate) const METHODS: &[Method] = &[
    method!(
        c"pairs",
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
        class c"from_pairs",
        from_pairs,
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
        c"with_pair",
        |slf, arguments| {
            let [name, value, separator, plus] =
                arguments.bind("with_pair", ["/name", "/value", "separator", "plus"], 4, 2)?;
            let name = plain(&name.expect("required"))?;
            let value = plain(&value.expect("required"))?;
            let (separator, plus) = options(separator, plus)?;
            let text = valid_utf8(slf.cast()?);
            made(slf, &query::with_pair(&text, &name, &value, separator, plus))
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
        c"without",
        |slf, arguments| {
            let [name, separator, plus] =
                arguments.bind("without", ["/name", "separator", "plus"], 3, 1)?;
            let name = plain(&name.expect("required"))?;
            let (separator, plus) = options(separator, plus)?;
            made(slf, &query::without(&valid_utf8(slf.cast()?), &name, separator, plus))
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

fn pairs<'py>(slf: &Bound<'py, PyAny>, arguments: &Arguments<'_, 'py>) -> Answer<'py> {
    let [separator, plus, errors] =
        arguments.bind("pairs", ["separator", "plus", "errors"], 3, 0)?;
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

fn from_pairs<'py>(slf: &Bound<'py, PyAny>, arguments: &Arguments<'_, 'py>) -> Answer<'py> {
    let [pairs, separator] = arguments.bind("from_pairs", ["/pairs", "separator"], 2, 1)?;
    let (separator, _) = options(separator, None)?;
    made(slf, &text_of_pairs(&pairs.expect("required"), separator, true)?)
}

/// The text of a query of pairs, or of a mapping's items.
pub(crate) fn text_of_pairs(
    pairs: &Bound<'_, PyAny>,
    separator: char,
    is_iri: bool,
) -> PyResult<String> {
    let items = match pairs.cast::<PyDict>() {
        Ok(mapping) => mapping.items().into_any(),
        Err(_) if pairs.hasattr("items")? => pairs.call_method0("items")?,
        Err(_) => pairs.clone(),
    };
    let mut plain_pairs = Vec::new();
    for item in several(&items, "pairs")? {
        let pair: Vec<_> = several(&item?, "a pair")?.collect::<PyResult<_>>()?;
        let [name, value] = pair.as_slice() else {
            return Err(PyValueError::new_err("a pair must have a name and a value"));
        };
        plain_pairs.push((plain(name)?, plain(value)?));
    }
    let borrowed = plain_pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ok(query::from_pairs(borrowed, separator, is_iri))
}

fn plain(text: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = text_argument(text, "a name or value")?;
    Ok(plain_utf8(text, Kind::Query.rule())?.into_owned())
}

fn options(
    separator: Option<Bound<'_, PyAny>>,
    plus: Option<Bound<'_, PyAny>>,
) -> PyResult<(char, bool)> {
    let separator = separator.map_or(Ok('&'), |s| s.extract::<char>())?;
    if !matches!(separator, '&' | ';' | ',' | '!' | '$' | '/') {
        return Err(PyValueError::new_err("separator must be one of & ; , ! $ /"));
    }
    Ok((separator, plus.map_or(Ok(true), |p| p.is_truthy())?))
}

fn made<'py>(slf: &Bound<'py, PyAny>, query: &str) -> Answer<'py> {
    wrap(Kind::Query, &PyString::new(slf.py(), query))
}
