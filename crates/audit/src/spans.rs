//! The positions of values in the bytes of an input, and the spelling of their characters there.
//!
//! A mended copy is made from them, in which only the bytes of changed characters are replaced.

use std::borrow::Cow;
use std::ops::Range;

use crate::json_lexer;

/// The notation of the characters of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// As they are.
    Plain,
    /// Raw, in a field that does not begin with a quotation mark (RFC 4180 §2).
    Field,
    /// After the opening quotation mark of a field, up to the end of the field (RFC 4180 §2).
    QuotedField,
    /// Between the quotation marks of a JSON string (RFC 8259 §7).
    JsonString,
    /// Between the brackets of an IRI in RDF (Turtle §6.4).
    Iri,
}

impl Writing {
    /// All of them, with their names.
    const NAMED: [(Self, &str); 5] = [
        (Self::Plain, "plain"),
        (Self::Field, "field"),
        (Self::QuotedField, "quoted-field"),
        (Self::JsonString, "json-string"),
        (Self::Iri, "iri"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMED.into_iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    /// The notation of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// The position of a value, in bytes since values were last passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueSpan {
    /// Its first byte.
    pub start: u64,
    /// The end, in bytes.
    pub stop: u64,
    /// The notation of its characters.
    pub writing: Writing,
}

impl ValueSpan {
    /// The span of these bytes, which come after `before` others.
    pub(crate) fn new(before: u64, bytes: &Range<usize>, writing: Writing) -> Self {
        let (start, stop) = (before + bytes.start as u64, before + bytes.end as u64);
        Self { start, stop, writing }
    }

    /// Shifts the span by `before` bytes.
    pub(crate) fn moved(self, before: u64) -> Self {
        Self { start: before + self.start, stop: before + self.stop, ..self }
    }
}

/// A replacement of a range of characters of a value.
pub type Replacement<'a> = (usize, usize, &'a str);

/// Applies changes to the bytes that stand for a value. The changes must be in order and disjoint.
///
/// None if the bytes do not stand for the value.
pub fn rewritten(
    raw: &[u8],
    writing: Writing,
    value: &str,
    changes: &[Replacement<'_>],
) -> Option<Vec<u8>> {
    let mut characters = WrittenCharacters::of(raw, writing)?;
    let mut expected = value.chars();
    let needs_quotes = changes.iter().any(|change| change.2.contains(DELIMITERS));
    let mut written = Vec::with_capacity(raw.len());
    let mut changes = changes.iter().peekable();
    // The byte up to which all is written, the character up to which all is replaced, and the end of the last
    // one.
    let (mut end, mut replaced, mut read) = (0, 0, 0);
    for (i, (bytes, character)) in characters.by_ref().enumerate() {
        if expected.next() != Some(character) {
            return None;
        }
        while let Some(&(_, stop, replacement)) = changes.next_if(|change| change.0 == i) {
            written.extend_from_slice(raw.get(end..bytes.start)?);
            written.extend_from_slice(escaped(replacement, writing).as_bytes());
            (end, replaced) = (bytes.start, stop);
        }
        if i < replaced {
            // Bytes that do not stand for a character stay: a closing quotation mark in the middle of a field.
            written.extend_from_slice(raw.get(end..bytes.start)?);
            end = bytes.end;
        }
        read = bytes.end;
    }
    if expected.next().is_some() || characters.is_bad {
        return None;
    }
    written.extend_from_slice(raw.get(end..read)?);
    changes.for_each(|change| written.extend_from_slice(escaped(change.2, writing).as_bytes()));
    written.extend_from_slice(raw.get(read..)?);
    // A quotation mark that ends up at the beginning would open a quoted field.
    let needs_quotes = needs_quotes || written.starts_with(b"\"");
    Some(if writing == Writing::Field && needs_quotes { quoted(&written) } else { written })
}

/// Text without the characters that would end the value or be read as escapes there.
fn escaped(text: &str, writing: Writing) -> Cow<'_, str> {
    match writing {
        Writing::QuotedField if text.contains('"') => text.replace('"', "\"\"").into(),
        Writing::JsonString if text.contains(['"', '\\']) => {
            text.replace('\\', r"\\").replace('"', "\\\"").into()
        }
        _ => text.into(),
    }
}

/// The characters that may delimit the fields of a table, or quote them.
const DELIMITERS: [char; 6] = [',', ';', '\t', '|', '"', '\n'];

/// A field between quotation marks.
fn quoted(field: &[u8]) -> Vec<u8> {
    let mut quoted = Vec::with_capacity(field.len() + 2);
    quoted.push(b'"');
    for &byte in field {
        quoted.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
    }
    quoted.push(b'"');
    quoted
}

/// An iterator over the characters of a value with the bytes of each, because a list would take many times the
/// memory of the value.
pub(crate) struct WrittenCharacters<'a> {
    text: &'a str,
    at: usize,
    writing: Writing,
    /// True if two quotation marks stand for one: up to the closing one. The text after it belongs to the
    /// field.
    is_quoted: bool,
    /// True if the text ends with an escape that does not stand for a character.
    pub(crate) is_bad: bool,
}

impl<'a> WrittenCharacters<'a> {
    /// Reads these bytes. None if they are not text.
    pub(crate) fn of(raw: &'a [u8], writing: Writing) -> Option<Self> {
        let text = std::str::from_utf8(raw).ok()?;
        let is_quoted = writing == Writing::QuotedField;
        Some(Self { text, at: 0, writing, is_quoted, is_bad: false })
    }

