//! Edits of references. The edited text, split again, has exactly the requested parts.

use std::borrow::Cow;

use crate::compose::{Components, Misfit, compose_authority};
use crate::operations::normalize::{Level, normalize};
use crate::parts::path;
use crate::parts::percent::normalize_escapes;
use crate::parts::query::{Style, sorted, without};
use crate::syntax::reference::{AsReference, Reference};

/// New values for parts of a reference, each valid by its own rule. None leaves a part unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'a> {
    /// `scheme`
    pub scheme: Option<Option<&'a str>>,
    /// `authority`: not together with its parts
    pub authority: Option<Option<&'a str>>,
    /// `userinfo`
    pub userinfo: Option<Option<&'a str>>,
    /// `host`: None removes the whole authority
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

/// The reference with parts changed. Split again, it has exactly these parts, except that a guard
/// may precede the path (see [`Components::guard`]). A later edit removes a guard that is no longer
/// needed.
pub fn with_parts<'a>(
    reference: impl AsReference<'a>,
    changes: &Changes<'_>,
) -> Result<String, Misfit> {
    let old = &reference.reference();
    let authority = match changes.authority {
        Some(authority) => authority.map(str::to_owned),
        None => changed_authority(old, changes)?,
    };
    let new = Components {
        scheme: changes.scheme.unwrap_or_else(|| old.scheme()),
        authority: authority.as_deref(),
        path: changes.path.unwrap_or_else(|| Components::from(*old).unguarded_path()),
        query: changes.query.unwrap_or_else(|| old.query()),
        fragment: changes.fragment.unwrap_or_else(|| old.fragment()),
    };
    match new.misfit() {
        Some(misfit @ Misfit::RootlessAfterAuthority) => Err(misfit),
        _ => Ok(new.compose()),
    }
}

/// The reference with its path changed by `change`, without query and fragment, which belong to the old path.
/// None if `change` returns none. Scheme and authority stay, and a guard is added or removed as in
/// [`with_parts`].
pub fn at_path(text: &str, change: impl FnOnce(&str) -> Option<String>) -> Option<String> {
    let old = Components::of(text);
    let path = change(old.unguarded_path())?;
    Some(Components { path: &path, query: None, fragment: None, ..old }.compose())
}

/// The largest number of parents that [`parents`] returns. Each is nearly as long as the reference, so all of
/// them together would take quadratic memory.
pub(crate) const MAX_PARENTS: usize = 1_000;

/// The parent of a reference, its parent and so on. It is an error if there are more than `MAX_PARENTS`.
pub fn parents(text: &str) -> Result<Vec<String>, TooManyParents> {
    let slashes = Components::of(text).path.bytes().filter(|&byte| byte == b'/');
    // A path has at most as many parents as slashes.
    if slashes.count() > MAX_PARENTS {
        return Err(TooManyParents);
    }
    let up = |text: &str| at_path(text, |path| path::parent(path).map(str::to_owned));
    Ok(std::iter::successors(up(text), |parent| up(parent)).collect())
}

/// A reference has more parents than [`parents`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyParents;

error_words!(TooManyParents, |_, f| write!(
    f,
    "the path has more than {MAX_PARENTS} slashes, so all its parents would take too much memory: \
     ask for one parent at a time"
));

fn changed_authority(old: &Reference<'_>, changes: &Changes<'_>) -> Result<Option<String>, Misfit> {
    let userinfo = changes.userinfo.unwrap_or_else(|| old.userinfo());
    let port = changes.port.unwrap_or_else(|| old.port());
    match changes.host.unwrap_or_else(|| old.host()) {
        Some(host) => Ok(Some(compose_authority(userinfo, host, port))),
        None if userinfo.is_some() || port.is_some() => Err(Misfit::NoHost),
        None => Ok(None),
    }
}

/// A path as a sequence of segments that can be edited.
///
/// Some sequences cannot be written by joining the segments. `/` is the absolute path without segments, not the
/// one with a single empty segment; `//` begins an authority; `a:` begins a scheme. Such a sequence is written
/// after a `.` segment, like the RFC's guards (see [`Components::guard`]). A sequence that itself begins with
/// such a `.` gets another one. Reading removes the added `.`, so every sequence survives the round trip.
///
/// It is one text, so an edit only moves the bytes after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// True if the path begins with a slash.
    pub is_absolute: bool,
    /// The segments, each followed by a slash.
    closed: String,
}

