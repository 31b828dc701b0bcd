//! The classifier of bytes for processors with AVX2: the only module with `unsafe` code.
//!
//! Two things are unsafe here: loads of vectors from arrays, and calls of functions that are
//! compiled for AVX2. Code without vectors is in [`stretch`]. It is inlined into this module, so
//! that the compiler uses the same instructions for it.

use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm256_add_epi8, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_max_epu8,
    _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_sub_epi8, _mm256_subs_epu8, _mm256_xor_si256,
};

use iriform_core::findings::is_plain_character;

use crate::Row;
use crate::classify::{
    BY_FIRST_HIGH, BY_FIRST_LOW, BY_HIGH, BY_LOW, BY_SECOND, CONTINUED, SCHEME_BY_HIGH,
    SCHEME_BY_LOW, SCHEME_DIGIT, STOP,
};
use crate::odd::Closer;
use crate::planes::{NONE, WORDS};
use crate::rows::{AFTER, BEFORE, Stretch};
use crate::stretch::{self, ALL, PLAIN, Planes, Schemes, Verdict, has};

/// A value of this type proves that the processor has AVX2 and the other features that the
/// functions in this module are compiled for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Asks the processor. Call it once for a column, because it takes a few nanoseconds.
    pub(crate) fn detect() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }

    /// Classifies the bytes of a stretch into planes, and decides each of its rows.
    #[allow(clippy::unused_self, reason = "it is the proof")]
    pub(crate) fn decide<const IRI: bool, const GENERAL: bool, const WANTED: u8>(
        self,
        stretch: &Stretch<'_>,
        planes: &mut Planes,
        schemes: &Schemes,
        rows: &mut [Row],
    ) -> Verdict {
        // SAFETY: a value of this type is made only where the processor has the features.
        unsafe {
            classify::<IRI, GENERAL, WANTED>(stretch, planes);
            decide::<GENERAL, WANTED>(stretch, planes, schemes, rows)
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn decide<const GENERAL: bool, const WANTED: u8>(
    stretch: &Stretch<'_>,
    planes: &Planes,
    schemes: &Schemes,
    rows: &mut [Row],
) -> Verdict {
    stretch::decide::<GENERAL, WANTED>(stretch, planes, schemes, rows)
}

/// The 64 bytes of a word, with the bytes before and after them that its classification needs.
type Around = [u8; BEFORE + AFTER];

#[inline(always)]
fn around<'a>(stretch: &Stretch<'a>, w: usize) -> &'a Around {
    stretch.bytes[64 * (w % WORDS)..].first_chunk().expect("a stretch has no more words")
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn classify<const IRI: bool, const GENERAL: bool, const WANTED: u8>(
    stretch: &Stretch<'_>,
    planes: &mut Planes,
) {
    let by_low = table(&BY_LOW);
    let by_high = table(&BY_HIGH);
    let scheme_by_low = table(&SCHEME_BY_LOW);
    let scheme_by_high = table(&SCHEME_BY_HIGH);
    let zero = _mm256_setzero_si256();
    // After this addition the highest bit is set for exactly the classes from STOP on.
    let to_top = splat(0x80 - STOP);
    let question = splat(b'?');
    let words = planes.begin(stretch.length());
    let [mut stop, mut first_hash, mut tail, mut no_scheme, mut no_name] = [NONE; 5];
    let mut hashes = 0;
    let mut tells = 0;
    for w in (0..words).rev() {
        let around = around(stretch, w);
        prefetch(stretch, 64 * (2 * words - w));
        let bytes = [load::<BEFORE>(around), load::<{ BEFORE + 32 }>(around)];
        let highs = bytes.map(|v| high_halves(v));
        let classes = [0, 1].map(|i| {
            let low = _mm256_shuffle_epi8(by_low, bytes[i]);
            _mm256_and_si256(low, _mm256_shuffle_epi8(by_high, highs[i]))
        });
        let hash = mask(classes);
        hashes += hash.count_ones();
        planes.stop.set(w, mask(classes.map(|class| _mm256_add_epi8(class, to_top))), &mut stop);
        planes.hash.put(w, hash);
        if has(WANTED, ALL) {
            planes.hash.set(w, hash, &mut first_hash);
            let question = mask(bytes.map(|v| _mm256_cmpeq_epi8(v, question)));
            planes.tail.set(w, hash | question, &mut tail);
        }
        if GENERAL || has(WANTED, PLAIN) {
            let classes = [0, 1].map(|i| {
                let low = _mm256_shuffle_epi8(scheme_by_low, bytes[i]);
                _mm256_and_si256(low, _mm256_shuffle_epi8(scheme_by_high, highs[i]))
            });
            let others = mask(classes.map(|class| _mm256_cmpeq_epi8(class, zero)));
            if GENERAL {
                planes.no_scheme.set(w, others, &mut no_scheme);
            }
            if has(WANTED, PLAIN) {
                let digits = classes.map(|class| _mm256_and_si256(class, splat(SCHEME_DIGIT)));
                let digits = !mask(digits.map(|class| _mm256_cmpeq_epi8(class, zero)));
                let (names, tell) = tell_apart(around, bytes, others, digits);
                planes.no_name.set(w, names, &mut no_name);
                planes.telling.put(w, tell);
                tells |= tell;
            }
        }
        let odd = mask(classes.map(|class| _mm256_cmpeq_epi8(class, zero)));
        planes.odd.note(w, odd);
    }
    // Bits after the last row change no verdict, but each `#` there was counted: subtract them.
    if let (Some(last), 1..) = (words.checked_sub(1), stretch.length() % 64) {
        hashes -= planes.hash.count(last, u64::MAX << (stretch.length() % 64));
    }
    planes.hashes = hashes;
    if !has(WANTED, ALL) && hashes > 1 {
        planes.hash.link_all(words);
    }
    if !planes.odd.is_empty() {
        let look = |w, odd| look_closer::<IRI, WANTED>(around(stretch, w), odd);
        let telling = &mut planes.telling;
        planes.odd.each(words, look, |w, found| {
            if has(WANTED, PLAIN) {
                telling.add(w, found);
                tells |= found;
            }
        });
    }
    if tells != 0 {
        planes.tells = true;
        planes.telling.link_all(words);
    }
}

/// Where a host is not plain, and which bytes make a rule look closer but for odd ones: semicolons,
/// and slashes before a dot. `others` are the bytes that no scheme may have.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn tell_apart(around: &Around, bytes: [__m256i; 2], others: u64, digits: u64) -> (u64, u64) {
    let is = |byte: u8| mask(bytes.map(|v| _mm256_cmpeq_epi8(v, splat(byte))));
    let next = around[BEFORE + 64];
    let before = |mask: u64, is_next: bool| mask >> 1 | u64::from(is_next) << 63;
    let (dots, hyphens) = (is(b'.'), is(b'-'));
    let others = others | is(b'+');
    let letters = !(others | digits | dots | hyphens);
    let before_letter = before(letters, next.is_ascii_alphabetic());
    let before_digit = before(digits, next.is_ascii_digit());
    let names = others | dots & !before_letter | hyphens & !(before_letter | before_digit);
    (names, is(b';') | is(b'/') & before(dots, next == b'.'))
}

