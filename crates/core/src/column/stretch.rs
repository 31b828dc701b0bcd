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
use super::planes::{Plane, select};
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
    hashes: u32,
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

    #[inline(always)]
    pub(super) fn finish<const GENERAL: bool, const DEPTH: u8>(&mut self, length: u32) {
        self.stop.finish(length);
        self.hash.finish(length);
        if DEPTH == ALL {
            self.tail.finish(length);
        }
        if GENERAL {
            self.no_scheme.finish(length);
        }
        self.hashes = self.hash.count(length);
    }
}

/// What was found out about the rows of a stretch: a bit for each of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    /// They are not valid.
    pub refused: u64,
    /// The parser has to decide about them.
    pub asked: u64,
    /// Of those, the rows that begin with no scheme that is known.
    pub strange: u64,
}

/// The beginnings of rows that were seen last: a scheme of at most seven letters, and its colon.
#[derive(Clone, Debug)]
pub(super) struct Schemes {
    seen: [Scheme; 2],
    oldest: usize,
    /// Whether a row may go without a scheme.
    pub optional: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scheme {
    text: u64,
    mask: u64,
    length: u32,
}

impl Scheme {
    fn of(text: &[u8]) -> Option<Self> {
        let mut bytes = [0; 8];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        let mask = u64::MAX >> (8 * (8 - text.len()));
        let length = u32::try_from(text.len()).ok()?;
        Some(Self { text: u64::from_le_bytes(bytes), mask, length })
    }
}

impl Schemes {
    pub(super) fn new(optional: bool) -> Self {
        let seen = [&b"http:"[..], b"https:"].map(|text| Scheme::of(text).expect("short"));
        Self { seen, oldest: 0, optional }
    }

    /// Remembers how a valid row begins, if with a short scheme, instead of the oldest one.
    pub(super) fn learn(&mut self, row: &[u8]) {
        let first = &row[..row.len().min(8)];
        let end = first.iter().position(|byte| b":/?#".contains(byte));
        if let Some(end) = end
            && first[end] == b':'
            && let Some(scheme) = Scheme::of(&first[..=end])
            && !self.seen.contains(&scheme)
        {
            self.seen[self.oldest] = scheme;
            self.oldest = 1 - self.oldest;
        }
    }

