//! Namespaces: those with a prefix, and those that could have one.

use iriform::engine::prefixes::PrefixMap;
use iriform_kernel::RowParts;

use crate::names::NameCounts;
use crate::valid::Valid;

/// The number of values of each namespace.
#[derive(Debug)]
pub(crate) struct Namespaces {
    /// By the index of the prefix in the map.
    counts: Vec<u64>,
    /// The namespaces without a prefix.
    others: NameCounts,
}

impl Default for Namespaces {
    fn default() -> Self {
        Self { counts: Vec::new(), others: NameCounts::exact() }
    }
}

impl Namespaces {
    /// Counts valid values.
    pub(crate) fn add(&mut self, map: &PrefixMap, values: &[Valid<'_>]) {
        self.counts.resize(map.prefixes().len(), 0);
        let counts = &mut self.counts;
        self.others.add(values.iter().filter_map(|value| match map.longest(value.target) {
            Some(place) => {
                counts[place] += 1;
                None
            }
            None => candidate(value.target, value.parts),
        }));
    }

    /// Adds the counts of namespaces with a prefix.
    pub(crate) fn add_counts(&mut self, other: &Self) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// The indices of prefixes in the map, with the number of values that begin with their namespaces.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (usize, u64)> {
        self.counts.iter().copied().enumerate().filter(|&(_, count)| count > 0)
    }

    pub(crate) fn others(&self) -> &NameCounts {
        &self.others
    }
}

/// The possible namespace of a value: up to the last `/` or `#` after its authority.
fn candidate<'a>(value: &'a str, parts: &RowParts) -> Option<&'a str> {
    let start = parts.path().start;
    let last = memchr::memrchr2(b'/', b'#', &value.as_bytes()[start..])?;
    Some(&value[..=start + last])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_namespace_ends_behind_the_authority() {
        for (value, namespace) in [
            ("http://a/b/c", Some("http://a/b/")),
            ("http://a/b#c", Some("http://a/b#")),
            ("http://a/b#c/d", Some("http://a/b#c/")),
            ("http://a/", Some("http://a/")),
            ("http://a#", Some("http://a#")),
            ("http://a", None),
            ("http://a?b", None),
            ("http://é/é/é", Some("http://é/é/")),
            ("urn:a:b", None),
            ("urn:a/b", Some("urn:a/")),
        ] {
            let parts = iriform_kernel::row(value.as_bytes()).expect("a reference");
            assert_eq!(candidate(value, &parts), namespace, "{value}");
        }
    }
}
