//! The values of a matched text: the pieces decoded, and the variables by name.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::parts::percent::{push_octet, unquote};
use crate::syntax::chars::HEXDIG;
use crate::template::languages::Mark;
pub use crate::template::languages::Shape;
use crate::template::parts::{Modifier, Operator, Variable};
use crate::template::tokens::{Token, TokenKind, is_kept, tokens};

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
    /// The position of the value in the text, in bytes.
    pub span: Range<usize>,
    /// The number of the value's code points in the text, if the text may have only a prefix.
    prefix: Option<u16>,
    /// True if the text distinguishes a text from a list with that text as its only item.
    is_plain: bool,
}

/// A piece of a text that belongs to a variable: its value, a member of its list, a name or a value of its
/// pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuePiece {
    /// The number of the variable, counted from the template's beginning.
    pub(super) variable: usize,
    /// The shape of the value: a text, a list or pairs.
    pub(super) shape: Shape,
    /// Its beginning in the text, in bytes.
    pub(super) start: usize,
    /// Its end.
    pub(super) end: usize,
    /// True if a `+` in it is a space.
    pub(super) plus: bool,
}

impl ValuePiece {
    /// The number of its variable, counted from the template's beginning.
    pub fn variable(&self) -> usize {
        self.variable
    }

    /// The shape of the value: a text, a list or pairs.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its position in the text, in bytes.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Joins this piece and the text up to a later piece of the same variable.
    #[must_use]
    pub fn through(&self, last: &Self) -> Self {
        Self { end: last.end, ..*self }
    }
}

/// The pieces of a text, in the order of the template.
#[derive(Debug)]
pub(super) struct Readings {
    pub(super) pieces: Vec<ValuePiece>,
    variable: usize,
    shape: Shape,
    start: usize,
}

impl Readings {
    /// Makes room for this many pieces.
    pub(super) fn with_capacity(pieces: usize) -> Self {
        Self { pieces: Vec::with_capacity(pieces), variable: 0, shape: Shape::Text, start: 0 }
    }

    /// Takes the next mark, which is at this position of the text.
    #[inline]
    pub(super) fn mark(&mut self, mark: Mark, place: usize) {
        match mark {
            Mark::Begin(variable, shape) => (self.variable, self.shape) = (variable, shape),
            Mark::Piece => self.start = place,
            Mark::Stop => {
                let Self { variable, shape, start, .. } = *self;
                self.pieces.push(ValuePiece { variable, shape, start, end: place, plus: false });
            }
        }
    }
}

/// A variable of a template, and the operator before it.
pub(super) type Occurrence<'t> = (Operator, Variable<'t>);

/// The variables, each with its pieces.
pub fn by_variable(pieces: &[ValuePiece]) -> impl Iterator<Item = &[ValuePiece]> {
    pieces.chunk_by(|a, b| a.variable == b.variable)
}

/// The value in the pieces of a variable.
pub(super) fn found<'t>(
    (operator, variable): Occurrence<'t>,
    pieces: &[ValuePiece],
    text: &str,
) -> Found<'t> {
    let owned = |piece: &ValuePiece| decode_piece(piece, text, operator).into_owned();
    let (first, last) = (pieces.first(), pieces.last());
    let value = match first.map_or(Shape::Text, |piece| piece.shape) {
        Shape::Text => Value::Text(first.map(owned).unwrap_or_default()),
        Shape::List => Value::List(pieces.iter().map(owned).collect()),
        Shape::Pairs => Value::Pairs(
            pieces.chunks_exact(2).map(|pair| (owned(&pair[0]), owned(&pair[1]))).collect(),
        ),
    };
    let start = first.map_or(0, |piece| piece.start);
    let end = last.map_or(0, |piece| piece.end);
    let is_plain = match variable.modifier {
        Modifier::Prefix(_) => true,
        // `;x` is the empty text, and `;x=` a list of it.
        Modifier::None => {
            operator.is_named() && operator.if_empty().is_empty() && value.is_only("")
        }
        Modifier::Explode => false,
    };
    let prefix = variable.modifier.prefix();
    Found { name: variable.name, value, span: start..end, prefix, is_plain }
}

