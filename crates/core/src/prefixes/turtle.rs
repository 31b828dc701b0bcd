//! Reads the prefixes that a Turtle document declares, and writes those of a map.
//!
//! This is not a Turtle parser. It reads directives exactly. In the rest, it only recognizes the tokens that
//! may contain something like a directive (comments, strings, IRIs, names), and skips them.

use std::collections::{HashMap, HashSet};

use super::map::{Prefix, PrefixMap};
use super::syntax::is_pn_prefix;
use crate::operations::resolve::resolve;
use crate::syntax::parse::recognize;
use crate::syntax::reference::Reference;
use crate::syntax::rule::Rule;
use crate::syntax::split;
use crate::syntax::text::Utf8;

/// A syntax error: the expected text, and the byte at which the document has something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The index of that byte.
    pub position: usize,
    /// The expected text, in English.
    pub expected: &'static str,
    /// The name of the prefix that is being declared, if it has been read.
    pub prefix: Option<String>,
}

/// The prefixes that a document declares with `@prefix` or `PREFIX`, in order. The last declaration of a prefix
/// counts. They are followed by those that it only declares for queries of SHACL (`sh:declare`, SHACL §5.2.1).
/// Relative IRIs are resolved against `base`, or against the latest `@base` or `BASE`.
///
/// With `keeps_invalid`, a namespace that is not an IRI is returned unchanged. A base must be valid anyway,
/// because the IRIs after it depend on it.
pub fn from_turtle(
    text: &str,
    base: Option<&str>,
    keeps_invalid: bool,
) -> Result<Vec<Prefix>, Unreadable> {
    let mut reader = TurtleReader {
        text,
        at: 0,
        base: base.map(str::to_owned),
        keeps_invalid,
        bracket: 0,
        shacl: Vec::new(),
        declaration: ShaclDeclaration::default(),
    };
    let mut prefixes: Vec<Prefix> = Vec::new();
    let mut places = HashMap::new();
    while let Some(directive) = reader.next_directive()? {
        if let Some((name, namespace)) = reader.directive(directive)? {
            let place = *places.entry(name.to_owned()).or_insert(prefixes.len());
            let prefix = Prefix { name: name.to_owned(), namespace, is_declared: false };
            if place == prefixes.len() {
                prefixes.push(prefix);
            } else {
                prefixes[place] = prefix;
            }
        }
    }
    for (position, prefix) in reader.shacl {
        let is_iri = recognize(Utf8(prefix.namespace.as_bytes()), Rule::Iri).is_ok();
        if !(is_iri || keeps_invalid) {
            let expected = "a namespace that is an IRI";
            return Err(Unreadable { position, expected, prefix: Some(prefix.name) });
        }
        places.entry(prefix.name.clone()).or_insert_with(|| {
            prefixes.push(prefix);
            prefixes.len() - 1
        });
    }
    Ok(prefixes)
}

/// The namespace of SHACL.
const SHACL: &str = "http://www.w3.org/ns/shacl#";

/// A partially read declaration of a prefix in SHACL.
#[derive(Default)]
struct ShaclDeclaration {
    /// The prefixes of SHACL's namespace.
    names: HashSet<String>,
    /// The property whose value is next.
    property: Option<ShaclProperty>,
    prefix: Option<String>,
    namespace: Option<String>,
}

#[derive(Clone, Copy)]
enum ShaclProperty {
    Prefix,
    Namespace,
}

/// The map as directives of Turtle, one on each line. Fails with the first prefix that Turtle cannot express,
/// or skips such prefixes.
pub fn to_turtle(map: &PrefixMap, skip_invalid: bool) -> Result<String, &Prefix> {
    let mut out = String::new();
    for prefix in map.prefixes() {
        if !(prefix.name.is_empty() || is_pn_prefix(&prefix.name)) {
            if skip_invalid {
                continue;
            }
            return Err(prefix);
        }
        out.extend(["@prefix ", &prefix.name, ": <", &prefix.namespace, "> .\n"]);
    }
    Ok(out)
}

