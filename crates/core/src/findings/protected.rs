//! Names that others must not be taken for, prepared so that a host is compared with all of them at
//! once.
//!
//! What is compared is the registrable domain of a host, by its label: the one before the public
//! suffix. The labels of the names, and those with one character left out, are in an index by a hash.
//! A host asks it for its own labels, and for those with one character left out: this finds every
//! name that is one edit away. A filter of bits stands before the index and lets nearly all hosts go.
//! The time is linear in the host, however many names there are.

use std::collections::HashSet;
use std::ops::Range;

use super::hashes::{Filter, Hashes};
use super::looks::{MOST, double, font, melt, shape_of_capitals, shapes};
use crate::parts::idna::DOTS;
use crate::parts::lookup::unicode_label;
use crate::parts::suffix::{Domain, Suffixes, Which, domain};

/// How a host resembles a name, from the closest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Degree {
    /// The characters look alike.
    Look,
    /// The characters look alike in some fonts.
    Font,
    /// The name is a part of the host.
    Part,
    /// One edit leads from one to the other.
    Edit,
    /// The label is the same, and the public suffix another.
    Suffix,
}

/// A shorter label is compared with labels before the same suffix only.
const LEAST_ANYWHERE: usize = 4;

/// A shorter label stands before or behind a word by chance.
const LEAST_BESIDE_WORD: usize = 5;

/// A shorter label has too many others one edit away.
const LEAST_EDITED: usize = 6;

/// So many pieces between hyphens are compared in a row: names have few hyphens.
const ROW: usize = 3;

/// Words that stand right before or behind a name to be taken for a part of it.
const WORDS: [&str; 42] = [
    "account", "accounts", "admin", "alert", "app", "apps", "auth", "bank", "billing", "care",
    "cdn", "center", "cloud", "com", "confirm", "customer", "help", "home", "info", "login",
    "mail", "mobile", "my", "net", "office", "online", "pay", "payment", "portal", "reset",
    "secure", "security", "service", "shop", "signin", "sso", "store", "support", "update",
    "verify", "web", "www",
];

/// The length of the longest word.
const LONGEST: usize = 8;

/// Names to compare hosts with.
#[derive(Clone, Debug, Default)]
pub(super) struct Protected {
    names: Vec<Name>,
    /// The registrable domains of the names.
    domains: HashSet<String>,
    /// The length of the longest of them, in bytes.
    longest: usize,
    /// Hashes of labels, each with the place of its name, in order.
    index: Vec<(u64, u32)>,
    /// The hashes of the index.
    filter: Filter,
    /// The hashes of the words, and of the two characters with which one begins or ends.
    words: Filter,
    edges: Filter,
    /// Whether a label begins with `www`.
    has_www: bool,
}

/// A name that is protected.
#[derive(Clone, Debug)]
struct Name {
    /// The registrable domain, as people are shown it.
    shown: String,
    /// Its label before the public suffix.
    label: String,
    suffix: String,
    keys: Vec<Key>,
}

/// What a label is compared by.
#[derive(Clone, Debug)]
struct Key {
    shape: String,
    font: String,
}

/// A host with its labels, as it is compared.
pub(super) struct Host<'a> {
    /// The labels as people are shown them, without that of the root.
    pub(super) shown: Vec<&'a str>,
    /// The one before the public suffix.
    pub(super) label: usize,
    /// The same as it is written.
    pub(super) written: &'a str,
}

/// What a host resembles.
#[derive(Clone, Debug)]
pub(super) struct Resemblance {
    pub(super) degree: Degree,
    /// The domain that it resembles.
    pub(super) name: String,
    /// The place of the label that does.
    pub(super) label: usize,
}

/// The place of the label before the public suffix, among so many labels.
pub(super) fn label_before_suffix(host: &str, labels: usize) -> usize {
    let list = Suffixes::built_in();
    let of = |which| domain(host, list, which).and_then(Domain::registrable);
    // A suffix that the owner of a domain offers to others is a domain of that owner.
    let registrable = of(Which::All).or_else(|| of(Which::Icann));
    labels.saturating_sub(registrable.map_or(2, |name| name.split('.').count()))
}

impl Key {
    /// The keys of a label, more than one where a character looks like either of two.
    fn all(label: &str) -> Vec<Self> {
        let with_font = |shape: String| Self { font: font(&shape), shape };
        shapes(label).into_iter().map(with_font).collect()
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let other = Some(&*self.font).filter(|&font| font != self.shape);
        [Some(&*self.shape), other].into_iter().flatten()
    }
}

