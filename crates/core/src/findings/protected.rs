//! Names that others must not be taken for, prepared so that a host is compared with all of them at
//! once.
//!
//! The registrable domain of a host is compared, by its label: the one before the public
//! suffix. The labels of the names, and those with one character left out, are in an index by a hash.
//! The [search](super::search) asks it for the labels of a host, and for those with one character left
//! out: this finds every name that is one edit away. The [screen](super::screen) lets nearly all hosts go
//! before. The time is linear in the host, however many names there are.

use std::borrow::Cow;

use super::hashes::{Hashes, NamesByHash, hash_of, one_edit};
use super::looks::{font, shapes};
use super::screen::{Compared, LEAST_EDITED, Screen};
use crate::parts::host::DOTS;
use crate::parts::lookup::unicode_label;
use crate::parts::mix::mixed;
use crate::parts::suffix::{Domain, Suffixes, Which, domain};

/// A shorter label is compared with labels before the same suffix only.
const LEAST_ANYWHERE: usize = 4;

/// Names to compare hosts with.
#[derive(Clone, Debug, Default)]
pub(super) struct Protected {
    names: Vec<Name>,
    /// The length of the longest registrable domain of theirs, in bytes.
    longest: usize,
    /// The names by the hashes of their registrable domains.
    domains: NamesByHash,
    /// The names by the hashes of their keys, and by those of [`one_edit`].
    index: NamesByHash,
    screen: Screen,
}

/// A name that is protected.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// The registrable domain, as people are shown it.
    pub(super) shown: String,
    /// Its label before the public suffix.
    pub(super) label: String,
    pub(super) suffix: String,
    pub(super) keys: Vec<Key<'static>>,
}

/// The spellings by which a text is compared.
#[derive(Clone, Debug)]
pub(super) struct Key<'a> {
    pub(super) shape: Cow<'a, str>,
    /// If that is another.
    font: Option<String>,
}

/// The place of the label before the public suffix, among so many labels.
pub(super) fn label_before_suffix(host: &str, labels: usize) -> usize {
    let list = Suffixes::built_in();
    let of = |which| domain(host, list, which).and_then(Domain::registrable);
    // A suffix that the owner of a domain offers to others is a domain of that owner.
    let registrable = of(Which::All).or_else(|| of(Which::Icann));
    let dots = |name: &str| name.bytes().filter(|&byte| byte == b'.').count();
    labels.saturating_sub(registrable.map_or(2, |name| dots(&name) + 1))
}

impl<'a> Key<'a> {
    /// The key of a shape.
    pub(super) fn of(shape: Cow<'a, str>) -> Self {
        Self { font: font(&shape), shape }
    }

    /// The keys of a label, more than one where a character looks like either of two.
    pub(super) fn all(label: &'a str) -> impl Iterator<Item = Self> {
        shapes(label).map(Self::of)
    }

    pub(super) fn font(&self) -> &str {
        self.font.as_deref().unwrap_or(&self.shape)
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        [Some(&*self.shape), self.font.as_deref()].into_iter().flatten()
    }

    fn into_owned(self) -> Key<'static> {
        Key { shape: self.shape.into_owned().into(), font: self.font }
    }
}

impl Name {
    fn of(name: &str) -> Option<Self> {
        let name = name.strip_suffix(DOTS).unwrap_or(name);
        let labels: Vec<String> = name.split(DOTS).map(|label| unicode_label(label).0).collect();
        let place = label_before_suffix(name, labels.len());
        let label = labels.get(place).filter(|label| !label.is_empty())?;
        let keys = Key::all(label).map(Key::into_owned).collect();
        let suffix = labels[place + 1..].join(".");
        Some(Self { shown: labels[place..].join("."), label: label.clone(), suffix, keys })
    }

    /// The keys by which hosts are screened.
    fn compared(&self) -> impl Iterator<Item = Compared<'_>> {
        let (suffix, is_anywhere) = (hash_of(&self.suffix), self.is_found_anywhere());
        let keys = self.keys.iter().flat_map(Key::texts);
        keys.map(move |key| Compared { key, suffix, is_anywhere })
    }

    /// The hashes of the public suffix, and of the texts that it looks like.
    fn suffixes(&self) -> Vec<u64> {
        let looks =
            Key::all(&self.suffix).flat_map(|key| key.texts().map(hash_of).collect::<Vec<_>>());
        looks.chain([hash_of(&self.suffix)]).collect()
    }

    /// Whether the label is long enough to be found before any suffix.
    pub(super) fn is_found_anywhere(&self) -> bool {
        self.label.chars().count() >= LEAST_ANYWHERE
    }
}

impl Protected {
    pub(super) fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<Name> = names.into_iter().filter_map(|name| Name::of(&name)).collect();
        let longest = names.iter().map(|name| name.shown.len()).max().unwrap_or(0);
        let (mut domains, mut index) = (Vec::new(), Vec::new());
        for (place, name) in (0..).zip(&names) {
            domains.push((mixed(0, name.shown.as_bytes()), place));
            for key in name.keys.iter().flat_map(Key::texts) {
                let hashes = Hashes::of_text(key);
                index.push((hashes.all(), place));
                if hashes.length() >= LEAST_EDITED {
                    let edits = one_edit(&hashes, 0..hashes.length(), hash_of(&name.suffix));
                    index.extend(edits.map(|hash| (hash, place)));
                }
                if key.contains('-') {
                    index.push((hash_of(&key.replace('-', "")), place));
                }
            }
        }
        let suffixes = names.iter().flat_map(Name::suffixes);
        let screen = Screen::of(names.iter().flat_map(Name::compared), suffixes);
        let [domains, index] = [domains, index].map(NamesByHash::of);
        Self { names, longest, domains, index, screen }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of which a key has this hash.
    #[inline]
    pub(super) fn with(&self, hash: u64) -> impl Iterator<Item = &Name> {
        self.index.places(hash).map(|place| &self.names[place])
    }

    /// Whether a host may resemble a name. False for nearly all that do not.
    pub(super) fn may_resemble(&self, host: &str) -> bool {
        !self.is_empty() && self.screen.may_resemble(&self.index, host)
    }

    /// Whether a host is that of a name, or below one.
    pub(super) fn is_own(&self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host);
        // What is longer than every name is none: a host may have half a million labels.
        let starts = host.len().saturating_sub(self.longest)..host.len();
        let is_start = |&start: &usize| start == 0 || host.as_bytes()[start - 1] == b'.';
        starts.filter(is_start).any(|start| self.has_domain(&host[start..]))
    }

    fn has_domain(&self, domain: &str) -> bool {
        let mut places = self.domains.places(mixed(0, domain.as_bytes()));
        places.any(|place| self.names[place].shown == domain)
    }
}
