//! What can be seen of a reference at one look, and says which rules could find anything.

use crate::syntax::split::{AuthorityParts, Parts};

/// A set of traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits(u32);

impl Traits {
    pub(super) const NONE: Self = Self(0);
    /// A character beyond ASCII.
    pub(super) const NON_ASCII: Self = Self(1);
    /// A `%`.
    pub(super) const PERCENT: Self = Self(1 << 1);
    /// An upper-case letter in scheme or authority.
    pub(super) const UPPER: Self = Self(1 << 2);
    /// A scheme other than `http` and `https`, as they are written in lower case.
    pub(super) const OTHER_SCHEME: Self = Self(1 << 3);
    /// No authority, or no host in it.
    pub(super) const NO_HOST: Self = Self(1 << 4);
    /// A userinfo, which may be empty.
    pub(super) const USERINFO: Self = Self(1 << 5);
    /// A port, which may be empty.
    pub(super) const PORT: Self = Self(1 << 6);
    /// A host that is not empty.
    pub(super) const HOST: Self = Self(1 << 7);
    /// A host that is more than a few labels of letters, digits and single hyphens, the last of
    /// which begins with a letter.
    pub(super) const ODD_HOST: Self = Self(1 << 8);
    /// A segment that begins with a dot.
    pub(super) const DOT: Self = Self(1 << 9);
    /// `//` in the path.
    pub(super) const EMPTY_SEGMENT: Self = Self(1 << 10);
    /// No path at all.
    pub(super) const EMPTY_PATH: Self = Self(1 << 11);
    /// A query.
    pub(super) const QUERY: Self = Self(1 << 12);
    /// A semicolon or a final `&` in the query, as an entity of HTML has them.
    pub(super) const ENTITY: Self = Self(1 << 13);
    /// The last character is punctuation.
    pub(super) const PUNCTUATION: Self = Self(1 << 14);
    /// A character that may go from right to left or change the direction: one of a script or block
    /// that has such.
    pub(super) const DIRECTION: Self = Self(1 << 15);
    /// A character that may be a space, for private use or not to be seen, likewise.
    pub(super) const UNSEEN: Self = Self(1 << 16);
    /// A character that may not be in a normal form, likewise.
    pub(super) const COMPOSABLE: Self = Self(1 << 17);

    /// The traits of either.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The traits that the first bytes of characters tell.
    #[cfg(test)]
    pub(super) const fn of_characters() -> Self {
        Self::NON_ASCII.and(Self::DIRECTION).and(Self::UNSEEN).and(Self::COMPOSABLE)
    }

    /// Whether a trait is in both.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The traits of a valid reference.
    #[inline]
    pub(super) fn of(text: &str, parts: &Parts, authority: Option<&AuthorityParts>) -> Self {
        let bytes = text.as_bytes();
        let mut traits = Self::NONE;
        let mut add = |condition: bool, one: Self| {
            traits.0 |= if condition { one.0 } else { 0 };
        };
        let scheme = &bytes[..parts.scheme_end];
        add(!matches!(scheme, b"" | b"http" | b"https"), Self::OTHER_SCHEME);
        add(has(&bytes[..parts.path_start], |b| b.is_ascii_uppercase()), Self::UPPER);
        match authority {
            Some(a) => {
                let host = &bytes[a.host.clone()];
                add(a.userinfo.is_some(), Self::USERINFO);
                add(a.port.is_some(), Self::PORT);
                add(host.is_empty(), Self::NO_HOST);
                add(!host.is_empty(), Self::HOST);
                add(!is_plain(host), Self::ODD_HOST);
            }
            None => add(true, Self::NO_HOST),
        }
        let path = &bytes[parts.path()];
        add(path.is_empty(), Self::EMPTY_PATH);
        add(path.first() == Some(&b'.') || has_pair(path, |b| b == b'/', |b| b == b'.'), Self::DOT);
        add(has_pair(path, |b| b == b'/', |b| b == b'/'), Self::EMPTY_SEGMENT);
        if let Some(query) = parts.query() {
            let query = &bytes[query];
            add(true, Self::QUERY);
            add(query.contains(&b';') || query.last() == Some(&b'&'), Self::ENTITY);
        }
        let end = bytes.last();
        add(matches!(end, Some(b'.' | b',' | b';' | b'!' | b'\'' | b')')), Self::PUNCTUATION);
        add(bytes.contains(&b'%'), Self::PERCENT);
        if !text.is_ascii() {
            traits.0 = bytes.iter().fold(traits.0, |all, &b| all | BEGINS[usize::from(b)]);
        }
        traits
    }
}

/// Whether a byte is such. All of them are compared, so that the compiler makes vectors of it.
#[inline(always)]
fn has(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> bool {
    bytes.iter().fold(false, |all, &b| all | is_such(b))
}

/// Whether a byte and the next one are such, likewise.
#[inline(always)]
fn has_pair(bytes: &[u8], is_first: impl Fn(u8) -> bool, is_second: impl Fn(u8) -> bool) -> bool {
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    pairs.fold(false, |all, (&a, &b)| all | (is_first(a) & is_second(b)))
}

/// What the first byte of a character beyond ASCII says of it.
static BEGINS: [u32; 256] = {
    let mut begins = [0; 256];
    let mut byte = 0xC2;
    while byte <= 0xF4 {
        begins[byte] = Traits::NON_ASCII.0;
        // U+0580-0FFF, U+2000-2FFF, U+F000-FFFF, U+10000-3FFFF.
        if matches!(byte, 0xD6..=0xE0 | 0xE2 | 0xEF | 0xF0) {
            begins[byte] |= Traits::DIRECTION.0;
        }
        // U+0080-00BF; U+0340-037F; U+0600-063F; U+1000-3FFF; U+E000-3FFFF; planes 14 to 16.
        if matches!(byte, 0xC2 | 0xCD | 0xD8 | 0xE1..=0xE3 | 0xEE..=0xF0 | 0xF3 | 0xF4) {
            begins[byte] |= Traits::UNSEEN.0;
        }
        // All but U+0080-02FF and U+4000-9FFF.
        if !matches!(byte, 0xC2..=0xCB | 0xE4..=0xE9) {
            begins[byte] |= Traits::COMPOSABLE.0;
        }
        byte += 1;
    }
    begins
};

/// Whether a host is of labels of letters, digits and single hyphens, more than one, with at most
/// 63 characters, the last of which begins with a letter.
fn is_plain(host: &[u8]) -> bool {
    let is_mark = |b| b == b'.' || b == b'-';
    let (Some(&first), Some(&last)) = (host.first(), host.last()) else { return false };
    host.len() <= 63
        && !is_mark(first)
        && !is_mark(last)
        && !has(host, |b| !(b.is_ascii_alphanumeric() | is_mark(b)))
        && !has_pair(host, is_mark, is_mark)
        && host.iter().rposition(|&b| b == b'.').is_some_and(|i| host[i + 1].is_ascii_alphabetic())
}
