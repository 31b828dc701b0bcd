//! Decides whether a template can be inverted: whether no two choices of values expand to the same text.
//!
//! The expansions of a template form a regular language, so this can be decided exactly: the search follows two
//! paths through the automaton at once, until they meet again. It visits each pair of states once, so the time
//! is at most quadratic in the size of the template.

use std::collections::HashSet;

use crate::template::general::General;
use crate::template::languages::{Language, LanguageState};
use crate::template::matching::Found;
use crate::template::parts::{TemplatePart, parts, variables};
use crate::template::tokens::Token;
use crate::template::values::{ValuePiece, by_variable, found};

/// Why the text does not determine the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ambiguity<'t> {
    /// The text has only a prefix of the value.
    Prefix {
        /// The variable.
        name: &'t str,
        /// Their number.
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

/// A template is too large to say whether it can be inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

error_words!(TooLarge, |_, f| write!(
    f,
    "the template is too large to decide whether it is invertible: that would take more than \
     {MAX_PAIRS} pairs of states"
));

/// The largest number of states of the automaton, and of pairs of them that the search tries.
const MAX_PAIRS: usize = 1 << 21;

/// Why `template` cannot be inverted; none if it can. With `of_requests`, why a request does not determine its
/// values, as [`Matcher::of_requests`] reads it, its query in the order of the template.
///
/// [`Matcher::of_requests`]: crate::template::Matcher::of_requests
pub fn ambiguity(template: &str, of_requests: bool) -> Result<Vec<Ambiguity<'_>>, TooLarge> {
    let mut reasons = prefixes(template);
    let language = Language::within(MAX_PAIRS, template, of_requests).ok_or(TooLarge)?;
    let general = General::new(template, language);
    let search = |goal, start| PairSearch::new(&general.language, goal, MAX_PAIRS).word_from(start);
    if let Some((word, state)) = search(Goal::Met, general.language.start)? {
        let end = search(Goal::End, state)?.map(|(word, _)| word);
        let mut text = String::new();
        word.into_iter().chain(end.unwrap_or_default()).for_each(|token| token.push(&mut text));
        let variables: Vec<_> = variables(template).collect();
        let read = |other| -> Option<Vec<Found<'_>>> {
            let pieces = general.read_twice(&text, other)?;
            let found = |pieces: &[ValuePiece]| found(variables[pieces[0].variable], pieces, &text);
            Some(by_variable(&pieces).map(found).collect())
        };
        if let (Some(first), Some(second)) = (read(false), read(true)) {
            reasons.push(Ambiguity::Text { text, first, second });
        }
    }
    Ok(reasons)
}

/// The variables that no text can contain in full.
fn prefixes(template: &str) -> Vec<Ambiguity<'_>> {
    let mut whole = HashSet::new();
    let mut cut = Vec::new();
    for part in parts(template) {
        let TemplatePart::Expression(expression) = part else { continue };
        for variable in expression.variables() {
            if let Some(length) = variable.modifier.prefix() {
                cut.push((variable.name, length));
            } else {
                whole.insert(variable.name);
            }
        }
    }
    cut.retain(|(name, _)| !whole.contains(name));
    cut.into_iter().map(|(name, length)| Ambiguity::Prefix { name, length }).collect()
}

/// Two states that two paths have reached with the same text. Until the paths diverge, they are the same state.
type StatePair = (u32, u32);

/// A pair that has been reached, and how.
struct ReachedPair {
    pair: StatePair,
    from: u32,
    token: Option<Token>,
}

/// The goal of two paths that have begun together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// To diverge, and to meet again.
    Met,
    /// To reach the end of the text together.
    End,
}

struct PairSearch<'l> {
    language: &'l Language,
    goal: Goal,
    nodes: Vec<ReachedPair>,
    seen: HashSet<StatePair>,
    most: usize,
}

/// The pairs that a step leads to from a pair.
enum PairStep {
    To(StatePair, Option<Token>),
    /// The goal is reached, in this state.
    Goal(usize, Option<Token>),
}

impl<'l> PairSearch<'l> {
    fn new(language: &'l Language, goal: Goal, most: usize) -> Self {
        Self { language, goal, nodes: Vec::new(), seen: HashSet::new(), most }
    }

    /// One of the shortest words that lead from a state to the goal, and the state there.
    fn word_from(&mut self, start: usize) -> Result<Option<(Vec<Token>, usize)>, TooLarge> {
        let start = number(start);
        // The nodes after the current number of tokens, and those after one more token. Each is a stack.
        let mut nodes = Vec::from_iter(self.node((start, start), 0, None)?);
        let mut next = Vec::new();
        let mut steps = Vec::new();
        while !nodes.is_empty() {
            while let Some(i) = nodes.pop() {
                self.steps(self.nodes[i as usize].pair, &mut steps);
                for step in steps.drain(..).rev() {
                    match step {
                        PairStep::Goal(state, token) => {
                            return Ok(Some((self.word(i, token), state)));
                        }
                        PairStep::To(pair, token) => {
                            let then = if token.is_some() { &mut next } else { &mut nodes };
                            then.extend(self.node(pair, i, token)?);
                        }
                    }
                }
            }
            nodes.extend(next.drain(..).rev());
        }
        Ok(None)
    }

