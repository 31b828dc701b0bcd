//! Turtle for the parser.
//!
//! The parser gets a substitute for a base ([`bases`](crate::bases)), and text that is not a reference marked.
//! In a document without a base, it would refuse names in a relative namespace, `@prefix : <#> .`, because it
//! only makes absolute IRIs. [`true_iri`] restores the original text in the results of the parser.
//!
//! [`true_iri`]: crate::bases::true_iri

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::bases::{AS_WRITTEN, REFERENCE, carried, goes_up_within, is_no_reference};
use crate::irirefs::{self, Directive, TurtleEnd, TurtleEvent, TurtleSyntax};

/// Text for the parser.
pub(crate) struct ParserText<'a> {
    pub(crate) text: Cow<'a, [u8]>,
    /// The ends of constructs: the position in the text, that in the document's block, and the kind.
    pub(crate) ends: Vec<(usize, usize, TurtleEnd)>,
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
    /// True if a base has been declared, so the parser resolves relative references.
    has_base: bool,
    syntax: TurtleSyntax,
}

impl TurtleText {
    /// For Turtle, or for `TriG`, which has graphs.
    pub(crate) fn new(has_base: bool, has_graphs: bool) -> Self {
        Self { has_base, syntax: TurtleSyntax::new(has_graphs) }
    }

    /// A block of text for the parser.
    pub(crate) fn for_parser<'a>(&mut self, block: &'a [u8]) -> ParserText<'a> {
        let (mut written, mut resumed, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut done = 0;
        let Self { has_base, syntax } = self;
        syntax.go_over(block, &mut |event| match event {
            TurtleEvent::Iri(start, directive) => {
                let rest = &block[start..];
                let raw = &rest[..memchr2(b'<', b'>', rest).unwrap_or(rest.len())];
                let is_closed = rest.get(raw.len()) == Some(&b'>');
                let Some(instead) = instead(raw, is_closed, directive, has_base) else { return };
                written.extend_from_slice(&block[done..start]);
                written.extend_from_slice(instead.as_bytes());
                // A base contains its text already.
                let is_whole = directive == Some(Directive::Base);
                done = if is_whole { start + raw.len() } else { start };
                resumed.push((written.len(), done));
            }
            TurtleEvent::IriEnd(_) => {}
            TurtleEvent::End(end, what) => ends.push((written.len() + end - done, end, what)),
        });
        if done == 0 {
            return ParserText { text: Cow::Borrowed(block), ends, resumed };
        }
        written.extend_from_slice(&block[done..]);
        ParserText { text: Cow::Owned(written), ends, resumed }
    }
}

/// The text to insert before an IRI, or to replace that of a base. None if the IRI stays unchanged.
fn instead(
    raw: &[u8],
    is_closed: bool,
    directive: Option<Directive>,
    has_base: &mut bool,
) -> Option<Cow<'static, str>> {
    let decoded = memchr(b'\\', raw).and_then(|_| irirefs::decoded(raw));
    let text = decoded.as_ref().map_or(raw, |decoded| decoded.as_bytes());
    let is_absolute = has_scheme(text);
    match directive {
        Some(Directive::Base) => {
            let base = std::str::from_utf8(text).ok().filter(|_| is_absolute && is_closed)?;
            *has_base = true;
            carried(base).map(Cow::Owned)
        }
        _ if is_absolute => None,
        Some(Directive::Prefix) => (!*has_base).then_some(AS_WRITTEN.into()),
        None if !*has_base => None,
        None if is_no_reference(text) => Some(AS_WRITTEN.into()),
        None => goes_up_within(text).then_some(REFERENCE.into()),
    }
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
        let written = TurtleText::new(false, false).for_parser(text.as_bytes()).text.into_owned();
        // Wherever a block of whole lines ends.
        let mut of_lines = TurtleText::new(false, false);
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
            ("PREFIX a.b: # c: <d>\n <e/>", "PREFIX a.b: # c: <d>\n <!e/>"),
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
