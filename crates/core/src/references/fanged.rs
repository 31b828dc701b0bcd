//! Defanged links, and how they are read: `hxxps://evil[.]example`.
//!
//! Threat reports write identifiers in these forms. There is no standard. These forms are those of the tools of
//! the field (MISP, ioc-finder, iocextract).

use std::borrow::Cow;
use std::ops::Range;

use super::rewritten::{RewrittenPlaces, replacements, rewritten};
use crate::syntax::text::{AsciiSet, Utf8};

/// The forms of delimiters. Letters are in lower case here and in any case in a text.
#[rustfmt::skip]
const FORMS: [(&str, &str); 24] = [
    ("[.]", "."), ("(.)", "."), ("{.}", "."), ("[dot]", "."), ("(dot)", "."), ("{dot}", "."),
    ("[.", "."), (".]", "."), ("\\.", "."), ("[:]", ":"), ("(:)", ":"), ("{:}", ":"),
    ("[://]", "://"), ("(://)", "://"), ("[:/]", ":/"), ("[:", ":"), ("[/]", "/"), ("[//]", "//"),
    ("[@]", "@"), ("(@)", "@"), ("{@}", "@"), ("[at]", "@"), ("(at)", "@"), ("{at}", "@"),
];

/// Defanged schemes, and the schemes that they stand for.
pub(crate) const SCHEMES: [(&str, &str); 9] = [
    ("hxxps", "https"),
    ("hxxp", "http"),
    ("hxxxs", "https"),
    ("hxxx", "http"),
    ("hxtps", "https"),
    ("hxtp", "http"),
    ("htxps", "https"),
    ("htxp", "http"),
    ("fxp", "ftp"),
];

/// A refanged text, with the position of each part in the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refanged<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    places: RewrittenPlaces,
}

impl Refanged<'_> {
    /// The range of the original text that a range was made from.
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        self.places.range(range)
    }

    /// Returns true if something in a range was refanged.
    pub fn is_changed(&self, range: Range<usize>) -> bool {
        self.places.has_any(range)
    }
}

/// The first octets of forms and schemes, and the colon before backslashes.
static MARKS: AsciiSet = {
    let mut marks = AsciiSet::of(b":");
    let mut i = 0;
    while i < FORMS.len() {
        marks.add(FORMS[i].0.as_bytes()[0]);
        i += 1;
    }
    let mut i = 0;
    while i < SCHEMES.len() {
        let first = SCHEMES[i].0.as_bytes()[0];
        marks.add(first);
        marks.add(first.to_ascii_uppercase());
        i += 1;
    }
    marks
};

/// Reads a text that may be defanged.
pub fn refanged(text: &str) -> Refanged<'_> {
    let octets = text.as_bytes();
    let forms = replacements(Utf8(octets), &MARKS, |i| {
        form_at(octets, i).map(|(length, replacement)| (replacement, length))
    });
    let (octets, places) = rewritten(octets, forms);
    if places.is_empty() {
        return Refanged { text: Cow::Borrowed(text), places };
    }
    Refanged { text: Cow::Owned(String::from_utf8_lossy(&octets).into_owned()), places }
}

/// The form at `i`: its length, and what it stands for.
pub(super) fn form_at(bytes: &[u8], i: usize) -> Option<(usize, &'static str)> {
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
        // Backslashes instead of the slashes.
        b':' if bytes[i + 1..].starts_with(b"\\\\") => {
            let is_before = |form: &str| {
                let start = i.checked_sub(form.len())?;
                bytes[start..i].eq_ignore_ascii_case(form.as_bytes()).then_some(())
            };
            SCHEMES.iter().find_map(|(form, _)| is_before(form)).map(|()| (3, "://"))
        }
        b'[' | b'(' | b'{' | b'.' | b'\\' => {
            let (form, replacement) = FORMS
                .iter()
                .filter(|(form, _)| is_there(form))
                .max_by_key(|(form, _)| form.len())?;
            // Outside a name, half of a pair or a word in parentheses stands for itself.
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
