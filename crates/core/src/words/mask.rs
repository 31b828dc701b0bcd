//! A reference without what is secret in it, for logs and for publication.

use std::borrow::Cow;

use crate::findings::secrets;
use crate::words::characters::MASK;

/// A valid reference with `***` for each of its [`secrets`].
pub fn masked(text: &str) -> Cow<'_, str> {
    let secrets = secrets(text);
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut shown = 0;
    for secret in secrets {
        out.push_str(&text[shown..secret.start]);
        out.push_str(MASK);
        shown = secret.end;
    }
    out.push_str(&text[shown..]);
    Cow::Owned(out)
}
