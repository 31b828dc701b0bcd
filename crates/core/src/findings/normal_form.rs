//! Normal form: what `normalize` changes, by cause, and what it leaves.

use std::net::IpAddr;

use icu_normalizer::{ComposingNormalizer, ComposingNormalizerBorrowed};
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::{Subject, pieces};
use crate::operations::convert::{decoded, is_decoded_in_iris};
use crate::parts::host;
use crate::parts::path::remove_dot_segments;
use crate::parts::percent::{Encoded, encoded, normalize_escapes};
use crate::parts::scheme;
use crate::syntax::chars::{IFRAGMENT, IQUERY, UNRESERVED};

rules! {
    "scheme-not-lowercase": Info, [Norm, Rdf], if UPPER, "RFC 3986 §3.1", scheme_not_lowercase,
        "the scheme has upper-case letters; its canonical form is lower-case",
        "HTTP://example.org/" => "http://example.org/";
    "host-not-lowercase": Info, [Norm, Rdf], if UPPER, "RFC 3986 §6.2.2.1", host_not_lowercase,
        "the host has upper-case letters, which are equivalent to lower-case ones",
        "http://EXAMPLE.org/" => "http://example.org/";
    "percent-not-uppercase": Info, [Norm, Rdf], if PERCENT, "RFC 3986 §2.1", percent_not_uppercase,
        "the hexadecimal digits of percent-encoding should be upper-case",
        "http://example.org/%c3%a9" => "http://example.org/%C3%A9";
    "percent-encoded-unreserved": Info, [Norm, Rdf], if PERCENT, "RFC 3986 §2.3", percent_encoded_unreserved,
        "an unreserved character is percent-encoded, which is unnecessary",
        "http://example.org/%7Eanna" => "http://example.org/~anna";
    "percent-encoded-ucschar": Info, [Rdf], if PERCENT_OCTET, "RDF 1.2 Concepts §3.3.1", percent_encoded_ucschar,
        "a character is percent-encoded, although an IRI can contain it",
        "http://example.org/%C3%A9" => "http://example.org/é";
    "dot-segment": Warning, [Default, Norm, Rdf], if DOT, "RFC 3986 §3.3", dot_segment,
        "dot segments are meant only for the beginning of a relative path",
        "http://example.org/a/../b" => "../b";
    "path-empty": Info, [Norm, Rdf], if EMPTY_PATH, "RFC 3986 §6.2.3", path_empty,
        "the path is empty, which in this scheme is equivalent to “/”",
        "http://example.org" => "http://example.org/";
    "port-default": Info, [Norm, Rdf], if PORT, "RFC 3986 §3.2.3", port_default,
        "the port is the default of the scheme and can be left out",
        "http://example.org:80/" => "http://example.org:8080/";
    "port-empty": Warning, [Default, Norm], if PORT, "RFC 3986 §3.2.3", port_empty,
        "a colon without a port follows the host",
        "http://example.org:/" => "http://example.org/";
    "userinfo-empty": Info, [Norm], if USERINFO, "RFC 3986 §6.2.3", userinfo_empty,
        "an “@” follows an empty userinfo",
        "http://@example.org/" => "http://example.org/";
    "ipv6-not-canonical": Info, [Norm], if NUMBER, "RFC 5952 §4", ipv6_not_canonical,
        "the IPv6 address is not in canonical form",
        "http://[2001:DB8::0]/" => "http://[2001:db8::]/";
    "not-nfc": Warning, [Default, Norm, Rdf], if COMPOSABLE, "RFC 3987 §5.3.2.2", not_nfc,
        "the text is not in Unicode normalization form C, so it compares unequal to text that looks the same",
        "http://example.org/re\u{301}sume\u{301}" => "http://example.org/résumé";
    "not-nfkc": Info, [Norm], if NON_ASCII, "RFC 3987 §7.5", not_nfkc,
        "a compatibility character represents others, as a ligature represents its letters",
        "http://example.org/\u{FB01}le" => "http://example.org/file";
}

fn scheme_not_lowercase(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(span) = subject.parts.scheme()
        && let scheme = &subject.text[span.clone()]
        && scheme.bytes().any(|b| b.is_ascii_uppercase())
    {
        found.at(span.clone());
        found.suggest(|| Some(subject.replaced(span, &scheme.to_ascii_lowercase())));
    }
}

/// The digits of triplets do not count, and the letters of an IPv6 address have a rule of their own.
fn host_not_lowercase(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.host_span() else { return };
    let host = &subject.text[span.clone()];
    if host::address(host).is_some() {
        return;
    }
    let mut lower = String::with_capacity(host.len());
    let mut rest = 0;
    for (triplet, _) in encoded(host) {
        lower.push_str(&host[rest..triplet.start].to_ascii_lowercase());
        lower.push_str(&host[triplet.clone()]);
        rest = triplet.end;
    }
    lower.push_str(&host[rest..].to_ascii_lowercase());
    if lower != host {
        found.at(span.clone());
        found.suggest(|| Some(subject.replaced(span, &lower)));
    }
}

