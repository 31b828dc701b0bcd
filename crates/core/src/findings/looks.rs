//! The look of a label: the keys by which names are compared.
//!
//! Two labels have the same [`shape`] if their characters look alike (UTS #39 §4), apart from marks, strokes
//! and hooks. They have the same [`font`] if they look alike in some fonts: `0` and `o`, `rn` and `m`.
//! Characters of ASCII keep their shape, so `paypa1` and `paypal` have different shapes.

use std::borrow::Cow;

use icu_normalizer::DecomposingNormalizer;
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use unicode_script::{Script, UnicodeScript};
use unicode_security::skeleton;

/// Characters and their look in the fonts of browsers, beyond UTS #39: mostly what Chromium adds. It also has
/// the characters that UTS #39 maps to several.
const SHAPES: [(char, &str); 27] = [
    ('b', "\u{185}\u{184}ьҍвʙßᛒ"),
    ('c', "ҫင"),
    ('d', "ԃძð"),
    ('e', "єҽҿꞓၔε"),
    ('f', "ғӻ"),
    ('g', "ԍဌɢ"),
    ('h', "нћңҥӈӊԋԧԩʜħ"),
    ('j', "၂"),
    ('k', "ĸκкқҝҟҡӄԟƙ"),
    ('m', "мӎʍ"),
    ('n', "ŋпԥπกח"),
    ('o', "စ०০੦૦ଠ୦೦"),
    ('p', "ϼҏ"),
    ('q', "৭੧૧"),
    ('r', "ґгɼ"),
    ('s', "ടรຣຮ"),
    ('t', "ŧтҭԏᴛτ七丅丆丁ƭ"),
    ('u', "บບʉ"),
    ('w', "ωшщพฟພຟⱳ"),
    ('x', "χҳӽӿ乂"),
    ('y', "ұ丫"),
    ('2', "२২੨૨೩೭շ"),
    ('3', "зҙӡउওਤ੩૩౩ဒვპੜკɜȝ"),
    ('4', "੫丩ㄐ"),
    ('6', "ճ"),
    ('8', "৪੪୫"),
    ('9', "૭୨౨"),
];

/// Characters that look like one text or another.
const EITHER: [(char, &str); 4] = [('\u{4CF}', "i"), ('þ', "b"), ('œ', "ce"), ('ł', "t")];

/// The ASCII text that a label with characters beyond ASCII looks like, and the names of its scripts; none if
/// there is no such text.
pub(crate) fn look_of(label: &str) -> Option<(String, String)> {
    if label.is_ascii() {
        return None;
    }
    let shape = shapes(label).next().filter(|shape| shape.is_ascii())?;
    Some((shape.into_owned(), scripts(label)))
}

/// The names of the scripts of a text, in the order in which they come.
pub(super) fn scripts(text: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for script in text.chars().map(|c| c.script()) {
        let is_own = !matches!(script, Script::Common | Script::Inherited);
        if is_own && !names.contains(&script.full_name()) {
            names.push(script.full_name());
        }
    }
    names.join(", ")
}

/// A label that is too long for the DNS is not a look-alike.
pub(super) const MAX_LABEL: usize = 63;

/// The shapes that a label has: one, or two where a character looks like either of two texts. None if
/// it is longer than a label of the DNS.
pub(super) fn shapes(label: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let first = shape(label, false);
    let is_either = !label.is_ascii() && label.contains(EITHER.map(|(c, _)| c));
    let second = if first.is_some() && is_either { shape(label, true) } else { None };
    first.into_iter().chain(second)
}

/// The first or the second shape of a label.
fn shape(label: &str, second: bool) -> Option<Cow<'_, str>> {
    if label.is_ascii() {
        let has_capitals = label.bytes().any(|byte| byte.is_ascii_uppercase());
        let shape = if has_capitals { label.to_ascii_lowercase().into() } else { label.into() };
        return (label.len() <= MAX_LABEL).then_some(shape);
    }
    let mut shape = String::with_capacity(label.len());
    for c in label.chars() {
        push_shape(c, second, &mut shape);
    }
    (shape.chars().count() <= MAX_LABEL).then_some(shape.into())
}

fn push_shape(c: char, second: bool, shape: &mut String) {
    if c.is_ascii() {
        return shape.push(c.to_ascii_lowercase());
    }
    if let Some((_, look)) = EITHER.iter().find(|&&(either, _)| second && either == c) {
        return shape.push_str(look);
    }
    if let Some(look) = look(c) {
        return shape.push(look);
    }
    let mut buffer = [0; 4];
    let nfd = DecomposingNormalizer::new_nfd();
    for part in nfd.normalize(c.encode_utf8(&mut buffer)).chars().filter(|&part| !is_mark(part)) {
        let prototype: String =
            skeleton(part.encode_utf8(&mut [0; 4])).filter(|&c| !is_mark(c)).collect();
        match (look(part), &*prototype) {
            (Some(look), _) => shape.push(look),
            // The skeleton of `m`.
            (None, "rn") => shape.push('m'),
            (None, other) => other.chars().for_each(|c| {
                shape.push(look(c).unwrap_or(c.to_ascii_lowercase()));
            }),
        }
    }
}

/// The character of ASCII that this one looks like, beyond UTS #39.
fn look(c: char) -> Option<char> {
    let shape = SHAPES.iter().find(|(_, others)| !c.is_ascii() && others.contains(c));
    shape.map(|&(look, _)| look)
}

/// Returns true if a character is a mark on the letter before it, in Latin, Greek and Cyrillic.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}')
}

