//! Hosts: addresses in disguise, names that the DNS cannot have, internationalized names.

use std::net::IpAddr;
use std::ops::Range;

use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::{Label, Subject};
use crate::parts::host::DOTS;
use crate::parts::lookup::{Ipv4, Looked, ipv4, mapped_characters};
use crate::parts::percent::unquote;
use crate::parts::reach::{SPECIAL_USE, embedded_ipv4, is_global};
use crate::parts::scheme::is_database;
use crate::syntax::chars::{Class, IREG_NAME, REG_NAME, UNRESERVED};

rules! {
    "ipv4-lookalike": Error, [Default], if NUMBER, "RFC 3986 §7.4", ipv4_lookalike,
        "the host looks like a name, but browsers and name look-up read it as an IPv4 address",
        "http://0177.0.0.1/" => "http://127.0.0.1/";
    "ipv4-malformed": Warning, [Default], if NUMBER, "URL Standard, ends in a number", ipv4_malformed,
        "the name ends in a number but is not an IPv4 address in any notation, so browsers refuse it",
        "http://256.1.1.1/" => "http://example.org/";
    "address-not-global": Error, [Untrusted], if NUMBER, "RFC 6890 §2.2", address_not_global,
        "the address is not globally reachable, because it belongs to this machine, a private network, a multicast group or a special purpose",
        "http://169.254.169.254/" => "http://93.184.216.34/";
    "ipv6-embeds-ipv4": Error, [Untrusted], if NUMBER, "RFC 4291 §2.5.5", ipv6_embeds_ipv4,
        "the IPv6 address contains an IPv4 address; check both",
        "http://[::ffff:127.0.0.1]/" => "http://[2001:db8::1]/";
    "host-special-use": Error, [Untrusted], if LOCAL, "RFC 6761 §6", host_special_use,
        "the name is not in the public DNS, because it is for this machine, a local network or a special use, or has no dot",
        "http://localhost/" => "http://localhost.example.org/";
    "host-percent-encoded": Warning, [Default], if INTERNATIONAL, "RFC 3986 §3.2.2", host_percent_encoded,
        "the domain name is percent-encoded: some readers decode it, others look it up as it is",
        "http://ex%61mple.org/" => "http://example.org/";
    "host-socket-path": Warning, [Default, Norm], if INTERNATIONAL, "RFC 3986 §3.2.2", host_socket_path,
        "the host is the path of a socket, where letter case matters, but a host is case-insensitive and normalization makes it lower-case",
        "http+unix://%2FRun%2Fdocker.sock/info" => "http+unix://%2Frun%2Fdocker.sock/info";
    "several-hosts": Error, [Default], if ODD_HOST, "RFC 3986 §3.2.2", several_hosts,
        "a URI has one host, but drivers of databases and brokers read several here and connect to any of them",
        "postgresql://one.db.example,two.db.example/shop" => "postgresql://one.db.example/shop";
    "dns-label-empty": Error, [Default], if ODD_HOST, "RFC 1034 §3.1", dns_label_empty,
        "a label of the domain name is empty",
        "http://example..org/" => "http://example.org./";
    "dns-label-hyphen": Warning, [Default], if ODD_HOST, "RFC 1035 §2.3.1", dns_label_hyphen,
        "a label of the domain name begins or ends with a hyphen",
        "http://-example.org/" => "http://ex-ample.org/";
    "dns-too-long": Error, [Default], if LONG_HOST, "RFC 1035 §2.3.4", dns_too_long,
        "a domain name has at most 253 octets, and each of its labels at most 63",
        "http://abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl.example/" => "http://abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk.example/";
    "dns-character": Info, [Default], if ODD_HOST, "RFC 1035 §2.3.1", dns_character,
        "host names consist of letters, digits and hyphens",
        "http://ex_ample.org/" => "http://ex-ample.org/";
    "dns-root-dot": Info, [Norm], if ODD_HOST, "RFC 3986 §3.2.2", dns_root_dot,
        "the domain name ends with the root dot: the same host, but another origin",
        "http://example.org./" => "http://example.org/";
    "idna-invalid": Error, [Default], if INTERNATIONAL, "UTS #46 §4", idna_invalid,
        "a label is not a valid internationalized domain name",
        "http://xn--a.example/" => "http://xn--r8jz45g.example/";
    "idna-mapped": Warning, [Default, Rdf], if INTERNATIONAL, "UTS #46 §4", idna_mapped,
        "name look-up maps characters of the domain name to others",
        "http://\u{FF45}xample.org/" => "http://éxample.org/";
    "idna-deviation": Info, [Default], if INTERNATIONAL, "UTS #46 §7", idna_deviation,
        "a character that IDNA 2003 maps and IDNA 2008 keeps, so the two lead to different hosts",
        "http://faß.example/" => "http://fass.example/";
    "idna-a-label": Info, [Rdf], if INTERNATIONAL, "RDF 1.2 Concepts §3.3.1", idna_a_label,
        "a label is in its ASCII form; an IRI can have the Unicode form",
        "http://xn--r8jz45g.example/" => "http://例え.example/";
}

