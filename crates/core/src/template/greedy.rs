//! The short way through a text: for templates in which each value ends where the text has a
//! character that no value has. It answers only where there is one reading at most.

use crate::syntax::chars::UNRESERVED;
use crate::template::languages::{Shape, values_of};
use crate::template::parts::{Expression, Modifier, Operator, Part, Parts, Variable, parts};
use crate::template::tokens::{Token, Values};
use crate::template::values::Readings;

/// What the short way finds.
pub(super) enum Outcome<'t> {
    /// The one reading.
    Read(Readings<'t>),
    /// There is none.
    No,
    /// The automaton has to decide.
    Doubt,
}

/// Why the short way ends early.
enum Stop {
    No,
    Doubt,
}

/// How many parts after an expression are looked at.
const AHEAD: usize = 8;

pub(super) fn read<'t>(template: &'t str, text: &str, slash: bool) -> Outcome<'t> {
    let mut reader = Reader { text, at: 0, slash, readings: Readings::default() };
    match reader.template(parts(template)) {
        Ok(()) => Outcome::Read(reader.readings),
        Err(Stop::No) => Outcome::No,
        Err(Stop::Doubt) => Outcome::Doubt,
    }
}

struct Reader<'x, 't> {
    text: &'x str,
    /// Where the reader is, in bytes.
    at: usize,
    slash: bool,
    readings: Readings<'t>,
}

impl<'t> Reader<'_, 't> {
    fn template(&mut self, mut parts: Parts<'t>) -> Result<(), Stop> {
        while let Some(part) = parts.next() {
            match part {
                Part::Literal(literal) => self.literal(literal)?,
                Part::Expression(expression) => self.expression(&expression, &parts)?,
            }
        }
        if self.at == self.text.len() { Ok(()) } else { Err(Stop::No) }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: &str) -> bool {
        let is_there = self.text.as_bytes()[self.at..].starts_with(byte.as_bytes());
        if is_there {
            self.at += byte.len();
        }
        is_there
    }

    fn literal(&mut self, literal: &str) -> Result<(), Stop> {
        if !literal.contains('%') && self.take(literal) {
            return Ok(());
        }
        // The same characters may be written otherwise.
        let mut i = 0;
        while i < literal.len() {
            if self.at == self.text.len() {
                return Err(Stop::No);
            }
            let (wanted, wanted_length) = Token::at(literal, i);
            let (token, length) = Token::at(self.text, self.at);
            if token != wanted {
                return Err(Stop::No);
            }
            i += wanted_length;
            self.at += length;
        }
        Ok(())
    }

    fn expression(&mut self, expression: &Expression<'t>, rest: &Parts<'t>) -> Result<(), Stop> {
        let operator = expression.operator;
        let outline = Outline::of(expression);
        if outline.is_open || !outline.ends_clearly(operator, rest.clone()) {
            return Err(Stop::Doubt);
        }
        if operator == Operator::Simple || operator == Operator::Reserved {
            return expression.variables().try_for_each(|variable| self.plain(operator, variable));
        }
        if operator.is_named() {
            return self.named(expression);
        }
        let mut before = operator.first();
        for variable in expression.variables() {
            if !self.take(before) {
                break;
            }
            if variable.modifier == Modifier::Explode {
                self.members(operator, variable)?;
            } else {
                self.plain(operator, variable)?;
            }
            before = operator.separator();
        }
        Ok(())
    }

    /// Text, or a list with commas.
    fn plain(&mut self, operator: Operator, variable: Variable<'t>) -> Result<(), Stop> {
        let values = values_of(operator, variable.modifier, self.slash);
        let start = self.at;
        self.run(values);
        if operator.allows_reserved() || self.peek() != Some(b',') {
            self.readings.begin(operator, variable, Shape::Text);
            self.readings.piece(start..self.at);
            return Ok(());
        }
        self.readings.begin(operator, variable, Shape::List);
        self.readings.piece(start..self.at);
        while self.take(",") {
            self.piece(values);
        }
        Ok(())
    }

    fn piece(&mut self, values: Values) {
        let start = self.at;
        self.run(values);
        self.readings.piece(start..self.at);
    }

    /// `/a/b` or `/a=1/b=2`, behind the first slash.
    fn members(&mut self, operator: Operator, variable: Variable<'t>) -> Result<(), Stop> {
        let values = values_of(operator, variable.modifier, self.slash);
        let start = self.at;
        self.run(values);
        let is_pairs = self.peek() == Some(b'=');
        let shape = if is_pairs { Shape::Pairs } else { Shape::List };
        self.readings.begin(operator, variable, shape);
        self.readings.piece(start..self.at);
        loop {
            if is_pairs {
                if !self.take("=") {
                    return Err(Stop::No);
                }
                self.piece(values);
            }
            if !self.take(operator.separator()) {
                return Ok(());
            }
            self.piece(values);
        }
    }

    /// `?a=1&b=2`
    fn named(&mut self, expression: &Expression<'t>) -> Result<(), Stop> {
        let operator = expression.operator;
        let mut before = operator.first();
        for variable in expression.variables() {
            let start = self.at;
            if !self.take(before) {
                return Ok(());
            }
            let name = self.name()?;
            if variable.modifier == Modifier::Explode {
                self.at = start;
                return self.named_members(operator, variable, before);
            }
            if name != variable.name {
                self.at = start;
                continue;
            }
            before = operator.separator();
            if self.take("=") {
                let is_bare = operator.if_empty().is_empty();
                let value = self.at;
                self.plain(operator, variable)?;
                if is_bare && value == self.at {
                    return Err(Stop::No);
                }
            } else if operator.if_empty().is_empty() {
                self.readings.begin(operator, variable, Shape::Text);
                self.readings.piece(self.at..self.at);
            } else {
                return Err(Stop::No);
            }
        }
        Ok(())
    }

    /// `?x=1&x=2` or `?a=1&b=2`, before the first of it.
    fn named_members(
        &mut self,
        operator: Operator,
        variable: Variable<'t>,
        first: &str,
    ) -> Result<(), Stop> {
        let values = values_of(operator, variable.modifier, self.slash);
        self.readings.begin(operator, variable, Shape::Pairs);
        let mut before = first;
        let mut is_list = true;
        let begin = self.readings.pieces.len();
        while self.take(before) {
            before = operator.separator();
            let start = self.at;
            let name = self.name()?;
            is_list &= name == variable.name;
            self.readings.piece(start..self.at);
            let is_bare = operator.if_empty().is_empty();
            if self.take("=") {
                let value = self.at;
                self.piece(values);
                if is_bare && value == self.at {
                    return Err(Stop::No);
                }
            } else if is_bare {
                self.readings.piece(self.at..self.at);
            } else {
                return Err(Stop::No);
            }
        }
        if is_list && let Some(reading) = self.readings.variables.last_mut() {
            let values: Vec<_> = self.readings.pieces.drain(begin..).skip(1).step_by(2).collect();
            self.readings.pieces.extend(values);
            reading.shape = Shape::List;
            reading.pieces = begin..self.readings.pieces.len();
        }
        Ok(())
    }

    /// A name, which is compared as it stands.
    fn name(&mut self) -> Result<&str, Stop> {
        let start = self.at;
        while self.peek().is_some_and(|b| UNRESERVED.contains(b.into())) {
            self.at += 1;
        }
        match self.peek() {
            Some(b) if b == b'%' || !b.is_ascii() => Err(Stop::Doubt),
            _ => Ok(&self.text[start..self.at]),
        }
    }

    /// Goes over what a value is made of, as far as it goes.
    fn run(&mut self, values: Values) {
        while let Some(byte) = self.peek() {
            if UNRESERVED.contains(byte.into()) {
                self.at += 1;
                continue;
            }
            let (token, length) = Token::at(self.text, self.at);
            if !values.contains(token) {
                return;
            }
            self.at += length;
        }
    }
}

