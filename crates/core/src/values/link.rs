//! The links of a text, each with its position and its value.

use std::ops::Range;

use crate::links::{LinkKind, Links, Options, TextLink};
use crate::syntax::text::Utf8;
use crate::values::types::IriBuf;

/// A link in a text.
#[derive(Clone, Debug)]
pub struct FoundLink<'t> {
    whole: &'t str,
    link: TextLink,
}

/// Finds the links of a text, in order: UTS #58, with the options' additions and exceptions.
///
/// ```
/// use iriform::{LinkOptions, find_links};
///
/// let text = "See www.example.org/a (or mail info@example.org).";
/// let options = LinkOptions::default();
/// let found: Vec<_> = find_links(text, &options).collect();
/// assert_eq!(found[0].as_str(), "www.example.org/a");
/// assert_eq!(found[0].iri().unwrap(), "https://www.example.org/a");
/// assert_eq!(&text[found[1].span()], "info@example.org");
/// assert_eq!(found[1].iri().unwrap(), "mailto:info@example.org");
/// ```
pub fn find_links<'t>(text: &'t str, options: &Options) -> impl Iterator<Item = FoundLink<'t>> {
    Links::of(Utf8(text.as_bytes()), options).map(move |link| FoundLink { whole: text, link })
}

impl<'t> FoundLink<'t> {
    /// The range of the link, in bytes of the text.
    pub fn span(&self) -> Range<usize> {
        self.link.span.clone()
    }

    /// The link as the text has it.
    pub fn as_str(&self) -> &'t str {
        &self.whole[self.link.span.clone()]
    }

    /// How it is written: with a scheme, as a name, or as an email address.
    pub fn kind(&self) -> LinkKind {
        self.link.kind
    }

    /// The IRI of the link, with its implied scheme, and with `%HH` for characters that no IRI has. None if
    /// that is still not an IRI.
    pub fn iri(&self) -> Option<IriBuf> {
        IriBuf::parse(self.link.meant(Utf8(self.whole.as_bytes())).iri.into_owned()).ok()
    }
}
