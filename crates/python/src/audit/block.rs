//! A part of an input that will be counted.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use iriform_audit::replaced::{self, Replaced};
use iriform_audit::spans::{self, Replacement, Writing};
use iriform_audit::{Bad, BlockSummary, Gathered, Judge, json, lines, links, rdf};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use super::column::ColumnBlock;
use super::locks::{lock, lock_attached};
use super::tally::{FoundInPython, Tally, in_python};

/// A part of an input that will be counted: its values, or the bytes that have them.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct Block(Mutex<BlockSource>);

enum BlockSource {
    /// One value on each line.
    Lines(PyBackedBytes),
    /// Text with links.
    Links(PyBackedBytes),
    /// One JSON value on each line, and the path of a member.
    Json(PyBackedBytes, Vec<Vec<u8>>),
    /// One statement on each line, the name of the syntax and the wanted position.
    Statements(PyBackedBytes, String, Option<String>),
    /// A chunk of a column.
    Column(ColumnBlock),
    /// Values.
    Gathered(Gathered),
    /// Values that may be relative, whatever production the others must match.
    References(Gathered),
}

/// A part that cannot be read: its position, the line and the column of the mistake, the reason, and its bytes
/// in the document.
type UnreadableInPython = (u64, Option<u64>, Option<u64>, String, Option<(u64, u64)>);

fn unreadable(gathered: &Gathered) -> Vec<UnreadableInPython> {
    let unreadable = gathered.unreadable.iter();
    unreadable.map(|bad| (bad.place, bad.line, bad.column, bad.why.clone(), bad.span)).collect()
}

/// The values of a block that are invalid, or that an operation changes.
#[pyclass(frozen, get_all, module = "iriform._core")]
pub(crate) struct Faults {
    /// The number of values read, including those that cannot be read.
    values: u64,
    /// The number of lines, rows or statements that have been read.
    places: u64,
    /// The number of lines that have been read.
    lines: u64,
    /// The number of bytes that have been read. Those of a record that has not ended belong to the next block.
    bytes: u64,
    /// The values that do not match the production, or have no answer to replace them.
    bad: Vec<BadValue>,
    /// The number of values that match the production but are certainly mistakes.
    not_meant: u64,
    /// The parts that cannot be read: the line, row or statement; the line and the column of the mistake, if
    /// known; the reason; and the bytes in the document, if known.
    unreadable: Vec<UnreadableInPython>,
    /// The first and the last line of each record that has several lines, if positions are wanted.
    long_records: Vec<(u64, u64)>,
    /// The line on which the names of the columns begin, if they have been read.
    header: Option<u64>,
    /// The values whose answers differ from them.
    replaced: ReplacedValues,
}

/// Values whose answers differ from them, and the bytes that stand for the answers.
#[pyclass(frozen, module = "iriform._core")]
#[derive(Clone, Default)]
pub(crate) struct ReplacedValues(Arc<[Replaced]>);

#[pymethods]
impl ReplacedValues {
    /// A copy of a part of the text with the answers, and the number of answers.
    #[pyo3(signature = (text, start, stop, /))]
    fn copied<'py>(
        &self,
        py: Python<'py>,
        text: &[u8],
        start: usize,
        stop: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        let copy = py.detach(|| replaced::copied(text, start..stop, &self.0));
        let copy = copy.ok_or_else(|| PyIndexError::new_err("the text has no such part"))?;
        Ok((PyBytes::new(py, &copy), replaced::within(&self.0, start..stop).len()))
    }

    /// The values in a part of the text, each with its answer.
    #[pyo3(signature = (start, stop, /))]
    fn within(&self, start: usize, stop: usize) -> Vec<(BadValue, String)> {
        let within = replaced::within(&self.0, start..stop).iter();
        within.map(|done| (done.value.clone().into(), done.answer.clone())).collect()
    }
}

/// A value that does not match a production, or whose answer differs from it.
#[pyclass(frozen, get_all, module = "iriform._core")]
#[derive(Clone)]
pub(crate) struct BadValue {
    /// The line, row or statement.
    place: u64,
    /// The line on which a statement ends, if it is known.
    line: Option<u64>,
    /// Its position in the statement, if it is in one.
    position: Option<&'static str>,
    /// Its bytes.
    text: Vec<u8>,
    /// Its position in the bytes of the block, if known.
    span: Option<(u64, u64)>,
    /// The notation of its characters there.
    writing: Option<&'static str>,
}

