"""Values in skeletons: proved for all skeletons and values, and tested with the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from urllib.parse import quote

import pytest

from iriform import IRI, IRIReference, unquote

from . import asking
from .decide import outside
from .operations import UNRESERVED, quoting
from .skeletons import (
    STAND_IN,
    VALUES,
    Before,
    Place,
    bases,
    is_of,
    misplaced,
    misplaced_base,
    not_dropped,
    values,
)
from .tagged import Code, code, iri_references, shown, tag_of, uri_references
from .test_operations import data, to, ways

TESTED = pytest.mark.slow("crates/core/src/skeleton", "tests/proof/laws")

USERINFO = Place("userinfo")
PATH, QUERY, FRAGMENT = Place("path"), Place("query"), Place("fragment")
SEGMENT = Place("path", "/", is_whole=True, is_first=False)
FIRST_SEGMENT = Place("path", "/", is_whole=True, is_first=True)
HOST, PORT = Place("host", is_whole=True), Place("port", is_whole=True)
LABEL = Place("host", ".", is_whole=True)

PLACES = [
    *[(place, "encoded") for place in (USERINFO, PATH, QUERY, FRAGMENT)],
    (SEGMENT, "segments"),
    (FIRST_SEGMENT, "segments-nc"),
    # A Query, and any number of repeated pairs: any query is one.
    (QUERY, "iquery"),
    (FRAGMENT, "ifragment"),
    (Place("userinfo", is_whole=True), "iuserinfo"),
    (HOST, "host-of-value"),
    (LABEL, "label"),
    (PORT, "port-of-value"),
]

UNITS = {"userinfo": ":", "path": "/", "query": "&="}
"""The delimiters of users and passwords, segments, pairs, names and values in a component."""


@pytest.mark.parametrize(("place", "written"), PLACES, ids=str)
def test_a_value_keeps_the_components(place: Place, written: str) -> None:
    """The result is valid, and all other text has the component that it has in the skeleton.

    Each reference has one split (`test_splits.py`), so no other split is read. One value is put into any
    text, which may already contain others, so this covers several values.
    """
    found = misplaced(iri_references(), place, values(written))
    assert found is None, shown(found)


def test_a_value_of_a_uri_is_ascii() -> None:
    for place in (USERINFO, PATH, QUERY, FRAGMENT):
        assert misplaced(uri_references(), place, values("encoded-ascii")) is None


@pytest.mark.parametrize("rule", ["encoded", "encoded-ascii"])
def test_an_encoded_value_divides_nothing(rule: str) -> None:
    """It has no delimiter, so segments and pairs are unchanged, and so is their number."""
    symbols = {symbol for codes in values(rule).codes for symbol in codes}
    assert {*map(ord, "%a-._~")} <= symbols
    assert not symbols & {*b":/?#[]@!$&'()*+,;="}
    assert not symbols & {*"".join(UNITS.values()).encode()}


@pytest.mark.parametrize(("tag", "written"), [("userinfo", "encoded"), ("query", "encoded")])
def test_no_value_is_a_value(tag: str, written: str) -> None:
    """Empty text keeps the components if the component may be empty."""
    optional = VALUES.replace("encoded         = 1*", "encoded         = *")
    assert misplaced(iri_references(), Place(tag), values(written, optional)) is None


def test_what_is_dropped_goes_with_its_delimiter() -> None:
    """A port, and a query without pairs, are dropped."""
    assert not_dropped(iri_references(), ":", "port") is None
    assert not_dropped(iri_references(), "?", "query") is None


@pytest.mark.parametrize(
    ("rule", "begins", "then_not"),
    [("base-slash", "/", ""), ("base-bare", "/", "/"), ("base", "?#", "")],
)
def test_a_base_keeps_the_components(rule: str, begins: str, then_not: str) -> None:
    found = misplaced_base(iri_references(), bases(rule), begins, then_not)
    assert found is None, shown(found)


def test_what_is_encoded_is_quoted_data() -> None:
    """An encoded value decodes to itself: `test_operations.py`. So two values give two results."""
    quoted = values("encoded-ascii", VALUES.replace("encoded-ascii   = 1*", "encoded-ascii   = *"))
    assert outside(data(), quoted, [quoting(UNRESERVED)]) is None


# --- It can fail


@TESTED
@pytest.mark.parametrize(
    ("place", "rule", "old", "new"),
    [
        (PATH, "encoded", "iunreserved / ", 'iunreserved / "/" / '),  # `s:` and `//`
        (PATH, "encoded", "iunreserved / ", 'iunreserved / ":" / '),  # a first segment
        (PATH, "encoded", "iunreserved / ", 'iunreserved / "?" / '),
        (PATH, "encoded", "iunreserved / ", 'iunreserved / "#" / '),
        (PATH, "encoded", "iunreserved / ", 'iunreserved / " " / '),
        (PATH, "encoded", "iunreserved / ", 'iunreserved / "%" / '),
        (PATH, "encoded", "iunreserved / ", "iunreserved / iprivate / "),
        (QUERY, "encoded", "iunreserved / ", 'iunreserved / "#" / '),
        (QUERY, "encoded", "iunreserved / ", 'iunreserved / "[" / '),
        (FRAGMENT, "encoded", "iunreserved / ", "iunreserved / iprivate / "),
        (FRAGMENT, "encoded", "iunreserved / ", 'iunreserved / "#" / '),
        (USERINFO, "encoded", "iunreserved / ", 'iunreserved / "@" / '),
        (USERINFO, "encoded", "iunreserved / ", 'iunreserved / "/" / '),
        (SEGMENT, "segments", "isegment-nz *", "isegment *"),  # `s:/` and nothing: `s://b`
        (FIRST_SEGMENT, "segments-nc", "isegment-nz-nc", "isegment-nz"),
        (HOST, "host-of-value", "IP-literal", "IPv6address"),
        (LABEL, "label", '"-" )', '"-" / ":" )'),
        (PORT, "port-of-value", "1*DIGIT", "1*ALPHA"),
    ],
)
def test_a_wrong_encoding_breaks_the_law(place: Place, rule: str, old: str, new: str) -> None:
    assert old in VALUES
    wrong = VALUES.replace(old, new)
    divides = {s for codes in values(rule, wrong).codes for s in codes} & {*b"/:"}
    found = misplaced(iri_references(), place, values(rule, wrong))
    assert found is not None or (rule == "encoded" and divides)


@TESTED
@pytest.mark.parametrize(
    ("place", "rule"),
    [
        (PATH, "segments"),  # a colon in a first segment
        (Place("host"), "host-of-value"),  # brackets within a name
        (Place("path", "/", is_whole=True), "segments"),
    ],
)
def test_a_wrong_place_breaks_the_law(place: Place, rule: str) -> None:
    assert misplaced(iri_references(), place, values(rule)) is not None


@TESTED
def test_a_value_inside_of_a_triplet_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Before, "then", lambda _, tagged: Before(tagged, is_first=False))
    assert misplaced(iri_references(), PATH, values("encoded")) is not None


@TESTED
@pytest.mark.parametrize("rule", ["base", "base-bare"])
def test_a_base_is_held_to_what_follows(rule: str) -> None:
    assert misplaced_base(iri_references(), bases(rule), "/") is not None


# --- The program accepts and writes the texts described above


def skeletons() -> Iterator[tuple[list[Code], str, list[Code]]]:
    """Yield the text before a stand-in, its tag and the text after it, in each state that allows one."""
    texts = iri_references()
    for before, (stand_in,), then in ways(texts, STAND_IN):
        if "%" in asking.text_of(before[-2:]):
            continue  # the digit of a triplet
        for behind in (to(texts, -1, then), *following(then)):
            yield before, tag_of(stand_in), behind


def following(state: int) -> Iterator[list[Code]]:
    """A text for each kind of character that may follow."""
    texts = iri_references()
    for tagged in texts.codes[state]:
        if is_of("/?#:@.&=a", tagged):
            then = texts.step(state, tagged)
            assert then is not None
            yield [tagged, *to(texts, -1, then)]


ASKED = [*map(chr, range(0x80)), "é", "\ue000", "\ufffe", "\u202e", "\U0001f600", ""]
ASKED += ["..", "../a", "a\\..", "%2e", "a/b", "//h", "s:a", "1?a#b", "u@h", "...", "é/é%"]


def expected(before: list[Code], tag: str, behind: list[Code], value: str) -> str | None:
    """The result by docs/safe-building.md, or None if the value is refused."""
    left, right = unit(before[::-1], tag)[::-1], unit(behind, tag)
    if tag == "path":
        whole = unquote(left) + value + unquote(right)
        dots = any(piece in {".", ".."} for piece in re.split(r"[/\\]", whole))
        if dots or not whole:
            return None
    if tag == "query" and not left and not right:
        return None
    written = quote(value, safe="é\U0001f600".encode()).replace("%C3%A9", "é")
    written = written.replace("%F0%9F%98%80", "\U0001f600")
    return asking.text_of(before) + written + asking.text_of(behind)


def unit(codes: list[Code], tag: str) -> str:
    """The text of the same segment or pair."""
    divider = {"path": "/", "query": "&"}.get(tag, "")
    found = []
    for one in codes:
        if tag_of(one) != tag or asking.text_of([one]) in (divider or "\0"):
            break
        found.append(one)
    return asking.text_of(found)


@TESTED
def test_iriform_writes_so() -> None:
    asked = 0
    for before, tag, behind in skeletons():
        if tag not in {"userinfo", "path", "query", "fragment"}:
            continue
        skeleton = asking.text_of(before) + "{x}" + asking.text_of(behind)
        for value in ASKED:
            try:
                found: str | None = str(IRIReference.of(skeleton, x=value))
            except ValueError:
                found = None
            assert found == expected(before, tag, behind, value), (skeleton, value)
            asked += 1
    assert asked > 10_000


@TESTED
def test_iriform_takes_no_value_for_a_scheme() -> None:
    asked = 0
    for before, tag, behind in skeletons():
        if tag == "scheme":
            with pytest.raises(ValueError, match="scheme"):
                IRIReference.of(
                    asking.text_of(before) + "{x}" + asking.text_of(behind), x="javascript"
                )
            asked += 1
    assert asked


@TESTED
def test_iriform_takes_integers_for_ports() -> None:
    before = asking.tagged([("delimiter", "//"), ("host", "h"), ("delimiter", ":")])
    skeleton = asking.text_of(before) + "{x}/"
    taken = [port for port in range(-1, 65_540) if _is_taken(skeleton, port)]
    assert taken == [*range(1, 65_536)]
    assert code("port", STAND_IN) in iri_references().codes[_state(before)]


def _state(codes: list[Code]) -> int:
    state: int | None = 0
    for one in codes:
        assert state is not None
        state = iri_references().step(state, one)
    assert state is not None
    return state


def _is_taken(skeleton: str, port: int) -> bool:
    try:
        return IRIReference.of(skeleton, x=port).port == port
    except ValueError:
        return False


# --- Its results, for every value of up to three characters that matter

CHARACTERS = [*map(chr, range(0x80)), "é", "\ue000", "\ufffe", "\u202e", "\U0010ffff"]
TELLING = ["", *"./\\?#@:%&=+;[]a0 \0", "é"]
SHORT = sorted(
    {*CHARACTERS, *map("".join, product(TELLING, repeat=3)), "%2e", "%2E%2E", "..%2f", "a/../b"}
)
SKELETONS = [
    "http://h.example/{x}",
    "http://h.example/a/{x}/b",
    "http://h.example/a-{x}",
    "http://h.example/{x}.txt",
    "http://h.example/.{x}",
    "http://h.example/a;p={x}/b",
    "urn:example:{x}",
    "mailto:{x}",
    "/{x}",
    "{x}",
    "{x}/b",
    "a{x}",
    "http://h.example?k={x}",
    "http://h.example/?a=b&{x}=c",
    "?k={x}&l=m",
    "#{x}",
    "http://h.example/#a{x}b",
    "http://{x}@h.example/",
    "http://u:{x}@h.example/",
    "http://{x}.example.com/",
    "http://{x}/",
]


def structure(value: IRIReference) -> tuple[object, ...]:
    """Return the structure that a value must not change: components, segments, pairs."""
    authority = value.authority
    return (
        value.scheme,
        authority is None,
        authority and (authority.userinfo is None, authority.port),
        value.host is not None and str(value.host).count("."),
        len(value.path.segments),
        value.path.is_absolute,
        value.query is not None and len(list(value.query.pairs())),
        value.fragment is None,
    )


def taken(skeleton: str) -> Iterator[tuple[str, IRIReference]]:
    """Yield the values that the skeleton accepts, each with its result."""
    for text in SHORT:
        with suppress(ValueError):
            yield text, IRIReference.of(skeleton, x=text)


@pytest.mark.parametrize("skeleton", SKELETONS)
def test_no_short_value_changes_the_structure(skeleton: str) -> None:
    is_host = "//{x}" in skeleton and "@" not in skeleton
    before, after = skeleton.split("{x}")
    expected = structure(IRIReference(f"{before}x{after}" if before or after else "x"))
    results: dict[str, str] = {}
    for text, result in taken(skeleton):
        assert result.startswith(before), (text, result)
        assert result.endswith(after), (text, result)
        written = result[len(before) : len(result) - len(after)]
        if is_host:
            # A host is checked, and may be written differently.
            found, wanted = list(structure(result)), list(expected)
            found[3] = wanted[3] = None
            assert found == wanted, (text, result)
            continue
        assert structure(result) == expected, (text, result)
        assert unquote(written) == text, (text, result)
        assert results.setdefault(written, text) == text, "two values have one result"
        if isinstance(result, IRI):
            plain = IRIReference(result).normalize(level="syntax")
            assert len(plain.path.segments) == len(result.path.segments), (text, result)
    assert len(results) > 1_000 or is_host


def test_most_values_are_taken() -> None:
    """Otherwise the test above would show nothing."""
    assert len(SHORT) > 4_000
    counts = {skeleton: sum(1 for _ in taken(skeleton)) for skeleton in SKELETONS}
    few = {skeleton for skeleton, count in counts.items() if count < len(SHORT) // 2}
    assert few <= {"http://{x}.example.com/", "http://{x}/"}, counts