    /// Adds a node for a pair, if it has none.
    fn node(
        &mut self,
        (a, b): StatePair,
        from: u32,
        token: Option<Token>,
    ) -> Result<Option<u32>, TooLarge> {
        let pair = (a.min(b), a.max(b));
        if !self.seen.insert(pair) {
            return Ok(None);
        }
        if self.nodes.len() == self.most {
            return Err(TooLarge);
        }
        self.nodes.push(ReachedPair { pair, from, token });
        Ok(Some(number(self.nodes.len() - 1)))
    }

    /// The steps from a pair, preferred paths first, so the example is a typical text. Once two paths have
    /// diverged, the one that is farther from the end advances until it reads a token, then the other.
    fn steps(&self, (a, b): StatePair, steps: &mut Vec<PairStep>) {
        let (one, other) = (a as usize, b as usize);
        let after = self.language.after(one);
        if a == b {
            match &self.language.states[one] {
                LanguageState::Read(set, then) => {
                    let then = number(*then);
                    steps.push(PairStep::To((then, then), set.common(*set)));
                }
                LanguageState::Accept if self.goal == Goal::End => {
                    steps.push(PairStep::Goal(one, None));
                }
                _ => {}
            }
            for (k, &x) in after.iter().enumerate() {
                steps.push(PairStep::To((number(x), number(x)), None));
                if self.goal == Goal::Met {
                    steps.extend(after[k + 1..].iter().map(|&y| step(x, y, None)));
                }
            }
        } else if let after @ [_, ..] = self.language.after(other) {
            steps.extend(after.iter().map(|&y| step(one, y, None)));
        } else if !after.is_empty() {
            steps.extend(after.iter().map(|&x| step(x, other, None)));
        } else if let (LanguageState::Read(set, x), LanguageState::Read(other, y)) =
            (&self.language.states[one], &self.language.states[other])
            && let Some(token) = set.common(*other)
        {
            steps.push(step(*x, *y, Some(token)));
        }
    }

    /// The tokens on the path to node `i`, and one more.
    fn word(&self, mut i: u32, token: Option<Token>) -> Vec<Token> {
        let mut word: Vec<Token> = token.into_iter().collect();
        while i > 0 {
            let node = &self.nodes[i as usize];
            word.extend(node.token);
            i = node.from;
        }
        word.reverse();
        word
    }
}

/// A step of two paths that have diverged.
fn step(x: usize, y: usize, token: Option<Token>) -> PairStep {
    if x == y { PairStep::Goal(x, token) } else { PairStep::To((number(x), number(y)), token) }
}

fn number(state: usize) -> u32 {
    // OK because there are at most MAX_PAIRS of them.
    #[allow(clippy::cast_possible_truncation)]
    let number = state as u32;
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of pairs of states that the search visits for an invertible template.
    fn pairs(template: &str) -> usize {
        let language = Language::of(template, true, usize::MAX, false);
        let mut search = PairSearch::new(&language, Goal::Met, usize::MAX);
        assert_eq!(search.word_from(language.start), Ok(None), "{template}");
        search.nodes.len()
    }

    #[test]
    fn pairs_grow_with_the_square_of_the_template_at_most() {
        let list = |operator: &str, count: usize| {
            let names: Vec<String> = (100..100 + count).map(|i| format!("v{i}")).collect();
            format!("{{{operator}{}}}", names.join(","))
        };
        let shapes: [&dyn Fn(usize) -> String; 5] = [
            &|n| list("?", n),
            &|n| list(";", n),
            &|n| "/{a}".repeat(n),
            &|n| "a".repeat(n),
            &|n| format!("/{{a:{n}}}/{{b:{n}}}"),
        ];
        for shape in shapes {
            let counts = [50, 100, 200].map(|n| pairs(&shape(n)));
            assert!(counts[1] <= 5 * counts[0], "{} {counts:?}", shape(2));
            assert!(counts[2] <= 9 * counts[1] / 2, "{} {counts:?}", shape(2));
        }
    }

    #[test]
    fn a_template_that_is_too_large_is_refused() {
        let names: Vec<String> = (0..3000).map(|i| format!("v{i}")).collect();
        assert_eq!(ambiguity(&format!("{{?{}}}", names.join(",")), false), Err(TooLarge));
        assert_eq!(ambiguity(&"a".repeat(MAX_PAIRS), false), Err(TooLarge));
        assert_eq!(ambiguity(&"{+a:9999}".repeat(200), false), Err(TooLarge));
        assert_eq!(ambiguity(&"a".repeat(MAX_PAIRS / 4), false), Ok(Vec::new()));
    }
}
