//! A fault in words: what is wrong, where, and how to correct it.

use std::borrow::Cow;
use std::ops::Range;

use crate::operations::redact;
use crate::references::{MASK, covers, meets};
use crate::syntax::error::{Fault, Reason};
use crate::syntax::rule::Rule;
use crate::syntax::text::Text;
use crate::words::characters::cells;
use crate::words::decoded::{decoded, escaped};
use crate::words::names::usual_name;
use crate::words::rules::described;

/// The length of the text that is shown before and after the position, in units.
const BEFORE: usize = 48;
const AFTER: usize = 32;

/// The longest faulty piece that a message quotes, in units.
pub(super) const QUOTED: usize = 32;

/// Returns Unicode's name of a character, if the caller has the data. The names of common characters are built
/// in.
pub(crate) type CharacterNames<'a> = &'a dyn Fn(char) -> Option<String>;

/// Says in words how a text fails to match a production.
pub struct Explained<'a, T> {
    pub(super) text: T,
    pub(super) production: Rule,
    pub(super) fault: Cow<'a, Fault>,
    /// The ranges that are not shown, in order.
    pub(super) secrets: Vec<Range<usize>>,
    names: CharacterNames<'a>,
}

/// The text around the piece at fault, escaped and masked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The text before it, cut to some length.
    pub before: String,
    /// The piece at fault; empty if something is missing.
    pub blamed: String,
    /// The text after it, cut to some length.
    pub after: String,
}

impl<'a, T: Text> Explained<'a, T> {
    /// Makes the explanation of the fault that the parser found when it matched `text` against `production`.
    pub fn new(text: T, production: Rule, fault: &'a Fault, names: CharacterNames<'a>) -> Self {
        let secrets = redact::in_invalid(text, production, fault.position);
        Self { text, production, fault: within(fault, text.len()), secrets, names }
    }

    /// Says in one line what is wrong: `not an IRI: U+0020 SPACE is not allowed in a path segment
    /// (isegment, RFC 3987 §2.2)`.
    pub fn message(&self) -> String {
        let rule = described(self.fault.rule);
        let (noun, clause) = match beyond(self.fault.reason) {
            Some((noun, clause)) => (Cow::Borrowed(noun), clause.to_owned()),
            None => (described(self.production).noun, rule.clause()),
        };
        format!("not {noun}: {} ({}, {clause})", self.what(), self.fault.rule.name())
    }

    /// Says what is wrong, without the names of production and rule: `U+0020 SPACE is not allowed in a path
    /// segment`.
    pub fn what(&self) -> String {
        self.said_of(self.character())
    }

    /// Says the same for somebody who fills in a form: `a space is not allowed in a path segment`.
    pub fn plainly(&self) -> String {
        let character = self.code().and_then(|code| match code {
            0x09 => Some("a tab".to_owned()),
            0x0A | 0x0D => Some("a line break".to_owned()),
            0x20 => Some("a space".to_owned()),
            _ => {
                let piece = escaped(&[code]);
                let is_shown = piece.chars().count() == 1;
                match self.character() {
                    Some(name) if is_shown && code >= 0x80 => Some(format!("“{piece}” ({name})")),
                    name if !is_shown => name,
                    _ => Some(format!("“{piece}”")),
                }
            }
        });
        self.said_of(character)
    }

    fn said_of(&self, character: Option<String>) -> String {
        let blamed = self.blamed().map_or_else(|| "this".to_owned(), |piece| format!("“{piece}”"));
        let character = character.unwrap_or_else(|| "a character here".to_owned());
        what(self.fault.reason, &character, &blamed, &described(self.fault.rule).noun)
    }

    /// The text around the position.
    pub fn picture(&self) -> Picture {
        Picture::of(self.text, self.fault.span.clone(), &self.secrets)
    }

    /// Draws it for a terminal, in three lines: the message, the text around the position, the position and the
    /// hint.
    pub fn drawing(&self) -> String {
        let hint = self.hint().map_or_else(String::new, |hint| format!("; {hint}"));
        format!("{}\n{}{hint}", self.message(), self.picture().lines(self.fault.position))
    }

    /// The piece at fault, if it is short and shows nothing of a password.
    pub(super) fn blamed(&self) -> Option<String> {
        let span = &self.fault.span;
        let is_secret = meets(&self.secrets, span);
        (!span.is_empty() && span.len() <= QUOTED && !is_secret)
            .then(|| escaped(&decoded(self.text, span.clone())))
    }

