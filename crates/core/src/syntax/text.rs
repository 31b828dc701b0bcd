//! The memory layouts of text that the parser reads in place.
//!
//! `CPython` stores a `str` as an array of code points of one, two or four bytes; bytes and Arrow columns are
//! UTF-8. One generic scanner reads all four, so no text is transcoded for parsing. Positions are indices into
//! the units: code points for [`Latin1`], [`Ucs2`] and [`Ucs4`], bytes for [`Utf8`].

use std::ops::Range;

use crate::syntax::chars::Class;

/// The range of `inner` in `outer`, if it is a slice of it.
#[inline]
pub fn place_in(outer: &[u8], inner: &[u8]) -> Option<Range<usize>> {
    let start = inner.as_ptr().addr().wrapping_sub(outer.as_ptr().addr());
    let end = start.checked_add(inner.len())?;
    (end <= outer.len()).then_some(start..end)
}

/// The number of characters of octets. An octet that is not part of UTF-8 counts as one, as Python decodes it.
pub fn characters(octets: &[u8]) -> usize {
    octets.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// The result of [`Text::peek`] beyond the end.
pub const END: u32 = u32::MAX;

/// Indexable text. Every method accepts any index; beyond the end it returns [`END`].
pub trait Text: Copy {
    /// Number of units.
    fn len(self) -> usize;

    /// The code point that begins at `i` and its length in units; `(END, 0)` at the end, and
    /// `(ILL_FORMED, 1)` if the bytes are not UTF-8.
    fn code_point(self, i: usize) -> (u32, usize);

    /// The code point that ends before `i`, and its beginning; `(END, 0)` at the beginning. In bytes that are
    /// not UTF-8, it only finds code points that could be read forwards.
    fn code_point_before(self, i: usize) -> (u32, usize);

    /// The unit at `i`: below 0x80 it is the ASCII character. [`END`] beyond the end.
    fn peek(self, i: usize) -> u32;

    /// The first index at or after `i` whose character is not in `class`.
    fn run(self, i: usize, class: Class) -> usize;

    /// The beginning of the run of ASCII characters in `class` that ends at `i`, at least `least`.
    #[inline(always)]
    fn run_before(self, mut i: usize, least: usize, class: Class) -> usize {
        while i > least && class.contains_unit(self.peek(i - 1)) {
            i -= 1;
        }
        i
    }

    /// Calls a function with the text in UTF-8, borrowed if it is stored so. A surrogate is U+FFFD there.
    fn with_utf8<R>(self, read: impl FnOnce(&[u8]) -> R) -> R {
        let mut out = String::with_capacity(self.len() + self.len() / 2);
        let mut i = 0;
        while i < self.len() {
            let (c, length) = self.code_point(i);
            out.push(char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER));
            i += length.max(1);
        }
        read(out.as_bytes())
    }

    /// Returns true if the text is empty.
    fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns true if the unit at `i` is this ASCII character.
    #[inline(always)]
    fn is(self, i: usize, ascii: u8) -> bool {
        self.peek(i) == u32::from(ascii)
    }

    /// [`find`](Self::find), faster for long distances.
    #[inline(always)]
    fn find_far(self, i: usize, delimiters: &[u8]) -> usize {
        self.find(i, delimiters)
    }

    /// [`find`](Self::find) for many characters, which may be close together.
    #[inline(always)]
    fn find_any(self, mut i: usize, set: &AsciiSet) -> usize {
        while i < self.len() && !set.has(self.peek(i)) {
            i += 1;
        }
        i
    }

    /// The index of the first of these ASCII characters at or after `i`, or the end.
    #[inline(always)]
    fn find(self, mut i: usize, delimiters: &[u8]) -> usize {
        while i < self.len() && !delimiters.iter().any(|&d| self.is(i, d)) {
            i += 1;
        }
        i
    }
}

/// A set of ASCII characters to search for: one load for each unit, regardless of their number.
pub struct AsciiSet([bool; 256]);

impl AsciiSet {
    /// The set of these characters.
    pub const fn of(characters: &[u8]) -> Self {
        Self([false; 256]).with(characters)
    }

    /// The set with these added.
    pub(crate) const fn with(mut self, characters: &[u8]) -> Self {
        let mut i = 0;
        while i < characters.len() {
            self.add(characters[i]);
            i += 1;
        }
        self
    }

