//! Path, query and fragment: remains of the text that a link was copied from, and what should not be in a link.

use std::ops::Range;

use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::{Subject, pieces};
use crate::parts::lookup::matches;
use crate::parts::percent::unquote;
use crate::parts::scheme::is_database;
use crate::references::Introduction;
use crate::references::names::Secrecy;
use crate::references::pairs::{SecretPair, within};
use crate::syntax;
use crate::syntax::parse::recognize;
use crate::syntax::split::split_authority;
use crate::syntax::text::Utf8;

rules! {
    "segment-empty": Info, [Norm], if EMPTY_SEGMENT, "RFC 3986 §3.3", segment_empty,
        "a segment of the path other than the last is empty",
        "http://example.org/a//b" => "http://example.org/a/b/";
    "html-entity": Warning, [Default], if SEMICOLON, "HTML Standard, named character references", html_entity,
        "an HTML entity; the text was probably copied from a page's source",
        "http://example.org/?a=1&amp;b=2" => "http://example.org/?a=1&b=2";
    "trailing-punctuation": Info, [], if PUNCTUATION, "RFC 3986 Appendix C", trailing_punctuation,
        "the punctuation at the end probably belongs to the sentence around it",
        "http://example.org/a)." => "http://example.org/a_(b)";
    "secret-in-query": Warning, [Untrusted], if QUERY_OR_FRAGMENT, "RFC 6750 §5.3", secret_in_query,
        "a name in the query marks its value as secret; logs and histories keep it",
        "http://example.org/?access_token=x" => "http://example.org/?token_type=x";
    "secret-in-fragment": Warning, [Untrusted], if QUERY_OR_FRAGMENT, "RFC 6749 §4.2.2", secret_in_fragment,
        "a name in the fragment marks its value as secret; histories keep it, and the page's scripts can read it",
        "http://example.org/#access_token=x" => "http://example.org/#token_type=x";
    "query-names-host": Error, [Default], if OTHER_SCHEME, "RFC 3986 §3.2.2", query_names_host,
        "the query names another host, and database drivers connect to that one",
        "postgresql://one.db.example/shop?hostaddr=192.0.2.1" => "postgresql:///shop?host=/var/run/postgresql";
    "links-joined": Warning, [Norm, Untrusted], if EMPTY_SEGMENT, "RFC 3986 Appendix C", links_joined,
        "a second link follows without a separator: two were probably pasted together",
        "https://a.example/xhttps://b.example/y" => "https://web.archive.org/web/https://b.example/y";
    "browser-other-host": Error, [Default], if NO_HOST, "URL Standard, special authority ignore slashes state", browser_other_host,
        "there is no host here, but browsers take one from the path",
        "http:///evil.example/a" => "http://example.org/a";
}

fn segment_empty(subject: &Subject<'_>, found: &mut RuleNotes) {
    let path = subject.components().unguarded_path();
    let start = subject.parts.path_end - path.len();
    for (i, pair) in path.as_bytes().windows(2).enumerate() {
        if pair == b"//" {
            found.at(start + i..start + i + 2);
        }
    }
}

/// The HTML entities that stand for characters of a query. The `#` of `&#38;` begins a fragment.
fn html_entity(subject: &Subject<'_>, found: &mut RuleNotes) {
    const NAMES: [&str; 6] = ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;"];
    // A `#` of a numeric reference begins the fragment.
    let start = subject.parts.path().start;
    let rest = &subject.text[start..];
    let mut are_ampersands = true;
    for (i, _) in rest.match_indices('&') {
        let name = NAMES.iter().find(|name| rest[i..].starts_with(**name));
        if let Some(name) = name {
            found.with(start + i..start + i + name.len(), *name);
            are_ampersands &= *name == "&amp;";
        } else if let Some(length) = numeric(&rest[i..]) {
            found.at(start + i..start + i + length);
            are_ampersands = false;
        }
    }
    found.suggest(|| {
        let plain = rest.replace("&amp;", "&");
        let is_plain = || !NAMES.iter().any(|name| plain.contains(name));
        (are_ampersands && is_plain()).then(|| subject.replaced(start..subject.text.len(), &plain))
    });
}

/// The length of a numeric character reference: `&#38;`, `&#x26;`.
fn numeric(text: &str) -> Option<usize> {
    let (number, _) = text.strip_prefix("&#")?.split_once(';')?;
    let is_digit = |(i, b): (usize, u8)| b.is_ascii_hexdigit() || i == 0 && b == b'x';
    let is_number = (1..=6).contains(&number.len()) && number.bytes().enumerate().all(is_digit);
    is_number.then_some("&#".len() + number.len() + ";".len())
}

