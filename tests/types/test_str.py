"""Every type is a `str`: inherited members, added members, and the behaviour of other libraries."""

import configparser
import copy
import csv
import email.message
import enum
import html
import importlib
import io
import json
import marshal
import os
import pathlib
import pickle
import plistlib
import re
import sqlite3
import subprocess
import sys
import unicodedata
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET
from collections.abc import Callable
from contextlib import closing
from typing import Any

import msgspec
import orjson
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, URI, IRIReference, Path, Segment, _core

TYPES: list[type[Any]] = [
    value for value in vars(_core).values() if isinstance(value, type) and issubclass(value, str)
]
TEXT: dict[type[Any], str] = {t: "a" if not issubclass(t, IRI) else "a:b" for t in TYPES}


@pytest.mark.parametrize("t", TYPES)
def test_no_public_name_overrides_a_method_of_str(t: Any) -> None:
    ours = {name for c in t.__mro__ if c not in (str, object) for name in vars(c)}

    assert {name for name in ours & set(dir(str)) if not name.startswith("_")} == set()
    # No operator does, nor the methods of text, equality and hash.
    assert {name for name in ours if name.startswith("_")} <= {
        "__class__",
        "__doc__", "__init_subclass__", "__module__", "__new__", "__repr__", "__reduce_ex__", "__dir__",
        "__truediv__", "__rtruediv__", "__replace__", "__get_pydantic_core_schema__", "_repr_html_",
    }  # fmt: skip


# Methods that return the same object if there is nothing to do.
SAME: dict[str, tuple[Any, ...]] = {
    "format": (),
    "format_map": ({},),
    "partition": ("zz",),
    "rpartition": ("zz",),
    "__mod__": ((),),
    "split": ("zz",),
    "rsplit": ("zz",),
}

ARGUMENTS: dict[str, tuple[Any, ...]] = {
    **SAME,
    **dict.fromkeys(["center", "ljust", "rjust", "zfill", "__mul__", "__rmul__"], (1,)),
    **dict.fromkeys(
        ["removeprefix", "removesuffix", "__add__", "strip", "lstrip", "rstrip"], ("",)
    ),
    "join": (["a"],),
    "replace": ("zz", "y"),
    "translate": ({},),
    "__getitem__": (slice(None),),
    "__format__": ("",),
}
TEXTUAL = [
    "capitalize", "casefold", "expandtabs", "lower", "splitlines", "swapcase", "title", "upper",
    "__str__", *ARGUMENTS,
]  # fmt: skip


