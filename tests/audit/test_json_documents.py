"""JSON documents: the strings that are IRIs, or those that a JSONPath selects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from iriform.audit import AuditError, audit
from iriform.audit.formats.json_document import _iris, loaded
from iriform.audit.formats.known import format_of
from tests.cli.program import iriform as run
from tests.growth import assert_grows_at_most

DOCUMENT = """{
  "name": "a: b", "page": {"url": "http://h/a b", "n": 1},
  "links": ["https://example.org/", "urn:isbn:9780141036144", null, {"url": "www.example.org"}],
  "time": "12:30", "said": "see https://example.org/", "note": "note: this",
  "home page": "https://anna:secret@h/x y"
}
"""


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        pytest.param('{"a": "http://h/"}', ["$.a"], id="a member"),
        pytest.param('["http://h/", "urn:x-a:b"]', ["$[0]", "$[1]"], id="items"),
        pytest.param('"http://h/"', ["$"], id="the document"),
        pytest.param('{"a b": {"\\u00e9": "http://h/"}}', ['$["a b"]["\\u00e9"]'], id="odd names"),
        pytest.param('{"a": "http://h/ x"}', ["$.a"], id="it begins as an IRI and is none"),
        pytest.param('{"a": " http://h/"}', ["$.a"], id="after a space"),
        pytest.param('{"a": "nosuch://h/"}', ["$.a"], id="an unknown scheme with an authority"),
        pytest.param('{"a": "mailto:anna@h", "b": "tel:+1"}', ["$.a", "$.b"], id="registered"),
        pytest.param('{"a": "nosuch:b", "b": "12:30", "c": "C:"}', [], id="a colon"),
        pytest.param('{"a": "see http://h/"}', [], id="prose"),
        pytest.param('{"a": "mailto: anna", "b": "http:"}', [], id="nothing behind the colon"),
        pytest.param('{"a": 1, "b": true, "c": null, "d": {}, "e": []}', [], id="no string"),
        pytest.param('{"http://h/": 1}', [], id="a name is no value"),
        pytest.param('{"a": [[["http://h/"]]]}', ["$.a[0][0][0]"], id="arrays in arrays"),
        pytest.param('{"a": "http://a/", "a": "http://b/"}', ["$.a"], id="the last one counts"),
    ],
)
def test_the_strings_that_begin_as_iris_do(text: str, paths: list[str]) -> None:
    assert [path for path, _ in _iris(loaded(text.encode(), "a.json"))] == paths


def test_a_document_over_several_lines(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(DOCUMENT)
    found = audit(str(file))
    assert (found.files[0].format, found.valid, found.invalid) == ("json", 2, 2)
    assert [place.part for place in found.problems[0].examples] == ["$.page.url", '$["home page"]']
    done = run("check", str(file))
    assert done.status == 1
    assert "a.json value 1 $.page.url: not an IRI: U+0020 SPACE" in done.out
    assert 'a.json value 4 $["home page"]: not an IRI: U+0020 SPACE' in done.out
    assert "secret" not in done.out


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        pytest.param("$..url", (0, 2, 0, 0), id="descendants"),
        pytest.param("$.links[*]", (2, 0, 1, 1), id="a null is empty, an object is no string"),
        pytest.param("$.links[0:2]", (2, 0, 0, 0), id="a slice"),
        pytest.param("$.links[?@ == 'https://example.org/']", (1, 0, 0, 0), id="a filter"),
        pytest.param("$['home page']", (0, 1, 0, 0), id="a name in brackets"),
        pytest.param("$.page.n", (0, 0, 0, 1), id="a number"),
        pytest.param("$.nosuch", (0, 0, 0, 0), id="nothing"),
    ],
)
def test_a_path(tmp_path: Path, path: str, counts: tuple[int, int, int, int]) -> None:
    pytest.importorskip("jsonpath")
    file = tmp_path / "a.txt"
    file.write_text(DOCUMENT)
    found = audit(str(file), path=path)
    assert (found.valid, found.invalid, found.empty, found.unreadable) == counts


@pytest.mark.parametrize("path", ["$..url[", "url", "$.a b", "$[?@.a ="])
def test_what_is_no_path(tmp_path: Path, path: str) -> None:
    pytest.importorskip("jsonpath")
    (tmp_path / "a.json").write_text(DOCUMENT)
    with pytest.raises(AuditError, match="^--path "):
        audit(str(tmp_path / "a.json"), path=path)


def test_a_path_is_for_documents() -> None:
    with pytest.raises(AuditError, match="a path is for JSON documents, which have no columns"):
        audit("a.csv", path="$..url", format="csv")
    with pytest.raises(AuditError, match="a path is for JSON documents, which have no columns"):
        audit("a.json", path="$..url", column="url")


@pytest.mark.parametrize(
    ("text", "column", "name"),
    [
        pytest.param('{"url": "http://h/"}\n{"url": "http://h/"}\n', None, "jsonl", id="lines"),
        pytest.param('{"url": "http://h/"}\n', None, "json", id="one object"),
        pytest.param('{"url": "http://h/"}\n', "url", "jsonl", id="one object, and a column"),
        pytest.param('[{"url": "http://h/"}]', None, "jsonl", id="one array"),
        pytest.param('[\n{"url": "http://h/"}\n]\n', None, "json", id="an array over lines"),
        pytest.param('\ufeff{ \r\n"url": "http://h/"\r\n}', None, "json", id="a mark, CRLF"),
        pytest.param('{"a": 1,\n "url": "http://h/"}', None, "json", id="broken in the middle"),
        pytest.param('\n\n{"a":\n{}}', None, "json", id="blank lines first"),
        pytest.param('[\n{"url": "http://h/"}\n]\n', "url", "json", id="over lines, and a column"),
        pytest.param("", None, "jsonl", id="empty"),
    ],
)
def test_lines_or_a_document(tmp_path: Path, text: str, column: str | None, name: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(text, encoding="utf-8", newline="")
    assert format_of(str(file), column).name == name


def test_a_document_has_no_columns(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(DOCUMENT)
    with pytest.raises(AuditError, match=r"--path '\$..url' selects its members of that name$"):
        audit(str(tmp_path / "a.json"), column="url")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not JSON: Expecting property name"),
        ("[" * 100_000, "JSON that is nested too deeply"),
        ('{"a": "\udcff"}', "not JSON: 'utf-8' codec can't decode byte 0xff"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(AuditError, match=why):
        audit(str(file), format="json")


def test_half_of_a_surrogate_pair_is_a_bad_value(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": "http://h/\\ud800"}')
    found = audit(str(tmp_path / "a.json"))
    assert [problem.code for problem in found.problems] == ["ill-formed-utf-8"]


def test_a_long_name_is_not_in_every_path(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    items = ["http://h/a b"] * 2000
    file.write_text(json.dumps({"x" * 1_000_000: {"y": items}}))
    done = run("check", "--json", "--max", "1", str(file))
    (record,) = map(json.loads, done.out.splitlines())
    assert record["part"].startswith("$.xxx")
    assert len(record["part"]) < 2000


@pytest.mark.parametrize("options", [{}, {"path": "$..u"}, {"format": "jsonl", "column": "k1.u"}])
def test_time_is_linear(tmp_path: Path, options: dict[str, Any]) -> None:
    if "path" in options:
        pytest.importorskip("jsonpath")

    def document(count: int) -> dict[str, Any]:
        return {f"k{i}": {"u": f"http://h/{i}", "v": "x"} for i in range(count)}

    for count in (2000, 16_000):
        (tmp_path / f"{count}.json").write_text(json.dumps(document(count)))
    # Three times the growth for eight times the number.
    assert_grows_at_most(24, lambda n: audit(str(tmp_path / f"{n}.json"), **options), 2000, 16_000)
