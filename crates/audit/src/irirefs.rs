//! The IRIs in brackets in Turtle and related syntaxes: `IRIREF` of their grammars; and the ends of statements.
//!
//! Oxigraph's parsers do not report the positions of the terms of a statement. In a text that they have
//! accepted, every `<` outside strings, comments and escapes begins an IRI or a triple term. Tests compare this
//! with the parsers. The ends of statements are found in any text, because reading continues after the end of a
//! statement with a mistake.

use std::mem;

use memchr::{memchr, memchr_iter, memchr2};

use crate::gathered::Gathered;
use crate::spans::{ValueSpan, Writing, WrittenCharacters};

/// The IRIs of a line that a parser has accepted.
pub(crate) fn of_line(line: &[u8]) -> Vec<(String, ValueSpan)> {
    let (mut begun, mut found) = (0, Vec::new());
    TurtleSyntax::new(true).go_over(line, &mut |event| match event {
        TurtleEvent::Iri(start, _) => begun = start,
        TurtleEvent::IriEnd(end) => {
            let iri = decoded(&line[begun..end]);
            let span = ValueSpan::new(0, &(begun..end), Writing::Iri);
            found.extend(iri.map(|iri| (iri, span)));
        }
        TurtleEvent::End(..) => {}
    });
    found
}

/// The IRI in brackets, without its escapes.
pub(crate) fn decoded(raw: &[u8]) -> Option<String> {
    let mut characters = WrittenCharacters::of(raw, Writing::Iri)?;
    let iri = characters.by_ref().map(|character| character.1).collect();
    (!characters.is_bad).then_some(iri)
}

/// A construct that ends in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurtleEnd {
    /// A statement or a directive.
    Statement,
    /// The beginning of a graph of `TriG`: its name and a bracket.
    GraphName,
    /// A graph of `TriG`.
    Graph,
}

/// A directive that names an IRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    Prefix,
    Base,
}

/// A construct in a text, with its position.
pub(crate) enum TurtleEvent {
    /// An IRI begins, after its bracket; it may be that of a directive.
    Iri(usize, Option<Directive>),
    /// The IRI ends, before its bracket.
    IriEnd(usize),
    /// A statement, a graph or its beginning ends.
    End(usize, TurtleEnd),
}

/// The state between the blocks of a text.
#[derive(Debug)]
pub(crate) struct TurtleSyntax {
    /// True if braces delimit graphs.
    has_graphs: bool,
    inside: Inside,
    /// The beginning of the first word of the statement, if the statement begins with a word. It identifies directives.
    first_word: Vec<u8>,
    has_word: bool,
}

/// The part of the syntax that the next text is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    Comment,
    Iri,
    /// A string that ends with this number of this mark.
    String(u8, usize),
}

impl TurtleSyntax {
    /// For Turtle, or for `TriG`, which has graphs.
    pub(crate) fn new(has_graphs: bool) -> Self {
        Self { has_graphs, inside: Inside::Nothing, first_word: Vec::new(), has_word: false }
    }

    /// Reads a block of whole lines.
    pub(crate) fn go_over(&mut self, block: &[u8], visit: &mut impl FnMut(TurtleEvent)) {
        let mut at = 0;
        while at < block.len() {
            let (was_inside, rest) = (self.inside, &block[at..]);
            at += match was_inside {
                Inside::Nothing => self.begin(block, at, visit),
                Inside::Comment => self.end(memchr2(b'\n', b'\r', rest), rest),
                Inside::Iri => self.end(memchr(b'>', rest), rest),
                Inside::String(mark, count) => self.end_string(mark, count, rest),
            };
            if self.inside != Inside::Nothing {
                continue;
            }
            match was_inside {
                Inside::Iri => {
                    visit(TurtleEvent::IriEnd(at - 1));
                    // Directives in the form of SPARQL have no dot.
                    if self.directive().is_some() && self.first_word[0] != b'@' {
                        self.end_statement(at, TurtleEnd::Statement, visit);
                    }
                }
                Inside::String(..) if self.first_word.eq_ignore_ascii_case(b"version") => {
                    self.end_statement(at, TurtleEnd::Statement, visit);
                }
                _ => {}
            }
        }
    }

