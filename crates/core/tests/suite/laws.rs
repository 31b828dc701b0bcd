//! Laws of the operations that hold for every text.

use iriform::engine::{
    self, Components, Level, Reference, Rule, comparison_key, convert::to_iri,
    percent::encode_non_ascii, split, text::Utf8,
};

use crate::{is, normalize, relativize, resolve, texts};

const LEVELS: [Level; 2] = [Level::Syntax, Level::Scheme];

/// Valid IRI references, of every kind.
fn references() -> impl Iterator<Item = String> {
    texts::composed()
        .chain(texts::carried())
        .chain(texts::changed())
        .filter(|text| is(Rule::IriReference, text))
}

#[test]
fn components_compose_to_the_text() {
    for text in references() {
        let c = Components::of(&text);
        assert_eq!(c.misfit(), None, "{text}");
        assert_eq!(c.guard(), "", "{text}");
        assert_eq!(c.compose(), text);
        assert_eq!(split(Utf8(text.as_bytes())).scheme().is_some(), is(Rule::Iri, &text), "{text}");
    }
}

#[test]
fn normal_forms_are_normal_valid_and_of_the_same_kind() {
    for text in references() {
        for level in LEVELS {
            let normal = normalize(&text, level);
            assert!(is(Rule::IriReference, &normal), "{text} {normal}");
            assert_eq!(is(Rule::Iri, &normal), is(Rule::Iri, &text), "{text} {normal}");
            assert!(is(Rule::UriReference, &normal) || !is(Rule::UriReference, &text));
            assert_eq!(normalize(&normal, level), normal, "{text}");
            // Appending to existing text gives the same result.
            let mut out = String::from("%2E/../");
            if !engine::normalize(&Reference::of(&text), level, &mut out) {
                out.push_str(&text);
            }
            assert_eq!(out.strip_prefix("%2E/../"), Some(&*normal), "{text}");
        }
    }
}

#[test]
fn steps_of_normalization_lead_from_the_text_to_its_normal_form() {
    for text in references() {
        for level in LEVELS {
            let mut last = text.clone();
            for (step, after) in engine::normalize::steps(&text, level) {
                assert_ne!(after, last, "{text} {step:?}");
                assert!(is(Rule::IriReference, &after), "{text} {step:?} {after}");
                last = after;
            }
            assert_eq!(last, normalize(&text, level), "{text}");
        }
    }
}

#[test]
fn keys_are_those_of_the_normal_form_and_of_the_uri() {
    for text in references() {
        for level in LEVELS {
            let key = comparison_key(&text, level);
            if is(Rule::Iri, &text) {
                assert_eq!(comparison_key(&normalize(&text, level), level), key, "{text}");
                assert_eq!(comparison_key(&encode_non_ascii(&text), level), key, "{text}");
            } else {
                assert_eq!(key, text);
            }
        }
    }
}

#[test]
fn conversions_are_idempotent_and_valid() {
    for text in references() {
        let uri = encode_non_ascii(&text);
        assert!(is(Rule::UriReference, &uri), "{text} {uri}");
        assert_eq!(encode_non_ascii(&uri), uri);
        assert_eq!(uri == text, is(Rule::UriReference, &text), "{text}");
        let iri = to_iri(&text, false);
        assert!(is(Rule::IriReference, &iri), "{text} {iri}");
        assert_eq!(to_iri(&iri, false), iri, "{text}");
        assert_eq!(to_iri(&uri, false), iri, "{text}");
        if is(Rule::Iri, &text) {
            let key = |text: &str| comparison_key(text, Level::Syntax).into_owned();
            assert_eq!(key(&encode_non_ascii(&iri)), key(&text), "{text}");
        }
    }
}

#[test]
fn targets_are_valid_and_found_again() {
    let bases = [
        "http://h/a/b;c?q#f", "s:a/b/c", "s:/x/y/", "s://h", "s:", "s://h//a//b", "s:a:b",
        "s:/.//p/q", "http://h/./a/../b", "s:../a", "urn:a?b", "s:/",
    ];
    let references: Vec<String> = references().collect();
    for (i, base) in bases.iter().enumerate() {
        for reference in references.iter().skip(i % 4).step_by(4) {
            let target = resolve(base, reference, true);
            assert!(is(Rule::Iri, &target), "{base} + {reference} = {target}");
            let without_fragment = base.split('#').next().unwrap_or_default();
            assert_eq!(resolve(without_fragment, reference, true), target);
            let steps = engine::resolve::steps(base, reference, true);
            let set = |component: &str| {
                let last = steps.iter().rfind(|step| step.sets == component);
                last.and_then(|step| step.value.as_deref())
            };
            let told = Components {
                scheme: set("T.scheme"),
                authority: set("T.authority"),
                path: set("T.path").unwrap_or_default(),
                query: set("T.query"),
                fragment: set("T.fragment"),
            };
            assert_eq!(told, Components::of(&target), "{base} {reference}");
            assert_eq!(set("T"), Some(&*target), "{base} {reference}");
            if let Some(short) = relativize(&target, base) {
                assert!(is(Rule::IriReference, &short), "{base} {target} {short}");
                assert_eq!(resolve(base, &short, true), target, "{base} {short}");
                assert!(short.chars().count() <= target.chars().count());
                if is(Rule::Iri, reference) || resolve(base, reference, true) == target {
                    assert!(
                        short.chars().count() <= reference.chars().count(),
                        "{base} {reference} {short}"
                    );
                }
            }
        }
    }
}

/// Relativization finds a reference exactly if one exists: the whole target is one unless resolution would
/// remove its dot segments.
#[test]
fn what_cannot_be_reached_has_no_reference() {
    for target in references().filter(|text| is(Rule::Iri, text)) {
        for base in ["http://h/a/b", "s:a/b"] {
            let reachable = resolve(base, &target, true) == target;
            assert_eq!(relativize(&target, base).is_some(), reachable, "{base} {target}");
        }
    }
}
