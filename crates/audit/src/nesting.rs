//! JSON whose objects and lists do not nest too deeply for the parser of JSON-LD.

use std::io::{self, Read};

use crate::refusal::Refusal;

/// The largest number of open objects and lists.
const DEEPEST: usize = 100;

/// Passes the bytes of a document to a parser, up to the first level that is too deep.
#[derive(Debug)]
pub(crate) struct Nesting<R> {
    read: R,
    level: usize,
    state: NestingState,
    /// True if the next bytes are too deep.
    is_too_deep: bool,
}

#[derive(Clone, Copy, Debug)]
enum NestingState {
    Outside,
    InString,
    Escaped,
}

impl<R> Nesting<R> {
    pub(crate) fn new(read: R) -> Self {
        Self { read, level: 0, state: NestingState::Outside, is_too_deep: false }
    }
}

impl<R: Read> Read for Nesting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_too_deep {
            return Err(too_deep().into());
        }
        let count = self.read.read(buffer)?;
        for (i, &byte) in buffer[..count].iter().enumerate() {
            self.state = match (self.state, byte) {
                (NestingState::Outside, b'"') | (NestingState::Escaped, _) => {
                    NestingState::InString
                }
                (NestingState::InString, b'\\') => NestingState::Escaped,
                (NestingState::InString, b'"') => NestingState::Outside,
                (state, _) => state,
            };
            if matches!(self.state, NestingState::Outside) {
                match byte {
                    b'[' | b'{' => self.level += 1,
                    b']' | b'}' => self.level = self.level.saturating_sub(1),
                    _ => {}
                }
                if self.level > DEEPEST {
                    self.is_too_deep = true;
                    // The text before them is read first.
                    return if i > 0 { Ok(i) } else { Err(too_deep().into()) };
                }
            }
        }
        Ok(count)
    }
}

fn too_deep() -> Refusal {
    Refusal::new(format!("more than {DEEPEST} objects and lists are nested"))
}
