"""Names of other libraries are absent, and their errors name the replacement."""

from __future__ import annotations

import enum
import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import iriform
from iriform import (
    IRI,
    URI,
    IRIReference,
    Policy,
    URIReference,
    _did_you_mean,
    findings,
    guard,
    links,
    security,
)

NAMES = [name for name, value in vars(IRIReference).items() if type(value).__name__ == "Absent"]
ABSENT = [name for name in NAMES if name != "resolve"]  # which some references have
MESSAGE = re.compile(r"'(\w+)' object has no attribute '(\w+)'; what .+ calls \2 is (\S.*)")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "netloc",
            "'IRI' object has no attribute 'netloc'; what urllib calls netloc is .authority",
        ),
        ("geturl", "'IRI' object has no attribute 'geturl'; what urllib calls geturl is str(iri)"),
    ],
)
def test_the_message(name: str, message: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(IRI("http://h/"), name)

    assert str(caught.value) == message
    assert (caught.value.name, caught.value.obj) == (name, "http://h/")


def test_a_reference_says_what_it_has_in_place_of_resolve() -> None:
    for reference in (IRIReference("a"), URIReference("a")):
        with pytest.raises(AttributeError, match=r"is \.resolve_onto\(base\), or base\.resolve\("):
            reference.resolve("b")  # type: ignore[attr-defined]
        assert not hasattr(reference, "resolve")
        assert "resolve" not in dir(reference)
    assert "resolve" in dir(IRI("a:b"))
    assert IRI("s://h/a").resolve("b") == "s://h/b"


@pytest.mark.parametrize("name", ABSENT)
def test_what_the_message_names_is_there(name: str) -> None:
    iri = IRI("http://anna:x@h.example:80/a/b?q=1#f")
    with pytest.raises(AttributeError) as caught:
        getattr(iri, name)
    said = MESSAGE.fullmatch(str(caught.value))

    assert said
    here, _, _ = said[3].partition(", ")
    names = {"iri": iri, "base": iri, "reference": "b", "iriform": iriform, "text": "a.example"}
    assert eval(f"iri{here}" if here[0] == "." else here, names) is not None  # noqa: S307


def test_type_checkers_do_not_find_them() -> None:
    """Stubtest does not expect them in the stub either."""
    lines = (Path(__file__).parent / "typing/stubtest-allowlist.txt").read_text().splitlines()
    (allowed,) = (line for line in lines if "netloc" in line)

    assert allowed == rf"iriform\._core\.IRIReference\.({'|'.join(NAMES)})"


@pytest.mark.parametrize("name", ABSENT)
def test_it_is_not_there(name: str) -> None:
    for thing in (IRI("a:b"), IRI, URI, IRIReference(), type("Mine", (URI,), {})("a:b")):
        assert not hasattr(thing, name)
        assert getattr(thing, name, 1) == 1
    assert name not in dir(IRI("a:b"))
    assert "host" in dir(IRI("a:b"))


@pytest.mark.parametrize("name", ABSENT)
def test_a_class_of_a_user_may_have_it(name: str) -> None:
    class Mine(IRI):
        pass

    class Mixed(IRI, type("Mixin", (), {name: "mixed"})):  # type: ignore[misc]
        pass

    mine: Any = Mine("a:b")
    setattr(mine, name, "set")
    assert getattr(mine, name) == "set"
    assert name in dir(mine)
    mixed: Any = Mixed
    assert (getattr(mixed, name), getattr(mixed("a:b"), name)) == ("mixed", "mixed")
    assert name in dir(mixed("a:b"))
    defining: Any = type("Defining", (URI,), {name: property(lambda _: "own")})
    assert getattr(defining("a:b"), name) == "own"
    member: Any = enum.Enum("Member", {name.upper(): "a:b"}, type=IRI)  # type: ignore[misc]
    assert [m.name for m in member] == [name.upper()]


def test_an_own_getattr_is_asked() -> None:
    class Mine(IRI):
        def __getattr__(self, name: str) -> str:
            return f"asked for {name}"

    assert Mine("a:b").netloc == "asked for netloc"


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("HttpUrl", "HTTPURI(text)"),
        ("urljoin", "resolve(base, reference)"),
        ("Guard", "iriform.guard.Guard()"),
        ("is_valid_url", "HTTPURI.is_valid(text)"),
        ("percent_encode", "quote(text)"),
    ],
)
def test_a_name_that_is_imported_says_what_it_is_here(name: str, here: str) -> None:
    with pytest.raises(
        ImportError,
        match=rf"^cannot import name '{name}' from 'iriform'; use {re.escape(here)}",
    ):
        exec(f"from iriform import {name}")  # noqa: S102
    with pytest.raises(AttributeError, match=re.escape(here)):
        getattr(iriform, name)
    assert not hasattr(iriform, name)


