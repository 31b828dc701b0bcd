//! Limits on the values of a variable, beyond the grammar: some texts, or a regular language of them.
//!
//! A constraint is a deterministic automaton over the characters of a value, so that a value has one path
//! through it, and an ambiguity that is found is one of the values.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use crate::template::expand::{Misuse, refuse_unknown};
use crate::template::parts::{Modifier, Operator, Variable, variables};
use crate::template::pattern::{Chars, Irregular, Regular, read};

/// The language of the values of a variable.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The first one is the start. From each, the end can be reached.
    pub(super) states: Vec<ConstraintState>,
    is_finite: bool,
    longest: Option<usize>,
}

/// A state of the automaton.
#[derive(Clone, Debug, Default)]
pub(super) struct ConstraintState {
    /// Whether a value may end here.
    pub(super) ends: bool,
    /// The characters that may follow, in order, and where they lead.
    pub(super) edges: Vec<(Chars, usize)>,
}

/// Why there is no constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unconstrained {
    /// The pattern is not one of those that are read.
    Irregular(Irregular),
    /// It would take too much.
    TooLarge,
    /// There is no value.
    Empty,
}

impl fmt::Display for Unconstrained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Irregular(irregular) => irregular.fmt(f),
            Self::TooLarge => {
                write!(f, "it is too large: its automaton has more than {MAX_STATES} states")
            }
            Self::Empty => f.write_str("no value is possible"),
        }
    }
}

impl std::error::Error for Unconstrained {}

/// How many states an automaton may have.
const MAX_STATES: usize = 1 << 12;

/// A nondeterministic automaton over characters.
#[derive(Default)]
struct Nfa {
    /// By state: where it leads without reading, and by characters.
    empty: Vec<Vec<usize>>,
    edges: Vec<Vec<(Chars, usize)>>,
}

impl Nfa {
    fn state(&mut self) -> Result<usize, Unconstrained> {
        if self.empty.len() >= 4 * MAX_STATES {
            return Err(Unconstrained::TooLarge);
        }
        self.empty.push(Vec::new());
        self.edges.push(Vec::new());
        Ok(self.empty.len() - 1)
    }

    /// The state before a node, where `then` is the one after it.
    fn before(&mut self, node: &Regular, then: usize) -> Result<usize, Unconstrained> {
        match node {
            Regular::Class(ranges) => {
                let state = self.state()?;
                self.edges[state].extend(ranges.iter().map(|range| (*range, then)));
                Ok(state)
            }
            Regular::All(nodes) => {
                nodes.iter().rev().try_fold(then, |then, node| self.before(node, then))
            }
            Regular::Any(nodes) => {
                let state = self.state()?;
                for node in nodes {
                    let way = self.before(node, then)?;
                    self.empty[state].push(way);
                }
                Ok(state)
            }
            Regular::Repeat(node, least, most) => {
                let mut at = then;
                match most {
                    None => {
                        let entry = self.state()?;
                        let inner = self.before(node, entry)?;
                        self.empty[entry].extend([then, inner]);
                        at = entry;
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            let inner = self.before(node, at)?;
                            let state = self.state()?;
                            self.empty[state].extend([then, inner]);
                            at = state;
                        }
                    }
                }
                for _ in 0..*least {
                    at = self.before(node, at)?;
                }
                Ok(at)
            }
        }
    }

    fn closed(&self, from: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let mut set = BTreeSet::new();
        let mut todo: Vec<usize> = from.into_iter().collect();
        while let Some(state) = todo.pop() {
            if set.insert(state) {
                todo.extend(&self.empty[state]);
            }
        }
        set
    }

    /// The deterministic automaton.
    fn determined(&self, start: usize, end: usize) -> Result<Vec<ConstraintState>, Unconstrained> {
        let first = self.closed([start]);
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut sets = vec![first];
        let mut states: Vec<ConstraintState> = Vec::new();
        let mut steps = 0;
        while let Some(set) = sets.get(states.len()).cloned() {
            let edges: Vec<(Chars, usize)> =
                set.iter().flat_map(|&state| self.edges[state].iter().copied()).collect();
            steps += edges.len();
            if steps > 64 * MAX_STATES {
                return Err(Unconstrained::TooLarge);
            }
            // Between two of these, the same edges have all characters.
            let mut cuts: Vec<u32> =
                edges.iter().flat_map(|((low, high), _)| [*low, high + 1]).collect();
            cuts.sort_unstable();
            cuts.dedup();
            let mut state = ConstraintState { ends: set.contains(&end), edges: Vec::new() };
            for pair in cuts.windows(2) {
                let (low, high) = (pair[0], pair[1] - 1);
                steps += edges.len();
                if steps > 1024 * MAX_STATES {
                    return Err(Unconstrained::TooLarge);
                }
                let has = |range: &Chars| range.0 <= low && high <= range.1;
                let then = edges.iter().filter(|(range, _)| has(range)).map(|(_, then)| *then);
                let then = self.closed(then);
                if then.is_empty() {
                    continue;
                }
                let next = sets.len();
                let number = *numbers.entry(then).or_insert_with_key(|then| {
                    sets.push(then.clone());
                    next
                });
                match state.edges.last_mut() {
                    Some(((_, last), known)) if *known == number && *last + 1 == low => {
                        *last = high;
                    }
                    _ => state.edges.push(((low, high), number)),
                }
            }
            states.push(state);
            if sets.len() > MAX_STATES {
                return Err(Unconstrained::TooLarge);
            }
        }
        Ok(states)
    }
}

