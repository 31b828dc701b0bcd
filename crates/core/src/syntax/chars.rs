//! Character classes: the terminals of RFC 3986 and RFC 3987, composed by their ABNF names.
//!
//! A [`Class`] is a set of single characters. It does not include `pct-encoded`, which is three characters. The
//! scanner reads that where a rule allows it.

/// A set of code points: any of US-ASCII, and the two non-ASCII sets of RFC 3987 §2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    ascii: u128,
    ucschar: bool,
    iprivate: bool,
    /// The class's column in [`COLUMNS`], for those that the scanner runs over.
    column: u32,
}

impl Class {
    pub(crate) const fn of(characters: &str) -> Self {
        let bytes = characters.as_bytes();
        let mut ascii = 0;
        let mut i = 0;
        while i < bytes.len() {
            assert!(bytes[i].is_ascii());
            ascii |= 1 << bytes[i];
            i += 1;
        }
        Self { ascii, ucschar: false, iprivate: false, column: 0 }
    }

    const fn range(first: u8, last: u8) -> Self {
        let mut class = Self::of("");
        let mut c = first;
        while c <= last {
            class.ascii |= 1 << c;
            c += 1;
        }
        class
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self {
            ascii: self.ascii | other.ascii,
            ucschar: self.ucschar || other.ucschar,
            iprivate: self.iprivate || other.iprivate,
            column: 0,
        }
    }

    const fn scanned(mut self, column: u32) -> Self {
        self.column = 1 << column;
        self
    }

    /// Returns true if the code point `c` is in the class. No class has a surrogate.
    pub const fn contains(self, c: u32) -> bool {
        if c < 0x80 { self.ascii >> c & 1 == 1 } else { self.contains_non_ascii(c) }
    }

    /// [`contains`](Self::contains) for a code point known to be at or above U+0080.
    #[inline(always)]
    pub(crate) const fn contains_non_ascii(self, c: u32) -> bool {
        self.ucschar && is_ucschar(c) || self.iprivate && is_iprivate(c)
    }

    /// Returns true if `unit`, a Latin-1 code point, is in the class: one load and one test.
    #[inline(always)]
    pub(crate) const fn contains_latin1(self, unit: u8) -> bool {
        debug_assert!(self.column != 0, "the class has no column");
        COLUMNS[unit as usize] & self.column != 0
    }

    /// Returns true if `byte` is ASCII and in the class: one load and one test.
    #[inline(always)]
    pub(crate) const fn contains_ascii(self, byte: u8) -> bool {
        debug_assert!(self.column != 0, "the class has no column");
        ASCII_COLUMNS[byte as usize] & self.column != 0
    }

    /// [`contains_ascii`](Self::contains_ascii) for a unit of a text.
    #[inline(always)]
    pub(crate) fn contains_unit(self, unit: u32) -> bool {
        u8::try_from(unit).is_ok_and(|unit| self.contains_ascii(unit))
    }

    /// Returns true if any non-ASCII code point is in the class.
    #[inline(always)]
    pub(crate) const fn has_non_ascii(self) -> bool {
        self.ucschar
    }
}

/// `ALPHA = %x41-5A / %x61-7A` (RFC 5234 B.1)
pub(crate) const ALPHA: Class = Class::range(b'A', b'Z').or(Class::range(b'a', b'z'));
/// `DIGIT = %x30-39` (RFC 5234 B.1)
pub(crate) const DIGIT: Class = Class::range(b'0', b'9').scanned(0);
/// `HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"` (RFC 5234 B.1; strings ignore case, §2.3)
pub const HEXDIG: Class = DIGIT.or(Class::of("ABCDEFabcdef")).scanned(1);

/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"` (RFC 3986 §2.3)
pub const UNRESERVED: Class = ALPHA.or(DIGIT).or(Class::of("-._~")).scanned(20);
/// `gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@"` (RFC 3986 §2.2)
pub(crate) const GEN_DELIMS: Class = Class::of(":/?#[]@");
/// `sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="` (RFC 3986 §2.2)
pub(crate) const SUB_DELIMS: Class = Class::of("!$&'()*+,;=");
/// `reserved = gen-delims / sub-delims` (RFC 3986 §2.2)
pub(crate) const RESERVED: Class = GEN_DELIMS.or(SUB_DELIMS);