/// Of the odd bytes of a word, those that are in no reference, those to ask the parser about, and
/// those that make a rule look closer.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn look_closer<const IRI: bool, const WANTED: u8>(around: &Around, odd: u64) -> Closer {
    let bytes = [load::<BEFORE>(around), load::<{ BEFORE + 32 }>(around)];
    let is = |byte: u8| mask(bytes.map(|v| _mm256_cmpeq_epi8(v, splat(byte))));
    let percent = is(b'%');
    let non_ascii = if IRI { mask(bytes) } else { 0 };
    let (mut never, mut doubt, mut telling) = (odd & !percent & !non_ascii, 0, 0);
    if never != 0 {
        doubt = is(b'[') | is(b']');
        never &= !doubt;
    }
    if percent != 0 {
        let hex = mask(bytes.map(|v| hex_digits(v)));
        let next = |i: usize| u64::from(around[BEFORE + 64 + i].is_ascii_hexdigit());
        let first = hex >> 1 | next(0) << 63;
        let second = first >> 1 | next(1) << 63;
        never |= percent & !(first & second);
        if has(WANTED, PLAIN) {
            telling |= percent & !is_quiet(bytes);
        }
    }
    if non_ascii != 0 {
        doubt |= doubtful(around) | truncated_at_end(around);
        if has(WANTED, PLAIN) {
            telling |= telling_characters(around, bytes);
        }
    }
    Closer { never, doubt, telling }
}

