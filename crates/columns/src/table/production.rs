//! The productions that rows are validated against, by name.

use iriform::engine::Rule;
use iriform_kernel::ReferenceKind;

use crate::error::Error;

/// The production of that name: that of the class in Python, or that of the RFC. The error does not show a
/// wrong name, which may be a misplaced reference with a password.
pub fn named(argument: &str, name: &str) -> Result<ReferenceKind, Error> {
    let of_class =
        ReferenceKind::ALL.into_iter().find(|&production| name == class_name(production));
    of_class.or_else(|| ReferenceKind::named(name)).ok_or_else(|| Error::Value(wanted(argument)))
}

/// The names of productions that an argument may have, for messages.
pub fn wanted(argument: &str) -> String {
    let mut names: Vec<_> = ReferenceKind::ALL.into_iter().map(class_name).collect();
    for production in ReferenceKind::ALL {
        let name = production.rule().name();
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    format!("{argument} must be one of {}", names.join(", "))
}

/// The name of the class: `URIReference` for the RFC's `URI-reference`.
pub fn class_name(production: ReferenceKind) -> String {
    production.rule().name().replace("-r", "R")
}

/// The reference production that `rule` is; the widest for every rule but the four.
pub fn of_rule(rule: Rule) -> ReferenceKind {
    ReferenceKind::named(rule.name()).unwrap_or(ReferenceKind::IRI_REFERENCE)
}
