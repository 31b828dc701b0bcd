//! The pieces of a label that are compared with names: what stands between hyphens, and what stands right before or
//! behind a word (`paypal` in `loginpaypal`).

use std::iter::once;
use std::ops::Range;
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
pub(super) const LEAST: usize = 5;

/// The words as fonts show them.
#[derive(Debug)]
pub(super) struct Words {
    all: Vec<Vec<u8>>,
    /// The first two letters of the words, and the last two from the end on: a bit for each second letter, by the
    /// first. Most labels are done with after a look at them.
    first: [u32; 32],
    last: [u32; 32],
}

static SHARED: LazyLock<Words> = LazyLock::new(|| {
    let words = WORDS.map(|word| font(word).as_deref().unwrap_or(word).as_bytes().to_vec());
    let [mut first, mut last] = [[0; 32]; 2];
    for word in &words {
        if let [a, b, ..] = word[..] {
            first[usize::from(a % 32)] |= 1 << (b % 32);
        }
        if let [.., b, a] = word[..] {
            last[usize::from(a % 32)] |= 1 << (b % 32);
        }
    }
    Words { all: words.into(), first, last }
});

impl Words {
    #[inline]
    pub(super) fn shared() -> &'static Self {
        &SHARED
    }

    /// The texts beside a word in a label that begins at `start` of its text and is as fonts show it.
    #[inline]
    pub(super) fn besides(&self, label: &[u8], start: usize) -> impl Iterator<Item = Range<usize>> {
        let end = start + label.len();
        let may_be = |pairs: &[u32; 32], a: u8, b: u8| pairs[usize::from(a % 32)] >> (b % 32) & 1;
        let (begins, ends) = match *label {
            [a, b, .., c, d] if label.len() >= LEAST + 2 => {
                (may_be(&self.first, a, b), may_be(&self.last, d, c))
            }
            _ => (0, 0),
        };
        let words = |may_be: u32| if may_be == 0 { &[] } else { &*self.all };
        let fits = |word: &&Vec<u8>| label.len() >= word.len() + LEAST;
        let behind = words(begins).iter().filter(fits).filter(|word| label.starts_with(word));
        let before = words(ends).iter().filter(fits).filter(|word| label.ends_with(word));
        let behind = behind.map(move |word| start + word.len()..end);
        behind.chain(before.map(move |word| start..end - word.len()))
    }
}

/// So many pieces between hyphens are compared in a row: names have few hyphens.
const ROW: usize = 3;

/// The pieces between hyphens, which lie there in a label, and several such pieces in a row.
pub(super) fn runs(
    hyphens: impl Iterator<Item = usize> + Clone,
    label: Range<usize>,
) -> impl Iterator<Item = Range<usize>> {
    let behind = hyphens.clone().map(|i| i + 1);
    once(label.start).chain(behind).flat_map(move |start| {
        let ends = hyphens.clone().filter(move |&i| i >= start).chain(once(label.end));
        ends.take(ROW).map(move |end| start..end)
    })
}

/// The places of hyphens in a text.
pub(super) fn hyphens(text: &[u8]) -> impl Iterator<Item = usize> + Clone {
    text.iter().enumerate().filter(|&(_, &byte)| byte == b'-').map(|(i, _)| i)
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
            let text = format!("//{label}.example/");
            let found = Words::shared().besides(label.as_bytes(), 2);
            let found: Vec<&str> = found.map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{label}");
        }
    }

    #[test]
    fn what_stands_between_hyphens() {
        let text = b"//a-bc--d/";
        let hyphens = hyphens(text);
        let runs: Vec<&[u8]> = runs(hyphens, 2..9).map(|run| &text[run]).collect();
        let expected = ["a", "a-bc", "a-bc-", "bc", "bc-", "bc--d", "", "-d", "d"];
        assert_eq!(runs, expected.map(str::as_bytes));
    }
}
