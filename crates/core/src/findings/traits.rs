//! What can be seen of a reference at one look, and says which rules could find anything.

use crate::syntax::split::{AuthorityParts, Parts};

/// A set of traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits(u16);

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

    /// The traits of either.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
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
            if condition {
                traits = traits.and(one);
            }
        };
        let scheme = &bytes[..parts.scheme_end];
        add(!matches!(scheme, b"" | b"http" | b"https"), Self::OTHER_SCHEME);
        let head = &bytes[..parts.path_start];
        let path = &bytes[parts.path()];
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
        add(path.is_empty(), Self::EMPTY_PATH);
        add(path.first() == Some(&b'.'), Self::DOT);
        if let Some(query) = parts.query() {
            let query = &bytes[query];
            add(true, Self::QUERY);
            add(query.contains(&b';') || query.last() == Some(&b'&'), Self::ENTITY);
        }
        add(
            matches!(bytes.last(), Some(b'.' | b',' | b';' | b'!' | b'\'' | b')')),
            Self::PUNCTUATION,
        );
        let mut seen = head.iter().fold(0, |all, &b| all | SEEN_IN_HEAD[usize::from(b)]);
        let mut before = b'?';
        for &b in path {
            seen |= SEEN[usize::from(b)] | (SEEN_AFTER_SLASH[usize::from(b)] & slash_mask(before));
            before = b;
        }
        seen = bytes[parts.path_end..].iter().fold(seen, |all, &b| all | SEEN[usize::from(b)]);
        Self(traits.0 | seen)
    }
}

/// All bits if this is a slash, or none.
const fn slash_mask(byte: u8) -> u16 {
    if byte == b'/' { u16::MAX } else { 0 }
}

/// What a byte says by itself.
static SEEN: [u16; 256] = {
    let mut seen = [0; 256];
    seen[b'%' as usize] = Traits::PERCENT.0;
    let mut byte = 0x80;
    while byte < 256 {
        seen[byte] = Traits::NON_ASCII.0;
        byte += 1;
    }
    seen
};

/// What a byte says in scheme or authority.
static SEEN_IN_HEAD: [u16; 256] = {
    let mut seen = SEEN;
    let mut byte = b'A';
    while byte <= b'Z' {
        seen[byte as usize] = Traits::UPPER.0;
        byte += 1;
    }
    seen
};

/// What a byte of the path says behind a slash.
static SEEN_AFTER_SLASH: [u16; 256] = {
    let mut seen = [0; 256];
    seen[b'.' as usize] = Traits::DOT.0;
    seen[b'/' as usize] = Traits::EMPTY_SEGMENT.0;
    seen
};

/// Whether a host is of labels of letters, digits and single hyphens, more than one, with at most
/// 63 characters, the last of which begins with a letter.
fn is_plain(host: &[u8]) -> bool {
    let mut last = 0;
    let mut before_is_alphanumeric = false;
    for (i, &b) in host.iter().enumerate() {
        let is_alphanumeric = b.is_ascii_alphanumeric();
        if !is_alphanumeric && !(before_is_alphanumeric && (b == b'.' || b == b'-')) {
            return false;
        }
        if b == b'.' {
            last = i + 1;
        }
        before_is_alphanumeric = is_alphanumeric;
    }
    before_is_alphanumeric && last > 0 && host.len() <= 63 && host[last].is_ascii_alphabetic()
}
