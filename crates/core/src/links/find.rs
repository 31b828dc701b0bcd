//! Links in plain text, by UTS #58.
//!
//! Each link is found at a dot, a colon or an at sign: by the name around the dot, the scheme before the colon,
//! the local part before the at sign. The search goes from one to the next, looks back a bounded distance (253,
//! 64 or 256 characters), and reads each character forwards a bounded number of times. So its time is linear,
//! and it stores only positions.
//!
//! A comment with "(ours)" marks a rule that the standard's tests do not state.

mod ends;
mod mail;
#[cfg(test)]
mod tests;

use crate::links::brackets::{Effect, Square, Tail, TailPart};
use crate::links::delimited::next_delimited;
use crate::links::found::{LinkKind, TextLink};
use crate::links::names::{
    HostName, NamePlace, NoName, name_at, run_start, visible_before, visible_from,
};
use crate::links::options::{Options, STANDARD, is_in_no_iri, is_wide_punctuation};
use crate::links::starts::{Searched, is_dot};
use crate::links::table::{LinkTerm, Table};
use crate::parts::registered::is_registered;
use crate::parts::scheme::{LONGEST, is_named, may_have_dns_names};
use crate::references::Introduction;
use crate::references::fanged::Refanged;
use crate::syntax::chars::{ALPHA, ALPHANUMERIC, DIGIT, HEXDIG, IUSERINFO, SCHEME};
use crate::syntax::ip;
use crate::syntax::parse::{Requirements, parse};
use crate::syntax::split::split;
use crate::syntax::text::{END, Utf8};
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use std::ops::Range;

/// The length of a local part, and the distance after a name within which an at sign is found (RFC 5321
/// §4.5.3.1.1).
const LOCAL: usize = 64;

/// The schemes whose links have a host.
const WEB: [&str; 2] = ["http", "https"];

/// The largest length of a userinfo.
const USERINFO: usize = 256;

/// The links of a text, in order. They do not overlap.
#[derive(Clone, Debug)]
pub struct Links<'o, T> {
    text: T,
    options: &'o Options,
    table: &'static Table,
    /// The position from which the next start is searched.
    at: usize,
    /// The end of the last link. The search does not go back before it.
    floor: usize,
    /// The refanged text, if this is one.
    refanged: Option<&'o Refanged<'o>>,
}

/// The verdict on a start.
enum StartVerdict {
    Found(TextLink),
    /// Nothing. The search continues there.
    Nothing(usize),
}

use StartVerdict::Nothing;

impl<'o> Links<'o, Utf8<'o>> {
    /// Searches a text that may have been defanged. A defanged reference with any scheme is a link, and so is a
    /// defanged IPv4 address.
    pub fn of_refanged(text: &'o Refanged<'o>, options: &'o Options) -> Self {
        let links = Self::of(Utf8(text.text.as_bytes()), options);
        Self { refanged: Some(text), ..links }
    }
}

impl<'o, T: Searched> Links<'o, T> {
    /// Searches a whole text.
    pub fn of(text: T, options: &'o Options) -> Self {
        Self::from(text, options, 0)
    }

    /// Searches the rest of a text after the last link.
    pub fn from(text: T, options: &'o Options, floor: usize) -> Self {
        Self { text, options, table: Table::get(), at: floor, floor, refanged: None }
    }

    fn verdict(&self, i: usize) -> StartVerdict {
        let (c, length) = self.text.code_point(i);
        match u8::try_from(c) {
            Ok(b':') => self.at_colon(i),
            Ok(b'@') => self.at_sign(i),
            _ => self.at_dot(i, i + length),
        }
    }

    fn name(&self, start: usize, place: NamePlace) -> Result<HostName, NoName> {
        name_at(self.text, self.table, start, place, self.options)
    }

    // Names without a scheme.

