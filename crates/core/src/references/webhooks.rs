//! Webhooks: paths that are secret by themselves.

use std::ops::Range;

use super::scan::{DELIMITERS, past_slashes};
use crate::parts::scheme::is_named;
use crate::syntax::chars::{ALPHANUMERIC, DIGIT, UNRESERVED};
use crate::syntax::text::{AsciiSet, END, Text, Utf8};

/// A webhook: its hosts, and the part of its path before the secret.
struct Webhook {
    /// The hosts that have it. A host that begins with a dot also stands for those below it.
    hosts: &'static [&'static str],
    /// The segments before the secret: `*` is any, `0` is digits, `v` is a version. A text that ends in `…`
    /// begins the secret segment.
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
            ".webhook.office.com", ".webhook.office365.com", "outlook.office.com",
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

/// The characters that end a segment.
static SEGMENT_ENDS: AsciiSet = AsciiSet::of(DELIMITERS).with(b"/?#\\");

/// The length of `.com` and `.org`; all of these hosts end in one of them.
const TOP: usize = 4;

/// The characters of these hosts before that: the last, the second last, and the third last.
static BEFORE_TOP: [AsciiSet; 3] =
    [characters_at(TOP + 1), characters_at(TOP + 2), characters_at(TOP + 3)];

/// The last characters of these hosts, and a dot after a host.
static LAST: AsciiSet = characters_at(1).with(b".");

/// The characters of these hosts that are so many from the end, in both cases.
const fn characters_at(back: usize) -> AsciiSet {
    let mut set = AsciiSet::of(b"");
    let mut i = 0;
    while i < WEBHOOKS.len() {
        let mut j = 0;
        while j < WEBHOOKS[i].hosts.len() {
            let host = WEBHOOKS[i].hosts[j].as_bytes();
            let c = host[host.len() - back];
            set.add(c);
            set.add(c.to_ascii_uppercase());
            j += 1;
        }
        i += 1;
    }
    set
}

/// The secrets of all webhooks of a text.
pub(super) fn secrets(text: Utf8<'_>, found: &mut Vec<Range<usize>>) {
    let mut i = text.find(0, b"/:\\");
    while i < text.len() {
        let secret = secret(text, i);
        i = secret.as_ref().map_or(i + 1, |secret| secret.end);
        found.extend(secret);
        i = text.find(i, b"/:\\");
    }
}

/// The secret of the webhook whose host ends at `end`, or whose path begins there, if any host may have it.
#[inline]
pub(super) fn secret(text: impl Text, end: usize) -> Option<Range<usize>> {
    let may_be = LAST.has(text.peek(end.wrapping_sub(1))) || begins_hooks(text, end);
    if may_be { after(text, end) } else { None }
}

/// [`secret`] where the characters around `end` may be those of a webhook.
fn after(text: impl Text, end: usize) -> Option<Range<usize>> {
    let start = match host_before(text, end) {
        Some(webhook) => {
            let path = if text.is(end, b':') { text.run(end + 1, DIGIT) } else { end };
            webhook.paths.iter().find_map(|segments| behind(text, path, segments))?
        }
        None => of_mattermost(text, end)?,
    };
    let end = text.find(start, b"?# \t\n\x0B\x0C\r\"<>");
    (end > start).then_some(start..end)
}

/// The webhook whose host ends at `end`, perhaps with a dot.
#[inline]
fn host_before(text: impl Text, end: usize) -> Option<&'static Webhook> {
    let end = if text.is(end.wrapping_sub(1), b'.') { end - 1 } else { end };
    let may_end = |(back, set): (usize, &AsciiSet)| set.has(text.peek(end.wrapping_sub(back)));
    if !(TOP + 1..).zip(&BEFORE_TOP).all(may_end) {
        return None;
    }
    let ends = |host: &&str| {
        let name = host.trim_start_matches('.');
        let start = end.checked_sub(name.len())?;
        let before = start.checked_sub(1).map_or(END, |i| text.peek(i));
        let is_below = name.len() < host.len() && before == u32::from(b'.');
        is_named(text, start..end, &[name]).then_some(is_below || !UNRESERVED.contains(before))
    };
    WEBHOOKS.iter().find(|webhook| webhook.hosts.iter().any(|host| ends(host) == Some(true)))
}

/// Returns true if the character after `slash` is the first of `hooks`.
#[inline]
fn begins_hooks(text: impl Text, slash: usize) -> bool {
    matches!(text.peek(slash + 1), 0x48 | 0x68)
}

/// The beginning of the secret of a webhook of Mattermost, if `/hooks/` is at `slash`.
#[inline]
fn of_mattermost(text: impl Text, slash: usize) -> Option<usize> {
    if !begins_hooks(text, slash) {
        return None;
    }
    let start = behind(text, slash, &["hooks"])?;
    let is_key = (start..start + MATTERMOST).all(|i| ALPHANUMERIC.contains(text.peek(i)));
    let end = text.peek(start + MATTERMOST);
    (is_key && (end == END || SEGMENT_ENDS.has(end))).then_some(start)
}

/// The beginning of the secret after these segments of the path at `place`.
fn behind(text: impl Text, mut place: usize, segments: &[&str]) -> Option<usize> {
    for &segment in segments {
        let start = past_dots(text, place)?;
        if let Some(beginning) = segment.strip_suffix('…') {
            let end = start + beginning.len();
            return is_named(text, start..end, &[beginning]).then_some(end);
        }
        let end = text.find_any(start, &SEGMENT_ENDS);
        let digits = start + usize::from(segment == "v");
        let is_it = match segment {
            "*" => end > start,
            "0" => end > start && text.run(start, DIGIT) == end,
            "v" => is_named(text, start..digits, &["v"]) && text.run(digits, DIGIT) == end,
            _ => is_named(text, start..end, &[segment]),
        };
        if !is_it {
            return None;
        }
        place = end;
    }
    past_dots(text, place)
}

/// The end of the slashes that begin at `place`, with the `.` segments between them; none if there is no slash.
fn past_dots(text: impl Text, place: usize) -> Option<usize> {
    let mut end = past_slashes(text, place);
    while end > place && text.is(end, b'.') && past_slashes(text, end + 1) > end + 1 {
        end = past_slashes(text, end + 1);
    }
    (end > place).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A host is recognized by its last characters.
    #[test]
    fn every_host_ends_as_the_table_says() {
        for host in WEBHOOKS.iter().flat_map(|webhook| webhook.hosts) {
            let name = host.trim_start_matches('.');
            for text in
                [name.to_owned(), name.to_uppercase(), format!("//u@{name}."), format!("-{name}")]
            {
                let is_host = !text.starts_with('-');
                assert_eq!(
                    host_before(Utf8(text.as_bytes()), text.len()).is_some(),
                    is_host,
                    "{text}"
                );
            }
        }
    }
}
