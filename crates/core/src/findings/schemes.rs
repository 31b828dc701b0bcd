//! Schemes: slips in them, and references of the web and to files.

use super::notes::RuleNotes;
use super::rule::Profile::{Default, Norm, Rdf, Untrusted};
use super::rule::Rule;
use super::rule::Severity::{Error, Info, Warning};
use super::subject::Subject;
use super::traits::Traits;
use crate::operations::repair::is_drive_or_login;
use crate::parts::percent::unquote;
use crate::parts::registered::is_registered;
use crate::parts::scheme::{WEB, begins_with_port, is_like_host};
use crate::storage::{has_object_keys, key_start};

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "http-no-host",
        severity: Error,
        profiles: &[Default, Rdf],
        clause: "RFC 9110 §4.2.1",
        message: "an http or https URI has an authority",
        bad_example: "http:abc",
        good_example: "http://example.org/abc",
        only_if_any: Traits::NO_HOST,
        find: http_no_host,
    },
    Rule {
        code: "http-empty-host",
        severity: Error,
        profiles: &[Default, Rdf],
        clause: "RFC 9110 §4.2.1",
        message: "the host of an http or https URI is not empty",
        bad_example: "http:///abcd",
        good_example: "http://example.org/abcd",
        only_if_any: Traits::NO_HOST,
        find: http_empty_host,
    },
    Rule {
        code: "ws-fragment",
        severity: Error,
        profiles: &[Default],
        clause: "RFC 6455 §3",
        message: "a WebSocket URI has no fragment; a '#' in it is percent-encoded",
        bad_example: "ws://example.org/#a",
        good_example: "ws://example.org/%23a",
        only_if_any: Traits::RULED_SCHEME,
        find: ws_fragment,
    },
    Rule {
        code: "scheme-script",
        severity: Error,
        profiles: &[Untrusted],
        clause: "RFC 3986 §7.6",
        message: "following this reference runs what it contains in the page that has it",
        bad_example: "JavaScript:alert(1)",
        good_example: "data:text/plain,a",
        only_if_any: Traits::RULED_SCHEME,
        find: scheme_script,
    },
    Rule {
        code: "scheme-typo",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 3986 §3.1",
        message: "the scheme differs from http or https by one letter",
        bad_example: "htp://example.org/",
        good_example: "ftp://example.org/",
        only_if_any: Traits::SHORT_SCHEME,
        find: scheme_typo,
    },
    Rule {
        code: "scheme-unregistered",
        severity: Info,
        profiles: &[],
        clause: "RFC 7595 §6",
        message: "the scheme is not in IANA's registry, as far as this version knows it",
        bad_example: "foo.bar:baz",
        good_example: "https://example.org/",
        only_if_any: Traits::OTHER_SCHEME,
        find: scheme_unregistered,
    },
    Rule {
        code: "scheme-pseudo-urn",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 9562 §4",
        message: "there is no such scheme, and there is a namespace of URNs with its name",
        bad_example: "uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        good_example: "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        only_if_any: Traits::RULED_SCHEME,
        find: scheme_pseudo_urn,
    },
    Rule {
        code: "scheme-like-host",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 3986 §4.5",
        message: "the scheme looks like a host, and what follows like a port or a path: '//' is missing before it",
        bad_example: "example.org:8080/a",
        good_example: "urn:8080",
        only_if_any: Traits::HOSTLIKE_SCHEME,
        find: scheme_like_host,
    },
    Rule {
        code: "scheme-one-letter",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 8089 Appendix E.2",
        message: "no scheme has one letter: it is the drive of a path of Windows, which is written file:///C:/a.txt",
        bad_example: "C:/a.txt",
        good_example: "file:///C:/a.txt",
        only_if_any: Traits::HOSTLIKE_SCHEME,
        find: scheme_one_letter,
    },
    Rule {
        code: "scheme-delimiter",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 3986 §3.1",
        message: "this is a relative path; a scheme was probably meant, behind which ':' is missing or is another character",
        bad_example: "https//example.org/",
        good_example: "https://example.org/",
        only_if_any: Traits::HOSTLIKE_SCHEME,
        find: scheme_delimiter,
    },
    Rule {
        code: "reference-like-host",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 3986 §4.5",
        message: "this is a relative path; a host was probably meant, which '//' or a scheme stands before",
        bad_example: "www.example.org/a",
        good_example: "https://www.example.org/a",
        only_if_any: Traits::HOSTLIKE_SCHEME,
        find: reference_like_host,
    },
    Rule {
        code: "file-authority",
        severity: Error,
        profiles: &[Default, Rdf, Norm],
        clause: "RFC 8089 §2",
        message: "a file URI has no port and no userinfo; the drive of a path stands behind three slashes, as in file:///C:/a.txt",
        bad_example: "file://C:/a.txt",
        good_example: "file:///C:/a.txt",
        only_if_any: Traits::FILE,
        find: file_authority,
    },
    Rule {
        code: "relative",
        severity: Info,
        profiles: &[],
        clause: "RFC 3986 §4.2",
        message: "a relative reference: where it leads depends on the document that it stands in",
        bad_example: "a/b",
        good_example: "http://example.org/a/b",
        only_if_any: Traits::NO_SCHEME,
        find: relative,
    },
    Rule {
        code: "file-relative",
        severity: Error,
        profiles: &[Default],
        clause: "RFC 8089 §2",
        message: "the path of a file URI begins with a slash",
        bad_example: "file:a.txt",
        good_example: "file:///a.txt",
        only_if_any: Traits::FILE,
        find: file_relative,
    },
    Rule {
        code: "file-host",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 8089 §3",
        message: "a file on another host: no protocol leads there, and systems differ in what they do",
        bad_example: "file://server/a.txt",
        good_example: "file:///a.txt",
        only_if_any: Traits::FILE,
        find: file_host,
    },
    Rule {
        code: "file-unc-path",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 8089 Appendix E.3.2",
        message: "the path of a file URI begins with two slashes, which Windows takes for another host",
        bad_example: "file:////server/share",
        good_example: "file:///share",
        only_if_any: Traits::FILE,
        find: file_unc_path,
    },
    Rule {
        code: "file-query",
        severity: Info,
        profiles: &[Default],
        clause: "RFC 8089 §2",
        message: "a file URI has no query; a '?' in a name is percent-encoded",
        bad_example: "file:///a?b",
        good_example: "file:///a%3Fb",
        only_if_any: Traits::FILE,
        find: file_query,
    },
    Rule {
        code: "file-fragment",
        severity: Info,
        profiles: &[Default],
        clause: "RFC 8089 §2",
        message: "a fragment is no part of a file's name; a '#' in a name is percent-encoded",
        bad_example: "file:///a#b",
        good_example: "file:///a%23b",
        only_if_any: Traits::FILE,
        find: file_fragment,
    },
    Rule {
        code: "object-key",
        severity: Info,
        profiles: &[Default],
        clause: "RFC 3986 §2.4",
        message: "libraries read two keys here, one decoded and one as it is written",
        bad_example: "s3://bucket/a%20b",
        good_example: "s3://bucket/a-b",
        only_if_any: Traits::OTHER_SCHEME,
        find: object_key,
    },
];

