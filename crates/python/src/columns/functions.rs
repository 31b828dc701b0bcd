//! The functions that Python calls: they evaluate an operation of the table by its name.

use arrow_data::ArrayData;
use arrow_schema::DataType;
use iriform_columns::arguments::{Argument, Arguments, DefaultValue, Value, WordList};
use iriform_columns::chunk::{Chunk, Column, Layout, TextType};
use iriform_columns::operation::{RowVerdict, Work};
use iriform_columns::parallel::{LEAST, cores};
use iriform_columns::values::{self, Values};
use iriform_columns::{Call, Operation, dictionary, evaluate, expand, operations, production, sql};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use super::answer::{Array, ChunkedArray};
use super::capsules::{Shown, import, import_as};
use super::given::{Columns, GivenObject};
use crate::errors::{caught, raised};
use crate::policy::Policy;
use crate::strtype::{Kind, is_constructor_ours, policies};
use crate::text::valid_utf8;

/// The answers of an operation for a column.
#[pyfunction(signature = (name, column, as_, threads, /, *arguments))]
pub(super) fn column<'py>(
    name: &str,
    column: &Bound<'py, PyAny>,
    as_: &Bound<'py, PyAny>,
    threads: Option<isize>,
    arguments: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    caught(|| {
        let operation = operation(name)?;
        if is_validity(operation)
            && let Some(class) = class_with_policies(as_)?
        {
            return allowed(column, &class, threads);
        }
        let kind = reference(as_)?;
        let arguments = read(operation, kind, arguments, &|column| bases(column).map(Some))?;
        let production = production::of_rule(kind.rule());
        let call = Call { operation, arguments: &arguments, production };
        if operation.is_of_values() {
            return expanded(column.py(), &values(column)?, &call, threads);
        }
        answered(column.py(), &imported(column)?, &call, threads)
    })
}

/// Returns true if the operation judges validity, which the policies of a class also decide.
fn is_validity(operation: &Operation) -> bool {
    matches!(operation.work, Work::RowVerdict(RowVerdict::Valid))
}

/// Returns true for each row that a class with policies accepts.
fn allowed<'py>(
    column: &Bound<'py, PyAny>,
    class: &Bound<'py, PyType>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let kind = Kind::of_class(class)?.unwrap_or(Kind::IriReference);
    let policy = |policy: Bound<'_, PyAny>| {
        PyResult::Ok(Value::Policy(policy.cast::<Policy>()?.get().shared()))
    };
    let values = policies(class)?.into_iter().map(policy).collect::<PyResult<_>>()?;
    let operation = operation("allows")?;
    let arguments = operation.arguments(values).map_err(raised)?;
    let production = production::of_rule(kind.rule());
    let call = Call { operation, arguments: &arguments, production };
    answered(column.py(), &imported(column)?, &call, threads)
}

/// Works on this number of rows. Other Python threads run meanwhile, unless there is at most one row: that
/// takes less time than switching threads, and the caller may hold a lock.
fn of_rows<T: Send>(py: Python<'_>, rows: usize, work: impl FnOnce() -> T + Send) -> T {
    if rows <= 1 { work() } else { py.detach(work) }
}

/// The answers for a column of text.
pub(super) fn answered<'py>(
    py: Python<'py>,
    column: &Column,
    call: &Call<'_>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let data_type = call.operation.answer_type(call.arguments, &column.text_type);
    let threads = at_most(threads, column.len())?;
    let chunks = of_rows(py, column.len(), || evaluate(column, call, threads)).map_err(raised)?;
    shown(py, column.is_chunked, data_type, chunks)
}

/// The expansions for a column of structs.
pub(super) fn expanded<'py>(
    py: Python<'py>,
    values: &Values,
    call: &Call<'_>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let data_type = call.operation.answer_type(call.arguments, &TEXT);
    let threads = at_most(threads, values.rows())?;
    let chunks = of_rows(py, values.rows(), || expand(values, call, threads)).map_err(raised)?;
    shown(py, values.is_chunked, data_type, chunks)
}

/// Checks the arguments of an operation before there is a column, except those that may be a column. Returns
/// the type of the answer.
#[pyfunction(signature = (name, as_, /, *arguments))]
pub(super) fn column_arguments<'py>(
    name: &str,
    as_: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    let any = |_: &Bound<'_, PyAny>| Ok(None);
    caught(|| {
        let operation = operation(name)?;
        if is_validity(operation) && class_with_policies(as_)?.is_some() {
            return type_name(as_.py(), &DataType::Boolean);
        }
        let arguments = read(operation, reference(as_)?, arguments, &any)?;
        type_name(as_.py(), &operation.answer_type(&arguments, &TEXT))
    })
}

