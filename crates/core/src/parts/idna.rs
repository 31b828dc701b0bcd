//! Internationalized domain names in hosts: UTS #46, by the crate `idna`.
//!
//! The parameters are those that RFC 3987 §3.1 requires for creating an identifier, in today's
//! terms of UTS #46: `UseSTD3ASCIIRules`, `CheckHyphens` and `VerifyDnsLength` on, transitional
//! processing off. An IP-literal is not a name and stays unchanged.

use std::borrow::Cow;
use std::fmt;

use icu_normalizer::uts46::Uts46Mapper;
use icu_properties::CodePointMapData;
use icu_properties::props::{BidiClass, GeneralCategory};
use idna::punycode;
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use crate::parts::host::DOTS;
use crate::parts::lookup::{MappedLabel, mapped_characters, mapped_labels};
use crate::parts::percent::unquote;

/// A check of UTS #46 that a host fails, and the label that fails it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotADomainName {
    /// The number of the label, from 1, and its text; none for the whole name.
    pub label: Option<(usize, String)>,
    /// The check.
    pub check: NameCheck,
}

/// Makes [`NameCheck`] from rows of meaning, name, and words.
macro_rules! checks {
    ($($(#[$meaning:meta])* $name:ident$(($value:ident: $type:ty))? = $words:literal;)*) => {
        /// A check of UTS #46 (§4.1, §4.2), named by the way in which a label fails it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum NameCheck {
            $($(#[$meaning])* $name$(($type))?,)*
        }

        impl fmt::Display for NameCheck {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$name$(($value))? => write!(f, $words),)* }
            }
        }
    };
}

checks! {
    /// The label is empty, or mapping leaves none of its characters.
    Empty = "is empty (VerifyDnsLength)";
    /// The octets are not UTF-8.
    NotUtf8 = "has octets that are not UTF-8";
    /// A character of the label, perhaps after decoding, is neither valid nor mapped.
    Character(c: char) = "has {c:?}, which a domain name must not have";
    /// The text after `xn--` is not Punycode (RFC 3492).
    NotPunycode = "is not an A-label: the text after xn-- is not Punycode";
    /// It decodes to a label that has another A-label, or none.
    NotAnALabel = "is not the A-label of what it decodes to";
    /// A hyphen at the beginning or the end.
    Hyphen = "begins or ends with a hyphen (CheckHyphens)";
    /// Hyphens in the third and fourth place, where `xn--` has them.
    TwoHyphens = "has hyphens in its third and fourth place (CheckHyphens)";
    /// An ASCII character that host names cannot have.
    NotLdh(c: char) = "has {c:?}, and host names consist of letters, digits and hyphens (UseSTD3ASCIIRules)";
    /// A mark at the beginning, which would combine with the character before it.
    Mark(c: char) = "begins with the mark {c:?}";
    /// A joiner between characters that do not join (RFC 5892 A.1, A.2).
    Joiner(c: char) = "has {c:?} where it joins nothing (CheckJoiners)";
    /// Writing directions are mixed (RFC 5893).
    Direction = "mixes writing directions, or follows a right-to-left label (CheckBidi)";
    /// The label is too long: its number of octets in ASCII.
    LongLabel(octets: usize) = "has {octets} octets in ASCII, and a label has at most 63 (VerifyDnsLength)";
    /// The name is too long: its number of octets in ASCII.
    LongName(octets: usize) = "has {octets} octets in ASCII, and a name has at most 253 (VerifyDnsLength)";
}

error_words!(NotADomainName, |error, f| {
    match &error.label {
        Some((number, text)) if text.is_empty() => write!(f, "label {number}")?,
        Some((number, text)) => write!(f, "label {number}, {text:?},")?,
        None => f.write_str("the name")?,
    }
    write!(f, " {}", error.check)
});

/// `ToASCII` of a host. Percent-encoded octets are decoded first, and must be UTF-8.
pub fn host_to_ascii(host: &str) -> Result<String, NotADomainName> {
    to_ascii(host).ok_or_else(|| refused(host))
}

/// Like [`host_to_ascii`], without the reason for a refusal.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
    if is_no_name(host) {
        return Some(host.to_owned());
    }
    let (deny, length) = (AsciiDenyList::STD3, DnsLength::VerifyAllowRootDot);
    Uts46::new().to_ascii(&unquote(host), deny, Hyphens::Check, length).ok().map(Cow::into_owned)
}

/// `ToUnicode` of a host, under the same rules.
pub fn host_to_unicode(host: &str) -> Result<String, NotADomainName> {
    to_unicode(host).ok_or_else(|| refused(host))
}

/// Like [`host_to_unicode`], without the reason for a refusal.
pub(crate) fn to_unicode(host: &str) -> Option<String> {
    if is_no_name(host) {
        return Some(host.to_owned());
    }
    let name = unquote(host);
    let (unicode, allowed) = Uts46::new().to_unicode(&name, AsciiDenyList::STD3, Hyphens::Check);
    allowed.ok().map(|()| unicode.into_owned())
}

/// Returns true for an IP-literal and for an empty host.
fn is_no_name(host: &str) -> bool {
    host.starts_with('[') || host.is_empty()
}

