//! The canonical text, from components or from a text that is almost a package URL.

use std::borrow::Cow;
use std::ops::Range;

use super::read::{Package, Purl, plain};
use super::registered::known;
use super::types::{Lower, PurlType};
use crate::parts::percent::quote_octets;
use crate::parts::query::spans_in;
use crate::syntax::chars::PURL_UNRESERVED;
use crate::syntax::choice::choices;

choices! {
    /// Why a piece of a text is not canonical.
    pub enum Why;
    /// The code.
    pub(crate) fn code;
    /// The clause of the standard.
    pub(crate) fn clause;
    /// A superfluous slash.
    Slash = "slash", "ECMA-427 §5.6";
    /// An upper-case letter where case is ignored.
    Case = "case", "ECMA-427 §5.5";
    /// A character that is percent-encoded and should not be, or the reverse.
    Encoding = "encoding", "ECMA-427 §5.4";
    /// A spelling that is not canonical for the type.
    Type = "type", "ECMA-427 §5.7";
    /// An empty part: a delimiter without a component, a qualifier without a value, a segment
    /// of a subpath that is `.` or `..`.
    Empty = "empty", "ECMA-427 §5.6";
    /// Qualifiers in another order. The standard does not state it; its repository does.
    Order = "order", "How to build a PURL";
}

/// A piece that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// Its former position.
    pub span: Range<usize>,
    /// The replacement.
    pub replacement: String,
    /// Why.
    pub why: Why,
}

/// The canonical text of a text that is equivalent to a package URL; none for any other text.
pub fn canonical(text: &str) -> Option<Cow<'_, str>> {
    if Purl::of(text).is_some_and(|purl| purl.is_plainly_canonical()) {
        return Some(Cow::Borrowed(text));
    }
    let (mended, changes) = mend(text)?;
    Purl::of(&mended)?;
    Some(if changes.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(mended) })
}