    /// Reads to the end of the next mark, and returns the length.
    fn begin(&mut self, block: &[u8], at: usize, visit: &mut impl FnMut(TurtleEvent)) -> usize {
        let text = &block[at..];
        let start = text.iter().position(|byte| b"<\"'#\\.{}".contains(byte)).unwrap_or(text.len());
        let rest = &text[start..];
        self.push(&text[..start]);
        let Some(&mark) = rest.first() else { return start };
        if b".{}".contains(&mark) {
            return start + self.mark(block, at + start, visit);
        }
        if mark == b'#' {
            // A comment counts as a blank.
            self.push(b" ");
            self.inside = Inside::Comment;
            return start + 1;
        }
        // Only a word identifies a directive.
        self.has_word |= self.first_word.is_empty();
        start
            + match mark {
                b'<' if rest.starts_with(b"<<") => 2,
                b'<' => {
                    self.inside = Inside::Iri;
                    visit(TurtleEvent::Iri(at + start + 1, self.directive()));
                    1
                }
                // The escaped character, or its first byte.
                b'\\' => rest.len().min(2),
                _ => {
                    let count = if rest.starts_with(&[mark; 3]) { 3 } else { 1 };
                    self.inside = Inside::String(mark, count);
                    count
                }
            }
    }

    /// Skips a dot or a brace, which may be an end. A dot within a name or a number is followed by more of it,
    /// and braces with a bar are those of annotations (RDF 1.2 Turtle §2.11).
    fn mark(&mut self, block: &[u8], at: usize, visit: &mut impl FnMut(TurtleEvent)) -> usize {
        let before = at.checked_sub(1).map_or(b'\n', |before| block[before]);
        let next = block.get(at + 1).copied();
        match block[at] {
            b'.' if next.is_none_or(|next| next.is_ascii_whitespace()) => {
                let end = block.len().min(at + 2);
                self.end_statement(end, TurtleEnd::Statement, visit);
                return end - at;
            }
            b'{' if self.has_graphs && next != Some(b'|') => {
                self.end_statement(at + 1, TurtleEnd::GraphName, visit);
            }
            b'}' if self.has_graphs && before != b'|' => {
                self.end_statement(at + 1, TurtleEnd::Graph, visit);
            }
            // The bar is not the first character of a name.
            b'{' => return (block.len() - at).min(2),
            // Without white space after the dot, the next statement, which may be a directive, is read with this one.
            b'.' if (before.is_ascii_whitespace() || b">\"')]}".contains(&before))
                && !next.is_some_and(|next| next.is_ascii_digit()) =>
            {
                self.begin_statement();
            }
            mark => self.push(&[mark]),
        }
        1
    }

    fn end_statement(&mut self, at: usize, what: TurtleEnd, visit: &mut impl FnMut(TurtleEvent)) {
        self.begin_statement();
        visit(TurtleEvent::End(at, what));
    }

    fn begin_statement(&mut self) {
        self.first_word.clear();
        self.has_word = false;
    }

    /// Reads text outside strings, comments and IRIs.
    fn push(&mut self, text: &[u8]) {
        for &byte in text {
            if self.has_word || self.first_word.len() > "VERSION".len() {
                break;
            } else if byte.is_ascii_whitespace() {
                self.has_word = !self.first_word.is_empty();
            } else {
                self.first_word.push(byte);
            }
        }
    }

    /// The directive that the statement is. The name of a prefix may follow its word without a space.
    fn directive(&self) -> Option<Directive> {
        let word = self.first_word.strip_prefix(b"@").unwrap_or(&self.first_word);
        if word.eq_ignore_ascii_case(b"prefix") || word.eq_ignore_ascii_case(b"prefix:") {
            return Some(Directive::Prefix);
        }
        word.eq_ignore_ascii_case(b"base").then_some(Directive::Base)
    }

    /// Skips to the end of the mark that ends a construct, or to the end of the text.
    fn end(&mut self, end: Option<usize>, text: &[u8]) -> usize {
        if end.is_some() {
            self.inside = Inside::Nothing;
        }
        end.map_or(text.len(), |end| end + 1)
    }

    /// Skips the end of a string, or an escape or a mark within it.
    fn end_string(&mut self, mark: u8, count: usize, text: &[u8]) -> usize {
        let Some(end) = memchr2(mark, b'\\', text) else { return text.len() };
        let rest = &text[end..];
        if rest[0] != mark {
            return end + rest.len().min(2);
        }
        if !rest.starts_with(&[mark; 3][..count]) {
            return end + 1;
        }
        self.inside = Inside::Nothing;
        end + count
    }
}

