//! Changing a part of a reference, so that the text always says exactly what was asked for.

use crate::compose::{Components, Misfit, compose_authority};
use crate::normalize::{Level, normalize, normalize_escapes};
use crate::path;
use crate::split::split_authority;
use crate::text::Utf8;

/// New values for parts of a reference, each valid by its own rule; None leaves a part as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'a> {
    /// `scheme`
    pub scheme: Option<Option<&'a str>>,
    /// `authority`: not together with its parts
    pub authority: Option<Option<&'a str>>,
    /// `userinfo`
    pub userinfo: Option<Option<&'a str>>,
    /// `host`: None takes the whole authority away
    pub host: Option<Option<&'a str>>,
    /// `port`
    pub port: Option<Option<&'a str>>,
    /// `path`
    pub path: Option<&'a str>,
    /// `query`
    pub query: Option<Option<&'a str>>,
    /// `fragment`
    pub fragment: Option<Option<&'a str>>,
}

/// The reference with parts changed. Split again, it has exactly these parts, but for the guard
/// that the RFC puts before a path (see [`Components::guard`]), which goes when it is not needed
/// any more.
pub fn with_parts(text: &str, changes: &Changes<'_>) -> Result<String, Misfit> {
    let old = Components::of(text);
    let authority = match changes.authority {
        Some(authority) => authority.map(str::to_owned),
        None => changed_authority(old.authority, changes)?,
    };
    let new = Components {
        scheme: changes.scheme.unwrap_or(old.scheme),
        authority: authority.as_deref(),
        path: changes.path.unwrap_or_else(|| old.unguarded_path()),
        query: changes.query.unwrap_or(old.query),
        fragment: changes.fragment.unwrap_or(old.fragment),
    };
    match new.misfit() {
        Some(misfit @ Misfit::RootlessAfterAuthority) => Err(misfit),
        _ => Ok(new.compose()),
    }
}

fn changed_authority(old: Option<&str>, changes: &Changes<'_>) -> Result<Option<String>, Misfit> {
    let (mut userinfo, mut host, mut port) = (None, None, None);
    if let Some(text) = old {
        let parts = split_authority(Utf8(text.as_bytes()), 0..text.len());
        userinfo = parts.userinfo.map(|range| &text[range]);
        host = Some(&text[parts.host]);
        port = parts.port.map(|range| &text[range]);
    }
    userinfo = changes.userinfo.unwrap_or(userinfo);
    host = changes.host.unwrap_or(host);
    port = changes.port.unwrap_or(port);
    match host {
        Some(host) => Ok(Some(compose_authority(userinfo, host, port))),
        None if userinfo.is_some() || port.is_some() => Err(Misfit::NoHost),
        None => Ok(None),
    }
}

/// A path as a sequence of segments that can be edited.
///
/// Text cannot tell every sequence from every other: `/` is the absolute path without segments,
/// so the one with a single empty segment is written `/./`, and a relative one that begins with
/// an empty segment is written with `./` before it. Reading takes these off again, so that what
/// was put in comes out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// Whether the path begins with a slash.
    pub is_absolute: bool,
    /// The segments.
    pub segments: Vec<String>,
}

