//! Lists of words that a text may end with.

/// Words in lower case. Most texts end with another letter than each of them, which one look at the last one tells.
pub(crate) struct Endings {
    words: &'static [&'static str],
    /// A bit for each last letter, by the last five of its bits.
    last: u32,
}

impl Endings {
    /// A list of these words, none of which is empty.
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        let (mut last, mut i) = (0, 0);
        while i < words.len() {
            let word = words[i].as_bytes();
            last |= 1 << (word[word.len() - 1] % 32);
            i += 1;
        }
        Self { words, last }
    }

    /// The first of the words that a text ends with, in any letter case.
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
