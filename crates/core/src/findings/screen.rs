//! The screen before the search for names: it lets go nearly all hosts that resemble none, in a time that does not
//! depend on the number of names, and none that resembles one.
//!
//! It asks the index for the pieces of a host for which the [search](super::search) asks it, by hashes: one pass over
//! the host gives them all. A host that is not a plain name is searched. One that fonts show as another is asked about
//! as that one, too.

use std::ops::Range;

use super::beside::{Words, hyphens, runs};
use super::hashes::{Filter, Hashes, NamesByHash, hash_of, joined, one_edit};
use super::looks::{MAX_LABEL, melt, melts};
use crate::parts::lookup::PlainName;
use crate::parts::mix::folded;

/// The shortest label of a name whose edits are looked for: a shorter one has too many others one edit away.
pub(super) const LEAST_EDITED: usize = 6;

/// The pieces of names, of which a host that could resemble one must have one.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// The keys of labels that are compared before any public suffix.
    anywhere: Filter,
    /// The public suffixes of names, and the texts that they look like.
    suffixes: Filter,
    /// Halves of labels that are one edit from a key, before its suffix.
    halves: Filter,
}

/// A key of a name, by which it is compared, and the hash of its public suffix.
pub(super) struct Compared<'n> {
    pub(super) key: &'n str,
    pub(super) suffix: u64,
    /// Whether it is compared before any public suffix.
    pub(super) is_anywhere: bool,
}

impl Screen {
    /// A screen of names, and of their public suffixes with the texts that these look like, as hashes.
    pub(super) fn of<'n>(
        names: impl Iterator<Item = Compared<'n>>,
        suffixes: impl Iterator<Item = u64>,
    ) -> Self {
        let [mut anywhere, mut halves] = [const { Vec::new() }; 2];
        for Compared { key, suffix, is_anywhere } in names {
            let hashes = Hashes::of_text(key);
            if is_anywhere {
                anywhere.extend([hashes.all(), hash_of(&key.replace('-', ""))]);
            }
            let length = hashes.length();
            if length >= LEAST_EDITED {
                let of = |other| halves_of(&hashes, &(0..length), other, suffix);
                halves.extend((length - 1..=length + 1).flat_map(of));
            }
        }
        let [anywhere, suffixes, halves] = [anywhere, suffixes.collect(), halves].map(Filter::of);
        Self { anywhere, suffixes, halves }
    }

    /// Whether a host may resemble a name of the index.
    pub(super) fn may_resemble(&self, index: &NamesByHash, host: &str) -> bool {
        let Some(name) = PlainName::of(host).filter(|_| host.len() <= MAX_LABEL) else {
            return true;
        };
        let hashes = Hashes::of_bytes(host.as_bytes());
        let written = HostLook { screen: self, index, name, hashes: &hashes };
        written.finds(&written) || melts(host.as_bytes()) && self.may_resemble_in_fonts(&written)
    }

    /// The same of a host as fonts show it.
    #[cold]
    fn may_resemble_in_fonts(&self, written: &HostLook<'_>) -> bool {
        let mut font = [0; MAX_LABEL];
        let host = melt(written.name.text.as_bytes(), &mut font);
        let hashes = Hashes::of_bytes(host);
        let name = std::str::from_utf8(host).ok().and_then(PlainName::of);
        name.is_none_or(|name| {
            HostLook { screen: self, index: written.index, name, hashes: &hashes }.finds(written)
        })
    }
}

/// The hashes of the first and the last half of a label, before a public suffix with that hash. An edit lies within two
/// characters side by side: to a label of that `length`, it leaves one half as it is.
#[inline]
fn halves_of(text: &Hashes, label: &Range<usize>, length: usize, suffix: u64) -> [u64; 2] {
    let half = length.saturating_sub(1) / 2;
    let [first, last] = [label.start..label.start + half, label.end - half..label.end];
    // The lengths and the sides are told apart by what is mixed in.
    let hash = |piece, side: usize| folded(text.piece(&piece), suffix ^ (2 * length + side) as u64);
    [hash(first, 0), hash(last, 1)]
}

