//! What is secret in a valid reference, as far as its place or its name says so.

use std::ops::Range;
use std::sync::LazyLock;

use super::asked::Asked;
use super::check::check;
use super::table::rules;
use crate::operations::redact::in_valid;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

/// The places of what is secret in a valid reference, in their order: a password or a token before the
/// host, and the values of pairs whose names say so.
pub fn secrets(text: &str) -> Vec<Range<usize>> {
    static BY_NAME: LazyLock<Asked> = LazyLock::new(|| {
        let codes = rules().map(|rule| rule.code).filter(|code| code.starts_with("secret-in-"));
        codes.fold(Asked::nothing(), |asked, code| match Asked::only(code) {
            Ok(only) => {
                let severity = only.rules().first().map(|&(_, severity)| severity);
                asked.clone().with(code, severity).unwrap_or(asked)
            }
            Err(_) => asked,
        })
    });
    let by_name = check(text, &BY_NAME).into_iter().map(|finding| finding.span);
    let mut all: Vec<_> = by_name.collect();
    all.extend(in_valid(Utf8(text.as_bytes()), Rule::IriReference));
    all.sort_by_key(|span| span.start);
    all
}
