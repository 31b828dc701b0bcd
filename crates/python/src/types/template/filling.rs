//! Puts Python objects into the variables of a template.

use std::borrow::Cow;

use iriform::engine::{
    Rule,
    template::{self, DotSegments, Given, Misuse, Slot},
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::errors::{self, refused};
use crate::take;
use crate::text::plain_utf8;

/// The values of a call: keywords first, then a mapping.
pub(super) struct Filling<'py> {
    keywords: Option<Bound<'py, PyDict>>,
    mapping: Option<Bound<'py, PyAny>>,
    /// The keywords that are not names of variables.
    options: &'static [&'static str],
    /// True if values may make dot segments.
    pub(super) dot_segments: DotSegments,
}

/// True if names that the template does not have are refused.
const STRICT: &str = "strict";
/// True if values may make dot segments.
const DOT_SEGMENTS: &str = "dot_segments";
/// True if a partial expansion may change the order of a query.
const REORDER: &str = "reorder";

/// An option among the keywords of a call.
fn option(keywords: Option<&Bound<'_, PyDict>>, name: &str, default: bool) -> PyResult<bool> {
    let Some(keywords) = keywords else { return Ok(default) };
    let Some(value) = keywords.get_item(name)? else { return Ok(default) };
    let Ok(flag) = value.cast::<PyBool>() else {
        return Err(PyTypeError::new_err(format!(
            "{name} must be a bool; the value of a variable of that name is given in a mapping"
        )));
    };
    Ok(flag.is_true())
}

/// A Python exception, perhaps from an error of core.
pub(super) struct Raised(pub(super) PyErr);

impl From<Misuse> for Raised {
    fn from(misuse: Misuse) -> Self {
        Self(refused(misuse))
    }
}

impl<'py> Filling<'py> {
    /// The values for an expansion. Unless the keywords have `strict=False`, the template must have all of the
    /// names.
    pub(super) fn of(
        template: &str,
        mapping: Option<Bound<'py, PyAny>>,
        keywords: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        Self::beside(&[STRICT, DOT_SEGMENTS], template, mapping, keywords)
    }

    /// The values for a partial expansion, and whether the order of a query may change.
    pub(super) fn of_partial(
        template: &str,
        mapping: Option<Bound<'py, PyAny>>,
        keywords: Option<Bound<'py, PyDict>>,
    ) -> PyResult<(Self, bool)> {
        let reorder = option(keywords.as_ref(), REORDER, false)?;
        Ok((Self::beside(&[STRICT, REORDER, DOT_SEGMENTS], template, mapping, keywords)?, reorder))
    }

