//! Paths (RFC 3986 §3.3) as sequences of segments.

use std::ops::Range;

use crate::text::Text;

/// Whether a path begins with `/`.
pub fn is_absolute(path: impl Text) -> bool {
    path.is(0, b'/')
}

/// The segments of a path. `""` and `"/"` have none; after that, every slash but the first of an
/// absolute path parts two of them, and any may be empty: `//` has two, `/a/` has `a` and an
/// empty one.
pub fn segments<T: Text>(path: T) -> impl Iterator<Item = Range<usize>> {
    let start = usize::from(is_absolute(path));
    let mut next = (start < path.len()).then_some(start);
    std::iter::from_fn(move || {
        let begin = next?;
        let end = path.find(begin, b"/");
        next = (end < path.len()).then_some(end + 1);
        Some(begin..end)
    })
}

/// The last segment, if there is one and it is not empty.
pub fn name(path: impl Text) -> Option<Range<usize>> {
    let start = directory(path);
    (start < path.len()).then(|| start..path.len())
}

/// The end of the directory: the path up to and including its last slash, or nothing.
pub fn directory(path: impl Text) -> usize {
    (0..path.len()).rev().find(|&i| path.is(i, b'/')).map_or(0, |slash| slash + 1)
}

/// The path without its last segment, or `None` where it has at most none to give: `/a/b` is
/// in `/a`, `/a` in `/`; `a` is in no other path.
pub fn parent(path: &str) -> Option<&str> {
    let slash = path.rfind('/')?;
    match slash {
        0 if path.len() == 1 => None,
        0 => Some("/"),
        // "//a" less its name is one empty segment, which "/" alone would not be.
        1 if path.starts_with("//") => Some("/./"),
        _ => Some(&path[..slash]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Utf8;

    #[test]
    fn a_path_is_its_segments() {
        for (path, expected) in [
            ("", &[][..]),
            ("/", &[]),
            ("//", &["", ""]),
            ("/a/", &["a", ""]),
            ("a//b", &["a", "", "b"]),
            ("//a", &["", "a"]),
        ] {
            let ours: Vec<_> = segments(Utf8(path.as_bytes())).map(|s| &path[s]).collect();
            assert_eq!(ours, expected, "{path}");
        }
    }
}