fn ipv4_lookalike(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(span) = subject.dns_name()
        && let Some(Looked::Address(address)) = subject.looked_up()
    {
        found.with(span.clone(), address.to_string());
        found.suggest(|| Some(subject.replaced(span, &address.to_string())));
    }
}

fn ipv4_malformed(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(span) = subject.dns_name()
        && let Some(name) = subject.ascii_name()
        && ipv4(name) == Ipv4::Malformed
    {
        found.at(span);
    }
}

fn address_not_global(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(span) = subject.host_span()
        && let Some(Looked::Address(address)) = subject.looked_up()
        && !is_global(*address)
    {
        found.with(span, address.to_string());
    }
}

fn ipv6_embeds_ipv4(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(span) = subject.host_span()
        && let Some(&Looked::Address(IpAddr::V6(address))) = subject.looked_up()
        && let Some(embedded) = embedded_ipv4(address)
    {
        found.with(span, embedded.to_string());
    }
}

fn host_special_use(subject: &Subject<'_>, found: &mut RuleNotes) {
    // The host of a file is a name of a local network anyway: `file-host` tells.
    let is_expected = subject.has_scheme(&["file"]) || subject.is_loopback_allowed();
    if let Some(span) = subject.dns_name().filter(|_| !is_expected)
        && let Some(Looked::Name(name)) = subject.looked_up()
    {
        let is_or_is_below = |special: &&&str| {
            name.strip_suffix(**special).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        if let Some(special) = SPECIAL_USE.iter().find(is_or_is_below) {
            found.with(span, *special);
        } else if !(name.is_empty() || name.contains('.')) {
            // A hosts file or a search list may resolve such a name in the local network: `metadata`,
            // `ip6-loopback`. Every public name has a dot (RFC 7085).
            found.with(span, &**name);
        }
    }
}

fn host_percent_encoded(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.dns_name() else { return };
    let host = &subject.text[span.clone()];
    if host.contains('%') {
        found.at(span.clone());
        // A delimiter must stay encoded, and a text that is not a host stays as it is.
        found.suggest(|| {
            let is_plain =
                |c: char| in_class(UNRESERVED, c) || !c.is_ascii() && in_class(IREG_NAME, c);
            let decoded = String::from_utf8(unquote(host)).ok()?;
            decoded.chars().all(is_plain).then(|| subject.replaced(span, &decoded))
        });
    }
}

/// "The host subcomponent is case-insensitive" for all schemes, and "producers and normalizers should use lowercase
/// for registered names" (§3.2.2).
fn host_socket_path(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.host_span() else { return };
    let path = unquote(&subject.text[span.clone()]);
    if path.starts_with(b"/") && path.iter().any(u8::is_ascii_uppercase) {
        found.at(span);
    }
}

fn several_hosts(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.host_span().filter(|_| subject.scheme().is_some_and(is_database))
    else {
        return;
    };
    if mapped_characters(&subject.text[span.clone()]).any(|(_, c)| matches!(c, ',' | ';')) {
        found.at(span);
    }
}

fn in_class(class: Class, c: char) -> bool {
    class.contains(c.into())
}

/// The labels of a name, without the empty one after the dot of the root.
fn labels<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = &'s Label> {
    let all = subject.labels();
    let is_root = |label: &Label| label.mapped.is_empty() && all.len() > 1;
    let count = all.len() - usize::from(all.last().is_some_and(is_root));
    all[..count].iter()
}

fn dns_label_empty(subject: &Subject<'_>, found: &mut RuleNotes) {
    for Label { span, dot, .. } in labels(subject).filter(|label| label.mapped.is_empty()) {
        found.at(span.start.min(dot.start)..dot.end);
    }
}

/// Returns where the last two labels of a name begin. Their owner chooses the names below them, and name
/// look-up and servers accept any character there (RFC 2181 §11): real names begin with `my_host.`.
fn two_labels(subject: &Subject<'_>) -> usize {
    let labels = subject.labels();
    let named =
        labels.len() - usize::from(labels.last().is_some_and(|root| root.mapped.is_empty()));
    labels.get(named.saturating_sub(2)).map_or(0, |label| label.span.start)
}

