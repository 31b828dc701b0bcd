//! The syntaxes of compact IRIs: which prefixes a language allows, and which text after the colon.

use crate::syntax::choice::{self, UnknownName, choices};
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

choices! {
    /// A language that writes IRIs as a prefix, a colon and the rest.
    pub enum Syntax;
    /// The name.
    pub fn name;
    /// No language in particular: any prefix, and the rest unchanged.
    Plain = "plain";
    /// W3C CURIE Syntax 1.0: an `NCName`, and an `irelative-ref`.
    Curie = "curie";
    /// `safe_curie` of the same: a CURIE in brackets, which is never an IRI.
    SafeCurie = "safe-curie";
    /// `PrefixedName` of Turtle and `TriG`, with escapes in the rest.
    Turtle = "turtle";
    /// `PrefixedName` of SPARQL 1.1: the same.
    Sparql = "sparql";
    /// Compact IRI of JSON-LD 1.1.
    JsonLd = "json-ld";
    /// `QName` of Namespaces in XML 1.0, with a prefix.
    XmlQname = "xml-qname";
}

/// The prefixes that XML itself binds, and their namespaces (Namespaces in XML 1.0 §3).
const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

impl Syntax {
    /// The syntax of that name. The error lists the names.
    pub fn by_name(name: &str) -> Result<Self, UnknownName> {
        choice::named("syntax", Self::ALL, Self::name, name)
    }

    /// Returns true if `name` can be the prefix for `namespace`. `is_declared` means that JSON-LD has
    /// `"@prefix": true` for it.
    pub(super) fn has_prefix(self, name: &str, namespace: &str, is_declared: bool) -> bool {
        match self {
            Self::Plain => true,
            // "The CURIE prefix '_' is reserved for use by languages that support RDF" (§3).
            Self::Curie | Self::SafeCurie => name.is_empty() || is_ncname(name) && name != "_",
            Self::Turtle | Self::Sparql => name.is_empty() || is_pn_prefix(name),
            // API §5.1.2, §4.2.2: a term is not empty, has no slash, and does not look like a keyword; `_` is
            // for blank nodes; a namespace that ends in a delimiter may be a prefix.
            Self::JsonLd => {
                !(name.is_empty() || name == "_")
                    && (is_declared || namespace.ends_with([':', '/', '?', '#', '[', ']', '@']))
            }
            Self::XmlQname => {
                is_ncname(name)
                    && name != "xmlns"
                    && namespace != XMLNS
                    && (name == "xml") == (namespace == XML)
            }
        }
    }

    /// Appends `rest` in the syntax, after the colon. Returns false, and appends nothing, if the syntax cannot
    /// write it.
    pub(super) fn push_local(self, rest: &str, out: &mut String) -> bool {
        match self {
            Self::Plain => {
                out.push_str(rest);
                return true;
            }
            Self::Turtle | Self::Sparql => return push_pn_local(rest, out),
            _ => {}
        }
        let fits = self.fault(rest).is_none();
        if fits {
            out.push_str(rest);
            out.extend(self.brackets().map(|[_, closing]| closing));
        }
        fits
    }

    /// The brackets around the whole.
    pub(super) fn brackets(self) -> Option<[char; 2]> {
        (self == Self::SafeCurie).then_some(['[', ']'])
    }

    /// Appends the text that the part after a colon stands for. Fails with the byte at which it does not match
    /// the syntax.
    pub(super) fn push_rest(self, local: &str, out: &mut String) -> Result<(), usize> {
        if matches!(self, Self::Turtle | Self::Sparql) {
            return push_unescaped(local, out);
        }
        out.push_str(local);
        self.fault(local).map_or(Ok(()), Err)
    }

    /// The byte at which a text does not match a syntax without escapes.
    fn fault(self, local: &str) -> Option<usize> {
        match self {
            // JSON-LD reads `p://` as an absolute IRI (API §5.2.2, 6.2). A CURIE may begin like this, but
            // people and programs would read it as an IRI.
            Self::Curie | Self::SafeCurie | Self::JsonLd if local.starts_with("//") => Some(0),
            Self::Curie | Self::SafeCurie => {
                let reference = Utf8(local.as_bytes());
                recognize(reference, Rule::IrelativeRef).err().map(|fault| fault.position)
            }
            Self::XmlQname => ncname_fault(local),
            _ => None,
        }
    }
}

