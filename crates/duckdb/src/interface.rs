//! DuckDB's C extension API, version 1.2.0, as far as this extension uses it. All `unsafe` code of
//! this crate is here.
//!
//! DuckDB hands over a table of function pointers that only grows from version to version, so the
//! slots of version 1.2.0 are the same in every later one. [`Api`] names the slots that are used,
//! with their signatures from `duckdb_extension.h`.
//!
//! **Soundness.** DuckDB calls a function with a chunk and a vector that are valid during the call;
//! [`Input`] and [`Output`] borrow them for that long. The texts of a vector live as long as its
//! chunk. A row is read only if the validity bitmap says that it is not null, and written only if
//! it is below the count of rows of the vector. No panic leaves an `extern` function.

#![allow(unsafe_code)]

use std::any::Any;
use std::ffi::{CStr, CString, c_char, c_void};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::{ptr, slice};

use iriform_columns::Operation;

use crate::function::{self, Type};

/// An object of DuckDB behind a pointer.
type Handle = *mut c_void;
/// 0 for success.
type State = u32;
/// A count or an index of rows.
type Index = u64;

/// Declares [`Api`]: for each function its slot in DuckDB's table, its name and its signature.
macro_rules! api {
    ($($slot:literal $name:ident($($of:ty),*) $(-> $answer:ty)?;)*) => {
        /// The functions of DuckDB that are used here.
        struct Api {
            $($name: unsafe extern "C" fn($($of),*) $(-> $answer)?,)*
        }

        impl Api {
            /// Reads DuckDB's table.
            ///
            /// # Safety
            /// `table` is the table of version 1.2.0 or of a later one.
            unsafe fn of(table: *const *const c_void) -> Self {
                Self {
                    // SAFETY: the header of DuckDB has a function of that signature in that slot.
                    $($name: unsafe {
                        std::mem::transmute::<
                            *const c_void,
                            unsafe extern "C" fn($($of),*) $(-> $answer)?,
                        >(table.add($slot).read())
                    },)*
                }
            }
        }
    };
}

api! {
    3 connect(Handle, *mut Handle) -> State;
    6 disconnect(*mut Handle);
    156 create_logical_type(u32) -> Handle;
    159 create_list_type(Handle) -> Handle;
    163 create_struct_type(*mut Handle, *const *const c_char, Index) -> Handle;
    166 get_type_id(Handle) -> u32;
    184 destroy_logical_type(*mut Handle);
    189 data_chunk_get_column_count(Handle) -> Index;
    190 data_chunk_get_vector(Handle, Index) -> Handle;
    191 data_chunk_get_size(Handle) -> Index;
    193 vector_get_column_type(Handle) -> Handle;
    194 vector_get_data(Handle) -> Handle;
    195 vector_get_validity(Handle) -> *mut u64;
    196 vector_ensure_validity_writable(Handle);
    198 vector_assign_string_element_len(Handle, Index, *const c_char, Index);
    199 list_vector_get_child(Handle) -> Handle;
    201 list_vector_set_size(Handle, Index) -> State;
    202 list_vector_reserve(Handle, Index) -> State;
    203 struct_vector_get_child(Handle, Index) -> Handle;
    209 create_scalar_function() -> Handle;
    210 destroy_scalar_function(*mut Handle);
    211 scalar_function_set_name(Handle, *const c_char);
    212 scalar_function_set_varargs(Handle, Handle);
    213 scalar_function_set_special_handling(Handle);
    215 scalar_function_add_parameter(Handle, Handle);
    216 scalar_function_set_return_type(Handle, Handle);
    217 scalar_function_set_extra_info(Handle, *const c_void, Option<unsafe extern "C" fn(Handle)>);
    218 scalar_function_set_function(Handle, unsafe extern "C" fn(Handle, Handle, Handle));
    219 register_scalar_function(Handle, Handle) -> State;
    220 scalar_function_get_extra_info(Handle) -> *const c_void;
    221 scalar_function_set_error(Handle, *const c_char);
}

/// The API of the DuckDB that loaded this library. A process loads it once, and all databases of a
/// process have the same functions.
static API: OnceLock<Api> = OnceLock::new();

