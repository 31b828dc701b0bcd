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
#[cfg(test)]
mod tests;
mod webhooks;

pub use scan::{Beginning, DELIMITERS, FoundReference, References};
pub use second::second;

use std::borrow::Cow;
use std::ops::Range;

use crate::parts::userinfo::secret;
use crate::syntax::chars::{DIGIT, IREG_NAME, SCHEME, UNRESERVED};
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
    /// The last `@` of a reference behind its authority, which ends at `end`. Where the authority is valid, the name of
    /// a scope, and the version of a package in it, are no end of a password: `/@scope/package@1.0`.
    fn last(
        &mut self,
        text: impl Text,
        end: usize,
        is_encoded: bool,
        is_valid: bool,
    ) -> Option<usize> {
        let none_before = &mut self.0[usize::from(is_encoded)];
        if end < *none_before {
            return None;
        }
        let region = end..reference_end(text, end, is_encoded);
        let last = if is_valid && !is_encoded {
            last_beside_scopes(text, region.clone())
        } else {
            last_at(text, region.clone(), is_encoded)
        };
        *none_before = last.map_or(region.end, |last| last + 1).max(*none_before);
        last
    }
}

/// The last `@` of a range, but for those of scopes in its path.
fn last_beside_scopes(text: impl Text, range: Range<usize>) -> Option<usize> {
    let (mut last, mut is_path) = (None, true);
    // Whether this segment begins with an `@`, and the one before it.
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
    let mut last = || if may_go_on { ats.last(text, end, *is_encoded, false) } else { None };
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
        // A lone user name of NATS is a token.
        let is_nats = scan::is_named(text, text.run(*start, SCHEME), *start, &["nats"]);
        return if is_nats && at > begin { Some(begin..at) } else { meant(text, reference, last) };
    };
    // A colon says that the rest is a password, which may have delimiters as they are.
    let has_password = secret.start > begin;
    let last =
        if has_password && may_go_on { ats.last(text, end, *is_encoded, true) } else { None };
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
