//! Reads rows and builds answers of text in the same memory layout.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use iriform_kernel::{Consecutive, Offset, Rows, Unreadable, View, Views, text_of};

use crate::bitmap;
use crate::chunk::{Layout, Storage, Texts, Width};
use crate::error::Error;
use crate::interface::assemble;
use crate::memory::{in_large_pages, room, zeros};
use crate::parallel;

/// A memory layout: how to read its rows and how to build its answers.
pub trait Format {
    /// Rows in memory whose offsets or views have been checked.
    type Source<'a>: Rows;
    /// Texts that are being made, row after row.
    type Builder: TextBuilder;

    /// The memory that `open` borrows.
    fn hold<'a>(texts: &'a Texts, range: &Range<usize>) -> Held<'a>;

    /// Checks the offsets or views of the range. The rows of the result are numbered from 0.
    fn open<'a>(held: &'a Held<'a>) -> Result<Self::Source<'a>, Unreadable>;

    /// Appends one text for each span: these bytes of the source's rows from `first` on.
    fn push(made: &mut Self::Builder, held: &Held<'_>, first: usize, parts: &[Span]);

    /// Appends these rows of the source as they are.
    fn copy(made: &mut Self::Builder, held: &Held<'_>, rows: Range<usize>);

    /// The number of bytes of all rows; 0 if it is not known.
    fn size(held: &Held<'_>) -> usize;

    /// The text of consecutive rows, if they are adjacent in memory and UTF-8.
    fn joined<'a>(held: &'a Held<'a>, rows: Range<usize>) -> Option<&'a str>;

    /// The buffers that views of the answer may point into.
    fn shared(texts: &Texts) -> &[Buffer];
}

/// The memory of a range of rows, not checked yet.
pub enum Held<'a> {
    /// Values, and offsets of 32 bits.
    Small(&'a [u8], &'a [i32]),
    /// Values, and offsets of 64 bits.
    Large(&'a [u8], &'a [i64]),
    /// Buffers, and views into them.
    View(Vec<&'a [u8]>, Cow<'a, [View]>),
}

/// Texts that are being made, row after row.
pub trait TextBuilder: Send + Sized {
    /// The type of the offsets of lists of such texts.
    type Index: ArrowNativeType;

    /// Room for `rows` texts. `bytes` is the size of the source's rows: parts of them need no more.
    fn with_capacity(rows: usize, bytes: usize) -> Result<Self, Error>;

    /// Makes room for one more text than was announced; false if there is not enough memory.
    fn one_more(&mut self) -> bool;

    /// Appends a text.
    fn text(&mut self, text: &[u8]);

    /// Appends a row without text.
    fn absent(&mut self);

    /// Appends texts that are adjacent in `bytes`, each up to one of `ends`.
    #[inline]
    fn block(&mut self, bytes: &[u8], ends: &[i64]) {
        let mut start = 0;
        for end in ends.iter().map(|end| end.index()) {
            self.text(&bytes[start..end]);
            start = end;
        }
    }

    /// Joins pieces with their bitmaps into one array, on up to `threads` threads. `shared` is the
    /// buffers of [`Format::shared`].
    fn join(
        pieces: Vec<(Self, Vec<u64>)>,
        is_binary: bool,
        shared: &[Buffer],
        threads: usize,
    ) -> Result<ArrayData, Error>;
}

/// The range of a part in its row. An absent part is the empty range at 0.
#[derive(Clone, Copy, Default)]
pub struct Span {
    start: u32,
    length: u32,
}

impl Span {
    /// The span of a range in a row of less than 4 GiB.
    #[inline(always)]
    pub fn of(range: &Range<usize>) -> Self {
        // OK because no valid row is longer.
        #[allow(clippy::cast_possible_truncation)]
        let [start, end] = [range.start as u32, range.end as u32];
        Self { start, length: end.wrapping_sub(start) }
    }
}

/// Texts by offsets of that type.
pub struct ByOffsets<O>(PhantomData<O>);

/// Texts by views.
pub struct ByViews;

macro_rules! by_offsets {
    ($offset:ty, $variant:ident) => {
        impl Format for ByOffsets<$offset> {
            type Source<'a> = Consecutive<'a, $offset>;
            type Builder = Concatenated<$offset>;

            fn hold<'a>(texts: &'a Texts, range: &Range<usize>) -> Held<'a> {
                match &texts.storage {
                    Storage::$variant(offsets, values) => {
                        Held::$variant(values, &offsets[range.start..=range.end])
                    }
                    _ => unreachable!("the layout says what the storage is"),
                }
            }

            fn open<'a>(held: &'a Held<'a>) -> Result<Self::Source<'a>, Unreadable> {
                match held {
                    Held::$variant(values, offsets) => Consecutive::new(values, offsets),
                    _ => unreachable!("it was held for this"),
                }
            }

            #[inline]
            fn push(made: &mut Self::Builder, held: &Held<'_>, first: usize, parts: &[Span]) {
                let Held::$variant(values, offsets) = held else { return };
                made.parts(values, &offsets[first..], parts);
            }

            #[inline]
            fn copy(made: &mut Self::Builder, held: &Held<'_>, rows: Range<usize>) {
                let Held::$variant(values, offsets) = held else { return };
                made.rows(values, &offsets[rows.start..=rows.end]);
            }

            fn size(held: &Held<'_>) -> usize {
                let Held::$variant(_, [first, .., last]) = held else { return 0 };
                last.index() - first.index()
            }

            fn joined<'a>(held: &'a Held<'a>, rows: Range<usize>) -> Option<&'a str> {
                let Held::$variant(values, offsets) = held else { return None };
                let range = offsets[rows.start].index()..offsets[rows.end].index();
                std::str::from_utf8(values.get(range)?).ok()
            }

            fn shared(_: &Texts) -> &[Buffer] {
                &[]
            }
        }
    };
}

