"""Percent-coding: plain data to a component's text, and back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import Fragment, Host, Path, Query, Segment, UserInfo, _core
from tests.errors import error_of

from .tables import rows

QUOTING: list[type[Any]] = [UserInfo, Host, Path, Segment, Query, Fragment]
UNQUOTING: list[type[Any]] = [Host, Segment, Fragment]

# The rule for which each class quotes.
RULES = {
    UserInfo: "iuserinfo",
    Host: "ireg-name",
    Path: "ipath",
    Segment: "isegment",
    Query: "iquery",
    Fragment: "ifragment",
}
FORMATTING = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"


@pytest.mark.parametrize(
    ("cls", "data", "text"),
    [
        (Segment, "50% a/b", "50%25%20a%2Fb"),
        (Path, "50% a/b", "50%25%20a/b"),
        (Segment, "%41", "%2541"),  # data is never read as encoded text (C8)
        (Segment, "é道", "é道"),
        (Segment, "é道".encode(), "%C3%A9%E9%81%93"),
        (Segment, b"\xff", "%FF"),
        (Segment, "\ue000", "%EE%80%80"),  # iprivate only in a query
        (Query, "\ue000", "\ue000"),
        (Query, "\ue000".encode(), "%EE%80%80"),
        (Query, "a&b=c?d/#", "a&b=c?d/%23"),
        (Fragment, "?/#", "?/%23"),
        (Host, "a:b@c[d]", "a%3Ab%40c%5Bd%5D"),
        (Host, "1.2.3.4", "1.2.3.4"),
        (UserInfo, "a:b@c", "a:b%40c"),
        (Path, "a?b#c", "a%3Fb%23c"),
        (Segment, "\0\n\x7f\x80\x9f", "%00%0A%7F%C2%80%C2%9F"),
        (Segment, "\ufdd0\ufffd\U0001fffe", "%EF%B7%90%EF%BF%BD%F0%9F%BF%BE"),
        (Segment, "À", "À"),
        (Segment, "À".encode(), "%C3%80"),  # RFC 3986 §2.5
        (Segment, "ア".encode(), "%E3%82%A2"),
        (Segment, "", ""),
        (Segment, b"", ""),
    ],
)
def test_quote(cls: Any, data: str | bytes, text: str) -> None:
    quoted = cls.quote(data)

    assert quoted == text
    assert type(quoted) is cls


@pytest.mark.parametrize("cls", QUOTING)
def test_quote_escapes_exactly_what_the_rule_does_not_allow(cls: Any) -> None:
    for c in map(chr, [*range(0xD800), *range(0xE000, 0x11000), *range(0x1FFF0, 0x20002)]):
        escaped = "".join(f"%{octet:02X}" for octet in c.encode())
        allowed = _core.matches(RULES[cls], c) and c not in FORMATTING
        assert cls.quote(c) == (c if allowed else escaped), hex(ord(c))


@pytest.mark.parametrize("cls", QUOTING)
def test_quote_encodes_formatting_characters(cls: Any) -> None:
    """IRIs must not contain them (RFC 3987 §4.1), so none is created."""
    assert cls.quote(f"a{FORMATTING}b").isascii()


@pytest.mark.parametrize("cls", UNQUOTING)
@given(data=st.text(st.characters(exclude_categories=["Cs"])))
def test_unquote_undoes_quote(cls: Any, data: str) -> None:
    assert cls.quote(data).unquote() == data
    assert cls.quote(data.encode()).unquote() == data
    assert type(cls.quote(data).unquote()) is str


@pytest.mark.parametrize("cls", UNQUOTING)
@given(data=st.binary())
def test_unquote_to_bytes_undoes_quote(cls: Any, data: bytes) -> None:
    assert cls.quote(data).unquote_to_bytes() == data


@pytest.mark.parametrize(
    ("text", "octets"),
    [
        ("", b""),
        ("caf%E9", b"caf\xe9"),
        ("café", "café".encode()),
        ("%c3%A9", "é".encode()),
        ("%2541", b"%41"),  # decoded once (C8)
        ("a+b", b"a+b"),  # a plus is a plus
        ("%00", b"\0"),
    ],
)
def test_unquote_to_bytes(text: str, octets: bytes) -> None:
    assert Segment(text).unquote_to_bytes() == octets


@pytest.mark.parametrize("text", ["%FF", "%C0%AF", "%ED%A0%80", "%F5%80%80%80", "%C3"])
def test_unquote_is_strict(text: str) -> None:
    segment = Segment(text)

    with pytest.raises(UnicodeDecodeError):
        segment.unquote()
    with pytest.raises(UnicodeDecodeError):
        segment.unquote(errors="strict")
    assert set(segment.unquote("replace")) == {"\ufffd"}
    assert segment.unquote(errors="ignore") == ""
    assert segment.unquote(errors="surrogateescape").encode(errors="surrogateescape") == (
        segment.unquote_to_bytes()
    )


def test_unquote_refuses_what_is_no_error_handler() -> None:
    with pytest.raises(LookupError):
        Segment("%FF").unquote("nonsense")
    with pytest.raises(TypeError):
        Segment("a").unquote(errors=None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword"):
        Segment("a").unquote(error="strict")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Segment("a").unquote("strict", errors="strict")  # type: ignore[misc]


@pytest.mark.parametrize("cls", QUOTING)
@pytest.mark.parametrize("data", ["\ud800", "ab\udfff", "\U0001f600\ud800"])
def test_quote_refuses_lone_surrogates(cls: Any, data: str) -> None:
    caught = error_of(cls.quote, data)
    assert caught.reason == "lone-surrogate"
    assert caught.position == len(data) - 1


@pytest.mark.parametrize("data", [None, 1, bytearray(b"a"), memoryview(b"a"), ["a"]])
def test_quote_takes_text_or_bytes(data: Any) -> None:
    with pytest.raises(TypeError, match="str or bytes"):
        Segment.quote(data)


def test_quote_of_a_subclass_makes_the_librarys_own() -> None:
    class Mine(Segment):
        pass

    assert type(Mine.quote("a b")) is Segment
    assert type(Mine("a").quote("a b")) is Segment


def test_no_class_decodes_what_has_structure() -> None:
    """Data is split before it is decoded (C7)."""
    for cls in (UserInfo, Path, Query, _core.Authority, _core.IRIReference):
        assert not hasattr(cls, "unquote")


NAMES: dict[str, Any] = {
    "reg-name": Host,
    "path-segment": Segment,
    "path": Path,
    "query": Query,
    "fragment": Fragment,
    "any": Segment,
    "unreserved-only": Segment,
}


@pytest.mark.collection
def test_every_row() -> None:
    """Rows for URIs are quoted from octets; no octet is read as a non-ASCII character."""
    wrong = []
    for row in rows("percent_encode"):
        cls, data = NAMES.get(row["component"]), row["input"]
        if "unescape" in row["component"]:
            got = Fragment(data).unquote(errors="replace")
        elif row["direction"] == "decode" and Segment.is_valid(data):
            got = Segment(data).unquote()
        elif cls is None or row["direction"] == "decode":
            continue  # other rules than the RFCs'
        else:
            got = cls.quote(data if row.get("spec") == "iri" else data.encode())
        if got != row["expected"]:
            wrong.append((row, got))
    assert wrong == []
