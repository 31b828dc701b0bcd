"""DuckDB: functions in SQL. These tests also run with its last 1.x: `make test-engines`.

With `IRIFORM_DUCKDB_EXTENSION`, the path of the extension, they run on its functions instead of
Python's: `make test-duckdb-extension`.
"""

import inspect
import json
import os
import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import iriform.duckdb
from iriform import Policy
from iriform._engines import sql as _sql
from iriform._engines.table import OPERATIONS, Argument

from .answers import ANSWERS, CASES, EXPANSIONS, FUNCTIONS, ROWS, TEXTS, VALUES, expected

EXTENSION = os.environ.get("IRIFORM_DUCKDB_EXTENSION")


def connect() -> Any:
    """Connect to a database of its own, in memory."""
    return duckdb.connect(config={"allow_unsigned_extensions": "true"} if EXTENSION else {})


def registered() -> Iterator[Any]:
    with connect() as connection:
        iriform.duckdb.register(connection, native=EXTENSION)
        connection.execute("CREATE TABLE links (id INTEGER, url VARCHAR)")
        connection.executemany("INSERT INTO links VALUES (?, ?)", [*enumerate(TEXTS)])
        yield connection


connection = pytest.fixture(registered, scope="module", name="connection")
"""The links, and the functions registered without arguments."""
own_connection = pytest.fixture(registered, name="own_connection")
"""Like `connection`, for a test that registers something."""


def arguments(name: str) -> list[Argument]:
    """List the arguments between the column and the class, by position."""
    return [a for a in OPERATIONS[name]["arguments"] if a["type"] not in ("fields", "repair")]


def parameters(name: str) -> tuple[str, ...]:
    """List the parameters after the column."""
    return (*(argument["name"] for argument in arguments(name)), "as_", "repair")


def literal(value: Any) -> str:
    """Write a value in SQL."""
    if value is None:
        return "NULL"
    return f"'{value}'" if isinstance(value, str) else str(value)


def call(name: str, options: dict[str, Any], column: str = "url") -> str:
    """Write the call in SQL: arguments after the column are positional, up to the last one given.

    Several texts are JSON, which every engine can write. Parts and pairs alternate names and values.
    """
    if name in ("with_parts", "update_query"):
        turns = [text for pair in options.get("pairs", options).items() for text in pair]
        return f"iri_{name}({', '.join([column, *map(literal, turns)])})"
    values: dict[str, Any] = {a["name"]: None if "default" in a else "" for a in arguments(name)}
    values |= {"as_": "IRIReference" if name == "resolve" else "IRI"}
    values |= {k: v.__name__ if inspect.isclass(v) else v for k, v in options.items()}
    names = parameters(name)
    count = max((names.index(option) + 1 for option in options), default=0)
    values |= {k: json.dumps(v) for k, v in values.items() if isinstance(v, list)}
    values |= {k: json.dumps(v.to_dict()) for k, v in values.items() if isinstance(v, Policy)}
    values |= {k: json.dumps(dict(v)) for k, v in values.items() if isinstance(v, Mapping)}
    given = [literal(values[n]) for n in names[:count]]
    return f"iri_{name}({', '.join([column, *given])})"


