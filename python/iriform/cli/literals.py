"""`iriform literals`: check the arguments of `IRI(...)`, the like, and HTTP clients in Python source."""

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
from iriform._display import counted, escape
from iriform._io.errors import AuditError
from iriform._io.plain_text import STDIN, label
from iriform._io.streams import opened

from .built_urls import Edit, Remark, remarks
from .help import Verb, several
from .message import Message
from .options import Status, flag, sarif_option
from .problems import Problem
from .python_calls import scoped_calls
from .python_strings import Place, Source, SourceText
from .sarif import Fix, Region, Sarif
from .terminal import InputError, complain, ending_well, print_json, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_SUFFIXES = {".py", ".pyi", ".pyw"}

# The functions that parse their only argument.
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
# A source without any of these words does not import these functions.
_WORDS = ("iriform", "requests", "httpx", "aiohttp", "urllib")

# Python's parser takes a hundred times as much memory.
_LONGEST_SOURCE = 16 * 2**20
_PUBLIC = tuple(f"iriform.{name}" for name in iriform.__all__)


class NotPythonError(Exception):
    """A source that cannot be read. The message has the position and the reason."""


class Said(NamedTuple):
    """A URL that is made from text and values, or an invalid skeleton."""

    remark: Remark
    start: Place
    stop: Place
    edit: tuple[Place, Place] | None
    """The position of the edit's text."""


class Checked(NamedTuple):
    """The literals and errors of one source."""

    literals: int
    bad: list[Found]
    said: list[Said]
    text: str
    module: ast.Module


class Found(NamedTuple):
    """A literal that is not valid."""

    type: str
    start: Place
    stop: Place
    problem: Problem


@click.command(cls=Verb, no_args_is_help=True)
@several(
    "sources",
    "SRC...",
    "Python files; directories with all .py, .pyi and .pyw files below them; - is standard input.",
    of_files=True,
)
@flag("--json", help="One JSON object per bad literal, one per line.")
@flag(
    "--fix",
    help="Rewrite the files where a URL is made of values and its meaning is sure:"
    " URI(f'…') becomes URI.of('…', …), and so does what is passed to a client if each value is a"
    " number or encoded by `quote`. What remains is reported.",
)
@click.option(
    "--target",
    type=click.Choice(["3.10", "3.14"]),
    default="3.10",
    help="The Python for which lines are written: from 3.14 on with t-strings.",
)
@sarif_option
def literals(sources: Sequence[str], *, json: bool, fix: bool, target: str, sarif: bool) -> None:
    """Check what Python source passes to IRI(...) and the like, and to HTTP clients.

    `iriform literals src/` finds IRI("http://example.org/a b") before it raises, and prints
    FILE:LINE:COLUMN of the character. Nothing is run or imported. Names are followed through
    imports, including aliases; calls that are not certainly iriform's are skipped.

    It also finds f"https://api.example/users/{id}" and its like, made by f-strings, %, +, .format
    and urljoin, in what is passed to iriform, httpx, requests, aiohttp and urllib.request: the
    value could lead elsewhere. Constants, numbers and encoded values are not reported. Skeletons
    passed to `of` are checked.

    A comment `# iriform: ignore` on its line excuses a literal that is meant to be bad, or a value.

    Exit status: 0 if all are valid, 1 if something was found, 2 if a source cannot be read or is
    not Python.
    """
    with ending_well():
        if json and sarif:
            raise InputError("--json cannot be used with --sarif")
        total = found = said = failed = 0

        def refuse(error: Exception) -> None:
            nonlocal failed
            complain(str(error))
            failed += 1

        with Sarif() if sarif else nullcontext() as document:
            for name in _files(sources, refuse):
                try:
                    checked = _checked(name, target)
                    if fix and name != STDIN:
                        checked = _fixed(name, checked)
                except (AuditError, NotPythonError) as error:
                    refuse(error)
                    continue
                total += checked.literals
                found += len(checked.bad)
                said += len(checked.said)
                _report(name, checked, document, json=json)
        if found:
            complain(f"{found:,} of {counted(total, 'literal')} not valid")
        if said:
            complain(f"{counted(said, 'value')} in URLs, or skeletons, to look at")
        if found or said or failed:
            raise Exit(Status.FAILED if failed else Status.FOUND)


def _report(name: str, checked: Checked, document: Sarif | None, *, json: bool) -> None:
    """Print what a source has, or write it into the document."""
    for bad in checked.bad:
        if document is None:
            _print(name, bad, json=json)
        else:
            _write(document, name, bad)
    for said in checked.said:
        if document is None:
            _print_said(name, said, json=json)
        else:
            _write_said(document, name, said)


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
        directory.absolute()  # which fails in a deleted working directory, and looks empty
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


