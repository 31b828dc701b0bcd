//! Relativization, the inverse of resolution: the shortest reference that leads from a base to a target.

use std::borrow::Cow;

use crate::compose::Components;
use crate::operations::resolve::{merge_directory, resolve};
use crate::parts::form::ReferenceForm;
use crate::parts::path::{has_colon_in_first_segment, has_dot_segments, remove_dot_segments};
use crate::syntax::choice::{self, UnknownName};
use crate::syntax::reference::Reference;
use crate::syntax::text::{Utf8, rfind_byte};

/// The shortest reference that [`resolve`] turns into the target, counted in code points. Ties are broken in
/// this order: same document, query, relative path, absolute path, network path, the whole target. None if
/// there is no such reference: resolution would remove dot segments from the target's path. `@` followed only
/// by letters gets a `./`, because JSON-LD reads it as a keyword. The result may borrow the end of the target.
///
/// With a form, the shortest reference of that form; none if there is no such reference. With a `root`, a
/// folder with or without its last slash, and a base and target in it, a reference that does not name the
/// folder, so the folder can be moved with its contents. If one of them is not in it, the whole target.
pub fn relativize<'a>(
    t: &Reference<'a>,
    b: &Reference<'_>,
    form: Option<ReferenceForm>,
    root: Option<&str>,
) -> Option<Cow<'a, str>> {
    let form_of = |text: &str| ReferenceForm::of(Utf8(text.as_bytes()));
    let Some(root) = root else {
        let quick = if form.is_none() { shortest_by_parts(t, b) } else { None };
        let by_resolution =
            || shortest(t, b, |text| form.is_none_or(|form| form_of(text) == form)).map(Cow::Owned);
        debug_assert!(quick.is_none() || quick == by_resolution(), "{t:?} {b:?}");
        return quick.or_else(by_resolution);
    };
    let r = Components::of(root);
    let folder = folder(&r);
    let is_within = |c: Components<'_>, path: &str| {
        (c.scheme, c.authority) == (r.scheme, r.authority)
            && path.starts_with(&*folder)
            && path.starts_with('/') == folder.starts_with('/')
    };
    let is_in_both =
        is_within((*t).into(), rooted_path(&(*t).into())) && is_within((*b).into(), &directory(b));
    shortest(t, b, |text| match (form_of(text), form) {
        (found, _) if !is_in_both => found == ReferenceForm::Full,
        (found, Some(form)) => found == form,
        (ReferenceForm::AbsolutePath, None) => folder == "/",
        (found, None) => matches!(found, ReferenceForm::RelativePath | ReferenceForm::Empty),
    })
    .map(Cow::Owned)
}

/// The forms that a caller can choose, by name: any reference, or only those of one form.
pub const FORMS: [(&str, Option<ReferenceForm>); 4] = [
    ("shortest", None),
    ("path", Some(ReferenceForm::RelativePath)),
    ("absolute-path", Some(ReferenceForm::AbsolutePath)),
    ("network-path", Some(ReferenceForm::NetworkPath)),
];

/// The form of that name in [`FORMS`]. The error lists the names.
pub fn form_named(name: &str) -> Result<Option<ReferenceForm>, UnknownName> {
    choice::named("form", &FORMS, |(name, _)| name, name).map(|(_, form)| form)
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

/// The path without its guard; the root for an authority without a path.
fn rooted_path<'a>(c: &Components<'a>) -> &'a str {
    if c.authority.is_some() && c.path.is_empty() { "/" } else { c.unguarded_path() }
}

/// The result of [`shortest`] if the components decide: if both have a scheme and an authority, and there are
/// neither dot segments nor guards, every candidate leads to the target. None otherwise.
///
/// Each candidate except the relative path is an end of the target, so the one that leaves out most is the
/// shortest.
fn shortest_by_parts<'a>(t: &Reference<'a>, b: &Reference<'_>) -> Option<Cow<'a, str>> {
    let is_hierarchical = |r: &Reference<'_>| r.parts.has_scheme() && r.parts.has_authority();
    let path = t.path();
    if !is_hierarchical(t)
        || !is_hierarchical(b)
        || path.starts_with("//")
        || has_dot_segments(path)
    {
        return None;
    }
    let network = t.parts.after_scheme();
    let rest = if t.before_path() != b.before_path() {
        if t.scheme() == b.scheme() { network } else { 0 }
    } else if path == b.path() && t.query() == b.query() {
        t.parts.query_end
    } else if path == b.path() && t.parts.has_query() {
        t.parts.path_end
    } else {
        let directory = merge_directory(b);
        if has_dot_segments(directory) {
            return None;
        }
        match RelativePath::between(directory, path) {
            Some(relative) if relative.is_at_most(path) => {
                let mut out = String::with_capacity(3 * relative.ups + 2 + t.text.len());
                relative.push(&mut out);
                out.push_str(t.after_path());
                return Some(Cow::Owned(no_keyword(out)));
            }
            _ if path.is_empty() => network,
            _ => t.parts.path_start,
        }
    };
    Some(Cow::Borrowed(&t.text[rest..]))
}

