//! Names of hosts in text: how far one goes, and whether it is one.

use std::borrow::Cow;

use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use crate::links::options::Options;
use crate::links::starts::is_dot;
use crate::links::table::Table;
use crate::links::top_level::{is_suffix_of_files, is_top_level};
use crate::syntax::ip;
use crate::syntax::text::{END, Text};

/// The octets that a domain name has at most, without a root dot (RFC 1035 §2.3.4).
const NAME: usize = 253;

/// The dots that end sentences, too, without a space behind them. A name may be cut there.
const CUTTING: [u32; 2] = [0x3002, 0xFF61];

/// The octets that a label has at most.
const LABEL: usize = 63;

/// Where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamePlace {
    /// Alone, or behind an at sign: its last label must be a top-level domain.
    Bare {
        /// Whether it may end like the name of a file.
        may_be_file: bool,
    },
    /// Behind a scheme: any host.
    Authority,
}

/// A name that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HostName {
    /// Where it ends, without final dots.
    pub(crate) end: usize,
    /// Where the final dots end.
    pub(crate) with_dots: usize,
    /// Whether exactly one final dot stands behind it, and nothing else of the run.
    pub(crate) has_root: bool,
}

/// No name begins where one was sought. Nothing of the run is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoName {
    /// Where the run of characters of names ends.
    pub(crate) end: usize,
}

#[inline(always)]
fn is_of_name(table: &Table, c: u32, place: NamePlace) -> bool {
    table.is_name(c)
        || c == u32::from(b'-')
        || is_dot(c)
        || place == NamePlace::Authority && c == u32::from(b'_')
}

/// Returns true for a character that nobody sees. Between two parts of a name it hides that they are one name, so a
/// run of characters of names goes on behind it (ours).
pub(crate) fn is_invisible(c: u32) -> bool {
    c > 0x7F && CodePointSetData::new::<DefaultIgnorableCodePoint>().contains32(c)
}

