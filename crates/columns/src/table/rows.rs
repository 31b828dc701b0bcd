//! The function of each operation for one row; each calls a function of core.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use iriform::engine::{
    self, Reference, ReferenceForm, Rule,
    canonical::{self, Steps},
    chars::Class,
    convert::{self, to_uri_with_idna},
    edit::{self, Changes, with_query_changed},
    findings::{Profile, RuleSet, Severity},
    lookup::{self, Looked},
    percent::{self, encode_non_ascii, safe_set},
    prefixes::{PrefixMap, Syntax},
    purl::{self, Purl},
    query::{self, Style},
    recognize, references, relativize,
    relativize::form_named,
    repair::{self, Cause},
    scheme, surt,
    template::{AnyOrder, Lenience, Matcher, ORDERS},
    text::{Utf8, place_in},
    words,
};
use iriform_kernel::{ReferenceKind, RowParts, fault};

use crate::error::Error;
use crate::table::arguments::{Arguments, State, Value};
use crate::table::component::Component;

/// The matching of requests in any order, with the matcher of raw paths; none if the query has the template's
/// order.
pub(crate) type Requests = Option<(AnyOrder, Option<Matcher>, Lenience)>;

/// Reads how [`match_template`](super::operations) matches.
pub fn requests(arguments: &Arguments) -> Result<State, Error> {
    let Some(template) = arguments.template() else { return Ok(Box::new(Requests::None)) };
    let [slash, plus, request] = [1, 4, 5].map(|place| arguments.flag(place));
    // The query of a raw request is in any order.
    let query = match arguments.text(2) {
        query if request && query == ORDERS[0] => ORDERS[1],
        query => query,
    };
    let Some(lenience) =
        Lenience::of(query, arguments.text(3), plus, slash).map_err(Error::value)?
    else {
        return Ok(Box::new(Requests::None));
    };
    let of_requests = request.then(|| template.matcher.of_requests());
    let matcher = of_requests.as_ref().unwrap_or(&template.matcher);
    let any_order = AnyOrder::new(matcher).map_err(Error::value)?;
    Ok(Box::new(Requests::Some((any_order, of_requests, lenience))))
}

/// A row with the arguments of the call. An invalid row, or one that is read without its components, has no
/// positions.
pub struct Row<'a> {
    /// Its text.
    pub text: &'a str,
    /// The positions of its components.
    pub parts: &'a RowParts,
    /// Its base, if the operation has an argument of type `Base`.
    pub base: Option<&'a Reference<'a>>,
    /// The row's cells for the arguments of type `Part` and `Pairs`, in order.
    pub cells: &'a [Option<&'a str>],
    /// The arguments of the call.
    pub arguments: &'a Arguments,
    /// The production that it matches.
    pub production: ReferenceKind,
}

/// The text that an operation makes from a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextAnswer {
    /// None.
    Absent,
    /// This range of the row itself.
    Part(Range<usize>),
    /// The text that the operation wrote to the `String`.
    New,
}

impl TextAnswer {
    /// The text that was written, if one was.
    pub(crate) fn new_if(is_written: bool) -> Self {
        if is_written { Self::New } else { Self::Absent }
    }
}

/// A struct of texts; each field may be absent.
pub type Record<'a> = [Option<&'a str>];

/// The positions of a row whose components are not needed.
const NO_PARTS: &RowParts = &RowParts {
    scheme_end: 0,
    host_start: 0,
    host_end: 0,
    path_start: 0,
    path_end: 0,
    query_end: 0,
    end: 0,
};

impl<'a> Row<'a> {
    /// A row without its components.
    pub(crate) fn of_text(
        text: &'a str,
        arguments: &'a Arguments,
        production: ReferenceKind,
    ) -> Self {
        Self { text, parts: NO_PARTS, base: None, cells: &[], arguments, production }
    }

