//! The column kernel: validates and splits many references in shared memory, a block of rows at a
//! time.
//!
//! The kernel knows Arrow's memory layouts ([`Consecutive`], [`Views`]) but does not depend on
//! Arrow, and it allocates nothing for a row. Its results are those of
//! [`parse`](iriform::engine::parse()).
//!
//! On a processor with AVX2 or NEON few rows need the parser. A block of 64 adjacent rows is a stretch
//! of bytes (`rows`). A classifier (`classify`, by the tables of `classes` and the vectors of `arch`)
//! turns the stretch into bit planes: one bit for each byte, set where the byte is a delimiter, for
//! example (`planes`). The next delimiter of a row is then found by a shift and a count (`stretch`). Bytes that need a
//! closer look are rare (`odd`). A row with anything unusual goes to the parser (`stream`), so that
//! only the parser defines the syntax.
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "only the parser is used")
)]
#![deny(unsafe_code)]

mod arch;
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

use iriform::engine::error::Fault;
use iriform::engine::parse::Completeness;
use iriform::engine::{Parts, Reference, Rule};

use arch::scalar;
use stream::{Space, Stream};
use stretch::{ALL, HOST, MARKS, PLAIN, VALIDITY};

pub use marks::Marks;
pub use rows::{Consecutive, Offset, Rows, Unreadable, View, Views, text_of_view};
#[doc(hidden)]
pub use rows::{Room, Stretch};

/// The number of rows in a block: their verdicts fill a word of a bitmap.
pub const BLOCK: usize = 64;

/// The production that every row must match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Production {
    /// Whether the rules are those of RFC 3987, else those of RFC 3986.
    pub is_iri: bool,
    /// Whether a scheme is required, and whether a fragment is allowed.
    pub form: Completeness,
}

impl Production {
    /// `URI`.
    pub const URI: Self = Self { is_iri: false, form: Completeness::FULL };
    /// `IRI`.
    pub const IRI: Self = Self { is_iri: true, form: Completeness::FULL };
    /// `URI-reference`.
    pub const URI_REFERENCE: Self = Self { is_iri: false, form: Completeness::REFERENCE };
    /// `IRI-reference`.
    pub const IRI_REFERENCE: Self = Self { is_iri: true, form: Completeness::REFERENCE };

    /// The productions that a column or an audit can be asked for, the narrowest first.
    pub const ALL: [Self; 4] = [Self::URI, Self::IRI, Self::URI_REFERENCE, Self::IRI_REFERENCE];

    /// The one of [`ALL`](Self::ALL) that the RFC calls so.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|production| production.rule().name() == name)
    }

    /// The production.
    pub fn rule(self) -> Rule {
        match (self.is_iri, self.form) {
            (true, Completeness::FULL) => Rule::Iri,
            (true, Completeness::ABSOLUTE) => Rule::AbsoluteIri,
            (true, Completeness::RELATIVE) => Rule::IrelativeRef,
            (true, _) => Rule::IriReference,
            (false, Completeness::FULL) => Rule::Uri,
            (false, Completeness::ABSOLUTE) => Rule::AbsoluteUri,
            (false, Completeness::RELATIVE) => Rule::RelativeRef,
            (false, _) => Rule::UriReference,
        }
    }
}

/// The positions of a valid row's components, in bytes from the row's beginning.
///
/// As in [`Parts`](iriform::engine::Parts), a delimiter is present exactly if the next index leaves
/// room for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowParts {
    /// Index of the colon after the scheme; 0 without one.
    pub scheme_end: u32,
    /// Where the host begins; `path_start` without an authority.
    pub host_start: u32,
    /// Where the host ends; `path_start` without an authority.
    pub host_end: u32,
    /// Where the path begins, and where the authority, if there is one, ends.
    pub path_start: u32,
    /// Where the path ends.
    pub path_end: u32,
    /// Where the query ends.
    pub query_end: u32,
    /// The length of the row.
    pub end: u32,
}

