//! A radix tree over bytes, which finds the keys that a text begins with.
//!
//! An edge has one or more bytes. The first byte of an edge finds the child in a table of its node; the other
//! bytes are the label of the edge. A table only covers the bytes from the least to the greatest first byte, so
//! the whole tree fits into the cache. All nodes are in one vector.

/// No node, no value.
const NONE: u32 = u32::MAX;

/// The tree. Each key has its index in the list that the tree was made from.
#[derive(Clone, Debug, Default)]
pub(super) struct Trie {
    nodes: Vec<TrieNode>,
    labels: Vec<u8>,
    /// The tables of all nodes: the child for each byte from `least` on.
    children: Vec<u32>,
}

#[derive(Clone, Debug)]
struct TrieNode {
    /// The first bytes of the label of the edge to this node, up to a word.
    head: u64,
    /// The length of the label.
    length: u32,
    /// The beginning of the rest of the label in `labels`.
    label: u32,
    /// The beginning of its table in `children`.
    table: u32,
    /// The number of bytes in its table.
    bytes: u16,
    /// The first byte of its table.
    least: u8,
    /// The index of the key that ends here.
    value: u32,
    /// The length of that key.
    end: u32,
    /// The nearest ancestor at which a key ends.
    shorter: u32,
}

/// The error for too many keys, or too many bytes in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyKeys;

/// A key that the text begins with: its index in the list, and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyMatch {
    pub(super) place: usize,
    pub(super) end: usize,
    node: u32,
}

impl Trie {
    /// Makes the tree of `keys`. It keeps the first of equal keys.
    pub(super) fn new(keys: &[&[u8]]) -> Result<Self, TooManyKeys> {
        let bytes = keys.iter().map(|key| key.len() + 2).sum::<usize>();
        if u32::try_from(bytes).is_err() {
            return Err(TooManyKeys);
        }
        let mut sorted: Vec<u32> = (0..index(keys.len())).collect();
        sorted.sort_by_key(|&place| (keys[place as usize], place));
        sorted.dedup_by_key(|place| keys[*place as usize]);
        let mut trie = Self::default();
        // For each node: the keys below it, and the number of their bytes above it.
        let mut below = vec![(0..sorted.len(), 0)];
        trie.push_node(NONE);
        let mut node = 0;
        while node < trie.nodes.len() {
            let (range, start) = below[node].clone();
            let mut group = &sorted[range.clone()];
            let key = |place: u32| keys[place as usize];
            let end = match (group.first(), group.last()) {
                (Some(&first), Some(&last)) if node > 0 => common(key(first), key(last)),
                _ => 0,
            };
            if let Some(&first) = group.first() {
                // `start` is after the first byte of the edge.
                let label = &key(first)[start..end];
                let (head, rest) = label.split_at(label.len().min(WORD));
                let here = &mut trie.nodes[node];
                (here.head, here.length) = (word(head), index(label.len()));
                here.label = index(trie.labels.len());
                trie.labels.extend_from_slice(rest);
            }
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
            if let (Some(&first), Some(&last)) = (group.first(), group.last()) {
                let (least, greatest) = (key(first)[end], key(last)[end]);
                let table = trie.children.len();
                trie.children.resize(table + usize::from(greatest - least) + 1, NONE);
                for same in group.chunk_by(|&a, &b| key(a)[end] == key(b)[end]) {
                    let place = table + usize::from(key(same[0])[end] - least);
                    trie.children[place] = index(trie.nodes.len());
                    trie.push_node(shorter);
                    below.push((first_child..first_child + same.len(), end + 1));
                    first_child += same.len();
                }
                let node = &mut trie.nodes[node];
                (node.table, node.least) = (index(table), least);
                node.bytes = u16::from(greatest - least) + 1;
            }
            node += 1;
        }
        // Tables can have more entries than there are bytes in the keys.
        u32::try_from(trie.children.len()).map_err(|_| TooManyKeys)?;
        Ok(trie)
    }

    fn push_node(&mut self, shorter: u32) {
        self.nodes.push(TrieNode {
            head: 0,
            length: 0,
            label: 0,
            table: 0,
            bytes: 0,
            least: 0,
            value: NONE,
            end: 0,
            shorter,
        });
    }

    /// The longest key that `text` begins with.
    #[inline]
    pub(super) fn longest(&self, text: &[u8]) -> Option<KeyMatch> {
        let mut node = self.nodes.first()?;
        let (mut at, mut rest) = (0, text);
        let mut found = None;
        while let Some(after) = self.behind(node, rest) {
            if node.value != NONE {
                found = Some(self.found(at, node));
            }
            let Some((byte, after)) = after.split_first() else { break };
            let place = byte.wrapping_sub(node.least);
            if u16::from(place) >= node.bytes {
                break;
            }
            at = self.children[node.table as usize + usize::from(place)];
            let Some(child) = self.nodes.get(at as usize) else { break };
            (node, rest) = (child, after);
        }
        found
    }

    /// The text after the label of the node, if the text begins with it.
    #[inline(always)]
    fn behind<'a>(&self, node: &TrieNode, text: &'a [u8]) -> Option<&'a [u8]> {
        let length = node.length as usize;
        let (_, rest) = text.split_at_checked(length)?;
        // Compare a word at once. Most labels are short, and the branches of a loop of unpredictable length
        // cost more than its comparisons.
        let start =
            text.first_chunk().map_or_else(|| word(text), |start| u64::from_le_bytes(*start));
        let bits = 8 * length.min(WORD);
        let unlike = start ^ node.head;
        if bits > 0 && unlike << (64 - bits) != 0 {
            return None;
        }
        if length > WORD {
            let label = node.label as usize;
            let label = &self.labels[label..label + length - WORD];
            if !text[WORD..].starts_with(label) {
                return None;
            }
        }
        Some(rest)
    }

    /// The longest key that the text begins with and that is shorter than `found`.
    pub(super) fn shorter(&self, found: KeyMatch) -> Option<KeyMatch> {
        let at = self.nodes[found.node as usize].shorter;
        self.nodes.get(at as usize).map(|node| self.found(at, node))
    }

    #[inline]
    fn found(&self, at: u32, node: &TrieNode) -> KeyMatch {
        debug_assert!(self.nodes[at as usize].value == node.value);
        KeyMatch { place: node.value as usize, end: node.end as usize, node: at }
    }
}

/// The bytes of a word.
const WORD: usize = size_of::<u64>();

/// Up to eight bytes as a word.
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; WORD];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// The length of the common beginning of two keys.
fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// An index as nodes store it. It fits, because `new` checks the number of keys, bytes and entries: a
/// key makes at most two nodes, and its bytes are in the labels at most once.
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
