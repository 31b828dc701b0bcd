//! Public suffixes and registrable domains, by the public suffix list.
//!
//! The rules of the list at the time of this version are compiled in (`public_suffixes.txt`). A program can
//! install a newer list.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use crate::parts::latest::Latest;
use crate::parts::lookup::{Looked, PlainName, ascii_name, look_up};
use crate::parts::mix::mixed;
use crate::syntax::bits::ODD;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

/// The rules of a public suffix list: a tree of labels, the last label of a name first. The children
/// of all labels are in one hash table, because the root has thousands and most labels have none.
#[derive(Debug)]
pub struct Suffixes {
    /// The nodes; the first is the root, which has no label.
    nodes: Vec<LabelNode>,
    /// The concatenated texts of the labels.
    labels: String,
    /// A hash table of the nodes by parent and label. Its length is a power of two.
    slots: Vec<TableSlot>,
    /// A Bloom filter of the nodes. It fits in the nearest cache of a processor, and shows that most labels are
    /// not on the list.
    filter: Box<[u64; FILTER / 64]>,
    /// The date of the list, `YYYY-MM-DD`; empty if it does not say.
    version: String,
}

/// The number of bits of the filter: sixteen for each label of the list.
const FILTER: usize = 1 << 17;

/// A slot of the hash table.
#[derive(Clone, Copy, Debug, Default)]
struct TableSlot {
    /// The label, or a hash of it: see [`word`].
    word: u64,
    parent: u32,
    /// The index of the node; 0 in an empty slot.
    node: u32,
}

/// A label, and the rules of the list for the name that ends at it.
#[derive(Clone, Copy, Debug, Default)]
struct LabelNode {
    parent: u32,
    /// The position of its text in `labels`.
    start: u32,
    length: u32,
    /// `name`: it is a public suffix.
    rule: ListPart,
    /// `*.name`: all names directly below it are.
    wildcard: ListPart,
    /// `!name`: it is not a suffix, although a wildcard says so.
    exception: ListPart,
    has_children: bool,
}

/// The part of the list that has a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum ListPart {
    /// Suffixes of registries, under which anybody may register by the rules of ICANN or a country.
    Icann,
    /// Suffixes of owners of domains, such as `github.io`.
    Private,
    /// No part has it.
    #[default]
    Neither,
}

/// The rules of a list that apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// The rules of its ICANN part.
    Icann,
}

impl Which {
    /// All rules.
    pub fn with_private(private: bool) -> Self {
        if private { Self::All } else { Self::Icann }
    }

    fn has(self, part: ListPart) -> bool {
        match self {
            Self::All => part != ListPart::Neither,
            Self::Icann => part == ListPart::Icann,
        }
    }
}

/// The rules that are compiled in, as `scripts/public_suffixes.py` writes them.
const TREE: &str = include_str!("public_suffixes.txt");

static BUILT_IN: LazyLock<Suffixes> = LazyLock::new(|| Suffixes::of_tree(TREE));

/// The lists that a program has installed.
static INSTALLED: Latest<Suffixes> = Latest::new();

impl Suffixes {
    /// Installs a list for this process. It replaces the one that is compiled in, and any earlier one.
    pub fn install(list: Self) {
        INSTALLED.set(list);
    }