    /// Judges the name around the dot from `i` to `after`.
    fn at_dot(&self, i: usize, after: usize) -> StartVerdict {
        let next = self.text.peek(after);
        // Most dots end sentences.
        let is_end = self.options.prose && is_wide_punctuation(self.text.peek(i));
        if !self.options.domains || is_end || next == u32::from(b' ') || next == u32::from(b'\n') {
            return Nothing(after);
        }
        let Some(start) = run_start(self.text, self.table, i, self.floor, self.options) else {
            return match self.name(after, NamePlace::Authority) {
                Ok(HostName { with_dots: end, .. }) | Err(NoName { end }) => {
                    Nothing(end.max(after))
                }
            };
        };
        let place = NamePlace::Bare { may_be_file: self.options.files };
        let name = match self.name(start, place).or_else(|none| self.refanged_address(start, none))
        {
            Ok(name) => name,
            Err(NoName { end }) => return Nothing(end.max(after)),
        };
        let go_on = Nothing(name.with_dots.max(after));
        if !self.may_precede_name(start) || self.text.is(name.with_dots, b'_') {
            return go_on;
        }
        if self.is_of_scheme(start) {
            return go_on;
        }
        if Introduction::strict(self.text, name.end, name.end).is_some() {
            // It is a scheme (ours).
            return go_on;
        }
        if let Some(at) = self.at_sign_of_local(name.with_dots) {
            return Nothing(at);
        }
        match self.behind_host(start, &name) {
            Some(end) => StartVerdict::Found(found(start, end, LinkKind::Domain)),
            None => go_on,
        }
    }

    /// Returns true if a name without a scheme may follow what precedes it.
    fn may_precede_name(&self, start: usize) -> bool {
        let c = visible_before(self.text, start);
        match u8::try_from(c) {
            Ok(b'-' | b'_' | b'.' | b'/' | b'\\' | b'%' | b'@' | b'~' | b'$') => false,
            Ok(c) if c.is_ascii() => !c.is_ascii_alphanumeric(),
            _ if c == END || self.options.ascii => true,
            _ if self.options.prose && is_wide_punctuation(c) => true,
            _ => !is_word(c) && !is_dot(c),
        }
    }

    /// The IPv4 address that begins at `start`, if it was defanged.
    fn refanged_address(&self, start: usize, none: NoName) -> Result<HostName, NoName> {
        let Ok(end) = ip::ipv4address(self.text, start) else { return Err(none) };
        let has_root = self.text.is(end, b'.');
        if none.end == end + usize::from(has_root) && self.is_refanged(start..end) {
            Ok(HostName { end, with_dots: none.end, has_root })
        } else {
            Err(none)
        }
    }

    fn is_refanged(&self, range: Range<usize>) -> bool {
        self.refanged.is_some_and(|text| text.is_changed(range))
    }

    /// Returns true if a name at `start` is part of an identifier with a known scheme, as in
    /// `urn:example:a.example` (ours).
    fn is_of_scheme(&self, start: usize) -> bool {
        let mut i = start;
        for _ in 0..LOCAL {
            let (c, before) = self.text.code_point_before(i);
            if i <= self.floor || c == END || self.is_end(c) {
                return false;
            }
            i = before;
            if c == u32::from(b':') && self.known_scheme(i).is_some() {
                return true;
            }
        }
        false
    }

    /// The beginning of a known scheme before the colon at `colon`, other than those of the standard.
    fn known_scheme(&self, colon: usize) -> Option<usize> {
        let characters = Introduction::at(self.text, colon, self.floor).scheme;
        let is_other = |scheme: &str| {
            !STANDARD.contains(&scheme)
                && (is_registered(scheme) || !may_have_dns_names(Some(scheme)))
        };
        self.scheme_start(characters, is_other)
    }

    /// The at sign of the address whose local part has a name that ends at `end`.
    fn at_sign_of_local(&self, end: usize) -> Option<usize> {
        let visible = visible_from(self.text, end);
        if self.text.is(visible, b'@') {
            return Some(visible);
        }
        if TailPart::introduced_by(self.text.peek(end)).is_some() {
            return None;
        }
        let mut i = end;
        for _ in 0..LOCAL {
            let (c, length) = self.text.code_point(i);
            if c == u32::from(b'@') {
                let domain = self.name(i + length, MAIL);
                return domain.is_ok().then_some(i);
            }
            if !self.table.is_email(c) {
                return None;
            }
            i += length;
        }
        None
    }

    // Schemes.