impl Name {
    fn of(name: &str) -> Option<Self> {
        let name = name.strip_suffix(DOTS).unwrap_or(name);
        let labels: Vec<String> = name.split(DOTS).map(|label| unicode_label(label).0).collect();
        let place = label_before_suffix(name, labels.len());
        let label = labels.get(place).filter(|label| !label.is_empty())?;
        let keys = Key::all(label);
        let suffix = labels[place + 1..].join(".");
        Some(Self { shown: labels[place..].join("."), label: label.clone(), suffix, keys })
    }

    /// Whether the label is long enough to be found before any suffix.
    fn is_found_anywhere(&self) -> bool {
        self.label.chars().count() >= LEAST_ANYWHERE
    }
}

impl Protected {
    pub(super) fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<Name> = names.into_iter().filter_map(|name| Name::of(&name)).collect();
        let domains: HashSet<_> = names.iter().map(|name| name.shown.clone()).collect();
        let longest = domains.iter().map(String::len).max().unwrap_or(0);
        let mut index = Vec::new();
        for (place, name) in (0..).zip(&names) {
            for key in name.keys.iter().flat_map(Key::texts) {
                let hashes = Hashes::of_text(key);
                index.push((hashes.all(), place));
                if hashes.length() >= LEAST_EDITED {
                    index.extend(hashes.without_one().map(|hash| (hash, place)));
                }
                if key.contains('-') {
                    index.push((Hashes::of_text(&key.replace('-', "")).all(), place));
                }
            }
        }
        index.sort_unstable();
        index.dedup();
        let filter = Filter::of(index.iter().map(|&(hash, _)| hash));
        let of_words = WORDS.map(|word| Hashes::of_text(&font(word)));
        let words = Filter::of(of_words.iter().map(Hashes::all));
        let edge = |word: &Hashes| [word.of(0..2), word.of(word.length() - 2..word.length())];
        let edges: Vec<u64> = of_words.iter().flat_map(edge).collect();
        let edges = Filter::of(edges.into_iter());
        let mut keys = names.iter().flat_map(|name| &name.keys);
        let has_www = keys.any(|key| key.texts().any(|text| text.starts_with("ww")));
        Self { names, domains, longest, index, filter, words, edges, has_www }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of which a key, perhaps with a character left out, has this hash.
    fn with(&self, hash: u64) -> impl Iterator<Item = &Name> {
        let is_there = self.filter.may_have(hash);
        let index = if is_there { &*self.index } else { &[] };
        let start = index.partition_point(|&(other, _)| other < hash);
        let found = index[start..].iter().take_while(move |&&(other, _)| other == hash);
        found.map(|&(_, place)| &self.names[place as usize])
    }

    /// Whether a host may resemble a name. False for nearly all that do not, if they are plain: labels
    /// of small letters, digits and single hyphens.
    #[inline]
    pub(super) fn may_resemble(&self, host: &[u8]) -> bool {
        if self.is_empty() {
            return false;
        }
        // Nearly all hosts begin so, and hardly a name does.
        let host = host.strip_prefix(b"www.").filter(|_| !self.has_www).unwrap_or(host);
        let mut hashes = Hashes::new();
        let (mut all_before, mut before) = (0, 0);
        let (mut start, mut seen, mut last) = (0, 0, 0);
        if host.len() > MOST {
            return true;
        }
        for (i, &byte) in host.iter().enumerate() {
            let class = CLASSES[usize::from(byte)];
            if class != DOT {
                let is_double = last == b'-' && byte == b'-';
                seen |= if is_double { OTHER } else { class };
                seen |= if double(last, byte).is_some() { MELTED } else { 0 };
                hashes.push(byte);
                last = byte;
                continue;
            }
            let label = &host[start..i];
            let joined = [hashes.behind(all_before), hashes.behind(before)];
            (all_before, before) = (joined[0], hashes.all());
            let is_joined = || start > 0 && joined.iter().any(|&hash| self.has(hash));
            if seen & OTHER != 0 || self.may_have(label, seen, &hashes) || is_joined() {
                return true;
            }
            if seen & MELTED != 0 {
                let mut font = [0; MOST];
                let font = melt(label, &mut font);
                hashes.clear();
                for &byte in font {
                    hashes.push(byte);
                }
                if self.may_have(font, seen, &hashes) {
                    return true;
                }
            }
            (start, last) = (i + 1, 0);
            hashes.clear();
        }
        // The last label counts in a name of one label only.
        start == 0 || seen & OTHER != 0
    }

