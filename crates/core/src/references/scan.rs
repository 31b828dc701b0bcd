//! Finds references in a text in one pass, whatever their scheme and host.
//!
//! A reference begins with a scheme and two slashes, with the slashes alone, or with a scheme that people write
//! without slashes. It may be inside another one: in a value of its query, in its path, in its fragment, after
//! an opaque scheme (`view-source:`, `git::`). White space, `<`, `>` and `"` end it (RFC 3986 Appendix C).
//! [`Introduction`] reads the text around a colon, for links, for the second of two links, and for masks.
//! [`References`] has all candidates that may have a secret, with their widest extents.

use std::ops::Range;

use super::ports::{MAX_DIGITS, port_place};
use crate::parts::percent::triplet;
use crate::parts::scheme::{WEB, is_named, run_before};
use crate::syntax::chars::{ALPHA, DIGIT, HEXDIG, REG_NAME, SCHEME};
use crate::syntax::text::{AsciiSet, END, Text, Utf8};

/// The characters that end every reference (RFC 3986 Appendix C), and the word that it is in.
pub(crate) const DELIMITERS: &[u8] = b" \t\n\x0B\x0C\r\"<>";

/// These, and the end of a value that was percent-encoded.
pub(super) static WORD_ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(&[SEPARATOR]);

/// The characters that may introduce an authority, and [`WORD_ENDS`].
static MARKS: AsciiSet = AsciiSet::of(DELIMITERS).with(&[SEPARATOR]).with(b":/\\");

/// The characters that end an authority, and [`WORD_ENDS`].
static AUTHORITY_ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(&[SEPARATOR]).with(b"/?#");

/// The characters that may end a reference: the next one's colon, and [`WORD_ENDS`].
static REFERENCE_ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(&[SEPARATOR]).with(b":");

/// The number of characters that are read of the user in an authority without a scheme.
const LONGEST_USER: usize = 64;

/// Characters that such a user does not have.
static NO_USERS: AsciiSet = AsciiSet::of(b"=,;([{|'`/?#&@:");

/// Characters that may follow its port.
static CLOSERS: AsciiSet = AsciiSet::of(b",;.!)]}|'`&");

/// Schemes whose userinfo has no slashes before it, or that people write without them.
const WITH_USERINFO: &[&str] = &[
    "http", "https", "ws", "wss", "ftp", "ftps", "sftp", "ssh", "scp", "sip", "sips", "stun",
    "stuns", "turn", "turns", "xmpp", "rtsp", "rtsps", "rtmp", "rtmps", "imap", "imaps", "pop",
    "pop3", "pop3s", "smtp", "smtps", "ldap", "ldaps", "amqp", "amqps", "mqtt", "mqtts", "nats",
    "redis", "rediss", "sentinel", "postgres", "postgresql", "mysql", "mariadb", "mongodb",
    "mssql", "oracle", "clickhouse", "socks", "socks4", "socks5", "tcp", "smb", "git", "svn",
    "telnet", "vnc",
];

/// Schemes that people write without slashes and that have no userinfo.
pub(super) const WITHOUT_SLASHES: &[&str] = &[
    "mailto", "tel", "sms", "urn", "doi", "data", "magnet", "geo", "news", "pkg", "javascript",
    "info", "hdl", "ark", "did", "acct", "cid", "mid", "tag",
];

/// Drivers of Oracle: `jdbc:oracle:thin:scott/tiger@//h:1521/x`.
const ORACLE: &[&str] = &["thin", "oci", "oci8", "kprb"];

/// Replaces the `&` of a query whose values were percent-decoded. It separates these values, which may
/// themselves have an `&`.
pub(super) const SEPARATOR: u8 = b'\x1F';

/// The scheme and the slashes around a colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Introduction {
    /// The scheme characters before the colon.
    pub scheme: Range<usize>,
    /// The end of the slashes after it; people and browsers also write backslashes.
    pub end: usize,
}