/// `alpha-lc = %x61-7A` (ECMA-427 Annex C)
pub(crate) const ALPHA_LC: Class = Class::range(b'a', b'z');
/// `alphanumeric = ALPHA / DIGIT` (ECMA-427 Annex C)
pub(crate) const ALPHANUMERIC: Class = ALPHA.or(DIGIT).scanned(19);
/// `punctuation = "." / "-" / "_" / "~"` (ECMA-427 Annex C)
pub(crate) const PUNCTUATION: Class = Class::of(".-_~");
/// `unreserved = alphanumeric / punctuation / colon` of ECMA-427; that of RFC 3986 has no colon
pub(crate) const PURL_UNRESERVED: Class = UNRESERVED.or(Class::of(":")).scanned(16);
/// `reserved` of ECMA-427
pub(crate) const PURL_RESERVED: Class = Class::of("/@?=&#");
/// `separator` (ECMA-427 Annex C)
pub(crate) const PURL_SEPARATOR: Class = PURL_RESERVED.or(Class::of(":"));
/// The characters after the first of `type` (ECMA-427 Annex C)
pub(crate) const PURL_TYPE: Class = ALPHA_LC.or(DIGIT).or(Class::of(".-")).scanned(17);
/// The characters after the first of `qualifier-key` (ECMA-427 Annex C)
pub(crate) const QUALIFIER_KEY: Class = PURL_TYPE.or(Class::of("_")).scanned(18);

/// The characters that `encodeURIComponent` does not encode: `uriUnreserved` (ECMA-262, edition 2023,
/// §19.2.6.4)
pub(crate) const ENCODE_URI_COMPONENT: Class = ALPHA.or(DIGIT).or(Class::of("-_.!~*'()"));

/// `ucschar` (RFC 3987 §2.2)
pub(crate) const UCSCHAR: Class = Class { ucschar: true, ..Class::of("") };
/// `iprivate` (RFC 3987 §2.2)
pub(crate) const IPRIVATE: Class = Class { iprivate: true, ..Class::of("") };
/// `iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar` (RFC 3987 §2.2)
pub const IUNRESERVED: Class = UNRESERVED.or(UCSCHAR);

/// The characters of data that need no encoding in a URI, or in an IRI, because none is a delimiter anywhere.
pub(crate) const fn unreserved(is_iri: bool) -> Class {
    if is_iri { IUNRESERVED } else { UNRESERVED }
}

/// The characters after the first of `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`
pub const SCHEME: Class = ALPHA.or(DIGIT).or(Class::of("+-.")).scanned(2);

/// `reg-name = *( unreserved / pct-encoded / sub-delims )`
pub const REG_NAME: Class = UNRESERVED.or(SUB_DELIMS).scanned(3);
/// `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`
pub const USERINFO: Class = REG_NAME.or(Class::of(":")).scanned(4);
/// `segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )`
pub(crate) const SEGMENT_NZ_NC: Class = REG_NAME.or(Class::of("@")).scanned(5);
/// `pchar = unreserved / pct-encoded / sub-delims / ":" / "@"`
pub const PCHAR: Class = REG_NAME.or(Class::of(":@")).scanned(6);
/// `path-abempty = *( "/" segment )`, and every other path once its first segment is read
pub const PATH: Class = PCHAR.or(Class::of("/")).scanned(7);
/// `query = *( pchar / "/" / "?" )`, and `fragment` likewise
pub const QUERY: Class = PATH.or(Class::of("?")).scanned(8);

/// `ireg-name = *( iunreserved / pct-encoded / sub-delims )`
pub const IREG_NAME: Class = REG_NAME.or(UCSCHAR).scanned(9);
/// `iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" )`
pub const IUSERINFO: Class = USERINFO.or(UCSCHAR).scanned(10);
/// `isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" )`
pub(crate) const ISEGMENT_NZ_NC: Class = SEGMENT_NZ_NC.or(UCSCHAR).scanned(11);
/// `ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@"`
pub const IPCHAR: Class = PCHAR.or(UCSCHAR).scanned(12);
/// `ipath-abempty = *( "/" isegment )`, and every other ipath once its first segment is read
pub const IPATH: Class = PATH.or(UCSCHAR).scanned(13);
/// `ifragment = *( ipchar / "/" / "?" )`
pub const IFRAGMENT: Class = QUERY.or(UCSCHAR).scanned(14);
/// `iquery = *( ipchar / iprivate / "/" / "?" )`
pub const IQUERY: Class = QUERY.or(UCSCHAR).or(IPRIVATE).scanned(15);

/// The characters of `dtext-no-obs` and `atext` that need no encoding in the local part of a `mailto` IRI:
/// `iunreserved` and `some-delims` (RFC 6068 §2), without the delimiters of addresses and fields
pub(crate) const LOCAL_PART: Class = IUNRESERVED.or(Class::of("!$'()*+,:"));

/// The characters of a URI, without `pct-encoded`: `reserved` and `unreserved` (RFC 3986 §2)
pub(crate) const URI_CHARACTERS: Class = RESERVED.or(UNRESERVED);
/// The characters of an IRI outside its query, without `pct-encoded` (RFC 3987 §2.2)
pub(crate) const IRI_CHARACTERS: Class = URI_CHARACTERS.or(UCSCHAR);

