//! The classifier of bytes: turns a stretch into planes, by the tables of `classes` and the vectors of
//! `arch`.
//!
//! Every function is `inline(always)`, so that it is compiled for the processor that its caller in
//! `arch` is compiled for.

use iriform::engine::{bits::ones, findings::is_plain_character};

use crate::arch::vector::{Processor, Vector};
use crate::classes::{
    BY_FIRST_HIGH, BY_FIRST_LOW, BY_HIGH, BY_LOW, BY_SECOND, CONTINUED, SCHEME_BY_HIGH,
    SCHEME_BY_LOW, SCHEME_DIGIT, STOP,
};
use crate::marks::Marks;
use crate::odd::Closer;
use crate::planes::{NONE, WORDS};
use crate::rows::{AFTER, BEFORE, Stretch};
use crate::stretch::{COMPONENTS, MARKS, PLAIN, Planes, has};

/// The 64 bytes of a word, with the bytes before and after them that its classification needs.
type Around = [u8; BEFORE + AFTER];

#[inline(always)]
fn around<'a>(stretch: &Stretch<'a>, w: usize) -> &'a Around {
    stretch.bytes[64 * (w % WORDS)..].first_chunk().expect("a stretch has no more words")
}

/// The 64 bytes that begin at index `AT`.
#[inline(always)]
fn load<P: Processor, const AT: usize>(processor: P, around: &Around) -> P::Bytes {
    processor.load(around[AT..].first_chunk().expect("within those around"))
}

/// Classifies the bytes of a stretch.
#[inline(always)]
pub(super) fn classify<P: Processor, const IRI: bool, const GENERAL: bool, const WANTED: u8>(
    processor: P,
    stretch: &Stretch<'_>,
    planes: &mut Planes,
) {
    let by_low = processor.table(&BY_LOW);
    let by_high = processor.table(&BY_HIGH);
    let scheme_by_low = processor.table(&SCHEME_BY_LOW);
    let scheme_by_high = processor.table(&SCHEME_BY_HIGH);
    let words = planes.begin(stretch.length());
    let [mut stop, mut first_hash, mut tail, mut no_scheme, mut no_name, mut capital] = [NONE; 6];
    let mut hashes = 0;
    let (mut tells, mut marks) = (0, 0);
    for w in (0..words).rev() {
        let around = around(stretch, w);
        processor.prefetch(stretch.bytes.as_ptr().wrapping_add(64 * (2 * words - w)));
        let bytes = load::<P, BEFORE>(processor, around);
        let (lows, highs) = (bytes.low_halves_of_ascii(), bytes.high_halves());
        let class = lows.look_up(by_low) & highs.look_up(by_high);
        let hash = class.highest_bits();
        hashes += hash.count_ones();
        // After this addition the highest bit is set for exactly the classes from STOP on.
        planes.stop.set(w, class.plus(0x80 - STOP).highest_bits(), &mut stop);
        planes.hash.put(w, hash);
        if has(WANTED, COMPONENTS) {
            planes.hash.set(w, hash, &mut first_hash);
            let question = bytes.equal(b'?').highest_bits();
            planes.tail.set(w, hash | question, &mut tail);
        }
        if GENERAL || has(WANTED, PLAIN) {
            let class = lows.look_up(scheme_by_low) & highs.look_up(scheme_by_high);
            let others = class.equal(0).highest_bits();
            if GENERAL {
                planes.no_scheme.set(w, others, &mut no_scheme);
            }
            if has(WANTED, PLAIN) {
                let digits = !(class & class.splat(SCHEME_DIGIT)).equal(0).highest_bits();
                let (names, tell) = tell_apart(around, bytes, others, digits);
                planes.no_name.set(w, names, &mut no_name);
                planes.telling.put(w, tell);
                tells |= tell;
            }
        }
        if has(WANTED, MARKS) {
            let marked = marked_bytes(processor, around, hash, planes.wanted);
            planes.marks.put(w, marked);
            marks |= marked;
            if planes.wanted.has(Marks::CAPITAL) {
                planes.capitals.set(w, bytes.minus(b'A').at_most(25).highest_bits(), &mut capital);
            }
        }
        planes.odd.note(w, class.equal(0).highest_bits());
    }
    // Bits after the last row change no verdict, but each `#` there was counted: subtract them.
    if let (Some(last), 1..) = (words.checked_sub(1), stretch.length() % 64) {
        hashes -= planes.hash.count(last, u64::MAX << (stretch.length() % 64));
    }
    planes.hashes = hashes;
    if !has(WANTED, COMPONENTS) && hashes > 1 {
        planes.hash.link_all(words);
    }
    if !planes.odd.is_empty() {
        let wanted = planes.wanted;
        let look =
            |w, odd| look_closer::<P, IRI, WANTED>(processor, around(stretch, w), odd, wanted);
        let (telling, marked) = (&mut planes.telling, &mut planes.marks);
        planes.odd.each(words, look, |w, found| {
            if has(WANTED, PLAIN) {
                telling.add(w, found.telling);
                tells |= found.telling;
            }
            if has(WANTED, MARKS) {
                marked.add(w, found.marked);
                marks |= found.marked;
            }
        });
    }
    if tells != 0 {
        planes.tells = true;
        planes.telling.link_all(words);
    }
    if marks != 0 {
        planes.is_marked = true;
        planes.marks.link_all(words);
    }
}

