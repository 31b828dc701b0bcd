//! Traits of a reference that one scan finds. They say which rules could find anything.

use std::ops::Range;

use super::blocks;
use crate::parts::percent::triplet;
use crate::parts::reach::ends_as_special_use;
use crate::syntax::at_once::{at_once, bits_if};
use crate::syntax::bits::ones;
use crate::syntax::split::{scheme as scheme_of, split_authority};
use crate::syntax::text::{Text, Utf8};

/// A set of traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits(u64);

impl Traits {
    pub(super) const NONE: Self = Self(0);
    /// A character beyond ASCII.
    pub(super) const NON_ASCII: Self = Self(blocks::NON_ASCII as u64);
    /// A character of a block with characters that are written from right to left or change the direction.
    pub(super) const DIRECTION: Self = Self(blocks::DIRECTION as u64);
    /// A character of a block with spaces, private-use or invisible characters.
    pub(super) const UNSEEN: Self = Self(blocks::UNSEEN as u64);
    /// A character of a block with characters that may not be in a normal form.
    pub(super) const COMPOSABLE: Self = Self(blocks::COMPOSABLE as u64);
    /// A `%`.
    pub(super) const PERCENT: Self = Self(1 << 4);
    /// A percent-encoded octet beyond ASCII.
    pub(super) const PERCENT_OCTET: Self = Self(1 << 5);
    /// A percent-encoded control character.
    pub(super) const PERCENT_CONTROL: Self = Self(1 << 6);
    /// A percent-encoded dot.
    pub(super) const PERCENT_DOT: Self = Self(1 << 7);
    /// A percent-encoded `%`.
    pub(super) const PERCENT_PERCENT: Self = Self(1 << 8);
    /// An upper-case letter in scheme or authority.
    pub(super) const UPPER: Self = Self(1 << 9);
    /// A scheme other than `http` and `https`, as they are written in lower case.
    pub(super) const OTHER_SCHEME: Self = Self(1 << 10);
    /// The scheme `urn`, in any letter case.
    pub(super) const URN: Self = Self(1 << 11);
    /// The scheme `file`.
    pub(super) const FILE: Self = Self(1 << 12);
    /// Another scheme that a rule concerns.
    pub(super) const RULED_SCHEME: Self = Self(1 << 13);
    /// A scheme about as long as `http`, and `//` after it.
    pub(super) const SHORT_SCHEME: Self = Self(1 << 29);
    /// A scheme that may be the name of a host or a drive; or no scheme, and a path that may begin with one of
    /// these or with a scheme.
    pub(super) const HOSTLIKE_SCHEME: Self = Self(1 << 30);
    /// No host, and a scheme other than `urn` and `file`, or none.
    pub(super) const NO_HOST: Self = Self(1 << 14);
    /// A userinfo, which may be empty, or an `@` where a query or fragment has cut off an authority.
    pub(super) const USERINFO: Self = Self(1 << 15);
    /// A port, which may be empty.
    pub(super) const PORT: Self = Self(1 << 16);
    /// A host that is not empty.
    pub(super) const HOST: Self = Self(1 << 17);
    /// A host that may not be in the public DNS: it has no dot, or ends like a special-use name.
    pub(super) const LOCAL: Self = Self(1 << 32);
    /// A host that is not just labels of letters, digits and single hyphens, the last of which begins with a
    /// letter; a long host; `http` or `https`.
    pub(super) const ODD_HOST: Self = Self(1 << 18);
    /// A host that may be too long for the DNS.
    pub(super) const LONG_HOST: Self = Self(1 << 31);
    /// A host in brackets, or one that may end in a number.
    pub(super) const NUMBER: Self = Self(1 << 19);
    /// A host that UTS #46 may map, decode or refuse, or that is shown with characters beyond ASCII.
    pub(super) const INTERNATIONAL: Self = Self(1 << 20);
    /// A segment that begins with a dot.
    pub(super) const DOT: Self = Self(1 << 23);
    /// `//` after the authority.
    pub(super) const EMPTY_SEGMENT: Self = Self(1 << 24);
    /// No path at all.
    pub(super) const EMPTY_PATH: Self = Self(1 << 25);
    /// A query or a fragment.
    pub(super) const QUERY_OR_FRAGMENT: Self = Self(1 << 26);
    /// No scheme.
    pub(super) const NO_SCHEME: Self = Self(1 << 33);
    /// A semicolon after the authority.
    pub(super) const SEMICOLON: Self = Self(1 << 27);
    /// The last character is punctuation.
    pub(super) const PUNCTUATION: Self = Self(1 << 28);

