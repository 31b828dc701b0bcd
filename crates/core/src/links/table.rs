//! Classes of characters, by the data of UTS #58 and UTS #46.
//!
//! `characters.txt` has them as ranges. The first search makes a two-stage table from them: each block of 128
//! code points has an index, and equal blocks are shared.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The version of UTS #58 whose classes are in use.
///
/// The draft of version 18 only adds characters that version 17 has as Hard, because they are not assigned in
/// it. So text that `for_text` writes by version 17 is found whole by both versions.
pub const DATA_VERSION: &str = "17.0.0";

/// The property `Link_Term`: whether a link ends at a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkTerm {
    /// The link ends before it.
    Hard,
    /// It belongs to the link.
    Include,
    /// It belongs to the link if something after it does.
    Soft,
    /// An opening bracket.
    Open,
    /// A closing bracket, which belongs to the link if its opening one does.
    Close,
}

const TERM: u8 = 0b111;
const EMAIL: u8 = 1 << 3;
const NAME: u8 = 1 << 4;

/// True if a table has the additions of the next version's draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edition {
    /// The version [`DATA_VERSION`].
    Published,
    /// The draft of version 18.
    #[cfg(test)]
    Draft,
}

/// The classes of every code point.
#[derive(Debug)]
pub(crate) struct Table {
    /// The index of each block among the distinct blocks.
    stages: Vec<u8>,
    blocks: Vec<[u8; BLOCK]>,
    /// Each closing bracket with its opening one, sorted.
    brackets: Vec<(u32, u32)>,
}

const BLOCK: usize = 128;
const CODE_POINTS: usize = 0x11_0000;

const DATA: &str = include_str!("characters.txt");

static PUBLISHED: LazyLock<Table> = LazyLock::new(|| Table::of(DATA, Edition::Published));

impl Table {
    /// The table in use.
    pub(crate) fn get() -> &'static Self {
        &PUBLISHED
    }

    /// Reads the table of an edition.
    pub(crate) fn of(data: &str, edition: Edition) -> Self {
        let mut flat = vec![0_u8; CODE_POINTS];
        let mut brackets = Vec::new();
        let mut section = "";
        for line in data.lines().filter(|line| !line.starts_with('#')) {
            if let Some(name) = line.strip_suffix(':') {
                let later = name.strip_prefix("draft ");
                section = match later {
                    Some(_) if edition == Edition::Published => "",
                    _ => later.unwrap_or(name),
                };
                continue;
            }
            for (first, last) in line.split(' ').filter_map(range) {
                let bits = match section {
                    "Include" => LinkTerm::Include as u8,
                    "Soft" => LinkTerm::Soft as u8,
                    "Open" => LinkTerm::Open as u8,
                    "Close" => LinkTerm::Close as u8,
                    "Email" => EMAIL,
                    "Name" => NAME,
                    "Brackets" => {
                        brackets.push((last, first));
                        continue;
                    }
                    _ => continue,
                };
                for class in flat.iter_mut().take(last as usize + 1).skip(first as usize) {
                    *class |= bits;
                }
            }
        }
        for class in (b'0'..=b'9').chain(b'A'..=b'Z').chain(b'a'..=b'z') {
            flat[usize::from(class)] |= NAME;
        }
        brackets.sort_unstable();
        let (stages, blocks) = staged(&flat);
        Self { stages, blocks, brackets }
    }

    /// The classes of a code point; a number that is not a code point has those of an unassigned one.
    #[inline(always)]
    fn class(&self, c: u32) -> u8 {
        let c = c as usize;
        match self.stages.get(c / BLOCK) {
            Some(&block) => self.blocks[usize::from(block)][c % BLOCK],
            None => 0,
        }
    }

    #[inline(always)]
    pub(crate) fn term(&self, c: u32) -> LinkTerm {
        const TERMS: [LinkTerm; 8] = [
            LinkTerm::Hard,
            LinkTerm::Include,
            LinkTerm::Soft,
            LinkTerm::Open,
            LinkTerm::Close,
            LinkTerm::Hard,
            LinkTerm::Hard,
            LinkTerm::Hard,
        ];
        TERMS[usize::from(self.class(c) & TERM)]
    }

    /// Returns true if the local part of an email address may have it: the property `Link_Email`.
    #[inline(always)]
    pub(crate) fn is_email(&self, c: u32) -> bool {
        self.class(c) & EMAIL != 0
    }

    /// Returns true if a label of a domain name may have it. Beyond ASCII, these are the characters that UTS
    /// #46 allows or maps, except punctuation that IDNA 2008 does not allow: it is around names far more often
    /// than in them.
    #[inline(always)]
    pub(crate) fn is_name(&self, c: u32) -> bool {
        self.class(c) & NAME != 0
    }

    /// The opening bracket of a closing one: the property `Link_Bracket`.
    pub(crate) fn opening(&self, closing: u32) -> Option<u32> {
        let found = self.brackets.binary_search_by_key(&closing, |&(closing, _)| closing);
        found.ok().map(|i| self.brackets[i].1)
    }
}

/// `A-B`, or `A` for a range of one, in hexadecimal digits.
fn range(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some((u32::from_str_radix(first, 16).ok()?, u32::from_str_radix(last, 16).ok()?))
}

