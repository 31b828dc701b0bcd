//! Explicit repair of text that is almost a reference. Nothing else calls it implicitly.
//!
//! These are all repairs. Surrounding marks are trimmed, as RFC 3986 Appendix C says. Characters that userinfo,
//! path, query or fragment must not contain are percent-encoded, as RFC 3987 §3.1 allows. A `%` without its
//! digits, brackets and further `#` are encoded, which no RFC says. If the caller names a scheme, text that
//! begins with a host gets it (§4.5). All other faults stay, because a repair would have to guess the host. So
//! does a text with two references, words after the link, or a placeholder, which would become part of the
//! link. After `MOST` changes, the other faults stay.

use std::ops::Range;

use crate::compose::Components;
use crate::operations::following::following;
use crate::operations::placeholder::placeholder;
use crate::parts::host::DOTS;
use crate::parts::host::address;
use crate::parts::percent::{push_char, triplet};
use crate::parts::registered::is_registered;
use crate::parts::scheme::{WEB, begins_with_port, is_like_host};
use crate::purl::{self, Mended, Why};
use crate::references::second;
use crate::storage::has_object_keys;
use crate::syntax::chars::{Class, IFRAGMENT, IPATH, IQUERY, IUSERINFO, PATH, QUERY, USERINFO};
use crate::syntax::parse::{Requirements, parse};
use crate::syntax::reference::Reference;
use crate::syntax::split::{Parts, scheme, split};
use crate::syntax::text::Utf8;

/// The reason for a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// White space or a delimiter around the text (RFC 3986 Appendix C).
    Trimmed,
    /// A character that IRIs do not allow, percent-encoded (RFC 3987 §3.1).
    NotAllowed,
    /// A `%` without two hexadecimal digits, encoded; beyond the RFCs.
    BarePercent,
    /// A bracket outside an IP-literal, encoded; beyond the RFCs.
    Bracket,
    /// A second `#`, encoded; beyond the RFCs.
    SecondHash,
    /// A scheme before text that begins with a host (RFC 3986 §4.5).
    Scheme,
    /// Another form of a package URL, written as the canonical one (ECMA-427).
    Purl(Why),
}

impl Cause {
    /// The code, and the clause that allows the change.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Trimmed => "trimmed",
            Self::NotAllowed => "not-allowed",
            Self::BarePercent => "bare-percent",
            Self::Bracket => "bracket",
            Self::SecondHash => "second-hash",
            Self::Scheme => "scheme",
            Self::Purl(why) => why.code(),
        }
    }

    /// The clause that allows the change.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::Trimmed => "RFC 3986 Appendix C",
            Self::NotAllowed => "RFC 3987 §3.1",
            Self::Scheme => "RFC 3986 §4.5",
            Self::Purl(why) => why.clause(),
            Self::BarePercent | Self::Bracket | Self::SecondHash => "beyond the RFCs",
        }
    }
}

/// One change: the bytes of the original text, their replacement, and the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The range in the original text, in bytes.
    pub span: Range<usize>,
    /// The replacement.
    pub replacement: String,
    /// The cause.
    pub cause: Cause,
}

impl Change {
    /// Sorts changes by their places, for all callers: the code of a sort is long.
    pub(crate) fn sort(changes: &mut [Self]) {
        changes.sort_by_key(|change| (change.span.start, change.span.end));
    }
}

