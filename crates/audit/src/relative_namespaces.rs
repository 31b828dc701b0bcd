//! Namespaces of Turtle that are relative, in a document without a base: `@prefix : <#> .`
//!
//! The parser refuses names over them, because it makes absolute IRIs only. So each namespace gets a scheme
//! that no IRI has, and the IRIs lose it again: they are relative references, as they are written.

use std::borrow::Cow;

use memchr::memchr;

/// The prefix that a relative namespace has on its way through the parser.
const MARK: &str = "iriform-relative-namespace:/";

/// How many bytes before a bracket are looked at: more than a directive has.
const LOOK: usize = 1 << 11;

/// Whether a base has been declared: then the parser resolves what is relative.
#[derive(Debug, Default)]
pub(crate) struct RelativeNamespaces {
    has_base: bool,
}

/// An IRI as it is written.
pub(crate) fn unmarked(iri: &str) -> &str {
    iri.strip_prefix(MARK).unwrap_or(iri)
}

impl RelativeNamespaces {
    /// A block of text whose relative namespaces have the mark. Directives in strings and comments get it,
    /// too, and nobody reads these.
    pub(crate) fn marked<'a>(&mut self, block: &'a [u8]) -> Cow<'a, [u8]> {
        let mut written = Vec::new();
        let mut done = 0;
        let mut at = 0;
        while !self.has_base
            && let Some(found) = memchr(b'<', &block[at..])
        {
            let open = at + found;
            at = open + 1;
            let rest = &block[at..];
            match directive(&block[open.saturating_sub(LOOK)..open]) {
                Some(Directive::Base) => self.has_base = has_scheme(rest),
                Some(Directive::Prefix) if !has_scheme(rest) => {
                    written.extend_from_slice(&block[done..at]);
                    written.extend_from_slice(MARK.as_bytes());
                    done = at;
                }
                _ => {}
            }
        }
        if done == 0 {
            return Cow::Borrowed(block);
        }
        written.extend_from_slice(&block[done..]);
        Cow::Owned(written)
    }
}

enum Directive {
    Prefix,
    Base,
}

/// The directive that ends a text, up to the bracket of its IRI.
fn directive(text: &[u8]) -> Option<Directive> {
    // Most brackets follow another one, and need no second look.
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

/// Whether an IRI begins with a scheme, of which the text has the beginning at least.
fn has_scheme(iri: &[u8]) -> bool {
    let end = iri.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte));
    iri.first().is_some_and(u8::is_ascii_alphabetic) && end.is_some_and(|end| iri[end] == b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        let written = RelativeNamespaces::default().marked(text.as_bytes()).into_owned();
        String::from_utf8(written).expect("UTF-8").replace(MARK, "!")
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
            ("<a> <b> <c> .", "<a> <b> <c> ."),
            ("e:base <b:> . @prefix : <#> .", "e:base <b:> . @prefix : <!#> ."),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }
}
