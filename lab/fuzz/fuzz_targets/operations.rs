//! Laws of resolution, relativization, normalization and conversion; resolution beside oxiri's.

#![no_main]

use iriform::engine::convert::{to_iri, to_uri};
use iriform::engine::text::Utf8;
use iriform::engine::{Level, Rule, comparison_key, normalize, recognize, relativize, resolve};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (base, reference) = text.split_once(' ').unwrap_or((text, ""));
    if is(Rule::IriReference, base) {
        of_one(base);
    }
    if is(Rule::Iri, base) && is(Rule::IriReference, reference) {
        let target = resolve(base, reference, true);
        assert!(is(Rule::Iri, &target), "{target:?}");
        as_oxiri(base, reference, &target);
        if let Some(short) = relativize(&target, base) {
            assert!(is(Rule::IriReference, &short));
            assert_eq!(resolve(base, &short, true), target, "{short:?}");
        }
    }
});

fn is(rule: Rule, text: &str) -> bool {
    recognize(Utf8(text.as_bytes()), rule).is_ok()
}

fn of_one(text: &str) {
    for level in [Level::Syntax, Level::Scheme] {
        let normal = normalize(text, level);
        assert!(is(Rule::IriReference, &normal), "{normal:?}");
        assert_eq!(is(Rule::Iri, &normal), is(Rule::Iri, text));
        // What is not ASCII may go, with the dot segment after it.
        assert!(is(Rule::UriReference, &normal) || !is(Rule::UriReference, text));
        assert_eq!(normalize(&normal, level), normal);
        if is(Rule::Iri, text) {
            assert_eq!(comparison_key(&normal, level), comparison_key(text, level));
        }
    }
    let uri = to_uri(text);
    assert!(is(Rule::UriReference, &uri), "{uri:?}");
    assert_eq!(to_uri(&uri), uri);
    let iri = to_iri(text);
    assert!(is(Rule::IriReference, &iri), "{iri:?}");
    assert_eq!(to_iri(&iri), iri);
    if is(Rule::Iri, text) {
        let key = |text: &str| comparison_key(text, Level::Syntax).into_owned();
        assert_eq!(key(&to_uri(&iri)), key(text));
    }
}

/// Where the RFC leaves no choice: no dots in the base, and a result that needs no "/." before "//".
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
