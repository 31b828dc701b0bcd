//! What a policy allows: rules that find nothing unless a policy asks.

use super::context::Addresses;
use super::found::Found;
use super::rule::Rule;
use super::rule::Severity::Error;
use super::subject::Subject;
use super::traits::Traits;
use crate::parts::lookup::{Ipv4, Looked, ipv4};
use crate::parts::scheme::port_or_default;

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "scheme-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.1",
        message: "the scheme is not one of those that are allowed",
        has: "ftp://example.org/",
        has_not: "https://example.org/",
        needs: Traits::NONE,
        find: scheme_not_allowed,
    },
    Rule {
        code: "host-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.2.2",
        message: "the host is not one of those that are allowed, or there is none",
        has: "https://example.org.evil.example/",
        has_not: "https://www.example.org/",
        needs: Traits::NONE,
        find: host_not_allowed,
    },
    Rule {
        code: "address-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §7.4",
        message: "the host is an address that is not allowed",
        has: "https://127.0.0.1/",
        has_not: "https://93.184.216.34/",
        needs: Traits::NONE,
        find: address_not_allowed,
    },
    Rule {
        code: "port-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.2.3",
        message: "the port is not one of those that are allowed",
        has: "https://example.org:22/",
        has_not: "https://example.org:8443/",
        needs: Traits::NONE,
        find: port_not_allowed,
    },
    Rule {
        code: "userinfo-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.2.1",
        message: "a user name or password before the host is not allowed",
        has: "https://anna@example.org/",
        has_not: "https://example.org/@anna",
        needs: Traits::NONE,
        find: userinfo_not_allowed,
    },
    Rule {
        code: "query-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.4",
        message: "a query is not allowed",
        has: "https://example.org/?a=b",
        has_not: "https://example.org/a=b",
        needs: Traits::NONE,
        find: query_not_allowed,
    },
    Rule {
        code: "fragment-not-allowed",
        severity: Error,
        profiles: &[],
        clause: "RFC 3986 §3.5",
        message: "a fragment is not allowed",
        has: "https://example.org/#a",
        has_not: "https://example.org/%23a",
        needs: Traits::NONE,
        find: fragment_not_allowed,
    },
    Rule {
        code: "too-long",
        severity: Error,
        profiles: &[],
        clause: "RFC 9110 §4.1",
        message: "the text is longer than is allowed",
        has: "https://example.org/abcdefghijklmnopqrstuvwxyz",
        has_not: "https://example.org/abcdefghijklmnopqrstu",
        needs: Traits::NONE,
        find: too_long,
    },
];

/// Whether the rule of that code finds something only where a policy asks.
pub fn needs_policy(code: &str) -> bool {
    RULES.iter().any(|rule| rule.code == code)
}

fn scheme_not_allowed(subject: &Subject<'_>, found: &mut Found) {
    let Some(schemes) = subject.context.allowed.as_ref().and_then(|a| a.schemes.as_ref()) else {
        return;
    };
    let scheme = subject.scheme().unwrap_or_default();
    if !schemes.iter().any(|one| one.eq_ignore_ascii_case(scheme)) && !subject.is_loopback_allowed()
    {
        match subject.parts.scheme() {
            Some(span) => found.with(span, scheme.to_ascii_lowercase()),
            None => found.at(0..subject.text.len()),
        }
    }
}

fn host_not_allowed(subject: &Subject<'_>, found: &mut Found) {
    let Some(hosts) = subject.context.allowed.as_ref().and_then(|a| a.hosts.as_ref()) else {
        return;
    };
    let looked = subject.looked_up();
    let is_listed = looked.is_some_and(|host| hosts.iter().any(|one| one.matches(host)));
    if !is_listed && !subject.is_loopback_allowed() {
        let span = subject.host_span().unwrap_or_else(|| subject.authority_or_all());
        match looked {
            Some(Looked::Address(address)) => found.with(span, address.to_string()),
            Some(Looked::Name(name)) => found.with(span, name),
            None => found.at(span),
        }
    }
}

fn address_not_allowed(subject: &Subject<'_>, found: &mut Found) {
    let Some(allowed) = &subject.context.allowed else { return };
    let Some(span) = subject.host_span() else { return };
    match subject.looked_up() {
        Some(&Looked::Address(address)) => {
            if !allowed.has_address(address) && !subject.is_loopback_allowed() {
                found.with(span, address.to_string());
            }
        }
        Some(Looked::Name(_)) => {}
        // What is meant for an address and is none may be one to another reader.
        None => {
            let is_malformed = || subject.ascii_name().is_some_and(|n| ipv4(n) == Ipv4::Malformed);
            let is_asked = !matches!(allowed.addresses, Addresses::Any);
            if is_asked && (subject.text[span.clone()].starts_with('[') || is_malformed()) {
                found.at(span);
            }
        }
    }
}

fn port_not_allowed(subject: &Subject<'_>, found: &mut Found) {
    let Some(ports) = subject.context.allowed.as_ref().and_then(|a| a.ports.as_ref()) else {
        return;
    };
    let digits = subject.port().map(|span| &subject.text[span]);
    let port = port_or_default(subject.scheme(), digits);
    if !port.is_some_and(|port| ports.contains(&port)) && !subject.is_loopback_allowed() {
        let span = subject.port().filter(|span| !span.is_empty());
        let span = span.unwrap_or_else(|| subject.authority_or_all());
        match port {
            Some(port) => found.with(span, port.to_string()),
            None => found.at(span),
        }
    }
}

fn userinfo_not_allowed(subject: &Subject<'_>, found: &mut Found) {
    if subject.context.allowed.as_ref().is_some_and(|allowed| !allowed.userinfo)
        && let Some(span) = subject.userinfo()
    {
        found.at(span.start..span.end + "@".len());
    }
}

fn query_not_allowed(subject: &Subject<'_>, found: &mut Found) {
    if subject.context.allowed.as_ref().is_some_and(|allowed| !allowed.query)
        && let Some(span) = subject.parts.query()
    {
        found.at(span.start - "?".len()..span.end);
    }
}

fn fragment_not_allowed(subject: &Subject<'_>, found: &mut Found) {
    if subject.context.allowed.as_ref().is_some_and(|allowed| !allowed.fragment)
        && let Some(span) = subject.parts.fragment()
    {
        found.at(span.start - "#".len()..span.end);
    }
}

/// The length is counted in characters, and only of a text with more octets than that.
fn too_long(subject: &Subject<'_>, found: &mut Found) {
    let Some(most) = subject.context.allowed.as_ref().and_then(|allowed| allowed.max_length) else {
        return;
    };
    if subject.text.len() > most
        && let Some((start, _)) = subject.text.char_indices().nth(most)
    {
        found.with(start..subject.text.len(), subject.text.chars().count().to_string());
    }
}
