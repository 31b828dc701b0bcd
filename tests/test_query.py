"""Queries as pairs of names and values."""

from collections import OrderedDict
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import URI, ParseError, Query

PAIRS = st.lists(st.tuples(st.text(), st.text()), max_size=4)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("", []),
        ("a=1&b=2", [("a", "1"), ("b", "2")]),
        ("a=1&a=2", [("a", "1"), ("a", "2")]),  # a name may come again
        ("a", [("a", "")]),
        ("a=", [("a", "")]),
        ("=1", [("", "1")]),
        ("=", [("", "")]),
        ("a=1=2", [("a", "1=2")]),  # the first = parts
        ("&&a&", [("a", "")]),  # empty pieces are no pairs
        ("a+b=c+d", [("a b", "c d")]),
        ("a%2Bb", [("a+b", "")]),
        ("x=1%262", [("x", "1&2")]),  # split first, decoded then (C7)
        ("%3D=%26", [("=", "&")]),
        ("a=%2525", [("a", "%25")]),  # decoded once (C8)
        ("a=%C3%A9&é=é", [("a", "é"), ("é", "é")]),
        ("a=%00", [("a", "\0")]),
        ("a;b=1", [("a;b", "1")]),
    ],
)
def test_pairs(text: str, pairs: list[tuple[str, str]]) -> None:
    assert Query(text).pairs() == pairs


def test_pairs_by_other_conventions() -> None:
    assert Query("a=1;b=2&c").pairs(";") == [("a", "1"), ("b", "2&c")]
    assert Query("a+b=1").pairs(plus=False) == [("a+b", "1")]


def test_octets_that_are_not_utf_8() -> None:
    with pytest.raises(UnicodeDecodeError):
        Query("a=%FF").pairs()
    assert Query("a=%FF").pairs(errors="replace") == [("a", "\ufffd")]
    assert Query("a=%C0%AF").pairs(errors="backslashreplace") == [("a", "\\xc0\\xaf")]


@pytest.mark.parametrize("separator", ["=", "+", "%", "a", "#"])
def test_what_cannot_separate(separator: str) -> None:
    for call in (Query("a").pairs, lambda s: Query.from_pairs([], s)):
        with pytest.raises(ValueError, match=r"^separator must be one of & ; , ! \$ /$"):
            call(separator)


@pytest.mark.parametrize(
    ("pairs", "text"),
    [
        ([], ""),
        ({}, ""),
        ([("", "")], "="),
        ({"a": "1", "b": ""}, "a=1&b="),
        ([("a b", "c+d")], "a%20b=c%2Bd"),  # no reader takes these for anything else
        ([("x", "1&2=3;4")], "x=1%262%3D3%3B4"),
        ([("é", "%")], "é=%25"),
        ([("a", "\u202e\ue000")], "a=%E2%80%AE%EE%80%80"),
        ([["a", "1"], ("b", "2")], "a=1&b=2"),
        (OrderedDict(a="1"), "a=1"),
        (MappingProxyType({"a": "1"}), "a=1"),
        (iter([("a", "1")]), "a=1"),
    ],
)
def test_from_pairs(pairs: Any, text: str) -> None:
    assert Query.from_pairs(pairs) == text


def test_from_pairs_with_another_separator() -> None:
    assert Query.from_pairs([("a;b", "c&d"), ("e", "")], ";") == "a%3Bb=c%26d;e="


@pytest.mark.parametrize(
    ("pairs", "error", "message"),
    [
        ("a=1", TypeError, "pairs must be an iterable of str, not one str"),
        (["ab"], TypeError, "a pair must be an iterable of str, not one str"),
        ({"a": 1}, TypeError, "a name or value must be str, not int"),
        ({"a": ["1", "2"]}, TypeError, "a name or value must be str, not list"),
        ({"a": None}, TypeError, "a name or value must be str, not NoneType"),
        ([("a",)], ValueError, "a pair must have a name and a value"),
        ([("a", "b", "c")], ValueError, "a pair must have a name and a value"),
        ({"a": "\ud800"}, ParseError, "not a query: U+D800 is half of a surrogate pair"),
    ],
)
def test_from_pairs_refuses(pairs: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        Query.from_pairs(pairs)
    assert str(caught.value).startswith(message)


@given(PAIRS, st.sampled_from("&;,!$/"), st.booleans())
def test_pairs_come_out_as_they_went_in(
    pairs: list[tuple[str, str]], separator: str, plus: bool
) -> None:
    assert Query.from_pairs(pairs, separator).pairs(separator, plus) == pairs


@given(PAIRS)
def test_others_read_the_same_pairs(pairs: list[tuple[str, str]]) -> None:
    query = str(URI.build(scheme="s", query=pairs).query)

    assert parse_qsl(query, keep_blank_values=True) == pairs


@pytest.mark.parametrize(
    ("text", "name", "value", "expected"),
    [
        ("a=1&b=2", "a", "3", "a=3&b=2"),
        ("a=1&b=2&a=3", "a", "4", "a=4&b=2"),  # the first is replaced, the others are gone
        ("x=%7e&+=1", "a", "b c", "x=%7e&+=1&a=b%20c"),  # the rest stays as written
        ("", "a", "1", "a=1"),
        ("%61=1", "a", "2", "a=2"),  # names are compared decoded
        ("a+b=1", "a b", "2", "a%20b=2"),
        ("a", "a", "", "a="),
    ],
)
def test_with_pair(text: str, name: str, value: str, expected: str) -> None:
    query = Query(text).with_pair(name, value)

    assert (type(query), query) == (Query, expected)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("a=1&b=%7e", "a", "b=%7e"),
        ("a=1&b&a", "a", "b"),
        ("a=1", "a", ""),
        ("%61=1&b", "a", "b"),
        ("a+b=1&c", "a b", "c"),
        ("a=1", "b", "a=1"),
        ("a=1", "A", "a=1"),  # letter case counts
        ("a=1", "", "a=1"),
    ],
)
def test_without(text: str, name: str, expected: str) -> None:
    assert Query(text).without(name) == expected


def test_edits_by_other_conventions() -> None:
    assert Query("a=1;b=2").with_pair("a", "3", ";") == "a=3;b=2"
    assert Query("a=1;b=2").without("a", separator=";") == "b=2"
    assert Query("a+b=1").without("a b", plus=False) == "a+b=1"
    assert Query("a+b=1").without("a+b", plus=False) == ""


@given(PAIRS, st.text(), st.text())
def test_edits_are_those_of_the_pairs(pairs: list[tuple[str, str]], name: str, value: str) -> None:
    query = Query.from_pairs(pairs)
    others = [pair for pair in pairs if pair[0] != name]

    assert query.without(name).pairs() == others
    edited = query.with_pair(name, value).pairs()
    assert [pair for pair in edited if pair[0] != name] == others
    assert [pair for pair in edited if pair[0] == name] == [(name, value)]
