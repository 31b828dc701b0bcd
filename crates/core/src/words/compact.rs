//! Messages that say why a text is not a compact IRI.

use crate::prefixes::{NotCompact, Syntax};
use crate::syntax::text::Utf8;
use crate::words::decoded::quoted_name;

/// Returns true if a text for another syntax is a safe CURIE.
pub fn is_safe_curie_elsewhere(text: &str, syntax: Syntax) -> bool {
    syntax != Syntax::SafeCurie && text.starts_with('[') && text.ends_with(']')
}

/// Says why `text` is not a compact IRI of the syntax.
pub fn not_compact(text: &str, syntax: Syntax, why: NotCompact) -> String {
    // No name has a bracket.
    let name_of = |end: usize| text[..end].trim_start_matches('[');
    let quoted = |end: usize| quoted_name(Utf8(name_of(end).as_bytes()));
    let name = syntax.name();
    match why {
        NotCompact::Brackets => format!("not a compact IRI in {name}: it must be between [ and ]"),
        NotCompact::NoColon => "not a compact IRI: it must have a prefix and a colon".to_owned(),
        NotCompact::Unknown(_) if is_safe_curie_elsewhere(text, syntax) => format!(
            "not a compact IRI in {name}: the text in brackets is a safe CURIE, which the syntax \
             safe-curie reads"
        ),
        NotCompact::Unknown(colon) => format!("unknown prefix {}", quoted(colon)),
        NotCompact::Prefix(colon) => format!(
            "not a compact IRI in {name}, which cannot use the prefix {} for its namespace",
            quoted(colon)
        ),
        NotCompact::Local(byte) => format!(
            "not a compact IRI in {name}, whose syntax does not allow the character at position {}",
            text[..byte].chars().count()
        ),
    }
}
