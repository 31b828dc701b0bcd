"""`quote` and `unquote`: percent-encoding by the sets of other standards."""

import string
import urllib.parse
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import ParseError, quote, unquote

ALPHANUMERIC = string.ascii_letters + string.digits
LEFT = {
    "unreserved": ALPHANUMERIC + "-._~",  # RFC 3986 §2.3
    "encodeURIComponent": ALPHANUMERIC + "-_.!~*'()",  # ECMA-262: alphanumeric and uriMark
    "fn:encode-for-uri": ALPHANUMERIC + "-_.~",  # XPath and XQuery Functions and Operators §6.2
}
# Scalar values, with what an IRI could hold and must not.
TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@pytest.mark.parametrize("safe", LEFT)
def test_each_set_leaves_what_its_standard_says(safe: Any) -> None:
    left = {c for c in map(chr, range(0x3000)) if quote(c, safe=safe) == c}

    assert left == set(LEFT[safe])


@pytest.mark.parametrize("safe", LEFT)
@given(TEXT)
def test_quoting_is_that_of_the_standard_library(safe: Any, text: str) -> None:
    assert quote(text, safe=safe) == urllib.parse.quote(text, safe=LEFT[safe])
    assert unquote(quote(text, safe=safe)) == text


@given(st.binary())
def test_octets(data: bytes) -> None:
    assert quote(data) == urllib.parse.quote_from_bytes(data, safe="")


def test_without_a_name_the_unreserved_ones_are_left() -> None:
    assert quote("a/b~(c)") == quote("a/b~(c)", safe="unreserved") == "a%2Fb~%28c%29"


def test_examples_of_encode_for_uri() -> None:
    quoted = quote("~bébé", safe="fn:encode-for-uri")
    assert quoted == "~b%C3%A9b%C3%A9"
    assert quote("100% organic", safe="fn:encode-for-uri") == "100%25%20organic"


@pytest.mark.parametrize(
    ("text", "position"), [("%", 0), ("é%4", 1), ("%41%4g", 3), ("%%41", 0), ("%+1", 0)]
)
def test_unquote_refuses_a_bare_percent(text: str, position: int) -> None:
    with pytest.raises(ValueError, match=f"“%” at position {position} needs two"):
        unquote(text)


def test_unquote_decodes_as_asked() -> None:
    assert unquote("caf%C3%A9+é") == "café+é"
    with pytest.raises(UnicodeDecodeError):
        unquote("%FF")
    assert unquote("%FF", "replace") == "\N{REPLACEMENT CHARACTER}"


def test_bad_input() -> None:
    wrong: Any = [1, None]
    for value in wrong:
        with pytest.raises(TypeError):
            quote(value)
        with pytest.raises(TypeError):
            unquote(value)
    for text in ("\ud800", "a\udfff"):
        with pytest.raises(ParseError):
            quote(text)
        with pytest.raises(ParseError):
            unquote(text)
    unknown: Any = "/"
    with pytest.raises(ValueError, match="safe must be 'unreserved', 'encodeURIComponent'"):
        quote("a", safe=unknown)
