//! The IRIs of statements, with their positions.

use std::collections::{BTreeMap, VecDeque};

use iriform::engine::words::masked;
use oxrdf::{GraphName, NamedOrBlankNode, Quad, Term, Triple};

use crate::bases::true_iri;
use crate::gathered::{Gathered, Unreadable};
use crate::irirefs;
use crate::plain::{Object, Plain};
use crate::spans::ValueSpan;
use crate::tally::POSITIONS;

const SUBJECT: u8 = 0;
const PREDICATE: u8 = 1;
const OBJECT: u8 = 2;
const GRAPH: u8 = 3;
const DATATYPE: u8 = 4;

/// Literals have these datatypes implicitly.
const IMPLIED: [&str; 3] = [
    "http://www.w3.org/2001/XMLSchema#string",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString",
];

/// The number of bytes of values that are gathered before they are passed on.
const ENOUGH: usize = 1 << 20;

/// The largest size of a document's IRIs, by prefixes and a base: a multiple of its size, and bytes that are
/// always allowed. Without prefixes and a base, they are not larger than the document.
const EXPANDED: u64 = 200;
const HARMLESS: u64 = 64 << 20;

/// The largest number of prefixes of a document for finding compact IRIs in place of IRIs. Each block of values
/// carries all of them.
pub(crate) const MOST_PREFIXES: usize = 1000;

/// A statement.
pub(crate) enum Statement {
    Triple(Triple),
    Quad(Quad),
}

/// Gathers the IRIs of statements, from all positions or one.
#[derive(Debug)]
pub(crate) struct Terms {
    gathered: Gathered,
    wanted: Option<u8>,
    /// The numbers of statements and lines that have been read since values were last passed on.
    statements: u64,
    pub(crate) lines: u64,
    /// The line on which the current statements end, if known.
    pub(crate) line: Option<u64>,
    /// The number of bytes that have been read of the document, and of its IRIs from all positions.
    pub(crate) read: u64,
    expanded: u64,
    /// The number of bytes that have been read since values were last passed on.
    bytes: u64,
    /// The base of the parser, if there may be unresolved references.
    base: Option<String>,
    /// The IRIs in brackets in the current line, if positions are wanted.
    irirefs: VecDeque<(String, ValueSpan)>,
}

impl Terms {
    /// Selects one position by name, or all. None if there is no such position.
    pub(crate) fn new(wanted: Option<&str>) -> Option<Self> {
        let wanted = match wanted {
            Some(name) => {
                let number = POSITIONS.iter().position(|&position| position == name)?;
                Some(u8::try_from(number).ok()?)
            }
            None => None,
        };
        Some(Self {
            gathered: Gathered::default(),
            wanted,
            statements: 0,
            lines: 0,
            line: None,
            read: 0,
            expanded: 0,
            bytes: 0,
            base: None,
            irirefs: VecDeque::new(),
        })
    }

    /// Records the position of each IRI, which is only known for lines that are statements.
    pub(crate) fn locate(&mut self) {
        self.gathered = Gathered::located();
    }

    /// Counts bytes that were read. If positions are wanted, it finds the IRIs in a text among them, `before`
    /// bytes from their beginning.
    pub(crate) fn pass(&mut self, bytes: usize, text: &[u8], before: usize) {
        if self.gathered.spans.is_some() {
            let before = self.bytes + before as u64;
            let irirefs = irirefs::of_line(text).into_iter();
            self.irirefs = irirefs.map(|(iri, span)| (iri, span.moved(before))).collect();
        }
        self.read += bytes as u64;
        self.bytes += bytes as u64;
    }

    /// Records the parser's base for the statement that it has read.
    pub(crate) fn set_base(&mut self, base: Option<&str>) {
        if self.base.as_deref() != base {
            self.base = base.map(str::to_owned);
        }
    }

