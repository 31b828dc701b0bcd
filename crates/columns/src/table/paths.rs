//! The functions of the operations on paths for one row; each calls a function of core.

use std::borrow::Cow;
use std::ops::Range;

use iriform::engine::{
    edit::parents as parents_of, path, request_target::request_target as target_of, text::Utf8,
};

use crate::table::rows::{Record, Row, TextAnswer};

/// The path of a row, and its beginning.
fn path_of<'a>(row: &Row<'a>) -> (Utf8<'a>, usize) {
    let range = row.parts.path();
    (Utf8(row.text[range.clone()].as_bytes()), range.start)
}

/// A part of the path as a part of the row.
fn part(start: usize, range: Range<usize>) -> TextAnswer {
    TextAnswer::Part(start + range.start..start + range.end)
}

pub(crate) fn segments(row: &Row<'_>, give: &mut dyn FnMut(&Record<'_>)) -> bool {
    let (path, start) = path_of(row);
    path::segments(path).for_each(|range| {
        give(&[Some(&row.text[start + range.start..start + range.end])]);
    });
    true
}

pub(crate) fn name(row: &Row<'_>, _: &mut String) -> TextAnswer {
    let (path, start) = path_of(row);
    path::name(path).map_or(TextAnswer::Absent, |name| part(start, name))
}

pub(crate) fn stem(row: &Row<'_>, _: &mut String) -> TextAnswer {
    let (path, start) = path_of(row);
    path::name(path).map_or(TextAnswer::Absent, |name| part(start, name.start..path::suffix(path)))
}

pub(crate) fn suffix(row: &Row<'_>, _: &mut String) -> TextAnswer {
    let (path, start) = path_of(row);
    part(start, path::suffix(path)..row.parts.path().len())
}

pub(crate) fn segment(row: &Row<'_>, _: &mut String) -> TextAnswer {
    let (path, start) = path_of(row);
    let place = row.arguments.number(0);
    let found = match usize::try_from(place) {
        Ok(place) => path::segments(path).nth(place),
        Err(_) => path::segments(path)
            .count()
            .checked_sub(usize::try_from(place.unsigned_abs()).unwrap_or(usize::MAX))
            .and_then(|place| path::segments(path).nth(place)),
    };
    found.map_or(TextAnswer::Absent, |range| part(start, range))
}

pub(crate) fn path_and_after(row: &Row<'_>, _: &mut String) -> TextAnswer {
    TextAnswer::Part(row.parts.path().start..row.text.len())
}

pub(crate) fn parents(row: &Row<'_>, give: &mut dyn FnMut(&Record<'_>)) -> bool {
    let Ok(parents) = parents_of(row.text) else { return false };
    for parent in &parents {
        give(&[Some(parent)]);
    }
    true
}

pub(crate) fn request_target(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let target: Option<Cow<'_, str>> = target_of(&row.reference());
    target.map_or(TextAnswer::Absent, |target| row.made(target, out))
}
