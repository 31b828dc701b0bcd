//! Matching of requests: the path strictly by the template, the query as a set of pairs in any order. The query
//! may have characters that `expand` would encode, and pairs that the template does not have.
//!
//! The query of a text begins at its first `?` (RFC 3986 §3.4), so no value of the path has one. The query of a
//! template must be pairs: see [`QueryNotPairs`]. The rules for a text with a query:
//!
//! * a pair is of the variable with its name; where the name occurs several times in the template, the
//!   first pair is of its first place; one pair too many, and the text does not match, also of a pair that the
//!   template itself has;
//! * a variable with `*` takes all pairs with its name, as a list;
//! * the first variable with `*` that has none, and no type, takes those that no variable has, as
//!   pairs;
//! * all others are left over.
//!
//! A text without a query is read by the template itself.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::parts::percent::unquote;
use crate::parts::query::spans;
use crate::syntax::chars::UNRESERVED;
use crate::syntax::choice::{UnknownName, named};
use crate::template::languages::Shape;
use crate::template::matching::{Matcher, ValuePiece};
use crate::template::parts::{Expression, Modifier, Operator, TemplatePart, parts};
use crate::template::router::{Router, specificity};
use crate::template::tokens::{RawTokens, Token, TokenKind, ValueTokens};
use crate::template::typing::Typing;
use crate::template::values::decode_piece;

/// How a request is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lenience {
    /// True if a value within a segment of the path may have an encoded slash.
    pub slash: bool,
    /// True if a text with pairs that the template does not have does not match.
    pub refuses_extra: bool,
    /// True if a `+` in the query is a space.
    pub plus: bool,
}

/// How a query is matched: in the order of the template, or as pairs in any order.
pub const ORDERS: [&str; 2] = ["exact", "any-order"];
/// The treatment of extra pairs, which the template does not have: keep them, or refuse the text.
pub const EXTRAS: [&str; 2] = ["allow", "refuse"];

/// Why two words do not say how requests are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestOptionsError {
    /// A word that has no meaning.
    Unknown(UnknownName),
    /// The pairs must be those of the template, in its order.
    Exact,
}

error_words!(RequestOptionsError, |error, f| match error {
    Self::Unknown(unknown) => unknown.fmt(f),
    Self::Exact => f.write_str("extra and plus are for query='any-order'"),
});

impl Lenience {
    /// Reads one of [`ORDERS`] and one of [`EXTRAS`]. None if a query is matched in the order of the template.
    pub fn of(
        query: &str,
        extra: &str,
        plus: bool,
        slash: bool,
    ) -> Result<Option<Self>, RequestOptionsError> {
        let any_order = is_second("query", &ORDERS, query)?;
        let refuses_extra = is_second("extra", &EXTRAS, extra)?;
        if !any_order && (refuses_extra || plus) {
            return Err(RequestOptionsError::Exact);
        }
        Ok(any_order.then_some(Self { slash, refuses_extra, plus }))
    }
}

/// Returns true if a word is the second of two choices.
fn is_second(
    what: &'static str,
    words: &[&'static str; 2],
    word: &str,
) -> Result<bool, RequestOptionsError> {
    let known = named(what, words, |word| word, word).map_err(RequestOptionsError::Unknown)?;
    Ok(known == words[1])
}

/// The content of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The variables of the template that it defines.
    pub pieces: Vec<ValuePiece>,
    /// The pairs of the query that belong to no variable, in order.
    pub extra: Vec<Pair>,
}

impl Request {
    /// Makes the content of a text without extra pairs.
    pub fn of(pieces: Vec<ValuePiece>) -> Self {
        Self { pieces, extra: Vec::new() }
    }
}

/// A pair of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    name: Range<usize>,
    value: Range<usize>,
    plus: bool,
}

impl Pair {
    /// Name and value, decoded. Octets that are not UTF-8 become U+FFFD.
    pub fn decoded(&self, text: &str) -> (String, String) {
        let decoded = |range: &Range<usize>| {
            String::from_utf8_lossy(&octets(&text[range.clone()], self.plus)).into_owned()
        };
        (decoded(&self.name), decoded(&self.value))
    }
}

