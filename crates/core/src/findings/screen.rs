//! The screen before the search for names: it lets go nearly all hosts that resemble none, in a time
//! that does not depend on the number of names, and none that resembles one.
//!
//! It looks at [plain hosts](super::plain_host) only. Every other host is searched. What a host must have in
//! common with a name is a few pieces of text, whose hashes are in filters of bits:
//!
//! * a label, or what is in it between hyphens or beside a word, with the label of a name, if that is
//!   long enough to be found before any public suffix;
//! * before a public suffix that a name has, a short label with that of a name; and all of a longer
//!   one but for a window of it, since one edit lies within two characters. Three windows cover all
//!   places.
//!
//! A host that looks like another one in some fonts is screened a second time as that one.

use std::iter::once;
use std::ops::Range;

use super::beside::Words;
use super::ends::{Ends, highest, lowest, runs, salt};
use super::hashes::{Filter, Hashes, NamesByHash, hash_of_bytes, one_edit};
use super::looks::{font, melt};
use super::plain_host::{BEFORE, Characters, MAX_PLAIN_HOST, PlainHost};
use crate::parts::mix::folded;

/// The shortest label of a name whose edits are looked for: a shorter one has too many others one edit
/// away.
pub(super) const LEAST_EDITED: usize = 6;

/// A shorter label is compared with labels before the same suffix only.
pub(super) const LEAST_ANYWHERE: usize = 4;

/// A character that no plain host has.
const OTHER: u8 = 0xFF;

/// Features of names, of which a plain host that could resemble one must have one.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// Labels that are compared before any public suffix.
    anywhere: Filter,
    /// Short labels.
    short: Filter,
    /// Before their public suffixes: short labels, and others without a window.
    here: Filter,
    /// Public suffixes.
    suffixes: Filter,
    /// The letters behind `www` in a label.
    behind_www: Filter,
    /// Whether `www` is all of one that is compared before any suffix.
    has_www: bool,
}

/// A key of a name, by which it is compared, and its public suffix.
pub(super) struct Compared<'n> {
    pub(super) key: &'n str,
    pub(super) suffix: &'n str,
    /// Whether it is compared before any public suffix.
    pub(super) is_anywhere: bool,
}

impl Screen {
    pub(super) fn of<'n>(names: impl Iterator<Item = Compared<'n>>) -> Self {
        let [mut anywhere, mut short, mut here] = [const { Vec::new() }; 3];
        let [mut suffixes, mut behind_www] = [const { Vec::new() }; 2];
        let mut has_www = false;
        for Compared { key, suffix, is_anywhere } in names {
            let ascii = |c: char| u8::try_from(c).ok().filter(u8::is_ascii).unwrap_or(OTHER);
            let key: Vec<u8> = key.chars().map(ascii).collect();
            let joined: Vec<u8> = key.iter().copied().filter(|&byte| byte != b'-').collect();
            behind_www.extend(joined.strip_prefix(b"www").map(|rest| Ends::all(rest).hash()));
            has_www |= is_anywhere && key == b"www";
            let [key, joined] = [&key, &joined].map(|text| Ends::all(text));
            // Suffixes that look alike are known among those of small letters.
            let is_known = suffix.bytes().all(|byte| byte == b'.' || byte.is_ascii_lowercase());
            let is_short = !is_anywhere && is_known && key.length < LEAST_ANYWHERE;
            if is_short {
                short.push(key.hash());
            } else {
                anywhere.extend([key.hash(), joined.hash()]);
            }
            for suffix in [Some(suffix), font(suffix).as_deref()].into_iter().flatten() {
                let suffix = Ends::all(suffix.as_bytes()).hash();
                suffixes.push(suffix);
                here.extend(is_short.then(|| before(key, suffix)));
                here.extend(near(key, suffix));
            }
        }
        let [anywhere, short, here, suffixes, behind_www] =
            [anywhere, short, here, suffixes, behind_www].map(|mut hashes| {
                hashes.sort_unstable();
                hashes.dedup();
                Filter::of(hashes.into_iter())
            });
        Self { anywhere, short, here, suffixes, behind_www, has_www }
    }

    /// Whether the host that lies there in a text may resemble a name of the index. It has letters, digits,
    /// and single hyphens and dots between them.
    #[inline]
    pub(super) fn may_resemble(
        &self,
        index: &NamesByHash,
        text: &[u8],
        host: Range<usize>,
    ) -> bool {
        let Some(host) = PlainHost::of(text, host) else { return true };
        let has = host.characters();
        has.has_capitals
            || HostLook { screen: self, index, host: &host, has, is_font: false }.finds()
            || has.is_melted && self.finds_melted(index, &text[host.start..host.end])
    }

    /// The same of the host as fonts show it.
    #[cold]
    #[inline(never)]
    fn finds_melted(&self, index: &NamesByHash, host: &[u8]) -> bool {
        let mut text = [0; BEFORE + super::looks::MAX_LABEL];
        let font = text[BEFORE..].first_chunk_mut().expect("as many bytes follow");
        let end = BEFORE + melt(host, font).len();
        let Some(host) = PlainHost::of(&text, BEFORE..end) else { return true };
        let has = Characters { is_melted: true, ..host.characters() };
        HostLook { screen: self, index, host: &host, has, is_font: true }.finds()
    }
}