/// The context of a path by itself: scheme and authority are present, so the path needs no guard
/// against being read as one.
const BY_ITSELF: Components<'_> =
    Components { scheme: Some(""), authority: Some(""), path: "", query: None, fragment: None };

impl Sequence {
    /// A path with these segments.
    pub fn new<S: AsRef<str>>(is_absolute: bool, segments: impl IntoIterator<Item = S>) -> Self {
        let mut sequence = Self { is_absolute, closed: String::new() };
        segments.into_iter().for_each(|segment| sequence.push(segment.as_ref()));
        sequence
    }

    /// Reads a path that is not part of a reference.
    pub fn of(path: &str) -> Self {
        Self::within(&Components { path, ..BY_ITSELF })
    }

    /// Reads the path of a reference.
    pub fn within(reference: &Components<'_>) -> Self {
        let mut sequence = Self::literal(reference.path);
        if sequence.closed.starts_with("./") && sequence.needs_dot(reference) {
            sequence.closed.drain(..2);
        }
        sequence
    }

    fn literal(path: &str) -> Self {
        let segments = path.strip_prefix('/').unwrap_or(path);
        let mut closed = String::with_capacity(segments.len() + 16);
        // After the root, an empty path has no segment; otherwise every slash ends one.
        if !segments.is_empty() {
            closed.push_str(segments);
            closed.push('/');
        }
        Self { is_absolute: path.starts_with('/'), closed }
    }

    /// The segments, in order.
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.closed.split_terminator('/')
    }

    /// Returns the number of segments.
    pub fn count(&self) -> usize {
        self.closed.bytes().filter(|&byte| byte == b'/').count()
    }

    /// The beginning of the segment at `index`, clamped to the beginning or the end of the text. As in Python,
    /// a negative index counts from the end.
    fn start(&self, index: isize) -> usize {
        let count = index.unsigned_abs();
        let mut slashes = self.closed.match_indices('/').map(|(slash, _)| slash + 1);
        match index {
            0 => 0,
            1.. if count >= self.closed.len() => self.closed.len(),
            1.. => slashes.nth(count - 1).unwrap_or(self.closed.len()),
            // The last slash ends the last segment.
            _ => slashes.rev().nth(count).unwrap_or(0),
        }
    }

    /// The segment at an index; a negative index counts from the end.
    pub fn get(&self, index: isize) -> Option<&str> {
        let mut segments = self.segments();
        match index {
            0.. => segments.nth(index.unsigned_abs()),
            _ => segments.nth_back(index.unsigned_abs() - 1),
        }
    }

    /// Replaces the segments from `start` to `stop`, bounds as in a slice of Python. Without `stop`, it
    /// replaces all up to the end.
    pub fn splice(&mut self, start: isize, stop: Option<isize>, segments: &[impl AsRef<str>]) {
        let start = self.start(start);
        let stop = stop.map_or(self.closed.len(), |stop| self.start(stop)).max(start);
        let others = Self::new(false, segments);
        self.closed.replace_range(start..stop, &others.closed);
    }

    /// Writes the path that is not part of a reference.
    pub fn text(&self) -> String {
        self.text_within(&BY_ITSELF)
    }

    /// Writes the path for a reference.
    pub fn text_within(&self, reference: &Components<'_>) -> String {
        let root = if self.is_absolute { "/" } else { "" };
        let dot = if self.needs_dot(reference) { "./" } else { "" };
        [root, dot, self.closed.strip_suffix('/').unwrap_or_default()].concat()
    }

    /// Returns true if a `.` must precede the segments, judged by the first segments that are not `.`.
    fn needs_dot(&self, reference: &Components<'_>) -> bool {
        let mut segments = self.segments().skip_while(|segment| *segment == ".");
        let path = match (segments.next(), segments.next(), self.is_absolute) {
            (None, _, _) => return false,
            (Some(first), None, _) | (Some(first), _, false) if first.is_empty() => return true,
            (Some(""), _, true) => "//",
            (Some(_), _, true) => "/",
            (Some(first), _, false) => first,
        };
        !Components { path, ..*reference }.guard().is_empty()
    }

    fn push(&mut self, segment: &str) {
        self.closed.push_str(segment);
        self.closed.push('/');
    }

    /// Removes the last segment if it is empty.
    fn pop_if_empty(&mut self) {
        if self.segments().next_back() == Some("") {
            self.closed.pop();
        }
    }

    fn is_root(&self) -> bool {
        self.is_absolute && self.closed.is_empty()
    }

    /// Appends a segment after exactly one slash. A trailing slash, or the slash of the root, serves as that
    /// slash.
    pub fn append(&mut self, segment: &str) {
        self.pop_if_empty();
        if !(self.is_root() && segment.is_empty()) {
            self.push(segment);
        }
    }

    /// Removes the last segment. A path that ends with `..`, or an empty relative path, gets another
    /// `..` instead; the root of an absolute path stays.
    pub fn up(&mut self) {
        let last = self.segments().next_back();
        if last == Some("..") || last.is_none() && !self.is_absolute {
            self.push("..");
        } else {
            self.closed.truncate(self.start(-1));
        }
    }

    /// Joins another path. An absolute path replaces this one. A relative path is followed from
    /// this path, which counts as a directory with or without a trailing slash: `.` stays, `..`
    /// goes [`up`](Self::up).
    pub fn join(&mut self, path: &str) {
        let path = Self::of(path);
        if path.is_absolute {
            *self = path;
        } else if !path.closed.is_empty() {
            self.pop_if_empty();
            self.follow(&path);
        }
    }

    /// Appends segments and applies dot segments. A dot segment at the end leaves a trailing slash.
    fn follow(&mut self, path: &Self) {
        let mut segments = path.segments().peekable();
        while let Some(segment) = segments.next() {
            match segment {
                "." => {}
                ".." => self.up(),
                "" if segments.peek().is_none() => {}
                _ => self.push(segment),
            }
        }
        // The root already has its slash.
        if !self.is_root() && matches!(path.segments().next_back(), Some("." | ".." | "")) {
            self.push("");
        }
    }
}

