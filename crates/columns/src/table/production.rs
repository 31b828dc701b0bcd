//! The productions that rows are validated against, by name.

use iriform::engine::Rule;
use iriform_kernel::Production;

use crate::error::Error;
use crate::table::operations::PRODUCTIONS;

/// What `as_` must be, for messages.
pub const WANTED: &str = "as_ must be IRI, URI, IRIReference or URIReference, or such a name: \
                          \"IRI\", \"URI\", \"IRI-reference\" or \"URI-reference\"";

/// The production of that name, which is the class's in Python or the RFC's. An error does not show
/// another name: that may be a reference in the wrong place, with a password.
pub fn named(name: &str) -> Result<Production, Error> {
    PRODUCTIONS
        .into_iter()
        .find(|&production| name == production.rule().name() || name == class_name(production))
        .ok_or_else(|| Error::Value(WANTED.to_owned()))
}

/// The name of the class: `URIReference`, where the RFC says `URI-reference`.
pub fn class_name(production: Production) -> String {
    production.rule().name().replace("-r", "R")
}

/// The reference production that `rule` is; all but four are taken for the widest.
pub fn of_rule(rule: Rule) -> Production {
    PRODUCTIONS
        .into_iter()
        .find(|production| production.rule() == rule)
        .unwrap_or(Production::IRI_REFERENCE)
}
