"""Where the audit's values come from: each input in its format."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from .streams import readable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event

    from .batches import Source
    from .options import Options


@contextmanager
def source(name: str, options: Options, stop: Event | None = None) -> Iterator[Source]:
    """Open an input in its format.

    What is wrong with the input, at any time, is an `AuditError`.
    """
    format_ = options.format_of(name)
    with readable(name), format_.source(name, options, stop) as opened:
        yield opened
