//! Answers of text in one buffer, with offsets.

use std::iter::once;

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use iriform_kernel::{BLOCK, Offset};

use crate::answers::builder::{PartSpan, TextBuilder};
use crate::answers::gather::{Extent, Memory, gather};
use crate::arrow::bitmap;
use crate::arrow::chunk::{Layout, Width};
use crate::arrow::interface::assemble;
use crate::arrow::large::{large_room, reserve};
use crate::arrow::memory::room;
use crate::error::Error;

/// Texts that are adjacent in one buffer, with offsets.
pub struct OffsetBuilder<O> {
    /// The expected number of rows, and the size of the source's rows in bytes.
    rows: usize,
    bytes: usize,
    offsets: Vec<O>,
    values: Vec<u8>,
    /// Why there is no answer.
    failure: Option<Error>,
}

/// The factor by which the average length of the rows so far is extrapolated.
const KNOWN: usize = 128;

/// The longest part that is copied with a fixed width.
const WIDEST: usize = 64;

impl<O: Offset + ArrowNativeType> OffsetBuilder<O> {
    #[inline]
    fn end(&mut self) {
        let end = O::from_usize(self.values.len());
        let end = end.unwrap_or_else(|| self.fail(Error::Overflow));
        self.offsets.push(end);
    }

    #[cold]
    fn fail(&mut self, failure: Error) -> O {
        // There will be no answer, so the texts are dropped.
        self.failure = Some(failure);
        self.values = Vec::new();
        O::default()
    }

    /// Makes room for `bytes` more bytes of `rows` more rows. Returns false if there is not enough memory.
    #[inline]
    fn reserve(&mut self, bytes: usize, rows: usize) -> bool {
        self.values.capacity() - self.values.len() >= bytes || self.grow(bytes, rows)
    }

    #[cold]
    fn grow(&mut self, bytes: usize, rows: usize) -> bool {
        // Each growth copies everything, so this reserves room for all rows at their average length so far,
        // plus an eighth. It does not exceed the size of the source, because parts are never longer than their
        // rows. The average of a few rows says little about many.
        let done = self.offsets.len() - 1 + rows;
        let room = self.values.len() + bytes;
        let likely = room.saturating_mul(self.rows.min(done.saturating_mul(KNOWN))) / done;
        let likely = likely.saturating_add(likely / 8).min(self.bytes + bytes);
        let more = likely.saturating_sub(self.values.len()).max(self.values.len() / 2).max(bytes);
        let has_room =
            reserve(&mut self.values, more).is_ok() || reserve(&mut self.values, bytes).is_ok();
        if !has_room {
            self.fail(Error::Memory);
        }
        has_room
    }

    /// Appends the rows of `source` that `offsets` delimit.
    #[inline]
    pub(crate) fn rows(&mut self, source: &[u8], offsets: &[O]) {
        let [first, ends @ ..] = offsets else { return };
        let (first, last) = (first.as_usize(), ends.last().unwrap_or(first).as_usize());
        self.adjacent(&source[first..last], ends.iter().map(|end| end.as_usize() - first));
    }

    /// Appends texts that are adjacent in `texts`, each up to one of `ends`.
    #[inline]
    fn adjacent(&mut self, texts: &[u8], ends: impl ExactSizeIterator<Item = usize>) {
        let start = self.values.len();
        if O::from_usize(start + texts.len()).is_none() {
            self.fail(Error::Overflow);
        }
        if self.failure.is_some() || !self.reserve(texts.len(), ends.len()) {
            return self.offsets.extend(ends.map(|_| O::default()));
        }
        self.values.extend_from_slice(texts);
        // OK because the last end fits, and it is the largest.
        self.offsets.extend(ends.map(|end| O::usize_as(start + end)));
    }

    /// Appends a part of each of the rows that begin at `starts` of `source`. There may be no rows.
    #[inline]
    pub(crate) fn parts(&mut self, source: &[u8], starts: &[O], parts: &[PartSpan]) {
        if parts.is_empty() {
            return;
        }
        let before = self.values.len();
        let (mut end, mut bits) = (before, 0);
        self.offsets.extend(parts.iter().map(|part| {
            end += part.length as usize;
            // Together, the lengths are below a power of two if each of them is.
            bits |= part.length;
            // OK because there is no answer if the last end does not fit, and it is the largest.
            O::usize_as(end)
        }));
        if O::from_usize(end).is_none() {
            self.fail(Error::Overflow);
        }
        // The copy of the last part may run past its end by up to `WIDEST` bytes.
        if self.failure.is_some() || !self.reserve(end - before + WIDEST, 0) {
            return;
        }
        match bits {
            0 => {}
            1..16 => self.copy::<16>(source, starts, parts, end),
            16..32 => self.copy::<32>(source, starts, parts, end),
            _ => self.copy::<WIDEST>(source, starts, parts, end),
        }
    }

