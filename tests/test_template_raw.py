"""Requests as received, with raw characters from browsers; and the letter case of scheme and host."""

from __future__ import annotations

import random
from typing import Any

import pytest

from iriform import Router, URITemplate
from tests.effort import rounds

RAW = "!$&'()*+,;=:@"


def values(template: str, text: str) -> dict[str, object] | None:
    match = URITemplate(template).match(text, request=True)
    return None if match is None else dict(match.values)


@pytest.mark.parametrize(
    ("template", "text", "expected"),
    [
        ("/wiki/{title}", "/wiki/Foo_(bar)", {"title": "Foo_(bar)"}),
        ("/users/{user}", "/users/@anna", {"user": "@anna"}),
        ("/users/@{user}", "/users/@an@na", {"user": "an@na"}),
        ("/a/{x}", f"/a/{RAW}", {"x": RAW}),
        ("/a/{x}/b", f"/a/{RAW}/b", {"x": RAW}),
        ("/a/{x}", "/a/%40%28", {"x": "@("}),
        ("/a/{x}", "/a/b/c", None),
        ("/a/{x}", "/a/b%2Fc", None),
        ("/a/{x}", "/a/b c", None),
        ("/a/{x}", "/a/b[c", None),
        ("/a/{x}", "/a/b#c", None),
        ("/a{/path*}", "/a/b=c/d,e/@f", {"path": ["b=c", "d,e", "@f"]}),
        ("/a{/x,y}", "/a/b,c/d=e", {"x": "b,c", "y": "d=e"}),
        ("/{x,y}", "/a@b,c:d", {"x": "a@b", "y": "c:d"}),
        ("/{x*}", "/a@b,c=d", {"x": ["a@b", "c=d"]}),
        ("/a{.x}", "/a.b(c)", {"x": "b(c)"}),
        ("/a{;x,y}", "/a;x=b=c;y=d,e", {"x": "b=c", "y": "d,e"}),
        ("/a{;x*}", "/a;k=v@;l=w", {"x": {"k": "v@", "l": "w"}}),
        ("/{x}-{y}", "/a:b-c-d", {"x": "a:b", "y": "c-d"}),
        ("/{x:3}", "/a:b", {"x": "a:b"}),
        ("/s{?q,page}", "/s?page=2&utm=1&q=a:b,c", {"q": ["a:b", "c"], "page": "2"}),
        ("/{x}{?q}", "/a:b?q=c@d", {"x": "a:b", "q": "c@d"}),
        ("/{+x}", "/a:b/c", {"x": "a:b/c"}),
    ],
)
def test_what_a_segment_may_have_raw(
    template: str, text: str, expected: dict[str, object] | None
) -> None:
    assert values(template, text) == expected
    found = Router({1: template}, request=True).match(text)
    assert (None if found is None else dict(found.values)) == expected


def test_the_default_stays() -> None:
    assert URITemplate("/wiki/{title}").match("/wiki/Foo_(bar)") is None
    match = URITemplate("/wiki/{title}").match("/wiki/a,b", request=False)
    assert match is not None
    assert match["title"] == ["a", "b"]
    assert Router({1: "/wiki/{title}"}).match("/wiki/Foo_(bar)") is None


def test_types_are_asked_of_a_request() -> None:
    template = URITemplate("/{handle}/{id}")
    types = {"handle": "@[a-z]+", "id": int}
    match = template.match("/@anna/7", types=types, request=True)
    assert match is not None
    assert match.values == {"handle": "@anna", "id": 7}
    with pytest.raises(ValueError, match="the value of handle at position 1 must be text"):
        template.match("/anna/7", types=types, request=True)
    router = Router({"own": ("/{x}", {"x": "@[a-z]+"}), "any": "/{x}"}, request=True)
    assert [router.match(text).name for text in ("/@a", "/a:b")] == ["own", "any"]  # type: ignore[union-attr]


