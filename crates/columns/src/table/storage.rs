//! Rows of `operations::storage`.

use std::str::from_utf8;

use iriform::engine::{
    Reference, file_key, file_path,
    percent::encode_non_ascii,
    storage::{self, Location, PartitionStyle, StorageReader, storage_reader},
};

use crate::error::Error;
use crate::table::arguments::{Arguments, State};
use crate::table::rows::{Record, Row, TextAnswer, made};

pub(crate) const LOCATION: &[&str] = &["scheme", "container", "account", "key", "version"];

/// The reader of a call, if it names one.
pub(crate) fn reader(arguments: &Arguments) -> Result<State, Error> {
    let name = Some(arguments.text(0)).filter(|name| !name.is_empty());
    let reader: Option<&'static StorageReader> =
        name.map(storage_reader).transpose().map_err(Error::value)?;
    Ok(Box::new(reader))
}

pub(crate) fn location(row: &Row<'_>, push: &mut dyn FnMut(&Record<'_>)) -> bool {
    let reader = row.arguments.state::<Option<&'static StorageReader>>().copied().flatten();
    let Ok(location) = Location::read(row.text.as_bytes(), reader) else { return false };
    let Ok(key) = from_utf8(&location.key) else { return false };
    push(&[
        Some(location.scheme),
        location.container.as_deref(),
        location.account.as_deref(),
        Some(key),
        location.version.as_deref(),
    ]);
    true
}

pub(crate) fn file_key(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let reference = Reference::of(row.text);
    TextAnswer::new_if(file_key::file_key(&reference, None).map(|key| out.push_str(&key)).is_some())
}

pub(crate) fn to_file_path(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let path = file_path::to_file_path(row.reference(), row.arguments.flag(0)).ok();
    made(path.and_then(|path| String::from_utf8(path).ok()), out)
}

pub(crate) fn from_file_path(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let path = file_path::from_file_path(row.text.as_bytes(), row.arguments.flag(0), false);
    made(path.map(|reference| encode_non_ascii(&reference).into_owned()).ok(), out)
}

/// The style of a call.
pub(crate) fn style(arguments: &Arguments) -> Result<State, Error> {
    Ok(Box::new(PartitionStyle::by_name(arguments.text(1)).map_err(Error::value)?))
}

pub(crate) fn partition_value(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let style = row.arguments.state::<&'static PartitionStyle>();
    let value = style.map(|style| storage::partition_value(row.text, row.arguments.text(0), style));
    match value {
        Some(Ok(Some(value))) => row.made(value, out),
        _ => TextAnswer::Absent,
    }
}
