//! Finds the components of text that is known to be valid, as RFC 3986 Appendix B does.
//!
//! It looks for delimiters only, which is cheaper than parsing. A value stores nothing but its
//! text: every accessor splits it again, as far as it needs.

use std::ops::Range;

use crate::syntax::text::Text;

/// The positions of a reference's five components, in units of its text.
///
/// Four ends and the length are enough: a delimiter is present exactly if the next end leaves room
/// for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The index of the colon after the scheme; 0 without a scheme, since no scheme is empty.
    pub scheme_end: usize,
    /// Where the path begins, and where the authority, if there is one, ends.
    pub path_start: usize,
    /// Where the path ends.
    pub path_end: usize,
    /// Where the query ends.
    pub query_end: usize,
    /// The length of the text.
    pub end: usize,
}

impl Parts {
    /// Whether there is a scheme.
    #[must_use]
    pub fn has_scheme(&self) -> bool {
        self.scheme_end > 0
    }

    /// Whether there is an authority.
    #[must_use]
    pub fn has_authority(&self) -> bool {
        self.path_start > self.after_scheme()
    }

    /// Whether there is a query.
    #[must_use]
    pub fn has_query(&self) -> bool {
        self.query_end > self.path_end
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Option<Range<usize>> {
        self.has_scheme().then_some(0..self.scheme_end)
    }

    /// The authority, without its `//`. An empty authority is present, not absent.
    #[must_use]
    pub fn authority(&self) -> Option<Range<usize>> {
        self.has_authority().then(|| self.after_scheme() + 2..self.path_start)
    }

    /// The path: always present, and perhaps empty.
    #[must_use]
    pub fn path(&self) -> Range<usize> {
        self.path_start..self.path_end
    }

    /// The query, without its `?`.
    #[must_use]
    pub fn query(&self) -> Option<Range<usize>> {
        self.has_query().then(|| self.path_end + 1..self.query_end)
    }

    /// The fragment, without its `#`.
    #[must_use]
    pub fn fragment(&self) -> Option<Range<usize>> {
        (self.end > self.query_end).then(|| self.query_end + 1..self.end)
    }

    /// Where the hierarchical part begins.
    pub(crate) fn after_scheme(&self) -> usize {
        if self.has_scheme() { self.scheme_end + 1 } else { 0 }
    }
}

/// Splits a reference into its components, as Appendix B's regular expression does:
/// `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`.
///
/// Total over all text; the result for invalid text is of little use.
#[inline]
pub fn split(text: impl Text) -> Parts {
    let scheme_end = scheme_end(text);
    let path_start = path_start(text, scheme_end);
    let path_end = text.find_far(path_start, b"?#");
    let has_query = text.is(path_end, b'?');
    let query_end = if has_query { text.find_far(path_end, b"#") } else { path_end };
    Parts { scheme_end, path_start, path_end, query_end, end: text.len() }
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

/// Where a reference ends without its fragment.
pub fn without_fragment(text: impl Text) -> usize {
    text.find_far(0, b"#")
}

/// Where a reference ends after the last slash of its path, or before a path that has none.
pub fn directory(text: impl Text) -> usize {
    let path = path(text);
    (path.start..path.end).rev().find(|&i| text.is(i, b'/')).map_or(path.start, |slash| slash + 1)
}

#[inline(always)]
fn scheme_end(text: impl Text) -> usize {
    let end = text.find(0, b":/?#");
    if text.is(end, b':') { end } else { 0 }
}

/// Where the authority begins, if there is one, after the scheme that ends at `scheme_end`.
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
    /// The host: always present, and perhaps empty.
    pub host: Range<usize>,
    /// The port, without its colon; perhaps empty.
    pub port: Option<Range<usize>>,
}

/// Splits the valid authority at `range`: `[ userinfo "@" ] host [ ":" port ]`.
#[inline]
pub fn split_authority(text: impl Text, range: Range<usize>) -> AuthorityParts {
    let end = range.end;
    let at = text.find(range.start, b"@/?#").min(end);
    let (userinfo, start) =
        if at < end { (Some(range.start..at), at + 1) } else { (None, range.start) };
    let bracketed = text.is(start, b'[');
    let host_end = if bracketed { text.find(start, b"]") + 1 } else { text.find(start, b":/?#") };
    let host_end = host_end.min(end);
    AuthorityParts {
        userinfo,
        host: start..host_end,
        port: (host_end < end).then(|| host_end + 1..end),
    }
}

/// The parts of the authority of a reference, as [`authority`] and [`split_authority`] find them,
/// but in one pass in the usual case of neither userinfo nor port.
#[inline]
pub fn authority_parts(text: impl Text) -> Option<AuthorityParts> {
    let start = authority_start(text, scheme_end(text))?;
    let mut userinfo = None;
    let mut host = start;
    let mut host_end = text.find(start, b":@[/?#");
    if text.is(host_end, b':') || text.is(host_end, b'@') {
        let at = text.find(host_end, b"@/?#");
        if text.is(at, b'@') {
            userinfo = Some(start..at);
            host = at + 1;
            host_end = text.find(host, b":[/?#");
        }
    }
    if text.is(host_end, b'[') {
        host_end = text.find(host, b"]/?#");
        host_end += usize::from(text.is(host_end, b']'));
    }
    let port = text.is(host_end, b':').then(|| host_end + 1..text.find(host_end, b"/?#"));
    Some(AuthorityParts { userinfo, host: host..host_end, port })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::text::Utf8;

    #[test]
    fn single_accessors_agree_with_the_split() {
        for text in [
            "",
            "a",
            "a:",
            "//",
            "//a",
            "s://u:p@h:80/p/q?x?/#f/?",
            "?#",
            "a/b:c",
            "s:?/#:",
            "#?",
            "//h:",
            "//@",
            "//@:",
            "//u@h",
            "//u:@h:/[",
            "//[::1]",
            "//[::1]:8/",
            "s://u:1@[::1]:?",
            "//h/@:[",
            "//h:1#@",
            "//1:2:3@?",
            "//%41:80",
        ] {
            let t = Utf8(text.as_bytes());
            let parts = split(t);
            assert_eq!(parts.scheme(), scheme(t), "{text}");
            assert_eq!(parts.authority(), authority(t), "{text}");
            assert_eq!(parts.path(), path(t), "{text}");
            assert_eq!(parts.query(), query(t), "{text}");
            assert_eq!(parts.fragment(), fragment(t), "{text}");
            let authority = parts.authority().map(|range| split_authority(t, range));
            assert_eq!(authority, authority_parts(t), "{text}");
        }
    }
}
