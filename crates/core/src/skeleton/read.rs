//! Reading: literal text and placeholders, judged once.
//!
//! The one parser judges the literal text: a digit stands in for each placeholder, which every component but a
//! scheme may have anywhere. The component, segment or pair that the digit is in decides what the placeholder
//! may stand for.

use std::ops::Range;

use crate::parts::path;
use crate::parts::query::spans_in;
use crate::parts::suffix::{Domain, Suffixes, Which, domain};
use crate::skeleton::judge::decoded;
use crate::skeleton::place::Spot;
use crate::syntax::error::Fault;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::split::{Parts, split};
use crate::syntax::text::Utf8;

/// The character that stands in for a placeholder while the literal text is judged.
const STAND_IN: char = '1';

/// The text that stands in for a base.
const BASE: &str = "x://h";

/// A placeholder between two literal texts.
#[derive(Clone, Copy, Debug)]
pub struct Placeholder<'a> {
    /// Its name or expression.
    pub name: &'a str,
    /// True if it repeats the pair that it stands in, once for each member of a list.
    pub repeats: bool,
}

/// Literal text around placeholders that has been judged: whatever the values, the reference has the
/// components, segments and pairs of the text.
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// The production that the results match.
    pub(super) production: Rule,
    /// The placeholders, in order.
    pub(super) holes: Vec<Hole>,
    /// Up to the query.
    pub(super) head: Vec<Move>,
    /// The pairs of the query, if one of them has a placeholder.
    pub(super) query: Option<Vec<Vec<Move>>>,
    /// The text from the `#` of the fragment, or from a literal query, to the end.
    pub(super) tail: Vec<Move>,
    /// The total length of the literal text.
    pub(super) length: usize,
}

/// A placeholder that has been judged.
#[derive(Clone, Debug)]
pub(super) struct Hole {
    pub(super) name: String,
    /// Its position in the skeleton as messages show it, in characters.
    pub(super) position: usize,
    pub(super) place: Spot,
    pub(super) repeats: bool,
}

/// A step of filling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Literal(Box<str>),
    Hole(usize),
}

/// Why literal text around placeholders is not a skeleton, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The position in the skeleton as messages show it, in characters.
    pub position: usize,
    /// The reason.
    pub kind: FlawKind,
}

/// A unit that may have at most one placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single {
    /// A segment of the path.
    Segment,
    /// The name of a pair.
    Name,
    /// The value of a pair.
    Value,
    /// The user.
    User,
    /// The password.
    Password,
}

/// The reasons of [`Flaw`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// `{` without its `}`.
    Unclosed,
    /// `}` without its `{`.
    Unopened,
    /// This text between braces is not a plain name.
    NotAName(String),
    /// Nothing is between two placeholders.
    Adjacent {
        /// The first.
        first: String,
        /// The second.
        second: String,
    },
    /// Two placeholders are in a unit that may have one.
    TwoInOne {
        /// The first.
        first: String,
        /// The second.
        second: String,
        /// The unit that they are in.
        unit: Single,
    },
    /// A `%`, or a `%` and a digit, stands before the placeholder of this name.
    AfterPercent(String),
    /// The placeholder of this name is in the scheme.
    InScheme(String),
    /// There is no scheme, and the production needs one. The placeholder at the beginning, if there is one.
    NoScheme(Option<String>),
    /// Text other than a path, a query or a fragment follows the base, the placeholder of this name.
    AfterBase(String),
    /// The placeholder of this name is between the brackets of an IP literal.
    InBrackets(String),
    /// The placeholder of this name is part of a label.
    PartOfLabel(String),
    /// The placeholder of this name is part of a port.
    PartOfPort(String),
    /// No literal registrable domain follows the placeholder.
    NoDomain {
        /// The placeholder.
        name: String,
        /// The literal text after it.
        rest: String,
    },
    /// The placeholder of this name repeats something that is not a pair.
    Repeats(String),
    /// The literal text does not match the production.
    Literal {
        /// The skeleton as messages show it.
        shown: String,
        /// The production.
        production: Rule,
        /// The fault, with positions in characters of the shown text.
        fault: Fault,
    },
}

