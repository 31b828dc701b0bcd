//! Readers of the values of an input, block by block.

use std::io::{self, Read};
use std::sync::{Arc, Mutex};

use iriform_audit::delimited_head::{HeadRecord, begin};
use iriform_audit::{Gathered, delimited, irirefs, json, rdf, rdf_documents};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::block::Block;
use super::locks::{lock, lock_attached};

/// Reads one column of a table of delimited text. Its records may cross the ends of blocks.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct Delimited(Mutex<delimited::Delimited>);

#[pymethods]
impl Delimited {
    /// Makes a reader of the column with this index, of `width` columns, after this number of lines that are
    /// not records. The first record may be the names of the columns. It can report the positions of values.
    #[new]
    #[pyo3(signature = (delimiter, column, width, preamble, has_header, is_located, /))]
    fn new(
        delimiter: u8,
        column: usize,
        width: usize,
        preamble: u64,
        has_header: bool,
        is_located: bool,
    ) -> Self {
        let reader = delimited::Delimited::new(delimiter, column, width, preamble, has_header);
        Self(Mutex::new(if is_located { reader.locating() } else { reader }))
    }

    /// Reads a block of whole lines, which may be the last one.
    #[pyo3(signature = (text, is_last, /))]
    fn read(&self, py: Python<'_>, text: &[u8], is_last: bool) -> Vec<Block> {
        blocks(py, |each| lock(&self.0).read(text, is_last, each))
    }
}

/// Reads the statements of an RDF document, which may cross the ends of blocks.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct Statements(Mutex<rdf::Statements>);

#[pymethods]
impl Statements {
    /// Makes a reader of a syntax by its name; of one position by its name, or of all; with a base, if there is one.
    #[new]
    #[pyo3(signature = (syntax, position=None, base=None, /))]
    fn new(syntax: &str, position: Option<&str>, base: Option<&str>) -> PyResult<Self> {
        rdf::Statements::new(syntax, position, base)
            .map(|statements| Self(Mutex::new(statements)))
            .ok_or_else(|| PyValueError::new_err("there is no such syntax, position or base"))
    }

    /// Reads a block of whole lines, which may be the last one.
    #[pyo3(signature = (text, is_last, /))]
    fn read(&self, py: Python<'_>, text: &[u8], is_last: bool) -> Vec<Block> {
        blocks(py, |each| lock(&self.0).read(text, is_last, each))
    }
}

/// Finds the IRIs in brackets in a document of Turtle or a related syntax that a parser has accepted.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct IriRefs(Mutex<irirefs::IriRefs>);

#[pymethods]
impl IriRefs {
    /// Starts at the beginning of a document.
    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// Reads a block of whole lines.
    #[pyo3(signature = (text, /))]
    fn read(&self, py: Python<'_>, text: &[u8]) -> Block {
        Block::gathered(py.detach(|| lock(&self.0).read(text)))
    }

    /// The position of the IRI of the first base, in bytes from the beginning, if it has been read.
    #[getter]
    fn base(&self, py: Python<'_>) -> Option<u64> {
        lock_attached(py, &self.0).base()
    }
}

/// Reads the statements of RDF/XML and JSON-LD.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct RdfDocument {
    statements: Mutex<rdf_documents::RdfDocument<PythonStream>>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

#[pymethods]
impl RdfDocument {
    /// Makes a reader of a stream, which has a method `read1`; of a syntax by its name; of one position by its name,
    /// or
    /// of all; with a base, if it has one.
    #[new]
    #[pyo3(signature = (stream, syntax, position=None, base=None, /))]
    fn new(
        stream: Py<PyAny>,
        syntax: &str,
        position: Option<&str>,
        base: Option<&str>,
    ) -> PyResult<Self> {
        let raised = Arc::<Mutex<Option<PyErr>>>::default();
        let stream = PythonStream { stream, raised: raised.clone() };
        rdf_documents::RdfDocument::new(stream, syntax, position, base)
            .map(|statements| Self { statements: Mutex::new(statements), raised })
            .ok_or_else(|| PyValueError::new_err("there is no such syntax, position or base"))
    }

