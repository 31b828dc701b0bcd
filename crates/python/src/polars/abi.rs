//! The plugin interface of Polars: it uses Series over the Arrow C Data Interface, and no code of Polars.
//!
//! Polars opens this library, asks for its version, and calls two functions for each expression:
//! `_polars_plugin_field_NAME` returns the type of the answer for the types of the arguments, and
//! `_polars_plugin_NAME` computes it. If `out` is unchanged, Polars asks for the message. The version is that
//! of Polars 0.20.6 and has not changed since.
//!
//! **Soundness.** Polars passes Series that follow the C Data Interface and trusts ours to do so. Each array
//! and each Series is released once, by its last owner: see [`take`] and [`release`]. No panic leaves an
//! `extern` function. No other file of this folder has `unsafe`.

#![allow(unsafe_code)]

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char, c_void};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{ptr, slice};

use arrow_data::ArrayData;
use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, Field};
use iriform_columns::Error;
use iriform_columns::interface::{ForeignArray, ForeignSchema};
use iriform_columns::values;

use super::{FunctionExpression, Series, SeriesType};

/// The memory layout of a Series in Polars' plugin interface.
#[repr(C)]
pub(super) struct SeriesExport {
    field: *const ForeignSchema,
    arrays: *const *mut ForeignArray,
    len: usize,
    release: Option<unsafe extern "C" fn(*mut SeriesExport)>,
    private_data: *mut c_void,
}

/// The owner of the data that one of our exports points to.
struct ExportOwner {
    field: FFI_ArrowSchema,
    arrays: Vec<*mut FFI_ArrowArray>,
}

/// The version of this interface: 0 in the upper half, 1 in the lower.
#[unsafe(no_mangle)]
extern "C" fn _polars_plugin_get_version() -> u32 {
    1
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

/// Why the last call on this thread wrote nothing. It is valid until the next call fails.
#[unsafe(no_mangle)]
extern "C" fn _polars_plugin_get_last_error_message() -> *const c_char {
    MESSAGE.with_borrow(|message| message.as_ptr())
}

/// Records a failure, or a panic, for [`_polars_plugin_get_last_error_message`].
fn caught<T>(work: impl FnOnce() -> Result<T, Error>) -> Option<T> {
    // OK after a panic, because the arguments are dropped and nothing else is shared.
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => return Some(value),
        Ok(Err(error)) => error.to_string(),
        Err(panic) => format!("iriform panicked, please report it: {}", said(panic.as_ref())),
    };
    let message = CString::new(failure.replace('\0', "\u{FFFD}")).unwrap_or_default();
    MESSAGE.with_borrow_mut(|last| *last = message);
    None
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref().copied()).unwrap_or("no message")
}

/// Bytes of the caller's: the arguments.
type Kwargs = (*const u8, usize);

/// Reads the arguments; a call may have none.
///
/// # Safety Unless there are none, `start` points to `length` bytes that stay valid for `'a`.
unsafe fn bytes<'a>((start, length): Kwargs) -> &'a [u8] {
    // SAFETY: by the contract.
    if length == 0 { &[] } else { unsafe { slice::from_raw_parts(start, length) } }
}

/// Computes `function` of the Series at `inputs`, and writes the result to `out`.
///
/// # Safety `inputs` points to `count` Series that the caller gives away, `kwargs` is as for [`bytes`], and
/// `out` is writable.
unsafe fn call(
    function: &FunctionExpression,
    inputs: *const SeriesExport,
    count: usize,
    kwargs: Kwargs,
    out: *mut SeriesExport,
) {
    let output = caught(|| {
        // SAFETY: by the contract, and each index is used once.
        let inputs: Vec<_> = (0..count).map(|i| unsafe { take(inputs.add(i).read()) }).collect();
        let inputs = inputs.into_iter().collect::<Result<_, _>>()?;
        // SAFETY: by the contract.
        let (field, arrays) = function.evaluate(inputs, unsafe { bytes(kwargs) })?;
        give(&field, &arrays)
    });
    if let Some(output) = output {
        // SAFETY: by the contract.
        unsafe { out.write(output) };
    }
}

/// Writes the field of the answer of `function`, for a column of the first field at `inputs`, to `out`.
///
/// # Safety `inputs` points to `count` schemas that stay the caller's, `kwargs` is as for [`bytes`], and `out`
/// is writable.
unsafe fn field(
    function: &FunctionExpression,
    inputs: *const ForeignSchema,
    count: usize,
    kwargs: Kwargs,
    out: *mut FFI_ArrowSchema,
) {
    let output = caught(|| {
        if count == 0 {
            return Err(Error::Value("a column is missing".into()));
        }
        // SAFETY: by the contract.
        let (column, kwargs) = unsafe { (type_of(inputs)?, bytes(kwargs)) };
        schema_of(&function.field(&column, kwargs)?)
    });
    if let Some(output) = output {
        // SAFETY: by the contract.
        unsafe { out.write(output) };
    }
}

