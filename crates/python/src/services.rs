//! The native part of `iriform.services`.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 gives functions what it has read")]

use iriform::engine::services::{HostAndPort, ServiceAddress};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::refused;
use crate::text::utf8;
use crate::types::reference::changes;

/// Scheme, user, password, hosts, path and options.
type Parts =
    (String, Option<String>, Option<String>, Vec<HostAndPort>, String, Vec<(String, String)>);

fn address((scheme, user, password, hosts, path, options): Parts) -> ServiceAddress {
    ServiceAddress { scheme, user, password, hosts, path, options }
}

/// The parts of an address, and those that a URI must not have raw. Raises `ValueError`.
#[pyfunction(signature = (text, plus, /))]
pub(crate) fn service_read<'py>(
    text: &Bound<'py, PyString>,
    plus: bool,
) -> PyResult<(Parts, Bound<'py, PyTuple>)> {
    let source = utf8(text)?.map_err(|position| {
        PyValueError::new_err(format!("the character at position {position} is a lone surrogate"))
    })?;
    let (read, changed) = ServiceAddress::read(&source, plus).map_err(refused)?;
    let ServiceAddress { scheme, user, password, hosts, path, options } = read;
    Ok(((scheme, user, password, hosts, path, options), changes(text, &source, changed)?))
}

/// A URI for each host of an address. Raises `ValueError`.
#[pyfunction(signature = (parts, /))]
pub(crate) fn service_uris(parts: Parts) -> PyResult<Vec<String>> {
    address(parts).uris().map_err(refused)
}

/// The text of an address, with its secrets replaced. Raises `ValueError`.
#[pyfunction(signature = (parts, /))]
pub(crate) fn service_masked(parts: Parts) -> PyResult<String> {
    address(parts).masked().map_err(refused)
}
