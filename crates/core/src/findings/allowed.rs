//! The rules of policies: they find nothing unless a policy asks.

use std::ops::Range;

use super::context::{Addresses, Allowed};
use super::notes::RuleNotes;
use super::percent::is_dot_segment;
use super::rule::Rule;
use super::rule::Severity::Error;
use super::subject::{Subject, pieces};
use super::traits::Traits;
use crate::operations::origin::origin;
use crate::parts::lookup::{Ipv4, Looked, ipv4};
use crate::parts::pattern::HostPatterns;
use crate::parts::scheme::port_or_default;

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "scheme-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.1",
        message: "the scheme is not allowed",
        bad_example: "ftp://example.org/",
        good_example: "https://example.org/",
        only_if_any: Traits::NONE,
        find: scheme_not_allowed,
    },
    Rule {
        code: "host-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.2.2",
        message: "the host is not allowed, or there is none",
        bad_example: "https://example.org.evil.example/",
        good_example: "https://www.example.org/",
        only_if_any: Traits::NONE,
        find: host_not_allowed,
    },
    Rule {
        code: "no-host",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.2.2",
        message: "there is no host that can be looked up",
        bad_example: "https://256.256.256.256/",
        good_example: "https://www.example.org/",
        only_if_any: Traits::NONE,
        find: host_not_allowed,
    },
    Rule {
        code: "address-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §7.4",
        message: "the host is an address that is not allowed",
        bad_example: "https://127.0.0.1/",
        good_example: "https://93.184.216.34/",
        only_if_any: Traits::NONE,
        find: address_not_allowed,
    },
    Rule {
        code: "port-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.2.3",
        message: "the port is not allowed",
        bad_example: "https://example.org:22/",
        good_example: "https://example.org:8443/",
        only_if_any: Traits::NONE,
        find: port_not_allowed,
    },
    Rule {
        code: "origin-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 6454 §5",
        message: "the origin is not allowed",
        bad_example: "https://example.org./",
        good_example: "https://example.org/",
        only_if_any: Traits::NONE,
        find: origin_not_allowed,
    },
    Rule {
        code: "userinfo-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.2.1",
        message: "a user name or password before the host is not allowed",
        bad_example: "https://anna@example.org/",
        good_example: "https://example.org/@anna",
        only_if_any: Traits::NONE,
        find: userinfo_not_allowed,
    },
    Rule {
        code: "no-path",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.3",
        message: "a path is required, and there is none",
        bad_example: "https://example.org",
        good_example: "https://example.org/",
        only_if_any: Traits::NONE,
        find: no_path,
    },
    Rule {
        code: "dot-segment-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.3",
        message: "a segment of the path is . or .., percent-encoded or not",
        bad_example: "https://example.org/a/%2e%2E/b",
        good_example: "https://example.org/a/..b",
        only_if_any: Traits::NONE,
        find: dot_segment_not_allowed,
    },
    Rule {
        code: "query-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.4",
        message: "a query is not allowed",
        bad_example: "https://example.org/?a=b",
        good_example: "https://example.org/a=b",
        only_if_any: Traits::NONE,
        find: query_not_allowed,
    },
    Rule {
        code: "fragment-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.5",
        message: "a fragment is not allowed",
        bad_example: "https://example.org/#a",
        good_example: "https://example.org/%23a",
        only_if_any: Traits::NONE,
        find: fragment_not_allowed,
    },
    Rule {
        code: "too-long",
        severity: Error,
        profiles: &[],
        clause: "RFC 9110 §4.1",
        message: "the text is longer than is allowed",
        bad_example: "https://example.org/abcdefghijklmnopqrstuvwxyz",
        good_example: "https://example.org/abcdefghijklmnopqrstu",
        only_if_any: Traits::NONE,
        find: too_long,
    },
];

/// Lists the allowed values for a message: the first of many.
fn listed(all: impl Iterator<Item = impl ToString>) -> String {
    const SHOWN: usize = 8;
    let mut all: Vec<_> = all.map(|one| one.to_string()).collect();
    let are_more = all.len() > SHOWN;
    all.truncate(SHOWN);
    match all.join(", ") {
        none if none.is_empty() => none,
        some => format!("; allowed: {some}{}", if are_more { ", …" } else { "" }),
    }
}

/// Whether the rule of that code finds something only where a policy asks.
pub fn needs_policy(code: &str) -> bool {
    RULES.iter().any(|rule| rule.code == code)
}

