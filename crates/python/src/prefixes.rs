//! `PrefixMap`: compact IRIs.
//!
//! The class is an ordinary PyO3 class, because it has no base class. It only holds strings, so it cannot be
//! part of a reference cycle, and it is immutable.

#![allow(clippy::doc_markdown, reason = "the doc comments of a class are Python's docstrings")]

use std::sync::Arc;

use iriform::engine::{
    Rule,
    prefixes::{self, NotAMap, Prefix, Syntax, from_turtle, is_name, to_turtle, well_known},
};
use iriform_columns::arguments::ArgumentType;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyMapping, PyString, PyTuple, PyType};

use crate::answer::Answer;
use crate::errors::{self, refused};
use crate::prefix_errors::{
    helper, is_about_value, no_map, not_a_map, not_compact, of_prefix, quoted, reason,
};
use crate::strtype::{Kind, exact, parse};
use crate::text::{plain_utf8, valid_utf8};

/// A mapping of prefix names (`str`) to namespaces (`IRI`) that expands and compresses IRIs.
///
/// `prefixes` is a mapping, or pairs, of names and IRIs. It is copied, and the map is immutable. A name is a
/// `str` without a colon; may be empty. An IRI is an `IRI`, or text that is parsed as one. `declared` lists the
/// names for which a context of JSON-LD says `"@prefix": true`. Raises ParseError for an IRI that is not valid,
/// and ValueError for a name that no prefix can have. With `skip_invalid`, such prefixes are left out, and
/// `skipped` lists them with the reasons.
///
/// >>> p = PrefixMap({
/// ...     "dbr": "http://dbpedia.org/resource/",
/// ...     "dbc": "http://dbpedia.org/resource/Category:",
/// ... })
/// >>> p.compress("http://dbpedia.org/resource/Category:Cities")
/// 'dbc:Cities'
/// >>> p.expand("dbr:Paris")
/// IRI('http://dbpedia.org/resource/Paris')
#[pyclass(frozen, mapping, module = "iriform")]
pub(crate) struct PrefixMap {
    /// Columns share it while they are evaluated.
    map: Arc<prefixes::PrefixMap>,
    /// The same pairs as `str` and `IRI`, in the same order. It is never exposed.
    namespaces: Py<PyDict>,
    /// The reason for each skipped prefix, by name. No reference to it is given away.
    skipped: Py<PyDict>,
}

#[pymethods]
impl PrefixMap {
    #[new]
    #[pyo3(signature = (prefixes=None, /, *, declared=None, skip_invalid=false))]
    fn new(
        prefixes: Option<&Bound<'_, PyAny>>,
        declared: Option<&Bound<'_, PyAny>>,
        skip_invalid: bool,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let given = PyDict::new(py);
        let mut names = Vec::new();
        if let Some(prefixes) = prefixes {
            if prefixes.is_instance_of::<PyString>() || prefixes.try_iter().is_err() {
                return Err(no_map(prefixes));
            }
            given.call_method1("update", (prefixes,))?;
            names = declared_of(prefixes);
        }
        for name in declared.map_or(Ok(Vec::new()), |d| d.try_iter()?.collect())? {
            let name: Bound<'_, PyAny> = name;
            if !given.contains(&name)? {
                return Err(PyValueError::new_err("declared has a name that is not a prefix"));
            }
            names.push(plain_utf8(name.cast()?, Rule::IregName)?.into_owned());
        }
        Self::made(&given, &names, skip_invalid)
    }