    /// Reads some statements; none at the end.
    fn read(&self, py: Python<'_>) -> PyResult<Option<Block>> {
        match py.detach(|| lock(&self.statements).read()) {
            Ok(gathered) => Ok(gathered.map(Block::gathered)),
            Err(error) => {
                Err(lock_attached(py, &self.raised).take().unwrap_or_else(|| error.into()))
            }
        }
    }
}

/// A Python stream, and the exception that it has raised.
struct PythonStream {
    stream: Py<PyAny>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Read for PythonStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = Python::attach(|py| {
            let read = self.stream.call_method1(py, "read1", (buffer.len(),))?;
            let bytes = read.bind(py).cast::<PyBytes>()?.as_bytes();
            let place = buffer.get_mut(..bytes.len());
            place
                .ok_or_else(|| PyValueError::new_err("the stream gives more than it is asked for"))?
                .copy_from_slice(bytes);
            Ok(bytes.len())
        });
        read.map_err(|error: PyErr| {
            *lock(&self.raised) = Some(error);
            io::Error::other("the stream raised an exception")
        })
    }
}

fn blocks(py: Python<'_>, read: impl FnOnce(&mut dyn FnMut(Gathered)) + Send) -> Vec<Block> {
    let mut gathered = Vec::new();
    py.detach(|| read(&mut |more| gathered.push(more)));
    gathered.into_iter().map(Block::gathered).collect()
}

/// A line with its fields, or the reason why it cannot be read.
type LineRecord<'py> = (u64, Option<Vec<Bound<'py, PyBytes>>>, Option<&'static str>);

/// The beginning of a table: its delimiter; the number of lines before the first record; the last comment among
/// them, which may be the header; and the first records with all fields, to choose a column from.
type Head<'py> = (u8, u64, Option<(u64, Vec<Bound<'py, PyBytes>>)>, Vec<LineRecord<'py>>);

/// Reads the beginning of a table, at most this number of records. The delimiter may be known. If `is_all`,
/// nothing follows the text.
///
/// Raises `ValueError` if the text names a delimiter that no table has.
#[pyfunction(signature = (text, delimiter, is_all, limit, /))]
pub(crate) fn delimited_head<'py>(
    py: Python<'py>,
    text: &[u8],
    delimiter: Option<u8>,
    is_all: bool,
    limit: usize,
) -> PyResult<Head<'py>> {
    let head = begin(text, delimiter, is_all, limit).map_err(PyValueError::new_err)?;
    let texts = |fields: Vec<Vec<u8>>| fields.iter().map(|field| PyBytes::new(py, field)).collect();
    let comment = head.comment.map(|(line, fields)| (line, texts(fields)));
    let records = head.records.into_iter().map(|(line, fields): HeadRecord| match fields {
        Ok(fields) => (line, Some(texts(fields)), None),
        Err(why) => (line, None, Some(why)),
    });
    Ok((head.delimiter, head.preamble, comment, records.collect()))
}

/// The path of a member, and its value if that is a string.
type MemberValues<'py> = (Vec<Bound<'py, PyBytes>>, Vec<Bound<'py, PyBytes>>);

/// The members of a line of JSON, to choose one from: the path of each, and at most `most` of its values that
/// are strings. None if the line cannot be read, or is blank.
#[pyfunction(signature = (line, most, /))]
pub(crate) fn json_members<'py>(
    py: Python<'py>,
    line: &[u8],
    most: usize,
) -> Option<Vec<MemberValues<'py>>> {
    let all = |texts: Vec<Vec<u8>>| texts.iter().map(|text| PyBytes::new(py, text)).collect();
    let members = json::members(line, most)?.into_iter();
    Some(members.map(|(path, texts)| (all(path), all(texts))).collect())
}