impl Constraint {
    /// One of these texts.
    pub fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<Self, Unconstrained> {
        let mut states = vec![ConstraintState::default()];
        for word in words {
            let mut at = 0;
            for c in word.chars() {
                let c = u32::from(c);
                let next = states.len();
                let place = states[at].edges.binary_search_by_key(&c, |((low, _), _)| *low);
                at = match place {
                    Ok(place) => states[at].edges[place].1,
                    Err(place) => {
                        states[at].edges.insert(place, ((c, c), next));
                        states.push(ConstraintState::default());
                        next
                    }
                };
            }
            states[at].ends = true;
            if states.len() > 16 * MAX_STATES {
                return Err(Unconstrained::TooLarge);
            }
        }
        Self::of(states, None)
    }

    /// Texts that a regular expression matches as a whole: see [`pattern`](super::pattern).
    pub fn pattern(pattern: &str) -> Result<Self, Unconstrained> {
        Self::within(pattern, None)
    }

    /// Any text.
    pub fn any() -> Self {
        let state = ConstraintState { ends: true, edges: vec![((0, char::MAX.into()), 0)] };
        Self { states: vec![state], is_finite: false, longest: None }
    }

    /// Whether it is any text.
    fn is_any(&self) -> bool {
        matches!(&self.states[..], [only] if only.ends && only.edges.iter().any(|((low, high), _)| *low == 0 && *high == char::MAX.into()))
    }

    /// An integer as `expand` writes it, of at most so many digits that every Python reads it.
    pub fn integer() -> Result<Self, Unconstrained> {
        Self::within("0|-?[1-9][0-9]*", Some(640))
    }

    /// A decimal number, with or without an exponent.
    pub fn number() -> Result<Self, Unconstrained> {
        Self::within("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?", Some(640))
    }

    fn within(pattern: &str, longest: Option<usize>) -> Result<Self, Unconstrained> {
        let node = read(pattern).map_err(Unconstrained::Irregular)?;
        let mut loose = Nfa::default();
        let end = loose.state()?;
        let start = loose.before(&node, end)?;
        Self::of(loose.determined(start, end)?, longest)
    }