    /// Adds a character.
    pub(crate) const fn add(&mut self, character: u8) {
        assert!(character.is_ascii());
        self.0[character as usize] = true;
    }

    /// Returns true if the unit is one of the characters.
    #[inline(always)]
    pub(crate) fn has(&self, unit: u32) -> bool {
        u8::try_from(unit).is_ok_and(|unit| self.0[usize::from(unit)])
    }
}

/// Represents an ill-formed UTF-8 sequence. It is a surrogate, so it is in no class.
pub(crate) const ILL_FORMED: u32 = u32::MAX - 1;

/// Code points below U+0100, one byte each.
#[derive(Clone, Copy)]
pub struct Latin1<'a>(pub &'a [u8]);

/// Code points below U+10000, including lone surrogates.
#[derive(Clone, Copy)]
pub struct Ucs2<'a>(pub &'a [u16]);

/// Code points of any plane.
#[derive(Clone, Copy)]
pub struct Ucs4<'a>(pub &'a [u32]);

/// UTF-8, or bytes that should be UTF-8.
#[derive(Clone, Copy)]
pub struct Utf8<'a>(pub &'a [u8]);

/// Skips blocks of units that have none of these ASCII characters. The rest is shorter than a block, or its
/// first block has one.
#[inline(always)]
fn skip_blocks<'a, U: Copy + Into<u32>>(mut units: &'a [U], delimiters: &[u8]) -> &'a [U] {
    while let Some((block, rest)) = units.split_first_chunk()
        && !has_any(block, delimiters)
    {
        units = rest;
    }
    units
}

/// Returns true if a block has one of these ASCII characters.
#[inline(always)]
fn has_any<U: Copy + Into<u32>>(block: &[U; 16], delimiters: &[u8]) -> bool {
    // The loop compares the whole block without an early exit, so the compiler vectorizes it.
    let mut found = false;
    for &delimiter in delimiters {
        for &unit in block {
            found |= unit.into() == u32::from(delimiter);
        }
    }
    found
}

/// [`find_byte`], faster for long distances.
#[inline(always)]
fn find_far_byte(bytes: &[u8], i: usize, delimiters: &[u8]) -> usize {
    let Some(rest) = bytes.get(i..) else { return i };
    let rest = skip_blocks(rest, delimiters);
    match bytes.last_chunk() {
        Some(last) if rest.len() < last.len() && !has_any(last, delimiters) => bytes.len(),
        _ => find_byte(bytes, bytes.len() - rest.len(), delimiters),
    }
}

