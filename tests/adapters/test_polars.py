"""Polars: expressions of the plugin, and methods of Series.

These tests also run with old versions of Polars: `make test-engines`.
"""

import inspect
import io
import pickle
import resource
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typing_extensions import Self

import iriform.polars
from iriform import IRI, URI, ParseError, Policy, PrefixMap, URIReference, columns
from tests.errors import error_of
from tests.growth import assert_stays_flat

from .answers import ANSWERS, BASE, CASES, FUNCTIONS, TEXTS, call, expected

LINKS = pl.DataFrame({"url": TEXTS, "base": [BASE, None] * (len(TEXTS) // 2)})


def asked(name: str, options: dict[str, Any], column: str = "url") -> pl.Expr:
    expression: pl.Expr = call(getattr(pl.col(column).iri, name), options)  # type: ignore[attr-defined]
    return expression


def test_all_functions_are_there() -> None:
    assert set(iriform.polars.__all__) == set(FUNCTIONS)
    for name in FUNCTIONS:
        of_columns = inspect.signature(getattr(columns, name)).parameters
        ours = inspect.signature(getattr(iriform.polars, name)).parameters
        assert list(ours) == [p for p in of_columns if p != "threads"], name
        for parameter in set(ours):
            assert ours[parameter].default == of_columns[parameter].default, name
            assert ours[parameter].kind == of_columns[parameter].kind, name


@pytest.mark.parametrize(("name", "options", "answer"), CASES)
def test_same_answers(name: str, options: dict[str, Any], answer: Any) -> None:
    lazy = LINKS.lazy().select(asked(name, options))

    result = lazy.collect()

    assert result["url"].to_list() == expected(answer)
    assert result.schema == lazy.clear().collect().schema  # what is planned is what comes


def test_an_iterator_is_read_once() -> None:
    links = pl.DataFrame({"url": ["http://paypa1.com/a?b=c#d"]})
    fields: list[columns.Component] = ["path", "query"]
    row = links.select(
        check=iriform.polars.check("url", protected=iter(["paypal.com"])),
        some=iriform.polars.components("url", iter(fields)),
    ).row(0)
    assert row == (["host-font-confusable-with"], {"path": "/a", "query": "b=c"})


@pytest.mark.parametrize(("name", "options", "answer"), CASES)
def test_series(name: str, options: dict[str, Any], answer: Any) -> None:
    column = LINKS["url"]

    result = call(getattr(column.iri, name), options, threads=2)  # type: ignore[attr-defined]

    assert result.name == "url"
    assert result.to_list() == expected(answer)


@pytest.mark.parametrize("rows", [3, 2, 1, 0])
def test_edits_of_each_row(rows: int) -> None:
    """A part or a value is a text, a number, None, an expression or a Series."""
    frame = pl.DataFrame(
        {
            "url": ["http://a/?x=1", "urn:x", "http://b"][:rows],
            "host": pl.Series(["h", "i j", None][:rows], dtype=pl.String),
        }
    )
    url, host = pl.col("url"), pl.col("host")
    iri: Any = url.iri  # type: ignore[attr-defined]
    answers = frame.lazy().select(
        iri.with_host(host).alias("a"),
        iri.with_parts(query=host, port=8, fragment=None).alias("b"),
        iri.update_query({"h": [host, 1.5], "x": True, "é": pl.lit("&")}).alias("c"),
        iriform.polars.with_host(pl.lit("http://b:8/"), host).alias("d"),
        iriform.polars.with_parts("url", host=pl.lit("a b")).alias("e"),
        iri.with_parts(host=pl.lit(None), query=frame["host"]).alias("f"),
        iri.update_query([("h", None), ("h", "2")]).alias("g"),
    )

    result = answers.collect()

    assert set(result.schema.values()) == {pl.String}
    assert result.rows() == [
        (
            "http://h/?x=1", "http://a:8/?h", "http://a/?x=true&h=h&h=1.5&é=%26",
            "http://h:8/", None, "http:/?h", "http://a/?x=1&h&h=2",
        ),
        (None, None, "urn:x?h=i%20j&h=1.5&x=true&é=%26", None, None, None, "urn:x?h&h=2"),
        ("http:", "http://b:8", "http://b?h&h=1.5&x=true&é=%26", None, None, "http:", "http://b?h&h=2"),
    ][:rows]  # fmt: skip


def test_edits_that_cannot_be() -> None:
    iri: Any = pl.col("url").iri  # type: ignore[attr-defined]
    with pytest.raises(ParseError, match="not a host"):
        iri.with_host("a b")
    with pytest.raises(TypeError, match="a value must be a str, None or a column, not dict"):
        iri.update_query({"a": {}})
    with pytest.raises(TypeError, match="a value must be str, int, float"):
        iri.update_query({"a": object()})
    with pytest.raises(pl.exceptions.ComputeError, match="this is a column of int32"):
        LINKS.select(iri.with_host(pl.lit(5)))


@pytest.mark.parametrize("name", ["is_valid", "host", "components", "errors", "port", "to_uri"])
@pytest.mark.parametrize(
    "frame",
    [LINKS[3:9], LINKS[4:5], LINKS[:0], LINKS[::2], pl.concat([LINKS] * 3, rechunk=False),
     pl.concat([LINKS[1:], LINKS[:0], LINKS[2:7]], rechunk=False)],
    ids=["slice", "one", "none", "every other", "chunks", "chunks of slices"],
)  # fmt: skip
def test_layouts(frame: pl.DataFrame, name: str) -> None:
    answer = ANSWERS[name][0][1]

    result = frame.select(asked(name, {}))["url"]

    assert result.to_list() == expected(answer, frame["url"].to_list())


def test_prefixes_that_are_declared() -> None:
    """JSON-LD accepts a namespace with any ending only if it is declared."""
    frame = pl.DataFrame({"url": ["http://example.org/a1"]})
    for declared, compact in ((["x"], "x:1"), ([], None)):
        prefixes = PrefixMap({"x": "http://example.org/a"}, declared=declared)

        result = frame.select(asked("compress", {"prefixes": prefixes, "syntax": "json-ld"}))

        assert result["url"].to_list() == [compact]


def test_streaming() -> None:
    frame = pl.concat([LINKS] * 5000)
    lazy = frame.lazy().filter(asked("is_valid", {})).select(asked("host", {}))
    try:
        result = lazy.collect(engine="streaming")
    except (TypeError, ValueError):  # the name before 1.23
        result = lazy.collect(streaming=True)  # type: ignore[call-overload]

    hosts = expected(ANSWERS["host"][0][1])
    valid = expected(IRI.is_valid)
    once = [host for host, is_valid in zip(hosts, valid, strict=True) if is_valid]
    assert result["url"].to_list() == once * 5000


def test_contexts() -> None:
    frame = pl.DataFrame({"key": [1, 1, 2], "url": ["http://b/", "http://a/x", "http://c/"]})
    host = asked("host", {})

    grouped = frame.group_by("key", maintain_order=True).agg(host.alias("hosts"), host.min())
    over = frame.select(host.first().over("key"))
    by_host = frame.group_by(host.alias("host")).len().sort("host")
    chosen = frame.select(pl.when(asked("path", {}) == "/").then(host).otherwise(pl.lit("?")))

    assert grouped["hosts"].to_list() == [["b", "a"], ["c"]]
    assert grouped["url"].to_list() == ["a", "c"]
    assert over.to_series().to_list() == ["b", "b", "c"]
    assert by_host["host"].to_list() == ["a", "b", "c"]
    assert chosen.to_series().to_list() == ["b", "?", "c"]


def test_bases() -> None:
    """A base may belong to the row or the group, be the same for all rows, or be absent."""
    frame = pl.DataFrame(
        {"ref": ["../x", "y", "z"], "base": ["http://a/b/c", None, "not a base"], "key": [1, 1, 2]}
    )
    ref: Any = pl.col("ref")

    by_row = frame.select(ref.iri.resolve(pl.col("base")))
    first = frame.select(ref.iri.resolve(pl.col("base").first()))
    last = frame.select(ref.iri.resolve(pl.col("base").last()))
    literal: Any = pl.lit("?q")
    one_reference = frame.select(literal.iri.resolve(pl.col("base")).alias("ref"))
    in_group = frame.group_by("key", maintain_order=True).agg(ref.iri.resolve("http://h/i/j"))

    assert by_row["ref"].to_list() == ["http://a/x", None, None]
    assert first["ref"].to_list() == ["http://a/x", "http://a/b/y", "http://a/b/z"]
    assert last["ref"].to_list() == [None, None, None]
    assert one_reference["ref"].to_list() == ["http://a/b/c?q", None, None]
    assert in_group["ref"].to_list() == [["http://h/x", "http://h/i/y"], ["http://h/i/z"]]


def test_fields() -> None:
    lazy = LINKS.lazy().select(asked("components", {"fields": ["port", "host"]}))

    result = lazy.collect()

    assert result["url"].dtype == pl.Struct({"port": pl.UInt16, "host": pl.String})
    assert result["url"][0] == {"port": 8042, "host": "example.org"}
    with pytest.raises(ValueError, match='no component "hots": there are scheme, '):
        asked("components", {"fields": ["hots"]})


def test_pushed_into_a_scan(tmp_path: Path) -> None:
    """Polars treats the plugin's predicate as its own and reads a file of links with it."""
    LINKS.write_parquet(tmp_path / "links.parquet")
    scan = pl.scan_parquet(tmp_path / "links.parquet").filter(asked("is_valid", {}))

    plan = scan.explain()

    assert "SELECTION" in plan and "is_valid" in plan.partition("SELECTION")[2]  # noqa: PT018
    assert "FILTER" not in plan
    assert scan.collect()["url"].to_list() == [t for t in TEXTS if t and IRI.is_valid(t)]


def test_serialized() -> None:
    """A plan can be sent to another process."""
    plan = LINKS.lazy().select(asked("host", {})).serialize()

    assert pl.LazyFrame.deserialize(io.BytesIO(plan)).collect()["url"][0] == "example.org"


def test_types() -> None:
    octets = LINKS.select(pl.col("url").cast(pl.Binary))
    nothing = pl.DataFrame({"url": [None, None]})

    assert octets.select(asked("is_valid", {}))["url"].to_list() == expected(IRI.is_valid)
    assert nothing.select(asked("host", {}))["url"].to_list() == [None, None]


def test_categories_become_text() -> None:
    frame = LINKS.select(pl.col("url").cast(pl.Categorical)).select(asked("host", {}))

    assert frame["url"].dtype == pl.String
    assert frame["url"].to_list() == expected(ANSWERS["host"][0][1])


def test_octets_stay_octets() -> None:
    frame = LINKS.select(pl.col("url").cast(pl.Binary)).select(asked("host", {}))

    assert frame["url"].dtype == pl.Binary
    assert frame["url"][0] == b"example.org"


def test_errors_are_surfaced() -> None:
    numbers = pl.DataFrame({"url": [1]})

    with pytest.raises(pl.exceptions.ComputeError, match="this is a column of int64"):
        numbers.select(asked("host", {}))
    with pytest.raises(
        pl.exceptions.ComputeError, match=f"{len(TEXTS)} rows and its base column 2"
    ):
        LINKS.select(asked("resolve", {"base": pl.lit(pl.Series(["http://a/", "http://b/"]))}))
    # Errors that do not depend on the rows are raised before the query.
    with pytest.raises(ParseError, match="not an IRI"):
        asked("resolve", {"base": "/a"})
    with pytest.raises(ParseError, match="not a URI"):
        asked("relative_to", {"base": "http://例え.jp/", "as_": URI})
    with pytest.raises(TypeError, match="as_ must be one of URI"):
        asked("host", {"as_": str})
    with pytest.raises(ValueError, match="URI-reference, IRI-reference$"):
        asked("host", {"as_": "URL"})
    for name in ("normalize", "comparison_key"):
        with pytest.raises(ValueError, match="level must be 'string', 'syntax' or 'scheme'"):
            asked(name, {"level": "x"})


def test_a_base_that_may_be_meant_as_a_column() -> None:
    with pytest.raises(
        ParseError, match=r"(?s)not an IRI: .*\n.*for a column, write pl.col\('base'\)"
    ) as e:
        asked("resolve", {"base": "base"})
    assert (e.value.text, e.value.reason) == ("base", "missing-scheme")
    assert str(pickle.loads(pickle.dumps(e.value))) == str(e.value)
    assert "pl.col" not in str(error_of(asked, "resolve", {"base": "/base"}))


def test_classes_by_their_names() -> None:
    for as_ in ("URI-reference", "URIReference"):
        frame = LINKS.select(asked("is_valid", {"as_": as_}))
        assert frame["url"].to_list() == expected(URIReference.is_valid)


def resident() -> int:
    """The memory of this process, in bytes."""
    with Path("/proc/self/statm").open(encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_memory_is_given_back() -> None:
    """Answers, arguments and failed calls leave no memory behind."""
    frame = pl.concat([LINKS] * 1000)
    numbers = frame.select(url=pl.int_range(pl.len()))

    def work() -> None:
        frame.select(asked("components", {}))
        frame.lazy().select(asked("to_uri", {})).collect()
        with pytest.raises(pl.exceptions.ComputeError):
            frame.select(asked("resolve", {"base": pl.col("url").head(7)}))
        with pytest.raises(pl.exceptions.ComputeError):
            numbers.select(asked("host", {}))

    def often() -> None:
        for _ in range(15):
            work()

    assert_stays_flat(
        resident, often, 10_000_000
    )  # what is made in the meantime is ten times as much


def test_a_subclass_is_what_it_derives_from() -> None:
    class Link(URI):
        """A class that a user defines."""

    frame = LINKS.select(asked("is_valid", {"as_": Link}))

    assert frame["url"].to_list() == expected(URI.is_valid)


def test_a_class_with_a_policy() -> None:
    """Only `is_valid` applies the policy; the other functions reject it."""

    class Callback(URI, policy=Policy.WEB):
        """A class of the user's own."""

    class Short(Callback, policy=Policy(max_length=30)):
        """A type whose values must satisfy both policies."""

    for cls in (Callback, Short):
        expression = asked("is_valid", {"as_": cls})
        assert LINKS.select(expression)["url"].to_list() == expected(cls.is_valid)
        series: Any = LINKS["url"]
        assert series.iri.is_valid(as_=cls).to_list() == expected(cls.is_valid)
    with pytest.raises(TypeError, match="Short has a policy, which only is_valid asks"):
        asked("host", {"as_": Short})


def test_a_class_with_a_constructor_of_its_own() -> None:
    class Own(URI):
        def __new__(cls, text: str) -> Self:
            return super().__new__(cls, text)

    with pytest.raises(TypeError, match="Own has a constructor of its own, which columns do not"):
        asked("is_valid", {"as_": Own})


PARTS = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    "values",
    [
        pl.Series([True, False]),
        pl.Series([1, 2]),
        pl.Series([1.5, None]),
        pl.Series([["a"], []]),
        pl.Series([{"a": "b"}, None]),
        pl.Series([None, None], dtype=pl.Date),
    ],
    ids=["boolean", "integer", "float", "list", "struct", "date"],
)
def test_a_part_that_is_no_text_is_refused(part: str, values: pl.Series) -> None:
    """A column of booleans was once taken for a part that stays unchanged."""
    frame = pl.DataFrame({"url": ["http://h/", "http://i/"], "part": values})
    edited = pl.col("url").iri.with_parts(**{part: pl.col("part")})  # type: ignore[attr-defined]
    with pytest.raises(Exception, match="this is a column of"):
        frame.select(edited)
    if part == "host":
        with pytest.raises(Exception, match="this is a column of"):
            frame.select(pl.col("url").iri.with_host(pl.col("part")))  # type: ignore[attr-defined]
    with pytest.raises(Exception, match="this is a column of"):
        frame.select(pl.col("url").iri.update_query({"a": pl.col("part")}))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "dtype", [pl.Binary, pl.Categorical, pl.Enum(["http://h/?a=b", "x y"]), pl.String]
)
def test_every_type_of_text(dtype: Any) -> None:
    texts = ["http://h/?a=b", "x y", None]
    frame = pl.DataFrame({"url": pl.Series(texts, dtype=pl.String).cast(dtype)})
    url = pl.col("url").iri  # type: ignore[attr-defined]
    row = frame.lazy().select(
        host=url.host().cast(pl.String),
        valid=url.is_valid(),
        reason=url.errors().struct.field("reason"),
        pairs=url.pairs().list.len(),
        resolved=url.resolve(pl.col("url"), as_="IRI").cast(pl.String),
    )
    assert row.collect().rows() == [
        ("h", True, None, 1, "http://h/?a=b"),
        (None, False, "missing-scheme", None, None),
        (None,) * 5,
    ]


@pytest.mark.parametrize(
    ("ask", "production"),
    [
        (lambda url: url.with_host("a b"), "host"),
        (lambda url: url.with_parts(query="a b"), "query"),
        (lambda url: url.match_template("{x"), "URI-Template"),
        (lambda url: url.relative_to("http://h/", within="a b"), "URI-reference"),
    ],
)
def test_advice_about_bases_is_given_for_bases(ask: Any, production: str) -> None:
    with pytest.raises(ParseError) as failed:
        ask(pl.col("url").iri)  # type: ignore[attr-defined]
    assert type(failed.value) is ParseError
    assert production
    with pytest.raises(ParseError, match="a base that is text must have a scheme"):
        pl.col("url").iri.resolve("page")  # type: ignore[attr-defined]
