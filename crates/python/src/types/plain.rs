//! Turns plain data into the text of a component by percent-encoding, or fails if decoding would not return the
//! data.

use std::borrow::Cow;
use std::cell::RefCell;

use iriform::engine::{
    Rule,
    chars::{IUNRESERVED, UNRESERVED},
    edit::SegmentsJoined,
    host, percent,
    query::{NamedValues, Style, from_pairs},
    userinfo,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};

use crate::errors::{self, refused};
use crate::strtype::Kind;
use crate::take;
use crate::text::plain_utf8;

/// Plain data as text of `component`. An instance of `component` is already encoded; it is only checked against
/// the rule of `kind`.
pub(super) fn plain(data: &Bound<'_, PyAny>, kind: Kind, component: Kind) -> PyResult<String> {
    let mut out = String::new();
    push_plain(data, kind, component, &mut out)?;
    Ok(out)
}

/// Appends the result of [`plain`].
fn push_plain(
    data: &Bound<'_, PyAny>,
    kind: Kind,
    component: Kind,
    out: &mut String,
) -> PyResult<()> {
    let (class, rule) = component.class_and_rule(kind.is_uri());
    if Kind::of(data)? == Some(component) {
        out.push_str(&take::valid(data, rule)?);
    } else {
        let text = take::text(data, rule.name().trim_start_matches('i'))?;
        percent::push_quoted(&plain_utf8(text, rule)?, class, out);
    }
    Ok(())
}

pub(super) fn plain_userinfo(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    // Drivers read some of the delimiters that the grammar allows here as their own (docs/databases.md).
    let class = if kind.is_uri() { UNRESERVED } else { IUNRESERVED };
    let text = |data: &Bound<'_, PyAny>| -> PyResult<String> {
        if Kind::of(data)? == Some(Kind::UserInfo) {
            return plain(data, kind, Kind::UserInfo);
        }
        let text = take::text(data, "userinfo")?;
        Ok(percent::quote(&plain_utf8(text, Rule::Userinfo)?, class))
    };
    if let Ok(pair) = data.cast::<PyTuple>() {
        let [user, password] = pair.iter().collect::<Vec<_>>().try_into().map_err(|_| {
            PyValueError::new_err("userinfo as a tuple must be a user and a password")
        })?;
        return Ok(userinfo::compose(&text(&user)?, Some(&text(&password)?)));
    }
    if Kind::of(data)? == Some(Kind::UserInfo) {
        return text(data);
    }
    if !data.is_instance_of::<PyString>() {
        return Err(errors::wrong_type(data, "userinfo", "str or a tuple of user and password"));
    }
    Ok(userinfo::compose(&text(data)?, None))
}

pub(super) fn plain_host(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    let (_, rule) = Kind::Host.class_and_rule(kind.is_uri());
    if Kind::of(data)? == Some(Kind::Host) {
        return take::valid(data, rule).map(Cow::into_owned);
    }
    // The `str` of an ipaddress object is a host, perhaps once it has brackets.
    let ipaddress = || PyModule::import(data.py(), "ipaddress");
    let name = match data.cast::<PyString>() {
        Ok(name) => name.clone(),
        Err(_)
            if data.is_instance(&ipaddress()?.getattr("IPv4Address")?)?
                || data.is_instance(&ipaddress()?.getattr("IPv6Address")?)? =>
        {
            data.str()?
        }
        Err(_) => return Err(errors::wrong_type(data, "host", "str or an address of ipaddress")),
    };
    let name = plain_utf8(&name, rule)?;
    host::from_plain(&name, !kind.is_uri()).map_err(refused)
}

/// Refuses a segment that is a dot segment, or that normalization turns into one.
fn not_dots(segment: &str) -> PyResult<()> {
    if matches!(&*percent::normalize_escapes(segment), "." | "..") {
        return Err(PyValueError::new_err(format!(
            "{segment:?} would change the path's structure: use with_parts or Path.joined"
        )));
    }
    Ok(())
}

/// Plain segments as a path, absolute after an authority.
pub(super) fn plain_segments(
    segments: &Bound<'_, PyAny>,
    kind: Kind,
    has_authority: bool,
) -> PyResult<String> {
    let mut path = SegmentsJoined::new(has_authority);
    take::each(segments, "segments", "an iterable of str", |segment| {
        let mut done = Ok(());
        let made = path.push(|out| done = push_plain(&segment, kind, Kind::Segment, out));
        done.and_then(|()| not_dots(made))
    })?;
    path.finish().map_err(refused)
}

