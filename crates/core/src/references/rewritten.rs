//! A text with replaced pieces, and their positions in the original.

use std::ops::Range;

use crate::syntax::text::{AsciiSet, Text, Utf8};

/// The positions of the replaced pieces in the text, and of their originals. They are in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RewrittenPlaces(Vec<(Range<usize>, Range<usize>)>);

impl RewrittenPlaces {
    /// Returns true if nothing is replaced.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The range of the original text that a range was made from.
    pub(crate) fn range(&self, range: Range<usize>) -> Range<usize> {
        let before = self.0.partition_point(|(here, _)| here.start <= range.start);
        let start = match self.0[..before].last() {
            Some((here, there)) if range.start < here.end => there.start,
            Some((here, there)) => there.end + (range.start - here.end),
            None => range.start,
        };
        let before = self.0.partition_point(|(here, _)| here.start < range.end);
        let end = match self.0[..before].last() {
            Some((here, there)) => there.end + range.end.saturating_sub(here.end),
            None => range.end,
        };
        start..end
    }

    /// Returns true if a range has something that was replaced.
    pub(crate) fn has_any(&self, range: Range<usize>) -> bool {
        let first = self.0.partition_point(|(here, _)| here.start < range.start);
        self.0.get(first).is_some_and(|(here, _)| here.start < range.end)
    }
}

/// A text with ranges replaced. They must be in order and disjoint.
pub(crate) fn rewritten<R: AsRef<[u8]>>(
    text: &[u8],
    replacements: impl Iterator<Item = (Range<usize>, R)>,
) -> (Vec<u8>, RewrittenPlaces) {
    let mut out = Vec::with_capacity(text.len());
    let (mut places, mut copied) = (Vec::new(), 0);
    for (there, replacement) in replacements {
        out.extend_from_slice(&text[copied..there.start]);
        let start = out.len();
        out.extend_from_slice(replacement.as_ref());
        copied = there.end;
        places.push((start..out.len(), there));
    }
    out.extend_from_slice(&text[copied..]);
    (out, RewrittenPlaces(places))
}

/// The pieces that a function reads at marks, with their ranges: the replacement of each, and its length.
pub(super) fn replacements<'t, R>(
    text: Utf8<'t>,
    marks: &'t AsciiSet,
    read: impl Fn(usize) -> Option<(R, usize)>,
) -> impl Iterator<Item = (Range<usize>, R)> {
    let mut i = 0;
    std::iter::from_fn(move || {
        loop {
            let start = text.find_any(i, marks);
            if start >= text.len() {
                return None;
            }
            i = start + 1;
            if let Some((replacement, length)) = read(start) {
                i = start + length;
                return Some((start..i, replacement));
            }
        }
    })
}
