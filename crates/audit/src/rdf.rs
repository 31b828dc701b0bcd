//! RDF: every IRI of every statement, with its position.
//!
//! The parsers are Oxigraph's, in lenient mode: they do not change IRIs, so a bad one is found and does not end
//! the reading. They read no other document, whatever this one refers to.

use crate::gathered::Gathered;
use crate::irirefs::TurtleEnd;
use crate::parsers::Parser;
use crate::terms::Terms;
use crate::turtle_text::{ParserText, TurtleText};

/// Triple terms nested deeper than this are refused.
pub(crate) const DEEPEST: usize = 100;

/// The largest number of bytes of declarations that are read again after mistakes: for any document, and for
/// each of its bytes.
const DECLARED: u64 = 64 << 20;
const DECLARED_PER_BYTE: u64 = 20;

/// The length beyond which text without the end of a statement is no longer fed line by line.
const SHORT: usize = 1 << 12;

/// Reads statements.
#[derive(Debug)]
pub struct Statements {
    pub(crate) parser: Parser,
    pub(crate) terms: Terms,
    /// The number of triple terms that have begun since the last statement ended.
    open: usize,
    /// The number of bytes that have been fed since the last statement ended.
    waiting: usize,
    /// True if no more of the document is read.
    is_given_up: bool,
    text: TurtleText,
    /// The base of the caller for the document.
    base: Option<String>,
    /// The numbers of bytes and lines of the document before the block, and of the lines that were passed on.
    before: u64,
    line_count: u64,
    handed_on: u64,
    /// The position in the block of the parser's first byte.
    origin: i64,
    /// The beginning of the current statement, in bytes of the document.
    start: u64,
    /// The beginning of the previous statement, and whether that is the beginning of a graph.
    previous: Option<(u64, bool)>,
    /// The beginning of the current graph: its name and a bracket, as the parser received them.
    graph: Option<Vec<u8>>,
    /// The text of a statement that may be the beginning of a graph.
    begun: Vec<u8>,
    /// The first mistake of the current statement. The rest of the statement is skipped.
    mistake: Option<Mistake>,
    /// The number of bytes of declarations that were read again.
    declared: u64,
}

/// A mistake, and its position.
#[derive(Debug)]
struct Mistake {
    why: String,
    line: Option<u64>,
    column: Option<u64>,
    /// The position that the parser reported, until its line and column are known.
    offset: Option<u64>,
    /// True if the rest of the graph is skipped as well, because its beginning cannot be read.
    is_of_graph: bool,
}

/// Lines and columns of positions in a block, which callers look up in ascending order.
#[derive(Default)]
struct LinePlaces {
    at: usize,
    /// The line of a position, and its beginning.
    line: u64,
    line_start: usize,
}

impl LinePlaces {
    fn of(&mut self, block: &[u8], at: usize) -> (u64, u64) {
        for end in memchr::memchr_iter(b'\n', &block[self.at.min(at)..at]) {
            (self.line, self.line_start) = (self.line + 1, self.at + end + 1);
        }
        self.at = self.at.max(at);
        (self.line, code_points(&block[self.line_start.min(at)..at]) + 1)
    }
}

/// Returns the number of code points.
pub(crate) fn code_points(text: &[u8]) -> u64 {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64
}

impl Statements {
    /// Makes a reader for a syntax by name, all positions or one by name, and a base for Turtle and `TriG`.
    ///
    /// None if there is no such syntax or position, or the base is not an IRI.
    pub fn new(syntax: &str, wanted: Option<&str>, base: Option<&str>) -> Option<Self> {
        Some(Self {
            parser: Parser::new(syntax, base)?,
            terms: Terms::new(wanted)?,
            open: 0,
            waiting: 0,
            is_given_up: false,
            text: TurtleText::new(base.is_some(), syntax == "trig"),
            base: base.map(str::to_owned),
            before: 0,
            line_count: 0,
            handed_on: 0,
            origin: 0,
            start: 0,
            previous: None,
            graph: None,
            begun: Vec::new(),
            mistake: None,
            declared: 0,
        })
    }

    /// Also records the position of each IRI. That is only known for lines that are statements.
    #[must_use]
    pub fn locating(mut self) -> Self {
        self.terms.locate();
        self
    }

