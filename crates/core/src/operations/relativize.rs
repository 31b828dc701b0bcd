//! The inverse of resolution: the shortest reference that leads from a base to a target.

use std::borrow::Cow;

use crate::compose::{Components, first_segment};
use crate::operations::resolve::{merge_directory, resolve_onto};
use crate::parts::form::ReferenceForm;
use crate::parts::path::{has_dot_segments, remove_dot_segments};
use crate::syntax::text::Utf8;

/// The shortest reference `r` with `resolve(base, r) == target`, counted in code points; of equally
/// short ones the first in this order: same document, query, relative path, absolute path, network
/// path, the whole target. None if there is no such reference; that is so exactly if resolution
/// would remove dot segments from the target's path.
pub fn relativize(target: &str, base: &str) -> Option<String> {
    relativize_between(target, &Components::of(target), &Components::of(base))
}

/// The shortest of the references that [`relativize`] chooses among that are of one form. None where
/// there is none of it.
pub fn relativize_as(target: &str, base: &str, form: ReferenceForm) -> Option<String> {
    let accepts = |text: &str| ReferenceForm::of(Utf8(text.as_bytes())) == form;
    shortest(target, &Components::of(target), &Components::of(base), accepts)
}

/// The reference of this form, or the shortest where none is given, that stays within `root`, a
/// folder with or without its last slash: if base and target are in it, the shortest one does not
/// name the folder, so that the folder can be moved with all that it has. Where either of them is not
/// in it, the whole target.
pub fn relativize_within(
    target: &str,
    base: &str,
    form: Option<ReferenceForm>,
    root: &str,
) -> Option<String> {
    let (t, b, r) = (Components::of(target), Components::of(base), Components::of(root));
    let folder = folder(&r);
    let is_within = |c: &Components<'_>, path: &str| {
        (c.scheme, c.authority) == (r.scheme, r.authority)
            && path.starts_with(&*folder)
            && path.starts_with('/') == folder.starts_with('/')
    };
    if !is_within(&t, rooted_path(&t)) || !is_within(&b, &directory(&b)) {
        return relativize_as(target, base, ReferenceForm::Full);
    }
    shortest(target, &t, &b, |text| match (ReferenceForm::of(Utf8(text.as_bytes())), form) {
        (found, Some(form)) => found == form,
        (ReferenceForm::AbsolutePath, None) => folder == "/",
        (found, None) => matches!(found, ReferenceForm::RelativePath | ReferenceForm::Empty),
    })
}

/// The path of a folder, with its last slash.
fn folder(root: &Components<'_>) -> String {
    let mut out = String::with_capacity(root.path.len() + 1);
    remove_dot_segments("", rooted_path(root), &mut out);
    if !out.is_empty() && !out.ends_with('/') {
        out.push('/');
    }
    out
}

/// The path, which is the root after an authority without one, and without its guard.
fn rooted_path<'a>(c: &Components<'a>) -> &'a str {
    if c.authority.is_some() && c.path.is_empty() { "/" } else { c.unguarded_path() }
}

/// [`relativize`] for references that have been split already: `target` with its components, and
/// the components of the base.
pub fn relativize_between(target: &str, t: &Components<'_>, b: &Components<'_>) -> Option<String> {
    shortest(target, t, b, |_| true)
}

/// The shortest candidate that `accepts` takes and that leads from the base to the target.
fn shortest(
    target: &str,
    t: &Components<'_>,
    b: &Components<'_>,
    accepts: impl Fn(&str) -> bool,
) -> Option<String> {
    let path = relative_path(t, b);
    // The candidates: a reference takes from the base each component that it leaves out.
    let mut ladder = Vec::with_capacity(6);
    let count: fn(&str) -> usize =
        if target.is_ascii() { str::len } else { |text| text.chars().count() };
    let mut push = |candidate| ladder.push((length(&candidate, count), candidate));
    if t.scheme == b.scheme {
        let network = Components { scheme: None, ..*t };
        let local = Components { authority: None, ..network };
        if t.authority == b.authority {
            if t.path == b.path {
                if t.query == b.query {
                    push(Components { path: "", query: None, ..local });
                }
                push(Components { path: "", ..local });
            }
            if let Some(path) = &path {
                push(Components { path, ..local });
            }
            push(local);
        }
        push(network);
    }
    push(*t);
    let mut resolved = String::with_capacity(target.len() + 2);
    // Try the candidates shortest first, the first of equally short ones; accept the first that
    // resolves back to the target.
    while let Some(best) = (0..ladder.len()).min_by_key(|&i| ladder[i].0) {
        let text = ladder.remove(best).1.compose();
        if !accepts(&text) {
            continue;
        }
        resolved.clear();
        let is_changed = resolve_onto(b, &Components::of(&text), true, &mut resolved);
        if target == if is_changed { &resolved } else { &text } {
            return Some(text);
        }
    }
    None
}