    /// The row with the positions of its components.
    pub fn reference(&self) -> Reference<'_> {
        Reference::at(self.text, self.parts)
    }

    /// The host.
    pub(crate) fn host(&self) -> Option<&'a str> {
        self.parts.host().map(|range| &self.text[range])
    }

    /// The scheme.
    pub(crate) fn scheme(&self) -> Option<&'a str> {
        self.parts.scheme().map(|range| &self.text[range])
    }

    /// The host, if name look-up may read it.
    pub(crate) fn looked_up_host(&self) -> Option<&'a str> {
        scheme::looked_up(self.scheme(), self.host()?)
    }

    /// The key by which the host is compared.
    pub(crate) fn compared_host(&self) -> Option<Looked<'a>> {
        Some(lookup::compared_in(self.scheme(), self.host()?))
    }

    /// The query; an absent query counts as an empty one.
    fn query(&self) -> &str {
        self.parts.query().map_or("", |range| &self.text[range])
    }

    /// The whole row.
    pub(crate) fn whole(&self) -> TextAnswer {
        TextAnswer::Part(0..self.text.len())
    }

    /// The result of a function of core; borrowed text that is the row or a part of it becomes
    /// [`TextAnswer::Part`].
    pub(crate) fn made(&self, text: Cow<'_, str>, out: &mut String) -> TextAnswer {
        match text {
            Cow::Borrowed(text) => match place_in(self.text.as_bytes(), text.as_bytes()) {
                Some(part) => TextAnswer::Part(part),
                None => made(Some(text.to_owned()), out),
            },
            Cow::Owned(text) => made(Some(text), out),
        }
    }
}

/// The result of a function of core, if there is one.
pub(crate) fn made(text: Option<String>, out: &mut String) -> TextAnswer {
    match text {
        Some(text) => {
            *out = text;
            TextAnswer::New
        }
        None => TextAnswer::Absent,
    }
}

pub(crate) fn resolve(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let Some(base) = row.base else { return TextAnswer::Absent };
    let strict = row.arguments.flag(1);
    match engine::resolve(base, &row.reference(), strict, out) {
        Some(_) => TextAnswer::New,
        None => row.whole(),
    }
}

/// The form and the root of a call; either may be absent.
struct Relative {
    form: Option<ReferenceForm>,
    root: Option<String>,
}

/// The form and the root of a call.
pub(crate) fn relative(arguments: &Arguments) -> Result<State, Error> {
    let form = form_named(arguments.text(1)).map_err(Error::value)?;
    let root = Some(arguments.text(2).to_owned()).filter(|root| !root.is_empty());
    Ok(Box::new(Relative { form, root }))
}

pub(crate) fn relative_to(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let Some(base) = row.base else { return TextAnswer::Absent };
    let Some(Relative { form, root }) = row.arguments.state() else { return TextAnswer::Absent };
    let reference = relativize(&row.reference(), base, *form, root.as_deref());
    reference.map_or(TextAnswer::Absent, |reference| row.made(reference, out))
}

/// The fields of a package URL.
pub(crate) const PURL: &[&str] = &["type", "namespace", "name", "version", "qualifiers", "subpath"];

