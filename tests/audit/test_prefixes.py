"""Namespaces in an audit, against a slow count of one value at a time."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from iriform import IRI, PrefixMap, resolve
from iriform.audit import audit
from tests.cli.program import iriform
from tests.tables import CORPORA

MAP = {
    "dbr": "http://dbpedia.org/resource/",
    "dbc": "http://dbpedia.org/resource/Category:",
    "é": "http://fr.dbpedia.org/resource/É",
    "": "http://www.w3.org/",
    "other": "http://www.w3.org/",
    "none": "http://nowhere.example/",
    "urn": "urn:",
}


def near(namespace: str, prefixes: dict[str, str]) -> str | None:
    """Return the prefix of a namespace that differs only in its scheme and `www.`."""

    def rest(text: str) -> str:
        return re.sub("^https?://(www[.])?", "http://", text)

    found = [name for name, ns in prefixes.items() if rest(namespace).startswith(rest(ns))]
    return max(found, key=lambda name: (len(prefixes[name]), -len(name)), default=None)


def slowly(values: list[str], prefixes: dict[str, str], base: str | None = None) -> dict[str, Any]:
    """Count namespaces, a value at a time."""
    counts = Counter[str]()
    others = Counter[str]()
    for value in values:
        try:
            iri = IRI(value) if base is None else resolve(base, value)
        except ValueError:
            continue
        longest = max((ns for ns in prefixes.values() if iri.startswith(ns)), key=len, default=None)
        if longest is not None:
            # Of several names for it, the shorter one.
            counts[min((n for n, ns in prefixes.items() if ns == longest), key=len)] += 1
            continue
        before = f"{iri.scheme}:" + ("" if iri.authority is None else f"//{iri.authority}")
        found = re.search(r"(?s)^.*[/#]", iri[len(before) :])
        if found is not None:
            others[before + found[0]] += 1
    saved = {ns: n * (len(ns) - 4) for ns, n in others.items()}
    return {
        "values": sum(counts.values()),
        "namespaces": [
            {
                "prefix": name,
                "namespace": ns,
                "count": counts[name],
                "saved": counts[name] * (len(ns) - len(f"{name}:")),
                "near": None,
            }
            for name, ns in sorted(prefixes.items(), key=lambda item: (-counts[item[0]], item[0]))
        ],
        "values_without": sum(others.values()),
        "distinct_without": len(others),
        "without": [
            {
                "prefix": None,
                "namespace": ns,
                "count": others[ns],
                "saved": saved[ns],
                "near": near(ns, prefixes),
            }
            for ns in sorted(others, key=lambda ns: (-saved[ns], ns))
        ],
    }


@pytest.mark.collection(needed=True)
@pytest.mark.parametrize("name", ["dbp15k_fr_en", "rdf_tests_irirefs", "dbp15k_en_resources"])
def test_the_slow_count(name: str) -> None:
    [file] = (file for file in CORPORA if file.stem == name)
    values = file.read_bytes().decode().removesuffix("\n").split("\n")
    found = audit(str(file), prefixes=MAP, top=10**6).record()["prefixes"]
    assert found == slowly(values, MAP)


def test_more_namespaces_than_a_table_holds() -> None:
    values = [f"http://example.org/{i}/x" for i in range(150_000)] + [
        "http://dbpedia.org/resource/x"
    ]
    found = audit(pa.array(values), prefixes=MAP, top=10**6).record()["prefixes"]
    assert found == slowly(values, MAP)
    assert found["distinct_without"] == 150_000


def test_a_relative_reference_counts_by_its_target() -> None:
    values = ["../Category:A", "B#c", "#d", "//www.w3.org/x", "http://A.example/Ab/"]
    base = "http://dbpedia.org/resource/x/y"
    found = audit(pa.array(values), prefixes=MAP, base=base).record()["prefixes"]
    assert found == slowly(values, MAP, base)


def test_without_prefixes_nothing_is_counted() -> None:
    assert audit(pa.array(["http://a/"])).prefixes is None
    found = audit(pa.array(["http://a/b", "x:y"]), prefixes=PrefixMap()).prefixes
    assert found is not None
    assert (found.values, found.values_without, found.namespaces) == (0, 1, [])


def test_the_program(tmp_path: Path) -> None:
    map_ = PrefixMap({name: MAP[name] for name in ("none", "dbr", "é", "dbc")})
    (tmp_path / "map.ttl").write_text(map_.to_turtle(), "utf-8")
    context = {**map_.to_json_ld()["@context"], "dbc": {"@id": "dbr:Category:", "@prefix": True}}
    (tmp_path / "map.jsonld").write_text(json.dumps({"@context": [context]}))
    (tmp_path / "a.txt").write_text(
        "http://dbpedia.org/resource/Category:A\nhttp://a/b\nhttp://a/c\na b\n"
    )
    report = tmp_path / "report.html"
    for name in ("map.ttl", "map.jsonld"):
        run = iriform(
            "audit", tmp_path / "a.txt", "--prefixes", tmp_path / name, "--report", report
        )
        assert run.err == ""
        assert run.out[run.out.index(" values with") :].splitlines() == [
            " values with a prefix  1, 33.3%",
            " values  share  saved  namespace",
            "      1  33.3%     33  dbc: http://dbpedia.org/resource/Category:",
            " not used: dbr: none: é:",
            "",
            " 1 namespace without a prefix  2 values",
            " values  share  saved  namespace",
            "      2  66.7%     10  http://a/",
        ]
        assert '<td class="name">dbc: <bdi>http://dbpedia.org/resource/Category:</bdi></td>' in (
            report.read_text("utf-8")
        )


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("map.ttl", "@prefix a: <http://a/>", "--prefixes: {}: line 1, column 23: "),
        ("map.json", "{", "--prefixes: {}: Expecting property name"),
        ("map.json", '{"a b": "http://a/"}', "--prefixes: {}: 'a b' is not a name: "),
        ("map.json", "[" * 100_000, "--prefixes: {} is nested too deeply"),
        ("map.ttl", None, "cannot read {}: No such file or directory"),
    ],
)
def test_a_map_that_cannot_be_read(tmp_path: Path, name: str, text: str | None, said: str) -> None:
    (tmp_path / "a.txt").write_text("x:y\n")
    if text is not None:
        (tmp_path / name).write_text(text)
    run = iriform("audit", tmp_path / "a.txt", "--prefixes", tmp_path / name)
    assert (run.status, run.out) == (2, "")
    assert said.format(tmp_path / name) in run.err


def test_a_map_without_prefixes_is_told(tmp_path: Path) -> None:
    """It also lists the namespaces; but a caller with a JSON-LD 1.0 context expects its terms."""
    (tmp_path / "a.txt").write_text("http://purl.obolibrary.org/obo/GO_1\n")
    obo = tmp_path / "obo.jsonld"
    obo.write_text('{"@context": {"GO": "http://purl.obolibrary.org/obo/GO_"}}')
    run = iriform("audit", tmp_path / "a.txt", "--prefixes", obo)
    assert run.status == 0
    assert "1 namespace without a prefix" in run.out
    assert f"iriform: --prefixes: {obo} has no prefix that can be used" in run.err
    obo.write_text('{"@context": {"obo": "http://purl.obolibrary.org/obo/"}}')
    assert "has none" not in iriform("audit", tmp_path / "a.txt", "--prefixes", obo).err


def test_the_map_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x:y\n")
    (tmp_path / "map.ttl").write_text("@prefix a: <http://a/> .")
    run = iriform(
        "audit",
        tmp_path / "a.txt",
        "--prefixes",
        tmp_path / "map.ttl",
        "--out",
        tmp_path / "map.ttl",
    )
    assert run.status == 2
    assert "it is an input, too" in run.err
