//! Matching of many templates at once: one pass over the text finds the templates that it may be an expansion
//! of, the most specific first. If that would take more memory than `ROOM`, the templates are tried one by one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::template::automaton::LazyDfa;
use crate::template::language_builder::LanguageBuilder;
use crate::template::languages::{Language, LanguageState, Stamps};
use crate::template::matching::{Matcher, ValuePiece};
use crate::template::parts::{Modifier, TemplatePart, parts};
use crate::template::tokens::Token;
use crate::template::typing::Typing;

/// An order of templates, and the known part of the automaton of them all.
#[derive(Debug)]
pub struct Router {
    /// The indices of the templates in the argument of [`new`](Self::new), the most specific first.
    order: Vec<usize>,
    /// For each position in that order, the first position that is as specific.
    ranks: Vec<usize>,
    language: Language,
    /// The initial state of each template, in that order.
    firsts: Vec<usize>,
    /// The limit on known sets.
    most: usize,
    /// The template that each accepting state accepts, as an index into `order`.
    accepts: HashMap<usize, usize>,
    seen: Mutex<KnownSets>,
}

/// The part of the automaton that texts have needed.
#[derive(Debug, Default)]
struct KnownSets {
    dfa: LazyDfa<Arc<[u32]>, Candidates>,
    /// The total number of states of the sets.
    size: usize,
    followed: Stamps,
}

/// The templates of a set of states: those that still read, and those that accept.
#[derive(Debug)]
struct Candidates {
    /// The templates that end here, the most specific first.
    here: Vec<usize>,
    /// The only template that can still match.
    only: Option<usize>,
}

/// If there are more sets than this and than the templates have bytes, or too many states in them, the
/// automaton is rebuilt, once for each text.
const MAX_SETS: usize = 4096;
/// The limit on the states of all sets, or eight times the states of the templates.
const ROOM: usize = 1 << 20;
/// The number of states that a step counts as.
const STEP: usize = 8;

impl Router {
    /// Makes a router of valid templates.
    pub fn new(templates: &[&Matcher]) -> Self {
        Self::by(templates, |_| Vec::new())
    }

    /// Like `new`; `next` orders templates that are equally specific.
    pub(super) fn by(templates: &[&Matcher], next: impl Fn(usize) -> Vec<u8>) -> Self {
        let keys: Vec<_> = templates.iter().map(|template| specificity(template)).collect();
        let mut order: Vec<usize> = (0..templates.len()).collect();
        order.sort_by_cached_key(|&i| (&keys[i], next(i)));
        let mut ranks: Vec<usize> = (0..order.len()).collect();
        for place in 1..order.len() {
            if keys[order[place]] == keys[order[place - 1]] {
                ranks[place] = ranks[place - 1];
            }
        }
        // Prefix modifiers are ignored here, because the templates themselves decide.
        let mut builder = LanguageBuilder::new(true, 0);
        let mut accepts = HashMap::new();
        let mut starts = Vec::with_capacity(templates.len());
        let mut firsts = Vec::with_capacity(templates.len());
        for (place, &i) in order.iter().enumerate() {
            firsts.push(builder.states.len());
            builder.of_requests = templates[i].reads_requests();
            let accept = builder.add(LanguageState::Accept);
            accepts.insert(accept, place);
            starts.push(builder.template(templates[i].template(), accept));
        }
        let start = builder.fork(starts);
        let language = Language { states: builder.states, start };
        let bytes = templates.iter().map(|template| template.template().len()).sum();
        let most = MAX_SETS.max(bytes);
        Self { order, ranks, language, firsts, most, accepts, seen: Mutex::default() }
    }

