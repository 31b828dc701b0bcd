//! A block of rows: the production of its rows, the positions of their components, and their verdicts as
//! bitmaps.

use iriform::engine::{Parts, Requirements, Rule};

/// The number of rows in a block: their verdicts fill a word of a bitmap.
pub const BLOCK: usize = 64;

/// The kind of reference that every row must be: the production that it must match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceKind {
    /// True if the rules are those of RFC 3987, else those of RFC 3986.
    pub is_iri: bool,
    /// True if a scheme is required, and whether a fragment is allowed.
    pub form: Requirements,
}

impl ReferenceKind {
    /// `URI`.
    pub const URI: Self = Self { is_iri: false, form: Requirements::FULL };
    /// `IRI`.
    pub const IRI: Self = Self { is_iri: true, form: Requirements::FULL };
    /// `URI-reference`.
    pub const URI_REFERENCE: Self = Self { is_iri: false, form: Requirements::REFERENCE };
    /// `IRI-reference`.
    pub const IRI_REFERENCE: Self = Self { is_iri: true, form: Requirements::REFERENCE };

    /// The productions that a column or an audit can check, the narrowest first.
    pub const ALL: [Self; 4] = [Self::URI, Self::IRI, Self::URI_REFERENCE, Self::IRI_REFERENCE];

    /// The one of [`ALL`](Self::ALL) with this name in the RFC.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|production| production.rule().name() == name)
    }

    /// The production.
    pub fn rule(self) -> Rule {
        match (self.is_iri, self.form) {
            (true, Requirements::FULL) => Rule::Iri,
            (true, Requirements::ABSOLUTE) => Rule::AbsoluteIri,
            (true, Requirements::RELATIVE) => Rule::IrelativeRef,
            (true, _) => Rule::IriReference,
            (false, Requirements::FULL) => Rule::Uri,
            (false, Requirements::ABSOLUTE) => Rule::AbsoluteUri,
            (false, Requirements::RELATIVE) => Rule::RelativeRef,
            (false, _) => Rule::UriReference,
        }
    }
}

/// The positions of a valid row's components, in bytes from the row's beginning.
pub type RowParts = Parts<u32>;

/// The rows of a block as bitmaps, which are also in a [`Block`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdicts {
    pub(crate) valid: u64,
    pub(crate) plain: u64,
    pub(crate) marked: u64,
}

/// The results for the rows of a block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Bit `i` is set exactly if row `i` of the block is valid.
    pub valid: u64,
    /// Set only if the row is valid and [plain](iriform::engine::findings::is_plain), and its authority is only
    /// a host in lower case. If plain rows are wanted, it is set for most of them.
    pub plain: u64,
    /// Set only if the row is valid, and clear only if it has none of the wanted marks.
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
