//! Findings: the examples of the table, more examples, and laws over many texts.

use iriform::engine::{
    Rule,
    findings::{
        Finding, Names, PolicyTerms, Profile, Rule as Row, RuleSet, SetTerms, TOPICS, check, codes,
        needs_names, needs_policy, rules,
    },
};

use crate::{is, texts};

/// The findings of all rules.
fn everything() -> RuleSet {
    rules().fold(RuleSet::of(Profile::Default), |rule_set, rule| {
        rule_set.with(rule.code, Some(rule.severity)).expect("a code of the table")
    })
}

/// The policy of the table's examples.
fn allowed(hosts: &[&str]) -> SetTerms {
    let terms = PolicyTerms {
        origins: Some(vec!["https://example.org".to_owned()]),
        schemes: Some(vec!["https".to_owned()]),
        hosts: Some(hosts.iter().copied().map(str::to_owned).collect()),
        ports: Some(vec![443, 8443]),
        userinfo: false,
        path: true,
        dot_segments: false,
        query: false,
        fragment: false,
        max_length: Some(41),
        loopback: vec!["http".to_owned()],
        ..PolicyTerms::default()
    };
    terms.set_terms().expect("terms")
}

const HOSTS: &[&str] = &["example.org", "*.example.org"];

fn of(row: &Row, text: &str) -> Vec<Finding> {
    let rule_set = RuleSet::only(row.code).expect("a code of the table");
    let rule_set = match row.code {
        code if needs_names(code) => {
            rule_set.protecting(&Names::new(["paypal.example".to_owned()]).expect("a name"))
        }
        "no-host" => rule_set.allowing(allowed(&["*"])),
        code if needs_policy(code) => rule_set.allowing(allowed(HOSTS)),
        _ => rule_set,
    };
    check(text, &rule_set).into_iter().filter(|finding| finding.rule.code == row.code).collect()
}

#[test]
fn the_examples_of_the_table() {
    for row in rules() {
        assert!(is(Rule::IriReference, row.bad_example), "{}: {}", row.code, row.bad_example);
        assert!(is(Rule::IriReference, row.good_example), "{}: {}", row.code, row.good_example);
        assert!(
            !of(row, row.bad_example).is_empty(),
            "{} is not found in {}",
            row.code,
            row.bad_example
        );
        assert!(
            of(row, row.good_example).is_empty(),
            "{} is found in {}",
            row.code,
            row.good_example
        );
    }
}

#[test]
fn more_than_the_examples() {
    for (text, code, span) in [
        ("http://h/?a&#x26;b", "html-entity", Some(11..17)),
        ("mailto:", "mailto-address", None),
        ("tel:+12015550123", "mailto-address", None),
    ] {
        let row = rules().find(|row| row.code == code).expect("a code of the table");
        let found: Vec<_> = of(row, text).into_iter().map(|finding| finding.span).collect();
        assert_eq!(found, Vec::from_iter(span), "{code} in {text}");
    }
}

#[test]
fn the_table_is_in_order() {
    let mut seen: Vec<&str> = Vec::new();
    for rule in rules() {
        assert!(!seen.contains(&rule.code), "{} comes twice", rule.code);
        seen.push(rule.code);
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(rule.code.chars().all(is_plain), "{}", rule.code);
        assert!(
            rule.message
                .chars()
                .next()
                .is_some_and(|c| !c.is_uppercase() || rule.message.starts_with("DID"))
        );
        assert!(!rule.message.ends_with('.') && !rule.clause.is_empty());
        let is_optional = rule.code == "prefix-as-scheme"
            || ["rdf-xml-predicate", "relative", "scheme-unregistered", "trailing-punctuation"]
                .contains(&rule.code)
            || needs_policy(rule.code)
            || needs_names(rule.code);
        assert_eq!(rule.profiles.is_empty(), is_optional, "{}", rule.code);
    }
    assert!(TOPICS.iter().all(|topic| topic.rules().next().is_some()));
}

#[test]
fn what_a_policy_asks_is_found_by_nothing_else() {
    for row in rules().filter(|row| needs_policy(row.code)) {
        let findings = check(row.bad_example, &everything());
        assert!(findings.iter().all(|finding| finding.rule.code != row.code), "{}", row.code);
    }
}

/// Spans are within the text, at character boundaries and not empty; suggestions are valid, of the same kind,
/// and without the finding.
fn assert_sound(text: &str, rule_set: &RuleSet) {
    let findings = check(text, rule_set);
    for finding in &findings {
        let (code, span) = (finding.rule.code, &finding.span);
        assert!(
            text.get(span.clone()).is_some_and(|piece| !piece.is_empty() || text.is_empty()),
            "{code} {text}"
        );
        if let Some(suggestion) = &finding.suggestion {
            assert!(is(Rule::IriReference, suggestion), "{code}: {text} to {suggestion}");
            // A text without a delimiter after its scheme is a reference that was meant to be an IRI.
            let is_kept = is(Rule::Iri, text) == is(Rule::Iri, suggestion);
            assert!(is_kept || code == "scheme-delimiter", "{code}: {text}");
            assert!(of(finding.rule, suggestion).is_empty(), "{code}: {text} to {suggestion}");
        }
    }
    let found: Vec<&str> = findings.iter().map(|finding| finding.rule.code).collect();
    let mut cheaply = Vec::new();
    codes(text, rule_set, |code| cheaply.push(code));
    assert_eq!(cheaply, found);
}

#[test]
fn spans_and_suggestions() {
    let rule_set = everything();
    let by_policy = everything().allowing(allowed(HOSTS));
    let examples =
        rules().flat_map(|rule| [rule.bad_example.to_owned(), rule.good_example.to_owned()]);
    for text in examples.chain(texts::composed()).chain(texts::carried()).chain(texts::changed()) {
        if is(Rule::IriReference, &text) {
            assert_sound(&text, &rule_set);
            assert_sound(&text, &by_policy);
        }
    }
}
