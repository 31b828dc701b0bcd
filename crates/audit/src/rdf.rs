//! RDF: every IRI of every statement, by its position.
//!
//! The parsers are Oxigraph's, in lenient mode: they leave IRIs as they stand, so that a bad one is
//! found and ends nothing. They read no other document, whatever this one names.

use std::ops::Range;

use iriform_kernel::Rows;
use oxrdf::{GraphName, NamedOrBlankNode, Quad, Term, Triple};
use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParser, TurtleSyntaxError};

use crate::block::{self, Values};
use crate::examples::{Example, Found};
use crate::judge::Judge;
use crate::tally::{NO_POSITION, POSITIONS, Tally, UNREADABLE};

const SUBJECT: u8 = 0;
const PREDICATE: u8 = 1;
const OBJECT: u8 = 2;
const GRAPH: u8 = 3;
const DATATYPE: u8 = 4;

/// Literals have these datatypes without saying so.
const IMPLIED: [&str; 3] = [
    "http://www.w3.org/2001/XMLSchema#string",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString",
];

/// Triple terms nested deeper than this are refused, because each level costs stack.
const DEEPEST: usize = 100;

/// The values of statements are judged when there are so many bytes of them.
const ENOUGH: usize = 1 << 20;

/// Reads statements.
#[derive(Debug)]
pub struct Statements {
    parser: Parser,
    /// The number of the one position that is wanted, or all.
    wanted: Option<u8>,
    terms: Terms,
    /// How many triple terms have begun since the last statement ended.
    open: usize,
    /// How many lines have been fed since the last statement ended.
    waiting: usize,
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

enum Statement {
    Triple(Triple),
    Quad(Quad),
}

impl Parser {
    fn extend(&mut self, text: &[u8]) {
        match self {
            Self::NTriples(parser) => parser.extend_from_slice(text),
            Self::NQuads(parser) => parser.extend_from_slice(text),
            Self::Turtle(parser) => parser.extend_from_slice(text),
            Self::TriG(parser) => parser.extend_from_slice(text),
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

/// The syntaxes by their names, and whether each line of them stands for itself.
pub const SYNTAXES: [(&str, bool); 4] =
    [("n-triples", true), ("n-quads", true), ("turtle", false), ("trig", false)];

impl Statements {
    /// For a syntax by its name, all positions or one by its name, and a base for Turtle and `TriG`.
    ///
    /// None if there is no such syntax or position, or the base is no IRI.
    pub fn new(syntax: &str, wanted: Option<&str>, base: Option<&str>) -> Option<Self> {
        let wanted = match wanted {
            Some(name) => {
                let number = POSITIONS.iter().position(|&position| position == name)?;
                Some(u8::try_from(number).ok()?)
            }
            None => None,
        };
        let parser = match syntax {
            "n-triples" => Parser::NTriples(NTriplesParser::new().lenient().low_level()),
            "n-quads" => Parser::NQuads(NQuadsParser::new().lenient().low_level()),
            "turtle" => {
                let mut parser = TurtleParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(base).ok()?;
                }
                Parser::Turtle(parser.low_level())
            }
            "trig" => {
                let mut parser = TriGParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(base).ok()?;
                }
                Parser::TriG(parser.low_level())
            }
            _ => return None,
        };
        Some(Self { parser, wanted, terms: Terms::default(), open: 0, waiting: 0 })
    }

    /// Counts the statements of a block of whole lines, which may be the last one. Places are counted
    /// from the beginning of the block.
    ///
    /// The line of a statement is the one on which it ends. It is known unless the statement, or what
    /// stands before it, goes over many lines.
    pub fn count(
        &mut self,
        block: &[u8],
        is_last: bool,
        judge: &Judge,
        tally: &mut Tally,
    ) -> Found {
        let mut found = Found::default();
        self.read(block, is_last, &mut |terms| terms.count(judge, tally, &mut found));
        found
    }

    /// Reads the statements of a block of whole lines, which may be the last one, and hands on their
    /// terms, some at a time.
    pub fn read(&mut self, block: &[u8], is_last: bool, each: &mut impl FnMut(&Terms)) {
        let mut rest = block;
        while !rest.is_empty() {
            // Of what goes over many lines, twice as much each time: a parser that has to wait for
            // the end of a token begins the token anew.
            let lines = self.waiting.max(1);
            let end = memchr::memchr_iter(b'\n', rest).nth(lines - 1).map_or(rest.len(), |i| i + 1);
            let (fed, left) = rest.split_at(end);
            rest = left;
            let count = memchr::memchr_iter(b'\n', fed).count().max(1);
            self.terms.lines += count as u64;
            self.terms.line = (count == 1).then_some(self.terms.lines);
            self.open += memchr::memmem::find_iter(fed, b"<<").count();
            if self.open > DEEPEST {
                self.open = 0;
                let why = format!("more than {DEEPEST} triple terms are nested");
                self.terms.add_unreadable(why);
                continue;
            }
            self.parser.extend(fed);
            self.waiting += count;
            self.take(each);
        }
        if is_last {
            self.parser.end();
            self.terms.line = None;
            self.take(each);
        }
        self.hand_on(each);
        self.terms.begin();
    }

    /// Takes the statements that have ended.
    fn take(&mut self, each: &mut impl FnMut(&Terms)) {
        while let Some(statement) = self.parser.next() {
            (self.open, self.waiting) = (0, 0);
            match statement {
                Ok(statement) => {
                    self.terms.statements += 1;
                    match statement {
                        Statement::Triple(triple) => self.terms.add_triple(&triple, self.wanted),
                        Statement::Quad(quad) => self.terms.add_quad(&quad, self.wanted),
                    }
                }
                Err(error) => self.terms.add_unreadable(error.message().to_owned()),
            }
            // A prefix may stand for much more text than a block has.
            if self.terms.text.len() >= ENOUGH {
                self.hand_on(each);
            }
        }
    }

    fn hand_on(&mut self, each: &mut impl FnMut(&Terms)) {
        each(&self.terms);
        self.terms.clear();
    }
}

/// The IRIs of statements, in their order, and what could not be read.
#[derive(Debug, Default)]
pub struct Terms {
    text: Vec<u8>,
    places: Vec<Place>,
    unreadable: Vec<Unreadable>,
    /// How many statements and lines of the block have been read.
    statements: u64,
    lines: u64,
    /// The line of the statements that are read now.
    line: Option<u64>,
}

/// Where a term is, and where its text ends.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Where the text of the term ends, and that of the next one begins.
    pub end: usize,
    /// The number of the statement in its block, from 1.
    pub statement: u64,
    /// The line on which the statement ends, from 1 in its block, if it is known.
    pub line: Option<u64>,
    /// The number of the position.
    pub position: u8,
}

/// A statement that could not be read.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// Why.
    pub why: String,
    /// The number of the statement in its block, from 1.
    pub statement: u64,
    /// The line on which it ends, from 1 in its block, if it is known.
    pub line: Option<u64>,
}

