//! Percent-encoding: octets that hide something from a reader that does not decode.

use std::ops::Range;

use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::{Subject, pieces};
use crate::parts::path::remove_dot_segments;
use crate::parts::percent::{Encoded, encoded, normalize_escapes, triplet, unquote};

rules! {
    "percent-encoded-not-utf8": Info, [Default], if PERCENT_OCTET, "RFC 3987 §3.2", percent_encoded_not_utf8,
        "the percent-encoded octets are not UTF-8, so the characters they represent are unknown",
        "http://example.org/%C0%AF" => "http://example.org/%C3%A9";
    "percent-encoded-control": Warning, [Default], if PERCENT_CONTROL, "RFC 3986 §7.3", percent_encoded_control,
        "a percent-encoded control character, which can end a string or a line once it is decoded",
        "http://example.org/%0D%0ASet-Cookie" => "http://example.org/%20";
    "percent-encoded-control-query": Info, [Untrusted], if PERCENT_CONTROL, "RFC 3986 §7.3", percent_encoded_control_query,
        "a percent-encoded control character in the query of a web link, as in text of several lines",
        "http://example.org/?text=a%0D%0Ab" => "http://example.org/?text=a%20b";
    "percent-encoded-delimiter": Info, [Untrusted], if PERCENT, "RFC 3986 §7.3", percent_encoded_delimiter,
        "an encoded slash or backslash in the path, which separates segments for readers that decode first",
        "http://example.org/a%2Fb" => "http://example.org/a/b";
    "percent-encoded-dot-segment": Warning, [Default], if PERCENT_DOT, "RFC 3986 §6.2.2.2", percent_encoded_dot_segment,
        "an encoded dot segment, which browsers and normalization remove but resolution does not",
        "http://example.org/a/%2E%2E/b" => "http://example.org/a/%2E%2Eb";
    "percent-encoded-twice": Info, [Untrusted], if PERCENT_PERCENT, "RFC 3986 §2.4", percent_encoded_twice,
        "the text seems to have been percent-encoded twice",
        "http://example.org/%2520" => "http://example.org/100%25";
}

fn percent_encoded_not_utf8(subject: &Subject<'_>, found: &mut RuleNotes) {
    let octets = encoded(subject.text).filter(|(_, what)| matches!(what, Encoded::Octet(_)));
    let mut run = 0..0;
    for (span, _) in octets {
        if run.end == span.start {
            run.end = span.end;
        } else {
            let before = std::mem::replace(&mut run, span);
            found.at_some(before);
        }
    }
    found.at_some(run);
}

fn percent_encoded_control(subject: &Subject<'_>, found: &mut RuleNotes) {
    let texts = texts(subject);
    let query = web_query(subject);
    for (span, control) in controls(subject) {
        if !texts.iter().chain(&query).any(|text| text.contains(&span.start)) {
            found.character(span, control);
        }
    }
}

fn percent_encoded_control_query(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(query) = web_query(subject) else { return };
    for (span, control) in controls(subject).filter(|(span, _)| query.contains(&span.start)) {
        found.character(span, control);
    }
}

fn controls(subject: &Subject<'_>) -> impl Iterator<Item = (Range<usize>, char)> {
    encoded(subject.text).filter_map(|(span, what)| match what {
        Encoded::Character(c) if c.is_ascii_control() => Some((span, c)),
        _ => None,
    })
}

fn web_query(subject: &Subject<'_>) -> Option<Range<usize>> {
    subject.parts.query().filter(|_| subject.is_link())
}

/// Parts that carry free text, with control characters between its lines: the bodies of messages, in which
/// "line breaks ... MUST be encoded with "%0D%0A"" (RFC 6068 §5), and the data of `data`.
fn texts(subject: &Subject<'_>) -> Vec<Range<usize>> {
    let (start, end) = (subject.parts.path_start, subject.parts.query_end);
    let moved = |span: Range<usize>| start + span.start..start + span.end;
    let text = &subject.text[start..end];
    if subject.has_scheme(&["data"]) {
        return text.find(',').map(|comma| moved(comma..text.len())).into_iter().collect();
    }
    let delimiters = match subject.scheme().map(str::to_ascii_lowercase).as_deref() {
        Some("mailto") => &['?', '&'][..],
        // Phones also write `;body=` and `&body=` after the number.
        Some("sms" | "smsto" | "mms" | "mmsto") => &['?', '&', ';'],
        _ => return Vec::new(),
    };
    let is_body = |span: &Range<usize>| {
        let (name, _) = text[span.clone()].split_once('=').unwrap_or_default();
        unquote(name).eq_ignore_ascii_case(b"body")
    };
    pieces(text, delimiters).filter(is_body).map(moved).collect()
}

fn percent_encoded_delimiter(subject: &Subject<'_>, found: &mut RuleNotes) {
    let start = subject.parts.path_start;
    for (span, what) in encoded(subject.path()) {
        if let Encoded::Character(c @ ('/' | '\\')) = what {
            found.with(start + span.start..start + span.end, c);
        }
    }
}

fn percent_encoded_dot_segment(subject: &Subject<'_>, found: &mut RuleNotes) {
    let path = subject.path();
    let start = subject.parts.path_start;
    for span in pieces(path, &['/']) {
        let segment = &path[span.clone()];
        if segment.contains('%') && is_dot_segment(segment) {
            found.at(start + span.start..start + span.end);
        }
    }
    found.suggest(|| {
        subject.scheme()?;
        let mut plain = String::with_capacity(path.len());
        remove_dot_segments("", &normalize_escapes(path), &mut plain);
        Some(subject.with_path(&plain))
    });
}

/// Returns true if a segment is `.` or `..`, percent-encoded or not: normalization decodes it, and removes it.
pub(super) fn is_dot_segment(segment: &str) -> bool {
    segment.len() <= "%2e%2e".len() && matches!(&*normalize_escapes(segment), "." | "..")
}

fn percent_encoded_twice(subject: &Subject<'_>, found: &mut RuleNotes) {
    let is_hex = |i: usize| subject.text.as_bytes().get(i).is_some_and(u8::is_ascii_hexdigit);
    let path = subject.parts.path();
    // A value in a folder's name, `name=value`, is encoded before the path is.
    let (mut read, mut is_in_partition) = (path.start, false);
    for (i, _) in subject.text.match_indices('%') {
        if path.contains(&i) {
            for byte in subject.text[read..i].bytes() {
                is_in_partition = byte == b'=' || is_in_partition && byte != b'/';
            }
            read = i;
        }
        let is_twice =
            triplet(subject.text.as_bytes(), i) == Some(b'%') && is_hex(i + 3) && is_hex(i + 4);
        if is_twice && !(is_in_partition && path.contains(&i)) {
            found.at(i..i + 5);
        }
    }
}
