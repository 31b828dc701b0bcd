//! Other libraries' names for properties of a reference: `iri.netloc` raises an error with the name here.
//!
//! A name of the table is a descriptor that raises `AttributeError`. So `hasattr` is False, and looking up
//! other names costs no more. A `__getattr__` would also keep the names out of `help(IRI)`. But
//! `iri.has_scheme("http")` would take 183 ns instead of 126 with CPython 3.11 (measured on 2026-11-26), and
//! similarly more with 3.10 and 3.12. Users' classes, and their other bases, may use the names: the descriptor
//! looks there first.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySuper, PyType};

use crate::answer::Answer;
use crate::strtype::{Kind, Method, Optional, Required, method};

/// The name, the library that has it, and its counterpart: the text after the reference, or an expression.
const NAMES: &[(&str, &str, &str)] = &[
    ("netloc", "urllib", ".authority"),
    ("hostname", "urllib", ".host"),
    ("username", "urllib", ".user"),
    ("geturl", "urllib", "str(iri)"),
    ("params", "httpx", ".pairs()"),
    ("copy_with", "httpx", ".with_parts()"),
    ("raw_host", "yarl", ".host"),
    ("raw_path", "yarl", ".path"),
    ("explicit_port", "yarl", ".port"),
    ("query_string", "yarl", ".query"),
    ("human_repr", "yarl", ".to_iri()"),
    ("with_scheme", "yarl", ".with_parts(scheme='https')"),
    ("with_path", "yarl", ".with_parts(path='/a')"),
    ("with_fragment", "yarl", ".with_parts(fragment='a')"),
    ("joinpath", "yarl", "iri / 'segment'"),
    ("url", "furl", "str(iri)"),
    ("args", "furl", ".pairs()"),
    ("unsplit", "rfc3986", "str(iri)"),
    ("defrag", "rdflib", ".without_fragment()"),
    ("n3", "rdflib", "f'<{iri}>'"),
    ("toPython", "rdflib", "str(iri)"),
    ("href", "JavaScript", "str(iri)"),
    ("protocol", "JavaScript", ".scheme"),
    ("pathname", "JavaScript", ".path"),
    ("search", "JavaScript", ".query"),
    ("hash", "JavaScript", ".fragment"),
    ("to_text", "hyperlink", "str(iri)"),
    ("absolute", "yarl", "not iri.is_relative"),
    ("is_absolute", "yarl", "not iri.is_relative"),
    ("urljoin", "urllib", ".resolve('../a')"),
    ("path_qs", "yarl", ".request_target"),
    ("query_params", "Starlette", ".pairs()"),
    ("include_query_params", "Starlette", ".update_query({'a': 1})"),
    ("canonicalize_url", "w3lib", ".canonical()"),
    ("domain", "tldextract", ".registrable_domain()"),
    ("registered_domain", "tldextract", ".registrable_domain()"),
    ("top_domain_under_public_suffix", "tldextract", ".registrable_domain()"),
    ("fqdn", "tldextract", ".host_key"),
    ("tld", "another library", ".public_suffix()"),
    // For references that need not have a scheme; those that have one have a method of the name.
    ("resolve", "IRI", ".resolve_onto(base), or base.resolve(reference)"),
    ("scheme_name", "another library", ".scheme"),
    ("validate", "another library", ".is_valid('http://a/b')"),
    ("with_port", "yarl", ".with_parts(port=8080)"),
    ("with_user", "yarl", ".with_parts(userinfo='anna')"),
    ("extend_query", "yarl", ".update_query({'a': 1})"),
    ("raw_query_string", "yarl", ".query"),
    ("add", "furl", ".update_query({'a': 1})"),
    ("unicode_string", "pydantic", "str(iri)"),
    ("path_segments", "another library", ".segments"),
    ("normalized", "another library", ".normalize()"),
    ("redacted", "another library", ".masked('password')"),
    ("redact", "another library", ".masked()"),
    ("mask", "another library", ".masked()"),
    ("normalise", "another library", ".normalize()"),
    ("canonicalize", "another library", ".canonical()"),
    ("get", "another library", ".query_value('q')"),
    ("add_query", "another library", ".update_query({'a': 1})"),
    ("set_query", "another library", ".with_query({'a': 1})"),
    ("remove_query", "another library", ".without_query('q')"),
    ("strip_fragment", "another library", ".without_fragment()"),
    ("errors", "another library", ".check()"),
    ("findings", "another library", ".check()"),
    ("issues", "another library", ".check()"),
    ("lint", "another library", ".check()"),
    ("equals", "another library", ".equivalent('http://h/')"),
    ("is_equivalent", "another library", ".equivalent('http://h/')"),
    ("to_ascii", "another library", ".to_uri(idna=True)"),
    ("punycode", "another library", ".to_uri(idna=True)"),
    ("filename", "another library", ".name"),
    ("basename", "another library", ".name"),
    ("extension", "another library", ".suffix"),
    ("is_safe", "another library", "iriform.Policy.WEB.allows(iri)"),
    ("parse", "another library", "iriform.IRI('http://a/b')"),
    ("from_string", "another library", "iriform.IRI('http://a/b')"),
    ("find_all", "another library", "iriform.find(text), which finds links in a text"),
];