impl Sequence {
    /// Reads a path. A guard that `context`, the reference it is in, may need is to be taken off
    /// before, by [`Components::unguarded_path`].
    pub fn of(path: &str) -> Self {
        match path.strip_prefix("./") {
            _ if path == "/./" => Self { is_absolute: true, segments: vec![String::new()] },
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                Self { is_absolute: false, segments: rest.split('/').map(str::to_owned).collect() }
            }
            _ => Self::literal(path),
        }
    }

    fn literal(path: &str) -> Self {
        let text = Utf8(path.as_bytes());
        let segments = path::segments(text).map(|range| path[range].to_owned()).collect();
        Self { is_absolute: path::is_absolute(text), segments }
    }

    /// Writes the path.
    pub fn text(&self) -> String {
        let inner = self.segments.join("/");
        match (self.is_absolute, self.segments.first()) {
            (true, Some(first)) if first.is_empty() && self.segments.len() == 1 => "/./".to_owned(),
            (true, _) => format!("/{inner}"),
            (false, Some(first)) if first.is_empty() => format!("./{inner}"),
            (false, _) => inner,
        }
    }

    /// Goes on by one segment, from the directory that this path is: `.` stays there, `..` goes
    /// [`up`](Self::up), and both leave a slash at the end.
    pub fn push(&mut self, segment: &str) {
        self.segments.pop_if(|last| last.is_empty());
        match segment {
            "." => self.open(),
            ".." => {
                self.up();
                self.open();
            }
            _ => self.segments.push(segment.to_owned()),
        }
    }

    /// Takes the last segment away. Where there is none in a relative path, or `..`, one more
    /// `..` is put there; an absolute path has nothing above its root.
    pub fn up(&mut self) {
        let last = self.segments.last().map(String::as_str);
        if last == Some("..") || last.is_none() && !self.is_absolute {
            self.segments.push("..".to_owned());
        } else {
            self.segments.pop();
        }
    }

    /// Goes on at another path: an absolute one replaces this one, the segments of a relative
    /// one are pushed. Its trailing slash stays.
    pub fn join(&mut self, path: &str) {
        let path = Self::of(path);
        if path.is_absolute {
            *self = path;
            return;
        }
        for segment in &path.segments {
            self.push(segment);
        }
    }

    /// The slash at the end that a dot segment leaves. The root has it already.
    fn open(&mut self) {
        let at_root = self.is_absolute && self.segments.is_empty();
        if !at_root && self.segments.last().is_none_or(|last| !last.is_empty()) {
            self.segments.push(String::new());
        }
    }
}

/// A path by itself in normal form: escapes as [`normalize_escapes`] has them, and no dot
/// segments. A relative path keeps the `..` with which it begins, and one that leads to where it
/// begins is `./`: this much is the same wherever the path is resolved.
pub fn normalize_path(path: &str) -> String {
    let path = normalize_escapes(path);
    if path.starts_with('/') {
        let mut out = String::with_capacity(path.len());
        path::remove_dot_segments("", &path, &mut out);
        return out;
    }
    let mut out = Sequence::default();
    let segments = Sequence::literal(&path).segments;
    for (i, segment) in segments.iter().enumerate() {
        match segment.as_str() {
            "." => {}
            ".." => out.up(),
            _ => out.segments.push(segment.clone()),
        }
        if i + 1 == segments.len() && matches!(segment.as_str(), "." | "..") {
            out.open();
        }
    }
    out.text()
}

/// What is left of `path` below `prefix`, a directory with or without its trailing slash, as a
/// relative path; none if it is not below. Both are compared in normal form.
pub fn path_without_prefix(path: &str, prefix: &str) -> Option<String> {
    let path = Sequence::literal(&normalize_path(path));
    let mut prefix = Sequence::literal(&normalize_path(prefix));
    prefix.segments.pop_if(|last| last.is_empty());
    if path.is_absolute != prefix.is_absolute || !path.segments.starts_with(&prefix.segments) {
        return None;
    }
    let segments = path.segments[prefix.segments.len()..].to_vec();
    Some(Sequence { is_absolute: false, segments }.text())
}

