//! The memory layouts of a column's rows: those of Arrow.

use std::fmt;
use std::ops::{Deref, Range};

use super::block::BLOCK;
use super::planes::STRETCH;

/// The texts of a column. A row is a sequence of bytes that should be UTF-8.
pub trait Rows: Copy {
    /// The number of rows.
    fn len(&self) -> usize;

    /// Returns true if there is no row.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of row `i`, less than 4 GiB.
    fn row(&self, i: usize) -> &[u8];

    /// The first rows of `range`, at most a block, that can be decided together; none if the first row is too
    /// long.
    #[doc(hidden)]
    fn stretch<'a>(&'a self, range: Range<usize>, room: &'a mut Room) -> Stretch<'a> {
        gathered(self, range, room)
    }
}

/// Copies as many rows as fit into `room`.
fn gathered<'a>(from: &impl Rows, range: Range<usize>, room: &'a mut Room) -> Stretch<'a> {
    let from = *from;
    let (mut end, mut rows) = (0, 0);
    for i in range {
        let text = from.row(i);
        let start = end;
        end += text.len();
        if end > STRETCH {
            break;
        }
        copy(text, &mut room.bytes[BEFORE + start..BEFORE + end]);
        rows += 1;
        #[allow(clippy::cast_possible_truncation, reason = "a stretch is short")]
        let end = end as u32;
        room.ends[rows] = end;
    }
    Stretch { bytes: &room.bytes, ends: &room.ends, rows }
}

/// Copies a text to a slice of the same length. Most rows are copied in the same number of pieces, which
/// overlap if the row is short, so no branch depends on its length.
#[inline(always)]
fn copy(text: &[u8], place: &mut [u8]) {
    const PIECE: usize = 16;
    const MAX_COPIED: usize = 80;
    let length = text.len();
    if length.wrapping_sub(PIECE) <= MAX_COPIED - PIECE && place.len() == length {
        for start in (0..MAX_COPIED).step_by(PIECE) {
            let start = start.min(length - PIECE);
            place[start..start + PIECE].copy_from_slice(&text[start..start + PIECE]);
        }
    } else {
        place.copy_from_slice(text);
    }
}

/// The number of bytes before and after a stretch that may be read. Their values do not affect a
/// verdict.
pub(super) const BEFORE: usize = 4;
pub(super) const AFTER: usize = 72;

/// The bytes of a stretch, with [`BEFORE`] bytes before and at least [`AFTER`] bytes after them. A
/// position modulo [`SPAN`] is always in bounds, which is cheaper than a bounds check.
pub(super) type StretchBytes = [u8; BEFORE + SPAN + 8];

const SPAN: usize = 8192;

const _: () = assert!(STRETCH + AFTER <= SPAN);

#[allow(clippy::cast_possible_truncation, reason = "a stretch is short")]
const LONGEST: u32 = STRETCH as u32;

/// Rows that are adjacent in memory.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// The rows, with [`BEFORE`] bytes before and [`AFTER`] bytes after them.
    pub(super) bytes: &'a StretchBytes,
    /// The end of each row, where the next one begins.
    ends: &'a [u32; BLOCK + 1],
    /// The number of rows.
    pub(super) rows: usize,
}

impl Stretch<'_> {
    /// The length of all rows together.
    #[inline(always)]
    pub(super) fn length(&self) -> u32 {
        self.ends[self.rows]
    }

    /// A bitmap with the bit of every row set.
    #[inline(always)]
    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (BLOCK - self.rows)
    }

    /// The start and end of a row.
    #[inline(always)]
    pub(super) fn row(&self, i: usize) -> (u32, u32) {
        (self.ends[i], self.ends[i + 1])
    }

    /// `N` bytes from a position.
    #[inline(always)]
    fn chunk<const N: usize>(&self, position: u32) -> [u8; N] {
        let index = BEFORE + position as usize % SPAN;
        *self.bytes[index..].first_chunk().expect("eight bytes can follow")
    }

    #[inline(always)]
    pub(super) fn byte(&self, position: u32) -> u8 {
        self.bytes[BEFORE + position as usize % SPAN]
    }

    #[inline(always)]
    pub(super) fn pair(&self, position: u32) -> [u8; 2] {
        self.chunk(position)
    }

    /// Eight bytes from a position, as a little-endian number.
    #[inline(always)]
    pub(super) fn first(&self, position: u32) -> u64 {
        u64::from_le_bytes(self.chunk(position))
    }

    #[inline(always)]
    pub(super) fn slice(&self, start: u32, end: u32) -> &[u8] {
        &self.bytes[BEFORE + start as usize..BEFORE + end as usize]
    }

    /// The two bytes before the end of a row and the two after it. For a shorter row, they include bytes before
    /// its start.
    #[inline(always)]
    pub(super) fn around_end(&self, i: usize) -> [u8; 4] {
        let end = self.ends[i + 1] as usize % SPAN;
        *self.bytes[BEFORE + end - 2..].first_chunk().expect("eight bytes can follow")
    }
}

