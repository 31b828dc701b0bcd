//! Findings: what a reader should know about a valid reference beyond its grammar.
//!
//! The table of [`rules`] is the one statement of them: a rule is a row, with its examples and its function.
//! [`RuleSet`] is a set of rules: those of a [`Profile`], with more or fewer.
//!
//! ```
//! use iriform::Uri;
//! use iriform::findings::Profile;
//!
//! let uri = Uri::parse("http://127.1/")?;
//! let findings = uri.check(Profile::Default);
//! assert_eq!(findings[0].rule.code, "ipv4-lookalike");
//! assert_eq!(findings[0].evidence.as_deref(), Some("127.0.0.1"));
//! # Ok::<(), iriform::ParseError>(())
//! ```
// There is one file of rules for each topic. A rule reads a `Subject`, which is split and scanned once, and
// writes to `Found`.

mod authority;
mod blocks;
mod characters;
pub(crate) mod check;
mod context;
pub(crate) mod finding;
mod host;
mod lookalikes;
pub(crate) mod looks;
mod names;
mod normal_form;
mod notes;
mod path_query;
mod percent;
mod purl;
mod rdf;
mod rule;
mod rule_set;
mod scheme_syntax;
mod schemes;
mod secrets;
mod set_terms;
mod shape;
mod spoofing;
mod subject;
mod table;
mod terms;
mod traits;
mod urn;
mod whole_script;
mod written;

pub(crate) use check::check;
pub use finding::Finding;
pub use lookalikes::needs_names;
pub use names::{Names, NotAName};
pub use rule::{Profile, Rule, Severity};
pub use rule_set::{NotByItself, RuleSet, UnknownCode};
pub use secrets::secrets;
pub use set_terms::SetTerms;
pub use table::{TOPICS, Topic, rules};
pub use terms::{NotATerm, PolicyTerms, TERMS, Term, needs_policy};
pub use written::{AddressTerm, PlainTerm, WrongTerm, addresses};

