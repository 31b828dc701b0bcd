//! Where references stand in a text: one pass, in any storage, whatever scheme and host they have.
//!
//! A reference begins with a scheme and two slashes, with the slashes alone, or with a scheme behind which
//! people leave the slashes out. It may stand in another one: in a value of its query, in its path, in its
//! fragment, behind an opaque scheme (`view-source:`, `git::`), or percent-encoded once. White space, `<`, `>`
//! and `"` end it (RFC 3986 Appendix C).

use std::ops::Range;

use super::second::WITHOUT_SLASHES;
use crate::parts::scheme::{WEB, run_before};
use crate::parts::userinfo::is_of_token as is_of_word;
use crate::syntax::chars::{ALPHA, DIGIT, HEXDIG, SCHEME};
use crate::syntax::text::{AsciiSet, END, Text};

/// The characters that end every reference (RFC 3986 Appendix C), and the word that it stands in.
pub const DELIMITERS: &[u8] = b" \t\n\x0B\x0C\r\"<>";

/// The characters that may introduce an authority, and [`DELIMITERS`].
static MARKS: AsciiSet = AsciiSet::of(b":/\\% \t\n\x0B\x0C\r\"<>");

/// The characters that end an authority, and [`DELIMITERS`]. People and browsers write backslashes for slashes.
static AUTHORITY_ENDS: AsciiSet = AsciiSet::of(b"/?#\\ \t\n\x0B\x0C\r\"<>");

/// The same, and the characters that need a look where the delimiters are encoded.
static ENCODED_AUTHORITY_ENDS: AsciiSet = AsciiSet::of(b"%&/?#\\ \t\n\x0B\x0C\r\"<>");

/// The characters that may end a reference, and [`DELIMITERS`].
static REFERENCE_ENDS: AsciiSet = AsciiSet::of(b":%& \t\n\x0B\x0C\r\"<>");

/// Schemes that have a userinfo without slashes before it, or in front of which people forget them.
const WITH_USERINFO: &[&str] = &[
    "http",
    "https",
    "ws",
    "wss",
    "ftp",
    "ftps",
    "sftp",
    "ssh",
    "scp",
    "sip",
    "sips",
    "stun",
    "stuns",
    "turn",
    "turns",
    "xmpp",
    "rtsp",
    "rtsps",
    "rtmp",
    "rtmps",
    "imap",
    "imaps",
    "pop",
    "pop3",
    "pop3s",
    "smtp",
    "smtps",
    "ldap",
    "ldaps",
    "amqp",
    "amqps",
    "mqtt",
    "mqtts",
    "nats",
    "redis",
    "rediss",
    "sentinel",
    "postgres",
    "postgresql",
    "mysql",
    "mariadb",
    "mongodb",
    "mssql",
    "oracle",
    "clickhouse",
    "socks",
    "socks4",
    "socks5",
    "tcp",
    "smb",
    "git",
    "svn",
    "telnet",
    "vnc",
];

/// Characters that may not begin the user of an authority without a scheme.
static USER_STARTS: AsciiSet = AsciiSet::of(b"=,;([{|'`/?#&@:");

/// Characters that may follow its port.
static CLOSERS: AsciiSet = AsciiSet::of(b",;)]}|'`&");

/// Drivers of Oracle: `jdbc:oracle:thin:scott/tiger@//h:1521/x`.
const ORACLE: &[&str] = &["thin", "oci", "oci8", "kprb"];

/// The longest of [`WITH_USERINFO`].
const LONGEST_SCHEME: usize = 10;

/// How a reference begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// A colon and two slashes, before which a scheme stands or was forgotten.
    Scheme,
    /// Two slashes at the beginning of a word or behind a character that separates.
    Slashes,
    /// More slashes than an authority has before it.
    Inside,
    /// A scheme without the slashes that its authority has.
    Opaque,
    /// The driver of a JDBC URL of Oracle's, behind which a slash separates user and password.
    Oracle,
}

/// A place where a reference begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundReference {
    /// Where its scheme begins, or its slashes.
    pub start: usize,
    /// The text where its authority is expected.
    pub authority: Range<usize>,
    /// How it begins.
    pub beginning: Beginning,
    /// Whether its delimiters are percent-encoded.
    pub is_encoded: bool,
    /// Whether the scheme is one of the web.
    pub is_web: bool,
    /// Whether the end of the authority is one by the grammar, and not a quote or a pair around it.
    pub is_open: bool,
}

