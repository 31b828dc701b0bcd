"""For any argument, a constructor returns an instance or raises `ParseError` or `TypeError`."""

import array
import mmap
import os
import sys
from collections import UserString
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from pathlib import PurePosixPath
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import (
    IRI,
    PURL,
    URI,
    Host,
    IRIReference,
    ParseError,
    Path,
    PrefixMap,
    UnknownPrefix,
    URIReference,
    URITemplate,
    _core,
    security,
)  # fmt: skip
from iriform.links import find, find_in_html, find_in_markdown, linkify
from iriform.services import ServiceAddress
from iriform.storage import Location
from tests.errors import error_of
from tests.growth import assert_takes_at_most
from tests.strategies import notations

TYPES: list[type[Any]] = [
    value for value in vars(_core).values() if isinstance(value, type) and issubclass(value, str)
]


class Text(str):
    __slots__ = ()


class Octets(bytes):
    __slots__ = ()


class Convertible:
    """Arguments that other constructors accept as text."""

    def __str__(self) -> str:
        return "a:b"

    def __bytes__(self) -> bytes:
        return b"a:b"

    def __fspath__(self) -> str:
        return "a:b"

    def __index__(self) -> int:
        return 1


NO_TEXT: list[Any] = [
    None,
    True,
    0,
    1.5,
    1j,
    Fraction(1, 2),
    ...,
    NotImplemented,
    object(),
    str,
    IRI,
    len,
    sys,
    ["a:b"],
    ("a:b",),
    {"a:b"},
    {"a": "b"},
    iter("a:b"),
    bytearray(b"a:b"),  # it could change while it is read
    memoryview(b"a:b"),
    array.array("b", b"a:b"),
    mmap.mmap(-1, 8),
    UserString("a:b"),
    PurePosixPath("a:b"),
    Convertible(),
    SimpleNamespace(text="a:b"),
    ParseError("a:b"),
]


@pytest.mark.parametrize("value", NO_TEXT, ids=lambda value: type(value).__name__)
def test_what_is_no_text(value: Any) -> None:
    of_references = ""
    if hasattr(value, "__fspath__"):
        of_references = "; from_file_path takes a path"
    elif type(value).__module__ != "builtins":
        of_references = "; iriform.interop.from_object takes what other libraries have"
    for t in TYPES:
        message = f"{t.__name__} takes str or bytes, not {type(value).__name__}"
        if issubclass(t, IRIReference):
            message += of_references
        for use in (t, t.is_valid, partial(t.__new__, t)):
            with pytest.raises(TypeError) as caught:
                use(value)
            assert str(caught.value) == message


