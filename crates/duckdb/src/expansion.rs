//! Expands a URI template by values in JSON, row by row. DuckDB's own structs can have lists, and it
//! does not say how the items of a list lie.

use iriform_core::template::{Misuse, Slot, Target, expand};
use serde_json::Value;

use crate::call::Call;
use crate::vectors::Output;

/// Expands the template of a call, and writes the results that are valid.
pub(crate) fn expand_all(call: &Call, mut output: Output<'_>) -> Result<(), String> {
    let template = call.arguments.template().ok_or("no template is given")?.text();
    let target = if call.production.is_iri { Target::Iri } else { Target::Uri };
    let (mut texts, mut lengths) = (String::new(), Vec::new());
    let mut valid = vec![0_u64; output.rows.div_ceil(64)];
    for chunk in &call.column.chunks {
        for row in 0..chunk.len() {
            let json = chunk.texts().get(row).map_err(|corrupt| corrupt.to_string())?;
            let before = texts.len();
            if let Some(json) = json {
                let values = read(json)?;
                let fill = |name: &str, slot: &mut Slot<'_>| fill(values.get(name), name, slot);
                let text = expand(template, target, fill)?;
                if iriform_kernel::fault(text.as_bytes(), call.production).is_none() {
                    valid[lengths.len() / 64] |= 1 << (lengths.len() % 64);
                    texts.push_str(&text);
                }
            }
            lengths.push(texts.len() - before);
        }
    }
    output.texts(texts.as_bytes(), lengths.into_iter())?;
    output.validity(valid.into_iter());
    Ok(())
}

fn read(json: &[u8]) -> Result<serde_json::Map<String, Value>, String> {
    match serde_json::from_slice(json) {
        Ok(Value::Object(values)) => Ok(values),
        Ok(_) => Err("values must be a struct, or JSON of one".to_owned()),
        Err(error) => Err(format!("values is not JSON: {error}")),
    }
}

/// Puts the value of a variable into its slot. Pairs are an object, or a list of names and values.
fn fill(value: Option<&Value>, name: &str, slot: &mut Slot<'_>) -> Result<(), String> {
    let misused = |misuse: Misuse| misuse.to_string();
    match value {
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

/// A value that is one text; none for null.
fn scalar(value: &Value, name: &str) -> Result<Option<String>, String> {
    Ok(match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(_) | Value::Object(_) => {
            return Err(format!(
                "the value of {name} must be text, a number, a truth value or null, or a list or an \
                 object of these"
            ));
        }
    })
}
