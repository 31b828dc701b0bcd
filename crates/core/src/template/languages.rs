//! What a template can say: its expansions as a finite automaton over tokens, with marks that say
//! which values a text was made of.
//!
//! What a variable can say is a regular language (RFC 6570 §3.2): text, a list, or an
//! associative array. Where two kinds of value are written the same, one of them stands for both:
//!
//! * without `*`, a variable is text, or a list of two members or more; in `+` and `#`, where a
//!   comma may be part of the text, it is text;
//! * with `*` it is a list, or pairs; after names, pairs of which at least one name is another
//!   than the variable's;
//! * where nothing would show the difference, a variable is the empty text and not undefined, and
//!   undefined and not the list of one empty text.
//!
//! Of several readings of one text, the one that the automaton lists first is meant: what can be
//! defined is defined, and each piece is as short as it can be.

use crate::template::parts::{Expression, Modifier, Operator, Part, Variable, parts};
use crate::template::tokens::{Set, Token, Values, tokens};

/// A state of the automaton. `then` are indices of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Goes on over one token.
    Read(Set, usize),
    /// Goes on to any of these, the first that leads to the end.
    Fork(Vec<usize>),
    /// Goes on, and notes what begins or ends here.
    Note(Mark, usize),
    /// The text may end here.
    Accept,
}

/// What begins or ends at a place of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    /// The variable of this number, counted from the template's beginning, is of this kind.
    Begin(usize, Shape),
    /// Here begins a text, a member, a name or a value.
    Piece,
    /// Here it ends.
    Stop,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One piece.
    Text,
    /// Each piece is a member.
    List,
    /// Pieces are names and values, in turn.
    Pairs,
}

/// The automaton of a template.
#[derive(Clone, Debug)]
pub(super) struct Language {
    pub(super) states: Vec<State>,
    pub(super) start: usize,
}

/// What a value of this variable is made of. `slash` says whether an encoded slash is allowed
/// where a value is within a segment.
pub(super) fn values_of(operator: Operator, modifier: Modifier, slash: bool) -> Values {
    Values {
        reserved: operator.allows_reserved(),
        // A prefix counts characters of the value.
        kept: !matches!(modifier, Modifier::Prefix(_)),
        slash: slash || !operator.is_in_segment(),
    }
}

impl Language {
    /// The automaton of `template`.
    pub(super) fn of(template: &str, slash: bool) -> Self {
        let mut builder = Builder { states: vec![State::Accept], slash };
        let start = builder.template(template, 0);
        Self { states: builder.states, start }
    }

    /// Where a state goes without reading.
    pub(super) fn after(&self, state: usize) -> &[usize] {
        match &self.states[state] {
            State::Fork(then) => then,
            State::Note(_, then) => std::slice::from_ref(then),
            State::Read(..) | State::Accept => &[],
        }
    }

    /// The states in an order in which each comes after those that it goes to without reading.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.states.len());
        let mut seen = vec![false; self.states.len()];
        for root in 0..self.states.len() {
            let mut stack = vec![(root, 0)];
            while let Some((state, next)) = stack.pop() {
                if next == 0 && std::mem::replace(&mut seen[state], true) {
                    continue;
                }
                if let Some(&then) = self.after(state).get(next) {
                    stack.push((state, next + 1));
                    if !seen[then] {
                        stack.push((then, 0));
                    }
                } else {
                    order.push(state);
                }
            }
        }
        order
    }
}

/// Builds from the end, so that each part knows what follows it.
pub(super) struct Builder {
    pub(super) states: Vec<State>,
    slash: bool,
}

/// What can be said of a variable, from its first token to what follows.
struct Saying<'a> {
    operator: Operator,
    variable: Variable<'a>,
    /// Its number.
    number: usize,
}

impl Builder {
    pub(super) fn new(slash: bool) -> Self {
        Self { states: Vec::new(), slash }
    }

