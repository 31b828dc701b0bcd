//! The combiner of `iriform.audit`: blocks in, partial counts out, without the GIL.

use std::sync::{Mutex, MutexGuard, PoisonError};

use iriform_audit::examples::KEPT;
use iriform_audit::values::{self, Batch};
use iriform_audit::{self as audit, Found, Judge, MEASURED, POSITIONS, STATUSES, lines, rdf};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Tally>()?;
    module.add_class::<Statements>()?;
    module.add_function(wrap_pyfunction!(scripts, module)?)?;
    module.add_function(wrap_pyfunction!(split_lines, module)?)?;
    // The words that the Python part of the audit reads rather than states again.
    module.add("STATUSES", PyTuple::new(module.py(), STATUSES)?)?;
    module.add("MEASURED", PyTuple::new(module.py(), MEASURED)?)?;
    module.add("KEPT", KEPT)?;
    module.add("RDF_POSITIONS", PyTuple::new(module.py(), POSITIONS)?)
}

/// What has been counted of values since it was last taken. Threads may share it, one at a time.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct Tally {
    judge: Judge,
    tally: Mutex<audit::Tally>,
}

/// A value that something is to be said of: what, its place, line and position, and itself.
type Example<'py> = (&'static str, u64, Option<u64>, Option<&'static str>, Bound<'py, PyBytes>);

/// How many places, values and lines a block had, and the first examples.
type FoundInPython<'py> = (u64, u64, u64, Vec<Example<'py>>);

#[pymethods]
impl Tally {
    /// For values that must match a production, by the RFC's name. A valid value is resolved against
    /// `base`, if there is one, and its target counted.
    #[new]
    #[pyo3(signature = (production, base=None, /))]
    fn new(production: &str, base: Option<String>) -> PyResult<Self> {
        let judge = Judge::new(production, base)
            .ok_or_else(|| PyValueError::new_err("production must be that of a reference"))?;
        Ok(Self { judge, tally: Mutex::new(audit::Tally::new()) })
    }

    /// Counts the lines of a block, one value each.
    #[pyo3(signature = (block, /))]
    fn lines<'py>(&self, py: Python<'py>, block: &[u8]) -> FoundInPython<'py> {
        self.count(py, |tally| lines::count(block, &self.judge, tally))
    }

    /// Counts values that have been read already: their text, where they end, their places, and
    /// the numbers of their positions, if there are any. Numbers are 64 bits wide, the lowest first.
    #[pyo3(signature = (text, ends, places, positions, /))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        text: &[u8],
        ends: &[u8],
        places: &[u8],
        positions: &[u8],
    ) -> PyResult<FoundInPython<'py>> {
        let counted = py.detach(|| {
            let (ends, places) = (numbers(ends), numbers(places));
            let batch = Batch { text, ends: &ends, places: &places, positions };
            values::count(batch, &self.judge, &mut lock(&self.tally))
        });
        let found =
            counted.map_err(|_| PyValueError::new_err("the values do not hold together"))?;
        Ok(in_python(py, &found))
    }

    /// Counts the statements of a block, which may be the last one.
    #[pyo3(signature = (statements, block, is_last, /))]
    fn statements<'py>(
        &self,
        py: Python<'py>,
        statements: &Statements,
        block: &[u8],
        is_last: bool,
    ) -> FoundInPython<'py> {
        self.count(py, |tally| lock(&statements.0).count(block, is_last, &self.judge, tally))
    }

    /// Whether it should be taken before more is counted.
    #[getter]
    fn is_full(&self) -> bool {
        lock(&self.tally).is_full()
    }

    /// The partial counts since they were last taken.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tally = std::mem::take(&mut *lock(&self.tally));
        let taken = PyDict::new(py);
        let statuses = tally.parts().flat_map(|(position, counts)| {
            STATUSES.into_iter().zip(counts.by_status).enumerate().map(move |(i, (status, n))| {
                (position, status, n, if i == 0 { counts.ascii } else { 0 })
            })
        });
        taken.set_item("statuses", statuses.filter(|row| row.2 > 0).collect::<Vec<_>>())?;
        taken.set_item("reasons", tally.reasons().collect::<Vec<_>>())?;
        taken.set_item("findings", tally.findings().collect::<Vec<_>>())?;
        taken.set_item("scripts", tally.scripts().collect::<Vec<_>>())?;
        taken.set_item("lengths", tally.lengths().collect::<Vec<_>>())?;
        taken.set_item("schemes", names(py, tally.schemes()))?;
        taken.set_item("hosts", names(py, tally.hosts()))?;
        Ok(taken)
    }
}