/// Finds the IRIs of a text that a parser has accepted.
#[derive(Debug)]
pub struct IriRefs {
    syntax: TurtleSyntax,
    /// The beginning of an unfinished IRI, and its distance.
    open: Vec<u8>,
    before: ReadSoFar,
    /// The length of the text that has been read since it was last passed on.
    read: ReadSoFar,
    /// The number of bytes that have been passed on.
    done: u64,
    base: Option<u64>,
}

impl Default for IriRefs {
    fn default() -> Self {
        let (before, read) = (ReadSoFar::default(), ReadSoFar::default());
        Self {
            syntax: TurtleSyntax::new(true),
            open: Vec::new(),
            before,
            read,
            done: 0,
            base: None,
        }
    }
}

/// The number of bytes that have been read, and of line breaks.
#[derive(Clone, Copy, Debug, Default)]
struct ReadSoFar {
    bytes: u64,
    lines: u64,
}

impl ReadSoFar {
    /// Reads more text.
    fn go(&mut self, text: &[u8]) {
        self.bytes += text.len() as u64;
        self.lines += memchr_iter(b'\n', text).count() as u64;
    }
}

impl IriRefs {
    /// Reads a block of whole lines, and passes the finished IRIs on. The place of an IRI is the line on which
    /// it begins.
    pub fn read(&mut self, block: &[u8]) -> Gathered {
        let mut gathered = Gathered::located();
        let Self { syntax, open, before, read, done, base } = self;
        // The position up to which the block has been read, and that of an unfinished IRI.
        let (mut at, mut begun) = (0, 0);
        syntax.go_over(block, &mut |event| match event {
            TurtleEvent::Iri(start, directive) => {
                read.go(&block[at..start]);
                (at, begun, *before) = (start, start, *read);
                if directive == Some(Directive::Base) {
                    base.get_or_insert(*done + before.bytes);
                }
            }
            TurtleEvent::IriEnd(end) => {
                open.extend_from_slice(&block[begun..end]);
                let raw = mem::take(open);
                if let Some(iri) = decoded(&raw) {
                    let span = ValueSpan::new(before.bytes, &(0..raw.len()), Writing::Iri);
                    gathered.add(iri.as_bytes(), before.lines + 1, || Some(span));
                }
            }
            TurtleEvent::End(..) => {}
        });
        read.go(&block[at..]);
        // An unfinished IRI is passed on with its end.
        let passed_on = if syntax.inside == Inside::Iri {
            open.extend_from_slice(&block[begun..]);
            mem::take(before)
        } else {
            *read
        };
        read.bytes -= passed_on.bytes;
        read.lines -= passed_on.lines;
        *done += passed_on.bytes;
        gathered.byte_count = passed_on.bytes;
        (gathered.line_count, gathered.place_count) = (passed_on.lines, passed_on.lines);
        gathered
    }

    /// The beginning of the IRI of the first base, in bytes from the beginning of the text.
    pub fn base(&self) -> Option<u64> {
        self.base
    }
}

#[cfg(test)]
mod tests {
    use oxrdf::{GraphName, NamedOrBlankNode, Quad, Term};
    use oxttl::TriGParser;

    use super::*;

    /// The IRIs of a text that is read in blocks, each with the text at its position.
    fn found(blocks: &[&str]) -> (Vec<(String, String, u64)>, Option<u64>) {
        let text = blocks.concat();
        let (mut irirefs, mut found) = (IriRefs::default(), Vec::new());
        let (mut bytes, mut lines) = (0, 0);
        for block in blocks {
            let gathered = irirefs.read(block.as_bytes());
            let ends: Vec<_> = gathered
                .offsets
                .iter()
                .map(|&end| usize::try_from(end).expect("an index"))
                .collect();
            let spans = gathered.spans.expect("spans").into_iter().flatten();
            for ((ends, span), place) in ends.windows(2).zip(spans).zip(gathered.places) {
                let iri =
                    String::from_utf8(gathered.text[ends[0]..ends[1]].to_vec()).expect("UTF-8");
                let at = |place: u64| usize::try_from(bytes + place).expect("an index");
                found.push((iri, text[at(span.start)..at(span.stop)].to_owned(), lines + place));
            }
            (bytes, lines) = (bytes + gathered.byte_count, lines + gathered.line_count);
        }
        (found, irirefs.base())
    }