    /// The code point at the position, if there is one and it does not belong to a password.
    fn code(&self) -> Option<u32> {
        let position = self.fault.position;
        if position >= self.text.len() || covers(&self.secrets, position) {
            return None;
        }
        decoded(self.text, position..position + 1).first().copied()
    }

    /// The character at the position, by number and name.
    fn character(&self) -> Option<String> {
        Some(numbered(self.code()?, self.names))
    }
}

impl Picture {
    /// Draws the text around a range, which must be on character boundaries. Secrets are masked.
    pub fn of(text: impl Text, place: Range<usize>, secrets: &[Range<usize>]) -> Self {
        let Range { start, end: stop } = place;
        let left = boundary(text, start.saturating_sub(BEFORE), start);
        let right = (stop + AFTER).min(text.len());
        // Only the beginning of a long piece at fault is shown.
        let end = stop.min(start + BEFORE + AFTER);
        let is_cut = end < stop;
        let ellipsis = |is_cut: bool| if is_cut { "…" } else { "" };
        let show = |range| masked(text, range, secrets);
        let before = format!("{}{}", ellipsis(left > 0), show(left..start));
        let blamed = format!("{}{}", show(start..end), ellipsis(is_cut));
        let after = if is_cut {
            String::new()
        } else {
            format!("{}{}", show(end..right), ellipsis(right < text.len()))
        };
        Self { before, blamed, after }
    }

    /// Two lines for a terminal: the text, and under it the piece at fault and the position.
    pub fn lines(&self, position: usize) -> String {
        let Self { before, blamed, after } = self;
        let indent = " ".repeat(cells(before));
        let carets = "^".repeat(cells(blamed).max(1));
        format!("  {before}{blamed}{after}\n  {indent}{carets} position {position}")
    }
}

/// Shows a range of text, with a mask in place of each secret. A secret that began before the range has its
/// mask there.
fn masked(text: impl Text, range: Range<usize>, secrets: &[Range<usize>]) -> String {
    let mut out = String::new();
    let mut start = range.start;
    for secret in secrets.iter().filter(|s| range.end > s.start && range.start < s.end) {
        if secret.start >= range.start {
            out.push_str(&escaped(&decoded(text, start..secret.start)));
            out.push_str(MASK);
        }
        start = secret.end;
    }
    if start < range.end {
        out.push_str(&escaped(&decoded(text, start..range.end)));
    }
    out
}

/// A fault whose positions are within a text, because a caller that makes one by hand may be wrong.
fn within(fault: &Fault, length: usize) -> Cow<'_, Fault> {
    let Range { start, end } = fault.span;
    if fault.position <= length && start <= end && end <= length {
        return Cow::Borrowed(fault);
    }
    let start = start.min(length);
    let span = start..end.clamp(start, length);
    Cow::Owned(Fault { position: fault.position.min(length), span, ..fault.clone() })
}

/// The first character boundary at or after `i`; `until` is one.
fn boundary(text: impl Text, i: usize, until: usize) -> usize {
    (i..until)
        .find(|&i| !matches!(text.peek(i), 0x80..0xC0) || text.code_point(i).1 > 1)
        .unwrap_or(until)
}

/// A character that is not allowed, and the component that does not allow it. An audit counts the causes of
/// `invalid-character` like this. Their number is bounded, whatever the texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CharacterCause {
    /// None for characters that are counted together: those of a userinfo, which may be secret, and uncommon
    /// ones.
    character: Option<char>,
    rule: Rule,
}

impl CharacterCause {
    /// The cause of a fault in a text. None if the reason is not a character.
    pub fn of(text: impl Text, fault: &Fault) -> Option<Self> {
        let at = (fault.reason == Reason::InvalidCharacter).then_some(fault.position)?;
        let is_secret = matches!(fault.rule, Rule::Userinfo | Rule::Iuserinfo);
        let character = char::from_u32(text.code_point(at).0);
        let is_listed = |c: &char| !is_secret && (c.is_ascii() || usual_name(*c).is_some());
        Some(Self { character: character.filter(is_listed), rule: fault.rule })
    }