/// The query of a template is not pairs with `&` between them, so that they have an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryNotPairs {
    /// The obstacle.
    pub found: String,
    /// Its position in the template, in bytes.
    pub position: usize,
}

error_words!(QueryNotPairs, |error, f| write!(
    f,
    "the query of the template is not a set of pairs: {} at position {} is not one of {{?x}}, \
     {{&x}}, a=b and a={{x}}, separated by &",
    error.found, error.position
));

/// A template that reads requests.
#[derive(Debug)]
pub struct AnyOrder {
    /// The matcher of the text before the query.
    path: Matcher,
    /// The matcher of the text after the query.
    fragment: Matcher,
    /// The numbers of the variables of the query.
    variables: Range<usize>,
    /// The variables of each name, as indices into `named`.
    places: HashMap<Vec<u8>, usize>,
    named: Vec<Vec<usize>>,
    /// The literal pairs of the template, by `plus`, and how often each occurs.
    fixed: [PairCounts; 2],
    /// The names of these pairs.
    fixed_names: [HashSet<Vec<u8>>; 2],
}

/// Decoded pairs, and how often each occurs.
type PairCounts = HashMap<(Vec<u8>, Vec<u8>), usize>;

/// Reads the query of a template.
#[derive(Default)]
struct QueryScanner {
    /// The beginning and the end of the query.
    start: Option<usize>,
    end: Option<usize>,
    /// The literal text of the current piece.
    piece: String,
    /// Its variable; none if it has no variable yet.
    variable: Option<usize>,
    /// True if the piece has an expression, so that only `&` may follow.
    closed: bool,
    /// True if an expression has begun a fragment, which may be undefined.
    open_fragment: bool,
    names: Vec<(Vec<u8>, usize)>,
    fixed: Vec<String>,
}

impl QueryScanner {
    /// Returns true if a query continues after a fragment that may be undefined.
    fn may_go_on(&self) -> bool {
        self.open_fragment && self.start < self.end
    }

    fn literal(&mut self, text: &str, position: usize) -> Result<(), QueryNotPairs> {
        if self.end.is_some() {
            let open = if self.open_fragment { text.split('#').next().unwrap_or(text) } else { "" };
            self.open_fragment &= open.len() == text.len();
            return match open.find('?') {
                Some(i) => Err(no_pairs("?", position + i)),
                None if self.may_go_on() && !open.is_empty() => Err(no_pairs(open, position)),
                None => Ok(()),
            };
        }
        let mut rest = 0;
        if self.start.is_none() {
            let Some(i) = text.find(['?', '#']) else { return Ok(()) };
            self.start = Some(position + i);
            if text.as_bytes()[i] == b'#' {
                self.end = self.start;
                return Ok(());
            }
            rest = i + 1;
        }
        let end = text[rest..].find('#').map_or(text.len(), |i| rest + i);
        for (i, piece) in text[rest..end].split('&').enumerate() {
            if i > 0 {
                self.flush();
            }
            if self.closed && !piece.is_empty() {
                return Err(no_pairs(piece, position + rest));
            }
            self.piece.push_str(piece);
        }
        if end < text.len() {
            self.end = Some(position + end);
        }
        Ok(())
    }

