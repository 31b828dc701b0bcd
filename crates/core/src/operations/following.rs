//! Words that follow a link and are not part of it.

use std::ops::Range;

use crate::compose::Components;
use crate::syntax::reference::Reference;
use crate::syntax::split::split;
use crate::syntax::text::Utf8;

/// The words after a link and a space that are not the rest of its path: `https://h/x.git -b main`,
/// `https://h/sitemap.xml  # Spain`, `Note: see below`.
pub(crate) fn following(text: &str) -> Option<Range<usize>> {
    let start = text.find(' ')?;
    let c = Components::from(Reference { text, parts: split(Utf8(text.as_bytes())) });
    let scheme = c.scheme?;
    if c.authority.is_none() && !c.path.starts_with('/') {
        // The groups of a telephone number are not words.
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
    // People write queries and fragments with spaces: a search has several words.
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
