"""Expansion compared with three other packages: the RFC decides the reason of each difference."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import uri_template
import uritemplate
from stduritemplate import StdUriTemplate

from iriform import URIReference, URITemplate

from .oracle.templates import UNRESERVED, expand
from .test_template import made

Values = dict[str, Any]


def used(template: str, values: Values) -> list[Any]:
    return [values.get(variable.name) for variable in URITemplate(template).variables]


def has_empty_parameter(template: str, values: Values) -> bool:
    """§3.2.1: `ifemp`, which is empty for `;`, follows each name whose own value is empty."""
    composite = [value for value in used(template, values) if isinstance(value, list | dict)]
    return ";" in template and any(
        "" in value or (isinstance(value, dict) and "" in value.values()) for value in composite
    )


def has_undefined(template: str, values: Values) -> bool:
    """§2.3: an empty list or array is undefined."""
    return any(value in ([], {}) for value in used(template, values))


def of_uritemplate(template: str, values: Values) -> bool:
    return (
        # §3.1: literals that a URI may not have are percent-encoded.
        not template.isascii()
        or has_undefined(template, values)
        or has_empty_parameter(template, values)
        # It sorts the names of arrays; the RFC states no order, and we keep that of the mapping.
        or any(list(v) != sorted(v) for v in used(template, values) if isinstance(v, dict))
    )


def of_uri_template(template: str, values: Values) -> bool:
    # §3.2.1: names of arrays are encoded like values, and may be empty.
    arrays = [value for value in used(template, values) if isinstance(value, dict)]
    return (
        any(not name or set(name) - set(UNRESERVED) for array in arrays for name in array)
        or has_undefined(template, values)
        or has_empty_parameter(template, values)
        # With `*` it writes `;x=` for the empty text.
        or ("{;" in template and "" in used(template, values))
    )


def by_keywords(template: str, values: Values) -> str:
    return str(uri_template.expand(template, **values))


PEERS: list[tuple[Callable[[str, Values], str], Callable[[str, Values], bool]]] = [
    (uritemplate.expand, of_uritemplate),
    (by_keywords, of_uri_template),
    (StdUriTemplate.expand, has_empty_parameter),
]


@pytest.mark.parametrize(("peer", "explained"), PEERS)
def test_differences_are_explained(
    peer: Callable[[str, Values], str], explained: Callable[[str, Values], bool]
) -> None:
    rng = random.Random(20261122)
    same = 0
    for _ in range(4000):
        template, values = made(rng)
        variables = URITemplate(template).variables
        composite = {name for name, value in values.items() if isinstance(value, list | dict)}
        if any(variable.prefix and variable.name in composite for variable in variables):
            continue  # an error (§2.4.1) that not all of them raise
        expected = expand(template, values)
        if not URIReference.is_valid(expected):
            continue
        assert URITemplate(template).expand(values, strict=False, dot_segments=True) == expected
        theirs = peer(template, values)
        if theirs == expected:
            same += 1
        elif URIReference.is_valid(theirs):  # else a character that no URI has is not encoded
            assert explained(template, values), (template, values, expected, theirs)
    assert same > 1000
