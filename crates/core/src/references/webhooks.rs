//! The paths that are secret by themselves: those of webhooks.

use std::ops::Range;

use super::scan::{DELIMITERS, OTHER, ascii};
use crate::syntax::text::{AsciiSet, Text};

/// A webhook: its hosts, and what precedes the secret in its path.
struct Webhook {
    /// Hosts that have it. One that begins with a dot stands for those below it, too.
    hosts: &'static [&'static str],
    /// The segments before the secret: `*` is any, `0` is digits, `v` is a version. What ends in `…` begins the
    /// segment that is secret.
    paths: &'static [&'static [&'static str]],
}

const WEBHOOKS: &[Webhook] = &[
    Webhook {
        hosts: &["hooks.slack.com", "hooks.slack-gov.com"],
        paths: &[&["services"], &["workflows"], &["triggers"]],
    },
    Webhook {
        hosts: &[".discord.com", ".discordapp.com"],
        paths: &[&["api", "webhooks", "0"], &["api", "v", "webhooks", "0"]],
    },
    Webhook {
        hosts: &[
            ".webhook.office.com",
            ".webhook.office365.com",
            "outlook.office.com",
            "outlook.office365.com",
        ],
        paths: &[&["webhookb2"], &["webhook"]],
    },
    Webhook { hosts: &["api.telegram.org"], paths: &[&["bot…"], &["file", "bot…"]] },
    Webhook { hosts: &["hooks.zapier.com"], paths: &[&["hooks", "catch"]] },
    Webhook {
        hosts: &["maker.ifttt.com"],
        paths: &[
            &["trigger", "*", "with", "key"],
            &["trigger", "*", "json", "with", "key"],
            &["use"],
        ],
    },
];

/// The letters and digits of a webhook of Mattermost, on any host: `/hooks/` precedes them.
const MATTERMOST: usize = 26;

/// A longer host or segment is none of these, in units.
const LONGEST: usize = 64;

/// A shorter host is none of these: `discord.com`.
const SHORTEST_HOST: usize = 11;

/// The characters that end a host, raw or encoded.
static HOST_ENDS: AsciiSet = AsciiSet::of(b":/?#\\@");

/// The characters that end a segment, raw or encoded.
static SEGMENT_ENDS: AsciiSet = AsciiSet::of(b"/?#\\");

/// The characters that end a word where they are not encoded.
static WORD_ENDS: AsciiSet = AsciiSet::of(DELIMITERS);

/// The characters that end a host where nothing in it is encoded, and a percent sign.
static PLAIN_HOST_STOPS: AsciiSet = AsciiSet::of(DELIMITERS).with(b":/?#\\@%");

/// The length of `.com` and `.org`, as which all of these hosts end.
const TOP: usize = 4;

/// The characters that these hosts have before that: the last, the one before it, and the third.
static BEFORE_TOP: [AsciiSet; 3] = {
    let mut sets = [const { AsciiSet::of(b"") }; 3];
    let mut i = 0;
    while i < WEBHOOKS.len() {
        let mut j = 0;
        while j < WEBHOOKS[i].hosts.len() {
            let host = WEBHOOKS[i].hosts[j].as_bytes();
            let mut back = 0;
            while back < sets.len() {
                let c = host[host.len() - TOP - 1 - back];
                sets[back].add(c);
                sets[back].add(c.to_ascii_uppercase());
                back += 1;
            }
            j += 1;
        }
        i += 1;
    }
    sets
};

/// The host or segment that begins at a place: decoded, in lower case.
struct WebhookWord {
    octets: [u8; LONGEST],
    length: usize,
    /// Where it ends, and what ends it.
    end: usize,
    stop: u8,
}

impl WebhookWord {
    fn of(text: impl Text, start: usize, ends: &AsciiSet) -> Self {
        let mut word = Self { octets: [0; LONGEST], length: 0, end: start, stop: OTHER };
        while word.end < text.len() {
            let (c, width) = ascii(text, word.end);
            if ends.has(c.into()) || width == 1 && WORD_ENDS.has(c.into()) {
                word.stop = c;
                break;
            }
            if word.length < LONGEST {
                word.octets[word.length] = c.to_ascii_lowercase();
                word.length += 1;
            } else {
                // Too long to be one of those that are looked for.
                word.octets[0] = OTHER;
                break;
            }
            word.end += width;
        }
        word
    }

