//! Everything core knows about a text.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::Serialize;

use iriform::engine::{
    Level, Policy, Reference as Split, Rule,
    convert::{to_iri, to_uri_with_idna},
    findings::{self, Names, Profile, RuleSet, needs_names},
    normalize,
    path::DotSegmentStep,
    percent::encode_non_ascii,
    policy::READY,
    recognize,
    repair::{self, repair},
    resolve, split,
    text::{Ucs4, Utf8},
    words::{
        Explained,
        anatomy::{Anatomy, KINDS},
    },
};

use crate::places::{Places, Span, Utf16};
use crate::tree::{Named, Node};

/// The largest number of path segments listed.
const MAX_SEGMENTS: usize = 100;

/// The largest number of findings listed.
const MAX_FINDINGS: usize = 200;

/// Everything core knows about a text, and about its target if there is a base.
#[derive(Debug, Serialize)]
pub struct Explanation {
    /// The fault in the protected names; if there is one, no name is compared.
    pub wrong_name: Option<WrongName>,
    /// The four kinds of reference, from the narrowest to the widest.
    pub kinds: [KindVerdict; 4],
    /// Everything core knows about a valid reference.
    pub reference: Option<Reference>,
    /// The repair of a text that is not valid, if there is one.
    pub repair: Option<Repair>,
    /// The target, if there is a base and the text is valid.
    pub resolution: Option<Resolution>,
}

/// True if the text is of this kind.
#[derive(Debug, Serialize)]
pub struct KindVerdict {
    /// The production.
    pub name: &'static str,
    /// The error, or none if it is.
    pub fault: Option<Fault>,
}

/// A text among the protected names that is not a name.
#[derive(Debug, Serialize)]
pub struct WrongName {
    /// Its number, from 1.
    pub number: usize,
    /// The reason, with the text.
    pub what: String,
}

/// Where and why a text leaves a production.
#[derive(Debug, Serialize)]
pub struct Fault {
    /// The end of the longest viable prefix.
    pub position: usize,
    /// The span to blame.
    #[serde(flatten)]
    pub span: Span,
    /// The innermost rule.
    pub rule: &'static str,
    /// The reason code.
    pub reason: &'static str,
    /// The fault in words.
    pub what: String,
    /// The change that would remove the fault.
    pub hint: Option<String>,
}

/// All that is known of a valid reference.
#[derive(Debug, Serialize)]
pub struct Reference {
    /// The narrowest production that it matches.
    pub production: &'static str,
    /// Its name, with its RFC.
    pub kind: &'static str,
    /// Its components.
    pub components: Vec<Component>,
    /// Its syntax tree.
    pub tree: Node,
    /// The reference as an IRI, as a URI, and with its host as a domain name.
    pub forms: Vec<OtherForm>,
    /// Its normal forms.
    pub normal: Vec<Normal>,
    /// The protected name that its host resembles.
    pub resembles: Option<Finding>,
    /// The findings beyond the grammar.
    pub findings: Vec<Finding>,
    /// The number of findings that are not listed.
    pub more_findings: usize,
    /// The verdicts of the ready-made policies.
    pub policies: Vec<OfPolicy>,
}

/// A component of a reference, or a part of one.
#[derive(Debug, Serialize)]
pub struct Component {
    /// Its name: `userinfo`, `segment`.
    pub name: &'static str,
    /// The rule that it matches.
    pub rule: &'static str,
    /// Its position.
    #[serde(flatten)]
    pub span: Span,
    /// A note about it.
    pub remark: Option<String>,
}

/// The verdict of a policy on a reference.
#[derive(Debug, Serialize)]
pub struct OfPolicy {
    /// The policy, by name.
    pub name: &'static str,
    /// The error if it is not of the kind that the policy requires.
    pub fault: Option<Fault>,
    /// The reason for a refusal, or none if it is allowed.
    pub refusals: Vec<Finding>,
}

/// Another form of the reference.
#[derive(Debug, Serialize)]
pub struct OtherForm {
    /// The library function that returns it.
    pub name: &'static str,
    /// The RFC clause that defines it.
    pub clause: &'static str,
    /// The text, or none if the host is not a domain name.
    pub text: Option<String>,
}

