//! The parser: matches a text against a production in one pass from left to right.
//!
//! There is no backtracking and no recursion. At every index the scanner knows what may still
//! follow, so the index at which it stops is the end of the longest viable prefix. One place
//! needs more than the next character: after a colon in the authority, the text may be a port
//! or the rest of a userinfo until an `@` or the authority's end decides.

use std::ops::Range;

use crate::syntax::chars::{self, Class, DIGIT, SCHEME};
use crate::syntax::error::{Fault, Reason};
use crate::syntax::ip::{self, Stop};
use crate::syntax::purl;
use crate::syntax::rule::{Rule, Standard};
use crate::syntax::scan::{self, Progress};
use crate::syntax::split::Parts;
use crate::syntax::template;
use crate::syntax::text::{END, Text};

/// Matches the whole of `text` against the production `rule`.
pub fn recognize(text: impl Text, rule: Rule) -> Result<(), Fault> {
    match rule.standard() {
        Standard::Rfc3986 => Scanner::<_, false>(text).production(rule),
        Standard::Rfc3987 => Scanner::<_, true>(text).production(rule),
        Standard::Rfc6570 => template::recognize(text, rule),
        Standard::Ecma427 => purl::recognize(text, rule),
    }
}

/// Matches the whole of `text` against a `URI`, `IRI`, `URI-reference`, `IRI-reference`,
/// `absolute-URI`, `absolute-IRI`, `relative-ref` or `irelative-ref`, and returns the positions of
/// its components. `I` is true for the four of RFC 3987.
#[inline]
pub fn parse<const I: bool>(text: impl Text, form: Requirements) -> Result<Parts, Fault> {
    Scanner::<_, I>(text).reference(form)
}

/// The requirements of a kind of reference, apart from the character classes: a scheme or none, and whether there may
/// be a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requirements {
    scheme: Presence,
    fragment: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Presence {
    Required,
    Optional,
    Forbidden,
}

impl Requirements {
    /// `URI`, `IRI`: with a scheme.
    pub const FULL: Self = Self { scheme: Presence::Required, fragment: true };
    /// `URI-reference`, `IRI-reference`: with or without a scheme.
    pub const REFERENCE: Self = Self { scheme: Presence::Optional, fragment: true };
    /// `absolute-URI`, `absolute-IRI`: with a scheme, without a fragment.
    pub const ABSOLUTE: Self = Self { scheme: Presence::Required, fragment: false };
    /// `relative-ref`, `irelative-ref`: without a scheme.
    pub const RELATIVE: Self = Self { scheme: Presence::Forbidden, fragment: true };

    /// Returns true if there must be a scheme.
    pub fn needs_scheme(self) -> bool {
        self.scheme == Presence::Required
    }

    /// The requirements of `rule`, if it is a kind of reference.
    const fn of(rule: Rule) -> Option<Self> {
        match rule {
            Rule::Uri | Rule::Iri => Some(Self::FULL),
            Rule::UriReference | Rule::IriReference => Some(Self::REFERENCE),
            Rule::AbsoluteUri | Rule::AbsoluteIri => Some(Self::ABSOLUTE),
            Rule::RelativeRef | Rule::IrelativeRef => Some(Self::RELATIVE),
            _ => None,
        }
    }
}

/// The scanner over `text`, by the rules of RFC 3987 if `I`, else by those of RFC 3986.
///
/// Its methods take the index where a rule begins and return the index after it.
#[derive(Clone, Copy)]
struct Scanner<T, const I: bool>(T);

/// A character class of RFC 3986 or its counterpart of RFC 3987, and the rule to name.
macro_rules! either {
    ($uri:ident, $iri:ident) => {
        if I { chars::$iri } else { chars::$uri }
    };
    (Rule::$uri:ident, Rule::$iri:ident) => {
        if I { Rule::$iri } else { Rule::$uri }
    };
}

impl<T: Text, const I: bool> Scanner<T, I> {
    const REG_NAME: Class = either!(REG_NAME, IREG_NAME);
    const USERINFO: Class = either!(USERINFO, IUSERINFO);
    const SEGMENT_NZ_NC: Class = either!(SEGMENT_NZ_NC, ISEGMENT_NZ_NC);
    const PCHAR: Class = either!(PCHAR, IPCHAR);
    const PATH: Class = either!(PATH, IPATH);
    const QUERY: Class = either!(QUERY, IQUERY);
    const FRAGMENT: Class = either!(QUERY, IFRAGMENT);

