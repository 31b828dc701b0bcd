//! The text of Python strings for core.

use std::borrow::Cow;
use std::ops::Range;

use iriform::engine::{
    Fault, Reason, Rule, redact,
    references::{MASK, Masking, secrets},
    text::Text,
};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::errors;
use crate::strtype::{Kind, Units, ascii, exact, for_text, substring, units};

/// The text of a `str` as UTF-8: borrowed if it is ASCII, else an own copy, so `CPython` does not cache one.
/// The inner error is the index of a lone surrogate.
#[inline]
pub(crate) fn utf8<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Result<Cow<'a, str>, usize>> {
    match ascii(text)? {
        Some(ascii) => Ok(Ok(Cow::Borrowed(ascii))),
        None => not_ascii(text),
    }
}

/// [`utf8`] for text that is not ASCII.
#[inline(never)]
fn not_ascii<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Result<Cow<'a, str>, usize>> {
    fn transcode(text: impl Text) -> Result<String, usize> {
        // It has room for a text in which half of the characters take two octets, or a quarter three.
        let mut out = String::with_capacity(text.len() + text.len() / 2);
        for i in 0..text.len() {
            out.push(char::from_u32(text.peek(i)).ok_or(i)?);
        }
        Ok(out)
    }
    Ok(match units(text)? {
        Units::Latin1(t) => transcode(t).map(Cow::Owned),
        Units::Ucs2(t) => transcode(t).map(Cow::Owned),
        Units::Ucs4(t) => transcode(t).map(Cow::Owned),
        Units::Utf8(t) => Ok(String::from_utf8_lossy(t.0)),
    })
}

/// [`utf8`] for text that has been recognized, or for an instance of ours. It cannot fail, because such text is
/// canonical and has no surrogates.
#[inline]
pub(crate) fn valid_utf8<'a>(text: &'a Bound<'_, PyString>) -> Cow<'a, str> {
    utf8(text).ok().and_then(Result::ok).unwrap_or_default()
}

/// [`utf8`] for plain data that will become a `production`.
pub(crate) fn plain_utf8<'a>(
    text: &'a Bound<'_, PyString>,
    production: Rule,
) -> PyResult<Cow<'a, str>> {
    utf8(text)?.map_err(|position| {
        let fault = Fault {
            position,
            span: position..position + 1,
            rule: production,
            reason: Reason::LoneSurrogate,
        };
        errors::parse_error(text.as_any(), production, &fault)
    })
}

/// The text of a value with each password and each token before a host replaced (RFC 3986 §3.2.1).
pub(crate) fn masked_password<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let rule = Kind::root_of(text).map_or(Rule::IriReference, Kind::rule);
    let secrets = for_text!(units(text)?, t => redact::in_valid(t, rule, Masking::Userinfo));
    hidden(text, &secrets)
}

/// Any text, with each of these secrets replaced.
pub(crate) fn masked<'py>(
    text: &Bound<'py, PyString>,
    masking: Masking,
) -> PyResult<Bound<'py, PyString>> {
    hidden(text, &for_text!(units(text)?, t => secrets(t, masking)))
}

/// The text with a mask in place of each of these ranges, which are in order and disjoint.
pub(crate) fn hidden<'py>(
    text: &Bound<'py, PyString>,
    secrets: &[Range<usize>],
) -> PyResult<Bound<'py, PyString>> {
    if secrets.is_empty() {
        return exact(text);
    }
    let pieces = PyList::empty(text.py());
    let mut shown = 0;
    for secret in secrets {
        pieces.append(substring(text, shown..secret.start)?)?;
        shown = secret.end;
    }
    pieces.append(substring(text, shown..text.len()?)?)?;
    Ok(PyString::new(text.py(), MASK).call_method1("join", (pieces,))?.cast_into()?)
}

/// The positions of the bytes of a text, counted in code points.
pub(crate) struct Indices<'a>(Option<&'a str>);

impl<'a> Indices<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self((!text.is_ascii()).then_some(text))
    }

    pub(crate) fn span(&self, range: &Range<usize>) -> (usize, usize) {
        let index = |byte| self.0.map_or(byte, |text| text[..byte].chars().count());
        (index(range.start), index(range.end))
    }
}
