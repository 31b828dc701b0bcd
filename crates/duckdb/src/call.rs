//! The arguments of a call, in vectors of DuckDB.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use iriform_columns::Error;
use iriform_columns::chunk::{self, Chunk, Column, Layout, Storage, TextType, Texts, Width};
use iriform_columns::memory::{copied, room};
use iriform_columns::sql::{self, Constant};

use crate::vectors::{Holds, Input};

impl sql::Input for Input<'_> {
    type Error = Error;

    fn constant(&self) -> Result<Option<Constant>, Error> {
        if self.is_null() {
            return Ok(Some(Constant::Null));
        }
        Ok(match self.holds {
            Holds::Texts => self.only_text().map(|text| Constant::Text(text.to_owned())),
            Holds::Truths => self.only_truth().map(Constant::Flag),
            Holds::Numbers(of) => self.only_number(of).map(Constant::Number),
            Holds::Nulls => Some(Constant::Null),
            // Lists, too: DuckDB does not document how it lays out the items of a list, and some layouts cannot
            // be read here.
            Holds::Bytes | Holds::Other => Some(Constant::Other),
        })
    }

    fn column(&self) -> Result<Column, Error> {
        match self.holds {
            Holds::Texts | Holds::Bytes | Holds::Nulls => of_input(self),
            _ => Err(Error::Type("an argument of each row must be text".into())),
        }
    }

    fn error(error: Error) -> Error {
        error
    }
}

/// A column of the texts of a vector. Offsets have 64 bits, enough for every answer.
pub(crate) fn of_input(input: &Input<'_>) -> Result<Column, Error> {
    let rows = input.rows;
    let mut length = 0;
    input.each_text(|text| length += text.len());
    let mut bytes = room(length)?;
    let mut offsets = room(rows + 1)?;
    offsets.push(0);
    input.each_text(|text| {
        bytes.extend_from_slice(text);
        // OK because no memory is that large.
        offsets.push(i64::try_from(bytes.len()).unwrap_or(i64::MAX));
    });
    let storage = Storage::Large(ScalarBuffer::from(offsets), Buffer::from_vec(bytes));
    let texts = Texts { len: rows, validity: validity(input)?, storage };
    let layout = Layout { width: Width::Large, is_binary: input.holds == Holds::Bytes };
    let text_type = TextType { layout, keys: None };
    Ok(Column { text_type, chunks: vec![Chunk::Plain(texts)], is_chunked: false })
}

/// The rows that are not null, or none if all are.
fn validity(input: &Input<'_>) -> Result<Option<NullBuffer>, Error> {
    if input.holds == Holds::Nulls {
        return Ok(Texts::all_null(input.rows)?.validity);
    }
    let Some(words) = input.validity() else { return Ok(None) };
    let words = Buffer::from_vec(copied(words)?);
    Ok(chunk::validity(BooleanBuffer::new(words, 0, input.rows)))
}
