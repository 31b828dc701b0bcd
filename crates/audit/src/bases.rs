//! Document bases. The parsers get substitutes for them, so that core resolves references.
//!
//! Oxigraph's resolver keeps the dot segments of a base and of an authority's path, and loses the slash of a
//! base without an authority (RFC 3986 §5.2.3, §5.2.4). So a parser gets a substitute base: its authority has
//! the true one, and its path is so deep that the result shows how many `..` a reference begins with. The
//! result of the parser is turned back into a reference, which core resolves against the true base.

use std::borrow::Cow;

use iriform::engine::{
    Reference, Rule,
    chars::UNRESERVED,
    percent::{quote, unquote},
    recognize, resolve,
    text::Utf8,
};

/// The beginning of the scheme of a substitute base; the true one's scheme follows it.
const SCHEME: &str = "iriform-base.";

/// A segment that does not occur in references.
const SEGMENT: &str = "/~!~";

/// The number of segments: one more than the `..` that a reference may begin with.
const DEPTH: usize = 33;

/// The beginning of texts that the parser must not resolve: those that are not references, and relative
/// namespaces without a base.
pub(crate) const AS_WRITTEN: &str = "iriform-as-written:/";

/// The substitute base for an IRI. None if the text is not an IRI.
pub(crate) fn carried(base: &str) -> Option<String> {
    recognize(Utf8(base.as_bytes()), Rule::Iri).ok()?;
    let (scheme, _) = base.split_once(':')?;
    let mut out = format!("{SCHEME}{scheme}:/{SEGMENT}");
    out.push_str(&quote(base, UNRESERVED));
    out.extend(std::iter::repeat_n(SEGMENT, DEPTH));
    Some(out)
}

/// The substitute base, or the text itself, whose fault the parser reports.
pub(crate) fn carried_or_given(base: &str) -> Cow<'_, str> {
    carried(base).map_or(Cow::Borrowed(base), Cow::Owned)
}

/// Returns true if a text has no scheme, and a colon where only a scheme could have one (RFC 3986 §4.2).
pub(crate) fn is_no_reference(text: &[u8]) -> bool {
    let end = text.iter().position(|byte| b":/?#".contains(byte));
    let Some((start, b':')) = end.map(|end| (&text[..end], text[end])) else { return false };
    recognize(Utf8(start), Rule::Scheme).is_err()
}

/// The beginning of a reference that is resolved after parsing, against the base at that point.
pub(crate) const REFERENCE: &str = "iriform-reference:/";

/// Returns true if a reference goes up after it went down, `a/../b`. Against a base without a slash, its target
/// differs from that of `b`.
pub(crate) fn goes_up_within(mut reference: &[u8]) -> bool {
    while let Some(rest) = reference.strip_prefix(b"../").or(reference.strip_prefix(b"./")) {
        reference = rest;
    }
    memchr::memmem::find(reference, b"/..").is_some()
}

/// The true IRI for the result of a parser, with the document's base.
pub(crate) fn true_iri<'a>(made: &'a str, base: Option<&str>) -> Cow<'a, str> {
    if let Some(written) = made.strip_prefix(AS_WRITTEN) {
        return Cow::Borrowed(written);
    }
    if let Some(reference) = made.strip_prefix(REFERENCE) {
        let base = base.map(|base| true_iri(base, None));
        let target = base.map(|base| target_of(&base, reference));
        return target.map_or(Cow::Borrowed(reference), Cow::Owned);
    }
    made.strip_prefix(SCHEME).and_then(resolved).map_or(Cow::Borrowed(made), Cow::Owned)
}

/// The target for the result of a parser, without the beginning of its scheme.
fn resolved(made: &str) -> Option<String> {
    let (scheme, rest) = made.split_once(':')?;
    let authority = rest.strip_prefix("//")?;
    let Some(carried) = authority.strip_prefix(&SEGMENT[1..]) else {
        // The reference had an authority.
        return Some(target_of(&format!("{scheme}:"), rest));
    };
    let (base, mut rest) = carried.split_at(carried.find(['/', '?', '#'])?);
    let base = String::from_utf8(unquote(base)).ok()?;
    let mut depth = 0;
    while depth < DEPTH
        && let Some(behind) = rest.strip_prefix(SEGMENT)
        && (depth + 1 == DEPTH || behind.starts_with('/'))
    {
        (depth, rest) = (depth + 1, behind);
    }
    if depth == DEPTH {
        // The reference had no path; a name may follow its target.
        let reference = if rest.starts_with('?') { rest } else { "" };
        let mut target = target_of(&base, reference);
        if reference.is_empty() {
            target.push_str(rest);
        }
        return Some(target);
    }
    let mut reference = String::new();
    if depth == 0 {
        // Here a path that begins with two slashes is not an authority.
        reference.push_str(if rest.starts_with("//") { "/." } else { "" });
        reference.push_str(rest);
    } else {
        reference.push_str("./");
        (depth + 1..DEPTH).for_each(|_| reference.push_str("../"));
        reference.push_str(rest.strip_prefix('/')?);
    }
    Some(target_of(&base, &reference))
}

