//! The Arrow `PyCapsule` interface: capsules of the C interface in and out.
//!
//! **Soundness.** A capsule with one of the names of the interface holds the structure of that name, and the
//! consumer may move it out (Arrow's `PyCapsule` interface). Two threads may receive the same capsule: the
//! first one moves the structure out, the other finds it released. A schema is read in place and may have been
//! moved out, so the reader checks that first. Everything else is checked by [`iriform_columns::interface`].

#![allow(unsafe_code)]

use std::ffi::CStr;

use arrow_data::ArrayData;
use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::DataType;
use iriform_columns::Error;
use iriform_columns::chunk::Column;
use iriform_columns::interface::{
    ForeignArray, ForeignSchema, ForeignStream, Releasable, corrupt, import_stream, schema_of,
    stream_of, take,
};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::{PyCapsule, PyTuple};

use crate::errors::raised;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The column of text that an object exports through the interface; none without one.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Option<Column>> {
    let read = |schema: &ForeignSchema| Ok((schema.text_type()?, schema.is_null()?));
    let shown = import_as(object, read, |array, (of, is_null)| take(array, of, *is_null))?;
    Ok(shown.map(|Shown { of: (text_type, _), chunks, is_chunked }| Column {
        text_type,
        chunks,
        is_chunked,
    }))
}

/// The data that an object exports through the interface.
pub(super) struct Shown<T, C> {
    pub(super) of: T,
    pub(super) chunks: Vec<C>,
    /// True if it came as a stream; then the answer is a stream, too.
    pub(super) is_chunked: bool,
}

/// Like [`import`], for any type that `read` reads and any array that `take` takes.
pub(super) fn import_as<T, C>(
    object: &Bound<'_, PyAny>,
    read: impl Fn(&ForeignSchema) -> Result<T, Error>,
    take: impl Fn(ForeignArray, &T) -> Result<C, Error>,
) -> PyResult<Option<Shown<T, C>>> {
    let py = object.py();
    // A stream is preferred, because objects that have both may have several chunks.
    if let Some(method) = object.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
        let capsule = method.call0()?;
        let capsule = capsule.cast::<PyCapsule>()?;
        // SAFETY: a capsule of that name has such a structure.
        let stream = unsafe { moved_out(capsule, STREAM, ForeignStream::EMPTY) }?;
        let (of, chunks) = import_stream(stream, read, take).map_err(raised)?;
        let is_chunked = chunks.len() != 1 || !object.hasattr(intern!(py, "__arrow_c_array__"))?;
        return Ok(Some(Shown { of, chunks, is_chunked }));
    }
    let Some(method) = object.getattr_opt(intern!(py, "__arrow_c_array__"))? else {
        return Ok(None);
    };
    let capsules = method.call0()?;
    let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = {
        let capsules = capsules.cast::<PyTuple>()?;
        (capsules.get_item(0)?.cast_into()?, capsules.get_item(1)?.cast_into()?)
    };
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<ForeignSchema>();
    // SAFETY: a capsule of that name has such a structure, which lives as long as the capsule, and nothing
    // changes it while the reference is used.
    let schema = unsafe { schema.as_ref() };
    let of = read(schema).map_err(raised)?;
    // SAFETY: likewise.
    let array = unsafe { moved_out(&array, ARRAY, ForeignArray::EMPTY) }?;
    if array.is_released() {
        return Err(raised(corrupt("it has been released")));
    }
    let chunk = take(array, &of).map_err(raised)?;
    Ok(Some(Shown { of, chunks: vec![chunk], is_chunked: false }))
}

/// Moves the structure out of a capsule, and leaves a released one behind, so neither the capsule nor another
/// consumer releases it again.
///
/// # Safety A capsule of that name holds such a structure.
unsafe fn moved_out<T>(capsule: &Bound<'_, PyCapsule>, name: &CStr, released: T) -> PyResult<T> {
    let place = capsule.pointer_checked(Some(name))?.cast::<T>();
    // SAFETY: the structure lives as long as the capsule, whose pointer is the consumer's to write through.
    // Without the GIL, the critical section keeps our other threads away from it.
    Ok(with_critical_section(capsule, || unsafe { place.replace(released) }))
}

/// The capsule of the type of a column.
pub(super) fn export_schema<'py>(
    py: Python<'py>,
    data_type: &DataType,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, schema_of(data_type).map_err(raised)?, SCHEMA)
}

/// The two capsules of an array.
pub(super) fn export_array<'py>(
    py: Python<'py>,
    array: &ArrayData,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let schema = export_schema(py, array.data_type())?;
    Ok((schema, PyCapsule::new_with_value(py, FFI_ArrowArray::new(array), ARRAY)?))
}

/// The capsule of a stream of arrays.
pub(super) fn export_stream<'py>(
    py: Python<'py>,
    data_type: &DataType,
    arrays: &[ArrayData],
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, stream_of(data_type, arrays), STREAM)
}
