"""Why a text does not match: the stable codes of `ParseError.reason`."""

from enum import Enum


class Reason(str, Enum):
    """Why a text does not match its production. Each member equals its code.

    >>> try:
    ...     IRI("http://example.org:80a/")
    ... except ParseError as error:
    ...     error.reason is Reason.INVALID_PORT, error.reason == "invalid-port"
    (True, True)
    """

    __module__ = "iriform"

    INVALID_CHARACTER = "invalid-character"
    UNEXPECTED_END = "unexpected-end"
    EMPTY_TEXT = "empty-text"
    INVALID_PERCENT_ENCODING = "invalid-percent-encoding"
    MISSING_SCHEME = "missing-scheme"
    COLON_IN_FIRST_SEGMENT = "colon-in-first-segment"
    EMPTY_FIRST_SEGMENT = "empty-first-segment"
    FRAGMENT_NOT_ALLOWED = "fragment-not-allowed"
    NON_ASCII = "non-ascii"
    PRIVATE_USE = "private-use"
    LONE_SURROGATE = "lone-surrogate"
    ILL_FORMED_UTF_8 = "ill-formed-utf-8"
    INVALID_PORT = "invalid-port"
    SECOND_AT = "second-at"
    UNBRACKETED_IPV6 = "unbracketed-ipv6"
    UNCLOSED_BRACKET = "unclosed-bracket"
    INVALID_IPV6 = "invalid-ipv6"
    INVALID_IPVFUTURE = "invalid-ipvfuture"
    ZONE_IDENTIFIER = "zone-identifier"
    UNCLOSED_EXPRESSION = "unclosed-expression"
    RESERVED_OPERATOR = "reserved-operator"
    INVALID_MAX_LENGTH = "invalid-max-length"
    SCHEME_NOT_HTTP = "scheme-not-http"
    EMPTY_HOST = "empty-host"
    NEEDLESS_ENCODING = "needless-encoding"
    ENCODED_SLASH = "encoded-slash"
    ENCODED_NOT_UTF_8 = "encoded-not-utf-8"
    REPEATED_KEY = "repeated-key"
    NAMESPACE_REQUIRED = "namespace-required"
    NAMESPACE_PROHIBITED = "namespace-prohibited"
    QUALIFIER_REQUIRED = "qualifier-required"
    NOT_PERMITTED_BY_TYPE = "not-permitted-by-type"
    REFUSED_BY_POLICY = "refused-by-policy"

    def __str__(self) -> str:
        return self.value
