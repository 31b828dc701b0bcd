//! Lines of text, one value each.

use std::ops::Range;

use iriform_kernel::Rows;

use crate::block::{self, ReadValues};
use crate::examples::BlockSummary;
use crate::gathered::Gathered;
use crate::judge::Judge;
use crate::spans::{ValueSpan, Writing};
use crate::tally::Tally;

/// Counts the lines of a block. Each ends with `\n` or `\r\n`, except the last, which may end with
/// the block. A blank line has no value.
///
/// A block is shorter than 4 GiB.
pub fn count(text: &[u8], judge: &Judge, tally: &mut Tally) -> BlockSummary {
    let ends = ends(text);
    let lines = Lines { text, ends: &ends };
    let mut found = BlockSummary {
        places: ends.len() as u64,
        lines: ends.len() as u64,
        ..BlockSummary::default()
    };
    block::count(&lines, judge, tally, &mut found);
    found
}

/// The lines of a block, without their ends, and with their positions if wanted.
pub fn read(text: &[u8], is_located: bool) -> Gathered {
    let ends = ends(text);
    let lines = Lines { text, ends: &ends };
    let mut gathered = Gathered::asking(is_located);
    let mut start = 0;
    for (i, place) in (0..lines.len()).zip(1..) {
        let line = lines.row(i);
        let span = || Some(ValueSpan::new(0, &(start..start + line.len()), Writing::Plain));
        gathered.add(line, place, span);
        start = ends[i] as usize + 1;
    }
    (gathered.place_count, gathered.line_count) = (ends.len() as u64, ends.len() as u64);
    gathered.byte_count = text.len() as u64;
    gathered
}

/// The number of lines that end in a text.
pub fn end_count(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

/// The ends of the lines.
fn ends(text: &[u8]) -> Vec<u32> {
    let mut ends = Vec::with_capacity(text.len() / 32);
    // OK because blocks are shorter.
    ends.extend(memchr::memchr_iter(b'\n', text).filter_map(|end| u32::try_from(end).ok()));
    if text.last().is_some_and(|&last| last != b'\n') {
        ends.extend(u32::try_from(text.len()).ok());
    }
    ends
}

#[inline]
fn line<'a>(text: &'a [u8], ends: &[u32], i: usize) -> &'a [u8] {
    let start = if i == 0 { 0 } else { ends[i - 1] as usize + 1 };
    let line = &text[start..ends[i] as usize];
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The lines of a text, by the indices at which they end.
#[derive(Clone, Copy)]
struct Lines<'a> {
    text: &'a [u8],
    ends: &'a [u32],
}

impl Rows for Lines<'_> {
    fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline]
    fn row(&self, i: usize) -> &[u8] {
        line(self.text, self.ends, i)
    }
}

impl ReadValues for Lines<'_> {
    fn place(&self, i: usize) -> u64 {
        i as u64 + 1
    }

    fn together(&self, range: Range<usize>) -> Option<&[u8]> {
        let start = range.start.checked_sub(1).map_or(0, |i| self.ends[i] as usize + 1);
        self.text.get(start..*self.ends.get(range.end.checked_sub(1)?)? as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Counts;

    #[test]
    fn lines_are_counted_where_they_are_read() {
        let text =
            "http://Example.org/a?q\r\n\nmailto:x\nhttp://example.org:8/é#f\na b\n\u{FFFD}\nc d";
        let judge = Judge::new("IRI", None).expect("a production");
        let mut tally = Tally::default();
        let found = count(text.as_bytes(), &judge, &mut tally);
        assert_eq!((found.places, found.lines, found.values), (7, 7, 7));
        let counts = Counts { by_status: [3, 3, 1, 0], ascii: 2, mendable: 0, in_text: 0 };
        assert_eq!(tally.parts().last(), Some((None, counts)));
        assert_eq!(tally.schemes().collect::<Vec<_>>(), [("http", 2), ("mailto", 1)]);
        assert_eq!(tally.hosts().collect::<Vec<_>>(), [("example.org", 2)]);
        assert_eq!(tally.scripts().collect::<Vec<_>>(), [("Latin", 1)]);
        let ports: Vec<_> = tally.lengths().filter(|l| l.0 == "port_text").collect();
        assert_eq!(ports, [("port_text", 1, 1, 1)]);
        let examples: Vec<_> = found.examples.iter().map(|e| (e.about, e.place)).collect();
        let is_reason = |code| tally.reasons().any(|(reason, ..)| reason == code);
        let bad = examples.iter().filter(|e| is_reason(e.0)).map(|e| e.1);
        assert_eq!(bad.collect::<Vec<_>>(), [5, 6, 7]);
        assert_eq!(tally.reasons().map(|(_, n, _)| n).sum::<u64>(), 3);
        assert_eq!(tally.reasons().map(|(_, _, mendable)| mendable).sum::<u64>(), 0);
    }

    #[test]
    fn what_can_be_mended_is_counted() {
        let text = b"http://a/b c\nhttp://a b/\n<http://a/>\nhttp://a/\xFF\nhttp://a/%\nb c\n";
        let judge = Judge::new("IRI", None).expect("a production");
        let mut tally = Tally::default();
        count(text, &judge, &mut tally);
        let (bad, mendable) =
            tally.reasons().fold((0, 0), |sums, (_, n, m)| (sums.0 + n, sums.1 + m));
        assert_eq!((bad, mendable), (6, 3));
    }

    #[test]
    fn relative_references_are_counted_by_their_targets() {
        let base = Some("http://example.org/a/b".to_owned());
        let judge = Judge::new("IRI-reference", base).expect("a production");
        let mut tally = Tally::default();
        count(b"../c\n//h\n#f", &judge, &mut tally);
        assert_eq!(tally.hosts().collect::<Vec<_>>(), [("example.org", 2), ("h", 1)]);
        // The value itself is measured, and the components of its target.
        let lengths: Vec<_> = tally.lengths().filter(|l| l.0 == "text").collect();
        assert_eq!(lengths, [("text", 2, 2, 4), ("text", 3, 1, 4)]);
    }

    #[test]
    fn a_production_has_a_name() {
        assert!(Judge::new("iri", None).is_none());
    }
}
