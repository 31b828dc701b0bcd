//! `Match`: what matching has found.

use iriform_core::template::parts::{Part, parts};
use iriform_core::template::{Found, Value};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::Indices;
use crate::text::valid_utf8;

/// What a template's variables are in a reference that it matches.
///
/// `match[name]` is the value of a variable, None for one that is not defined there; `KeyError` for
/// a name that the template does not have. A value is a `str`; a list for a variable with `*`, and for
/// one without it where commas part several; a `dict` where pairs stand, or a list of pairs if a
/// name comes twice.
///
/// >>> from iriform import URITemplate
/// >>> match = URITemplate('/{user}{?page}').match('/anna')
/// >>> match['user'], match['page'], match.values, match.spans
/// ('anna', None, {'user': 'anna'}, {'user': (1, 5)})
#[pyclass(frozen, module = "iriform")]
#[allow(clippy::doc_link_with_quotes, reason = "an example of Python")]
pub(crate) struct Match {
    /// The template that matched.
    #[pyo3(get)]
    template: Py<PyAny>,
    /// The name of the template in the router that found it, else None.
    #[pyo3(get)]
    name: Option<Py<PyAny>>,
    /// The values of the variables that are defined, by name, decoded.
    #[pyo3(get)]
    values: Py<PyDict>,
    places: Vec<(Py<PyString>, (usize, usize))>,
}

impl Match {
    /// What has been `found` in `text`.
    pub(super) fn new<'py>(
        template: &Bound<'py, PyAny>,
        name: Option<&Bound<'py, PyAny>>,
        found: Vec<Found<'_>>,
        text: &str,
    ) -> PyResult<Bound<'py, Self>> {
        let py = template.py();
        let values = PyDict::new(py);
        let index = Indices::of(text);
        let mut places = Vec::with_capacity(found.len());
        for one in found {
            let key = PyString::new(py, one.name);
            values.set_item(&key, value_of(py, one.value)?)?;
            places.push((key.unbind(), index.span(&one.span)));
        }
        let template = template.clone().unbind();
        let name = name.map(|name| name.clone().unbind());
        Bound::new(py, Self { template, name, values: values.unbind(), places })
    }
}

#[pymethods]
impl Match {
    /// Where the values stand in the reference, by name: start and stop in code points. Of a list
    /// or pairs, from the beginning of the first piece to the end of the last.
    #[getter]
    fn spans<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let spans = PyDict::new(py);
        for (name, span) in &self.places {
            spans.set_item(name, span)?;
        }
        Ok(spans)
    }

    fn __getitem__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let py = name.py();
        if let Some(value) = self.values.bind(py).get_item(name)? {
            return Ok(value);
        }
        let template = valid_utf8(self.template.bind(py).cast()?).into_owned();
        let wanted = name.to_cow()?;
        let is_known = parts(&template).any(|part| match part {
            Part::Literal(_) => false,
            Part::Expression(expression) => expression.variables().any(|v| v.name == wanted),
        });
        if is_known {
            Ok(py.None().into_bound(py))
        } else {
            Err(PyKeyError::new_err(name.clone().unbind()))
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let values = self.values.bind(py).repr()?;
        Ok(match &self.name {
            Some(name) => format!("Match(name={}, values={values})", name.bind(py).repr()?),
            None => format!("Match(values={values})"),
        })
    }
}

/// A value, as Python has it.
pub(super) fn value_of(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Value::Text(text) => Ok(PyString::new(py, &text).into_any()),
        Value::List(members) => Ok(PyList::new(py, members)?.into_any()),
        Value::Pairs(pairs) => {
            let dict = PyDict::new(py);
            for (name, value) in &pairs {
                dict.set_item(name, value)?;
            }
            if dict.len() == pairs.len() {
                Ok(dict.into_any())
            } else {
                Ok(PyList::new(py, pairs)?.into_any())
            }
        }
    }
}