    /// The traits that concern a rule of the default profile.
    pub(super) const NEVER_IN_PLAIN: Self = Self::DIRECTION
        .or(Self::UNSEEN)
        .or(Self::COMPOSABLE)
        .or(Self::PERCENT_OCTET)
        .or(Self::PERCENT_CONTROL)
        .or(Self::PERCENT_DOT)
        .or(Self::PERCENT_PERCENT)
        .or(Self::OTHER_SCHEME)
        .or(Self::URN)
        .or(Self::FILE)
        .or(Self::RULED_SCHEME)
        .or(Self::SHORT_SCHEME)
        .or(Self::HOSTLIKE_SCHEME)
        .or(Self::NO_HOST)
        .or(Self::USERINFO)
        .or(Self::PORT)
        .or(Self::ODD_HOST)
        .or(Self::LONG_HOST)
        .or(Self::NUMBER)
        .or(Self::INTERNATIONAL)
        .or(Self::DOT)
        .or(Self::NO_SCHEME)
        .or(Self::SEMICOLON);

    /// A host that may be an address, or that name look-up may map or refuse.
    pub(super) const MAYBE_NO_NAME: Self = Self::ODD_HOST.or(Self::NUMBER).or(Self::INTERNATIONAL);

    /// The traits of both sets.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The traits that a character beyond ASCII may cause.
    #[cfg(test)]
    pub(super) const fn of_characters() -> Self {
        Self::NON_ASCII.or(Self::DIRECTION).or(Self::UNSEEN).or(Self::COMPOSABLE)
    }

    /// The largest number of traits.
    pub(super) const COUNT: usize = Self::NO_SCHEME.0.ilog2() as usize + 1;

    /// The numbers of the traits, each below [`COUNT`](Self::COUNT).
    #[inline]
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> {
        ones(self.0)
    }

    /// Returns true if the two sets share a trait.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns true if the other set has every trait of this one.
    pub(super) const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    fn add(&mut self, condition: bool, one: Self) {
        self.0 |= if condition { one.0 } else { 0 };
    }

    /// The traits of a valid reference.
    #[inline]
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut traits, start) = of_scheme(bytes);
        let (path, is_odd) = match bytes.get(start..start + 2) {
            Some(b"//") => of_authority(text, start + 2, &mut traits),
            _ => (start, false),
        };
        let needs_host = start > 0 && !traits.meets(Self::URN.or(Self::FILE));
        traits.add(needs_host && !traits.meets(Self::HOST), Self::NO_HOST);
        let rest = &bytes[path..];
        let seen = of_rest(rest, &mut traits);
        let is_cut = path > start && matches!(rest.first(), Some(b'?' | b'#'));
        traits.add(is_cut && rest.contains(&b'@'), Self::USERINFO);
        if is_odd || seen.has(PathBytes::PERCENT) {
            of_triplets(bytes, &mut traits);
        }
        if is_odd || seen.has(PathBytes::NON_ASCII) {
            let others = text.chars().filter(|c| !c.is_ascii());
            traits.0 |= u64::from(others.fold(0, |all, c| all | blocks::of(c)));
        }
        traits
    }

    /// Like [`of`](Self::of), for a [plain](super::check::is_plain) reference whose host is known. It skips the
    /// traits that no plain reference has. Every host counts as one that may have capitals.
    #[inline]
    pub(super) fn of_plain(bytes: &[u8], host: Range<usize>) -> Self {
        let (host, rest) = (&bytes[host.clone()], &bytes[host.end..]);
        let mut traits = Self::HOST.or(Self::UPPER);
        let is_one_label = !host.iter().rev().any(|&byte| byte == b'.');
        traits.add(is_one_label || ends_as_special_use(host), Self::LOCAL);
        let seen = of_rest(rest, &mut traits);
        traits.add(seen.has(PathBytes::PERCENT), Self::PERCENT);
        traits.add(seen.has(PathBytes::NON_ASCII), Self::NON_ASCII);
        traits
    }
}

/// The traits of the scheme, and the position after its colon.
#[inline]
fn of_scheme(bytes: &[u8]) -> (Traits, usize) {
    if bytes.starts_with(b"http://") {
        return (Traits::NONE, 5);
    }
    if bytes.starts_with(b"https://") {
        return (Traits::NONE, 6);
    }
    let Some(scheme) = scheme_of(Utf8(bytes)) else {
        let is_slip = SLIPS.iter().any(|slip| {
            bytes.get(..slip.len()).is_some_and(|start| start.eq_ignore_ascii_case(slip))
        });
        let none = Traits::NO_SCHEME;
        return (if is_slip { none.or(Traits::HOSTLIKE_SCHEME) } else { none }, 0);
    };
    (of_other_scheme(&bytes[scheme.clone()], &bytes[scheme.end + 1..]), scheme.end + 1)
}

