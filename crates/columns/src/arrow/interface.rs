//! The Arrow C data and stream interfaces: import and export of columns. All `unsafe` code of this
//! crate is here.
//!
//! The C data interface does not transmit the lengths of buffers: they follow from the length of the array and,
//! for text, from its last offset. No consumer can detect a number that is too large. Everything that can be
//! checked is checked: signs, sums, null pointers, alignment, numbers of buffers. The values of offsets, views
//! and keys are checked where they are read (`Consecutive::new`, `Views::new`, `Keys::indices`).
//!
//! A released structure holds nothing, and its other fields may still point to freed memory. So each structure
//! is checked for release before it is read: schemas and arrays, their children and dictionaries (by `live`),
//! and streams and the structures that they fill.

#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use crate::arrow::chunk::{self, Chunk, Keys, Layout, Storage, TextType, Texts};
use crate::arrow::format::{key_type, layout, refused, type_name, unknown};
use crate::arrow::memory::room;
use crate::error::Error;
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field};
use iriform::engine::words::escape;

/// `struct ArrowSchema` of the C data interface, as a producer fills it.
#[repr(C)]
pub struct ForeignSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// `struct ArrowArray` of the C data interface, as a producer fills it.
#[repr(C)]
pub struct ForeignArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const u8,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// A structure of the interface that a producer may have released.
pub trait Releasable {
    /// Returns true if it is released.
    fn is_released(&self) -> bool;
}

/// The structure at a pointer; none if the pointer is null.
///
/// # Safety A non-null pointer points to a structure that lives as long as `'a`.
unsafe fn live<'a, T: Releasable>(
    pointer: *const T,
    what: &str,
    error: impl Fn(&str) -> Error,
) -> Result<Option<&'a T>, Error> {
    // SAFETY: the caller's.
    match unsafe { pointer.as_ref() } {
        Some(structure) if structure.is_released() => {
            Err(error(&format!("{what} has been released")))
        }
        structure => Ok(structure),
    }
}

/// `struct ArrowArrayStream` of the C stream interface.
#[repr(C)]
pub struct ForeignStream {
    get_schema: Option<unsafe extern "C" fn(*mut Self, *mut ForeignSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Self, *mut ForeignArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

// SAFETY: the interface lets a consumer move its structures between threads and release them on any
// thread; nothing here changes one behind a shared reference.
unsafe impl Send for ForeignArray {}
// SAFETY: the same.
unsafe impl Sync for ForeignArray {}
// SAFETY: the same; a stream of ours holds nothing but `Pending`, which is `Send`.
unsafe impl Send for ForeignStream {}

macro_rules! released_on_drop {
    ($($structure:ident),*) => {$(
        impl Releasable for $structure {
            fn is_released(&self) -> bool {
                self.release.is_none()
            }
        }

        impl Drop for $structure {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the structure is not released yet, and nobody uses it any more.
                    unsafe { release(self) }
                }
            }
        }
    )*};
}

released_on_drop!(ForeignSchema, ForeignArray, ForeignStream);

impl ForeignArray {
    /// The number of rows, as the producer states it.
    pub fn rows(&self) -> usize {
        usize::try_from(self.length).unwrap_or(0)
    }

    /// A child: a field, or the items of lists.
    pub(crate) fn child(&self, index: usize) -> Result<&Self, Error> {
        let count = usize::try_from(self.n_children).unwrap_or(0);
        if self.children.is_null() || index >= count {
            return Err(corrupt("it has too few children"));
        }
        // SAFETY: there are so many pointers, each to an array that lives as long as this one.
        let child = unsafe { live(*self.children.add(index), "a child", corrupt) }?;
        child.ok_or_else(|| corrupt("a child is missing"))
    }

    /// `len` rows of the array from row `start`, or all up to its end. They still belong to the array.
    pub(crate) fn window(&self, start: usize, len: usize) -> Result<Self, Error> {
        let (offset, rows) = extent(self)?;
        let start = start.min(rows);
        let number = |number: usize| i64::try_from(number).map_err(|_| Error::Memory);
        Ok(Self {
            length: number(len.min(rows - start))?,
            null_count: if self.null_count == 0 { 0 } else { -1 },
            offset: number(offset + start)?,
            n_buffers: self.n_buffers,
            n_children: self.n_children,
            buffers: self.buffers,
            children: self.children,
            dictionary: self.dictionary,
            release: None,
            private_data: ptr::null_mut(),
        })
    }