    /// The list of this process: the one that was installed last, or the one that is compiled in.
    pub fn current() -> &'static Self {
        INSTALLED.get().unwrap_or_else(Self::built_in)
    }

    /// The list that is compiled in.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// The date of that list, without building the list.
    pub fn built_in_version() -> &'static str {
        let head = TREE.split_once("list of ").map_or("", |(_, head)| head);
        head.split(',').next().unwrap_or_default()
    }

    /// The date of the list, `YYYY-MM-DD`; empty if it does not say.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The number of names that have rules.
    pub fn rules(&self) -> usize {
        let ruled = |node: &&LabelNode| {
            [node.rule, node.wildcard, node.exception].iter().any(|&part| Which::All.has(part))
        };
        self.nodes.iter().filter(ruled).count()
    }

    /// Reads a list in the format of publicsuffix.org: one rule on each line, up to the first white space; `//`
    /// begins a comment.
    pub fn of(list: &str) -> Self {
        let mut suffixes = Self::empty();
        let mut part = ListPart::Icann;
        for line in list.lines() {
            if let Some(comment) = line.strip_prefix("//") {
                if comment.contains("===BEGIN PRIVATE DOMAINS===") {
                    part = ListPart::Private;
                } else if let Some(version) = comment.trim_start().strip_prefix("VERSION: ") {
                    suffixes.version = version.chars().take("YYYY-MM-DD".len()).collect();
                }
                continue;
            }
            let Some(rule) = line.split_whitespace().next() else { continue };
            let name = rule.trim_start_matches('!');
            let name = name.strip_prefix("*.").unwrap_or(name);
            let Some(ascii) = ascii_name(name) else { continue };
            let node = ascii.rsplit('.').fold(0, |parent, label| suffixes.add(parent, label));
            suffixes.nodes[node as usize].set(rule.starts_with('!'), rule.starts_with('*'), part);
        }
        suffixes
    }

    /// Reads the tree that `scripts/public_suffixes.py` makes of such a list.
    fn of_tree(tree: &str) -> Self {
        let mut suffixes = Self::empty();
        let is_head = |line: &&str| line.starts_with('#');
        Self::built_in_version().clone_into(&mut suffixes.version);
        let (mut parents, mut node) = (Vec::new(), 0);
        for word in tree.lines().skip_while(is_head).flat_map(str::split_whitespace) {
            // One label, with a parenthesis after it, or several that close.
            for piece in word.split_inclusive('(') {
                let label = piece.trim_end_matches(['(', ')']);
                let parent = parents.last().copied().unwrap_or(0);
                let (label, part) = match label.strip_prefix('+') {
                    Some(label) => (label, ListPart::Private),
                    None => (label, ListPart::Icann),
                };
                let (name, is_exception) = match label.strip_prefix('!') {
                    Some(name) => (name, true),
                    None => (label, false),
                };
                if name == "*" {
                    suffixes.nodes[parent as usize].set(false, true, part);
                } else if let Some(name) = name.strip_prefix('/') {
                    node = suffixes.add(parent, name);
                } else {
                    node = suffixes.add(parent, name);
                    suffixes.nodes[node as usize].set(is_exception, false, part);
                }
                if piece.ends_with('(') {
                    parents.push(node);
                }
                for _ in piece.bytes().rev().take_while(|&byte| byte == b')') {
                    parents.pop();
                }
            }
        }
        suffixes
    }

    fn empty() -> Self {
        Self {
            nodes: vec![LabelNode::default()],
            labels: String::new(),
            slots: vec![TableSlot::default(); 64],
            filter: Box::new([0; FILTER / 64]),
            version: String::new(),
        }
    }

    /// The index of a label below a parent. It is added if it is missing.
    fn add(&mut self, parent: u32, label: &str) -> u32 {
        if let Some(node) = self.find(parent, label, 0..label.len()) {
            return node;
        }
        // OK because no list has 4 GiB.
        let node = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes[parent as usize].has_children = true;
        self.nodes.push(LabelNode {
            parent,
            start: u32::try_from(self.labels.len()).unwrap_or(u32::MAX),
            length: u32::try_from(label.len()).unwrap_or(u32::MAX),
            ..LabelNode::default()
        });
        self.labels.push_str(label);
        if self.nodes.len() * 2 > self.slots.len() {
            self.slots = vec![TableSlot::default(); 2 * self.slots.len()];
            (1..=node).for_each(|node| self.place(node));
        } else {
            self.place(node);
        }
        node
    }

    /// Puts a node into the first slot that is free for it.
    fn place(&mut self, place: u32) {
        let node = &self.nodes[place as usize];
        let word = word(self.labels.as_bytes(), node.range());
        let hash = hash(node.parent, word);
        let bit = hash % FILTER;
        self.filter[bit / 64] |= 1 << (bit % 64);
        let mut slot = hash & (self.slots.len() - 1);
        while self.slots[slot].node != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = TableSlot { word, parent: node.parent, node: place };
    }

    /// The index of a label of a name below a parent.
    #[inline]
    fn find(&self, parent: u32, name: &str, label: Range<usize>) -> Option<u32> {
        let word = word(name.as_bytes(), label.clone());
        let hash = hash(parent, word);
        let bit = hash % FILTER;
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return None;
        }
        let mut slot = hash & (self.slots.len() - 1);
        loop {
            let found = &self.slots[slot];
            if found.node == 0 {
                return None;
            }
            if found.word == word && found.parent == parent {
                let node = &self.nodes[found.node as usize];
                if word >> 63 == 0 || self.labels[node.range()] == name[label.clone()] {
                    return Some(found.node);
                }
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// The beginning of the public suffix of a name in ASCII and lower case, without a root dot or an empty
    /// label. `label_start` returns the beginning of the label that ends at a position.
    ///
    /// The longest rule decides, and an exception overrides all others. Without a rule, the last label is the
    /// public suffix, as by the rule `*`.
    #[inline]
    fn suffix_of(&self, name: &str, which: Which, label_start: impl Fn(usize) -> usize) -> usize {
        let (mut parent, mut end) = (0, name.len());
        let mut start = label_start(end);
        let mut suffix = start;
        loop {
            if which.has(self.nodes[parent as usize].wildcard) {
                suffix = start;
            }
            let Some(found) = self.find(parent, name, start..end) else { return suffix };
            let node = &self.nodes[found as usize];
            if which.has(node.exception) && end < name.len() {
                return end + 1;
            }
            if which.has(node.rule) {
                suffix = start;
            }
            if start == 0 || !(node.has_children || which.has(node.wildcard)) {
                return suffix;
            }
            (parent, end) = (found, start - 1);
            start = label_start(end);
        }
    }
}

impl LabelNode {
    /// Notes a rule.
    fn set(&mut self, is_exception: bool, is_wildcard: bool, part: ListPart) {
        let rule = match (is_exception, is_wildcard) {
            (true, _) => &mut self.exception,
            (_, true) => &mut self.wildcard,
            _ => &mut self.rule,
        };
        *rule = part.min(*rule);
    }

    fn range(&self) -> Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

/// The beginning of the label of a name that ends at `end`.
fn label_start(name: &str, end: usize) -> usize {
    name.as_bytes()[..end].iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1)
}

/// A label of up to eight bytes as a little-endian word; a hash of a longer one, with the highest bit set,
/// which ASCII never has.
#[inline]
fn word(name: &[u8], label: Range<usize>) -> u64 {
    let (end, length) = (label.end, label.len());
    if length == 0 {
        return 0;
    }
    if length <= 8 {
        // Usually eight bytes can be read at once, because others precede the label.
        if let Some(last) = name[..end].last_chunk::<8>() {
            return u64::from_le_bytes(*last) >> (64 - 8 * length);
        }
        return name[label].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    }
    let hash = match (name[label.clone()].first_chunk(), name[..end].last_chunk::<8>()) {
        // The whole label, without a loop.
        (Some(first), Some(last)) if length <= 16 => {
            let first = u64::from_le_bytes(*first).wrapping_mul(ODD).rotate_left(23);
            (first ^ u64::from_le_bytes(*last)).wrapping_mul(ODD)
        }
        _ => mixed(0, &name[label]),
    };
    hash | 1 << 63
}

/// The first slot of the search for a word below a parent. The table has only labels of a list, so no text from
/// outside makes it slow.
#[inline]
fn hash(parent: u32, word: u64) -> usize {
    // OK because the high half of the product, which depends on all bits of the word, fits in 32 bits.
    ((word ^ u64::from(parent) << 40).wrapping_mul(ODD) >> 32) as usize
}

/// A domain name, divided by the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain<'a> {
    /// The name in ASCII and lower case, without a root dot.
    name: Cow<'a, str>,
    /// The beginning of the public suffix.
    suffix: usize,
    /// The beginning of the label before it; 0 if there is none.
    registrable: usize,
}

