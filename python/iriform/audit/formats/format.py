"""What a format is: how it is known, what a place in it counts, and how its values are read."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event

    from iriform._core import Block
    from iriform.audit.batches import Source
    from iriform.audit.options import Options
    from iriform.audit.streams import Input


class Format:
    """A format of inputs. It has no state; there is one instance of each."""

    name: ClassVar[str]
    """As `--format` takes it."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """How names of files end that are read so, compressed or not."""
    unit: ClassVar[str] = "line"
    """What a place counts: lines, rows or statements."""
    is_table: ClassVar[bool] = False
    """Whether the part of a value is a column. In RDF it is a position, and in text there is none."""
    is_lines: ClassVar[bool] = False
    """Whether a value is a whole line, so that its characters have columns."""

    @contextmanager
    def source(self, name: str, options: Options, stop: Event | None) -> Iterator[Source]:
        """Open an input; `stop` ends the waiting for a pipe."""
        from iriform.audit.batches import Source
        from iriform.audit.streams import opened

        with opened(name, options.unpack, stop) as input_:
            blocks, part = self.read(input_, options)
            yield Source(blocks, lambda: input_.progress, part)

    def read(self, input_: Input, options: Options) -> tuple[Iterator[Block], str | None]:
        """Cut an input into blocks, and tell which column of a table is read."""
        raise NotImplementedError
