//! Hosts that values make: two slashes that meet where a value is empty or missing, as in `/{a}/{b}`, begin a host
//! (RFC 3986 §4.2), and what stood after them in a path leads to another server.
//!
//! RFC 6570 lets values do so; here it is refused unless somebody asks for its letter. What the template begins
//! literally stays, and so does what `{+x}` and `{#x}` write, which are for text that is trusted.

use crate::syntax::split::authority;
use crate::syntax::text::Utf8;
use crate::template::dots::{Written, push_stand_in, variables_of};

/// The variables that have made a host in a text, in which expressions of a template have become what is `written`.
pub(super) fn made(template: &str, text: &str, written: &[Written<'_>]) -> Option<Vec<String>> {
    let host = authority(Utf8(text.as_bytes()))?.start;
    let slashes = host - "//".len()..host;
    // Most templates begin with their host.
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