/// Where a `%` stands before digits of an octet that no rule of the default profile is about: of a
/// printable ASCII character other than `%` and the dot. Nothing is known of the last two bytes.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn is_quiet(bytes: [__m256i; 2]) -> u64 {
    let is = |byte: u8| mask(bytes.map(|v| _mm256_cmpeq_epi8(v, splat(byte))));
    let lower = bytes.map(|v| _mm256_or_si256(v, splat(0x20)));
    let is_letter = |byte: u8| mask(lower.map(|v| _mm256_cmpeq_epi8(v, splat(byte))));
    let middle = mask(bytes.map(|v| at_most(_mm256_sub_epi8(v, splat(b'3')), 3)));
    // 2E and 25; 7F.
    let two = is(b'2') & !((is(b'5') | is_letter(b'e')) >> 1);
    let seven = is(b'7') & !(is_letter(b'f') >> 1);
    (middle | two | seven) >> 1 & (u64::MAX >> 2)
}

/// The beginnings of characters that a rule of the default profile may be about.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn telling_characters(around: &Around, bytes: [__m256i; 2]) -> u64 {
    // U+00C0 to U+02FF, U+0400 to U+047F and U+4000 to U+9FFF have nothing of the kind.
    let quiet = bytes.map(|v| {
        let latin = at_most(_mm256_sub_epi8(v, splat(0xC3)), 8);
        let cyrillic = at_most(_mm256_sub_epi8(v, splat(0xD0)), 1);
        let han = at_most(_mm256_sub_epi8(v, splat(0xE4)), 5);
        _mm256_or_si256(_mm256_or_si256(latin, cyrillic), han)
    });
    let begins = mask(bytes.map(|v| at_least(v, 0xC0)));
    let mut left = begins & !mask(quiet);
    let mut telling = 0;
    while left != 0 {
        let i = left.trailing_zeros();
        left &= left - 1;
        let at = BEFORE + i as usize;
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

/// Whether a character of the first plane is not plain.
fn telling_block(code_point: u32) -> bool {
    char::from_u32(code_point).is_none_or(|c| !is_plain_character(c))
}

#[target_feature(enable = "avx2")]
#[inline]
fn hex_digits(v: __m256i) -> __m256i {
    let digits = at_most(_mm256_sub_epi8(v, splat(b'0')), 9);
    let lower = _mm256_or_si256(v, splat(0x20));
    _mm256_or_si256(digits, at_most(_mm256_sub_epi8(lower, splat(b'a')), 5))
}

/// The positions at which a sequence of UTF-8 is found to be ill-formed, or may encode a character
/// outside `ucschar`. For a sequence that breaks off, this is the position after it.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn doubtful(around: &Around) -> u64 {
    let doubt = [
        doubtful_pairs(
            load::<{ BEFORE - 3 }>(around),
            load::<{ BEFORE - 2 }>(around),
            load::<{ BEFORE - 1 }>(around),
            load::<BEFORE>(around),
        ),
        doubtful_pairs(
            load::<{ BEFORE + 32 - 3 }>(around),
            load::<{ BEFORE + 32 - 2 }>(around),
            load::<{ BEFORE + 32 - 1 }>(around),
            load::<{ BEFORE + 32 }>(around),
        ),
    ];
    !mask(doubt.map(|v| _mm256_cmpeq_epi8(v, _mm256_setzero_si256())))
}