    /// Whether a key, perhaps with a character left out, has this hash.
    #[inline]
    fn has(&self, hash: u64) -> bool {
        self.filter.may_have(hash)
            && self.index.binary_search_by_key(&hash, |&(other, _)| other).is_ok()
    }

    #[inline]
    fn may_have(&self, label: &[u8], seen: u8, hashes: &Hashes) -> bool {
        let length = label.len();
        let has = |hash| self.has(hash);
        has(hashes.all())
            || length + 1 >= LEAST_EDITED && hashes.without_one().any(has)
            || length >= LEAST_BESIDE_WORD + 2
                && self.besides(hashes).any(|rest| has(hashes.of(rest)))
            || seen & HYPHEN != 0 && {
                let without = label.iter().filter(|&&byte| byte != b'-');
                has(Hashes::of_chars(without.map(|&byte| u32::from(byte))).all())
                    || runs(label, b'-').any(|run| has(hashes.of(run)))
            }
    }

    /// What may stand beside a word in a label.
    #[inline]
    fn besides(&self, hashes: &Hashes) -> impl Iterator<Item = Range<usize>> {
        let length = hashes.length();
        let may_be = |part| self.edges.may_have(hashes.of(part));
        let is_short = length < LEAST_BESIDE_WORD + 2;
        let has_first = !is_short && may_be(0..2);
        let has_last = !is_short && may_be(length - 2..length);
        let most = LONGEST.min(length.saturating_sub(LEAST_BESIDE_WORD));
        let lengths = if has_first || has_last { 2..most + 1 } else { 0..0 };
        lengths.flat_map(move |n| {
            let has = |is_there: bool, part| is_there && self.words.may_have(hashes.of(part));
            let first = has(has_first, 0..n).then_some(n..length);
            let last = has(has_last, length - n..length).then_some(0..length - n);
            first.into_iter().chain(last)
        })
    }

    /// Whether labels are those of a name, or of a host below one.
    fn is_own(&self, labels: &[&str]) -> bool {
        // What is longer than every name is none: a host may have half a million labels.
        let mut length = 0;
        let may_be = |label: &&&str| {
            length += label.len() + 1;
            length <= self.longest + 1
        };
        let most = labels.iter().rev().take_while(may_be).count();
        let mut starts = labels.len() - most..labels.len();
        starts.any(|start| self.domains.contains(&labels[start..].join(".")))
    }

    /// What a host resembles most; nothing if it is one of the names, or below one.
    pub(super) fn resembled(&self, host: &Host<'_>) -> Option<Resemblance> {
        if self.is_own(&host.shown) {
            return None;
        }
        let mut search = Search { protected: self, host, suffix: String::new(), best: None };
        search.suffix = host.shown.get(host.label + 1..)?.join(".");
        search.compare_label();
        search.compare_parts();
        search.compare_joined();
        search.best.map(|(degree, _, name, label)| Resemblance {
            degree,
            name: name.shown.clone(),
            label,
        })
    }
}

/// The search for the name that a host resembles most.
struct Search<'s> {
    protected: &'s Protected,
    host: &'s Host<'s>,
    suffix: String,
    /// How, whether the suffix is another, what, and by which label.
    best: Option<(Degree, bool, &'s Name, usize)>,
}

