//! The Sort-friendly URI Reordering Transform: the key that web archives and Common Crawl's index use to sort
//! and join pages.
//!
//! It follows the canonicalizers of the Internet Archive for every link that is an IRI. These decode
//! percent-encoding repeatedly and, unlike everything else here, do not follow RFC 3986.

use std::borrow::Cow;

use crate::parts::host::address as ip_literal;
use crate::parts::lookup::{Looked, PlainName, look_up};
use crate::parts::percent::push_octet;
use crate::parts::session;
use crate::syntax::at_once::{at_once, bits_if};
use crate::syntax::reference::Reference;

/// Appends the key of a valid reference that has a scheme: its host with the labels in reverse order, without
/// `www.`; then path and query in lower case, the query sorted. Without a host, the scheme takes its place.
pub fn surt(reference: &Reference<'_>, out: &mut String) {
    out.reserve(reference.text.len());
    let scheme = reference.scheme().unwrap_or_default();
    let has_host = surt_host(reference, out);
    if has_host {
        let port = reference.port().map(|digits| digits.trim_start_matches('0'));
        let is = |name: &str| scheme.eq_ignore_ascii_case(name);
        let is_default = port == Some("80") && is("http") || port == Some("443") && is("https");
        if let Some(port) = port.filter(|port| !port.is_empty() && !is_default) {
            out.push(':');
            out.push_str(port);
        }
        out.push(')');
    } else {
        out.push_str(&scheme.to_ascii_lowercase());
        out.push(':');
    }
    push_path(reference.path(), has_host, out);
    if let Some(query) = reference.query().map(query_of).filter(|query| !query.is_empty()) {
        if !has_host && reference.path().is_empty() {
            out.push('/');
        }
        out.push('?');
        out.push_str(&query);
    }
}

/// Appends the part of the [`surt`] of a reference before the closing parenthesis or the port: its host with
/// the labels in reverse order, without `www.`. Returns false if there is none.
pub fn surt_host(reference: &Reference<'_>, out: &mut String) -> bool {
    let Some(host) = reference.host() else { return false };
    if let Some(name) = PlainName::of(host) {
        let bare = name.from(bare_start(name.text));
        push_reversed(bare.text, |end| bare.label_start(end), out);
        return true;
    }
    let host = look_up_leniently(host);
    let bare = &host[bare_start(&host)..];
    // An IPv6 address has no labels.
    let is_name = !bare.contains(':');
    let dot = |end: usize| bare[..end].rfind('.').filter(|_| is_name);
    push_reversed(bare, |end| dot(end).map_or(0, |dot| dot + 1), out);
    !bare.is_empty()
}

/// A host in lower case, as it is looked up, or decoded if it cannot be looked up.
fn look_up_leniently(host: &str) -> Cow<'_, str> {
    match look_up(host) {
        Some(Looked::Address(address)) => Cow::Owned(address.to_string()),
        Some(Looked::Name(name)) => without_empty_labels(name),
        None if host.starts_with('[') => Cow::Owned(ip_literal(host).map_or_else(
            || host.trim_matches(['[', ']']).to_ascii_lowercase(),
            |address| address.to_string(),
        )),
        None => {
            let name = escaped(&decoded(host.as_bytes())).to_ascii_lowercase();
            without_empty_labels(Cow::Owned(name))
        }
    }
}

/// The beginning of a host after `www.`, `www1.` and so on.
fn bare_start(host: &str) -> usize {
    let digits =
        |rest: &str| rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let bare = host.strip_prefix("www").and_then(|rest| rest[digits(rest)..].strip_prefix('.'));
    bare.map_or(0, |bare| host.len() - bare.len())
}

