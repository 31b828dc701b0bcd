//! The set of rules that apply, and the severity of their findings.

use std::sync::{Arc, LazyLock};

use super::context::Context;
use super::lookalikes::needs_names;
use super::names::Names;
use super::rule::{Profile, Rule, Severity};
use super::set_terms::SetTerms;
use super::table::rules;
use super::terms::needs_policy;
use super::traits::Traits;
use crate::prefixes::PrefixMap;
use crate::syntax::bits::ones;
use crate::syntax::split::{Parts, Position};

/// The rules of the set, in the order of the table.
#[derive(Clone, Debug)]
pub struct RuleSet {
    rules: Vec<(&'static Rule, Severity)>,
    /// The rules that each trait concerns, as bitmaps.
    concerned: Vec<u64>,
    words: usize,
    /// The traits that any rule needs.
    traits: Traits,
    /// The first of the rules that need names, and no trait.
    named: usize,
    /// The terms of the policy, if there is one.
    terms: Option<Arc<SetTerms>>,
    context: Context,
}

/// No rule has this code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode(pub String);

error_words!(UnknownCode, |error, f| {
    // Another text may be a reference in the wrong place, with a password.
    let is_code =
        error.0.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if is_code {
        write!(f, "no rule has the code {:?}", error.0)
    } else {
        f.write_str("no rule has this code")
    }
});

/// Why a rule cannot judge a text by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotByItself {
    /// There is none.
    Unknown(UnknownCode),
    /// It needs names to compare hosts with.
    NeedsNames(String),
    /// It needs the terms of a policy.
    NeedsPolicy(String),
}

error_words!(NotByItself, |error, f| match error {
    Self::Unknown(unknown) => unknown.fmt(f),
    Self::NeedsNames(code) => {
        let says = "compares hosts with names, which are given as `check(protected=…)`";
        write!(f, "{code:?} {says}")
    }
    Self::NeedsPolicy(code) => write!(f, "only a policy finds {code:?}"),
});

impl AsRef<RuleSet> for RuleSet {
    fn as_ref(&self) -> &RuleSet {
        self
    }
}

/// The rules of the profile.
impl AsRef<RuleSet> for Profile {
    fn as_ref(&self) -> &RuleSet {
        RuleSet::shared(*self)
    }
}

/// The rules that find valid texts which are certainly mistakes. A repair leaves such a text alone, because it
/// would have to guess.
const NOT_MEANT: [&str; 7] = [
    "http-no-host", "http-empty-host", "scheme-doubled", "scheme-typo", "scheme-defanged",
    "scheme-like-host", "scheme-one-letter",
];

impl RuleSet {
    /// The rules of a profile, made once.
    pub fn shared(profile: Profile) -> &'static Self {
        static SHARED: LazyLock<Vec<RuleSet>> =
            LazyLock::new(|| Profile::ALL.iter().copied().map(RuleSet::of).collect());
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

    /// One rule alone, which must be able to judge a text by itself.
    pub fn of_code(code: &str) -> Result<Self, NotByItself> {
        if needs_names(code) {
            return Err(NotByItself::NeedsNames(code.to_owned()));
        }
        if needs_policy(code) {
            return Err(NotByItself::NeedsPolicy(code.to_owned()));
        }
        Self::only(code).map_err(NotByItself::Unknown)
    }