    #[test]
    fn iris_are_found_wherever_they_stand() {
        let text = "# <c>\n@prefix e: <p q> . @base<b>.\ne:s\\<x a '<1>', \"\"\"\"<2>\\\"\"\"<3>\"\"\" ,\n\
                    '''it's <4>\n''', \"\\\"<5>\"^^<d\\u0020> . <<( <s> e:p <o\n1> )>> <p>\"\"@en ;# <6>\n<\\U0001F600> .";
        let expected: Vec<_> = [
            ("p q", "p q", 2),
            ("b", "b", 2),
            ("d ", "d\\u0020", 5),
            ("s", "s", 5),
            ("o\n1", "o\n1", 5),
            ("p", "p", 6),
            ("😀", "\\U0001F600", 7),
        ]
        .map(|(iri, raw, line)| (iri.to_owned(), raw.to_owned(), line))
        .into();
        let base = text.find("<b>").map(|at| at as u64 + 1);
        assert_eq!(found(&[text]), (expected.clone(), base));
        // Blocks of whole lines may end anywhere.
        let lines: Vec<_> = text.split_inclusive('\n').collect();
        assert_eq!(found(&lines), (expected, base));
    }

    #[test]
    fn a_base_is_declared_by_a_word_of_its_own() {
        for (text, is_base) in [
            ("@base <b> .", true),
            ("BASE <b>", true),
            ("<s> <p> <o> .base # x\n <b>", true),
            ("e:base <b> .", false),
            ("e:a.base <b>", false),
            ("@prefix base: <b> .", false),
            ("e:s e:p 'base' , <b> .", false),
            ("'a'@base , <b>", false),
        ] {
            assert_eq!(found(&[text]).1.is_some(), is_base, "{text}");
        }
    }

    /// The IRIs that a parser reads in text without prefixes, or None if it does not accept it.
    fn parsed(text: &str) -> Option<Vec<String>> {
        let quads = TriGParser::new().lenient().for_slice(text.as_bytes());
        let quads: Vec<Quad> = quads.collect::<Result<_, _>>().ok()?;
        let mut iris = Vec::new();
        for quad in quads {
            if let NamedOrBlankNode::NamedNode(node) = quad.subject {
                iris.push(node.into_string());
            }
            iris.push(quad.predicate.into_string());
            match quad.object {
                Term::NamedNode(node) => iris.push(node.into_string()),
                Term::Literal(literal) => iris.push(literal.datatype().as_str().to_owned()),
                _ => {}
            }
            if let GraphName::NamedNode(graph) = quad.graph_name {
                iris.push(graph.into_string());
            }
        }
        iris.retain(|iri| !iri.starts_with("http://www.w3.org/"));
        iris.sort();
        iris.dedup();
        Some(iris)
    }

    #[test]
    fn they_are_what_a_parser_reads() {
        let texts = [
            "<g x> { <s>\n<p> '<1>' , \"<2>\"@en , '''<\n3''>''' , \"a\\\"<4>\\\\\" } # <5>\r\n",
            "<s> <p> \"\"\"\"<1>\"\"\" , ''^^<d> , \"'\" , '\"' ; <q\\u0041> <o\n> .\n# '\n<t> <p> \"#\" .",
        ];
        let odd: Vec<_> = "<>\"'\\#.,; \n\ru0^x".chars().collect();
        let (mut accepted, mut all) = (0, 0);
        let mut check = |text: String| {
            all += 1;
            let Some(iris) = parsed(&text) else { return };
            accepted += 1;
            let blocks: Vec<_> = text.split_inclusive('\n').collect();
            let mut tokens: Vec<_> = found(&blocks).0.into_iter().map(|found| found.0).collect();
            tokens.sort();
            tokens.dedup();
            // A graph without statements is in none.
            tokens.retain(|token| iris.contains(token) || token != "g x");
            assert_eq!(tokens, iris, "{text}");
        };
        for text in texts {
            let chars: Vec<_> = text.chars().collect();
            for i in 0..=chars.len() {
                let (before, after) = (&chars[..i], &chars[(i + 1).min(chars.len())..]);
                check(before.iter().chain(after).collect());
                for c in &odd {
                    check(before.iter().chain([c]).chain(after).collect());
                    check(before.iter().chain([c]).chain(&chars[i..]).collect());
                }
            }
        }
        assert!(accepted * 4 > all && accepted < all, "{accepted} of {all}");
    }
}