/// `PN_CHARS_BASE` of Turtle and SPARQL; with `_`, `NameStartChar` of XML 1.0 less the colon.
fn is_pn_chars_base(c: char) -> bool {
    matches!(c, 'A'..='Z' | 'a'..='z'
        | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}'
        | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// `PN_CHARS_U = PN_CHARS_BASE | '_'`
fn is_pn_chars_u(c: char) -> bool {
    c == '_' || is_pn_chars_base(c)
}

/// `PN_CHARS = PN_CHARS_U | '-' | [0-9] | #xB7 | [#x300-#x36F] | [#x203F-#x2040]`; with `.`,
/// `NameChar` of XML 1.0 less the colon.
pub(super) fn is_pn_chars(c: char) -> bool {
    is_pn_chars_u(c)
        || matches!(c, '-' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// `PN_PREFIX = PN_CHARS_BASE ( ( PN_CHARS | '.' )* PN_CHARS )?`
pub(super) fn is_pn_prefix(name: &str) -> bool {
    name.starts_with(is_pn_chars_base)
        && !name.ends_with('.')
        && name.chars().all(|c| c == '.' || is_pn_chars(c))
}

/// `NCName` (Namespaces in XML 1.0 §3).
fn is_ncname(name: &str) -> bool {
    ncname_fault(name).is_none()
}

/// Returns true if a text is a `QName` (Namespaces in XML 1.0 §4): a name without a colon, or two around one.
pub fn is_qname(text: &str) -> bool {
    let mut names = text.split(':');
    names.by_ref().take(2).all(is_ncname) && names.next().is_none()
}

/// Returns true if an IRI is the name of a namespace followed by an `NCName`.
#[cfg(feature = "findings")]
pub(crate) fn has_qname(iri: &str) -> bool {
    let is_name = |c: &char| *c == '.' || is_pn_chars(*c);
    iri.chars().rev().take_while(is_name).any(is_pn_chars_u)
}

fn ncname_fault(name: &str) -> Option<usize> {
    if !name.starts_with(is_pn_chars_u) {
        return Some(0);
    }
    name.find(|c| c != '.' && !is_pn_chars(c))
}

/// The ASCII characters that may be escaped: `PN_LOCAL_ESC` without its backslash.
fn is_escapable(c: char) -> bool {
    "_~.-!$&'()*+,;=/?#@%".contains(c)
}

/// Returns true if a local name may have `c` without an escape, at its beginning, its end or between.
fn is_plain(c: char, first: bool, last: bool) -> bool {
    match c {
        ':' | '0'..='9' => true,
        '.' => !first && !last,
        _ if first => is_pn_chars_u(c),
        _ => is_pn_chars(c),
    }
}

/// Appends the rest of a valid IRI as a `PN_LOCAL`. Returns false, and appends nothing, if it has
/// characters that no local name can have, such as brackets.
///
/// ```text
/// PN_LOCAL = (PN_CHARS_U | ':' | [0-9] | PLX) ((PN_CHARS | '.' | ':' | PLX)* (PN_CHARS | ':' |
/// PLX))? PLX      = '%' HEX HEX | '\' ('_' | '~' | '.' | '-' | …)
/// ```
fn push_pn_local(rest: &str, out: &mut String) -> bool {
    let start = out.len();
    // A last dot must be escaped. Escape the dots before it as well, because a widely used parser
    // of SPARQL does not read "/.\." otherwise.
    let dots = rest.trim_end_matches('.').len();
    for (i, c) in rest.char_indices() {
        let last = i >= dots;
        // In a valid IRI, two hexadecimal digits follow each percent sign, so it needs no escape.
        if c == '%' || is_plain(c, i == 0, last) {
            out.push(c);
        } else if is_escapable(c) {
            out.extend(['\\', c]);
        } else {
            out.truncate(start);
            return false;
        }
    }
    true
}

/// Appends the text that a `PN_LOCAL`, or the empty text, stands for.
fn push_unescaped(local: &str, out: &mut String) -> Result<(), usize> {
    let mut chars = local.char_indices();
    while let Some((i, c)) = chars.next() {
        let last = i + c.len_utf8() == local.len();
        match c {
            '\\' => match chars.next() {
                Some((_, escaped)) if is_escapable(escaped) => out.push(escaped),
                _ => return Err(i),
            },
            '%' => {
                let digits = local.as_bytes().get(i + 1..i + 3);
                if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    return Err(i);
                }
                out.push(c);
            }
            _ if is_plain(c, i == 0, last) => out.push(c),
            _ => return Err(i),
        }
    }
    Ok(())
}
