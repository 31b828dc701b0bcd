//! What `iriform.columns` calls: a column, the production of its rows, how many threads.

use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_data::ArrayData;
use arrow_schema::DataType;
use iriform_core::Level;
use iriform_core::parse::Form;
use iriform_kernel::Kind as Production;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use super::answer::{Array, ChunkedArray};
use super::capsule::import;
use super::chunk::{Chunk, Column};
use super::dictionary;
use super::error::Error;
use super::evaluate::{Question, evaluate};
use super::findings;
use super::operation::{Base, Component, Making, Operation, production};
use super::parallel::{LEAST, cores};
use crate::strtype::{Kind, parse};
use crate::text::valid_utf8;

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(column_is_valid, module)?)?;
    module.add_function(wrap_pyfunction!(column_errors, module)?)?;
    module.add_function(wrap_pyfunction!(column_component, module)?)?;
    module.add_function(wrap_pyfunction!(column_components, module)?)?;
    module.add_function(wrap_pyfunction!(column_resolve, module)?)?;
    module.add_function(wrap_pyfunction!(column_relative_to, module)?)?;
    module.add_function(wrap_pyfunction!(column_normalize, module)?)?;
    module.add_function(wrap_pyfunction!(column_comparison_key, module)?)?;
    module.add_function(wrap_pyfunction!(column_to_uri, module)?)?;
    module.add_function(wrap_pyfunction!(column_to_iri, module)?)?;
    module.add_function(wrap_pyfunction!(column_repair, module)?)?;
    module.add_function(wrap_pyfunction!(column_query_value, module)?)?;
    module.add_function(wrap_pyfunction!(column_without_query, module)?)?;
    module.add_function(wrap_pyfunction!(column_without_fragment, module)?)?;
    module.add_function(wrap_pyfunction!(column_check, module)?)
}

type Asked<'a, 'py> = &'a Bound<'py, PyAny>;
type Threads = Option<isize>;

#[pyfunction]
#[pyo3(signature = (column, as_, threads, /))]
fn column_is_valid<'py>(
    column: Asked<'_, 'py>,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::IsValid)
}

#[pyfunction]
#[pyo3(signature = (column, as_, threads, /))]
fn column_errors<'py>(
    column: Asked<'_, 'py>,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Errors)
}

#[pyfunction]
#[pyo3(signature = (column, field, as_, threads, /))]
fn column_component<'py>(
    column: Asked<'_, 'py>,
    field: &str,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Component(component(field)?))
}

#[pyfunction]
#[pyo3(signature = (column, fields, as_, threads, /))]
fn column_components<'py>(
    column: Asked<'_, 'py>,
    fields: Option<Vec<String>>,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let fields = match fields {
        None => Component::ALL.to_vec(),
        Some(names) => names.iter().map(|name| component(name)).collect::<Result<Vec<_>, _>>()?,
    };
    if fields.is_empty() {
        return Err(PyValueError::new_err("fields must name at least one component"));
    }
    if (1..fields.len()).any(|i| fields[..i].contains(&fields[i])) {
        return Err(PyValueError::new_err("fields must not name a component twice"));
    }
    answer(column, as_, threads, &Operation::Components(fields))
}

#[pyfunction]
#[pyo3(signature = (column, base, strict, as_, threads, /))]
fn column_resolve<'py>(
    column: Asked<'_, 'py>,
    base: Asked<'_, 'py>,
    strict: bool,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let base = base_of(base, as_)?;
    answer(column, as_, threads, &Operation::Text(Making::Resolve { base, strict }))
}

#[pyfunction]
#[pyo3(signature = (column, base, as_, threads, /))]
fn column_relative_to<'py>(
    column: Asked<'_, 'py>,
    base: Asked<'_, 'py>,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let base = base_of(base, as_)?;
    answer(column, as_, threads, &Operation::Text(Making::RelativeTo { base }))
}

#[pyfunction]
#[pyo3(signature = (column, level, as_, threads, /))]
fn column_normalize<'py>(
    column: Asked<'_, 'py>,
    level: &str,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Text(Making::Normalize(self::level(level)?)))
}

#[pyfunction]
#[pyo3(signature = (column, level, as_, threads, /))]
fn column_comparison_key<'py>(
    column: Asked<'_, 'py>,
    level: &str,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Text(Making::ComparisonKey(self::level(level)?)))
}

#[pyfunction]
#[pyo3(signature = (column, idna, as_, threads, /))]
fn column_to_uri<'py>(
    column: Asked<'_, 'py>,
    idna: bool,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Text(Making::ToUri { idna }))
}

#[pyfunction]
#[pyo3(signature = (column, idna, as_, threads, /))]
fn column_to_iri<'py>(
    column: Asked<'_, 'py>,
    idna: bool,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Text(Making::ToIri { idna }))
}

#[pyfunction]
#[pyo3(signature = (column, as_, threads, /))]
fn column_repair<'py>(
    column: Asked<'_, 'py>,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Text(Making::Repair))
}

#[pyfunction]
#[pyo3(signature = (column, name, as_, threads, /))]
fn column_query_value<'py>(
    column: Asked<'_, 'py>,
    name: String,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Text(Making::QueryValue(name)))
}

#[pyfunction]
#[pyo3(signature = (column, as_, threads, /))]
fn column_without_query<'py>(
    column: Asked<'_, 'py>,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Text(Making::WithoutQuery))
}

#[pyfunction]
#[pyo3(signature = (column, as_, threads, /))]
fn column_without_fragment<'py>(
    column: Asked<'_, 'py>,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    answer(column, as_, threads, &Operation::Text(Making::WithoutFragment))
}

