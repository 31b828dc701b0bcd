"""`URITemplate`, `Match` and `Router`: RFC 6570 by its suite, its oracle and its laws."""

import copy
import itertools
import pickle
import random
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from iriform import (
    IRI,
    URI,
    IRIReference,
    Match,
    ParseError,
    Reason,
    Router,
    URIReference,
    URITemplate,
)
from tests.errors import error_of
from tests.growth import assert_grows_at_most, assert_takes_at_most

from .oracle.templates import OPERATORS, expand
from .tables import rows

SUITE = list(rows("template"))


@pytest.mark.collection
@pytest.mark.parametrize(
    "row", [row for row in SUITE if row["kind"] == "syntax"], ids=lambda row: row["template"]
)
def test_syntax(row: dict[str, Any]) -> None:
    assert URITemplate.is_valid(row["template"]) is row["valid"]


@pytest.mark.collection
@pytest.mark.parametrize(
    "row",
    [row for row in SUITE if row["kind"] == "expansion" and row["expected"] is not False],
    ids=lambda row: row["template"],
)
def test_expansion(row: dict[str, Any]) -> None:
    template, expected = URITemplate(row["template"]), row["expected"]
    expanded = template.expand(row["variables"], strict=False)
    assert template.expand(row["variables"], strict=False, dot_segments=True) == expanded
    assert expanded in (expected if isinstance(expected, list) else [expected])
    assert template.expand(**row["variables"], strict=False) == expanded
    match = template.match(expanded, allow_encoded_separators=True)
    assert match is not None
    assert template.expand(match.values) == expanded


@pytest.mark.collection
@pytest.mark.parametrize(
    "row", [row for row in SUITE if row["expected"] is False], ids=lambda row: row["template"]
)
def test_what_must_fail(row: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"not a URI template|prefix modifier"):
        URITemplate(row["template"]).expand(row["variables"], strict=False)


@pytest.mark.collection
def test_the_suite_is_at_hand() -> None:
    assert len(SUITE) >= 190
    assert sum(row["expected"] is False for row in SUITE) >= 21


# Values that the encodings treat differently.
TEXTS = [
    "", "a", "é", "a b", "a/b", "100%", "%41", "a,b", "x=1", "?", "😀", "~-._", "..", "a\\b",
    "!$&'()*+,;=:/?#[]@", "%zz", "\u202e", "\ue000", "\x00", "{a}",
]  # fmt: skip
NAMES = ["a", "b", "c1", "d_", "e.f", "g%41"]
LITERALS = ["/", "a", "http://h/", "?x", "é", "%2F", "'", "-", "#", "\u202e", "\ue000"]