/// Whether a policy refuses the reference, as its rules find, which say more and take longer. The
/// terms are asked in the order of their cost.
pub(super) fn is_refused(subject: &Subject<'_>, traits: Traits) -> bool {
    let Some(allowed) = &subject.context.allowed else { return false };
    // Name look-up takes such a host, and it is no address.
    let is_name = traits.meets(Traits::HOST) && !traits.meets(Traits::MAYBE_NO_NAME);
    let takes_name = || {
        let host = subject.host().unwrap_or_default();
        let takes = |hosts: &HostPatterns| hosts.has_plain_name(host.as_bytes());
        is_name && allowed.hosts.as_ref().is_none_or(takes)
    };
    beyond(subject, allowed).is_some()
        || refused_userinfo(subject, allowed).is_some()
        || is_path_missing(subject, allowed)
        || refused_dot_segments(subject, allowed).next().is_some()
        || refused_query(subject, allowed).is_some()
        || refused_fragment(subject, allowed).is_some()
        || is_scheme_refused(subject, allowed)
        || is_port_refused(subject, allowed)
        || !takes_name() && is_host_refused(subject, allowed)
        || !is_name && is_address_refused(subject, allowed)
        || is_origin_refused(subject, allowed)
}

fn scheme_not_allowed(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.context.allowed.as_ref().is_some_and(|allowed| is_scheme_refused(subject, allowed)) {
        let allowed =
            listed(subject.context.allowed.iter().flat_map(|a| a.schemes.iter().flatten()));
        if let (Some(span), Some(scheme)) = (subject.parts.scheme(), subject.scheme()) {
            let scheme = scheme.to_ascii_lowercase();
            let words = format!("the scheme “{scheme}” is not allowed{allowed}");
            found.worded(span, Some(scheme), words);
        } else {
            let words = format!("there is no scheme{allowed}");
            found.worded(0..subject.text.len(), None, words);
        }
    }
}

fn is_scheme_refused(subject: &Subject<'_>, allowed: &Allowed) -> bool {
    let scheme = subject.scheme().unwrap_or_default();
    let is_listed =
        |schemes: &Vec<String>| schemes.iter().any(|one| one.eq_ignore_ascii_case(scheme));
    !allowed.schemes.as_ref().is_none_or(is_listed) && !subject.is_loopback_allowed()
}

fn host_not_allowed(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.context.allowed.as_ref().is_some_and(|allowed| is_host_refused(subject, allowed)) {
        let span = subject.host_span().unwrap_or_else(|| subject.authority_or_all());
        // Which hosts are allowed may be nobody's business but the policy's.
        let host = match subject.looked_up() {
            Some(Looked::Address(address)) => address.to_string(),
            Some(Looked::Name(name)) => name.to_string(),
            None => return found.at(span),
        };
        let words = format!("the host “{host}” is not allowed");
        found.worded(span, Some(host), words);
    }
}

fn is_host_refused(subject: &Subject<'_>, allowed: &Allowed) -> bool {
    let is_listed =
        |hosts: &HostPatterns| subject.looked_up().is_some_and(|host| hosts.matches(host));
    !allowed.hosts.as_ref().is_none_or(is_listed) && !subject.is_loopback_allowed()
}

fn address_not_allowed(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.context.allowed.as_ref().is_some_and(|allowed| is_address_refused(subject, allowed))
        && let Some(span) = subject.host_span()
    {
        match subject.looked_up() {
            Some(Looked::Address(address)) => {
                let words = format!("the address {address} is not allowed");
                found.worded(span, Some(address.to_string()), words);
            }
            _ => found.at(span),
        }
    }
}

fn is_address_refused(subject: &Subject<'_>, allowed: &Allowed) -> bool {
    let Some(host) = subject.host() else { return false };
    match subject.looked_up() {
        _ if matches!(allowed.addresses, Addresses::Any) => false,
        Some(&Looked::Address(address)) => {
            !allowed.has_address(address) && !subject.is_loopback_allowed()
        }
        Some(Looked::Name(_)) => false,
        // What is meant for an address and is none may be one to another reader.
        None => {
            let is_malformed = |name| ipv4(name) == Ipv4::Malformed;
            host.starts_with('[') || subject.ascii_name().is_some_and(is_malformed)
        }
    }
}

fn port_not_allowed(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.context.allowed.as_ref().is_some_and(|allowed| is_port_refused(subject, allowed)) {
        let span = subject.port().filter(|span| !span.is_empty());
        let span = span.unwrap_or_else(|| subject.authority_or_all());
        let allowed = listed(subject.context.allowed.iter().flat_map(|a| a.ports.iter().flatten()));
        match port(subject) {
            Some(port) => {
                let words = format!("the port {port} is not allowed{allowed}");
                found.worded(span, Some(port.to_string()), words);
            }
            None => found.worded(span, None, format!("there is no port from 0 to 65535{allowed}")),
        }
    }
}