    /// Says it in words: `U+0020 SPACE is not allowed in a path segment`.
    pub fn message(self) -> String {
        let character = self
            .character
            .map_or_else(|| "another character".to_owned(), |c| numbered(c.into(), &|_| None));
        what(Reason::InvalidCharacter, &character, "", &described(self.rule).noun)
    }
}

/// A character by number, and by name if it has one.
fn numbered(code: u32, names: CharacterNames<'_>) -> String {
    let name = char::from_u32(code)
        .and_then(|c| usual_name(c).map(str::to_owned).or_else(|| names(c)))
        .unwrap_or_default();
    format!("U+{code:04X} {name}").trim_end().to_owned()
}

/// Describes a reason without a text.
pub fn meaning(reason: Reason) -> String {
    what(reason, "this", "this", "this part")
}

/// The requirement of a type beyond the grammar: its name, and where it is defined.
const fn beyond(reason: Reason) -> Option<(&'static str, &'static str)> {
    match reason {
        Reason::SchemeNotHttp => Some(("a web address", "RFC 9110 §4.2")),
        Reason::NamespaceRequired
        | Reason::NamespaceProhibited
        | Reason::QualifierRequired
        | Reason::NotPermittedByType => Some(("a package URL", "ECMA-427 §5.7")),
        Reason::EncodedNotUtf8 => Some(("a package URL", "ECMA-427 Annex C")),
        Reason::EmptyHost => Some(("a web address", "RFC 9110 §4.2.1")),
        _ => None,
    }
}

/// The fault in words, for each reason.
fn what(reason: Reason, character: &str, blamed: &str, rule: &str) -> String {
    let fixed = match reason {
        Reason::InvalidCharacter => return format!("{character} is not allowed in {rule}"),
        Reason::UnexpectedEnd => return format!("the text ends before the end of {rule}"),
        Reason::NonAscii => return format!("{character} is not ASCII"),
        Reason::PrivateUse => {
            return format!(
                "{character} is a private-use character, which only a query may contain"
            );
        }
        Reason::LoneSurrogate => {
            return format!("{character} is half of a surrogate pair, not a character");
        }
        Reason::InvalidPort => return format!("{blamed} is not a port"),
        Reason::UnbracketedIpv6 => return format!("{blamed} is an IPv6 address without brackets"),
        Reason::InvalidIpv6 => return format!("{blamed} is not an IPv6 address"),
        Reason::InvalidIpvFuture => return format!("{blamed} is not an IPvFuture address"),
        Reason::ReservedOperator => {
            return format!("{blamed} is a reserved operator, which cannot be expanded");
        }
        Reason::InvalidMaxLength => return format!("{blamed} is not a number from 1 to 9999"),
        Reason::NeedlessEncoding => {
            return format!("{blamed} is a character that is not percent-encoded in {rule}");
        }
        Reason::EncodedSlash => {
            return format!("{blamed} is a slash, which is not allowed in {rule}");
        }
        Reason::RepeatedKey => return format!("the qualifier {blamed} occurs twice"),
        Reason::NotPermittedByType => {
            return format!("{blamed} is not {rule} of this type");
        }
        Reason::EmptyText => "the text is empty",
        Reason::InvalidPercentEncoding => "“%” is not followed by two hexadecimal digits",
        Reason::MissingScheme => "there is no scheme",
        Reason::ColonInFirstSegment => {
            "the first segment of a relative path must not contain a colon"
        }
        Reason::EmptyFirstSegment => {
            "an absolute path must not begin with “//”, as an authority does"
        }
        Reason::FragmentNotAllowed => "there must be no fragment",
        Reason::IllFormedUtf8 => "the bytes are not UTF-8",
        Reason::SecondAt => "there is a second “@” in the authority",
        Reason::UnclosedBracket => "“[” is never closed",
        Reason::ZoneIdentifier => "an IPv6 address has no zone identifier in a URI",
        Reason::UnclosedExpression => "“{” is never closed",
        Reason::SchemeNotHttp => "the scheme must be http or https",
        Reason::RefusedByPolicy => "a policy refuses this reference",
        Reason::EncodedNotUtf8 => "the percent-encoded octets are not UTF-8",
        Reason::NamespaceRequired => "packages of this type must have a namespace",
        Reason::NamespaceProhibited => "packages of this type must not have a namespace",
        Reason::QualifierRequired => "packages of this type must have a qualifier that is missing",
        Reason::EmptyHost => "the host must not be empty",
    };
    fixed.to_owned()
}
