//! Findings between Python and core: the set of rules of a call, and the table of rules as data.

use std::borrow::Cow;
use std::sync::Arc;

use iriform::engine::{
    Reference,
    findings::{self, Finding, Names, NotAName, Profile, RuleSet, Severity, TOPICS},
};
use iriform_columns::arguments::{self, ArgumentType};
use iriform_columns::last::Last;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::answer::Answer;
use crate::errors::{raised, refused};
use crate::prefixes::PrefixMap;
use crate::strtype::{Kind, instance};
use crate::take;

/// The rules that the arguments of `check` select.
pub(crate) fn rule_set(
    profile: Option<&Bound<'_, PyAny>>,
    severities: Option<&Bound<'_, PyAny>>,
    protected: Option<&Bound<'_, PyAny>>,
    prefixes: Option<&Bound<'_, PyAny>>,
) -> PyResult<Cow<'static, RuleSet>> {
    let profile = profile.map_or(Ok(Profile::Default), |name| self::profile(name))?;
    let mut rule_set = Cow::Borrowed(RuleSet::shared(profile));
    if let Some(protected) = protected {
        rule_set = Cow::Owned(rule_set.into_owned().protecting(&names(protected)?));
    }
    if let Some(prefixes) = prefixes.filter(|prefixes| !prefixes.is_none()) {
        let prefixes = PrefixMap::shared_of(prefixes, "prefixes")?;
        rule_set = Cow::Owned(rule_set.into_owned().declaring(prefixes));
    }
    if let Some(severities) = severities.filter(|severities| !severities.is_none()) {
        let severities = severities.py().get_type::<PyDict>().call1((severities,))?;
        for (code, severity) in severities.cast::<PyDict>()? {
            let code = take::text(&code, "the code of a rule")?.to_str()?;
            let severity = take::text(&severity, "a severity")?.to_str()?;
            let severity = Severity::by_name(severity).map_err(refused)?;
            let changed = rule_set.into_owned().with(code, severity);
            rule_set = Cow::Owned(changed.map_err(refused)?);
        }
    }
    Ok(rule_set)
}

/// The names that a caller protects. A tuple is immutable, so it is only read once.
pub(crate) fn names(protected: &Bound<'_, PyAny>) -> PyResult<Names> {
    static LAST: Last<(Py<PyTuple>, Names)> = Last::empty();
    let tuple = protected.cast_exact::<PyTuple>().ok().filter(|tuple| !tuple.is_empty());
    if let Some(last) = tuple.and_then(|tuple| LAST.find(|(last, _)| last.is(tuple))) {
        return Ok(last.1.clone());
    }
    let texts = take::several(protected, "protected", ArgumentType::Names.wanted())?
        .map(|name| Ok(take::text(&name?, "a protected name")?.to_str()?.to_owned()));
    let names = arguments::names(texts.collect::<PyResult<_>>()?).map_err(raised)?;
    if let Some(tuple) = tuple {
        LAST.keep((tuple.clone().unbind(), names.clone()));
    }
    Ok(names)
}

/// The findings of a text that need not be an instance.
pub(crate) fn findings_of<'py>(py: Python<'py>, text: &str, findings: &[Finding]) -> Answer<'py> {
    let has_scheme = Reference::of(text).scheme().is_some();
    wrapped(py, Kind::reference(text.is_ascii(), has_scheme), text, findings)
}

/// The findings as instances of `iriform.Finding`, the spans in code points.
pub(crate) fn wrapped<'py>(
    py: Python<'py>,
    kind: Kind,
    text: &str,
    findings: &[Finding],
) -> Answer<'py> {
    static FINDING: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FINDING.import(py, "iriform.findings", "Finding")?;
    let indices = indices(text);
    let index = |byte: usize| indices.as_ref().map_or(byte, |indices| indices[byte]);
    // The findings of a rule share one suggestion, so its object is made once.
    let mut suggested: Option<(&Arc<str>, Bound<'py, PyAny>)> = None;
    let list = PyList::empty(py);
    for finding in findings {
        let suggestion = match &finding.suggestion {
            None => None,
            Some(text) => match &suggested {
                Some((before, instance)) if Arc::ptr_eq(before, text) => Some(instance.clone()),
                _ => {
                    let kind = Kind::reference(kind.is_uri() && text.is_ascii(), kind.has_scheme());
                    let instance = instance(py, kind, text)?;
                    suggested = Some((text, instance.clone()));
                    Some(instance)
                }
            },
        };
        list.append(class.call1((
            PyString::intern(py, finding.rule.code),
            PyString::intern(py, finding.severity.name()),
            (index(finding.span.start), index(finding.span.end)),
            PyString::intern(py, finding.message()),
            PyString::intern(py, finding.rule.clause),
            suggestion,
            finding.evidence.as_deref(),
        ))?)?;
    }
    Ok(list.into_any())
}

/// The index of the code point at each byte, if they differ.
fn indices(text: &str) -> Option<Vec<usize>> {
    if text.is_ascii() {
        return None;
    }
    let mut indices = vec![0; text.len() + 1];
    for (index, (byte, _)) in text.char_indices().enumerate() {
        indices[byte] = index;
    }
    indices[text.len()] = text.chars().count();
    Some(indices)
}

fn profile(name: &Bound<'_, PyAny>) -> PyResult<Profile> {
    let name = take::text(name, "profile")?;
    Profile::by_name(&name.to_string_lossy()).map_err(refused)
}

/// The index of the first protected name that is not a name, with the reason: in a message with its index, and
/// in one without.
#[pyfunction(signature = (names, /))]
#[allow(clippy::needless_pass_by_value, reason = "as arguments are taken out of Python")]
pub(crate) fn wrong_name(names: Vec<String>) -> Option<(usize, String, String)> {
    NotAName::first(&names).map(|wrong| (wrong.place, wrong.to_string(), wrong.at_its_place()))
}

/// A finding in one line.
#[pyfunction(signature = (message, evidence, clause, /))]
pub(crate) fn finding_sentence(message: &str, evidence: Option<&str>, clause: &str) -> String {
    findings::sentence(message, evidence, clause)
}

/// The rules: topic, code, severity, profiles, clause, message, a text with the finding, one without it.
type FindingRow = (
    &'static str,
    &'static str,
    &'static str,
    Vec<&'static str>,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

/// Every row of the table: not for users, who import `iriform.findings.RULES`.
#[pyfunction]
pub(crate) fn finding_rules() -> Vec<FindingRow> {
    let row = |topic: &findings::Topic, rule: &findings::Rule| {
        let profiles = Profile::ALL.iter().copied().filter(|&profile| rule.is_in(profile));
        (
            topic.name,
            rule.code,
            rule.severity.name(),
            profiles.map(Profile::name).collect(),
            rule.clause,
            rule.message,
            rule.bad_example,
            rule.good_example,
        )
    };
    TOPICS.iter().flat_map(|topic| topic.rules().map(move |rule| row(topic, rule))).collect()
}