/// Adds the traits of what is after the authority; returns the kinds of its bytes.
#[inline]
fn of_rest(rest: &[u8], traits: &mut Traits) -> PathBytes {
    let seen = PathBytes::of(rest);
    let first = rest.first();
    traits.add(matches!(first, None | Some(b'?' | b'#')), Traits::EMPTY_PATH);
    traits.add(seen.has(PathBytes::DOT) || first == Some(&b'.'), Traits::DOT);
    traits.add(seen.has(PathBytes::SLASH), Traits::EMPTY_SEGMENT);
    traits.add(seen.has(PathBytes::BEHIND_PATH), Traits::QUERY_OR_FRAGMENT);
    traits.add(seen.has(PathBytes::SEMICOLON), Traits::SEMICOLON);
    let is_mark = matches!(rest.last(), Some(b'.' | b',' | b';' | b'!' | b'\'' | b')'));
    traits.add(is_mark, Traits::PUNCTUATION);
    seen
}

/// The schemes that rules concern, except those with their own traits.
const RULED: [&[u8]; 12] = [
    b"ws", b"wss", b"did", b"tel", b"tag", b"pkg", b"oid", b"uuid", b"data", b"mailto",
    b"javascript", b"vbscript",
];

/// The beginnings of relative paths that may be mistakes.
const SLIPS: [&[u8]; 7] = [b"www.", b"http", b"ftp", b"ws", b"mailto", b"tel", b"urn"];

fn of_other_scheme(scheme: &[u8], rest: &[u8]) -> Traits {
    let is = |name: &[u8]| scheme.eq_ignore_ascii_case(name);
    let mut traits = Traits::NONE;
    traits.add(!matches!(scheme, b"http" | b"https"), Traits::OTHER_SCHEME);
    traits.add(scheme.iter().any(u8::is_ascii_uppercase), Traits::UPPER);
    traits.add(is(b"urn"), Traits::URN);
    traits.add(is(b"file"), Traits::FILE);
    traits.add(RULED.iter().any(|name| is(name)), Traits::RULED_SCHEME);
    let is_short = (3..=6).contains(&scheme.len()) && rest.starts_with(b"//") && !is(b"file");
    traits.add(is_short, Traits::SHORT_SCHEME);
    let is_hostlike = scheme.contains(&b'.') || is(b"localhost") || scheme.len() == 1;
    traits.add(is_hostlike, Traits::HOSTLIKE_SCHEME);
    traits
}

// Classes of the bytes of an authority.
const LOWER: u8 = 1;
const UPPER: u8 = 1 << 1;
const DIGIT: u8 = 1 << 2;
const HYPHEN: u8 = 1 << 3;
const DOT: u8 = 1 << 4;
const MARK: u8 = HYPHEN | DOT;
const OTHER: u8 = 1 << 5;
/// The end of a name.
const END: u8 = 1 << 6;
/// `%`, and bytes beyond ASCII.
const ENCODED: u8 = 1 << 7;

static CLASSES: [u8; 256] = {
    let mut classes = [ENCODED; 256];
    let mut byte = 0;
    while byte < 0x80 {
        classes[byte as usize] = match byte {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b'-' => HYPHEN,
            b'.' => DOT,
            b'/' | b'?' | b'#' => END,
            b'%' => ENCODED,
            _ => OTHER,
        };
        byte += 1;
    }
    classes
};

/// The result of [`scan`] for a host, or for an authority that is only a host.
struct ScannedName {
    end: usize,
    /// The classes of its bytes.
    seen: u8,
    /// True if it is labels of letters, digits and single hyphens, the last of which begins with a
    /// letter; not long, and neither `http` nor `https`.
    is_plain: bool,
}

/// Scans the bytes from `start` to the end of the authority.
#[inline(always)]
fn scan(bytes: &[u8], start: usize) -> ScannedName {
    let mut end = start;
    let (mut seen, mut doubled) = (0, 0);
    let (mut before, mut first_of_last) = (DOT, OTHER);
    while let Some(&byte) = bytes.get(end)
        && let class = CLASSES[usize::from(byte)]
        && class != END
    {
        seen |= class;
        // Two marks side by side, or one at the beginning.
        doubled |= if before & MARK == 0 { 0 } else { class & MARK };
        first_of_last = if before == DOT { class } else { first_of_last };
        before = class;
        end += 1;
    }
    let is_plain = seen & (OTHER | ENCODED) == 0
        && (doubled | before) & MARK == 0
        && first_of_last & (LOWER | UPPER) != 0
        && end - start <= 63
        && !is_web_scheme(&bytes[start..end]);
    ScannedName { end, seen, is_plain }
}