/// [`doubtful`] for the 32 bytes of `last`. `third`, `second` and `first` are the same bytes, one,
/// two and three places earlier.
#[target_feature(enable = "avx2")]
#[inline]
fn doubtful_pairs(first: __m256i, second: __m256i, third: __m256i, last: __m256i) -> __m256i {
    let pairs = _mm256_and_si256(
        _mm256_and_si256(
            _mm256_shuffle_epi8(table(&BY_FIRST_HIGH), high_halves(third)),
            _mm256_shuffle_epi8(table(&BY_FIRST_LOW), low_halves(third)),
        ),
        _mm256_shuffle_epi8(table(&BY_SECOND), high_halves(last)),
    );
    // A continuation byte after another one is right only as the third byte of a sequence of three
    // or four, or as the fourth of four.
    let fourth = _mm256_subs_epu8(first, splat(0xF0 - CONTINUED));
    let later = _mm256_or_si256(fourth, _mm256_subs_epu8(second, splat(0xE0 - CONTINUED)));
    let ill_formed = _mm256_xor_si256(pairs, _mm256_and_si256(later, splat(CONTINUED)));
    // U+E000 to U+EFFF are private use, and so are planes 15 and 16. Planes 4 to 14 are nearly
    // empty. Leave all of them to the parser.
    let private = _mm256_or_si256(equal(last, 0xEE), at_least(last, 0xF1));
    // After EF: private use up to A3, noncharacters in B7, specials and noncharacters in BF.
    let ends = _mm256_or_si256(equal(last, 0xB7), equal(last, 0xBF));
    let ends = _mm256_and_si256(equal(third, 0xEF), _mm256_or_si256(ends, at_most(last, 0xA3)));
    // The last two code points of a plane: F_ _F BF BE and BF.
    let plane_ends = _mm256_and_si256(equal(third, 0xBF), at_least(last, 0xBE));
    let plane_ends = _mm256_and_si256(plane_ends, fourth);
    _mm256_or_si256(
        _mm256_or_si256(ill_formed, private),
        _mm256_or_si256(ends, _mm256_and_si256(plane_ends, splat(0x80))),
    )
}

/// The last bit, if a sequence that begins in this word breaks off at its end. If the sequence goes
/// on, the next word has odd bytes, and its own check looks back at these.
#[inline(always)]
fn truncated_at_end(around: &Around) -> u64 {
    let end = BEFORE + 64;
    let open = around[end - 1] >= 0xC0 || around[end - 2] >= 0xE0 || around[end - 3] >= 0xF0;
    u64::from(open && around[end] & 0xC0 != 0x80) << 63
}

#[target_feature(enable = "avx2")]
#[inline]
fn high_halves(v: __m256i) -> __m256i {
    low_halves(_mm256_srli_epi16::<4>(v))
}

#[target_feature(enable = "avx2")]
#[inline]
fn low_halves(v: __m256i) -> __m256i {
    _mm256_and_si256(v, splat(0x0F))
}

#[target_feature(enable = "avx2")]
#[inline]
fn equal(v: __m256i, byte: u8) -> __m256i {
    _mm256_cmpeq_epi8(v, splat(byte))
}

#[target_feature(enable = "avx2")]
#[inline]
fn at_most(v: __m256i, byte: u8) -> __m256i {
    _mm256_cmpeq_epi8(_mm256_min_epu8(v, splat(byte)), v)
}

#[target_feature(enable = "avx2")]
#[inline]
fn at_least(v: __m256i, byte: u8) -> __m256i {
    _mm256_cmpeq_epi8(_mm256_max_epu8(v, splat(byte)), v)
}

#[target_feature(enable = "avx2")]
#[inline]
fn splat(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte.cast_signed())
}

/// The highest bit of each of 64 bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn mask([a, b]: [__m256i; 2]) -> u64 {
    let [a, b] = [a, b].map(|v| u64::from(_mm256_movemask_epi8(v).cast_unsigned()));
    a | b << 32
}

/// Prefetches the cache line of a byte that may lie beyond the stretch, or even beyond the buffer:
/// the next rows are needed soon.
#[inline(always)]
fn prefetch(stretch: &Stretch<'_>, index: usize) {
    let line = stretch.bytes.as_ptr().wrapping_add(index);
    // SAFETY: a prefetch reads nothing, so the pointer may point anywhere.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) };
}

/// A table of 16 bytes for `_mm256_shuffle_epi8`, in both halves of the vector, because it looks up
/// each half in its own half of the table.
#[target_feature(enable = "avx2")]
#[inline]
fn table(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the pointer is to 16 bytes that may be read, and the load needs no alignment.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

/// 32 bytes from index `AT` on.
#[target_feature(enable = "avx2")]
#[inline]
fn load<const AT: usize>(around: &Around) -> __m256i {
    let bytes: &[u8; 32] = around[AT..].first_chunk().expect("within those around");
    // SAFETY: the pointer is to 32 bytes that may be read, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}
