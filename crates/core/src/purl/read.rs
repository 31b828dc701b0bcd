//! Reading: a package URL to its components, decoded and in the form of its type.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::registered::Registry;
use super::types::{Lower, PurlType, Requirement};
use crate::parts::percent::{encoded, unquote};
use crate::syntax::error::{Fault, Reason};
use crate::syntax::purl::{PurlParts, parse};
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

/// A valid package URL, split.
#[derive(Clone)]
pub struct Purl<'a> {
    text: &'a str,
    parts: PurlParts,
    /// The definition of its type, if it is registered.
    known: Option<&'static PurlType>,
}

/// The components of a package URL, decoded and in the form of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package<'a> {
    /// The type.
    pub r#type: &'a str,
    /// The segments of the namespace, with slashes between them.
    pub namespace: Option<Cow<'a, str>>,
    /// The name.
    pub name: Cow<'a, str>,
    /// The version.
    pub version: Option<Cow<'a, str>>,
    /// Keys and values of the qualifiers, in the order of the text.
    pub qualifiers: Vec<(&'a str, Cow<'a, str>)>,
    /// The segments of the subpath, with slashes between them.
    pub subpath: Option<Cow<'a, str>>,
}

impl<'a> Purl<'a> {
    /// Reads a text, which need not be a URI.
    ///
    /// It must match `PURL` of Annex C, encode only UTF-8, have no key twice, and satisfy the definition of its
    /// type. A type that is not registered requires nothing (§5.7).
    pub fn read(text: &'a str) -> Result<Self, Fault> {
        let parts = parse(Utf8(text.as_bytes()))?;
        let kind = parts.r#type();
        let known = Registry::current().row(&text[kind.clone()]);
        let purl = Self { text, parts, known };
        if purl.parts.notes.has_octets {
            purl.check_utf8()?;
        }
        if purl.parts.notes.is_unsorted {
            purl.check_keys()?;
        }
        if let Some(known) = purl.known {
            purl.check_type(known)?;
        }
        Ok(purl)
    }

    /// A text, if it is a package URL.
    #[inline]
    pub fn of(text: &'a str) -> Option<Self> {
        if text.starts_with("pkg:") { Self::read(text).ok() } else { None }
    }

    /// Returns true if a quick check shows that the text is canonical, as most are. Others may be canonical as
    /// well: [`mend`](super::mend) decides.
    pub fn is_plainly_canonical(&self) -> bool {
        let (text, parts, octets) = (self.text, &self.parts, self.parts.notes.has_octets);
        if parts.notes.is_unsorted || parts.notes.has_small_digits {
            return false;
        }
        let Some(known) = self.known else { return true };
        let components = || {
            [
                (Lower::NAMESPACE, parts.namespace()),
                (Lower::NAME, Some(parts.name())),
                (Lower::VERSION, parts.version()),
                (Lower::SUBPATH, parts.subpath()),
            ]
        };
        let writes = |(component, range): (Lower, Option<Range<usize>>)| {
            range.is_none_or(|range| known.writes_component(component, &text[range], octets))
        };
        known.writes_name(&text[parts.name()])
            && (known.writes(text, octets) || components().into_iter().all(writes))
    }