/// A name that references do not have.
#[pyclass(frozen, module = "iriform")]
pub(crate) struct Absent {
    name: &'static str,
    library: &'static str,
    here: &'static str,
}

#[pymethods]
impl Absent {
    /// The attribute of another base of the class, or an `AttributeError` with iriform's name.
    fn __get__<'py>(
        &self,
        instance: &Bound<'py, PyAny>,
        owner: &Bound<'py, PyType>,
    ) -> Answer<'py> {
        let object = if instance.is_none() { owner.as_any() } else { instance };
        let next = PySuper::new(&Kind::IriReference.class(object.py()), object)?;
        next.getattr(self.name).map_err(|error| {
            if !error.is_instance_of::<PyAttributeError>(object.py()) {
                return error;
            }
            let class = match owner.name() {
                Ok(class) => class,
                Err(error) => return error,
            };
            let Self { name, library, here } = self;
            PyAttributeError::new_err(format!(
                "'{class}' object has no attribute '{name}'; what {library} calls {name} is {here}"
            ))
        })
    }

    fn __repr__(&self) -> String {
        format!("<not here: what {} calls {} is {}>", self.library, self.name, self.here)
    }
}

/// A descriptor for each name.
pub(super) fn descriptors(py: Python<'_>) -> PyResult<Vec<(&'static str, Bound<'_, PyAny>)>> {
    NAMES
        .iter()
        .map(|&(name, library, here)| {
            Ok((name, Bound::new(py, Absent { name, library, here })?.into_any()))
        })
        .collect()
}

pub(super) const METHODS: &[Method] = &[method!(
    dir,
    c"__dir__($self, /)
--

The names of all attributes."
)];

/// `object.__dir__` without these names.
fn dir<'py>(slf: &Bound<'py, PyAny>, []: Required<'py, 0>, []: Optional<'py, 0>) -> Answer<'py> {
    let py = slf.py();
    let class = Kind::IriReference.class(py);
    let absent = class.getattr("__dict__")?;
    let names: Vec<Bound<'py, PyAny>> =
        py.get_type::<PyAny>().call_method1("__dir__", (slf,))?.extract()?;
    let is_there = |name: &Bound<'py, PyAny>| -> PyResult<bool> {
        let own = absent.call_method1("get", (name,))?;
        Ok(!own.is_instance_of::<Absent>() || slf.hasattr(name.cast()?)?)
    };
    let mut there = Vec::with_capacity(names.len());
    for name in names {
        if is_there(&name)? {
            there.push(name);
        }
    }
    Ok(PyList::new(py, there)?.into_any())
}
