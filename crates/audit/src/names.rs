//! Names with their counts.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};
use iriform_kernel::BLOCK;

/// The largest number of distinct names, and of bytes of names, that one table should hold.
const MANY: usize = 1 << 16;
const MUCH: usize = 1 << 23;

/// A bag of names.
#[derive(Debug, Default)]
pub struct NameCounts {
    /// True if the case of ASCII letters distinguishes names.
    is_exact: bool,
    hasher: DefaultHashBuilder,
    table: HashTable<NameEntry>,
    /// The concatenated names.
    text: String,
}

#[derive(Clone, Copy, Debug)]
struct NameEntry {
    hash: u64,
    start: usize,
    length: usize,
    count: u64,
}

/// A name that was repeated, with the number of repetitions.
#[derive(Clone, Copy, Default)]
struct NameRun<'a> {
    name: &'a str,
    hash: u64,
    count: u64,
}

impl NameCounts {
    /// A bag of names that distinguishes the case of letters. Others ignore the case of ASCII letters, as in
    /// the comparison of schemes and hosts (RFC 3986 §6.2.2.1, RFC 3987 §5.3.2.1).
    pub fn exact() -> Self {
        Self { is_exact: true, ..Self::default() }
    }

    /// Counts each name once more.
    ///
    /// Data is often sorted, or has one name, so a run of the same name is looked up once. Up to [`BLOCK`]
    /// names are looked up together, so the processor waits for memory once for several of them.
    pub fn add<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        let mut runs = [NameRun::default(); BLOCK];
        let mut length = 0_usize;
        for name in names {
            match length.checked_sub(1).map(|last| &mut runs[last]) {
                Some(last) if is_same(last.name, name) => last.count += 1,
                _ if !self.is_exact && has_capital(name) => {
                    // The names are in the order in which they are met.
                    self.add_runs(&runs[..length]);
                    length = 0;
                    let name = &*name.to_ascii_lowercase();
                    self.add_run(&NameRun { name, hash: self.hasher.hash_one(name), count: 1 });
                }
                _ => {
                    if length == BLOCK {
                        self.add_runs(&runs);
                        length = 0;
                    }
                    runs[length] = NameRun { name, hash: self.hasher.hash_one(name), count: 1 };
                    length += 1;
                }
            }
        }
        self.add_runs(&runs[..length]);
    }

    fn add_runs(&mut self, runs: &[NameRun<'_>]) {
        for run in runs {
            self.add_run(run);
        }
    }

    #[inline]
    fn add_run(&mut self, &NameRun { name, hash, count }: &NameRun<'_>) {
        let Self { table, text, .. } = self;
        let is_it = |entry: &NameEntry| entry.hash == hash && of(entry, text) == name;
        if let Some(entry) = table.find_mut(hash, is_it) {
            entry.count += count;
            return;
        }
        let entry = NameEntry { hash, start: text.len(), length: name.len(), count };
        table.insert_unique(hash, entry, |entry| entry.hash);
        text.push_str(name);
    }

    /// Adds to the count of a name, with its letter case.
    pub(crate) fn add_count(&mut self, name: &str, count: u64) {
        self.add_run(&NameRun { name, hash: self.hasher.hash_one(name), count });
    }

    /// Adds the counts of another table, with the letter case of its names.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for (name, count) in other.in_any_order() {
            self.add_count(name, count);
        }
    }

    /// Returns true if the table should be passed on and emptied.
    pub fn is_full(&self) -> bool {
        self.is_larger_than(MANY - 1, MUCH - 1)
    }

    /// Returns true if there are more distinct names, or more bytes of them.
    pub(crate) fn is_larger_than(&self, many: usize, much: usize) -> bool {
        self.table.len() > many || self.text.len() > much
    }

    /// The names and their counts.
    pub(crate) fn in_any_order(&self) -> impl Iterator<Item = (&str, u64)> {
        self.table.iter().map(|entry| (of(entry, &self.text), entry.count))
    }

    /// The names and their counts, in the order of a hash of the names, which is the same in every table. Its
    /// highest bits are not those that a hash table uses first.
    pub(crate) fn by_number(&self) -> impl Iterator<Item = (u64, &str, u64)> {
        let number = |entry: &NameEntry| entry.hash.rotate_left(16);
        let mut entries: Vec<&NameEntry> = self.table.iter().collect();
        entries.sort_unstable_by_key(|entry| number(entry));
        entries.into_iter().map(move |entry| (number(entry), of(entry, &self.text), entry.count))
    }

    /// The names and their counts, in the order in which they were first met.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        let mut entries: Vec<&NameEntry> = self.table.iter().collect();
        entries.sort_unstable_by_key(|entry| (entry.start, entry.length));
        entries.into_iter().map(|entry| (of(entry, &self.text), entry.count))
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.table.clear();
        self.text.clear();
    }
}

