//! The SQL types that the functions use.

use arrow_schema::DataType;

/// An SQL type that the functions use.
pub(crate) enum Type {
    Bool,
    Int32,
    Int64,
    Text,
    Bytes,
    Any,
    List(Box<Self>),
    Struct(Vec<(String, Self)>),
}

impl Type {
    /// The type for answers of an Arrow type.
    pub(crate) fn of(of: &DataType) -> Self {
        match of {
            DataType::Boolean => Self::Bool,
            // A port: DuckDB calculates with signed numbers.
            DataType::UInt16 => Self::Int32,
            DataType::Int64 => Self::Int64,
            DataType::List(item) => Self::List(Box::new(Self::of(item.data_type()))),
            DataType::Struct(fields) => {
                let field = |field: &arrow_schema::FieldRef| {
                    (field.name().clone(), Self::of(field.data_type()))
                };
                Self::Struct(fields.iter().map(field).collect())
            }
            _ => Self::Text,
        }
    }
}
