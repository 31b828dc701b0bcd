//! Building the automaton of a template, variable by variable.

use crate::template::languages::{END, Language, LanguageState, Mark, Shape, values_of};
use crate::template::letter_case::ignoring_case;
use crate::template::parts::{Expression, Modifier, Operator, TemplatePart, Variable, parts};
use crate::template::tokens::{RawTokens, Set, Token, TokenKind, Unit, ValueTokens, tokens};
use std::ops::Range;

/// A percent sign in a value.
const PERCENT: Token = Token::encoded('%');

/// Builds the automaton from its end, so that the state after each part exists already.
pub(super) struct LanguageBuilder {
    pub(super) states: Vec<LanguageState>,
    slash: bool,
    /// True if values may have the raw characters that a segment of a request may have.
    pub(super) of_requests: bool,
    /// True if the current part is in the query.
    is_query: bool,
    /// Longer prefixes are not counted.
    reach: usize,
    /// The limit on states. The caller discards an automaton that reaches it.
    pub(super) most: usize,
}

/// The states after a defined variable.
#[derive(Clone, Copy)]
struct DefinedStates {
    /// The state where the rest of the template may follow.
    any: usize,
    /// The state where another variable of the expression has to follow.
    another: Option<usize>,
}

/// Builds the expansions of one variable.
struct VariableSite<'a> {
    operator: Operator,
    variable: Variable<'a>,
    /// Its number.
    number: usize,
    /// True if it is the only one of its expression.
    is_single: bool,
}

impl LanguageBuilder {
    pub(super) fn new(slash: bool, reach: usize) -> Self {
        Self {
            states: Vec::new(),
            slash,
            of_requests: false,
            is_query: false,
            reach,
            most: usize::MAX,
        }
    }

    pub(super) fn add(&mut self, state: LanguageState) -> usize {
        if self.states.len() < self.most {
            self.states.push(state);
        }
        self.states.len() - 1
    }

    pub(super) fn fork(&mut self, then: Vec<usize>) -> usize {
        match then[..] {
            [only] => only,
            _ => self.add(LanguageState::Fork(then)),
        }
    }

    fn note(&mut self, mark: Mark, then: usize) -> usize {
        self.add(LanguageState::Note(mark, then))
    }

    /// Literal text of the template, which begins at `start`.
    fn literal_at(
        &mut self,
        text: &str,
        start: usize,
        ignoring_case: &[Range<usize>],
        then: usize,
    ) -> usize {
        let (tokens, places) = tokens(text);
        tokens.into_iter().zip(places).rev().fold(then, |then, (token, place)| {
            let is_folded = ignoring_case.iter().any(|range| range.contains(&(start + place)));
            match token.kind() {
                TokenKind::Raw(letter) if is_folded && letter.is_ascii_alphabetic() => {
                    self.add(LanguageState::Read(Set::Letter(letter), then))
                }
                _ => self.one(token, then),
            }
        })
    }

    /// Literal text.
    fn literal(&mut self, text: &str, then: usize) -> usize {
        let (tokens, _) = tokens(text);
        tokens.into_iter().rev().fold(then, |then, token| self.one(token, then))
    }

    fn one(&mut self, token: Token, then: usize) -> usize {
        self.add(LanguageState::Read(Set::One(token), then))
    }

    /// Builds all of `template`, before `then`.
    pub(super) fn template(&mut self, template: &str, then: usize) -> usize {
        let ignoring_case = ignoring_case(template);
        let mut all = parts(template);
        let mut parts: Vec<_> = Vec::new();
        let (mut number, mut is_query) = (0, false);
        while let Some(part) = all.next() {
            let (count, end) = (variables(&part), all.end());
            is_query |= begins_query(&part);
            parts.push((part, end, number, is_query));
            number += count;
        }
        parts.into_iter().rev().fold(then, |then, (part, end, number, is_query)| match part {
            TemplatePart::Literal(text) => {
                self.literal_at(text, end - text.len(), &ignoring_case, then)
            }
            TemplatePart::Expression(expression) => {
                self.is_query = is_query;
                self.expression(&expression, number, then)
            }
        })
    }

    /// The automaton of `template` alone.
    fn language(mut self, template: &str) -> Language {
        let end = self.add(LanguageState::Accept);
        debug_assert_eq!(end, END, "nothing is built before the end");
        let start = self.template(template, end);
        Language { states: self.states, start }
    }

