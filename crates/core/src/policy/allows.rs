//! A policy's judgement of a text.

use crate::findings::check::{check, codes, is_found, is_found_in};
use crate::findings::{Asked, Finding};
use crate::syntax::error::Fault;
use crate::syntax::parse::{Requirements, parse, recognize};
use crate::syntax::rule::Rule;
use crate::syntax::split::{Parts, Position};
use crate::syntax::text::Utf8;

/// The terms of a policy.
#[derive(Clone, Debug)]
pub struct Policy {
    pub(super) production: Rule,
    pub(super) asked: Asked,
}

// Methods that take text on trust are for iriform's other crates, and hidden from the documentation.
impl Policy {
    /// The production that a text must match.
    pub fn production(&self) -> Rule {
        self.production
    }

    /// The findings that refuse a text that matches the production.
    #[doc(hidden)]
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Whether a text is allowed: it matches the production, and nothing refuses it.
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
        parts.is_ok_and(|parts| !is_found_in(text, parts, &self.asked))
    }

    /// As [`allows`](Self::allows), of text that matches the production.
    #[doc(hidden)]
    pub fn allows_valid(&self, text: &str) -> bool {
        !is_found(text, &self.asked)
    }

    /// The verdicts on plain texts that follow from their components alone.
    #[doc(hidden)]
    pub fn of_plain(&self) -> OfPlain {
        match &self.asked {
            asked if !asked.is_decided_of_plain() => OfPlain::Nothing,
            asked if asked.allows_all_plain() => OfPlain::AllAllowed,
            _ => OfPlain::Each,
        }
    }

    /// As [`allows_valid`](Self::allows_valid), of a plain text with its components, where
    /// [`OfPlain::Each`] is told; none if only the whole text tells.
    #[doc(hidden)]
    #[inline]
    pub fn allows_plain(&self, text: &[u8], parts: &Parts<impl Position>) -> Option<bool> {
        self.asked.allows_plain(text, parts)
    }

    /// Every reason why a text is refused: first what the policy says itself, then what its profile
    /// finds. The error is that of text that does not match the production.
    pub fn refusals(&self, text: &str) -> Result<Vec<Finding>, Fault> {
        recognize(Utf8(text.as_bytes()), self.production)?;
        Ok(self.refusals_of_valid(text))
    }

    /// As [`refusals`](Self::refusals), of text that matches the production.
    #[doc(hidden)]
    pub fn refusals_of_valid(&self, text: &str) -> Vec<Finding> {
        check(text, &self.asked)
    }

    /// Calls `visit` with the code of each of [`refusals_of_valid`](Self::refusals_of_valid).
    #[doc(hidden)]
    pub fn codes_of_valid(&self, text: &str, visit: impl FnMut(&'static str)) {
        codes(text, &self.asked, visit);
    }
}

/// The verdicts of a policy on plain texts that follow from their components alone.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfPlain {
    /// Nothing: its terms must look at them.
    Nothing,
    /// All are allowed.
    AllAllowed,
    /// Most are allowed or refused by their scheme, host, length, and whether they have a query or fragment.
    Each,
}