def test_the_query_of_a_request_is_in_any_order() -> None:
    for router_or_template in (URITemplate("/{x}{?q}"), Router({1: "/{x}{?q}"}, request=True)):
        keywords: Any = {"request": True} if isinstance(router_or_template, URITemplate) else {}
        with pytest.raises(ValueError, match="the query is read in any order, not exactly"):
            router_or_template.match("/a", query="exact", **keywords)
        match = router_or_template.match("/@a?z=1&q=b", **keywords)
        assert match is not None
        assert match.extra == (("z", "1"),)
        assert router_or_template.match("/@a?z=1&q=b", extra="refuse", **keywords) is None
    with pytest.raises(ValueError, match="not a set of pairs"):
        URITemplate("/{x}?{y}").match("/a?b", request=True)
    with pytest.raises(ValueError, match="not a set of pairs"):
        Router({1: "/{x}?{y}"}, request=True)


@pytest.mark.parametrize(
    ("template", "is_clear"),
    [
        ("/wiki/{title}", True),
        ("/{x}/{y}", True),
        ("/{x}/{y}{?q,r}", True),
        ("/a{/x*}", True),
        ("/@{x}", True),
        ("/{x}@{y}", False),
        ("/{x}:{y}", False),
        ("/{x}{;y}", False),
        ("/{x}-{y}", False),
        ("/{x}{?q}", True),
    ],
)
def test_whether_requests_are_clear(template: str, is_clear: bool) -> None:
    found = URITemplate(template).ambiguities_with(request=True)
    assert (found == ()) == is_clear
    for one in found:
        assert one.text is not None
        assert one.readings is not None
        match = URITemplate(template).match(one.text, request=True)
        assert match is not None
        assert match.values == one.readings[0]
        assert one.readings[0] != one.readings[1]


def test_what_expand_gives_is_a_request() -> None:
    """The raw form of the values also gives them back if the template is unambiguous."""
    chosen = random.Random(30)
    templates = ["/wiki/{x}", "/{x}/{y}", "/a{/x,y}", "/@{x}", "/{x}{?y}", "/a{.x}/{y}"]
    for _ in range(rounds(500, 20_000)):
        template = URITemplate(chosen.choice(templates))
        given: dict[str, Any] = {
            name: "".join(chosen.choices(RAW + "ab-\u00e9 ", k=chosen.randint(1, 4)))
            for name in ("x", "y")
            if name in {variable.name for variable in template.variables}
        }
        given = {name: value.replace(",", "") or "a" for name, value in given.items()}
        text = str(template.expand(given))
        match = template.match(text, request=True)
        assert match is not None
        assert match.values == given
        path, mark, query = text.partition("?")
        for c in RAW:
            path = path.replace(f"%{ord(c):02X}", c)
        match = template.match(path + mark + query, request=True)
        assert match is not None
        assert match.values == given


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("KBInfo://{+path}", "kbinfo://a/B"),
        ("kbinfo://{+path}", "KBInfo://a/B"),
        ("HTTP://Example.ORG/{x}", "http://example.org/A"),
        ("http://example.org/{x}", "HTTP://EXAMPLE.org/A"),
        ("http://ex%41mple.org/{x}", "http://EXaMPLE.org/A"),
        ("http://{sub}.Example.org/", "http://a.example.ORG/"),
        ("//Host{/x}", "//hOST/a"),
        ("Urn:isbn:{x}", "URN:isbn:1"),
    ],
)
def test_the_letter_case_of_scheme_and_host(template: str, text: str) -> None:
    """RFC 3986 §6.2.2.1; written like pydantic's `AnyUrl` and browsers."""
    assert URITemplate(template).match(text) is not None
    assert URITemplate(template).match(text, request=True) is not None
    assert Router({1: template, 2: "/a"}).match(text) is not None


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("http://a/B{x}", "http://a/b"),
        ("http://Anna@a/{x}", "http://anna@a/"),
        ("urn:Isbn:{x}", "urn:isbn:1"),
        ("/A/{x}", "/a/b"),
        ("A/{x}", "a/b"),
        ("http://a?B{x}", "http://a?b"),
        ("http://a#B{x}", "http://a#b"),
        ("{x}A", "ba"),
    ],
)
def test_the_letter_case_of_all_else(template: str, text: str) -> None:
    assert URITemplate(template).match(text) is None
    assert Router({1: template, 2: "/x"}).match(text) is None
