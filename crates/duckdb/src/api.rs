//! DuckDB's C extension API, version 1.2.0, as far as this extension uses it.
//!
//! DuckDB hands over a table of function pointers that only grows from version to version, so the
//! slots of version 1.2.0 are the same in every later one. [`Api`] names the slots that are used,
//! with their signatures from `duckdb_extension.h`.
//!
//! **Soundness.** `unsafe` code of this crate is here, in [`vectors`](crate::vectors) and in
//! [`entry`](crate::entry). A slot is read with the signature from the header.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::OnceLock;

use crate::types::Type;

/// A pointer to an object of DuckDB.
pub(crate) type Handle = *mut c_void;
/// 0 for success.
pub(crate) type Status = u32;
/// A count or an index of rows.
pub(crate) type Index = u64;

/// Declares [`Api`]: for each function its slot in DuckDB's table, its name and its signature.
macro_rules! api {
    ($($slot:literal $name:ident($($of:ty),*) $(-> $answer:ty)?;)*) => {
        /// The functions of DuckDB that this extension uses.
        pub(crate) struct Api {
            $(pub(crate) $name: unsafe extern "C" fn($($of),*) $(-> $answer)?,)*
        }

        impl Api {
            /// Reads DuckDB's table.
            ///
            /// # Safety
            /// `table` is the table of version 1.2.0 or of a later one.
            pub(crate) unsafe fn of(table: *const *const c_void) -> Self {
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
    3 connect(Handle, *mut Handle) -> Status;
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
    201 list_vector_set_size(Handle, Index) -> Status;
    202 list_vector_reserve(Handle, Index) -> Status;
    203 struct_vector_get_child(Handle, Index) -> Handle;
    209 create_scalar_function() -> Handle;
    210 destroy_scalar_function(*mut Handle);
    211 scalar_function_set_name(Handle, *const c_char);
    213 scalar_function_set_special_handling(Handle);
    215 scalar_function_add_parameter(Handle, Handle);
    216 scalar_function_set_return_type(Handle, Handle);
    217 scalar_function_set_extra_info(Handle, *const c_void, Option<unsafe extern "C" fn(Handle)>);
    218 scalar_function_set_function(Handle, unsafe extern "C" fn(Handle, Handle, Handle));
    220 scalar_function_get_extra_info(Handle) -> *const c_void;
    221 scalar_function_set_error(Handle, *const c_char);
    222 create_scalar_function_set(*const c_char) -> Handle;
    223 destroy_scalar_function_set(*mut Handle);
    224 add_scalar_function_to_set(Handle, Handle) -> Status;
    225 register_scalar_function_set(Handle, Handle) -> Status;
}

/// The API of the DuckDB that loaded this library. A process loads it once, and all databases of a
/// process have the same functions.
pub(crate) static API: OnceLock<Api> = OnceLock::new();

pub(crate) fn api() -> &'static Api {
    API.get().expect("DuckDB calls the functions only after the entry point has set the API")
}

/// The version of the API whose slots are declared above.
pub(crate) const VERSION: &CStr = c"v1.2.0";

/// Passes DuckDB's object for a type to `then`.
pub(crate) fn with_type(of: &Type, then: impl FnOnce(Handle)) {
    let mut made = logical_type(of);
    then(made);
    // SAFETY: it was made above and nobody uses it any more.
    unsafe { (api().destroy_logical_type)(&raw mut made) };
}

/// DuckDB's object for a type, which the caller must destroy.
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
            Type::Int32 => (api.create_logical_type)(INTEGER),
            Type::Int64 => (api.create_logical_type)(BIGINT),
            Type::Text => (api.create_logical_type)(VARCHAR),
            Type::Bytes => (api.create_logical_type)(BLOB),
            Type::Any => (api.create_logical_type)(ANY),
        }
    }
}

// The type numbers of `duckdb.h`.
pub(crate) const BOOLEAN: u32 = 1;
pub(crate) const TINYINT: u32 = 2;
pub(crate) const SMALLINT: u32 = 3;
pub(crate) const INTEGER: u32 = 4;
pub(crate) const BIGINT: u32 = 5;
pub(crate) const UTINYINT: u32 = 6;
pub(crate) const USMALLINT: u32 = 7;
pub(crate) const UINTEGER: u32 = 8;
pub(crate) const UBIGINT: u32 = 9;
pub(crate) const HUGEINT: u32 = 16;
pub(crate) const VARCHAR: u32 = 17;
pub(crate) const BLOB: u32 = 18;
pub(crate) const UHUGEINT: u32 = 32;
const ANY: u32 = 34;
pub(crate) const SQLNULL: u32 = 36;