impl Introduction {
    /// Reads the text around the colon at `colon`, from `floor`.
    pub(crate) fn at(text: impl Text, colon: usize, floor: usize) -> Self {
        Self { scheme: run_before(text, colon, floor)..colon, end: past_slashes(text, colon + 1) }
    }

    /// Reads the text around the colon at `colon` strictly: two slashes must follow it.
    pub(crate) fn strict(text: impl Text, colon: usize, floor: usize) -> Option<Self> {
        let has_slashes =
            text.is(colon, b':') && text.is(colon + 1, b'/') && text.is(colon + 2, b'/');
        has_slashes.then(|| Self { scheme: run_before(text, colon, floor)..colon, end: colon + 3 })
    }

    /// The number of slashes.
    pub(crate) fn slashes(&self, text: impl Text) -> usize {
        slashes(text, self.scheme.end + 1..self.end)
    }

    /// Returns true if the scheme is one of these, in any letter case.
    pub(crate) fn is_named(&self, text: impl Text, names: &[&str]) -> bool {
        is_named(text, self.scheme.clone(), names)
    }
}

/// The end of the slashes and backslashes that begin at `i`.
pub(crate) fn past_slashes(text: impl Text, mut i: usize) -> usize {
    while text.is(i, b'/') || text.is(i, b'\\') {
        i += 1;
    }
    i
}

/// The number of slashes in a range of slashes and backslashes; JSON escapes a slash with a backslash.
fn slashes(text: impl Text, run: Range<usize>) -> usize {
    let is_escape = |i: usize| text.is(i, b'\\') && text.is(i + 1, b'/');
    run.len() - run.filter(|&i| is_escape(i)).count()
}

/// How a reference begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    /// A colon and two slashes, with or without a scheme before them.
    Scheme,
    /// Two slashes at the beginning of a word or after a character that separates.
    Slashes,
    /// More slashes than an authority needs.
    Inside,
    /// A scheme without the slashes of its authority, or a user without both.
    Opaque,
    /// The driver of a JDBC URL of Oracle's, after which a slash separates user and password.
    Oracle,
}

/// The beginning of a reference.
#[derive(Clone, Debug)]
pub(super) struct FoundReference {
    pub(super) scheme: Range<usize>,
    /// The text where its authority is expected.
    pub(super) authority: Range<usize>,
    /// The last `@` of the authority.
    pub(super) at: Option<usize>,
    pub(super) beginning: Beginning,
    /// True if the grammar ends the authority, rather than a quote or a pair around it.
    pub(super) is_open: bool,
}

/// The result of the last search, which is valid for all positions up to it. So a text is read once, however
/// often it is searched.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    from: usize,
    place: usize,
}

impl Ahead {
    /// The first position at or after `i` with one of these characters, or the end.
    pub(super) fn find(&mut self, text: Utf8<'_>, i: usize, set: &AsciiSet) -> usize {
        if i < self.from || i >= self.place {
            *self = Self { from: i, place: text.find_any(i, set) };
        }
        self.place
    }
}

/// The references of a text, in order.
pub(super) struct References<'t> {
    text: Utf8<'t>,
    at: usize,
    /// The beginning of the current word.
    word: usize,
    /// The ends of authorities and words.
    authority_end: Ahead,
    word_end: Ahead,
    /// The positions of the first quote, and of the first character of the word that begins a query.
    quote: Ahead,
    query: Ahead,
    /// The last `@` before an end, and that before the end of a word.
    last_at: LastAt,
    last_at_of_word: LastAt,
    /// The range that was searched for a host and a port, and whether it has them.
    host: (usize, bool),
}

/// The last `@` before a position.
#[derive(Clone, Debug, Default)]
struct LastAt {
    end: usize,
    at: Option<usize>,
}

impl LastAt {
    fn within(&mut self, text: Utf8<'_>, range: Range<usize>) -> Option<usize> {
        if self.end != range.end {
            *self = Self { end: range.end, at: last_at(text, range.clone()) };
        }
        self.at.filter(|&at| at >= range.start)
    }
}

