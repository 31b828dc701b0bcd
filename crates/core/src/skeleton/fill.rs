//! Filling: from a skeleton and values to a reference.

use std::borrow::Cow;

use crate::compose::Components;
use crate::parts::path::{self, hidden_dot_segment};
use crate::parts::percent::push_quoted;
use crate::skeleton::judge::{NoHost, decoded, host_of_host, host_of_text, is_label};
use crate::skeleton::place::{Newtype, Spot};
use crate::skeleton::read::{Hole, Move, Skeleton};
use crate::syntax::chars::unreserved;
use crate::syntax::text::Utf8;

/// A value for a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum<'a> {
    /// None.
    Nothing,
    /// Text.
    Text(Cow<'a, str>),
    /// An integer, as digits.
    Integer(Cow<'a, str>),
    /// A component that is already encoded and valid.
    Newtype(Newtype, Cow<'a, str>),
    /// A valid reference, which may be a base.
    Reference(Cow<'a, str>),
    /// Several values of one pair; an empty list writes nothing.
    List(Vec<Option<String>>),
    /// Pairs of names and values, several of them for a name if it has a list.
    Pairs(Vec<(String, PairDatum)>),
}

/// The value of a pair, next to its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairDatum {
    /// One, or None.
    One(Option<String>),
    /// A list.
    List(Vec<Option<String>>),
}

/// A value that its placeholder does not accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// The number of the placeholder.
    pub hole: usize,
    /// The reason.
    pub why: Denial,
}

/// Why a value is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denial {
    /// `None` for a value that is required.
    Missing,
    /// An empty text for a segment.
    Empty,
    /// It would make a dot segment.
    DotSegment(&'static str),
    /// A list.
    List,
    /// A mapping or pairs.
    Pairs,
    /// Text, where only pairs or an integer are accepted.
    Text,
    /// A component in the wrong place.
    Elsewhere(Newtype),
    /// A component with characters that a URI does not have.
    NotAscii(Newtype),
    /// Not an integer from 1 to 65535.
    Port,
    /// No host.
    Host(NoHost),
    /// No label.
    Label,
    /// The base is not a reference with a scheme.
    NotABase,
    /// The base has a query.
    BaseQuery,
    /// The base has a fragment.
    BaseFragment,
    /// The base has a dot segment.
    BaseDots,
    /// The base has characters that a URI does not have.
    BaseNotAscii,
    /// The text after the base would become an authority.
    BaseAuthority,
}

/// The place of one value: takes it by [`put`](Self::put), once.
pub struct Opening<'o> {
    out: &'o mut String,
    skeleton: &'o Skeleton,
    number: usize,
    /// The literal text after the placeholder in the same pair.
    behind: &'o str,
    /// The beginning of the pair.
    start: usize,
    /// True if the pair is left out.
    is_dropped: &'o mut bool,
}