/// Counts the code points of a component of `text`.
fn counter(text: &str) -> fn(&str) -> usize {
    if text.is_ascii() { str::len } else { |text| text.chars().count() }
}

/// The shortest candidate that `accepts` allows and that leads from the base to the target.
fn shortest(
    target: &Reference<'_>,
    base: &Reference<'_>,
    accepts: impl Fn(&str) -> bool,
) -> Option<String> {
    let path = relative_path(target, base);
    let (t, b) = (Components::from(*target), Components::from(*base));
    let target = target.text;
    // The candidates: a reference takes from the base each component that it leaves out.
    let mut ladder = Vec::with_capacity(6);
    let count = counter(target);
    let mut push = |candidate| ladder.push((length(&candidate, count), candidate));
    if t.scheme == b.scheme {
        let network = Components { scheme: None, ..t };
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
    push(t);
    // Try the candidates shortest first, the first of equally short ones; accept the first that
    // resolves back to the target.
    while let Some(best) = (0..ladder.len()).min_by_key(|&i| ladder[i].0) {
        let text = ladder.remove(best).1.compose();
        if !accepts(&text) {
            continue;
        }
        let resolved = Reference::of(&text).after(|r, out| resolve(base, r, true, out).is_some());
        if resolved == target {
            return Some(no_keyword(text));
        }
    }
    None
}

/// A reference for JSON-LD, which reads `@` and letters as a keyword (JSON-LD 1.1 §3.6): `./` before it leads
/// to the same target.
fn no_keyword(reference: String) -> String {
    match reference.strip_prefix('@') {
        Some(word) if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            format!("./{reference}")
        }
        _ => reference,
    }
}

/// The number of code points of the composed text, without the fragment that all candidates share. `count`
/// counts the code points of a component.
fn length(c: &Components<'_>, count: fn(&str) -> usize) -> usize {
    let part = |part: Option<&str>, delimiter| part.map_or(0, |part| count(part) + delimiter);
    part(c.scheme, 1) + part(c.authority, 2) + c.guard().len() + count(c.path) + part(c.query, 1)
}

/// The path of `target` relative to the directory of `base`.
fn relative_path(target: &Reference<'_>, base: &Reference<'_>) -> Option<String> {
    let path = Components::from(*target).unguarded_path();
    let mut out = String::with_capacity(path.len() + 2);
    RelativePath::between(&directory(base), path)?.push(&mut out);
    Some(out)
}

/// A path relative to a directory: a `../` for every directory to leave, then the rest of the path.
struct RelativePath<'a> {
    ups: usize,
    rest: &'a str,
}

impl<'a> RelativePath<'a> {
    /// The path that leads from `directory` to `path`. No `..` leads from an absolute path to a
    /// rootless one.
    fn between(directory: &str, path: &'a str) -> Option<Self> {
        let slashes = |text: &str| text.bytes().filter(|&b| b == b'/').count();
        match (directory.starts_with('/'), path.strip_prefix('/')) {
            // Beyond its first segment a rootless path becomes an absolute one (§5.2.4, 2C).
            (false, Some(rest)) if !directory.is_empty() => {
                Some(Self { ups: slashes(directory), rest })
            }
            (true, None) => None,
            _ => {
                let shared = shared_directory(directory, path);
                Some(Self { ups: slashes(&directory[shared..]), rest: &path[shared..] })
            }
        }
    }

    /// The text before the rest if there is no directory to leave.
    fn dot(&self) -> &'static str {
        if self.rest.is_empty() {
            // "." leads to a directory, as "./" does.
            "."
        } else if self.rest.starts_with('/') || has_colon_in_first_segment(self.rest) {
            // "./" keeps "//" from becoming an authority, and a colon from ending a scheme (§4.2).
            "./"
        } else {
            ""
        }
    }

    fn push(&self, out: &mut String) {
        for _ in 0..self.ups {
            out.push_str("../");
        }
        if self.ups == 0 {
            out.push_str(self.dot());
        } else if self.rest.is_empty() {
            // ".." leads to a directory, as "../" does.
            out.pop();
        }
        out.push_str(self.rest);
    }

    /// Returns true if [`push`](Self::push) appends at most as many code points as `path` has, which ends with
    /// the rest.
    fn is_at_most(&self, path: &str) -> bool {
        let before = match self.ups {
            0 => self.dot().len(),
            ups => 3 * ups - usize::from(self.rest.is_empty()),
        };
        let left_out = &path[..path.len() - self.rest.len()];
        before == 0 || before <= left_out.chars().count()
    }
}

/// The path that a relative path is appended to, without dot segments.
fn directory<'a>(base: &Reference<'a>) -> Cow<'a, str> {
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
    let ((words, _), (others, _)) =
        (directory.as_bytes().as_chunks::<8>(), path.as_bytes().as_chunks());
    let words = 8 * words.iter().zip(others).take_while(|(a, b)| a == b).count();
    let bytes = directory.bytes().skip(words).zip(path.bytes().skip(words));
    let shared = words + bytes.take_while(|(a, b)| a == b).count();
    rfind_byte(&directory.as_bytes()[..shared], b'/').map_or(0, |slash| slash + 1)
}