/// The rows of a block as bitmaps: bit `i` is about row `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Set exactly if the row is valid.
    pub valid: u64,
    /// Set only if the row is valid and [plain](iriform::engine::findings::is_plain): for most of such
    /// rows, where they are wanted.
    pub plain: u64,
    /// Set only if the row is valid, and clear only if it has none of the wanted marks.
    pub marked: u64,
}

/// The results for the rows of a block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Bit `i` is set exactly if row `i` of the block is valid.
    pub valid: u64,
    /// Set only if the row is plain, as [`Verdicts::plain`].
    pub plain: u64,
    /// As [`Verdicts::marked`].
    pub marked: u64,
    /// The components of each valid row; the entries of invalid rows are meaningless.
    pub rows: [RowParts; BLOCK],
}

impl Block {
    fn new() -> Self {
        Self { valid: 0, plain: 0, marked: 0, rows: [RowParts::default(); BLOCK] }
    }

    fn set(&mut self, verdicts: Verdicts) {
        Verdicts { valid: self.valid, plain: self.plain, marked: self.marked } = verdicts;
    }
}

impl RowParts {
    /// Where the authority begins, if there is one.
    fn authority_start(&self) -> Option<u32> {
        let start = if self.scheme_end > 0 { self.scheme_end + 1 } else { 0 };
        (self.path_start > start).then_some(start + 2)
    }

    /// The scheme.
    pub fn scheme(&self) -> Option<Range<usize>> {
        (self.scheme_end > 0).then(|| range(0, self.scheme_end))
    }

    /// The authority, without its `//`.
    pub fn authority(&self) -> Option<Range<usize>> {
        self.authority_start().map(|start| range(start, self.path_start))
    }

    /// The userinfo, without its `@`.
    pub fn userinfo(&self) -> Option<Range<usize>> {
        self.authority_start()
            .filter(|&start| start < self.host_start)
            .map(|start| range(start, self.host_start - 1))
    }

    /// The host: present if the authority is, and perhaps empty.
    pub fn host(&self) -> Option<Range<usize>> {
        self.authority_start().map(|_| range(self.host_start, self.host_end))
    }

    /// The digits of the port, without its colon; perhaps none.
    pub fn port(&self) -> Option<Range<usize>> {
        (self.host_end < self.path_start).then(|| range(self.host_end + 1, self.path_start))
    }

    /// The path: always present, and perhaps empty.
    pub fn path(&self) -> Range<usize> {
        range(self.path_start, self.path_end)
    }

    /// The query, without its `?`.
    pub fn query(&self) -> Option<Range<usize>> {
        (self.query_end > self.path_end).then(|| range(self.path_end + 1, self.query_end))
    }

    /// The positions of its components, as core has them.
    pub fn parts(&self) -> Parts {
        Parts {
            scheme_end: self.scheme_end as usize,
            path_start: self.path_start as usize,
            path_end: self.path_end as usize,
            query_end: self.query_end as usize,
            end: self.end as usize,
        }
    }

    /// The row, whose text is `text`, with the positions of its components.
    pub fn reference<'a>(&self, text: &'a str) -> Reference<'a> {
        Reference { text, parts: self.parts() }
    }

    /// The fragment, without its `#`.
    pub fn fragment(&self) -> Option<Range<usize>> {
        (self.end > self.query_end).then(|| range(self.query_end + 1, self.end))
    }
}

fn range(start: u32, end: u32) -> Range<usize> {
    start as usize..end as usize
}

