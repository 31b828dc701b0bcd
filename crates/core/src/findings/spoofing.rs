//! Spoofing: names that look like other names (UTS #39, and what Chromium does beyond it).

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use unicode_script::{Script, UnicodeScript};
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{GeneralSecurityProfile, skeleton};

use super::found::Found;
use super::rule::Profile::{Default, Untrusted};
use super::rule::Rule;
use super::rule::Severity::{Error, Info, Warning};
use super::subject::{Label, Subject};
use super::traits::Traits;

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "host-restricted-character",
        severity: Warning,
        profiles: &[Untrusted],
        clause: "UTS #39 §3.1",
        message: "a character that is not recommended for identifiers",
        bad_example: "http://ex\u{1C3}mple.org/",
        good_example: "http://éxample.org/",
        needs: Traits::INTERNATIONAL,
        find: host_restricted_character,
    },
    Rule {
        code: "host-mixed-script",
        severity: Error,
        profiles: &[Default],
        clause: "UTS #39 §5.2",
        message: "a label mixes scripts whose letters look alike",
        bad_example: "http://g\u{43E}\u{43E}gle.example/",
        good_example: "http://тест.example/",
        needs: Traits::SCRIPTS,
        find: host_mixed_script,
    },
    Rule {
        code: "host-whole-script-confusable",
        severity: Warning,
        profiles: &[Default],
        clause: "UTS #39 §4",
        message: "a label of another script, all of whose letters look like Latin ones",
        bad_example: "http://\u{430}\u{440}\u{440}\u{4CF}\u{435}.com/",
        good_example: "http://\u{430}\u{440}\u{440}\u{4CF}\u{435}.рф/",
        needs: Traits::SCRIPTS,
        find: host_whole_script_confusable,
    },
    Rule {
        code: "host-digit-lookalike",
        severity: Warning,
        profiles: &[Untrusted],
        clause: "Chromium, IDN policy",
        message: "a label that looks like a number and has a letter among its digits",
        bad_example: "http://\u{437}\u{437}1.example/",
        good_example: "http://331.example/",
        needs: Traits::INTERNATIONAL,
        find: host_digit_lookalike,
    },
    Rule {
        code: "host-mixed-numbers",
        severity: Warning,
        profiles: &[Untrusted],
        clause: "UTS #39 §5.3",
        message: "a label with digits of two decimal systems",
        bad_example: "http://১২4.example/",
        good_example: "http://১২৪.example/",
        needs: Traits::INTERNATIONAL,
        find: host_mixed_numbers,
    },
    Rule {
        code: "host-dangerous-pattern",
        severity: Warning,
        profiles: &[Untrusted],
        clause: "Chromium, IDN policy",
        message: "a character that looks like a delimiter or hides a mark where it stands",
        bad_example: "http://example.comノlogin.example/",
        good_example: "http://ビタミン.example/",
        needs: Traits::INTERNATIONAL,
        find: host_dangerous_pattern,
    },
    Rule {
        code: "host-tld-specific-letter",
        severity: Info,
        profiles: &[Untrusted],
        clause: "Chromium, IDN policy",
        message: "a letter that only the names of one top-level domain use",
        bad_example: "http://þorn.example/",
        good_example: "http://þorn.is/",
        needs: Traits::INTERNATIONAL,
        find: host_tld_specific_letter,
    },
];

/// The labels that are shown with characters beyond ASCII, the top-level domain left out or not.
fn international<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = &'s Label> {
    subject.labels().iter().filter(|label| label.is_allowed && !label.shown.is_ascii())
}

/// The top-level domain, as people are shown it.
fn top<'s>(subject: &'s Subject<'_>) -> Option<&'s Label> {
    subject.labels().iter().rfind(|label| !label.span.is_empty())
}

fn host_restricted_character(subject: &Subject<'_>, found: &mut Found) {
    for label in international(subject) {
        let restricted = label.shown.chars().find(|c| !c.is_ascii() && !c.identifier_allowed());
        if let Some(c) = restricted {
            found.with(label.span.clone(), format!("U+{:04X}", u32::from(c)));
        }
    }
}

/// "Highly Restrictive": one script; or Latin with the scripts of Japanese, Korean, or Chinese.
fn host_mixed_script(subject: &Subject<'_>, found: &mut Found) {
    for label in international(subject) {
        let mut all = AugmentedScriptSet::default();
        let mut others = AugmentedScriptSet::default();
        for c in label.shown.chars() {
            let scripts = AugmentedScriptSet::for_char(c);
            all.intersect_with(scripts);
            if !scripts.base.contains_script(Script::Latin) {
                others.intersect_with(scripts);
            }
        }
        if all.is_empty() && !(others.hanb || others.jpan || others.kore) {
            found.with(label.span.clone(), scripts(&label.shown));
        }
    }
}

