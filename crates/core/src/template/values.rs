//! What a reading of a text means: the pieces decoded, and the variables by name.

use std::collections::HashMap;
use std::ops::Range;

use crate::parts::percent::{push_octet, unquote};
use crate::syntax::chars::HEXDIG;
use crate::template::languages::{Shape, values_of};
use crate::template::parts::{Modifier, Operator, Part, Variable, parts};
use crate::template::tokens::{Kind, Token, is_kept, tokens};

/// The value of a variable, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string.
    Text(String),
    /// A list.
    List(Vec<String>),
    /// An associative array: pairs of names and values, in order; a name may come twice.
    Pairs(Vec<(String, String)>),
}

/// A variable that a text defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its value.
    pub value: Value,
    /// Where the value stands in the text, in bytes.
    pub span: Range<usize>,
    /// How many code points of the value the text has, where it need not have all.
    prefix: Option<u16>,
}

/// A defined variable of the template, and its pieces.
#[derive(Clone, Debug)]
pub(super) struct Reading<'t> {
    pub(super) operator: Operator,
    pub(super) variable: Variable<'t>,
    pub(super) shape: Shape,
    /// Which of the pieces.
    pub(super) pieces: Range<usize>,
}

/// All that a text defines, in the order of the template.
#[derive(Clone, Debug, Default)]
pub(super) struct Readings<'t> {
    pub(super) variables: Vec<Reading<'t>>,
    /// Where they stand in the text, in bytes.
    pub(super) pieces: Vec<Range<usize>>,
}

impl<'t> Readings<'t> {
    /// Begins a variable, whose pieces come next.
    pub(super) fn begin(&mut self, operator: Operator, variable: Variable<'t>, shape: Shape) {
        let start = self.pieces.len();
        self.variables.push(Reading { operator, variable, shape, pieces: start..start });
    }

    /// The next piece of the variable that was begun last.
    pub(super) fn piece(&mut self, piece: Range<usize>) {
        self.pieces.push(piece);
        if let Some(reading) = self.variables.last_mut() {
            reading.pieces.end = self.pieces.len();
        }
    }

    /// The variables with their values, each occurrence by itself.
    pub(super) fn each(&self, text: &str) -> Vec<Found<'t>> {
        self.variables.iter().map(|reading| self.found(reading, text)).collect()
    }

    /// The variables with their values, by name; None where two occurrences of a name
    /// contradict each other.
    pub(super) fn by_name(&self, template: &str, text: &str) -> Option<Vec<Found<'t>>> {
        let mut found: Vec<Found<'t>> = Vec::with_capacity(self.variables.len());
        let mut places = Places::new(self.variables.len());
        for reading in &self.variables {
            let next = self.found(reading, text);
            if let Some(place) = places.of(next.name, &found) {
                found[place].agree(next)?;
            } else {
                places.put(next.name, found.len());
                found.push(next);
            }
        }
        // What is defined in one place is defined in all of them.
        let mut occurrences = 0;
        for part in parts(template) {
            let Part::Expression(expression) = part else { continue };
            for variable in expression.variables() {
                occurrences += usize::from(places.of(variable.name, &found).is_some());
            }
        }
        (occurrences == self.variables.len()).then_some(found)
    }

    fn found(&self, reading: &Reading<'t>, text: &str) -> Found<'t> {
        let Reading { operator, variable, shape, ref pieces } = *reading;
        let pieces = &self.pieces[pieces.clone()];
        let decoded =
            |piece: &Range<usize>| decode(&text[piece.clone()], operator, variable.modifier);
        let value = match shape {
            Shape::Text => Value::Text(pieces.first().map(decoded).unwrap_or_default()),
            Shape::List => Value::List(pieces.iter().map(decoded).collect()),
            Shape::Pairs => Value::Pairs(
                pieces.chunks_exact(2).map(|pair| (decoded(&pair[0]), decoded(&pair[1]))).collect(),
            ),
        };
        let prefix = match variable.modifier {
            Modifier::Prefix(length) => Some(length),
            _ => None,
        };
        let start = pieces.first().map_or(0, |piece| piece.start);
        let end = pieces.last().map_or(0, |piece| piece.end);
        Found { name: variable.name, value, span: start..end, prefix }
    }
}

impl Found<'_> {
    /// Takes in what another occurrence of the same variable says, if it does not contradict.
    fn agree(&mut self, other: Self) -> Option<()> {
        self.take_one_for_text();
        let mut other = other;
        other.take_one_for_text();
        let (longer, shorter) = match (self.prefix, other.prefix) {
            (Some(own), Some(theirs)) if own >= theirs => (&*self, &other),
            (None, Some(_)) => (&*self, &other),
            (Some(_), _) => (&other, &*self),
            (None, None) => return (self.value == other.value).then_some(()),
        };
        let (Value::Text(whole), Value::Text(first), Some(length)) =
            (&longer.value, &shorter.value, shorter.prefix)
        else {
            return None;
        };
        if !whole.chars().take(length.into()).eq(first.chars()) {
            return None;
        }
        if longer.prefix != self.prefix || longer.span != self.span {
            *self = other;
        }
        Some(())
    }

    /// A list of one is written as the text is.
    fn take_one_for_text(&mut self) {
        if let Value::List(members) = &mut self.value
            && let [only] = &mut members[..]
        {
            self.value = Value::Text(std::mem::take(only));
        }
    }
}

/// Where a name's value is: few are looked through, many are looked up.
struct Places<'t>(Option<HashMap<&'t str, usize>>);

impl<'t> Places<'t> {
    fn new(count: usize) -> Self {
        Self((count > 16).then(HashMap::new))
    }

    fn of(&self, name: &str, found: &[Found<'_>]) -> Option<usize> {
        match &self.0 {
            Some(places) => places.get(name).copied(),
            None => found.iter().position(|one| one.name == name),
        }
    }

    fn put(&mut self, name: &'t str, place: usize) {
        if let Some(places) = &mut self.0 {
            places.insert(name, place);
        }
    }
}

/// What a piece of valid text stands for, so that it expands to the same text again.
fn decode(piece: &str, operator: Operator, modifier: Modifier) -> String {
    if !piece.contains('%') {
        return piece.to_owned();
    }
    if !values_of(operator, modifier, true).reserved {
        // Its triplets are UTF-8, or they would not be tokens of a value.
        return String::from_utf8_lossy(&unquote(piece)).into_owned();
    }
    let (tokens, _) = tokens(piece);
    let mut out = String::with_capacity(piece.len());
    for (i, token) in tokens.iter().enumerate() {
        match token.kind() {
            // Before two digits it would be taken for a triplet.
            Kind::Encoded('%') if !begins_with_digits(&tokens[i + 1..]) => out.push('%'),
            Kind::Encoded(c) if !is_kept(c) => out.push(c),
            // OK because what is kept is ASCII.
            Kind::Encoded(c) => push_octet(&mut out, c as u8),
            _ => token.push(&mut out),
        }
    }
    out
}

fn begins_with_digits(tokens: &[Token]) -> bool {
    let is_digit =
        |token: &Token| matches!(token.kind(), Kind::Raw(b) if HEXDIG.contains(b.into()));
    matches!(tokens, [a, b, ..] if is_digit(a) && is_digit(b))
}