    /// A released structure that a producer will fill.
    pub const EMPTY: Self = Self {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: ptr::null_mut(),
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    };
}

impl ForeignStream {
    /// A released structure, which replaces a stream that is moved out.
    pub const EMPTY: Self = Self {
        get_schema: None,
        get_next: None,
        get_last_error: None,
        release: None,
        private_data: ptr::null_mut(),
    };
}

impl ForeignSchema {
    /// A released structure, for a producer to fill.
    const EMPTY: Self = Self {
        format: ptr::null(),
        name: ptr::null(),
        metadata: ptr::null(),
        flags: 0,
        n_children: 0,
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    };

    /// Returns true if the column is of Arrow's type `null`, or a dictionary of that.
    pub fn is_null(&self) -> Result<bool, Error> {
        let of = self.dictionary()?.unwrap_or(self);
        Ok(of.format()? == "n")
    }

    /// Fails if the schema is released. Children and dictionaries are checked when they are returned.
    fn refuse_released(&self) -> Result<(), Error> {
        if self.is_released() { Err(unknown("the schema has been released")) } else { Ok(()) }
    }

    /// The format, which encodes the type.
    pub(crate) fn format(&self) -> Result<&str, Error> {
        self.refuse_released()?;
        if self.format.is_null() {
            return Err(unknown("the schema has no format"));
        }
        // SAFETY: a producer's format is a C string that lives as long as the schema.
        let format = unsafe { CStr::from_ptr(self.format) };
        format.to_str().map_err(|_| unknown("the schema's format is not text"))
    }

    /// The name of the field.
    pub(crate) fn name(&self) -> Result<&str, Error> {
        self.refuse_released()?;
        if self.name.is_null() {
            return Ok("");
        }
        // SAFETY: a producer's name is a C string that lives as long as the schema.
        let name = unsafe { CStr::from_ptr(self.name) };
        name.to_str().map_err(|_| unknown("the name of a field is not text"))
    }

    /// The number of children of the schema.
    pub(crate) fn children(&self) -> usize {
        if self.children.is_null() || self.is_released() {
            return 0;
        }
        usize::try_from(self.n_children).unwrap_or(0)
    }

    /// A child: a field, or the items of lists.
    pub(crate) fn child(&self, index: usize) -> Result<&Self, Error> {
        if index >= self.children() {
            return Err(unknown("the schema has too few children"));
        }
        // SAFETY: there are so many pointers, each to a schema that lives as long as this one.
        let child = unsafe { live(*self.children.add(index), "a child of the schema", unknown) }?;
        child.ok_or_else(|| unknown("a child of the schema is missing"))
    }

    /// The type of the texts of a dictionary; none if the column is not a dictionary.
    fn dictionary(&self) -> Result<Option<&Self>, Error> {
        self.refuse_released()?;
        // SAFETY: a dictionary is null or a schema that lives as long as this one.
        unsafe { live(self.dictionary, "the dictionary of the schema", unknown) }
    }

    /// The type of the column, if it holds integers, floats of 32 or 64 bits, or truth values.
    pub(crate) fn scalar_type(&self) -> Result<Option<DataType>, Error> {
        Ok(match self.format()? {
            _ if self.dictionary()?.is_some() => None,
            "b" => Some(DataType::Boolean),
            "f" => Some(DataType::Float32),
            "g" => Some(DataType::Float64),
            integer => key_type(integer),
        })
    }

    /// The name of the type, for a message.
    pub(crate) fn type_name(&self) -> String {
        self.format().map_or_else(|_| "an unknown type".to_owned(), type_name)
    }

    /// The type of the column, if it holds text or bytes.
    pub fn text_type(&self) -> Result<TextType, Error> {
        let format = self.format()?;
        let Some(dictionary) = self.dictionary()? else {
            if format == "n" {
                return Ok(TextType { layout: Layout::TEXT, keys: None });
            }
            let layout = layout(format).ok_or_else(|| refused(&type_name(format)))?;
            return Ok(TextType { layout, keys: None });
        };
        let values = dictionary.format()?;
        if values == "n" && key_type(format).is_some() {
            return Ok(TextType { layout: Layout::TEXT, keys: None });
        }
        let is_nested = dictionary.dictionary()?.is_some();
        let (Some(layout), Some(keys), false) = (layout(values), key_type(format), is_nested)
        else {
            return Err(refused(&format!("dictionary of {}", type_name(values))));
        };
        Ok(TextType { layout, keys: Some(keys) })
    }
}