/// The references of a text, in their order.
#[derive(Clone, Debug)]
pub struct References<T> {
    text: T,
    at: usize,
    /// Where the word begins that is looked at.
    word: usize,
    /// Up to here no `@` follows, so that an opaque scheme has no userinfo.
    no_at: usize,
    /// The same for the rest of a word, in which a driver of Oracle's has its userinfo.
    no_at_in_word: usize,
    /// Where the text ends that was looked at for a host and a port behind an `@`, and where that is.
    bare: (usize, Option<usize>),
}

impl<T: Text> References<T> {
    /// Looks at the whole text.
    pub fn of(text: T) -> Self {
        Self { text, at: 0, word: 0, no_at: 0, no_at_in_word: 0, bare: (0, None) }
    }

    /// Goes on at a later place.
    pub fn skip_to(&mut self, place: usize) {
        self.at = self.at.max(place);
    }

    /// The reference whose authority begins behind the colon and the slashes at `i`, if there is one.
    fn at_colon(&mut self, i: usize, after: usize) -> Option<FoundReference> {
        let Slashes { end, count, is_encoded } = slashes(self.text, after);
        if count >= 2 {
            let start = scheme_start(self.text, i, self.word);
            if start + 1 == i && self.text.is(after, b'\\') {
                // A drive of Windows: `c:\\a`.
                return None;
            }
            // A third slash says that there is no host, except where browsers read one.
            let is_host = count == 2 || is_named(self.text, i, self.word, &WEB);
            let beginning = if is_host { Beginning::Scheme } else { Beginning::Inside };
            return Some(self.found(start, end, beginning, is_encoded));
        }
        if after >= self.no_at_in_word && is_named(self.text, i, self.word, ORACLE) {
            let word = after..self.text.find(after, DELIMITERS);
            let Some(at) = last_at(self.text, word.clone(), true) else {
                self.no_at_in_word = word.end;
                return None;
            };
            let authority = after..at + ascii(self.text, at).1;
            let (beginning, is_encoded) = (Beginning::Oracle, after - i > 1);
            return Some(FoundReference {
                start: after,
                authority,
                beginning,
                is_encoded,
                is_web: false,
                is_open: false,
            });
        }
        if after < self.no_at {
            return None;
        }
        if !is_named(self.text, i, self.word, WITH_USERINFO) {
            return if after - i == 1 { self.at_user(i) } else { None };
        }
        let start = scheme_start(self.text, i, self.word);
        let found = self.found(start, end, Beginning::Opaque, after - i > 1);
        if last_at(self.text, found.authority.clone(), true).is_none() {
            self.no_at = found.authority.end;
            return None;
        }
        Some(found)
    }

    /// An authority with neither scheme nor slashes, as variables for proxies have it: `user:password@host:port`.
    fn at_user(&mut self, colon: usize) -> Option<FoundReference> {
        let text = self.text;
        if colon >= self.bare.0 {
            let end = authority_end(text, colon, false);
            let at = last_at(text, colon..end, false);
            self.bare = (end, at.filter(|at| is_host_and_port(text, at + 1..end)));
            self.no_at = if at.is_none() { end } else { self.no_at };
        }
        let at = self.bare.1.filter(|&at| at > colon + 1)?;
        let (_, before) = text.code_point_before(colon);
        let is_user = colon > self.word && !USER_STARTS.has(text.peek(before));
        (is_user && !is_named(text, colon, self.word, WITHOUT_SLASHES)).then_some(FoundReference {
            start: colon,
            authority: colon..at + 1,
            beginning: Beginning::Opaque,
            is_encoded: false,
            is_web: false,
            is_open: false,
        })
    }

    /// The reference whose slashes begin at `i`. In a path, the second is a mistake and introduces none.
    fn at_slashes(&self, i: usize, found: &Slashes) -> Option<FoundReference> {
        let before = before(self.text, i, self.word);
        let is_letter =
            || char::from_u32(self.text.code_point_before(i).0).is_some_and(char::is_alphanumeric);
        let is_word = |c: u8| match c {
            OTHER => is_letter(),
            _ => c.is_ascii_alphanumeric() || b"-._~%)]*".contains(&c),
        };
        let beginning = if is_named(self.text, i, self.word, WITH_USERINFO) {
            Beginning::Scheme
        } else if found.count > 2 {
            Beginning::Inside
        } else if before.is_some_and(is_word) {
            return None;
        } else {
            Beginning::Slashes
        };
        Some(self.found(i, found.end, beginning, found.is_encoded))
    }

