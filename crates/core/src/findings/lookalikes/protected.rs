//! Protected names, indexed so that a host is compared with all of them at once.
//!
//! Registrable domains are compared by their label before the public suffix. The index has a hash of each
//! name's label, and of that label without each one of its characters. A look-up of a host's labels, and of
//! these labels without each one of their characters, finds every name that is one edit away. The time is
//! linear in the length of the host, and independent of the number of names.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::once;
use std::sync::LazyLock;

use crate::findings::looks::{MAX_LABEL, font, shapes};
use crate::parts::host::DOTS;
use crate::parts::lookup::{PlainName, unicode_label};
use crate::parts::mix::{BuildMixer, folded};
use crate::parts::suffix::{Domain, Suffixes, Which, domain};
use crate::syntax::bits::ODD;

/// A shorter label is only compared with labels before the same suffix.
const LEAST_ANYWHERE: usize = 4;
/// The shortest label of a name whose edits are found. Too many labels are one edit away from a shorter one.
pub(super) const LEAST_EDITED: usize = 6;

/// The seeds of the hashes of public suffixes, and of whole domains.
const SUFFIX: u64 = 1;
const DOMAIN: u64 = 2;

/// The names that hosts are compared with.
#[derive(Clone, Debug, Default)]
pub(in crate::findings) struct Protected {
    pub(super) names: Vec<Name>,
    /// The length of their longest registrable domain, in bytes.
    longest: usize,
    /// The indices of the names by the hashes of their keys, of their keys with [one edit](one_edit), of their
    /// public suffixes and of their domains.
    index: HashMap<u64, Vec<u32>, BuildMixer>,
}

/// A name that is protected.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// The registrable domain, as people see it.
    pub(super) shown: String,
    /// Its label before the public suffix.
    pub(super) label: String,
    pub(super) suffix: String,
    pub(super) keys: Vec<Key<'static>>,
}

/// The spellings that a text is compared by.
#[derive(Clone, Debug)]
pub(super) struct Key<'a> {
    pub(super) shape: Cow<'a, str>,
    /// The spelling, if it differs.
    font: Option<String>,
}

/// The index of the label before the public suffix.
pub(super) fn label_before_suffix(host: &str, labels: usize) -> usize {
    let list = Suffixes::built_in();
    let of = |which| domain(host, list, which).and_then(Domain::registrable);
    // A suffix that the owner of a domain offers to others counts as a domain of that owner.
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

    /// The hashes of the public suffix, and of the texts that it looks like.
    fn suffixes(&self) -> Vec<u64> {
        let looks =
            Key::all(&self.suffix).flat_map(|key| key.texts().map(hash_of).collect::<Vec<_>>());
        looks.chain([hash_of(&self.suffix)]).collect()
    }

    /// Returns true if the label is long enough to be found before any suffix.
    pub(super) fn is_found_anywhere(&self) -> bool {
        self.label.chars().count() >= LEAST_ANYWHERE
    }
}

