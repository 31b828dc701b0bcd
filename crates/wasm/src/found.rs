//! The links in a text.

use serde::Serialize;

use iriform::engine::{
    links::{Links, Options},
    text::Ucs4,
};

use crate::explanation::Change;
use crate::places::{Places, Span, Utf16};

/// The largest number of links listed.
const MOST_LINKS: usize = 500;

/// The links in a text, by UTS #58.
#[derive(Debug, Serialize)]
pub struct FoundLinks {
    /// The first links.
    pub links: Vec<FoundLink>,
    /// The number of links that are not listed.
    pub more: usize,
}

/// A link in a text.
#[derive(Debug, Serialize)]
pub struct FoundLink {
    /// Its position.
    #[serde(flatten)]
    pub span: Span,
    /// Its form: `iri`, `domain`, `email`.
    pub kind: &'static str,
    /// Its IRI.
    pub iri: String,
    /// The characters that an IRI does not allow, and their replacements; positions are those of the link's
    /// text.
    pub changes: Vec<Change>,
}

impl FoundLinks {
    /// Finds the links in a text.
    pub fn of(units: &[u16]) -> Self {
        let text = Utf16::of(units);
        let places = text.places();
        let text = Ucs4(&text.code_points);
        let options = Options::default();
        let mut found = Links::of(text, &options);
        let links = found.by_ref().take(MOST_LINKS).map(|link| {
            let meant = link.meant(text);
            let inner = Places::of(&link.text(text));
            FoundLink {
                span: places.span(&link.span),
                kind: link.kind.name(),
                changes: meant.changes.into_iter().map(|each| Change::of(each, &inner)).collect(),
                iri: meant.iri.into_owned(),
            }
        });
        Self { links: links.collect(), more: found.count() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_units_of_utf16() {
        let units: Vec<u16> = "\u{1D11E} example.org/\u{1D11E}|b.".encode_utf16().collect();
        let found = FoundLinks::of(&units);
        assert_eq!(found.more, 0);
        let [link] = &found.links[..] else { panic!("{found:?}") };
        assert_eq!((link.kind, &*link.iri), ("domain", "https://example.org/\u{1D11E}%7Cb"));
        assert_eq!(link.span, Span { start: 3, stop: 19 });
        let [change] = &link.changes[..] else { panic!("{link:?}") };
        assert_eq!((change.span, &*change.replacement), (Span { start: 14, stop: 15 }, "%7C"));
    }

    #[test]
    fn links_that_are_too_many_are_counted() {
        let units: Vec<u16> = "http://a ".repeat(600).encode_utf16().collect();
        let found = FoundLinks::of(&units);
        assert_eq!((found.links.len(), found.more), (500, 100));
    }

    #[test]
    fn a_lone_surrogate_ends_a_link() {
        let mut units: Vec<u16> = "http://a/".encode_utf16().collect();
        units.extend([0xD800, 0x62]);
        let found = FoundLinks::of(&units);
        assert_eq!(found.links[0].span, Span { start: 0, stop: 9 });
    }
}
