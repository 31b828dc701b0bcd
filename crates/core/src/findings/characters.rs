//! Characters: direction (RFC 3987 §4), and what cannot be seen or told apart.

use std::ops::Range;

use icu_properties::props::{BidiClass, DefaultIgnorableCodePoint, GeneralCategory, WhiteSpace};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::notes::RuleNotes;
use super::rule::Profile::{Default, Norm, Untrusted};
use super::rule::Rule;
use super::rule::Severity::{Error, Info, Warning};
use super::subject::{Subject, pieces};
use super::traits::Traits;
use crate::parts::percent::{Encoded, encoded};
use crate::syntax::chars::{is_bidi_formatting, is_iprivate};

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "bidi-formatting",
        severity: Error,
        profiles: &[Default],
        clause: "RFC 3987 §4.1",
        message: "a character that changes the direction of display, which an IRI must not contain",
        bad_example: "http://example.org/\u{202E}gnp.exe",
        good_example: "http://example.org/a",
        only_if_any: Traits::DIRECTION,
        find: bidi_formatting,
    },
    Rule {
        code: "bidi-control",
        severity: Warning,
        profiles: &[Default],
        clause: "UAX #9 §2",
        message: "a character that changes the direction of display, newer than RFC 3987",
        bad_example: "http://example.org/a\u{2066}b",
        good_example: "http://example.org/ab",
        only_if_any: Traits::DIRECTION,
        find: bidi_control,
    },
    Rule {
        code: "bidi-mixed",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 3987 §4.2",
        message: "a component should not have right-to-left and left-to-right characters both",
        bad_example: "http://example.org/a\u{5D0}",
        good_example: "http://example.org/\u{5D0}\u{5D1}",
        only_if_any: Traits::DIRECTION,
        find: bidi_mixed,
    },
    Rule {
        code: "bidi-ends",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 3987 §4.2",
        message: "a component with right-to-left characters should begin and end with one",
        bad_example: "http://example.org/\u{5D0}1",
        good_example: "http://example.org/1/\u{5D0}",
        only_if_any: Traits::DIRECTION,
        find: bidi_ends,
    },
    Rule {
        code: "percent-encoded-bidi",
        severity: Info,
        profiles: &[Untrusted],
        clause: "RFC 3987 §4.1",
        message: "a percent-encoded character that changes the direction of display where it is shown decoded",
        bad_example: "http://example.org/%E2%80%AEgnp",
        good_example: "http://example.org/%E2%82%AC",
        only_if_any: Traits::PERCENT_OCTET,
        find: percent_encoded_bidi,
    },
    Rule {
        code: "invisible-character",
        severity: Warning,
        profiles: &[Default],
        clause: "UTS #39 §3.1",
        message: "a character that is not shown, so that two texts look the same and are not",
        bad_example: "http://example.org/a\u{200B}b",
        good_example: "http://example.org/ab",
        only_if_any: Traits::UNSEEN,
        find: invisible_character,
    },
    Rule {
        code: "space-character",
        severity: Warning,
        profiles: &[Default],
        clause: "RFC 3987 §8",
        message: "a space that the grammar allows, and people and programs take for the end of the text",
        bad_example: "http://example.org/a\u{3000}b",
        good_example: "http://example.org/a%20b",
        only_if_any: Traits::UNSEEN,
        find: space_character,
    },
    Rule {
        code: "unassigned-character",
        severity: Info,
        profiles: &[Norm],
        clause: "RFC 3987 §5.3.2.2",
        message: "a code point that Unicode has not assigned yet, whose normal form may still change",
        bad_example: "http://example.org/\u{378}",
        good_example: "http://example.org/α",
        only_if_any: Traits::NON_ASCII,
        find: unassigned_character,
    },
    Rule {
        code: "private-use-character",
        severity: Info,
        profiles: &[Default],
        clause: "RFC 3987 §2.2",
        message: "a private-use character, which means something by agreement only",
        bad_example: "http://example.org/?\u{E000}",
        good_example: "http://example.org/?a",
        only_if_any: Traits::UNSEEN,
        find: private_use_character,
    },
];

/// Finds every character beyond ASCII that is one of those, with its number.
fn find_each(subject: &Subject<'_>, found: &mut RuleNotes, is_one: impl Fn(char) -> bool) {
    for (i, c) in subject.text.char_indices() {
        if !c.is_ascii() && is_one(c) {
            found.with(i..i + c.len_utf8(), format!("U+{:04X}", u32::from(c)));
        }
    }
}

fn bidi_formatting(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_each(subject, found, |c| is_bidi_formatting(c.into()));
}

/// The directional controls that Unicode has added since RFC 3987 listed the seven.
fn is_newer_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{2066}'..='\u{2069}')
}

fn bidi_control(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_each(subject, found, is_newer_control);
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

/// The components that §4.2 names, and those that it allows to be components of their own, as far
/// as they are not ASCII: userinfo, labels of the host, segments and their extensions, names and
/// values, fragment.
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
            && (is_bidi_formatting(c.into()) || is_newer_control(c))
        {
            found.with(span, format!("U+{:04X}", u32::from(c)));
        }
    }
}

/// Joiners and variation selectors belong to the character before them, if it is not ASCII: to a
/// letter of an Indic or Arabic script, or to an emoji.
fn invisible_character(subject: &Subject<'_>, found: &mut RuleNotes) {
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    let is_reported = |before: Option<char>, c: char| {
        let is_attached = matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}')
            && before.is_some_and(|before| !before.is_ascii() && !ignorable.contains(before));
        !c.is_ascii()
            && ignorable.contains(c)
            && !is_bidi_formatting(c.into())
            && !is_newer_control(c)
            && !is_attached
    };
    let mut before = None;
    for (i, c) in subject.text.char_indices() {
        if is_reported(before, c) {
            found.with(i..i + c.len_utf8(), format!("U+{:04X}", u32::from(c)));
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