    /// Reads the statements of a block of whole lines, which may be the last one, and passes their IRIs on,
    /// some at a time.
    ///
    /// The line of a statement is the one on which it ends. It is known unless the statement, or the text
    /// before it, is long.
    pub fn read(
        &mut self,
        block: &[u8],
        is_last: bool,
        each: &mut (impl FnMut(Gathered) + ?Sized),
    ) {
        if matches!(self.parser, Parser::NTriples(_) | Parser::NQuads(_)) {
            return self.read_lines(block, each);
        }
        let parser_text = self.text.for_parser(block);
        let text = &*parser_text.text;
        let mut places = LinePlaces { line: self.line_count + 1, ..LinePlaces::default() };
        let mut at = 0;
        let ends = parser_text.ends.iter().map(|&(end, there, what)| (end, Some((there, what))));
        for (end, ended) in ends.chain([(text.len(), None)]) {
            while at < end && !self.is_given_up {
                // Long text is tried at twice its length each time, so the work stays linear.
                let least = if self.waiting < SHORT { 0 } else { self.waiting.min(end - at) };
                let line = memchr::memchr(b'\n', &text[at + least..end]);
                let piece = &text[at..line.map_or(end, |line| at + least + line + 1)];
                at += piece.len();
                self.feed(piece);
                self.take(each);
                self.place_mistake(block, &parser_text, &mut places);
            }
            if let Some((there, what)) = ended.filter(|_| !self.is_given_up) {
                self.end_statement(what, end, self.before + there as u64);
            }
        }
        self.before += block.len() as u64;
        self.origin -= text.len().cast_signed() as i64;
        if is_last && !self.is_given_up {
            let has_end = block.is_empty() || block.ends_with(b"\n");
            self.terms.lines += u64::from(!has_end);
            // A statement that ends here ends on the last line.
            self.terms.line = (self.terms.lines > 0).then_some(self.terms.lines);
            if self.mistake.is_none() {
                self.parser.end();
                self.take(each);
                self.origin += text.len().cast_signed() as i64;
                self.place_mistake(block, &parser_text, &mut places);
            }
            if self.mistake.is_some() {
                self.report(self.before);
            }
        }
        self.line_count += memchr::memchr_iter(b'\n', block).count() as u64;
        self.hand_on(each);
    }

    /// Feeds a piece of a statement to the parser, unless the statement has a mistake.
    fn feed(&mut self, piece: &[u8]) {
        let breaks = memchr::memchr_iter(b'\n', piece).count() as u64;
        self.terms.line = (breaks < 2).then_some(self.terms.lines + 1);
        self.terms.lines += breaks;
        self.terms.read += piece.len() as u64;
        if self.mistake.is_some() {
            return;
        }
        self.open += memchr::memmem::find_iter(piece, b"<<").count();
        if self.open > DEEPEST {
            let line = self.terms.line.map(|line| self.handed_on + line);
            let why = format!("more than {DEEPEST} triple terms are nested");
            self.mistake =
                Some(Mistake { why, line, column: None, offset: None, is_of_graph: false });
            return;
        }
        self.parser.extend(piece);
        self.waiting += piece.len();
        if self.graph.is_none() && self.begun.len() <= SHORT {
            self.begun.extend_from_slice(piece);
        }
    }

    /// Finds the line and the column of a mistake that the parser has just reported.
    fn place_mistake(&mut self, block: &[u8], text: &ParserText<'_>, places: &mut LinePlaces) {
        let Some(mistake) = &mut self.mistake else { return };
        let Some(offset) = mistake.offset.take() else { return };
        // OK because memory is smaller.
        let Ok(at) = usize::try_from(offset.cast_signed() + self.origin) else { return };
        let at = text.in_document(at).min(block.len());
        let (line, column) = places.of(block, at);
        (mistake.line, mistake.column) = (Some(line), Some(column));
        if self.before + (at as u64) < self.start
            && let Some((start, is_of_graph)) = self.previous
        {
            (self.start, mistake.is_of_graph) = (start, is_of_graph);
        }
    }

