//! Composition, and components that would be split differently afterwards.

use iriform::engine::{Components, Misfit, compose::compose_authority};

use Misfit::{ColonInFirstSegment, EmptyFirstSegment, RootlessAfterAuthority};

/// Scheme, authority, path, what does not fit, the text.
type Row<'a> = (Option<&'a str>, Option<&'a str>, &'a str, Option<Misfit>, &'a str);

#[rustfmt::skip]
const PATHS: &[Row<'_>] = &[
    (None, None, "", None, ""),
    (None, None, "a", None, "a"),
    (None, None, "/a", None, "/a"),
    (None, None, "//a", Some(EmptyFirstSegment), "/.//a"),
    (None, None, "a:b", Some(ColonInFirstSegment), "./a:b"),
    (None, None, ":", Some(ColonInFirstSegment), "./:"),
    (None, None, "a/b:c", None, "a/b:c"),
    (None, None, "/a:b", None, "/a:b"),
    (Some("s"), None, "", None, "s:"),
    (Some("s"), None, "a:b", None, "s:a:b"),
    (Some("s"), None, "/a", None, "s:/a"),
    (Some("s"), None, "//a", Some(EmptyFirstSegment), "s:/.//a"),
    (None, Some("h"), "", None, "//h"),
    (None, Some("h"), "/a", None, "//h/a"),
    (None, Some("h"), "//a:b", None, "//h//a:b"),
    (None, Some(""), "//", None, "////"),
    (Some("s"), Some("h"), "/", None, "s://h/"),
    (Some("s"), Some("h"), "a", Some(RootlessAfterAuthority), "s://ha"),
    (None, Some("h"), "a:b", Some(RootlessAfterAuthority), "//ha:b"),
];

#[test]
fn a_path_is_guarded_where_it_would_be_something_else() {
    for &(scheme, authority, path, misfit, text) in PATHS {
        let c = Components { scheme, authority, path, query: None, fragment: None };
        assert_eq!(c.misfit(), misfit, "{text}");
        assert_eq!(c.compose(), text);
        let c = Components { query: Some(""), fragment: Some("f"), ..c };
        assert_eq!(c.compose(), format!("{text}?#f"));
        let c = Components { query: Some("q"), fragment: None, ..c };
        assert_eq!(c.compose(), format!("{text}?q"));
    }
}

/// Reference, its path without a guard.
#[test]
fn a_guard_is_taken_off_where_it_is_one() {
    for (text, path) in [
        ("s:/.//p", "//p"),
        ("/.//p", "//p"),
        ("./a:b", "a:b"),
        ("./:", ":"),
        ("s://h/.//p", "/.//p"),
        ("s:./a:b", "./a:b"),
        ("/./p", "/./p"),
        ("./a", "./a"),
        ("./a/b:c", "./a/b:c"),
        ("/.", "/."),
        ("/.a:b", "/.a:b"),
        (".//a", ".//a"),
        ("a", "a"),
    ] {
        assert_eq!(Components::of(text).unguarded_path(), path, "{text}");
    }
}

#[test]
fn authorities() {
    for (userinfo, host, port, text) in [
        (None, "", None, ""),
        (None, "h", None, "h"),
        (Some(""), "h", Some(""), "@h:"),
        (Some("u:p"), "[::1]", Some("80"), "u:p@[::1]:80"),
        (None, "h", Some("1"), "h:1"),
        (Some("u"), "", None, "u@"),
    ] {
        assert_eq!(compose_authority(userinfo, host, port), text);
    }
}

#[test]
fn a_misfit_names_its_clause() {
    for (misfit, clause) in [
        (
            RootlessAfterAuthority,
            "after an authority the path must be empty or begin with “/” (RFC 3986 §3.3)",
        ),
        (
            EmptyFirstSegment,
            "without an authority the path must not begin with “//” (RFC 3986 §3.3)",
        ),
        (
            ColonInFirstSegment,
            "without a scheme the first segment of a relative path must not contain ':' (RFC 3986 §4.2)",
        ),
        (Misfit::NoHost, "userinfo and port need a host (RFC 3986 §3.2)"),
    ] {
        assert_eq!(misfit.to_string(), clause);
    }
}