by_offsets!(i32, Small);
by_offsets!(i64, Large);

impl Format for ByViews {
    type Source<'a> = Views<'a>;
    type Builder = Pointed;

    fn hold<'a>(texts: &'a Texts, range: &Range<usize>) -> Held<'a> {
        let Storage::View(views, buffers) = &texts.storage else {
            unreachable!("the layout says what the storage is");
        };
        let buffers: Vec<&[u8]> = buffers.iter().map(|buffer| &**buffer).collect();
        let (views, _) = views.as_chunks();
        let views = &views[range.clone()];
        // The view of a null row may be garbage. If any view is invalid, null rows get empty views
        // before the check.
        match &texts.validity {
            Some(validity) if Views::new(views, &buffers).is_err() => {
                let mut views = views.to_vec();
                for (view, row) in views.iter_mut().zip(range.clone()) {
                    if validity.is_null(row) {
                        *view = View::default();
                    }
                }
                Held::View(buffers, views.into())
            }
            _ => Held::View(buffers, views.into()),
        }
    }

    fn open<'a>(held: &'a Held<'a>) -> Result<Views<'a>, Unreadable> {
        let Held::View(buffers, views) = held else {
            unreachable!("it was held for this");
        };
        Views::new(views, buffers)
    }

    #[inline]
    fn push(made: &mut Pointed, held: &Held<'_>, first: usize, parts: &[Span]) {
        let Held::View(buffers, views) = held else { return };
        made.parts(&views[first..], buffers, parts);
    }

    #[inline]
    fn copy(made: &mut Pointed, held: &Held<'_>, rows: Range<usize>) {
        let Held::View(_, views) = held else { return };
        made.views.extend(views[rows].iter().map(|view| u128::from_le_bytes(*view)));
    }

    fn size(_: &Held<'_>) -> usize {
        0
    }

    fn joined<'a>(_: &'a Held<'a>, _: Range<usize>) -> Option<&'a str> {
        None
    }

    fn shared(texts: &Texts) -> &[Buffer] {
        match &texts.storage {
            Storage::View(_, buffers) => buffers,
            _ => &[],
        }
    }
}

/// Texts that are adjacent in one buffer, with offsets.
pub struct Concatenated<O> {
    /// The expected number of rows, and the bytes of the source's rows.
    rows: usize,
    bytes: usize,
    offsets: Vec<O>,
    values: Vec<u8>,
    /// Why there is no answer.
    failure: Option<Error>,
}