# The argument, and the results of IRI, URI, IRIReference and URIReference. A position means a
# ParseError at this position.
TABLE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "ascii": ("a:b", (IRI, URI, IRIReference, URIReference)),
    "latin-1": ("a:é", (IRI, 2, IRIReference, 2)),
    "two bytes": ("a:道", (IRI, 2, IRIReference, 2)),
    "four bytes": ("a:\U00020000", (IRI, 2, IRIReference, 2)),
    "relative": ("b", (1, 1, IRIReference, URIReference)),
    "empty": ("", (0, 0, IRIReference, URIReference)),
    "NUL": ("a:\0", (2, 2, 2, 2)),
    "NUL at the end": ("a:b\0", (3, 3, 3, 3)),
    "line break at the end": ("a:b\n", (3, 3, 3, 3)),
    "space before": (" a:b", (0, 0, 0, 0)),
    "byte order mark": ("\ufeffa:b", (0, 0, 2, 0)),  # it is in ucschar
    "high surrogate": ("a:\ud800", (2, 2, 2, 2)),
    "low surrogate": ("a:\udc00", (2, 2, 2, 2)),
    "a pair of surrogates": ("a:\ud83d\ude00", (2, 2, 2, 2)),  # two, not one character
    "surrogateescape": (b"a:\xe9".decode(errors="surrogateescape"), (2, 2, 2, 2)),
    "noncharacter": ("a:\uffff", (2, 2, 2, 2)),
    "the last code point": ("a:\U0010ffff", (2, 2, 2, 2)),
    "replacement character": ("a:\ufffd", (2, 2, 2, 2)),
    "str subclass": (Text("a:b"), (IRI, URI, IRIReference, URIReference)),
    "bytes": (b"a:b", (IRI, URI, IRIReference, URIReference)),
    "bytes subclass": (Octets(b"a:b"), (IRI, URI, IRIReference, URIReference)),
    "no bytes": (b"", (0, 0, IRIReference, URIReference)),
    "UTF-8": ("a:é道\U00020000".encode(), (IRI, 2, IRIReference, 2)),
    "UTF-8 with a mark": ("a:b".encode("utf-8-sig"), (0, 0, 4, 0)),
    "Latin-1": (b"a:\xe9", (2, 2, 2, 2)),
    "UTF-16": ("a:b".encode("utf-16-le"), (1, 1, 1, 1)),
    "UTF-32": ("a:b".encode("utf-32-le"), (1, 1, 1, 1)),
    "UTF-7": ("a:é".encode("utf-7"), (IRI, URI, IRIReference, URIReference)),  # ASCII, alas
    "EBCDIC": ("a:b".encode("cp500"), (0, 0, 0, 0)),
    "overlong": (b"a:\xc0\xaf", (2, 2, 2, 2)),
    "encoded surrogate": (b"a:\xed\xa0\x80", (2, 2, 2, 2)),
    "above U+10FFFF": (b"a:\xf4\x90\x80\x80", (2, 2, 2, 2)),
    "cut short": ("a:道".encode()[:-1], (2, 2, 2, 2)),
    "a lone continuation": (b"a:\x80", (2, 2, 2, 2)),
    "NUL byte": (b"a:\0", (2, 2, 2, 2)),
}


@pytest.mark.parametrize("name", TABLE)
def test_text(name: str) -> None:
    value, results = TABLE[name]
    valid = any(isinstance(result, type) for result in results)
    text = bytes(value).decode() if isinstance(value, bytes) and valid else value

    types: list[Any] = [IRI, URI, IRIReference, URIReference]
    for t, result in zip(types, results, strict=True):
        if isinstance(result, int):
            assert not t.is_valid(value)
            caught = error_of(t, value)
            assert caught.position == result
            assert caught.text == value
            assert str(caught).splitlines()[0].isprintable()
        else:
            assert t.is_valid(value)
            assert type(t(value)) is result
            assert t(value) == text


@given(st.text(st.characters(), max_size=40) | st.text("ah:/?#[]@%:0.\ud800é", max_size=40))
def test_any_text(text: str) -> None:
    """Any text, including surrogates and unassigned code points."""
    for t in TYPES:
        for value in (text, Text(text), text.encode("utf-8", "surrogatepass")):
            try:
                instance = t(value)
            except ParseError as e:
                assert not t.is_valid(value)
                assert 0 <= e.position <= len(value)
                assert 0 <= e.span[0] <= e.span[1] <= len(value)
                assert str(e)
                assert repr(e)
            except TypeError:
                raise
            else:
                assert t.is_valid(value)
                assert str(instance) == text
                assert repr(instance)


@given(st.binary(max_size=40))
def test_any_bytes(data: bytes) -> None:
    """Bytes are read as UTF-8, or are an error."""
    for t in TYPES:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            assert not t.is_valid(data)
        else:
            assert t.is_valid(data) is t.is_valid(text)
            if t.is_valid(data):
                assert t(data) == text
            elif text.isascii():
                of_bytes = error_of(t, data)
                of_text = error_of(t, text)
                assert of_bytes.args[1:] == of_text.args[1:]


@given(st.text("ahé道\U00020000:/ ", max_size=30))
def test_bytes_and_text_agree_on_the_place(text: str) -> None:
    for t in TYPES:
        if t.is_valid(text):
            continue
        of_text = error_of(t, text)
        of_bytes = error_of(t, text.encode())
        assert of_bytes.position == len(text[: of_text.position].encode())
        assert of_bytes.args[4:] == of_text.args[4:]


