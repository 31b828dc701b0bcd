"""Queries as pairs of names and values."""

from collections import OrderedDict
from enum import IntEnum
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, URI, IRIReference, ParseError, Query, URIReference

PAIRS = st.lists(st.tuples(st.text(), st.text()), max_size=4)


def test_pairs() -> None:
    """Core's tests have the rows (`suite/query.rs`)."""
    query = Query("a+b=c%2Bd&&a=%2525&é=%00&bare")
    assert query.pairs() == [("a b", "c+d"), ("a", "%25"), ("é", "\0"), ("bare", "")]


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
        ([["a", "1"], ("b", "2")], "a=1&b=2"),
        (OrderedDict(a="1"), "a=1"),
        (MappingProxyType({"a": "1"}), "a=1"),
        (iter([("a", "1")]), "a=1"),
    ],
)
def test_from_pairs(pairs: Any, text: str) -> None:
    assert Query.from_pairs(pairs) == text


class Color(IntEnum):
    """A number that is printed as a name."""

    RED = 3

    def __str__(self) -> str:
        return "red"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "a=1"),
        (-1, "a=-1"),
        (1.5, "a=1.5"),
        (1e23, "a=1e%2B23"),
        (True, "a=true"),
        (False, "a=false"),
        (None, "a"),  # the name alone
        ("", "a="),
        (Color.RED, "a=3"),
        ([], ""),
        ([1, "b", None], "a=1&a=b&a"),
        ((True, 2), "a=true&a=2"),
    ],
)
def test_values(value: Any, text: str) -> None:
    assert Query.from_pairs({"a": value}) == text
    assert Query().with_pair("a", value) == text
    assert Query("a=0&a").with_pairs({"a": value}) == text
    assert Query("b").added("a", value) == "&".join(filter(None, ["b", text]))
    assert URI("s:").update_query({"a": value}) == (f"s:?{text}" if text else "s:")


def test_a_space_as_forms_write_it() -> None:
    assert Query.from_pairs({"a b": "c+d %20"}, form=True) == "a+b=c%2Bd+%2520"
    assert Query("x=%20").with_pair("a", " ", form=True) == "x=%20&a=+"
    with pytest.raises(ValueError, match="plus=False does not read"):
        Query("a").with_pair("a", " ", plus=False, form=True)


def test_reading() -> None:
    query = Query("page=2&tag=J%C3%B6+Q&tag=b&empty=&bare&%FF=1")

    assert query.get("page") == "2"
    assert (query.get("tag"), query.get("none"), query.get("none", 5)) == ("Jö Q", None, 5)
    assert (query.get("empty"), query.get("bare")) == ("", "")
    assert query.get_all("tag") == ["Jö Q", "b"]
    assert query.get_all("none") == []
    assert query.names == ("page", "tag", "empty", "bare", "\ufffd")
    assert "tag" in query.names
    assert Query("a=1&b&a=2").to_dict() == {"a": ["1", "2"], "b": [""]}
    assert Query("a&a=").pairs(bare_as_none=True) == [("a", None), ("a", "")]
    assert Query("a=%FF").get("a", errors="replace") == "\ufffd"
    with pytest.raises(UnicodeDecodeError):
        Query("a=%FF").get("a")
    assert Query("a+b=1;c").get("a+b", separator=";", plus=False) == "1"


@given(PAIRS)
def test_reading_is_that_of_the_pairs(pairs: list[tuple[str, str]]) -> None:
    query = Query.from_pairs(pairs)
    names = list(dict(pairs))

    assert query.names == tuple(names)
    assert query.to_dict() == {n: [v for m, v in pairs if m == n] for n in names}
    for name in names:
        assert query.get(name) == next(v for n, v in pairs if n == name)
        assert query.get_all(name) == query.to_dict()[name]


def test_names_go_by_pattern() -> None:
    text = "utm_source=x&id=1&fbclid=y"
    assert Query(text).without("utm_*", "fbclid") == "id=1"
    assert IRI(f"s:?{text}#f").without_query("utm_*", "fbclid") == "s:?id=1#f"
    assert IRI(f"s:?{text}#f").without_query("*") == "s:#f"