/// The size of the source's rows where it does not limit that of the answer. It is added to.
pub const UNKNOWN: usize = usize::MAX / 2;

/// The longest part that is copied with a fixed width.
const WIDEST: usize = 64;

impl<O: Offset + ArrowNativeType> Concatenated<O> {
    #[inline]
    fn end(&mut self) {
        let end = O::from_usize(self.values.len());
        let end = end.unwrap_or_else(|| self.fail(Error::Overflow));
        self.offsets.push(end);
    }

    #[cold]
    fn fail(&mut self, failure: Error) -> O {
        // There will be no answer, so the texts made so far are dropped.
        self.failure = Some(failure);
        self.values = Vec::new();
        O::default()
    }

    /// Makes room for `bytes` more bytes of `rows` more rows; false if there is not enough memory.
    #[inline]
    fn reserve(&mut self, bytes: usize, rows: usize) -> bool {
        self.values.capacity() - self.values.len() >= bytes || self.grow(bytes, rows)
    }

    #[cold]
    fn grow(&mut self, bytes: usize, rows: usize) -> bool {
        // Each growth copies everything, so this reserves for all rows at their average length so
        // far, and a sixteenth more; but not more than the source has, since parts are never longer
        // than their rows.
        let done = self.offsets.len() - 1 + rows;
        let room = self.values.len() + bytes;
        let likely = room.saturating_mul(self.rows) / done;
        let likely = likely.saturating_add(likely / 16).min(self.bytes + bytes);
        let more = likely.saturating_sub(self.values.len()).max(bytes);
        if self.values.try_reserve(more).is_err() && self.values.try_reserve(bytes).is_err() {
            self.fail(Error::Memory);
            return false;
        }
        in_large_pages(&self.values);
        true
    }

    /// Appends the rows of `source` that `offsets` delimit.
    #[inline]
    fn rows(&mut self, source: &[u8], offsets: &[O]) {
        let [first, ends @ ..] = offsets else { return };
        let rows = &source[first.index()..ends.last().unwrap_or(first).index()];
        let start = self.values.len();
        if O::from_usize(start + rows.len()).is_none() {
            self.fail(Error::Overflow);
        }
        if self.failure.is_some() || !self.reserve(rows.len(), ends.len()) {
            return self.offsets.extend(ends.iter().map(|_| O::default()));
        }
        self.values.extend_from_slice(rows);
        // OK because the last end fits, and no other is greater.
        let end = |end: &O| O::usize_as(start + (end.index() - first.index()));
        self.offsets.extend(ends.iter().map(end));
    }

    /// Appends a part of each of the rows that begin at `starts` of `source`. There may be no rows.
    #[inline]
    fn parts(&mut self, source: &[u8], starts: &[O], parts: &[Span]) {
        if parts.is_empty() {
            return;
        }
        let total: usize = parts.iter().map(|part| part.length as usize).sum();
        let longest = parts.iter().fold(0, |longest, part| longest.max(part.length));
        let end = self.values.len();
        if O::from_usize(end + total).is_none() {
            self.fail(Error::Overflow);
        }
        // The copy of the last part may run past its end by up to `WIDEST` bytes.
        if self.failure.is_some() || !self.reserve(total + WIDEST, parts.len()) {
            return self.offsets.extend(parts.iter().map(|_| O::default()));
        }
        match longest {
            0 => self.offsets.extend(parts.iter().map(|_| O::usize_as(end))),
            1..=16 => self.copy::<16>(source, starts, parts, total),
            17..=32 => self.copy::<32>(source, starts, parts, total),
            _ => self.copy::<WIDEST>(source, starts, parts, total),
        }
    }

