//! Regular expressions that describe the values of a variable: the part of Python's that is regular.
//!
//! Literals, `.`, classes, groups, `|`, `* + ? {m} {m,} {m,n}` and `\d \w \s` with their opposites, which
//! mean ASCII. `^` at the beginning and `$` at the end are allowed, since the whole value must match. All else is
//! refused: references back, look-around, flags, possessive repetition.

use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

/// The characters from one to another, both included.
pub(super) type Chars = (u32, u32);

/// An element of a regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Regular {
    /// One character of these, in order.
    Class(Vec<Chars>),
    /// One after the other.
    All(Vec<Self>),
    /// One of these.
    Any(Vec<Self>),
    /// So often at least, and so often at most.
    Repeat(Box<Self>, u32, Option<u32>),
}

/// Why a regular expression is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irregular {
    /// The obstacle.
    pub found: String,
    /// Where it stands, in characters.
    pub position: usize,
}

impl fmt::Display for Irregular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at position {} of the pattern", self.found, self.position)
    }
}

impl std::error::Error for Irregular {}

const LAST: u32 = char::MAX as u32;
/// How often something may be repeated by a number.
const MAX_REPETITIONS: u32 = 1000;
/// How deep groups may be nested.
const DEEPEST: usize = 50;

struct PatternReader<'p> {
    pattern: &'p str,
    chars: Peekable<CharIndices<'p>>,
    depth: usize,
}

/// Reads a regular expression.
pub(super) fn read(pattern: &str) -> Result<Regular, Irregular> {
    let inner = pattern.strip_prefix('^').unwrap_or(pattern);
    let dollar = inner.strip_suffix('$').filter(|rest| {
        let escapes = rest.bytes().rev().take_while(|byte| *byte == b'\\').count();
        escapes % 2 == 0
    });
    let is_alternative = inner.contains('|') && (inner.len() < pattern.len() || dollar.is_some());
    let mut reader = PatternReader {
        pattern,
        chars: dollar.unwrap_or(inner).char_indices().peekable(),
        depth: 0,
    };
    if is_alternative {
        // `^a|b$` anchors `a` at one end and `b` at the other, as fullmatch does not.
        let node = PatternReader { chars: reader.chars.clone(), ..reader }.any()?;
        if matches!(node, Regular::Any(_)) {
            return Err(Irregular { found: "an anchor beside “|”".to_owned(), position: 0 });
        }
        reader = PatternReader {
            pattern,
            chars: dollar.unwrap_or(inner).char_indices().peekable(),
            depth: 0,
        };
    }
    let node = reader.any()?;
    match reader.chars.peek() {
        None => Ok(node),
        Some(_) => Err(reader.refused("“)” without “(”")),
    }
}