/// The index of the first of these ASCII characters at or after `i`, or the end. It reads eight
/// bytes at a time, as a word.
#[inline(always)]
fn find_byte(bytes: &[u8], i: usize, delimiters: &[u8]) -> usize {
    let found = |word: u64| {
        // A delimiter is ASCII, so it does not change the highest bits of the word.
        let borrows = |&delimiter: &u8| (word ^ (LOW * u64::from(delimiter))).wrapping_sub(LOW);
        first_byte(delimiters.iter().map(borrows).fold(0, |all, borrows| all | borrows) & !word)
    };
    let Some(mut rest) = bytes.get(i..) else { return i };
    while let Some((&word, after)) = rest.split_first_chunk() {
        if let Some(place) = found(u64::from_le_bytes(word)) {
            return bytes.len() - rest.len() + place;
        }
        rest = after;
    }
    // The rest, padded with zeros; zero is not a delimiter.
    let word = match bytes.last_chunk() {
        Some(&last) if !rest.is_empty() => u64::from_le_bytes(last) >> (64 - 8 * rest.len()),
        _ => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    found(word).map_or(bytes.len(), |place| bytes.len() - rest.len() + place)
}

/// The index of the first byte at or after `i` that is in the set, or the end.
#[inline(always)]
fn find_any_byte(bytes: &[u8], i: usize, set: &AsciiSet) -> usize {
    let Some(rest) = bytes.get(i..) else { return i };
    rest.iter().position(|&byte| set.0[usize::from(byte)]).map_or(bytes.len(), |place| i + place)
}

/// The index of the last such byte, which is an ASCII character.
pub(crate) fn rfind_byte(bytes: &[u8], byte: u8) -> Option<usize> {
    let mut rest = bytes;
    while let Some((before, &word)) = rest.split_last_chunk() {
        let word = u64::from_be_bytes(word) ^ (LOW * u64::from(byte));
        if let Some(place) = first_byte(word.wrapping_sub(LOW) & !word) {
            return Some(rest.len() - 1 - place);
        }
        rest = before;
    }
    rest.iter().rposition(|&one| one == byte)
}

/// The index of the first byte `a` that is followed by a byte `b`. Both are ASCII characters.
pub(crate) fn find_pair(bytes: &[u8], a: u8, b: u8) -> Option<usize> {
    let found = |word: u64, next: u64| {
        // A byte of it is zero if both are equal.
        let differences = (word ^ (LOW * u64::from(a))) | (next ^ (LOW * u64::from(b)));
        first_byte(differences.wrapping_sub(LOW) & !differences)
    };
    let mut rest = bytes;
    while let Some(&[ref word @ .., last]) = rest.first_chunk::<9>() {
        let word = u64::from_le_bytes(*word);
        if let Some(place) = found(word, word >> 8 | u64::from(last) << 56) {
            return Some(bytes.len() - rest.len() + place);
        }
        rest = &rest[8..];
    }
    match bytes.last_chunk() {
        // No byte follows the last one, and there is no such pair before `rest`.
        Some(&word) => {
            let word = u64::from_le_bytes(word);
            found(word, word >> 8).map(|place| bytes.len() - 8 + place)
        }
        None => bytes.windows(2).position(|pair| pair == [a, b]),
    }
}

/// The lowest bit of every byte of a word.
const LOW: u64 = u64::MAX / 0xFF;

/// The index of the first byte of a word whose highest bit is set.
///
/// `(w - LOW) & !w` has the highest bit of every byte of `w` that is zero. A borrow may set others above the
/// first one.
#[inline(always)]
const fn first_byte(word: u64) -> Option<usize> {
    match word & (LOW << 7) {
        0 => None,
        bits => Some(bits.trailing_zeros() as usize / 8),
    }
}

/// The first index at or after `i` whose byte, taken as Latin-1, is not in `class`.
#[inline(always)]
fn run_of_bytes(bytes: &[u8], mut i: usize, class: Class) -> usize {
    while i < bytes.len() && class.contains_latin1(bytes[i]) {
        i += 1;
    }
    i
}

/// Implements [`Text`] for storage with one code point in each unit, with these methods of its own.
macro_rules! code_point_text {
    ($($text:ident),+ => $own:tt) => { $(code_point_text! { @one $text $own })+ };
    (@one $text:ident { $($own:tt)* }) => {
        impl Text for $text<'_> {
            #[inline(always)]
            fn len(self) -> usize {
                self.0.len()
            }

            #[inline(always)]
            fn peek(self, i: usize) -> u32 {
                self.0.get(i).map_or(END, |&u| u.into())
            }

            #[inline(always)]
            fn code_point(self, i: usize) -> (u32, usize) {
                self.0.get(i).map_or((END, 0), |&u| (u.into(), 1))
            }

            #[inline(always)]
            fn code_point_before(self, i: usize) -> (u32, usize) {
                i.checked_sub(1).map_or((END, 0), |before| (self.peek(before), before))
            }

            $($own)*
        }
    };
}

code_point_text! {
    Latin1 => {
        #[inline(always)]
        fn find_far(self, i: usize, delimiters: &[u8]) -> usize {
            find_far_byte(self.0, i, delimiters)
        }

        #[inline(always)]
        fn find(self, i: usize, delimiters: &[u8]) -> usize {
            find_byte(self.0, i, delimiters)
        }

        #[inline(always)]
        fn find_any(self, i: usize, set: &AsciiSet) -> usize {
            find_any_byte(self.0, i, set)
        }

        #[inline(always)]
        fn run(self, i: usize, class: Class) -> usize {
            run_of_bytes(self.0, i, class)
        }
    }
}

code_point_text! {
    Ucs2, Ucs4 => {
        #[inline(always)]
        fn find_far(self, i: usize, delimiters: &[u8]) -> usize {
            let Some(rest) = self.0.get(i..) else { return i };
            self.find(self.0.len() - skip_blocks(rest, delimiters).len(), delimiters)
        }

        #[inline(always)]
        #[allow(clippy::useless_conversion, reason = "it is one for 16 bits")]
        fn run(self, mut i: usize, class: Class) -> usize {
            while i < self.0.len() {
                let c = u32::from(self.0[i]);
                let is_member = match u8::try_from(c) {
                    Ok(unit) => class.contains_latin1(unit),
                    Err(_) => class.contains_non_ascii(c),
                };
                if !is_member {
                    break;
                }
                i += 1;
            }
            i
        }
    }
}