    /// Appends parts of `total` bytes together. A part of at most `WIDE` bytes is copied as `WIDE`
    /// bytes, in an instruction or two; a copy of variable length would take a call. The next part
    /// overwrites the excess.
    #[inline(always)]
    fn copy<const WIDE: usize>(
        &mut self,
        source: &[u8],
        starts: &[O],
        parts: &[Span],
        total: usize,
    ) {
        let mut end = self.values.len();
        self.values.resize(end + total + WIDE, 0);
        let ends = parts.iter().zip(starts).map(|(part, start)| {
            let start = start.index() + part.start as usize;
            let length = part.length as usize;
            match source.get(start..).and_then(<[u8]>::first_chunk::<WIDE>) {
                Some(chunk) if length <= WIDE => {
                    self.values[end..end + WIDE].copy_from_slice(chunk);
                }
                _ => self.values[end..end + length].copy_from_slice(&source[start..start + length]),
            }
            end += length;
            // OK because the end of the last part fits.
            O::usize_as(end)
        });
        self.offsets.extend(ends);
        self.values.truncate(end);
    }
}

impl<O: Offset + ArrowNativeType> TextBuilder for Concatenated<O> {
    type Index = O;

    fn block(&mut self, bytes: &[u8], ends: &[i64]) {
        let start = self.values.len();
        if O::from_usize(start + bytes.len()).is_none() {
            self.fail(Error::Overflow);
        }
        if self.failure.is_some() || !self.reserve(bytes.len(), ends.len()) {
            return self.offsets.extend(ends.iter().map(|_| O::default()));
        }
        self.values.extend_from_slice(bytes);
        // OK because the last end fits, and no other is greater.
        self.offsets.extend(ends.iter().map(|end| O::usize_as(start + end.index())));
    }

