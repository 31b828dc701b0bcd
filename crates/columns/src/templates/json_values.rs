//! Values for URI templates: a column of JSON objects, for engines that have no structs.

use iriform::engine::template::{Misuse, Slot};
use serde_json::{Map, Value};

use crate::arrow::chunk::Texts;
use crate::error::Error;
use crate::templates::bind::{ByRow, Failed};
use crate::templates::values::float;

/// Chunks of texts that are JSON objects, whose members are called as the variables.
pub(crate) struct JsonValues(pub(crate) Vec<Texts>);

impl ByRow for JsonValues {
    type Row<'a> = Map<String, Value>;

    fn lengths(&self) -> Vec<usize> {
        self.0.iter().map(|texts| texts.len).collect()
    }

    fn row(&self, chunk: usize, row: usize) -> Result<Option<Self::Row<'_>>, Error> {
        let Some(json) = self.0[chunk].get(row)? else { return Ok(None) };
        match serde_json::from_slice(json) {
            Ok(Value::Object(values)) => Ok(Some(values)),
            Ok(_) => Err(Error::Type("values must be a struct, or JSON of one".to_owned())),
            Err(error) => Err(Error::Value(format!("values is not JSON: {error}"))),
        }
    }

    /// Puts the value of a member into its slot. Pairs are an object, or a list of names and values.
    fn fill(&self, values: &Self::Row<'_>, name: &str, slot: &mut Slot<'_>) -> Result<(), Failed> {
        match values.get(name) {
            None => {}
            Some(Value::Array(members)) => {
                for member in members {
                    if let Value::Object(pair) = member {
                        let part = |key| scalar(pair.get(key).unwrap_or(&Value::Null), name);
                        if let (Some(key), Some(value)) = (part("name")?, part("value")?) {
                            slot.pair(&key, &value).map_err(misused)?;
                        }
                    } else if let Some(text) = scalar(member, name)? {
                        slot.member(&text).map_err(misused)?;
                    }
                }
            }
            Some(Value::Object(pairs)) => {
                for (key, value) in pairs {
                    if let Some(value) = scalar(value, name)? {
                        slot.pair(key, &value).map_err(misused)?;
                    }
                }
            }
            Some(value) => {
                if let Some(text) = scalar(value, name)? {
                    slot.text(&text);
                }
            }
        }
        Ok(())
    }
}

/// The types of members are known by the row, so a wrong one ends the call.
#[allow(clippy::needless_pass_by_value, reason = "as `map_err` wants it")]
fn misused(misuse: Misuse) -> Failed {
    Failed::Column(Error::Value(misuse.to_string()))
}

/// A value that is one text; none for null.
fn scalar(value: &Value, name: &str) -> Result<Option<String>, Failed> {
    Ok(match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Number(number) if number.is_f64() => number.as_f64().map(float),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(_) | Value::Object(_) => {
            return Err(Failed::Column(Error::Type(format!(
                "the value of {name} must be text, a number, a truth value or null, or a list or an \
                 object of these"
            ))));
        }
    })
}
