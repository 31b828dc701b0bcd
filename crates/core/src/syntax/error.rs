//! Parse errors: where a text stops matching the grammar, and why.

use std::ops::Range;

use crate::syntax::choice::choices;
use crate::syntax::rule::Rule;

choices! {
    /// Why a text does not match: a stable code, which Python shows as `ParseError.reason`.
    pub enum Reason;
    /// The code.
    pub fn code;
    /// A character that the rule does not allow here.
    InvalidCharacter = "invalid-character";
    /// The text ended before the rule was complete.
    UnexpectedEnd = "unexpected-end";
    /// An empty text, where the rule needs some.
    EmptyText = "empty-text";
    /// `%` without two hexadecimal digits after it.
    InvalidPercentEncoding = "invalid-percent-encoding";
    /// No `scheme ":"`, where the production needs one.
    MissingScheme = "missing-scheme";
    /// A colon in the first segment of a relative-path reference (RFC 3986 §4.2).
    ColonInFirstSegment = "colon-in-first-segment";
    /// A path that begins with `//`, where that would be an authority (RFC 3986 §3.3).
    EmptyFirstSegment = "empty-first-segment";
    /// A fragment, where the production does not allow one.
    FragmentNotAllowed = "fragment-not-allowed";
    /// A non-ASCII character, where the rule is that of a URI.
    NonAscii = "non-ascii";
    /// A private-use character outside the query (RFC 3987 §2.2, `iprivate`).
    PrivateUse = "private-use";
    /// A lone surrogate, which is not a character.
    LoneSurrogate = "lone-surrogate";
    /// Bytes that are not UTF-8.
    IllFormedUtf8 = "ill-formed-utf-8";
    /// Something other than digits between the host's colon and the path.
    InvalidPort = "invalid-port";
    /// A second `@` in the authority.
    SecondAt = "second-at";
    /// An IPv6 address without its brackets.
    UnbracketedIpv6 = "unbracketed-ipv6";
    /// `[` that is never closed.
    UnclosedBracket = "unclosed-bracket";
    /// Text between brackets that is not an IPv6address.
    InvalidIpv6 = "invalid-ipv6";
    /// Text after `[v` that is not that of an `IPvFuture`.
    InvalidIpvFuture = "invalid-ipvfuture";
    /// An IPv6 zone identifier, which URIs do not have (RFC 9844 §3).
    ZoneIdentifier = "zone-identifier";
    /// `{` that is never closed (RFC 6570 §2.2).
    UnclosedExpression = "unclosed-expression";
    /// An operator that RFC 6570 §2.2 reserves for future extensions.
    ReservedOperator = "reserved-operator";
    /// Something other than a number from 1 to 9999 after the colon in an expression.
    InvalidMaxLength = "invalid-max-length";
    /// A scheme other than `http` or `https`, where a type requires one of these (RFC 9110 §4.2).
    SchemeNotHttp = "scheme-not-http";
    /// No host or an empty one, where a type requires a host (RFC 9110 §4.2.1).
    EmptyHost = "empty-host";
    /// A percent-encoded character that a package URL must not encode (ECMA-427 §5.4).
    NeedlessEncoding = "needless-encoding";
    /// A percent-encoded slash in a segment of a package URL (ECMA-427 §5.6.3, §5.6.7).
    EncodedSlash = "encoded-slash";
    /// Percent-encoded octets of a package URL that are not UTF-8 (ECMA-427 Annex C).
    EncodedNotUtf8 = "encoded-not-utf-8";
    /// A repeated key in a package URL (ECMA-427 §5.6.6).
    RepeatedKey = "repeated-key";
    /// No namespace, where the type of a package URL needs one (ECMA-427 §5.7).
    NamespaceRequired = "namespace-required";
    /// A namespace, where the type of a package URL has none (ECMA-427 §5.7).
    NamespaceProhibited = "namespace-prohibited";
    /// No qualifier with a key that the type of a package URL needs (ECMA-427 §5.7).
    QualifierRequired = "qualifier-required";
    /// A name or a version that the type of a package URL does not permit (ECMA-427 §5.7).
    NotPermittedByType = "not-permitted-by-type";
    /// A valid reference that a policy refuses.
    RefusedByPolicy = "refused-by-policy";
}

/// Why a text does not match a production, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The end of the longest viable prefix: the first index at which no continuation could make the text
    /// valid, or the length of the text if it ended too early. It is in units of the parsed text, and always on
    /// a code point boundary.
    pub position: usize,
    /// The range of the text at fault. It may begin before `position`.
    pub span: Range<usize>,
    /// The innermost rule that was being matched.
    pub rule: Rule,
    /// The code.
    pub reason: Reason,
}

error_words!(Fault, |error, f| write!(
    f,
    "{} at {} in {}",
    error.reason.code(),
    error.position,
    error.rule.name()
));
