"""DuckDB's extension compared with `iriform.columns`, on all texts: `make test-duckdb-extension`."""

import json
import os
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import iriform.duckdb
from iriform import Policy, columns
from iriform._engines import sql as _sql
from iriform._engines.table import OPERATIONS
from tests.tables import CORPORA, ROOT, collected

EXTENSION = os.environ["IRIFORM_DUCKDB_EXTENSION"]

PREFIXES = {"http": "http://example.org/", "h": "http://", "mailto": "mailto:a", "": "urn:"}

ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "segment": (-1,),
    "resolve": ("http://example.org/a/b?c",),
    "relative_to": ("http://example.org/a/b?c",),
    "has_finding": ("percent-encoded-unreserved",),
    "host_matches": ("example.org",),
    "query_value": ("q",),
    "query_values": ("q",),
    "compress": (PREFIXES,),
    "expand": (PREFIXES,),
    "match_template": ("{+start}://{host}{/path*}{?pairs*}",),
    "allows": (Policy.WEB,),
    "refusals": (Policy.WEB,),
    "with_host": ("h",),
    "update_query": ({"a": "é", "b": "1 2"},),
    "partition_value": ("k", "spark"),
}
"""The arguments that a call must have."""


ANSWERED = [name for name in OPERATIONS if not name.startswith("expand_template")]
"""The functions of texts."""


def literal(argument: Any) -> str:
    """Write an argument in SQL; a map is JSON, and the policy has a name."""
    if argument is Policy.WEB:
        return "'web'"
    if isinstance(argument, int):
        return str(argument)
    text = argument if isinstance(argument, str) else json.dumps(argument)
    return f"'{text}'"


def given(name: str) -> list[str]:
    """List the arguments of a call in SQL; pairs are alternating names and values."""
    arguments = ARGUMENTS.get(name, ())
    if name == "update_query":
        arguments = tuple(text for pair in arguments[0].items() for text in pair)
    return [literal(argument) for argument in arguments]


def texts() -> list[str | None]:
    """List the examples, and the vectors and corpora of ../shared, which a clone may lack."""
    found: list[str | None] = [*(ROOT / "examples/identifiers.txt").read_text().splitlines()]
    for path in collected("vectors", "*.jsonl"):
        for line in path.read_text().splitlines():
            found += [v for v in json.loads(line).values() if isinstance(v, str)]
    for path in CORPORA:
        found += path.read_text(errors="replace").splitlines()[:20_000]
    found += [
        "",
        None,
        "a" * 12,
        "a" * 13,
        "x:" + "é" * 6,
        "x:" + "é" * 5,
        None,
        "http://h/" * 9_000,
    ]
    return [v for v in found if v is None or not _has_surrogate(v)]


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


@pytest.fixture(scope="module")
def column() -> pa.Array:
    return pa.array(texts(), pa.string())


@pytest.fixture(scope="module")
def connection(column: pa.Array) -> Any:
    with duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 2}) as connection:
        iriform.duckdb.register(connection, native=EXTENSION)
        connection.register("arrow", pa.table({"row": range(len(column)), "url": column}))
        connection.execute("CREATE TABLE links AS SELECT row, url FROM arrow")
        yield connection


def test_the_functions_are_those_of_the_table(connection: Any) -> None:
    query = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name LIKE 'iri_%'"

    assert {name for (name,) in connection.sql(query).fetchall()} == {
        f"iri_{n}" for n in OPERATIONS
    }


@pytest.mark.collection
@pytest.mark.parametrize("name", ANSWERED)
def test_same_answers_as_columns(connection: Any, column: pa.Array, name: str) -> None:
    """Each row has the same answer as in `columns`, which other tests check."""
    wanted = getattr(columns, name)(column, *ARGUMENTS.get(name, ())).to_pylist()
    call = ", ".join(["url", *given(name)])

    query = f"SELECT iri_{name}({call}) FROM links ORDER BY row"  # noqa: S608
    answers = [answer for (answer,) in connection.sql(query).fetchall()]
    if name == "match_template":
        answers = [answer and json.loads(answer) for answer in answers]

    assert len(answers) == len(column) > 300
    assert answers == wanted


