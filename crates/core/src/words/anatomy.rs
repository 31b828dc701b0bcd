//! The anatomy of a valid reference: its components and their parts, in the order of the text, with a remark on
//! each.

use std::ops::Range;

#[cfg(feature = "findings")]
use crate::findings::looks::look_of;
#[cfg(feature = "findings")]
use crate::parts::host::DOTS;
use crate::parts::host::HostKind;
use crate::parts::idna::{to_ascii, to_unicode};
#[cfg(feature = "findings")]
use crate::parts::lookup::unicode_label;
use crate::parts::lookup::{Looked, look_up};
use crate::parts::percent::unquote;
use crate::parts::{path, scheme};
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::split::{Parts, split};
use crate::syntax::text::Utf8;

/// The kinds of reference, from the narrowest to the widest, with their names.
pub const KINDS: [(Rule, &str); 4] = [
    (Rule::Uri, "a URI (RFC 3986)"),
    (Rule::Iri, "an IRI (RFC 3987)"),
    (Rule::UriReference, "a relative reference (RFC 3986)"),
    (Rule::IriReference, "a relative reference (RFC 3987)"),
];

/// The narrowest kind of a text, if it is a reference, with its name.
pub fn kind(text: &str) -> Option<(Rule, &'static str)> {
    KINDS.into_iter().find(|&(rule, _)| recognize(Utf8(text.as_bytes()), rule).is_ok())
}

/// A component of a reference, or a part of the previous component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its kind: `userinfo`, `segment`.
    pub name: &'static str,
    /// The production of RFC 3986 that it, or its counterpart in RFC 3987, matches.
    pub rule: Rule,
    /// Its range in the text, in bytes.
    pub span: Range<usize>,
    /// True if it is part of the authority or of the path.
    pub is_part: bool,
    /// A remark: the decoded text, the kind of a host.
    pub remark: Option<String>,
}

/// The components of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anatomy {
    /// In the order of the text.
    pub components: Vec<Component>,
    /// The number of segments of the path that are not listed.
    pub more_segments: usize,
}

impl Anatomy {
    /// Takes a valid reference apart, with at most this number of segments of its path.
    pub fn of(text: &str, most_segments: usize) -> Self {
        let parts = split(Utf8(text.as_bytes()));
        let decoded = |span: &Range<usize>| decoded(&text[span.clone()]);
        let mut components = Vec::new();
        let mut more_segments = 0;
        for (name, rule, span, is_part) in components_of(text, &parts) {
            let Some(span) = span else { continue };
            let remark = match name {
                "host" => {
                    let scheme = parts.scheme().map(|span| &text[span]);
                    Some(of_host(&text[span.clone()], scheme))
                }
                "fragment" => decoded(&span),
                _ => None,
            };
            components.push(Component { name, rule, span: span.clone(), is_part, remark });
            if name != "path" {
                continue;
            }
            let mut segments = path::segments_in(Utf8(text.as_bytes()), span);
            for (number, span) in segments.by_ref().take(most_segments).enumerate() {
                let (rule, remark) = (segment_rule(rule, number), decoded(&span));
                components.push(Component { name: "segment", rule, span, is_part: true, remark });
            }
            more_segments = segments.count();
        }
        Self { components, more_segments }
    }

    /// States how many segments are not listed, if any: `and 2,980 more segments`.
    pub fn more(&self) -> Option<String> {
        let digits = self.more_segments.to_string();
        let mut grouped = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        (self.more_segments > 0).then(|| format!("and {grouped} more segments"))
    }
}