fn api() -> &'static Api {
    API.get().expect("DuckDB calls the functions only after the entry point has set the API")
}

/// What DuckDB passes to the entry point.
#[repr(C)]
struct Access {
    set_error: unsafe extern "C" fn(Handle, *const c_char),
    get_database: unsafe extern "C" fn(Handle) -> *mut Handle,
    get_api: unsafe extern "C" fn(Handle, *const c_char) -> *const *const c_void,
}

/// The version of the API whose slots are declared above.
const VERSION: &CStr = c"v1.2.0";

/// The entry point: adds all functions to the database.
///
/// # Safety
/// DuckDB calls it with its own structures.
#[unsafe(no_mangle)]
unsafe extern "C" fn iriform_init_c_api(info: Handle, access: *const Access) -> bool {
    // SAFETY: by the contract.
    let access = unsafe { &*access };
    // SAFETY: by the contract; DuckDB has set its own error if there is no table.
    let table = unsafe { (access.get_api)(info, VERSION.as_ptr()) };
    if table.is_null() {
        return false;
    }
    // SAFETY: DuckDB answered with a table of the version that was asked for.
    let api = API.get_or_init(|| unsafe { Api::of(table) });
    let added = caught(|| {
        let mut connection = ptr::null_mut();
        // SAFETY: DuckDB lends its database during this call.
        let state = unsafe { (api.connect)(*(access.get_database)(info), &raw mut connection) };
        if state != 0 {
            return Err("iriform cannot connect to the database".to_owned());
        }
        let added = iriform_columns::OPERATIONS.iter().try_for_each(|operation| {
            let name = function::name(operation);
            add(connection, operation, &name).ok_or_else(|| format!("{name} cannot be added"))
        });
        // SAFETY: the connection was made above and is not used any more.
        unsafe { (api.disconnect)(&raw mut connection) };
        added
    });
    // SAFETY: DuckDB copies the message.
    added.map_err(|message| unsafe { (access.set_error)(info, message.as_ptr()) }).is_ok()
}

/// Adds a function to the database of a connection.
fn add(connection: Handle, operation: &'static Operation, name: &str) -> Option<()> {
    let (api, name) = (api(), CString::new(name).ok()?);
    // SAFETY: all objects are made here and destroyed here; DuckDB copies what it keeps. The
    // operation, which it does not copy, is static.
    unsafe {
        let mut function = (api.create_scalar_function)();
        (api.scalar_function_set_name)(function, name.as_ptr());
        with_type(&Type::Text, |of| (api.scalar_function_add_parameter)(function, of));
        with_type(&Type::Any, |of| (api.scalar_function_set_varargs)(function, of));
        with_type(&function::answer(operation), |of| {
            (api.scalar_function_set_return_type)(function, of);
        });
        // The function itself answers for null.
        (api.scalar_function_set_special_handling)(function);
        (api.scalar_function_set_extra_info)(function, ptr::from_ref(operation).cast(), None);
        (api.scalar_function_set_function)(function, call);
        let state = (api.register_scalar_function)(connection, function);
        (api.destroy_scalar_function)(&raw mut function);
        (state == 0).then_some(())
    }
}

/// Passes DuckDB's object for a type to `then`.
fn with_type(of: &Type, then: impl FnOnce(Handle)) {
    let mut made = logical_type(of);
    then(made);
    // SAFETY: it was made above and nobody uses it any more.
    unsafe { (api().destroy_logical_type)(&raw mut made) };
}

/// DuckDB's object for a type; the caller destroys it.
fn logical_type(of: &Type) -> Handle {
    let api = api();
    // SAFETY: the types inside are destroyed after DuckDB has copied them, and the names live as
    // long as the call.
    unsafe {
        match of {
            Type::List(item) => {
                let mut item = logical_type(item);
                let list = (api.create_list_type)(item);
                (api.destroy_logical_type)(&raw mut item);
                list
            }
            Type::Struct(fields) => {
                let names: Vec<_> = fields
                    .iter()
                    .map(|(name, _)| CString::new(name.as_str()).unwrap_or_default())
                    .collect();
                let names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
                let mut types: Vec<_> = fields.iter().map(|(_, of)| logical_type(of)).collect();
                let count = types.len() as Index;
                let made = (api.create_struct_type)(types.as_mut_ptr(), names.as_ptr(), count);
                for of in &mut types {
                    (api.destroy_logical_type)(of);
                }
                made
            }
            Type::Bool => (api.create_logical_type)(BOOLEAN),
            Type::Int32 => (api.create_logical_type)(4),
            Type::Int64 => (api.create_logical_type)(5),
            Type::Text => (api.create_logical_type)(VARCHAR),
            Type::Any => (api.create_logical_type)(34),
        }
    }
}

