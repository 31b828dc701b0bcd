//! RDF: every IRI of every statement, by its position.
//!
//! The parsers are Oxigraph's, in lenient mode: they leave IRIs as they stand, so that a bad one is
//! found and ends nothing. They read no other document, whatever this one names.

use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParser, TurtleSyntaxError};

use crate::bases::carried_or_given;
use crate::gathered::Gathered;
use crate::plain::Plain;
use crate::terms::{Statement, Terms};
use crate::turtle_text::TurtleText;

/// Triple terms nested deeper than this are refused.
const DEEPEST: usize = 100;

/// The most mistakes on one line of Turtle that are reported.
const MISTAKES: usize = 1000;

/// The length beyond which text without the end of a statement is not fed line by line.
const SHORT: usize = 1 << 12;

/// Reads statements.
#[derive(Debug)]
pub struct Statements {
    parser: Parser,
    terms: Terms,
    /// How many mistakes there are in the lines that have been fed last.
    mistakes: usize,
    /// How many triple terms have begun since the last statement ended.
    open: usize,
    /// How many bytes have been fed since the last statement ended.
    waiting: usize,
    /// True if no more of the document is read.
    is_given_up: bool,
    text: TurtleText,
}

/// The parser of a syntax.
enum Parser {
    NTriples(oxttl::ntriples::LowLevelNTriplesParser),
    NQuads(oxttl::nquads::LowLevelNQuadsParser),
    Turtle(oxttl::turtle::LowLevelTurtleParser),
    TriG(oxttl::trig::LowLevelTriGParser),
}

impl std::fmt::Debug for Parser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NTriples(_) => "NTriples",
            Self::NQuads(_) => "NQuads",
            Self::Turtle(_) => "Turtle",
            Self::TriG(_) => "TriG",
        })
    }
}

impl Parser {
    /// Forgets what it has been given, if each line stands for itself.
    fn begin_anew(&mut self) {
        match self {
            Self::NTriples(parser) => *parser = NTriplesParser::new().lenient().low_level(),
            Self::NQuads(parser) => *parser = NQuadsParser::new().lenient().low_level(),
            Self::Turtle(_) | Self::TriG(_) => {}
        }
    }

    fn extend(&mut self, text: &[u8]) {
        match self {
            Self::NTriples(parser) => parser.extend_from_slice(text),
            Self::NQuads(parser) => parser.extend_from_slice(text),
            Self::Turtle(parser) => parser.extend_from_slice(text),
            Self::TriG(parser) => parser.extend_from_slice(text),
        }
    }

    fn base(&self) -> Option<&str> {
        match self {
            Self::NTriples(_) | Self::NQuads(_) => None,
            Self::Turtle(parser) => parser.base_iri(),
            Self::TriG(parser) => parser.base_iri(),
        }
    }

    fn end(&mut self) {
        match self {
            Self::NTriples(parser) => parser.end(),
            Self::NQuads(parser) => parser.end(),
            Self::Turtle(parser) => parser.end(),
            Self::TriG(parser) => parser.end(),
        }
    }

    fn next(&mut self) -> Option<Result<Statement, TurtleSyntaxError>> {
        Some(match self {
            Self::NTriples(parser) => parser.parse_next()?.map(Statement::Triple),
            Self::NQuads(parser) => parser.parse_next()?.map(Statement::Quad),
            Self::Turtle(parser) => parser.parse_next()?.map(Statement::Triple),
            Self::TriG(parser) => parser.parse_next()?.map(Statement::Quad),
        })
    }
}

/// Returns true if a line declares a version, as N-Triples 1.2 §2.1 has it: `VERSION "1.2"`.
fn is_version(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"VERSION") else { return false };
    let Some(inside) = rest.trim_ascii_start().strip_prefix(b"\"") else { return false };
    let Some(end) = memchr::memchr2(b'"', b'\\', inside) else { return false };
    let behind = inside[end + 1..].trim_ascii_start();
    inside[end] == b'"' && (behind.is_empty() || behind.starts_with(b"#"))
}

