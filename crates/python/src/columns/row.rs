//! Functions of SQL that an engine calls for one row, with values of Python: those of `SQLite`.
//!
//! `SQLite` holds the mutex of its connection during a call, and `CPython` asks for that mutex in some
//! functions while it holds the GIL. So a call must not release the GIL: a thread that shares the connection
//! would take it and wait for the mutex, while this one waits for the GIL. No Python code runs during a call,
//! which could be interrupted, and nothing detaches.

use arrow_buffer::{ArrowNativeType, Buffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, FieldRef};
use iriform_columns::chunk::{Chunk, Column, Layout, Storage, TextType, Texts, Width};
use iriform_columns::sql::{self, Constant};
use iriform_columns::{Call, Error, Operation, evaluate, json};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyString, PyTuple};
use serde_json::Value as Json;

use super::functions::operation;
use super::sql::read;
use crate::errors::{caught, raised};
use crate::text::valid_utf8;

/// A function of SQL of one row. `fixed` are the arguments that it was registered with, by name. Values and
/// answers are text, bytes, whole numbers or None; lists and structs are JSON.
#[pyclass(frozen, module = "iriform._core", name = "RowFunction")]
pub(super) struct RowFunction {
    operation: &'static Operation,
    fixed: Py<PyDict>,
}

#[pymethods]
impl RowFunction {
    #[new]
    #[pyo3(signature = (name, fixed, /))]
    fn new(name: &str, fixed: Bound<'_, PyDict>) -> PyResult<Self> {
        let operation = operation(name)?;
        read(operation, &fixed)?;
        Ok(Self { operation, fixed: fixed.unbind() })
    }

    #[pyo3(signature = (value, /, *arguments))]
    fn __call__<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        arguments: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = value.py();
        caught(|| {
            let column = column(value)?;
            let fixed = read(self.operation, self.fixed.bind(py))?;
            let inputs: Vec<_> = arguments.iter().map(OneValue).collect();
            let (arguments, production) = sql::read(self.operation, fixed, &inputs)?;
            let call = Call { operation: self.operation, arguments: &arguments, production };
            let answers = evaluate(&column, &call, 1).map_err(raised)?;
            match answers.as_slice() {
                [answer] if answer.len() == 1 => object(py, answer),
                _ => Err(raised(Error::Value("a row has no answer of its own".to_owned()))),
            }
        })
    }
}

/// An argument of the row.
struct OneValue<'py>(Bound<'py, PyAny>);

impl sql::Input for OneValue<'_> {
    type Error = PyErr;

    fn constant(&self) -> PyResult<Option<Constant>> {
        let Self(value) = self;
        Ok(Some(if value.is_none() {
            Constant::Null
        } else if let Ok(text) = value.cast::<PyString>() {
            Constant::Text(valid_utf8(text).into_owned())
        } else if let Ok(flag) = value.cast::<PyBool>() {
            Constant::Flag(flag.is_true())
        } else if let Ok(number) = value.cast::<PyInt>() {
            Constant::Number(number.extract()?)
        } else {
            Constant::Other
        }))
    }

    fn column(&self) -> PyResult<Column> {
        column(&self.0)
    }

    fn error(error: Error) -> PyErr {
        raised(error)
    }
}

/// A column of one value.
fn column(value: &Bound<'_, PyAny>) -> PyResult<Column> {
    let of_bytes = |bytes: &[u8], is_binary| -> Result<(Texts, bool), Error> {
        let end = i64::try_from(bytes.len()).map_err(|_| Error::Memory)?;
        let storage = Storage::Large(ScalarBuffer::from(vec![0, end]), Buffer::from(bytes));
        Ok((Texts { len: 1, validity: None, storage }, is_binary))
    };
    let (texts, is_binary) = if value.is_none() {
        let (texts, _) = of_bytes(b"", false).map_err(raised)?;
        (Texts { validity: Texts::all_null(1).map_err(raised)?.validity, ..texts }, false)
    } else if let Ok(text) = value.cast::<PyString>() {
        of_bytes(valid_utf8(text).as_bytes(), false).map_err(raised)?
    } else if let Ok(bytes) = value.cast::<PyBytes>() {
        of_bytes(bytes.as_bytes(), true).map_err(raised)?
    } else {
        let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
        let kind = if is_number { "a number" } else { "of another type" };
        return Err(PyTypeError::new_err(format!(
            "the value is {kind}, not text, a BLOB or NULL: CAST(… AS TEXT) makes text"
        )));
    };
    let text_type = TextType { layout: Layout { width: Width::Large, is_binary }, keys: None };
    Ok(Column { text_type, chunks: vec![Chunk::Plain(texts)], is_chunked: false })
}

