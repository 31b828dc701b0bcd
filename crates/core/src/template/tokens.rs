//! The tokens that matching reads: one for each character of a value.
//!
//! References with equal tokens are equivalent: an encoded unreserved character equals the
//! character itself (RFC 3986 §6.2.2.2), the digits of triplets ignore case (§6.2.2.1), and a
//! non-ASCII character equals its percent-encoded UTF-8 octets (RFC 3987 §3.1).

use crate::parts::percent::{push_char, push_octet, triplet};
use crate::syntax::chars::{HEXDIG, LITERALS, RESERVED, UNRESERVED};
use crate::syntax::text::{ILL_FORMED, Text, Utf8};

/// One character of a value, raw or encoded, or one octet that belongs to no character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Token(u32);

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An ASCII character that stands for itself; `%` outside a triplet.
    Raw(u8),
    /// A character that is or could be percent-encoded: any except unreserved ones.
    Encoded(char),
    /// A triplet that is not UTF-8.
    Octet(u8),
    /// A character that no reference can have.
    Foreign,
}

impl Token {
    const ENCODED: u32 = 1 << 24;
    const OCTET: u32 = 1 << 25;
    const FOREIGN: Self = Self(1 << 26);

    /// An ASCII character that stands for itself.
    pub(super) const fn raw(byte: u8) -> Self {
        Self(byte as u32)
    }

    /// A character that is percent-encoded. It must not be unreserved.
    pub(super) const fn encoded(c: char) -> Self {
        Self(c as u32 | Self::ENCODED)
    }

    /// Returns true if it is this ASCII letter in either case.
    pub(super) fn is_letter(self, letter: u8) -> bool {
        matches!(self.kind(), TokenKind::Raw(byte) if byte.eq_ignore_ascii_case(&letter))
    }

    pub(super) fn kind(self) -> TokenKind {
        let code = self.0 & 0x00FF_FFFF;
        // OK because an octet and an ASCII character are below 0x100.
        #[allow(clippy::cast_possible_truncation)]
        let byte = code as u8;
        match self.0 {
            0..0x80 => TokenKind::Raw(byte),
            c if c & Self::OCTET != 0 => TokenKind::Octet(byte),
            c if c & Self::ENCODED != 0 => {
                char::from_u32(code).map_or(TokenKind::Foreign, TokenKind::Encoded)
            }
            _ => TokenKind::Foreign,
        }
    }

    /// Appends text that is read as this token.
    pub(super) fn push(self, out: &mut String) {
        match self.kind() {
            TokenKind::Raw(byte) => out.push(byte.into()),
            TokenKind::Encoded(c) => push_char(out, c),
            TokenKind::Octet(octet) => push_octet(out, octet),
            TokenKind::Foreign => {}
        }
    }

    /// The token at `i`, and its length in bytes. There must be one.
    pub(super) fn at(text: &str, i: usize) -> (Self, usize) {
        let bytes = text.as_bytes();
        match bytes[i] {
            b'%' => Self::triplets(bytes, i),
            byte @ ..0x80 => (Self::raw(byte), 1),
            _ => {
                let c = text[i..].chars().next().unwrap_or_default();
                let token =
                    if LITERALS.contains(c.into()) { Self::encoded(c) } else { Self::FOREIGN };
                (token, c.len_utf8())
            }
        }
    }

    fn triplets(bytes: &[u8], i: usize) -> (Self, usize) {
        let Some(first) = triplet(bytes, i) else { return (Self::raw(b'%'), 1) };
        if first < 0x80 {
            let is_unreserved = UNRESERVED.contains(first.into());
            let token = if is_unreserved { Self::raw(first) } else { Self::encoded(first.into()) };
            return (token, 3);
        }
        let mut octets = [first, 0, 0, 0];
        let mut count = 1;
        while let Some(octet) = triplet(bytes, i + 3 * count).filter(|_| count < 4) {
            octets[count] = octet;
            count += 1;
        }
        match Utf8(&octets[..count]).code_point(0) {
            (ILL_FORMED, _) => (Self(u32::from(first) | Self::OCTET), 3),
            (c, length) => (Self(c | Self::ENCODED), 3 * length),
        }
    }
}

/// The tokens of a text with their positions, then the end of the text.
pub(super) fn tokens(text: &str) -> (Vec<Token>, Vec<usize>) {
    let mut tokens = Vec::with_capacity(text.len());
    let mut starts = Vec::with_capacity(text.len() + 1);
    let mut i = 0;
    while i < text.len() {
        let (token, length) = Token::at(text, i);
        tokens.push(token);
        starts.push(i);
        i += length;
    }
    starts.push(text.len());
    (tokens, starts)
}