    /// Leaves out the states from which the end cannot be reached.
    fn of(states: Vec<ConstraintState>, longest: Option<usize>) -> Result<Self, Unconstrained> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
        for (number, state) in states.iter().enumerate() {
            for (_, then) in &state.edges {
                before[*then].push(number);
            }
        }
        let mut lives = vec![false; states.len()];
        let mut todo: Vec<usize> = (0..states.len()).filter(|&i| states[i].ends).collect();
        while let Some(state) = todo.pop() {
            if !std::mem::replace(&mut lives[state], true) {
                todo.extend(&before[state]);
            }
        }
        if !lives[0] {
            return Err(Unconstrained::Empty);
        }
        let mut numbers = vec![0; states.len()];
        let mut count = 0;
        for (number, lives) in numbers.iter_mut().zip(&lives) {
            *number = count;
            count += usize::from(*lives);
        }
        let kept = states.into_iter().zip(&lives).filter(|(_, lives)| **lives);
        let states: Vec<ConstraintState> = kept
            .map(|(mut state, _)| {
                state.edges.retain(|(_, then)| lives[*then]);
                for (_, then) in &mut state.edges {
                    *then = numbers[*then];
                }
                state
            })
            .collect();
        let is_finite = is_without_circle(&states);
        Ok(Self { states, is_finite, longest })
    }

    /// Whether a value is one of them.
    pub fn accepts(&self, value: &str) -> bool {
        if self.longest.is_some_and(|longest| value.len() > longest) {
            return false;
        }
        let mut at = 0;
        for c in value.chars() {
            let c = u32::from(c);
            let edges = &self.states[at].edges;
            let place = edges.partition_point(|((_, high), _)| *high < c);
            match edges.get(place) {
                Some(((low, _), then)) if *low <= c => at = *then,
                _ => return false,
            }
        }
        self.states[at].ends
    }

    /// Whether there are only so many values.
    pub fn is_finite(&self) -> bool {
        self.is_finite
    }

    /// Whether a value may have this character.
    pub fn may_have(&self, c: char) -> bool {
        let c = u32::from(c);
        let mut edges = self.states.iter().flat_map(|state| &state.edges);
        edges.any(|((low, high), _)| *low <= c && c <= *high)
    }

    /// How large its automaton is.
    pub fn size(&self) -> usize {
        self.states.iter().map(|state| 1 + state.edges.len()).sum()
    }
}

/// Whether no state leads to itself (Kahn).
fn is_without_circle(states: &[ConstraintState]) -> bool {
    let mut count = vec![0; states.len()];
    states.iter().flat_map(|state| &state.edges).for_each(|(_, then)| count[*then] += 1);
    let mut todo: Vec<usize> = (0..states.len()).filter(|&i| count[i] == 0).collect();
    let mut done = 0;
    while let Some(state) = todo.pop() {
        done += 1;
        for (_, then) in &states[state].edges {
            count[*then] -= 1;
            if count[*then] == 0 {
                todo.push(*then);
            }
        }
    }
    done == states.len()
}

/// The constraints of the variables of a template, by their numbers; a variable beyond the last one has
/// none.
pub type Constraints = Vec<Option<Arc<Constraint>>>;

/// Why a variable of a template cannot have a constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untypable {
    /// The template has none of that name.
    Unknown(Misuse),
    /// "The first so many characters" of a value say nothing of the value.
    Prefix(String, u16),
    /// In `{+x}` and `{#x}`, a `%` begins a triplet of a value, or is a character of it.
    Percent(String),
}

impl fmt::Display for Untypable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(misuse) => misuse.fmt(f),
            Self::Prefix(name, length) => {
                write!(f, "{{{name}:{length}}} keeps only a prefix; {name} cannot be typed")
            }
            Self::Percent(name) => write!(
                f,
                "the type of {name} allows a percent sign, which may be of a triplet after + and #: leave \
                 it out of the pattern"
            ),
        }
    }
}

impl std::error::Error for Untypable {}