/// The type of a column of text.
pub(super) const TEXT: TextType = TextType { layout: Layout::TEXT, keys: None };

pub(super) fn operation(name: &str) -> PyResult<&'static Operation> {
    Operation::named(name).map_err(raised)
}

/// Reads the arguments of a call; `columns` reads an argument that is a column, or ignores it.
fn read(
    operation: &Operation,
    kind: Kind,
    given: &Bound<'_, PyTuple>,
    columns: &Columns<'_>,
) -> PyResult<Arguments> {
    if given.len() != operation.parameters().len() {
        return Err(PyTypeError::new_err(format!(
            "{} takes {} arguments after the column, not {}",
            operation.name,
            operation.parameters().len(),
            given.len()
        )));
    }
    let production = production::of_rule(kind.rule());
    let values = operation.parameters().zip(given.iter()).map(|(argument, given)| {
        argument.of.read(GivenObject::of(argument, &given, columns), production)
    });
    operation.arguments(values.collect::<PyResult<_>>()?).map_err(raised)
}

/// The column of bases, without a dictionary.
pub(super) fn bases(base: &Bound<'_, PyAny>) -> PyResult<Column> {
    let mut column = imported(base)?;
    for chunk in &mut column.chunks {
        *chunk = Chunk::Plain(dictionary::decoded(chunk).map_err(raised)?);
    }
    Ok(column)
}

/// The number of threads that evaluate `rows` rows.
fn at_most(threads: Option<isize>, rows: usize) -> PyResult<usize> {
    Ok(match threads.map(usize::try_from) {
        Some(Ok(0) | Err(_)) => return Err(PyValueError::new_err("threads must be at least 1")),
        // Counting the cores takes longer than evaluating a short column.
        _ if rows < LEAST => 1,
        Some(Ok(threads)) => threads,
        None => cores(),
    })
}

/// An array if the column was one, else its chunks.
pub(super) fn shown(
    py: Python<'_>,
    is_chunked: bool,
    data_type: DataType,
    mut chunks: Vec<ArrayData>,
) -> PyResult<Bound<'_, PyAny>> {
    if chunks.len() == 1 && !is_chunked {
        return Ok(Bound::new(py, Array(chunks.remove(0)))?.into_any());
    }
    Ok(Bound::new(py, ChunkedArray { data_type, chunks })?.into_any())
}

/// The column that an argument is.
pub(super) fn imported(object: &Bound<'_, PyAny>) -> PyResult<Column> {
    validate(object)?;
    import(object)?.ok_or_else(|| no_column(object))
}

/// The column of structs that an argument is.
pub(super) fn values(object: &Bound<'_, PyAny>) -> PyResult<Values> {
    validate(object)?;
    let take = |array, fields: &Vec<_>| values::take(array, fields);
    let shown = import_as(object, values::fields, take)?.ok_or_else(|| no_column(object))?;
    let Shown { of, chunks, is_chunked } = shown;
    Ok(Values { fields: of, chunks, is_chunked })
}

fn validate(object: &Bound<'_, PyAny>) -> PyResult<()> {
    // The interface does not carry the lengths of buffers. A pyarrow array knows them, so its offsets are
    // checked quickly.
    if object.get_type().module()? == "pyarrow.lib"
        && object.hasattr(intern!(object.py(), "validate"))?
    {
        object.call_method0(intern!(object.py(), "validate"))?;
    }
    Ok(())
}

#[cold]
fn no_column(object: &Bound<'_, PyAny>) -> PyErr {
    let name = object.get_type().name().map_or_else(|_| "object".into(), |n| n.to_string());
    PyTypeError::new_err(format!(
        "a column is an object with the Arrow PyCapsule interface, such as a pyarrow.Array or \
         a polars.Series, not {name}: pyarrow.array([...]) makes one of a list"
    ))
}

