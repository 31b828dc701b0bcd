//! Matches package URLs against the grammar of ECMA-427, second edition, Annex C, in one pass from left to
//! right.
//!
//! As in [`parse`](super::parse), there is no backtracking: each index knows what may follow. Rules that the
//! grammar cannot state (UTF-8, unique keys, the rules of a type) are in [`purl`](crate::purl).

use std::ops::Range;

use crate::syntax::chars::{self, Class};
use crate::syntax::error::{Fault, Reason};
use crate::syntax::rule::Rule;
use crate::syntax::scan::{Progress, unexpected};
use crate::syntax::text::Text;

/// The positions of the components of a package URL. As in [`Parts`](super::split::Parts), a delimiter is
/// present exactly if the next index leaves room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PurlParts {
    type_end: usize,
    name_start: usize,
    name_end: usize,
    version_end: usize,
    qualifiers_end: usize,
    end: usize,
    /// Facts that the scan recorded.
    pub notes: Notes,
}

impl PurlParts {
    /// The type.
    #[inline]
    pub(crate) fn r#type(&self) -> Range<usize> {
        "pkg:".len()..self.type_end
    }

    /// The segments of the namespace, with the slashes between them.
    #[inline]
    pub(crate) fn namespace(&self) -> Option<Range<usize>> {
        let start = self.type_end + 1;
        (self.name_start > start).then(|| start..self.name_start - 1)
    }

    /// The name.
    #[inline]
    pub(crate) fn name(&self) -> Range<usize> {
        self.name_start..self.name_end
    }

    /// The version.
    #[inline]
    pub(crate) fn version(&self) -> Option<Range<usize>> {
        between(self.name_end, self.version_end)
    }

    /// The qualifiers, with the ampersands between them.
    #[inline]
    pub fn qualifiers(&self) -> Option<Range<usize>> {
        between(self.version_end, self.qualifiers_end)
    }

    /// The segments of the subpath, with the slashes between them.
    #[inline]
    pub(crate) fn subpath(&self) -> Option<Range<usize>> {
        between(self.qualifiers_end, self.end)
    }
}

/// The text between a delimiter and the end, if there is a delimiter.
#[inline]
fn between(delimiter: usize, end: usize) -> Option<Range<usize>> {
    (end > delimiter).then(|| delimiter + 1..end)
}

/// Facts about a package URL that the scan records, so few texts are read again.
#[allow(clippy::struct_excessive_bools, reason = "each says something of its own")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// True if an octet is percent-encoded.
    pub has_escapes: bool,
    /// True if an octet beyond ASCII is percent-encoded.
    pub has_octets: bool,
    /// True if a digit of a triplet is a lower-case letter.
    pub has_small_digits: bool,
    /// True if a key is not greater than the previous one.
    pub is_unsorted: bool,
}

/// Matches the whole of `text` against `rule`, a rule of ECMA-427.
pub(super) fn recognize(text: impl Text, rule: Rule) -> Result<(), Fault> {
    use Rule as R;
    let mut scanner = Scanner::new(text);
    let end = match rule {
        R::PurlScheme => scanner.scheme()?,
        R::PurlType => scanner.word(0, chars::PURL_TYPE, rule)?,
        R::PurlNamespace => scanner.namespace()?,
        R::PurlNamespaceSegment => scanner.run(0, rule, Slash::Refused)?,
        R::PurlName | R::PurlVersion | R::PurlQualifierValue => {
            scanner.run(0, rule, Slash::Kept)?
        }
        R::PurlQualifiers => scanner.qualifiers(0)?,
        R::PurlQualifier => scanner.qualifier(0)?.1,
        R::PurlQualifierKey => scanner.word(0, chars::QUALIFIER_KEY, rule)?,
        R::PurlSubpath => scanner.subpath(0)?,
        R::PurlSubpathSegment => scanner.subpath_segment(0)?,
        R::PurlSubpathSegmentSc if text.is(0, b'.') => return Err(unexpected(text, 0, rule)),
        R::PurlPcharNs | R::PurlSubpathSegmentSc => scanner.pchar(0, rule, Slash::Refused)?,
        R::PurlPchar => scanner.pchar(0, rule, Slash::Kept)?,
        R::PurlPctEncoded if text.is(0, b'%') => scanner.encoded(0, rule, Slash::Kept)?,
        R::PurlPctEncodedNs if text.is(0, b'%') => scanner.encoded(0, rule, Slash::Refused)?,
        R::PurlUnreserved => scanner.one(chars::PURL_UNRESERVED, rule)?,
        R::PurlReserved => scanner.one(chars::PURL_RESERVED, rule)?,
        R::PurlSeparator => scanner.one(chars::PURL_SEPARATOR, rule)?,
        R::PurlAlphaLc => scanner.one(chars::ALPHA_LC, rule)?,
        R::PurlAlphanumeric => scanner.one(chars::ALPHANUMERIC, rule)?,
        R::PurlPunctuation => scanner.one(chars::PUNCTUATION, rule)?,
        R::PurlColon if text.is(0, b':') => 1,
        R::PurlPercent if text.is(0, b'%') => 1,
        R::Purl => return parse(text).map(drop),
        // These rules begin with a fixed character, and the text does not.
        _ => return Err(unexpected(text, 0, rule)),
    };
    if end == text.len() { Ok(()) } else { Err(unexpected(text, end, rule)) }
}