    fn found(
        &self,
        start: usize,
        begin: usize,
        beginning: Beginning,
        is_encoded: bool,
    ) -> FoundReference {
        let mut end = self.before_next(begin, authority_end(self.text, begin, is_encoded));
        let colon = self.text.run(start, SCHEME);
        let has_userinfo = is_named(self.text, colon, start, WITH_USERINFO);
        if !has_userinfo && is_jdbc(self.text, start, self.word) {
            end = self.text.find(begin, b";").min(end);
        }
        let cut = self.cut(start, begin..end);
        let authority = begin..cut.unwrap_or(end);
        let is_web = is_named(self.text, colon, start, &WEB);
        FoundReference { start, authority, beginning, is_encoded, is_web, is_open: cut.is_none() }
    }

    /// Where an authority ends at the latest, if the scheme of the next reference of a list precedes `end`.
    fn before_next(&self, begin: usize, end: usize) -> usize {
        let colon = [3, 1].into_iter().find_map(|width| {
            let colon = end.checked_sub(width).filter(|&colon| colon > begin)?;
            (ascii(self.text, colon) == (b':', width)).then_some(colon)
        });
        let Some(colon) = colon.filter(|_| slashes(self.text, end).count >= 2) else { return end };
        let start = scheme_start(self.text, colon, begin);
        if start > begin { start } else { end }
    }

    /// Where an authority ends before its end by the grammar, because the reference is the value of a pair
    /// that another pair follows, or stands in single quotes: only where what precedes is a host.
    fn cut(&self, start: usize, authority: Range<usize>) -> Option<usize> {
        let before = start.checked_sub(1).map_or(END, |i| self.text.peek(i));
        let end = authority.end;
        let (mark, is_quoted) = match u8::try_from(before) {
            Ok(b'=') => (b'&', false),
            Ok(quote @ (b'\'' | b'`')) => (quote, true),
            _ => (b'\'', false),
        };
        let cut = (authority.start..end).find(|&i| self.text.is(i, mark))?;
        let after = if mark == b'&' {
            let name = self.text.run(cut + 1, SCHEME);
            name > cut + 1 && ALPHA.contains(self.text.peek(cut + 1)) && self.text.is(name, b'=')
        } else if is_quoted {
            cut + 1 == end || b",;:)]}".iter().any(|&c| self.text.is(cut + 1, c))
        } else {
            // The quote is further away: the next text must begin behind it.
            b",:".iter().any(|&c| self.text.is(cut + 1, c)) && self.text.is(cut + 2, b'\'')
        };
        let head = authority.start..cut;
        let has_at = head.clone().any(|i| self.text.is(i, b'@'));
        (after && !has_at && port_place(self.text, head).is_none()).then_some(cut)
    }
}

impl<T: Text> Iterator for References<T> {
    type Item = FoundReference;

    fn next(&mut self) -> Option<FoundReference> {
        loop {
            let i = self.text.find_any(self.at, &MARKS);
            if i >= self.text.len() {
                return None;
            }
            let (c, width) = ascii(self.text, i);
            self.at = i + width;
            match c {
                b':' => {
                    if let Some(found) = self.at_colon(i, i + width) {
                        self.at = found.authority.end.max(i + width);
                        return Some(found);
                    }
                }
                b'/' | b'\\' => {
                    let run = slashes(self.text, i);
                    self.at = run.end;
                    if run.count >= 2
                        && let Some(found) = self.at_slashes(i, &run)
                    {
                        self.at = found.authority.end.max(run.end);
                        return Some(found);
                    }
                }
                _ if width == 1 && c != b'%' => self.word = self.at,
                _ => {}
            }
        }
    }
}

/// A run of slashes and backslashes, raw or encoded.
struct Slashes {
    end: usize,
    count: usize,
    is_encoded: bool,
}

fn slashes(text: impl Text, start: usize) -> Slashes {
    let (mut end, mut count, mut is_encoded) = (start, 0, false);
    while let (b'/' | b'\\', width) = ascii(text, end) {
        is_encoded |= count == 0 && width > 1;
        end += width;
        count += 1;
    }
    Slashes { end, count, is_encoded }
}

/// Stands for every character that is not ASCII.
pub(super) const OTHER: u8 = 0x80;

