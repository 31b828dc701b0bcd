//! The IRIs in brackets in Turtle and related syntaxes: `IRIREF` of their grammars.
//!
//! Oxigraph's parsers do not report the positions of the terms of a statement. In a text that they have
//! accepted, every `<` outside strings, comments and escapes begins an IRI or a triple term. Tests compare this
//! with the parsers. The ends of statements are found in any text, because reading continues after the end of a
//! statement with a mistake.

use std::mem;

use memchr::{memchr, memchr2};

use crate::gathered::Gathered;
use crate::spans::{ValueSpan, Writing, WrittenCharacters};

/// An IRI with its position.
pub(crate) struct IriRef {
    pub(crate) iri: String,
    pub(crate) span: ValueSpan,
    /// The line on which it begins.
    line: u64,
}

/// The IRIs of a line that a parser has accepted.
pub(crate) fn of_line(line: &[u8]) -> Vec<IriRef> {
    let mut found = Vec::new();
    IriRefs::default().go_over(line, &mut |iriref| found.push(iriref));
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

/// Finds the ends of statements.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    syntax: IriRefs,
}

impl Ends {
    /// Makes a finder for Turtle, or for `TriG`, which has graphs.
    pub(crate) fn new(has_graphs: bool) -> Self {
        let finding = Some(StatementEnds { has_graphs, ..StatementEnds::default() });
        Self { syntax: IriRefs { finding, ..IriRefs::default() } }
    }

    /// Reads a block of whole lines, and returns the position and kind of each end in it.
    pub(crate) fn of_block(&mut self, block: &[u8]) -> Vec<(usize, TurtleEnd)> {
        self.syntax.go_over(block, &mut |_| ());
        self.syntax.read = ReadSoFar::default();
        let finding = self.syntax.finding.as_mut();
        finding.map(|finding| mem::take(&mut finding.found)).unwrap_or_default()
    }
}

/// The state of a search for the ends of statements.
#[derive(Debug, Default)]
struct StatementEnds {
    has_graphs: bool,
    /// The beginning of the first word of a statement. It identifies directives that end without a dot.
    first_word: Vec<u8>,
    has_word: bool,
    found: Vec<(usize, TurtleEnd)>,
}

impl StatementEnds {
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

    /// Returns true if a statement begins with one of these words.
    fn begins_with(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.first_word.eq_ignore_ascii_case(word.as_bytes()))
    }

    fn end(&mut self, at: usize, what: TurtleEnd) {
        (self.has_word, self.first_word) = (false, Vec::new());
        self.found.push((at, what));
    }
}

/// Finds the IRIs of a text that a parser has accepted.
#[derive(Debug, Default)]
pub struct IriRefs {
    /// The search for the ends of statements, instead of IRIs.
    finding: Option<StatementEnds>,
    inside: Inside,
    word: LastWord,
    /// The beginning of an unfinished IRI, and its distance.
    open: Vec<u8>,
    before: ReadSoFar,
    /// The length of the text that has been read since it was last passed on.
    read: ReadSoFar,
    /// The number of bytes that have been passed on.
    done: u64,
    base: Option<u64>,
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

/// The number of bytes that have been read, and of line breaks.
#[derive(Clone, Copy, Debug, Default)]
struct ReadSoFar {
    bytes: u64,
    lines: u64,
}

impl IriRefs {
    /// Reads a block of whole lines, and passes the finished IRIs on. The place of an IRI is the line on which
    /// it begins.
    pub fn read(&mut self, block: &[u8]) -> Gathered {
        let mut gathered = Gathered::located();
        self.go_over(block, &mut |IriRef { iri, span, line }| {
            gathered.add(iri.as_bytes(), line, || Some(span));
        });
        // An unfinished IRI is passed on with its end.
        let done = if self.inside == Inside::Iri { mem::take(&mut self.before) } else { self.read };
        self.read.bytes -= done.bytes;
        self.read.lines -= done.lines;
        self.done += done.bytes;
        gathered.byte_count = done.bytes;
        (gathered.line_count, gathered.place_count) = (done.lines, done.lines);
        gathered
    }

    /// The beginning of the IRI of the first base, in bytes from the beginning of the text.
    pub fn base(&self) -> Option<u64> {
        self.base
    }

    fn go_over(&mut self, block: &[u8], each: &mut impl FnMut(IriRef)) {
        let mut rest = block;
        while !rest.is_empty() {
            let was_inside = self.inside;
            let at = block.len() - rest.len();
            let length = match was_inside {
                Inside::Nothing => self.begin(rest, at),
                Inside::Comment => self.end(memchr2(b'\n', b'\r', rest), rest),
                Inside::Iri => self.end(memchr(b'>', rest), rest),
                Inside::String(mark, count) => self.end_string(mark, count, rest),
            };
            let (read, left) = rest.split_at(length);
            rest = left;
            if let Some(finding) = &mut self.finding {
                let end = at + length;
                let is_over = self.inside == Inside::Nothing;
                match was_inside {
                    // Directives in the form of SPARQL have no dot.
                    Inside::Iri if is_over && finding.begins_with(&["prefix", "base"]) => {
                        finding.end(end, TurtleEnd::Statement);
                    }
                    Inside::String(..) if is_over && finding.begins_with(&["version"]) => {
                        finding.end(end, TurtleEnd::Statement);
                    }
                    _ => {}
                }
                continue;
            }
            if was_inside == Inside::Iri {
                self.open.extend_from_slice(read);
                if self.inside == Inside::Nothing {
                    self.take().map(&mut *each);
                }
            }
            self.read.bytes += length as u64;
            self.read.lines += memchr::memchr_iter(b'\n', read).count() as u64;
            if self.inside == Inside::Iri && was_inside != Inside::Iri {
                self.before = self.read;
            }
        }
    }

