//! The registered types by name: those of the build, and newer ones that the process has added.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::table::TYPES;
use super::types::PurlType;
use crate::parts::latest::Latest;
use crate::parts::mix::BuildMixer;

/// Definitions of types by their names.
#[derive(Debug)]
pub struct Registry {
    rows: HashMap<&'static str, PurlType, BuildMixer>,
}

static BUILT_IN: LazyLock<Registry> = LazyLock::new(|| Registry::of(TYPES));

/// The types that the process has added.
static GIVEN: Latest<Registry> = Latest::new();

impl Registry {
    /// These definitions. If two have the same name, the later one counts.
    pub(crate) fn of(rows: impl IntoIterator<Item = PurlType>) -> Self {
        Self { rows: rows.into_iter().map(|row| (row.name, row)).collect() }
    }

    /// The types that all package URLs of this process use.
    #[inline]
    pub(crate) fn current() -> &'static Self {
        GIVEN.get().unwrap_or(&BUILT_IN)
    }

    /// Adds definitions to those that this process uses.
    pub fn install(rows: &[PurlType]) {
        GIVEN.set(Self::of(Self::current().rows.values().chain(rows).copied()));
    }

    /// The definition of a type, in any letter case, if it is registered.
    pub(crate) fn get(&self, name: &str) -> Option<&PurlType> {
        let row = self.row(name);
        if row.is_some() || !name.bytes().any(|b| b.is_ascii_uppercase()) {
            return row;
        }
        self.row(&name.to_ascii_lowercase())
    }

    /// The definition of a type in lower case.
    #[inline]
    pub(super) fn row(&self, name: &str) -> Option<&PurlType> {
        self.rows.get(name)
    }
}

/// The definition of a type, in any letter case, if it is registered.
#[inline]
pub fn known(name: &str) -> Option<&'static PurlType> {
    Registry::current().get(name)
}

#[cfg(test)]
mod tests {
    use super::super::types::Requirement;
    use super::*;

    #[test]
    fn the_rows_are_found_in_any_letter_case() {
        for row in &TYPES {
            let found = known(&row.name.to_ascii_uppercase()).expect("it is there");
            assert_eq!(found.name, row.name);
        }
        assert!(known("sid").is_none());
        assert_eq!(Registry::current().rows.len(), TYPES.len());
    }

    #[test]
    fn of_two_with_one_name_the_later_one_counts() {
        let rows = [Requirement::Required, Requirement::Prohibited]
            .map(|namespace| PurlType { namespace, ..PurlType::plain("sid") });
        let types = Registry::of(rows);
        assert_eq!(types.rows.len(), 1);
        assert_eq!(types.get("SID").map(|row| row.namespace), Some(Requirement::Prohibited));
        assert!(Registry::of([]).get("").is_none());
    }
}
