//! Counts of values.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use iriform::engine::{scheme::names_servers, words::CharacterCause};

use crate::judge::Judge;
use crate::lengths::LengthCounts;
use crate::names::NameCounts;
use crate::namespaces::Namespaces;
use crate::scripts::ScriptCounts;
use crate::valid::Valid;

/// Every line, row or value is one of four things.
pub const STATUSES: [&str; 4] = ["valid", "invalid", "empty", "unreadable"];
pub(crate) const VALID: usize = 0;
pub(crate) const INVALID: usize = 1;
pub(crate) const EMPTY: usize = 2;
pub(crate) const UNREADABLE: usize = 3;

/// The positions of a statement of RDF that have IRIs. Values of other formats have no position.
pub const POSITIONS: [&str; 5] = ["subject", "predicate", "object", "graph", "datatype"];

/// The number of the part for values without a position.
pub(crate) const NO_POSITION: usize = POSITIONS.len();
const PARTS: usize = POSITIONS.len() + 1;

/// The number of values of a part by status, and the number of valid ones that are ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// In the order of [`STATUSES`].
    pub by_status: [u64; 4],
    /// The valid values that also match the rule of RFC 3986.
    pub ascii: u64,
    /// The invalid values that can be mended.
    pub mendable: u64,
    /// The invalid values with other text around a link.
    pub in_text: u64,
}

