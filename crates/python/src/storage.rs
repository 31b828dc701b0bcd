//! The native part of `iriform.storage`. Keys and texts are octets; Python decodes them like `os.fsdecode`.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 gives functions what it has read")]
#![allow(clippy::type_complexity, reason = "tuples are what Python takes apart")]

use std::borrow::Cow;

use iriform::engine::{
    Reference, file_path,
    storage::{
        self as core, LITERAL, Location, PARTITION_STYLES, PATH, PartitionStyle, READERS,
        StorageReader, TextForm, URI, WebStyle, storage_reader,
    },
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::refused;

/// Scheme, container, key, account and version.
type LocationParts = (String, Option<String>, Vec<u8>, Option<String>, Option<String>);

fn parts_of(py: Python<'_>, location: Location<'_>) -> Py<PyAny> {
    let Location { scheme, container, account, key, version } = location;
    let owned = |text: Option<Cow<'_, str>>| text.map(Cow::into_owned);
    let key = PyBytes::new(py, &key);
    let parts = (scheme, owned(container), key, owned(account), owned(version));
    parts.into_pyobject(py).map_or_else(|_| py.None(), |parts| parts.into_any().unbind())
}

fn location_of(parts: &LocationParts) -> PyResult<Location<'_>> {
    let (scheme, container, key, account, version) = parts;
    let borrowed = |text: &'_ Option<String>| text.clone().map(Cow::Owned);
    Location::new(scheme, borrowed(container), key.as_slice(), borrowed(account), borrowed(version))
        .map_err(refused)
}

fn reader_of(name: &str) -> PyResult<&'static StorageReader> {
    storage_reader(name).map_err(refused)
}

/// The parts of a location, normalized for comparison. Raises `ValueError` for parts that are not allowed
/// together.
#[pyfunction(signature = (parts, /))]
pub(crate) fn storage_location(py: Python<'_>, parts: LocationParts) -> PyResult<Py<PyAny>> {
    Ok(parts_of(py, location_of(&parts)?))
}

/// The parts of the location that a text names for a reader. Raises `ValueError`.
#[pyfunction(signature = (text, reader, /))]
pub(crate) fn storage_read(
    py: Python<'_>,
    text: &[u8],
    reader: Option<&str>,
) -> PyResult<Py<PyAny>> {
    let reader = reader.map(reader_of).transpose()?;
    Ok(parts_of(py, Location::read(text, reader).map_err(refused)?))
}

/// The text that makes a reader open a location. Raises `ValueError`.
#[pyfunction(signature = (parts, reader, /))]
pub(crate) fn storage_text<'py>(
    py: Python<'py>,
    parts: LocationParts,
    reader: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let text = location_of(&parts)?.text_for(reader_of(reader)?).map_err(refused)?;
    Ok(PyBytes::new(py, &text))
}

/// The `https:` URL of an object. Raises `ValueError`.
#[pyfunction(signature = (parts, style, region, is_dualstack, /))]
pub(crate) fn storage_https(
    parts: LocationParts,
    style: &str,
    region: Option<&str>,
    is_dualstack: bool,
) -> PyResult<String> {
    let style = WebStyle::by_name(style).map_err(refused)?;
    location_of(&parts)?.https(style, region, is_dualstack).map_err(refused)
}

/// The parts of the location that an `https:` URL names. Raises `ValueError`.
#[pyfunction(signature = (url, /))]
pub(crate) fn storage_from_https(py: Python<'_>, url: &str) -> PyResult<Py<PyAny>> {
    Ok(parts_of(py, core::from_https(url).map_err(refused)?))
}

/// The readers by name: function, version, and for each form of text its schemes, whether it decodes, whether
/// it must be a URI, the marks that end or change a key, the marks that a key cannot have, the escape, the
/// hosts, and whether versions are read.
#[pyfunction]
pub(crate) fn storage_readers(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    fn marks(marks: &[(core::KeyMark, core::MarkEffect)]) -> Vec<(&'static str, &'static str)> {
        marks.iter().map(|(mark, effect)| (mark.symbol(), effect.name())).collect()
    }
    let form = |form: &TextForm| {
        let row = PyDict::new(py);
        let schemes = form.schemes.iter().map(|&name| if name == PATH { "path" } else { name });
        row.set_item("schemes", schemes.collect::<Vec<_>>())?;
        row.set_item("decodes", form.decodes)?;
        row.set_item("is_uri", form.is_uri)?;
        row.set_item("in_text", marks(form.in_text))?;
        row.set_item("in_key", marks(form.in_key))?;
        row.set_item("escape", form.escape.name())?;
        row.set_item("hosts", form.hosts.name())?;
        row.set_item("has_versions", form.has_versions)?;
        Ok::<_, PyErr>(row)
    };
    let readers = PyDict::new(py);
    for reader in [&URI, &LITERAL].into_iter().chain(READERS) {
        let forms = reader.forms.iter().map(form).collect::<PyResult<Vec<_>>>()?;
        readers.set_item(reader.name, (reader.function, reader.version, forms))?;
    }
    Ok(readers)
}

/// The styles of partitions: their names, and the measured engines.
#[pyfunction]
pub(crate) fn partition_styles() -> Vec<(&'static str, &'static str)> {
    PARTITION_STYLES.iter().map(|style| (style.name, style.engines)).collect()
}

/// The folders for values, in a style. Raises `ValueError`.
#[pyfunction(signature = (values, style, /))]
pub(crate) fn partitions_text(
    values: Vec<(String, Option<String>)>,
    style: &str,
) -> PyResult<String> {
    let style = PartitionStyle::by_name(style).map_err(refused)?;
    let values = values.iter().map(|(name, value)| (name.as_str(), value.as_deref()));
    core::write_partitions(values, style).map_err(refused)
}

/// The names and values in the folders of a path. Raises `ValueError`.
#[pyfunction(signature = (path, style, /))]
pub(crate) fn partitions_of(path: &str, style: &str) -> PyResult<Vec<(String, Option<String>)>> {
    let style = PartitionStyle::by_name(style).map_err(refused)?;
    let found = core::read_partitions(path, style).map_err(refused)?;
    Ok(found.into_iter().map(|(k, v)| (k.to_owned(), v.map(Cow::into_owned))).collect())
}

/// A path as it is in a Delta log, or with `back` the reverse. Raises `ValueError` for octets that are not
/// UTF-8.
#[pyfunction(signature = (path, /, *, back))]
pub(crate) fn delta_log_path(path: &str, back: bool) -> PyResult<String> {
    if !back {
        return Ok(core::delta_path(path));
    }
    core::from_delta_path(path).ok_or_else(|| refused("delta: the octets of a path are not UTF-8"))
}

/// The octets of the path that a reference names. Raises `ValueError`.
#[pyfunction(signature = (reference, windows, /))]
pub(crate) fn file_path_of<'py>(
    py: Python<'py>,
    reference: &str,
    windows: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let path = file_path::to_file_path(Reference::of(reference), windows).map_err(refused)?;
    Ok(PyBytes::new(py, &path))
}

/// The reference of a path, as an IRI reference. Raises `ValueError`.
#[pyfunction(signature = (path, windows, may_be_relative, /))]
pub(crate) fn file_reference(
    path: &[u8],
    windows: bool,
    may_be_relative: bool,
) -> PyResult<String> {
    file_path::from_file_path(path, windows, may_be_relative).map_err(refused)
}