#[cfg(test)]
thread_local! {
    /// The number of units of UTF-8 that were read. Unlike time, it is the same on a busy machine.
    pub(crate) static READS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts units that are read, in tests.
#[inline(always)]
fn count(units: usize) {
    #[cfg(test)]
    READS.set(READS.get() + units);
    let _ = units;
}

impl Text for Utf8<'_> {
    #[inline(always)]
    fn with_utf8<R>(self, read: impl FnOnce(&[u8]) -> R) -> R {
        read(self.0)
    }

    #[inline(always)]
    fn find_far(self, i: usize, delimiters: &[u8]) -> usize {
        find_far_byte(self.0, i, delimiters)
    }

    #[inline(always)]
    fn find(self, i: usize, delimiters: &[u8]) -> usize {
        let place = find_byte(self.0, i, delimiters);
        count(1 + place.saturating_sub(i));
        place
    }

    #[inline(always)]
    fn find_any(self, i: usize, set: &AsciiSet) -> usize {
        let place = find_any_byte(self.0, i, set);
        count(1 + place.saturating_sub(i));
        place
    }

    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn peek(self, i: usize) -> u32 {
        count(1);
        self.0.get(i).map_or(END, |&u| u.into())
    }

    #[inline(always)]
    #[allow(clippy::many_single_char_names, reason = "the octets of a sequence, in order")]
    fn code_point(self, i: usize) -> (u32, usize) {
        count(1);
        let first = self.0.get(i).map_or(END, |&first| first.into());
        if first < 0x80 {
            return (first, 1);
        }
        match *self.0.get(i..).unwrap_or(&[]) {
            [] => (END, 0),
            // Table 3-7 of The Unicode Standard: well-formed sequences, and nothing else.
            [a @ 0xC2..=0xDF, b, ..] if tail(b) => (u32::from(a & 0x1F) << 6 | low(b), 2),
            [a @ 0xE0..=0xEF, b, c, ..] if tail(b) && tail(c) => {
                match u32::from(a & 0x0F) << 12 | low(b) << 6 | low(c) {
                    0..0x800 | 0xD800..=0xDFFF => (ILL_FORMED, 1),
                    code_point => (code_point, 3),
                }
            }
            [a @ 0xF0..=0xF4, b, c, d, ..] if tail(b) && tail(c) && tail(d) => {
                match u32::from(a & 0x07) << 18 | low(b) << 12 | low(c) << 6 | low(d) {
                    code_point @ 0x10000..=0x10FFFF => (code_point, 4),
                    _ => (ILL_FORMED, 1),
                }
            }
            _ => (ILL_FORMED, 1),
        }
    }

    #[inline(always)]
    fn code_point_before(self, i: usize) -> (u32, usize) {
        let last = i.checked_sub(1).map_or(END, |last| self.peek(last));
        if last < 0x80 {
            return (last, i - 1);
        }
        for length in 1..=4.min(i) {
            let start = i - length;
            if !self.0.get(start).copied().is_some_and(tail) {
                let (c, read) = self.code_point(start);
                return if read == length { (c, start) } else { (ILL_FORMED, i - 1) };
            }
        }
        if i == 0 { (END, 0) } else { (ILL_FORMED, i - 1) }
    }

    #[inline(always)]
    fn run(self, mut i: usize, class: Class) -> usize {
        loop {
            while i < self.0.len() && class.contains_ascii(self.0[i]) {
                count(1);
                i += 1;
            }
            if !class.has_non_ascii() || i == self.0.len() || self.0[i] < 0x80 {
                return i;
            }
            // All of U+1000 to U+CFFF, the scripts of most of Asia, is `ucschar`, so it need not be
            // decoded.
            while let Some(&[0xE1..=0xEC, b, c]) = self.0.get(i..).and_then(<[u8]>::first_chunk)
                && tail(b)
                && tail(c)
            {
                i += 3;
            }
            if i == self.0.len() || self.0[i] < 0x80 {
                continue;
            }
            let (c, length) = self.code_point(i);
            if !class.contains_non_ascii(c) {
                return i;
            }
            i += length;
        }
    }
}

#[inline(always)]
const fn tail(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

#[inline(always)]
const fn low(byte: u8) -> u32 {
    (byte & 0x3F) as u32
}

#[cfg(test)]
mod tests;