/// A name with runs of dots collapsed, and none at its ends.
fn without_empty_labels(name: Cow<'_, str>) -> Cow<'_, str> {
    if name.contains("..") || name.starts_with('.') || name.ends_with('.') {
        return Cow::Owned(name.replace("..", ".").trim_matches('.').to_owned());
    }
    name
}

/// Adds the labels of a host in reverse order. `label_start` returns the beginning of the label that ends at a
/// position.
#[inline]
fn push_reversed(host: &str, label_start: impl Fn(usize) -> usize, out: &mut String) {
    let mut end = host.len();
    loop {
        let start = label_start(end);
        out.push_str(&host[start..end]);
        if start == 0 {
            return;
        }
        out.push(',');
        end = start - ".".len();
    }
}

/// Adds the path in lower case, without dot segments, empty segments, sessions and a slash at its end. A
/// reference without a host is not divided.
fn push_path(path: &str, has_host: bool, out: &mut String) {
    let start = out.len();
    if has_host && changes_case_only(path.as_bytes()) {
        out.push_str(path);
        out[start..].make_ascii_lowercase();
    } else {
        let decoded = decoded(path.as_bytes());
        let mut path = escaped(&if has_host { divided(&decoded) } else { decoded });
        path.make_ascii_lowercase();
        out.push_str(&without_sessions(path));
    }
    if out.len() > start + 1 && out.ends_with('/') {
        out.pop();
    }
}

/// Returns true if a quick check shows that a path has nothing to decode, encode, divide or leave out, except a
/// slash at its end.
fn changes_case_only(path: &[u8]) -> bool {
    let is = |condition| bits_if(condition, 1);
    let is_odd = |byte: u8, next: u8| {
        // It is 0 after the end.
        is(!is_printable(byte)) & is(byte != 0)
            | is(byte == b'#')
            | is(byte == b'%')
            | is(byte == b'(')
            | is(byte == b'/') & (is(next == b'/') | is(next == b'.'))
    };
    path.starts_with(b"/") && at_once(path, is_odd) == 0
}

/// Returns true if an octet is printable ASCII other than a space.
#[inline(always)]
fn is_printable(octet: u8) -> bool {
    matches!(octet, 0x21..=0x7E)
}

/// A decoded path without dot segments and empty segments. Its last segment stays even if it is empty, and so
/// does a `..` with nothing above it.
fn divided(path: &[u8]) -> Cow<'_, [u8]> {
    if path.starts_with(b"/") && !path.windows(2).any(|two| matches!(two, b"//" | b"/.")) {
        return path.into();
    }
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|&byte| byte == b'/').skip(1) {
        match segment {
            b"." => {}
            b".." if !kept.is_empty() => {
                kept.pop();
            }
            _ => kept.push(segment),
        }
    }
    let mut out = vec![b'/'];
    if let Some((last, first)) = kept.split_last() {
        for segment in first.iter().filter(|segment| !segment.is_empty()) {
            out.extend_from_slice(segment);
            out.push(b'/');
        }
        out.extend_from_slice(last);
    }
    out.into()
}

/// A path without the segment of an ASP.NET session before a page of that server.
fn without_sessions(mut path: String) -> String {
    if !path.contains('(') {
        return path;
    }
    // As in the archives: keys with letters first, then bare ones, at most one of each.
    for has_keys in [true, false] {
        let pages: Vec<usize> = path.match_indices(".aspx").map(|(dot, _)| dot).collect();
        let last_mark = path.rfind('?').unwrap_or(0);
        let found = path.rmatch_indices("/(").map(|(slash, _)| slash + 1).find_map(|start| {
            let end = start + path[start..].find('/')?;
            let next = pages.get(pages.partition_point(|&dot| dot <= end));
            let is_page = next.is_some_and(|&dot| dot > end + 1) && last_mark < end;
            let segment = &path[start..end];
            let is_found = session::is_segment(segment) && segment[1..].contains('(') == has_keys;
            (is_page && is_found).then_some(start..=end)
        });
        if let Some(found) = found {
            path.replace_range(found, "");
        }
    }
    path
}

