//! `iriform.columns.Array` and `ChunkedArray`: answers as Arrow data.

use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::capsules::{export_array, export_schema, export_stream};

/// An Arrow array: the answer of the functions of `iriform.columns` for a column of a library that they do not
/// know. It has the Arrow `PyCapsule` interface, and its length.
#[pyclass(frozen, module = "iriform.columns", name = "Array")]
pub(crate) struct Array(pub(crate) ArrayData);

/// An Arrow array in chunks, like `Array`.
#[pyclass(frozen, module = "iriform.columns", name = "ChunkedArray")]
pub(crate) struct ChunkedArray {
    pub(crate) data_type: DataType,
    pub(crate) chunks: Vec<ArrayData>,
}

type Capsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

// The requested schema is only a wish, by the interface; every consumer can cast.
#[pymethods]
impl Array {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<iriform.columns.Array of {} {}>", self.0.len(), self.0.data_type())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_schema(py, self.0.data_type())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Capsules<'py>> {
        let _ = requested_schema;
        export_array(py, &self.0)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        export_stream(py, self.0.data_type(), std::slice::from_ref(&self.0))
    }
}

#[pymethods]
impl ChunkedArray {
    fn __len__(&self) -> usize {
        self.chunks.iter().map(ArrayData::len).sum()
    }

    fn __repr__(&self) -> String {
        format!(
            "<iriform.columns.ChunkedArray of {} {} in {} chunks>",
            self.__len__(),
            self.data_type,
            self.chunks.len()
        )
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_schema(py, &self.data_type)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        export_stream(py, &self.data_type, &self.chunks)
    }
}
