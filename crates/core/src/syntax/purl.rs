//! Package URLs against the grammar of ECMA-427, second edition, Annex C, in one pass from left to right.
//!
//! As in [`parse`](super::parse), there is no backtracking: each index knows what may follow. What the
//! grammar cannot say (UTF-8, unique keys, the rules of a type) is said in [`purl`](crate::purl).

use std::ops::Range;

use crate::syntax::chars::{self, Class, HEXDIG};
use crate::syntax::error::{Fault, Reason};
use crate::syntax::rule::Rule;
use crate::syntax::scan::{Progress, unexpected};
use crate::syntax::text::Text;

/// Where the components of a package URL are, without their delimiters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurlParts {
    /// The type.
    pub r#type: Range<usize>,
    /// The segments of the namespace, with the slashes between them.
    pub namespace: Option<Range<usize>>,
    /// The name.
    pub name: Range<usize>,
    /// The version.
    pub version: Option<Range<usize>>,
    /// The qualifiers, with the ampersands between them.
    pub qualifiers: Option<Range<usize>>,
    /// The segments of the subpath, with the slashes between them.
    pub subpath: Option<Range<usize>>,
}

/// Matches the whole of `text` against `rule`, a rule of ECMA-427.
pub(super) fn recognize(text: impl Text, rule: Rule) -> Result<(), Fault> {
    use Rule as R;
    let scanner = Scanner(text);
    let end = match rule {
        R::PurlScheme => scanner.scheme()?,
        R::PurlType => scanner.word(0, chars::PURL_TYPE, rule)?,
        R::PurlNamespace => scanner.namespace()?,
        R::PurlNamespaceSegment => scanner.run(0, rule, Slash::Refused)?,
        R::PurlName | R::PurlVersion | R::PurlQualifierValue => {
            scanner.run(0, rule, Slash::Kept)?
        }
        R::PurlQualifiers => scanner.qualifiers(0)?,
        R::PurlQualifier => scanner.qualifier(0)?,
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

/// Matches the whole of `text` against `PURL`, and says where its components are.
#[inline]
pub(crate) fn parse(text: impl Text) -> Result<PurlParts, Fault> {
    let scanner = Scanner(text);
    let colon = scanner.scheme()?;
    if !text.is(colon, b':') {
        return Err(unexpected(text, colon, Rule::PurlScheme));
    }
    let start = colon + 1;
    let slash = scanner.word(start, chars::PURL_TYPE, Rule::PurlType)?;
    if !text.is(slash, b'/') {
        return Err(unexpected(text, slash, Rule::PurlType));
    }
    let (name, mut i) = scanner.segments(slash + 1)?;
    let namespace = (name > slash + 1).then(|| slash + 1..name - 1);
    let name = name..i;
    let (mut version, mut qualifiers, mut subpath) = (None, None, None);
    let mut rule = Rule::PurlName;
    if text.is(i, b'@') {
        let start = i + 1;
        rule = Rule::PurlVersion;
        i = scanner.run(start, rule, Slash::Kept)?;
        version = Some(start..i);
    }
    if text.is(i, b'?') {
        let start = i + 1;
        rule = Rule::PurlQualifierValue;
        i = scanner.qualifiers(start)?;
        qualifiers = Some(start..i);
    }
    if text.is(i, b'#') {
        let start = i + 1;
        rule = Rule::PurlSubpathSegment;
        i = scanner.subpath(start)?;
        subpath = Some(start..i);
    }
    if i < text.len() {
        return Err(unexpected(text, i, rule));
    }
    Ok(PurlParts { r#type: start..slash, namespace, name, version, qualifiers, subpath })
}

/// Whether a percent-encoded slash may stand somewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slash {
    Kept,
    Refused,
}

/// The scanner over `text`. Its methods take the index where a rule begins and return the index
/// after it.
#[derive(Clone, Copy)]
struct Scanner<T>(T);

impl<T: Text> Scanner<T> {
    /// `purl-scheme = %x70.6B.67`
    #[inline]
    fn scheme(self) -> Progress {
        for (i, letter) in b"pkg".iter().enumerate() {
            if !self.0.is(i, *letter) {
                return Err(unexpected(self.0, i, Rule::PurlScheme));
            }
        }
        Ok(3)
    }

    /// A small letter, and characters of `class`: a `type` or a `qualifier-key`.
    #[inline]
    fn word(self, start: usize, class: Class, rule: Rule) -> Progress {
        if !chars::ALPHA_LC.contains(self.0.peek(start)) {
            return Err(unexpected(self.0, start, rule));
        }
        let mut i = start + 1;
        while class.contains(self.0.peek(i)) {
            i += 1;
        }
        Ok(i)
    }

    /// `[ namespace "/" ] name`: where the name begins, and where it ends. A segment that has an
    /// encoded slash can be the name only.
    #[inline]
    fn segments(self, start: usize) -> Result<(usize, usize), Fault> {
        let mut i = start;
        loop {
            let mut slash = None;
            let end = self.noting(i, Rule::PurlName, &mut slash)?;
            if !self.0.is(end, b'/') {
                return Ok((i, end));
            }
            if let Some(slash) = slash {
                return Err(encoded_slash(slash, end, Rule::PurlNamespaceSegment));
            }
            i = end + 1;
        }
    }

    /// `namespace = namespace-segment *( "/" namespace-segment )`
    fn namespace(self) -> Progress {
        let mut i = self.run(0, Rule::PurlNamespaceSegment, Slash::Refused)?;
        while self.0.is(i, b'/') {
            i = self.run(i + 1, Rule::PurlNamespaceSegment, Slash::Refused)?;
        }
        Ok(i)
    }

    /// `qualifiers = qualifier *( "&" qualifier )`
    fn qualifiers(self, start: usize) -> Progress {
        let mut i = self.qualifier(start)?;
        while self.0.is(i, b'&') {
            i = self.qualifier(i + 1)?;
        }
        Ok(i)
    }

    /// `qualifier = qualifier-key "=" qualifier-value`
    fn qualifier(self, start: usize) -> Progress {
        let key = self.word(start, chars::QUALIFIER_KEY, Rule::PurlQualifierKey)?;
        if !self.0.is(key, b'=') {
            return Err(unexpected(self.0, key, Rule::PurlQualifierKey));
        }
        self.run(key + 1, Rule::PurlQualifierValue, Slash::Kept)
    }

    /// `subpath = subpath-segment *( "/" subpath-segment )`
    fn subpath(self, start: usize) -> Progress {
        let mut i = self.subpath_segment(start)?;
        while self.0.is(i, b'/') {
            i = self.subpath_segment(i + 1)?;
        }
        Ok(i)
    }

    /// `subpath-segment`: not empty, and neither `.` nor `..`.
    fn subpath_segment(self, start: usize) -> Progress {
        let end = self.run(start, Rule::PurlSubpathSegment, Slash::Refused)?;
        let is_dots = end - start <= 2 && (start..end).all(|i| self.0.is(i, b'.'));
        if is_dots {
            return Err(unexpected(self.0, end, Rule::PurlSubpathSegment));
        }
        Ok(end)
    }

    /// `1*purl-pchar`, or `1*pchar-ns`.
    #[inline]
    fn run(self, start: usize, rule: Rule, slash: Slash) -> Progress {
        let mut i = start;
        loop {
            while chars::PURL_UNRESERVED.contains(self.0.peek(i)) {
                i += 1;
            }
            if self.0.is(i, b'%') {
                i = self.encoded(i, rule, slash)?;
            } else if i > start {
                return Ok(i);
            } else {
                return Err(unexpected(self.0, i, rule));
            }
        }
    }

    /// `1*purl-pchar`, and where its first encoded slash is.
    #[inline]
    fn noting(self, start: usize, rule: Rule, slash: &mut Option<usize>) -> Progress {
        let end = self.run(start, rule, Slash::Kept)?;
        let is_slash = |&i: &usize| {
            self.0.is(i, b'%')
                && self.0.is(i + 1, b'2')
                && matches!(self.0.peek(i + 2), 0x46 | 0x66)
        };
        *slash = (start..end).find(is_slash);
        Ok(end)
    }

    /// `purl-pchar` or `pchar-ns`.
    fn pchar(self, i: usize, rule: Rule, slash: Slash) -> Progress {
        if self.0.is(i, b'%') {
            self.encoded(i, rule, slash)
        } else if chars::PURL_UNRESERVED.contains(self.0.peek(i)) {
            Ok(i + 1)
        } else {
            Err(unexpected(self.0, i, rule))
        }
    }

    /// `purl-pct-encoded` or `pct-encoded-ns`: an octet that is no character of `purl-unreserved`.
    fn encoded(self, start: usize, rule: Rule, slash: Slash) -> Progress {
        let digit = |i: usize| {
            let c = self.0.peek(i);
            if HEXDIG.contains(c) {
                return Ok(char::from_u32(c).and_then(|c| c.to_digit(16)).unwrap_or_default());
            }
            let reason = Reason::InvalidPercentEncoding;
            let span = start..i + self.0.code_point(i).1;
            Err(Fault { position: i, span, rule: Rule::PurlPctEncoded, reason })
        };
        let octet = digit(start + 1)? << 4 | digit(start + 2)?;
        let fault =
            |reason| Err(Fault { position: start + 2, span: start..start + 3, rule, reason });
        match octet {
            0x2F if slash == Slash::Refused => fault(Reason::EncodedSlash),
            _ if chars::PURL_UNRESERVED.contains(octet) => fault(Reason::NeedlessEncoding),
            _ => Ok(start + 3),
        }
    }

    /// One character of `class`.
    fn one(self, class: Class, rule: Rule) -> Progress {
        if class.contains(self.0.peek(0)) { Ok(1) } else { Err(unexpected(self.0, 0, rule)) }
    }
}

/// The fault of an encoded slash at `slash`, which shows at `position`.
fn encoded_slash(slash: usize, position: usize, rule: Rule) -> Fault {
    Fault { position, span: slash..slash + 3, rule, reason: Reason::EncodedSlash }
}
