//! Matching: a reference back to the values that it was expanded from.
//!
//! Where nothing is in doubt, one look from left to right decides (`greedy`). Else the text is
//! read twice: backwards to find from which states of the automaton it can still be read to its
//! end, then forwards along the first of these. Both take time linear in the text.

use std::collections::HashMap;

use crate::template::greedy::{self, Outcome};
use crate::template::languages::{Language, Mark, State};
use crate::template::parts::{Operator, Part, Variable, parts};
use crate::template::tokens::{Token, tokens};
use crate::template::values::Readings;
pub use crate::template::values::{Found, Value};

/// The variables that `text` defines, if it is an expansion of `template` or is equivalent to one
/// (RFC 3986 §6.2.2). Without `slash`, no value that stands within a segment of the path has an
/// encoded slash.
pub fn find<'t>(template: &'t str, text: &str, slash: bool) -> Option<Vec<Found<'t>>> {
    let readings = match greedy::read(template, text, slash) {
        Outcome::Read(readings) => readings,
        Outcome::No => return None,
        Outcome::Doubt => read(template, text, slash)?,
    };
    readings.by_name(template, text)
}

/// The first reading of any text.
fn read<'t>(template: &'t str, text: &str, slash: bool) -> Option<Readings<'t>> {
    let language = Language::of(template, slash);
    let (tokens, starts) = tokens(text);
    let viable = Viable::of(&language, &tokens)?;
    Some(readings(template, &viable.walk(&language, false), &starts))
}

/// A place in the text, counted in tokens, and what begins or ends there.
pub(super) type Walk = Vec<(Mark, usize)>;

/// What a walk through the automaton says.
pub(super) fn readings<'t>(template: &'t str, walk: &Walk, starts: &[usize]) -> Readings<'t> {
    let variables: Vec<(Operator, Variable<'t>)> = parts(template)
        .filter_map(|part| match part {
            Part::Expression(expression) => Some(expression),
            Part::Literal(_) => None,
        })
        .flat_map(|e| e.variables().map(move |variable| (e.operator, variable)))
        .collect();
    let mut readings = Readings::default();
    let mut start = 0;
    for &(mark, token) in walk {
        match mark {
            Mark::Begin(number, shape) => {
                let (operator, variable) = variables[number];
                readings.begin(operator, variable, shape);
            }
            Mark::Piece => start = starts[token],
            Mark::Stop => readings.piece(start..starts[token]),
        }
    }
    readings
}

/// For each place of a text, the states from which the rest of it leads to the end.
pub(super) struct Viable {
    /// The distinct sets, as bits.
    sets: Vec<Vec<u64>>,
    /// Which of them, at each place.
    at: Vec<usize>,
}

