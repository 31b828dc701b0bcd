"""`types`: what the values of variables may be, and what becomes of them."""

from __future__ import annotations

import enum
import itertools
import re
import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import Router, URITemplate, grammar
from tests.growth import assert_grows_at_most


class Lang(enum.Enum):
    EN = "en"
    DE = "de"


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2


U = "123e4567-e89b-12d3-a456-426614174000"

# template, types, text, values or None; why
TYPED: list[tuple[str, dict[str, Any], str, dict[str, Any] | None, str]] = [
    ("/{id}", {"id": int}, "/7", {"id": 7}, "an int"),
    ("/{id}", {"id": int}, "/-7", {"id": -7}, "below nothing"),
    ("/{id}", {"id": int}, "/0", {"id": 0}, "nothing"),
    ("/{id}", {"id": int}, "/%37", {"id": 7}, "decoded first"),
    ("/{id}", {"id": int}, "/a", None, "no digits"),
    ("/{id}", {"id": int}, "/", None, "nothing at all"),
    ("/{id}", {"id": int}, "/007", None, "expand would write 7"),
    ("/{id}", {"id": int}, "/-0", None, "expand would write 0"),
    ("/{id}", {"id": int}, "/1_000", None, "what only Python reads"),
    ("/{id}", {"id": int}, "/%D9%A7", None, "a digit of another script"),
    ("/{id}", {"id": int}, "/1,2", None, "a list"),
    ("/{id}", {"id": int}, "/" + "9" * 640, {"id": int("9" * 640)}, "as long as every Python reads"),
    ("/{id}", {"id": int}, "/" + "9" * 641, None, "longer"),
    ("{?x}", {"x": float}, "?x=-1.5e3", {"x": -1500.0}, "a float"),
    ("{?x}", {"x": float}, "?x=nan", None, "no number"),
    ("{?x}", {"x": bool}, "?x=true", {"x": True}, "as expand writes it"),
    ("{?x}", {"x": bool}, "?x=True", None, "as it does not"),
    ("{?x}", {"x": str}, "?x=a", {"x": "a"}, "text"),
    ("{?x}", {"x": str}, "?x=a,b", None, "a list is no text"),
    ("{?x}", {"x": int}, "", {}, "undefined has no type"),
    ("/{u}", {"u": uuid.UUID}, "/" + U, {"u": uuid.UUID(U)}, "a UUID"),
    ("/{u}", {"u": uuid.UUID}, "/" + U.upper(), None, "str writes it otherwise"),
    ("/{l}", {"l": {"en", "de"}}, "/de", {"l": "de"}, "one of a set"),
    ("/{l}", {"l": {"en", "de"}}, "/fr", None, "none of it"),
    ("/{l}", {"l": ["a/b", "ü"]}, "/%C3%BC", {"l": "ü"}, "a list of texts"),
    ("/{l}", {"l": (1, 2.5, True)}, "/2.5", {"l": 2.5}, "objects come back"),
    ("/{l}", {"l": (1, 2.5, True)}, "/true", {"l": True}, "as they were given"),
    ("/{l}", {"l": Lang}, "/en", {"l": Lang.EN}, "a member of an enumeration"),
    ("/{l}", {"l": Lang}, "/EN", None, "by its value, not its name"),
    ("/{s}", {"s": Size}, "/2", {"s": Size.LARGE}, "of numbers"),
    ("/{s}", {"s": r"[a-z0-9]+(-[a-z0-9]+)*"}, "/a-b-7", {"s": "a-b-7"}, "a regular expression"),
    ("/{s}", {"s": r"[a-z0-9]+(-[a-z0-9]+)*"}, "/a--b", None, "as a whole"),
    ("/{s}", {"s": re.compile("[a-z]+")}, "/ab", {"s": "ab"}, "compiled"),
    ("/{s}", {"s": re.compile(r"\d+", re.ASCII)}, "/12", {"s": "12"}, "with its flag"),
    ("/{s}", {"s": grammar.RFC3986["scheme"]}, "/a+b", None, "a rule of a grammar: raw +"),
    ("/{s}", {"s": grammar.RFC3986["scheme"]}, "/a%2Bb", {"s": "a+b"}, "of the value"),
    ("/{s}", {"s": grammar.RFC3986["IPv4address"]}, "/1.2.3.256", None, "none of its rule"),
    ("{/p*}", {"p": int}, "/1/2", {"p": [1, 2]}, "each of a list"),
    ("{/p*}", {"p": int}, "/1/a", None, "not each"),
    ("{/p*}", {"p": str}, "/a=1/b=2", None, "pairs are no texts"),
    ("{?p*}", {"p": str}, "?p=a&p=b", {"p": ["a", "b"]}, "a list by its name"),
    ("{?p*}", {"p": str}, "?q=a", None, "pairs with other names"),
    ("{;p}", {"p": {"", "a"}}, ";p", {"p": ""}, "the empty text"),
    ("{;p}", {"p": {"a"}}, ";p", None, "which is not of it"),
    ("{;p}", {"p": {"", "a"}}, ";p=", None, "a list of one empty text"),
    ("{+p}", {"p": "[a-z/]+"}, "a/b", {"p": "a/b"}, "reserved characters"),
    ("{+p}", {"p": "[a-z/]+"}, "a%2Fb", None, "a triplet stays one"),
    ("{+p}", {"p": str}, "a%2Fb", {"p": "a%2Fb"}, "any text"),
    ("/{a}/{b}", {"b": int}, "/x/1", {"a": "x", "b": 1}, "one of two"),
    ("/{a}{?a}", {"a": int}, "/1?a=1", {"a": 1}, "a name twice"),
    ("/{a}{?a}", {"a": int}, "/1?a=2", None, "two values"),
    # Types decide which reading is taken.
    ("{l}{n}", {"l": {"en", "de"}}, "enx", {"l": "en", "n": "x"}, "not as short as can be"),
    ("{a}{b}", {"a": r"\d+"}, "12x", {"a": "1", "b": "2x"}, "as short as the type allows"),
    ("{a}{b}", {"a": r"\d+", "b": "[a-z]+"}, "12x", {"a": "12", "b": "x"}, "both"),
    ("{a}-{b}", {"b": int}, "a-b-1", {"a": "a-b", "b": 1}, "the last one"),
    ("{a}-{b}", {"b": int}, "a-b-c", None, "none"),
    ("{/p*}/{n}", {"n": int, "p": str}, "/a/b/3", {"p": ["a", "b"], "n": 3}, "a list before it"),
    ("{+p}{?q}", {"q": int}, "/a?q=1", {"p": "/a", "q": 1}, "what can be defined is"),
    ("{+p}{?q}", {"q": int}, "/a?q=b", {"p": "/a?q=b"}, "and what cannot is not"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "types", "uri", "values", "why"), TYPED)
