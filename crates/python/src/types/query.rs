//! `Query`: pairs of names and values.

use std::borrow::Cow;
use std::ffi::CStr;

use iriform::engine::{
    query::{self, NamedValues, Style},
    split,
    text::Utf8,
};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use super::plain::{items, name_of_pair, pairs, values};
use super::quoting::QUOTE;
use crate::answer::Answer;
use crate::errors;
use crate::strtype::{Face, Kind, Method, Optional, Property, Required, Several, instance, method};
use crate::take;
use crate::text::valid_utf8;

pub(crate) const FACE: Face = Face {
    properties: &[PROPERTIES],
    methods: &[&[QUOTE], READING, WRITING],
    ..Face::new(Kind::Query, DOC)
};

const DOC: &CStr = c"Query(text='', /)
--

A query (RFC 3987 §2.2, `iquery`) without its `?`, a validated `str`. Raises `ParseError`.

>>> from iriform import Query
>>> Query.quote('100 %')
Query('100%20%25')
";

const PROPERTIES: &[Property] = &[Property {
    name: c"names",
    doc: c"The decoded names of the pairs as a tuple, each name once, in order.

`&` separates pairs, and `+` is a space. Octets that are not UTF-8 become U+FFFD.",
    get: |text| {
        let replace = intern!(text.py(), "replace").clone().into_any();
        let decode = decoder(text.py(), Some(replace));
        let names = PyDict::new(text.py());
        for (name, _) in query::pairs(&valid_utf8(text), Style::default()) {
            names.set_item(decode(&name)?, ())?;
        }
        Ok(PyTuple::new(text.py(), names.keys())?.into_any())
    },
}];

const READING: &[Method] = &[
    method!(
        all_pairs,
        c"pairs($self, /, separator='&', plus=True, errors='strict', *, bare_as_none=False)
--

The pairs of names and values, as a list of tuples of decoded `str`.

The query is split at separators before its pieces are decoded. Empty pieces are left out. A piece
without `=` has the value '', or None with `bare_as_none`. With `plus`, a `+` is a space, as in HTML
forms. `errors` chooses what happens to octets that are not UTF-8, as in `bytes.decode`.

>>> from iriform import Query
>>> Query('name=J%C3%B6+Q&x=1%262').pairs()
[('name', 'Jö Q'), ('x', '1&2')]
>>> Query('a&b=').pairs(bare_as_none=True)
[('a', None), ('b', '')]
"
    ),
    method!(
        get,
        c"get($self, name, /, default=None, *, separator='&', plus=True, errors='strict')
--

The first value of the name `name`, decoded as in `pairs`, or `default`.

>>> from iriform import Query
>>> query = Query('page=2&tag=a&tag=b')
>>> query.get('page'), query.get('tag'), query.get('sort', 'name')
('2', 'a', 'name')
"
    ),
    method!(
        get_all,
        c"get_all($self, name, /, *, separator='&', plus=True, errors='strict')
--

All values of the name `name` in order, decoded as in `pairs`.

>>> from iriform import Query
>>> Query('page=2&tag=a&tag=b').get_all('tag')
['a', 'b']
"
    ),
    method!(
        |slf, [], [separator, plus, errors]| {
            let style = reading(separator, plus)?;
            let decode = decoder(slf.py(), errors);
            let all = PyDict::new(slf.py());
            for (name, value) in query::pairs(&valid_utf8(slf.cast()?), style) {
                let (name, value) = (decode(&name)?, decode(&value.unwrap_or_default())?);
                match all.get_item(&name)? {
                    Some(values) => values.cast::<PyList>()?.append(value)?,
                    None => all.set_item(name, PyList::new(slf.py(), [value])?)?,
                }
            }
            Ok(all.into_any())
        },
        c"to_dict($self, /, *, separator='&', plus=True, errors='strict')
--

A dict from each name to the list of its values in order, decoded as in `pairs`.

>>> from iriform import Query
>>> Query('page=2&tag=a&tag=b').to_dict()
{'page': ['2'], 'tag': ['a', 'b']}
"
    ),
];

