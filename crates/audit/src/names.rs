//! Names and how often each has been met.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// The most different names, and the most bytes of names, that one table should hold.
const MANY: usize = 1 << 16;
const MUCH: usize = 1 << 23;

/// A bag of names. Names that differ only in the case of ASCII letters are one, as schemes and hosts
/// compare (RFC 3986 §6.2.2.1, RFC 3987 §5.3.2.1).
#[derive(Debug, Default)]
pub struct NameCounts {
    hasher: DefaultHashBuilder,
    /// Numbers of `entries`, by the hash of the name.
    table: HashTable<u32>,
    entries: Vec<Entry>,
    /// All names, one after the other.
    text: String,
    /// The name that was met last: data is often sorted, or of one host.
    last: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: usize,
    length: usize,
    hash: u64,
    count: u64,
}

impl NameCounts {
    /// Counts a name once more.
    #[inline]
    pub fn add(&mut self, name: &str) {
        if self.is_last(name) {
            return;
        }
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.find(&name.to_ascii_lowercase(), 1);
        } else {
            self.find(name, 1);
        }
    }

    /// Counts a name once more, with its upper-case letters.
    #[inline]
    pub fn add_as_it_is(&mut self, name: &str) {
        if !self.is_last(name) {
            self.find(name, 1);
        }
    }

    /// Counts a name once more if it is the one that was met last.
    #[inline]
    fn is_last(&mut self, name: &str) -> bool {
        match self.entries.get_mut(self.last) {
            Some(entry) if self.text[entry.start..entry.start + entry.length] == *name => {
                entry.count += 1;
                true
            }
            _ => false,
        }
    }

    /// Adds to the count of a name, compared as it is.
    fn find(&mut self, name: &str, count: u64) {
        let Self { hasher, table, entries, text, last } = self;
        let hash = hasher.hash_one(name);
        let is_it = |&number: &u32| {
            let entry: &Entry = &entries[number as usize];
            entry.hash == hash && text[entry.start..entry.start + entry.length] == *name
        };
        if let Some(&number) = table.find(hash, is_it) {
            *last = number as usize;
            entries[*last].count += count;
            return;
        }
        *last = entries.len();
        // OK because a table is emptied long before it has 2^32 names.
        let number = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        table.insert_unique(hash, number, |&number| entries[number as usize].hash);
        entries.push(Entry { start: text.len(), length: name.len(), hash, count });
        text.push_str(name);
    }

    /// Whether the table should be handed on and begun anew.
    pub fn is_full(&self) -> bool {
        self.entries.len() >= MANY || self.text.len() >= MUCH
    }

    /// The names and their counts, in the order in which they were first met.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.entries
            .iter()
            .map(|entry| (&self.text[entry.start..entry.start + entry.length], entry.count))
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.table.clear();
        self.entries.clear();
        self.text.clear();
        self.last = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_without_the_case_of_ascii_letters() {
        let mut names = NameCounts::default();
        for name in ["a", "É", "A", "é", "", "a", "B", ""] {
            names.add(name);
        }
        let found: Vec<_> = names.iter().collect();
        assert_eq!(found, [("a", 3), ("É", 1), ("é", 1), ("", 2), ("b", 1)]);
    }

    #[test]
    fn many_names_are_each_found_again() {
        let mut names = NameCounts::default();
        for round in 0..3 {
            for i in 0..MANY {
                names.add(&format!("host{i}.example"));
                assert_eq!(names.is_full(), round > 0 || i + 1 == MANY);
            }
        }
        assert!(names.iter().all(|(_, count)| count == 3));
        names.clear();
        assert_eq!(names.iter().count(), 0);
        assert!(!names.is_full());
    }
}