    fn expression(
        &mut self,
        expression: &Expression<'_>,
        first: usize,
    ) -> Result<(), QueryNotPairs> {
        let operator = expression.operator;
        let no_pairs = || {
            let names: Vec<_> = expression.variables().map(|v| v.name).collect();
            let found = format!("{{{}{}}}", operator.text(), names.join(","));
            Err(no_pairs(&found, expression.span.start))
        };
        match operator {
            Operator::Fragment if self.end.is_some() => {}
            Operator::Query if self.open_fragment => return no_pairs(),
            _ if self.may_go_on() => return no_pairs(),
            _ if self.end.is_some() => {}
            Operator::Fragment => {
                self.start.get_or_insert(expression.span.start);
                self.end = Some(expression.span.start);
                self.open_fragment = true;
            }
            Operator::Query if self.start.is_none() => {
                self.start = Some(expression.span.start);
                self.own_names(expression, first);
            }
            _ if self.start.is_none() => {}
            Operator::Continuation => self.own_names(expression, first),
            Operator::Simple | Operator::Reserved
                if expression.is_single() && !self.closed && is_name(&self.piece) =>
            {
                if expression.variables().any(|v| v.modifier.is_explode()) {
                    return no_pairs();
                }
                self.variable = Some(first);
                self.closed = true;
            }
            _ => return no_pairs(),
        }
        Ok(())
    }

    fn own_names(&mut self, expression: &Expression<'_>, first: usize) {
        self.flush();
        let names = expression.variables().map(|variable| unquote(variable.name));
        self.names.extend(names.zip(first..));
        self.closed = true;
    }

    /// Ends a piece.
    fn flush(&mut self) {
        let piece = std::mem::take(&mut self.piece);
        match self.variable.take() {
            Some(variable) => self.names.push((unquote(&piece[..piece.len() - 1]), variable)),
            None if !piece.is_empty() => self.fixed.push(piece),
            None => {}
        }
        self.closed = false;
    }
}

/// Returns true if it is `name=`.
fn is_name(piece: &str) -> bool {
    piece.find('=').is_some_and(|i| i + 1 == piece.len())
}

fn no_pairs(found: &str, position: usize) -> QueryNotPairs {
    QueryNotPairs { found: found.to_owned(), position }
}

impl AnyOrder {
    /// Reads a template, whose query must be pairs.
    pub fn new(whole: &Matcher) -> Result<Self, QueryNotPairs> {
        let template = whole.template();
        let mut scanner = QueryScanner::default();
        let (mut position, mut number) = (0, 0);
        let (mut first, mut last) = (None, None);
        let mut parts = parts(template);
        while let Some(part) = parts.next() {
            match part {
                TemplatePart::Literal(literal) => scanner.literal(literal, position)?,
                TemplatePart::Expression(expression) => {
                    scanner.expression(&expression, number)?;
                    if scanner.start.is_some() {
                        first.get_or_insert(number);
                    }
                    if scanner.end.is_some() {
                        last.get_or_insert(number);
                    }
                    number += expression.variables().count();
                }
            }
            position = parts.end();
        }
        scanner.flush();
        let (first, last) = (first.unwrap_or(number), last.unwrap_or(number));
        let mut places = HashMap::new();
        let mut named: Vec<Vec<usize>> = Vec::new();
        for (name, variable) in scanner.names {
            let place = *places.entry(name).or_insert(named.len());
            if place == named.len() {
                named.push(Vec::new());
            }
            named[place].push(variable);
        }
        let fixed = [false, true].map(|plus| {
            let mut counts = PairCounts::new();
            for piece in &scanner.fixed {
                let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
                let pair = (octets(name, plus).into_owned(), octets(value, plus).into_owned());
                *counts.entry(pair).or_insert(0) += 1;
            }
            counts
        });
        let names_of = |counts: &PairCounts| counts.keys().map(|(name, _)| name.clone()).collect();
        let fixed_names = [names_of(&fixed[0]), names_of(&fixed[1])];
        let start = scanner.start.unwrap_or(template.len());
        let end = scanner.end.unwrap_or(template.len());
        Ok(Self {
            path: whole.part(0..start, 0..first),
            fragment: whole.part(end..template.len(), last..number),
            variables: first..last,
            places,
            named,
            fixed,
            fixed_names,
        })
    }

