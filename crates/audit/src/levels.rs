//! XML for the parser of RDF/XML, event by event, with the checks that the parser does not make.
//!
//! The parser does not check that the document is complete, does not resolve an `xml:base` against another, and
//! does not know attributes without a prefix. It does not bound the depth of elements or the expansion of
//! entities either.

use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use iriform::engine::{Reference, Rule, prefixes::is_qname, recognize, resolve, text::Utf8};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::bases::target_of;
use crate::bases::{AS_WRITTEN, is_no_reference};
use crate::document_progress::DocumentProgress;
use crate::entities::Entities;
use crate::refusal::Refusal;
use crate::terms::MOST_PREFIXES;

/// The largest number of open elements.
const DEEPEST: usize = 100;

/// The byte order mark of UTF-8.
const BOM: &[u8] = "\u{FEFF}".as_bytes();

/// The largest size of a tag, a comment or a text between tags, in bytes. The parser has it in memory.
const LONGEST: usize = 256 << 20;

/// The longest IRI of a base, after resolution against outer ones.
const LONGEST_BASE: usize = 1 << 12;

/// The attributes that mean those of RDF if they have no prefix (RDF/XML §6.1.4).
const UNQUALIFIED: [&[u8]; 5] = [b"about", b"ID", b"resource", b"parseType", b"type"];

/// The attributes whose values are references, in any namespace, because those of other namespaces are not
/// read.
const REFERENCES: [&[u8]; 3] = [b"about", b"resource", b"datatype"];

/// The largest number of them that are read on an element, which bounds their memory.
const MOST: usize = 9;

/// The prefix for them, and its declaration.
const PREFIX: &[u8] = b"iriform.rdf:";
const DECLARED: &[u8] = b" xmlns:iriform.rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"";

/// Passes the bytes of a document to a parser, event by event of `quick-xml`.
pub(crate) struct Levels<R: Read> {
    events: Reader<BufReader<Copied<R>>>,
    event: Vec<u8>,
    /// Text that has been read but does not belong to a finished event.
    unread: Arc<Mutex<Vec<u8>>>,
    /// The number of bytes of finished events.
    position: u64,
    /// The pending output, and the length that has been returned.
    text: Vec<u8>,
    given: usize,
    progress: Arc<Mutex<DocumentProgress>>,
    is_ended: bool,
    entities: Entities,
    /// The base of each open element, after that of the document, if known.
    bases: Vec<Option<String>>,
    has_root: bool,
    has_begun: bool,
}

/// Records the text that is read.
struct Copied<R> {
    read: R,
    copy: Arc<Mutex<Vec<u8>>>,
}

impl<R: Read> Read for Copied<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(buffer)?;
        let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        if copy.len() > LONGEST {
            return Err(Refusal::new("a tag, comment or text has more than 256 MiB").into());
        }
        copy.extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}

impl<R: Read> Levels<R> {
    /// Makes a reader of a document that may have a base. The progress is recorded.
    pub(crate) fn new(read: R, base: Option<&str>, progress: Arc<Mutex<DocumentProgress>>) -> Self {
        let unread = Arc::<Mutex<Vec<u8>>>::default();
        let copied = Copied { read, copy: unread.clone() };
        let mut events = Reader::from_reader(BufReader::with_capacity(1 << 16, copied));
        events.config_mut().expand_empty_elements = true;
        Self {
            events,
            event: Vec::new(),
            unread,
            position: 0,
            text: Vec::new(),
            given: 0,
            progress,
            is_ended: false,
            entities: Entities::default(),
            bases: vec![base.map(str::to_owned)],
            has_root: false,
            has_begun: false,
        }
    }

    fn depth(&self) -> usize {
        self.bases.len() - 1
    }

