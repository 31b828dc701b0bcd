//! The lengths of values and their components, in code points.

use std::ops::Range;

use crate::valid::Valid;

/// The measured parts: the whole value, and its components in the order of the text.
pub const MEASURED: [&str; 9] =
    ["text", "scheme", "authority", "userinfo", "host", "port_text", "path", "query", "fragment"];

/// Class `c` has the lengths of `c` bits: 0, 1, 2 to 3, 4 to 7, 8 to 15, …
pub const CLASSES: usize = usize::BITS as usize + 1;

/// The number of lengths of one component in each class, and the longest length.
#[derive(Clone, Debug)]
struct Lengths {
    classes: [u64; CLASSES],
    longest: usize,
}

/// The lengths of all [`MEASURED`] parts.
#[derive(Debug, Default)]
pub(crate) struct LengthCounts([Lengths; MEASURED.len()]);

impl LengthCounts {
    /// Measures a value, and the components of its target.
    #[inline]
    pub(crate) fn add(&mut self, value: &Valid<'_>) {
        let [whole, scheme, authority, userinfo, host, port, path, query, fragment] = &mut self.0;
        let parts = value.parts;
        // Beyond ASCII, some bytes continue a character. Schemes and ports have none of these.
        let mut continued = 0;
        let mut measure = |lengths: &mut Lengths, range: Range<usize>| {
            let bytes = range.len();
            let more = if value.is_ascii { 0 } else { continuations(&value.target[range]) };
            lengths.add(bytes - more);
            continued += more;
            more
        };
        if let Some(range) = parts.scheme() {
            scheme.add(range.len());
        }
        if let (Some(range), Some(name)) = (parts.authority(), parts.host()) {
            let mut more = measure(host, name);
            if let Some(range) = parts.userinfo() {
                more += measure(userinfo, range);
            }
            if let Some(range) = parts.port() {
                port.add(range.len());
            }
            authority.add(range.len() - more);
        }
        measure(path, parts.path());
        if let Some(range) = parts.query() {
            measure(query, range);
        }
        if let Some(range) = parts.fragment() {
            measure(fragment, range);
        }
        whole.add(if value.is_resolved {
            value.text.chars().count()
        } else {
            value.text.len() - continued
        });
    }

    /// Adds the counts of others.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for (lengths, more) in self.0.iter_mut().zip(&other.0) {
            lengths.longest = lengths.longest.max(more.longest);
            for (count, more) in lengths.classes.iter_mut().zip(more.classes) {
                *count += more;
            }
        }
    }

    /// The classes that occur: component, class, number of values, and the longest length of the component.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, usize, u64, usize)> {
        MEASURED.iter().zip(&self.0).flat_map(|(&component, lengths)| {
            let there = lengths.classes.iter().enumerate().filter(|(_, n)| **n > 0);
            there.map(move |(class, &n)| (component, class, n, lengths.longest))
        })
    }
}

impl Default for Lengths {
    fn default() -> Self {
        Self { classes: [0; CLASSES], longest: 0 }
    }
}

impl Lengths {
    #[inline(always)]
    fn add(&mut self, length: usize) {
        self.classes[(usize::BITS - length.leading_zeros()) as usize] += 1;
        self.longest = self.longest.max(length);
    }
}

/// The number of bytes that continue a character: all beyond the first of each.
#[inline]
fn continuations(text: &str) -> usize {
    text.bytes().filter(|&byte| byte & 0xC0 == 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_a_number_of_bits() {
        let mut lengths = Lengths::default();
        for length in [0, 1, 2, 3, 4, 7, 8, usize::MAX] {
            lengths.add(length);
        }
        assert_eq!(lengths.classes[..5], [1, 1, 2, 2, 1]);
        assert_eq!((lengths.classes[CLASSES - 1], lengths.longest), (1, usize::MAX));
    }

    #[test]
    fn lengths_are_those_of_characters() {
        for text in [
            "http://\u{E9}:\u{9053}@\u{4F8B}.jp:80/\u{9053}?\u{1F600}#\u{E9}",
            "http://u@h:8/p?q#f",
            "urn:\u{9053}",
            "//\u{4F8B}",
            "",
        ] {
            let parts = iriform_kernel::row(text.as_bytes()).expect("a reference");
            let mut lengths = LengthCounts::default();
            lengths.add(&Valid::new(0, text, &parts, text.is_ascii()));
            let expected = [
                Some(0..text.len()),
                parts.scheme(),
                parts.authority(),
                parts.userinfo(),
                parts.host(),
                parts.port(),
                Some(parts.path()),
                parts.query(),
                parts.fragment(),
            ];
            let expected = MEASURED.iter().zip(expected).filter_map(|(&component, range)| {
                let length = text[range?].chars().count();
                Some((component, (usize::BITS - length.leading_zeros()) as usize, 1, length))
            });
            assert!(lengths.iter().eq(expected), "{text}");
        }
    }
}