impl<'t> References<'t> {
    pub(super) fn of(text: Utf8<'t>) -> Self {
        Self {
            text,
            at: 0,
            word: 0,
            authority_end: Ahead::default(),
            word_end: Ahead::default(),
            quote: Ahead::default(),
            query: Ahead::default(),
            last_at: LastAt::default(),
            last_at_of_word: LastAt::default(),
            host: (0, false),
        }
    }

    /// Continues at a later position.
    pub(super) fn skip_to(&mut self, place: usize) {
        self.at = self.at.max(place);
    }

    /// The reference that the colon at `i` introduces.
    fn at_colon(&mut self, i: usize) -> Option<FoundReference> {
        let text = self.text;
        let intro = Introduction::at(text, i, self.word);
        let (scheme, begin) = (intro.scheme.clone(), intro.end);
        let count = intro.slashes(text);
        if count >= 2 {
            if scheme.len() == 1 && text.is(i + 1, b'\\') {
                // A drive of Windows: `c:\\a`.
                return None;
            }
            // A third slash means that there is no host, except for schemes in which browsers read one.
            let is_host = count == 2 || intro.is_named(text, &WEB);
            let beginning = if is_host { Beginning::Scheme } else { Beginning::Inside };
            return Some(self.found(scheme, begin, beginning));
        }
        if intro.is_named(text, ORACLE) {
            let end = self.word_end.find(text, i + 1, &WORD_ENDS);
            let at = self.last_at_of_word.within(text, i + 1..end)?;
            let (authority, beginning) = (i + 1..at + 1, Beginning::Oracle);
            return Some(FoundReference {
                scheme,
                authority,
                at: Some(at),
                beginning,
                is_open: false,
            });
        }
        let end = self.authority_end.find(text, begin, &AUTHORITY_ENDS);
        let at = self.last_at.within(text, begin..end)?;
        if is_named(text, name_in(text, scheme.clone()), WITH_USERINFO) {
            return Some(self.found(scheme, begin, Beginning::Opaque));
        }
        // Neither a scheme nor slashes, as in proxy variables: `user:password@host:port`.
        let user = i
            - (self.word..i)
                .rev()
                .take(LONGEST_USER)
                .take_while(|&k| !NO_USERS.has(text.peek(k)))
                .count();
        let is_user = user < i && (user == self.word || !text.is(user - 1, b':'));
        let is_bare = is_user
            && at > begin
            && !text.is(begin, b':')
            && !intro.is_named(text, WITHOUT_SLASHES);
        if is_bare && self.host.0 != at + 1 {
            self.host = (at + 1, is_host_and_port(text, at + 1..end));
        }
        (is_bare && self.host.1).then_some(FoundReference {
            scheme,
            authority: i..end,
            at: Some(at),
            beginning: Beginning::Opaque,
            is_open: false,
        })
    }

    /// The reference whose slashes are at a range. In a path, the second slash is a mistake and does not
    /// introduce a reference.
    fn at_slashes(&mut self, run: Range<usize>) -> Option<FoundReference> {
        let text = self.text;
        let (i, count) = (run.start, slashes(text, run.clone()));
        let name = run_before(text, i, self.word)..i;
        let beginning = if is_named(text, name.clone(), WITH_USERINFO) {
            Beginning::Scheme
        } else if count > 2 {
            Beginning::Inside
        } else if count < 2 || i > self.word && is_of_path(character_before(text, i)) {
            return None;
        } else {
            Beginning::Slashes
        };
        Some(self.found(name, run.end, beginning))
    }

