//! RDF in XML and JSON: every IRI of every statement, by its position.
//!
//! The parsers are Oxigraph's, in lenient mode. They read no other document, whatever this one names.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use oxjsonld::{JsonLdErrorCode, JsonLdParseError, JsonLdParser, ReaderJsonLdParser};
use oxrdfxml::{RdfXmlParseError, RdfXmlParser, ReaderRdfXmlParser};

use crate::gathered::Gathered;
use crate::levels::Levels;
use crate::nesting::Nesting;
use crate::refusal::Refusal;
use crate::terms::Terms;

/// Without the context nobody knows what the terms of the document are.
const ELSEWHERE: &str = "the document names a context that is elsewhere, and nothing is fetched: what \
                         follows cannot be read without it";

/// Reads the statements of a document.
pub struct RdfDocument<R: Read> {
    parser: Parser<R>,
    terms: Terms,
    read: Arc<Mutex<Progress>>,
    /// How many lines of the document have been handed on.
    lines: u64,
    is_done: bool,
}

enum Parser<R: Read> {
    Xml(Box<ReaderRdfXmlParser<Levels<Counted<R>>>>),
    Json(Box<ReaderJsonLdParser<Nesting<Counted<R>>>>),
}

/// How far a document has been read.
#[derive(Debug, Default)]
struct Progress {
    bytes: u64,
    /// The line ends that the parser may not have come to.
    ends: std::collections::VecDeque<u64>,
    /// How many line ends there are before these.
    lines: u64,
}

impl Progress {
    /// The line of what ends here; no place before will be asked for.
    fn line(&mut self, position: u64) -> u64 {
        while self.ends.front().is_some_and(|end| *end < position) {
            self.ends.pop_front();
            self.lines += 1;
        }
        self.lines + 1
    }
}

/// A document, and how far it has been read.
struct Counted<R> {
    read: R,
    progress: Arc<Mutex<Progress>>,
    has_lines: bool,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(buffer)?;
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let before = progress.bytes;
        if self.has_lines {
            let ends = memchr::memchr_iter(b'\n', &buffer[..count]);
            progress.ends.extend(ends.map(|end| before + end as u64));
        }
        progress.bytes = before + count as u64;
        Ok(count)
    }
}