/// Each component with its production, its range if it is present, and whether it is part of the authority.
fn components_of(
    text: &str,
    parts: &Parts,
) -> [(&'static str, Rule, Option<Range<usize>>, bool); 8] {
    [
        ("scheme", Rule::Scheme, parts.scheme(), false),
        ("authority", Rule::Authority, parts.authority(), false),
        ("userinfo", Rule::Userinfo, parts.userinfo(), true),
        ("host", Rule::Host, parts.host(), true),
        ("port", Rule::Port, parts.port(), true),
        ("path", path_rule(text, parts), Some(parts.path()), false),
        ("query", Rule::Query, parts.query(), false),
        ("fragment", Rule::Fragment, parts.fragment(), false),
    ]
}

/// A piece of a reference as it is drawn: a component, or the delimiter between two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnPiece {
    /// The component; none for a delimiter.
    pub name: Option<&'static str>,
    /// Its range in the text, in bytes.
    pub span: Range<usize>,
    /// True if it belongs to the authority.
    pub is_in_authority: bool,
}

/// Cuts a valid reference at its delimiters, in the order of the text (RFC 3986 §5.3).
pub fn pieces(text: &str) -> Vec<DrawnPiece> {
    let parts = split(Utf8(text.as_bytes()));
    let mut pieces: Vec<DrawnPiece> = Vec::new();
    for (name, _, span, is_in_authority) in components_of(text, &parts) {
        let Some(span) = span.filter(|_| name != "authority") else { continue };
        let end = pieces.last().map_or(0, |last| last.span.end);
        if end < span.start {
            let was_in_authority = pieces.last().is_some_and(|last| last.is_in_authority);
            let is_in_authority = is_in_authority && was_in_authority;
            pieces.push(DrawnPiece { name: None, span: end..span.start, is_in_authority });
        }
        pieces.push(DrawnPiece { name: Some(name), span, is_in_authority });
    }
    pieces
}

/// The rule of a path, which depends on the text before it and on its beginning.
pub fn path_rule(text: &str, parts: &Parts) -> Rule {
    let path = &text[parts.path()];
    if parts.has_authority() {
        Rule::PathAbempty
    } else if path.is_empty() {
        Rule::PathEmpty
    } else if path.starts_with('/') {
        Rule::PathAbsolute
    } else if parts.has_scheme() {
        Rule::PathRootless
    } else {
        Rule::PathNoscheme
    }
}

/// The rule of a segment, by its number in a path of this rule.
pub const fn segment_rule(path: Rule, number: usize) -> Rule {
    match path {
        Rule::PathNoscheme if number == 0 => Rule::SegmentNzNc,
        Rule::PathRootless | Rule::PathAbsolute if number == 0 => Rule::SegmentNz,
        _ => Rule::Segment,
    }
}

/// The remark on a host: its kind, its other spellings, and how browsers read it.
fn of_host(host: &str, scheme: Option<&str>) -> String {
    let kind = HostKind::of(Utf8(host.as_bytes()));
    let mut remark = kind.name().to_owned();
    if kind != HostKind::RegName {
        return remark;
    }
    if let Some(decoded) = decoded(host) {
        remark.push(' ');
        remark.push_str(&decoded);
    }
    if let Some(ascii) = to_ascii(host)
        && ascii.contains("xn--")
    {
        let other = if host.eq_ignore_ascii_case(&ascii) { to_unicode(host) } else { Some(ascii) };
        remark.push_str(" = ");
        remark.push_str(&other.unwrap_or_default());
    }
    #[cfg(feature = "findings")]
    for label in host.split(DOTS).map(|label| unicode_label(label).0) {
        if let Some((look, scripts)) = look_of(&label) {
            remark.push_str("; ");
            remark.push_str(&[&*label, " (", &scripts, ") looks like ", &look].concat());
        }
    }
    let is_dns_name = scheme.is_none_or(scheme::has_dns_names);
    if let Some(Looked::Address(address)) = look_up(host).filter(|_| is_dns_name) {
        remark.push_str("; browsers read ");
        remark.push_str(&address.to_string());
        remark.push_str(" here");
    }
    remark
}

/// The decoded text, if there is percent-encoding and it encodes text.
fn decoded(component: &str) -> Option<String> {
    if !component.contains('%') {
        return None;
    }
    String::from_utf8(unquote(component)).ok().map(|text| format!("= {text}"))
}