const WRITING: &[Method] = &[
    method!(
        class | slf,
        [given],
        [separator, form] | {
            made(slf, &query::from_pairs(&pairs(&items(&given)?)?, style(separator, None, form)?))
        },
        c"from_pairs(pairs, /, separator='&', *, form=False)
--

A query composed of these pairs, or of the items of a mapping. Names are plain `str`.

A value is a plain `str`, an `int`, a finite `float`, a `bool` (`true` or `false`), None (the name
alone, without `=`), or a list or tuple of these, which gives one pair for each member. All
characters except unreserved ones are percent-encoded. A space becomes `%20`, so readers find the
same pairs whether they decode `+` to a space or not. With `form`, a space becomes `+`, as in HTML
forms.

>>> from iriform import Query
>>> Query.from_pairs({'name': 'Jö Q', 'x': '1&2', 'id': [1, 2]})
Query('name=Jö%20Q&x=1%262&id=1&id=2')
"
    ),
    method!(
        |slf, [name, value], [separator, plus, form]| {
            let new = [(name_of_pair(&name)?, values(&value)?)];
            let style = style(separator, plus, form)?;
            with_pairs(slf, &new, style)
        },
        c"with_pair($self, name, value, /, separator='&', plus=True, *, form=False)
--

A query in which this pair replaces all pairs of the same name.

The pair replaces the first of them, or is appended if there is none. All other pieces are
unchanged. Values are as in `from_pairs`.

>>> from iriform import Query
>>> Query('a=1&b=%7e').with_pair('a', '2 3')
Query('a=2%203&b=%7e')
"
    ),
    method!(
        |slf, [new], [separator, plus, form]| {
            let items = items(&new)?;
            let (new, style) = (pairs(&items)?, style(separator, plus, form)?);
            with_pairs(slf, &new, style)
        },
        c"with_pairs($self, pairs, /, *, separator='&', plus=True, form=False)
--

A query in which these pairs, or the items of a mapping, replace all pairs of the same names.

>>> from iriform import Query
>>> Query('a=1&b=2').with_pairs({'a': [3, 4], 'c': 5})
Query('a=3&a=4&b=2&c=5')
"
    ),
    method!(
        |slf, [name, value], [separator, form]| {
            let new = [(name_of_pair(&name)?, values(&value)?)];
            let style = style(separator, None, form)?;
            made(slf, &query::added(&valid_utf8(slf.cast()?), &new, style))
        },
        c"added($self, name, value, /, *, separator='&', form=False)
--

A query with this pair added at its end. Other pairs of the same name stay.

>>> from iriform import Query
>>> Query('tag=a').added('tag', 'b')
Query('tag=a&tag=b')
"
    ),
    method!(
        variadic | slf,
        patterns,
        [separator, plus] | {
            let style = reading(separator, plus)?;
            made(slf, &query::without(&valid_utf8(slf.cast()?), &names_of(patterns)?, style))
        },
        c"without($self, /, *names, separator='&', plus=True)
--

A query without the pairs of these names. All other pairs are unchanged; empty pieces are removed.

In a name, `*` stands for any characters and `?` for one; brackets stand for themselves.

>>> from iriform import Query
>>> Query('a=1&utm_source=x&fbclid=y').without('utm_*', 'fbclid')
Query('a=1')
"
    ),
];

pub(super) fn get<'py>(
    slf: &Bound<'py, PyAny>,
    [name]: Required<'py, 1>,
    [default, separator, plus, errors]: Optional<'py, 4>,
) -> Answer<'py> {
    let name = name_of_pair(&name)?;
    let (text, style) = read(slf, separator, plus)?;
    match query::value(&text, &name, style) {
        Some(value) => decoder(slf.py(), errors)(&value),
        None => Ok(default.unwrap_or_else(|| slf.py().None().into_bound(slf.py()))),
    }
}

pub(super) fn get_all<'py>(
    slf: &Bound<'py, PyAny>,
    [name]: Required<'py, 1>,
    [separator, plus, errors]: Optional<'py, 3>,
) -> Answer<'py> {
    let name = name_of_pair(&name)?;
    let (text, style) = read(slf, separator, plus)?;
    let decode = decoder(slf.py(), errors);
    let all = PyList::empty(slf.py());
    for value in query::values(&text, &name, style) {
        all.append(decode(&value)?)?;
    }
    Ok(all.into_any())
}

pub(super) fn all_pairs<'py>(
    slf: &Bound<'py, PyAny>,
    []: Required<'py, 0>,
    [separator, plus, errors, bare_as_none]: Optional<'py, 4>,
) -> Answer<'py> {
    let py = slf.py();
    let (text, style) = read(slf, separator, plus)?;
    let bare_as_none = take::flag(bare_as_none, false)?;
    let decode = decoder(py, errors);
    let pairs = PyList::empty(py);
    for (name, value) in query::pairs(&text, style) {
        let value = match value {
            None if bare_as_none => py.None().into_bound(py),
            value => decode(&value.unwrap_or_default())?,
        };
        pairs.append((decode(&name)?, value))?;
    }
    Ok(pairs.into_any())
}

