//! The native part of `iriform.PURL`: its components, and the text of components.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 gives functions what it has read")]

use std::borrow::Cow;

use iriform::engine::{
    Fault, Rule,
    purl::{Form, Lower, Package, Purl, PurlType, Registry, Requirement, Rewrite, compose, known},
    recognize,
    text::Utf8,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::parse_error;
use crate::take;
use crate::text::{plain_utf8, utf8};

/// The positions of a fault, as in `ParseError`.
type FaultPlaces = (usize, usize, usize, &'static str, &'static str);

/// None if a text, a valid URI, is a package URL; else `(position, start, stop, rule, reason)`.
#[pyfunction(signature = (text, /))]
pub(crate) fn purl_fault(text: &Bound<'_, PyString>) -> PyResult<Option<FaultPlaces>> {
    // A URI is ASCII, so octets are code points.
    let Ok(text) = utf8(text)? else { return Ok(None) };
    Ok(Purl::read(&text).err().map(|fault| {
        let Fault { position, span, rule, reason } = fault;
        (position, span.start, span.end, rule.name(), reason.code())
    }))
}

/// Type, namespace, name, version, qualifiers and subpath, decoded and in the form of the type.
type PurlParts =
    (String, Option<String>, String, Option<String>, Vec<(String, String)>, Option<String>);

/// The components of a package URL, or None.
#[pyfunction(signature = (text, /))]
pub(crate) fn purl_parts(text: &Bound<'_, PyString>) -> PyResult<Option<PurlParts>> {
    let Ok(text) = utf8(text)? else { return Ok(None) };
    Ok(Purl::of(&text).map(|purl| {
        let Package { r#type, namespace, name, version, qualifiers, subpath } = purl.package();
        let owned = |text: Option<Cow<'_, str>>| text.map(Cow::into_owned);
        let qualifiers =
            qualifiers.into_iter().map(|(k, v)| (k.to_owned(), v.into_owned())).collect();
        let name = name.into_owned();
        (r#type.to_owned(), owned(namespace), name, owned(version), qualifiers, owned(subpath))
    }))
}

/// The canonical text of components. Raises `ParseError` for a type or a key that is not valid.
#[pyfunction(signature = (kind, namespace, name, version, qualifiers, subpath, /))]
pub(crate) fn purl_text(
    kind: Bound<'_, PyAny>,
    namespace: Option<Bound<'_, PyAny>>,
    name: Bound<'_, PyAny>,
    version: Option<Bound<'_, PyAny>>,
    qualifiers: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    subpath: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    fn text<'a>(given: &'a Bound<'_, PyAny>, name: &str, rule: Rule) -> PyResult<Cow<'a, str>> {
        plain_utf8(take::text(given, name)?, rule)
    }
    fn optional<'a>(
        given: Option<&'a Bound<'_, PyAny>>,
        name: &str,
        rule: Rule,
    ) -> PyResult<Option<Cow<'a, str>>> {
        given.map(|given| text(given, name, rule)).transpose()
    }
    fn word(given: &Bound<'_, PyAny>, name: &str, rule: Rule) -> PyResult<String> {
        let word = text(given, name, rule)?.to_ascii_lowercase();
        recognize(Utf8(word.as_bytes()), rule).map_err(|fault| {
            parse_error(PyString::new(given.py(), &word).as_any(), rule, &fault)
        })?;
        Ok(word)
    }
    let r#type = word(&kind, "type", Rule::PurlType)?;
    let mut pairs = Vec::with_capacity(qualifiers.len());
    for (key, value) in &qualifiers {
        let key = word(key, "a key of qualifiers", Rule::PurlQualifierKey)?;
        pairs.push((key, text(value, "a value of qualifiers", Rule::PurlQualifierValue)?));
    }
    Ok(compose(&Package {
        r#type: &r#type,
        namespace: optional(namespace.as_ref(), "namespace", Rule::PurlNamespace)?,
        name: text(&name, "name", Rule::PurlName)?,
        version: optional(version.as_ref(), "version", Rule::PurlVersion)?,
        qualifiers: pairs.iter().map(|(key, value)| (key.as_str(), value.clone())).collect(),
        subpath: optional(subpath.as_ref(), "subpath", Rule::PurlSubpath)?,
    }))
}

/// Returns true if a package type is registered.
#[pyfunction(signature = (name, /))]
pub(crate) fn purl_type(name: &str) -> bool {
    known(name).is_some()
}

/// The rules of a type, as the fields of `iriform._types.purl_types.TypeRules`.
type TypeRow = (String, String, Vec<String>, Vec<String>, String, String, String);

/// Adds definitions of types to those that this process uses. They are kept until the process ends.
#[pyfunction(signature = (rows, /))]
pub(crate) fn install_purl_types(py: Python<'_>, rows: Vec<TypeRow>) -> PyResult<()> {
    let unknown = |name: &str| PyValueError::new_err(format!("not the rules of a type: {name}"));
    let read =
        |(name, namespace, qualifiers, lower, rewrite, name_form, version_form): &TypeRow| {
            recognize(Utf8(name.as_bytes()), Rule::PurlType).map_err(|fault| {
                parse_error(PyString::new(py, name).as_any(), Rule::PurlType, &fault)
            })?;
            Ok::<_, PyErr>(PurlType {
                name: String::leak(name.clone()),
                namespace: Requirement::find(namespace).ok_or_else(|| unknown(name))?,
                qualifiers: Vec::leak(
                    qualifiers.iter().map(|key| &*String::leak(key.clone())).collect(),
                ),
                lower: lower.iter().try_fold(Lower::NONE, |all, component| {
                    Lower::by_name(component).map(|one| all.and(one)).ok_or_else(|| unknown(name))
                })?,
                rewrite: Rewrite::find(rewrite).ok_or_else(|| unknown(name))?,
                name_form: Form::find(name_form).ok_or_else(|| unknown(name))?,
                version_form: Form::find(version_form).ok_or_else(|| unknown(name))?,
            })
        };
    let rows = rows.iter().map(read).collect::<PyResult<Vec<_>>>()?;
    Registry::install(&rows);
    Ok(())
}
