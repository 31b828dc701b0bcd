//! How the rows of a column lie in memory: the layouts of Arrow.

use std::fmt;
use std::ops::Range;

use super::BLOCK;
use super::planes::STRETCH;

/// The texts of a column. A row is bytes that should be UTF-8.
pub trait Rows: Copy + Sync {
    /// How many rows there are.
    fn len(&self) -> usize;

    /// Whether there is no row.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of row `i`.
    fn row(&self, i: usize) -> &[u8];

    /// As many of the rows of `range`, a block at most, as may be decided together: none if
    /// the first one is too long for that.
    #[doc(hidden)]
    fn stretch<'a>(&'a self, range: Range<usize>, room: &'a mut Room) -> Stretch<'a> {
        gathered(self, range, room)
    }
}

/// Copies rows one after the other, as many as there is room for.
fn gathered<'a>(from: &impl Rows, range: Range<usize>, room: &'a mut Room) -> Stretch<'a> {
    let mut end = 0;
    let mut rows = 0;
    for i in range {
        let text = from.row(i);
        let Some(place) = room.bytes[BEFORE + end..BEFORE + STRETCH].get_mut(..text.len()) else {
            break;
        };
        place.copy_from_slice(text);
        end += text.len();
        rows += 1;
        #[allow(clippy::cast_possible_truncation, reason = "a stretch is short")]
        let end = end as u32;
        room.ends[rows] = end;
    }
    Stretch { bytes: &room.bytes, ends: &room.ends, rows }
}

/// So many bytes before and after those of a stretch may be read. What they are is of no matter.
pub(super) const BEFORE: usize = 4;
pub(super) const AFTER: usize = 72;

/// The bytes of a stretch, with [`BEFORE`] and at least [`AFTER`]. The length is so that a
/// position modulo [`SPAN`] is always inside: that is cheaper than to ask whether it is.
pub(super) type Bytes = [u8; BEFORE + SPAN + 8];

const SPAN: usize = 8192;

const _: () = assert!(STRETCH + AFTER <= SPAN);

/// Rows that lie one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// The rows, with [`BEFORE`] and [`AFTER`].
    pub(super) bytes: &'a Bytes,
    /// Where each row ends and the next one begins.
    ends: &'a [u32; BLOCK + 1],
    /// How many rows there are.
    pub(super) rows: usize,
}

impl Stretch<'_> {
    /// How long all rows together are.
    #[inline(always)]
    pub(super) fn length(&self) -> u32 {
        self.ends[self.rows]
    }

    /// A bit for each row.
    #[inline(always)]
    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (BLOCK - self.rows)
    }

    /// Where a row begins and ends.
    #[inline(always)]
    pub(super) fn row(&self, i: usize) -> (u32, u32) {
        (self.ends[i], self.ends[i + 1])
    }

    /// Some bytes from a position on.
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

    /// Eight bytes, the first one the lowest of the number.
    #[inline(always)]
    pub(super) fn first(&self, position: u32) -> u64 {
        u64::from_le_bytes(self.chunk(position))
    }

    #[inline(always)]
    pub(super) fn slice(&self, start: u32, end: u32) -> &[u8] {
        &self.bytes[BEFORE + start as usize..BEFORE + end as usize]
    }

    /// The last two bytes of a row, if it has as many, and the two after it.
    #[inline(always)]
    pub(super) fn around_end(&self, i: usize) -> [u8; 4] {
        let end = self.ends[i + 1] as usize % SPAN;
        *self.bytes[BEFORE + end - 2..].first_chunk().expect("eight bytes can follow")
    }
}

/// Memory for a stretch that cannot be looked at where it lies.
#[derive(Debug)]
pub struct Room {
    bytes: Bytes,
    ends: [u32; BLOCK + 1],
}

impl Room {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; size_of::<Bytes>()], ends: [0; BLOCK + 1] }
    }
}

/// The memory of a column does not hold together: an offset or a view leaves its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corrupt {
    /// The first row that cannot be read.
    pub row: usize,
}

impl fmt::Display for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the column is corrupt: row {} lies outside of its buffer", self.row)
    }
}

impl std::error::Error for Corrupt {}

