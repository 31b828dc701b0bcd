"""The groups of benchmarks, each a function that yields its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.harness import Goal, Subject, Table
from benchmarks.python import texts
from benchmarks.python.policies import policies
from benchmarks.python.served import served
from benchmarks.python.skeletons import skeletons
from benchmarks.python.templates import templates
from iriform import IRI

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# A trivial subclass of `str`: the cost in CPython itself of an object derived from str.
S = "class S(str):\n    __slots__ = ()\n"
TYPES = "from iriform import *\n"

# The ways in which peers construct an object from text.
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

# The ways in which peers validate. Those that follow an RFC are marked; the others accept and
# refuse other texts.
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
    """Construct an object from text."""
    for storage, read in texts.STORAGES.items():
        ours = [Subject(name, f"{name}(x)", TYPES) for name in ("IRI", "IRIReference")]
        if storage == "ASCII":
            ours += [Subject(name, f"{name}(x)", TYPES) for name in ("URI", "URIReference")]
        yield Table(
            f"Construct, {storage}",
            [Subject("S", "S(x)", S), *ours],
            read(),
            [Goal(subject.name, ("S",), 1.2) for subject in ours],
            note="With nothing else in the caches than what is compared.",
            rounds=201,
        )
        yield Table(
            f"Construct, {storage}, beside peers",
            [Subject("S", "S(x)", S), ours[0], *CONSTRUCTORS],
            read(),
            [Goal("IRI", _names(CONSTRUCTORS), 1.0)],
        )


def validate() -> Iterator[Table]:
    """Check if text is valid."""
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
    """Read components of an existing object."""
    slices = [
        Subject("S(x[8:23])", "S(x[8:23])", S),
        Subject("x[8:23]", "x[8:23]"),
        Subject("Query(x[8:23])", "Query(x[8:23])", "from iriform import Query\n"),
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
        goals = [Goal("IRI", _names(subjects[1:]), 1.0), Goal("IRI", ("can_ada",), 0.5)]
        yield Table(f"Parse, host and path, {title}", subjects, read(), goals)


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
    """Pickle, copy, and other operations on any value."""
    for title, statement, setup in (
        ("pickle.dumps", "dumps(x)", "from pickle import dumps"),
        ("pickle.loads", "loads(x)", "from pickle import loads"),
        ("copy.copy", "copy(x)", "from copy import copy"),
        ("repr", "repr(x)", ""),
    ):
        yield from _both(title, statement, setup)


class S_(str):  # noqa: N801 - slots are not the point: pickle must find it by its name
    """The trivial subclass of `str`, at a name that pickle finds."""

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


def _accepted(subjects: Sequence[Subject], items: Sequence[Any]) -> list[Any]:
    """Return the items that every subject accepts, so all do the same work."""
    for subject in subjects:
        try:
            loop = subject.loop()
        except ImportError:  # it will be left out
            continue
        taken = [item for item in items if _runs(loop, item)]
        assert len(taken) > len(items) / 2, f"{subject.name} takes {len(taken)} of {len(items)}"
        items = taken
    return list(items[: texts.COUNT])


def _runs(loop: Callable[[list[Any]], int], item: object) -> bool:
    try:
        loop([item])
    except Exception:  # noqa: BLE001 - whatever a peer raises
        return False
    return True


# Faster than the libraries for browsers, and three times as fast as those that follow the RFCs.
_BROWSERS = ("can_ada", "url-py")


def resolve() -> Iterator[Table]:
    """Resolve references against bases."""
    pair = "b, r = x; "
    by_rfc = (
        Subject("uritools.urijoin (RFC)", pair + "urijoin(b, r)", "from uritools import urijoin"),
        Subject("rfc3987.resolve (RFC)", pair + "resolve(b, r)", "from rfc3987 import resolve"),
        Subject(
            "rfc3986 resolve_with (RFC)",
            pair + "parse(r).resolve_with(b).unsplit()",
            "from rfc3986 import uri_reference as parse",
        ),
    )
    peers = (
        Subject("can_ada", pair + "str(parse(b) + r)", "from can_ada import parse"),
        Subject("url-py", pair + "str(parse(b).join(r))", "from url import URL; parse = URL.parse"),
        Subject("ada_url.join_url", pair + "join_url(b, r)", "from ada_url import join_url"),
        Subject("urllib urljoin", pair + "urljoin(b, r)", "from urllib.parse import urljoin"),
        Subject("yarl", pair + "str(URL(b).join(URL(r)))", "from yarl import URL"),
        Subject("hyperlink", pair + "parse(b).click(r).to_text()", "from hyperlink import parse"),
        Subject("httpx", pair + "str(URL(b).join(r))", "from httpx import URL"),
    )
    ours = (
        Subject("iriform.resolve", pair + "resolve(b, r)", "from iriform import resolve"),
        Subject("IRI(b).resolve(r)", pair + "IRI(b).resolve(r)", TYPES),
    )
    subjects = (*ours, *by_rfc, *peers)
    goals = [
        goal
        for one in ours
        for goal in (Goal(one.name, _names(by_rfc), 1 / 3), Goal(one.name, _BROWSERS, 1.0))
    ]
    pairs = _accepted(subjects, texts.pairs(2 * texts.COUNT))
    yield Table("Resolve, base and reference as text", subjects, pairs, goals)

    base = "'http://example.org/over/there/doc;p?name=ferret'"
    by_rfc = (
        Subject(
            "uritools transform (RFC)",
            "base.transform(x).geturi()",
            f"from uritools import urisplit; base = urisplit({base})",
        ),
    )
    subjects = (
        Subject("IRI", "base.resolve(x)", f"{TYPES}base = IRI({base})"),
        *by_rfc,
        Subject("can_ada", "str(base + x)", f"from can_ada import parse; base = parse({base})"),
        Subject("url-py", "str(base.join(x))", f"from url import URL; base = URL.parse({base})"),
        Subject("yarl", "str(base.join(URL(x)))", f"from yarl import URL; base = URL({base})"),
    )
    references = _accepted(subjects, [reference for _, reference in pairs])
    goals = [Goal("IRI", _names(by_rfc), 1 / 3), Goal("IRI", _BROWSERS, 1.0)]
    yield Table("Resolve, one base that is there", subjects, references, goals)


def normalize() -> Iterator[Table]:
    """Convert text to normal form."""
    by_rfc = (
        Subject(
            "rfc3986.normalize_uri (RFC)",
            "normalize(x)",
            "from rfc3986 import normalize_uri as normalize",
        ),
        Subject(
            "hyperlink (RFC)",
            "parse(x).normalize().to_text()",
            "from hyperlink import URL; parse = URL.from_text",
        ),
    )
    subjects = (
        Subject("IRI", "IRI(x).normalize()", TYPES),
        *by_rfc,
        Subject("can_ada", "str(parse(x))", "from can_ada import parse"),
        Subject("url-py", "str(parse(x))", "from url import URL; parse = URL.parse"),
        Subject("ada_url", "normalize(x)", "from ada_url import normalize_url as normalize"),
        Subject("yarl", "str(URL(x))", "from yarl import URL"),
        Subject("httpx", "str(URL(x))", "from httpx import URL"),
    )
    goals = [Goal("IRI", _names(by_rfc), 1 / 3), Goal("IRI", _BROWSERS, 1.0)]
    normal = texts.ascii_()
    other = [f"HTTP://WWW.Example.ORG:80/a/./b/../%7e{text.partition('//')[2]}" for text in normal]
    for title, items in {"mostly normal": normal, "not normal": other}.items():
        yield Table(f"Normalize, {title}", subjects, _accepted(subjects, items), goals)
    subjects = (
        Subject("S", "S(x)", S),
        Subject(".normalize()", "x.normalize()"),
        Subject(".normalize('scheme')", "x.normalize('scheme')"),
        Subject(".is_normalized()", "x.is_normalized()"),
        Subject(".comparison_key()", "x.comparison_key()"),
        Subject(".equivalent(x)", "x.equivalent(x)"),
    )
    yield Table("Normalize and compare, of an IRI", subjects, [IRI(text) for text in normal])


def relativize() -> Iterator[Table]:
    """Find the reference that leads from one IRI to another. No peer in Python does this."""
    pairs = [(IRI(b), IRI(b).resolve(r)) for b, r in texts.pairs(texts.COUNT)]
    solvable = _accepted([Subject("", "x[1].relative_to(x[0])")], pairs)
    subjects = (
        Subject("S", "S(x[1])", S),
        Subject(".relative_to()", "x[1].relative_to(x[0])"),
        Subject(".resolve()", "x[0].resolve(x[1])"),
    )
    yield Table("Relativize", subjects, solvable)


def convert() -> Iterator[Table]:
    """Convert IRIs to URIs and back."""
    by_rfc = (
        Subject(
            "rdflib _iri2uri (RFC)", "convert(x)", "from rdflib.util import _iri2uri as convert"
        ),
        Subject(
            "rfc3986 encode (RFC)",
            "parse(x).encode().unsplit()",
            "from rfc3986 import iri_reference as parse",
        ),
        Subject(
            "hyperlink to_uri (RFC)",
            "parse(x).to_uri().to_text()",
            "from hyperlink import URL; parse = URL.from_text",
        ),
    )
    subjects = (
        Subject("IRI", "IRI(x).to_uri()", TYPES),
        *by_rfc,
        Subject("can_ada", "str(parse(x))", "from can_ada import parse"),
        Subject("url-py", "str(parse(x))", "from url import URL; parse = URL.parse"),
        Subject(
            "urllib quote",
            "quote(x, safe)",
            'from urllib.parse import quote; safe = "!#$%&\'()*+,/:;=?@[]~"',
        ),
        Subject("yarl", "str(URL(x))", "from yarl import URL"),
        Subject("httpx", "str(URL(x))", "from httpx import URL"),
    )
    goals = [Goal("IRI", _names(by_rfc), 1 / 3), Goal("IRI", _BROWSERS, 1.0)]
    for title, read in {"Latin-1": texts.latin1, "BMP": texts.bmp}.items():
        yield Table(f"IRI to URI, {title}", subjects, _accepted(subjects, read()), goals)
    by_rfc = (
        Subject(
            "hyperlink to_iri",
            "parse(x).to_iri().to_text()",
            "from hyperlink import URL; parse = URL.from_text",
        ),
    )
    subjects = (
        Subject("URI", "URI(x).to_iri()", TYPES),
        *by_rfc,
        Subject("urllib unquote (lossy)", "unquote(x)", "from urllib.parse import unquote"),
        Subject("yarl human_repr (lossy)", "URL(x).human_repr()", "from yarl import URL"),
    )
    items = [str(IRI(text).to_uri()) for text in texts.bmp()]
    goals = [Goal("URI", _names(by_rfc), 1 / 3)]
    yield Table("URI to IRI, BMP", subjects, _accepted(subjects, items), goals)


def findings() -> Iterator[Table]:
    """Measure the findings of an existing object, compared with the validation of its text."""
    subjects = [
        Subject("IRI.is_valid", "valid(x)", TYPES + "valid = IRI.is_valid"),
        Subject("IRI.check", "x.check()", TYPES),
        Subject("IRI.check('untrusted')", "x.check('untrusted')", TYPES),
    ]
    items = {
        "web links": (texts.ascii_, 2.0),
        "escaped": (texts.escaped, 10.0),
        "non-ASCII path, Latin-1": (texts.latin1, 10.0),
        "non-ASCII path, BMP": (texts.bmp, 10.0),
        "non-ASCII host": (texts.hosts, 10.0),
    }
    for title, (read, most) in items.items():
        iris = [IRI(text) for text in read()]
        goals = [Goal("IRI.check", ("IRI.is_valid",), most)]
        yield Table(f"Findings, {title}", subjects, iris, goals)


GROUPS: dict[str, Callable[[], Iterator[Table]]] = {
    "construct": construct,
    "validate": validate,
    "access": access,
    "components": components,
    "failing": failing,
    "subclass": subclass,
    "copying": copying,
    "resolve": resolve,
    "normalize": normalize,
    "relativize": relativize,
    "convert": convert,
    "templates": templates,
    "served": served,
    "skeletons": skeletons,
    "findings": findings,
    "policies": policies,
}
