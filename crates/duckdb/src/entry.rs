//! The functions that DuckDB calls: the entry point, and one for each chunk of rows.
//!
//! **Soundness.** A panic does not leave an `extern` function; it becomes an error of the query.

#![allow(unsafe_code)]

use std::any::Any;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use iriform_columns::{Operation, operations, sql};

use crate::api::{API, Api, Handle, VERSION, api, with_type};
use crate::function;
use crate::types::Type;
use crate::vectors::{Input, Output};

/// The access that DuckDB passes to the entry point.
#[repr(C)]
struct Access {
    set_error: unsafe extern "C" fn(Handle, *const c_char),
    get_database: unsafe extern "C" fn(Handle) -> *mut Handle,
    get_api: unsafe extern "C" fn(Handle, *const c_char) -> *const *const c_void,
}

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
    // SAFETY: DuckDB answered with a table of the requested version.
    let api = API.get_or_init(|| unsafe { Api::of(table) });
    let added = caught(|| {
        let mut connection = ptr::null_mut();
        // SAFETY: DuckDB lends its database during this call.
        let state = unsafe { (api.connect)(*(access.get_database)(info), &raw mut connection) };
        if state != 0 {
            return Err("iriform cannot connect to the database".to_owned());
        }
        let added = operations::all().try_for_each(|operation| {
            let name = sql::function(operation);
            add(connection, operation, &name).ok_or_else(|| format!("{name} cannot be added"))
        });
        // SAFETY: the connection was made above and is not used any more.
        unsafe { (api.disconnect)(&raw mut connection) };
        added
    });
    // SAFETY: DuckDB copies the message.
    added.map_err(|message| unsafe { (access.set_error)(info, message.as_ptr()) }).is_ok()
}

/// Adds the functions of an operation to the database of a connection: one for each number of arguments, for
/// texts and for bytes. If the number of arguments is not fixed, DuckDB drops their names.
fn add(connection: Handle, operation: &'static Operation, name: &str) -> Option<()> {
    let (api, name) = (api(), CString::new(name).ok()?);
    // SAFETY: the set is made here and destroyed here; DuckDB copies what it keeps.
    unsafe {
        let mut set = (api.create_scalar_function_set)(name.as_ptr());
        let mut is_whole = true;
        for count in 1..=sql::most_arguments(operation) {
            for column in [Type::Text, Type::Bytes] {
                is_whole &= add_to(set, operation, &name, &column, count);
            }
        }
        let state = if is_whole { (api.register_scalar_function_set)(connection, set) } else { 1 };
        (api.destroy_scalar_function_set)(&raw mut set);
        (state == 0).then_some(())
    }
}

/// Adds a function of `count` arguments, the first of type `column`, to a set.
///
/// # Safety `set` is a function set of DuckDB.
unsafe fn add_to(
    set: Handle,
    operation: &'static Operation,
    name: &CStr,
    column: &Type,
    count: usize,
) -> bool {
    let api = api();
    // SAFETY: all objects are made here and destroyed here; DuckDB copies what it keeps. The
    // operation, which it does not copy, is static.
    unsafe {
        let mut function = (api.create_scalar_function)();
        (api.scalar_function_set_name)(function, name.as_ptr());
        with_type(column, |of| (api.scalar_function_add_parameter)(function, of));
        for _ in 1..count {
            with_type(&Type::Any, |of| (api.scalar_function_add_parameter)(function, of));
        }
        with_type(&function::answer(operation), |of| {
            (api.scalar_function_set_return_type)(function, of);
        });
        // The function itself handles null.
        (api.scalar_function_set_special_handling)(function);
        (api.scalar_function_set_extra_info)(function, ptr::from_ref(operation).cast(), None);
        (api.scalar_function_set_function)(function, call);
        let state = (api.add_scalar_function_to_set)(set, function);
        (api.destroy_scalar_function)(&raw mut function);
        state == 0
    }
}

/// The function that DuckDB calls for each chunk.
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
            // SAFETY: the index is below the number of columns.
            .map(|i| unsafe { Input::of((api.data_chunk_get_vector)(chunk, i), rows) })
            .collect();
        // SAFETY: DuckDB makes a vector of as many rows as the chunk has.
        function::evaluate(operation, &inputs, unsafe { Output::of(output, rows) })
    });
    if let Err(message) = done {
        // SAFETY: DuckDB copies the message.
        unsafe { (api.scalar_function_set_error)(info, message.as_ptr()) };
    }
}

/// Runs `work`, and converts a failure or a panic to a message.
fn caught(work: impl FnOnce() -> Result<(), String>) -> Result<(), CString> {
    // Continuing after a panic is safe: nothing that `work` changed is used again.
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
