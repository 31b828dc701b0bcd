//! The functions of `columns` as expressions of Polars, which calls them from its own threads,
//! without Python.
//!
//! Arguments are Series, too. The first is the column, the second has the name of what rows are held
//! to, and the others are the arguments of the table: a base as a column; the names of components, or
//! a template, as the fields of a struct, since only types are known when a query is planned; all others
//! as a word ([`Word`]), or as a Series of nulls, of their own type, where there is none. A part is a Series of texts, or
//! of a type that no column has where it stays as it is. Pairs are a word of the names,
//! each with the count of its values, and the values as Series. All but the column, bases, parts and
//! values are literals, which are Series of one row.

mod abi;

use std::sync::Arc;

use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use iriform::engine::Rule;
use iriform::engine::prefixes::PrefixMap;
use iriform_columns::arguments::{Arguments, Given, Word, unpacked};
use iriform_columns::cells::Cell;
use iriform_columns::chunk::{Chunk, Column, Keys, Layout, TextType, Texts};
use iriform_columns::dictionary::decoded;
use iriform_columns::interface::{ForeignArray, take};
use iriform_columns::memory::zeros;
use iriform_columns::values::{self, ValueType, Values};
use iriform_columns::{Call, Error, Operation, evaluate, expand, production};

/// The type of a Series.
struct SeriesType {
    field: Field,
    /// The type of the column of texts that it is, or why it is none.
    column: Result<TextType, Error>,
    /// The fields of the column of structs that it is, or why it is none.
    fields: Result<Vec<(String, ValueType)>, Error>,
}

/// A Series that Polars has given away.
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

    /// The text of a literal.
    fn text(self) -> Result<Option<String>, Error> {
        Ok(first(&self.column()?)?.map(|text| String::from_utf8_lossy(text).into_owned()))
    }
}

/// An expression, by the name of the function in `columns`.
struct FunctionExpression {
    name: &'static str,
}

impl FunctionExpression {
    /// The operation that is asked for.
    fn operation(&self) -> Result<&'static Operation, Error> {
        Operation::named(self.name)
            .ok_or_else(|| Error::Value(format!("no operation {:?}", self.name)))
    }

    /// The field of the answer for arguments of these types.
    fn field(&self, types: &[&SeriesType]) -> Result<Field, Error> {
        let [column, _, others @ ..] = types else { return Err(too_few()) };
        let operation = self.operation()?;
        let text_type = match &column.column {
            _ if operation.is_of_values() => TextType { layout: Layout::TEXT, keys: None },
            // Values of categories become texts: what comes of two of them may be the same.
            Ok(text_type) => TextType { keys: None, ..*text_type },
            Err(error) => return Err(Error::Type(error.to_string())),
        };
        // Of the others, only the fields and the template have a part in the type.
        let values = operation.arguments.iter().zip(others);
        let values = values.filter(|(argument, _)| argument.of.decides_answer()).map(
            |(argument, series)| argument.of.read(FieldNames(&series.field), operation.production),
        );
        let arguments = Arguments::of_types(values.collect::<Result<_, _>>()?);
        let answer = operation.answer_type(&arguments, &text_type);
        Ok(Field::new(column.field.name(), answer, true))
    }

    /// The answers for the rows of the first Series, chunk by chunk.
    fn evaluate(&self, inputs: Vec<Series>) -> Result<(Field, Vec<ArrayData>), Error> {
        let field = self.field(&inputs.iter().map(|series| &series.of).collect::<Vec<_>>())?;
        let operation = self.operation()?;
        let rows = inputs.iter().map(Series::rows).find(|&rows| rows != 1).unwrap_or(1);
        let mut inputs = inputs.into_iter();
        let mut next = || inputs.next().ok_or_else(too_few);
        let column = next()?;
        let production = production::named("as_", &next()?.text()?.unwrap_or_default())?;
        let mut values = Vec::with_capacity(operation.arguments.len());
        for argument in operation.arguments {
            let series = next()?;
            values.push(if argument.of.decides_answer() {
                argument.of.read(FieldNames(&series.of.field), production)?
            } else {
                argument.of.read(GivenSeries { series, next: &mut next, rows }, production)?
            });
        }
        let arguments = operation.arguments(values)?;
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

fn too_few() -> Error {
    Error::Value("an argument is missing".into())
}

/// The names of the fields of an argument that is a type: those of components, or a template.
struct FieldNames<'a>(&'a Field);