/// A normal form.
#[derive(Debug, Serialize)]
pub struct Normal {
    /// The level, by name.
    pub level: &'static str,
    /// The normal form.
    pub text: String,
    /// The steps that change the text, after those of the level before.
    pub steps: Vec<Step>,
}

/// A step of normalization, or of resolution.
#[derive(Debug, Serialize)]
pub struct Step {
    /// The clause of an RFC that says so.
    pub clause: &'static str,
    /// Its description.
    pub words: &'static str,
    /// The part that it sets, in resolution: `T.path`.
    pub sets: Option<&'static str>,
    /// The text after the step, or the value that it sets; none for an absent component.
    pub text: Option<String>,
    /// The removal of dot segments in this step of resolution.
    pub passes: Vec<Pass>,
}

/// A step of removing dot segments (RFC 3986 §5.2.4).
#[derive(Debug, Serialize)]
pub struct Pass {
    /// Its label: `1` before the loop, then `2A` to `2E`.
    pub rule: &'static str,
    /// The output buffer after it.
    pub output: String,
    /// The input buffer after it.
    pub input: String,
}

impl From<DotSegmentStep> for Pass {
    fn from(step: DotSegmentStep) -> Self {
        let DotSegmentStep { rule, output, input } = step;
        Self { rule, output, input }
    }
}

/// A finding about a reference.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// The rule.
    pub code: &'static str,
    /// Its severity.
    pub severity: &'static str,
    /// The clause of an RFC or another standard that defines it.
    pub clause: &'static str,
    /// The message.
    pub message: String,
    /// The profiles that have the rule.
    pub profiles: Vec<&'static str>,
    /// The place.
    #[serde(flatten)]
    pub span: Span,
    /// The evidence of the rule.
    pub evidence: Option<String>,
    /// The reference without the finding.
    pub suggestion: Option<String>,
}

/// A repair.
#[derive(Debug, Serialize)]
pub struct Repair {
    /// The valid text.
    pub text: String,
    /// The changes, each with the clause that allows it.
    pub changes: Vec<Change>,
}

/// A change made by a repair or for a link that was found.
#[derive(Debug, Serialize)]
pub struct Change {
    /// The text that was replaced.
    #[serde(flatten)]
    pub span: Span,
    /// By what.
    pub replacement: String,
    /// The clause.
    pub clause: &'static str,
}

/// The target of a reference.
#[derive(Debug, Serialize)]
pub struct Resolution {
    /// The reason why the base is not an IRI, if it is not.
    pub fault: Option<Fault>,
    /// The steps of RFC 3986 §5.2.
    pub steps: Vec<Step>,
    /// The target.
    pub target: Option<String>,
}

impl Explanation {
    /// Explains a text, resolves it against a base, and compares its host with names separated by white space.
    pub fn of(units: &[u16], base: Option<&[u16]>, names: &[u16]) -> Self {
        let names = String::from_utf16_lossy(names);
        let names = Names::new(names.split_whitespace().map(str::to_owned));
        let rule_set = EVERY_RULE.clone().protecting(names.as_ref().unwrap_or(&Names::default()));
        let wrong_name = names.err();
        let text = Utf16::of(units);
        let places = text.places();
        let kinds = KINDS
            .map(|(rule, _)| KindVerdict { name: rule.name(), fault: fault(&text, &places, rule) });
        let narrowest = kinds.iter().position(|kind| kind.fault.is_none()).map(|at| KINDS[at]);
        let plain = text.text.as_deref();
        let valid = plain.zip(narrowest);
        Self {
            wrong_name: wrong_name
                .map(|wrong| WrongName { number: wrong.place + 1, what: wrong.to_string() }),
            reference: valid
                .map(|(text, (production, kind))| Reference::of(text, production, kind, &rule_set)),
            repair: plain.filter(|_| narrowest.is_none()).and_then(Repair::of),
            resolution: valid.zip(base).map(|((text, _), base)| Resolution::of(text, base)),
            kinds,
        }
    }
}

