//! Findings: what is to be known of a valid reference beyond its grammar.
//!
//! The [`table`](RULES) is the one statement of them: a rule is a row, with its examples, and the
//! function that finds. Rules are in one file for each topic; what a rule looks at is a [`Subject`],
//! split and scanned once, and where it writes is [`Found`].
//!
//! [`Subject`]: subject::Subject
//! [`Found`]: finding::Found

mod authority;
mod characters;
mod finding;
mod host;
mod normal_form;
mod path_query;
mod percent;
mod policy;
mod rule;
mod schemes;
mod spoofing;
mod subject;
mod table;
mod traits;
mod urn;

pub use finding::Finding;
pub use policy::{Policy, UnknownCode};
pub use rule::{Profile, Rule, Severity};
pub use table::{TOPICS, Topic, rules};

use subject::Subject;
use traits::Traits;

use crate::syntax::split::{authority_parts, split};
use crate::syntax::text::Utf8;

/// The version of Unicode whose data every rule goes by.
pub const UNICODE_VERSION: &str = "18.0.0";

/// What `policy` has to say of a valid reference, in the order of the table.
///
/// Every rule takes time linear in the text. Most texts have no trait that a rule could be about,
/// and are done with after one scan.
pub fn check(text: &str, policy: &Policy) -> Vec<Finding> {
    find(text, policy, true)
}

/// The codes of what [`check`] finds, at less cost: nothing is suggested.
pub fn codes(text: &str, policy: &Policy) -> impl Iterator<Item = &'static str> {
    find(text, policy, false).into_iter().map(|finding| finding.rule.code)
}

/// Whether [`check`] finds anything.
pub fn is_found(text: &str, policy: &Policy) -> bool {
    !find(text, policy, false).is_empty()
}

fn find(text: &str, policy: &Policy, suggests: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    let parts = split(Utf8(text.as_bytes()));
    let authority = authority_parts(Utf8(text.as_bytes()));
    let traits = Traits::of(text, &parts, authority.as_ref());
    if !traits.meets(policy.traits()) {
        return findings;
    }
    let subject = Subject::new(text, parts, authority, policy.protected());
    for &(rule, severity) in policy.rules() {
        if traits.meets(rule.needs) {
            let mut found = finding::Found::new(rule, severity, suggests, &mut findings);
            (rule.find)(&subject, &mut found);
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use icu_properties::CodePointMapData;
    use icu_properties::props::GeneralCategory;
    use unicode_script::{Script, UnicodeScript};

    use super::finding::Found;
    use super::*;
    use crate::parse::recognize;

    /// Every example, with other beginnings and ends.
    fn texts() -> impl Iterator<Item = String> {
        let examples = || rules().flat_map(|rule| [rule.has, rule.has_not]);
        let rests = || examples().filter_map(|text| text.split_once(':')).map(|(_, rest)| rest);
        let schemes = ["", "http:", "HTTPS:", "ws:", "file:", "urn:", "mailto:", "data:", "x.y:"];
        let composed =
            rests().flat_map(move |rest| schemes.map(|scheme| format!("{scheme}{rest}")));
        let ends = ["?a;b", "?a&", "?x:y=%2F", "#", ".", "/./a", "//", "/%2e", ")."];
        let ended = examples().flat_map(move |text| ends.map(|end| format!("{text}{end}")));
        composed.chain(ended).chain(["", ".", "..", "//", "//a", "?", "#", "a"].map(str::to_owned))
    }

    #[test]
    fn what_a_rule_finds_has_a_trait_that_it_needs() {
        let protected = Policy::of(Profile::Default).protecting(["paypal.example".to_owned()]);
        for text in texts() {
            let utf8 = Utf8(text.as_bytes());
            if recognize(utf8, crate::Rule::IriReference).is_err() {
                continue;
            }
            let (parts, authority) = (split(utf8), authority_parts(utf8));
            let traits = Traits::of(&text, &parts, authority.as_ref());
            let subject = Subject::new(&text, parts, authority, protected.protected());
            for rule in rules().filter(|rule| !traits.meets(rule.needs)) {
                let mut findings = Vec::new();
                (rule.find)(&subject, &mut Found::new(rule, rule.severity, true, &mut findings));
                assert!(findings.is_empty(), "{} in {text}", rule.code);
            }
        }
    }

    /// The blocks that [`Traits`] take for plain have no character that a rule finds.
    #[test]
    fn every_character_has_the_traits_that_rules_need() {
        // Beyond U+1FFFF, as many of each plane as have properties.
        let is_asked = |c: &char| *c < '\u{20000}' || u32::from(*c) & 0xFFFF < 0x200;
        for c in ('\u{80}'..=char::MAX).filter(is_asked) {
            let text = format!("s:?\u{E9}{c}&{c}");
            let utf8 = Utf8(text.as_bytes());
            let (parts, authority) = (split(utf8), authority_parts(utf8));
            let traits = Traits::of(&text, &parts, authority.as_ref());
            let subject = Subject::new(&text, parts, authority, &[]);
            let is_let_go = |rule: &&'static Rule| {
                !traits.meets(rule.needs) && rule.needs.meets(Traits::of_characters())
            };
            for rule in rules().filter(is_let_go) {
                let mut findings = Vec::new();
                (rule.find)(&subject, &mut Found::new(rule, rule.severity, false, &mut findings));
                assert!(findings.is_empty(), "{} in {text:?}", rule.code);
            }
        }
    }

    #[test]
    fn one_version_of_unicode() {
        let version = |(major, minor, update): (u64, u64, u64)| format!("{major}.{minor}.{update}");
        assert_eq!(version(unicode_security::UNICODE_VERSION), UNICODE_VERSION);
        assert_eq!(version(unicode_script::UNICODE_VERSION), UNICODE_VERSION);
        // ICU4X does not say. Its code points without a character are those without a script.
        let categories = CodePointMapData::<GeneralCategory>::new();
        for c in '\0'..=char::MAX {
            use GeneralCategory::{PrivateUse, Unassigned};
            let has_none = matches!(categories.get(c), PrivateUse | Unassigned);
            assert_eq!(has_none, c.script() == Script::Unknown, "{c:?}");
        }
    }
}
