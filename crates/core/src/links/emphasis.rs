//! The emphasis of Markdown around a link: a link ends before a mark that closes one which was opened before
//! it.

use crate::syntax::text::Text;

/// The marks: those of `CommonMark` 0.31 §6.2, strikethrough of GFM, and highlighting.
const MARKS: [u8; 4] = *b"*_~=";

/// The distance before a link within which an opening mark is found. It bounds the time.
const LOOK_BACK: usize = 512;

/// The number of marks that are open before a link, for each of [`MARKS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Emphasis([usize; MARKS.len()]);

impl Emphasis {
    /// Reads the paragraph before a link that begins at `start`.
    pub(crate) fn before(text: impl Text, start: usize) -> Self {
        let mut open = Self::default();
        let mut i = paragraph(text, start);
        while i < start {
            let (c, length) = text.code_point(i);
            let Some(mark) = mark(c) else {
                i += length;
                continue;
            };
            let end = text_run(text, i, c).min(start);
            open.take(text, mark, i, end);
            i = end;
        }
        open
    }

    /// Opens or closes the marks from `i` to `end`, which are before a link.
    fn take(&mut self, text: impl Text, mark: usize, i: usize, end: usize) {
        let (before, after) = (text.code_point_before(i).0, text.code_point(end).0);
        let open = &mut self.0[mark];
        let count = end - i;
        if *open > 0 && !is_space(before) {
            *open = open.saturating_sub(count);
        } else if !(is_space(after) || MARKS[mark] == b'_' && is_alphanumeric(before)) {
            *open = count;
        }
    }

    /// Returns true if the marks that begin at `i`, within a link, close emphasis that was opened before it. A
    /// single mark before a letter or a digit belongs to the link, as in `/~user`.
    pub(crate) fn is_closed_at(&self, text: impl Text, i: usize) -> bool {
        let c = text.peek(i);
        let Some(mark) = mark(c) else { return false };
        // A run is only read from its beginning: a part of it closes no more than the whole.
        if text.code_point_before(i).0 == c {
            return false;
        }
        let (open, end) = (self.0[mark], text_run(text, i, c));
        let count = end - i;
        let least = if MARKS[mark] == b'=' { 2 } else { 1 };
        let may_precede_letters = open > 1 && MARKS[mark] != b'_';
        open >= least && count >= open && (may_precede_letters || !is_alphanumeric(text.peek(end)))
    }
}

/// The beginning of the paragraph of `start`, or a bounded distance before `start`.
fn paragraph(text: impl Text, start: usize) -> usize {
    let mut i = start;
    let mut is_blank = false;
    for _ in 0..LOOK_BACK {
        let (c, before) = text.code_point_before(i);
        if before == i || is_blank && c == u32::from(b'\n') {
            break;
        }
        is_blank = c == u32::from(b'\n') || is_blank && is_space(c);
        i = before;
    }
    i
}

/// The index of a character in [`MARKS`].
pub(crate) fn mark(c: u32) -> Option<usize> {
    MARKS.iter().position(|&mark| u32::from(mark) == c)
}

/// The end of the run of one character that begins at `i`.
fn text_run(text: impl Text, mut i: usize, c: u32) -> usize {
    while text.peek(i) == c {
        i += 1;
    }
    i
}

fn is_space(c: u32) -> bool {
    char::from_u32(c).is_none_or(char::is_whitespace)
}

fn is_alphanumeric(c: u32) -> bool {
    u8::try_from(c).is_ok_and(|c| c.is_ascii_alphanumeric())
}