def pieces(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


@pytest.mark.parametrize("t", TYPES)
def test_inherited_methods_return_plain_str(t: Any) -> None:
    instance, plain = t(TEXT[t]), TEXT[t]
    for name in TEXTUAL:
        arguments = ARGUMENTS.get(name, ())
        ours, theirs = getattr(instance, name)(*arguments), getattr(plain, name)(*arguments)
        assert ours == theirs
        if name not in SAME:
            assert {type(piece) for piece in pieces(ours)} == {str}, name
        else:
            assert all(piece is instance or type(piece) is str for piece in pieces(ours)), name


def test_every_method_of_str_that_returns_text_is_looked_at() -> None:
    """A method that a later Python adds must be added above."""
    known = set(TEXTUAL) | {
        "count", "encode", "endswith", "find", "index", "maketrans", "rfind", "rindex",
        "startswith",
    }  # fmt: skip
    new = {n for n in dir(str) if not n.startswith(("_", "is"))} - known
    assert new == set()


@pytest.mark.parametrize("t", TYPES)
def test_str_of_it_is_exact(t: Any) -> None:
    instance = t(TEXT[t])

    for text in (str(instance), f"{instance}", f"{instance!s}", instance[:]):
        assert type(text) is str
        assert text == TEXT[t]


@given(st.lists(st.text("ab:/é", max_size=4), max_size=8))
def test_equality_hash_and_order_are_those_of_the_text(texts: list[str]) -> None:
    references = [IRIReference(text) for text in texts if IRIReference.is_valid(text)]
    plain = [str(reference) for reference in references]

    assert sorted(references) == sorted(plain)
    assert list(map(hash, references)) == list(map(hash, plain))
    for a, b in zip(references, reversed(plain), strict=True):
        assert (a == b, a < b, a >= b) == (str(a) == b, str(a) < b, str(a) >= b)
    assert set(references) == set(plain)


def test_it_is_the_same_key_as_its_text_in_any_class() -> None:
    table = {IRI("a:b"): 1}
    table[URI("a:b")] = 2
    table["a:b"] = 3  # type: ignore[index]

    assert table == {"a:b": 3}


IT = IRI("http://h/a?b")
TEXT_OF_IT = "http://h/a?b"


def row_of(value: str) -> object:
    with closing(sqlite3.connect(":memory:")) as connection:
        return connection.execute("select ?, typeof(?)", (value, value)).fetchone()


def csv_of(value: str) -> str:
    out = io.StringIO()
    csv.writer(out).writerow([value])
    return out.getvalue()


def header_of(value: str) -> str:
    message = email.message.Message()
    message["Location"] = value
    return str(message)


def config_of(value: str) -> str:
    parser = configparser.ConfigParser()
    parser.read_dict({"a": {"b": value}})
    return parser["a"]["b"]


TAKES: dict[str, Callable[[Any], Any]] = {
    "json.dumps": lambda x: json.dumps({x: x}),
    "sqlite3": row_of,
    "csv": csv_of,
    "print": lambda x: print(x, file=io.StringIO()),
    "io.StringIO": lambda x: io.StringIO(x).read(),
    "f-string": lambda x: f"{x:>20}{x}",
    "%": lambda x: "<%s>" % x,  # noqa: UP031 - it is what is tested
    "str.format": "<{}>".format,
    "re.match": lambda x: re.fullmatch(r"(\w+)://(\w).*", x).groups(),  # type: ignore[union-attr]
    "re.sub": lambda x: re.sub("/", "|", x),
    "str.join": ", ".join,
    "in": lambda x: ("h/a" in x, x in "<http://h/a?b>", x.startswith("http")),
    "os.fspath": os.fspath,
    "pathlib": pathlib.PurePosixPath,
    "subprocess": lambda x: subprocess.run(  # noqa: S603
        [sys.executable, "-c", "import sys; print(sys.argv[1])", x],
        capture_output=True, check=True,
    ).stdout,
    "urllib.request": lambda x: urllib.request.Request(x).full_url,  # noqa: S310
    "urllib.parse": lambda x: (urllib.parse.urlsplit(x), urllib.parse.quote(x)),
    "xml.etree": lambda x: ET.tostring(ET.Element("a", {"b": x})),
    "plistlib": lambda x: plistlib.dumps({x: x}),
    "html": html.escape,
    "email": header_of,
    "configparser": config_of,
    "encode": lambda x: x.encode("utf-16"),
    "unicodedata": lambda x: unicodedata.normalize("NFD", f"{x}\u0301" + x),
    "dict": lambda x: {x: 1}["http://h/a?b"],
    "sorted": lambda x: sorted([x, "i", "a"]),
    "orjson.dumps": orjson.dumps,
    "msgspec, keys": lambda x: msgspec.json.encode({x: 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", TAKES)
def test_what_takes_it_as_it_takes_its_text(name: str) -> None:
    assert TAKES[name](IT) == TAKES[name](TEXT_OF_IT)


def test_names() -> None:
    segment = Segment("IRI")

    assert getattr(_core, segment) is IRI
    assert dict(**{segment: 1}) == {"IRI": 1}
    assert type(segment, (), {}).__name__ == "IRI"


def test_files_and_the_environment(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(f"{tmp_path}/a")
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - it is what is tested
        file.write(IT)

    assert pathlib.Path(path).read_text(encoding="utf-8") == TEXT_OF_IT
    monkeypatch.setenv("IRIFORM_TEST", IT)
    assert os.environ["IRIFORM_TEST"] == TEXT_OF_IT


def test_pickle_copy_and_yaml_keep_the_class() -> None:
    assert type(pickle.loads(pickle.dumps(IT))) is IRI
    assert type(copy.copy(IT)) is IRI
    assert type(yaml.unsafe_load(yaml.dump(IT))) is IRI


class Own(IRI):
    class Inner(IRI):
        pass


OwnMember = enum.Enum("OwnMember", {"A": "http://u:secret@h/"}, type=IRI)


@pytest.mark.parametrize("t", [*TYPES, Own], ids=lambda t: t.__name__)
def test_deconstruct_has_what_makes_the_value_again(t: Any) -> None:
    """Like in Django's migrations, the text before the last dot is imported."""
    path, arguments, by_name = t(TEXT.get(t, "http://u:secret@h/")).deconstruct()
    module, _, name = path.rpartition(".")
    again = getattr(importlib.import_module(module), name)(*arguments, **by_name)

    assert (module, name) == ("iriform" if t is not Own else __name__, t.__name__)
    assert (type(again), again) == (t, TEXT.get(t, "http://u:secret@h/"))
    assert [type(argument) for argument in arguments] == [str]


def test_deconstruct_names_what_can_be_imported() -> None:
    text = "http://u:secret@h/"

    assert Own.Inner(text).deconstruct() == ("iriform.IRI", (text,), {})
    member: Any = OwnMember
    assert member.A.deconstruct() == (f"{__name__}.OwnMember", (text,), {})


INSISTS: dict[str, tuple[type[Exception], Callable[[Any], Any], Callable[[Any], Any]]] = {
    "orjson, keys": (
        TypeError,
        lambda x: orjson.dumps({x: 1}),
        lambda x: orjson.dumps({x: 1}, option=orjson.OPT_NON_STR_KEYS),
    ),
    "orjson, no subclasses": (
        TypeError,
        lambda x: orjson.dumps(x, option=orjson.OPT_PASSTHROUGH_SUBCLASS),
        lambda x: orjson.dumps(x, option=orjson.OPT_PASSTHROUGH_SUBCLASS, default=str),
    ),
    "msgspec.json.encode": (
        TypeError,
        msgspec.json.encode,
        lambda x: msgspec.json.encode(x, enc_hook=str),
    ),
    "msgspec.json.decode": (
        msgspec.ValidationError,
        lambda x: msgspec.json.decode(json.dumps(x), type=type(x)),
        lambda x: msgspec.json.decode(json.dumps(x), type=type(x), dec_hook=lambda t, o: t(o)),
    ),
    "yaml.safe_dump": (
        yaml.representer.RepresenterError,
        yaml.safe_dump,
        lambda x: yaml.safe_dump(str(x)),
    ),
    "sys.intern": (TypeError, sys.intern, lambda x: sys.intern(str(x))),
    "marshal": (ValueError, marshal.dumps, lambda x: marshal.loads(marshal.dumps(str(x)))),  # noqa: S302
}


@pytest.mark.parametrize("name", INSISTS)
def test_what_insists_on_the_exact_type(name: str) -> None:
    error, without_help, with_help = INSISTS[name]

    with pytest.raises(error):
        without_help(IT)
    assert with_help(IT) == with_help(TEXT_OF_IT)


def test_the_documented_tables_name_what_is_tested() -> None:
    page = (pathlib.Path(__file__).parents[2] / "docs" / "str.md").read_text(encoding="utf-8")

    for name in (*TAKES, *INSISTS):
        assert re.split(r"[.,]", name.removeprefix("str."))[0] in page, name


def test_memory() -> None:
    """An instance has the size of any `str` subclass in CPython, without additions."""

    class Plain(str):
        __slots__ = ()

    for text in ("a:b", "a:é", "a:道", "a:\U0001f600"):
        assert sys.getsizeof(IRI(text)) == sys.getsizeof(Plain(text)) - 16  # gc's header
        size = sys.getsizeof(text)
        IRI(text)
        IRI.is_valid(text)
        assert sys.getsizeof(text) == size  # the caller's object caches no UTF-8