    /// Judges the scheme before the colon at `i`, and the text after it.
    fn at_colon(&self, i: usize) -> StartVerdict {
        let schemes = &self.options.schemes;
        let Some(intro) = Introduction::strict(self.text, i, self.floor) else {
            if !schemes.has_others() {
                return Nothing(i + 1);
            }
            let wanted = |scheme: &str| {
                !matches!(scheme, "http" | "https" | "mailto") && schemes.has(scheme)
            };
            let scheme = Introduction::at(self.text, i, self.floor).scheme;
            return match self.scheme_start(scheme, wanted) {
                Some(start) => self.without_authority(start, i + 1),
                None => Nothing(i + 1),
            };
        };
        let authority = intro.end;
        if intro.scheme.is_empty() {
            return Nothing(i + 1);
        }
        let is_refanged = || self.is_refanged(intro.scheme.start..self.authority_end(authority));
        let wanted = |scheme: &str| scheme != "mailto" && (schemes.has(scheme) || is_refanged());
        let Some(start) = self.scheme_start(intro.scheme.clone(), wanted) else {
            return Nothing(self.authority_end(authority));
        };
        if let Some(found) = self.with_authority(start, i) {
            return StartVerdict::Found(found);
        }
        let end = self.authority_end(authority);
        // A text that is not a link of another scheme is skipped as a whole, because a text with many such
        // beginnings would otherwise be read from each of them.
        let limits = self.limits(start);
        let is_web = is_named(self.text, start..i, &WEB);
        Nothing(if is_web { end } else { end.max(self.opaque(authority, &limits)) })
    }

    /// The beginning of a scheme of the options that ends where these scheme characters end. The longest
    /// counts.
    fn scheme_start(
        &self,
        characters: Range<usize>,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let Range { start: first, end: i } = characters;
        let mut octets = [0; LONGEST];
        let octets = octets.get_mut(..characters.len())?;
        for (octet, k) in octets.iter_mut().zip(characters) {
            *octet = u8::try_from(self.text.peek(k)).unwrap_or_default().to_ascii_lowercase();
        }
        let scheme = str::from_utf8(octets).ok()?;
        (first..i).find(|&start| {
            let (before, _) = self.text.code_point_before(start);
            // In `svn+https`, a plus belongs to the scheme; before a scheme, as in `(bot; +https://h/)`, it is
            // punctuation.
            let is_joined = before == u32::from(b'+')
                && ALPHANUMERIC.contains(self.text.code_point_before(start - 1).0);
            let is_start = !ALPHANUMERIC.contains(before) && !is_joined;
            is_start && ALPHA.contains(self.text.peek(start)) && is_wanted(&scheme[start - first..])
        })
    }

    /// The link of a scheme that begins at `start`, with its colon and slashes at `colon`.
    fn with_authority(&self, start: usize, colon: usize) -> Option<TextLink> {
        let begin = colon + 3;
        let userinfo = self.userinfo_end(begin)?;
        let host = userinfo.map_or(begin, |at| at + 1);
        if userinfo.is_some() && !self.options.userinfo {
            return None;
        }
        let end = if !is_named(self.text, start..colon, &WEB) {
            // The authority of another scheme need not name a host: `facetime://+1`.
            let end = self.opaque(begin, &self.limits(start));
            (end > begin).then_some(end)?
        } else if self.text.is(host, b'[') {
            let close = ip::ipv6address(self.text, host + 1).ok()?;
            let end = self.text.is(close, b']').then_some(close + 1)?;
            self.behind_host(start, &HostName { end, with_dots: end, has_root: false })?
        } else {
            let name = self.name(host, NamePlace::Authority).ok()?;
            // Detection does not accept an encoded host.
            if self.text.is(name.end, b'%') && HEXDIG.contains(self.text.peek(name.end + 1)) {
                return None;
            }
            // A space instead of a bracket would continue the name.
            let rest = name.with_dots + 1;
            let is_cut = self.refanged.is_some() && self.text.is(name.with_dots, b' ');
            if is_cut && self.text.is(rest, b'.') && is_letter(self.text.code_point(rest + 1).0) {
                return None;
            }
            self.behind_host(start, &name)?
        };
        let found =
            TextLink { has_userinfo: userinfo.is_some(), ..found(start, end, LinkKind::Iri) };
        self.with_iri(found)
    }

    /// The at sign that ends the userinfo of an authority; `Some(None)` if there is none. `None` if there are
    /// two, or if a `%` before it encodes nothing, which no IRI allows.
    #[allow(clippy::option_option, reason = "no authority, no userinfo, a userinfo")]
    fn userinfo_end(&self, begin: usize) -> Option<Option<usize>> {
        let (mut found, mut is_valid) = (None, true);
        // Most authorities consist of these characters, all of which a userinfo may have.
        let mut i = self.text.run(begin, SCHEME);
        for _ in i - begin..USERINFO {
            let (c, length) = self.text.code_point(i);
            let is_hex = |i: usize| HEXDIG.contains(self.text.peek(i));
            is_valid &= c != u32::from(b'%') || is_hex(i + 1) && is_hex(i + 2);
            if c == u32::from(b'@') {
                if found.is_some() || !is_valid {
                    return None;
                }
                found = Some(i);
            } else if !(IUSERINFO.contains(c) || c == u32::from(b'%')) || self.is_end(c) {
                break;
            }
            i += length;
        }
        Some(found)
    }