/// The answer of the one row as a value of `SQLite`.
fn object<'py>(py: Python<'py>, answer: &ArrayData) -> PyResult<Bound<'py, PyAny>> {
    if answer.is_null(0) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match answer.data_type() {
        DataType::Boolean => truth(answer, 0).into_pyobject(py)?.to_owned().into_any(),
        DataType::UInt16 => values::<u16>(answer)[0].into_pyobject(py)?.into_any(),
        DataType::Int64 => values::<i64>(answer)[0].into_pyobject(py)?.into_any(),
        DataType::Binary | DataType::LargeBinary => PyBytes::new(py, bytes(answer, 0)).into_any(),
        DataType::Utf8 | DataType::LargeUtf8 => {
            PyString::new(py, &String::from_utf8_lossy(bytes(answer, 0))).into_any()
        }
        _ => {
            let mut out = Vec::new();
            json::push(&json_of(answer, 0).map_err(raised)?, &mut out);
            PyString::new(py, &String::from_utf8_lossy(&out)).into_any()
        }
    })
}

fn values<T: ArrowNativeType>(array: &ArrayData) -> &[T] {
    &array.buffers()[0].typed_data::<T>()[array.offset()..]
}

fn truth(array: &ArrayData, row: usize) -> bool {
    let bit = array.offset() + row;
    array.buffers()[0][bit / 8] >> (bit % 8) & 1 == 1
}

/// The range of a row, by the offsets.
fn range(array: &ArrayData, row: usize, is_large: bool) -> std::ops::Range<usize> {
    if is_large {
        let ends = values::<i64>(array);
        ends[row].as_usize()..ends[row + 1].as_usize()
    } else {
        let ends = values::<i32>(array);
        ends[row].as_usize()..ends[row + 1].as_usize()
    }
}

fn bytes(array: &ArrayData, row: usize) -> &[u8] {
    let is_large = matches!(array.data_type(), DataType::LargeUtf8 | DataType::LargeBinary);
    &array.buffers()[1][range(array, row, is_large)]
}

/// A row as JSON. Bytes are read as UTF-8, with U+FFFD for invalid ones.
fn json_of(array: &ArrayData, row: usize) -> Result<Json, Error> {
    if array.is_null(row) {
        return Ok(Json::Null);
    }
    Ok(match array.data_type() {
        DataType::Boolean => truth(array, row).into(),
        DataType::UInt16 => values::<u16>(array)[row].into(),
        DataType::Int64 => values::<i64>(array)[row].into(),
        DataType::Struct(fields) => {
            let member = |(field, child): (&FieldRef, &ArrayData)| {
                Ok::<_, Error>((
                    field.name().clone(),
                    json_of(&child.slice(array.offset() + row, 1), 0)?,
                ))
            };
            let members = fields.iter().zip(array.child_data()).map(member);
            Json::Object(members.collect::<Result<_, _>>()?)
        }
        DataType::List(_) | DataType::LargeList(_) => {
            let items = range(array, row, matches!(array.data_type(), DataType::LargeList(_)));
            let items = items.map(|item| json_of(&array.child_data()[0], item));
            Json::Array(items.collect::<Result<_, _>>()?)
        }
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Binary | DataType::LargeBinary => {
            String::from_utf8_lossy(bytes(array, row)).into()
        }
        other => return Err(Error::Type(format!("SQLite has no answer of type {other}"))),
    })
}
