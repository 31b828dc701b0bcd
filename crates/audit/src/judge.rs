//! The requirements that a value is judged by.

use std::sync::Arc;

use iriform::engine::{
    Policy,
    findings::{Asked, Profile, Severity, needs_policy},
    prefixes::PrefixMap,
};
use iriform_kernel::ReferenceKind;

/// The requirements that a value is judged by, and the base of relative references.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The production that a value is held against.
    pub production: ReferenceKind,
    /// A base, which has a scheme. A valid value is counted by its target (RFC 3986 §5.2).
    pub base: Option<String>,
    /// The details that are asked for of a valid value.
    pub asked: Asked,
    /// The prefixes by which the namespaces of valid values are counted, if they are.
    pub prefixes: Option<Arc<PrefixMap>>,
}

impl Judge {
    /// By the RFC's name of the production; None for another name.
    pub fn new(production: &str, base: Option<String>) -> Option<Self> {
        let production = ReferenceKind::named(production)?;
        let asked = Asked::of(Profile::Default);
        Some(Self { production, base, asked, prefixes: None })
    }

    /// The same by the rules of another profile.
    #[must_use]
    pub fn asking(self, profile: Profile) -> Self {
        Self { asked: Asked::of(profile), ..self }
    }

    /// The same by what a policy refuses. The production is not the policy's.
    #[must_use]
    pub fn deciding(self, policy: &Policy) -> Self {
        Self { asked: policy.asked().clone(), ..self }
    }

    /// The same for references that may be relative, where `relative` is a finding.
    #[must_use]
    pub fn of_references(mut self) -> Self {
        self.production.form = ReferenceKind::IRI_REFERENCE.form;
        let is_of_policy = self.asked.rules().iter().any(|(rule, _)| needs_policy(rule.code));
        // OK because there is such a rule.
        if !is_of_policy
            && let Ok(asked) = self.asked.clone().with("relative", Some(Severity::Info))
        {
            self.asked = asked;
        }
        self
    }

    /// The same, and namespaces are counted by these prefixes.
    #[must_use]
    pub fn by_prefixes(self, prefixes: Option<Arc<PrefixMap>>) -> Self {
        Self { prefixes, ..self }
    }
}
