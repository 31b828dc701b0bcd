//! A deterministic automaton over tokens, built lazily as texts need it. `forward` and `router` use one to read
//! texts forwards, `general` backwards.

use std::collections::HashMap;
use std::hash::Hash;

use crate::template::tokens::{Token, TokenKind};

/// Numbered sets of states, each with a note, and the known steps between them.
#[derive(Debug)]
pub(super) struct LazyDfa<S, N> {
    sets: Vec<KnownSet<S, N>>,
    numbers: HashMap<S, u32>,
    /// The steps by tokens that are not ASCII.
    steps: HashMap<(u32, Token), u32>,
}

#[derive(Debug)]
struct KnownSet<S, N> {
    states: S,
    note: N,
    /// The steps by ASCII tokens.
    steps: AsciiSteps,
}

/// The numbers of the sets after ASCII tokens. Most sets have few.
#[derive(Debug)]
enum AsciiSteps {
    Few(Vec<(u8, u32)>),
    Many(Box<[Option<u32>; 128]>),
}

/// The largest number of sets that counts as few.
const MAX_FEW: usize = 8;

impl AsciiSteps {
    fn get(&self, byte: u8) -> Option<u32> {
        match self {
            Self::Few(known) => {
                known.iter().find(|(own, _)| *own == byte).map(|(_, number)| *number)
            }
            Self::Many(known) => known[usize::from(byte)],
        }
    }

    fn set(&mut self, byte: u8, number: u32) {
        match self {
            Self::Few(known) if known.len() < MAX_FEW => known.push((byte, number)),
            Self::Few(known) => {
                let mut many = Box::new([None; 128]);
                for (own, number) in known.iter() {
                    many[usize::from(*own)] = Some(*number);
                }
                many[usize::from(byte)] = Some(number);
                *self = Self::Many(many);
            }
            Self::Many(known) => known[usize::from(byte)] = Some(number),
        }
    }
}

impl<S, N> Default for LazyDfa<S, N> {
    fn default() -> Self {
        Self { sets: Vec::new(), numbers: HashMap::new(), steps: HashMap::new() }
    }
}

impl<S: Clone + Eq + Hash, N> LazyDfa<S, N> {
    /// The number of known sets.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The number of known steps by tokens that are not ASCII.
    pub(super) fn other_steps(&self) -> usize {
        self.steps.len()
    }

    /// The set of this number.
    pub(super) fn set(&self, number: u32) -> &S {
        &self.sets[number as usize].states
    }

    /// The note on the set of this number.
    pub(super) fn note(&self, number: u32) -> &N {
        &self.sets[number as usize].note
    }

    /// The number of a set that is known.
    pub(super) fn known(&self, states: &S) -> Option<u32> {
        self.numbers.get(states).copied()
    }

    /// The number of a set, which is added if it is new. The first is 0.
    pub(super) fn number(&mut self, states: S, note: N) -> u32 {
        if let Some(&number) = self.numbers.get(&states) {
            return number;
        }
        // OK because the users of the automaton bound the sets, and no text has that many tokens.
        #[allow(clippy::cast_possible_truncation)]
        let number = self.sets.len() as u32;
        self.numbers.insert(states.clone(), number);
        self.sets.push(KnownSet { states, note, steps: AsciiSteps::Few(Vec::new()) });
        number
    }

    /// The number passed to [`learn`](Self::learn).
    pub(super) fn step(&self, from: u32, token: Token) -> Option<u32> {
        match token.kind() {
            TokenKind::Raw(byte) => self.sets[from as usize].steps.get(byte),
            _ => self.steps.get(&(from, token)).copied(),
        }
    }

    /// Records the number that a token leads to.
    pub(super) fn learn(&mut self, from: u32, token: Token, to: u32) {
        match token.kind() {
            TokenKind::Raw(byte) => self.sets[from as usize].steps.set(byte, to),
            _ => drop(self.steps.insert((from, token), to)),
        }
    }
}
