//! Spoofing: names that look like other names (UTS #39, and what Chromium does beyond it).

use icu_normalizer::DecomposingNormalizer;
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use unicode_script::{Script, UnicodeScript};
use unicode_security::GeneralSecurityProfile;
use unicode_security::mixed_script::AugmentedScriptSet;

use super::looks;
use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::{Label, Subject};
use super::whole_script;

rules! {
    "host-restricted-character": Warning, [Untrusted], if INTERNATIONAL, "UTS #39 §3.1", host_restricted_character,
        "a character that is not recommended for identifiers",
        "http://ex\u{1C3}mple.org/" => "http://éxample.org/";
    "host-mixed-script": Error, [Default], if INTERNATIONAL, "UTS #39 §5.2", host_mixed_script,
        "a label mixes scripts whose letters look alike",
        "http://g\u{43E}\u{43E}gle.example/" => "http://тест.example/";
    "host-whole-script-confusable": Warning, [Default], if INTERNATIONAL, "UTS #39 §4", host_whole_script_confusable,
        "every letter of a label in another script looks like a Latin one",
        "http://\u{430}\u{440}\u{440}\u{4CF}\u{435}.com/" => "http://\u{430}\u{440}\u{440}\u{4CF}\u{435}.рф/";
    "host-mixed-accents": Warning, [Untrusted], if INTERNATIONAL, "Chromium, IDN policy", host_mixed_accents,
        "a non-ASCII Latin letter next to letters of another script",
        "http://café카페.example/" => "http://cafe카페.example/";
    "host-repeated-mark": Warning, [Untrusted], if INTERNATIONAL, "UTS #39 §5.4", host_repeated_mark,
        "a letter has the same combining mark twice, but only one is visible",
        "http://á\u{301}.example/" => "http://á.example/";
    "host-digit-lookalike": Warning, [Untrusted], if INTERNATIONAL, "Chromium, IDN policy", host_digit_lookalike,
        "a label looks like a number but has a letter among its digits",
        "http://\u{437}\u{437}1.example/" => "http://331.example/";
    "host-mixed-numbers": Warning, [Untrusted], if INTERNATIONAL, "UTS #39 §5.3", host_mixed_numbers,
        "a label mixes the digits of two scripts",
        "http://১২4.example/" => "http://১২৪.example/";
    "host-dangerous-pattern": Warning, [Untrusted], if INTERNATIONAL, "Chromium, IDN policy", host_dangerous_pattern,
        "a character that looks like a delimiter or hides a mark in this position",
        "http://example.comノlogin.example/" => "http://ビタミン.example/";
    "host-tld-specific-letter": Info, [Untrusted], if INTERNATIONAL, "Chromium, IDN policy", host_tld_specific_letter,
        "a letter that only names under one top-level domain use",
        "http://þorn.example/" => "http://þorn.is/";
}

/// The labels that people see with characters beyond ASCII, with or without the top-level domain.
fn international<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = &'s Label> {
    subject.labels().iter().filter(|label| label.is_allowed && !label.shown.is_ascii())
}

/// The top-level domain, as people see it.
fn top<'s>(subject: &'s Subject<'_>) -> Option<&'s Label> {
    subject.labels().iter().rfind(|label| !label.mapped.is_empty())
}

fn host_restricted_character(subject: &Subject<'_>, found: &mut RuleNotes) {
    for label in international(subject) {
        let restricted = label.shown.chars().find(|&c| !c.is_ascii() && is_restricted(c));
        if let Some(c) = restricted {
            found.character(label.span.clone(), c);
        }
    }
}

