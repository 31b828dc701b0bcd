//! `Match`: the result of matching.

use std::sync::{Arc, OnceLock};

use iriform::engine::template::{Pair, Request, Shape, Value, ValuePiece, by_variable as defined};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::matchers::Template;
use crate::answer::Answer;
use crate::text::{Indices, valid_utf8};

/// The values of a template's variables in a reference that it matches.
///
/// `match[name]` is the value of a variable, or None if the reference does not define it. It raises
/// `KeyError` for a name that the template does not have.
///
/// Most values are `str`. A variable with `*` has a list, and so has a variable without `*` if
/// commas separate several values. Pairs of names and values are a `dict`, or a list of pairs if a
/// name occurs twice.
///
/// >>> match = URITemplate('/{user}{?page}').match('/anna')
/// >>> match['user'], match['page'], match.values, match.spans
/// ('anna', None, {'user': 'anna'}, {'user': (1, 5)})
#[pyclass(frozen, module = "iriform")]
#[allow(clippy::doc_link_with_quotes, reason = "an example of Python")]
pub(crate) struct Match {
    /// The template that matched.
    #[pyo3(get)]
    template: Py<PyAny>,
    /// The name of the template in the `Router`, or None if the match is not from a router.
    #[pyo3(get)]
    name: Option<Py<PyAny>>,
    /// The text that matched, and the ranges of the values in it, which are decoded on demand.
    uri: Py<PyString>,
    read: Arc<Template>,
    pieces: Vec<ValuePiece>,
    extra: Vec<Pair>,
    values: OnceLock<Py<PyDict>>,
}

impl Match {
    /// Makes a match from the values that were read in `uri`.
    pub(super) fn new<'py>(
        template: &Bound<'py, PyAny>,
        name: Option<&Bound<'py, PyAny>>,
        read: Arc<Template>,
        Request { pieces, extra }: Request,
        uri: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Self>> {
        let py = uri.py();
        let uri = uri.cast::<PyString>()?.clone().unbind();
        let name = name.map(|name| name.clone().unbind());
        let template = template.clone().unbind();
        let values = OnceLock::new();
        Bound::new(py, Self { template, name, uri, read, pieces, extra, values })
    }

    /// The name of the variable of these pieces.
    fn name_of<'py>(&self, py: Python<'py>, pieces: &[ValuePiece]) -> &Bound<'py, PyString> {
        self.read.names[pieces[0].variable()].bind(py)
    }

    /// The value of these pieces of `text`.
    fn value<'py>(&self, py: Python<'py>, pieces: &[ValuePiece], text: &str) -> Answer<'py> {
        let decoded =
            |piece: &ValuePiece| PyString::new(py, &self.read.matcher.decoded(piece, text));
        let converted = |piece: &ValuePiece| self.read.converted(piece.variable(), decoded(piece));
        Ok(match pieces[0].shape() {
            Shape::Text => converted(&pieces[0])?,
            Shape::List => {
                let members: Vec<_> = pieces.iter().map(converted).collect::<PyResult<_>>()?;
                PyList::new(py, members)?.into_any()
            }
            Shape::Pairs => {
                let pairs =
                    pieces.chunks_exact(2).map(|pair| (decoded(&pair[0]), decoded(&pair[1])));
                dict_or_list(py, pairs)?
            }
        })
    }
}

#[pymethods]
impl Match {
    /// A dict from each name to the start and stop of its value in the reference, in code points.
    ///
    /// The range of a list or of pairs extends from the first piece to the last.
    #[getter]
    fn spans<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let uri = self.uri.bind(py);
        let text = valid_utf8(uri);
        let index = Indices::of(&text);
        let spans = PyDict::new(py);
        for pieces in defined(&self.pieces) {
            let name = self.name_of(py, pieces);
            let end = pieces.last().map_or(0, |last| last.range().end);
            spans.set_item(name, index.span(&(pieces[0].range().start..end)))?;
        }
        Ok(spans)
    }

    /// The values of the variables that are defined, by name, decoded.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        if let Some(values) = self.values.get() {
            return Ok(values.bind(py).clone());
        }
        let uri = self.uri.bind(py);
        let text = valid_utf8(uri);
        let values = PyDict::new(py);
        for pieces in defined(&self.pieces) {
            values.set_item(self.name_of(py, pieces), self.value(py, pieces, &text)?)?;
        }
        // If another thread has been faster, its values are used.
        Ok(self.values.get_or_init(|| values.unbind()).bind(py).clone())
    }

    /// The pairs of the query that belong to no variable, decoded, in order, as tuples of names and values:
    /// with `query="any-order"`. Octets that are not UTF-8 become U+FFFD.
    ///
    /// >>> match = URITemplate('/search{?q}').match('/search?utm_source=x&q=a', query='any-order')
    /// >>> match.values, match.extra
    /// ({'q': 'a'}, (('utm_source', 'x'),))
    #[getter]
    fn extra<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let text = valid_utf8(self.uri.bind(py));
        PyTuple::new(py, self.extra.iter().map(|pair| pair.decoded(&text)))
    }

    fn __getitem__<'py>(&self, name: &Bound<'py, PyString>) -> Answer<'py> {
        let py = name.py();
        let wanted = name.to_cow()?;
        let is_wanted =
            |pieces: &&[ValuePiece]| self.read.matcher.name(pieces[0].variable()) == wanted;
        if let Some(pieces) = defined(&self.pieces).find(is_wanted) {
            return self.value(py, pieces, &valid_utf8(self.uri.bind(py)));
        }
        if self.read.matcher.has(&wanted) {
            Ok(py.None().into_bound(py))
        } else {
            Err(PyKeyError::new_err(name.clone().unbind()))
        }
    }

    /// A match is immutable: its copy is itself.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce_ex__(_slf: &Bound<'_, Self>, _protocol: &Bound<'_, PyAny>) -> PyResult<()> {
        let message = "a Match cannot be pickled: keep its values, or the template and the text";
        Err(PyTypeError::new_err(message))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let values = self.values(py)?.repr()?;
        Ok(match &self.name {
            Some(name) => format!("Match(name={}, values={values})", name.bind(py).repr()?),
            None => format!("Match(values={values})"),
        })
    }
}

/// A value as a Python object.
pub(super) fn value_of(py: Python<'_>, value: Value) -> Answer<'_> {
    let text = |text: String| PyString::new(py, &text);
    match value {
        Value::Text(value) => Ok(text(value).into_any()),
        Value::List(members) => Ok(PyList::new(py, members)?.into_any()),
        Value::Pairs(pairs) => {
            dict_or_list(py, pairs.into_iter().map(|(name, value)| (text(name), text(value))))
        }
    }
}

/// A `dict`, or a list of pairs if a name occurs twice.
fn dict_or_list<'py>(
    py: Python<'py>,
    pairs: impl Iterator<Item = (Bound<'py, PyString>, Bound<'py, PyString>)>,
) -> Answer<'py> {
    let pairs: Vec<_> = pairs.collect();
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