    /// ```text
    /// IRI           = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
    /// IRI-reference = IRI / irelative-ref
    /// absolute-IRI  = scheme ":" ihier-part [ "?" iquery ]
    /// irelative-ref = irelative-part [ "?" iquery ] [ "#" ifragment ]
    /// ```
    #[inline(always)]
    fn reference(self, form: Requirements) -> Result<Parts, Fault> {
        let mut scheme_end = 0;
        let mut start = 0;
        if form.scheme != Presence::Forbidden {
            let end = self.scheme(0);
            if end > 0 && self.0.is(end, b':') {
                scheme_end = end;
                start = end + 1;
            } else if form.scheme == Presence::Required {
                return Err(self.no_scheme(end));
            }
        }
        let ([host_start, host_end, path_start], path_end) =
            self.hierarchy(start, scheme_end > 0)?;
        let mut rule = either!(Rule::Segment, Rule::Isegment);
        let mut i = path_end;
        if self.0.is(i, b'?') {
            i = self.run(i + 1, Self::QUERY)?;
            rule = either!(Rule::Query, Rule::Iquery);
        }
        let query_end = i;
        if form.fragment && self.0.is(i, b'#') {
            i = self.run(i + 1, Self::FRAGMENT)?;
            rule = either!(Rule::Fragment, Rule::Ifragment);
        }
        if i < self.0.len() {
            return Err(self.leftover(i, rule, form));
        }
        Ok(Parts { scheme_end, host_start, host_end, path_start, path_end, query_end, end: i })
    }

    /// The end of the longest `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
    #[inline(always)]
    fn scheme(self, start: usize) -> usize {
        if chars::ALPHA.contains(self.0.peek(start)) {
            self.0.run(start + 1, SCHEME)
        } else {
            start
        }
    }

    /// `ihier-part` or `irelative-part`: the beginning and end of the host, and those of the path.
    #[inline(always)]
    fn hierarchy(self, start: usize, has_scheme: bool) -> Result<([usize; 3], usize), Fault> {
        if self.0.is(start, b'/') && self.0.is(start + 1, b'/') {
            let authority @ [.., path] = self.authority(start + 2)?;
            return Ok((authority, self.run(path, Self::PATH)?));
        }
        let mut i = start;
        if !has_scheme {
            i = self.noscheme_segment(start)?;
        }
        Ok(([start; 3], self.run(i, Self::PATH)?))
    }

    /// `isegment-nz-nc`, or nothing if the path is absolute or empty.
    #[inline(always)]
    fn noscheme_segment(self, start: usize) -> Progress {
        let end = self.run(start, Self::SEGMENT_NZ_NC)?;
        if self.0.is(end, b':') {
            return Err(Fault {
                position: end,
                span: start..end + 1,
                rule: either!(Rule::SegmentNzNc, Rule::IsegmentNzNc),
                reason: Reason::ColonInFirstSegment,
            });
        }
        Ok(end)
    }

    /// `iauthority = [ iuserinfo "@" ] ihost [ ":" port ]`: the beginning and end of the host, and the end of
    /// the authority.
    #[inline(always)]
    fn authority(self, start: usize) -> Result<[usize; 3], Fault> {
        if self.0.is(start, b'[') {
            return self.host_and_port(start);
        }
        let i = self.run(start, Self::REG_NAME)?;
        if self.ends_authority(i) {
            return Ok([start, i, i]);
        }
        if self.0.is(i, b'@') {
            return self.host_and_port(i + 1);
        }
        if !self.0.is(i, b':') {
            return Err(self.unexpected(i, either!(Rule::RegName, Rule::IregName)));
        }
        let digits = self.0.run(i + 1, DIGIT);
        if self.ends_authority(digits) {
            return Ok([start, i, digits]);
        }
        // So this is not a port, but it may be a userinfo, if an "@" follows.
        let end = self.run(digits, Self::USERINFO)?;
        if self.0.is(end, b'@') {
            self.host_and_port(end + 1)
        } else if self.ends_authority(end) {
            Err(self.not_a_port(start, i, end))
        } else if end == digits {
            Err(self.unexpected(end, Rule::Port))
        } else {
            Err(self.unexpected(end, either!(Rule::Userinfo, Rule::Iuserinfo)))
        }
    }