/// The offset and length of an array in rows, checked.
pub(crate) fn extent(array: &ForeignArray) -> Result<(usize, usize), Error> {
    // A column with more rows would not fit into memory, not even with one bit for each row.
    let most = MEMORY / 2;
    match (usize::try_from(array.offset), usize::try_from(array.length)) {
        (Ok(offset), Ok(len)) if offset <= most && len <= most => Ok((offset, len)),
        _ => Err(corrupt("its length or offset is out of range")),
    }
}

/// The error for a column whose memory is inconsistent.
pub fn corrupt(what: &str) -> Error {
    Error::Value(format!("the column is corrupt: {what}"))
}

/// An upper bound in bytes: more than any machine has, and, on small platforms, the largest size of a slice.
const MEMORY: usize = if usize::BITS > 48 { 1 << 48 } else { isize::MAX as usize };

/// The number of buffers, as the producer states it.
fn buffers(array: &ForeignArray) -> usize {
    usize::try_from(array.n_buffers).unwrap_or(0)
}

/// Buffer `index` of an array that `owner` keeps alive.
pub(crate) fn buffer<T>(
    owner: &Arc<ForeignArray>,
    array: &ForeignArray,
    index: usize,
    count: usize,
) -> Result<Buffer, Error> {
    if count == 0 {
        return Ok(Buffer::default());
    }
    if array.buffers.is_null() || index >= buffers(array) {
        return Err(corrupt("it has too few buffers"));
    }
    // SAFETY: there are `n_buffers` pointers, and `index` is one of them.
    let pointer = unsafe { *array.buffers.add(index) };
    let pointer = NonNull::new(pointer.cast_mut()).ok_or_else(|| corrupt("a buffer is missing"))?;
    if !pointer.cast::<T>().is_aligned() {
        return Err(corrupt("a buffer is not aligned to its values"));
    }
    let size = count
        .checked_mul(size_of::<T>())
        .filter(|&size| size <= MEMORY)
        .ok_or_else(|| corrupt("a buffer is larger than memory"))?;
    // SAFETY: by the C data interface the buffer has this many values and lives until the array is released,
    // which `owner` does when the last of its buffers is dropped.
    Ok(unsafe { Buffer::from_custom_allocation(pointer, size, Arc::clone(owner) as _) })
}

/// The validity of an array, if it has null rows.
pub(crate) fn validity(
    owner: &Arc<ForeignArray>,
    array: &ForeignArray,
) -> Result<Option<NullBuffer>, Error> {
    let (offset, len) = extent(array)?;
    if array.null_count == 0 || len == 0 {
        return Ok(None);
    }
    if array.buffers.is_null() || buffers(array) == 0 {
        return Err(corrupt("it has too few buffers"));
    }
    // SAFETY: there is at least one pointer.
    if unsafe { *array.buffers }.is_null() {
        return if array.null_count < 0 { Ok(None) } else { Err(corrupt("a buffer is missing")) };
    }
    let bytes = buffer::<u8>(owner, array, 0, (offset + len).div_ceil(8))?;
    Ok(chunk::validity(BooleanBuffer::new(bytes, offset, len)))
}

fn texts(owner: &Arc<ForeignArray>, array: &ForeignArray, layout: Layout) -> Result<Texts, Error> {
    macro_rules! consecutive {
        ($offset:ty) => {{
            let (offset, len) = extent(array)?;
            if len == 0 {
                (ScalarBuffer::from(vec![<$offset>::default()]), Buffer::default())
            } else {
                let offsets = buffer::<$offset>(owner, array, 1, offset + len + 1)?;
                let offsets = ScalarBuffer::<$offset>::new(offsets, offset, len + 1);
                let end =
                    usize::try_from(offsets[len]).map_err(|_| corrupt("an offset is negative"))?;
                (offsets, buffer::<u8>(owner, array, 2, end)?)
            }
        }};
    }
    let (offset, len) = extent(array)?;
    let storage = match layout.width {
        chunk::Width::Small => {
            let (offsets, values) = consecutive!(i32);
            Storage::Small(offsets, values)
        }
        chunk::Width::Large => {
            let (offsets, values) = consecutive!(i64);
            Storage::Large(offsets, values)
        }
        chunk::Width::View => {
            // Some producers only align views to eight bytes.
            let views = buffer::<[u64; 2]>(owner, array, 1, offset + len)?;
            let views = views.slice_with_length(offset * 16 * usize::from(len > 0), len * 16);
            // Three buffers hold no text: validity, views, and the lengths of the other buffers.
            let count = if len == 0 { 0 } else { buffers(array).saturating_sub(3) };
            // A view stores the number of its buffer as an `i32`.
            if i32::try_from(count).is_err() {
                return Err(corrupt("it has more buffers than a view can name"));
            }
            let lengths = buffer::<i64>(owner, array, count + 2, count)?;
            let mut data = room(count)?;
            for (&length, index) in lengths.typed_data::<i64>().iter().zip(2..) {
                let length = usize::try_from(length)
                    .map_err(|_| corrupt("a buffer's length is negative"))?;
                data.push(buffer::<u8>(owner, array, index, length)?);
            }
            Storage::View(views, data)
        }
    };
    Ok(Texts { len, validity: validity(owner, array)?, storage })
}