/// An edit of the path of a reference.
#[derive(Clone, Copy, Debug)]
pub enum PathEdit<'a> {
    /// [`Sequence::splice`] with a start, a stop and segments.
    Splice(isize, Option<isize>, &'a [Cow<'a, str>]),
    /// [`Sequence::up`]. After an authority there is nothing above the root.
    Up,
    /// [`Sequence::join`].
    Join(&'a str),
    /// [`Sequence::append`]; the query and the fragment are removed.
    Append(&'a str),
    /// The segments of the path of another reference, which may have a guard that is not needed here.
    Of(&'a str),
}

/// The reference with its path edited; after an authority it is absolute.
pub fn with_path_edited(text: &str, edit: PathEdit<'_>) -> String {
    let mut reference = Components::of(text);
    let mut path = Sequence::within(&reference);
    let has_authority = reference.authority.is_some();
    match edit {
        PathEdit::Splice(start, stop, segments) => path.splice(start, stop, segments),
        PathEdit::Up if path.closed.is_empty() && has_authority => {}
        PathEdit::Up => path.up(),
        PathEdit::Join(next) => {
            path.is_absolute |= has_authority;
            path.join(next);
        }
        PathEdit::Append(segment) => {
            (reference.query, reference.fragment) = (None, None);
            path.is_absolute |= has_authority;
            path.append(segment);
        }
        PathEdit::Of(other) => path = Sequence::within(&Components::of(other)),
    }
    path.is_absolute |= has_authority && !path.closed.is_empty();
    Components { path: &path.text_within(&reference), ..reference }.compose()
}

/// The reference with its query changed: `change` appends the new one. If the new one is empty, the reference
/// has no query.
pub fn with_query_changed<'a>(
    r: impl AsReference<'a>,
    change: impl FnOnce(&str, &mut String),
) -> String {
    let r = r.reference();
    let text = r.text;
    let mut out = String::with_capacity(text.len() + 32);
    out.push_str(&text[..r.parts.path_end]);
    out.push('?');
    let start = out.len();
    change(r.query().unwrap_or_default(), &mut out);
    if out.len() == start {
        out.truncate(start - 1);
    }
    out.push_str(&text[r.parts.query_end..]);
    out
}

/// The reference with the pairs of its query [`sorted`]; itself if they already are.
pub fn sorted_query<'a>(r: &Reference<'a>, style: Style) -> Cow<'a, str> {
    let Some(query) = r.query() else { return Cow::Borrowed(r.text) };
    let sorted = sorted(query, style);
    if sorted == query { Cow::Borrowed(r.text) } else { Cow::Owned(r.with_query(Some(&sorted))) }
}