def _checked(name: str, target: str) -> Checked:
    """Check one source: count its literals, and list the bad ones and the remarks on URLs."""
    with opened(name) as input_:
        data = input_.stream.read(_LONGEST_SOURCE + 1)
    if len(data) > _LONGEST_SOURCE:
        raise NotPythonError(f"{label(name)}: it has more than {_LONGEST_SOURCE >> 20} MiB")
    text, module = _parsed(name, data)
    checked = 0
    bad: list[tuple[str, ast.Constant, ParseError]] = []
    said: dict[tuple[str, ast.expr], Remark] = {}  # one for a URL that several calls receive
    is_asked = any(word in text for word in _WORDS)
    lines = SourceText(text)
    for call, type_, scope in scoped_calls(module, _PUBLIC) if is_asked else ():
        for remark in remarks(call, type_, scope, lines, target):
            said.setdefault((remark.code, remark.node), remark)
        literal = _literal(call)
        if literal is None or type_ not in _TYPES:
            continue
        checked += 1
        try:
            _TYPES[type_](literal.value)
        except ParseError as error:
            bad.append((type_.rpartition(".")[2], literal, error))
    if not bad and not said:
        return Checked(checked, [], [], text, module)
    source = Source(text)
    found = [_found(source, *each) for each in bad if not source.has_comment(each[1], _EXCUSE)]
    about = [
        _said(source, each) for each in said.values() if not source.has_comment(each.node, _EXCUSE)
    ]
    about.sort(key=lambda each: each.start)
    return Checked(checked, found, about, text, module)


def _said(source: Source, remark: Remark) -> Said:
    edit = None if remark.edit is None else source.span(remark.edit.node)
    return Said(remark, *source.span(remark.node), edit)


def _fixed(name: str, checked: Checked) -> Checked:
    """Rewrite a file where the meaning is certain, and return the remaining remarks."""
    starts = [0]
    for line in checked.text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    edits: list[tuple[int, int, Edit]] = []
    for said in checked.said:
        edit = said.remark.edit
        if edit is None or said.edit is None:
            continue
        begin, end = (starts[line - 1] + column - 1 for line, column in said.edit)
        edits.append((begin, end, edit))
    if not edits:
        return checked
    # Only the outer one of nested edits is made.
    edits.sort(key=lambda each: (each[0], -each[1]))
    pieces, done, copied = list[str](), set[ast.expr](), 0
    for begin, end, edit in edits:
        if begin >= copied:
            pieces += [checked.text[copied:begin], edit.text]
            done.add(edit.node)
            copied = end
    text = "".join([*pieces, checked.text[copied:]])
    needs_import = any(edit.needs_import for _, _, edit in edits)
    if needs_import and not _imports_uri(checked.module):
        place = starts[_after_imports(checked.module)]
        text = f"{text[:place]}from iriform import URI\n{text[place:]}"
    path = pathlib.Path(name)
    before = path.read_bytes()
    encoding, _ = detect_encoding(BytesIO(before).readline)
    ends = b"\r\n" if b"\r\n" in before else b"\n"
    path.write_bytes(text.encode(encoding).replace(b"\n", ends))
    remaining = [
        said
        for said in checked.said
        if said.remark.call not in done and said.remark.url not in done
    ]
    return checked._replace(said=remaining)


def _imports_uri(module: ast.Module) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "iriform"
        and any(alias.name == "URI" and alias.asname is None for alias in node.names)
        for node in module.body
    )


def _after_imports(module: ast.Module) -> int:
    """Return the line after the imports that a module begins with, or after its docstring."""
    line = 0
    for node in module.body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not isinstance(node, ast.Import | ast.ImportFrom) and not is_docstring:
            break
        line = node.end_lineno or line
    return line


def _parsed(name: str, data: bytes) -> tuple[str, ast.Module]:
    """Read source like Python: in its declared encoding, with any line ends."""
    try:
        encoding, _ = detect_encoding(BytesIO(data).readline)
        text = TextIOWrapper(BytesIO(data), encoding).read()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's warnings are not wanted here
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
        # Its column refers to the value, and is replaced by that of the source.
        record: dict[str, Any] = found.problem.record() | place
        print_json({key: record[key] for key in (*place, *record)})
    else:
        show(found.problem.drawn(f"{label(name)}:{line}:{column}"))


def _write(sarif: Sarif, name: str, found: Found) -> None:
    start, stop = found.start, found.stop
    region = Region(start.line, start.column, stop.line, stop.column)
    problem = found.problem
    sarif.result(str(problem.error.reason), "error", problem.sentence, name, region)


def _print_said(name: str, said: Said, *, json: bool) -> None:
    remark, (line, column) = said.remark, said.start
    if json:
        print_json(
            {
                "file": name,
                "line": line,
                "column": column,
                "end_line": said.stop.line,
                "end_column": said.stop.column,
                "type": remark.type.rpartition("iriform.")[2],
                "code": remark.code,
                "message": remark.message,
                "hint": remark.hint or None,
            }
        )
        return
    hint = f"\n  {escape(remark.hint)}" if remark.hint else ""
    show(
        Message(
            (f"{label(name)}:{line}:{column}", "bold"),
            ": ",
            (escape(remark.message), "red"),
            f" [{remark.code}]{hint}",
        )
    )


def _write_said(sarif: Sarif, name: str, said: Said) -> None:
    start, stop = said.start, said.stop
    region = Region(start.line, start.column, stop.line, stop.column)
    remark = said.remark
    fix = None
    if remark.edit is not None and said.edit is not None and not remark.edit.needs_import:
        (line, column), (end_line, end_column) = said.edit
        at = Region(line, column, end_line, end_column)
        fix = Fix("write a skeleton", at, remark.edit.text)
    hint = f"; {remark.hint}" if remark.hint else ""
    sarif.result(remark.code, "warning", f"{remark.message}{hint}", name, region, fix=fix)
