//! Which of many keys begin a text: a radix tree over bytes.
//!
//! An edge has a label of one or more bytes, so a text is compared a piece at a time and each of
//! its bytes once. The nodes lie in one vector, the children of a node side by side.

use std::ops::Range;

/// Stands for no node, no value and no table.
const NONE: u32 = u32::MAX;

/// Nodes with more children than this have a table of them.
const FEW: usize = 6;

/// Keys of bytes, each with the place it had in the list that the tree was made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Trie {
    nodes: Vec<Node>,
    labels: Vec<u8>,
    /// For every node, the first byte of its label: those of the children of a node in order.
    firsts: Vec<u8>,
    tables: Vec<[u32; 256]>,
}

#[derive(Clone, Debug)]
struct Node {
    /// Where the label of the edge to this node lies in `labels`.
    label: Range<u32>,
    children: Range<u32>,
    /// The table of the children by their first byte.
    table: u32,
    /// The place of the key that ends here.
    value: u32,
    /// How long that key is.
    end: u32,
    /// The nearest node above at which a key ends.
    shorter: u32,
}

/// There are too many keys, or too many bytes in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// A key that begins the text: its place in the list, its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) place: usize,
    pub(super) end: usize,
    node: u32,
}

impl Trie {
    /// The tree of `keys`. Of equal ones the first counts.
    pub(super) fn new(keys: &[&[u8]]) -> Result<Self, TooLarge> {
        let bytes = keys.iter().map(|key| key.len() + 2).sum::<usize>();
        if u32::try_from(bytes).is_err() {
            return Err(TooLarge);
        }
        let mut sorted: Vec<u32> = (0..index(keys.len())).collect();
        sorted.sort_by_key(|&place| (keys[place as usize], place));
        sorted.dedup_by_key(|place| keys[*place as usize]);
        let mut trie = Self::default();
        // The keys below each node, and how much of them the nodes above it have.
        let mut below = vec![(0..sorted.len(), 0)];
        trie.push_node(&[], NONE);
        let mut node = 0;
        while node < trie.nodes.len() {
            let (range, start) = below[node].clone();
            let mut group = &sorted[range.clone()];
            let key = |place: u32| keys[place as usize];
            let end = match (group.first(), group.last()) {
                (Some(&first), Some(&last)) if node > 0 => common(key(first), key(last)),
                _ => 0,
            };
            let label = index(trie.labels.len());
            if let Some(&first) = group.first() {
                trie.labels.extend_from_slice(&key(first)[start..end]);
            }
            trie.nodes[node].label = label..index(trie.labels.len());
            let mut first_child = range.start;
            if let Some(&place) = group.first()
                && key(place).len() == end
            {
                (trie.nodes[node].value, trie.nodes[node].end) = (place, index(end));
                group = &group[1..];
                first_child += 1;
            }
            let here = &trie.nodes[node];
            let shorter = if here.value == NONE { here.shorter } else { index(node) };
            let children = index(trie.nodes.len());
            for same in group.chunk_by(|&a, &b| key(a)[end] == key(b)[end]) {
                trie.push_node(&[key(same[0])[end]], shorter);
                below.push((first_child..first_child + same.len(), end));
                first_child += same.len();
            }
            trie.nodes[node].children = children..index(trie.nodes.len());
            trie.add_table(node);
            node += 1;
        }
        Ok(trie)
    }

    fn push_node(&mut self, first: &[u8], shorter: u32) {
        self.firsts.push(first.first().copied().unwrap_or_default());
        let none = Node { label: 0..0, children: 0..0, table: NONE, value: NONE, end: 0, shorter };
        self.nodes.push(none);
    }

    fn add_table(&mut self, node: usize) {
        let children = self.nodes[node].children.clone();
        if children.len() > FEW {
            let mut table = [NONE; 256];
            for child in children {
                table[usize::from(self.firsts[child as usize])] = child;
            }
            self.nodes[node].table = index(self.tables.len());
            self.tables.push(table);
        }
    }

    /// The longest key that begins `text`.
    #[inline]
    pub(super) fn longest(&self, text: &[u8]) -> Option<Match> {
        let mut node = self.nodes.first()?;
        let (mut at, mut rest) = (0, text);
        let mut found = None;
        loop {
            let label = &self.labels[node.label.start as usize..node.label.end as usize];
            let Some(after) = rest.strip_prefix(label) else { break };
            rest = after;
            if node.value != NONE {
                found = Some(self.found(at, node));
            }
            let Some(child) = rest.first().and_then(|&byte| self.child(node, byte)) else { break };
            at = child;
            node = &self.nodes[at as usize];
        }
        found
    }

