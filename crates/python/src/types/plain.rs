//! Plain data as the text of a component: quoted, or refused where quoting would not do.

use std::borrow::Cow;

use iriform_core::{Rule, host, percent, query, userinfo};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::strtype::Kind;
use crate::take;
use crate::text::plain_utf8;

/// Plain data as text of `component`; an instance of it is text already, and is checked against
/// the rule of `kind`.
pub(super) fn plain(data: &Bound<'_, PyAny>, kind: Kind, component: Kind) -> PyResult<String> {
    let (class, rule) = component.class_and_rule(kind.is_uri());
    if Kind::of(data)? == Some(component) {
        return take::valid(data, rule).map(Cow::into_owned);
    }
    let text = take::text(data, rule.name().trim_start_matches('i'))?;
    Ok(percent::quote(&plain_utf8(text, rule)?, class))
}

pub(super) fn plain_userinfo(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    let text = |data: &Bound<'_, PyAny>| plain(data, kind, Kind::UserInfo);
    match data.cast::<PyTuple>() {
        Ok(pair) => {
            let (user, password): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            Ok(userinfo::compose(&text(&user)?, Some(&text(&password)?)))
        }
        Err(_) if Kind::of(data)? == Some(Kind::UserInfo) => text(data),
        Err(_) => Ok(userinfo::compose(&text(data)?, None)),
    }
}

pub(super) fn plain_host(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    let (_, rule) = Kind::Host.class_and_rule(kind.is_uri());
    if Kind::of(data)? == Some(Kind::Host) {
        return take::valid(data, rule).map(Cow::into_owned);
    }
    // The objects of ipaddress print their addresses, which are hosts, or need brackets only.
    let ipaddress = || PyModule::import(data.py(), "ipaddress");
    let name = match data.cast::<PyString>() {
        Ok(name) => name.clone(),
        Err(_)
            if data.is_instance(&ipaddress()?.getattr("IPv4Address")?)?
                || data.is_instance(&ipaddress()?.getattr("IPv6Address")?)? =>
        {
            data.str()?
        }
        Err(_) => {
            let class = data.get_type();
            let class = class.name()?;
            return Err(PyTypeError::new_err(format!(
                "host must be str or an address of ipaddress, not {class}"
            )));
        }
    };
    let name = plain_utf8(&name, rule)?;
    host::from_plain(&name, !kind.is_uri())
        .map_err(|fault| PyValueError::new_err(fault.to_string()))
}

pub(super) fn plain_segment(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    let segment = plain(data, kind, Kind::Segment)?;
    if Kind::of(data)? != Some(Kind::Segment) && (segment == "." || segment == "..") {
        return Err(PyValueError::new_err(format!(
            "{segment:?} would change the path's structure: use with_parts or Path.joined"
        )));
    }
    Ok(segment)
}

pub(super) fn plain_query(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    if data.is_instance_of::<PyString>() {
        plain(data, kind, Kind::Query)
    } else {
        text_of_pairs(data, '&', !kind.is_uri())
    }
}

/// One segment of plain data; none if the operand is no text.
pub(super) fn next_segment(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Option<String>> {
    let Ok(text) = data.cast::<PyString>() else { return Ok(None) };
    if Kind::of(data)? != Some(Kind::Segment) && valid_or_plain(text)?.contains('/') {
        return Err(PyValueError::new_err(
            "a slash would change the path's structure: use with_parts or Path.joined",
        ));
    }
    plain_segment(data, kind).map(Some)
}

pub(super) fn valid_or_plain<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    plain_utf8(text, Rule::Isegment)
}

/// The text of a query of pairs, or of a mapping's items.
pub(super) fn text_of_pairs(
    pairs: &Bound<'_, PyAny>,
    separator: char,
    is_iri: bool,
) -> PyResult<String> {
    let items = match pairs.cast::<PyDict>() {
        Ok(mapping) => mapping.items().into_any(),
        Err(_) if pairs.hasattr("items")? => pairs.call_method0("items")?,
        Err(_) => pairs.clone(),
    };
    let mut plain_pairs = Vec::new();
    for item in take::several(&items, "pairs")? {
        let pair: Vec<_> = take::several(&item?, "a pair")?.collect::<PyResult<_>>()?;
        let [name, value] = pair.as_slice() else {
            return Err(PyValueError::new_err("a pair must have a name and a value"));
        };
        plain_pairs.push((name_or_value(name)?, name_or_value(value)?));
    }
    let borrowed = plain_pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ok(query::from_pairs(borrowed, separator, is_iri))
}

pub(super) fn name_or_value(text: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = take::text(text, "a name or value")?;
    Ok(plain_utf8(text, Kind::Query.rule())?.into_owned())
}
