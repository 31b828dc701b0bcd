//! The expansions of a template as a finite automaton over tokens, with marks that say which values a text
//! consists of.
//!
//! The expansions of a variable form a regular language (RFC 6570 §3.2): text, a list, or an associative array.
//! If two kinds of value expand to the same text, the automaton has only one of them:
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
//! If a text has several readings, matching takes the one that the automaton lists first: a variable is defined
//! if it can be, and each piece is as short as possible.

use crate::template::parts::Operator;
use crate::template::tokens::{RawTokens, Set, Token, ValueTokens};

/// A state of the automaton. `then` has indices of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LanguageState {
    /// Reads one token.
    Read(Set, usize),
    /// Goes to one of these states, preferably the first that leads to the end.
    Fork(Vec<usize>),
    /// Records a beginning or an end.
    Note(Mark, usize),
    /// The text may end here.
    Accept,
}

/// An event at a position of the text.
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

/// The state at which a text may end. There is one.
pub(super) const END: usize = 0;

/// The automaton of a template.
#[derive(Clone, Debug)]
pub(super) struct Language {
    pub(super) states: Vec<LanguageState>,
    pub(super) start: usize,
}

/// The tokens that a value of this variable may have. With `slash`, a value within a segment may have an
/// encoded slash.
pub(super) fn values_of(operator: Operator, slash: bool) -> ValueTokens {
    ValueTokens {
        reserved: operator.allows_reserved(),
        slash: slash || !operator.is_in_segment(),
        raw: RawTokens::NONE,
    }
}

impl Language {
    /// The states that a state leads to without reading.
    pub(super) fn after(&self, state: usize) -> &[usize] {
        match &self.states[state] {
            LanguageState::Fork(then) => then,
            LanguageState::Note(_, then) => std::slice::from_ref(then),
            LanguageState::Read(..) | LanguageState::Accept => &[],
        }
    }

    /// The state after a token, if a state reads it.
    pub(super) fn read(&self, state: usize, token: Token) -> Option<usize> {
        match &self.states[state] {
            LanguageState::Read(set, then) => set.contains(token).then_some(*then),
            _ => None,
        }
    }

    /// Visits the states that can be reached without reading, the preferred ones first, each with the track
    /// that it is reached from and the marks on the way. Stops when `visit` returns false.
    pub(super) fn follow<T: Copy>(
        &self,
        from: impl IntoIterator<Item = (usize, T)>,
        followed: &mut Stamps,
        mut visit: impl FnMut(usize, T, &[Mark]) -> bool,
    ) {
        followed.clear(self.states.len());
        let mut marks = Vec::new();
        let mut stack = Vec::new();
        for (first, track) in from {
            stack.push((first, 0));
            while let Some((state, recorded)) = stack.pop() {
                if !followed.is_first(state) {
                    continue;
                }
                marks.truncate(recorded);
                if !visit(state, track, &marks) {
                    return;
                }
                if let LanguageState::Note(mark, _) = self.states[state] {
                    marks.push(mark);
                }
                let after = self.after(state).iter().rev();
                stack.extend(after.map(|&then| (then, marks.len())));
            }
        }
    }

    /// The states, each after those that it leads to without reading.
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

/// A set of states that is cleared in constant time.
#[derive(Debug, Default)]
pub(super) struct Stamps {
    /// For each state, the last generation of the set that had it.
    of: Vec<u32>,
    now: u32,
}

impl Stamps {
    pub(super) fn clear(&mut self, states: usize) {
        self.of.resize(states, 0);
        self.now += 1;
    }

    /// Adds a state; returns true if the set did not have it.
    pub(super) fn is_first(&mut self, state: usize) -> bool {
        std::mem::replace(&mut self.of[state], self.now) != self.now
    }
}