/// The target of a valid reference.
pub(crate) fn target_of(base: &str, reference: &str) -> String {
    let base = Reference::of(base);
    let target = Reference::of(reference).after(|r, out| resolve(&base, r, true, out).is_some());
    target.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxttl::TurtleParser;

    /// Reads a reference in a document with a base.
    fn read(base: &str, reference: &str) -> String {
        let carried = carried(base).expect("an IRI");
        let mark = if goes_up_within(reference.as_bytes()) { REFERENCE } else { "" };
        let text = format!("<{mark}{reference}> <x:p> 1 .");
        let parser = TurtleParser::new().lenient().with_base_iri(&carried).expect("an IRI");
        let triple = parser.for_slice(text.as_bytes()).next().expect("a triple").expect("a triple");
        let oxrdf::NamedOrBlankNode::NamedNode(subject) = triple.subject else { unreachable!() };
        true_iri(subject.as_str(), Some(&carried)).into_owned()
    }

    #[test]
    fn what_a_parser_resolves_is_resolved_by_core() {
        const SEGMENTS: [&str; 8] = ["a", "..", ".", "", "b", "%2e", "a:b", "..."];
        let mut paths: Vec<String> = SEGMENTS.iter().map(ToString::to_string).collect();
        for first in SEGMENTS {
            for second in SEGMENTS {
                paths.push(format!("{first}/{second}"));
                for third in SEGMENTS {
                    paths.push(format!("{first}/{second}/{third}"));
                }
            }
        }
        let mut count = 0;
        for start in
            ["http://h/", "http://h", "s:", "s:/", "s://", "file:///", "urn:x:", "jar:file:///a!/"]
        {
            for path in paths.iter().step_by(41) {
                for end in ["", "?q", "?a/../b", "#f"] {
                    let base = format!("{start}{path}{end}");
                    if recognize(Utf8(base.as_bytes()), Rule::Iri).is_err() {
                        continue;
                    }
                    let more = paths.iter().map(String::as_str);
                    let fixed = [
                        "", "#f", "?q", "?", "#", "/g", "//o/../p", "//o", "//", "/..", "//o?q",
                        "../../../../g", "x:y",
                    ];
                    for reference in more.step_by(13).chain(fixed) {
                        for more in ["", "?x/../y", "#z"] {
                            let reference = format!("{reference}{more}");
                            let text = Utf8(reference.as_bytes());
                            // An absolute reference keeps its dot segments, because there is nothing to
                            // resolve.
                            let is_absolute = recognize(text, Rule::Iri).is_ok();
                            if is_absolute || recognize(text, Rule::IriReference).is_err() {
                                continue;
                            }
                            count += 1;
                            let target = target_of(&base, &reference);
                            assert_eq!(read(&base, &reference), target, "{base} {reference}");
                        }
                    }
                }
            }
        }
        assert!(count > 5_000, "{count}");
    }

    #[test]
    fn names_stand_behind_the_target_of_a_namespace() {
        for (base, namespace, expected) in [
            ("http://h/a", "", "http://h/an"),
            ("http://h", "", "http://hn"),
            ("http://h/a?q#f", "", "http://h/a?qn"),
            ("http://h/a/../b?q", "#", "http://h/a/../b?q#n"),
            ("http://h/a/../b?q", "?x=", "http://h/a/../b?x=n"),
            ("http://h/a/../b/", "..", "http://h/n"),
            ("http://h/a/../b/", "c#", "http://h/b/c#n"),
            ("http://h/a", "//o/../p/", "http://o/p/n"),
        ] {
            let carried = carried(base).expect("an IRI");
            let text = format!("@base <{carried}> . @prefix : <{namespace}> . :n <x:p> 1 .");
            let triple = TurtleParser::new().lenient().for_slice(text.as_bytes()).next();
            let subject = triple.expect("a triple").expect("a triple").subject.to_string();
            assert_eq!(
                true_iri(&subject[1..subject.len() - 1], None),
                expected,
                "{base} {namespace}"
            );
        }
    }

    #[test]
    fn text_that_is_no_reference_is_not_resolved() {
        for text in ["1a:b", ":x", "é:x", "a b:c", "%41:b", "_:x/y"] {
            assert!(is_no_reference(text.as_bytes()), "{text}");
            assert_eq!(true_iri(&format!("{AS_WRITTEN}{text}"), None), text);
        }
        for text in ["", "a", "a:b", "./1a:b", "/1a:b", "?1a:b", "#1a:b", "1a"] {
            assert!(!is_no_reference(text.as_bytes()), "{text}");
        }
        assert_eq!(carried("a"), None);
        assert_eq!(true_iri("http://h/", None), "http://h/");
    }
}
