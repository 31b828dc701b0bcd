//! The pairs of queries and fragments whose names say that their values are secret.

use std::ops::Range;

use super::names::{self, Secrecy};
use super::scan::{OTHER, ascii};
use crate::parts::scheme::run_before;
use crate::parts::userinfo::{begins_token, is_token, token_end};
use crate::syntax::chars::{ALPHA, DIGIT};
use crate::syntax::text::{AsciiSet, Text};

/// The characters that separate names and values, and those that end a reference.
static MARKS: AsciiSet = AsciiSet::of(b"?#&;=/!%\\ \t\n\x0B\x0C\r\"<>");

/// The characters that end a value of a query or fragment, and those that need a look.
static VALUE_ENDS: AsciiSet = AsciiSet::of(b"&#?%\\ \t\n\x0B\x0C\r\"<>");

/// The same behind a semicolon, which separates pairs there.
static PARAMETER_ENDS: AsciiSet = AsciiSet::of(b"&;#?%\\ \t\n\x0B\x0C\r\"<>");

/// The same in a path, whose segments end it, too.
static PATH_VALUE_ENDS: AsciiSet = AsciiSet::of(b"/&;#?%\\ \t\n\x0B\x0C\r\"<>");

/// A pair whose name says that its value is secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretPair {
    /// The name as it stands.
    pub name: Range<usize>,
    /// The value.
    pub value: Range<usize>,
    /// How surely the value is a secret.
    pub secrecy: Secrecy,
}

/// The pairs of a text whose values are secret, also of references within references, percent-encoded once.
#[derive(Clone, Debug)]
pub struct Pairs<T> {
    text: T,
    at: usize,
    end: usize,
    /// Whether white space and what else stands in no reference is part of the text, because it is one that was
    /// given, and not text around others.
    is_whole: bool,
    /// Whether the word has had a slash, and so may be a reference.
    has_slash: bool,
    /// Where the name begins that is read: behind the last separator.
    name: usize,
    place: PairPlace,
}

/// Where in a reference the scanner is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PairPlace {
    /// In no reference, or before its query. A path may have a pair, too: `//h/:_authToken=x`.
    Before,
    /// Behind a semicolon of a path, where parameters stand.
    Parameters,
    /// In a query or fragment.
    Pairs,
}

impl<T: Text> Pairs<T> {
    /// The pairs of queries and fragments that stand in a text. What is in none is no pair.
    pub fn of(text: T) -> Self {
        let (end, place) = (text.len(), PairPlace::Before);
        Self { text, at: 0, end, is_whole: false, has_slash: false, name: 0, place }
    }

    /// The pairs of the query or fragment at `range`, be it valid or not.
    pub fn within(text: T, range: Range<usize>) -> Self {
        let Range { start, end } = range;
        let place = PairPlace::Pairs;
        Self { text, at: start, end, is_whole: true, has_slash: true, name: start, place }
    }

    /// Whether the word may be a reference: it has had a slash, or a scheme stands in its first name
    /// (`jdbc:h2:mem:x;password=y`).
    fn is_reference(&self, name: Range<usize>) -> bool {
        let colon = || name.clone().find(|&i| self.text.is(i, b':'));
        self.has_slash
            || colon().is_some_and(|colon| {
                let scheme = run_before(self.text, colon, name.start);
                scheme < colon && ALPHA.contains(self.text.peek(scheme))
            })
    }

    /// Where the value ends that begins at `start`: where its reader ends it.
    fn value_end(&self, start: usize, is_encoded: bool) -> usize {
        let ends = match self.place {
            PairPlace::Before => &PATH_VALUE_ENDS,
            PairPlace::Parameters => &PARAMETER_ENDS,
            PairPlace::Pairs => &VALUE_ENDS,
        };
        let mut i = start;
        loop {
            i = self.text.find_any(i, ends).min(self.end);
            if i >= self.end {
                return i;
            }
            match ascii(self.text, i) {
                (b'&' | b'#', 3) if is_encoded => return i,
                (b';', 3) if is_encoded && self.place != PairPlace::Pairs => return i,
                // The pairs and parameters of a path end where its query begins.
                (b'?', 1) if self.place != PairPlace::Pairs => return i,
                (b'?' | b'%', 1) | (_, 3) => {}
                // A string of JSON or of a program, with its escapes: the quote ends it.
                (b'\\', 1) if !is_escape(self.text, i) => {}
                (c, _) if self.is_whole && !b"&;#".contains(&c) => {}
                _ => return i,
            }
            i += ascii(self.text, i).1;
        }
    }