/// Returns true if a character is not recommended for identifiers, or Chromium refuses it: rare letters, and
/// characters that look like a hyphen, a quotation mark or a slash.
fn is_restricted(c: char) -> bool {
    match c {
        '\u{138}'
        | '\u{1CD}'..='\u{1DC}'
        | '\u{2BB}'
        | '\u{2BC}'
        | '\u{2EC}'
        | '\u{338}'
        | '\u{58A}'
        | '\u{2010}'
        | '\u{2019}'
        | '\u{2027}'
        | '\u{30A0}'
        | '\u{1C80}'..='\u{1C8F}'
        | '\u{1E00}'..='\u{1E9B}'
        | '\u{1F00}'..='\u{1FFF}'
        | '\u{A640}'..='\u{A69F}'
        | '\u{A720}'..='\u{A7FF}' => true,
        // Unicode restricts the letters of Bopomofo and the marks of Kana. Names have them.
        '\u{3099}' | '\u{309A}' | '\u{3105}'..='\u{312F}' | '\u{31A0}'..='\u{31BF}' => false,
        c => !c.identifier_allowed(),
    }
}

/// "Highly Restrictive": one script; or Latin with the scripts of Japanese, Korean, or Chinese.
fn host_mixed_script(subject: &Subject<'_>, found: &mut RuleNotes) {
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
            found.with(label.span.clone(), looks::scripts(&label.shown));
        }
    }
}

/// The Latin letters of a label that mixes scripts, if one of them is beyond ASCII.
fn host_mixed_accents(subject: &Subject<'_>, found: &mut RuleNotes) {
    for label in international(subject) {
        let accented = label.shown.chars().find(|c| !c.is_ascii() && c.script() == Script::Latin);
        let is_other =
            |c: char| !matches!(c.script(), Script::Latin | Script::Common | Script::Inherited);
        if let Some(c) = accented
            && label.shown.contains(is_other)
        {
            found.with(label.span.clone(), c);
        }
    }
}

fn host_whole_script_confusable(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(top) = top(subject) else { return };
    for label in international(subject).filter(|label| label.span != top.span) {
        if whole_script::is_confusable(&label.shown, &top.shown)
            && let Some(shape) = looks::shapes(&label.shown).next()
        {
            found.with(label.span.clone(), shape);
        }
    }
}

fn host_digit_lookalike(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(top) = top(subject) else { return };
    let of_top = AugmentedScriptSet::for_str(&top.shown);
    for label in international(subject).filter(|label| label.span != top.span) {
        let mut of_both = AugmentedScriptSet::for_str(&label.shown);
        of_both.intersect_with(of_top);
        if of_both.is_empty() && label.shown.chars().all(looks::is_like_digit) {
            found.at(label.span.clone());
        }
    }
}

fn host_repeated_mark(subject: &Subject<'_>, found: &mut RuleNotes) {
    for label in international(subject) {
        let nfd = DecomposingNormalizer::new_nfd();
        // The marks of one letter, even if other marks stand between two equal ones.
        let mut marks: Vec<char> = Vec::new();
        let repeated = nfd.normalize_iter(label.shown.chars()).find(|&c| {
            if !is_mark(c) {
                marks.clear();
                return false;
            }
            let is_repeated = marks.contains(&c);
            marks.push(c);
            is_repeated
        });
        if let Some(c) = repeated {
            found.character(label.span.clone(), c);
        }
    }
}

