//! Canonical links: one text for all links to a page, by the normal form and named steps beyond it.
//!
//! Normalization preserves the meaning of a reference (RFC 3986 §6). These steps may not: they follow the usual
//! behaviour of sites, so each has a name and can be turned off.

use std::borrow::Cow;

use crate::compose::Components;
use crate::operations::file_key::file_key;
use crate::operations::normalize::{Level, normalize};
use crate::parts::endings::Endings;
use crate::parts::lookup::{PlainName, key, look_up};
use crate::parts::percent::{encode_non_ascii, unquote};
use crate::parts::query::{Style, halves, is_as_decoded, sorted, split};
use crate::parts::session;
use crate::parts::suffix::{Suffixes, registrable_domain};
use crate::parts::tracking::is_tracking;
use crate::storage::has_object_keys;
use crate::syntax::choice::{UnknownName, choices};
use crate::syntax::parse::recognize;
use crate::syntax::reference::Reference;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

choices! {
    /// A step, in the order of execution.
    pub enum Step;
    /// Its name.
    pub fn name;
    /// The work of the step.
    pub fn says;
    Ascii = "ascii", "percent-encodes non-ASCII characters, as in a URI";
    Session = "session", "removes session identifiers from the path and the query";
    Host = "host", "writes the host as name look-up reads it: `host_key`";
    Www = "www", "removes `www.` if a registrable domain remains";
    Scheme = "scheme", "writes `https` for `http`";
    Index = "index", "removes the name of an index page: `index.html`, `default.aspx` …";
    Tracking = "tracking", "removes the query parameters that are in the list of tracking parameters";
    EmptyPairs = "empty-pairs", "removes empty pairs, and a `?` with nothing after it";
    SortedQuery = "sorted-query", "sorts the pairs of the query, and removes empty ones";
    Fragment = "fragment", "removes the fragment, unless it is a route of an app in the page (`#/…`, `#!…`)";
    File = "file", "writes a `file:` reference as `file_key`";
}

/// A named set of steps, with its purpose.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The purpose of the preset.
    pub says: &'static str,
    steps: Steps,
}

/// The presets.
pub const PRESETS: [Preset; 2] = [
    Preset {
        name: "dedupe",
        says: "all steps: one key for all links to a page, which need not lead there itself",
        steps: Steps::these(Step::ALL),
    },
    Preset {
        name: "crawl",
        says: "the steps after which a link still leads to the page on usual servers",
        steps: Steps::these(&[
            Step::Ascii,
            Step::Session,
            Step::Host,
            Step::Tracking,
            Step::EmptyPairs,
            Step::Fragment,
            Step::File,
        ]),
    },
];

/// The names of index pages, which servers send for a path that ends with a slash, in lower case.
pub const INDEX_PAGES: &[&str] = &[
    "default.asp", "default.aspx", "default.htm", "default.html", "index.asp", "index.aspx",
    "index.cgi", "index.htm", "index.html", "index.jsp", "index.php", "index.shtml",
];

/// The steps that are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps(u16);

impl Step {
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl Preset {
    /// The names of its steps.
    pub fn steps(&self) -> impl Iterator<Item = &'static str> {
        let steps = self.steps;
        Step::ALL.iter().filter(move |step| steps.has(**step)).map(|step| step.name())
    }
}

impl Steps {
    /// All steps: one key for the links to a page, which need not lead there.
    pub const DEDUPE: Self = PRESETS[0].steps;
    /// The steps after which a link still leads to the page on usual servers.
    pub const CRAWL: Self = PRESETS[1].steps;

    /// Reads steps from words in order: a preset or a step is added, and a step with `-` before it is removed.
    /// Without words, or if the first is a removal, it starts from `dedupe`.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, UnknownName> {
        let mut words = words.into_iter().peekable();
        let begins_with_all = words.peek().is_none_or(|word| word.starts_with('-'));
        let mut steps = if begins_with_all { PRESETS[0].steps } else { Self(0) };
        for word in words {
            let preset = PRESETS.iter().find(|preset| preset.name == word);
            let name = word.strip_prefix('-').unwrap_or(word);
            match (preset, Step::find(name)) {
                (Some(preset), _) => steps.0 |= preset.steps.0,
                (None, Some(step)) if name.len() < word.len() => steps.0 &= !step.bit(),
                (None, Some(step)) => steps.0 |= step.bit(),
                (None, None) => {
                    // The message does not show the word, which may be a link with a password.
                    let names = PRESETS.iter().map(|preset| preset.name);
                    let names = names.chain(Step::ALL.iter().map(|step| step.name())).collect();
                    return Err(UnknownName { what: "a step", names });
                }
            }
        }
        Ok(steps)
    }

    const fn these(steps: &[Step]) -> Self {
        match steps {
            [] => Self(0),
            [step, others @ ..] => Self(step.bit() | Self::these(others).0),
        }
    }

    fn has(self, step: Step) -> bool {
        self.0 & step.bit() != 0
    }
}

