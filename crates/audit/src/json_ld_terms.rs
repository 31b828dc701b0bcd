//! JSON-LD with contexts that state what the parser does not derive: the keys that are mapped to nothing, and
//! the terms that are not prefixes.
//!
//! By the API of JSON-LD 1.1, a key that is neither mapped nor has a colon is dropped with its value (Expansion
//! 13.3), and a term with its own definition is only a prefix if that says so (Create Term Definition 14.2.5).
//! The parser, which is lenient so that bad IRIs are found, makes IRIs of such keys and prefixes of such terms.
//! So the contexts of a document get additions that correct this: `null` for each key of the document, which
//! contexts that map it overrule, and `"@prefix": false`. Bases are substituted.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::rc::Rc;

use hifijson::token::Lex as _;
use hifijson::{Error, SliceLexer};

use crate::bases::carried;
use crate::json_lexer::{name, peek, raw_string, skip_other};

/// The longest document that is changed. A longer one is read unchanged.
const LONGEST: usize = 64 << 20;

/// The largest number of keys that are mapped to nothing, because the parser reads all of them at each context.
const KEYS: usize = 200;

/// The largest growth of a document, which also bounds the time for its contexts: its own length, and a little
/// in any case.
const HARMLESS: usize = 1 << 14;

/// The depth of objects and lists beyond which the parser does not read.
const DEEPEST: usize = 100;

/// The words that are values.
const WORDS: [&[u8]; 3] = [b"null", b"true", b"false"];

/// Reads a document, and returns it with extended contexts.
#[derive(Debug)]
pub(crate) struct MappedTerms<R> {
    read: R,
    text: Option<Vec<u8>>,
    given: usize,
    failed: Option<io::Error>,
}

impl<R: Read> MappedTerms<R> {
    pub(crate) fn new(read: R) -> Self {
        Self { read, text: None, given: 0, failed: None }
    }

    fn text(&mut self) -> &[u8] {
        if self.text.is_none() {
            let mut text = Vec::new();
            let read = self.read.by_ref().take(LONGEST as u64).read_to_end(&mut text);
            // The text that has been read precedes the failure.
            self.failed = read.err();
            if self.failed.is_none() && text.len() < LONGEST {
                text = explicit(&text).unwrap_or(text);
            }
            self.text = Some(text);
        }
        self.text.as_deref().unwrap_or_default()
    }
}

impl<R: Read> Read for MappedTerms<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let given = self.given;
        let rest = &self.text()[given..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        self.failed.take().map_or_else(|| self.read.read(buffer), Err)
    }
}

/// A document with extended contexts; none if it cannot be read, or needs no extension.
fn explicit(document: &[u8]) -> Option<Vec<u8>> {
    let mut survey = Survey::default();
    survey.value(&mut SliceLexer::new(document), false, 0).ok()?;
    // With a vocabulary every key is mapped, and the keys of maps by identifiers are not properties.
    let mut keys = if survey.maps_all { BTreeSet::new() } else { &survey.keys - &survey.texts };
    if keys.len() > KEYS {
        keys.clear();
    }
    if keys.is_empty() && !survey.has_definitions && !survey.has_base {
        return None;
    }
    let mut nulls = Vec::new();
    for key in keys {
        nulls.extend_from_slice(if nulls.is_empty() { b"{" } else { b"," });
        nulls.extend_from_slice(&key);
        nulls.extend_from_slice(b":null");
    }
    if !nulls.is_empty() {
        nulls.push(b'}');
    }
    let mut writer =
        TermWriter { document, done: 0, written: Vec::new(), bases: 0, nulls: nulls.into() };
    writer.value(&mut SliceLexer::new(document), DocumentPlace::Top).ok()?;
    writer.written.extend_from_slice(&document[writer.done..]);
    Some(writer.written)
}

/// The keys and texts of a document. Keys are raw, with their quotation marks.
#[derive(Default)]
struct Survey {
    keys: BTreeSet<Vec<u8>>,
    texts: BTreeSet<Vec<u8>>,
    maps_all: bool,
    has_definitions: bool,
    has_base: bool,
}

impl Survey {
    fn value(
        &mut self,
        lexer: &mut SliceLexer<'_>,
        in_context: bool,
        depth: usize,
    ) -> Result<(), Error> {
        if depth > DEEPEST {
            return Err(Error::Depth);
        }
        let next = peek(lexer)?;
        match next {
            b'"' => {
                let (raw, _) = raw_string(lexer.discarded())?;
                if !in_context {
                    self.texts.insert(quoted(raw));
                }
                Ok(())
            }
            b'[' => lexer.discarded().seq(b']', SliceLexer::ws_peek, |_, lexer| {
                self.value(lexer, in_context, depth + 1)
            }),
            b'{' => lexer.discarded().seq(b'}', SliceLexer::ws_peek, |next, lexer| {
                let ((raw, name), next) = name(next, lexer)?;
                if in_context {
                    self.has_definitions |= next == b'{';
                    self.maps_all |= &*name == b"@vocab" && next == b'"';
                    self.has_base |= &*name == b"@base";
                    self.maps_all |= &*name == b"@container" && is_by_id(lexer)?;
                } else if !name.contains(&b':') && !name.starts_with(b"@") {
                    self.keys.insert(quoted(raw));
                }
                self.value(lexer, in_context || &*name == b"@context", depth + 1)
            }),
            _ => skip_other(next, lexer, &WORDS),
        }
    }
}

