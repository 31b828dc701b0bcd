//! A column from a producer: memory that the producer owns, in Arrow's layouts.

use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use iriform_kernel::{Offset, Unreadable, text_of_view};

use crate::arrow::memory::{collected, zeros};
use crate::error::Error;

/// The memory layout of a column's texts, and whether their type is text or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How a row is found.
    pub width: Width,
    /// True for `binary`, false for `string`; positions in the answers of `binary` count bytes.
    pub is_binary: bool,
}

/// How a row is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// By offsets of 32 bits.
    Small,
    /// By offsets of 64 bits.
    Large,
    /// By views.
    View,
}

impl Layout {
    /// The Arrow type.
    pub fn data_type(self) -> DataType {
        match (self.width, self.is_binary) {
            (Width::Small, false) => DataType::Utf8,
            (Width::Large, false) => DataType::LargeUtf8,
            (Width::View, false) => DataType::Utf8View,
            (Width::Small, true) => DataType::Binary,
            (Width::Large, true) => DataType::LargeBinary,
            (Width::View, true) => DataType::BinaryView,
        }
    }

    /// The layout of an Arrow type; none if it does not hold text or bytes.
    pub fn of(data_type: &DataType) -> Option<Self> {
        let (width, is_binary) = match data_type {
            DataType::Utf8 => (Width::Small, false),
            DataType::LargeUtf8 => (Width::Large, false),
            DataType::Utf8View => (Width::View, false),
            DataType::Binary => (Width::Small, true),
            DataType::LargeBinary => (Width::Large, true),
            DataType::BinaryView => (Width::View, true),
            _ => return None,
        };
        Some(Self { width, is_binary })
    }

    /// `string`.
    pub const TEXT: Self = Self { width: Width::Small, is_binary: false };

    /// The layout of the same width for names, which are always text.
    #[must_use]
    pub fn of_text(self) -> Self {
        Self { is_binary: false, ..self }
    }
}

/// The type of a column: the layout of its texts, and the type of the keys of a dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextType {
    /// The layout of texts in memory.
    pub layout: Layout,
    /// The type of the keys, if the column is a dictionary.
    pub keys: Option<DataType>,
}

/// A column: its chunks in order, all of one type.
pub struct Column {
    /// Their type.
    pub text_type: TextType,
    /// The chunks.
    pub chunks: Vec<Chunk>,
    /// True if it came as a stream; then the answer is a stream, too.
    pub is_chunked: bool,
}

impl Column {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(Chunk::len).sum()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A contiguous run of a column's rows.
#[derive(Clone)]
pub enum Chunk {
    /// Each row holds its text.
    Plain(Texts),
    /// Each row holds a key into distinct texts.
    Dictionary(Keys, Texts),
}

impl Chunk {
    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Plain(texts) => texts.len,
            Self::Dictionary(keys, _) => keys.len,
        }
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The texts of the rows, or the distinct texts that their keys point to.
    pub fn texts(&self) -> &Texts {
        match self {
            Self::Plain(texts) | Self::Dictionary(_, texts) => texts,
        }
    }
}

/// Texts and their validity. Offsets and views are not checked yet.
#[derive(Clone)]
pub struct Texts {
    /// The number of rows.
    pub len: usize,
    /// The rows that are not null; none if no row is null.
    pub validity: Option<NullBuffer>,
    /// Their offsets or views, and the buffers with the text.
    pub storage: Storage,
}

/// The memory of texts: one more offset than rows, or one view for each row.
#[derive(Clone)]
pub enum Storage {
    /// By offsets of 32 bits.
    Small(ScalarBuffer<i32>, Buffer),
    /// By offsets of 64 bits.
    Large(ScalarBuffer<i64>, Buffer),
    /// By views of 16 bytes, into these buffers.
    View(Buffer, Vec<Buffer>),
}

impl Texts {
    /// All rows are null: a column of Arrow's type `null`.
    pub fn all_null(len: usize) -> Result<Self, Error> {
        let offsets = ScalarBuffer::from(zeros::<i32>(len + 1)?);
        let validity = BooleanBuffer::new(Buffer::from_vec(zeros::<u8>(len.div_ceil(8))?), 0, len);
        let storage = Storage::Small(offsets, Buffer::default());
        Ok(Self { len, validity: Some(NullBuffer::new(validity)), storage })
    }

