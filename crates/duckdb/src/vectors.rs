//! DuckDB's vectors: the arguments of a call, and the answer.
//!
//! **Soundness.** DuckDB calls a function with a chunk and a vector that are valid during the call;
//! [`Input`] and [`Output`] borrow them for that long. DuckDB flattens the vectors of the chunk
//! before the call. The texts of a vector live as long as its chunk. A row is read only if it is
//! below the count of rows and the validity bitmap says that it is not null, and written only if it
//! is below the count of rows of the vector.

#![allow(unsafe_code)]

use std::ffi::c_void;
use std::hint::select_unpredictable;
use std::marker::PhantomData;
use std::{ptr, slice};

use iriform_kernel::Rows;

use crate::api::{
    BIGINT, BLOB, BOOLEAN, HUGEINT, Handle, INTEGER, Index, SMALLINT, SQLNULL, TINYINT, UBIGINT,
    UHUGEINT, UINTEGER, USMALLINT, UTINYINT, VARCHAR, api,
};

/// Converts a number of rows, which fits because the rows are in memory.
fn count(rows: Index) -> usize {
    usize::try_from(rows).unwrap_or(usize::MAX)
}

/// `duckdb_string_t`: the length, and either up to 12 bytes or 4 bytes and a pointer.
#[derive(Clone, Copy)]
#[repr(C)]
union StringT {
    inlined: Inlined,
    pointer: Pointer,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Inlined {
    length: u32,
    bytes: [u8; INLINED],
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Pointer {
    length: u32,
    prefix: [u8; 4],
    bytes: *const u8,
}

/// The longest text that has no pointer, in bytes.
const INLINED: usize = 12;

/// A [`StringT`] as a number: a text of `length` bytes that starts with the bytes of `window`. A text that is
/// not short is at `place`. It has no branch, because short and long texts follow no pattern.
#[inline(always)]
fn string(length: usize, window: [u8; INLINED], place: usize) -> u128 {
    /// The bytes of the window that belong to a text, by its length. For a long text these are the four of its
    /// prefix.
    const KEPT: [u128; INLINED + 2] = {
        let mut kept = [0xFFFF_FFFF; INLINED + 2];
        let mut length = 0;
        while length <= INLINED {
            kept[length] = (1 << (8 * length)) - 1;
            length += 1;
        }
        kept
    };
    let mut bytes = [0; 16];
    bytes[..INLINED].copy_from_slice(&window);
    let kept = u128::from_le_bytes(bytes) & KEPT[length.min(INLINED + 1)];
    let pointer = select_unpredictable(length <= INLINED, 0, place);
    length as u128 | kept << 32 | (pointer as u128) << 64
}

/// Each bit of a byte as a byte, lowest first.
fn spread(bits: u8) -> [u8; 8] {
    /// A mask with bit `i` of byte `i`.
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    let each = u64::from_le_bytes([bits; 8]) & DIAGONAL;
    // A byte that is not zero carries into its highest bit and no further.
    ((each + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101).to_le_bytes()
}

/// The kind of values that a vector of the input holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Texts,
    Bytes,
    Truths,
    Numbers(Numbers),
    /// Nulls without a type.
    Nulls,
    /// Another type.
    Other,
}

/// The type of whole numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    U128,
}

/// A vector of the chunk that DuckDB passes: one argument of all its rows.
pub(crate) struct Input<'a> {
    pub(crate) rows: usize,
    pub(crate) holds: Holds,
    data: *const c_void,
    validity: Option<&'a [u64]>,
}

/// Returns true if a row is null, by the validity bitmap of its vector.
fn is_null(validity: Option<&[u64]>, row: usize) -> bool {
    validity.is_some_and(|words| words[row / 64] >> (row % 64) & 1 == 0)
}