/// A closing parenthesis is left alone where one was opened.
fn trailing_punctuation(subject: &Subject<'_>, found: &mut RuleNotes) {
    let text = subject.text;
    let components = subject.components();
    let last = match (components.fragment, components.query) {
        (Some(fragment), _) => fragment,
        (None, Some(query)) => query,
        (None, None) => components.path,
    };
    // A dot segment does not end a sentence; neither does an ellipsis of one in a relative reference.
    if matches!(last.rsplit('/').next(), Some("." | "..")) {
        return;
    }
    let open = text.matches('(').count();
    let mut close = text.matches(')').count();
    let mut end = text.len();
    while let Some(&b) = text.as_bytes()[text.len() - last.len()..end].last() {
        match b {
            b'.' | b',' | b';' | b'!' | b'\'' => {}
            b')' if close > open => close -= 1,
            _ => break,
        }
        end -= 1;
    }
    if end < text.len() {
        found.at(end..text.len());
        found.suggest(|| Some(text[..end].to_owned()));
    }
}

/// Returns true if a name marks a secret. The rule must find it again in its suggestion.
pub(super) fn has_secret(subject: &Subject<'_>) -> bool {
    let mut found = RuleNotes::new(false);
    secret_in_query(subject, &mut found);
    secret_in_fragment(subject, &mut found);
    !found.is_empty()
}

fn secret_in_query(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(query) = subject.parts.query() {
        secrets_in(subject.text, query, found);
    }
}

/// The names that database drivers read as the place to connect to, regardless of the authority: libpq's `host`
/// and `hostaddr`, and those that `SQLAlchemy` passes to the drivers of `MySQL` and ODBC.
const HOST_NAMES: [&str; 8] =
    ["host", "hostaddr", "hostname", "server", "unix_socket", "unix_sock", "odbc_connect", "addr"];

fn query_names_host(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(query) = subject.parts.query().filter(|_| subject.scheme().is_some_and(is_database))
    else {
        return;
    };
    let host = subject.host().unwrap_or("localhost");
    let is_here = host.eq_ignore_ascii_case("localhost");
    for pair in pieces(&subject.text[query.clone()], &['&']) {
        let pair = query.start + pair.start..query.start + pair.end;
        let (name, value) = subject.text[pair.clone()].split_once('=').unwrap_or_default();
        let name = String::from_utf8_lossy(&unquote(name)).to_ascii_lowercase();
        let value = String::from_utf8_lossy(&unquote(value)).into_owned();
        // Without a host, the path names a socket of this machine.
        let is_socket = is_here && value.starts_with(['/', '@']);
        let is_host = recognize(Utf8(value.as_bytes()), syntax::rule::Rule::Ihost).is_ok();
        let is_same = is_socket || is_host && matches(host, &value);
        if HOST_NAMES.contains(&&*name) && !is_same {
            found.with(pair, name);
        }
    }
}

/// OAuth 2.0 hands out access tokens this way (RFC 6749 §4.2.2).
fn secret_in_fragment(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(fragment) = subject.parts.fragment() {
        secrets_in(subject.text, fragment, found);
    }
}

/// The values of the pairs at `range` whose decoded names are of a secret. Programs that route by the
/// fragment write a path and a `?` before its pairs.
fn secrets_in(text: &str, range: Range<usize>, found: &mut RuleNotes) {
    for SecretPair { name, value, secrecy } in within(text.as_bytes(), range) {
        if secrecy == Secrecy::Secret {
            found.with(value, String::from_utf8_lossy(&unquote(&text[name])));
        }
    }
}

/// A scheme of the web and two slashes after a letter or digit, or in a path after a separator of lists.
fn links_joined(subject: &Subject<'_>, found: &mut RuleNotes) {
    let start = subject.parts.authority().map_or(subject.parts.path_start, |range| range.end);
    let text = Utf8(subject.text.as_bytes());
    let colons = subject.text[start..].match_indices(':').map(|(i, _)| start + i);
    for Introduction { scheme, end } in colons.filter_map(|i| Introduction::strict(text, i, start))
    {
        let run = subject.text[scheme.clone()].to_ascii_lowercase();
        let Some(name) = ["https", "http"].into_iter().find(|name| run.ends_with(name)) else {
            continue;
        };
        let begin = scheme.end - name.len();
        let is_in_path = begin < subject.parts.path_end;
        let is_joined = |c: &u8| c.is_ascii_alphanumeric() || is_in_path && b";,".contains(c);
        if begin > start && is_joined(&subject.text.as_bytes()[begin - 1]) {
            found.at(begin..end);
        }
    }
}

/// "special authority ignore slashes": browsers skip any number of slashes after the scheme and read the next
/// characters as the authority.
fn browser_other_host(subject: &Subject<'_>, found: &mut RuleNotes) {
    let is_empty = subject.parts.authority().is_none_or(|authority| authority.is_empty());
    if !subject.is_web() || !is_empty {
        return;
    }
    let path = subject.path();
    let slashes = path.len() - path.trim_start_matches('/').len();
    let start = subject.parts.path_start + slashes;
    let end = subject.text[start..subject.parts.path_end]
        .find('/')
        .map_or(subject.parts.path_end, |i| start + i);
    // The last "@" ends the userinfo there.
    let authority = subject.text[start..end].rfind('@').map_or(start, |at| start + at + 1);
    let host = split_authority(Utf8(subject.text.as_bytes()), authority..end).host;
    if !host.is_empty() {
        found.with(start..end, &subject.text[host]);
    }
}