/// The bytes of a word that mark their row, except for odd ones. `hash` is where `#` is.
#[inline(always)]
fn marked_bytes<P: Processor>(processor: P, around: &Around, hash: u64, wanted: Marks) -> u64 {
    let bytes = load::<P, BEFORE>(processor, around);
    let mut marked = 0;
    if wanted.has(Marks::DOT) {
        let next = load::<P, { BEFORE + 1 }>(processor, around);
        // The path of a reference with a scheme follows its colon, if there is no authority.
        let before = bytes.equal(b'/') | bytes.equal(b':');
        marked |= (before & next.equal(b'.')).highest_bits();
    }
    if wanted.has(Marks::QUERY) {
        marked |= places(bytes, b'?');
    }
    if wanted.has(Marks::FRAGMENT) {
        marked |= hash;
    }
    marked
}

/// The positions of the bytes of a word that are `byte`.
#[inline(always)]
fn places(bytes: impl Vector, byte: u8) -> u64 {
    bytes.equal(byte).highest_bits()
}

/// The positions at which a host is not plain, and the bytes that concern a rule except odd ones: semicolons,
/// and slashes before a dot. `others` are the bytes that no scheme may have.
#[inline(always)]
fn tell_apart(around: &Around, bytes: impl Vector, others: u64, digits: u64) -> (u64, u64) {
    let next = around[BEFORE + 64];
    let before = |mask: u64, is_next: bool| mask >> 1 | u64::from(is_next) << 63;
    let (dots, hyphens) = (places(bytes, b'.'), places(bytes, b'-'));
    // A host with capitals is plain as well, but not its own key.
    let capitals = bytes.minus(b'A').at_most(25).highest_bits();
    let others = others | capitals | places(bytes, b'+');
    let letters = !(others | digits | dots | hyphens);
    let before_letter = before(letters, next.is_ascii_lowercase());
    let before_digit = before(digits, next.is_ascii_digit());
    let names = others | dots & !before_letter | hyphens & !(before_letter | before_digit);
    (names, places(bytes, b';') | places(bytes, b'/') & before(dots, next == b'.'))
}

/// Sorts the odd bytes of a word: those that no reference has, those for the parser, those that concern a rule,
/// and those that mark their row.
#[inline(always)]
fn look_closer<P: Processor, const IRI: bool, const WANTED: u8>(
    processor: P,
    around: &Around,
    odd: u64,
    wanted: Marks,
) -> Closer {
    let bytes = load::<P, BEFORE>(processor, around);
    let percent = places(bytes, b'%');
    let non_ascii = if IRI { bytes.highest_bits() } else { 0 };
    let (mut never, mut doubt, mut telling) = (odd & !percent & !non_ascii, 0, 0);
    if never != 0 {
        doubt = places(bytes, b'[') | places(bytes, b']');
        never &= !doubt;
    }
    if percent != 0 {
        let hex = hex_digits(bytes);
        let next = |i: usize| u64::from(around[BEFORE + 64 + i].is_ascii_hexdigit());
        let first = hex >> 1 | next(0) << 63;
        let second = first >> 1 | next(1) << 63;
        never |= percent & !(first & second);
        if has(WANTED, PLAIN) {
            telling |= percent & !quiet_octets(bytes);
        }
    }
    if non_ascii != 0 {
        doubt |= doubtful(processor, around) | truncated_at_end(around);
        if has(WANTED, PLAIN) {
            telling |= telling_characters(around, bytes);
        }
    }
    let mut marked = 0;
    if has(WANTED, MARKS) {
        marked |= if wanted.has(Marks::ESCAPE) { percent } else { 0 };
        marked |= if wanted.has(Marks::NON_ASCII) { non_ascii } else { 0 };
    }
    Closer { never, doubt, telling, marked }
}