/// The directive whose keyword has just been read.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TurtleDirective {
    is_base: bool,
    /// `@prefix` and `@base` end with a dot, `PREFIX` and `BASE` do not.
    has_dot: bool,
}

struct TurtleReader<'a> {
    text: &'a str,
    at: usize,
    base: Option<String>,
    keeps_invalid: bool,
    /// The next `>` or line break, so many `<` in a line do not search for it repeatedly.
    bracket: usize,
    /// The prefixes that are declared in SHACL, and their positions.
    shacl: Vec<(usize, Prefix)>,
    declaration: ShaclDeclaration,
}

impl<'a> TurtleReader<'a> {
    /// Skips to the next directive, past its keyword.
    fn next_directive(&mut self) -> Result<Option<TurtleDirective>, Unreadable> {
        loop {
            self.skip_space();
            let rest = &self.text.as_bytes()[self.at..];
            match *rest {
                [] => return Ok(None),
                // The beginning of a triple term (RDF 1.2) or of an IRI.
                [b'<', b'<', ..] => self.at += 2,
                [b'<', ..] => {
                    let start = self.at + 1;
                    self.skip_iriref();
                    let iri = self.text.get(start..self.at - 1).unwrap_or_default();
                    self.declaration.property = shacl_property(iri.strip_prefix(SHACL));
                }
                [b'"' | b'\'', ..] => {
                    let start = self.at;
                    self.skip_string()?;
                    self.declare(start);
                }
                [b'@', ..] => {
                    self.at += 1;
                    let is_base = match self.word() {
                        "prefix" => false,
                        "base" => true,
                        _ => continue,
                    };
                    return Ok(Some(TurtleDirective { is_base, has_dot: true }));
                }
                [byte, ..] if byte == b'.' || is_delimiter(byte) => {
                    self.at += 1;
                    if b".[]".contains(&byte) {
                        (self.declaration.prefix, self.declaration.namespace) = (None, None);
                        self.declaration.property = None;
                    }
                }
                _ => {
                    let word = self.skip_name();
                    let name = word.split_once(':');
                    let name = name.filter(|(name, _)| self.declaration.names.contains(*name));
                    let local = name.map(|(_, local)| local);
                    self.declaration.property = shacl_property(local);
                    let is_base = word.eq_ignore_ascii_case("BASE");
                    if is_base || word.eq_ignore_ascii_case("PREFIX") {
                        return Ok(Some(TurtleDirective { is_base, has_dot: false }));
                    }
                }
            }
        }
    }

    /// Records the string that begins there, if it is part of a declaration in SHACL.
    fn declare(&mut self, start: usize) {
        let Some(property) = self.declaration.property.take() else { return };
        let quoted = &self.text[start..self.at];
        let mark = &quoted[..1];
        let Some(value) = quoted[1..].split(mark).find(|piece| !piece.is_empty()) else { return };
        let part = match property {
            ShaclProperty::Prefix => &mut self.declaration.prefix,
            ShaclProperty::Namespace => &mut self.declaration.namespace,
        };
        *part = Some(value.to_owned());
        if self.declaration.prefix.is_some()
            && let Some(namespace) = self.declaration.namespace.take()
        {
            let name = self.declaration.prefix.take().unwrap_or_default();
            self.shacl.push((start, Prefix { name, namespace, is_declared: false }));
        }
    }