/// The look at a host, as it is written or as fonts show it.
#[derive(Clone, Copy)]
struct HostLook<'l> {
    screen: &'l Screen,
    index: &'l NamesByHash,
    name: PlainName<'l>,
    hashes: &'l Hashes,
}

impl HostLook<'_> {
    /// Looks at each label, from the last but one on. An edit is looked for before the suffix as it is written.
    #[inline]
    fn finds(&self, written: &Self) -> bool {
        let [mut start, mut other] =
            [self, written].map(|look| look.label_start(look.name.text.len()));
        // A label alone is a name's suffix, too.
        if start == 0 {
            return true;
        }
        while start > 0 {
            let end = start - 1;
            let suffix = written.behind(other);
            let has_suffix = |suffix| self.screen.suffixes.may_have(suffix);
            let is_before_suffix = has_suffix(suffix) || has_suffix(self.behind(start));
            (start, other) = (self.label_start(end), written.label_start(other - 1));
            let label = start..end;
            if self.finds_label(&label, is_before_suffix)
                || is_before_suffix
                    && (self.finds_edit(&label, suffix) || self.finds_joined(&label))
            {
                return true;
            }
        }
        false
    }

    /// Where the label begins that ends there.
    #[inline]
    fn label_start(&self, end: usize) -> usize {
        self.name.label_start(end)
    }

    /// The hash of the text from there on.
    #[inline]
    fn behind(&self, start: usize) -> u64 {
        self.hashes.piece(&(start..self.name.text.len()))
    }

    /// Whether this is the hash of a key that is compared before any suffix.
    #[inline]
    fn is_key(&self, hash: u64) -> bool {
        self.screen.anywhere.may_have(hash) && self.index.has(hash)
    }

    /// Whether a label is a key, or has one between hyphens, beside a word or without its hyphens.
    #[inline]
    fn finds_label(&self, label: &Range<usize>, is_before_suffix: bool) -> bool {
        let all = self.hashes.piece(label);
        let text = self.name.text.as_bytes();
        self.is_key(all)
            || is_before_suffix && self.index.has(all)
            || Words::shared()
                .besides(&text[label.clone()], label.start)
                .any(|rest| self.is_key(self.hashes.piece(&rest)))
            || self.name.has_hyphen(label) && self.finds_between_hyphens(label)
    }

    #[cold]
    fn finds_between_hyphens(&self, label: &Range<usize>) -> bool {
        let text = &self.name.text.as_bytes()[label.clone()];
        let places = hyphens(text).map(|i| label.start + i);
        let starts = [label.start].into_iter().chain(places.clone().map(|i| i + 1));
        let pieces = starts.zip(places.clone().chain([label.end])).map(|(start, end)| start..end);
        let without =
            pieces.fold(0, |before, piece| joined(before, self.hashes.piece(&piece), piece.len()));
        self.is_key(without)
            || runs(places, label.clone()).any(|run| self.is_key(self.hashes.piece(&run)))
    }

    /// Whether a label before the public suffix of a name is one edit from its key.
    #[inline]
    fn finds_edit(&self, label: &Range<usize>, suffix: u64) -> bool {
        label.len() + 1 >= LEAST_EDITED
            && halves_of(self.hashes, label, label.len(), suffix)
                .into_iter()
                .any(|half| self.screen.halves.may_have(half))
            && one_edit(self.hashes, label.clone(), suffix).any(|hash| self.index.has(hash))
    }

    /// Whether a key is made of the label with the one before it, or with all before it.
    #[inline]
    fn finds_joined(&self, label: &Range<usize>) -> bool {
        let (mut all, mut length, mut start) = (self.hashes.piece(label), label.len(), label.start);
        let mut is_last_two = true;
        while start > 0 {
            let before = self.label_start(start - 1)..start - 1;
            all = joined(self.hashes.piece(&before), all, length);
            length += before.len();
            start = before.start;
            if (is_last_two || start == 0) && self.is_key(all) {
                return true;
            }
            is_last_two = false;
        }
        false
    }
}
