//! The column kernel: validates and splits many references in shared memory, a block of rows at a
//! time.
//!
//! The kernel knows Arrow's memory layouts ([`Consecutive`], [`Views`]) but does not depend on
//! Arrow, and it allocates nothing for a row. Its results are those of core's parser.
//!
//! On a processor with AVX2 or NEON few rows need the parser. A block of 64 adjacent rows is a stretch of bytes
//! (`rows`). A classifier (`classify`, by the tables of `classes` and the vectors of `arch`) turns the stretch
//! into bit planes: one bit for each byte, set where the byte is a delimiter, for example (`planes`). The next
//! delimiter of a row is then found by a shift and a count (`stretch`). Bytes that need a further check are
//! rare (`odd`). A row with anything unusual goes to the parser (`stream`), so that only the parser defines the
//! syntax.
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "only the parser is used")
)]
#![deny(unsafe_code)]

mod arch;
mod block;
mod classes;
mod classify;
mod marks;
mod odd;
mod planes;
#[cfg(test)]
mod record;
mod rows;
mod stream;
mod stretch;

use std::ops::Range;

use iriform::engine::{Fault, Requirements, bits::ones};

use arch::scalar;
use stream::{Space, Stream};
use stretch::MARKS;

pub use block::{BLOCK, Block, ReferenceKind, RowParts};
pub use marks::Marks;
pub use rows::{Consecutive, Offset, Rows, Unreadable, View, Views, text_of_view};
#[doc(hidden)]
pub use rows::{Room, Stretch};
pub use stretch::{COMPONENTS, HOST, PLAIN, VALIDITY};

/// Validates `rows`: bit `i` of the bitmap `out` is set exactly if row `range.start + i` is valid.
///
/// `out` has one word for every 64 rows, the last one perhaps partly used; bits beyond the range
/// are zero. The kernel does not know nulls: the caller masks their bits.
pub fn validate(rows: &impl Rows, range: Range<usize>, production: ReferenceKind, out: &mut [u64]) {
    let mut space = Space::new();
    let Some(mut stream) = Stream::new(production, Marks::NONE, &mut space) else {
        return scalar::validate(rows, range, production, out);
    };
    let mut nothing = [RowParts::default(); BLOCK];
    for (word, start) in out.iter_mut().zip(range.clone().step_by(BLOCK)) {
        let block = start..range.end.min(start + BLOCK);
        *word = stream.block::<VALIDITY>(rows, block, &mut nothing).valid;
    }
}

/// Decides `rows` in blocks of 64 from `range.start` on, the last one perhaps shorter, and calls `visit` with
/// the number of each block's first row and the block. `WANTED` is [`VALIDITY`], [`HOST`] or [`COMPONENTS`],
/// optionally with [`PLAIN`]: the less is wanted, the faster this is.
pub fn scan<const WANTED: u8>(
    rows: &impl Rows,
    range: Range<usize>,
    production: ReferenceKind,
    visit: &mut dyn FnMut(usize, &Block),
) {
    let mut space = Space::new();
    let Some(mut stream) = Stream::new(production, Marks::NONE, &mut space) else {
        return scalar::split(rows, range, production, Marks::NONE, visit);
    };
    let mut block = Block::new();
    for start in range.clone().step_by(BLOCK) {
        let of = start..range.end.min(start + BLOCK);
        let verdicts = stream.block::<WANTED>(rows, of, &mut block.rows);
        block.set(verdicts);
        visit(start, &block);
    }
}

/// Like [`scan`], and also marks the rows that have one of the `marks`. Only the components of marked rows are
/// set: the fewer there are, the faster this is. Without marks it is as fast as [`validate`].
pub fn split_marked(
    rows: &impl Rows,
    range: Range<usize>,
    production: ReferenceKind,
    marks: Marks,
    visit: &mut dyn FnMut(usize, &Block),
) {
    /// Splitting this many marked rows of a block one by one takes as long as splitting all rows together.
    const MANY: u32 = 10;
    if marks == Marks::NONE {
        return scan::<VALIDITY>(rows, range, production, visit);
    }
    let mut space = Space::new();
    let Some(mut stream) = Stream::new(production, marks, &mut space) else {
        return scalar::split(rows, range, production, marks, visit);
    };
    let mut block = Block::new();
    for start in range.clone().step_by(BLOCK) {
        let of = start..range.end.min(start + BLOCK);
        if block.marked.count_ones() > MANY {
            let verdicts = stream.block::<{ COMPONENTS | MARKS }>(rows, of, &mut block.rows);
            block.set(verdicts);
        } else {
            let verdicts = stream.block::<{ VALIDITY | MARKS }>(rows, of, &mut block.rows);
            block.set(verdicts);
            for i in ones(block.marked) {
                block.rows[i] = scalar::row_of_valid(rows.row(start + i)).unwrap_or_default();
            }
        }
        visit(start, &block);
    }
}