    /// `ihost [ ":" port ]`, where a userinfo is no longer possible.
    fn host_and_port(self, start: usize) -> Result<[usize; 3], Fault> {
        let host_end = self.host(start)?;
        if !self.0.is(host_end, b':') {
            return if self.ends_authority(host_end) {
                Ok([start, host_end, host_end])
            } else {
                Err(self.not_in_host(start, host_end))
            };
        }
        let end = self.0.run(host_end + 1, DIGIT);
        if self.ends_authority(end) {
            Ok([start, host_end, end])
        } else {
            Err(self.not_in_port(start, host_end + 1, end))
        }
    }

    /// The authority "is terminated by the next slash, question mark, or number sign character,
    /// or by the end of the URI" (RFC 3986 §3.2).
    #[inline(always)]
    fn ends_authority(self, i: usize) -> bool {
        [END, b'/'.into(), b'?'.into(), b'#'.into()].contains(&self.0.peek(i))
    }

    /// `ihost = IP-literal / IPv4address / ireg-name`; every IPv4address is an ireg-name.
    fn host(self, start: usize) -> Progress {
        if self.0.is(start, b'[') {
            self.ip_literal(start)
        } else {
            self.run(start, Self::REG_NAME)
        }
    }

    /// `IP-literal = "[" ( IPv6address / IPvFuture  ) "]"`
    fn ip_literal(self, start: usize) -> Progress {
        let future = self.0.is(start + 1, b'v') || self.0.is(start + 1, b'V');
        let address = if future {
            ip::ipv_future(self.0, start + 1)
        } else {
            ip::ipv6address(self.0, start + 1)
        };
        let rule = if future { Rule::IpvFuture } else { Rule::Ipv6address };
        match address {
            Ok(end) if self.0.is(end, b']') => Ok(end + 1),
            Ok(end) => Err(self.not_an_address(start, Stop { position: end, rule })),
            Err(stop) => Err(self.not_an_address(start, stop)),
        }
    }

    /// The longest run of characters of `class` and percent-encoded octets.
    #[inline(always)]
    fn run(self, mut i: usize, class: Class) -> Progress {
        loop {
            i = self.0.run(i, class);
            if !self.0.is(i, b'%') {
                return Ok(i);
            }
            i = scan::pct_encoded(self.0, i)?;
        }
    }
}

/// Matches the whole text against a production.
impl<T: Text, const I: bool> Scanner<T, I> {
    /// Matches any production of the two RFCs.
    fn production(self, rule: Rule) -> Result<(), Fault> {
        match Requirements::of(rule) {
            Some(form) => self.reference(form).map(drop),
            None => self.part(rule),
        }
    }