impl Given for FieldNames<'_> {
    type Error = Error;

    const DECIDES_TYPES: bool = true;

    fn error(error: Error) -> Error {
        error
    }

    fn wrong(&self, _: &str) -> Error {
        too_few()
    }

    fn text(self, wanted: &str) -> Result<String, Error> {
        let names = FieldNames(self.0).texts(wanted)?;
        <[String; 1]>::try_from(names).map(|[name]| name).map_err(|_| self.wrong(wanted))
    }

    fn texts(self, _: &str) -> Result<Vec<String>, Error> {
        Ok(match self.0.data_type() {
            DataType::Struct(of) => of.iter().map(|field| field.name().clone()).collect(),
            _ => Vec::new(),
        })
    }
}

/// An argument that is no type: a word, or a column of cells.
struct GivenSeries<'a, F> {
    series: Series,
    /// Gives the next Series, which values of pairs are.
    next: &'a mut F,
    rows: usize,
}

impl<F: FnMut() -> Result<Series, Error>> GivenSeries<'_, F> {
    fn word(self) -> Result<String, Error> {
        Ok(self.series.text()?.unwrap_or_default())
    }
}

impl<F: FnMut() -> Result<Series, Error>> Given for GivenSeries<'_, F> {
    type Error = Error;

    const DECIDES_TYPES: bool = true;

    fn error(error: Error) -> Error {
        error
    }

    fn wrong(&self, wanted: &str) -> Error {
        Word("").wrong(wanted)
    }

    fn is_none(&self) -> bool {
        self.series.of.field.data_type() == &DataType::Null
    }

    fn is_unchanged(&self) -> bool {
        is_unchanged(&self.series.of.field)
    }

    fn text(self, _: &str) -> Result<String, Error> {
        self.word()
    }

    fn flag(self, wanted: &str) -> Result<bool, Error> {
        Word(&self.word()?).flag(wanted)
    }

    fn number(self, wanted: &str) -> Result<i64, Error> {
        Word(&self.word()?).number(wanted)
    }

    fn texts(self, wanted: &str) -> Result<Vec<String>, Error> {
        Word(&self.word()?).texts(wanted)
    }

    fn mapping(self, wanted: &str) -> Result<Vec<(String, String)>, Error> {
        Word(&self.word()?).mapping(wanted)
    }

    fn prefixes(self, wanted: &str) -> Result<Arc<PrefixMap>, Error> {
        Word(&self.word()?).prefixes(wanted)
    }

    fn cell(self, _: &str, rule: Option<Rule>, _: bool) -> Result<Cell, Error> {
        cell(self.series, self.rows, rule)
    }

    fn pairs(self, _: &str) -> Result<Vec<(String, Vec<Cell>)>, Error> {
        let Self { series, next, rows } = self;
        let names = unpacked(&series.text()?.unwrap_or_default())?;
        let (names, _) = names.as_chunks();
        let pair = |[name, count]: &[String; 2]| {
            let count = count.parse().map_err(|_| too_few())?;
            let values = (0..count).map(|_| cell(next()?, rows, None));
            Ok((name.clone(), values.collect::<Result<_, _>>()?))
        };
        names.iter().map(pair).collect()
    }
}

/// Whether an argument says that the part stays as it is: it is of a type that no column has.
fn is_unchanged(field: &Field) -> bool {
    matches!(field.data_type(), DataType::Struct(of) if of.len() == 1 && of[0].name() == UNCHANGED)
}

/// The name of the field of that type.
const UNCHANGED: &str = "iriform: unchanged";

/// The same texts, each row for itself.
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

/// `rows` rows, all like the one that there is.
fn repeated(column: &Column, rows: usize) -> Result<Column, Error> {
    let one = column.chunks.iter().map(Chunk::texts).find(|texts| texts.len > 0);
    let texts = one.cloned().map_or_else(|| Texts::all_null(1), Ok)?;
    let buffer = Buffer::from_vec(zeros::<u8>(rows)?);
    let keys = Keys { len: rows, validity: None, data_type: DataType::UInt8, buffer };
    let chunk = Chunk::Plain(decoded(&Chunk::Dictionary(keys, texts))?);
    Ok(Column { text_type: column.text_type.clone(), chunks: vec![chunk], is_chunked: true })
}

/// The cells of an argument for `rows` rows; one text is for all of them.
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