    /// The components, decoded and in the form of the type.
    pub fn package(&self) -> Package<'a> {
        let text = self.text;
        Package {
            r#type: self.r#type(),
            namespace: self.namespace(),
            name: self.name(),
            version: self.version(),
            qualifiers: self.qualifiers().map(|(k, v)| (&text[k], decoded(&text[v]))).collect(),
            subpath: self.subpath(),
        }
    }

    /// The segments of the namespace, decoded and in the form of the type, separated by slashes.
    pub fn namespace(&self) -> Option<Cow<'a, str>> {
        self.component(self.parts.namespace(), Lower::NAMESPACE)
    }

    /// The name, likewise.
    pub fn name(&self) -> Cow<'a, str> {
        let name = self.decoded(self.parts.name());
        match self.known {
            Some(known) => known.named(name),
            None => name,
        }
    }

    /// The version, likewise.
    pub fn version(&self) -> Option<Cow<'a, str>> {
        self.component(self.parts.version(), Lower::VERSION)
    }

    /// The segments of the subpath, likewise, separated by slashes.
    pub fn subpath(&self) -> Option<Cow<'a, str>> {
        self.component(self.parts.subpath(), Lower::SUBPATH)
    }

    fn component(&self, range: Option<Range<usize>>, component: Lower) -> Option<Cow<'a, str>> {
        let text = self.decoded(range?);
        Some(match self.known {
            Some(known) if known.lowers(component) => known.lowered(component, text),
            _ => text,
        })
    }

    fn decoded(&self, range: Range<usize>) -> Cow<'a, str> {
        let text = &self.text[range];
        if self.parts.notes.has_escapes { decoded(text) } else { Cow::Borrowed(text) }
    }

    /// The text.
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// The type.
    pub fn r#type(&self) -> &'a str {
        &self.text[self.parts.r#type()]
    }

    /// The positions of the components.
    pub fn parts(&self) -> &PurlParts {
        &self.parts
    }

    /// The definition of the type, if it is registered.
    pub fn known(&self) -> Option<&'static PurlType> {
        self.known
    }

    /// The positions of the keys and the values of the qualifiers.
    fn qualifiers(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<'a> {
        let text = self.text;
        let range = self.parts.qualifiers();
        let mut next = range.as_ref().map(|range| range.start);
        let end = range.map_or(0, |range| range.end);
        std::iter::from_fn(move || {
            let start = next?;
            let stop = text[start..end].find('&').map_or(end, |i| start + i);
            next = (stop < end).then_some(stop + 1);
            let equals = text[start..stop].find('=').map_or(stop, |i| start + i);
            Some((start..equals, (equals + 1).min(stop)..stop))
        })
    }

    fn check_utf8(&self) -> Result<(), Fault> {
        use crate::parts::percent::Encoded;
        let Some(first) = self.text.find('%') else { return Ok(()) };
        let wrong = |(place, piece): (Range<usize>, Encoded)| match piece {
            Encoded::Octet(_) => Some(place),
            Encoded::Character(_) => None,
        };
        match encoded(&self.text[first..]).find_map(wrong) {
            None => Ok(()),
            Some(place) => {
                let span = first + place.start..first + place.end;
                let (position, rule) = (span.start, Rule::PurlPctEncoded);
                Err(Fault { position, span, rule, reason: Reason::EncodedNotUtf8 })
            }
        }
    }

    fn check_keys(&self) -> Result<(), Fault> {
        let mut seen = HashSet::new();
        let mut keys = self.qualifiers().map(|(key, _)| key);
        let Some(span) = keys.find(|key| !seen.insert(&self.text[key.clone()])) else {
            return Ok(());
        };
        let (position, rule) = (span.end, Rule::PurlQualifierKey);
        Err(Fault { position, span, rule, reason: Reason::RepeatedKey })
    }

    fn check_type(&self, kind: &PurlType) -> Result<(), Fault> {
        let parts = &self.parts;
        let fault = |span: Range<usize>, rule, reason| {
            Err(Fault { position: span.start, span, rule, reason })
        };
        match (kind.namespace, parts.namespace()) {
            (Requirement::Required, None) => {
                let missing = parts.name().start..parts.name().start;
                return fault(missing, Rule::PurlNamespace, Reason::NamespaceRequired);
            }
            (Requirement::Prohibited, Some(namespace)) => {
                return fault(namespace, Rule::PurlNamespace, Reason::NamespaceProhibited);
            }
            _ => {}
        }
        if !kind.allows_any_name() && !kind.allows_name(&self.name()) {
            return fault(parts.name(), Rule::PurlName, Reason::NotPermittedByType);
        }
        if let Some(version) = parts.version()
            && !kind.allows_any_version()
            && !kind.allows_version(&self.decoded(version.clone()))
        {
            return fault(version, Rule::PurlVersion, Reason::NotPermittedByType);
        }
        let has = |key: &str| self.qualifiers().any(|(found, _)| &self.text[found] == key);
        if kind.qualifiers.iter().any(|key| !has(key)) {
            let before = parts.qualifiers().or(parts.version()).unwrap_or(parts.name());
            let end = before.end;
            return fault(end..end, Rule::PurlQualifiers, Reason::QualifierRequired);
        }
        Ok(())
    }
}

/// The decoded text of a component, if it is UTF-8.
pub(super) fn plain(text: &str) -> Option<Cow<'_, str>> {
    if text.contains('%') {
        String::from_utf8(unquote(text)).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(text))
    }
}

/// [`plain`] for a component that has been checked.
fn decoded(text: &str) -> Cow<'_, str> {
    plain(text).unwrap_or(Cow::Borrowed(text))
}
