//! The nested types of answers.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields};

use crate::arrow::chunk::{Layout, Width};

/// A list of values that may be null, with offsets as wide as those of the layout.
pub(crate) fn list(layout: Layout, values: DataType) -> DataType {
    let item = Arc::new(Field::new("item", values, true));
    match layout.width {
        Width::Large => DataType::LargeList(item),
        Width::Small | Width::View => DataType::List(item),
    }
}

/// A struct of fields that may be null.
pub(crate) fn structure<'a>(fields: impl Iterator<Item = (&'a str, DataType)>) -> DataType {
    DataType::Struct(fields.map(|(name, t)| Field::new(name, t, true)).collect::<Fields>())
}
