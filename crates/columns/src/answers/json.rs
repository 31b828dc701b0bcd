//! Writes JSON (RFC 8259) for engines without lists and structs, with spaces like Python's `json.dumps`.

use std::io::{Result, Write};

use serde_json::Value;
use serde_json::ser::Formatter;

/// Appends a value.
pub fn push(value: &Value, out: &mut Vec<u8>) {
    let mut writer = serde_json::Serializer::with_formatter(out, Spaced);
    // OK because writing JSON to memory cannot fail.
    let _ = serde::Serialize::serialize(value, &mut writer);
}

struct Spaced;

impl Spaced {
    fn separator<W: ?Sized + Write>(writer: &mut W, is_first: bool) -> Result<()> {
        if is_first { Ok(()) } else { writer.write_all(b", ") }
    }
}

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        Self::separator(out, is_first)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        Self::separator(out, is_first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_quotation_marks_are_escaped() {
        let mut out = Vec::new();
        push(&serde_json::json!({"a\"": ["\\\n\u{7F}\u{E9}", 1], "b": null}), &mut out);
        let expected = "{\"a\\\"\": [\"\\\\\\n\u{7F}\u{E9}\", 1], \"b\": null}";
        assert_eq!(String::from_utf8(out).as_deref(), Ok(expected));
    }
}
