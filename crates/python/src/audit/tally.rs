//! Counts of values, for Python.

use std::sync::Mutex;

use iriform::engine::{findings::Profile, prefixes::PrefixMap as Prefixes};
use iriform_audit::{self as audit, BlockSummary, Judge, STATUSES};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::locks::{lock, lock_attached};
use crate::errors::refused;
use crate::policy::Policy;
use crate::prefixes::PrefixMap;

/// The counts of values since they were last taken. Threads may share it, but use it one at a time.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct Tally {
    judge: Judge,
    tally: Mutex<audit::Tally>,
}

#[pymethods]
impl Tally {
    /// Makes a tally of values that must match a production, named as in the RFC. A valid value is resolved
    /// against `base`, if there is one, and its target counted. Findings are those of the profile, or the
    /// refusals of a policy. Namespaces are counted by `prefixes`, if given.
    #[new]
    #[pyo3(signature = (production, base=None, profile="default", prefixes=None, policy=None, /))]
    fn new(
        production: &str,
        base: Option<String>,
        profile: &str,
        prefixes: Option<&Bound<'_, PrefixMap>>,
        policy: Option<&Bound<'_, Policy>>,
    ) -> PyResult<Self> {
        let judge = Judge::new(production, base)
            .ok_or_else(|| PyValueError::new_err("production must be that of a reference"))?;
        let profile = Profile::by_name(profile).map_err(refused)?;
        let judge = judge.asking(profile).by_prefixes(prefixes.map(|map| map.get().shared()));
        let judge = match policy {
            Some(policy) => judge.deciding(&policy.get().shared()),
            None => judge,
        };
        Ok(Self { judge, tally: Mutex::new(audit::Tally::default()) })
    }

    /// Returns true if the counts should be taken before more values are counted.
    #[getter]
    fn is_full(&self, py: Python<'_>) -> bool {
        lock_attached(py, &self.tally).is_full()
    }

    /// The partial counts since they were last taken.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tally = self.taken(py);
        let taken = PyDict::new(py);
        taken.set_item("statuses", statuses(&tally).collect::<Vec<_>>())?;
        taken.set_item("reasons", tally.reasons().collect::<Vec<_>>())?;
        taken.set_item("causes", tally.causes().collect::<Vec<_>>())?;
        taken.set_item("findings", tally.findings().collect::<Vec<_>>())?;
        taken.set_item("scripts", tally.scripts().collect::<Vec<_>>())?;
        taken.set_item("lengths", tally.lengths().collect::<Vec<_>>())?;
        taken.set_item("schemes", names(py, tally.schemes()))?;
        taken.set_item("hosts", names(py, tally.hosts()))?;
        taken.set_item("authorities", names(py, tally.authorities()))?;
        let prefixes = named(self.judge.prefixes.as_deref(), tally.prefixes());
        taken.set_item("prefixes", prefixes)?;
        taken.set_item("namespaces", names(py, tally.namespaces()))?;
        Ok(taken)
    }
}

impl Tally {
    /// Counts values without the GIL.
    pub(super) fn count<T: Send>(
        &self,
        py: Python<'_>,
        count: impl FnOnce(&Judge, &mut audit::Tally) -> T + Send,
    ) -> T {
        py.detach(|| count(&self.judge, &mut lock(&self.tally)))
    }

    /// The counts since they were last taken.
    pub(super) fn taken(&self, py: Python<'_>) -> audit::Tally {
        std::mem::take(&mut *lock_attached(py, &self.tally))
    }
}

/// A position, a status, the number of values with it there, and how many of these are valid and ASCII, or are
/// invalid and can be mended. The last row, as one more status, counts the invalid values with other text
/// around a link.
pub(super) type StatusCount = (Option<&'static str>, &'static str, u64, u64);

/// All statuses.
pub(super) fn statuses(tally: &audit::Tally) -> impl Iterator<Item = StatusCount> {
    let statuses = tally.parts().flat_map(|(position, counts)| {
        STATUSES
            .into_iter()
            .zip(counts.by_status)
            .enumerate()
            .map(move |(i, (status, n))| {
                let of_these = [counts.ascii, counts.mendable].get(i).copied().unwrap_or_default();
                (position, status, n, of_these)
            })
            .chain([(position, "in_text", counts.in_text, 0)])
    });
    statuses.filter(|row| row.2 > 0)
}

/// The prefixes at these indices, and their counts.
pub(super) fn named(
    prefixes: Option<&Prefixes>,
    counts: impl Iterator<Item = (usize, u64)>,
) -> Vec<(&str, u64)> {
    let map = prefixes.map_or(&[][..], |map| map.prefixes());
    counts.filter_map(|(place, n)| Some((&*map.get(place)?.name, n))).collect()
}

/// A value to report: the reason, its place, line, column and position, and the value; and a finding in words,
/// with its range of code points.
type PlainExample<'py> = (
    &'static str,
    u64,
    Option<u64>,
    Option<u64>,
    Option<&'static str>,
    Bound<'py, PyBytes>,
    Option<(String, usize, usize)>,
);

/// The numbers of places, values and lines of a block, and the first examples.
pub(super) type FoundInPython<'py> = (u64, u64, u64, Vec<PlainExample<'py>>);

pub(super) fn in_python<'py>(py: Python<'py>, found: &BlockSummary) -> FoundInPython<'py> {
    let examples = found.examples.iter().map(|e| {
        let said = e.found.as_ref().map(|f| (f.sentence.clone(), f.span.start, f.span.end));
        (e.about, e.place, e.line, e.column, e.position, PyBytes::new(py, &e.text), said)
    });
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
        // The counts that are passed on at once are far smaller than 2 GiB.
        let end = i32::try_from(text.len()).unwrap_or(i32::MAX);
        offsets.extend_from_slice(&end.to_le_bytes());
        counts.extend_from_slice(&count.to_le_bytes());
    }
    let bytes = |bytes: &[u8]| PyBytes::new(py, bytes);
    (counts.len() / 8, bytes(&offsets), bytes(&text), bytes(&counts))
}