/// The counts since they were last taken. Its size grows with the number of distinct names, but stays bounded
/// if it is passed on whenever it [is full](Tally::is_full).
#[derive(Debug, Default)]
pub struct Tally {
    pub(crate) parts: [Counts; PARTS],
    /// Each has the number of values, and the number of these that can be mended.
    reasons: Vec<(&'static str, u64, u64)>,
    /// The causes of `invalid-character`, likewise.
    causes: HashMap<CharacterCause, (u64, u64)>,
    findings: Vec<(&'static str, u64)>,
    schemes: NameCounts,
    hosts: NameCounts,
    /// Buckets, apps and other names in place of a host.
    authorities: NameCounts,
    namespaces: Namespaces,
    scripts: ScriptCounts,
    lengths: LengthCounts,
}

impl Tally {
    /// Counts invalid values by their reason, and those of them that can be mended.
    pub(crate) fn add_reason(&mut self, code: &'static str, count: u64, mendable: u64) {
        match self.reasons.iter_mut().find(|(known, ..)| *known == code) {
            Some((_, sum, those)) => (*sum, *those) = (*sum + count, *those + mendable),
            None => self.reasons.push((code, count, mendable)),
        }
    }

    /// Counts values in which a character is not allowed, likewise.
    pub(crate) fn add_cause(&mut self, cause: CharacterCause, count: u64, mendable: u64) {
        let (sum, those) = self.causes.entry(cause).or_default();
        (*sum, *those) = (*sum + count, *those + mendable);
    }

    /// Counts valid values that have a finding.
    pub(crate) fn add_finding(&mut self, code: &'static str, count: u64) {
        match self.findings.iter_mut().find(|(known, _)| *known == code) {
            Some((_, sum)) => *sum += count,
            None => self.findings.push((code, count)),
        }
    }

    /// Adds the counts of another tally, except for its names.
    pub(crate) fn add_all_but_names(&mut self, other: &Self) {
        for (counts, more) in self.parts.iter_mut().zip(other.parts) {
            counts.ascii += more.ascii;
            counts.mendable += more.mendable;
            counts.in_text += more.in_text;
            for (count, more) in counts.by_status.iter_mut().zip(more.by_status) {
                *count += more;
            }
        }
        for (code, count, mendable) in other.reasons() {
            self.add_reason(code, count, mendable);
        }
        for (&cause, &(count, mendable)) in &other.causes {
            self.add_cause(cause, count, mendable);
        }
        for (code, count) in other.findings() {
            self.add_finding(code, count);
        }
        self.namespaces.add_counts(&other.namespaces);
        self.scripts.add_all(&other.scripts);
        self.lengths.add_all(&other.lengths);
    }

    /// Schemes, hosts, other authorities, and namespaces without a prefix.
    pub(crate) fn names(&self) -> [&NameCounts; 4] {
        [&self.schemes, &self.hosts, &self.authorities, self.namespaces.others()]
    }

    /// Counts the valid values of a block.
    ///
    /// Each table counts all values before the next table does, so the processor can start with the next value
    /// while it waits for one.
    pub(crate) fn add_valid(&mut self, values: &[Valid<'_>], judge: &Judge) {
        for value in values {
            let counts = &mut self.parts[value.part];
            counts.by_status[VALID] += 1;
            counts.ascii += u64::from(value.is_ascii);
            if !value.is_ascii {
                self.scripts.add(value.target);
            }
        }
        self.schemes.add(values.iter().filter_map(counted_scheme));
        let mut others = Vec::new();
        self.hosts.add(values.iter().filter_map(|value| {
            let host = value.parts.host()?;
            let scheme = value.parts.scheme().map(|scheme| &value.target[scheme]);
            if names_servers(scheme) {
                return Some(&value.target[host]);
            }
            others.push(authority(value, host));
            None
        }));
        self.authorities.add(others);
        if let Some(map) = &judge.prefixes {
            self.namespaces.add(map, values);
        }
        for value in values {
            self.lengths.add(value);
        }
    }

    /// Returns true if it should be passed on before another block is counted.
    pub fn is_full(&self) -> bool {
        self.names().into_iter().any(NameCounts::is_full)
    }

    /// The counts of each position of RDF statements, and those of values without a position.
    pub fn parts(&self) -> impl Iterator<Item = (Option<&'static str>, Counts)> {
        let names = POSITIONS.iter().map(|&position| Some(position)).chain([None]);
        names.zip(self.parts)
    }

    /// The reasons of invalid values, with the number of values of each, and the number of these that can be
    /// mended.
    pub fn reasons(&self) -> impl Iterator<Item = (&'static str, u64, u64)> {
        self.reasons.iter().copied()
    }

    /// The causes of `invalid-character` in words, with the number of values of each, and the number of these
    /// that can be mended.
    pub fn causes(&self) -> impl Iterator<Item = (String, u64, u64)> {
        let mut by_words = BTreeMap::<String, (u64, u64)>::new();
        for (cause, (count, mendable)) in &self.causes {
            let (sum, those) = by_words.entry(cause.message()).or_default();
            (*sum, *those) = (*sum + count, *those + mendable);
        }
        by_words.into_iter().map(|(words, (count, mendable))| (words, count, mendable))
    }

    /// The codes of findings, with the number of values of each.
    pub fn findings(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.findings.iter().copied()
    }

    /// The schemes, in lower case.
    pub fn schemes(&self) -> impl Iterator<Item = (&str, u64)> {
        self.schemes.iter()
    }

    /// The names of buckets, apps and others in place of a host, in lower case: `s3://bucket`.
    pub fn authorities(&self) -> impl Iterator<Item = (&str, u64)> {
        self.authorities.iter()
    }

    /// The hosts, their ASCII letters in lower case.
    pub fn hosts(&self) -> impl Iterator<Item = (&str, u64)> {
        self.hosts.iter()
    }

    /// The indices of prefixes in the judge's map, with the number of values that begin with their namespaces.
    pub fn prefixes(&self) -> impl Iterator<Item = (usize, u64)> {
        self.namespaces.counts()
    }

    /// Namespaces without a prefix: values up to their last `/` or `#` after the authority.
    pub fn namespaces(&self) -> impl Iterator<Item = (&str, u64)> {
        self.namespaces.others().iter()
    }

    /// The scripts of characters beyond ASCII, with the number of values of each.
    pub fn scripts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.scripts.iter()
    }

    /// The classes of lengths of the [measured](crate::MEASURED) parts: component, class, number of values, and
    /// the longest length of the component.
    pub fn lengths(&self) -> impl Iterator<Item = (&'static str, usize, u64, usize)> {
        self.lengths.iter()
    }
}

/// The name under which a scheme is counted; a package URL is counted by its type, such as `pkg:npm`.
#[inline]
fn counted_scheme<'a>(value: &Valid<'a>) -> Option<&'a str> {
    let (target, end) = (value.target, value.parts.scheme()?.end);
    let end = if end == 3 && target[..end].eq_ignore_ascii_case("pkg") {
        target[end..].find(['/', '?', '#']).map_or(target.len(), |i| end + i)
    } else {
        end
    };
    Some(&target[..end])
}

/// The authority of a value, with its scheme unless there is a userinfo between them.
fn authority<'a>(value: &Valid<'a>, host: Range<usize>) -> &'a str {
    let follows = value.parts.scheme().is_some_and(|scheme| scheme.end + "://".len() == host.start);
    &value.target[if follows { 0..host.end } else { host }]
}
