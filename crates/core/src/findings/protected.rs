//! Names that others must not be taken for, prepared so that a host is compared with all of them at
//! once.
//!
//! What is compared is the registrable domain of a host, by its label: the one before the public
//! suffix. The labels of the names, and those with one character left out, are in an index by a hash.
//! A host asks it for its own labels, and for those with one character left out: this finds every
//! name that is one edit away. The [screen](super::screen) lets nearly all hosts go before.
//! The time is linear in the host, however many names there are.

use std::collections::HashSet;
use std::ops::Range;

use super::beside::Words;
use super::ends::{Ends, runs};
use super::hashes::{Hashes, NamesByHash, one_edit};
use super::looks::{font, shape_of_capitals, shapes};
use super::screen::{Compared, LEAST_ANYWHERE, LEAST_EDITED, Screen};
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

/// Names to compare hosts with.
#[derive(Clone, Debug, Default)]
pub(super) struct Protected {
    names: Vec<Name>,
    /// The registrable domains of the names.
    domains: HashSet<String>,
    /// The length of the longest of them, in bytes.
    longest: usize,
    /// The names by the hashes of their keys, and by those of [`one_edit`].
    index: NamesByHash,
    screen: Screen,
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

    /// What labels are compared with.
    fn compared(&self) -> impl Iterator<Item = Compared<'_>> {
        let texts = self.keys.iter().flat_map(Key::texts);
        let is_anywhere = self.is_found_anywhere();
        texts.map(move |key| Compared { key, suffix: &self.suffix, is_anywhere })
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
                    let edits = one_edit(&hashes, name.suffix.as_bytes());
                    index.extend(edits.map(|hash| (hash, place)));
                }
                if key.contains('-') {
                    index.push((Hashes::of_text(&key.replace('-', "")).all(), place));
                }
            }
        }
        let compared = names.iter().flat_map(Name::compared);
        let (index, screen) = (NamesByHash::of(index), Screen::of(compared));
        Self { names, domains, longest, index, screen }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names that have this hash.
    fn with(&self, hash: u64) -> impl Iterator<Item = &Name> {
        self.index.places(hash).map(|place| &self.names[place])
    }

    /// Whether the host that lies there in a text may resemble a name. False for nearly all that do not,
    /// if they are plain: labels of small letters, digits and single hyphens.
    #[inline]
    pub(super) fn may_resemble(&self, text: &[u8], host: Range<usize>) -> bool {
        !self.is_empty()
            && self.screen.may_resemble(&self.index, text, host.clone())
            && !std::str::from_utf8(&text[host]).is_ok_and(|host| self.is_own(host))
    }

    /// Whether a host is that of a name, or below one.
    fn is_own(&self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host);
        let dots = host.rmatch_indices('.').map(|(dot, _)| dot + 1).chain([0]);
        // What is longer than every name is none: a host may have half a million labels.
        let mut starts = dots.take_while(|start| host.len() - start <= self.longest);
        starts.any(|start| self.domains.contains(&host[start..]))
    }

    /// What a host resembles most; nothing if it is one of the names, or below one.
    pub(super) fn resembled(&self, host: &Host<'_>) -> Option<Resemblance> {
        if self.is_own(&host.shown.join(".")) {
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
        let near = one_edit(&hashes, self.suffix.as_bytes());
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
                let (text, all) = (key.font.as_bytes(), 0..key.font.len());
                let is_whole = |run: &Range<usize>| place == self.host.label && *run == all;
                let runs = runs(text, all.clone()).filter(|run| !is_whole(run));
                let is_long = |rest: &Range<usize>| {
                    key.font[rest.clone()].chars().count() >= super::beside::LEAST
                };
                let besides = Words::shared().besides(Ends::all(text), 0).filter(is_long);
                for part in runs.chain(besides).map(|part| &key.font[part]) {
                    for name in self.protected.with(Hashes::of_text(part).all()) {
                        let is_part = name.keys.iter().any(|key| key.font == part);
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
    use std::collections::BTreeSet;
    use std::fs::read_to_string;
    use std::path::Path;

    use super::*;

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

    /// Whether a host resembles a name, and whether the screen keeps it.
    fn seen(protected: &Protected, host: &str) -> (bool, bool) {
        let shown: Vec<&str> = host.split('.').collect();
        let label = label_before_suffix(host, shown.len());
        let written = shown[label];
        let resembled = protected.resembled(&Host { shown, label, written });
        let text = format!("https://{host}/");
        let is_kept = protected.may_resemble(text.as_bytes(), 8..8 + host.len());
        assert!(resembled.is_none() || is_kept, "{host}: {resembled:?}");
        (resembled.is_some(), is_kept)
    }

    /// The same of hosts that are made of names, at random.
    #[test]
    fn the_screen_loses_nothing_at_random() {
        let mut state = 35_u64;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).expect("31 bits") % below
        };
        let parts = [
            "a", "rn", "cl", "vv", "0", "el", "-", "ka", "so", "n", "um", "bank", "my", "w", "www",
        ];
        let suffixes = ["com", "co.uk", "org", "corn", "c\u{43E}m", "de", "github.io"];
        let label = |random: &mut dyn FnMut(usize) -> usize| -> String {
            (0..=random(6)).map(|_| parts[random(parts.len())]).collect()
        };
        let mut names = Vec::new();
        for _ in 0..300 {
            names.push((label(&mut random), suffixes[random(5)]));
        }
        let of_names = names.iter().map(|(label, suffix)| format!("{label}.{suffix}"));
        let protected = Protected::new(of_names);
        let (mut found, mut let_go) = (0, 0);
        for _ in 0..10_000 {
            let (name, suffix) = &names[random(names.len())];
            let mut name: Vec<char> = name.chars().collect();
            for _ in 0..=random(2) {
                let (at, c) = (random(name.len()), ['a', 'n', 'l', '0', '-', 'x', '.'][random(7)]);
                match random(5) {
                    0 => name.insert(at, c),
                    1 => name[at] = c,
                    2 if name.len() > 1 => drop(name.remove(at)),
                    3 => name.swap(at, at.saturating_sub(1)),
                    _ => {}
                }
            }
            let name: String = name.into_iter().collect();
            let other = label(&mut random);
            let suffix = if random(3) > 0 { suffix } else { suffixes[random(7)] };
            let host = match random(8) {
                0 => format!("{other}.{name}.{suffix}"),
                1 => format!("www.{name}{other}.{suffix}"),
                2 => format!("{name}.{other}.{suffix}"),
                3 => format!("{other}-{name}.{suffix}"),
                _ => format!("{name}.{suffix}"),
            };
            if host.split('.').any(str::is_empty) {
                continue;
            }
            let (is_found, is_kept) = seen(&protected, &host);
            found += usize::from(is_found);
            let_go += usize::from(!is_kept);
        }
        assert!(found > 2000 && let_go > 500, "{found} {let_go}");
    }

    /// The same of the hosts of the corpora, where they are, and of the repository's examples. Every fifth
    /// is a name.
    #[test]
    fn the_screen_loses_nothing_of_real_hosts() {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let files = ["examples/identifiers.txt", "../shared/corpora/kasztp.txt"];
        let texts = files.iter().filter_map(|file| read_to_string(repository.join(file)).ok());
        let texts: String = texts.collect();
        let hosts: BTreeSet<&str> = texts.lines().filter_map(host_of).collect();
        let names = hosts.iter().step_by(5).map(|&host| host.to_owned());
        let protected = Protected::new(names);
        let found = hosts.iter().filter(|host| seen(&protected, host).0).count();
        assert!(hosts.len() < 1000 || found > 100, "{found} of {}", hosts.len());
    }

    /// The host of a link, without a port, if it has labels alone.
    fn host_of(link: &str) -> Option<&str> {
        let host = link.split_once("://")?.1.split(['/', '?', '#', ':']).next()?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
        (host.chars().all(is_name) && !host.split('.').any(str::is_empty)).then_some(host)
    }

    /// The screen keeps what the search finds.
    #[test]
    fn the_screen_loses_nothing() {
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
                let (is_found, is_kept) = seen(&protected, &host);
                found += usize::from(is_found);
                let_go += usize::from(!is_kept);
            }
        }
        assert!(found > 500 && let_go > 50, "{found} {let_go}");
    }
}
