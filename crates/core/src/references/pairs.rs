//! The pairs of queries, fragments and parameters whose names or values mark a secret.

use std::ops::Range;

use super::names::{self, Secrecy};
use super::readings::TextReadings;
use super::scan::{DELIMITERS, SEPARATOR};
use crate::parts::scheme::{is_named, run_before};
use crate::parts::userinfo::{begins_token, is_token, token_end};
use crate::syntax::chars::{ALPHA, DIGIT};
use crate::syntax::text::{AsciiSet, Text, Utf8};

/// The characters that separate names and values, and those that end a reference.
static MARKS: AsciiSet = AsciiSet::of(DELIMITERS).with(&[SEPARATOR]).with(b"?#&;=/!\\");

/// The characters that end a value of a query or fragment.
static QUERY_ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(&[SEPARATOR]).with(b"&#\\");

/// The same for a parameter in a path.
static PARAMETER_ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(&[SEPARATOR]).with(b"&#\\;?");

/// The same in a path, where the end of a segment also ends a value.
static PATH_ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(&[SEPARATOR]).with(b"&#\\;?/");

/// The same for a parameter of JDBC or ODBC.
static CONNECTION_ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(&[SEPARATOR]).with(b";\\");

/// The characters that end a value in braces.
static BRACE_ENDS: AsciiSet = AsciiSet::of(b"}\n\r\"").with(&[SEPARATOR]);

/// A pair whose name or value marks its value as secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SecretPair {
    /// The range of the name.
    pub name: Range<usize>,
    /// The value.
    pub value: Range<usize>,
    /// How certain it is that the value is a secret.
    pub secrecy: Secrecy,
}

/// The pairs of the query or fragment at `range`, valid or not, and those of references in their values.
pub(crate) fn within(text: &[u8], range: Range<usize>) -> Vec<SecretPair> {
    let part = text.get(range.clone()).unwrap_or_default();
    let readings = TextReadings::of(part);
    let mut found: Vec<SecretPair> = Vec::new();
    for (i, text) in readings.texts().enumerate() {
        let place = |inner| {
            let Range { start, end } = readings.range(i, inner);
            range.start + start..range.start + end
        };
        found.extend(Pairs::whole(text).map(|SecretPair { name, value, secrecy }| SecretPair {
            name: place(name),
            value: place(value),
            secrecy,
        }));
    }
    found.sort_by_key(|pair| pair.value.start);
    found.dedup_by(|next, kept| {
        let meets = next.value.start < kept.value.end;
        if meets {
            kept.value.end = kept.value.end.max(next.value.end);
        }
        meets
    });
    found
}

/// The pairs of a text whose values are secret.
pub(super) struct Pairs<'t> {
    text: Utf8<'t>,
    at: usize,
    /// True for a text that the caller passed as a query: characters that otherwise end a reference are part of
    /// it.
    is_whole: bool,
    /// The beginning of the word, and whether it has had a slash, so it may be a reference.
    word: usize,
    has_slash: bool,
    /// The beginning of the current name: after the last separator.
    name: usize,
    /// The name of the previous pair.
    last: Range<usize>,
    place: PairPlace,
    /// No closing brace before this index ends a value.
    no_brace: usize,
    /// The beginning of the last `jdbc:` before `searched`.
    jdbc: Option<usize>,
    searched: usize,
}

/// The part of a reference that the scanner is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PairPlace {
    /// Outside a reference, or before its query. A path may also have a pair: `//h/:_authToken=x`.
    Before,
    /// After a semicolon of a path.
    Parameters,
    /// After a semicolon of a JDBC URL or a connection string of ODBC.
    Connection,
    /// In a query or fragment.
    Query,
}

impl<'t> Pairs<'t> {
    /// The pairs of queries and fragments in a text. Text outside of these has no pairs.
    pub(super) fn of(text: Utf8<'t>) -> Self {
        Self {
            text,
            at: 0,
            is_whole: false,
            word: 0,
            has_slash: false,
            name: 0,
            last: 0..0,
            place: PairPlace::Before,
            no_brace: 0,
            jdbc: None,
            searched: 0,
        }
    }

    /// The pairs of a text that is a query or fragment.
    pub(super) fn whole(text: Utf8<'t>) -> Self {
        Self { is_whole: true, has_slash: true, place: PairPlace::Query, ..Self::of(text) }
    }

    /// Returns true if the word may be a reference: it has had a slash, or its first name has a scheme other
    /// than one of mail (`jdbc:h2:mem:x;password=y`).
    fn is_reference(&self, name: Range<usize>) -> bool {
        let text = self.text;
        let ends_scheme = |colon: usize| {
            let scheme = run_before(text, colon, name.start)..colon;
            text.is(colon, b':')
                && scheme.clone().any(|i| ALPHA.contains(text.peek(i)))
                && !is_named(text, scheme, &["mailto"])
        };
        self.has_slash || name.clone().any(ends_scheme)
    }

    /// Returns true if `range` has `jdbc:`. Each octet is read once, because the ranges only move forward.
    fn has_jdbc(&mut self, range: Range<usize>) -> bool {
        const JDBC: &str = "jdbc:";
        let from = self.searched.max(range.start);
        let end = from.max((range.end + 1).saturating_sub(JDBC.len()));
        let is_jdbc = |&i: &usize| is_named(self.text, i..i + JDBC.len(), &[JDBC]);
        self.jdbc = (from..end).rev().find(is_jdbc).or(self.jdbc);
        self.searched = end;
        self.jdbc.is_some_and(|jdbc| jdbc >= range.start)
    }