/// Returns true if the characters of a label look like letters and digits of ASCII by UTS #39 alone.
pub(super) fn is_like_ascii(label: &str) -> bool {
    skeleton(label).all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Returns true if a character is a digit of ASCII or looks like one, as digits of other scripts and a few
/// letters do.
pub(super) fn is_like_digit(c: char) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_number = || {
        let categories = CodePointMapData::<GeneralCategory>::new();
        categories.get(c) == GeneralCategory::DecimalNumber
    };
    is_digit(c)
        || c == 'θ'
        || !c.is_ascii() && {
            let is_one = |shape: &str| shape.chars().all(is_digit) || shape == "o" && is_number();
            shapes(c.encode_utf8(&mut [0; 4])).any(|shape| is_one(&shape))
        }
}

/// The look that fonts give a shape, if it differs: `0`, `1`, `5`, `rn`, `vv` and `cl` look like `o`, `l`, `s`,
/// `m`, `w` and `d`.
pub(super) fn font(shape: &str) -> Option<String> {
    if !melts(shape.as_bytes()) {
        return None;
    }
    let mut font = String::with_capacity(shape.len());
    for c in shape.chars() {
        let c = u8::try_from(c).map_or(c, |byte| char::from(single(byte)));
        let before = font.as_bytes().last().copied().unwrap_or_default();
        match u8::try_from(c).ok().and_then(|byte| double(before, byte)) {
            Some(melted) => {
                font.pop();
                font.push(char::from(melted));
            }
            None => font.push(c),
        }
    }
    Some(font)
}

/// Returns true if fonts change the look of a shape.
#[inline]
fn melts(shape: &[u8]) -> bool {
    // It reads every character without a branch for each.
    let singles = shape.iter().fold(false, |any, &byte| any | (single(byte) != byte));
    let pairs = shape.iter().zip(shape.iter().skip(1));
    pairs.fold(singles, |any, (&before, &byte)| any | double(before, byte).is_some())
}

/// The character that fonts make this one look like.
const fn single(byte: u8) -> u8 {
    match byte {
        b'0' => b'o',
        b'1' => b'l',
        b'5' => b's',
        byte => byte,
    }
}

/// The character that two characters side by side look like.
const fn double(before: u8, byte: u8) -> Option<u8> {
    match (before, byte) {
        (b'r', b'n') => Some(b'm'),
        (b'v', b'v') => Some(b'w'),
        (b'c', b'l') => Some(b'd'),
        _ => None,
    }
}

/// The shape of a label as it is written, if a capital `I` among small letters looks like `l` there.
pub(super) fn shape_of_capitals(label: &str) -> Option<String> {
    let is_mixed =
        label.is_ascii() && label.contains('I') && label.contains(|c: char| c.is_ascii_lowercase());
    is_mixed
        .then(|| label.replace('I', "l").to_ascii_lowercase())
        .filter(|shape| shape.len() <= MAX_LABEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_labels() {
        for (label, expected) in [
            ("paypal", &["paypal"][..]),
            ("PayPal", &["paypal"]),
            ("paypa1", &["paypa1"]),
            ("p\u{430}yp\u{430}l", &["paypal"]),
            ("đigklmo68", &["digklmo68"]),
            ("digkłmo68", &["digklmo68", "digktmo68"]),
            ("dig\u{331}klṃø68", &["digklmo68"]),
            ("pħktb", &["phktb"]),
            ("ıe\u{301}ü", &["ieu"]),
            ("a\u{4CF}e", &["ale", "aie"]),
            ("œuvre", &["oeuvre", "ceuvre"]),
            ("\u{448}\u{43C}\u{43D}\u{442}\u{44C}", &["wmhtb"]),
            ("中文", &["中文"]),
            ("", &[""]),
        ] {
            assert!(shapes(label).eq(expected.iter().copied()), "{label}");
        }
        assert_eq!(shapes(&"a".repeat(64)).next(), None);
    }

    #[test]
    fn fonts() {
        for (shape, expected) in [
            ("g00g1e", "google"),
            ("rnicros0ft", "microsoft"),
            ("vvikipedia", "wikipedia"),
            ("c1oud", "doud"),
            ("rrn", "rm"),
            ("vvv", "wv"),
            ("plain", "plain"),
        ] {
            assert_eq!(font(shape).as_deref().unwrap_or(shape), expected);
            assert_eq!(font(shape).is_some(), shape != expected);
        }
        assert_eq!(shape_of_capitals("paypaI").as_deref(), Some("paypal"));
        assert_eq!(shape_of_capitals("PAYPAI"), None);
        assert_eq!(shape_of_capitals("paypal"), None);
    }

    /// `confusables.txt`, as its crate has it: two characters that UTS #39 calls confusable have one shape
    /// and font, wherever one of them looks like ASCII.
    #[test]
    fn what_is_confusable_with_ascii_has_its_shape() {
        let of = |c: char| skeleton(c.encode_utf8(&mut [0; 4])).collect::<String>();
        let ascii: Vec<(char, String)> = ('a'..='z').chain('0'..='9').map(|c| (c, of(c))).collect();
        for c in ('\u{80}'..=char::MAX).filter(|&c| !c.is_uppercase()) {
            let skeleton = of(c);
            for (letter, _) in ascii.iter().filter(|(_, of)| *of == skeleton) {
                let of = |shape: &str| font(shape).unwrap_or_else(|| shape.to_owned());
                let fonts: Vec<_> =
                    shapes(c.encode_utf8(&mut [0; 4])).map(|shape| of(&shape)).collect();
                let expected = of(letter.encode_utf8(&mut [0; 4]));
                let is_other = look(c).is_some_and(|look| look != *letter);
                assert!(is_other || fonts.contains(&expected), "{c} {letter}: {fonts:?}");
            }
        }
    }
}