/// What matters of an expression for where its values end.
struct Outline {
    is_single: bool,
    is_exploded: bool,
    /// Whether more than one reading is to be expected.
    is_open: bool,
}

impl Outline {
    fn of(expression: &Expression<'_>) -> Self {
        let mut outline =
            Self { is_single: expression.is_single(), is_exploded: false, is_open: false };
        for variable in expression.variables() {
            // Only the last one may go on and on.
            outline.is_open |= outline.is_exploded
                || matches!(variable.modifier, Modifier::Prefix(_))
                || variable.name.contains('%');
            outline.is_exploded |= variable.modifier == Modifier::Explode;
        }
        let needs_single = matches!(
            expression.operator,
            Operator::Simple | Operator::Reserved | Operator::Fragment | Operator::Label
        );
        outline.is_open |= needs_single && (outline.is_exploded || !outline.is_single);
        // `/a=1` is no value of the first variable, and a pair of the last.
        let is_named = expression.operator.is_named();
        outline.is_open |= outline.is_exploded && !is_named && !outline.is_single;
        outline
    }

    /// Whether what follows the expression can begin with nothing that the expression has.
    fn ends_clearly(&self, operator: Operator, rest: Parts<'_>) -> bool {
        let own = |byte: u8| {
            let has_list = byte == b',';
            let has_pairs = byte == b'=' && self.is_exploded;
            let begins = operator.first().as_bytes() == [byte];
            let goes_on =
                (self.is_exploded || !self.is_single) && operator.separator().as_bytes() == [byte];
            has_list || has_pairs || begins || goes_on
        };
        for (i, part) in rest.enumerate() {
            if operator.allows_reserved() || i == AHEAD {
                return false;
            }
            match part {
                Part::Literal(literal) => {
                    let byte = literal.as_bytes()[0];
                    return byte.is_ascii()
                        && byte != b'%'
                        && !UNRESERVED.contains(byte.into())
                        && !own(byte);
                }
                Part::Expression(next) => {
                    let by_name = operator.is_named() && !self.is_exploded;
                    let continues = by_name && next.operator == Operator::Continuation;
                    match next.operator.first().as_bytes() {
                        [] | [b'.'] => return false,
                        [byte, ..] if own(*byte) && !continues => return false,
                        _ => {}
                    }
                }
            }
        }
        true
    }
}
