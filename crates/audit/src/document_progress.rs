//! The progress in an RDF document, and the lines on which its statements end.

use std::collections::{BTreeMap, VecDeque};

/// The progress in a document.
#[derive(Debug, Default)]
pub(crate) struct DocumentProgress {
    /// The number of bytes that have been read.
    pub(crate) bytes: u64,
    /// The prefixes that an XML document has declared; the first of several namespaces counts.
    pub(crate) prefixes: BTreeMap<String, String>,
    /// The length of the text passed to the XML parser, and whether it ends with a tag.
    given: u64,
    is_tag: bool,
    /// The line ends that the parser may not have reached.
    ends: VecDeque<u64>,
    /// The number of line ends before these.
    lines: u64,
}

impl DocumentProgress {
    /// Records the text of an event that is passed to the XML parser.
    pub(crate) fn give(&mut self, text: &[u8], is_tag: bool) {
        let ends = memchr::memchr_iter(b'\n', text);
        self.ends.extend(ends.map(|end| self.given + end as u64));
        self.given += text.len() as u64;
        if !text.is_empty() {
            self.is_tag = is_tag;
        }
    }

    /// Returns true if a tag ends at a position, rather than text before one.
    pub(crate) fn ends_with_tag(&self, position: u64) -> bool {
        self.is_tag && position >= self.given
    }

    /// The line on which an item ends. Later calls must ask for later positions.
    pub(crate) fn line(&mut self, position: u64) -> u64 {
        while self.ends.front().is_some_and(|end| *end < position) {
            self.ends.pop_front();
            self.lines += 1;
        }
        self.lines + 1
    }
}
