//! Text of any kind: the links that stand in it (UTS #58), each a value.

use iriform::engine::links::{LinkKind, Links, Options};
use iriform::engine::text::Utf8;

use crate::gathered::Gathered;
use crate::lines::end_count;

/// The links of whole lines, as people and programs write them. The place of a link is its line.
///
/// Names without a scheme are rarely links there. A link ends before what no IRI has.
pub fn read(text: &[u8]) -> Gathered {
    let options = Options { domains: false, strict: true, ..Options::default() };
    let mut gathered = Gathered::default();
    // How many lines, and characters of its line, stand before the last link.
    let (mut line, mut column, mut end) = (1, 1, 0);
    for link in Links::of(Utf8(text), &options) {
        let mut between = &text[end..link.span.start];
        if let Some(last) = memchr::memrchr(b'\n', between) {
            line += end_count(between) as u64;
            (column, between) = (1, &between[last + 1..]);
        }
        column += characters(between);
        end = link.span.start;
        if link.kind == LinkKind::Iri {
            gathered.add(&text[link.span], line, || None);
        } else {
            // An address has no scheme.
            gathered.add(link.meant(Utf8(text)).iri.as_bytes(), line, || None);
        }
        gathered.columns.push(column);
    }
    let is_cut = !text.is_empty() && !text.ends_with(b"\n");
    gathered.line_count = (end_count(text) + usize::from(is_cut)) as u64;
    gathered.place_count = gathered.line_count;
    gathered
}

/// The number of characters, among which is each byte that is not UTF-8.
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
