//! Registrable domains by a public suffix list, which the caller brings: it changes every week, so
//! that no list is compiled in.

use std::collections::HashMap;

use crate::parts::lookup::{Looked, ascii_name, look_up};

/// A public suffix list, in the format of publicsuffix.org.
#[derive(Debug, Default)]
pub struct Suffixes {
    /// Of each domain name in ASCII: the rules about it.
    rules: HashMap<Box<str>, Rules>,
    /// The labels of the longest rule.
    longest: usize,
}

/// The rules about a name and the names right below it.
#[derive(Clone, Copy, Debug, Default)]
struct Rules {
    /// `name`: it is a public suffix.
    is_suffix: bool,
    /// `*.name`: all names right below it are.
    is_wildcard: bool,
    /// `!name`: it is none, although a wildcard says so.
    is_exception: bool,
}

impl Suffixes {
    /// Reads a list: a rule a line, up to the first white space; `//` begins a comment.
    pub fn of(list: &str) -> Self {
        let mut suffixes = Self::default();
        for rule in list.lines().filter_map(|line| line.split_whitespace().next()) {
            if rule.starts_with("//") {
                continue;
            }
            let (rule, is_exception) = match rule.strip_prefix('!') {
                Some(rule) => (rule, true),
                None => (rule, false),
            };
            let (name, is_wildcard) = match rule.strip_prefix("*.") {
                Some(name) => (name, true),
                None => (rule, false),
            };
            let Some(name) = ascii_name(name) else { continue };
            let labels = name.split('.').count() + usize::from(is_wildcard);
            suffixes.longest = suffixes.longest.max(labels);
            let rules = suffixes.rules.entry(name.into()).or_default();
            rules.is_wildcard |= is_wildcard;
            rules.is_exception |= is_exception;
            rules.is_suffix |= !is_wildcard && !is_exception;
        }
        suffixes
    }

    /// The registrable domain that a name in ASCII and lower case, without a root dot, is within: its
    /// public suffix, and one label more. None for a public suffix, and for a name with an empty label.
    ///
    /// The longest rule decides, an exception before all others; without any, `*` does: the last
    /// label is the public suffix.
    pub fn registrable<'a>(&self, name: &'a str) -> Option<&'a str> {
        if name.is_empty() || name.starts_with('.') || name.contains("..") {
            return None;
        }
        // Where the names begin that `name` is within, the shortest first, down to one label more
        // than the longest rule has.
        let dots = name.rmatch_indices('.').map(|(dot, _)| dot + 1);
        let starts: Vec<usize> = dots.chain([0]).take(self.longest.max(1) + 1).collect();
        let mut suffix = 1;
        for (i, &start) in starts.iter().enumerate() {
            let Some(rules) = self.rules.get(&name[start..]) else { continue };
            let labels = i + 1;
            if rules.is_exception {
                suffix = labels - 1;
                break;
            }
            if rules.is_suffix {
                suffix = suffix.max(labels);
            }
            if rules.is_wildcard && labels < starts.len() {
                suffix = suffix.max(labels + 1);
            }
        }
        starts.get(suffix).map(|&start| &name[start..])
    }
}

/// The registrable domain of a valid host, in ASCII and lower case, as name look-up reads the host.
/// None for an address in any notation, a public suffix, and what is no domain name.
pub fn registrable_domain(host: &str, suffixes: &Suffixes) -> Option<String> {
    match look_up(host)? {
        Looked::Name(name) => suffixes.registrable(&name).map(str::to_owned),
        Looked::Address(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_every_kind() {
        let list = "// comment\ncom\nuk.com // more\n\n*.ck\n!www.ck\n公司.cn\ncn\n*.a.b.c\n";
        let suffixes = Suffixes::of(list);
        for (host, expected) in [
            ("com", None),
            ("WWW.Example.COM.", Some("example.com")),
            ("uk.com", None),
            ("a.b.uk.com", Some("b.uk.com")),
            ("ck", None),
            ("test.ck", None),
            ("a.b.test.ck", Some("b.test.ck")),
            ("www.ck", Some("www.ck")),
            ("www.www.ck", Some("www.ck")),
            ("公司.cn", None),
            ("a.食狮。公司.cn", Some("xn--85x722f.xn--55qx5d.cn")),
            ("xn--85x722f.xn--55qx5d.cn", Some("xn--85x722f.xn--55qx5d.cn")),
            ("a.b.c", Some("b.c")),
            ("x.a.b.c", None),
            ("y.x.a.b.c", Some("y.x.a.b.c")),
            ("z.y.x.a.b.c", Some("y.x.a.b.c")),
            ("unknown", None),
            ("a.b.unknown", Some("b.unknown")),
            (".com", None),
            ("a..com", None),
            ("", None),
            ("127.0.0.1", None),
            ("0x7f.1", None),
            ("256.1.1.1", None),
            ("[::1]", None),
            ("a_b.example.com", Some("example.com")),
            ("%65xample.com", Some("example.com")),
            ("a b.com", None),
        ] {
            assert_eq!(registrable_domain(host, &suffixes).as_deref(), expected, "{host}");
        }
        assert_eq!(Suffixes::of("").registrable("a.b.c"), Some("b.c"));
    }
}
