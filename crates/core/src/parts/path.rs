//! Paths (RFC 3986 §3.3) as sequences of segments.

use std::ops::Range;

use crate::syntax::text::{Text, Utf8, find_pair, rfind_byte};

/// Returns true if a path begins with `/`.
pub fn is_absolute(path: impl Text) -> bool {
    path.is(0, b'/')
}

/// The segments of a path. `""` and `"/"` have none; after that, every slash except the first of an
/// absolute path separates two segments, and any segment may be empty: `//` has two, `/a/` has `a`
/// and an empty one.
pub fn segments<T: Text>(path: T) -> impl Iterator<Item = Range<usize>> {
    segments_in(path, 0..path.len())
}

/// The [`segments`] of the path at a range of a text.
pub fn segments_in<T: Text>(text: T, path: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let start = path.start + usize::from(!path.is_empty() && text.is(path.start, b'/'));
    let mut next = (start < path.end).then_some(start);
    std::iter::from_fn(move || {
        let begin = next?;
        let end = text.find(begin, b"/").min(path.end);
        next = (end < path.end).then_some(end + 1);
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

/// The beginning of the suffix of the name, as in file names: at its last dot, unless only dots precede
/// it or nothing follows it; else at the end of the name.
pub fn suffix(path: impl Text) -> usize {
    let (start, end) = (directory(path), path.len());
    let first = (start..end).find(|&i| !path.is(i, b'.')).unwrap_or(end);
    let dot = (first..end).rev().find(|&i| path.is(i, b'.'));
    dot.filter(|dot| dot + 1 < end).unwrap_or(end)
}

/// The range of the name, if there is one that can be changed; a dot segment is not a name.
fn named(path: &str) -> Option<Range<usize>> {
    name(Utf8(path.as_bytes())).filter(|name| !matches!(&path[name.clone()], "." | ".."))
}

/// The path with another name, which must be encoded; none if it has no name.
pub fn with_name(path: &str, name: &str) -> Option<String> {
    named(path).map(|old| format!("{}{name}", &path[..old.start]))
}

/// The path with another suffix of its name; none if it has no name.
pub fn with_suffix(path: &str, suffix: &str) -> Option<String> {
    named(path).map(|_| format!("{}{suffix}", &path[..self::suffix(Utf8(path.as_bytes()))]))
}

/// The parent: the path without its last segment, or `None` if it has none. The parent of `/a/b` is
/// `/a`, and that of `/a` is `/`; `a` has no parent.
pub fn parent(path: &str) -> Option<&str> {
    let slash = path.rfind('/')?;
    match slash {
        0 if path.len() == 1 => None,
        0 => Some("/"),
        // "//a" without its name is one empty segment; "/" would have no segment.
        1 if path.starts_with("//") => Some("/./"),
        _ => Some(&path[..slash]),
    }
}

/// Returns the dot segment if a segment is one (§3.3).
pub(crate) fn dot_segment(segment: &str) -> Option<&'static str> {
    [".", ".."].into_iter().find(|dots| *dots == segment)
}

/// The dot segment in the decoded text of a segment: all of it, or a piece between slashes or backslashes.
/// Programs that decode too early, or read `\` as `/`, see delimiters there.
pub(crate) fn hidden_dot_segment(decoded: &str) -> Option<&'static str> {
    if !decoded.contains('.') {
        return None;
    }
    decoded.split(['/', '\\']).find_map(dot_segment)
}

/// Returns true if a path has a segment that begins with a dot. Otherwise there is no dot segment.
pub(crate) fn has_dot_segments(path: &str) -> bool {
    dotted_segment(path).is_some()
}

/// The beginning of the first segment that begins with a dot.
fn dotted_segment(path: &str) -> Option<usize> {
    if path.starts_with('.') {
        return Some(0);
    }
    find_pair(path.as_bytes(), b'/', b'.').map(|slash| slash + 1)
}

/// The index of the first slash. Segments are short, so a loop is faster than a search by words.
fn first_slash(text: &str) -> Option<usize> {
    text.bytes().position(|b| b == b'/')
}

/// The index of the last slash.
pub(crate) fn last_slash(text: &str) -> Option<usize> {
    rfind_byte(text.as_bytes(), b'/')
}

/// Returns true if the first segment has a colon, which could end a scheme (§4.2).
pub(crate) fn has_colon_in_first_segment(path: &str) -> bool {
    let text = Utf8(path.as_bytes());
    text.is(text.find(0, b":/"), b':')
}

/// Appends `directory` followed by `path`, without dot segments (§5.2.4).
///
/// `directory` is empty or ends with a slash. The RFC rewrites an input buffer. This function takes the same
/// steps but jumps from one segment with a dot to the next, so nothing is copied twice. A `..` removes the last
/// segment of the output, which reads each byte of the output at most once more, so the time is linear.
pub fn remove_dot_segments(directory: &str, path: &str, out: &mut String) {
    let start = out.len();
    push_segments(directory, start, out);
    push_segments(path, start, out);
}

/// Appends segments to the path that begins at `start`, which is empty or ends with a slash. The RFC's steps
/// put that slash at the beginning of the rest.
fn push_segments(mut rest: &str, start: usize, out: &mut String) {
    while let Some(dotted) = dotted_segment(rest) {
        // 2E: segments move to the output.
        out.push_str(&rest[..dotted]);
        rest = &rest[dotted..];
        let end = first_slash(rest).unwrap_or(rest.len());
        let after = rest.len().min(end + 1);
        match &rest[..end] {
            // 2A, 2B, 2D: remove it with the slash after it.
            "." => {}
            ".." => remove_last_segment(start, out),
            _ => out.push_str(&rest[..after]),
        }
        rest = &rest[after..];
    }
    out.push_str(rest);
}

/// 2C: removes the last segment of the path that begins at `start`, and leaves the slash before it. 2A,
/// 2D: at the beginning of a rootless path there is none to remove.
fn remove_last_segment(start: usize, out: &mut String) {
    if let Some(segments) = out[start..].strip_suffix('/') {
        if let Some(slash) = last_slash(segments) {
            out.truncate(start + slash + 1);
        } else {
            // A rootless path loses its only segment and begins with the slash after it.
            out.truncate(start);
            out.push('/');
        }
    }
}

/// A step of §5.2.4: its label, and the buffers after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotSegmentStep {
    /// `1` before the loop, then `2A` to `2E`.
    pub rule: &'static str,
    /// The output buffer.
    pub output: String,
    /// The input buffer.
    pub input: String,
}

