//! Labels of one script that look like labels of another: whole-script confusables.

use unicode_script::{Script, UnicodeScript};

use super::looks;

/// A script with letters that look like Latin ones.
struct Confusable {
    script: Script,
    /// The letters that look Latin in the fonts of browsers, which Chromium adds to UTS #39.
    letters: &'static str,
    /// The ASCII top-level domains of countries where names in the script are common.
    home: &'static [&'static str],
}

const CONFUSABLE: [Confusable; 17] = [
    of(Script::Armenian, "ագզէլհյոսւօՙ", &["am"]),
    of(
        Script::Cyrillic,
        "аысԁеԍһіюкјӏорԗԛѕԝхуъьҽпгѵѡ",
        &["bg", "by", "kz", "pyc", "ru", "su", "ua", "uz"],
    ),
    of(Script::Ethiopic, "ሀሠሰስበነተከዐዕዘጠፐꬅ", &["er", "et"]),
    of(Script::Georgian, "იოყძხჽჿ", &["ge"]),
    of(Script::Greek, "αικνρυωηοτ", &["gr"]),
    of(Script::Hebrew, "דוחיןסװײ׳ﬦ", &["il"]),
    of(Script::Bengali, "০৭", &[]),
    of(Script::Devanagari, "ऽ०ॱ", &[]),
    of(Script::Gujarati, "ડટ૦૧", &[]),
    of(Script::Gurmukhi, "੦੧", &[]),
    of(Script::Kannada, "ಽ೦೧", &[]),
    of(Script::Malayalam, "ടഠധനറ൦", &[]),
    of(Script::Oriya, "ଠ୦୮", &[]),
    of(Script::Tamil, "டப௦", &[]),
    of(Script::Telugu, "౦౧", &[]),
    of(Script::Myanmar, "ခဂငထပဝ၀၂ၔၜ\u{1090}\u{1091}\u{1095}\u{1096}\u{1097}", &["mm"]),
    of(Script::Thai, "ทนบพรหเแ๐ดลปฟม", &["th"]),
];

/// Words that look like Latin letters, but not like a word.
const WORDS: [&str; 9] =
    ["секс", "как", "коса", "курс", "парк", "такий", "укроп", "сахарок", "покраска"];

const fn of(script: Script, letters: &'static str, home: &'static [&'static str]) -> Confusable {
    Confusable { script, letters, home }
}

/// Returns true if all letters of a label are of one script other than Latin and look like Latin ones, below a
/// top-level domain where names in that script are uncommon.
pub(super) fn is_confusable(label: &str, top: &str) -> bool {
    let mut letters =
        label.chars().filter(|c| !matches!(c.script(), Script::Common | Script::Inherited));
    let Some(script) = letters.next().map(|c| c.script()).filter(|&one| one != Script::Latin)
    else {
        return false;
    };
    if letters.any(|c| c.script() != script) || WORDS.contains(&label) {
        return false;
    }
    let known = CONFUSABLE.iter().find(|confusable| confusable.script == script);
    let is_home = known.is_some_and(|one| one.home.contains(&top))
        || top.chars().any(|c| c.script() == script);
    let is_like =
        |c: char| c.script() != script || known.is_some_and(|one| one.letters.contains(c));
    !is_home && (label.chars().all(is_like) || looks::is_like_ascii(label))
}
