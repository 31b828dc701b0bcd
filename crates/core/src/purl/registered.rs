//! The registered types by their names.

use super::table::TYPES;
pub use super::table::TYPES_REVISION;
use super::types::PurlType;

/// The definition of a type, in any letter case, if it is registered.
pub fn known(name: &str) -> Option<&'static PurlType> {
    let lower;
    let name = if name.bytes().any(|b| b.is_ascii_uppercase()) {
        lower = name.to_ascii_lowercase();
        &lower
    } else {
        name
    };
    TYPES.binary_search_by(|row| row.name.cmp(name)).ok().map(|i| &TYPES[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_found_in_any_letter_case() {
        assert!(TYPES.is_sorted_by(|a, b| a.name < b.name));
        for row in &TYPES {
            let found = known(&row.name.to_ascii_uppercase()).expect("it is there");
            assert_eq!(found.name, row.name);
        }
        assert!(known("sid").is_none());
    }
}