/// Divides a valid host, which is read as name look-up reads it. None for an address in any notation, a name
/// with an empty label, and a text that is not a domain name.
pub fn domain<'a>(host: &'a str, list: &Suffixes, which: Which) -> Option<Domain<'a>> {
    if let Some(plain) = PlainName::of(host) {
        return Some(divided(Cow::Borrowed(host), list, which, |_, end| plain.label_start(end)));
    }
    let name = match look_up(host)? {
        Looked::Name(name) if !name.split('.').any(str::is_empty) => name,
        _ => return None,
    };
    Some(divided(name, list, which, label_start))
}

#[inline]
fn divided<'a>(
    name: Cow<'a, str>,
    list: &Suffixes,
    which: Which,
    label_start: impl Fn(&str, usize) -> usize,
) -> Domain<'a> {
    let suffix = list.suffix_of(&name, which, |end| label_start(&name, end));
    let registrable = suffix.checked_sub(1).map_or(0, |dot| label_start(&name, dot));
    Domain { name, suffix, registrable }
}

impl<'a> Domain<'a> {
    /// The suffix under which anybody may register names; none if it is not a host, as for the other parts.
    pub fn public_suffix(self) -> Option<Cow<'a, str>> {
        let range = self.suffix..self.name.len();
        part(self.name, range)
    }

    /// The public suffix and the label before it; none for a public suffix.
    pub fn registrable(self) -> Option<Cow<'a, str>> {
        let range = self.registrable_start()?..self.name.len();
        part(self.name, range)
    }

    /// The labels before the registrable domain, if there are any.
    pub fn subdomain(self) -> Option<Cow<'a, str>> {
        let end = self.registrable_start()?.checked_sub(1)?;
        self.clone().registrable()?;
        part(self.name, 0..end)
    }

    fn registrable_start(&self) -> Option<usize> {
        (self.suffix > 0).then_some(self.registrable)
    }
}