/// The ASCII character at `i`, raw or percent-encoded once, and its length in units; [`OTHER`] in place of any
/// other, and beyond the end.
#[inline]
pub(super) fn ascii(text: impl Text, i: usize) -> (u8, usize) {
    let unit = text.peek(i);
    if unit == u32::from(b'%') {
        let digit = |i| char::from_u32(text.peek(i)).and_then(|c| c.to_digit(16));
        if let (Some(high), Some(low)) = (digit(i + 1), digit(i + 2)) {
            let octet = u8::try_from(high << 4 | low).unwrap_or(OTHER);
            return (if octet.is_ascii() { octet } else { OTHER }, 3);
        }
    }
    (u8::try_from(unit).ok().filter(u8::is_ascii).unwrap_or(OTHER), 1)
}

/// The character before `i`, raw or encoded; none at the beginning of the word.
fn before(text: impl Text, i: usize, word: usize) -> Option<u8> {
    if i <= word {
        return None;
    }
    let triplet = i.checked_sub(3).filter(|&start| start >= word);
    match triplet.map(|start| ascii(text, start)) {
        Some((c, 3)) => Some(c),
        _ => Some(ascii(text, i - 1).0),
    }
}

/// Where the scheme begins that ends at `i`.
fn scheme_start(text: impl Text, i: usize, word: usize) -> usize {
    let start = run_before(text, i, word);
    // The digits of a triplet belong to another character.
    let triplet = start.checked_sub(1).filter(|&i| text.is(i, b'%'));
    let is_hex = |i| HEXDIG.contains(text.peek(i));
    match triplet {
        Some(_) if start + 2 <= i && is_hex(start) && is_hex(start + 1) => start + 2,
        _ => start,
    }
}

/// Whether one of these schemes ends at `i`, in any letter case.
pub(super) fn is_named(text: impl Text, i: usize, word: usize, names: &[&str]) -> bool {
    let start = scheme_start(text, i, word);
    let length = i - start;
    (1..=LONGEST_SCHEME).contains(&length)
        && names.iter().any(|name| {
            name.len() == length
                && (start..)
                    .zip(name.bytes())
                    .all(|(i, c)| text.is(i, c) || text.is(i, c.to_ascii_uppercase()))
        })
}

/// Whether `jdbc:` precedes a scheme, perhaps with a driver: parameters follow its host behind semicolons.
fn is_jdbc(text: impl Text, start: usize, word: usize) -> bool {
    let colon = |i: usize| i.checked_sub(1).filter(|&colon| colon > word && text.is(colon, b':'));
    let Some(first) = colon(start) else { return false };
    is_named(text, first, word, &["jdbc"])
        || colon(scheme_start(text, first, word))
            .is_some_and(|second| is_named(text, second, word, &["jdbc"]))
}

/// Whether a range begins with a name and a port, and with nothing that goes on behind them.
fn is_host_and_port(text: impl Text, range: Range<usize>) -> bool {
    let colon = text.run(range.start, SCHEME);
    let port = text.run(colon + 1, DIGIT);
    text.is(colon, b':')
        && (colon + 2..=colon + 1 + MAX_DIGITS).contains(&port)
        && (port == range.end || CLOSERS.has(text.peek(port)))
        && (range.start..colon).any(|i| ALPHA.contains(text.peek(i)) || text.is(i, b'.'))
}

/// Where the authority ends that begins at `start`. One whose delimiters are encoded ends with the value that
/// it stands in, too.
fn authority_end(text: impl Text, start: usize, is_encoded: bool) -> usize {
    if !is_encoded {
        return text.find_any(start, &AUTHORITY_ENDS);
    }
    let mut i = start;
    loop {
        i = text.find_any(i, &ENCODED_AUTHORITY_ENDS);
        match ascii(text, i) {
            (b'/' | b'?' | b'#' | b'\\', 3) => return i,
            (_, 3) => i += 3,
            _ if text.is(i, b'%') => i += 1,
            _ => return i,
        }
    }
}

/// Where the reference ends whose authority ends at `start`: before the next one that has a scheme, or where
/// the word ends, or the value.
pub(super) fn reference_end(text: impl Text, start: usize, is_encoded: bool) -> usize {
    let mut i = start;
    loop {
        i = text.find_any(i, &REFERENCE_ENDS);
        if i >= text.len() {
            return i;
        }
        match ascii(text, i) {
            (b':', width) if slashes(text, i + width).count >= 2 => {
                return scheme_start(text, i, start);
            }
            (b'&', 1) if is_encoded => return i,
            (b':' | b'%' | b'&', width) | (_, width @ 3) => i += width,
            _ => return i,
        }
    }
}

