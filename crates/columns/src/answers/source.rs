//! Reads rows and builds answers of text in the same memory layout.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;

use arrow_buffer::Buffer;
use iriform_kernel::{Consecutive, Offset, Rows, Unreadable, View, Views};

use crate::answers::builder::{PartSpan, TextBuilder};
use crate::answers::gather::Extent;
use crate::answers::offsets::OffsetBuilder;
use crate::answers::views::{ViewBuilder, are_near};
use crate::arrow::chunk::{Storage, Texts};
use crate::error::Error;

/// A memory layout: how to read its rows, and how to build its answers.
pub trait Format {
    /// Rows in memory whose offsets or views have been checked.
    type Source<'a>: Rows;
    /// Texts that are being built, row by row.
    type Builder: TextBuilder;

    /// The memory that `open` borrows.
    fn hold<'a>(texts: &'a Texts, range: &Range<usize>) -> UncheckedRows<'a>;

    /// Checks the offsets or views of the range. The rows of the result are numbered from 0.
    fn open<'a>(held: &'a UncheckedRows<'a>) -> Result<Self::Source<'a>, Unreadable>;

    /// Room for the answers of `rows` rows: parts of rows, whole rows and new texts.
    fn builder(held: &UncheckedRows<'_>, rows: usize) -> Result<Self::Builder, Error>;

    /// Appends one text for each span: these bytes of the source's rows, starting with row `first`.
    fn push(made: &mut Self::Builder, held: &UncheckedRows<'_>, first: usize, parts: &[PartSpan]);

    /// Appends these rows of the source unchanged.
    fn copy(made: &mut Self::Builder, held: &UncheckedRows<'_>, rows: Range<usize>);

    /// The largest size of one part of each row.
    fn extent(texts: &Texts) -> Extent;

    /// The number of bytes of all rows; 0 if unknown.
    fn size(held: &UncheckedRows<'_>) -> usize;

    /// The text of consecutive rows, if they are adjacent in memory and UTF-8.
    fn joined<'a>(held: &'a UncheckedRows<'a>, rows: Range<usize>) -> Option<&'a str>;

    /// Returns true if an answer can share the rows' memory.
    fn may_share(held: &UncheckedRows<'_>) -> bool;

    /// The buffers that views of the answer may point into.
    fn shared(texts: &Texts) -> &[Buffer];
}

/// The unchecked memory of a range of rows.
pub enum UncheckedRows<'a> {
    /// Values, and offsets of 32 bits.
    Small(&'a [u8], &'a [i32]),
    /// Values, and offsets of 64 bits.
    Large(&'a [u8], &'a [i64]),
    /// Buffers, and views into them.
    View(Vec<&'a [u8]>, Cow<'a, [View]>),
}

/// Texts by offsets of a type.
pub struct ByOffsets<O>(PhantomData<O>);

/// Texts by views.
pub struct ByViews;

macro_rules! by_offsets {
    ($offset:ty, $variant:ident) => {
        impl Format for ByOffsets<$offset> {
            type Source<'a> = Consecutive<'a, $offset>;
            type Builder = OffsetBuilder<$offset>;

            fn hold<'a>(texts: &'a Texts, range: &Range<usize>) -> UncheckedRows<'a> {
                match &texts.storage {
                    Storage::$variant(offsets, values) => {
                        UncheckedRows::$variant(values, &offsets[range.start..=range.end])
                    }
                    _ => unreachable!("the layout says what the storage is"),
                }
            }

            fn open<'a>(held: &'a UncheckedRows<'a>) -> Result<Self::Source<'a>, Unreadable> {
                match held {
                    UncheckedRows::$variant(values, offsets) => Consecutive::new(values, offsets),
                    _ => unreachable!("it was held for this"),
                }
            }

            fn builder(held: &UncheckedRows<'_>, rows: usize) -> Result<Self::Builder, Error> {
                OffsetBuilder::with_capacity(rows, Self::size(held))
            }

            #[inline]
            fn push(
                made: &mut Self::Builder,
                held: &UncheckedRows<'_>,
                first: usize,
                parts: &[PartSpan],
            ) {
                let UncheckedRows::$variant(values, offsets) = held else { return };
                made.parts(values, &offsets[first..], parts);
            }

            #[inline]
            fn copy(made: &mut Self::Builder, held: &UncheckedRows<'_>, rows: Range<usize>) {
                let UncheckedRows::$variant(values, offsets) = held else { return };
                made.rows(values, &offsets[rows.start..=rows.end]);
            }

            fn extent(texts: &Texts) -> Extent {
                let bytes = match &texts.storage {
                    Storage::$variant(offsets, values) => {
                        let [first, last] = [0, texts.len].map(|i| offsets[i].index());
                        last.min(values.len()).saturating_sub(first)
                    }
                    _ => 0,
                };
                Extent { rows: texts.len, bytes }
            }

            fn size(held: &UncheckedRows<'_>) -> usize {
                let UncheckedRows::$variant(_, [first, .., last]) = held else { return 0 };
                last.index() - first.index()
            }

            fn joined<'a>(held: &'a UncheckedRows<'a>, rows: Range<usize>) -> Option<&'a str> {
                let UncheckedRows::$variant(values, offsets) = held else { return None };
                let range = offsets[rows.start].index()..offsets[rows.end].index();
                std::str::from_utf8(values.get(range)?).ok()
            }

            fn may_share(_: &UncheckedRows<'_>) -> bool {
                true
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
    type Builder = ViewBuilder;

    fn hold<'a>(texts: &'a Texts, range: &Range<usize>) -> UncheckedRows<'a> {
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
                UncheckedRows::View(buffers, views.into())
            }
            _ => UncheckedRows::View(buffers, views.into()),
        }
    }

    fn open<'a>(held: &'a UncheckedRows<'a>) -> Result<Views<'a>, Unreadable> {
        let UncheckedRows::View(buffers, views) = held else {
            unreachable!("it was held for this");
        };
        Views::new(views, buffers)
    }

    fn builder(held: &UncheckedRows<'_>, rows: usize) -> Result<ViewBuilder, Error> {
        let UncheckedRows::View(buffers, _) = held else {
            return ViewBuilder::with_capacity(rows, 0);
        };
        ViewBuilder::behind(buffers, rows)
    }

    #[inline]
    fn push(made: &mut ViewBuilder, held: &UncheckedRows<'_>, first: usize, parts: &[PartSpan]) {
        let UncheckedRows::View(buffers, views) = held else { return };
        made.parts(&views[first..], buffers, parts);
    }

    #[inline]
    fn copy(made: &mut ViewBuilder, held: &UncheckedRows<'_>, rows: Range<usize>) {
        let UncheckedRows::View(buffers, views) = held else { return };
        made.rows(&views[rows], buffers);
    }

    fn extent(texts: &Texts) -> Extent {
        Extent { rows: texts.len, bytes: 0 }
    }

    fn size(_: &UncheckedRows<'_>) -> usize {
        0
    }

    fn joined<'a>(_: &'a UncheckedRows<'a>, _: Range<usize>) -> Option<&'a str> {
        None
    }

    fn may_share(held: &UncheckedRows<'_>) -> bool {
        let UncheckedRows::View(buffers, Cow::Borrowed(views)) = held else { return false };
        // Arrow's views are aligned to their size.
        views.as_ptr().addr().is_multiple_of(size_of::<View>()) && are_near(buffers)
    }

    fn shared(texts: &Texts) -> &[Buffer] {
        match &texts.storage {
            Storage::View(_, buffers) => buffers,
            _ => &[],
        }
    }
}
