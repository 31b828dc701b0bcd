//! Host names in text: where one ends, and whether it is one.

use std::borrow::Cow;
use std::ops::Range;

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use crate::links::options::Options;
use crate::links::starts::is_dot;
use crate::links::table::Table;
use crate::links::top_level::{is_suffix_of_files, is_top_level};
use crate::parts::scheme::is_named;
use crate::syntax::chars::{ALPHANUMERIC, DIGIT};
use crate::syntax::ip;
use crate::syntax::text::{END, Text, Utf8};

/// The largest length of a domain name without a root dot, in octets (RFC 1035 §2.3.4).
const NAME: usize = 253;

/// The largest number of characters of a run that are read: one more than a name has.
const MOST: usize = NAME + 1;

/// The dots that also end sentences, without a space after them. A name may be cut there.
const CUTTING: [u32; 2] = [0x3002, 0xFF61];

/// The largest length of a label in octets.
const LABEL: usize = 63;

/// The context of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamePlace {
    /// Alone, or after an at sign: its last label must be a top-level domain.
    Bare {
        /// True if it may end like a file name.
        may_be_file: bool,
    },
    /// After a scheme: any host.
    Authority,
}

/// A name that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HostName {
    /// Its end, without final dots.
    pub(crate) end: usize,
    /// The end of the final dots.
    pub(crate) with_dots: usize,
    /// True if exactly one final dot follows it, and nothing else in the run.
    pub(crate) has_root: bool,
}

/// There is no name at the expected beginning. No part of the run is a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoName {
    /// The end of the run of name characters.
    pub(crate) end: usize,
}

#[inline(always)]
fn is_of_name(table: &Table, c: u32, place: NamePlace) -> bool {
    is_dot(c)
        || c == u32::from(b'-')
        || table.is_name(c)
        || place == NamePlace::Authority && c == u32::from(b'_')
}

/// Returns true for an invisible character. It can hide that two parts are one name, so a run of name
/// characters continues after it (ours).
#[inline(always)]
pub(crate) fn is_invisible(c: u32) -> bool {
    c > 0x7F && CodePointSetData::new::<DefaultIgnorableCodePoint>().contains32(c)
}

/// The beginning of the run of name characters that ends at `end`, at least `floor`. None if it is longer than
/// a name.
pub(crate) fn run_start(
    text: impl Text,
    table: &Table,
    end: usize,
    floor: usize,
    options: &Options,
) -> Option<usize> {
    // ASCII names may have these in any position.
    let least = floor.max(end.saturating_sub(NAME));
    let first = text.run_before(end, least, ALPHANUMERIC);
    let (mut start, mut at) = (first, first);
    for _ in end - first..MOST {
        if at <= floor {
            return Some(start);
        }
        let (c, before) = text.code_point_before(at);
        at = before;
        if options.prose && CUTTING.contains(&c) || options.ascii && c > 0x7F {
            return Some(start);
        }
        if is_of_name(table, c, NamePlace::Bare { may_be_file: true }) {
            start = before;
        } else if !is_invisible(c) {
            return Some(start);
        }
    }
    None
}

/// The position of the first visible character at or after `start`, unless many invisible ones precede it.
pub(crate) fn visible_from(text: impl Text, start: usize) -> usize {
    let mut end = start;
    for _ in 0..MOST {
        let (c, length) = text.code_point(end);
        if !is_invisible(c) {
            break;
        }
        end += length;
    }
    end
}

/// The last visible character before `end`, unless many invisible ones follow it.
pub(crate) fn visible_before(text: impl Text, mut end: usize) -> u32 {
    for _ in 0..MOST {
        let (c, before) = text.code_point_before(end);
        if !is_invisible(c) {
            return c;
        }
        end = before;
    }
    END
}

/// The name that begins at `start`.
pub(crate) fn name_at(
    text: impl Text,
    table: &Table,
    start: usize,
    place: NamePlace,
    options: &Options,
) -> Result<HostName, NoName> {
    let (mut end, mut count) = (start, 0);
    let mut labels = Labels { last: start..start, dots: 0, are_right: true, are_plain: true };
    // The labels before each position at which the name could be cut.
    let mut cuts = Vec::new();
    // A name does not end in marks of Markdown's emphasis, which are few.
    let is_emphasis = |start: usize| {
        let end = (start..start + 3).find(|&end| !text.is(end, b'_'));
        end.is_some_and(|end| !is_of_name(table, text.peek(end), place))
    };
    let step = |end: usize| {
        let (c, length) = text.code_point(end);
        let is_end = || {
            c > 0x7F && (options.ascii || options.prose && CUTTING.contains(&c))
                || options.strict && c == u32::from(b'_') && is_emphasis(end)
        };
        (is_of_name(table, c, place) && !is_end()).then_some((c, length))
    };
    let mut is_hidden = false;
    while count < MOST {
        // ASCII names may have these in any position.
        let run = text.run(end, ALPHANUMERIC);
        if run > end {
            labels.push(text, end..run);
            (end, count) = (run, count + run - end);
        }
        let Some((c, length)) = step(end) else {
            let visible = visible_from(text, end);
            if visible == end || step(visible).is_none() {
                break;
            }
            (is_hidden, end) = (true, visible);
            continue;
        };
        if is_dot(c) {
            if labels.dots == 0 && CUTTING.contains(&c) {
                cuts.push(labels.clone());
            }
            labels.dots += 1;
        } else {
            labels.push(text, end..end + length);
            labels.are_plain &= c <= 0x7F;
        }
        (end, count) = (end + length, count + 1);
    }
    if is_hidden {
        return Err(NoName { end });
    }
    if count < MOST && labels.are_name(text, start, place) {
        return Ok(HostName { end: labels.last.end, with_dots: end, has_root: labels.dots == 1 });
    }
    let is_cut = |cut: &&Labels| cut.last.end < labels.last.end && cut.are_name(text, start, place);
    let cut = match place {
        NamePlace::Bare { .. } => cuts.iter().rev().find(is_cut),
        NamePlace::Authority => cuts.iter().find(is_cut),
    };
    if let Some(cut) = cut {
        let end = cut.last.end;
        return Ok(HostName { end, with_dots: end, has_root: false });
    }
    // The rest of the run is not read again.
    while let Some((_, length)) = step(end) {
        end += length;
    }
    Err(NoName { end })
}

