//! XML entities, with bounds on their size and expansion.

use std::borrow::Cow;
use std::collections::HashMap;

use quick_xml::escape::{resolve_xml_entity, unescape_with};

use crate::refusal::Refusal;

/// The largest expansion of an entity, in bytes. Real entities stand for namespaces.
const LARGEST: usize = 1 << 10;

/// The largest expansion of the references in one tag or text, in bytes, because the parser has it in memory.
const AT_ONCE: usize = 16 << 20;

/// The largest growth of a document by its references: a multiple of its size, and bytes that are always
/// allowed.
const EXPANDED: u64 = 200;
const HARMLESS: u64 = 64 << 20;

/// The entities that a document has declared, and the total expansion of its references.
#[derive(Debug, Default)]
pub(crate) struct Entities {
    sizes: HashMap<Vec<u8>, usize>,
    values: HashMap<String, String>,
    expanded: u64,
}

impl Entities {
    /// Records the entities that a document type declares. The parser reads `<!ENTITY` anywhere in one, up to
    /// the next `<`.
    pub(crate) fn declare(&mut self, doctype: &[u8]) -> Result<(), Refusal> {
        for declaration in doctype.split(|&byte| byte == b'<').skip(1) {
            let Some(rest) = declaration.strip_prefix(b"!ENTITY") else { continue };
            let rest = rest.trim_ascii_start();
            let rest = rest.strip_prefix(b"%").unwrap_or(rest).trim_ascii_start();
            let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            let (name, rest) = rest.split_at(end);
            let Some(rest) = rest.trim_ascii_start().strip_prefix(b"\"") else { continue };
            let value = &rest[..memchr::memchr(b'"', rest).unwrap_or(rest.len())];
            let size = value.len() + self.references(value);
            if size > LARGEST {
                let shown: String = String::from_utf8_lossy(name).chars().take(50).collect();
                return Err(Refusal::new(format!(
                    "the XML entity {shown} expands to more than {LARGEST} bytes, as in an attack"
                )));
            }
            if let (Ok(name), Some(text)) = (std::str::from_utf8(name), self.unescaped(value)) {
                self.values.insert(name.to_owned(), text);
            }
            let known = self.sizes.entry(name.to_vec()).or_default();
            *known = size.max(*known);
        }
        Ok(())
    }

    /// Counts the expansion of the references in a tag or text, after `read` bytes of the document.
    pub(crate) fn refer(&mut self, text: &[u8], read: u64) -> Result<(), Refusal> {
        if self.sizes.is_empty() {
            return Ok(());
        }
        let size = self.references(text);
        self.expanded += size as u64;
        if size > AT_ONCE || self.expanded > HARMLESS.max(EXPANDED.saturating_mul(read)) {
            return Err(Refusal::new(
                "references to XML entities expand to far more text than the document has, as in an attack",
            ));
        }
        Ok(())
    }

    /// Expands the references in a value. None if an entity is unknown.
    pub(crate) fn unescaped(&self, value: &[u8]) -> Option<String> {
        let known = |name: &str| {
            resolve_xml_entity(name).or_else(|| self.values.get(name).map(String::as_str))
        };
        let text = std::str::from_utf8(value).ok()?;
        unescape_with(text, known).ok().map(Cow::into_owned)
    }

    /// The expansion of the references in a text, in bytes.
    fn references(&self, text: &[u8]) -> usize {
        let sizes = text.split(|&byte| byte == b'&').skip(1).map(|piece| {
            let end = memchr::memchr(b';', piece).unwrap_or(piece.len());
            self.sizes.get(&piece[..end]).copied().unwrap_or(0)
        });
        sizes.fold(0, usize::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entity_stays_small_by_itself_and_by_others() {
        let mut entities = Entities::default();
        assert!(entities.declare(b"r [<!ENTITY n \"http://n/\"> <!ENTITY m \"&n;m/\">]").is_ok());
        let value = "x".repeat(1024);
        assert!(entities.declare(format!("<!ENTITY e \"{value}\">").as_bytes()).is_ok());
        assert!(entities.declare(format!("<!ENTITY f \"{value}x\">").as_bytes()).is_err());
        assert!(entities.declare(b"<!ENTITY % g \"&e;&n;\">").is_err());
    }

    #[test]
    fn what_references_become_is_bounded() {
        let mut entities = Entities::default();
        let text = "&e;".repeat(10_000);
        assert!(entities.refer(text.as_bytes(), 1).is_ok());
        assert!(
            entities.declare(format!("<!ENTITY e \"{}\">", "x".repeat(1000)).as_bytes()).is_ok()
        );
        let held = (0..100).take_while(|_| entities.refer(text.as_bytes(), 1).is_ok()).count();
        assert_eq!(held, 6);
        assert!(entities.refer(text.as_bytes(), 1 << 20).is_ok());
        assert!(entities.refer("&e;".repeat(20_000).as_bytes(), 1 << 40).is_err());
    }
}