    pub(super) fn add(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    fn fork(&mut self, then: Vec<usize>) -> usize {
        match then[..] {
            [only] => only,
            _ => self.add(State::Fork(then)),
        }
    }

    fn note(&mut self, mark: Mark, then: usize) -> usize {
        self.add(State::Note(mark, then))
    }

    /// Text as it stands.
    fn literal(&mut self, text: &str, then: usize) -> usize {
        let (tokens, _) = tokens(text);
        tokens.into_iter().rev().fold(then, |then, token| self.one(token, then))
    }

    fn one(&mut self, token: Token, then: usize) -> usize {
        self.add(State::Read(Set::One(token), then))
    }

    /// All of `template`, before `then`.
    pub(super) fn template(&mut self, template: &str, then: usize) -> usize {
        let parts: Vec<_> = parts(template).collect();
        let mut number: usize = parts.iter().map(variables).sum();
        parts.iter().rev().fold(then, |then, part| {
            number -= variables(part);
            match part {
                Part::Literal(text) => self.literal(text, then),
                Part::Expression(expression) => self.expression(expression, number, then),
            }
        })
    }

    /// An expression, whose first variable is number `first`.
    fn expression(&mut self, expression: &Expression<'_>, first: usize, then: usize) -> usize {
        let operator = expression.operator;
        let variables: Vec<_> = expression.variables().collect();
        // Where nothing stands before the first variable, one that can be text is the empty text.
        let shows = !operator.first().is_empty();
        let may_be_undefined = shows || variables.iter().all(|v| v.modifier == Modifier::Explode);
        // What follows once a variable of the expression is defined, and while none is.
        let mut started = then;
        let mut unstarted = may_be_undefined.then_some(then);
        for (i, &variable) in variables.iter().enumerate().rev() {
            let saying = Saying { operator, variable, number: first + i };
            let begun = self.variable(&saying, operator.first(), started);
            let mut ways = vec![begun];
            ways.extend(unstarted);
            unstarted = Some(self.fork(ways));
            if i > 0 {
                let next = self.variable(&saying, operator.separator(), started);
                started = self.fork(vec![next, started]);
            }
        }
        unstarted.unwrap_or(then)
    }

    /// A defined variable, `before` it what stands there.
    fn variable(&mut self, saying: &Saying<'_>, before: &str, then: usize) -> usize {
        let is_first = before.is_empty();
        let ways = match (saying.variable.modifier, saying.operator.is_named()) {
            (Modifier::Explode, true) => {
                vec![self.named_list(saying, then), self.named_pairs(saying, then)]
            }
            (Modifier::Explode, false) => {
                // Pairs first: in a reserved expansion, a member may hold a `=`.
                vec![self.pairs(saying, then), self.list(saying, is_first, then)]
            }
            (modifier, is_named) => {
                let mut ways = vec![self.text(saying, then)];
                if modifier == Modifier::None && !saying.operator.allows_reserved() {
                    let list = self.members(saying, then);
                    let equals = if is_named { self.named(saying, "=", list) } else { list };
                    ways.push(equals);
                }
                ways
            }
        };
        let start = self.fork(ways);
        self.literal(before, start)
    }

    fn named(&mut self, saying: &Saying<'_>, mark: &str, then: usize) -> usize {
        let start = self.literal(mark, then);
        self.literal(saying.variable.name, start)
    }

    fn values(&self, saying: &Saying<'_>) -> Values {
        values_of(saying.operator, saying.variable.modifier, self.slash)
    }

    /// A piece that may be empty, as short as it can be.
    fn piece(&mut self, set: Values, then: usize) -> usize {
        let stop = self.note(Mark::Stop, then);
        let chars = self.any(set, stop);
        self.note(Mark::Piece, chars)
    }

    /// A piece that is not empty.
    fn full_piece(&mut self, set: Values, then: usize) -> usize {
        let stop = self.note(Mark::Stop, then);
        let rest = self.any(set, stop);
        let first = self.add(State::Read(Set::Value(set), rest));
        self.note(Mark::Piece, first)
    }

    fn empty_piece(&mut self, then: usize) -> usize {
        let stop = self.note(Mark::Stop, then);
        self.note(Mark::Piece, stop)
    }

    /// Any number of tokens, as few as possible.
    fn any(&mut self, set: Values, then: usize) -> usize {
        let entry = self.add(State::Fork(Vec::new()));
        let read = self.add(State::Read(Set::Value(set), entry));
        self.states[entry] = State::Fork(vec![then, read]);
        entry
    }

    fn begin(&mut self, saying: &Saying<'_>, shape: Shape, then: usize) -> usize {
        self.note(Mark::Begin(saying.number, shape), then)
    }

    /// Text: in full, or its first code points.
    fn text(&mut self, saying: &Saying<'_>, then: usize) -> usize {
        let set = self.values(saying);
        let operator = saying.operator;
        // `name` alone says the empty text where `ifemp` is empty.
        let bare = operator.is_named() && operator.if_empty().is_empty();
        let start = match saying.variable.modifier {
            Modifier::Prefix(length) => {
                let stop = self.note(Mark::Stop, then);
                let mut at = stop;
                for i in 0..length {
                    let read = self.add(State::Read(Set::Value(set), at));
                    let needed = bare && i + 1 == length;
                    at = if needed { read } else { self.add(State::Fork(vec![stop, read])) };
                }
                self.note(Mark::Piece, at)
            }
            _ if bare => self.full_piece(set, then),
            _ => self.piece(set, then),
        };
        let start = self.begin(saying, Shape::Text, start);
        if !operator.is_named() {
            return start;
        }
        let full = self.literal("=", start);
        let ways = if bare {
            let empty = self.empty_piece(then);
            let empty = self.begin(saying, Shape::Text, empty);
            vec![full, empty]
        } else {
            vec![full]
        };
        let ways = self.fork(ways);
        self.literal(saying.variable.name, ways)
    }

    /// Two members or more, with commas between them.
    fn members(&mut self, saying: &Saying<'_>, then: usize) -> usize {
        let set = self.values(saying);
        let more = self.repeated(",", then, |builder, then| builder.piece(set, then));
        let second = self.piece(set, more);
        let comma = self.literal(",", second);
        let first = self.piece(set, comma);
        self.begin(saying, Shape::List, first)
    }

    /// Any number of times `separator` and what `item` builds.
    fn repeated(
        &mut self,
        separator: &str,
        then: usize,
        item: impl Fn(&mut Self, usize) -> usize,
    ) -> usize {
        let entry = self.add(State::Fork(Vec::new()));
        let item = item(self, entry);
        let more = self.literal(separator, item);
        self.states[entry] = State::Fork(vec![then, more]);
        entry
    }

    /// `a,b`: the members of a list, one at least; if it is `first`, not one that is empty.
    fn list(&mut self, saying: &Saying<'_>, is_first: bool, then: usize) -> usize {
        let set = self.values(saying);
        let separator = saying.operator.separator();
        let more = self.repeated(separator, then, |builder, then| builder.piece(set, then));
        let start = if is_first {
            let one = self.full_piece(set, more);
            let second = self.piece(set, more);
            let between = self.literal(separator, second);
            let empty = self.empty_piece(between);
            self.fork(vec![one, empty])
        } else {
            self.piece(set, more)
        };
        self.begin(saying, Shape::List, start)
    }

    /// `a=1,b=2`
    fn pairs(&mut self, saying: &Saying<'_>, then: usize) -> usize {
        let set = self.values(saying);
        let pair = |builder: &mut Self, then: usize| {
            let value = builder.piece(set, then);
            let equals = builder.literal("=", value);
            builder.piece(set, equals)
        };
        let more = self.repeated(saying.operator.separator(), then, pair);
        let start = pair(self, more);
        self.begin(saying, Shape::Pairs, start)
    }

    /// `x=1&x=2`
    fn named_list(&mut self, saying: &Saying<'_>, then: usize) -> usize {
        let set = self.values(saying);
        let member = |builder: &mut Self, then: usize| {
            let value = builder.after_name(saying.operator, set, then);
            builder.literal(saying.variable.name, value)
        };
        let more = self.repeated(saying.operator.separator(), then, member);
        let start = member(self, more);
        self.begin(saying, Shape::List, start)
    }

    /// The value behind a name, with its `=` or what stands instead.
    fn after_name(&mut self, operator: Operator, set: Values, then: usize) -> usize {
        if !operator.if_empty().is_empty() {
            let value = self.piece(set, then);
            return self.literal(operator.if_empty(), value);
        }
        let full = self.full_piece(set, then);
        let full = self.literal("=", full);
        let empty = self.empty_piece(then);
        self.fork(vec![full, empty])
    }

    /// `a=1&b=2`, where at least one name is not the variable's.
    fn named_pairs(&mut self, saying: &Saying<'_>, then: usize) -> usize {
        let set = self.values(saying);
        let operator = saying.operator;
        let separator = operator.separator();
        // Once another name has been seen, any pairs.
        let any = self.repeated(separator, then, |builder, then| {
            let value = builder.after_name(operator, set, then);
            builder.piece(set, value)
        });
        // Before: the variable's own name again and again, then another one.
        let entry = self.add(State::Fork(Vec::new()));
        let again = self.literal(separator, entry);
        let value = self.after_name(operator, set, again);
        let stop = self.note(Mark::Stop, value);
        let own = self.literal(saying.variable.name, stop);
        let own = self.note(Mark::Piece, own);
        let value = self.after_name(operator, set, any);
        let other = self.other_name(saying.variable.name, set, value);
        self.states[entry] = State::Fork(vec![own, other]);
        self.begin(saying, Shape::Pairs, entry)
    }

    /// A piece that is not `name`: it leaves it somewhere, ends before it, or goes beyond it.
    fn other_name(&mut self, name: &str, set: Values, then: usize) -> usize {
        let stop = self.note(Mark::Stop, then);
        let any = self.any(set, stop);
        let mut at = self.add(State::Read(Set::Value(set), any));
        let (name, _) = tokens(name);
        for &token in name.iter().rev() {
            let same = self.one(token, at);
            let differs = self.add(State::Read(Set::But(token, set), any));
            at = self.add(State::Fork(vec![stop, differs, same]));
        }
        self.note(Mark::Piece, at)
    }
}

fn variables(part: &Part<'_>) -> usize {
    match part {
        Part::Literal(_) => 0,
        Part::Expression(expression) => expression.variables().count(),
    }
}
