"""One list of names: columns and references have the same operations under the same names."""

from __future__ import annotations

import inspect

import pytest

from iriform import IRI
from iriform._engines.table import OPERATIONS

MEMBERS = {
    name
    for base in IRI.__mro__
    for name, value in vars(base).items()
    if not name.startswith("_") and name not in dir(str) and type(value).__name__ != "Absent"
}

OF_COLUMNS_ONLY = {
    "errors": "an IRI has none; what makes one raises the ParseError",
    "allows": "a method of Policy",
    "refusals": "a method of Policy",
    "components": "`parts` and the components themselves",
    "expand": "a method of PrefixMap: its text is no IRI",
    "first_link": "the first of `iriform.links.find`: its text is no IRI",
    "links": "`iriform.links.find`: its text is no IRI",
    "links_count": "how many `iriform.links.find` gives: its text is no IRI",
    "quote": "`iriform.quote`: its text is no IRI",
    "unquote": "`iriform.unquote`: its text is no IRI",
    "purl_canonical": "`repair` of PURL",
    "location": "`read` of iriform.storage.Location: its text need be no IRI",
    "partition_value": "`iriform.storage.partitions.read`: its text is no IRI",
    "match_template": "`match` of URITemplate",
    "expand_template": "`expand` of URITemplate: its column is of structs",
    "expand_template_errors": "what `expand` of URITemplate raises",
}

