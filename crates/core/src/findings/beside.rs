//! The pieces of a label that are compared with names: those between hyphens, and the text right before or behind a word
//! (`paypal` in `loginpaypal`).

use std::iter::once;
use std::sync::LazyLock;

use super::looks::font;

/// Words that are taken for a part of a name, without a hyphen between.
const WORDS: [&str; 42] = [
    "account", "accounts", "admin", "alert", "app", "apps", "auth", "bank", "billing", "care",
    "cdn", "center", "cloud", "com", "confirm", "customer", "help", "home", "info", "login",
    "mail", "mobile", "my", "net", "office", "online", "pay", "payment", "portal", "reset",
    "secure", "security", "service", "shop", "signin", "sso", "store", "support", "update",
    "verify", "web", "www",
];

/// A shorter text stands beside a word by chance.
const LEAST: usize = 5;

/// The words as fonts show them.
#[derive(Debug)]
struct Words {
    all: Vec<String>,
    /// The first two letters of the words, and the last two from the end on: a bit for each second letter, by the
    /// first. Most labels are done with after a look at them.
    first: [u32; 32],
    last: [u32; 32],
}

static WORDS_IN_FONTS: LazyLock<Words> = LazyLock::new(|| {
    let words = WORDS.map(|word| font(word).unwrap_or_else(|| word.to_owned()));
    let [mut first, mut last] = [[0; 32]; 2];
    for word in &words {
        if let [a, b, ..] = word.as_bytes()[..] {
            first[usize::from(a % 32)] |= 1 << (b % 32);
        }
        if let [.., b, a] = word.as_bytes()[..] {
            last[usize::from(a % 32)] |= 1 << (b % 32);
        }
    }
    Words { all: words.into(), first, last }
});

/// The texts right behind and right before a word in a label as fonts show it.
#[inline]
pub(super) fn beside_words(label: &str) -> impl Iterator<Item = &str> {
    let Words { all, first, last } = &*WORDS_IN_FONTS;
    let may_be = |pairs: &[u32; 32], a: u8, b: u8| pairs[usize::from(a % 32)] >> (b % 32) & 1;
    let (begins, ends) = match *label.as_bytes() {
        [a, b, .., c, d] if label.len() >= LEAST + 2 => (may_be(first, a, b), may_be(last, d, c)),
        _ => (0, 0),
    };
    let words = |may_be: u32| if may_be == 0 { [].iter() } else { all.iter() };
    let behind = words(begins).filter_map(|word| label.strip_prefix(&**word));
    let before = words(ends).filter_map(|word| label.strip_suffix(&**word));
    behind.chain(before).filter(|rest| rest.chars().nth(LEAST - 1).is_some())
}

/// The most pieces between hyphens that are compared in a row: names have few hyphens.
const ROW: usize = 3;

/// The pieces of a label between hyphens, and several of them in a row.
pub(super) fn between_hyphens(label: &str) -> impl Iterator<Item = &str> {
    let starts = once(0).chain(label.match_indices('-').map(|(i, _)| i + 1));
    starts.flat_map(|start| {
        let rest = &label[start..];
        let ends = rest.match_indices('-').map(|(i, _)| i).chain(once(rest.len()));
        ends.take(ROW).map(|end| &rest[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_beside_a_word() {
        assert!(WORDS.iter().all(|word| (2..=8).contains(&word.len())));
        for (label, expected) in [
            ("loginpaypal", &["paypal"][..]),
            ("paypallogin", &["pallogin", "paypal"]),
            ("doudpaypal", &["paypal"]),
            ("accountsecure", &["secure", "ecure", "account"]),
            ("accountsbanana", &["sbanana", "banana"]),
            ("mypaypal", &["paypal"]),
            ("mypayp", &[]),
            ("mypay", &[]),
            ("customer", &[]),
            ("customersupport", &["support", "customer"]),
            ("paypal", &[]),
            ("", &[]),
        ] {
            assert_eq!(beside_words(label).collect::<Vec<_>>(), expected, "{label}");
        }
    }

    #[test]
    fn what_stands_between_hyphens() {
        let runs: Vec<&str> = between_hyphens("a-bc--d").collect();
        assert_eq!(runs, ["a", "a-bc", "a-bc-", "bc", "bc-", "bc--d", "", "-d", "d"]);
        assert_eq!(between_hyphens("abc").collect::<Vec<_>>(), ["abc"]);
    }
}