fn staged(flat: &[u8]) -> (Vec<u8>, Vec<[u8; BLOCK]>) {
    let mut places = HashMap::new();
    let mut blocks: Vec<[u8; BLOCK]> = Vec::new();
    let mut stages = Vec::with_capacity(flat.len() / BLOCK);
    let mut last = None;
    for &block in flat.as_chunks::<BLOCK>().0 {
        // Most blocks equal the previous one.
        if let Some((place, _)) = last.filter(|(_, before)| *before == block) {
            stages.push(place);
            continue;
        }
        let place = *places.entry(block).or_insert_with(|| {
            blocks.push(block);
            // OK because a test counts fewer than 256 different blocks.
            u8::try_from(blocks.len() - 1).unwrap_or_default()
        });
        stages.push(place);
        last = Some((place, block));
    }
    (stages, blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(data: &str) -> impl Iterator<Item = (u32, u32, &str)> {
        data.lines().filter_map(|line| {
            let line = line.split('#').next().unwrap_or_default().trim();
            let (points, value) = line.split_once(';').unwrap_or((line, "Yes"));
            let (first, last) =
                points.trim().split_once("..").unwrap_or((points.trim(), points.trim()));
            let of_hex = |digits| u32::from_str_radix(digits, 16).ok();
            Some((of_hex(first)?, of_hex(last)?, value.trim()))
        })
    }

    fn assert_is_as_published(table: &Table, terms: &str, emails: &str, brackets: &str) {
        let mut expected = vec![LinkTerm::Hard; CODE_POINTS];
        for (first, last, value) in rows(terms) {
            let term = match value {
                "Include" => LinkTerm::Include,
                "Soft" => LinkTerm::Soft,
                "Open" => LinkTerm::Open,
                "Close" => LinkTerm::Close,
                _ => LinkTerm::Hard,
            };
            expected[first as usize..=last as usize].fill(term);
        }
        let mut is_email = vec![false; CODE_POINTS];
        for (first, last, _) in rows(emails) {
            is_email[first as usize..=last as usize].fill(true);
        }
        for c in 0..CODE_POINTS {
            let code_point = u32::try_from(c).expect("below U+110000");
            assert_eq!(table.term(code_point), expected[c], "{c:x}");
            assert_eq!(table.is_email(code_point), is_email[c], "{c:x}");
        }
        let pairs = rows(brackets).map(|(closing, _, opening)| {
            (closing, u32::from_str_radix(opening, 16).expect("a code point"))
        });
        assert_eq!(table.brackets, pairs.collect::<Vec<_>>());
        assert!(table.blocks.len() < 256, "{} blocks", table.blocks.len());
    }

    #[test]
    fn every_code_point_is_of_its_published_class() {
        assert_is_as_published(
            Table::get(),
            include_str!("../../data/uts58/LinkTerm.txt"),
            include_str!("../../data/uts58/LinkEmail.txt"),
            include_str!("../../data/uts58/LinkBracket.txt"),
        );
        assert_is_as_published(
            &Table::of(DATA, Edition::Draft),
            include_str!("../../data/uts58/18-draft/LinkTerm.txt"),
            include_str!("../../data/uts58/18-draft/LinkEmail.txt"),
            include_str!("../../data/uts58/18-draft/LinkBracket.txt"),
        );
    }

    #[test]
    fn the_draft_only_takes_characters_out_of_hard() {
        let (now, draft) = (Table::get(), Table::of(DATA, Edition::Draft));
        let mut changed = 0;
        for c in 0..0x11_0000 {
            if now.term(c) != draft.term(c) {
                assert_eq!(now.term(c), LinkTerm::Hard, "{c:x}");
                changed += 1;
            }
        }
        assert!(changed > 1000);
    }

    #[test]
    fn what_is_no_code_point_is_hard() {
        for c in [0xD800, 0xDFFF, 0x11_0000, u32::MAX] {
            assert_eq!(Table::get().term(c), LinkTerm::Hard);
            assert!(!Table::get().is_name(c) && !Table::get().is_email(c));
        }
    }

    /// UTS #46 accepts a name with each of these characters, and no other except punctuation.
    #[test]
    fn names_have_the_characters_that_uts_46_keeps_or_maps() {
        use icu_properties::CodePointMapData;
        use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
        use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
        let uts46 = Uts46::new();
        let ascii = |name: &str| {
            let bytes = name.as_bytes();
            let (denied, hyphens) = (AsciiDenyList::STD3, Hyphens::Allow);
            uts46.to_ascii(bytes, denied, hyphens, DnsLength::Ignore).ok().map(String::from)
        };
        let around = [
            ("", ""),
            ("a", ""),
            ("a", "a"),
            ("\u{5D0}", ""),
            ("\u{628}", "\u{628}"),
            ("\u{915}\u{94D}", ""),
            ("\u{30AB}", ""),
        ];
        let bare = around.map(|(before, after)| ascii(&format!("{before}{after}")));
        let categories = CodePointMapData::<GeneralCategory>::new();
        let is_punctuation = |c| GeneralCategoryGroup::Punctuation.contains(categories.get(c));
        let mut punctuation = String::new();
        for c in '\u{80}'..=char::MAX {
            let is_name = Table::get().is_name(c.into());
            if is_name && is_punctuation(c) {
                punctuation.push(c);
            }
            // Most characters are tested by sample, and at every change of the answer.
            let is_edge = is_name != Table::get().is_name(u32::from(c) - 1);
            if u32::from(c) % 61 > 0 && !is_edge || is_punctuation(c) {
                continue;
            }
            let expected = around.iter().zip(&bare).any(|((before, after), bare)| {
                let with = ascii(&format!("{before}{c}{after}"));
                with.is_some_and(|with| !with.is_empty() && Some(&with) != bare.as_ref())
            });
            assert_eq!(is_name, expected, "{c:?}");
        }
        assert_eq!(
            punctuation,
            "\u{B7}\u{387}\u{5F3}\u{5F4}\u{F0B}\u{F0C}\u{30FB}\u{FE63}\u{FF0D}\u{FF65}"
        );
    }
}