/// The last `@` of a range; an encoded one, if that counts and there is no raw one.
pub(super) fn last_at(text: impl Text, range: Range<usize>, is_encoded: bool) -> Option<usize> {
    let mut encoded = None;
    for i in range.rev() {
        if text.is(i, b'@') {
            return Some(i);
        }
        if is_encoded && encoded.is_none() && text.is(i, b'%') && ascii(text, i).0 == b'@' {
            encoded = Some(i);
        }
    }
    encoded
}

/// The digits of the greatest port.
const MAX_DIGITS: usize = 5;

/// The text where the port of an authority without userinfo would be, unless it is digits or a slip of
/// such: no more characters than a port has, a digit first. A backslash or what closes a bracket, a
/// quotation or a sentence ends it, and a comma or semicolon before the next host. What begins with `{` is
/// the expression of a template.
pub(crate) fn port_place(text: impl Text, authority: Range<usize>) -> Option<Range<usize>> {
    let Range { start, end } = authority;
    let bracket = || (start..end).find(|&i| text.is(i, b']'));
    let literal = if text.is(start, b'[') { bracket()? } else { start };
    let colon = (literal..end).find(|&i| ascii(text, i).0 == b':')?;
    let port = colon + ascii(text, colon).1;
    let is_address = || crate::syntax::ip::ipv6address(text, start).is_ok_and(|stop| stop == end);
    (port < end && !is_port(text, port..end) && !is_address()).then_some(port..end)
}

/// Whether a range is a port, a slip of one, or the ports and hosts of a list.
fn is_port(text: impl Text, range: Range<usize>) -> bool {
    let Range { mut start, end } = range;
    loop {
        if is_placeholder(text, start, end) {
            return true;
        }
        let digits = text.run(start, DIGIT).min(end);
        if digits == end {
            return true;
        }
        if digits == start {
            return false;
        }
        if text.is(digits, b';') && text.is(text.run(digits + 1, SCHEME), b'=') {
            // A parameter, as JDBC has them.
            return true;
        }
        if digits - start <= MAX_DIGITS && (b",;").iter().any(|&c| text.is(digits, c)) {
            // The next host of a list, and its port.
            let host = text.run(digits + 1, SCHEME).min(end);
            if host == end {
                return true;
            }
            if text.is(host, b':') && host > digits + 1 {
                start = host + 1;
                continue;
            }
        }
        let next = text.peek(digits);
        let closes = next >= 0x80 || b" \t\r\n'`)]}*|\\".iter().any(|&c| text.is(digits, c));
        if digits - start <= MAX_DIGITS && closes {
            return true;
        }
        let is_sentence = |i: usize| b".,;:!?".iter().any(|&c| text.is(i, c));
        if (digits..end).all(is_sentence) {
            return true;
        }
        // Characters are counted, which have several units in UTF-8.
        let mut i = start;
        let mut count = 0;
        while i < end && count <= MAX_DIGITS {
            i += text.code_point(i).1.max(1);
            count += 1;
        }
        return i >= end && count <= MAX_DIGITS;
    }
}

/// Whether what stands for a port begins at `start`: an expression of a template (`{port}`, `$(PORT)`), a directive of
/// `printf` (`%d`, `%(port)s`), or the word itself (`http://host:port/`, `$DB_PORT`).
fn is_placeholder(text: impl Text, start: usize, end: usize) -> bool {
    let is_at = |i: usize, set: &[u8]| set.iter().any(|&c| text.is(i, c));
    let directive = text.run(start + 1, DIGIT);
    if is_at(start, b"{")
        || is_at(start, b"$") && is_at(start + 1, b"({")
        || is_at(start, b"%") && is_at(start + 1, b"({")
        || is_at(start, b"%") && is_at(directive, b"disu") && !is_of_word(text, directive + 1)
    {
        return true;
    }
    let name = start + usize::from(is_at(start, b"$%"));
    let stop = end - usize::from(end > name && is_at(end - 1, b"%"));
    let is_port = |(i, c): (usize, &u8)| text.is(i, *c) || text.is(i, c.to_ascii_uppercase());
    stop >= name + 4
        && (stop - 4..).zip(b"port").all(is_port)
        && (stop == name + 4 || is_at(stop - 5, b"-_"))
        && (name..stop).all(|i| is_of_word(text, i))
}