/// The place of each placeholder, even if the whole is not a skeleton.
pub fn places(
    on_base: bool,
    strings: &[&str],
    placeholders: &[Placeholder<'_>],
) -> Vec<Result<Spot, FlawKind>> {
    let probe = Probe::new(Rule::IriReference, on_base, strings, placeholders);
    (0..placeholders.len()).map(|hole| probe.place(hole)).collect()
}

impl Skeleton {
    /// Judges literal texts and the placeholders between them. With `on_base`, the first placeholder is at the
    /// beginning and accepts a reference with a scheme.
    pub fn read(
        production: Rule,
        on_base: bool,
        strings: &[&str],
        placeholders: &[Placeholder<'_>],
        list: &Suffixes,
    ) -> Result<Self, Flaw> {
        let probe = Probe::new(production, on_base, strings, placeholders);
        probe.judge_seams()?;
        let mut holes: Vec<Hole> = Vec::with_capacity(placeholders.len());
        for (i, placeholder) in placeholders.iter().enumerate() {
            let place = probe.place(i).map_err(|why| probe.flaw(i, why))?;
            if placeholder.repeats && !matches!(place, Spot::Value { .. } | Spot::Pairs) {
                return Err(probe.flaw(i, FlawKind::Repeats(probe.name(i))));
            }
            let (name, position) = (probe.name(i), probe.positions[i]);
            holes.push(Hole { name, position, place, repeats: placeholder.repeats });
        }
        probe.judge_units()?;
        probe.judge_labels(&holes, list)?;
        probe.judge_text()?;
        Ok(probe.skeleton(holes))
    }

    /// The number of placeholders.
    pub fn holes(&self) -> usize {
        self.holes.len()
    }

    /// The name of a placeholder.
    pub(crate) fn name(&self, hole: usize) -> &str {
        &self.holes[hole].name
    }

    /// Where a placeholder stands.
    pub fn place(&self, hole: usize) -> &Spot {
        &self.holes[hole].place
    }

    /// The position of a placeholder in the skeleton as messages show it, in characters.
    pub(crate) fn position(&self, hole: usize) -> usize {
        self.holes[hole].position
    }

    /// Returns true if results are IRIs.
    pub(crate) fn is_iri(&self) -> bool {
        matches!(self.production, Rule::Iri | Rule::IriReference)
    }
}

/// Literal texts around placeholders, as one text in which a digit stands for each placeholder.
struct Probe<'a> {
    production: Rule,
    on_base: bool,
    strings: &'a [&'a str],
    placeholders: &'a [Placeholder<'a>],
    text: String,
    parts: Parts,
    /// The positions of the digits; none for the base.
    at: Vec<Option<usize>>,
    /// The skeleton as messages show it: each placeholder by its name in braces.
    shown: String,
    /// The positions of the placeholders in the shown text, in characters.
    positions: Vec<usize>,
}

