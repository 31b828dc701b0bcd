//! The screen before the search for names: it lets go nearly all hosts that resemble none, in a time
//! that does not depend on the number of names, and none that resembles one.
//!
//! It looks at plain hosts only: labels of small letters, digits and single hyphens. Every other host
//! is searched. What a host must have in common with a name is a few pieces of text, whose hashes are
//! in filters of bits:
//!
//! * a label, or what is in it between hyphens or beside a word, with the label of a name;
//! * before a public suffix that a name has, all of a label but for a window of it, since one edit
//!   lies within two characters. Three windows cover all places.

use std::ops::Range;

use super::beside::Words;
use super::ends::{Ends, highest, lowest, runs, salt};
use super::hashes::{Filter, Hashes, NamesByHash, one_edit};
use super::looks::{MOST, melt};
use crate::parts::mix::folded;

/// The shortest label of a name whose edits are looked for: a shorter one has too many others one edit
/// away.
pub(super) const LEAST_EDITED: usize = 6;

/// A character that no plain host has.
const OTHER: u8 = 0xFF;

/// What names have that a plain host must have in common with one.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// Labels.
    whole: Filter,
    /// Labels without a window.
    edited: Filter,
    /// Public suffixes.
    suffixes: Filter,
    /// Whether a label begins with `www`.
    has_www: bool,
}

/// A key of a name, by which it is compared, and its public suffix.
pub(super) struct Compared<'n> {
    pub(super) key: &'n str,
    pub(super) suffix: &'n str,
}

impl Screen {
    pub(super) fn of<'n>(names: impl Iterator<Item = Compared<'n>>) -> Self {
        let (mut whole, mut edited, mut suffixes) = (Vec::new(), Vec::new(), Vec::new());
        let mut has_www = false;
        for Compared { key, suffix } in names {
            let ascii = |c: char| u8::try_from(c).ok().filter(u8::is_ascii).unwrap_or(OTHER);
            let key: Vec<u8> = key.chars().map(ascii).collect();
            has_www |= key.starts_with(b"ww");
            let joined: Vec<u8> = key.iter().copied().filter(|&byte| byte != b'-').collect();
            let [key, joined] = [&key, &joined].map(|text| Ends::all(text));
            whole.extend([key.hash(), joined.hash()]);
            let suffix = Ends::all(suffix.as_bytes()).hash();
            suffixes.push(suffix);
            edited.extend(near(key, suffix));
        }
        let filter = |mut hashes: Vec<u64>| {
            hashes.sort_unstable();
            hashes.dedup();
            Filter::of(hashes.into_iter())
        };
        let (whole, edited, suffixes) = (filter(whole), filter(edited), filter(suffixes));
        Self { whole, edited, suffixes, has_www }
    }

    /// Whether the host that lies there in a text may resemble a name of the index.
    #[inline]
    pub(super) fn may_resemble(
        &self,
        index: &NamesByHash,
        text: &[u8],
        mut host: Range<usize>,
    ) -> bool {
        // Nearly all hosts begin so, and hardly a name does.
        if !self.has_www && text[host.clone()].starts_with(b"www.") {
            host.start += 4;
        }
        if text[host.clone()].ends_with(b".") {
            host.end -= 1;
        }
        if host.len() > MOST {
            return true;
        }
        let Labels { mut dots, seen } = Labels::of(&text[host.clone()]);
        // A label alone is a name's suffix, too.
        if seen & STRANGE != 0 || dots == 0 {
            return true;
        }
        let mut look = Look { screen: self, index, text, seen, suffix: None };
        // From the last dot on: the label before it, and what is behind it.
        while dots != 0 {
            let dot = dots.ilog2();
            dots ^= 1 << dot;
            let end = host.start + dot as usize;
            let start =
                |dots: u64| host.start + dots.checked_ilog2().map_or(0, |dot| dot + 1) as usize;
            let label = start(dots)..end;
            let suffix = Ends::of(text, end + 1..host.end).hash();
            look.suffix =
                self.suffixes.may_have(suffix).then(|| (suffix, &text[end + 1..host.end]));
            if look.finds(label.clone())
                || seen & MELTED != 0 && look.finds_melted(label)
                || look.suffix.is_some() && dots != 0 && {
                    let before = dots ^ 1 << dots.ilog2();
                    look.finds_joined(host.start..end, start(before))
                }
            {
                return true;
            }
        }
        false
    }
}

/// Where the dots of a host are, as bits, and what characters it has.
struct Labels {
    dots: u64,
    seen: u16,
}