impl PatternReader<'_> {
    fn refused(&mut self, found: &str) -> Irregular {
        // The first character may be an anchor that was left out.
        let skipped = usize::from(self.pattern.starts_with('^'));
        let position = match self.chars.peek() {
            Some((i, _)) => self.pattern[..*i + skipped].chars().count(),
            None => self.pattern.chars().count(),
        };
        Irregular { found: found.to_owned(), position }
    }

    fn take(&mut self, wanted: char) -> bool {
        self.chars.next_if(|(_, c)| *c == wanted).is_some()
    }

    fn any(&mut self) -> Result<Regular, Irregular> {
        let mut ways = vec![self.all()?];
        while self.take('|') {
            ways.push(self.all()?);
        }
        Ok(if ways.len() > 1 { Regular::Any(ways) } else { ways.remove(0) })
    }

    fn all(&mut self) -> Result<Regular, Irregular> {
        let mut nodes = Vec::new();
        while let Some(&(_, c)) = self.chars.peek() {
            if c == '|' || c == ')' {
                break;
            }
            let node = self.one(c)?;
            nodes.push(self.repeated(node)?);
        }
        Ok(Regular::All(nodes))
    }

    fn one(&mut self, c: char) -> Result<Regular, Irregular> {
        match c {
            '(' => return self.group(),
            '[' => return self.class(),
            '^' | '$' => return Err(self.refused("an anchor within")),
            '*' | '+' | '?' => return Err(self.refused("a repetition of nothing")),
            '\\' => return self.escape().map(Regular::Class),
            _ => {}
        }
        self.chars.next();
        // `.` is everything but the end of a line.
        Ok(Regular::Class(if c == '.' { opposite(vec![(10, 10)]) } else { vec![only(c)] }))
    }

    fn group(&mut self) -> Result<Regular, Irregular> {
        self.chars.next();
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.refused("groups nested too deeply"));
        }
        if self.take('?') && !self.take(':') {
            // A name of a group is of no matter.
            if !(self.take('P') && self.take('<')) {
                return Err(self.refused("a group that is neither (…), (?:…) nor (?P<…>…)"));
            }
            while self.chars.next_if(|(_, c)| *c != '>').is_some() {}
            self.chars.next();
        }
        let node = self.any()?;
        if !self.take(')') {
            return Err(self.refused("“(” without “)”"));
        }
        self.depth -= 1;
        Ok(node)
    }

    fn repeated(&mut self, node: Regular) -> Result<Regular, Irregular> {
        let (least, most) = match self.chars.peek() {
            Some((_, '*')) => (0, None),
            Some((_, '+')) => (1, None),
            Some((_, '?')) => (0, Some(1)),
            Some((_, '{')) => match self.bounds()? {
                Some(bounds) => bounds,
                None => return Ok(node),
            },
            _ => return Ok(node),
        };
        self.chars.next();
        // As few as possible matches the same whole values.
        self.take('?');
        if matches!(self.chars.peek(), Some((_, '*' | '+' | '?' | '{'))) {
            return Err(self.refused("a repetition of a repetition"));
        }
        Ok(Regular::Repeat(Box::new(node), least, most))
    }

    /// `{m}`, `{m,}`, `{,n}`, `{m,n}`, up to its last brace.
    fn bounds(&mut self) -> Result<Option<(u32, Option<u32>)>, Irregular> {
        let mut ahead = self.chars.clone();
        ahead.next();
        let (mut texts, mut place) = ([String::new(), String::new()], 0);
        loop {
            match ahead.peek() {
                Some((_, c)) if c.is_ascii_digit() => texts[place].push(*c),
                Some((_, ',')) if place == 0 => place = 1,
                Some((_, '}')) => break,
                _ => return Err(self.refused("“{” that is no repetition; write \\{")),
            }
            ahead.next();
        }
        let number =
            |text: &str| text.parse::<u32>().ok().filter(|number| *number <= MAX_REPETITIONS);
        let bounds = match (place, &texts[0][..], &texts[1][..]) {
            (0, count, _) => number(count).map(|count| (count, Some(count))),
            (_, "", "") => None,
            (_, least, "") => number(least).map(|least| (least, None)),
            (_, "", most) => number(most).map(|most| (0, Some(most))),
            (_, least, most) => number(least)
                .zip(number(most))
                .filter(|(least, most)| least <= most)
                .map(|(least, most)| (least, Some(most))),
        };
        if bounds.is_none() {
            return Err(self.refused("a repetition without numbers up to 1000, in order"));
        }
        self.chars = ahead;
        Ok(bounds)
    }

    fn class(&mut self) -> Result<Regular, Irregular> {
        self.chars.next();
        let is_opposite = self.take('^');
        let mut ranges = Vec::new();
        let mut is_first = true;
        loop {
            let Some(&(_, c)) = self.chars.peek() else {
                return Err(self.refused("“[” without “]”"));
            };
            if c == ']' && !is_first {
                self.chars.next();
                break;
            }
            is_first = false;
            let low = self.member(c)?;
            let mut ahead = self.chars.clone();
            let dash = ahead.next_if(|(_, c)| *c == '-').is_some();
            match ahead.peek() {
                Some(&(_, c)) if dash && c != ']' => {
                    self.chars.next();
                    let high = self.member(c)?;
                    match (&low[..], &high[..]) {
                        ([(low, same)], [(high, last)])
                            if low == same && high == last && low <= high =>
                        {
                            ranges.push((*low, *high));
                        }
                        _ => return Err(self.refused("a range of a class without order")),
                    }
                }
                _ => ranges.extend(low),
            }
        }
        Ok(Regular::Class(if is_opposite { opposite(ranges) } else { ordered(ranges) }))
    }

    fn member(&mut self, c: char) -> Result<Vec<Chars>, Irregular> {
        if c == '\\' {
            return self.escape();
        }
        self.chars.next();
        Ok(vec![only(c)])
    }

    fn escape(&mut self) -> Result<Vec<Chars>, Irregular> {
        let before = self.chars.clone();
        self.chars.next();
        let Some((_, c)) = self.chars.next() else {
            return Err(self.refused("“\\” at the end"));
        };
        let range = |low: char, high: char| (u32::from(low), u32::from(high));
        let digits = vec![range('0', '9')];
        let words = vec![range('0', '9'), range('A', 'Z'), only('_'), range('a', 'z')];
        let spaces = vec![(9, 13), only(' ')];
        Ok(match c {
            'd' => digits,
            'D' => opposite(digits),
            'w' => words,
            'W' => opposite(words),
            's' => spaces,
            'S' => opposite(spaces),
            't' => vec![only('\t')],
            'n' => vec![only('\n')],
            'r' => vec![only('\r')],
            _ if c.is_ascii_punctuation() || c == ' ' => vec![only(c)],
            _ => {
                self.chars = before;
                return Err(self.refused(&format!("“\\{}”", c.escape_debug())));
            }
        })
    }
}

fn only(c: char) -> Chars {
    (c.into(), c.into())
}

/// Ranges in order, without overlap.
fn ordered(mut ranges: Vec<Chars>) -> Vec<Chars> {
    ranges.sort_unstable();
    let mut out: Vec<Chars> = Vec::new();
    for (low, high) in ranges {
        match out.last_mut() {
            Some((_, last)) if low <= *last + 1 => *last = high.max(*last),
            _ => out.push((low, high)),
        }
    }
    out
}

fn opposite(ranges: Vec<Chars>) -> Vec<Chars> {
    let mut out = Vec::new();
    let mut next = 0;
    for (low, high) in ordered(ranges) {
        if low > next {
            out.push((next, low - 1));
        }
        next = high + 1;
    }
    if next <= LAST {
        out.push((next, LAST));
    }
    out
}
