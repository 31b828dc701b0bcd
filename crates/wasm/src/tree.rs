//! The syntax tree of a valid reference: its pieces and the rules that they match.
//!
//! Core finds the pieces; this file names and nests them as the ABNF does. Rules of single characters (`pchar`,
//! `unreserved` …) are left out.

use std::ops::Range;

use serde::Serialize;

use iriform::engine::{
    Parts, Rule,
    host::HostKind,
    text::Utf8,
    words::anatomy::{path_rule, segment_rule},
};

use crate::places::{Places, Span};

/// A path of a megabyte may have a million segments, too many to read.
const MAX_CHILDREN: usize = 1000;

/// A piece of the text that a rule matched, and its parts.
#[derive(Debug, Serialize)]
pub struct Node {
    /// The rule, by its name in the RFC.
    pub rule: &'static str,
    /// The position of the piece.
    #[serde(flatten)]
    pub span: Span,
    /// The pieces.
    pub children: Vec<Self>,
    /// The number of parts that are not listed.
    pub more: usize,
}

/// A reference whose pieces are named by the rules of RFC 3987 or RFC 3986.
pub(crate) struct Named<'a> {
    pub(crate) text: &'a str,
    pub(crate) parts: Parts,
    pub(crate) places: Places,
    pub(crate) is_iri: bool,
}

impl Named<'_> {
    /// The tree of the whole text.
    pub(crate) fn tree(&self) -> Node {
        let mut children = Vec::new();
        let scheme = self.parts.scheme();
        let start = scheme.as_ref().map_or(0, |scheme| scheme.end + 1);
        let (whole, hierarchy) = match scheme {
            Some(_) => (Rule::Uri, Rule::HierPart),
            None => (Rule::RelativeRef, Rule::RelativePart),
        };
        children.extend(scheme.map(|scheme| self.leaf(Rule::Scheme, &scheme)));
        let path = self.path();
        let authority = self.parts.authority().map(|authority| self.authority(&authority));
        let parts = authority.into_iter().chain([path]).collect();
        children.push(self.node(hierarchy, &(start..self.parts.path_end), parts));
        children.extend(self.parts.query().map(|query| self.leaf(Rule::Query, &query)));
        children.extend(self.parts.fragment().map(|fragment| self.leaf(Rule::Fragment, &fragment)));
        let all = 0..self.text.len();
        let reference = self.node(whole, &all, children);
        self.node(Rule::UriReference, &all, vec![reference])
    }

    /// The name of a rule of RFC 3986, or of its counterpart in RFC 3987.
    pub(crate) fn name(&self, rule: Rule) -> &'static str {
        let name = rule.name();
        let counterpart = || {
            Rule::by_name(&format!("i{name}"))
                .or_else(|| Rule::by_name(&name.replace("URI", "IRI")))
        };
        let counterpart = if self.is_iri { counterpart() } else { None };
        counterpart.map_or(name, Rule::name)
    }

    fn node(&self, rule: Rule, range: &Range<usize>, mut children: Vec<Node>) -> Node {
        let more = children.len().saturating_sub(MAX_CHILDREN);
        children.truncate(MAX_CHILDREN);
        Node { rule: self.name(rule), span: self.places.span(range), children, more }
    }

    fn leaf(&self, rule: Rule, range: &Range<usize>) -> Node {
        self.node(rule, range, Vec::new())
    }

    fn authority(&self, range: &Range<usize>) -> Node {
        let parts = &self.parts;
        let mut children = Vec::new();
        children.extend(parts.userinfo().map(|userinfo| self.leaf(Rule::Userinfo, &userinfo)));
        children.extend(parts.host().map(|host| self.host(&host)));
        children.extend(parts.port().map(|port| self.leaf(Rule::Port, &port)));
        self.node(Rule::Authority, range, children)
    }

    fn host(&self, range: &Range<usize>) -> Node {
        let inner = range.start + 1..range.end.saturating_sub(1);
        let literal = |address| self.node(Rule::IpLiteral, range, vec![address]);
        let child = match HostKind::of(Utf8(self.text[range.clone()].as_bytes())) {
            HostKind::Ipv6address => literal(self.ipv6(&inner)),
            HostKind::IpvFuture => literal(self.leaf(Rule::IpvFuture, &inner)),
            HostKind::Ipv4address => self.ipv4(range),
            HostKind::RegName => self.leaf(Rule::RegName, range),
        };
        self.node(Rule::Host, range, vec![child])
    }

    fn ipv4(&self, range: &Range<usize>) -> Node {
        let octets =
            self.pieces(range, '.').into_iter().map(|octet| self.leaf(Rule::DecOctet, &octet));
        self.node(Rule::Ipv4address, range, octets.collect())
    }

    /// The groups before `::` are `h16`; of those at the end, the last two are `ls32`.
    fn ipv6(&self, range: &Range<usize>) -> Node {
        let gap = self.text[range.clone()].find("::").map(|gap| range.start + gap);
        let before = range.start..gap.unwrap_or(range.start);
        let after = gap.map_or(range.start, |gap| gap + 2)..range.end;
        let groups = |range: &Range<usize>| {
            if range.is_empty() { Vec::new() } else { self.pieces(range, ':') }
        };
        let before = groups(&before);
        let mut after = groups(&after);
        let ends_in_ipv4 = after.last().is_some_and(|last| self.text[last.clone()].contains('.'));
        let units = if ends_in_ipv4 { 1 } else { 2 };
        let last =
            if after.len() >= units { after.split_off(after.len() - units) } else { Vec::new() };
        let h16 = |group: &Range<usize>| self.leaf(Rule::H16, group);
        let mut children: Vec<Node> = before.iter().chain(&after).map(h16).collect();
        if let (Some(first), Some(end)) = (last.first(), last.last()) {
            let parts =
                if ends_in_ipv4 { vec![self.ipv4(end)] } else { last.iter().map(h16).collect() };
            children.push(self.node(Rule::Ls32, &(first.start..end.end), parts));
        }
        self.node(Rule::Ipv6address, range, children)
    }

    fn path(&self) -> Node {
        let range = self.parts.path();
        let rule = path_rule(self.text, &self.parts);
        let pieces = match rule {
            Rule::PathRootless | Rule::PathNoscheme => self.pieces(&range, '/'),
            // "/" [ segment-nz *( "/" segment ) ]
            Rule::PathAbsolute if range.len() == 1 => Vec::new(),
            // Each segment follows a slash.
            _ => self.pieces(&range, '/').split_off(1),
        };
        let segments =
            pieces.iter().enumerate().map(|(i, segment)| self.leaf(segment_rule(rule, i), segment));
        self.node(rule, &range, segments.collect())
    }

    /// The pieces of a range, split at delimiters.
    fn pieces(&self, range: &Range<usize>, delimiter: char) -> Vec<Range<usize>> {
        let mut start = range.start;
        self.text[range.clone()]
            .split(delimiter)
            .map(|piece| {
                let piece = start..start + piece.len();
                start = piece.end + 1;
                piece
            })
            .collect()
    }
}
