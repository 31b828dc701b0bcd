//! References made from literal text and values: `of`, and template strings (PEP 750). The modules:
//! [`entries`]: cached skeletons; [`values`]: Python objects as values for core.

mod entries;
mod values;

use std::ffi::CStr;

use iriform::engine::{
    skeleton::{FlawKind, Placeholder, Skeleton, Spot, fields, places},
    suffix::Suffixes,
    words,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use self::entries::{KnownSkeleton, kept};
use self::values::{Unput, is_reference, put};
use crate::answer::Answer;
use crate::errors;
use crate::grammar::named;
use crate::strtype::{Arguments, Kind, Method, instance, method};
use crate::take;

pub(crate) const METHODS: &[Method] = &[method!(class arguments of, OF_DOC)];

const OF_DOC: &CStr = c"of(skeleton, values=None, /, **more)
--

A reference built from a skeleton: literal text with placeholders for data that cannot change its structure.

`skeleton` is the programmer's text, with `{name}` for a value, and `{{` for a brace. Values are
keywords, or a mapping. Each value is percent-encoded, except for `unreserved` (and `ucschar` in an
IRI), and stays in its place: it never adds or removes a segment, a pair of the query or a part of
the host. Text that would make a dot segment is refused, and so are None, lists and mappings that
would change the number of segments or pairs. None omits the pair `k={x}`, and a port. `{x:*}`
repeats a pair, once for each member of a list. `?{x}` accepts pairs or a `Query`. A URI or an IRI
at the very beginning is a base: its path is kept, and one slash follows. A `Segment`, a `Path`, a
`Host`, a `Query` or a `Fragment` is used unchanged in its place. `{x:.2f}` and `{x!s}` are
Python's, for text and numbers.

From CPython 3.14 on, `URI(t\"…\")` is the same with a template string.

Raises ParseError for literal text that is not a reference; ValueError for an invalid skeleton, for
a name without a value or a value without a name, and for a value that its place does not accept;
TypeError for objects that are not values. No message shows a value. The parsed skeleton is cached.

>>> URI.of('https://api.example/users/{user}?q={q}&page={page}', user='a/b', q='1&x=2', page=None)
URI('https://api.example/users/a%2Fb?q=1%26x%3D2')
>>> base = URI('https://api.example/v1')
>>> URI.of('{base}/users/{user-id}', {'user-id': 7}, base=base)
URI('https://api.example/v1/users/7')
";

/// The number of keywords up to which each name is found by a linear search.
const FEW: usize = 16;

/// `URI.of(skeleton, …)`
fn of<'py>(class: &Bound<'py, PyAny>, arguments: &Arguments<'_, 'py>) -> Answer<'py> {
    let kind = Kind::of_receiver(class)?;
    let mut positional = arguments.positional();
    let count = positional.len();
    let (Some(skeleton), mapping, None) = (positional.next(), positional.next(), positional.next())
    else {
        return Err(PyTypeError::new_err(format!(
            "of() takes a skeleton and perhaps a mapping by position, and values by keyword \
             ({count} positional arguments given)"
        )));
    };
    let text = if let Some(text) = filled(kind, &skeleton)? {
        if count > 1 || arguments.keywords().next().is_some() {
            return Err(PyTypeError::new_err(
                "of() takes no values with a template string, which has its own",
            ));
        }
        text
    } else {
        let skeleton = take::text(&skeleton, "skeleton")?;
        let mapping = mapping.filter(|mapping| !mapping.is_none());
        let entry = kept(skeleton)?;
        filled_by_name(kind, class.py(), &entry, mapping.as_ref(), arguments)?
    };
    made(kind, class, &text)
}

/// Makes an instance of the requested class, which judges it.
fn made<'py>(kind: Kind, class: &Bound<'py, PyAny>, text: &str) -> Answer<'py> {
    if kind.is_exactly(class.cast()?) {
        return instance(class.py(), kind, text);
    }
    class.call1((PyString::new(class.py(), text),))
}

