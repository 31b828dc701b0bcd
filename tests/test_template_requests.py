"""`match` with `query="any-order"`: requests as received."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from iriform import Router, URIReference, URITemplate
from tests.growth import assert_grows_at_most

from .test_template import templates, values_for

Values = dict[str, Any]
Extra = tuple[tuple[str, str], ...]

# template, request, values or None, the pairs left over; why
REQUESTS: list[tuple[str, str, Values | None, Extra, str]] = [
    ("/s{?q,page}", "/s?q=a&page=2", {"q": "a", "page": "2"}, (), "as expand writes it"),
    ("/s{?q,page}", "/s?page=2&q=a", {"q": "a", "page": "2"}, (), "in another order"),
    ("/s{?q,page}", "/s?page=2", {"page": "2"}, (), "one of two"),
    ("/s{?q}", "/s", {}, (), "no query"),
    ("/s{?q}", "/s?", {}, (), "an empty query"),
    ("/s{?q}", "/s?q=a&", {"q": "a"}, (), "an ampersand too many"),
    ("/s{?q}", "/s?&&q=a", {"q": "a"}, (), "and others"),
    ("/s{?q}", "/s?q", {"q": ""}, (), "a name alone"),
    ("/s{?q}", "/s?q=", {"q": ""}, (), "an empty value"),
    ("/s{?q}", "/s?q=a=b==", {"q": "a=b=="}, (), "the first equals sign parts"),
    ("/s{?q}", "/s?q=a+b:/?@;~!$'()*", {"q": "a+b:/?@;~!$'()*"}, (), "raw characters"),
    ("/s{?q}", "/s?q=[a]", {"q": "[a]"}, (), "brackets, which many clients send"),
    ("/s{?q}", "/s?q=a,b", {"q": ["a", "b"]}, (), "raw commas part a list, as without"),
    ("/s{?q}", "/s?q=a%2Cb", {"q": "a,b"}, (), "and encoded ones do not"),
    ("/s{?q*}", "/s?q=a,b", {"q": ["a,b"]}, (), "nor any where names part it"),
    ("/s{?q:3}", "/s?q=a,b", {"q": "a,b"}, (), "nor of a prefix, which is text"),
    ("/s{?q:3}", "/s?q=abcd", None, (), "too long for a prefix"),
    ("/s{?q:2}", "/s?q=%C3%A9%C3%A9", {"q": "éé"}, (), "a prefix counts characters"),
    ("/s{?q}", "/s?q=a%2Fb", {"q": "a/b"}, (), "in a query a slash is data"),
    ("/s{?q}", "/s?q=é", {"q": "é"}, (), "an IRI"),
    ("/s{?q}", "/s?q=%FF", None, (), "no text"),
    ("/s{?q}", "/s?q=100%", None, (), "no triplet"),
    ("/s{?q}", "/s?q=a b", None, (), "no character of a reference"),
    ("/s{?q}", '/s?q=a&x="', None, (), "in another pair neither"),
    ("/s{?q}", "/s?q=a&x=%FF", {"q": "a"}, (("x", "\ufffd"),), "but octets there are data"),
    ("/s{?q}", "/s?x=1&q=a&y", {"q": "a"}, (("x", "1"), ("y", "")), "others, in their order"),
    ("/s", "/s?x=1", {}, (("x", "1"),), "a template without a query"),
    ("/s{?q}", "/s?q=a&q=b", None, (), "a name twice: servers differ in which counts"),
    ("/s{?q}{&q}", "/s?q=a&x=1&q=a", {"q": "a"}, (("x", "1"),), "the template has it twice"),
    ("/s{?q}{&q}", "/s?q=a&q=b", None, (), "two values"),
    ("/s{?q}{&q}", "/s?q=a", None, (), "one value, where expand writes two"),
    ("/{q}{?q}", "/a?x=1&q=%61", {"q": "a"}, (("x", "1"),), "a name in the path, too"),
    ("/{q}{?q}", "/a?q=b", None, (), "another value there"),
    ("/{q:1}{?q}", "/a?q=abc", {"q": "abc"}, (), "a prefix there"),
    ("/s{?t*}", "/s?t=b&t=a", {"t": ["b", "a"]}, (), "a list"),
    ("/s{?t*,q}", "/s?t=b&q=1&x=2&t=a", {"t": ["b", "a"], "q": "1"}, (("x", "2"),), "among others"),
    ("/s{?q,m*}", "/s?b=1&q=x&a=2", {"q": "x", "m": {"b": "1", "a": "2"}}, (), "pairs"),
    ("/s{?m*}", "/s?b=1&b=2", {"m": [("b", "1"), ("b", "2")]}, (), "a name of pairs twice"),
    ("/s{?m*}", "/s?b=%FF", None, (), "no text among pairs"),
    ("/s{?a*,b*}", "/s?c=1&a=2", {"a": ["2"], "b": {"c": "1"}}, (), "the first that has none"),
    ("/s?f=json{&q}", "/s?q=a&f=json", {"q": "a"}, (), "a pair of the template itself"),
    ("/s?f=json{&q}", "/s?q=a&f=xml", None, (), "another value of it"),
    ("/s?f=json{&q}", "/s?q=a", None, (), "it is not there"),
    ("/s?f=json{&q}", "/s?f=json&f=xml", None, (), "it is there, and another"),
    ("/s?f=json{&q}", "/s?f=xml&q=a&f=json", None, (), "in another order"),
    ("/s?f=json{&q}", "/s?f=json&q=a&f=json", None, (), "it occurs twice"),
    ("/s?f=json{&q}", "/s?f=json&f", None, (), "its name alone"),
    ("/s?f=json{&q}", "/s?f=json&%66=xml", None, (), "its name encoded"),
    ("/s?f%5B%5D=1{&q}", "/s?f[]=1&f[]=2", None, (), "with brackets"),
    ("/s?f=json", "/s?f=json&f=xml", None, (), "without variables"),
    ("/s?f=json{&m*}", "/s?f=json&f=xml", None, (), "although pairs take what is left over"),
    ("/s?f=json{&m*}", "/s?f=json&g=xml", {"m": {"g": "xml"}}, (), "another name is left over"),
    ("/s?f=json{&f}", "/s?f=xml&f=json", {"f": "xml"}, (), "unless it has a variable, too"),
    ("/s?f=json{&f}", "/s?f=xml&f=json&f=a", None, (), "which has one"),
    ("/s?f=1&g=2{&q}", "/s?g=2&f=1&g=1", None, (), "one of two"),
    ("/s?f=1&f=1{&q}", "/s?f=1", None, (), "it is there once of twice"),
    ("/s?f{&q}", "/s?q=a&f=", {"q": "a"}, (), "a name alone in the template"),
    ("/s?f=a%2Fb{&q}", "/s?f=a/b", {}, (), "however it is encoded"),
    ("/s{?q}&f=1", "/s?f=1&q=a", {"q": "a"}, (), "after an expression"),
    ("/s?q={q}&p={p}", "/s?p=2&q=a/b", {"q": "a/b", "p": "2"}, (), "names written out"),
    ("/s?q={q}", "/s", None, (), "of which none can be left out"),
    ("/s?q={+q}", "/s?x=1&q=a%2Fb,c", {"q": "a%2Fb,c"}, (("x", "1"),), "a reserved expansion"),
    ("/s{?%66}", "/s?f=1", {"%66": "1"}, (), "a name that is encoded needlessly"),
    ("/s{?f%5Ba%5D}", "/s?f[a]=1", {"f%5Ba%5D": "1"}, (), "a name with brackets"),
    ("/u/{u}{?q}", "/u/a,b?x=1", {"u": ["a", "b"]}, (("x", "1"),), "the path as without"),
    ("/u/{u}{?q}", "/u/a:b?q=1", None, (), "strictly"),
    ("/u/{u}{?q}", "/u/..%2Fb?q=1", None, (), "without a slash"),
    ("/{+p}", "/a/b?c=d", {"p": "a/b"}, (("c", "d"),), "no value of the path has a query"),
    ("/{+p}{?q}", "/a?q=1?q=2", {"p": "a", "q": "1?q=2"}, (), "which begins once"),
    ("/s{?q}{#f}", "/s?x=1&q=a#b?c", {"q": "a", "f": "b?c"}, (("x", "1"),), "a fragment"),
    ("/s{?q}", "/s?q=a#b", None, (), "a fragment that is not of the template"),
    ("/s{?q}#f", "/s?q=a#f", {"q": "a"}, (), "a fragment that is text"),
    ("/s#f{?q}", "/s?x=1#f?q=a", {"q": "a"}, (("x", "1"),), "a question mark within it"),
    ("/s{?q}{&r}", "/s&r=1", {"r": "1"}, (), "text without a query, as without"),
    ("{?q}", "?q=a", {"q": "a"}, (), "nothing but a query"),
    ("{?q}", "", {}, (), "nothing"),
    ("{?q}", "\ud800", None, (), "no text at all"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "request_", "values", "extra", "why"), REQUESTS)
def test_requests(text: str, request_: str, values: Values | None, extra: Extra, why: str) -> None:
    template = URITemplate(text)
    match = template.match(request_, query="any-order")
    assert (None if match is None else match.values) == values, why
    assert (() if match is None else match.extra) == extra, why
    refused = template.match(request_, query="any-order", extra="refuse")
    assert (refused is None) == (match is None or extra != ()), why
    routed = Router({0: text}).match(request_, query="any-order")
    assert (None if routed is None else (routed.values, routed.extra)) == (
        None if match is None else (match.values, match.extra)
    )


def test_plus_is_a_space_where_asked_for() -> None:
    template = URITemplate("/s?a+b=c+d{&q,m*}")
    text = "/s?a+b=c+d&q=a+b%2Bc&x+y=1+2"
    match = template.match(text, query="any-order")
    assert match is not None
    assert match.values == {"q": "a+b+c", "m": {"x+y": "1+2"}}
    match = template.match(text, query="any-order", plus=True)
    assert match is not None
    assert match.values == {"q": "a b+c", "m": {"x y": "1 2"}}
    assert match["q"] == "a b+c"
    assert match.spans == {"q": (13, 20), "m": (21, 28)}
    assert template.match("/s?a+b=c%20d", query="any-order") is None
    assert template.match("/s?a%20b=c%20d", query="any-order", plus=True) is not None
    extra = URITemplate("/s").match("/s?a+b=c+d", query="any-order", plus=True)
    assert extra is not None
    assert extra.extra == (("a b", "c d"),)
    path = URITemplate("/{+p}").match("/a+b?c", query="any-order", plus=True)
    assert path is not None
    assert path["p"] == "a+b"


def test_separators_in_the_path_are_let_in_where_asked_for() -> None:
    template = URITemplate("/{user}{?q}")
    match = template.match("/a%2Fb?x&q", query="any-order", allow_encoded_separators=True)
    assert match is not None
    assert match.values == {"user": "a/b", "q": ""}


# template, the obstacle, its position; why
NO_PAIRS: list[tuple[str, str, int, str]] = [
    ("/s?{q}", "{q}", 3, "a value without a name"),
    ("/s{?q}{r}", "{r}", 6, "a value that goes on"),
    ("/s{?q}{?r}", "{?r}", 6, "a second question mark"),
    ("/s{?q}r", "r", 6, "text that goes on"),
    ("/s?q={q}r", "r", 8, "text after a value"),
    ("/s?q=a{q}", "{q}", 6, "text before a value"),
    ("/s?q={q,r}", "{q,r}", 5, "two values"),
    ("/s?q={q*}", "{q}", 5, "a list without names"),
    ("/s{?q}{+r}", "{+r}", 6, "anything"),
    ("/s{?q}{/r}", "{/r}", 6, "a path"),
    ("/s{#f}{?q}", "{?q}", 6, "a query after a fragment"),
    ("/s{#f}?q=1", "?", 6, "the same"),
    ("?{#f}/", "/", 5, "text of the query where there is no fragment"),
    ("/s{?q}{#f}{a}", "{a}", 10, "the same"),
]


@pytest.mark.parametrize(("text", "found", "position", "why"), NO_PAIRS)
def test_a_query_that_has_an_order(text: str, found: str, position: int, why: str) -> None:
    message = f"the query of the template is not a set of pairs: {found} at position {position} "
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - its message comes next
        URITemplate(text).match("/s", query="any-order")
    assert str(caught.value).startswith(message), why
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - its message comes next
        Router({"a": text}).match("/s", query="any-order")
    assert str(caught.value).startswith(f"{text}: {message}")


def test_keywords() -> None:
    for target in (URITemplate("{?a}"), Router({"a": "{?a}"})):
        with pytest.raises(ValueError, match="query must be 'exact' or 'any-order'"):
            target.match("", query="any")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="extra must be 'allow' or 'refuse'"):
            target.match("", query="any-order", extra="")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="query must be str, not int"):
            target.match("", query=1)  # type: ignore[arg-type]
        for keywords in ({"plus": True}, {"extra": "refuse", "query": "exact"}):
            with pytest.raises(ValueError, match="extra and plus are for query='any-order'"):
                target.match("", **keywords)
        exact = target.match("?a=1", query="exact")
        assert exact is not None
        assert exact.extra == ()


def lenient(template: URITemplate, uri: str) -> tuple[Values, Extra] | None:
    match = template.match(uri, query="any-order")
    return None if match is None else (match.values, match.extra)


def made_of_pairs(text: str) -> bool:
    try:
        lenient(URITemplate(text), "")
    except ValueError:
        return False
    return True


@given(st.data())
def test_what_matches_strictly_matches_leniently(data: st.DataObject) -> None:
    """Unless a value of the path has a query, or a mapping has the name of a variable."""
    text = data.draw(templates(prefixes=True).filter(made_of_pairs))
    template = URITemplate(text)
    values = data.draw(values_for(template))
    names = {variable.name for variable in template.variables}
    assume(not any(isinstance(v, dict) and names & v.keys() for v in values.values()))
    try:
        uri = template.expand(values)
    except ValueError:
        assume(False)  # noqa: FBT003 - no reference
    match = template.match(uri)
    assume(match is not None)
    assert match is not None
    query = str(uri).partition("#")[0].find("?")
    in_query = {v.name for v in template.variables if v.operator in ("?", "&")}
    assume(query == -1 or all(end <= query or name in in_query or start > query
                              for name, (start, end) in match.spans.items()))  # fmt: skip
    assume(template.is_invertible or not any(v.explode for v in template.variables))
    assert lenient(template, uri) == (match.values, ())


names = st.sampled_from(["a", "b", "c", "x%5B", "x["])
pairs = st.tuples(names, st.text("ab%41+:/?@,;é", max_size=3))


@given(
    st.sampled_from(
        ["/{?a}", "/{?a,b}", "/{?a,b*}", "/{?a*}{&c}", "/?b={b}&c=a{&a}", "/{?a}{&a}", "/{?x%5B*}"]
    ),
    st.lists(pairs, max_size=5),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_the_order_of_pairs_is_of_no_matter(
    text: str, of: list[tuple[str, str]], rng: random.Random, plus: bool
) -> None:
    """Except pairs with the same name, which are a list in order."""

    def read(pairs: list[tuple[str, str]]) -> Any:
        uri = "/?" + "&".join(f"{name}={value}" for name, value in pairs)
        match = URITemplate(text).match(uri, query="any-order", plus=plus)
        if match is None:
            return None
        lists = {k: v for k, v in match.values.items() if isinstance(v, list)}
        of_pairs = {k: sorted(v) for k, v in lists.items() if v and isinstance(v[0], tuple)}
        return match.values | of_pairs, sorted(match.extra)

    shuffled = sorted(of, key=lambda pair: pair[0].replace("%5B", "["))
    blocks: dict[str, list[tuple[str, str]]] = {}
    for pair in shuffled:
        blocks.setdefault(pair[0].replace("%5B", "["), []).append(pair)
    turns = [name for name, block in blocks.items() for _ in block]
    rng.shuffle(turns)
    assert read([blocks[name].pop(0) for name in turns]) == read(of)


ROUTES = {
    "search": "/s{?q}",
    "list": "/s{?page,size}",
    "me": "/users/me",
    "user": "/users/{user}{?q}",
    "any": "/{+path}",
}


@pytest.mark.parametrize(
    ("uri", "name", "why"),
    [
        ("/s?q=1", "search", "the only one that has it"),
        ("/s?size=2&page=1", "list", "the only one that has them"),
        ("/s?utm=1&size=2", "list", "the one that leaves the least over"),
        ("/s?utm=1", "search", "the first of two that leave as much over"),
        ("/s", "search", "without a query"),
        ("/users/me?q=1", "me", "the most specific path decides"),
        ("/users/%6De?q=1", "me", "however it is encoded"),
        ("/users/anna?utm=1", "user", "a variable"),
        ("/users/anna/x?q=1", "any", "anything"),
        ("x?q=1", None, "nothing"),
    ],
)
def test_a_router_goes_by_the_path(uri: str, name: str | None, why: str) -> None:
    router = Router(ROUTES)
    for _ in range(2):  # the second time uses its cache
        match = router.match(uri, query="any-order")
        assert (None if match is None else match.name) == name, why
    refused = router.match(uri, query="any-order", extra="refuse")
    assert refused is None or refused.extra == ()


MILLION = 1_000_000


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("/{?a}", "x=1&"),
        ("/{?a*}", "a=%41&"),
        ("/{?a*}", "x=1&"),
        ("/{?a}", "&"),
        ("/{?a}", "a,"),
        ("/{?" + ",".join(f"a{i}" for i in range(1000)) + "}", "a1&"),
    ],
)
def test_time_is_linear_in_the_text(text: str, piece: str) -> None:
    template, router = URITemplate(text), Router({"a": text, "b": "{+x}{+y}"})

    def work(length: int) -> None:
        uri = "/?" + piece * (length // len(piece))
        template.match(uri, query="any-order")
        router.match(uri, query="any-order")

    work(1000)
    assert_grows_at_most(12, work, MILLION // 10, MILLION // 2, fast=0)


def test_the_values_expand_to_an_equivalent_request() -> None:
    template = URITemplate("/s?f=json{&q,t*}")
    match = template.match("/s?t=1&q=a:b&f=json&t=2", query="any-order")
    assert match is not None
    assert template.expand(match.values) == URIReference("/s?f=json&q=a%3Ab&t=1&t=2")