    /// Reads an array of texts that this crate has made.
    pub(crate) fn of(array: &ArrayData, width: Width) -> Self {
        let (first, len) = (array.offset(), array.len());
        let (places, values) = (&array.buffers()[0], &array.buffers()[1..]);
        let storage = match width {
            Width::Small => {
                Storage::Small(ScalarBuffer::new(places.clone(), first, len + 1), values[0].clone())
            }
            Width::Large => {
                Storage::Large(ScalarBuffer::new(places.clone(), first, len + 1), values[0].clone())
            }
            Width::View => {
                Storage::View(places.slice_with_length(first * 16, len * 16), values.to_vec())
            }
        };
        Self { len, validity: array.nulls().cloned(), storage }
    }

    /// The buffers of an Arrow array of these rows, without their validity.
    pub(crate) fn buffers(&self) -> Vec<Buffer> {
        match &self.storage {
            Storage::Small(offsets, values) => vec![offsets.inner().clone(), values.clone()],
            Storage::Large(offsets, values) => vec![offsets.inner().clone(), values.clone()],
            Storage::View(views, buffers) => {
                std::iter::once(views).chain(buffers).cloned().collect()
            }
        }
    }

    /// The text of a row; none if it is null.
    pub fn get(&self, row: usize) -> Result<Option<&[u8]>, Unreadable> {
        fn slice<'a, O: Offset>(offsets: &[O], values: &'a [u8], row: usize) -> Option<&'a [u8]> {
            values.get(offsets[row].index()..offsets[row + 1].index())
        }
        if self.validity.as_ref().is_some_and(|validity| validity.is_null(row)) {
            return Ok(None);
        }
        let text = match &self.storage {
            Storage::Small(offsets, values) => slice(offsets, values, row),
            Storage::Large(offsets, values) => slice(offsets, values, row),
            Storage::View(views, buffers) => {
                views.as_chunks().0.get(row).and_then(|view| text_of_view(view, buffers))
            }
        };
        text.map(Some).ok_or(Unreadable { row, is_long: false })
    }
}

/// The keys of a dictionary column: for each row, the index of its text, an integer of some width.
#[derive(Clone)]
pub struct Keys {
    /// The number of rows.
    pub len: usize,
    /// The rows that are not null; none if no row is null.
    pub validity: Option<NullBuffer>,
    /// The type of the keys: integers.
    pub data_type: DataType,
    /// Makes the keys of exactly these rows.
    pub buffer: Buffer,
}

/// The index of a null row in [`Keys::indices`].
pub const NULL: usize = usize::MAX;

impl Keys {
    /// The index of each row into `len` texts, [`NULL`] for a null row. Fails if a key is out of range.
    pub fn indices(&self, len: usize) -> Result<Vec<usize>, Error> {
        macro_rules! indices {
            ($($variant:ident $key:ty,)*) => {
                match self.data_type {
                    $(DataType::$variant => self.checked(self.buffer.typed_data::<$key>(), len),)*
                    _ => Err(Error::Type("the keys of a dictionary are integers".into())),
                }
            };
        }
        indices!(
            Int8 i8, UInt8 u8, Int16 i16, UInt16 u16, Int32 i32, UInt32 u32, Int64 i64, UInt64 u64,
        )
    }

    fn checked<K: ArrowNativeType>(&self, keys: &[K], len: usize) -> Result<Vec<usize>, Error> {
        let index = |(row, key): (usize, &K)| {
            if self.validity.as_ref().is_some_and(|validity| validity.is_null(row)) {
                return Ok(NULL);
            }
            key.to_usize().filter(|&index| index < len).ok_or_else(|| {
                Error::Value(format!(
                    "the column is corrupt: the key of row {row} is outside its dictionary"
                ))
            })
        };
        collected(keys.iter().enumerate().map(index))
    }
}

/// The validity bitmap; none if no row is null.
pub fn validity(bits: BooleanBuffer) -> Option<NullBuffer> {
    // Count the nulls here: the producer's count may be wrong.
    Some(NullBuffer::new(bits)).filter(|validity| validity.null_count() > 0)
}

/// A bitmap of the 64 rows from `first`, out of `len` rows: a bit is set if the row is not null.
pub fn present(validity: Option<&NullBuffer>, first: usize, len: usize) -> u64 {
    let count = (len - first).min(64);
    let all = u64::MAX >> (64 - count);
    let Some(validity) = validity else { return all };
    let start = validity.offset() + first;
    let bytes = &validity.validity()[start / 8..];
    let mut word = [0; 16];
    let there = bytes.len().min(9);
    word[..there].copy_from_slice(&bytes[..there]);
    // OK because only the lower 64 bits are needed.
    #[allow(clippy::cast_possible_truncation)]
    let bits = (u128::from_le_bytes(word) >> (start % 8)) as u64;
    bits & all
}
