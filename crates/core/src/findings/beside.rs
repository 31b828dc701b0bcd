//! Words that stand right before or behind a name in a label: `paypal` in `loginpaypal`.

use std::ops::Range;
use std::sync::LazyLock;

use super::ends::{Ends, highest, lowest};
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

/// The words by the two letters with which one begins, or ends.
#[derive(Debug)]
pub(super) struct Words {
    first: Edges,
    last: Edges,
}

/// The words in an order, and where those with two letters lie in it.
#[derive(Debug)]
struct Edges {
    places: [(u8, u8); EDGES],
    /// As fonts show them: at most eight letters.
    words: [Ends; WORDS.len()],
}

/// Two letters, of five bits each.
const EDGES: usize = 1 << 10;

static SHARED: LazyLock<Words> = LazyLock::new(|| {
    let words = WORDS.map(|word| Ends::all(font(word).as_bytes()));
    Words { first: Edges::of(words, first), last: Edges::of(words, last) }
});

/// The two letters that a piece begins with.
#[inline]
fn first(piece: &Ends) -> usize {
    let [a, b, ..] = piece.head.to_le_bytes();
    edge(a, b)
}

/// The two letters that it ends with.
#[inline]
fn last(piece: &Ends) -> usize {
    let [.., a, b] = piece.tail.to_le_bytes();
    edge(a, b)
}

#[inline]
fn edge(a: u8, b: u8) -> usize {
    usize::from(a & 31) << 5 | usize::from(b & 31)
}

impl Edges {
    fn of(mut words: [Ends; WORDS.len()], edge: impl Fn(&Ends) -> usize) -> Self {
        words.sort_by_key(&edge);
        let mut places = [(0, 0); EDGES];
        for (i, word) in (0..).zip(&words) {
            let place = &mut places[edge(word)];
            *place = (if place.1 == 0 { i } else { place.0 }, i + 1);
        }
        Self { places, words }
    }

    #[inline]
    fn at(&self, edge: usize) -> &[Ends] {
        let (start, end) = self.places[edge];
        &self.words[usize::from(start)..usize::from(end)]
    }
}

impl Words {
    #[inline]
    pub(super) fn shared() -> &'static Self {
        &SHARED
    }

    /// What stands beside a word in a label, which begins there in a text and is as fonts show it.
    #[inline]
    pub(super) fn besides(&self, label: Ends, start: usize) -> impl Iterator<Item = Range<usize>> {
        let end = start + label.length;
        let is_long = label.length >= LEAST + 2;
        let (first, last) = if is_long {
            (self.first.at(first(&label)), self.last.at(last(&label)))
        } else {
            (&[][..], &[][..])
        };
        let fits = move |word: &&Ends| label.length >= word.length + LEAST;
        let begins = move |word: &&Ends| (label.head ^ word.head) & lowest(word.length) == 0;
        let ends = move |word: &&Ends| (label.tail ^ word.tail) & highest(word.length) == 0;
        let behind = first.iter().filter(begins).filter(fits);
        let before = last.iter().filter(ends).filter(fits);
        let behind = behind.map(move |word| start + word.length..end);
        behind.chain(before.map(move |word| start..end - word.length))
    }
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
            let piece = Ends::of(text.as_bytes(), 2..2 + label.len());
            let found = Words::shared().besides(piece, 2);
            let found: Vec<&str> = found.map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{label}");
        }
    }
}