def test_types(
    text: str, types: dict[str, Any], uri: str, values: dict[str, Any] | None, why: str
) -> None:
    template = URITemplate(text)
    match = template.match(uri, types=types)
    found = None if match is None else match.values
    assert found == values, why
    for name, value in (values or {}).items():
        assert found is not None
        assert type(found[name]) is type(value)
        assert match is not None
        assert match[name] == value
    for routed in (
        Router({0: (text, types)}).match(uri),
        Router({0: text}, types=types).match(uri),
    ):
        assert (None if routed is None else routed.values) == values
    if values and "+" not in text:
        requested = template.match(uri, types=types, query="any-order")
        assert requested is not None
        assert requested.values == values


def test_requests_with_types() -> None:
    template = URITemplate("/s/{id}{?page,tag*}")
    types = {"id": int, "page": int, "tag": {"a", "b"}}
    match = template.match("/s/1?x=2&tag=b&page=3&tag=a", types=types, query="any-order")
    assert match is not None
    assert (match.values, match.extra) == ({"id": 1, "page": 3, "tag": ["b", "a"]}, (("x", "2"),))
    for request in ("/s/a?page=3", "/s/1?page=x", "/s/1?tag=c", "/s/1?page=1,2"):
        assert template.match(request, types=types, query="any-order") is None
    only = URITemplate("{?tag*}").match("?x=1", types={"tag": str}, query="any-order")
    assert only is not None
    assert (only.values, only.extra) == ({}, (("x", "1"),))


