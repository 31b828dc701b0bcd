//! Decides rows together that are adjacent in memory.
//!
//! The classifier turns the bytes of a stretch into [`Planes`]. A few look-ups in the planes decide a row: the
//! end of its scheme, the end of its authority, the positions of `?` and `#`. No loop runs over the characters
//! of a row, and no branch depends on them.
//!
//! A row is **taken** here, **refused** for a byte that no reference may have, or **asked**, which means that
//! the parser decides it. Every unusual row is asked, so only the parser defines the syntax.

use super::block::{BLOCK, RowParts};
use super::marks::Marks;
use super::odd::Odd;
use super::planes::{Plane, least, select};
use super::rows::{BEFORE, Stretch};
use iriform::engine::{Rule, bits::ones, recognize, text::Utf8};

/// The results that a caller of [`scan`](crate::scan) wants: only which rows are valid.
pub const VALIDITY: u8 = 0;
/// Also `scheme_end`, `host_start`, `host_end` and `path_start` of each row.
pub const HOST: u8 = 1;
/// The positions of all components.
pub const COMPONENTS: u8 = 1 << 1 | HOST;
/// The plain rows, in addition to one of the others.
pub const PLAIN: u8 = 1 << 2;
/// The rows with wanted marks, in addition to one of the others.
pub(super) const MARKS: u8 = 1 << 3;

/// Returns true if the caller wants a result.
#[inline(always)]
pub(super) const fn has(wanted: u8, one: u8) -> bool {
    wanted & one == one
}

/// The sets of positions that decide rows.
#[derive(Debug)]
pub(super) struct Planes {
    /// The bytes that may end a host: `/`, `?`, `#`, `:`, `@`, and rarely another one (see
    /// `classify`).
    pub stop: Plane,
    /// `#`
    pub hash: Plane,
    /// `?` and `#`; only if all components are wanted.
    pub tail: Plane,
    /// The bytes that no scheme may have; only set if schemes are not compared with known ones.
    pub no_scheme: Plane,
    /// The positions at which a host is not plain and in lower case: bytes other than such letters, digits,
    /// dots and hyphens; dots without a letter after them, and hyphens without a letter or digit. Only if plain
    /// rows are wanted.
    pub no_name: Plane,
    /// Bytes that may concern a rule of findings, likewise.
    pub telling: Plane,
    /// True if there are any of these.
    pub tells: bool,
    /// The wanted marks.
    pub wanted: Marks,
    /// Bytes that mark their row at any position; only if marks are wanted.
    pub marks: Plane,
    /// True if there are any of these.
    pub is_marked: bool,
    /// Capital letters; only if they are wanted.
    pub capitals: Plane,
    /// The number of `#`.
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
            no_name: Plane::new(),
            telling: Plane::new(),
            tells: false,
            wanted: Marks::NONE,
            marks: Plane::new(),
            is_marked: false,
            capitals: Plane::new(),
            hashes: 0,
            odd: Odd::new(),
        }
    }

    /// Resets the planes for a stretch of a length. Returns the number of words that it needs.
    #[inline(always)]
    pub(super) fn begin(&mut self, length: u32) -> usize {
        let words = length.div_ceil(64) as usize;
        for plane in [
            &mut self.stop, &mut self.hash, &mut self.tail, &mut self.no_scheme, &mut self.no_name,
            &mut self.telling, &mut self.marks, &mut self.capitals,
        ] {
            plane.end(words);
        }
        self.hashes = 0;
        self.tells = false;
        self.is_marked = false;
        self.odd.clear();
        words
    }
}

/// The verdict on the rows of a stretch, as bitmaps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Verdict {
    /// The rows that are not valid.
    pub refused: u64,
    /// The rows that the parser has to decide.
    pub asked: u64,
    /// The asked rows with an unknown beginning.
    pub strange: u64,
    /// The refused rows that the parser alone would have refused faster.
    pub soon: u64,
    /// Rows that are plain, if they are neither refused nor asked, and plain rows are wanted.
    pub plain: u64,
    /// Rows that may have wanted marks, if they are neither refused nor asked.
    pub marked: u64,
}

