//! Lists of words that are looked for at the end of a text.

/// Words in lower case. Most texts end with a letter that ends none of them, so a look at the last letter
/// decides.
pub(crate) struct Endings {
    words: &'static [&'static str],
    /// One bit for each last letter, indexed by the letter's low five bits.
    last: u32,
}

impl Endings {
    /// Makes a list of these words, none of which may be empty.
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        let (mut last, mut i) = (0, 0);
        while i < words.len() {
            let word = words[i].as_bytes();
            last |= 1 << (word[word.len() - 1] % 32);
            i += 1;
        }
        Self { words, last }
    }

    /// The first of the words that ends a text, in any letter case.
    #[inline]
    pub(crate) fn of(&self, text: &[u8]) -> Option<&'static str> {
        let last = text.last()?;
        if self.last >> (last % 32) & 1 == 0 {
            return None;
        }
        self.words.iter().copied().find(|word| {
            let start = text.len().checked_sub(word.len());
            start.is_some_and(|start| text[start..].eq_ignore_ascii_case(word.as_bytes()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_at_the_end() {
        const LIST: Endings = Endings::new(&["local", "alt", "b.c"]);
        for (text, word) in [
            ("a.Local", Some("local")),
            ("ALT", Some("alt")),
            ("a b.c", Some("b.c")),
            ("b.d", None),
            ("lt", None),
            ("T", None),
            ("", None),
        ] {
            assert_eq!(LIST.of(text.as_bytes()), word, "{text}");
        }
    }
}
