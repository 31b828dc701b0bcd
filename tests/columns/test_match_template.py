"""`match_template` compared with `URITemplate.match`: the suite, made templates, types of fields."""

import random
from typing import Any

import pyarrow as pa
import pytest

from iriform import Reason, URIReference, URITemplate, columns
from tests.columns.per_object import fields
from tests.columns.test_layouts import TYPES, array, plain
from tests.effort import rounds
from tests.errors import error_of
from tests.tables import rows
from tests.test_template import made

SUITE = [
    (URITemplate(row["template"]), row["expected"])
    for row in rows("template")
    if row["kind"] == "expansion" and row["expected"] is not False
]


@pytest.mark.collection
def test_the_suite() -> None:
    expansions = [text for _, of in SUITE for text in (of if isinstance(of, list) else [of])]
    column = pa.array([*expansions, None, "a b"])
    matched = 0
    for template in dict.fromkeys(template for template, _ in SUITE if template.variables):
        wanted = [fields(template, text) for text in expansions]
        assert plain(columns.match_template(column, template)) == [*wanted, None, None], template
        matched += sum(row is not None for row in wanted)
    assert matched > 400


def test_made_templates() -> None:
    rng = random.Random(6570)
    templates = matched = 0
    texts: list[str] = ["", "/", "a", "?x=1&y=2", "/a/b", "http://h/;a=1"]
    while templates < rounds(2_000, 10_000):
        text, values = made(rng)
        template = URITemplate(text)
        if not template.variables:
            continue
        try:
            expansion = template.expand(values, strict=False)
        except ValueError:  # not a reference, or a prefix of a list
            continue
        texts = [expansion, *texts[:9]]
        slash = rng.random() < 0.5
        column = array([*texts], rng.choice(list(TYPES.values())))
        answer = columns.match_template(column, template, allow_encoded_separators=slash)
        wanted = [fields(template, text, slash=slash) for text in texts]
        assert plain(answer) == wanted, (template, texts)
        templates += 1
        matched += wanted[0] is not None
    assert matched > 0.7 * templates


@pytest.mark.parametrize("of", TYPES.values(), ids=TYPES)
def test_the_types_of_fields(of: pa.DataType) -> None:
    column = array(["/a", None, "b"], of)

    answer = columns.match_template(column, "/{x}{/y*}{?z*}")

    text = of.value_type if pa.types.is_dictionary(of) else of
    make = pa.large_list if text in (pa.large_string(), pa.large_binary()) else pa.list_
    pair = pa.struct([("name", text), ("value", text)])
    assert answer.type == pa.struct([("x", text), ("y", make(text)), ("z", make(pair))])
    assert plain(answer) == [{"x": "a", "y": None, "z": None}, None, None]


# template, text, fields, why
ROWS = [
    ("/{x}", "/a,b", {"x": "a,b"}, "a list where the type is text"),
    ("/{x}", "/a%2Cb", {"x": "a,b"}, "a comma of a text"),
    ("{/x*}", "/a/b", {"x": ["a", "b"]}, "a list of texts"),
    ("{/x*}", "/a=1/b", None, "neither a list nor pairs"),
    ("{/x*}", "/a=1/b=2", {"x": ["a=1", "b=2"]}, "pairs where the type is a list of texts"),
    ("{?x*}", "?x=1&x=2", {"x": [{"name": "x", "value": v} for v in "12"]}, "a list"),
    ("{?x*}", "?b=%20", {"x": [{"name": "b", "value": " "}]}, "a pair"),
    ("/{x}{?x*}", "/1?x=1", {"x": [{"name": "x", "value": "1"}]}, "a name that comes twice"),
    ("/{x:1}/{x}", "/a/abc", {"x": "abc"}, "a prefix of the same value"),
    ("/{x:1}/{x}", "/b/abc", None, "another value"),
    ("/{x}", "/a%2Fb", None, "a separator"),
    ("/{x}", "/é", {"x": "é"}, "text beyond ASCII"),
    ("/{+x:3}", "/50%25", {"x": "50%"}, "a triplet in a prefix"),
    ("{;x}", ";x=", {"x": ""}, "a list of one empty text where the type is text"),
    ("{x*,y*}", ",a=b", {"x": [""], "y": ["a=b"]}, "an empty member before pairs"),
    ("{x}:b", "1:b", None, "no reference"),
]  # fmt: skip


@pytest.mark.parametrize(("template", "text", "row", "why"), ROWS, ids=[row[-1] for row in ROWS])
def test_rows(template: str, text: str, row: Any, why: str) -> None:
    assert columns.match_template(pa.array([text]), template).to_pylist() == [row], why