/// Adds the traits of the authority that begins at `start`; returns where it ends, and whether it
/// has a `%` or a character beyond ASCII.
#[inline]
fn of_authority(text: &str, start: usize, traits: &mut Traits) -> (usize, bool) {
    let ScannedName { end, seen, is_plain } = scan(text.as_bytes(), start);
    traits.add(seen & UPPER != 0, Traits::UPPER);
    if is_plain {
        traits.add(true, Traits::HOST);
        let is_local = seen & DOT == 0 || ends_as_special_use(&text.as_bytes()[start..end]);
        traits.add(is_local, Traits::LOCAL);
    } else if end > start {
        of_odd_authority(text, start..end, traits);
    }
    (end, seen & ENCODED != 0)
}

fn is_web_scheme(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"http") || name.eq_ignore_ascii_case(b"https")
}

#[inline(never)]
fn of_odd_authority(text: &str, range: Range<usize>, traits: &mut Traits) {
    let whole = range.len();
    let authority = split_authority(Utf8(text.as_bytes()), range);
    let host = &text[authority.host];
    traits.add(authority.userinfo.is_some(), Traits::USERINFO);
    traits.add(authority.port.is_some(), Traits::PORT);
    if host.is_empty() {
        return;
    }
    traits.add(true, Traits::HOST.or(Traits::LOCAL));
    if host.len() < whole && scan(host.as_bytes(), 0).is_plain {
        return;
    }
    let is_ascii = host.is_ascii() && !host.contains('%') && !host.contains("--");
    if is_ascii {
        let last = host.rsplit('.').next().unwrap_or_default();
        traits.add(true, Traits::ODD_HOST);
        traits.add(host.len() > 63, Traits::LONG_HOST);
        traits.add(!last.starts_with(|c: char| c.is_ascii_alphabetic()), Traits::NUMBER);
        return;
    }
    let any = Traits::INTERNATIONAL.or(Traits::ODD_HOST).or(Traits::LONG_HOST).or(Traits::NUMBER);
    traits.add(true, any);
}

/// Adds the traits of percent-encoded octets.
#[inline(never)]
fn of_triplets(bytes: &[u8], traits: &mut Traits) {
    let text = Utf8(bytes);
    let mut at = text.find(0, b"%");
    while let Some(octet) = triplet(bytes, at) {
        let of_octet = match octet {
            ..0x20 | 0x7F => Traits::PERCENT_CONTROL,
            b'.' => Traits::PERCENT_DOT,
            b'%' => Traits::PERCENT_PERCENT,
            0x80.. => Traits::PERCENT_OCTET,
            _ => Traits::NONE,
        };
        *traits = traits.or(Traits::PERCENT).or(of_octet);
        at = text.find(at + 3, b"%");
    }
}

/// The kinds of bytes after the authority.
#[derive(Clone, Copy)]
struct PathBytes(u8);

impl PathBytes {
    const PERCENT: u8 = 1;
    const SEMICOLON: u8 = 1 << 1;
    /// The end of a path.
    const BEHIND_PATH: u8 = 1 << 2;
    /// A slash after a slash.
    const SLASH: u8 = 1 << 3;
    /// A dot after a slash.
    const DOT: u8 = 1 << 4;
    const NON_ASCII: u8 = 0x80;

    fn has(self, one: u8) -> bool {
        self.0 & one != 0
    }

    #[inline]
    fn of(bytes: &[u8]) -> Self {
        Self(at_once(bytes, of_byte))
    }
}

#[inline(always)]
fn of_byte(byte: u8, next: u8) -> u8 {
    let is = bits_if;
    byte & PathBytes::NON_ASCII
        | is(byte == b'%', PathBytes::PERCENT)
        | is(byte == b';', PathBytes::SEMICOLON)
        // `&&` and `||` would be branches, and prevent vectorization.
        | is(byte == b'?', PathBytes::BEHIND_PATH)
        | is(byte == b'#', PathBytes::BEHIND_PATH)
        | is(byte == b'/', PathBytes::SLASH) & is(next == b'/', PathBytes::SLASH)
        | is(byte == b'/', PathBytes::DOT) & is(next == b'.', PathBytes::DOT)
}