impl Faults {
    fn of(gathered: &Gathered, bad: Vec<Bad>, replaced: ReplacedValues) -> Self {
        Self {
            values: (gathered.places.len() + gathered.unreadable.len()) as u64,
            places: gathered.place_count,
            lines: gathered.line_count,
            bytes: gathered.byte_count,
            bad: bad.into_iter().map(BadValue::from).collect(),
            not_meant: 0,
            unreadable: unreadable(gathered),
            long_records: gathered.long_records.clone(),
            header: gathered.header,
            replaced,
        }
    }
}

impl From<Bad> for BadValue {
    fn from(Bad { place, line, position, text, span }: Bad) -> Self {
        let writing = span.map(|span| span.writing.name());
        let span = span.map(|span| (span.start, span.stop));
        Self { place, line, position, text, span, writing }
    }
}

/// Changes a value in the bytes that stand for it, in their notation. The changes, in order: for each the index
/// of its first character, the index after its last, and the replacement. None if the bytes do not stand for
/// the value.
#[pyfunction(signature = (raw, writing, value, changes, /))]
#[allow(clippy::needless_pass_by_value, reason = "as arguments are taken out of Python")]
pub(crate) fn rewritten<'py>(
    py: Python<'py>,
    raw: &[u8],
    writing: &str,
    value: &str,
    changes: Vec<(usize, usize, String)>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let writing = Writing::by_name(writing)
        .ok_or_else(|| PyValueError::new_err("there is no such writing"))?;
    let changes: Vec<Replacement<'_>> =
        changes.iter().map(|(start, stop, text)| (*start, *stop, text.as_str())).collect();
    Ok(spans::rewritten(raw, writing, value, &changes).map(|written| PyBytes::new(py, &written)))
}

/// The values of a block and their positions, as buffers of Arrow arrays. Numbers are 64-bit little-endian.
#[pyclass(frozen, get_all, module = "iriform._core")]
pub(crate) struct Buffers {
    /// The number of lines, rows or statements.
    place_count: u64,
    /// The number of lines.
    line_count: u64,
    /// The concatenated values.
    text: Py<PyBytes>,
    /// The beginning of each value in the text, and the end of the last one.
    offsets: Py<PyBytes>,
    /// The number of the line, row or statement of each value.
    places: Py<PyBytes>,
    /// The number of each value's position in its statement, as 8 bits; empty if there are no statements.
    positions: Py<PyBytes>,
    /// The line on which the statement of each value ends, 0 if unknown; empty if none is known.
    lines: Py<PyBytes>,
    /// The column of each value in its line, in code points from 1; empty if unknown.
    columns: Py<PyBytes>,
    /// The parts that cannot be read: the line, row or statement; the line and the column of the mistake, if they
    /// are known; why; and the bytes in the document, if they are known.
    unreadable: Vec<UnreadableInPython>,
    /// The prefixes that a document of RDF has declared so far, and their namespaces.
    prefixes: Vec<(String, String)>,
}

