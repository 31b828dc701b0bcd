//! The search for the name that a host resembles most.

use std::borrow::Cow;
use std::ops::Range;

use super::protected::{
    Key, LEAST_EDITED, Name, Protected, beside_words, between_hyphens, hash_of,
    label_before_suffix, one_edit,
};
use crate::findings::looks::shape_of_capitals;
use crate::parts::lookup::PlainName;

/// How a host resembles a name, from the closest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::findings) enum Degree {
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

/// A host with its labels, as it is compared.
pub(in crate::findings) struct Host<'a> {
    /// The host as people see it, without the dot of the root.
    shown: Cow<'a, str>,
    /// The ranges of its labels.
    labels: Vec<Range<usize>>,
    /// The index of the label before the public suffix.
    label: usize,
    /// The label as it is written.
    written: &'a str,
}

/// A resemblance of a host.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::findings) struct Resemblance<'p> {
    pub(in crate::findings) degree: Degree,
    /// The domain that it resembles.
    pub(in crate::findings) name: &'p str,
    /// The index of the label that resembles it.
    pub(in crate::findings) label: usize,
}

impl<'a> Host<'a> {
    /// Reads a host that people see as it is written.
    pub(in crate::findings) fn plain(host: &'a str) -> Option<Self> {
        PlainName::of(host)?;
        let dots = host.bytes().enumerate().filter(|&(_, byte)| byte == b'.').map(|(i, _)| i);
        let mut labels = Vec::with_capacity(4);
        let mut start = 0;
        for end in dots.chain([host.len()]) {
            labels.push(start..end);
            start = end + 1;
        }
        let label = label_before_suffix(host, labels.len());
        let written = &host[labels.get(label)?.clone()];
        Some(Self { shown: host.into(), labels, label, written })
    }

    /// Reads any host with these labels, each as it is written and as people see it.
    pub(in crate::findings) fn of(host: &str, mut labels: Vec<(&'a str, &str)>) -> Option<Self> {
        labels.pop_if(|(_, shown)| shown.is_empty());
        let mut shown = String::with_capacity(host.len());
        let mut ranges = Vec::with_capacity(labels.len());
        for (i, (_, label)) in labels.iter().enumerate() {
            shown.push_str(if i == 0 { "" } else { "." });
            ranges.push(shown.len()..shown.len() + label.len());
            shown.push_str(label);
        }
        let label = label_before_suffix(host, labels.len());
        let (written, _) = *labels.get(label)?;
        Some(Self { shown: shown.into(), labels: ranges, label, written })
    }

    fn label(&self, place: usize) -> &str {
        &self.shown[self.labels[place].clone()]
    }

    /// The text after the label before the public suffix.
    fn suffix(&self) -> Option<&str> {
        let label = self.labels.get(self.label)?;
        Some(self.shown.get(label.end + 1..).unwrap_or_default())
    }
}

impl Protected {
    /// The name that a host resembles most; nothing if it is one of the names, or below one.
    pub(in crate::findings) fn resembled(&self, host: &Host<'_>) -> Option<Resemblance<'_>> {
        if self.is_own(&host.shown) {
            return None;
        }
        let keys: Vec<Key<'_>> = Key::all(host.label(host.label)).collect();
        let mut search = Search { protected: self, host, suffix: host.suffix()?, best: None };
        search.compare_label(&keys);
        for place in 0..host.label {
            Key::all(host.label(place)).for_each(|key| search.compare_parts(&key, place));
        }
        for key in &keys {
            search.compare_parts(key, host.label);
        }
        search.compare_joined(&keys);
        search.best.map(|(degree, _, name, label)| Resemblance { degree, name: &name.shown, label })
    }
}

/// The search for the name that a host resembles most.
struct Search<'p, 'h> {
    protected: &'p Protected,
    host: &'h Host<'h>,
    suffix: &'h str,
    /// The degree, whether the suffix differs, the name, and the label.
    best: Option<(Degree, bool, &'p Name, usize)>,
}

impl<'p> Search<'p, '_> {
    fn note(&mut self, degree: Degree, name: &'p Name, label: usize) {
        let is_other = name.suffix != self.suffix;
        let is_better = |&(best, was_other, ..): &(Degree, bool, &Name, usize)| {
            (degree, is_other) < (best, was_other)
        };
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some((degree, is_other, name, label));
        }
    }

