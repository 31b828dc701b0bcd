//! Edits: changes to parts of references, and paths as sequences of segments.

use iriform::engine::{
    Components, Misfit,
    edit::{
        Changes, PathEdit, SegmentsJoined, Sequence, normalize_path, path_without_prefix,
        with_parts, with_path_edited, without_prefix,
    },
};

use crate::texts;

const NONE: Changes<'_> = Changes {
    scheme: None,
    authority: None,
    userinfo: None,
    host: None,
    port: None,
    path: None,
    query: None,
    fragment: None,
};

/// Reference, changes, changed reference.
#[rustfmt::skip]
const EDITS: &[(&str, Changes<'_>, Result<&str, Misfit>)] = &[
    ("s://u@h:1/p?q#f", NONE, Ok("s://u@h:1/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { scheme: Some(Some("t")), ..NONE }, Ok("t://u@h:1/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { scheme: Some(None), ..NONE }, Ok("//u@h:1/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { authority: Some(Some("i")), ..NONE }, Ok("s://i/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { authority: Some(None), ..NONE }, Ok("s:/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { userinfo: Some(Some("v:w")), ..NONE }, Ok("s://v:w@h:1/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { userinfo: Some(None), ..NONE }, Ok("s://h:1/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { host: Some(Some("[::1]")), ..NONE }, Ok("s://u@[::1]:1/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { port: Some(Some("2")), ..NONE }, Ok("s://u@h:2/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { port: Some(None), ..NONE }, Ok("s://u@h/p?q#f")),
    ("s://u@h:1/p?q#f", Changes { path: Some(""), ..NONE }, Ok("s://u@h:1?q#f")),
    ("s://u@h:1/p?q#f", Changes { query: Some(Some("")), ..NONE }, Ok("s://u@h:1/p?#f")),
    ("s://u@h:1/p?q#f", Changes { query: Some(None), ..NONE }, Ok("s://u@h:1/p#f")),
    ("s://u@h:1/p?q#f", Changes { fragment: Some(Some("g")), ..NONE }, Ok("s://u@h:1/p?q#g")),
    ("s://u@h:1/p?q#f", Changes { fragment: Some(None), ..NONE }, Ok("s://u@h:1/p?q")),
    ("s://u:p@h:1/p", Changes { userinfo: Some(None), port: Some(None), ..NONE }, Ok("s://h/p")),
    ("a?q", Changes { query: Some(Some("")), ..NONE }, Ok("a?")),
    ("?q", Changes { authority: Some(Some("h")), ..NONE }, Ok("//h?q")),
    ("scheme:", Changes { authority: Some(Some("h")), ..NONE }, Ok("scheme://h")),
    // Parts of an absent authority need a host.
    ("s:/p", Changes { host: Some(Some("h")), port: Some(Some("1")), ..NONE }, Ok("s://h:1/p")),
    ("s:/p", Changes { host: Some(Some("")), userinfo: Some(Some("u")), ..NONE }, Ok("s://u@/p")),
    ("s:/p", Changes { port: Some(Some("1")), ..NONE }, Err(Misfit::NoHost)),
    ("s:/p", Changes { userinfo: Some(Some("u")), ..NONE }, Err(Misfit::NoHost)),
    ("s:/p", Changes { port: Some(None), userinfo: Some(None), ..NONE }, Ok("s:/p")),
    ("s://h/p", Changes { host: Some(None), ..NONE }, Ok("s:/p")),
    ("s://u@h/p", Changes { host: Some(None), ..NONE }, Err(Misfit::NoHost)),
    ("s://h:1/p", Changes { host: Some(None), ..NONE }, Err(Misfit::NoHost)),
    // Guards are added and removed.
    ("s://h//p", Changes { authority: Some(None), ..NONE }, Ok("s:/.//p")),
    ("s:/.//p", Changes { authority: Some(Some("h")), ..NONE }, Ok("s://h//p")),
    ("s:/.//p", Changes { query: Some(Some("q")), ..NONE }, Ok("s:/.//p?q")),
    ("s:a:b", Changes { scheme: Some(None), ..NONE }, Ok("./a:b")),
    ("s:1a:b", Changes { scheme: Some(None), ..NONE }, Ok("./1a:b")),
    ("./a:b", Changes { scheme: Some(Some("s")), ..NONE }, Ok("s:a:b")),
    ("", Changes { path: Some("//a"), ..NONE }, Ok("/.//a")),
    ("", Changes { path: Some(":b"), ..NONE }, Ok("./:b")),
    ("//h//p", Changes { authority: Some(None), ..NONE }, Ok("/.//p")),
    // What cannot be.
    ("s:a", Changes { authority: Some(Some("h")), ..NONE }, Err(Misfit::RootlessAfterAuthority)),
    ("s://h", Changes { path: Some("a"), ..NONE }, Err(Misfit::RootlessAfterAuthority)),
];

#[test]
fn edits_say_what_was_asked_for() {
    for (text, changes, expected) in EDITS {
        let found = with_parts(text, changes);
        assert_eq!(found.as_deref(), expected.as_deref(), "{text} {changes:?}");
    }
}

/// In every kind of reference, a path returns the segments that it was made from.
#[test]
fn sequences_come_out_as_they_went_in() {
    let segments = ["", ".", "..", "a", "a:b"];
    for count in 0..4_u32 {
        for number in 0..segments.len().pow(count) {
            let chosen: Vec<String> = (0..count)
                .map(|place| {
                    segments[number / segments.len().pow(place) % segments.len()].to_owned()
                })
                .collect();
            for is_absolute in [false, true] {
                let sequence = Sequence::new(is_absolute, &chosen);
                assert_eq!(Sequence::of(&sequence.text()), sequence, "{}", sequence.text());
                for text in ["", "s:", "//h", "s://h"] {
                    let reference = Components::of(text);
                    if reference.authority.is_some() && !is_absolute {
                        continue;
                    }
                    let path = sequence.text_within(&reference);
                    let text = Components { path: &path, ..reference }.compose();
                    assert_eq!(Sequence::within(&Components::of(&text)), sequence, "{text}");
                }
            }
        }
    }
}

/// No path is written with a dot that it does not need.
#[test]
fn paths_come_out_as_they_went_in() {
    for path in texts::all("/a:", 5) {
        let sequence = Sequence::of(&path);
        assert_eq!(sequence.text(), path);
        assert_eq!(sequence.is_absolute, path.starts_with('/'));
    }
}

/// Reference, path, the path as that reference writes it, with a dot only if it needs one.
#[test]
fn a_dot_where_it_is_needed() {
    for (reference, path, expected) in [
        ("s:", "/a/b", "/a/b"),
        ("s:", "//a", "/.//a"),
        ("s://h", "//a", "//a"),
        ("s:", "a:b", "a:b"),
        ("s:", ".//a", ".//a"),
        ("", "/a:b/c", "/a:b/c"),
        ("", "//a", "/.//a"),
        ("", "a:b/c", "./a:b/c"),
        ("", "a/b:c", "a/b:c"),
        ("//h", "/", "/"),
    ] {
        let written = Sequence::of(path).text_within(&Components::of(reference));
        assert_eq!(written, expected, "{reference} {path}");
    }
}

/// Path, segment, path with the segment appended.
#[test]
fn segments_are_appended_with_one_slash() {
    for (path, segment, expected) in [
        ("", "a", "a"),
        ("/", "a", "/a"),
        ("a", "b", "a/b"),
        ("a/", "b", "a/b"),
        ("/a//", "b", "/a//b"),
        ("/a", "", "/a/"),
        ("/a/", "", "/a/"),
        ("/", "", "/"),
        ("", "", "./"),
        ("a", "..", "a/.."),
    ] {
        let mut sequence = Sequence::of(path);
        sequence.append(segment);
        assert_eq!(sequence.text(), expected, "{path} {segment}");
    }
}

/// Bounds work like those of Python's slices, and indices like those of its lists.
#[test]
fn segments_are_spliced() {
    let end = isize::MAX;
    for (path, start, stop, others, expected) in [
        ("/a/b/c", 1, Some(2), &["x", "y"][..], "/a/x/y/c"),
        ("/a/b/c", -1, None, &["x"], "/a/b/x"),
        ("/a/b/c", end, None, &["x"], "/a/b/c/x"),
        ("/a/b/c", end, Some(end), &["x"], "/a/b/c/x"),
        ("/a/b/c", -2, Some(-1), &[], "/a/c"),
        ("/a/b/c", isize::MIN, Some(1), &["x"], "/x/b/c"),
        ("/a/b/c", 2, Some(1), &["x"], "/a/b/x/c"),
        ("/a/b/c", 3, Some(3), &["x"], "/a/b/c/x"),
        ("/a/b/c", 0, None, &[], "/"),
        ("a/b", 0, None, &[], ""),
        ("a/b/", -1, None, &[], "a/b"),
        ("a/b/", 2, Some(3), &["c"], "a/b/c"),
        ("", 0, Some(0), &["a"], "a"),
        ("", -3, Some(5), &[""], "./"),
        ("a", 0, Some(0), &["a:b", ""], "a:b//a"),
    ] {
        let mut sequence = Sequence::of(path);
        sequence.splice(start, stop, others);
        assert_eq!(sequence.text(), expected, "{path} {start} {stop:?} {others:?}");
    }
    for path in ["", "a", "a/b", "a//c", "//"] {
        let sequence = Sequence::of(path);
        let list: Vec<&str> = sequence.segments().collect();
        assert_eq!(sequence.count(), list.len(), "{path}");
        for index in -4..4 {
            let place = if index < 0 { list.len().cast_signed() + index } else { index };
            let expected = usize::try_from(place).ok().and_then(|place| list.get(place)).copied();
            assert_eq!(sequence.get(index), expected, "{path} {index}");
        }
    }
}

/// Path, parent path.
#[test]
fn one_up() {
    for (path, expected) in [
        ("/a/b", "/a"),
        ("/a", "/"),
        ("/", "/"),
        ("a", ""),
        ("", ".."),
        ("..", "../.."),
        ("a/..", "a/../.."),
        ("/..", "/../.."),
    ] {
        let mut sequence = Sequence::of(path);
        sequence.up();
        assert_eq!(sequence.text(), expected, "{path}");
    }
}

/// Path, appended path, result.
#[rustfmt::skip]
const JOINED: &[(&str, &str, &str)] = &[
    ("/a/b", "c", "/a/b/c"),
    ("/a/b/", "c", "/a/b/c"),
    ("/a/b", "../c", "/a/c"),
    ("/a/b", "../../../c", "/c"),
    ("a/b", "..", "a/"),
    ("a/", ".", "a/"),
    ("a", "/b", "/b"),
    ("a", "b/", "a/b/"),
    ("a", ".//b", "a//b"),
    ("a", "", "a"),
    ("a", "../../b", "../b"),
    ("a", "../..", "../"),
    ("a", "..", "./"),
    ("", "..", "../"),
    ("/a", ".", "/a/"),
    ("/a", "b/", "/a/b/"),
    ("/a", "b/..", "/a/"),
    ("/a", "", "/a"),
    ("/a/", "", "/a/"),
    ("/a", "/b", "/b"),
    ("/a", "//b", "//b"),
    ("/a", ".//b", "/a//b"),
    ("/a", "b//c", "/a/b//c"),
    ("/a", "b//.", "/a/b//"),
    ("/a", "./", "/a/"),
    ("/a//", "../b", "/a/b"),
    ("/", "..", "/"),
    ("/", ".//b", "//b"),
    ("/a/../b", "../c", "/a/../c"),
    ("", "a:b", "a:b"),
    ("a", "./b:c", "a/b:c"),
    ("", "", ""),
    ("/\u{E9}", "%2F", "/\u{E9}/%2F"),
];

#[test]
fn paths_go_on_at_paths() {
    for &(path, next, expected) in JOINED {
        let mut sequence = Sequence::of(path);
        sequence.join(next);
        assert_eq!(sequence.text(), expected, "{path} {next}");
    }
}

#[test]
fn normal_paths() {
    for (path, expected) in [
        ("/a/./b/../c", "/a/c"),
        ("/%7Ea%2f%c3%a9", "/~a%2F%C3%A9"),
        ("/a/%2E%2e/b", "/b"),
        ("/a/b/..", "/a/"),
        ("/..", "/"),
        ("/../a", "/a"),
        ("//a", "//a"),
        ("/a/..//b", "//b"),
        ("//", "//"),
        ("", ""),
        ("a/../b", "b"),
        ("a/..", "./"),
        (".", "./"),
        ("..", "../"),
        ("../../a", "../../a"),
        ("a/../..", "../"),
        ("a//../b", "a/b"),
        (".//a", ".//a"),
        ("./a:b", "a:b"),
        ("./a", "a"),
        ("a/", "a/"),
        ("/./", "/"),
        ("../../%7e", "../../~"),
        ("a/%2E%2E/../b", "../b"),
    ] {
        assert_eq!(normalize_path(path), expected, "{path}");
        assert_eq!(normalize_path(expected), expected);
    }
}

/// Path, prefix, remainder.
#[test]
fn what_is_left_of_a_path() {
    for (path, prefix, expected) in [
        ("/a/b/c", "/a", Some("b/c")),
        ("/a/b/c", "/a/", Some("b/c")),
        ("/a/b/c", "/", Some("a/b/c")),
        ("/a", "/a", Some("")),
        ("/a/", "/a", Some("./")),
        ("/a//b", "/a", Some(".//b")),
        ("/a/b:c", "/a", Some("b:c")),
        ("/ab", "/a", None),
        ("/a", "/a/b", None),
        ("a/b", "/a", None),
        ("/a/b", "a", None),
        ("a/b", "a", Some("b")),
        ("a/b", "", Some("a/b")),
        ("/%7ea/./b", "/x/../~a", Some("b")),
        ("/a/../b", "/a", None),
        ("//a", "/", Some(".//a")),
        ("/a%2Fb/c", "/a", None),
        ("./a", ".", Some("a")),
        ("a/..", "", Some("./")),
    ] {
        assert_eq!(path_without_prefix(path, prefix).as_deref(), expected, "{path} {prefix}");
    }
}

/// Reference, prefix, remainder.
#[test]
fn what_is_left_of_a_reference() {
    for (text, prefix, expected) in [
        ("http://h/a/b?q#f", "http://h/a", Some("b?q#f")),
        ("HTTP://H/a/b", "http://h/a/", Some("b")),
        ("http://h/a", "http://h", Some("a")),
        ("http://h", "http://h/", Some("")),
        ("http://h?q", "http://h", Some("?q")),
        ("http://h/a", "http://i/", None),
        ("http://h/a", "https://h/", None),
        ("http://h:80/a", "http://h/", None),
        ("http://h/a", "http://u@h/", None),
        ("http://h//a", "http://h/", Some(".//a")),
        ("urn:a:b", "urn:a", None),
        ("s:a/b", "s:a", Some("b")),
        ("s:", "s:", Some("")),
        ("s:/a", "s:", None),
        ("http://h/a/b:c", "http://h/a", Some("./b:c")),
        ("http://h/a", "http://h/?x#y", Some("a")),
        ("a/b", "a", Some("b")),
    ] {
        assert_eq!(without_prefix(text, prefix).as_deref(), expected, "{text} {prefix}");
    }
}

/// Reference, the reference with the segment `b` appended.
#[test]
fn segments_are_appended() {
    let appended = |text: &str, segment: &str| with_path_edited(text, PathEdit::Append(segment));
    for (text, expected) in [
        ("http://h/a", "http://h/a/b"),
        ("http://h/a/", "http://h/a/b"),
        ("http://h", "http://h/b"),
        ("http://h/a?q#f", "http://h/a/b"),
        ("s:", "s:b"),
        ("s:/", "s:/b"),
        ("", "b"),
        ("./c:d", "./c:d/b"),
        ("s:/.//a", "s:/.//a/b"),
    ] {
        assert_eq!(appended(text, "b"), expected, "{text}");
    }
    assert_eq!(appended("", "c:d"), "./c:d");
    assert_eq!(appended("s:/", ""), "s:/");
}

/// Segments, their path with an authority, their path without one.
#[test]
fn paths_of_segments() {
    for (segments, after, alone) in [
        (&[][..], "", Some("")),
        (&["a"], "/a", Some("a")),
        (&["a", ""], "/a/", Some("a/")),
        (&["a", "", "b"], "/a//b", Some("a//b")),
        (&["", "a"], "//a", None),
        (&["", "", "a"], "///a", None),
        (&["", ""], "//", None),
        (&[""], "/", None),
    ] {
        let joined = |has_authority| {
            let mut path = SegmentsJoined::new(has_authority);
            for segment in segments {
                path.push(|out| out.push_str(segment));
            }
            path.finish()
        };
        assert_eq!(joined(true).as_deref(), Ok(after));
        assert_eq!(joined(false).ok().as_deref(), alone);
    }
}
