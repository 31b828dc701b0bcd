//! Names for namespaces, and the conversions between an IRI and its compact form.

use super::syntax::{Syntax, is_pn_chars};
use super::trie::Trie;
use crate::parts::registered::is_registered;
use crate::syntax::chars::IREG_NAME;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::split;
use crate::syntax::text::Utf8;

/// A name for a namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The text before the colon; may be empty.
    pub name: String,
    /// The IRI that IRIs of the namespace begin with.
    pub namespace: String,
    /// True if a context of JSON-LD says `"@prefix": true`, so the namespace can be used as a prefix there
    /// without ending in a delimiter.
    pub is_declared: bool,
}

/// Why prefixes do not make a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAMap {
    /// The name of the prefix at this index has a character that no name has.
    Name(usize),
    /// The name of the prefix at this index is also that of another one.
    Twice(usize),
    /// There are more than 4 GiB.
    TooLarge,
}

error_words!(NotAMap, |error, f| f.write_str(match error {
    Self::Name(_) => {
        "the name of a prefix has letters, digits, -._~!$&'()*+,;= and non-ASCII \
         characters of IRIs and Turtle, but neither a colon nor white space"
    }
    Self::Twice(_) => "two prefixes have the same name",
    Self::TooLarge => "the prefixes take more than 4 GiB",
}));

/// Returns true if text can be the name of a prefix: it is empty, or has the characters of `ireg-name` without
/// escapes (letters, digits, `-._~!$&'()*+,;=` and non-ASCII characters) and those that Turtle has beyond them,
/// such as U+FFFD. It has neither a colon nor white space.
pub fn is_name(text: &str) -> bool {
    text.chars().all(|c| IREG_NAME.contains(c.into()) || is_pn_chars(c))
}

/// Why a text is not a compact IRI of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCompact {
    /// The syntax requires brackets, and the text has none.
    Brackets,
    /// There is no colon.
    NoColon,
    /// No prefix has the name before the colon at this byte.
    Unknown(usize),
    /// The syntax does not allow this prefix, or not for this namespace.
    Prefix(usize),
    /// The text after the colon does not match the syntax at this byte.
    Local(usize),
}

/// Names for namespaces: It compresses IRIs, and expands compact ones.
///
/// For every map, every syntax and every valid IRI, [`expand`](Self::expand) is the inverse of
/// [`compress`](Self::compress).
#[derive(Clone, Debug, Default)]
pub struct PrefixMap {
    prefixes: Vec<Prefix>,
    /// `name:` of each prefix.
    names: Vec<String>,
    /// `name:`, by the index in `prefixes`.
    by_name: Trie,
    /// The syntaxes of each prefix.
    usable: Vec<[bool; Syntax::ALL.len()]>,
    /// Each namespace once, by the index in `best`.
    by_namespace: Trie,
    /// For each namespace and each syntax the prefix to use, if there is one.
    best: Vec<[Option<u32>; Syntax::ALL.len()]>,
    /// The schemes of the namespaces, in lower case.
    schemes: Vec<String>,
}

impl PrefixMap {
    /// The map of these prefixes, whose namespaces are valid IRIs.
    ///
    /// Names must satisfy [`is_name`].
    pub fn new(prefixes: Vec<Prefix>) -> Result<Self, NotAMap> {
        if u32::try_from(prefixes.len()).is_err() {
            return Err(NotAMap::TooLarge);
        }
        if let Some(place) = prefixes.iter().position(|prefix| !is_name(&prefix.name)) {
            return Err(NotAMap::Name(place));
        }
        let names: Vec<String> =
            prefixes.iter().map(|prefix| format!("{}:", prefix.name)).collect();
        let keys: Vec<&[u8]> = names.iter().map(String::as_bytes).collect();
        let by_name = Trie::new(&keys).map_err(|_| NotAMap::TooLarge)?;
        // If two names are equal, the tree keeps the first.
        let place_of = |name: &[u8]| by_name.longest(name).map(|found| found.place);
        if let Some(place) = (0..keys.len()).find(|&i| place_of(keys[i]) != Some(i)) {
            return Err(NotAMap::Twice(place));
        }
        let mut usable = vec![[false; Syntax::ALL.len()]; prefixes.len()];
        for (Prefix { name, namespace, is_declared }, usable) in prefixes.iter().zip(&mut usable) {
            for &syntax in Syntax::ALL {
                usable[syntax as usize] = syntax.has_prefix(name, namespace, *is_declared);
            }
        }
        // The shortest of several names wins, then the alphabetically first.
        let mut order: Vec<u32> = (0..).take(prefixes.len()).collect();
        order.sort_by_cached_key(|&i| {
            let prefix = &prefixes[i as usize];
            (&*prefix.namespace, prefix.name.chars().count(), &*prefix.name)
        });
        let namespace = |&i: &u32| &*prefixes[i as usize].namespace;
        let mut namespaces = Vec::new();
        let mut best = Vec::new();
        for same in order.chunk_by(|a, b| namespace(a) == namespace(b)) {
            namespaces.push(namespace(&same[0]).as_bytes());
            let has = |syntax: Syntax, i: u32| usable[i as usize][syntax as usize];
            let mut of_syntaxes = [None; Syntax::ALL.len()];
            for &syntax in Syntax::ALL {
                of_syntaxes[syntax as usize] = same.iter().copied().find(|&i| has(syntax, i));
            }
            best.push(of_syntaxes);
        }
        let by_namespace = Trie::new(&namespaces).map_err(|_| NotAMap::TooLarge)?;
        let mut schemes: Vec<String> = prefixes
            .iter()
            .filter_map(|prefix| {
                let scheme = split::scheme(Utf8(prefix.namespace.as_bytes()))?;
                Some(prefix.namespace[scheme].to_ascii_lowercase())
            })
            .collect();
        schemes.sort_unstable();
        schemes.dedup();
        Ok(Self { prefixes, names, by_name, usable, by_namespace, best, schemes })
    }

