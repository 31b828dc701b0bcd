//! The native part of `iriform.Policy`: its terms from Python, and its answers.

use std::sync::Arc;

use iriform::engine::{
    self,
    policy::{AddressTerm, NotATerm, PlainTerm, PolicyTerms, READY, TERMS, Term},
    recognize, scheme,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{
    IntoPyDict, PyBool, PyBytes, PyDict, PyInt, PyMapping, PyString, PyTuple, PyType,
};

use crate::answer::Answer;
use crate::errors::{parse_error, refused};
use crate::findings::findings_of;
use crate::strtype::{Decider, for_text, policies, units};
use crate::take;
use crate::text::{utf8, valid_utf8};
use crate::types::skeleton;

/// The native part of `iriform.Policy`, not for users.
#[pyclass(frozen, subclass, module = "iriform._core")]
pub(crate) struct Policy {
    policy: Arc<engine::Policy>,
    terms: PolicyTerms,
}

/// The functions by which the types consult the policies of users' classes.
pub(crate) const DECIDER: Decider = Decider {
    is_policy: |object| object.cast::<Policy>().is_ok(),
    allows: |policy, text| {
        let policy = policy.cast::<Policy>()?.get();
        Ok(match text.cast::<PyString>() {
            Ok(text) => utf8(text)?.is_ok_and(|text| policy.policy.allows(&text)),
            Err(_) => std::str::from_utf8(text.cast::<PyBytes>()?.as_bytes())
                .is_ok_and(|text| policy.policy.allows(text)),
        })
    },
    filled: skeleton::filled,
};

impl Policy {
    /// The policy, for columns.
    pub(crate) fn shared(&self) -> Arc<engine::Policy> {
        Arc::clone(&self.policy)
    }
}

#[pymethods]
impl Policy {
    #[new]
    fn new(terms: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut read = PolicyTerms::default();
        for (name, given) in terms {
            let name = name.extract::<String>()?;
            let items = items_of(&given)?;
            match read.set(&name, plain(&name, &given, items.as_deref())) {
                Ok(()) => {}
                Err(NotATerm::Unknown) => {
                    return Err(PyTypeError::new_err("no policy has this term"));
                }
                Err(NotATerm::OfAnotherType(term)) => {
                    return Err(wrong(term, &given, &items.unwrap_or_default()));
                }
            }
        }
        let policy = read.policy().map_err(refused)?;
        Ok(Self { policy: Arc::new(policy), terms: read })
    }

    /// The terms as plain data.
    fn _plain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        described(py, &self.terms)
    }

    /// Returns true if a text is allowed. Builds nothing, and never raises for a `str`.
    ///
    /// >>> Policy.WEB.allows("https://example.org/"), Policy.WEB.allows("javascript:alert(1)")
    /// (True, False)
    #[pyo3(signature = (text, /))]
    fn allows(&self, text: &Bound<'_, PyAny>) -> PyResult<bool> {
        let text = take::text(text, "text")?;
        // No reference has a surrogate.
        Ok(utf8(text)?.is_ok_and(|text| self.policy.allows(&text)))
    }

    /// The findings that refuse a text; raises `ParseError` for one that does not match.
    #[pyo3(signature = (text, /))]
    fn _found<'py>(&self, text: &Bound<'py, PyAny>) -> Answer<'py> {
        let rule = self.policy.production();
        let string = take::text(text, "text")?;
        for_text!(units(string)?, t => recognize(t, rule))
            .map_err(|fault| parse_error(text, rule, &fault))?;
        let valid = valid_utf8(string);
        findings_of(text.py(), &valid, &self.policy.refusals_of_valid(&valid))
    }
}

/// The default port of a scheme.
#[pyfunction(signature = (scheme, /))]
pub(crate) fn default_port(scheme: &str) -> Option<u16> {
    scheme::default_port(scheme)
}

/// The terms of the ready-made policies, by name, and under `default` the default terms.
#[pyfunction]
pub(crate) fn ready_policies(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    all.set_item("default", described(py, &PolicyTerms::default())?)?;
    for ready in READY {
        all.set_item(ready.name, described(py, &(ready.terms)())?)?;
    }
    Ok(all)
}

/// The policies of a class, including those of its bases, whatever the current value of its attribute
/// `policies`.
#[pyfunction(signature = (class_, /))]
pub(crate) fn policies_of<'py>(class_: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyTuple>> {
    policies(class_)
}

