//! Which rules apply, and how bad what they find is.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use super::allowed::needs_policy;
use super::context::{Allowed, Context, Protected};
use super::rule::{Profile, Rule, Severity};
use super::table::rules;
use super::traits::Traits;
use crate::syntax::split::Parts;

/// The rules that are asked, in the order of the table.
#[derive(Clone, Debug)]
pub struct Asked {
    rules: Vec<(&'static Rule, Severity)>,
    /// The traits that each rule needs, those that any of [`GROUP`] rules needs, and those that any
    /// does.
    needs: Vec<Traits>,
    group_needs: Vec<Traits>,
    traits: Traits,
    /// Where the terms of a policy begin, which need no trait.
    terms: usize,
    context: Context,
}

/// So many rules are passed over at once, if no trait of the text concerns them.
const GROUP: usize = 8;

/// The code of the rule that finds nothing without [names](Asked::protecting) to compare with.
pub const NEEDS_NAMES: &str = "host-confusable-with";

/// No rule has this code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode(pub String);

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rule has the code {:?}", self.0)
    }
}

impl std::error::Error for UnknownCode {}

impl Asked {
    /// The rules of a profile, made once.
    pub fn shared(profile: Profile) -> &'static Self {
        static SHARED: LazyLock<[Asked; 4]> = LazyLock::new(|| Profile::ALL.map(Asked::of));
        &SHARED[profile as usize]
    }

    /// The rules of a profile.
    pub fn of(profile: Profile) -> Self {
        Self::new(rules().filter(|rule| rule.is_in(profile)).map(|rule| (rule, rule.severity)))
    }

    /// No rule.
    pub fn nothing() -> Self {
        Self::new([])
    }

    /// One rule alone.
    pub fn only(code: &str) -> Result<Self, UnknownCode> {
        rule(code).map(|rule| Self::new([(rule, rule.severity)]))
    }

    fn new(rules: impl IntoIterator<Item = (&'static Rule, Severity)>) -> Self {
        let rules: Vec<_> = rules.into_iter().collect();
        let needs: Vec<_> = rules.iter().map(|(rule, _)| rule.needs).collect();
        let all = |needs: &[Traits]| needs.iter().fold(Traits::NONE, |all, &one| all.and(one));
        let group_needs = needs.chunks(GROUP).map(all).collect();
        let traits = all(&needs);
        let terms = rules.iter().take_while(|(rule, _)| !needs_policy(rule.code)).count();
        Self { rules, needs, group_needs, traits, terms, context: Context::default() }
    }

    /// The same with one rule of another severity, or left out. A rule that the profile lacks is
    /// added.
    pub fn with(self, code: &str, severity: Option<Severity>) -> Result<Self, UnknownCode> {
        let changed = rule(code)?;
        let severity_of = |rule: &'static Rule| {
            if rule.code == changed.code {
                return severity;
            }
            let kept = self.rules.iter().find(|(kept, _)| kept.code == rule.code);
            kept.map(|&(_, severity)| severity)
        };
        let rules = rules().filter_map(|rule| Some((rule, severity_of(rule)?)));
        Ok(Self { context: self.context.clone(), ..Self::new(rules.collect::<Vec<_>>()) })
    }

    /// The same, and hosts that look like one of these names and are another are found
    /// (`host-confusable-with`).
    #[must_use]
    pub fn protecting(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.context.protected = names.into_iter().map(|name| Protected::new(&name)).collect();
        if self.context.protected.is_empty() {
            return self;
        }
        self.clone().with(NEEDS_NAMES, Some(Severity::Error)).unwrap_or(self)
    }

    /// The same without rules of a lesser severity.
    #[must_use]
    pub fn at_least(self, least: Severity) -> Self {
        let kept = self.rules.iter().copied().filter(|&(_, severity)| severity >= least);
        Self { context: self.context.clone(), ..Self::new(kept.collect::<Vec<_>>()) }
    }

    /// The same, and what is not allowed is found.
    #[must_use]
    pub fn allowing(mut self, allowed: Allowed) -> Self {
        let asked = allowed.asked();
        self.context.allowed = Some(Arc::new(allowed));
        asked.into_iter().fold(self, |asked, code| {
            asked.clone().with(code, Some(Severity::Error)).unwrap_or(asked)
        })
    }

    /// The rules, each with its severity.
    pub fn rules(&self) -> &[(&'static Rule, Severity)] {
        &self.rules
    }

    /// Whether no rule that is asked finds anything in a [plain](super::check::is_plain) reference.
    pub fn is_silent_on_plain(&self) -> bool {
        self.context.allowed.is_none() && self.traits.is_within(Traits::NEVER_IN_PLAIN)
    }

    /// Whether [`allows_plain`](Self::allows_plain) can tell: findings have nothing to say of plain
    /// texts, and no term depends on more than their components.
    pub(crate) fn is_decided_of_plain(&self) -> bool {
        self.traits.is_within(Traits::NEVER_IN_PLAIN)
            && self.context.allowed.as_ref().is_none_or(|allowed| allowed.loopback.is_empty())
    }

    /// Whether every plain text is allowed.
    pub(crate) fn allows_all_plain(&self) -> bool {
        self.context.allowed.as_ref().is_none_or(|allowed| allowed.allows_all_plain())
    }

    /// Whether a plain text is allowed, with its components and host, where that can be told.
    pub(crate) fn allows_plain(&self, text: &[u8], parts: Parts, host: Range<usize>) -> bool {
        self.context.allowed.as_ref().is_none_or(|allowed| allowed.allows_plain(text, parts, host))
    }

    /// Whether there is a policy, or a rule may find something in a reference with these traits.
    pub(super) fn concerns(&self, traits: Traits) -> bool {
        self.context.allowed.is_some() || traits.meets(self.traits)
    }

    /// The rules, but for a policy's terms, that may find something in a reference with these traits,
    /// each with its severity.
    pub(super) fn rules_for(
        &self,
        traits: Traits,
    ) -> impl Iterator<Item = (&'static Rule, Severity)> {
        let groups = self.needs.chunks(GROUP).zip(self.rules.chunks(GROUP));
        groups
            .zip(&self.group_needs)
            .filter(move |&(_, &needs)| needs.meets(traits))
            .flat_map(|((needs, rules), _)| needs.iter().zip(rules))
            .filter(move |&(&needs, _)| needs.meets(traits))
            .map(|(_, &rule)| rule)
    }

    /// The rules of a policy's terms.
    pub(super) fn terms(&self) -> impl Iterator<Item = (&'static Rule, Severity)> {
        self.rules[self.terms..].iter().copied()
    }

    pub(super) fn context(&self) -> &Context {
        &self.context
    }
}

fn rule(code: &str) -> Result<&'static Rule, UnknownCode> {
    rules().find(|rule| rule.code == code).ok_or_else(|| UnknownCode(code.to_owned()))
}
