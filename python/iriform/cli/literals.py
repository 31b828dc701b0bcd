"""`iriform literals`: check what Python source passes to `IRI(...)` and its kin."""

from __future__ import annotations

import ast
import pathlib
import warnings
from contextlib import nullcontext
from io import BytesIO, TextIOWrapper
from tokenize import detect_encoding
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.exceptions import Exit

import iriform
from iriform import (
    HTTPIRI,
    HTTPSURI,
    HTTPURI,
    IRI,
    PURL,
    URI,
    Authority,
    Fragment,
    Host,
    IRIReference,
    MutableIRI,
    MutableIRIReference,
    MutableURI,
    MutableURIReference,
    ParseError,
    Path,
    Query,
    Scheme,
    Segment,
    URIReference,
    URITemplate,
    UserInfo,
)
from iriform._display import counted
from iriform._io.errors import AuditError
from iriform._io.plain_text import STDIN, label
from iriform._io.streams import opened

from .help import Argument, Verb
from .options import Status, sarif_option
from .problems import Problem
from .python_calls import calls
from .python_strings import Place, Source
from .sarif import Region, Sarif
from .terminal import InputError, complain, ending_well, print_json, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_SUFFIXES = {".py", ".pyi", ".pyw"}

# What parses its one argument.
_TYPES: dict[str, Callable[[Any], object]] = {
    f"iriform.{type_.__name__}": type_
    for type_ in (
        *(IRI, IRIReference, URI, URIReference, HTTPIRI, HTTPURI, HTTPSURI, PURL),
        *(MutableIRI, MutableIRIReference, MutableURI, MutableURIReference),
        *(Authority, Fragment, Host, Path, Query, Scheme, Segment, UserInfo),
        URITemplate,
    )
}
_EXCUSE = "iriform: ignore"

# Python's parser takes a hundred times as much memory.
_LONGEST_SOURCE = 16 * 2**20
_PUBLIC = tuple(f"iriform.{name}" for name in iriform.__all__)


class NotPythonError(Exception):
    """A source that cannot be read. The message says where and why."""


class Found(NamedTuple):
    """A literal that is not valid."""

    type: str
    start: Place
    stop: Place
    problem: Problem


@click.command(cls=Verb, no_args_is_help=True)
@click.argument(
    "sources",
    cls=Argument,
    metavar="SRC...",
    type=click.Path(),
    nargs=-1,
    required=True,
    help="Python files; directories with all .py, .pyi and .pyw files below them;"
    " - is standard input.",
)
@click.option("--json", is_flag=True, help="One JSON object per bad literal, one per line.")
@sarif_option
def literals(sources: Sequence[str], *, json: bool, sarif: bool) -> None:
    """Check the string literals that Python source passes to IRI(...) and its kin.

    `iriform literals src/` finds IRI("http://example.org/a b") before it raises, and prints
    FILE:LINE:COLUMN of the character. Nothing is run or imported. Names are followed through
    imports, also under other names; calls that are not certainly iriform's are skipped.

    A comment `# iriform: ignore` on its line excuses a literal that is meant to be bad.

    Exit status: 0 if all are valid, 1 if something was found, 2 if a source cannot be read or is
    not Python.
    """
    with ending_well():
        if json and sarif:
            raise InputError("--json and --sarif: only one of them")
        total = found = failed = 0

        def refuse(error: Exception) -> None:
            nonlocal failed
            complain(str(error))
            failed += 1

        with Sarif() if sarif else nullcontext() as document:
            for name in _files(sources, refuse):
                try:
                    checked, bad = _checked(name)
                except (AuditError, NotPythonError) as error:
                    refuse(error)
                    continue
                total += checked
                found += len(bad)
                for each in bad:
                    if document is None:
                        _print(name, each, json=json)
                    else:
                        _write(document, name, each)
        if found:
            complain(f"{found:,} of {counted(total, 'literal')} not valid")
        if found or failed:
            raise Exit(Status.FAILED if failed else Status.FOUND)


def _files(sources: Sequence[str], refuse: Callable[[Exception], None]) -> Iterator[str]:
    """Yield the named files, and those of named directories in the order of their names."""
    for name in sources:
        if name != STDIN and pathlib.Path(name).is_dir():
            yield from map(str, _below(pathlib.Path(name), refuse))
        else:
            yield name


