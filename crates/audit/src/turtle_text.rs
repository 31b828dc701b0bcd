//! Turtle for the parser.
//!
//! A base bypasses the parser's resolver, and so does text that is not a reference. In a document without a
//! base, the parser would refuse names in a relative namespace, `@prefix : <#> .`, because it only makes
//! absolute IRIs. [`true_iri`] restores the original text in the results of the parser.
//!
//! [`true_iri`]: crate::bases::true_iri

use std::borrow::Cow;

use memchr::memchr;

use crate::bases::{AS_WRITTEN, REFERENCE, carried, goes_up_within, is_no_reference};
use crate::irirefs;

/// The number of bytes that are read before a bracket: more than a directive has.
const LOOK: usize = 1 << 11;

/// Text for the parser.
pub(crate) struct ParserText<'a> {
    pub(crate) text: Cow<'a, [u8]>,
    /// The positions after each difference at which text and document agree again: in the text and in the
    /// document.
    resumed: Vec<(usize, usize)>,
}

impl ParserText<'_> {
    /// The position in the document's block of a position in the text.
    pub(crate) fn in_document(&self, at: usize) -> usize {
        let next = self.resumed.partition_point(|&(here, _)| here <= at);
        let (here, there) = if next == 0 { (0, 0) } else { self.resumed[next - 1] };
        let place = there + (at - here);
        self.resumed.get(next).map_or(place, |&(_, there)| place.min(there))
    }
}

/// The text for the parser, and the state between blocks.
#[derive(Debug)]
pub(crate) struct TurtleText {
    /// Returns true if a base has been declared, so the parser resolves relative references.
    has_base: bool,
    /// The end of the text, which may have the beginning of a directive.
    end: Vec<u8>,
}

impl TurtleText {
    pub(crate) fn new(has_base: bool) -> Self {
        Self { has_base, end: Vec::new() }
    }

    /// A block of text for the parser. Directives in strings and comments are changed as well, but these are
    /// not read.
    pub(crate) fn for_parser<'a>(&mut self, block: &'a [u8]) -> ParserText<'a> {
        let (mut written, mut resumed) = (Vec::new(), Vec::new());
        let mut done = 0;
        let mut at = 0;
        while let Some(found) = memchr(b'<', &block[at..]) {
            let open = at + found;
            at = open + 1;
            let rest = &block[at..];
            let mut end = at;
            let base;
            let before = match open.checked_sub(LOOK) {
                Some(start) => Cow::Borrowed(&block[start..open]),
                None => Cow::Owned([&self.end, &block[..open]].concat()),
            };
            let instead = match directive(&before) {
                Some(Directive::Base) => {
                    let Some(length) = memchr(b'>', rest) else { continue };
                    let written = irirefs::decoded(&rest[..length]);
                    let absolute = written.filter(|written| has_scheme(written.as_bytes()));
                    self.has_base |= absolute.is_some();
                    base = absolute.and_then(|base| carried(&base));
                    let Some(base) = &base else { continue };
                    end += length;
                    base
                }
                Some(Directive::Prefix) if !self.has_base && !has_scheme(rest) => AS_WRITTEN,
                Some(Directive::Prefix) => continue,
                _ if self.has_base => {
                    let raw = until_bracket(rest);
                    let has_escape = memchr(b'\\', raw).is_some();
                    let decoded = has_escape.then(|| irirefs::decoded(raw)).flatten();
                    match decoded.as_ref().map_or(raw, |decoded| decoded.as_bytes()) {
                        text if has_scheme(text) => continue,
                        text if is_no_reference(text) => AS_WRITTEN,
                        text if goes_up_within(text) => REFERENCE,
                        _ => continue,
                    }
                }
                _ => continue,
            };
            written.extend_from_slice(&block[done..at]);
            written.extend_from_slice(instead.as_bytes());
            done = end;
            resumed.push((written.len(), done));
        }
        self.end.extend_from_slice(&block[block.len().saturating_sub(LOOK)..]);
        self.end.drain(..self.end.len().saturating_sub(LOOK));
        if done == 0 {
            return ParserText { text: Cow::Borrowed(block), resumed };
        }
        written.extend_from_slice(&block[done..]);
        ParserText { text: Cow::Owned(written), resumed }
    }
}