/// What is left of a reference below `prefix`, as a relative reference; none if it is not below.
/// Scheme and authority are compared in normal form, the paths as [`path_without_prefix`] does.
pub fn without_prefix(text: &str, prefix: &str) -> Option<String> {
    let c = Components::of(text);
    let p = Components::of(prefix);
    let above = |c: Components<'_>| {
        let above = Components { path: "", query: None, fragment: None, ..c }.compose();
        normalize(&above, Level::Syntax).into_owned()
    };
    if above(c) != above(p) {
        return None;
    }
    let path = path_without_prefix(c.path, p.path)?;
    Some(Components { scheme: None, authority: None, path: &path, ..c }.compose())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_come_out_as_they_went_in() {
        for is_absolute in [false, true] {
            for segments in [
                &[][..],
                &[""],
                &["", ""],
                &["a"],
                &["a", ""],
                &["", "a"],
                &["."],
                &["a", "..", ""],
            ] {
                let segments = segments.iter().map(|&s| s.to_owned()).collect();
                let sequence = Sequence { is_absolute, segments };
                assert_eq!(Sequence::of(&sequence.text()), sequence, "{}", sequence.text());
            }
        }
    }

    #[test]
    fn paths_go_on_at_paths() {
        for (path, next, expected) in [
            ("/foo/bar", "baz/qux", "/foo/bar/baz/qux"),
            ("/foo/bar", "../baz", "/foo/baz"),
            ("/foo/bar/", "../baz", "/foo/baz"),
            ("foo/bar", "..", "foo/"),
            ("foo", "..", "./"),
            ("foo", "../..", "../"),
            ("/", "..", "/"),
            ("", "..", "../"),
            ("a/", ".", "a/"),
            ("a", "/b", "/b"),
            ("a", "", "a"),
            ("a", "b/", "a/b/"),
        ] {
            let mut sequence = Sequence::of(path);
            sequence.join(next);
            assert_eq!(sequence.text(), expected, "{path} {next}");
        }
    }

    #[test]
    fn normal_paths() {
        for (path, expected) in [
            ("a/../b", "b"),
            ("a/..", "./"),
            (".", "./"),
            ("..", "../"),
            ("./a", "a"),
            ("../../%7e", "../../~"),
            ("a/%2E%2E/../b", "../b"),
            (".//a", ".//a"),
            ("/./", "/"),
            ("/a/..//b", "//b"),
            ("", ""),
        ] {
            assert_eq!(normalize_path(path), expected, "{path}");
        }
    }

    #[test]
    fn prefixes() {
        for (path, prefix, expected) in [
            ("/foo/bar/baz", "/foo", Some("bar/baz")),
            ("/foo/bar/baz", "/foo/", Some("bar/baz")),
            ("/a/b/baz", "/foo/bar", None),
            ("/foo", "/foo", Some("")),
            ("/foo//a", "/foo", Some(".//a")),
            ("foo", "/foo", None),
            ("/foobar", "/foo", None),
        ] {
            assert_eq!(path_without_prefix(path, prefix).as_deref(), expected);
        }
    }

    #[test]
    fn edits_say_what_was_asked_for() {
        let none = Changes::default();
        for (text, changes, expected) in [
            ("s:1a:b", Changes { scheme: Some(None), ..none }, Ok("./1a:b")),
            ("", Changes { path: Some(":b"), ..none }, Ok("./:b")),
            ("scheme:", Changes { authority: Some(Some("h")), ..none }, Ok("scheme://h")),
            ("?q", Changes { authority: Some(Some("h")), ..none }, Ok("//h?q")),
            (
                "s:a",
                Changes { authority: Some(Some("h")), ..none },
                Err(Misfit::RootlessAfterAuthority),
            ),
            ("s://h//p", Changes { authority: Some(None), ..none }, Ok("s:/.//p")),
            ("//h//p", Changes { authority: Some(None), ..none }, Ok("/.//p")),
            ("s:/.//p", Changes { authority: Some(Some("h")), ..none }, Ok("s://h//p")),
            ("./a:b", Changes { scheme: Some(Some("s")), ..none }, Ok("s:a:b")),
            (
                "http://u:p@h:80/p",
                Changes { userinfo: Some(None), port: Some(None), ..none },
                Ok("http://h/p"),
            ),
            ("s:p", Changes { port: Some(Some("1")), ..none }, Err(Misfit::NoHost)),
            ("s://h:1", Changes { host: Some(None), ..none }, Err(Misfit::NoHost)),
            ("s://h/p", Changes { host: Some(None), ..none }, Ok("s:/p")),
            ("a?q", Changes { query: Some(Some("")), ..none }, Ok("a?")),
        ] {
            assert_eq!(with_parts(text, &changes).as_deref(), expected.as_deref(), "{text}");
        }
    }
}