# 100 MB always; IRIFORM_HUGE=1 makes it the 1 GB of `make test-huge`.
HUGE = 1_000_000_000 if os.environ.get("IRIFORM_HUGE") else 100_000_000
KINDS = {"ascii": "a", "two bytes": "道", "bytes": "a"}


@pytest.mark.parametrize("kind", KINDS)
def test_huge_text(kind: str) -> None:
    """Nothing breaks; what took time by the square of the length would not end."""
    size = HUGE // 2 if kind == "two bytes" else HUGE
    text: Any = "http://h/" + KINDS[kind] * size
    text = text.encode() if kind == "bytes" else text
    assert IRI.is_valid(text)

    iri = IRI(text)
    assert len(iri) == len(text)
    assert iri.host == "h"
    assert len(iri.path) == size + 1
    del iri
    bad = text + (b" " if kind == "bytes" else " ")
    assert not IRI.is_valid(bad)
    caught = error_of(IRI, bad)
    assert caught.position == len(bad) - 1
    assert len(str(caught)) < 400


@pytest.mark.parametrize(
    "text",
    [
        "s:" + "%41" * 200_000,
        "s:" + "/" * 500_000,
        "s:" + "/.." * 200_000,
        "s://" + "a:" * 200_000 + "@h",
        "s://" + "@" * 500_000,
        "s://[" + ":" * 500_000 + "]",
        "s://[" + "1:" * 200_000 + "]",
        "s://[v1." + ":" * 500_000 + "]",
        "s://h:" + "9" * 500_000,
        "s://" + "1." * 200_000,
        "s:?" + "?" * 500_000,
        "s:#" + "#" * 500_000,
        "s" * 500_000 + ":",
        "s" * 500_000,
        "s://" + "é" * 500_000 + ":1x",
        "s://" + "a:" * 200_000,
        "%" * 500_000,
        "[" * 500_000,
        "\ud800" * 500_000,
    ],
    ids=lambda text: text[:8].encode("unicode_escape").decode(),
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    def work() -> None:
        for t in TYPES:
            for value in (text, text.encode("utf-8", "surrogatepass")):
                try:
                    instance = t(value)
                except ParseError as e:
                    assert len(str(e)) < 600
                else:
                    for name in ("host", "port_text", "parts", "segments", "parent", "kind", "ip"):
                        getattr(instance, name, None)

    assert_takes_at_most(10, work)


def test_a_path_of_a_million_segments() -> None:
    assert len(Path("/" * 1_000_001).segments) == 1_000_001


def test_a_host_of_a_megabyte() -> None:
    host = Host("a%41" * 250_000)

    assert host.matches("aa" * 250_000)
    assert host.kind == "reg-name"


OPTIONS: list[dict[str, Any]] = [
    dict.fromkeys(names.split(), True)
    for names in ("", "refang", "hyphens prose", "delimited strict quotes", "userinfo ascii")
]
FINDERS: list[Callable[[str], Iterable[Any]]] = [
    find_in_html, find_in_markdown, *(partial(find, **options) for options in OPTIONS),
]  # fmt: skip


def references_of(finder: Callable[[str], Iterable[Any]], text: str) -> list[Any]:
    return [found.iri for found in finder(text)]


READERS_OF_TEXT: list[Callable[[str], object]] = [
    *TYPES, PURL, URITemplate, IRI.repair, URI.repair, PURL.repair, ServiceAddress.read,
    Location.from_https, PrefixMap.from_turtle, security.masked,
    *(partial(Location.read, reader=reader) for reader in ("uri", "literal", "pyarrow", "spark")),
    security.for_logs, linkify, *(partial(references_of, finder) for finder in FINDERS),
]  # fmt: skip


@given(notations())
def test_notations_of_other_programs_are_read_or_refused(text: str) -> None:
    """No reader fails otherwise; a panic is no Exception."""
    for read in READERS_OF_TEXT:
        try:
            repr(read(text))
        except (ValueError, UnknownPrefix) as error:
            assert str(error)