/// A part of a name, if it is a host. Name look-up may decode characters that no host has (`%22`).
fn part(name: Cow<'_, str>, range: Range<usize>) -> Option<Cow<'_, str>> {
    match name {
        Cow::Borrowed(name) => Some(Cow::Borrowed(&name[range])),
        Cow::Owned(name) => {
            let part = &name[range];
            let is_host = recognize(Utf8(part.as_bytes()), Rule::Host).is_ok();
            is_host.then(|| Cow::Owned(part.to_owned()))
        }
    }
}

/// The registrable domain of a valid host, by all rules of a list.
pub(crate) fn registrable_domain<'a>(host: &'a str, list: &Suffixes) -> Option<Cow<'a, str>> {
    domain(host, list, Which::All)?.registrable()
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
            // Look-up decodes, and no host has a quotation mark.
            ("a%22b.com", None),
            ("x.\u{e9}%22.com", None),
            ("%22x.b%2E\u{e9}.com", Some("xn--9ca.com")),
        ] {
            assert_eq!(registrable_domain(host, &suffixes).as_deref(), expected, "{host}");
        }
        let none = Suffixes::of("");
        assert_eq!(registrable_domain("a.b.c", &none).as_deref(), Some("b.c"));
    }

    #[test]
    fn rules_of_one_part() {
        let list = "// VERSION: 2026-10-22_08-36\ncom\nuk\nco.uk\n\
                    // ===BEGIN PRIVATE DOMAINS===\nblog.com\n*.s3.com\n!a.s3.com\n";
        let suffixes = Suffixes::of(list);
        assert_eq!((suffixes.version(), suffixes.rules()), ("2026-10-22", 6));
        for (host, all, icann) in [
            ("x.y.blog.com", ("blog.com", Some("y.blog.com")), ("com", Some("blog.com"))),
            ("blog.com", ("blog.com", None), ("com", Some("blog.com"))),
            ("x.b.s3.com", ("b.s3.com", Some("x.b.s3.com")), ("com", Some("s3.com"))),
            ("x.a.s3.com", ("s3.com", Some("a.s3.com")), ("com", Some("s3.com"))),
            ("s3.com", ("com", Some("s3.com")), ("com", Some("s3.com"))),
            ("a.b.co.uk", ("co.uk", Some("b.co.uk")), ("co.uk", Some("b.co.uk"))),
        ] {
            for (which, (suffix, registrable)) in [(Which::All, all), (Which::Icann, icann)] {
                let domain = domain(host, &suffixes, which).expect("a domain name");
                assert_eq!(domain.clone().public_suffix().as_deref(), Some(suffix), "{host}");
                assert_eq!(domain.registrable().as_deref(), registrable, "{host}");
            }
        }
        let sub = |host| domain(host, &suffixes, Which::All)?.subdomain().map(Cow::into_owned);
        assert_eq!(sub("a.b.example.co.uk").as_deref(), Some("a.b"));
        assert_eq!((sub("example.co.uk"), sub("co.uk"), sub("127.1")), (None, None, None));
        assert_eq!((sub("%22.b.com"), sub("%61.b.com").as_deref()), (None, Some("a")));
        let suffix = |host| domain(host, &suffixes, Which::All)?.public_suffix();
        assert_eq!((suffix("a.b%22"), suffix("a.%62").as_deref()), (None, Some("b")));
    }

    #[test]
    fn the_list_that_is_compiled_in() {
        let list = Suffixes::built_in();
        assert!(list.version() > "2026" && list.version().len() == 10, "{}", list.version());
        assert!(list.rules() > 9_000);
        for (host, expected) in [
            ("www.example.co.uk", Some("example.co.uk")),
            ("a.b.c.kobe.jp", Some("b.c.kobe.jp")),
            ("www.city.kobe.jp", Some("city.kobe.jp")),
            ("anna.github.io", Some("anna.github.io")),
        ] {
            assert_eq!(registrable_domain(host, list).as_deref(), expected, "{host}");
        }
    }
}