#[inline]
fn of<'a>(entry: &NameEntry, text: &'a str) -> &'a str {
    &text[entry.start..entry.start + entry.length]
}

/// Returns true if two names are the same. For short names, the first and the last bytes are compared, which
/// may overlap: that is faster than a call of `memcmp`.
#[inline]
fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    match a.len() {
        4..8 => a.first_chunk::<4>() == b.first_chunk() && a.last_chunk::<4>() == b.last_chunk(),
        8..=16 => a.first_chunk::<8>() == b.first_chunk() && a.last_chunk::<8>() == b.last_chunk(),
        _ => a == b,
    }
}

/// Returns true if there is an ASCII capital letter. Eight bytes are tested at a time, some of them twice.
#[inline]
fn has_capital(name: &str) -> bool {
    let bytes = name.as_bytes();
    let Some(&last) = bytes.last_chunk() else {
        return bytes.iter().any(u8::is_ascii_uppercase);
    };
    let (words, _) = bytes.as_chunks();
    words.iter().fold(capitals(last), |found, &word| found | capitals(word)) != 0
}

/// Sets the highest bit of each of eight bytes that is a capital letter.
#[inline]
fn capitals(bytes: [u8; 8]) -> u64 {
    const fn each(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    const HIGHEST: u64 = each(0x80);
    let word = u64::from_le_bytes(bytes);
    // The highest bit of each byte that is at least as large; no sum carries into the next byte.
    let from = |byte: u8| (word & !HIGHEST) + each(0x80 - byte);
    (from(b'A') ^ from(b'Z' + 1)) & !word & HIGHEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_without_the_case_of_ascii_letters() {
        let mut names = NameCounts::default();
        names.add(["a", "É", "A", "é", "", "a", "B", ""]);
        let found: Vec<_> = names.iter().collect();
        assert_eq!(found, [("a", 3), ("É", 1), ("é", 1), ("", 2), ("b", 1)]);
    }

    #[test]
    fn names_are_in_the_order_in_which_they_were_met() {
        let mut names = NameCounts::exact();
        names.add(["b", "", "A", "A", "a", ""]);
        names.add(["", "c", "b"]);
        let found: Vec<_> = names.iter().collect();
        assert_eq!(found, [("b", 2), ("", 3), ("A", 2), ("a", 1), ("c", 1)]);
    }

    #[test]
    fn a_capital_letter_is_found_at_each_place() {
        for length in 0..40 {
            for byte in 0..=0x7F_u8 {
                for place in 0..length {
                    let mut name = vec![b'z'; length];
                    name[place] = byte;
                    let name = String::from_utf8(name).expect("ASCII");
                    assert_eq!(has_capital(&name), byte.is_ascii_uppercase(), "{name:?}");
                }
            }
            // Bytes of UTF-8 that are capital letters without their highest bit.
            assert!(!has_capital(&"\u{105}".repeat(length)));
        }
    }

    #[test]
    fn names_are_the_same_only_if_each_byte_is() {
        for length in 0..40 {
            let name = "a".repeat(length);
            assert!(is_same(&name, &name.clone()));
            assert!(!is_same(&name, &"a".repeat(length + 1)));
            for place in 0..length {
                let other = format!("{}b{}", &name[..place], &name[place + 1..]);
                assert!(!is_same(&name, &other), "{other}");
            }
        }
    }

    #[test]
    fn many_names_are_each_found_again() {
        let mut names = NameCounts::default();
        for round in 0..3 {
            for i in 0..MANY {
                names.add([&*format!("host{i}.example")]);
                assert_eq!(names.is_full(), round > 0 || i + 1 == MANY);
            }
        }
        assert!(names.iter().all(|(_, count)| count == 3));
        names.clear();
        assert_eq!(names.iter().count(), 0);
        assert!(!names.is_full());
    }

    #[test]
    fn more_names_than_a_block_has_are_counted() {
        let texts: Vec<_> = (0..3 * BLOCK).map(|i| format!("host{}", i % 100)).collect();
        let mut names = NameCounts::default();
        names.add(texts.iter().map(String::as_str));
        assert_eq!(names.iter().count(), 100);
        assert_eq!(names.iter().map(|(_, count)| count).sum::<u64>(), 3 * 64);
    }
}
