"""`PURL`: package URLs, by the rows of the specification's repository and by laws."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from iriform import IRI, PURL, URI, ParseError, Reason, Repaired
from tests.errors import error_of

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/purl.jsonl").read_text("utf-8").splitlines()
]

GIT = (
    "a name with a slash that is not encoded: §5.6.3 and §5.6.4 have slashes between the segments of a "
    "namespace, and the name behind the last one, as the rows of swift and golang"
)
CONTRADICTED = {
    ("parse", "pkg:git/codeberg.org/forgejo/forgejo@a72d2c07cfca03b55371089de6aa230d8c951fa0"): GIT,
    (
        "parse",
        "pkg:git/codeberg.org/forgejo/forgejo@a72d2c07cfca03b55371089de6aa230d8c951fa0#options/locale_readme.md",
    ): GIT,
    ("build", "forgejo/forgejo"): GIT,
}
"""Rows that contradict others and the text of the standard."""

REFUSED = {
    "_url=https://": "a slash in a value is encoded (§5.4, Annex C)",
    "vcs_url=git://": "likewise",
    "vcs_url=git%2Bhttps://": "likewise",
    "repository_url=docker.io/": "likewise",
    "repository_url=ghcr.io/": "likewise",
    "#NSData+zlib": "a plus sign is encoded (§5.4, Annex C)",
    "+Server": "likewise",
    "Adobe+": "likewise",
    "pkg:GOLANG": "the canonical type is in lower case (§5.6.2, Annex C)",
    "pkg:Maven": "likewise",
    "pkg:PYPI": "likewise",
    "pkg:Nuget": "likewise",
    "pkg:/": "parsers should accept it (§5.6.1), and it is no PURL (Annex C): a URI with an authority",
    "#/": "slashes around a subpath are stripped in the canonical form (§5.6.7, Annex C)",
    "%3A": "a colon is not encoded (§5.4)",
    "@babel": "an at sign in a namespace is encoded (§5.4, Annex C)",
    "node@20": "likewise in a name",
    "?Platform=": "a key is in lower case (§5.6.6)",
}
"""The signs of a text that is not a PURL but has an equivalent one, which `repair` returns."""


def key(row: dict[str, Any]) -> tuple[str, str]:
    given = row["input"]
    return row["test_type"], given if isinstance(given, str) else str(given["name"])


def components(purl: PURL) -> dict[str, Any]:
    return {
        "type": purl.type,
        "namespace": purl.namespace,
        "name": purl.name,
        "version": purl.version,
        "qualifiers": purl.qualifiers or None,
        "subpath": purl.subpath,
    }


def answer(row: dict[str, Any]) -> object:
    """Return iriform's answer; text that is not a PURL is repaired if the table says why."""
    if row["test_type"] == "build":
        return str(PURL.build(**row["input"]))
    text = row["input"]
    if PURL.is_valid(text):
        purl = PURL(text)
    elif row["expected_failure"] or not any(shows in text for shows in REFUSED):
        purl = PURL(text)  # which raises
    else:
        purl = PURL.repair(text).value
    return components(purl) if row["test_type"] == "parse" else str(PURL.repair(purl).value)


def test_all_rows_are_there() -> None:
    assert len(ROWS) == 384
    assert {row["license"] for row in ROWS} == {"MIT"}


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row['test_type']}: {row['description']}"[:80]
)
def test_rows_of_the_specification(row: dict[str, Any]) -> None:
    if row["expected_failure"]:
        with pytest.raises((ParseError, TypeError)):
            answer(row)
    elif key(row) in CONTRADICTED:
        assert answer(row) != row["expected_output"], CONTRADICTED[key(row)]
    else:
        assert answer(row) == row["expected_output"]


def test_each_reason_has_a_row() -> None:
    texts = [row["input"] for row in ROWS if isinstance(row["input"], str)]
    for shows in REFUSED:
        having = [text for text in texts if shows in text]
        assert having, shows
        assert not any(PURL.is_valid(text) for text in having), shows
    assert set(CONTRADICTED) <= {key(row) for row in ROWS}


AS = "write it as"
UUID = "packages of this type have uuid"