    /// The position after a semicolon.
    fn behind_semicolon(&mut self, i: usize) -> PairPlace {
        if names::is_of_connection(self.text, self.last.clone()) {
            return PairPlace::Connection;
        }
        let start = match self.place {
            PairPlace::Before if self.is_reference(self.name..i) => self.word,
            PairPlace::Query => self.last.end,
            place => return place,
        };
        if self.has_jdbc(start.max(self.word)..i) {
            return PairPlace::Connection;
        }
        match self.place {
            PairPlace::Before => PairPlace::Parameters,
            place => place,
        }
    }

    /// The end of the value that begins at `start`, by the rules of its reader.
    fn value_end(&mut self, start: usize) -> usize {
        let ends = match self.place {
            PairPlace::Before => &PATH_ENDS,
            PairPlace::Parameters => &PARAMETER_ENDS,
            PairPlace::Connection => &CONNECTION_ENDS,
            PairPlace::Query => &QUERY_ENDS,
        };
        let mut i = self.brace_end(start).unwrap_or(start);
        loop {
            i = self.text.find_any(i, ends);
            match u8::try_from(self.text.peek(i)) {
                // A string of JSON or of a program, with escapes; the quote ends it.
                Ok(b'\\') if !is_escape(self.text, i) => {}
                Ok(c) if self.is_whole && !b"&;#\x1F".contains(&c) => {}
                _ => return i,
            }
            i += 1;
        }
    }

    /// The end of a value in braces, as JDBC and ODBC read it: two closing braces stand for one.
    fn brace_end(&mut self, start: usize) -> Option<usize> {
        let may_have = matches!(self.place, PairPlace::Parameters | PairPlace::Connection);
        if !may_have || !self.text.is(start, b'{') || start < self.no_brace {
            return None;
        }
        let mut i = self.text.find_any(start, &BRACE_ENDS);
        while self.text.is(i, b'}') {
            if !self.text.is(i + 1, b'}') {
                return Some(i + 1);
            }
            i = self.text.find_any(i + 2, &BRACE_ENDS);
        }
        self.no_brace = i;
        None
    }

    /// How certain it is that the value at `start` is a secret, by its name or its look.
    fn secrecy(&self, name: Range<usize>, start: usize) -> Option<Secrecy> {
        let text = self.text;
        let is_secret = match names::secrecy(text, name) {
            Some(Secrecy::OfToken) => is_token(text, start..token_end(text, start)),
            Some(Secrecy::UnlessNumber) => {
                let end = text.run(start, DIGIT);
                end < text.len() && !PATH_ENDS.has(text.peek(end))
            }
            None => begins_token(text, start),
            known => return known,
        };
        is_secret.then_some(Secrecy::Secret)
    }
}

/// Returns true if a backslash begins an escape that ends a value in a string of JSON: a quote, a line break.
fn is_escape(text: Utf8<'_>, i: usize) -> bool {
    b"\"'\\nrtu".iter().any(|&c| text.is(i + 1, c))
}

impl Iterator for Pairs<'_> {
    type Item = SecretPair;

    fn next(&mut self) -> Option<SecretPair> {
        loop {
            let i = self.text.find_any(self.at, &MARKS);
            if i >= self.text.len() {
                return None;
            }
            self.at = i + 1;
            match self.text.0[i] {
                // An attribute of a program: `#[serde(token=x)]`.
                b'#' if !self.is_whole
                    && self.text.is(i + 1 + usize::from(self.text.is(i + 1, b'!')), b'[') => {}
                b'?' | b'#' if self.place == PairPlace::Connection => {}
                b'?' | b'#' => (self.place, self.name) = (PairPlace::Query, self.at),
                b';' => {
                    self.place = self.behind_semicolon(i);
                    self.name = self.at;
                }
                b'&' | SEPARATOR if self.is_whole => {
                    (self.place, self.name) = (PairPlace::Query, self.at);
                }
                b'&' | b'/' | b'!' | b'\\' => {
                    self.has_slash |= self.text.is(i, b'/');
                    self.name = self.at;
                }
                b'=' => {
                    let name = std::mem::replace(&mut self.name, self.at)..i;
                    self.last = name.clone();
                    let is_path = self.place == PairPlace::Before;
                    if is_path && !self.is_reference(name.clone()) {
                        continue;
                    }
                    let Some(secrecy) = self.secrecy(name.clone(), self.at) else { continue };
                    if is_path && secrecy == Secrecy::Possible {
                        continue;
                    }
                    let value = self.at..self.value_end(self.at);
                    self.at = value.end;
                    if !value.is_empty() {
                        return Some(SecretPair { name, value, secrecy });
                    }
                }
                _ if self.is_whole => {}
                // A link in text may have these raw: `https://h/?a"token=x`.
                b'"' | b'<' | b'>' if self.place == PairPlace::Query => {}
                _ => {
                    self.has_slash = false;
                    (self.word, self.name, self.last) = (self.at, self.at, 0..0);
                    self.place = PairPlace::Before;
                }
            }
        }
    }
}
