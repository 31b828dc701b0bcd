//! Many templates matched at once: one pass over the text says which of them it can be an
//! expansion of, the most specific first.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::template::languages::{Builder, State};
use crate::template::matching::{Matcher, Piece};
use crate::template::parts::{Modifier, Part, parts};
use crate::template::tokens::{Kind, Token};

/// An order of templates, and what is known of the automaton of them all.
#[derive(Debug)]
pub struct Router {
    /// The places of the templates in what [`new`](Self::new) was given, the most specific first.
    order: Vec<usize>,
    states: Vec<State>,
    /// Where each template begins, in that order.
    starts: Vec<usize>,
    /// The template that each accepting state accepts, as a place in `order`.
    accepts: HashMap<usize, usize>,
    seen: Mutex<Seen>,
}

/// The deterministic automaton, as far as texts have needed it.
#[derive(Debug, Default)]
struct Seen {
    sets: Vec<Set>,
    numbers: HashMap<Vec<usize>, usize>,
    /// Steps over tokens that are not ASCII.
    steps: HashMap<(usize, Token), usize>,
}

#[derive(Debug)]
struct Set {
    /// The states that read something, or accept.
    states: Vec<usize>,
    /// The templates that end here, the most specific first.
    ends: Vec<usize>,
    /// The set after each ASCII token, where it is known.
    after: Box<[Option<u32>; 128]>,
}

/// With more sets than this, the automaton is begun anew.
const MOST: usize = 4096;

impl Router {
    /// A router of valid templates.
    pub fn new(templates: &[&str]) -> Self {
        let mut order: Vec<usize> = (0..templates.len()).collect();
        order.sort_by_cached_key(|&i| specificity(templates[i]));
        let mut builder = Builder::new(true);
        let mut accepts = HashMap::new();
        let mut starts = Vec::with_capacity(templates.len());
        for (place, &i) in order.iter().enumerate() {
            let accept = builder.add(State::Accept);
            accepts.insert(accept, place);
            starts.push(builder.template(templates[i], accept));
        }
        let states = builder.states;
        Self { order, states, starts, accepts, seen: Mutex::default() }
    }

    /// The most specific template that `text` matches, as its place in what [`new`](Self::new)
    /// was given, and what it defines. `matcher` gives the template at a place.
    pub fn read<'m>(
        &self,
        text: &str,
        slash: bool,
        matcher: impl Fn(usize) -> &'m Matcher,
    ) -> Option<(usize, Vec<Piece>)> {
        self.candidates(text).into_iter().find_map(|place| {
            let i = self.order[place];
            matcher(i).read(text, slash).map(|pieces| (i, pieces))
        })
    }

    /// The templates that `text` can be an expansion of, the most specific first.
    fn candidates(&self, text: &str) -> Vec<usize> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut at =
            if seen.sets.is_empty() { self.number(&mut seen, self.starts.clone()) } else { 0 };
        let mut i = 0;
        while i < text.len() {
            let (token, length) = Token::at(text, i);
            at = self.step(&mut seen, at, token);
            if seen.sets[at].states.is_empty() {
                return Vec::new();
            }
            i += length;
        }
        seen.sets[at].ends.clone()
    }

    fn step(&self, seen: &mut Seen, at: usize, token: Token) -> usize {
        let ascii = match token.kind() {
            Kind::Raw(byte) => Some(usize::from(byte)),
            _ => None,
        };
        let known = match ascii {
            Some(byte) => seen.sets[at].after[byte].map(|then| then as usize),
            None => seen.steps.get(&(at, token)).copied(),
        };
        if let Some(then) = known {
            return then;
        }
        let after = seen.sets[at].states.iter().filter_map(|&state| match &self.states[state] {
            State::Read(set, then) if set.contains(token) => Some(*then),
            _ => None,
        });
        let after = after.collect();
        if seen.sets.len() >= MOST {
            *seen = Seen::default();
            self.number(seen, self.starts.clone());
            return self.number(seen, after);
        }
        let then = self.number(seen, after);
        match ascii {
            // OK because there are at most MOST sets.
            #[allow(clippy::cast_possible_truncation)]
            Some(byte) => seen.sets[at].after[byte] = Some(then as u32),
            None => {
                seen.steps.insert((at, token), then);
            }
        }
        then
    }

    /// The number of the set of what can be read from these states.
    fn number(&self, seen: &mut Seen, from: Vec<usize>) -> usize {
        let mut todo = from;
        let mut reached = std::collections::HashSet::new();
        let mut states = Vec::new();
        let mut ends = Vec::new();
        while let Some(state) = todo.pop() {
            if !reached.insert(state) {
                continue;
            }
            match &self.states[state] {
                State::Read(..) => states.push(state),
                State::Accept => {
                    states.push(state);
                    ends.extend(self.accepts.get(&state));
                }
                State::Note(_, then) => todo.push(*then),
                State::Fork(then) => todo.extend(then),
            }
        }
        states.sort_unstable();
        ends.sort_unstable();
        if let Some(&number) = seen.numbers.get(&states) {
            return number;
        }
        let number = seen.sets.len();
        seen.numbers.insert(states.clone(), number);
        seen.sets.push(Set { states, ends, after: Box::new([None; 128]) });
        number
    }
}

/// How much a template leaves open, from its beginning on: literal text least, then nothing more
/// at all, then one piece, then several, then anything.
fn specificity(template: &str) -> Vec<u8> {
    const LITERAL: u8 = 0;
    const END: u8 = 1;
    let mut key = Vec::with_capacity(template.len());
    for part in parts(template) {
        match part {
            Part::Literal(literal) => key.extend(literal.bytes().map(|_| LITERAL)),
            Part::Expression(expression) => {
                key.extend(expression.variables().map(|variable| match variable.modifier {
                    _ if expression.operator.allows_reserved() => 5,
                    Modifier::Prefix(_) => 2,
                    Modifier::None => 3,
                    Modifier::Explode => 4,
                }));
            }
        }
    }
    key.push(END);
    key
}