# Text, the position of the fault, the part at fault, the rule, the reason, the hint.
FAULTS = [
    ("http://a", 0, (0, 1), "purl-scheme", Reason.INVALID_CHARACTER, None),
    ("pkg:", 4, (4, 4), "type", Reason.UNEXPECTED_END, None),
    ("pkg:npm", 7, (7, 7), "type", Reason.UNEXPECTED_END, None),
    ("pkg:nginx:a/b", 9, (9, 10), "type", Reason.INVALID_CHARACTER, None),
    ("pkg:NPM/a", 4, (4, 5), "type", Reason.INVALID_CHARACTER, f"{AS} pkg:npm/a"),
    ("pkg://npm/a", 4, (4, 5), "type", Reason.INVALID_CHARACTER, f"{AS} pkg:npm/a"),
    ("pkg:sid/=b/x@1", 8, (8, 9), "name", Reason.INVALID_CHARACTER, f"{AS} pkg:sid/%3Db/x@1"),
    ("pkg:npm/%41", 10, (8, 11), "name", Reason.NEEDLESS_ENCODING, f"{AS} pkg:npm/A"),
    ("pkg:x/a%2Fb/c", 11, (7, 10), "namespace-segment", Reason.ENCODED_SLASH, None),
    ("pkg:x/a@1?k=1&l=2&k=3", 19, (18, 19), "qualifier-key", Reason.REPEATED_KEY, None),
    ("pkg:x/a@1?K=1", 10, (10, 11), "qualifier-key", Reason.INVALID_CHARACTER, f"{AS} pkg:x/a@1?k=1"),
    ("pkg:x/%C3%28", 6, (6, 9), "purl-pct-encoded", Reason.ENCODED_NOT_UTF_8, None),
    ("pkg:x/a#b/../c", 12, (12, 13), "subpath-segment", Reason.INVALID_CHARACTER, f"{AS} pkg:x/a#b/c"),
    ("pkg:maven/junit", 10, (10, 10), "namespace", Reason.NAMESPACE_REQUIRED, None),
    ("pkg:pypi/a/b", 9, (9, 10), "namespace", Reason.NAMESPACE_PROHIBITED, None),
    ("pkg:julia/D", 11, (11, 11), "qualifiers", Reason.QUALIFIER_REQUIRED, UUID),
    ("pkg:cpan/A::B", 9, (9, 13), "name", Reason.NOT_PERMITTED_BY_TYPE, None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "position", "span", "rule", "reason", "hint"), FAULTS)
def test_faults(
    text: str, position: int, span: tuple[int, int], rule: str, reason: Reason, hint: str | None
) -> None:
    with pytest.raises(ParseError, match="^not a package URL: ") as caught:
        PURL(text)
    error = caught.value
    assert (error.text, error.production) == (text, "PURL")
    assert (error.position, error.span, error.rule) == (position, span, rule)
    assert (error.reason, error.hint) == (reason, hint)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert not PURL.is_valid(text)
    assert URI(text).purl is None


def test_what_is_no_uri_is_told_as_that() -> None:
    with pytest.raises(ParseError, match="^not a URI: U\\+0020 SPACE"):
        PURL("pkg:npm/a b")
    with pytest.raises(TypeError):
        PURL.is_valid(5)  # type: ignore[arg-type]


def test_it_is_a_uri_that_goes_wherever_one_goes() -> None:
    purl = PURL(b"pkg:npm/%40angular/core@19.0.0#src")
    assert isinstance(purl, URI)
    assert purl == "pkg:npm/%40angular/core@19.0.0#src"
    assert type(copy.deepcopy(purl)) is type(pickle.loads(pickle.dumps(purl))) is PURL
    assert repr(purl) == "PURL('pkg:npm/%40angular/core@19.0.0#src')"
    assert type(purl.with_parts(fragment=None)) is URI
    assert type(IRI(str(purl)).purl) is PURL
    assert IRI("http://example.org/").purl is None
    adapter = TypeAdapter(PURL)
    assert adapter.validate_python("pkg:npm/a") == "pkg:npm/a"
    assert adapter.json_schema()["format"] == "uri"
    with pytest.raises(ValidationError, match="packages of this type must have a namespace"):
        adapter.validate_python("pkg:maven/junit")


