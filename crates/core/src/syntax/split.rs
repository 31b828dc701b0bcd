//! Finds the components of text that is known to be valid, as RFC 3986 Appendix B does.
//!
//! It only looks for delimiters, which is cheaper than parsing. A value stores only its text; every accessor
//! splits it again as far as it needs.

use std::ops::Range;

use crate::syntax::text::Text;

/// The positions of a reference's components, in units of its text.
///
/// Six positions and the length are enough: a delimiter is present exactly if the next position leaves room for
/// it. The rows of a column store them in 32 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts<P = usize> {
    /// The index of the colon after the scheme; 0 without a scheme, because no scheme is empty.
    pub scheme_end: P,
    /// The beginning of the host; `path_start` without an authority.
    pub host_start: P,
    /// The end of the host; `path_start` without an authority.
    pub host_end: P,
    /// The beginning of the path, which is the end of the authority, if there is one.
    pub path_start: P,
    /// The end of the path.
    pub path_end: P,
    /// The end of the query.
    pub query_end: P,
    /// The length of the text.
    pub end: P,
}

/// A number type for positions.
pub trait Position: Copy {
    /// The position as an index.
    fn index(self) -> usize;
}

impl Position for usize {
    #[inline(always)]
    fn index(self) -> usize {
        self
    }
}

impl Position for u32 {
    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

impl<P: Position> Parts<P> {
    /// Returns true if there is a scheme.
    #[inline]
    pub fn has_scheme(&self) -> bool {
        self.scheme_end.index() > 0
    }

    /// Returns true if there is an authority.
    #[inline]
    pub fn has_authority(&self) -> bool {
        self.path_start.index() > self.after_scheme()
    }

    /// Returns true if there is a query.
    #[inline]
    pub fn has_query(&self) -> bool {
        self.query_end.index() > self.path_end.index()
    }

    /// The scheme.
    #[inline]
    pub fn scheme(&self) -> Option<Range<usize>> {
        self.has_scheme().then(|| 0..self.scheme_end.index())
    }

    /// The authority, without its `//`. An empty authority is present, not absent.
    #[inline]
    pub fn authority(&self) -> Option<Range<usize>> {
        self.has_authority().then(|| self.after_scheme() + 2..self.path_start.index())
    }

    /// The userinfo, without its `@`.
    #[inline]
    pub fn userinfo(&self) -> Option<Range<usize>> {
        let start = self.after_scheme() + 2;
        let host = self.host_start.index();
        (self.has_authority() && start < host).then(|| start..host - 1)
    }

    /// The host: present if the authority is; may be empty.
    #[inline]
    pub fn host(&self) -> Option<Range<usize>> {
        self.has_authority().then(|| self.host_start.index()..self.host_end.index())
    }

    /// The port, without its colon; may be empty.
    #[inline]
    pub fn port(&self) -> Option<Range<usize>> {
        let (host_end, path_start) = (self.host_end.index(), self.path_start.index());
        (host_end < path_start).then(|| host_end + 1..path_start)
    }

    /// The path: always present; may be empty.
    #[inline]
    pub fn path(&self) -> Range<usize> {
        self.path_start.index()..self.path_end.index()
    }

    /// The query, without its `?`.
    #[inline]
    pub fn query(&self) -> Option<Range<usize>> {
        self.has_query().then(|| self.path_end.index() + 1..self.query_end.index())
    }

    /// The fragment, without its `#`.
    #[inline]
    pub fn fragment(&self) -> Option<Range<usize>> {
        let (query_end, end) = (self.query_end.index(), self.end.index());
        (end > query_end).then(|| query_end + 1..end)
    }

    /// The positions as indices.
    #[inline]
    pub fn indices(&self) -> Parts {
        Parts {
            scheme_end: self.scheme_end.index(),
            host_start: self.host_start.index(),
            host_end: self.host_end.index(),
            path_start: self.path_start.index(),
            path_end: self.path_end.index(),
            query_end: self.query_end.index(),
            end: self.end.index(),
        }
    }

