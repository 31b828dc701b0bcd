//! A quick check for texts that certainly have no secret, as most are. It looks for the few characters that
//! every secret needs.
//!
//! A secret before a host has an `@` after it, or takes the place of a port. The host of a webhook has a slash
//! or a port after it, and the value of a pair an `=` before it. If each of these characters is harmless, and
//! none is escaped, the text has no secret. Anything doubtful goes through the full search.

use std::cell::LazyCell;
use std::ops::Range;

use super::names;
use super::scan::DELIMITERS;
use super::webhooks;
use crate::parts::scheme::is_named;
use crate::parts::userinfo::begins_token;
use crate::syntax::chars::{DIGIT, HEXDIG, UNRESERVED};
use crate::syntax::text::{AsciiSet, Text};

/// The characters that begin or end every secret, and those of escapes.
static SIGNS: AsciiSet = AsciiSet::of(b"@:/=%\\&#[]({");

/// The characters that end an authority, and so a port.
static PORT_ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(b"/?#");

/// The HTML names of the characters of markup.
pub(super) const ENTITIES: [(&str, u8); 5] =
    [(AMPERSAND, b'&'), ("&lt;", b'<'), ("&gt;", b'>'), ("&quot;", b'"'), ("&apos;", b'\'')];

/// The name of the character that begins all of these.
pub(super) const AMPERSAND: &str = "&amp;";

/// Returns true if a text certainly has no secret.
pub(super) fn is_harmless(text: impl Text) -> bool {
    let semicolon = LazyCell::new(|| text.find(0, b";"));
    // The last letters decide most names, wherever they begin.
    let is_harmless_name = |end| {
        names::is_none(text, &(0..end))
            || whole_name(text, end, || *semicolon)
                .is_some_and(|name| names::secrecy(text, name).is_none())
    };
    let mut i = text.find_any(0, &SIGNS);
    while i < text.len() {
        let is_harmless = match u8::try_from(text.peek(i)) {
            Ok(b':') => is_before_port(text, i + 1) && webhooks::secret(text, i).is_none(),
            Ok(b'/') => webhooks::secret(text, i).is_none(),
            Ok(b'=') => is_harmless_name(i) && !begins_token(text, i + 1),
            // An octet of a character that is not ASCII separates nothing, and is in no name.
            Ok(b'%') => text.peek(i + 1) > u32::from(b'7') && HEXDIG.contains(text.peek(i + 2)),
            Ok(b'&') => !begins_entity(text, i),
            // A number of HTML, perhaps after an escaped `&`.
            Ok(b'#') => ![b'&', b';'].iter().any(|&c| text.is(i.wrapping_sub(1), c)),
            // Defanged links.
            Ok(b']') => !text.is(i.wrapping_sub(1), b'.'),
            Ok(b'[' | b'(' | b'{') => !begins_form(text, i + 1),
            _ => false,
        };
        if !is_harmless {
            return false;
        }
        i = text.find_any(i + 1, &SIGNS);
    }
    true
}

/// Returns true if a port begins there, or no part of an authority.
fn is_before_port(text: impl Text, start: usize) -> bool {
    let end = text.run(start, DIGIT);
    end >= text.len() || PORT_ENDS.has(text.peek(end))
}

/// The name that ends there, if it certainly begins after the separator before it. In a connection string, which
/// has a semicolon, a name may contain `?` and `#`.
fn whole_name(
    text: impl Text,
    end: usize,
    semicolon: impl FnOnce() -> usize,
) -> Option<Range<usize>> {
    let start = text.run_before(end, 0, UNRESERVED);
    let begins = match u8::try_from(text.peek(start.wrapping_sub(1))) {
        Ok(b'/' | b'&' | b';' | b'!') => true,
        Ok(b'?' | b'#') => semicolon() > start,
        _ => false,
    };
    begins.then_some(start..end)
}

/// Returns true if a named character of HTML may be there, perhaps with an escaped `&`. An escaped `&` that
/// begins none of them separates as the character does.
fn begins_entity(text: impl Text, i: usize) -> bool {
    let is_there = |i: usize, name: &str| is_named(text, i..i + name.len(), &[name]);
    let i = if is_there(i, AMPERSAND) { i + AMPERSAND.len() - 1 } else { i };
    ENTITIES.iter().any(|(name, _)| is_there(i + 1, &name[1..]))
}

/// Returns true if a bracketed delimiter may be there: `[.]`, `(dot)`, `{at}`.
fn begins_form(text: impl Text, i: usize) -> bool {
    static FIRST: AsciiSet = AsciiSet::of(b"ADad.:/@");
    static SECOND: AsciiSet = AsciiSet::of(b"tToO");
    let first = text.peek(i);
    FIRST.has(first) && (first < u32::from(b'A') || SECOND.has(text.peek(i + 1)))
}

/// Random texts of the parts of secrets and the text around them.
#[cfg(test)]
pub(super) fn random_texts(count: usize) -> impl Iterator<Item = String> {
    let pieces = "http|postgres|:|:|:80|:x|//|//|/|/|\\|@|%40|%3A|%C3%A9|%2F|%|[|]|?|#|&|;|!|=|=| |'|,|.|h|x|7|token\
        |sig|Pw|code|pwd=x|\"|{|}|(|<|>|\\u003d|\\n|%253A|%2540|%20|%26|\u{1f}|\t|\u{ff20}|\u{201c}|git@|&amp;|/hooks/abcdefghijklmnopqrstuvwxyz|hooks.slack.com|:443/services/x|api.telegram.ORG|/bot1\
        |discord.com.|/api/webhooks/1/x|jdbc:oracle:thin:|id=|?ring=|&pass-word=|pass|&apos;7=|&lt;-=|&quot;|&amp;|#39;|quot;|jdbc:x:;token?7=|code#[=|\u{e9}|\u{30C6}";
    let pieces: Vec<_> = pieces.split('|').collect();
    let mut random = crate::random::random(1);
    (0..count).map(move |_| (0..=random(9)).map(|_| pieces[random(pieces.len())]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::text::Utf8;

    #[test]
    fn usual_links_are_harmless() {
        for text in [
            "",
            "http://www.example.org:8080/a/b/c?x=1&y=2#f",
            "https://de.wikipedia.org/wiki/K%C3%B6ln?page=2&q=a",
            "see http://h/ and //k: no secrets there",
            "https://slack.com/?name=x#",
            // These names end like those of secrets: `appid`, `connectionstring`, `state`.
            "https://h/?hub.ring=x",
            "https://h/index.php?id=4&template=x&story-id=7",
        ] {
            assert!(is_harmless(Utf8(text.as_bytes())), "{text}");
        }
    }
}
