//! The scripts of characters beyond ASCII (UAX #24).

use unicode_script::{Script, UnicodeScript};

/// The scripts of the characters of a text that are not ASCII, in the order of the text.
pub fn scripts(text: &str) -> Vec<&'static str> {
    let mut scripts = Scripts::default();
    scripts.add(text);
    scripts.iter().map(|(name, _)| name).collect()
}

/// How often each script has been met: in how many values.
#[derive(Debug, Default)]
pub(crate) struct Scripts {
    /// In the order in which they were first met; there are few in any data.
    counts: Vec<(Script, u64)>,
    /// Those of one value.
    seen: Vec<Script>,
}

impl Scripts {
    /// Counts each script of a value once.
    pub(crate) fn add(&mut self, text: &str) {
        self.seen.clear();
        for c in text.chars().filter(|c| !c.is_ascii()) {
            let script = c.script();
            if !self.seen.contains(&script) {
                self.seen.push(script);
            }
        }
        for &script in &self.seen {
            match self.counts.iter_mut().find(|(known, _)| *known == script) {
                Some((_, count)) => *count += 1,
                None => self.counts.push((script, 1)),
            }
        }
    }

    /// The scripts by their long names, and in how many values each was met. A code point that has no
    /// script is of `Other`.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.counts.iter().map(|&(script, count)| {
            (if script == Script::Unknown { "Other" } else { script.full_name() }, count)
        })
    }

    pub(crate) fn clear(&mut self) {
        self.counts.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_script_counts_once_a_value() {
        let mut scripts = Scripts::default();
        for text in ["é", "道に道", "Ж–b", "e\u{301}", "\u{10FFFD}", "ab道é"] {
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
