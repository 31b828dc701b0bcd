//! Text of a page, and positions in it.

use std::ops::Range;

use serde::Serialize;

/// A range of a text, in units of UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// Its beginning.
    pub start: usize,
    /// Its end.
    pub stop: usize,
}

/// Text that came as UTF-16, perhaps with lone surrogates.
pub(crate) struct Utf16 {
    /// The code points, including lone surrogates.
    pub(crate) code_points: Vec<u32>,
    /// The text, if it has no lone surrogate.
    pub(crate) text: Option<String>,
}

impl Utf16 {
    pub(crate) fn of(units: &[u16]) -> Self {
        let code_points = char::decode_utf16(units.iter().copied())
            .map(|unit| unit.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from))
            .collect();
        Self { code_points, text: String::from_utf16(units).ok() }
    }

    /// The units before each code point, and before the end.
    pub(crate) fn places(&self) -> Places {
        let length = |&c: &u32| if c > 0xFFFF { 2 } else { 1 };
        Places::new(self.code_points.iter().map(|c| (1, length(c))))
    }
}

/// The number of UTF-16 units before each index of a text in other units.
pub(crate) struct Places(Vec<usize>);

impl Places {
    /// The positions in a text of bytes.
    pub(crate) fn of(text: &str) -> Self {
        Self::new(text.chars().map(|c| (c.len_utf8(), c.len_utf16())))
    }

    /// The positions in a text of characters, each with a length in other units and a length in UTF-16.
    fn new(lengths: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut places = vec![0];
        let mut units = 0;
        for (other, utf16) in lengths {
            places.resize(places.len() + other - 1, units);
            units += utf16;
            places.push(units);
        }
        Self(places)
    }

    pub(crate) fn at(&self, index: usize) -> usize {
        self.0[index]
    }

    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
        Span { start: self.at(range.start), stop: self.at(range.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_code_points_become_units() {
        let text = "a\u{E9}\u{9053}\u{1D11E}b";
        let places = Places::of(text);
        for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(places.at(byte), text[..byte].encode_utf16().count());
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        let utf16 = Utf16::of(&units);
        assert_eq!(utf16.text.as_deref(), Some(text));
        assert_eq!(utf16.places().0, [0, 1, 2, 3, 5, 6]);
    }

    #[test]
    fn lone_surrogates_are_code_points() {
        let utf16 = Utf16::of(&[0x61, 0xD834, 0xDD1E, 0xDC00, 0xD800]);
        assert_eq!(utf16.text, None);
        assert_eq!(utf16.code_points, [0x61, 0x1D11E, 0xDC00, 0xD800]);
        assert_eq!(utf16.places().0, [0, 1, 3, 4, 5]);
    }
}
