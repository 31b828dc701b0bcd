//! The functions of the operations on hosts for one row; each calls a function of core.

use iriform::engine::host::{HostKind, address};
use iriform::engine::lookup::{self, Looked};
use iriform::engine::suffix::{Domain, Suffixes, Which, domain};
use iriform::engine::text::Utf8;
use iriform::engine::within::Names;
use iriform::engine::{Rule, percent, recognize};

use crate::error::Error;
use crate::table::arguments::{State, Value};
use crate::table::rows::{Made, Row, made};

pub(crate) fn key(row: &Row<'_>, out: &mut String) -> Made {
    row.host().map_or(Made::Absent, |host| row.made(lookup::key(host), out))
}

pub(crate) fn kind(row: &Row<'_>, out: &mut String) -> Made {
    let Some(host) = row.host() else { return Made::Absent };
    out.push_str(HostKind::of(Utf8(host.as_bytes())).name());
    Made::New
}

pub(crate) fn ip(row: &Row<'_>, out: &mut String) -> Made {
    let Some(host) = row.host() else { return Made::Absent };
    let ip = if row.arguments.flag(0) { lookup::address(host) } else { address(host) };
    made(ip.map(|ip| ip.to_string()), out)
}

/// The hosts that a call names.
pub(crate) fn names(values: &[Value]) -> Result<State, Error> {
    let names = match values {
        [Value::Text(name)] => std::slice::from_ref(name),
        [Value::Texts(names)] => names,
        _ => &[],
    };
    for name in names {
        if matches!(values, [Value::Texts(_)]) && name.starts_with(['.', '*']) {
            return Err(Error::Value(format!(
                "{name:?} must be a host, not a pattern: every name below it is within it"
            )));
        }
        if recognize(Utf8(name.as_bytes()), Rule::Ihost).is_err() {
            return Err(Error::Value(format!("not a host: {name:?}")));
        }
    }
    Ok(Box::new(Names::of(names.iter().map(String::as_str))))
}

pub(crate) fn matches(row: &Row<'_>) -> Option<bool> {
    let names: &Names = row.arguments.state()?;
    Some(row.host().is_some_and(|host| names.has(host)))
}

pub(crate) fn is_within(row: &Row<'_>) -> Option<bool> {
    let names: &Names = row.arguments.state()?;
    Some(row.host().is_some_and(|host| names.has_above(host)))
}

/// The public suffix list of this process, and the part of it that a call asks for.
struct List {
    suffixes: &'static Suffixes,
    which: Which,
}

/// The list of a call.
pub(crate) fn suffixes(values: &[Value]) -> Result<State, Error> {
    let which = Which::with_private(!matches!(values, [Value::Flag(false)]));
    Ok(Box::new(List { suffixes: crate::suffixes::list(), which }))
}

/// The domain name of a row as the list divides it.
fn domain_of<'a>(row: &Row<'a>) -> Option<Domain<'a>> {
    let List { suffixes, which } = row.arguments.state()?;
    domain(row.host()?, suffixes, *which)
}

pub(crate) fn registrable_domain(row: &Row<'_>, out: &mut String) -> Made {
    let domain = domain_of(row).and_then(Domain::registrable);
    domain.map_or(Made::Absent, |domain| row.made(domain, out))
}

pub(crate) fn public_suffix(row: &Row<'_>, out: &mut String) -> Made {
    let suffix = domain_of(row).map(Domain::public_suffix);
    suffix.map_or(Made::Absent, |suffix| row.made(suffix, out))
}

pub(crate) fn subdomain(row: &Row<'_>, out: &mut String) -> Made {
    let subdomain = domain_of(row).and_then(Domain::subdomain);
    subdomain.map_or(Made::Absent, |subdomain| row.made(subdomain, out))
}

pub(crate) fn domain_labels(row: &Row<'_>, give: &mut dyn FnMut(Option<&str>)) -> bool {
    let name = row.host().and_then(lookup::look_up);
    let Some(Looked::Name(name)) = name else { return false };
    name.split('.').for_each(|label| give(Some(label)));
    true
}

pub(crate) fn user(row: &Row<'_>, out: &mut String) -> Made {
    let userinfo = row.parts.userinfo().map(|range| &row.text[range]);
    decoded(userinfo.map(|text| text.split_once(':').map_or(text, |(user, _)| user)), out)
}

pub(crate) fn password(row: &Row<'_>, out: &mut String) -> Made {
    let userinfo = row.parts.userinfo().map(|range| &row.text[range]);
    decoded(userinfo.and_then(|text| text.split_once(':')).map(|(_, password)| password), out)
}

/// The text with percent-encoding decoded; none if its octets are not UTF-8.
fn decoded(text: Option<&str>, out: &mut String) -> Made {
    made(text.and_then(|text| String::from_utf8(percent::unquote(text)).ok()), out)
}