/// `literals`, without `pct-encoded` (RFC 6570 §2.1, with erratum 6937, which adds `'`): the characters of IRIs
pub(crate) const LITERALS: Class = IRI_CHARACTERS.or(IPRIVATE);
/// `operator = op-level2 / op-level3 / op-reserve` (RFC 6570 §2.2)
pub(crate) const OPERATOR: Class = OP_LEVEL2.or(OP_LEVEL3).or(OP_RESERVE);
/// `op-level2 = "+" / "#"` (RFC 6570 §2.2)
pub(crate) const OP_LEVEL2: Class = Class::of("+#");
/// `op-level3 = "." / "/" / ";" / "?" / "&"` (RFC 6570 §2.2)
pub(crate) const OP_LEVEL3: Class = Class::of("./;?&");
/// `op-reserve = "=" / "," / "!" / "@" / "|"` (RFC 6570 §2.2)
pub(crate) const OP_RESERVE: Class = Class::of("=,!@|");
/// `varchar = ALPHA / DIGIT / "_" / pct-encoded` (RFC 6570 §2.3)
pub(crate) const VARCHAR: Class = ALPHA.or(DIGIT).or(Class::of("_"));

/// Every class that the scanner runs over, each in its own column.
const SCANNED: [Class; 21] = [
    DIGIT, HEXDIG, SCHEME, REG_NAME, USERINFO, SEGMENT_NZ_NC, PCHAR, PATH, QUERY, IREG_NAME,
    IUSERINFO, ISEGMENT_NZ_NC, IPCHAR, IPATH, IFRAGMENT, IQUERY, PURL_UNRESERVED, PURL_TYPE,
    QUALIFIER_KEY, ALPHANUMERIC, UNRESERVED,
];

/// For each Latin-1 code point, the columns of the classes that contain it.
static COLUMNS: [u32; 256] = columns(256);

/// The same for bytes of UTF-8. Only ASCII bytes are code points, so the others are in no class.
static ASCII_COLUMNS: [u32; 256] = columns(128);

/// [`COLUMNS`] up to the code point `end`, with no classes from there on.
const fn columns(end: u32) -> [u32; 256] {
    let mut columns = [0; 256];
    let mut k = 0;
    while k < SCANNED.len() {
        let class = SCANNED[k];
        assert!(class.column == 1 << k);
        let mut c = 0;
        while c < end {
            if class.contains(c) {
                columns[c as usize] |= class.column;
            }
            c += 1;
        }
        k += 1;
    }
    columns
}

/// ```text
/// ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
///         / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
///         / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
///         / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
///         / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
///         / %xD0000-DFFFD / %xE1000-EFFFD
/// ```
#[inline(always)]
pub(crate) const fn is_ucschar(c: u32) -> bool {
    match c {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        // Planes 1 to 14, each without its last two code points; plane 14 from E1000.
        0x10000..=0xEFFFF => c & 0xFFFF <= 0xFFFD && !matches!(c, 0xE0000..=0xE0FFF),
        _ => false,
    }
}

/// `iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD`
#[inline(always)]
pub(crate) const fn is_iprivate(c: u32) -> bool {
    matches!(c, 0xE000..=0xF8FF | 0xF0000..=0xFFFFD | 0x100000..=0x10FFFD)
}

/// The formatting characters that "IRIs MUST NOT contain" (RFC 3987 §4.1), though the grammar
/// has them in `ucschar`: LRM, RLM, LRE, RLE, PDF, LRO, RLO.
pub(crate) const fn is_bidi_formatting(c: u32) -> bool {
    matches!(c, 0x200E | 0x200F | 0x202A..=0x202E)
}

/// The directional controls that Unicode has added since then.
pub(crate) const fn is_newer_bidi_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_agree_with_the_classes() {
        for class in SCANNED {
            for unit in 0..=u8::MAX {
                assert_eq!(class.contains(unit.into()), class.contains_latin1(unit), "{unit:#x}");
            }
        }
    }

    #[test]
    fn ranges_of_rfc_3987_end_where_they_end() {
        for (first, last) in
            [(0xA0, 0xD7FF), (0xF900, 0xFDCF), (0xFDF0, 0xFFEF), (0xE1000, 0xEFFFD)]
                .into_iter()
                .chain((1..=13).map(|plane| (plane << 16, plane << 16 | 0xFFFD)))
        {
            assert!(!is_ucschar(first - 1) && is_ucschar(first), "{first:#x}");
            assert!(is_ucschar(last) && !is_ucschar(last + 1), "{last:#x}");
        }
        for (first, last) in [(0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD)] {
            assert!(!is_iprivate(first - 1) && is_iprivate(first), "{first:#x}");
            assert!(is_iprivate(last) && !is_iprivate(last + 1), "{last:#x}");
        }
    }

    #[test]
    fn reserved_and_unreserved_part_the_legal_ascii() {
        for c in '\0'..='\x7F' {
            let (reserved, unreserved) =
                (RESERVED.contains(c.into()), UNRESERVED.contains(c.into()));
            assert!(!(reserved && unreserved));
            let legal = reserved || unreserved || c == '%';
            assert_eq!(!legal, c <= ' ' || c == '\x7F' || "\"<>\\^`{|}".contains(c));
        }
    }
}