impl Skeleton {
    /// Fills it: `value` puts the value of each placeholder, by its number, into its slot.
    pub fn fill<E>(
        &self,
        mut value: impl FnMut(usize, &mut Opening<'_>) -> Result<(), E>,
    ) -> Result<String, E> {
        let mut out = String::with_capacity(self.length + 24 * self.holes.len());
        self.run(&self.head, &mut out, &mut value)?;
        if let Some(pieces) = &self.query {
            let before = out.len();
            let (mut is_any_kept, mut is_any_dropped) = (false, false);
            out.push('?');
            for piece in pieces {
                let mark = out.len();
                if is_any_kept {
                    out.push('&');
                }
                if self.run(piece, &mut out, &mut value)? {
                    is_any_kept = true;
                } else {
                    is_any_dropped = true;
                    out.truncate(mark);
                }
            }
            if is_any_dropped && !is_any_kept {
                out.truncate(before);
            }
        }
        self.run(&self.tail, &mut out, &mut value)?;
        Ok(out)
    }

    /// Runs some steps. Returns whether their output stays.
    #[inline]
    fn run<E>(
        &self,
        steps: &[Move],
        out: &mut String,
        value: &mut impl FnMut(usize, &mut Opening<'_>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let start = out.len();
        let mut is_dropped = false;
        for (i, step) in steps.iter().enumerate() {
            match step {
                Move::Literal(text) => out.push_str(text),
                Move::Hole(number) => {
                    let behind = match steps.get(i + 1) {
                        Some(Move::Literal(text)) => text,
                        _ => "",
                    };
                    let (skeleton, number) = (self, *number);
                    let is_dropped = &mut is_dropped;
                    value(
                        number,
                        &mut Opening { out, skeleton, number, behind, start, is_dropped },
                    )?;
                }
            }
        }
        Ok(!is_dropped)
    }
}

impl Opening<'_> {
    /// Returns true if only a reference is accepted here.
    pub(crate) fn is_base(&self) -> bool {
        self.hole().place == Spot::Base
    }

    /// Writes the value, if the placeholder accepts it.
    #[inline]
    pub fn put(&mut self, value: Datum<'_>) -> Result<(), Denied> {
        let hole = self.number;
        self.written(value).map_err(|why| Denied { hole, why })
    }

    fn hole(&self) -> &Hole {
        &self.skeleton.holes[self.number]
    }

    fn is_iri(&self) -> bool {
        self.skeleton.is_iri()
    }

    fn written(&mut self, value: Datum<'_>) -> Result<(), Denial> {
        match value {
            Datum::Reference(text) if self.is_base() => self.base(&text),
            // Elsewhere a reference is text like any other.
            Datum::Text(text) | Datum::Reference(text) => self.text(&text, false),
            Datum::Integer(text) => self.text(&text, true),
            Datum::Nothing => self.nothing(),
            Datum::Newtype(component, text) => self.component(component, &text),
            Datum::List(members) => self.list(members),
            Datum::Pairs(pairs) => self.pairs(pairs),
        }
    }

    fn text(&mut self, text: &str, is_integer: bool) -> Result<(), Denial> {
        match &self.hole().place {
            Spot::Segment { .. } => judge_segment(text)?,
            Spot::SegmentPart { before, after, .. } => judge_part(before, text, after)?,
            Spot::Host => {
                let host = host_of_text(text, self.is_iri()).map_err(Denial::Host)?;
                self.out.push_str(&host);
                return Ok(());
            }
            Spot::Label if is_label(text) => {}
            Spot::Label => return Err(Denial::Label),
            Spot::Port if is_integer => {
                let port: u16 = text.parse().map_err(|_| Denial::Port)?;
                if port == 0 {
                    return Err(Denial::Port);
                }
            }
            Spot::Port => return Err(Denial::Port),
            Spot::Pairs => return Err(Denial::Text),
            Spot::Base => return Err(Denial::NotABase),
            Spot::Userinfo
            | Spot::User
            | Spot::Password
            | Spot::Value { .. }
            | Spot::Name
            | Spot::Fragment
            | Spot::FragmentPart => {}
        }
        self.push(text);
        Ok(())
    }

    /// Appends text and encodes everything except `unreserved`, and `ucschar` in an IRI.
    #[inline]
    fn push(&mut self, text: &str) {
        push_quoted(text, unreserved(self.is_iri()), self.out);
    }

    fn nothing(&mut self) -> Result<(), Denial> {
        match self.hole().place {
            Spot::Value { .. } | Spot::Name | Spot::Pairs => *self.is_dropped = true,
            // The colon before it.
            Spot::Port => drop(self.out.pop()),
            _ => return Err(Denial::Missing),
        }
        Ok(())
    }

    fn component(&mut self, component: Newtype, text: &str) -> Result<(), Denial> {
        let place = &self.hole().place;
        let (belongs, written) = match (component, place) {
            (Newtype::Segment, &Spot::Segment { may_be_scheme, .. }) => {
                judge_segment(&decoded(text))?;
                (true, without_colon(text, may_be_scheme))
            }
            (Newtype::Path, &Spot::Segment { may_be_scheme, .. }) => {
                let segments = path::segments(Utf8(text.as_bytes()));
                let mut written: Vec<Cow<'_, str>> = Vec::new();
                for segment in segments {
                    let segment = &text[segment];
                    judge_segment(&decoded(segment))?;
                    written.push(without_colon(segment, may_be_scheme && written.is_empty()));
                }
                if written.is_empty() {
                    return Err(Denial::Empty);
                }
                (true, Cow::Owned(written.join("/")))
            }
            (Newtype::Host, Spot::Host) => {
                let host = host_of_host(text, self.is_iri()).map_err(Denial::Host)?;
                (true, Cow::Owned(host))
            }
            (Newtype::Query, Spot::Pairs) => {
                *self.is_dropped = text.is_empty();
                (true, Cow::Borrowed(text))
            }
            (Newtype::Fragment, Spot::Fragment) | (Newtype::Userinfo, Spot::Userinfo) => {
                (true, Cow::Borrowed(text))
            }
            _ => (false, Cow::Borrowed(text)),
        };
        if !belongs {
            return Err(Denial::Elsewhere(component));
        }
        if !self.is_iri() && !written.is_ascii() {
            return Err(Denial::NotAscii(component));
        }
        self.out.push_str(&written);
        Ok(())
    }

    fn base(&mut self, text: &str) -> Result<(), Denial> {
        let base = Components::of(text);
        if base.scheme.is_none() {
            return Err(Denial::NotABase);
        }
        if base.query.is_some() {
            return Err(Denial::BaseQuery);
        }
        if base.fragment.is_some() {
            return Err(Denial::BaseFragment);
        }
        if hidden_dot_segment(&decoded(base.path)).is_some() {
            return Err(Denial::BaseDots);
        }
        if !self.is_iri() && !text.is_ascii() {
            return Err(Denial::BaseNotAscii);
        }
        let path = match base.path.strip_suffix('/') {
            // Exactly one slash separates them.
            Some(path) if self.behind.starts_with('/') => path,
            _ => base.path,
        };
        if base.authority.is_none() && path.is_empty() && self.behind.starts_with("//") {
            return Err(Denial::BaseAuthority);
        }
        self.out.push_str(&text[..text.len() - (base.path.len() - path.len())]);
        Ok(())
    }

    /// Writes the pair once for each member.
    fn list(&mut self, members: Vec<Option<String>>) -> Result<(), Denial> {
        if !self.hole().repeats || self.hole().place == Spot::Pairs {
            return Err(Denial::List);
        }
        let before = self.out[self.start..].to_owned();
        let mut members = members.into_iter().flatten();
        let Some(first) = members.next() else {
            *self.is_dropped = true;
            return Ok(());
        };
        self.push(&first);
        for member in members {
            self.out.push_str(self.behind);
            self.out.push('&');
            self.out.push_str(&before);
            self.push(&member);
        }
        Ok(())
    }

    fn pairs(&mut self, pairs: Vec<(String, PairDatum)>) -> Result<(), Denial> {
        if self.hole().place != Spot::Pairs {
            return Err(Denial::Pairs);
        }
        let mut is_first = true;
        for (name, values) in pairs {
            let values = match values {
                PairDatum::One(value) => vec![value],
                PairDatum::List(values) if self.hole().repeats => values,
                PairDatum::List(_) => return Err(Denial::List),
            };
            for value in values.into_iter().flatten() {
                if !std::mem::take(&mut is_first) {
                    self.out.push('&');
                }
                self.push(&name);
                self.out.push('=');
                self.push(&value);
            }
        }
        *self.is_dropped = is_first;
        Ok(())
    }
}

/// A whole segment, decoded.
#[inline]
fn judge_segment(text: &str) -> Result<(), Denial> {
    if text.is_empty() {
        return Err(Denial::Empty);
    }
    match hidden_dot_segment(text) {
        Some(dots) => Err(Denial::DotSegment(dots)),
        None => Ok(()),
    }
}

/// Part of a segment, between literal texts, decoded.
fn judge_part(before: &str, text: &str, after: &str) -> Result<(), Denial> {
    // Most have neither a dot nor a delimiter anywhere.
    let may_hide = |text: &str| text.contains(['.', '/', '\\']);
    if may_hide(text) || may_hide(before) || may_hide(after) {
        let whole = [before, text, after].concat();
        if let Some(dots) = hidden_dot_segment(&whole) {
            return Err(Denial::DotSegment(dots));
        }
    }
    Ok(())
}

/// A segment in which a colon cannot end a scheme.
fn without_colon(segment: &str, may_be_scheme: bool) -> Cow<'_, str> {
    if may_be_scheme && segment.contains(':') {
        Cow::Owned(segment.replace(':', "%3A"))
    } else {
        Cow::Borrowed(segment)
    }
}
