//! Writes an answer, which is an Arrow array, into a vector of DuckDB.

use std::ops::Sub;

use arrow_buffer::ArrowNativeType;
use arrow_buffer::bit_chunk_iterator::BitChunks;
use arrow_data::ArrayData;
use arrow_schema::DataType;
use iriform_columns::chunk::present;

use crate::vectors::Output;

/// Writes the values and the nulls of an array.
pub(crate) fn write(array: &ArrayData, mut output: Output<'_>) -> Result<(), String> {
    if array.len() != output.rows {
        return Err("iriform answered for another number of rows than it was asked".to_owned());
    }
    if array.is_empty() {
        return Ok(());
    }
    let range = array.offset()..array.offset() + array.len();
    match array.data_type() {
        DataType::Boolean => {
            let bits = BitChunks::new(array.buffers()[0].as_slice(), range.start, array.len());
            output.truths(bits.iter_padded());
        }
        DataType::UInt16 => {
            let numbers = &array.buffers()[0].typed_data::<u16>()[range];
            output.integers(numbers.iter().map(|&number| number.into()));
        }
        DataType::Int64 => output.long_integers(&array.buffers()[0].typed_data()[range]),
        DataType::LargeUtf8 | DataType::LargeBinary => texts::<i64>(array, &mut output)?,
        DataType::Utf8 | DataType::Binary => texts::<i32>(array, &mut output)?,
        DataType::Struct(_) => {
            for (index, field) in array.child_data().iter().enumerate() {
                write(&field.slice(range.start, array.len()), output.field(index))?;
            }
        }
        DataType::LargeList(_) => {
            let ends = &array.buffers()[0].typed_data::<i64>()[range.start..=range.end];
            let items = array.child_data()[0]
                .slice(ends[0].as_usize(), (ends[array.len()] - ends[0]).as_usize());
            output.ranges(ends.windows(2).map(|pair| {
                ((pair[0] - ends[0]).as_usize() as u64, (pair[1] - pair[0]).as_usize() as u64)
            }));
            let memory = || "there is not enough memory for the items of the lists".to_owned();
            write(&items, output.items(items.len()).ok_or_else(memory)?)?;
        }
        other => return Err(format!("iriform has no answer of type {other} in DuckDB")),
    }
    if let Some(nulls) = array.nulls() {
        let rows = array.len();
        output.validity((0..rows).step_by(64).map(|first| present(Some(nulls), first, rows)));
    }
    Ok(())
}

/// Writes the texts of an array that is not empty.
fn texts<O: ArrowNativeType + Sub<Output = O>>(
    array: &ArrayData,
    output: &mut Output<'_>,
) -> Result<(), String> {
    let rows = array.offset()..=array.offset() + array.len();
    let ends = &array.buffers()[0].typed_data::<O>()[rows];
    let lengths = ends.windows(2).map(|pair| (pair[1] - pair[0]).as_usize());
    let bytes = &array.buffers()[1][ends[0].as_usize()..ends[array.len()].as_usize()];
    if matches!(array.data_type(), DataType::Binary | DataType::LargeBinary) {
        // Only bytes that are valid UTF-8 become text; DuckDB must not receive anything else.
        std::str::from_utf8(bytes).map_err(|_| "the answer is not UTF-8".to_owned())?;
    }
    output.texts(bytes, lengths)
}
