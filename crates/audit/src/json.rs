//! JSON lines: a value on each line, and one member of it (RFC 8259).
//!
//! The lexer is `hifijson`'s, which keeps the bytes of a string: text that is not UTF-8, or half of a surrogate
//! pair, is a bad value, not a bad line. `NaN` and `Infinity` are numbers, as many programs write them.

use std::collections::HashMap;

use hifijson::token::{Expect, Lex as _};
use hifijson::{Error, SliceLexer, str::Lex as _};

use crate::gathered::Gathered;
use crate::json_lexer::{colon, name, open_name, peek, plain, skip_other, string};
use crate::spans::{ValueSpan, Writing};

/// Objects and lists that nest deeper than this are refused.
const DEEPEST: usize = 1000;

/// The depth to which objects are searched for possible columns, and the longest name of one.
const DEEPEST_MEMBER: usize = 100;
const LONGEST_NAME: usize = 1024;

/// The words that are values.
const WORDS: [&[u8]; 6] = [b"null", b"true", b"false", b"NaN", b"Infinity", b"-Infinity"];

/// Reads the values of one member out of a block of whole lines. Its path is a list of names, which may have
/// dots; the empty path is the value of the line itself. A list gives each of its values. They come with their
/// positions, if these are wanted.
pub fn read(block: &[u8], path: &[Vec<u8>], is_located: bool) -> Gathered {
    let mut gathered = Gathered::asking(is_located);
    let mut lines = 0;
    let mut rest = block;
    while !rest.is_empty() {
        lines += 1;
        let before = (block.len() - rest.len()) as u64;
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        if is_blank(line) {
            continue;
        }
        let mut follow = Follow { gathered: &mut gathered, line: lines, before, text: line };
        if let Some(found) = wanted_of_line(line, path) {
            follow.found(found, &path[1..]);
            continue;
        }
        let mut lexer = SliceLexer::new(line);
        if let Err(error) = check(&mut lexer) {
            let why = match error {
                Error::Depth => format!("more than {DEEPEST} objects and lists are nested"),
                error => {
                    format!("not JSON: {error} at column {}", column(line, lexer.as_slice().len()))
                }
            };
            follow.bad(why);
        } else {
            follow.value(&mut SliceLexer::new(line), path);
        }
    }
    (gathered.place_count, gathered.line_count) = (lines, lines);
    gathered.byte_count = block.len() as u64;
    gathered
}

/// The wanted member of a line that is an object, as most are, so it is not read again. None if it is another
/// value, or none.
fn wanted_of_line<'a>(line: &'a [u8], path: &[Vec<u8>]) -> Option<Member<'a>> {
    let mut lexer = SliceLexer::new(line);
    let name = path.first()?;
    if lexer.ws_peek() != Some(b'{') {
        return None;
    }
    let found = wanted(&mut lexer, name).ok()?;
    lexer.ws_peek().is_none().then_some(found)
}

/// The path of a member, and its first values that are strings.
pub type JsonMember = (Vec<Vec<u8>>, Vec<Vec<u8>>);

/// The members of a line.
#[derive(Default)]
struct MemberList {
    found: Vec<JsonMember>,
    numbers: HashMap<Vec<Vec<u8>>, usize>,
    /// The largest number of values that are kept for a member.
    most: usize,
}

impl MemberList {
    /// The member to which the names lead.
    fn at(&mut self, path: &[Vec<u8>]) -> &mut JsonMember {
        let number = self.numbers.get(path).copied().unwrap_or_else(|| {
            self.numbers.insert(path.to_vec(), self.found.len());
            self.found.push((path.to_vec(), Vec::new()));
            self.found.len() - 1
        });
        &mut self.found[number]
    }
}

/// Lists the members of a line, each once, by its path, with at most `most` of its values that are strings. A
/// list gives each of its values. None if the line cannot be read, or is blank.
pub fn members(line: &[u8], most: usize) -> Option<Vec<JsonMember>> {
    if is_blank(line) || check(&mut SliceLexer::new(line)).is_err() {
        return None;
    }
    let mut members = MemberList { most, ..MemberList::default() };
    walk(&mut SliceLexer::new(line), &mut Vec::new(), 0, &mut members);
    Some(members.found)
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x0B)
}