# types, the message; why
BAD: list[tuple[Any, type[Exception], str, str]] = [
    (1, TypeError, "types must be a mapping or None, not int", "no mapping"),
    ({"b": int}, ValueError, "the template has no variable 'b'; it has a, p, r", "a typing error"),
    ({"a": 1}, TypeError, "the type of a must be str, int, .*, not int", "no type"),
    ({"a": bytes}, TypeError, "the type of a must be str, int, .*, not type", "another class"),
    ({"a": {b"x"}}, TypeError, "the value of a must be str, int, ", "a set of bytes"),
    ({"a": {None}}, ValueError, "the type of a: None is no value", "undefined"),
    ({"a": set()}, ValueError, "the type of a: no value is possible", "none"),
    ({"a": [1, "1"]}, ValueError, 'the type of a: two values are written "1"', "one text for two"),
    ({"a": "(a"}, ValueError, "the type of a: “(” without “)” at position 2 of the pattern", "a group"),
    ({"a": r"(a)\1"}, ValueError, "the type of a: “\\1” at position 3 of the pattern", "not regular"),
    ({"a": "(?=a)"}, ValueError, "the type of a: a group that is neither", "not regular either"),
    ({"a": "(a{999}){999}"}, ValueError, "the type of a: it is too large", "too large"),
    ({"a": re.compile("a", re.IGNORECASE)}, ValueError, "flags other than re.ASCII", "a flag"),
    ({"a": re.compile(r"\d")}, ValueError, "means Unicode: give it re.ASCII", "digits of all scripts"),
    ({"p": int}, ValueError, "{p:3} keeps only a prefix; p cannot be typed", "a part of a value"),
    ({"r": "[^/]+"}, ValueError, "the type of r allows a percent sign", "a triplet or not"),
]  # fmt: skip


@pytest.mark.parametrize(("types", "error", "message", "why"), BAD)
def test_what_is_no_type(types: Any, error: type[Exception], message: str, why: str) -> None:
    template = URITemplate("{a}{p:3}{+r}")
    message = message if ".*" in message else re.escape(message)
    with pytest.raises(error, match=message):
        template.match("", types=types)
    with pytest.raises(error, match=message):
        template.ambiguities_with(types)
    if "has no variable" not in message.replace("\\", ""):
        with pytest.raises(error, match=message):
            Router({"a": template}, types=types)
    with pytest.raises(error, match=message):
        Router({"a": (template, types)})
    assert why


def test_types_that_change_are_read_anew() -> None:
    template = URITemplate("/{a}")
    types: dict[str, Any] = {"a": {"x"}}
    assert template.match("/x", types=types) is not None
    types["a"].add("y")
    assert template.match("/y", types=types) is not None
    types["a"] = int
    assert template.match("/x", types=types) is None
    first = template.match("/1", types={"a": [1]})
    second = template.match("/true", types={"a": [True]})
    assert first is not None
    assert second is not None
    assert (first["a"], second["a"]) == (1, True)
    assert template.match("/x", types=None) is not None


# template, types, whether two choices of values expand to the same text; why
AMBIGUOUS: list[tuple[str, dict[str, Any], bool, str]] = [
    ("{a}{b}", {}, True, "without types"),
    ("{a}{b}", {"a": int}, True, "digits, and anything"),
    ("{a}{b}", {"a": int, "b": "[a-z]*"}, False, "digits, and letters"),
    ("{a}{b}", {"a": {"en", "de"}}, False, "no word is the beginning of another"),
    ("{a}{b}", {"a": {"en", "eng"}}, True, "one is"),
    ("{a}{b}", {"a": "x+", "b": "y+"}, False, "disjoint"),
    ("{a}{b}", {"a": "x+", "b": "x?"}, True, "which takes the last one"),
    ("{a}{b}", {"a": "(x|xx|x*)"}, True, "and anything"),
    ("{a}", {"a": "(x|xx|x*)*"}, False, "a pattern itself has one reading of each value"),
    ("{a}-{b}", {"b": "[0-9]+"}, False, "the last hyphen parts"),
    ("{a}-{b}", {}, True, "it does not"),
    ("{+a}/{+b}", {"a": "[a-z]+"}, False, "the first slash parts"),
    ("{/a*}/{b}", {"a": str, "b": int}, False, "the last segment is of b"),
    ("{/a*}{/b}", {"a": str, "b": int}, True, "if it is there"),
    ("{/a*}{/b}", {"a": "[a-z]+", "b": int}, False, "letters are of a"),
    ("{/a,b}", {}, True, "which of both"),
    ("{/a,b}", {"a": int, "b": "[a-z]+"}, False, "which of both is clear"),
]


@pytest.mark.parametrize(("text", "types", "ambiguous", "why"), AMBIGUOUS)
def test_ambiguities(text: str, types: dict[str, Any], ambiguous: bool, why: str) -> None:
    template = URITemplate(text)
    found = template.ambiguities_with(types)
    assert bool(found) is ambiguous, why
    for ambiguity in found:
        assert ambiguity.text is not None
        assert ambiguity.readings is not None
        first, second = ambiguity.readings
        assert first != second
        assert template.expand(first, dot_segments=True) == ambiguity.text
        assert template.expand(second, dot_segments=True) == ambiguity.text
        match = template.match(ambiguity.text, types=types)
        assert match is not None
        assert {k: str(v) for k, v in match.values.items()} == {k: str(v) for k, v in first.items()}