def _below(directory: pathlib.Path, refuse: Callable[[Exception], None]) -> Iterator[pathlib.Path]:
    """Walk a directory, leaving out environments, caches and hidden files."""
    try:
        directory.absolute()  # which fails in a working directory that was deleted, and looks empty
        entries = sorted(directory.iterdir())
    except OSError as error:
        refuse(AuditError(f"cannot read {label(str(directory))}: {error.strerror}"))
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.name in {"__pycache__", "node_modules"}:
            continue
        if entry.is_dir():
            if not entry.is_symlink() and not (entry / "pyvenv.cfg").exists():
                yield from _below(entry, refuse)
        elif entry.suffix in _SUFFIXES:
            yield entry


def _checked(name: str) -> tuple[int, list[Found]]:
    """Check one source: count its literals, and list the bad ones."""
    with opened(name) as input_:
        data = input_.stream.read(_LONGEST_SOURCE + 1)
    if len(data) > _LONGEST_SOURCE:
        raise NotPythonError(f"{label(name)}: it has more than {_LONGEST_SOURCE >> 20} MiB")
    text, module = _parsed(name, data)
    checked = 0
    bad: list[tuple[str, ast.Constant, ParseError]] = []
    # What does not even have the word does not import it.
    for call, type_ in calls(module, _PUBLIC) if "iriform" in text else ():
        literal = _literal(call)
        if literal is None or type_ not in _TYPES:
            continue
        checked += 1
        try:
            _TYPES[type_](literal.value)
        except ParseError as error:
            bad.append((type_.rpartition(".")[2], literal, error))
    if not bad:
        return checked, []
    source = Source(text)
    return checked, [
        _found(source, *each) for each in bad if not source.has_comment(each[1], _EXCUSE)
    ]


def _parsed(name: str, data: bytes) -> tuple[str, ast.Module]:
    """Read Python as Python does: in its declared encoding, and any line ends."""
    try:
        encoding, _ = detect_encoding(BytesIO(data).readline)
        text = TextIOWrapper(BytesIO(data), encoding).read()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python warns of is not asked here
            return text, ast.parse(text)
    except SyntaxError as error:
        place = f":{error.lineno}:{error.offset or 1}" if error.lineno else ""
        raise NotPythonError(f"{label(name)}{place}: not Python: {error.msg}") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"{label(name)}:{line}: not Python: it is not {error.encoding}"
        raise NotPythonError(message) from None
    except ValueError as error:  # a NUL
        raise NotPythonError(f"{label(name)}: not Python: {error}") from None
    except (MemoryError, RecursionError):
        raise NotPythonError(f"{label(name)}: nested too deeply for Python to read it") from None


def _literal(call: ast.Call) -> ast.Constant | None:
    """Return the argument if it is a literal. Adjacent literals count as one; f-strings do not."""
    match call:
        case ast.Call(args=[ast.Constant(value=str() | bytes()) as literal], keywords=[]):
            return literal
    return None


def _found(source: Source, type_: str, literal: ast.Constant, error: ParseError) -> Found:
    # Not `Problem.of`: a lone surrogate in a literal does not stand for an undecodable byte.
    problem = Problem(error.position, *error.span, error)
    places = source.characters(literal)
    return Found(type_, places[problem.start], places[problem.stop], problem)


def _print(name: str, found: Found, *, json: bool) -> None:
    line, column = found.start
    if json:
        place = {
            "file": name,
            "line": line,
            "column": column,
            "end_line": found.stop.line,
            "end_column": found.stop.column,
            "type": found.type,
        }
        # Its column is one of the value; the source's takes its place.
        record: dict[str, Any] = found.problem.record() | place
        print_json({key: record[key] for key in (*place, *record)})
    else:
        show(found.problem.drawn(f"{label(name)}:{line}:{column}"))


def _write(sarif: Sarif, name: str, found: Found) -> None:
    start, stop = found.start, found.stop
    region = Region(start.line, start.column, stop.line, stop.column)
    problem = found.problem
    sarif.result(str(problem.error.reason), "error", problem.sentence, name, region)
