//! The automaton of a template, which reads every text: in one pass if that suffices ([`Forward`]), else in
//! two. The first pass goes backwards, to find from which states the text can be read to its end; the second
//! goes forwards along the first of these. Both take time linear in the text: at most the product of the sizes
//! of text and automaton.
//!
//! The sets that the first pass finds are kept up to [`ROOM`]. For a text that needs more, only some are kept,
//! and the second pass reads the text between two of them backwards again.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::template::automaton::LazyDfa;
use crate::template::forward::{Doubt, Forward};
use crate::template::languages::{END, Language, LanguageState};
use crate::template::tokens::{Token, tokens};
use crate::template::values::{Readings, ValuePiece};

/// The automaton of a template, and the sets found so far.
#[derive(Debug)]
pub(super) struct General {
    pub(super) language: Language,
    order: Vec<usize>,
    forward: Forward,
    seen: Mutex<SetsBefore>,
}

/// A set of states, as bits.
type States = Arc<[u64]>;

/// The sets of states from which a text can be read to its end. The first is the set at the end of a text.
type SetsBefore = LazyDfa<States, ()>;

/// The number of the empty set.
const DEAD: u32 = u32::MAX;
/// The limit on the bytes of sets. It is only exceeded if the square root of the text's length requires it.
const ROOM: usize = 1 << 20;

impl General {
    /// Makes a reader for a template and its automaton.
    pub(super) fn new(template: &str, language: Language) -> Self {
        let order = language.order();
        let forward = Forward::new(&language, template);
        Self { language, order, forward, seen: Mutex::default() }
    }

    /// The pieces of the preferred reading of a text. None if the language does not have the text.
    pub(super) fn read(&self, text: &str) -> Option<Vec<ValuePiece>> {
        self.read_once(text).unwrap_or_else(|Doubt| self.read_twice(text, false))
    }

    /// Reads a text in one pass, if that suffices.
    pub(super) fn read_once(&self, text: &str) -> Result<Option<Vec<ValuePiece>>, Doubt> {
        self.forward.read(&self.language, text)
    }

    /// Reads a text in two passes. With `other`, returns the pieces of a reading that differs from it, if there
    /// is one.
    pub(super) fn read_twice(&self, text: &str, other: bool) -> Option<Vec<ValuePiece>> {
        self.read_within(ROOM, text, other)
    }

    fn read_within(&self, room: usize, text: &str, other: bool) -> Option<Vec<ValuePiece>> {
        let (tokens, starts) = tokens(text);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // Each set has a table of the sets before it.
        let size = 8 * self.words() + size_of::<[Option<u32>; 128]>() + 128;
        let most = (room / size).max(tokens.len().isqrt()).max(8);
        if seen.len() == 0 || is_full(&seen, most) {
            restart(&mut seen, self.before(None));
        }
        let at = vec![0; tokens.len() + 1];
        let mut reading = TextReading { general: self, seen, tokens, at, most, stops: Vec::new() };
        let pieces = reading.pieces(&starts, other);
        if reading.was_cut() {
            *reading.seen = SetsBefore::default();
        }
        pieces
    }

    /// The number of words of a set.
    fn words(&self) -> usize {
        self.language.states.len().div_ceil(64)
    }

    /// The number of the set before `token`; `next` is that of the set after it.
    fn step(&self, seen: &mut SetsBefore, next: u32, token: Token) -> u32 {
        if let Some(known) = seen.step(next, token) {
            return known;
        }
        let set = self.before(Some((seen.set(next), token)));
        let is_dead = set.iter().all(|&word| word == 0);
        let number = if is_dead { DEAD } else { seen.number(set, ()) };
        seen.learn(next, token, number);
        number
    }

    /// The states from which a token and then one of the states of `next` can be read; without `next`,
    /// those at which the text may end.
    fn before(&self, next: Option<(&States, Token)>) -> States {
        let language = &self.language;
        let mut set = vec![0; self.words()];
        for &state in &self.order {
            let is_viable = match (&language.states[state], next) {
                (LanguageState::Read(..), next) => next.is_some_and(|(next, token)| {
                    language.read(state, token).is_some_and(|then| has(next, then))
                }),
                (LanguageState::Accept, next) => next.is_none(),
                _ => language.after(state).iter().any(|&then| has(&set, then)),
            };
            if is_viable {
                set[state / 64] |= 1 << (state % 64);
            }
        }
        set.into()
    }
}

