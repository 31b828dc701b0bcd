//! `Router`: many templates matched at once.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use iriform::engine::template::{self, AnyOrder, Matcher, Request, ValuePiece};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString, PyTuple};

use super::matchers::Template;
use super::matches::Match;
use super::requests::How;
use super::typed::Types;
use crate::errors;
use crate::strtype::{Kind, parse};
use crate::take;
use crate::text::{utf8, valid_utf8};

/// Templates by name. One pass over a text finds the most specific template that matches it.
///
/// `templates` is a mapping of names, which may be any objects, to `URITemplate`s or their text.
/// Templates are compared from the beginning: literal text is more specific than a variable, and a
/// variable of one segment is more specific than a variable of several segments. Among equally
/// specific templates, the first one is chosen.
///
/// `types` are the types of variables, as for `URITemplate.match`, for all templates that have a variable of
/// the name. A template may have its own, as a pair: `('/items/{id}', {'id': int})`. A template with a value
/// that is not of its type is skipped. A variable with a type is more specific than one without, and one with a
/// finite set of values is most specific.
///
/// With `request`, texts are raw requests, as for `URITemplate.match`. Raises ValueError for a template whose
/// query has an order.
///
/// >>> router = Router({'user': '/users/{user}', 'me': '/users/me', 'file': '/{+path}'})
/// >>> router.match('/users/me').name, router.match('/users/anna').name
/// ('me', 'user')
/// >>> router.match('/users/anna/x')['path']
/// 'users/anna/x'
/// >>> router = Router({'item': '/items/{id}', 'page': '/items/{slug}'}, types={'id': int})
/// >>> router.match('/items/7').values, router.match('/items/new').values
/// ({'id': 7}, {'slug': 'new'})
/// >>> Router({'wiki': '/wiki/{title}'}, request=True).match('/wiki/Foo_(bar)?a=b').values
/// {'title': 'Foo_(bar)'}
#[allow(clippy::doc_markdown, reason = "the docstring of Python")]
#[pyclass(frozen, module = "iriform")]
#[allow(clippy::doc_link_with_quotes, reason = "an example of Python")]
pub(crate) struct Router {
    names: Vec<Py<PyAny>>,
    templates: Vec<Py<PyAny>>,
    read: Vec<Arc<Template>>,
    /// The matchers for raw requests; none without `request`.
    of_requests: Vec<Matcher>,
    native: template::Router,
    requests: OnceLock<Requests>,
    /// The templates by name, and the types of variables, that it was made from.
    given: Py<PyDict>,
    types: Option<Py<PyDict>>,
}

/// The matchers for requests.
struct Requests {
    any_order: Vec<AnyOrder>,
    by_path: template::Router,
}

impl Router {
    /// The matcher of the template at an index.
    fn matcher(&self, i: usize) -> &Matcher {
        self.of_requests.get(i).unwrap_or(&self.read[i].matcher)
    }

    /// They are made when the first request is read; this fails if the query of a template has an order.
    fn requests(&self) -> PyResult<&Requests> {
        if let Some(requests) = self.requests.get() {
            return Ok(requests);
        }
        let mut any_order = Vec::with_capacity(self.read.len());
        for (i, text) in self.templates.iter().enumerate() {
            any_order.push(
                AnyOrder::new(self.matcher(i))
                    .map_err(|no_pairs| PyValueError::new_err(format!("{text}: {no_pairs}")))?,
            );
        }
        let matchers = (0..self.read.len()).map(|i| self.matcher(i));
        let by_path = template::by_path(&matchers.zip(&any_order).collect::<Vec<_>>());
        Ok(self.requests.get_or_init(|| Requests { any_order, by_path }))
    }
}

#[pymethods]
impl Router {
    #[new]
    #[pyo3(signature = (templates, /, *, types = None, request = false))]
    fn new(
        templates: &Bound<'_, PyAny>,
        types: Option<&Bound<'_, PyAny>>,
        request: bool,
    ) -> PyResult<Self> {
        let Ok(mapping) = templates.cast::<PyMapping>() else {
            return Err(errors::wrong_type(templates, "templates", "a mapping"));
        };
        let py = templates.py();
        let of_all = Types::of(types.unwrap_or(py.None().bind(py)))?;
        let mut names = Vec::new();
        let mut values = Vec::new();
        let mut read = Vec::new();
        let given = PyDict::new(py);
        for item in mapping.items()?.iter() {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            given.set_item(&name, &value)?;
            let (value, own) = match value.cast::<PyTuple>() {
                Ok(pair) => pair.extract()?,
                Err(_) => (value, py.None().into_bound(py)),
            };
            let template = parse(Kind::UriTemplate, &value)?;
            let text = valid_utf8(template.cast::<PyString>()?);
            let types = Types::of(&own)?.with(&of_all, &text);
            read.push(Arc::new(Template::typed(py, &text, &types)?));
            names.push(name.unbind());
            values.push(template.unbind());
        }
        let has = |name: &str| read.iter().any(|template| template.matcher.has(name));
        if let Some(unknown) = of_all.names().find(|name| !has(name)) {
            let message = format!("no template has the variable {unknown:?}, which has a type");
            return Err(PyValueError::new_err(message));
        }
        let own = || read.iter().map(|template| &template.matcher);
        let of_requests: Vec<Matcher> =
            if request { own().map(Matcher::of_requests).collect() } else { Vec::new() };
        let matchers: Vec<&Matcher> =
            if request { of_requests.iter().collect() } else { own().collect() };
        let native = template::Router::new(&matchers);
        let (requests, given) = (OnceLock::new(), given.unbind());
        let types = types.filter(|types| !types.is_none()).map(|types| {
            let copy = PyDict::new(py);
            copy.update(types.cast::<PyMapping>()?)?;
            PyResult::Ok(copy.unbind())
        });
        let types = types.transpose()?;
        let templates = values;
        let router = Self { names, templates, read, of_requests, native, requests, given, types };
        if request {
            router.requests()?;
        }
        Ok(router)
    }

