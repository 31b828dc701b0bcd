"""Where the audit's values come from: each input in its format."""

from __future__ import annotations

from contextlib import contextmanager
from operator import methodcaller
from typing import TYPE_CHECKING

from iriform._plain_text import label

from .batches import Source
from .errors import AuditError
from .options import Format
from .streams import opened, readable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    import pyarrow as pa

    from .batches import Block
    from .options import Options
    from .streams import Input


def import_readers(names: Sequence[str], options: Options) -> None:
    """Import what the inputs need: if it is missing, that is known before the first is read."""
    formats = {options.format or Format.of(name) for name in names}
    if formats & {Format.RDF_XML, Format.JSON_LD}:
        from . import rdf  # noqa: F401


@contextmanager
def source(
    name: str, options: Options, stop: Event | None = None, *, rows: bool = False
) -> Iterator[Source]:
    """Open an input in its format, which its name tells if nobody else does.

    With `rows`, its blocks are batches of values. What is wrong with the input, at any time, is an
    `AuditError`.
    """
    format_ = options.format or Format.of(name)
    with readable(name):
        if format_ is Format.PARQUET:
            yield Source(*_parquet(name, options))
            return
        with opened(name, options.unpack, stop) as input_:
            blocks, is_sequential = _blocks(input_, format_, options, rows=rows)
            yield Source(blocks, lambda: input_.progress, is_sequential)


def _parquet(name: str, options: Options) -> tuple[Iterator[pa.RecordBatch], Callable[[], float]]:
    from .parquet import parquet

    return parquet(name, options.column)


def _blocks(
    input_: Input, format_: Format, options: Options, *, rows: bool
) -> tuple[Iterator[Block], bool]:
    """Cut an input into blocks, and tell whether each needs the one before it."""
    # Each format imports what it needs, which only its users should wait for.
    if format_ is Format.TEXT:
        from .text import blocks, text

        if options.column is not None:
            raise AuditError(f"{label(input_.name)} is read as text, which has no columns")
        if rows:
            return text(input_), False
        return (methodcaller("lines", block) for block in blocks(input_)), False
    if format_ in {Format.CSV, Format.TSV}:
        from .delimited import delimited

        return delimited(input_, "\t" if format_ is Format.TSV else None, options.column), False
    if format_ is Format.JSON_LINES:
        from .json_lines import json_lines

        return json_lines(input_, options.column), False
    if format_ in {Format.RDF_XML, Format.JSON_LD}:
        from .rdf import rdf

        return rdf(input_, format_, options), False
    from .statements import statements

    return statements(input_, format_, options, rows=rows)