fn http_no_host(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.has_scheme(&["http", "https"]) && !subject.parts.has_authority() {
        found.at(0..subject.parts.path_start);
    }
}

fn http_empty_host(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.has_scheme(&["http", "https"])
        && subject.parts.has_authority()
        && subject.host_span().is_none()
    {
        found.at(0..subject.parts.path_start);
    }
}

fn ws_fragment(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(fragment) = subject.parts.fragment()
        && subject.has_scheme(&["ws", "wss"])
    {
        let with_mark = fragment.start - 1..fragment.end;
        found.at(with_mark.clone());
        found.suggest(|| Some(subject.replaced(with_mark, "")));
    }
}

fn scheme_script(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(scheme) = subject.parts.scheme() else { return };
    let is_document = || {
        let media_type = subject.path().split([',', ';']).next().unwrap_or_default();
        let decoded = unquote(media_type).to_ascii_lowercase();
        let decoded = decoded.trim_ascii();
        decoded == b"text/html"
            // A style sheet of XSLT, which browsers show as XML.
            || decoded == b"text/xsl"
            || decoded.ends_with(b"/xml") || decoded.ends_with(b"+xml")
    };
    if subject.has_scheme(&["javascript", "vbscript"])
        || subject.has_scheme(&["data"]) && is_document()
    {
        found.at(scheme);
    }
}

/// One letter left out, added, replaced, or two changed places.
fn scheme_typo(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.parts.scheme().filter(|_| subject.host().is_some()) else { return };
    let scheme = subject.text[span.clone()].to_ascii_lowercase();
    if !(3..=6).contains(&scheme.len()) || is_registered(&scheme) {
        return;
    }
    if let Some(meant) = ["http", "https"].into_iter().find(|meant| is_one_edit(&scheme, meant)) {
        found.with(span.clone(), meant);
        found.suggest(|| Some(subject.replaced(span, meant)));
    }
}

fn is_one_edit(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let before = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[before..], &b[before..]);
    let after = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - after], &b[..b.len() - after]);
    match (a, b) {
        ([], [_]) | ([_], [] | [_]) => true,
        ([first, second], _) => b == [*second, *first],
        _ => false,
    }
}

fn scheme_unregistered(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(span) = subject.parts.scheme()
        && !is_registered(&subject.text[span.clone()])
    {
        found.at(span);
    }
}

fn scheme_pseudo_urn(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(scheme) = subject.parts.scheme()
        && subject.has_scheme(&["uuid", "oid"])
    {
        found.at(scheme);
        found.suggest(|| Some(format!("urn:{}", subject.text)));
    }
}

fn scheme_like_host(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.parts.scheme().filter(|_| !subject.parts.has_authority()) else {
        return;
    };
    let scheme = &subject.text[span.clone()];
    let path = subject.path();
    let is_host = is_like_host(scheme) && !scheme.ends_with('.');
    if is_host && !is_registered(scheme) && (begins_with_port(path) || path.starts_with('/')) {
        found.at(span);
    }
}

