"""The page's answers are those of Python, with positions in units of UTF-16."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest

import iriform
from iriform import IRI, IRIReference, ParseError, grammar, steps
from iriform._core import anatomy, reference_kind
from iriform.findings import RULES
from iriform.grammar import Tree
from iriform.grammar._tree import CHARACTERS
from iriform.links import find
from tests.tables import ROOT, rows
from tests.test_validity import CLASSES

KINDS = ["URI", "IRI", "URI-reference", "IRI-reference"]
LEVELS: list[Literal["syntax", "scheme"]] = ["syntax", "scheme"]
BASES = ["http://a/b/c/d;p?q", "foo:a/b", "urn:a:b?+c", "s://h", "http://例え.jp"]
# Lone surrogates, pairs, and texts that the tables lack.
MORE = ["\ud800", "http://a/\udc00b", "s://h/𝄞/%20 ", "𝄞:a", "s:𝄞?\ue000#\ue000", "s://[::1%25e]/"]

# Texts are passed as units of UTF-16, because the browser's protocol has no lone surrogates.
EXPLAIN = """texts => texts.map(([text, base, names]) => {
    const from = units => units === null ? null : String.fromCharCode(...units);
    return iriform.explain(from(text), from(base), names);
})"""


def units(text: str) -> int:
    """Count the units of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16(text: str | None) -> list[int] | None:
    """Return the units of UTF-16."""
    if text is None:
        return None
    data = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(data[i : i + 2], "little") for i in range(0, len(data), 2)]


def explained(
    page: Any, texts: list[str], base: str | None = None, names: str = ""
) -> Iterator[tuple[str, Any]]:
    """Return the page's answers for texts, a few hundred at a time."""
    for start in range(0, len(texts), 500):
        some = texts[start : start + 500]
        answers = page.evaluate(EXPLAIN, [[utf16(text), utf16(base), names] for text in some])
        yield from zip(some, answers, strict=True)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Return the texts of all rows, and some more."""
    found = [row["input"] for row in rows("validity") if row["input"] is not None]
    return [*dict.fromkeys([*found, *MORE])]


@pytest.fixture(scope="module")
def valid(texts: list[str]) -> list[str]:
    """Return the texts that are references."""
    return [text for text in texts if IRIReference.is_valid(text)]


# The part of a message between the expected kind and the rule.
WORDS = re.compile(r"not [^:]*: (.*) \([^()]*\)")
# A character whose name neither the page nor core has.
RARE = re.compile(r"(U\+[0-9A-F]+) [A-Z][A-Z0-9 -]*(?= is )")


def without_rare_names(fault: dict[str, Any] | None) -> dict[str, Any] | None:
    """Remove the name of a rare character: the page has only the usual names."""
    return None if fault is None else {**fault, "what": RARE.sub(r"\1", fault["what"])}


def fault_of(kind: str, text: str) -> dict[str, Any] | None:
    """Return Python's reason why a text is not of a kind."""
    try:
        CLASSES[kind](text)
    except ParseError as error:
        start, stop = error.span
        return {
            "position": units(text[: error.position]),
            "start": units(text[:start]),
            "stop": units(text[:stop]),
            "rule": error.rule,
            "reason": error.reason.value,
            "what": WORDS.fullmatch(error.message)[1],  # type: ignore[index]
            "hint": error.hint,
        }
    return None


@pytest.mark.collection
def test_every_row_is_valid_or_not(page: Any) -> None:
    of = {kind.lower(): i for i, kind in enumerate(KINDS)}
    asked = [row for row in rows("validity") if row["input"] is not None and row["kind"] in of]
    answers = explained(page, [row["input"] for row in asked])
    wrong = [
        row
        for row, (_, answer) in zip(asked, answers, strict=True)
        if (answer["kinds"][of[row["kind"]]]["fault"] is None) is not row["valid"]
    ]
    assert len(asked) > 400
    assert wrong == []


def test_every_fault_is_that_of_python(page: Any, texts: list[str]) -> None:
    for text, answer in explained(page, texts):
        assert [kind["name"] for kind in answer["kinds"]] == KINDS
        for kind in answer["kinds"]:
            wanted = without_rare_names(fault_of(kind["name"], text))
            assert without_rare_names(kind["fault"]) == wanted, text
        assert (answer["reference"] is None) is not IRIReference.is_valid(text)


def test_every_part_is_that_of_python(page: Any, valid: list[str]) -> None:
    for text, answer in explained(page, valid):
        value, reference = IRIReference(text), answer["reference"]
        assert (reference["production"], reference["kind"]) == reference_kind(value)
        found: dict[str, list[str]] = {}
        for part in reference["components"]:
            raw = text.encode("utf-16-le")[2 * part["start"] : 2 * part["stop"]]
            found.setdefault(part["name"], []).append(raw.decode("utf-16-le"))
        for name in ("scheme", "authority", "userinfo", "host", "path", "query", "fragment"):
            component = getattr(value, name)
            assert found.get(name) == (None if component is None else [component]), (text, name)
        assert found.get("port") == (None if value.port_text is None else [value.port_text])
        assert found.get("segment", []) == list(value.path.segments)[:100]
        remarks = [
            part["remark"] or "" for part in reference["components"] if part["name"] != "segment"
        ]
        names = ("segment", "…")
        assert remarks == [row[3] for row in anatomy(value, 100) if row[1] not in names], text


def test_every_tree_is_that_of_the_grammar(page: Any, valid: list[str]) -> None:
    for text, answer in explained(page, valid):
        is_iri = answer["reference"]["production"].startswith("IRI")
        rfc = grammar.RFC3987 if is_iri else grammar.RFC3986
        root = "IRI-reference" if is_iri else "URI-reference"
        assert answer["reference"]["tree"] == plain(text, rfc[root].tree(text)), text


