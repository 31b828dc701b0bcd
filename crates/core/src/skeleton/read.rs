//! Literal text and placeholders, judged once.
//!
//! The one parser judges the literal text: a digit stands in for each placeholder, which every
//! component but a scheme may have anywhere. What a placeholder may stand for is decided by the component, segment
//! or pair that the digit is in.

use std::ops::Range;

use crate::parts::path;
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
    /// Its name, or the expression that it has.
    pub name: &'a str,
    /// True if it repeats the pair that it stands in, once for each member of a list.
    pub repeats: bool,
}

/// Literal text around placeholders that has been judged: whatever these take, the reference has the
/// components, segments and pairs that the text says.
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// The production that results match.
    pub(super) production: Rule,
    /// The placeholders, in order.
    pub(super) holes: Vec<Hole>,
    /// Up to the query.
    pub(super) head: Vec<Move>,
    /// The pairs of the query, where one of them has a placeholder.
    pub(super) query: Option<Vec<Vec<Move>>>,
    /// From the fragment's `#` on, or from the query on where it is literal.
    pub(super) tail: Vec<Move>,
    /// How long all literal text is together.
    pub(super) length: usize,
}

/// A placeholder that has been judged.
#[derive(Clone, Debug)]
pub(super) struct Hole {
    pub(super) name: String,
    /// Where it begins in the skeleton as it is [shown](shown), in characters.
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

/// A reason why literal text around placeholders is no skeleton, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where, in characters of the skeleton as messages show it.
    pub position: usize,
    /// The reason.
    pub kind: FlawKind,
}

/// A unit that has one placeholder at most.
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
    /// Between braces stands what is no plain name.
    NotAName {
        /// The text between the braces.
        text: String,
    },
    /// Nothing is between two placeholders.
    Adjacent {
        /// The first.
        first: String,
        /// The second.
        second: String,
    },
    /// Two placeholders are in what may have one.
    TwoInOne {
        /// The first.
        first: String,
        /// The second.
        second: String,
        /// The unit that they are in.
        unit: Single,
    },
    /// A `%`, or a `%` and a digit, stands before the placeholder.
    AfterPercent {
        /// The placeholder.
        name: String,
    },
    /// The placeholder is in the scheme.
    InScheme {
        /// The placeholder.
        name: String,
    },
    /// There is no scheme, and the production needs one.
    NoScheme {
        /// The placeholder at the beginning, if one is there.
        first: Option<String>,
    },
    /// Other text than a path, a query or a fragment follows the base.
    AfterBase {
        /// The base's placeholder.
        name: String,
    },
    /// The placeholder is between the brackets of an IP literal.
    InBrackets {
        /// The placeholder.
        name: String,
    },
    /// The placeholder is part of a label.
    PartOfLabel {
        /// The placeholder.
        name: String,
    },
    /// The placeholder is part of a port.
    PartOfPort {
        /// The placeholder.
        name: String,
    },
    /// No literal registrable domain is right of the placeholder.
    NoDomain {
        /// The placeholder.
        name: String,
        /// The literal text right of it.
        rest: String,
    },
    /// The placeholder asks to repeat what is no pair.
    Repeats {
        /// The placeholder.
        name: String,
    },
    /// The literal text leaves the production.
    Literal {
        /// The skeleton as it is shown.
        shown: String,
        /// The production.
        production: Rule,
        /// The fault, whose places are characters of what is shown.
        fault: Fault,
    },
}