/// Names or patterns of names.
pub(super) fn names_of(names: Several<'_, '_>) -> PyResult<Vec<String>> {
    let name = |name: Bound<'_, PyAny>| {
        if !name.is_instance_of::<PyString>() && name.hasattr("__iter__")? {
            let wanted = "str (of several names, unpack them: *names)";
            return Err(errors::wrong_type(&name, "a name", wanted));
        }
        name_of_pair(&name).map(Cow::into_owned)
    };
    names.iter().map(name).collect()
}

/// How the pairs of a reference are read, by its scheme.
pub(super) fn reading_of(
    reference: &str,
    separator: Option<Bound<'_, PyAny>>,
    plus: Option<Bound<'_, PyAny>>,
) -> PyResult<Style> {
    reading_as(separator, plus, Style::of_reference(reference))
}

/// A query, perhaps of a reference, and how its pairs are read.
fn read<'a>(
    slf: &'a Bound<'_, PyAny>,
    separator: Option<Bound<'_, PyAny>>,
    plus: Option<Bound<'_, PyAny>>,
) -> PyResult<(Cow<'a, str>, Style)> {
    let text = slf.cast::<PyString>()?;
    if !Kind::of(text)?.is_some_and(Kind::is_reference) {
        return Ok((valid_utf8(text), reading(separator, plus)?));
    }
    let text = valid_utf8(text);
    let style = reading_of(&text, separator, plus)?;
    let query = split::query(Utf8(text.as_bytes())).unwrap_or_default();
    let query = match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[query]),
        Cow::Owned(text) => Cow::Owned(text[query].to_owned()),
    };
    Ok((query, style))
}

/// How pairs are read.
pub(super) fn reading(
    separator: Option<Bound<'_, PyAny>>,
    plus: Option<Bound<'_, PyAny>>,
) -> PyResult<Style> {
    reading_as(separator, plus, Style::default())
}

fn reading_as(
    separator: Option<Bound<'_, PyAny>>,
    plus: Option<Bound<'_, PyAny>>,
    usual: Style,
) -> PyResult<Style> {
    let separator = separator.map_or(Ok('&'), |s| s.extract::<char>())?;
    if !matches!(separator, '&' | ';' | ',' | '!' | '$' | '/') {
        return Err(PyValueError::new_err("separator must be one of & ; , ! $ /"));
    }
    Ok(Style { separator, plus: take::flag(plus, usual.plus)?, ..usual })
}

/// How pairs are read and written.
pub(super) fn style(
    separator: Option<Bound<'_, PyAny>>,
    plus: Option<Bound<'_, PyAny>>,
    form: Option<Bound<'_, PyAny>>,
) -> PyResult<Style> {
    formed(reading(separator, plus)?, form)
}

/// How pairs are read and written, from how they are read.
pub(super) fn formed(reading: Style, form: Option<Bound<'_, PyAny>>) -> PyResult<Style> {
    let style = Style { form: take::flag(form, false)?, ..reading };
    if style.form && !style.plus {
        return Err(PyValueError::new_err(
            "form writes a space as '+', which plus=False does not read",
        ));
    }
    Ok(style)
}

/// Decodes octets to `str`; `errors` chooses the treatment of octets that are not UTF-8.
fn decoder<'py>(
    py: Python<'py>,
    errors: Option<Bound<'py, PyAny>>,
) -> impl Fn(&[u8]) -> PyResult<Bound<'py, PyAny>> {
    move |octets| {
        if let Ok(text) = std::str::from_utf8(octets) {
            return Ok(PyString::new(py, text).into_any());
        }
        let errors = errors.clone().unwrap_or_else(|| intern!(py, "strict").clone().into_any());
        PyBytes::new(py, octets).call_method1(intern!(py, "decode"), ("utf-8", errors))
    }
}

fn made<'py>(slf: &Bound<'py, PyAny>, text: &str) -> Answer<'py> {
    instance(slf.py(), Kind::Query, text)
}

/// The query with these pairs in place of all pairs with their names.
fn with_pairs<'py>(
    slf: &Bound<'py, PyAny>,
    new: &[NamedValues<impl AsRef<str>>],
    style: Style,
) -> Answer<'py> {
    let mut out = String::new();
    query::with_pairs(&valid_utf8(slf.cast()?), new, style, &mut out);
    made(slf, &out)
}