/// Imports an array of the given type.
pub fn take(array: ForeignArray, text_type: &TextType, is_null: bool) -> Result<Chunk, Error> {
    let owner = Arc::new(array);
    chunk(&owner, &owner, text_type, is_null)
}

/// Imports an array of the given type that `owner` keeps alive.
pub(crate) fn chunk(
    owner: &Arc<ForeignArray>,
    array: &ForeignArray,
    text_type: &TextType,
    is_null: bool,
) -> Result<Chunk, Error> {
    let (offset, len) = extent(array)?;
    if is_null {
        return Ok(Chunk::Plain(Texts::all_null(len)?));
    }
    let Some(data_type) = &text_type.keys else {
        return texts(owner, array, text_type.layout).map(Chunk::Plain);
    };
    // SAFETY: a dictionary is null or an array that lives as long as this one.
    let dictionary = unsafe { live(array.dictionary, "its dictionary", corrupt) }?;
    let dictionary = dictionary.ok_or_else(|| corrupt("its dictionary is missing"))?;
    macro_rules! keys {
        ($($variant:ident $key:ty,)*) => {
            match data_type {
                $(DataType::$variant => (buffer::<$key>(owner, array, 1, offset + len)?, size_of::<$key>()),)*
                _ => return Err(corrupt("its keys are not integers")),
            }
        };
    }
    let (buffer, size) = keys!(
        Int8 i8, UInt8 u8, Int16 i16, UInt16 u16, Int32 i32, UInt32 u32, Int64 i64, UInt64 u64,
    );
    let buffer = buffer.slice_with_length(offset * size * usize::from(len > 0), len * size);
    let keys =
        Keys { len, validity: validity(owner, array)?, data_type: data_type.clone(), buffer };
    Ok(Chunk::Dictionary(keys, texts(owner, dictionary, text_type.layout)?))
}

/// Imports a stream: `read` reads its type, and `take` an array of that type.
pub fn import_stream<T, C>(
    mut stream: ForeignStream,
    read: impl Fn(&ForeignSchema) -> Result<T, Error>,
    take: impl Fn(ForeignArray, &T) -> Result<C, Error>,
) -> Result<(T, Vec<C>), Error> {
    let ForeignStream { get_schema, get_next, get_last_error, release, .. } = stream;
    let stream = &raw mut stream;
    // `release` alone says whether a stream is released: the other fields may keep their values.
    let (Some(get_schema), Some(get_next), Some(_)) = (get_schema, get_next, release) else {
        return Err(corrupt("the stream has been released"));
    };
    let failed = || {
        // SAFETY: the stream is not released, and its last operation failed.
        let message = get_last_error.map_or(ptr::null(), |last| unsafe { last(stream) });
        if message.is_null() {
            return corrupt("the stream fails");
        }
        // SAFETY: the message is a C string that lives until the next call on the stream.
        let message = unsafe { CStr::from_ptr(message) }.to_string_lossy();
        Error::Value(escape(&message))
    };
    let mut schema = ForeignSchema::EMPTY;
    // SAFETY: the stream is not released, and the schema is for it to fill.
    if unsafe { get_schema(stream, &raw mut schema) } != 0 {
        return Err(failed());
    }
    schema.refuse_released()?;
    let of = read(&schema)?;
    let mut chunks = Vec::new();
    loop {
        let mut array = ForeignArray::EMPTY;
        // SAFETY: the stream is not released, and the array is for it to fill.
        if unsafe { get_next(stream, &raw mut array) } != 0 {
            return Err(failed());
        }
        if array.is_released() {
            return Ok((of, chunks));
        }
        chunks.push(take(array, &of)?);
    }
}

