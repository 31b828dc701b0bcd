"""The values of a verb: its arguments, or the lines of standard input."""

from __future__ import annotations

from os.path import isfile
from typing import TYPE_CHECKING, NamedTuple

from iriform import IRIReference, ParseError
from iriform._core import masked
from iriform._display import MASK
from iriform._io.plain_text import STDIN, label

from .help import verb_of_run
from .options import Decorator, flag
from .terminal import complain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

IDENTIFIERS = "Identifiers; - reads them from standard input, by line. With --out: one file."

# The suffixes of names that are meant as files.
_OF_FILES = (
    *(".csv", ".tsv", ".jsonl", ".ndjson", ".parquet"),
    *(".ttl", ".nt", ".nq", ".trig", ".jsonld", ".gz", ".bz2", ".xz", ".zst"),
)
# The verbs for references, many of which lead to such files.
_OF_REFERENCES = {"resolve", "explain"}

json_option: Decorator = flag("--json", help="One JSON object per value, one per line.")


class Value(NamedTuple):
    """A value with its position: a line of standard input, or an argument."""

    text: str
    line: int
    """The number of the line or argument, counted from 1."""
    file: str | None = None
    """`-` for standard input, None for an argument."""

    @property
    def place(self) -> str:
        """The place in words."""
        return f"argument {self.line}" if self.file is None else f"{label(self.file)}:{self.line}"


def shown_of(value: IRIReference) -> IRIReference:
    """Return a reference that may be shown: one of its class, with secrets masked."""
    try:
        return type(value)(masked(value))
    except ParseError:
        return IRIReference(MASK)


def warn_of_files(arguments: Iterable[str], other: str | None = None) -> None:
    """Warn that a file name is read as an identifier, and say what to type instead.

    That is `--out` or, if the verb has none, another verb.
    """
    for argument in arguments:
        if isfile(argument):  # noqa: PTH113 - false, too, for what no file can be called
            import shlex

            from .typed import as_typed

            name = shlex.quote(argument)
            more = (
                f"iriform {other} {name} names what is wrong in it"
                if other is not None
                else f"{as_typed({})} --out COPY writes a copy with the results"
            )
            complain(
                f"{argument} is read as an identifier, but there is also a file of that name:"
                f" {as_typed({argument: STDIN})} < {name} reads its lines, {more}"
            )
        elif argument.lower().endswith(_OF_FILES) and verb_of_run() not in _OF_REFERENCES:
            complain(f"{argument} is read as an identifier; no file has that name")


def is_document(argument: str) -> bool:
    """Return True if an argument names a file of a format that is read, but not written."""
    if not isfile(argument):  # noqa: PTH113 - false, too, for what no file can be called
        return False
    from iriform.audit.formats.known import format_of

    format_ = format_of(argument)
    return format_.is_document and format_.unit == "value"


def given(arguments: Iterable[str]) -> Iterator[Value]:
    """Yield the values in order, including blank lines of standard input."""
    for number, argument in enumerate(arguments, 1):
        if argument != STDIN:
            yield Value(argument, number)
            continue
        from iriform._io.lines import text_lines
        from iriform._io.streams import opened

        with opened(STDIN) as input_:
            for line, text in enumerate(text_lines(input_), 1):
                yield Value(text, line, STDIN)
