//! A set of hosts, and whether a host is one of them or below one.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::net::IpAddr;

use crate::parts::lookup::{Looked, compared, ends_early};

/// A set of hosts, compared as name look-up reads them. To ask it takes a look-up for each label of a
/// host, however many names it has.
#[derive(Clone, Debug, Default)]
pub struct Names {
    names: HashSet<Box<str>, BuildHasherDefault<Mixer>>,
    addresses: HashSet<IpAddr>,
}

impl Names {
    /// The set of these valid hosts.
    pub fn of<'a>(hosts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all = Self::default();
        for host in hosts {
            match compared(host) {
                Looked::Address(address) => {
                    all.addresses.insert(address);
                }
                Looked::Name(name) => {
                    all.names.insert(name.into());
                }
            }
        }
        all
    }

    /// Whether a valid host is one of the set, as [`matches`](super::lookup::matches) says of a single
    /// name.
    pub fn has(&self, host: &str) -> bool {
        match compared(host) {
            Looked::Address(address) => self.addresses.contains(&address),
            Looked::Name(name) => self.names.contains(&*name),
        }
    }

    /// Whether a valid host is one of the set or below one, as [`is_within`](super::lookup::is_within)
    /// says of a single name.
    pub fn has_above(&self, host: &str) -> bool {
        let name = match compared(host) {
            Looked::Address(address) => return self.addresses.contains(&address),
            Looked::Name(name) => name,
        };
        let mut is_early = None;
        self.names.contains(&*name)
            || name.match_indices('.').any(|(dot, _)| {
                let above = &name[dot + 1..];
                !above.is_empty()
                    && self.names.contains(above)
                    && !*is_early.get_or_insert_with(|| ends_early(host))
            })
    }
}

/// A hash of names that is faster than one that is safe for keys from outside. Here only the names of
/// the set are keys, and who states them has no reason to make it slow.
#[derive(Clone, Copy, Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
        let (words, rest) = bytes.as_chunks::<8>();
        let hash = words.iter().fold(self.0, |hash, &word| mix(hash, u64::from_le_bytes(word)));
        let rest = rest.iter().fold(1, |word, &byte| word << 8 | u64::from(byte));
        self.0 = mix(hash, rest);
    }

    fn finish(&self) -> u64 {
        // The table takes the place from the low bits, which depend on few of the text's.
        self.0 ^ self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::lookup::is_within;

    #[test]
    fn a_set_is_as_its_names_one_by_one() {
        let hosts = [
            "",
            ".",
            "org",
            "example.org",
            "www.Example.org.",
            "a.b.example.org",
            "notexample.org",
            "ｅxample。org",
            "%65xample.org",
            "evil.example%2F.example.org",
            "127.0.0.1",
            "0x7f.1",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "[v1.a]",
            "a..example.org",
            "example.org..",
            "a%FF.org",
            "bücher.example",
            "xn--bcher-kva.example",
            "a.xn--bcher-kva.example",
            "256.1.1.1",
        ];
        let sets: [&[&str]; 7] = [
            &[],
            &["example.org"],
            &["127.0.0.1", "b.example.org", "[v1.a]"],
            &["", "org"],
            &["bücher.example", "[::1]"],
            &["a%FF.org", "256.1.1.1"],
            &["."],
        ];
        for set in sets {
            let names = Names::of(set.iter().copied());
            for host in hosts {
                let expected = set.iter().any(|name| is_within(host, name));
                assert_eq!(names.has_above(host), expected, "{host} {set:?}");
            }
        }
    }
}