/// The first check that a refused host fails, and the label.
#[cold]
fn refused(host: &str) -> NotADomainName {
    let labels = mapped_labels(host);
    // "A Bidi domain name is a domain name that contains at least one RTL label" (RFC 5893 §1.4).
    let is_bidi = labels.iter().filter_map(unicode).any(|label| label.contains(is_right_to_left));
    let last = labels.len() - 1;
    for (i, label) in labels.iter().enumerate() {
        let is_root = label.mapped.is_empty() && i == last && last > 0;
        let check = if is_root { None } else { failed(host, label, is_bidi) };
        if let Some(check) = check {
            let label = Some((i + 1, host[label.span.clone()].to_owned()));
            return NotADomainName { label, check };
        }
    }
    let octets: usize = labels.iter().map(|label| octets(&label.mapped).unwrap_or(0) + 1).sum();
    NotADomainName { label: None, check: NameCheck::LongName(octets - 1) }
}

fn failed(host: &str, label: &MappedLabel, is_bidi: bool) -> Option<NameCheck> {
    if label.mapped.is_empty() {
        return Some(NameCheck::Empty);
    }
    let text = &host[label.span.clone()];
    if label.mapped.contains(char::REPLACEMENT_CHARACTER) {
        let is_other = |&(_, c): &(_, char)| c == char::REPLACEMENT_CHARACTER;
        let (place, _) = mapped_characters(text).find(is_other)?;
        let octets = unquote(&text[place]);
        let c = String::from_utf8(octets).ok().and_then(|text| text.chars().next());
        return Some(c.map_or(NameCheck::NotUtf8, NameCheck::Character));
    }
    let Some(unicode) = unicode(label) else { return Some(NameCheck::NotPunycode) };
    let is_a_label = label.mapped.starts_with(PREFIX);
    if is_a_label {
        let is_other = |c: &char| mapped(c.encode_utf8(&mut [0; 4])) == "\u{FFFD}";
        if let Some(c) = unicode.chars().find(is_other) {
            return Some(NameCheck::Character(c));
        }
        if unicode.is_ascii() || mapped(&unicode) != unicode {
            return Some(NameCheck::NotAnALabel);
        }
    }
    if unicode.chars().skip(2).take(2).eq("--".chars()) {
        return Some(NameCheck::TwoHyphens);
    }
    if unicode.starts_with('-') || unicode.ends_with('-') {
        return Some(NameCheck::Hyphen);
    }
    let is_other = |c: &char| c.is_ascii() && !c.is_ascii_alphanumeric() && *c != '-';
    if let Some(c) = unicode.chars().find(is_other) {
        return Some(NameCheck::NotLdh(c));
    }
    if let Some(first) = unicode.chars().next().filter(|&c| is_mark(c)) {
        return Some(NameCheck::Mark(first));
    }
    match octets(&unicode) {
        None => {
            let is_joiner = |c: &char| matches!(c, '\u{200C}' | '\u{200D}');
            let joiner = unicode.chars().find(is_joiner);
            let without: String = unicode.chars().filter(|c| !is_joiner(c)).collect();
            let has_one_direction = || !unicode.contains(is_right_to_left);
            let joiner = joiner.filter(|_| has_one_direction() || octets(&without).is_some());
            Some(joiner.map_or(NameCheck::Direction, NameCheck::Joiner))
        }
        Some(_) if is_bidi && octets(&format!("{unicode}.\u{5D0}")).is_none() => {
            Some(NameCheck::Direction)
        }
        Some(octets) => (octets > 63).then_some(NameCheck::LongLabel(octets)),
    }
}

const PREFIX: &str = "xn--";

/// The Unicode form of a mapped label; none if it is not an A-label.
fn unicode(label: &MappedLabel) -> Option<String> {
    match label.mapped.strip_prefix(PREFIX) {
        Some(digits) => punycode::decode_to_string(digits),
        None => Some(mapped(&label.mapped)),
    }
}

fn mapped(text: &str) -> String {
    Uts46Mapper::new().map_normalize(text.chars()).collect()
}

/// The length in ASCII of a label that UTS #46 allows apart from its length.
fn octets(text: &str) -> Option<usize> {
    let deny = AsciiDenyList::STD3;
    let ascii = Uts46::new().to_ascii(text.as_bytes(), deny, Hyphens::Allow, DnsLength::Ignore);
    ascii.ok().map(|ascii| ascii.len())
}

fn is_right_to_left(c: char) -> bool {
    let class = CodePointMapData::<BidiClass>::new().get(c);
    matches!(class, BidiClass::RightToLeft | BidiClass::ArabicLetter | BidiClass::ArabicNumber)
}

fn is_mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    matches!(category, NonspacingMark | SpacingMark | EnclosingMark)
}

/// Returns true if a decoded host has only ASCII characters, so it needs no conversion.
pub fn is_ascii_name(host: &str) -> bool {
    unquote(host).is_ascii()
}

/// The mapping of UTS #46 alone, for a name that is valid by it and has a non-ASCII label: letter
/// case, width, and the like. ASCII labels stay in ASCII. A name with percent-encoding stays
/// unchanged, because it may hide a dot.
pub(crate) fn map(host: &str) -> Option<String> {
    if host.contains('%') {
        return None;
    }
    to_ascii(host)?;
    let mapped = to_unicode(host)?;
    let labels: Vec<&str> = host.split(DOTS).collect();
    let mapped: Vec<&str> = mapped.split('.').collect();
    (labels.len() == mapped.len()).then(|| {
        let kept = labels.iter().zip(mapped);
        kept.map(|(label, mapped)| if label.is_ascii() { label } else { mapped })
            .collect::<Vec<_>>()
            .join(".")
    })
}