    fn found(
        &mut self,
        scheme: Range<usize>,
        begin: usize,
        beginning: Beginning,
    ) -> FoundReference {
        let text = self.text;
        let mut end = self.authority_end.find(text, begin, &AUTHORITY_ENDS);
        let mut at = self.last_at.within(text, begin..end);
        let until =
            |start: usize, end: usize, c| (start..end).find(|&i| text.is(i, c)).unwrap_or(end);
        // A backslash may be part of a userinfo, but ends a host.
        end = until(at.unwrap_or(begin), end, b'\\');
        end = self.before_next(begin, end);
        let has_parameters = self.has_parameters(&scheme);
        if has_parameters {
            end = until(begin, end, b';');
        }
        let cut = self.cut(scheme.start, begin..end, at);
        let authority = begin..cut.unwrap_or(end);
        at = at.filter(|&at| at < authority.end).or_else(|| last_at(text, authority.clone()));
        FoundReference {
            scheme,
            authority,
            at,
            beginning,
            is_open: cut.is_none() && !has_parameters,
        }
    }

    /// The latest end of an authority, if the scheme of the next reference of a list precedes `end`.
    fn before_next(&self, begin: usize, end: usize) -> usize {
        let Some(colon) = end.checked_sub(1).filter(|&colon| self.text.is(colon, b':')) else {
            return end;
        };
        let next = Introduction::at(self.text, colon, begin);
        if next.slashes(self.text) >= 2 { next.scheme.start } else { end }
    }

    /// Returns true if `jdbc:`, perhaps with a driver, precedes a scheme that has parameters after semicolons
    /// and no userinfo.
    fn has_parameters(&self, scheme: &Range<usize>) -> bool {
        let before = |start: usize| {
            let colon = start.checked_sub(1).filter(|&i| i > self.word && self.text.is(i, b':'))?;
            Some(run_before(self.text, colon, self.word)..colon)
        };
        let is_jdbc = |name: &Range<usize>| is_named(self.text, name.clone(), &["jdbc"]);
        let Some(first) = before(scheme.start) else { return false };
        (is_jdbc(&first) || before(first.start).is_some_and(|second| is_jdbc(&second)))
            && !is_named(self.text, scheme.clone(), WITH_USERINFO)
    }

    /// The end of an authority before its end by the grammar, because another pair follows the reference, or
    /// single quotes enclose it. It applies only if the text before it is a host.
    fn cut(&mut self, start: usize, authority: Range<usize>, at: Option<usize>) -> Option<usize> {
        static QUOTES: AsciiSet = AsciiSet::of(b"'`");
        static QUERIES: AsciiSet = AsciiSet::of(b"?#&").with(DELIMITERS);
        let text = self.text;
        let before = start.checked_sub(1).map_or(END, |i| text.peek(i));
        let end = authority.end;
        let (mark, is_quoted) = match u8::try_from(before) {
            // The password in a variable's value may have an `&`.
            Ok(b'=') if at.is_none() || self.query.find(text, self.word, &QUERIES) < start => {
                (b'&', false)
            }
            Ok(quote @ (b'\'' | b'`')) => (quote, true),
            _ if self.quote.find(text, 0, &QUOTES) < start => (b'\'', false),
            _ => return None,
        };
        let cut = authority.clone().find(|&i| text.is(i, mark))?;
        let after = if mark == b'&' {
            let name = text.run(cut + 1, SCHEME);
            name > cut + 1 && ALPHA.contains(text.peek(cut + 1)) && text.is(name, b'=')
        } else if is_quoted && at.is_none() {
            cut + 1 == end || b",;:)]}".iter().any(|&c| text.is(cut + 1, c))
        } else {
            // The next text begins after the quote.
            b",:".iter().any(|&c| text.is(cut + 1, c)) && text.is(cut + 2, mark)
        };
        let head = authority.start..cut;
        let has_at = last_at(text, head.clone()).is_some();
        (after && !has_at && port_place(text, head).is_none()).then_some(cut)
    }
}

impl Iterator for References<'_> {
    type Item = FoundReference;

    fn next(&mut self) -> Option<FoundReference> {
        loop {
            let i = self.text.find_any(self.at, &MARKS);
            if i >= self.text.len() {
                return None;
            }
            let end = past_slashes(self.text, i);
            self.at = end.max(i + 1);
            let found = match u8::try_from(self.text.peek(i)) {
                Ok(b':') => self.at_colon(i),
                _ if end >= i + 2 => self.at_slashes(i..end),
                _ => {
                    self.word = if end == i { self.at } else { self.word };
                    None
                }
            };
            if let Some(found) = found {
                self.skip_to(found.authority.end);
                return Some(found);
            }
        }
    }
}

