//! What `iriform.Policy` is made of: its terms from Python, and its answers.

use std::sync::Arc;

use iriform::engine::policy::{self, PolicyTerms, READY};
use iriform::engine::{recognize, scheme};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyString};

use crate::answer::Answer;
use crate::errors::parse_error;
use crate::strtype::{Decider, for_text, units};
use crate::take;
use crate::text::{utf8, valid_utf8};
use crate::types::reference::findings_of;

/// The native part of `iriform.Policy`, not for users: its terms have been read by Python.
#[pyclass(frozen, subclass, module = "iriform._core")]
pub(crate) struct Policy {
    policy: Arc<policy::Policy>,
}

/// What the types ask of the policies of users' classes.
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
    #[allow(clippy::too_many_arguments, reason = "each is a term, which Python names")]
    #[allow(clippy::fn_params_excessive_bools, reason = "likewise")]
    fn new(
        schemes: Option<Vec<String>>,
        hosts: Option<Vec<String>>,
        ports: Option<Vec<u16>>,
        addresses: WrittenAddresses,
        userinfo: bool,
        query: bool,
        fragment: bool,
        max_length: Option<usize>,
        loopback: Vec<String>,
        production: String,
        profile: String,
        severities: Vec<(String, String)>,
        refuse: String,
    ) -> PyResult<Self> {
        let terms = PolicyTerms {
            schemes,
            hosts,
            ports,
            addresses: addresses.written(),
            userinfo,
            query,
            fragment,
            max_length,
            loopback,
            production,
            profile,
            severities,
            refuse,
        };
        let policy = terms.policy().map_err(|wrong| PyValueError::new_err(wrong.to_string()))?;
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

/// Terms as `from_dict` takes them.
fn described<'py>(py: Python<'py>, terms: &PolicyTerms) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    all.set_item("schemes", &terms.schemes)?;
    all.set_item("hosts", &terms.hosts)?;
    all.set_item("ports", &terms.ports)?;
    match &terms.addresses {
        Ok(name) => all.set_item("addresses", name)?,
        Err(networks) => all.set_item("addresses", networks)?,
    }
    all.set_item("userinfo", terms.userinfo)?;
    all.set_item("query", terms.query)?;
    all.set_item("fragment", terms.fragment)?;
    all.set_item("max_length", terms.max_length)?;
    all.set_item("loopback", &terms.loopback)?;
    all.set_item("production", &terms.production)?;
    all.set_item("profile", &terms.profile)?;
    all.set_item("severities", terms.severities.clone().into_py_dict(py)?)?;
    all.set_item("refuse", &terms.refuse)?;
    Ok(all)
}

/// Addresses as a term has them.
#[derive(FromPyObject)]
pub(crate) enum WrittenAddresses {
    Named(String),
    Networks(Vec<String>),
}

impl WrittenAddresses {
    pub(crate) fn written(self) -> Result<String, Vec<String>> {
        match self {
            Self::Named(name) => Ok(name),
            Self::Networks(networks) => Err(networks),
        }
    }
}
