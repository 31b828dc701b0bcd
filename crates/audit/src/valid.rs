//! A value that is valid.

use iriform_kernel::RowParts;

/// A valid value of a block, and its target.
#[derive(Clone, Copy)]
pub(crate) struct Valid<'a> {
    /// The number of its position in a statement.
    pub(crate) part: usize,
    /// The value before resolution.
    pub(crate) text: &'a str,
    /// The target of the resolution; the value itself if there is no base.
    pub(crate) target: &'a str,
    /// The positions of the components of the target.
    pub(crate) parts: &'a RowParts,
    /// True if there is a base.
    pub(crate) is_resolved: bool,
    /// True if the target is ASCII.
    pub(crate) is_ascii: bool,
}

impl<'a> Valid<'a> {
    /// A value that is its own target.
    pub(crate) fn new(part: usize, text: &'a str, parts: &'a RowParts, is_ascii: bool) -> Self {
        Self { part, text, target: text, parts, is_resolved: false, is_ascii }
    }

    /// A value that was resolved.
    pub(crate) fn resolved(
        part: usize,
        text: &'a str,
        target: &'a str,
        parts: &'a RowParts,
    ) -> Self {
        Self { part, text, target, parts, is_resolved: true, is_ascii: target.is_ascii() }
    }
}