#[pymethods]
impl Block {
    /// Whole lines of text, one value each.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn lines(text: PyBackedBytes) -> Self {
        Self::of(BlockSource::Lines(text))
    }

    /// Whole lines of text with links.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn links(text: PyBackedBytes) -> Self {
        Self::of(BlockSource::Links(text))
    }

    /// Fields of whole lines of text: the range of each, and whether it is a text with links; and the lines
    /// that cannot be read, with the reasons. The fields may be relative references if `may_be_relative` is
    /// true.
    #[staticmethod]
    #[pyo3(signature = (text, fields, unreadable, /, *, may_be_relative=false))]
    fn fields(
        text: &[u8],
        fields: Vec<(usize, usize, bool)>,
        unreadable: Vec<(usize, String)>,
        may_be_relative: bool,
    ) -> PyResult<Self> {
        let fields: Vec<_> =
            fields.into_iter().map(|(start, stop, is_text)| (start..stop, is_text)).collect();
        let gathered = links::fields(text, &fields, unreadable)
            .ok_or_else(|| PyValueError::new_err("the fields must stand in the text, in order"))?;
        let of = if may_be_relative { BlockSource::References } else { BlockSource::Gathered };
        Ok(Self::of(of(gathered)))
    }

    /// Whole lines of JSON, and the path of the wanted member.
    #[staticmethod]
    #[pyo3(signature = (text, path, /))]
    fn json_lines(text: PyBackedBytes, path: Vec<Vec<u8>>) -> Self {
        Self::of(BlockSource::Json(text, path))
    }

    /// Whole lines of N-Triples or N-Quads, by the syntax's name, and the wanted position.
    #[staticmethod]
    #[pyo3(signature = (text, syntax, position=None, /))]
    fn statements(text: PyBackedBytes, syntax: String, position: Option<String>) -> PyResult<Self> {
        statements(&syntax, position.as_deref())?;
        Ok(Self::of(BlockSource::Statements(text, syntax, position)))
    }

    /// A column that has the Arrow `PyCapsule` interface. If its values are in lists, the numbers of their rows
    /// (64-bit little-endian), and the number of rows.
    #[staticmethod]
    #[pyo3(signature = (column, places=None, row_count=None, /))]
    fn column(
        column: &Bound<'_, PyAny>,
        places: Option<&[u8]>,
        row_count: Option<u64>,
    ) -> PyResult<Self> {
        Ok(Self::of(BlockSource::Column(ColumnBlock::new(column, places, row_count)?)))
    }

    /// Values that have been read, numbered from 1, each with the reason if it is invalid. They may be relative
    /// references if `may_be_relative` is true.
    #[staticmethod]
    #[pyo3(signature = (values, /, *, may_be_relative=false))]
    fn values(values: Vec<(PyBackedBytes, Option<String>)>, may_be_relative: bool) -> Self {
        let values = values.into_iter().map(|(value, why)| why.map_or(Ok(value), Err));
        let gathered = Gathered::in_order(values);
        if may_be_relative {
            Self::of(BlockSource::References(gathered))
        } else {
            Self::gathered(gathered)
        }
    }

    /// Judges the values and counts them.
    #[pyo3(signature = (tally, /))]
    fn count<'py>(&self, py: Python<'py>, tally: &Tally) -> PyResult<FoundInPython<'py>> {
        let found = tally.count(py, |judge, tally| match &*lock(&self.0) {
            BlockSource::Lines(text) => Ok(lines::count(text, judge, tally)),
            BlockSource::Column(column) => column.count(judge, tally),
            BlockSource::References(values) => {
                Ok(values.count(&judge.clone().of_references(), tally))
            }
            other => Ok(other.gathered(false)?.count(judge, tally)),
        });
        found.map(|found: BlockSummary| in_python(py, &found))
    }

    /// Returns true if the values may be relative references, whatever production the others must match.
    #[getter]
    fn may_be_relative(&self) -> bool {
        matches!(&*lock(&self.0), BlockSource::References(_))
    }

    /// The parts that cannot be read.
    #[getter]
    fn unreadable(&self, py: Python<'_>) -> PyResult<Vec<UnreadableInPython>> {
        Ok(unreadable(&*lock_attached(py, &self.0).gathered(false)?))
    }

    /// The number of bytes of the values, duplicates included.
    #[getter]
    fn size(&self, py: Python<'_>) -> PyResult<u64> {
        match &*lock_attached(py, &self.0) {
            BlockSource::Column(column) => column.size(),
            other => Ok(other.gathered(false)?.text.len() as u64),
        }
    }

    /// The number of bytes of the longest value of a column.
    #[getter]
    fn longest(&self, py: Python<'_>) -> PyResult<usize> {
        match &*lock_attached(py, &self.0) {
            BlockSource::Column(column) => column.longest(),
            _ => Err(PyValueError::new_err("the block must be a column")),
        }
    }

    /// Lists the faults of a block: values that do not match a production, named as in the RFC, and text that
    /// cannot be read.
    #[pyo3(signature = (production, /))]
    fn faults(&self, py: Python<'_>, production: &str) -> PyResult<Faults> {
        let judge = Judge::new(production, None)
            .ok_or_else(|| PyValueError::new_err("production must be that of a reference"))?;
        py.detach(|| {
            let source = lock(&self.0);
            let gathered = source.gathered(true)?;
            let (bad, not_meant) = gathered.bad(judge.production);
            let faults = Faults::of(&gathered, bad, ReplacedValues::default());
            Ok(Faults { not_meant, ..faults })
        })
    }

    /// The values whose answers differ from them or are missing, by a column with an answer for each, and the
    /// parts that cannot be read. `text` begins with the bytes that have been read.
    #[pyo3(signature = (answers, text, /))]
    fn unlike(&self, py: Python<'_>, answers: &Bound<'_, PyAny>, text: &[u8]) -> PyResult<Faults> {
        let column = ColumnBlock::new(answers, None, None)?;
        let (answers, is_there) = (column.gathered()?, column.is_there()?);
        py.detach(|| {
            let source = lock(&self.0);
            let gathered = source.gathered(true)?;
            if answers.places.len() != gathered.places.len() {
                return Err(PyValueError::new_err("there must be as many answers as values"));
            }
            let (bad, replaced) = replaced::unlike(&gathered, &answers, is_there, text);
            Ok(Faults::of(&gathered, bad, ReplacedValues(replaced.into())))
        })
    }

    /// The values and their positions, as buffers. The block can report their positions afterwards.
    #[pyo3(signature = (is_located=false, /))]
    fn buffers(&self, py: Python<'_>, is_located: bool) -> PyResult<Buffers> {
        py.detach(|| {
            let mut source = lock(&self.0);
            if !matches!(&*source, BlockSource::Gathered(_) | BlockSource::References(_)) {
                let gathered = source.gathered(is_located)?.into_owned();
                *source = BlockSource::Gathered(gathered);
            }
            Ok::<_, PyErr>(())
        })?;
        let source = lock_attached(py, &self.0);
        let gathered = source.gathered(false)?;
        let numbers = |numbers: &mut dyn Iterator<Item = u64>| {
            let octets: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
            PyBytes::new(py, &octets).unbind()
        };
        Ok(Buffers {
            place_count: gathered.place_count,
            line_count: gathered.line_count,
            text: PyBytes::new(py, &gathered.text).unbind(),
            offsets: numbers(&mut gathered.offsets.iter().map(|offset| offset.cast_unsigned())),
            places: numbers(&mut gathered.places.iter().copied()),
            positions: PyBytes::new(py, &gathered.positions).unbind(),
            lines: numbers(&mut gathered.lines.iter().copied()),
            columns: numbers(&mut gathered.columns.iter().copied()),
            unreadable: unreadable(&gathered),
            prefixes: gathered.prefixes.clone(),
        })
    }
}

