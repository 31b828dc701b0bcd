"""`URITemplate.match` accepts exactly the results of `expand`, for any values."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iriform import Router, URITemplate
from tests.growth import assert_grows_at_most

from .oracle.templates import OPERATORS, UNRESERVED, expand

# Texts that the operators treat differently: empty, with triplets, with near-triplets, with
# reserved characters, with separators of members and pairs.
TEXTS = [
    "", "a", "é", "50%", "%", "%4", "%41", "%25", "%2541", "%%41", "%2F", "%c3%a9", "%FF", "%zz", "/",
    "a/b", ",", "a,b", "=", "a=b", ";", "?#[]", "a%", "%a", "%2", "ab%2Fc", "x", "😀%",
]  # fmt: skip
texts = st.one_of(st.sampled_from(TEXTS), st.text("a4F%/,=.é", max_size=5))
composites = st.one_of(
    st.lists(texts, min_size=1, max_size=3),
    st.lists(st.just(""), min_size=1, max_size=3),
    st.dictionaries(texts, texts, min_size=1, max_size=2),
)


@st.composite
def expressions(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A template in which no name occurs twice, and any values that it accepts."""
    names = iter("xyzuvw")
    literals = st.sampled_from(["", "", "", "/", "a", "41", ",", "=", "?", "é", "%2F", "&", ";"])
    template, values = draw(literals), {}
    for _ in range(draw(st.integers(1, 2))):
        specs = []
        for _ in range(draw(st.integers(1, 3))):
            modifier = draw(st.sampled_from(["", "", "*", "*", ":1", ":2", ":3", ":5", ":9"]))
            name = next(names)
            specs.append(name + modifier)
            value = texts if modifier.startswith(":") else st.one_of(texts, composites)
            if draw(st.integers(0, 3)):
                values[name] = draw(value)
        template += "{" + draw(st.sampled_from(list(OPERATORS))) + ",".join(specs) + "}"
        template += draw(literals)
    return template, values


def normal(text: str) -> str:
    """Return the form that equivalent texts share (RFC 3986 §6.2.2, RFC 3987 §3.1)."""

    def triplet(found: re.Match[str]) -> str:
        character = chr(int(found[1], 16))
        return character if character in UNRESERVED else found[0].upper()

    text = "".join(c if c.isascii() else "".join(f"%{o:02X}" for o in c.encode()) for c in text)
    return re.sub("%([0-9A-Fa-f]{2})", triplet, text)


# Cases that once failed: triplets in a prefix, a list of one empty text, such a list before pairs.
@given(expressions())
@example(("{+v:3}", {"v": "50%"}))
@example(("{#v:9}", {"v": "a%2Fb"}))
@example(("{;x}", {"x": [""]}))
@example(("{x*,y*}", {"x": "", "y": {"a": "b"}}))
def test_whatever_expand_gives_is_matched(made: tuple[str, dict[str, Any]]) -> None:
    template, values = made
    text = expand(template, values)
    match = URITemplate(template).match(text, allow_encoded_separators=True)
    assert match is not None
    assert normal(expand(template, match.values)) == normal(text)
    routed = Router({"it": template}).match(text, allow_encoded_separators=True)
    assert routed is not None
    assert routed.values == match.values


def names(count: int) -> str:
    return ",".join(f"v{i}" for i in range(count))


def test_a_template_that_is_too_large_is_not_judged() -> None:
    """Core's tests count the number of steps."""
    assert URITemplate("{?" + names(400) + "}").is_invertible
    large = URITemplate("{?" + names(2000) + "}")
    message = "the template is too large to decide whether it is invertible"
    with pytest.raises(ValueError, match=message):
        large.is_invertible  # noqa: B018 - it raises
    with pytest.raises(ValueError, match=message):
        large.ambiguities  # noqa: B018 - it raises
    assert large.expand(v7="x") == "?v7=x"
    match = large.match("?v7=x&v1999=")
    assert match is not None
    assert match.values == {"v7": "x", "v1999": ""}


def test_a_router_of_large_templates_finds_what_they_find() -> None:
    """Beyond its size limit the router tries the templates in order."""
    chain = "".join(f"{{+v{i}}}a" for i in range(1500))
    routes = {first: first + chain for first in ("", "b", "bb")}
    router = Router(routes)
    text = "b" + "a" * 1500
    for uri, name in [(text, "b"), ("x" + text, ""), (text[1:], ""), (text[:-1], None)]:
        match = router.match(uri)
        assert (None if match is None else match.name) == name
        if match is not None:
            direct = URITemplate(routes[match.name]).match(uri)
            assert direct is not None
            assert match.values == direct.values


@pytest.mark.parametrize("query", ["exact", "any-order"])
def test_a_large_router_takes_not_much_longer_than_a_small_one(query: Any) -> None:
    """Each of its routes is matched, so a cache of a few routes does not help."""
    routers = {}
    for count in (10, 3000):
        router = Router({i: f"/part{i}/{{id}}/end{{?page}}" for i in range(count)})
        uris = [f"/part{(7919 * i) % count}/{i}/end?page={i}" for i in range(500)]
        routers[count] = router, uris

    def work(count: int) -> None:
        router, uris = routers[count]
        assert all(router.match(uri, query=query) for uri in uris)

    work(10)
    work(3000)
    assert_grows_at_most(10, work, 10, 3000, fast=0)


@pytest.mark.parametrize(
    "how", [{}, {"query": "any-order"}, {"types": {"v1": str}}], ids=["exact", "any-order", "types"]
)
def test_a_large_template_is_compiled_once(how: Any) -> None:
    """Ten times the variables take about ten times as long: compiled patterns are kept."""
    matched = {}
    for count in (100, 1000):
        names = [f"v{i}" for i in range(count)]
        template = URITemplate(f"/search{{?{','.join(names)}}}")
        matched[count] = template, str(template.expand(dict.fromkeys(names, "x")))

    def work(count: int) -> None:
        template, uri = matched[count]
        for _ in range(5):
            match = template.match(uri, **how)
            assert match is not None
            assert len(match.values) == count

    work(100)
    work(1000)
    assert_grows_at_most(20, work, 100, 1000, fast=0)


# Prefixes longer than a short text, which are not counted in one; a text that is not short; an
# ending that may be part of the value, and one that may not.
@pytest.mark.parametrize("operator", ["", "+", "#", ";", "?"])
@pytest.mark.parametrize(
    ("length", "end"),
    [(1, ""), (256, ""), (9999, ""), (1, "a"), (255, "b"), (256, "b"), (257, "a"), (500, "b")],
)
def test_prefixes_of_long_texts(operator: str, length: int, end: str) -> None:
    template = URITemplate(f"{{{operator}v:{length}}}{end}")
    for value in ("a" * (length - 1), "é" * length, "a" * length + "b"):
        match = template.match(template.expand(v=value))
        assert match is not None
        assert match.values == {"v": value[:length]}
    longer = URITemplate(f"{{{operator}v}}{end}").expand(v="a" * (length + 1))
    assert template.match(longer) is None