fn fault(text: &Utf16, places: &Places, rule: Rule) -> Option<Fault> {
    let text = Ucs4(&text.code_points);
    recognize(text, rule).err().map(|fault| {
        let explained = Explained::new(text, rule, &fault, &|_| None);
        Fault {
            what: explained.what(),
            hint: explained.hint().map(Cow::into_owned),
            position: places.at(fault.position),
            span: places.span(&fault.span),
            rule: fault.rule.name(),
            reason: fault.reason.code(),
        }
    })
}

impl Reference {
    fn of(text: &str, production: Rule, kind: &'static str, rule_set: &RuleSet) -> Self {
        let parts = split(Utf8(text.as_bytes()));
        let is_iri = matches!(production, Rule::Iri | Rule::IriReference);
        let named = Named { text, parts, places: Places::of(text), is_iri };
        let found = findings::check(text, rule_set);
        let resembles = found.iter().find(|finding| needs_names(finding.rule.code));
        Self {
            resembles: resembles.map(|finding| Finding::of(finding.clone(), &named.places)),
            policies: POLICIES
                .iter()
                .map(|ready| OfPolicy::of(text, ready, &named.places))
                .collect(),
            production: production.name(),
            kind,
            components: Anatomy::of(text, MAX_SEGMENTS)
                .components
                .into_iter()
                .map(|component| Component {
                    name: component.name,
                    rule: named.name(component.rule),
                    span: named.places.span(&component.span),
                    remark: component.remark,
                })
                .collect(),
            tree: named.tree(),
            forms: forms(text),
            normal: normal_forms(text),
            more_findings: found.len().saturating_sub(MAX_FINDINGS),
            findings: found
                .into_iter()
                .take(MAX_FINDINGS)
                .map(|finding| Finding::of(finding, &named.places))
                .collect(),
        }
    }
}

fn forms(text: &str) -> Vec<OtherForm> {
    let form = |name, clause, text| OtherForm { name, clause, text };
    vec![
        form("to_iri()", "RFC 3987 §3.2", Some(to_iri(text, false).into_owned())),
        form("to_uri()", "RFC 3987 §3.1", Some(encode_non_ascii(text).into_owned())),
        form("to_iri(idna=True)", "UTS #46 §4.3", Some(to_iri(text, true).into_owned())),
        form("to_uri(idna=True)", "UTS #46 §4.2", to_uri_with_idna(text).ok().map(Into::into)),
    ]
}

fn normal_forms(text: &str) -> Vec<Normal> {
    let mut taken = 0;
    let of_level = |level: Level| {
        let steps = normalize::steps(text, level);
        let more = steps.iter().skip(taken).map(|(step, after)| Step {
            clause: step.clause(),
            words: step.words(),
            sets: None,
            text: Some(after.clone()),
            passes: Vec::new(),
        });
        let more = more.collect();
        taken = steps.len();
        let text = Split::of(text).after(|r, out| normalize(r, level, out)).into_owned();
        Normal { level: level.name(), text, steps: more }
    };
    [Level::Syntax, Level::Scheme].map(of_level).into()
}

/// The rules of all profiles.
static EVERY_RULE: LazyLock<RuleSet> = LazyLock::new(|| {
    findings::rules().fold(RuleSet::of(Profile::Default), |rule_set, rule| {
        rule_set.clone().with(rule.code, Some(rule.severity)).unwrap_or(rule_set)
    })
});

/// The ready-made policies.
static POLICIES: LazyLock<Vec<(&'static str, Policy)>> = LazyLock::new(|| {
    READY.iter().filter_map(|ready| Some((ready.name, (ready.terms)().policy().ok()?))).collect()
});

