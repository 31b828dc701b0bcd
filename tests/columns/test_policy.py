"""Policies on columns: every row has the policy's answer for its text."""

from typing import Any

import pyarrow as pa
import pytest

from iriform import HTTPURI, IRI, URI, Policy, columns

POLICIES = {
    "web": Policy.WEB,
    "public-webhook": Policy.PUBLIC_WEBHOOK,
    "redirect-uri": Policy.REDIRECT_URI,
    "everything": Policy(addresses="any", userinfo=True, profile="none"),
    "hosts": Policy(hosts={"example.org", "*.example.com", "a", "127.0.0.1"}, profile="none"),
    "http": Policy(schemes={"HTTP"}, addresses="any", profile="default"),
    "ports": Policy(ports={443, 8080}, addresses="any", userinfo=True, profile="none"),
    "no query": Policy(query=False, fragment=False, profile="none"),
    "short": Policy(max_length=24, addresses="any", profile="none"),
    "references": Policy(production="IRI-reference", addresses="none", profile="none"),
    "uri": Policy(production="URI", profile="rdf", refuse="info"),
}

LINKS = [
    "https://example.org/a",
    "http://Example.COM/?q",
    "http://www.Example.COM/é?q#f",
    "https://www.example.com:8080/",
    "http://localhost:8000/",
    "http://0x7f.1/",
    "https://user@example.org/",
    "https://example.org/aé/éé",  # at most 24 characters, and more octets
    "https://example.org/aéééé",
    "http://a",
    "javascript:alert(1)",
    "HTTPS://example.org/",
    "//example.org/a",
    "a b",
    "",
    None,
]


def texts(public_rows: list[str | None]) -> list[str | None]:
    """Return enough rows for many blocks, plain ones next to others."""
    return LINKS + public_rows + LINKS * 20


@pytest.mark.parametrize("name", POLICIES)
def test_rows_have_the_answers_of_the_policy(name: str, public_rows: list[str | None]) -> None:
    policy, rows = POLICIES[name], texts(public_rows)
    allowed = [None if row is None else policy.allows(row) for row in rows]
    codes = [None if row is None else [f.code for f in policy.refusals(row)] for row in rows]
    assert {True, False, None} == set(allowed)

    for column in (
        pa.array(rows),
        pa.array(rows, pa.string_view()),
        pa.array(rows, pa.large_string()),
    ):
        assert columns.allows(column, policy).equals(pa.array(allowed))
        refusals = columns.refusals(column, policy)
        assert refusals.equals(pa.array(codes, refusals.type))
    encoded = pa.array(rows).dictionary_encode()
    assert pa.array(columns.allows(encoded, policy)).to_pylist() == allowed
    assert pa.array(columns.refusals(encoded, policy)).to_pylist() == codes
    octets = pa.array([None if row is None else row.encode() for row in rows])
    assert columns.refusals(octets, policy).to_pylist() == codes


def test_the_production_is_that_of_both() -> None:
    column = pa.array(["http://é.example/", "http://h/"])

    assert columns.allows(column, POLICIES["everything"]).to_pylist() == [True, True]
    assert columns.allows(column, POLICIES["everything"], as_=URI).to_pylist() == [False, True]
    assert columns.allows(column, POLICIES["uri"], as_=IRI).to_pylist() == [False, True]
    assert columns.refusals(column, POLICIES["uri"]).to_pylist() == [["non-ascii"], []]


@pytest.mark.parametrize("policy", ["web", None, {"schemes": ["https"]}])
def test_what_is_no_policy_is_refused(policy: Any) -> None:
    with pytest.raises(TypeError, match="^policy must be a Policy, not "):
        columns.allows(pa.array(["a:"]), policy)


class Callback(URI, policy=Policy(schemes={"https"}, hosts={"example.org"}, query=False)):
    """A class with a policy."""


def test_a_class_with_a_policy_says_what_is_valid() -> None:
    rows = ["https://example.org/", "https://example.org/?a", "https://é/", "a b", None]
    column = pa.array(rows)

    want = [None if row is None else Callback.is_valid(row) for row in rows]
    assert columns.is_valid(column, as_=Callback).to_pylist() == want
    assert columns.is_valid(pa.array(["http:", "http://h"]), as_=HTTPURI).to_pylist() == [
        False,
        True,
    ]


@pytest.mark.parametrize("name", ["host", "errors", "check", "normalize"])
def test_other_functions_do_not_ignore_the_policy_of_a_class(name: str) -> None:
    with pytest.raises(TypeError, match=r"Callback has a policy, which only is_valid asks"):
        getattr(columns, name)(pa.array(["a:"]), as_=Callback)