# Text, canonical text, the causes of the changes.
REPAIRS = [
    ("pkg:npm/a@1", "pkg:npm/a@1", []),
    (" <PKG:NPM/a>\n", "pkg:npm/a", ["trimmed", "case", "case", "trimmed"]),
    ("pkg:///npm//a//", "pkg:npm/a", ["slash", "slash", "slash"]),
    ("pkg:npm/@babel/core", "pkg:npm/%40babel/core", ["encoding"]),
    ("pkg:npm/a@1%2e0", "pkg:npm/a@1.0", ["encoding"]),
    ("pkg:npm/%e2%82%ac", "pkg:npm/%E2%82%AC", ["encoding"]),
    ("pkg:npm/100%", "pkg:npm/100%25", ["encoding"]),
    ("pkg:npm/a b€", "pkg:npm/a%20b%E2%82%AC", ["encoding"]),
    ("pkg:npm/a@", "pkg:npm/a", ["empty"]),
    ("pkg:npm/a?#", "pkg:npm/a", ["empty", "empty"]),
    ("pkg:npm/a?k=&B=2&&c", "pkg:npm/a?b=2", ["empty", "case", "empty"]),
    ("pkg:npm/a?b=1&a=2/3", "pkg:npm/a?a=2%2F3&b=1", ["order"]),
    ("pkg:npm/a?u=http://h/?x#y#z", "pkg:npm/a?u=http:%2F%2Fh%2F%3Fx#y%23z", ["encoding", "encoding"]),
    ("pkg:npm/a#/b//./c/../", "pkg:npm/a#b/c", ["slash", "empty", "empty"]),
    ("pkg:pypi/Zope_Interface", "pkg:pypi/zope-interface", ["type"]),
    ("pkg:pypi/Django", "pkg:pypi/django", ["case"]),
    ("pkg:pub/my-Pkg", "pkg:pub/my_pkg", ["type"]),
    ("pkg:github/A/%C3%89", "pkg:github/a/%C3%A9", ["case", "type"]),
    ("pkg:conan/a?compiler=b&compiler.runtime=c", "pkg:conan/a?compiler=b&compiler.runtime=c", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "canonical", "causes"), REPAIRS)
def test_repair(text: str, canonical: str, causes: list[str]) -> None:
    repaired = PURL.repair(text)
    assert (type(repaired), type(repaired.value)) == (Repaired, PURL)
    assert repaired.value == canonical
    assert [change.cause for change in repaired.changes] == causes
    made, at = "", 0
    for change in repaired.changes:
        start, stop = change.span
        assert text[start:stop] == change.found
        assert change.clause
        made, at = made + text[at:start] + change.replacement, stop
    assert made + text[at:] == canonical
    assert PURL.repair(canonical) == Repaired(repaired.value, ())


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("https://example.org/", 0, Reason.INVALID_CHARACTER),
        ("", 0, Reason.EMPTY_TEXT),
        ("pkg:NPM/@1", 8, Reason.INVALID_CHARACTER),
        ("pkg://maven//junit", 13, Reason.NAMESPACE_REQUIRED),
        ("pkg:x/a%2Fb/c", 11, Reason.ENCODED_SLASH),
        ("pkg:x/%FF", 6, Reason.ENCODED_NOT_UTF_8),
        ("pkg:x/a?k=1&K=2", 13, Reason.REPEATED_KEY),
        ("pkg:npm/\ud800", 8, Reason.LONE_SURROGATE),
    ],
)
def test_what_repair_leaves_has_its_place_in_the_text(
    text: str, position: int, reason: Reason
) -> None:
    caught = error_of(PURL.repair, text)
    assert caught.text == text
    assert (caught.position, caught.reason) == (position, reason)


