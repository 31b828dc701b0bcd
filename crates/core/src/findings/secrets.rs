//! Secrets in a valid reference, as far as their places or names say so.

use std::ops::Range;

use crate::references::{self, Masking};
use crate::syntax::text::Utf8;

/// The places of what is secret in a text, in their order: a password or a token before a host, the values
/// of pairs whose names say so, and the paths of webhooks.
pub fn secrets(text: &str) -> Vec<Range<usize>> {
    references::secrets(Utf8(text.as_bytes()), Masking::Everything)
}
