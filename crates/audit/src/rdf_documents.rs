//! RDF in XML and JSON: every IRI of every statement, with its position.
//!
//! The parsers are Oxigraph's, in lenient mode. They read no other document, whatever this one refers to.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use oxjsonld::{JsonLdErrorCode, JsonLdParseError, JsonLdParser, ReaderJsonLdParser};
use oxrdfxml::{RdfXmlParseError, RdfXmlParser, ReaderRdfXmlParser};

use crate::bases::carried_or_given;
use crate::document_progress::DocumentProgress;
use crate::gathered::Gathered;
use crate::json_ld_terms;
use crate::levels::Levels;
use crate::nesting::Nesting;
use crate::refusal::Refusal;
use crate::terms::Terms;
use crate::xml_encoding::Utf8Xml;

/// Without the context, the terms of the document are unknown.
const ELSEWHERE: &str = "the document refers to a context elsewhere, and nothing is fetched: the \
                         rest cannot be read without it";

/// Reads the statements of a document.
pub struct RdfDocument<R: Read> {
    parser: DocumentParser<R>,
    terms: Terms,
    read: Arc<Mutex<DocumentProgress>>,
    /// The number of lines of the document that have been passed on.
    lines: u64,
    is_done: bool,
}

enum DocumentParser<R: Read> {
    Xml(Box<ReaderRdfXmlParser<Levels<Utf8Xml<CountedDocument<R>>>>>),
    Json(Box<ReaderJsonLdParser<json_ld_terms::MappedTerms<Nesting<CountedDocument<R>>>>>),
}

/// A document, and the progress in it.
struct CountedDocument<R> {
    read: R,
    progress: Arc<Mutex<DocumentProgress>>,
}

impl<R: Read> Read for CountedDocument<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(buffer)?;
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.bytes += count as u64;
        Ok(count)
    }
}