/// Reads the type of a schema.
///
/// # Safety `schema` follows the interface.
unsafe fn type_of(schema: *const ForeignSchema) -> Result<SeriesType, Error> {
    // SAFETY: by the contract; both types are the `ArrowSchema` of the interface.
    let (field, schema) =
        unsafe { (Field::try_from(&*schema.cast::<FFI_ArrowSchema>()), &*schema) };
    let (column, fields) = (schema.text_type(), values::fields(schema));
    Ok(SeriesType { field: field.map_err(|error| refused(&error))?, column, fields })
}

/// Takes over a Series: its arrays are moved out, and their container is released.
///
/// # Safety `export` follows the interface, and the caller gives it away.
unsafe fn take(mut export: SeriesExport) -> Result<Series, Error> {
    // SAFETY: a Series has `len` arrays. Its `release` frees only what holds them: whoever takes
    // over a Series releases its arrays, as `ForeignArray` does when it is dropped.
    let arrays = (0..export.len).map(|i| unsafe { export.arrays.add(i).read().read() }).collect();
    // SAFETY: the field is there until `release`.
    let of = unsafe { type_of(export.field) };
    if let Some(release) = export.release {
        // SAFETY: once, and what is behind the pointers is not looked at again.
        unsafe { release(&raw mut export) };
    }
    Ok(Series { of: of?, arrays })
}

fn schema_of(field: &Field) -> Result<FFI_ArrowSchema, Error> {
    FFI_ArrowSchema::try_from(field).map_err(|error| refused(&error))
}

fn refused(error: &ArrowError) -> Error {
    Error::Type(error.to_string())
}

/// Lays out a Series for Polars.
fn give(field: &Field, arrays: &[ArrayData]) -> Result<SeriesExport, Error> {
    let field = schema_of(field)?;
    let array = |array| Box::into_raw(Box::new(FFI_ArrowArray::new(array)));
    let kept =
        Box::into_raw(Box::new(ExportOwner { field, arrays: arrays.iter().map(array).collect() }));
    // SAFETY: it was made on the line before, and is freed by `release`.
    let ExportOwner { field, arrays } = unsafe { &mut *kept };
    Ok(SeriesExport {
        field: ptr::from_mut(field).cast(),
        arrays: arrays.as_mut_ptr().cast(),
        len: arrays.len(),
        release: Some(release),
        private_data: kept.cast(),
    })
}

/// Frees the memory of [`give`], except the arrays: Polars has moved those out.
///
/// # Safety
/// `export` is one that [`give`] made.
unsafe extern "C" fn release(export: *mut SeriesExport) {
    // SAFETY: by the contract; what is released has no private data any more.
    let data = unsafe { ptr::replace(&raw mut (*export).private_data, ptr::null_mut()) };
    if data.is_null() {
        return;
    }
    // SAFETY: `give` made both from boxes, and this happens once.
    unsafe {
        for array in Box::from_raw(data.cast::<ExportOwner>()).arrays {
            drop(Box::from_raw(array.cast::<ManuallyDrop<FFI_ArrowArray>>()));
        }
        (*export).release = None;
    }
}

/// Exports each named function under the two symbols that Polars looks for.
macro_rules! export {
    ($($name:ident)*) => {$(
        mod $name {
            use std::ffi::c_void;

            use super::{FFI_ArrowSchema, ForeignSchema, FunctionExpression, SeriesExport};

            static FUNCTION: FunctionExpression = FunctionExpression { name: stringify!($name) };

            // SAFETY: Polars passes Series that it gives away, its bytes and a place for one, and no
            // other function of the process has this name.
            #[unsafe(export_name = concat!("_polars_plugin_", stringify!($name)))]
            unsafe extern "C" fn call(
                inputs: *const SeriesExport,
                count: usize,
                kwargs: *const u8,
                length: usize,
                out: *mut SeriesExport,
                _context: *const c_void,
            ) {
                // SAFETY: as above.
                unsafe { super::call(&FUNCTION, inputs, count, (kwargs, length), out) };
            }

            // SAFETY: Polars passes schemas, its bytes and a place for one, and no other function of the
            // process has this name.
            #[unsafe(export_name = concat!("_polars_plugin_field_", stringify!($name)))]
            unsafe extern "C" fn field(
                inputs: *const ForeignSchema,
                count: usize,
                out: *mut FFI_ArrowSchema,
                kwargs: *const u8,
                length: usize,
            ) {
                // SAFETY: as above.
                unsafe { super::field(&FUNCTION, inputs, count, (kwargs, length), out) };
            }
        }
    )*};
}

iriform_columns::with_operations!(export);
