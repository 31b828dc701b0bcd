//! Tests of core's public interface: tables from the RFCs, and laws over many texts.
//!
//! This is one program, so only one is linked. Most files are named after the concept that they test; `laws`,
//! `viable`, `others` and `positions` test all concepts.

mod anatomy;
mod chromium;
mod compare;
mod compose;
mod convert;
mod defanged;
mod edit;
mod errors;
mod faces;
mod findings;
mod form;
mod host;
mod idna;
mod ip;
mod laws;
mod link_secrets;
mod links;
mod lookup;
mod normalize;
mod origin;
mod others;
mod path;
mod percent;
mod policy;
mod protected;
mod purl;
mod query;
mod relativize;
mod repair;
mod resolve;
mod rules;
mod scheme;
mod skeleton;
mod split;
mod storage;
mod text;
mod texts;
mod userinfo;
mod uts39;
mod values;
mod viable;
mod words;

use std::borrow::Cow;

use iriform::engine::{self, Fault, Level, Reference, Rule, recognize, text::Utf8};

/// The parser's verdict on `text`.
fn ask(rule: Rule, text: &str) -> Result<(), Fault> {
    recognize(Utf8(text.as_bytes()), rule)
}

/// Returns true if `text` matches `rule`.
fn is(rule: Rule, text: &str) -> bool {
    ask(rule, text).is_ok()
}

/// The target of a reference.
fn resolve<'a>(base: &str, reference: &'a str, strict: bool) -> Cow<'a, str> {
    let base = Reference::of(base);
    Reference::of(reference).after(|r, out| engine::resolve(&base, r, strict, out).is_some())
}

/// The shortest reference that resolves from a base to a target.
fn relativize<'a>(target: &'a str, base: &str) -> Option<Cow<'a, str>> {
    engine::relativize(&Reference::of(target), &Reference::of(base), None, None)
}

/// The normal form of a reference.
fn normalize(text: &str, level: Level) -> Cow<'_, str> {
    Reference::of(text).after(|r, out| engine::normalize(r, level, out))
}
