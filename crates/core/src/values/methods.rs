//! Methods of values that do more than call an operation, stated once for all eight types.

use std::borrow::Cow;

use crate::operations::edit::{Changes, with_parts, with_query_changed};
use crate::operations::redact::in_valid;
use crate::operations::resolve::resolve;
use crate::parts::query::{NamedValues, Style, with_pairs};
use crate::references::{Masking, hidden};
use crate::syntax::parse::{Requirements, parse, recognize};
use crate::syntax::reference::{OwnedReference, Reference};
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;
use crate::values::error::{EditError, ParseError};

/// Makes a type with `as_str` usable as its text.
macro_rules! is_text {
    ($Type:ty) => {
        impl AsRef<str> for $Type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl std::ops::Deref for $Type {
            type Target = str;

            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl PartialEq<str> for $Type {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl PartialEq<&str> for $Type {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl std::fmt::Display for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}
pub(super) use is_text;

/// Parses text as `production`, a reference in the form `form`.
pub(super) fn parsed<const I: bool>(
    text: &str,
    production: Rule,
    form: Requirements,
) -> Result<Reference<'_>, ParseError> {
    match parse::<I>(Utf8(text.as_bytes()), form) {
        Ok(parts) => Ok(Reference { text, parts }),
        Err(fault) => Err(ParseError::new(text, production, fault)),
    }
}

/// The error for text that is known not to match `production`.
pub(super) fn refused(text: &str, production: Rule) -> Option<ParseError> {
    let fault = recognize(Utf8(text.as_bytes()), production).err()?;
    Some(ParseError::new(text, production, fault))
}

#[cfg(feature = "idna")]
pub(super) fn origin(r: &Reference<'_>) -> Option<OwnedReference> {
    crate::operations::origin::origin(r).map(|origin| OwnedReference::of(origin.into_owned()))
}

/// The target of a reference.
pub(super) fn resolved(b: &Reference<'_>, r: &Reference<'_>) -> OwnedReference {
    let mut text = String::new();
    match resolve(b, r, true, &mut text) {
        Some(parts) => OwnedReference { text, parts },
        None => r.owned(),
    }
}

/// A relative reference; a borrowed one is the end of the target.
pub(super) fn rest_of(text: Cow<'_, str>, target: &Reference<'_>) -> OwnedReference {
    match text {
        Cow::Borrowed(rest) => target.owned_from(target.text.len() - rest.len()),
        Cow::Owned(text) => OwnedReference::of(text),
    }
}

/// The reference with `***` in place of each secret.
pub(super) fn masked(r: &Reference<'_>, masking: Masking) -> String {
    let secrets = in_valid(Utf8(r.text.as_bytes()), Rule::IriReference, masking);
    hidden(r.text, &secrets).into_owned()
}

/// The reference with pairs of plain text added to its query.
pub(super) fn update_query(
    r: &Reference<'_>,
    pairs: &[(&str, Option<&str>)],
    is_iri: bool,
) -> OwnedReference {
    let style = Style { is_iri, ..Style::of_reference(r.text) };
    let mut named: Vec<NamedValues<&str>> = Vec::new();
    for &(name, value) in pairs {
        match named.iter_mut().find(|(other, _)| *other == name) {
            Some((_, values)) => values.push(value),
            None => named.push((name, vec![value])),
        }
    }
    let change = |query: &str, out: &mut String| with_pairs(query, &named, style, out);
    OwnedReference::of(with_query_changed(*r, change))
}

/// The reference with parts changed, each of which must match its production of RFC 3986, or the counterpart in RFC 3987.
pub(super) fn with(
    r: &Reference<'_>,
    changes: &Changes<'_>,
    is_iri: bool,
) -> Result<OwnedReference, EditError> {
    let &Changes { scheme, authority, userinfo, host, port, path, query, fragment } = changes;
    for (text, uri, iri) in [
        (scheme.flatten(), Rule::Scheme, Rule::Scheme),
        (authority.flatten(), Rule::Authority, Rule::Iauthority),
        (userinfo.flatten(), Rule::Userinfo, Rule::Iuserinfo),
        (host.flatten(), Rule::Host, Rule::Ihost),
        (port.flatten(), Rule::Port, Rule::Port),
        (path, Rule::Path, Rule::Ipath),
        (query.flatten(), Rule::Query, Rule::Iquery),
        (fragment.flatten(), Rule::Fragment, Rule::Ifragment),
    ] {
        if let Some(error) = text.and_then(|text| refused(text, if is_iri { iri } else { uri })) {
            return Err(error.into());
        }
    }
    Ok(OwnedReference::of(with_parts(r, changes)?))
}

/// Returns true if text that matches a production with any scheme, or any characters, matches the narrower one.
pub(super) fn narrowed(
    r: &Reference<'_>,
    production: Rule,
    needs_scheme: bool,
    needs_ascii: bool,
) -> Result<(), ParseError> {
    let is_narrow = (!needs_scheme || r.parts.has_scheme()) && (!needs_ascii || r.text.is_ascii());
    match (!is_narrow).then(|| refused(r.text, production)).flatten() {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// A value that is a reference of type `R`, or of a narrower one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a parsed `{R}`",
    label = "parse it first; `resolve_str` does both"
)]
pub trait IntoReference<R> {
    /// The reference.
    fn into_reference(self) -> R;
}