    /// Matches a production below a reference. It is a separate function, so matching a reference does not save
    /// the registers of all of these.
    #[inline(never)]
    fn part(self, rule: Rule) -> Result<(), Fault> {
        use Rule as R;
        let end = match rule {
            R::HierPart | R::IhierPart => self.hierarchy(0, true)?.1,
            R::RelativePart | R::IrelativePart => self.hierarchy(0, false)?.1,
            R::Scheme => self.nonempty(self.scheme(0), rule)?,
            R::Authority | R::Iauthority => self.authority(0)?[2],
            R::Userinfo | R::Iuserinfo => self.run(0, Self::USERINFO)?,
            R::Host | R::Ihost => self.host(0)?,
            R::Port => self.0.run(0, DIGIT),
            R::RegName | R::IregName => self.run(0, Self::REG_NAME)?,
            R::IpLiteral if self.0.is(0, b'[') => self.ip_literal(0)?,
            R::IpvFuture => self.address(ip::ipv_future(self.0, 0))?,
            R::Ipv6address => self.address(ip::ipv6address(self.0, 0))?,
            R::Ls32 => self.address(ip::ls32(self.0, 0))?,
            R::H16 => self.address(ip::h16(self.0, 0))?,
            R::Ipv4address => self.address(ip::ipv4address(self.0, 0))?,
            R::DecOctet => self.address(ip::dec_octet(self.0, 0))?,
            R::Path | R::Ipath => self.run(0, Self::PATH)?,
            R::PathAbempty | R::IpathAbempty if self.0.is(0, b'/') => self.run(0, Self::PATH)?,
            R::PathAbsolute | R::IpathAbsolute if self.0.is(0, b'/') => self.path_absolute(rule)?,
            R::PathNoscheme | R::IpathNoscheme => {
                let first = self.nonempty(self.noscheme_segment(0)?, rule)?;
                self.run(first, Self::PATH)?
            }
            R::PathRootless | R::IpathRootless => {
                let first = self.nonempty(self.run(0, Self::PCHAR)?, rule)?;
                self.run(first, Self::PATH)?
            }
            R::PathAbempty | R::IpathAbempty | R::PathEmpty | R::IpathEmpty => 0,
            R::Segment | R::Isegment => self.run(0, Self::PCHAR)?,
            R::SegmentNz | R::IsegmentNz => self.nonempty(self.run(0, Self::PCHAR)?, rule)?,
            R::SegmentNzNc | R::IsegmentNzNc => self.nonempty(self.noscheme_segment(0)?, rule)?,
            R::Query | R::Iquery => self.run(0, Self::QUERY)?,
            R::Fragment | R::Ifragment => self.run(0, Self::FRAGMENT)?,
            R::PctEncoded | R::Pchar | R::Ipchar if self.0.is(0, b'%') => {
                scan::pct_encoded(self.0, 0)?
            }
            R::Pchar | R::Ipchar => self.single(Self::PCHAR, rule)?,
            R::Unreserved => self.single(chars::UNRESERVED, rule)?,
            R::Iunreserved => self.single(chars::IUNRESERVED, rule)?,
            R::Reserved => self.single(chars::RESERVED, rule)?,
            R::GenDelims => self.single(chars::GEN_DELIMS, rule)?,
            R::SubDelims => self.single(chars::SUB_DELIMS, rule)?,
            R::Ucschar => self.single(chars::UCSCHAR, rule)?,
            R::Iprivate => self.single(chars::IPRIVATE, rule)?,
            // These rules begin with a fixed character, and the text does not.
            _ => return Err(self.unexpected(0, rule)),
        };
        if end == self.0.len() { Ok(()) } else { Err(self.left_of_part(end, rule)) }
    }

    /// `ipath-absolute = "/" [ isegment-nz *( "/" isegment ) ]`
    fn path_absolute(self, rule: Rule) -> Progress {
        if self.0.is(1, b'/') {
            let reason = Reason::EmptyFirstSegment;
            return Err(Fault { position: 1, span: 0..2, rule, reason });
        }
        self.run(1, Self::PATH)
    }

    fn nonempty(self, end: usize, rule: Rule) -> Progress {
        if end == 0 { Err(self.unexpected(0, rule)) } else { Ok(end) }
    }

    fn single(self, class: Class, rule: Rule) -> Progress {
        let (c, length) = self.0.code_point(0);
        if class.contains(c) { Ok(length) } else { Err(self.unexpected(0, rule)) }
    }

    fn address(self, address: Result<usize, Stop>) -> Progress {
        address.map_err(|stop| self.unexpected(stop.position, stop.rule))
    }
}

/// Errors. None of this is on the hot path.
impl<T: Text, const I: bool> Scanner<T, I> {
    /// The error for text at `i` that does not match `rule`.
    #[cold]
    fn unexpected(self, i: usize, rule: Rule) -> Fault {
        let mut fault = scan::unexpected(self.0, i, rule);
        if fault.reason == Reason::InvalidCharacter {
            fault.reason = match self.0.code_point(i).0 {
                0x80.. if !I => Reason::NonAscii,
                c if chars::is_iprivate(c) => Reason::PrivateUse,
                _ => Reason::InvalidCharacter,
            };
        }
        fault
    }

    /// The error for a reference whose last component, matched by `rule`, ended at `i` before the text did.
    #[cold]
    fn leftover(self, i: usize, rule: Rule, form: Requirements) -> Fault {
        let mut fault = self.unexpected(i, rule);
        if !form.fragment && self.0.is(i, b'#') {
            fault.span = i..self.0.len();
            fault.reason = Reason::FragmentNotAllowed;
        }
        fault
    }

