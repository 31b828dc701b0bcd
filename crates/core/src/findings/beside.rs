//! Words that stand right before or behind a name in a label: `paypal` in `loginpaypal`.

use std::array;
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

/// The words as fonts show them: at most eight letters.
#[derive(Debug)]
pub(super) struct Words {
    /// By the letters with which they begin, and by those with which they end.
    first: Side,
    last: Side,
}

static SHARED: LazyLock<Words> = LazyLock::new(|| {
    let words = WORDS.map(|word| Ends::all(font(word).as_deref().unwrap_or(word).as_bytes()));
    Words { first: Side::of(words, first), last: Side::of(words, last) }
});

/// The three letters that a piece begins with, the first one first.
#[inline]
fn first(piece: &Ends) -> [u8; 3] {
    let [a, b, c, ..] = piece.head.to_le_bytes();
    [a, b, c]
}

/// The three letters that it ends with, the last one first.
#[inline]
fn last(piece: &Ends) -> [u8; 3] {
    let [.., a, b, c] = piece.tail.to_le_bytes();
    [c, b, a]
}

/// The words by the letters at one side of them.
#[derive(Debug)]
struct Side {
    /// In the order of the letter at that side.
    words: [Ends; WORDS.len()],
    /// Where those of each letter begin, by five of its bits.
    starts: [usize; 33],
    /// The three letters at that side, as a set of bits. A letter that a word of two lacks is any.
    triples: [u64; 1 << 9],
}

impl Side {
    fn of(mut words: [Ends; WORDS.len()], three: impl Fn(&Ends) -> [u8; 3]) -> Self {
        let letter = |word: &Ends| usize::from(three(word)[0] & 31);
        words.sort_by_key(letter);
        let starts = array::from_fn(|i| words.partition_point(|word| letter(word) < i));
        let mut triples = [0; 1 << 9];
        for letters in words.iter().map(three) {
            for any in 0..32 {
                let (word, bit) = Self::place(letters.map(|c| if c == 0 { any } else { c }));
                triples[word] |= 1 << bit;
            }
        }
        Self { words, starts, triples }
    }

    #[inline]
    fn may_have(&self, letters: [u8; 3]) -> bool {
        let (word, bit) = Self::place(letters);
        self.triples[word] >> bit & 1 != 0
    }

    /// The words with this letter at that side, and perhaps others.
    fn with(&self, letter: u8) -> &[Ends] {
        let letter = usize::from(letter & 31);
        &self.words[self.starts[letter]..self.starts[letter + 1]]
    }

    #[inline]
    fn place(letters: [u8; 3]) -> (usize, usize) {
        let [a, b, c] = letters.map(|letter| usize::from(letter & 31));
        (a << 4 | b >> 1, (b & 1) << 5 | c)
    }
}

impl Words {
    #[inline]
    pub(super) fn shared() -> &'static Self {
        &SHARED
    }

    /// Whether there is a text beside a word in a label of a text for which `is_one` holds: nearly always false.
    #[inline]
    pub(super) fn finds_beside(
        &self,
        text: &[u8],
        label: &Range<usize>,
        is_one: impl Fn(Range<usize>) -> bool,
    ) -> bool {
        let letters = &text[label.clone()];
        let (Some(&first), Some(&[a, b, c])) = (letters.first_chunk::<3>(), letters.last_chunk())
        else {
            return false;
        };
        // Without a jump after the first letters, which would often be mistaken.
        let has_word = self.first.may_have(first) | self.last.may_have([c, b, a]);
        has_word
            && label.len() >= LEAST + 2
            && self.besides(Ends::of(text, label.clone()), label.start).any(is_one)
    }

    /// The texts beside a word in a label, which begins there in a text and is as fonts show it.
    pub(super) fn besides(&self, label: Ends, start: usize) -> impl Iterator<Item = Range<usize>> {
        let end = start + label.length;
        let fits = move |word: &&Ends| label.length >= word.length + LEAST;
        let begins = move |word: &&Ends| (label.head ^ word.head) & lowest(word.length) == 0;
        let ends = move |word: &&Ends| (label.tail ^ word.tail) & highest(word.length) == 0;
        let behind = self.first.with(first(&label)[0]).iter().filter(fits).filter(begins);
        let before = self.last.with(last(&label)[0]).iter().filter(fits).filter(ends);
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
            let words = Words::shared();
            let is_found = words.finds_beside(text.as_bytes(), &(2..2 + label.len()), |_| true);
            assert_eq!(is_found, !found.is_empty(), "{label}");
        }
    }
}