    fn with_capacity(rows: usize, bytes: usize) -> Result<Self, Error> {
        let mut offsets = room(rows + 1)?;
        in_large_pages(&offsets);
        offsets.push(O::default());
        Ok(Self { rows, bytes, offsets, values: Vec::new(), failure: None })
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

    fn join(
        mut pieces: Vec<(Self, Vec<u64>)>,
        is_binary: bool,
        _: &[Buffer],
        threads: usize,
    ) -> Result<ArrayData, Error> {
        let total: usize = pieces.iter().map(|(piece, _)| piece.values.len()).sum();
        if let Some(failure) = pieces.iter_mut().find_map(|(piece, _)| piece.failure.take()) {
            return Err(failure);
        }
        if O::from_usize(total).is_none() {
            return Err(Error::Overflow);
        }
        let width = if size_of::<O>() == 4 { Width::Small } else { Width::Large };
        let rows: usize = pieces.iter().map(|(piece, _)| piece.offsets.len() - 1).sum();
        let validity = pieces.iter().map(|(_, words)| words.as_slice());
        let validity = bitmap::validity(validity, rows)?;
        let (offsets, values) = if pieces.len() == 1 {
            let (piece, _) = pieces.remove(0);
            (piece.offsets, piece.values)
        } else {
            // Zeroed pages cost nothing until the threads write to them.
            let mut offsets = zeros::<O>(rows + 1)?;
            let mut values = zeros(total)?;
            in_large_pages(&offsets);
            in_large_pages(&values);
            let mut tasks = Vec::with_capacity(pieces.len());
            let (mut free_offsets, mut free_values) = (&mut offsets[1..], &mut values[..]);
            for (piece, _) in pieces {
                let start = total - free_values.len();
                let ends = free_offsets.split_off_mut(..piece.offsets.len() - 1);
                let texts = free_values.split_off_mut(..piece.values.len());
                tasks.extend(ends.zip(texts).map(|(ends, texts)| (piece, start, ends, texts)));
            }
            parallel::map(tasks, threads, |(piece, start, ends, texts)| {
                texts.copy_from_slice(&piece.values);
                for (end, own) in ends.iter_mut().zip(&piece.offsets[1..]) {
                    // OK because the total fits an offset, and no end is greater.
                    *end = O::usize_as(start + own.as_usize());
                }
            });
            (offsets, values)
        };
        let data_type = Layout { width, is_binary }.data_type();
        let buffers = vec![Buffer::from_vec(offsets), Buffer::from_vec(values)];
        Ok(assemble(data_type, rows, validity, buffers, Vec::new()))
    }
}

/// Texts by views, into the source's buffers or into new buffers appended to them.
pub struct Pointed {
    views: Vec<u128>,
    /// The new buffers: full ones, and the one that is being filled.
    own: Vec<Vec<u8>>,
    /// Why there is no answer.
    failure: Option<Error>,
}

/// The most bytes that a view holds inline.
const INLINE: usize = 12;

/// The size of a new buffer; only a single longer text exceeds it.
const FULL: usize = 1 << 26;

/// Marks the buffer number of a view into a new buffer; `join` assigns the final number. No
/// imported view has this bit, because its buffer number is a nonnegative `i32`.
const OWN: u32 = 1 << 31;

/// The view of a text that lies at `offset` of a buffer.
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

/// Sixteen bytes from `start` on, padded with zeros at the end.
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

impl Pointed {
    /// Appends a view of a part of each row; `views` are the rows' views into `buffers`.
    #[inline]
    fn parts(&mut self, views: &[View], buffers: &[&[u8]], parts: &[Span]) {
        let before = self.views.len();
        let mut offsets = 0;
        let of = |(part, view): (&Span, &View)| {
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

    /// As [`Self::parts`], with copies: where a part begins 2 GiB or more into its buffer, no view
    /// can point to it, because Arrow's offsets are `i32`.
    #[cold]
    fn copies(&mut self, views: &[View], buffers: &[&[u8]], parts: &[Span]) {
        for (view, part) in views.iter().zip(parts) {
            let range = part.start as usize..part.start as usize + part.length as usize;
            let text = text_of(view, buffers).and_then(|text| text.get(range));
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

/// Gives views into new buffers their final buffer numbers.
fn renumber(views: &mut [u128], shift: Option<u128>) {
    let Some(shift) = shift else { return };
    let own = u128::from(OWN) << 64;
    for view in views {
        if *view & own != 0 && *view & 0xFFFF_FFFF > INLINE as u128 {
            *view = (*view ^ own) + shift;
        }
    }
}

impl TextBuilder for Pointed {
    type Index = i32;

    fn with_capacity(rows: usize, _: usize) -> Result<Self, Error> {
        let views = room(rows)?;
        in_large_pages(&views);
        Ok(Self { views, own: Vec::new(), failure: None })
    }

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
        // OK because there are far fewer than 2³¹ buffers of 64 MiB, and a text begins within the
        // first 64 MiB of its buffer.
        #[allow(clippy::cast_possible_truncation)]
        let view = view(text, OWN | number as u32, offset as u32);
        self.push(view);
    }

    #[inline]
    fn absent(&mut self) {
        self.views.push(0);
    }

    fn join(
        mut pieces: Vec<(Self, Vec<u64>)>,
        is_binary: bool,
        shared: &[Buffer],
        threads: usize,
    ) -> Result<ArrayData, Error> {
        if let Some(failure) = pieces.iter_mut().find_map(|(piece, _)| piece.failure.take()) {
            return Err(failure);
        }
        let rows: usize = pieces.iter().map(|(piece, _)| piece.views.len()).sum();
        let validity = pieces.iter().map(|(_, words)| words.as_slice());
        let validity = bitmap::validity(validity, rows)?;
        let mut buffers = shared.to_vec();
        let mut parts = Vec::with_capacity(pieces.len());
        for (piece, _) in pieces {
            // New buffers come after the source's buffers and those of earlier pieces.
            let shift =
                if piece.own.is_empty() { None } else { Some((buffers.len() as u128) << 64) };
            parts.push((piece.views, shift));
            buffers.extend(piece.own.into_iter().map(Buffer::from_vec));
        }
        let all = if parts.len() == 1 {
            let (mut views, shift) = parts.remove(0);
            renumber(&mut views, shift);
            views
        } else {
            let mut all = zeros(rows)?;
            in_large_pages(&all);
            let mut free = &mut all[..];
            let mut tasks = Vec::with_capacity(parts.len());
            for (views, shift) in parts {
                let place = free.split_off_mut(..views.len());
                tasks.extend(place.map(|place| (views, shift, place)));
            }
            parallel::map(tasks, threads, |(views, shift, place)| {
                place.copy_from_slice(&views);
                renumber(place, shift);
            });
            all
        };
        buffers.insert(0, Buffer::from_vec(all));
        let data_type = Layout { width: Width::View, is_binary }.data_type();
        Ok(assemble(data_type, rows, validity, buffers, Vec::new()))
    }
}