impl Input<'_> {
    /// # Safety `vector` is a flat vector of DuckDB with `rows` rows that lives as long as the answer.
    pub(crate) unsafe fn of(vector: Handle, rows: Index) -> Self {
        let (api, rows) = (api(), count(rows));
        // SAFETY: by the contract; the bitmap, if there is one, has a bit for each row.
        unsafe {
            let mut of = (api.vector_get_column_type)(vector);
            let holds = match (api.get_type_id)(of) {
                VARCHAR => Holds::Texts,
                BOOLEAN => Holds::Truths,
                BLOB => Holds::Bytes,
                TINYINT => Holds::Numbers(Numbers::I8),
                SMALLINT => Holds::Numbers(Numbers::I16),
                INTEGER => Holds::Numbers(Numbers::I32),
                BIGINT => Holds::Numbers(Numbers::I64),
                HUGEINT => Holds::Numbers(Numbers::I128),
                UTINYINT => Holds::Numbers(Numbers::U8),
                USMALLINT => Holds::Numbers(Numbers::U16),
                UINTEGER => Holds::Numbers(Numbers::U32),
                UBIGINT => Holds::Numbers(Numbers::U64),
                UHUGEINT => Holds::Numbers(Numbers::U128),
                SQLNULL => Holds::Nulls,
                _ => Holds::Other,
            };
            (api.destroy_logical_type)(&raw mut of);
            let validity = (api.vector_get_validity)(vector);
            Self {
                rows,
                holds,
                data: (api.vector_get_data)(vector),
                validity: (!validity.is_null())
                    .then(|| slice::from_raw_parts(validity, rows.div_ceil(64))),
            }
        }
    }

    /// The validity bitmap: a bit is set where a row is not null. None if no row is null.
    pub(crate) fn validity(&self) -> Option<&[u64]> {
        self.validity
    }

    /// The rows as texts or bytes, or none if the vector holds neither.
    pub(crate) fn texts(&self) -> Option<VectorTexts<'_>> {
        matches!(self.holds, Holds::Texts | Holds::Bytes).then_some(VectorTexts {
            rows: self.rows,
            strings: self.data.cast(),
            validity: self.validity,
        })
    }

    /// Calls `visit` with the text of each row in turn, which is empty if the row is null.
    #[inline]
    pub(crate) fn each_text(&self, mut visit: impl FnMut(&[u8])) {
        match self.texts() {
            Some(texts) => (0..self.rows).for_each(|row| visit(texts.row(row))),
            None => (0..self.rows).for_each(|_| visit(b"")),
        }
    }

    /// The truth value of a row; none if it is null, or if the vector holds none.
    pub(crate) fn truth(&self, row: usize) -> Option<bool> {
        assert!(row < self.rows);
        if self.holds != Holds::Truths || is_null(self.validity, row) {
            return None;
        }
        // SAFETY: as for texts; a truth value is a byte.
        Some(unsafe { *self.data.cast::<u8>().add(row) } != 0)
    }

    /// Returns true if all rows are null.
    pub(crate) fn is_null(&self) -> bool {
        let is_null = |words: &[u64]| (0..self.rows).all(|row| is_null(Some(words), row));
        self.holds == Holds::Nulls || self.validity.is_some_and(is_null)
    }

    /// The number of type `of` that all rows have; none if they differ or one is null. A number beyond 64 bits
    /// is clamped, because no position is that far.
    pub(crate) fn only_number(&self, of: Numbers) -> Option<i64> {
        let first = self.number(of, 0)?;
        let all = (1..self.rows).all(|row| self.number(of, row) == Some(first));
        all.then(|| i64::try_from(first).unwrap_or(if first < 0 { i64::MIN } else { i64::MAX }))
    }

    /// The number of a row; none if it is null.
    fn number(&self, of: Numbers, row: usize) -> Option<i128> {
        assert!(row < self.rows && self.holds == Holds::Numbers(of));
        if is_null(self.validity, row) {
            return None;
        }
        macro_rules! read {
            ($of:ty) => {
                // SAFETY: the row is there and not null, and the vector holds numbers of that type. DuckDB may
                // align numbers of 128 bits less strictly than Rust.
                unsafe { self.data.cast::<$of>().add(row).read_unaligned() }
            };
        }
        Some(match of {
            Numbers::I8 => read!(i8).into(),
            Numbers::I16 => read!(i16).into(),
            Numbers::I32 => read!(i32).into(),
            Numbers::I64 => read!(i64).into(),
            Numbers::I128 => read!(i128),
            Numbers::U8 => read!(u8).into(),
            Numbers::U16 => read!(u16).into(),
            Numbers::U32 => read!(u32).into(),
            Numbers::U64 => read!(u64).into(),
            Numbers::U128 => i128::try_from(read!(u128)).unwrap_or(i128::MAX),
        })
    }

    /// The text that all rows have; none if they differ or one is null.
    pub(crate) fn only_text(&self) -> Option<&str> {
        let texts = self.texts()?;
        let first = texts.text(0)?;
        // DuckDB repeats a constant as the same pointer, which makes most comparisons short.
        let same = |text: &[u8]| ptr::eq(text, first) || text == first;
        let all = (1..self.rows).all(|row| texts.text(row).is_some_and(same));
        std::str::from_utf8(first).ok().filter(|_| all)
    }

    /// The truth value that all rows have; none if they differ or one is null.
    pub(crate) fn only_truth(&self) -> Option<bool> {
        let first = self.truth(0)?;
        (1..self.rows).all(|row| self.truth(row) == Some(first)).then_some(first)
    }
}

