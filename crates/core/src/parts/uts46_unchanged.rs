//! Names that UTS #46 leaves unchanged: the usual internationalized hosts, recognized without its data.
//!
//! The characters here are a subset that is easily stated: lower-case letters and ideographs that
//! are valid by UTS #46, are in every normal form wherever they stand, and go from left to right. A
//! name of them alone is mapped to itself. The tests hold every one of them against the crate.

/// Sets of scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scripts(u8);

impl Scripts {
    pub(crate) const COMMON: Self = Self(0);
    const LATIN: Self = Self(1);
    const GREEK: Self = Self(1 << 1);
    const CYRILLIC: Self = Self(1 << 2);
    const HAN: Self = Self(1 << 3);
    const KANA: Self = Self(1 << 4);
    const HANGUL: Self = Self(1 << 5);

    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether a label of these scripts is "Highly Restrictive" (UTS #39 §5.2).
    pub(crate) const fn is_restrictive(self) -> bool {
        let with_latin = Self::LATIN.and(Self::HAN);
        self.0.count_ones() <= 1
            || self.is_within(with_latin.and(Self::KANA))
            || self.is_within(with_latin.and(Self::HANGUL))
    }

    /// Whether no label of them looks like one in ASCII, in a name whose last label has the scripts
    /// `top` (UTS #39 §4). A Latin letter is no other's look-alike, the East Asian characters here
    /// have none in ASCII, and a label is not taken for another where the whole name is of its
    /// script.
    pub(crate) const fn is_itself_below(self, top: Self) -> bool {
        let has_lookalikes = self.is_within(Self::GREEK.and(Self::CYRILLIC));
        !has_lookalikes || self.0 == Self::COMMON.0 || self.0 == top.0
    }
}

/// The script of a character of a name that UTS #46 leaves unchanged.
fn script(c: char) -> Option<Scripts> {
    Some(match c {
        '0'..='9' | '-' => Scripts::COMMON,
        'a'..='z' | '\u{E0}'..='\u{F6}' | '\u{F8}'..='\u{FF}' => Scripts::LATIN,
        '\u{101}'..='\u{177}' if is_lower_latin(c) => Scripts::LATIN,
        '\u{3AC}'..='\u{3C1}' | '\u{3C3}'..='\u{3CE}' => Scripts::GREEK,
        '\u{430}'..='\u{45F}' => Scripts::CYRILLIC,
        // Look-alikes of "/", "\", "T" and "Y" are left out.
        '\u{30CE}' | '\u{4E05}' | '\u{4E2B}' | '\u{4E36}' | '\u{4E3F}' => return None,
        '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}' => Scripts::KANA,
        '\u{4E00}'..='\u{9FFF}' => Scripts::HAN,
        '\u{AC00}'..='\u{D7A3}' => Scripts::HANGUL,
        _ => return None,
    })
}

/// The lower-case letters of Latin Extended-A come after their capitals: at odd places, but for one
/// stretch.
fn is_lower_latin(c: char) -> bool {
    match c {
        '\u{130}'..='\u{134}' | '\u{138}' | '\u{140}' | '\u{149}' => false,
        '\u{139}'..='\u{148}' => u32::from(c) % 2 == 0,
        _ => u32::from(c) % 2 == 1,
    }
}

/// Whether UTS #46 may leave a name unchanged, by the rules that concern several characters: it is not long, and has
/// no two hyphens side by side, as A-labels have them.
pub(crate) fn is_possible(name: &str) -> bool {
    // `idna` refuses labels of more than a thousand characters.
    name.len() <= 255 && !name.contains("--")
}

/// The scripts of a label of a name that UTS #46 leaves unchanged; none if it has another character.
pub(crate) fn scripts(label: &str) -> Option<Scripts> {
    label.chars().try_fold(Scripts::COMMON, |all, c| Some(all.and(script(c)?)))
}

/// Whether UTS #46 leaves a name as it is for display.
pub(crate) fn is_unchanged(name: &str) -> bool {
    is_possible(name) && name.chars().all(|c| c == '.' || script(c).is_some())
}

#[cfg(test)]
mod tests {
    use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
    use unicode_script::UnicodeScript;
    use unicode_security::skeleton;

    use super::*;

    fn characters() -> impl Iterator<Item = (char, Scripts)> {
        ('\0'..=char::MAX).filter_map(|c| Some((c, script(c)?)))
    }

    fn assert_kept(name: &str) {
        assert!(is_unchanged(name), "{name}");
        assert!(name.split('.').all(|label| scripts(label).is_some()), "{name}");
        let uts46 = Uts46::new();
        let (shown, is_allowed) =
            uts46.to_unicode(name.as_bytes(), AsciiDenyList::URL, Hyphens::Allow);
        assert!(shown == name && is_allowed.is_ok(), "{name}: {shown}");
    }

    /// Each character at the beginning, at the end, alone, and beside characters of every script.
    #[test]
    fn uts46_keeps_what_is_called_unchanged() {
        let others = ["a", "7", "\u{FC}", "\u{3B1}", "\u{431}", "\u{6F22}", "\u{30CF}", "\u{D55C}"];
        for (c, _) in characters() {
            assert_kept(&format!("{c}.a{c}"));
        }
        let is_asked = |c: char| c != '-' && !('\u{4E80}'..'\u{D700}').contains(&c);
        for (c, _) in characters().filter(|&(c, _)| is_asked(c)) {
            for other in others {
                assert_kept(&format!("{c}{other}{c}.a{other}-{c}"));
            }
        }
        assert_kept("");
        assert_kept(".a..-.");
    }

    #[test]
    fn other_names_are_not_called_unchanged() {
        for name in
            ["A", "\u{C4}", "\u{DF}", "\u{133}", "a--b", "%61", "a_b", "\u{5D0}", "\u{3002}"]
        {
            assert!(!is_unchanged(name), "{name}");
            assert!(!is_possible(name) || scripts(name).is_none(), "{name}");
        }
        assert!(!is_unchanged(&"a".repeat(256)));
    }

    #[test]
    fn a_character_is_of_its_script() {
        for (c, scripts) in characters().filter(|(c, _)| !c.is_ascii()) {
            let name = c.script().full_name();
            let expected = match scripts {
                Scripts::LATIN => name == "Latin",
                Scripts::GREEK => name == "Greek",
                Scripts::CYRILLIC => name == "Cyrillic",
                Scripts::HAN => name == "Han",
                Scripts::KANA => ["Hiragana", "Katakana"].contains(&name) || c == '\u{30FC}',
                _ => name == "Hangul",
            };
            assert!(expected, "{c}: {name}");
            let looks: String = skeleton(&c.to_string()).collect();
            let is_asian = Scripts::HAN.and(Scripts::KANA).and(Scripts::HANGUL);
            assert!(!(scripts.is_within(is_asian) && looks.is_ascii()), "{c} looks like {looks}");
        }
    }
}
