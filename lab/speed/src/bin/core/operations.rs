//! Resolve, relativize and normalize, compared with the crates that support them.
//!
//! The peers receive values that they have parsed before, and so do our values: text with the ranges of the
//! components. Our functions, which the types of Python call, receive text.

use std::borrow::Cow;

use fluent_uri::{Iri, IriRef};
use iriform::Level;
use iriform::engine::{Reference, normalize, relativize, resolve};

use crate::corpora;
use iriform_speed::{Subject, Times};

/// Our operation on values that have been parsed before.
const VALUES: &str = "iriform, values";

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
fn normal(text: &str, level: Level) -> Cow<'_, str> {
    Reference::of(text).after(|r, out| normalize(r, level, out))
}

/// Prints a line for each operation: nanoseconds, and the ratio of our time to that of each peer.
pub fn run(rounds: usize, record: &mut String) {
    let pairs: Vec<(String, String)> = corpora::pairs()
        .into_iter()
        .filter(|(base, reference)| {
            let reference = reference.as_str();
            IriRef::parse(reference).is_ok()
                && Iri::parse(base.as_str()).is_ok()
                && matches!(
                    (oxiri::Iri::parse(base.as_str()), oxiri::IriRef::parse(reference)),
                    (Ok(base), Ok(reference)) if base.resolve(&reference).is_ok()
                )
        })
        .collect();
    let oxiri: Vec<_> = pairs
        .iter()
        .map(|(base, reference)| {
            let base = oxiri::Iri::parse(base.as_str()).expect("filtered");
            (base, oxiri::IriRef::parse(reference.as_str()).expect("filtered"))
        })
        .collect();
    let values: Vec<_> = pairs
        .iter()
        .map(|(base, reference)| {
            let base = iriform::Iri::parse(base).expect("filtered");
            (base, iriform::IriRef::parse(reference).expect("filtered"))
        })
        .collect();
    // It refuses a base with a fragment, which resolution does not use.
    let fluent: Vec<_> = pairs
        .iter()
        .map(|(base, reference)| {
            let base = base.split('#').next().expect("a first piece");
            let base = Iri::parse(base).expect("filtered");
            (base, IriRef::parse(reference.as_str()).expect("filtered"))
        })
        .collect();
    table(
        "resolve",
        pairs.len(),
        rounds,
        record,
        &mut [
            Subject::each("iriform", &pairs, |(base, reference)| target(base, reference)),
            Subject::each(VALUES, &values, |(base, reference)| base.resolve(*reference)),
            Subject::each("oxiri", &oxiri, |(base, reference)| base.resolve(reference).is_ok()),
            Subject::each("fluent-uri", &fluent, |(base, reference)| {
                reference.resolve_against(base).is_ok()
            }),
        ],
    );

    table(
        "parse both and resolve",
        pairs.len(),
        rounds,
        record,
        &mut [
            Subject::each("iriform", &pairs, |(base, reference)| {
                let base = iriform::Iri::parse(base).expect("filtered");
                let reference = iriform::IriRef::parse(reference).expect("filtered");
                base.resolve(reference)
            }),
            Subject::each("oxiri", &pairs, |(base, reference)| {
                let base = oxiri::Iri::parse(base.as_str()).expect("filtered");
                let reference = oxiri::IriRef::parse(reference.as_str()).expect("filtered");
                base.resolve(&reference).is_ok()
            }),
            Subject::each("fluent-uri", &pairs, |(base, reference)| {
                let base = Iri::parse(base.as_str()).expect("filtered");
                let reference = IriRef::parse(reference.as_str()).expect("filtered");
                reference.resolve_against(&base.strip_fragment()).is_ok()
            }),
        ],
    );

    let targets: Vec<String> = pairs.iter().map(|(b, r)| target(b, r).into_owned()).collect();
    let oxiri: Vec<_> = targets
        .iter()
        .zip(oxiri)
        .map(|(target, (base, _))| (base, oxiri::Iri::parse(target.as_str()).expect("an IRI")))
        .collect();
    let bases: Vec<_> = targets.iter().zip(pairs.iter().map(|(base, _)| base)).collect();
    let between: Vec<_> = values
        .iter()
        .zip(&targets)
        .map(|((base, _), target)| (iriform::Iri::parse(target).expect("an IRI"), *base))
        .collect();
    table(
        "relativize",
        pairs.len(),
        rounds,
        record,
        &mut [
            Subject::each("iriform", &bases, |(target, base)| relative(target, base)),
            Subject::each(VALUES, &between, |(target, base)| target.relativize(*base)),
            Subject::each("oxiri", &oxiri, |(base, target)| base.relativize(target).is_ok()),
        ],
    );

    let untidy: Vec<String> = pairs
        .iter()
        .map(|(base, reference)| {
            format!("HTTP://Example.ORG:80/./%7e/../{}", &base[5..]) + reference
        })
        .filter(|text| Iri::parse(text.as_str()).is_ok())
        .collect();
    for (name, texts) in [("normalize, normal", &targets), ("normalize, not normal", &untidy)] {
        let fluent: Vec<_> =
            texts.iter().map(|text| Iri::parse(text.as_str()).expect("an IRI")).collect();
        let values: Vec<_> =
            texts.iter().map(|text| iriform::Iri::parse(text).expect("an IRI")).collect();
        table(
            name,
            texts.len(),
            rounds,
            record,
            &mut [
                Subject::each("iriform", texts, |text| normal(text, Level::Scheme)),
                Subject::each(VALUES, &values, |value| value.normalize(Level::Scheme)),
                Subject::each("iriform by syntax only", texts, |text| normal(text, Level::Syntax)),
                Subject::each("fluent-uri", &fluent, |text| text.normalize()),
            ],
        );
    }
}

fn table(
    name: &str,
    texts: usize,
    rounds: usize,
    record: &mut String,
    subjects: &mut [Subject<'_>],
) {
    let times = Times::take(subjects, texts, rounds);
    let cells: Vec<String> = subjects
        .iter()
        .enumerate()
        .map(|(i, subject)| {
            format!("{} {:.0} ns ({:.2})", subject.name, times.median(i), times.ratio(0, i))
        })
        .collect();
    println!("* {name}, {texts} texts: {}", cells.join(", "));
    let fields: Vec<String> = subjects
        .iter()
        .enumerate()
        .map(|(i, subject)| format!(r#""{}": {:.1}"#, subject.name, times.median(i)))
        .collect();
    record.push_str(&format!(
        "{{\"operation\": \"{name}\", \"texts\": {texts}, {}}}\n",
        fields.join(", ")
    ));
}