impl OfPolicy {
    fn of(text: &str, (name, policy): &(&'static str, Policy), places: &Places) -> Self {
        let Ok(refusals) = policy.refusals(text) else {
            let units: Vec<u16> = text.encode_utf16().collect();
            let fault = fault(&Utf16::of(&units), places, policy.production());
            return Self { name, fault, refusals: Vec::new() };
        };
        let refusals = refusals.into_iter().take(MAX_FINDINGS);
        let refusals = refusals.map(|refusal| Finding::of(refusal, places)).collect();
        Self { name, fault: None, refusals }
    }
}

impl Finding {
    fn of(finding: findings::Finding, places: &Places) -> Self {
        let rule = finding.rule;
        // Each profile compares names.
        let is_asked = |profile: &Profile| rule.is_in(*profile) || needs_names(rule.code);
        let profiles = Profile::ALL.iter().copied().filter(is_asked);
        Self {
            code: rule.code,
            severity: finding.severity.name(),
            clause: rule.clause,
            message: finding.message().to_owned(),
            profiles: profiles.map(Profile::name).collect(),
            span: places.span(&finding.span),
            evidence: finding.evidence,
            suggestion: finding.suggestion.map(|text| text.to_string()),
        }
    }
}

impl Repair {
    /// The repair that makes a text an IRI reference.
    fn of(text: &str) -> Option<Self> {
        let (repaired, changes) = repair(text, true, None);
        recognize(Utf8(repaired.as_bytes()), Rule::IriReference).ok()?;
        let places = Places::of(text);
        let changes = changes.into_iter().map(|change| Change::of(change, &places));
        Some(Self { text: repaired, changes: changes.collect() })
    }
}

impl Change {
    /// The change, with positions in UTF-16.
    pub(crate) fn of(change: repair::Change, places: &Places) -> Self {
        Self {
            span: places.span(&change.span),
            replacement: change.replacement,
            clause: change.cause.clause(),
        }
    }
}

impl Resolution {
    fn of(reference: &str, base: &[u16]) -> Self {
        let base = Utf16::of(base);
        let fault = fault(&base, &base.places(), Rule::Iri);
        let Some(base) = base.text.filter(|_| fault.is_none()) else {
            return Self { fault, steps: Vec::new(), target: None };
        };
        let steps = resolve::steps(&base, reference, true).into_iter().map(|step| Step {
            clause: step.clause,
            words: step.words,
            sets: Some(step.sets),
            text: step.value,
            passes: step.passes.into_iter().map(Pass::from).collect(),
        });
        let target = Split::of(reference);
        let base = Split::of(&base);
        let target = target.after(|r, out| resolve(&base, r, true, out).is_some());
        Self { fault: None, steps: steps.collect(), target: Some(target.into_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(text: &str, base: Option<&str>) -> Explanation {
        let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        Explanation::of(&units(text), base.map(units).as_deref(), &[])
    }

    #[test]
    fn a_host_is_compared_with_names() {
        let of = |names: &str| {
            let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
            Explanation::of(&units("http://www.paypa1.com/"), None, &units(names))
        };
        let resembled = |names: &str| of(names).reference.expect("it is valid").resembles;
        let found = resembled(" example.org\n paypal.com").expect("it resembles one");
        assert_eq!(
            (found.code, found.evidence.as_deref(), found.span, found.profiles.len()),
            ("host-font-confusable-with", Some("paypal.com"), Span { start: 11, stop: 21 }, 4)
        );
        assert!(resembled("").is_none() && of("\t").wrong_name.is_none());
        // A text that is not a name is reported with its position, and no name is compared.
        let wrong = of("paypal.com a/b").wrong_name.expect("the second");
        let what = "\"a/b\": a protected name is a host without a scheme, a port or a path";
        assert_eq!((wrong.number, &*wrong.what), (2, what));
        assert!(resembled("paypal.com a/b").is_none());
    }

    #[test]
    fn places_are_units_of_utf16() {
        let explanation = explained("s://h/\u{1D11E}\u{E9}/a b", None);
        let [.., kind] = explanation.kinds;
        let fault = kind.fault.expect("there is one");
        assert_eq!(
            (fault.position, fault.rule, fault.reason),
            (11, "isegment", "invalid-character")
        );
        let repair = explanation.repair.expect("there is one");
        assert_eq!(repair.text, "s://h/\u{1D11E}\u{E9}/a%20b");
        assert_eq!(repair.changes[0].span, Span { start: 11, stop: 12 });
    }

    #[test]
    fn half_a_surrogate_pair_is_a_fault_where_it_stands() {
        let explanation = Explanation::of(&[0x61, 0x3A, 0xD834, 0xDD1E, 0xD834], None, &[0xD834]);
        let places = explanation.kinds.map(|kind| kind.fault.map(|fault| fault.position));
        assert_eq!(places, [Some(2), Some(4), Some(2), Some(4)]);
        assert!(explanation.reference.is_none() && explanation.repair.is_none());
    }

    #[test]
    fn steps_of_a_level_follow_those_of_the_level_before() {
        let reference = explained("HTTP://h:80/%7e", None).reference.expect("there is one");
        let told: Vec<Vec<_>> = reference
            .normal
            .iter()
            .map(|normal| normal.steps.iter().filter_map(|step| step.text.as_deref()).collect())
            .collect();
        assert_eq!(told, [vec!["HTTP://h:80/~", "http://h:80/~"], vec!["http://h/~"]]);
    }

    #[test]
    fn a_base_is_an_iri() {
        let resolution = explained("../a", Some("http://h/b/c")).resolution.expect("there is one");
        assert_eq!(resolution.target.as_deref(), Some("http://h/a"));
        let resolution = explained("../a", Some("//h")).resolution.expect("there is one");
        assert_eq!(resolution.fault.map(|fault| fault.reason), Some("missing-scheme"));
        assert!(explained("a b", Some("http://h")).resolution.is_none());
    }

    #[test]
    fn each_policy_that_is_ready_has_a_verdict() {
        let said = |text: &str| -> Vec<_> {
            let reference = explained(text, None).reference.expect("it is valid");
            let verdict = |verdict: OfPolicy| {
                let codes: Vec<_> = verdict.refusals.iter().map(|refusal| refusal.code).collect();
                (verdict.name, verdict.fault.map(|fault| fault.reason), codes)
            };
            reference.policies.into_iter().map(verdict).collect()
        };
        let none = Vec::new();
        assert_eq!(
            said("https://\u{E9}.example/"),
            [
                ("web", None, none.clone()),
                ("public-webhook", None, none.clone()),
                ("redirect-uri", Some("non-ascii"), none.clone()),
                ("client-id", Some("non-ascii"), none),
            ]
        );
        let refused = said("http://a@10.0.0.1/");
        assert_eq!(refused[0], ("web", None, vec!["userinfo-not-allowed"]));
        assert!(refused[1].2.contains(&"address-not-allowed"));
    }

    #[test]
    fn long_paths_are_listed_in_part() {
        let reference =
            explained(&format!("s:{}", "/a".repeat(3000)), None).reference.expect("there is one");
        let path = &reference.tree.children[0].children[1].children[0];
        assert_eq!((path.rule, path.children.len(), path.more), ("path-absolute", 1000, 2000));
        assert_eq!(reference.components.len(), 2 + 100);
    }
    /// Inputs of the public vectors; `tests/columns/test_messages.py` is the same test in Python.
    fn vectors() -> Vec<String> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/validity.jsonl");
        let rows = std::fs::read_to_string(file).expect("the vectors");
        let input = |row: &str| {
            let row: serde_json::Value = serde_json::from_str(row).expect("a row");
            row["input"].as_str().map(str::to_owned)
        };
        rows.lines().filter_map(input).collect()
    }

    #[test]
    fn it_says_of_every_vector_what_core_says() {
        let mut faults = 0;
        for text in vectors() {
            for kind in explained(&text, None).kinds {
                let rule = Rule::by_name(kind.name).expect("a production");
                let bytes = Utf8(text.as_bytes());
                let fault = recognize(bytes, rule).err();
                let words = fault.as_ref().map(|f| Explained::new(bytes, rule, f, &|_| None));
                let wanted = words.map(|e| (e.what(), e.hint().map(Into::into)));
                faults += usize::from(wanted.is_some());
                assert_eq!(kind.fault.map(|f| (f.what, f.hint)), wanted, "{text:?}");
            }
        }
        assert!(faults > 500, "{faults}");
    }
}
