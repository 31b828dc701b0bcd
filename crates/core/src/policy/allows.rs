//! A policy, and its judgement of a text.

use std::iter;

use crate::findings::check::{check, codes, is_found, is_found_in};
use crate::findings::{Finding, PolicyTerms, Profile, RuleSet, Severity, WrongTerm, needs_policy};
use crate::parts::pattern::quoted;
use crate::syntax::choice;
use crate::syntax::error::Fault;
use crate::syntax::parse::{Requirements, parse, recognize};
use crate::syntax::rule::Rule;
use crate::syntax::split::{Parts, Position};
use crate::syntax::text::Utf8;

/// The terms of a policy.
#[derive(Clone, Debug)]
pub struct Policy {
    production: Rule,
    rule_set: RuleSet,
}

// Methods that trust their text are for iriform's other crates, and hidden from the documentation.
impl Policy {
    /// The production that a text must match.
    pub fn production(&self) -> Rule {
        self.production
    }

    /// The findings that refuse a text that matches the production.
    #[doc(hidden)]
    pub fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    /// Returns true if a text is allowed: it matches the production, and no finding refuses it.
    pub fn allows(&self, text: &str) -> bool {
        let form = if matches!(self.production, Rule::Iri | Rule::Uri) {
            Requirements::FULL
        } else {
            Requirements::REFERENCE
        };
        let parts = match self.production {
            Rule::Iri | Rule::IriReference => parse::<true>(Utf8(text.as_bytes()), form),
            _ => parse::<false>(Utf8(text.as_bytes()), form),
        };
        parts.is_ok_and(|parts| !is_found_in(text, parts, &self.rule_set))
    }

    /// Like [`allows`](Self::allows), for text that matches the production.
    #[doc(hidden)]
    pub fn allows_valid(&self, text: &str) -> bool {
        !is_found(text, &self.rule_set)
    }

    /// Returns true if every plain text is allowed.
    #[doc(hidden)]
    pub fn allows_all_plain(&self) -> bool {
        self.rule_set.allows_all_plain()
    }

    /// Like [`allows_valid`](Self::allows_valid), for a plain text with its components; none if a rule must
    /// read the text.
    #[doc(hidden)]
    #[inline]
    pub fn allows_plain(&self, text: &[u8], parts: &Parts<impl Position>) -> Option<bool> {
        self.rule_set.allows_plain(text, parts)
    }

    /// Every reason why a text is refused: first the refusals of the policy's terms, then the findings of its
    /// profile. The error is that of a text that does not match the production.
    pub fn refusals(&self, text: &str) -> Result<Vec<Finding>, Fault> {
        recognize(Utf8(text.as_bytes()), self.production)?;
        Ok(self.refusals_of_valid(text))
    }

    /// Like [`refusals`](Self::refusals), for text that matches the production.
    #[doc(hidden)]
    pub fn refusals_of_valid(&self, text: &str) -> Vec<Finding> {
        check(text, &self.rule_set)
    }

    /// Calls `visit` with the code of each of [`refusals_of_valid`](Self::refusals_of_valid).
    #[doc(hidden)]
    pub fn codes_of_valid(&self, text: &str, visit: impl FnMut(&'static str)) {
        codes(text, &self.rule_set, visit);
    }
}

impl PolicyTerms {
    /// Makes a policy of these terms.
    pub fn policy(&self) -> Result<Policy, WrongTerm> {
        let rule_set = self.rule_set()?.allowing(self.set_terms()?);
        Ok(Policy { production: self.production()?, rule_set })
    }

    fn production(&self) -> Result<Rule, WrongTerm> {
        let all = [Rule::Iri, Rule::Uri, Rule::IriReference, Rule::UriReference];
        choice::named("it", &all, Rule::name, &self.production)
            .map_err(|unknown| WrongTerm { term: "production", message: unknown.to_string() })
    }

    /// The findings that refuse. Rules of the profile do not decide again what a term decides.
    fn rule_set(&self) -> Result<RuleSet, WrongTerm> {
        let all: Vec<_> = iter::once(None).chain(Profile::ALL.iter().copied().map(Some)).collect();
        let name_of = |profile: Option<Profile>| profile.map_or("none", Profile::name);
        let profile = choice::named("it", &all, name_of, &self.profile)
            .map_err(|unknown| WrongTerm { term: "profile", message: unknown.to_string() })?;
        let mut rule_set = profile.map_or_else(RuleSet::nothing, RuleSet::of);
        let severities = |message| WrongTerm { term: "severities", message };
        let with = |rule_set: RuleSet, code: &str, severity| {
            let unknown = |_| severities(format!("no rule has the code {}", quoted(code)));
            rule_set.with(code, severity).map_err(unknown)
        };
        for (code, severity) in self.changes() {
            rule_set = with(rule_set, code, severity)?;
        }
        for (code, severity) in &self.severities {
            if needs_policy(code) {
                return Err(severities(format!("{code:?} is decided by a term of its own")));
            }
            let severity =
                Severity::by_name(severity).map_err(|unknown| severities(unknown.to_string()))?;
            rule_set = with(rule_set, code, severity)?;
        }
        let least = Severity::by_name(&self.refuse).ok().flatten();
        let least = least.ok_or_else(|| WrongTerm {
            term: "refuse",
            message: "it must be 'error', 'warning' or 'info'".to_owned(),
        })?;
        Ok(rule_set.at_least(least))
    }
}
