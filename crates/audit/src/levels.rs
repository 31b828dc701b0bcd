//! XML in which no elements nest too deeply for its parser, and no entities become too much.

use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::entities::Entities;
use crate::refusal::Refusal;

/// How many elements may be open at once. The parser of RDF/XML looks through all of them at each
/// element.
const DEEPEST: usize = 100;

/// How many bytes a tag, a comment or a text between tags may have. The parser has it in memory.
const LONGEST: usize = 256 << 20;

/// Gives the bytes of a document to a parser, an event of `quick-xml` after the other, as the parser of
/// RDF/XML will read them.
pub(crate) struct Levels<R: Read> {
    events: Reader<BufReader<Copied<R>>>,
    /// What has been read and not been given.
    pending: Arc<Mutex<Vec<u8>>>,
    /// Where in the document `pending` begins, and how far it may be given.
    given: u64,
    free: u64,
    is_ended: bool,
    depth: usize,
    event: Vec<u8>,
    entities: Entities,
}

/// Keeps what is read.
struct Copied<R> {
    read: R,
    copy: Arc<Mutex<Vec<u8>>>,
}

impl<R: Read> Read for Copied<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(buffer)?;
        let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        if copy.len() > LONGEST {
            let why = "a tag, comment or text has more than 256 MiB".to_owned();
            return Err(Refusal(why).into());
        }
        copy.extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}

impl<R: Read> Levels<R> {
    pub(crate) fn new(read: R) -> Self {
        let pending = Arc::<Mutex<Vec<u8>>>::default();
        let copied = Copied { read, copy: pending.clone() };
        let mut events = Reader::from_reader(BufReader::with_capacity(1 << 16, copied));
        events.config_mut().expand_empty_elements = true;
        let (event, entities) = (Vec::new(), Entities::default());
        Self { events, pending, given: 0, free: 0, is_ended: false, depth: 0, event, entities }
    }

    /// Goes over the next event.
    fn advance(&mut self) -> io::Result<()> {
        self.event.clear();
        match self.events.read_event_into(&mut self.event) {
            Ok(Event::Start(tag)) => {
                self.entities.refer(&tag, self.free)?;
                self.depth += 1;
                if self.depth > DEEPEST {
                    let why = format!("more than {DEEPEST} elements are nested");
                    return Err(Refusal(why).into());
                }
            }
            Ok(Event::Text(text)) => self.entities.refer(&text, self.free)?,
            Ok(Event::DocType(text)) => self.entities.declare(&text)?,
            Ok(Event::End(_)) => self.depth = self.depth.saturating_sub(1),
            Ok(Event::Eof) => self.is_ended = true,
            Err(quick_xml::Error::Io(error)) => {
                return Err(Arc::try_unwrap(error).unwrap_or_else(|e| io::Error::new(e.kind(), e)));
            }
            // Other errors are the parser's to tell: it reads on as this does.
            Ok(_) | Err(_) => {}
        }
        self.free = self.events.buffer_position();
        Ok(())
    }
}

impl<R: Read> Read for Levels<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.free <= self.given && !self.is_ended {
            self.advance()?;
        }
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let free = if self.is_ended {
            pending.len()
        } else {
            usize::try_from(self.free - self.given).unwrap_or(usize::MAX)
        };
        let count = free.min(pending.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&pending[..count]);
        pending.drain(..count);
        self.given += count as u64;
        Ok(count)
    }
}
