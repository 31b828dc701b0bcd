//! Values for URI templates: a column of structs, whose fields have the names of the variables.

use std::ops::Range;
use std::sync::Arc;

use arrow_buffer::{ArrowNativeType, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;
use iriform::engine::words::escape;
use iriform_kernel::Unreadable;

use crate::arrow::chunk::{Storage, TextType, Texts};
use crate::arrow::dictionary::decoded;
use crate::arrow::interface::{
    ForeignArray, ForeignSchema, buffer, chunk, corrupt, extent, validity,
};
use crate::arrow::memory::room;
use crate::error::Error;

/// A column of structs: its chunks in order, all of one type.
pub struct Values {
    /// The names and types of the fields.
    pub fields: Vec<(String, ValueType)>,
    /// The chunks.
    pub chunks: Vec<Structs>,
    /// True if it came as a stream; then the answer is a stream, too.
    pub is_chunked: bool,
}

/// The type of a field.
#[derive(Clone, Debug)]
pub enum ValueType {
    /// Text, or Arrow's type `null` if none is set.
    Text(TextType, bool),
    /// Integers, `float32`, `float64` or `bool`, which are written like Python's `str`.
    Scalar(DataType),
    /// Lists of texts or scalars, with offsets of 64 bits if the flag is set.
    List(bool, Box<Self>),
    /// Maps, or lists of structs with two fields, likewise: the types of names and of values.
    Pairs(bool, Box<[Self; 2]>),
}

/// A chunk of structs.
pub struct Structs {
    /// The number of rows.
    pub len: usize,
    validity: Option<NullBuffer>,
    fields: Vec<FieldValues>,
}

/// The values of a field.
enum FieldValues {
    Texts(Texts),
    Lists(Lists, Texts),
    Pairs(Lists, [Texts; 2]),
}

/// The positions of the items of each list.
struct Lists {
    validity: Option<NullBuffer>,
    ends: Vec<usize>,
    /// The items that are not null.
    items: Option<NullBuffer>,
}

/// The value of a field in a row.
pub(crate) enum VariableValue<'a> {
    Text(&'a [u8]),
    /// Members, without those that are null.
    List(Vec<&'a [u8]>),
    /// Names and values, likewise.
    Pairs(Vec<[&'a [u8]; 2]>),
}

impl Values {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.chunks.iter().map(|structs| structs.len).sum()
    }
}

impl ValueType {
    /// Returns true if the values are lists or pairs.
    pub(crate) fn is_composite(&self) -> bool {
        matches!(self, Self::List(..) | Self::Pairs(..))
    }

    fn of(schema: &ForeignSchema, name: &str) -> Result<Self, Error> {
        let format = schema.format()?;
        let is_large = format == "+L";
        Ok(match format {
            "+l" | "+L" | "+m" => {
                let item = schema.child(0)?;
                if item.format()? == "+s" && item.children() == 2 {
                    let of = |index| Self::scalar(item.child(index)?, name);
                    Self::Pairs(is_large, Box::new([of(0)?, of(1)?]))
                } else {
                    Self::List(is_large, Box::new(Self::scalar(item, name)?))
                }
            }
            _ => Self::scalar(schema, name)?,
        })
    }

    fn scalar(schema: &ForeignSchema, name: &str) -> Result<Self, Error> {
        if let Ok(text) = schema.text_type() {
            return Ok(Self::Text(text, schema.is_null()?));
        }
        let scalar = schema.scalar_type()?.ok_or_else(|| {
            Error::Type(format!(
                "the values of {} must be text, integers, floats or bools, or lists or maps of \
                 these, not {}",
                escape(name),
                schema.type_name()
            ))
        })?;
        Ok(Self::Scalar(scalar))
    }
}

/// The fields of a schema of structs.
pub fn fields(schema: &ForeignSchema) -> Result<Vec<(String, ValueType)>, Error> {
    if schema.format()? != "+s" {
        return Err(Error::Type(format!(
            "values are a column of structs or a table, with a field for each variable, not a column \
             of {}",
            schema.type_name()
        )));
    }
    let mut fields = Vec::new();
    for index in 0..schema.children() {
        let field = schema.child(index)?;
        let name = field.name()?.to_owned();
        let of = ValueType::of(field, &name)?;
        fields.push((name, of));
    }
    Ok(fields)
}

/// Imports an array of structs with these fields.
pub fn take(array: ForeignArray, fields: &[(String, ValueType)]) -> Result<Structs, Error> {
    let owner = Arc::new(array);
    let (start, len) = extent(&owner)?;
    let mut columns = room(fields.len())?;
    for (index, (_, of)) in fields.iter().enumerate() {
        let child = owner.child(index)?;
        if extent(child)?.1 < start + len {
            return Err(corrupt("a field is shorter than its structs"));
        }
        // For a slice, only the rows of the slice: its array has all.
        columns.push(field(&owner, &child.window(start, len)?, of)?);
    }
    Ok(Structs { len, validity: validity(&owner, &owner)?, fields: columns })
}

fn field(
    owner: &Arc<ForeignArray>,
    array: &ForeignArray,
    of: &ValueType,
) -> Result<FieldValues, Error> {
    Ok(match of {
        ValueType::Text(..) | ValueType::Scalar(_) => FieldValues::Texts(texts(owner, array, of)?),
        ValueType::List(is_large, item) => {
            let (lists, range) = lists(owner, array, *is_large)?;
            let items = array.child(0)?.window(range.start, range.len())?;
            FieldValues::Lists(lists, texts(owner, &items, item)?)
        }
        ValueType::Pairs(is_large, pair) => {
            let (mut lists, range) = lists(owner, array, *is_large)?;
            let items = array.child(0)?.window(range.start, range.len())?;
            let (start, len) = extent(&items)?;
            let of =
                |index: usize| texts(owner, &items.child(index)?.window(start, len)?, &pair[index]);
            let pairs = [of(0)?, of(1)?];
            lists.items = validity(owner, &items)?;
            FieldValues::Pairs(lists, pairs)
        }
    })
}

/// The positions of the items of the lists, relative to the first one, and the range of these items.
fn lists(
    owner: &Arc<ForeignArray>,
    array: &ForeignArray,
    is_large: bool,
) -> Result<(Lists, Range<usize>), Error> {
    fn ends<O: ArrowNativeType>(offsets: &[O]) -> Result<Vec<usize>, Error> {
        let mut ends = room(offsets.len())?;
        for offset in offsets {
            ends.push(offset.to_usize().ok_or_else(|| corrupt("an offset is negative"))?);
        }
        Ok(ends)
    }
    let (offset, len) = extent(array)?;
    let count = if len == 0 { 0 } else { offset + len + 1 };
    let ends = if is_large {
        ends(
            buffer::<i64>(owner, array, 1, count)?.typed_data::<i64>().get(offset..).unwrap_or(&[]),
        )
    } else {
        ends(
            buffer::<i32>(owner, array, 1, count)?.typed_data::<i32>().get(offset..).unwrap_or(&[]),
        )
    };
    let mut ends = ends?;
    let first = ends.first().copied().unwrap_or(0);
    let range = first..ends.iter().copied().max().unwrap_or(0);
    // Items before the first belong to no list, and reading them is an error.
    for end in &mut ends {
        *end = end.wrapping_sub(range.start);
    }
    Ok((Lists { validity: validity(owner, array)?, ends, items: None }, range))
}

/// Texts, or numbers and booleans as texts.
fn texts(owner: &Arc<ForeignArray>, array: &ForeignArray, of: &ValueType) -> Result<Texts, Error> {
    macro_rules! written {
        ($($variant:ident $number:ty, $write:expr;)*) => {
            match of {
                ValueType::Text(text_type, is_null) => {
                    decoded(&chunk(owner, array, text_type, *is_null)?)
                }
                $(ValueType::Scalar(DataType::$variant) => {
                    let (offset, len) = extent(array)?;
                    let values = buffer::<$number>(owner, array, 1, offset + len)?;
                    let values = values.typed_data::<$number>().get(offset..).unwrap_or(&[]);
                    written(owner, array, values.iter().copied().map($write))
                })*
                ValueType::Scalar(DataType::Boolean) => {
                    let (offset, len) = extent(array)?;
                    let bits = buffer::<u8>(owner, array, 1, (offset + len).div_ceil(8))?;
                    let bits = (offset..offset + len).map(|i| bits[i / 8] >> (i % 8) & 1 == 1);
                    written(owner, array, bits.map(|truth| truth.to_string()))
                }
                _ => Err(corrupt("its schema is of another type")),
            }
        };
    }
    written!(
        Int8 i8, |n| n.to_string();
        UInt8 u8, |n| n.to_string();
        Int16 i16, |n| n.to_string();
        UInt16 u16, |n| n.to_string();
        Int32 i32, |n| n.to_string();
        UInt32 u32, |n| n.to_string();
        Int64 i64, |n| n.to_string();
        UInt64 u64, |n| n.to_string();
        Float32 f32, |x| float(x.into());
        Float64 f64, float;
    )
}

fn written(
    owner: &Arc<ForeignArray>,
    array: &ForeignArray,
    words: impl Iterator<Item = String>,
) -> Result<Texts, Error> {
    let (_, len) = extent(array)?;
    let mut offsets = room(len + 1)?;
    offsets.push(0_i64);
    let mut values = Vec::new();
    for word in words {
        values.try_reserve(word.len()).map_err(|_| Error::Memory)?;
        values.extend_from_slice(word.as_bytes());
        offsets.push(i64::try_from(values.len()).map_err(|_| Error::Overflow)?);
    }
    let storage = Storage::Large(ScalarBuffer::from(offsets), values.into());
    Ok(Texts { len, validity: validity(owner, array)?, storage })
}

/// A number like Python's `str`: the shortest digits that read back as the same number.
fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    let shortest = format!("{number:e}");
    let Some((digits, exponent)) = shortest.split_once('e') else { return shortest };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    // If two shortest numbers are equally near, Python chooses the even one, like rounding.
    let even = |text: String| Some(text).filter(|text| text.parse() == Ok(number));
    if (-4..16).contains(&exponent) {
        let places = i32::try_from(decimals).unwrap_or(i32::MAX) - exponent;
        let places = usize::try_from(places).unwrap_or(0).max(1);
        return even(format!("{number:.places$}")).unwrap_or_else(|| number.to_string());
    }
    let even = even(format!("{number:.decimals$e}"));
    let digits = even.as_deref().and_then(|even| even.split_once('e')).map_or(digits, |(d, _)| d);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

impl Structs {
    /// Returns true if a row is null.
    pub(crate) fn is_null(&self, row: usize) -> bool {
        self.validity.as_ref().is_some_and(|validity| validity.is_null(row))
    }

    /// The value of a field in a row; none if it is null.
    pub(crate) fn get(
        &self,
        row: usize,
        field: usize,
    ) -> Result<Option<VariableValue<'_>>, Unreadable> {
        Ok(match &self.fields[field] {
            FieldValues::Texts(texts) => texts.get(row)?.map(VariableValue::Text),
            FieldValues::Lists(lists, items) => match lists.get(row, items.len)? {
                None => None,
                Some(range) => {
                    let items = range.map(|item| items.get(item));
                    let there = items.filter_map(Result::transpose).collect::<Result<_, _>>()?;
                    Some(VariableValue::List(there))
                }
            },
            FieldValues::Pairs(lists, [names, values]) => {
                match lists.get(row, names.len.min(values.len))? {
                    None => None,
                    Some(range) => {
                        let mut pairs = Vec::new();
                        for item in range.filter(|&item| lists.has(item)) {
                            if let (Some(name), Some(value)) = (names.get(item)?, values.get(item)?)
                            {
                                pairs.push([name, value]);
                            }
                        }
                        Some(VariableValue::Pairs(pairs))
                    }
                }
            }
        })
    }
}

impl Lists {
    /// The items of a list; none if it is null. All lists together have `items` items.
    fn get(&self, row: usize, items: usize) -> Result<Option<Range<usize>>, Unreadable> {
        if self.validity.as_ref().is_some_and(|validity| validity.is_null(row)) {
            return Ok(None);
        }
        match self.ends.get(row..row + 2) {
            Some(&[start, end]) if start <= end && end <= items => Ok(Some(start..end)),
            _ => Err(Unreadable { row, is_long: false }),
        }
    }

    /// Returns true if an item is not null.
    fn has(&self, item: usize) -> bool {
        self.items.as_ref().is_none_or(|items| items.is_valid(item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_written_as_python_writes_them() {
        let written = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (48.137_154, "48.137154"),
            (0.0001, "0.0001"),
            (0.000_012_5, "1.25e-05"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e300, "1.5e+300"),
            (f64::from(1 << 23).powi(2) + 0.125, "70368744177664.12"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "nan"),
        ];
        for (number, text) in written {
            assert_eq!(float(number), text);
        }
    }
}