// The numbers of types in `duckdb.h`.
const BOOLEAN: u32 = 1;
const VARCHAR: u32 = 17;
const SQLNULL: u32 = 36;

/// What DuckDB calls for each chunk.
///
/// # Safety
/// DuckDB calls it with a chunk and a vector of its own, for a function that [`add`] has added.
unsafe extern "C" fn call(info: Handle, chunk: Handle, output: Handle) {
    let api = api();
    let done = caught(|| {
        // SAFETY: `add` has put a static operation there.
        let operation = unsafe { &*(api.scalar_function_get_extra_info)(info).cast::<Operation>() };
        // SAFETY: the chunk is DuckDB's and valid during this call.
        let (rows, columns) =
            unsafe { ((api.data_chunk_get_size)(chunk), (api.data_chunk_get_column_count)(chunk)) };
        let inputs: Vec<_> = (0..columns)
            // SAFETY: there are so many columns.
            .map(|i| unsafe { Input::of((api.data_chunk_get_vector)(chunk, i), rows) })
            .collect();
        function::evaluate(
            operation,
            &inputs,
            Output { vector: output, rows: count(rows), of: PhantomData },
        )
    });
    if let Err(message) = done {
        // SAFETY: DuckDB copies the message.
        unsafe { (api.scalar_function_set_error)(info, message.as_ptr()) };
    }
}

/// Does `work`; a failure or a panic becomes a message.
fn caught(work: impl FnOnce() -> Result<(), String>) -> Result<(), CString> {
    // OK to continue after a panic: nothing that `work` changed is used again.
    let message = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(message)) => message,
        Err(panic) => format!("iriform panicked, please report it: {}", said(panic.as_ref())),
    };
    Err(CString::new(message.replace('\0', "\u{FFFD}")).unwrap_or_default())
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref().copied()).unwrap_or("no message")
}

/// A number of rows, which are in memory.
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

/// What a vector of the input holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Texts,
    Truths,
    /// Untyped null in every row.
    Nulls,
    /// Another type.
    Other,
}

/// A vector of the chunk that DuckDB passes: one argument of all its rows.
pub(crate) struct Input<'a> {
    pub(crate) rows: usize,
    pub(crate) holds: Holds,
    data: *const c_void,
    validity: Option<&'a [u64]>,
}

