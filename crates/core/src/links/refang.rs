//! Links written so that nobody follows them: `hxxps://evil[.]example`, read and written.
//!
//! Reports of threats write identifiers so. There is no standard; the forms here are those that the tools of the
//! field write (MISP, ioc-finder, iocextract).

use std::borrow::Cow;

use crate::syntax::split::split;
use crate::syntax::text::Utf8;

/// The ways in which delimiters are written. Letters are in lower case here and in any case in a text.
const FORMS: [(&str, &str); 24] = [
    ("[.]", "."),
    ("(.)", "."),
    ("{.}", "."),
    ("[dot]", "."),
    ("(dot)", "."),
    ("{dot}", "."),
    ("[.", "."),
    (".]", "."),
    ("\\.", "."),
    ("[:]", ":"),
    ("(:)", ":"),
    ("{:}", ":"),
    ("[://]", "://"),
    ("(://)", "://"),
    ("[:/]", ":/"),
    ("[:", ":"),
    ("[/]", "/"),
    ("[//]", "//"),
    ("[@]", "@"),
    ("(@)", "@"),
    ("{@}", "@"),
    ("[at]", "@"),
    ("(at)", "@"),
    ("{at}", "@"),
];

/// Schemes that nobody follows, and the ones that they stand for.
const SCHEMES: [(&str, &str); 7] = [
    ("hxxps", "https"),
    ("hxxp", "http"),
    ("hxtps", "https"),
    ("hxtp", "http"),
    ("htxps", "https"),
    ("htxp", "http"),
    ("fxp", "ftp"),
];

/// A text as it was before somebody defanged it, and where each part of it stands in that text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refanged<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// Behind each replacement: its place here, and in the text as it stands, in bytes.
    places: Vec<(usize, usize)>,
    /// Where replacements begin, and in the text as it stands.
    starts: Vec<(usize, usize)>,
}

/// Reads a text that may be defanged.
pub fn refanged(text: &str) -> Refanged<'_> {
    let bytes = text.as_bytes();
    let (mut out, mut copied) = (String::new(), 0);
    let (mut places, mut starts) = (Vec::new(), Vec::new());
    let mut i = 0;
    while i < bytes.len() {
        let Some((length, replacement)) = form_at(bytes, i) else {
            i += 1;
            continue;
        };
        out.push_str(&text[copied..i]);
        starts.push((out.len(), i));
        out.push_str(replacement);
        i += length;
        copied = i;
        places.push((out.len(), i));
    }
    if places.is_empty() {
        return Refanged { text: Cow::Borrowed(text), places, starts };
    }
    out.push_str(&text[copied..]);
    Refanged { text: Cow::Owned(out), places, starts }
}

/// The form that stands at `i`: its length, and what it stands for.
fn form_at(bytes: &[u8], i: usize) -> Option<(usize, &'static str)> {
    let is_there = |form: &str| {
        bytes.get(i..i + form.len()).is_some_and(|here| here.eq_ignore_ascii_case(form.as_bytes()))
    };
    match bytes[i] {
        b'h' | b'H' | b'f' | b'F' => {
            if i > 0 && (bytes[i - 1].is_ascii_alphanumeric() || bytes[i - 1] == b'+') {
                return None;
            }
            let &(form, scheme) = SCHEMES.iter().find(|(form, _)| is_there(form))?;
            let after = &bytes[i + form.len()..];
            let is_scheme = matches!(after.first(), Some(b':' | b'[' | b'(' | b'{'));
            is_scheme.then_some((form.len(), scheme))
        }
        b'[' | b'(' | b'{' | b'.' | b'\\' => {
            let (form, replacement) = FORMS
                .iter()
                .filter(|(form, _)| is_there(form))
                .max_by_key(|(form, _)| form.len())?;
            // A half of a pair, or a word in parentheses, stands for nothing outside a name.
            let is_inside =
                is_of_name(bytes, i.checked_sub(1)) && is_of_name(bytes, Some(i + form.len()));
            let is_pair = !form.bytes().any(|b| b.is_ascii_alphabetic()) && form.len() > 2;
            (is_inside || is_pair).then_some((form.len(), *replacement))
        }
        _ => None,
    }
}

fn is_of_name(bytes: &[u8], i: Option<usize>) -> bool {
    i.and_then(|i| bytes.get(i)).is_some_and(|b| b.is_ascii_alphanumeric() || !b.is_ascii())
}

impl Refanged<'_> {
    /// The place in the text as it stands of the beginning of something at a place here.
    pub fn start(&self, place: usize) -> usize {
        match self.starts.binary_search_by_key(&place, |&(here, _)| here) {
            Ok(i) => self.starts[i].1,
            Err(_) => self.end(place),
        }
    }

    /// The place in the text as it stands of the end of something at a place here.
    pub fn end(&self, place: usize) -> usize {
        let before = self.places.partition_point(|&(here, _)| here <= place);
        match before.checked_sub(1).map(|i| self.places[i]) {
            Some((here, there)) => there + (place - here),
            None => place,
        }
    }

    /// Whether something between two places here is not as it stands.
    pub fn is_changed(&self, start: usize, end: usize) -> bool {
        let first = self.starts.partition_point(|&(here, _)| here < start);
        self.starts.get(first).is_some_and(|&(here, _)| here < end)
    }
}

/// Writes a valid reference so that nobody follows it: `hxxps://evil[.]example/a`. The dots of the host, the colon
/// of another scheme, and the at sign of an address of mail are put in brackets. So are web addresses within it, to
/// which many links lead on: `?next=hxxps://evil[.]example/`.
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
    let named = parts.host().unwrap_or_else(|| parts.path());
    out.push_str(&reference[i..named.start]);
    push_bracketed(&reference[named.clone()], &mut out);
    push_with_links(&reference[named.end..], &mut out);
    out
}

/// Appends what follows a host, with the web addresses in it defanged.
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
        push_bracketed(&text[..end], out);
        text = &text[end..];
        colons = 0;
    }
    out.push_str(text);
}

/// The scheme of the web that a text ends with, as nobody follows it, and where it begins.
fn web_scheme(text: &str) -> Option<(&'static str, usize)> {
    SCHEMES[..2].iter().find_map(|(defanged, real)| {
        let start = text.len().checked_sub(real.len())?;
        let is_other = |b: &u8| b.is_ascii_alphanumeric() || *b == b'+';
        let before = start.checked_sub(1).map(|i| &text.as_bytes()[i]);
        let is_it = text.as_bytes()[start..].eq_ignore_ascii_case(real.as_bytes());
        (is_it && !before.is_some_and(is_other)).then_some((*defanged, start))
    })
}

fn push_bracketed(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '.' => out.push_str("[.]"),
            '@' => out.push_str("[@]"),
            c => out.push(c),
        }
    }
}
