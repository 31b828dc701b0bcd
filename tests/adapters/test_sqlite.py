"""SQLite: functions in SQL."""

import json
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

import iriform.sqlite
from iriform import Policy, _core

from .answers import ANSWERS, EXPANSIONS, FUNCTIONS, ROWS, TEXTS, VALUES, expected
from .test_duckdb import IN_SQL, call


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        iriform.sqlite.register(connection)
        connection.execute("CREATE TABLE links (id INTEGER, url TEXT)")
        connection.executemany("INSERT INTO links VALUES (?, ?)", [*enumerate(TEXTS)])
        yield connection


@pytest.mark.parametrize(("name", "options", "answer"), IN_SQL)
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
        SELECT iri_expand_template(NULL, '/{x}'), iri_expand_template('{"x": "é"}', '/{x}', false, 'IRI')
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
    """SQLite accepts only deterministic functions: those that depend on the text alone."""
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


@pytest.mark.parametrize(
    "call",
    [
        "iri_allows(url, 'web')",
        "iri_refusals(url, 'web')",
        "iri_check(url)",
        "iri_has_finding(url, 'userinfo')",
        "iri_compress(url)",
        "iri_expand(url)",
        "iri_match_user(url)",
        "iri_registrable_domain(url)",
        "iri_public_suffix(url)",
        "iri_subdomain(url)",
        "iri_purl(url)",
        "iri_purl_canonical(url)",
    ],
)
def test_what_depends_on_more_than_the_text_has_no_index(
    connection: sqlite3.Connection, call: str
) -> None:
    """The next process could give other answers, and the index would miss rows."""
    iriform.sqlite.register(
        connection,
        prefixes={"x": "http://h/"},
        templates={"user": "/users/{id}"},
        policies={"mine": Policy.WEB},
    )
    connection.execute(f"SELECT {call} FROM links").fetchall()  # noqa: S608
    with pytest.raises(sqlite3.OperationalError, match="non-deterministic functions prohibited"):
        connection.execute(f"CREATE INDEX i ON links ({call})")


def test_bytes_give_json(connection: sqlite3.Connection) -> None:
    query = """
        SELECT iri_components(b) ->> '$.host', iri_pairs(b), iri_segments(b),
               iri_errors(b) ->> '$.reason', iri_match_template(b, '{a}:{+b}') ->> '$.a'
        FROM (SELECT ? AS b)
    """
    for data, answers in (
        (
            "http://é/a/b?q=%5C%22".encode(),
            ("é", '[{"name": "q", "value": "\\\\\\""}]', '["a", "b"]', None, "http"),
        ),
        (b"http://\xff", (None, None, None, "ill-formed-utf-8", None)),
    ):
        assert connection.execute(query, [data]).fetchone() == answers


@pytest.mark.parametrize("name", ANSWERS)
def test_no_function_fails_for_bytes(connection: sqlite3.Connection, name: str) -> None:
    for value in ("CAST('http://é/a?b#c' AS BLOB)", "X'FF'", "X''", "NULL"):
        connection.execute(f"SELECT {call(name, ANSWERS[name][0][0], value)}").fetchall()


def test_json_is_written_as_python_writes_it(connection: sqlite3.Connection) -> None:
    text = "http://h/?" + "&".join(f"%{i:02X}=\u00e9%22%5C" for i in range(128))
    [(answer,)] = connection.execute("SELECT iri_pairs(?)", [text])
    assert answer == json.dumps(json.loads(answer), ensure_ascii=False)
    assert len(json.loads(answer)) == 128


def test_a_call_gives_the_lock_of_python_to_no_other_thread(connection: sqlite3.Connection) -> None:
    """The other thread could wait for SQLite's mutex, which a call holds, and both would wait forever."""
    calls = [
        "iri_host('http://h/')",
        "iri_components('http://h/')",
        "iri_match_template('/a', '/{a}')",
        "iri_expand_template('{\"a\": 1}', '{a}')",
        "iri_resolve('a', 'http://h/')",
        "iri_check('http://h/')",
    ]
    functions = {name: _core.RowFunction(name, {}) for name in ("host", "components", "check")}
    assert connection.execute(f"SELECT {', '.join(calls)}").fetchone()
    ran: list[None] = []
    interval = sys.getswitchinterval()
    is_over = threading.Event()

    def other() -> None:
        while not is_over.is_set():
            time.sleep(0.0001)
            ran.append(None)

    # A thread gets the lock only if it is released, or after this number of seconds.
    sys.setswitchinterval(20)
    thread = threading.Thread(target=other)
    try:
        thread.start()
        while len(ran) < 2:
            time.sleep(0.001)
        before = len(ran)
        for _ in range(500):
            for function in functions.values():
                function("http://h/a")
        after = len(ran)
    finally:
        sys.setswitchinterval(interval)
        is_over.set()
        thread.join()
    assert after == before


def test_null_passes_over_an_argument_that_may_be_left_out(connection: sqlite3.Connection) -> None:
    query = """
        SELECT iri_normalize('HTTP://é', NULL, 'IRI'), iri_normalize('HTTP://é', NULL, 'URI'),
               iri_is_valid('http://h', NULL), iri_resolve('a', 'http://h', NULL)
    """
    assert connection.execute(query).fetchone() == ("http://é", None, 1, "http://h/a")


def test_numbers_of_json_keep_their_digits(connection: sqlite3.Connection) -> None:
    for number in (
        "12345678901234567890123",
        "1.50",
        "1E400",
        "-0",
        "1e2",
        "0.1",
        "9007199254740993",
    ):
        for values in (f'{{"x": {number}}}', f'{{"x": [{number}]}}', f'{{"x": {{"k": {number}}}}}'):
            [(answer,)] = connection.execute("SELECT iri_expand_template(?, '{+x}')", [values])
            assert answer == ("k," if "k" in values else "") + number
        pair = f'{{"x": [{{"name": {number}, "value": {number}}}]}}'
        [(answer,)] = connection.execute("SELECT iri_expand_template(?, '{?x*}')", [pair])
        assert answer == f"?{number}={number}"


def test_one_pattern_is_a_text(connection: sqlite3.Connection) -> None:
    query = """
        SELECT iri_without_query('http://h/?utm_a=1&b=2', 'utm_*'),
               iri_without_query('http://h/?utm_a=1&b=2', '["utm_*"]'),
               iri_host_is_within('http://a.example/', 'example'), iri_canonical('HTTP://h', 'crawl')
    """
    assert connection.execute(query).fetchone() == (
        "http://h/?b=2",
        "http://h/?b=2",
        1,
        "http://h/",
    )
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT iri_without_query('http://h/', '[\"a')").fetchone()
