//! Other notations that people write where a reference is expected: two links, a link in quotes, git's short
//! form, a defanged link, a list of hosts, a raw password.

use std::borrow::Cow;
use std::ops::Range;

use crate::compose::Components;
use crate::operations::following::following;
use crate::operations::placeholder::placeholder;
use crate::references::{begins_with_reference, second, short_form as short_form_of};
use crate::syntax::chars::{ALPHA, DIGIT, HEXDIG, UNRESERVED};
use crate::syntax::error::{Fault, Reason};
use crate::syntax::parse::recognize;
use crate::syntax::reference::Reference;
use crate::syntax::rule::Rule;
use crate::syntax::split::split;
use crate::syntax::text::{Text, Ucs4, Utf8};
use crate::words::decoded::{decoded, escaped, text_of};

/// Advice for a password.
pub(super) const IN_PASSWORD: &str = "if it belongs to a password, percent-encode it: “/” is %2F, “?” %3F, “#” %23, “@” %40, “%” %25, a space %20";

/// The length, in units, beyond which a text is not examined for other notations.
const LONGEST: usize = 1000;

/// Another notation, with the positions, in units, that its message names.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Notation {
    /// A link, and a second one.
    TwoLinks(usize, usize),
    /// Other text, and a link from this position.
    TextBefore(usize),
    /// A link, and other text from this position.
    TextAfter(usize),
    Defanged,
    Quoted,
    WindowsShare,
    WindowsPath,
    SpaceBeforeHost,
    Placeholder(usize),
    /// Git's short form, and the IRI that it stands for.
    ShortForm(String),
}

impl Notation {
    /// The notation of a whole text that is not a reference.
    fn of(text: impl Text, secrets: &[Range<usize>]) -> Option<Self> {
        Self::beside_a_link(text).or_else(|| Self::of_one(text, secrets))
    }

    /// A second link, or text before one.
    fn beside_a_link(text: impl Text) -> Option<Self> {
        let (first, second) = second(text)?;
        let is_two = begins_with_reference(text, first);
        Some(if is_two { Self::TwoLinks(first, second) } else { Self::TextBefore(second) })
    }

    /// The notation of a text without a second link.
    fn of_one(text: impl Text, secrets: &[Range<usize>]) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        if is_defanged(text) {
            return Some(Self::Defanged);
        }
        let codes = decoded(text, 0..text.len());
        if is_quoted(&codes) {
            return Some(Self::Quoted);
        }
        let leftover = text_of(&codes).and_then(|codes| Self::with_leftover(text, &codes));
        leftover.or_else(|| short_form(&codes).filter(|_| secrets.is_empty()).map(Self::ShortForm))
    }

    /// A text with more than a link, a Windows path, or a space before the host; `text` is the one of `units`.
    fn with_leftover(units: impl Text, text: &str) -> Option<Self> {
        let parts = split(Utf8(text.as_bytes()));
        let components = Components::from(Reference { text, parts });
        let is_octets = units.len() == text.len();
        let place = |octets| if is_octets { octets } else { text[..octets].chars().count() };
        if text.starts_with("\\\\") {
            return Some(Self::WindowsShare);
        }
        if components.authority.is_none()
            && components.scheme.is_some_and(|scheme| scheme.len() == 1)
            && components.path.contains('\\')
        {
            return Some(Self::WindowsPath);
        }
        if components.authority.is_some_and(|authority| authority.starts_with(' ')) {
            return Some(Self::SpaceBeforeHost);
        }
        let left = placeholder(text);
        let before = left.as_ref().map_or(text.len(), |left| left.start);
        if let Some(range) = following(text).filter(|range| range.start < before) {
            return Some(Self::TextAfter(place(range.start)));
        }
        let range = left?;
        // An expression of a template has a hint of its own.
        let is_expression =
            text[range.start..].starts_with('{') && !text[range.start..].starts_with("{{");
        (!is_expression).then(|| Self::Placeholder(place(range.start)))
    }

    /// The advice: what to write.
    fn hint(self) -> Cow<'static, str> {
        let words = match self {
            Self::TwoLinks(first, second) => {
                return format!(
                    "the text has two links, at positions {first} and {second}: write each by itself"
                )
                .into();
            }
            Self::TextBefore(place) => {
                return format!("other text precedes the link at position {place}: leave it out")
                    .into();
            }
            Self::TextAfter(place) => {
                return format!("other text follows the link, from position {place}: leave it out")
                    .into();
            }
            Self::Placeholder(place) => {
                return format!("a placeholder is left in, at position {place}: fill it in first")
                    .into();
            }
            Self::ShortForm(written) => {
                return format!("if it is git's short form, write {written}").into();
            }
            Self::Defanged => {
                "it looks like a link that was made harmless: write http for hxxp, “.” for “[.]” and “:” for “[:]”"
            }
            Self::Quoted => "remove the quotation marks around it",
            Self::WindowsShare => {
                "it looks like the path of a Windows share: write file://server/share/path (RFC 8089 Appendix E.3)"
            }
            Self::WindowsPath => {
                "it looks like a Windows path: write file:///C:/path (RFC 8089 Appendix E.2)"
            }
            Self::SpaceBeforeHost => "a space precedes the host: leave it out",
        };
        words.into()
    }
}

