//! Runs the rules on a reference. The caller has checked that it is valid.

use std::ops::Range;

use super::blocks;
use super::finding::Finding;
use super::lookalikes;
use super::lookalikes::search::Host;
use super::notes::{Note, RuleNotes};
use super::rule::{Rule, Severity};
use super::rule_set::RuleSet;
use super::subject::Subject;
use super::traits::Traits;
use crate::syntax::split::{Parts, split};
use crate::syntax::text::Utf8;

/// Returns the findings of the rules of the set on a valid reference, in the order of the table. The refusals
/// of a policy's terms come first.
///
/// Every rule takes time linear in the text. Most texts have no trait that concerns a rule, so one scan
/// decides.
pub fn check(text: &str, rule_set: &RuleSet) -> Vec<Finding> {
    let mut findings = Vec::new();
    each(text, rule_set, true, |rule, severity, found| {
        findings.extend(found.take().map(|note| {
            let Note { span, evidence, words, suggestion } = note;
            Finding { rule, severity, span, evidence, words, suggestion }
        }));
    });
    findings
}

/// Calls `visit` with the code of each finding of [`check`]. It costs less, because it makes no suggestions.
pub fn codes(text: &str, rule_set: &RuleSet, mut visit: impl FnMut(&'static str)) {
    each(text, rule_set, false, |rule, _, found| {
        found.take().for_each(|_| visit(rule.code));
    });
}

/// Returns true if [`check`] finds anything.
pub fn is_found(text: &str, rule_set: &RuleSet) -> bool {
    let traits = Traits::of(text);
    rule_set.concerns(traits) && finds(text, traits, split(Utf8(text.as_bytes())), rule_set)
}

/// Like [`is_found`], for a text whose components are known.
pub(crate) fn is_found_in(text: &str, parts: Parts, rule_set: &RuleSet) -> bool {
    finds(text, Traits::of(text), parts, rule_set)
}

fn finds(text: &str, traits: Traits, parts: Parts, rule_set: &RuleSet) -> bool {
    let subject = Subject::at(text, parts, rule_set.context()).with_traits(traits);
    let mut found = RuleNotes::new(false);
    rule_set.terms().is_some_and(|terms| !terms.allows(&subject))
        || rule_set.rules_for(traits).chain(rule_set.named()).any(|(rule, _)| {
            (rule.find)(&subject, &mut found);
            !found.is_empty()
        })
}

/// The one rule among those that need names that finds anything in a [plain](is_plain) reference with its host
/// at `host`. The result depends on the host alone.
pub fn look_alike_in_plain(
    text: &[u8],
    host: Range<usize>,
    rule_set: &RuleSet,
) -> Option<&'static Rule> {
    let context = rule_set.context();
    let written = std::str::from_utf8(&text[host]).ok()?;
    if !context.protected.may_resemble(written) {
        return None;
    }
    let degree = match Host::plain(written) {
        Some(host) => context.protected.resembled(&host)?.degree,
        // With capitals.
        None => Subject::new(std::str::from_utf8(text).ok()?, context).resemblance()?.degree,
    };
    let code = lookalikes::rule(degree).code;
    rule_set.named().map(|(rule, _)| rule).find(|rule| rule.code == code)
}

/// Returns true if a valid reference is plain: no trait of it concerns a rule of the default profile, and a set
/// of rules that [is silent on plain references](RuleSet::is_silent_on_plain) finds nothing. Most links are
/// plain: `http` or `https` in lower case, a host of labels, no encoded octets.
pub fn is_plain(text: &str) -> bool {
    !Traits::of(text).meets(Traits::NEVER_IN_PLAIN)
}

/// Returns true if a character beyond ASCII can be in a path or query of a [plain](is_plain) reference.
#[inline]
pub fn is_plain_character(c: char) -> bool {
    blocks::of(c) == blocks::NON_ASCII
}

/// Calls `visit` with each rule that finds anything, and what it found.
#[inline]
fn each(
    text: &str,
    rule_set: &RuleSet,
    suggests: bool,
    mut visit: impl FnMut(&'static Rule, Severity, &mut RuleNotes),
) {
    let traits = Traits::of(text);
    if !rule_set.concerns(traits) {
        return;
    }
    let subject = Subject::new(text, rule_set.context()).with_traits(traits);
    let mut found = RuleNotes::new(suggests);
    if let Some(terms) = rule_set.terms() {
        terms.refusals(&subject, &mut found, |rule, found| visit(rule, rule.severity, found));
    }
    for (rule, severity) in rule_set.rules_for(traits).chain(rule_set.named()) {
        (rule.find)(&subject, &mut found);
        if !found.is_empty() {
            visit(rule, severity, &mut found);
        }
    }
}
