//! Resemblances of the hosts of plain rows. Columns have the same hosts again and again: those of a task are
//! kept with what was found of them.

use iriform::engine::bits::{ODD, ones};
use iriform::engine::findings::{Asked, Rule, look_alike_in_plain};
use iriform_kernel::{BLOCK, RowParts, Rows};

use crate::arrow::memory::zeros;
use crate::error::Error;

/// Tells which plain rows of a task have hosts that resemble a name.
pub(super) struct Near<'s, S> {
    source: &'s S,
    asked: &'s Asked,
    /// Hosts that were seen, each at the place that its hash says. As many as a power of two says.
    seen: Vec<SeenHost>,
    /// The last answer.
    resembling: Resembling,
}

/// The rows of a block whose hosts resemble a name, as a bitmap, and the rule that finds it of each.
pub(super) struct Resembling {
    pub(super) rows: u64,
    /// Those of other rows mean nothing.
    rules: [Option<&'static Rule>; BLOCK],
}

impl Resembling {
    pub(super) const NONE: Self = Self { rows: 0, rules: [None; BLOCK] };

    /// The rule that finds that the host of a row resembles a name.
    pub(super) fn rule(&self, row: usize) -> Option<&'static Rule> {
        self.rules[row].filter(|_| self.rows >> row & 1 != 0)
    }
}

/// A host, and the rule that finds that it resembles a name.
#[derive(Clone, Copy, Default)]
struct SeenHost {
    host: Short,
    rule: Option<&'static Rule>,
}

/// The bytes of a host, of a length that nearly all have, in words that may overlap.
#[derive(Clone, Copy, Default)]
struct Short {
    words: [u64; 4],
    /// None has no length.
    length: usize,
}

/// So many hosts are kept at most, 200 KB: more leave the cache, and where all hosts differ they cost more than they
/// spare.
const MAX_HOSTS: usize = 1 << 12;

impl Short {
    #[inline]
    fn of(host: &[u8]) -> Option<Self> {
        let length = host.len();
        if !(8..=32).contains(&length) {
            return None;
        }
        let word = |start: usize| {
            let bytes = host[start.min(length - 8)..].first_chunk();
            u64::from_le_bytes(*bytes.expect("eight bytes follow"))
        };
        Some(Self { words: [0, 8, 16, 24].map(word), length })
    }

    /// Returns true if it is the same host: without a call to compare memory, as an array's `==` makes.
    #[inline]
    fn is(&self, other: &Self) -> bool {
        let pairs = self.words.iter().zip(&other.words);
        let differ = pairs.fold(0, |differ, (one, other)| differ | (one ^ other));
        differ == 0 && self.length == other.length
    }

    #[inline]
    fn hash(&self) -> u64 {
        let mix = |hash: u64, &word: &u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
        self.words.iter().fold(self.length as u64, mix)
    }
}

impl<'s, S: Rows> Near<'s, S> {
    /// For a task of so many rows.
    pub(super) fn new(source: &'s S, asked: &'s Asked, rows: usize) -> Result<Self, Error> {
        let hosts = rows.div_ceil(2).next_power_of_two().min(MAX_HOSTS);
        Ok(Self { source, asked, seen: zeros(hosts)?, resembling: Resembling::NONE })
    }

    /// Those of the plain rows of a block.
    pub(super) fn of(&mut self, first: usize, plain: u64, rows: &[RowParts; BLOCK]) -> &Resembling {
        self.resembling.rows = 0;
        for i in ones(plain) {
            if let Some(rule) = self.rule(self.source.row(first + i), &rows[i]) {
                self.resembling.rows |= 1 << i;
                self.resembling.rules[i] = Some(rule);
            }
        }
        &self.resembling
    }

    #[inline]
    fn rule(&mut self, text: &[u8], row: &RowParts) -> Option<&'static Rule> {
        let host = row.host_start as usize..row.host_end as usize;
        let find = || look_alike_in_plain(text, host.clone(), self.asked);
        let Some(short) = Short::of(&text[host.clone()]) else { return find() };
        // The high bits depend on all characters. OK because the remainder is that of a power of two.
        let place = (short.hash() >> 40) as usize & (self.seen.len() - 1);
        if !self.seen[place].host.is(&short) {
            self.seen[place] = SeenHost { host: short, rule: find() };
        }
        self.seen[place].rule
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Hosts that begin and end alike, or differ at one place.
    #[test]
    fn the_words_of_a_host_tell_it_from_others() {
        let mut seen = HashMap::new();
        let mut last = Short::default();
        for length in 0..40 {
            let host = vec![b'a'; length];
            let others = (0..length).map(|at| {
                let mut other = host.clone();
                other[at] = b'b';
                other
            });
            for host in others.chain([host.clone()]) {
                let short = Short::of(&host);
                assert_eq!(short.is_some(), (8..=32).contains(&length));
                if let Some(short) = short {
                    let before = seen.insert((short.words, short.length), host.clone());
                    assert_eq!(before, None, "{host:?}");
                    assert!(short.is(&short) && !short.is(&last), "{host:?}");
                    last = short;
                }
            }
        }
        assert_eq!(seen.len(), (8..=32).map(|length| length + 1).sum::<usize>());
    }
}
