//! Minimal escaping: an identifier that is readable, and that detection finds whole (UTS #58 §4).

use crate::links::brackets::{Effect, Tail, TailPart};
use crate::links::table::{LinkTerm, Table};
use crate::parts::percent::{Encoded, encoded_at, push_char, triplet};
use crate::parts::scheme::WEB;
use crate::syntax::chars::{UCSCHAR, UNRESERVED, is_bidi_formatting};
use crate::syntax::split::split;
use crate::syntax::text::Utf8;
use std::ops::Range;

/// An identifier as it is written in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForText {
    /// The minimally escaped form.
    pub text: String,
    /// The reserved characters of the identifier that had to be escaped, as byte ranges of it. If there are
    /// any, the form is not equivalent to the identifier (RFC 3986 §2.2), although most servers treat it as the
    /// same.
    pub changes: Vec<Range<usize>>,
}

/// Writes a valid reference for text.
pub fn for_text(reference: &str) -> ForText {
    let parts = split(Utf8(reference.as_bytes()));
    let scheme = parts.scheme().map(|range| &reference[range]);
    let is_mail = scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto"));
    let path = parts.path();
    let (query, fragment) = (parts.query(), parts.fragment());
    let mut writer = TextWriter {
        table: Table::get(),
        reference,
        out: String::with_capacity(reference.len()),
        changes: Vec::new(),
    };
    let is_bare = path.is_empty() && query.is_none() && fragment.is_none();
    // An empty port is removed (§3.2.3).
    let has_empty_port = parts.port().is_some_and(|port| port.is_empty());
    let end = if has_empty_port { parts.host_end } else { path.start };
    writer.out.push_str(&reference[..end]);
    let is_web =
        scheme.is_some_and(|scheme| WEB.iter().any(|web| scheme.eq_ignore_ascii_case(web)));
    if is_bare && is_web && parts.has_authority() && writer.out.ends_with('.') {
        // The dot would end the sentence, and the empty path is `/` (§6.2.3).
        writer.out.push('/');
    }
    let components =
        [(TailPart::Path, Some(path)), (TailPart::Query, query), (TailPart::Fragment, fragment)];
    let last = components
        .iter()
        .rposition(|(_, range)| range.as_ref().is_some_and(|range| !range.is_empty()));
    for (i, (kind, range)) in components.into_iter().enumerate() {
        let Some(range) = range else { continue };
        match kind {
            TailPart::Path => {}
            TailPart::Query => writer.out.push('?'),
            TailPart::Fragment => writer.out.push('#'),
        }
        if kind == TailPart::Path && is_mail {
            writer.address(range);
        } else {
            writer.component(kind, range, last == Some(i));
        }
    }
    ForText { text: writer.out, changes: writer.changes }
}

struct TextWriter<'a> {
    table: &'static Table,
    reference: &'a str,
    out: String,
    changes: Vec<Range<usize>>,
}

/// A piece of a component: a character, or an encoded octet.
#[derive(Clone, Copy)]
struct EncodedPiece {
    /// The character, if it is decoded or was not encoded.
    c: Option<char>,
    start: usize,
    end: usize,
}

impl TextWriter<'_> {
    /// The piece that begins at `i`.
    fn piece(&self, i: usize, may_decode: impl Fn(char) -> bool) -> Option<EncodedPiece> {
        let rest = &self.reference[i..];
        if triplet(self.reference.as_bytes(), i).is_none() {
            let c = rest.chars().next()?;
            return Some(EncodedPiece { c: Some(c), start: i, end: i + c.len_utf8() });
        }
        Some(match encoded_at(self.reference, i) {
            Some((Encoded::Character(c), length)) if may_decode(c) => {
                EncodedPiece { c: Some(c), start: i, end: i + length }
            }
            _ => EncodedPiece { c: None, start: i, end: i + 3 },
        })
    }

    /// Returns true if an encoded character is decoded.
    fn is_readable(&self, c: char) -> bool {
        let c = u32::from(c);
        let is_plain =
            UCSCHAR.contains(c) && !is_bidi_formatting(c) && self.table.term(c) != LinkTerm::Hard;
        UNRESERVED.contains(c) || is_plain
    }

    /// Writes the path of a `mailto`. Characters that no local part has stay encoded.
    fn address(&mut self, range: Range<usize>) {
        let mut i = range.start;
        while i < range.end
            && let Some(piece) =
                self.piece(i, |c| self.is_readable(c) && self.table.is_email(c.into()) && c != '.')
        {
            match piece.c {
                Some(c)
                    if !c.is_ascii()
                        && !self.table.is_email(c.into())
                        && !self.table.is_name(c.into()) =>
                {
                    push_char(&mut self.out, c);
                }
                Some(c) => self.out.push(c),
                None => self.out.push_str(&self.reference[piece.start..piece.end]),
            }
            i = piece.end;
        }
    }

    /// Writes a component. The last nonempty one must not end in punctuation that ends a sentence.
    fn component(&mut self, kind: TailPart, range: Range<usize>, is_last: bool) {
        // The characters of the component in the form that detection finds, with their sources.
        let mut decoded = String::with_capacity(range.len());
        let mut pieces = Vec::with_capacity(range.len());
        let mut i = range.start;
        while i < range.end
            && let Some(piece) = self.piece(i, |c| self.is_readable(c))
        {
            match piece.c {
                Some(c) => decoded.push(c),
                None => decoded.push_str(&self.reference[piece.start..piece.end]),
            }
            pieces.push(piece);
            i = piece.end;
        }
        let text = Utf8(decoded.as_bytes());
        let mut state = Tail::new(kind);
        let mut at = 0;
        let count = pieces.len();
        for (nth, piece) in pieces.into_iter().enumerate() {
            let Some(c) = piece.c else {
                self.out.push_str(&self.reference[piece.start..piece.end]);
                at += piece.end - piece.start;
                continue;
            };
            let is_final = is_last && nth + 1 == count;
            let effect = state.take(self.table, text, at, c.into());
            at += c.len_utf8();
            if effect == Effect::End || is_final && effect == Effect::Pending {
                push_char(&mut self.out, c);
                if c.is_ascii() && !UNRESERVED.contains(c.into()) {
                    self.changes.push(piece.start..piece.end);
                }
            } else {
                self.out.push(c);
            }
        }
    }
}
