"""`limits` of a `URITemplate`: bounds for templates from outside."""

from __future__ import annotations

from typing import Any

import pytest

from iriform import ParseError, TemplateLimits, URITemplate

NONE = TemplateLimits(None, None, None)
VARIABLES = "the number of its variables is {}, and the limit is {}"

# template, limits, the exceeded limit; why
BEYOND: list[tuple[str, TemplateLimits, str | None, str]] = [
    ("abc", NONE._replace(max_length=3), None, "as long as it may be"),
    ("abcd", NONE._replace(max_length=3), "its length is 4, and the limit is 3", "longer"),
    ("éééé", NONE._replace(max_length=4), None, "characters are counted"),
    ("{a}{a,b}", NONE._replace(max_variables=3), None, "as many as there may be"),
    ("{a}{a}", NONE._replace(max_variables=1), VARIABLES.format(2, 1), "more"),
    ("{a:100}", NONE._replace(max_cost=107), None, "a prefix is counted out"),
    ("{a:100}", NONE._replace(max_cost=106), "its cost is 107, and the limit is 106", "as here"),
    ("é", NONE._replace(max_cost=1), "its cost is 2, and the limit is 1", "bytes"),
    ("a" * 2001, TemplateLimits(), "its length is 2001, and the limit is 2000", "the usual limit"),
    ("{a}" * 101, TemplateLimits(), VARIABLES.format(101, 100), "of each"),
    ("{a:9999,b:9999}", TemplateLimits(), "its cost is 20013, and the limit is 20000", "three of them"),
    ("", TemplateLimits(0, 0, 0), None, "nothing"),
]  # fmt: skip


class Derived(URITemplate):
    """A class that a user defines."""


@pytest.mark.parametrize(("text", "limits", "beyond", "why"), BEYOND)
def test_limits(text: str, limits: TemplateLimits, beyond: str | None, why: str) -> None:
    for class_ in (URITemplate, Derived):
        for given in (text, text.encode()):
            if beyond is None:
                made = class_(given, limits=limits)
                assert (type(made), made) == (class_, text), why
                continue
            with pytest.raises(ValueError) as caught:  # noqa: PT011 - its message comes next
                class_(given, limits=limits)
            assert str(caught.value) == f"the template exceeds its limits: {beyond}", why
            assert class_(given, limits=None) == text


def test_the_keyword() -> None:
    assert URITemplate(limits=TemplateLimits()) == ""
    assert Derived(limits=TemplateLimits()) == ""
    with pytest.raises(ParseError):
        URITemplate("{", limits=TemplateLimits())
    bad: list[dict[str, Any]] = [{"limits": 1}, {"limits": (1, 2, 3)}, {"limit": None}]
    for keywords in [*bad, {"limits": TemplateLimits(), "text": ""}]:
        for class_ in (URITemplate, Derived):
            with pytest.raises(TypeError):
                class_("", **keywords)
    with pytest.raises(TypeError):
        URITemplate("", limits=TemplateLimits("1"))  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        URITemplate("", limits=TemplateLimits(-1))


def test_the_cost() -> None:
    assert [URITemplate(text).cost for text in ("", "é", "{a}", "{a:20,b:300}")] == [0, 2, 3, 332]