    fn beside(
        options: &'static [&'static str],
        template: &str,
        mapping: Option<Bound<'py, PyAny>>,
        keywords: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let is_strict = option(keywords.as_ref(), STRICT, true)?;
        let dot_segments = DotSegments::allowed(option(keywords.as_ref(), DOT_SEGMENTS, false)?);
        let mapping = mapping.filter(|mapping| !mapping.is_none());
        if let Some(mapping) = &mapping
            && !mapping.is_instance_of::<PyDict>()
            && mapping.cast::<PyMapping>().is_err()
        {
            return Err(errors::wrong_type(mapping, "values", "a mapping"));
        }
        let filling = Self { keywords, mapping, options, dot_segments };
        if is_strict {
            let names = filling.names()?;
            template::refuse_unknown(template, &names).map_err(refused)?;
        }
        Ok(filling)
    }

    fn names(&self) -> PyResult<Vec<String>> {
        let mut names = Vec::new();
        let mut add = |name: Bound<'py, PyAny>| {
            let Ok(name) = name.cast::<PyString>() else {
                return Err(errors::wrong_type(&name, "names", "str"));
            };
            names.push(name.to_string_lossy().into_owned());
            Ok(())
        };
        if let Some(mapping) = &self.mapping {
            match mapping.cast_exact::<PyDict>() {
                Ok(dict) => dict.keys().iter().try_for_each(&mut add)?,
                Err(_) => mapping.try_iter()?.try_for_each(|name| add(name?))?,
            }
        }
        if let Some(keywords) = &self.keywords {
            for name in keywords.keys().iter() {
                // Keywords are strings.
                let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
                if !self.options.contains(&name.as_str()) {
                    names.push(name);
                }
            }
        }
        Ok(names)
    }

    /// Puts the value of the variable `name` into its slot, if there is one.
    pub(super) fn fill(&self, name: &str, slot: &mut Slot<'_>) -> PyResult<Given> {
        let Some(value) = self.get(name)? else { return Ok(Given::No) };
        if let Ok(text) = value.cast::<PyString>() {
            slot.text(&plain(text)?);
        } else if let Ok(list) = value.cast::<PyList>() {
            members(name, list.iter(), slot)?;
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            members(name, tuple.iter(), slot)?;
        } else if let Ok(dict) = value.cast::<PyDict>() {
            for (key, value) in dict.iter() {
                pair(name, &key, &value, slot)?;
            }
        } else if let Ok(mapping) = value.cast::<PyMapping>() {
            for item in mapping.items()?.iter() {
                let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
                pair(name, &key, &value, slot)?;
            }
        } else if let Some(text) = scalar(name, &value)? {
            slot.text(&plain(&text)?);
        }
        Ok(Given::Yes)
    }

    fn get(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        if let Some(keywords) = &self.keywords
            && !self.options.contains(&name)
            && let Some(value) = keywords.get_item(name)?
        {
            return Ok(Some(value));
        }
        let Some(mapping) = &self.mapping else { return Ok(None) };
        match mapping.cast_exact::<PyDict>() {
            Ok(dict) => dict.get_item(name),
            Err(_) if mapping.contains(name)? => mapping.get_item(name).map(Some),
            Err(_) => Ok(None),
        }
    }
}

/// The members of a list, or, if each is a tuple, the pairs of an associative array. "Undefined" members are
/// left out (RFC 6570 §3.2.1).
fn members<'py>(
    name: &str,
    members: impl Iterator<Item = Bound<'py, PyAny>>,
    slot: &mut Slot<'_>,
) -> PyResult<()> {
    let mut is_pairs = None;
    for member in members {
        let is_pair = member.is_instance_of::<PyTuple>();
        if is_pair != *is_pairs.get_or_insert(is_pair) {
            return Err(unfit(name, &member));
        }
        if is_pair {
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
                member.extract().map_err(|_| unfit(name, &member))?;
            pair(name, &key, &value, slot)?;
        } else if let Some(text) = scalar(name, &member)? {
            slot.member(&plain(&text)?).map_err(refused)?;
        }
    }
    Ok(())
}

fn pair(
    name: &str,
    key: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    slot: &mut Slot<'_>,
) -> PyResult<()> {
    if let (Some(key), Some(value)) = (scalar(name, key)?, scalar(name, value)?) {
        slot.pair(&plain(&key)?, &plain(&value)?).map_err(refused)?;
    }
    Ok(())
}

/// A value that is one text; none if it is undefined.
pub(super) fn scalar<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyString>>> {
    if let Ok(text) = value.cast::<PyString>() {
        Ok(Some(text.clone()))
    } else if value.is_none() {
        Ok(None)
    } else if let Ok(truth) = value.cast::<PyBool>() {
        Ok(Some(PyString::new(value.py(), if truth.is_true() { "true" } else { "false" })))
    } else if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        value.str().map(Some)
    } else {
        let plain = take::scalar(value)?;
        if plain.is(value) { Err(unfit(name, value)) } else { scalar(name, &plain) }
    }
}

fn plain<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    plain_utf8(text, Rule::UriReference)
}

#[cold]
fn unfit(name: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let wanted = "str, int, float, bool or None, or a list, a tuple or a mapping of these";
    errors::wrong_type(value, &format!("the value of {name}"), wanted)
}