    /// How surely the value that begins at `start` is a secret: by its name, or by what it looks like.
    fn secrecy(&self, name: Range<usize>, start: usize) -> Option<Secrecy> {
        let text = self.text;
        let is_secret = match names::secrecy(text, name) {
            Some(Secrecy::OfToken) => is_token(text, start..token_end(text, start)),
            Some(Secrecy::UnlessNumber) => !PATH_VALUE_ENDS.has(text.peek(text.run(start, DIGIT))),
            None => begins_token(text, start),
            known => return known,
        };
        is_secret.then_some(Secrecy::Secret)
    }
}

/// Whether a backslash begins an escape that ends a value in a string of JSON: a quote, a line break, `&` as
/// some programs write it.
fn is_escape(text: impl Text, i: usize) -> bool {
    b"\"'\\nrt".iter().any(|&c| text.is(i + 1, c)) || escaped(text, i) == Some(b'&')
}

/// The units of an escape such as `\u0026`.
const ESCAPE: usize = 6;

/// The delimiter that some programs write as `\u0026` or `\u003d` in JSON.
fn escaped(text: impl Text, i: usize) -> Option<u8> {
    let is_at = |escape: &[u8]| {
        (i..).zip(escape).all(|(i, &c)| text.is(i, c) || text.is(i, c.to_ascii_uppercase()))
    };
    let escapes: [(&[u8; ESCAPE], u8); 2] = [(b"\\u0026", b'&'), (b"\\u003d", b'=')];
    escapes.iter().find(|(escape, _)| is_at(*escape)).map(|&(_, c)| c)
}

impl<T: Text> Iterator for Pairs<T> {
    type Item = SecretPair;

    fn next(&mut self) -> Option<SecretPair> {
        loop {
            let i = self.text.find_any(self.at, &MARKS);
            if i >= self.end {
                return None;
            }
            let (mut c, mut width) = ascii(self.text, i);
            if (c, width) == (b'\\', 1)
                && let Some(delimiter) = escaped(self.text, i)
            {
                (c, width) = (delimiter, ESCAPE);
            }
            self.at = i + width;
            match c {
                // An attribute of a program: `#[serde(token=x)]`.
                b'#' if width == 1 && !self.is_whole && self.text.is(self.at, b'[') => {}
                b'?' | b'#' => (self.place, self.name) = (PairPlace::Pairs, self.at),
                b';' if width == 1
                    && self.place == PairPlace::Before
                    && self.is_reference(self.name..i) =>
                {
                    (self.place, self.name) = (PairPlace::Parameters, self.at);
                }
                b'&' | b';' | b'/' | b'!' | b'\\' => {
                    self.has_slash |= c == b'/';
                    self.name = self.at;
                }
                b'=' => {
                    let name = std::mem::replace(&mut self.name, self.at)..i;
                    let is_path = self.place == PairPlace::Before;
                    if is_path && !self.is_reference(name.clone()) {
                        continue;
                    }
                    let Some(secrecy) = self.secrecy(name.clone(), self.at) else { continue };
                    if is_path && secrecy == Secrecy::Possible {
                        continue;
                    }
                    let value = self.at..self.value_end(self.at, width == 3);
                    self.at = value.end;
                    if !value.is_empty() {
                        return Some(SecretPair { name, value, secrecy });
                    }
                }
                OTHER | b'%' => {}
                _ if width > 1 || self.is_whole => {}
                _ => {
                    self.has_slash = false;
                    self.name = self.at;
                    self.place = PairPlace::Before;
                }
            }
        }
    }
}
