//! The functions of `columns` as expressions of Polars, which calls them from its own threads,
//! without Python.
//!
//! Arguments are Series, too. The first is the column, the second has the name of the class that
//! rows are held to, the third is what the function still asks for: a base, a level, the name of a
//! value, a word that says how, or, of `components`, a struct whose fields are those wanted. All
//! but the column and the bases are literals, which are Series of one row.

mod abi;

use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};

use crate::columns::capsule::{ForeignArray, take};
use crate::columns::chunk::{Chunk, Column, Keys, TextType, Texts};
use crate::columns::dictionary::decoded;
use crate::columns::error::Error;
use crate::columns::evaluate::{Question, evaluate};
use crate::columns::functions::{component, level, reference_called, rules};
use crate::columns::making::is_base;
use crate::columns::memory::zeros;
use crate::columns::operation::{Base, Component, Making, Operation, production};
use crate::strtype::Kind;

/// What a Series is of.
struct Type {
    field: Field,
    /// The type of the column of texts that it is, or why it is none.
    column: Result<TextType, Error>,
}

/// A Series that Polars has given away.
struct Series {
    of: Type,
    arrays: Vec<ForeignArray>,
}

impl Series {
    fn column(self) -> Result<Column, Error> {
        let text_type = self.of.column?;
        let is_null = self.of.field.data_type() == &DataType::Null;
        let chunks = self.arrays.into_iter().map(|array| take(array, &text_type, is_null));
        let chunks = chunks.collect::<Result<_, _>>()?;
        Ok(Column { text_type, chunks, is_chunked: true })
    }

    /// The text of a literal.
    fn text(self) -> Result<Option<String>, Error> {
        Ok(first(&self.column()?)?.map(|text| String::from_utf8_lossy(text).into_owned()))
    }
}

/// An expression, by the name of the function in `columns`.
struct Function {
    name: &'static str,
}

impl Function {
    /// What comes of arguments of these types.
    fn field(&self, types: &[&Type]) -> Result<Field, Error> {
        let [column, _, rest @ ..] = types else { return Err(too_few()) };
        let text_type = match &column.column {
            // Values of categories become texts: what comes of two of them may be the same.
            Ok(text_type) => TextType { keys: None, ..*text_type },
            Err(error) => return Err(Error::Type(error.to_string())),
        };
        let wanted = rest.first().map(|series| &series.field);
        // All those that make a text have the same type.
        let operation = self.question(wanted)?.unwrap_or(Operation::Text(Making::Repair));
        Ok(Field::new(column.field.name(), operation.answer_type(&text_type), true))
    }

    /// What is asked of each row, unless it is another text.
    fn question(&self, wanted: Option<&Field>) -> Result<Option<Operation>, Error> {
        Ok(match self.name {
            "is_valid" => Some(Operation::IsValid),
            "errors" => Some(Operation::Errors),
            "components" => Some(Operation::Components(components(wanted)?)),
            name => Component::by_name(name).map(Operation::Component),
        })
    }

    /// The answers for the rows of the first Series, chunk by chunk.
    fn evaluate(&self, inputs: Vec<Series>) -> Result<(Field, Vec<ArrayData>), Error> {
        let field = self.field(&inputs.iter().map(|series| &series.of).collect::<Vec<_>>())?;
        let mut inputs = inputs.into_iter();
        let mut next = || inputs.next().ok_or_else(too_few);
        let mut column = plain(next()?.column()?)?;
        let class = next()?.text()?.unwrap_or_default();
        let kind = reference_called(&class)?;
        let rest = next().ok();
        let operation = match self.question(rest.as_ref().map(|series| &series.of.field))? {
            Some(operation) => operation,
            None => Operation::Text(self.making(&mut column, rest, kind)?),
        };
        let production = production(rules(kind), kind.has_scheme());
        let question = Question { operation: &operation, kind: rules(kind), production };
        // Polars has threads of its own.
        Ok((field, evaluate(&column, &question, 1)?))
    }

    /// Which text is made of each row.
    fn making(
        &self,
        column: &mut Column,
        rest: Option<Series>,
        kind: Kind,
    ) -> Result<Making, Error> {
        match self.name {
            "repair" => return Ok(Making::Repair),
            "without_query" => return Ok(Making::WithoutQuery),
            "without_fragment" => return Ok(Making::WithoutFragment),
            _ => {}
        }
        let rest = rest.ok_or_else(too_few)?;
        if let "resolve" | "resolve_loosely" | "relative_to" = self.name {
            let bases = plain(rest.column()?)?;
            if column.len() == 1 {
                *column = repeated(column, bases.len())?;
            }
            let base = base(bases, column.len(), kind)?;
            return Ok(match self.name {
                "relative_to" => Making::RelativeTo { base },
                name => Making::Resolve { base, strict: name == "resolve" },
            });
        }
        let word = rest.text()?.unwrap_or_default();
        let idna = word == "idna";
        match self.name {
            "normalize" => Ok(Making::Normalize(level(&word)?)),
            "comparison_key" => Ok(Making::ComparisonKey(level(&word)?)),
            "to_uri" => Ok(Making::ToUri { idna }),
            "to_iri" => Ok(Making::ToIri { idna }),
            "query_value" => Ok(Making::QueryValue(word)),
            name => Err(Error::Value(format!("no function {name:?}"))),
        }
    }
}

fn too_few() -> Error {
    Error::Value("an argument is missing".into())
}

/// The components whose names a struct has.
fn components(wanted: Option<&Field>) -> Result<Vec<Component>, Error> {
    match wanted.map(Field::data_type) {
        Some(DataType::Struct(fields)) => fields.iter().map(|f| component(f.name())).collect(),
        _ => Err(too_few()),
    }
}

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

/// So many rows, all like the one that there is.
fn repeated(column: &Column, rows: usize) -> Result<Column, Error> {
    let one = column.chunks.iter().map(Chunk::texts).find(|texts| texts.len > 0);
    let texts = one.cloned().map_or_else(|| Texts::nulls(1), Ok)?;
    let buffer = Buffer::from_vec(zeros::<u8>(rows)?);
    let keys = Keys { len: rows, nulls: None, data_type: DataType::UInt8, buffer };
    let chunk = Chunk::Plain(decoded(&Chunk::Dictionary(keys, texts))?);
    Ok(Column { text_type: column.text_type.clone(), chunks: vec![chunk], is_chunked: true })
}

/// The bases of so many rows; one base is for all of them.
fn base(bases: Column, rows: usize, kind: Kind) -> Result<Base, Error> {
    if bases.len() != 1 || rows == 1 {
        return Ok(Base::Column(bases));
    }
    let text = first(&bases)?.filter(|text| is_base(text, rules(kind)));
    Ok(match text.and_then(|text| std::str::from_utf8(text).ok()) {
        Some(text) => Base::One(text.to_owned()),
        None => Base::Column(Column { chunks: vec![Chunk::Plain(Texts::nulls(rows)?)], ..bases }),
    })
}