fn filled_by_name<'py>(
    kind: Kind,
    py: Python<'py>,
    entry: &KnownSkeleton,
    mapping: Option<&Bound<'py, PyAny>>,
    arguments: &Arguments<'_, 'py>,
) -> PyResult<String> {
    if let Some(mapping) = mapping
        && !mapping.is_instance_of::<PyDict>()
        && mapping.cast::<PyMapping>().is_err()
    {
        return Err(errors::wrong_type(mapping, "values", "a mapping"));
    }
    // A linear search is faster for a few names; for many it would take quadratic time.
    let many = if arguments.keyword_count() > FEW {
        let many = PyDict::new(py);
        for (name, value) in arguments.keywords() {
            many.set_item(name, value)?;
        }
        Some(many)
    } else {
        None
    };
    let value_of = |hole: usize| -> PyResult<Bound<'py, PyAny>> {
        let name = entry.name(py, hole);
        let found = match &many {
            Some(many) => many.get_item(name)?,
            None => arguments.named(name, hole)?,
        };
        if let Some(value) = found {
            return Ok(value);
        }
        match mapping {
            Some(mapping) if mapping.contains(name)? => mapping.get_item(name),
            _ => Err(PyValueError::new_err(words::skeleton::no_value(&name.to_string_lossy()))),
        }
    };
    let first = entry.may_be_based().then(|| value_of(0)).transpose()?;
    let on_base = first.as_ref().map_or(Ok(false), is_reference)?;
    let skeleton = entry.skeleton(kind, on_base)?;
    let text = fill(&skeleton, |hole| {
        let value = match (&first, hole) {
            (Some(first), 0) => first.clone(),
            _ => value_of(hole)?,
        };
        Ok((value, entry.conversion(hole), entry.spec(hole)))
    })?;
    let given = arguments.keyword_count() + mapping.map_or(Ok(0), PyAnyMethods::len)?;
    if given > entry.sorted_names().len() || mapping.is_some() {
        refuse_unknown(entry, mapping, arguments)?;
    }
    Ok(text)
}

/// Refuses a value whose name the skeleton does not have.
fn refuse_unknown<'py>(
    entry: &KnownSkeleton,
    mapping: Option<&Bound<'py, PyAny>>,
    arguments: &Arguments<'_, 'py>,
) -> PyResult<()> {
    let mut names: Vec<Bound<'py, PyAny>> = Vec::new();
    if let Some(mapping) = mapping {
        for name in mapping.try_iter()? {
            names.push(name?);
        }
    }
    names.extend(arguments.keywords().map(|(name, _)| name));
    for name in names {
        let Ok(name) = name.cast::<PyString>() else {
            return Err(errors::wrong_type(&name, "names", "str"));
        };
        let name = name.to_string_lossy();
        if entry.sorted_names().binary_search_by(|known| (**known).cmp(&name)).is_err() {
            let known: Vec<&str> = entry.names().collect();
            return Err(PyValueError::new_err(words::skeleton::no_placeholder(&name, &known)));
        }
    }
    Ok(())
}