impl Protected {
    pub(in crate::findings) fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<Name> = names.into_iter().filter_map(|name| Name::of(&name)).collect();
        let longest = names.iter().map(|name| name.shown.len()).max().unwrap_or(0);
        let mut index = HashMap::<u64, Vec<u32>, _>::default();
        for (place, name) in (0..).zip(&names) {
            let mut push = |hash| {
                let places = index.entry(hash).or_default();
                if places.last() != Some(&place) {
                    places.push(place);
                }
            };
            push(folded(hash_of(&name.shown), DOMAIN));
            name.suffixes().into_iter().for_each(|suffix| push(folded(suffix, SUFFIX)));
            for key in name.keys.iter().flat_map(Key::texts) {
                push(hash_of(key));
                push(hash_joined(key));
                one_edit(key.chars(), hash_of(&name.suffix)).for_each(&mut push);
            }
        }
        Self { names, longest, index }
    }

    pub(in crate::findings) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of which a key has this hash.
    #[inline]
    pub(super) fn with(&self, hash: u64) -> impl Iterator<Item = &Name> {
        self.index.get(&hash).into_iter().flatten().map(|&place| &self.names[place as usize])
    }

    /// Rejects almost every unrelated host, never a look-alike. It makes the look-ups of the
    /// [search](super::search) at every label before a public suffix of a name.
    pub(in crate::findings) fn may_resemble(&self, host: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        let is_plain = host.len() <= MAX_LABEL && PlainName::of(host).is_some();
        // A single label is also the suffix of a name.
        if !is_plain || !host.contains('.') {
            return true;
        }
        let melted = font(host);
        let looks = melted.as_deref().unwrap_or(host);
        let [mut end, mut end_of_look] = [host.len(), looks.len()];
        host.rsplit('.').zip(looks.rsplit('.')).any(|(label, look)| {
            let suffixes = [host.get(end + 1..), looks.get(end_of_look + 1..)];
            let before = &host[..end];
            end = end.saturating_sub(label.len() + 1);
            end_of_look = end_of_look.saturating_sub(look.len() + 1);
            suffixes[0].is_some()
                && self.may_be_at(before, label, look, suffixes.map(Option::unwrap_or_default))
        })
    }

    /// Looks up the last label of a text, as some fonts show it, before a suffix as it is written and as it
    /// looks.
    #[inline]
    fn may_be_at(&self, text: &str, label: &str, look: &str, suffixes: [&str; 2]) -> bool {
        let has = |hash| self.index.contains_key(&hash);
        let has_text = |text: &str| has(hash_of(text));
        if has_text(look)
            || beside_words(look).any(has_text)
            || label.contains('-') && between_hyphens(look).any(has_text)
        {
            return true;
        }
        let suffixes = suffixes.map(hash_of);
        if !suffixes.iter().any(|&suffix| has(folded(suffix, SUFFIX))) {
            return false;
        }
        let mut looks =
            [Some(label), Some(look).filter(|look| *look != label)].into_iter().flatten();
        let start = text.len() - label.len();
        let last_two =
            start.checked_sub(1).map(|end| text[..end].rfind('.').map_or(0, |dot| dot + 1));
        looks.any(|text| one_edit(text.chars(), suffixes[0]).any(has))
            || [Some(start), last_two, Some(0)]
                .into_iter()
                .flatten()
                .any(|start| has(hash_joined(&text[start..])))
    }

    /// Returns true if a host is that of a name, or below one.
    pub(super) fn is_own(&self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host);
        // A text longer than every name is not one of them: a host may have half a million labels.
        let starts = host.len().saturating_sub(self.longest)..host.len();
        let is_start = |&start: &usize| start == 0 || host.as_bytes()[start - 1] == b'.';
        starts.filter(is_start).any(|start| self.has_domain(&host[start..]))
    }

    fn has_domain(&self, domain: &str) -> bool {
        self.with(folded(hash_of(domain), DOMAIN)).any(|name| name.shown == domain)
    }
}

/// The hash of a text, a polynomial over its characters.
#[inline]
pub(super) fn hash_of(text: &str) -> u64 {
    text.chars().fold(0, followed)
}

/// The hash of a text without its hyphens and dots.
#[inline]
fn hash_joined(text: &str) -> u64 {
    text.chars().filter(|c| !matches!(c, '-' | '.')).fold(0, followed)
}

#[inline]
fn followed(hash: u64, c: char) -> u64 {
    hash.wrapping_mul(ODD).wrapping_add(c.into())
}

/// The hashes of a label and of the label without each one of its characters, before a public suffix with the
/// hash `suffix`. Two labels that are one edit apart share one. None for a label that is too short.
#[inline]
pub(super) fn one_edit(
    label: impl DoubleEndedIterator<Item = char> + Clone,
    suffix: u64,
) -> impl Iterator<Item = u64> {
    let is_long = label.clone().nth(LEAST_EDITED - 2).is_some();
    let all = label.clone().fold(0, followed);
    let mut first = label.clone();
    first.next_back();
    let (mut without, mut power) = (first.fold(0, followed), 1_u64);
    // Leaving out a character or the one before it exchanges the two.
    let pairs = label.clone().rev().zip(label.rev().skip(1));
    let earlier = pairs.map(move |(c, before)| {
        let change = u64::from(c).wrapping_sub(before.into()).wrapping_mul(power);
        (without, power) = (without.wrapping_add(change), power.wrapping_mul(ODD));
        without
    });
    let hashes = [all, without].into_iter().chain(earlier);
    hashes.filter(move |_| is_long).map(move |hash| folded(hash, suffix))
}

/// Words that people take for a part of a name even without a hyphen between.
const WORDS: [&str; 42] = [
    "account", "accounts", "admin", "alert", "app", "apps", "auth", "bank", "billing", "care",
    "cdn", "center", "cloud", "com", "confirm", "customer", "help", "home", "info", "login",
    "mail", "mobile", "my", "net", "office", "online", "pay", "payment", "portal", "reset",
    "secure", "security", "service", "shop", "signin", "sso", "store", "support", "update",
    "verify", "web", "www",
];