impl Labels {
    #[inline]
    fn of(host: &[u8]) -> Self {
        let (mut dots, mut seen, mut pairs, mut before) = (0, 0, 0, 0);
        for (i, &byte) in host.iter().enumerate() {
            let class = CLASSES[usize::from(byte)];
            // Without a branch, which would be mistaken at every dot.
            dots |= u64::from(class & DOT) << i;
            pairs |= before << 4 & class;
            seen |= class;
            before = class;
        }
        seen |= if pairs & HYPHENS != 0 { STRANGE } else { 0 };
        seen |= if pairs & DOUBLES != 0 { MELTED } else { 0 };
        Self { dots, seen }
    }
}

// What a character of a host is.
const DOT: u16 = 1;
const HYPHEN: u16 = 1 << 9;
/// It looks like another one in some fonts.
const MELTED: u16 = 1 << 10;
/// It is not of a plain host.
const STRANGE: u16 = 1 << 11;

// Two hyphens, `rn`, `vv` and `cl`: the first character has a bit of the low ones, and the second the
// one that lies four bits higher.
const PAIRS: [(u8, u8); 4] = [(b'-', b'-'), (b'r', b'n'), (b'v', b'v'), (b'c', b'l')];
const HYPHENS: u16 = 1 << 5;
const DOUBLES: u16 = 0b111 << 6;

static CLASSES: [u16; 256] = {
    let mut classes = [STRANGE; 256];
    let mut byte = 0;
    while byte < 0x80_u8 {
        let mut class = match byte {
            b'0' | b'1' | b'5' => MELTED,
            b'a'..=b'z' | b'0'..=b'9' => 0,
            b'-' => HYPHEN,
            b'.' => DOT,
            _ => STRANGE,
        };
        let mut pair = 0;
        while pair < PAIRS.len() {
            let (first, second) = PAIRS[pair];
            class |= if byte == first { 1 << (pair + 1) } else { 0 };
            class |= if byte == second { 1 << (pair + 5) } else { 0 };
            pair += 1;
        }
        classes[byte as usize] = class;
        byte += 1;
    }
    classes
};

/// The look at a label of a host.
struct Look<'l> {
    screen: &'l Screen,
    index: &'l NamesByHash,
    text: &'l [u8],
    /// What characters the host has.
    seen: u16,
    /// The hash of what stands behind the label, and its text, if it may be the public suffix of a name.
    suffix: Option<(u64, &'l [u8])>,
}

impl Look<'_> {
    #[inline]
    fn finds(&self, label: Range<usize>) -> bool {
        let piece = Ends::of(self.text, label.clone());
        let besides = || Words::shared().besides(piece, label.start);
        self.screen.whole.may_have(piece.hash()) && self.is_key(label.clone())
            || self.finds_edit(piece, &label)
            || besides().any(|rest| self.has(rest))
            || self.seen & HYPHEN != 0 && self.finds_run(label)
    }

    /// Whether a piece of the text is a key of a name.
    #[inline]
    fn has(&self, piece: Range<usize>) -> bool {
        let hash = Ends::of(self.text, piece.clone()).hash();
        self.screen.whole.may_have(hash) && self.is_key(piece)
    }

    #[cold]
    fn is_key(&self, piece: Range<usize>) -> bool {
        self.index.has(Hashes::of_bytes(&self.text[piece]).all())
    }

    /// Whether a label may be one edit from a key.
    #[inline]
    fn finds_edit(&self, piece: Ends, label: &Range<usize>) -> bool {
        let Some((hash, suffix)) = self.suffix else { return false };
        let is_near = |window: &Window| self.screen.edited.may_have(window.around(piece, hash));
        piece.length + 1 >= LEAST_EDITED
            && WINDOWS[piece.length].iter().any(is_near)
            && self.is_near_key(label, suffix)
    }

    #[cold]
    fn is_near_key(&self, label: &Range<usize>, suffix: &[u8]) -> bool {
        let hashes = Hashes::of_bytes(&self.text[label.clone()]);
        one_edit(&hashes, suffix).any(|hash| self.index.has(hash))
    }

    /// Whether a key is in a label between hyphens, or is the label without them.
    #[cold]
    fn finds_run(&self, label: Range<usize>) -> bool {
        let bytes = &self.text[label.clone()];
        bytes.contains(&b'-')
            && (runs(self.text, label).any(|run| self.has(run))
                || self.suffix.is_some() && self.has_without(bytes, b'-'))
    }

    /// The same look at a label as fonts show it.
    fn finds_melted(&self, label: Range<usize>) -> bool {
        let mut font = [0; MOST];
        let label = &self.text[label];
        let font = melt(label, &mut font);
        label != font && Look { text: font, ..*self }.finds(0..font.len())
    }

    /// Whether a key is made of the labels of a host up to the last one of these, or of the last two.
    fn finds_joined(&self, labels: Range<usize>, before_last: usize) -> bool {
        let last_two = &self.text[before_last..labels.end];
        labels.start < before_last && self.has_without(&self.text[labels], b'.')
            || self.has_without(last_two, b'.')
    }

    /// Whether a text without a character is a key of a name.
    fn has_without(&self, text: &[u8], delimiter: u8) -> bool {
        let (mut rest, mut length) = ([0; MOST], 0);
        for &byte in text.iter().take(MOST) {
            rest[length] = byte;
            length += usize::from(byte != delimiter);
        }
        Look { text: &rest, ..*self }.has(0..length)
    }
}