/// How a row begins.
#[derive(Clone, Copy, Debug)]
struct RowBeginning {
    /// The length of the scheme, its colon and two slashes, as far as they are present. The host
    /// follows, or the path of a row without an authority. [`BAD`] if the beginning is unknown or
    /// not valid.
    length: u32,
    /// The index of the colon; 0 without a scheme.
    scheme_end: u32,
    /// All bits set if there are no slashes, else 0.
    bare: u32,
}

/// Longer than a stretch.
const BAD: u32 = 1 << 30;

impl RowBeginning {
    const BAD: Self = Self { length: BAD, scheme_end: 0, bare: 0 };
}

/// The last beginnings of rows, of at most eight bytes.
#[derive(Clone, Debug)]
pub(super) struct Schemes {
    /// The bytes of each as a little-endian number, shifted left by `shifts` so that the last
    /// byte is the highest.
    texts: [u64; 2],
    shifts: [u32; 2],
    /// The beginnings, in the order of `texts`.
    known: [RowBeginning; 2],
    oldest: usize,
    /// True if the scheme is optional.
    is_optional: bool,
}

impl Schemes {
    pub(super) fn new(is_optional: bool) -> Self {
        let known = [RowBeginning::BAD; 2];
        let mut schemes = Self { texts: [0; 2], shifts: [0; 2], known, oldest: 0, is_optional };
        schemes.learn(b"http://");
        schemes.learn(b"https://");
        schemes
    }

    /// Replaces the oldest beginning by that of a valid row, if it is short enough.
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
        #[allow(clippy::cast_possible_truncation, reason = "eight at most")]
        let (length, scheme_end) = (end as u32, colon as u32);
        let shift = 8 * (8 - length);
        let text = u64::from_le_bytes(text) << shift;
        if !self.texts.contains(&text) {
            self.texts[self.oldest] = text;
            self.shifts[self.oldest] = shift;
            let bare = if has_slashes { 0 } else { u32::MAX };
            self.known[self.oldest] = RowBeginning { length, scheme_end, bare };
            self.oldest = 1 - self.oldest;
        }
    }

    /// Returns true if one of the beginnings has no slashes.
    fn is_one_bare(&self) -> bool {
        self.known.iter().any(|known| known.bare != 0)
    }

    /// The known beginning that matches a row's first eight bytes.
    #[inline(always)]
    fn of(&self, first: u64) -> RowBeginning {
        let [is_one, is_other] = [0, 1].map(|i| first << self.shifts[i] == self.texts[i]);
        let [one, other] = self.known;
        let select = |one, other, none| select(is_other, other, select(is_one, one, none));
        RowBeginning {
            length: select(one.length, other.length, BAD),
            scheme_end: select(one.scheme_end, other.scheme_end, 0),
            bare: select(one.bare, other.bare, 0),
        }
    }
}

/// The beginning of a row with any scheme, or without one.
#[inline(always)]
fn beginning(
    stretch: &Stretch<'_>,
    planes: &Planes,
    is_optional: bool,
    (start, end): (u32, u32),
) -> RowBeginning {
    let colon = planes.no_scheme.next(start);
    let has_scheme =
        (colon < end) & (stretch.byte(colon) == b':') & stretch.byte(start).is_ascii_alphabetic();
    // Without a scheme, a colon must not come before the first slash (RFC 3986 §4.2).
    let stop = planes.stop.next(start);
    let is_relative = is_optional && ((stop >= end) | ends_authority(stretch.byte(stop)));
    let scheme_end = select(has_scheme, colon - start, 0);
    let after = scheme_end + u32::from(has_scheme);
    let has_slashes = stretch.pair(start + after) == *b"//";
    let length = after + 2 * u32::from(has_slashes);
    RowBeginning {
        length: select(has_scheme | is_relative, length, BAD),
        scheme_end,
        bare: u32::from(has_slashes).wrapping_sub(1),
    }
}