    /// The `Match` of the most specific template that matches `uri`, with its `name`, or None.
    ///
    /// Everything else is as in `URITemplate.match`. The time is linear in the text.
    ///
    /// With `query="any-order"`, the most specific path decides. If several templates have such a path, it is
    /// the one with the fewest extra pairs in the query. A router that was made with `request=True` reads raw
    /// requests, like `URITemplate.match` with it.
    #[pyo3(
        name = "match",
        signature = (uri, /, *, allow_encoded_separators = None, query = None, extra = None, plus = None),
        text_signature = "($self, uri, /, *, allow_encoded_separators=False, query='exact', extra='allow', plus=False)"
    )]
    fn find<'py>(
        &self,
        uri: &Bound<'py, PyAny>,
        allow_encoded_separators: Option<Bound<'py, PyAny>>,
        query: Option<Bound<'py, PyAny>>,
        extra: Option<Bound<'py, PyAny>>,
        plus: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, Match>>> {
        let py = uri.py();
        let request = !self.of_requests.is_empty();
        let how = How::of([allow_encoded_separators, query, extra, plus], request)?;
        let Ok(text) = utf8(take::text(uri, "uri")?)? else { return Ok(None) };
        // A Python exception from a type ends the search.
        let raised = Cell::new(None);
        let fits = |i: usize, pieces: &[ValuePiece]| match self.read[i].misfit(py, pieces, &text) {
            Ok(misfit) => misfit.is_none(),
            Err(error) => {
                raised.set(Some(error));
                true
            }
        };
        let found = if let Some(lenience) = how.lenience {
            let Requests { any_order, by_path } = self.requests()?;
            let template = |i| (self.matcher(i), &any_order[i]);
            template::route(&self.native, by_path, &text, lenience, template, fits)
        } else {
            let matcher = |i: usize| &self.read[i].matcher;
            let found = self.native.read(&text, how.slash, matcher, fits);
            found.map(|(i, pieces)| (i, Request::of(pieces)))
        };
        if let Some(error) = raised.take() {
            return Err(error);
        }
        let Some((i, request)) = found else { return Ok(None) };
        let (template, name) = (self.templates[i].bind(py), self.names[i].bind(py));
        Match::new(template, Some(name), Arc::clone(&self.read[i]), request, uri).map(Some)
    }

    /// The expansion of the template of that name with these values: its `expand`, with its options.
    ///
    /// Raises `KeyError` for a name that no template has.
    ///
    /// >>> Router({'user': '/users/{user}'}).expand('user', user='a/b')
    /// URIReference('/users/a%2Fb')
    #[pyo3(
        signature = (name, values = None, /, **more),
        text_signature = "($self, name, values=None, /, *, strict=True, dot_segments=False, **more)"
    )]
    fn expand<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        values: Option<Bound<'py, PyAny>>,
        more: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = name.py();
        for (known, template) in self.names.iter().zip(&self.templates) {
            if name.eq(known)? {
                return template.bind(py).call_method("expand", (values,), more);
            }
        }
        Err(PyKeyError::new_err(name.clone().unbind()))
    }

    /// The templates by name, in the order of the argument.
    #[getter]
    fn templates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let templates = PyDict::new(py);
        for (name, template) in self.names.iter().zip(&self.templates) {
            templates.set_item(name, template)?;
        }
        Ok(templates)
    }

    /// The values for pickles and copies.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((Py<PyDict>,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("types", &self.types)?;
        named.set_item("request", !self.of_requests.is_empty())?;
        Ok(((self.given.clone_ref(py),), named))
    }

    fn __len__(&self) -> usize {
        self.templates.len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Router({})", self.templates(py)?.repr()?))
    }
}