impl Statements {
    /// For a syntax by its name, all positions or one by its name, and a base for Turtle and `TriG`.
    ///
    /// None if there is no such syntax or position, or the base is not an IRI.
    pub fn new(syntax: &str, wanted: Option<&str>, base: Option<&str>) -> Option<Self> {
        let terms = Terms::new(wanted)?;
        let parser = match syntax {
            "n-triples" => Parser::NTriples(NTriplesParser::new().lenient().low_level()),
            "n-quads" => Parser::NQuads(NQuadsParser::new().lenient().low_level()),
            "turtle" => {
                let mut parser = TurtleParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(carried_or_given(base)).ok()?;
                }
                Parser::Turtle(parser.low_level())
            }
            "trig" => {
                let mut parser = TriGParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(carried_or_given(base)).ok()?;
                }
                Parser::TriG(parser.low_level())
            }
            _ => return None,
        };
        let text = TurtleText::new(base.is_some());
        Some(Self { parser, terms, mistakes: 0, open: 0, waiting: 0, is_given_up: false, text })
    }

    /// The same, and of each IRI it is told where it stands. Only lines that are statements tell that.
    #[must_use]
    pub fn locating(mut self) -> Self {
        self.terms.locate();
        self
    }

    /// Reads the statements of a block of whole lines, which may be the last one, and hands on their
    /// IRIs, some at a time.
    ///
    /// The line of a statement is the one on which it ends. It is known unless the statement, or what
    /// stands before it, is long.
    pub fn read(
        &mut self,
        block: &[u8],
        is_last: bool,
        each: &mut (impl FnMut(Gathered) + ?Sized),
    ) {
        if matches!(self.parser, Parser::NTriples(_) | Parser::NQuads(_)) {
            return self.read_lines(block, each);
        }
        let text = self.text.for_parser(block);
        let mut rest = &*text;
        while !rest.is_empty() && !self.is_given_up {
            // Of what is long, twice as much each time.
            let least = if self.waiting < SHORT { 0 } else { self.waiting.min(rest.len()) };
            let end = memchr::memchr(b'\n', &rest[least..]).map_or(rest.len(), |i| least + i + 1);
            let (fed, left) = rest.split_at(end);
            rest = left;
            let count = memchr::memchr_iter(b'\n', fed).count().max(1);
            self.terms.read += fed.len() as u64;
            self.terms.lines += count as u64;
            self.terms.line = (count == 1).then_some(self.terms.lines);
            self.open += memchr::memmem::find_iter(fed, b"<<").count();
            if self.open > DEEPEST {
                self.open = 0;
                let why = format!("more than {DEEPEST} triple terms are nested");
                self.terms.unreadable(&why);
                continue;
            }
            self.parser.extend(fed);
            self.waiting += fed.len();
            self.mistakes = 0;
            self.take(each);
        }
        if is_last && !self.is_given_up {
            self.parser.end();
            // What ends here ends on the last line.
            self.terms.line = (self.terms.lines > 0).then_some(self.terms.lines);
            self.take(each);
        }
        self.hand_on(each);
    }

    /// Reads lines that stand for themselves: what is left open on a line is not closed by another.
    ///
    /// One parser reads all good lines: to make one takes time, too.
    fn read_lines(&mut self, block: &[u8], each: &mut (impl FnMut(Gathered) + ?Sized)) {
        let mut start = 0;
        let mut is_new = true;
        let may_have_graph = matches!(self.parser, Parser::NQuads(_));
        let ends = memchr::memchr2_iter(b'\n', b'\r', block).map(|end| end + 1);
        for end in ends.chain([block.len()]) {
            let line = &block[start..end];
            start = end;
            if line.is_empty() {
                continue;
            }
            self.terms.lines += u64::from(is_new);
            self.terms.line = Some(self.terms.lines);
            let text = line.trim_ascii();
            self.terms.pass(line.len(), text, line.len() - line.trim_ascii_start().len());
            is_new = line.ends_with(b"\n");
            if text.is_empty() || text.starts_with(b"#") || is_version(text) {
                continue;
            }
            match Plain::read(text, may_have_graph) {
                Some(plain) => self.terms.plain(&plain),
                None => self.read_line(text),
            }
            if self.terms.is_much() {
                each(self.terms.take());
            }
        }
        each(self.terms.take());
    }

    /// Reads a line that is not plain, or any line.
    fn read_line(&mut self, line: &[u8]) {
        if memchr::memmem::find_iter(line, b"<<").count() > DEEPEST {
            self.terms.unreadable(&format!("more than {DEEPEST} triple terms are nested"));
        } else if !self.read_good_line(line) {
            self.read_bad_line(line);
        }
    }

    /// Reads a line that is one statement, up to the dot that is its last byte.
    fn read_good_line(&mut self, line: &[u8]) -> bool {
        let Some(statement) = line.strip_suffix(b".") else { return false };
        self.parser.extend(statement);
        // Had it ended before, the parser could be within something that this line leaves open.
        if self.parser.next().is_some() {
            return false;
        }
        self.parser.extend(b".\n");
        match (self.parser.next(), self.parser.next()) {
            (Some(Ok(statement)), None) => self.terms.add(&statement),
            _ => return false,
        }
        true
    }

    /// Reads any other line from its beginning to its end: one with a comment is good, too.
    fn read_bad_line(&mut self, line: &[u8]) {
        self.parser.begin_anew();
        self.parser.extend(line);
        self.parser.end();
        // Only the first mistake of a line is reported.
        match self.parser.next() {
            None => self.terms.unreadable("the statement does not end on its line"),
            Some(Err(error)) => self.terms.unreadable(error.message()),
            Some(Ok(statement)) => {
                self.terms.add(&statement);
                match self.parser.next() {
                    None => {}
                    Some(Err(error)) => self.terms.unreadable(error.message()),
                    Some(Ok(_)) => self.terms.unreadable("a statement follows on the same line"),
                }
            }
        }
        self.parser.begin_anew();
    }

    /// Hands on what has been read of a document that may declare prefixes.
    fn hand_on(&mut self, each: &mut (impl FnMut(Gathered) + ?Sized)) {
        match &self.parser {
            Parser::NTriples(_) | Parser::NQuads(_) => {}
            Parser::Turtle(parser) => self.terms.declare(parser.prefixes()),
            Parser::TriG(parser) => self.terms.declare(parser.prefixes()),
        }
        each(self.terms.take());
    }

    /// Takes the statements that have ended.
    fn take(&mut self, each: &mut (impl FnMut(Gathered) + ?Sized)) {
        while let Some(statement) = self.parser.next() {
            (self.open, self.waiting) = (0, 0);
            self.terms.set_base(self.parser.base());
            match statement {
                Ok(statement) => self.terms.add(&statement),
                Err(error) => {
                    self.mistakes += 1;
                    self.terms.unreadable(error.message());
                }
            }
            if self.terms.is_much() {
                self.hand_on(each);
            }
            let mistakes = (self.mistakes > MISTAKES).then(|| {
                format!("a line has more than {MISTAKES} mistakes: what follows is not read")
            });
            if let Some(why) = mistakes.or_else(|| self.terms.is_bomb()) {
                self.terms.unreadable(&why);
                self.is_given_up = true;
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
    use crate::tally::{NO_POSITION, Tally, UNREADABLE};

    fn count(syntax: &str, wanted: Option<&str>, text: &str) -> (BlockSummary, Tally) {
        let judge = Judge::new("IRI", None).expect("a production");
        let mut tally = Tally::new();
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

    /// Reads a line by the parser, and as a plain line if it is one.
    fn both(syntax: &str, line: &str) -> (Gathered, Option<Gathered>) {
        let begun = || {
            let mut statements = Statements::new(syntax, None, None).expect("a syntax");
            (statements.terms.lines, statements.terms.line) = (1, Some(1));
            statements
        };
        let (mut parsed, mut plain) = (begun(), begun());
        parsed.read_line(line.as_bytes());
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
            // Every character left out, or replaced, or with another before it.
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
