"""The edits of the values of a file: a repair, or an operation on columns."""

# Arrow creates the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from iriform import ParseError
from iriform._core import Block
from iriform._engines.table import PRODUCTIONS

from .events import Left, Mended

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa

    from iriform._core import Faults
    from iriform.audit.options import Options, Reference

    from .events import Place


@dataclass(frozen=True)
class Repair:
    """An invalid value becomes valid, unless that would be a guess."""

    reference: Reference
    default_scheme: str | None = None

    def faults(self, block: Block, _: bytes, options: Options) -> Faults:
        """Find the values of a block that are handled one by one: the invalid ones."""
        return block.faults(options.kind)

    def stays(self, texts: pa.Array) -> pa.Array:
        """Return which values of a column need no check."""
        from iriform import columns

        return columns.is_valid(texts, as_=self.reference, threads=1)

    def not_meant(self, texts: pa.Array) -> int:
        """Count the valid values of a column that are certainly mistakes."""
        (production,) = (name for name, each in PRODUCTIONS.items() if each is self.reference)
        return Block.column(texts).faults(production).not_meant

    def mended(self, place: Place, text: str) -> Mended | Left | None:
        """Mend a value, or say why that is impossible. None if it is valid."""
        try:
            repaired = self.reference.repair(text, default_scheme=self.default_scheme)
        except ParseError as error:
            return Left(place, text, error)
        if not repaired.changes:
            return None
        return Mended(place, text, str(repaired.value), repaired.changes)


@dataclass(frozen=True)
class Operation:
    """Each value becomes the result of an operation."""

    of: Callable[[str], str]
    """Makes it from one value."""
    of_column: Callable[[Any], Any]
    """Makes it from each value of a column; null if there is no result."""

    def faults(self, block: Block, text: bytes, _: Options) -> Faults:
        """Find the values of a block with another result, or none, and the changes in its text."""
        import pyarrow as pa

        buffers = block.buffers(True)  # noqa: FBT003 - with places
        offsets, data = map(pa.py_buffer, (buffers.offsets, buffers.text))
        count = len(buffers.places) // 8
        values = pa.Array.from_buffers(pa.large_binary(), count, [None, offsets, data])
        return block.unlike(self.of_column(values), text)

    def stays(self, texts: pa.Array) -> pa.Array:
        """Return which values of a column are their own results."""
        import pyarrow.compute as pc

        return pc.fill_null(pc.equal(self.of_column(texts), texts), pc.is_null(texts))

    def not_meant(self, _: pa.Array) -> int:
        """Count none, because an operation applies to any value."""
        return 0

    def mended(self, place: Place, text: str) -> Mended | Left | None:
        """Return the result of a value, or the reason why there is none.

        None if it is the value itself.
        """
        try:
            after = self.of(text)
        except ParseError as error:
            return Left(place, text, error)
        except ValueError as error:
            return Left(place, text, str(error))
        return None if after == text else Mended(place, text, str(after))


Edit: TypeAlias = Operation | Repair
