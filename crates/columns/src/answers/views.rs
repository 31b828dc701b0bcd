//! Answers of text by views.

use std::iter::once;

use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use iriform_kernel::{BLOCK, View, text_of_view};

use crate::answers::builder::{PartSpan, TextBuilder};
use crate::answers::gather::{Extent, Memory, gather};
use crate::arrow::bitmap;
use crate::arrow::chunk::{Layout, Width};
use crate::arrow::interface::assemble;
use crate::arrow::large::{in_large_pages, large_room};
use crate::arrow::memory::room;
use crate::error::Error;

/// Texts by views, into the source's buffers or into new buffers appended to them.
pub struct ViewBuilder {
    views: Vec<u128>,
    /// The number of the source's buffers before the new ones.
    before: usize,
    /// True if these are [near](are_near).
    is_near: bool,
    /// The new buffers: the full ones, and the one that is being filled.
    own: Vec<Vec<u8>>,
    /// Why there is no answer.
    failure: Option<Error>,
}

/// The largest number of bytes that a view holds inline.
const INLINE: usize = 12;

/// The size of a new buffer; only a single longer text exceeds it.
const FULL: usize = 1 << 26;

/// The view of the text at `offset` of a buffer.
fn view(text: &[u8], buffer: u32, offset: u32) -> Option<u128> {
    let mut bytes = [0; 16];
    // Arrow stores the length as an `i32`.
    let length = u32::try_from(i32::try_from(text.len()).ok()?).ok()?;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    if text.len() <= INLINE {
        bytes[4..4 + text.len()].copy_from_slice(text);
    } else {
        bytes[4..8].copy_from_slice(&text[..4]);
        bytes[8..12].copy_from_slice(&buffer.to_le_bytes());
        bytes[12..].copy_from_slice(&offset.to_le_bytes());
    }
    Some(u128::from_le_bytes(bytes))
}

/// Sixteen bytes from `start`, padded with zeros at the end.
#[inline]
fn sixteen(bytes: &[u8], start: usize) -> u128 {
    let rest = bytes.get(start..).unwrap_or_default();
    if let Some(chunk) = rest.first_chunk() {
        return u128::from_le_bytes(*chunk);
    }
    let mut chunk = [0; 16];
    chunk[..rest.len()].copy_from_slice(rest);
    u128::from_le_bytes(chunk)
}

/// Returns true if every offset into the buffers fits into Arrow's `i32`.
pub(crate) fn are_near(buffers: &[&[u8]]) -> bool {
    buffers.iter().all(|buffer| i32::try_from(buffer.len()).is_ok())
}

impl ViewBuilder {
    /// Room for `rows` views, which may point into buffers of the source.
    pub(crate) fn behind(buffers: &[&[u8]], rows: usize) -> Result<Self, Error> {
        let (before, is_near) = (buffers.len(), are_near(buffers));
        Ok(Self { views: large_room(rows)?, before, is_near, own: Vec::new(), failure: None })
    }

    /// Appends the views of rows unchanged; they point into `buffers`.
    #[inline]
    pub(crate) fn rows(&mut self, views: &[View], buffers: &[&[u8]]) {
        debug_assert_eq!(self.before, buffers.len());
        let whole = |view: &View| u128::from_le_bytes(*view);
        // As in `copies`.
        let is_far = |view: u128| view & 0xFFFF_FFFF > INLINE as u128 && view >> 127 == 1;
        if self.is_near || !views.iter().map(whole).any(is_far) {
            return self.views.extend(views.iter().map(whole));
        }
        for view in views {
            self.text(text_of_view(view, buffers).unwrap_or_default());
        }
    }

    /// Appends a view of a part of each row; `views` are the rows' views into `buffers`.
    #[inline]
    pub(crate) fn parts(&mut self, views: &[View], buffers: &[&[u8]], parts: &[PartSpan]) {
        debug_assert_eq!(self.before, buffers.len());
        let before = self.views.len();
        let mut offsets = 0;
        let of = |(part, view): (&PartSpan, &View)| {
            let length = u128::from(part.length);
            let start = part.start as usize;
            let view = u128::from_le_bytes(*view);
            // OK because the casts select the fields of a view.
            #[allow(clippy::cast_possible_truncation)]
            let [whole, number, offset] = [view as u32, (view >> 64) as u32, (view >> 96) as u32];
            if part.length == 0 {
                return 0;
            }
            if whole as usize <= INLINE {
                let bytes = view >> (32 + 8 * start) & ((1 << (8 * part.length)) - 1);
                return length | bytes << 32;
            }
            let bytes = sixteen(buffers[number as usize], offset as usize + start);
            if part.length as usize <= INLINE {
                length | (bytes & ((1 << (8 * part.length)) - 1)) << 32
            } else {
                let offset = u128::from(offset) + u128::from(part.start);
                offsets |= offset;
                length | (bytes & 0xFFFF_FFFF) << 32 | u128::from(number) << 64 | offset << 96
            }
        };
        self.views.extend(parts.iter().zip(views).map(of));
        if offsets > i32::MAX as u128 {
            self.views.truncate(before);
            self.copies(views, buffers, parts);
        }
    }