/// The positions of a text's components, if it is an IRI reference.
pub fn row(text: &[u8]) -> Option<RowParts> {
    scalar::row(text, ReferenceKind { is_iri: true, form: Requirements::REFERENCE })
}

/// The fault of a row, if it is not valid; its indices count bytes.
pub fn fault(row: &[u8], production: ReferenceKind) -> Option<Fault> {
    scalar::parts(row, production).err()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRODUCTION: ReferenceKind = ReferenceKind { is_iri: true, form: Requirements::REFERENCE };

    #[test]
    fn components_of_a_block() {
        let texts = ["s://u:p@[::1]:80/p?q#f", "", "//@", "a b", "urn:x", "//h:?"];
        let values = texts.concat();
        let mut offsets = vec![0];
        for text in texts {
            offsets.push(offsets[offsets.len() - 1] + i32::try_from(text.len()).expect("short"));
        }
        let rows = Consecutive::new(values.as_bytes(), &offsets).expect("they hold together");
        let mut seen = 0;
        scan::<COMPONENTS>(&rows, 0..texts.len(), PRODUCTION, &mut |first, block| {
            assert_eq!((first, block.valid), (0, 0b110111));
            let [full, empty, at, _, urn, port, ..] = block.rows;
            assert_eq!(full.userinfo(), Some(4..7));
            assert_eq!(full.host(), Some(8..13));
            assert_eq!(full.port(), Some(14..16));
            assert_eq!(full.fragment(), Some(21..22));
            assert_eq!((empty.host(), empty.path(), empty.query()), (None, 0..0, None));
            assert_eq!((at.userinfo(), at.host(), at.port()), (Some(2..2), Some(3..3), None));
            assert_eq!((urn.scheme(), urn.authority(), urn.path()), (Some(0..3), None, 4..5));
            assert_eq!((port.port(), port.query()), (Some(4..4), Some(5..5)));
            seen += 1;
        });
        assert_eq!(seen, 1);
        let mut bitmap = [u64::MAX];
        validate(&rows, 0..texts.len(), PRODUCTION, &mut bitmap);
        assert_eq!(bitmap, [0b110111]);
    }

    #[test]
    fn what_does_not_hold_together_is_refused() {
        for offsets in [&[0, 3][..], &[-1, 1], &[1, 0], &[0, 2, 1, 2]] {
            assert!(Consecutive::new(b"ab", offsets).is_err(), "{offsets:?}");
        }
        assert!(Consecutive::<i32>::new(b"", &[]).is_ok_and(|rows| rows.is_empty()));
        assert!(Consecutive::new(b"a", &[0, 1]).is_ok_and(|rows| !rows.is_empty()));
        let view = |length: i32, buffer: i32, offset: i32| {
            let words = [length, 0, buffer, offset].map(i32::to_le_bytes);
            <View>::try_from(words.concat()).expect("16 bytes")
        };
        let buffers: [&[u8]; 1] = [b"http://example.com"];
        assert!(Views::new(&[view(13, 0, 5), view(12, 9, 9)], &buffers).is_ok());
        let outside = Unreadable { row: 1, is_long: false };
        for bad in [view(13, 0, 6), view(13, 1, 0), view(13, 0, -1), view(-1, 0, 0)] {
            let views = [view(0, 0, 0), bad, view(0, 0, 0)];
            assert_eq!(Views::new(&views, &buffers).err(), Some(outside));
            assert_eq!(Views::new(&views[..2], &buffers).err(), Some(outside));
        }
    }
}
