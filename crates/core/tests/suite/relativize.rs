//! Relativization: the shortest reference that resolves from a base to a target.

use crate::{relativize, resolve, texts};

/// Base, target, reference.
#[rustfmt::skip]
const SHORTEST: &[(&str, &str, Option<&str>)] = &[
    // Same document, query, fragment.
    ("http://a/b", "http://a/b", Some("")),
    ("http://a/b?q", "http://a/b?q", Some("")),
    ("http://a/b?q#f", "http://a/b?q", Some("")),
    ("http://a/b?q", "http://a/b?q#f", Some("#f")),
    ("http://a/b?q", "http://a/b?q#", Some("#")),
    ("http://a/b?q", "http://a/b?r", Some("?r")),
    ("http://a/b?q", "http://a/b?", Some("?")),
    ("http://a/b?q", "http://a/b?#", Some("?#")),
    ("http://a/b?q", "http://a/b", Some("b")),
    ("http://a/?q", "http://a/", Some(".")),
    ("http://a?q", "http://a", Some("//a")),
    // Relative paths.
    ("http://a/b/c", "http://a/b/d", Some("d")),
    ("http://a/b/c", "http://a/b/", Some(".")),
    ("http://a/b/c", "http://a/b", Some("/b")),
    ("http://a/b/c/d", "http://a/b/c", Some("../c")),
    ("http://a/b/c/d/e", "http://a/b/x", Some("/b/x")),
    ("http://a/bbbb/c/d/e", "http://a/bbbb/x", Some("../../x")),
    ("http://a/b/c/d", "http://a/b/", Some("..")),
    ("http://a/b/c", "http://a/", Some("/")),
    ("http://a/b/c", "http://a/x", Some("/x")),
    ("http://a/b", "http://a//c", Some(".//c")),
    ("http://a/b/c", "http://a//x", Some("..//x")),
    ("http://a/b/c", "http://a/b/x:y", Some("./x:y")),
    ("http://a/b/c", "http://a/b/x/y:z?q#f", Some("x/y:z?q#f")),
    ("http://a/b/c", "http://a/b//", Some(".//")),
    ("http://a", "http://a/b", Some("b")),
    ("http://a", "http://a/", Some(".")),
    ("http://a/b/", "http://a/b//c", Some(".//c")),
    ("http://a/b/c/d", "http://a/b/x:y", Some("../x:y")),
    // Authorities and schemes are compared as written.
    ("http://a/b", "http://c", Some("//c")),
    ("http://a/b", "http://A/b", Some("//A/b")),
    ("http://a/b", "http:/b", Some("http:/b")),
    ("http://a/b", "http:", Some("http:")),
    ("http://a/b", "https://a/b", Some("https://a/b")),
    ("http://a/b", "HTTP://a/b", Some("HTTP://a/b")),
    ("s:a", "s://a", Some("//a")),
    // Rootless paths.
    ("s:a/b", "s:a/c", Some("c")),
    ("s:a/b", "s:c", Some("s:c")),
    ("s:a", "s:b:c", Some("./b:c")),
    ("s:a/b", "s:c:d", Some("s:c:d")),
    ("s:a/b", "s:/.//c", Some("..//c")),
    ("s:a", "s:", Some(".")),
    ("s:a/b", "s:/c", Some("/c")),
    ("s:/a/b", "s:c", Some("s:c")),
    // Guards.
    ("s:/a", "s:/.//b", Some(".//b")),
    ("s:/a/b", "s:/.//c", Some("..//c")),
    ("s:/.//a", "s:/.//b", Some("b")),
    // A target with dot segments cannot be reached: resolution removes them.
    ("http://a/b", "http://a/./c", None),
    ("http://a/b", "http://a/c/..", None),
    ("http://a/./b", "http://a/./b", Some("")),
    ("http://a/./b", "http://a/c", Some("c")),
    // Lengths are of code points: "/\u{E9}" is as short as "..", and comes later.
    ("http://a/\u{E9}/b/c", "http://a/\u{E9}/", Some("..")),
    ("http://a/\u{E9}\u{E9}/c/d", "http://a/\u{E9}\u{E9}/e", Some("../e")),
    ("http://a/\u{E9}/c/d", "http://a/\u{E9}/e", Some("../e")),
    ("http://a/\u{E9}/c/d/e", "http://a/\u{E9}/e", Some("/\u{E9}/e")),
    ("http://a/x/\u{9053}/y", "http://a/x/\u{9053}/\u{9053}z", Some("\u{9053}z")),
];

#[test]
fn shortest_references() {
    for &(base, target, expected) in SHORTEST {
        assert_eq!(relativize(target, base).as_deref(), expected, "{base} -> {target}");
        if let Some(reference) = expected {
            assert_eq!(resolve(base, reference, true), target, "{base} {reference}");
        }
    }
}

/// No reference is shorter: all shorter ones resolve to other targets.
#[test]
fn nothing_is_shorter() {
    let bases = ["s:/a/b", "s://h/a/b?c", "s://h", "s:a/b", "s:", "s:/.//a"];
    let references: Vec<String> = texts::all("ab/.:?#", 4)
        .filter(|text| crate::is(iriform::engine::Rule::IriReference, text))
        .collect();
    for base in bases {
        for reference in &references {
            let target = resolve(base, reference, true);
            if let Some(found) = relativize(&target, base) {
                assert!(found.len() <= reference.len(), "{base} {target}: {found} {reference}");
            } else {
                panic!("{base} {reference} leads to {target}");
            }
        }
    }
}
