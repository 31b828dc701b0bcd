//! The format strings of the Arrow C data interface.

use arrow_schema::DataType;
use iriform::engine::{text::Utf8, words::quoted_name};

use crate::arrow::chunk::Layout;
use crate::error::Error;

/// The layout of texts and bytes of a format.
pub(super) fn layout(format: &str) -> Option<Layout> {
    Layout::of(&match format {
        "u" => DataType::Utf8,
        "U" => DataType::LargeUtf8,
        "vu" => DataType::Utf8View,
        "z" => DataType::Binary,
        "Z" => DataType::LargeBinary,
        "vz" => DataType::BinaryView,
        _ => return None,
    })
}

/// The type of the keys of a dictionary, by its format.
pub(super) fn key_type(format: &str) -> Option<DataType> {
    Some(match format {
        "c" => DataType::Int8,
        "C" => DataType::UInt8,
        "s" => DataType::Int16,
        "S" => DataType::UInt16,
        "i" => DataType::Int32,
        "I" => DataType::UInt32,
        "l" => DataType::Int64,
        "L" => DataType::UInt64,
        _ => return None,
    })
}

/// The name of the type, for a message.
pub(super) fn type_name(format: &str) -> String {
    let name = match format {
        "b" => "bool",
        "e" => "float16",
        "f" => "float32",
        "g" => "float64",
        "+l" | "+L" | "+vl" | "+vL" => "list",
        "+s" => "struct, which is a table or a column of structs",
        "+m" => "map",
        "+r" => "run-end encoded values",
        _ if format.starts_with("+w") => "fixed-size list",
        _ if format.starts_with("+u") => "union",
        _ if format.starts_with("w:") => "fixed-size binary",
        _ if format.starts_with('d') => "decimal",
        _ if format.starts_with('t') => "dates or times",
        _ => match (key_type(format), layout(format)) {
            (Some(integer), _) => return integer.to_string().to_lowercase(),
            (_, Some(layout)) => return layout.data_type().to_string().to_lowercase(),
            _ => return format!("Arrow format {}", quoted_name(Utf8(format.as_bytes()))),
        },
    };
    name.to_owned()
}

/// The error for a column of an unsupported type.
pub(super) fn refused(name: &str) -> Error {
    Error::Type(format!(
        "this is a column of {name}, not of string, large_string, string_view, binary, \
         large_binary, binary_view, a dictionary of one of these, or null"
    ))
}

/// The error for a schema that does not describe a column.
pub(super) fn unknown(what: &str) -> Error {
    Error::Value(what.to_owned())
}
