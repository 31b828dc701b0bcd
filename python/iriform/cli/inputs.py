"""The arguments and options for the files that a verb reads."""

from __future__ import annotations

from typing import NamedTuple

import click

from iriform._io.bounds import UNPACK
from iriform._io.file_formats import BY_SUFFIX, FILE_FORMATS

from .help import several
from .options import Decorator, Words, file_option, flag
from .terminal import InputError

# Only the names, because importing the readers takes longer than most values.
_FORMATS = tuple(row.name for row in FILE_FORMATS)

files_argument: Decorator = several(
    "files",
    "FILE...",
    "Text with one identifier per line, CSV, TSV, JSON lines, Parquet, or RDF; compressed"
    " or not; a pattern such as 'data/*.nt.gz'; - is standard input.",
    of_files=True,
)

column_option: Decorator = click.option(
    "--column",
    metavar="NAME",
    help="The column of a table that holds the identifiers, if several could be meant; outer.inner"
    " if it is nested. In RDF: subject, predicate, object, graph or datatype.",
)

path_option: Decorator = click.option(
    "--path",
    metavar="JSONPATH",
    help="The identifiers of a JSON document, such as '$..url' (RFC 9535); by default all strings that"
    " begin like an IRI.",
)

baseline_option: Decorator = file_option(
    "--baseline",
    help="Do not report the faults listed in FILE, the output of an earlier check --json. A fault "
    "is the same if code, file and value are, on any line.",
)

unpack_option: Decorator = click.option(
    "--unpack",
    type=click.FloatRange(min=1),
    default=UNPACK,
    show_default=True,
    metavar="N",
    help="How many times its size a compressed file may unpack to.",
)

format_option: Decorator = click.option(
    "--format",
    "format_",
    metavar="FORMAT",
    type=Words(
        _FORMATS,
        {suffix[1:]: name for suffix, name in BY_SUFFIX.items() if suffix.startswith(".")},
    ),
    help=f"{', '.join(_FORMATS)}, if the names of the files do not show it."
    " A suffix such as nt also names its format.",
)


find_option: Decorator = flag(
    "--find",
    help="Check the links in text of any kind: Markdown, logs, mail. The same as --format prose.",
)


def format_found(format_: str | None, column: str | None, *, find: bool) -> str | None:
    """Return the requested format, or that of `--find`."""
    if not find:
        return format_
    if format_ not in {None, "prose"} or column is not None:
        raise InputError(f"--find: not with {'--format' if column is None else '--column'}")
    return "prose"


class CopyOptions(NamedTuple):
    """The input to copy, and its destination."""

    out: str | None
    column: str | None
    format: str | None
    unpack: float
    changes: str | None
    rejects: str | None
    most: int | None
    quiet: bool