@pytest.mark.parametrize("name", ANSWERED)
def test_same_types_as_the_functions_of_python(connection: Any, name: str) -> None:
    call = ", ".join(["NULL", *given(name)])
    query = f"SELECT typeof(iri_{name}({call}))"
    with duckdb.connect() as python:
        iriform.duckdb.register(python)

        assert connection.sql(query).fetchall() == python.sql(query).fetchall()


def test_a_policy_of_ones_own_is_json(connection: Any) -> None:
    terms = json.dumps(Policy(schemes={"https"}, hosts={"*.example.org"}).to_dict())
    texts = "'https://a.example.org/'), ('http://a.example.org/'), ('https://b.example/'), (NULL"
    answers = f"iri_allows(url, '{terms}'), iri_refusals(url, '{terms}')"

    assert connection.sql(f"SELECT {answers} FROM (VALUES ({texts})) t(url)").fetchall() == [  # noqa: S608
        (True, []),
        (False, ["scheme-not-allowed"]),
        (False, ["host-not-allowed"]),
        (None, None),
    ]
    for wrong in ("no-such-policy", "{", '{"hots": []}'):
        with pytest.raises(duckdb.Error):
            connection.sql(f"SELECT iri_allows('x:', '{wrong}')").fetchall()


def test_a_base_for_each_row(connection: Any, column: pa.Array) -> None:
    bases = pa.array([column[(i * 7 + 1) % len(column)].as_py() for i in range(len(column))])
    connection.register(
        "with_bases", pa.table({"row": range(len(column)), "url": column, "base": bases})
    )

    query = "SELECT iri_resolve(url, base), iri_relative_to(url, base) FROM with_bases ORDER BY row"
    answers = connection.sql(query).fetchall()

    resolved = _sql.BoundOperation("resolve")(column, bases).to_pylist()
    relative = _sql.BoundOperation("relative_to")(column, bases).to_pylist()
    assert answers == list(zip(resolved, relative, strict=True))


def test_in_queries(connection: Any) -> None:
    """Filters, groups and casts pass vectors of every kind to the functions."""
    assert (
        connection.sql("""
        SELECT count(*) FROM links
        WHERE iri_host(url) IS NOT NULL AND iri_host(upper(iri_host(url)) || ':') IS NULL
          AND list_contains(iri_check(url || '#a'), 'x') = FALSE
    """).fetchall()[0][0]
        > 0
    )
    assert connection.sql("SELECT iri_host('http://h/'), iri_port('http://h:8/')").fetchall() == [
        ("h", 8)
    ]
    assert connection.sql("SELECT [iri_host(u) FOR u IN ['http://h/', NULL, '']]").fetchall() == [
        (["h", None, None],)
    ]
    assert connection.sql("""
        SELECT iri_components(u).host FROM (SELECT unnest(['http://h/', 'http://i/']) AS u)
        WHERE iri_is_valid(u, 'URI') ORDER BY ALL
    """).fetchall() == [("h",), ("i",)]


def test_without_permission() -> None:
    with duckdb.connect() as connection, pytest.raises(duckdb.Error, match="unsigned"):
        iriform.duckdb.register(connection, native=EXTENSION)


def test_two_databases_of_a_process() -> None:
    for _ in range(2):
        with duckdb.connect(config={"allow_unsigned_extensions": "true"}) as connection:
            iriform.duckdb.register(connection, native=EXTENSION)
            iriform.duckdb.register(connection, native=EXTENSION)
            assert connection.sql("SELECT iri_host('http://h/')").fetchall() == [("h",)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("iri_query_value(url, 1)", "name must be text"),
        ("iri_check(url, 'best')", "profile"),
        ("iri_has_finding(url, 'nothing')", "nothing"),
    ],
)
def test_bad_arguments(connection: Any, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        connection.sql(f"SELECT {call} FROM links").fetchall()  # noqa: S608