    fn escaped(&self) -> Option<(usize, char)> {
        let rest = &self.text[self.at..];
        let found = match self.writing {
            Writing::JsonString => json_lexer::escape(rest.as_bytes()),
            _ => escape(rest),
        };
        found.map(|found| moved(found, self.at))
    }
}

impl Iterator for WrittenCharacters<'_> {
    type Item = (Range<usize>, char);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let at = self.at;
            let c = self.text[at..].chars().next()?;
            let mut next = (at + c.len_utf8(), c);
            match (self.writing, c) {
                (_, '"') if self.is_quoted => {
                    if self.text[at + 1..].starts_with('"') {
                        next.0 += 1;
                    } else {
                        self.is_quoted = false;
                        self.at += 1;
                        continue;
                    }
                }
                (Writing::JsonString | Writing::Iri, '\\') => {
                    let Some(escaped) = self.escaped() else {
                        (self.is_bad, self.at) = (true, self.text.len());
                        return None;
                    };
                    next = escaped;
                }
                _ => {}
            }
            self.at = next.0;
            return Some((at..next.0, next.1));
        }
    }
}

fn moved((length, c): (usize, char), at: usize) -> (usize, char) {
    (at + length, c)
}

/// The length of the escape sequence at the beginning of a text (UCHAR of Turtle), and its character.
fn escape(text: &str) -> Option<(usize, char)> {
    let length = match text.as_bytes().get(1)? {
        b'u' => 6,
        b'U' => 10,
        _ => return None,
    };
    let code = u32::from_str_radix(text.get(2..length)?, 16).ok()?;
    Some((length, char::from_u32(code)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_changes_in_the_bytes_that_stand_for_it() {
        for (raw, writing, value, changes, expected) in [
            ("a b", Writing::Plain, "a b", &[(1, 2, "%20")][..], "a%20b"),
            ("é b", Writing::Plain, "é b", &[(0, 0, "x:"), (1, 2, "%20")], "x:é%20b"),
            (
                "a\"\" b\"",
                Writing::QuotedField,
                "a\" b",
                &[(1, 2, "%22"), (2, 3, "%20")],
                "a%22%20b\"",
            ),
            // The text after the closing quotation mark belongs to the field.
            ("a b\"c\" d", Writing::QuotedField, "a bc\" d", &[(1, 2, ""), (4, 6, "")], "ab\"cd"),
            // The quotation mark stays if the text on both sides of it is replaced.
            ("a \" b", Writing::QuotedField, "a  b", &[(1, 3, "%20")], "a%20\"b"),
            ("\"", Writing::QuotedField, "", &[(0, 0, "x:")], "x:\""),
            ("a\"\"", Writing::Plain, "a\"\"", &[(1, 2, "%22")], "a%22\""),
            ("a;b c", Writing::Field, "a;b c", &[(3, 4, "%20")], "a;b%20c"),
            // A possible delimiter is put between quotation marks.
            ("a\"b", Writing::Field, "a\"b", &[(0, 0, "x,")], "\"x,a\"\"b\""),
            (" \"a", Writing::Field, " \"a", &[(0, 1, "")], "\"\"\"a\""),
            ("\"\"", Writing::QuotedField, "\"", &[(0, 0, "\"")], "\"\"\"\""),
            ("", Writing::JsonString, "", &[(0, 0, r#"\""#)], r#"\\\""#),
            ("a,b", Writing::Plain, "a,b", &[(0, 0, "x,")], "x,a,b"),
            (
                r#"\/\u0020\n\ud83d\ude00\""#,
                Writing::JsonString,
                "/ \n😀\"",
                &[(1, 3, "+")],
                r#"\/+\ud83d\ude00\""#,
            ),
            (
                r"\u00e9 \U0001F600",
                Writing::Iri,
                "é 😀",
                &[(1, 2, "%20"), (3, 3, "!")],
                r"\u00e9%20\U0001F600!",
            ),
            ("a ", Writing::Plain, "a ", &[(1, 2, "")], "a"),
        ] {
            let written = rewritten(raw.as_bytes(), writing, value, changes);
            let written = written.map(|written| String::from_utf8(written).expect("UTF-8"));
            assert_eq!(written.as_deref(), Some(expected), "{raw}");
        }
    }

    #[test]
    fn bytes_that_do_not_stand_for_the_value_do_not_change() {
        for (raw, writing, value) in [
            (&b"a b"[..], Writing::Plain, "a c"),
            (b"a\xff", Writing::Plain, "a\u{FFFD}"),
            (b"\xc3\"\xa9", Writing::QuotedField, "é"),
            (b"a\"b", Writing::QuotedField, "a\"b"),
            (br"\ud800", Writing::JsonString, "\u{FFFD}"),
            (br"\u00", Writing::Iri, "\0"),
            (br"\n", Writing::Iri, "\n"),
        ] {
            assert_eq!(rewritten(raw, writing, value, &[]), None, "{raw:?}");
        }
    }

    #[test]
    fn a_writing_has_a_name() {
        for (writing, name) in Writing::NAMED {
            assert_eq!((writing.name(), Writing::by_name(name)), (name, Some(writing)));
        }
        assert_eq!(Writing::by_name("html"), None);
    }
}
