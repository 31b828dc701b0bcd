"""DuckDB: registered functions belong to the database, whichever connection registered them.

Each program runs in its own process, in which nothing was registered before.
"""

import textwrap
from pathlib import Path
from typing import Any

import duckdb
import pytest

import iriform.duckdb
from iriform import Policy
from tests.cli.program import python

PROGRAMS = {
    "a cursor that registers is closed": """
        c = duckdb.connect()
        k = c.cursor()
        register(k)
        k.close()
        ask(c)
    """,
    "a cursor that registers is forgotten": """
        c = duckdb.connect()
        register(c.cursor(), prefixes={"h": "http://h/"}, templates={"t": "{a}:{+b}"})
        gc.collect()
        ask(c)
        assert one(c, "iri_compress('http://h/a')") == "h:a"
        assert one(c, "iri_match_t('x:y').a") == "x"
    """,
    "the first of two connections to a file is closed": """
        a, b = duckdb.connect(path), duckdb.connect(path)
        register(a, policies={"mine": Policy(schemes=["https"])})
        a.close()
        ask(b)
        assert one(b, "iri_allows('http://h/', 'mine')") is False
        b.close()
        b = duckdb.connect(path)
        try:
            ask(b)
        except duckdb.CatalogException:
            register(b)
        ask(b)
    """,
    "the connection that registers is closed during a query": """
        c = duckdb.connect()
        r, k = c.cursor(), c.cursor()
        register(r)
        k.execute("CREATE TABLE t AS SELECT 'http://h/' || range AS url FROM range(200_000)")
        asked = []
        def query():
            asked.extend(k.execute("SELECT count(DISTINCT iri_path(url)) FROM t").fetchall())
        thread = threading.Thread(target=query)
        thread.start()
        r.close()
        del r
        gc.collect()
        thread.join()
        assert asked == [(200_000,)], asked
    """,
    "a pool": """
        pool = [duckdb.connect(path) for _ in range(4)]
        given = {"prefixes": {"h": "http://h/"}, "templates": {"t": "{a}:{+b}"},
                 "policies": {"mine": Policy(schemes=["https"])}, "protected": ["paypal.com"]}
        for i in range(12):
            connection = pool[i % 4]
            register(connection, **given)
            ask(connection)
            assert one(connection, "iri_compress('http://h/a')") == "h:a"
            connection.close()
            gc.collect()
            pool[i % 4] = duckdb.connect(path)
        for connection in pool:
            ask(connection)
            assert one(connection, "iri_expand('h:a')") == "http://h/a"
    """,
    "functions are replaced while others ask": """
        c = duckdb.connect()
        register(c, prefixes={"p0": "http://h/"})
        k = c.cursor()
        k.execute("CREATE TABLE t AS SELECT 'http://h/' || range AS url FROM range(100_000)")
        def query():
            for _ in range(5):
                # DuckDB has no function for a moment: it is removed before its successor is added.
                with suppress(duckdb.CatalogException):
                    k.execute("SELECT count(iri_compress(url)) FROM t").fetchone()
        thread = threading.Thread(target=query)
        thread.start()
        for i in range(20):
            register(c, prefixes={f"p{i}": "http://h/"})
            gc.collect()
        thread.join()
        assert one(k, "iri_compress('http://h/a')") == "p19:a"
    """,
    "indexes and views of a file outlive the process's first database": """
        c = duckdb.connect(path)
        register(c, aliases=["clickhouse", "bigquery", "spark"])
        c.execute("CREATE TABLE t (url VARCHAR); INSERT INTO t VALUES ('http://h/'), ('a b')")
        c.execute("CREATE VIEW hosts AS SELECT iri_host(url) AS host FROM t")
        assert c.sql("SELECT domain(url), net.host(url) FROM t").fetchall() == [("h", "h"), ("", None)]
        c.close()
        c = duckdb.connect(path)
        left = "SELECT function_name FROM duckdb_functions() WHERE NOT internal"
        assert c.sql(left).fetchall() == [], c.sql(left).fetchall()
        register(c)
        assert c.sql("FROM hosts").fetchall() == [("h",), (None,)]
    """,
}


BEGINNING = """
        import gc, threading
        from contextlib import suppress
        import duckdb
        from iriform import Policy
        from iriform.duckdb import register
        def one(connection, call):
            return connection.execute(f"SELECT {call}").fetchone()[0]
        def ask(connection):
            assert one(connection, "iri_host('http://h/')") == "h"
            assert one(connection, "iri_normalize('HTTP://h/', 'scheme', 'URI')") == "http://h/"
"""


@pytest.mark.parametrize("program", PROGRAMS)
def test_functions_stay_with_the_database(program: str, tmp_path: Path) -> None:
    path = str(tmp_path / "links.db")
    done = python(textwrap.dedent(f"{BEGINNING}\n        path = {path!r}{PROGRAMS[program]}"))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("given", "other", "call", "answers"),
    [
        (
            {"prefixes": {"a": "http://h/"}},
            {"prefixes": {"b": "http://h/"}},
            "iri_compress('http://h/x')",
            ["a:x", "b:x"],
        ),
        (
            {"policies": {"mine": Policy(schemes=["http"])}},
            {"policies": {"mine": Policy(schemes=["https"])}},
            "iri_allows('http://example.org/', 'mine')",
            [True, False],
        ),
        (
            {"templates": {"t": "{a}:{+b}"}},
            {"templates": {"t": "{+c}:{d}"}},
            "iri_match_t('x:y')",
            [{"a": "x", "b": "y"}, {"c": "x", "d": "y"}],
        ),
        (
            {"protected": ["paypal.com"]},
            {"protected": ["google.com"]},
            "iri_check('http://paypa1.com/')",
            [["host-font-confusable-with"], []],
        ),
    ],
)
def test_what_is_registered_again_replaces_or_is_refused(
    given: dict[str, Any], other: dict[str, Any], call: str, answers: list[object]
) -> None:
    """It was once ignored if another connection of the database had registered before."""

    def answer(connection: duckdb.DuckDBPyConnection) -> object:
        [row] = connection.sql(f"SELECT {call}").fetchall()
        return row[0]

    with duckdb.connect() as connection, connection.cursor() as cursor:
        iriform.duckdb.register(connection)
        iriform.duckdb.register(connection, **given)
        iriform.duckdb.register(cursor, **given)
        iriform.duckdb.register(cursor)
        assert answer(cursor) == answers[0]
        with pytest.raises(ValueError, match="another connection of this database has registered"):
            iriform.duckdb.register(cursor, **other)
        assert answer(cursor) == answers[0]
        iriform.duckdb.register(connection, **other)
        assert [answer(cursor), answer(connection)] == [answers[1]] * 2
        iriform.duckdb.register(connection, **given)
        assert answer(cursor) == answers[0]


def test_many_databases_share_their_functions() -> None:
    """The memory kept for the life of the process does not grow with each registration."""
    known = iriform.duckdb._FUNCTIONS  # noqa: SLF001 - what is kept
    sizes = []
    for _ in range(3):
        with duckdb.connect() as connection:
            iriform.duckdb.register(connection, prefixes={"a": "http://h/"}, templates={"t": "{a}"})
        sizes.append(len(known))
    assert len(set(sizes)) == 1