    /// An expression whose first variable has this `number`.
    fn expression(&mut self, expression: &Expression<'_>, number: usize, then: usize) -> usize {
        let operator = expression.operator;
        let variables: Vec<_> = expression.variables().collect();
        // If the operator writes nothing before the first variable, an undefined variable and the empty text
        // look the same, and the empty text is preferred.
        let shows = !operator.first().is_empty();
        let may_be_undefined = shows || variables.iter().all(|v| v.modifier.is_explode());
        // The states after a defined variable; and before each remaining one, with and without an earlier
        // defined variable.
        let mut after = DefinedStates { any: then, another: None };
        let mut next = None;
        let mut first = None;
        for (i, &variable) in variables.iter().enumerate().rev() {
            let number = number + i;
            let is_single = variables.len() == 1;
            let site = VariableSite { operator, variable, number, is_single };
            if !shows {
                let begun = self.variable(&site, true, after);
                first = Some(self.fork(std::iter::once(begun).chain(first).collect()));
            }
            if shows || i > 0 {
                let here = self.variable(&site, false, after);
                let here = self.fork(std::iter::once(here).chain(next).collect());
                let another = self.literal(operator.separator(), here);
                let any = self.fork(vec![another, then]);
                after = DefinedStates { any, another: Some(another) };
                next = Some(here);
            }
        }
        let first = first.or_else(|| next.map(|next| self.literal(operator.first(), next)));
        let mut ways = Vec::from_iter(first);
        if may_be_undefined {
            ways.push(then);
        }
        self.fork(ways)
    }

    /// A defined variable. If it `is_first`, nothing stands before it.
    fn variable(&mut self, site: &VariableSite<'_>, is_first: bool, after: DefinedStates) -> usize {
        let then = after.any;
        // In a request, `a,b=c` is a text, not the expansion of a list or of pairs.
        let is_free = !self.takes_raw(site);
        let ways = match (site.variable.modifier, site.operator.is_named()) {
            (Modifier::Explode, false) if !is_free && is_first => {
                vec![self.first_list(site, after)]
            }
            (Modifier::Explode, false) if !is_free => vec![self.list(site, then)],
            (Modifier::Explode, true) => {
                vec![self.named_list(site, then), self.named_pairs(site, then)]
            }
            // Pairs come first because a member of a reserved expansion may have a `=`.
            (Modifier::Explode, false) if is_first => {
                vec![self.pairs(site, then), self.first_list(site, after)]
            }
            (Modifier::Explode, false) => vec![self.pairs(site, then), self.list(site, then)],
            (_, true) => vec![self.named(site, then)],
            (modifier, false) => {
                let mut ways = vec![self.text(site, then)];
                if is_free && modifier == Modifier::None && !site.operator.allows_reserved() {
                    ways.push(self.members(site, then));
                }
                ways
            }
        };
        self.fork(ways)
    }

    /// `x=a`, `x=a,b`; where `ifemp` is empty, `x` is the empty text, and `x=` a list of it.
    fn named(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let is_bare = site.operator.if_empty().is_empty();
        let mut ways = vec![self.text(site, then)];
        let is_free = !self.takes_raw(site);
        if site.variable.modifier == Modifier::None && is_free {
            ways.push(self.members(site, then));
            if is_bare {
                let empty = self.empty_piece(then);
                ways.push(self.begin(site, Shape::List, empty));
            }
        }
        let value = self.fork(ways);
        let mut ways = vec![self.literal("=", value)];
        if is_bare {
            let empty = self.empty_piece(then);
            ways.push(self.begin(site, Shape::Text, empty));
        }
        let value = self.fork(ways);
        self.literal(site.variable.name, value)
    }

    fn values(&self, site: &VariableSite<'_>) -> ValueTokens {
        let raw = if self.takes_raw(site) { self.raw(site) } else { RawTokens::NONE };
        ValueTokens { raw, ..values_of(site.operator, self.slash) }
    }

    /// Returns true if the values of a variable may have the raw characters that a segment may have.
    fn takes_raw(&self, site: &VariableSite<'_>) -> bool {
        self.of_requests && site.operator.is_in_segment()
    }

    /// The raw characters of values: all except those that separate values.
    fn raw(&self, site: &VariableSite<'_>) -> RawTokens {
        let is_explode = site.variable.modifier.is_explode();
        let mut raw = RawTokens::ALL;
        if is_explode || !site.is_single {
            raw = raw.without(site.operator.separator());
        }
        if site.operator.is_named() {
            raw = raw.without(if is_explode { ";=" } else { ";" });
        }
        if self.is_query { raw.without("&") } else { raw }
    }

    /// A piece that may be empty, preferably short.
    fn piece(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let set = self.values(site);
        let stop = self.note(Mark::Stop, then);
        let chars = self.any(set, stop);
        self.note(Mark::Piece, chars)
    }

