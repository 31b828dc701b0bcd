//! Where text leaves the grammar, and why.

use std::fmt;
use std::ops::Range;

use crate::syntax::rule::Rule;

/// Why text does not match: a stable code, which Python shows as `ParseError.reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A character that the rule does not have here.
    InvalidCharacter,
    /// The text ended where the rule needs more.
    UnexpectedEnd,
    /// `%` without two hexadecimal digits.
    InvalidPercentEncoding,
    /// No `scheme ":"`, where the production needs one.
    MissingScheme,
    /// A colon in the first segment of a relative-path reference (RFC 3986 §4.2).
    ColonInFirstSegment,
    /// A path that begins with `//`, where that would be an authority (RFC 3986 §3.3).
    EmptyFirstSegment,
    /// A fragment, where the production has none.
    FragmentNotAllowed,
    /// A non-ASCII character, where a URI's rule is asked for.
    NonAscii,
    /// A private-use character outside the query (RFC 3987 §2.2, `iprivate`).
    PrivateUse,
    /// A lone surrogate: no character at all.
    LoneSurrogate,
    /// Bytes that are not UTF-8.
    IllFormedUtf8,
    /// Something other than digits between the host's colon and the path.
    InvalidPort,
    /// A second `@` in the authority.
    SecondAt,
    /// An IPv6 address without its brackets.
    UnbracketedIpv6,
    /// `[` that is never closed.
    UnclosedBracket,
    /// Something between brackets that is no IPv6address.
    InvalidIpv6,
    /// Something after `[v` that is no `IPvFuture`.
    InvalidIpvFuture,
    /// An IPv6 zone identifier, which URIs do not have (RFC 9844 §3).
    ZoneIdentifier,
    /// `{` that is never closed (RFC 6570 §2.2).
    UnclosedExpression,
    /// An operator that RFC 6570 §2.2 keeps for later.
    ReservedOperator,
    /// After the colon in an expression something other than a number from 1 to 9999.
    InvalidMaxLength,
}

impl Reason {
    /// Every reason.
    pub const ALL: &[Self] = &[
        Self::InvalidCharacter,
        Self::UnexpectedEnd,
        Self::InvalidPercentEncoding,
        Self::MissingScheme,
        Self::ColonInFirstSegment,
        Self::EmptyFirstSegment,
        Self::FragmentNotAllowed,
        Self::NonAscii,
        Self::PrivateUse,
        Self::LoneSurrogate,
        Self::IllFormedUtf8,
        Self::InvalidPort,
        Self::SecondAt,
        Self::UnbracketedIpv6,
        Self::UnclosedBracket,
        Self::InvalidIpv6,
        Self::InvalidIpvFuture,
        Self::ZoneIdentifier,
        Self::UnclosedExpression,
        Self::ReservedOperator,
        Self::InvalidMaxLength,
    ];

    /// The code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::InvalidCharacter => "invalid-character",
            Self::UnexpectedEnd => "unexpected-end",
            Self::InvalidPercentEncoding => "invalid-percent-encoding",
            Self::MissingScheme => "missing-scheme",
            Self::ColonInFirstSegment => "colon-in-first-segment",
            Self::EmptyFirstSegment => "empty-first-segment",
            Self::FragmentNotAllowed => "fragment-not-allowed",
            Self::NonAscii => "non-ascii",
            Self::PrivateUse => "private-use",
            Self::LoneSurrogate => "lone-surrogate",
            Self::IllFormedUtf8 => "ill-formed-utf-8",
            Self::InvalidPort => "invalid-port",
            Self::SecondAt => "second-at",
            Self::UnbracketedIpv6 => "unbracketed-ipv6",
            Self::UnclosedBracket => "unclosed-bracket",
            Self::InvalidIpv6 => "invalid-ipv6",
            Self::InvalidIpvFuture => "invalid-ipvfuture",
            Self::ZoneIdentifier => "zone-identifier",
            Self::UnclosedExpression => "unclosed-expression",
            Self::ReservedOperator => "reserved-operator",
            Self::InvalidMaxLength => "invalid-max-length",
        }
    }
}

/// Where and why text does not match a production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The end of the longest viable prefix: the first index at which no continuation could
    /// have made the text valid, or the text's length where it ended too early. In units of
    /// the text that was parsed, and always on a code point boundary.
    pub position: usize,
    /// The piece to blame. It may begin before `position`.
    pub span: Range<usize>,
    /// The innermost rule that was being matched.
    pub rule: Rule,
    /// The code.
    pub reason: Reason,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} in {}", self.reason.code(), self.position, self.rule.name())
    }
}

impl std::error::Error for Fault {}
