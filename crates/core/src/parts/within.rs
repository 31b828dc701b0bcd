//! A set of hosts, and whether a host is one of them or below one.

use std::collections::HashSet;
use std::net::IpAddr;

use crate::parts::lookup::{Looked, compared, is_resolvable};
use crate::parts::mix::BuildMixer;

/// A set of hosts, compared as name look-up reads them. A query makes one look-up for each label of a host,
/// regardless of the number of names.
#[derive(Clone, Debug, Default)]
pub struct HostSet {
    names: HashSet<Box<[u8]>, BuildMixer>,
    lengths: ReadLengths,
    addresses: HashSet<IpAddr>,
}

/// The lengths of the names of a set. Only a text with one of these lengths is looked up, so all look-ups for a
/// host together read no more text than the host and the names have.
#[derive(Clone, Debug, Default)]
struct ReadLengths {
    /// One bit for each length below 64.
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

/// A name that looks like a pattern, although names below a name match anyway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsPattern(String);

error_words!(IsPattern, |Self(name), f| write!(
    f,
    "{name:?} must be a host, not a pattern: every name below it is within it"
));

impl HostSet {
    /// The set of these valid hosts, for [`Self::has_above`].
    pub fn above<'a>(hosts: impl Iterator<Item = &'a str> + Clone) -> Result<Self, IsPattern> {
        match hosts.clone().find_map(pattern) {
            Some(pattern) => Err(pattern),
            None => Ok(Self::of(hosts)),
        }
    }

    /// The set of these valid hosts.
    pub fn of<'a>(hosts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all = Self::default();
        hosts.into_iter().for_each(|host| all.add(compared(host)));
        all
    }

    /// Adds a host that has been read.
    pub(crate) fn add(&mut self, host: Looked<'_>) {
        match host {
            Looked::Address(address) => drop(self.addresses.insert(address)),
            Looked::Name(name) => {
                self.lengths.insert(name.len());
                self.names.insert(name.as_bytes().into());
            }
        }
    }

    /// Returns true if a host [`matches`](super::lookup::matches) one of the set.
    pub fn has(&self, host: &Looked<'_>) -> bool {
        match host {
            Looked::Address(address) => self.addresses.contains(address),
            Looked::Name(name) => self.has_name(name.as_bytes()),
        }
    }

    /// Returns true if a name in lower case is one of the set.
    #[inline]
    pub(crate) fn has_name(&self, name: &[u8]) -> bool {
        self.lengths.has(name.len()) && self.names.contains(name)
    }

    /// Returns true if a host is one of the set or, if it is a domain name, below one: like [`Within`], with
    /// names that have been read.
    pub fn has_above(&self, host: &Looked<'_>) -> bool {
        let is_below = match host {
            Looked::Name(name) => self.has_name_above(name.as_bytes()),
            Looked::Address(_) => false,
        };
        self.has(host) || is_below
    }

    /// Returns true if a name in lower case that can be looked up is below one of the set.
    #[inline]
    pub(crate) fn has_name_above(&self, name: &[u8]) -> bool {
        if self.names.is_empty() {
            return false;
        }
        let dots = name.iter().enumerate().filter(|&(_, &byte)| byte == b'.');
        dots.map(|(dot, _)| &name[dot + 1..]).any(|above| !above.is_empty() && self.has_name(above))
            && is_resolvable(name)
    }
}

/// A host that is compared with a few names once, which is faster than making a [`HostSet`].
#[derive(Debug)]
pub struct Within<'a> {
    /// The host that was read; none is never within a name.
    host: Option<Looked<'a>>,
    is_one: bool,
    is_below: bool,
    pattern: Option<IsPattern>,
}

impl<'a> Within<'a> {
    /// A host as it is [compared], or none.
    pub fn of(host: Option<Looked<'a>>) -> Self {
        Self { host, is_one: false, is_below: false, pattern: None }
    }

    /// Compares it with a valid host.
    pub fn ask(&mut self, name: &str) {
        self.ask_read(name, &compared(name));
    }

    /// Compares it with a valid host as name look-up reads it.
    pub fn ask_read(&mut self, name: &str, read: &Looked<'_>) {
        if self.pattern.is_none() {
            self.pattern = pattern(name);
        }
        let Some(host) = &self.host else { return };
        self.is_one |= read == host;
        self.is_below |= is_below(host, read);
    }

    /// Returns true if the host is one of the names or, if that is a domain name, below one. Nothing is below
    /// an address, and only the empty host is within the empty name. Only a host that name look-up accepts is
    /// below a name: other programs may split a host at other characters.
    pub fn answer(self) -> Result<bool, IsPattern> {
        if let Some(pattern) = self.pattern {
            return Err(pattern);
        }
        Ok(self.is_one || self.is_below)
    }
}

fn is_below(host: &Looked<'_>, other: &Looked<'_>) -> bool {
    let (Looked::Name(name), Looked::Name(above)) = (host, other) else { return false };
    let is_whole_label = |rest: &str| rest.ends_with('.');
    !above.is_empty()
        && name.strip_suffix(&**above).is_some_and(is_whole_label)
        && is_resolvable(name.as_bytes())
}

/// A name that looks like a pattern.
fn pattern(name: &str) -> Option<IsPattern> {
    name.starts_with(['.', '*']).then(|| IsPattern(name.to_owned()))
}
