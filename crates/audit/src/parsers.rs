//! Oxigraph's parsers of N-Triples, N-Quads, Turtle and `TriG`, in lenient mode.

use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParser, TurtleSyntaxError};

use crate::bases::carried_or_given;
use crate::terms::Statement;

/// The parser of a syntax.
pub(crate) enum Parser {
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
    /// The parser of a syntax, by name. None if there is no such syntax, or the base is not an IRI.
    pub(crate) fn new(syntax: &str, base: Option<&str>) -> Option<Self> {
        Some(match syntax {
            "n-triples" => Self::NTriples(NTriplesParser::new().lenient().low_level()),
            "n-quads" => Self::NQuads(NQuadsParser::new().lenient().low_level()),
            "turtle" => {
                let mut parser = TurtleParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(carried_or_given(base)).ok()?;
                }
                Self::Turtle(parser.low_level())
            }
            "trig" => {
                let mut parser = TriGParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(carried_or_given(base)).ok()?;
                }
                Self::TriG(parser.low_level())
            }
            _ => return None,
        })
    }

    /// The directives that repeat the declarations of this parser.
    pub(crate) fn declarations(&self) -> Vec<u8> {
        let mut out = String::new();
        let mut declare = |name: &str, iri: &str| {
            out.extend(["@prefix ", name, ": <", &escaped(iri), "> .\n"]);
        };
        match self {
            Self::NTriples(_) | Self::NQuads(_) => {}
            Self::Turtle(parser) => parser.prefixes().for_each(|(name, iri)| declare(name, iri)),
            Self::TriG(parser) => parser.prefixes().for_each(|(name, iri)| declare(name, iri)),
        }
        if let Some(base) = self.base() {
            out.extend(["@base <", &escaped(base), "> .\n"]);
        }
        out.into_bytes()
    }

    /// Forgets its input, if each line is independent.
    pub(crate) fn begin_anew(&mut self) {
        match self {
            Self::NTriples(parser) => *parser = NTriplesParser::new().lenient().low_level(),
            Self::NQuads(parser) => *parser = NQuadsParser::new().lenient().low_level(),
            Self::Turtle(_) | Self::TriG(_) => {}
        }
    }

    pub(crate) fn extend(&mut self, text: &[u8]) {
        match self {
            Self::NTriples(parser) => parser.extend_from_slice(text),
            Self::NQuads(parser) => parser.extend_from_slice(text),
            Self::Turtle(parser) => parser.extend_from_slice(text),
            Self::TriG(parser) => parser.extend_from_slice(text),
        }
    }

    pub(crate) fn base(&self) -> Option<&str> {
        match self {
            Self::NTriples(_) | Self::NQuads(_) => None,
            Self::Turtle(parser) => parser.base_iri(),
            Self::TriG(parser) => parser.base_iri(),
        }
    }

    pub(crate) fn end(&mut self) {
        match self {
            Self::NTriples(parser) => parser.end(),
            Self::NQuads(parser) => parser.end(),
            Self::Turtle(parser) => parser.end(),
            Self::TriG(parser) => parser.end(),
        }
    }

    pub(crate) fn next(&mut self) -> Option<Result<Statement, TurtleSyntaxError>> {
        Some(match self {
            Self::NTriples(parser) => parser.parse_next()?.map(Statement::Triple),
            Self::NQuads(parser) => parser.parse_next()?.map(Statement::Quad),
            Self::Turtle(parser) => parser.parse_next()?.map(Statement::Triple),
            Self::TriG(parser) => parser.parse_next()?.map(Statement::Quad),
        })
    }
}

/// An IRI in Turtle's brackets.
fn escaped(iri: &str) -> String {
    let is_bare = |c: char| c > ' ' && !"<>\"{}|^`\\".contains(c);
    let escaped = |c: char| format!("\\U{:08X}", u32::from(c));
    iri.chars().map(|c| if is_bare(c) { c.to_string() } else { escaped(c) }).collect()
}
