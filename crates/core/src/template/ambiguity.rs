//! Whether a template can be inverted: whether two choices of values expand to the same text.
//!
//! The expansions of a template form a regular language, so this can be decided exactly: the search
//! follows two paths through the automaton at once, until they meet again.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use crate::template::general::General;
use crate::template::languages::{Language, State};
use crate::template::matching::Found;
use crate::template::parts::{Modifier, Part, parts, variables};
use crate::template::tokens::Token;
use crate::template::values::{Piece, by_variable, found};

/// Why the text does not determine the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ambiguity<'t> {
    /// The text has only the first code points of the value.
    Prefix {
        /// The variable.
        name: &'t str,
        /// How many.
        length: u16,
    },
    /// A text has two readings.
    Text {
        /// One of the shortest of such texts.
        text: String,
        /// The reading that matching gives: each occurrence of a defined variable.
        first: Vec<Found<'t>>,
        /// Other values that expand to it.
        second: Vec<Found<'t>>,
    },
}

/// Why `template` cannot be inverted; none if it can.
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

/// The variables that no text can contain in full.
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

/// Two paths at once: the states that they have reached, and how.
struct Node {
    states: (usize, usize),
    from: usize,
    token: Option<Token>,
}

struct Search<'l> {
    language: &'l Language,
    nodes: Vec<Node>,
    /// For each state, the reading or accepting states that it leads to without reading a token;
    /// none if it leads to one of them in two ways.
    next: HashMap<usize, Result<Vec<usize>, usize>>,
}

impl<'l> Search<'l> {
    fn new(language: &'l Language) -> Self {
        Self { language, nodes: Vec::new(), next: HashMap::new() }
    }

    /// One of the shortest words with two paths through the automaton.
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
                // From one state, take each pair of paths once, and each path with itself.
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

    /// The reading or accepting states that `state` leads to without reading, or the state to which
    /// there are two paths.
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
            // Take the preferred paths first, so that the example is a usual text.
            for &then in language.after(at).iter().rev() {
                if !seen.insert(then) {
                    return entry.insert(Err(then)).clone();
                }
                todo.push(then);
            }
        }
        entry.insert(Ok(found)).clone()
    }

    /// The tokens on the path to node `i`, one more, and the shortest path from `state` to the end.
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
                    // States that read nothing come first, so that the path is the shortest.
                    if token.is_some() { todo.push_back(then) } else { todo.push_front(then) }
                }
            }
        }
        Vec::new()
    }
}
