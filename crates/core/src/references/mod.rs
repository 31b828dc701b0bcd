//! References in any text, and the secrets in them.
//!
//! [`scan`] finds them; nothing else does. [`secrets`] takes all its candidates in every reading of the text
//! ([`readings`]), and hides too much rather than too little. Everything that shows a text uses [`secrets`], so
//! the same text is masked in the same way everywhere. Time is linear in the text.
//!
//! A password with raw white space, `<`, `>` or `"` is not found whole, because these end a reference (RFC 3986
//! Appendix C).

pub(crate) mod fanged;
mod harmless;
pub(crate) mod names;
pub(crate) mod pairs;
mod ports;
mod readings;
mod rewritten;
mod scan;
mod second;
#[cfg(test)]
mod tests;
mod webhooks;

use std::borrow::Cow;
use std::ops::Range;

use crate::parts::scheme::{WEB, is_named};
use crate::parts::userinfo::secret;
use crate::storage::is_container;
use crate::syntax::chars::{DIGIT, IREG_NAME};
use crate::syntax::text::{AsciiSet, Text, Utf8};
use harmless::is_harmless;
use pairs::Pairs;
pub(crate) use ports::{port_place, short_form};
use readings::TextReadings;
use rewritten::rewritten;
use scan::{Beginning, FoundReference, References};
pub(crate) use scan::{DELIMITERS, Introduction, past_slashes};
pub(crate) use second::{begins_with_reference, second};

/// The text that replaces a secret.
pub const MASK: &str = "***";

/// The secrets that are masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Masking {
    /// Passwords and tokens before a host.
    Userinfo,
    /// These, the values of pairs whose names or values mark them as secret, and the paths of webhooks.
    Everything,
}

/// The ranges of the secrets of a text, in order and disjoint.
pub fn secrets(text: impl Text, masking: Masking) -> Vec<Range<usize>> {
    if is_harmless(text) {
        Vec::new()
    } else {
        text.with_utf8(|octets| in_units(text, octets, settled(octets, masking)))
    }
}

/// Ranges of a text in UTF-8, in units of the text.
pub(crate) fn in_units(
    text: impl Text,
    octets: &[u8],
    mut ranges: Vec<Range<usize>>,
) -> Vec<Range<usize>> {
    if octets.len() > text.len() {
        let (mut counted, mut units) = (0, 0);
        let mut unit = |place: usize| {
            let is_first = |octet: &&u8| !matches!(octet, 0x80..=0xBF);
            units += octets[counted..place].iter().filter(is_first).count();
            counted = place;
            units
        };
        for range in &mut ranges {
            *range = unit(range.start)..unit(range.end);
        }
    }
    ranges
}

/// The number of rounds after which a text is masked as a whole, if its masks keep making secrets of the text
/// around them.
const ROUNDS: usize = 8;

/// The secrets of a text, such that masking them leaves no other one.
fn settled(text: &[u8], masking: Masking) -> Vec<Range<usize>> {
    let mut found = of_readings(text, masking);
    for _ in 0..ROUNDS {
        if found.is_empty() {
            return found;
        }
        let masks = found.iter().map(|range| (range.clone(), MASK));
        let (hidden, places) = rewritten(text, masks);
        let more = of_readings(&hidden, masking).into_iter().map(|range| places.range(range));
        let all = joined(found.iter().cloned().chain(more).collect());
        if all == found {
            return found;
        }
        found = all;
    }
    std::iter::once(0..text.len()).collect()
}

/// The secrets of all readings of a text.
fn of_readings(text: &[u8], masking: Masking) -> Vec<Range<usize>> {
    let readings = TextReadings::of(text);
    let mut found = Vec::new();
    for (i, text) in readings.texts().enumerate() {
        let mut here = Vec::new();
        userinfos(text, &mut here);
        if masking == Masking::Everything {
            webhooks::secrets(text, &mut here);
            here.extend(Pairs::of(text).map(|pair| pair.value));
        }
        found.extend(here.into_iter().map(|range| readings.range(i, range)));
    }
    joined(found)
}

/// A text with `***` for each of its [`secrets`].
pub fn masked(text: &str, masking: Masking) -> Cow<'_, str> {
    hidden(text, &secrets(Utf8(text.as_bytes()), masking))
}

/// A text with `***` in place of ranges that are in order and disjoint.
pub(crate) fn hidden<'a>(text: &'a str, secrets: &[Range<usize>]) -> Cow<'a, str> {
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let masks = secrets.iter().map(|secret| (secret.clone(), MASK));
    let (hidden, _) = rewritten(text.as_bytes(), masks);
    Cow::Owned(String::from_utf8_lossy(&hidden).into_owned())
}

/// Sorts ranges, and merges those that touch.
pub(crate) fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
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

/// Returns true if one of these ranges has the position.
pub(crate) fn covers(secrets: &[Range<usize>], place: usize) -> bool {
    secrets.iter().any(|secret| secret.contains(&place))
}