impl Block {
    fn of(source: BlockSource) -> Self {
        Self(Mutex::new(source))
    }

    /// Wraps values that have been read.
    pub(super) fn gathered(gathered: Gathered) -> Self {
        Self::of(BlockSource::Gathered(gathered))
    }
}

impl BlockSource {
    /// The values, with their positions if wanted. Values that have been read stay unchanged.
    fn gathered(&self, is_located: bool) -> PyResult<Cow<'_, Gathered>> {
        Ok(Cow::Owned(match self {
            Self::Gathered(gathered) | Self::References(gathered) => {
                return Ok(Cow::Borrowed(gathered));
            }
            Self::Lines(text) => lines::read(text, is_located),
            Self::Links(text) => links::read(text),
            Self::Json(text, path) => json::read(text, path, is_located),
            Self::Column(column) => column.gathered()?,
            Self::Statements(text, syntax, position) => {
                let mut read = Gathered::default();
                let mut statements = statements(syntax, position.as_deref())?;
                if is_located {
                    (statements, read) = (statements.locating(), Gathered::located());
                }
                statements.read(text, true, &mut |gathered| read.append(gathered));
                read
            }
        }))
    }
}

fn statements(syntax: &str, position: Option<&str>) -> PyResult<rdf::Statements> {
    rdf::Statements::new(syntax, position, None)
        .ok_or_else(|| PyValueError::new_err("there is no such syntax or position"))
}
