//! Characters: direction (RFC 3987 §4), and characters that are invisible or easy to confuse.

use std::ops::Range;

use icu_properties::props::{BidiClass, DefaultIgnorableCodePoint, GeneralCategory, WhiteSpace};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::{Subject, pieces};
use crate::parts::percent::{Encoded, encoded};
use crate::syntax::chars::{is_bidi_formatting, is_iprivate, is_newer_bidi_control};

rules! {
    "bidi-formatting": Error, [Default], if DIRECTION, "RFC 3987 §4.1", bidi_formatting,
        "a character that changes the display direction, which an IRI must not contain",
        "http://example.org/\u{202E}gnp.exe" => "http://example.org/a";
    "bidi-control": Warning, [Default], if DIRECTION, "UAX #9 §2", bidi_control,
        "a character that changes the display direction, newer than RFC 3987",
        "http://example.org/a\u{2066}b" => "http://example.org/ab";
    "bidi-mixed": Warning, [Untrusted], if DIRECTION, "RFC 3987 §4.2", bidi_mixed,
        "a component should not have both right-to-left and left-to-right characters",
        "http://example.org/a\u{5D0}" => "http://example.org/\u{5D0}\u{5D1}";
    "bidi-ends": Warning, [Untrusted], if DIRECTION, "RFC 3987 §4.2", bidi_ends,
        "a component with right-to-left characters should begin and end with one",
        "http://example.org/\u{5D0}1" => "http://example.org/1/\u{5D0}";
    "percent-encoded-bidi": Info, [Untrusted], if PERCENT_OCTET, "RFC 3987 §4.1", percent_encoded_bidi,
        "a percent-encoded character that changes the display direction when it is shown decoded",
        "http://example.org/%E2%80%AEgnp" => "http://example.org/%E2%82%AC";
    "invisible-character": Warning, [Default], if UNSEEN, "UTS #39 §3.1", invisible_character,
        "an invisible character, so texts that look the same can differ",
        "http://example.org/a\u{200B}b" => "http://example.org/ab";
    "space-character": Warning, [Default], if UNSEEN, "RFC 3987 §8", space_character,
        "a space that the grammar allows, but that people and programs take for the end of the text",
        "http://example.org/a\u{3000}b" => "http://example.org/a%20b";
    "unassigned-character": Info, [Norm], if NON_ASCII, "RFC 3987 §5.3.2.2", unassigned_character,
        "a code point that Unicode has not assigned yet, so its normal form may still change",
        "http://example.org/\u{378}" => "http://example.org/α";
    "private-use-character": Info, [Default], if UNSEEN, "RFC 3987 §2.2", private_use_character,
        "a private-use character, whose meaning is a private agreement",
        "http://example.org/?\u{E000}" => "http://example.org/?a";
}

/// Finds every character beyond ASCII that satisfies a predicate, with its code point.
fn find_each(subject: &Subject<'_>, found: &mut RuleNotes, is_one: impl Fn(char) -> bool) {
    for (i, c) in subject.text.char_indices() {
        if !c.is_ascii() && is_one(c) {
            found.character(i..i + c.len_utf8(), c);
        }
    }
}

fn bidi_formatting(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_each(subject, found, |c| is_bidi_formatting(c.into()));
}

fn bidi_control(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_each(subject, found, is_newer_bidi_control);
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Left,
    Right,
    None,
}

fn direction(c: char) -> Direction {
    match CodePointMapData::<BidiClass>::new().get(c) {
        BidiClass::LeftToRight => Direction::Left,
        BidiClass::RightToLeft | BidiClass::ArabicLetter => Direction::Right,
        _ => Direction::None,
    }
}

fn bidi_mixed(subject: &Subject<'_>, found: &mut RuleNotes) {
    for span in bidi_components(subject) {
        let has = |wanted| subject.text[span.clone()].chars().any(|c| direction(c) == wanted);
        if has(Direction::Right) && has(Direction::Left) {
            found.at(span);
        }
    }
}

fn bidi_ends(subject: &Subject<'_>, found: &mut RuleNotes) {
    for span in bidi_components(subject) {
        let mut directions = subject.text[span.clone()].chars().map(direction);
        let ends = (directions.clone().next(), directions.clone().next_back());
        if directions.any(|direction| direction == Direction::Right)
            && ends != (Some(Direction::Right), Some(Direction::Right))
        {
            found.at(span);
        }
    }
}

/// The components that §4.2 names, and those that it allows to count as components, if they are not ASCII:
/// userinfo, labels of the host, segments and their extensions, names and values, fragment.
fn bidi_components(subject: &Subject<'_>) -> Vec<Range<usize>> {
    let userinfo = subject.userinfo().map(|span| (span, &[] as &[char]));
    let host = subject.host_span().map(|span| (span, &['.'] as &[char]));
    let path = Some((subject.parts.path(), &['/', '.'] as &[char]));
    let query = subject.parts.query().map(|span| (span, &['&', ';', '='] as &[char]));
    let fragment = subject.parts.fragment().map(|span| (span, &[] as &[char]));
    let of_all = [userinfo, host, path, query, fragment];
    let all = of_all.into_iter().flatten().flat_map(|(span, delimiters)| {
        pieces(&subject.text[span.clone()], delimiters)
            .map(move |piece| span.start + piece.start..span.start + piece.end)
    });
    all.filter(|span| !subject.text[span.clone()].is_ascii()).collect()
}

fn percent_encoded_bidi(subject: &Subject<'_>, found: &mut RuleNotes) {
    for (span, what) in encoded(subject.text) {
        if let Encoded::Character(c) = what
            && (is_bidi_formatting(c.into()) || is_newer_bidi_control(c))
        {
            found.character(span, c);
        }
    }
}

/// Joiners and variation selectors belong to the character before them if it is not ASCII: a letter of an Indic
/// or Arabic script, or an emoji.
fn invisible_character(subject: &Subject<'_>, found: &mut RuleNotes) {
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    let is_reported = |before: Option<char>, c: char| {
        let is_attached = matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}')
            && before.is_some_and(|before| !before.is_ascii() && !ignorable.contains(before));
        !c.is_ascii()
            && ignorable.contains(c)
            && !is_bidi_formatting(c.into())
            && !is_newer_bidi_control(c)
            && !is_attached
    };
    let mut before = None;
    for (i, c) in subject.text.char_indices() {
        if is_reported(before, c) {
            found.character(i..i + c.len_utf8(), c);
        }
        before = Some(c);
    }
}

fn space_character(subject: &Subject<'_>, found: &mut RuleNotes) {
    let spaces = CodePointSetData::new::<WhiteSpace>();
    find_each(subject, found, |c| spaces.contains(c));
}

fn unassigned_character(subject: &Subject<'_>, found: &mut RuleNotes) {
    let categories = CodePointMapData::<GeneralCategory>::new();
    find_each(subject, found, |c| categories.get(c) == GeneralCategory::Unassigned);
}

fn private_use_character(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_each(subject, found, |c| is_iprivate(c.into()));
}
