"""SQLite: functions in SQL."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

import iriform.sqlite

from .answers import CASES, EXPANSIONS, FUNCTIONS, ROWS, TEXTS, VALUES, expected
from .test_duckdb import call


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        iriform.sqlite.register(connection)
        connection.execute("CREATE TABLE links (id INTEGER, url TEXT)")
        connection.executemany("INSERT INTO links VALUES (?, ?)", [*enumerate(TEXTS)])
        yield connection


@pytest.mark.parametrize(("name", "options", "answer"), CASES)
def test_same_answers(
    connection: sqlite3.Connection, name: str, options: dict[str, Any], answer: Any
) -> None:
    rows = connection.execute(f"SELECT {call(name, options)} FROM links ORDER BY id")  # noqa: S608
    answers = [row[0] for row in rows]
    if any(isinstance(value, (dict, list)) for value in expected(answer)):
        answers = [None if value is None else json.loads(value) for value in answers]

    assert answers == expected(answer)


def test_edits_of_each_row(connection: sqlite3.Connection) -> None:
    rows = connection.execute("""
        SELECT iri_with_host(url, host), iri_with_parts(url, 'host', host, 'query', NULL),
               iri_update_query(url, 'h', host)
        FROM (SELECT 'http://a/?x=1' AS url, 'h' AS host
              UNION ALL SELECT 'urn:x', 'h' UNION ALL SELECT 'http://b', NULL)
    """)

    assert rows.fetchall() == [
        ("http://h/?x=1", "http://h/", "http://a/?x=1&h=h"),
        (None, None, "urn:x?h=h"),
        ("http:", "http:", "http://b?h"),
    ]


def test_all_functions_are_there(connection: sqlite3.Connection) -> None:
    names = connection.execute(
        "SELECT DISTINCT name FROM pragma_function_list WHERE name LIKE 'iri\\_%' ESCAPE '\\'"
    )

    assert {name for (name,) in names} == {f"iri_{name}" for name in FUNCTIONS}


def test_prefixes_that_are_registered(connection: sqlite3.Connection) -> None:
    iriform.sqlite.register(connection, prefixes={"x": "http://h/"})

    rows = connection.execute("SELECT iri_compress('http://h/a'), iri_expand('x:b', 'turtle')")
    assert rows.fetchall() == [("x:a", "http://h/b")]


def test_templates_that_are_registered(connection: sqlite3.Connection) -> None:
    iriform.sqlite.register(connection, templates={"user": "/users/{id}{?q*}"})

    rows = connection.execute(
        "SELECT iri_match_user('/users/7?a=b') ->> '$.q[0].name', iri_match_user('/users'),"
        " iri_match_user('/users/7') = iri_match_template('/users/7', '/users/{id}{?q*}')"
    )
    assert rows.fetchall() == [("a", None, 1)]


def test_expansion(connection: sqlite3.Connection) -> None:
    rows = [
        connection.execute("SELECT iri_expand_template(?, ?)", (json.dumps(row), VALUES)).fetchone()
        for row in ROWS
    ]
    assert [text for (text,) in rows] == EXPANSIONS
    query = """
        SELECT iri_expand_template(NULL, '/{x}'), iri_expand_template('{"x": "é"}', '/{x}', 'IRI')
    """
    assert connection.execute(query).fetchone() == (None, None)


def test_a_row_without_a_value_has_none(connection: sqlite3.Connection) -> None:
    assert connection.execute("SELECT iri_host(NULL), iri_is_valid(NULL)").fetchone() == (
        None,
        None,
    )
    assert connection.execute("SELECT iri_host(X'7468')").fetchone() == (None,)
    assert connection.execute("SELECT iri_host(CAST('s://h' AS BLOB))").fetchone() == (b"h",)


def test_json_is_read_by_sqlite(connection: sqlite3.Connection) -> None:
    query = "SELECT json_extract(iri_errors('http://h:80a/'), '$.reason')"

    assert connection.execute(query).fetchone() == ("invalid-port",)


def test_an_index_on_an_answer(connection: sqlite3.Connection) -> None:
    """SQLite takes deterministic functions only."""
    connection.execute("CREATE INDEX hosts ON links (iri_host(url))")
    query = "SELECT id FROM links WHERE iri_host(url) = 'example.org' ORDER BY id"

    plan = str(connection.execute(f"EXPLAIN QUERY PLAN {query}").fetchall())
    assert "USING INDEX hosts" in plan
    assert connection.execute(query).fetchall()


def test_what_is_asked_wrongly_is_an_error_without_the_values(
    connection: sqlite3.Connection,
) -> None:
    for sql in (
        "SELECT iri_normalize(url, 'nonsense') FROM links",
        "SELECT iri_is_valid(url, 'http://anna:SeCrEt@h/') FROM links",
        "SELECT iri_resolve(url) FROM links",
        "SELECT iri_host(5)",
    ):
        with pytest.raises(
            sqlite3.OperationalError, match="user-defined function raised exception"
        ):
            connection.execute(sql).fetchall()