/// The pieces of the variables by name; none if two occurrences of a name contradict each other, or only one of
/// them is defined.
pub(super) fn by_name<'t>(
    pieces: &[ValuePiece],
    occurrences: &[Occurrence<'t>],
    text: &str,
) -> Option<Vec<ValuePiece>> {
    let mut chosen: Vec<(Found<'t>, &[ValuePiece])> = Vec::new();
    let mut places: HashMap<&'t str, usize> = HashMap::new();
    let mut count = 0;
    for pieces in by_variable(pieces) {
        let next = found(occurrences[pieces[0].variable], pieces, text);
        count += 1;
        if let Some(&place) = places.get(next.name) {
            let (known, its_pieces) = &mut chosen[place];
            if known.agree(next)? {
                *its_pieces = pieces;
            }
        } else {
            places.insert(next.name, chosen.len());
            chosen.push((next, pieces));
        }
    }
    // A variable is defined at all of its occurrences or at none.
    let all = occurrences.iter().filter(|(_, variable)| places.contains_key(variable.name)).count();
    if all != count {
        return None;
    }
    let as_found = |(found, pieces): &(Found<'t>, &[ValuePiece])| {
        let shape = match found.value {
            Value::Text(_) => Shape::Text,
            Value::List(_) => Shape::List,
            Value::Pairs(_) => Shape::Pairs,
        };
        let shaped = move |piece: &ValuePiece| ValuePiece { shape, ..*piece };
        pieces.iter().map(shaped).collect::<Vec<_>>()
    };
    Some(chosen.iter().flat_map(as_found).collect())
}

impl Found<'_> {
    /// Merges another occurrence of the same variable, if it does not contradict. Returns whether the other one
    /// says more.
    fn agree(&mut self, mut other: Self) -> Option<bool> {
        self.take_one_for(&other);
        other.take_one_for(self);
        self.is_plain |= other.is_plain;
        other.is_plain = self.is_plain;
        let (longer, shorter) = match (self.prefix, other.prefix) {
            (Some(own), Some(theirs)) if own >= theirs => (&*self, &other),
            (None, Some(_)) => (&*self, &other),
            (Some(_), _) => (&other, &*self),
            (None, None) => return (self.value == other.value).then_some(false),
        };
        let (Value::Text(whole), Value::Text(first), Some(length)) =
            (&longer.value, &shorter.value, shorter.prefix)
        else {
            return None;
        };
        if !whole.chars().take(length.into()).eq(first.chars()) {
            return None;
        }
        let is_more = longer.prefix != self.prefix || longer.span != self.span;
        if is_more {
            *self = other;
        }
        Some(is_more)
    }

    /// Reads an ambiguous text or list of one as what the other occurrence is, if that is known, else as a
    /// text.
    fn take_one_for(&mut self, other: &Self) {
        if self.is_plain {
            return;
        }
        let wants_list = other.is_plain && matches!(other.value, Value::List(_));
        match &mut self.value {
            Value::Text(text) if wants_list => self.value = Value::List(vec![std::mem::take(text)]),
            Value::List(members) if !wants_list => {
                if let [only] = &mut members[..] {
                    self.value = Value::Text(std::mem::take(only));
                }
            }
            _ => {}
        }
    }
}

impl Value {
    /// Returns true if it is this text, or a list with only this text.
    fn is_only(&self, text: &str) -> bool {
        match self {
            Self::Text(only) => only == text,
            Self::List(members) => matches!(&members[..], [only] if only == text),
            Self::Pairs(_) => false,
        }
    }
}

/// Decodes a piece of a text.
pub(super) fn decode_piece<'a>(
    piece: &ValuePiece,
    text: &'a str,
    operator: Operator,
) -> Cow<'a, str> {
    let text = &text[piece.range()];
    if piece.plus && text.contains('+') {
        return Cow::Owned(decode(&text.replace('+', " "), operator).into_owned());
    }
    decode(text, operator)
}

/// The value that expands to a piece of valid text.
pub(super) fn decode(piece: &str, operator: Operator) -> Cow<'_, str> {
    if !piece.contains('%') {
        return Cow::Borrowed(piece);
    }
    if !operator.allows_reserved() {
        // Its triplets are UTF-8, because others are not tokens of a value.
        return Cow::Owned(String::from_utf8_lossy(&unquote(piece)).into_owned());
    }
    let (tokens, _) = tokens(piece);
    let mut out = String::with_capacity(piece.len());
    for (i, token) in tokens.iter().enumerate() {
        match token.kind() {
            // Before two digits it would be taken for a triplet.
            TokenKind::Encoded('%') if !begins_with_digits(&tokens[i + 1..]) => out.push('%'),
            TokenKind::Encoded(c) if !is_kept(c) => out.push(c),
            // OK because the characters that stay are ASCII.
            TokenKind::Encoded(c) => push_octet(&mut out, c as u8),
            _ => token.push(&mut out),
        }
    }
    Cow::Owned(out)
}

fn begins_with_digits(tokens: &[Token]) -> bool {
    let is_digit =
        |token: &Token| matches!(token.kind(), TokenKind::Raw(b) if HEXDIG.contains(b.into()));
    matches!(tokens, [a, b, ..] if is_digit(a) && is_digit(b))
}
