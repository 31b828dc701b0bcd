//! What `iriform.Policy` is made of: its terms from Python, and its answers.

use iriform::engine::policy::{self, PolicyTerms};
use iriform::engine::{recognize, scheme};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::errors::parse_error;
use crate::strtype::{for_text, units};
use crate::take;
use crate::text::{utf8, valid_utf8};
use crate::types::reference::findings_of;

/// The native part of `iriform.Policy`, not for users: its terms have been read by Python.
#[pyclass(frozen, subclass, module = "iriform._core")]
pub(crate) struct Policy {
    policy: policy::Policy,
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
        Ok(Self { policy })
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
