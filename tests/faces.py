"""One question asked of every face: values, columns, DuckDB, SQLite and the command line."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa

import iriform.duckdb
import iriform.sqlite
from iriform import IRI, Policy, columns
from iriform.findings import Profile
from tests.cli.program import iriform as iriform_program


def in_sql(
    calls: str, texts: list[str], policies: dict[str, Policy] | None = None
) -> list[list[Any]]:
    """The answers of DuckDB, then of SQLite, for a call on the column `url`; SQLite's lists are JSON."""
    with closing(duckdb.connect()) as ducks, closing(sqlite3.connect(":memory:")) as lite:
        iriform.duckdb.register(ducks, policies=policies or {})
        iriform.sqlite.register(lite, policies=policies or {})
        answers = []
        for connection in (ducks, lite):
            connection.execute("CREATE TABLE links (id INTEGER, url VARCHAR)")
            connection.executemany("INSERT INTO links VALUES (?, ?)", [*enumerate(texts)])
            rows = connection.execute(f"SELECT {calls} FROM links ORDER BY id")  # noqa: S608
            answers.append([row[0] for row in rows.fetchall()])
    return answers


def lists(answers: list[Any]) -> list[list[str]]:
    """The answers as lists; those of SQLite are read from JSON."""
    return [json.loads(one) if isinstance(one, str) else one for one in answers]


def refused(policy: Policy, texts: list[str]) -> list[list[str]]:
    """The codes with which a policy refuses each text, after checking that all faces agree."""
    codes = [[finding.code for finding in policy.refusals(text)] for text in texts]
    column = pa.array(texts)
    assert [policy.allows(text) for text in texts] == [not some for some in codes]
    assert columns.allows(column, policy).to_pylist() == [not some for some in codes]
    assert columns.refusals(column, policy).to_pylist() == codes
    for answers in in_sql("iri_refusals(url, 'own')", texts, {"own": policy}):
        assert lists(answers) == codes
    for answers in in_sql("iri_allows(url, 'own')", texts, {"own": policy}):
        assert [bool(one) for one in answers] == [not some for some in codes]
    plain = [f"{name} = {_toml(value)}" for name, value in policy.to_dict().items()]
    with TemporaryDirectory() as folder:
        terms = Path(folder, "policy.toml")
        terms.write_text("\n".join(plain), encoding="utf-8")
        assert _by_command(folder, texts, "--policy", terms) == codes
    return codes


def found(texts: list[str], profile: Profile = "default") -> list[list[str]]:
    """The codes of the findings of each text, after checking that all faces agree."""
    codes = [[finding.code for finding in IRI(text).check(profile)] for text in texts]
    assert columns.check(pa.array(texts), profile=profile).to_pylist() == codes
    for answers in in_sql(f"iri_check(url, '{profile}')", texts):
        assert lists(answers) == codes
    with TemporaryDirectory() as folder:
        assert _by_command(folder, texts, "--findings", f"--profile={profile}") == codes
    return codes


def _toml(value: Any) -> str:
    """Plain data written in TOML."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name} = {_toml(one)}' for name, one in value.items())}}}"
    return json.dumps(value)


def _by_command(folder: str, texts: list[str], *options: str | Path) -> list[list[str]]:
    """The codes that `iriform check` names for each text of a file."""
    file = Path(folder, "links.txt")
    file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    codes: list[list[str]] = [[] for _ in texts]
    for record in iriform_program("check", *options, "--json", file).records:
        codes[record["line"] - 1].append(record["code"])
    return codes
