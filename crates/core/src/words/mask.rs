//! A text without what is secret in it, for logs and for publication.

use std::borrow::Cow;

use crate::references::{self, Masking};

/// A text with `***` for each secret that its place or its name tells.
pub fn masked(text: &str) -> Cow<'_, str> {
    references::masked(text, Masking::Everything)
}

/// A text with `***` for each password and each token before a host.
pub fn redacted(text: &str) -> Cow<'_, str> {
    references::masked(text, Masking::Userinfo)
}
