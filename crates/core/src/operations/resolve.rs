//! Reference resolution (RFC 3986 §5.2), by the RFC's algorithm.

use crate::compose::{Components, guard};
use crate::operations::edit::without_dot_segments;
use crate::parts::path::{
    DotSegmentStep, dot_segment_steps, has_dot_segments, last_slash, remove_dot_segments,
};
use crate::syntax::reference::Reference;
use crate::syntax::split::Parts;

/// Appends the target of a reference, relative to a base (§5.2.2). Returns the positions of its components,
/// relative to its beginning. If the reference is its own target, appends nothing and returns none.
///
/// The fragment of the base is ignored (§5.1). Unless `strict`, a scheme that equals the base's is ignored. The
/// result is a valid reference: if §5.3 would give a path that begins with `//` without an authority, `/.` is
/// prepended.
///
/// The RFC's bases have a scheme. For a base without one, the result is a reference with the same target as
/// resolving the base and then the reference, against every base that has an authority or an absolute path.
pub fn resolve(
    b: &Reference<'_>,
    r: &Reference<'_>,
    strict: bool,
    out: &mut String,
) -> Option<Parts> {
    if is_own_target(r, strict) {
        return None;
    }
    out.reserve(b.text.len() + r.text.len() + 2);
    Some(push_target(b, r, strict, out))
}

/// Returns true if a reference is its own target for every base: it has a scheme, and its path cannot have dot
/// segments.
fn is_own_target(r: &Reference<'_>, strict: bool) -> bool {
    strict && r.scheme().is_some() && !has_dot_segments(r.path())
}

/// The branches of §5.2.2: which parts of the target come from the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    /// It has a scheme.
    Scheme,
    /// It has an authority and no scheme.
    Authority,
    /// Its path begins with a slash.
    AbsolutePath,
    /// It has no path; the target has that of the base.
    EmptyPath,
    /// Its path is merged with that of the base.
    RelativePath,
}

impl Branch {
    /// The branch that a reference takes. Unless `strict`, a scheme that equals the base's is ignored.
    fn of(b: &Reference<'_>, r: &Reference<'_>, strict: bool) -> Self {
        let has_scheme = r.scheme().is_some_and(|theirs| {
            strict || !b.scheme().is_some_and(|ours| ours.eq_ignore_ascii_case(theirs))
        });
        if has_scheme {
            Self::Scheme
        } else if r.parts.has_authority() {
            Self::Authority
        } else if r.path().starts_with('/') {
            Self::AbsolutePath
        } else if r.path().is_empty() {
            Self::EmptyPath
        } else {
            Self::RelativePath
        }
    }
}

/// Appends the target, from left to right, in time linear in what is appended. Returns the positions of its
/// components, relative to its beginning.
fn push_target(b: &Reference<'_>, r: &Reference<'_>, strict: bool, out: &mut String) -> Parts {
    let start = out.len();
    let branch = Branch::of(b, r, strict);
    let (scheme, authority) = match branch {
        Branch::Scheme => (r, r),
        Branch::Authority => (b, r),
        _ => (b, b),
    };
    let after_scheme = if branch == Branch::Authority {
        out.push_str(&b.text[..b.parts.after_scheme()]);
        out.push_str(&r.text[r.parts.after_scheme()..r.parts.path_start]);
        b.parts.after_scheme()
    } else {
        out.push_str(authority.before_path());
        authority.parts.after_scheme()
    };
    let path_start = out.len();
    // The authority follows the scheme of the target.
    let in_target = |position| position + after_scheme - authority.parts.after_scheme();
    match branch {
        Branch::EmptyPath => out.push_str(b.path()),
        Branch::RelativePath if b.parts.has_scheme() => {
            remove_dot_segments(merge_directory(b), r.path(), out);
        }
        Branch::RelativePath => out.push_str(&merge_onto_reference(b, r.path())),
        _ => remove_dot_segments("", r.path(), out),
    }
    let guard =
        guard(scheme.parts.has_scheme(), authority.parts.has_authority(), &out[path_start..]);
    if !guard.is_empty() {
        out.insert_str(path_start, guard);
    }
    let path_end = out.len();
    if branch == Branch::EmptyPath && !r.parts.has_query() {
        out.push_str(&b.text[b.parts.path_end..b.parts.query_end]);
    }
    out.push_str(r.after_path());
    let fragment = r.parts.end - r.parts.query_end;
    Parts {
        scheme_end: scheme.parts.scheme_end,
        host_start: in_target(authority.parts.host_start),
        host_end: in_target(authority.parts.host_end),
        path_start: path_start - start,
        path_end: path_end - start,
        query_end: out.len() - start - fragment,
        end: out.len() - start,
    }
}

/// A step of resolution: its text, and the component of the target or the text that it produces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolutionStep {
    /// The clause of an RFC.
    pub clause: &'static str,
    /// The condition, for people: R is the reference, Base the base, T the target.
    pub words: &'static str,
    /// The variable that is set: `T.scheme`, or `T` at the end.
    pub sets: &'static str,
    /// Its value. None is an absent component.
    pub value: Option<String>,
    /// How dot segments are removed, in that step.
    pub passes: Vec<DotSegmentStep>,
}