/// The hash of a label before a public suffix with that hash.
fn before(label: Ends, suffix: u64) -> u64 {
    folded(label.hash(), suffix)
}

/// The look at a host.
struct HostLook<'l> {
    screen: &'l Screen,
    index: &'l NamesByHash,
    host: &'l PlainHost<'l>,
    has: Characters,
    /// Whether it is a host as fonts show it.
    is_font: bool,
}

/// A label of a host, and whether what is behind it may be the public suffix of a name.
struct ScreenedLabel {
    at: Range<usize>,
    piece: Ends,
    suffix: u64,
    is_before_suffix: bool,
}

impl HostLook<'_> {
    /// Looks at each label, from the last but one on.
    #[inline(always)]
    fn finds(&self) -> bool {
        // Nearly all hosts begin with a label that is looked at with others only.
        let is_www = self.host.starts_with(*b"www.") && !self.screen.has_www;
        let first = if is_www { 4 } else { 0 };
        // Where labels begin.
        let mut starts = (self.has.dots << 1) >> first << first | 1 << first;
        let mut behind = self.take_last(&mut starts);
        if starts == 0 {
            // A label alone is a name's suffix, too.
            return true;
        }
        while starts != 0 {
            let start = self.take_last(&mut starts);
            let suffix = self.host.ends(behind..self.host.end).hash();
            let at = start..behind - 1;
            let label = ScreenedLabel {
                piece: self.host.ends(at.clone()),
                at,
                suffix,
                is_before_suffix: self.screen.suffixes.may_have(suffix),
            };
            let is_joined = label.is_before_suffix && (is_www || starts != 0);
            if self.finds_label(&label) || is_joined && self.finds_joined(&label, starts, is_www) {
                return true;
            }
            behind = start;
        }
        false
    }

    /// Takes out the last place of these, counted from where the host begins.
    #[inline]
    fn take_last(&self, places: &mut u64) -> usize {
        let place = places.ilog2();
        *places ^= 1 << place;
        self.host.start + place as usize
    }

    #[inline(always)]
    fn finds_label(&self, label: &ScreenedLabel) -> bool {
        let ScreenedLabel { at, piece, .. } = label;
        let is_short = piece.length < LEAST_ANYWHERE;
        self.screen.anywhere.may_have(piece.hash()) && self.is_key(at)
            || label.is_before_suffix && self.finds_here(label)
            || is_short && self.has.is_melted && self.screen.short.may_have(piece.hash())
            || Words::shared().may_be_in(piece) && self.finds_beside(label)
            || self.host.within(self.has.hyphens, at) != 0 && self.finds_run(label)
    }

    /// Whether a piece of the host is a key of a name.
    #[inline]
    fn has_key(&self, piece: &Range<usize>) -> bool {
        self.screen.anywhere.may_have(self.host.ends(piece.clone()).hash()) && self.is_key(piece)
    }

    #[cold]
    #[inline(never)]
    fn is_key(&self, piece: &Range<usize>) -> bool {
        self.index.has(hash_of_bytes(&self.host.text[piece.clone()]))
    }

    /// Whether a label is a key or one edit from it, before the public suffix of the name.
    #[inline(always)]
    fn finds_here(&self, label: &ScreenedLabel) -> bool {
        let (here, piece, suffix) = (&self.screen.here, label.piece, label.suffix);
        if piece.length + 1 < LEAST_EDITED {
            return piece.length < LEAST_ANYWHERE && here.may_have(before(piece, suffix));
        }
        let [first, second, third] = &WINDOWS[piece.length];
        let is_near = |window: &Window| here.may_have(window.around(piece, suffix));
        // Without jumps: the three filters are asked at once.
        (is_near(first) | is_near(second) | is_near(third)) && self.is_near_key(label)
    }

    #[cold]
    #[inline(never)]
    fn is_near_key(&self, label: &ScreenedLabel) -> bool {
        let suffix = &self.host.text[label.at.end + 1..self.host.end];
        let hashes = Hashes::of_bytes(&self.host.text[label.at.clone()]);
        // As fonts show it, a suffix may be another one.
        self.is_font || one_edit(&hashes, suffix).any(|hash| self.index.has(hash))
    }

    #[cold]
    #[inline(never)]
    fn finds_beside(&self, label: &ScreenedLabel) -> bool {
        let mut besides = Words::shared().besides(label.piece, label.at.start);
        besides.any(|rest| self.has_key(&rest))
    }

    /// Whether a key is in a label between hyphens, or is the label without them.
    #[cold]
    #[inline(never)]
    fn finds_run(&self, label: &ScreenedLabel) -> bool {
        let at = &label.at;
        let places = BitPlaces(self.host.within(self.has.hyphens, at)).map(|i| self.host.start + i);
        if runs(places.clone(), at.clone()).any(|run| self.has_key(&run)) {
            return true;
        }
        let starts = once(at.start).chain(places.clone().map(|i| i + 1));
        let pieces = starts.zip(places.chain(once(at.end)));
        let joined = pieces.map(|(start, end)| self.host.ends(start..end)).reduce(Ends::joined);
        label.is_before_suffix && joined.is_some_and(|all| self.is_joined(all, at.clone(), b'-'))
    }

    /// Whether a key is made of the label with the one before it, or with all before it.
    #[inline(never)]
    fn finds_joined(&self, label: &ScreenedLabel, mut before: u64, is_www: bool) -> bool {
        let (mut joined, mut first) = (label.piece, label.at.start);
        let mut is_last_two = true;
        while before != 0 {
            let start = self.take_last(&mut before);
            joined = self.host.ends(start..first - 1).joined(joined);
            let is_asked = is_last_two || before == 0;
            if is_asked && self.is_joined(joined, start..label.at.end, b'.') {
                return true;
            }
            (first, is_last_two) = (start, false);
        }
        is_www && self.screen.behind_www.may_have(joined.hash())
    }

    /// Whether a piece without a character, which has these ends, is a key of a name.
    #[inline]
    fn is_joined(&self, joined: Ends, piece: Range<usize>, delimiter: u8) -> bool {
        self.screen.anywhere.may_have(joined.hash()) && {
            let mut rest = [0; MAX_PLAIN_HOST];
            let rest = without(&self.host.text[piece], delimiter, &mut rest);
            self.index.has(hash_of_bytes(rest))
        }
    }
}