/// What is around a window of a label.
#[derive(Clone, Copy)]
struct Window {
    before: u64,
    behind: u64,
    salt: u64,
}

/// The windows of labels, by their length. Every two characters that stand side by side are within one
/// of the three.
static WINDOWS: [[Window; 3]; MOST + 2] = {
    let mut windows = [[Window { before: 0, behind: 0, salt: 0 }; 3]; MOST + 2];
    let mut length = 2;
    while length < windows.len() {
        let step = (length - 1).div_ceil(3);
        let mut i = 0;
        while i < 3 {
            // A short label has fewer than three: the last one again.
            let start = if i * step < length - 1 { i * step } else { (length - 2) / step * step };
            let end = if start + step + 1 < length { start + step + 1 } else { length };
            let [before, behind] = [lowest(start), highest(length - end)];
            windows[length][i] = Window { before, behind, salt: salt(4 * length + start / step) };
            i += 1;
        }
        length += 1;
    }
    windows
};

impl Window {
    /// The hash of a label around this window, before a public suffix with that hash.
    #[inline]
    fn around(&self, label: Ends, suffix: u64) -> u64 {
        folded(label.head & self.before ^ self.salt, label.tail & self.behind ^ suffix)
    }
}

/// The hashes of labels around their windows that are one edit from a key.
fn near(key: Ends, suffix: u64) -> impl Iterator<Item = u64> {
    let all = key.length;
    let lengths =
        if all < LEAST_EDITED { &[] } else { &WINDOWS[all - 1..WINDOWS.len().min(all + 2)] };
    lengths.iter().flatten().map(move |window| window.around(key, suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is one edit from a key has a window around which it is alike.
    #[test]
    fn an_edit_lies_within_a_window() {
        for key in
            ["paypal", "example", "wikipedia", "bankofamerica", "a-very-long-label-of-a-name"]
        {
            let known: Vec<u64> = near(Ends::all(key.as_bytes()), 7).collect();
            let mut others = Vec::new();
            for at in 0..=key.len() {
                let (before, behind) = key.split_at(at);
                others.push(format!("{before}x{behind}"));
                if let Some(rest) = behind.get(1..) {
                    others.extend([format!("{before}{rest}"), format!("{before}x{rest}")]);
                }
                if let (Some(pair), Some(rest)) = (behind.get(..2), behind.get(2..)) {
                    let (a, b) = pair.split_at(1);
                    others.push(format!("{before}{b}{a}{rest}"));
                }
            }
            for other in others {
                let piece = Ends::all(other.as_bytes());
                let is_known = |window: &Window| known.contains(&window.around(piece, 7));
                assert!(WINDOWS[other.len()].iter().any(is_known), "{key} {other}");
            }
        }
    }

    #[test]
    fn characters_of_hosts() {
        for (host, dots, is_melted, is_strange) in [
            ("example.com", 1 << 7, false, false),
            ("a.b-c.co.uk", 1 << 1 | 1 << 5 | 1 << 8, false, false),
            ("modern.com", 1 << 6, true, false),
            ("r.nc.l", 1 << 1 | 1 << 4, false, false),
            ("savvy.com", 1 << 5, true, false),
            ("clock.com", 1 << 5, true, false),
            ("a1.com", 1 << 2, true, false),
            ("xn--a.com", 1 << 5, false, true),
            ("A.com", 1 << 1, false, true),
            ("\u{e9}.com", 1 << 2, false, true),
            ("localhost", 0, false, false),
        ] {
            let labels = Labels::of(host.as_bytes());
            assert_eq!(labels.dots, dots, "{host}");
            let seen = (labels.seen & MELTED != 0, labels.seen & STRANGE != 0);
            assert_eq!(seen, (is_melted, is_strange), "{host}");
        }
    }
}