    /// Like [`Self::parts`], with copies: no view can point to a part that begins 2 GiB or more into its
    /// buffer, because Arrow's offsets are `i32`.
    #[cold]
    fn copies(&mut self, views: &[View], buffers: &[&[u8]], parts: &[PartSpan]) {
        for (view, part) in views.iter().zip(parts) {
            let range = part.start as usize..part.start as usize + part.length as usize;
            let text = text_of_view(view, buffers).and_then(|text| text.get(range));
            self.text(text.unwrap_or_default());
        }
    }

    fn push(&mut self, view: Option<u128>) {
        if view.is_none() {
            self.failure = Some(Error::Overflow);
        }
        self.views.push(view.unwrap_or_default());
    }
}

/// Shifts the numbers of the buffers from number `first`, in the views that point into them.
fn renumber(views: &mut [u128], first: usize, more: usize) {
    if more == 0 {
        return;
    }
    for view in views {
        let number = *view >> 64 & 0xFFFF_FFFF;
        if number >= first as u128 && *view & 0xFFFF_FFFF > INLINE as u128 {
            *view += (more as u128) << 64;
        }
    }
}

impl TextBuilder for ViewBuilder {
    type Index = i32;

    fn with_capacity(rows: usize, _: usize) -> Result<Self, Error> {
        Self::behind(&[], rows)
    }

    fn expect(&mut self, _: usize) {}

    #[inline]
    fn one_more(&mut self) -> bool {
        self.views.try_reserve(1).is_ok()
    }

    #[inline]
    fn text(&mut self, text: &[u8]) {
        if text.len() <= INLINE {
            return self.push(view(text, 0, 0));
        }
        if self.own.last().is_none_or(|last| last.len() + text.len() > FULL) {
            self.own.push(Vec::new());
        }
        let number = self.own.len() - 1;
        let last = &mut self.own[number];
        let offset = last.len();
        if last.capacity() - offset < text.len() {
            if last.try_reserve(text.len()).is_err() {
                self.failure = Some(Error::Memory);
                return self.views.push(0);
            }
            in_large_pages(last);
        }
        last.extend_from_slice(text);
        // OK because there are far fewer than 2³¹ buffers, and every text begins within the first 64 MiB of its
        // buffer.
        #[allow(clippy::cast_possible_truncation)]
        let view = view(text, (self.before + number) as u32, offset as u32);
        self.push(view);
    }

    #[inline]
    fn absent(&mut self) {
        self.views.push(0);
    }

    fn extent(&self) -> Extent {
        // The bytes stay where they are.
        Extent { rows: self.views.len(), bytes: 0 }
    }

    fn gather<T: Send>(
        tasks: Vec<T>,
        make: impl Fn(T) -> Result<(Self, Vec<u64>), Error> + Sync,
        extent: Extent,
        is_binary: bool,
        shared: &[Buffer],
        threads: usize,
    ) -> Result<ArrayData, Error> {
        let mut words = room(extent.rows.div_ceil(BLOCK))?;
        let mut buffers = shared.to_vec();
        let make = |task| {
            let (mut piece, there) = make(task)?;
            let failed = piece.failure.take().map_or(Ok(()), Err);
            let memory = Memory { entries: piece.views, bytes: Vec::new() };
            failed.map(|()| (memory, (there, piece.before, piece.own)))
        };
        let place = |(there, before, own): (Vec<u64>, usize, Vec<Vec<u8>>), _, _| {
            words.extend(there);
            // New buffers come after the source's buffers and those of earlier pieces.
            let more = if own.is_empty() { 0 } else { buffers.len() - before };
            buffers.extend(own.into_iter().map(Buffer::from_vec));
            Ok((before, more))
        };
        let adjust = |views: &mut [u128], (first, more)| renumber(views, first, more);
        let views = gather(tasks, threads, extent, 0, make, place, adjust)?.entries;
        let validity = bitmap::validity(once(&*words), extent.rows)?;
        buffers.insert(0, Buffer::from_vec(views));
        let data_type = Layout { width: Width::View, is_binary }.data_type();
        Ok(assemble(data_type, extent.rows, validity, buffers, Vec::new()))
    }
}