    /// Reads the next event, and writes its text for the parser.
    fn advance(&mut self) -> io::Result<()> {
        let mut event = std::mem::take(&mut self.event);
        event.clear();
        let read = self.events.read_event_into(&mut event);
        let end = self.events.buffer_position();
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        // The reader does not count it.
        if self.position == 0 && unread.starts_with(BOM) {
            unread.drain(..BOM.len());
        }
        self.text.clear();
        self.given = 0;
        let count = match &read {
            Ok(Event::Eof) => unread.len(),
            _ => usize::try_from(end - self.position).unwrap_or(usize::MAX).min(unread.len()),
        };
        self.text.extend(unread.drain(..count));
        drop(unread);
        self.position = end;
        let is_tag = matches!(read, Ok(Event::Start(_) | Event::End(_)) | Err(_));
        let done = match read {
            Ok(Event::Eof) => {
                self.is_ended = true;
                Ok(())
            }
            Ok(event) => self.event(&event).map_err(io::Error::from),
            Err(quick_xml::Error::Io(error)) => {
                Err(Arc::try_unwrap(error).unwrap_or_else(|e| io::Error::new(e.kind(), e)))
            }
            // The parser reads the same text and reports other errors.
            Err(_) => Ok(()),
        };
        self.event = event;
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.give(&self.text, is_tag);
        drop(progress);
        done
    }

    fn event(&mut self, event: &Event<'_>) -> Result<(), Refusal> {
        match event {
            Event::Start(tag) => {
                self.entities.refer(tag, self.position)?;
                if self.depth() == 0 && self.has_root {
                    return Err(Refusal::new("a second document begins"));
                }
                if self.depth() == DEEPEST {
                    let why = format!("more than {DEEPEST} elements are nested");
                    return Err(Refusal::new(why));
                }
                let is_name = |name: &[u8]| std::str::from_utf8(name).is_ok_and(is_qname);
                let mut keys = tag.attributes().flatten().map(|attribute| attribute.key);
                if !is_name(tag.name().as_ref()) || !keys.all(|key| is_name(key.as_ref())) {
                    return Err(Refusal::new("a name is not an XML QName"));
                }
                self.declare(tag);
                self.has_root = true;
                self.tag(tag);
            }
            Event::End(_) if self.depth() > 0 => {
                self.bases.pop();
            }
            Event::Text(text) => {
                self.entities.refer(text, self.position)?;
                let is_outside = self.depth() == 0;
                let is_blank = |byte: &u8| byte.is_ascii_whitespace();
                if is_outside && !text.iter().all(is_blank) && **text != *BOM {
                    return Err(Refusal::new("text is outside the document's element"));
                }
            }
            Event::CData(_) if self.depth() == 0 => {
                return Err(Refusal::new("text is outside the document's element"));
            }
            Event::DocType(text) => {
                if self.has_root && self.depth() == 0 {
                    return Err(Refusal::new("a second document begins"));
                }
                self.entities.declare(text)?;
            }
            Event::Decl(_) => {
                if self.has_begun {
                    return Err(Refusal::new("a second document begins"));
                }
                // The text has been converted to UTF-8, whatever the declaration says.
                self.text.retain(|&byte| byte == b'\n');
            }
            _ => {}
        }
        self.has_begun = true;
        Ok(())
    }

    /// Records the prefixes that a tag declares.
    fn declare(&self, tag: &BytesStart<'_>) {
        for attribute in tag.attributes().flatten() {
            let name = attribute.key.as_ref().strip_prefix(b"xmlns:");
            let name = name.and_then(|name| std::str::from_utf8(name).ok());
            if let Some((name, namespace)) = name.zip(self.entities.unescaped(&attribute.value)) {
                let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
                if progress.prefixes.len() < MOST_PREFIXES {
                    progress.prefixes.entry(name.to_owned()).or_insert(namespace);
                }
            }
        }
    }

    /// Writes a tag in a form that the parser understands, and opens its element.
    fn tag(&mut self, tag: &BytesStart<'_>) {
        let outer = self.bases.last().cloned().flatten();
        let Some((tag, base)) = self.rewritten(tag, outer.as_deref()) else {
            self.bases.push(outer);
            return;
        };
        self.bases.push(base);
        if let Some(tag) = tag {
            self.text = tag;
        }
    }