/// Makes these repairs. The result may still be invalid: the caller must parse it. With `is_iri`, non-ASCII
/// characters that IRIs allow stay raw. With a scheme, text that begins with a host gets it, and the slashes
/// before the host.
pub fn repair(text: &str, is_iri: bool, scheme: Option<&str>) -> (String, Vec<Change>) {
    let mut changes = Vec::new();
    let kept = match one_reference(text, &mut changes) {
        Ok(kept) => kept,
        Err(kept) => return (text[kept].to_owned(), changes),
    };
    let before = |scheme| Some(format!("{scheme}{}", missing_before_host(&text[kept.clone()])?));
    let Some(missing) = scheme.and_then(before) else {
        return repair_trimmed(text, kept, is_iri, changes);
    };
    let (start, more) = (kept.start, missing.len());
    let whole = [&text[..start], &missing, &text[start..]].concat();
    let (repaired, mut changes) = repair_trimmed(&whole, start..kept.end + more, is_iri, changes);
    // The positions of trimmed text already refer to the original text.
    for change in changes.iter_mut().filter(|change| change.cause != Cause::Trimmed) {
        change.span = change.span.start - more..change.span.end - more;
    }
    changes.push(Change { span: start..start, replacement: missing, cause: Cause::Scheme });
    Change::sort(&mut changes);
    (repaired, changes)
}

/// The range of the one reference in a text, without the marks around it. Fails for text that a repair would
/// make part of the reference: a second reference, words after a link, and placeholders.
fn one_reference(text: &str, changes: &mut Vec<Change>) -> Result<Range<usize>, Range<usize>> {
    if second(Utf8(text.as_bytes())).is_some() {
        return Err(0..text.len());
    }
    let kept = trim(text, changes);
    let body = &text[kept.clone()];
    if following(body).is_some() || placeholder(body).is_some() { Err(kept) } else { Ok(kept) }
}

/// Percent-encodes the characters that no IRI may have, as clients do. It trims nothing and refuses nothing.
pub fn repair_whole(text: &str) -> (String, Vec<Change>) {
    repair_trimmed(text, 0..text.len(), true, Vec::new())
}

/// Returns true if [`repair`] makes a valid reference from an invalid text: with `is_iri`, by RFC 3987. Calling
/// [`repair`] instead takes 4 % more instructions for an invalid line of an audit.
pub fn is_mended(text: &str, is_iri: bool, form: Requirements) -> bool {
    let mut changes = Vec::new();
    let Ok(kept) = one_reference(text, &mut changes) else { return false };
    // No scheme is put before the text.
    if form.needs_scheme() && scheme(Utf8(text[kept.clone()].as_bytes())).is_none() {
        return false;
    }
    let (mended, changes) = repair_trimmed(text, kept, is_iri, changes);
    let mended = Utf8(mended.as_bytes());
    let parsed = if is_iri { parse::<true>(mended, form) } else { parse::<false>(mended, form) };
    !changes.is_empty() && parsed.is_ok()
}

/// Writes a text that is equivalent to a package URL in the canonical form, without the marks around it. The
/// result may still not be a package URL.
pub fn repair_purl(text: &str) -> (String, Vec<Change>) {
    let mut changes = Vec::new();
    let kept = trim(text, &mut changes);
    let Some((mended, more)) = purl::mend(&text[kept.clone()]) else {
        return (text[kept].to_owned(), changes);
    };
    changes.extend(more.into_iter().map(|Mended { span, replacement, why }| Change {
        span: kept.start + span.start..kept.start + span.end,
        replacement,
        cause: Cause::Purl(why),
    }));
    Change::sort(&mut changes);
    (mended, changes)
}

/// Maps a position in the repaired text to the original text, both in bytes. A position in a replacement maps
/// to the beginning of the replaced piece, and one after a trimmed end to that end.
pub fn original(place: usize, text: &str, changes: &[Change]) -> usize {
    // The ends of the last change before the position, in both texts.
    let (mut before, mut after) = (0, 0);
    for Change { span, replacement, .. } in changes {
        let end = after + (span.start - before) + replacement.len();
        let is_trimmed_end = replacement.is_empty() && span.end == text.len();
        if place < end || is_trimmed_end {
            return (before + (place - after)).min(span.start);
        }
        (before, after) = (span.end, end);
    }
    before + (place - after)
}