    /// The rules that find valid texts which are certainly mistakes: `http:/host`, `hxxp://host`.
    pub fn not_meant() -> &'static Self {
        static SHARED: LazyLock<RuleSet> = LazyLock::new(|| {
            let found: Vec<_> = rules().filter(|rule| NOT_MEANT.contains(&rule.code)).collect();
            debug_assert_eq!(found.len(), NOT_MEANT.len(), "each has its rule");
            RuleSet::new(found.into_iter().map(|rule| (rule, rule.severity)))
        });
        &SHARED
    }

    fn new(rules: impl IntoIterator<Item = (&'static Rule, Severity)>) -> Self {
        let rules: Vec<_> = rules.into_iter().collect();
        let words = rules.len().div_ceil(64);
        let mut concerned = vec![0; Traits::COUNT * words];
        for (number, (rule, _)) in rules.iter().enumerate() {
            for trait_number in rule.only_if_any.numbers() {
                concerned[trait_number * words + number / 64] |= 1 << (number % 64);
            }
        }
        let traits = rules.iter().fold(Traits::NONE, |all, (rule, _)| all.or(rule.only_if_any));
        let is_named = |code| needs_policy(code) || needs_names(code);
        let named = rules.iter().filter(|(rule, _)| !is_named(rule.code)).count();
        Self { rules, concerned, words, traits, named, terms: None, context: Context::default() }
    }

    /// Changes the severity of one rule, or leaves the rule out. A rule that the profile lacks is added.
    pub fn with(self, code: &str, severity: Option<Severity>) -> Result<Self, UnknownCode> {
        let changed = rule(code)?;
        Ok(self.changed(|rule| (rule.code == changed.code).then_some(severity)))
    }

    /// Changes the severity of each rule for which `change` returns one, or leaves the rule out.
    fn changed(self, change: impl Fn(&Rule) -> Option<Option<Severity>>) -> Self {
        let mut kept = self.rules.into_iter().peekable();
        let changed = rules().filter_map(|rule| {
            let before = kept.next_if(|(kept, _)| kept.code == rule.code);
            let before = before.map(|(_, severity)| severity);
            Some((rule, change(rule).unwrap_or(before)?))
        });
        Self { context: self.context, terms: self.terms, ..Self::new(changed.collect::<Vec<_>>()) }
    }

    /// Also finds other hosts that resemble one of these names. The finding says how.
    #[must_use]
    pub fn protecting(mut self, names: &Names) -> Self {
        self.context.protected = Arc::clone(&names.0);
        if self.context.protected.is_empty() {
            return self;
        }
        self.changed(|rule| needs_names(rule.code).then_some(Some(rule.severity)))
    }

    /// Adds the rule that finds compact IRIs with these prefixes where IRIs should stand.
    #[must_use]
    pub fn declaring(mut self, prefixes: Arc<PrefixMap>) -> Self {
        self.context.prefixes = Some(prefixes);
        let by_prefix = |rule: &Rule| rule.code == "prefix-as-scheme";
        self.changed(|rule| by_prefix(rule).then_some(Some(rule.severity)))
    }

    /// Leaves out the rules of a lesser severity.
    #[must_use]
    pub fn at_least(self, least: Severity) -> Self {
        let kept = self.rules.into_iter().filter(|&(_, severity)| severity >= least);
        Self { context: self.context, terms: self.terms, ..Self::new(kept) }
    }

    /// Also reports what these terms refuse.
    #[must_use]
    pub fn allowing(mut self, terms: SetTerms) -> Self {
        self.context.loopback = Arc::clone(&terms.loopback);
        self.terms = Some(Arc::new(terms));
        self
    }

    /// The rules, each with its severity.
    pub fn rules(&self) -> &[(&'static Rule, Severity)] {
        &self.rules
    }

    /// Leaves out the names, and the rules that need them.
    #[must_use]
    pub fn without_names(&self) -> Self {
        let context = Context { protected: Arc::default(), ..self.context.clone() };
        let kept = self.rules.iter().copied().filter(|(rule, _)| !needs_names(rule.code));
        Self { context, terms: self.terms.clone(), ..Self::new(kept) }
    }

    /// Returns true if no rule of the set finds anything in a [plain](super::check::is_plain) reference, except
    /// [those that need names](super::check::look_alike_in_plain).
    pub fn is_silent_on_plain(&self) -> bool {
        self.terms.is_none() && self.traits.is_within(Traits::NEVER_IN_PLAIN)
    }

    /// Returns true if there are names to compare with.
    pub fn has_names(&self) -> bool {
        !self.context.protected.is_empty()
    }

    /// Returns true if every plain text is allowed.
    pub(crate) fn allows_all_plain(&self) -> bool {
        self.traits.is_within(Traits::NEVER_IN_PLAIN)
            && !self.has_names()
            && self.terms().is_none_or(SetTerms::allows_all_plain)
    }

    /// Returns true if the policy allows a plain text with these components. Returns none if a rule must look
    /// at the text.
    #[inline]
    pub(crate) fn allows_plain(&self, text: &[u8], parts: &Parts<impl Position>) -> Option<bool> {
        if !self.terms().is_none_or(|terms| terms.allows_plain(text, parts)) {
            return Some(false);
        }
        let is_silent = self.traits.is_within(Traits::NEVER_IN_PLAIN)
            || !Traits::of_plain(text, parts.host()?).meets(self.traits);
        (is_silent && !self.has_names()).then_some(true)
    }

    /// Returns true if there is a policy or a name, or a rule may find something in a reference with these
    /// traits.
    pub(super) fn concerns(&self, traits: Traits) -> bool {
        self.terms.is_some()
            || traits.meets(self.traits)
            || self.has_names() && traits.meets(Traits::HOST)
    }

    /// The rules that may find something in a reference with these traits, each with its severity. Rules that
    /// need names and the terms of a policy are not among them.
    pub(super) fn rules_for(
        &self,
        traits: Traits,
    ) -> impl Iterator<Item = (&'static Rule, Severity)> {
        (0..self.words).flat_map(move |word| {
            let of = |trait_number| self.concerned[trait_number * self.words + word];
            let all = traits.numbers().fold(0, |all, trait_number| all | of(trait_number));
            ones(all).map(move |number| self.rules[64 * word + number])
        })
    }

    /// The rules that need names.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'static Rule, Severity)> {
        self.rules[self.named..].iter().copied()
    }

    /// The terms of a policy, if one asks.
    pub(super) fn terms(&self) -> Option<&SetTerms> {
        self.terms.as_deref()
    }

    pub(super) fn context(&self) -> &Context {
        &self.context
    }
}

fn rule(code: &str) -> Result<&'static Rule, UnknownCode> {
    rules().find(|rule| rule.code == code).ok_or_else(|| UnknownCode(code.to_owned()))
}