    /// Copies parts together, up to `end` of the values. A part of at most `WIDE` bytes is copied as `WIDE`
    /// bytes in one or two instructions; a copy of variable length would take a call. The next part overwrites
    /// the excess.
    #[inline(always)]
    fn copy<const WIDE: usize>(
        &mut self,
        source: &[u8],
        starts: &[O],
        parts: &[PartSpan],
        end: usize,
    ) {
        let before = self.values.len();
        self.values.resize(end + WIDE, 0);
        let into = &mut self.values[before..];
        let mut place = 0;
        for (part, start) in parts.iter().zip(starts) {
            let start = start.as_usize() + part.start as usize;
            let length = part.length as usize;
            let chunk = source.get(start..).and_then(<[u8]>::first_chunk::<WIDE>);
            match (chunk, into[place..].first_chunk_mut()) {
                (Some(chunk), Some(wide)) if length <= WIDE => *wide = *chunk,
                _ => into[place..place + length].copy_from_slice(&source[start..start + length]),
            }
            place += length;
        }
        self.values.truncate(end);
    }
}

impl<O: Offset + ArrowNativeType> TextBuilder for OffsetBuilder<O> {
    type Index = O;

    fn block(&mut self, bytes: &[u8], ends: &[i64]) {
        self.adjacent(bytes, ends.iter().map(|end| end.index()));
    }

    fn with_capacity(rows: usize, bytes: usize) -> Result<Self, Error> {
        let mut offsets = large_room(rows + 1)?;
        offsets.push(O::default());
        Ok(Self { rows, bytes, offsets, values: Vec::new(), failure: None })
    }

    fn expect(&mut self, bytes: usize) {
        // If there is no memory for all of them at once, `grow` makes room for the actual ones.
        let _ = reserve(&mut self.values, bytes.saturating_add(WIDEST));
    }

    #[inline]
    fn one_more(&mut self) -> bool {
        self.offsets.try_reserve(1).is_ok()
    }

    #[inline]
    fn text(&mut self, text: &[u8]) {
        if self.reserve(text.len(), 1) {
            self.values.extend_from_slice(text);
        }
        self.end();
    }

    #[inline]
    fn absent(&mut self) {
        self.end();
    }

    fn extent(&self) -> Extent {
        Extent { rows: self.offsets.len() - 1, bytes: self.values.len() }
    }

    fn gather<T: Send>(
        tasks: Vec<T>,
        make: impl Fn(T) -> Result<(Self, Vec<u64>), Error> + Sync,
        extent: Extent,
        is_binary: bool,
        _: &[Buffer],
        threads: usize,
    ) -> Result<ArrayData, Error> {
        let mut words = room(extent.rows.div_ceil(BLOCK))?;
        let make = |task| {
            let (mut piece, there) = make(task)?;
            let failed = piece.failure.take().map_or(Ok(()), Err);
            let memory = Memory { entries: piece.offsets, bytes: piece.values };
            failed.map(|()| (memory, there))
        };
        let place = |there: Vec<u64>, start, end| {
            words.extend(there);
            O::from_usize(end).map(|_| start).ok_or(Error::Overflow)
        };
        let adjust = |ends: &mut [O], start| {
            if start > 0 {
                for end in ends {
                    // OK because the last end fits, and no other is greater.
                    *end = O::usize_as(start + end.as_usize());
                }
            }
        };
        let Memory { entries, bytes } = gather(tasks, threads, extent, 1, make, place, adjust)?;
        let validity = bitmap::validity(once(&*words), extent.rows)?;
        let width = if size_of::<O>() == 4 { Width::Small } else { Width::Large };
        let data_type = Layout { width, is_binary }.data_type();
        let buffers = vec![Buffer::from_vec(entries), Buffer::from_vec(bytes)];
        Ok(assemble(data_type, extent.rows, validity, buffers, Vec::new()))
    }
}
