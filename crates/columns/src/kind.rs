//! What rows are held to, by name.

use iriform_core::Rule;
use iriform_kernel::Kind;

use crate::error::Error;
use crate::table::KINDS;

/// What `as_` must be, for messages.
pub const WANTED: &str = "as_ must be IRI, URI, IRIReference or URIReference, or such a name: \
                          \"IRI\", \"URI\", \"IRI-reference\" or \"URI-reference\"";

/// The kind of that name, which is the class's in Python or the RFC's.
pub fn named(name: &str) -> Result<Kind, Error> {
    KINDS
        .into_iter()
        .find(|&kind| name == kind.rule().name() || name == class_name(kind))
        .ok_or_else(|| Error::Value(format!("{WANTED}, not {name:?}")))
}

/// The name of the class: `URIReference`, where the RFC says `URI-reference`.
pub fn class_name(kind: Kind) -> String {
    kind.rule().name().replace("-r", "R")
}

/// The kind of that production; all but four are taken for the widest.
pub fn of_rule(rule: Rule) -> Kind {
    KINDS.into_iter().find(|kind| kind.rule() == rule).unwrap_or(Kind::IRI_REFERENCE)
}