/// The rows of a vector that holds texts, which are not copied.
#[derive(Clone, Copy)]
pub(crate) struct VectorTexts<'a> {
    rows: usize,
    strings: *const StringT,
    validity: Option<&'a [u64]>,
}

impl<'a> VectorTexts<'a> {
    /// The text of a row; none if it is null.
    fn text(self, row: usize) -> Option<&'a [u8]> {
        (!is_null(self.validity, row)).then(|| self.text_or_nothing(row))
    }

    /// The text of a row, which is empty if the row is null.
    #[inline(always)]
    fn text_or_nothing(self, row: usize) -> &'a [u8] {
        assert!(row < self.rows);
        if is_null(self.validity, row) {
            return b"";
        }
        // SAFETY: the row is there and not null, so DuckDB has written its text.
        unsafe {
            let string = &*self.strings.add(row);
            let length = string.inlined.length as usize;
            if length <= INLINED {
                &string.inlined.bytes[..length]
            } else {
                slice::from_raw_parts(string.pointer.bytes, length)
            }
        }
    }
}

/// A null row is an empty text.
impl Rows for VectorTexts<'_> {
    fn len(&self) -> usize {
        self.rows
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &[u8] {
        self.text_or_nothing(i)
    }
}

/// A vector that takes an answer.
pub(crate) struct Output<'a> {
    vector: Handle,
    pub(crate) rows: usize,
    of: PhantomData<&'a mut ()>,
}