/// Terms in the form of `from_dict`.
fn described<'py>(py: Python<'py>, terms: &PolicyTerms) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    for (name, value) in terms.plain() {
        match value {
            PlainTerm::Nothing | PlainTerm::Other => all.set_item(name, py.None()),
            PlainTerm::Truth(truth) => all.set_item(name, truth),
            PlainTerm::Number(number) => all.set_item(name, number),
            PlainTerm::Text(text) => all.set_item(name, text),
            PlainTerm::Numbers(numbers) => all.set_item(name, numbers),
            PlainTerm::Texts(texts) => all.set_item(name, texts),
            PlainTerm::Pairs(pairs) => all.set_item(name, pairs.into_py_dict(py)?),
        }?;
    }
    Ok(all)
}

/// The items of a collection of texts or numbers, or the names of a mapping.
fn items_of<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    let is_text = given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>();
    if is_text || !given.hasattr("__iter__")? {
        return Ok(None);
    }
    given.try_iter()?.collect::<PyResult<_>>().map(Some)
}

/// The value of a term as core reads it.
fn plain(name: &str, given: &Bound<'_, PyAny>, items: Option<&[Bound<'_, PyAny>]>) -> PlainTerm {
    let is_of_pairs = |term: &&Term| term.name == name && term.takes(PlainTerm::Pairs(Vec::new()));
    let read = match items {
        Some(_) if TERMS.iter().any(|term| is_of_pairs(&term)) => {
            let pairs = given.cast::<PyMapping>().ok().and_then(|mapping| mapping.items().ok());
            pairs.and_then(|pairs| pairs.extract().ok()).map(PlainTerm::Pairs)
        }
        Some(items @ [first, ..]) if is_number(first) => {
            let number = |item| is_number(item).then(|| item.extract().ok()).flatten();
            items.iter().map(number).collect::<Option<_>>().map(PlainTerm::Numbers)
        }
        Some(items) => {
            let text = |item: &Bound<'_, PyAny>| item.extract().ok();
            items.iter().map(text).collect::<Option<_>>().map(PlainTerm::Texts)
        }
        None if given.is_none() => Some(PlainTerm::Nothing),
        None if is_number(given) => given.extract().ok().map(PlainTerm::Number),
        None => match given.cast::<PyBool>() {
            Ok(truth) => Some(PlainTerm::Truth(truth.is_true())),
            Err(_) => given.extract().ok().map(PlainTerm::Text),
        },
    };
    read.unwrap_or(PlainTerm::Other)
}

/// Returns true if an object is an int other than a bool.
fn is_number(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>()
}

/// The error for a term of another type, or for a number out of its range.
#[cold]
fn wrong(term: &Term, given: &Bound<'_, PyAny>, items: &[Bound<'_, PyAny>]) -> PyErr {
    let Term { name, wanted, .. } = term;
    let class = |object: &Bound<'_, PyAny>| {
        object.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string())
    };
    let is_of_several = term.takes(PlainTerm::Texts(Vec::new()));
    let is_of_numbers = term.takes(PlainTerm::Numbers(vec![0]));
    for item in items.iter().filter(|_| is_of_several) {
        if is_of_numbers != is_number(item) || !is_of_numbers && !item.is_instance_of::<PyString>()
        {
            let wanted = wanted.split(", as").next().unwrap_or_default();
            let class = class(item);
            return PyTypeError::new_err(format!("{name} must {wanted}, but one is {class}"));
        }
        if is_of_numbers && item.extract::<u16>().is_err() {
            let message = format!("{name}: {item} is not a number from 0 to 65535");
            return PyValueError::new_err(message);
        }
    }
    if is_number(given) && term.takes(PlainTerm::Number(0)) {
        let message = "must not be negative, nor larger than any text";
        return PyValueError::new_err(format!("{name} {message}"));
    }
    PyTypeError::new_err(format!("{name} must {wanted}, not {}", class(given)))
}

/// The addresses of a term.
#[derive(FromPyObject)]
pub(crate) enum WrittenAddresses {
    Named(String),
    Networks(Vec<String>),
}

impl WrittenAddresses {
    pub(crate) fn written(self) -> AddressTerm {
        match self {
            Self::Named(name) => AddressTerm::Named(name),
            Self::Networks(networks) => AddressTerm::Networks(networks),
        }
    }
}
