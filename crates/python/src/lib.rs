//! The Python binding of iriform. It reads arguments, calls core, and wraps the results.
//!
//! `unsafe` is only in [`strtype`], [`columns`]' capsules, the ABI of [`polars`] and `ending`.

#![deny(unsafe_code)]

/// Adds the functions of our modules to the Python module.
macro_rules! add_functions {
    ($module:ident, $($of:ident { $($function:ident),* })*) => {
        $($($module.add_function(wrap_pyfunction!($of::$function, $module)?)?;)*)*
    };
}

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

use crate::types::{reference, skeleton};

/// The native part of iriform. Import from `iriform`.
// A free-threaded interpreter turns its GIL on when it imports this module, until all tests have run on one
// that PyO3 supports. docs/threads.md lists those that have run.
#[pymodule(gil_used = true)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    types::add_to(module, &policy::DECIDER)?;
    add_functions! { module,
        grammar { matches, diagnose, secrets, masked, rules, reasons }
        anatomy { reference_kind, pieces, anatomy }
        words {
            message, plainly, hint, drawing, picture, is_link_in_text, described, meaning, escape,
            cells, quoted_name
        }
        errors { undecodable }
        findings { finding_rules, finding_sentence, wrong_name }
        percent { quote, unquote, text_of_octets }
        reference { resolve, purl_repaired, as_sent, canonical_data }
        skeleton { skeleton_places, skeleton_flaw, skeleton_fields }
        functions {
            data_url, install_suffixes, path_sequence, path_alone, path_count, path_segment,
            path_spliced, path_up, path_joined, path_of
        }
        purl { purl_fault, purl_parts, purl_text, purl_type, install_purl_types }
        steps { resolve_steps, normalize_steps }
        services { service_read, service_uris, service_masked }
        storage {
            storage_location, storage_read, storage_text, storage_https, storage_from_https,
            storage_readers, partition_styles, partitions_text, partitions_of, delta_log_path,
            file_path_of, file_reference
        }
        network { is_metadata_service }
        policy { default_port, ready_policies, policies_of }
        links { find_links }
    }
    module.add("PUBLIC_SUFFIX_VERSION", Suffixes::built_in_version())?;
    module.add("UNICODE_VERSION", UNICODE_VERSION)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<policy::Policy>()?;
    module.add_class::<network::Networks>()?;
    module.add_class::<links::LinkOptions>()?;
    module.add("TOP_LEVEL_DOMAINS_DATE", links::TOP_LEVEL_DOMAINS_DATE)?;
    module.add("UTS58_VERSION", links::UTS58_VERSION)?;
    module.add_class::<prefixes::PrefixMap>()?;
    audit::add_to(module)?;
    columns::add_to(module)
}