#[pyfunction]
#[pyo3(signature = (column, as_, threads, /))]
fn column_check<'py>(
    column: Asked<'_, 'py>,
    as_: Asked<'_, 'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let py = column.py();
    caught(|| {
        let column = self::column(column)?;
        let valid = chunks(py, &column, as_, threads, &Operation::IsValid)?;
        let codes = findings::check(&column, &valid)?;
        shown(py, &column, findings::answer_type(column.text_type.layout), codes)
    })
}

/// What a call answers; a panic is raised as an `Exception` like any other.
fn caught<T>(call: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // OK to look at what a panic left behind: the arguments are dropped, and nothing else is shared.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| {
        Err(PyRuntimeError::new_err(
            "iriform failed: please report this, unless the memory of the column was written to \
             during the call",
        ))
    })
}

/// Asks every row of a column.
fn answer<'py>(
    asked: &Bound<'py, PyAny>,
    as_: Asked<'_, 'py>,
    threads: Threads,
    operation: &Operation,
) -> PyResult<Bound<'py, PyAny>> {
    caught(|| {
        let column = column(asked)?;
        let chunks = chunks(asked.py(), &column, as_, threads, operation)?;
        shown(asked.py(), &column, operation.answer_type(&column.text_type), chunks)
    })
}

/// The answers for the chunks of a column, without holding up other Python threads.
fn chunks(
    py: Python<'_>,
    column: &Column,
    as_: &Bound<'_, PyAny>,
    threads: Threads,
    operation: &Operation,
) -> PyResult<Vec<ArrayData>> {
    let kind = reference(as_)?;
    let threads = match threads.map(usize::try_from) {
        Some(Ok(0) | Err(_)) => return Err(PyValueError::new_err("threads must be at least 1")),
        // To count the cores takes longer than a short column does.
        _ if column.len() < LEAST => 1,
        Some(Ok(threads)) => threads,
        None => cores(),
    };
    let question = Question {
        operation,
        kind: rules(kind),
        production: production(rules(kind), kind.has_scheme()),
    };
    Ok(py.detach(|| evaluate(column, &question, threads))?)
}

/// An array where the column was one, else its chunks.
fn shown<'py>(
    py: Python<'py>,
    column: &Column,
    data_type: DataType,
    mut chunks: Vec<ArrayData>,
) -> PyResult<Bound<'py, PyAny>> {
    if chunks.len() == 1 && !column.is_chunked {
        return Ok(Bound::new(py, Array(chunks.remove(0)))?.into_any());
    }
    Ok(Bound::new(py, ChunkedArray { data_type, chunks })?.into_any())
}

/// The column that an argument is.
fn column(asked: &Bound<'_, PyAny>) -> PyResult<Column> {
    // The interface carries no lengths of buffers, but an array of pyarrow knows its own, and
    // compares them with its offsets in no time.
    if asked.get_type().module()? == "pyarrow.lib"
        && asked.hasattr(intern!(asked.py(), "validate"))?
    {
        asked.call_method0(intern!(asked.py(), "validate"))?;
    }
    import(asked)?.ok_or_else(|| {
        let name = asked.get_type().name().map_or_else(|_| "object".into(), |n| n.to_string());
        PyTypeError::new_err(format!(
            "a column is an object with the Arrow PyCapsule interface, such as a pyarrow.Array or \
             a polars.Series, not {name}: pyarrow.array([...]) makes one of a list"
        ))
    })
}

/// The reference type that `as_` is, or is the name of: the class's or the RFC's.
pub(super) fn reference(as_: &Bound<'_, PyAny>) -> PyResult<Kind> {
    if let Ok(name) = as_.cast::<PyString>() {
        return Ok(reference_called(&valid_utf8(name))?);
    }
    let kind = as_.cast::<PyType>().ok().map_or(Ok(None), |class| Kind::of_class(class))?;
    kind.filter(|kind| kind.is_reference()).ok_or_else(|| PyTypeError::new_err(AS))
}

/// The reference type of that name.
pub(crate) fn reference_called(name: &str) -> Result<Kind, Error> {
    Kind::ALL
        .into_iter()
        .find(|kind| kind.is_reference() && [kind.name(), kind.rule().name()].contains(&name))
        .ok_or_else(|| Error::Value(format!("{AS}, not {name:?}")))
}

const AS: &str = "as_ must be IRI, URI, IRIReference or URIReference, or such a name: \
                  \"IRI\", \"URI\", \"IRI-reference\" or \"URI-reference\"";

pub(crate) fn rules(kind: Kind) -> Production {
    let form = if kind.has_scheme() { Form::FULL } else { Form::REFERENCE };
    Production { is_iri: !kind.is_uri(), form }
}

/// A base: text with a scheme, by the rules of the rows, or a column of such texts.
fn base_of(base: &Bound<'_, PyAny>, as_: &Bound<'_, PyAny>) -> PyResult<Base> {
    if base.is_instance_of::<PyString>() {
        let kind = Kind::reference(reference(as_)?.is_uri(), true);
        let base = parse(kind, base)?;
        return Ok(Base::One(valid_utf8(base.cast()?).into_owned()));
    }
    let mut column = column(base)?;
    for chunk in &mut column.chunks {
        *chunk = Chunk::Plain(dictionary::decoded(chunk)?);
    }
    Ok(Base::Column(column))
}

pub(crate) fn component(name: &str) -> Result<Component, Error> {
    Component::by_name(name).ok_or_else(|| {
        let names: Vec<_> = Component::ALL.iter().map(|component| component.name()).collect();
        Error::Value(format!("no component {name:?}: there are {}", names.join(", ")))
    })
}

pub(crate) fn level(name: &str) -> Result<Level, Error> {
    Level::by_name(name)
        .ok_or_else(|| Error::Value("level must be 'string', 'syntax' or 'scheme'".into()))
}
