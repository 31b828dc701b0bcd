//! Rows that lie one after the other, decided together.
//!
//! The classifier turns the bytes of a stretch into [`Planes`], and each row is then a few
//! questions to them: where its scheme ends, where its authority does, where `?` and `#` are.
//! There is no loop over the characters of a row and no jump that depends on them.
//!
//! A row can be **taken** here, or **refused** for a byte with which no text is a reference, or
//! it is left to the parser: **asked**. Whatever is out of the ordinary is asked, so that the
//! parser alone states the syntax.

use super::odd::Odd;
use super::planes::{Plane, least, select};
use super::rows::{BEFORE, Stretch};
use super::{BLOCK, Row};

/// What is wanted of the rows: to know which are valid, or also where their hosts lie (the
/// scheme and the beginning of the path with them), or where all components do.
pub(super) const VALIDITY: u8 = 0;
pub(super) const HOST: u8 = 1;
pub(super) const ALL: u8 = 2;

/// The sets of positions that rows are asked about.
#[derive(Debug)]
pub(super) struct Planes {
    /// `/`, `?`, `#`, `:`, `@` and rarely something else: what may end a host.
    pub stop: Plane,
    /// `#`
    pub hash: Plane,
    /// `?` and `#`; only where all components are wanted.
    pub tail: Plane,
    /// What is in no scheme; only if schemes are not looked up.
    pub no_scheme: Plane,
    /// How many `#` there are.
    pub hashes: u32,
    pub odd: Odd,
}

impl Planes {
    pub(super) const fn new() -> Self {
        Self {
            stop: Plane::new(),
            hash: Plane::new(),
            tail: Plane::new(),
            no_scheme: Plane::new(),
            hashes: 0,
            odd: Odd::new(),
        }
    }

    /// Begins anew, for a stretch of that length; says how many words it needs.
    #[inline(always)]
    pub(super) fn begin(&mut self, length: u32) -> usize {
        let words = length.div_ceil(64) as usize;
        for plane in [&mut self.stop, &mut self.hash, &mut self.tail, &mut self.no_scheme] {
            plane.end(words);
        }
        self.hashes = 0;
        self.odd.clear();
        words
    }
}

/// What was found out about the rows of a stretch: a bit for each of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Verdict {
    /// They are not valid.
    pub refused: u64,
    /// The parser has to decide about them.
    pub asked: u64,
    /// Of those, the rows that do not begin well, as far as is known here.
    pub strange: u64,
    /// Of those that are not valid, the rows that the parser had refused sooner.
    pub soon: u64,
}

/// How a row begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
struct Beginning {
    /// How long the scheme, its colon and two slashes are, if they are there: up to the host, or
    /// to the path of a row without an authority.
    length: u32,
    /// Where the colon is, 0 without.
    scheme_end: u32,
    /// All bits if there are slashes.
    slashes: u32,
    /// Whether a row may begin so: 1, else 0.
    is_good: u32,
}

/// The beginnings that rows had last, eight bytes at most.
#[derive(Clone, Debug)]
pub(super) struct Schemes {
    /// The bytes of each, the first one lowest.
    texts: [u64; 2],
    /// Which bits of them there are.
    masks: [u64; 2],
    /// What they are: neither of them, the first, the second.
    known: [Beginning; 4],
    oldest: usize,
    /// Whether a row may go without a scheme.
    is_optional: bool,
}

impl Schemes {
    pub(super) fn new(is_optional: bool) -> Self {
        let known = [Beginning::default(); 4];
        let mut schemes = Self { texts: [0; 2], masks: [0; 2], known, oldest: 0, is_optional };
        schemes.learn(b"http://");
        schemes.learn(b"https://");
        schemes
    }

