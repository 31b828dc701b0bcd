//! N-Triples and N-Quads: each line is a statement, and a construct that is open at the end of a line is not
//! closed by another.

use std::ops::Range;

use oxttl::TurtleSyntaxError;

use crate::gathered::Gathered;
use crate::parsers::Parser;
use crate::plain::Plain;
use crate::rdf::{DEEPEST, Statements, code_points};

/// The message for a line that does not end with a dot.
const NO_DOT: &str = "the line ends before its dot";

/// The parser's message for text that ends within a token.
const CUT_OFF: &str = "Unexpected end of file";

/// Returns true if a line declares a version (N-Triples 1.2 §2.1): `VERSION "1.2"`.
fn is_version(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"VERSION") else { return false };
    let Some(inside) = rest.trim_ascii_start().strip_prefix(b"\"") else { return false };
    let Some(end) = memchr::memchr2(b'"', b'\\', inside) else { return false };
    let behind = inside[end + 1..].trim_ascii_start();
    inside[end] == b'"' && (behind.is_empty() || behind.starts_with(b"#"))
}

impl Statements {
    /// Reads independent lines: a construct that is open at the end of a line is not closed by another.
    ///
    /// One parser reads all good lines, because making one also takes time.
    pub(crate) fn read_lines(&mut self, block: &[u8], each: &mut (impl FnMut(Gathered) + ?Sized)) {
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
            let before = line.len() - line.trim_ascii_start().len();
            self.terms.pass(line.len(), text, before);
            is_new = line.ends_with(b"\n");
            if text.is_empty() || text.starts_with(b"#") || is_version(text) {
                continue;
            }
            match Plain::read(text, may_have_graph) {
                Some(plain) => self.terms.plain(&plain),
                None => self.read_line(text, before as u64),
            }
            if self.terms.is_much() {
                each(self.terms.take());
            }
        }
        each(self.terms.take());
    }

    /// Reads a line that is not plain, or any line.
    pub(crate) fn read_line(&mut self, line: &[u8], before: u64) {
        if memchr::memmem::find_iter(line, b"<<").count() > DEEPEST {
            self.terms.unreadable(&format!("more than {DEEPEST} triple terms are nested"));
        } else if !self.read_good_line(line) {
            self.read_bad_line(line, before);
        }
    }

    /// Reads a line that is one statement, up to the dot that is its last byte.
    fn read_good_line(&mut self, line: &[u8]) -> bool {
        let Some(statement) = line.strip_suffix(b".") else { return false };
        self.parser.extend(statement);
        // If it ended earlier, the parser could be within a construct that this line leaves open.
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

    /// Reads any other line from its beginning to its end; a line with a comment is also good.
    fn read_bad_line(&mut self, line: &[u8], before: u64) {
        self.parser.begin_anew();
        self.parser.extend(line);
        self.parser.end();
        // Only the first mistake of a line is reported.
        match self.parser.next() {
            None => self.terms.unreadable(NO_DOT),
            Some(Err(error)) => self.unreadable_line(line, before, &error),
            Some(Ok(statement)) => {
                self.terms.add(&statement);
                match self.parser.next() {
                    None => {}
                    Some(Err(error)) => self.unreadable_line(line, before, &error),
                    Some(Ok(_)) => self.terms.unreadable("a statement follows on the same line"),
                }
            }
        }
        self.parser.begin_anew();
    }

    /// Reports the mistake of a line. The line does not end where the parser finds an end.
    fn unreadable_line(&mut self, line: &[u8], before: u64, error: &TurtleSyntaxError) {
        let Range { start, end } = error.location();
        let first = usize::try_from(start.offset).ok().and_then(|at| line.get(at));
        let why = match first {
            _ if start == end => NO_DOT,
            Some(b'<') if error.message() == CUT_OFF => "the line ends before its IRI does",
            Some(b'"') if error.message() == CUT_OFF => "the line ends before its string does",
            _ if error.message() == CUT_OFF => NO_DOT,
            _ => {
                let at = usize::try_from(start.offset).map_or(line.len(), |at| at.min(line.len()));
                let column = before + code_points(&line[..at]) + 1;
                self.terms.unreadable_at(error.message(), self.terms.line, Some(column), None);
                return;
            }
        };
        self.terms.unreadable(why);
    }
}