impl<'s> Search<'s> {
    fn note(&mut self, degree: Degree, name: &'s Name, label: usize) {
        let is_other = name.suffix != self.suffix;
        let is_better = |&(best, was_other, ..): &(Degree, bool, &Name, usize)| {
            (degree, is_other) < (best, was_other)
        };
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some((degree, is_other, name, label));
        }
    }

    /// Compares the label before the public suffix.
    fn compare_label(&mut self) {
        let place = self.host.label;
        let label = self.host.shown[place];
        for key in Key::all(label) {
            for name in self.protected.with(Hashes::of_text(&key.font).all()) {
                if let Some(degree) = self.degree(name, label, &key) {
                    self.note(degree, name, place);
                }
            }
            for text in key.texts() {
                for name in self.one_edit_from(text) {
                    self.note(Degree::Edit, name, place);
                }
            }
        }
        if let Some(shape) = shape_of_capitals(self.host.written) {
            let key = Key { font: font(&shape), shape };
            for name in self.protected.with(Hashes::of_text(&key.font).all()) {
                let is_like = self.degree(name, &key.shape, &key).is_some();
                if is_like && name.suffix == self.suffix {
                    self.note(Degree::Font, name, place);
                }
            }
        }
    }

    /// How a label resembles that of a name.
    fn degree(&self, name: &Name, label: &str, key: &Key) -> Option<Degree> {
        let is_here = name.suffix == self.suffix;
        let shape = name.keys.iter().find(|other| other.shape == key.shape);
        let degree =
            match shape.or_else(|| name.keys.iter().find(|other| other.font == key.font))? {
                _ if name.label == label && !is_here => return self.degree_of_suffix(name),
                other if other.shape == key.shape => Degree::Look,
                _ => Degree::Font,
            };
        (is_here || name.is_found_anywhere()).then_some(degree)
    }

    /// How the same label before another suffix resembles a name.
    fn degree_of_suffix(&self, name: &Name) -> Option<Degree> {
        let keys = |suffix: &str| Key::all(&suffix.replace('.', "-"));
        let (of_host, of_name) = (keys(&self.suffix), keys(&name.suffix));
        let has = |is: fn(&Key, &Key) -> bool| {
            of_host.iter().any(|one| of_name.iter().any(|other| is(one, other)))
        };
        match () {
            () if has(|one, other| one.shape == other.shape) => Some(Degree::Look),
            () if has(|one, other| one.font == other.font) => Some(Degree::Font),
            () => name.is_found_anywhere().then_some(Degree::Suffix),
        }
    }

    /// The names before the same suffix that are one edit from a text.
    fn one_edit_from(&self, text: &str) -> Vec<&'s Name> {
        let hashes = Hashes::of_text(text);
        if hashes.length() + 1 < LEAST_EDITED {
            return Vec::new();
        }
        let near = [hashes.all()].into_iter().chain(hashes.without_one());
        let near = near.flat_map(|hash| self.protected.with(hash));
        let is_one_edit =
            |other: &str| other.chars().count() >= LEAST_EDITED && is_one_edit(text, other);
        near.filter(|name| name.suffix == self.suffix)
            .filter(|name| name.keys.iter().flat_map(Key::texts).any(is_one_edit))
            .collect()
    }

    /// Compares what stands between hyphens, beside a word, and in the labels before the registrable
    /// domain.
    fn compare_parts(&mut self) {
        for place in 0..=self.host.label {
            for key in Key::all(self.host.shown[place]) {
                let text: Vec<char> = key.font.chars().collect();
                let hashes = Hashes::of_text(&key.font);
                let is_whole = |run: &Range<usize>| run.len() == text.len();
                let mut parts: Vec<_> = runs(&text, '-').collect();
                parts.retain(|run| place < self.host.label || !is_whole(run));
                for rest in self.protected.besides(&hashes) {
                    let other = if rest.start == 0 { rest.end..text.len() } else { 0..rest.start };
                    let word: String = text[other].iter().collect();
                    if WORDS.iter().any(|other| font(other) == word) {
                        parts.push(rest);
                    }
                }
                for part in parts {
                    let part_text: String = text[part.clone()].iter().collect();
                    for name in self.protected.with(hashes.of(part)) {
                        let is_part = name.keys.iter().any(|key| key.font == part_text);
                        if is_part && name.is_found_anywhere() {
                            self.note(Degree::Part, name, place);
                        }
                    }
                }
            }
        }
    }

    /// Compares the label without its hyphens, and with the labels before it.
    fn compare_joined(&mut self) {
        let (last, shown) = (self.host.label, &self.host.shown);
        let joined = |first| shown[first..=last].concat();
        let texts = [shown[last].replace('-', ""), joined(last.saturating_sub(1)), joined(0)];
        for key in texts.iter().flat_map(|text| Key::all(text)) {
            for name in self.protected.with(Hashes::of_text(&key.shape).all()) {
                let is_same =
                    name.keys.iter().any(|other| other.shape.replace('-', "") == key.shape);
                let is_here = name.suffix == self.suffix && name.label != shown[last];
                if is_same && is_here && name.is_found_anywhere() {
                    self.note(Degree::Edit, name, last);
                }
            }
        }
    }
}