    /// Remembers how a valid row begins, if that is short, instead of the oldest one.
    pub(super) fn learn(&mut self, row: &[u8]) {
        let Some(colon) = row.iter().take(8).position(|byte| b":/?#".contains(byte)) else {
            return;
        };
        if row[colon] != b':' {
            return;
        }
        let has_slashes = row[colon + 1..].starts_with(b"//");
        let end = colon + 1 + 2 * usize::from(has_slashes);
        let mut text = [0; 8];
        let Some(place) = text.get_mut(..end) else { return };
        place.copy_from_slice(&row[..end]);
        let text = u64::from_le_bytes(text);
        if !self.texts.contains(&text) {
            self.texts[self.oldest] = text;
            self.masks[self.oldest] = u64::MAX >> (8 * (8 - end));
            #[allow(clippy::cast_possible_truncation, reason = "eight at most")]
            let (length, scheme_end) = (end as u32, colon as u32);
            let slashes = if has_slashes { u32::MAX } else { 0 };
            self.known[1 + self.oldest] = Beginning { length, scheme_end, slashes, is_good: 1 };
            self.oldest = 1 - self.oldest;
        }
    }

    /// What a row is known to begin with, by its first eight bytes.
    #[inline(always)]
    fn of(&self, first: u64) -> Beginning {
        let is = |i: usize| usize::from((first ^ self.texts[i]) & self.masks[i] == 0);
        // A look-up is no jump, which the compiler might make of a condition.
        self.known[is(0) + 2 * is(1)]
    }
}

/// How a row begins, whatever scheme it has.
#[inline(always)]
fn beginning(
    stretch: &Stretch<'_>,
    planes: &Planes,
    is_optional: bool,
    (start, end): (u32, u32),
) -> Beginning {
    let colon = planes.no_scheme.next(start);
    let has_scheme =
        (colon < end) & (stretch.byte(colon) == b':') & stretch.byte(start).is_ascii_alphabetic();
    // Without a scheme, a colon must not come before the first slash (RFC 3986 §4.2).
    let stop = planes.stop.next(start);
    let is_relative = is_optional & ((stop >= end) | ends_authority(stretch.byte(stop)));
    let scheme_end = select(has_scheme, colon - start, 0);
    let after = scheme_end + u32::from(has_scheme);
    let has_slashes = stretch.pair(start + after) == *b"//";
    Beginning {
        length: after + 2 * u32::from(has_slashes),
        scheme_end,
        slashes: 0u32.wrapping_sub(has_slashes.into()),
        is_good: u32::from(has_scheme | is_relative),
    }
}

/// Looks at every row of a stretch. Where components are wanted, those of the rows that are
/// neither refused nor asked are put into `rows`.
///
/// All rows go one step before any of them goes the next one. Within a row, a step waits for the
/// one before; that of another row it need not wait for, and the processor does them together.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operators are jumps")]
pub(super) fn decide<const GENERAL: bool, const DEPTH: u8>(
    stretch: &Stretch<'_>,
    planes: &Planes,
    schemes: &Schemes,
    rows: &mut [Row],
) -> Verdict {
    // Bits move along, which also keeps the compiler from making vectors of these loops.
    let push = |bits: u64, bit: bool| bits >> 1 | u64::from(bit) << 63;
    let count = stretch.rows.min(BLOCK).min(rows.len());
    let mut beginnings = [Beginning::default(); BLOCK];
    let mut plain = 0;
    for (i, into) in beginnings.iter_mut().enumerate().take(count) {
        let (start, end) = stretch.row(i);
        *into = if GENERAL {
            beginning(stretch, planes, schemes.is_optional, (start, end))
        } else {
            schemes.of(stretch.first(start))
        };
    }

    // The host ends, and the path begins, at the next stop; without an authority, at once.
    let mut paths = [0; BLOCK];
    let mut more_slashes = 0;
    for i in 0..count {
        let (start, Beginning { length, slashes, .. }) = (stretch.row(i).0, beginnings[i]);
        let host = start + length;
        paths[i] = host ^ (host ^ planes.stop.next(host)) & slashes;
        more_slashes = push(more_slashes, stretch.pair(host) == *b"//");
    }

    let mut path_ends = [0; BLOCK];
    for i in 0..count {
        let ((start, end), Beginning { length, slashes, is_good, .. }) =
            (stretch.row(i), beginnings[i]);
        let path = paths[i];
        let is_at_end = (path >= end) | (slashes == 0) | ends_authority(stretch.byte(path));
        // The next row may have lent what was taken for a beginning.
        plain = push(plain, (is_good == 1) & is_at_end & (start + length <= end));
        if DEPTH >= HOST {
            let path_start = least(path, end) - start;
            rows[i].scheme_end = beginnings[i].scheme_end;
            rows[i].host_start = length;
            rows[i].host_end = path_start;
            rows[i].path_start = path_start;
        }
        if DEPTH == ALL {
            path_ends[i] = least(planes.tail.next(path), end);
        }
    }

    let mut with_hash = 0;
    if DEPTH == ALL {
        for i in 0..count {
            let (start, end) = stretch.row(i);
            let query_end = least(planes.hash.next(path_ends[i]), end);
            with_hash += u32::from(query_end < end);
            rows[i].path_end = path_ends[i] - start;
            rows[i].query_end = query_end - start;
            rows[i].end = end - start;
        }
    }

    let mut verdict = Verdict::default();
    let plain = (plain & !more_slashes) >> (BLOCK - stretch.rows);
    let mut left = stretch.all() & !plain;
    while left != 0 {
        let i = left.trailing_zeros() as usize;
        left &= left - 1;
        if beginnings[i].is_good == 0 {
            verdict.strange |= 1 << i;
            verdict.asked |= 1 << i;
            continue;
        }
        match longer_authority(stretch, planes, beginnings[i], i) {
            None => verdict.asked |= 1 << i,
            Some((host, host_end, path)) if DEPTH >= HOST => {
                let start = stretch.row(i).0;
                rows[i].host_start = host - start;
                rows[i].host_end = host_end - start;
                rows[i].path_start = path - start;
            }
            Some(_) => {}
        }
    }
    if planes.hashes > 1 {
        if DEPTH != ALL {
            for i in 0..count {
                let (start, end) = stretch.row(i);
                with_hash += u32::from(planes.hash.next(start) < end);
            }
        }
        if with_hash < planes.hashes {
            verdict.refused |= second_hashes(stretch, &planes.hash);
        }
    }
    if !planes.odd.is_empty() {
        let (refused, soon) = planes.odd.refused(stretch);
        verdict.refused |= refused;
        verdict.soon = soon;
        verdict.asked |= planes.odd.asked(stretch);
    }
    verdict.asked &= !verdict.refused;
    verdict.strange &= verdict.asked;
    verdict
}