/// Appends the scheme-based normal form of a valid reference. These steps are applied if HTTP follows it: its
/// scheme is `http` or `https`, or it has none. The operation is idempotent. The key of an object, as in `s3:`,
/// stays unchanged, because some readers do not decode it. If the result is the text itself, it may append
/// nothing and return false.
pub fn canonical(old: &Reference<'_>, steps: Steps, out: &mut String) -> bool {
    if old.scheme().is_some_and(has_object_keys) {
        let before = Reference::of(old.before_path());
        let before = before.after(|r, out| normalize(r, Level::Scheme, out));
        let is_new = before != old.before_path();
        if is_new {
            out.push_str(&before);
            out.push_str(&old.text[old.parts.path_start..]);
        }
        return is_new;
    }
    if steps.has(Step::File)
        && let Some(key) = file_key(old, None)
    {
        out.push_str(&key);
        return true;
    }
    let is = |scheme: &str, name: &str| scheme.eq_ignore_ascii_case(name);
    let is_http = old.scheme().is_none_or(|scheme| is(scheme, "http") || is(scheme, "https"));
    let uri = if is_http && steps.has(Step::Ascii) {
        encode_non_ascii(old.text)
    } else {
        old.text.into()
    };
    let reference = of_made(&uri, old);
    let normal = reference.after(|r, out| normalize(r, Level::Scheme, out));
    let reference = of_made(&normal, &reference);
    if is_http && push_canonical(&reference, steps, out) {
        return true;
    }
    let is_new = normal != old.text;
    if is_new {
        out.push_str(&normal);
    }
    is_new
}

/// The result of an operation on a reference. It is only split again if it differs.
#[allow(clippy::ptr_arg, reason = "a text that is owned is another one")]
fn of_made<'t>(made: &'t Cow<'_, str>, old: &Reference<'_>) -> Reference<'t> {
    match made {
        Cow::Borrowed(text) => {
            debug_assert_eq!(*text, old.text);
            Reference { text, parts: old.parts }
        }
        Cow::Owned(text) => Reference::of(text),
    }
}

/// Appends a normal form after these steps. Appends nothing and returns false if they change nothing.
fn push_canonical(normal: &Reference<'_>, steps: Steps, out: &mut String) -> bool {
    if !steps.has(Step::Session) || !session::may_be_in(normal.path()) {
        return push_after_session(normal, steps, out);
    }
    let parts = Components::from(*normal);
    let Some(path) = session::without(parts.unguarded_path()) else {
        return push_after_session(normal, steps, out);
    };
    // Their removal may leave another dot segment.
    let path = Components { path: &path, ..parts }.compose();
    let normal = Reference::of(&path).after(|r, out| normalize(r, Level::Scheme, out));
    if !push_after_session(&Reference::of(&normal), steps, out) {
        out.push_str(&normal);
    }
    true
}

