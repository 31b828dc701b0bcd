//! A package URL, read: its components, decoded and as its type writes them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::registered::known;
use super::types::{Lower, PurlType, Requirement};
use crate::parts::percent::{encoded, unquote};
use crate::syntax::error::{Fault, Reason};
use crate::syntax::purl::{PurlParts, parse};
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

/// A valid package URL, split.
#[derive(Clone, Debug)]
pub struct Purl<'a> {
    text: &'a str,
    parts: PurlParts,
}

/// What a package URL says: its components, decoded and as its type writes them.
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
    /// Keys and values of the qualifiers, as they are ordered in the text.
    pub qualifiers: Vec<(&'a str, Cow<'a, str>)>,
    /// The segments of the subpath, with slashes between them.
    pub subpath: Option<Cow<'a, str>>,
}

impl<'a> Purl<'a> {
    /// Reads a text, which need not be a URI.
    ///
    /// It must match `PURL` of Annex C, what it encodes must be UTF-8, no key may come twice, and what the
    /// definition of its type requires must be there. A type that is not registered requires nothing (§5.7).
    pub fn parse(text: &'a str) -> Result<Self, Fault> {
        let parts = parse(Utf8(text.as_bytes()))?;
        let purl = Self { text, parts };
        purl.check_utf8()?;
        purl.check_keys()?;
        purl.check_type()?;
        Ok(purl)
    }

    /// A text, if it is a package URL.
    pub fn of(text: &'a str) -> Option<Self> {
        if text.starts_with("pkg:") { Self::parse(text).ok() } else { None }
    }

    /// The components, decoded and as the type writes them.
    pub fn package(&self) -> Package<'a> {
        let (text, parts, kind) = (self.text, &self.parts, self.known());
        let lowered = |component, text| match kind {
            Some(kind) => kind.lowered(component, text),
            None => text,
        };
        let optional = |range: &Option<Range<usize>>, component| {
            let range = range.clone()?;
            Some(lowered(component, decoded(&text[range])))
        };
        Package {
            r#type: self.r#type(),
            namespace: optional(&parts.namespace, Lower::NAMESPACE),
            name: self.name(kind),
            version: optional(&parts.version, Lower::VERSION),
            qualifiers: self.qualifiers().map(|(k, v)| (&text[k], decoded(&text[v]))).collect(),
            subpath: optional(&parts.subpath, Lower::SUBPATH),
        }
    }

    /// The type.
    pub fn r#type(&self) -> &'a str {
        &self.text[self.parts.r#type.clone()]
    }

    /// Where the components are.
    pub fn parts(&self) -> &PurlParts {
        &self.parts
    }

    /// The definition of the type, if it is registered.
    pub fn known(&self) -> Option<&'static PurlType> {
        known(self.r#type())
    }

    fn name(&self, kind: Option<&PurlType>) -> Cow<'a, str> {
        let name = decoded(&self.text[self.parts.name.clone()]);
        match kind {
            Some(kind) => kind.named(name),
            None => name,
        }
    }

    /// Where the keys and the values of the qualifiers are.
    fn qualifiers(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<'a> {
        let text = self.text;
        let range = self.parts.qualifiers.clone();
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
        let key = |(key, _): (Range<usize>, Range<usize>)| key;
        // A few are compared with each other, which is cheaper than a set.
        let few = self.qualifiers().nth(16).is_none();
        let mut seen = HashSet::new();
        let repeated = self.qualifiers().map(key).enumerate().find(|(i, key)| {
            let text = &self.text[key.clone()];
            if few {
                self.qualifiers().take(*i).any(|(before, _)| &self.text[before] == text)
            } else {
                !seen.insert(text)
            }
        });
        let Some((_, span)) = repeated else { return Ok(()) };
        let (position, rule) = (span.end, Rule::PurlQualifierKey);
        Err(Fault { position, span, rule, reason: Reason::RepeatedKey })
    }

    fn check_type(&self) -> Result<(), Fault> {
        let Some(kind) = self.known() else { return Ok(()) };
        let parts = &self.parts;
        let fault = |span: Range<usize>, rule, reason| {
            Err(Fault { position: span.start, span, rule, reason })
        };
        match (kind.namespace, &parts.namespace) {
            (Requirement::Required, None) => {
                let missing = parts.name.start..parts.name.start;
                return fault(missing, Rule::PurlNamespace, Reason::NamespaceRequired);
            }
            (Requirement::Prohibited, Some(namespace)) => {
                return fault(namespace.clone(), Rule::PurlNamespace, Reason::NamespaceProhibited);
            }
            _ => {}
        }
        if !kind.allows_name(&self.name(Some(kind))) {
            return fault(parts.name.clone(), Rule::PurlName, Reason::NotPermittedByType);
        }
        if let Some(version) = &parts.version
            && !kind.allows_version(&decoded(&self.text[version.clone()]))
        {
            return fault(version.clone(), Rule::PurlVersion, Reason::NotPermittedByType);
        }
        let has = |key: &str| self.qualifiers().any(|(found, _)| &self.text[found] == key);
        if kind.qualifiers.iter().any(|key| !has(key)) {
            let before = [&parts.qualifiers, &parts.version].into_iter().flatten().next();
            let end = before.map_or(parts.name.end, |range| range.end);
            return fault(end..end, Rule::PurlQualifiers, Reason::QualifierRequired);
        }
        Ok(())
    }
}

/// The text that a component encodes, if that is UTF-8.
pub(super) fn plain(text: &str) -> Option<Cow<'_, str>> {
    if text.contains('%') {
        String::from_utf8(unquote(text)).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(text))
    }
}

/// [`plain`] of a component of what has been checked.
fn decoded(text: &str) -> Cow<'_, str> {
    plain(text).unwrap_or(Cow::Borrowed(text))
}
