"""Where the audit's values come from: each input in its format."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from .streams import readable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from threading import Event

    from .batches import Source
    from .options import Options


def import_readers(names: Sequence[str], options: Options) -> None:
    """Import what the inputs need: if it is missing, that is known before the first is read."""
    for format_ in {options.format_of(name) for name in names}:
        format_.prepare()


@contextmanager
def source(name: str, options: Options, stop: Event | None = None) -> Iterator[Source]:
    """Open an input in its format.

    What is wrong with the input, at any time, is an `AuditError`.
    """
    format_ = options.format_of(name)
    with readable(name), format_.source(name, options, stop) as opened:
        yield opened