/// Returns true if one of these ranges overlaps another.
pub(crate) fn meets(secrets: &[Range<usize>], range: &Range<usize>) -> bool {
    secrets.iter().any(|secret| range.start < secret.end && range.end > secret.start)
}

/// The passwords and tokens of all references.
fn userinfos(text: Utf8<'_>, found: &mut Vec<Range<usize>>) {
    let mut references = References::of(text);
    let mut ats = Ats::default();
    while let Some(reference) = references.next() {
        let Some(secret) = of_reference(text, &reference, &mut ats) else { continue };
        references.skip_to(secret.end);
        let is_longer = secret.end > reference.authority.end;
        let host = is_longer.then(|| no_host(text, secret.end)).flatten();
        found.push(secret);
        found.extend(host);
    }
}

/// The text after the `@` at `at`, if it is not a host. It is masked as well, so that the masked text of nearly every
/// valid reference stays valid.
fn no_host(text: Utf8<'_>, at: usize) -> Option<Range<usize>> {
    static ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(b"/?#\\");
    if !text.is(at, b'@') {
        return None;
    }
    let host = at + 1..text.find_any(at + 1, &ENDS);
    let name = text.run(host.start, IREG_NAME);
    let is_port = text.is(name, b':') && text.run(name + 1, DIGIT) >= host.end;
    let is_host = text.is(host.start, b'[') || name > host.start && (name >= host.end || is_port);
    let has_triplet = host.clone().any(|i| text.is(i, b'%'));
    (!is_host && !has_triplet).then_some(host)
}

/// The part of the text that is known to have no `@` after an authority, valid or not, so a text is searched
/// once.
#[derive(Default)]
struct Ats([usize; 2]);

impl Ats {
    /// The last `@` of a reference after its authority, which ends at `end`.
    fn last(&mut self, text: Utf8<'_>, end: usize, is_valid: bool) -> Option<usize> {
        let none_before = &mut self.0[usize::from(is_valid)];
        if end < *none_before {
            return None;
        }
        let region = end..scan::reference_end(text, end);
        *none_before = region.end;
        let last = if is_valid { scan::last_at_beside_scopes } else { scan::last_at };
        let last = last(text, region)?;
        *none_before = last + 1;
        Some(last)
    }
}

/// The secret of the userinfo of a reference, present or intended.
fn of_reference(text: Utf8<'_>, reference: &FoundReference, ats: &mut Ats) -> Option<Range<usize>> {
    let FoundReference { scheme, authority, at, beginning, is_open } = reference;
    let Range { start: begin, end } = authority.clone();
    match beginning {
        Beginning::Oracle => {
            let slash = (begin..(*at)?).find(|&i| text.is(i, b'/'))?;
            return Some(slash + 1..(*at)?).filter(|password| !password.is_empty());
        }
        Beginning::Inside => return secret(text, begin..(*at)?),
        _ => {}
    }
    if at.is_some_and(|at| is_container(text, scheme.clone(), begin..at)) {
        return None;
    }
    let may_go_on = *is_open && *beginning != Beginning::Opaque;
    let mut last = |is_valid| if may_go_on { ats.last(text, end, is_valid) } else { None };
    let found = at.and_then(|at| secret(text, begin..at).map(|secret| (at, secret)));
    if let Some((at, secret)) = found {
        // A colon marks the rest as a password, which may have raw delimiters.
        let last = if secret.start > begin { last(true) } else { None };
        return Some(secret.start..last.unwrap_or(at));
    }
    if let Some(at) = at {
        // A lone user name of NATS is a token.
        if *at > begin && is_named(text, scheme.clone(), &["nats"]) {
            return Some(begin..*at);
        }
    } else if let Some(place) = port_place(text, begin..end) {
        // Two slashes without a scheme are common in text, so the whole text must begin with them.
        let is_alone = *beginning == Beginning::Slashes && scheme.start > 0;
        let end = match last(false) {
            None if is_alone => return None,
            last => last.or_else(|| behind_a_space(text, end)).unwrap_or(place.end),
        };
        return Some(place.start..end);
    }
    // A `#` may have cut off a userinfo after a name, or after digits of a password that are not a port of the
    // web. A `?` is more likely a query with an email address.
    let has_port = (begin..end).any(|i| text.is(i, b':'));
    let is_cut = text.is(end, b'#') || has_port && text.is(end, b'?');
    if *beginning != Beginning::Scheme
        || !is_cut
        || has_port && is_named(text, scheme.clone(), &WEB)
    {
        return None;
    }
    secret(text, begin..last(false)?)
}

/// The end of a password with one space in it: the `@` in the next word, if a host follows.
fn behind_a_space(text: Utf8<'_>, end: usize) -> Option<usize> {
    static ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(b"@:/");
    let at = text.find_any(end + 1, &ENDS);
    (text.is(end, b' ') && text.is(at, b'@')).then_some(at)
}