    /// Reads to the end of the next mark, and returns the length.
    fn begin(&mut self, text: &[u8], at: usize) -> usize {
        let finds_ends = self.finding.is_some();
        let is_mark = |&byte: &u8| match byte {
            b'<' | b'"' | b'\'' | b'#' | b'\\' => true,
            b'.' | b'{' | b'}' => finds_ends,
            _ => false,
        };
        let start = text.iter().position(is_mark).unwrap_or(text.len());
        let rest = &text[start..];
        match &mut self.finding {
            Some(finding) => finding.push(&text[..start]),
            None => text[..start].iter().for_each(|&byte| self.word.push(byte)),
        }
        let length = match rest.first() {
            None => 0,
            Some(b'.' | b'{' | b'}') => {
                let is_annotated = text[..start].ends_with(b"|");
                return start + self.end_of_statement(rest, at + start, is_annotated);
            }
            Some(b'<') if rest.starts_with(b"<<") => 2,
            Some(b'<') => {
                self.inside = Inside::Iri;
                1
            }
            Some(b'#') => {
                self.inside = Inside::Comment;
                1
            }
            // The escaped character, or its first byte.
            Some(b'\\') => rest.len().min(2),
            Some(&mark) => {
                let count = if rest.starts_with(&[mark; 3]) { 3 } else { 1 };
                self.inside = Inside::String(mark, count);
                count
            }
        };
        // A comment counts as a blank, and a base is declared directly before its IRI.
        if let (Inside::Comment, Some(finding)) = (self.inside, &mut self.finding) {
            finding.push(b" ");
        }
        match self.inside {
            Inside::Comment => self.word.push(b' '),
            Inside::Nothing => rest[..length].iter().for_each(|&byte| self.word.push(byte)),
            Inside::Iri | Inside::String(..) => {}
        }
        start + length
    }

    /// Skips a dot or a bracket, which may be an end. A dot within a name or a number is followed by more of
    /// it, and brackets with a bar are those of annotations (RDF 1.2 Turtle §2.11).
    fn end_of_statement(&mut self, rest: &[u8], at: usize, is_annotated: bool) -> usize {
        let Some(finding) = &mut self.finding else { return 1 };
        let next = rest.get(1).copied();
        match rest[0] {
            b'.' if next.is_none_or(|next| next.is_ascii_whitespace()) => {
                let length = rest.len().min(2);
                finding.end(at + length, TurtleEnd::Statement);
                length
            }
            b'{' if finding.has_graphs && next != Some(b'|') => {
                finding.end(at + 1, TurtleEnd::GraphName);
                1
            }
            b'}' if finding.has_graphs && !is_annotated => {
                finding.end(at + 1, TurtleEnd::Graph);
                1
            }
            // The bar is not the first character of a name.
            b'{' => rest.len().min(2),
            mark => {
                finding.push(&[mark]);
                1
            }
        }
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
        (self.inside, self.word) = (Inside::Nothing, LastWord::default());
        end + count
    }

    /// Takes the IRI that ends with this bracket.
    fn take(&mut self) -> Option<IriRef> {
        let mut raw = mem::take(&mut self.open);
        raw.pop();
        if mem::take(&mut self.word).is_base() && self.base.is_none() {
            self.base = Some(self.done + self.before.bytes);
        }
        let iri = decoded(&raw)?;
        let span = ValueSpan::new(self.before.bytes, &(0..raw.len()), Writing::Iri);
        Some(IriRef { iri, span, line: self.before.lines + 1 })
    }
}

/// The last word before a position, which may declare a base.
#[derive(Debug, Default)]
struct LastWord {
    letters: Vec<u8>,
    has_ended: bool,
}

impl LastWord {
    fn push(&mut self, byte: u8) {
        if byte.is_ascii_whitespace() {
            self.has_ended = true;
            return;
        }
        if mem::take(&mut self.has_ended) {
            self.letters.clear();
        }
        let is_between = self.letters.is_empty() && b".;,[](){}".contains(&byte);
        if !is_between && self.letters.len() <= "@base".len() {
            self.letters.push(byte);
        }
    }

    fn is_base(&self) -> bool {
        let word = self.letters.strip_prefix(b"@").unwrap_or(&self.letters);
        word.eq_ignore_ascii_case(b"base")
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
        // Wherever a block of whole lines ends.
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