/// Returns true if a character has no width.
fn is_mark(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    matches!(category, GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
}

fn host_mixed_numbers(subject: &Subject<'_>, found: &mut RuleNotes) {
    for label in international(subject) {
        let mut zeros = label.shown.chars().filter_map(zero);
        if let Some(first) = zeros.next()
            && zeros.any(|zero| zero != first)
        {
            found.at(label.span.clone());
        }
    }
}

/// The digit zero of the script of a decimal digit. Digits come in runs of ten, one after another.
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

/// Chromium's patterns: Japanese characters that look like a slash outside Japanese text, marks of Kana without
/// Kana, ideographs that look like a stroke or a Latin letter next to other scripts, a middle dot next to
/// Latin, marks that blend into the letter before them or combine with a letter of another script.
///
/// A label in one script is only checked if it has characters that are dangerous in such a label.
fn host_dangerous_pattern(subject: &Subject<'_>, found: &mut RuleNotes) {
    for label in international(subject) {
        let characters: Vec<char> = label.shown.chars().collect();
        let is_special = |&c: &char| matches!(c, '\u{300}'..='\u{339}' | 'へ'..='ぺ' | 'ヘ'..='ペ' | '・'..='ヾ');
        if is_one_script(&label.shown) && !characters.iter().any(is_special) {
            continue;
        }
        let dangerous = (0..characters.len()).find(|&i| is_dangerous(&characters, i));
        if let Some(i) = dangerous {
            found.character(label.span.clone(), characters[i]);
        }
    }
}

/// Returns true if all characters of a text can be of one script, or of one of the East Asian languages.
fn is_one_script(text: &str) -> bool {
    !AugmentedScriptSet::for_str(text).is_empty()
}

fn is_dangerous(characters: &[char], i: usize) -> bool {
    let before = i.checked_sub(1).map(|i| characters[i]);
    let after = characters.get(i + 1).copied();
    let is_other = |c: Option<char>, scripts: &[Script]| c.is_some_and(|c| !is_of(c, scripts));
    let is_latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_lowercase());
    let has_before = |scripts: &[Script]| before.is_some_and(|c| is_of(c, scripts));
    let others_are = |script| {
        let others = characters.iter().enumerate().filter(|&(other, _)| other != i);
        0 < i && i + 1 < characters.len() && others.clone().all(|(_, &c)| is_of(c, &[script]))
    };
    match characters[i] {
        'ノ' | 'ン' | 'ソ' | 'ゾ' | '丶' | '丿' | '乀' | '乁' => {
            is_other(before, &JAPANESE) && is_other(after, &JAPANESE)
        }
        'ヽ' | 'ヾ' => !has_before(&[Script::Katakana]),
        'ー' => !has_before(&[Script::Katakana, Script::Hiragana]),
        'へ' | 'べ' | 'ぺ' => others_are(Script::Katakana),
        'ヘ' | 'ベ' | 'ペ' => others_are(Script::Hiragana),
        '・' => is_latin(before) || is_latin(after),
        '\u{3099}' | '\u{309A}' => true,
        c if STROKES.contains(c) => is_other(before, &EAST_ASIAN) || is_other(after, &EAST_ASIAN),
        '\u{307}' if matches!(before, Some('i' | 'j' | 'l')) => true,
        '\u{300}'..='\u{339}' => {
            before == Some('\u{131}')
                || is_other(before, &[Script::Latin, Script::Greek, Script::Cyrillic])
        }
        _ => false,
    }
}

/// Ideographs and letters of Bopomofo that look like a stroke, a Latin letter or a mark.
const STROKES: &str = "一丨乛七丅丆丁十〇工讠ㄧㄒㄚㄟㄨㄩㄈㆺㆳㆲ丩";

const JAPANESE: [Script; 3] = [Script::Katakana, Script::Hiragana, Script::Han];

const EAST_ASIAN: [Script; 4] = [Script::Katakana, Script::Hiragana, Script::Han, Script::Bopomofo];

/// Returns true if a character is used with one of these scripts.
fn is_of(c: char, scripts: &[Script]) -> bool {
    let of = c.script_extension();
    !of.is_common() && !of.is_inherited() && scripts.iter().any(|&one| of.contains_script(one))
}

fn host_tld_specific_letter(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(top) = top(subject) else { return };
    let is_in = |names: &[&str]| names.contains(&&*top.shown);
    for label in international(subject) {
        let without_catalan = label.shown.replace("l·l", "ll");
        let is_alone = label.shown.chars().count() == 1;
        if !is_alone && label.shown.contains(['þ', 'ð']) && !is_in(&["is", "fo"])
            || !is_alone && label.shown.contains('ə') && !is_in(&["az"])
            || without_catalan.contains('·')
            || label.shown.contains('·') && !is_in(&["cat"])
        {
            found.at(label.span.clone());
        }
    }
}