/// A shorter text is next to a word by chance.
const LEAST_BESIDE: usize = 5;

/// The words as fonts show them.
#[derive(Debug)]
struct Words {
    all: Vec<String>,
    /// The first two letters of the words, and the last two in reverse: a bit for each second letter, by the
    /// first. They reject most labels.
    first: [u32; 32],
    last: [u32; 32],
}

static WORDS_IN_FONTS: LazyLock<Words> = LazyLock::new(|| {
    let words = WORDS.map(|word| font(word).unwrap_or_else(|| word.to_owned()));
    let [mut first, mut last] = [[0; 32]; 2];
    for word in &words {
        if let [a, b, ..] = word.as_bytes()[..] {
            first[usize::from(a % 32)] |= 1 << (b % 32);
        }
        if let [.., b, a] = word.as_bytes()[..] {
            last[usize::from(a % 32)] |= 1 << (b % 32);
        }
    }
    Words { all: words.into(), first, last }
});

/// The texts right after and right before a word in a label as fonts show it.
#[inline]
pub(super) fn beside_words(label: &str) -> impl Iterator<Item = &str> {
    let Words { all, first, last } = &*WORDS_IN_FONTS;
    let may_be = |pairs: &[u32; 32], a: u8, b: u8| pairs[usize::from(a % 32)] >> (b % 32) & 1;
    let (begins, ends) = match *label.as_bytes() {
        [a, b, .., c, d] if label.len() >= LEAST_BESIDE + 2 => {
            (may_be(first, a, b), may_be(last, d, c))
        }
        _ => (0, 0),
    };
    let words = |may_be: u32| if may_be == 0 { [].iter() } else { all.iter() };
    let behind = words(begins).filter_map(|word| label.strip_prefix(&**word));
    let before = words(ends).filter_map(|word| label.strip_suffix(&**word));
    behind.chain(before).filter(|rest| rest.chars().nth(LEAST_BESIDE - 1).is_some())
}

/// The largest number of consecutive pieces between hyphens that are compared. Names have few hyphens.
const ROW: usize = 3;

/// The pieces of a label between hyphens, alone and joined with the next ones.
pub(super) fn between_hyphens(label: &str) -> impl Iterator<Item = &str> {
    let starts = once(0).chain(label.match_indices('-').map(|(i, _)| i + 1));
    starts.flat_map(|start| {
        let rest = &label[start..];
        let ends = rest.match_indices('-').map(|(i, _)| i).chain(once(rest.len()));
        ends.take(ROW).map(|end| &rest[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_beside_a_word() {
        assert!(WORDS.iter().all(|word| (2..=8).contains(&word.len())));
        for (label, expected) in [
            ("loginpaypal", &["paypal"][..]),
            ("paypallogin", &["pallogin", "paypal"]),
            ("doudpaypal", &["paypal"]),
            ("accountsecure", &["secure", "ecure", "account"]),
            ("accountsbanana", &["sbanana", "banana"]),
            ("mypaypal", &["paypal"]),
            ("mypayp", &[]),
            ("mypay", &[]),
            ("customer", &[]),
            ("customersupport", &["support", "customer"]),
            ("paypal", &[]),
            ("", &[]),
        ] {
            assert_eq!(beside_words(label).collect::<Vec<_>>(), expected, "{label}");
        }
    }

    #[test]
    fn what_stands_between_hyphens() {
        let runs: Vec<&str> = between_hyphens("a-bc--d").collect();
        assert_eq!(runs, ["a", "a-bc", "a-bc-", "bc", "bc-", "bc--d", "", "-d", "d"]);
        assert_eq!(between_hyphens("abc").collect::<Vec<_>>(), ["abc"]);
    }

    #[test]
    fn a_text_without_a_character_has_a_hash_of_one_edit() {
        for text in ["example", "exämple", "aaaaaa"] {
            let hashes: Vec<u64> = one_edit(text.chars(), 7).collect();
            let places: Vec<(usize, char)> = text.char_indices().collect();
            let without =
                |&(i, c): &(usize, char)| [&text[..i], &text[i + c.len_utf8()..]].concat();
            let expected = places.iter().rev().map(without);
            let expected = [text.to_owned()].into_iter().chain(expected);
            assert!(expected.map(|text| folded(hash_of(&text), 7)).eq(hashes), "{text}");
        }
        assert_eq!(one_edit("abcd".chars(), 7).count(), 0);
    }
}