    /// Handles the end of a statement, at a position in the parser's text and in the document.
    fn end_statement(&mut self, what: TurtleEnd, at: usize, end: u64) {
        if let Some(mistake) = &mut self.mistake {
            mistake.is_of_graph |= what == TurtleEnd::GraphName;
            if mistake.is_of_graph && what != TurtleEnd::Graph {
                return;
            }
            self.report(end);
            self.graph = self.graph.take().filter(|_| what != TurtleEnd::Graph);
            self.begin_anew(at);
        } else {
            match what {
                TurtleEnd::GraphName => self.graph = Some(std::mem::take(&mut self.begun)),
                TurtleEnd::Graph => self.graph = None,
                TurtleEnd::Statement => {}
            }
        }
        self.begun.clear();
        self.previous = Some((self.start, what == TurtleEnd::GraphName));
        self.start = end;
    }

    /// Reports the mistake of the statement that ends here.
    fn report(&mut self, end: u64) {
        let Some(Mistake { why, line, column, .. }) = self.mistake.take() else { return };
        let line = line.and_then(|line| line.checked_sub(self.handed_on)).filter(|&line| line > 0);
        self.terms.unreadable_at(&why, line, column, Some((self.start, end)));
    }

    /// Starts a new parser, with the declarations so far, at a position in the text.
    fn begin_anew(&mut self, at: usize) {
        let mut declarations = self.parser.declarations();
        declarations.extend_from_slice(self.graph.as_deref().unwrap_or_default());
        self.declared += declarations.len() as u64;
        if self.declared > DECLARED.max(self.terms.read.saturating_mul(DECLARED_PER_BYTE)) {
            self.give_up("too many unreadable statements: the rest is not read");
            return;
        }
        let syntax = if matches!(self.parser, Parser::TriG(_)) { "trig" } else { "turtle" };
        // OK because the syntax and the base have been accepted before.
        let Some(parser) = Parser::new(syntax, self.base.as_deref()) else { return };
        self.parser = parser;
        self.parser.extend(&declarations);
        while self.parser.next().is_some() {}
        (self.open, self.waiting) = (0, 0);
        self.origin = at.cast_signed() as i64 - declarations.len().cast_signed() as i64;
    }

    /// Stops reading the document.
    fn give_up(&mut self, why: &str) {
        self.terms.unreadable_at(why, self.terms.line, None, Some((self.start, u64::MAX)));
        self.is_given_up = true;
    }

    /// Passes on the values of a document that may declare prefixes.
    fn hand_on(&mut self, each: &mut (impl FnMut(Gathered) + ?Sized)) {
        match &self.parser {
            Parser::NTriples(_) | Parser::NQuads(_) => {}
            Parser::Turtle(parser) => self.terms.declare(parser.prefixes()),
            Parser::TriG(parser) => self.terms.declare(parser.prefixes()),
        }
        self.handed_on += self.terms.lines;
        each(self.terms.take());
    }