    /// The length of the scheme that the first eight bytes of a row begin with, and its colon.
    #[inline(always)]
    fn length(&self, first: u64) -> u32 {
        let [a, b] =
            self.seen.map(|known| select(first & known.mask == known.text, known.length, 0));
        a | b
    }
}

/// Looks at every row of a stretch. Where components are wanted, those of the rows that are
/// neither refused nor asked are put into `rows`.
#[inline(always)]
pub(super) fn decide<const GENERAL: bool, const DEPTH: u8>(
    stretch: &Stretch<'_>,
    planes: &Planes,
    schemes: &Schemes,
    rows: &mut [Row],
) -> Verdict {
    let (mut strange, mut asked, mut longer, mut with_hash) = (0, 0, 0, 0);
    let schemes = schemes.clone();
    let mut row = rows.iter_mut();
    for i in 0..stretch.rows {
        let (start, end) = stretch.row(i);
        let (scheme, known) = if GENERAL {
            any_scheme(stretch, planes, start, end, schemes.optional)
        } else {
            let length = schemes.length(stretch.first(start));
            (length, length > 0)
        };
        let hierarchy = start + scheme;
        let has_authority = stretch.pair(hierarchy) == *b"//";
        let authority = hierarchy + 2 * u32::from(has_authority);
        let stop = planes.stop.next(authority).min(end);
        let path = select(has_authority, stop, hierarchy);
        // A colon or an "@" is no end of an authority. At the end of the row it is the next one's.
        let goes_on = has_authority && stop < end && !ends_authority(stretch.byte(stop));
        strange |= u64::from(!known) << i;
        // The next row may have lent what was taken for a scheme and slashes.
        asked |= u64::from(authority > end) << i;
        longer |= u64::from(goes_on) << i;
        let (mut path_end, mut query_end) = (path, path);
        if DEPTH == ALL {
            path_end = planes.tail.next(path).min(end);
            query_end = planes.hash.next(path_end).min(end);
            with_hash += u32::from(query_end < end);
        }
        if DEPTH >= HOST
            && let Some(row) = row.next()
        {
            let host_start = select(has_authority, authority, hierarchy);
            *row = Row {
                scheme_end: scheme.saturating_sub(1),
                host_start: host_start - start,
                host_end: path - start,
                path_start: path - start,
                path_end: path_end - start,
                query_end: query_end - start,
                end: end - start,
            };
        }
    }
    asked |= strange;
    longer &= !asked;
    while longer != 0 {
        let i = longer.trailing_zeros() as usize;
        longer &= longer - 1;
        match longer_authority::<GENERAL>(stretch, planes, &schemes, i) {
            None => asked |= 1 << i,
            Some((host_start, host_end, path_start)) if DEPTH >= HOST => {
                rows[i] = Row { host_start, host_end, path_start, ..rows[i] };
            }
            Some(_) => {}
        }
    }
    let mut refused = 0;
    if DEPTH != ALL && planes.hashes > 1 {
        for i in 0..stretch.rows {
            let (start, end) = stretch.row(i);
            with_hash += u32::from(planes.hash.next(start) < end);
        }
    }
    if with_hash < planes.hashes && planes.hashes > 1 {
        refused |= second_hashes(stretch, &planes.hash);
    }
    if !planes.odd.is_empty() {
        let (never, doubt) = planes.odd.rows(stretch);
        refused |= never;
        asked |= doubt;
    }
    Verdict { refused, asked: asked & !refused, strange: strange & !refused }
}

/// The host and the path of a row that may have a userinfo or a port, where all is in order.
#[inline(always)]
fn longer_authority<const GENERAL: bool>(
    stretch: &Stretch<'_>,
    planes: &Planes,
    schemes: &Schemes,
    i: usize,
) -> Option<(u32, u32, u32)> {
    let (start, end) = stretch.row(i);
    let stop = |position: u32| {
        let stop = planes.stop.next(position).min(end);
        (stop, if stop < end { stretch.byte(stop) } else { b'/' })
    };
    let scheme = if GENERAL {
        any_scheme(stretch, planes, start, end, schemes.optional).0
    } else {
        schemes.length(stretch.first(start))
    };
    let mut host = start + scheme + 2;
    let (mut host_end, mut delimiter) = stop(host);
    let mut last = host_end;
    if delimiter == b':' {
        (last, delimiter) = stop(host_end + 1);
    }
    if delimiter == b'@' {
        host = last + 1;
        (host_end, delimiter) = stop(host);
        last = host_end;
        if delimiter == b':' {
            (last, delimiter) = stop(host_end + 1);
        }
    }
    // From a colon after the host on, there must be digits.
    let port = stretch.slice(host_end, last).iter().skip(1);
    (ends_authority(delimiter) && port.into_iter().all(u8::is_ascii_digit))
        .then(|| (host - start, host_end - start, last - start))
}

/// The length of a row's scheme with its colon, 0 without; and whether the row may begin so.
#[inline(always)]
fn any_scheme(
    stretch: &Stretch<'_>,
    planes: &Planes,
    start: u32,
    end: u32,
    optional: bool,
) -> (u32, bool) {
    let colon = planes.no_scheme.next(start).min(end);
    let has_scheme =
        (colon < end) & (stretch.byte(colon) == b':') & stretch.byte(start).is_ascii_alphabetic();
    // Without a scheme, a colon must not come before the first slash (RFC 3986 §4.2).
    let stop = planes.stop.next(start).min(end);
    let is_relative = optional & ((stop == end) | ends_authority(stretch.byte(stop)));
    (select(has_scheme, colon + 1 - start, 0), has_scheme | is_relative)
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
        let first = hash.next(start).min(end);
        found |= u64::from(hash.next(first + 1) < end) << i;
    }
    found
}

const _: () = assert!(BLOCK == 64 && BEFORE >= 3);
