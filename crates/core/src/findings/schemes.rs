//! Schemes: slips in them, and references of the web and to files.

use super::lookalikes::search::is_one_edit;
use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::Subject;
use crate::operations::repair::is_drive_or_login;
use crate::parts::percent::unquote;
use crate::parts::registered::is_registered;
use crate::parts::scheme::{WEB, begins_with_port, is_like_host};
use crate::references::fanged::SCHEMES as DEFANGED;
use crate::storage::{has_object_keys, key_start};

rules! {
    "http-no-host": Error, [Default, Rdf], if NO_HOST, "RFC 9110 §4.2.1", http_no_host,
        "an http or https URI must have an authority",
        "http:abc" => "http://example.org/abc";
    "http-empty-host": Error, [Default, Rdf], if NO_HOST, "RFC 9110 §4.2.1", http_empty_host,
        "the host of an http or https URI must not be empty",
        "http:///abcd" => "http://example.org/abcd";
    "ws-fragment": Error, [Default], if RULED_SCHEME, "RFC 6455 §3", ws_fragment,
        "a WebSocket URI must not have a fragment; a “#” in it must be percent-encoded",
        "ws://example.org/#a" => "ws://example.org/%23a";
    "scheme-script": Error, [Untrusted], if RULED_SCHEME, "RFC 3986 §7.6", scheme_script,
        "following this reference runs its content as a script in the page that contains it",
        "JavaScript:alert(1)" => "data:text/plain,a";
    "scheme-typo": Warning, [Default], if SHORT_SCHEME, "RFC 3986 §3.1", scheme_typo,
        "the scheme differs from http or https by one letter",
        "htp://example.org/" => "ftp://example.org/";
    "scheme-defanged": Warning, [Default], if SHORT_SCHEME, "RFC 3986 §3.1", scheme_defanged,
        "the scheme was altered so that the link cannot be followed; it stands for http, https or ftp",
        "hxxps://evil.example/" => "https://evil.example/";
    "scheme-unregistered": Info, [], if OTHER_SCHEME, "RFC 7595 §6", scheme_unregistered,
        "the scheme is not in IANA's registry, as of this version",
        "foo.bar:baz" => "https://example.org/";
    "scheme-pseudo-urn": Warning, [Default], if RULED_SCHEME, "RFC 9562 §4", scheme_pseudo_urn,
        "there is no such scheme, but there is a URN namespace with this name",
        "uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6" => "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
    "scheme-like-host": Warning, [Default], if HOSTLIKE_SCHEME, "RFC 3986 §4.5", scheme_like_host,
        "the scheme looks like a host, and the rest like a port or a path: “//” is missing before it",
        "example.org:8080/a" => "urn:8080";
    "scheme-one-letter": Warning, [Default], if HOSTLIKE_SCHEME, "RFC 8089 Appendix E.2", scheme_one_letter,
        "no scheme has one letter: this is the drive of a Windows path, which is written file:///C:/a.txt",
        "C:/a.txt" => "file:///C:/a.txt";
    "scheme-delimiter": Warning, [Default], if HOSTLIKE_SCHEME, "RFC 3986 §3.1", scheme_delimiter,
        "this is a relative path; a scheme was probably meant, whose “:” is missing or another character",
        "https//example.org/" => "https://example.org/";
    "reference-like-host": Warning, [Default], if HOSTLIKE_SCHEME, "RFC 3986 §4.5", reference_like_host,
        "this is a relative path; a host was probably meant, which needs “//” or a scheme before it",
        "www.example.org/a" => "https://www.example.org/a";
    "file-authority": Error, [Default, Rdf, Norm], if FILE, "RFC 8089 §2", file_authority,
        "a file URI has no port and no userinfo; a drive follows three slashes, as in file:///C:/a.txt",
        "file://C:/a.txt" => "file:///C:/a.txt";
    "relative": Info, [], if NO_SCHEME, "RFC 3986 §4.2", relative,
        "a relative reference: where it leads depends on the document that contains it",
        "a/b" => "http://example.org/a/b";
    "file-relative": Error, [Default], if FILE, "RFC 8089 §2", file_relative,
        "the path of a file URI must begin with a slash",
        "file:a.txt" => "file:///a.txt";
    "file-host": Warning, [Default], if FILE, "RFC 8089 §3", file_host,
        "the file is on another host: no protocol is defined for reaching it, and systems differ in what they do",
        "file://server/a.txt" => "file:///a.txt";
    "file-unc-path": Warning, [Default], if FILE, "RFC 8089 Appendix E.3.2", file_unc_path,
        "the path of a file URI begins with two slashes: Windows reads the next segment as a host",
        "file:////server/share" => "file:///share";
    "file-query": Info, [Untrusted], if FILE, "RFC 8089 §2", file_query,
        "a file URI has no query; a “?” in a file name is percent-encoded",
        "file:///a?b" => "file:///a%3Fb";
    "file-fragment": Info, [Default], if FILE, "RFC 8089 §2", file_fragment,
        "a fragment is not part of a file name; a “#” in a file name is percent-encoded",
        "file:///a#b" => "file:///a%23b";
    "object-key": Info, [Default], if OTHER_SCHEME, "RFC 3986 §2.4", object_key,
        "libraries read different keys here; some decode the path, others take it as it is written",
        "s3://bucket/a%20b" => "s3://bucket/a-b";
}

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

/// One letter deleted, added or replaced, or two letters exchanged.
fn scheme_typo(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.parts.scheme().filter(|_| subject.host().is_some()) else { return };
    let scheme = subject.text[span.clone()].to_ascii_lowercase();
    if !(3..=6).contains(&scheme.len()) || is_registered(&scheme) || refanged(&scheme).is_some() {
        return;
    }
    if let Some(meant) = ["http", "https"].into_iter().find(|meant| is_one_edit(&scheme, meant)) {
        found.with(span.clone(), meant);
        found.suggest(|| Some(subject.replaced(span, meant)));
    }
}

/// The message names the scheme that a defanged one stands for, but the rule does not suggest it: that would
/// arm the link.
fn scheme_defanged(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.parts.scheme().filter(|_| subject.host().is_some()) else { return };
    if let Some(meant) = refanged(&subject.text[span.clone()]) {
        found.with(span, meant);
    }
}

/// The scheme that a defanged one stands for, in any letter case.
fn refanged(scheme: &str) -> Option<&'static str> {
    let is = |defanged: &str| defanged.eq_ignore_ascii_case(scheme);
    DEFANGED.iter().find_map(|&(defanged, meant)| is(defanged).then_some(meant))
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

/// Finds a misspelt scheme: `https//`, `https;//`, `http.//`, `mailto;`.
fn scheme_delimiter(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.parts.scheme().is_some() || subject.parts.has_authority() {
        return;
    }
    if let Some((scheme, end)) = slip(subject.text) {
        found.with(0..end, scheme.to_ascii_lowercase());
        found.suggest(|| Some(subject.replaced(scheme.len()..end, ":")));
    }
}

/// The scheme at the beginning of a relative path whose colon is missing or mistyped, and where the
/// mistyped colon ends.
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
    // `www.example.org`, but not file names such as `www.html`.
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

/// Escapes, the delimiters that end the path of a URI, empty segments and dot segments.
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
