//! The syntax of single schemes: DIDs, `mailto`, `tel`, `data` and `tag`.

use std::ops::Range;

use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::{Subject, pieces};
use crate::operations::data::{Data, Misread, repeated_parameter};
use crate::parts::percent::unquote;

rules! {
    "did-syntax": Error, [Default, Rdf], if RULED_SCHEME, "DID Core §3.1", did_syntax,
        "a DID has a method of lower-case letters and digits, and an identifier that does not end with a colon",
        "did:Example:123" => "did:example:123";
    "mailto-address": Error, [Default], if RULED_SCHEME, "RFC 6068 §2", mailto_address,
        "not a valid email address, or not a list of them in to, cc or bcc",
        "mailto:anna" => "mailto:anna@example.org";
    "mailto-header": Warning, [Untrusted], if RULED_SCHEME, "RFC 6068 §4", mailto_header,
        "a header that is unsafe to take from a link, or that occurs twice",
        "mailto:a@example.org?from=b@example.org" => "mailto:a@example.org?subject=b";
    "tel-syntax": Error, [Default], if RULED_SCHEME, "RFC 3966 §3", tel_syntax,
        "a telephone number begins with “+” or has “;phone-context=”; each parameter occurs once, and there is no query",
        "tel:555-0123" => "tel:555-0123;phone-context=example.org";
    "data-syntax": Error, [Default], if RULED_SCHEME, "RFC 2397 §3", data_syntax,
        "a data URI has a media type, a comma and data; after “;base64” the data must be Base64",
        "data:;base64,@@@" => "data:;base64,aGk=";
    "data-parameter-repeated": Warning, [Default], if RULED_SCHEME, "RFC 2045 §5.1", data_parameter_repeated,
        "a parameter of the media type is repeated, in any letter case, and readers differ in which one they use",
        "data:text/plain;charset=utf-8;Charset=latin1,a" => "data:text/plain;charset=utf-8,a";
    "tag-syntax": Error, [Default], if RULED_SCHEME, "RFC 4151 §2.1", tag_syntax,
        "a tag URI has a domain name or an email address, a comma, a date and a colon",
        "tag:example.org:a" => "tag:example.org,2020:a";
}

/// Returns true if every unit is one of a class, or is percent-encoded in the URI (RFC 3987 §3.1).
fn is_encoded_or(text: &str, is_one: impl Fn(u8) -> bool) -> bool {
    text.bytes().all(|b| b == b'%' || !b.is_ascii() || is_one(b))
}