/// The text that is missing before text that begins with a host. None if the text has a scheme, or begins with
/// something else. A text with an `@` is more likely an email address.
fn missing_before_host(body: &str) -> Option<&'static str> {
    let parts = split(Utf8(body.as_bytes()));
    let components = Components::from(Reference { text: body, parts });
    if let Some(authority) = components.authority {
        return (components.scheme.is_none() && !authority.is_empty()).then_some(":");
    }
    // By the grammar, `example.org:8080` is a scheme and a path.
    let first = body.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let (host, port) = match first.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (first, None),
    };
    // `http.//example.org`: a colon was meant.
    let label = host.trim_end_matches('.');
    let is_scheme = is_registered(label) && label.len() < host.len();
    let has_slashes = !label.contains(DOTS) && body[first.len()..].starts_with("//");
    if is_scheme || has_slashes && label.len() < host.len() {
        return None;
    }
    let is_name = is_like_host(host) && !host.contains([':', '@']) && ends_in_a_word(host);
    let is_host = is_name || address(host).is_some();
    (is_host && port.is_none_or(begins_with_port)).then_some("://")
}

/// Returns true if browsers do not read the last label of a name as a number.
fn ends_in_a_word(host: &str) -> bool {
    let last = host.rsplit(DOTS).find(|label| !label.is_empty());
    last.is_some_and(|label| !label.starts_with(|c: char| c.is_ascii_digit()))
}

/// Repairs a text that is trimmed to the range `kept`.
fn repair_trimmed(
    text: &str,
    kept: Range<usize>,
    is_iri: bool,
    changes: Vec<Change>,
) -> (String, Vec<Change>) {
    let body = &text[kept.clone()];
    let parts = split(Utf8(body.as_bytes()));
    let components = Components::from(Reference { text: body, parts });
    let mut fixer = Fixer { text, out: String::with_capacity(body.len() + 16), changes };
    // A text in which a browser would find a host that RFC 3986 does not is left unchanged, so its fault is
    // reported. A key of an object is not encoded, because libraries read `a b` and `a%20b` as two keys.
    if has_host_for_browsers_only(&components)
        || has_drive_or_host(&components)
        || components.scheme.is_some_and(has_object_keys)
    {
        fixer.keep(kept);
        return (fixer.out, fixer.changes);
    }

    let mut i = kept.start;
    if let Some(userinfo) = userinfo_of(body, &parts) {
        fixer.keep(i..kept.start + userinfo.start);
        fixer.encode_userinfo(
            kept.start + userinfo.start..kept.start + userinfo.end,
            if is_iri { IUSERINFO } else { USERINFO },
        );
        i = kept.start + userinfo.end;
    }
    let slashes = leading_slashes(&components);
    let path = kept.start + parts.path().start + slashes..kept.start + parts.path().end;
    fixer.keep(i..path.start);
    i = path.end;
    let head = media_type(&components).map_or(0, str::len).saturating_sub(slashes);
    fixer.encode_media_type(path.start..path.start + head, if is_iri { IPATH } else { PATH });
    fixer.encode(path.start + head..path.end, if is_iri { IPATH } else { PATH });
    for (range, class) in [
        (parts.query(), if is_iri { IQUERY } else { QUERY }),
        (parts.fragment(), if is_iri { IFRAGMENT } else { QUERY }),
    ] {
        if let Some(range) = range {
            let range = kept.start + range.start..kept.start + range.end;
            fixer.keep(i..range.start);
            i = range.end;
            fixer.encode(range, class);
        }
    }
    Change::sort(&mut fixer.changes);
    (fixer.out, fixer.changes)
}

/// The media type of a data URL, if it has no quoted string, whose spaces would be significant (RFC 2397 §3).
fn media_type<'a>(c: &Components<'a>) -> Option<&'a str> {
    let (head, _) = c.path.split_once(',')?;
    let is_data = c.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("data"));
    (is_data && c.authority.is_none() && !head.contains('"') && !head.contains("%22"))
        .then_some(head)
}