PATTERNS = ["a", "b+", "(ab)*", "[ab]{2}", "a?b?", "(a|bb)+", "[^a]", "a{1,3}", "b*a", "(aa|a)b"]


@pytest.mark.parametrize("text", ["{x}{y}", "{x}b{y}", "{x}{.y}", "{+x}{y}"])
def test_types_are_exact(text: str) -> None:
    """Whether a text matches, and whether it has two readings, by trying all values."""
    template = URITemplate(text)
    small = ["".join(c) for n in range(5) for c in itertools.product("ab", repeat=n)]
    for x, y in itertools.product(PATTERNS[:6], PATTERNS[4:]):
        types = {"x": x, "y": y}
        if "+" in text and "^" in x:
            continue
        readings: dict[str, set[tuple[str, str]]] = {}
        for one in filter(re.compile(x).fullmatch, small):
            for other in filter(re.compile(y).fullmatch, small):
                expansion = str(template.expand(x=one, y=other, dot_segments=True))
                readings.setdefault(expansion, set()).add((one, other))
        for uri, of in readings.items():
            match = template.match(uri, types=types)
            assert match is not None, (types, uri)
            assert re.fullmatch(x, match["x"]), (types, uri)
            assert match["y"] is None or re.fullmatch(y, match["y"]), (types, uri)
            assert template.expand(match.values, dot_segments=True) == uri
            assert len(of) == 1 or template.ambiguities_with(types), types
        for uri in small:
            if uri not in readings and "." not in text:
                assert template.match(uri, types=types) is None, (types, uri)
        if not template.ambiguities_with(types):
            continue
        [ambiguity] = template.ambiguities_with(types)
        assert ambiguity.readings is not None
        for reading in ambiguity.readings:
            assert re.fullmatch(x, str(reading["x"])), (types, ambiguity)
            assert template.expand(reading, dot_segments=True) == ambiguity.text


@given(st.sampled_from(PATTERNS), st.text("ab", max_size=5))
def test_a_pattern_is_what_re_takes_it_for(pattern: str, text: str) -> None:
    match = URITemplate("/{x}").match(f"/{text}", types={"x": pattern})
    assert (match is not None) == (re.fullmatch(pattern, text) is not None)


ROUTES: dict[str, Any] = {
    "slug": "/items/{slug}",
    "number": ("/items/{id}", {"id": int}),
    "special": ("/items/{id}", {"id": {"new", "7"}}),
    "file": "/items/{+path}",
}


@pytest.mark.parametrize(
    ("uri", "name", "why"),
    [
        ("/items/7", "special", "one of a set comes first"),
        ("/items/new", "special", "the same"),
        ("/items/8", "number", "then a pattern"),
        ("/items/newest", "slug", "then any text"),
        ("/items/a/b", "file", "then anything"),
    ],
)
def test_types_decide_between_templates(uri: str, name: str, why: str) -> None:
    for items in (ROUTES.items(), reversed(ROUTES.items())):
        router = Router(dict(items))
        for query in ("", "?utm=1"):
            match = router.match(uri + query, query="any-order")
            assert match is not None
            assert match.name == name, why
    assert Router(ROUTES).templates["number"] == "/items/{id}"


def test_types_of_a_router() -> None:
    with pytest.raises(ValueError, match='no template has the variable "x", which has a type'):
        Router({"a": "/{a}"}, types={"x": int})
    with pytest.raises(ValueError, match="no variable 'x'"):
        Router({"a": ("/{a}", {"x": int})})
    router = Router({"a": ("/a/{x}", {"x": {"1"}}), "b": "/b/{x}"}, types={"x": int})
    own, other = router.match("/a/1"), router.match("/b/1")
    assert own is not None
    assert other is not None
    assert (own["x"], other["x"]) == ("1", 1)


@pytest.mark.parametrize(
    ("text", "types", "piece"),
    [
        ("{a}{b}", {"a": "(a|aa)*", "b": "b"}, "a"),
        ("{/a*}/{b}", {"a": "[a-z]*", "b": int}, "/a"),
        ("{+a}{+b}", {"a": "(a*b)*", "b": "(b*a)*"}, "ab"),
    ],
)
def test_time_is_linear_in_the_text(text: str, types: dict[str, Any], piece: str) -> None:
    template = URITemplate(text)

    def work(length: int) -> None:
        template.match(piece * (length // len(piece)) + "!", types=types)

    work(100)
    assert_grows_at_most(24, work, 20_000, 200_000, fast=0)
