//! Hosts as name look-up and browsers read them: percent-decoded, mapped by UTS #46, without the dot of the
//! root, with an IPv4 address in any notation.
//!
//! The grammar distinguishes addresses from names by syntax alone (RFC 3986 §3.2.2). "Some implementations"
//! accept other notations (§7.4), and this module reads those.

use std::borrow::Cow;
use std::iter;
use std::mem::take;
use std::net::{IpAddr, Ipv4Addr};
use std::ops::Range;

use icu_normalizer::uts46::Uts46Mapper;
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use crate::parts::host;
use crate::parts::host::DOTS;
use crate::parts::percent::{Encoded, encoded_at, unquote};
use crate::parts::scheme::may_have_dns_names;
use crate::syntax::chars::REG_NAME;

/// A host as name look-up reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Looked<'a> {
    /// An address, in any notation.
    Address(IpAddr),
    /// A domain name in ASCII and in lower case, without the dot of the root.
    Name(Cow<'a, str>),
}

/// Reads a valid host as the host parser of the URL Standard does. None if that parser refuses it:
/// an empty host, an `IPvFuture`, octets that are not UTF-8, characters that UTS #46 does not
/// allow, or a name that ends in a number and is not an address.
pub fn look_up(host: &str) -> Option<Looked<'_>> {
    if let Some(name) = PlainName::of(host) {
        return Some(Looked::Name(Cow::Borrowed(name.text)));
    }
    if host.starts_with('[') {
        return host::address(host).map(Looked::Address);
    }
    look_up_name(ascii_name(host)?)
}

/// Like [`look_up`], for the host of a reference. If the hosts of a scheme are not names of the DNS, no number
/// is read as an address, and nothing is mapped.
pub fn look_up_in<'a>(scheme: Option<&str>, host: &'a str) -> Option<Looked<'a>> {
    if may_have_dns_names(scheme) { look_up(host) } else { as_it_stands(host) }
}

fn as_it_stands(host: &str) -> Option<Looked<'_>> {
    let name = || Looked::Name(host.to_ascii_lowercase().into());
    (!host.is_empty()).then(|| host::address(host).map_or_else(name, Looked::Address))
}

/// Like [`look_up`], for an ASCII domain name.
pub(crate) fn look_up_name(name: Cow<'_, str>) -> Option<Looked<'_>> {
    match ipv4(&name) {
        Ipv4::Address(address) => Some(Looked::Address(address.into())),
        Ipv4::Malformed => None,
        Ipv4::Name if !name.ends_with('.') => Some(Looked::Name(name)),
        Ipv4::Name => Some(Looked::Name(match name {
            Cow::Borrowed(name) => Cow::Borrowed(&name[..name.len() - 1]),
            Cow::Owned(mut name) => {
                name.pop();
                Cow::Owned(name)
            }
        })),
    }
}

/// The ASCII domain name of a valid host. An IPv4 address in any notation counts as a name here, and the dot of
/// the root is kept. None for an IP-literal, and if UTS #46 refuses the host.
pub(crate) fn ascii_name(host: &str) -> Option<Cow<'_, str>> {
    if let Some(has_capitals) = capitals_without_marks(host) {
        return Some(if has_capitals { host.to_ascii_lowercase().into() } else { host.into() });
    }
    let decoded = unquote(host);
    Uts46::new()
        .to_ascii(&decoded, AsciiDenyList::URL, Hyphens::Allow, DnsLength::Ignore)
        .ok()
        .filter(|name| !name.is_empty())
        .map(|name| Cow::Owned(name.into_owned()))
}

/// Returns true if UTS #46 only lower-cases a name: it is not empty, has only ASCII characters that a host may
/// have, and has neither percent-encoding nor an A-label.
fn is_ascii_without_marks(name: &str) -> bool {
    capitals_without_marks(name).is_some()
}

/// Returns true if a name has upper-case letters; none if UTS #46 may change more than these.
fn capitals_without_marks(name: &str) -> Option<bool> {
    let (seen, twice) = marks(name);
    let is_plain = !name.is_empty() && seen & OTHER == 0 && twice & HYPHEN == 0;
    is_plain.then_some(seen & CAPITAL != 0)
}

