//! The expansions of a template as a finite automaton over tokens, with marks that tell which
//! values a text is made of.
//!
//! The expansions of a variable form a regular language (RFC 6570 §3.2): text, a list, or an
//! associative array. Where two kinds of value expand to the same text, the automaton has only one
//! of them:
//!
//! * without `*`, a variable is text or a list of at least two members; with `;`, which writes `=` before
//!   a list but not before the empty text, also a list of one empty text; with `+` and `#`, where text
//!   may have commas, it is always text;
//! * with `*` it is a list or pairs; for operators with names, it is pairs only if at least one
//!   name differs from the variable's;
//! * with `+` and `#`, text has a triplet only where nothing else expands to it;
//! * where the text would be the same, a variable is the empty text rather than undefined, and
//!   undefined rather than a list of one empty text.
//!
//! If a text has several readings, matching takes the one that the automaton lists first: variables
//! that can be defined are defined, and each piece is as short as possible.

use crate::template::parts::{Expression, Modifier, Operator, Part, Variable, parts};
use crate::template::tokens::{Set, Token, Unit, Values, tokens};

/// A percent sign of a value.
const PERCENT: Token = Token::encoded('%');

/// A state of the automaton. `then` are indices of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Reads one token.
    Read(Set, usize),
    /// Goes to one of these states; the first that leads to the end is preferred.
    Fork(Vec<usize>),
    /// Records what begins or ends here.
    Note(Mark, usize),
    /// The text may end here.
    Accept,
}

/// What begins or ends at a position of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    /// The variable of this number, counted from the template's beginning, is of this kind.
    Begin(usize, Shape),
    /// A text, a member, a name or a value begins.
    Piece,
    /// It ends.
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

/// The tokens that a value of this variable may have. `slash` says whether a value within a segment
/// may have an encoded slash.
pub(super) fn values_of(operator: Operator, slash: bool) -> Values {
    Values { reserved: operator.allows_reserved(), slash: slash || !operator.is_in_segment() }
}

impl Language {
    /// The automaton of `template`.
    pub(super) fn of(template: &str, slash: bool) -> Self {
        let mut builder = Builder { states: vec![State::Accept], slash };
        let start = builder.template(template, 0);
        Self { states: builder.states, start }
    }

    /// The states to which a state leads without reading.
    pub(super) fn after(&self, state: usize) -> &[usize] {
        match &self.states[state] {
            State::Fork(then) => then,
            State::Note(_, then) => std::slice::from_ref(then),
            State::Read(..) | State::Accept => &[],
        }
    }

    /// The states, each after those to which it leads without reading.
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

/// Builds the automaton from its end, so that the state after each part exists already.
pub(super) struct Builder {
    pub(super) states: Vec<State>,
    slash: bool,
}

/// The states after a defined variable.
#[derive(Clone, Copy)]
struct After {
    /// Those of what may follow.
    any: usize,
    /// Those of other variables of the expression, of which one has to follow.
    another: Option<usize>,
}

/// Builds the expansions of one variable.
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