    fn name(&self) -> &[u8] {
        &self.octets[..self.length]
    }
}

/// The secret of the webhook whose host begins at `host`.
pub(super) fn secret(text: impl Text, host: usize) -> Option<Range<usize>> {
    if is_none(text, host) { None } else { decoded(text, host) }
}

/// The answer of [`secret`], from the decoded host.
fn decoded(text: impl Text, host: usize) -> Option<Range<usize>> {
    let word = WebhookWord::of(text, host, &HOST_ENDS);
    let name = word.name();
    let name = name.strip_suffix(b".").unwrap_or(name);
    if name.len() < SHORTEST_HOST {
        return None;
    }
    let is_at = |host: &&str| match host.strip_prefix('.') {
        Some(top) => name
            .strip_suffix(top.as_bytes())
            .is_some_and(|sub| sub.is_empty() || sub.ends_with(b".")),
        None => name == host.as_bytes(),
    };
    let webhook = WEBHOOKS.iter().find(|webhook| webhook.hosts.iter().any(is_at))?;
    let mut path = word.end;
    if word.stop == b':' {
        path = WebhookWord::of(text, path + ascii(text, path).1, &SEGMENT_ENDS).end;
    }
    let start = webhook.paths.iter().find_map(|segments| behind(text, path, segments))?;
    until_query(text, start)
}

/// Whether the host that begins there is surely none of these, as most are: seen where it stands, if nothing in it
/// is encoded.
fn is_none(text: impl Text, host: usize) -> bool {
    let end = text.len().min(host + LONGEST + 1);
    let end = (host..end).find(|&i| PLAIN_HOST_STOPS.has(text.peek(i))).unwrap_or(end);
    match u8::try_from(text.peek(end)) {
        Ok(b'%') => return false,
        // A path follows, or a port.
        Ok(b'/' | b'\\' | b':') if end - host >= SHORTEST_HOST => {}
        _ => return true,
    }
    !ends_one(text, host..end)
}

/// Whether one of these hosts may end at `end`, if nothing in it is encoded.
pub(super) fn is_behind_host(text: impl Text, end: usize) -> bool {
    ends_one(text, 0..end)
}

/// Whether a text ends as one of these hosts does.
#[inline]
fn ends_one(text: impl Text, range: Range<usize>) -> bool {
    let end = if text.is(range.end.wrapping_sub(1), b'.') { range.end - 1 } else { range.end };
    let may_end = |(back, set): (usize, &AsciiSet)| set.has(text.peek(end.wrapping_sub(back)));
    if !(TOP + 1..).zip(&BEFORE_TOP).all(may_end) {
        return false;
    }
    let is_end = |name: &&str| {
        let name = name.trim_start_matches('.');
        let start = end.checked_sub(name.len()).filter(|&start| start >= range.start);
        let is = |(i, c): (usize, u8)| text.is(i, c) || text.is(i, c.to_ascii_uppercase());
        start.is_some_and(|start| (start..).zip(name.bytes()).all(is))
    };
    WEBHOOKS.iter().any(|webhook| webhook.hosts.iter().any(is_end))
}

/// The secret of a webhook on a host of anybody's, if `/hooks/` begins at `slash`.
#[inline]
pub(super) fn elsewhere(text: impl Text, slash: usize) -> Option<Range<usize>> {
    let is_hook = matches!(ascii(text, slash + ascii(text, slash).1).0, b'h' | b'H');
    if is_hook { of_anybody(text, slash) } else { None }
}

/// The answer of [`elsewhere`], whatever the first letter.
#[inline(never)]
fn of_anybody(text: impl Text, slash: usize) -> Option<Range<usize>> {
    let start = behind(text, slash, &["hooks"])?;
    let word = WebhookWord::of(text, start, &SEGMENT_ENDS);
    let is_key = word.length == MATTERMOST && word.name().iter().all(u8::is_ascii_alphanumeric);
    if is_key { until_query(text, start) } else { None }
}