/// Decides every row of a stretch. If components are wanted, `rows` receives those of the rows that
/// are neither refused nor asked.
///
/// The idea, for one row from `start` to `end`:
///
/// ```text
/// host = start + length of the scheme, its ":" and "//"     known schemes, or the plane `no_scheme`
/// path = next stop at or after host                         a row without "//" has its path at once
/// if the byte at path ends an authority ("/", "?", "#")
///    or path is at or after end:                           the row is plain: no userinfo, no port
///     path_end  = next "?" or "#" at or after path          or end
///     query_end = next "#" at or after path_end             or end
/// else if the beginning is unknown:                         asked
/// else:                                                     longer_authority finds "@", ":", "[...]"
/// if the row has a second "#":                              refused
/// if the row has an odd byte:                               refused or asked, as `odd` says
/// ```
///
/// The code executes each line for all rows before the next line. Within a row, each line needs the result of
/// the previous one. The rows are independent, so the processor works on several at once.
#[inline(always)]
#[allow(clippy::too_many_lines, reason = "the questions of one row, in their order")]
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operators are jumps")]
pub(super) fn decide<const GENERAL: bool, const WANTED: u8>(
    stretch: &Stretch<'_>,
    planes: &Planes,
    schemes: &Schemes,
    rows: &mut [RowParts],
) -> Verdict {
    let count = stretch.rows.min(BLOCK).min(rows.len());
    let beginning = |i: usize| {
        if GENERAL {
            beginning(stretch, planes, schemes.is_optional, stretch.row(i))
        } else {
            schemes.of(stretch.first(stretch.row(i).0))
        }
    };

    let mut hosts = [0; BLOCK];
    let mut scheme_ends = [0; BLOCK];
    let mut bares = [0; BLOCK];
    let mut strange = 0;
    for i in (0..count).rev() {
        let beginning = beginning(i);
        hosts[i] = stretch.row(i).0 + beginning.length;
        if GENERAL {
            // Collecting bits keeps the compiler from vectorizing this loop. A vectorized loop is
            // faster for comparing texts and slower for looking up planes, as here.
            strange = strange << 1 | u64::from(beginning.length == BAD);
        }
        scheme_ends[i] = beginning.scheme_end;
        bares[i] = beginning.bare;
    }

    // The order is descending: each shift moves the bits of the later rows up by one position.
    let mut paths = [0; BLOCK];
    let mut plain = 0;
    for i in (0..count).rev() {
        let ((start, end), host, bare) = (stretch.row(i), hosts[i], bares[i]);
        // The host ends and the path begins at the next stop; without an authority, the path begins
        // immediately.
        let path = planes.stop.next(host) & !bare | host & bare;
        // The test `host <= end` is for rows shorter than the beginning: the comparison included
        // the first bytes of the next row.
        let is_at_end = (path | bare >= end) | ends_authority(stretch.byte(path));
        plain = plain << 1 | u64::from(is_at_end & (host <= end));
        if has(WANTED, HOST) {
            let path_start = least(path, end) - start;
            rows[i].scheme_end = scheme_ends[i];
            rows[i].host_start = host - start;
            rows[i].host_end = path_start;
            rows[i].path_start = path_start;
        }
        if has(WANTED, COMPONENTS) || has(WANTED, PLAIN) || has(WANTED, MARKS) {
            paths[i] = path;
        }
    }
    if !GENERAL && schemes.is_one_bare() {
        // A known beginning without slashes does not match a row that has slashes there.
        for (i, &host) in hosts[..count].iter().enumerate() {
            plain &= !(u64::from(stretch.pair(host) == *b"//") << i);
        }
    }

    let mut with_hash = 0;
    if has(WANTED, COMPONENTS) {
        let mut path_ends = [0; BLOCK];
        for i in 0..count {
            path_ends[i] = least(planes.tail.next(paths[i]), stretch.row(i).1);
        }
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
    if has(WANTED, PLAIN) {
        // A row with a longer authority has a userinfo, a port or an address.
        verdict.plain = plain & names(stretch, planes, &hosts, &paths) & !telling(stretch, planes);
    }
    if has(WANTED, MARKS) {
        verdict.marked = marked(stretch, planes, &scheme_ends, &hosts, &paths, plain);
    }
    // The rows whose only doubtful bytes are the brackets of an address.
    let mut addresses = 0;
    for i in ones(stretch.all() & !plain) {
        if hosts[i] >= BAD {
            strange |= 1 << i;
        }
        if strange >> i & 1 == 1 {
            verdict.asked |= 1 << i;
            continue;
        }
        match longer_authority(stretch, planes, hosts[i], bares[i], i, &mut rows[i]) {
            Some(is_address) => addresses |= u64::from(is_address) << i,
            None => verdict.asked |= 1 << i,
        }
    }
    if planes.hashes > 1 {
        if !has(WANTED, COMPONENTS) {
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
        verdict.asked |= planes.odd.asked(stretch, addresses);
    }
    verdict.asked &= !verdict.refused;
    verdict.strange = strange & verdict.asked;
    verdict
}

/// The rows that begin with `http://` or `https://`, in lower case, and a host of labels, the last of which
/// begins with a letter. `core::findings` treats the same hosts as plain, and a few more.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operators are jumps")]
fn names(
    stretch: &Stretch<'_>,
    planes: &Planes,
    hosts: &[u32; BLOCK],
    paths: &[u32; BLOCK],
) -> u64 {
    /// The beginning of the host `http`, which is a doubled scheme.
    const TWICE: u32 = u32::from_le_bytes(*b"http");
    let mut names = 0;
    for i in (0..stretch.rows.min(BLOCK)).rev() {
        let ((start, row_end), host) = (stretch.row(i), hosts[i]);
        let end = least(paths[i], row_end);
        let is_web = is_web(stretch.first(start));
        #[allow(clippy::cast_possible_truncation, reason = "the first four bytes")]
        let begins = stretch.first(host) as u32 | 0x2020_2020;
        let is_letter = stretch.byte(host).is_ascii_lowercase();
        // The plane's bit for the last byte may belong to the next row.
        let is_end = stretch.byte(end.wrapping_sub(1)) > b'.';
        let is_short = end.wrapping_sub(host).wrapping_sub(1) < 63;
        let is_name = planes.no_name.next(host) >= end;
        // A text that a query or fragment has cut off is read again, because an `@` may follow.
        let is_whole = (end >= row_end) | (stretch.byte(end) == b'/');
        let all = is_web & is_letter & is_end & is_short & is_name & is_whole & (begins != TWICE);
        names = names << 1 | u64::from(all);
    }
    names
}

/// The rows of a stretch that may have one of the wanted marks. `short` are the rows without an authority, or
/// with one that is a host without brackets; `paths` is only right for these.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operators are jumps")]
fn marked(
    stretch: &Stretch<'_>,
    planes: &Planes,
    scheme_ends: &[u32; BLOCK],
    hosts: &[u32; BLOCK],
    paths: &[u32; BLOCK],
    short: u64,
) -> u64 {
    /// The marks that depend on where the path begins.
    const BEFORE_PATH: Marks = Marks::AUTHORITY.or(Marks::CAPITAL).or(Marks::NO_PATH);
    let wanted = planes.wanted;
    let rows = stretch.rows.min(BLOCK);
    let mut marked = if wanted.has(BEFORE_PATH) { !short } else { 0 };
    if planes.is_marked {
        marked |= those(rows, |i| {
            let (start, end) = stretch.row(i);
            planes.marks.next(start) < end
        });
    }
    if wanted.has(Marks::CAPITAL) {
        marked |= those(rows, |i| {
            let (start, end) = stretch.row(i);
            planes.capitals.next(start) < least(paths[i], end)
        });
    }
    if wanted.has(Marks::NO_PATH) {
        marked |= those(rows, |i| {
            let (path, (_, end)) = (paths[i], stretch.row(i));
            (path >= end) | matches!(stretch.byte(path), b'?' | b'#')
        });
    }
    if wanted.has(Marks::NO_SCHEME) {
        marked |= those(rows, |i| scheme_ends[i] == 0);
    }
    if wanted.has(Marks::OTHER_SCHEME) {
        // The first bytes may belong to the next row; then the host begins before their end.
        marked |= those(rows, |i| {
            let (start, _) = stretch.row(i);
            !is_web(stretch.first(start)) | (hosts[i] - start < 7)
        });
    }
    marked
}

/// A bitmap of the rows for which a condition holds.
#[inline(always)]
fn those(rows: usize, is_so: impl Fn(usize) -> bool) -> u64 {
    let mut found = 0;
    for i in (0..rows).rev() {
        found = found << 1 | u64::from(is_so(i));
    }
    found
}

/// Returns true if a row with these first eight bytes begins with `http://` or `https://`.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "the lazy operator is a jump")]
fn is_web(first: u64) -> bool {
    const HTTP: u64 = u64::from_le_bytes(*b"\0http://");
    const HTTPS: u64 = u64::from_le_bytes(*b"https://");
    (first << 8 == HTTP) | (first == HTTPS)
}

/// The rows with a byte that may concern a rule.
#[inline(always)]
fn telling(stretch: &Stretch<'_>, planes: &Planes) -> u64 {
    let mut rows = 0;
    if planes.tells {
        for i in 0..stretch.rows {
            let (start, end) = stretch.row(i);
            rows |= u64::from(planes.telling.next(start) < end) << i;
        }
    }
    rows
}

/// Sets the host and the start of the path in `row`, for a row with a userinfo, an address in
/// brackets or a port. Returns whether the host is an address, or none if the parser has to decide.
#[inline(never)]
fn longer_authority(
    stretch: &Stretch<'_>,
    planes: &Planes,
    mut host: u32,
    bare: u32,
    i: usize,
    row: &mut RowParts,
) -> Option<bool> {
    let (start, end) = stretch.row(i);
    if bare != 0 || host > end {
        return None;
    }
    let stop = |position: u32| {
        let stop = planes.stop.next(position).min(end);
        (stop, if stop < end { stretch.byte(stop) } else { b'/' })
    };
    // An address contains colons, so skip it before looking for the port's colon.
    let is_address = stretch.byte(host) == b'[';
    let from = if is_address { address(stretch, planes, i, host)? } else { host };
    let (mut host_end, mut delimiter) = stop(from);
    // A delimiter must follow the address directly, and it must not be an `@`.
    if is_address && (from < host_end || delimiter == b'@') {
        return None;
    }
    let mut path = host_end;
    if delimiter == b':' {
        (path, delimiter) = stop(host_end + 1);
    }
    if delimiter == b'@' && !is_address {
        host = path + 1;
        (host_end, delimiter) = stop(host);
        path = host_end;
        if delimiter == b':' {
            (path, delimiter) = stop(host_end + 1);
        }
    }
    // Only digits may follow the host's colon.
    let mut port = stretch.slice(host_end, path).iter().skip(1);
    if !ends_authority(delimiter) || !port.all(u8::is_ascii_digit) {
        return None;
    }
    row.host_start = host - start;
    row.host_end = host_end - start;
    row.path_start = path - start;
    Some(is_address)
}

/// The end of the address in brackets at `host`, if it is a valid one.
#[inline(never)]
fn address(stretch: &Stretch<'_>, planes: &Planes, i: usize, host: u32) -> Option<u32> {
    let end = planes.odd.bracketed(stretch, i, host)?;
    recognize(Utf8(stretch.slice(host, end)), Rule::IpLiteral).is_ok().then_some(end)
}

/// Returns true if a byte of the stop plane ends an authority: `/`, `?`, `#`.
#[inline(always)]
fn ends_authority(byte: u8) -> bool {
    /// The bytes of the stop plane differ in their last six bits.
    const fn bit(byte: u8) -> u64 {
        1 << (byte % 64)
    }
    const ENDS: u64 = bit(b'/') | bit(b'?') | bit(b'#');
    ENDS & bit(byte) != 0
}

/// The rows with two `#` or more. They are invalid, because no component may contain `#`.
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
