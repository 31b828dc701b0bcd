//! Links in rows that are any text.

use std::ops::Range;

use iriform::engine::Rule;
use iriform::engine::links::{LinkSchemes, Links, Options, TextLink, meant};
use iriform::engine::text::Utf8;

use crate::error::Error;
use crate::table::arguments::{Argument, Arguments, State, Value};
use crate::table::given::require;
use crate::table::rows::Record;

/// The arguments of each operation: schemes, and which links are found.
pub(crate) const ARGUMENTS: &[Argument] = &[
    Argument::texts("schemes"),
    Argument::flag("domains", true),
    Argument::flag("emails", true),
    Argument::flag("strict", false),
];

/// The texts of a link, beside its place.
pub(crate) const FIELDS: &[&str] = &["iri", "kind"];

/// Reads the arguments.
pub(crate) fn options(values: &[Value]) -> Result<State, Error> {
    let flag = |place: usize| matches!(values.get(place), Some(Value::Flag(true)));
    let mut schemes = LinkSchemes::Standard;
    if let Some(Value::Texts(names)) = values.first()
        && !names.is_empty()
    {
        names.iter().try_for_each(|name| require(name, Rule::Scheme))?;
        schemes = if *names == ["any"] {
            LinkSchemes::Registered
        } else {
            LinkSchemes::these(names.iter().map(String::as_str))
        };
    }
    let (domains, emails, strict) = (flag(1), flag(2), flag(3));
    Ok(Box::new(Options { schemes, domains, emails, strict, ..Options::default() }))
}

fn found<'a>(text: &'a str, arguments: &'a Arguments) -> impl Iterator<Item = TextLink> + 'a {
    let options = arguments.state::<Options>();
    options.into_iter().flat_map(|options| Links::of(Utf8(text.as_bytes()), options))
}

pub(crate) fn places(
    text: &str,
    arguments: &Arguments,
    push: &mut dyn FnMut(Range<usize>, &Record<'_>),
) {
    for link in found(text, arguments) {
        let meant = meant(&text[link.span.clone()], link.kind, link.is_delimited);
        push(link.span, &[Some(&meant.iri), Some(link.kind.name())]);
    }
}

pub(crate) fn first(text: &str, arguments: &Arguments, out: &mut String) -> bool {
    let link = found(text, arguments).next();
    let meant = link.map(|link| meant(&text[link.span], link.kind, link.is_delimited));
    meant.map(|meant| out.push_str(&meant.iri)).is_some()
}

pub(crate) fn count(text: &str, arguments: &Arguments) -> i64 {
    // OK because no row has so many.
    i64::try_from(found(text, arguments).count()).unwrap_or(i64::MAX)
}