/// Matches the whole of `text` against `PURL`, and returns the positions of its components.
#[inline]
pub(crate) fn parse(text: impl Text) -> Result<PurlParts, Fault> {
    let mut scanner = Scanner::new(text);
    let colon = scanner.scheme()?;
    if !text.is(colon, b':') {
        return Err(unexpected(text, colon, Rule::PurlScheme));
    }
    let start = colon + 1;
    let slash = scanner.word(start, chars::PURL_TYPE, Rule::PurlType)?;
    if !text.is(slash, b'/') {
        return Err(unexpected(text, slash, Rule::PurlType));
    }
    let (name_start, name_end) = scanner.segments(slash + 1)?;
    let (mut i, mut rule) = (name_end, Rule::PurlName);
    if text.is(i, b'@') {
        rule = Rule::PurlVersion;
        i = scanner.run(i + 1, rule, Slash::Kept)?;
    }
    let version_end = i;
    if text.is(i, b'?') {
        rule = Rule::PurlQualifierValue;
        i = scanner.qualifiers(i + 1)?;
    }
    let qualifiers_end = i;
    if text.is(i, b'#') {
        rule = Rule::PurlSubpathSegment;
        i = scanner.subpath(i + 1)?;
    }
    if i < text.len() {
        return Err(unexpected(text, i, rule));
    }
    let (type_end, notes) = (slash, scanner.notes);
    Ok(PurlParts { type_end, name_start, name_end, version_end, qualifiers_end, end: i, notes })
}

/// True if percent-encoded slashes are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slash {
    Kept,
    Refused,
}

/// The scanner over `text`. Its methods take the index where a rule begins and return the index
/// after it.
struct Scanner<T> {
    text: T,
    notes: Notes,
    /// The position of the first percent-encoded slash since it was last cleared.
    slash: Option<usize>,
}

impl<T: Text> Scanner<T> {
    #[inline(always)]
    fn new(text: T) -> Self {
        Self { text, notes: Notes::default(), slash: None }
    }

    /// `purl-scheme = %x70.6B.67`
    #[inline(always)]
    fn scheme(&self) -> Progress {
        for (i, letter) in b"pkg".iter().enumerate() {
            if !self.text.is(i, *letter) {
                return Err(unexpected(self.text, i, Rule::PurlScheme));
            }
        }
        Ok(3)
    }

    /// A lower-case letter, then characters of `class`: a `type` or a `qualifier-key`.
    #[inline(always)]
    fn word(&self, start: usize, class: Class, rule: Rule) -> Progress {
        if !chars::ALPHA_LC.contains(self.text.peek(start)) {
            return Err(unexpected(self.text, start, rule));
        }
        Ok(self.text.run(start + 1, class))
    }

    /// `[ namespace "/" ] name`: the beginning and the end of the name. A segment with an encoded slash can
    /// only be the name.
    #[inline(always)]
    fn segments(&mut self, start: usize) -> Result<(usize, usize), Fault> {
        let mut i = start;
        loop {
            self.slash = None;
            let end = self.run(i, Rule::PurlName, Slash::Kept)?;
            if !self.text.is(end, b'/') {
                return Ok((i, end));
            }
            if let Some(slash) = self.slash {
                return Err(encoded_slash(slash, end, Rule::PurlNamespaceSegment));
            }
            i = end + 1;
        }
    }

    /// `namespace = namespace-segment *( "/" namespace-segment )`
    fn namespace(&mut self) -> Progress {
        let mut i = self.run(0, Rule::PurlNamespaceSegment, Slash::Refused)?;
        while self.text.is(i, b'/') {
            i = self.run(i + 1, Rule::PurlNamespaceSegment, Slash::Refused)?;
        }
        Ok(i)
    }

    /// `qualifiers = qualifier *( "&" qualifier )`
    fn qualifiers(&mut self, start: usize) -> Progress {
        let (mut key, mut i) = self.qualifier(start)?;
        while self.text.is(i, b'&') {
            let before = key;
            (key, i) = self.qualifier(i + 1)?;
            self.notes.is_unsorted |= !self.is_less(before, &key);
        }
        Ok(i)
    }

