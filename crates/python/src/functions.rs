//! Functions for the package's Python modules, not for users.

use iriform::engine::{
    Components, Rule,
    data::Data,
    edit::{PathEdit, Sequence, with_path_edited},
    suffix::Suffixes,
};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::strtype::{Kind, instance};
use crate::take;
use crate::text::valid_utf8;

/// The path of a reference as a sequence: whether it is absolute, and its segments, without a
/// guard before them.
#[pyfunction(signature = (reference, /))]
pub(crate) fn path_sequence(reference: &str) -> (bool, Vec<String>) {
    let path = Sequence::within(&Components::of(reference));
    (path.is_absolute, path.segments().map(str::to_owned).collect())
}

/// The path of a reference without a guard before it.
#[pyfunction(signature = (reference, /))]
pub(crate) fn path_alone<'py>(reference: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    let text = valid_utf8(reference);
    instance(reference.py(), Kind::Path, &Sequence::within(&Components::of(&text)).text())
}

/// Returns the number of segments in the path of a reference.
#[pyfunction(signature = (reference, /))]
pub(crate) fn path_count(reference: &str) -> usize {
    Sequence::within(&Components::of(reference)).count()
}

/// The segment at an index of the path of a reference, or None.
#[pyfunction(signature = (reference, index, /))]
pub(crate) fn path_segment<'py>(
    reference: &Bound<'py, PyString>,
    index: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let text = valid_utf8(reference);
    let path = Sequence::within(&Components::of(&text));
    path.get(bound(index)?)
        .map(|segment| instance(reference.py(), Kind::Segment, segment))
        .transpose()
}

/// The reference with the segments from `start` to `stop` replaced, bounds as in a slice. After an authority
/// its path is absolute.
#[pyfunction(signature = (reference, start, stop, segments, /))]
#[allow(clippy::needless_pass_by_value, reason = "as arguments are taken out of Python")]
pub(crate) fn path_spliced<'py>(
    reference: &Bound<'py, PyString>,
    start: &Bound<'py, PyAny>,
    stop: Option<&Bound<'py, PyAny>>,
    segments: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let kind = Kind::of_instance(reference)?;
    let rule = if kind.is_uri() { Rule::Segment } else { Rule::Isegment };
    let segments: Vec<_> =
        segments.iter().map(|segment| take::valid(segment, rule)).collect::<PyResult<_>>()?;
    let stop = stop.map(bound).transpose()?;
    edited(reference, PathEdit::Splice(bound(start)?, stop, &segments))
}

/// The reference without the last segment of its path, or with one more `..`.
#[pyfunction(signature = (reference, /))]
pub(crate) fn path_up<'py>(reference: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    edited(reference, PathEdit::Up)
}

/// The reference with its path followed by another one, whose dot segments apply.
#[pyfunction(signature = (reference, path, /))]
pub(crate) fn path_joined<'py>(
    reference: &Bound<'py, PyString>,
    path: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let kind = Kind::of_instance(reference)?;
    let path = take::valid(path, if kind.is_uri() { Rule::Path } else { Rule::Ipath })?;
    edited(reference, PathEdit::Join(&path))
}

/// The reference with the segments of the path of another one.
#[pyfunction(signature = (reference, other, /))]
pub(crate) fn path_of<'py>(
    reference: &Bound<'py, PyString>,
    other: &str,
) -> PyResult<Bound<'py, PyAny>> {
    edited(reference, PathEdit::Of(other))
}

fn edited<'py>(
    reference: &Bound<'py, PyString>,
    edit: PathEdit<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = with_path_edited(&valid_utf8(reference), edit);
    instance(reference.py(), Kind::of_instance(reference)?, &text)
}

/// A bound of a slice, clamped to the largest one.
fn bound(index: &Bound<'_, PyAny>) -> PyResult<isize> {
    match index.extract::<isize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(index.py()) => {
            Ok(if index.lt(0)? { isize::MIN } else { isize::MAX })
        }
        bound => bound,
    }
}

/// The text of a data URL, or None if the media type is not one. With `is_base64`, `octets` are already in
/// base64.
#[pyfunction(signature = (media_type, parameters, is_base64, octets, /))]
pub(crate) fn data_url(
    media_type: String,
    parameters: Vec<(String, String)>,
    is_base64: bool,
    octets: &[u8],
) -> Option<String> {
    Data { media_type, parameters, is_base64, octets: octets.to_vec() }.compose()
}

/// Replaces the public suffix list of this process. Returns the date of the list, and the number of names with
/// rules.
#[pyfunction(signature = (text, /))]
pub(crate) fn install_suffixes(text: &str) -> (String, usize) {
    let list = Suffixes::of(text);
    let said = (list.version().to_owned(), list.rules());
    if said.1 > 0 {
        Suffixes::install(list);
    }
    said
}