fn did_syntax(subject: &Subject<'_>, found: &mut RuleNotes) {
    if !subject.has_scheme(&["did"]) {
        return;
    }
    let path = subject.path();
    let end = path.find('/').unwrap_or(path.len());
    let is_method = |method: &str| {
        !method.is_empty() && method.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    let is_identifier = |id: &str| {
        !id.is_empty()
            && !id.ends_with(':')
            && is_encoded_or(id, |b| b.is_ascii_alphanumeric() || b":.-_".contains(&b))
    };
    let is_did = !subject.parts.has_authority()
        && path[..end]
            .split_once(':')
            .is_some_and(|(method, id)| is_method(method) && is_identifier(id));
    if !is_did {
        found.at(0..subject.parts.path_start + end);
    }
}

/// The headers that a link may have (RFC 6068 §4); the first three are lists of addresses.
const SAFE_HEADERS: [&str; 8] =
    ["to", "cc", "bcc", "subject", "body", "in-reply-to", "keywords", "references"];

fn mailto_address(subject: &Subject<'_>, found: &mut RuleNotes) {
    if !subject.has_scheme(&["mailto"]) || subject.text.len() == "mailto:".len() {
        return;
    }
    let mut amended = subject.text.to_owned();
    let path = subject.parts.path();
    if !path.is_empty() || subject.parts.query().is_none() || subject.parts.has_authority() {
        addresses(subject, path, is_address, &mut amended, found);
    }
    let query = subject.parts.query().unwrap_or_default();
    for field in pieces(&subject.text[query.clone()], &['&']) {
        let mut start = query.start + field.start;
        let end = query.start + field.end;
        while let Some(mark) = header_behind_mark(&subject.text[start..end]) {
            let mark = start + mark;
            let words = "headers are separated by “&”, not by a second “?”";
            found.worded(mark..mark + 1, Some("?".to_owned()), words.to_owned());
            amended.replace_range(mark..=mark, "&");
            recipients(subject, start..mark, &mut amended, found);
            start = mark + 1;
        }
        recipients(subject, start..end, &mut amended, found);
    }
    found.suggest_if_mended(subject, mailto_address, || amended);
}

/// The position of a question mark in a field with the name of another header after it.
fn header_behind_mark(field: &str) -> Option<usize> {
    let is_header = |mark: &usize| {
        let name = field[mark + 1..].split_once('=').map_or("", |(name, _)| name);
        SAFE_HEADERS.iter().any(|header| name.eq_ignore_ascii_case(header))
    };
    field.match_indices('?').map(|(mark, _)| mark).find(is_header)
}

/// Judges the addresses of a field, if it is one of those that have some.
fn recipients(
    subject: &Subject<'_>,
    field: Range<usize>,
    amended: &mut String,
    found: &mut RuleNotes,
) {
    let (name, value) = subject.text[field.clone()].split_once('=').unwrap_or_default();
    let name = unquote(name).to_ascii_lowercase();
    if !value.is_empty() && SAFE_HEADERS[..3].iter().any(|header| header.as_bytes() == name) {
        addresses(subject, field.end - value.len()..field.end, is_mailboxes, amended, found);
    }
}

/// Judges a list of addresses with commas between them.
fn addresses(
    subject: &Subject<'_>,
    list: Range<usize>,
    is_valid: fn(&str) -> bool,
    amended: &mut String,
    found: &mut RuleNotes,
) {
    let text = &subject.text[list.clone()];
    let mut next = 0;
    for span in pieces(text, &[',']) {
        // A comma between quotation marks does not separate.
        let is_open = |end: usize| text[next..end].matches("%22").count() % 2 == 1;
        if is_open(span.end) && span.end < text.len() {
            continue;
        }
        let span = next..span.end;
        next = span.end + 1;
        let piece = &text[span.clone()];
        let decoded = String::from_utf8(unquote(piece)).ok();
        if decoded.as_deref().is_some_and(is_valid) {
            continue;
        }
        let is_empty = span.is_empty();
        let span = list.start + span.start..list.start + span.end;
        let several = piece.replace("%3B", ";").replace("%3b", ";");
        let parts = several.split(';').filter(|one| !one.is_empty());
        let mut parts = parts.filter_map(|one| String::from_utf8(unquote(one)).ok());
        if several.contains(';') && parts.all(|one| is_valid(one.trim())) {
            let words = "addresses are separated by “,”, not by “;”";
            found.worded(span.clone(), Some(";".to_owned()), words.to_owned());
            // Encoded or not, a semicolon is as long as its replacement is: places stay.
            let replacement = piece.replace(';', ",").replace("%3B", "%2C").replace("%3b", "%2C");
            amended.replace_range(span, &replacement);
        } else {
            found.at(if is_empty { 0..subject.text.len() } else { span });
        }
    }
}

/// Returns true if a text is a list of addresses as a header has them: separated by commas, each alone or in
/// angle brackets after a name (RFC 5322 §3.4).
fn is_mailboxes(text: &str) -> bool {
    let mut is_quoted = false;
    let outside = |c: char| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    };
    text.split(outside).all(|mailbox| {
        let mailbox = mailbox.trim();
        let in_brackets = mailbox.strip_suffix('>').and_then(|rest| rest.rsplit_once('<'));
        is_address(in_brackets.map_or(mailbox, |(_, address)| address))
    })
}

/// `addr-spec = local-part "@" domain`. Each side is atoms separated by dots; the first may be a quoted string,
/// the second a literal in brackets.
fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let is_atom = |atom: &str| {
        let is_text = |c: char| {
            c.is_ascii_alphanumeric() || !c.is_ascii() || "!#$%&'*+-/=?^_`{|}~".contains(c)
        };
        !atom.is_empty() && atom.chars().all(is_text)
    };
    let is_dot_atom = |text: &str| text.split('.').all(is_atom);
    let is_within =
        |text: &str, open, close| text.len() > 1 && text.starts_with(open) && text.ends_with(close);
    (is_dot_atom(local) || is_within(local, '"', '"'))
        && (is_dot_atom(domain) || is_within(domain, '[', ']'))
}

fn mailto_header(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(query) = subject.parts.query().filter(|_| subject.has_scheme(&["mailto"])) else {
        return;
    };
    let mut seen = [false; SAFE_HEADERS.len()];
    for span in pieces(&subject.text[query.clone()], &['&']) {
        let span = query.start + span.start..query.start + span.end;
        let field = &subject.text[span.clone()];
        let name = unquote(field.split('=').next().unwrap_or_default()).to_ascii_lowercase();
        let is_new = SAFE_HEADERS
            .iter()
            .position(|safe| safe.as_bytes() == name)
            .is_some_and(|i| !std::mem::replace(&mut seen[i], true));
        if !is_new && !span.is_empty() {
            found.with(span, String::from_utf8_lossy(&name));
        }
    }
}

