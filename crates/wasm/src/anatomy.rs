//! The anatomy of a valid reference: its components, in the order of the text.

use std::ops::Range;

use serde::Serialize;

use iriform::engine::Rule;
use iriform::engine::host::HostKind;
use iriform::engine::path;
use iriform::engine::percent::unquote;
use iriform::engine::split::split_authority;
use iriform::engine::text::Utf8;

use crate::places::Span;
use crate::tree::Named;

/// The most segments of a path that are listed.
const MOST_SEGMENTS: usize = 100;

/// A component, or a part of one.
#[derive(Debug, Serialize)]
pub struct Component {
    /// What it is: `userinfo`, `segment`.
    pub name: &'static str,
    /// The rule that it matches.
    pub rule: &'static str,
    /// Where it lies.
    #[serde(flatten)]
    pub span: Span,
    /// What its percent-encoding stands for, if it has some that stands for text.
    pub decoded: Option<String>,
    /// Which alternative of `host` it is, of a host.
    pub host_kind: Option<&'static str>,
}

/// The components of a reference; of a path with very many segments, the first ones.
pub(crate) fn components(named: &Named<'_>) -> Vec<Component> {
    let (text, parts) = (named.text, &named.parts);
    let plain = |name, rule, range: &Range<usize>| Component {
        name,
        rule: named.name(rule),
        span: named.places.span(range),
        decoded: None,
        host_kind: None,
    };
    let decoded = |name, rule, range: &Range<usize>| Component {
        decoded: decoded(&text[range.clone()]),
        ..plain(name, rule, range)
    };
    let mut found = Vec::new();
    found.extend(parts.scheme().map(|range| plain("scheme", Rule::Scheme, &range)));
    if let Some(range) = parts.authority() {
        found.push(plain("authority", Rule::Authority, &range));
        let inner = split_authority(Utf8(text.as_bytes()), range);
        found.extend(inner.userinfo.map(|range| plain("userinfo", Rule::Userinfo, &range)));
        let kind = HostKind::of(Utf8(text[inner.host.clone()].as_bytes())).name();
        let host = decoded("host", Rule::Host, &inner.host);
        found.push(Component { host_kind: Some(kind), ..host });
        found.extend(inner.port.map(|range| plain("port", Rule::Port, &range)));
    }
    let range = parts.path();
    found.push(plain("path", named.path_rule(), &range));
    let segments = path::segments(Utf8(text[range.clone()].as_bytes()))
        .map(|segment| range.start + segment.start..range.start + segment.end);
    let numbered = segments.take(MOST_SEGMENTS).enumerate();
    found.extend(numbered.map(|(i, range)| decoded("segment", named.segment_rule(i), &range)));
    found.extend(parts.query().map(|range| plain("query", Rule::Query, &range)));
    found.extend(parts.fragment().map(|range| decoded("fragment", Rule::Fragment, &range)));
    found
}

fn decoded(component: &str) -> Option<String> {
    if !component.contains('%') {
        return None;
    }
    String::from_utf8(unquote(component)).ok()
}