/// A domain name in ASCII and lower case. It has no empty label and no root dot, and is not an address.
#[derive(Clone, Copy)]
pub(crate) struct PlainName<'a> {
    pub(crate) text: &'a str,
    /// A bit for each byte that is a dot.
    dots: u64,
}

impl<'a> PlainName<'a> {
    /// Reads a host that is such a name, as most are; none if it has more than 64 bytes.
    pub(crate) fn of(host: &'a str) -> Option<Self> {
        let bytes = host.as_bytes();
        if bytes.is_empty() || bytes.len() > 64 {
            return None;
        }
        let (dots, hyphens) = dots_and_hyphens(bytes)?;
        let is_twice = (dots & dots << 1) | (hyphens & hyphens << 1) != 0;
        let edges = 1 | 1 << (bytes.len() - 1);
        let name = Self { text: host, dots };
        let is_plain = !is_twice && dots & edges == 0;
        // An address ends in a number.
        let last = name.label_start(bytes.len());
        (is_plain && !bytes[last].is_ascii_digit()).then_some(name)
    }

    /// The beginning of the label that ends there.
    #[inline]
    pub(crate) fn label_start(self, end: usize) -> usize {
        // OK because a name has at most 64 bytes.
        let before = if end == 64 { self.dots } else { self.dots & ((1 << end) - 1) };
        64 - before.leading_zeros() as usize
    }

    /// The labels from `start`, the beginning of a label.
    #[inline]
    pub(crate) fn from(self, start: usize) -> Self {
        Self { text: &self.text[start..], dots: self.dots >> start }
    }
}

/// One bit for each byte that is a dot, and for each that is a hyphen, of at most 64 bytes; none if UTS #46 may
/// change a byte.
fn dots_and_hyphens(bytes: &[u8]) -> Option<(u64, u64)> {
    let mut found = (0, 0, true);
    let mut add = |word: u64, place: usize| {
        let (dots, hyphens, is_plain) = of_word(word);
        found = (found.0 | dots << place, found.1 | hyphens << place, found.2 & is_plain);
    };
    if let Some(last) = bytes.last_chunk() {
        for (i, word) in bytes.as_chunks().0.iter().enumerate() {
            add(u64::from_le_bytes(*word), 8 * i);
        }
        // Some bytes are read twice, which changes nothing.
        add(u64::from_le_bytes(*last), bytes.len() - 8);
    } else {
        let word = match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => {
                let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
                first | last << (8 * (bytes.len() - 4))
            }
            _ => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
        };
        // Letters fill the rest.
        add(word | u64::from_le_bytes([b'a'; 8]) << (8 * bytes.len()), 0);
    }
    let (dots, hyphens, is_plain) = found;
    if is_plain { Some((dots, hyphens)) } else { dots_and_hyphens_of_any(bytes) }
}

/// Like [`dots_and_hyphens`], for all bytes that a name may have.
#[cold]
fn dots_and_hyphens_of_any(bytes: &[u8]) -> Option<(u64, u64)> {
    let (mut seen, mut dots, mut hyphens) = (0, 0, 0);
    for (i, &byte) in bytes.iter().enumerate() {
        let mark = MARKS[usize::from(byte)];
        seen |= mark;
        dots |= u64::from(mark & DOT != 0) << i;
        hyphens |= u64::from(mark & HYPHEN != 0) << i;
    }
    (seen & (OTHER | CAPITAL) == 0).then_some((dots, hyphens))
}

