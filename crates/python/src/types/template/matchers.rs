//! Cached matchers, for templates that are matched repeatedly.

use std::cell::RefCell;
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use iriform::engine::template::{AnyOrder, Matcher, QueryNotPairs, ValuePiece};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::typed::{Types, TypesOfVariables, ValueType, snapshot};
use crate::answer::Answer;
use crate::errors::refused;
use crate::types::kept::{Kept, kept_or_made};

/// The matcher of a template, and the names of its variables.
pub(super) struct Template {
    pub(super) matcher: Matcher,
    /// One for each variable, in the order of the template.
    pub(super) names: Vec<Py<PyString>>,
    types: TypesOfVariables,
    any_order: OnceLock<Result<AnyOrder, QueryNotPairs>>,
    requests: OnceLock<Result<AsItCame, QueryNotPairs>>,
}

/// The matcher of a template for requests.
pub(super) struct AsItCame {
    pub(super) matcher: Matcher,
    pub(super) any_order: AnyOrder,
}

impl Template {
    /// Reads a valid template.
    pub(super) fn new(py: Python<'_>, template: &str) -> Self {
        Self::of(py, Matcher::new(template), Vec::new())
    }

    /// Reads a valid template, whose variables have types.
    pub(super) fn typed(py: Python<'_>, template: &str, types: &Types) -> PyResult<Self> {
        let matcher = Matcher::typed(template, types.typings(template)?);
        Ok(Self::of(py, matcher, types.of_variables(template)))
    }

    fn of(py: Python<'_>, matcher: Matcher, types: TypesOfVariables) -> Self {
        let names = matcher.names().map(|name| PyString::new(py, name).unbind()).collect();
        Self { matcher, names, types, any_order: OnceLock::new(), requests: OnceLock::new() }
    }

    fn type_of(&self, variable: usize) -> Option<&ValueType> {
        self.types.get(variable)?.as_deref()
    }

    /// The first piece of a text that is not of its variable's type, and that type.
    pub(super) fn misfit<'p>(
        &self,
        py: Python<'_>,
        pieces: &'p [ValuePiece],
        text: &str,
    ) -> PyResult<Option<(&'p ValuePiece, &ValueType)>> {
        if self.types.is_empty() {
            return Ok(None);
        }
        for piece in pieces {
            let Some(of) = self.type_of(piece.variable()) else { continue };
            let fits = piece.shape() == self.matcher.typed_shape(piece.variable())
                && of.takes(&PyString::new(py, &self.matcher.decoded(piece, text)))?;
            if !fits {
                return Ok(Some((piece, of)));
            }
        }
        Ok(None)
    }

    /// The value of the variable of this number, whose text is of its type.
    pub(super) fn converted<'py>(
        &self,
        variable: usize,
        text: Bound<'py, PyString>,
    ) -> Answer<'py> {
        match self.type_of(variable) {
            Some(of) => of.converted(text),
            None => Ok(text.into_any()),
        }
    }

    /// The matcher for requests; fails if the query of the template has an order.
    pub(super) fn any_order(&self) -> PyResult<&AnyOrder> {
        let any_order = self.any_order.get_or_init(|| AnyOrder::new(&self.matcher));
        any_order.as_ref().map_err(refused)
    }

    /// The matcher for raw requests; fails if the query of the template has an order.
    pub(super) fn requests(&self) -> PyResult<&AsItCame> {
        let requests = self.requests.get_or_init(|| {
            let matcher = self.matcher.of_requests();
            AnyOrder::new(&matcher).map(|any_order| AsItCame { matcher, any_order })
        });
        requests.as_ref().map_err(refused)
    }
}

thread_local! {
    static TEMPLATES: RefCell<Kept<Arc<Template>>> = const { RefCell::new(Kept::new()) };
}

/// The matcher of a valid template.
pub(super) fn kept(py: Python<'_>, template: &str) -> Arc<Template> {
    let is_it = |known: &Arc<Template>| known.matcher.template() == template;
    let Ok(matcher) = kept_or_made::<_, Infallible>(&TEMPLATES, template, is_it, || {
        let new = Template::new(py, template);
        Ok((new.matcher.size(), Arc::new(new)))
    });
    matcher
}

/// A template, the types that it was last matched with, and its matcher.
type Typed = (Py<PyTuple>, Arc<Template>);

thread_local! {
    static TYPED: RefCell<Kept<Typed>> = const { RefCell::new(Kept::new()) };
}

/// The matcher of a valid template whose variables have types.
pub(super) fn kept_typed(template: &str, types: &Bound<'_, PyAny>) -> PyResult<Arc<Template>> {
    let py = types.py();
    let said = snapshot(types)?;
    let known = TYPED.with_borrow(|templates| match templates.get(template) {
        Some((types, known)) if known.matcher.template() == template => {
            Some((types.clone_ref(py), Arc::clone(known)))
        }
        _ => None,
    });
    // The comparison may run Python, so nothing is borrowed.
    if let Some((types, known)) = known
        && said.eq(types)?
    {
        return Ok(known);
    }
    let new = Arc::new(Template::typed(py, template, &Types::of(types)?)?);
    let size = new.matcher.size();
    let kept = (said.unbind(), Arc::clone(&new));
    let _old = TYPED.with_borrow_mut(|templates| templates.keep(template, size, kept));
    Ok(new)
}