impl Tally {
    fn count<'py>(
        &self,
        py: Python<'py>,
        count: impl FnOnce(&mut audit::Tally) -> Found + Send,
    ) -> FoundInPython<'py> {
        let found = py.detach(|| count(&mut lock(&self.tally)));
        in_python(py, &found)
    }
}

/// Reads the statements of an RDF document, which may go over the ends of blocks.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct Statements(Mutex<rdf::Statements>);

#[pymethods]
impl Statements {
    /// Of a syntax by its name; of one position by its name, or of all; with a base, if it has one.
    #[new]
    #[pyo3(signature = (syntax, position=None, base=None, /))]
    fn new(syntax: &str, position: Option<&str>, base: Option<&str>) -> PyResult<Self> {
        rdf::Statements::new(syntax, position, base)
            .map(|statements| Self(Mutex::new(statements)))
            .ok_or_else(|| PyValueError::new_err("there is no such syntax, position or base"))
    }

    /// How many statements a block has, which may be the last one, and its values, some at a time:
    /// their text, where each ends, the numbers of their statements and positions; and the number
    /// of each statement that cannot be read, and why.
    #[pyo3(signature = (block, is_last, /))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        block: &[u8],
        is_last: bool,
    ) -> (u64, Vec<TermsInPython<'py>>) {
        let mut statements = 0;
        let mut read = Vec::new();
        let mut each = |terms: &rdf::Terms| {
            statements = terms.statements();
            let places = terms.places();
            let numbers = |number: fn(&rdf::Place) -> u64| {
                let octets: Vec<u8> =
                    places.iter().flat_map(|place| number(place).to_le_bytes()).collect();
                PyBytes::new(py, &octets)
            };
            let positions: Vec<u8> = places.iter().map(|place| place.position).collect();
            read.push((
                PyBytes::new(py, terms.text()),
                numbers(|place| place.end as u64),
                numbers(|place| place.statement),
                PyBytes::new(py, &positions),
                terms.unreadable().iter().map(|u| (u.statement, u.why.clone())).collect(),
            ));
        };
        lock(&self.0).read(block, is_last, &mut each);
        (statements, read)
    }
}

/// Text, ends, statements and positions of values, and the statements that cannot be read.
type TermsInPython<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Vec<(u64, String)>,
);

/// The scripts of the characters of a text that are not ASCII, by their long names (UAX #24).
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn scripts(text: &str) -> Vec<&'static str> {
    audit::scripts(text)
}

/// The lines of a block as the buffers of an Arrow array: how many, 32-bit offsets, and their text.
#[pyfunction]
#[pyo3(signature = (block, /))]
pub(crate) fn split_lines<'py>(
    py: Python<'py>,
    block: &[u8],
) -> (usize, Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
    let (offsets, text) = py.detach(|| {
        let (mut offsets, mut text) = (vec![0; 4], Vec::with_capacity(block.len()));
        for line in lines::split(block) {
            text.extend_from_slice(line);
            offsets.extend_from_slice(&offset(text.len()));
        }
        (offsets, text)
    });
    (offsets.len() / 4 - 1, PyBytes::new(py, &offsets), PyBytes::new(py, &text))
}

/// An offset of Arrow's: what is handed on at once is far smaller than 2 GiB.
fn offset(end: usize) -> [u8; 4] {
    i32::try_from(end).unwrap_or(i32::MAX).to_le_bytes()
}

/// Locks a count. After a panic it is incomplete, as after an error, and still consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn numbers(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks().0.iter().map(|&chunk| u64::from_le_bytes(chunk)).collect()
}

fn in_python<'py>(py: Python<'py>, found: &Found) -> FoundInPython<'py> {
    let examples = found
        .examples
        .iter()
        .map(|e| (e.about, e.place, e.line, e.position, PyBytes::new(py, &e.text)));
    (found.places, found.values, found.lines, examples.collect())
}

/// Names and their counts as the buffers of Arrow arrays: 32-bit offsets, text, 64-bit counts.
fn names<'a, 'py>(
    py: Python<'py>,
    names: impl Iterator<Item = (&'a str, u64)>,
) -> (usize, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
    let (mut offsets, mut text, mut counts) = (vec![0; 4], Vec::new(), Vec::new());
    for (name, count) in names {
        text.extend_from_slice(name.as_bytes());
        offsets.extend_from_slice(&offset(text.len()));
        counts.extend_from_slice(&count.to_le_bytes());
    }
    let bytes = |bytes: &[u8]| PyBytes::new(py, bytes);
    (counts.len() / 8, bytes(&offsets), bytes(&text), bytes(&counts))
}