OF_REFERENCES_ONLY = {
    # They make a reference from something other than its text.
    "build": "made of plain data",
    "from_bytes": "a column of binary is read as it is",
    "from_leiri": "XML comes in documents",
    "from_data": "made of octets",
    "from_parts": "made of components",
    "of": "made of a skeleton and values",
    # They return values for which a column has no type.
    "data": "an object",
    "mutable": "an object",
    "parts": "`components`",
    "policies": "of the class",
    "urn": "an object",
    # They are for people to read, one at a time.
    "defanged": "for a report",
    "for_text": "for prose",
    # They are shorthands for other operations, or for a comparison of two.
    "directory": "the target of `resolve` of `.`",
    "equivalent": "of two: compare their `comparison_key`",
    "form": "of references that may be relative",
    "has_fragment": "`fragment` is not null",
    "has_scheme": "compare `scheme`",
    "is_normalized": "compare with `normalize`",
    "is_rdf_reference": "of RDF; docs/rdf-checks.md has it for columns",
    "is_relative": "`scheme` is null",
    "is_same_document": "of two: compare them without their fragments",
    "parent": "the first of `parents`",
    "port_or_default": "`port`, and the scheme's own where it is null",
    "resolve_onto": "of relative references; columns resolve against what has a scheme",
    "deconstruct": "for Django's migrations",
    # They are manual edits of one reference.
    "with_name": "an edit",
    "with_query": "an edit",
    "with_suffix": "an edit",
    "without_prefix": "an edit",
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_reference_has_what_columns_have(name: str) -> None:
    assert (name in MEMBERS) != (name in OF_COLUMNS_ONLY)


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_columns_have_what_a_reference_has(name: str) -> None:
    assert (name in OPERATIONS) != (name in OF_REFERENCES_ONLY)


def test_each_reason_is_of_a_name() -> None:
    assert OF_COLUMNS_ONLY.keys() <= OPERATIONS.keys()
    assert OF_REFERENCES_ONLY.keys() <= MEMBERS


@pytest.mark.parametrize("name", sorted(MEMBERS & OPERATIONS.keys()))
def test_the_arguments_have_the_same_names(name: str) -> None:
    """The order is the same; a method may have more, and a reference needs no repair."""
    member = getattr(IRI, name)
    arguments = [a["name"] for a in OPERATIONS[name]["arguments"] if a["type"] != "repair"]
    if not callable(member) or name == "is_valid":
        assert arguments == []
        return
    parameters = [p for p in inspect.signature(member).parameters if p != "self"]
    renamed = {"patterns": "names", "base": "base"}
    if name != "resolve":  # `base.resolve(row)`: the row is the argument
        assert {renamed.get(a, a) for a in arguments} <= set(parameters)


ABSENT = [IRI("urn:x"), IRI("http:"), IRI("mailto:a@b#c")]


@pytest.mark.parametrize("iri", ABSENT)
def test_what_is_absent_raises_nothing(iri: IRI) -> None:
    assert iri.query_value("q") is None
    assert iri.query_value("q", "1") == "1"
    assert iri.query_values("q") == []
    assert iri.pairs() == []
    assert iri.host_matches("h") is False
    assert iri.host_is_within("h", "org") is False
    assert (iri.host_key, iri.host_kind, iri.host_ip()) == (None, None, None)
    assert (iri.user, iri.password) == (None, None)
    assert (iri.registrable_domain(), iri.public_suffix(), iri.subdomain()) == (None, None, None)
    assert iri.query is None  # absent is not empty


def test_what_is_there() -> None:
    iri = IRI("http://anna:s%3Ac@www.Example.org./a/b.gz?q=%C3%A9+1&q=2&&r#f")
    assert iri.query_value("q") == "é 1"
    assert iri.query_value("r", "1") == ""
    assert iri.query_values("q") == ["é 1", "2"]
    assert iri.pairs() == [("q", "é 1"), ("q", "2"), ("r", "")]
    assert iri.pairs(bare_as_none=True)[-1] == ("r", None)
    assert (iri.user, iri.password) == ("anna", "s:c")
    assert iri.host_matches("WWW.example.org")
    assert iri.host_is_within("b.org", "example.org")
    assert not iri.host_is_within("ample.org")
    assert not iri.host_is_within()
    assert iri.host_key == "www.example.org"
    assert iri.segments == ("a", "b.gz")
    assert iri.parents == (
        "http://anna:s%3Ac@www.Example.org./a",
        "http://anna:s%3Ac@www.Example.org./",
    )
    assert iri.request_target == "/a/b.gz?q=%C3%A9+1&q=2&&r"
    assert iri.sorted_query().query == "q=2&q=%C3%A9+1&r"
    assert IRI("http://[::1]:8/").host_kind == "IPv6address"
    assert (iri.segment(0), iri.segment(-1), iri.segment(2), iri.segment(-3)) == (
        "a",
        "b.gz",
        None,
        None,
    )
    assert iri.path_and_after == "/a/b.gz?q=%C3%A9+1&q=2&&r#f"
    assert iri.has_finding("password")
    assert not iri.has_finding("ipv4-lookalike")
    assert (
        iri.compress({"e": "http://anna:s%3Ac@www.Example.org./"}) == "e:a/b.gz?q=%C3%A9+1&q=2&&r#f"
    )
    secret = IRI("http://a:b@h/?sig=x#token=y")
    assert secret.masked() == secret.masked("secrets") == "http://a:***@h/?sig=***#token=***"
    assert secret.masked(what="password") == "http://a:***@h/?sig=x#token=y"
    with pytest.raises(ValueError, match="^what must be 'secrets' or 'password'$"):
        secret.masked("passwords")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("no-rule", 'no rule has the code "no-rule"'),
        ("http://a:b@h", "no rule has this code"),
        ("host-confusable-with", "compares hosts with names"),
        ("scheme-not-allowed", "only a policy finds"),
    ],
)
def test_rules_that_cannot_be_asked_alone(code: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        IRI("a:").has_finding(code)


def test_one_key_for_one_page() -> None:
    """Empty pairs do not distinguish links once tracking parameters are removed."""
    texts = ["http://h/?id=1", "http://h/?id=1&", "http://h/?id=1&utm_source=x", "http://h/?&id=1"]
    assert {IRI(text).without_query("utm_*") for text in texts} == {"http://h/?id=1"}
