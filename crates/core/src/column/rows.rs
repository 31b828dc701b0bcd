//! How the rows of a column lie in memory: the layouts of Arrow.

use std::fmt;

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
}

impl Offset for i32 {
    fn index(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }
}

impl Offset for i64 {
    fn index(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
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

impl Rows for Views<'_> {
    fn len(&self) -> usize {
        self.views.len()
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &[u8] {
        text_of(&self.views[i], self.buffers).unwrap_or_default()
    }
}

#[inline(always)]
fn text_of<'a>(view: &'a View, buffers: &[&'a [u8]]) -> Option<&'a [u8]> {
    let word =
        |i: usize| i32::from_le_bytes([view[i], view[i + 1], view[i + 2], view[i + 3]]).index();
    let length = word(0);
    if length <= INLINE {
        return Some(&view[4..4 + length]);
    }
    let offset = word(12);
    buffers.get(word(8))?.get(offset..offset.checked_add(length)?)
}
