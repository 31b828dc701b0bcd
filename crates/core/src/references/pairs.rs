//! The pairs of queries and fragments whose names say that their values are secret.

use std::ops::Range;

use super::names::{Secrecy, secrecy};
use super::scan::{OTHER, ascii};
use crate::syntax::text::{AsciiSet, Text};

/// The characters that separate names and values, and those that end a reference.
static MARKS: AsciiSet = AsciiSet::of(b"?#&;=/!%\\ \t\n\x0B\x0C\r\"<>");

/// The characters that end a value of a query or fragment, and those that need a look.
static VALUE_ENDS: AsciiSet = AsciiSet::of(b"&;#?%\\ \t\n\x0B\x0C\r\"<>");

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
        Self { text, at: 0, end: text.len(), has_slash: false, name: 0, place: PairPlace::Before }
    }

    /// The pairs of the query or fragment at `range`.
    pub fn within(text: T, range: Range<usize>) -> Self {
        let Range { start, end } = range;
        Self { text, at: start, end, has_slash: true, name: start, place: PairPlace::Pairs }
    }

    /// Where the value ends that begins at `start`.
    fn value_end(&self, start: usize, is_encoded: bool) -> usize {
        let ends = match self.place {
            PairPlace::Before => &PATH_VALUE_ENDS,
            PairPlace::Parameters | PairPlace::Pairs => &VALUE_ENDS,
        };
        let mut i = start;
        loop {
            i = self.text.find_any(i, ends).min(self.end);
            if i >= self.end {
                return i;
            }
            match ascii(self.text, i) {
                (b'&' | b';' | b'#', 3) if is_encoded => return i,
                // The pairs and parameters of a path end where its query begins.
                (b'?', 1) if self.place != PairPlace::Pairs => return i,
                (b'?' | b'%', 1) | (_, 3) => {}
                // A string of JSON or of a program, with its escapes: the quote ends it.
                (b'\\', 1) if !is_escape(self.text, i) => {}
                _ => return i,
            }
            i += ascii(self.text, i).1;
        }
    }
}

/// Whether a backslash begins an escape that ends a value in a string of JSON: a quote, a line break, `&` as
/// some programs write it.
fn is_escape(text: impl Text, i: usize) -> bool {
    b"\"'\\nrt".iter().any(|&c| text.is(i + 1, c)) || is_ampersand(text, i)
}

/// Whether `\u0026` stands at `i`.
fn is_ampersand(text: impl Text, i: usize) -> bool {
    b"\\u0026".iter().enumerate().all(|(n, &c)| text.is(i + n, c))
}

impl<T: Text> Iterator for Pairs<T> {
    type Item = SecretPair;

    fn next(&mut self) -> Option<SecretPair> {
        loop {
            let i = self.text.find_any(self.at, &MARKS);
            if i >= self.end {
                return None;
            }
            let (c, width) = ascii(self.text, i);
            self.at = i + width;
            match c {
                b'?' | b'#' => (self.place, self.name) = (PairPlace::Pairs, self.at),
                b';' if width == 1 && self.place == PairPlace::Before && self.has_slash => {
                    (self.place, self.name) = (PairPlace::Parameters, self.at);
                }
                b'&' | b';' | b'/' | b'!' => {
                    self.has_slash |= c == b'/';
                    self.name = self.at;
                }
                b'=' => {
                    let name = std::mem::replace(&mut self.name, self.at)..i;
                    let is_path = self.place == PairPlace::Before;
                    if is_path && !self.has_slash {
                        continue;
                    }
                    let Some(secrecy) = secrecy(self.text, name.clone()) else { continue };
                    if is_path && secrecy == Secrecy::Possible {
                        continue;
                    }
                    let value = self.at..self.value_end(self.at, width > 1);
                    self.at = value.end;
                    if !value.is_empty() {
                        return Some(SecretPair { name, value, secrecy });
                    }
                }
                b'\\' => {
                    if is_ampersand(self.text, i) {
                        self.at = i + 6;
                    }
                    self.name = self.at;
                }
                OTHER | b'%' => {}
                _ if width > 1 => {}
                _ => {
                    self.has_slash = false;
                    self.name = self.at;
                    self.place = PairPlace::Before;
                }
            }
        }
    }
}
