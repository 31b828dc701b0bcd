//! Values whose answers differ from them, and a copy of their bytes with the answers.

use std::ops::Range;

use iriform_kernel::{Consecutive, Rows};

use crate::gathered::{Bad, Gathered};
use crate::spans;

/// A value whose answer differs from it, and the bytes of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The value.
    pub value: Bad,
    /// Its answer.
    pub answer: String,
    /// The bytes that stand for the value.
    old: Range<usize>,
    /// The bytes of the answer.
    new: Vec<u8>,
}

impl Replaced {
    /// Replaces a value by an answer in the text that has been read. Returns the value if there is no answer,
    /// or no bytes stand for the value.
    fn of(text: &[u8], value: Bad, answer: Option<&[u8]>) -> Result<Self, Bad> {
        match answer.and_then(|answer| Self::found(text, &value, answer)) {
            Some((answer, old, new)) => Ok(Self { value, answer, old, new }),
            None => Err(value),
        }
    }

    /// The answer, the bytes that stand for a value, and those that stand for the answer.
    fn found(text: &[u8], value: &Bad, answer: &[u8]) -> Option<(String, Range<usize>, Vec<u8>)> {
        let span = value.span?;
        let old = usize::try_from(span.start).ok()?..usize::try_from(span.stop).ok()?;
        let (before, answer) =
            (std::str::from_utf8(&value.text).ok()?, std::str::from_utf8(answer).ok()?);
        let (start, stop, bytes) = difference(before, answer);
        let changes = [(start, stop, &answer[bytes])];
        let new = spans::rewritten(text.get(old.clone())?, span.writing, before, &changes)?;
        Some((answer.to_owned(), old, new))
    }
}

/// The values whose answers differ from them, in the order of the text. Values without an answer, and those
/// without bytes in the text, are bad. An empty text is not a value.
pub fn unlike(
    values: &Gathered,
    answers: &Gathered,
    is_there: impl Fn(usize) -> bool,
    text: &[u8],
) -> (Vec<Bad>, Vec<Replaced>) {
    let (Ok(texts), Ok(answers)) = (
        Consecutive::new(&values.text, &values.offsets),
        Consecutive::new(&answers.text, &answers.offsets),
    ) else {
        return Default::default(); // OK because whoever gathers makes the offsets.
    };
    let (mut bad, mut replaced) = (Vec::new(), Vec::new());
    for i in (0..texts.len()).filter(|&i| !texts.row(i).is_empty()) {
        let answer = (i < answers.len() && is_there(i)).then(|| answers.row(i));
        if answer == Some(texts.row(i)) {
            continue;
        }
        let value = values.at(texts, i);
        match Replaced::of(text, value, answer) {
            Ok(done) => replaced.push(done),
            Err(value) => bad.push(value),
        }
    }
    replaced.sort_by_key(|done| done.old.start);
    (bad, replaced)
}

/// The difference between two texts: the range of characters of the first one that differ, and their
/// replacement in the other one.
fn difference(text: &str, other: &str) -> (usize, usize, Range<usize>) {
    let shared = text.chars().zip(other.chars()).take_while(|(a, b)| a == b);
    let (start, begin) =
        shared.fold((0, 0), |(count, bytes), (c, _)| (count + 1, bytes + c.len_utf8()));
    let (text, rest) = (&text[begin..], &other[begin..]);
    let shared = text.chars().rev().zip(rest.chars().rev()).take_while(|(a, b)| a == b);
    let (count, bytes) =
        shared.fold((0, 0), |(count, bytes), (c, _)| (count + 1, bytes + c.len_utf8()));
    (start, start + text.chars().count() - count, begin..other.len() - bytes)
}

/// The replacements within a part of the text. `replaced` is in the order of the bytes.
pub fn within(replaced: &[Replaced], part: Range<usize>) -> &[Replaced] {
    let start = replaced.partition_point(|done| done.old.start < part.start);
    let count = replaced[start..].partition_point(|done| done.old.end <= part.end);
    &replaced[start..start + count]
}

/// A copy of a part of a text, with its answers. None if the text has no such part.
pub fn copied(text: &[u8], part: Range<usize>, replaced: &[Replaced]) -> Option<Vec<u8>> {
    let mut copy = Vec::with_capacity(part.len());
    let mut end = part.start;
    for done in within(replaced, part.clone()) {
        copy.extend_from_slice(text.get(end..done.old.start)?);
        copy.extend_from_slice(&done.new);
        end = done.old.end;
    }
    copy.extend_from_slice(text.get(end..part.end)?);
    Some(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_texts_have_in_common_is_at_their_ends() {
        for (text, other, expected) in [
            ("", "", (0, 0, 0..0)),
            ("abc", "abc", (3, 3, 3..3)),
            ("abc", "aXc", (1, 2, 1..2)),
            ("aa", "aaa", (2, 2, 2..3)),
            ("aaa", "aa", (2, 3, 2..2)),
            ("é/ä/é", "é/é", (2, 4, 3..3)),
            ("é", "è", (0, 1, 0..2)),
            ("abc", "", (0, 3, 0..0)),
        ] {
            assert_eq!(difference(text, other), expected, "{text} {other}");
        }
    }
}