@pytest.mark.parametrize("name", ["template", "Template", "TEMPLATE", "a-b", "", "1"])
def test_a_name_that_no_template_can_have(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name a template"):
        iriform.duckdb.register(duckdb.connect(), templates={name: "/{x}"})


def test_names_of_templates_that_differ_in_letter_case() -> None:
    """SQL has one function for both."""
    with pytest.raises(ValueError, match="'User' cannot name a template: iri_match_User is taken"):
        iriform.duckdb.register(duckdb.connect(), templates={"user": "/{x}", "User": "/a/{x}"})


# In SQL a query selects the fields itself. All names in `iri_update_query` are names of pairs.
IN_SQL = [
    case for case in CASES if "fields" not in case[1] and not {"pairs", "repair"} <= {*case[1]}
]


@pytest.mark.parametrize(("name", "options", "answer"), IN_SQL)
def test_same_answers(connection: Any, name: str, options: dict[str, Any], answer: Any) -> None:
    query = f"SELECT {call(name, options)} FROM links ORDER BY id"  # noqa: S608

    answers = [row[0] for row in connection.sql(query).fetchall()]
    if name == "match_template":
        # The type of a function is known before the template is, so it is JSON.
        answers = [None if text is None else json.loads(text) for text in answers]
    assert answers == expected(answer)


def test_all_functions_are_there(connection: Any) -> None:
    query = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name LIKE 'iri_%'"

    assert {row[0] for row in connection.sql(query).fetchall()} == {f"iri_{n}" for n in FUNCTIONS}


def test_expansion(connection: Any) -> None:
    """Values come from a struct or from JSON; the extension reads only JSON."""
    connection.execute("CREATE TABLE values (row STRUCT(user VARCHAR, page INT, path VARCHAR[]))")
    connection.executemany("INSERT INTO values VALUES ($1)", [[row] for row in ROWS])
    columns = ["to_json(row)"] if EXTENSION else ["row", "to_json(row)"]
    for column in columns:
        query = f"SELECT iri_expand_template({column}, '{VALUES}') FROM values"  # noqa: S608
        assert [row[0] for row in connection.sql(query).fetchall()] == EXPANSIONS
    query = """
        SELECT iri_expand_template('{"x": "1"}', '{x}:y'),
               iri_expand_template('{"x": "é"}', 'a:{x}', false, 'IRI'),
               iri_expand_template(
                   '{"q": [{"name": "b", "value": 1.5}, {"name": "a", "value": true}]}', '{?q*}'
               ),
               iri_expand_template('{"q": {"b": 1, "a": "x", "c": null}}', '{;q*}'),
               iri_expand_template(NULL::VARCHAR, '{x}')
    """
    assert connection.sql(query).fetchall() == [(None, "a:é", "?b=1.5&a=true", ";b=1;a=x", None)]


def test_types(connection: Any) -> None:
    def type_of(call: str) -> str:
        return str(connection.sql(f"SELECT typeof({call}) FROM links").fetchall()[0][0])  # noqa: S608

    assert type_of("iri_is_valid(url)") == "BOOLEAN"
    assert type_of("iri_host(url)") == "VARCHAR"
    assert type_of("iri_port(url)") == "INTEGER"
    assert type_of("iri_errors(url).position") == "BIGINT"
    assert type_of("iri_components(url).port") == "INTEGER"
    assert connection.sql("SELECT min(iri_port(url)) - 9000 FROM links").fetchall() == [(-958,)]


def test_the_names_of_the_rfcs(connection: Any) -> None:
    query = "SELECT iri_is_valid('../a', 'URI-reference'), iri_is_valid('é:', 'IRI-reference')"

    assert connection.sql(query).fetchall() == [(True, False)]


def test_a_base_of_each_row(connection: Any) -> None:
    query = "SELECT iri_resolve('../x', url) FROM links WHERE id IN (0, 1, 4) ORDER BY id"

    assert connection.sql(query).fetchall() == [
        ("https://me:secret@example.org:8042/x",),
        (None,),
        (None,),
    ]


def test_edits_of_each_row(connection: Any) -> None:
    """Names and values alternate: a value is a column, one text, or null."""
    query = """
        SELECT iri_with_host(url, host), iri_with_parts(url, 'host', host, 'port', '8', 'query', NULL),
               iri_update_query(url, 'h', host, 'x', 'a b', 'h', '1'), iri_update_query(url),
               iri_with_parts(url, 'path', NULL), iri_with_parts(url, 'port', 'http'),
               iri_with_parts('../a', 'query', host, 'IRI-reference'),
               iri_with_host('http://h/', host)
        FROM (VALUES ('http://a/?x=1', 'h'), ('urn:x', 'h'), ('http://b', NULL), ('s://c', 'é '))
             AS t(url, host)
    """
    assert connection.sql(query).fetchall() == [
        (
            "http://h/?x=1",
            "http://h:8/",
            "http://a/?x=a%20b&h=h&h=1",
            "http://a/?x=1",
            None,
            None,
            "../a?h",
            "http://h/",
        ),
        (None, None, "urn:x?h=h&h=1&x=a%20b", "urn:x", None, None, "../a?h", "http://h/"),
        ("http:", None, "http://b?h&h=1&x=a%20b", "http://b", None, None, "../a", "http:/"),
        (None, None, "s://c?h=é%20&h=1&x=a%20b", "s://c", None, None, None, None),
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            "iri_with_parts(url, 'hots', 'h')",
            "a name must be one of scheme, authority, userinfo, host,",
        ),
        ("iri_with_parts(url, 'host', 'h', 'host', 'i')", "a name must be one of .*, each once"),
        (
            "iri_with_parts(url, 'host', 'h', 'authority', 'i')",
            "the authority or its parts, not both",
        ),
        ("iri_with_parts(url, url, 'h')", "a name must be one value, not a column and not null"),
        ("iri_with_parts(url, 'port', 80)", "port must be text"),
        ("iri_with_parts(url, 'port', id)", "must be text|, not of string"),
        ("iri_update_query(url, 5, '1')", "a name must be text"),
        ("iri_update_query(url, 'a', '1', url)", "as must be one value"),
        ("iri_with_host(url)", r"iri_with_host needs host: iri_with_host\(column, host\)"),
        (
            "iri_with_parts(url, 'port')",
            r"port needs a value, or NULL to remove it: iri_with_parts\(column, 'port', value\)",
        ),
        ("iri_with_parts(url, 'name')", "as must be one of URI"),
        (
            "iri_update_query(url, 'page')",
            r"takes names and values in turns: iri_update_query\(column, name, value\)",
        ),
    ],
)
def test_edits_that_cannot_be(connection: Any, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        connection.sql(f"SELECT {call} FROM links").fetchall()  # noqa: S608


def test_a_list_of_patterns(connection: Any) -> None:
    # The extension accepts only JSON.
    patterns, none = ("to_json(['q', 'n*'])", "'[]'") if EXTENSION else ("['q', 'n*']", "[]")
    query = f"""
        SELECT iri_without_query(url, {patterns}), iri_without_query(url, {none}),
               iri_without_query('../a?q#f', '["q"]', 'URI-reference')
        FROM links WHERE id = 0
    """  # noqa: S608

    assert connection.sql(query).fetchall() == [
        ("https://me:secret@example.org:8042/over/there#nose",) * 2 + ("../a#f",)
    ]


def test_prefixes_of_a_map(connection: Any) -> None:
    maps = [
        "MAP {'ex': 'https://me:secret@example.org:8042/', 'o': 'a:'}",
        "MAP {'ex': 'http://h/'}",
    ]
    if EXTENSION:
        maps = [f"to_json({each})" for each in maps]
    query = f"""
        SELECT iri_compress(url, {maps[0]}), iri_expand('ex:é', {maps[1]}), iri_compress(url, {maps[1]})
        FROM links, range(3_000) WHERE id = 0
    """  # noqa: S608

    assert set(connection.sql(query).fetchall()) == {
        ("ex:over/there?name=ferret&q=%C3%A9+b#nose", "http://h/é", None)
    }


def test_prefixes_that_are_registered(own_connection: Any) -> None:
    """They replace earlier prefixes, and other threads use them."""
    query = """
        SELECT iri_compress('http://h/a,b'), iri_compress('http://h/a,b', 'turtle'), iri_expand('x:a')
    """
    if EXTENSION:
        with pytest.raises(
            ValueError,
            match="the extension takes prefixes, templates, policies and protected names",
        ):
            iriform.duckdb.register(own_connection, native=EXTENSION, prefixes={})
        return
    for name in ("x", "y"):
        iriform.duckdb.register(own_connection, prefixes={name: "http://h/"})
        x = "http://h/a" if name == "x" else None

        assert own_connection.sql(query).fetchall() == [(f"{name}:a,b", f"{name}:a\\,b", x)]


def test_protected_names_that_are_registered(own_connection: Any) -> None:
    """They have no argument in a call, and replace earlier names."""
    query = "SELECT DISTINCT iri_check('http://paypa1.com/'), iri_check('http://g00gle.com/') FROM links"
    if EXTENSION:
        with pytest.raises(ValueError, match="and protected names as arguments of each call"):
            iriform.duckdb.register(own_connection, native=EXTENSION, protected=["paypal.com"])
        return
    font = ["host-font-confusable-with"]
    for names, answer in ((["paypal.com"], (font, [])), (iter(["google.com"]), ([], font))):
        iriform.duckdb.register(own_connection, protected=names)
        assert own_connection.sql(query).fetchall() == [answer]
    with pytest.raises(
        ValueError, match=r"protected: \"127.0.0.1\": an address has no look-alikes"
    ):
        iriform.duckdb.register(own_connection, protected=["paypal.com", "127.0.0.1"])


def test_lists_of_protected_names_in_turns(connection: Any) -> None:
    """Each call has its own list, but only the last one is kept prepared."""
    lists = [f"'[\"{name}\"]'" for name in ("paypal.com", "google.com")]
    calls = [f"iri_check('http://paypa1.com/', 'default', '{{}}', {names})" for names in lists]
    query = f"SELECT {calls[0]}, {calls[1]}, {calls[0]} FROM range(5_000)"  # noqa: S608
    font = ["host-font-confusable-with"]
    assert set(map(str, connection.sql(query).fetchall())) == {str((font, [], font))}
    wrong = calls[0].replace("paypal.com", "paypal.com/x")
    with pytest.raises(
        Exception, match='protected: "paypal.com/x": a protected name is a host without'
    ):
        connection.sql(f"SELECT {wrong}").fetchall()


def test_templates_that_are_registered(own_connection: Any) -> None:
    templates = {"page": "https://{+rest}/{name}{?q*}", "odd": "{a.b}://{+rest}"}
    if EXTENSION:
        with pytest.raises(
            ValueError,
            match="the extension takes prefixes, templates, policies and protected names",
        ):
            iriform.duckdb.register(own_connection, native=EXTENSION, templates=templates)
        return
    iriform.duckdb.register(own_connection, templates=templates)
    query = """
        SELECT iri_match_page(url), iri_match_page(url).q[1].value, iri_match_odd(url)."a.b"
        FROM links ORDER BY id LIMIT 2
    """

    assert own_connection.sql(query).fetchall() == [(None, None, "https"), (None, None, None)]
    query = (
        "SELECT iri_match_page('https://a/b?c=d'), iri_match_page('https://a/b?c=%2F').q[1].value"
    )
    row = {"rest": "a", "name": "b", "q": [{"name": "c", "value": "d"}]}
    assert own_connection.sql(query).fetchall() == [(row, "/")]


def test_templates_as_arguments(connection: Any) -> None:
    query = """
        SELECT iri_match_template(url, 'https://{user}@{+rest}')->>'user',
               iri_match_template('/a%2Fb', '/{x}', true)->>'x',
               iri_match_template('/a%2Fb', '/{x}'),
                   iri_match_template(url, '{+x}', false, 'exact', 'allow', false, false, 'URI')->>'x',
               iri_match_template('/w/Foo_(bar)', '/w/{x}', false, 'exact', 'allow', false, true)->>'x'
        FROM links WHERE id = 2
    """

    assert connection.sql(query).fetchall() == [(None, "a/b", None, "urn:x", "Foo_(bar)")]


@pytest.mark.parametrize(
    ("call", "same"),
    [
        ("iri_normalize(url, NULL, 'URI')", "iri_normalize(url, 'syntax', 'URI')"),
        ("iri_normalize(url, NULL, NULL)", "iri_normalize(url)"),
        ("iri_is_valid(url, NULL::VARCHAR)", "iri_is_valid(url)"),
        ("iri_resolve(url, 'a:b', NULL::BOOLEAN)", "iri_resolve(url, 'a:b')"),
        ("iri_relative_to(url, 'a:b', NULL, NULL)", "iri_relative_to(url, 'a:b')"),
        ("iri_without_query(url, NULL)", "iri_without_query(url)"),
        ("iri_without_query(url, NULL::VARCHAR[])", "iri_without_query(url)"),
        ("iri_repair(url, NULL)", "iri_repair(url)"),
        ("iri_check(url, NULL, NULL, NULL, NULL)", "iri_check(url)"),
        ("iri_update_query(url, 'a', 'b', NULL)", "iri_update_query(url, 'a', 'b')"),
        (
            "iri_match_template(url, '{x}', NULL, NULL, NULL, NULL, NULL, 'URI')",
            "iri_match_template(url, '{x}', false, 'exact', 'allow', false, false, 'URI')",
        ),
    ],
)
def test_null_passes_over_an_argument_that_may_be_left_out(
    connection: Any, call: str, same: str
) -> None:
    query = f"SELECT count(*) FILTER ({call} IS DISTINCT FROM {same}), count({call}) FROM links"  # noqa: S608
    [(different, answered)] = connection.sql(query).fetchall()
    assert (different, answered > 0) == (0, "{x}" not in call)


@pytest.mark.parametrize(
    "call",
    [
        "iri_is_valid('http://é/', \"as\" := 'URI')",
        "iri_normalize('http://é/', \"as\" := 'URI')",
        "iri_with_host('http://h/', host := 'i')",
        "iri_with_parts('http://h/', host := 'i', port := '1')",
        "iri_update_query('http://h/', a := 'b', c := 'd')",
    ],
)
def test_a_named_argument_is_refused(connection: Any, call: str) -> None:
    """DuckDB before 2.0 drops the argument names of every function, including its own."""
    if duckdb.__version__.startswith("1."):
        assert connection.sql("SELECT left('abc', of := 2)").fetchall() == [("ab",)]
        return
    with pytest.raises(duckdb.BinderException, match="No function matches"):
        connection.sql(f"SELECT {call}").fetchall()


@pytest.mark.parametrize(
    "of", ["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "UBIGINT"]
)
def test_whole_numbers_of_every_type(connection: Any, of: str) -> None:
    query = f"SELECT iri_segment('http://h/a/b', 1::{of}), iri_segment('http://h/a/b', 9::{of})"
    assert connection.sql(query).fetchall() == [("b", None)]
    if not of.startswith("U"):
        query = f"SELECT iri_segment('http://h/a/b', -2::{of})"
        assert connection.sql(query).fetchall() == [("a",)]


def test_whole_numbers_of_any_size(connection: Any) -> None:
    far = "170141183460469231731687303715884105727::HUGEINT"
    query = f"SELECT iri_segment('http://h/a/b', {far}), iri_segment('http://h/a/b', -{far})"
    assert connection.sql(query).fetchall() == [(None, None)]


def test_bytes(connection: Any) -> None:
    """Bytes are read as text; bytes that are not UTF-8 are not valid."""
    query = """
        SELECT iri_host(b), iri_is_valid(b), iri_components(b).path, iri_pairs(b)[1].value,
               iri_errors(b).reason, iri_normalize(b), iri_resolve('../x', b), iri_resolve(b, 'a:/')
        FROM (VALUES (encode('http://é/a/b?c=d')), ('\\xFFhttp'::BLOB), (NULL)) AS t(b)
    """
    assert connection.sql(query).fetchall() == [
        ("é", True, "/a/b", "d", None, "http://é/a/b?c=d", "http://é/x", "http://é/a/b?c=d"),
        (None, False, None, None, "ill-formed-utf-8", None, None, None),
        (None,) * 8,
    ]


def test_an_enum(connection: Any) -> None:
    connection.execute("CREATE TYPE link AS ENUM ('http://a/', 'http://b/?c')")
    query = "SELECT iri_host(u), iri_query(u) FROM (VALUES ('http://b/?c'::link), (NULL)) AS t(u)"
    assert connection.sql(query).fetchall() == [("b", "c"), (None, None)]


def test_many_chunks(connection: Any) -> None:
    """DuckDB passes 2 048 rows to each call, from several threads."""
    connection.execute("CREATE TABLE many AS SELECT links.* FROM links, range(20_000)")
    query = "SELECT iri_host(url), iri_is_valid(url, 'URI'), count(*) FROM many GROUP BY ALL"
    once = (
        "SELECT iri_host(url), iri_is_valid(url, 'URI'), 20_000 * count(*) FROM links GROUP BY ALL"
    )

    many = connection.sql(query).fetchall()

    assert set(many) == set(connection.sql(once).fetchall())
    assert sum(row[2] for row in many) == 20_000 * len(TEXTS)


def test_parquet(connection: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "links.parquet")
    connection.execute("COPY (SELECT url, iri_components(url) AS parts FROM links) TO $1", [path])

    query = "SELECT parts.host FROM read_parquet($1) WHERE iri_is_valid(url)"

    hosts = expected(ANSWERS["host"][0][1])
    valid = expected(ANSWERS["is_valid"][0][1])
    assert connection.execute(query, [path]).fetchall() == [
        (host,) for host, is_valid in zip(hosts, valid, strict=True) if is_valid
    ]


LISTS = [
    ("iri_without_query(url, ['a', NULL])", "patterns must be a list of texts"),
    ("iri_without_query(url, [url])", "patterns must be one value, not a column"),
    ("iri_without_query(url, [1])", "patterns must be a list of texts"),
]
"""Lists that are not lists of texts; the extension accepts only JSON."""
MAPS = [
    ("iri_compress(url, NULL::MAP(VARCHAR, VARCHAR))", "prefixes must be one value"),
    ("iri_compress(url, MAP {'a': url})", "prefixes must be one value, not a column"),
    ("iri_compress(url, MAP {'a': NULL})", "prefixes must be a map of names to IRIs"),
]
"""Maps that are not maps of prefixes."""
if EXTENSION:
    LISTS = [("iri_without_query(url, ['a'])", "patterns must be JSON of a list of texts here")]
    MAPS = [
        ("iri_compress(url, MAP {'a': 'b:'})", "prefixes must be JSON of a map of names to IRIs")
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            "iri_is_valid(url, 'URL')",
            "as must be one of URI, IRI, URIReference, IRIReference, URI-r",
        ),
        ("iri_is_valid(url, url)", "as must be one value"),
        ("iri_normalize(url, url)", "level must be one value"),
        ("iri_normalize(url, 'best')", "level must be 'string', 'syntax' or 'scheme'"),
        ("iri_normalize(url, true)", "level must be text"),
        ("iri_normalize(url, 1)", "level must be text"),
        ("iri_normalize(url, ['syntax'])", "level must be text"),
        ("iri_to_uri(url, 'yes')", "idna must be true or false"),
        ("iri_without_query(url, true)", "patterns must be JSON of a list of texts"),
        ("iri_host(url, 'URI', 1, 1)", "No function matches"),
        ("iri_resolve(url)", r"iri_resolve needs base: iri_resolve\(column, base\)"),
        ("iri_query_value(url)", "iri_query_value needs name"),
        ("iri_without_query(url, '[utm_*')", "patterns is not JSON: "),
        (
            "iri_without_query(url, '{\"a\": 1}')",
            "patterns must be a list of texts, or JSON of one",
        ),
        *LISTS,
        *MAPS,
        (
            "iri_without_query(url, 'utm_*', 'gclid')",
            "as must be .*; patterns must be one text or a list of texts, such as",
        ),
        (
            "iri_canonical(url, 'a', 'b')",
            "as must be .*; steps must be one text or a list of texts",
        ),
        ("iri_host_is_within(url, 'a', 'b')", "as must be .*; names must be one text or a list"),
        ("iri_compress(url)", "iri_compress needs prefixes"),
        ("iri_compress(url, NULL)", "prefixes must be one value"),
        ("iri_compress(url, 'a')", "prefixes is not JSON"),
        ("iri_compress(url, '[]')", "prefixes must be a map of names to IRIs, or JSON of one"),
        ('iri_compress(url, \'{"a": "b"}\')', "not an IRI"),
        ('iri_compress(url, \'{":": "b:"}\')', "the name of a prefix has"),
        ("iri_compress(url, '{}', 'n3')", "syntax must be 'plain'.* or 'xml-qname'"),
        ("iri_match_template(url)", "iri_match_template needs template"),
        ("iri_match_template(url, '/{a')", "not a URI template"),
        ("iri_relative_to(url, 'a:/', 'path', 'a:/é', 'URI')", "not a URI"),
        ("iri_match_template(url, '/a')", 'the template "/a" has no variables'),
        ("iri_expand_template('[]', '/{a}')", "values must be a struct, or JSON of one"),
        ("iri_expand_template('{', '/{a}')", "values is not JSON"),
        ("iri_expand_template('{\"a\": [[1]]}', '/{a}')", "the value of a must be"),
        ("iri_expand_template('{\"a\": [1]}', '/{a:3}')", "prefix modifier"),
        ("iri_host()", "No function matches"),
        ("iri_host(id)", "No function matches" if EXTENSION else "this is a column of int32"),
    ],
)
def test_errors_are_surfaced(connection: Any, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        connection.sql(f"SELECT {call} FROM links").fetchall()  # noqa: S608


def test_no_rows_and_null(connection: Any) -> None:
    assert connection.sql("SELECT iri_normalize(url, 'scheme') FROM links LIMIT 0").fetchall() == []
    assert connection.sql("SELECT iri_host(NULL), iri_is_valid(NULL)").fetchall() == [(None, None)]


def test_register_again(own_connection: Any) -> None:
    iriform.duckdb.register(own_connection)
    with own_connection.cursor() as cursor:
        iriform.duckdb.register(cursor)

        assert cursor.sql("SELECT iri_host('http://h/')").fetchall() == [("h",)]


def test_kernels_of_no_rows() -> None:
    none = pa.array([], pa.string())

    assert _sql.BoundOperation("query_value")(none, none).to_pylist() == []
    assert _sql.BoundOperation("normalize")(none, none, none).to_pylist() == []
    assert _sql.BoundOperation("resolve")(none, none).to_pylist() == []
    assert _sql.BoundOperation("without_query")(none, none).to_pylist() == []
    assert _sql.BoundOperation("compress")(none, none).to_pylist() == []
    assert _sql.BoundOperation("match_template")(none, none).type == pa.string()
    assert _sql.BoundOperation("has_finding")(none, none).type == pa.bool_()
    views = none.cast(pa.string_view())
    assert _sql.BoundOperation("host")(views).type == pa.string_view()


def test_kernels_pickle() -> None:
    bound = _sql.BoundOperation("normalize", (("level", "scheme"),))

    assert pickle.loads(pickle.dumps(bound)) == bound


@pytest.mark.parametrize("name", sorted({*FUNCTIONS} - {"with_parts", "update_query"}))
def test_sql_has_every_argument(connection: Any, name: str) -> None:
    """One argument more is refused."""
    most = 1 + len(parameters(name))
    too_many = ", ".join(["NULL"] * most)
    with pytest.raises(duckdb.Error, match="No function matches"):
        connection.sql(f"SELECT iri_{name}('a:', {too_many})").fetchall()
