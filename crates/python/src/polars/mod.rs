//! The functions of `columns` as Polars expressions. Polars calls them from its own threads, without Python.
//!
//! The first Series is the column, and the others are the columns that arguments refer to: bases, parts and
//! values of pairs. The other arguments are `kwargs` ([`arguments`]), which Polars also has when it plans a
//! query.

mod abi;
mod arguments;

use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use iriform::engine::Rule;
use iriform_columns::arguments::Arguments;
use iriform_columns::cells::Cell;
use iriform_columns::chunk::{Chunk, Column, Keys, Layout, TextType, Texts};
use iriform_columns::dictionary::decoded;
use iriform_columns::interface::{ForeignArray, take};
use iriform_columns::memory::zeros;
use iriform_columns::values::{self, ValueType, Values};
use iriform_columns::{Call, Error, Operation, evaluate, expand};

/// The type of a Series.
struct SeriesType {
    field: Field,
    /// The type of the column of texts, or why it is not one.
    column: Result<TextType, Error>,
    /// The fields of the column of structs, or why it is not one.
    fields: Result<Vec<(String, ValueType)>, Error>,
}

/// A Series that Polars has given to us.
struct Series {
    of: SeriesType,
    arrays: Vec<ForeignArray>,
}

impl Series {
    fn rows(&self) -> usize {
        self.arrays.iter().map(ForeignArray::rows).sum()
    }

    fn column(self) -> Result<Column, Error> {
        let text_type = self.of.column?;
        let is_null = self.of.field.data_type() == &DataType::Null;
        let chunks = self.arrays.into_iter().map(|array| take(array, &text_type, is_null));
        let chunks = chunks.collect::<Result<_, _>>()?;
        Ok(Column { text_type, chunks, is_chunked: true })
    }

    fn values(self) -> Result<Values, Error> {
        let fields = self.of.fields?;
        let chunks = self.arrays.into_iter().map(|array| values::take(array, &fields));
        Ok(Values { chunks: chunks.collect::<Result<_, _>>()?, fields, is_chunked: true })
    }
}

/// An expression, by the name of the function in `columns`.
struct FunctionExpression {
    name: &'static str,
}

impl FunctionExpression {
    /// The field of the answer for a column of that type.
    fn field(&self, column: &SeriesType, kwargs: &[u8]) -> Result<Field, Error> {
        // Only the presence of columns is known.
        let (arguments, _) =
            arguments::read(Operation::named(self.name)?, kwargs, &mut |_, _| Ok(Cell::One(None)))?;
        self.field_of(column, &arguments)
    }

    fn field_of(&self, column: &SeriesType, arguments: &Arguments) -> Result<Field, Error> {
        let operation = Operation::named(self.name)?;
        let text_type = match &column.column {
            _ if operation.is_of_values() => TextType { layout: Layout::TEXT, keys: None },
            // Categories become texts, because two of them may have the same answer.
            Ok(text_type) => TextType { keys: None, ..*text_type },
            Err(error) => return Err(Error::Type(error.to_string())),
        };
        let answer = operation.answer_type(arguments, &text_type);
        Ok(Field::new(column.field.name(), answer, true))
    }

    /// Returns the answers for the rows of the first Series, chunk by chunk.
    fn evaluate(
        &self,
        inputs: Vec<Series>,
        kwargs: &[u8],
    ) -> Result<(Field, Vec<ArrayData>), Error> {
        let operation = Operation::named(self.name)?;
        let rows = inputs.iter().map(Series::rows).find(|&rows| rows != 1).unwrap_or(1);
        let mut inputs: Vec<_> = inputs.into_iter().map(Some).collect();
        let mut input = |place: usize| {
            let series = inputs.get_mut(place).and_then(Option::take);
            series.ok_or_else(|| Error::Value("a column is missing".into()))
        };
        let column = input(0)?;
        let mut columns = |place, rule| cell(input(place)?, rows, rule);
        let (arguments, production) = arguments::read(operation, kwargs, &mut columns)?;
        let field = self.field_of(&column.of, &arguments)?;
        let call = Call { operation, arguments: &arguments, production };
        // Polars has threads of its own.
        if operation.is_of_values() {
            return Ok((field, expand(&column.values()?, &call, 1)?));
        }
        let mut column = plain(column.column()?)?;
        if column.len() != rows {
            column = repeated(&column, rows)?;
        }
        Ok((field, evaluate(&column, &call, 1)?))
    }
}

/// The same texts, expanded to one for each row.
fn plain(mut column: Column) -> Result<Column, Error> {
    if column.text_type.keys.take().is_some() {
        for chunk in &mut column.chunks {
            *chunk = Chunk::Plain(decoded(chunk)?);
        }
    }
    Ok(column)
}

/// The text of the first row.
fn first(column: &Column) -> Result<Option<&[u8]>, Error> {
    let chunk = column.chunks.iter().map(Chunk::texts).find(|texts| texts.len > 0);
    Ok(chunk.map(|texts| texts.get(0)).transpose()?.flatten())
}

/// `rows` copies of the only row.
fn repeated(column: &Column, rows: usize) -> Result<Column, Error> {
    let one = column.chunks.iter().map(Chunk::texts).find(|texts| texts.len > 0);
    let texts = one.cloned().map_or_else(|| Texts::all_null(1), Ok)?;
    let buffer = Buffer::from_vec(zeros::<u8>(rows)?);
    let keys = Keys { len: rows, validity: None, data_type: DataType::UInt8, buffer };
    let chunk = Chunk::Plain(decoded(&Chunk::Dictionary(keys, texts))?);
    Ok(Column { text_type: column.text_type.clone(), chunks: vec![chunk], is_chunked: true })
}

/// The cells of an argument for `rows` rows; a single text is for all of them.
fn cell(series: Series, rows: usize, rule: Option<Rule>) -> Result<Cell, Error> {
    let texts = plain(series.column()?)?;
    if texts.len() != 1 || rows == 1 {
        return Ok(Cell::Column(texts));
    }
    let Some(text) = first(&texts)? else { return Ok(Cell::One(None)) };
    let text = std::str::from_utf8(text).ok().map(str::to_owned);
    match text.and_then(|text| Cell::of_text(text, rule)) {
        Some(cell) => Ok(cell),
        None => Ok(Cell::Column(repeated(&texts, rows)?)),
    }
}
