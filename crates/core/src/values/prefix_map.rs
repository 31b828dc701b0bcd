//! Compact IRIs for values: a map of prefixes whose namespaces are IRIs, and which returns IRIs.

use crate::prefixes::{self, NotAMap, Prefix, Syntax};
use crate::values::error::ParseError;
use crate::values::types::{Iri, IriBuf};
use crate::words::not_compact;

/// Names for namespaces. It compresses IRIs, and expands compact ones.
///
/// For every map, every [`Syntax`] and every IRI, [`expand`](Self::expand) is the inverse of
/// [`compress`](Self::compress).
///
/// ```
/// use iriform::{Iri, PrefixMap, Syntax};
///
/// let map = PrefixMap::new([("dbr", Iri::parse("http://dbpedia.org/resource/")?)])?;
/// let iri = Iri::parse("http://dbpedia.org/resource/Paris_(Texas)")?;
/// let compact = map.compress(iri, Syntax::Turtle);
/// assert_eq!(compact.as_deref(), Some(r"dbr:Paris_\(Texas\)"));
/// assert_eq!(map.expand(r"dbr:Paris_\(Texas\)", Syntax::Turtle)?, iri);
/// assert_eq!(
///     map.expand("dbo:Paris", Syntax::Turtle).unwrap_err().to_string(),
///     "unknown prefix 'dbo'"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PrefixMap(prefixes::PrefixMap);

impl PrefixMap {
    /// The map of these names and namespaces. Names must be unique.
    pub fn new<'a>(
        prefixes: impl IntoIterator<Item = (&'a str, Iri<'a>)>,
    ) -> Result<Self, NotAMap> {
        let prefix = |(name, namespace): (&str, Iri<'_>)| Prefix {
            name: name.to_owned(),
            namespace: namespace.as_str().to_owned(),
            is_declared: false,
        };
        prefixes::PrefixMap::new(prefixes.into_iter().map(prefix).collect()).map(Self)
    }

    /// The well-known prefixes: those of W3C's `RDFa` Core Initial Context, and some of `DBpedia`, Wikidata,
    /// `GeoSPARQL`, SHACL and others.
    pub fn well_known() -> Self {
        // OK because a test makes the map.
        Self(prefixes::PrefixMap::new(prefixes::well_known()).unwrap_or_default())
    }

    /// The names and namespaces, in the order of the argument.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.prefixes().iter().map(|prefix| (&*prefix.name, &*prefix.namespace))
    }

    /// An IRI in compact form, by the longest namespace that the syntax can use.
    pub fn compress(&self, iri: Iri<'_>, syntax: Syntax) -> Option<String> {
        let mut out = String::new();
        self.0.compress(iri.as_str(), syntax, true, &mut out).then_some(out)
    }

    /// The IRI that a compact IRI stands for.
    pub fn expand(&self, text: &str, syntax: Syntax) -> Result<IriBuf, CompactError> {
        let why = |why| CompactError::NotCompact(not_compact(text, syntax, why));
        let mut whole = String::new();
        self.0.expand(text, syntax, &mut whole).map_err(why)?;
        IriBuf::parse(whole).map_err(CompactError::NotAnIri)
    }
}

/// Why a compact IRI does not stand for an IRI.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompactError {
    /// It is not a compact IRI of the map and the syntax; the message says why.
    NotCompact(String),
    /// The text that it stands for is not an IRI.
    NotAnIri(ParseError),
}

error_words!(CompactError, |error, f| match error {
    Self::NotCompact(message) => f.write_str(message),
    Self::NotAnIri(error) => error.fmt(f),
});