/// The steps by which [`resolve`] finds the target of `reference`, for a base with a scheme. The last one has
/// the target.
pub fn steps(base: &str, reference: &str, strict: bool) -> Vec<ResolutionStep> {
    let (b, r) = (Reference::of(base), Reference::of(reference));
    let branch = Branch::of(&b, &r, strict);
    let resolved = r.after(|r, out| resolve(&b, r, strict, out).is_some());
    let target = Components::of(&resolved);
    let whole = match branch {
        Branch::EmptyPath => b.path().to_owned(),
        Branch::RelativePath => [merge_directory(&b), r.path()].concat(),
        _ => r.path().to_owned(),
    };
    let mut steps = Vec::new();
    let step = |clause, words, sets, value: Option<&str>| {
        let value = value.map(str::to_owned);
        ResolutionStep { clause, words, sets, value, passes: Vec::new() }
    };
    let scheme = match branch {
        Branch::Scheme => "R has a scheme",
        _ if r.parts.has_scheme() => "R has the scheme of Base, which is ignored if not strict",
        _ => "R has no scheme",
    };
    steps.push(step("RFC 3986 §5.2.2", scheme, "T.scheme", target.scheme));
    let authority = match branch {
        Branch::Scheme => "R has a scheme, so the authority is its own",
        Branch::Authority => "R has an authority",
        _ => "R has no authority",
    };
    steps.push(step("RFC 3986 §5.2.2", authority, "T.authority", target.authority));
    let path = match branch {
        Branch::Scheme | Branch::Authority => "the path is R's, too",
        Branch::AbsolutePath => "the path of R begins with a slash",
        Branch::EmptyPath => "the path of R is empty, so the path is Base's",
        Branch::RelativePath if b.parts.has_authority() && b.path().is_empty() => {
            "Base has an authority and no path: a slash, then the path of R"
        }
        Branch::RelativePath => "the path of Base up to its last slash, then the path of R",
    };
    let is_merged = branch == Branch::RelativePath;
    steps.push(step(
        if is_merged { "RFC 3986 §5.2.3" } else { "RFC 3986 §5.2.2" },
        path,
        "T.path",
        Some(&whole),
    ));
    // The path of the base is used unchanged, and may already have a guard.
    let is_own = branch == Branch::EmptyPath;
    let plain = if is_own { target.path } else { target.unguarded_path() };
    if plain != whole {
        steps.push(ResolutionStep {
            passes: dot_segment_steps(&whole),
            ..step("RFC 3986 §5.2.4", "dot segments are removed", "T.path", Some(plain))
        });
    }
    if plain != target.path {
        steps.push(step(
            "RFC 3986 §3.3",
            "without an authority a path cannot begin with two slashes",
            "T.path",
            Some(target.path),
        ));
    }
    let query = match branch {
        Branch::EmptyPath if !r.parts.has_query() => "R has neither path nor query",
        _ => "the query is R's",
    };
    steps.push(step("RFC 3986 §5.2.2", query, "T.query", target.query));
    steps.push(step("RFC 3986 §5.2.2", "the fragment is R's", "T.fragment", target.fragment));
    steps.push(step("RFC 3986 §5.3", "the components are put together", "T", Some(&resolved)));
    steps
}

/// The path of a reference merged with that of a base without a scheme. The result still has to be resolved, so
/// leading `..` segments stay, and dot segments at the end of the base count.
fn merge_onto_reference(base: &Reference<'_>, path: &str) -> String {
    let directory = merge_directory(base);
    // Resolving the base would put a slash after them (§5.2.4, 2B and 2C).
    let end = match base.path().get(directory.len()..) {
        Some(dots @ ("." | "..")) => format!("{dots}/"),
        _ => String::new(),
    };
    without_dot_segments(&format!("{directory}{end}{path}"))
}

/// The part of the base's path that `merge` puts before a reference's path (§5.2.3): `/` if the
/// base has an authority and an empty path, else the base's path up to and including its last
/// slash.
pub(crate) fn merge_directory<'a>(base: &Reference<'a>) -> &'a str {
    let path = base.path();
    if base.parts.has_authority() && path.is_empty() {
        "/"
    } else {
        &path[..last_slash(path).map_or(0, |slash| slash + 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_merging() {
        let told: Vec<_> = steps("foo:a/b?q", "..//c#f", true)
            .into_iter()
            .map(|step| (step.clause, step.sets, step.value))
            .collect();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            told,
            [
                ("RFC 3986 §5.2.2", "T.scheme", some("foo")),
                ("RFC 3986 §5.2.2", "T.authority", None),
                ("RFC 3986 §5.2.3", "T.path", some("a/..//c")),
                ("RFC 3986 §5.2.4", "T.path", some("//c")),
                ("RFC 3986 §3.3", "T.path", some("/.//c")),
                ("RFC 3986 §5.2.2", "T.query", None),
                ("RFC 3986 §5.2.2", "T.fragment", some("f")),
                ("RFC 3986 §5.3", "T", some("foo:/.//c#f")),
            ]
        );
    }
}