fn tel_syntax(subject: &Subject<'_>, found: &mut RuleNotes) {
    if !subject.has_scheme(&["tel"]) {
        return;
    }
    let path = subject.path();
    let (number, parameters) = path.split_once(';').unwrap_or((path, ""));
    let start = subject.parts.path_start;
    if let Some(query) = subject.parts.query() {
        found.at(query.start - 1..query.end);
    }
    if number.len() < path.len() {
        let mut names = Vec::new();
        for span in pieces(parameters, &[';']) {
            let parameter = &parameters[span.clone()];
            let name = parameter.split('=').next().unwrap_or_default().to_ascii_lowercase();
            // "There MUST NOT be more than one" parameter of a name, and each has a name (§3; erratum 203).
            let value = parameter.split_once('=').map(|(_, value)| value);
            if name.is_empty() || value == Some("") || names.contains(&name) {
                let at = start + number.len() + 1;
                found.at(at + span.start - usize::from(span.is_empty())..at + span.end);
            }
            names.push(name);
        }
    }
    let is_visual = |b: u8| b"-.()".contains(&b);
    let is_global = |digits: &str| {
        digits.bytes().any(|b| b.is_ascii_digit())
            && digits.bytes().all(|b| b.is_ascii_digit() || is_visual(b))
    };
    let is_context = |text: &str| match text.strip_prefix('+') {
        Some(digits) => is_global(digits),
        None => is_domain_name(text),
    };
    let is_number = if let Some(global) = number.strip_prefix('+') {
        is_global(global)
    } else {
        // "#" is percent-encoded.
        let local = number.replace("%23", "*");
        let is_digit = |b: u8| b.is_ascii_hexdigit() || b == b'*';
        local.bytes().any(is_digit)
            && local.bytes().all(|b| is_digit(b) || is_visual(b))
            && parameters.split(';').any(|parameter| {
                parameter.split_once('=').is_some_and(|(name, value)| {
                    name.eq_ignore_ascii_case("phone-context") && is_context(value)
                })
            })
    };
    if !is_number || subject.parts.has_authority() {
        found.at(0..subject.parts.path_end);
    }
}

/// `domainname` of RFC 3966 §3: the last label begins with a letter, and a dot may follow.
fn is_domain_name(text: &str) -> bool {
    let is_label = |label: &str| {
        let is_inner = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(is_inner)
    };
    let name = text.strip_suffix('.').unwrap_or(text);
    let last = name.rsplit('.').next().unwrap_or_default();
    last.starts_with(|c: char| c.is_ascii_alphabetic()) && name.split('.').all(is_label)
}

fn data_syntax(subject: &Subject<'_>, found: &mut RuleNotes) {
    if !subject.has_scheme(&["data"]) {
        return;
    }
    let Err(misread) = Data::read(&subject.components()) else { return };
    // The data may have question marks, so it ends only at the fragment.
    let (start, end) = (subject.parts.path_start, subject.parts.query_end);
    let comma = start + subject.path().find(',').unwrap_or(0);
    found.at(match misread {
        Misread::Form => 0..end,
        Misread::MediaType => start..comma,
        Misread::Base64 => comma + 1..end,
    });
}

fn data_parameter_repeated(subject: &Subject<'_>, found: &mut RuleNotes) {
    if subject.has_scheme(&["data"])
        && let Some(place) = repeated_parameter(subject.path())
    {
        let start = subject.parts.path_start;
        found.at(start + place.start..start + place.end);
    }
}

fn tag_syntax(subject: &Subject<'_>, found: &mut RuleNotes) {
    if !subject.has_scheme(&["tag"]) {
        return;
    }
    let path = subject.path();
    let entity = path.split(':').next().unwrap_or_default();
    let is_dns = |name: &str| {
        name.split('.').all(|label| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        })
    };
    let is_authority = |name: &str| match name.rsplit_once('@') {
        Some((user, domain)) => {
            !user.is_empty()
                && user.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
                && is_dns(domain)
        }
        None => is_dns(name),
    };
    let is_tag = entity.len() < path.len()
        && !subject.parts.has_authority()
        && entity.rsplit_once(',').is_some_and(|(name, date)| is_authority(name) && is_date(date));
    if !is_tag {
        found.at(0..subject.parts.path_start + entity.len());
    }
}

/// `date = year ["-" month ["-" day]]`
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut is_part = |length: usize, most: u16| {
        parts.next().is_none_or(|part| {
            part.len() == length
                && part.bytes().all(|b| b.is_ascii_digit())
                && part.parse().is_ok_and(|value: u16| length == 4 || (1..=most).contains(&value))
        })
    };
    is_part(4, 9999) && is_part(2, 12) && is_part(2, 31) && parts.next().is_none()
}