@pytest.mark.parametrize(
    ("module", "name", "here"),
    [
        ("security", "shown", "displayed(text)"),
        ("findings", "masked", "iriform.security.masked(text)"),
        ("links", "find_links", "find(text)"),
        ("security", "redacted", "masked(text, 'password')"),
    ],
)
def test_a_name_that_is_imported_from_a_module_says_it_too(
    module: str, name: str, here: str
) -> None:
    with pytest.raises(ImportError) as caught:
        exec(f"from iriform.{module} import {name}")  # noqa: S102

    assert str(caught.value) == f"cannot import name {name!r} from 'iriform.{module}'; use {here}"


def test_an_unknown_name_is_not_imported() -> None:
    with pytest.raises(ImportError, match=r"^cannot import name 'nothing' from 'iriform' \("):
        exec("from iriform import nothing")  # noqa: S102


def test_what_a_module_says_is_there() -> None:
    for said in _did_you_mean._HERE.values():  # noqa: SLF001
        value: Any = iriform
        for name in re.split(r"\W", said.split("(")[0].removeprefix("iriform.")):
            if inspect.ismodule(value) and not hasattr(value, name):
                importlib.import_module(f"iriform.{name}")
            value = getattr(value, name)
        assert callable(value), said


@pytest.mark.parametrize(
    ("name", "here"),
    [("check", "refusals(text)"), ("validate", "require(text, URI)"), ("is_valid", "allows(text)")],
)
def test_a_policy_says_what_it_has(name: str, here: str) -> None:
    with pytest.raises(
        AttributeError,
        match=rf"^'Policy' object has no attribute '{name}'; use {re.escape(here)}",
    ):
        getattr(Policy.WEB, name)
    assert not hasattr(Policy.WEB, "other")


def test_the_guard_says_who_judges() -> None:
    with pytest.raises(AttributeError, match=r"use Guard\(\)\.resolve\(text\)"):
        getattr(guard, "check")  # noqa: B009
    assert not hasattr(guard, "other")


@pytest.mark.parametrize(
    ("module", "name", "said"),
    [
        (iriform, "HttpsURI", "; use HTTPSURI"),
        (iriform, "HttpURL", "; use HTTPURI"),
        (iriform, "Iri", "; use IRI"),
        (iriform, "ValidationError", "; use ParseError"),
        (security, "mask", "; use masked(text)"),
        (security, "shown", "; use displayed(text)"),
        (security, "redacted", "; use masked(text, 'password')"),
        (findings, "masked", "; use iriform.security.masked(text)"),
        (findings, "nothing", ""),
        (security, "nothing", ""),
        (links, "find_links", "; use find(text)"),
    ],
)
def test_a_module_says_how_a_name_is_written(module: ModuleType, name: str, said: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(module, name)

    assert str(caught.value) == f"module {module.__name__!r} has no attribute {name!r}{said}"


def test_a_guard_says_how_it_judges_one_text() -> None:
    with pytest.raises(AttributeError, match=r"'is_allowed'; resolve\(text\) judges one text"):
        guard.Guard().is_allowed  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"'get'; a guard is not a client"):
        guard.Guard().get  # type: ignore[attr-defined]  # noqa: B018


def test_columns_say_what_to_use_in_place_of_a_method() -> None:
    for name in _did_you_mean._OF_COLUMNS:  # noqa: SLF001
        assert "; use " in _did_you_mean.said_of_a_column(name, ())