/// Names the notation of a whole text that is not a reference, and says what to write.
pub(super) fn hint(text: impl Text, secrets: &[Range<usize>]) -> Option<Cow<'static, str>> {
    Notation::of(text, secrets).map(Notation::hint)
}

/// Returns true if an invalid text is a link with other text around it.
pub fn is_link_in_text(text: impl Text) -> bool {
    match Notation::beside_a_link(text) {
        Some(notation) => matches!(notation, Notation::TextBefore(_)),
        // Text after a link follows a space. An audit calls this for every invalid value, and most have no such
        // text.
        None => {
            text.find(0, b" ") < text.len()
                && matches!(Notation::of_one(text, &[]), Some(Notation::TextAfter(_)))
        }
    }
}

/// Returns true if a text begins with `hxxp` or has a dot in brackets.
fn is_defanged(text: impl Text) -> bool {
    let has = |start: usize, name: &[u8]| {
        (start..).zip(name).all(|(i, &c)| text.is(i, c) || text.is(i, c.to_ascii_uppercase()))
    };
    let mut i = text.find(0, b"[(");
    while i < text.len() {
        if has(i, b"[.]") || has(i, b"[:]") || has(i, b"(dot)") {
            return true;
        }
        i = text.find(i + 1, b"[(");
    }
    has(0, b"hxxp")
}

/// Returns true if a text is a reference in typographic quotes, as a word processor writes them.
fn is_quoted(codes: &[u32]) -> bool {
    let [first, inner @ .., last] = codes else { return false };
    let quotes = ["“”", "‘’", "„“", "‚‘", "«»", "»«", "‹›", "「」", "『』", "''", "``", "””"];
    let is_pair = |pair: &&str| pair.chars().map(u32::from).eq([*first, *last]);
    quotes.iter().any(is_pair) && recognize(Ucs4(inner), Rule::Iri).is_ok()
}

/// Reads git's short form for `ssh://user@host/path`, also after a scheme.
fn short_form(codes: &[u32]) -> Option<String> {
    let is = |code: &u32, c: char| *code == u32::from(c);
    let slashes = codes
        .windows(3)
        .position(|three| three.iter().zip("://".chars()).all(|(code, c)| is(code, c)));
    let start = slashes.map_or(0, |colon| colon + 3);
    let colon = if slashes.is_some() {
        short_form_of(Ucs4(codes), start)?
    } else {
        let is_other = |code: &u32| !UNRESERVED.contains(*code);
        let at = codes.iter().position(is_other).filter(|&at| at > 0 && is(&codes[at], '@'))?;
        let length = codes[at + 1..].iter().position(is_other).filter(|&length| length > 0)?;
        at + 1 + length
    };
    let path = codes.get(colon + 1..).filter(|path| is(&codes[colon], ':') && !path.is_empty())?;
    let scheme = if start == 0 { "ssh://".to_owned() } else { escaped(&codes[..start]) };
    let [before, path] = [&codes[start..colon], path].map(escaped);
    let written = format!("{scheme}{before}/{}", path.trim_start_matches('/'));
    let codes: Vec<u32> = written.chars().map(u32::from).collect();
    recognize(Ucs4(&codes), Rule::Iri).ok().map(|()| written)
}

/// Returns true if a fault is a space or a delimiter in a password: an `@` follows.
pub(super) fn is_in_password(text: impl Text, secrets: &[Range<usize>], fault: &Fault) -> bool {
    let start = fault.span.start;
    let is_other = fault.reason == Reason::InvalidCharacter && !text.is(start, b' ');
    let secret = secrets.iter().find(|secret| secret.contains(&start));
    !is_other && secret.is_some_and(|secret| text.is(secret.end, b'@'))
}

/// Returns true if the text of a port is a port followed by other hosts.
pub(super) fn is_list(text: impl Text, span: &Range<usize>) -> bool {
    let comma = text.run(span.start, DIGIT);
    let is_comma = text.is(comma, b',') || text.is(comma, b';');
    let next = text.peek(comma + 1);
    let is_host = ALPHA.contains(next) || HEXDIG.contains(next) || text.is(comma + 1, b'[');
    comma > span.start && comma < span.end && is_comma && is_host
}
