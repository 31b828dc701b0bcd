//! Hosts that values make: if a value is empty or missing, as in `/{a}/{b}`, two slashes may meet and begin a
//! host (RFC 3986 §4.2). What was a path then leads to another server.
//!
//! RFC 6570 lets values do so; iriform refuses such values unless the caller allows them. A host in the literal
//! text of the template stays, and so does one from `{+x}` and `{#x}`, which are for trusted text.

use crate::syntax::split::authority;
use crate::syntax::text::Utf8;
use crate::template::dots::{Written, push_stand_in, variables_of};

/// The variables that have made a host in a text. `written` has the expansions of the template's expressions.
pub(super) fn made(template: &str, text: &str, written: &[Written<'_>]) -> Option<Vec<String>> {
    let host = authority(Utf8(text.as_bytes()))?.start;
    let slashes = host - "//".len()..host;
    // Most templates begin with a literal host.
    if template.starts_with(&text[..host]) {
        return None;
    }
    let is_trusted = |each: &Written<'_>| {
        let meets = each.range.start < slashes.end && each.range.end > slashes.start;
        meets && !each.range.is_empty() && each.expression.operator.allows_reserved()
    };
    if written.iter().any(is_trusted) {
        return None;
    }
    let mut whole = String::with_capacity(template.len());
    push_stand_in(template, &mut whole);
    if authority(Utf8(whole.as_bytes())).is_some() {
        return None;
    }
    let is_near =
        |each: &&Written<'_>| each.range.start < slashes.end && each.range.end >= slashes.start;
    Some(variables_of(written.iter().filter(is_near)))
}