/// Memory for rows that must be copied to form a stretch.
#[derive(Debug)]
pub struct Room {
    bytes: StretchBytes,
    ends: [u32; BLOCK + 1],
}

impl Room {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; size_of::<StretchBytes>()], ends: [0; BLOCK + 1] }
    }
}

/// A column has a row that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The first such row.
    pub row: usize,
    /// True if the row has 4 GiB or more. Otherwise an offset or a view leaves its buffer: the
    /// memory of the column is inconsistent.
    pub is_long: bool,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row;
        if self.is_long {
            write!(f, "row {row} has 4 GiB or more, and a row must be shorter")
        } else {
            write!(f, "the column is corrupt: row {row} is outside its buffer")
        }
    }
}

impl std::error::Error for Unreadable {}

/// An index into the values: `i32`, or `i64` for columns of more than 2 GiB.
pub trait Offset: Copy + Ord + Sync {
    /// The offset as an index; a negative one becomes an index beyond all buffers.
    fn index(self) -> usize;

    /// The distance from `start`, if it is less than 4 GiB.
    fn behind(self, start: Self) -> u32;
}

impl Offset for i32 {
    #[inline(always)]
    fn index(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }

    #[inline(always)]
    #[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "see the trait")]
    fn behind(self, start: Self) -> u32 {
        self.wrapping_sub(start) as u32
    }
}

impl Offset for i64 {
    #[inline(always)]
    fn index(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }

    #[inline(always)]
    #[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "see the trait")]
    fn behind(self, start: Self) -> u32 {
        self.wrapping_sub(start) as u32
    }
}

/// `string`, `large_string`, `binary`: row `i` is `values[offsets[i]..offsets[i + 1]]`.
#[derive(Clone, Copy, Debug)]
pub struct Consecutive<'a, O> {
    values: &'a [u8],
    offsets: &'a [O],
}

impl<'a, O: Offset> Consecutive<'a, O> {
    /// Fails if an offset is less than the previous one or outside the values, or if a row has 4 GiB or more.
    pub fn new(values: &'a [u8], offsets: &'a [O]) -> Result<Self, Unreadable> {
        let ends_inside = offsets.last().is_none_or(|last| last.index() <= values.len());
        if ends_inside
            && offsets.is_sorted()
            && offsets.first().is_none_or(|o| o.index() != usize::MAX)
        {
            return match long_row(offsets) {
                None => Ok(Self { values, offsets }),
                Some(row) => Err(Unreadable { row, is_long: true }),
            };
        }
        let is_bad = |pair: &[O]| pair[0] > pair[1] || pair[1].index() > values.len();
        let row = offsets.windows(2).position(is_bad).unwrap_or_default();
        Err(Unreadable { row, is_long: false })
    }
}

/// The first row of 4 GiB or more, by offsets that ascend.
fn long_row<O: Offset>(offsets: &[O]) -> Option<usize> {
    let is_long = |start: &O, end: &O| u32::try_from(end.index() - start.index()).is_err();
    // One row can only be that long if all rows together are.
    let [first, .., last] = offsets else { return None };
    is_long(first, last)
        .then(|| offsets.windows(2).position(|pair| is_long(&pair[0], &pair[1])))
        .flatten()
}

impl<O: Offset> Rows for Consecutive<'_, O> {
    fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &[u8] {
        &self.values[self.offsets[i].index()..self.offsets[i + 1].index()]
    }

    #[inline(always)]
    fn stretch<'s>(&'s self, range: Range<usize>, room: &'s mut Room) -> Stretch<'s> {
        let offsets = &self.offsets[range.start..=range.end];
        let (first, start) = (offsets[0], offsets[0].index());
        let mut rows = range.len();
        if offsets[rows].index() - start > STRETCH {
            rows = offsets.partition_point(|offset| offset.index() - start <= STRETCH) - 1;
        }
        let end = offsets[rows].index();
        for (end, offset) in room.ends.iter_mut().zip(&offsets[..=rows]) {
            *end = offset.behind(first);
        }
        let bytes = start
            .checked_sub(BEFORE)
            .and_then(|before| self.values.get(before..)?.first_chunk())
            .unwrap_or_else(|| {
                room.bytes[BEFORE..BEFORE + end - start].copy_from_slice(&self.values[start..end]);
                &room.bytes
            });
        Stretch { bytes, ends: &room.ends, rows }
    }
}

/// `string_view`, `binary_view`: a view holds a row of at most 12 bytes inline; for a longer row it
/// has the number of a buffer and an offset.
#[derive(Clone, Copy, Debug)]
pub struct Views<'a> {
    views: &'a [View],
    buffers: &'a [&'a [u8]],
}