/// One bit for each of eight bytes that is a dot, and for each that is a hyphen; and whether all others are
/// lower-case letters and digits.
#[inline(always)]
fn of_word(word: u64) -> (u64, u64, bool) {
    const fn each(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    const HIGHEST: u64 = each(0x80);
    // The highest bit of each byte that is at least as large; no sum carries into the next byte.
    let from = |byte: u8| (word & !HIGHEST) + each(0x80 - byte);
    // A range is open from its beginning to its end.
    let hyphens = from(b'-') ^ from(b'.');
    let dots = from(b'.') ^ from(b'/');
    let others = (from(b'0') ^ from(b'9' + 1)) | (from(b'a') ^ from(b'z' + 1));
    let is_plain = (hyphens | dots | others) & !word & HIGHEST == HIGHEST;
    // The multiplication moves each bit to its own position in the highest byte.
    let gathered = |bits: u64| ((bits & HIGHEST) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    (gathered(dots), gathered(hyphens), is_plain)
}

/// A character that UTS #46 may change beyond its letter case, or that no host may have.
const OTHER: u8 = 1;
const CAPITAL: u8 = 2;
const HYPHEN: u8 = 4;
const DOT: u8 = 8;

/// The marks of each byte.
const MARKS: [u8; 256] = {
    let mut marks = [OTHER; 256];
    let mut byte = 0;
    while byte < 0x80_u8 {
        if byte != b'%' && REG_NAME.contains(byte as u32) {
            marks[byte as usize] = match byte {
                b'A'..=b'Z' => CAPITAL,
                b'-' => HYPHEN,
                b'.' => DOT,
                _ => 0,
            };
        }
        byte += 1;
    }
    marks
};

/// The marks that bytes of a name have, and those that a byte shares with the one before it: the marks of
/// hyphens and dots only. One loop without a branch that depends on them.
fn marks(name: &str) -> (u8, u8) {
    let (mut seen, mut twice, mut before) = (0, 0, 0);
    for &byte in name.as_bytes() {
        let mark = MARKS[usize::from(byte)];
        seen |= mark;
        twice |= mark & before;
        before = mark;
    }
    (seen, twice & (HYPHEN | DOT))
}

/// The characters of a valid host, decoded and mapped by UTS #46, each with the range of its source. U+FFFD
/// stands for octets that are not a character, and for a character that UTS #46 refuses.
pub(crate) fn mapped_characters(host: &str) -> impl Iterator<Item = (Range<usize>, char)> {
    let mut from = 0;
    let unit = move || {
        let start = from;
        let (c, length) = match host[start..].chars().next()? {
            '%' => match encoded_at(host, start)? {
                (Encoded::Character(c), length) => (c, length),
                (Encoded::Octet(_), length) => (char::REPLACEMENT_CHARACTER, length),
            },
            c => (c, c.len_utf8()),
        };
        from += length;
        Some((start..from, c))
    };
    iter::from_fn(unit).flat_map(move |(span, c)| {
        let is_itself = c.is_ascii();
        let itself = is_itself.then_some(c.to_ascii_lowercase());
        let mapped: Vec<char> = if is_itself {
            Vec::new()
        } else {
            Uts46Mapper::new().map_normalize(iter::once(c)).collect()
        };
        itself.into_iter().chain(mapped).map(move |c| (span.clone(), c))
    })
}

/// A label of a valid host.
pub(crate) struct MappedLabel {
    /// The range of its source in the host.
    pub(crate) span: Range<usize>,
    /// The range of the dot after it, or of the character that is mapped to one; the end of the host for the
    /// last label.
    pub(crate) dot: Range<usize>,
    /// Its [characters](mapped_characters); an A-label stays one.
    pub(crate) mapped: String,
}

/// The labels of a valid host, with an empty one after the dot of the root.
pub(crate) fn mapped_labels(host: &str) -> Vec<MappedLabel> {
    let mut labels = Vec::new();
    let (mut span, mut mapped) = (0..0, String::new());
    let end = (host.len()..host.len(), '.');
    for (place, c) in mapped_characters(host).chain([end]) {
        if c == '.' {
            span.end = span.end.max(place.start);
            labels.push(MappedLabel { span, dot: place.clone(), mapped: take(&mut mapped) });
            span = place.end..place.end;
        } else {
            mapped.push(c);
            span = span.start.min(place.start)..place.end;
        }
    }
    labels
}

/// A label of a valid host for display: decoded, mapped by UTS #46, an A-label as its U-label; and
/// whether UTS #46 allows it.
pub(crate) fn unicode_label(label: &str) -> (String, bool) {
    if is_ascii_without_marks(label) {
        return (label.to_ascii_lowercase(), true);
    }
    let decoded = unquote(label);
    let (shown, allowed) = Uts46::new().to_unicode(&decoded, AsciiDenyList::URL, Hyphens::Allow);
    (shown.into_owned(), allowed.is_ok())
}

/// Returns true if two valid hosts are the same to name look-up: names in any letter case, width and
/// encoding, with or without the dot of the root; addresses by value, whatever the notation.
///
/// An IPv6 address that holds an IPv4 address (RFC 4291 §2.5.5.2) is the same as that one, because a connection
/// to either goes to the same node. Hosts that [`look_up`] refuses are compared label by label, because less
/// strict programs look them up anyway.
pub fn matches(a: &str, b: &str) -> bool {
    compared(a) == compared(b)
}

/// The key of a valid host. Two hosts have the same key exactly if they [`matches`]. A name in ASCII and lower
/// case, or an address in normal form; an IPv6 address has its brackets.
pub fn key(host: &str) -> Cow<'_, str> {
    match compared(host) {
        Looked::Name(name) => name,
        Looked::Address(IpAddr::V4(address)) => address.to_string().into(),
        Looked::Address(IpAddr::V6(address)) => format!("[{address}]").into(),
    }
}

/// Returns true if name look-up accepts a name in ASCII: labels of letters, digits, hyphens and underscores, of
/// 1 to 63 octets each and 253 together. A `reg-name` may have other characters. Resolvers refuse them, and
/// some drivers split a list of hosts at them.
pub(crate) fn is_resolvable(name: &[u8]) -> bool {
    let is_label = |label: &[u8]| {
        (1..=63).contains(&label.len()) && label.iter().all(|&byte| is_of_label(byte))
    };
    name.len() <= 253 && name.split(|&byte| byte == b'.').all(is_label)
}

/// Returns true if a byte may be in a label of a name that can be looked up.
pub(crate) fn is_of_label(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

/// Returns true if a host, decoded and mapped by UTS #46, has a character that ends a host.
pub(crate) fn ends_early(host: &str) -> bool {
    let ends = |c: char| c.is_ascii_control() || "/?#[]@:\\".contains(c);
    !is_ascii_without_marks(host) && {
        let decoded = unquote(host);
        let mapped = Uts46::new().to_unicode(&decoded, AsciiDenyList::EMPTY, Hyphens::Allow).0;
        mapped.contains(ends)
    }
}

/// Returns true if a host is a name that name look-up reads unchanged, as most are: lower-case ASCII without
/// escapes.
pub fn is_plain(host: &str) -> bool {
    PlainName::of(host).is_some()
}

/// The key by which the host of a reference is compared. It is the host itself if the hosts of the scheme are
/// not names of the DNS.
pub fn compared_in<'a>(scheme: Option<&str>, host: &'a str) -> Looked<'a> {
    let read = if may_have_dns_names(scheme) { None } else { as_it_stands(host) };
    read.unwrap_or_else(|| compared(host))
}