/// The constraints of the variables of a valid template, by their names.
pub fn constrain(
    template: &str,
    given: &[(&str, Arc<Constraint>)],
) -> Result<Constraints, Untypable> {
    let names: Vec<&str> = given.iter().map(|(name, _)| *name).collect();
    refuse_unknown(template, &names).map_err(Untypable::Unknown)?;
    let by_name: HashMap<&str, &Arc<Constraint>> =
        given.iter().map(|(name, constraint)| (*name, constraint)).collect();
    let constraint = |(operator, variable): (Operator, Variable<'_>)| {
        let Some(constraint) = by_name.get(variable.name) else { return Ok(None) };
        let name = || variable.name.to_owned();
        if let Some(length) = variable.modifier.prefix() {
            return Err(Untypable::Prefix(name(), length));
        }
        if operator.allows_reserved()
            && variable.modifier != Modifier::Explode
            && constraint.is_any()
        {
            return Ok(None);
        }
        if operator.allows_reserved() && constraint.may_have('%') {
            return Err(Untypable::Percent(name()));
        }
        Ok(Some(Arc::clone(constraint)))
    };
    variables(template).map(constraint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, yes, no) in [
            ("", &[""][..], &["a"][..]),
            ("a|bc", &["a", "bc"], &["", "ac", "b"]),
            ("[a-c]+", &["a", "cab"], &["", "d", "a-"]),
            ("[^a-c]", &["d", "\u{e9}", "-"], &["a", "b", "c", ""]),
            ("[]-]", &["]", "-"], &["a"]),
            ("[a\\]-]", &["]", "-", "a"], &["\\"]),
            ("^[a-z]+$", &["a"], &["A", ""]),
            ("a{2,3}", &["aa", "aaa"], &["a", "aaaa"]),
            ("a{2}b{0,1}c{1,}d{,2}", &["aac", "aabccdd"], &["aa", "aacddd"]),
            ("(?:ab)*?c", &["c", "abc", "ababc"], &["ab", "ac"]),
            ("(?P<x>a)(b)", &["ab"], &["a"]),
            ("\\d{4}-\\w", &["2026-_"], &["2026--", "\u{664}\u{664}\u{664}\u{664}-a"]),
            (".", &["a", "\u{1F600}"], &["\n", ""]),
            ("\\.\\$\\s\\S", &[".$ x"], &["a$ x"]),
            ("[\\d.]+", &["1.2"], &["a"]),
            ("(a*)*", &["", "aaa"], &["b"]),
        ] {
            let constraint =
                Constraint::pattern(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"));
            assert!(yes.iter().all(|text| constraint.accepts(text)), "{pattern} {yes:?}");
            assert!(!no.iter().any(|text| constraint.accepts(text)), "{pattern} {no:?}");
        }
    }

    #[test]
    fn patterns_that_are_refused() {
        for (pattern, found, position) in [
            ("a(?=b)", "a group that is neither (…), (?:…) nor (?P<…>…)", 3),
            ("(a)\\1", "“\\1”", 3),
            ("a\\b", "“\\b”", 1),
            ("(?i)a", "a group that is neither (…), (?:…) nor (?P<…>…)", 2),
            ("a**", "a repetition of a repetition", 2),
            ("a*+", "a repetition of a repetition", 2),
            ("*", "a repetition of nothing", 0),
            ("a^b", "an anchor within", 1),
            ("^a^", "an anchor within", 2),
            ("^a|b$", "an anchor beside “|”", 0),
            ("[a", "“[” without “]”", 2),
            ("(a", "“(” without “)”", 2),
            ("a)", "“)” without “(”", 1),
            ("[b-a]", "a range of a class without order", 4),
            ("a{2", "“{” that is no repetition; write \\{", 1),
            ("a{3,2}", "a repetition without numbers up to 1000, in order", 1),
            ("a{1001}", "a repetition without numbers up to 1000, in order", 1),
            ("a\\", "“\\” at the end", 2),
        ] {
            let error = Constraint::pattern(pattern).map(drop);
            let irregular = Irregular { found: found.to_owned(), position };
            assert_eq!(error, Err(Unconstrained::Irregular(irregular)), "{pattern}");
        }
        let nested = "(".repeat(60) + &")".repeat(60);
        assert!(matches!(Constraint::pattern(&nested), Err(Unconstrained::Irregular(_))));
        for large in ["(a{1000}){1000}", "(a|b)*a(a|b){20}", "((a{1,100}){1,100}){1,100}"] {
            assert_eq!(
                Constraint::pattern(large).map(drop),
                Err(Unconstrained::TooLarge),
                "{large}"
            );
        }
        assert_eq!(Constraint::words([]).map(drop), Err(Unconstrained::Empty));
        assert_eq!(Constraint::pattern("[^\\w\\W]").map(drop), Err(Unconstrained::Empty));
    }

    #[test]
    fn what_is_finite() {
        for (pattern, is_finite) in
            [("a|bc", true), ("[a-z]{1,3}", true), ("a*", false), ("a+b", false), ("(a|b)?", true)]
        {
            assert_eq!(
                Constraint::pattern(pattern).map(|c| c.is_finite()),
                Ok(is_finite),
                "{pattern}"
            );
        }
        let words = Constraint::words(["en", "e", "de"]).expect("three words");
        assert!(words.is_finite() && words.accepts("e") && words.accepts("de"));
        assert!(!words.accepts("") && !words.accepts("d") && !words.accepts("end"));
    }
}
