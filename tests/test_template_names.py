"""The names of the values for a `URITemplate`: only its own, unless `strict=False`."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from iriform import URITemplate

# template, names, the message; why
UNKNOWN: list[tuple[str, dict[Any, Any], str, str]] = [
    ("/{user}{?q}", {"usr": "a"}, "no variable 'usr'; it has user, q", "a typing error"),
    ("/{user}", {"user": 1, "USER": 2}, "no variable 'USER'; its only one is user", "case counts"),
    ("/x", {"a": None}, "no variable 'a'; it has none", "even where it is undefined"),
    ("{a}{a:3}", {"b": 1}, "no variable 'b'; its only one is a", "each name once"),
    ("{%41}", {"A": 1}, "no variable 'A'; its only one is %41", "triplets are of the name (§2.3)"),
    ("{a}", {"\n": 1}, r"no variable '\n'; its only one is a", "as it can be shown"),
    ("{a,b,c,d,e,f,g,h,i,j,k}", {"z": 1}, "it has a, b, c, d, e, f, g, h, i, j, …", "many"),
]


@pytest.mark.parametrize(("text", "values", "message", "why"), UNKNOWN)
def test_unknown_names(text: str, values: dict[Any, Any], message: str, why: str) -> None:
    template = URITemplate(text)
    for function in (template.expand, template.expand_iri, template.partial):
        for given_values in (values, MappingProxyType(values)):
            with pytest.raises(ValueError) as caught:  # noqa: PT011 - its message comes next
                function(given_values)
            assert str(caught.value).endswith(message), why
            assert function(given_values, strict=False) is not None
        with pytest.raises(ValueError, match="the template has no variable"):
            function(**values)


def test_strict_is_no_name_of_a_variable() -> None:
    template = URITemplate("/{strict}")
    assert template.expand({"strict": "a"}) == "/a"
    assert template.expand({"strict": "a", "b": 1}, strict=False) == "/a"
    with pytest.raises(TypeError, match="strict must be a bool"):
        template.expand(strict="a")  # type: ignore[arg-type]
    many = {f"v{i}": "" for i in range(50)}
    assert URITemplate("{" + ",".join(many) + "}").expand(many) == "," * 49
    with pytest.raises(TypeError, match="names must be str, not int"):
        template.expand({1: "a"})  # type: ignore[dict-item]
