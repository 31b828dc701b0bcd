"""`columns.check`, compared with `check()` of single references."""

from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, URI, IRIReference, columns
from iriform.findings import RULES, Rule
from tests import strategies
from tests.columns.test_layouts import TYPES, array, plain

BIDI = ["http://a/\u202egnp.exe", "http://a/\u05d0b?\u05d0", "http://a.\u0627\u06601/"]


def codes(text: str | None, as_: type[IRIReference] = IRI) -> list[str] | None:
    if text is None or not as_.is_valid(text):
        return None
    return [finding.code for finding in as_(text).check()]


@pytest.mark.parametrize("of", TYPES.values(), ids=TYPES)
def test_every_layout(of: pa.DataType) -> None:
    rows = [*BIDI, None, "http://a/", "a b", "", "http://\xe9/", *BIDI]
    assert sum(map(len, filter(None, map(codes, rows)))) > len(BIDI)
    column = array(rows, of)

    assert plain(columns.check(column)) == [codes(row) for row in rows]
    assert plain(columns.check(column[2:5])) == [codes(row) for row in rows[2:5]]
    chunks = pa.chunked_array([column[:2], column[2:]])
    assert plain(columns.check(chunks)) == [codes(row) for row in rows]
    assert plain(columns.check(column, as_=URI)) == [codes(row, URI) for row in rows]


@pytest.mark.parametrize(("before", "after"), [("", ""), ("a", ""), ("\u05d0", "b")])
def test_every_character(before: str, after: str) -> None:
    """Alone, and next to letters of both directions."""
    characters = [chr(c) for c in range(0x1FFFF) if IRIReference.is_valid(f"x:{chr(c)}")]
    rows = [f"x:{before}{c}{after}" for c in characters]

    assert columns.check(pa.array(rows)).to_pylist() == list(map(codes, rows))


@given(st.lists(st.none() | strategies.iri_references() | st.sampled_from(BIDI)))
def test_drawn_rows(rows: list[Any]) -> None:
    column = pa.array(rows, pa.string())

    answer = columns.check(column, as_=IRIReference)

    assert plain(answer) == [codes(row, IRIReference) for row in rows]


@pytest.mark.parametrize("profile", ["default", "norm", "rdf", "untrusted"])
def test_profiles(profile: Any) -> None:
    rows = [text for rule in RULES for text in (rule.bad_example, rule.good_example)]
    expected = [[f.code for f in IRIReference(row).check(profile)] for row in rows]

    assert plain(columns.check(pa.array(rows), profile, as_=IRIReference)) == expected


@pytest.mark.parametrize(
    "rule",
    [r for r in RULES if r.topic not in {"Protected names", "Policies"}],
    ids=lambda rule: rule.code,
)
def test_has_finding(rule: Rule) -> None:
    column = pa.array([rule.bad_example, rule.good_example, None, "a b"])

    answer = columns.has_finding(column, rule.code, as_=IRIReference)

    assert plain(answer) == [True, False, None, None]


def test_names_that_nothing_has() -> None:
    column = pa.array(["http://a/"])
    with pytest.raises(ValueError, match="profile must be 'default', 'norm', 'rdf' or 'untrusted'"):
        columns.check(column, "strict")
    with pytest.raises(ValueError, match='no rule has the code "no-rule"'):
        columns.has_finding(column, "no-rule")
    with pytest.raises(ValueError, match="compares hosts with names, which are given as `check"):
        columns.has_finding(column, "host-confusable-with")
    with pytest.raises(ValueError, match='only a policy finds "too-long"'):
        columns.has_finding(column, "too-long")


