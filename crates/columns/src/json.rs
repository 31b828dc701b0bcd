//! Writes JSON (RFC 8259), for engines that have no lists and no structs.

use std::fmt::Write;

/// Writes a string.
pub(crate) fn push_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\0'..='\u{1F}' => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}

/// Writes an object whose members are texts, or null.
pub(crate) fn push_object(names: &[&str], texts: &[Option<&str>], out: &mut String) {
    let mut separator = "{";
    for (name, text) in names.iter().zip(texts) {
        out.push_str(separator);
        separator = ", ";
        push_text(name, out);
        out.push_str(": ");
        match text {
            Some(text) => push_text(text, out),
            None => out.push_str("null"),
        }
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_quotation_marks_are_escaped() {
        let mut out = String::new();
        push_object(&["a\"", "b"], &[Some("\\\n\u{7F}\u{E9}"), None], &mut out);
        assert_eq!(out, "{\"a\\\"\": \"\\\\\\u000a\u{7F}\u{E9}\", \"b\": null}");
    }
}