/// The reference [`without`] the pairs whose names match one of the patterns. It has no query if no pair
/// remains, or if there is no pattern.
pub fn without_query<'a, P: AsRef<str>>(
    r: &Reference<'a>,
    patterns: &[P],
    style: Style,
) -> Cow<'a, str> {
    let Some(query) = r.query() else { return Cow::Borrowed(r.text) };
    let kept = if patterns.is_empty() { String::new() } else { without(query, patterns, style) };
    if !kept.is_empty() && kept == query {
        return Cow::Borrowed(r.text);
    }
    Cow::Owned(r.with_query(Some(&*kept).filter(|kept| !kept.is_empty())))
}

/// The path of a reference, built segment by segment: absolute after an authority, else rootless. Split again,
/// it has these segments, except that a single empty segment after an authority gives the root, which has none.
#[derive(Debug, Default)]
pub struct SegmentsJoined {
    path: String,
    has_authority: bool,
    count: usize,
    misfit: Option<Misfit>,
}

impl SegmentsJoined {
    /// Starts without a segment.
    pub fn new(has_authority: bool) -> Self {
        Self { path: String::with_capacity(32), has_authority, ..Self::default() }
    }

    /// Adds the segment that `push` appends, and returns it.
    pub fn push(&mut self, push: impl FnOnce(&mut String)) -> &str {
        if self.has_authority || self.count > 0 {
            self.path.push('/');
        }
        let start = self.path.len();
        push(&mut self.path);
        if self.path.is_empty() {
            self.misfit = Some(Misfit::RootlessEmptySegment);
        }
        self.count += 1;
        &self.path[start..]
    }

    /// Gives the path.
    pub fn finish(self) -> Result<String, Misfit> {
        self.misfit.map_or(Ok(self.path), Err)
    }
}

/// The normal form of a path that is not part of a reference: percent-encoding as by [`normalize_escapes`], and
/// dot segments removed. A relative path keeps its leading `..`, and one that leads back to its start becomes
/// `./`, so it resolves to the same target against every base.
pub fn normalize_path(path: &str) -> String {
    without_dot_segments(&normalize_escapes(path))
}

/// A path without dot segments, except the leading `..` of a relative path, and `./` for a path that leads back
/// to its start. Both matter for every base.
pub(crate) fn without_dot_segments(path: &str) -> String {
    if path.starts_with('/') {
        let mut out = String::with_capacity(path.len());
        path::remove_dot_segments("", path, &mut out);
        return out;
    }
    let mut out = Sequence::default();
    out.follow(&Sequence::literal(path));
    out.text()
}

/// The relative path from `prefix`, a directory with or without its trailing slash, to `path`; none
/// if `path` is not below it. Both are compared in normal form.
pub fn path_without_prefix(path: &str, prefix: &str) -> Option<String> {
    let path = Sequence::of(&normalize_path(path));
    let mut prefix = Sequence::of(&normalize_path(prefix));
    prefix.pop_if_empty();
    if path.is_absolute != prefix.is_absolute {
        return None;
    }
    // If every segment ends with a slash, one sequence begins with another exactly if its text does.
    let below = path.closed.strip_prefix(&*prefix.closed)?;
    Some(Sequence { is_absolute: false, closed: below.to_owned() }.text())
}

/// The relative reference from `prefix` to `text`; none if `text` is not below it. Scheme and
/// authority are compared in normal form, the paths as [`path_without_prefix`] does.
pub fn without_prefix<'a>(text: &'a str, prefix: &'a str) -> Option<String> {
    let c = Components::of(text);
    let p = Components::of(prefix);
    let above = |c: Components<'_>| {
        let above = Components { path: "", query: None, fragment: None, ..c }.compose();
        Reference::of(&above).after(|r, out| normalize(r, Level::Syntax, out)).into_owned()
    };
    if above(c) != above(p) {
        return None;
    }
    // After an authority the empty path is the root.
    let path =
        |c: Components<'a>| if c.authority.is_some() && c.path.is_empty() { "/" } else { c.path };
    let path = path_without_prefix(path(c), path(p))?;
    Some(Components { scheme: None, authority: None, path: &path, ..c }.compose())
}
