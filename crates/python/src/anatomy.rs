//! The anatomy of a reference, for the command line and notebooks.

use iriform::engine::words::anatomy::{self as words, Anatomy, Component};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The narrowest kind of a reference: its production and its name.
#[pyfunction(signature = (reference, /))]
pub(crate) fn reference_kind(reference: &str) -> PyResult<(&'static str, &'static str)> {
    let kind = words::kind(reference).ok_or_else(|| PyValueError::new_err("not a reference"))?;
    Ok((kind.0.name(), kind.1))
}

/// A reference cut at its delimiters: the name of each component, or None, its text, and whether it belongs to
/// the authority.
#[pyfunction(signature = (reference, /))]
pub(crate) fn pieces(reference: &str) -> Vec<(Option<&'static str>, &str, bool)> {
    let pieces = words::pieces(reference).into_iter();
    pieces.map(|piece| (piece.name, &reference[piece.span], piece.is_in_authority)).collect()
}

/// A row of the list of components: the guide that connects it with the row above, name, text, remark.
type ComponentRow = (&'static str, &'static str, String, String);

/// The components of a reference and their parts, with at most this number of segments of its path, and a row
/// with the number of the other segments. A path of one segment is not listed twice.
#[pyfunction(signature = (reference, most_segments, /))]
pub(crate) fn anatomy(reference: &str, most_segments: usize) -> Vec<ComponentRow> {
    let anatomy = Anatomy::of(reference, most_segments);
    let mut more = anatomy.more();
    let mut rows: Vec<ComponentRow> = Vec::new();
    let mut path = None;
    for component in anatomy.components {
        let Component { name, span, is_part, remark, .. } = component;
        if name == "path" {
            path = Some(span.clone());
        } else if name == "segment" && path.as_ref() == Some(&span) {
            continue;
        } else if name != "segment" && path.is_some() {
            rows.extend(more.take().map(|more| ("├ ", "…", more, String::new())));
        }
        let guide = if is_part { "├ " } else { "" };
        rows.push((guide, name, reference[span].to_owned(), remark.unwrap_or_default()));
    }
    rows.extend(more.map(|more| ("├ ", "…", more, String::new())));
    for i in 0..rows.len() {
        let is_last = rows.get(i + 1).is_none_or(|next| next.0.is_empty());
        if is_last && !rows[i].0.is_empty() {
            rows[i].0 = "╰ ";
        }
    }
    rows
}
