//! Reference resolution: the examples of RFC 3986 §5.4, and more cases of §5.2.

use std::borrow::Cow;

use iriform::engine::{self, Reference};

use crate::resolve;

/// §5.4: "Within a representation with a well defined base URI of".
const BASE: &str = "http://a/b/c/d;p?q";

/// §5.4.1, §5.4.2: reference, target.
#[rustfmt::skip]
const EXAMPLES: &[(&str, &str)] = &[
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    // "Abnormal Examples"
    ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"),
    ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
];

#[test]
fn the_examples_of_section_5_4() {
    for &(reference, target) in EXAMPLES {
        assert_eq!(resolve(BASE, reference, true), target, "{reference}");
        assert_eq!(resolve(BASE, reference, false), target, "{reference}");
    }
    // One of them has two answers, which makes 42.
    assert_eq!(EXAMPLES.len(), 41);
    assert_eq!(resolve(BASE, "http:g", true), "http:g");
    assert_eq!(resolve(BASE, "http:g", false), "http://a/b/c/g");
}

/// Base, reference, target if strict, target if not.
#[rustfmt::skip]
const SCHEMES: &[(&str, &str, &str, &str)] = &[
    ("http://a/b", "HTTP:c", "HTTP:c", "http://a/c"),
    ("http://a/b?q", "http:", "http:", "http://a/b?q"),
    ("http://a/b", "http://c/./d", "http://c/d", "http://c/d"),
    ("http://a/b", "http:/c/../d?x#y", "http:/d?x#y", "http://a/d?x#y"),
    ("http://a/b", "s:c/../d", "s:/d", "s:/d"),
];

#[test]
fn a_scheme_of_the_base_s_own() {
    for &(base, reference, strict, loose) in SCHEMES {
        assert_eq!(resolve(base, reference, true), strict, "{base} {reference}");
        assert_eq!(resolve(base, reference, false), loose, "{base} {reference}");
    }
}

/// Base, reference, target.
#[rustfmt::skip]
const TARGETS: &[(&str, &str, &str)] = &[
    // The base's query is used only together with its path, and its fragment never.
    ("s://h/a?q#f", "", "s://h/a?q"),
    ("s://h/a?q#f", "?", "s://h/a?"),
    ("s://h/a?q#f", "#", "s://h/a?q#"),
    ("s://h/a?q#f", ".", "s://h/"),
    ("s://h/a?q#f", "//", "s://"),
    ("s://h/a?q#f", "/", "s://h/"),
    ("s://h?q", "", "s://h?q"),
    // merge: "If the base URI has a defined authority component and an empty path".
    ("s://h", "a", "s://h/a"),
    ("s://h", "..", "s://h/"),
    ("s:", "a", "s:a"),
    ("s:x", "a", "s:a"),
    ("s:x/y", "a", "s:x/a"),
    // A reference with an authority or an absolute path is not merged.
    ("s://h/a/b", "//i", "s://i"),
    ("s://h/a/b", "//i/./c/..", "s://i/"),
    ("s://h/a/b", "/./c", "s://h/c"),
    ("s:/a/b", "//", "s://"),
    // A guard where the path would begin with "//" without an authority.
    ("s:/a", "..//b", "s:/.//b"),
    ("s:/a/b", "/..//", "s:/.//"),
    ("s:/.//a", "b", "s:/.//b"),
    ("s:/.//a/b", "../c", "s:/.//c"),
    ("s:/.//a", "", "s:/.//a"),
    ("s://h", "..//b", "s://h//b"),
    ("s:a", "/.//b?q#f", "s:/.//b?q#f"),
    // Dots of the base are removed from a merged path and kept in a path that is used unchanged.
    ("s://h/a/./b", "c", "s://h/a/c"),
    ("s://h/a/../b", "?x", "s://h/a/../b?x"),
    ("s:../a", "b", "s:b"),
    ("s:./a/..", "b", "s:a/b"),
    ("s:a", "../b", "s:b"),
    ("s:a", "x/../..", "s:/"),
    ("s:a/b", "../../C/D", "s:/C/D"),
    ("s:a/b", "..", "s:/"),
    ("s:a", "..", "s:"),
    ("s:a:b/", "Foo", "s:a:b/Foo"),
    ("s:a", ".//b", "s:/b"),
    ("s:b", "/..//e/x", "s:/.//e/x"),
    ("s:/a/b", "../..//", "s:/.//"),
    ("s:/", "/.//.", "s:/.//"),
    ("s://h/a/b/..", "c", "s://h/a/b/c"),
    ("s://h/a/b/..", "", "s://h/a/b/.."),
    ("s://h/a/b/c", "x//..//y//", "s://h/a/b/x//y//"),
    ("s:///s//a/b/c", "../../../g", "s:///s/g"),
    // A base without a scheme: dots at the beginning have a meaning.
    ("a/b", "c", "a/c"),
    ("a", "..", "../"),
    ("a/b", ".", "a/"),
    ("a", ".", "./"),
    ("../a", "../b", "../../b"),
    ("a/..", "c", "c"),
    ("..", "c", "../c"),
    ("/a", "../../c", "/c"),
    ("//h", "c", "//h/c"),
    ("//h/a/.", "c", "//h/a/c"),
    ("?q", "c", "c"),
    ("?a:b", "#f", "?a:b#f"),
    ("a/../b", "?q", "a/../b?q"),
    ("a/b", "..//c", ".//c"),
    ("a", "./b:c", "./b:c"),
    ("/a", "..//c", "/.//c"),
    ("a", "//h/../c", "//h/c"),
    ("a", "s:b/../c", "s:/c"),
    ("", "x/../z", "z"),
    // An encoded dot is not a dot.
    ("s://h/a/b", "%2e%2E/c", "s://h/a/%2e%2E/c"),
    // Nothing is normalized.
    ("S://H/%7e/x", "%C3%A9\u{E9}", "S://H/%7e/%C3%A9\u{E9}"),
];

#[test]
fn targets() {
    for &(base, reference, target) in TARGETS {
        assert_eq!(resolve(base, reference, true), target, "{base} {reference}");
    }
}

#[test]
fn what_is_its_own_target() {
    for (reference, strict, is_own) in [
        ("s://h/a//b?../c#./d", true, true),
        ("s:a", true, true),
        ("s:", true, true),
        ("s:a", false, false),
        ("s:/a/../b", true, false),
        ("s:.", true, false),
        ("//h/a", true, false),
        ("", true, false),
    ] {
        let base = "s://base/x/y?z";
        let (b, r) = (Reference::of(base), Reference::of(reference));
        let mut out = String::new();
        assert_eq!(engine::resolve(&b, &r, strict, &mut out).is_some(), !is_own, "{reference}");
        let target = if is_own { reference } else { &out };
        assert_eq!(resolve(base, reference, strict), target);
        assert_eq!(matches!(resolve(base, reference, strict), Cow::Borrowed(_)), is_own);
    }
}

#[test]
fn a_target_is_appended_to_what_is_there() {
    let mut out = String::from("/../x//");
    let (base, reference) = (Reference::of("s:/a"), Reference::of("..//b"));
    assert!(engine::resolve(&base, &reference, true, &mut out).is_some());
    assert_eq!(out, "/../x//s:/.//b");
}
