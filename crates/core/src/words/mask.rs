//! Masking: a text without its secrets, for logs and for publication.

use std::borrow::Cow;

use crate::references::{self, Masking};
use crate::syntax::choice::{self, UnknownName};

/// The maskings, by name.
pub const MASKINGS: [(&str, Masking); 2] =
    [("secrets", Masking::Everything), ("password", Masking::Userinfo)];

/// The masking of that name in [`MASKINGS`]. The error lists the names.
pub fn masking_named(name: &str) -> Result<Masking, UnknownName> {
    choice::named("what", &MASKINGS, |(name, _)| name, name).map(|(_, masking)| masking)
}

/// A text with `***` for each secret that is marked by its place or its name.
pub fn masked(text: &str) -> Cow<'_, str> {
    references::masked(text, Masking::Everything)
}

/// A text with `***` for each password and each token before a host.
pub(crate) fn masked_password(text: &str) -> Cow<'_, str> {
    references::masked(text, Masking::Userinfo)
}
