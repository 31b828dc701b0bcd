//! Functions that the Python modules of the package call, beside the types: not for users.

use iriform::engine::{Components, data::Data, edit::Sequence, suffix::Suffixes};
use pyo3::prelude::*;

/// The path of a reference as a sequence: whether it is absolute, and its segments, without a
/// guard before them.
#[pyfunction]
#[pyo3(signature = (reference, /))]
pub(crate) fn path_sequence(reference: &str) -> (bool, Vec<String>) {
    let Sequence { is_absolute, segments } = Sequence::within(&Components::of(reference));
    (is_absolute, segments)
}

/// The text of a path that is this sequence, by itself or for a reference.
#[pyfunction]
#[pyo3(signature = (is_absolute, segments, reference=None, /))]
pub(crate) fn path_text(
    is_absolute: bool,
    segments: Vec<String>,
    reference: Option<&str>,
) -> String {
    let sequence = Sequence { is_absolute, segments };
    match reference {
        Some(reference) => sequence.text_within(&Components::of(reference)),
        None => sequence.text(),
    }
}

/// A sequence without its last segment, or gone up by one more `..`.
#[pyfunction]
#[pyo3(signature = (is_absolute, segments, /))]
pub(crate) fn path_up(is_absolute: bool, segments: Vec<String>) -> Vec<String> {
    let mut sequence = Sequence { is_absolute, segments };
    sequence.up();
    sequence.segments
}

/// The text of a data URL, or None if the media type is not one. With `is_base64`, `octets` are in base64
/// already.
#[pyfunction]
#[pyo3(signature = (media_type, parameters, is_base64, octets, /))]
pub(crate) fn data_url(
    media_type: String,
    parameters: Vec<(String, String)>,
    is_base64: bool,
    octets: &[u8],
) -> Option<String> {
    Data { media_type, parameters, is_base64, octets: octets.to_vec() }.compose()
}

/// Gives this process another public suffix list. Returns the list's date and how many names have rules.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn install_suffixes(text: &str) -> (String, usize) {
    let list = Suffixes::of(text);
    let said = (list.version().to_owned(), list.rules());
    if said.1 > 0 {
        Suffixes::install(list);
    }
    said
}
