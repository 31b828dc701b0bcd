//! Where references stand in any text, and what is secret in them.
//!
//! [`References`] says where they stand; nothing else looks for them. [`secrets`] asks it with its widest
//! setting, and hides too much rather than too little. Everything that shows a text to anybody asks
//! [`secrets`]: the same text is masked in the same way wherever it is shown. Time is linear in the text.
//!
//! A password that has white space, `<`, `>` or `"` in it as they are is not found whole: these end a
//! reference (RFC 3986 Appendix C).

mod harmless;
pub mod names;
pub mod pairs;
mod scan;
mod second;
mod webhooks;

pub use scan::{Beginning, DELIMITERS, FoundReference, References};
pub use second::second;

use std::borrow::Cow;
use std::ops::Range;

use crate::parts::userinfo::secret;
use crate::syntax::chars::{DIGIT, IREG_NAME, UNRESERVED};
use crate::syntax::text::{AsciiSet, Text, Utf8};
use harmless::is_harmless;
use pairs::Pairs;
pub(crate) use scan::port_place;
use scan::{ascii, last_at, reference_end};

/// Stands in place of a secret.
pub const MASK: &str = "***";

/// The secrets that are masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Masking {
    /// Passwords and tokens before a host.
    Userinfo,
    /// These, the values of pairs whose names say that they are secret, and the paths of webhooks.
    Everything,
}

/// The places of what is secret in a text, in their order and apart from each other.
pub fn secrets(text: impl Text, masking: Masking) -> Vec<Range<usize>> {
    if is_harmless(text) { Vec::new() } else { looked_for(text, masking) }
}

/// The answer of [`secrets`], whatever the text.
fn looked_for(text: impl Text, masking: Masking) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    userinfos(text, masking, &mut found);
    if masking == Masking::Everything {
        found.extend(Pairs::of(text).map(|pair| pair.value));
    }
    joined(found)
}

/// A text with `***` for each of its [`secrets`].
pub fn masked(text: &str, masking: Masking) -> Cow<'_, str> {
    hidden(text, &secrets(Utf8(text.as_bytes()), masking))
}

/// A text with `***` in place of ranges that are in order and apart.
pub fn hidden<'a>(text: &'a str, secrets: &[Range<usize>]) -> Cow<'a, str> {
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut shown = 0;
    for secret in secrets {
        out.push_str(text.get(shown..secret.start).unwrap_or_default());
        out.push_str(MASK);
        shown = secret.end;
    }
    out.push_str(text.get(shown..).unwrap_or_default());
    Cow::Owned(out)
}

/// Ranges in their order, with those that meet as one.
pub fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    ranges.dedup_by(|next, kept| {
        let meets = next.start <= kept.end;
        if meets {
            kept.end = kept.end.max(next.end);
        }
        meets
    });
    ranges
}

/// Whether one of these ranges has the place.
pub fn covers(secrets: &[Range<usize>], place: usize) -> bool {
    secrets.iter().any(|secret| secret.contains(&place))
}

/// Whether one of these ranges has something of another.
pub fn meets(secrets: &[Range<usize>], range: &Range<usize>) -> bool {
    secrets.iter().any(|secret| range.start < secret.end && range.end > secret.start)
}

/// The passwords and tokens of all references, and the paths of webhooks.
fn userinfos(text: impl Text, masking: Masking, found: &mut Vec<Range<usize>>) {
    let mut references = References::of(text);
    let mut ats = Ats::default();
    while let Some(reference) = references.next() {
        let at = last_at(text, reference.authority.clone(), true);
        let mut secret = of_reference(text, &reference, at, &mut ats);
        if masking == Masking::Everything && secret.is_none() {
            let host = at.map_or(reference.authority.start, |at| at + ascii(text, at).1);
            secret = webhooks::secret(text, host);
        }
        if let Some(secret) = secret {
            references.skip_to(secret.end);
            let is_longer = secret.end > reference.authority.end && !reference.is_encoded;
            let host = is_longer.then(|| no_host(text, secret.end)).flatten();
            found.push(secret);
            found.extend(host);
        }
    }
    if masking == Masking::Everything {
        bare_webhooks(text, found);
    }
}

