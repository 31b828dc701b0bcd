//! Links in rows of any text.

use std::ops::Range;

use iriform::engine::{
    Rule,
    links::{LinkSchemes, Links, Options, TextLink, meant},
    text::Utf8,
};

use crate::error::Error;
use crate::table::arguments::{Argument, Arguments, State};
use crate::table::given::require;
use crate::table::rows::{Record, Row, TextAnswer, made};

/// The arguments of each operation: schemes, and the kinds of links.
pub(crate) const ARGUMENTS: &[Argument] = &[
    Argument::texts("schemes"),
    Argument::flag("domains", true),
    Argument::flag("emails", true),
    Argument::flag("strict", false),
];

/// The texts of a link, in addition to its range.
pub(crate) const FIELDS: &[&str] = &["iri", "kind"];

/// Reads the arguments.
pub(crate) fn options(arguments: &Arguments) -> Result<State, Error> {
    let names = arguments.texts(0);
    names.iter().try_for_each(|name| require(name, Rule::Scheme))?;
    let mut options = Options::default();
    if !names.is_empty() {
        options.schemes = LinkSchemes::named(names);
    }
    for (place, argument) in ARGUMENTS.iter().enumerate() {
        if let Some(flag) = options.flag(argument.name) {
            *flag = arguments.flag(place);
        }
    }
    Ok(Box::new(options))
}

fn found<'a>(row: &Row<'a>) -> impl Iterator<Item = TextLink> + 'a {
    let options = row.arguments.state::<Options>();
    let text = Utf8(row.text.as_bytes());
    options.into_iter().flat_map(move |options| Links::of(text, options))
}

pub(crate) fn places(row: &Row<'_>, push: &mut dyn FnMut(Range<usize>, &Record<'_>)) {
    for link in found(row) {
        let meant = meant(&row.text[link.span.clone()], link.kind, link.is_delimited);
        push(link.span, &[Some(&meant.iri), Some(link.kind.name())]);
    }
}

pub(crate) fn first(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let link = found(row).next();
    let meant = link.map(|link| meant(&row.text[link.span], link.kind, link.is_delimited));
    made(meant.map(|meant| meant.iri.into_owned()), out)
}

pub(crate) fn count(row: &Row<'_>) -> i64 {
    // OK because rows have fewer.
    i64::try_from(found(row).count()).unwrap_or(i64::MAX)
}
