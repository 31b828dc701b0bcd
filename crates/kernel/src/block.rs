//! A block of rows: what its rows must match, where their components are, and their verdicts as bitmaps.

use std::ops::Range;

use iriform::engine::parse::Completeness;
use iriform::engine::{Parts, Reference, Rule};

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
    pub(crate) fn new() -> Self {
        Self { valid: 0, plain: 0, marked: 0, rows: [RowParts::default(); BLOCK] }
    }

    pub(crate) fn set(&mut self, verdicts: Verdicts) {
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
