//! The authority: a userinfo that looks like a host, and ports that lead nowhere.

use std::ops::Range;

use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::Subject;
use crate::links::is_top_level;
use crate::parts::lookup::{Ipv4, ipv4};
use crate::parts::percent::{Encoded, encoded};
use crate::parts::scheme::port_number;
use crate::parts::userinfo::is_filler;
use crate::syntax::split::password as password_of;
use crate::syntax::text::Utf8;

rules! {
    "userinfo": Warning, [Default], if USERINFO, "RFC 9110 §4.2.4", userinfo,
        "a userinfo in a web link must not be sent, and can hide which host is meant",
        "http://anna@example.org/" => "ssh://git@example.org/";
    "password": Error, [Default], if USERINFO, "RFC 3986 §3.2.1", password,
        "the password can be read by everyone who sees the text",
        "ftp://anna:secret@example.org/" => "ftp://anna:@example.org/";
    "userinfo-like-host": Error, [Default], if USERINFO, "RFC 3986 §7.6", userinfo_like_host,
        "the userinfo looks like a host, but the real host follows it",
        "http://www.example.org@evil.example/" => "http://anna@example.org/";
    "userinfo-encoded-delimiter": Error, [Default], if USERINFO, "RFC 3986 §7.6", userinfo_encoded_delimiter,
        "an encoded delimiter in the user name ends the authority for readers that decode first",
        "http://www.example.org%2F@evil.example/" => "http://anna%20b@example.org/";
    "at-behind-authority": Warning, [Default], if USERINFO, "RFC 3986 §3.2", at_behind_authority,
        "an “@” follows the authority, which ends at “/”, “?” or “#”: the host may not be the one that was meant",
        "https://good.example#@evil.example/" => "https://registry.example/npm/vue@3";
    "port-out-of-range": Error, [Default], if PORT, "RFC 9293 §3.1", port_out_of_range,
        "a port has 16 bits, so it is at most 65535",
        "http://example.org:99999/" => "http://example.org:65535/";
    "port-blocked": Warning, [Default], if PORT, "Fetch Standard, port blocking", port_blocked,
        "browsers refuse to connect to this port, which belongs to another service",
        "http://example.org:22/" => "http://example.org:8443/";
    "scheme-doubled": Warning, [Default], if ODD_HOST | NO_HOST, "RFC 3986 §3.2.2", scheme_doubled,
        "the scheme occurs twice: the beginning was probably written twice",
        "https://http://example.org/" => "https://http.example.org/";
}

fn userinfo(subject: &Subject<'_>, found: &mut RuleNotes) {
    let userinfo = userinfo_of_someone(subject);
    if let Some(span) = userinfo.filter(|span| subject.is_link() && !span.is_empty()) {
        found.at(span);
    }
}

fn password(subject: &Subject<'_>, found: &mut RuleNotes) {
    let password = |userinfo| password_of(Utf8(subject.text.as_bytes()), userinfo);
    if let Some(span) =
        userinfo_of_someone(subject).and_then(password).filter(|span| !span.is_empty())
    {
        found.at(span);
    }
}

/// The userinfo, unless it is an example from a manual: `user:password` before a public name. On a private
/// network it may be the real login.
fn userinfo_of_someone(subject: &Subject<'_>) -> Option<Range<usize>> {
    let top = |name: &str| {
        is_top_level(name.trim_end_matches('.').rsplit_once('.')?.1.as_bytes()).then_some(())
    };
    let is_of_manual =
        |userinfo: &str| is_filler(userinfo) && subject.ascii_name().and_then(top).is_some();
    subject.userinfo().filter(|span| !is_of_manual(&subject.text[span.clone()]))
}

/// Returns true if a text looks like a host: labels that end in a top-level domain, `localhost`, or an address
/// with a dot.
fn userinfo_like_host(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.user().filter(|_| subject.is_link()) else { return };
    let user = subject.text[span.clone()].trim_end_matches('.');
    let top = user.rsplit_once('.').map(|(_, top)| top);
    let is_top = |top: &str| {
        top.chars().count() > 1 && top.chars().all(|c| c.is_ascii_alphabetic() || !c.is_ascii())
    };
    let is_address = || top.is_some() && matches!(ipv4(user), Ipv4::Address(_));
    if top.is_some_and(is_top) || is_address() || user.eq_ignore_ascii_case("localhost") {
        found.at(span);
    }
}

fn userinfo_encoded_delimiter(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(user) = subject.user().filter(|_| subject.is_link()) else { return };
    for (span, what) in encoded(&subject.text[user.clone()]) {
        if let Encoded::Character(c @ ('/' | '\\' | '?' | '#' | '@')) = what {
            found.with(user.start + span.start..user.start + span.end, c);
        }
    }
}

/// The last `@` after the authority, if a query or fragment has cut the authority off, or a password may
/// contain a raw delimiter.
fn at_behind_authority(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(authority) = subject.parts.authority() else { return };
    let rest = &subject.text[authority.end..];
    let has_password =
        || subject.userinfo().is_some_and(|userinfo| subject.text[userinfo].contains(':'));
    if let Some(at) = rest.rfind('@')
        && (rest.starts_with(['?', '#']) || has_password())
    {
        found.at(authority.end + at..authority.end + at + 1);
    }
}

fn port_out_of_range(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(port) = subject.port_span().filter(|port| !port.is_empty())
        && port_number(&subject.text[port.clone()]).is_none()
    {
        found.at(port);
    }
}

fn port_blocked(subject: &Subject<'_>, found: &mut RuleNotes) {
    if !subject.is_http() {
        return;
    }
    if let Some(port) = subject.port_span()
        && let Some(number) = port_number(&subject.text[port.clone()])
        && BLOCKED.contains(&number)
    {
        found.at(port);
    }
}

/// The bad ports of the Fetch Standard.
#[rustfmt::skip]
const BLOCKED: &[u16] = &[
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
    103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
    512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
    995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
    6669, 6679, 6697, 10080,
];

fn scheme_doubled(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(second) = second_scheme(subject) {
        let name = subject.text[second..].find(':').map_or(second, |colon| second + colon);
        found.at(second..name);
        // If there are three schemes, two are left.
        found.suggest_if_mended(subject, scheme_doubled, || subject.text[second..].to_owned());
        return;
    }
    let Some(span) = subject.host_span().filter(|_| subject.userinfo().is_none()) else { return };
    let Some(host) = subject.ascii_name() else { return };
    let is_scheme = matches!(host, "http" | "https");
    let has_no_port = subject.port_span().is_none_or(|port| port.is_empty());
    if is_scheme && has_no_port && subject.path().starts_with("//") {
        found.at(span);
        let second = || format!("{host}:{}", &subject.text[subject.parts.path_start..]);
        found.suggest_if_mended(subject, scheme_doubled, second);
    }
}

/// The beginning of another `http:` or `https:` after the scheme of a reference without an authority.
fn second_scheme(subject: &Subject<'_>) -> Option<usize> {
    if !subject.has_scheme(&["http", "https"]) || subject.parts.has_authority() {
        return None;
    }
    let path = subject.path();
    let rest = path.trim_start_matches('/');
    let (name, behind) = rest.split_once(':')?;
    let is_http = |name: &str| ["http", "https"].iter().any(|one| name.eq_ignore_ascii_case(one));
    let is_next = || behind.split_once(':').is_some_and(|(name, _)| is_http(name));
    let is_doubled = is_http(name) && (behind.starts_with("//") || is_next());
    is_doubled.then_some(subject.parts.path_start + path.len() - rest.len())
}