/// The reference type that `as_` is or names, by the class or the production.
pub(super) fn reference(as_: &Bound<'_, PyAny>) -> PyResult<Kind> {
    let called =
        |name: &str| Kind::ALL.into_iter().find(|kind| kind.is_reference() && kind.name() == name);
    if let Ok(name) = as_.cast::<PyString>() {
        let named = production::named("as_", &valid_utf8(name)).map_err(raised)?;
        return called(&production::class_name(named))
            .ok_or_else(|| PyValueError::new_err(production::wanted("as_")));
    }
    let no_class = || PyTypeError::new_err(production::wanted("as_"));
    let class = as_.cast::<PyType>().map_err(|_| no_class())?;
    let kind = Kind::of_class(class)?.filter(|kind| kind.is_reference()).ok_or_else(no_class)?;
    // The answers would be those of another class.
    if !kind.is_exactly(class) && !policies(class)?.is_empty() {
        let message = "has a policy, which only is_valid asks: filter the column by that";
        return Err(PyTypeError::new_err(format!("{} {message}", class.name()?)));
    }
    if !is_constructor_ours(kind, class) {
        let message = "has a constructor of its own, which columns do not call: give it a policy";
        return Err(PyTypeError::new_err(format!("{} {message}", class.name()?)));
    }
    Ok(kind)
}

/// The class `as_`, if it has policies and does not define a constructor.
fn class_with_policies<'py>(as_: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyType>>> {
    let Ok(class) = as_.cast::<PyType>() else { return Ok(None) };
    let Some(kind) = Kind::of_class(class)?.filter(|kind| kind.is_reference()) else {
        return Ok(None);
    };
    let has_policies = !policies(class)?.is_empty() && is_constructor_ours(kind, class);
    Ok(has_policies.then(|| class.clone()))
}

/// The table of the operations as plain data, and the words that arguments may be.
#[pyfunction]
pub(super) fn column_table(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let table = PyDict::new(py);
    table.set_item("sql_prefix", sql::PREFIX)?;
    table.set_item(
        "kinds",
        iriform_kernel::ReferenceKind::ALL
            .map(|production| (production::class_name(production), production.rule().name())),
    )?;
    let choices = PyDict::new(py);
    for choice in WordList::ALL {
        choices.set_item(choice.name, (choice.words)())?;
    }
    table.set_item("choices", choices)?;
    let operations = operations::all().map(|operation| {
        let row = PyDict::new(py);
        row.set_item("name", operation.name)?;
        let arguments = operation.parameters().map(|argument| described(py, argument));
        row.set_item("arguments", arguments.collect::<PyResult<Vec<_>>>()?)?;
        row.set_item("as_", production::class_name(operation.production))?;
        let answer = operation.answer_type(&Arguments::default(), &TEXT);
        row.set_item("answer", type_name(py, &answer)?)?;
        row.set_item("is_of_values", operation.is_of_values())?;
        row.set_item("reads_lists", operation.reads_lists)?;
        row.set_item("summary", operation.summary)?;
        row.set_item("doc", operation.doc.trim())?;
        Ok(row)
    });
    table.set_item("operations", operations.collect::<PyResult<Vec<_>>>()?)?;
    Ok(table)
}

fn described<'py>(py: Python<'py>, argument: &Argument) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("name", argument.name)?;
    row.set_item("type", argument.of.name())?;
    row.set_item("annotation", argument.annotation())?;
    match argument.default {
        Some(DefaultValue::Flag(flag)) => row.set_item("default", flag)?,
        Some(DefaultValue::Text(text)) => row.set_item("default", text)?,
        Some(DefaultValue::Level(level)) => row.set_item("default", level.name())?,
        Some(DefaultValue::None) => row.set_item("default", py.None())?,
        Some(DefaultValue::Empty) => row.set_item("default", PyTuple::empty(py))?,
        Some(DefaultValue::Unchanged) => row.set_item("default", py.Ellipsis())?,
        None => {}
    }
    row.set_item("by_name", argument.by_name)?;
    row.set_item("most_in_sql", sql::most_places(argument))?;
    Ok(row)
}

/// The type of an answer: a name, a dict of the fields of a struct, or a list of the type of items.
pub(super) fn type_name<'py>(py: Python<'py>, of: &DataType) -> PyResult<Bound<'py, PyAny>> {
    Ok(match of {
        DataType::Boolean => PyString::new(py, "bool").into_any(),
        DataType::UInt16 => PyString::new(py, "uint16").into_any(),
        DataType::Int64 => PyString::new(py, "int64").into_any(),
        DataType::Struct(fields) => {
            let row = PyDict::new(py);
            for field in fields {
                row.set_item(field.name(), type_name(py, field.data_type())?)?;
            }
            row.into_any()
        }
        DataType::List(item) | DataType::LargeList(item) => {
            PyList::new(py, [type_name(py, item.data_type())?])?.into_any()
        }
        _ => PyString::new(py, "text").into_any(),
    })
}