    /// Records the prefixes that the document has declared.
    pub(crate) fn declare<'a>(&mut self, prefixes: impl Iterator<Item = (&'a str, &'a str)>) {
        if prefixes.size_hint().0 > MOST_PREFIXES {
            return;
        }
        let in_order: BTreeMap<_, _> = prefixes
            .map(|(name, iri)| (name.to_owned(), true_iri(iri, None).into_owned()))
            .collect();
        self.gathered.prefixes = in_order.into_iter().collect();
    }

    /// The position of the next IRI. An implicit datatype may have been written explicitly.
    fn next_span(&mut self, iri: &str) -> Option<ValueSpan> {
        loop {
            let (text, span) = self.irirefs.pop_front()?;
            if text == iri {
                return Some(span);
            }
        }
    }

    pub(crate) fn quad(&mut self, quad: &Quad) {
        self.statements += 1;
        self.terms(&quad.subject, quad.predicate.as_str(), &quad.object);
        if let GraphName::NamedNode(graph) = &quad.graph_name {
            self.term(graph.as_str(), GRAPH);
        }
    }

    pub(crate) fn add(&mut self, statement: &Statement) {
        match statement {
            Statement::Triple(triple) => self.triple(triple),
            Statement::Quad(quad) => self.quad(quad),
        }
    }

    pub(crate) fn triple(&mut self, triple: &Triple) {
        self.statements += 1;
        self.terms(&triple.subject, triple.predicate.as_str(), &triple.object);
    }

    pub(crate) fn plain(&mut self, plain: &Plain<'_>) {
        self.statements += 1;
        if let Some(subject) = plain.subject {
            self.term(subject, SUBJECT);
        }
        self.term(plain.predicate, PREDICATE);
        match plain.object {
            Object::Iri(object) => self.term(object, OBJECT),
            Object::Typed(datatype) => self.datatype(datatype),
            Object::Other => {}
        }
        if let Some(graph) = plain.graph {
            self.term(graph, GRAPH);
        }
    }

    /// A parser's message may quote the document.
    pub(crate) fn unreadable(&mut self, why: &str) {
        self.unreadable_at(why, self.line, None, None);
    }

    /// Records a part that cannot be read, with the line and the column of the mistake and the bytes of the
    /// statement, if known.
    pub(crate) fn unreadable_at(
        &mut self,
        why: &str,
        line: Option<u64>,
        column: Option<u64>,
        span: Option<(u64, u64)>,
    ) {
        self.statements += 1;
        let why = masked(why).into_owned();
        self.gathered.unreadable.push(Unreadable {
            why,
            place: self.statements,
            line,
            column,
            span,
        });
    }

    /// Why the document should not be read further, if its prefixes expand too much.
    pub(crate) fn is_bomb(&self) -> Option<String> {
        (self.expanded > HARMLESS.max(EXPANDED.saturating_mul(self.read))).then(|| {
            format!(
                "the IRIs of the document expand to more than {EXPANDED} times its size, as in an \
                 attack: the rest is not read"
            )
        })
    }

    /// Returns true if there are enough values.
    pub(crate) fn is_much(&self) -> bool {
        self.gathered.text.len() >= ENOUGH
    }

    /// Takes the gathered values; positions and lines are counted from here again.
    pub(crate) fn take(&mut self) -> Gathered {
        self.line = self.line.map(|line| line - self.lines);
        self.gathered.place_count = std::mem::take(&mut self.statements);
        self.gathered.line_count = std::mem::take(&mut self.lines);
        self.gathered.byte_count = std::mem::take(&mut self.bytes);
        let much = self.is_much();
        let taken = self.gathered.take();
        if much {
            // The next values will need as much room, and growing step by step would copy them.
            self.gathered.reserve_as(&taken);
        }
        taken
    }

    fn term(&mut self, iri: &str, position: u8) {
        let iri = &*true_iri(iri, self.base.as_deref());
        let span = self.next_span(iri);
        self.expanded += iri.len() as u64;
        if self.wanted.is_none_or(|wanted| wanted == position) {
            self.gathered.add_term(iri, self.statements, self.line, position, || span);
        }
    }

    fn datatype(&mut self, iri: &str) {
        if !IMPLIED.contains(&iri) {
            self.term(iri, DATATYPE);
        }
    }

    fn terms(&mut self, subject: &NamedOrBlankNode, predicate: &str, object: &Term) {
        if let NamedOrBlankNode::NamedNode(subject) = subject {
            self.term(subject.as_str(), SUBJECT);
        }
        self.term(predicate, PREDICATE);
        match object {
            Term::NamedNode(object) => self.term(object.as_str(), OBJECT),
            Term::Literal(literal) => self.datatype(literal.datatype().as_str()),
            // A statement about a statement (RDF 1.2). The caller bounds the nesting.
            Term::Triple(triple) => {
                self.terms(&triple.subject, triple.predicate.as_str(), &triple.object);
            }
            Term::BlankNode(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn passwords_are_not_seen_in_messages() {
        for (message, shown) in [
            ("\"http://anna:s3cr3t@h/\" is no graph", "\"http://anna:***@h/\" is no graph"),
            ("http://a:b:c@d@h//x:y@z is bad, //q:r@s", "http://a:***@z is bad, //q:***@s"),
            ("http://anna@h:80/a:b@c", "http://anna@h:80/a:b@c"),
            ("no // reference: a@b", "no // reference: a@b"),
            ("<http:anna:s3cr3t@h/>, <http://anna:s3cret", "<http:anna:***@h/>, <http://anna:***"),
            ("line 3: no “s:a” at 12:30", "line 3: no “s:a” at 12:30"),
            ("http://ghp_x@h/ http://anna%3As3cr3t@h/", "http://***@h/ http://anna%3A***@h/"),
        ] {
            assert_eq!(masked(message), shown);
        }
    }
}
