"""`types`: the permitted values of variables, and their conversion."""

from __future__ import annotations

import copy
import enum
import pickle
import re
import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import Router, URITemplate, grammar


class Lang(enum.Enum):
    EN = "en"
    DE = "de"


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2


U = "123e4567-e89b-12d3-a456-426614174000"

# template, types, text, its values (None: no match; text: the value that is not of its type); why
TYPED: list[tuple[str, dict[str, Any], str, dict[str, Any] | str | None, str]] = [
    ("/{id}", {"id": int}, "/7", {"id": 7}, "an int"),
    ("/{id}", {"id": int}, "/-7", {"id": -7}, "below nothing"),
    ("/{id}", {"id": int}, "/0", {"id": 0}, "nothing"),
    ("/{id}", {"id": int}, "/%37", {"id": 7}, "decoded first"),
    ("/{id}", {"id": int}, "/a", "id at 1: an int", "no digits"),
    ("/{id}", {"id": int}, "/", "id at 1: an int", "nothing at all"),
    ("/{id}", {"id": int}, "/007", "id at 1: an int", "expand would write 7"),
    ("/{id}", {"id": int}, "/-0", "id at 1: an int", "expand would write 0"),
    ("/{id}", {"id": int}, "/1_000", "id at 1: an int", "what only Python reads"),
    ("/{id}", {"id": int}, "/%D9%A7", "id at 1: an int", "a digit of another script"),
    ("/{id}", {"id": int}, "/1,2", "id at 1: an int", "a list"),
    ("/{id}", {"id": int}, "/" + "9" * 640, {"id": int("9" * 640)}, "as long as every Python reads"),
    ("/{id}", {"id": int}, "/" + "9" * 641, "id at 1: an int", "longer"),
    ("{?x}", {"x": float}, "?x=-1.5e3", {"x": -1500.0}, "a float"),
    ("{?x}", {"x": float}, "?x=nan", "x at 3: a float", "no number"),
    ("{?x}", {"x": bool}, "?x=true", {"x": True}, "as expand writes it"),
    ("{?x}", {"x": bool}, "?x=True", "x at 3: one of “false”, “true”", "as it does not"),
    ("{?x}", {"x": str}, "?x=a", {"x": "a"}, "text"),
    ("{?x}", {"x": str}, "?x=a,b", "x at 3: one text", "a list is no text"),
    ("{?x}", {"x": int}, "", {}, "undefined has no type"),
    ("/{u}", {"u": uuid.UUID}, "/" + U, {"u": uuid.UUID(U)}, "a UUID"),
    ("/{u}", {"u": uuid.UUID}, "/" + U.upper(), "u at 1: a UUID", "str writes it otherwise"),
    ("/{l}", {"l": {"en", "de"}}, "/de", {"l": "de"}, "one of a set"),
    ("/{l}", {"l": {"en", "de"}}, "/fr", "l at 1: one of “de”, “en”", "none of it"),
    ("/{l}", {"l": ["a/b", "ü"]}, "/%C3%BC", {"l": "ü"}, "a list of texts"),
    ("/{l}", {"l": (1, 2.5, True)}, "/2.5", {"l": 2.5}, "objects come back"),
    ("/{l}", {"l": (1, 2.5, True)}, "/true", {"l": True}, "as they were given"),
    ("/{l}", {"l": Lang}, "/en", {"l": Lang.EN}, "a member of an enumeration"),
    ("/{l}", {"l": Lang}, "/EN", "l at 1: one of “de”, “en”", "by its value, not its name"),
    ("/{s}", {"s": Size}, "/2", {"s": Size.LARGE}, "of numbers"),
    ("/{s}", {"s": r"[a-z0-9]+(-[a-z0-9]+)*"}, "/a-b-7", {"s": "a-b-7"}, "a regular expression"),
    ("/{s}", {"s": r"[a-z0-9]+(-[a-z0-9]+)*"}, "/a--b", "s at 1: text that matches [a-z", "whole"),
    ("/{s}", {"s": re.compile("[a-z]+")}, "/ab", {"s": "ab"}, "compiled"),
    ("/{s}", {"s": re.compile(r"\d+", re.ASCII)}, "/12", {"s": "12"}, "with its flag"),
    ("/{s}", {"s": grammar.RFC3986["scheme"]}, "/a+b", None, "a rule of a grammar: raw +"),
    ("/{s}", {"s": grammar.RFC3986["scheme"]}, "/a%2Bb", {"s": "a+b"}, "of the value"),
    ("/{s}", {"s": grammar.RFC3986["IPv4address"]}, "/1.2.3.256", "s at 1: text", "not of its rule"),
    ("{/p*}", {"p": int}, "/1/2", {"p": [1, 2]}, "each of a list"),
    ("{/p*}", {"p": int}, "/1/a", "p at 3: an int", "not each"),
    ("{/p*}", {"p": str}, "/a=1/b=2", "p at 1: one text", "pairs are no texts"),
    ("{?p*}", {"p": str}, "?p=a&p=b", {"p": ["a", "b"]}, "a list by its name"),
    ("{?p*}", {"p": str}, "?q=a", "p at 1: one text", "pairs with other names"),
    ("{;p}", {"p": {"", "a"}}, ";p", {"p": ""}, "the empty text"),
    ("{;p}", {"p": {"a"}}, ";p", "p at 2: one of “a”", "which is not of it"),
    ("{;p}", {"p": {"", "a"}}, ";p=", "p at 3: one of “”, “a”", "a list of one empty text"),
    ("{+p}", {"p": "[a-z/]+"}, "a/b", {"p": "a/b"}, "reserved characters"),
    ("{+p}", {"p": "[a-z/]+"}, "a%2Fb", "p at 0: text that matches [a-z/]+", "a triplet stays one"),
    ("{+p}", {"p": str}, "a%2Fb", {"p": "a%2Fb"}, "any text"),
    ("/{a}/{b}", {"b": int}, "/x/1", {"a": "x", "b": 1}, "one of two"),
    ("/{a}{?a}", {"a": int}, "/1?a=1", {"a": 1}, "a name twice"),
    ("/{a}{?a}", {"a": int}, "/1?a=2", None, "two values"),
    # Types do not decide the choice of the reading.
    ("{l}{n}", {"l": {"en", "de"}}, "enx", "l at 0: one of “de”, “en”", "as short as can be"),
    ("{a}-{b}", {"b": int}, "a-b-1", "b at 2: an int", "the first hyphen"),
    ("{a}-{b}", {"b": int}, "a-1", {"a": "a", "b": 1}, "the only one"),
    ("{/p*}/{n}", {"n": int, "p": str}, "/a/b/3", {"p": ["a", "b"], "n": 3}, "a list before it"),
    ("{+p}{?q}", {"q": int}, "/a?q=1", {"p": "/a", "q": 1}, "what can be defined is"),
    ("{+p}{?q}", {"q": int}, "/a?q=b", "q at 5: an int", "whatever its type"),
    ("/{id}x", {"id": int}, "/7", None, "no match has no values"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "types", "uri", "values", "why"), TYPED)