/// The text behind the `@` at `at` where a host would stand, if it is none: it is masked, too, and what is shown of
/// a valid reference remains one.
fn no_host(text: impl Text, at: usize) -> Option<Range<usize>> {
    if !text.is(at, b'@') {
        return None;
    }
    let end = text.find(at + 1, b"/?#\\ \t\n\x0B\x0C\r\"<>");
    let host = at + 1..end;
    let name = text.run(host.start, IREG_NAME);
    let is_port = text.is(name, b':') && text.run(name + 1, DIGIT) >= end;
    let is_host = text.is(host.start, b'[') || name > host.start && (name >= end || is_port);
    let has_triplet = host.clone().any(|i| text.is(i, b'%'));
    (!is_host && !has_triplet).then_some(host)
}

/// The characters behind which a word may begin, and those that part a path.
static WORD_MARKS: AsciiSet = AsciiSet::of(b"/=%@,:;|{ \t\n\x0B\x0C\r\"<>(['`");

/// The paths of webhooks, wherever a word begins with their host, and those on a host of anybody's.
fn bare_webhooks(text: impl Text, found: &mut Vec<Range<usize>>) {
    let mut i = 0;
    // Where a word begins.
    let mut is_start = true;
    loop {
        let mut secret = None;
        if is_start {
            let is_around = |&i: &usize| {
                let c = text.peek(i);
                !UNRESERVED.contains(c) && !b"/=%@ \t\r\n".iter().any(|&b| u32::from(b) == c)
            };
            i = (i..text.len()).find(|i| !is_around(i)).unwrap_or(text.len());
            secret = webhooks::secret(text, i);
        }
        if secret.is_none() {
            let mark = text.find_any(i, &WORD_MARKS);
            if mark >= text.len() {
                return;
            }
            let (c, width) = ascii(text, mark);
            is_start = match c {
                // As in `https:/hooks.slack.com`. What two slashes introduce is a reference, and was looked at.
                b'/' => is_start && mark == i,
                b':' if ascii(text, mark + width).0 == b'/' => !text.is(mark + width + 1, b'/'),
                _ => width == 1 || c.is_ascii() && !UNRESERVED.contains(c.into()),
            };
            i = mark;
            if c == b'/' {
                secret = webhooks::elsewhere(text, i);
            }
            i += width;
        }
        if let Some(secret) = secret {
            i = secret.end;
            found.push(secret);
        }
    }
}

/// Where no `@` stands, raw and encoded, as far as it is known: what was looked through is not looked through
/// again.
#[derive(Default)]
struct Ats([usize; 2]);

impl Ats {
    /// The last `@` of a reference behind its authority, which ends at `end`.
    fn last(&mut self, text: impl Text, end: usize, is_encoded: bool) -> Option<usize> {
        let none_before = &mut self.0[usize::from(is_encoded)];
        if end < *none_before {
            return None;
        }
        let region = end..reference_end(text, end, is_encoded);
        let last = last_at(text, region.clone(), is_encoded);
        *none_before = last.map_or(region.end, |last| last + 1).max(*none_before);
        last
    }
}

/// The secret of the userinfo that a reference has, or was meant to have; `at` is the last `@` of its authority.
fn of_reference(
    text: impl Text,
    reference: &FoundReference,
    at: Option<usize>,
    ats: &mut Ats,
) -> Option<Range<usize>> {
    let FoundReference { start, authority, beginning, is_encoded, is_open, .. } = reference;
    let Range { start: begin, end } = authority.clone();
    if *beginning == Beginning::Oracle {
        let slash = (begin..at?).find(|&i| ascii(text, i).0 == b'/')?;
        return Some(slash + ascii(text, slash).1..at?).filter(|password| !password.is_empty());
    }
    if *beginning == Beginning::Inside {
        // A name, and not a list of anything: a path may begin so.
        let is_of_name = |&i: &usize| UNRESERVED.contains(text.peek(i)) || text.peek(i) >= 0x80;
        let name = (begin..end).find(|i| !is_of_name(i)).unwrap_or(end);
        let is_name = ascii(text, name).0 == b':' || Some(name) == at;
        return secret(text, begin..at.filter(|_| is_name)?);
    }
    let may_go_on = *is_open && *beginning != Beginning::Opaque;
    let mut last = || if may_go_on { ats.last(text, end, *is_encoded) } else { None };
    let Some(at) = at else {
        if let Some(place) = port_place(text, begin..end) {
            // Two slashes without a scheme are common in text: the whole text must begin so.
            if *beginning == Beginning::Slashes && *start > 0 {
                return last().map(|last| place.start..last);
            }
            let end = last().or_else(|| behind_a_space(text, end)).unwrap_or(place.end);
            return Some(place.start..end);
        }
        return meant(text, reference, last);
    };
    let Some(secret) = secret(text, begin..at) else {
        return meant(text, reference, last);
    };
    // A colon says that the rest is a password, which may have delimiters as they are.
    let has_password = secret.start > begin;
    let last = if has_password { last() } else { None };
    Some(secret.start..last.unwrap_or(secret.end))
}