def test_what_rows_must_match() -> None:
    column = pa.array(["/é", "http://a/é"])

    assert columns.match_template(column, "{+x}").to_pylist() == [
        {"x": text.as_py()} for text in column
    ]
    assert columns.match_template(column, "{+x}", as_="IRI").to_pylist()[0] is None
    assert columns.match_template(column, "{+x}", as_=URIReference).to_pylist() == [None, None]


def test_a_template_that_is_none() -> None:
    error = error_of(columns.match_template, pa.array(["/a"]), "/{user")
    assert (error.position, error.reason) == (6, Reason.UNCLOSED_EXPRESSION)
    with pytest.raises(ValueError, match='the template "/a" has no variables'):
        columns.match_template(pa.array(["/a"]), "/a")
    with pytest.raises(TypeError, match="template must be a str, not int"):
        columns.match_template(pa.array(["/a"]), 1)  # type: ignore[arg-type]


def test_chunks_and_threads() -> None:
    texts = [f"/{number}{'?q=a&q=b' if number % 3 else ''}" for number in range(50_000)]
    whole = pa.array([*texts, *["x"] * 100])
    template = "/{n}{?q*}"

    one = columns.match_template(whole, template, threads=1)

    assert columns.match_template(whole, template, threads=2).equals(one)
    chunked = pa.chunked_array([whole[:7], whole[7:7], whole[7:]])
    assert columns.match_template(chunked, template).combine_chunks().equals(one)
    assert one.field("n").to_pylist()[:3] == ["0", "1", "2"]


# template, request, fields, fields if no pair may be left over; why
REQUESTS = [
    ("/{x}{?q,r}", "/a?r=1&q=b:c", {"x": "a", "q": "b:c", "r": "1"}, True, "another order"),
    ("/{x}{?q}", "/a?z=1&q=b", {"x": "a", "q": "b"}, False, "a pair that is left over"),
    ("/{x}{?q*}", "/a?q=1&b=2", {"x": "a", "q": [{"name": "q", "value": "1"}]}, False, "a list"),
    ("/{x}{?q}", "/a?q=1&q=2", None, False, "a name twice"),
    ("/{x}{?q}", "/a?q=b+c%2B", {"x": "a", "q": "b c+"}, True, "a plus"),
    ("/{x}{?q}", "/a", {"x": "a", "q": None}, True, "no query"),
]  # fmt: skip


@pytest.mark.parametrize("of", TYPES.values(), ids=TYPES)
def test_requests(of: pa.DataType) -> None:
    for template, text, row, is_whole, why in REQUESTS:
        column = array([text, None], of)
        answer = columns.match_template(column, template, query="any-order", plus=True)
        assert plain(answer) == [row, None], why
        options: Any = {"query": "any-order", "plus": True}
        assert fields(URITemplate(template), text, **options) == row
        options["extra"] = "refuse"
        answer = columns.match_template(column, template, **options)
        assert plain(answer) == [row if is_whole else None, None], why


@pytest.mark.parametrize(
    ("template", "text", "row"),
    [
        ("/wiki/{title}", "/wiki/Foo_(bar)", {"title": "Foo_(bar)"}),
        ("/{x}", "/a,b", {"x": "a,b"}),
        ("/{x}", "/@a:b", {"x": "@a:b"}),
        ("/{x}/{y}", "/!$&'()/*+;=", {"x": "!$&'()", "y": "*+;="}),
        ("/{x,y}", "/a,b;c", {"x": "a", "y": "b;c"}),
        ("/{x}{?q}", "/(a)?z=1&q=b:c", {"x": "(a)", "q": "b:c"}),
        ("/{x}{?q}", "/(a)?q=1&q=2", None),
        ("/{x}?f=1{&q}", "/(a)?f=2&q=1&f=1", None),
        ("/{x}", "/a/b", None),
        ("/{x}", "/a%2Fb", None),
        ("/{x}.json", "/a;b.json", {"x": "a;b"}),
    ],
)
def test_requests_as_they_come(template: str, text: str, row: dict[str, Any] | None) -> None:
    match = URITemplate(template).match(text, request=True)
    assert (match and match.values) == row
    column = pa.array([text])
    assert columns.match_template(column, template, request=True).to_pylist() == [row]
    if row is not None and not text.isascii():
        return
    strict = columns.match_template(column, template, query="any-order").to_pylist()
    assert strict in ([None], [row]) or "," in text


def test_requests_that_cannot_be_asked_for() -> None:
    column = pa.array(["/a"])
    with pytest.raises(ValueError, match="the query of the template is not a set of pairs: {x} at"):
        columns.match_template(column, "/?{x}", query="any-order")
    with pytest.raises(ValueError, match="query must be 'exact' or 'any-order'"):
        columns.match_template(column, "/{x}", query="any")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="extra and plus are for query='any-order'"):
        columns.match_template(column, "/{x}", extra="refuse")
    assert columns.match_template(column, "/?{x}").to_pylist() == [None]