/// Builds an array of buffers that this crate has filled.
pub fn assemble(
    data_type: DataType,
    len: usize,
    validity: Option<NullBuffer>,
    buffers: Vec<Buffer>,
    children: Vec<ArrayData>,
) -> ArrayData {
    let builder = ArrayData::builder(data_type)
        .len(len)
        .nulls(validity)
        .buffers(buffers)
        .child_data(children);
    // SAFETY: the buffers are consistent: offsets ascend and end with the values, views and keys were checked
    // before they were read, and texts are parts of valid rows or copies of a `String`. A build with debug
    // assertions checks all of it.
    let data = unsafe { builder.build_unchecked() };
    debug_assert!(data.validate_full().is_ok(), "{:?}", data.validate_full());
    data
}

/// Advises the system to use large pages for the pages of the `size` bytes at `start`, which belong to
/// one allocation. The advice changes no contents.
///
/// The first and the last page may hold other memory, too. Without these, the advice would split the
/// allocation's mapping, which the system could then not enlarge in place.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
pub fn advise_large_pages(start: *const u8, size: usize) {
    /// On a system with another page size the call may fail, which is harmless.
    #[cfg(target_os = "linux")]
    const PAGE: usize = 4096;
    #[cfg(target_os = "linux")]
    {
        let before = start.addr() % PAGE;
        let length = (before + size).next_multiple_of(PAGE);
        // SAFETY: `madvise` reads and writes no memory of ours, and MADV_HUGEPAGE keeps the contents of every
        // page. Each page contains a byte of a live allocation, so it is mapped.
        unsafe {
            libc::madvise(start.wrapping_sub(before).cast_mut().cast(), length, libc::MADV_HUGEPAGE)
        };
    }
}

/// The schema of a type.
pub fn schema_of(data_type: &DataType) -> Result<FFI_ArrowSchema, Error> {
    FFI_ArrowSchema::try_from(&Field::new("", data_type.clone(), true))
        .map_err(|error| Error::Value(error.to_string()))
}

/// The remaining arrays of one of our streams.
struct Pending {
    data_type: DataType,
    arrays: VecDeque<ArrayData>,
}

/// Exports arrays of the given type as a stream.
pub fn stream_of(data_type: &DataType, arrays: &[ArrayData]) -> ForeignStream {
    unsafe extern "C" fn get_schema(stream: *mut ForeignStream, out: *mut ForeignSchema) -> c_int {
        // SAFETY: the stream is one of ours that is not released.
        let pending = unsafe { &*(*stream).private_data.cast::<Pending>() };
        let Ok(schema) = schema_of(&pending.data_type) else { return 22 };
        // SAFETY: `out` is for us to fill; both types are the `ArrowSchema` of the interface.
        unsafe { out.cast::<FFI_ArrowSchema>().write(schema) };
        0
    }

    unsafe extern "C" fn get_next(stream: *mut ForeignStream, out: *mut ForeignArray) -> c_int {
        // SAFETY: the stream is one of ours that is not released, and calls do not overlap.
        let pending = unsafe { &mut *(*stream).private_data.cast::<Pending>() };
        let next = pending.arrays.pop_front();
        let array = next.map_or_else(FFI_ArrowArray::empty, |array| FFI_ArrowArray::new(&array));
        // SAFETY: `out` is for us to fill; both types are the `ArrowArray` of the interface.
        unsafe { out.cast::<FFI_ArrowArray>().write(array) };
        0
    }

    unsafe extern "C" fn get_last_error(_: *mut ForeignStream) -> *const c_char {
        c"the type has no schema".as_ptr()
    }

    unsafe extern "C" fn release(stream: *mut ForeignStream) {
        // SAFETY: the stream is one of ours that is not released, and its data came from a box.
        unsafe {
            drop(Box::from_raw((*stream).private_data.cast::<Pending>()));
            (*stream).private_data = ptr::null_mut();
            (*stream).release = None;
        }
    }

    let pending =
        Pending { data_type: data_type.clone(), arrays: arrays.iter().cloned().collect() };
    ForeignStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(Box::new(pending)).cast(),
    }
}
