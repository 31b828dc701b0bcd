//! XML as UTF-8, whatever its encoding (XML 1.0 §4.3.3 and appendix F).

use std::io::{self, Read};

use crate::refusal::Refusal;

/// The number of bytes that are searched for the declaration of an encoding.
const HEAD: usize = 1 << 10;

/// The number of bytes that are read at once.
const CHUNK: usize = 1 << 13;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16 {
        is_big: bool,
    },
    Latin1,
    /// An encoding that extends ASCII, and is only read within it.
    Ascii(String),
    /// An encoding that is not supported.
    Other(String),
}

/// Returns the bytes of a document in UTF-8.
#[derive(Debug)]
pub(crate) struct Utf8Xml<R> {
    read: R,
    encoding: Option<Encoding>,
    /// Bytes that have been read but not decoded.
    raw: Vec<u8>,
    /// The decoded text, and the length that has been returned.
    text: Vec<u8>,
    given: usize,
    is_ended: bool,
}

impl<R: Read> Utf8Xml<R> {
    pub(crate) fn new(read: R) -> Self {
        let (raw, text) = (Vec::new(), Vec::new());
        Self { read, encoding: None, raw, text, given: 0, is_ended: false }
    }

    /// Reads more input, if there is any.
    fn fill(&mut self) -> io::Result<()> {
        let before = self.raw.len();
        self.raw.resize(before + CHUNK, 0);
        let count = self.read.read(&mut self.raw[before..]);
        self.raw.truncate(before + *count.as_ref().unwrap_or(&0));
        self.is_ended = count? == 0;
        Ok(())
    }

    /// Decodes the bytes that have been read, except a partial character at the end.
    fn decode(&mut self, encoding: &Encoding) -> Result<(), Refusal> {
        match encoding {
            Encoding::Utf8 => self.text.append(&mut self.raw),
            Encoding::Latin1 => {
                let decoded = self.raw.drain(..).map(char::from);
                self.text.extend(decoded.collect::<String>().into_bytes());
            }
            Encoding::Ascii(name) => {
                let end = self.raw.iter().position(|byte| !byte.is_ascii());
                self.text.extend(self.raw.drain(..end.unwrap_or(self.raw.len())));
                if self.text.is_empty() && !self.raw.is_empty() {
                    return Err(other(name));
                }
            }
            Encoding::Utf16 { is_big } => {
                let unit = |pair: &[u8]| {
                    let pair = [pair[0], pair[1]];
                    if *is_big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
                };
                let mut units: Vec<u16> = self.raw.chunks_exact(2).map(unit).collect();
                if !self.is_ended
                    && units.last().is_some_and(|last| (0xD800..0xDC00).contains(last))
                {
                    units.pop();
                }
                self.raw.drain(..2 * units.len());
                let lone = if self.is_ended && !self.raw.is_empty() {
                    Some(Refusal::at_end("the document is cut off in a character of UTF-16"))
                } else {
                    None
                };
                for c in char::decode_utf16(units) {
                    let c = c.map_err(|_| Refusal::new("half a UTF-16 character stands alone"))?;
                    self.text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                if let Some(lone) = lone.filter(|_| self.text.is_empty()) {
                    return Err(lone);
                }
            }
            Encoding::Other(name) => return Err(other(name)),
        }
        Ok(())
    }
}

impl<R: Read> Read for Utf8Xml<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let encoding = if let Some(encoding) = &self.encoding {
            encoding.clone()
        } else {
            while self.raw.len() < HEAD && !self.is_ended && !has_declaration(&self.raw) {
                self.fill()?;
            }
            let encoding = encoding(&self.raw);
            self.encoding.insert(encoding).clone()
        };
        while self.given == self.text.len() {
            self.text.clear();
            self.given = 0;
            self.decode(&encoding)?;
            if self.text.is_empty() {
                if self.is_ended {
                    return Ok(0);
                }
                self.fill()?;
            }
        }
        let rest = &self.text[self.given..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        Ok(count)
    }
}

