//! Finds the keys that a text begins with, among many: a radix tree over bytes.
//!
//! An edge has a label of one or more bytes. A search compares the text label by label, and each
//! byte once. All nodes are in one vector, the children of a node next to each other.

use std::ops::Range;

/// No node, no value, no table.
const NONE: u32 = u32::MAX;

/// A node with more children than this has a table, which finds a child by its first byte.
const FEW: usize = 6;

/// The tree. Each key has the index that it had in the list from which the tree was made.
#[derive(Clone, Debug, Default)]
pub(super) struct Trie {
    nodes: Vec<Node>,
    labels: Vec<u8>,
    /// For every node, the first byte of its label. The children of a node are in this order.
    firsts: Vec<u8>,
    tables: Vec<[u32; 256]>,
}

#[derive(Clone, Debug)]
struct Node {
    /// The range of `labels` with the label of the edge to this node.
    label: Range<u32>,
    children: Range<u32>,
    /// The table that finds a child by its first byte.
    table: u32,
    /// The index of the key that ends here.
    value: u32,
    /// The length of that key.
    end: u32,
    /// The nearest ancestor at which a key ends.
    shorter: u32,
}

/// There are too many keys, or too many bytes in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// A key that the text begins with: its index in the list and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) place: usize,
    pub(super) end: usize,
    node: u32,
}

impl Trie {
    /// Makes the tree of `keys`. Of equal keys it keeps the first.
    pub(super) fn new(keys: &[&[u8]]) -> Result<Self, TooLarge> {
        let bytes = keys.iter().map(|key| key.len() + 2).sum::<usize>();
        if u32::try_from(bytes).is_err() {
            return Err(TooLarge);
        }
        let mut sorted: Vec<u32> = (0..index(keys.len())).collect();
        sorted.sort_by_key(|&place| (keys[place as usize], place));
        sorted.dedup_by_key(|place| keys[*place as usize]);
        let mut trie = Self::default();
        // For each node: the keys below it, and how many of their bytes are above it.
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

    /// The longest key that `text` begins with.
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

    /// The longest key that the text begins with and that is shorter than `found`.
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

/// The length of the common beginning of two keys.
fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// An index as nodes store it. It fits, because `new` has checked the number of keys and bytes: a
/// key makes at most two nodes, and its bytes are in the labels once.
fn index(i: usize) -> u32 {
    u32::try_from(i).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The indices of the keys that the text begins with, the longest first.
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
        // Some of the sets of three keys are enough.
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