/// The version of Unicode whose data the rules use.
pub const UNICODE_VERSION: &str = "18.0.0";

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
    use icu_properties::CodePointMapData;
    use icu_properties::props::{CanonicalCombiningClass, GeneralCategory};
    use unicode_script::{Script, UnicodeScript};

    use super::check::{is_found, is_plain};
    use super::context::Context;
    use super::notes::{Note, RuleNotes};
    use super::subject::Subject;
    use super::traits::Traits;
    use super::*;
    use crate::syntax::parse::recognize;
    use crate::syntax::split::split;
    use crate::syntax::text::Utf8;

    #[test]
    fn what_a_caller_gives_needs_no_trait_and_comes_last() {
        let asked_by_code: Vec<_> = rules().map(|rule| rule.only_if_any == Traits::NONE).collect();
        assert!(asked_by_code.is_sorted());
        assert!(rules().map(|rule| needs_policy(rule.code)).is_sorted());
        let is_given = |code| needs_policy(code) || needs_names(code);
        assert!(rules().all(|rule| is_given(rule.code) == (rule.only_if_any == Traits::NONE)));
    }

    /// Every example, with other beginnings and ends.
    fn texts() -> impl Iterator<Item = String> {
        let examples = || rules().flat_map(|rule| [rule.bad_example, rule.good_example]);
        let rests = || examples().filter_map(|text| text.split_once(':')).map(|(_, rest)| rest);
        let schemes = ["", "http:", "HTTPS:", "ws:", "file:", "urn:", "mailto:", "data:", "x.y:"];
        let composed =
            rests().flat_map(move |rest| schemes.map(|scheme| format!("{scheme}{rest}")));
        let ends = ["?a;b", "?a&", "?x:y=%2F", "#", ".", "/./a", "//", "/%2e", ")."];
        let ended = examples().flat_map(move |text| ends.map(|end| format!("{text}{end}")));
        composed.chain(ended).chain(["", ".", "..", "//", "//a", "?", "#", "a"].map(str::to_owned))
    }

    /// Runs a rule on a text.
    fn found(rule: &Rule, subject: &Subject<'_>) -> Vec<Note> {
        let mut found = RuleNotes::new(true);
        (rule.find)(subject, &mut found);
        found.take().collect()
    }

    #[test]
    fn what_a_rule_finds_has_a_trait_that_it_needs() {
        let context = Context::default();
        for text in texts() {
            if recognize(Utf8(text.as_bytes()), crate::syntax::rule::Rule::IriReference).is_err() {
                continue;
            }
            let traits = Traits::of(&text);
            let subject = Subject::new(&text, &context);
            for rule in rules().filter(|rule| !traits.meets(rule.only_if_any)) {
                assert!(found(rule, &subject).is_empty(), "{} in {text}", rule.code);
            }
        }
    }

    /// No character of a block that [`Traits`] treat as plain is found by a rule.
    #[test]
    fn every_character_has_the_traits_that_rules_need() {
        // Beyond U+1FFFF, the part of each plane that has properties.
        let is_asked = |c: &char| *c < '\u{20000}' || u32::from(*c) & 0xFFFF < 0x200;
        let context = Context::default();
        for c in ('\u{80}'..=char::MAX).filter(is_asked) {
            let text = format!("s:?\u{E9}{c}&{c}");
            let traits = Traits::of(&text);
            let subject = Subject::new(&text, &context);
            let is_let_go = |rule: &&'static Rule| {
                !traits.meets(rule.only_if_any) && rule.only_if_any.meets(Traits::of_characters())
            };
            for rule in rules().filter(is_let_go) {
                assert!(found(rule, &subject).is_empty(), "{} in {text:?}", rule.code);
            }
        }
    }

    /// A character without the trait is in NFC in every position: its combining class is 0, and it is never the
    /// second of a composition.
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
        for text in ["http://a/", "https://www.Example.org?a%20b#c", "http://x-1.y/é/道/я?a=b&"]
        {
            assert!(is_plain(text), "{text}");
        }
        for text in [
            "", "a", "HTTP://a/", "ftp://a/", "http:a", "http:///a", "http://a:/", "http://@a/",
            "http://a./", "http://1/", "http://a.1/", "http://a_b/", "http://-a/", "http://a/./b",
            "http://a/%00", "http://a/%2E", "http://a/%25", "http://a/%C3%A9", "http://a/;",
            "http://é/", "http://a/\u{5D0}", "http://a/e\u{301}", "http://a/\u{3000}",
            "http://http//a", "http://xn--a/",
        ] {
            assert!(!is_plain(text), "{text}");
        }
        for &profile in Profile::ALL {
            let is_silent = RuleSet::of(profile).is_silent_on_plain();
            assert_eq!(is_silent, profile == Profile::Default, "{}", profile.name());
        }
    }

    /// The traits computed from the host of a plain text and what follows it include those of the whole text,
    /// and give the same decision.
    #[test]
    fn plain_texts_are_decided_as_others() {
        let profiles = Profile::ALL.iter().copied().map(RuleSet::of);
        let profiles: Vec<_> = profiles.collect();
        let mut decided = [0; 4];
        let ends = ["", ".local", ".LocalHost", ".x-test", "al"];
        let hosts =
            ends.into_iter().flat_map(|end| ["a", "a.b"].map(|name| format!("{name}{end}")));
        let paths = ["", "/", "/b//c", "/b%20c", "/b?sig=1", "/b#token=1", "/\u{65E5}", "/b)."];
        let made = hosts.flat_map(|host| paths.map(|path| format!("http://{host}{path}")));
        for text in texts().chain(made).filter(|text| is_plain(text)) {
            let parts = split(Utf8(text.as_bytes()));
            let Some(host) = parts.host() else { continue };
            let traits = Traits::of_plain(text.as_bytes(), host);
            assert!(Traits::of(&text).is_within(traits), "{text}");
            for (rule_set, decided) in profiles.iter().zip(&mut decided) {
                let allowed = rule_set.allows_plain(text.as_bytes(), &parts);
                assert!(
                    allowed.is_none_or(|allowed| allowed != is_found(&text, rule_set)),
                    "{text}"
                );
                *decided += usize::from(allowed.is_some());
            }
        }
        // A host may have capitals, which concern the other profiles.
        assert_eq!(decided.map(|count| count > 40), [true, false, false, true]);
    }

    /// For every term, with values of every kind, the decision by the components of a plain text equals that of
    /// the whole text, so no column allows what a value refuses.
    #[test]
    fn each_term_decides_plain_texts_as_others() {
        let words =
            |all: &[&str]| PlainTerm::Texts(all.iter().copied().map(str::to_owned).collect());
        let lists = ["https", "*", "a.example", "*.example", "https://a.example", "10.0.0.0/8"];
        let values = [PlainTerm::Truth(true), PlainTerm::Truth(false), PlainTerm::Nothing]
            .into_iter()
            .chain([0, 16, 20, 24, 100].map(PlainTerm::Number))
            .chain([vec![80], vec![443], vec![80, 443]].map(PlainTerm::Numbers))
            .chain(["none", "any"].map(|name| PlainTerm::Text(name.to_owned())))
            .chain(lists.map(|one| words(&[one])));
        let hosts = ["a", "a.example", "b.a.example", "localhost", "LocalHost"];
        let ends = ["", "/", "/b", "?q", "/?q", "#f", "/b?#", "/\u{E9}"];
        let texts = ["http", "https"].iter().flat_map(|scheme| {
            let of_host = move |host| ends.map(|end| format!("{scheme}://{host}{end}"));
            hosts.into_iter().flat_map(of_host)
        });
        let texts: Vec<_> = texts.collect();
        assert!(texts.iter().all(|text| is_plain(text)));
        for (term, value) in TERMS.iter().flat_map(|term| values.clone().map(move |v| (term, v))) {
            for loopback in [&[][..], &["http"]] {
                let mut terms =
                    PolicyTerms { profile: "none".to_owned(), ..PolicyTerms::default() };
                let _ = terms.set("loopback", words(loopback));
                let is_read = terms.set(term.name, value.clone()).is_ok();
                let Some(set) = is_read.then(|| terms.set_terms().ok()).flatten() else { continue };
                let rule_set = RuleSet::nothing().allowing(set);
                let of_text = |text: &String| {
                    let parts = split(Utf8(text.as_bytes()));
                    let allowed = rule_set.allows_plain(text.as_bytes(), &parts);
                    assert_eq!(
                        allowed,
                        Some(!is_found(text, &rule_set)),
                        "{} {value:?} {text}",
                        term.name
                    );
                    allowed == Some(true)
                };
                let count = texts.iter().filter(|text| of_text(text)).count();
                assert!(!rule_set.allows_all_plain() || count == texts.len(), "{}", term.name);
            }
        }
    }

    #[test]
    fn one_version_of_unicode() {
        let version = |(major, minor, update): (u64, u64, u64)| format!("{major}.{minor}.{update}");
        assert_eq!(version(unicode_security::UNICODE_VERSION), UNICODE_VERSION);
        assert_eq!(version(unicode_script::UNICODE_VERSION), UNICODE_VERSION);
        // ICU4X does not have the property. Its code points without a character are those without a script.
        let categories = CodePointMapData::<GeneralCategory>::new();
        for c in '\0'..=char::MAX {
            use GeneralCategory::{PrivateUse, Unassigned};
            let has_none = matches!(categories.get(c), PrivateUse | Unassigned);
            assert_eq!(has_none, c.script() == Script::Unknown, "{c:?}");
        }
    }
}
