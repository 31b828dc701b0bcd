//! The short way through a text: for templates in which each value ends where the text has a
//! character that no value has, or where a literal comes for the first time. It answers only where
//! it finds what the automaton would.

use std::ops::Range;

use crate::syntax::chars::UNRESERVED;
use crate::template::languages::{Shape, values_of};
use crate::template::letter_case::ignoring_case;
use crate::template::parts::{
    Expression, Modifier, Operator, Place, TemplatePart, TemplateParts, parts,
};
use crate::template::tokens::{Token, TokenKind, ValueTokens};
use crate::template::values::{Readings, ValuePiece, decode};

/// The result of the short way.
pub(super) enum Outcome {
    /// The first reading.
    Read(Vec<ValuePiece>),
    /// There is none.
    No,
    /// The automaton has to decide.
    Doubt,
}

/// Why the short way ends early.
enum GreedyStop {
    No,
    Doubt,
}

/// How many parts after an expression are looked at.
const AHEAD: usize = 8;

/// A template that has a short way. Variables are counted from its beginning.
#[derive(Debug)]
pub(super) struct Program {
    steps: Vec<GreedyStep>,
    /// Where letter case makes no difference in the template.
    ignoring_case: Vec<Range<usize>>,
}

#[derive(Debug)]
enum GreedyStep {
    /// Text of the template, and whether it has no triplets.
    Literal(Range<usize>, bool),
    /// `{x}`, `{+x}`
    Plain(usize),
    /// `{x}-{y}.`
    VariableRun(Vec<Link>),
    /// `{x,y}`, `{#x,y}`
    Commas(Operator, Range<usize>),
    /// `{/x,y*}`
    Unnamed(Operator, Range<usize>),
    /// `{?x,y*}`
    Named(Operator, Range<usize>),
}

/// A variable, and the literal after it, of unreserved characters. Only the last one may be without.
#[derive(Debug)]
struct Link {
    variable: usize,
    literal: Range<usize>,
}

impl Program {
    /// None if the automaton always has to decide.
    pub(super) fn of(template: &str) -> Option<Self> {
        let ignoring_case = ignoring_case(template);
        let has_cases = |range: &Range<usize>| {
            let is_in = |i| ignoring_case.iter().any(|one| one.contains(&i));
            range.clone().any(|i| template.as_bytes()[i].is_ascii_alphabetic() && is_in(i))
        };
        let mut steps = Vec::new();
        let mut parts = parts(template);
        let mut next = 0;
        while let Some(part) = parts.next() {
            match part {
                TemplatePart::Literal(literal) => {
                    let range = parts.end() - literal.len()..parts.end();
                    steps.push(GreedyStep::Literal(range, !literal.contains('%')));
                }
                TemplatePart::Expression(expression) => {
                    let variables = next..next + expression.variables().count();
                    next = variables.end;
                    if let Some(chain) = VariableRun::of(&expression, &parts, variables.start) {
                        if chain.links.iter().any(|link| has_cases(&link.literal)) {
                            return None;
                        }
                        next = variables.start + chain.links.len();
                        parts = chain.rest;
                        steps.push(GreedyStep::VariableRun(chain.links));
                        steps.extend(chain.literal.map(|range| GreedyStep::Literal(range, true)));
                        continue;
                    }
                    let outline = Outline::of(&expression);
                    let operator = expression.operator;
                    if outline.is_open || !outline.ends_clearly(operator, parts.clone()) {
                        return None;
                    }
                    steps.push(match operator {
                        Operator::Simple | Operator::Reserved if outline.is_single => {
                            GreedyStep::Plain(variables.start)
                        }
                        _ if !outline.is_single && operator.separator() == "," => {
                            GreedyStep::Commas(operator, variables)
                        }
                        _ if operator.is_named() => GreedyStep::Named(operator, variables),
                        _ => GreedyStep::Unnamed(operator, variables),
                    });
                }
            }
        }
        Some(Self { steps, ignoring_case })
    }

    /// Reads a text by the template that this was made of, and its variables.
    pub(super) fn read(
        &self,
        template: &str,
        variables: &[Place],
        text: &str,
        slash: bool,
    ) -> Outcome {
        let readings = Readings::with_capacity(variables.len());
        let ignoring_case = &self.ignoring_case;
        let mut reader =
            GreedyReader { template, ignoring_case, variables, text, at: 0, slash, readings };
        match self.steps.iter().try_for_each(|step| reader.step(step)) {
            Ok(()) if reader.at == text.len() => Outcome::Read(reader.readings.pieces),
            Ok(()) | Err(GreedyStop::No) => Outcome::No,
            Err(GreedyStop::Doubt) => Outcome::Doubt,
        }
    }
}

