//! Defanged links, which are written so that nobody follows them: `hxxps://evil[.]example`.

use crate::links::find::Links;
use crate::links::options::Options;
use crate::references::fanged::SCHEMES;
use crate::syntax::split::split;
use crate::syntax::text::Utf8;

/// Defangs a valid reference: `hxxps://evil[.]example/a`. The dots of the host, the colon of another scheme,
/// and the at sign of an email address are put in brackets. So are those of links within it, because many links
/// redirect to another one: `?next=hxxps://evil[.]example/`. [`Links`] finds no link in the result.
pub fn defanged(reference: &str) -> String {
    let parts = split(Utf8(reference.as_bytes()));
    let mut out = String::with_capacity(reference.len() + 16);
    let mut i = 0;
    if let Some(scheme) = parts.scheme() {
        let name = &reference[scheme.clone()];
        let defanged = SCHEMES[..2].iter().find(|(_, real)| real.eq_ignore_ascii_case(name));
        if let Some((defanged, _)) = defanged {
            out.push_str(defanged);
        } else {
            out.push_str(name);
            out.push_str("[:]");
            i += 1;
        }
        i += scheme.end;
    }
    let mut named = parts.host().unwrap_or_else(|| parts.path());
    if parts.host().is_none() && reference[named.clone()].contains("://") {
        named.end = named.start;
    }
    out.push_str(&reference[i..named.start]);
    push_bracketed(&reference[named.clone()], ".@", &mut out);
    push_with_links(&reference[named.end..], &mut out);
    let options = Options { userinfo: true, ..Options::default() };
    for _ in 0..ROUNDS {
        let (mut text, mut i) = (String::new(), 0);
        for found in Links::of(Utf8(out.as_bytes()), &options) {
            text.push_str(&out[i..found.span.start]);
            i = found.span.end;
            push_bracketed(&out[found.span], ".@:", &mut text);
        }
        if i == 0 {
            return out;
        }
        text.push_str(&out[i..]);
        out = text;
    }
    let mut text = String::new();
    push_bracketed(reference, ".@:", &mut text);
    text
}

/// The number of rounds after which all delimiters are put in brackets. A link may only become visible when
/// another one is gone.
const ROUNDS: usize = 4;

/// Appends the text after a host, with the web addresses in it defanged.
fn push_with_links(mut text: &str, out: &mut String) {
    let mut colons = 0;
    while let Some(colon) = text[colons..].find("://").map(|i| colons + i) {
        let host = colon + "://".len();
        let Some((defanged, start)) = web_scheme(&text[..colon]) else {
            colons = host;
            continue;
        };
        out.push_str(&text[..start]);
        out.push_str(defanged);
        out.push_str(&text[colon..host]);
        text = &text[host..];
        let end = text.find(['/', '?', '#', '&']).unwrap_or(text.len());
        // A scheme may be written twice.
        let is_scheme = text[..end].ends_with(':') && text[end..].starts_with("//");
        let end = if is_scheme { 0 } else { end };
        push_bracketed(&text[..end], ".@", out);
        text = &text[end..];
        colons = 0;
    }
    out.push_str(text);
}

/// The defanged form of the web scheme that a text ends with, and its beginning.
fn web_scheme(text: &str) -> Option<(&'static str, usize)> {
    SCHEMES[..2].iter().find_map(|(defanged, real)| {
        let start = text.len().checked_sub(real.len())?;
        let is_other = |b: &u8| b.is_ascii_alphanumeric() || *b == b'+';
        let before = start.checked_sub(1).map(|i| &text.as_bytes()[i]);
        let is_it = text.as_bytes()[start..].eq_ignore_ascii_case(real.as_bytes());
        (is_it && !before.is_some_and(is_other)).then_some((*defanged, start))
    })
}

/// Appends a text with some of its delimiters in brackets.
fn push_bracketed(text: &str, delimiters: &str, out: &mut String) {
    for c in text.chars() {
        if delimiters.contains(c) {
            out.extend(['[', c, ']']);
        } else {
            out.push(c);
        }
    }
}
