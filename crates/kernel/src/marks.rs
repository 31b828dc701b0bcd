//! Marks: what a row has that may make an operation change it.
//!
//! [`Marks::meets`] defines each mark. The classifier finds marks without a look at single rows, by
//! a plane of the bytes that mark a row wherever they are, and by the beginnings of rows. It may
//! mark a row for a byte of the next one, but it never overlooks a mark.

use super::planes::least;
use super::stretch::Planes;
use super::{BLOCK, Row, rows::Stretch};

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
    /// A path with a segment that begins with a dot.
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
    /// No scheme, or another one than `http` and `https` in lower case.
    pub const OTHER_SCHEME: Self = Self(1 << 9);

    /// The marks of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets share a mark.
    #[inline(always)]
    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a valid row has one of the marks.
    pub fn meets(self, text: &[u8], row: &Row) -> bool {
        let path = &text[row.path()];
        let scheme = row.scheme().map(|range| &text[range]);
        let has = |mark: Self| match mark {
            Self::ESCAPE => text.contains(&b'%'),
            Self::NON_ASCII => !text.is_ascii(),
            Self::DOT => path.first() == Some(&b'.') || path.windows(2).any(|pair| pair == b"/."),
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
        (0..10).map(|bit| Self(1 << bit)).any(|mark| self.has(mark) && has(mark))
    }
}

/// What [`marked`] needs to know of the rows beside the planes.
pub(super) struct Found<'a> {
    /// The lengths of their schemes.
    pub(super) scheme_ends: &'a [u32; BLOCK],
    /// Where their hosts begin, or their paths if they have no authority.
    pub(super) hosts: &'a [u32; BLOCK],
    /// Where their paths begin, of those that are `short`.
    pub(super) paths: &'a [u32; BLOCK],
    /// The rows that have no authority, or one that is a host without brackets.
    pub(super) short: u64,
}

/// The rows of a stretch that may have one of the wanted marks.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operators are jumps")]
pub(super) fn marked(stretch: &Stretch<'_>, planes: &Planes, found: &Found<'_>) -> u64 {
    /// What is told by where the path begins.
    const BEFORE_PATH: Marks = Marks::AUTHORITY.and(Marks::CAPITAL).and(Marks::NO_PATH);
    let wanted = planes.wanted;
    let rows = stretch.rows.min(BLOCK);
    let mut marked = if wanted.has(BEFORE_PATH) { !found.short } else { 0 };
    if planes.is_marked {
        marked |= those(rows, |i| {
            let (start, end) = stretch.row(i);
            planes.marks.next(start) < end
        });
    }
    if wanted.has(Marks::CAPITAL) {
        marked |= those(rows, |i| {
            let (start, end) = stretch.row(i);
            planes.capitals.next(start) < least(found.paths[i], end)
        });
    }
    if wanted.has(Marks::DOT) {
        // The plane has only the dots behind a slash.
        marked |= those(rows, |i| stretch.byte(found.hosts[i]) == b'.');
    }
    if wanted.has(Marks::NO_PATH) {
        marked |= those(rows, |i| {
            let (path, (_, end)) = (found.paths[i], stretch.row(i));
            (path >= end) | matches!(stretch.byte(path), b'?' | b'#')
        });
    }
    if wanted.has(Marks::NO_SCHEME) {
        marked |= those(rows, |i| found.scheme_ends[i] == 0);
    }
    if wanted.has(Marks::OTHER_SCHEME) {
        // The first bytes may be those of the next row: if so, the host begins before their end.
        marked |= those(rows, |i| {
            let (start, _) = stretch.row(i);
            !is_web(stretch.first(start)) | (found.hosts[i] - start < 7)
        });
    }
    marked
}

/// A bitmap of the rows for which something is so.
#[inline(always)]
fn those(rows: usize, is_so: impl Fn(usize) -> bool) -> u64 {
    let mut found = 0;
    for i in (0..rows).rev() {
        found = found << 1 | u64::from(is_so(i));
    }
    found
}

/// Whether a row with these first eight bytes begins with `http://` or `https://`.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operator is a jump")]
pub(super) fn is_web(first: u64) -> bool {
    const HTTP: u64 = u64::from_le_bytes(*b"\0http://");
    const HTTPS: u64 = u64::from_le_bytes(*b"https://");
    (first << 8 == HTTP) | (first == HTTPS)
}