/// The length; then the text itself, or its first four bytes, the number of its buffer and its
/// offset.
pub type View = [u8; 16];

/// The largest number of bytes that a view holds inline.
const INLINE: u32 = 12;

impl<'a> Views<'a> {
    /// Fails if a view leaves its buffer or names a buffer that does not exist.
    pub fn new(views: &'a [View], buffers: &'a [&'a [u8]]) -> Result<Self, Unreadable> {
        for (number, block) in views.chunks(BLOCK).enumerate() {
            if !lie_in_one(block, buffers)
                && let Some(i) = block.iter().position(|view| text_of_view(view, buffers).is_none())
            {
                return Err(Unreadable { row: number * BLOCK + i, is_long: false });
            }
        }
        Ok(Self { views, buffers })
    }
}

/// Returns true if all texts are inline or in one buffer. That is nearly always the case in a block, and the
/// test needs no branches.
#[allow(clippy::needless_bitwise_bool, reason = "without jumps, the compiler makes vectors of it")]
fn lie_in_one(views: &[View], buffers: &[&[u8]]) -> bool {
    let [_, _, buffer, _] =
        views.iter().map(words).find(|&[length, ..]| length > INLINE).unwrap_or_default();
    // A negative length or offset, read as unsigned, exceeds this size. Only the first 2 GiB of a longer buffer count
    // here.
    let size = buffers.get(buffer as usize).map_or(0, |buffer| buffer.len().min(i32::MAX as usize));
    views.iter().map(words).fold(true, |all, [length, _, number, offset]| {
        let end = u64::from(offset) + u64::from(length);
        all & ((length <= INLINE) | ((number == buffer) & (end <= size as u64)))
    })
}

impl<'a> Views<'a> {
    /// The bytes and the number of the first rows of `range` that are adjacent in a buffer, if there are enough
    /// to decide them in place.
    #[allow(clippy::needless_bitwise_bool, reason = "one jump a row, which can be foreseen")]
    fn neighbours(
        &self,
        range: Range<usize>,
        ends: &mut [u32; BLOCK + 1],
    ) -> Option<(&'a StretchBytes, usize)> {
        let views = &self.views[range];
        let [_, _, buffer, start] = words(views.first()?);
        let mut end = u64::from(start);
        let mut rows = 0;
        for (view, into) in views.iter().zip(&mut ends[1..]) {
            let [length, _, number, offset] = words(view);
            let follows = (length > INLINE) & (number == buffer) & (u64::from(offset) == end);
            end += u64::from(length);
            let length = end - u64::from(start);
            if !follows | (length > u64::from(LONGEST)) {
                break;
            }
            #[allow(clippy::cast_possible_truncation, reason = "a stretch is short")]
            let length = length as u32;
            *into = length;
            rows += 1;
        }
        if rows < views.len().min(NEIGHBOURS) && ends[rows] < LONGEST / 4 {
            return None;
        }
        let before = (start as usize).checked_sub(BEFORE)?;
        let bytes = self.buffers.get(buffer as usize)?.get(before..)?.first_chunk()?;
        Some((bytes, rows))
    }
}

/// The smallest number of adjacent short rows that are decided in place. Copying fewer rows together with
/// others is faster.
const NEIGHBOURS: usize = 16;

impl Rows for Views<'_> {
    fn len(&self) -> usize {
        self.views.len()
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &[u8] {
        text_of_view(&self.views[i], self.buffers).unwrap_or_default()
    }

    fn stretch<'s>(&'s self, range: Range<usize>, room: &'s mut Room) -> Stretch<'s> {
        match self.neighbours(range.clone(), &mut room.ends) {
            Some((bytes, rows)) => Stretch { bytes, ends: &room.ends, rows },
            None => gathered(self, range, room),
        }
    }
}

/// The text of a view; none if it leaves its buffer. Arrow's offsets are `i32`, but Polars makes offsets of 2³¹
/// and more, as `u32`. So these are accepted.
#[inline(always)]
pub fn text_of_view<'a>(
    view: &'a View,
    buffers: &'a [impl Deref<Target = [u8]>],
) -> Option<&'a [u8]> {
    let [length, _, buffer, offset] = words(view);
    if length <= INLINE {
        return Some(&view[4..4 + length as usize]);
    }
    // A negative number becomes an index beyond every buffer.
    let [length, buffer] = [length, buffer].map(|word| word.cast_signed().index());
    let offset = offset as usize;
    buffers.get(buffer)?.get(offset..offset.checked_add(length)?)
}

/// The length, the first four bytes, the number of the buffer and the offset.
#[inline(always)]
fn words(view: &View) -> [u32; 4] {
    let (words, _) = view.as_chunks();
    [0, 1, 2, 3].map(|i| u32::from_le_bytes(words[i]))
}
