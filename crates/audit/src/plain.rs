//! Plain statements: lines of N-Triples and N-Quads whose terms can be recognized by their first and last
//! characters.
//!
//! Most lines are plain, and reading them like this takes a tenth of the parser's time. The parser reads all
//! other lines: those with an escape, a comment, other spaces, a term within a term, or a mistake. A test
//! compares plain statements with the parser.

/// The IRIs of a plain statement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plain<'a> {
    /// None for a blank node.
    pub(crate) subject: Option<&'a str>,
    pub(crate) predicate: &'a str,
    pub(crate) object: Object<'a>,
    pub(crate) graph: Option<&'a str>,
}

/// The object of a triple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Object<'a> {
    Iri(&'a str),
    /// A literal that names its datatype.
    Typed(&'a str),
    /// A blank node, or a literal that does not name its datatype.
    Other,
}

impl<'a> Plain<'a> {
    /// Reads a line, with or without a graph name. None if it is not plain.
    pub(crate) fn read(line: &'a [u8], may_have_graph: bool) -> Option<Self> {
        let rest = std::str::from_utf8(line).ok()?.strip_suffix(" .")?;
        let (subject, rest) = node(rest)?;
        let (predicate, rest) = iri(rest.strip_prefix(' ')?)?;
        let (object, rest) = object(rest.strip_prefix(' ')?)?;
        let (graph, rest) = match rest.strip_prefix(' ') {
            Some(rest) if may_have_graph => node(rest)?,
            _ => (None, rest),
        };
        rest.is_empty().then_some(Self { subject, predicate, object, graph })
    }
}

/// An IRI without an escape, and the text after it.
fn iri(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('<')?;
    let end = memchr::memchr3(b'<', b'>', b'\\', inside.as_bytes())?;
    let (iri, rest) = inside.split_at(end);
    Some((iri, rest.strip_prefix('>')?))
}

/// An IRI, or None for a blank node whose label has ASCII letters and digits only.
fn node(text: &str) -> Option<(Option<&str>, &str)> {
    match text.strip_prefix("_:") {
        Some(label) => {
            let rest = label.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            (rest.len() < label.len()).then_some((None, rest))
        }
        None => iri(text).map(|(iri, rest)| (Some(iri), rest)),
    }
}

fn object(text: &str) -> Option<(Object<'_>, &str)> {
    let Some(inside) = text.strip_prefix('"') else {
        let (node, rest) = node(text)?;
        return Some((node.map_or(Object::Other, Object::Iri), rest));
    };
    let end = memchr::memchr2(b'"', b'\\', inside.as_bytes())?;
    let rest = inside[end..].strip_prefix('"')?;
    if let Some(datatype) = rest.strip_prefix("^^") {
        return iri(datatype).map(|(iri, rest)| (Object::Typed(iri), rest));
    }
    // A language of letters only, as most are.
    let Some(language) = rest.strip_prefix('@') else { return Some((Object::Other, rest)) };
    let rest = language.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    (rest.len() < language.len()).then_some((Object::Other, rest))
}