    /// The end of an authority that is not searched.
    fn authority_end(&self, begin: usize) -> usize {
        let mut i = begin;
        loop {
            let (c, length) = self.text.code_point(i);
            let is_inside =
                IUSERINFO.contains(c) || u8::try_from(c).is_ok_and(|c| b"@[]%".contains(&c));
            if !is_inside || self.is_end(c) {
                return i;
            }
            i += length;
        }
    }

    fn is_end(&self, c: u32) -> bool {
        c == END || self.table.term(c) == LinkTerm::Hard
    }

    /// The link of a scheme without an authority, whose path begins at `path`.
    fn without_authority(&self, start: usize, path: usize) -> StartVerdict {
        let end = self.opaque(path, &self.limits(start));
        if end <= path {
            return Nothing(path);
        }
        match self.with_iri(found(start, end, LinkKind::Iri)) {
            Some(found) => StartVerdict::Found(found),
            None => Nothing(end),
        }
    }

    /// A link whose IRI is valid. Only links of schemes other than `http` and `https` may have an invalid one.
    fn with_iri(&self, found: TextLink) -> Option<TextLink> {
        let is_standard = || self.text.peek(found.span.start) | 0x20 == u32::from(b'h');
        if !self.options.schemes.has_others() && self.refanged.is_none() && is_standard() {
            return Some(found);
        }
        let iri = found.meant(self.text).iri;
        let read = Utf8(iri.as_bytes());
        // Encoding may make a text a userinfo that was not one: `ssh://a^b@h`.
        let has_userinfo = split(read).userinfo().is_some();
        let is_wanted = self.options.userinfo || !has_userinfo;
        (parse::<true>(read, Requirements::FULL).is_ok() && is_wanted)
            .then_some(TextLink { has_userinfo, ..found })
    }

    // What follows a host.

    /// The end of a link whose host has been found. None if its port is invalid.
    fn behind_host(&self, start: usize, name: &HostName) -> Option<usize> {
        let host = if name.has_root { name.with_dots } else { name.end };
        let port = self.port(host)?;
        let next = self.text.peek(port);
        let limits = self.limits(start);
        let end = match TailPart::introduced_by(next) {
            Some(kind) if !limits.is_end(next) => self.components(port, kind, &limits),
            _ => port,
        };
        // A final dot ends the sentence if nothing follows.
        Some(if end > host { end } else { name.end })
    }

    /// The end of the port that begins with the colon at `i`, or `i` if there is none. None if it is too great.
    fn port(&self, i: usize) -> Option<usize> {
        if !self.text.is(i, b':') {
            return Some(i);
        }
        let end = self.text.run(i + 1, DIGIT);
        let next = self.text.code_point(end).0;
        if end == i + 1 || is_letter(next) && !(self.options.ascii && next > 0x7F) {
            return Some(i);
        }
        if end - i > 6 {
            return None;
        }
        let digit = |k| self.text.peek(k) - u32::from(b'0');
        let port = (i + 1..end).fold(0, |port, k| port * 10 + digit(k));
        (port <= 65535).then_some(end)
    }

    /// The end of a link whose component `kind` begins with the character at `i`, which belongs to it.
    fn components(&self, i: usize, kind: TailPart, limits: &LinkLimits) -> usize {
        let after = i + self.text.code_point(i).1;
        let safe = if kind == TailPart::Query && self.options.prose { i } else { after };
        self.go_through(after, kind, safe, limits)
    }

    /// The end of a link whose path begins at `i`, without a slash.
    fn opaque(&self, i: usize, limits: &LinkLimits) -> usize {
        self.go_through(i, TailPart::Path, i, limits)
    }

