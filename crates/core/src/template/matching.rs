//! Matching: from a reference back to the values that it was expanded from.
//!
//! One pass over the text decides (`forward`), or two (`general`). Both take time linear in the text, and at most the
//! product of the text and the template.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::OnceLock;

use crate::template::general::General;
use crate::template::languages::Language;
use crate::template::parts::{Place, TemplatePart, Variable, parts};
use crate::template::typing::Typing;
pub use crate::template::values::{Found, Shape, Value, ValuePiece, by_variable};
use crate::template::values::{Occurrence, by_name, decode_piece, found};

/// A template as matching reads it. Making one takes as long as matching a few texts.
#[derive(Debug)]
pub struct Matcher {
    template: Box<str>,
    variables: Vec<Place>,
    /// True if a name occurs twice.
    repeated: bool,
    /// True if it reads requests, whose values may have the raw characters that a segment may have.
    of_requests: bool,
    /// The types of the variables; empty if none has a type.
    typings: Vec<Typing>,
    /// The automata for short texts, without and with encoded slashes.
    short: [OnceLock<General>; 2],
    /// For all others.
    long: [OnceLock<General>; 2],
}

/// The length of a short text in bytes. Longer prefixes need not be counted in one.
const SHORT: usize = 256;
/// The largest [`Matcher::size`] of a template that is kept with its prefixes counted in full.
const LARGEST: usize = 1 << 14;

impl Matcher {
    /// Reads a valid template.
    pub fn new(template: &str) -> Self {
        Self::typed(template, Vec::new())
    }

    /// Reads a valid template, whose variables have these [`typings`](super::typing::typings).
    pub fn typed(template: &str, typings: Vec<Typing>) -> Self {
        Self::made(template, typings, false)
    }

    /// The same template for requests: a value within a segment may have all raw characters of a segment
    /// (`sub-delims`, `:` and `@`: RFC 3986 §3.3), and is one text even if it has commas.
    #[must_use]
    pub fn of_requests(&self) -> Self {
        Self::made(&self.template, self.typings.clone(), true)
    }

    /// A part of the template, with the variables of these numbers, and the same options.
    pub(super) fn part(&self, part: Range<usize>, variables: Range<usize>) -> Self {
        let typings = self.typings.get(variables).unwrap_or_default().to_vec();
        Self::made(&self.template[part], typings, self.of_requests)
    }

    /// Returns true if it reads requests.
    pub(super) fn reads_requests(&self) -> bool {
        self.of_requests
    }

    fn made(template: &str, typings: Vec<Typing>, of_requests: bool) -> Self {
        let mut variables = Vec::new();
        let mut names = HashSet::new();
        let mut repeated = false;
        for part in parts(template) {
            let TemplatePart::Expression(expression) = part else { continue };
            let operator = expression.operator;
            for (variable, name) in expression.variables().zip(expression.names()) {
                repeated |= !names.insert(variable.name);
                variables.push(Place { operator, modifier: variable.modifier, name });
            }
        }
        Self {
            template: template.into(),
            variables,
            repeated,
            of_requests,
            typings,
            short: [OnceLock::new(), OnceLock::new()],
            long: [OnceLock::new(), OnceLock::new()],
        }
    }

    /// The template.
    pub fn template(&self) -> &str {
        &self.template
    }

    /// A bound on its memory: characters of the template, and of its prefixes.
    pub fn size(&self) -> usize {
        let prefix = |place: &Place| usize::from(place.modifier.prefix().unwrap_or(0));
        self.template.len() + self.variables.iter().map(prefix).sum::<usize>()
    }

    /// Reads the values of `text`, if it is an expansion of the template or is equivalent to one (RFC 3986
    /// §6.2.2). Without `slash`, no value that stands within a segment of the path has an encoded
    /// slash.
    pub fn read(&self, text: &str, slash: bool) -> Option<Vec<ValuePiece>> {
        self.agreeing(self.occurrences(text, slash)?, text)
    }

