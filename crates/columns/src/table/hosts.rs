//! The functions of the operations on hosts for one row; each calls a function of core.

use std::ops::Range;

use iriform::engine::{
    Rule,
    host::{HostKind, address},
    lookup::{self, Looked},
    percent, split,
    suffix::{Domain, Suffixes, Which, domain},
    text::Utf8,
    within::HostSet,
};

use crate::error::Error;
use crate::table::arguments::{Arguments, State};
use crate::table::given::require;
use crate::table::rows::{Record, Row, TextAnswer, made};

pub(crate) fn key(row: &Row<'_>, out: &mut String) -> TextAnswer {
    row.looked_up_host().map_or(TextAnswer::Absent, |host| row.made(lookup::key(host), out))
}

pub(crate) fn kind(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let Some(host) = row.host() else { return TextAnswer::Absent };
    out.push_str(HostKind::of(Utf8(host.as_bytes())).name());
    TextAnswer::New
}

pub(crate) fn ip(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let Some(host) = row.host() else { return TextAnswer::Absent };
    let ip = match lookup::look_up_in(row.scheme(), host) {
        Some(Looked::Address(ip)) if row.arguments.flag(0) => Some(ip),
        _ => address(host),
    };
    made(ip.map(|ip| ip.to_string()), out)
}

/// The host of a call.
pub(crate) fn name(arguments: &Arguments) -> Result<State, Error> {
    let name = arguments.text(0);
    require(name, Rule::Ihost)?;
    Ok(Box::new(HostSet::of([name])))
}

/// The hosts of a call, with all names below them.
pub(crate) fn names(arguments: &Arguments) -> Result<State, Error> {
    let names = arguments.texts(0);
    names.iter().try_for_each(|name| require(name, Rule::Ihost))?;
    Ok(Box::new(HostSet::above(names.iter().map(String::as_str)).map_err(Error::value)?))
}

pub(crate) fn matches(row: &Row<'_>) -> Option<bool> {
    let names: &HostSet = row.arguments.state()?;
    Some(row.compared_host().is_some_and(|host| names.has(&host)))
}

pub(crate) fn is_within(row: &Row<'_>) -> Option<bool> {
    let names: &HostSet = row.arguments.state()?;
    Some(row.compared_host().is_some_and(|host| names.has_above(&host)))
}

/// The public suffix list of this process, and the part of it that a call uses.
struct List {
    suffixes: &'static Suffixes,
    which: Which,
}

/// The list of a call.
pub(crate) fn suffixes(arguments: &Arguments) -> Result<State, Error> {
    let which = Which::with_private(arguments.flag(0));
    Ok(Box::new(List { suffixes: Suffixes::current(), which }))
}

/// The domain name of a row, divided by the list.
fn domain_of<'a>(row: &Row<'a>) -> Option<Domain<'a>> {
    let List { suffixes, which } = row.arguments.state()?;
    domain(row.looked_up_host()?, suffixes, *which)
}

pub(crate) fn registrable_domain(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let domain = domain_of(row).and_then(Domain::registrable);
    domain.map_or(TextAnswer::Absent, |domain| row.made(domain, out))
}

pub(crate) fn public_suffix(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let suffix = domain_of(row).and_then(Domain::public_suffix);
    suffix.map_or(TextAnswer::Absent, |suffix| row.made(suffix, out))
}

pub(crate) fn subdomain(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let subdomain = domain_of(row).and_then(Domain::subdomain);
    subdomain.map_or(TextAnswer::Absent, |subdomain| row.made(subdomain, out))
}

pub(crate) fn domain_labels(row: &Row<'_>, give: &mut dyn FnMut(&Record<'_>)) -> bool {
    let name = row.looked_up_host().and_then(lookup::look_up);
    let Some(Looked::Name(name)) = name else { return false };
    name.split('.').for_each(|label| give(&[Some(label)]));
    true
}

pub(crate) fn user(row: &Row<'_>, out: &mut String) -> TextAnswer {
    decoded(row, row.parts.userinfo().map(|range| split::user(text(row), range)), out)
}

pub(crate) fn password(row: &Row<'_>, out: &mut String) -> TextAnswer {
    decoded(row, row.parts.userinfo().and_then(|range| split::password(text(row), range)), out)
}

fn text<'a>(row: &Row<'a>) -> Utf8<'a> {
    Utf8(row.text.as_bytes())
}

/// A part of a row with percent-encoding decoded; none if its octets are not UTF-8.
fn decoded(row: &Row<'_>, part: Option<Range<usize>>, out: &mut String) -> TextAnswer {
    let octets = part.map(|part| percent::unquote(&row.text[part]));
    made(octets.and_then(|octets| String::from_utf8(octets).ok()), out)
}
