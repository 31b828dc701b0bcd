//! The native part of `iriform.Policy`: its terms from Python, and its answers.

use std::sync::Arc;

use iriform::engine::policy::{self, AddressTerm, PlainTerm, PolicyTerms, READY};
use iriform::engine::{recognize, scheme};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyString, PyTuple, PyType};

use crate::answer::Answer;
use crate::errors::parse_error;
use crate::findings::findings_of;
use crate::strtype::{Decider, for_text, policies, units};
use crate::take;
use crate::text::{utf8, valid_utf8};
use crate::types::skeleton;

/// The native part of `iriform.Policy`, not for users: its terms have been read by Python.
#[pyclass(frozen, subclass, module = "iriform._core")]
pub(crate) struct Policy {
    policy: Arc<policy::Policy>,
}

/// The answers that the types ask of the policies of users' classes.
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
    /// The policy, for columns that are asked.
    pub(crate) fn shared(&self) -> Arc<policy::Policy> {
        Arc::clone(&self.policy)
    }
}

#[pymethods]
impl Policy {
    #[new]
    fn new(terms: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut read = PolicyTerms::default();
        for (name, value) in terms {
            let name: String = name.extract()?;
            let value: Option<PythonTerm> = value.extract()?;
            let value = value.map_or(PlainTerm::Nothing, PythonTerm::plain);
            let wrong = |_| PyTypeError::new_err(format!("{name} is no term, or of another type"));
            read.set(&name, value).map_err(wrong)?;
        }
        let policy = read.policy().map_err(|wrong| PyValueError::new_err(wrong.to_string()))?;
        Ok(Self { policy: Arc::new(policy) })
    }

    /// Whether a text is allowed. Builds nothing, and never raises for a `str`.
    ///
    /// >>> from iriform import Policy
    /// >>> Policy.WEB.allows("https://example.org/"), Policy.WEB.allows("javascript:alert(1)")
    /// (True, False)
    #[pyo3(signature = (text, /))]
    fn allows(&self, text: &Bound<'_, PyAny>) -> PyResult<bool> {
        let text = take::text(text, "text")?;
        // A surrogate is in no reference.
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
#[pyfunction]
#[pyo3(signature = (scheme, /))]
pub(crate) fn default_port(scheme: &str) -> Option<u16> {
    scheme::default_port(scheme)
}

/// The terms of the policies that are ready, by their names, and under `default` what terms are where
/// none are given.
#[pyfunction]
pub(crate) fn ready_policies(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    all.set_item("default", described(py, &PolicyTerms::default())?)?;
    for ready in &READY {
        all.set_item(ready.name, described(py, &(ready.terms)())?)?;
    }
    Ok(all)
}

/// The policies of a class, those of its bases with them, whatever its attribute `policies` says by now.
#[pyfunction]
#[pyo3(signature = (class_, /))]
pub(crate) fn policies_of<'py>(class_: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyTuple>> {
    policies(class_)
}

/// Terms as `from_dict` takes them.
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

/// The value of a term as Python has it.
#[derive(FromPyObject)]
enum PythonTerm {
    Truth(bool),
    Number(u64),
    Text(String),
    Texts(Vec<String>),
    Numbers(Vec<u64>),
    Pairs(Vec<(String, String)>),
}

impl PythonTerm {
    fn plain(self) -> PlainTerm {
        match self {
            Self::Truth(truth) => PlainTerm::Truth(truth),
            Self::Number(number) => PlainTerm::Number(number),
            Self::Text(text) => PlainTerm::Text(text),
            Self::Texts(texts) => PlainTerm::Texts(texts),
            Self::Numbers(numbers) => PlainTerm::Numbers(numbers),
            Self::Pairs(pairs) => PlainTerm::Pairs(pairs),
        }
    }
}

/// Addresses as a term has them.
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