    /// The first reading, before the occurrences of a name are compared.
    pub(super) fn occurrences(&self, text: &str, slash: bool) -> Option<Vec<ValuePiece>> {
        let general = |reach| {
            General::new(
                &self.template,
                Language::of(&self.template, slash, reach, self.of_requests),
            )
        };
        let longest = self.variables.iter().filter_map(|place| place.modifier.prefix()).max();
        let longest = longest.map_or(0, usize::from);
        let kept = if text.len().min(longest) <= SHORT {
            self.short[usize::from(slash)].get_or_init(|| general(SHORT))
        } else if self.size() <= LARGEST {
            self.long[usize::from(slash)].get_or_init(|| general(longest))
        } else {
            return general(text.len()).read(text);
        };
        kept.read(text)
    }

    /// The type of the variable of this number.
    pub(crate) fn typing(&self, number: usize) -> Typing {
        self.typings.get(number).copied().unwrap_or_default()
    }

    /// The shape of the variable of this number if it has a type: one text, or with `*` a list.
    pub fn typed_shape(&self, number: usize) -> Shape {
        if self.variables[number].modifier.is_explode() { Shape::List } else { Shape::Text }
    }

    /// The pieces of each name once; none if its occurrences contradict each other.
    pub(super) fn agreeing(&self, pieces: Vec<ValuePiece>, text: &str) -> Option<Vec<ValuePiece>> {
        if !self.repeated {
            return Some(pieces);
        }
        let occurrences: Vec<_> = (0..self.variables.len()).map(|i| self.occurrence(i)).collect();
        by_name(&pieces, &occurrences, text)
    }

