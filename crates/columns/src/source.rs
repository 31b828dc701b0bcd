//! Rows that are read, and texts that are made of them in the same layout.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use iriform_kernel::{Consecutive, Corrupt, Offset, Rows, View, Views};

use crate::bitmap;
use crate::chunk::{Layout, Storage, Texts, Width};
use crate::error::Error;
use crate::interface::assemble;
use crate::memory::{in_large_pages, room, zeros};
use crate::parallel;

/// A layout: how its rows are read, and what becomes of them.
pub trait Format {
    /// Rows in memory whose offsets or views have been checked.
    type Source<'a>: Rows;
    /// Texts that are being made, row after row.
    type Made: Made;

    /// What `open` borrows.
    fn hold<'a>(texts: &'a Texts, range: &Range<usize>) -> Held<'a>;

    /// Checks a range of rows; they are numbered from its beginning then.
    fn open<'a>(held: &'a Held<'a>) -> Result<Self::Source<'a>, Corrupt>;

    /// The next rows are parts of the rows from `first` on: these bytes of each.
    fn push(made: &mut Self::Made, held: &Held<'_>, first: usize, parts: &[Span]);

    /// How many bytes all rows have, if that is known.
    fn size(held: &Held<'_>) -> usize;

    /// Some rows as one text, if they lie one after the other and are UTF-8.
    fn joined<'a>(held: &'a Held<'a>, rows: Range<usize>) -> Option<&'a str>;

    /// The buffers of these texts that parts of them share.
    fn shared(texts: &Texts) -> &[Buffer];
}

/// What is known of a range of rows before they are checked.
pub enum Held<'a> {
    /// Values, and offsets of 32 bits.
    Small(&'a [u8], &'a [i32]),
    /// Values, and offsets of 64 bits.
    Large(&'a [u8], &'a [i64]),
    /// Buffers, and views into them.
    View(Vec<&'a [u8]>, Cow<'a, [View]>),
}

/// Texts that are being made, row after row.
pub trait Made: Send + Sized {
    /// For that many rows, of parts of so many bytes, if they are parts of the source.
    fn with_capacity(rows: usize, bytes: usize) -> Result<Self, Error>;

    /// The next row is this text.
    fn text(&mut self, text: &[u8]);

    /// The next row has no text.
    fn absent(&mut self);

    /// Several of these one after the other, with their bitmaps, as an array. `shared` is what
    /// the source shares; so many threads may put them together.
    fn join(
        pieces: Vec<(Self, Vec<u64>)>,
        is_binary: bool,
        shared: &[Buffer],
        threads: usize,
    ) -> Result<ArrayData, Error>;
}

/// Where a part lies in its row; one that is not there lies nowhere and has no bytes.
#[derive(Clone, Copy, Default)]
pub struct Span {
    start: u32,
    length: u32,
}

impl Span {
    /// A range in a row of less than 4 GiB.
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
            type Made = Concatenated<$offset>;

            fn hold<'a>(texts: &'a Texts, range: &Range<usize>) -> Held<'a> {
                match &texts.storage {
                    Storage::$variant(offsets, values) => {
                        Held::$variant(values, &offsets[range.start..=range.end])
                    }
                    _ => unreachable!("the layout says what the storage is"),
                }
            }

            fn open<'a>(held: &'a Held<'a>) -> Result<Self::Source<'a>, Corrupt> {
                match held {
                    Held::$variant(values, offsets) => Consecutive::new(values, offsets),
                    _ => unreachable!("it was held for this"),
                }
            }

            #[inline]
            fn push(made: &mut Self::Made, held: &Held<'_>, first: usize, parts: &[Span]) {
                let Held::$variant(values, offsets) = held else { return };
                made.parts(values, &offsets[first..], parts);
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
    type Made = Pointed;

    fn hold<'a>(texts: &'a Texts, range: &Range<usize>) -> Held<'a> {
        let Storage::View(views, buffers) = &texts.storage else {
            unreachable!("the layout says what the storage is");
        };
        let buffers: Vec<&[u8]> = buffers.iter().map(|buffer| &**buffer).collect();
        let (views, _) = views.as_chunks();
        let views = &views[range.clone()];
        // The view of a row that is null may be anything; if one is, none of them is read.
        match &texts.nulls {
            Some(nulls) if Views::new(views, &buffers).is_err() => {
                let mut views = views.to_vec();
                for (view, row) in views.iter_mut().zip(range.clone()) {
                    if nulls.is_null(row) {
                        *view = View::default();
                    }
                }
                Held::View(buffers, views.into())
            }
            _ => Held::View(buffers, views.into()),
        }
    }

    fn open<'a>(held: &'a Held<'a>) -> Result<Views<'a>, Corrupt> {
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

/// Texts one after the other, with offsets between them.
pub struct Concatenated<O> {
    /// How many rows there will be, and how many bytes the rows have that these are parts of.
    rows: usize,
    bytes: usize,
    offsets: Vec<O>,
    values: Vec<u8>,
    /// Why there is no answer.
    failure: Option<Error>,
}

/// The most bytes of a part that are copied without asking how many they are.
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
        // There is no answer then, and no need to keep what was made so far.
        self.failure = Some(failure);
        self.values = Vec::new();
        O::default()
    }

    /// Makes room for so many more bytes, which are so many more rows, if there is any.
    #[inline]
    fn reserve(&mut self, bytes: usize, rows: usize) -> bool {
        self.values.capacity() - self.values.len() >= bytes || self.grow(bytes, rows)
    }

    #[cold]
    fn grow(&mut self, bytes: usize, rows: usize) -> bool {
        // For rows like those so far, and a few more: to grow again would be to copy all. Parts are
        // not more than the whole, however long the rows so far may be.
        let done = self.offsets.len() - 1 + rows;
        let room = self.values.len() + bytes;
        let likely = room.saturating_mul(self.rows) / done;
        let likely = likely.saturating_add(likely / 16).min(self.bytes + bytes);
        let more = likely.saturating_sub(self.values.len()).max(bytes);
        if self.values.try_reserve(more).is_err() {
            self.fail(Error::Memory);
            return false;
        }
        in_large_pages(&self.values);
        true
    }

    /// Appends a part of each of the rows that begin at `starts` of `source`.
    #[inline]
    fn parts(&mut self, source: &[u8], starts: &[O], parts: &[Span]) {
        let total: usize = parts.iter().map(|part| part.length as usize).sum();
        let longest = parts.iter().fold(0, |longest, part| longest.max(part.length));
        let end = self.values.len();
        if O::from_usize(end + total).is_none() {
            self.fail(Error::Overflow);
        }
        // The last one, too, may be copied beyond its end.
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

    /// Appends parts which are `total` bytes. A part of at most `WIDE` bytes is copied with what
    /// follows it, in an instruction or two, where its own length would take a call.
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
            // OK because the last one of them fits.
            O::usize_as(end)
        });
        self.offsets.extend(ends);
        self.values.truncate(end);
    }
}