def test_types(
    text: str, types: dict[str, Any], uri: str, values: dict[str, Any] | str | None, why: str
) -> None:
    template = URITemplate(text)
    if isinstance(values, str):
        place, _, wanted = values.partition(": ")
        wrong = f"the value of {place.replace(' at ', ' at position ')} must be {wanted}"
        with pytest.raises(ValueError, match=f"^{re.escape(wrong)}"):
            template.match(uri, types=types)
        assert template.match(uri) is not None, why
    else:
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
        assert (routed and routed.values) == (None if isinstance(values, str) else values)
    if isinstance(values, dict) and values and "+" not in text:
        requested = template.match(uri, types=types, query="any-order")
        assert requested is not None
        assert requested.values == values


def test_requests_with_types() -> None:
    template = URITemplate("/s/{id}{?page,tag*}")
    types = {"id": int, "page": int, "tag": {"a", "b"}}
    match = template.match("/s/1?x=2&tag=b&page=3&tag=a", types=types, query="any-order")
    assert match is not None
    assert (match.values, match.extra) == ({"id": 1, "page": 3, "tag": ["b", "a"]}, (("x", "2"),))
    for request, wrong in (
        ("/s/a?page=3", "the value of id at position 3 must be an int"),
        ("/s/1?page=x", "the value of page at position 10 must be an int"),
        ("/s/1?tag=c", "the value of tag at position 9 must be one of “a”, “b”"),
        ("/s/1?page=1,2", "the value of page at position 10 must be an int"),
    ):
        with pytest.raises(ValueError, match=f"^{wrong}$"):
            template.match(request, types=types, query="any-order")
        assert Router({0: (template, types)}).match(request, query="any-order") is None
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
    ({"a": {None}}, ValueError, "the type of a: None is not a value", "undefined"),
    ({"a": set()}, ValueError, "the type of a: no value is possible", "none"),
    ({"a": [1, "1"]}, ValueError, 'the type of a: two values are written "1"', "one text for two"),
    ({"a": "(a"}, ValueError, "the type of a: missing ), unterminated subpattern", "a group"),
    ({"a": re.compile(b"a")}, TypeError, "the type of a must be str, int, .*, not Pattern", "of bytes"),
    ({"p": int}, ValueError, "{p:3} keeps only a prefix, so p cannot have a type", "a part of a value"),
]  # fmt: skip