    /// Reads the rest of a directive: returns the name and namespace of a prefix, or stores a base
    /// and returns nothing.
    fn directive(
        &mut self,
        TurtleDirective { is_base, has_dot }: TurtleDirective,
    ) -> Result<Option<(&'a str, String)>, Unreadable> {
        self.skip_space();
        let mut name = None;
        if !is_base {
            let start = self.at;
            let colon = self.text[start..].find([':', '<', ' ', '\t', '\r', '\n', '#']);
            let end = start + colon.unwrap_or(self.text.len() - start);
            let prefix = &self.text[start..end];
            if !self.text[end..].starts_with(':') || !(prefix.is_empty() || is_pn_prefix(prefix)) {
                return Err(self.expected("a prefix and a colon"));
            }
            name = Some(prefix);
            self.at = end + 1;
            self.skip_space();
        }
        let start = self.at;
        if !self.text[start..].starts_with('<') {
            return Err(self.expected("an IRI in angle brackets"));
        }
        let reference = self.iriref()?;
        let prefix = name.map(str::to_owned);
        let wrong = |expected| Unreadable { position: start, expected, prefix: prefix.clone() };
        let text = Utf8(reference.as_bytes());
        let keeps = self.keeps_invalid && name.is_some();
        let is_valid = recognize(text, Rule::IriReference).is_ok();
        if !(is_valid || keeps) {
            return Err(wrong("a valid IRI reference"));
        }
        let iri = match &self.base {
            _ if !is_valid => reference,
            _ if split::scheme(text).is_some() => reference,
            Some(base) => {
                let base = Reference::of(base);
                let target = Reference::of(&reference);
                target.after(|r, out| resolve(&base, r, true, out).is_some()).into_owned()
            }
            None if keeps => reference,
            None => return Err(wrong("an IRI with a scheme, or a base for it")),
        };
        if has_dot {
            self.skip_space();
            if !self.text[self.at..].starts_with('.') {
                return Err(self.expected("the dot at the end of the directive"));
            }
            self.at += 1;
        }
        if let Some(name) = name {
            if iri == SHACL {
                self.declaration.names.insert(name.to_owned());
            } else {
                self.declaration.names.remove(name);
            }
            return Ok(Some((name, iri)));
        }
        self.base = Some(iri);
        Ok(None)
    }

    fn expected(&self, expected: &'static str) -> Unreadable {
        Unreadable { position: self.at, expected, prefix: None }
    }

    /// White space and comments.
    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let after = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            self.at = self.text.len() - after.len();
            if !after.starts_with('#') {
                return;
            }
            self.at += after.find(['\r', '\n']).unwrap_or(after.len());
        }
    }

    /// A word of ASCII letters.
    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A name, a number, or anything else up to a delimiter. A backslash escapes the next
    /// character.
    fn skip_name(&mut self) -> &'a str {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut has_prefix = false;
        while let Some(&byte) = bytes.get(self.at)
            && !is_delimiter(byte)
            // A dot is part of a local name. Elsewhere it may be skipped.
            && (byte != b'.' || has_prefix)
        {
            self.at += 1;
            has_prefix |= byte == b':';
            if byte == b'\\' && bytes.get(self.at).is_some_and(u8::is_ascii) {
                self.at += 1;
            }
        }
        &self.text[start..self.at]
    }

    /// An IRI in brackets, even with characters that no IRI has: prefixes of unclean data are useful as well.
    /// Without a closing bracket on its line, it is an operator.
    fn skip_iriref(&mut self) {
        self.at += 1;
        if self.bracket < self.at {
            let end = self.text[self.at..].find(['>', '\n', '\r']);
            self.bracket = end.map_or(self.text.len(), |end| self.at + end);
        }
        if self.text[self.bracket..].starts_with('>') {
            self.at = self.bracket + 1;
        }
    }

    /// A string and its language tag, which may look like a directive (`@base`).
    fn skip_string(&mut self) -> Result<(), Unreadable> {
        let bytes = self.text.as_bytes();
        let quote = bytes[self.at];
        let long = [quote; 3];
        let delimiter = if bytes[self.at..].starts_with(&long) { &long[..] } else { &long[..1] };
        let mut i = self.at + delimiter.len();
        while !bytes[i.min(bytes.len())..].starts_with(delimiter) {
            if i >= bytes.len() {
                return Err(self.expected("a string that ends"));
            }
            i += if bytes[i] == b'\\' { 2 } else { 1 };
        }
        self.at = i + delimiter.len();
        if bytes.get(self.at) == Some(&b'@') {
            self.at += 1;
            self.word();
        }
        Ok(())
    }

    /// The text of an `IRIREF`: without its brackets, with its escapes decoded.
    ///
    /// ```text
    /// IRIREF = '<' ([^#x00-#x20<>"{}|^`\] | UCHAR)* '>'
    /// ```
    fn iriref(&mut self) -> Result<String, Unreadable> {
        let rest = &self.text[self.at + 1..];
        let length = rest.find(|c: char| c == '>' || c <= ' ' || "<\"{}|^`".contains(c));
        let Some(length) = length else {
            return Err(self.expected("an IRI that ends with “>”"));
        };
        if !rest[length..].starts_with('>') {
            self.at += 1 + length;
            return Err(self.expected("a character of an IRI, or “>”"));
        }
        let mut iri = String::with_capacity(length);
        let mut pieces = rest[..length].split('\\');
        iri.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let digits = match piece.as_bytes().first() {
                Some(b'u') => 5,
                Some(b'U') => 9,
                _ => 0,
            };
            let hex = piece.get(1..digits).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
            let c = hex.and_then(|hex| char::from_u32(u32::from_str_radix(hex, 16).ok()?));
            let Some(c) = c else {
                return Err(self.expected("an IRI without other escapes than \\u and \\U"));
            };
            iri.push(c);
            iri.push_str(&piece[digits..]);
        }
        self.at += length + 2;
        Ok(iri)
    }
}