fn percent_not_uppercase(subject: &Subject<'_>, found: &mut RuleNotes) {
    let text = subject.text;
    let is_lower = |b: &u8| b.is_ascii_lowercase();
    for (i, _) in text.match_indices('%') {
        if text.as_bytes()[i + 1..i + 3].iter().any(is_lower) {
            found.at(i..i + 3);
        }
    }
    found.suggest(|| {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(i) = rest.find('%') {
            out.push_str(&rest[..i]);
            out.push_str(&rest[i..i + 3].to_ascii_uppercase());
            rest = &rest[i + 3..];
        }
        out.push_str(rest);
        Some(out)
    });
}

fn percent_encoded_unreserved(subject: &Subject<'_>, found: &mut RuleNotes) {
    for (span, what) in encoded(subject.text) {
        if let Encoded::Character(c) = what
            && UNRESERVED.contains(c.into())
        {
            found.with(span, c);
        }
    }
    found.suggest(|| Some(normalize_escapes(subject.text).into_owned()));
}

fn percent_encoded_ucschar(subject: &Subject<'_>, found: &mut RuleNotes) {
    let query = subject.parts.query().unwrap_or(0..0);
    for (span, what) in encoded(subject.text) {
        let class = if query.contains(&span.start) { IQUERY } else { IFRAGMENT };
        if let Encoded::Character(c) = what
            && !c.is_ascii()
            && is_decoded_in_iris(c, class)
        {
            found.with(span, c);
        }
    }
    found.suggest(|| Some(decoded(subject.text).into_owned()));
}

/// `.` and `..` at the beginning of a relative-path reference are significant, and so is a guard.
fn dot_segment(subject: &Subject<'_>, found: &mut RuleNotes) {
    let components = subject.components();
    let path = components.unguarded_path();
    let start = subject.parts.path_end - path.len();
    let mut may_begin = components.scheme.is_none() && !path.starts_with('/');
    for segment in pieces(path, &['/']) {
        let is_dots = matches!(&path[segment.clone()], "." | "..");
        if is_dots && !may_begin {
            found.at(start + segment.start..start + segment.end);
        }
        may_begin &= is_dots;
    }
    // Before resolution, the segments of a relative reference are significant (§5.2.1).
    found.suggest(|| {
        components.scheme?;
        let mut plain = String::with_capacity(path.len());
        remove_dot_segments("", path, &mut plain);
        Some(subject.with_path(&plain))
    });
}

fn path_empty(subject: &Subject<'_>, found: &mut RuleNotes) {
    let is_root = subject.known.is_some_and(|known| known.root_path);
    if is_root && subject.host().is_some() && subject.path().is_empty() {
        found.at(subject.authority_or_all());
        found.suggest(|| Some(subject.with_path("/")));
    }
}

fn port_default(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(port) = subject.port_span() else { return };
    let number = scheme::port_number(&subject.text[port.clone()]);
    if number.is_some() && number == subject.known.and_then(|known| known.default_port) {
        let with_colon = port.start - 1..port.end;
        found.at(with_colon.clone());
        found.suggest(|| Some(subject.replaced(with_colon, "")));
    }
}

fn port_empty(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(port) = subject.port_span().filter(std::ops::Range::is_empty) {
        let colon = port.start - 1..port.end;
        found.at(colon.clone());
        found.suggest(|| Some(subject.replaced(colon, "")));
    }
}

fn userinfo_empty(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(userinfo) = subject.userinfo().filter(std::ops::Range::is_empty) {
        let at = userinfo.end..userinfo.end + 1;
        found.at(at.clone());
        found.suggest(|| Some(subject.replaced(at, "")));
    }
}

fn ipv6_not_canonical(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(span) = subject.host_span() else { return };
    let host = &subject.text[span.clone()];
    if let Some(IpAddr::V6(address)) = host::address(host) {
        let canonical = format!("[{address}]");
        if host != canonical {
            found.with(span.clone(), address.to_string());
            found.suggest(|| Some(subject.replaced(span, &canonical)));
        }
    }
}

const NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizer::new_nfc();
const NFKC: ComposingNormalizerBorrowed<'static> = ComposingNormalizer::new_nfkc();

fn not_nfc(subject: &Subject<'_>, found: &mut RuleNotes) {
    not_in_form(subject, &NFC, found);
}

fn not_nfkc(subject: &Subject<'_>, found: &mut RuleNotes) {
    if NFC.is_normalized(subject.text) {
        not_in_form(subject, &NFKC, found);
    }
}

/// Finds the first character that is not in the form, with the marks that belong to it.
fn not_in_form(
    subject: &Subject<'_>,
    form: &ComposingNormalizerBorrowed<'_>,
    found: &mut RuleNotes,
) {
    let text = subject.text;
    let (normal, rest) = form.split_normalized(text);
    let Some(first) = rest.chars().next() else { return };
    let categories = CodePointMapData::<GeneralCategory>::new();
    let is_mark = |&c: &char| {
        use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
        matches!(categories.get(c), NonspacingMark | SpacingMark | EnclosingMark)
    };
    let marks: usize = rest.chars().skip(1).take_while(is_mark).map(char::len_utf8).sum();
    found.at(normal.len()..normal.len() + first.len_utf8() + marks);
    // Some characters are equivalent to an ASCII character that is a delimiter, or that no IRI may contain.
    found.suggest(|| {
        let normal = form.normalize(text).into_owned();
        let marks = |text: &str| text.bytes().filter(u8::is_ascii_punctuation).count();
        (marks(&normal) == marks(text)).then_some(normal)
    });
}
