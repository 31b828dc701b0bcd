//! The grammar for the classifier of bytes: tables that are looked up by half bytes.
//!
//! A byte's class is `BY_LOW[byte % 16] & BY_HIGH[byte / 16]`. Each of its eight bits stands for a product of
//! low and high halves. The bits are chosen so that the class is zero exactly for bytes that need a further
//! check, and at least [`STOP`] for those that may end a host.

/// The class of `#`.
pub(super) const HASH: u8 = 0x80;

/// The least class of the bytes that may end a host: `/`, `?`, `#`, `:`, `@`. `;` and `=` share the
/// class because no product separates them from the colon; they are rare in hosts.
pub(super) const STOP: u8 = 0x10;

/// Rows of low halves, high halves, and the bit for their product.
const PRODUCTS: [(&[u8], &[u8], u8); 8] = [
    (&[0x3], &[0x2], HASH),
    (&[0xF], &[0x2, 0x3], 0x40),                                 // / ?
    (&[0xA, 0xB, 0xD], &[0x3], 0x20),                            // : ; =
    (&[0x0], &[0x4], STOP),                                      // @
    (&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xA], &[3, 4, 5, 7], 0x02), // 0-9 : @-J P-Z p-z
    (&[1, 3, 4, 6, 7, 8, 9, 0xA, 0xB, 0xC, 0xD, 0xE, 0xF], &[2, 4, 6], 0x01),
    (&[0x2, 0x5, 0xF], &[0x5, 0x6], 0x04), // R U _ b e o
    (&[0xE], &[0x7], 0x08),                // ~
];

pub(super) const BY_LOW: [u8; 16] = halves(true, &PRODUCTS);
pub(super) const BY_HIGH: [u8; 16] = halves(false, &PRODUCTS);

/// The class of digits among the characters of a scheme.
pub(super) const SCHEME_DIGIT: u8 = 0x02;

/// The characters of a scheme, in the same form: `ALPHA / DIGIT / "+" / "-" / "."`.
const SCHEME: [(&[u8], &[u8], u8); 4] = [
    (&[0xB, 0xD, 0xE], &[0x2], 0x01),
    (&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[0x3], SCHEME_DIGIT),
    (&[1, 2, 3, 4, 5, 6, 7, 8, 9, 0xA, 0xB, 0xC, 0xD, 0xE, 0xF], &[0x4, 0x6], 0x04),
    (&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xA], &[0x5, 0x7], 0x08),
];

pub(super) const SCHEME_BY_LOW: [u8; 16] = halves(true, &SCHEME);
pub(super) const SCHEME_BY_HIGH: [u8; 16] = halves(false, &SCHEME);

/// High and low halves of a byte, high halves of the next one, and the bit of these pairs.
type HalfPairs = (&'static [u8], &'static [u8], &'static [u8], u8);

/// Pairs of non-ASCII bytes that need the parser. The class of a pair is `BY_FIRST_HIGH[first / 16]
/// & BY_FIRST_LOW[first % 16] & BY_SECOND[second / 16]`.
///
/// Without [`CONTINUED`], a class other than zero is ill-formed UTF-8 (Table 3-7 of The Unicode
/// Standard) or a code point that is not `ucschar`.
const PAIRS: [HalfPairs; 8] = [
    // A lead byte without a continuation byte, and a continuation byte without a lead byte.
    (LEAD, ANY, &[0, 1, 2, 3, 4, 5, 6, 7, 0xC, 0xD, 0xE, 0xF], 0x01),
    (&[0, 1, 2, 3, 4, 5, 6, 7], ANY, CONTINUATION, 0x02),
    // Overlong encodings: C0, C1, E0 80..9F, F0 80..8F.
    (&[0xC], &[0x0, 0x1], CONTINUATION, 0x04),
    (&[0xE], &[0x0], &[0x8, 0x9], 0x08),
    (&[0xF], &[0x0], &[0x8], 0x10),
    // U+0080 to U+009F.
    (&[0xC], &[0x2], &[0x8, 0x9], 0x20),
    // Surrogates.
    (&[0xE], &[0xD], &[0xA, 0xB], 0x40),
    (CONTINUATION, ANY, CONTINUATION, CONTINUED),
];

/// The class of two continuation bytes, which must follow a lead byte of three or four.
pub(super) const CONTINUED: u8 = 0x80;

const ANY: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xA, 0xB, 0xC, 0xD, 0xE, 0xF];
const CONTINUATION: &[u8] = &[0x8, 0x9, 0xA, 0xB];
const LEAD: &[u8] = &[0xC, 0xD, 0xE, 0xF];

pub(super) const BY_FIRST_HIGH: [u8; 16] = pairs(0);
pub(super) const BY_FIRST_LOW: [u8; 16] = pairs(1);
pub(super) const BY_SECOND: [u8; 16] = pairs(2);

const fn halves<const N: usize>(low: bool, products: &[(&[u8], &[u8], u8); N]) -> [u8; 16] {
    let mut table = [0; 16];
    let mut k = 0;
    while k < N {
        let (lows, highs, bit) = products[k];
        table = mark(table, if low { lows } else { highs }, bit);
        k += 1;
    }
    table
}

const fn pairs(which: usize) -> [u8; 16] {
    let mut table = [0; 16];
    let mut k = 0;
    while k < PAIRS.len() {
        let (first_high, first_low, second, bit) = PAIRS[k];
        table = mark(table, [first_high, first_low, second][which], bit);
        k += 1;
    }
    table
}

const fn mark(mut table: [u8; 16], halves: &[u8], bit: u8) -> [u8; 16] {
    let mut i = 0;
    while i < halves.len() {
        table[halves[i] as usize] |= bit;
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use iriform::engine::chars;

    fn class(low: [u8; 16], high: [u8; 16], byte: u8) -> u8 {
        low[usize::from(byte % 16)] & high[usize::from(byte / 16)]
    }

    #[test]
    fn classes_of_bytes_are_those_of_the_grammar() {
        for byte in 0..=u8::MAX {
            let is_legal = byte == b'#' || chars::QUERY.contains(byte.into());
            let of = class(BY_LOW, BY_HIGH, byte);
            assert_eq!(of != 0, is_legal, "{byte:#x}");
            // The classes are low enough that the sum of two does not wrap.
            assert_eq!(of.wrapping_add(0x80 - STOP) >= 0x80, of >= STOP);
            assert_eq!(of >= STOP, b"/?#:@;=".contains(&byte), "{byte:#x}");
            assert_eq!(of >= HASH, byte == b'#');
            let of = class(SCHEME_BY_LOW, SCHEME_BY_HIGH, byte);
            assert_eq!(of != 0, chars::SCHEME.contains(byte.into()), "{byte:#x}");
            assert_eq!(of & SCHEME_DIGIT != 0, byte.is_ascii_digit(), "{byte:#x}");
        }
    }
}
