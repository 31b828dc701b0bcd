//! The values of arguments, and the caches for costly ones.

use std::sync::Arc;

use iriform::engine::{
    Level, Policy,
    findings::Names,
    prefixes::{Prefix, PrefixMap},
    words::masked,
};
use iriform_kernel::ReferenceKind;

use crate::error::Error;
use crate::table::cells::Cell;
use crate::table::component::Component;
use crate::table::last::Last;
use crate::templates::template::Template;

/// The value of an argument in a call.
pub enum Value {
    /// A value of type `Text`, `Root` or `OptionalText`; empty without a text.
    Text(String),
    /// A value of type `Texts`.
    Texts(Vec<String>),
    /// A value of type `Names`.
    Names(Names),
    /// A value of type `Words`.
    Words(Vec<(String, String)>),
    /// A value of type `Prefixes`.
    Prefixes(Arc<PrefixMap>),
    /// A value of type `Template`.
    Template(Box<Template>),
    /// A value of type `Flag`.
    Flag(bool),
    /// A value of type `Number`.
    Number(i64),
    /// A value of type `Level`.
    Level(Level),
    /// A value of type `Fields`.
    Fields(Vec<Component>),
    /// A value of type `Base`; none for a base that is ignored.
    Base(Cell),
    /// A value of type `Policy`.
    Policy(Arc<Policy>),
    /// A value of type `Part`; none if the part stays unchanged.
    Part(Component, Option<Cell>),
    /// A value of type `Pairs`.
    Pairs(Vec<(String, Vec<Cell>)>),
}

/// The level of that name.
pub(crate) fn level(name: &str) -> Result<Level, Error> {
    Level::by_name(name).map_err(|unknown| Error::Value(unknown.to_string()))
}

/// The components of these names: at least one, and none twice.
pub(crate) fn fields(names: &[String]) -> Result<Vec<Component>, Error> {
    let mut fields = Vec::new();
    for name in names {
        let component = Component::by_name(name).ok_or_else(|| {
            let names: Vec<_> = Component::ALL.iter().map(|component| component.name()).collect();
            Error::Value(format!("no component {:?}: there are {}", masked(name), names.join(", ")))
        })?;
        if fields.contains(&component) {
            return Err(Error::Value("fields must not name a component twice".into()));
        }
        fields.push(component);
    }
    if fields.is_empty() {
        return Err(Error::Value("fields must name at least one component".into()));
    }
    Ok(fields)
}

/// The protected names, if they are names.
pub fn names(texts: Vec<String>) -> Result<Names, Error> {
    static LAST: Last<(Vec<String>, Names)> = Last::empty();
    if let Some(last) = LAST.find(|(last, _)| *last == texts) {
        return Ok(last.1.clone());
    }
    let names = Names::new(texts.iter().cloned())
        .map_err(|wrong| Error::Value(format!("protected: {wrong}")))?;
    LAST.keep((texts, names.clone()));
    Ok(names)
}

/// Makes a map of these prefixes, if their namespaces are IRIs.
pub fn prefixes(prefixes: Vec<Prefix>) -> Result<Arc<PrefixMap>, Error> {
    static LAST: Last<PrefixMap> = Last::empty();
    if let Some(map) = LAST.find(|map| map.prefixes() == prefixes) {
        return Ok(map);
    }
    let is_iri = |text: &str| iriform_kernel::fault(text.as_bytes(), ReferenceKind::IRI).is_none();
    if let Some(prefix) = prefixes.iter().find(|prefix| !is_iri(&prefix.namespace)) {
        let name = &prefix.name;
        return Err(Error::Value(format!(
            "not an IRI: the namespace of the prefix {:?}",
            masked(name)
        )));
    }
    let map = PrefixMap::new(prefixes).map_err(|error| Error::Value(error.to_string()))?;
    Ok(LAST.keep(map))
}

#[cfg(test)]
mod tests {
    use iriform::engine::prefixes::Syntax;

    use super::*;

    #[test]
    fn the_map_that_was_made_last_is_used_again() {
        let map = |namespace: &str, is_declared| {
            let (name, namespace) = ("a".to_owned(), namespace.to_owned());
            match prefixes(vec![Prefix { name, namespace, is_declared }]) {
                Ok(map) => map,
                Err(_) => unreachable!("the prefix is valid"),
            }
        };
        let first = map("http://a/", false);
        assert!(Arc::ptr_eq(&first, &map("http://a/", false)));
        let other = map("http://b/", false);
        let mut compact = String::new();
        assert!(other.compress("http://b/x", Syntax::Plain, true, &mut compact));
        assert_eq!(compact, "a:x");
        assert!(!Arc::ptr_eq(&other, &map("http://b/", true)));
        assert!(!Arc::ptr_eq(&first, &map("http://a/", false)));
    }
}