    /// Takes the finished statements, up to a mistake.
    fn take(&mut self, each: &mut (impl FnMut(Gathered) + ?Sized)) {
        if self.mistake.is_some() {
            return;
        }
        while let Some(statement) = self.parser.next() {
            (self.open, self.waiting) = (0, 0);
            self.terms.set_base(self.parser.base());
            match statement {
                Ok(statement) => self.terms.add(&statement),
                Err(error) => {
                    let why = error.message().to_owned();
                    let offset = Some(error.location().start.offset);
                    self.mistake =
                        Some(Mistake { why, line: None, column: None, offset, is_of_graph: false });
                    return;
                }
            }
            if self.terms.is_much() {
                self.hand_on(each);
            }
            if let Some(why) = self.terms.is_bomb() {
                self.give_up(&why);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::BlockSummary;
    use crate::judge::Judge;
    use crate::plain::Plain;
    use crate::tally::{NO_POSITION, Tally, UNREADABLE};

    fn count(syntax: &str, wanted: Option<&str>, text: &str) -> (BlockSummary, Tally) {
        let judge = Judge::new("IRI", None).expect("a production");
        let mut tally = Tally::default();
        let mut statements = Statements::new(syntax, wanted, None).expect("a syntax");
        let mut found = BlockSummary::default();
        statements.read(text.as_bytes(), true, &mut |gathered| {
            let more = gathered.count(&judge, &mut tally);
            let BlockSummary { places, lines, values, .. } = found;
            found.examples.extend(more.examples.into_iter().map(|mut example| {
                example.place += places;
                example.line = example.line.map(|line| line + lines);
                example
            }));
            found.places = places + more.places;
            found.lines = lines + more.lines;
            found.values = values + more.values;
        });
        (found, tally)
    }

    fn valid(tally: &Tally) -> Vec<u64> {
        tally.parts().map(|(_, counts)| counts.by_status[0]).collect()
    }

    #[test]
    fn every_iri_counts_by_its_position() {
        let text = "<http://a/s> <http://a/p> <http://a/o> <http://a/g> .\n\
                    # a comment\n\
                    _:b <http://a/p> \"1\"^^<http://a/d> .\n\
                    _:b <http://a/p> \"1\" .\n";
        let (found, tally) = count("n-quads", None, text);
        assert_eq!((found.places, found.lines, found.values), (3, 4, 7));
        assert_eq!(valid(&tally), [1, 3, 1, 1, 1, 0]);
        assert_eq!(valid(&count("n-quads", Some("graph"), text).1), [0, 0, 0, 1, 0, 0]);
    }

    #[test]
    fn a_bad_iri_and_a_bad_statement_have_a_line() {
        let text =
            "\n<http://a/s> <http://a/p> <a b> .\n\n<http://a/s> what .\n<xx:s> <xx:p> <xx:o> .\n";
        let (found, tally) = count("n-triples", None, text);
        let examples: Vec<_> = found.examples.iter().map(|e| (e.about, e.place, e.line)).collect();
        assert_eq!(examples.len(), 2);
        assert!(examples.contains(&("unreadable", 2, Some(4))), "{examples:?}");
        assert!(examples.iter().any(|&(_, place, line)| (place, line) == (1, Some(2))));
        assert_eq!(tally.parts[NO_POSITION].by_status[UNREADABLE], 1);
        assert_eq!(found.places, 3);
    }

    #[test]
    fn turtle_is_read_to_its_end_whatever_the_lines() {
        let text =
            "@prefix x: <http://x/> .\nx:a x:b x:c ,\n x:d ; x:e \"\"\"a\nb\"\"\" .\nx:f x:g x:h";
        let (found, tally) = count("turtle", None, text);
        assert_eq!(valid(&tally)[..3], [4, 4, 3]);
        // The last statement has no end.
        assert_eq!(found.examples.iter().filter(|e| e.about == "unreadable").count(), 1);
    }

    #[test]
    fn a_statement_over_several_lines_has_the_line_on_which_it_ends() {
        let text = "@prefix x: <http://x/> .\n\nx:a\n x:b\n <a b> ,\n\n <c d> .\n\
                    x:e x:f <g h> .\n";
        for syntax in ["turtle", "trig"] {
            let (found, _) = count(syntax, None, text);
            let examples: Vec<_> = found.examples.iter().map(|e| (e.place, e.line)).collect();
            assert_eq!(examples, [(1, Some(5)), (2, Some(7)), (3, Some(8))], "{syntax}");
        }
    }

    #[test]
    fn a_statement_without_its_dot_is_one_line_that_cannot_be_read() {
        for syntax in ["n-triples", "n-quads"] {
            for line in ["<xx:s> <xx:p> <xx:o>", "<xx:s> <xx:p> \"o\"@en"] {
                let (found, tally) = count(syntax, None, &format!("{line}\n{line} .\n{line}"));
                assert_eq!((found.places, found.lines), (3, 3));
                assert_eq!(valid(&tally)[0], 1);
                let examples: Vec<_> = found.examples.iter().map(|e| (e.place, e.line)).collect();
                assert_eq!(examples, [(1, Some(1)), (3, Some(3))]);
            }
        }
    }

    #[test]
    fn triple_terms_are_read_and_the_deepest_refused() {
        let nested = |depth: usize| {
            let (open, close) = ("<<( <x:s> <x:p> ".repeat(depth), " )>>".repeat(depth));
            format!("<x:s> <x:p> {open}<x:o>{close} .\n<x:s> <x:p> <x:o> .\n")
        };
        let (found, tally) = count("n-triples", None, &nested(20));
        assert_eq!((found.places, valid(&tally)[0]), (2, 22));
        for syntax in ["n-triples", "turtle"] {
            let (found, tally) = count(syntax, None, &nested(DEEPEST + 1));
            assert_eq!(tally.parts[NO_POSITION].by_status[UNREADABLE], 1, "{syntax}");
            assert_eq!((found.places, valid(&tally)[0]), (2, 1), "{syntax}");
        }
    }

    /// Reads a line by the parser, and by the reader of plain lines if it is one.
    fn both(syntax: &str, line: &str) -> (Gathered, Option<Gathered>) {
        let begun = || {
            let mut statements = Statements::new(syntax, None, None).expect("a syntax");
            (statements.terms.lines, statements.terms.line) = (1, Some(1));
            statements
        };
        let (mut parsed, mut plain) = (begun(), begun());
        parsed.read_line(line.as_bytes(), 0);
        let read = Plain::read(line.as_bytes(), syntax == "n-quads").map(|statement| {
            plain.terms.plain(&statement);
            plain.terms.take()
        });
        (parsed.terms.take(), read)
    }

    #[test]
    fn a_plain_line_is_what_the_parser_reads() {
        let lines = [
            "<http://a/s> <http://a/p> <http://a/o> .",
            "<> <a b> <http://é/{}> <x:g> .",
            "_:b1 <x:p> _:B .",
            "_:b <x:p> \"a ^^ <b> . @en\"^^<http://www.w3.org/2001/XMLSchema#string> .",
            "<x:s> <x:p> \"1\"^^<x:d> _:g .",
            "<x:s> <x:p> \"\"@en .",
            "<x:s> <x:p> \"é\"@de-CH--ltr <x:g> .",
            "<x:s> <x:p> <<( <x:s> <x:p> <x:o> )>> .",
            "<x:\\u0041> <x:p> \"\\n\" . # <x:o> .",
        ];
        let odd: Vec<_> = "<>\"\\ .:_@^-#1xZ(){}\t\0é\u{3000}'".chars().collect();
        let (mut plain, mut all) = (0, 0);
        let mut check = |line: &str| {
            for syntax in ["n-triples", "n-quads"] {
                let (parsed, read) = both(syntax, line);
                all += 1;
                let Some(read) = read else { continue };
                plain += 1;
                assert_eq!(format!("{parsed:?}"), format!("{read:?}"), "{syntax}: {line}");
                assert!(parsed.unreadable.is_empty(), "{syntax}: {line}");
            }
        };
        for line in lines {
            check(line);
            let chars: Vec<_> = line.chars().collect();
            // Every character deleted, replaced, or preceded by another one.
            for i in 0..chars.len() {
                let (before, after) = (&chars[..i], &chars[i + 1..]);
                check(&before.iter().chain(after).collect::<String>());
                for &c in &odd {
                    check(&before.iter().chain([&c]).chain(after).collect::<String>());
                    check(&before.iter().chain([&c]).chain(&chars[i..]).collect::<String>());
                }
            }
        }
        assert!(plain * 4 > all && plain * 4 < 3 * all, "{plain} of {all}");
    }

    #[test]
    fn a_long_text_takes_linear_time() {
        let text = format!("<x:s> <x:p> \"\"\"{}\"\"\" .\n", "line\n".repeat(200_000));
        let (found, tally) = count("turtle", None, &text);
        assert_eq!((found.places, valid(&tally)[0]), (1, 1));
    }

    #[test]
    fn prefixes_may_make_so_much_of_a_document_only() {
        let prefix = format!("@prefix x: <x:{}> .\n", "y".repeat(1 << 16));
        let (found, tally) = count("turtle", None, &(prefix.clone() + &"x: x: x: .\n".repeat(300)));
        assert_eq!((found.places, valid(&tally)[0]), (300, 300));
        assert!(found.examples.iter().all(|example| example.about != "unreadable"));
        let (found, tally) = count("turtle", None, &(prefix + &"x: x: x: .\n".repeat(100_000)));
        assert_eq!((found.places, valid(&tally)[0]), (343, 342));
        assert_eq!(tally.parts[NO_POSITION].by_status[UNREADABLE], 1);
    }

    #[test]
    fn names_over_a_relative_namespace_are_relative_references() {
        let text = "@prefix : <#> .\n@prefix e: <> .\nPREFIX q: <?a=> prefix#c\nd:<d/>\n\
                    :me e:x q:1 , d:e , d:\\, .\n@base <x:/> .\n@prefix b: <#> .\nb:s b:p b:o .\n";
        for syntax in ["turtle", "trig"] {
            let mut statements = Statements::new(syntax, None, None).expect("a syntax");
            let mut read = Gathered::default();
            statements.read(text.as_bytes(), true, &mut |gathered| read.append(gathered));
            assert_eq!(read.unreadable, [], "{syntax}");
            let ends: Vec<_> =
                read.offsets.iter().map(|&end| usize::try_from(end).expect("an index")).collect();
            let iris: Vec<_> = ends
                .windows(2)
                .map(|ends| String::from_utf8_lossy(&read.text[ends[0]..ends[1]]))
                .collect();
            let expected = [
                "#me", "x", "?a=1", "#me", "x", "d/e", "#me", "x", "d/,", "x:/#s", "x:/#p", "x:/#o",
            ];
            assert_eq!(iris, expected, "{syntax}");
            assert_eq!(read.lines[0], 5);
        }
    }

    #[test]
    fn a_version_is_no_statement() {
        let text =
            "VERSION \"1.2\"\n VERSION\t\"1.2-basic\" # why\n<x:s> <x:p> <x:o> .\nVERSION\"1.1\"\n";
        for syntax in ["n-triples", "n-quads"] {
            let (found, tally) = count(syntax, None, text);
            assert_eq!((found.places, found.lines, valid(&tally)[0]), (1, 4, 1), "{syntax}");
        }
        for bad in [
            "version \"1.2\"", "VERSION 1.2", "VERSION \"1.2", "VERSION \"1.2\" .", "VERSION '1.2'",
        ] {
            let (found, _) = count("n-triples", None, bad);
            assert_eq!(found.examples.len(), 1, "{bad}");
        }
    }

    #[test]
    fn references_are_resolved_by_core() {
        let iris = |syntax: &str, base: Option<&str>, text: &str| {
            let mut statements = Statements::new(syntax, Some("subject"), base).expect("a syntax");
            let mut read = Gathered::default();
            statements.read(text.as_bytes(), true, &mut |gathered| read.append(gathered));
            assert_eq!(read.unreadable, [], "{text}");
            String::from_utf8(read.text).expect("UTF-8")
        };
        for syntax in ["turtle", "trig"] {
            for (text, expected) in [
                ("@base <http://h/a/b/../c/> . <../d> <x:p> 1 .", "http://h/a/d"),
                ("BASE <http://h/a/b/../c/> <> <x:p> 1 .", "http://h/a/b/../c/"),
                ("@base <http://h/\\u0061/../c/> . @base <d/> . <e> <x:p> 1 .", "http://h/c/d/e"),
                ("@base <urn:x:y/z> . <..> <x:p> 1 .", "urn:/"),
                ("@base <http://h/> . <//o/../p> <x:p> 1 .", "http://o/p"),
                ("@base <http://h/a/../b> . @prefix : <#> . :n <x:p> 1 .", "http://h/a/../b#n"),
                ("@base <http://h/> . <1a:b> <x:p> 1 .", "1a:b"),
                ("@base <http://h/> . <:x> <x:p> 1 .", ":x"),
                ("@base <http://h/> . <./1a:b> <x:p> 1 .", "http://h/1a:b"),
                ("@base <http://h/> . <a b> <x:p> 1 .", "http://h/a b"),
                ("@base <urn:x:y> . <g/../h> <x:p> 1 .", "urn:/h"),
                ("@base <urn:x:y> . <g/../h> <x:p> 1 . @base <v:/> .", "urn:/h"),
                ("@base <x:> . <s> <x:p> '@base <y:> .' . <t> <x:p> 1 .", "x:sx:t"),
            ] {
                assert_eq!(iris(syntax, None, text), expected, "{text}");
            }
            let base = Some("http://h/a/./b/../c");
            assert_eq!(iris(syntax, base, "<d> <x:p> 1 ."), "http://h/a/d");
            assert_eq!(iris(syntax, base, "<1a:b> <x:p> 1 ."), "1a:b");
        }
    }

    #[test]
    fn there_is_no_other_syntax_or_position() {
        assert!(Statements::new("n3", None, None).is_none());
        assert!(Statements::new("turtle", Some("verb"), None).is_none());
        assert!(Statements::new("turtle", None, Some("a b")).is_none());
    }
}
