//! Columns in memory.

use iriform_audit::{self as audit, BlockSummary, Gathered, Judge, count_rows};
use iriform_columns::chunk::{Chunk, NULL, Storage, Texts};
use iriform_columns::source::{ByViews, Format};
use iriform_kernel::{Consecutive, Rows, Unreadable};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::columns::import;
use crate::errors::raised;

/// A chunk of a column, and the numbers of its rows, if they are not 1, 2, …
pub(super) struct ColumnBlock {
    chunk: Chunk,
    places: Option<Vec<u64>>,
    /// The number of rows, if it is not the number of values.
    row_count: Option<u64>,
}

impl ColumnBlock {
    pub(super) fn new(
        column: &Bound<'_, PyAny>,
        places: Option<&[u8]>,
        row_count: Option<u64>,
    ) -> PyResult<Self> {
        let imported = import(column)?
            .ok_or_else(|| PyTypeError::new_err("the column has no Arrow PyCapsule interface"))?;
        let mut chunks = imported.chunks;
        let (Some(chunk), true) = (chunks.pop(), chunks.is_empty()) else {
            return Err(PyValueError::new_err("the column must be in one piece"));
        };
        let number = |&bytes| u64::from_le_bytes(bytes);
        let places: Option<Vec<_>> =
            places.map(|places| places.as_chunks().0.iter().map(number).collect());
        if places.as_ref().is_some_and(|places| places.len() != chunk.len()) {
            return Err(PyValueError::new_err("there must be as many places as rows"));
        }
        Ok(Self { chunk, places, row_count })
    }

    /// The number of bytes of all rows together.
    pub(super) fn size(&self) -> PyResult<u64> {
        struct Size;
        impl Use for Size {
            type Answer = u64;
            fn take(self, rows: &impl Rows) -> u64 {
                (0..rows.len()).map(|i| rows.row(i).len() as u64).sum()
            }
        }
        self.with_rows(Size)
    }

    /// The number of bytes of the longest row.
    pub(super) fn longest(&self) -> PyResult<usize> {
        struct Longest;
        impl Use for Longest {
            type Answer = usize;
            fn take(self, rows: &impl Rows) -> usize {
                (0..rows.len()).map(|i| rows.row(i).len()).max().unwrap_or(0)
            }
        }
        self.with_rows(Longest)
    }

    /// Counts the rows. A null row has no value.
    pub(super) fn count(&self, judge: &Judge, tally: &mut audit::Tally) -> PyResult<BlockSummary> {
        struct ColumnCount<'a>(Option<&'a [u64]>, &'a Judge, &'a mut audit::Tally);
        impl Use for ColumnCount<'_> {
            type Answer = BlockSummary;
            fn take(self, rows: &impl Rows) -> BlockSummary {
                count_rows(rows, self.0, self.1, self.2)
            }
        }
        let mut found = self.with_rows(ColumnCount(self.places.as_deref(), judge, tally))?;
        found.places = self.row_count.unwrap_or(found.places);
        Ok(found)
    }

    /// The rows as owned values.
    pub(super) fn gathered(&self) -> PyResult<Gathered> {
        struct Gather<'a>(Option<&'a [u64]>);
        impl Use for Gather<'_> {
            type Answer = Gathered;
            fn take(self, rows: &impl Rows) -> Gathered {
                Gathered::of(rows, self.0)
            }
        }
        let mut gathered = self.with_rows(Gather(self.places.as_deref()))?;
        gathered.place_count = self.row_count.unwrap_or(gathered.place_count);
        Ok(gathered)
    }

    /// Returns the rows that have a value. The column must not be a dictionary.
    pub(super) fn is_there(&self) -> PyResult<impl Fn(usize) -> bool + Sync> {
        let Chunk::Plain(texts) = &self.chunk else {
            return Err(PyTypeError::new_err("the column must not be a dictionary"));
        };
        Ok(|i| texts.validity.as_ref().is_none_or(|validity| validity.is_valid(i)))
    }

    fn with_rows<U: Use>(&self, with: U) -> PyResult<U::Answer> {
        match &self.chunk {
            Chunk::Plain(texts) => with_texts(texts, with),
            Chunk::Dictionary(keys, texts) => {
                let indices = keys.indices(texts.len).map_err(raised)?;
                with_texts(texts, ByKeys { indices: &indices, with })
            }
        }
    }
}

/// A function of rows of any layout.
trait Use {
    type Answer;

    fn take(self, rows: &impl Rows) -> Self::Answer;
}

fn with_texts<U: Use>(texts: &Texts, with: U) -> PyResult<U::Answer> {
    let unreadable = |unreadable: Unreadable| raised(unreadable.into());
    match &texts.storage {
        Storage::Small(offsets, values) => {
            let offsets = &offsets[..=texts.len];
            Ok(with_nulls(&Consecutive::new(values, offsets).map_err(unreadable)?, texts, with))
        }
        Storage::Large(offsets, values) => {
            let offsets = &offsets[..=texts.len];
            Ok(with_nulls(&Consecutive::new(values, offsets).map_err(unreadable)?, texts, with))
        }
        Storage::View(..) => {
            let held = ByViews::hold(texts, &(0..texts.len));
            Ok(with_nulls(&ByViews::open(&held).map_err(unreadable)?, texts, with))
        }
    }
}

fn with_nulls<U: Use>(rows: &impl Rows, texts: &Texts, with: U) -> U::Answer {
    match &texts.validity {
        None => with.take(rows),
        Some(validity) => with.take(&Present { rows, is_there: |i| validity.is_valid(i) }),
    }
}

/// Rows in which null rows are empty.
struct Present<'a, R, F> {
    rows: &'a R,
    is_there: F,
}

impl<R, F: Copy> Clone for Present<'_, R, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, F: Copy> Copy for Present<'_, R, F> {}

impl<R: Rows, F: Fn(usize) -> bool + Copy + Sync> Rows for Present<'_, R, F> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    fn row(&self, i: usize) -> &[u8] {
        if (self.is_there)(i) { self.rows.row(i) } else { &[] }
    }
}

/// Uses the rows that have these indices in a dictionary.
struct ByKeys<'a, U> {
    indices: &'a [usize],
    with: U,
}

impl<U: Use> Use for ByKeys<'_, U> {
    type Answer = U::Answer;

    fn take(self, rows: &impl Rows) -> U::Answer {
        self.with.take(&Keyed { rows, indices: self.indices })
    }
}

struct Keyed<'a, R> {
    rows: &'a R,
    indices: &'a [usize],
}

impl<R> Clone for Keyed<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Keyed<'_, R> {}

impl<R: Rows> Rows for Keyed<'_, R> {
    fn len(&self) -> usize {
        self.indices.len()
    }

    #[inline]
    fn row(&self, i: usize) -> &[u8] {
        match self.indices[i] {
            NULL => &[],
            index => self.rows.row(index),
        }
    }
}