impl Terms {
    /// The text of all terms.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// How many statements of the block have been read.
    pub fn statements(&self) -> u64 {
        self.statements
    }

    /// The places of the terms.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// What could not be read.
    pub fn unreadable(&self) -> &[Unreadable] {
        &self.unreadable
    }

    /// Judges the terms and counts them.
    fn count(&self, judge: &Judge, tally: &mut Tally, found: &mut Found) {
        found.places = self.statements;
        found.lines = self.lines;
        for Unreadable { why, statement, line } in &self.unreadable {
            found.values += 1;
            tally.parts[NO_POSITION].by_status[UNREADABLE] += 1;
            found.keep("unreadable", || Example {
                about: "unreadable",
                place: *statement,
                line: *line,
                position: None,
                text: why.clone().into_bytes(),
            });
        }
        block::count(&self, judge, tally, found);
    }

    fn add(&mut self, iri: &str, position: u8, wanted: Option<u8>) {
        if wanted.is_none_or(|wanted| wanted == position) {
            self.text.extend_from_slice(iri.as_bytes());
            let (end, statement, line) = (self.text.len(), self.statements, self.line);
            self.places.push(Place { end, statement, line, position });
        }
    }

    fn add_unreadable(&mut self, why: String) {
        self.statements += 1;
        let (statement, line) = (self.statements, self.line);
        self.unreadable.push(Unreadable { why, statement, line });
    }