/// The places of the bits of a word.
#[derive(Clone)]
struct BitPlaces(u64);

impl Iterator for BitPlaces {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros() as usize;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            place
        })
    }
}

/// A text without a character.
fn without<'r>(text: &[u8], delimiter: u8, rest: &'r mut [u8; MAX_PLAIN_HOST]) -> &'r [u8] {
    let mut length = 0;
    for &byte in text.iter().take(MAX_PLAIN_HOST) {
        rest[length] = byte;
        length += usize::from(byte != delimiter);
    }
    &rest[..length]
}

/// The surroundings of a window of a label.
#[derive(Clone, Copy)]
struct Window {
    before: u64,
    behind: u64,
    salt: u64,
}

/// The windows of labels, by their length. Every two characters that stand side by side are within one
/// of the three.
static WINDOWS: [[Window; 3]; MAX_PLAIN_HOST + 2] = {
    let mut windows = [[Window { before: 0, behind: 0, salt: 0 }; 3]; MAX_PLAIN_HOST + 2];
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
    // No plain host has what is near a longer one.
    let lengths = WINDOWS.get(all.wrapping_sub(1)..WINDOWS.len().min(all + 2));
    let lengths = lengths.filter(|_| all >= LEAST_EDITED).unwrap_or_default();
    lengths.iter().flatten().map(move |window| window.around(key, suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text that is one edit from a key has a window around which it is alike.
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
}