def made(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A template and values for it."""
    template = ""
    for _ in range(rng.randrange(1, 5)):
        if rng.random() < 0.5:
            template += rng.choice(LITERALS)
            continue
        modifiers = ["", "", "", "*", "*", ":1", ":3", ":30"]
        specs = [rng.choice(NAMES) + rng.choice(modifiers) for _ in range(rng.randrange(1, 4))]
        template += "{" + rng.choice(list(OPERATORS)) + ",".join(specs) + "}"

    def value() -> Any:
        kind = rng.random()
        if kind < 0.5:
            return rng.choice(TEXTS)
        if kind < 0.7:
            return [rng.choice(TEXTS) for _ in range(rng.randrange(4))]
        if kind < 0.9:
            return {rng.choice(TEXTS): rng.choice(TEXTS) for _ in range(rng.randrange(4))}
        return None

    return template, {name: value() for name in NAMES if rng.random() < 0.8}


def test_made_templates_expand_as_the_oracle_does() -> None:
    rng = random.Random(6570)
    expanded = matched = 0
    for _ in range(10_000):
        text, values = made(rng)
        template = URITemplate(text)
        has_prefix_of_composite = any(
            variable.prefix and isinstance(values.get(variable.name), list | dict)
            and values[variable.name] for variable in template.variables
        )  # fmt: skip
        if has_prefix_of_composite:
            with pytest.raises(ValueError, match="prefix modifier"):
                template.expand(values, strict=False, dot_segments=True)
            continue
        expected = expand(text, values)
        if not URIReference.is_valid(expected):
            with pytest.raises(ParseError):
                template.expand(values, strict=False, dot_segments=True)
            continue
        uri = template.expand(values, strict=False, dot_segments=True)
        assert uri == expected, (text, values)
        assert isinstance(uri, URI) or not text.startswith("http:")
        expanded += 1
        match = template.match(uri, allow_encoded_separators=True)
        if match is not None:
            matched += 1
            assert (
                template.expand(match.values, dot_segments=True).normalize() == uri.normalize()
            ), text
    assert expanded > 6_000
    assert matched > 5_000


def text_values(*, reserved: bool) -> st.SearchStrategy[str]:
    # A reserved expansion leaves triplets unchanged, so it does not show what they mean.
    texts = [text for text in TEXTS if not (reserved and "%" in text)]
    return st.one_of(
        st.sampled_from(texts), st.text("ab/,=.é~&" if reserved else "ab/,=.%é~&", max_size=4)
    )


@st.composite
def templates(draw: st.DrawFn, *, prefixes: bool = False) -> str:
    """A template in which no name comes twice."""
    names = iter("abcdefghij")
    literal = st.sampled_from(["", "/", "a", "-", ".", ",", "?", "#", "/x/", "é", "%2F", "&", ";"])
    modifier = st.sampled_from(["", "", "*", ":2"] if prefixes else ["", "", "*"])
    text = draw(literal)
    for _ in range(draw(st.integers(1, 3))):
        operator = draw(st.sampled_from(list(OPERATORS)))
        specs = [next(names) + draw(modifier) for _ in range(draw(st.integers(1, 2)))]
        text += "{" + operator + ",".join(specs) + "}" + draw(literal)
    return text


def has_other_names(names: set[str], value: dict[str, str]) -> bool:
    """Return True if the value has other names than these."""
    return set(value) != names


@st.composite
def values_for(draw: st.DrawFn, template: URITemplate) -> dict[str, Any]:
    """Values that the template can express: see `is_invertible`."""
    values: dict[str, Any] = {}
    for variable in template.variables:
        operator = OPERATORS[variable.operator]
        text = text_values(reserved=operator.allow == "U+R")
        kinds: list[st.SearchStrategy[Any]] = []
        if variable.explode:
            lists = st.lists(text, min_size=1, max_size=3)
            kinds.append(lists if operator.first else lists.filter(lambda value: value != [""]))
            pairs = st.dictionaries(text, text, min_size=1, max_size=3)
            kinds.append(pairs.filter(partial(has_other_names, {variable.name})))
        else:
            kinds.append(text)
            if operator.allow == "U" and variable.prefix is None:
                kinds.append(st.lists(text, min_size=2, max_size=3))
                if variable.operator == ";":
                    kinds.append(st.just([""]))
        shows = operator.first or variable.explode
        if not shows or draw(st.booleans()):
            values[variable.name] = draw(st.one_of(kinds))
    return values


def expansion(template: URITemplate, values: Mapping[str, Any]) -> URIReference:
    try:
        return template.expand(values, dot_segments=True)
    except ParseError:
        reject()


@given(st.data())
def test_an_invertible_template_gives_back_what_it_was_given(data: st.DataObject) -> None:
    template = URITemplate(data.draw(templates()))
    assume(template.is_invertible)
    values = data.draw(values_for(template))
    uri = expansion(template, values)
    match = template.match(uri, allow_encoded_separators=True)
    assert match is not None
    assert match.values == values
    strict = template.match(uri)
    assert strict is None or strict.values == values
    if not any("/" in str(value) for value in values.values()):
        assert strict is not None


@given(st.data())
def test_what_matches_is_an_expansion(data: st.DataObject) -> None:
    """Also for texts that are not expansions: changed ones, and any others."""
    template = URITemplate(data.draw(templates(prefixes=True)))
    text = data.draw(st.one_of(st.text("ab/,=.?#&;é-%2Ff", max_size=12), st.sampled_from(TEXTS)))
    for allow in (False, True):
        match = template.match(text, allow_encoded_separators=allow)
        if match is not None and IRIReference.is_valid(text):
            expanded = template.expand(match.values, dot_segments=True)
            assert expanded.normalize() == IRIReference(text).to_uri().normalize()


@given(st.data())
def test_a_partial_expansion_goes_on_as_the_whole(data: st.DataObject) -> None:
    template = URITemplate(data.draw(templates(prefixes=True)))
    values = data.draw(values_for(template))
    given_names = data.draw(st.sets(st.sampled_from([v.name for v in template.variables])))
    given_values = {name: values.get(name) for name in given_names}
    rest = {name: value for name, value in values.items() if name not in given_names}
    whole = expansion(template, values)
    try:
        begun = template.partial(given_values, dot_segments=True)
    except ValueError as error:
        assert "no template expresses" in str(error)
        return
    assert type(begun) is URITemplate
    assert {v.name for v in begun.variables} == {v.name for v in template.variables} - given_names
    assert begun.expand(rest, dot_segments=True) == whole
    iri = begun.expand_iri(rest, dot_segments=True)
    assert iri == template.expand_iri(values, dot_segments=True)


@given(st.data())
def test_no_value_in_a_segment_has_a_slash_unless_asked_for(data: st.DataObject) -> None:
    template = URITemplate(data.draw(templates()))
    text = data.draw(st.text("ab/,.%2fF", max_size=10))
    match = template.match(text)
    if match is None:
        return
    for variable in template.variables:
        if variable.operator not in {"+", "#", "?", "&"}:
            assert "/" not in str(match[variable.name])


SMALL = [
    "{x}", "{x}{y}", "{x}/{y}", "{x},{y}", "{x}a{y}", "{x}.{y}", "{+x}", "{+x}/{y}", "{+x}{?y}",
    "{#x}", "{#x,y}", "{.x}", "{.x,y}", "{.x*}", "{x}{.y}", "{/x}", "{/x,y}", "{/x*}", "{/x*}{/y}",
    "{/x}/y", "{;x}", "{;x}a", "{;x}{y}", "{;x,y}", "{;x*}", "{?x}", "{?x,y}", "{?x*}", "{?x,y*}",
    "{?x}{&y}", "{?x*}{&y}", "{x,y}", "{x*}", "{+x*}", "{x*}a", "a{x}a", "{/x}{?y}", "{x}{/y*}{?z}",
    "{x}?{y}",
]  # fmt: skip


@pytest.mark.parametrize("text", SMALL)
def test_ambiguity_is_exact(text: str) -> None:
    """Two choices of small values expand to the same text if and only if it is reported."""
    template = URITemplate(text)
    choices = []
    for variable in template.variables:
        operator = OPERATORS[variable.operator]
        pieces = ["", "a", "aa", "x", "y"]
        pieces += ["/", ",", ".", "=", "?"] if operator.allow == "U+R" or not operator.sep else []
        pieces += [".", "a."] if operator.allow == "U" else ["a,a", "?y=", "/a", "a/a", "x="]
        possible: list[Any] = []
        if variable.explode:
            possible += [[piece] for piece in pieces if piece or operator.first]
            possible += [["a", "a"], ["", ""], ["a", "x"], {"a": ""}, {"y": "a"}, {"a": "a"}]
            possible += [{"a": "a", "y": ""}, {"y": "a", "x": ""}, {"z": "a"}]
        else:
            possible += pieces
            possible += [["a", "a"], ["", "a"]] if operator.allow == "U" else []
            possible += [[""]] if variable.operator == ";" else []
        if operator.first or variable.explode:
            possible.append(None)
        choices.append(possible)
    names = [variable.name for variable in template.variables]
    found: dict[str, dict[str, Any]] = {}
    twice = False
    for chosen in itertools.product(*choices):
        values = {
            name: value for name, value in zip(names, chosen, strict=True) if value is not None
        }
        expanded = expand(text, values)
        twice |= found.setdefault(expanded, values) != values
    assert template.is_invertible is not twice
    assert [reason.reason for reason in template.ambiguities] == ["text"] * twice
    for reason in template.ambiguities:
        assert reason.readings is not None
        assert reason.text is not None
        first, second = reason.readings
        assert first != second
        assert expand(text, first) == expand(text, second) == reason.text
        match = template.match(reason.text)
        assert match is not None
        assert match.values == first


def test_prefixes_and_repeated_names() -> None:
    [reason] = URITemplate("/{a:3}").ambiguities
    assert (reason.reason, reason.variables, reason.prefix) == ("prefix", ("a",), 3)
    assert str(reason) == "only the first 3 characters of a are in the text"
    both = URITemplate("/{a:1}/{a}")
    assert both.is_invertible
    match = both.match("/h/hello")
    assert match is not None
    assert (match["a"], match.spans) == ("hello", {"a": (3, 8)})
    assert both.match("/x/hello") is None
    twice = URITemplate("/{a}/{a}")
    assert twice.match("/a/b") is None
    assert twice.match("/a/%61") is not None
    assert URITemplate("{?a}{&a}").match("?a=1") is None  # expand would write both


# template, text, values or None; why
MATCHES: list[tuple[str, str, dict[str, Any] | None, str]] = [
    ("/{user}", "/anna", {"user": "anna"}, "a segment"),
    ("/{user}", "/", {"user": ""}, "the empty text is text"),
    ("/{user}", "/a/b", None, "no slash in one segment"),
    ("/{user}", "/a%2Fb", None, "not even an encoded one"),
    ("/{user}", "/..%2f..%2Fetc", None, "in either case"),
    ("/{user}", "/a%252Fb", {"user": "a%2Fb"}, "decoded once"),
    ("/{user}", "/%C3%A9", {"user": "é"}, "UTF-8"),
    ("/{user}", "/%c3%a9", {"user": "é"}, "digits have no case"),
    ("/{user}", "/é", {"user": "é"}, "an IRI"),
    ("/{user}", "/%61", {"user": "a"}, "a needless triplet"),
    ("/%61{user}", "/ab", {"user": "b"}, "a needless triplet in the template"),
    ("/é{user}", "/%C3%A9b", {"user": "b"}, "a literal that is encoded in a URI"),
    ("/{user}", "/%FF", None, "not UTF-8: no text is expanded to it"),
    ("/{user}", "/%E2%82", None, "nor to half a character"),
    ("/{user}", "/a%", None, "no triplet"),
    ("/{user}", "/a b", None, "no character of a URI"),
    ("/{user}", "/a:b", None, "expand encodes it"),
    ("/{user}", "/a%3Ab", {"user": "a:b"}, "as here"),
    ("/{user}", "/a,b", {"user": ["a", "b"]}, "a list"),
    ("{+path}", "/a/b?c", {"path": "/a/b?c"}, "reserved characters"),
    ("{+path}", "/a%2Fb%C3%A9%20", {"path": "/a%2Fbé "}, "a triplet that stays one"),
    ("{+path}", "100%25", {"path": "100%"}, "a percent sign"),
    ("{+path}", "%2541", {"path": "%2541"}, "which would become a triplet"),
    ("{+path}{?q}", "/a?q=1", {"path": "/a", "q": "1"}, "what can be defined is"),
    ("{+a}/{+b}", "x/y/z", {"a": "x", "b": "y/z"}, "as short as can be"),
    ("{/path*}", "/a/b", {"path": ["a", "b"]}, "segments"),
    ("{/path*}", "/a=1/b=2", {"path": {"a": "1", "b": "2"}}, "pairs"),
    ("{/path*}", "", {}, "undefined"),
    ("{/a,b}", "/x", {"a": "x"}, "the first is taken"),
    ("{/a}/b", "/b", {}, "so that the rest can follow"),
    ("/x{?a,b}", "/x?b=1", {"b": "1"}, "one left out"),
    ("/x{?a,b}", "/x?b=1&a=2", None, "expand keeps the order"),
    ("/x{?a}", "/x?c=1", None, "a name that is not there"),
    ("/x{?a}", "/x?a", None, "expand writes a="),
    ("/x{?a}", "/x?a=", {"a": ""}, "as here"),
    ("/x{?a}", "/x?a=b%26c%2Fd", {"a": "b&c/d"}, "encoded delimiters of a query are data"),
    ("/x{?a*}", "/x?a=1&a=2", {"a": ["1", "2"]}, "a list"),
    ("/x{?a*}", "/x?b=1&c=2", {"a": {"b": "1", "c": "2"}}, "a mapping"),
    ("/x{?a*}", "/x?b=1&b=2", {"a": [("b", "1"), ("b", "2")]}, "a name twice"),
    ("{;a}", ";a", {"a": ""}, "an empty parameter"),
    ("{;a}", ";a=", {"a": [""]}, "a list that is not empty (§3.2.7), of one empty text"),
    ("{;a}{?a}", ";a=?a=", {"a": [""]}, "the same list twice"),
    ("{;a}{?a}", ";a?a=", {"a": ""}, "a text twice"),
    ("{?a}{;a}", "?a=;a=", {"a": [""]}, "a list, as only its second place says"),
    ("{;a}{;a*}", ";a=;a", {"a": [""]}, "a list, as only its first place says"),
    ("{;a}{;a:3}", ";a=;a", None, "no text is a list"),
    ("{;a*}", ";a=", None, "expand writes ;a"),
    ("{+a:3}", "50%25", {"a": "50%"}, "a percent sign is one character"),
    ("{+a:3}", "50%2541", None, "and a triplet three"),
    ("{+a:5}", "%2541", {"a": "%2541"}, "before two digits it is of a triplet"),
    ("{+a:4}", "%2541", None, "of which no part is written"),
    ("{#a:4}", "#a%2Fb", None, "five characters"),
    ("{#a:5}", "#a%2Fb", {"a": "a%2Fb"}, "as here"),
    ("{#a:3}", "#%FF", {"a": "%FF"}, "a triplet that is not UTF-8"),
    ("{+a:1}", "%20", {"a": " "}, "a character that is always encoded"),
    ("{a:1}", "%2F", None, "no encoded slash, in a prefix neither"),
    ("{a*,b*}", ",c=d", {"a": [""], "b": {"c": "d"}}, "an empty member that the comma shows"),
    ("{a*,b}", ",c", {"a": [""], "b": "c"}, "what can be defined is"),
    ("{a*,b*}", "", {}, "which a single empty member does not show"),
    ("{name}{.ext}", "report.pdf", {"name": "report", "ext": "pdf"}, "what can be defined is"),
    ("a{x:2}b", "axyb", {"x": "xy"}, "a prefix"),
    ("a{x:2}b", "axyzb", None, "too long for it"),
    ("a{x:2}b", "a%C3%A9%C3%A9b", {"x": "éé"}, "characters are counted, not octets"),
    ("{x}", "\ud800", None, "no text"),
    ("", "", {}, "nothing"),
    ("a+b(c)*", "a+b(c)*", {}, "literals are no regular expression"),
    ("a.c", "abc", None, "a dot neither"),
]


@pytest.mark.parametrize(("text", "uri", "values", "why"), MATCHES)
def test_match(text: str, uri: str, values: dict[str, Any] | None, why: str) -> None:
    match = URITemplate(text).match(uri)
    assert (None if match is None else match.values) == values, why


def test_separators_are_let_in_where_asked_for() -> None:
    match = URITemplate("/{user}").match("/a%2Fb", allow_encoded_separators=True)
    assert match is not None
    assert match["user"] == "a/b"


def test_a_match_says_where() -> None:
    template = URITemplate("/é/{user}{?q*,page}")
    match = template.match("/é/日本?q=a&q=b")
    assert match is not None
    assert type(match) is Match
    assert match.template is template
    assert match.name is None
    assert match.spans == {"user": (3, 5), "q": (8, 13)}
    assert (match["user"], match["q"], match["page"]) == ("日本", ["a", "b"], None)
    assert repr(match) == "Match(values={'user': '日本', 'q': ['a', 'b']})"
    with pytest.raises(KeyError):
        match["unknown"]


def test_classes() -> None:
    assert type(URITemplate("http://h/{a}").expand(a="b")) is URI
    assert type(URITemplate("/{a}").expand(a="b")) is URIReference
    assert type(URITemplate("{+a}").expand(a="http://h/")) is URIReference
    assert type(URITemplate("http://h/{a}").expand_iri(a="é")) is IRI
    assert type(URITemplate("/{a}").expand_iri(a="é")) is IRIReference
    template = URITemplate("/{a}")
    for clone in (
        copy.copy(template),
        copy.deepcopy(template),
        pickle.loads(pickle.dumps(template)),
    ):
        assert type(clone) is URITemplate
        assert clone == template
    assert URITemplate(b"/\xc3\xa9{a}") == "/é{a}"
    assert repr(template) == "URITemplate('/{a}')"


class Text(str):
    """A `str` whose methods misreport its text."""

    __slots__ = ()

    def __str__(self) -> str:
        return "lie"


# value, the text that `{?x*}` makes from it; why
VALUES: list[tuple[Any, str, str]] = [
    ("a", "?x=a", "text"),
    (Text("a"), "?x=a", "a subclass of str, by the text that it has"),
    (1, "?x=1", "a number, as str writes it"),
    (-1.5, "?x=-1.5", "another"),
    (True, "?x=true", "as JSON and forms have it"),
    (None, "", "undefined"),
    ([], "", "undefined (section 2.3)"),
    ({}, "", "undefined (section 2.3)"),
    ([None], "", "no member is defined"),
    (["a", None, 2], "?x=a&x=2", "a member that is not"),
    (("a", "b"), "?x=a&x=b", "a tuple"),
    ({"a": 1, "b": None}, "?a=1", "a value that is not"),
    (MappingProxyType({"a": "b"}), "?a=b", "any mapping"),
    ([("a", 1), ("a", 2)], "?a=1&a=2", "pairs, of which a name may come twice"),
]


@pytest.mark.parametrize(("value", "expected", "why"), VALUES)
def test_values(value: Any, expected: str, why: str) -> None:
    template = URITemplate("{?x*}")
    assert template.expand(x=value) == expected, why
    assert template.expand({"x": value}) == expected
    assert template.expand(MappingProxyType({"x": value})) == expected


@pytest.mark.parametrize(
    "value", [b"a", object(), {"a"}, [["a"]], {"a": ["b"]}, ["a", ("b", "c")], [("a",)], 1j]
)
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="the value of x must be"):
        URITemplate("{x}").expand(x=value)


def test_arguments() -> None:
    template = URITemplate("{x}{y}")
    assert template.expand({"x": "1", "y": "2"}, y="3") == "13"  # keywords count first
    assert template.expand({"self": 1, "values": 2}, strict=False) == ""
    assert template.expand(None, x="1") == "1"
    bad: list[Any] = [1, "x", ["x"]]
    for mapping in bad:
        with pytest.raises(TypeError, match="mapping"):
            template.expand(mapping)
    with pytest.raises(TypeError):
        template.expand({}, {})  # type: ignore[arg-type, call-arg]
    for uri in (None, 1, b"a"):
        with pytest.raises(TypeError, match="uri must be str"):
            template.match(uri)  # type: ignore[arg-type]
    caught = error_of(template.expand, x="a\ud800")
    assert (caught.position, caught.reason) == (1, Reason.LONE_SURROGATE)


# template, values, the partial expansion; why
PARTIAL: list[tuple[str, dict[str, Any], str, str]] = [
    ("/{a}/{b}", {"a": "x y"}, "/x%20y/{b}", "one of two"),
    ("/{a}", {"a": "é"}, "/é", "so that it becomes an IRI as well"),
    ("{/a,b,c}", {"b": "x"}, "{/a}/x{/c}", "segments can be cut anywhere"),
    ("{.a,b}", {"b": None}, "{.a}", "undefined for good"),
    ("{?a,b}", {"a": "1"}, "?a=1{&b}", "a query goes on"),
    ("{?a,b}", {"a": None}, "{?b}", "or begins later"),
    ("{?a,b,c}", {"a": "1", "c": "2"}, "?a=1{&b}&c=2", "around one that is open"),
    ("{?a:3,b*}", {}, "{?a:3,b*}", "modifiers stay"),
    ("{+a}'{b}", {"a": "it's"}, "it's'{b}", "erratum 6937 lets it stand in a literal"),
    ("{x,y}", {"x": "1", "y": None}, "1", "all of an expression"),
]


@pytest.mark.parametrize(("text", "values", "expected", "why"), PARTIAL)
def test_partial(text: str, values: dict[str, Any], expected: str, why: str) -> None:
    assert URITemplate(text).partial(values) == expected, why
    assert URITemplate(text).partial(**values) == expected


@pytest.mark.parametrize(("text", "name"), [("{?a,b}", "b"), ("{a,b}", "a"), ("{#a,b}", "b")])
def test_what_no_template_says(text: str, name: str) -> None:
    with pytest.raises(ValueError, match="no template expresses"):
        URITemplate(text).partial({name: "1"})


# template, values, the partial expansion with `reorder`; why
REORDERED: list[tuple[str, dict[str, Any], str, str]] = [
    ("{?a,b}", {"b": "1"}, "?b=1{&a}", "what is given comes first"),
    ("{?a*,b:3,c}", {"c": "1"}, "?c=1{&a*,b:3}", "modifiers stay"),
    ("{?a,b,c,d}", {"b": "1", "d": "2"}, "?b=1{&a,c}&d=2", "what is open comes as early as it can"),
    ("{?a,b}", {"b": None}, "{?a}", "undefined for good"),
    ("{?a,b}", {"a": "1"}, "?a=1{&b}", "in order where that can be said"),
    ("{?a,b,c}", {"a": "1", "c": "2"}, "?a=1{&b}&c=2", "the same"),
]


@pytest.mark.parametrize(("text", "values", "expected", "why"), REORDERED)
def test_a_partial_expansion_in_another_order(
    text: str, values: dict[str, Any], expected: str, why: str
) -> None:
    template = URITemplate(text)
    begun = template.partial(values, reorder=True)
    assert begun == expected, why
    rest = {name: "x" for name in "abcd" if name not in values and name in text}
    whole = template.match(template.expand(values | rest), query="any-order")
    reordered = template.match(begun.expand(rest), query="any-order")
    assert whole is not None
    assert reordered is not None
    assert reordered.values == whole.values


def test_only_a_query_is_reordered() -> None:
    for text, name in [("{a,b}", "a"), ("{#a,b}", "b"), ("{+a,b}", "b")]:
        with pytest.raises(ValueError, match="no template expresses"):
            URITemplate(text).partial({name: "1"}, reorder=True)
    assert URITemplate("{reorder}").expand(reorder="a") == "a"
    with pytest.raises(TypeError, match="reorder must be a bool"):
        URITemplate("{reorder}").partial(reorder="a")  # type: ignore[arg-type]


def test_level_and_variables() -> None:
    levels = {"": 1, "a": 1, "{a}": 1, "{+a}": 2, "{#a}": 2, "{a,b}": 3, "{.a}": 3, "{a*}": 4}
    assert {text: URITemplate(text).level for text in levels} == levels
    variables = URITemplate("é{a}{?b:3,c*}").variables
    assert [tuple(variable) for variable in variables] == [
        ("a", "", False, None, (1, 4)),
        ("b", "?", False, 3, (4, 13)),
        ("c", "?", True, None, (4, 13)),
    ]


ROUTES = {
    "me": "/users/me",
    "user": "/users/{user}",
    "search": "/users/{user}{?q}",
    "repo": "/users/{user}/repos/{repo}",
    "file": "/users/{user}/files{/path*}",
    "any": "/{+path}",
    "root": "/",
}


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("/users/me", "me"),
        ("/users/%6De", "me"),
        ("/users/anna", "user"),
        ("/users/anna?q=1", "search"),
        ("/users/anna?x=1", "any"),
        ("/users/anna/repos/x", "repo"),
        ("/users/anna/repos/x%2Fy", "any"),
        ("/users/anna/files", "file"),
        ("/users/anna/files/a/b", "file"),
        ("/", "root"),
        ("x", None),
        ("", None),
        ("\ud800", None),
    ],
)
def test_router(uri: str, name: str | None) -> None:
    for items in (ROUTES.items(), reversed(ROUTES.items())):
        router = Router(dict(items))
        for _ in range(2):  # the second time uses its cache
            match = router.match(uri)
            assert (None if match is None else match.name) == name
        if match is not None:
            assert match.template == ROUTES[str(name)]


def test_a_router_finds_what_its_templates_find() -> None:
    rng = random.Random(1)
    for _ in range(200):
        routes = {i: made(rng)[0] for i in range(8)}
        router = Router(routes)
        assert len(router) == 8
        assert router.templates == routes
        for text in routes.values():
            values = made(rng)[1]
            try:
                uri = URITemplate(text).expand(values, strict=False)
            except ValueError:
                continue
            match = router.match(uri)
            matching = [i for i, other in routes.items() if URITemplate(other).match(uri)]
            assert (match is not None) == bool(matching)
            if match is not None:
                direct = URITemplate(routes[match.name]).match(uri)
                assert direct is not None
                assert match.values == direct.values


def test_a_router_refuses_what_it_does_not_take() -> None:
    with pytest.raises(ParseError):
        Router({"a": "{"})
    for templates_ in (None, ["/a"], "/a"):
        with pytest.raises(TypeError, match="templates must be a mapping"):
            Router(templates_)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes str or bytes"):
        Router({"a": 1})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="uri must be str"):
        Router({}).match(None)  # type: ignore[arg-type]


MILLION = 1_000_000

# template, the repeated piece of the text, its end: shapes that make regular expressions slow
HOSTILE = [
    ("{a}", "a", ""),
    ("{a}", "a", "!"),
    ("{a}{b}{c}{d}{e}", "a", "!"),
    ("{+a}{+b}{+c}", "a", "\x00"),
    ("{+a}/{+b}/{+c}/x", "/a", ""),
    ("{a*}{b*}", "a,", "!"),
    ("{.a*}{.b*}", ".a", "!"),
    ("{/a*}{/b*}", "/a", "!"),
    ("{?a*}{&b*}", "&a=a", "!"),
    ("{;a*,b*}", ";a", "!"),
    ("{a}aaaaaaaaaaaaaaaaaaaa{b}", "a", "!"),
    ("{a,b,c,d,e,f,g}", "a,", "!"),
    ("{a:200}{b:200}{c}", "a", "!"),
    ("/{a}", "%2F", ""),
    ("{a}", "%C3%A9", "%C3"),
    ("{+a}%25{+b}", "%25", ""),
    ("{a}/{a}", "a", "/b"),
]


@pytest.mark.parametrize(("text", "piece", "end"), HOSTILE)
def test_time_is_linear_in_the_text(text: str, piece: str, end: str) -> None:
    template, router = URITemplate(text), Router({"a": text, "b": "{+x}{+y}"})

    def work(length: int) -> None:
        uri = piece * (length // len(piece)) + end
        template.match(uri)
        router.match(uri)

    work(1000)
    assert_grows_at_most(
        40, work, MILLION // 10, MILLION, fast=3
    )  # quadratic would be a hundred times


def test_large_templates() -> None:
    def work(text: str) -> None:
        template = URITemplate(text)
        expanded = template.expand(a="x", strict=False)
        template.partial(a="x", b=None, strict=False)
        assert template.match("!") is None
        assert len(template.variables) == text.count("a" if "{" in text else "{") + text.count("b")
        assert template.level in {1, 3}
        assert len(expanded) <= 4 * len(text)

    for text in (
        "a" * MILLION,
        "{a}" * (MILLION // 10),
        "{/a}" * 50_000,
        "{?" + "a," * 50_000 + "b}",
    ):
        assert_takes_at_most(20, lambda text=text: work(text))  # type: ignore[misc]


# --- dot segments (RFC 3986 §5.2.4)

DOTS = [
    # template, values, the path that it would make, the variables that are named
    ("/{x}", {"x": ".."}, "/..", "x"),
    ("/{x}/b", {"x": "."}, "/./b", "x"),
    ("/{x}{y}", {"x": ".", "y": "."}, "/..", "x, y"),
    ("/{x}{y}", {"x": "."}, "/.", "x, y"),
    ("/.{y}", {}, "/.", "y"),
    ("/.{y}", {"y": ""}, "/.", "y"),
    ("/{y}.", {}, "/.", "y"),
    ("/.{y}/", {"y": "."}, "/../", "y"),
    ("{/x}", {"x": ".."}, "/..", "x"),
    ("{/x*}", {"x": ["a", "..", "b"]}, "/a/../b", "x"),
    ("/{.x}", {"x": "."}, "/..", "x"),
    ("/{.x}", {"x": ""}, "/.", "x"),
    ("/..{;x}", {}, "/..", "x"),
    ("/..{.x}", {}, "/..", "x"),
    ("/{+x}", {"x": "a/../b"}, "/a/../b", "x"),
    ("/{+x}", {"x": "%2E%2e"}, "/%2E%2e", "x"),
    ("/{+x}{y}", {"x": "%2e", "y": "."}, "/%2e.", "x, y"),
    ("/a{+x}.", {"x": "/."}, "/a/..", "x"),
    ("/..{+x}", {"x": "/a"}, "/../a", "x"),
    ("{+x}/a", {"x": "http://h/.."}, "http://h/../a", "x"),
    ("s:{x}", {"x": ".."}, "s:..", "x"),
]

NO_DOTS = [
    ("/{x}", {"x": "..."}, "/..."),
    ("/{x}", {"x": "../a"}, "/..%2Fa"),
    ("/{x}", {"x": "%2e%2e"}, "/%252e%252e"),
    ("/a/../{x}", {"x": "b"}, "/a/../b"),  # the template's own
    ("/../..{/x}", {"x": "b"}, "/../../b"),
    ("/..{?q}", {"q": "a"}, "/..?q=a"),
    ("/..{?q}", {}, "/.."),
    ("/..{#f}", {}, "/.."),
    ("/a{;x}", {"x": ".."}, "/a;x=.."),  # a name is before it
    ("/{;x}", {"x": "."}, "/;x=."),
    ("/a{.x}", {"x": "."}, "/a.."),
    ("/a{?x}", {"x": ".."}, "/a?x=.."),
    ("/a{#x}", {"x": "/../"}, "/a#/../"),
    ("/a?b=/{x}/", {"x": ".."}, "/a?b=/../"),
    ("//{x}/", {"x": ".."}, "//../"),  # a host
]


@pytest.mark.parametrize(("template", "values", "text", "variables"), DOTS)
def test_values_that_make_dot_segments_are_refused(
    template: str, values: dict[str, Any], text: str, variables: str
) -> None:
    for expanded in (URITemplate(template).expand, URITemplate(template).expand_iri):
        with pytest.raises(ValueError, match=r"RFC 3986 §5\.2\.4") as caught:
            expanded(values)
        named = " and ".join(variables.rsplit(", ", 1))
        assert f" of {named} make" in str(caught.value)
        assert expanded(values, dot_segments=True) == text
    with pytest.raises(ValueError, match="dot segment"):
        Router({"a": template}).expand("a", values)
    assert Router({"a": template}).expand("a", values, dot_segments=True) == text


HOSTS = [
    ("/{a}/{b}", {"a": "", "b": "h"}, "//h", "a"),
    ("/{a}/{b}", {"b": "h"}, "//h", "a"),
    ("{/a*}", {"a": ["", "h"]}, "//h", "a"),
    ("{/a,b}", {"a": "", "b": "h"}, "//h", "a and b"),
    ("/{a}/", {}, "//", "a"),
    ("https:/{a}/{b}", {"b": "h"}, "https://h", "a"),
    ("/{+a}/{b}", {"b": "h"}, "//h", "a"),
]


@pytest.mark.parametrize(("template", "values", "text", "variables"), HOSTS)
def test_values_that_make_a_host_are_refused(
    template: str, values: dict[str, Any], text: str, variables: str
) -> None:
    for expanded in (URITemplate(template).expand, URITemplate(template).expand_iri):
        with pytest.raises(ValueError, match=f"of {variables} makes? two adjacent slashes"):
            expanded(values)
        assert expanded(values, dot_segments=True) == text
    first = {"a": values.get("a")}
    with pytest.raises(ValueError, match="two adjacent slashes"):
        URITemplate(template).partial(first).expand({**values, **first}, strict=False)


@pytest.mark.parametrize(("template", "values", "text"), NO_DOTS)
def test_what_makes_no_dot_segment_is_not_refused(
    template: str, values: dict[str, Any], text: str
) -> None:
    assert URITemplate(template).expand(values) == text
    assert URITemplate(template).expand(values, dot_segments=True) == text


@pytest.mark.parametrize(
    ("template", "first", "then"),
    [
        ("/{x}/b", {"x": ".."}, None),
        ("/{x}{?q}", {"x": ".."}, None),  # what follows begins with a delimiter
        ("/{x}{/y}", {"x": ".."}, None),
        ("/.{x}/{y}", {"x": None}, None),
        ("/{x}{y}", {"x": "."}, {"y": "."}),
        ("/{x}{y}", {"x": "."}, {"y": None}),
        ("/{x}{.y}", {"x": ".."}, {}),
        ("{/x}{y}", {"y": ".."}, {}),
        ("/{x}{y}", {"y": "."}, {"x": "."}),
    ],
)
def test_no_partial_expansion_hides_a_dot_segment(
    template: str, first: dict[str, Any], then: dict[str, Any] | None
) -> None:
    with pytest.raises(ValueError, match="dot segment"):
        URITemplate(template).partial(first).expand(then or {})
    if then is None:
        with pytest.raises(ValueError, match="dot segment"):
            URITemplate(template).partial(first)
    begun = URITemplate(template).partial(first, dot_segments=True)
    assert begun.expand(then or {}, dot_segments=True)


@given(st.data())
def test_no_dot_segment_comes_of_values(data: st.DataObject) -> None:
    """A template without a dot is refused or makes no dot segment; pieces give the same result.

    Values do not make a host either, unless the template begins with one or `{+x}` writes it.
    `partial` refuses values that could make one with the remaining values.
    """
    template = URITemplate(data.draw(templates(prefixes=True)).replace(".", "/"))
    dots = st.text("./%2e\\a", max_size=4)
    values = {
        v.name: data.draw(st.one_of(dots, st.none(), st.lists(dots, max_size=2)))
        for v in template.variables
    }
    values = {
        v.name: None if v.prefix and isinstance(values[v.name], list) else values[v.name]
        for v in template.variables
    }
    try:
        whole = template.expand(values, dot_segments=True)
    except ParseError:
        reject()
    has_dots = any(s.lower().replace("%2e", ".") in {".", ".."} for s in whole.path.segments)
    is_own = bool(
        re.match(r"([a-z]+:)?//", re.sub(r"\{/.*?\}", "/x", re.sub(r"\{[^/].*?\}", "x", template)))
    )
    has_host = whole.authority is not None and not is_own
    is_trusted = "{+" in template
    names = data.draw(st.sets(st.sampled_from([v.name for v in template.variables])))
    try:
        begun = template.partial({name: values[name] for name in names})
        by_pieces = begun.expand({name: v for name, v in values.items() if name not in names})
    except ValueError as error:
        assert (
            has_dots
            or "no template expresses" in str(error)
            or "two adjacent slashes" in str(error)
        )
    else:
        assert not has_dots
        assert is_trusted or not has_host
        assert by_pieces == whole
    if has_dots:
        with pytest.raises(ValueError, match="dot segment"):
            template.expand(values)
    elif has_host and not is_trusted:
        with pytest.raises(ValueError, match="two adjacent slashes"):
            template.expand(values)
    elif has_host:
        with suppress(ValueError):
            assert template.expand(values) == whole
    else:
        assert template.expand(values) == whole


def test_a_router_expands_by_name() -> None:
    router = Router({"user": "https://h/users/{user}", 7: ("/items/{id}", {"id": int})})
    assert router.expand("user", user="a/b") == URI("https://h/users/a%2Fb")
    assert router.expand(7, {"id": 3}) == "/items/3"
    assert router.expand("user", {}, usr=1, strict=False) == "https://h/users/"
    with pytest.raises(ValueError, match="no variable 'usr'"):
        router.expand("user", usr=1)
    with pytest.raises(KeyError):
        router.expand("other")