/// Validates `rows`: bit `i` of the bitmap `out` is set exactly if row `range.start + i` is valid.
///
/// `out` has one word for every 64 rows, the last one perhaps partly used; bits beyond the range
/// are zero. The kernel does not know nulls: the caller masks their bits.
pub fn validate(rows: &impl Rows, range: Range<usize>, production: Production, out: &mut [u64]) {
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

/// Tells valid rows and plain ones, in blocks of 64 from `range.start` on: calls `visit` with the
/// number of each block's first row and its bitmaps.
pub fn verdicts(
    rows: &impl Rows,
    range: Range<usize>,
    production: Production,
    visit: &mut impl FnMut(usize, Verdicts),
) {
    let mut space = Space::new();
    let Some(mut stream) = Stream::new(production, Marks::NONE, &mut space) else {
        return scalar::split(rows, range, production, Marks::NONE, &mut |first, block| {
            visit(first, Verdicts { valid: block.valid, ..Verdicts::default() });
        });
    };
    let mut nothing = [RowParts::default(); BLOCK];
    for start in range.clone().step_by(BLOCK) {
        let block = start..range.end.min(start + BLOCK);
        visit(start, stream.block::<{ VALIDITY | PLAIN }>(rows, block, &mut nothing));
    }
}

/// Splits `rows` in blocks of 64 from `range.start` on, the last one perhaps shorter, and calls
/// `visit` with the number of each block's first row and the block.
pub fn split(
    rows: &impl Rows,
    range: Range<usize>,
    production: Production,
    visit: &mut impl FnMut(usize, &Block),
) {
    split_to::<ALL>(rows, range, production, visit);
}

/// As [`split`], and tells which rows are plain.
pub fn split_with_verdicts(
    rows: &impl Rows,
    range: Range<usize>,
    production: Production,
    visit: &mut impl FnMut(usize, &Block),
) {
    split_to::<{ ALL | PLAIN }>(rows, range, production, visit);
}

/// As [`split`], but sets only `scheme_end`, `host_start`, `host_end` and `path_start` of each row,
/// which is faster.
pub fn split_hosts(
    rows: &impl Rows,
    range: Range<usize>,
    production: Production,
    visit: &mut impl FnMut(usize, &Block),
) {
    split_to::<HOST>(rows, range, production, visit);
}

/// As [`split_hosts`], and tells which rows are plain.
pub fn split_hosts_with_verdicts(
    rows: &impl Rows,
    range: Range<usize>,
    production: Production,
    visit: &mut impl FnMut(usize, &Block),
) {
    split_to::<{ HOST | PLAIN }>(rows, range, production, visit);
}

fn split_to<const WANTED: u8>(
    rows: &impl Rows,
    range: Range<usize>,
    production: Production,
    visit: &mut impl FnMut(usize, &Block),
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

/// As [`split`], and tells which rows have one of the `marks`. Only the components of marked rows are
/// set: the fewer there are, the faster this is. Without marks it is as fast as [`validate`].
pub fn split_marked(
    rows: &impl Rows,
    range: Range<usize>,
    production: Production,
    marks: Marks,
    visit: &mut impl FnMut(usize, &Block),
) {
    /// So many marked rows of a block take as long to split alone as all rows do together.
    const MANY: u32 = 10;
    if marks == Marks::NONE {
        return split_to::<VALIDITY>(rows, range, production, visit);
    }
    let mut space = Space::new();
    let Some(mut stream) = Stream::new(production, marks, &mut space) else {
        return scalar::split(rows, range, production, marks, visit);
    };
    let mut block = Block::new();
    for start in range.clone().step_by(BLOCK) {
        let of = start..range.end.min(start + BLOCK);
        if block.marked.count_ones() > MANY {
            let verdicts = stream.block::<{ ALL | MARKS }>(rows, of, &mut block.rows);
            block.set(verdicts);
        } else {
            let verdicts = stream.block::<{ VALIDITY | MARKS }>(rows, of, &mut block.rows);
            block.set(verdicts);
            let mut left = block.marked;
            while left != 0 {
                let i = left.trailing_zeros() as usize;
                left &= left - 1;
                block.rows[i] = scalar::row_of_valid(rows.row(start + i)).unwrap_or_default();
            }
        }
        visit(start, &block);
    }
}

/// The positions of a text's components, if it is an IRI reference.
pub fn row(text: &[u8]) -> Option<RowParts> {
    scalar::row(text, Production { is_iri: true, form: Completeness::REFERENCE })
}

/// The fault of a row, if it is not valid; its indices count bytes.
pub fn fault(row: &[u8], production: Production) -> Option<Fault> {
    scalar::parts(row, production).err()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRODUCTION: Production = Production { is_iri: true, form: Completeness::REFERENCE };

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
        split(&rows, 0..texts.len(), PRODUCTION, &mut |first, block| {
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