/// The number of code points of the composed text without its fragment, which all candidates share.
/// `count` counts the code points of a component.
fn length(c: &Components<'_>, count: fn(&str) -> usize) -> usize {
    let part = |part: Option<&str>, delimiter| part.map_or(0, |part| count(part) + delimiter);
    part(c.scheme, 1) + part(c.authority, 2) + c.guard().len() + count(c.path) + part(c.query, 1)
}

/// The path of `target` relative to the directory of `base`: a `../` for every directory of the
/// base that they do not share, and then the rest of the target's path. No `..` leads from an
/// absolute path to a rootless one.
fn relative_path(target: &Components<'_>, base: &Components<'_>) -> Option<String> {
    let path = target.unguarded_path();
    let directory = directory(base);
    let (ups, rest) = match (directory.starts_with('/'), path.strip_prefix('/')) {
        // Beyond its first segment a rootless path becomes an absolute one (§5.2.4, 2C).
        (false, Some(rest)) if !directory.is_empty() => (directory.matches('/').count(), rest),
        (true, None) => return None,
        _ => {
            let shared = shared_directory(&directory, path);
            (directory[shared..].matches('/').count(), &path[shared..])
        }
    };
    let mut out = String::with_capacity(3 * ups + rest.len() + 2);
    for _ in 0..ups {
        out.push_str("../");
    }
    if rest.is_empty() {
        // ".." and "." lead to a directory, as "../" and "./" do.
        out.pop();
        if ups == 0 {
            out.push('.');
        }
    } else if ups == 0 && (rest.starts_with('/') || first_segment(rest).contains(':')) {
        // "./" keeps "//" from becoming an authority, and a colon from ending a scheme (§4.2).
        out.push_str("./");
    }
    out.push_str(rest);
    Some(out)
}

/// The path that a relative path is appended to, without dot segments.
fn directory<'a>(base: &Components<'a>) -> Cow<'a, str> {
    let directory = merge_directory(base);
    if !has_dot_segments(directory) {
        return Cow::Borrowed(directory);
    }
    let mut without = String::with_capacity(directory.len());
    remove_dot_segments("", directory, &mut without);
    Cow::Owned(without)
}

/// The length of the longest common directory, including its slash.
fn shared_directory(directory: &str, path: &str) -> usize {
    let shared = directory.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
    directory.as_bytes()[..shared].iter().rposition(|&b| b == b'/').map_or(0, |slash| slash + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortest_references() {
        for (base, target, expected) in [
            ("http://a/b/c", "http://a/b/c", Some("")),
            ("http://a/b/c", "http://a/b/c#f", Some("#f")),
            ("http://a/b/c?q", "http://a/b/c?r", Some("?r")),
            ("http://a/b/c/", "http://a/b/c", Some("../c")),
            ("http://a/b/c", "http://a", Some("//a")),
            ("foo:a/b", "foo:c:d", Some("foo:c:d")),
            ("foo:a", "foo:", Some(".")),
            ("http://a/?q", "http://a/", Some(".")),
            ("http://a/", "http://a//b", Some(".//b")),
            ("http://a/b/", "http://a/b//c", Some(".//c")),
            ("http://a/b/c/d", "http://a/b/x:y", Some("../x:y")),
            ("http://a/b/c", "http://a/b/x:y", Some("./x:y")),
            ("http://a/b/c", "http://a/./c", None),
            ("foo:/a", "foo:/.//x", Some(".//x")),
            ("http://a/b", "https://a/b", Some("https://a/b")),
            ("http://a/b", "http://c/b", Some("//c/b")),
            ("http://a?q", "http://a", Some("//a")),
            ("s:a/b", "s:/.//c", Some("..//c")),
            ("s:a/b", "s:/c", Some("/c")),
        ] {
            assert_eq!(relativize(target, base).as_deref(), expected, "{base} -> {target}");
        }
    }
}