/// The property of a declaration with this local name.
fn shacl_property(local: Option<&str>) -> Option<ShaclProperty> {
    match local? {
        "prefix" => Some(ShaclProperty::Prefix),
        "namespace" => Some(ShaclProperty::Namespace),
        _ => None,
    }
}

/// Returns true if a byte ends a name.
fn is_delimiter(byte: u8) -> bool {
    byte <= b' ' || b"<>\"'()[]{};,#@^|".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(String, String)>, (usize, &'static str)> {
        let pair = |prefix: Prefix| (prefix.name, prefix.namespace);
        from_turtle(text, None, false)
            .map(|prefixes| prefixes.into_iter().map(pair).collect())
            .map_err(|wrong| (wrong.position, wrong.expected))
    }

    #[test]
    fn directives() {
        for (text, expected) in [
            ("@prefix a: <http://a/> .", &[("a", "http://a/")][..]),
            ("prefix : <a:>\nPrEfIx b:<b:>", &[("", "a:"), ("b", "b:")]),
            ("@prefix#\n#x\na:#\n<a:>#\n.", &[("a", "a:")]),
            ("@prefix é: <\\u0061:\\U0001F600> .", &[("é", "a:\u{1F600}")]),
            ("@prefix a: <a:> . @prefix b: <b:> . @prefix a: <c:> .", &[("a", "c:"), ("b", "b:")]),
            ("@base <http://h/p/q> . @prefix a: <../x#> .", &[("a", "http://h/x#")]),
            ("BASE <http://h/> BASE <b/> PREFIX a: <c>", &[("a", "http://h/b/c")]),
            ("<a:> <b:> \"@prefix a: <a:> .\"@prefix .", &[]),
            ("'''\n'' \\' @prefix a: <a:> .'''@prefix ;", &[]),
            ("# @prefix a: <a:> .\r@prefix b: <b:> .", &[("b", "b:")]),
            ("<s:@prefix> a:prefix\\#, b:c. prefix:x :p 'a\\'b' ; <<( <a:> a 1.0 )>> .", &[]),
            ("<a:>a<b:>.PREFIX a: <a:>[]", &[("a", "a:")]),
            ("<a:>a 1.PREFIX a: <a:>[]", &[("a", "a:")]),
            ("<a:>a b:c.PREFIX a: <a:>[]", &[]),
            ("<a b> a <{@prefix c: <c:> . \\n>, <a\n@prefix a: <a:> .", &[("a", "a:")]),
        ] {
            let expected: Vec<_> =
                expected.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
            assert_eq!(read(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_invalid_is_kept_if_it_is_asked_for() {
        let text = "@prefix a: <http://[> . @prefix b: <b> . PREFIX c: <c:>";
        let kept = from_turtle(text, None, true).expect("readable");
        let namespaces: Vec<&str> = kept.iter().map(|prefix| &*prefix.namespace).collect();
        assert_eq!(namespaces, ["http://[", "b", "c:"]);
        let unreadable = from_turtle("@base <http://[> .", None, true);
        assert_eq!(
            unreadable,
            Err(Unreadable { position: 6, expected: "a valid IRI reference", prefix: None })
        );
    }

    #[test]
    fn declarations_of_shacl() {
        const SH: &str = "@prefix sh: <http://www.w3.org/ns/shacl#> . ";
        for (text, expected) in [
            ("[ sh:declare [ sh:prefix \"a\" ; sh:namespace \"x:1\"^^<x:s> ] ] .", Some("x:1")),
            (
                "<x:o> sh:declare [ sh:namespace 'x:1' ; sh:prefix 'a' ], [ sh:prefix 'b' ] .",
                Some("x:1"),
            ),
            ("_:b sh:prefix '''a'''; sh:namespace \"\"\"x:1\"\"\"^^<x:s>.", Some("x:1")),
            ("[ <http://www.w3.org/ns/shacl#prefix> 'a' ; sh:namespace 'x:1' ] .", Some("x:1")),
            (
                "PREFIX s: <http://www.w3.org/ns/shacl#> [ s:prefix 'a' ; s:namespace 'x:1' ] .",
                Some("x:1"),
            ),
            ("[ sh:prefix 'a' ] . [ sh:namespace 'x:1' ] .", None),
            ("[ x:prefix 'a' ; x:namespace 'x:1' ] .", None),
            ("[ sh:prefix x:y, 'a' ; sh:namespace 'x:1' ] .", None),
            ("'sh:prefix' 'a' ; 'sh:namespace' 'x:1' .", None),
            ("# sh:prefix 'a' ; sh:namespace 'x:1' .", None),
            ("@prefix sh: <x:> . [ sh:prefix 'a' ; sh:namespace 'x:1' ] .", None),
            ("@prefix a: <x:a> . [ sh:prefix 'a' ; sh:namespace 'x:1' ] .", Some("x:a")),
        ] {
            let found = from_turtle(&format!("{SH}{text}"), None, false).expect("readable");
            let found = found.iter().find(|prefix| prefix.name == "a");
            assert_eq!(found.map(|prefix| &*prefix.namespace), expected, "{text}");
        }
        let text = format!("{SH}[ sh:prefix 'a' ; sh:namespace 'b' ] .");
        let wrong = from_turtle(&text, None, false).expect_err("no IRI");
        assert_eq!(wrong.prefix.as_deref(), Some("a"));
        assert_eq!(from_turtle(&text, None, true).map(|found| found.len()), Ok(2));
    }

    #[test]
    fn what_is_wrong_and_where() {
        for (text, position, expected) in [
            ("@prefix <a:> .", 8, "a prefix and a colon"),
            ("@prefix 1a: <a:> .", 8, "a prefix and a colon"),
            ("@prefix a: a: .", 11, "an IRI in angle brackets"),
            ("@prefix a: <a:>", 15, "the dot at the end of the directive"),
            ("@prefix a: <b> .", 11, "an IRI with a scheme, or a base for it"),
            ("@prefix a: <http://[> .", 11, "a valid IRI reference"),
            ("@prefix a: <a b> .", 13, "a character of an IRI, or “>”"),
            ("@prefix a: <a:\\n> .", 11, "an IRI without other escapes than \\u and \\U"),
            ("@prefix a: <a:\\u00e> .", 11, "an IRI without other escapes than \\u and \\U"),
            ("@prefix a: <a:\\uD800> .", 11, "an IRI without other escapes than \\u and \\U"),
            ("@prefix a: <a:\\u20> .", 11, "an IRI without other escapes than \\u and \\U"),
            ("  \"", 2, "a string that ends"),
            ("'''a'", 0, "a string that ends"),
            ("'a\\", 0, "a string that ends"),
            ("@prefix a: <a", 11, "an IRI that ends with “>”"),
        ] {
            assert_eq!(read(text), Err((position, expected)), "{text}");
        }
    }
}