    /// The variables that `text` defines: the result of [`read`](Self::read), decoded.
    pub(crate) fn find(&self, text: &str, slash: bool) -> Option<Vec<Found<'_>>> {
        self.read(text, slash).map(|pieces| self.found(&pieces, text))
    }

    /// The values in the pieces of `text`.
    pub(crate) fn found(&self, pieces: &[ValuePiece], text: &str) -> Vec<Found<'_>> {
        by_variable(pieces)
            .map(|pieces| found(self.occurrence(pieces[0].variable), pieces, text))
            .collect()
    }

    /// The names of the variables, in the order of the template.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        (0..self.variables.len()).map(|number| self.name(number))
    }

    /// The name of the variable of this number.
    pub fn name(&self, number: usize) -> &str {
        &self.template[self.variables[number].name.clone()]
    }

    /// Returns true if the template has a variable of this name.
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// The text that a piece of `text` stands for.
    pub fn decoded<'a>(&self, piece: &ValuePiece, text: &'a str) -> Cow<'a, str> {
        decode_piece(piece, text, self.variables[piece.variable].operator)
    }

    /// The variable of this number, and its operator.
    pub(super) fn occurrence(&self, number: usize) -> Occurrence<'_> {
        let Place { operator, modifier, .. } = self.variables[number];
        (operator, Variable { name: self.name(number), modifier })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::dots::DotSegments;
    use crate::template::expand::{Slot, Target, expand};
    use crate::template::parts::recognized;

    /// Each template, with an alphabet of every character that it distinguishes.
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
        ("{;x}{?x}", ";x=?"),
        ("{+x:3}", "%2F/"),
        ("{#x:4}", "#%2F"),
        ("{/x:2,y}", "a/,"),
        ("/{x:1}/{y:2}", "a/,"),
        ("{?x:1,y:2}", "?=xy&"),
        ("{?x:1,y*}", "?=xy&"),
        ("{;x:1,y}", ";=xy,"),
        ("{.x:1}", ".a"),
        ("{x*,y*}", "a,="),
        ("{;x}a", ";x=a"),
        ("{x}{y}", "a,b"),
        ("{x}/{x}", "a/,"),
        ("{x:1}/{x}", "ab/,"),
        ("{x*}/{x}", "a/,"),
        ("{?x}{&x}", "?x=&a"),
        ("{x}-{y}", "a-,/"),
        ("{x}-", "a-,/"),
        ("{x}-/", "a-,/"),
        ("{x}a{y}b{x}", "ab,"),
        ("/{x}.{y}{?z}", "a./?z"),
        ("{x,y}/", "a,/"),
        ("{#x,y}", "#a,"),
        ("{x,y}-", "a-,"),
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
    ) -> Result<(), crate::template::expand::Misuse> {
        match found.iter().find(|one| one.name == name).map(|one| &one.value) {
            None => {}
            Some(Value::Text(text)) => slot.text(text),
            Some(Value::List(members)) => members.iter().try_for_each(|m| slot.member(m))?,
            Some(Value::Pairs(pairs)) => pairs.iter().try_for_each(|(k, v)| slot.pair(k, v))?,
        }
        Ok(())
    }

    /// Compares one pass over texts with two; counts the texts that one pass decides, and those of them that match.
    fn compare(template: &str, texts: &[String]) -> (usize, usize) {
        assert!(recognized(template), "{template}");
        let (mut decided, mut hits) = (0, 0);
        for slash in [false, true] {
            let language = Language::of(template, slash, usize::MAX, false);
            let general = General::new(template, language);
            for text in texts {
                if let Ok(once) = general.read_once(text) {
                    assert_eq!(once, general.read_twice(text, false), "{template} {text}");
                    decided += 1;
                    hits += usize::from(once.is_some());
                }
            }
        }
        (decided, hits)
    }

    #[test]
    fn one_pass_finds_what_two_find() {
        let (mut decided, mut all_texts) = (0, 0);
        for &(template, alphabet) in TEMPLATES {
            let texts = all(alphabet, 5);
            decided += compare(template, &texts).0;
            all_texts += 2 * texts.len();
        }
        assert!(decided > all_texts * 9 / 10, "{decided} {all_texts}");
    }

    #[test]
    fn made_templates_are_read_alike_by_both() {
        const LITERALS: &[&str] =
            &["a", "-", ".", "-.", "-/", "/", "a/", "/a", "?", "=", ",", "%2D", "\u{e9}"];
        const VARIABLES: &[&str] = &[
            "{x}", "{y}", "{x,y}", "{+x}", "{+x,y}", "{#x}", "{#x,y}", "{.x}", "{/x}", "{/x,y}",
            "{/x*}", "{/x,y*}", "{;x}", "{;x,y}", "{?x}", "{?x,y}", "{?x*}", "{&x}", "{x:2}",
            "{+x:3}", "{;x:1}", "{?x:1,y:2}", "{/x:2,y}",
        ];
        const PIECES: &[&str] = &[
            "a", "-", ".", "/", ",", "=", "x", "y", "?x=", "&y=", "#", "%2F", "%2d", "%C3%A9",
            "\u{e9}", "%FF", ";x",
        ];
        let mut number = crate::random::random(6570);
        let (mut templates, mut decided, mut hits) = (0, 0, 0);
        for _ in 0..4000 {
            let mut template = String::new();
            for _ in 0..=number(5) {
                let from = if number(5) < 2 { LITERALS } else { VARIABLES };
                template.push_str(from[number(from.len())]);
            }
            let text = |_| {
                let mut text = String::new();
                for _ in 0..number(9) {
                    text.push_str(PIECES[number(PIECES.len())]);
                }
                text
            };
            let mut texts: Vec<String> = (0..12).map(text).collect();
            // Texts made from the template itself are more likely to match.
            for _ in 0..12 {
                let piece = |part| match part {
                    TemplatePart::Literal(literal) => literal.to_owned(),
                    TemplatePart::Expression(e) if number(4) > 0 => {
                        let mut text = e.operator.first().to_owned();
                        if e.operator.is_named() {
                            text.push_str("x=");
                        }
                        for _ in 0..number(4) {
                            text.push_str(PIECES[number(PIECES.len())]);
                        }
                        text
                    }
                    TemplatePart::Expression(_) => String::new(),
                };
                texts.push(parts(&template).map(piece).collect());
            }
            let (some, of_them) = compare(&template, &texts);
            templates += usize::from(some > 0);
            decided += some;
            hits += of_them;
        }
        assert!(templates > 3900 && decided > 100_000, "{templates} {decided}");
        assert!(hits > 10_000, "{hits}");
    }

    #[test]
    fn what_is_found_expands_to_the_text() {
        let mut hits = 0;
        for &(template, alphabet) in TEMPLATES {
            let matcher = Matcher::new(template);
            for text in all(alphabet, 5) {
                let Some(found) = matcher.find(&text, false) else { continue };
                let fill = |name: &str, slot: &mut Slot<'_>| pour(&found, name, slot);
                let mut out = String::new();
                let made = expand(template, Target::Uri, DotSegments::Allowed, &mut out, fill);
                assert_eq!((made, &*out), (Ok(()), &*text), "{template} {found:?}");
                hits += 1;
            }
        }
        assert!(hits > 3_000, "{hits}");
    }
}
