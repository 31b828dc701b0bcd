"""Whoever gives a public callable something else is told what it takes, or what to call instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import isclass
from pathlib import Path
from typing import Any

import pytest

import iriform
from iriform import (
    IRI,
    MutableAuthority,
    MutableIRI,
    MutablePath,
    PrefixMap,
    URITemplate,
    columns,
    findings,
    load_public_suffixes,
)
from iriform.audit import AuditError, audit

# What Python says of our insides: an attribute or an argument that only we know.
INSIDES = re.compile(r"has no attribute|object is not|subscriptable|\b_\w+|argument '\w+':")
# What says enough: what is wanted, or what is missing. The last ones are said by dict and int.
NAMED = re.compile(
    r"takes|must be|missing|is made of|expected str, bytes or os.PathLike|is not a valid|a column is"
    r"|at most 0 positional|is a mapping|is no|is not an instance of|is a part of"
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
    *((f"findings.{name}", getattr(findings, name)) for name in ("fixed", "masked")),
]


@pytest.mark.parametrize("wrong", [5, object(), ["x"]], ids=["int", "object", "list"])
@pytest.mark.parametrize(
    "called", [c for _, c in CALLABLES if callable(c)], ids=[n for n, c in CALLABLES if callable(c)]
)
def test_a_wrong_type_is_told_what_is_taken(called: Callable[..., Any], wrong: object) -> None:
    try:
        called(wrong)
    except (TypeError, ValueError) as error:
        said = str(error)
        assert NAMED.search(said), said
        if "is not an instance of" not in said:
            assert not INSIDES.search(said.replace("__new__", "").replace("__init__", "")), said


def test_a_file_where_text_is_meant_and_the_other_way(tmp_path: Path) -> None:
    rows: list[tuple[Callable[..., object], object, str]] = [
        (PrefixMap, "file.ttl", "PrefixMap.read(file) reads a file, from_turtle(text)"),
        (PrefixMap, Path("file.ttl"), "PrefixMap.read(file) reads a file"),
        (PrefixMap.from_turtle, "file.ttl", "Path(name).read_text() reads it"),
        (PrefixMap.from_json_ld, "file.jsonld", "give what json.loads makes of it"),
        (MutableAuthority, "x", "MutableIRI(text).authority"),
        (MutablePath, "/x", "MutableIRI(text).path"),
        (findings.masked, "http://u:p@h/", "not str: IRIReference(text) parses text"),
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
    with pytest.raises(AuditError, match="no file is named: a column in memory is an Arrow array"):
        audit([])