impl<R: Read> RdfDocument<R> {
    /// For a syntax by its name, all positions or one by its name, and a base. None if there is no such
    /// syntax or position, or the base is not an IRI.
    pub fn new(read: R, syntax: &str, wanted: Option<&str>, base: Option<&str>) -> Option<Self> {
        let progress = Arc::<Mutex<Progress>>::default();
        let is_xml = syntax == "rdf-xml";
        let counted = Counted { read, progress: progress.clone(), has_lines: is_xml };
        let parser = match syntax {
            "rdf-xml" => {
                let mut parser = RdfXmlParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(base).ok()?;
                }
                Parser::Xml(Box::new(parser.for_reader(Levels::new(counted))))
            }
            "json-ld" => {
                let mut parser = JsonLdParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(base).ok()?;
                }
                Parser::Json(Box::new(parser.for_reader(Nesting::new(counted))))
            }
            _ => return None,
        };
        let terms = Terms::new(wanted)?;
        Some(Self { parser, terms, read: progress, lines: 0, is_done: false })
    }

    /// Reads some statements; none at the end. Fails if the document cannot be read from where it is.
    pub fn read(&mut self) -> io::Result<Option<Gathered>> {
        if self.is_done {
            return Ok(None);
        }
        while !self.terms.is_much() {
            let Some(more) = self.step()? else {
                self.is_done = true;
                break;
            };
            if let Err(why) = more {
                self.terms.unreadable(&why);
                self.is_done = true;
                break;
            }
        }
        self.lines += self.terms.lines;
        Ok(Some(self.terms.take()))
    }

    /// Reads a statement. None is left, or no more is to be read, and why.
    fn step(&mut self) -> io::Result<Option<Result<(), String>>> {
        match &mut self.parser {
            Parser::Xml(parser) => {
                let Some(statement) = parser.next() else { return Ok(None) };
                let position = parser.buffer_position();
                let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
                self.terms.lines = read.line(position) - self.lines;
                self.terms.read = read.bytes;
                drop(read);
                self.terms.line = Some(self.terms.lines);
                match statement {
                    Ok(triple) => self.terms.triple(&triple),
                    Err(RdfXmlParseError::Syntax(error)) => {
                        self.terms.unreadable(first_line(&error.to_string()));
                    }
                    Err(RdfXmlParseError::Io(error)) => {
                        return Refusal::of(&error).map_or(Err(error), |why| Ok(Some(Err(why))));
                    }
                }
            }
            Parser::Json(parser) => {
                let Some(statement) = parser.next() else { return Ok(None) };
                self.terms.read = self.read.lock().unwrap_or_else(PoisonError::into_inner).bytes;
                match statement {
                    Ok(quad) => self.terms.quad(&quad),
                    Err(JsonLdParseError::Syntax(error)) => {
                        if matches!(
                            error.code(),
                            Some(
                                JsonLdErrorCode::LoadingRemoteContextFailed
                                    | JsonLdErrorCode::LoadingDocumentFailed
                            )
                        ) {
                            return Ok(Some(Err(ELSEWHERE.to_owned())));
                        }
                        self.terms.line = error.location().map(|place| place.start.line + 1);
                        self.terms.unreadable(first_line(&error.to_string()));
                        self.terms.line = None;
                    }
                    Err(JsonLdParseError::Io(error)) => {
                        return Refusal::of(&error).map_or(Err(error), |why| Ok(Some(Err(why))));
                    }
                }
            }
        }
        Ok(Some(self.terms.is_bomb().map_or(Ok(()), Err)))
    }
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

    fn read(syntax: &str, text: &str) -> Gathered {
        let mut document = RdfDocument::new(text.as_bytes(), syntax, None, None).expect("a syntax");
        let mut read = Gathered::default();
        while let Some(more) = document.read().expect("a document in memory") {
            read.append(more);
        }
        read
    }

    #[test]
    fn statements_of_xml_have_lines() {
        let text = format!(
            "<rdf:RDF xmlns:rdf='{RDF}' xmlns:p='x:'>\n<rdf:Description rdf:about='x:s'>\n\
             <p:p rdf:resource='x:o'/>\n\n<p:q>1</p:q></rdf:Description>\n<p:c rdf:about='x:t'/>\n</rdf:RDF>"
        );
        let read = read("rdf-xml", &text);
        assert_eq!(String::from_utf8_lossy(&read.text), format!("x:sx:px:ox:sx:qx:t{RDF}typex:c"));
        assert_eq!(read.places, [1, 1, 1, 2, 2, 3, 3, 3]);
        assert_eq!(read.lines, [3, 3, 3, 5, 5, 6, 6, 6]);
        assert_eq!(read.positions, [0, 1, 2, 0, 1, 0, 1, 2]);
    }

    #[test]
    fn the_depth_of_elements_is_bounded() {
        let nested = |depth: usize| {
            format!(
                "<rdf:RDF xmlns:rdf='{RDF}' xmlns:p='x:'>{}{}</rdf:RDF>",
                "<p:a><p:b>".repeat(depth),
                "</p:b></p:a>".repeat(depth)
            )
        };
        let found = read("rdf-xml", &nested(49));
        assert_eq!((found.unreadable.len(), found.place_count), (0, 49 + 49));
        let found = read("rdf-xml", &nested(50_000));
        assert_eq!(found.unreadable.len(), 1);
        assert_eq!(
            found.unreadable[0].why,
            "more than 100 elements are nested: what follows is not read"
        );
        // What is not an element does not nest.
        let text = format!(
            "<!DOCTYPE a [<!ENTITY b \"c\">]><!-- {0} --><rdf:RDF xmlns:rdf='{RDF}' xmlns:p='x:'>\
             <rdf:Description rdf:about='x:s' p:r='{1}'><p:q><![CDATA[{0}]]></p:q>\
             </rdf:Description></rdf:RDF>",
            "<a>".repeat(200),
            "&gt;/>".repeat(200)
        );
        let found = read("rdf-xml", &text);
        assert_eq!((&found.unreadable[..], found.place_count), (&[][..], 2));
    }

    #[test]
    fn a_context_that_is_elsewhere_ends_a_document() {
        let text = r#"[{"@id": "x:y", "x:p": "o"}, {"@context": "http://c/", "@id": "x:z"}]"#;
        let found = read("json-ld", text);
        assert_eq!((found.unreadable.len(), &*found.unreadable[0].why), (1, ELSEWHERE));
        assert_eq!(String::from_utf8_lossy(&found.text), "x:yx:p");
    }

    #[test]
    fn what_prefixes_make_of_a_document_is_bounded() {
        let text = format!(
            "<rdf:RDF xmlns:rdf='{RDF}' xmlns:p='x:{}'>{}</rdf:RDF>",
            "y".repeat(1 << 16),
            "<p:c/>".repeat(100_000)
        );
        let found = read("rdf-xml", &text);
        assert_eq!(found.unreadable.len(), 1);
        assert!(found.text.len() < 150 << 20);
    }
}