/// The name in a run of scheme characters: the text after a percent-encoded octet or a plus, which may stand
/// for a space or join two names, from its first letter.
fn name_in(text: impl Text, characters: Range<usize>) -> Range<usize> {
    let Range { start, end } = characters;
    let is_hex = |i: usize| HEXDIG.contains(text.peek(i));
    let is_encoded =
        text.code_point_before(start).0 == u32::from(b'%') && is_hex(start) && is_hex(start + 1);
    let start = if is_encoded { start + 2 } else { start };
    let start = (start..end).rev().find(|&i| text.is(i, b'+')).map_or(start, |plus| plus + 1);
    (start..end).find(|&i| ALPHA.contains(text.peek(i))).unwrap_or(end)..end
}

/// The character before `i`. A percent-encoded ASCII character counts as itself: it was one before a repair.
fn character_before(text: Utf8<'_>, i: usize) -> u32 {
    let encoded = i.checked_sub(3).and_then(|start| triplet(text.0, start));
    encoded.filter(u8::is_ascii).map_or_else(|| text.code_point_before(i).0, u32::from)
}

/// Returns true if two slashes after a character are in a path.
fn is_of_path(before: u32) -> bool {
    match u8::try_from(before) {
        Ok(c) if c.is_ascii() => c.is_ascii_alphanumeric() || b"-._~%)]*".contains(&c),
        _ => char::from_u32(before).is_some_and(char::is_alphanumeric),
    }
}

/// Returns true if a range begins with a name and a port, and nothing that continues them.
fn is_host_and_port(text: Utf8<'_>, range: Range<usize>) -> bool {
    let is_address = text.is(range.start, b'[');
    let name = if is_address {
        range.clone().find(|&i| text.is(i, b']')).map_or(range.end, |i| i + 1)
    } else {
        text.run(range.start, REG_NAME)
    };
    let port = text.run(name + 1, DIGIT);
    let is_name = |i| ALPHA.contains(text.peek(i)) || text.is(i, b'.');
    text.is(name, b':')
        && (name + 2..=name + 1 + MAX_DIGITS).contains(&port)
        && (port == range.end || text.peek(port) >= 0x80 || CLOSERS.has(text.peek(port)))
        && (is_address || (range.start..name).any(is_name))
}

/// The end of the reference whose authority ends at `start`: before the next one with a scheme, or at the end
/// of the word.
pub(super) fn reference_end(text: Utf8<'_>, start: usize) -> usize {
    let mut i = start;
    loop {
        i = text.find_any(i, &REFERENCE_ENDS);
        if !text.is(i, b':') {
            return i;
        }
        let next = Introduction::at(text, i, start);
        if next.slashes(text) >= 2 {
            return next.scheme.start;
        }
        i += 1;
    }
}

/// The last `@` of a range.
pub(super) fn last_at(text: impl Text, range: Range<usize>) -> Option<usize> {
    range.rev().find(|&i| text.is(i, b'@'))
}

/// The last `@` of a range after a valid authority, except those in the scope of a package's name and in its version:
/// `/@scope/package@1.0`.
pub(super) fn last_at_beside_scopes(text: impl Text, range: Range<usize>) -> Option<usize> {
    let (mut last, mut is_path) = (None, true);
    // True for this segment, and for the one before it, if it begins with an `@`.
    let mut is_scope = [false; 2];
    for i in range {
        match u8::try_from(text.peek(i)) {
            Ok(b'/') => is_scope = [text.is(i + 1, b'@'), is_scope[0]],
            Ok(b'?' | b'#') => is_path = false,
            Ok(b'@') if is_path && (is_scope[1] || text.is(i - 1, b'/')) => {}
            Ok(b'@') => last = Some(i),
            _ => {}
        }
    }
    last
}
