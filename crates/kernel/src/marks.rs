//! Marks: features of a row that may make an operation change it.
//!
//! [`Marks::meets`] defines each mark. The classifier finds marks without reading single rows, by a plane of
//! the bytes that always mark a row, and by the beginnings of rows. It may mark a row for a byte of the next
//! one, but it never overlooks a mark.

use super::block::RowParts;

/// A set of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks(u16);

impl Marks {
    /// No mark.
    pub const NONE: Self = Self(0);
    /// A `%`.
    pub const ESCAPE: Self = Self(1);
    /// A character beyond ASCII.
    pub const NON_ASCII: Self = Self(1 << 1);
    /// A scheme, and a path with a segment that begins with a dot.
    pub const DOT: Self = Self(1 << 2);
    /// A capital letter in the scheme or the authority.
    pub const CAPITAL: Self = Self(1 << 3);
    /// A userinfo, a port, or an IP address in brackets.
    pub const AUTHORITY: Self = Self(1 << 4);
    /// No path.
    pub const NO_PATH: Self = Self(1 << 5);
    /// A query.
    pub const QUERY: Self = Self(1 << 6);
    /// A fragment.
    pub const FRAGMENT: Self = Self(1 << 7);
    /// No scheme.
    pub const NO_SCHEME: Self = Self(1 << 8);
    /// No scheme, or one other than `http` and `https` in lower case.
    pub const OTHER_SCHEME: Self = Self(1 << 9);

    /// Every mark by itself.
    pub const EACH: [Self; 10] = [
        Self::ESCAPE,
        Self::NON_ASCII,
        Self::DOT,
        Self::CAPITAL,
        Self::AUTHORITY,
        Self::NO_PATH,
        Self::QUERY,
        Self::FRAGMENT,
        Self::NO_SCHEME,
        Self::OTHER_SCHEME,
    ];

    /// The marks of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if the sets share a mark.
    #[inline(always)]
    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns true if a valid row has one of the marks.
    pub fn meets(self, text: &[u8], row: &RowParts) -> bool {
        let path = &text[row.path()];
        let scheme = row.scheme().map(|range| &text[range]);
        let has = |mark: Self| match mark {
            Self::ESCAPE => text.contains(&b'%'),
            Self::NON_ASCII => !text.is_ascii(),
            Self::DOT => {
                let is_dotted = |path: &[u8]| path.windows(2).any(|pair| pair == b"/.");
                scheme.is_some() && (path.starts_with(b".") || is_dotted(path))
            }
            Self::CAPITAL => text[..row.path().start].iter().any(u8::is_ascii_uppercase),
            Self::AUTHORITY => {
                let is_address = row.host().is_some_and(|host| text[host].starts_with(b"["));
                is_address || row.userinfo().is_some() || row.port().is_some()
            }
            Self::NO_PATH => path.is_empty(),
            Self::QUERY => row.query().is_some(),
            Self::FRAGMENT => row.fragment().is_some(),
            Self::NO_SCHEME => scheme.is_none(),
            _ => !matches!(scheme, Some(b"http" | b"https")),
        };
        Self::EACH.into_iter().any(|mark| self.has(mark) && has(mark))
    }
}