/// The key by which hosts are compared.
pub fn compared(host: &str) -> Looked<'_> {
    match look_up(host) {
        Some(Looked::Address(address)) => Looked::Address(address.to_canonical()),
        Some(name) => name,
        None => Looked::Name(leniently(host).into()),
    }
}

/// A host that [`look_up`] refuses, with each label in ASCII if it has an ASCII form.
fn leniently(host: &str) -> String {
    let name = match String::from_utf8(unquote(host)) {
        Ok(name) if !host.starts_with('[') => name,
        _ => return host::normalize(host),
    };
    let label = |label: &str| {
        let ascii = Uts46::new().to_ascii(
            label.as_bytes(),
            AsciiDenyList::EMPTY,
            Hyphens::Allow,
            DnsLength::Ignore,
        );
        ascii.map_or_else(|_| mapped(label), Cow::into_owned)
    };
    let labels: Vec<String> = name.split(DOTS).map(label).collect();
    let name = labels.join(".");
    name.strip_suffix('.').unwrap_or(&name).to_owned()
}

/// A label with its characters mapped by UTS #46, or in lower case if one of them is refused.
fn mapped(label: &str) -> String {
    let mapped: String = Uts46Mapper::new().map_normalize(label.chars()).collect();
    if mapped.contains(char::REPLACEMENT_CHARACTER) { label.to_ascii_lowercase() } else { mapped }
}

