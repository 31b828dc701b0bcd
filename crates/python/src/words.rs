//! Core's messages, with Python's names of Unicode characters.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 gives functions what it has read")]

use iriform::engine::{
    Fault, Reason, Rule, redact,
    references::Masking,
    words::{self, Explained, Picture},
};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyString};

use crate::grammar::{named, units_of};
use crate::strtype::{for_text, units};

/// The facts that a `ParseError` stores.
#[derive(FromPyObject)]
pub(crate) struct Facts<'py>(Bound<'py, PyAny>, usize, usize, usize, String, String, String);

impl Facts<'_> {
    /// The production, and the fault.
    fn read(&self) -> PyResult<(Rule, Fault)> {
        let Self(_, position, start, stop, production, rule, reason) = self;
        let fault = Fault {
            position: *position,
            span: *start..*stop,
            rule: named(rule)?,
            reason: reason_named(reason)?,
        };
        Ok((named(production)?, fault))
    }
}

fn reason_named(code: &str) -> PyResult<Reason> {
    Reason::find(code).ok_or_else(|| PyKeyError::new_err(code.to_owned()))
}

/// Makes core's explanation of a fault from its facts.
macro_rules! explained {
    ($facts:ident, $explained:ident => $answer:expr) => {{
        let py = $facts.0.py();
        let (production, fault) = $facts.read()?;
        let name = |c: char| {
            let name = py.import("unicodedata").ok()?.call_method1("name", (c, "")).ok()?;
            name.extract::<String>().ok()
        };
        Ok(for_text!(units_of(&$facts.0)?, text => {
            let $explained = Explained::new(text, production, &fault, &name);
            $answer
        }))
    }};
}

/// The fault in one line.
#[pyfunction(signature = (facts, /))]
pub(crate) fn message(facts: Facts<'_>) -> PyResult<String> {
    explained!(facts, explained => explained.message())
}

/// The fault without the names of production, rule and character, for somebody who fills in a form.
#[pyfunction(signature = (facts, /))]
pub(crate) fn plainly(facts: Facts<'_>) -> PyResult<String> {
    explained!(facts, explained => explained.plainly())
}

/// The hint that would remove the fault, or None.
#[pyfunction(signature = (facts, /))]
pub(crate) fn hint(facts: Facts<'_>) -> PyResult<Option<String>> {
    explained!(facts, explained => explained.hint().map(std::borrow::Cow::into_owned))
}

/// The message, the text around the position, the position and the hint, in three lines.
#[pyfunction(signature = (facts, /))]
pub(crate) fn drawing(facts: Facts<'_>) -> PyResult<String> {
    explained!(facts, explained => explained.drawing())
}

/// A range of a reference, in two lines: the text around it, with secrets masked, and the range.
#[pyfunction(signature = (text, start, stop, /))]
pub(crate) fn picture(text: &Bound<'_, PyString>, start: usize, stop: usize) -> PyResult<String> {
    let start = start.min(text.len()?);
    let stop = stop.clamp(start, text.len()?);
    Ok(for_text!(units(text)?, t => {
        let secrets = redact::in_valid(t, Rule::IriReference, Masking::Everything);
        Picture::of(t, start..stop, &secrets).lines(start)
    }))
}

/// Returns true if an invalid text is a link with other text around it.
#[pyfunction(signature = (text, /))]
pub(crate) fn is_link_in_text(text: &Bound<'_, PyString>) -> PyResult<bool> {
    Ok(for_text!(units(text)?, t => words::is_link_in_text(t)))
}

/// The everyday name of a rule, and the clause that defines it.
#[pyfunction(signature = (rule, /))]
pub(crate) fn described(rule: &str) -> PyResult<(String, String)> {
    let described = words::described(named(rule)?);
    Ok((described.noun.to_string(), described.clause()))
}

/// The meaning of a reason, without a text.
#[pyfunction(signature = (reason, /))]
pub(crate) fn meaning(reason: &str) -> PyResult<String> {
    reason_named(reason).map(words::meaning)
}

/// Text on one line, with invisible characters escaped.
#[pyfunction(signature = (text, /))]
pub(crate) fn escape(text: &Bound<'_, PyString>) -> PyResult<String> {
    Ok(for_text!(units(text)?, t => words::escape_text(t)))
}

/// The width of escaped text in terminal cells.
#[pyfunction(signature = (text, /))]
pub(crate) fn cells(text: &str) -> usize {
    words::cells(text)
}

/// A name from outside for a message, cut to some length.
#[pyfunction(signature = (name, /))]
pub(crate) fn quoted_name(name: &Bound<'_, PyString>) -> PyResult<String> {
    Ok(for_text!(units(name)?, t => words::quoted_name(t)))
}