    /// The longest key that begins the text and is shorter than the one found.
    pub(super) fn shorter(&self, found: Match) -> Option<Match> {
        let at = self.nodes[found.node as usize].shorter;
        self.nodes.get(at as usize).map(|node| self.found(at, node))
    }

    #[inline]
    fn found(&self, at: u32, node: &Node) -> Match {
        debug_assert!(self.nodes[at as usize].value == node.value);
        Match { place: node.value as usize, end: node.end as usize, node: at }
    }

    #[inline]
    fn child(&self, node: &Node, byte: u8) -> Option<u32> {
        if let Some(table) = self.tables.get(node.table as usize) {
            return Some(table[usize::from(byte)]).filter(|&child| child != NONE);
        }
        let firsts = &self.firsts[node.children.start as usize..node.children.end as usize];
        node.children.clone().zip(firsts).find(|&(_, &first)| first == byte).map(|(child, _)| child)
    }
}

/// How many bytes two keys begin with in common.
fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// An index in the numbers that nodes have. `new` has seen to it that there are few enough: each
/// key makes two nodes at the most and has its bytes in the labels once.
fn index(i: usize) -> u32 {
    u32::try_from(i).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of the keys that begin the text, longest first.
    fn all(keys: &[&str], text: &str) -> Vec<usize> {
        let keys: Vec<_> = keys.iter().map(|key| key.as_bytes()).collect();
        let trie = Trie::new(&keys).expect("few keys");
        let longest = trie.longest(text.as_bytes());
        std::iter::successors(longest, |&found| trie.shorter(found))
            .inspect(|found| assert_eq!(found.end, keys[found.place].len()))
            .map(|found| found.place)
            .collect()
    }

    #[test]
    fn the_longest_first() {
        let keys = ["http://a/", "http://a/b", "http://a/b/c", "http://ab", "http:", "", "é", "è"];
        for (text, places) in [
            ("http://a/b/cd", &[2, 1, 0, 4, 5][..]),
            ("http://a/b/", &[1, 0, 4, 5]),
            ("http://a/c", &[0, 4, 5]),
            ("http://ab", &[3, 4, 5]),
            ("http://", &[4, 5]),
            ("http", &[5]),
            ("", &[5]),
            ("è!", &[7, 5]),
            ("ê", &[5]),
        ] {
            assert_eq!(all(&keys, text), places, "{text}");
        }
    }

    #[test]
    fn without_keys_nothing_is_found() {
        assert_eq!(all(&[], "a"), [0; 0]);
        assert_eq!(all(&[], ""), [0; 0]);
        assert_eq!(all(&["b"], "a"), [0; 0]);
    }

    #[test]
    fn of_equal_keys_the_first_counts() {
        assert_eq!(all(&["b", "a", "b", "a"], "bc"), [0]);
        assert_eq!(all(&["b", "a", "b", "a"], "ac"), [1]);
    }

    #[test]
    fn all_short_texts_of_two_letters() {
        let texts: Vec<String> = (0..=4)
            .flat_map(|n| (0..1 << n).map(move |bits: u32| (n, bits)))
            .map(|(n, bits)| (0..n).map(|i| if bits >> i & 1 == 0 { 'a' } else { 'b' }).collect())
            .collect();
        // A part of all sets of three keys will do.
        for seed in (0..texts.len().pow(3)).step_by(37) {
            let pick =
                |k: u32| texts[(seed / texts.len().pow(k) + seed * 7) % texts.len()].as_str();
            let keys = [pick(0), pick(1), pick(2)];
            for text in &texts {
                let mut expected: Vec<&str> =
                    keys.iter().copied().filter(|key| text.starts_with(key)).collect();
                expected.sort_by_key(|key| std::cmp::Reverse(key.len()));
                expected.dedup();
                let found: Vec<&str> = all(&keys, text).into_iter().map(|i| keys[i]).collect();
                assert_eq!(found, expected, "{keys:?} {text}");
            }
        }
    }

    #[test]
    fn many_children_and_long_keys() {
        let keys: Vec<String> =
            ('\0'..='\u{7F}').map(|c| format!("x{c}{}", "y".repeat(1000))).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        assert_eq!(all(&keys, &keys[77].repeat(2)), [77]);
        assert_eq!(all(&keys, "xA"), [0; 0]);
    }
}
