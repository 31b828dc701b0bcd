//! Whether a template can be inverted: whether two choices of values expand to the same text.
//!
//! What a template can say is a regular language, so this is decided, not guessed: two ways
//! through the automaton are followed at once, until they lead to the same place again.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use crate::template::general::General;
use crate::template::languages::{Language, State};
use crate::template::matching::Found;
use crate::template::parts::{Modifier, Part, parts, variables};
use crate::template::tokens::Token;
use crate::template::values::{Piece, by_variable, found};

/// Why the values cannot be told from the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ambiguity<'t> {
    /// The text has the first code points of the value only.
    Prefix {
        /// The variable.
        name: &'t str,
        /// How many.
        length: u16,
    },
    /// There is a text with two readings.
    Text {
        /// One of the shortest of such texts.
        text: String,
        /// What matching makes of it: each occurrence of a variable that is defined.
        first: Vec<Found<'t>>,
        /// Something else that expands to it.
        second: Vec<Found<'t>>,
    },
}

/// Why `template` cannot be inverted; nothing if it can.
pub fn ambiguity(template: &str) -> Vec<Ambiguity<'_>> {
    let mut reasons = prefixes(template);
    let general = General::of(template, true);
    if let Some(word) = Search::new(&general.language).ambiguous_word() {
        let mut text = String::new();
        for token in &word {
            token.push(&mut text);
        }
        let variables: Vec<_> = variables(template).collect();
        let read = |other| -> Option<Vec<Found<'_>>> {
            let pieces = general.read(&text, other)?;
            let found = |pieces: &[Piece]| found(variables[pieces[0].variable], pieces, &text);
            Some(by_variable(&pieces).map(found).collect())
        };
        if let (Some(first), Some(second)) = (read(false), read(true)) {
            reasons.push(Ambiguity::Text { text, first, second });
        }
    }
    reasons
}

/// The variables of which no text has all.
fn prefixes(template: &str) -> Vec<Ambiguity<'_>> {
    let mut whole = HashSet::new();
    let mut cut = Vec::new();
    for part in parts(template) {
        let Part::Expression(expression) = part else { continue };
        for variable in expression.variables() {
            match variable.modifier {
                Modifier::Prefix(length) => cut.push((variable.name, length)),
                _ => {
                    whole.insert(variable.name);
                }
            }
        }
    }
    cut.retain(|(name, _)| !whole.contains(name));
    cut.into_iter().map(|(name, length)| Ambiguity::Prefix { name, length }).collect()
}

/// Two ways at once: where they are, and how they got there.
struct Node {
    states: (usize, usize),
    from: usize,
    token: Option<Token>,
}

struct Search<'l> {
    language: &'l Language,
    nodes: Vec<Node>,
    /// For each state, what can be read next or accepted; None where one place can be reached in
    /// two ways without reading.
    next: HashMap<usize, Result<Vec<usize>, usize>>,
}

impl<'l> Search<'l> {
    fn new(language: &'l Language) -> Self {
        Self { language, nodes: Vec::new(), next: HashMap::new() }
    }

    /// One of the shortest words with two ways through the automaton.
    fn ambiguous_word(&mut self) -> Option<Vec<Token>> {
        let start = self.language.start;
        let mut seen = HashSet::from([(start, start)]);
        self.nodes.push(Node { states: (start, start), from: 0, token: None });
        let mut i = 0;
        while i < self.nodes.len() {
            let (a, b) = self.nodes[i].states;
            let after_a = match self.reached(a) {
                Ok(after) => after,
                Err(twice) => return Some(self.word(i, None, twice)),
            };
            let after_b = match self.reached(b) {
                Ok(after) => after,
                Err(twice) => return Some(self.word(i, None, twice)),
            };
            let accepts = |&&state: &&usize| self.language.states[state] == State::Accept;
            if a != b
                && let Some(end) = after_a.iter().find(accepts)
                && after_b.contains(end)
            {
                return Some(self.word(i, None, *end));
            }
            for (k, &x) in after_a.iter().enumerate() {
                // From one place, each two ways once, and each way with itself.
                for &y in &after_b[if a == b { k } else { 0 }..] {
                    let (State::Read(set, then_x), State::Read(other, then_y)) =
                        (&self.language.states[x], &self.language.states[y])
                    else {
                        continue;
                    };
                    let Some(token) = set.common(*other) else { continue };
                    if then_x == then_y && (x != y || a != b) {
                        return Some(self.word(i, Some(token), *then_x));
                    }
                    let states = (*then_x.min(then_y), *then_x.max(then_y));
                    if seen.insert(states) {
                        self.nodes.push(Node { states, from: i, token: Some(token) });
                    }
                }
            }
            i += 1;
        }
        None
    }

    /// What can be read next or accepted from `state`, or a place with two ways to it.
    fn reached(&mut self, state: usize) -> Result<Vec<usize>, usize> {
        let language = self.language;
        let entry = match self.next.entry(state) {
            Entry::Occupied(entry) => return entry.get().clone(),
            Entry::Vacant(entry) => entry,
        };
        let mut seen = HashSet::from([state]);
        let mut todo = vec![state];
        let mut found = Vec::new();
        while let Some(at) = todo.pop() {
            if matches!(language.states[at], State::Read(..) | State::Accept) {
                found.push(at);
            }
            // What is preferred comes first, so that an example is a usual one.
            for &then in language.after(at).iter().rev() {
                if !seen.insert(then) {
                    return entry.insert(Err(then)).clone();
                }
                todo.push(then);
            }
        }
        entry.insert(Ok(found)).clone()
    }

    /// The tokens to the node `i`, one more, and the shortest way from `state` to the end.
    fn word(&self, mut i: usize, token: Option<Token>, state: usize) -> Vec<Token> {
        let mut word: Vec<Token> = token.into_iter().collect();
        while let Some(token) = self.nodes[i].token {
            word.push(token);
            i = self.nodes[i].from;
        }
        word.reverse();
        word.extend(self.to_the_end(state));
        word
    }

    fn to_the_end(&self, state: usize) -> Vec<Token> {
        let mut from: HashMap<usize, (usize, Option<Token>)> =
            HashMap::from([(state, (state, None))]);
        let mut todo = VecDeque::from([state]);
        while let Some(at) = todo.pop_front() {
            let ways: Vec<(usize, Option<Token>)> = match &self.language.states[at] {
                State::Accept => {
                    let mut word = Vec::new();
                    let mut at = at;
                    while at != state {
                        let (before, token) = from[&at];
                        word.extend(token);
                        at = before;
                    }
                    word.reverse();
                    return word;
                }
                State::Read(set, then) => vec![(*then, set.common(*set))],
                _ => self.language.after(at).iter().map(|&then| (then, None)).collect(),
            };
            for (then, token) in ways {
                if let Entry::Vacant(entry) = from.entry(then) {
                    entry.insert((at, token));
                    // What reads nothing comes first, so that the way is the shortest.
                    if token.is_some() { todo.push_back(then) } else { todo.push_front(then) }
                }
            }
        }
        Vec::new()
    }
}
