//! The readers and tallies of `iriform.audit`: blocks in, partial counts out, without the GIL.

mod block;
mod column;
mod locks;
mod readers;
mod tally;
mod totals;

use iriform_audit::examples::KEPT;
use iriform_audit::{self as audit, MEASURED, NEW_PREFIX, POSITIONS, STATUSES};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<tally::Tally>()?;
    module.add_class::<totals::Totals>()?;
    module.add_class::<block::Block>()?;
    module.add_class::<readers::Delimited>()?;
    module.add_class::<block::Buffers>()?;
    module.add_class::<block::Faults>()?;
    module.add_class::<block::BadValue>()?;
    module.add_class::<block::ReplacedValues>()?;
    module.add_class::<readers::Statements>()?;
    module.add_class::<readers::IriRefs>()?;
    module.add_class::<readers::RdfDocument>()?;
    add_functions! { module,
        self { scripts, line_ends }
        readers { delimited_head, json_members }
        block { rewritten }
    }
    // The words that the Python part of the audit shares.
    module.add("STATUSES", PyTuple::new(module.py(), STATUSES)?)?;
    module.add("MEASURED", PyTuple::new(module.py(), MEASURED)?)?;
    module.add("KEPT", KEPT)?;
    module.add("NEW_PREFIX", NEW_PREFIX)?;
    module.add("RDF_POSITIONS", PyTuple::new(module.py(), POSITIONS)?)
}

/// The scripts of the characters of a text that are not ASCII, by their long names (UAX #24).
#[pyfunction(signature = (text, /))]
pub(crate) fn scripts(text: &str) -> Vec<&'static str> {
    audit::scripts(text)
}

/// The number of lines that end in a text: its line feeds.
#[pyfunction(signature = (text, /))]
pub(crate) fn line_ends(text: &[u8]) -> usize {
    audit::lines::end_count(text)
}
