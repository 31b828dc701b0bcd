//! What has been counted.

use iriform_kernel::RowParts;

use crate::judge::Judge;
use crate::lengths::{Lengths, MEASURED};
use crate::names::NameCounts;
use crate::namespaces::Namespaces;
use crate::scripts::ScriptCounts;

/// Every line, row or value is one of four things.
pub const STATUSES: [&str; 4] = ["valid", "invalid", "empty", "unreadable"];
pub(crate) const VALID: usize = 0;
pub(crate) const INVALID: usize = 1;
pub(crate) const EMPTY: usize = 2;
pub(crate) const UNREADABLE: usize = 3;

/// The positions of a statement of RDF that have IRIs. Values of other formats are at none.
pub const POSITIONS: [&str; 5] = ["subject", "predicate", "object", "graph", "datatype"];

/// The number of the part for what is at no position.
pub(crate) const NO_POSITION: usize = POSITIONS.len();
const PARTS: usize = POSITIONS.len() + 1;

/// How many values of a part are one of four things, and how many of the valid ones are ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// In the order of [`STATUSES`].
    pub by_status: [u64; 4],
    /// Those valid values that match the rule of RFC 3986 as well.
    pub ascii: u64,
}

/// What has been counted since it was last taken: as large as there are different names, but never
/// larger than its bounds allow, if it is handed on whenever it [is full](Tally::is_full).
#[derive(Debug)]
pub struct Tally {
    pub(crate) parts: [Counts; PARTS],
    /// Each with how many values there are, and how many of these can be mended.
    reasons: Vec<(&'static str, u64, u64)>,
    findings: Vec<(&'static str, u64)>,
    schemes: NameCounts,
    hosts: NameCounts,
    namespaces: Namespaces,
    scripts: ScriptCounts,
    lengths: [Lengths; MEASURED.len()],
}

impl Default for Tally {
    fn default() -> Self {
        Self::new()
    }
}

impl Tally {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            parts: [Counts::default(); PARTS],
            reasons: Vec::new(),
            findings: Vec::new(),
            schemes: NameCounts::default(),
            hosts: NameCounts::default(),
            namespaces: Namespaces::default(),
            scripts: ScriptCounts::default(),
            lengths: [const { Lengths::new() }; MEASURED.len()],
        }
    }

    /// Counts a value that is not valid, by its reason.
    pub(crate) fn add_reason(&mut self, code: &'static str, can_be_mended: bool) {
        let mendable = u64::from(can_be_mended);
        match self.reasons.iter_mut().find(|(known, ..)| *known == code) {
            Some((_, count, those)) => (*count, *those) = (*count + 1, *those + mendable),
            None => self.reasons.push((code, 1, mendable)),
        }
    }

    /// Counts a valid value that has a finding.
    pub(crate) fn add_finding(&mut self, code: &'static str) {
        match self.findings.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += 1,
            None => self.findings.push((code, 1)),
        }
    }

    /// Counts a valid value, whose components lie in `target`; they are those of `text` itself,
    /// unless it was resolved. Lengths are those of the components, and of the value as it stood.
    #[inline]
    pub(crate) fn add_valid(
        &mut self,
        part: usize,
        text: &str,
        target: &str,
        parts: &RowParts,
        judge: &Judge,
    ) {
        let counts = &mut self.parts[part];
        counts.by_status[VALID] += 1;
        let is_ascii = target.is_ascii();
        counts.ascii += u64::from(is_ascii);
        if !is_ascii {
            self.scripts.add(target);
        }
        if let Some(range) = parts.scheme() {
            self.schemes.add(&target[..end_of_type(target, range.end)]);
        }
        if let Some(range) = parts.host() {
            self.hosts.add(&target[range]);
        }
        if let Some(map) = &judge.prefixes {
            self.namespaces.add(map, target, parts);
        }
        self.measure(text, target, parts, is_ascii);
    }

    #[inline]
    fn measure(&mut self, text: &str, target: &str, parts: &RowParts, is_ascii: bool) {
        let [whole, scheme, authority, userinfo, host, port, path, query, fragment] =
            &mut self.lengths;
        whole.add(if is_ascii && text.len() == target.len() {
            text.len()
        } else {
            text.chars().count()
        });
        for (lengths, range) in [
            (scheme, parts.scheme()),
            (authority, parts.authority()),
            (userinfo, parts.userinfo()),
            (host, parts.host()),
            (port, parts.port()),
            (path, Some(parts.path())),
            (query, parts.query()),
            (fragment, parts.fragment()),
        ] {
            let Some(range) = range else { continue };
            lengths.add(if is_ascii { range.len() } else { target[range].chars().count() });
        }
    }

    /// Whether it should be handed on before another block is counted.
    pub fn is_full(&self) -> bool {
        self.schemes.is_full() || self.hosts.is_full() || self.namespaces.others().is_full()
    }

    /// The counts of each position of RDF's statements, and of what is at none.
    pub fn parts(&self) -> impl Iterator<Item = (Option<&'static str>, Counts)> {
        let names = POSITIONS.iter().map(|&position| Some(position)).chain([None]);
        names.zip(self.parts)
    }

    /// The reasons for which values are not valid: how many values have each, and how many of these
    /// can be mended.
    pub fn reasons(&self) -> impl Iterator<Item = (&'static str, u64, u64)> {
        self.reasons.iter().copied()
    }

    /// The codes of findings, and how many values have each.
    pub fn findings(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.findings.iter().copied()
    }

    /// The schemes, in lower case.
    pub fn schemes(&self) -> impl Iterator<Item = (&str, u64)> {
        self.schemes.iter()
    }

    /// The hosts, their ASCII letters in lower case.
    pub fn hosts(&self) -> impl Iterator<Item = (&str, u64)> {
        self.hosts.iter()
    }

    /// The places of prefixes in the judge's map, and how many values begin with their namespaces.
    pub fn prefixes(&self) -> impl Iterator<Item = (usize, u64)> {
        self.namespaces.counts()
    }

    /// Namespaces without a prefix: values up to their last `/` or `#` behind the authority.
    pub fn namespaces(&self) -> impl Iterator<Item = (&str, u64)> {
        self.namespaces.others().iter()
    }

    /// The scripts of characters beyond ASCII, and how many values have each.
    pub fn scripts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.scripts.iter()
    }

    /// The classes of lengths of what is [measured](MEASURED): component, class, how many values,
    /// and the longest of the component.
    pub fn lengths(&self) -> impl Iterator<Item = (&'static str, usize, u64, usize)> {
        MEASURED.iter().zip(&self.lengths).flat_map(|(&component, lengths)| {
            let there = lengths.classes.iter().enumerate().filter(|(_, n)| **n > 0);
            there.map(move |(class, &n)| (component, class, n, lengths.longest))
        })
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        self.parts.fill(Counts::default());
        self.reasons.clear();
        self.findings.clear();
        self.schemes.clear();
        self.hosts.clear();
        self.namespaces.clear();
        self.scripts.clear();
        self.lengths.fill(Lengths::new());
    }
}
/// Where what is counted of a scheme ends: a package URL is counted by its type, as `pkg:npm`.
#[inline]
fn end_of_type(target: &str, scheme: usize) -> usize {
    if scheme != 3 || !target[..scheme].eq_ignore_ascii_case("pkg") {
        return scheme;
    }
    target[scheme..].find(['/', '?', '#']).map_or(target.len(), |i| scheme + i)
}
