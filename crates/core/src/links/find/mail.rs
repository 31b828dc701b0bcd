//! Email addresses in text, and texts that look like one: `sip:` identifiers, and users with their passwords.

use super::{LOCAL, Links, MAIL, StartVerdict, found, is_word};
use crate::links::brackets::TailPart;
use crate::links::found::LinkKind;
use crate::links::names::{NoName, is_invisible, visible_before};
use crate::links::starts::Searched;
use crate::parts::scheme::is_named;
use crate::references::Introduction;
use crate::syntax::chars::ALPHA;

/// The words before a colon that announce an email address.
const LABELS: [&str; 18] = [
    "address", "author", "bcc", "cc", "contact", "correo", "courriel", "e-mail", "email", "from",
    "kontakt", "mail", "maintainer", "owner", "reply-to", "sender", "support", "to",
];

impl<T: Searched> Links<'_, T> {
    /// Judges the address around the at sign at `i`.
    pub(super) fn at_sign(&self, i: usize) -> StartVerdict {
        let name = match self.name(i + 1, MAIL) {
            Ok(name) => name,
            Err(NoName { end }) => return StartVerdict::Nothing(end.max(i + 1)),
        };
        // A text that looks like an address but is not one hides its domain as well.
        let go_on = StartVerdict::Nothing(name.with_dots);
        let Some(mut start) = self.local_start(i) else { return go_on };
        let is_after_colon = start > self.floor && self.text.is(start - 1, b':');
        if is_after_colon && self.text.is(start, b'/') && self.text.is(start + 1, b'/') {
            return go_on;
        }
        let scheme = if is_after_colon {
            let intro = Introduction::at(self.text, start - 1, self.floor);
            self.scheme_start(intro.scheme, |scheme| scheme == "mailto")
        } else {
            None
        };
        if scheme.is_none() {
            if is_after_colon && !self.is_label(start - 1) {
                return go_on;
            }
            start = self.after_assignment(start, i);
            // An opening quotation mark, which `Link_Email` also has (ours).
            while self.text.is(start, b'\'') || self.text.is(start, b'`') {
                start += 1;
            }
        }
        let is_local = start < i
            && !self.text.is(start, b'.')
            && !self.text.is(i - 1, b'.')
            && !(start..i).any(|k| self.text.is(k, b'.') && self.text.is(k + 1, b'.'));
        if !is_local || self.text.is(name.with_dots, b'_') {
            return go_on;
        }
        match scheme {
            Some(scheme) if self.options.schemes.has("mailto") => {
                let limits = self.limits(scheme);
                // A query belongs to an IRI (ours).
                let end = if self.text.is(name.end, b'?') {
                    self.components(name.end, TailPart::Query, &limits)
                } else {
                    name.end
                };
                StartVerdict::Found(found(scheme, end, LinkKind::Iri))
            }
            None if self.options.emails => {
                StartVerdict::Found(found(start, name.end, LinkKind::Email))
            }
            _ => go_on,
        }
    }

    /// The beginning of an address after the name of a variable or a label: `EMAIL=a@b.example` (ours).
    fn after_assignment(&self, start: usize, at: usize) -> usize {
        let Some(equals) = (start..at).find(|&i| self.text.is(i, b'=')) else { return start };
        let word = start..equals;
        let is_variable = !word.is_empty()
            && word.clone().all(|i| {
                let c = self.text.peek(i);
                u8::try_from(c).is_ok_and(|c| c.is_ascii_uppercase() || c == b'_')
            });
        if is_variable || is_named(self.text, word, &LABELS) { equals + 1 } else { start }
    }

    /// Returns true if the word before the colon at `colon` is the label of an address, not a scheme (`sip:`)
    /// or a user with a password (ours).
    fn is_label(&self, colon: usize) -> bool {
        let word = Introduction::at(self.text, colon, self.floor).scheme;
        let (before, _) = self.text.code_point_before(word.start);
        word.is_empty()
            || !ALPHA.contains(self.text.peek(word.start))
            || before > 0x7F && is_word(before)
            || before != u32::from(b'/') && is_named(self.text, word, &LABELS)
    }

    /// The beginning of the local-part characters before the at sign. None if there are too many, or if others
    /// come before invisible characters.
    fn local_start(&self, at: usize) -> Option<usize> {
        let mut start = at;
        for _ in 0..=LOCAL {
            if start <= self.floor {
                return Some(start);
            }
            let (c, before) = self.text.code_point_before(start);
            if !self.table.is_email(c) {
                let is_hidden =
                    is_invisible(c) && self.table.is_email(visible_before(self.text, before));
                return (!is_hidden).then_some(start);
            }
            start = before;
        }
        None
    }
}