    /// Compares the label before the public suffix.
    fn compare_label(&mut self, keys: &[Key<'_>]) {
        let (protected, host, place) = (self.protected, self.host, self.host.label);
        let label = host.label(place);
        for key in keys {
            for name in protected.with(hash_of(key.font())) {
                if let Some(degree) = self.degree(name, label, key) {
                    self.note(degree, name, place);
                }
            }
            for text in key.texts() {
                for name in one_edit_from(protected, text, self.suffix) {
                    self.note(Degree::Edit, name, place);
                }
            }
        }
        if let Some(shape) = shape_of_capitals(host.written) {
            let key = Key::of(shape.into());
            for name in protected.with(hash_of(key.font())) {
                let is_like = self.degree(name, &key.shape, &key).is_some();
                if is_like && name.suffix == self.suffix {
                    self.note(Degree::Font, name, place);
                }
            }
        }
    }

    /// How a label resembles that of a name.
    fn degree(&self, name: &Name, label: &str, key: &Key<'_>) -> Option<Degree> {
        let is_here = name.suffix == self.suffix;
        let shape = name.keys.iter().find(|other| other.shape == key.shape);
        let font = || name.keys.iter().find(|other| other.font() == key.font());
        let degree = match shape.or_else(font)? {
            _ if name.label == label && !is_here => return self.degree_of_suffix(name),
            other if other.shape == key.shape => Degree::Look,
            _ => Degree::Font,
        };
        (is_here || name.is_found_anywhere()).then_some(degree)
    }

    /// How the same label before another suffix resembles a name.
    fn degree_of_suffix(&self, name: &Name) -> Option<Degree> {
        let has = |is: fn(&Key<'_>, &Key<'_>) -> bool| {
            Key::all(self.suffix).any(|one| Key::all(&name.suffix).any(|other| is(&one, &other)))
        };
        match () {
            () if has(|one, other| one.shape == other.shape) => Some(Degree::Look),
            () if has(|one, other| one.font() == other.font()) => Some(Degree::Font),
            () => name.is_found_anywhere().then_some(Degree::Suffix),
        }
    }

    /// Compares the pieces of a label between hyphens and next to a word, and the whole label if it is before
    /// the registrable domain.
    fn compare_parts(&mut self, key: &Key<'_>, place: usize) {
        let (protected, font) = (self.protected, key.font());
        let is_whole = |part: &&str| place == self.host.label && part.len() == font.len();
        let pieces = between_hyphens(font).filter(|part| !is_whole(part));
        for part in pieces.chain(beside_words(font)) {
            for name in protected.with(hash_of(part)) {
                let is_part = name.keys.iter().any(|key| key.font() == part);
                if is_part && name.is_found_anywhere() {
                    self.note(Degree::Part, name, place);
                }
            }
        }
    }

    /// Compares the label without its hyphens, and with the labels before it.
    fn compare_joined(&mut self, keys: &[Key<'_>]) {
        let (host, last) = (self.host, self.host.label);
        let label = host.label(last);
        if label.contains('-') {
            Key::all(&label.replace('-', "")).for_each(|key| self.compare_with_joined(&key));
        } else {
            for key in keys {
                self.compare_with_joined(key);
            }
        }
        // The last two labels, and all of them.
        let last_two = last.checked_sub(1);
        for first in last_two.into_iter().chain((last > 1).then_some(0)) {
            let mut joined = String::with_capacity(host.shown.len());
            (first..=last).for_each(|place| joined.push_str(host.label(place)));
            Key::all(&joined).for_each(|key| self.compare_with_joined(&key));
        }
    }

    /// Compares a text without hyphens with names that have some.
    fn compare_with_joined(&mut self, key: &Key<'_>) {
        let (protected, host) = (self.protected, self.host);
        for name in protected.with(hash_of(&key.shape)) {
            let is_same = name.keys.iter().any(|other| other.shape.replace('-', "") == key.shape);
            let is_here = name.suffix == self.suffix && name.label != host.label(host.label);
            if is_same && is_here && name.is_found_anywhere() {
                self.note(Degree::Edit, name, host.label);
            }
        }
    }
}

/// The names before the same suffix that are one edit from a text.
fn one_edit_from<'p>(
    protected: &'p Protected,
    text: &str,
    suffix: &str,
) -> impl Iterator<Item = &'p Name> {
    let near = one_edit(text.chars(), hash_of(suffix)).flat_map(|hash| protected.with(hash));
    let is_one_edit =
        |other: &str| other.chars().nth(LEAST_EDITED - 1).is_some() && is_one_edit(text, other);
    near.filter(move |name| name.suffix == suffix)
        .filter(move |name| name.keys.iter().flat_map(Key::texts).any(is_one_edit))
}

/// Returns true if two texts are one edit apart: a character inserted, deleted or replaced, or two adjacent
/// ones exchanged (the Damerau–Levenshtein distance).
pub(in crate::findings) fn is_one_edit(a: &str, b: &str) -> bool {
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
pub(super) mod tests {
    use super::*;

    /// The closest resemblance of a host without capitals to a name, found without an index: every piece of the
    /// host is compared with every name.
    pub(in crate::findings) fn slow_degree(names: &[Name], host: &Host<'_>) -> Option<Degree> {
        let is_own = |name: &Name| {
            let before = host.shown.strip_suffix(name.shown.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        if names.iter().any(is_own) {
            return None;
        }
        let suffix = host.suffix()?;
        names.iter().flat_map(|name| degrees(name, host, suffix)).min()
    }

    fn degrees(name: &Name, host: &Host<'_>, suffix: &str) -> Vec<Degree> {
        let (label, is_here) = (host.label(host.label), name.suffix == suffix);
        let is_long = name.is_found_anywhere();
        let mut degrees = Vec::new();
        if name.label == label && !is_here {
            degrees.extend(alike(suffix, &name.suffix).or(is_long.then_some(Degree::Suffix)));
        } else if is_here || is_long {
            degrees.extend(alike(label, &name.label));
        }
        for place in 0..=host.label {
            for key in Key::all(host.label(place)) {
                let is_name = |part: &str| name.keys.iter().any(|key| key.font() == part);
                let is_whole = |part: &str| place == host.label && part.len() == key.font().len();
                let mut pieces = between_hyphens(key.font()).filter(|part| !is_whole(part));
                let is_part = pieces.any(is_name) || beside_words(key.font()).any(is_name);
                degrees.extend((is_part && is_long).then_some(Degree::Part));
            }
        }
        let texts = |label| {
            Key::all(label).flat_map(|key| key.texts().map(str::to_owned).collect::<Vec<_>>())
        };
        let is_long_enough = |text: &String| text.chars().count() >= LEAST_EDITED;
        let is_near = |text: &String| texts(label).any(|other| distance(text, &other) == 1);
        let is_edited = || texts(&name.label).filter(is_long_enough).any(|text| is_near(&text));
        let is_joined = || {
            let starts = [host.label, host.label.saturating_sub(1), 0];
            let mut joined = starts.map(|start| {
                (start..=host.label).map(|place| host.label(place)).collect::<String>()
            });
            joined[0] = joined[0].replace('-', "");
            let is_shape =
                |shape: &str| name.keys.iter().any(|key| key.shape.replace('-', "") == shape);
            let is_name = |text: &String| Key::all(text).any(|key| is_shape(&key.shape));
            is_long && name.label != label && joined.iter().any(is_name)
        };
        degrees.extend((is_here && (is_edited() || is_joined())).then_some(Degree::Edit));
        degrees
    }

    /// How two texts look alike.
    fn alike(a: &str, b: &str) -> Option<Degree> {
        let any = |is: fn(&Key<'_>, &Key<'_>) -> bool| {
            Key::all(a).any(|a| Key::all(b).any(|b| is(&a, &b)))
        };
        let is_look = any(|a, b| a.shape == b.shape);
        is_look
            .then_some(Degree::Look)
            .or_else(|| any(|a, b| a.font() == b.font()).then_some(Degree::Font))
    }

    /// The Damerau–Levenshtein distance, row by row.
    fn distance(a: &str, b: &str) -> usize {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
        for i in 1..=a.len() {
            let mut row = vec![i];
            for j in 1..=b.len() {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
                let is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                row.push(if is_swap { least.min(rows[i - 2][j - 2] + 1) } else { least });
            }
            rows.push(row);
        }
        rows[a.len()][b.len()]
    }

    #[test]
    fn one_edit() {
        for (a, b, expected) in [
            ("example", "exmaple", 1),
            ("example", "exmple", 1),
            ("example", "eexample", 1),
            ("example", "exanple", 1),
            ("example", "example", 0),
            ("example", "exmpale", 2),
            ("example", "example12", 2),
            ("aa", "aaa", 1),
            ("", "a", 1),
            ("", "ab", 2),
        ] {
            for (a, b) in [(a, b), (b, a)] {
                assert_eq!(distance(a, b), expected, "{a} {b}");
                assert_eq!(is_one_edit(a, b), expected == 1, "{a} {b}");
            }
        }
    }
}
