//! Laws of resolution, relativization, normalization and conversion; resolution is compared with oxiri's.

#![no_main]

use std::borrow::Cow;

use iriform::engine::{
    Level, Reference, Rule, comparison_key, convert::to_iri, normalize, percent::encode_non_ascii,
    recognize, relativize, resolve, text::Utf8,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (base, reference) = text.split_once(' ').unwrap_or((text, ""));
    if is(Rule::IriReference, base) {
        of_one(base);
    }
    if is(Rule::Iri, base) && is(Rule::IriReference, reference) {
        let found = target(base, reference);
        assert!(is(Rule::Iri, &found), "{found:?}");
        as_oxiri(base, reference, &found);
        if let Some(short) = relative(&found, base) {
            assert!(is(Rule::IriReference, &short));
            assert_eq!(target(base, &short), found, "{short:?}");
        }
    }
});

/// The target of a reference.
fn target<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    let base = Reference::of(base);
    Reference::of(reference).after(|r, out| resolve(&base, r, true, out).is_some())
}

/// The shortest reference that leads from a base to a target.
fn relative<'a>(target: &'a str, base: &str) -> Option<Cow<'a, str>> {
    relativize(&Reference::of(target), &Reference::of(base), None, None)
}

/// The normal form of a reference.
fn normal_form(text: &str, level: Level) -> Cow<'_, str> {
    Reference::of(text).after(|r, out| normalize(r, level, out))
}

fn is(rule: Rule, text: &str) -> bool {
    recognize(Utf8(text.as_bytes()), rule).is_ok()
}

fn of_one(text: &str) {
    for level in [Level::Syntax, Level::Scheme] {
        let normal = normal_form(text, level);
        assert!(is(Rule::IriReference, &normal), "{normal:?}");
        assert_eq!(is(Rule::Iri, &normal), is(Rule::Iri, text));
        // Non-ASCII text may disappear, with the dot segment after it.
        assert!(is(Rule::UriReference, &normal) || !is(Rule::UriReference, text));
        assert_eq!(normal_form(&normal, level), normal);
        if is(Rule::Iri, text) {
            assert_eq!(comparison_key(&normal, level), comparison_key(text, level));
        }
    }
    let uri = encode_non_ascii(text);
    assert!(is(Rule::UriReference, &uri), "{uri:?}");
    assert_eq!(encode_non_ascii(&uri), uri);
    let iri = to_iri(text, false);
    assert!(is(Rule::IriReference, &iri), "{iri:?}");
    assert_eq!(to_iri(&iri, false), iri);
    if is(Rule::Iri, text) {
        let key = |text: &str| comparison_key(text, Level::Syntax).into_owned();
        assert_eq!(key(&encode_non_ascii(&iri)), key(text));
    }
}

/// Compares the target with oxiri's if the RFC leaves no choice: no dots in the base, and no "/." before "//"
/// in the result.
fn as_oxiri(base: &str, reference: &str, target: &str) {
    let dots = base.split(['/', ':', '?', '#']).any(|part| part == "." || part == "..");
    if dots || target.contains(":/.//") {
        return;
    }
    let reference = oxiri::IriRef::parse(reference).expect("valid");
    if let Ok(theirs) = oxiri::Iri::parse(base).expect("valid").resolve(&reference) {
        assert_eq!(theirs.as_str(), target);
    }
}
