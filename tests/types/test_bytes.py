"""References from bytes in a character encoding, in NFC if RFC 3987 §3.1 requires it (U3)."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, URI, IRIReference, ParseError, URIReference, UserInfo
from iriform._types.bytes import composed
from tests.growth import assert_grows_at_most

DECOMPOSED = "http://h/e\u0301"
COMPOSED = "http://h/\xe9"


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "UTF8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7",
     "unicode_escape", "raw_unicode_escape"],
)  # fmt: skip
def test_text_of_a_unicode_encoding_is_taken_as_it_is(encoding: str) -> None:
    """Variant c of step 1: "do not normalize"."""
    assert IRI.from_bytes(DECOMPOSED.encode(encoding), encoding) == DECOMPOSED


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"http://h/\xe9", "latin-1", COMPOSED),
        (b"http://h/\xe9", "iso8859-15", COMPOSED),
        ("http://h/é".encode("cp037"), "cp037", COMPOSED),
        (b"http://h/e\xec", "cp1258", COMPOSED),  # a letter and a combining accent: NFC joins them
        (b"http://h/\x93\xb9", "shift_jis", "http://h/道"),
        (b"http://h/\xb6\xde", "shift_jis", "http://h/\uff76\uff9e"),  # NFC, not NFKC
        (b"http://h/\xa4\xac", "euc_jp", "http://h/が"),
        (b"http://h/\xb5\xc0", "gb2312", "http://h/道"),
        (b"http://h/\xd1", "koi8-r", "http://h/я"),
    ],
)
def test_text_of_another_encoding_is_brought_into_nfc(
    data: bytes, encoding: str, text: str
) -> None:
    """Variant b."""
    assert IRI.from_bytes(data, encoding) == text


@given(
    st.text("aeâầơư각ᅡᆨが゙ᄀ\u0344\u0f73\u0f71\u0958\u09c7\u09be\u0300\u0323\u0328\u0327\u0301\u030a")
)
def test_composition_is_that_of_the_standard_library(text: str) -> None:
    assert composed(text) == unicodedata.normalize("NFC", text)


def test_many_combining_marks_take_linear_time() -> None:
    def work(count: int) -> None:
        IRI.from_bytes(b"http://h/a" + b"\xec\xcc\xd2\xde\xf2" * count, "cp1258")

    assert_grows_at_most(100, work, 1_000, 16_000)


def test_nfc_comes_before_the_parse() -> None:
    """N11: the GREEK QUESTION MARK becomes a semicolon, which a port cannot have."""
    data = "http://h:1\u037e".encode("gb18030")

    with pytest.raises(ParseError, match=r"invalid-port|not a port") as caught:
        IRI.from_bytes(data, "gb18030")
    assert caught.value.text == "http://h:1;"


def test_a_uri_is_ascii_in_any_encoding() -> None:
    assert URI.from_bytes("http://h/".encode("utf-16"), "utf-16") == "http://h/"
    with pytest.raises(ParseError, match="is not ASCII"):
        URI.from_bytes(b"http://h/\xe9", "latin-1")


@pytest.mark.parametrize("data", [bytearray(b"s:a"), memoryview(b"s:a")])
def test_any_buffer(data: Any) -> None:
    assert IRIReference.from_bytes(data, "ascii") == "s:a"


def test_the_class_is_that_it_is_called_on() -> None:
    assert type(URI.from_bytes(b"s:a", "ascii")) is URI
    assert type(IRIReference.from_bytes(b"s:a", "ascii")) is IRIReference


@pytest.mark.parametrize(
    ("data", "encoding", "error"),
    [
        (b"http://h/\xe9", "ascii", UnicodeDecodeError),
        (b"http://h/\xe9", "utf-8", UnicodeDecodeError),
        (b"http://h/", "no-such-encoding", LookupError),
        (b"6162", "hex", LookupError),  # no text encoding
        ("http://h/", "utf-8", TypeError),
        (b"http://h/", 5, TypeError),
        (b"http://h/ ", "utf-8", ParseError),
    ],
)
def test_what_cannot_be_read(data: Any, encoding: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        IRI.from_bytes(data, encoding)


def test_an_error_has_only_the_octets_that_are_wrong() -> None:
    with pytest.raises(UnicodeDecodeError) as caught:
        IRI.from_bytes(b"http://anna:secret\xff@h/", "utf-8")
    assert caught.value.object == b"*" * 18 + b"\xff" + b"*" * 3
    assert caught.value.__context__ is None
    with pytest.raises(UnicodeDecodeError) as caught:
        _ = UserInfo("anna:secret%FF").password
    assert (caught.value.object, caught.value.start) == (b"*" * 6 + b"\xff", 6)


@pytest.mark.parametrize(
    ("cls", "data", "expected"),
    [
        (URIReference, b"/a", "/a"),
        (URIReference, b"/caf\xc3\xa9", "/caf%C3%A9"),  # UTF-8
        (URIReference, b"/caf\xe9", "/caf%E9"),  # Latin-1, which is not guessed
        (URIReference, b"/\xc3\xa9\xe9", "/%C3%A9%E9"),  # both
        (URIReference, b"?\xff\xfe", "?%FF%FE"),
        (URIReference, b"/\xe2\x82", "/%E2%82"),  # cut off
        (URIReference, b"/\xed\xa0\x80", "/%ED%A0%80"),  # a surrogate
        (URIReference, b"/\xc0\xaf", "/%C0%AF"),  # an overlong slash stays no slash
        (URIReference, b"/\xf5\x80\x80\x80", "/%F5%80%80%80"),  # beyond Unicode
        (URIReference, b"//h\xe9/", "//h%E9/"),
        (URIReference, b"/a%E9\xe9", "/a%E9%E9"),
        (URI, b"s:\xe9", "s:%E9"),
        (IRIReference, b"/caf\xc3\xa9", "/café"),
        (IRIReference, b"/caf\xc3\xa9\xe9", "/café%E9"),
        (IRI, b"s:/\xed\xa0\x80", "s:/%ED%A0%80"),
    ],
)
def test_octets_that_are_not_utf_8_are_percent_encoded(
    cls: type[IRIReference], data: bytes, expected: str
) -> None:
    made = cls.from_bytes(data, errors="percent")
    assert (type(made), made) == (cls, expected)
    assert cls.from_bytes(data, "UTF8", errors="percent") == made


@pytest.mark.parametrize("data", [b"/a b", b"/a\x00", b"/%zz", b"/<x>", b"\xef\xbb\xbf/ "])
def test_nothing_else_is_repaired(data: bytes) -> None:
    with pytest.raises(ParseError):
        URIReference.from_bytes(data, errors="percent")


@pytest.mark.parametrize("errors", ["replace", "ignore", "surrogateescape", ""])
def test_no_other_way_with_errors_is_known(errors: Any) -> None:
    with pytest.raises(ValueError, match="'strict', or 'percent' for UTF-8"):
        URIReference.from_bytes(b"/a", errors=errors)
    with pytest.raises(ValueError, match="'strict', or 'percent' for UTF-8"):
        URIReference.from_bytes(b"/a", "latin-1", errors="percent")


def test_utf_8_is_the_default() -> None:
    assert IRIReference.from_bytes("/é".encode()) == "/é"
    with pytest.raises(UnicodeDecodeError):
        IRIReference.from_bytes(b"/\xe9")
