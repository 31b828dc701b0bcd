//! URNs (RFC 8141), and the namespaces `uuid` and `oid`.

use std::ops::Range;

use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::Subject;
use crate::operations::urn::is_nid;

rules! {
    "urn-nid": Error, [Default], if URN, "RFC 8141 §2", urn_nid,
        "the namespace identifier of a URN has 2 to 32 letters, digits and hyphens, with no hyphen at either end",
        "urn:a:b" => "urn:ab:c";
    "urn-nss": Error, [Default], if URN, "RFC 8141 §2", urn_nss,
        "a URN has a namespace-specific string, which does not begin with a slash",
        "urn:isbn:" => "urn:isbn:0451450523";
    "urn-non-ascii": Warning, [Default], if URN, "RFC 8141 §2", urn_non_ascii,
        "a URN consists of ASCII characters; others are percent-encoded",
        "urn:example:é" => "urn:example:%C3%A9";
    "urn-component": Error, [Default], if URN, "RFC 8141 §2.3", urn_component,
        "in a URN, “?” is followed by “+” or “=” and a component that is not empty",
        "urn:example:a?b" => "urn:example:a?=b";
    "urn-experimental": Info, [Default], if URN, "RFC 8141 §5", urn_experimental,
        "the namespace is experimental or informal",
        "urn:x-foo:bar" => "urn:foo:bar";
    "urn-not-normal": Info, [Norm], if URN, "RFC 8141 §3.1", urn_not_normal,
        "the namespace identifier has upper-case letters, which are equivalent to lower-case ones",
        "urn:ISBN:0451450523" => "urn:isbn:0451450523";
    "uuid-syntax": Error, [Default], if URN, "RFC 9562 §4", uuid_syntax,
        "a UUID has 8-4-4-4-12 hexadecimal digits",
        "urn:uuid:f81d4fae-7dec-11d0-a765" => "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
    "uuid-not-lowercase": Info, [Norm], if URN, "RFC 4122 §3", uuid_not_lowercase,
        "a UUID should be in lower case",
        "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6" => "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
    "oid-syntax": Error, [Default], if URN, "RFC 3061 §2", oid_syntax,
        "an object identifier consists of numbers without leading zeros: the first is at most 2, and the second is below 40 after 0 or 1",
        "urn:oid:1.02.3" => "urn:oid:1.2.3";
}

/// The positions of the parts of a URN.
struct UrnSpans {
    /// The text before the first colon of the path, or all of it.
    nid: Range<usize>,
    /// The text after it, if there is a colon.
    nss: Option<Range<usize>>,
}

fn urn(subject: &Subject<'_>) -> Option<UrnSpans> {
    if !subject.has_scheme(&["urn"]) {
        return None;
    }
    let path = subject.parts.path();
    let colon = subject.path().find(':').map(|i| path.start + i);
    Some(UrnSpans {
        nid: path.start..colon.unwrap_or(path.end),
        nss: colon.map(|colon| colon + 1..path.end),
    })
}

/// The namespace-specific string of a URN of a namespace.
fn nss_of(subject: &Subject<'_>, nid: &str) -> Option<Range<usize>> {
    let urn = urn(subject)?;
    subject.text[urn.nid].eq_ignore_ascii_case(nid).then_some(urn.nss?)
}

/// `informal = "urn-" 1*DIGIT`, the number not beginning with a zero (§5.2).
fn informal_number(nid: &str) -> Option<&str> {
    nid.get(..4).filter(|start| start.eq_ignore_ascii_case("urn-"))?;
    Some(&nid[4..])
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit())
}

fn urn_nid(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(urn) = urn(subject) else { return };
    let nid = &subject.text[urn.nid.clone()];
    let is_named = is_nid(nid) && informal_number(nid).is_none_or(is_number);
    if !is_named || subject.parts.has_authority() {
        let is_missing = urn.nid.is_empty() || subject.parts.has_authority();
        found.at(if is_missing { 0..subject.text.len() } else { urn.nid });
    }
}

fn urn_nss(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(urn) = urn(subject).filter(|_| !subject.parts.has_authority()) else { return };
    match urn.nss {
        Some(nss) if subject.text[nss.clone()].starts_with('/') => found.at(nss),
        Some(nss) if !nss.is_empty() => {}
        _ => found.at(0..subject.parts.path_end),
    }
}

fn urn_non_ascii(subject: &Subject<'_>, found: &mut RuleNotes) {
    if urn(subject).is_none() {
        return;
    }
    for (i, c) in subject.text.match_indices(|c: char| !c.is_ascii()) {
        found.at(i..i + c.len());
    }
    found.suggest(|| Some(crate::parts::percent::encode_non_ascii(subject.text).into_owned()));
}

fn urn_component(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(query) = subject.parts.query().filter(|_| subject.has_scheme(&["urn"])) else {
        return;
    };
    let begins = |component: &str| !component.is_empty() && !component.starts_with(['/', '?']);
    let text = &subject.text[query.clone()];
    let is_component = match (text.strip_prefix('+'), text.strip_prefix('=')) {
        (Some(rest), _) => match rest.split_once("?=") {
            Some((r, q)) => begins(r) && begins(q),
            None => begins(rest),
        },
        (None, Some(q)) => begins(q),
        (None, None) => false,
    };
    if !is_component {
        found.at(query.start - 1..query.end);
    }
}

fn urn_experimental(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(urn) = urn(subject) else { return };
    let nid = &subject.text[urn.nid.clone()];
    let is_experimental = nid.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("x-"));
    if is_experimental || informal_number(nid).is_some_and(is_number) {
        found.at(urn.nid);
    }
}

fn urn_not_normal(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(urn) = urn(subject).filter(|urn| urn.nss.is_some()) else { return };
    // Letter case is only ignored in a valid identifier; another rule reports the others.
    if !is_nid(&subject.text[urn.nid.clone()]) {
        return;
    }
    let lower = subject.text[urn.nid.clone()].to_ascii_lowercase();
    if lower != subject.text[urn.nid.clone()] {
        found.at(urn.nid.clone());
        found.suggest(|| Some(subject.replaced(urn.nid, &lower)));
    }
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(i, b)| match i {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

fn uuid_syntax(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(nss) = nss_of(subject, "uuid").filter(|nss| !nss.is_empty())
        && !is_uuid(&subject.text[nss.clone()])
    {
        found.at(nss);
    }
}

fn uuid_not_lowercase(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(nss) = nss_of(subject, "uuid") else { return };
    let uuid = &subject.text[nss.clone()];
    if is_uuid(uuid) && uuid.bytes().any(|b| b.is_ascii_uppercase()) {
        found.at(nss.clone());
        found.suggest(|| Some(subject.replaced(nss, &uuid.to_ascii_lowercase())));
    }
}

fn oid_syntax(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(nss) = nss_of(subject, "oid").filter(|nss| !nss.is_empty()) else { return };
    let oid = &subject.text[nss.clone()];
    let mut arcs = oid.split('.');
    let is_arc = |arc: &str| arc == "0" || is_number(arc);
    let (first, second) = (arcs.next().unwrap_or_default(), arcs.next());
    let is_first = matches!(first, "0" | "1" | "2");
    let is_second =
        second.is_none_or(|arc| first == "2" || arc.parse().is_ok_and(|arc: u8| arc < 40));
    if !(is_first && is_second && oid.split('.').all(is_arc)) {
        found.at(nss);
    }
}