def test_references_get_another_query() -> None:
    iri, uri = IRI("http://h/a?b=1#f"), URI("http://h/a?b=1#f")

    assert iri.with_query({"q": "é", "n": 2}) == "http://h/a?q=é&n=2#f"
    assert uri.with_query({"q": "é"}) == "http://h/a?q=%C3%A9#f"  # what a URI can hold
    assert uri.update_query({"é": "é"}) == "http://h/a?b=1&%C3%A9=%C3%A9#f"
    assert iri.with_query([("a", 1), ("a", 2)], separator=";") == "http://h/a?a=1;a=2#f"
    assert iri.with_query(Query("x=%7e")) == "http://h/a?x=%7e#f"
    assert iri.with_query(Query("")) == "http://h/a?#f"
    assert iri.with_query(None) == "http://h/a#f"
    assert iri.with_query({}) == iri.with_query([]) == "http://h/a#f"
    assert iri.update_query({"c": 3}) == "http://h/a?b=1&c=3#f"
    assert iri.update_query({"b": []}) == "http://h/a#f"
    assert iri.without_query() == "http://h/a#f"
    assert IRIReference("a?").without_query("b") == "a"
    with pytest.raises(TypeError, match="Query.quote"):
        iri.with_query("a=1")  # type: ignore[arg-type]
    with pytest.raises(ParseError, match="is not ASCII"):
        uri.with_query(Query("é"))
    for cls in (IRI, URI, IRIReference, URIReference):
        for made in (
            cls("s:?a").with_query({"b": 1}),
            cls("s:?a").update_query({"b": 1}),
            cls("s:?a").without_query("a"),
        ):
            assert type(made) is cls


def test_from_pairs_with_another_separator() -> None:
    assert Query.from_pairs([("a;b", "c&d"), ("e", "")], ";") == "a%3Bb=c%26d;e="


@pytest.mark.parametrize(
    ("pairs", "error", "message"),
    [
        ("a=1", TypeError, "pairs must be a mapping or an iterable of pairs, not str"),
        (["ab"], TypeError, "a pair must be a name and a value, not str"),
        ({1: "a"}, TypeError, "a name must be str, not int"),
        ({"a": b"1"}, TypeError, "a value must be str, int, float, bool, None, or a list of these"),
        ({"a": [["1"]]}, TypeError, "a value must be str, int, float, bool, None, or a list of"),
        ({"a": {"1"}}, TypeError, "a value must be str, int, float, bool, None, or a list of"),
        ({"a": float("nan")}, ValueError, "a number in a query must be finite"),
        ({"a": float("inf")}, ValueError, "a number in a query must be finite"),
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


def test_edits() -> None:
    """Core's tests check which text they leave unchanged."""
    edited = Query("x=%7e&%61=1&a+b=2&a").with_pair("a", "é c")
    assert (type(edited), edited) == (Query, "x=%7e&a=é%20c&a+b=2")
    left = Query("a=1&b=%7e&A").without("a")
    assert (type(left), left) == (Query, "b=%7e&A")
    assert Query("a=1").without("") == "a=1"


def test_edits_by_other_conventions() -> None:
    assert Query("a=1;b=2").with_pair("a", "3", ";") == "a=3;b=2"
    assert Query("a=1;b=2").without("a", separator=";") == "b=2"
    assert Query("&&a=1&").without("b") == "a=1"
    assert Query("&&a=1&").without() == "&&a=1&"
    assert Query("a+b=1").without("a b", plus=False) == "a+b=1"
    assert Query("a+b=1").without("a+b", plus=False) == ""


@given(PAIRS, st.text(), st.text())
def test_edits_are_those_of_the_pairs(pairs: list[tuple[str, str]], name: str, value: str) -> None:
    query = Query.from_pairs(pairs)
    others = [pair for pair in pairs if pair[0] != name]

    if not set(name) & set("*?"):
        assert query.without(name).pairs() == others
    edited = query.with_pair(name, value).pairs()
    assert [pair for pair in edited if pair[0] != name] == others
    assert [pair for pair in edited if pair[0] == name] == [(name, value)]
