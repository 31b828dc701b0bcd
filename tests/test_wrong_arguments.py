"""An error for a wrong argument of a public callable states the accepted type, or what to call."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from inspect import isclass
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import iriform
import iriform.pandas
import iriform.polars
from iriform import (
    IRI,
    PURL,
    Host,
    MutableAuthority,
    MutableIRI,
    MutablePath,
    Policy,
    PrefixMap,
    URITemplate,
    columns,
    findings,
    interop,
    links,
    load_public_suffixes,
    security,
    steps,
)
from iriform.audit import AuditError, audit
from iriform.guard import Guard, Refused
from iriform.jsonschema import format_checker
from iriform.sqlalchemy import ReferenceType
from iriform.sqlite import register

# Python's messages about our internals: an attribute or an argument that users do not know.
INSIDES = re.compile(r"has no attribute|object is not|subscriptable|\b_\w+|argument '\w+':")
# Sufficient messages: they name what is expected or missing. The last ones come from dict and int.
NAMED = re.compile(
    r"takes|must be|missing|is made from|expected str, bytes or os.PathLike|is not a valid|a column is"
    r"|is made of|at most 0 positional|is a mapping|is no|is not an instance of|is a part of"
    r"|unhashable|cannot be interpreted as an integer|length 1; 2 is required"
)

# Tuples and errors that iriform makes, and users do not.
MADE_BY_US = {"ParseError", "PolicyError", "UnknownPrefix", "Change", "Finding", "Repaired"}


def members(owner: object) -> list[tuple[str, Callable[..., Any]]]:
    names = [name for name in dir(owner) if not name.startswith("_") and not hasattr(str, name)]
    found = [(name, getattr(owner, name, None)) for name in names]
    return [(name, member) for name, member in found if callable(member) and not isclass(member)]


CALLABLES = [
    *((name, getattr(iriform, name)) for name in iriform.__all__ if name not in MADE_BY_US),
    *((f"IRI.{name}", member) for name, member in members(IRI("http://a/b?c"))),
    *((f"URITemplate.{name}", member) for name, member in members(URITemplate("{a}"))),
    *((f"PrefixMap.{name}", member) for name, member in members(PrefixMap({"a": "x:"}))),
    *((f"MutableIRI.{name}", member) for name, member in members(MutableIRI("http://a/b?c"))),
    *((f"columns.{name}", getattr(columns, name)) for name in columns.__all__ if name.islower()),
    *((f"findings.{name}", getattr(findings, name)) for name in ("fixed",)),
    *((f"PURL.{name}", member) for name, member in members(PURL("pkg:npm/a@1"))),
    *((f"Host.{name}", member) for name, member in members(Host("a.example"))),
    *((f"Path.{name}", member) for name, member in members(iriform.Path("/a/b"))),
    *((f"Query.{name}", member) for name, member in members(iriform.Query("a=b"))),
    *((f"Policy.{name}", member) for name, member in members(Policy.WEB)),
    *((f"Guard.{name}", getattr(Guard(), name)) for name in ("resolve", "create_connection")),
    *(
        (f"{module.__name__}.{name}", getattr(module, name))
        for module in (interop, security, steps)
        for name, member in vars(module).items()
        if not name.startswith("_") and getattr(member, "__module__", "") == module.__name__
        if not isclass(member)
    ),
    *((name, getattr(iriform, name)) for name in ("Host", "Path", "Query", "quote", "unquote")),
]


@pytest.mark.parametrize(
    "called", [c for _, c in CALLABLES if callable(c)], ids=[n for n, c in CALLABLES if callable(c)]
)
def test_a_wrong_type_is_told_what_is_taken(called: Callable[..., Any]) -> None:
    for wrong in (5, object(), ["x"]):
        try:
            called(wrong)
        except (TypeError, ValueError) as error:
            said = str(error)
            assert NAMED.search(said), said
            if "is not an instance of" not in said:
                plain = said.replace("__new__", "").replace("__init__", "")
                assert not INSIDES.search(plain), said


def test_a_file_where_text_is_meant_and_the_other_way(tmp_path: Path) -> None:
    rows: list[tuple[Callable[..., object], object, str]] = [
        (PrefixMap, "file.ttl", "PrefixMap.read(file) reads a file, from_turtle(text)"),
        (PrefixMap, Path("file.ttl"), "PrefixMap.read(file) reads a file"),
        (PrefixMap.from_turtle, "file.ttl", "Path(name).read_text() reads it"),
        (PrefixMap.from_json_ld, "file.jsonld", "pass the result of json.loads"),
        (MutableAuthority, "x", "MutableIRI(text).authority"),
        (MutablePath, "/x", "MutableIRI(text).path"),
        (findings.fixed, "http://h:80/", "not str: IRIReference(text) parses text"),
        (columns.is_valid, ["http://a/"], "pyarrow.array([...]) makes one of a list"),
    ]
    for called, given, said in rows:
        with pytest.raises((TypeError, ValueError), match=re.escape(said)):
            called(given)
    with pytest.raises(FileNotFoundError):
        load_public_suffixes("com")
    (tmp_path / "list").write_text("")
    with pytest.raises(ValueError, match="not a public suffix list"):
        load_public_suffixes(tmp_path / "list")
    with pytest.raises(
        AuditError, match="the list names no file; a column in memory must be an Arrow array"
    ):
        audit([])


# Values that type checkers would refuse.
ANY: Any = iriform
AN_IRI: Any = IRI("x:")
A_GUARD: Any = Guard()
AN_EXPRESSION: Any = pl.col("a")
A_SERIES: Any = pd.Series(["http://a/", 5, None])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: AN_IRI.with_parts(hostname="h"), "by name it takes scheme, authority, userinfo"),
        (lambda: AN_IRI.update_query(a=1), "it takes pairs, and by name separator, plus, form"),
        (lambda: ANY.IRI.build("https", "h"), "by name it takes scheme, userinfo, host,"),
        (lambda: AN_IRI.with_parts(query={"a": 1}), "query must be str (with_query takes pairs)"),
        (lambda: ANY.IRI(Path("/a")), "not PosixPath; from_file_path takes a path"),
        (
            lambda: ANY.IRI(Fraction(1)),
            "not Fraction; iriform.interop.from_object takes what other",
        ),
        (
            lambda: AN_IRI.check(protected=["https://a.example/"]),
            "a protected name is a host without",
        ),
        (
            lambda: AN_IRI.check(protected=["a.example:1"]),
            '"a.example:1": a protected name is a host without',
        ),
        (lambda: AN_IRI.check(protected=["*.a.example"]), 'a protected name has no "*"'),
        (
            lambda: columns.check(pa.array(["x:"]), protected=["a/b"]),
            "a protected name is a host without",
        ),
        (lambda: ANY.Policy(hosts=["a.example:1"]), "write the name alone"),
        (
            lambda: ANY.security.redirect_target("http://h/", "a", policy="web"),
            "must be a Policy or None",
        ),
        (lambda: AN_IRI.domain, "what tldextract calls domain is .registrable_domain()"),
        (lambda: A_GUARD.get, "a guard is not a client: its methods httpx()"),
        (
            lambda: ANY.interop.from_object("http://h/", "IRI"),
            "as_ must be a class of references, such as",
        ),
        (lambda: ANY.interop.argument_type(str), "such as IRI or URI, not str"),
        (
            lambda: ANY.Policy.from_dict([("schemes", ["https"])]),
            "terms must be a mapping, not list",
        ),
        (A_SERIES.iri.host, "the value at position 1 is int, not text"),
        (lambda: A_SERIES.iri.hostname, "what urllib calls hostname is .host"),
        (lambda: A_SERIES.iri.normalise, "is .normalize()"),
        (lambda: A_SERIES.iri.urn, "an IRI has it, but columns do not"),
        (lambda: AN_EXPRESSION.iri.netloc, "what urllib calls netloc is .authority"),
        (
            lambda: ReferenceType(ANY),
            "cls must be a class of references, such as IRI or URI, not module",
        ),
        (lambda: ReferenceType(ANY.Host), "such as IRI or URI, not Host"),
        (lambda: format_checker(ANY), "checker must be a FormatChecker or None, not module"),
        (lambda: register(ANY), "must be what sqlite3.connect(...) returns, not module"),
        (lambda: ANY.security.why_ambiguous(None), "path must be str, not NoneType"),
        (lambda: ANY.URI.from_data("x", parameters=5), "parameters must be a mapping, not int"),
        (
            lambda: links.linkify("http://a.example", a=ANY),
            "a must be a mapping of attributes or a function that returns one, not module",
        ),
        (lambda: links.linkify("x", policy=ANY.IRI), "a Policy, 'looks' or None, not type"),
        (lambda: ANY.urljoin, "use resolve(base, reference)"),
        (lambda: ANY.URL, "HTTPURI(text) for a web address"),
    ],
    ids=range(32),
)
def test_a_wrong_name_or_value_is_told_what_to_do(call: Any, said: str) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError), match=re.escape(said)):
        call()


def test_a_module_that_is_not_imported_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(iriform, "rdflib", raising=False)  # another test may have imported it
    with pytest.raises(AttributeError, match="it is a module: import iriform.rdflib"):
        ANY.rdflib  # noqa: B018


def test_a_name_that_nobody_knows_is_missing_as_in_any_module() -> None:
    with pytest.raises(AttributeError, match="^module 'iriform' has no attribute 'nothing'$"):
        ANY.nothing  # noqa: B018


def test_a_policy_in_another_format_is_told_what_reads_it(tmp_path: Path) -> None:
    (tmp_path / "policy.json").write_text('{"schemes": ["https"]}')
    with pytest.raises(
        ValueError, match=r"not TOML: .*; from_dict\(json.loads\(text\)\) takes JSON"
    ):
        Policy.read(tmp_path / "policy.json")


def test_what_a_guard_says_in_a_form() -> None:
    for text, plain in [
        ("https://10.0.0.1/", "the address 10.0.0.1 is not allowed"),
        ("https://h h/", "a space is not allowed in a host name"),
        ("https://256.1.1.1/", "there is no host that can be looked up"),
    ]:
        with pytest.raises(Refused) as refused:
            Guard(Policy.PUBLIC_WEBHOOK).resolve(text)
        assert refused.value.plain == plain
        assert pickle.loads(pickle.dumps(refused.value)).plain == plain
