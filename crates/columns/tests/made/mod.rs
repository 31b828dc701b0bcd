//! Columns that tests make.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;
use iriform_columns::chunk::{Chunk, Column, Layout, Storage, TextType, Texts, Width};

/// The rows from `start`, after rows that do not belong to them.
pub(crate) fn texts(rows: &[Option<&str>], width: Width, start: usize) -> Texts {
    let all: Vec<Option<&str>> =
        std::iter::repeat_n(Some("not:mine"), start).chain(rows.iter().copied()).collect();
    let values: String = all.iter().flatten().copied().collect();
    let mut ends = vec![0];
    for row in &all {
        ends.push(ends[ends.len() - 1] + row.map_or(0, str::len));
    }
    let storage = match width {
        Width::Small => {
            let ends: Vec<i32> =
                ends.iter().map(|&end| i32::try_from(end).expect("short")).collect();
            let ends = ScalarBuffer::new(Buffer::from_vec(ends), start, rows.len() + 1);
            Storage::Small(ends, Buffer::from_vec(values.into_bytes()))
        }
        Width::Large => {
            let ends: Vec<i64> =
                ends.iter().map(|&end| i64::try_from(end).expect("short")).collect();
            let ends = ScalarBuffer::new(Buffer::from_vec(ends), start, rows.len() + 1);
            Storage::Large(ends, Buffer::from_vec(values.into_bytes()))
        }
        Width::View => {
            let mut views = Vec::new();
            for (row, &begin) in all.iter().zip(&ends).skip(start) {
                let text = row.unwrap_or_default();
                let mut view = [0; 16];
                view[..4].copy_from_slice(&i32::try_from(text.len()).expect("short").to_le_bytes());
                if text.len() <= 12 {
                    view[4..4 + text.len()].copy_from_slice(text.as_bytes());
                } else {
                    view[4..8].copy_from_slice(&text.as_bytes()[..4]);
                    view[12..].copy_from_slice(&i32::try_from(begin).expect("short").to_le_bytes());
                }
                views.extend(view);
            }
            Storage::View(Buffer::from_vec(views), vec![Buffer::from_vec(values.into_bytes())])
        }
    };
    let there: BooleanBuffer = rows.iter().map(Option::is_some).collect();
    Texts { len: rows.len(), validity: Some(NullBuffer::new(there)), storage }
}

/// The chunks as a column.
pub(crate) fn column(chunks: Vec<Chunk>, width: Width, keys: Option<DataType>) -> Column {
    let layout = Layout { width, is_binary: false };
    Column { text_type: TextType { layout, keys }, chunks, is_chunked: true }
}
