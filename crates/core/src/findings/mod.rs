//! Findings: what is to be known of a valid reference beyond its grammar.
//!
//! The [`table`](RULES) is the one statement of them: a rule is a row, with its examples, and the
//! function that finds. Rules are in one file for each topic; what a rule looks at is a [`Subject`],
//! split and scanned once, and where it writes is [`Found`].
//!
//! [`Subject`]: subject::Subject
//! [`Found`]: found::Found

mod allowed;
mod asked;
mod authority;
mod blocks;
mod characters;
mod context;
mod finding;
mod found;
mod host;
mod normal_form;
mod path_query;
mod percent;
mod rule;
mod schemes;
mod spoofing;
mod subject;
mod table;
mod traits;
mod urn;

pub use allowed::needs_policy;
pub use asked::{Asked, NEEDS_NAMES, UnknownCode};
pub use context::{Addresses, Allowed};
pub use finding::Finding;
pub use rule::{Profile, Rule, Severity};
pub use table::{TOPICS, Topic, rules};

use crate::syntax::split::{Parts, split};
use crate::syntax::text::Utf8;

use found::{Found, Note};
use subject::Subject;
use traits::Traits;

/// The version of Unicode whose data every rule goes by.
pub const UNICODE_VERSION: &str = "18.0.0";

/// What the rules that are asked have to say of a valid reference, in the order of the table.
///
/// Every rule takes time linear in the text. Most texts have no trait that a rule could be about,
/// and are done with after one scan.
pub fn check(text: &str, asked: &Asked) -> Vec<Finding> {
    let mut findings = Vec::new();
    each(text, asked, true, |rule, severity, found| {
        findings.extend(found.take().map(|note| {
            let Note { span, evidence, suggestion } = note;
            Finding { rule, severity, span, evidence, suggestion }
        }));
    });
    findings
}

/// Calls `visit` with the code of each finding of [`check`], at less cost: nothing is suggested.
pub fn codes(text: &str, asked: &Asked, mut visit: impl FnMut(&'static str)) {
    each(text, asked, false, |rule, _, found| {
        found.take().for_each(|_| visit(rule.code));
    });
}

/// Whether [`check`] finds anything.
pub fn is_found(text: &str, asked: &Asked) -> bool {
    asked.concerns(Traits::of(text)) && is_found_in(text, split(Utf8(text.as_bytes())), asked)
}

/// As [`is_found`], of a text whose components lie there.
pub fn is_found_in(text: &str, parts: Parts, asked: &Asked) -> bool {
    let traits = Traits::of(text);
    let subject = Subject::at(text, parts, asked.context());
    let mut found = Found::new(false);
    allowed::is_refused(&subject, traits)
        || asked.rules_for(traits).any(|(rule, _)| {
            (rule.find)(&subject, &mut found);
            !found.is_empty()
        })
}

/// The codes of what every rule that is asked finds, whatever the look at the text says: for tests.
#[doc(hidden)]
pub fn codes_of_all(text: &str, asked: &Asked) -> Vec<&'static str> {
    let subject = Subject::new(text, asked.context());
    let finds = |rule: &Rule| {
        let mut found = Found::new(false);
        (rule.find)(&subject, &mut found);
        !found.is_empty()
    };
    asked.rules().iter().filter(|(rule, _)| finds(rule)).map(|(rule, _)| rule.code).collect()
}

/// Whether a valid reference is plain: nothing in it makes a rule of the default profile look
/// closer, and what [is silent on such](Asked::is_silent_on_plain) finds nothing. Most
/// links are plain: `http` or `https` in lower case, a host of labels, no encoded octets.
pub fn is_plain(text: &str) -> bool {
    !Traits::of(text).meets(Traits::NEVER_IN_PLAIN)
}

/// Whether a character beyond ASCII can be in a path or query of a [plain](is_plain) reference.
#[inline]
pub fn is_plain_character(c: char) -> bool {
    blocks::of(c) == blocks::NON_ASCII
}