    /// The prefixes, in the order of the argument.
    pub fn prefixes(&self) -> &[Prefix] {
        &self.prefixes
    }

    /// The index of the prefix whose name and colon begin `text`, and the end of the colon.
    #[inline]
    fn prefix_of(&self, text: &str) -> Option<(usize, usize)> {
        let found = self.by_name.longest(text.as_bytes())?;
        Some((found.place, found.end))
    }

    /// The index in [`prefixes`](Self::prefixes) of the longest namespace that the IRI begins with. If it has
    /// several names, it is the index of the one that [`compress`](Self::compress) uses.
    #[inline]
    pub fn longest(&self, iri: &str) -> Option<usize> {
        let found = self.by_namespace.longest(iri.as_bytes())?;
        self.best[found.place][Syntax::Plain as usize].map(|best| best as usize)
    }

    /// Appends a valid IRI in compact form, by the longest namespace that the syntax can use. Without
    /// `escapes`, it appends nothing that has a backslash. Returns false if there is none.
    #[inline]
    pub fn compress(&self, iri: &str, syntax: Syntax, escapes: bool, out: &mut String) -> bool {
        let mut next = self.by_namespace.longest(iri.as_bytes());
        while let Some(found) = next {
            if let Some(best) = self.best[found.place][syntax as usize] {
                let name = &self.names[best as usize];
                let rest = &iri[found.end..];
                let start = out.len();
                out.reserve(name.len() + rest.len() + 2);
                out.extend(syntax.brackets().map(|[opening, _]| opening));
                out.push_str(name);
                // No IRI has a backslash.
                if syntax.push_local(rest, out) && (escapes || !out[start..].contains('\\')) {
                    return true;
                }
                out.truncate(start);
            }
            next = self.by_namespace.shorter(found);
        }
        false
    }

    /// Appends the text that a compact IRI stands for. After an error, `out` may have a part of it. The text
    /// may not be an IRI; the caller must parse it.
    #[inline]
    pub fn expand(&self, text: &str, syntax: Syntax, out: &mut String) -> Result<(), NotCompact> {
        let (inside, before) = match syntax.brackets() {
            None => (Some(text), 0),
            Some([opening, closing]) => {
                (text.strip_prefix(opening).and_then(|text| text.strip_suffix(closing)), 1)
            }
        };
        let Some(inside) = inside else { return Err(NotCompact::Brackets) };
        let Some((prefix, colon)) = self.prefix_of(inside) else {
            let colon = inside.find(':').map(|colon| before + colon);
            return Err(colon.map_or(NotCompact::NoColon, NotCompact::Unknown));
        };
        if !self.usable[prefix][syntax as usize] {
            return Err(NotCompact::Prefix(before + colon - 1));
        }
        let namespace = &self.prefixes[prefix].namespace;
        let local = &inside[colon..];
        out.reserve(namespace.len() + local.len());
        out.push_str(namespace);
        syntax.push_rest(local, out).map_err(|place| NotCompact::Local(before + colon + place))
    }

    /// The prefix with the longest namespace that an IRI would begin with if `http` and `https` were exchanged
    /// in it, or if `www.` were added to its host or removed from it. None if the IRI begins with a namespace.
    pub fn near(&self, iri: &str) -> Option<&Prefix> {
        let (scheme, rest) = iri.split_once("://")?;
        if !matches!(scheme, "http" | "https") || self.longest(iri).is_some() {
            return None;
        }
        let host = rest.strip_prefix("www.").unwrap_or(rest);
        let host_len = host.find(['/', '?', '#']).unwrap_or(host.len());
        let starts = ["http://", "https://", "http://www.", "https://www."];
        let namespaces = starts.iter().filter_map(|start| {
            let place = self.longest(&format!("{start}{host}"))?;
            // A part of a host is not its name.
            Some(&self.prefixes[place])
                .filter(|prefix| prefix.namespace.len() >= start.len() + host_len)
        });
        namespaces.max_by_key(|prefix| prefix.namespace.len())
    }

    /// Returns true if a text with one of the prefixes may also be meant as an IRI: it is one, and a scheme
    /// with the name of the prefix is registered, or belongs to one of the namespaces.
    pub fn is_ambiguous(&self, text: &str) -> bool {
        self.prefix_of(text).is_some_and(|(prefix, _)| {
            let name = self.prefixes[prefix].name.to_ascii_lowercase();
            (is_registered(&name) || self.schemes.binary_search(&name).is_ok())
                && recognize(Utf8(text.as_bytes()), Rule::Iri).is_ok()
        })
    }
}