/// Where host and path of a row begin and end that has a userinfo or a port, if all is in order.
#[inline(never)]
fn longer_authority(
    stretch: &Stretch<'_>,
    planes: &Planes,
    Beginning { length, slashes, .. }: Beginning,
    i: usize,
) -> Option<(u32, u32, u32)> {
    let (start, end) = stretch.row(i);
    let mut host = start + length;
    if slashes == 0 || host > end {
        return None;
    }
    let stop = |position: u32| {
        let stop = planes.stop.next(position).min(end);
        (stop, if stop < end { stretch.byte(stop) } else { b'/' })
    };
    let (mut host_end, mut delimiter) = stop(host);
    let mut path = host_end;
    if delimiter == b':' {
        (path, delimiter) = stop(host_end + 1);
    }
    if delimiter == b'@' {
        host = path + 1;
        (host_end, delimiter) = stop(host);
        path = host_end;
        if delimiter == b':' {
            (path, delimiter) = stop(host_end + 1);
        }
    }
    // After the host's colon there must be nothing but digits.
    let mut port = stretch.slice(host_end, path).iter().skip(1);
    (ends_authority(delimiter) && port.all(u8::is_ascii_digit)).then_some((host, host_end, path))
}

/// Whether a byte of the stop plane ends an authority: `/`, `?`, `#`.
#[inline(always)]
fn ends_authority(byte: u8) -> bool {
    /// The bytes of the plane differ in their last six bits.
    const fn bit(byte: u8) -> u64 {
        1 << (byte % 64)
    }
    const ENDS: u64 = bit(b'/') | bit(b'?') | bit(b'#');
    ENDS & bit(byte) != 0
}

/// The rows with two `#` or more: no component can have one.
#[cold]
#[inline(never)]
fn second_hashes(stretch: &Stretch<'_>, hash: &Plane) -> u64 {
    let mut found = 0;
    for i in 0..stretch.rows {
        let (start, end) = stretch.row(i);
        let first = least(hash.next(start), end);
        found |= u64::from(hash.next(first + 1) < end) << i;
    }
    found
}

const _: () = assert!(BLOCK == 64 && BEFORE >= 3);
