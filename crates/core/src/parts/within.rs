//! A set of hosts, and whether a host is one of them or below one.

use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::net::IpAddr;

use crate::parts::lookup::{Looked, compared, ends_early};
use crate::parts::mix::mixed;

/// A set of hosts, compared as name look-up reads them. To ask it takes a look-up for each label of a
/// host, however many names it has.
#[derive(Clone, Debug, Default)]
pub struct HostSet {
    names: HashSet<Box<str>, BuildHasherDefault<Mixer>>,
    lengths: ReadLengths,
    addresses: HashSet<IpAddr>,
}

/// The lengths that the names of a set have. Only a text of one of these is looked up, so that all look-ups
/// for a host together read no more than the host and the names have.
#[derive(Clone, Debug, Default)]
struct ReadLengths {
    /// A bit for each length below 64.
    short: u64,
    long: HashSet<usize>,
}

impl ReadLengths {
    fn insert(&mut self, length: usize) {
        if length < 64 {
            self.short |= 1 << length;
        } else {
            self.long.insert(length);
        }
    }

    #[inline]
    fn has(&self, length: usize) -> bool {
        if length < 64 { self.short >> length & 1 == 1 } else { self.long.contains(&length) }
    }
}

/// A name that looks like a pattern, where all names below a name are meant anyway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsPattern(String);

impl fmt::Display for IsPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(name) = self;
        write!(f, "{name:?} must be a host, not a pattern: every name below it is within it")
    }
}

impl std::error::Error for IsPattern {}

impl HostSet {
    /// The set of these valid hosts, to ask [`Self::has_above`].
    pub fn above<'a>(hosts: impl Iterator<Item = &'a str> + Clone) -> Result<Self, IsPattern> {
        without_pattern(hosts.clone())?;
        Ok(Self::of(hosts))
    }

    /// The set of these valid hosts.
    pub fn of<'a>(hosts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all = Self::default();
        for host in hosts {
            match compared(host) {
                Looked::Address(address) => {
                    all.addresses.insert(address);
                }
                Looked::Name(name) => {
                    all.lengths.insert(name.len());
                    all.names.insert(name.into());
                }
            }
        }
        all
    }

    /// Whether a valid host is one of the set, as [`matches`](super::lookup::matches) says of a single
    /// name.
    pub fn has(&self, host: &str) -> bool {
        self.has_read(&compared(host))
    }

    /// Whether a valid host is one of the set or, if that is a domain name, below one: [`is_within`], with names
    /// that have been read.
    pub fn has_above(&self, host: &str) -> bool {
        let read = compared(host);
        self.has_read(&read) || self.has_above_read(&read) && !ends_early(host)
    }

    fn has_read(&self, host: &Looked<'_>) -> bool {
        match host {
            Looked::Address(address) => self.addresses.contains(address),
            Looked::Name(name) => self.names.contains(&**name),
        }
    }

    fn has_above_read(&self, host: &Looked<'_>) -> bool {
        let Looked::Name(name) = host else { return false };
        name.match_indices('.').any(|(dot, _)| {
            let above = &name[dot + 1..];
            !above.is_empty() && self.lengths.has(above.len()) && self.names.contains(above)
        })
    }
}

/// Whether a valid host is one of some others or, if that is a domain name, below one. Nothing is below an
/// address, and nothing but the empty host is within the empty name. A host in which a delimiter or a control
/// character is encoded is below no name, because programs that decode it end the host there.
///
/// Without a host, nothing is. To ask once takes less time than to make a [`HostSet`].
pub fn is_within<'a>(
    host: Option<&str>,
    others: impl Iterator<Item = &'a str> + Clone,
) -> Result<bool, IsPattern> {
    without_pattern(others.clone())?;
    let Some(host) = host else { return Ok(false) };
    let read = compared(host);
    let mut is_below = false;
    for other in others.map(compared) {
        if other == read {
            return Ok(true);
        }
        is_below |= is_below_read(&read, &other);
    }
    Ok(is_below && !ends_early(host))
}

fn is_below_read(host: &Looked<'_>, other: &Looked<'_>) -> bool {
    let (Looked::Name(name), Looked::Name(above)) = (host, other) else { return false };
    let is_whole_label = |rest: &str| rest.ends_with('.');
    !above.is_empty() && name.strip_suffix(&**above).is_some_and(is_whole_label)
}

/// Refuses names that look like patterns.
fn without_pattern<'a>(mut names: impl Iterator<Item = &'a str>) -> Result<(), IsPattern> {
    match names.find(|name| name.starts_with(['.', '*'])) {
        Some(pattern) => Err(IsPattern(pattern.to_owned())),
        None => Ok(()),
    }
}

/// A hash of names that is faster than one that is safe for keys from outside. Here only the names of
/// the set are keys, and who states them has no reason to make it slow.
#[derive(Clone, Copy, Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = mixed(self.0, bytes);
    }

    fn finish(&self) -> u64 {
        // The table takes the place from the low bits, which depend on few of the text's.
        self.0 ^ self.0 >> 32
    }
}