/// Where the run of characters of names begins that ends at `end`, not before `floor`. None if it is longer
/// than a name.
pub(crate) fn run_start(
    text: impl Text,
    table: &Table,
    end: usize,
    floor: usize,
    options: &Options,
) -> Option<usize> {
    let (mut start, mut at) = (end, end);
    for _ in 0..=NAME {
        if at <= floor {
            return Some(start);
        }
        let (c, before) = text.code_point_before(at);
        at = before;
        if options.prose && CUTTING.contains(&c) {
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

/// Where the first character at `start` or behind it stands that is seen, but for many invisible ones.
pub(crate) fn visible_from(text: impl Text, start: usize) -> usize {
    let mut end = start;
    for _ in 0..=NAME {
        let (c, length) = text.code_point(end);
        if !is_invisible(c) {
            break;
        }
        end += length;
    }
    end
}

/// The last character before `end` that is seen, but for many invisible ones.
pub(crate) fn visible_before(text: impl Text, mut end: usize) -> u32 {
    for _ in 0..=NAME {
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
    let mut end = start;
    let mut without_dots = start;
    let (mut count, mut dots) = (0, 0);
    // Where the name could be cut. A name of more labels is too long.
    let mut cuts = [0; NAME.div_ceil(2)];
    let mut cut_count = 0;
    // No name ends in marks of Markdown's emphasis, which are few.
    let is_emphasis = |start: usize| {
        let end = (start..start + 3).find(|&end| !text.is(end, b'_'));
        end.is_some_and(|end| !is_of_name(table, text.peek(end), place))
    };
    let step = |end: usize| {
        let (c, length) = text.code_point(end);
        let is_end = options.prose && CUTTING.contains(&c)
            || options.strict && c == u32::from(b'_') && is_emphasis(end);
        (!is_end && is_of_name(table, c, place)).then_some((c, length))
    };
    let mut is_hidden = false;
    while count <= NAME {
        let Some((c, length)) = step(end) else {
            let visible = visible_from(text, end);
            if visible == end || step(visible).is_none() {
                break;
            }
            (is_hidden, end) = (true, visible);
            continue;
        };
        count += 1;
        if is_dot(c) {
            if dots == 0 && CUTTING.contains(&c) && cut_count < cuts.len() {
                cuts[cut_count] = end;
                cut_count += 1;
            }
            dots += 1;
            end += length;
        } else {
            dots = 0;
            end += length;
            without_dots = end;
        }
    }
    if is_hidden {
        return Err(NoName { end });
    }
    let is_whole = count <= NAME;
    if is_whole && is_name(text, start..without_dots, place) {
        return Ok(HostName { end: without_dots, with_dots: end, has_root: dots == 1 });
    }
    let cuts = &cuts[..cut_count];
    let is_cut = |&&cut: &&usize| cut < without_dots && is_name(text, start..cut, place);
    let cut = match place {
        NamePlace::Bare { .. } => cuts.iter().rev().find(is_cut),
        NamePlace::Authority => cuts.iter().find(is_cut),
    };
    if let Some(&cut) = cut {
        return Ok(HostName { end: cut, with_dots: cut, has_root: false });
    }
    // Nobody looks at the rest of the run again.
    while let Some((_, length)) = step(end) {
        end += length;
    }
    Err(NoName { end })
}

/// Whether a run without final dots is a name, or a host if a scheme precedes it.
fn is_name(text: impl Text, range: std::ops::Range<usize>, place: NamePlace) -> bool {
    let mut name = String::with_capacity(range.len().min(NAME + 2));
    let mut is_plain = true;
    let mut i = range.start;
    while i < range.end {
        let (c, length) = text.code_point(i);
        let Some(c) = char::from_u32(c) else { return false };
        is_plain &= c.is_ascii();
        name.push(c.to_ascii_lowercase());
        // A name in ASCII is not shorter than one in Unicode by so much.
        if name.len() > 4 * (NAME + 1) {
            return false;
        }
        i += length.max(1);
    }
    if let NamePlace::Bare { may_be_file } = place
        && !ends_in_top_level(&name, may_be_file)
    {
        return false;
    }
    is_host_name(&name, is_plain, place)
        && (place != NamePlace::Authority || !ends_in_digits(&name) || is_ipv4(text, range))
}

/// Whether the last label of two or more is a top-level domain.
fn ends_in_top_level(name: &str, may_be_file: bool) -> bool {
    let Some((_, label)) = name.rsplit_once(|c: char| is_dot(c.into())) else { return false };
    let Some(label) = to_ascii(label) else { return false };
    is_top_level(&label) && (may_be_file || !is_suffix_of_files(&label))
}

fn to_ascii(label: &str) -> Option<Cow<'_, str>> {
    if label.is_ascii() {
        return Some(Cow::Borrowed(label));
    }
    Uts46::new()
        .to_ascii(label.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Verify)
        .ok()
}

/// The characters of ASCII that no label has: all but letters, digits, the hyphen and the underscore.
const DENIED: AsciiDenyList = AsciiDenyList::new(true, "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~");

/// Whether a name in lower case is one by its labels. Behind a scheme, all but the last may have underscores.
fn is_host_name(name: &str, is_plain: bool, place: NamePlace) -> bool {
    let is_plain = is_plain && !name.starts_with("xn--") && !name.contains(".xn--");
    let ascii = if is_plain {
        if name.len() > NAME {
            return false;
        }
        Cow::Borrowed(name)
    } else {
        let denied = if place == NamePlace::Authority { DENIED } else { AsciiDenyList::STD3 };
        let uts46 = Uts46::new();
        match uts46.to_ascii(name.as_bytes(), denied, Hyphens::CheckFirstLast, DnsLength::Verify) {
            Ok(ascii) => ascii,
            Err(_) => return false,
        }
    };
    let is_label = |label: &str| {
        (1..=LABEL).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
    };
    let last = ascii.rsplit('.').next().unwrap_or_default();
    !last.contains('_') && ascii.split('.').all(is_label)
}

fn ends_in_digits(name: &str) -> bool {
    let last = name.rsplit(|c: char| is_dot(c.into())).next().unwrap_or_default();
    !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit())
}

fn is_ipv4(text: impl Text, range: std::ops::Range<usize>) -> bool {
    matches!(ip::ipv4address(text, range.start), Ok(end) if end == range.end)
}