impl Input<'_> {
    /// # Safety
    /// `vector` is one of DuckDB's, flat, of so many rows, and lives as long as the answer.
    unsafe fn of(vector: Handle, rows: Index) -> Self {
        let (api, rows) = (api(), count(rows));
        // SAFETY: by the contract; the bitmap, if there is one, has a bit for each row.
        unsafe {
            let mut of = (api.vector_get_column_type)(vector);
            let holds = match (api.get_type_id)(of) {
                VARCHAR => Holds::Texts,
                BOOLEAN => Holds::Truths,
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

    fn is_null(&self, row: usize) -> bool {
        self.holds == Holds::Nulls
            || self.validity.is_some_and(|words| words[row / 64] >> (row % 64) & 1 == 0)
    }

    /// Calls `visit` with the text of each row in turn, which is empty if the row is null.
    #[inline]
    pub(crate) fn each_text(&self, mut visit: impl FnMut(&[u8])) {
        for row in 0..self.rows {
            visit(self.text(row).unwrap_or_default());
        }
    }

    /// The text of a row; none if it is null, or if the vector holds no texts.
    #[inline(always)]
    pub(crate) fn text(&self, row: usize) -> Option<&[u8]> {
        assert!(row < self.rows);
        if self.holds != Holds::Texts || self.is_null(row) {
            return None;
        }
        // SAFETY: the row is there and not null, so DuckDB has written its text.
        unsafe {
            let string = &*self.data.cast::<StringT>().add(row);
            let length = string.inlined.length as usize;
            Some(if length <= INLINED {
                &string.inlined.bytes[..length]
            } else {
                slice::from_raw_parts(string.pointer.bytes, length)
            })
        }
    }

    /// The truth value of a row; none if it is null, or if the vector holds none.
    pub(crate) fn truth(&self, row: usize) -> Option<bool> {
        assert!(row < self.rows);
        if self.holds != Holds::Truths || self.is_null(row) {
            return None;
        }
        // SAFETY: as for texts; a truth value is a byte.
        Some(unsafe { *self.data.cast::<u8>().add(row) } != 0)
    }

    /// The text that all rows have; none if they differ or one is null.
    pub(crate) fn only_text(&self) -> Option<&str> {
        let first = self.text(0)?;
        // DuckDB repeats a constant as the same pointer, so that most comparisons are short.
        let same = |text: &[u8]| ptr::eq(text, first) || text == first;
        let all = (1..self.rows).all(|row| self.text(row).is_some_and(same));
        std::str::from_utf8(first).ok().filter(|_| all)
    }

    /// The truth value that all rows have; none if they differ or one is null.
    pub(crate) fn only_truth(&self) -> Option<bool> {
        let first = self.truth(0)?;
        (1..self.rows).all(|row| self.truth(row) == Some(first)).then_some(first)
    }
}

/// A vector that takes an answer.
pub(crate) struct Output<'a> {
    vector: Handle,
    pub(crate) rows: usize,
    of: PhantomData<&'a mut ()>,
}

impl Output<'_> {
    /// The memory of the vector, for values of the type that it was made for.
    fn values<T>(&mut self) -> &mut [T] {
        if self.rows == 0 {
            return &mut [];
        }
        // SAFETY: callers name the type of the vector, which has room for its rows. Any bytes are a
        // value of the types that are written here, and DuckDB clears or has written all memory.
        unsafe { slice::from_raw_parts_mut((api().vector_get_data)(self.vector).cast(), self.rows) }
    }

    /// Writes truth values to a vector of type BOOLEAN.
    pub(crate) fn truths(&mut self, truths: impl Iterator<Item = bool>) {
        for (place, truth) in self.values::<u8>().iter_mut().zip(truths) {
            *place = u8::from(truth);
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

    /// Writes texts, which lie one after the other in `bytes`, to a vector of type VARCHAR.
    ///
    /// DuckDB copies them all at once into the memory of the vector; the rows then point into the
    /// copy. A call for each row would take four times as long. Fails if they are 4 GiB or more,
    /// which DuckDB's lengths cannot express.
    pub(crate) fn texts(
        &mut self,
        bytes: &[u8],
        lengths: impl Iterator<Item = usize>,
    ) -> Result<(), String> {
        if u32::try_from(bytes.len()).is_err() {
            return Err("the texts of an answer for 2 048 rows are 4 GiB or more".to_owned());
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
            // The bytes from here on, as many as there are, in the order of a number's memory.
            let window = match bytes[start..].first_chunk() {
                Some(window) => u128::from_le_bytes(*window),
                None => bytes[start..].iter().rev().fold(0, |sum, &b| sum << 8 | u128::from(b)),
            };
            // `StringT`, as a number: the length, and then the text or its prefix and its place.
            *place = length as u128
                | if length <= INLINED {
                    (window & ((1 << (8 * length)) - 1)) << 32
                } else {
                    let copy = copy.wrapping_add(start).expose_provenance();
                    (window & 0xFFFF_FFFF) << 32 | (copy as u128) << 64
                };
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

    /// The vector of a field, of a vector of type STRUCT.
    pub(crate) fn field(&mut self, index: usize) -> Output<'_> {
        // SAFETY: callers name a field that the type of the answer has.
        let vector = unsafe { (api().struct_vector_get_child)(self.vector, index as Index) };
        Output { vector, rows: self.rows, of: PhantomData }
    }

    /// The vector of all items, of a vector of type LIST; none without memory for so many.
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