    fn go_through(
        &self,
        mut i: usize,
        kind: TailPart,
        mut safe: usize,
        limits: &LinkLimits,
    ) -> usize {
        let mut component = Tail::new(kind);
        let mut emphasis = None;
        let mut square = Square::default();
        let is_limited = limits.has_any() || self.options.hyphens;
        loop {
            // These belong to every link.
            let run = self.text.run(i, ALPHANUMERIC);
            if run > i {
                (i, safe) = (run, run);
            }
            let (c, length) = self.text.code_point(i);
            if is_limited {
                let Some(next) = self.within(i, c, limits, &mut emphasis) else {
                    return self.before_text(&square, i, safe, limits);
                };
                if next > i {
                    i = next;
                    safe = if c == u32::from(b'{') { i } else { safe };
                    continue;
                }
            }
            if let Some(next) = component.kind().next(c) {
                component.begin(next);
                i += length;
                // A question mark at the end may end a sentence.
                if !(next == TailPart::Query && limits.is_prose) {
                    safe = i;
                }
                continue;
            }
            let effect = component.take(self.table, self.text, i, c);
            if effect == Effect::End {
                return self.before_text(&square, i, safe, limits);
            }
            if c == u32::from(b'[') || c == u32::from(b']') {
                square.take(c, i, safe, component.kind());
            }
            i += length;
            if effect == Effect::Safe {
                safe = i;
            }
        }
    }

    /// The limits of a link that begins at `start`, in addition to those of every link.
    fn limits(&self, start: usize) -> LinkLimits {
        let before = || self.text.code_point_before(start).0;
        let partner = if self.options.quotes { partner(before()) } else { None };
        LinkLimits {
            start,
            is_strict: self.options.strict,
            is_prose: self.options.prose,
            is_ascii: self.options.ascii,
            partner: partner.unwrap_or(END),
        }
    }
}

impl<T: Searched> Iterator for Links<'_, T> {
    type Item = TextLink;

    fn next(&mut self) -> Option<TextLink> {
        if self.options.delimited {
            let found = next_delimited(self.text, self.options, &mut self.at)?;
            self.floor = found.span.end;
            return Some(found);
        }
        loop {
            let i = self.text.next_start(self.at);
            if i >= self.text.len() {
                self.at = i;
                return None;
            }
            match self.verdict(i) {
                StartVerdict::Found(found) => {
                    self.at = found.span.end;
                    self.floor = found.span.end;
                    return Some(found);
                }
                Nothing(at) => {
                    debug_assert!(at >= i);
                    self.at = if at > i { at } else { i + self.text.code_point(i).1 };
                }
            }
        }
    }
}

fn found(start: usize, end: usize, kind: LinkKind) -> TextLink {
    TextLink { span: start..end, kind, has_userinfo: false, is_delimited: false }
}

/// The limits of a link apart from `Link_Term`.
struct LinkLimits {
    /// The beginning of the link.
    start: usize,
    is_strict: bool,
    is_prose: bool,
    is_ascii: bool,
    /// The closing quotation mark; [`END`] if there is none.
    partner: u32,
}

impl LinkLimits {
    fn has_any(&self) -> bool {
        self.is_strict || self.is_prose || self.is_ascii || self.partner != END
    }

    #[inline(always)]
    fn is_end(&self, c: u32) -> bool {
        c == self.partner
            || self.is_strict && is_in_no_iri(c)
            || self.is_prose && is_wide_punctuation(c)
            || self.is_ascii && c > 0x7F
    }
}

/// The mark that ends a quotation.
fn partner(opening: u32) -> Option<u32> {
    let closing = match char::from_u32(opening)? {
        mark @ ('"' | '\'' | '`') => mark,
        '\u{AB}' => '\u{BB}',
        '\u{BB}' => '\u{AB}',
        '\u{2018}' | '\u{201A}' => '\u{2019}',
        '\u{201C}' => '\u{201D}',
        '\u{201E}' => '\u{201C}',
        '\u{2039}' => '\u{203A}',
        '\u{203A}' => '\u{2039}',
        _ => return None,
    };
    Some(closing.into())
}

/// Returns true if a character beyond ASCII is a letter, a mark or a digit.
fn is_word(c: u32) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get32(c);
    GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Mark)
        .union(GeneralCategoryGroup::Number)
        .contains(category)
}

fn is_letter(c: u32) -> bool {
    GeneralCategoryGroup::Letter.contains(CodePointMapData::<GeneralCategory>::new().get32(c))
}

/// The domain of an email address. A host whose name ends like a file's also receives mail.
const MAIL: NamePlace = NamePlace::Bare { may_be_file: true };