    /// Reads a request by the template that this was made of, `whole`.
    pub fn read(&self, whole: &Matcher, text: &str, how: Lenience) -> Option<Request> {
        let Some(query) = query_of(text) else {
            return whole.read(text, how.slash).map(Request::of);
        };
        let mut pieces = self.path.occurrences(&text[..query.start - 1], how.slash)?;
        let extra = self.query(whole, text, query.clone(), how, &mut pieces)?;
        for mut piece in self.fragment.occurrences(&text[query.end..], how.slash)? {
            piece.variable += self.variables.end;
            piece.start += query.end;
            piece.end += query.end;
            pieces.push(piece);
        }
        let pieces = whole.agreeing(pieces, text)?;
        Some(Request { pieces, extra })
    }

    /// Appends the values of the query, and returns the extra pairs.
    fn query(
        &self,
        whole: &Matcher,
        text: &str,
        query: Range<usize>,
        how: Lenience,
        pieces: &mut Vec<ValuePiece>,
    ) -> Option<Vec<Pair>> {
        let plus = how.plus;
        let mut fixed = self.fixed[usize::from(plus)].clone();
        let mut missing: usize = fixed.values().sum();
        let mut shares = Shares {
            template: self,
            whole,
            text,
            next: vec![0; self.named.len()],
            pieces: vec![Vec::new(); self.variables.len()],
        };
        let mut extra = Vec::new();
        for span in spans(&text[query.clone()], '&') {
            let piece = query.start + span.start..query.start + span.end;
            if !can_be_pair(&text[piece.clone()], true) {
                return None;
            }
            let equals = text[piece.clone()].find('=').map(|i| piece.start + i);
            let name = piece.start..equals.unwrap_or(piece.end);
            let value = equals.map_or(piece.end, |i| i + 1)..piece.end;
            let pair = Pair { name, value, plus };
            let name = octets(&text[pair.name.clone()], plus);
            if missing > 0 {
                let value = octets(&text[pair.value.clone()], plus).into_owned();
                let left = fixed.get_mut(&(name.clone().into_owned(), value));
                if let Some(left) = left.filter(|left| **left > 0) {
                    (*left, missing) = (*left - 1, missing - 1);
                    continue;
                }
            }
            match self.places.get(&*name) {
                Some(&place) => shares.take(place, pair)?,
                None if self.fixed_names[usize::from(plus)].contains(&*name) => return None,
                None => extra.push(pair),
            }
        }
        if missing > 0 {
            return None;
        }
        if !extra.is_empty()
            && let Some(number) = shares.open()
        {
            shares.take_all(number, std::mem::take(&mut extra))?;
        }
        pieces.extend(shares.pieces.into_iter().flatten());
        (extra.is_empty() || !how.refuses_extra).then_some(extra)
    }
}

/// The pairs of a query, and the variables that they are assigned to.
struct Shares<'x> {
    template: &'x AnyOrder,
    whole: &'x Matcher,
    text: &'x str,
    /// The number of variables of a name that have their pairs.
    next: Vec<usize>,
    /// The pieces of each variable of the query.
    pieces: Vec<Vec<ValuePiece>>,
}

