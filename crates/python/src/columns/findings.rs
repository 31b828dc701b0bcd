//! The codes of the findings of each row: the rules are in Python, and few rows need them.

use arrow_buffer::{BooleanBuffer, Buffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use super::bitmap;
use super::capsule::assemble;
use super::chunk::{Chunk, Column, Layout, NULL, Width};
use super::error::Error;
use super::functions::reference;
use super::memory::room;
use super::source::{Concatenated, Made, Pointed};

/// The type of the answer.
pub(super) fn answer_type(layout: Layout) -> DataType {
    let codes = layout.of_text().data_type();
    DataType::List(Field::new("item", codes, true).into())
}

/// The codes of the findings of the rows of each chunk, of which `valid` says which are valid.
pub(super) fn check(
    column: &Column,
    valid: &[ArrayData],
    as_: &Bound<'_, PyAny>,
) -> PyResult<Vec<ArrayData>> {
    let module = as_.py().import(intern!(as_.py(), "iriform._findings"))?;
    let rules = module.getattr(intern!(as_.py(), "check"))?;
    let class = match as_.cast::<PyType>() {
        Ok(class) => class.clone(),
        Err(_) => as_.py().import("iriform")?.getattr(reference(as_)?.name())?.cast_into()?,
    };
    let as_ = &class;
    let of_chunk = |(chunk, valid): (&Chunk, &ArrayData)| {
        let layout = column.text_type.layout;
        match layout.width {
            Width::Small => lists::<Concatenated<i32>>(chunk, valid, layout, as_, &rules),
            Width::Large => lists::<Concatenated<i64>>(chunk, valid, layout, as_, &rules),
            Width::View => lists::<Pointed>(chunk, valid, layout, as_, &rules),
        }
    };
    column.chunks.iter().zip(valid).map(of_chunk).collect()
}

fn lists<M: Made>(
    chunk: &Chunk,
    valid: &ArrayData,
    layout: Layout,
    as_: &Bound<'_, PyType>,
    rules: &Bound<'_, PyAny>,
) -> PyResult<ArrayData> {
    let texts = chunk.texts();
    let indices = match chunk {
        Chunk::Plain(_) => None,
        Chunk::Dictionary(keys, _) => Some(keys.indices(texts.len)?),
    };
    let truths = BooleanBuffer::new(valid.buffers()[0].clone(), valid.offset(), valid.len());
    let nulls = bitmap::of(chunk.len(), |row| valid.is_valid(row) && truths.value(row))?;
    let mut codes = M::with_capacity(0, 0)?;
    let mut ends = room(chunk.len() + 1)?;
    let mut count = 0_i32;
    ends.push(count);
    for row in 0..chunk.len() {
        let place = indices.as_ref().map_or(row, |indices| indices[row]);
        if nulls.value(row) && place != NULL {
            let text = texts.get(place).map_err(Error::from)?.unwrap_or_default();
            if may_have_findings(text) {
                for code in of_row(text, as_, rules)? {
                    codes.text(code.as_bytes());
                    count = count.checked_add(1).ok_or(Error::Overflow)?;
                }
            }
        }
        ends.push(count);
    }
    let words = vec![u64::MAX; (count.unsigned_abs() as usize).div_ceil(64)];
    let codes = M::join(vec![(codes, words)], false, &[], 1)?;
    let nulls = super::chunk::nulls(nulls);
    Ok(assemble(answer_type(layout), chunk.len(), nulls, vec![Buffer::from_vec(ends)], vec![codes]))
}

/// Whether a rule could find something. Every rule of today is about the direction of text, so what is
/// needed is a character that goes from right to left (all are in these blocks of such scripts) or
/// changes the direction; `tests/columns/test_check.py` compares this with the rules.
fn may_have_findings(text: &[u8]) -> bool {
    let is_looked_at = |character| {
        matches!(
            character,
            '\u{590}'..='\u{8FF}'
                | '\u{200E}'..='\u{200F}'
                | '\u{202A}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}'
                | '\u{FB1D}'..='\u{FDFF}'
                | '\u{FE70}'..='\u{FEFF}'
                | '\u{10800}'..='\u{10FFF}'
                | '\u{1E800}'..='\u{1EFFF}'
        )
    };
    !text.is_ascii() && String::from_utf8_lossy(text).chars().any(is_looked_at)
}

/// The codes of the findings of a row that is valid.
fn of_row(text: &[u8], as_: &Bound<'_, PyType>, rules: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let py = as_.py();
    let reference = as_.call1((PyString::new(py, &String::from_utf8_lossy(text)),))?;
    let code =
        |finding: PyResult<Bound<'_, PyAny>>| finding?.getattr(intern!(py, "code"))?.extract();
    rules.call1((reference,))?.try_iter()?.map(code).collect()
}