struct GreedyReader<'x> {
    template: &'x str,
    ignoring_case: &'x [Range<usize>],
    variables: &'x [Place],
    text: &'x str,
    /// Where the reader is, in bytes.
    at: usize,
    slash: bool,
    readings: Readings,
}

impl<'x> GreedyReader<'x> {
    fn step(&mut self, step: &GreedyStep) -> Result<(), GreedyStop> {
        match step {
            GreedyStep::Literal(range, is_plain) => {
                let literal = &self.template[range.clone()];
                if *is_plain && self.take(literal) {
                    Ok(())
                } else {
                    self.literal(literal, range.start)
                }
            }
            GreedyStep::Plain(variable) => self.plain(*variable),
            GreedyStep::VariableRun(links) => self.chain(links),
            GreedyStep::Commas(operator, variables) => {
                self.commas(*operator, variables.clone());
                Ok(())
            }
            GreedyStep::Named(operator, variables) => self.named(*operator, variables.clone()),
            GreedyStep::Unnamed(operator, variables) => self.unnamed(*operator, variables.clone()),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, literal: &str) -> bool {
        let is_there = self.text.as_bytes()[self.at..].starts_with(literal.as_bytes());
        if is_there {
            self.at += literal.len();
        }
        is_there
    }

    fn values(&self, variable: usize) -> ValueTokens {
        values_of(self.variables[variable].operator, self.slash)
    }

    /// A literal that may be written otherwise in the text: character by character, after what is the
    /// same.
    #[cold]
    fn literal(&mut self, literal: &str, start: usize) -> Result<(), GreedyStop> {
        let is_plain = |byte: &u8| byte.is_ascii() && *byte != b'%';
        let bytes = literal.bytes().zip(self.text[self.at..].bytes());
        let same = bytes.take_while(|(a, b)| a == b && is_plain(a)).count();
        let mut i = same;
        self.at += same;
        while i < literal.len() {
            if self.at == self.text.len() {
                return Err(GreedyStop::No);
            }
            let (wanted, wanted_length) = Token::at(literal, i);
            let (token, length) = Token::at(self.text, self.at);
            let is_folded = |letter: u8| {
                letter.is_ascii_alphabetic()
                    && self.ignoring_case.iter().any(|range| range.contains(&(start + i)))
                    && token.is_letter(letter)
            };
            let is_other_case = || matches!(wanted.kind(), TokenKind::Raw(b) if is_folded(b));
            if token != wanted && !is_other_case() {
                return Err(GreedyStop::No);
            }
            i += wanted_length;
            self.at += length;
        }
        Ok(())
    }

    /// Text, or a list with commas, which a prefix does not have.
    fn plain(&mut self, variable: usize) -> Result<(), GreedyStop> {
        let values = self.values(variable);
        let prefix = self.variables[variable].modifier.prefix();
        let start = self.at;
        self.run(values);
        if values.reserved || prefix.is_some() || self.peek() != Some(b',') {
            if prefix.is_some_and(|length| !self.has_at_most(length.into(), variable, start)) {
                return Err(GreedyStop::No);
            }
            self.readings.begin(variable, Shape::Text);
            self.readings.piece(start, self.at);
            return Ok(());
        }
        self.readings.begin(variable, Shape::List);
        self.readings.piece(start, self.at);
        while self.take(",") {
            self.piece(values);
        }
        Ok(())
    }

    /// Whether the value that stands between `start` and here has no more code points.
    fn has_at_most(&self, length: usize, variable: usize, start: usize) -> bool {
        let piece = &self.text[start..self.at];
        // A code point is a byte of the text or more.
        piece.len() <= length
            || decode(piece, self.variables[variable].operator).chars().nth(length).is_none()
    }

    fn piece(&mut self, values: ValueTokens) {
        let start = self.at;
        self.run(values);
        self.readings.piece(start, self.at);
    }

    /// The same of what stands between two places.
    fn between(&mut self, variable: usize, mut start: usize, end: usize) {
        let comma = |start: usize| self.text[start..end].find(',').map(|i| start + i);
        let shape = if comma(start).is_some() { Shape::List } else { Shape::Text };
        self.readings.begin(variable, shape);
        while let Some(comma) = comma(start) {
            self.readings.piece(start, comma);
            start = comma + 1;
        }
        self.readings.piece(start, end);
    }

    /// Variables with literals between them. All of it are characters that values have, and what
    /// follows is none, so that it is known where it ends; each literal counts where it comes first,
    /// and one at the end there.
    fn chain(&mut self, links: &[Link]) -> Result<(), GreedyStop> {
        let mut end = self.at;
        loop {
            match self.text.as_bytes().get(end) {
                Some(&byte) if byte == b',' || is_unreserved(byte) => end += 1,
                // The literals may be written otherwise.
                Some(&byte) if byte == b'%' || !byte.is_ascii() => return Err(GreedyStop::Doubt),
                _ => break,
            }
        }
        for (i, link) in links.iter().enumerate() {
            let literal = &self.template[link.literal.clone()];
            let rest = &self.text[self.at..end];
            let stop = if i + 1 == links.len() {
                rest.strip_suffix(literal).ok_or(GreedyStop::No)?.len()
            } else {
                rest.find(literal).ok_or(GreedyStop::No)?
            };
            self.between(link.variable, self.at, self.at + stop);
            self.at += stop + literal.len();
        }
        Ok(())
    }

    /// Variables with commas between them, of which the last one takes the rest.
    fn commas(&mut self, operator: Operator, variables: Range<usize>) {
        if !self.take(operator.first()) {
            return;
        }
        let values = self.values(variables.start);
        let mut start = self.at;
        self.run(values);
        while !values.reserved && self.take(",") {
            self.run(values);
        }
        let last = variables.end - 1;
        for variable in variables {
            let comma = self.text[start..self.at].find(',').filter(|_| variable < last);
            let Some(comma) = comma else {
                if values.reserved {
                    self.readings.begin(variable, Shape::Text);
                    self.readings.piece(start, self.at);
                } else {
                    self.between(variable, start, self.at);
                }
                return;
            };
            self.readings.begin(variable, Shape::Text);
            self.readings.piece(start, start + comma);
            start += comma + 1;
        }
    }

    /// `/a/b`, `.a`, `#a`
    fn unnamed(&mut self, operator: Operator, variables: Range<usize>) -> Result<(), GreedyStop> {
        let mut before = operator.first();
        for variable in variables {
            if !self.take(before) {
                break;
            }
            if self.variables[variable].modifier.is_explode() {
                self.members(operator, variable)?;
            } else {
                self.plain(variable)?;
            }
            before = operator.separator();
        }
        Ok(())
    }

    /// `/a/b` or `/a=1/b=2`, behind the first slash.
    fn members(&mut self, operator: Operator, variable: usize) -> Result<(), GreedyStop> {
        let values = self.values(variable);
        let start = self.at;
        self.run(values);
        let is_pairs = self.peek() == Some(b'=');
        self.readings.begin(variable, if is_pairs { Shape::Pairs } else { Shape::List });
        self.readings.piece(start, self.at);
        loop {
            if is_pairs {
                if !self.take("=") {
                    return Err(GreedyStop::No);
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
    fn named(&mut self, operator: Operator, variables: Range<usize>) -> Result<(), GreedyStop> {
        let mut before = operator.first();
        for variable in variables {
            let start = self.at;
            if !self.take(before) {
                return Ok(());
            }
            let place = &self.variables[variable];
            let name = self.name()?;
            if place.modifier.is_explode() {
                self.at = start;
                return self.named_members(operator, variable, before);
            }
            if name != &self.template[place.name.clone()] {
                self.at = start;
                continue;
            }
            before = operator.separator();
            if self.take("=") {
                let value = self.at;
                self.plain(variable)?;
                if operator.if_empty().is_empty() && value == self.at {
                    if place.modifier != Modifier::None {
                        return Err(GreedyStop::No);
                    }
                    self.readings.take_for_list();
                }
            } else if operator.if_empty().is_empty() {
                self.readings.begin(variable, Shape::Text);
                self.readings.piece(self.at, self.at);
            } else {
                return Err(GreedyStop::No);
            }
        }
        Ok(())
    }

    /// `?x=1&x=2` or `?a=1&b=2`, before the first of it.
    fn named_members(
        &mut self,
        operator: Operator,
        variable: usize,
        first: &str,
    ) -> Result<(), GreedyStop> {
        let own = &self.template[self.variables[variable].name.clone()];
        let values = self.values(variable);
        self.readings.begin(variable, Shape::Pairs);
        let mut before = first;
        let mut is_list = true;
        let begin = self.readings.pieces.len();
        while self.take(before) {
            before = operator.separator();
            let start = self.at;
            is_list &= self.name()? == own;
            self.readings.piece(start, self.at);
            let is_bare = operator.if_empty().is_empty();
            if self.take("=") {
                let value = self.at;
                self.piece(values);
                if is_bare && value == self.at {
                    return Err(GreedyStop::No);
                }
            } else if is_bare {
                self.readings.piece(self.at, self.at);
            } else {
                return Err(GreedyStop::No);
            }
        }
        if is_list {
            let values: Vec<_> = self.readings.pieces.drain(begin..).skip(1).step_by(2).collect();
            let as_member = |piece| ValuePiece { shape: Shape::List, ..piece };
            self.readings.pieces.extend(values.into_iter().map(as_member));
        }
        Ok(())
    }

    /// A name, which is compared as it stands.
    fn name(&mut self) -> Result<&'x str, GreedyStop> {
        let start = self.at;
        while self.peek().is_some_and(is_unreserved) {
            self.at += 1;
        }
        match self.peek() {
            Some(b) if b == b'%' || !b.is_ascii() => Err(GreedyStop::Doubt),
            _ => Ok(&self.text[start..self.at]),
        }
    }

    /// Goes over what a value is made of, as far as it goes.
    fn run(&mut self, values: ValueTokens) {
        while let Some(byte) = self.peek() {
            if is_unreserved(byte) {
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

fn is_unreserved(byte: u8) -> bool {
    UNRESERVED.contains(byte.into())
}

/// Variables with literals of unreserved characters between them.
struct VariableRun<'t> {
    links: Vec<Link>,
    /// The rest of a literal that begins with such characters.
    literal: Option<Range<usize>>,
    /// The parts that come then.
    rest: TemplateParts<'t>,
}

impl<'t> VariableRun<'t> {
    /// The chain that begins with an expression, whose variable is number `first`. None if there is no
    /// literal, or if it is not clear where the chain ends.
    fn of(expression: &Expression<'t>, rest: &TemplateParts<'t>, first: usize) -> Option<Self> {
        if !is_text(expression) {
            return None;
        }
        let outline = Outline::of(expression);
        let mut links = Vec::new();
        let mut rest = rest.clone();
        loop {
            let variable = first + links.len();
            let mut ahead = rest.clone();
            let literal = match ahead.next() {
                Some(TemplatePart::Literal(literal)) => literal,
                _ => "",
            };
            let length = literal.bytes().take_while(|byte| is_unreserved(*byte)).count();
            if length == 0 {
                links.push(Link { variable, literal: 0..0 });
                let is_chain =
                    links.len() > 1 && outline.ends_clearly(Operator::Simple, rest.clone());
                return is_chain.then_some(Self { links, literal: None, rest });
            }
            let start = ahead.end() - literal.len();
            links.push(Link { variable, literal: start..start + length });
            rest = ahead.clone();
            if let Some(&byte) = literal.as_bytes().get(length) {
                let ends = byte.is_ascii() && byte != b'%' && byte != b',';
                let literal = Some(start + length..ahead.end());
                return ends.then_some(Self { links, literal, rest });
            }
            match ahead.next() {
                Some(TemplatePart::Expression(next)) if is_text(&next) => rest = ahead,
                _ => {
                    let ends = outline.ends_clearly(Operator::Simple, rest.clone());
                    return ends.then_some(Self { links, literal: None, rest });
                }
            }
        }
    }
}

/// `{x}`
fn is_text(expression: &Expression<'_>) -> bool {
    expression.operator == Operator::Simple
        && expression.is_single()
        && expression.variables().all(|variable| variable.modifier == Modifier::None)
}

/// The features of an expression that decide where its values end.
struct Outline {
    is_single: bool,
    is_exploded: bool,
    /// Whether more than one reading is to be expected.
    is_open: bool,
}

impl Outline {
    fn of(expression: &Expression<'_>) -> Self {
        let operator = expression.operator;
        let is_single = expression.is_single();
        let (mut is_open, mut is_exploded, mut is_plain) = (false, false, true);
        for variable in expression.variables() {
            // Only the last one may go on and on.
            is_open |= is_exploded || variable.name.contains('%');
            is_exploded |= variable.modifier.is_explode();
            is_plain &= variable.modifier == Modifier::None;
        }
        // What is too long for a prefix may be the value of another variable.
        let has_prefix =
            expression.variables().any(|variable| variable.modifier.prefix().is_some());
        is_open |= has_prefix && !is_single && (is_exploded || !operator.is_named());
        let is_commas = !is_single && is_plain && operator.separator() == ",";
        let needs_single = operator.separator() == "," || operator == Operator::Label;
        is_open |= needs_single && (is_exploded || !is_single) && !is_commas;
        // `/a=1` is no value of the first variable, and a pair of the last.
        is_open |= is_exploded && !operator.is_named() && !is_single;
        Self { is_single, is_exploded, is_open }
    }

    /// Whether what follows the expression can begin with nothing that the expression has.
    fn ends_clearly(&self, operator: Operator, rest: TemplateParts<'_>) -> bool {
        let own = |byte: u8| {
            let has_list = byte == b',';
            // Also where a name may stand alone, before a literal that is like what follows it.
            let is_bare = operator.is_named() && operator.if_empty().is_empty();
            let has_pairs = byte == b'=' && (self.is_exploded || is_bare);
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
                TemplatePart::Literal(literal) => {
                    let byte = literal.as_bytes()[0];
                    return byte.is_ascii() && byte != b'%' && !is_unreserved(byte) && !own(byte);
                }
                TemplatePart::Expression(next) => {
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