impl Viable {
    /// None if the text is not of the language.
    pub(super) fn of(language: &Language, tokens: &[Token]) -> Option<Self> {
        let order = language.order();
        let words = language.states.len().div_ceil(64);
        let step = |next: Option<(&[u64], Token)>| {
            let mut set = vec![0; words];
            for &state in &order {
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
        };
        // A text has few distinct sets, and few steps between them.
        let mut sets = vec![step(None)];
        let mut numbers: HashMap<Vec<u64>, usize> = HashMap::from([(sets[0].clone(), 0)]);
        let mut steps: HashMap<(usize, Token), usize> = HashMap::new();
        let mut at = vec![0; tokens.len() + 1];
        for (i, &token) in tokens.iter().enumerate().rev() {
            let next = at[i + 1];
            at[i] = *steps.entry((next, token)).or_insert_with(|| {
                let set = step(Some((&sets[next], token)));
                *numbers.entry(set).or_insert_with_key(|set| {
                    sets.push(set.clone());
                    sets.len() - 1
                })
            });
            if sets[at[i]].iter().all(|&word| word == 0) {
                return None;
            }
        }
        has(&sets[at[0]], language.start).then_some(Self { sets, at })
    }

    /// The first way through the automaton; with `other`, one that differs from it, if there is
    /// one: at the first fork where a second way leads to the end, that one.
    pub(super) fn walk(&self, language: &Language, mut other: bool) -> Walk {
        let mut walk = Vec::new();
        let mut state = language.start;
        let mut token = 0;
        loop {
            match &language.states[state] {
                State::Accept => return walk,
                State::Read(_, then) => {
                    token += 1;
                    state = *then;
                }
                State::Note(mark, then) => {
                    walk.push((*mark, token));
                    state = *then;
                }
                State::Fork(then) => {
                    let set = &self.sets[self.at[token]];
                    let mut ways = then.iter().copied().filter(|&then| has(set, then));
                    let Some(first) = ways.next() else { return walk };
                    state = first;
                    if other && let Some(second) = ways.next() {
                        state = second;
                        other = false;
                    }
                }
            }
        }
    }
}

fn has(set: &[u64], state: usize) -> bool {
    set[state / 64] >> (state % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::expand::{Slot, Target, expand};
    use crate::template::parts::recognized;

    /// Each template, with an alphabet that holds all that it can tell apart.
    const TEMPLATES: &[(&str, &str)] = &[
        ("a{x}b", "a/,b"),
        ("{x}", "a/,%"),
        ("/{x}/{y}", "a/,."),
        ("/{x}{/y}", "a/,="),
        ("{/x,y}", "a/,="),
        ("{/x*}", "a/,="),
        ("{/x,y*}", "a/,="),
        ("{/x*}/a", "a/="),
        ("{/x}{/y}", "a/,"),
        ("a{?x}", "a?=x,"),
        ("{?x,y}", "?=xy&"),
        ("{?x*}", "?=xy&"),
        ("{?x,y*}", "?=xy&"),
        ("{?x}{&y}", "?=xy&"),
        ("{;x}", ";=xy,"),
        ("{;x,y}", ";=xy,"),
        ("{;x*}", ";=xy,"),
        ("{;x,y*}{?x}", ";=xy?"),
        ("{.x}", ".a,/"),
        ("{.x*}", ".a=/"),
        ("{.x,y}", ".a,/"),
        ("{x}{.y}", ".a,/"),
        ("{+x}", "a/,?"),
        ("{+x}/a", "a/,?"),
        ("{+x}{?y}", "a?=y"),
        ("{+x*}", "a,=/"),
        ("{+x,y}", "a,/"),
        ("{#x}", "#a,/"),
        ("{#x,y*}", "#a,="),
        ("{x,y}", "a,="),
        ("{x*}", "a,="),
        ("{x*,y}", "a,="),
        ("{x:2}a", "a/,"),
        ("{;x:2}", ";x=a"),
        ("{x}{y}", "a,b"),
        ("{x}/{x}", "a/,"),
        ("{x:1}/{x}", "ab/,"),
        ("{x*}/{x}", "a/,"),
        ("{?x}{&x}", "?x=&a"),
    ];

    fn all(alphabet: &str, longest: usize) -> Vec<String> {
        let mut texts = vec![String::new()];
        let mut start = 0;
        for _ in 0..longest {
            let end = texts.len();
            for i in start..end {
                for c in alphabet.chars() {
                    texts.push(format!("{}{c}", texts[i]));
                }
            }
            start = end;
        }
        texts
    }

    fn pour(
        found: &[Found<'_>],
        name: &str,
        slot: &mut Slot<'_>,
    ) -> Result<(), crate::template::Misuse> {
        match found.iter().find(|one| one.name == name).map(|one| &one.value) {
            None => {}
            Some(Value::Text(text)) => slot.text(text),
            Some(Value::List(members)) => members.iter().try_for_each(|m| slot.member(m))?,
            Some(Value::Pairs(pairs)) => pairs.iter().try_for_each(|(k, v)| slot.pair(k, v))?,
        }
        Ok(())
    }

    #[test]
    fn the_short_way_finds_what_the_automaton_finds() {
        let mut short = 0;
        for &(template, alphabet) in TEMPLATES {
            assert!(recognized(template));
            for text in all(alphabet, 5) {
                let long = read(template, &text, false).map(|r| r.each(&text));
                match greedy::read(template, &text, false) {
                    Outcome::Doubt => continue,
                    Outcome::No => assert_eq!(long, None, "{template} {text}"),
                    Outcome::Read(readings) => {
                        assert_eq!(Some(readings.each(&text)), long, "{template} {text}");
                    }
                }
                short += 1;
            }
        }
        assert!(short > 20_000, "{short}");
    }

    #[test]
    fn what_is_found_expands_to_the_text() {
        let mut matched = 0;
        for &(template, alphabet) in TEMPLATES {
            for text in all(alphabet, 5) {
                let Some(found) = find(template, &text, false) else { continue };
                let expansion =
                    expand(template, Target::Uri, |name, slot| pour(&found, name, slot));
                assert_eq!(expansion.as_deref(), Ok(&text[..]), "{template} {found:?}");
                matched += 1;
            }
        }
        assert!(matched > 3_000, "{matched}");
    }
}
