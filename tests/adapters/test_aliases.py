"""The URL functions of other engines, as DuckDB macros that call ours."""

from __future__ import annotations

import re
from typing import Any

import duckdb
import pytest

import iriform.duckdb
from iriform._engines.aliases import ALIASES
from tests.test_coming_from import OF_SQL, code

URL = "https://me@www.Example.co.uk:8443/a/b.gz?x=1&y=%C3%A9#f"


@pytest.fixture(scope="module")
def connection() -> Any:
    made = duckdb.connect()
    iriform.duckdb.register(made, aliases=ALIASES)
    return made


def _rows() -> list[list[str]]:
    """The rows of the page: their call, our call, the result."""
    rows, is_table = [], False
    for line in OF_SQL.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        is_table = bool(cells) and (is_table or cells[1:] == ["iriform", "gives", "what differs"])
        if is_table and cells[0].startswith("`"):
            rows.append([code(cell) for cell in cells[:3]])
    return rows


@pytest.mark.parametrize(("theirs", "ours", "gives"), _rows())
def test_row(connection: Any, theirs: str, ours: str, gives: str) -> None:
    query = f"SELECT {theirs}, {ours} FROM (SELECT '{URL}' AS url)"  # noqa: S608 - it is ours
    assert [repr(answer) for answer in connection.sql(query).fetchall()[0]] == [gives, gives]


def test_each_macro_has_a_row() -> None:
    called = {row[0].split("(")[0] for row in _rows()} | {"try_parse_url"}
    made = [
        s.split("MACRO ")[1].split("(")[0] for ss in ALIASES.values() for s in ss if "MACRO" in s
    ]
    assert called == set(made)


def test_what_is_absent_is_as_in_clickhouse(connection: Any) -> None:
    query = (
        "SELECT domain(x), port(x), queryString(x), parse_url(x, 'HOST') FROM (SELECT 'urn:x' AS x)"
    )
    assert connection.sql(query).fetchall() == [("", 0, "", None)]


def test_an_object_as_in_snowflake(connection: Any) -> None:
    query = """
        SELECT unnest(parse_url(x))
        FROM (VALUES ('HTTP://a:b@H?x=1&y&x=2'), ('mailto:a@b'), ('a b'), (NULL)) AS t(x)
    """
    answer = connection.sql(query)
    names = ["scheme", "host", "port", "path", "query", "parameters", "fragment"]
    assert [column[0] for column in answer.description] == names
    assert answer.fetchall() == [
        ("http", "H", None, "", "x=1&y&x=2", {"x": "1", "y": ""}, None),
        ("mailto", None, None, "a@b", None, None, None),
        (None,) * 7,
        (None,) * 7,
    ]


def test_other_names_are_refused() -> None:
    message = "^aliases must be of bigquery, clickhouse, netquack, snowflake, spark$"
    with pytest.raises(ValueError, match=message):
        iriform.duckdb.register(duckdb.connect(), aliases=["oracle"])


def test_www_of_a_host_is_cut_and_nothing_else(connection: Any) -> None:
    query = """
        SELECT cutWWW(x) FROM (VALUES ('http://www.h/?u=http://www.i/'), ('http://h/?u=http://www.i/'),
            ('http://h//www.x'), ('http://www.www.h/'), ('//www.h/'), ('http://h#//www.')) AS t(x)
    """
    assert [row[0] for row in connection.sql(query).fetchall()] == [
        "http://h/?u=http://www.i/",
        "http://h/?u=http://www.i/",
        "http://h//www.x",
        "http://www.h/",
        "//h/",
        "http://h#//www.",
    ]