/// A skeleton as messages show it: each placeholder by its name in braces. `strings` has one text more
/// than there are placeholders.
pub(crate) fn shown(strings: &[&str], placeholders: &[Placeholder<'_>]) -> String {
    let mut out = String::new();
    for (i, string) in strings.iter().enumerate() {
        out.push_str(string);
        if let Some(placeholder) = placeholders.get(i) {
            out.push('{');
            out.push_str(placeholder.name);
            out.push('}');
        }
    }
    out
}

/// Where the placeholders begin in what is [shown], in characters.
fn positions(strings: &[&str], placeholders: &[Placeholder<'_>]) -> Vec<usize> {
    let mut next = 0;
    let mut all = Vec::with_capacity(placeholders.len());
    for (string, placeholder) in strings.iter().zip(placeholders) {
        next += string.chars().count();
        all.push(next);
        next += placeholder.name.chars().count() + 2;
    }
    all
}

/// Where placeholders stand, each by itself, whether or not the whole is a skeleton.
pub fn places(
    on_base: bool,
    strings: &[&str],
    placeholders: &[Placeholder<'_>],
) -> Vec<Result<Spot, FlawKind>> {
    let around = Literals { production: Rule::IriReference, on_base, strings, placeholders };
    let (probe, at) = around.probe();
    let parts = split(Utf8(probe.as_bytes()));
    let of = |(placeholder, own): (&Placeholder<'_>, &Option<usize>)| match own {
        None => Ok(Spot::Base),
        Some(own) => place(&probe, &parts, *own, &at, placeholder.name),
    };
    placeholders.iter().zip(&at).map(of).collect()
}

impl Skeleton {
    /// Judges literal texts around placeholders, of which there is one less. With `on_base` the first
    /// placeholder, before which nothing stands, takes a reference with a scheme.
    pub fn read(
        production: Rule,
        on_base: bool,
        strings: &[&str],
        placeholders: &[Placeholder<'_>],
        list: &Suffixes,
    ) -> Result<Self, Flaw> {
        let literal = Literals { production, on_base, strings, placeholders };
        literal.judge_seams()?;
        let (probe, at) = literal.probe();
        let parts = split(Utf8(probe.as_bytes()));
        let skip = if on_base { BASE.len() } else { 0 };
        let positions = positions(strings, placeholders);
        let mut holes: Vec<Hole> = Vec::with_capacity(placeholders.len());
        for (i, placeholder) in placeholders.iter().enumerate() {
            let flaw = |why| Flaw { position: positions[i], kind: why };
            let name = placeholder.name.to_owned();
            let place = match at[i] {
                None => Spot::Base,
                Some(own) => place(&probe, &parts, own, &at, &name).map_err(flaw)?,
            };
            if placeholder.repeats && !matches!(place, Spot::Value { .. } | Spot::Pairs) {
                return Err(flaw(FlawKind::Repeats { name }));
            }
            holes.push(Hole { name, position: positions[i], place, repeats: placeholder.repeats });
        }
        literal.judge_units(&probe, &parts, &at, &positions)?;
        literal.judge_labels(&probe, &parts, &at, &holes, list)?;
        literal.judge_text(&probe, &parts, &positions)?;
        Ok(Self::of_steps(production, &probe, &parts, skip, &at, holes))
    }

    fn of_steps(
        production: Rule,
        probe: &str,
        parts: &Parts,
        skip: usize,
        at: &[Option<usize>],
        holes: Vec<Hole>,
    ) -> Self {
        let steps = |range: Range<usize>| steps(probe, range, at);
        let mut head = Vec::new();
        if at.first() == Some(&None) {
            head.push(Move::Hole(0));
        }
        head.extend(steps(skip..parts.path_end));
        let query = parts.query();
        let has_hole = query.as_ref().is_some_and(|q| at.iter().flatten().any(|i| q.contains(i)));
        let (query, tail) = match query {
            Some(query) if has_hole => {
                let pieces = pieces(probe, query).map(steps).collect();
                (Some(pieces), steps(parts.query_end..parts.end))
            }
            _ => (None, steps(parts.path_end..parts.end)),
        };
        Self { production, holes, head, query, tail, length: probe.len() }
    }

    /// How many placeholders it has.
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

    /// Where a placeholder begins, in characters of the skeleton as it is [shown].
    pub(crate) fn position(&self, hole: usize) -> usize {
        self.holes[hole].position
    }

    /// Returns true if results are IRIs.
    pub(crate) fn is_iri(&self) -> bool {
        matches!(self.production, Rule::Iri | Rule::IriReference)
    }
}

/// The pieces of the query at `range`, between `&`.
fn pieces(probe: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut next = range.start;
    probe[range].split('&').map(move |piece| {
        let start = next;
        next += piece.len() + 1;
        start..start + piece.len()
    })
}

fn steps(probe: &str, range: Range<usize>, at: &[Option<usize>]) -> Vec<Move> {
    let mut steps = Vec::new();
    let mut from = range.start;
    for (i, hole) in at.iter().enumerate() {
        let Some(hole) = hole.filter(|hole| range.contains(hole)) else { continue };
        if from < hole {
            steps.push(Move::Literal(probe[from..hole].into()));
        }
        steps.push(Move::Hole(i));
        from = hole + 1;
    }
    if from < range.end {
        steps.push(Move::Literal(probe[from..range.end].into()));
    }
    steps
}

/// Where the placeholder at `at` stands.
fn place(
    probe: &str,
    parts: &Parts,
    at: usize,
    all: &[Option<usize>],
    name: &str,
) -> Result<Spot, FlawKind> {
    let whole = |range: &Range<usize>| range.len() == 1;
    let has = |range: &Range<usize>| range.contains(&at);
    if parts.scheme().is_some_and(|range| has(&range)) {
        return Err(FlawKind::InScheme { name: name.to_owned() });
    }
    if parts.authority().is_some_and(|range| has(&range)) {
        return place_in_authority(probe, parts, at, name);
    }
    if has(&parts.path()) {
        let range = parts.path();
        let path = &probe[range.clone()];
        let segments = path::segments(Utf8(path.as_bytes()));
        let segments = segments.map(|s| s.start + range.start..s.end + range.start);
        let found = segments.enumerate().find(|(_, segment)| has(segment));
        let (number, segment) = found.map_or((1, range), |(i, segment)| (i + 1, segment));
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
        let piece = pieces(probe, query.clone()).find(has).unwrap_or(query);
        return Ok(match probe[piece.clone()].find('=').map(|equals| piece.start + equals) {
            _ if whole(&piece) => Spot::Pairs,
            Some(equals) if equals < at => {
                let name = piece.start..equals;
                let is_literal = !all.iter().flatten().any(|other| name.contains(other));
                let name = if is_literal { &probe[name] } else { "" };
                Spot::Value { name: name.to_owned() }
            }
            _ => Spot::Name,
        });
    }
    let fragment = parts.fragment().unwrap_or(at..at + 1);
    Ok(if whole(&fragment) { Spot::Fragment } else { Spot::FragmentPart })
}

fn place_in_authority(probe: &str, parts: &Parts, at: usize, name: &str) -> Result<Spot, FlawKind> {
    let has = |range: &Range<usize>| range.contains(&at);
    let name = name.to_owned();
    if let Some(userinfo) = parts.userinfo().filter(has) {
        let colon = probe[userinfo.clone()].find(':').map(|colon| userinfo.start + colon);
        return Ok(match colon {
            None if userinfo.len() == 1 => Spot::Userinfo,
            Some(colon) if colon < at => Spot::Password,
            _ => Spot::User,
        });
    }
    if let Some(port) = parts.port().filter(has) {
        return if port.len() == 1 { Ok(Spot::Port) } else { Err(FlawKind::PartOfPort { name }) };
    }
    let host = parts.host().unwrap_or_default();
    if host.len() == 1 {
        return Ok(Spot::Host);
    }
    if probe[host.clone()].starts_with('[') {
        return Err(FlawKind::InBrackets { name });
    }
    let is_edge = |i: usize, edge: usize| i == edge || probe.as_bytes().get(i) == Some(&b'.');
    let is_label = (at == host.start || is_edge(at - 1, host.end)) && is_edge(at + 1, host.end);
    if is_label { Ok(Spot::Label) } else { Err(FlawKind::PartOfLabel { name }) }
}

/// Literal texts around placeholders, as they are given.
struct Literals<'a> {
    production: Rule,
    on_base: bool,
    strings: &'a [&'a str],
    placeholders: &'a [Placeholder<'a>],
}

impl Literals<'_> {
    fn name(&self, i: usize) -> String {
        self.placeholders.get(i).map(|placeholder| placeholder.name.to_owned()).unwrap_or_default()
    }

    fn flaw(&self, i: usize, why: FlawKind) -> Flaw {
        let positions = positions(self.strings, self.placeholders);
        Flaw { position: positions.get(i).copied().unwrap_or_default(), kind: why }
    }

    /// Judges the text directly beside placeholders.
    fn judge_seams(&self) -> Result<(), Flaw> {
        for (i, string) in self.strings.iter().enumerate().take(self.placeholders.len()) {
            if i > 0 && string.is_empty() {
                let (first, second) = (self.name(i - 1), self.name(i));
                return Err(self.flaw(i, FlawKind::Adjacent { first, second }));
            }
            if ends_in_percent(string) {
                return Err(self.flaw(i, FlawKind::AfterPercent { name: self.name(i) }));
            }
        }
        let behind = self.strings.get(1).copied().unwrap_or_default();
        if self.on_base && !behind.is_empty() && !behind.starts_with(['/', '?', '#']) {
            return Err(self.flaw(0, FlawKind::AfterBase { name: self.name(0) }));
        }
        Ok(())
    }

    /// The text in which a digit stands for each placeholder, and where it does; none for the base.
    fn probe(&self) -> (String, Vec<Option<usize>>) {
        let mut probe = String::new();
        let mut at = Vec::with_capacity(self.placeholders.len());
        for (i, string) in self.strings.iter().enumerate() {
            probe.push_str(string);
            if i == 0 && self.on_base {
                probe.push_str(BASE);
                at.push(None);
            } else if i < self.placeholders.len() {
                at.push(Some(probe.len()));
                probe.push(STAND_IN);
            }
        }
        (probe, at)
    }

    /// One placeholder at most in a segment, in a name or a value, in a user or a password.
    fn judge_units(
        &self,
        probe: &str,
        parts: &Parts,
        at: &[Option<usize>],
        positions: &[usize],
    ) -> Result<(), Flaw> {
        let mut units: Vec<(Single, Range<usize>)> = Vec::new();
        let path = parts.path();
        let segments = path::segments(Utf8(probe[path.clone()].as_bytes()));
        units.extend(segments.map(|s| (Single::Segment, s.start + path.start..s.end + path.start)));
        let halves = |range: Range<usize>, by: char, units: &mut Vec<_>, names: [Single; 2]| {
            let middle = probe[range.clone()].find(by).map_or(range.end, |i| range.start + i);
            units.push((names[0], range.start..middle));
            units.push((names[1], middle..range.end));
        };
        for piece in parts.query().into_iter().flat_map(|query| pieces(probe, query)) {
            halves(piece, '=', &mut units, [Single::Name, Single::Value]);
        }
        if let Some(userinfo) = parts.userinfo() {
            halves(userinfo, ':', &mut units, [Single::User, Single::Password]);
        }
        for (unit, range) in units {
            let mut within = (0..at.len()).filter(|&i| at[i].is_some_and(|at| range.contains(&at)));
            if let (Some(first), Some(second)) = (within.next(), within.next()) {
                let why =
                    FlawKind::TwoInOne { first: self.name(first), second: self.name(second), unit };
                return Err(Flaw { position: positions[second], kind: why });
            }
        }
        Ok(())
    }

    /// Labels stand left of a literal registrable domain.
    fn judge_labels(
        &self,
        probe: &str,
        parts: &Parts,
        at: &[Option<usize>],
        holes: &[Hole],
        list: &Suffixes,
    ) -> Result<(), Flaw> {
        let hole = (0..holes.len()).rev().find(|&i| holes[i].place == Spot::Label);
        let Some((hole, host)) = hole.zip(parts.host()) else { return Ok(()) };
        let start = at[hole].map_or(host.end, |at| host.end.min(at + 2));
        let rest = &probe[start..host.end];
        let domain = domain(rest, list, Which::All).and_then(Domain::registrable);
        if domain.is_none() {
            let why = FlawKind::NoDomain { name: self.name(hole), rest: rest.to_owned() };
            return Err(self.flaw(hole, why));
        }
        Ok(())
    }

    /// The literal text around the placeholders matches the production.
    fn judge_text(&self, probe: &str, parts: &Parts, positions: &[usize]) -> Result<(), Flaw> {
        if matches!(self.production, Rule::Uri | Rule::Iri) && !parts.has_scheme() {
            let first = self.strings.first().is_some_and(|first| first.is_empty());
            let first = first.then(|| self.name(0)).filter(|name| !name.is_empty());
            return Err(Flaw { position: 0, kind: FlawKind::NoScheme { first } });
        }
        let Err(fault) = recognize(Utf8(probe.as_bytes()), self.production) else { return Ok(()) };
        let place = |byte: usize| self.place_shown(byte, positions);
        let shown = shown(self.strings, self.placeholders);
        let position = place(fault.position);
        let span = place(fault.span.start)..place(fault.span.end);
        let fault = Fault { position, span, ..fault };
        let why = FlawKind::Literal { shown, production: self.production, fault };
        Err(Flaw { position, kind: why })
    }

    /// The character of what is shown that a byte of the probe stands for.
    fn place_shown(&self, byte: usize, positions: &[usize]) -> usize {
        let mut from = 0;
        for (i, string) in self.strings.iter().enumerate() {
            let before = i.checked_sub(1).map_or(0, |before| {
                positions[before] + self.placeholders[before].name.chars().count() + 2
            });
            if byte <= from + string.len() {
                return before + string[..byte.saturating_sub(from)].chars().count();
            }
            from += string.len();
            from += if i == 0 && self.on_base { BASE.len() } else { 1 };
            if byte < from {
                return positions.get(i).copied().unwrap_or(before);
            }
        }
        shown(self.strings, self.placeholders).chars().count()
    }
}

/// Returns true if a value after a text would be read as part of a triplet.
fn ends_in_percent(text: &str) -> bool {
    text.ends_with('%')
        || text.len() >= 2
            && text.as_bytes()[text.len() - 2] == b'%'
            && text.as_bytes()[text.len() - 1].is_ascii_hexdigit()
}