/// How a program that accepts every notation of IPv4 addresses reads an ASCII name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ipv4 {
    /// It does not end in a number.
    Name,
    /// It ends in a number and is not an address.
    Malformed,
    /// An address: one to four numbers, each decimal, octal (`0…`) or hexadecimal (`0x…`), the last
    /// of which fills the remaining octets.
    Address(Ipv4Addr),
}

/// Reads a name as the IPv4 parser of the URL Standard does, which follows `inet_aton`.
pub fn ipv4(name: &str) -> Ipv4 {
    let name = name.strip_suffix('.').unwrap_or(name);
    if !ends_in_number(name) {
        return Ipv4::Name;
    }
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_decimal = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    if !is_decimal && number(last).is_none() {
        return Ipv4::Name;
    }
    // Five parts are too many, so the rest of a long name is not read.
    let parts: Vec<&str> = name.splitn(5, '.').collect();
    let Some((last, first)) = parts.split_last() else { return Ipv4::Malformed };
    let Some(mut value) =
        number(last).filter(|&value| parts.len() < 5 && value >> (8 * (4 - first.len())) == 0)
    else {
        return Ipv4::Malformed;
    };
    for (i, part) in first.iter().enumerate() {
        match number(part) {
            Some(octet @ 0..=255) => value |= octet << (8 * (3 - i)),
            _ => return Ipv4::Malformed,
        }
    }
    u32::try_from(value).map_or(Ipv4::Malformed, |value| Ipv4::Address(value.into()))
}

/// Returns true if the last label begins with a digit, as every number does.
fn ends_in_number(name: &str) -> bool {
    let start = name.as_bytes().iter().rposition(|&b| b == b'.').map_or(0, |dot| dot + 1);
    name.as_bytes().get(start).is_some_and(u8::is_ascii_digit)
}

/// The value of a number of any size in C's notation; `0x` alone is zero.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    digits.chars().try_fold(0_u64, |value, digit| {
        let digit = digit.to_digit(radix)?;
        // Beyond 32 bits the exact value does not matter.
        Some((value * u64::from(radix) + u64::from(digit)).min(1 << 40))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::chars::IREG_NAME;

    #[test]
    fn names_without_marks() {
        let marks = (b'!'..=b'~').map(char::from).filter(|&c| IREG_NAME.contains(c.into()));
        for mark in marks {
            let name = format!("A{mark}b.{mark}-x");
            if is_ascii_without_marks(&name) {
                let lower = name.to_ascii_lowercase();
                let (deny, hyphens) = (AsciiDenyList::URL, Hyphens::Allow);
                let ascii =
                    Uts46::new().to_ascii(name.as_bytes(), deny, hyphens, DnsLength::Ignore);
                assert_eq!(ascii.ok().as_deref(), Some(&*lower));
                let (shown, allowed) = Uts46::new().to_unicode(name.as_bytes(), deny, hyphens);
                assert!(shown == lower && allowed.is_ok(), "{name}");
            }
        }
        assert!(is_ascii_without_marks("a_b.1"));
        assert_eq!((ascii_name(""), ascii_name(".")), (None, Some(".".into())));
        for name in ["", "%41", "[::1]", "a b", "a/b", "xn--a", "a--b", "\u{E9}"] {
            assert!(!is_ascii_without_marks(name), "{name}");
        }
    }

    #[test]
    fn eight_bytes_at_once_are_read_as_one_by_one() {
        for length in 1..=64 {
            for byte in 0..=0x7F_u8 {
                for place in [0, length / 2, length - 1] {
                    let mut bytes = vec![b'x'; length];
                    bytes[length - 1 - place / 2] = b'-';
                    bytes[place] = byte;
                    let expected = dots_and_hyphens_of_any(&bytes);
                    assert_eq!(dots_and_hyphens(&bytes), expected, "{length} {byte} {place}");
                }
            }
            let mut bytes = vec![b'.'; length];
            bytes[length - 1] = b'7';
            assert_eq!(dots_and_hyphens(&bytes), dots_and_hyphens_of_any(&bytes));
        }
        assert_eq!(dots_and_hyphens("a\u{E9}".as_bytes()), None);
        assert_eq!(dots_and_hyphens(b"a.b-c"), Some((2, 8)));
    }
}