fn is_port_refused(subject: &Subject<'_>, allowed: &Allowed) -> bool {
    let is_listed = |ports: &Vec<u16>| port(subject).is_some_and(|port| ports.contains(&port));
    !allowed.ports.as_ref().is_none_or(is_listed) && !subject.is_loopback_allowed()
}

fn port(subject: &Subject<'_>) -> Option<u16> {
    let digits = subject.port().map(|span| &subject.text[span]);
    port_or_default(subject.scheme(), digits)
}

fn origin_not_allowed(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(allowed) = subject.context.allowed.as_ref() else { return };
    // What is said of a scheme, a host or a port says more.
    let is_said = is_scheme_refused(subject, allowed)
        || is_host_refused(subject, allowed)
        || is_port_refused(subject, allowed);
    if !is_said && is_origin_refused(subject, allowed) {
        let span = subject.authority_or_all();
        match origin(subject.text) {
            Some(origin) => found.with(span, &*origin),
            None => found.at(span),
        }
    }
}

fn is_origin_refused(subject: &Subject<'_>, allowed: &Allowed) -> bool {
    let is_listed = |origins: &Vec<String>| {
        origin(subject.text).is_some_and(|origin| origins.iter().any(|one| *one == *origin))
    };
    !allowed.origins.as_ref().is_none_or(is_listed) && !subject.is_loopback_allowed()
}

fn userinfo_not_allowed(subject: &Subject<'_>, found: &mut RuleNotes) {
    let allowed = subject.context.allowed.as_ref();
    if let Some(span) = allowed.and_then(|allowed| refused_userinfo(subject, allowed)) {
        found.at(span.start..span.end + "@".len());
    }
}

fn refused_userinfo(subject: &Subject<'_>, allowed: &Allowed) -> Option<Range<usize>> {
    subject.userinfo().filter(|_| !allowed.userinfo)
}

fn no_path(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.context.allowed.as_ref().is_some_and(|allowed| is_path_missing(subject, allowed)) {
        found.at(subject.authority_or_all());
    }
}

fn is_path_missing(subject: &Subject<'_>, allowed: &Allowed) -> bool {
    allowed.path && subject.path().is_empty()
}

fn dot_segment_not_allowed(subject: &Subject<'_>, found: &mut RuleNotes) {
    let allowed = subject.context.allowed.as_ref();
    for span in allowed.into_iter().flat_map(|allowed| refused_dot_segments(subject, allowed)) {
        found.at(span);
    }
}

fn refused_dot_segments(
    subject: &Subject<'_>,
    allowed: &Allowed,
) -> impl Iterator<Item = Range<usize>> {
    let path = if allowed.dot_segments { "" } else { subject.path() };
    let start = subject.parts.path_start;
    pieces(path, &['/'])
        .filter(|span| is_dot_segment(&path[span.clone()]))
        .map(move |span| start + span.start..start + span.end)
}

fn query_not_allowed(subject: &Subject<'_>, found: &mut RuleNotes) {
    let allowed = subject.context.allowed.as_ref();
    if let Some(span) = allowed.and_then(|allowed| refused_query(subject, allowed)) {
        found.at(span.start - "?".len()..span.end);
    }
}

fn refused_query(subject: &Subject<'_>, allowed: &Allowed) -> Option<Range<usize>> {
    subject.parts.query().filter(|_| !allowed.query)
}

fn fragment_not_allowed(subject: &Subject<'_>, found: &mut RuleNotes) {
    let allowed = subject.context.allowed.as_ref();
    if let Some(span) = allowed.and_then(|allowed| refused_fragment(subject, allowed)) {
        found.at(span.start - "#".len()..span.end);
    }
}

fn refused_fragment(subject: &Subject<'_>, allowed: &Allowed) -> Option<Range<usize>> {
    subject.parts.fragment().filter(|_| !allowed.fragment)
}

fn too_long(subject: &Subject<'_>, found: &mut RuleNotes) {
    let allowed = subject.context.allowed.as_ref();
    if let Some(start) = allowed.and_then(|allowed| beyond(subject, allowed)) {
        let count = subject.text.chars().count().to_string();
        let most = allowed.and_then(|allowed| allowed.max_length).unwrap_or_default();
        let words = format!("the text has {count} characters, and at most {most} are allowed");
        found.worded(start..subject.text.len(), Some(count), words);
    }
}

/// Where what is too long begins. Characters are counted, and only those of a text with more octets
/// than there may be characters.
fn beyond(subject: &Subject<'_>, allowed: &Allowed) -> Option<usize> {
    let most = allowed.max_length.filter(|&most| subject.text.len() > most)?;
    subject.text.char_indices().nth(most).map(|(start, _)| start)
}
