//! Values within lines of text: fields, and the links of any text (UTS #58).

use std::ops::Range;

use iriform::engine::{
    links::{LinkKind, Links, Options},
    text::Utf8,
};

use crate::gathered::Gathered;
use crate::lines::end_count;

/// The links of whole lines, as people and programs write them. The position of a link is its line.
///
/// Names without a scheme are rarely links there. A link ends before a character that no IRI has.
pub fn read(text: &[u8]) -> Gathered {
    let mut values = FoundValues::default();
    values.find(text, 0..text.len());
    values.ended(text)
}

/// The fields of whole lines at these ranges, each a value or a text with links; and the beginnings of the
/// lines that cannot be read, with the reasons. Both are in order. None if the text has no such ranges.
pub fn fields(
    text: &[u8],
    fields: &[(Range<usize>, bool)],
    unreadable: Vec<(usize, String)>,
) -> Option<Gathered> {
    let mut values = FoundValues::default();
    for (range, is_text) in fields {
        let value = text.get(range.clone()).filter(|_| range.start >= values.place.offset)?;
        if *is_text {
            values.find(text, range.clone());
        } else {
            values.add(text, range.start, value);
        }
    }
    let mut place = TextPlace::default();
    for (start, why) in unreadable {
        place.go(text.get(place.offset..start)?);
        values.gathered.add_unreadable(why, place.line, None);
    }
    Some(values.ended(text))
}

/// The values of a text, in the order in which they are found.
#[derive(Default)]
struct FoundValues {
    gathered: Gathered,
    place: TextPlace,
}

/// A position in a text.
struct TextPlace {
    offset: usize,
    /// The line, and the character in it, counted from 1.
    line: u64,
    column: u64,
}

impl Default for TextPlace {
    fn default() -> Self {
        Self { offset: 0, line: 1, column: 1 }
    }
}

impl TextPlace {
    /// Advances over these bytes.
    fn go(&mut self, mut between: &[u8]) {
        self.offset += between.len();
        if let Some(last) = memchr::memrchr(b'\n', between) {
            self.line += end_count(between) as u64;
            (self.column, between) = (1, &between[last + 1..]);
        }
        self.column += characters(between);
    }
}

impl FoundValues {
    fn add(&mut self, text: &[u8], start: usize, value: &[u8]) {
        self.place.go(&text[self.place.offset..start]);
        self.gathered.add(value, self.place.line, || None);
        self.gathered.columns.push(self.place.column);
    }

    fn find(&mut self, text: &[u8], range: Range<usize>) {
        let options = Options { domains: false, strict: true, ..Options::default() };
        let part = Utf8(&text[range.clone()]);
        for link in Links::of(part, &options) {
            let start = range.start + link.span.start;
            if link.kind == LinkKind::Iri {
                self.add(text, start, &text[start..range.start + link.span.end]);
            } else {
                // An address has no scheme.
                self.add(text, start, link.meant(part).iri.as_bytes());
            }
        }
    }

    fn ended(self, text: &[u8]) -> Gathered {
        let is_cut = !text.is_empty() && !text.ends_with(b"\n");
        let lines = (end_count(text) + usize::from(is_cut)) as u64;
        Gathered { line_count: lines, place_count: lines, ..self.gathered }
    }
}

/// The number of characters; a byte that is not UTF-8 counts as one.
fn characters(bytes: &[u8]) -> u64 {
    let chunks = bytes.utf8_chunks();
    chunks.map(|chunk| (chunk.valid().chars().count() + chunk.invalid().len()) as u64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_have_the_place_where_they_begin() {
        let text = b"\xC3\xA9 http://a/ \xFF<http://b/>, c@d.example\r\nnone\n\nhttp://e/";
        let read = read(text);
        let found: Vec<_> = read.offsets.windows(2).zip(&read.places).zip(&read.columns).collect();
        let found = found.into_iter().map(|((ends, &place), &column)| {
            let [start, end] = [ends[0], ends[1]].map(|end| usize::try_from(end).unwrap_or(0));
            (&read.text[start..end], place, column)
        });
        let expected: [(&[u8], u64, u64); 4] = [
            (b"http://a/", 1, 3),
            (b"http://b/", 1, 15),
            (b"mailto:c@d.example", 1, 27),
            (b"http://e/", 4, 1),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        assert_eq!((read.place_count, read.line_count), (4, 4));
    }
}
