//! The long way through a text, which every template and every text can go: the text is read twice,
//! backwards to find from which states of the automaton it can still be read to its end, then
//! forwards along the first of these. Both take time linear in the text.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::template::languages::{Language, Mark, State};
use crate::template::tokens::{Kind, Token, tokens};
use crate::template::values::{Piece, Readings};

/// The automaton of a template, and what is known of it.
#[derive(Debug)]
pub(super) struct General {
    pub(super) language: Language,
    order: Vec<usize>,
    seen: Mutex<Seen>,
}

/// The automaton read backwards and made deterministic, as far as texts have needed it.
#[derive(Debug, Default)]
struct Seen {
    /// Sets of states from which a text can be read to its end, as bits. The first is that of the end.
    sets: Vec<Vec<u64>>,
    numbers: HashMap<Vec<u64>, u32>,
    /// The set before each ASCII character, if it is known.
    before: Vec<[u32; 128]>,
    /// The sets before other tokens.
    steps: HashMap<(u32, Token), u32>,
}

/// Not known yet.
const UNKNOWN: u32 = u32::MAX;
/// The number of the set without a state.
const DEAD: u32 = u32::MAX - 1;
/// With more sets than this, what is known is forgotten before the next text.
const MOST: usize = 512;

impl General {
    pub(super) fn of(template: &str, slash: bool) -> Self {
        let language = Language::of(template, slash);
        let order = language.order();
        Self { language, order, seen: Mutex::default() }
    }

    /// The pieces of the first reading of a text; with `other`, of one that differs from it, if there
    /// is one. None if the text is not of the language.
    pub(super) fn read(&self, text: &str, other: bool) -> Option<Vec<Piece>> {
        let (tokens, starts) = tokens(text);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.sets.is_empty() || seen.sets.len() > MOST {
            *seen = Seen::default();
            let end = self.before(None);
            self.number(&mut seen, end);
        }
        let mut at = vec![0; tokens.len() + 1];
        for (i, &token) in tokens.iter().enumerate().rev() {
            at[i] = self.step(&mut seen, at[i + 1], token);
            if at[i] == DEAD {
                return None;
            }
        }
        let set = |token: usize| &*seen.sets[at[token] as usize];
        has(set(0), self.language.start).then(|| self.walk(set, &starts, other))
    }

    /// The set before `token`, where `next` is the number of the set after it.
    fn step(&self, seen: &mut Seen, next: u32, token: Token) -> u32 {
        let ascii = match token.kind() {
            Kind::Raw(byte) => Some(usize::from(byte)),
            _ => None,
        };
        let known = match ascii {
            Some(byte) => seen.before[next as usize][byte],
            None => seen.steps.get(&(next, token)).copied().unwrap_or(UNKNOWN),
        };
        if known != UNKNOWN {
            return known;
        }
        let set = self.before(Some((&seen.sets[next as usize], token)));
        let number = self.number(seen, set);
        match ascii {
            Some(byte) => seen.before[next as usize][byte] = number,
            None => {
                seen.steps.insert((next, token), number);
            }
        }
        number
    }

    #[allow(clippy::unused_self, reason = "reads as the others do")]
    fn number(&self, seen: &mut Seen, set: Vec<u64>) -> u32 {
        if set.iter().all(|&word| word == 0) {
            return DEAD;
        }
        if let Some(&number) = seen.numbers.get(&set) {
            return number;
        }
        // OK because no text has as many tokens.
        #[allow(clippy::cast_possible_truncation)]
        let number = seen.sets.len() as u32;
        seen.numbers.insert(set.clone(), number);
        seen.sets.push(set);
        seen.before.push([UNKNOWN; 128]);
        number
    }

    /// The states from which a token and then one of the states of `next` can be read; without `next`,
    /// those at which the text may end.
    fn before(&self, next: Option<(&Vec<u64>, Token)>) -> Vec<u64> {
        let language = &self.language;
        let mut set = vec![0; language.states.len().div_ceil(64)];
        for &state in &self.order {
            let is_viable = match (&language.states[state], next) {
                (State::Read(tokens, then), Some((next, token))) => {
                    has(next, *then) && tokens.contains(token)
                }
                (State::Read(..), None) => false,
                (State::Accept, next) => next.is_none(),
                _ => language.after(state).iter().any(|&then| has(&set, then)),
            };
            if is_viable {
                set[state / 64] |= 1 << (state % 64);
            }
        }
        set
    }

    /// The first way through the automaton; with `other`, at the first fork where a second way leads
    /// to the end, that one.
    fn walk<'s>(
        &self,
        set: impl Fn(usize) -> &'s [u64],
        starts: &[usize],
        mut other: bool,
    ) -> Vec<Piece> {
        let mut readings = Readings::with_capacity(4);
        let (mut state, mut token, mut start) = (self.language.start, 0, 0);
        loop {
            state = match &self.language.states[state] {
                State::Accept => break,
                State::Read(_, then) => {
                    token += 1;
                    *then
                }
                State::Note(mark, then) => {
                    match *mark {
                        Mark::Begin(variable, shape) => readings.begin(variable, shape),
                        Mark::Piece => start = starts[token],
                        Mark::Stop => readings.piece(start, starts[token]),
                    }
                    *then
                }
                State::Fork(then) => {
                    let set = set(token);
                    let mut ways = then.iter().copied().filter(|&then| has(set, then));
                    let Some(first) = ways.next() else { break };
                    match ways.next() {
                        Some(second) if other => {
                            other = false;
                            second
                        }
                        _ => first,
                    }
                }
            }
        }
        readings.pieces
    }
}

fn has(set: &[u64], state: usize) -> bool {
    set[state / 64] >> (state % 64) & 1 == 1
}