    /// The IRI of a compact text: the namespace of its prefix, followed by the text after the colon.
    ///
    /// This is the inverse of `compress`, with the same `syntax`: escapes of Turtle are resolved, and text
    /// outside the syntax is refused. Raises UnknownPrefix, ValueError for other text that is not compact, and
    /// ParseError if the result is not a valid IRI.
    ///
    /// >>> p = PrefixMap({"ex": "http://example.org/"})
    /// >>> p.expand("ex:a#b"), p.expand(r"ex:a\#b", syntax="turtle")
    /// (IRI('http://example.org/a#b'), IRI('http://example.org/a#b'))
    #[pyo3(signature = (text, /, *, syntax="plain"))]
    fn expand<'py>(
        slf: &Bound<'py, Self>,
        text: &Bound<'py, PyString>,
        syntax: &str,
    ) -> Answer<'py> {
        let syntax = by_name(syntax)?;
        let text = plain_utf8(text, Kind::Iri.rule())?;
        let mut iri = String::new();
        match slf.get().map.expand(&text, syntax, &mut iri) {
            Ok(()) => parse(Kind::Iri, PyString::new(slf.py(), &iri).as_any()),
            Err(why) => Err(not_compact(slf.as_any(), &text, syntax, why)),
        }
    }

    /// The IRI in compact form, by the longest namespace that it begins with, or None.
    ///
    /// If a namespace has several names, the shortest is used, and among equally short names the first in
    /// alphabetical order. `syntax` is the format that the result is for. 'plain' has no rules of its own.
    /// 'curie' (W3C CURIE 1.0), 'safe-curie' (between brackets), 'turtle' and 'sparql' (with escapes),
    /// 'json-ld' (1.1, by prefixes that end in a delimiter or are declared) and 'xml-qname' give only names
    /// that their grammar allows. If the longest namespace gives no such name, a shorter one is used; if none
    /// does, the result is None. `expand` with the same syntax is the inverse. Without `escapes`, the result is
    /// None if Turtle needs a backslash, which not every parser accepts. Raises ParseError for text that is not
    /// a valid IRI.
    ///
    /// >>> p = PrefixMap({"ex": "http://example.org/"})
    /// >>> p.compress("http://example.org/a,b"), p.compress("http://example.org/a,b", syntax="turtle")
    /// ('ex:a,b', 'ex:a\\,b')
    /// >>> p.compress("http://example.org/a,b", syntax="xml-qname") is None
    /// True
    #[pyo3(signature = (iri, /, *, syntax="plain", escapes=true))]
    fn compress<'py>(
        slf: &Bound<'py, Self>,
        iri: &Bound<'py, PyAny>,
        syntax: &str,
        escapes: bool,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        let syntax = by_name(syntax)?;
        let parsed = match Kind::of(iri)? {
            Some(kind) if kind.has_scheme() => iri.clone(),
            _ => parse(Kind::Iri, iri)?,
        };
        let mut compact = String::new();
        let map = &slf.get().map;
        let is_there = map.compress(&valid_utf8(parsed.cast()?), syntax, escapes, &mut compact);
        Ok(is_there.then(|| PyString::new(slf.py(), &compact)))
    }

    /// The name of the prefix that an IRI would have if `http` and `https` were exchanged in it, or if `www.`
    /// were added to its host or removed from it. None for others, and for an IRI that has a prefix.
    ///
    /// >>> p = PrefixMap({"schema": "http://schema.org/"})
    /// >>> p.compress("https://schema.org/name") is None, p.near("https://schema.org/name")
    /// (True, 'schema')
    #[pyo3(signature = (iri, /))]
    fn near(&self, iri: &Bound<'_, PyString>) -> PyResult<Option<&str>> {
        let near = self.map.near(&plain_utf8(iri, Kind::Iri.rule())?);
        Ok(near.map(|prefix| &*prefix.name))
    }

    /// Returns true if text with one of these prefixes could also be meant as an IRI.
    ///
    /// This is so if the text is a valid IRI, and its scheme is registered or is the scheme of one
    /// of the namespaces.
    ///
    /// >>> p = PrefixMap({"tag": "http://example.org/tags/", "ex": "http://example.org/"})
    /// >>> p.is_ambiguous("tag:a"), p.is_ambiguous("ex:a"), p.is_ambiguous("mailto:a@b")
    /// (True, False, False)
    #[pyo3(signature = (text, /))]
    fn is_ambiguous(&self, text: &Bound<'_, PyString>) -> PyResult<bool> {
        Ok(self.map.is_ambiguous(&plain_utf8(text, Kind::Iri.rule())?))
    }

    /// The names that both maps have for different namespaces: `{name: (here, there)}`.
    ///
    /// In `p | q`, the namespaces of `q` win. A name is not a conflict if only one map has it, or
    /// if both maps have the same namespace for it.
    ///
    /// >>> p = PrefixMap({"dc": "http://purl.org/dc/terms/"})
    /// >>> p.conflicts({"dc": "http://purl.org/dc/elements/1.1/"})
    /// {'dc': (IRI('http://purl.org/dc/terms/'), IRI('http://purl.org/dc/elements/1.1/'))}
    #[pyo3(signature = (other, /))]
    fn conflicts<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let other = Self::of(other)?;
        let found = PyDict::new(py);
        for (name, here) in self.namespaces.bind(py) {
            if let Some(there) = other.namespaces.bind(py).get_item(&name)?
                && !here.eq(&there)?
            {
                found.set_item(name, (here, there))?;
            }
        }
        Ok(found)
    }

    /// The prefixes that a document in Turtle or TriG declares by `@prefix` or `PREFIX`, and others that it declares
    /// by `sh:declare` of SHACL.
    ///
    /// Directives are read exactly. In the other text, only comments, strings, IRIs and names are recognized,
    /// because they could hide a directive, so the document need not be valid. If a prefix is declared again,
    /// the last declaration counts. Relative IRIs are resolved against `base` and against the IRI of `@base`.
    /// Raises ValueError, with line and column, for a directive that cannot be read, and for a text that is
    /// evidently a file name. With `skip_invalid`, a prefix whose namespace is not an IRI is left out and
    /// listed in `skipped`.
    ///
    /// >>> PrefixMap.from_turtle("@prefix ex: <http://example.org/> . ex:a a ex:B .")
    /// PrefixMap({'ex': IRI('http://example.org/')})
    #[classmethod]
    #[pyo3(name = "from_turtle", signature = (text, /, *, base=None, skip_invalid=false))]
    fn read_turtle(
        cls: &Bound<'_, PyType>,
        text: &Bound<'_, PyString>,
        base: Option<&Bound<'_, PyAny>>,
        skip_invalid: bool,
    ) -> PyResult<Self> {
        let base = base.map(|base| parse(Kind::Iri, base)).transpose()?;
        let base = match &base {
            Some(base) => Some(valid_utf8(base.cast()?)),
            None => None,
        };
        let text = plain_utf8(text, Kind::Iri.rule())?;
        let read = from_turtle(&text, base.as_deref(), skip_invalid).map_err(|wrong| {
            let before = &text[..wrong.position];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let of = wrong.prefix.map(|name| format!(" for the prefix {}", quoted(&name)));
            PyValueError::new_err(format!(
                "line {line}, column {column}: {} is expected{}",
                wrong.expected,
                of.unwrap_or_default()
            ))
        })?;
        if read.is_empty() && is_file_name(&text) {
            return Err(PyValueError::new_err(
                "from_turtle takes the text of a document, but this looks like a file name: \
                 Path(name).read_text() reads it",
            ));
        }
        let given = PyDict::new(cls.py());
        for Prefix { name, namespace, .. } in read {
            given.set_item(name, namespace)?;
        }
        Self::made(&given, &[], skip_invalid)
    }

    /// The prefixes of a file: a context of JSON-LD, by its suffix (`.jsonld`, `.json`), or a document in
    /// Turtle or TriG, in UTF-8. Relative namespaces of Turtle are resolved against `base`. A list of records
    /// with `prefix` and `uri_prefix` in JSON is an extended prefix map of `curies`; its synonyms are not read.
    ///
    /// Raises ValueError, with the name of the file, for content that `from_json_ld` or `from_turtle` refuses.
    #[classmethod]
    #[pyo3(signature = (path, /, *, base=None, skip_invalid=false))]
    fn read<'py>(
        cls: &Bound<'py, PyType>,
        path: &Bound<'py, PyAny>,
        base: Option<&Bound<'py, PyAny>>,
        skip_invalid: bool,
    ) -> Answer<'py> {
        helper(cls.py(), "_types", "read")?.call1((path, skip_invalid, base))
    }

    /// The well-known prefixes: those of W3C's RDFa Core Initial Context, and some of DBpedia, Wikidata,
    /// GeoSPARQL, SHACL and others.
    ///
    /// >>> PrefixMap.well_known().expand("dcterms:title")
    /// IRI('http://purl.org/dc/terms/title')
    #[classmethod]
    #[pyo3(name = "well_known")]
    fn of_well_known(cls: &Bound<'_, PyType>) -> PyResult<Self> {
        let given = PyDict::new(cls.py());
        for Prefix { name, namespace, .. } in well_known() {
            given.set_item(name, namespace)?;
        }
        Self::made(&given, &[], false)
    }

    /// The map as directives of Turtle, one on each line.
    ///
    /// Raises ValueError for a name that Turtle does not allow. With `skip_invalid`, it is left out:
    /// `compress` with a syntax of Turtle does not use it either.
    ///
    /// >>> PrefixMap({"ex": "http://example.org/", "3d": "http://3d/"}).to_turtle(skip_invalid=True)
    /// '@prefix ex: <http://example.org/> .\n'
    #[pyo3(name = "to_turtle", signature = (*, skip_invalid=false))]
    fn write_turtle(&self, skip_invalid: bool) -> PyResult<String> {
        to_turtle(&self.map, skip_invalid).map_err(|prefix| {
            PyValueError::new_err(format!(
                "Turtle does not allow the prefix name {}",
                quoted(&prefix.name)
            ))
        })
    }

    /// The prefixes of a context of JSON-LD 1.1: a `dict`, a list of them, or one in a document.
    ///
    /// A term is a prefix if it has no definition of its own and stands for an IRI that ends in a delimiter
    /// (`:/?#[]@`), or if its definition says `"@prefix": true`. Nothing is fetched. `skipped` has the terms
    /// that stand for an IRI and are not prefixes. Raises ValueError for a remote context, and for a context
    /// that cannot be read. With `skip_invalid`, a prefix with an invalid name or namespace is left out and
    /// also listed in `skipped`.
    ///
    /// >>> PrefixMap.from_json_ld({"@context": {"ex": "http://example.org/", "name": "ex:name"}})
    /// PrefixMap({'ex': IRI('http://example.org/')})
    #[classmethod]
    #[pyo3(signature = (context, /, *, skip_invalid=false))]
    fn from_json_ld(
        cls: &Bound<'_, PyType>,
        context: &Bound<'_, PyAny>,
        skip_invalid: bool,
    ) -> PyResult<Self> {
        let read = helper(cls.py(), "_types", "from_json_ld")?.call1((context, skip_invalid))?;
        let (given, declared, terms): ContextTerms<'_> = read.extract()?;
        let made = Self::made(&given, &declared, skip_invalid)?;
        made.skipped.bind(cls.py()).call_method1("update", (terms,))?;
        Ok(made)
    }

    /// The map as a context of JSON-LD 1.1, `{"@context": …}`, in which every name is a prefix.
    ///
    /// Raises ValueError for a name that JSON-LD does not allow.
    ///
    /// >>> PrefixMap({"ex": "http://example.org/", "year": "http://example.org/y"}).to_json_ld()
    /// {'@context': {'ex': 'http://example.org/', 'year': {'@id': 'http://example.org/y', '@prefix': True}}}
    fn to_json_ld<'py>(&self, py: Python<'py>) -> Answer<'py> {
        helper(py, "_types", "to_json_ld")?.call1((self.namespaces.bind(py).copy()?,))
    }

    /// The names for which a context of JSON-LD says `"@prefix": true`, in order.
    ///
    /// >>> PrefixMap({"ex": "http://example.org/", "y": "http://a/y"}, declared=["y"]).declared
    /// ('y',)
    #[getter]
    fn declared<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(slf.py(), declared_of(slf))
    }

    /// The prefixes that `skip_invalid` left out when this map was made, and the terms of a context of JSON-LD
    /// that are not prefixes: `{name: why}`.
    ///
    /// It is empty in maps that are made from this one, and in its pickled copies.
    ///
    /// >>> p = PrefixMap({"ex": "http://example.org/", "b": "example.org"}, skip_invalid=True)
    /// >>> p, p.skipped
    /// (PrefixMap({'ex': IRI('http://example.org/')}), {'b': 'not an IRI: there is no scheme (scheme, RFC 3986 §3.1)'})
    #[getter]
    fn skipped<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.skipped.bind(py).copy()
    }

    /// The namespace of that name, or `default`.
    #[pyo3(signature = (name, default=None, /))]
    fn get<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.namespaces.bind(name.py()).get_item(name)?.or(default))
    }

    /// The names, in the order of the argument.
    fn keys<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.namespaces.bind(py).call_method0("keys")
    }

    /// The namespaces, in the order of the names.
    fn values<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.namespaces.bind(py).call_method0("values")
    }

    /// The pairs of names and namespaces.
    fn items<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.namespaces.bind(py).call_method0("items")
    }

    fn __getitem__<'py>(&self, name: &Bound<'py, PyAny>) -> Answer<'py> {
        self.namespaces.bind(name.py()).as_any().get_item(name)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.namespaces.bind(name.py()).contains(name)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.namespaces.bind(py).len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> Answer<'py> {
        Ok(self.namespaces.bind(py).as_any().try_iter()?.into_any())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.namespaces.bind(py).call_method0("__reversed__")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("PrefixMap({})", self.namespaces.bind(py).repr()?))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyFrozenSet::new(py, self.namespaces.bind(py).items())?.hash()
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> Answer<'py> {
        let py = other.py();
        let equal = match other.cast::<Self>() {
            Ok(other) => self.namespaces.bind(py).eq(other.get().namespaces.bind(py))?,
            Err(_) if other.cast::<PyMapping>().is_ok() => {
                let theirs = PyDict::new(py);
                theirs.call_method1("update", (other,))?;
                self.namespaces.bind(py).eq(theirs)?
            }
            Err(_) => return Ok(py.NotImplemented().into_bound(py)),
        };
        match op {
            CompareOp::Eq => Ok(equal.into_pyobject(py)?.to_owned().into_any()),
            CompareOp::Ne => Ok((!equal).into_pyobject(py)?.to_owned().into_any()),
            _ => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __or__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> Answer<'py> {
        merged(slf.as_any(), other)
    }

    fn __ror__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> Answer<'py> {
        merged(other, slf.as_any())
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Answer<'py> {
        let py = slf.py();
        let arguments = (slf.get().namespaces.bind(py).copy()?, declared_of(slf));
        // Not every pickle protocol passes arguments by keyword to a class.
        let restored = (slf.get_type().getattr("_restored")?, arguments);
        Ok(restored.into_pyobject(py)?.into_any())
    }

    /// Restores the map of `__reduce__`.
    #[classmethod]
    #[pyo3(signature = (prefixes, declared, /))]
    fn _restored(
        _cls: &Bound<'_, PyType>,
        prefixes: &Bound<'_, PyAny>,
        declared: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        Self::new(Some(prefixes), Some(declared), false, prefixes.py())
    }
}