/// A context within a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DocumentPlace {
    /// No context of the document precedes an object here.
    Top,
    Below,
    /// The outermost context.
    FirstContext,
    Context,
    /// In a list of contexts.
    AmongContexts,
    /// The definition of a term that could be a prefix, or of another one.
    Definition {
        is_prefix: bool,
    },
}

struct TermWriter<'a> {
    document: &'a [u8],
    /// The length that has been written.
    done: usize,
    written: Vec<u8>,
    /// The length of the bases in it, which take no time in contexts.
    bases: usize,
    nulls: Rc<[u8]>,
}

impl<'a> TermWriter<'a> {
    /// Writes the text up to the position of a lexer, and then an addition.
    fn insert(&mut self, lexer: &SliceLexer<'a>, more: &[&[u8]]) {
        let at = self.document.len() - lexer.as_slice().len();
        self.written.extend_from_slice(&self.document[self.done..at]);
        self.done = at;
        for more in more {
            self.written.extend_from_slice(more);
        }
    }

    /// Fails if the document has become too long.
    fn is_bounded(&self) -> Result<(), Error> {
        let most = 2 * self.document.len() + HARMLESS;
        if self.written.len() - self.bases > most { Err(Error::Depth) } else { Ok(()) }
    }

    fn value(&mut self, lexer: &mut SliceLexer<'a>, place: DocumentPlace) -> Result<(), Error> {
        self.is_bounded()?;
        let nulls = Rc::clone(&self.nulls);
        let has_nulls = !nulls.is_empty();
        let next = peek(lexer)?;
        if place != DocumentPlace::FirstContext || !has_nulls {
            return self.flat(
                lexer,
                if place == DocumentPlace::FirstContext { DocumentPlace::Context } else { place },
            );
        }
        if next != b'[' {
            self.insert(lexer, &[b"[", &nulls, b","]);
            self.flat(lexer, DocumentPlace::AmongContexts)?;
            self.insert(lexer, &[b"]"]);
            return Ok(());
        }
        // A list of contexts has no lists.
        self.insert(lexer.discarded(), &[&nulls]);
        let mut ahead = SliceLexer::new(lexer.as_slice());
        if ahead.ws_peek() != Some(b']') {
            self.insert(lexer, &[b","]);
        }
        lexer.seq(b']', SliceLexer::ws_peek, |_, lexer| {
            self.flat(lexer, DocumentPlace::AmongContexts)
        })
    }

    /// Writes a base that core resolves against. A relative base is resolved against that of the document.
    fn base(&mut self, lexer: &mut SliceLexer<'a>) -> Result<(), Error> {
        self.insert(lexer, &[]);
        let (_, base) = raw_string(lexer.discarded())?;
        if let Some(base) = std::str::from_utf8(&base).ok().and_then(carried) {
            self.done = self.document.len() - lexer.as_slice().len();
            self.bases += base.len();
            self.written.extend_from_slice(format!("\"{base}\"").as_bytes());
        }
        Ok(())
    }

    fn flat(&mut self, lexer: &mut SliceLexer<'a>, place: DocumentPlace) -> Result<(), Error> {
        let next = peek(lexer)?;
        let is_context = matches!(place, DocumentPlace::Context | DocumentPlace::AmongContexts);
        match next {
            b'"' => raw_string(lexer.discarded()).map(|_| ()),
            b'[' => {
                let inner = if is_context { DocumentPlace::AmongContexts } else { place };
                lexer
                    .discarded()
                    .seq(b']', SliceLexer::ws_peek, |_, lexer| self.value(lexer, inner))
            }
            b'{' => self.object(lexer, place),
            b'n' if is_context && !self.nulls.is_empty() => {
                skip_other(next, lexer, &WORDS)?;
                // After it nothing is known, not even which keys are mapped to nothing.
                let nulls = Rc::clone(&self.nulls);
                if place == DocumentPlace::Context {
                    let at = self.document.len() - lexer.as_slice().len() - b"null".len();
                    self.written.extend_from_slice(&self.document[self.done..at]);
                    self.done = at + b"null".len();
                    for more in [b"[null,", &*nulls, b"]"] {
                        self.written.extend_from_slice(more);
                    }
                } else {
                    self.insert(lexer, &[b",", &nulls]);
                }
                Ok(())
            }
            _ => skip_other(next, lexer, &WORDS),
        }
    }

