//! Policies: what is allowed, said once, and asked of any text.
//!
//! A policy is a choice of [`findings`] with parameters. What it refuses is a
//! finding, of a rule that only a policy asks or of its profile.

mod terms;

pub use terms::{PolicyTerms, WrongTerm, addresses};

use crate::findings::{self, Asked, Finding, needs_policy};
use crate::syntax::error::Fault;
use crate::syntax::parse::{Form, parse, recognize};
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

/// What is allowed.
#[derive(Clone, Debug)]
pub struct Policy {
    production: Rule,
    asked: Asked,
}

impl Policy {
    /// The production that a text must match.
    pub fn production(&self) -> Rule {
        self.production
    }

    /// Whether a text is allowed: it matches the production, and nothing refuses it.
    pub fn allows(&self, text: &str) -> bool {
        let form = if matches!(self.production, Rule::Iri | Rule::Uri) {
            Form::FULL
        } else {
            Form::REFERENCE
        };
        let parts = match self.production {
            Rule::Iri | Rule::IriReference => parse::<true>(Utf8(text.as_bytes()), form),
            _ => parse::<false>(Utf8(text.as_bytes()), form),
        };
        parts.is_ok_and(|parts| !findings::is_found_in(text, parts, &self.asked))
    }

    /// Every reason why a text is refused: first what the policy says itself, then what its profile
    /// finds. The error is that of text that does not match the production.
    pub fn refusals(&self, text: &str) -> Result<Vec<Finding>, Fault> {
        recognize(Utf8(text.as_bytes()), self.production)?;
        Ok(self.refusals_of_valid(text))
    }

    /// As [`refusals`](Self::refusals), of text that matches the production.
    pub fn refusals_of_valid(&self, text: &str) -> Vec<Finding> {
        let mut refusals = findings::check(text, &self.asked);
        refusals.sort_by_key(|finding| !needs_policy(finding.rule.code));
        refusals
    }
}