fn scheme_one_letter(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(span) = subject.parts.scheme().filter(|span| span.len() == 1) {
        found.at(span.clone());
        if !subject.parts.has_authority() && subject.path().starts_with('/') {
            found.suggest(|| Some(format!("file:///{}", subject.text)));
        }
    }
}

/// Finds a scheme that is written with a slip: `https//`, `https;//`, `http.//`, `mailto;`.
fn scheme_delimiter(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.parts.scheme().is_some() || subject.parts.has_authority() {
        return;
    }
    if let Some((scheme, end)) = slip(subject.text) {
        found.with(0..end, scheme.to_ascii_lowercase());
        found.suggest(|| Some(subject.replaced(scheme.len()..end, ":")));
    }
}

/// The scheme that a relative path begins with by a slip, and where what should be its colon ends.
fn slip(text: &str) -> Option<(&str, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let scheme = &text[..length];
    let is = |names: &[&str]| names.iter().any(|name| scheme.eq_ignore_ascii_case(name));
    let rest = &text[length..];
    let mark = rest.bytes().take_while(|byte| b";.,".contains(byte)).count();
    let is_slip = if is(&["mailto", "tel", "urn"]) {
        mark == 1
            && !rest.starts_with('.')
            && rest[mark..].starts_with(|c: char| c.is_alphanumeric() || c == '+')
    } else {
        is(&WEB) && mark <= 2 && rest[mark..].starts_with("//")
    };
    is_slip.then_some((scheme, length + mark))
}

fn reference_like_host(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.parts.scheme().is_some() || subject.parts.has_authority() {
        return;
    }
    let end = subject.text.find(['/', '?', '#']).unwrap_or(subject.text.len());
    let host = &subject.text[..end];
    let has_www = host.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    // `www.example.org`, and not the names of files as `www.html`.
    if has_www && is_like_host(host) && host[4..].trim_end_matches('.').contains('.') {
        found.with(0..end, host);
        found.suggest(|| Some(format!("//{}", subject.text)));
    }
}

/// A port or a userinfo, which may be empty: `file://C:/a.txt` has the host `C` and an empty port.
fn file_authority(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(authority) = subject.parts.authority().filter(|_| is_file(subject)) else { return };
    if !is_drive_or_login(&subject.text[authority.clone()]) {
        return;
    }
    found.at(authority.clone());
    let host = subject.text[authority.clone()].strip_suffix(':');
    if host.is_some_and(|drive| drive.len() == 1 && drive.as_bytes()[0].is_ascii_alphabetic())
        && subject.path().starts_with('/')
    {
        found.suggest(|| Some(subject.replaced(authority.start..authority.start, "/")));
    }
}

fn is_file(subject: &Subject<'_>) -> bool {
    subject.has_scheme(&["file"])
}

fn relative(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.scheme().is_none() {
        found.at(0..subject.text.len());
    }
}

fn file_relative(subject: &Subject<'_>, found: &mut RuleNotes) {
    if is_file(subject) && !subject.path().starts_with('/') {
        found.at(0..subject.text.len());
    }
}

fn file_host(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(span) = subject.host_span().filter(|_| is_file(subject))
        && !subject.text[span.clone()].eq_ignore_ascii_case("localhost")
    {
        found.at(span);
    }
}

fn file_unc_path(subject: &Subject<'_>, found: &mut RuleNotes) {
    let is_empty = subject.parts.authority().is_some_and(|authority| authority.is_empty());
    if is_file(subject) && is_empty && subject.path().starts_with("//") {
        found.at(subject.parts.path_start..subject.parts.path_start + 2);
    }
}

fn file_query(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(query) = subject.parts.query().filter(|_| is_file(subject)) {
        found.at(query.start - 1..query.end);
    }
}

fn file_fragment(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(fragment) = subject.parts.fragment().filter(|_| is_file(subject)) {
        found.at(fragment.start - 1..fragment.end);
    }
}

/// Escapes, what URIs end a path with, empty segments and dot segments.
fn object_key(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(scheme) = subject.scheme().filter(|scheme| has_object_keys(scheme)) else { return };
    let start = subject.parts.path_start + key_start(scheme, subject.path());
    let mut at = start;
    for segment in subject.text[start..subject.parts.path_end].split('/') {
        let span = at..at + segment.len();
        at = span.end + 1;
        let is_last = span.end == subject.parts.path_end;
        if matches!(segment, "." | "..") {
            found.at(span);
        } else if segment.is_empty() && !is_last {
            found.at(span.start - 1..span.end + 1);
        } else {
            let escapes = segment.match_indices('%').map(|(i, _)| span.start + i);
            escapes.for_each(|i| found.at(i..i + 3));
        }
    }
    if subject.parts.path_end < subject.text.len() {
        found.at(subject.parts.path_end..subject.text.len());
    }
}