/// The canonical text of components. The type and the keys must match their rules, and the segments of a
/// namespace must not be empty: invalid components give an invalid text.
pub fn compose(package: &Package<'_>) -> String {
    let kind = known(package.r#type);
    let mut out = format!("pkg:{}/", package.r#type.to_ascii_lowercase());
    if let Some(namespace) = package.namespace.as_deref().map(|text| text.trim_matches('/'))
        && !namespace.is_empty()
    {
        for segment in namespace.split('/') {
            out.push_str(&quoted(&lowered(kind, Lower::NAMESPACE, Cow::Borrowed(segment))));
            out.push('/');
        }
    }
    let name = Cow::Borrowed(package.name.trim_matches('/'));
    out.push_str(&quoted(&kind.map_or(name.clone(), |kind| kind.named(name))));
    if let Some(version) = package.version.as_deref().filter(|version| !version.is_empty()) {
        out.push('@');
        out.push_str(&quoted(&lowered(kind, Lower::VERSION, Cow::Borrowed(version))));
    }
    let mut qualifiers: Vec<(String, &str)> = package
        .qualifiers
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| (key.to_ascii_lowercase(), value.as_ref()))
        .collect();
    qualifiers.sort();
    for (i, (key, value)) in qualifiers.iter().enumerate() {
        out.push(if i == 0 { '?' } else { '&' });
        out.push_str(key);
        out.push('=');
        out.push_str(&quoted(value));
    }
    let segments = package.subpath.as_deref().unwrap_or_default().split('/');
    for (i, segment) in segments.filter(|segment| !is_left_out(segment)).enumerate() {
        out.push(if i == 0 { '#' } else { '/' });
        out.push_str(&quoted(&lowered(kind, Lower::SUBPATH, Cow::Borrowed(segment))));
    }
    out
}

/// The canonical form of a text that begins with `pkg:`, in any letter case. Texts that are equivalent by the
/// rules of each component and of the type have the same form. The result may still not be a package URL. The
/// changes are in the order of the text.
///
/// Like the components of a URI, qualifiers begin at the first `?`, and the subpath at the first `#` (§5.1).
pub fn mend(text: &str) -> Option<(String, Vec<Mended>)> {
    let scheme = text.get(..4).filter(|start| start.eq_ignore_ascii_case("pkg:"))?.len();
    let fragment = text.find('#').unwrap_or(text.len());
    let query = text[..fragment].find('?').unwrap_or(fragment);
    let mut pen = Pen { text, out: String::with_capacity(text.len() + 16), changes: Vec::new() };
    pen.put(0..scheme, "pkg:", Why::Case);
    let slashes = scheme + leading_slashes(&text[scheme..query]);
    pen.put(scheme..slashes, "", Why::Slash);
    let r#type = slashes..text[slashes..query].find('/').map_or(query, |i| slashes + i);
    let kind = known(&text[r#type.clone()]);
    pen.put(r#type.clone(), &text[r#type.clone()].to_ascii_lowercase(), Why::Case);
    pen.names(r#type.end..query, kind);
    pen.qualifiers(query..fragment);
    pen.subpath(fragment..text.len(), kind);
    Some((pen.out, pen.changes))
}

/// Writes the pieces of a text in order, and records the changes.
struct Pen<'a> {
    text: &'a str,
    out: String,
    changes: Vec<Mended>,
}

impl<'a> Pen<'a> {
    /// Writes a piece, which is at `span` in the text.
    fn put(&mut self, span: Range<usize>, piece: &str, why: Why) {
        self.out.push_str(piece);
        if self.text[span.clone()] != *piece {
            self.changes.push(Mended { span, replacement: piece.to_owned(), why });
        }
    }

    /// Writes the decoded piece in the encoding of `rule`. Octets that are not UTF-8 stay unchanged, and are a
    /// fault.
    fn put_plain(&mut self, span: Range<usize>, rule: impl FnOnce(Cow<'a, str>) -> Cow<'a, str>) {
        let found = &self.text[span.clone()];
        let Some(before) = plain(found) else { return self.put(span, found, Why::Encoding) };
        let after = rule(before.clone());
        let piece = quoted(&after);
        let why = if before == after {
            Why::Encoding
        } else if found.eq_ignore_ascii_case(&piece) {
            Why::Case
        } else {
            Why::Type
        };
        self.put(span, &piece, why);
    }

    /// Writes slash, namespace, name and version.
    fn names(&mut self, range: Range<usize>, kind: Option<&PurlType>) {
        let path = &self.text[range.clone()];
        let at = version_at(path).map_or(range.end, |i| range.start + i);
        // Slashes before the version are not part of the name.
        let end = range.start + self.text[range.start..at].trim_end_matches('/').len();
        let segments: Vec<_> = spans_in(self.text, range.start..end, '/').collect();
        let mut from = range.start;
        let last = segments.iter().rposition(|segment| !segment.is_empty());
        for (i, segment) in segments.iter().enumerate().filter(|(_, segment)| !segment.is_empty()) {
            self.put(from..segment.start, "/", Why::Slash);
            self.put_plain(segment.clone(), |text| match kind {
                Some(kind) if Some(i) == last => kind.named(text),
                _ => lowered(kind, Lower::NAMESPACE, text),
            });
            from = segment.end;
        }
        // A missing name is reported after the slash.
        let rest = if last.is_none() && from < at { "/" } else { "" };
        self.put(from..at, rest, Why::Slash);
        if at + 1 < range.end {
            self.put(at..at + 1, "@", Why::Empty);
            self.put_plain(at + 1..range.end, |text| lowered(kind, Lower::VERSION, text));
        } else {
            self.put(at..range.end, "", Why::Empty);
        }
    }

    /// Writes the question mark and the text after it.
    fn qualifiers(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let text = self.text;
        let mut rows: Vec<Qualifier> = Vec::new();
        for place in spans_in(text, range.start + 1..range.end, '&') {
            let (key, value) =
                text[place.clone()].split_once('=').unwrap_or((&text[place.clone()], ""));
            let equals = place.start + key.len();
            if !value.is_empty() {
                let (key, name) = (place.start..equals, key.to_ascii_lowercase());
                rows.push(Qualifier { key, name, value: equals + 1..place.end });
            }
        }
        if !rows.is_sorted_by(|a, b| a.name <= b.name) {
            rows.sort_by(|a, b| a.name.cmp(&b.name));
            let piece = |row: &Qualifier| {
                let found = &text[row.value.clone()];
                let value =
                    plain(found).map_or(found.to_owned(), |plain| quoted(&plain).into_owned());
                format!("{}={value}", row.name)
            };
            let sorted: Vec<_> = rows.iter().map(piece).collect();
            self.put(range, &format!("?{}", sorted.join("&")), Why::Order);
            return;
        }
        let mut from = range.start;
        for (i, Qualifier { key, name, value }) in rows.into_iter().enumerate() {
            self.put(from..key.start, if i == 0 { "?" } else { "&" }, Why::Empty);
            self.put(key.clone(), &name, Why::Case);
            self.put(key.end..value.start, "=", Why::Empty);
            self.put_plain(value.clone(), |text| text);
            from = value.end;
        }
        self.put(from..range.end, "", Why::Empty);
    }

    /// Writes the number sign and the text after it.
    fn subpath(&mut self, range: Range<usize>, kind: Option<&PurlType>) {
        if range.is_empty() {
            return;
        }
        let mut from = range.start;
        let mut delimiter = "#";
        let text = self.text;
        let kept = |place: &Range<usize>| {
            !plain(&text[place.clone()]).is_some_and(|plain| is_left_out(&plain))
        };
        let segments: Vec<_> =
            spans_in(text, range.start + 1..range.end, '/').filter(kept).collect();
        for segment in segments {
            self.put_between(from..segment.start, delimiter);
            self.put_plain(segment.clone(), |text| lowered(kind, Lower::SUBPATH, text));
            (from, delimiter) = (segment.end, "/");
        }
        self.put_between(from..range.end, "");
    }

    /// Writes the text between two segments of a subpath, where some segments may be left out.
    fn put_between(&mut self, span: Range<usize>, delimiter: &str) {
        let found = &self.text[span.clone()];
        let is_alone = found.starts_with('#') && delimiter.is_empty();
        let is_slashes = !is_alone && found.trim_start_matches('#').bytes().all(|b| b == b'/');
        self.put(span, delimiter, if is_slashes { Why::Slash } else { Why::Empty });
    }
}

struct Qualifier {
    key: Range<usize>,
    name: String,
    value: Range<usize>,
}

fn quoted(plain: &str) -> Cow<'_, str> {
    if plain.bytes().all(|b| PURL_UNRESERVED.contains(b.into())) {
        return Cow::Borrowed(plain);
    }
    Cow::Owned(quote_octets(plain.as_bytes(), PURL_UNRESERVED))
}

fn lowered<'a>(kind: Option<&PurlType>, component: Lower, text: Cow<'a, str>) -> Cow<'a, str> {
    match kind {
        Some(kind) => kind.lowered(component, text),
        None => text,
    }
}

/// Returns true if a segment of a subpath is ignored.
fn is_left_out(segment: &str) -> bool {
    matches!(segment, "" | "." | "..")
}

fn leading_slashes(text: &str) -> usize {
    text.len() - text.trim_start_matches('/').len()
}

/// The position of the `@` before a version: the last one, unless it begins a segment that is not the last, as
/// in `/@babel/core`.
fn version_at(path: &str) -> Option<usize> {
    let at = path.rfind('@')?;
    let is_scope = path[..at].ends_with('/') && path[at..].contains('/');
    (!is_scope).then_some(at)
}
