//! The scripts of characters beyond ASCII (UAX #24).

use unicode_script::{Script, UnicodeScript};

/// The scripts of the characters of a text that are not ASCII, in the order of the text.
pub fn scripts(text: &str) -> Vec<&'static str> {
    let mut scripts = ScriptCounts::default();
    scripts.add(text);
    scripts.iter().map(|(name, _)| name).collect()
}

/// The number of values with each script.
#[derive(Debug, Default)]
pub(crate) struct ScriptCounts {
    /// They are in the order of their first occurrence; there are few in any data.
    counts: Vec<(Script, u64)>,
    /// The scripts of one value.
    seen: Vec<Script>,
}

impl ScriptCounts {
    /// Counts each script of a value once.
    pub(crate) fn add(&mut self, text: &str) {
        self.seen.clear();
        let mut last = None;
        // Decoding the text before the first of them would take longer than finding it.
        let first = text.bytes().position(|byte| !byte.is_ascii()).unwrap_or(text.len());
        let mut rest = text[first..].chars();
        while let Some(c) = rest.next() {
            if c.is_ascii() {
                continue;
            }
            let script = script(c);
            if script == Script::Han {
                let text = rest.as_str();
                rest = text[ideographs(text.as_bytes())..].chars();
            }
            if last != Some(script) && !self.seen.contains(&script) {
                self.seen.push(script);
            }
            last = Some(script);
        }
        for i in 0..self.seen.len() {
            self.add_count(self.seen[i], 1);
        }
    }

    fn add_count(&mut self, script: Script, more: u64) {
        match self.counts.iter_mut().find(|(known, _)| *known == script) {
            Some((_, count)) => *count += more,
            None => self.counts.push((script, more)),
        }
    }

    /// Adds the counts of others.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for &(script, count) in &other.counts {
            self.add_count(script, count);
        }
    }

    /// The scripts by their long names, with the number of values of each. A code point without a script counts
    /// as `Other`.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.counts.iter().map(|&(script, count)| {
            (if script == Script::Unknown { "Other" } else { script.full_name() }, count)
        })
    }
}

/// The number of ideographs from U+5000 to U+9FFF at the beginning, which are recognized by their first bytes.
#[inline]
fn ideographs(text: &[u8]) -> usize {
    let (characters, _) = text.as_chunks::<3>();
    3 * characters.iter().take_while(|[first, ..]| (0xE5..=0xE9).contains(first)).count()
}

/// The script of a character; common ones need no look-up.
#[inline]
fn script(c: char) -> Script {
    match c {
        '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{17F}' => Script::Latin,
        '\u{400}'..='\u{481}' => Script::Cyrillic,
        '\u{2010}'..='\u{2027}' | '\u{30FB}' | '\u{30FC}' => Script::Common,
        '\u{3041}'..='\u{3096}' => Script::Hiragana,
        '\u{30A1}'..='\u{30FA}' => Script::Katakana,
        '\u{4E00}'..='\u{9FFF}' => Script::Han,
        '\u{AC00}'..='\u{D7A3}' => Script::Hangul,
        _ => c.script(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_characters_are_of_their_script() {
        for c in '\0'..=char::MAX {
            assert_eq!(script(c), c.script(), "{c:?}");
        }
    }

    #[test]
    fn ideographs_are_told_by_their_first_bytes() {
        for c in '\0'..=char::MAX {
            let length = ideographs(c.to_string().as_bytes());
            assert!(length == 0 || length == c.len_utf8() && c.script() == Script::Han, "{c:?}");
        }
        assert_eq!(ideographs("道路a道".as_bytes()), 6);
        assert_eq!(ideographs("".as_bytes()), 0);
    }

    #[test]
    fn each_script_counts_once_a_value() {
        let mut scripts = ScriptCounts::default();
        for text in ["é", "道に道", "Ж–b", "e\u{301}", "\u{10FFFD}", "ab道路é"] {
            scripts.add(text);
        }
        let found: Vec<_> = scripts.iter().collect();
        let expected = [
            ("Latin", 2),
            ("Han", 2),
            ("Hiragana", 1),
            ("Cyrillic", 1),
            ("Common", 1),
            ("Inherited", 1),
            ("Other", 1),
        ];
        assert_eq!(found, expected);
    }
}