    fn add_quad(&mut self, quad: &Quad, wanted: Option<u8>) {
        self.add_terms(&quad.subject, quad.predicate.as_str(), &quad.object, wanted);
        if let GraphName::NamedNode(graph) = &quad.graph_name {
            self.add(graph.as_str(), GRAPH, wanted);
        }
    }

    fn add_triple(&mut self, triple: &Triple, wanted: Option<u8>) {
        self.add_terms(&triple.subject, triple.predicate.as_str(), &triple.object, wanted);
    }

    fn add_terms(
        &mut self,
        subject: &NamedOrBlankNode,
        predicate: &str,
        object: &Term,
        wanted: Option<u8>,
    ) {
        if let NamedOrBlankNode::NamedNode(subject) = subject {
            self.add(subject.as_str(), SUBJECT, wanted);
        }
        self.add(predicate, PREDICATE, wanted);
        match object {
            Term::NamedNode(object) => self.add(object.as_str(), OBJECT, wanted),
            Term::Literal(literal) => {
                let datatype = literal.datatype();
                if !IMPLIED.contains(&datatype.as_str()) {
                    self.add(datatype.as_str(), DATATYPE, wanted);
                }
            }
            // A statement about a statement (RDF 1.2), nested no deeper than [`DEEPEST`].
            Term::Triple(triple) => self.add_triple(triple, wanted),
            Term::BlankNode(_) => {}
        }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.places.clear();
        self.unreadable.clear();
    }

    /// Begins another block.
    fn begin(&mut self) {
        (self.statements, self.lines) = (0, 0);
    }
}

impl Rows for &Terms {
    fn len(&self) -> usize {
        self.places.len()
    }

    #[inline]
    fn row(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.places[i - 1].end };
        &self.text[start..self.places[i].end]
    }
}

impl Values for &Terms {
    fn together(&self, range: Range<usize>) -> Option<&[u8]> {
        let start = range.start.checked_sub(1).map_or(0, |i| self.places[i].end);
        self.text.get(start..self.places.get(range.end.checked_sub(1)?)?.end)
    }

    fn place(&self, i: usize) -> u64 {
        self.places[i].statement
    }

    fn line(&self, i: usize) -> Option<u64> {
        self.places[i].line
    }

    fn part(&self, i: usize) -> usize {
        usize::from(self.places[i].position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(syntax: &str, wanted: Option<&str>, text: &str) -> (Found, Tally) {
        let judge = Judge::new("IRI", None).expect("a production");
        let mut tally = Tally::new();
        let mut statements = Statements::new(syntax, wanted, None).expect("a syntax");
        let found = statements.count(text.as_bytes(), true, &judge, &mut tally);
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
            "\n<http://a/s> <http://a/p> <a b> .\n\n<http://a/s> what .\n<x:s> <x:p> <x:o> .\n";
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
    fn triple_terms_are_read_and_the_deepest_refused() {
        let nested = |depth: usize| {
            let (open, close) = ("<<( <x:s> <x:p> ".repeat(depth), " )>>".repeat(depth));
            format!("<x:s> <x:p> {open}<x:o>{close} .\n<x:s> <x:p> <x:o> .\n")
        };
        let (found, tally) = count("n-triples", None, &nested(20));
        assert_eq!((found.places, valid(&tally)[0]), (2, 22));
        for syntax in ["n-triples", "turtle"] {
            let (found, tally) = count(syntax, None, &nested(1_000_000));
            assert_eq!(tally.parts[NO_POSITION].by_status[UNREADABLE], 1, "{syntax}");
            assert_eq!((found.places, valid(&tally)[0]), (2, 1), "{syntax}");
        }
    }

    #[test]
    fn a_long_text_takes_linear_time() {
        let text = format!("<x:s> <x:p> \"\"\"{}\"\"\" .\n", "line\n".repeat(200_000));
        let (found, tally) = count("turtle", None, &text);
        assert_eq!((found.places, valid(&tally)[0]), (1, 1));
    }

    #[test]
    fn there_is_no_other_syntax_or_position() {
        assert!(Statements::new("n3", None, None).is_none());
        assert!(Statements::new("turtle", Some("verb"), None).is_none());
        assert!(Statements::new("turtle", None, Some("a b")).is_none());
    }
}
