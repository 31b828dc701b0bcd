//! The first values of each kind of fault, with their places.

use std::ops::Range;

/// The most examples of each kind that are kept of a block.
pub const KEPT: usize = 3;

/// A value that something is to be said of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The code of a reason or a finding, or `unreadable`.
    pub about: &'static str,
    /// The line, row or statement, counted from 1 in its block.
    pub place: u64,
    /// The line of a statement, counted from 1 in its block, where it is known.
    pub line: Option<u64>,
    /// Where in its line the value begins, or a mistake where nothing could be read, in code points from 1, where that is known.
    pub column: Option<u64>,
    /// The position in a statement, if it is at one.
    pub position: Option<&'static str>,
    /// The value, or its target if it has a finding; or, of what is unreadable, why it is.
    pub text: Vec<u8>,
    /// The finding, if it is one.
    pub found: Option<FindingInText>,
}

/// A finding as it is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingInText {
    /// The message, with the clause of a standard.
    pub sentence: String,
    /// The place, in code points.
    pub span: Range<usize>,
}

/// Counts of a block.
#[derive(Debug, Default)]
pub struct BlockSummary {
    /// The number of lines, rows or statements.
    pub places: u64,
    /// The number of values that were judged, the empty ones included.
    pub values: u64,
    /// The number of lines.
    pub lines: u64,
    /// The first of each kind, in order.
    pub examples: Vec<Example>,
}

impl BlockSummary {
    /// Keeps an example, unless there are enough of its kind.
    pub(crate) fn keep(&mut self, about: &'static str, example: impl FnOnce() -> Example) {
        if self.examples.iter().filter(|example| example.about == about).count() < KEPT {
            self.examples.push(example());
        }
    }
}
