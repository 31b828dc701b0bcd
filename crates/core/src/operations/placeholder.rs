//! Placeholders that were never filled in.

use std::ops::Range;

use crate::syntax::reference::Reference;

/// The first placeholder that nobody filled in: `{id}`, `{?name,label}`, `{{x}}`, `${x}`, `%s`, `%(name)s`,
/// `<name>`. None for text of other languages that uses the same marks.
pub fn placeholder(text: &str) -> Option<Range<usize>> {
    let found = text.match_indices(['{', '$', '%', '<']).find_map(|(i, _)| {
        let rest = &text[i..];
        let length = between(rest, "{{", "}}")
            .or_else(|| between(rest, "${", "}"))
            .or_else(|| between(rest, "{", "}"))
            .or_else(|| between(rest, "<", ">"))
            .or_else(|| of_printf(rest))?;
        Some(i..i + length)
    })?;
    let scheme = Reference::of(text).scheme().unwrap_or_default();
    let is_other = ["data", "javascript"].iter().any(|other| scheme.eq_ignore_ascii_case(other));
    (!is_other).then_some(found)
}

/// The length of a placeholder between two delimiters.
fn between(text: &str, open: &str, close: &str) -> Option<usize> {
    let inner = text.strip_prefix(open)?;
    let is_operator = |c: char| "+#./;?&$".contains(c);
    // A delimiter ends it, so many opening delimiters take no longer.
    let end = inner.find(|c| !is_usual(c) && !is_operator(c))?;
    let name = inner[..end].trim().trim_start_matches(is_operator);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(is_usual)
        && inner[end..].starts_with(close);
    is_name.then_some(open.len() + end + close.len())
}

/// Returns true for a character of the names of variables, or of the text between them.
fn is_usual(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.,*:!- ".contains(c)
}

/// The length of a conversion of C's `printf` or of Python that is not followed by hexadecimal digits.
fn of_printf(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('%')?;
    let name = between(rest, "(", ")").unwrap_or(0);
    let end = 1 + name + 1;
    let is_last = !text[1 + name..].chars().nth(1).is_some_and(char::is_alphanumeric);
    (rest[name..].starts_with(['s', 'd']) && is_last).then_some(end)
}
