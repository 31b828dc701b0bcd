//! A Python object as the argument of an operation.

use std::borrow::Cow;
use std::sync::Arc;

use iriform::engine::{Policy, Rule, findings::Names, prefixes};
use iriform_columns::Error;
use iriform_columns::arguments::{Argument, Given, VALUE_OF_PAIR};
use iriform_columns::cells::Cell;
use iriform_columns::chunk::Column;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::errors::{self, raised};
use crate::findings::names;
use crate::policy;
use crate::prefixes::PrefixMap;
use crate::strtype::{check, units};
use crate::take;
use crate::text::valid_utf8;
use crate::types::plain;

/// Reads an argument that is a column; none if it is ignored.
pub(super) type Columns<'a> = dyn Fn(&Bound<'_, PyAny>) -> PyResult<Option<Column>> + 'a;

/// The object that a call passes for an argument of that name.
pub(super) struct GivenObject<'a, 'py> {
    name: &'a str,
    object: &'a Bound<'py, PyAny>,
    columns: &'a Columns<'a>,
}

impl<'a, 'py> GivenObject<'a, 'py> {
    pub(super) fn of(
        argument: &'a Argument,
        object: &'a Bound<'py, PyAny>,
        columns: &'a Columns<'a>,
    ) -> Self {
        Self { name: argument.name, object, columns }
    }

    fn read<'o, T: FromPyObject<'o, 'py>>(&'o self, wanted: &str) -> PyResult<T> {
        self.object.extract().map_err(|_| self.wrong(wanted))
    }
}

impl Given for GivenObject<'_, '_> {
    type Error = PyErr;

    const DECIDES_TYPES: bool = true;

    fn error(error: Error) -> PyErr {
        raised(error)
    }

    fn wrong(&self, wanted: &str) -> PyErr {
        errors::wrong_type(self.object, self.name, wanted)
    }

    fn is_none(&self) -> bool {
        self.object.is_none()
    }

    fn is_unchanged(&self) -> bool {
        self.object.is(self.object.py().Ellipsis())
    }

    fn text(self, wanted: &str) -> PyResult<String> {
        self.read(wanted)
    }

    fn valid(self, wanted: &str, rule: Rule) -> PyResult<String> {
        let text = self.object.cast::<PyString>().map_err(|_| self.wrong(wanted))?;
        check(rule, units(text)?, self.object)?;
        Ok(valid_utf8(text).into_owned())
    }

    fn flag(self, wanted: &str) -> PyResult<bool> {
        self.read(wanted)
    }

    fn number(self, wanted: &str) -> PyResult<i64> {
        self.read(wanted)
    }

    fn texts(self, wanted: &str) -> PyResult<Vec<String>> {
        let item = |item: PyResult<Bound<'_, PyAny>>| {
            let item = item?;
            item.extract::<String>().map_err(|error| match item.get_type().name() {
                Ok(class) if !item.is_instance_of::<PyString>() => {
                    let name = self.name;
                    PyTypeError::new_err(format!(
                        "{name} must be {wanted}, and one of them is {class}"
                    ))
                }
                _ => error,
            })
        };
        take::several(self.object, self.name, wanted)?.map(item).collect()
    }

    fn mapping(self, wanted: &str) -> PyResult<Vec<(String, String)>> {
        let mapping = self.object.cast::<PyMapping>().map_err(|_| self.wrong(wanted))?;
        mapping.items()?.extract().map_err(|_| self.wrong(wanted))
    }

    fn cell(self, wanted: &str, rule: Option<Rule>, may_be_none: bool) -> PyResult<Cell> {
        let object = &take::scalar(self.object)?;
        let is_text = object.is_instance_of::<PyString>();
        let is_text_or_none = is_text || object.is_none() && may_be_none;
        let is_int = object.is_instance_of::<PyInt>();
        Ok(Cell::One(match rule {
            None if is_text_or_none || is_int || object.is_instance_of::<PyFloat>() => {
                plain::value(object)?.map(Cow::into_owned)
            }
            Some(Rule::Port) if is_text_or_none || is_int => take::port(Some(object.clone()))?,
            Some(rule) if is_text_or_none => match object.cast::<PyString>() {
                Ok(text) => {
                    check(rule, units(text)?, object)?;
                    Some(valid_utf8(text).into_owned())
                }
                Err(_) => None,
            },
            _ => {
                let is_none = object.is_none()
                    || is_int
                    || object.is_instance_of::<PyFloat>()
                    || object.is_instance_of::<PyList>()
                    || object.is_instance_of::<PyTuple>()
                    || object.is_instance_of::<PyDict>();
                if is_none {
                    return Err(errors::wrong_type(object, self.name, wanted));
                }
                return Ok((self.columns)(object)?.map_or(Cell::One(None), Cell::Column));
            }
        }))
    }

    fn pairs(self, wanted: &str) -> PyResult<Vec<(String, Vec<Cell>)>> {
        // An iterator would be exhausted when it is read again.
        let is_listed =
            self.object.is_instance_of::<PyList>() || self.object.is_instance_of::<PyTuple>();
        if !is_listed && !self.object.hasattr("items")? {
            return Err(self.wrong(wanted));
        }
        let cell = |object: &Bound<'_, PyAny>| {
            let value = GivenObject { name: "a value", object, columns: self.columns };
            value.cell(VALUE_OF_PAIR, None, true)
        };
        let pair = |(name, value): &(Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let name = plain::name_of_pair(name)?.into_owned();
            let values = if plain::is_list(value) {
                value.try_iter()?.map(|value| cell(&value?)).collect::<PyResult<_>>()?
            } else {
                vec![cell(value)?]
            };
            Ok((name, values))
        };
        plain::items(self.object)?.iter().map(pair).collect()
    }

    fn names(self, _: &str) -> PyResult<Names> {
        names(self.object)
    }

    fn prefixes(self, _: &str) -> PyResult<Arc<prefixes::PrefixMap>> {
        PrefixMap::shared_of(self.object, self.name)
    }

    fn policy(self, wanted: &str) -> PyResult<Arc<Policy>> {
        let policy = self.object.cast::<policy::Policy>().map_err(|_| self.wrong(wanted))?;
        Ok(policy.get().shared())
    }
}
