//! Writes JSON (RFC 8259), for engines that have no lists and no structs.

/// Writes a string.
pub(crate) fn push_text(text: &str, out: &mut String) {
    // OK because a string can always be written.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
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
        assert_eq!(out, "{\"a\\\"\": \"\\\\\\n\u{7F}\u{E9}\", \"b\": null}");
    }
}
