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

/// Whether a path has a segment that begins with a dot. Only then can there be a dot segment.
pub(crate) fn has_dot_segments(path: &str) -> bool {
    path.starts_with('.') || path.as_bytes().windows(2).any(|pair| pair == b"/.")
}

/// Appends `directory` with `path` behind it, less its dot segments (§5.2.4).
///
/// `directory` is empty or ends with a slash. The RFC rewrites an input buffer; here the same
/// steps are taken segment by segment, so that nothing is copied twice, and a `..` takes the
/// last segment off the output, which is looked at once more at the most: time is linear.
pub fn remove_dot_segments(directory: &str, path: &str, out: &mut String) {
    if !has_dot_segments(directory) && !has_dot_segments(path) {
        out.push_str(directory);
        out.push_str(path);
        return;
    }
    let start = out.len();
    let is_absolute = directory.starts_with('/') || directory.is_empty() && path.starts_with('/');
    let unrooted =
        |text| if is_absolute { str::strip_prefix(text, '/').unwrap_or(text) } else { text };
    // "/" holds no segment, "//" an empty one.
    let parents = unrooted(directory).strip_suffix('/').map(|parents| parents.split('/'));
    let path = if directory.is_empty() { unrooted(path) } else { path };
    let mut segments = parents.into_iter().flatten().chain(path.split('/')).peekable();

    // Whether a slash stands before the segment, so that 2B, 2C or 2E applies, and not 2A or 2D.
    let mut rooted = is_absolute;
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            // 2A, 2D: a dot segment that begins the input goes, with the slash behind it.
            "." | ".." if !rooted => {}
            // 2B: "/./" becomes "/", and so does "/." at the end.
            "." => {
                if last {
                    out.push('/');
                }
            }
            // 2C: the same for "/../" and "/..", and the last segment leaves the output.
            ".." => {
                let parent = out[start..].rfind('/').unwrap_or(0);
                out.truncate(start + parent);
                if last {
                    out.push('/');
                }
            }
            // 2E: the segment moves to the output, with the slash before it, if there is one.
            _ => {
                if rooted {
                    out.push('/');
                }
                out.push_str(segment);
                rooted = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Utf8;

    #[test]
    fn dot_segments_are_removed_as_the_rfc_removes_them() {
        for (path, expected) in [
            ("/a/b/c/./../../g", "/a/g"),
            ("mid/content=5/../6", "mid/6"),
            ("a/../..", "/"),
            ("a/../b:c", "/b:c"),
            ("/..//x", "//x"),
            ("a/..//b", "//b"),
            ("x/..//y", "//y"),
            ("..//x", "/x"),
            ("/a/b/c/../../../../", "/"),
            ("//", "//"),
            (".", ""),
            ("..", ""),
            ("/.", "/"),
            ("/..", "/"),
            ("...", "..."),
            ("", ""),
        ] {
            let mut out = String::new();
            remove_dot_segments("", path, &mut out);
            assert_eq!(out, expected, "{path}");
        }
    }

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
