//! The policy of a user's class that derives from a reference type.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySuper, PyTuple, PyType};

use crate::answer::Answer;
use crate::strtype::{Kind, Method, method, seal, with_policy};

pub(super) const METHODS: &[Method] = &[method!(
    class keywords init_subclass,
    c"__init_subclass__($type, nothing=None, /, **keywords)
--

Take the policy of a class: `class Callback(URI, policy=CALLBACKS)`.

The constructor then refuses with a `PolicyError` what the policy does not allow, and `is_valid` says
the same. Policies of base classes hold as well: `policies` has them all. To write there turns nothing off."
)];

/// The policies of our own types: none.
pub(super) fn no_policies(py: Python<'_>) -> Bound<'_, PyAny> {
    PyTuple::empty(py).into_any()
}

#[allow(clippy::needless_pass_by_value, reason = "as methods with keywords are called")]
fn init_subclass<'py>(
    class: &Bound<'py, PyAny>,
    nothing: Option<Bound<'py, PyAny>>,
    keywords: Option<Bound<'py, PyDict>>,
) -> Answer<'py> {
    let py = class.py();
    let class = class.cast::<PyType>()?;
    if nothing.is_some() {
        return Err(PyTypeError::new_err("__init_subclass__() takes keywords only"));
    }
    if Kind::exactly(class).is_some() {
        return Err(PyTypeError::new_err("a type of iriform has no policy: derive a class"));
    }
    let policy = match &keywords {
        Some(keywords) => {
            let policy = keywords.call_method1(intern!(py, "pop"), ("policy", py.None()))?;
            (!policy.is_none()).then_some(policy)
        }
        None => None,
    };
    let policies = with_policy(class, policy.as_ref())?;
    seal(class, &policies)?;
    if !policies.is_empty() {
        class.setattr(intern!(py, "policies"), policies)?;
    }
    // Like `super().__init_subclass__(**keywords)`: bases after ours may take the other keywords.
    PySuper::new(&Kind::IriReference.class(py), class.as_any())?.call_method(
        intern!(py, "__init_subclass__"),
        (),
        keywords.as_ref(),
    )
}