impl<O: Offset + ArrowNativeType> Made for Concatenated<O> {
    fn with_capacity(rows: usize, bytes: usize) -> Result<Self, Error> {
        let mut offsets = room(rows + 1)?;
        in_large_pages(&offsets);
        offsets.push(O::default());
        Ok(Self { rows, bytes, offsets, values: Vec::new(), failure: None })
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
        let nulls = bitmap::nulls(validity, rows)?;
        let (offsets, values) = if pieces.len() == 1 {
            let (piece, _) = pieces.remove(0);
            (piece.offsets, piece.values)
        } else {
            // Fresh zeros cost nothing before the threads write over them.
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
                    // OK because the total has an offset, and so has every part of it.
                    *end = O::usize_as(start + own.as_usize());
                }
            });
            (offsets, values)
        };
        let data_type = Layout { width, is_binary }.data_type();
        let buffers = vec![Buffer::from_vec(offsets), Buffer::from_vec(values)];
        Ok(assemble(data_type, rows, nulls, buffers, Vec::new()))
    }
}

/// Texts by views, of the source's buffers or of new ones behind them.
pub struct Pointed {
    views: Vec<u128>,
    /// Buffers that are full, and the one that is being filled.
    own: Vec<Vec<u8>>,
    /// Why there is no answer.
    failure: Option<Error>,
}

/// The most bytes that a view holds itself.
const INLINE: usize = 12;

/// How large a buffer of our own gets, which a single text may exceed.
const FULL: usize = 1 << 26;

/// The mark of views of own buffers, whose numbers are final only when all is joined. No view
/// that came in has it, since the number is an `i32`.
const OWN: u32 = 1 << 31;

/// The view of a text that lies at `offset` of a buffer.
fn view(text: &[u8], buffer: u32, offset: u32) -> Option<u128> {
    let mut bytes = [0; 16];
    // The length is an `i32`.
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

/// Sixteen bytes from `start` on, zeros where there are none.
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
    /// Appends a view of a part of each of the rows that have `views` into `buffers`.
    #[inline]
    fn parts(&mut self, views: &[View], buffers: &[&[u8]], parts: &[Span]) {
        let of = |(part, view): (&Span, &View)| {
            let length = u128::from(part.length);
            let start = part.start as usize;
            let view = u128::from_le_bytes(*view);
            // OK because these are the fields of a view.
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
                let offset = u128::from(offset + part.start);
                length | (bytes & 0xFFFF_FFFF) << 32 | u128::from(number) << 64 | offset << 96
            }
        };
        self.views.extend(parts.iter().zip(views).map(of));
    }

    fn push(&mut self, view: Option<u128>) {
        if view.is_none() {
            self.failure = Some(Error::Overflow);
        }
        self.views.push(view.unwrap_or_default());
    }
}

/// Gives own buffers their final numbers.
fn renumber(views: &mut [u128], shift: Option<u128>) {
    let Some(shift) = shift else { return };
    let own = u128::from(OWN) << 64;
    for view in views {
        if *view & own != 0 && *view & 0xFFFF_FFFF > INLINE as u128 {
            *view = (*view ^ own) + shift;
        }
    }
}

impl Made for Pointed {
    fn with_capacity(rows: usize, _: usize) -> Result<Self, Error> {
        let views = room(rows)?;
        in_large_pages(&views);
        Ok(Self { views, own: Vec::new(), failure: None })
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
        // OK because there are fewer than 2³² buffers of 64 MiB, and each is shorter than that
        // before its last text.
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
        let nulls = bitmap::nulls(validity, rows)?;
        let mut buffers = shared.to_vec();
        let mut parts = Vec::with_capacity(pieces.len());
        for (piece, _) in pieces {
            // Behind the source's buffers and those of the pieces before.
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
        Ok(assemble(data_type, rows, nulls, buffers, Vec::new()))
    }
}