/// The names of the scripts of a text, in the order in which they come.
fn scripts(text: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for script in text.chars().map(|c| c.script()) {
        let is_own = !matches!(script, Script::Common | Script::Inherited);
        if is_own && !names.contains(&script.full_name()) {
            names.push(script.full_name());
        }
    }
    names.join(", ")
}

fn host_whole_script_confusable(subject: &Subject<'_>, found: &mut Found) {
    let Some(top) = top(subject) else { return };
    let of_top = AugmentedScriptSet::for_str(&top.shown);
    for label in international(subject).filter(|label| label.span != top.span) {
        let letters = || label.shown.chars().filter(|c| c.is_alphabetic());
        if letters().any(|c| c.script() == Script::Latin) || letters().next().is_none() {
            continue;
        }
        let mut of_both = AugmentedScriptSet::for_str(&label.shown);
        of_both.intersect_with(of_top);
        if of_both.is_empty() && skeleton(&label.shown).all(|c| c.is_ascii()) {
            found.with(label.span.clone(), skeleton(&label.shown).collect::<String>());
        }
    }
}

/// Letters and foreign digits that look like ASCII digits, by Chromium.
const DIGIT_LOOKALIKES: &str = "θ२২੨૨೩೭շзҙӡउওਤ੩૩౩ဒვპੜკ੫丩ㄐճ৪੪୪૭୨౨";

fn host_digit_lookalike(subject: &Subject<'_>, found: &mut Found) {
    for label in international(subject) {
        if label.shown.chars().all(|c| c.is_ascii_digit() || DIGIT_LOOKALIKES.contains(c)) {
            found.at(label.span.clone());
        }
    }
}

fn host_mixed_numbers(subject: &Subject<'_>, found: &mut Found) {
    for label in international(subject) {
        let mut zeros = label.shown.chars().filter_map(zero);
        if let Some(first) = zeros.next()
            && zeros.any(|zero| zero != first)
        {
            found.at(label.span.clone());
        }
    }
}

/// The zero of a decimal digit's system. Digits come in runs of ten, one behind another.
fn zero(c: char) -> Option<u32> {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let is_digit = |c: u32| categories.get32(c) == GeneralCategory::DecimalNumber;
    let c = u32::from(c);
    if !is_digit(c) {
        return None;
    }
    // At most five systems follow one another, the digits of mathematics.
    let start = (c.saturating_sub(50)..=c).rev().take_while(|&c| is_digit(c)).last()?;
    Some(c - (c - start) % 10)
}

/// Of Chromium's patterns: Japanese characters that look like a slash outside Japanese text,
/// ideographs that look like a stroke beside other scripts, a middle dot beside Latin, marks that
/// melt into the letter before them.
fn host_dangerous_pattern(subject: &Subject<'_>, found: &mut Found) {
    for label in international(subject) {
        let characters: Vec<char> = label.shown.chars().collect();
        let is_dangerous = |i: usize| {
            let before = i.checked_sub(1).map(|i| characters[i]);
            let after = characters.get(i + 1).copied();
            let is_other = |c: Option<char>| c.is_some_and(|c| !is_cjk(c));
            let is_latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_lowercase());
            match characters[i] {
                'ノ' | 'ン' | 'ソ' | 'ゾ' | '丶' | '丿' | '乀' | '乁' => {
                    is_other(before) && is_other(after)
                }
                '一' | '丨' | '十' | '工' | '〇' => is_other(before) || is_other(after),
                '・' => is_latin(before) || is_latin(after),
                '\u{300}'..='\u{36F}' => matches!(before, Some('i' | 'j' | 'l' | '\u{131}')),
                _ => false,
            }
        };
        if (0..characters.len()).any(is_dangerous) {
            found.at(label.span.clone());
        }
    }
}

/// Whether a character belongs to Chinese, Japanese or Korean, or to no script of its own.
fn is_cjk(c: char) -> bool {
    let set = AugmentedScriptSet::for_char(c);
    !c.is_ascii_alphanumeric() && c != '-' && (set.hanb || set.jpan || set.kore)
}

fn host_tld_specific_letter(subject: &Subject<'_>, found: &mut Found) {
    let Some(top) = top(subject) else { return };
    let is_in = |names: &[&str]| names.contains(&&*top.shown);
    for label in international(subject) {
        let without_catalan = label.shown.replace("l·l", "ll");
        if label.shown.contains(['þ', 'ð']) && !is_in(&["is", "fo"])
            || label.shown.contains('ə') && !is_in(&["az"])
            || without_catalan.contains('·')
            || label.shown.contains('·') && !is_in(&["cat"])
        {
            found.at(label.span.clone());
        }
    }
}
