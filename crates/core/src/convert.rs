//! Mapping IRIs to URIs (RFC 3987 §3.1).

use crate::percent::push_char;

/// A valid IRI reference, or a component of one, as a URI reference: every character of
/// `ucschar` and `iprivate` as the `%HH` of its UTF-8 octets, and nothing else changed (step 2).
pub fn to_uri(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    for c in text.chars() {
        if c.is_ascii() { out.push(c) } else { push_char(&mut out, c) }
    }
    out
}