/// Where the secret begins behind these segments of the path that begins at `place`.
fn behind(text: impl Text, mut place: usize, segments: &[&str]) -> Option<usize> {
    for &segment in segments {
        place = past_slashes(text, place)?;
        let word = WebhookWord::of(text, place, &SEGMENT_ENDS);
        let name = word.name();
        if let Some(beginning) = segment.strip_suffix('…') {
            if !name.starts_with(beginning.as_bytes()) {
                return None;
            }
            return Some((0..beginning.len()).fold(place, |i, _| i + ascii(text, i).1));
        }
        let is_it = match segment {
            "*" => !name.is_empty(),
            "0" => !name.is_empty() && name.iter().all(u8::is_ascii_digit),
            "v" => matches!(name, [b'v', digits @ ..] if digits.iter().all(u8::is_ascii_digit)),
            _ => name == segment.as_bytes(),
        };
        if !is_it {
            return None;
        }
        place = word.end;
    }
    past_slashes(text, place)
}

/// The end of the slashes that begin at `place`, with the segments between them that are `.`.
fn past_slashes(text: impl Text, place: usize) -> Option<usize> {
    let mut end = place;
    while let (b'/' | b'\\', width) = ascii(text, end) {
        end += width;
        let (dot, width) = ascii(text, end);
        if dot == b'.' && matches!(ascii(text, end + width).0, b'/' | b'\\') {
            end += width;
        }
    }
    (end > place).then_some(end)
}

/// The text from `start` to the query, the fragment or the end.
fn until_query(text: impl Text, start: usize) -> Option<Range<usize>> {
    let end = text.find(start, b"?# \t\n\x0B\x0C\r\"<>");
    (end > start).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;
    use crate::syntax::text::Utf8;

    #[test]
    fn no_host_is_shorter_than_the_shortest() {
        let hosts = WEBHOOKS.iter().flat_map(|webhook| webhook.hosts);
        let lengths = hosts.map(|host| host.trim_start_matches('.').len());
        assert_eq!(lengths.min(), Some(SHORTEST_HOST));
    }

    /// Hosts at random, with what precedes and follows a host.
    #[test]
    fn the_raw_host_decides_nothing_else() {
        let mut random = random(1);
        let hosts: Vec<_> = WEBHOOKS.iter().flat_map(|webhook| webhook.hosts).collect();
        let paths: Vec<_> = WEBHOOKS.iter().flat_map(|webhook| webhook.paths).collect();
        let mut secrets = 0;
        for _ in 0..200_000 {
            let mut text = ["", "//", "x@", "http://", "\u{e9}"][random(5)].to_owned();
            let start = text.len();
            text += ["", "", "a.b", "x", "-", "ptb", &"a".repeat(40 + random(30))][random(7)];
            for c in hosts[random(hosts.len())].chars() {
                match random(40) {
                    0 => text += &c.to_ascii_uppercase().to_string(),
                    1 => text.extend(["%", &format!("{:02x}", u32::from(c))]),
                    2 => text += ["", "x", ".", "%", ":", "@", "/", "\u{e9}"][random(8)],
                    _ => text.push(c),
                }
            }
            text += ["", "", "", ".", "%2e", "..", ":1", ":", "%3A1", "x"][random(10)];
            for segment in *paths[random(paths.len())] {
                text += ["/", "/", "/", "//", "\\", "%2F", "?"][random(7)];
                text += match *segment {
                    "*" | "0" => "17",
                    "v" => "v10",
                    name => name.trim_end_matches('…'),
                };
            }
            text += ["/S", "S", ""][random(3)];
            let found = decoded(Utf8(text.as_bytes()), start);
            assert_eq!(secret(Utf8(text.as_bytes()), start), found, "{text}");
            secrets += usize::from(found.is_some());
        }
        assert!(secrets > 2_000, "{secrets}");
    }
}
