//! The row of the table.

use super::notes::RuleNotes;
use super::subject::Subject;
use super::traits::Traits;
use crate::syntax::choice::{self, UnknownName, choices};

choices! {
    /// The severity of a finding.
    #[derive(PartialOrd, Ord)]
    pub enum Severity;
    /// Its name.
    pub fn name;
    /// Worth knowing.
    Info = "info";
    /// Probably not what was meant.
    Warning = "warning";
    /// A fault, or something that attackers use.
    Error = "error";
}

impl Severity {
    /// The severity of that name, or none for `ignore`. The error lists the names.
    pub fn by_name(name: &str) -> Result<Option<Self>, UnknownName> {
        let all = [Some(Self::Error), Some(Self::Warning), Some(Self::Info), None];
        choice::named("a severity", &all, |one| one.map_or("ignore", Self::name), name)
    }
}

choices! {
    /// A named selection of rules.
    pub enum Profile;
    /// Its name.
    pub fn name;
    /// Certain and probable faults, wherever the reference goes.
    Default = "default";
    /// Differences from the normal form, told apart by cause.
    Norm = "norm";
    /// Features that an RDF Reference IRI lacks (RDF 1.2 Concepts §3.3.1).
    Rdf = "rdf";
    /// Warnings for a reference from outside before it is fetched or shown: the rules of
    /// `Default`, and more.
    Untrusted = "untrusted";
}

impl Profile {
    /// The profile of that name. The error lists the names.
    pub fn by_name(name: &str) -> Result<Self, UnknownName> {
        choice::named("profile", Self::ALL, Self::name, name)
    }
}

/// A rule beyond the grammar.
#[derive(Debug)]
pub struct Rule {
    /// Its name, which is stable.
    pub code: &'static str,
    /// Its severity, unless the caller chooses another.
    pub severity: Severity,
    /// The profiles that have it. Empty for a rule that only runs if its code or an option names it.
    pub profiles: &'static [Profile],
    /// The clause of the standard.
    pub clause: &'static str,
    /// The message for people.
    pub message: &'static str,
    /// A text with this finding, in this rule's own profile.
    pub bad_example: &'static str,
    /// A similar text without the problem.
    pub good_example: &'static str,
    /// Every text in which the rule finds anything has one of these traits.
    pub(super) only_if_any: Traits,
    /// The function that decides.
    pub(super) find: fn(&Subject<'_>, &mut RuleNotes),
}

/// Makes `RULES` of rows: code, severity, profiles, traits (a text with the finding has at least one), clause,
/// function, message, a text with the finding and one without it.
macro_rules! rules {
    ($($code:literal: $severity:ident, [$($profile:ident),*], if $($trait:ident)|+, $clause:literal, $find:expr,
        $message:literal,
        $bad:literal => $good:literal;)*) => {
        pub(super) const RULES: &[$crate::findings::rule::Rule] = &[$($crate::findings::rule::Rule {
            code: $code,
            severity: $crate::findings::rule::Severity::$severity,
            profiles: &[$($crate::findings::rule::Profile::$profile),*],
            clause: $clause,
            message: $message,
            bad_example: $bad,
            good_example: $good,
            only_if_any: $crate::findings::traits::Traits::NONE
                $(.or($crate::findings::traits::Traits::$trait))+,
            find: $find,
        },)*];
    };
}
pub(super) use rules;

impl Rule {
    /// Returns true if the profile includes this rule.
    pub fn is_in(&self, profile: Profile) -> bool {
        self.profiles.contains(&profile)
            || profile == Profile::Untrusted && self.profiles.contains(&Profile::Default)
    }
}