    /// The beginning of the hierarchical part.
    #[inline]
    pub(crate) fn after_scheme(&self) -> usize {
        if self.has_scheme() { self.scheme_end.index() + 1 } else { 0 }
    }
}

impl Parts {
    /// The positions, each shifted by `shift`.
    pub(crate) fn moved(&self, shift: impl Fn(usize) -> usize) -> Self {
        Self {
            scheme_end: shift(self.scheme_end),
            host_start: shift(self.host_start),
            host_end: shift(self.host_end),
            path_start: shift(self.path_start),
            path_end: shift(self.path_end),
            query_end: shift(self.query_end),
            end: shift(self.end),
        }
    }
}

/// Splits a reference into its components, as Appendix B's regular expression does:
/// `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`.
///
/// It accepts any text; the result for invalid text is of little use.
#[inline]
pub fn split(text: impl Text) -> Parts {
    let scheme_end = scheme_end(text);
    let [host_start, host_end, path_start] = authority_at(text, scheme_end);
    let path_end = text.find_far(path_start, b"?#");
    let has_query = text.is(path_end, b'?');
    let query_end = if has_query { text.find_far(path_end, b"#") } else { path_end };
    Parts { scheme_end, host_start, host_end, path_start, path_end, query_end, end: text.len() }
}

/// The scheme of a reference; see [`split`].
#[inline]
pub fn scheme(text: impl Text) -> Option<Range<usize>> {
    let end = scheme_end(text);
    (end > 0).then_some(0..end)
}

/// The authority of a reference; see [`split`].
#[inline]
pub fn authority(text: impl Text) -> Option<Range<usize>> {
    let start = authority_start(text, scheme_end(text))?;
    Some(start..text.find(start, b"/?#"))
}

/// The path of a reference; see [`split`].
#[inline]
pub fn path(text: impl Text) -> Range<usize> {
    let start = path_start(text, scheme_end(text));
    start..text.find_far(start, b"?#")
}

/// The query of a reference; see [`split`]. No delimiter before it can be mistaken for its own.
#[inline]
pub fn query(text: impl Text) -> Option<Range<usize>> {
    let start = text.find_far(0, b"?#");
    text.is(start, b'?').then(|| start + 1..text.find_far(start, b"#"))
}

/// The fragment of a reference; see [`split`].
#[inline]
pub fn fragment(text: impl Text) -> Option<Range<usize>> {
    let start = text.find_far(0, b"#");
    (start < text.len()).then(|| start + 1..text.len())
}

/// The end of a reference without its fragment.
pub fn without_fragment(text: impl Text) -> usize {
    text.find_far(0, b"#")
}

/// The position after the last slash of a reference's path, or the beginning of a path without one.
pub fn directory(text: impl Text) -> usize {
    let path = path(text);
    (path.start..path.end).rev().find(|&i| text.is(i, b'/')).map_or(path.start, |slash| slash + 1)
}

#[inline(always)]
fn scheme_end(text: impl Text) -> usize {
    let end = text.find(0, b":/?#");
    if text.is(end, b':') { end } else { 0 }
}

/// The beginning of the authority, if there is one, after the scheme that ends at `scheme_end`.
#[inline(always)]
fn authority_start(text: impl Text, scheme_end: usize) -> Option<usize> {
    let start = if scheme_end > 0 { scheme_end + 1 } else { 0 };
    (text.is(start, b'/') && text.is(start + 1, b'/')).then_some(start + 2)
}

#[inline(always)]
fn path_start(text: impl Text, scheme_end: usize) -> usize {
    match authority_start(text, scheme_end) {
        Some(start) => text.find(start, b"/?#"),
        None if scheme_end > 0 => scheme_end + 1,
        None => 0,
    }
}

/// The positions of an authority's parts, in units of the text that contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorityParts {
    /// The userinfo, without its `@`.
    pub userinfo: Option<Range<usize>>,
    /// The host: always present; may be empty.
    pub host: Range<usize>,
    /// The port, without its colon; perhaps empty.
    pub port: Option<Range<usize>>,
}

/// Splits the authority at `range`, which ends at the end of the text or before a path, query or fragment: `[
/// userinfo "@" ] host [ ":" port ]`.
#[inline]
pub fn split_authority(text: impl Text, range: Range<usize>) -> AuthorityParts {
    let (parts, end) = parts_of_authority(text, range.start);
    debug_assert_eq!(end, range.end);
    parts
}

/// The parts of the authority of a reference; see [`split`].
#[inline]
pub fn authority_parts(text: impl Text) -> Option<AuthorityParts> {
    authority_start(text, scheme_end(text)).map(|start| parts_of_authority(text, start).0)
}

/// The parts of the authority that begins at `start`, and its end.
#[inline(always)]
fn parts_of_authority(text: impl Text, start: usize) -> (AuthorityParts, usize) {
    let [host, host_end, end] = within_authority(text, start);
    let parts = AuthorityParts {
        userinfo: (start < host).then(|| start..host - 1),
        host: host..host_end,
        port: (host_end < end).then(|| host_end + 1..end),
    };
    (parts, end)
}

/// The beginning and the end of the host, and the beginning of the path, after the scheme that ends at `scheme_end`.
#[inline(always)]
fn authority_at(text: impl Text, scheme_end: usize) -> [usize; 3] {
    match authority_start(text, scheme_end) {
        Some(start) => within_authority(text, start),
        None if scheme_end > 0 => [scheme_end + 1; 3],
        None => [0; 3],
    }
}

/// The beginning and the end of the host, and the end of the authority that begins at `start`.
#[inline(always)]
fn within_authority(text: impl Text, start: usize) -> [usize; 3] {
    let end = text.find(start, b":@/?#");
    if text.is(end, b':') || text.is(end, b'@') {
        longer_authority(text, start, end)
    } else {
        [start, end, end]
    }
}

/// The same for an authority with more than a host name: its first colon or at sign is at `first`.
#[inline(never)]
fn longer_authority(text: impl Text, start: usize, first: usize) -> [usize; 3] {
    let at = text.find(first, b"@/?#");
    let host = if text.is(at, b'@') { at + 1 } else { start };
    let host_end = if text.is(host, b'[') {
        let bracket = text.find(host, b"]/?#");
        bracket + usize::from(text.is(bracket, b']'))
    } else if host == start {
        // Without an at sign, the first colon ends the host.
        first
    } else {
        text.find(host, b":/?#")
    };
    [host, host_end, text.find(host_end, b"/?#")]
}

/// The range of the password in the valid userinfo at `range`: after its first colon.
#[inline]
pub fn password(text: impl Text, range: Range<usize>) -> Option<Range<usize>> {
    // A userinfo contains no "@"; an "@" or the end of the text follows it.
    let colon = text.find(range.start, b":@");
    (colon < range.end).then(|| colon + 1..range.end)
}

/// The range of the user in the valid userinfo at `range`: up to its first colon.
#[inline]
pub fn user(text: impl Text, range: Range<usize>) -> Range<usize> {
    let end = password(text, range.clone()).map_or(range.end, |password| password.start - 1);
    range.start..end
}