/// The secret of a userinfo that a `#` in it has cut off: behind a name, or behind digits of a password that
/// are no port of the web. A `?` is more likely a query, with an address of mail in it.
fn meant(
    text: impl Text,
    reference: &FoundReference,
    mut last: impl FnMut() -> Option<usize>,
) -> Option<Range<usize>> {
    let Range { start, end } = reference.authority;
    let has_port = (start..end).any(|i| text.is(i, b':'));
    let is_cut = text.is(end, b'#') || has_port && text.is(end, b'?');
    if reference.beginning != Beginning::Scheme || !is_cut || has_port && reference.is_web {
        return None;
    }
    let at = last()?;
    secret(text, start..at)
}

/// The end of a password that one space interrupts: the `@` in the next word, if a host follows it.
fn behind_a_space(text: impl Text, end: usize) -> Option<usize> {
    let at = text.find(end + 1, b"@:/ \t\n\x0B\x0C\r\"<>");
    (text.is(end, b' ') && text.is(at, b'@')).then_some(at)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::syntax::chars::Class;
    use crate::syntax::text::{Latin1, Ucs2, Ucs4};

    /// One answer in all storages.
    fn everywhere(text: &str, masking: Masking) -> String {
        let shown = masked(text, masking).into_owned();
        let ucs4: Vec<u32> = text.chars().map(u32::from).collect();
        let in_ucs4 = secrets(Ucs4(&ucs4), masking);
        let octets = |i: usize| text.char_indices().nth(i).map_or(text.len(), |(octets, _)| octets);
        let in_utf8: Vec<_> =
            in_ucs4.iter().map(|range| octets(range.start)..octets(range.end)).collect();
        assert_eq!(hidden(text, &in_utf8), shown, "{text}");
        if let Ok(ucs2) = ucs4.iter().map(|&c| u16::try_from(c)).collect::<Result<Vec<_>, _>>() {
            assert_eq!(secrets(Ucs2(&ucs2), masking), in_ucs4);
        }
        if let Ok(latin1) = ucs4.iter().map(|&c| u8::try_from(c)).collect::<Result<Vec<_>, _>>() {
            assert_eq!(secrets(Latin1(&latin1), masking), in_ucs4);
        }
        assert_eq!(masked(&shown, masking), shown, "masked twice: {text}");
        shown
    }

    #[test]
    fn passwords_are_masked_wherever_a_reference_stands() {
        for (text, expected) in [
            ("ftp://anna:secret@h/", "ftp://anna:***@h/"),
            (
                "sentinel://:pw@h1:26379/0;sentinel://:pw2@h2:26379/0",
                "sentinel://:***@h1:26379/0;sentinel://:***@h2:26379/0",
            ),
            ("https://a:b@h/ and https://c:secret@k/", "https://a:***@h/ and https://c:***@k/"),
            ("amqp://u:p@h1:5672,amqp://u:q@h2:5672", "amqp://u:***@h1:5672,amqp://u:***@h2:5672"),
            ("amqp://u:p@h1,v:q@h2/x", "amqp://u:***@h2/x"),
            ("https://h/login?next=https://u:pw@k/", "https://h/login?next=https://u:***@k/"),
            ("?dsn=postgres://u:pw@h/d", "?dsn=postgres://u:***@h/d"),
            ("https://h/proxy/https://u:pw@h/", "https://h/proxy/https://u:***@h/"),
            ("https://h/#https://u:pw@h", "https://h/#https://u:***@h"),
            ("view-source:https://u:pw@h/", "view-source:https://u:***@h/"),
            ("blob:https://u:pw@h/1", "blob:https://u:***@h/1"),
            ("git::https://u:pw@h/x?ref=1", "git::https://u:***@h/x?ref=1"),
            (
                "failover:(tcp://u:pw@h:61616,tcp://v:qw@k:61616)?a=b",
                "failover:(tcp://u:***@h:61616,tcp://v:***@k:61616)?a=b",
            ),
            ("jdbc:postgresql://u:pw@h/db", "jdbc:postgresql://u:***@h/db"),
            ("jdbc:oracle:thin:scott/tiger@//h:1521/x", "jdbc:oracle:thin:scott/***@//h:1521/x"),
            ("a jdbc:oracle:oci:u/p/q@h:1521:x b@c", "a jdbc:oracle:oci:u/***@h:1521:x b@c"),
            ("jdbc:oracle:thin:@//h/x", "jdbc:oracle:thin:@//h/x"),
            ("sip:u:pw@h;transport=tcp", "sip:u:***@h;transport=tcp"),
            ("https//u:pw@h/x", "https//u:***@h/x"),
            ("?next=//u:pw@h", "?next=//u:***@h"),
            ("/r?u=https%3A%2F%2Fu%3Apw%40k%2F&x=a@b", "/r?u=https%3A%2F%2Fu%3A***%40k%2F&x=a@b"),
            ("/r?u=https%3a//u:p%40w@k/", "/r?u=https%3a//u:***@k/"),
            ("http:\\/\\/u:pw@h\\/x", "http:\\/\\/u:***@h\\/x"),
            ("https://ghp_x@h/ https://ghp_y@h/", "https://***@h/ https://***@h/"),
            // Delimiters in a password as they are.
            ("postgresql://u:p@ss#1@h:5432/db", "postgresql://u:***@h:5432/db"),
            ("postgresql://u:p#w@h/db", "postgresql://u:***@h/db"),
            ("postgresql://u:p?w@h/db", "postgresql://u:***@h/db"),
            ("postgresql://u:p/w@h/db", "postgresql://u:***@h/db"),
            ("postgresql://u#p:w@h/db", "postgresql://u#p:***@h/db"),
            ("postgresql://u:1#2@h/db", "postgresql://u:***@h/db"),
            ("postgresql://u:1?2@h/db", "postgresql://u:***@h/db"),
            // No host follows: that is masked, too, and the rest is a reference.
            ("https://u:p@h/?a@b:c", "https://u:***@***"),
            ("https://u:p@h/a@/b", "https://u:***@***/b"),
            ("postgres//u:pw@h/db", "postgres//u:***@h/db"),
            ("foo:///u:pw@h/", "foo:///u:***@h/"),
            ("postgresql://u:p%w@h/db", "postgresql://u:***@h/db"),
            ("postgresql://u:p w@h/db", "postgresql://u:***@h/db"),
            ("https://a:b@h/?to=https://c:d@k/", "https://a:***@h/?to=https://c:***@k/"),
            // Punctuation of other scripts is no part of a path.
            ("\u{ff08}//u:pw@h/\u{ff09}", "\u{ff08}//u:***@h/\u{ff09}"),
            (
                "\u{201c}//u:pw@h\u{201d} \u{a0}//u:pw@h",
                "\u{201c}//u:***@h\u{201d} \u{a0}//u:***@h",
            ),
            ("?next=https://u:p&w@k/", "?next=https://u:***@k/"),
            ("('https://u:p'w@k/')", "('https://u:***@k/')"),
            ("http://anna:s3cret%40h/x", "http://anna:***%40h/x"),
        ] {
            assert_eq!(everywhere(text, Masking::Userinfo), expected);
            assert_eq!(everywhere(text, Masking::Everything), expected);
        }
    }

    #[test]
    fn what_is_no_secret_is_not_touched() {
        for text in [
            "",
            "fixed issue #12 in main",
            "GET https://h/p?x=1 200 in 3ms",
            r#"{"error":"no http://localhost:3000//x","user":"joey@example.org"}"#,
            r#"{"error":"http://localhost:3000","user":"joey:x@example.org"}"#,
            "{'error':'http://localhost:3000','user':'joey@example.org'}",
            "{'error':'no http://localhost:3000','user':'joey@example.org'}",
            "{'error':'http://localhost:3000//x','user':'joey@example.org'}",
            "/go?next=https://localhost:3000&mail=joe@example.org",
            "/go?next=https://k&mail=a:b@example.org",
            "/go?next=https%3A%2F%2Fk%3A80&mail=joe@example.org",
            "https://anna@example.org/ https://bank.example@evil.example/",
            "https://h/npm/vue@3 https://h/@user https://h:80/@user",
            "https://good.example#@evil.example/",
            "git@github.com:o/r.git",
            "no // reference: a@b",
            "line 3: no “s:a” at 12:30 ERROR:root:joe@example.org",
            "mailto:a:b@c urn:x:y@z",
            "see (http://localhost:30000), “http://localhost:3000” and `http://h:80`.",
            "mongodb://h1:27017,h2:27017/db kafka://b1:9092;b2:9092",
            "http://h:{port}/ http://h:${PORT}/ http://h:8080\\api http://[::1]:80/",
            "file:///C:/Users/x file:///a:b/c",
            "ws://h?a=joe@example.org s://h?a:b@c http://h:80?mail=a:joe@example.org",
            "http://h//b:s@h /a//b:c@d /\u{e9}//b:s@h",
            "http:a/b:s@h",
            "https://h/?page_token=x&nextToken=y",
            "password=x or what? token=y",
            "12:30;token=x a;token=x 12:30:token=x",
            "https://slack.com/services/T01 https://h/services/x https://h/hooks/short",
        ] {
            assert_eq!(everywhere(text, Masking::Userinfo), text);
            assert_eq!(everywhere(text, Masking::Everything), text);
        }
    }

    #[test]
    fn secrets_by_name_and_webhooks_are_masked_in_references_only() {
        for (text, expected) in [
            ("https://h/?sig=a&b=c#id_token=d;e", "https://h/?sig=***&b=c#id_token=***;e"),
            ("GET /cb?code=a&state=b HTTP/1.1", "GET /cb?code=***&state=*** HTTP/1.1"),
            ("?token=&TOKEN=é", "?token=&TOKEN=***"),
            ("/a?u=https://h/?accessToken=x&b=c", "/a?u=https://h/?accessToken=***&b=c"),
            ("/a?u=%2Fb%3Ftoken%3Dx%26y%3Dz&c=d", "/a?u=%2Fb%3Ftoken%3D***%26y%3Dz&c=d"),
            ("//h/:_authToken=x/y", "//h/:_authToken=***/y"),
            ("s3://b/state=CA/token=x?a=b", "s3://b/state=CA/token=***?a=b"),
            ("https://h/a;jsessionid=x?y=z", "https://h/a;jsessionid=***?y=z"),
            // Without a slash, a scheme says that a text is a reference.
            ("jdbc:h2:mem:x;USER=a;PASSWORD=y", "jdbc:h2:mem:x;USER=a;PASSWORD=***"),
            ("url='jdbc:derby:db;user=a;password=y'", "url='jdbc:derby:db;user=a;password=***"),
            ("sip:u@h;password=x tel:+1;token=y", "sip:u@h;password=*** tel:+1;token=***"),
            ("app:token=x?code=y", "app:token=***?code=***"),
            (
                "jdbc:sqlserver://h;user=a;password=x/y;z=1",
                "jdbc:sqlserver://h;user=a;password=***;z=1",
            ),
            (
                r#"{"u":"{\"v\":\"/x?token=y\",\"w\":1}"}"#,
                r#"{"u":"{\"v\":\"/x?token=***\",\"w\":1}"}"#,
            ),
            ("/x?a=1\\u0026sig=y\\u0026b=2", "/x?a=1\\u0026sig=***\\u0026b=2"),
            ("/x?a\\u003d1\\u0026sig\\u003Dy\\u003d", "/x?a\\u003d1\\u0026sig\\u003D***"),
            (
                "https://hooks.slack.com/services/T/B/X?a=b",
                "https://hooks.slack.com/services/***?a=b",
            ),
            (
                "https://HOOKS.slack.com.:443//%73ervices//T/B/X",
                "https://HOOKS.slack.com.:443//%73ervices//***",
            ),
            ("see hooks.slack.com/services/T/B/X now", "see hooks.slack.com/services/*** now"),
            ("to:hooks.slack.com/services/T/B/X", "to:hooks.slack.com/services/***"),
            ("a|hooks.slack.com/services/T;b", "a|hooks.slack.com/services/***"),
            ("%22hooks.slack.com/services/T%22", "%22hooks.slack.com/services/***"),
            ("https:/hooks.slack.com/services/T", "https:/hooks.slack.com/services/***"),
            ("https:\\hooks.slack.com\\services\\T", "https:\\hooks.slack.com\\services\\***"),
            (
                "/x?u=https%3A%2F%2Fhooks.slack.com%2Fservices%2FT%2FB",
                "/x?u=https%3A%2F%2Fhooks.slack.com%2Fservices%2F***",
            ),
            ("https://outlook.office.com/webhook/a@b/c", "https://outlook.office.com/webhook/***"),
            (
                "https://a.webhook.office.com/webhookb2/a@b/c",
                "https://a.webhook.office.com/webhookb2/***",
            ),
            ("https://discord.com/api/webhooks/1/x", "https://discord.com/api/webhooks/1/***"),
            (
                "https://ptb.discord.com/api/v10/webhooks/1/x",
                "https://ptb.discord.com/api/v10/webhooks/1/***",
            ),
            ("https://api.telegram.org/bot1:x/getMe", "https://api.telegram.org/bot***"),
            ("https://api.telegram.org/file/bot1:x/a", "https://api.telegram.org/file/bot***"),
            (
                "https://hooks.zapier.com/hooks/catch/1/x/",
                "https://hooks.zapier.com/hooks/catch/***",
            ),
            (
                "https://maker.ifttt.com/trigger/a/with/key/x",
                "https://maker.ifttt.com/trigger/a/with/key/***",
            ),
            ("https://h/hooks/abcdefghijklmnopqrstuvwxyz", "https://h/hooks/***"),
        ] {
            assert_eq!(everywhere(text, Masking::Everything), expected);
            assert_eq!(everywhere(text, Masking::Userinfo), text);
        }
    }

    #[test]
    fn what_is_harmless_has_no_secret() {
        let mut harmless = 0;
        for text in harmless::random_texts(200_000) {
            if is_harmless(Utf8(text.as_bytes())) {
                let found = looked_for(Utf8(text.as_bytes()), Masking::Everything);
                assert!(found.is_empty(), "{text}: {found:?}");
                harmless += 1;
            }
        }
        assert!(harmless > 50_000, "{harmless}");
    }

    /// A text that counts how many of its characters are read. Unlike a clock, it says the same on a busy machine.
    #[derive(Clone, Copy)]
    struct CountedText<'a> {
        text: Utf8<'a>,
        reads: &'a Cell<usize>,
    }

    impl CountedText<'_> {
        fn count(self, reads: usize) {
            self.reads.set(self.reads.get() + reads);
        }
    }

    impl Text for CountedText<'_> {
        fn len(self) -> usize {
            self.text.len()
        }

        fn code_point(self, i: usize) -> (u32, usize) {
            self.count(1);
            self.text.code_point(i)
        }

        fn code_point_before(self, i: usize) -> (u32, usize) {
            self.count(1);
            self.text.code_point_before(i)
        }

        fn peek(self, i: usize) -> u32 {
            self.count(1);
            self.text.peek(i)
        }

        fn run(self, i: usize, class: Class) -> usize {
            let end = self.text.run(i, class);
            self.count(1 + end.saturating_sub(i));
            end
        }

        fn find(self, i: usize, delimiters: &[u8]) -> usize {
            let place = self.text.find(i, delimiters);
            self.count(1 + place.saturating_sub(i));
            place
        }
    }

    #[test]
    fn time_is_linear() {
        for piece in [
            "://",
            "@",
            ":",
            "//",
            "%2F",
            "//a?",
            "//a:b?",
            "//x:y@",
            "=//u:p/",
            "http:",
            "sip:a",
            "[",
            "//[",
            "http://[",
            "?a=",
            "token=",
            ";",
            "a;",
            "&",
            "/hooks/",
            "/hooks/abcdefghijklmnopqrstuvwxyz",
            "//hooks.slack.com/services/x",
            "hooks.slack.com/services/x ",
            "http://a:b,",
            "amqp://u:p@h,",
            "http://u:p ",
            "%40",
            "https%3A%2F%2Fa%3Ab",
            "'http://a',",
            "=http://a&b=",
            "a ",
            "\\",
            "//a#:",
            "http://a:b#",
            "\u{e9}",
            "%",
            "%3D",
            "x://y?a:",
            "://u:p@h/?",
        ] {
            for end in ["", ":y@x"] {
                let reads = |length: usize| {
                    let text = piece.repeat(length / piece.len()) + end;
                    let reads = Cell::new(0);
                    let counted = CountedText { text: Utf8(text.as_bytes()), reads: &reads };
                    secrets(counted, Masking::Everything);
                    reads.get()
                };
                // Eight times the text takes eight times as many; a square would take 64 times.
                let (short, long) = (reads(1_000), reads(8_000));
                assert!(long <= 9 * short, "{piece} {end}: {short}, {long}");
            }
        }
    }

    #[test]
    fn a_reference_is_one_in_every_setting() {
        let text = "a http://h/?u=//k#%2f%2Fl b";
        let starts: Vec<_> =
            References::of(Utf8(text.as_bytes())).map(|found| found.start).collect();
        assert_eq!(starts, [2, 14, 18]);
    }
}