impl PrefixMap {
    /// The map of a mapping.
    pub(crate) fn of(prefixes: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::new(Some(prefixes), None, false, prefixes.py())
    }

    /// The map of an argument, which may be a map already.
    pub(crate) fn shared_of(
        given: &Bound<'_, PyAny>,
        name: &str,
    ) -> PyResult<Arc<prefixes::PrefixMap>> {
        match given.cast::<Self>() {
            Ok(map) => Ok(map.get().shared()),
            Err(_) if given.cast::<PyMapping>().is_err() => {
                Err(errors::wrong_type(given, name, ArgumentType::Prefixes.wanted()))
            }
            Err(_) => Ok(Self::of(given)?.shared()),
        }
    }

    /// The map without its Python objects.
    pub(crate) fn shared(&self) -> Arc<prefixes::PrefixMap> {
        Arc::clone(&self.map)
    }

    /// The map of `given`, which only we refer to.
    fn made(given: &Bound<'_, PyDict>, declared: &[String], skip_invalid: bool) -> PyResult<Self> {
        let py = given.py();
        let (namespaces, skipped) = (PyDict::new(py), PyDict::new(py));
        let mut prefixes = Vec::new();
        for (name, iri) in given {
            let Ok(name) = name.cast::<PyString>() else {
                return Err(PyTypeError::new_err("the name of a prefix must be a str"));
            };
            let name = exact(name)?;
            let read = || {
                let text = plain_utf8(&name, Rule::IregName)?.into_owned();
                // Without `skip_invalid` the first bad namespace is reported before any bad name.
                if skip_invalid && !is_name(&text) {
                    return Err(PyValueError::new_err(NotAMap::Name(0).to_string()));
                }
                let iri = parse(Kind::Iri, &iri).map_err(|error| of_prefix(error, &text, py))?;
                Ok((text, iri))
            };
            let (text, iri) = match read() {
                Ok(read) => read,
                Err(error) if skip_invalid && is_about_value(&error, py) => {
                    skipped.set_item(name, reason(&error, py)?)?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let is_declared = declared.contains(&text);
            let namespace = valid_utf8(iri.cast()?).into_owned();
            prefixes.push(Prefix { name: text, namespace, is_declared });
            namespaces.set_item(name, iri)?;
        }
        let map = prefixes::PrefixMap::new(prefixes).map_err(|why| not_a_map(&namespaces, why))?;
        Ok(Self { map: Arc::new(map), namespaces: namespaces.unbind(), skipped: skipped.unbind() })
    }
}

/// The prefixes of a context of JSON-LD, the declared ones, and why other terms are not prefixes.
type ContextTerms<'py> = (Bound<'py, PyDict>, Vec<String>, Bound<'py, PyDict>);

/// The declared names of `prefixes`, if it is one of our maps.
fn declared_of(prefixes: &Bound<'_, PyAny>) -> Vec<String> {
    prefixes.cast::<PrefixMap>().map_or_else(
        |_| Vec::new(),
        |map| {
            let declared = map.get().map.prefixes().iter().filter(|prefix| prefix.is_declared);
            declared.map(|prefix| prefix.name.clone()).collect()
        },
    )
}

/// `a | b`, if both are mappings: the namespaces of `b` win.
fn merged<'py>(a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> Answer<'py> {
    let py = a.py();
    if a.cast::<PyMapping>().is_err() || b.cast::<PyMapping>().is_err() {
        return Ok(py.NotImplemented().into_bound(py));
    }
    let both = PyDict::new(py);
    let theirs = PyDict::new(py);
    both.call_method1("update", (a,))?;
    theirs.call_method1("update", (b,))?;
    let mut declared = declared_of(a);
    declared.retain(|name| !theirs.contains(name).unwrap_or(true));
    declared.extend(declared_of(b));
    both.update(theirs.as_mapping())?;
    Ok(Bound::new(py, PrefixMap::made(&both, &declared, false)?)?.into_any())
}

pub(crate) fn by_name(syntax: &str) -> PyResult<Syntax> {
    Syntax::by_name(syntax).map_err(refused)
}

/// Returns true if a text without prefixes is a word that is neither Turtle nor TriG. In these, a dot or a
/// brace ends everything other than a directive, and only a comment may follow it.
fn is_file_name(text: &str) -> bool {
    let is_other = |c: char| c.is_whitespace() || "<#".contains(c);
    !text.is_empty() && !text.contains(is_other) && !text.ends_with(['.', '}'])
}
