//! Types of variables. The binding checks and converts values after the match. Core only knows which variables
//! have a type, and whether the type has finitely many values.

use std::collections::HashMap;

use crate::template::expand::{Misuse, refuse_unknown};
use crate::template::parts::variables;

/// The part of a variable's type that matching needs to know. With a type, the value is one text, or with `*` a
/// list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Typing {
    /// No type: text, a list or pairs.
    #[default]
    Untyped,
    /// One of finitely many values.
    Finite,
    /// Any other type.
    Open,
}

/// Why a variable of a template cannot have a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untypable {
    /// The template has no variable of that name.
    Unknown(Misuse),
    /// A prefix of a value does not determine the value.
    Prefix(String, u16),
}

error_words!(Untypable, |error, f| match error {
    Self::Unknown(misuse) => misuse.fmt(f),
    Self::Prefix(name, length) => {
        write!(f, "{{{name}:{length}}} keeps only a prefix, so {name} cannot have a type")
    }
});

/// The types of the variables of a valid template, by number; `names` are the names that have types.
pub fn typings(template: &str, given: &[(&str, Typing)]) -> Result<Vec<Typing>, Untypable> {
    let names: Vec<&str> = given.iter().map(|(name, _)| *name).collect();
    refuse_unknown(template, &names).map_err(Untypable::Unknown)?;
    let by_name: HashMap<&str, Typing> = given.iter().copied().collect();
    let typing = |(_, variable): (_, crate::template::parts::Variable<'_>)| {
        let Some(&typing) = by_name.get(variable.name) else { return Ok(Typing::Untyped) };
        match variable.modifier.prefix() {
            Some(length) => Err(Untypable::Prefix(variable.name.to_owned(), length)),
            None => Ok(typing),
        }
    };
    variables(template).map(typing).collect()
}