    fn object(&mut self, lexer: &mut SliceLexer<'a>, place: DocumentPlace) -> Result<(), Error> {
        let is_context = matches!(place, DocumentPlace::Context | DocumentPlace::AmongContexts);
        let has = |wanted: &[u8], lexer: &SliceLexer<'a>| {
            has_member(&mut SliceLexer::new(lexer.as_slice()), wanted)
        };
        let mut inserted: Option<Vec<u8>> = None;
        match place {
            DocumentPlace::Top if !self.nulls.is_empty() && !has(b"@context", lexer)? => {
                inserted = Some([b"\"@context\":", &*self.nulls].concat());
            }
            DocumentPlace::Definition { is_prefix: true } if !has(b"@prefix", lexer)? => {
                inserted = Some(b"\"@prefix\":false".to_vec());
            }
            _ => {}
        }
        lexer.discarded();
        if let Some(inserted) = inserted {
            self.insert(lexer, &[&inserted]);
            let mut ahead = SliceLexer::new(lexer.as_slice());
            if ahead.ws_peek() != Some(b'}') {
                self.insert(lexer, &[b","]);
            }
        }
        lexer.seq(b'}', SliceLexer::ws_peek, |next, lexer| {
            let ((_, name), next) = name(next, lexer)?;
            let may_be_prefix =
                !name.contains(&b':') && !name.contains(&b'/') && !name.starts_with(b"@");
            let inner = match (place, &*name) {
                (DocumentPlace::Top, b"@context") => DocumentPlace::FirstContext,
                (_, b"@context") => DocumentPlace::Context,
                _ if is_context => DocumentPlace::Definition { is_prefix: may_be_prefix },
                _ => DocumentPlace::Below,
            };
            if is_context && &*name == b"@base" && next == b'"' {
                return self.base(lexer);
            }
            // A list in a definition has no definitions.
            self.value(lexer, inner)
        })
    }
}

/// Returns true if the next object has a member of this name.
fn has_member(lexer: &mut SliceLexer<'_>, wanted: &[u8]) -> Result<bool, Error> {
    let mut found = false;
    lexer.ws_peek();
    lexer.discarded().seq(b'}', SliceLexer::ws_peek, |next, lexer| {
        let ((_, name), _) = name(next, lexer)?;
        found |= &*name == wanted;
        Survey::default().value(lexer, true, 0)
    })?;
    Ok(found)
}

/// Returns true if the next container maps identifiers (`@container` is `@id`).
fn is_by_id(lexer: &SliceLexer<'_>) -> Result<bool, Error> {
    let mut survey = Survey::default();
    survey.value(&mut SliceLexer::new(lexer.as_slice()), false, 0)?;
    Ok(survey.texts.contains(&b"\"@id\""[..]))
}

fn quoted(raw: &[u8]) -> Vec<u8> {
    [b"\"", raw, b"\""].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_say_which_keys_are_mapped_to_nothing() {
        for (document, expected) in [
            (r#"{"a": 1}"#, r#"{"@context":{"a":null},"a": 1}"#),
            (
                r#"[{"a": {"b": []}}, {}]"#,
                r#"[{"@context":{"a":null,"b":null},"a": {"b": []}}, {"@context":{"a":null,"b":null}}]"#,
            ),
            (
                r#"{"@context": {"a": "x:"}, "a": "b", "b": 1}"#,
                r#"{"@context": [{"a":null},{"a": "x:"}], "a": "b", "b": 1}"#,
            ),
            (
                r#"{"@context": [null, {"a": {"@id": "x:"}}], "a": {"@context": null}}"#,
                r#"{"@context": [{"a":null},null,{"a":null}, {"a": {"@prefix":false,"@id": "x:"}}], "a": {"@context": [null,{"a":null}]}}"#,
            ),
            (
                r#"{"@context": {"@vocab": "x:", "a": {}}, "a": 1}"#,
                r#"{"@context": {"@vocab": "x:", "a": {"@prefix":false}}, "a": 1}"#,
            ),
        ] {
            let written = explicit(document.as_bytes()).expect("JSON");
            assert_eq!(String::from_utf8(written).expect("UTF-8"), expected);
        }
        assert_eq!(explicit(br#"{"x:a": {"@id": "b"}}"#), None);
        assert_eq!(explicit(b"{"), None);
        // The growth of a document by contexts is bounded, and so is their time.
        let many: Vec<_> = (0..3000).map(|i| format!("{{\"k{i}\":1}}")).collect();
        assert_eq!(explicit(format!("[{}]", many.join(",")).as_bytes()), None);
        let long = format!("{{\"{}\":1}}", "k".repeat(100));
        assert_eq!(explicit(format!("[{long}{}]", ",{}".repeat(3000)).as_bytes()), None);
        let usual = format!(
            "[{}{{\"name\": \"a b c d e f g\"}}]",
            "{\"name\": \"a b c d e f g\"},".repeat(3000)
        );
        assert!(explicit(usual.as_bytes()).is_some());
        assert_eq!(explicit("[".repeat(1000).as_bytes()), None);
    }
}