    /// Literal text.
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
        // If the operator writes nothing before the first variable, an undefined variable and the
        // empty text look the same: take the empty text.
        let shows = !operator.first().is_empty();
        let may_be_undefined = shows || variables.iter().all(|v| v.modifier == Modifier::Explode);
        // The states after a defined variable of the expression, those of them that another one follows,
        // and while none is defined yet.
        let mut after = After { any: then, another: None };
        let mut unstarted = may_be_undefined.then_some(then);
        for (i, &variable) in variables.iter().enumerate().rev() {
            let saying = Saying { operator, variable, number: first + i };
            let begun = self.variable(&saying, operator.first(), after);
            let mut ways = vec![begun];
            ways.extend(unstarted);
            unstarted = Some(self.fork(ways));
            if i > 0 {
                let next = self.variable(&saying, operator.separator(), after);
                let another = std::iter::once(next).chain(after.another).collect();
                after = After {
                    any: self.fork(vec![next, after.any]),
                    another: Some(self.fork(another)),
                };
            }
        }
        unstarted.unwrap_or(then)
    }

    /// A defined variable, after the text `before`.
    fn variable(&mut self, saying: &Saying<'_>, before: &str, after: After) -> usize {
        let then = after.any;
        let ways = match (saying.variable.modifier, saying.operator.is_named()) {
            (Modifier::Explode, true) => {
                vec![self.named_list(saying, then), self.named_pairs(saying, then)]
            }
            (Modifier::Explode, false) => {
                // Pairs come first, because a member of a reserved expansion may have a `=`.
                let list = if before.is_empty() {
                    self.first_list(saying, after)
                } else {
                    self.list(saying, then)
                };
                vec![self.pairs(saying, then), list]
            }
            (modifier, is_named) => {
                let mut ways = vec![self.text(saying, then)];
                if modifier == Modifier::None && !saying.operator.allows_reserved() {
                    let members = self.members(saying, then);
                    if is_named {
                        let mut lists = vec![members];
                        if saying.operator.if_empty().is_empty() {
                            let empty = self.empty_piece(then);
                            lists.push(self.begin(saying, Shape::List, empty));
                        }
                        let lists = self.fork(lists);
                        ways.push(self.named(saying, "=", lists));
                    } else {
                        ways.push(members);
                    }
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
        values_of(saying.operator, self.slash)
    }

    /// A piece that may be empty, as short as possible.
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
        // If `ifemp` is empty, the name alone means the empty text.
        let bare = operator.is_named() && operator.if_empty().is_empty();
        let start = match saying.variable.modifier {
            Modifier::Prefix(length) if operator.allows_reserved() => self.units(length, then),
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

    /// So many code points of a value whose triplets are left as they are, or fewer.
    fn units(&mut self, length: u16, then: usize) -> usize {
        let stop = self.note(Mark::Stop, then);
        // By how many code points may follow: the states after a `%` that is not of a triplet and a
        // digit, after such a `%`, and anywhere else. Two digits would make it one of a triplet.
        let (mut half, mut begun, mut open) = (vec![stop], vec![stop], vec![stop]);
        for left in 1..=usize::from(length) {
            let unit = |unit| Set::Unit(unit);
            let mut ways = vec![
                stop,
                self.add(State::Read(unit(Unit::Other), open[left - 1])),
                self.one(PERCENT, begun[left - 1]),
            ];
            if let Some(left) = left.checked_sub(3) {
                ways.push(self.add(State::Read(unit(Unit::Triplet), open[left])));
            }
            if let Some(left) = left.checked_sub(5) {
                let last = self.add(State::Read(unit(Unit::Digit), open[left]));
                let first = self.add(State::Read(unit(Unit::Digit), last));
                ways.push(self.one(PERCENT, first));
            }
            let mut or_digit = |next| {
                let digit = self.add(State::Read(unit(Unit::Digit), next));
                self.add(State::Fork(ways.iter().copied().chain([digit]).collect()))
            };
            begun.push(or_digit(half[left - 1]));
            open.push(or_digit(open[left - 1]));
            half.push(self.add(State::Fork(ways)));
        }
        self.note(Mark::Piece, open[usize::from(length)])
    }

    /// At least two members, with commas between them.
    fn members(&mut self, saying: &Saying<'_>, then: usize) -> usize {
        let set = self.values(saying);
        let more = self.repeated(",", then, |builder, then| builder.piece(set, then));
        let second = self.piece(set, more);
        let comma = self.literal(",", second);
        let first = self.piece(set, comma);
        self.begin(saying, Shape::List, first)
    }

    /// `separator` and what `item` builds, any number of times.
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

    /// `a,b`: at least one member of a list.
    fn list(&mut self, saying: &Saying<'_>, then: usize) -> usize {
        let set = self.values(saying);
        let more = self.more(saying, then);
        let one = self.piece(set, more);
        self.begin(saying, Shape::List, one)
    }

    /// The same where nothing stands before it, and a single empty member shows only by what follows.
    fn first_list(&mut self, saying: &Saying<'_>, after: After) -> usize {
        let set = self.values(saying);
        let more = self.more(saying, after.any);
        let full = self.full_piece(set, more);
        let second = self.piece(set, more);
        let between = self.literal(saying.operator.separator(), second);
        let empty = |builder: &mut Self, then| builder.empty_piece(then);
        let mut ways = vec![full];
        ways.extend(after.another.map(|another| empty(self, another)));
        ways.push(empty(self, between));
        let start = self.fork(ways);
        self.begin(saying, Shape::List, start)
    }

    /// More members of a list, each after the separator.
    fn more(&mut self, saying: &Saying<'_>, then: usize) -> usize {
        let set = self.values(saying);
        let separator = saying.operator.separator();
        self.repeated(separator, then, |builder, then| builder.piece(set, then))
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

    /// The value after a name, with its `=`, or `ifemp` for an empty value.
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
        // After another name, any pairs.
        let any = self.repeated(separator, then, |builder, then| {
            let value = builder.after_name(operator, set, then);
            builder.piece(set, value)
        });
        // Until then, pairs with the variable's own name, then one with another name.
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

    /// A piece other than `name`: it differs from it in a token, is shorter, or is longer.
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