/// The column at a distance from the end of the line, in code points from 1. A byte that is not UTF-8 counts as
/// one.
fn column(line: &[u8], left: usize) -> usize {
    let before = &line[..line.len() - left];
    let length =
        |chunk: std::str::Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
    before.utf8_chunks().map(length).sum::<usize>() + 1
}

/// Returns true if a line is one value.
fn check(lexer: &mut SliceLexer<'_>) -> Result<(), Error> {
    skip(peek(lexer)?, lexer, DEEPEST)?;
    lexer.ws_peek().map_or(Ok(()), |_| Err(Expect::Eof.into()))
}

/// Skips a value that nests at most `depth` levels.
fn skip(next: u8, lexer: &mut SliceLexer<'_>, depth: usize) -> Result<(), Error> {
    let below = depth.checked_sub(1).ok_or(Error::Depth);
    match next {
        b'"' => skip_string(lexer.discarded()),
        b'[' => {
            let below = below?;
            let each = |next, lexer: &mut SliceLexer<'_>| skip(next, lexer, below);
            lexer.discarded().seq(b']', SliceLexer::ws_peek, each)
        }
        b'{' => {
            let below = below?;
            lexer.discarded().seq(b'}', SliceLexer::ws_peek, |next, lexer| {
                open_name(next, lexer)?;
                skip_string(lexer)?;
                skip(colon(lexer)?, lexer, below)
            })
        }
        _ => skip_other(next, lexer, &WORDS),
    }
}

/// Goes over a string whose opening quotation mark has been taken.
fn skip_string(lexer: &mut SliceLexer<'_>) -> Result<(), Error> {
    if plain(lexer).is_some() {
        return Ok(());
    }
    Ok(lexer.str_ignore()?)
}

/// Follows a path through the value of a line that has been checked.
struct Follow<'a> {
    gathered: &'a mut Gathered,
    line: u64,
    /// The number of bytes before the line.
    before: u64,
    /// The bytes of the line.
    text: &'a [u8],
}

/// A member of an object: the beginning of its value, and the number of its occurrences.
#[derive(Clone, Copy, Default)]
struct Member<'a> {
    value: &'a [u8],
    count: usize,
}

/// Reads an object, and finds the member of this name.
fn wanted<'a>(lexer: &mut SliceLexer<'a>, wanted: &[u8]) -> Result<Member<'a>, Error> {
    let mut found = Member::default();
    lexer.discarded().seq(b'}', SliceLexer::ws_peek, |next, lexer: &mut SliceLexer<'a>| {
        let ((_, name), next) = name(next, lexer)?;
        if wanted == &*name {
            found = Member { value: lexer.as_slice(), count: found.count + 1 };
        }
        skip(next, lexer, DEEPEST - 1)
    })?;
    Ok(found)
}

impl Follow<'_> {
    fn bad(&mut self, why: String) {
        self.gathered.add_unreadable(why, self.line, None);
    }

    fn none(&mut self) {
        self.gathered.add(b"", self.line, || None);
    }

    /// Reads the next value, along the rest of the path.
    fn value(&mut self, lexer: &mut SliceLexer<'_>, rest: &[Vec<u8>]) {
        let Some(next) = lexer.ws_peek() else { return };
        // Checked text cannot fail.
        match (next, rest) {
            (b'n', _) => {
                let _ = skip_other(next, lexer, &WORDS);
                self.none();
            }
            (b'[', _) => {
                let _ = lexer.discarded().seq(b']', SliceLexer::ws_peek, |_, lexer| {
                    self.value(lexer, rest);
                    Ok::<_, Error>(())
                });
            }
            (b'"', []) => {
                let start = self.text.len() - lexer.discarded().as_slice().len();
                if let Ok(text) = string(lexer) {
                    // Without the closing quotation mark.
                    let end = self.text.len() - lexer.as_slice().len() - 1;
                    let span =
                        || Some(ValueSpan::new(self.before, &(start..end), Writing::JsonString));
                    self.gathered.add(&text, self.line, span);
                }
            }
            (b'{', [name, rest @ ..]) => {
                if let Ok(found) = wanted(lexer, name) {
                    self.found(found, rest);
                }
            }
            _ => {
                let kind = match next {
                    b'{' => "an object",
                    b't' | b'f' => "a boolean",
                    _ => "a number",
                };
                let _ = skip(next, lexer, DEEPEST);
                self.bad(if rest.is_empty() {
                    format!("the value is {kind}, not a string")
                } else {
                    "the line is not an object with such a member".to_owned()
                });
            }
        }
    }

    /// Reads a member, and follows the rest of the path in it.
    fn found(&mut self, member: Member<'_>, rest: &[Vec<u8>]) {
        match member.count {
            0 => self.none(),
            1 => self.value(&mut SliceLexer::new(member.value), rest),
            _ => self.bad("the member is there more than once".to_owned()),
        }
    }
}