def test_plain_rows() -> None:
    """Rows that the kernel treats as plain, among others, with one rule and with each profile."""
    links = [f"https://www.example{i}.org/a/b?c={i}#d" for i in range(200)]
    others = [text for rule in RULES for text in (rule.bad_example, rule.good_example)]
    rows = [row for other in others for row in (*links[: len(other) % 7], other)]
    column = pa.array(rows)

    for profile in ("default", "norm", "rdf", "untrusted"):
        found = [[f.code for f in IRIReference(row).check(profile)] for row in rows]
        assert plain(columns.check(column, profile, as_=IRIReference)) == found
    for code in ("path-empty", "host-special-use", "password", "not-nfc"):
        expected = [
            any(f.code == code for f in IRIReference(row).check(severities={code: "info"}))
            for row in rows
        ]
        assert plain(columns.has_finding(column, code, as_=IRIReference)) == expected


def test_protected_names() -> None:
    names = ["paypal.com", "Example.ORG"]
    rows = [
        "http://www.paypal.com/a",
        "http://www.paypa1.com/a",
        "https://p\u0430ypal.com/",
        "//paypal.com.evil.io?a",
        "ftp://exmaple.org/",
        "http://PAYPAL.co#a",
        "http://paypaI.com",
        "mailto:anna@paypa1.com",
        "/paypa1.com",
        None,
        "a b",
    ]
    column = pa.array(rows)
    answer = plain(columns.check(column, "norm", protected=names, as_=IRIReference))

    expected = [
        None
        if row is None or not IRIReference.is_valid(row)
        else [finding.code for finding in IRIReference(row).check("norm", protected=names)]
        for row in rows
    ]
    assert answer == expected
    assert expected[1] == ["host-font-confusable-with"]
    assert expected[3] == ["host-contains-name"]
    # The findings of one row's host are not used for another host.
    hosts = [
        "www.paypal.com",
        "www.paypa1.com",
        "www.paypa1.com",
        "a.org",
        "a.org:80",
        "paypall.com",
    ]
    links = [f"https://{host}/{i}" for host in hosts for i in range(3)]
    answer = plain(columns.check(pa.array([*links, *links[::-1]]), protected=names))
    one = [[finding.code for finding in IRI(link).check(protected=names)] for link in links]
    assert answer == [*one, *one[::-1]]
    assert one[3] == ["host-font-confusable-with"]
    assert one[-1] == ["host-edit-of-name"]
    assert columns.check(column, protected=[]) == columns.check(column)
    with pytest.raises(TypeError, match="protected must be a list of host names"):
        columns.check(column, protected="paypal.com")


@pytest.mark.parametrize("profile", ["default", "untrusted"])
def test_what_hosts_resemble_is_found_in_columns_as_in_texts(profile: Any) -> None:
    """Hosts that recur, look alike, or have capitals, in links with and without other findings."""
    random = Random(35)
    names = ["paypal.com", "microsoft.com", "coca-cola.co.uk", "o2.com", "wwwhat.org", "modern.net"]
    words = ["", "www.", "login-", "my", "a.b.", "WWW.", "co"]
    ends = ["", "/", "/a%2eb", ":80/", "/;a", "?q=é", "/a/../b"]

    def link() -> str:
        label, _, suffix = random.choice(names).partition(".")
        at = random.randrange(len(label))
        other = label[:at] + random.choice("aln01-I.") + label[at + random.randrange(2) :]
        label = random.choice([label, other])
        suffix = random.choice([suffix, suffix, "org", "co", "corn"])
        scheme = random.choice(["http", "https", "https", "ftp"])
        return f"{scheme}://{random.choice(words)}{label}.{suffix}{random.choice(ends)}"

    links = [text for text in (link() for _ in range(4000)) if IRI.is_valid(text)]
    severities: Any = {"host-edit-of-name": "ignore"} if profile == "default" else {}
    answer = plain(columns.check(pa.array(links), profile, severities, protected=names))

    expected = [
        [finding.code for finding in IRI(text).check(profile, severities, protected=names)]
        for text in links
    ]
    assert answer == expected
    assert sum(any("name" in code for code in codes) for codes in expected) > 500
