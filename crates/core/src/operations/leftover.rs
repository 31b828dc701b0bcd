//! Text that is no part of the reference around it: a placeholder, or words after the link.

use std::ops::Range;

use crate::compose::Components;
use crate::syntax::reference::Reference;
use crate::syntax::split::split;
use crate::syntax::text::Utf8;

/// Returns true if words follow a reference that are no part of it.
pub(crate) fn has_leftover(text: &str) -> bool {
    let parts = split(Utf8(text.as_bytes()));
    let components = Components::from(Reference { text, parts });
    following(text, &components).is_some()
}

/// A placeholder that nobody filled in: `{id}`, `{?name,label}`, `{{x}}`, `${x}`, `%s`, `%(name)s`, `<name>`.
pub(crate) fn placeholder(text: &str) -> Option<Range<usize>> {
    text.char_indices().filter(|(_, c)| matches!(c, '{' | '$' | '%' | '<')).find_map(|(i, _)| {
        let rest = &text[i..];
        let length = between(rest, "{{", "}}")
            .or_else(|| between(rest, "${", "}"))
            .or_else(|| between(rest, "{", "}"))
            .or_else(|| between(rest, "<", ">"))
            .or_else(|| of_printf(rest))?;
        Some(i..i + length)
    })
}

/// The length of a placeholder between two delimiters.
fn between(text: &str, open: &str, close: &str) -> Option<usize> {
    let inner = text.strip_prefix(open)?;
    let end = inner.find(close)?;
    let name = inner[..end].trim().trim_start_matches(['+', '#', '.', '/', ';', '?', '&', '$']);
    let is_usual = |c: char| c.is_ascii_alphanumeric() || "_.,*:!- ".contains(c);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(is_usual);
    is_name.then_some(open.len() + end + close.len())
}

/// The length of a conversion of C's `printf` and of Python, which no hexadecimal digits follow.
fn of_printf(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('%')?;
    let name = if rest.starts_with('(') { rest.find(')')? + 1 } else { 0 };
    let end = 1 + name + 1;
    let is_last = !text[1 + name..].chars().nth(1).is_some_and(char::is_alphanumeric);
    (rest[name..].starts_with(['s', 'd']) && is_last).then_some(end)
}

/// The words that follow a link after a space and are no rest of its path: `https://h/x.git -b main`,
/// `https://h/sitemap.xml  # Spain`, `Note: see below`.
pub(crate) fn following(text: &str, c: &Components<'_>) -> Option<Range<usize>> {
    let scheme = c.scheme?;
    let start = text.len() - text.split_once(' ').map(|(_, rest)| rest.len())? - 1;
    if c.authority.is_none() && !c.path.starts_with('/') {
        // The groups of a telephone number are no words.
        let words = c.path.split(' ').filter(|word| word.starts_with(char::is_alphabetic)).count();
        let is_sentence = c.path.starts_with(' ') || words > 1 && text.matches(' ').count() > 1;
        let is_mail = scheme.eq_ignore_ascii_case("mailto");
        let is_other = if is_mail {
            !c.path.contains('@')
        } else {
            is_sentence && !scheme.eq_ignore_ascii_case("data")
        };
        return is_other.then_some(start..text.len());
    }
    let (before, after) = text.split_at(start);
    let words = after.trim_start();
    // What a query or a fragment has is written by people: a search has several words.
    if before.contains(['?', '#']) && !words.starts_with(['-', '#', '|', '<']) {
        return None;
    }
    let name = words.split(['?', '#']).next().unwrap_or_default();
    let is_apart = after.starts_with("  ") || words.starts_with(['-', '#', '|', '<', '(']);
    let is_more = name.trim_end().contains(' ') || has_suffix(before);
    let is_rest = name.contains('/') || has_suffix(name);
    (is_apart || is_more && !is_rest).then_some(start..text.len())
}

/// Returns true if a path ends like the name of a file.
fn has_suffix(path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(_, suffix)| {
        (1..=5).contains(&suffix.len()) && suffix.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}
