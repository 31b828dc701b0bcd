//! A found link: its positions, and its IRI.

use std::borrow::Cow;
use std::ops::Range;

use crate::operations::repair::{Cause, Change, repair_whole};
use crate::parts::percent::push_char;
use crate::syntax::chars::LOCAL_PART;
use crate::syntax::choice::choices;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::{Text, Utf8};

choices! {
    /// How a link is written.
    pub enum LinkKind;
    /// The name of the kind.
    pub fn name;
    /// The prefix that its IRI has before the link.
    pub fn implied;
    /// With its scheme.
    Iri = "iri", "";
    /// A name, optionally with a port, path, query and fragment.
    Domain = "domain", "https://";
    /// An email address.
    Email = "email", "mailto:";
}

/// A link in a text. Positions are indices into the units of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextLink {
    /// Its position.
    pub span: Range<usize>,
    /// How it is written.
    pub kind: LinkKind,
    /// True if it has a userinfo.
    pub has_userinfo: bool,
    /// True if it is between delimiters and may have line breaks (RFC 3986 Appendix C).
    pub is_delimited: bool,
}

/// The IRI of a link, and the changes that were made for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant<'t> {
    /// The IRI; it is the text of the link itself if that is valid.
    pub iri: Cow<'t, str>,
    /// The changes, in bytes of the text of the link. An implied scheme is not a change.
    pub changes: Vec<Change>,
    /// True if the IRI is known to match its rule. Others must be parsed.
    pub is_checked: bool,
}

impl TextLink {
    /// The IRI of the link. Characters that no IRI may have are percent-encoded, as by `repair`.
    pub fn meant(&self, text: impl Text) -> Meant<'static> {
        meant(&self.text(text), self.kind, self.is_delimited).into_owned()
    }

    /// The text of the link.
    pub fn text(&self, text: impl Text) -> String {
        let mut out = String::with_capacity(self.span.len());
        let mut i = self.span.start;
        while i < self.span.end {
            let (c, length) = text.code_point(i);
            // OK because a link has only characters.
            out.push(char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER));
            i += length.max(1);
        }
        out
    }
}

impl Meant<'_> {
    fn into_owned(self) -> Meant<'static> {
        Meant { iri: Cow::Owned(self.iri.into_owned()), ..self }
    }
}

/// The IRI of the text of a link.
pub fn meant(link: &str, kind: LinkKind, is_delimited: bool) -> Meant<'_> {
    if is_delimited {
        return unbroken(link);
    }
    if kind == LinkKind::Email {
        return of_address(link);
    }
    if link.contains('\n') {
        return unhyphenated(link, kind);
    }
    let implied = kind.implied();
    let iri = match kind {
        LinkKind::Iri => Cow::Borrowed(link),
        _ => Cow::Owned([implied, link].concat()),
    };
    // Most links are IRIs without a change.
    if recognize(Utf8(iri.as_bytes()), Rule::Iri).is_ok() {
        return Meant { iri, changes: Vec::new(), is_checked: true };
    }
    let (iri, mut changes) = repair_whole(&iri);
    for change in &mut changes {
        change.span = change.span.start - implied.len()..change.span.end - implied.len();
    }
    Meant { iri: Cow::Owned(iri), changes, is_checked: false }
}

/// The IRI of a link that continues in the next line, without the hyphen and the white space between the two
/// parts.
fn unhyphenated(link: &str, kind: LinkKind) -> Meant<'static> {
    let (mut joined, mut breaks) = (String::with_capacity(link.len()), Vec::new());
    let mut rest = 0;
    while let Some(line) = link[rest..].find('\n').map(|place| rest + place) {
        let before = link[..line].trim_end_matches('\r').len();
        let hyphen = before - HYPHEN.len_utf8();
        joined.push_str(&link[rest..hyphen]);
        rest = link.len() - link[line..].trim_start_matches(is_space).len();
        breaks.push(hyphen..rest);
    }
    joined.push_str(&link[rest..]);
    let Meant { iri, mut changes, is_checked } = meant(&joined, kind, false).into_owned();
    for change in &mut changes {
        for gap in &breaks {
            if change.span.start >= gap.start {
                change.span = change.span.start + gap.len()..change.span.end + gap.len();
            }
        }
    }
    changes.extend(breaks.into_iter().map(|span| Change {
        span,
        replacement: String::new(),
        cause: Cause::Trimmed,
    }));
    Change::sort(&mut changes);
    Meant { iri, changes, is_checked }
}

/// The hyphen with which man(1) breaks a word.
pub(crate) const HYPHEN: char = '\u{2010}';

/// The `mailto` IRI of an address. It is all data: a `%` encodes nothing. A slash stays, although RFC 6068 §2
/// encodes it: the path of such an IRI has no segments, and readers recognize the address. Only the first of two
/// slashes at the beginning is encoded, because an authority would follow them.
fn of_address(address: &str) -> Meant<'static> {
    let implied = LinkKind::Email.implied();
    let mut iri = String::with_capacity(implied.len() + address.len());
    iri.push_str(implied);
    let mut changes = Vec::new();
    let domain = address.rfind('@').unwrap_or(address.len());
    let is_slash = |i, c| c == '/' && !(i == 0 && address.starts_with("//"));
    for (i, c) in address.char_indices() {
        if i >= domain || is_slash(i, c) || LOCAL_PART.contains(c.into()) {
            iri.push(c);
            continue;
        }
        let mut replacement = String::new();
        push_char(&mut replacement, c);
        iri.push_str(&replacement);
        let cause = if c == '%' { Cause::BarePercent } else { Cause::NotAllowed };
        changes.push(Change { span: i..i + c.len_utf8(), replacement, cause });
    }
    Meant { iri: Cow::Owned(iri), changes, is_checked: false }
}

/// "For robustness, software that accepts user-typed URI should attempt to recognize and strip both delimiters
/// and embedded whitespace" (RFC 3986 Appendix C).
fn unbroken(link: &str) -> Meant<'static> {
    let mut iri = String::with_capacity(link.len());
    let mut changes = Vec::new();
    let mut drop = |span: Range<usize>| {
        changes.push(Change { span, replacement: String::new(), cause: Cause::Trimmed });
    };
    let mut i = link.len() - without_label(link).len();
    if i > 0 {
        drop(0..i);
    }
    while let Some(length) = link[i..].find(is_space) {
        iri.push_str(&link[i..i + length]);
        let rest = link[i + length..].trim_start_matches(is_space);
        let end = link.len() - rest.len();
        drop(i + length..end);
        i = end;
    }
    iri.push_str(&link[i..]);
    Meant { iri: Cow::Owned(iri), changes, is_checked: false }
}

/// The white space of broken lines.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// Text without a `URL:` before it.
fn without_label(text: &str) -> &str {
    match text.get(..4) {
        Some(label) if label.eq_ignore_ascii_case("URL:") => text[4..].trim_start_matches(is_space),
        _ => text,
    }
}