/// Forgets everything but one set.
fn restart(seen: &mut SetsBefore, set: States) {
    *seen = SetsBefore::default();
    seen.number(set, ());
}

/// Returns true if the sets, or the steps, fill the room.
fn is_full(seen: &SetsBefore, most: usize) -> bool {
    seen.len() >= most || seen.other_steps() >= ROOM / 32
}

/// A text that is being read.
struct TextReading<'g> {
    general: &'g General,
    seen: MutexGuard<'g, SetsBefore>,
    tokens: Vec<Token>,
    /// The numbers of the sets before the tokens, and at the end, up to the last of `stops`.
    at: Vec<u32>,
    /// The number of sets that are kept at one time.
    most: usize,
    /// The places where everything was forgotten, from the end on, with the set there.
    stops: Vec<(usize, States)>,
}

impl TextReading<'_> {
    fn pieces(&mut self, starts: &[usize], other: bool) -> Option<Vec<ValuePiece>> {
        let start = self.general.language.start;
        let is_whole = self.read_back(0..self.tokens.len()) && has(self.set(0), start);
        is_whole.then(|| self.walk(starts, other))
    }

    fn was_cut(&self) -> bool {
        self.seen.len() == 0 || !has(self.seen.set(0), END)
    }

    /// Finds the sets before these tokens from the set after them. Returns false if one is empty.
    fn read_back(&mut self, range: Range<usize>) -> bool {
        for i in range.rev() {
            if is_full(&self.seen, self.most) {
                let set = Arc::clone(self.seen.set(self.at[i + 1]));
                restart(&mut self.seen, Arc::clone(&set));
                self.stops.push((i + 1, set));
                self.at[i + 1] = 0;
            }
            self.at[i] = self.general.step(&mut self.seen, self.at[i + 1], self.tokens[i]);
            if self.at[i] == DEAD {
                return false;
            }
        }
        true
    }

    /// The set before a token. Call it for the tokens in order.
    fn set(&mut self, token: usize) -> &[u64] {
        let mut stop = None;
        while let Some(last) = self.stops.pop_if(|last| last.0 < token) {
            stop = Some(last.0);
        }
        if let Some(stop) = stop {
            let (end, set) = match self.stops.last() {
                Some((end, set)) => (*end, Arc::clone(set)),
                None => (self.tokens.len(), self.general.before(None)),
            };
            restart(&mut self.seen, set);
            self.at[end] = 0;
            self.read_back(stop..end);
        }
        self.seen.set(self.at[token])
    }

    /// The first path through the automaton. With `other`, it takes the second path at the first fork where one
    /// leads to the end.
    fn walk(&mut self, starts: &[usize], mut other: bool) -> Vec<ValuePiece> {
        let general = self.general;
        let mut readings = Readings::with_capacity(4);
        let (mut state, mut token) = (general.language.start, 0);
        loop {
            state = match &general.language.states[state] {
                LanguageState::Accept => break,
                LanguageState::Read(_, then) => {
                    token += 1;
                    *then
                }
                LanguageState::Note(mark, then) => {
                    readings.mark(*mark, starts[token]);
                    *then
                }
                LanguageState::Fork(then) => {
                    let set = self.set(token);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_alike_with_little_room() {
        for (template, piece) in [
            ("{+a}/{+b}.{+c}", "x/y.z"),
            ("{a*}{b*}-{c}", "x,y-"),
            ("{+a:9}{+b:70}{c}", "%25a%2F"),
            ("{/a*}{?b*}", "/\u{e9}\u{e8}\u{ea}"),
        ] {
            for length in [0, 1, 2, 5, 20, 100] {
                let text = piece.repeat(length);
                let read = |room| {
                    let general =
                        General::new(template, Language::of(template, true, usize::MAX, false));
                    [false, true, false].map(|other| general.read_within(room, &text, other))
                };
                assert_eq!(read(0), read(ROOM), "{template} {text}");
            }
        }
    }
}