/// The labels of a run.
#[derive(Clone)]
struct Labels {
    /// The last one.
    last: Range<usize>,
    /// The number of dots after it.
    dots: usize,
    /// True if no label before it is too long or empty, or begins or ends with a hyphen.
    are_right: bool,
    /// True if UTS #46 is not needed: all consist of letters, digits, hyphens and underscores, and none before the
    /// last is an A-label.
    are_plain: bool,
}

impl Labels {
    /// Adds characters to the last label, or to a new one after dots.
    #[inline(always)]
    fn push(&mut self, text: impl Text, characters: Range<usize>) {
        if self.dots > 0 {
            self.are_right &= self.dots == 1 && self.is_right(text);
            self.are_plain &= text.is(self.last.end, b'.') && !self.is_a_label(text);
            (self.last.start, self.dots) = (characters.start, 0);
        }
        self.last.end = characters.end;
    }

    fn is_right(&self, text: impl Text) -> bool {
        let Range { start, end } = self.last;
        (1..=LABEL).contains(&(end - start)) && !text.is(start, b'-') && !text.is(end - 1, b'-')
    }

    fn is_a_label(&self, text: impl Text) -> bool {
        let start = self.last.start;
        text.is(start + 2, b'-') && is_named(text, start..start + 4, &["xn--"])
    }

    /// Returns true if the labels of a run from `start` are a name, or a host if a scheme precedes it.
    fn are_name(&self, text: impl Text, start: usize, place: NamePlace) -> bool {
        let (run, last) = (start..self.last.end, self.last.clone());
        let is_host = if self.are_plain && !self.is_a_label(text) {
            self.are_right
                && self.is_right(text)
                && run.len() <= NAME
                && may_be_last(text, last, self.last.start > start, place)
        } else {
            is_mapped_name(text, run.clone(), place)
        };
        is_host && (place != NamePlace::Authority || is_no_number(text, run))
    }
}

/// Returns true if a run is a name by UTS #46.
fn is_mapped_name(text: impl Text, range: Range<usize>, place: NamePlace) -> bool {
    let mut name = String::with_capacity(range.len().min(NAME + 2));
    let mut i = range.start;
    while i < range.end {
        let (c, length) = text.code_point(i);
        let Some(c) = char::from_u32(c) else { return false };
        name.push(c.to_ascii_lowercase());
        // A name in ASCII is not that much shorter than one in Unicode.
        if name.len() > 4 * (NAME + 1) {
            return false;
        }
        i += length.max(1);
    }
    let denied = if place == NamePlace::Authority { DENIED } else { AsciiDenyList::STD3 };
    // Most runs that are not names do not end in a top-level domain.
    let last = || name.rsplit(|c: char| is_dot(c.into())).next().unwrap_or_default();
    let may_end = place == NamePlace::Authority
        || to_ascii(last(), AsciiDenyList::STD3)
            .is_some_and(|label| is_top_level(label.as_bytes()));
    may_end
        && to_ascii(&name, denied).is_some_and(|ascii| {
            let start = ascii.rfind('.').map_or(0, |dot| dot + 1);
            may_be_last(Utf8(ascii.as_bytes()), start..ascii.len(), start > 0, place)
        })
}

fn to_ascii(name: &str, denied: AsciiDenyList) -> Option<Cow<'_, str>> {
    Uts46::new().to_ascii(name.as_bytes(), denied, Hyphens::CheckFirstLast, DnsLength::Verify).ok()
}

/// The ASCII characters that no label has: all except letters, digits, the hyphen and the underscore.
const DENIED: AsciiDenyList = AsciiDenyList::new(true, "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~");

/// Returns true if a label in ASCII may be the last one of a name. Alone, a name has at least two labels, and
/// the last is a top-level domain; after a scheme, all except the last may have underscores.
fn may_be_last(text: impl Text, label: Range<usize>, has_others: bool, place: NamePlace) -> bool {
    let NamePlace::Bare { may_be_file } = place else {
        return !label.into_iter().any(|i| text.is(i, b'_'));
    };
    let mut octets = [0; LABEL];
    let Some(octets) = octets.get_mut(..label.len()) else { return false };
    for (octet, i) in octets.iter_mut().zip(label) {
        *octet = u8::try_from(text.peek(i)).unwrap_or_default().to_ascii_lowercase();
    }
    has_others && is_top_level(octets) && (may_be_file || !is_suffix_of_files(octets))
}

/// Returns true if the last label of a host is not a number, or the host is an IPv4 address.
fn is_no_number(text: impl Text, range: Range<usize>) -> bool {
    let digits = range.clone().rev().take_while(|&i| DIGIT.contains(text.peek(i))).count();
    let start = range.end - digits;
    let is_number = digits > 0 && (start == range.start || is_dot(text.code_point_before(start).0));
    !is_number || is_ipv4(text, range)
}

fn is_ipv4(text: impl Text, range: Range<usize>) -> bool {
    matches!(ip::ipv4address(text, range.start), Ok(end) if end == range.end)
}