/// The steps of the RFC's loop that removes dot segments, at most [`MAX_DOT_SEGMENT_STEPS`]. The output after
/// each step is the result of [`remove_dot_segments`] for the text read so far.
pub fn dot_segment_steps(path: &str) -> Vec<DotSegmentStep> {
    let first = DotSegmentStep { rule: "1", output: String::new(), input: path.to_owned() };
    let mut steps = vec![first];
    let (mut read, mut input) = (0, path);
    while !input.is_empty() && steps.len() < MAX_DOT_SEGMENT_STEPS {
        let (rule, taken) = dot_segment_rule(input);
        read = path.len().min(read + taken);
        let mut output = String::new();
        remove_dot_segments("", &path[..read], &mut output);
        input = &path[read..];
        // A slash replaces the segment: that of the next segment, or an extra one at the end.
        if matches!(rule, "2B" | "2C") {
            output.pop();
            input = if input.is_empty() { "/" } else { input };
        }
        steps.push(DotSegmentStep { rule, output, input: input.to_owned() });
    }
    steps
}

/// The largest number of steps in a trace.
pub const MAX_DOT_SEGMENT_STEPS: usize = 100;

/// The rule that applies to an input buffer, and the length that it consumes.
fn dot_segment_rule(input: &str) -> (&'static str, usize) {
    let (slash, rest) = input.strip_prefix('/').map_or((0, input), |rest| (1, rest));
    let end = first_slash(rest);
    let segment = &rest[..end.unwrap_or(rest.len())];
    let taken = slash + segment.len();
    match (segment, slash, end) {
        ("." | "..", 0, Some(_)) => ("2A", taken + 1),
        (".", 1, _) => ("2B", taken),
        ("..", 1, _) => ("2C", taken),
        ("." | "..", _, _) => ("2D", taken),
        _ => ("2E", taken),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dot_segments_hide_behind_slashes_and_backslashes() {
        for (text, hidden) in [
            ("..", Some("..")),
            (".", Some(".")),
            ("../admin", Some("..")),
            ("a\\..", Some("..")),
            ("a/./b", Some(".")),
            ("...", None),
            ("a.b", None),
            ("%2e%2e", None),
            ("", None),
        ] {
            assert_eq!(hidden_dot_segment(text), hidden, "{text}");
        }
    }

    #[test]
    fn suffixes_of_names() {
        for (path, expected) in [
            ("a.txt", ".txt"),
            ("/b.c/a.tar.gz", ".gz"),
            ("/b.c/a", ""),
            ("/b.c/", ""),
            ("a.", ""),
            ("/.profile", ""),
            ("/.profile.bak", ".bak"),
            ("..", ""),
            ("...a", ""),
            ("", ""),
        ] {
            assert_eq!(&path[suffix(Utf8(path.as_bytes()))..], expected, "{path}");
        }
    }
}