/// Returns true if a browser reads a host where RFC 3986 has none: after `http:`, browsers accept any number of
/// slashes before an authority, and read `\` as a slash.
fn has_host_for_browsers_only(c: &Components<'_>) -> bool {
    let is_web = |scheme: &str| WEB.iter().any(|special| scheme.eq_ignore_ascii_case(special));
    match (c.scheme, c.authority) {
        (Some(scheme), None | Some("")) => is_web(scheme),
        // A reference without a scheme may be resolved against a base with one of these schemes.
        (None, Some("")) => true,
        _ => false,
    }
}

/// Returns true if a Windows path looks like a reference (`C:\x`, `file:///C:\x`, `file://C:/x`: RFC 8089
/// Appendix E.2), or encoding would break a host (`sip:u@[::1]`: RFC 3261 §25.1, RFC 7064).
fn has_drive_or_host(c: &Components<'_>) -> bool {
    let Some(scheme) = c.scheme else { return false };
    let path = c.path.trim_start_matches(['/', '\\']);
    let is_drive = |path: &str| matches!(path.as_bytes(), [letter, b':' | b'|', ..] if letter.is_ascii_alphabetic());
    match c.authority {
        None if scheme.len() == 1 && c.path.contains('\\') => true,
        _ if scheme.eq_ignore_ascii_case("file") => {
            c.authority.is_some_and(is_drive_or_login)
                || is_drive(path) && c.path.contains('\\')
                || is_drive(path) && path.as_bytes()[1] == b'|'
        }
        None => has_address(c.path),
        Some(_) => false,
    }
}

/// Returns true if an authority of a file has a colon or an `@`: RFC 8089 §2 knows neither port nor userinfo, and
/// `file://C:/x` is meant for a drive.
pub(crate) fn is_drive_or_login(authority: &str) -> bool {
    let end = authority.rfind(']').map_or(0, |end| end + 1);
    authority.contains('@') || authority[end..].contains(':')
}

/// Returns true if brackets in a path have an address in them, with a zone or without.
fn has_address(path: &str) -> bool {
    // No address is longer, so many brackets take no longer.
    let end = |start: usize| path.bytes().skip(start).take(100).position(|byte| byte == b']');
    let inside = |start: usize| end(start).map(|end| &path[start..start + end]);
    path.match_indices('[').filter_map(|(start, _)| inside(start + 1)).any(|text| {
        let number = text.split('%').next().unwrap_or_default();
        address(&format!("[{number}]")).is_some()
    })
}

/// The number of slashes and backslashes at the beginning of a path, which a browser may read as the beginning
/// of an authority, and of the controls before them, which it drops.
fn leading_slashes(c: &Components<'_>) -> usize {
    let is_first = c.scheme.is_none() && c.authority.is_none();
    let slashes = if is_first { c.path.trim_start_matches(|c| c <= ' ') } else { c.path };
    let controls = c.path.len() - slashes.len();
    let slashes = slashes.bytes().take_while(|b| matches!(b, b'/' | b'\\')).count();
    let is_file = c.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"));
    match c.authority {
        None if is_file || slashes > 1 => controls + slashes,
        Some("") if is_file => slashes,
        _ => 0,
    }
}

/// Trims surrounding marks: white space, a byte order mark, `<…>`, `"…"`, and `URL:`.
pub(crate) fn trim(text: &str, changes: &mut Vec<Change>) -> Range<usize> {
    let mut kept = trimmed_space(text, 0..text.len());
    while matches!(text[kept.clone()].as_bytes(), [b'<', .., b'>'] | [b'"', .., b'"']) {
        kept = trimmed_space(text, kept.start + 1..kept.end - 1);
    }
    if text[kept.clone()].get(..4).is_some_and(|start| start.eq_ignore_ascii_case("URL:")) {
        kept = trimmed_space(text, kept.start + 4..kept.end);
    }
    for span in [0..kept.start, kept.end..text.len()] {
        if !span.is_empty() {
            changes.push(Change { span, replacement: String::new(), cause: Cause::Trimmed });
        }
    }
    kept
}