impl<R: Read> RdfDocument<R> {
    /// Makes a reader for a syntax by name, all positions or one by name, and a base. None if there is no such
    /// syntax or position, or the base is not an IRI.
    pub fn new(read: R, syntax: &str, wanted: Option<&str>, base: Option<&str>) -> Option<Self> {
        let progress = Arc::<Mutex<DocumentProgress>>::default();
        let counted = CountedDocument { read, progress: progress.clone() };
        let parser = match syntax {
            "rdf-xml" => {
                let mut parser = RdfXmlParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(base).ok()?;
                }
                let levels = Levels::new(Utf8Xml::new(counted), base, progress.clone());
                DocumentParser::Xml(Box::new(parser.for_reader(levels)))
            }
            "json-ld" => {
                let mut parser = JsonLdParser::new().lenient();
                if let Some(base) = base {
                    parser = parser.with_base_iri(carried_or_given(base)).ok()?;
                }
                let terms = json_ld_terms::MappedTerms::new(Nesting::new(counted));
                DocumentParser::Json(Box::new(parser.for_reader(terms)))
            }
            _ => return None,
        };
        let terms = Terms::new(wanted)?;
        Some(Self { parser, terms, read: progress, lines: 0, is_done: false })
    }

    /// Reads some statements; none at the end. Fails if the stream of the document cannot be read.
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
        let progress = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        self.terms.declare(progress.prefixes.iter().map(|(name, iri)| (&**name, &**iri)));
        drop(progress);
        Ok(Some(self.terms.take()))
    }

    /// Reads a statement. The document has ended, or must not be read further, with the reason.
    fn step(&mut self) -> io::Result<Option<Result<(), String>>> {
        match &mut self.parser {
            DocumentParser::Xml(parser) => {
                let Some(statement) = parser.next() else { return Ok(None) };
                let position = parser.buffer_position();
                let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
                self.terms.lines = read.line(position) - self.lines;
                self.terms.read = read.bytes;
                let is_tag = read.ends_with_tag(position);
                drop(read);
                self.terms.line = Some(self.terms.lines);
                match statement {
                    Ok(triple) => self.terms.triple(&triple),
                    Err(RdfXmlParseError::Syntax(error)) => {
                        let why = explained(first_line(&error.to_string()));
                        if is_tag {
                            // The parser no longer knows its position.
                            return Ok(Some(Err(format!("{why}: the rest is not read"))));
                        }
                        self.terms.unreadable(&why);
                    }
                    Err(RdfXmlParseError::Io(error)) => {
                        return Refusal::of(&error).map_or(Err(error), |why| Ok(Some(Err(why))));
                    }
                }
            }
            DocumentParser::Json(parser) => {
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

/// A message of the XML parser, without the remedy that it suggests for an invalid entity reference.
fn explained(message: &str) -> String {
    let is_of_entity =
        ["ntity", "';' after '&'", "escape symbol"].iter().any(|of| message.contains(of));
    if !is_of_entity || message.contains("ENTITY") {
        return message.to_owned();
    }
    format!("{message}; “&” itself is written “&amp;”")
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

    fn said(read: &Gathered) -> Vec<&str> {
        read.unreadable.iter().map(|bad| &*bad.why).collect()
    }

    const WHOLE: &str = "<?xml version=\"1.0\"?>\n<!DOCTYPE rdf:RDF [<!ENTITY e \"x:\">]>\n<!-- c -->\n\
        <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:p=\"x:\">\n\
        <rdf:Description rdf:about=\"&e;s\"><p:p rdf:resource=\"x:o\"/><p:q>é &lt;</p:q>\n\
        <p:r><p:C/></p:r></rdf:Description>\n</rdf:RDF>\n<!-- d -->\n";

    #[test]
    fn a_document_that_is_cut_off_is_an_error_wherever_that_is() {
        let end = WHOLE.find("</rdf:RDF>").expect("an end") + "</rdf:RDF>".len();
        for length in 0..=WHOLE.len() {
            let mut document = RdfDocument::new(&WHOLE.as_bytes()[..length], "rdf-xml", None, None)
                .expect("a syntax");
            let mut read = Gathered::default();
            while let Some(more) = document.read().expect("a document in memory") {
                read.append(more);
            }
            let rest = WHOLE.get(end..length).map(str::trim_end);
            let is_whole = rest.is_some_and(|rest| rest.is_empty() || rest.ends_with("-->"));
            assert_eq!(read.unreadable.is_empty(), is_whole, "{length}: {:?}", read.unreadable);
        }
    }

    #[test]
    fn two_documents_in_one_are_an_error() {
        for between in ["", "\n", "<!-- c -->"] {
            let found = read("rdf-xml", &format!("{WHOLE}{between}{WHOLE}"));
            assert_eq!(said(&found), ["a second document begins: the rest is not read"]);
            assert_eq!(found.place_count, 5);
        }
        let found = read("rdf-xml", &format!("{WHOLE}more"));
        let why = "text is outside the document's element: the rest is not read";
        assert_eq!(said(&found), [why]);
    }

    #[test]
    fn what_follows_a_bad_element_is_not_read() {
        for bad in [
            "<rdf:Description rdf:ID=\"1\"><p:p rdf:resource=\"x:invented\"/></rdf:Description>",
            "<q:C><p:p rdf:resource=\"x:invented\"/></q:C>",
            "<rdf:Description rdf:about=\"x:?a&b=c\"/>",
            "<p:C></p:D>",
        ] {
            let text = format!(
                "<rdf:RDF xmlns:rdf='{RDF}' xmlns:p='x:'>\n<p:A/>\n{bad}<p:B><p:p rdf:resource='x:o'/></p:B></rdf:RDF>"
            );
            let found = read("rdf-xml", &text);
            assert_eq!(found.unreadable.len(), 1, "{bad}");
            assert!(said(&found)[0].ends_with(": the rest is not read"), "{:?}", said(&found));
            assert!(!String::from_utf8_lossy(&found.text).contains("x:invented"), "{bad}");
        }
        let text = format!("<rdf:RDF xmlns:rdf='{RDF}'><rdf:Bag rdf:about='x:?a&b=c'/></rdf:RDF>");
        let found = read("rdf-xml", &text);
        assert!(said(&found)[0].contains("“&” itself is written “&amp;”"), "{:?}", said(&found));
    }

    #[test]
    fn a_base_is_relative_to_the_one_around_it() {
        let iris = |base: Option<&str>, text: &str| {
            let text = format!(
                "<rdf:RDF xmlns:rdf='{RDF}' xmlns:p='x:' {text}</rdf:Description></rdf:RDF>"
            );
            let mut document = RdfDocument::new(text.as_bytes(), "rdf-xml", Some("subject"), base)
                .expect("a syntax");
            let read = document.read().expect("a document").expect("values");
            assert_eq!(said(&read), Vec::<&str>::new());
            String::from_utf8(read.text).expect("UTF-8")
        };
        for (base, text, expected) in [
            (
                None,
                "xml:base='http://h/a/'><rdf:Description xml:base='b/' rdf:about='c'><p:p/>",
                "http://h/a/b/c",
            ),
            (
                None,
                "xml:base='http://h/a/b'><rdf:Description xml:base='../c' rdf:about=''><p:p/>",
                "http://h/c",
            ),
            (
                None,
                "xml:base='http://h/a'><rdf:Description xml:base='' rdf:ID='i'><p:p/>",
                "http://h/a#i",
            ),
            (
                None,
                "xml:base='http://h/a#f'><rdf:Description xml:base='?q' rdf:about='#i'><p:p/>",
                "http://h/a?q#i",
            ),
            (
                None,
                "xml:base='http://h/a'><rdf:Description xml:base='//g/' rdf:about='b'><p:p/>",
                "http://g/b",
            ),
            (
                Some("http://g/a"),
                "xml:base='b&amp;/'><rdf:Description rdf:about='c'><p:p/>",
                "http://g/b&/c",
            ),
            (None, "xml:base='b/'><rdf:Description rdf:about='c'><p:p/>", "c"),
            (
                None,
                "xml:base='http://h/a/b/../c/'><rdf:Description rdf:about='../d'><p:p/>",
                "http://h/a/d",
            ),
            (Some("http://h/a/../b"), "><rdf:Description rdf:about=''><p:p/>", "http://h/a/../b"),
            (Some("http://h/a/../b"), "><rdf:Description rdf:ID='i'><p:p/>", "http://h/a/../b#i"),
            (Some("http://h/a/../b/"), "><rdf:Description rdf:about='..'><p:p/>", "http://h/"),
            (Some("urn:x:y"), "><rdf:Description rdf:about='g/../h'><p:p/>", "urn:/h"),
            (Some("http://h/"), "><rdf:Description rdf:about='//o/../p'><p:p/>", "http://o/p"),
            (Some("http://h/"), "><rdf:Description rdf:about='1a:b'><p:p/>", "1a:b"),
            (Some("http://h/"), "><rdf:Description about=':b'><p:p/>", ":b"),
        ] {
            assert_eq!(iris(base, text), expected, "{text}");
        }
    }

    #[test]
    fn names_that_are_no_qnames_are_reported() {
        for bad in [
            "<p:1a/>", "<1a/>", "<p:/>", "<p:a:b/>", "<p:\u{2040}/>", "<p:a p:1b='c'/>", "<p:-a/>",
            "<p:a><p:😀\u{F0000}/></p:a>",
        ] {
            let text = format!("<rdf:RDF xmlns:rdf='{RDF}' xmlns:p='x:'>{bad}</rdf:RDF>");
            let found = read("rdf-xml", &text);
            let why = "a name is not an XML QName: the rest is not read";
            assert_eq!(said(&found), [why], "{bad}");
        }
        let text =
            format!("<rdf:RDF xmlns:rdf='{RDF}' xmlns:p='x:'><p:é.1-_😀 p:ⅷ='c'/></rdf:RDF>");
        assert_eq!(said(&read("rdf-xml", &text)), Vec::<&str>::new());
    }

    #[test]
    fn references_of_json_are_resolved_by_core() {
        for (base, text, expected) in [
            (
                None,
                r#"{"@context": {"@base": "http://h/a/b/../c/"}, "@id": "../d", "x:p": 1}"#,
                "http://h/a/dx:p",
            ),
            (
                None,
                r#"{"@context": [null, {"@base": "http:\/\/h/a/../c"}], "@id": "", "x:p": 1}"#,
                "http://h/a/../cx:p",
            ),
            (Some("http://h/a/../b/"), r#"{"@id": "..", "x:p": 1}"#, "http://h/x:p"),
            (
                Some("http://h/a/../b/"),
                r#"{"@context": {"@base": "c/"}, "@id": "../../d", "x:p": 1}"#,
                "http://h/dx:p",
            ),
            (
                Some("http://h/"),
                r#"{"@context": {"@base": "urn:x:y/z"}, "@id": "..", "x:p": 1}"#,
                "urn:/x:p",
            ),
            (
                Some("http://h/a"),
                r##"{"@context": {"@vocab": "#"}, "@id": "b", "p": 1}"##,
                "http://h/bhttp://h/a#p",
            ),
        ] {
            let mut document =
                RdfDocument::new(text.as_bytes(), "json-ld", None, base).expect("a syntax");
            let found = document.read().expect("a document").expect("values");
            let iris: Vec<_> = String::from_utf8(found.text).expect("UTF-8").into();
            let end = iris.len().min(expected.len());
            assert_eq!(String::from_utf8_lossy(&iris[..end]), expected, "{text}");
        }
    }

    #[test]
    fn some_attributes_need_no_prefix() {
        let text = format!(
            "<r:RDF xmlns:r='{RDF}' xmlns:p='x:' xml:base='x:b'>\n<r:Description\n about='x:s'\n type='x:t'>\n\
             <p:p resource='x:o'/><p:q parseType='Resource'><p:r>1</p:r></p:q></r:Description>\n\
             <p:C ID='i'/></r:RDF>"
        );
        let read = read("rdf-xml", &text);
        assert_eq!(said(&read), Vec::<&str>::new());
        let text = String::from_utf8(read.text).expect("UTF-8");
        assert_eq!(text, format!("x:s{RDF}typex:tx:sx:px:ox:sx:qx:rx:b#i{RDF}typex:C"));
        assert_eq!((read.lines[0], *read.lines.last().expect("a line")), (4, 6));
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
        let found = read("rdf-xml", &nested(50));
        assert_eq!(found.unreadable.len(), 1);
        assert_eq!(
            found.unreadable[0].why,
            "more than 100 elements are nested: the rest is not read"
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