    /// The error for a part, matched by `rule`, that ended at `i` before the text did.
    #[cold]
    fn left_of_part(self, i: usize, rule: Rule) -> Fault {
        let address = matches!(rule, Rule::Host | Rule::Ihost).then_some(0..self.0.len());
        address
            .and_then(|address| self.unbracketed(i, address))
            .unwrap_or_else(|| self.unexpected(i, rule))
    }

    /// The error for a missing scheme: its characters ended at `end`, and no colon followed.
    #[cold]
    fn no_scheme(self, end: usize) -> Fault {
        let mut fault = self.unexpected(end, Rule::Scheme);
        let delimiter = self.0.find(0, b":/?#");
        let is_text = !matches!(
            fault.reason,
            Reason::LoneSurrogate | Reason::IllFormedUtf8 | Reason::EmptyText
        );
        if is_text && !self.0.is(delimiter, b':') {
            fault.span = 0..delimiter;
            fault.reason = Reason::MissingScheme;
        }
        fault
    }

    /// The error for an authority without `@`, from `start` to `end`, with something other than digits after
    /// its first colon.
    #[cold]
    fn not_a_port(self, start: usize, colon: usize, end: usize) -> Fault {
        self.unbracketed(end, start..end).unwrap_or(Fault {
            position: end,
            span: colon + 1..end,
            rule: Rule::Port,
            reason: Reason::InvalidPort,
        })
    }

    /// The error for an IPv6 address without brackets at `span`, where a host is expected.
    #[cold]
    fn unbracketed(self, position: usize, span: Range<usize>) -> Option<Fault> {
        let found = ip::ipv6address(self.0, span.start).is_ok_and(|end| end == span.end);
        let (rule, reason) = (either!(Rule::Host, Rule::Ihost), Reason::UnbracketedIpv6);
        found.then_some(Fault { position, span, rule, reason })
    }

    /// The error for a host that began at `start` and cannot continue with the text at `i`.
    #[cold]
    fn not_in_host(self, start: usize, i: usize) -> Fault {
        let literal = self.0.is(start, b'[');
        let rule = if literal { Rule::IpLiteral } else { either!(Rule::RegName, Rule::IregName) };
        let mut fault = self.unexpected(i, rule);
        if self.0.is(i, b'@') && start > 0 && self.0.is(start - 1, b'@') {
            fault.reason = Reason::SecondAt;
        }
        fault
    }

    /// The error for a port at `start`, after the host at `host`, with something other than a digit at `i`.
    #[cold]
    fn not_in_port(self, host: usize, start: usize, i: usize) -> Fault {
        let fault = self.unexpected(i, Rule::Port);
        if fault.reason != Reason::InvalidCharacter {
            return fault;
        }
        let end = self.0.find(i, b"/?#");
        let at = self.0.find(i, b"@/?#");
        if self.0.is(at, b'@') && host > 0 && self.0.is(host - 1, b'@') {
            return Fault { span: i..at + 1, reason: Reason::SecondAt, ..fault };
        }
        if let Some(unbracketed) = self.unbracketed(i, host..end) {
            return unbracketed;
        }
        Fault { span: start..end, reason: Reason::InvalidPort, ..fault }
    }

    /// The error for text after the bracket at `start` that is not an address.
    #[cold]
    fn not_an_address(self, start: usize, stop: Stop) -> Fault {
        let mut fault = self.unexpected(stop.position, stop.rule);
        let closing = self.0.find(start, b"]/?#");
        let span: Range<usize> = start..closing + usize::from(self.0.is(closing, b']'));
        fault.reason = match fault.reason {
            Reason::IllFormedUtf8 | Reason::LoneSurrogate => return fault,
            _ if stop.position == closing && !self.0.is(closing, b']') => Reason::UnclosedBracket,
            _ if stop.rule == Rule::IpvFuture => Reason::InvalidIpvFuture,
            _ if self.0.is(stop.position, b'%') => Reason::ZoneIdentifier,
            _ => Reason::InvalidIpv6,
        };
        Fault { span, ..fault }
    }
}