/// The query in lower case and sorted, without sessions.
fn query_of(query: &str) -> String {
    let mut query = escaped(&decoded(query.as_bytes()));
    query.make_ascii_lowercase();
    // Each of their names has these letters.
    if query.contains("id") {
        query = without_query_sessions(query);
    }
    let mut pairs: Vec<(&str, Option<&str>)> = query
        .split('&')
        .map(|pair| pair.split_once('=').map_or((pair, None), |(name, value)| (name, Some(value))))
        .collect();
    pairs.sort_unstable();
    let mut sorted = String::with_capacity(query.len());
    for (i, (name, value)) in pairs.iter().enumerate() {
        if i > 0 {
            sorted.push('&');
        }
        sorted.push_str(name);
        if let Some(value) = value {
            sorted.push('=');
            sorted.push_str(value);
        }
    }
    sorted
}

/// A query in lower case without the last session of each name.
fn without_query_sessions(mut query: String) -> String {
    let alphanumeric = |text: &str, count: usize| {
        let text = text.as_bytes();
        text.len() >= count && text[..count].iter().all(u8::is_ascii_alphanumeric)
    };
    let alphabetic = |text: &str, count: usize| {
        let text = text.as_bytes();
        text.len() >= count && text[..count].iter().all(u8::is_ascii_alphabetic)
    };
    let value = |rest: &str| alphanumeric(rest, 32).then_some(32);
    for name in ["jsessionid=", "phpsessid=", "sid="] {
        query = without_last(query, name, value);
    }
    query = without_last(query, "aspsessionid", |rest| {
        let is_one =
            alphabetic(rest, 8) && rest[8..].starts_with('=') && alphabetic(&rest[9..], 24);
        is_one.then_some(33)
    });
    without_last(query, "cfid=", |rest| {
        let end = rest.find('&').filter(|&end| end > 0)?;
        let token = rest[end..].get(..9).filter(|&name| name == "&cftoken=")?;
        let start = end + token.len();
        let end = rest[start..].find('&').map_or(rest.len(), |end| start + end);
        (end > start).then_some(end)
    })
}

/// A query in lower case without the last session that begins with `start`. `length` returns the length of the
/// rest of a session, which must be followed by `&` or the end of the query.
fn without_last(query: String, start: &str, length: impl Fn(&str) -> Option<usize>) -> String {
    let found = query.rmatch_indices(start).find_map(|(at, _)| {
        let rest = at + start.len();
        let end = rest + length(&query[rest..])?;
        match &query.as_bytes()[end..] {
            [] => Some((at, end)),
            [b'&', ..] => Some((at, end + 1)),
            _ => None,
        }
    });
    match found {
        Some((at, end)) => [&query[..at], &query[end..]].concat(),
        None => query,
    }
}

/// Octets with percent-encoding decoded until none remains: `%2541` is `A`.
///
/// One pass: an escape that a decoded octet completes ends at the end of what is written.
fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = text.iter().position(|&byte| byte == b'%') else { return text.into() };
    let mut out = Vec::with_capacity(text.len());
    out.extend_from_slice(&text[..first]);
    let digit = |byte: u8| char::from(byte).to_digit(16);
    for &byte in &text[first..] {
        out.push(byte);
        while let [.., b'%', high, low] = out[..]
            && let (Some(high), Some(low)) = (digit(high), digit(low))
        {
            out.truncate(out.len() - 3);
            out.push(u8::try_from(high * 16 + low).unwrap_or_default());
        }
    }
    out.into()
}

/// Octets as text. `#`, `%`, the space and everything that is not printable ASCII are percent-encoded.
fn escaped(mut octets: &[u8]) -> String {
    let is_kept = |octet: &&u8| is_printable(**octet) && !matches!(octet, b'#' | b'%');
    let mut out = String::with_capacity(octets.len());
    loop {
        let (kept, rest) = octets.split_at(octets.iter().take_while(is_kept).count());
        // OK because these are ASCII.
        out.push_str(std::str::from_utf8(kept).unwrap_or_default());
        let Some((&octet, rest)) = rest.split_first() else { return out };
        push_octet(&mut out, octet);
        octets = rest;
    }
}