/// A set of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Set {
    /// Only this token.
    One(Token),
    /// This ASCII letter in either case.
    Letter(u8),
    /// The tokens of a value.
    Value(ValueTokens),
    /// The tokens of a value except one.
    But(Token, ValueTokens),
    /// A unit that the prefix modifier of a reserved expansion counts: see [`Unit`].
    Unit(Unit),
}

/// Tokens of a reserved expansion, by the number of code points of a value that they stand for (RFC 6570
/// §2.4.1). `%25` is in none: it stands for one, or for three before two digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unit {
    /// A hexadecimal digit, which stands for itself.
    Digit,
    /// Any other code point.
    Other,
    /// A triplet that stays as it is: three code points.
    Triplet,
}

/// The tokens that a value may have: unreserved and encoded characters, and those allowed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ValueTokens {
    /// Reserved characters, and triplets that stay as they are.
    pub(super) reserved: bool,
    /// An encoded slash.
    pub(super) slash: bool,
    /// Characters that [`expand`](crate::template::expand()) would encode, but requests may have raw.
    pub(super) raw: RawTokens,
}

/// Some of the characters that a segment may have raw, but values have encoded: `sub-delims`, `:` and `@` (RFC
/// 3986 §3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RawTokens(u16);

impl RawTokens {
    const CHARS: [u8; 13] = *b"!$&'()*+,;=:@";
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self((1 << Self::CHARS.len()) - 1);

    fn bit(byte: u8) -> u16 {
        Self::CHARS.iter().position(|&one| one == byte).map_or(0, |place| 1 << place)
    }

    pub(super) fn without(self, separators: &str) -> Self {
        Self(separators.bytes().fold(self.0, |all, byte| all & !Self::bit(byte)))
    }

    fn contains(self, byte: u8) -> bool {
        self.0 & Self::bit(byte) != 0
    }
}

impl Set {
    pub(super) fn contains(self, token: Token) -> bool {
        match self {
            Self::One(one) => one == token,
            Self::Letter(letter) => token.is_letter(letter),
            Self::Value(values) => values.contains(token),
            Self::But(one, values) => token != one && values.contains(token),
            Self::Unit(unit) => Unit::of(token) == Some(unit),
        }
    }

    /// A token of both sets, if there is one.
    pub(super) fn common(self, other: Self) -> Option<Token> {
        let is_common = |token: &Token| self.contains(*token) && other.contains(*token);
        match (self, other) {
            (Self::One(one), _) | (_, Self::One(one)) => Some(one).filter(is_common),
            (Self::Letter(letter), _) | (_, Self::Letter(letter)) => {
                let cases = [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
                cases.map(Token::raw).into_iter().find(is_common)
            }
            // A set has all tokens of a row, all except one, or none, so one of any three is shared.
            _ => {
                let letters = b"abcxyz".map(Token::raw);
                let triplets = [':', '?', '@'].map(Token::encoded);
                letters.into_iter().chain(triplets).find(is_common)
            }
        }
    }
}

impl Unit {
    fn of(token: Token) -> Option<Self> {
        match token.kind() {
            TokenKind::Raw(byte) if HEXDIG.contains(byte.into()) => Some(Self::Digit),
            TokenKind::Raw(byte) => {
                let is_value = UNRESERVED.contains(byte.into()) || RESERVED.contains(byte.into());
                is_value.then_some(Self::Other)
            }
            TokenKind::Encoded('%') | TokenKind::Foreign => None,
            TokenKind::Encoded(c) => Some(if is_kept(c) { Self::Triplet } else { Self::Other }),
            TokenKind::Octet(_) => Some(Self::Triplet),
        }
    }
}

impl ValueTokens {
    pub(super) fn contains(self, token: Token) -> bool {
        match token.kind() {
            TokenKind::Raw(byte) => {
                UNRESERVED.contains(byte.into())
                    || self.reserved && RESERVED.contains(byte.into())
                    || self.raw.contains(byte)
            }
            TokenKind::Encoded(c) => self.reserved || self.slash || c != '/',
            TokenKind::Octet(_) => self.reserved,
            TokenKind::Foreign => false,
        }
    }
}

/// Returns true if matching leaves an encoded character encoded in the value of a reserved expansion, so
/// that the value expands to the same text again.
pub(super) fn is_kept(c: char) -> bool {
    c == '%' || RESERVED.contains(c.into())
}