    /// A piece that is not empty.
    fn full_piece(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let set = self.values(site);
        let stop = self.note(Mark::Stop, then);
        let rest = self.any(set, stop);
        let first = self.add(LanguageState::Read(Set::Value(set), rest));
        self.note(Mark::Piece, first)
    }

    fn empty_piece(&mut self, then: usize) -> usize {
        let stop = self.note(Mark::Stop, then);
        self.note(Mark::Piece, stop)
    }

    /// Any number of tokens, preferably few.
    fn any(&mut self, set: ValueTokens, then: usize) -> usize {
        let entry = self.add(LanguageState::Fork(Vec::new()));
        let read = self.add(LanguageState::Read(Set::Value(set), entry));
        self.states[entry] = LanguageState::Fork(vec![then, read]);
        entry
    }

    fn begin(&mut self, site: &VariableSite<'_>, shape: Shape, then: usize) -> usize {
        self.note(Mark::Begin(site.number, shape), then)
    }

    /// Text: in full, or its first code points. After a name and `=` it is not empty if `ifemp` is empty.
    fn text(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let set = self.values(site);
        let operator = site.operator;
        let is_full = operator.is_named() && operator.if_empty().is_empty();
        let counted = site.variable.modifier.prefix();
        let counted = counted.filter(|&length| usize::from(length) <= self.reach);
        let start = match counted {
            Some(length) if operator.allows_reserved() => self.units(length, then),
            Some(length) => {
                let stop = self.note(Mark::Stop, then);
                let mut at = stop;
                for i in 0..length {
                    let read = self.add(LanguageState::Read(Set::Value(set), at));
                    let is_needed = is_full && i + 1 == length;
                    at = if is_needed {
                        read
                    } else {
                        self.add(LanguageState::Fork(vec![stop, read]))
                    };
                }
                self.note(Mark::Piece, at)
            }
            None if is_full => self.full_piece(site, then),
            None => self.piece(site, then),
        };
        self.begin(site, Shape::Text, start)
    }

    /// At most a number of code points of a value whose triplets stay as they are.
    fn units(&mut self, length: u16, then: usize) -> usize {
        let stop = self.note(Mark::Stop, then);
        // By the number of code points that may follow: the states after a `%` outside a triplet and a digit,
        // after such a `%`, and anywhere else. Two digits would make a triplet of it.
        let (mut half, mut begun, mut open) = (vec![stop], vec![stop], vec![stop]);
        for left in 1..=usize::from(length) {
            let unit = |unit| Set::Unit(unit);
            let mut ways = vec![
                stop,
                self.add(LanguageState::Read(unit(Unit::Other), open[left - 1])),
                self.one(PERCENT, begun[left - 1]),
            ];
            if let Some(left) = left.checked_sub(3) {
                ways.push(self.add(LanguageState::Read(unit(Unit::Triplet), open[left])));
            }
            if let Some(left) = left.checked_sub(5) {
                let last = self.add(LanguageState::Read(unit(Unit::Digit), open[left]));
                let first = self.add(LanguageState::Read(unit(Unit::Digit), last));
                ways.push(self.one(PERCENT, first));
            }
            let mut or_digit = |next| {
                let digit = self.add(LanguageState::Read(unit(Unit::Digit), next));
                self.add(LanguageState::Fork(ways.iter().copied().chain([digit]).collect()))
            };
            begun.push(or_digit(half[left - 1]));
            open.push(or_digit(open[left - 1]));
            half.push(self.add(LanguageState::Fork(ways)));
        }
        self.note(Mark::Piece, open[usize::from(length)])
    }

    /// At least two members, with commas between them.
    fn members(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let more = self.repeated(",", then, |builder, then| builder.piece(site, then));
        let second = self.piece(site, more);
        let comma = self.literal(",", second);
        let first = self.piece(site, comma);
        self.begin(site, Shape::List, first)
    }

    /// `separator` and what `item` builds, any number of times.
    fn repeated(
        &mut self,
        separator: &str,
        then: usize,
        item: impl Fn(&mut Self, usize) -> usize,
    ) -> usize {
        let entry = self.add(LanguageState::Fork(Vec::new()));
        let item = item(self, entry);
        let more = self.literal(separator, item);
        self.states[entry] = LanguageState::Fork(vec![then, more]);
        entry
    }

    /// `a,b`: at least one member of a list.
    fn list(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let more = self.more(site, then);
        let one = self.piece(site, more);
        self.begin(site, Shape::List, one)
    }