/// Finds the members in a value that has been checked; `length` is that of the names together.
fn walk(
    lexer: &mut SliceLexer<'_>,
    path: &mut Vec<Vec<u8>>,
    length: usize,
    found: &mut MemberList,
) {
    match lexer.ws_peek() {
        Some(b'"') => {
            if let Ok(text) = string(lexer.discarded()) {
                let most = found.most;
                let texts = &mut found.at(path).1;
                if texts.len() < most {
                    texts.push(text.into_owned());
                }
            }
        }
        Some(b'[') => {
            let _ = lexer.discarded().seq(b']', SliceLexer::ws_peek, |_, lexer| {
                walk(lexer, path, length, found);
                Ok::<_, Error>(())
            });
        }
        Some(b'{') => {
            let _ = lexer.discarded().seq(b'}', SliceLexer::ws_peek, |next, lexer| {
                let ((_, name), next) = name(next, lexer)?;
                let length = length + name.len() + 1;
                if path.len() == DEEPEST_MEMBER || length > LONGEST_NAME {
                    return skip(next, lexer, DEEPEST);
                }
                path.push(name.into_owned());
                found.at(path);
                walk(lexer, path, length, found);
                path.pop();
                Ok::<_, Error>(())
            });
        }
        Some(next) => {
            let _ = skip_other(next, lexer, &WORDS);
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = Vec<(u64, Result<Vec<u8>, String>)>;

    /// The values of a member, by its name or by `outer/inner`.
    fn values(text: &[u8], path: &str) -> Read {
        let names = path.split('/').filter(|name| !name.is_empty());
        let path: Vec<Vec<u8>> = names.map(|name| name.as_bytes().to_vec()).collect();
        let gathered = read(text, &path, false);
        let ends = gathered.offsets.windows(2);
        let place = |end: i64| usize::try_from(end).expect("an offset");
        let texts = ends.map(|ends| &gathered.text[place(ends[0])..place(ends[1])]);
        let good = gathered.places.iter().zip(texts).map(|(&place, text)| ok(place, text));
        let bad = gathered.unreadable.iter().map(|bad| (bad.place, Err(bad.why.clone())));
        let mut values: Read = bad.chain(good).collect();
        values.sort_by_key(|value| value.0);
        values
    }

    fn ok(line: u64, text: &[u8]) -> (u64, Result<Vec<u8>, String>) {
        (line, Ok(text.to_vec()))
    }

    fn bad(line: u64, why: &str) -> (u64, Result<Vec<u8>, String>) {
        (line, Err(why.to_owned()))
    }

    #[test]
    fn a_member_is_read_line_by_line() {
        let text =
            b"{\"u\": \"x:y\"}\r\n\n {\"v\": 1, \"u\" : [\"a\", [null, \"b\"]] } \n{\"u\":7}\n8";
        let expected = [
            ok(1, b"x:y"),
            ok(3, b"a"),
            ok(3, b""),
            ok(3, b"b"),
            bad(4, "the value is a number, not a string"),
            bad(5, "the line is not an object with such a member"),
        ];
        assert_eq!(values(text, "u"), expected);
        assert_eq!(values(b"\"x:y\"\n[\"z\"]\n{}\n", "")[..2], [ok(1, b"x:y"), ok(2, b"z")]);
    }

    #[test]
    fn a_path_is_names_that_may_have_dots() {
        let text = b"{\"a\": {\"b\": \"z\"}, \"a.b\": {\"c\": \"x:y\"}}";
        assert_eq!(values(text, "a.b/c"), [ok(1, b"x:y")]);
        assert_eq!(values(text, "a/b"), [ok(1, b"z")]);
        assert_eq!(values(text, "a.b.c"), [ok(1, b"")]);
        assert_eq!(
            values(b"{\"a\": [{\"b\": \"x\"}, {\"c\": 1}, null]}", "a/b"),
            [ok(1, b"x"), ok(1, b""), ok(1, b""),]
        );
        let twice = "the member is there more than once";
        assert_eq!(values(b"{\"a\": {\"b\": \"z\"}, \"\\u0061\": 1}", "a/b"), [bad(1, twice)]);
        assert_eq!(values(b"{\"a\": \"z\", \"b\": 1, \"b\": 2}", "a"), [ok(1, b"z")]);
    }

    #[test]
    fn strings_are_the_bytes_they_stand_for() {
        let text = b"{\"u\": \"\\u00e9\\ud83d\\ude00\\n\\/ \xc3\xa9\"}\n{\"u\": \"\xff\"}\n{\"u\": \"\\ud800x\"}";
        let expected = [ok(1, "é😀\n/ é".as_bytes()), ok(2, b"\xff"), ok(3, b"\xed\xa0\x80x")];
        assert_eq!(values(text, "u"), expected);
    }

    #[test]
    fn what_is_not_json_has_a_column() {
        for (text, why) in [
            (&b"{"[..], "not JSON: value or end of sequence expected at column 2"),
            ("{\"é\": nul}".as_bytes(), "not JSON: value expected at column 7"),
            (b"{\"u\": 1} 2", "not JSON: end of file expected at column 10"),
            (b"{\"u\": \"a\tb\"}", "not JSON: invalid string control character at column 9"),
            (b"{\"\xff\": +}", "not JSON: value expected at column 7"),
            (b"{u: 1}", "not JSON: string expected at column 2"),
            (b"[01]", "not JSON: comma or end of sequence expected at column 3"),
        ] {
            assert_eq!(values(text, "u"), [bad(1, why)], "{text:?}");
        }
        assert_eq!(values(b"{\"u\": [NaN, -Infinity, -0.5e+7]}", "v"), [ok(1, b"")]);
    }

    #[test]
    fn what_nests_too_deeply_is_refused() {
        let nested = |depth: usize| "[".repeat(depth) + "\"x\"" + &"]".repeat(depth);
        assert_eq!(values(nested(1000).as_bytes(), ""), [ok(1, b"x")]);
        let why = "more than 1000 objects and lists are nested";
        assert_eq!(values(nested(1001).as_bytes(), ""), [bad(1, why)]);
        assert_eq!(values("[".repeat(1_000_000).as_bytes(), ""), [bad(1, why)]);
        assert_eq!(values("{\"a\":".repeat(1_000_000).as_bytes(), "a"), [bad(1, why)]);
    }

    #[test]
    fn every_member_has_a_path() {
        let line = b"{\"a\": [{\"b.c\": [\"x:y\", 1, \"z\", \"w\"]}], \"c\": \"d\"}";
        let shown = |(path, texts): &JsonMember| {
            let names: Vec<_> = path.iter().map(|name| String::from_utf8_lossy(name)).collect();
            let texts: Vec<_> = texts.iter().map(|text| String::from_utf8_lossy(text)).collect();
            format!("{} {}", names.join("/"), texts.join(" "))
        };
        let found: Vec<_> = members(line, 2).expect("JSON").iter().map(shown).collect();
        assert_eq!(found, ["a ", "a/b.c x:y z", "c d"]);
        assert_eq!(members(b"7", 2), Some(Vec::new()));
        assert_eq!(members(b" ", 2), None);
        assert_eq!(members("{\"a\":".repeat(500).as_bytes(), 2), None);
        let deep = "{\"a\":".repeat(500) + "\"x\"" + &"}".repeat(500);
        let found = members(deep.as_bytes(), 2).expect("JSON");
        assert_eq!((found.len(), found.iter().all(|(_, texts)| texts.is_empty())), (100, true));
    }
}