    /// A tag with an absolute base and with prefixes, if it must be changed, and the base of its element. None
    /// if it cannot be read, which the parser reports.
    fn rewritten(
        &self,
        tag: &BytesStart<'_>,
        outer: Option<&str>,
    ) -> Option<(Option<Vec<u8>>, Option<String>)> {
        let mut base = outer.map(str::to_owned);
        let (mut is_changed, mut is_unqualified) = (false, false);
        let mut written = b"<".to_vec();
        written.extend_from_slice(tag.name().as_ref());
        for attribute in tag.attributes() {
            let attribute = attribute.ok()?;
            if attribute.key.as_ref() == b"xml:base" {
                base = based(outer, &self.entities.unescaped(&attribute.value)?);
                is_changed = true;
            }
        }
        let mut references = 0;
        for attribute in tag.attributes() {
            let attribute = attribute.ok()?;
            let (key, mut value) = (attribute.key.as_ref(), attribute.value.into_owned());
            if key == b"xml:base" {
                // The base of a relative reference is unknown here.
                let Some(base) = &base else { continue };
                value = escaped(base);
            } else if REFERENCES.contains(&attribute.key.local_name().as_ref()) && references < MOST
            {
                references += 1;
                if let Some(target) = self.target(base.as_deref(), &value) {
                    is_changed = true;
                    value = escaped(&target);
                }
            }
            written.push(b' ');
            if UNQUALIFIED.contains(&key) {
                (is_changed, is_unqualified) = (true, true);
                written.extend_from_slice(PREFIX);
            }
            written.extend_from_slice(key);
            let quote = if value.contains(&b'"') { b'\'' } else { b'"' };
            written.extend_from_slice(&[b'=', quote]);
            written.extend_from_slice(&value);
            written.push(quote);
        }
        if !is_changed {
            return Some((None, base));
        }
        if is_unqualified {
            written.extend_from_slice(DECLARED);
        }
        // The number of lines is unchanged, so the positions of statements stay.
        let lines = |text: &[u8]| memchr::memchr_iter(b'\n', text).count();
        let left = lines(&self.text).saturating_sub(lines(&written));
        written.extend(std::iter::repeat_n(b'\n', left));
        written.extend_from_slice(if self.text.ends_with(b"/>") { b"/>" } else { b">" });
        Some((Some(written), base))
    }

    /// The text for the parser in place of a reference, which it would not resolve by RFC 3986 §5.2.
    fn target(&self, base: Option<&str>, reference: &[u8]) -> Option<String> {
        let reference = self.entities.unescaped(reference)?;
        if is_no_reference(reference.as_bytes()) {
            return Some(format!("{AS_WRITTEN}{reference}"));
        }
        let text = Utf8(reference.as_bytes());
        let is_relative =
            recognize(text, Rule::Iri).is_err() && recognize(text, Rule::IriReference).is_ok();
        base.filter(|_| is_relative).map(|base| target_of(base, &reference))
    }

    /// Why a document is incomplete.
    fn is_cut_off(&self) -> Option<Refusal> {
        if self.depth() > 0 {
            let count = self.depth();
            let open =
                if count == 1 { "an element is".into() } else { format!("{count} elements are") };
            return Some(Refusal::at_end(format!("the document is cut off: {open} not closed")));
        }
        (!self.has_root).then(|| Refusal::at_end("the document has no element"))
    }
}

fn escaped(value: &str) -> Vec<u8> {
    quick_xml::escape::escape(value).into_owned().into_bytes()
}

/// The base of an element by its `xml:base`, in another that has one (XML Base §4). None if it is relative to
/// an unknown base.
fn based(outer: Option<&str>, base: &str) -> Option<String> {
    let text = Utf8(base.as_bytes());
    if recognize(text, Rule::Iri).is_ok() {
        return Some(base.to_owned());
    }
    let is_relative = recognize(text, Rule::IriReference).is_ok();
    match outer {
        Some(outer) if is_relative => {
            let (outer, base) = (Reference::of(outer), Reference::of(base));
            let target = base.after(|r, out| resolve(&outer, r, true, out).is_some());
            Some(target.into_owned()).filter(|base| base.len() <= LONGEST_BASE)
        }
        None if is_relative => None,
        // An invalid reference makes invalid IRIs, which are reported.
        _ => Some(base.to_owned()),
    }
}

impl<R: Read> Read for Levels<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if self.is_ended {
                return self.is_cut_off().map_or(Ok(0), |why| Err(why.into()));
            }
            self.advance()?;
        }
        let rest = &self.text[self.given..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        Ok(count)
    }
}
