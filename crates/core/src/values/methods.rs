//! The methods of values, stated once for all eight types: each of their methods calls one of these.

use std::borrow::Cow;
use std::net::IpAddr;

#[cfg(feature = "findings")]
use crate::findings::{self, Asked, Finding};
use crate::operations::edit::{Changes, changed};
use crate::operations::normalize::{Level, normal};
#[cfg(feature = "idna")]
use crate::operations::origin::origin_of;
use crate::operations::redact::in_valid;
use crate::operations::{compare, convert, relativize, resolve};
use crate::parts::form::ReferenceForm;
use crate::parts::host::{HostKind, address};
#[cfg(feature = "idna")]
use crate::parts::idna::NotADomainName;
use crate::parts::scheme;
use crate::references::{Masking, hidden};
use crate::syntax::parse::{Requirements, parse, recognize};
use crate::syntax::reference::{OwnedReference, Reference};
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;
use crate::values::error::{EditError, ParseError};

/// Parses text against `production`, a reference in the form `form`.
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

/// Says why text that is known not to match `production` does not.
pub(super) fn refused(text: &str, production: Rule) -> Option<ParseError> {
    let fault = recognize(Utf8(text.as_bytes()), production).err()?;
    Some(ParseError::new(text, production, fault))
}

/// A component by its production of RFC 3986, or by the counterpart of RFC 3987.
macro_rules! component {
    ($is_iri:expr, $text:expr, $uri:ident, $iri:ident) => {
        component($text, if $is_iri { Rule::$iri } else { Rule::$uri })
    };
}

fn component(text: &str, production: Rule) -> Result<&str, ParseError> {
    refused(text, production).map_or(Ok(text), Err)
}

pub(super) fn host_kind(r: &Reference<'_>) -> Option<HostKind> {
    r.host().map(|host| HostKind::of(Utf8(host.as_bytes())))
}

pub(super) fn ip(r: &Reference<'_>) -> Option<IpAddr> {
    r.host().and_then(address)
}

pub(super) fn port(r: &Reference<'_>) -> Option<u16> {
    r.port().and_then(scheme::port_number)
}

pub(super) fn port_or_default(r: &Reference<'_>) -> Option<u16> {
    scheme::port_or_default(r.scheme(), r.port())
}

pub(super) fn form(r: &Reference<'_>) -> ReferenceForm {
    ReferenceForm::at(Utf8(r.text.as_bytes()), &r.parts)
}

pub(super) fn resolved(b: &Reference<'_>, r: &Reference<'_>) -> OwnedReference {
    resolve::resolved(b, r, true)
}

pub(super) fn relativized(t: &Reference<'_>, b: &Reference<'_>) -> Option<OwnedReference> {
    relativize::relativized(t, b)
}

pub(super) fn normalized(r: &Reference<'_>, level: Level) -> OwnedReference {
    OwnedReference::made(normal(r, level), r)
}

pub(super) fn is_normalized(r: &Reference<'_>, level: Level) -> bool {
    normal(r, level) == r.text
}

pub(super) fn comparison_key<'a>(r: &Reference<'a>, level: Level) -> Cow<'a, str> {
    compare::key(r, level)
}

pub(super) fn equivalent(a: &Reference<'_>, b: &Reference<'_>, level: Level) -> bool {
    compare::is_equivalent(a, b, level)
}

#[cfg(feature = "idna")]
pub(super) fn origin(r: &Reference<'_>) -> Option<OwnedReference> {
    origin_of(r).map(|origin| OwnedReference::of(origin.into_owned()))
}

pub(super) fn to_uri(r: &Reference<'_>) -> OwnedReference {
    OwnedReference::made(convert::to_uri(r.text), r)
}

#[cfg(feature = "idna")]
pub(super) fn to_uri_with_idna(r: &Reference<'_>) -> Result<OwnedReference, NotADomainName> {
    Ok(OwnedReference::made(convert::uri_with_idna(r)?, r))
}

pub(super) fn to_iri(r: &Reference<'_>) -> OwnedReference {
    OwnedReference::made(convert::iri(r), r)
}

#[cfg(feature = "idna")]
pub(super) fn to_iri_with_idna(r: &Reference<'_>) -> OwnedReference {
    OwnedReference::made(convert::iri_with_idna(r), r)
}

#[cfg(feature = "findings")]
pub(super) fn check(r: &Reference<'_>, asked: &Asked) -> Vec<Finding> {
    findings::check(r.text, asked)
}

/// The reference with `***` in place of each secret.
pub(super) fn masked(r: &Reference<'_>, masking: Masking) -> String {
    let secrets = in_valid(Utf8(r.text.as_bytes()), Rule::IriReference, masking);
    hidden(r.text, &secrets).into_owned()
}

/// A new value for one part of a reference.
#[derive(Clone, Copy)]
pub(super) enum NewPart<'a> {
    Scheme(Option<&'a str>),
    Authority(Option<&'a str>),
    Userinfo(Option<&'a str>),
    Host(Option<&'a str>),
    Port(Option<&'a str>),
    Path(&'a str),
    Query(Option<&'a str>),
    Fragment(Option<&'a str>),
}

/// The reference with one part changed, which must match its production.
pub(super) fn with(
    r: &Reference<'_>,
    change: NewPart<'_>,
    is_iri: bool,
) -> Result<OwnedReference, EditError> {
    macro_rules! optional {
        ($text:expr, $uri:ident, $iri:ident) => {
            Some($text.map(|text| component!(is_iri, text, $uri, $iri)).transpose()?)
        };
    }
    let mut changes = Changes::default();
    match change {
        NewPart::Scheme(text) => changes.scheme = optional!(text, Scheme, Scheme),
        NewPart::Authority(text) => changes.authority = optional!(text, Authority, Iauthority),
        NewPart::Userinfo(text) => changes.userinfo = optional!(text, Userinfo, Iuserinfo),
        NewPart::Host(text) => changes.host = optional!(text, Host, Ihost),
        NewPart::Port(text) => changes.port = optional!(text, Port, Port),
        NewPart::Path(text) => changes.path = Some(component!(is_iri, text, Path, Ipath)?),
        NewPart::Query(text) => changes.query = optional!(text, Query, Iquery),
        NewPart::Fragment(text) => changes.fragment = optional!(text, Fragment, Ifragment),
    }
    Ok(OwnedReference::of(changed(r, &changes)?))
}

/// Whether text that matches a production with any scheme, or any characters, matches the narrower one.
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