/// Like [`push_canonical`], for the steps after `session`. The remaining pieces are appended with the
/// delimiters between them. The steps after it do not change how the path is read: they only remove its last
/// segment.
fn push_after_session(old: &Reference<'_>, steps: Steps, out: &mut String) -> bool {
    let Reference { text, parts } = *old;
    let gets_https = steps.has(Step::Scheme) && old.scheme() == Some("http");
    let host = old.host().and_then(|host| host_of(host, steps));
    // The default port of the previous scheme has been removed.
    let loses_port = gets_https && old.port() == Some("443");
    let path = parts.path();
    let path_end =
        path.start + if steps.has(Step::Index) { index_page(old.path()) } else { path.len() };
    let query = old.query().map(|query| query_of(query, steps));
    let keeps_query = query.as_ref().is_none_or(|new| new.as_deref() == old.query());
    let loses_fragment =
        steps.has(Step::Fragment) && old.fragment().is_some_and(|it| !it.starts_with(['/', '!']));
    let changes_path = path_end < path.end;
    if !gets_https
        && host.is_none()
        && !loses_port
        && !changes_path
        && keeps_query
        && !loses_fragment
    {
        return false;
    }
    out.reserve(text.len() + "s".len());
    let mut kept = 0;
    if gets_https {
        out.push_str("https");
        kept = parts.scheme_end;
    }
    if let Some(host) = host {
        out.push_str(&text[kept..parts.host_start]);
        out.push_str(&host);
        kept = parts.host_end;
    }
    if loses_port {
        out.push_str(&text[kept..parts.host_end]);
        kept = parts.path_start;
    }
    out.push_str(&text[kept..path_end]);
    if keeps_query {
        out.push_str(&text[path.end..parts.query_end]);
    } else if let Some(Some(query)) = query {
        out.push('?');
        out.push_str(&query);
    }
    if !loses_fragment {
        out.push_str(&text[parts.query_end..]);
    }
    true
}

/// A host after these steps; none if it does not change.
fn host_of(old: &str, steps: Steps) -> Option<Cow<'_, str>> {
    // A plain name is its own key.
    let is_key = !steps.has(Step::Host) || PlainName::of(old).is_some();
    let host = if is_key { Cow::Borrowed(old) } else { host_key(old) };
    let mut start = 0;
    if steps.has(Step::Www) && host.starts_with("www.") {
        // Every name that ends in the registrable domain has the same key.
        let least = registrable_domain(&host, Suffixes::built_in()).map_or(host.len(), |d| d.len());
        while host[start..].starts_with("www.") && host.len() - start - "www.".len() >= least {
            start += "www.".len();
        }
    }
    (host[start..] != *old).then(|| match host {
        Cow::Borrowed(host) => Cow::Borrowed(&host[start..]),
        Cow::Owned(mut host) => {
            host.drain(..start);
            Cow::Owned(host)
        }
    })
}

/// The key of a host, if the key is a host by the grammar.
fn host_key(old: &str) -> Cow<'_, str> {
    if look_up(old).is_some() {
        let key = key(old);
        // Name look-up accepts characters that the grammar does not, and more than one dot at the end.
        let is_name = !key.is_empty() && !key.ends_with('.');
        if is_name && recognize(Utf8(key.as_bytes()), Rule::Host).is_ok() {
            return key;
        }
    }
    Cow::Borrowed(old)
}

/// The end of a path without the name of an index page.
fn index_page(path: &str) -> usize {
    static PAGES: Endings = Endings::new(INDEX_PAGES);
    let start = PAGES.of(path.as_bytes()).map(|page| path.len() - page.len());
    start.filter(|&start| path[..start].ends_with('/')).unwrap_or(path.len())
}

/// A query after these steps; none if nothing remains.
fn query_of(query: &str, steps: Steps) -> Option<Cow<'_, str>> {
    let is_kept = |pair: &str| {
        if pair.is_empty() {
            return !steps.has(Step::EmptyPairs);
        }
        let (name, value) = halves(pair);
        let name = decoded(name);
        !(steps.has(Step::Tracking) && is_tracking(&name)
            || steps.has(Step::Session) && session::is_session(&name, value.unwrap_or_default()))
    };
    let mut query = Cow::Borrowed(query);
    if !split(&query, '&').all(is_kept) {
        let kept: Vec<_> = split(&query, '&').filter(|pair| is_kept(pair)).collect();
        if kept.is_empty() {
            return None;
        }
        query = Cow::Owned(kept.join("&"));
    }
    if steps.has(Step::SortedQuery) {
        let sorted = sorted(&query, Style::default());
        if sorted.is_empty() {
            return None;
        }
        if sorted != query {
            query = Cow::Owned(sorted.into_owned());
        }
    }
    Some(query)
}

/// The name of a pair as parsers of forms decode it.
fn decoded(name: &str) -> Cow<'_, str> {
    if is_as_decoded(name) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(String::from_utf8_lossy(&unquote(&name.replace('+', " "))).into_owned())
}