    /// The most specific template that `text` matches, as its index in the argument of [`new`](Self::new), and
    /// the values that it defines. `matcher` returns the template at an index. A template is skipped if `fits`
    /// rejects its values.
    pub fn read<'m>(
        &self,
        text: &str,
        slash: bool,
        matcher: impl Fn(usize) -> &'m Matcher,
        fits: impl Fn(usize, &[ValuePiece]) -> bool,
    ) -> Option<(usize, Vec<ValuePiece>)> {
        self.first(text, |i| matcher(i).read(text, slash).filter(|pieces| fits(i, pieces)))
    }

    /// The first template that `read` accepts among those that `text` may be an expansion of.
    fn first<T>(&self, text: &str, read: impl Fn(usize) -> Option<T>) -> Option<(usize, T)> {
        let try_one = |i: usize| read(i).map(|found| (i, found));
        match self.candidates(text) {
            Some(places) => places.into_iter().find_map(|place| try_one(self.order[place])),
            None => self.order.iter().copied().find_map(try_one),
        }
    }

    /// Among the most specific templates that `read` accepts, the one with the least `rest`.
    pub(super) fn least<T>(
        &self,
        text: &str,
        read: impl Fn(usize) -> Option<T>,
        rest: impl Fn(&T) -> usize,
    ) -> Option<(usize, T)> {
        let places = self.candidates(text).unwrap_or_else(|| (0..self.order.len()).collect());
        let mut best: Option<(usize, usize, T)> = None;
        for place in places {
            let rank = self.ranks[place];
            if best.as_ref().is_some_and(|(known, ..)| *known != rank) {
                break;
            }
            let i = self.order[place];
            if let Some(found) = read(i)
                && best.as_ref().is_none_or(|(.., least)| rest(&found) < rest(least))
            {
                best = Some((rank, i, found));
            }
        }
        best.map(|(_, i, found)| (i, found))
    }

    /// The templates that `text` may be an expansion of, the most specific first; none if the search would take
    /// too much memory.
    fn candidates(&self, text: &str) -> Option<Vec<usize>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut is_new = seen.dfa.len() == 0;
        let mut at = if is_new { self.number(&mut seen, &[self.language.start]) } else { 0 };
        let mut i = 0;
        while i < text.len() {
            let (token, length) = Token::at(text, i);
            if let Some(then) = seen.dfa.step(at, token) {
                at = then;
            } else {
                let set = seen.dfa.set(at).iter();
                let states: Vec<usize> =
                    set.filter_map(|&state| self.language.read(state as usize, token)).collect();
                let room = ROOM.max(8 * self.language.states.len());
                if seen.dfa.len() >= self.most || seen.size > room {
                    if std::mem::replace(&mut is_new, true) {
                        return None;
                    }
                    *seen = KnownSets::default();
                    self.number(&mut seen, &[self.language.start]);
                    at = self.number(&mut seen, &states);
                } else {
                    let then = self.number(&mut seen, &states);
                    seen.learn(at, token, then);
                    at = then;
                }
            }
            if seen.dfa.set(at).is_empty() {
                return Some(Vec::new());
            }
            // Only the template itself needs to read the rest.
            if let Some(only) = seen.dfa.note(at).only {
                return Some(vec![only]);
            }
            i += length;
        }
        Some(seen.dfa.note(at).here.clone())
    }

    /// The number of the set of states that can be reached from these without reading.
    fn number(&self, seen: &mut KnownSets, from: &[usize]) -> u32 {
        let mut states = Vec::new();
        let mut here = Vec::new();
        let from = from.iter().map(|&state| (state, ()));
        self.language.follow(from, &mut seen.followed, |state, (), _| {
            if let LanguageState::Read(..) | LanguageState::Accept = self.language.states[state] {
                // OK because no templates have that many states.
                #[allow(clippy::cast_possible_truncation)]
                states.push(state as u32);
                here.extend(self.accepts.get(&state));
            }
            true
        });
        states.sort_unstable();
        here.sort_unstable();
        let only = match states[..] {
            [first, .., last] => Some(self.place(first)).filter(|own| *own == self.place(last)),
            [one] => Some(self.place(one)),
            [] => None,
        };
        let (known, size) = (seen.dfa.len(), states.len());
        let number = seen.dfa.number(states.into(), Candidates { here, only });
        seen.size += size * (seen.dfa.len() - known);
        number
    }

    /// The index of the template that a state belongs to.
    fn place(&self, state: u32) -> usize {
        self.firsts.partition_point(|first| *first <= state as usize) - 1
    }
}

impl KnownSets {
    fn learn(&mut self, at: u32, token: Token, then: u32) {
        let known = self.dfa.other_steps();
        self.dfa.learn(at, token, then);
        self.size += STEP * (self.dfa.other_steps() - known);
    }
}

/// How much a template leaves open, from its beginning: literal text least, then the end, then one piece (one
/// of finitely many values, of a type, any), then several, then anything.
pub(super) fn specificity(template: &Matcher) -> Vec<u8> {
    const LITERAL: u8 = 0;
    const END: u8 = 1;
    let text = template.template();
    let mut key = Vec::with_capacity(text.len());
    let mut number = 0;
    for part in parts(text) {
        match part {
            TemplatePart::Literal(literal) => key.extend(literal.bytes().map(|_| LITERAL)),
            TemplatePart::Expression(expression) => {
                for variable in expression.variables() {
                    let typing = template.typing(number);
                    key.push(match variable.modifier {
                        _ if typing == Typing::Finite => 2,
                        _ if typing == Typing::Open => 3,
                        _ if expression.operator.allows_reserved() => 7,
                        Modifier::Prefix(_) => 4,
                        Modifier::None => 5,
                        Modifier::Explode => 6,
                    });
                    number += 1;
                }
            }
        }
    }
    key.push(END);
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Templates, and a text whose every character needs another, larger set of states.
    fn large(variables: usize) -> (Vec<String>, String) {
        let variables: Vec<String> = (0..variables).map(|i| format!("{{+v{i}}}a")).collect();
        let template = |literal: &str| format!("{literal}{}", variables.concat());
        (["", "a", "aa"].map(template).into(), "a".repeat(variables.len() + 2))
    }

    #[test]
    fn beyond_the_room_the_templates_are_tried_one_by_one() {
        let (templates, text) = large(1500);
        let texts: Vec<&str> = templates.iter().map(String::as_str).collect();
        let matchers: Vec<Matcher> = texts.iter().map(|text| Matcher::new(text)).collect();
        let router = Router::new(&matchers.iter().collect::<Vec<_>>());
        for _ in 0..2 {
            assert_eq!(router.candidates(&text), None);
            assert!(router.seen.lock().is_ok_and(|seen| seen.size < 2 * ROOM));
        }
        assert_eq!(router.candidates("bb"), Some(vec![2]));
        let found = router.read(&text, true, |i| &matchers[i], |_, _| true);
        assert_eq!(found.map(|(i, _)| i), Some(2));
    }
}