fn dns_label_hyphen(subject: &Subject<'_>, found: &mut RuleNotes) {
    let named = two_labels(subject);
    for label in labels(subject).filter(|label| label.span.start >= named) {
        if label.mapped.starts_with('-') || label.mapped.ends_with('-') {
            found.at(label.span.clone());
        }
    }
}

fn dns_too_long(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.dns_name() else { return };
    let Some(name) = subject.ascii_name() else { return };
    let name = name.strip_suffix('.').unwrap_or(name);
    if name.len() > 253 || name.split('.').any(|label| label.len() > 63) {
        found.at(span);
    }
}

fn dns_character(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.dns_name() else { return };
    let is_other =
        |c: char| in_class(REG_NAME, c) && !c.is_ascii_alphanumeric() && !"-.%".contains(c);
    let named = two_labels(subject);
    let is_named = |place: &Range<usize>| span.start + place.start >= named;
    let characters = mapped_characters(&subject.text[span.clone()]);
    for (place, c) in characters.filter(|(place, c)| is_other(*c) && (*c != '_' || is_named(place)))
    {
        found.with(span.start + place.start..span.start + place.end, c);
    }
}

fn dns_root_dot(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let [others @ .., before, root] = subject.labels()
        && root.mapped.is_empty()
        && !(others.is_empty() && before.mapped.is_empty())
    {
        let dot = before.dot.start..root.span.end;
        found.at(dot.clone());
        // Another dot follows an empty label.
        found.suggest(|| (!before.mapped.is_empty()).then(|| subject.replaced(dot, "")));
    }
}

fn idna_invalid(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.dns_name() else { return };
    let host = &subject.text[span.clone()];
    // The rule for right-to-left scripts is about all labels together (RFC 5893 §1.4).
    let mut is_somewhere = false;
    for label in labels(subject).filter(|label| !label.is_allowed || !is_u_label(&label.shown)) {
        is_somewhere = true;
        found.at(label.span.clone());
    }
    if !is_somewhere && subject.ascii_name().is_none() && host.chars().any(|c| !DOTS.contains(&c)) {
        found.at(span);
    }
}

/// Returns true if a label is also valid by the stricter parameters of UTS #46, which `ToUnicode` uses here and
/// browsers do not: `UseSTD3ASCIIRules` and `CheckHyphens`. Other rules report that for ASCII labels.
fn is_u_label(shown: &str) -> bool {
    let is_other = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '-';
    shown.is_ascii()
        || !shown.contains(is_other)
            && !shown.starts_with('-')
            && !shown.ends_with('-')
            && shown.chars().skip(2).take(2).ne("--".chars())
}

fn idna_mapped(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.dns_name() else { return };
    let host = &subject.text[span.clone()];
    if host.is_ascii() || subject.ascii_name().is_none() {
        return;
    }
    let mut mapped = String::with_capacity(host.len());
    let mut end = span.start;
    for label in subject.labels() {
        let dot = end..label.span.start;
        if !subject.text[dot.clone()].is_ascii() {
            found.with(dot.clone(), ".");
        }
        mapped.push_str(if dot.is_empty() { "" } else { "." });
        let text = &subject.text[label.span.clone()];
        let is_mapped =
            !text.is_ascii() && !text.contains('%') && text.to_ascii_lowercase() != label.shown;
        if is_mapped {
            found.with(label.span.clone(), &*label.shown);
        }
        mapped.push_str(if is_mapped { &label.shown } else { text });
        end = label.span.end;
    }
    found.suggest(|| Some(subject.replaced(span, &mapped)));
}

fn idna_deviation(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.dns_name() else { return };
    let is_deviation = |c| matches!(c, 'ß' | 'ς' | '\u{200C}' | '\u{200D}');
    let characters = mapped_characters(&subject.text[span.clone()]);
    for (place, _) in characters.filter(|&(_, c)| is_deviation(c)) {
        found.at(span.start + place.start..span.start + place.end);
    }
}

fn idna_a_label(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.dns_name() else { return };
    let unicode = |label: &Label| {
        let is_a_label = label.mapped.starts_with("xn--") && !label.shown.is_ascii();
        (is_a_label && label.is_allowed).then(|| label.shown.clone())
    };
    let mut shown = String::with_capacity(span.len());
    for label in subject.labels() {
        if label.span.start > span.start {
            shown.push('.');
        }
        match unicode(label) {
            Some(unicode) => {
                found.with(label.span.clone(), &*unicode);
                shown.push_str(&unicode);
            }
            None => shown.push_str(&subject.text[label.span.clone()]),
        }
    }
    found.suggest(|| Some(subject.replaced(span, &shown)));
}