@pytest.mark.parametrize(("types", "error", "message", "why"), BAD)
def test_what_is_no_type(types: Any, error: type[Exception], message: str, why: str) -> None:
    template = URITemplate("{a}{p:3}{+r}")
    message = message if ".*" in message else re.escape(message)
    with pytest.raises(error, match=message):
        template.match("", types=types)
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
    with pytest.raises(ValueError, match="the value of a at position 1 must be an int"):
        template.match("/x", types=types)
    first = template.match("/1", types={"a": [1]})
    second = template.match("/true", types={"a": [True]})
    assert first is not None
    assert second is not None
    assert (first["a"], second["a"]) == (1, True)
    assert template.match("/x", types=None) is not None


PATTERNS = ["a", "b+", "(ab)*", "[ab]{2}", "a?b?", "(a|bb)+", "[^a]", "a{1,3}", "b*a", "(aa|a)b"]


@given(st.sampled_from(PATTERNS), st.text("ab", max_size=5))
def test_a_pattern_is_what_re_takes_it_for(pattern: str, text: str) -> None:
    match = Router({0: ("/{x}", {"x": pattern})}).match(f"/{text}")
    assert (match is not None) == (re.fullmatch(pattern, text) is not None)


def test_a_pattern_may_have_what_only_re_has() -> None:
    for pattern, fits in (
        (r"(a)\1", "aa"),
        ("(?!me$)[a-z]+", "you"),
        (re.compile("[a-z]+", re.IGNORECASE), "Anna"),
    ):
        match = URITemplate("/{x}").match(f"/{fits}", types={"x": pattern})
        assert match is not None
        assert match["x"] == fits


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


def test_an_error_of_python_ends_the_search() -> None:
    class Broken:
        pattern = "a"

        def fullmatch(self, text: str) -> None:
            raise RuntimeError(text)

    router = Router({"a": ("/{x}", {"x": Broken()}), "b": "/{x}"})
    for query in ("exact", "any-order"):
        with pytest.raises(RuntimeError, match="^1$"):
            router.match("/1?" if query == "any-order" else "/1", query=query)


@pytest.mark.parametrize(
    ("router", "text"),
    [
        (Router({"user": "/users/{id}", "me": "/users/me"}), "/users/me"),
        (Router({1: URITemplate("/{x}"), None: "/a/b"}), "/a/b"),
        (Router({"item": "/items/{id}", "page": "/items/{slug}"}, types={"id": int}), "/items/7"),
        (Router({"item": ("/items/{id}", {"id": int})}), "/items/7"),
        (Router({"lang": "/{lang}"}, types={"lang": Lang}), "/de"),
        (Router({"size": "/{size}"}, types={"size": {"s", "m"}}), "/m"),
        (Router({"x": "/{x}"}, types={"x": "[a-z]+"}), "/a"),
        (Router({"x": "/{x}"}, types={"x": grammar.RFC3986["scheme"]}), "/a"),
        (Router({"wiki": "/wiki/{title}"}, request=True), "/wiki/Foo_(bar)?a=b"),
        (Router({}), "/a"),
    ],
)
def test_a_router_is_pickled_and_copied(router: Router, text: str) -> None:
    match = router.match(text)
    for same in (pickle.loads(pickle.dumps(router)), copy.copy(router), copy.deepcopy(router)):
        assert (repr(same), len(same)) == (repr(router), len(router))
        found = same.match(text)
        assert (found and (found.name, found.values)) == (match and (match.name, match.values))


def test_a_router_that_is_pickled_is_as_it_was_made() -> None:
    types: dict[str, Any] = {"id": int}
    router = Router({"item": "/{id}"}, types=types)
    types.clear()
    assert pickle.loads(pickle.dumps(router)).match("/7").values == {"id": 7}


def test_a_match_is_copied_and_not_pickled() -> None:
    match = URITemplate("/{x}").match("/a")
    assert copy.copy(match) is copy.deepcopy(match) is match
    with pytest.raises(TypeError, match="a Match cannot be pickled: keep its values"):
        pickle.dumps(match)


@pytest.mark.parametrize(
    ("template", "values"),
    [("/{a}{b}/{a}", {"a": "1", "b": "2"}), ("{a}{b}{a}", {"a": "x", "b": "y"})],
)
def test_a_variable_that_stands_twice_has_one_value(template: str, values: dict[str, str]) -> None:
    """As documented for `match`, the first reading of a template that is not invertible decides."""
    made = URITemplate(template)
    assert not made.is_invertible
    assert made.match(made.expand(values)) is None