def plain(text: str, tree: Tree) -> dict[str, Any]:
    """Write a tree like the page, without single characters."""
    named = [c for c in tree.children if c.rule is not None and c.rule not in CHARACTERS]
    return {
        "rule": tree.rule,
        "start": units(text[: tree.start]),
        "stop": units(text[: tree.stop]),
        "children": [plain(text, child) for child in named],
        "more": 0,
    }


def test_every_form_is_that_of_python(page: Any, valid: list[str]) -> None:
    for text, answer in explained(page, valid):
        value, reference = IRIReference(text), answer["reference"]
        forms = {form["name"]: form["text"] for form in reference["forms"]}
        try:
            in_ascii = value.to_uri(idna=True)
        except ValueError:
            in_ascii = None
        assert forms == {
            "to_iri()": value.to_iri(),
            "to_uri()": value.to_uri(),
            "to_iri(idna=True)": value.to_iri(idna=True),
            "to_uri(idna=True)": in_ascii,
        }
        last = text
        for normal, level in zip(reference["normal"], LEVELS, strict=True):
            assert normal["level"] == level
            assert normal["text"] == value.normalize(level)
            last = normal["steps"][-1]["text"] if normal["steps"] else last
            assert last == normal["text"], text


@pytest.mark.parametrize("base", BASES)
def test_every_target_is_that_of_python(page: Any, valid: list[str], base: str) -> None:
    for text, answer in explained(page, valid, base):
        target = IRI(base).resolve(IRIReference(text))
        assert answer["resolution"]["target"] == target, text
        assert answer["resolution"]["steps"] == [
            step._asdict() | {"passes": [each._asdict() for each in step.passes]}
            for step in steps.resolve(base, text)
        ]


def test_a_base_is_an_iri(page: Any) -> None:
    [(_, answer)] = explained(page, ["a"], "//h/ b")
    assert answer["resolution"]["fault"] == fault_of("IRI", "//h/ b")


def test_every_finding_is_that_of_python(page: Any, valid: list[str]) -> None:
    examples = [text for rule in RULES for text in (rule.bad_example, rule.good_example)]
    for text, answer in explained(page, [*valid, *examples]):
        found = answer["reference"]["findings"]
        assert answer["reference"]["more_findings"] == 0
        for profile in ("default", "norm", "rdf", "untrusted"):
            ours = [
                (f.code, f.severity, f.evidence, f.suggestion, *(units(text[:i]) for i in f.span))
                for f in IRIReference(text).check(profile)
            ]
            keys = ("code", "severity", "evidence", "suggestion", "start", "stop")
            theirs = [tuple(f[k] for k in keys) for f in found if profile in f["profiles"]]
            assert theirs == ours, (text, profile)


def test_every_look_alike_is_that_of_python(page: Any) -> None:
    names = ["paypal.com", "例え.jp", "microsoft.com"]
    hosts = [
        "p\u0430ypal.com",
        "www.paypa1.com",
        "paypal.com.evil.io",
        "microsft.com",
        "paypal.com",
    ]
    texts = [f"http://{host}/a" for host in [*hosts, "microsoft.test", "例え.jp"]]
    codes = set()
    for text, answer in explained(page, texts, names=" \n".join(names)):
        reference = answer["reference"]
        for profile in ("default", "untrusted"):
            ours = [(f.code, f.evidence) for f in IRI(text).check(profile, protected=names)]
            listed = [f for f in reference["findings"] if profile in f["profiles"]]
            assert [(f["code"], f["evidence"]) for f in listed] == ours, text
        alike = reference["resembles"]
        assert alike is None or alike in reference["findings"]
        codes.add(alike and alike["code"])
    assert len(codes) == 6
    [(_, answer)] = explained(page, ["a:"], names="a.example b.example/x")
    with pytest.raises(ValueError, match=re.escape(answer["wrong_name"]["what"])):
        IRI("a:").check(protected=["a.example", "b.example/x"])
    assert answer["wrong_name"]["number"] == 2


def test_every_repair_is_that_of_python(page: Any, texts: list[str]) -> None:
    faulty = [text for text in texts if not IRIReference.is_valid(text)]
    for text, answer in explained(page, faulty):
        try:
            repaired = IRIReference.repair(text).value
        except ParseError:
            repaired = None
        shown = answer["repair"] and answer["repair"]["text"]
        assert shown == repaired, text


FIND = "texts => texts.map(units => iriform.find(String.fromCharCode(...units)))"


def test_every_link_is_that_of_python(page: Any, texts: list[str]) -> None:
    lines = (ROOT / "tests/data/uts58/LinkDetectionTest.txt").read_text("utf-8").splitlines()
    asked = [*lines, *texts, " ".join(texts[:200]), "\ud800𝄞 example.org/𝄞|b\udc00"]
    answers = page.evaluate(FIND, [utf16(text) for text in asked])
    count = 0
    for text, answer in zip(asked, answers, strict=True):
        ours = [
            {
                "start": units(text[: found.span[0]]),
                "stop": units(text[: found.span[1]]),
                "kind": found.kind,
                "iri": str(found.iri),
                "changes": [
                    {
                        "start": units(found.text[: change.span[0]]),
                        "stop": units(found.text[: change.span[1]]),
                        "replacement": change.replacement,
                        "clause": change.clause,
                    }
                    for change in found.changes
                ],
            }
            for found in find(text)
        ]
        assert answer == {"links": ours, "more": 0}, text
        count += len(ours)
    assert count > 500


def test_it_has_the_version_of_the_library(page: Any) -> None:
    assert f"iriform {iriform.__version__}" in page.locator("footer").text_content()