impl Output<'_> {
    /// # Safety
    /// `vector` is one of DuckDB's that can be written, has room for `rows` rows, and lives as long
    /// as the answer.
    pub(crate) unsafe fn of(vector: Handle, rows: Index) -> Self {
        Self { vector, rows: count(rows), of: PhantomData }
    }

    /// The memory of the vector, as values of its type.
    fn values<T>(&mut self) -> &mut [T] {
        if self.rows == 0 {
            return &mut [];
        }
        // SAFETY: callers name the type of the vector, which has room for its rows. Any bytes are a
        // value of the types that are written here, and DuckDB clears or has written all memory.
        unsafe { slice::from_raw_parts_mut((api().vector_get_data)(self.vector).cast(), self.rows) }
    }

    /// Writes the bits of `words` to a vector of type BOOLEAN.
    pub(crate) fn truths(&mut self, words: impl Iterator<Item = u64>) {
        for (places, word) in self.values::<u8>().chunks_mut(64).zip(words) {
            let (eights, rest) = places.as_chunks_mut();
            let mut spread = word.to_le_bytes().into_iter().map(spread);
            eights.iter_mut().zip(&mut spread).for_each(|(eight, truths)| *eight = truths);
            if let Some(last) = spread.next() {
                rest.copy_from_slice(&last[..rest.len()]);
            }
        }
    }

    /// Writes numbers to a vector of type INTEGER.
    pub(crate) fn integers(&mut self, numbers: impl Iterator<Item = i32>) {
        for (place, number) in self.values::<i32>().iter_mut().zip(numbers) {
            *place = number;
        }
    }

    /// Writes numbers to a vector of type BIGINT.
    pub(crate) fn long_integers(&mut self, numbers: &[i64]) {
        for (place, number) in self.values::<i64>().iter_mut().zip(numbers) {
            *place = *number;
        }
    }

    /// Writes the ranges of lists to a vector of type LIST.
    pub(crate) fn ranges(&mut self, ranges: impl Iterator<Item = (u64, u64)>) {
        for (place, (start, length)) in self.values::<[u64; 2]>().iter_mut().zip(ranges) {
            *place = [start, length];
        }
    }

    /// Writes texts, which are concatenated in `bytes`, to a vector of type VARCHAR.
    ///
    /// DuckDB copies them all at once into the memory of the vector; the rows then point into the copy. A call
    /// for each row would take four times as long. Fails for 4 GiB or more, which DuckDB's lengths cannot
    /// express.
    pub(crate) fn texts(
        &mut self,
        bytes: &[u8],
        lengths: impl Iterator<Item = usize>,
    ) -> Result<(), String> {
        if u32::try_from(bytes.len()).is_err() {
            return Err("the texts of an answer for 2 048 rows are 4 GiB or more".to_owned());
        }
        if bytes.is_empty() {
            self.values::<u128>().fill(0);
            return Ok(());
        }
        let vector = self.vector;
        let copy = if bytes.len() > INLINED {
            // SAFETY: the vector has a row 0, since it has text, and DuckDB copies the bytes. Row 0
            // then points to the copy, which lives as long as the vector.
            unsafe {
                (api().vector_assign_string_element_len)(
                    vector,
                    0,
                    bytes.as_ptr().cast(),
                    bytes.len() as Index,
                );
                self.values::<StringT>()[0].pointer.bytes
            }
        } else {
            bytes.as_ptr()
        };
        let mut start = 0;
        for (place, length) in self.values::<u128>().iter_mut().zip(lengths) {
            let rest = &bytes[start..];
            let window = rest.first_chunk().copied().unwrap_or_else(|| {
                let mut window = [0; INLINED];
                window[..rest.len()].copy_from_slice(rest);
                window
            });
            *place = string(length, window, copy.wrapping_add(start).expose_provenance());
            start += length;
        }
        Ok(())
    }

    /// Writes the validity bitmap: a bit is set where a row is not null.
    pub(crate) fn validity(&mut self, words: impl Iterator<Item = u64>) {
        // SAFETY: DuckDB makes a bitmap of all rows, all set, if there is none.
        let validity = unsafe {
            (api().vector_ensure_validity_writable)(self.vector);
            let validity = (api().vector_get_validity)(self.vector);
            slice::from_raw_parts_mut(validity, self.rows.div_ceil(64))
        };
        for (place, word) in validity.iter_mut().zip(words) {
            *place = word;
        }
    }

    /// The vector of a field of a vector of type STRUCT.
    pub(crate) fn field(&mut self, index: usize) -> Output<'_> {
        // SAFETY: callers name a field that the type of the answer has.
        let vector = unsafe { (api().struct_vector_get_child)(self.vector, index as Index) };
        Output { vector, rows: self.rows, of: PhantomData }
    }

    /// The vector of all items of a vector of type LIST, or none if there is not enough memory.
    pub(crate) fn items(&mut self, count: usize) -> Option<Output<'_>> {
        // SAFETY: the vector is a list's; DuckDB reserves the room before the child is looked at.
        unsafe {
            let reserved = (api().list_vector_reserve)(self.vector, count as Index) == 0
                && (api().list_vector_set_size)(self.vector, count as Index) == 0;
            reserved.then(|| Output {
                vector: (api().list_vector_get_child)(self.vector),
                rows: count,
                of: PhantomData,
            })
        }
    }
}
