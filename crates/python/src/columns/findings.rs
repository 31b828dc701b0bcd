//! The codes of the findings of each row.

use arrow_buffer::{BooleanBuffer, Buffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use iriform_core::findings::{self, Policy, Profile};
use pyo3::prelude::*;

use super::bitmap;
use super::capsule::assemble;
use super::chunk::{Chunk, Column, Layout, NULL, Width};
use super::error::Error;
use super::memory::room;
use super::source::{Concatenated, Made, Pointed};

/// The type of the answer.
pub(super) fn answer_type(layout: Layout) -> DataType {
    let codes = layout.of_text().data_type();
    DataType::List(Field::new("item", codes, true).into())
}

/// The codes of the findings of the rows of each chunk, of which `valid` says which are valid.
pub(super) fn check(column: &Column, valid: &[ArrayData]) -> PyResult<Vec<ArrayData>> {
    let policy = Policy::shared(Profile::Default);
    let of_chunk = |(chunk, valid): (&Chunk, &ArrayData)| {
        let layout = column.text_type.layout;
        match layout.width {
            Width::Small => lists::<Concatenated<i32>>(chunk, valid, layout, policy),
            Width::Large => lists::<Concatenated<i64>>(chunk, valid, layout, policy),
            Width::View => lists::<Pointed>(chunk, valid, layout, policy),
        }
    };
    column.chunks.iter().zip(valid).map(of_chunk).collect()
}

fn lists<M: Made>(
    chunk: &Chunk,
    valid: &ArrayData,
    layout: Layout,
    policy: &Policy,
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
            for code in findings::codes(&String::from_utf8_lossy(text), policy) {
                codes.text(code.as_bytes());
                count = count.checked_add(1).ok_or(Error::Overflow)?;
            }
        }
        ends.push(count);
    }
    let words = vec![u64::MAX; (count.unsigned_abs() as usize).div_ceil(64)];
    let codes = M::join(vec![(codes, words)], false, &[], 1)?;
    let nulls = super::chunk::nulls(nulls);
    Ok(assemble(answer_type(layout), chunk.len(), nulls, vec![Buffer::from_vec(ends)], vec![codes]))
}