impl Shares<'_> {
    /// Assigns a pair to the next variable of its name. Returns none if there is no such variable, or it cannot
    /// have the pair.
    fn take(&mut self, place: usize, pair: Pair) -> Option<()> {
        let variable = *self.template.named[place].get(self.next[place])?;
        let (operator, spec) = self.whole.occurrence(variable);
        let Pair { value, plus, .. } = pair;
        let written = &self.text[value.clone()];
        if !can_be_pair(written, operator.allows_reserved()) {
            return None;
        }
        let mut piece =
            ValuePiece { variable, shape: Shape::Text, start: value.start, end: value.end, plus };
        let pieces = &mut self.pieces[variable - self.template.variables.start];
        match spec.modifier {
            // It takes all pairs with this name.
            Modifier::Explode => {
                piece.shape = Shape::List;
                pieces.push(piece);
                return Some(());
            }
            // A variable with a type takes one text.
            _ if self.whole.typing(variable) != Typing::Untyped => pieces.push(piece),
            Modifier::Prefix(length) => {
                let value = decode_piece(&piece, self.text, operator);
                if value.chars().nth(length.into()).is_some() {
                    return None;
                }
                pieces.push(piece);
            }
            // Raw commas separate the members of a list, as everywhere else.
            Modifier::None if !operator.allows_reserved() && written.contains(',') => {
                piece.shape = Shape::List;
                for member in written.split(',') {
                    piece.end = piece.start + member.len();
                    pieces.push(piece);
                    piece.start = piece.end + 1;
                }
            }
            Modifier::None => pieces.push(piece),
        }
        self.next[place] += 1;
        Some(())
    }

    /// The variable that takes the pairs without a variable: the first one with `*` that has none.
    fn open(&self) -> Option<usize> {
        let start = self.template.variables.start;
        self.template.variables.clone().find(|&number| {
            self.whole.occurrence(number).1.modifier.is_explode()
                && self.whole.typing(number) == Typing::Untyped
                && self.pieces[number - start].is_empty()
        })
    }

    /// Assigns pairs with their names to a variable. Returns none if it cannot have one of them.
    fn take_all(&mut self, variable: usize, pairs: Vec<Pair>) -> Option<()> {
        let own = &mut self.pieces[variable - self.template.variables.start];
        for Pair { name, value, plus } in pairs {
            if !can_be_pair(&self.text[name.start..value.end], false) {
                return None;
            }
            own.extend([name, value].map(|Range { start, end }| ValuePiece {
                variable,
                shape: Shape::Pairs,
                start,
                end,
                plus,
            }));
        }
        Some(())
    }
}

/// The position of the query of a text, after its question mark.
fn query_of(text: &str) -> Option<Range<usize>> {
    let end = text.find('#').unwrap_or(text.len());
    text[..end].find('?').map(|i| i + 1..end)
}

/// The octets that a name or a value stands for.
fn octets(text: &str, plus: bool) -> Cow<'_, [u8]> {
    if plus && text.contains('+') {
        Cow::Owned(unquote(&text.replace('+', " ")))
    } else if text.contains('%') {
        Cow::Owned(unquote(text))
    } else {
        Cow::Borrowed(text.as_bytes())
    }
}

/// Returns true if a query can have this text: any text of a reserved expansion, and triplets that are not
/// UTF-8.
fn can_be_pair(text: &str, octets: bool) -> bool {
    const ANY: ValueTokens = ValueTokens { reserved: true, slash: true, raw: RawTokens::NONE };
    let mut i = 0;
    while i < text.len() {
        if UNRESERVED.contains(text.as_bytes()[i].into()) {
            i += 1;
            continue;
        }
        let (token, length) = Token::at(text, i);
        if !ANY.contains(token) || !octets && matches!(token.kind(), TokenKind::Octet(_)) {
            return false;
        }
        i += length;
    }
    true
}

/// A router of the same templates for requests: by their paths.
pub fn by_path(templates: &[(&Matcher, &AnyOrder)]) -> Router {
    let paths: Vec<&Matcher> = templates.iter().map(|(_, template)| &template.path).collect();
    Router::by(&paths, |i| specificity(templates[i].0))
}

/// The template with the most specific path that a request matches. If several have such a path, it is the one
/// with the fewest extra pairs. `strict` is the router of the templates, and `by_path` that of their paths.
/// `template` returns the template at an index. A template is skipped if `fits` rejects its values.
pub fn route<'t>(
    strict: &Router,
    by_path: &Router,
    text: &str,
    how: Lenience,
    template: impl Fn(usize) -> (&'t Matcher, &'t AnyOrder),
    fits: impl Fn(usize, &[ValuePiece]) -> bool,
) -> Option<(usize, Request)> {
    let Some(query) = query_of(text) else {
        let found = strict.read(text, how.slash, |i| template(i).0, fits);
        return found.map(|(i, pieces)| (i, Request::of(pieces)));
    };
    let read = |i| {
        let (whole, any_order) = template(i);
        any_order.read(whole, text, how).filter(|request| fits(i, &request.pieces))
    };
    by_path.least(&text[..query.start - 1], read, |request| request.extra.len())
}