impl<'a> Probe<'a> {
    /// `strings` has one more text than there are placeholders.
    fn new(
        production: Rule,
        on_base: bool,
        strings: &'a [&'a str],
        placeholders: &'a [Placeholder<'a>],
    ) -> Self {
        let (mut text, mut shown) = (String::new(), String::new());
        let (mut at, mut positions) = (Vec::new(), Vec::new());
        let mut position = 0;
        for (i, string) in strings.iter().enumerate() {
            text.push_str(string);
            shown.push_str(string);
            position += string.chars().count();
            let Some(placeholder) = placeholders.get(i) else { continue };
            if i == 0 && on_base {
                at.push(None);
                text.push_str(BASE);
            } else {
                at.push(Some(text.len()));
                text.push(STAND_IN);
            }
            positions.push(position);
            shown.extend(["{", placeholder.name, "}"]);
            position += placeholder.name.chars().count() + 2;
        }
        let on_base = on_base && !placeholders.is_empty();
        let parts = split(Utf8(text.as_bytes()));
        Self { production, on_base, strings, placeholders, text, parts, at, shown, positions }
    }

    fn name(&self, hole: usize) -> String {
        self.placeholders.get(hole).map_or_else(String::new, |hole| hole.name.to_owned())
    }

    fn flaw(&self, hole: usize, kind: FlawKind) -> Flaw {
        Flaw { position: self.positions.get(hole).copied().unwrap_or_default(), kind }
    }

    /// Where a placeholder stands.
    fn place(&self, hole: usize) -> Result<Spot, FlawKind> {
        let Some(at) = self.at[hole] else { return Ok(Spot::Base) };
        let (probe, parts) = (&self.text, &self.parts);
        let whole = |range: &Range<usize>| range.len() == 1;
        let has = |range: &Range<usize>| range.contains(&at);
        if parts.scheme().is_some_and(|range| has(&range)) {
            return Err(FlawKind::InScheme(self.name(hole)));
        }
        if parts.authority().is_some_and(|range| has(&range)) {
            return self.place_in_authority(hole, at);
        }
        if has(&parts.path()) {
            let found = self.segments().enumerate().find(|(_, segment)| has(segment));
            let (number, segment) = found.map_or((1, parts.path()), |(i, s)| (i + 1, s));
            if whole(&segment) {
                let is_first = segment.start == parts.path_start;
                let may_be_scheme = is_first && !parts.has_scheme() && !parts.has_authority();
                return Ok(Spot::Segment { number, may_be_scheme });
            }
            let before = decoded(&probe[segment.start..at]);
            let after = decoded(&probe[at + 1..segment.end]);
            return Ok(Spot::SegmentPart { number, before, after });
        }
        if let Some(query) = parts.query().filter(has) {
            let piece = self.pieces(query.clone()).find(has).unwrap_or(query);
            return Ok(match probe[piece.clone()].find('=').map(|equals| piece.start + equals) {
                _ if whole(&piece) => Spot::Pairs,
                Some(equals) if equals < at => {
                    let name = piece.start..equals;
                    let is_literal = !self.at.iter().flatten().any(|other| name.contains(other));
                    let name = if is_literal { &probe[name] } else { "" };
                    Spot::Value { name: name.to_owned() }
                }
                _ => Spot::Name,
            });
        }
        let fragment = parts.fragment().unwrap_or(at..at + 1);
        Ok(if whole(&fragment) { Spot::Fragment } else { Spot::FragmentPart })
    }

    fn place_in_authority(&self, hole: usize, at: usize) -> Result<Spot, FlawKind> {
        let (probe, parts) = (&self.text, &self.parts);
        let has = |range: &Range<usize>| range.contains(&at);
        if let Some(userinfo) = parts.userinfo().filter(has) {
            let colon = probe[userinfo.clone()].find(':').map(|colon| userinfo.start + colon);
            return Ok(match colon {
                None if userinfo.len() == 1 => Spot::Userinfo,
                Some(colon) if colon < at => Spot::Password,
                _ => Spot::User,
            });
        }
        if let Some(port) = parts.port().filter(has) {
            let is_whole = port.len() == 1;
            return if is_whole {
                Ok(Spot::Port)
            } else {
                Err(FlawKind::PartOfPort(self.name(hole)))
            };
        }
        let host = parts.host().unwrap_or_default();
        if host.len() == 1 {
            return Ok(Spot::Host);
        }
        if probe[host.clone()].starts_with('[') {
            return Err(FlawKind::InBrackets(self.name(hole)));
        }
        let is_edge = |i: usize, edge: usize| i == edge || probe.as_bytes().get(i) == Some(&b'.');
        let is_label = (at == host.start || is_edge(at - 1, host.end)) && is_edge(at + 1, host.end);
        if is_label { Ok(Spot::Label) } else { Err(FlawKind::PartOfLabel(self.name(hole))) }
    }

    /// The segments of the path.
    fn segments(&self) -> impl Iterator<Item = Range<usize>> {
        path::segments_in(Utf8(self.text.as_bytes()), self.parts.path())
    }

    /// The pieces of the query at `range`, between `&`.
    fn pieces(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        spans_in(&self.text, range, '&')
    }

    /// Judges the text next to placeholders.
    fn judge_seams(&self) -> Result<(), Flaw> {
        for (i, string) in self.strings.iter().enumerate().take(self.placeholders.len()) {
            if i > 0 && string.is_empty() {
                let (first, second) = (self.name(i - 1), self.name(i));
                return Err(self.flaw(i, FlawKind::Adjacent { first, second }));
            }
            if ends_in_percent(string) {
                return Err(self.flaw(i, FlawKind::AfterPercent(self.name(i))));
            }
        }
        let behind = self.strings.get(1).copied().unwrap_or_default();
        if self.on_base && !behind.is_empty() && !behind.starts_with(['/', '?', '#']) {
            return Err(self.flaw(0, FlawKind::AfterBase(self.name(0))));
        }
        Ok(())
    }

    /// Allows at most one placeholder in a segment, a name, a value, a user or a password.
    fn judge_units(&self) -> Result<(), Flaw> {
        let mut units: Vec<_> = self.segments().map(|range| (Single::Segment, range)).collect();
        let mut halves = |range: Range<usize>, by: char, names: [Single; 2]| {
            let middle = self.text[range.clone()].find(by).map_or(range.end, |i| range.start + i);
            units.push((names[0], range.start..middle));
            units.push((names[1], middle..range.end));
        };
        for piece in self.parts.query().into_iter().flat_map(|query| self.pieces(query)) {
            halves(piece, '=', [Single::Name, Single::Value]);
        }
        if let Some(userinfo) = self.parts.userinfo() {
            halves(userinfo, ':', [Single::User, Single::Password]);
        }
        for (unit, range) in units {
            let has_hole = |&i: &usize| self.at[i].is_some_and(|at| range.contains(&at));
            let mut within = (0..self.at.len()).filter(has_hole);
            if let (Some(first), Some(second)) = (within.next(), within.next()) {
                let (first, name) = (self.name(first), self.name(second));
                return Err(self.flaw(second, FlawKind::TwoInOne { first, second: name, unit }));
            }
        }
        Ok(())
    }

    /// Labels must be followed by a literal registrable domain.
    fn judge_labels(&self, holes: &[Hole], list: &Suffixes) -> Result<(), Flaw> {
        let hole = holes.iter().rposition(|hole| hole.place == Spot::Label);
        let Some((hole, host)) = hole.zip(self.parts.host()) else { return Ok(()) };
        let start = self.at[hole].map_or(host.end, |at| host.end.min(at + 2));
        let rest = &self.text[start..host.end];
        if domain(rest, list, Which::All).and_then(Domain::registrable).is_some() {
            return Ok(());
        }
        let why = FlawKind::NoDomain { name: self.name(hole), rest: rest.to_owned() };
        Err(self.flaw(hole, why))
    }

    /// Checks that the literal text around the placeholders matches the production.
    fn judge_text(&self) -> Result<(), Flaw> {
        let needs_scheme = matches!(self.production, Rule::Uri | Rule::Iri);
        if needs_scheme && !self.parts.has_scheme() {
            let first = self.strings.first().is_some_and(|first| first.is_empty());
            let first = first.then(|| self.name(0)).filter(|name| !name.is_empty());
            return Err(Flaw { position: 0, kind: FlawKind::NoScheme(first) });
        }
        let Err(fault) = recognize(Utf8(self.text.as_bytes()), self.production) else {
            return Ok(());
        };
        let position = self.place_shown(fault.position);
        let span = self.place_shown(fault.span.start)..self.place_shown(fault.span.end);
        let fault = Fault { position, span, ..fault };
        let (shown, production) = (self.shown.clone(), self.production);
        Err(Flaw { position, kind: FlawKind::Literal { shown, production, fault } })
    }

    /// The character of the shown text that a byte of the text stands for.
    fn place_shown(&self, byte: usize) -> usize {
        let mut from = 0;
        for (i, string) in self.strings.iter().enumerate() {
            let before = i.checked_sub(1).map_or(0, |before| {
                self.positions[before] + self.placeholders[before].name.chars().count() + 2
            });
            if byte <= from + string.len() {
                return before + string[..byte.saturating_sub(from)].chars().count();
            }
            from += string.len();
            from += if i == 0 && self.on_base { BASE.len() } else { 1 };
            if byte < from {
                return self.positions.get(i).copied().unwrap_or(before);
            }
        }
        self.shown.chars().count()
    }

    fn skeleton(self, holes: Vec<Hole>) -> Skeleton {
        let parts = &self.parts;
        let mut head = Vec::new();
        if self.on_base {
            head.push(Move::Hole(0));
        }
        let skip = if self.on_base { BASE.len() } else { 0 };
        head.extend(self.steps(skip..parts.path_end));
        let query =
            parts.query().filter(|query| self.at.iter().flatten().any(|i| query.contains(i)));
        let literal = if query.is_some() { parts.query_end } else { parts.path_end };
        let query = query.map(|query| self.pieces(query).map(|piece| self.steps(piece)).collect());
        let tail = self.steps(literal..parts.end);
        Skeleton { production: self.production, holes, head, query, tail, length: self.text.len() }
    }

    fn steps(&self, range: Range<usize>) -> Vec<Move> {
        let mut steps = Vec::new();
        let mut from = range.start;
        for (i, hole) in self.at.iter().enumerate() {
            let Some(hole) = hole.filter(|hole| range.contains(hole)) else { continue };
            if from < hole {
                steps.push(Move::Literal(self.text[from..hole].into()));
            }
            steps.push(Move::Hole(i));
            from = hole + 1;
        }
        if from < range.end {
            steps.push(Move::Literal(self.text[from..range.end].into()));
        }
        steps
    }
}

/// Returns true if a value after a text would be read as part of a triplet.
fn ends_in_percent(text: &str) -> bool {
    text.ends_with('%')
        || text.len() >= 2
            && text.as_bytes()[text.len() - 2] == b'%'
            && text.as_bytes()[text.len() - 1].is_ascii_hexdigit()
}
