"""The groups of benchmarks, each a function that makes its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.python import texts
from benchmarks.python.harness import Goal, Subject, Table
from iriform import IRI

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# A trivial subclass of `str`: what CPython itself takes for an object that is a str and more.
S = "class S(str):\n    __slots__ = ()\n"
TYPES = "from iriform import *\n"

# What peers call parsing or constructing, from text to object.
CONSTRUCTORS = (
    Subject("can_ada.parse", "parse(x)", "from can_ada import parse"),
    Subject("pyoxigraph.NamedNode", "NamedNode(x)", "from pyoxigraph import NamedNode"),
    Subject("rdflib.URIRef", "URIRef(x)", "from rdflib import URIRef"),
    Subject("url-py URL.parse", "parse(x)", "from url import URL; parse = URL.parse"),
    Subject("uritools.urisplit", "urisplit(x)", "from uritools import urisplit"),
    Subject(
        "pydantic AnyUrl",
        "validate(x)",
        "from pydantic import *; validate = TypeAdapter(AnyUrl).validate_python",
    ),
    Subject("ada_url.URL", "URL(x)", "from ada_url import URL"),
    Subject("urllib urlsplit", "urlsplit(x)", "from urllib.parse import urlsplit"),
    Subject("yarl.URL", "URL(x)", "from yarl import URL"),
    Subject("rfc3986.uri_reference", "parse(x)", "from rfc3986 import uri_reference as parse"),
    Subject("hyperlink.parse", "parse(x)", "from hyperlink import parse"),
    Subject("httpx.URL", "URL(x)", "from httpx import URL"),
)

# What peers call validating. Those by an RFC are marked; the others accept and refuse otherwise.
VALIDATORS = (
    Subject("can_ada.can_parse", "can_parse(x)", "from can_ada import can_parse"),
    Subject("rdflib _is_valid_uri", "valid(x)", "from rdflib.term import _is_valid_uri as valid"),
    Subject(
        "ada_url can_parse", "can_parse(x)", "from ada_url import URL; can_parse=URL.can_parse"
    ),
    Subject("pyoxigraph.NamedNode (RFC)", "NamedNode(x)", "from pyoxigraph import NamedNode"),
    Subject("url-py URL.parse", "parse(x)", "from url import URL; parse = URL.parse"),
    Subject("uritools.isuri", "isuri(x)", "from uritools import isuri"),
    Subject(
        "pydantic AnyUrl",
        "validate(x)",
        "from pydantic import *; validate = TypeAdapter(AnyUrl).validate_python",
    ),
    Subject(
        "rfc3986_validator (RFC)",
        "valid(x, rule='URI')",
        "from rfc3986_validator import validate_rfc3986 as valid",
    ),
    Subject("urllib urlsplit", "urlsplit(x)", "from urllib.parse import urlsplit"),
    Subject("rfc3987.match (RFC)", "match(x, rule='IRI')", "from rfc3987 import match"),
    Subject("yarl.URL", "URL(x)", "from yarl import URL"),
    Subject(
        "jsonschema iri, by rfc3987 (RFC)",
        "check(x, 'iri')",
        "from jsonschema import FormatChecker; check = FormatChecker().check",
    ),
    Subject("hyperlink.parse", "parse(x)", "from hyperlink import parse"),
    Subject("httpx.URL", "URL(x)", "from httpx import URL"),
    Subject(
        "rfc3986 Validator",
        "valid(parse(x))",
        "from rfc3986 import uri_reference as parse\n"
        "from rfc3986.validators import Validator\n"
        "valid = Validator().require_presence_of('scheme').check_validity_of(\n"
        "    'scheme', 'host', 'path', 'query', 'fragment').validate",
    ),
    Subject(
        "rfc3987_syntax (RFC)",
        "valid('iri', x)",
        "from rfc3987_syntax import is_valid_syntax as valid",
    ),
)


def _names(subjects: Sequence[Subject]) -> tuple[str, ...]:
    return tuple(subject.name for subject in subjects)


def construct() -> Iterator[Table]:
    """Make an object from text."""
    for storage, read in texts.STORAGES.items():
        ours = [Subject(name, f"{name}(x)", TYPES) for name in ("IRI", "IRIReference")]
        if storage == "ASCII":
            ours += [Subject(name, f"{name}(x)", TYPES) for name in ("URI", "URIReference")]
        yield Table(
            f"Construct, {storage}",
            [Subject("S", "S(x)", S), *ours, *CONSTRUCTORS],
            read(),
            [Goal(subject.name, ("S",), 1.2) for subject in ours],
        )


def validate() -> Iterator[Table]:
    """Tell whether text is valid."""
    for storage, read in texts.STORAGES.items():
        yield Table(
            f"Validate, {storage}",
            [Subject("IRI.is_valid", "valid(x)", TYPES + "valid = IRI.is_valid"), *VALIDATORS],
            read(),
            [Goal("IRI.is_valid", _names(VALIDATORS), 1.0)],
        )


COMPONENTS = (
    "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "parts",
)  # fmt: skip


def access() -> Iterator[Table]:
    """Read components of an object that is there."""
    slices = [
        Subject("S(x[8:23])", "S(x[8:23])", S),
        Subject("x[8:23]", "x[8:23]"),
        Subject("Path(x[8:23])", "Path(x[8:23])", TYPES),
    ]
    ours = [Subject(f".{name}", f"x.{name}") for name in COMPONENTS]
    goals = [Goal(f".{name}", ("S(x[8:23])",), 1.5) for name in COMPONENTS if name != "parts"]
    for title, items in {
        "web links": texts.ascii_(),
        "web links with a query": [t for t in texts.ascii_(20 * texts.COUNT) if "?" in t],
        "web links with userinfo, port, query and fragment": [
            f"https://anna@{text.partition('//')[2].partition('/')[0]}:8042/over/there?q={i}#nose"
            for i, text in enumerate(texts.ascii_())
        ],
        "Japanese": texts.bmp(),
    }.items():
        valid = [IRI(text) for text in items if IRI.is_valid(text)][: texts.COUNT]
        yield Table(f"Access, {title}", [*slices, *ours], valid, goals)


def components() -> Iterator[Table]:
    """From text to host and path."""
    subjects = [
        Subject("IRI", "u = IRI(x); u.host; u.path", TYPES),
        Subject("can_ada", "u = parse(x); u.hostname; u.pathname", "from can_ada import parse"),
        Subject(
            "url-py", "u = parse(x); u.host_str; u.path", "from url import URL; parse=URL.parse"
        ),
        Subject(
            "regex of RFC 3986 appendix B",
            "m = match(x); m[4]; m[5]",
            "import re\n"
            r"match = re.compile(r'^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?').match",
        ),
        Subject("uritools", "u = urisplit(x); u.host; u.path", "from uritools import urisplit"),
        Subject(
            "pydantic AnyUrl",
            "u = validate(x); u.host; u.path",
            "from pydantic import *; validate = TypeAdapter(AnyUrl).validate_python",
        ),
        Subject("ada_url", "u = URL(x); u.hostname; u.pathname", "from ada_url import URL"),
        Subject(
            "urllib urlsplit",
            "u = urlsplit(x); u.hostname; u.path",
            "from urllib.parse import urlsplit",
        ),
        Subject(
            "rfc3987.parse",
            "u = parse(x, rule='IRI'); u['authority']; u['path']",
            "from rfc3987 import parse",
        ),
        Subject(
            "rfc3986", "u = parse(x); u.host; u.path", "from rfc3986 import iri_reference as parse"
        ),
        Subject("yarl", "u = URL(x); u.host; u.path", "from yarl import URL"),
        Subject("hyperlink", "u = parse(x); u.host; u.path", "from hyperlink import parse"),
        Subject("httpx", "u = URL(x); u.host; u.path", "from httpx import URL"),
    ]
    for title, read in {"ASCII": texts.ascii_, "long": texts.long, "BMP": texts.bmp}.items():
        goal = Goal("IRI", _names(subjects[1:]), 1.0)
        yield Table(f"Parse, host and path, {title}", subjects, read(), [goal])


def failing() -> Iterator[Table]:
    """Text that is not valid."""
    attempt = "try: {}\nexcept ValueError: pass"
    subjects = [
        Subject("S", "S(x)", S),
        Subject("IRI, caught", attempt.format("IRI(x)"), TYPES),
        Subject("IRI, caught and shown", "try: IRI(x)\nexcept ValueError as e: str(e)", TYPES),
        Subject("IRI.is_valid", "valid(x)", TYPES + "valid = IRI.is_valid"),
        Subject("int, caught", attempt.format("int(x)")),
        Subject(
            "pyoxigraph.NamedNode, caught",
            attempt.format("NamedNode(x)"),
            "from pyoxigraph import NamedNode",
        ),
        Subject(
            "rfc3987.parse, caught",
            attempt.format("parse(x, rule='IRI')"),
            "from rfc3987 import parse",
        ),
        Subject("rfc3987.match", "match(x, rule='IRI')", "from rfc3987 import match"),
    ]
    yield Table("Text that is not valid", subjects, texts.invalid())


def subclass() -> Iterator[Table]:
    """Classes that a user derives."""
    made = (
        f"{S}{TYPES}"
        "class Plain(IRI): pass\n"
        "class Slots(IRI):\n    __slots__ = ()\n"
        "class Init(IRI):\n    def __init__(self, text): self.seen = True\n"
        "class SubS(S): pass\n"
    )
    subjects = [
        Subject("S", "S(x)", made),
        Subject("subclass of S", "SubS(x)", made),
        Subject("IRI", "IRI(x)", made),
        Subject("subclass of IRI", "Plain(x)", made),
        Subject("subclass of IRI, slots", "Slots(x)", made),
        Subject("subclass of IRI, own __init__", "Init(x)", made),
    ]
    yield Table("Subclasses", subjects, texts.ascii_())


def copying() -> Iterator[Table]:
    """Pickle, copy, and what else happens to values."""
    for title, statement, setup in (
        ("pickle.dumps", "dumps(x)", "from pickle import dumps"),
        ("pickle.loads", "loads(x)", "from pickle import loads"),
        ("copy.copy", "copy(x)", "from copy import copy"),
        ("copy.deepcopy", "deepcopy(x)", "from copy import deepcopy"),
        ("repr", "repr(x)", ""),
        ("hash, equality, dict", "{x: 1}[x]; x == 'http://'", ""),
        ("f-string", "f'a{x}'", ""),
    ):
        yield from _both(title, statement, setup)


class S_(str):  # noqa: N801 - slots are not the point: pickle must find it by its name
    """The trivial subclass of `str`, where pickle finds it."""

    __slots__ = ()


def _both(title: str, statement: str, setup: str) -> Iterator[Table]:
    """Do the same to a trivial subclass of `str` and to `IRI`."""
    import pickle

    plain, ours = [S_(t) for t in texts.ascii_()], [IRI(t) for t in texts.ascii_()]
    if title == "pickle.loads":
        pairs = [(pickle.dumps(a), pickle.dumps(b)) for a, b in zip(plain, ours, strict=True)]
    else:
        pairs = list(zip(plain, ours, strict=True))
    first, second = (
        statement.replace("x", "x[0]") if "x" in statement else statement,
        statement.replace("x", "x[1]") if "x" in statement else statement,
    )
    yield Table(title, [Subject("S", first, setup), Subject("IRI", second, setup)], pairs)


GROUPS: dict[str, Callable[[], Iterator[Table]]] = {
    "construct": construct,
    "validate": validate,
    "access": access,
    "components": components,
    "failing": failing,
    "subclass": subclass,
    "copying": copying,
}
