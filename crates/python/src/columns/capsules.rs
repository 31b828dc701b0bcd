//! The Arrow `PyCapsule` interface: capsules of the C interface in and out.
//!
//! **Soundness.** A capsule of one of the names of the interface holds the structure of that name, and
//! what it holds is the consumer's to move out (Arrow's `PyCapsule` interface says so). Two threads may
//! be given the same capsule: the first one moves the structure out, the other finds it released.
//! Everything else is checked by [`iriform_columns::interface`].

#![allow(unsafe_code)]

use std::ffi::CStr;

use arrow_data::ArrayData;
use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::DataType;
use iriform_columns::chunk::Column;
use iriform_columns::interface::{
    ForeignArray, ForeignSchema, ForeignStream, corrupt, import_stream, schema_of, stream_of, take,
};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::{PyCapsule, PyTuple};

use super::error::raised;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The column that an object shows through the interface; None if it has none.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Option<Column>> {
    let py = object.py();
    // A stream comes first: objects that have both may be of several chunks.
    if let Some(method) = object.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
        let capsule = method.call0()?;
        let capsule = capsule.cast::<PyCapsule>()?;
        // SAFETY: a capsule of that name has such a structure.
        let stream = unsafe { moved_out(capsule, STREAM, ForeignStream::EMPTY) }?;
        let mut column = import_stream(stream).map_err(raised)?;
        column.is_chunked =
            column.chunks.len() != 1 || !object.hasattr(intern!(py, "__arrow_c_array__"))?;
        return Ok(Some(column));
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
    // SAFETY: a capsule of that name has such a structure, which lives as long as the capsule, and
    // nothing that runs while the reference is used changes it.
    let schema = unsafe { schema.as_ref() };
    let text_type = schema.text_type().map_err(raised)?;
    // SAFETY: likewise.
    let array = unsafe { moved_out(&array, ARRAY, ForeignArray::EMPTY) }?;
    if array.is_released() {
        return Err(raised(corrupt("it has been released")));
    }
    let is_null = schema.is_null().map_err(raised)?;
    let chunk = take(array, &text_type, is_null).map_err(raised)?;
    Ok(Some(Column { text_type, chunks: vec![chunk], is_chunked: false }))
}

/// Moves the structure out of a capsule, and leaves a released one there, so that neither the capsule
/// nor another consumer releases it again.
///
/// # Safety
/// A capsule of that name has such a structure.
unsafe fn moved_out<T>(capsule: &Bound<'_, PyCapsule>, name: &CStr, released: T) -> PyResult<T> {
    let place = capsule.pointer_checked(Some(name))?.cast::<T>();
    // SAFETY: the structure lives as long as the capsule, whose pointer is the consumer's to write
    // through. The critical section keeps other threads of ours away from it, if there is no GIL.
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