def test_build() -> None:
    built = PURL.build(
        type="Maven",
        namespace="/org.apache.commons/",
        name="io",
        version="1 2/3",
        qualifiers={"Type": "jar", "classifier": "a&b=c", "empty": ""},
        subpath="/src/./main/..//é",
    )
    assert built == (
        "pkg:maven/org.apache.commons/io@1%202%2F3?classifier=a%26b%3Dc&type=jar#src/main/%C3%A9"
    )
    assert PURL.build(type="npm", name="a", version="", qualifiers={}, subpath="") == "pkg:npm/a"


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"type": "a/b", "name": "c"}, "type"),
        ({"type": "", "name": "c"}, "type"),
        ({"type": "a", "name": ""}, "name"),
        ({"type": "a", "name": "b", "namespace": "c//d"}, "name"),
        ({"type": "a", "name": "b", "qualifiers": {"k=l": "v"}}, "qualifier-key"),
        ({"type": "a", "name": "b", "qualifiers": {"k": "1", "K": "2"}}, "qualifier-key"),
        ({"type": "a", "name": "b\ud800"}, "name"),
        ({"type": "maven", "name": "junit"}, "namespace"),
    ],
)
def test_what_cannot_be_built(given: Any, rule: str) -> None:
    caught = error_of(PURL.build, **given)
    assert caught.rule == rule


def test_what_is_no_text_is_refused() -> None:
    for components_given in (
        {"name": None},
        {"name": "a", "version": 1},
        {"name": "a", "qualifiers": {"k": 1}},
    ):
        with pytest.raises(TypeError):
            PURL.build(type="npm", **components_given)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NAMES = TEXTS.filter(lambda text: text.strip("/"))
PACKAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(["x", "sid", "generic", "npm", "conan"]), "name": NAMES},
    optional={
        "namespace": st.lists(NAMES.filter(lambda text: "/" not in text), max_size=3).map("/".join),
        "version": TEXTS,
        "qualifiers": st.dictionaries(
            st.from_regex("[a-z][a-z0-9._-]{0,3}", fullmatch=True), TEXTS
        ),
        "subpath": st.lists(TEXTS.filter(lambda text: "/" not in text), max_size=3).map("/".join),
    },
)


@given(PACKAGES)
def test_what_is_built_has_the_components_it_is_built_of(package: dict[str, Any]) -> None:
    purl = PURL.build(**package)
    assert (purl.type, purl.name) == (package["type"], package["name"].strip("/"))
    assert purl.namespace == (package.get("namespace") or None)
    assert purl.version == (package.get("version") or None)
    assert purl.qualifiers == {k: v for k, v in package.get("qualifiers", {}).items() if v}
    segments = package.get("subpath", "").split("/")
    assert purl.subpath == ("/".join(s for s in segments if s not in {"", ".", ".."}) or None)
    assert PURL.repair(purl) == Repaired(purl, ())
    assert PURL.build(**components(purl)) == purl


PIECES = ["pkg:", "PKG:", "npm", "PyPI", "maven", "/", "//", "a", "B_c", "@", "1", "?", "k=v", "K=",
          "&", "#", ".", "..", "%20", "%2f", "%41", "%", "é", " ", ":"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_the_canonical_text_is_its_own(text: str) -> None:
    try:
        value = PURL.repair(text).value
    except ParseError:
        assert not PURL.is_valid(text)
        return
    assert PURL.repair(value) == Repaired(value, ())
    assert PURL.build(**components(value)) == value
    if URI.is_valid(text):
        assert URI(text).equivalent(value, "scheme")
        assert URI(text).normalize("scheme") == value
    if PURL.is_valid(text):
        assert components(PURL(text)) == components(value)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("pkg:generic/..", "pkg:generic/.."),
        ("pkg:cargo/..", "pkg:cargo/.."),
        ("pkg:generic/.", "pkg:generic/."),
        ("PKG:generic/..", "pkg:generic/.."),
        ("pkg:generic/%2E%2E", "pkg:generic/.."),
        ("pkg:generic/a/../b", "pkg:generic/a/../b"),
        ("pkg:generic/./a@1?k=v#x", "pkg:generic/./a@1?k=v#x"),
        ("pkg:generic/..@1", "pkg:generic/..@1"),
        # These are not package URLs, so a path is a path.
        ("pkg:1/..", "pkg:/"),
        ("xpkg:generic/..", "xpkg:/"),
    ],
)  # fmt: skip
def test_a_name_of_dots_is_a_name(text: str, normal: str) -> None:
    uri = URI(text)
    found = {level: uri.normalize(level) for level in ("syntax", "scheme")}
    assert found == {"syntax": normal, "scheme": normal}
    assert uri.equivalent(normal, "scheme")
    assert not uri.equivalent("pkg:npm/..", "scheme")
