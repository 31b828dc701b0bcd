//! Values for URI templates: a column of JSON objects, for engines without structs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use iriform::engine::{
    template::{Misuse, Slot},
    words::escape,
};
use serde_json::value::RawValue;

use crate::arrow::chunk::Texts;
use crate::error::Error;
use crate::templates::bind::{ByRow, Failed};

/// Chunks of JSON objects, whose members have the names of the variables.
pub(crate) struct JsonValues(pub(crate) Vec<Texts>);

/// The members of an object in order; the last one if a name is repeated. Their values are raw text, so a
/// number keeps its digits.
pub(crate) struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Members<'a> {
    fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
    }
}

/// Reads an object.
fn members(value: &RawValue) -> Result<Members<'_>, Error> {
    let read: BTreeMap<String, &RawValue> =
        serde_json::from_str(value.get()).map_err(|error| not_json(&error))?;
    let mut members: Vec<_> = read.into_iter().collect();
    // Values are parts of the text, so their addresses are in its order.
    members.sort_by_key(|(_, value)| value.get().as_ptr());
    Ok(Members(members))
}

/// The kind of a JSON value, by its first character.
enum JsonKind {
    Null,
    Text,
    List,
    Object,
    /// A number or a boolean, which is written unchanged.
    Plain,
}

fn kind(value: &RawValue) -> JsonKind {
    match value.get().as_bytes().first() {
        Some(b'n') => JsonKind::Null,
        Some(b'"') => JsonKind::Text,
        Some(b'[') => JsonKind::List,
        Some(b'{') => JsonKind::Object,
        _ => JsonKind::Plain,
    }
}

fn not_json(error: &serde_json::Error) -> Error {
    Error::Value(format!("values is not JSON: {}", escape(&error.to_string())))
}

impl ByRow for JsonValues {
    type Row<'a> = Members<'a>;

    fn lengths(&self) -> Vec<usize> {
        self.0.iter().map(|texts| texts.len).collect()
    }

    fn row(&self, chunk: usize, row: usize) -> Result<Option<Self::Row<'_>>, Error> {
        let Some(json) = self.0[chunk].get(row)? else { return Ok(None) };
        let value: &RawValue = serde_json::from_slice(json).map_err(|error| not_json(&error))?;
        match kind(value) {
            JsonKind::Object => members(value).map(Some),
            _ => Err(Error::Type("values must be a struct, or JSON of one".to_owned())),
        }
    }

    /// Puts the value of a member into its slot. Pairs are an object, or a list of names and values.
    fn fill(&self, values: &Self::Row<'_>, name: &str, slot: &mut Slot<'_>) -> Result<(), Failed> {
        let Some(value) = values.get(name) else { return Ok(()) };
        match kind(value) {
            JsonKind::List => {
                let list: Vec<&RawValue> = serde_json::from_str(value.get()).map_err(failed)?;
                for member in list {
                    if let JsonKind::Object = kind(member) {
                        let pair = members(member).map_err(Failed::Column)?;
                        let part = |key| match pair.get(key) {
                            Some(part) => scalar(part, name),
                            None => Ok(None),
                        };
                        if let (Some(key), Some(value)) = (part("name")?, part("value")?) {
                            slot.pair(&key, &value).map_err(misused)?;
                        }
                    } else if let Some(text) = scalar(member, name)? {
                        slot.member(&text).map_err(misused)?;
                    }
                }
            }
            JsonKind::Object => {
                for (key, value) in members(value).map_err(Failed::Column)?.0 {
                    if let Some(value) = scalar(value, name)? {
                        slot.pair(&key, &value).map_err(misused)?;
                    }
                }
            }
            JsonKind::Null | JsonKind::Text | JsonKind::Plain => {
                if let Some(text) = scalar(value, name)? {
                    slot.text(&text);
                }
            }
        }
        Ok(())
    }
}

/// A member of the wrong type ends the call.
#[allow(clippy::needless_pass_by_value, reason = "as `map_err` wants it")]
fn misused(misuse: Misuse) -> Failed {
    Failed::Column(Error::Value(misuse.to_string()))
}

#[allow(clippy::needless_pass_by_value, reason = "as `map_err` wants it")]
fn failed(error: serde_json::Error) -> Failed {
    Failed::Column(not_json(&error))
}

/// A value that is one text; none for null. A number is its digits, unchanged.
fn scalar<'a>(value: &'a RawValue, name: &str) -> Result<Option<Cow<'a, str>>, Failed> {
    Ok(match kind(value) {
        JsonKind::Null => None,
        JsonKind::Text => Some(Cow::Owned(serde_json::from_str(value.get()).map_err(failed)?)),
        JsonKind::Plain => Some(Cow::Borrowed(value.get())),
        JsonKind::List | JsonKind::Object => {
            return Err(Failed::Column(Error::Type(format!(
                "the value of {name} must be text, a number, a truth value or null, or a list or an \
                 object of these"
            ))));
        }
    })
}