/// A value with its conversion and its format specification.
type Given<'a, 'py> = (Bound<'py, PyAny>, Option<&'a str>, &'a str);

fn fill<'a, 'py>(
    skeleton: &Skeleton,
    mut value: impl FnMut(usize) -> PyResult<Given<'a, 'py>>,
) -> PyResult<String> {
    let filled = skeleton.fill(|hole, opening| {
        let (value, conversion, spec) = value(hole)?;
        put(skeleton, hole, opening, &value, conversion, spec)
    });
    filled.map_err(|failed| match failed {
        Unput::Denied(denied) => PyValueError::new_err(words::skeleton::refused(skeleton, &denied)),
        Unput::Python(error) => error,
    })
}

/// The text of a template string as a reference of that kind; none for other objects.
#[cfg(not(Py_3_14))]
pub(crate) fn filled(_: Kind, _: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    Ok(None)
}

/// The text of a template string as a reference of that kind, or none for another object.
#[cfg(Py_3_14)]
pub(crate) fn filled(kind: Kind, template: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    use pyo3::intern;
    use pyo3::types::PyTuple;

    if !kind.is_reference() || !values::is_template(template)? {
        return Ok(None);
    }
    let py = template.py();
    // `strings` also has the empty ones, which iteration skips.
    let strings = template.getattr(intern!(py, "strings"))?.cast_into::<PyTuple>()?;
    let interpolations = template.getattr(intern!(py, "interpolations"))?;
    let mut parts = Vec::new();
    for each in interpolations.cast_into::<PyTuple>()? {
        let text = |name| -> PyResult<String> { each.getattr(name)?.extract() };
        let conversion: Option<String> = each.getattr(intern!(py, "conversion"))?.extract()?;
        let spec = text(intern!(py, "format_spec"))?;
        let value = each.getattr(intern!(py, "value"))?;
        parts.push((text(intern!(py, "expression"))?, value, conversion, spec));
    }
    let expressions = parts.iter().map(|(expression, _, _, spec)| (&**expression, &**spec));
    let entry = entries::kept_template(&strings, expressions)?;
    let on_base = match parts.first() {
        Some((_, first, ..)) if entry.may_be_based() => is_reference(first)?,
        _ => false,
    };
    let skeleton = entry.skeleton(kind, on_base)?;
    let text = fill(&skeleton, |hole| {
        let (_, value, conversion, spec) = &parts[hole];
        Ok((value.clone(), conversion.as_deref(), spec.as_str()))
    })?;
    Ok(Some(text))
}

/// The places of placeholders between literal texts, even if the whole is not a skeleton: for each, a word for
/// the place, the place in words, and the danger of raw text there, which may be empty.
#[pyfunction(signature = (strings, names, on_base, /))]
#[allow(clippy::needless_pass_by_value, reason = "PyO3 gives functions what it has read")]
pub(crate) fn skeleton_places(
    strings: Vec<String>,
    names: Vec<String>,
    on_base: bool,
) -> PyResult<Vec<(&'static str, String, &'static str)>> {
    let (strings, placeholders) = borrowed(&strings, &names)?;
    let describe = |place: Result<Spot, FlawKind>| {
        let words = place
            .as_ref()
            .map_or_else(|_| "the scheme or the host".to_owned(), words::skeleton::place_name);
        let (kind, danger) = words::skeleton::danger(&place).unwrap_or(("safe", ""));
        (kind, words, danger)
    };
    Ok(places(on_base, &strings, &placeholders).into_iter().map(describe).collect())
}

/// Why literal texts around placeholders are not a skeleton of a production; None if they are one.
#[pyfunction(signature = (production, strings, names, repeats, on_base, /))]
#[allow(clippy::needless_pass_by_value, reason = "PyO3 gives functions what it has read")]
pub(crate) fn skeleton_flaw(
    production: &str,
    strings: Vec<String>,
    names: Vec<String>,
    repeats: Vec<bool>,
    on_base: bool,
) -> PyResult<Option<String>> {
    let rule = named(production)?;
    let (strings, mut placeholders) = borrowed(&strings, &names)?;
    for (placeholder, repeats) in placeholders.iter_mut().zip(repeats) {
        placeholder.repeats = repeats;
    }
    let read = Skeleton::read(rule, on_base, &strings, &placeholders, Suffixes::current());
    Ok(read.err().map(|flaw| words::skeleton::flaw(&flaw)))
}

/// Name, conversion and format specification of a placeholder.
type Cut = (String, Option<String>, String);

/// The text of a skeleton cut at its placeholders: literal texts, and name, conversion and specification of each.
#[pyfunction(signature = (skeleton, /))]
pub(crate) fn skeleton_fields(skeleton: &str) -> PyResult<(Vec<String>, Vec<Cut>)> {
    let (strings, found) =
        fields(skeleton).map_err(|flaw| PyValueError::new_err(words::skeleton::flaw(&flaw)))?;
    let found = found.into_iter().map(|gap| (gap.name, gap.conversion, gap.spec));
    Ok((strings, found.collect()))
}

type Borrowed<'a> = (Vec<&'a str>, Vec<Placeholder<'a>>);

fn borrowed<'a>(strings: &'a [String], names: &'a [String]) -> PyResult<Borrowed<'a>> {
    if strings.len() != names.len() + 1 {
        return Err(PyValueError::new_err("there must be one text more than there are names"));
    }
    let placeholders = names.iter().map(|name| Placeholder { name, repeats: false }).collect();
    Ok((strings.iter().map(String::as_str).collect(), placeholders))
}