enum Directive {
    Prefix,
    Base,
}

/// The directive at the end of a text, up to the bracket of its IRI.
fn directive(text: &[u8]) -> Option<Directive> {
    // Most brackets follow another one, and need no further check.
    let close = text.trim_ascii_end();
    let is_near = close.last().is_some_and(|byte| b":eE".contains(byte));
    if !is_near && memchr(b'\n', &text[close.len()..]).is_none() {
        return None;
    }
    let text = without_space(text);
    if let Some(before) = text.strip_suffix(b":") {
        let is_of_name = |byte: &u8| !byte.is_ascii_whitespace() && !b"@<>\"'#".contains(byte);
        let start = before.iter().rposition(|byte| !is_of_name(byte)).map_or(0, |at| at + 1);
        if before[start..].eq_ignore_ascii_case(b"prefix") && before[..start].ends_with(b"@") {
            return Some(Directive::Prefix);
        }
        return ends_with_word(without_space(&before[..start]), b"prefix")
            .then_some(Directive::Prefix);
    }
    ends_with_word(text, b"base").then_some(Directive::Base)
}

/// A text without the white space and the comments at its end.
fn without_space(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_end();
        let line = text.iter().rposition(|byte| b"\r\n".contains(byte)).map_or(0, |at| at + 1);
        // A directive has no other mark of this kind before its IRI.
        match memchr(b'#', &text[line..]) {
            Some(comment) => text = &text[..line + comment],
            None => return text,
        }
    }
}

fn ends_with_word(text: &[u8], word: &[u8]) -> bool {
    let Some(start) = text.len().checked_sub(word.len()) else { return false };
    let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !b":_-\\".contains(byte);
    text[start..].eq_ignore_ascii_case(word) && text[..start].last().is_none_or(is_end)
}

/// A text up to the first bracket.
fn until_bracket(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr2(b'<', b'>', text).unwrap_or(text.len())]
}

/// Returns true if an IRI that begins with this text begins with a scheme.
fn has_scheme(iri: &[u8]) -> bool {
    let end = iri.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte));
    iri.first().is_some_and(u8::is_ascii_alphabetic) && end.is_some_and(|end| iri[end] == b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        let written = TurtleText::new(false).for_parser(text.as_bytes()).text.into_owned();
        // Wherever a block of whole lines ends.
        let mut of_lines = TurtleText::new(false);
        let lines = text.split_inclusive('\n').map(str::as_bytes);
        let blocks: Vec<_> =
            lines.map(|line| of_lines.for_parser(line).text.into_owned()).collect();
        assert_eq!(blocks.concat(), written, "{text}");
        let carried = carried("x:").expect("an IRI");
        String::from_utf8(written)
            .expect("UTF-8")
            .replace(AS_WRITTEN, "!")
            .replace(REFERENCE, "=")
            .replace(&carried, "x:")
    }

    #[test]
    fn relative_namespaces_are_marked_where_there_is_no_base() {
        for (text, expected) in [
            ("@prefix : <#> .", "@prefix : <!#> ."),
            ("@prefix:<>.", "@prefix:<!>."),
            ("PREFIX a.b: # c: <d>\n <e/>", "PREFIX a.b: # c: <!d>\n <!e/>"),
            ("<a> a <b>.prefix c:<d>", "<a> a <b>.prefix c:<!d>"),
            ("@prefix a: <b:> . a:prefix a: <c>", "@prefix a: <b:> . a:prefix a: <c>"),
            ("@base <x:> . @prefix : <#> .", "@base <x:> . @prefix : <#> ."),
            ("@base <x> . @prefix : <#> .", "@base <x> . @prefix : <!#> ."),
            ("@base <x:> . <1a:b> <:c> <<d:e>>", "@base <x:> . <!1a:b> <!:c> <<d:e>>"),
            ("@base <x:> . <a/../b> <../../b>", "@base <x:> . <=a/../b> <../../b>"),
            ("# @base <x:>\n<1a:b>", "# @base <x:>\n<1a:b>"),
            ("<a> <b> <c> .", "<a> <b> <c> ."),
            ("e:base <b:> . @prefix : <#> .", "e:base <b:> . @prefix : <!#> ."),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }
}