    /// Like `list`, but nothing stands before it, so a single empty member is only visible by what follows.
    fn first_list(&mut self, site: &VariableSite<'_>, after: DefinedStates) -> usize {
        let more = self.more(site, after.any);
        let full = self.full_piece(site, more);
        let second = self.piece(site, more);
        let between = self.literal(site.operator.separator(), second);
        let empty = |builder: &mut Self, then| builder.empty_piece(then);
        let mut ways = vec![full];
        ways.extend(after.another.map(|another| empty(self, another)));
        ways.push(empty(self, between));
        let start = self.fork(ways);
        self.begin(site, Shape::List, start)
    }

    /// More members of a list, each after the separator.
    fn more(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let separator = site.operator.separator();
        self.repeated(separator, then, |builder, then| builder.piece(site, then))
    }

    /// `a=1,b=2`
    fn pairs(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let pair = |builder: &mut Self, then: usize| {
            let value = builder.piece(site, then);
            let equals = builder.literal("=", value);
            builder.piece(site, equals)
        };
        let more = self.repeated(site.operator.separator(), then, pair);
        let start = pair(self, more);
        self.begin(site, Shape::Pairs, start)
    }

    /// `x=1&x=2`
    fn named_list(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let member = |builder: &mut Self, then: usize| {
            let value = builder.after_name(site, then);
            builder.literal(site.variable.name, value)
        };
        let more = self.repeated(site.operator.separator(), then, member);
        let start = member(self, more);
        self.begin(site, Shape::List, start)
    }

    /// The value after a name, with its `=`, or `ifemp` for an empty value.
    fn after_name(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let operator = site.operator;
        if !operator.if_empty().is_empty() {
            let value = self.piece(site, then);
            return self.literal(operator.if_empty(), value);
        }
        let full = self.full_piece(site, then);
        let full = self.literal("=", full);
        let empty = self.empty_piece(then);
        self.fork(vec![full, empty])
    }

    /// `a=1&b=2`, where at least one name is not the variable's.
    fn named_pairs(&mut self, site: &VariableSite<'_>, then: usize) -> usize {
        let set = self.values(site);
        let operator = site.operator;
        let separator = operator.separator();
        // After another name, any pairs.
        let any = self.repeated(separator, then, |builder, then| {
            let value = builder.after_name(site, then);
            builder.piece(site, value)
        });
        // Until then, pairs with the variable's own name, then one with another name.
        let entry = self.add(LanguageState::Fork(Vec::new()));
        let again = self.literal(separator, entry);
        let value = self.after_name(site, again);
        let stop = self.note(Mark::Stop, value);
        let own = self.literal(site.variable.name, stop);
        let own = self.note(Mark::Piece, own);
        let value = self.after_name(site, any);
        let other = self.other_name(site.variable.name, set, value);
        self.states[entry] = LanguageState::Fork(vec![own, other]);
        self.begin(site, Shape::Pairs, entry)
    }

    /// A piece other than `name`: it differs in a token, is shorter, or is longer.
    fn other_name(&mut self, name: &str, set: ValueTokens, then: usize) -> usize {
        let stop = self.note(Mark::Stop, then);
        let any = self.any(set, stop);
        let mut at = self.add(LanguageState::Read(Set::Value(set), any));
        let (name, _) = tokens(name);
        for &token in name.iter().rev() {
            let same = self.one(token, at);
            let differs = self.add(LanguageState::Read(Set::But(token, set), any));
            at = self.add(LanguageState::Fork(vec![stop, differs, same]));
        }
        self.note(Mark::Piece, at)
    }
}

impl Language {
    /// The automaton of `template`, for texts of at most `reach` bytes. A longer prefix modifier has no effect
    /// on them.
    pub(super) fn of(template: &str, slash: bool, reach: usize, of_requests: bool) -> Self {
        let mut builder = LanguageBuilder::new(slash, reach);
        builder.of_requests = of_requests;
        builder.language(template)
    }

    /// The automaton for texts of any length; none if it has `most` states.
    pub(super) fn within(most: usize, template: &str, of_requests: bool) -> Option<Self> {
        let mut builder = LanguageBuilder::new(true, usize::MAX);
        (builder.of_requests, builder.most) = (of_requests, most);
        Some(builder.language(template)).filter(|language| language.states.len() < most)
    }
}

/// Returns true if the query of a template begins in a part, or before the values of it.
fn begins_query(part: &TemplatePart<'_>) -> bool {
    match part {
        TemplatePart::Literal(text) => text.contains('?'),
        TemplatePart::Expression(expression) => expression.operator == Operator::Query,
    }
}

fn variables(part: &TemplatePart<'_>) -> usize {
    match part {
        TemplatePart::Literal(_) => 0,
        TemplatePart::Expression(expression) => expression.variables().count(),
    }
}
