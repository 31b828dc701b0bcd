//! Paths: segments, names, parents, and the removal of dot segments by the RFC's own steps.

use iriform::engine::{
    path::{
        DotSegmentStep, MAX_DOT_SEGMENT_STEPS, directory, dot_segment_steps, is_absolute, name,
        parent, remove_dot_segments, segments,
    },
    text::Utf8,
};

use crate::texts;

/// Path, segments, name, directory, parent.
type Row<'a> = (&'a str, &'a [&'a str], Option<&'a str>, &'a str, Option<&'a str>);

const PATHS: &[Row<'_>] = &[
    ("", &[], None, "", None),
    ("/", &[], None, "/", None),
    ("//", &["", ""], None, "//", Some("/./")),
    ("///", &["", "", ""], None, "///", Some("//")),
    ("a", &["a"], Some("a"), "", None),
    ("/a", &["a"], Some("a"), "/", Some("/")),
    ("//a", &["", "a"], Some("a"), "//", Some("/./")),
    ("a/", &["a", ""], None, "a/", Some("a")),
    ("/a/", &["a", ""], None, "/a/", Some("/a")),
    ("a/b", &["a", "b"], Some("b"), "a/", Some("a")),
    ("a//b", &["a", "", "b"], Some("b"), "a//", Some("a/")),
    ("/a/b.c", &["a", "b.c"], Some("b.c"), "/a/", Some("/a")),
    ("\u{E9}/\u{9053}", &["\u{E9}", "\u{9053}"], Some("\u{9053}"), "\u{E9}/", Some("\u{E9}")),
];

#[test]
fn parts_of_paths() {
    for &(path, expected, last, above, outer) in PATHS {
        let t = Utf8(path.as_bytes());
        let found: Vec<&str> = segments(t).map(|range| &path[range]).collect();
        assert_eq!(found, expected, "{path}");
        assert_eq!(name(t).map(|range| &path[range]), last, "{path}");
        assert_eq!(&path[..directory(t)], above, "{path}");
        assert_eq!(parent(path), outer, "{path}");
        assert_eq!(is_absolute(t), path.starts_with('/'), "{path}");
    }
}

/// The loop as RFC 3986 §5.2.4 writes it, with an input buffer and an output buffer.
fn loop_of_the_rfc(path: &str) -> Vec<DotSegmentStep> {
    let (mut input, mut output) = (path.to_owned(), String::new());
    let first = DotSegmentStep { rule: "1", output: output.clone(), input: input.clone() };
    let mut steps = vec![first];
    while !input.is_empty() {
        let rest = |prefix: &str| input.strip_prefix(prefix).map(str::to_owned);
        let slashed = |name: &str| match rest(&format!("/{name}/")) {
            Some(rest) => Some(format!("/{rest}")),
            None => (input == format!("/{name}")).then(|| "/".to_owned()),
        };
        let rule = if let Some(rest) = rest("../").or_else(|| rest("./")) {
            input = rest;
            "2A"
        } else if let Some(rest) = slashed(".") {
            input = rest;
            "2B"
        } else if let Some(rest) = slashed("..") {
            input = rest;
            output.truncate(output.rfind('/').unwrap_or(0));
            "2C"
        } else if input == "." || input == ".." {
            input.clear();
            "2D"
        } else {
            let end = input[1..].find('/').map_or(input.len(), |slash| slash + 1);
            output.extend(input.drain(..end));
            "2E"
        };
        steps.push(DotSegmentStep { rule, output: output.clone(), input: input.clone() });
    }
    steps
}

fn as_the_rfc_says(path: &str) -> String {
    loop_of_the_rfc(path).pop().map(|step| step.output).unwrap_or_default()
}

fn removed(directory: &str, path: &str) -> String {
    // The text before it in the buffer is unchanged.
    let mut out = String::from("s://h/x/y");
    remove_dot_segments(directory, path, &mut out);
    out.strip_prefix("s://h/x/y").expect("untouched").to_owned()
}

#[test]
fn dot_segments_are_removed_step_by_step() {
    assert_eq!(as_the_rfc_says("/a/b/c/./../../g"), "/a/g");
    assert_eq!(as_the_rfc_says("mid/content=5/../6"), "mid/6");
    let mut changed = 0;
    for path in texts::all("./a", 9) {
        let steps = loop_of_the_rfc(&path);
        let expected = &steps[steps.len() - 1].output;
        assert_eq!(removed("", &path), *expected, "{path}");
        changed += usize::from(*expected != path);
        assert_eq!(dot_segment_steps(&path), steps, "{path}");
    }
    assert_eq!(dot_segment_steps(&"/a".repeat(200)).len(), MAX_DOT_SEGMENT_STEPS);
    assert!(changed > 10_000, "{changed}");
}

#[test]
fn a_directory_goes_before_the_path() {
    let directories = texts::all("./a", 5).filter(|text| text.ends_with('/'));
    for directory in directories.chain([String::new()]) {
        for path in texts::all("./a", 4) {
            let expected = as_the_rfc_says(&format!("{directory}{path}"));
            assert_eq!(removed(&directory, &path), expected, "{directory} {path}");
        }
    }
}

/// Dots are searched in blocks; one is found at every position.
#[test]
fn dot_segments_are_found_in_long_paths() {
    for length in 0..50 {
        for dots in ["/./", "/../", "/..", "/.", "/.a/", "/a./", "./", "../"] {
            let path = format!("{}{dots}{}", "a/b".repeat(length), "c".repeat(length));
            assert_eq!(removed("", &path), as_the_rfc_says(&path), "{path}");
            let path = format!("/{}{dots}{}", "d".repeat(length), "e/".repeat(length));
            assert_eq!(removed("", &path), as_the_rfc_says(&path), "{path}");
        }
    }
}
