//! The names of all tallies, with their counts.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;

use crate::names::NameCounts;
use crate::spilled::{SECTIONS, Spilled};

/// The number of distinct names, or bytes of them, at which a table is written to a file. One more tally does
/// not enlarge its hash table.
const MANY: usize = 6 << 16;
const MUCH: usize = 1 << 25;

/// The sums of the names of tallies, in memory while there are few of them.
#[derive(Debug)]
pub(crate) struct NameTotals {
    counts: NameCounts,
    spilled: Option<Spilled>,
    /// `MANY`, except in tests.
    many: usize,
}

/// The number of names, and the heaviest ones.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Most {
    /// The total count.
    pub values: u64,
    /// The number of distinct names.
    pub distinct: u64,
    /// The heaviest names, sorted by weight and then by name.
    pub top: Vec<Weighed>,
}

/// A name.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weighed {
    /// Its weight; the greatest comes first.
    pub weight: Reverse<i64>,
    /// Itself.
    pub name: String,
    /// Its count.
    pub count: u64,
}

impl Default for NameTotals {
    fn default() -> Self {
        Self { counts: NameCounts::exact(), spilled: None, many: MANY }
    }
}

impl NameTotals {
    /// Adds the names of a tally.
    pub(crate) fn add(&mut self, names: &NameCounts) -> io::Result<()> {
        self.counts.add_all(names);
        if self.counts.is_larger_than(self.many, MUCH) { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> io::Result<()> {
        let spilled = match &mut self.spilled {
            Some(spilled) => spilled,
            none => none.insert(Spilled::new()?),
        };
        spilled.write(&self.counts)?;
        self.counts.clear();
        Ok(())
    }

    /// Counts all names, and lists the heaviest ones.
    pub(crate) fn most(
        &mut self,
        limit: usize,
        weight: impl Fn(&str, u64) -> i64,
    ) -> io::Result<Most> {
        let mut ranking = Ranking { limit, weight, most: Most::default(), top: BinaryHeap::new() };
        if self.spilled.is_some() {
            self.spill()?;
        }
        let Some(spilled) = &mut self.spilled else {
            ranking.rank(&self.counts);
            return Ok(ranking.end());
        };
        for section in 0..SECTIONS {
            // No name is in two sections, so they are summed one by one.
            self.counts.clear();
            spilled.read(section, &mut self.counts)?;
            ranking.rank(&self.counts);
        }
        self.counts.clear();
        Ok(ranking.end())
    }
}

struct Ranking<F> {
    limit: usize,
    weight: F,
    most: Most,
    /// The last table is in memory.
    top: BinaryHeap<Weighed>,
}

impl<F: Fn(&str, u64) -> i64> Ranking<F> {
    fn rank(&mut self, names: &NameCounts) {
        for (name, count) in names.in_any_order() {
            self.most.values += count;
            self.most.distinct += 1;
            let weight = Reverse((self.weight)(name, count));
            if self.top.len() >= self.limit {
                let is_before = |last: &Weighed| (weight, name) < (last.weight, &*last.name);
                if !self.top.peek().is_some_and(is_before) {
                    continue;
                }
                self.top.pop();
            }
            self.top.push(Weighed { weight, name: name.to_owned(), count });
        }
    }

    fn end(self) -> Most {
        Most { top: self.top.into_sorted_vec(), ..self.most }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn listed(most: &Most) -> Vec<(&str, u64)> {
        most.top.iter().map(|each| (&*each.name, each.count)).collect()
    }

    #[test]
    fn names_are_the_same_wherever_they_are() -> io::Result<()> {
        let of_round = |round| (0..500).map(move |i| format!("道{}", i % (50 * round + 7)));
        let mut expected = BTreeMap::<String, u64>::new();
        for name in (0..10).flat_map(of_round) {
            *expected.entry(name).or_default() += 1;
        }
        for many in [0, 1, 100, MANY] {
            let mut totals = NameTotals { many, ..NameTotals::default() };
            for round in 0..10 {
                let texts: Vec<_> = of_round(round).collect();
                let mut names = NameCounts::exact();
                names.add(texts.iter().map(String::as_str));
                totals.add(&names)?;
            }
            assert_eq!(totals.spilled.is_some(), many < MANY);
            // A query can be repeated.
            for limit in [3, 1000] {
                let most = totals.most(limit, |_, count| count.cast_signed())?;
                assert_eq!((most.values, most.distinct), (5000, expected.len() as u64));
                let mut sorted: Vec<_> = expected.iter().map(|(name, n)| (&**name, *n)).collect();
                sorted.sort_by_key(|&(_, count)| Reverse(count));
                sorted.truncate(limit);
                assert_eq!(listed(&most), sorted);
            }
        }
        Ok(())
    }

    #[test]
    fn the_lightest_is_left_out() -> io::Result<()> {
        let mut names = NameCounts::exact();
        names.add(["b", "a", "c", "c", "d"]);
        let mut totals = NameTotals::default();
        totals.add(&names)?;
        let by_count = |_: &str, count: u64| count.cast_signed();
        assert_eq!(listed(&totals.most(2, by_count)?), [("c", 2), ("a", 1)]);
        assert_eq!(listed(&totals.most(2, |_, n| -by_count("", n))?), [("a", 1), ("b", 1)]);
        assert_eq!(totals.most(0, by_count)?.top, []);
        Ok(())
    }
}