/// Returns true if everything that could name an encoding has been read.
fn has_declaration(head: &[u8]) -> bool {
    head.len() >= 5 && (!head.starts_with(b"<?xml") || memchr::memmem::find(head, b"?>").is_some())
}

fn encoding(head: &[u8]) -> Encoding {
    match head {
        [0xFE, 0xFF, ..] | [0, b'<', ..] => return Encoding::Utf16 { is_big: true },
        [0xFF, 0xFE, ..] | [b'<', 0, ..] => return Encoding::Utf16 { is_big: false },
        _ => {}
    }
    let name = declared(head).unwrap_or_default().to_ascii_lowercase();
    match &*name {
        "" | "utf-8" | "utf8" => Encoding::Utf8,
        "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin1" | "latin-1" => Encoding::Latin1,
        name if name.starts_with("iso-8859-")
            || name.starts_with("windows-")
            || matches!(name, "us-ascii" | "ascii") =>
        {
            Encoding::Ascii(name.to_owned())
        }
        name => Encoding::Other(name.to_owned()),
    }
}

/// The encoding in the declaration of a document.
fn declared(head: &[u8]) -> Option<String> {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).strip_prefix(b"<?xml")?;
    let head = &head[..memchr::memmem::find(head, b"?>")?];
    let rest =
        head[memchr::memmem::find(head, b"encoding")? + b"encoding".len()..].trim_ascii_start();
    let rest = rest.strip_prefix(b"=")?.trim_ascii_start();
    let (&quote, rest) = rest.split_first().filter(|(quote, _)| b"\"'".contains(quote))?;
    let name = &rest[..memchr::memchr(quote, rest)?];
    Some(String::from_utf8_lossy(name).into_owned())
}

fn other(name: &str) -> Refusal {
    let shown: String = name.chars().take(40).collect();
    Refusal::new(format!(
        "the document is in {}, but only UTF-8, UTF-16 and ISO-8859-1 are read; iconv converts to UTF-8",
        shown.escape_default()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Result<String, String> {
        let mut read = String::new();
        let done = Utf8Xml::new(text).read_to_string(&mut read);
        done.map(|_| read).map_err(|error| Refusal::of(&error).unwrap_or_default())
    }

    #[test]
    fn what_is_declared_or_marked_is_decoded() {
        let text = "<?xml version='1.0' encoding='UTF-16'?><a>é😀</a>";
        let units: Vec<u16> = text.encode_utf16().collect();
        for is_marked in [true, false] {
            let mark = is_marked.then_some(0xFEFF);
            let all = mark.into_iter().chain(units.iter().copied());
            let little: Vec<u8> = all.clone().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = all.flat_map(u16::to_be_bytes).collect();
            for data in [little, big] {
                let expected = if is_marked { format!("\u{FEFF}{text}") } else { text.to_owned() };
                assert_eq!(read(&data), Ok(expected));
            }
        }
        let latin = b"<?xml version=\"1.0\" encoding = \"ISO-8859-1\"?><a>\xE9</a>";
        assert!(read(latin).is_ok_and(|text| text.ends_with("<a>é</a>")));
        let ascii = b"<?xml version='1.0' encoding='windows-1252'?><a/>";
        assert!(read(ascii).is_ok_and(|text| text.ends_with("<a/>")));
        assert_eq!(read("<a>é</a>".as_bytes()), Ok("<a>é</a>".to_owned()));
    }

    #[test]
    fn what_is_not_read_is_named() {
        for (data, why) in [
            (&b"<?xml version='1.0' encoding='windows-1252'?><a>\xE9</a>"[..], "windows-1252"),
            (b"<?xml version='1.0' encoding='Shift_JIS'?><a/>", "shift_jis"),
            (b"\xFE\xFF\x00<\x00", "cut off in a character of UTF-16"),
            (b"\xFE\xFF\x00<\xDC\x00", "half a UTF-16 character stands alone"),
        ] {
            let said = read(data).expect_err("not read");
            assert!(said.contains(why), "{said}");
        }
    }
}
