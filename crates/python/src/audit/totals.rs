//! The sum of all tallies of an audit, for Python.

use std::sync::{Arc, Mutex};

use iriform::engine::prefixes::PrefixMap as Prefixes;
use iriform_audit::{self as audit, Most};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::locks::{lock, lock_attached};
use super::tally::{StatusCount, Tally, named, statuses};
use crate::prefixes::PrefixMap;

/// The sum of tallies. Names that do not fit in memory go to a temporary file.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct Totals {
    prefixes: Option<Arc<Prefixes>>,
    totals: Mutex<audit::Totals>,
}

#[pymethods]
impl Totals {
    /// Makes sums of tallies with these prefixes.
    #[new]
    #[pyo3(signature = (prefixes=None, /))]
    fn new(prefixes: Option<&Bound<'_, PrefixMap>>) -> Self {
        let prefixes = prefixes.map(|map| map.get().shared());
        Self { prefixes, totals: Mutex::default() }
    }

    /// Takes the counts of a tally, and adds them. Counts its values by status: the position, the status, the
    /// number, and how many of these are valid and ASCII.
    #[pyo3(signature = (tally, /))]
    fn add(&self, py: Python<'_>, tally: &Bound<'_, Tally>) -> PyResult<Vec<StatusCount>> {
        let tally = tally.get().taken(py);
        py.detach(|| lock(&self.totals).add(&tally))?;
        Ok(statuses(&tally).collect())
    }

    /// The sums of everything else, by the names of the plan's queries. `limit` bounds the number of
    /// schemes, hosts and namespaces.
    #[pyo3(signature = (limit, /))]
    fn tables<'py>(&self, py: Python<'py>, limit: usize) -> PyResult<Bound<'py, PyDict>> {
        let [schemes, hosts, authorities, namespaces] =
            py.detach(|| lock(&self.totals).most(limit))?;
        let tables = PyDict::new(py);
        let totals = lock_attached(py, &self.totals);
        let counts = totals.counts();
        tables.set_item("reasons", counts.reasons().collect::<Vec<_>>())?;
        tables.set_item("causes", counts.causes().collect::<Vec<_>>())?;
        tables.set_item("findings", counts.findings().collect::<Vec<_>>())?;
        tables.set_item("scripts", counts.scripts().collect::<Vec<_>>())?;
        tables.set_item("lengths", counts.lengths().collect::<Vec<_>>())?;
        tables.set_item("prefixes", named(self.prefixes.as_deref(), counts.prefixes()))?;
        for (what, Most { values, distinct, top }) in
            [("scheme", &schemes), ("host", &hosts), ("authority", &authorities)]
        {
            tables.set_item(format!("{what}_totals"), [(values, distinct)])?;
            let top = top.iter().map(|each| (&*each.name, each.count));
            tables.set_item(format!("{what}_top"), top.collect::<Vec<_>>())?;
        }
        tables.set_item("namespace_totals", [(namespaces.values, namespaces.distinct)])?;
        let top = namespaces.top.iter().map(|each| (&*each.name, each.count, each.weight.0));
        tables.set_item("namespace_top", top.collect::<Vec<_>>())?;
        Ok(tables)
    }
}
