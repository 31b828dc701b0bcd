//! How far a document of RDF has been read, and on which lines its statements end.

use std::collections::{BTreeMap, VecDeque};

/// How far a document has been read.
#[derive(Debug, Default)]
pub(crate) struct DocumentProgress {
    /// The number of bytes that have been read.
    pub(crate) bytes: u64,
    /// The prefixes that a document of XML has declared; of several namespaces the first.
    pub(crate) prefixes: BTreeMap<String, String>,
    /// How much text has been given to the parser of XML, and whether it ends with a tag.
    given: u64,
    is_tag: bool,
    /// The line ends that the parser may not have come to.
    ends: VecDeque<u64>,
    /// The number of line ends before these.
    lines: u64,
}

impl DocumentProgress {
    /// Notes the text of an event that is given to the parser of XML.
    pub(crate) fn give(&mut self, text: &[u8], is_tag: bool) {
        let ends = memchr::memchr_iter(b'\n', text);
        self.ends.extend(ends.map(|end| self.given + end as u64));
        self.given += text.len() as u64;
        if !text.is_empty() {
            self.is_tag = is_tag;
        }
    }

    /// Returns true if what ends at a position is a tag, and not text before one.
    pub(crate) fn ends_with_tag(&self, position: u64) -> bool {
        self.is_tag && position >= self.given
    }

    /// The line on which an item ends. Later calls ask for later positions only.
    pub(crate) fn line(&mut self, position: u64) -> u64 {
        while self.ends.front().is_some_and(|end| *end < position) {
            self.ends.pop_front();
            self.lines += 1;
        }
        self.lines + 1
    }
}
