//! Reference resolution (RFC 3986 §5.2), by the RFC's algorithm.

use std::borrow::Cow;

use crate::compose::Components;
use crate::operations::edit::without_dot_segments;
use crate::parts::path::{has_dot_segments, last_slash, remove_dot_segments};

/// Transforms `reference` into its target, relative to `base` (§5.2.2).
///
/// The fragment of `base` plays no part (§5.1). Unless `strict`, a scheme that equals the base's is
/// ignored. The result is a valid reference: if §5.3 would give a path that begins with `//` without
/// an authority, `/.` is put before it.
///
/// The RFC's bases have a scheme. Without one, the result is a reference that has the same target as
/// `base` and then `reference`, for every base that has an authority or an absolute path.
pub fn resolve<'a>(base: &str, reference: &'a str, strict: bool) -> Cow<'a, str> {
    let r = Components::of(reference);
    if is_own_target(&r, strict) {
        return Cow::Borrowed(reference);
    }
    let mut out = String::with_capacity(base.len() + reference.len() + 2);
    push_target(&Components::of(base), &r, strict, &mut out);
    Cow::Owned(out)
}

/// Appends what [`resolve`] gives, for references that have been split already. If a quick check
/// shows that the reference is its own target, it appends nothing and returns false.
pub fn resolve_onto(
    b: &Components<'_>,
    r: &Components<'_>,
    strict: bool,
    out: &mut String,
) -> bool {
    let changes = !is_own_target(r, strict);
    if changes {
        push_target(b, r, strict, out);
    }
    changes
}

/// Whether a quick check shows that a reference is its own target for every base: it has a scheme,
/// and its path cannot have dot segments.
fn is_own_target(r: &Components<'_>, strict: bool) -> bool {
    strict && r.scheme.is_some() && !has_dot_segments(r.path)
}

/// Appends the target, from left to right, in time linear in what is appended.
fn push_target(b: &Components<'_>, r: &Components<'_>, strict: bool, out: &mut String) {
    let has_scheme = r.scheme.is_some_and(|theirs| {
        strict || !b.scheme.is_some_and(|ours| ours.eq_ignore_ascii_case(theirs))
    });
    let mut target = *r;
    if !has_scheme {
        target.scheme = b.scheme;
        if r.authority.is_none() {
            target.authority = b.authority;
        }
    }
    target.push_prefix(out);
    let path_start = out.len();

    if has_scheme || r.authority.is_some() || r.path.starts_with('/') {
        remove_dot_segments("", r.path, out);
    } else if r.path.is_empty() {
        out.push_str(b.path);
        target.query = r.query.or(b.query);
    } else if b.scheme.is_some() {
        remove_dot_segments(merge_directory(b), r.path, out);
    } else {
        out.push_str(&merge_onto_reference(b, r.path));
    }

    let guard = Components { path: &out[path_start..], ..target }.guard();
    if !guard.is_empty() {
        out.insert_str(path_start, guard);
    }
    target.push_suffix(out);
}

/// The path of a reference merged with that of a base without a scheme, which is still to be
/// resolved: so leading `..` segments stay, and dot segments at the end of the base count.
fn merge_onto_reference(base: &Components<'_>, path: &str) -> String {
    let directory = merge_directory(base);
    // Resolving the base would have put a slash behind them (§5.2.4, 2B and 2C).
    let end = match base.path.get(directory.len()..) {
        Some(dots @ ("." | "..")) => format!("{dots}/"),
        _ => String::new(),
    };
    without_dot_segments(&format!("{directory}{end}{path}"))
}

/// The part of the base's path that `merge` puts before a reference's path (§5.2.3): `/` if the
/// base has an authority and an empty path, else the base's path up to and including its last
/// slash.
pub(crate) fn merge_directory<'a>(base: &Components<'a>) -> &'a str {
    if base.authority.is_some() && base.path.is_empty() {
        "/"
    } else {
        &base.path[..last_slash(base.path).map_or(0, |slash| slash + 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn rootless_paths_and_guards() {
        for (base, reference, target) in [
            ("http:/a/b", "../..//", "http:/.//"),
            ("foo:a", "x/../..", "foo:/"),
            ("foo:a", "../b", "foo:b"),
            ("foo:a/b", "../../C/D", "foo:/C/D"),
            ("foo:", ".///bar", "foo:/.//bar"),
            ("foo:", "b", "foo:b"),
            ("a:/", "/.//.", "a:/.//"),
            ("foo:bar", "baz", "foo:baz"),
            ("foo:a/b", "..", "foo:/"),
            ("foo:a", "..", "foo:"),
            ("foo:a:b/", "Foo", "foo:a:b/Foo"),
            ("foo://h/a", "..//b", "foo://h//b"),
            ("foo:/a", "..//b", "foo:/.//b"),
            ("foo:a", ".//b", "foo:/b"),
            ("mailto:base", "/..//e/x", "mailto:/.//e/x"),
            ("http://a/b/..", "c", "http://a/b/c"),
            ("http://a/b/..", "", "http://a/b/.."),
            ("http://h/a/b", "%2E%2E/c", "http://h/a/%2E%2E/c"),
            ("http://h/a/b", "HTTP://H/../x", "HTTP://H/x"),
            ("http://a?q", "b", "http://a/b"),
            ("foo:a/b?c#d", "", "foo:a/b?c"),
            ("http://a/b/c", "x//..//y//", "http://a/b/x//y//"),
            ("fred:///s//a/b/c", "../../../g", "fred:///s/g"),
        ] {
            assert_eq!(resolve(base, reference, true), target, "{base} + {reference}");
        }
    }

    #[test]
    fn bases_without_a_scheme() {
        for (base, reference, target) in [
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
            ("?q", "#f", "?q#f"),
            ("a/../b", "?q", "a/../b?q"),
            ("a/b", "..//c", ".//c"),
            ("a", "./b:c", "./b:c"),
            ("/a", "..//c", "/.//c"),
            ("a", "//h/../c", "//h/c"),
            ("a", "s:b/../c", "s:/c"),
            ("", "x/../z", "z"),
        ] {
            assert_eq!(resolve(base, reference, true), target, "{base} + {reference}");
        }
    }
}