/// The position of a `%` before the digits of an octet that concerns no rule of the default profile: a
/// printable ASCII character other than `%` and the dot. Nothing is known of the last two bytes.
#[inline(always)]
fn quiet_octets(bytes: impl Vector) -> u64 {
    let lower = bytes | bytes.splat(0x20);
    let middle = bytes.minus(b'3').at_most(3).highest_bits();
    // 2E and 25; 7F.
    let two = places(bytes, b'2') & !((places(bytes, b'5') | places(lower, b'e')) >> 1);
    let seven = places(bytes, b'7') & !(places(lower, b'f') >> 1);
    (middle | two | seven) >> 1 & (u64::MAX >> 2)
}

/// The first bytes of characters that may concern a rule of the default profile.
#[inline(always)]
fn telling_characters(around: &Around, bytes: impl Vector) -> u64 {
    // U+00C0 to U+02FF, U+0400 to U+047F and U+4000 to U+9FFF have no such characters.
    let latin = bytes.minus(0xC3).at_most(8);
    let cyrillic = bytes.minus(0xD0).at_most(1);
    let han = bytes.minus(0xE4).at_most(5);
    let begins = bytes.at_least(0xC0).highest_bits();
    let mut telling = 0;
    for i in ones(begins & !(latin | cyrillic | han).highest_bits()) {
        let at = BEFORE + i;
        let is_one = |bytes: &[u8; 3]| match *bytes {
            [a @ 0xC2..=0xDF, b, _] => {
                telling_block(u32::from(a & 0x1F) << 6 | u32::from(b & 0x3F))
            }
            [a @ 0xE0..=0xEF, b, c] => telling_block(
                u32::from(a & 0xF) << 12 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F),
            ),
            _ => true,
        };
        let is_telling = around[at..].first_chunk().is_none_or(is_one);
        telling |= u64::from(is_telling) << i;
    }
    telling
}

/// Returns true if a character of the first plane is not plain.
fn telling_block(code_point: u32) -> bool {
    char::from_u32(code_point).is_none_or(|c| !is_plain_character(c))
}

/// The positions of hexadecimal digits.
#[inline(always)]
fn hex_digits(bytes: impl Vector) -> u64 {
    let lower = bytes | bytes.splat(0x20);
    (bytes.minus(b'0').at_most(9) | lower.minus(b'a').at_most(5)).highest_bits()
}

/// The positions at which a sequence of UTF-8 is found to be ill-formed, or may encode a character
/// outside `ucschar`. For a sequence that breaks off, this is the position after it.
#[inline(always)]
fn doubtful<P: Processor>(processor: P, around: &Around) -> u64 {
    // The same bytes, three, two and one positions earlier.
    let first = load::<P, { BEFORE - 3 }>(processor, around);
    let second = load::<P, { BEFORE - 2 }>(processor, around);
    let third = load::<P, { BEFORE - 1 }>(processor, around);
    let last = load::<P, BEFORE>(processor, around);
    let pairs = third.high_halves().look_up(processor.table(&BY_FIRST_HIGH))
        & third.low_halves().look_up(processor.table(&BY_FIRST_LOW))
        & last.high_halves().look_up(processor.table(&BY_SECOND));
    // A continuation byte after another one is right only as the third byte of a sequence of three
    // or four, or as the fourth of four.
    let fourth = first.minus_saturating(0xF0 - CONTINUED);
    let later = fourth | second.minus_saturating(0xE0 - CONTINUED);
    let ill_formed = pairs ^ (later & later.splat(CONTINUED));
    // U+E000 to U+EFFF are private use, and so are planes 15 and 16. Planes 4 to 14 are nearly
    // empty. Leave all of them to the parser.
    let private = last.equal(0xEE) | last.at_least(0xF1);
    // After EF: private use up to A3, noncharacters in B7, specials and noncharacters in BF.
    let ends = last.equal(0xB7) | last.equal(0xBF) | last.at_most(0xA3);
    let ends = third.equal(0xEF) & ends;
    // The last two code points of a plane: F_ _F BF BE and BF.
    let plane_ends = third.equal(0xBF) & last.at_least(0xBE) & fourth & fourth.splat(0x80);
    !(ill_formed | private | ends | plane_ends).equal(0).highest_bits()
}

/// The last bit, if a sequence that begins in this word breaks off at its end. If the sequence goes
/// on, the next word has odd bytes, and its own check looks back at these.
#[inline(always)]
fn truncated_at_end(around: &Around) -> u64 {
    let end = BEFORE + 64;
    let open = around[end - 1] >= 0xC0 || around[end - 2] >= 0xE0 || around[end - 3] >= 0xF0;
    u64::from(open && around[end] & 0xC0 != 0x80) << 63
}