/// The byte order mark, which some programs write before UTF-8.
const BOM: char = '\u{FEFF}';

fn trimmed_space(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = text[range.clone()].trim_end();
    let rest = inner.trim_start_matches(|c: char| c.is_whitespace() || c == BOM);
    let start = range.start + (inner.len() - rest.len());
    start..start + rest.len()
}

/// The userinfo of a text that may be invalid; none unless there is exactly one `@`.
fn userinfo_of(body: &str, parts: &Parts) -> Option<Range<usize>> {
    let authority = parts.authority()?;
    parts.userinfo().filter(|_| body[authority].matches('@').count() == 1)
}

/// The most changes. A text that needs more changes is not almost a reference, so the rest stays a fault.
const MOST: usize = 1 << 18;

/// Copies a text, and changes the characters that its components must not have.
pub(crate) struct Fixer<'a> {
    pub(crate) text: &'a str,
    pub(crate) out: String,
    pub(crate) changes: Vec<Change>,
}

impl Fixer<'_> {
    fn keep(&mut self, range: Range<usize>) {
        self.out.push_str(&self.text[range]);
    }

    /// Appends a userinfo, with fewer repairs than other components, because its characters decide where the
    /// host begins: a browser ends the authority at a `\`.
    fn encode_userinfo(&mut self, range: Range<usize>, class: Class) {
        let refused = |c: char| {
            matches!(c, '\\' | '%' | '[' | ']') || !c.is_ascii() && !IUSERINFO.contains(c.into())
        };
        let mut start = range.start;
        for (offset, c) in self.text[range.clone()].char_indices().filter(|&(_, c)| refused(c)) {
            self.encode(start..range.start + offset, class);
            start = range.start + offset + c.len_utf8();
            self.keep(range.start + offset..start);
        }
        self.encode(start..range.end, class);
    }

    /// Appends a media type without the spaces around its delimiters, which browsers skip before they decode it
    /// (MIME Sniffing Standard §4.4).
    fn encode_media_type(&mut self, range: Range<usize>, class: Class) {
        let mut start = range.start;
        for piece in self.text[range].split_inclusive(';') {
            let end = start + piece.len();
            let delimiter = end - usize::from(piece.ends_with(';'));
            let inner = &self.text[start..delimiter];
            let first = start + inner.len() - inner.trim_start_matches(' ').len();
            let last = first + inner.trim_matches(' ').len();
            self.drop(start..first);
            self.encode(first..last, class);
            self.drop(last..delimiter);
            self.keep(delimiter..end);
            start = end;
        }
    }

    fn drop(&mut self, span: Range<usize>) {
        if self.changes.len() >= MOST {
            self.keep(span);
        } else if !span.is_empty() {
            self.changes.push(Change { span, replacement: String::new(), cause: Cause::Trimmed });
        }
    }

    /// Appends the text of a component, whose characters are `class`, with the rest encoded. A tab
    /// or line break stays and is a fault, because it may separate two texts.
    pub(crate) fn encode(&mut self, range: Range<usize>, class: Class) {
        let bytes = self.text.as_bytes();
        // The beginning of the text that stays unchanged.
        let mut start = range.start;
        for (offset, c) in self.text[range.clone()].char_indices() {
            let i = range.start + offset;
            let cause = match c {
                '%' if triplet(&bytes[..range.end], i).is_none() => Some(Cause::BarePercent),
                '%' | '\t' | '\n' | '\r' => None,
                '[' | ']' => Some(Cause::Bracket),
                '#' => Some(Cause::SecondHash),
                c if class.contains(c.into()) => None,
                _ => Some(Cause::NotAllowed),
            };
            let Some(cause) = cause else { continue };
            if self.changes.len() >= MOST {
                break;
            }
            let mut replacement = String::new();
            push_char(&mut replacement, c);
            self.keep(start..i);
            self.out.push_str(&replacement);
            start = i + c.len_utf8();
            self.changes.push(Change { span: i..start, replacement, cause });
        }
        self.keep(start..range.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mended_is_what_repair_makes_valid() {
        let forms = [Requirements::FULL, Requirements::REFERENCE, Requirements::ABSOLUTE];
        for text in [
            "http://a/b c", "http://a b/", "<http://a/>", " a b", "a b:c", "b c", "URL:http://a/",
            "<//a/ >", "%", "http://a/%", "http://a/#b#c", "http://\u{E9}/\u{FFFF}", ":", "a:b\tc",
            "", "http://a/", "//a b",
        ] {
            for (form, is_iri) in forms.into_iter().flat_map(|form| [(form, true), (form, false)]) {
                let is_valid = |text: &str| {
                    let text = Utf8(text.as_bytes());
                    if is_iri { parse::<true>(text, form) } else { parse::<false>(text, form) }
                        .is_ok()
                };
                let mended = repair(text, is_iri, None);
                let expected = !mended.1.is_empty() && is_valid(&mended.0);
                assert_eq!(is_mended(text, is_iri, form), expected, "{text:?} {form:?} {is_iri}");
            }
        }
    }

    #[test]
    fn the_table() {
        for (text, expected) in [
            ("  <http://a/b c>\n", "http://a/b%20c"),
            ("\"URL:http://a/\"", "http://a/"),
            ("http://a/\\b|^`{}\"<>", "http://a/%5Cb%7C%5E%60%7B%7D%22%3C%3E"),
            ("http://a/%zz%4?100%#a#b", "http://a/%25zz%254?100%25#a%23b"),
            ("http://a/[x]?[y]", "http://a/%5Bx%5D?%5By%5D"),
            ("\u{FEFF} http://a/\u{FEFF}", "http://a/\u{FEFF}"),
            ("http://u ser@a/", "http://u%20ser@a/"),
            ("http://a b/", "http://a b/"),
            ("http://a/\u{FFFD}?\u{E000}", "http://a/%EF%BF%BD?\u{E000}"),
            ("http://a/b\nc", "http://a/b\nc"),
            // Words that are not part of the link.
            ("http://a/100%sure?{\"b\":1}", "http://a/100%25sure?%7B%22b%22:1%7D"),
            ("http://a/x.git -b main", "http://a/x.git -b main"),
            ("http://a/sitemap.xml  # Spain", "http://a/sitemap.xml  # Spain"),
            ("http://a/ see below", "http://a/ see below"),
            ("http://a/b (c)", "http://a/b (c)"),
            ("Note: see below", "Note: see below"),
            ("mailto:anna at example.org", "mailto:anna at example.org"),
            ("http://a/my file.pdf", "http://a/my%20file.pdf"),
            ("http://a/my long name.pdf?b", "http://a/my%20long%20name.pdf?b"),
            ("http://a/v1.2 beta/c d", "http://a/v1.2%20beta/c%20d"),
            ("http://a/?q=b c d", "http://a/?q=b%20c%20d"),
            // Two references.
            ("http://a/b|http://c/", "http://a/b|http://c/"),
            ("http://a/#b#http://c/", "http://a/#b#http://c/"),
            ("http://a/ http://b/", "http://a/ http://b/"),
            ("<http://a/>, <mailto:b@c>", "<http://a/>, <mailto:b@c>"),
            ("http://a\\b/", "http://a\\b/"),
            ("http://[::1]/[", "http://[::1]/%5B"),
            ("\"<http://a/>\"", "http://a/"),
            ("http://a\\@b/", "http://a\\@b/"),
            ("http://a[b%@c/", "http://a[b%@c/"),
            ("http://a%41<@c/", "http://a%41%3C@c/"),
            ("http://a\u{FFFE}@c/", "http://a\u{FFFE}@c/"),
            // A browser finds a host here that the repaired text would not have.
            ("http:\\\\a\\b", "http:\\\\a\\b"),
            ("HTTPS:\\h", "HTTPS:\\h"),
            ("ws:/h\\p q", "ws:/h\\p q"),
            ("http:[::1]/a b", "http:[::1]/a b"),
            ("http:/h/a b", "http:/h/a b"),
            ("http:///h?a b", "http:///h?a b"),
            ("///h\\p", "///h\\p"),
            ("file:\\h\\p", "file:\\h%5Cp"),
            ("file:///c:\\t", "file:///c:\\t"),
            ("file:///c:/t t", "file:///c:/t%20t"),
            ("file://C:/t t", "file://C:/t t"),
            ("file://a@h/t t", "file://a@h/t t"),
            ("file:///a\\t", "file:///a%5Ct"),
            ("C:\\Users\\x", "C:\\Users\\x"),
            ("sip:u@[2001:db8::1]", "sip:u@[2001:db8::1]"),
            ("stun:[::1]:3478", "stun:[::1]:3478"),
            ("sip:[fe80::1%25eth0]", "sip:[fe80::1%25eth0]"),
            ("foo:a[1]", "foo:a%5B1%5D"),
            ("file:///\\h", "file:///\\h"),
            ("foo:\\\\a\\b", "foo:\\\\a%5Cb"),
            ("foo:\\a", "foo:%5Ca"),
            ("/\\a", "/\\a"),
            ("\u{1}//h", "\u{1}//h"),
            ("\u{1} /\\h", "\u{1} /\\h"),
            ("\u{1}/a", "%01/a"),
            ("\\a", "%5Ca"),
            ("/a\\b", "/a%5Cb"),
            ("http://a/\\b", "http://a/%5Cb"),
        ] {
            assert_eq!(repair(text, true, None).0, expected);
        }
    }

    #[test]
    fn what_begins_with_a_host_gets_a_scheme() {
        for (text, expected) in [
            ("www.example.org/a b", "https://www.example.org/a%20b"),
            (" <example.org> ", "https://example.org"),
            ("\u{FEFF}example.org", "https://example.org"),
            ("//example.org/a", "https://example.org/a"),
            ("localhost:80?q", "https://localhost:80?q"),
            ("example.org:8080/x", "https://example.org:8080/x"),
            ("127.0.0.1:1/", "https://127.0.0.1:1/"),
            ("[::1]/x", "https://[::1]/x"),
            ("例え。jp", "https://例え。jp"),
            ("www.example.org.:8/", "https://www.example.org.:8/"),
            // Another scheme, or one that cannot be known.
            ("http://example.org/", "http://example.org/"),
            ("example.org:/x", "example.org:/x"),
            ("example.org:123456/x", "example.org:123456/x"),
            ("example.org:80@evil.example", "example.org:80@evil.example"),
            ("tel:5550123", "tel:5550123"),
            ("anna@example.org", "anna@example.org"),
            ("0x7f.1/", "0x7f.1/"),
            ("http.//example.com/x", "http.//example.com/x"),
            ("HTTPS.//example.com/x", "HTTPS.//example.com/x"),
            ("htps.//example.com/x", "htps.//example.com/x"),
            ("example.org//a", "https://example.org//a"),
            ("1.2", "1.2"),
            ("example", "example"),
            (".", "."),
            ("../example.org", "../example.org"),
            ("/example.org", "/example.org"),
            ("?example.org", "?example.org"),
            ("///example.org", "///example.org"),
            ("", ""),
        ] {
            assert_eq!(repair(text, true, Some("https")).0, expected);
        }
        let (_, changes) = repair(" a.example/c b ", true, Some("s"));
        let seen: Vec<_> = changes.iter().map(|c| (c.span.clone(), c.cause)).collect();
        assert_eq!(
            seen,
            [
                (0..1, Cause::Trimmed),
                (1..1, Cause::Scheme),
                (12..13, Cause::NotAllowed),
                (14..15, Cause::Trimmed)
            ]
        );
    }
}
