//! Reads the arguments of operations: text, several texts, a flag.

use std::borrow::Cow;

use iriform::engine::{Rule, recognize, references::Masking, words::masking_named};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyIterator, PyList, PyString, PyTuple};

use crate::errors::{self, refused};
use crate::strtype::{Kind, check, for_text, is_found_of, parse, units};
use crate::text::valid_utf8;

/// Returns the truth of an argument, or `default` if it is omitted.
pub(crate) fn flag(argument: Option<Bound<'_, PyAny>>, default: bool) -> PyResult<bool> {
    argument.map_or(Ok(default), |argument| argument.is_truthy())
}

/// An argument, `name`, that must be a `str`.
pub(crate) fn text<'a, 'py>(
    argument: &'a Bound<'py, PyAny>,
    name: &str,
) -> PyResult<&'a Bound<'py, PyString>> {
    argument.cast().map_err(|_| errors::wrong_type(argument, name, "str"))
}

/// The text of an argument that must match `rule`.
pub(crate) fn valid<'a>(argument: &'a Bound<'_, PyAny>, rule: Rule) -> PyResult<Cow<'a, str>> {
    // The rules of RFC 3987 have the names of the components with an i before them.
    let text = self::text(argument, rule.name().trim_start_matches('i'))?;
    for_text!(units(text)?, t => recognize(t, rule))
        .map_err(|fault| errors::parse_error(argument, rule, &fault))?;
    Ok(valid_utf8(text))
}

/// The text of the instance that a call of `kind` would make from an argument. A plain `str` is parsed in
/// place, without making the instance.
pub(crate) fn parsed<'a>(kind: Kind, argument: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    if let Ok(text) = argument.cast_exact::<PyString>() {
        check(kind.rule(), units(text)?, argument)?;
        return Ok(valid_utf8(text));
    }
    let made = parse(kind, argument)?;
    Ok(Cow::Owned(valid_utf8(made.cast()?).into_owned()))
}

/// Passes to `answer` the text of the instance that a call of `kind` would make from an argument, and whether
/// it is plain. A recurring object is only read once.
#[inline]
pub(crate) fn with_named<T>(
    kind: Kind,
    argument: &Bound<'_, PyAny>,
    is_plain: impl FnOnce(&str) -> bool,
    answer: impl FnOnce(&str, bool) -> T,
) -> PyResult<T> {
    if let Ok(text) = argument.cast_exact::<PyString>() {
        let is_plain = is_found_of(kind, text, || {
            check(kind.rule(), units(text)?, argument)?;
            Ok(is_plain(&valid_utf8(text)))
        })?;
        return Ok(answer(&valid_utf8(text), is_plain));
    }
    Ok(answer(&parsed(kind, argument)?, false))
}

/// The text of an argument that may be None or omitted.
pub(crate) fn optional(argument: Option<Bound<'_, PyAny>>, rule: Rule) -> PyResult<Option<String>> {
    match argument {
        Some(argument) if !argument.is_none() => {
            valid(&argument, rule).map(|text| Some(text.into_owned()))
        }
        _ => Ok(None),
    }
}

/// Converts a `NumPy` bool or number to Python's; returns any other object unchanged.
pub(crate) fn scalar<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // A scalar's class is in `numpy`; an array of any number of dimensions is a `numpy.ndarray`.
    let class = value.get_type();
    let is_scalar = !value.is_instance_of::<PyString>()
        && class.module()? == "numpy"
        && class.name()? != "ndarray"
        && value.hasattr("item")?;
    if !is_scalar {
        return Ok(value.clone());
    }
    let plain = value.call_method0("item")?;
    let is_known = plain.is_instance_of::<PyInt>() || plain.is_instance_of::<PyFloat>();
    Ok(if is_known { plain } else { value.clone() })
}

/// The digits of a port that is an int or text, or None or omitted.
pub(crate) fn port(argument: Option<Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    match argument.map(|argument| scalar(&argument)).transpose()? {
        Some(argument) if argument.is_instance_of::<PyInt>() => {
            let port: u16 = argument.extract().map_err(|_| {
                PyValueError::new_err("a port as an int must be between 0 and 65535")
            })?;
            Ok(Some(port.to_string()))
        }
        Some(argument) if !argument.is_none() && !argument.is_instance_of::<PyString>() => {
            Err(errors::wrong_type(&argument, "port", "int or str"))
        }
        argument => optional(argument, Rule::Port),
    }
}

/// Passes each item of an iterable to `take`; see [`several`].
pub(crate) fn each<'py>(
    argument: &Bound<'py, PyAny>,
    name: &str,
    wanted: &str,
    mut take: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    // A list needs no iterator object.
    if let Ok(list) = argument.cast_exact::<PyList>() {
        return list.iter().try_for_each(take);
    }
    for item in several(argument, name, wanted)? {
        take(item?)?;
    }
    Ok(())
}

/// Returns an iterable of `wanted` items. A text is refused, because its items are its characters.
pub(crate) fn several<'py>(
    argument: &Bound<'py, PyAny>,
    name: &str,
    wanted: &str,
) -> PyResult<Bound<'py, PyIterator>> {
    // A list or tuple, the usual case, is accepted without a look at its attributes.
    let is_known = argument.is_instance_of::<PyList>() || argument.is_instance_of::<PyTuple>();
    let is_iterable = || argument.hasattr(intern!(argument.py(), "__iter__"));
    if !is_known && (argument.is_instance_of::<PyString>() || !is_iterable()?) {
        return Err(errors::wrong_type(argument, name, wanted));
    }
    argument.try_iter()
}

/// The masking of that name; of every secret by default.
pub(crate) fn masking(name: Option<Bound<'_, PyAny>>) -> PyResult<Masking> {
    let Some(name) = name else { return Ok(Masking::Everything) };
    masking_named(&text(&name, "what")?.to_string_lossy()).map_err(refused)
}
