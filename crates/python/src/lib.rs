//! The Python binding of iriform: takes arguments out of Python, calls core, wraps what comes back.
//!
//! `unsafe` is in [`strtype`], [`columns`]' capsules, the ABI of [`polars`] and `ending` only.

#![deny(unsafe_code)]

mod anatomy;
mod answer;
mod audit;
mod columns;
#[cfg(is_unwound_at_exit)]
mod ending;
mod errors;
mod findings;
mod functions;
mod grammar;
mod links;
mod network;
mod percent;
mod polars;
mod policy;
mod prefix_errors;
mod prefixes;
mod purl;
mod python;
mod services;
mod steps;
mod storage;
mod strtype;
mod take;
mod text;
mod types;
mod words;

use iriform::engine::{findings::UNICODE_VERSION, suffix::Suffixes};
use pyo3::prelude::*;

/// The native part of iriform. Import from `iriform`.
// A free-threaded interpreter turns its GIL on when it imports this module, until all tests have run on
// one that PyO3 serves. docs/threads.md says which have run.
#[pymodule(gil_used = true)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    types::add_to(module, &policy::DECIDER)?;
    module.add_function(wrap_pyfunction!(grammar::matches, module)?)?;
    module.add_function(wrap_pyfunction!(grammar::diagnose, module)?)?;
    module.add_function(wrap_pyfunction!(grammar::secrets, module)?)?;
    module.add_function(wrap_pyfunction!(grammar::masked, module)?)?;
    module.add_function(wrap_pyfunction!(grammar::rules, module)?)?;
    module.add_function(wrap_pyfunction!(grammar::reasons, module)?)?;
    module.add_function(wrap_pyfunction!(anatomy::reference_kind, module)?)?;
    module.add_function(wrap_pyfunction!(anatomy::pieces, module)?)?;
    module.add_function(wrap_pyfunction!(anatomy::anatomy, module)?)?;
    module.add_function(wrap_pyfunction!(words::message, module)?)?;
    module.add_function(wrap_pyfunction!(words::plainly, module)?)?;
    module.add_function(wrap_pyfunction!(words::hint, module)?)?;
    module.add_function(wrap_pyfunction!(words::drawing, module)?)?;
    module.add_function(wrap_pyfunction!(words::picture, module)?)?;
    module.add_function(wrap_pyfunction!(words::is_link_in_text, module)?)?;
    module.add_function(wrap_pyfunction!(words::described, module)?)?;
    module.add_function(wrap_pyfunction!(words::meaning, module)?)?;
    module.add_function(wrap_pyfunction!(words::escape, module)?)?;
    module.add_function(wrap_pyfunction!(words::cells, module)?)?;
    module.add_function(wrap_pyfunction!(words::quoted_name, module)?)?;
    module.add_function(wrap_pyfunction!(errors::undecodable, module)?)?;
    module.add_function(wrap_pyfunction!(findings::finding_rules, module)?)?;
    module.add("PUBLIC_SUFFIX_VERSION", Suffixes::built_in_version())?;
    module.add_function(wrap_pyfunction!(findings::finding_sentence, module)?)?;
    module.add_function(wrap_pyfunction!(findings::wrong_name, module)?)?;
    module.add("UNICODE_VERSION", UNICODE_VERSION)?;
    module.add_function(wrap_pyfunction!(percent::quote, module)?)?;
    module.add_function(wrap_pyfunction!(percent::unquote, module)?)?;
    module.add_function(wrap_pyfunction!(percent::text_of_octets, module)?)?;
    module.add_function(wrap_pyfunction!(types::reference::resolve, module)?)?;
    module.add_function(wrap_pyfunction!(types::skeleton::skeleton_places, module)?)?;
    module.add_function(wrap_pyfunction!(types::skeleton::skeleton_flaw, module)?)?;
    module.add_function(wrap_pyfunction!(types::skeleton::skeleton_fields, module)?)?;
    module.add_function(wrap_pyfunction!(functions::data_url, module)?)?;
    module.add_function(wrap_pyfunction!(purl::purl_fault, module)?)?;
    module.add_function(wrap_pyfunction!(purl::purl_parts, module)?)?;
    module.add_function(wrap_pyfunction!(purl::purl_text, module)?)?;
    module.add_function(wrap_pyfunction!(purl::purl_type, module)?)?;
    module.add_function(wrap_pyfunction!(purl::install_purl_types, module)?)?;
    module.add_function(wrap_pyfunction!(types::reference::purl_repaired, module)?)?;
    module.add_function(wrap_pyfunction!(types::reference::as_sent, module)?)?;
    module.add_function(wrap_pyfunction!(types::reference::canonical_data, module)?)?;
    module.add_function(wrap_pyfunction!(functions::install_suffixes, module)?)?;
    module.add_function(wrap_pyfunction!(functions::path_sequence, module)?)?;
    module.add_function(wrap_pyfunction!(functions::path_alone, module)?)?;
    module.add_function(wrap_pyfunction!(functions::path_count, module)?)?;
    module.add_function(wrap_pyfunction!(functions::path_segment, module)?)?;
    module.add_function(wrap_pyfunction!(functions::path_spliced, module)?)?;
    module.add_function(wrap_pyfunction!(functions::path_up, module)?)?;
    module.add_function(wrap_pyfunction!(functions::path_joined, module)?)?;
    module.add_function(wrap_pyfunction!(functions::path_of, module)?)?;
    module.add_function(wrap_pyfunction!(steps::resolve_steps, module)?)?;
    module.add_function(wrap_pyfunction!(steps::normalize_steps, module)?)?;
    module.add_function(wrap_pyfunction!(services::service_read, module)?)?;
    module.add_function(wrap_pyfunction!(services::service_uris, module)?)?;
    module.add_function(wrap_pyfunction!(services::service_masked, module)?)?;
    module.add_function(wrap_pyfunction!(storage::storage_location, module)?)?;
    module.add_function(wrap_pyfunction!(storage::storage_read, module)?)?;
    module.add_function(wrap_pyfunction!(storage::storage_text, module)?)?;
    module.add_function(wrap_pyfunction!(storage::storage_https, module)?)?;
    module.add_function(wrap_pyfunction!(storage::storage_from_https, module)?)?;
    module.add_function(wrap_pyfunction!(storage::storage_readers, module)?)?;
    module.add_function(wrap_pyfunction!(storage::partition_styles, module)?)?;
    module.add_function(wrap_pyfunction!(storage::partitions_text, module)?)?;
    module.add_function(wrap_pyfunction!(storage::partitions_of, module)?)?;
    module.add_function(wrap_pyfunction!(storage::delta_log_path, module)?)?;
    module.add_function(wrap_pyfunction!(storage::file_path_of, module)?)?;
    module.add_function(wrap_pyfunction!(storage::file_reference, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<policy::Policy>()?;
    module.add_class::<network::Networks>()?;
    module.add_function(wrap_pyfunction!(network::is_metadata_service, module)?)?;
    module.add_function(wrap_pyfunction!(policy::default_port, module)?)?;
    module.add_function(wrap_pyfunction!(policy::ready_policies, module)?)?;
    module.add_class::<links::LinkOptions>()?;
    module.add_function(wrap_pyfunction!(links::find_links, module)?)?;
    module.add("TOP_LEVEL_DOMAINS_DATE", links::TOP_LEVEL_DOMAINS_DATE)?;
    module.add("UTS58_VERSION", links::UTS58_VERSION)?;
    module.add_function(wrap_pyfunction!(policy::policies_of, module)?)?;
    module.add_class::<prefixes::PrefixMap>()?;
    audit::add_to(module)?;
    columns::add_to(module)
}