/// Calls `visit` with each rule that finds anything, and what it found.
#[inline]
fn each(
    text: &str,
    asked: &Asked,
    suggests: bool,
    mut visit: impl FnMut(&'static Rule, Severity, &mut Found),
) {
    let traits = Traits::of(text);
    if !asked.concerns(traits) {
        return;
    }
    let subject = Subject::new(text, asked.context());
    let mut found = Found::new(suggests);
    for (rule, severity) in asked.rules_for(traits).chain(asked.terms()) {
        (rule.find)(&subject, &mut found);
        if !found.is_empty() {
            visit(rule, severity, &mut found);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
    use icu_properties::CodePointMapData;
    use icu_properties::props::{CanonicalCombiningClass, GeneralCategory};
    use unicode_script::{Script, UnicodeScript};

    use super::context::Context;
    use super::*;
    use crate::syntax::parse::recognize;

    #[test]
    fn the_terms_of_a_policy_need_no_trait_and_come_last() {
        let needs_none: Vec<_> = rules().map(|rule| rule.needs == Traits::NONE).collect();
        assert!(needs_none.is_sorted());
        assert!(rules().all(|rule| needs_policy(rule.code) == (rule.needs == Traits::NONE)));
    }

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

    /// What a rule finds in a text.
    fn found(rule: &Rule, subject: &Subject<'_>) -> Vec<Note> {
        let mut found = Found::new(true);
        (rule.find)(subject, &mut found);
        found.take().collect()
    }

    #[test]
    fn what_a_rule_finds_has_a_trait_that_it_needs() {
        let protected = Asked::of(Profile::Default).protecting(["paypal.example".to_owned()]);
        for text in texts() {
            if recognize(Utf8(text.as_bytes()), crate::syntax::rule::Rule::IriReference).is_err() {
                continue;
            }
            let traits = Traits::of(&text);
            let subject = Subject::new(&text, protected.context());
            for rule in rules().filter(|rule| !traits.meets(rule.needs)) {
                assert!(found(rule, &subject).is_empty(), "{} in {text}", rule.code);
            }
        }
    }

    /// The blocks that [`Traits`] take for plain have no character that a rule finds.
    #[test]
    fn every_character_has_the_traits_that_rules_need() {
        // Beyond U+1FFFF, as many of each plane as have properties.
        let is_asked = |c: &char| *c < '\u{20000}' || u32::from(*c) & 0xFFFF < 0x200;
        let context = Context::default();
        for c in ('\u{80}'..=char::MAX).filter(is_asked) {
            let text = format!("s:?\u{E9}{c}&{c}");
            let traits = Traits::of(&text);
            let subject = Subject::new(&text, &context);
            let is_let_go = |rule: &&'static Rule| {
                !traits.meets(rule.needs) && rule.needs.meets(Traits::of_characters())
            };
            for rule in rules().filter(is_let_go) {
                assert!(found(rule, &subject).is_empty(), "{} in {text:?}", rule.code);
            }
        }
    }

    /// A character without the trait is in NFC wherever it stands: it is of combining class 0 and
    /// not the second of a composition.
    #[test]
    fn what_is_taken_for_composed_never_composes() {
        let nfd = DecomposingNormalizer::new_nfd();
        let nfc = ComposingNormalizer::new_nfc();
        let classes = CodePointMapData::<CanonicalCombiningClass>::new();
        let mut later = HashSet::new();
        for c in '\0'..=char::MAX {
            later.extend(nfd.normalize(c.encode_utf8(&mut [0; 4])).chars().skip(1));
        }
        // The vowels and final consonants of Hangul (The Unicode Standard §3.12).
        assert!(later.contains(&'\u{1161}') && later.contains(&'\u{11A8}'));
        for c in '\u{80}'..=char::MAX {
            if blocks::of(c) & blocks::COMPOSABLE == 0 {
                assert!(nfc.is_normalized(c.encode_utf8(&mut [0; 4])), "{c:?}");
                assert_eq!(classes.get(c), CanonicalCombiningClass::NotReordered, "{c:?}");
                assert!(!later.contains(&c), "{c:?}");
            }
        }
    }

    #[test]
    fn plain_texts() {
        for text in
            ["", "a", "http://a/", "https://www.Example.org?a%20b#c", "http://x-1.y/é/道/я?a=b&"]
        {
            assert!(is_plain(text), "{text}");
        }
        for text in [
            "HTTP://a/",
            "ftp://a/",
            "http:a",
            "http:///a",
            "http://a:/",
            "http://@a/",
            "http://a./",
            "http://1/",
            "http://a.1/",
            "http://a_b/",
            "http://-a/",
            "http://a/./b",
            "http://a/%00",
            "http://a/%2E",
            "http://a/%25",
            "http://a/%C3%A9",
            "http://a/;",
            "http://é/",
            "http://a/\u{5D0}",
            "http://a/e\u{301}",
            "http://a/\u{3000}",
            "http://http//a",
            "http://xn--a/",
        ] {
            assert!(!is_plain(text), "{text}");
        }
        for profile in Profile::ALL {
            let is_silent = Asked::of(profile).is_silent_on_plain();
            assert_eq!(is_silent, profile == Profile::Default, "{}", profile.name());
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
