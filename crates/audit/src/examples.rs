//! The first values of each kind of fault, with their positions.

use std::ops::Range;

/// The largest number of examples of each kind that are kept from a block.
pub const KEPT: usize = 3;

/// A value to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The code of a reason or a finding, or `unreadable`.
    pub about: &'static str,
    /// The line, row or statement, counted from 1 in its block.
    pub place: u64,
    /// The line of a statement, counted from 1 in its block, if known.
    pub line: Option<u64>,
    /// The column of the value in its line, or of the mistake if nothing could be read, in code points from 1,
    /// if known.
    pub column: Option<u64>,
    /// The position in a statement, if it has one.
    pub position: Option<&'static str>,
    /// The value, or its target if it has a finding; for an unreadable part, the reason.
    pub text: Vec<u8>,
    /// The finding, if it is one.
    pub found: Option<FindingInText>,
}

/// A finding in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingInText {
    /// The message, with the clause of a standard.
    pub sentence: String,
    /// The range, in code points.
    pub span: Range<usize>,
}

/// Counts of a block.
#[derive(Debug, Default)]
pub struct BlockSummary {
    /// The number of lines, rows or statements.
    pub places: u64,
    /// The number of values that were judged, including empty ones.
    pub values: u64,
    /// The number of lines.
    pub lines: u64,
    /// The first of each kind, in order.
    pub examples: Vec<Example>,
}

impl BlockSummary {
    /// Adds an example, unless there are enough of its kind.
    pub(crate) fn keep(&mut self, about: &'static str, example: impl FnOnce() -> Example) {
        if self.examples.iter().filter(|example| example.about == about).count() < KEPT {
            self.examples.push(example());
        }
    }
}