pub(super) fn plain_query(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    if data.is_instance_of::<PyString>() {
        plain(data, kind, Kind::Query)
    } else {
        let style = Style { is_iri: !kind.is_uri(), ..Style::default() };
        Ok(from_pairs(&pairs(&items(data)?)?, style))
    }
}

/// Plain data as one segment; none if the operand is not text.
pub(super) fn next_segment(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Option<String>> {
    let Ok(text) = data.cast::<PyString>() else { return Ok(None) };
    if Kind::of(data)? != Some(Kind::Segment) && valid_or_plain(text)?.contains('/') {
        return Err(PyValueError::new_err(
            "a slash would change the path's structure: use with_parts or Path.joined",
        ));
    }
    let segment = plain(data, kind, Kind::Segment)?;
    not_dots(&segment)?;
    Ok(Some(segment))
}

pub(super) fn valid_or_plain<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    plain_utf8(text, Rule::Isegment)
}

/// The names and values of a mapping or an iterable of pairs, unchanged.
pub(crate) fn items<'py>(
    pairs: &Bound<'py, PyAny>,
) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    let found = RefCell::new(Vec::new());
    let add = |name, value| {
        found.borrow_mut().push((name, value));
        Ok(())
    };
    if let Ok(mapping) = pairs.cast::<PyDict>() {
        mapping.locked_for_each(add)?;
        return Ok(found.into_inner());
    }
    let items = if pairs.hasattr(intern!(pairs.py(), "items"))? {
        pairs.call_method0("items")?
    } else {
        pairs.clone()
    };
    take::each(&items, "pairs", "a mapping or an iterable of pairs", |item| {
        let pair = if let Ok(pair) = item.cast_exact::<PyTuple>() {
            pair.clone()
        } else {
            let pair = take::several(&item, "a pair", "a name and a value")?;
            PyTuple::new(item.py(), pair.collect::<PyResult<Vec<_>>>()?)?
        };
        let [name, value] = pair.as_slice() else {
            return Err(PyValueError::new_err("a pair must have a name and a value"));
        };
        add(name.clone(), value.clone())
    })?;
    Ok(found.into_inner())
}

/// The pairs of [`items`]: each name with its values, several if they are a list.
pub(super) fn pairs<'a>(
    items: &'a [(Bound<'_, PyAny>, Bound<'_, PyAny>)],
) -> PyResult<Vec<NamedValues<Cow<'a, str>>>> {
    items.iter().map(|(name, value)| Ok((name_of_pair(name)?, values(value)?))).collect()
}

/// The name of a pair.
pub(crate) fn name_of_pair<'a>(name: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    plain_utf8(take::text(name, "a name")?, Kind::Query.rule())
}

/// The text of a value, or of each value of a list.
pub(super) fn values<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Vec<Option<Cow<'a, str>>>> {
    if is_list(value) {
        return value
            .try_iter()?
            .map(|value| Ok(self::value(&value?)?.map(|text| Cow::Owned(text.into_owned()))))
            .collect();
    }
    Ok(vec![self::value(value)?])
}

/// Returns true if a value is a collection of values.
pub(crate) fn is_list(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()
}

/// The text of a value: numbers as in Python, booleans as `true` and `false`; none for None.
pub(crate) fn value<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, str>>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return plain_utf8(text, Kind::Query.rule()).map(Some);
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Some(if truth.is_true() { "true" } else { "false" }.into()));
    }
    // A subclass, such as a member of an enumeration, may print differently.
    let printed = |class: Bound<'_, PyType>| -> PyResult<Option<Cow<'a, str>>> {
        let text: String = class.call_method1("__repr__", (value,))?.extract()?;
        Ok(Some(text.into()))
    };
    if value.is_instance_of::<PyInt>() {
        return printed(value.py().get_type::<PyInt>());
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        if !number.value().is_finite() {
            return Err(PyValueError::new_err("a number in a query must be finite"));
        }
        return printed(value.py().get_type::<PyFloat>());
    }
    let plain = take::scalar(value)?;
    if !plain.is(value) {
        return Ok(self::value(&plain)?.map(|text| text.into_owned().into()));
    }
    let class = value.get_type();
    let class = class.name()?;
    Err(PyTypeError::new_err(format!(
        "a value must be str, int, float, bool, None, or a list of these, not {class}"
    )))
}