pub(crate) fn purl(row: &Row<'_>, push: &mut dyn FnMut(&Record<'_>)) -> bool {
    let text = row.text;
    // It is a URI, whatever production the rows must match.
    let Some(purl) = Purl::of(text) else { return false };
    let [namespace, version, subpath] = [purl.namespace(), purl.version(), purl.subpath()];
    let qualifiers = purl.parts().qualifiers().map(|range| &text[range]);
    push(&[
        Some(purl.r#type()),
        namespace.as_deref(),
        Some(&purl.name()),
        version.as_deref(),
        qualifiers,
        subpath.as_deref(),
    ]);
    true
}

pub(crate) fn purl_canonical(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let is_taken = || {
        if row.arguments.flag(0) {
            fault(row.text.as_bytes(), row.production).is_none()
        } else {
            Purl::of(row.text).is_some()
        }
    };
    match purl::canonical(row.text) {
        Some(Cow::Borrowed(_)) => row.whole(),
        Some(Cow::Owned(canonical)) if is_taken() => made(Some(canonical), out),
        _ => TextAnswer::Absent,
    }
}

pub(crate) fn normalize(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let changes = engine::normalize(&row.reference(), row.arguments.level(0), out);
    if changes && out != row.text { TextAnswer::New } else { row.whole() }
}

pub(crate) fn comparison_key(row: &Row<'_>, out: &mut String) -> TextAnswer {
    row.made(engine::comparison_key(row.text, row.arguments.level(0)), out)
}

pub(crate) fn to_uri(row: &Row<'_>, out: &mut String) -> TextAnswer {
    if !row.arguments.flag(0) {
        return row.made(encode_non_ascii(row.text), out);
    }
    to_uri_with_idna(row.reference()).map_or(TextAnswer::Absent, |uri| row.made(uri, out))
}

pub(crate) fn to_iri(row: &Row<'_>, out: &mut String) -> TextAnswer {
    row.made(convert::to_iri(row.reference(), row.arguments.flag(0)), out)
}

pub(crate) fn origin(row: &Row<'_>, out: &mut String) -> TextAnswer {
    engine::origin(row.reference()).map_or(TextAnswer::Absent, |origin| row.made(origin, out))
}

/// The rules of a call's profile, for its findings.
pub(crate) fn profile(arguments: &Arguments) -> Result<State, Error> {
    let profile = Profile::by_name(arguments.text(0)).map_err(Error::value)?;
    let mut rule_set = Cow::Borrowed(RuleSet::shared(profile));
    if let Some(protected) = arguments.protected() {
        rule_set = Cow::Owned(rule_set.into_owned().protecting(protected));
    }
    for (code, severity) in arguments.mapping(1) {
        let severity = Severity::by_name(severity).map_err(Error::value)?;
        rule_set = Cow::Owned(rule_set.into_owned().with(code, severity).map_err(Error::value)?);
    }
    Ok(Box::new(rule_set))
}

/// The rule of a call, prepared once for all rows.
pub(crate) fn rule(arguments: &Arguments) -> Result<State, Error> {
    let rule_set = RuleSet::of_code(arguments.text(0)).map_err(Error::value)?;
    Ok(Box::new(Cow::<'static, RuleSet>::Owned(rule_set)))
}

pub(crate) fn query_value(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let value = query::value(row.query(), row.arguments.text(0), Style::of_reference(row.text));
    match value.as_deref().map(std::str::from_utf8) {
        Some(Ok(value)) => {
            out.push_str(value);
            TextAnswer::New
        }
        _ => TextAnswer::Absent,
    }
}

pub(crate) fn query_values(row: &Row<'_>, give: &mut dyn FnMut(&Record<'_>)) -> bool {
    query::values(row.query(), row.arguments.text(0), Style::of_reference(row.text))
        .for_each(|value| give(&[std::str::from_utf8(&value).ok()]));
    true
}

pub(crate) fn pairs(row: &Row<'_>, give: &mut dyn FnMut(&Record<'_>)) -> bool {
    for (name, value) in query::pairs(row.query(), Style::of_reference(row.text)) {
        let value = value.unwrap_or_default();
        give(&[&name, &value].map(|octets| std::str::from_utf8(octets).ok()));
    }
    true
}

pub(crate) fn sorted_query(row: &Row<'_>, out: &mut String) -> TextAnswer {
    row.made(edit::sorted_query(&row.reference(), Style::of_reference(row.text)), out)
}

pub(crate) fn without_query(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let patterns = row.arguments.texts(0);
    if !patterns.is_empty() {
        let style = Style::of_reference(row.text);
        return row.made(edit::without_query(&row.reference(), patterns, style), out);
    }
    let rest = row.parts.fragment().map_or(row.text.len(), |fragment| fragment.start - 1);
    let path = row.parts.path().end;
    if rest == row.text.len() {
        return TextAnswer::Part(0..path);
    }
    out.push_str(&row.text[..path]);
    out.push_str(&row.text[rest..]);
    TextAnswer::New
}

/// Checks that a call does not have both the authority and its parts.
pub(crate) fn authority_or_parts(arguments: &Arguments) -> Result<State, Error> {
    let is_given = |parts: &[Component]| {
        arguments
            .values
            .iter()
            .any(|value| matches!(value, Value::Part(p, Some(_)) if parts.contains(p)))
    };
    let parts = [Component::Userinfo, Component::Host, Component::Port];
    if is_given(&[Component::Authority]) && is_given(&parts) {
        let message = "with_parts takes the authority or its parts, not both";
        return Err(Error::Type(message.to_owned()));
    }
    Ok(Box::new(()))
}

pub(crate) fn with_parts(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let given = row.arguments.values.iter().filter_map(|value| match value {
        Value::Part(part, Some(_)) => Some(part),
        _ => None,
    });
    let mut changes = Changes::default();
    for (part, &text) in given.zip(row.cells) {
        let change = match part {
            Component::Scheme => &mut changes.scheme,
            Component::Authority => &mut changes.authority,
            Component::Userinfo => &mut changes.userinfo,
            Component::Host => &mut changes.host,
            Component::Port | Component::PortText => &mut changes.port,
            Component::Query => &mut changes.query,
            Component::Fragment => &mut changes.fragment,
            Component::Path => {
                // Every reference has a path.
                let Some(path) = text else { return TextAnswer::Absent };
                changes.path = Some(path);
                continue;
            }
        };
        *change = Some(text);
    }
    made(edit::with_parts(row.reference(), &changes).ok(), out)
}

pub(crate) fn update_query(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let mut cells = row.cells.iter();
    let pairs: Vec<_> = row
        .arguments
        .names()
        .map(|(name, count)| (name, cells.by_ref().take(count).copied().collect()))
        .collect();
    let style = Style { is_iri: row.production.is_iri, ..Style::of_reference(row.text) };
    let changed = with_query_changed(row.text, |query, out| {
        query::with_pairs(query, &pairs, style, out);
    });
    made(Some(changed), out)
}

/// The map of prefixes and the syntax of a call.
struct Compact {
    map: Arc<PrefixMap>,
    syntax: Syntax,
    escapes: bool,
}

/// The prefixes and the syntax of a call that expands.
pub(crate) fn compact(arguments: &Arguments) -> Result<State, Error> {
    compact_with(arguments, true)
}

/// The prefixes and the syntax of a call that compresses, with escapes or without.
pub(crate) fn compressing(arguments: &Arguments) -> Result<State, Error> {
    compact_with(arguments, arguments.flag(2))
}

fn compact_with(arguments: &Arguments, escapes: bool) -> Result<State, Error> {
    let syntax = Syntax::by_name(arguments.text(1)).map_err(Error::value)?;
    Ok(Box::new(Compact { map: arguments.prefixes(), syntax, escapes }))
}

pub(crate) fn compress(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let by = row.arguments.state::<Compact>();
    TextAnswer::new_if(by.is_some_and(|by| by.map.compress(row.text, by.syntax, by.escapes, out)))
}

pub(crate) fn expand(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let by = row.arguments.state::<Compact>();
    TextAnswer::new_if(by.is_some_and(|by| by.map.expand(row.text, by.syntax, out).is_ok()))
}

pub(crate) fn without_fragment(row: &Row<'_>, _: &mut String) -> TextAnswer {
    TextAnswer::Part(0..row.parts.fragment().map_or(row.text.len(), |fragment| fragment.start - 1))
}

/// Checks the scheme for text without one; empty if there is none.
pub(crate) fn default_scheme(arguments: &Arguments) -> Result<State, Error> {
    let scheme = arguments.text(0);
    if scheme.is_empty() || recognize(Utf8(scheme.as_bytes()), Rule::Scheme).is_ok() {
        return Ok(Box::new(()));
    }
    Err(Error::Value("default_scheme must be a scheme".to_owned()))
}

/// `repair` for an invalid row; none if the repaired text is still invalid.
pub(crate) fn repair(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let scheme = Some(row.arguments.text(0)).filter(|scheme| !scheme.is_empty());
    let repaired = repaired(row.text, row.production, scheme);
    let is_there = repaired.is_some();
    *out = repaired.unwrap_or_default();
    TextAnswer::new_if(is_there)
}

/// The repaired reference of an invalid text.
pub(crate) fn repaired(
    text: &str,
    production: ReferenceKind,
    default_scheme: Option<&str>,
) -> Option<String> {
    let (repaired, _) = repair::repair(text, production.is_iri, default_scheme);
    fault(repaired.as_bytes(), production).is_none().then_some(repaired)
}

/// `repair` for a valid row: a host with a port is a scheme and a path by the grammar.
pub(crate) fn completed(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let scheme = row.arguments.text(0);
    if scheme.is_empty() {
        return row.whole();
    }
    let (completed, changes) = repair::repair(row.text, row.production.is_iri, Some(scheme));
    if !changes.iter().any(|change| change.cause == Cause::Scheme) {
        return row.whole();
    }
    *out = completed;
    TextAnswer::new_if(fault(out.as_bytes(), row.production).is_none())
}

/// The masking of a call.
pub(crate) fn masking(arguments: &Arguments) -> Result<State, Error> {
    Ok(Box::new(words::masking_named(arguments.text(0)).map_err(Error::value)?))
}

/// `masked` for any row, valid or not.
pub(crate) fn masked(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let Some(masking) = row.arguments.state() else { return TextAnswer::Absent };
    row.made(references::masked(row.text, *masking), out)
}

/// The steps of a call.
pub(crate) fn steps(arguments: &Arguments) -> Result<State, Error> {
    let steps = Steps::of(arguments.texts(0).iter().map(String::as_str));
    Ok(Box::new(steps.map_err(Error::value)?))
}

pub(crate) fn canonical(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let Some(&steps) = row.arguments.state::<Steps>() else { return TextAnswer::Absent };
    if canonical::canonical(&row.reference(), steps, out) { TextAnswer::New } else { row.whole() }
}

pub(crate) fn surt(row: &Row<'_>, out: &mut String) -> TextAnswer {
    surt::surt(&row.reference(), out);
    TextAnswer::New
}

pub(crate) fn surt_host(row: &Row<'_>, out: &mut String) -> TextAnswer {
    TextAnswer::new_if(surt::surt_host(&row.reference(), out))
}

/// The characters that a call leaves unencoded.
pub(crate) fn safe(arguments: &Arguments) -> Result<State, Error> {
    Ok(Box::new(safe_set(arguments.text(0)).map_err(Error::value)?))
}

pub(crate) fn quote(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let class = row.arguments.state::<Class>();
    TextAnswer::new_if(class.map(|&class| percent::push_quoted(row.text, class, out)).is_some())
}

pub(crate) fn unquote(row: &Row<'_>, out: &mut String) -> TextAnswer {
    percent::decoded(row.text).map_or(TextAnswer::Absent, |plain| row.made(plain, out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_borrowed_of_the_row_is_a_part_of_it() {
        let text = String::from("urn:ns:abc?=q");
        let row = Row {
            text: &text,
            parts: NO_PARTS,
            base: None,
            cells: &[],
            arguments: &Arguments::default(),
            production: ReferenceKind::IRI,
        };
        let mut out = String::new();
        assert_eq!(row.made(Cow::Borrowed(&text), &mut out), TextAnswer::Part(0..13));
        assert_eq!(row.made(Cow::Borrowed(&text[..10]), &mut out), TextAnswer::Part(0..10));
        assert_eq!(row.made(Cow::Borrowed(&text[4..]), &mut out), TextAnswer::Part(4..13));
        assert_eq!((row.made(Cow::Borrowed("other"), &mut out), &*out), (TextAnswer::New, "other"));
    }
}