    /// Returns true if a key is less than another.
    #[inline]
    fn is_less(&self, mut one: Range<usize>, other: &Range<usize>) -> bool {
        let mut j = other.start;
        while one.start < one.end && j < other.end {
            let (a, b) = (self.text.peek(one.start), self.text.peek(j));
            if a != b {
                return a < b;
            }
            (one.start, j) = (one.start + 1, j + 1);
        }
        one.start == one.end && j < other.end
    }

    /// `qualifier = qualifier-key "=" qualifier-value`: the range of the key, and the end.
    #[inline(always)]
    fn qualifier(&mut self, start: usize) -> Result<(Range<usize>, usize), Fault> {
        let key = self.word(start, chars::QUALIFIER_KEY, Rule::PurlQualifierKey)?;
        if !self.text.is(key, b'=') {
            return Err(unexpected(self.text, key, Rule::PurlQualifierKey));
        }
        let end = self.run(key + 1, Rule::PurlQualifierValue, Slash::Kept)?;
        Ok((start..key, end))
    }

    /// `subpath = subpath-segment *( "/" subpath-segment )`
    fn subpath(&mut self, start: usize) -> Progress {
        let mut i = self.subpath_segment(start)?;
        while self.text.is(i, b'/') {
            i = self.subpath_segment(i + 1)?;
        }
        Ok(i)
    }

    /// `subpath-segment`: not empty, and neither `.` nor `..`.
    fn subpath_segment(&mut self, start: usize) -> Progress {
        let end = self.run(start, Rule::PurlSubpathSegment, Slash::Refused)?;
        let is_dots = end - start <= 2 && (start..end).all(|i| self.text.is(i, b'.'));
        if is_dots {
            return Err(unexpected(self.text, end, Rule::PurlSubpathSegment));
        }
        Ok(end)
    }

    /// `1*purl-pchar`, or `1*pchar-ns`.
    #[inline(always)]
    fn run(&mut self, start: usize, rule: Rule, slash: Slash) -> Progress {
        let mut i = start;
        loop {
            i = self.text.run(i, chars::PURL_UNRESERVED);
            if self.text.is(i, b'%') {
                i = self.encoded(i, rule, slash)?;
            } else if i > start {
                return Ok(i);
            } else {
                return Err(unexpected(self.text, i, rule));
            }
        }
    }

    /// `purl-pchar` or `pchar-ns`.
    fn pchar(&mut self, i: usize, rule: Rule, slash: Slash) -> Progress {
        if self.text.is(i, b'%') {
            self.encoded(i, rule, slash)
        } else if chars::PURL_UNRESERVED.contains(self.text.peek(i)) {
            Ok(i + 1)
        } else {
            Err(unexpected(self.text, i, rule))
        }
    }

    /// `purl-pct-encoded` or `pct-encoded-ns`: an octet that is not a character of `purl-unreserved`.
    fn encoded(&mut self, start: usize, rule: Rule, slash: Slash) -> Progress {
        let text = self.text;
        let digit = |i: usize| {
            let c = text.peek(i);
            if let Some(digit) = char::from_u32(c).and_then(|c| c.to_digit(16)) {
                return Ok((digit, c >= u32::from(b'a')));
            }
            let reason = Reason::InvalidPercentEncoding;
            let span = start..i + text.code_point(i).1;
            Err(Fault { position: i, span, rule: Rule::PurlPctEncoded, reason })
        };
        let ((high, first), (low, second)) = (digit(start + 1)?, digit(start + 2)?);
        let octet = high << 4 | low;
        self.notes.has_escapes = true;
        self.notes.has_octets |= octet >= 0x80;
        self.notes.has_small_digits |= first || second;
        if octet == 0x2F {
            self.slash.get_or_insert(start);
        }
        let fault =
            |reason| Err(Fault { position: start + 2, span: start..start + 3, rule, reason });
        match octet {
            0x2F if slash == Slash::Refused => fault(Reason::EncodedSlash),
            _ if chars::PURL_UNRESERVED.contains(octet) => fault(Reason::NeedlessEncoding),
            _ => Ok(start + 3),
        }
    }

    /// One character of `class`.
    fn one(&self, class: Class, rule: Rule) -> Progress {
        if class.contains(self.text.peek(0)) { Ok(1) } else { Err(unexpected(self.text, 0, rule)) }
    }
}

/// The error for an encoded slash at `slash` that becomes a fault at `position`.
fn encoded_slash(slash: usize, position: usize, rule: Rule) -> Fault {
    Fault { position, span: slash..slash + 3, rule, reason: Reason::EncodedSlash }
}