/// The places of what stands between delimiters, and of several such pieces in a row.
fn runs<T: Copy + PartialEq>(label: &[T], delimiter: T) -> impl Iterator<Item = Range<usize>> {
    let mut starts = vec![0];
    let mut ends = Vec::new();
    for (i, _) in label.iter().enumerate().filter(|&(_, &c)| c == delimiter) {
        ends.push(i);
        starts.push(i + 1);
    }
    ends.push(label.len());
    starts.into_iter().enumerate().flat_map(move |(i, start)| {
        let ends: Vec<usize> = ends[i..].iter().copied().take(ROW).collect();
        ends.into_iter().map(move |end| start..end)
    })
}

// What a character of a host is.
const DOT: u8 = 1;
const HYPHEN: u8 = 1 << 1;
/// It looks like another one in some fonts.
const MELTED: u8 = 1 << 2;
/// It is not of a plain host.
const OTHER: u8 = 1 << 3;

static CLASSES: [u8; 256] = {
    let mut classes = [OTHER; 256];
    let mut byte = 0;
    while byte < 0x80_u8 {
        classes[byte as usize] = match byte {
            b'0' | b'1' | b'5' => MELTED,
            b'a'..=b'z' | b'0'..=b'9' => 0,
            b'-' => HYPHEN,
            b'.' => DOT,
            _ => OTHER,
        };
        byte += 1;
    }
    classes
};

/// Whether one edit leads from a text to another: a character inserted, left out or replaced, or two
/// side by side exchanged (the distance of Damerau and Levenshtein).
fn is_one_edit(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[before..], &b[before..]);
    let behind = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    match (&a[..a.len() - behind], &b[..b.len() - behind]) {
        ([_], [] | [_]) | ([], [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_word() {
        assert_eq!(WORDS.iter().map(|word| word.len()).max(), Some(LONGEST));
    }

    #[test]
    fn one_edit() {
        for (a, b, expected) in [
            ("example", "exmaple", true),
            ("example", "exmple", true),
            ("example", "eexample", true),
            ("example", "exanple", true),
            ("example", "example", false),
            ("example", "exmpale", false),
            ("example", "example12", false),
            ("aa", "aaa", true),
            ("", "a", true),
            ("", "ab", false),
        ] {
            assert_eq!(is_one_edit(a, b), expected, "{a} {b}");
            assert_eq!(is_one_edit(b, a), expected, "{b} {a}");
        }
    }

    /// The filter keeps what the search finds.
    #[test]
    fn the_filter_loses_nothing() {
        let names = ["paypal.com", "microsoft.com", "google.org", "coca-cola.com", "intranet"];
        let protected = Protected::new(names.map(str::to_owned));
        let mut hosts: Vec<String> = Vec::new();
        for name in ["paypal", "microsoft", "google", "coca-cola", "example", "intranet"] {
            for at in 0..=name.len() {
                let (before, behind) = name.split_at(at);
                let without = behind.get(1..).unwrap_or_default();
                hosts.extend([format!("{before}.{behind}"), format!("www.{before}.{behind}")]);
                hosts.push(format!("{before}{without}"));
                for c in "abcdegilmnoprstvw0125-".chars() {
                    hosts.extend([format!("{before}{c}{behind}"), format!("{before}{c}{without}")]);
                }
            }
            for word in ["login", "cloud", "www", "xyz"] {
                hosts.extend([format!("{word}{name}"), format!("{name}{word}")]);
                hosts.extend([format!("{word}.{name}"), format!("{name}-{word}.a-b-{name}-c-d")]);
            }
        }
        let (mut found, mut let_go) = (0, 0);
        for host in hosts {
            for suffix in ["com", "org", "co.uk"] {
                let host = format!("{host}.{suffix}");
                let shown: Vec<&str> = host.split('.').collect();
                let label = label_before_suffix(&host, shown.len());
                let written = shown[label];
                let resembled = protected.resembled(&Host { shown, label, written });
                let is_kept = protected.may_resemble(host.as_bytes());
                assert!(resembled.is_none() || is_kept, "{host}: {resembled:?}");
                found += usize::from(resembled.is_some());
                let_go += usize::from(!is_kept);
            }
        }
        assert!(found > 500 && let_go > 50, "{found} {let_go}");
    }
}
