//! The requirements for values.

use std::sync::Arc;

use iriform::engine::{
    Policy, Rule,
    findings::{Profile, RuleSet, Severity, needs_policy},
    prefixes::{Prefix, PrefixMap, is_name, well_known},
    recognize,
    text::Utf8,
};
use iriform_kernel::ReferenceKind;

/// The requirements for values, and the base of relative references.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The production that a value must match.
    pub production: ReferenceKind,
    /// A base, which has a scheme. A valid value is counted by its target (RFC 3986 §5.2).
    pub base: Option<String>,
    /// The rules for a valid value.
    pub rule_set: RuleSet,
    /// The rules for predicates in RDF, if there are more.
    pub rule_set_of_predicates: Option<RuleSet>,
    /// The prefixes for counting the namespaces of valid values, if they are counted.
    pub prefixes: Option<Arc<PrefixMap>>,
}

impl Judge {
    /// The requirements of a production, by the RFC's name; none for another name.
    pub fn new(production: &str, base: Option<String>) -> Option<Self> {
        let production = ReferenceKind::named(production)?;
        let rule_set = RuleSet::of(Profile::Default);
        Some(Self { production, base, rule_set, rule_set_of_predicates: None, prefixes: None })
    }

    /// Uses the rules of another profile.
    #[must_use]
    pub fn asking(self, profile: Profile) -> Self {
        let rule_set = RuleSet::of(profile);
        let of_predicates =
            || rule_set.clone().with("rdf-xml-predicate", Some(Severity::Info)).ok();
        let rule_set_of_predicates = (profile == Profile::Rdf).then(of_predicates).flatten();
        Self { rule_set, rule_set_of_predicates, ..self }
    }

    /// Judges values by a policy. The production is not the policy's.
    #[must_use]
    pub fn deciding(self, policy: &Policy) -> Self {
        Self { rule_set: policy.rule_set().clone(), rule_set_of_predicates: None, ..self }
    }

    /// Accepts references that may be relative; `relative` is then a finding.
    #[must_use]
    pub fn of_references(mut self) -> Self {
        self.production.form = ReferenceKind::IRI_REFERENCE.form;
        // OK because there is such a rule.
        if !self.is_of_policy()
            && let Ok(rule_set) = self.rule_set.clone().with("relative", Some(Severity::Info))
        {
            self.rule_set = rule_set;
        }
        self
    }

    /// Adapts the requirements to an RDF document that has declared these prefixes. A compact IRI is found by
    /// them, by those of the caller, or by the well-known ones.
    #[must_use]
    pub fn of_statements(&self, declared: &[(String, String)]) -> Self {
        let mut judge = self.clone();
        if self.is_of_policy() {
            return judge;
        }
        let is_iri = |text: &str| recognize(Utf8(text.as_bytes()), Rule::Iri).is_ok();
        let declared =
            declared.iter().filter(|(name, namespace)| is_name(name) && is_iri(namespace));
        let mut prefixes: Vec<_> = declared
            .map(|(name, namespace)| Prefix {
                name: name.clone(),
                namespace: namespace.clone(),
                is_declared: false,
            })
            .collect();
        let others = self.prefixes.as_ref().map_or_else(well_known, |map| map.prefixes().to_vec());
        for other in others {
            if prefixes.iter().all(|prefix| prefix.name != other.name) {
                prefixes.push(other);
            }
        }
        // OK because each name is valid and unique.
        let map = Arc::new(PrefixMap::new(prefixes).unwrap_or_default());
        judge.rule_set = judge.rule_set.declaring(map.clone());
        judge.rule_set_of_predicates =
            judge.rule_set_of_predicates.map(|rule_set| rule_set.declaring(map));
        judge
    }

    fn is_of_policy(&self) -> bool {
        self.rule_set.rules().iter().any(|(rule, _)| needs_policy(rule.code))
    }

    /// Counts namespaces by these prefixes.
    #[must_use]
    pub fn by_prefixes(self, prefixes: Option<Arc<PrefixMap>>) -> Self {
        Self { prefixes, ..self }
    }
}