/// An index into the values: `i32`, or `i64` for columns of more than 2 GiB.
pub trait Offset: Copy + Ord + Sync {
    /// As an index; one that is negative is beyond all buffers.
    fn index(self) -> usize;

    /// How far it is behind `start`, if that is less than 4 GiB.
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
    /// Fails where an offset is smaller than the one before it or outside of the values.
    pub fn new(values: &'a [u8], offsets: &'a [O]) -> Result<Self, Corrupt> {
        let ends_inside = offsets.last().is_none_or(|last| last.index() <= values.len());
        if ends_inside
            && offsets.is_sorted()
            && offsets.first().is_none_or(|o| o.index() != usize::MAX)
        {
            return Ok(Self { values, offsets });
        }
        let is_bad = |pair: &[O]| pair[0] > pair[1] || pair[1].index() > values.len();
        let row = offsets.windows(2).position(is_bad).unwrap_or_default();
        Err(Corrupt { row })
    }
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

/// `string_view`, `binary_view`: a row is in its view if it has at most 12 bytes, else the view
/// says in which buffer it is and where.
#[derive(Clone, Copy, Debug)]
pub struct Views<'a> {
    views: &'a [View],
    buffers: &'a [&'a [u8]],
}

/// Length, then the text itself or four bytes of it, number of the buffer and offset in it.
pub type View = [u8; 16];

/// The most bytes that a view holds itself.
const INLINE: usize = 12;

impl<'a> Views<'a> {
    /// Fails where a view leaves its buffer, or has none.
    pub fn new(views: &'a [View], buffers: &'a [&'a [u8]]) -> Result<Self, Corrupt> {
        match views.iter().position(|view| text_of(view, buffers).is_none()) {
            None => Ok(Self { views, buffers }),
            Some(row) => Err(Corrupt { row }),
        }
    }
}

impl<'a> Views<'a> {
    /// The first rows of `range` that lie one after the other in a buffer, if they are many enough
    /// to be looked at where they lie: their bytes, and how many they are.
    fn neighbours(
        &self,
        range: Range<usize>,
        ends: &mut [u32; BLOCK + 1],
    ) -> Option<(&'a Bytes, usize)> {
        let views = &self.views[range];
        let place = |view: &View| (word(view, 8), word(view, 12));
        let (buffer, start) = place(views.first()?);
        let mut end = start;
        let mut rows = 0;
        for (view, into) in views.iter().zip(&mut ends[1..]) {
            let length = word(view, 0);
            if length <= INLINE || place(view) != (buffer, end) || end + length - start > STRETCH {
                break;
            }
            end += length;
            rows += 1;
            #[allow(clippy::cast_possible_truncation, reason = "a stretch is short")]
            let end = (end - start) as u32;
            *into = end;
        }
        if rows < views.len().min(NEIGHBOURS) && end - start < STRETCH / 4 {
            return None;
        }
        let before = start.checked_sub(BEFORE)?;
        let bytes = self.buffers.get(buffer)?.get(before..)?.first_chunk()?;
        Some((bytes, rows))
    }
}

/// Fewer rows than these, if short, are sooner copied to where others are than looked at by
/// themselves.
const NEIGHBOURS: usize = 16;

impl Rows for Views<'_> {
    fn len(&self) -> usize {
        self.views.len()
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &[u8] {
        text_of(&self.views[i], self.buffers).unwrap_or_default()
    }

    fn stretch<'s>(&'s self, range: Range<usize>, room: &'s mut Room) -> Stretch<'s> {
        match self.neighbours(range.clone(), &mut room.ends) {
            Some((bytes, rows)) => Stretch { bytes, ends: &room.ends, rows },
            None => gathered(self, range, room),
        }
    }
}

#[inline(always)]
fn text_of<'a>(view: &'a View, buffers: &[&'a [u8]]) -> Option<&'a [u8]> {
    let length = word(view, 0);
    if length <= INLINE {
        return Some(&view[4..4 + length]);
    }
    let offset = word(view, 12);
    buffers.get(word(view, 8))?.get(offset..offset.checked_add(length)?)
}

/// The number at byte `i` of a view.
#[inline(always)]
fn word(view: &View, i: usize) -> usize {
    i32::from_le_bytes([view[i], view[i + 1], view[i + 2], view[i + 3]]).index()
}
